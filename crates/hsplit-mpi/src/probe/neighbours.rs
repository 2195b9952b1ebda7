// SPDX-License-Identifier: MIT OR Apache-2.0
//! The behaviour of the native MPI in neighbourhood calls, tried on communicators of this rank alone.

use std::ffi::{c_int, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};

use mpi_sys::{MPI_Aint, MPI_Datatype};

use crate::clock::IS_SIMULATED;
use crate::constants::{SUCCESS, info_null, int};
use crate::functions;
use crate::members::Kind;
use crate::raw::Count;
use crate::topology::{Neighbours, Side};
use crate::{Comm, Failure, OwnedComm, alone};
use hsplit_collectives::Operation;
use hsplit_collectives::exchange::neighbours::Matching;

const EDGES: usize = Matching::EDGES;

/// The results of trials.
#[derive(Default)]
struct Found {
    /// A communicator without neighbours.
    alone: Option<OwnedComm>,
    matching: Vec<((Operation, Kind), Option<Matching>)>,
}

/// Calls on one communicator must not overlap, so a thread holds the lock until its call has returned.
static FOUND: Mutex<Found> = Mutex::new(Found { alone: None, matching: vec![] });

fn lock() -> MutexGuard<'static, Found> {
    FOUND.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Frees the communicator, before `MPI_Finalize`.
pub fn release() {
    lock().alone.take();
}

/// Determines, in `MPI_Init`, how the native MPI matches edges in these operations. Inside such a call no communicator
/// can be created: Open MPI performs the creations of a process one after the other. If the program has begun one
/// (`MPI_Comm_idup`, another thread) that waits for other ranks, it would block this one, and this rank the others.
///
/// # Errors
/// A native call fails.
pub fn settle(operations: impl IntoIterator<Item = Operation>) -> Result<(), Failure> {
    let operations: Vec<Operation> = operations.into_iter().filter(|one| one.is_neighbourly()).collect();
    // (SimGrid's MPI ends a program that makes a graph.)
    if operations.is_empty() || IS_SIMULATED {
        return Ok(());
    }
    let mut found = lock();
    without_neighbours(&mut found)?;
    for kind in Kind::ALL {
        let comm = comm_of(kind, EDGES)?;
        let answer = |&operation: &Operation| ((operation, kind), try_matching(operation, &comm));
        found.matching.extend(operations.iter().filter(|one| has_matching(one)).map(answer));
    }
    Ok(())
}

/// The arguments of a call for one side.
pub struct Arguments {
    /// The buffer.
    pub buffer: *mut c_void,
    /// The count, if there is one for all neighbours.
    pub count: Count,
    /// The datatype, if there is one for all neighbours.
    pub datatype: MPI_Datatype,
    /// True if there is an array of counts, if the call needs one.
    pub has_counts: bool,
    /// True if there is an array of displacements, if the call needs one.
    pub has_displacements: bool,
    /// True if there is an array of datatypes, if the call needs one.
    pub has_types: bool,
}

/// The arguments for one side as passed to the native call. Each array has as many elements as there may be edges.
struct Passed {
    buffer: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
    counts: *const c_int,
    places: *const c_int,
    far_places: *const MPI_Aint,
    datatypes: *const MPI_Datatype,
}

/// Arrays for all edges of a rank to itself, each of which transfers one int.
struct Arrays {
    counts: [c_int; EDGES],
    places: [c_int; EDGES],
    far_places: [MPI_Aint; EDGES],
    datatypes: [MPI_Datatype; EDGES],
}

impl Arrays {
    fn of_ints() -> Self {
        Self { counts: [1; EDGES], places: [0, 1, 2, 3], far_places: [0, 4, 8, 12], datatypes: [int(); EDGES] }
    }

    fn passed(&self, buffer: *mut c_void, count: c_int, datatype: MPI_Datatype) -> Passed {
        Passed {
            buffer,
            count,
            datatype,
            counts: self.counts.as_ptr(),
            places: self.places.as_ptr(),
            far_places: self.far_places.as_ptr(),
            datatypes: self.datatypes.as_ptr(),
        }
    }

    fn some(&self, arguments: &Arguments) -> Passed {
        let count = c_int::try_from(arguments.count.min(c_int::MAX.into())).unwrap_or(-1);
        let all = self.passed(arguments.buffer, count, arguments.datatype);
        Passed {
            counts: if arguments.has_counts { all.counts } else { std::ptr::null() },
            places: if arguments.has_displacements { all.places } else { std::ptr::null() },
            far_places: if arguments.has_displacements { all.far_places } else { std::ptr::null() },
            datatypes: if arguments.has_types { all.datatypes } else { std::ptr::null() },
            ..all
        }
    }
}

