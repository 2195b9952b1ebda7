// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Scan` and `MPI_Exscan`: each rank gets the combined operands of the ranks up to itself, or before it.
//!
//! They use the hierarchy if the ranks are in the order of the machine, so that the subtree of a rank is an interval of
//! ranks. In a cyclic order, every rank's operand is needed separately on other nodes: each cable would transfer as
//! much as natively.

use mpi_sys::{MPI_Comm, MPI_Op};

use super::reduction::{Reduction, Segments, common};
use super::{Call, CallPath, Common, Data, DecidingArguments, Hierarchy, Member, WINDOW};
use hsplit_collectives::Operation;
use hsplit_collectives::scan::{Combine, ScanPart};
use hsplit_collectives::transport::{Done, Transport};
use hsplit_collectives::tree::Tree;
use hsplit_mpi::native::{BUILT_FOR, Family};
use hsplit_mpi::transfer::Transfer;
use hsplit_mpi::{Failure, probe};

/// `MPI_Scan`, or `MPI_Exscan`, whose result excludes the operand of the rank itself.
pub struct Prefix<const EXCLUSIVE: bool> {
    /// This rank's operand.
    pub operand: Data,
    /// Its result; count and datatype are those of the operand.
    pub result: Data,
    /// The operation.
    pub op: MPI_Op,
    /// The ranks that take part.
    pub comm: MPI_Comm,
}

/// `MPI_Scan`.
pub type Scan = Prefix<false>;
/// `MPI_Exscan`.
pub type Exscan = Prefix<true>;

impl<const EXCLUSIVE: bool> Call for Prefix<EXCLUSIVE> {
    const OPERATION: Operation = if EXCLUSIVE { Operation::Exscan } else { Operation::Scan };
    type Buffers = Reduction;

    fn comm(&self) -> MPI_Comm {
        self.comm
    }

    #[inline]
    fn deciding_arguments(&self) -> Option<DecidingArguments> {
        Some(DecidingArguments { op: Some(self.op), ..DecidingArguments::of(self.comm).with(&self.operand, None) })
    }

    fn common(&self, at: Member) -> Result<Option<Common>, Failure> {
        // The first rank has no result. Open MPI does not check its buffer, the other MPIs do.
        let has_result = !EXCLUSIVE || at.rank > 0 || self.operand.is_in_place() || BUILT_FOR != Family::OpenMpi;
        let Data { buffer, datatype, .. } = self.operand;
        let takes_one_buffer = || probe::takes_part_of_result_in_operand(buffer, datatype, self.op);
        let common = common(self.operand, has_result.then_some(self.result), self.op, takes_one_buffer)?;
        Ok(common.map(|common| Common { any_order: false, ..common }))
    }

    fn buffers(&self, _: Member) -> Result<Reduction, Failure> {
        Reduction::of(self.operand, self.result, self.op)
    }

    unsafe fn run(&self, on: &Hierarchy, path: &CallPath, reduction: &Reduction) -> Result<(), Failure> {
        let (tree, segments) = (path.tree()?, Segments::of(reduction, path.lengths.message));
        let part = ScanPart::of(&tree, segments.count());
        part.run(WINDOW, &mut Prefixes::new(on, part, &tree, segments, EXCLUSIVE)?)
    }
}

/// The operands of a prefix reduction at this rank.
struct Prefixes {
    transfer: Transfer,
    part: ScanPart,
    from: Vec<u32>,
    to: Vec<u32>,
    segments: Segments,
    is_exclusive: bool,
    /// Received data, by flow. A child's result is combined with this rank's data before it.
    received: Vec<[*mut u8; WINDOW]>,
    /// This rank's operand after its prefix, if that is not the result.
    own: [*mut u8; WINDOW],
    /// Scratch for the data of a segment.
    packed: *mut u8,
}

