// SPDX-License-Identifier: MIT OR Apache-2.0
//! Short `MPI_Reduce` and `MPI_Allreduce`.
//!
//! The operands of a node are combined from the last rank to the first, each as the left operand of the result so far:
//! one place holds that result, and no operand is copied. All combining ranks use this order.

use super::Reduction;
use crate::collectives::Hierarchy;
use crate::collectives::short::{Leaders, ShortPart};
use crate::collectives::words::Short;
use hsplit_collectives::short::{Combine, Wire};
use hsplit_mpi::Failure;
use hsplit_mpi::footprint::Footprint;

/// The operands of a call: their reduction, and the bytes of a packed operand.
#[derive(Clone, Copy)]
struct Operands<'call> {
    reduction: &'call Reduction,
    bytes: usize,
    /// Memory for the elements of two operands, if elements have gaps.
    elements: [*mut u8; 2],
}

impl Operands<'_> {
    /// Combines two packed operands into `right`, with `left` as the first one.
    ///
    /// # Safety
    /// Both have `bytes` bytes, and are aligned for the datatype.
    unsafe fn combine(&self, left: *const u8, right: *mut u8) -> Result<(), Failure> {
        let Reduction { operand, op, .. } = self.reduction;
        let (layout, count) = (&operand.layout, operand.count);
        // SAFETY: packed operands are elements if these have no gaps. Otherwise `elements` has the capacity for two,
        // and they are packed again.
        unsafe {
            if layout.is_dense() {
                return layout.combine(left, right, count, *op);
            }
            let [first, second] = self.elements;
            layout.unpack(left, first, count)?;
            layout.unpack(right, second, count)?;
            layout.combine(first, second, count, *op)?;
            layout.pack(second, count, right)
        }
    }
}

/// The leaders, which combine the operands that they receive.
struct Combining<'call> {
    leaders: Leaders<'call>,
    operands: Operands<'call>,
}

impl Wire for Combining<'_> {
    type Error = Failure;

    fn send(&mut self, to: usize, data: &[u8]) -> Result<(), Failure> {
        self.leaders.send(to, data)
    }

    fn receive(&mut self, from: usize, data: &mut [u8]) -> Result<(), Failure> {
        self.leaders.receive(from, data)
    }

    fn exchange(&mut self, to: usize, data: &[u8], from: usize, into: &mut [u8]) -> Result<(), Failure> {
        self.leaders.exchange(to, data, from, into)
    }
}

impl Combine for Combining<'_> {
    fn combine(&mut self, left: &[u8], right: &mut [u8]) -> Result<(), Failure> {
        // SAFETY: both are operands of a call, at the places that `ShortPart::reduce` has made for them.
        let combined = unsafe { self.operands.combine(left.as_ptr(), right.as_mut_ptr()) };
        self.leaders.keep(combined)
    }
}

impl Reduction {
    /// Reduces to the root, or to all ranks.
    ///
    /// # Safety
    /// The buffers are the program's.
    pub(super) unsafe fn run_through_words(
        &self,
        on: &Hierarchy,
        short: &Short,
        root: Option<u32>,
    ) -> Result<(), Failure> {
        let mut part = short.begin(on, root, self.operand.bytes());
        // SAFETY: the operand is the program's until this call returns, by this function's contract.
        let result = unsafe { part.reduce(self)? };
        if let Some(result) = result {
            // SAFETY: `reduce` returns the packed result, which stays until this part ends. The program has the
            // capacity for it.
            unsafe { self.operand.layout.unpack(result, self.result, self.operand.count)? };
        }
        part.end();
        Ok(())
    }
}