/// Makes a native call.
///
/// # Safety
/// The arrays and buffers are as the call requires on this communicator, or NULL if the call has to reject them.
unsafe fn make(operation: Operation, sent: &Passed, received: &Passed, comm: &Comm) -> c_int {
    let (from, to, comm) = (sent, received, comm.handle());
    // SAFETY: by this function's contract; the communicator is this library's own.
    unsafe {
        match operation {
            Operation::NeighborAllgather => functions::PMPI_Neighbor_allgather(
                from.buffer,
                from.count,
                from.datatype,
                to.buffer,
                to.count,
                to.datatype,
                comm,
            ),
            Operation::NeighborAllgatherv => functions::PMPI_Neighbor_allgatherv(
                from.buffer,
                from.count,
                from.datatype,
                to.buffer,
                to.counts,
                to.places,
                to.datatype,
                comm,
            ),
            Operation::NeighborAlltoallv => functions::PMPI_Neighbor_alltoallv(
                from.buffer,
                from.counts,
                from.places,
                from.datatype,
                to.buffer,
                to.counts,
                to.places,
                to.datatype,
                comm,
            ),
            Operation::NeighborAlltoallw => functions::PMPI_Neighbor_alltoallw(
                from.buffer,
                from.counts,
                from.far_places,
                from.datatypes,
                to.buffer,
                to.counts,
                to.far_places,
                to.datatypes,
                comm,
            ),
            _ => functions::PMPI_Neighbor_alltoall(
                from.buffer,
                from.count,
                from.datatype,
                to.buffer,
                to.count,
                to.datatype,
                comm,
            ),
        }
    }
}

/// Creates a communicator of this rank alone with a topology in which it has `edges` edges to itself.
fn comm_of(kind: Kind, edges: usize) -> Result<OwnedComm, Failure> {
    let own = alone::own()?;
    let to_itself = || Side { ranks: vec![0; edges], weights: None };
    let handle = match kind {
        Kind::Grid => own.grid(&[1, 1], &[1, 1])?,
        Kind::Graph => own.graph(&[edges as c_int], &vec![0; edges])?,
        Kind::DistGraph => {
            own.dist_graph_adjacent(&Neighbours { sources: to_itself(), destinations: to_itself() }, info_null())?
        }
    };
    // SAFETY: the native call has just made the communicator, and nothing else has the handle.
    let comm = unsafe { OwnedComm::take_over(handle) }?;
    comm.ok_or(Failure { call: "PMPI_Topo_test", code: mpi_sys::MPI_ERR_INTERN as c_int })?.kept()
}

/// The communicator of this rank alone in which it has no neighbour.
fn without_neighbours(found: &mut Found) -> Result<&OwnedComm, Failure> {
    let comm = match &mut found.alone {
        Some(comm) => comm,
        none => none.insert(comm_of(Kind::DistGraph, 0)?),
    };
    Ok(comm)
}

/// Returns which of several edges between two ranks are matched in an operation that has a block for each; `None` if
/// the order has no name here. Only the MPI decides that, so all ranks get the same result.
///
/// # Errors
/// A native call fails.
pub fn matching(operation: Operation, kind: Kind) -> Result<Option<Matching>, Failure> {
    let mut found = lock();
    if let Some((_, known)) = found.matching.iter().find(|(of, _)| *of == (operation, kind)) {
        return Ok(*known);
    }
    let comm = comm_of(kind, EDGES)?;
    let answer = try_matching(operation, &comm);
    found.matching.push(((operation, kind), answer));
    Ok(answer)
}

/// True if blocks differ from edge to edge.
fn has_matching(operation: &Operation) -> bool {
    matches!(operation, Operation::NeighborAlltoall | Operation::NeighborAlltoallv | Operation::NeighborAlltoallw)
}

/// Tries a call on a communicator of this rank alone with edges to itself.
fn try_matching(operation: Operation, comm: &Comm) -> Option<Matching> {
    let (sent, mut received): ([c_int; EDGES], [c_int; EDGES]) = ([0, 1, 2, 3], [-1; EDGES]);
    let arrays = Arrays::of_ints();
    let from = arrays.passed(sent.as_ptr().cast_mut().cast(), 1, int());
    let to = arrays.passed(received.as_mut_ptr().cast(), 1, int());
    // SAFETY: both buffers have an int for each of the edges, and each array an element.
    let code = unsafe { make(operation, &from, &to, comm) };
    if code == SUCCESS { Matching::of(received.map(|place| place as usize)) } else { None }
}

/// True if the native MPI accepts these arguments at a rank without neighbours.
///
/// # Errors
/// A native call fails for another reason than these arguments.
pub fn takes_no_neighbours(operation: Operation, sent: &Arguments, received: &Arguments) -> Result<bool, Failure> {
    let mut found = lock();
    let comm = without_neighbours(&mut found)?;
    let arrays = Arrays::of_ints();
    // SAFETY: the communicator has no edge, so no element of an array is read, and no data moves.
    Ok(unsafe { make(operation, &arrays.some(sent), &arrays.some(received), comm) } == SUCCESS)
}