impl Prefixes {
    fn new(
        on: &Hierarchy,
        part: ScanPart,
        tree: &Tree,
        segments: Segments,
        is_exclusive: bool,
    ) -> Result<Self, Failure> {
        let (from, to) = part.peers(tree);
        let mut transfer = on.transfer()?;
        let received = from.iter().map(|_| segments.scratches(&mut transfer)).collect();
        let has_own = is_exclusive && !part.is_root && part.children > 0;
        Ok(Self {
            own: if has_own { segments.scratches(&mut transfer) } else { [std::ptr::null_mut(); WINDOW] },
            packed: segments.packed(&mut transfer, true),
            transfer,
            part,
            from,
            to,
            segments,
            is_exclusive,
            received,
        })
    }

    /// Returns this rank's part of a segment with the results of the first `children` children, before
    /// [`Combine::spread`].
    fn so_far(&self, children: usize, segment: usize) -> *const u8 {
        children
            .checked_sub(1)
            .map_or_else(|| self.segments.operand(segment), |last| self.received[last][segment % WINDOW].cast_const())
    }

    /// Returns the prefix of a child, after [`Combine::spread`].
    fn prefix_of(&self, child: usize, segment: usize) -> *const u8 {
        match child {
            0 if self.part.is_root => self.segments.operand(segment),
            0 if self.is_exclusive => self.own[segment % WINDOW].cast_const(),
            0 => self.segments.result(segment).cast_const(),
            _ => self.so_far(child, segment),
        }
    }
}

impl Transport for Prefixes {
    type Error = Failure;

    fn receive(&mut self, stream: usize, segment: usize) -> Result<(), Failure> {
        let message = self.segments.message(self.received[stream][segment % WINDOW], segment, self.from[stream]);
        // SAFETY: the buffer is scratch for one segment of this flow. `ScanPart::run` reuses it only after the segment
        // WINDOW before has been sent to all children, and does not use it before `wait` has reported the message.
        unsafe { self.transfer.receive(message, Done::Received { stream, segment }) }
    }

    fn send(&mut self, stream: usize, segment: usize) -> Result<(), Failure> {
        let buffer = if stream == 0 && self.part.goes_up {
            self.so_far(self.part.needed, segment)
        } else {
            self.prefix_of(stream - self.part.down_to(0), segment)
        };
        let message = self.segments.message(buffer.cast_mut(), segment, self.to[stream]);
        // SAFETY: `ScanPart::run` sends a segment when all its operands are combined, or when its prefixes are
        // computed. Nothing writes it after that until `wait` has reported the message.
        unsafe { self.transfer.send(message, Done::Sent { stream, segment }) }
    }

    fn wait(&mut self, done: &mut Vec<Done>) -> Result<(), Failure> {
        self.transfer.wait(done)
    }
}

impl Combine for Prefixes {
    fn combine(&mut self, child: usize, segment: usize) -> Result<(), Failure> {
        let (left, right) = (self.so_far(child, segment), self.received[child][segment % WINDOW]);
        // SAFETY: `ScanPart::run` combines a child's segment when it is received and the children before are combined,
        // so both sides hold the elements of the segment. `right` is scratch of this child alone.
        unsafe { self.segments.combine(left, right, segment) }
    }

    fn spread(&mut self, segment: usize) -> Result<(), Failure> {
        let (segments, operand, result) =
            (self.segments, self.segments.operand(segment), self.segments.result(segment));
        // SAFETY: this rank has the prefix and all operands of the segment, and no pending message uses them. Scratch
        // belongs to one flow, or to the operand. The program's operand is read before the result is written, which may
        // be the same buffer. `packed` is scratch for the data of a segment.
        unsafe {
            if self.part.is_root {
                return if self.is_exclusive { Ok(()) } else { segments.copy(operand, result, segment, self.packed) };
            }
            let prefix = self.received[self.part.needed][segment % WINDOW].cast_const();
            for child in 1..self.part.children {
                segments.combine(prefix, self.received[child - 1][segment % WINDOW], segment)?;
            }
            if !self.is_exclusive {
                segments.copy(operand, result, segment, self.packed)?;
                return segments.combine(prefix, result, segment);
            }
            if self.part.children > 0 {
                let own = self.own[segment % WINDOW];
                segments.copy(operand, own, segment, self.packed)?;
                segments.combine(prefix, own, segment)?;
            }
            segments.copy(prefix, result, segment, self.packed)
        }
    }
}
