// SPDX-License-Identifier: MIT OR Apache-2.0
//! Communicators with a topology of the native MPI, and the lists of their edges.

use std::ffi::c_int;

use mpi_sys::{MPI_Comm, MPI_Info};

use super::constants::{comm_null, int, status_ignore, unweighted, weights_empty};
use super::{Comm, Failure, checked, functions};

/// The weights of edges, as a program passes them.
#[derive(Clone, Copy, Debug)]
pub struct Weights(*const c_int);

impl Weights {
    /// Wraps the argument of a program.
    pub fn new(weights: *const c_int) -> Self {
        Self(weights)
    }

    /// Weights of some edges; `None`: no weights.
    pub fn of(weights: Option<&[c_int]>) -> Self {
        Self(match weights {
            None => unweighted(),
            Some([]) => weights_empty(),
            Some(weights) => weights.as_ptr(),
        })
    }

    /// True if it is `MPI_UNWEIGHTED`.
    pub fn is_unweighted(self) -> bool {
        std::ptr::eq(self.0, unweighted())
    }

    /// Returns the address of the weights, if there are any: not `MPI_WEIGHTS_EMPTY`, and not NULL.
    pub fn address(self) -> Option<*const c_int> {
        let is_none = self.is_unweighted() || std::ptr::eq(self.0, weights_empty()) || self.0.is_null();
        (!is_none).then_some(self.0)
    }
}

/// The edges that one process passes to `MPI_Dist_graph_create`.
#[derive(Clone, Copy, Debug)]
pub struct Edges {
    /// Number of sources.
    pub n: c_int,
    /// The sources.
    pub sources: *const c_int,
    /// The number of edges of each.
    pub degrees: *const c_int,
    /// Their destinations.
    pub destinations: *const c_int,
    /// Their weights.
    pub weights: Weights,
}

impl Comm {
    /// Creates a communicator with these edges, without reordering. Collective.
    ///
    /// # Errors
    /// A native call fails.
    ///
    /// # Safety
    /// The arrays are valid by the standard, and so is the info object.
    pub unsafe fn dist_graph(&self, edges: &Edges, info: MPI_Info) -> Result<MPI_Comm, Failure> {
        let mut new = comm_null();
        let Edges { n, sources, degrees, destinations, weights } = *edges;
        // SAFETY: the handle is valid by the invariant of `Comm`, the rest by this function's contract; `new` is a
        // local.
        let code = unsafe {
            let comm = self.handle();
            functions::PMPI_Dist_graph_create(comm, n, sources, degrees, destinations, weights.0, info, 0, &raw mut new)
        };
        checked("PMPI_Dist_graph_create", code).map(|()| new)
    }

    /// Creates a communicator in which this process has these neighbours, without reordering. Collective.
    ///
    /// # Errors
    /// A native call fails.
    pub fn dist_graph_adjacent(&self, lists: &Neighbours, info: MPI_Info) -> Result<MPI_Comm, Failure> {
        let mut new = comm_null();
        let (sources, destinations) = (&lists.sources, &lists.destinations);
        // SAFETY: the handle is valid by the invariant of `Comm`. The lists are vectors of as many ints as is stated,
        // with as many weights. The native MPI checks the info object; `new` is a local.
        let code = unsafe {
            functions::PMPI_Dist_graph_create_adjacent(
                self.handle(),
                sources.ranks.len() as c_int,
                sources.ranks.as_ptr(),
                Weights::of(sources.weights.as_deref()).0,
                destinations.ranks.len() as c_int,
                destinations.ranks.as_ptr(),
                Weights::of(destinations.weights.as_deref()).0,
                info,
                0,
                &raw mut new,
            )
        };
        checked("PMPI_Dist_graph_create_adjacent", code).map(|()| new)
    }

