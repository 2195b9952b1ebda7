// SPDX-License-Identifier: MIT OR Apache-2.0
//! Collective operations that some processes may never call, because they have not loaded the library, or end late.

use std::ffi::c_int;
use std::mem::ManuallyDrop;
use std::time::{Duration, Instant};

use mpi_sys::MPI_Request;

use super::clock::IS_SIMULATED;
use super::constants::{byte, int, min, status_ignore, uint64};
use super::gather::{address, cut, length, starts, total};
use super::{Comm, Failure, checked, functions};
use hsplit_core::communicator::Communicator;

/// During this time the process polls without sleeping, since all processes usually leave `MPI_Init` together.
const BUSY: Duration = Duration::from_millis(20);
/// Sleep between two polls after that. Shorter sleeps do harm: 32 processes on two processors that wake every 200 µs
/// slow the busy ones down for minutes (seen with Open MPI over TCP).
const NAP: Duration = Duration::from_millis(5);

impl Comm {
    /// Returns the minimum over all ranks, element by element. Collective, but a waiting rank does not block: it calls
    /// `overdue` repeatedly with the elapsed time, and gives up if that returns true.
    ///
    /// `None`: the rank has given up. The operation then stays active, with its memory, until the process ends, and the
    /// others still get this rank's contribution.
    ///
    /// # Errors
    /// A native call fails.
    pub fn smallest_unless_overdue<const N: usize>(
        &self,
        mine: [u64; N],
        mut overdue: impl FnMut(Duration) -> bool,
    ) -> Result<Option<[u64; N]>, Failure> {
        if IS_SIMULATED {
            // All ranks are in one process, which has loaded the library. (SMPI's nonblocking operations send a message
            // from each rank to each other one: with a thousand ranks, the start would take minutes.)
            return self.reduce_u64(mine, min()).map(Some);
        }
        let buffers = Box::into_raw(Box::new((mine, [0u64; N])));
        // SAFETY: a request is a number or a pointer under every MPI, and zeros are valid for both. The call below
        // writes it.
        let mut request: MPI_Request = unsafe { std::mem::zeroed() };
        // SAFETY: the handle is valid by the invariant of `Comm`. Each half of `buffers` holds N numbers. The box is
        // freed only after the operation is complete, and otherwise never.
        let code = unsafe {
            functions::PMPI_Iallreduce(
                (&raw const (*buffers).0).cast(),
                (&raw mut (*buffers).1).cast(),
                N as c_int,
                uint64(),
                min(),
                self.handle(),
                &raw mut request,
            )
        };
        checked("PMPI_Iallreduce", code)?;
        // SAFETY: PMPI_Iallreduce has started the request, for which nothing else waits.
        let is_done = unsafe { complete_unless(request, &mut overdue) }?;
        // SAFETY: the operation is complete, so MPI does not use the buffers any more. The pointer is that of
        // `Box::into_raw` above, and is freed once.
        Ok(is_done.then(|| unsafe { Box::from_raw(buffers) }.1))
    }

    /// Returns the bytes of all ranks at rank 0, in rank order, and nothing at the other ranks. Collective, but no rank
    /// waits longer than `limit`.
    ///
    /// `None`: the rank has given up. The operation then stays active, with its memory.
    ///
    /// # Errors
    /// A native call fails, or the data is longer than 2 GiB in all.
    pub fn gather_unless_overdue(&self, mine: &[u8], limit: Duration) -> Result<Option<Vec<Vec<u8>>>, Failure> {
        let first = self.rank() == 0;
        let ranks = if first { self.size() as usize } else { 1 };
        // The buffers of an operation that stays active are never freed.
        let mut lengths = ManuallyDrop::new(vec![0 as c_int; ranks]);
        let mine = ManuallyDrop::new((mine.to_vec(), Box::new(length(mine)?)));
        let begin = Instant::now();
        let mut overdue = |_: Duration| begin.elapsed() >= limit;
        // SAFETY: zeros are valid for a request, as above; the calls below write it.
        let mut request: MPI_Request = unsafe { std::mem::zeroed() };
        // SAFETY: the handle is valid by the invariant of `Comm`. Every rank sends one int. Rank 0 receives one from
        // each rank, and `lengths` has `size` ints there. Neither buffer moves until the operation is complete.
        let code = unsafe {
            functions::PMPI_Igather(
                (&raw const *mine.1).cast(),
                1,
                int(),
                lengths.as_mut_ptr().cast(),
                1,
                int(),
                0,
                self.handle(),
                &raw mut request,
            )
        };
        checked("PMPI_Igather", code)?;
        // SAFETY: PMPI_Igather has started the request, for which nothing else waits.
        if !unsafe { complete_unless(request, &mut overdue) }? {
            return Ok(None);
        }
        let starts = ManuallyDrop::new(starts(&lengths)?);
        let mut all = ManuallyDrop::new(vec![0u8; total(&lengths).max(1)]);
        let (from, to) = (address(&mine.0), all.as_mut_ptr().cast());
        // SAFETY: `from` has as many bytes as rank 0 has received as the length, or is not read if that is 0. At rank
        // 0, `all` is as long as the sum of `lengths`, and `starts` places the blocks one after the other. Other ranks
        // pass arrays that MPI does not read. No buffer moves until the operation is complete.
        let code = unsafe {
            functions::PMPI_Igatherv(
                from,
                *mine.1,
                byte(),
                to,
                lengths.as_ptr(),
                starts.as_ptr(),
                byte(),
                0,
                self.handle(),
                &raw mut request,
            )
        };
        checked("PMPI_Igatherv", code)?;
        // SAFETY: PMPI_Igatherv has started the request, for which nothing else waits.
        if !unsafe { complete_unless(request, &mut overdue) }? {
            return Ok(None);
        }
        let (all, lengths) = (ManuallyDrop::into_inner(all), ManuallyDrop::into_inner(lengths));
        drop((ManuallyDrop::into_inner(mine), ManuallyDrop::into_inner(starts)));
        Ok(Some(if first { cut(&all, &lengths) } else { vec![] }))
    }
}

/// Waits for a request until `overdue`, which gets the elapsed time, returns true. Returns whether the request is
/// complete.
///
/// # Safety
/// A native call has started the request, for which nothing else waits.
unsafe fn complete_unless(
    mut request: MPI_Request,
    overdue: &mut impl FnMut(Duration) -> bool,
) -> Result<bool, Failure> {
    let begin = Instant::now();
    loop {
        let mut done = 0;
        // SAFETY: the request is active by the contract above, and the loop ends when it is complete. `done` is a
        // local.
        checked("PMPI_Test", unsafe { functions::PMPI_Test(&raw mut request, &raw mut done, status_ignore()) })?;
        if done != 0 {
            return Ok(true);
        }
        let passed = begin.elapsed();
        if overdue(passed) {
            return Ok(false);
        }
        if passed < BUSY { std::thread::yield_now() } else { std::thread::sleep(NAP) }
    }
}
