// SPDX-License-Identifier: MIT OR Apache-2.0
//! The communicators of workers, one for each shape for which one was requested.

use std::ffi::c_int;

use mpi_sys::MPI_Comm;

use super::plan::Plan;
use crate::error::Error;
use hsplit_core::communicator::Communicator;
use hsplit_core::hash::hash_parts;
use hsplit_memory::phase_memory::PhaseMemory;
use hsplit_mpi::constants::{SUCCESS, comm_null};
use hsplit_mpi::{Comm, OwnedComm};

/// Length of the record that a rank sends about the requested communicator, in bytes.
const RECORD: usize = 13;

/// The created communicators. They are freed with the placement.
#[derive(Default)]
pub struct Workers {
    /// By the hash of the plan; `None` at parked ranks.
    made: Vec<(u64, Option<OwnedComm>)>,
}

impl Workers {
    /// True if the communicator of a plan's workers has been created.
    pub fn knows(&self, plan: &Plan) -> bool {
        self.made.iter().any(|(known, _)| *known == plan.hash)
    }

    /// Returns the communicator of a plan's workers; `MPI_COMM_NULL` at parked ranks. Collective over `all` the first
    /// time. The others get the class of this rank's error: `Err` if there is no plan, `fault` for other errors.
    pub fn comm(
        &mut self,
        all: &Comm,
        memory: &PhaseMemory,
        handler: Option<MPI_Comm>,
        plan: Result<&Plan, c_int>,
        fault: Option<c_int>,
    ) -> Result<MPI_Comm, Error> {
        let hash = plan.map_or(0, |plan| plan.hash);
        let known = self.made.iter().find(|(known, _)| plan.is_ok() && *known == hash);
        if let Some((_, comm)) = known {
            return Ok(handle_of(comm.as_ref()));
        }
        let works = plan.is_ok_and(|plan| plan.own.is_some());
        let own_error = plan.err().or(fault);
        let workers = exchange(all, memory, &encode(hash, works, own_error), hash, own_error.is_none())?;
        let comm = if works { Some(all.create_group(&workers).map_err(Error::Inner)?) } else { None };
        if let (Some(comm), Some(handler)) = (&comm, handler) {
            comm.take_error_handler_of(handler).map_err(Error::Inner)?;
        }
        let handle = handle_of(comm.as_ref());
        self.made.push((hash, comm));
        Ok(handle)
    }
}

/// Checks that no rank is in a phase, when all free their placement. The exchange is that of [`Workers::comm`], so that
/// a rank that frees and one that requests a communicator detect each other.
///
/// # Errors
/// A rank is in a phase, or makes the other call.
pub fn may_free(all: &Comm, memory: &PhaseMemory, is_open: bool) -> Result<(), Error> {
    let hash = hash_parts(&[b"HSPLIT_Placement_free"]);
    let open = exchange(all, memory, &encode(hash, is_open, None), hash, true)?;
    if open.is_empty() { Ok(()) } else { Err(Error::PhaseOpen) }
}

/// Takes part in the exchange in which others wait, to report that this rank makes another call: all get the error.
pub fn object(all: &Comm, memory: &PhaseMemory) -> Error {
    let hash = hash_parts(&[b"something else"]);
    let result = exchange(all, memory, &encode(hash, false, None), hash, true);
    result.err().unwrap_or_else(|| Error::Internal("all ranks do something else".into()))
}

/// Returns the ranks that have answered yes, if all make the same request. With `calls` it first notifies the ranks of
/// the node that continue without the exchange. A rank with an error does not, because ranks of other nodes would not
/// take part; with a single node it always does.
fn exchange(all: &Comm, memory: &PhaseMemory, mine: &[u8; RECORD], hash: u64, calls: bool) -> Result<Vec<u32>, Error> {
    let calls = calls || memory.members() == all.size() as usize;
    if calls {
        memory.enter_exchange();
    }
    let records = all.allgather(mine).map_err(Error::Inner)?;
    // All have reached it.
    if !calls {
        memory.enter_exchange();
    }
    agree(&records, hash)
}

fn handle_of(comm: Option<&OwnedComm>) -> MPI_Comm {
    comm.map_or_else(comm_null, |comm| comm.handle())
}

fn encode(hash: u64, works: bool, own_error: Option<c_int>) -> [u8; RECORD] {
    let mut record = [0; RECORD];
    record[0] = u8::from(works);
    record[1..9].copy_from_slice(&hash.to_le_bytes());
    record[9..].copy_from_slice(&own_error.unwrap_or(SUCCESS).to_le_bytes());
    record
}

/// Returns the working ranks from all records.
fn agree(records: &[u8], hash: u64) -> Result<Vec<u32>, Error> {
    let ranks = || (0u32..).zip(records.chunks_exact(RECORD));
    let class_of = |record: &[u8]| record[9..].try_into().map_or(SUCCESS, c_int::from_le_bytes);
    let failed = ranks().map(|(rank, record)| (rank, class_of(record))).find(|(_, class)| *class != SUCCESS);
    if let Some((rank, class)) = failed {
        return Err(Error::OtherRank { rank, class });
    }
    let first = records.get(1..9).unwrap_or_default();
    match ranks().find(|(_, record)| record[1..9] != *first) {
        Some((other, _)) => Err(Error::ShapesDiffer { first: 0, other }),
        None if *first != hash.to_le_bytes() => Err(Error::Internal("records of another call".into())),
        None => Ok(ranks().filter(|(_, record)| record[0] != 0).map(|(rank, _)| rank).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_agree_or_learn_who_does_not() {
        let all = |records: &[[u8; RECORD]]| agree(&records.concat(), 7);
        let (works, parks) = (encode(7, true, None), encode(7, false, None));
        assert_eq!(all(&[parks, works, parks, works]).unwrap(), [1, 3]);
        let wrong = encode(0, false, Some(12));
        assert!(matches!(all(&[works, parks, wrong]), Err(Error::OtherRank { rank: 2, class: 12 })));
        let other = encode(8, true, None);
        assert!(matches!(all(&[works, other, parks]), Err(Error::ShapesDiffer { first: 0, other: 1 })));
    }
}
