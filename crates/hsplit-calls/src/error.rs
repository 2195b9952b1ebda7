// SPDX-License-Identifier: MIT OR Apache-2.0
//! The errors of a call, named for the caller's error.

use std::ffi::c_int;

use hsplit_core::election::ElectionError;
use hsplit_core::shape::ShapeError;
use hsplit_core::split::{Difference, SplitError};
use hsplit_core::target::TargetError;
use hsplit_host::rebind::RebindError;
use hsplit_mpi::Failure;

/// Why a call of this library failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A pointer argument is NULL.
    #[error("{0} is NULL")]
    Null(&'static str),
    /// A buffer is `MPI_IN_PLACE`.
    #[error("{0} is MPI_IN_PLACE: pass the address of the data")]
    InPlace(&'static str),
    /// The communicator is `MPI_COMM_NULL`.
    #[error("{0} is MPI_COMM_NULL")]
    NullCommunicator(&'static str),
    /// The communicator is an intercommunicator.
    #[error("{0} is an intercommunicator, which has no hierarchy")]
    Intercommunicator(&'static str),
    /// Some ranks of the communicator lack the library.
    #[error("{0} (ranks of MPI_COMM_WORLD)")]
    Lacking(String),
    /// A listed rank is not in the communicator.
    #[error("ranks[{index}] is {rank}, but the communicator has the ranks 0 to {last}")]
    Rank {
        /// The index in the list.
        index: usize,
        /// The wrong rank.
        rank: c_int,
        /// The highest rank.
        last: u32,
    },
    /// A rank argument is not in the communicator.
    #[error("{argument} is {rank}, but the communicator has the ranks 0 to {last}")]
    NoRank {
        /// The argument's name.
        argument: &'static str,
        /// The wrong rank.
        rank: c_int,
        /// The highest rank.
        last: u32,
    },
    /// A count is negative.
    #[error("{0} is {1}, which is negative")]
    Negative(&'static str, c_int),
    /// The info object cannot be read.
    #[error("info is not a valid info object")]
    Info,
    /// A key of an info object has an invalid value.
    #[error("{key} is '{value}', which is not {values}")]
    InfoValue {
        /// The key.
        key: String,
        /// Its value.
        value: String,
        /// The values that it may have.
        values: String,
    },
    /// A target of a binding does not exist here.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// None of the pushed processing units is allowed.
    #[error("this process may use none of these processing units (it may use {0}, by the operating system's numbers)")]
    NotAllowed(String),
    /// A communicator belongs to no part of a node.
    #[error("{0} is not a part of a node: it was not split at a level inside nodes")]
    NoInstance(&'static str),
    /// More bindings are popped than were pushed.
    #[error("no binding is pushed")]
    NothingPushed,
    /// The process is not bound.
    #[error(transparent)]
    Rebind(#[from] RebindError),
    /// No source knows the processing units of the node.
    #[error("the processing units of this node are in no source")]
    UnknownNode,
    /// Not all processes that may be in a process set of the hardware are known.
    #[error("the process set is not known: {0}")]
    UnknownSet(String),
    /// The info object names two resources, of which only one is allowed.
    #[error("info has both mpi_hw_resource_type and mpi_pset_name, of which only one may be used at a time")]
    TwoResources,
    /// A handle of the library is invalid, or its object was freed.
    #[error("{0} is not a handle, or that of an object that was freed")]
    Handle(&'static str),
    /// The maximum number of objects exists.
    #[error("there are too many objects of this kind")]
    TooMany,
    /// The ranks of a node have no memory in common.
    #[error("this rank cannot share memory with the others of its node: {0}")]
    Unshared(String),
    /// Ranks of a node see different machines.
    #[error(
        "ranks {0} and {1} are on one node and see different machines: HWLOC_XMLFILE or another variable of hwloc \
         differs"
    )]
    ViewsDiffer(u32, u32),
    /// Another rank cannot take part in a placement.
    #[error("another rank of the communicator cannot take part; its own error gives the reason")]
    PlacementElsewhere,
    /// The text of a shape is invalid.
    #[error("shape: {0}")]
    Shape(#[from] ShapeError),
    /// A shape does not fit a node.
    #[error("shape: {0}")]
    Election(#[from] ElectionError),
    /// A phase is begun in a phase.
    #[error("this rank is in a phase that it has not ended")]
    InPhase,
    /// A phase is ended outside a phase.
    #[error("this rank is in no phase")]
    NotInPhase,
    /// A rank of the node begins another phase.
    #[error("rank {0} of the communicator begins a phase of another shape, or with other keys, than ranks of its node")]
    PhasesDiffer(u32),
    /// Ranks request the workers of different shapes, or some of them free the placement.
    #[error(
        "the ranks disagree: rank {other} makes another call, or names another shape or other keys, than rank {first}"
    )]
    ShapesDiffer {
        /// The lowest rank.
        first: u32,
        /// The lowest rank that differs from it.
        other: u32,
    },
    /// A placement is freed in a phase.
    #[error("a rank of the communicator is in a phase that it has not ended")]
    PhaseOpen,
    /// An awaited process has ended.
    #[error("rank {0} of the communicator has ended, or called MPI_Finalize, and is waited for")]
    Dead(u32),
    /// Another rank passed an invalid argument.
    #[error("rank {rank} of the communicator passed a wrong argument")]
    OtherRank {
        /// The lowest such rank.
        rank: u32,
        /// Its error class.
        class: c_int,
    },
    /// Ranks make different calls or pass different split types.
    #[error(
        "the ranks disagree: rank {other} makes another call than rank {first}, or passes another split type, max, or \
         a rootscomms that is NULL on one of them only"
    )]
    CallsDiffer {
        /// The lowest rank that takes part.
        first: u32,
        /// The lowest rank that differs from it.
        other: u32,
    },
    /// Ranks make different calls that reorder ranks or migrate data.
    #[error("the ranks disagree: rank {other} makes another call than rank {first}, or passes another {what}")]
    ArgumentsDiffer {
        /// The lowest rank.
        first: u32,
        /// The lowest rank that differs from it.
        other: u32,
        /// The argument that must be equal.
        what: &'static str,
    },
    /// The size of a window is negative.
    #[error("size is {0}, which is negative")]
    WindowSize(String),
    /// The unit of a window's displacements is not positive.
    #[error("disp_unit is {0}, which is not positive")]
    WindowUnit(c_int),
    /// A weight is invalid.
    #[error("{argument}[{index}] is {value}, which is not a weight: weights are 0 or more, and finite")]
    Weight {
        /// The argument's name.
        argument: &'static str,
        /// The index in the list.
        index: usize,
        /// The wrong weight.
        value: f64,
    },
    /// A listed rank is not in the communicator.
    #[error("{argument}[{index}] is {rank}, but the communicator has the ranks 0 to {last}")]
    Peer {
        /// The argument's name.
        argument: &'static str,
        /// The index in the list.
        index: usize,
        /// The wrong rank.
        rank: c_int,
        /// The highest rank.
        last: u32,
    },
    /// A topology has more roles than there are ranks.
    #[error("the topology has {roles} roles, but the communicator has {ranks} ranks")]
    TooManyRoles {
        /// Its roles.
        roles: u64,
        /// The ranks.
        ranks: u32,
    },
    /// A dimension has an invalid length.
    #[error("dims[{index}] is {length}, which is not a length")]
    Dimension {
        /// Its index.
        index: usize,
        /// Its length.
        length: c_int,
    },
    /// The given lengths of a grid do not fit the ranks.
    #[error("dims have the product {points}, which does not fit {ranks} ranks")]
    Dimensions {
        /// The product of the given lengths.
        points: u64,
        /// The ranks.
        ranks: u32,
    },
    /// The datatype is null.
    #[error("{0} is MPI_DATATYPE_NULL")]
    NullDatatype(&'static str),
    /// A communicator is not a reordered one.
    #[error("newcomm has not the processes of comm")]
    NotReordered,
    /// The argument `what` is invalid.
    #[error(
        "what is {0}, which is not HSPLIT_MONITOR_BYTES or HSPLIT_MONITOR_MESSAGES, with or without \
         HSPLIT_MONITOR_P2P, HSPLIT_MONITOR_COLLECTIVES and HSPLIT_MONITOR_RMA, or with HSPLIT_MONITOR_INTERNAL alone"
    )]
    What(c_int),
    /// A session cannot count, because this library intercepts nothing.
    #[error("this libhsplit was built without monitoring (MONITOR=no)")]
    Unmonitored,
    /// A session is suspended that does not count.
    #[error("the session is suspended already")]
    Suspended,
    /// A session is continued that counts.
    #[error("the session is not suspended")]
    NotSuspended,
    /// An array is shorter than the number of ranks.
    #[error("n is {n}, but the communicator has {ranks} ranks")]
    TooFew {
        /// The length of the array.
        n: c_int,
        /// The ranks.
        ranks: u32,
    },
    /// The communicator of an object has been freed.
    #[error("the communicator of {0} was freed")]
    CommunicatorFreed(&'static str),
    /// A file name is invalid.
    #[error("file {0}")]
    File(&'static str),
    /// Files cannot be written.
    #[error("{0}")]
    Unwritten(String),
    /// Rank 0 cannot write files.
    #[error("rank 0 of the communicator has not written the files; its own error gives the reason")]
    UnwrittenElsewhere,
    /// Ranks name different levels.
    #[error("the ranks disagree: rank {other} asks for another level than rank {first}")]
    LevelsDiffer {
        /// The lowest rank that takes part.
        first: u32,
        /// The lowest rank that differs from it.
        other: u32,
    },
    /// Ranks pass different criteria for an unguided split.
    #[error(
        "the ranks disagree: rank {other} passes another hsplit_criterion, hsplit_parts, hsplit_at_most or \
         hsplit_at_least in info than rank {first}"
    )]
    CriteriaDiffer {
        /// The lowest rank that takes part.
        first: u32,
        /// The lowest rank that differs from it.
        other: u32,
    },
    /// Ranks run different versions of this library.
    #[error("rank {0} of the communicator runs another version of libhsplit")]
    Version(u32),
    /// A native call failed on another rank, and this rank has freed its result.
    #[error("a native call failed on another rank of the communicator")]
    FailedElsewhere,
    /// A native call failed and has called its error handler.
    #[error(transparent)]
    Native(#[from] Failure),
    /// A native call failed on one of the library's own communicators, whose error handler returns codes.
    #[error("{0} on the way through the hierarchy")]
    Inner(Failure),
    /// The call is made before the initialisation of MPI or after its end.
    #[error("called before MPI_Init or after MPI_Finalize")]
    NotUsable,
    /// This library was built for another MPI.
    #[error("this libhsplit was built for another MPI than the program's")]
    WrongMpi,
    /// An internal error of this library.
    #[error("internal error in libhsplit: {0}")]
    Internal(String),
}

impl Error {
    /// The error of a failed call on the program's info object. A native call has called its error handler itself.
    pub(crate) fn of_info(failure: Failure) -> Self {
        if hsplit_mpi::info::is_unreported(&failure) { Self::Info } else { Self::Native(failure) }
    }

    /// The standard's error class.
    pub fn class(&self) -> c_int {
        let class = match self {
            Self::Null(_) | Self::InPlace(_) | Self::Negative(..) | Self::CallsDiffer { .. } => mpi_sys::MPI_ERR_ARG,
            Self::WindowSize(_) => mpi_sys::MPI_ERR_SIZE,
            Self::WindowUnit(_) => mpi_sys::MPI_ERR_DISP,
            Self::ArgumentsDiffer { .. } | Self::Weight { .. } | Self::TooManyRoles { .. } => mpi_sys::MPI_ERR_ARG,
            Self::Dimension { .. } | Self::Dimensions { .. } => mpi_sys::MPI_ERR_DIMS,
            Self::What(_) | Self::Suspended | Self::NotSuspended | Self::TooFew { .. } | Self::File(_) => {
                mpi_sys::MPI_ERR_ARG
            }
            Self::Lacking(_) | Self::Unwritten(_) | Self::UnwrittenElsewhere | Self::Unmonitored => {
                mpi_sys::MPI_ERR_OTHER
            }
            Self::UnknownSet(_) => mpi_sys::MPI_ERR_OTHER,
            Self::CommunicatorFreed(_) => mpi_sys::MPI_ERR_COMM,
            Self::NullDatatype(_) => mpi_sys::MPI_ERR_TYPE,
            Self::Target(_) | Self::NotAllowed(_) | Self::Handle(_) | Self::CriteriaDiffer { .. } => {
                mpi_sys::MPI_ERR_ARG
            }
            Self::NotInPhase | Self::InPhase | Self::PhasesDiffer(_) | Self::ShapesDiffer { .. } => {
                mpi_sys::MPI_ERR_ARG
            }
            Self::Shape(..) | Self::Election(_) => mpi_sys::MPI_ERR_ARG,
            Self::TooMany | Self::Unshared(_) | Self::ViewsDiffer(..) | Self::PlacementElsewhere => {
                mpi_sys::MPI_ERR_OTHER
            }
            Self::Dead(_) | Self::PhaseOpen => mpi_sys::MPI_ERR_OTHER,
            Self::NullCommunicator(_) | Self::Intercommunicator(_) | Self::NoInstance(_) | Self::NotReordered => {
                mpi_sys::MPI_ERR_COMM
            }
            Self::Rank { .. } | Self::NoRank { .. } | Self::Peer { .. } => mpi_sys::MPI_ERR_RANK,
            Self::Info | Self::InfoValue { .. } | Self::TwoResources | Self::LevelsDiffer { .. } => {
                mpi_sys::MPI_ERR_INFO
            }
            Self::Version(_) | Self::FailedElsewhere | Self::NotUsable | Self::WrongMpi => mpi_sys::MPI_ERR_OTHER,
            Self::NothingPushed | Self::Rebind(_) | Self::UnknownNode => mpi_sys::MPI_ERR_OTHER,
            Self::Internal(_) => mpi_sys::MPI_ERR_INTERN,
            Self::OtherRank { class, .. } => return *class,
            Self::Native(failure) | Self::Inner(failure) => return hsplit_mpi::error_handler::class_of(failure.code),
        };
        class as c_int
    }
}

impl From<SplitError<Failure>> for Error {
    fn from(error: SplitError<Failure>) -> Self {
        match error {
            SplitError::Fault { rank, class } => Self::OtherRank { rank, class },
            SplitError::Disagree { first, other, what } => match what {
                Difference::Call => Self::CallsDiffer { first, other },
                Difference::Level => Self::LevelsDiffer { first, other },
                Difference::Criteria => Self::CriteriaDiffer { first, other },
            },
            SplitError::Version(rank) => Self::Version(rank),
            SplitError::Communication(failure) => Self::Native(failure),
            SplitError::Elsewhere => Self::FailedElsewhere,
        }
    }
}
