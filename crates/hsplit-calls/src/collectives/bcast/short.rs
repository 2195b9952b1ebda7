// SPDX-License-Identifier: MIT OR Apache-2.0
//! Short `MPI_Bcast` and `MPI_Barrier`.

use super::{Barrier, Bcast};
use crate::collectives::Hierarchy;
use crate::collectives::buffer::Buffer;
use crate::collectives::words::Short;
use hsplit_mpi::Failure;

impl Barrier {
    /// Waits for all ranks: one flag from each member of a node and one for all of them, and rounds of the leaders.
    pub(super) fn run_through_words(on: &Hierarchy, short: &Short) -> Result<(), Failure> {
        let mut part = short.begin(on, None, 0);
        part.room(0)?;
        if part.all_read {
            part.hand_up();
            part.await_node()?;
        } else if part.leads() {
            part.await_node()?;
            part.among_leaders(|leaders| part.at().barrier(leaders))?;
            part.hand_down();
        } else {
            part.hand_up();
            part.await_leader()?;
        }
        part.end();
        Ok(())
    }
}

impl Bcast {
    /// Sends the root's data to all ranks.
    ///
    /// # Safety
    /// The buffer is the program's, and has `bytes` bytes of data.
    pub(super) unsafe fn run_through_words(
        on: &Hierarchy,
        short: &Short,
        root: u32,
        bytes: usize,
        buffer: &Buffer,
    ) -> Result<(), Failure> {
        let mut part = short.begin(on, Some(root), bytes);
        let is_root = root == part.member.rank;
        let (data, length) = if part.leads() {
            let room = part.room(bytes)?;
            // SAFETY: `room` has `bytes` bytes, the length of the packed data, by this function's contract. No member
            // reads or writes there before they are published.
            let data = unsafe {
                if is_root {
                    buffer.pack(room)?;
                }
                std::slice::from_raw_parts_mut(room, bytes)
            };
            if part.at().nodes > 1 {
                part.among_leaders(|leaders| part.at().broadcast(leaders, short.nodes.node_of(root), data))?;
            }
            part.hand_down();
            (room, bytes)
        } else {
            part.await_leader()?;
            part.sent(bytes)?
        };
        if !is_root {
            // SAFETY: the leader has published `length` bytes there, which stay until this part ends; they are no more
            // than `bytes`, for which the buffer has the capacity, by this function's contract.
            unsafe { buffer.up_to(length).unpack(data)? };
        }
        part.end();
        Ok(())
    }
}
