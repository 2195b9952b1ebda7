// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Neighbor_allgather`, `_allgatherv`, `_alltoall`, `_alltoallv` and `_alltoallw`: every rank has a block for each
//! of its neighbours in the topology of the communicator, or one for all of them.

use mpi_sys::MPI_Comm;

use super::blocks::{Blocks, Types};
use super::buffer::Buffer;
use super::unequal::{self, ByPlace, Lists};
use super::{Call, CallPath, Common, Data, DecidingArguments, Hierarchy, Member};
use crate::neighbours;
use hsplit_collectives::Operation;
use hsplit_mpi::Failure;
use hsplit_mpi::constants::datatype_null;
use hsplit_mpi::datatype::bytes_passed;
use hsplit_mpi::native::{BUILT_FOR, Family};
use hsplit_mpi::probe::neighbours::{Arguments, takes_no_neighbours};

/// The data for, or from, the neighbours of a rank, as a program describes it.
#[derive(Clone, Copy)]
pub enum Share {
    /// One block for all neighbours.
    One(Data),
    /// A block for each, all of one length; the count is that of one block.
    Equal(Data),
    /// A block for each.
    Unequal(Blocks),
}

/// One of the calls, by the place of its operation in [`Operation::ALL`].
pub struct Neighbor<const OPERATION: usize> {
    /// The data that this rank sends.
    pub sent: Share,
    /// The data that it receives.
    pub received: Share,
    /// The communicator, which has a topology.
    pub comm: MPI_Comm,
}

/// `MPI_Neighbor_allgather`.
pub type NeighborAllgather = Neighbor<{ Operation::NeighborAllgather as usize }>;
/// `MPI_Neighbor_allgatherv`.
pub type NeighborAllgatherv = Neighbor<{ Operation::NeighborAllgatherv as usize }>;
/// `MPI_Neighbor_alltoall`.
pub type NeighborAlltoall = Neighbor<{ Operation::NeighborAlltoall as usize }>;
/// `MPI_Neighbor_alltoallv`.
pub type NeighborAlltoallv = Neighbor<{ Operation::NeighborAlltoallv as usize }>;
/// `MPI_Neighbor_alltoallw`.
pub type NeighborAlltoallw = Neighbor<{ Operation::NeighborAlltoallw as usize }>;

/// The result of a check of one side's arguments without the native call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Taken,
    Refused,
    /// An MPI may check them or not if there is no neighbour, or no data.
    Unknown,
}

impl Share {
    fn buffer(&self) -> *mut std::ffi::c_void {
        match self {
            Self::One(data) | Self::Equal(data) => data.buffer,
            Self::Unequal(blocks) => blocks.buffer,
        }
    }

    /// Returns the native MPI's verdict on the call with these neighbours.
    fn is_taken(&self, neighbours: &[Option<u32>]) -> Result<Verdict, Failure> {
        // The standard forbids MPI_IN_PLACE here.
        let is_in_place = match self {
            Self::One(data) | Self::Equal(data) => data.is_in_place(),
            Self::Unequal(blocks) => blocks.is_in_place(),
        };
        if is_in_place {
            return Ok(Verdict::Refused);
        }
        let share = self.as_it_is_read(neighbours);
        let is_taken = match share {
            _ if neighbours.is_empty() => return Ok(Verdict::Unknown),
            Self::One(data) | Self::Equal(data) if data.count == 0 && data.datatype.0 == datatype_null().0 => {
                return Ok(Verdict::Unknown);
            }
            Self::One(data) | Self::Equal(data) => data.bytes()?.is_some(),
            Self::Unequal(blocks) => blocks.is_taken(neighbours.len() as u32)?,
        };
        Ok(if is_taken { Verdict::Taken } else { Verdict::Refused })
    }

    /// Replaces a buffer that no message uses, because Open MPI does not check it.
    fn as_it_is_read(self, neighbours: &[Option<u32>]) -> Self {
        static NOTHING: u8 = 0;
        if BUILT_FOR != Family::OpenMpi || neighbours.iter().any(Option::is_some) {
            return self;
        }
        let buffer = (&raw const NOTHING).cast_mut().cast();
        match self {
            Self::One(data) => Self::One(Data { buffer, ..data }),
            Self::Equal(data) => Self::Equal(Data { buffer, ..data }),
            Self::Unequal(blocks) => Self::Unequal(Blocks { buffer, ..blocks }),
        }
    }