impl ShortPart<'_> {
    /// Returns the packed result, at the ranks that get it.
    ///
    /// # Safety
    /// The buffers are the program's.
    unsafe fn reduce(&mut self, reduction: &Reduction) -> Result<Option<*const u8>, Failure> {
        let bytes = reduction.operand.bytes();
        let room = self.room(bytes)?;
        // SAFETY: `room` has the bytes of an operand, which is the program's.
        unsafe { reduction.operand.pack(room)? };
        if self.all_read || !self.leads() {
            self.hand_up();
        }
        if !self.all_read && !self.leads() {
            if self.root.is_some() {
                return Ok(None);
            }
            self.await_leader()?;
            return Ok(Some(self.data(self.leader, bytes)));
        }
        self.await_node()?;
        let (operands, [own, other]) = self.operands(reduction);
        // SAFETY: all others have published, and this rank's operand is in its place.
        let folded = unsafe { self.fold(&operands, own) };
        if self.all_read {
            return folded.map(|()| Some(own.cast_const()));
        }
        // SAFETY: `operands` has allocated two operands, which nothing else uses meanwhile.
        let (own, other) =
            unsafe { (std::slice::from_raw_parts_mut(own, bytes), std::slice::from_raw_parts_mut(other, bytes)) };
        // After an error the other nodes still wait for this one's data.
        let result = folded.and(self.combine_nodes(operands, own, other))?;
        if let Some(root) = self.root {
            return Ok((root == self.member.rank).then_some(result));
        }
        // SAFETY: `room` has `bytes` bytes, and no member reads there before they are published.
        unsafe { std::ptr::copy_nonoverlapping(result, room, bytes) };
        self.hand_down();
        Ok(Some(result))
    }

    /// Combines the operands of the members into `result`.
    ///
    /// # Safety
    /// They are published, or this rank's, and `result` has the capacity for one.
    unsafe fn fold(&self, operands: &Operands<'_>, result: *mut u8) -> Result<(), Failure> {
        let bytes = operands.bytes;
        let last = self.ranks.len() - 1;
        // SAFETY: the last member's operand is published, or this rank's, and stays until this part ends. `result` has
        // the capacity for it, in this rank's scratch, which is other memory.
        unsafe { std::ptr::copy_nonoverlapping(self.data(last, bytes), result, bytes) };
        (0..=last).filter(|&member| member != self.own).try_for_each(|member| self.fits(member, bytes))?;
        (0..last).rev().try_for_each(|member| {
            // SAFETY: the member's operand is published, or this rank's, and stays until this part ends. `result` is
            // other memory.
            unsafe { operands.combine(self.data(member, bytes), result) }
        })
    }

    /// Combines the operands of the nodes. Returns the result, at the root or at all leaders.
    fn combine_nodes(&self, operands: Operands<'_>, own: &mut [u8], other: &mut [u8]) -> Result<*const u8, Failure> {
        let at = self.at();
        if at.nodes == 1 {
            return Ok(own.as_ptr());
        }
        let mut combining = Combining { leaders: self.leaders()?, operands };
        let result = match self.root {
            Some(root) => at.reduce(&mut combining, self.short.nodes.node_of(root), own, other)?,
            None => at.reduce_to_all(&mut combining, own, other)?,
        };
        combining.leaders.failed.map(|()| result.as_ptr())
    }

    /// Allocates scratch for a reduction: two packed operands, and the elements of two if they have gaps.
    fn operands<'data>(&mut self, reduction: &'data Reduction) -> (Operands<'data>, [*mut u8; 2]) {
        let (layout, bytes) = (&reduction.operand.layout, reduction.operand.bytes());
        let packed = bytes.next_multiple_of(size_of::<u128>());
        let gaps = if layout.is_dense() { Footprint::NONE } else { layout.footprint(reduction.operand.count) };
        let scratch = self.scratch(2 * (packed + gaps.bytes));
        let behind = |bytes: usize| scratch.wrapping_add(bytes);
        let elements = [0, 1].map(|which| behind(2 * packed + which * gaps.bytes).wrapping_offset(gaps.begin));
        (Operands { reduction, bytes, elements }, [behind(0), behind(packed)])
    }
}
