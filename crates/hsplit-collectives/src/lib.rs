// SPDX-License-Identifier: MIT OR Apache-2.0
//! Collectives along the hierarchy, without MPI: the messages between ranks, their order, and their segments.
//!
//! The levels of a communicator ([`levels`]) give a tree of its ranks for any root ([`tree`]); the tree gives each rank
//! the flows that it receives and sends ([`streams`]); two engines transfer flows segment by segment, so that the links
//! of all levels work at the same time: one forwards data ([`forward`]), the other reduces operands on the way
//! ([`reduce`]). [`choice`] decides whether a call uses them. If every rank has different data for every rank, there is
//! no tree: [`exchange`].
//!
//! The crate is independent of MPI: the engines use a [`transport::Transport`], which is MPI messages in a job and
//! mailboxes in the tests.
#![forbid(unsafe_code)]

pub mod adaptive;
pub mod autotune;
mod binomial;
pub mod choice;
pub mod exchange;
pub mod forward;
pub mod gain;
pub mod levels;
pub mod model;
pub mod nodes;
pub mod reduce;
pub mod reduce_scatter;
pub mod rounds;
pub mod scan;
pub mod schedule;
pub mod short;
mod staged;
pub mod streams;
pub(crate) mod timing;
pub mod transport;
pub mod tree;
pub mod tuning;

/// The collective operations that can be performed along the hierarchy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operation {
    /// `MPI_Bcast`.
    Bcast,
    /// `MPI_Reduce`.
    Reduce,
    /// `MPI_Allreduce`.
    Allreduce,
    /// `MPI_Barrier`.
    Barrier,
    /// `MPI_Gather`.
    Gather,
    /// `MPI_Scatter`.
    Scatter,
    /// `MPI_Allgather`.
    Allgather,
    /// `MPI_Alltoall`.
    Alltoall,
    /// `MPI_Alltoallv`.
    Alltoallv,
    /// `MPI_Alltoallw`.
    Alltoallw,
    /// `MPI_Allgatherv`.
    Allgatherv,
    /// `MPI_Reduce_scatter`.
    ReduceScatter,
    /// `MPI_Reduce_scatter_block`.
    ReduceScatterBlock,
    /// `MPI_Scan`.
    Scan,
    /// `MPI_Exscan`.
    Exscan,
    /// `MPI_Neighbor_allgather`.
    NeighborAllgather,
    /// `MPI_Neighbor_allgatherv`.
    NeighborAllgatherv,
    /// `MPI_Neighbor_alltoall`.
    NeighborAlltoall,
    /// `MPI_Neighbor_alltoallv`.
    NeighborAlltoallv,
    /// `MPI_Neighbor_alltoallw`.
    NeighborAlltoallw,
}

impl Operation {
    /// All operations.
    pub const ALL: [Self; 20] = [
        Self::Bcast,
        Self::Reduce,
        Self::Allreduce,
        Self::Barrier,
        Self::Gather,
        Self::Scatter,
        Self::Allgather,
        Self::Alltoall,
        Self::Alltoallv,
        Self::Alltoallw,
        Self::Allgatherv,
        Self::ReduceScatter,
        Self::ReduceScatterBlock,
        Self::Scan,
        Self::Exscan,
        Self::NeighborAllgather,
        Self::NeighborAllgatherv,
        Self::NeighborAlltoall,
        Self::NeighborAlltoallv,
        Self::NeighborAlltoallw,
    ];

    /// Returns the operations for which the [model](model) has formulas.
    pub fn modelled() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|operation| operation.is_modelled())
    }

    /// True if the [model](model) has formulas for it.
    pub fn is_modelled(self) -> bool {
        use Operation::{Allgather, Allreduce, Barrier, Bcast, Gather, Reduce, Scatter};
        matches!(self, Bcast | Reduce | Allreduce | Barrier | Gather | Scatter | Allgather)
    }

    /// True if it combines data with a reduction operation.
    pub fn combines(self) -> bool {
        use Operation::{Allreduce, Exscan, Reduce, ReduceScatter, ReduceScatterBlock, Scan};
        matches!(self, Reduce | Allreduce | ReduceScatter | ReduceScatterBlock | Scan | Exscan)
    }

    /// True if its blocks are transferred along the edges of the communicator's topology.
    pub fn is_neighbourly(self) -> bool {
        use Operation::{
            NeighborAllgather, NeighborAllgatherv, NeighborAlltoall, NeighborAlltoallv, NeighborAlltoallw,
        };
        matches!(
            self,
            NeighborAllgather | NeighborAllgatherv | NeighborAlltoall | NeighborAlltoallv | NeighborAlltoallw
        )
    }

    /// True if it has data for each rank or from each, so that its bytes are those of one share.
    pub fn has_shares(self) -> bool {
        use Operation::{Allgather, Alltoall, Alltoallv, Alltoallw, Gather, Scatter};
        matches!(self, Gather | Scatter | Allgather | Alltoall | Alltoallv | Alltoallw)
    }

    /// True if all ranks of a call know its amount of data. (Otherwise the amount decides nothing.)
    pub fn has_size(self) -> bool {
        !self.is_neighbourly() && !matches!(self, Self::Alltoallv | Self::Alltoallw)
    }

    /// True if its data is transferred along one tree of all ranks.
    pub fn has_tree(self) -> bool {
        use Operation::{Alltoall, Alltoallv, Alltoallw, ReduceScatter, ReduceScatterBlock};
        !self.is_neighbourly() && !matches!(self, Alltoall | Alltoallv | Alltoallw | ReduceScatter | ReduceScatterBlock)
    }

    /// Returns the operation with this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|operation| operation.name() == name)
    }

    /// Returns its name in `HSPLIT_COLLECTIVES`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bcast => "bcast",
            Self::Reduce => "reduce",
            Self::Allreduce => "allreduce",
            Self::Barrier => "barrier",
            Self::Gather => "gather",
            Self::Scatter => "scatter",
            Self::Allgather => "allgather",
            Self::Alltoall => "alltoall",
            Self::Alltoallv => "alltoallv",
            Self::Alltoallw => "alltoallw",
            Self::Allgatherv => "allgatherv",
            Self::ReduceScatter => "reduce_scatter",
            Self::ReduceScatterBlock => "reduce_scatter_block",
            Self::Scan => "scan",
            Self::Exscan => "exscan",
            Self::NeighborAllgather => "neighbor_allgather",
            Self::NeighborAllgatherv => "neighbor_allgatherv",
            Self::NeighborAlltoall => "neighbor_alltoall",
            Self::NeighborAlltoallv => "neighbor_alltoallv",
            Self::NeighborAlltoallw => "neighbor_alltoallw",
        }
    }
}