    /// Returns the arguments for a call without neighbours.
    fn arguments(&self) -> Arguments {
        match self {
            Self::One(data) | Self::Equal(data) => Arguments {
                buffer: data.buffer,
                count: data.count,
                datatype: data.datatype,
                has_counts: true,
                has_displacements: true,
                has_types: true,
            },
            Self::Unequal(blocks) => Arguments {
                buffer: blocks.buffer,
                count: 0,
                datatype: match blocks.types {
                    Types::One(datatype) => datatype,
                    Types::Each(_) => datatype_null(),
                },
                has_counts: !blocks.counts.is_null(),
                has_displacements: !blocks.displacements.is_null(),
                has_types: matches!(blocks.types, Types::Each(types) if !types.is_null()),
            },
        }
    }

    /// Returns the blocks, by the places of neighbours. `MPI_PROC_NULL` has an empty block.
    fn list(&self, neighbours: &[Option<u32>]) -> Result<ByPlace<Buffer>, Failure> {
        let mut list = match self {
            // Without a receiver there may be no buffer.
            Self::One(_) if neighbours.iter().all(Option::is_none) => return Ok(ByPlace::One(0, Buffer::nothing())),
            Self::One(data) => return Ok(ByPlace::One(0, whole(*data)?)),
            _ if neighbours.is_empty() => vec![],
            Self::Equal(data) => {
                let first = whole(*data)?;
                (0..neighbours.len() as u32).map(|place| first.behind(place)).collect()
            }
            Self::Unequal(blocks) => blocks.list(neighbours.len() as u32)?,
        };
        for (block, _) in list.iter_mut().zip(neighbours).filter(|(_, rank)| rank.is_none()) {
            *block = Buffer::nothing();
        }
        Ok(ByPlace::All(list))
    }

    /// Returns the bytes for, or from, a place.
    fn bytes(&self, place: usize) -> u64 {
        let block = match self {
            Self::One(data) | Self::Equal(data) => *data,
            Self::Unequal(blocks) => blocks.block(place as u32),
        };
        if block.count == 0 { 0 } else { bytes_passed(block.count, block.datatype) }
    }
}

/// Creates a buffer; without data, the buffer may be missing.
fn whole(data: Data) -> Result<Buffer, Failure> {
    if data.count == 0 { Ok(Buffer::nothing()) } else { Buffer::of(data) }
}

impl<const OPERATION: usize> Call for Neighbor<OPERATION> {
    const OPERATION: Operation = Operation::ALL[OPERATION];
    type Buffers = Lists;

    fn comm(&self) -> MPI_Comm {
        self.comm
    }

    #[inline]
    fn deciding_arguments(&self) -> Option<DecidingArguments> {
        Some(DecidingArguments::of(self.comm))
    }

    fn common(&self, _: Member) -> Result<Option<Common>, Failure> {
        let Some(adjacency) = neighbours::of(self.comm)? else { return Ok(None) };
        let verdicts = [self.sent.is_taken(&adjacency.destinations)?, self.received.is_taken(&adjacency.sources)?];
        // Open MPI rejects blocks whose lengths differ between both sides.
        let is_odd = || Self::OPERATION == Operation::NeighborAlltoall && self.sent.bytes(0) != self.received.bytes(0);
        let is_taken = if verdicts.contains(&Verdict::Refused) {
            false
        } else if verdicts.contains(&Verdict::Unknown) || is_odd() {
            takes_no_neighbours(Self::OPERATION, &self.sent.arguments(), &self.received.arguments())?
        } else {
            true
        };
        Ok(is_taken.then_some(Common::moving(0, None)))
    }

    fn volume(&self, _: Common, _: Member) -> u64 {
        let Ok(Some(adjacency)) = neighbours::of(self.comm) else { return 0 };
        let places = adjacency.destinations.iter().enumerate().filter(|(_, rank)| rank.is_some());
        places.map(|(place, _)| self.sent.bytes(place)).fold(0, u64::saturating_add)
    }

    fn buffers(&self, _: Member) -> Result<Lists, Failure> {
        let adjacency = neighbours::of(self.comm)?;
        let [sent, received] = match &adjacency {
            Some(adjacency) => [self.sent.list(&adjacency.destinations)?, self.received.list(&adjacency.sources)?],
            None => [ByPlace::All(vec![]), ByPlace::All(vec![])],
        };
        let is_one_buffer = self.sent.buffer() == self.received.buffer();
        Ok(Lists { sent, received, in_place: false, is_one_buffer })
    }

    unsafe fn run(&self, on: &Hierarchy, path: &CallPath, lists: &Lists) -> Result<(), Failure> {
        let Some(routes) = on.between_neighbours(path.comm, Self::OPERATION)? else { return Ok(()) };
        // SAFETY: the buffers are the program's, by the contract of `Call::run`, with a block for and from every
        // neighbour. The exchange has parcels only for these.
        unsafe { unequal::carry(on, lists, &routes) }
    }
}
