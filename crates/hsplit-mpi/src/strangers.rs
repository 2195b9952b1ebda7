// SPDX-License-Identifier: MIT OR Apache-2.0
//! Processes that may not have loaded the library, and exchanges that would wait for them without a word.
//!
//! Processes of `MPI_COMM_WORLD` are known to have it once what they have published has been read. Others are not:
//! processes of another world, which `MPI_Intercomm_merge` alone brings into an intracommunicator; those of programs
//! that have sessions alone; all of them under a launcher that is not known. Whether there may be such processes is
//! known to this process alone, so it changes no message: a thread of its own says that an exchange takes long, and
//! ends with it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use mpi_sys::MPI_Comm;

use super::attribute::Attribute;
use super::clock::IS_SIMULATED;
use super::constants::UNDEFINED;
use super::{Comm, Failure, comm};
use hsplit_core::communicator::Communicator;
use hsplit_host::logger::NODE;
use hsplit_host::overdue;

/// After this time a process says that it waits for others.
pub const OVERDUE: Duration = Duration::from_secs(10);
/// What a user should look at then.
pub const ADVICE: &str = "do all hosts have the same LD_PRELOAD and HSPLIT_* variables? (Open MPI: export NAME, \
                          then mpiexec -x NAME)";

/// Whether all processes of `MPI_COMM_WORLD` are known to have the library.
static COMPLETE: AtomicBool = AtomicBool::new(false);
/// Whether a communicator has processes of another world.
static MERGED: AtomicBool = AtomicBool::new(false);
/// On communicators all of whose processes have made an exchange.
static MET: Attribute<()> = Attribute::declare();

/// Notes that all processes of `MPI_COMM_WORLD` have the library.
pub fn none_in_world() {
    COMPLETE.store(true, Ordering::Relaxed);
}

/// Whether a communicator of this process may have processes of another world.
pub fn have_been_merged() -> bool {
    MERGED.load(Ordering::Relaxed)
}

/// Looks whether a new communicator has processes of another world.
///
/// # Safety
/// The handle is what a native call has just written for the program.
pub unsafe fn look_at(handle: MPI_Comm) {
    if comm::is_null(handle) || MERGED.load(Ordering::Relaxed) {
        return;
    }
    // SAFETY: MPI_Intercomm_merge makes intracommunicators, and this one is not null. The program has not freed it yet.
    let ranks = unsafe { Comm::new(handle) }.and_then(|comm| comm.world_ranks());
    if ranks.map_or(true, |ranks| ranks.contains(&UNDEFINED)) {
        MERGED.store(true, Ordering::Relaxed);
    }
}

/// Gives back what the native MPI keeps for this, before `MPI_Finalize`.
pub fn release() {
    MET.release();
}

impl Comm {
    /// Makes an exchange, to which some processes may never come.
    pub(super) fn meet<R>(&self, exchange: impl FnOnce() -> Result<R, Failure>) -> Result<R, Failure> {
        let all_have_it = COMPLETE.load(Ordering::Relaxed) && !have_been_merged();
        if all_have_it || IS_SIMULATED || MET.get(self.handle())?.is_some() {
            return exchange();
        }
        let size = self.size();
        let met = overdue::watched(&[OVERDUE], |_| tell(size), exchange)?;
        MET.keep(self.handle(), Arc::new(()))?;
        Ok(met)
    }
}

/// Says once that processes are missing.
fn tell(size: u32) {
    static SAID: AtomicBool = AtomicBool::new(false);
    if !SAID.swap(true, Ordering::Relaxed) {
        log::warn!(
            target: NODE,
            "this process has waited {} s for the other processes of a communicator of {size}; it waits on, for ever \
             if one of them has not loaded libhsplit; {ADVICE}",
            OVERDUE.as_secs()
        );
    }
}