    /// Creates a communicator with the graph, which all processes pass, without reordering. Collective.
    ///
    /// # Errors
    /// A native call fails.
    pub fn graph(&self, index: &[c_int], edges: &[c_int]) -> Result<MPI_Comm, Failure> {
        let mut new = comm_null();
        // SAFETY: the handle is valid by the invariant of `Comm`. `index` has a number for each node, the last of which
        // is the number of edges, as `calls::reorder` has checked. `new` is a local.
        let code = unsafe {
            let (comm, nodes) = (self.handle(), index.len() as c_int);
            functions::PMPI_Graph_create(comm, nodes, index.as_ptr(), edges.as_ptr(), 0, &raw mut new)
        };
        checked("PMPI_Graph_create", code).map(|()| new)
    }

    /// Creates a communicator with a grid, without reordering. Collective.
    ///
    /// # Errors
    /// A native call fails.
    pub fn grid(&self, dims: &[c_int], periods: &[c_int]) -> Result<MPI_Comm, Failure> {
        let mut new = comm_null();
        // SAFETY: the handle is valid by the invariant of `Comm`. Both slices have a number for each dimension: callers
        // make them from the arrays of one call. `new` is a local.
        let code = unsafe {
            let (comm, ndims) = (self.handle(), dims.len() as c_int);
            functions::PMPI_Cart_create(comm, ndims, dims.as_ptr(), periods.as_ptr(), 0, &raw mut new)
        };
        checked("PMPI_Cart_create", code).map(|()| new)
    }

    /// Sends numbers to one rank and receives `wanted` numbers from another. The communicator has no other pending
    /// message.
    fn trade(&self, mine: &[c_int], to: u32, wanted: usize, from: u32) -> Result<Vec<c_int>, Failure> {
        const TAG: c_int = 0;
        let mut theirs: Vec<c_int> = vec![0; wanted.max(1)];
        // SAFETY: the handle is valid by the invariant of `Comm`, and the ranks are in it. `mine` has as many ints as
        // are sent, and `theirs` the capacity for those that are received.
        let code = unsafe {
            functions::PMPI_Sendrecv(
                mine.as_ptr().cast(),
                mine.len() as c_int,
                int(),
                to as c_int,
                TAG,
                theirs.as_mut_ptr().cast(),
                wanted as c_int,
                int(),
                from as c_int,
                TAG,
                self.handle(),
                status_ignore(),
            )
        };
        theirs.truncate(wanted);
        checked("PMPI_Sendrecv", code).map(|()| theirs)
    }
}

/// The ranks on one side of a process, and the weights of the edges to them, if there are any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// The ranks.
    pub ranks: Vec<c_int>,
    /// One weight for each rank.
    pub weights: Option<Vec<c_int>>,
}

/// The neighbours of a process, in the order of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Neighbours {
    /// The ranks that it receives from.
    pub sources: Side,
    /// The ranks that it sends to.
    pub destinations: Side,
}

impl Neighbours {
    /// Sends these lists to one rank and receives those of another. All ranks agree on whether edges have weights, and
    /// the communicator has no other pending message.
    ///
    /// # Errors
    /// A native call fails.
    pub fn trade(&self, comm: &Comm, to: u32, from: u32) -> Result<Self, Failure> {
        let sides = [&self.sources, &self.destinations];
        let lengths = sides.map(|side| side.ranks.len() as c_int);
        let numbers: Vec<c_int> =
            sides.iter().flat_map(|side| side.ranks.iter().chain(side.weights.iter().flatten())).copied().collect();
        let lengths = comm.trade(&lengths, to, 2, from)?;
        let rows = |side: &Side| if side.weights.is_some() { 2 } else { 1 };
        let wanted = sides.iter().zip(&lengths).map(|(side, &length)| length as usize * rows(side)).sum();
        let mut numbers = comm.trade(&numbers, to, wanted, from)?.into_iter();
        let mut take = |count: c_int| numbers.by_ref().take(count as usize).collect::<Vec<_>>();
        let mut side = |own: &Side, length: c_int| Side {
            ranks: take(length),
            weights: own.weights.as_ref().map(|_| take(length)),
        };
        Ok(Self { sources: side(&self.sources, lengths[0]), destinations: side(&self.destinations, lengths[1]) })
    }
}
