// SPDX-License-Identifier: MIT OR Apache-2.0
//! Collective calls that appear to be local.

use std::ffi::c_int;

use super::peers;
use super::runtime::Runtime;
use crate::error::Error;
use crate::split_types::Compared;
use hsplit_core::level::MACHINE;
use hsplit_core::request::{Request, SplitSpec};
use hsplit_core::split::{self, Outcome, Split};
use hsplit_host::logger::NODE;
use hsplit_host::overdue;
use hsplit_mpi::clock::IS_SIMULATED;
use hsplit_mpi::foreign::OVERDUE;
use hsplit_mpi::{Comm, OwnedComm};

/// Waits for the other ranks, and reports after some time for what.
pub(super) fn wait_for_all<R>(what: &str, wait: impl FnOnce() -> R) -> R {
    if IS_SIMULATED {
        return wait();
    }
    let tell = |_: usize| {
        log::warn!(
            target: NODE,
            "{what} is collective: this process has waited {} s for the other ranks of the communicator, and still \
             waits until all have made the call",
            OVERDUE.as_secs()
        );
    };
    overdue::watched(&[OVERDUE], tell, wait)
}

/// Returns the ranks of this node, if all ranks of a communicator make the same call with arguments of the same hash,
/// and none has an error. Collective.
///
/// # Errors
/// The ranks differ, another rank has an error, or a step fails.
pub(super) fn node_that_agrees(
    runtime: &Runtime,
    comm: &Comm,
    compared: Compared,
    hash: u64,
    fault: Option<c_int>,
) -> Result<OwnedComm, Error> {
    let request = Request {
        question: SplitSpec::guided(compared.selector(), &format!("{MACHINE} {hash}")),
        fault,
        ..Request::guided(compared.selector(), 0, runtime.place()?, MACHINE)
    };
    match split::split(comm, &request, peers::exchange(comm)?) {
        Ok(Outcome::Split(Split { member: Some(member), .. })) => Ok(member.comm),
        Ok(_) => Err(Error::Internal("a rank that is on no node".into())),
        Err(error) => Err(error.into()),
    }
}
