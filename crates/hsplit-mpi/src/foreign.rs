// SPDX-License-Identifier: MIT OR Apache-2.0
//! Warnings about exchanges with processes that may not have loaded the library, which would wait without a message.
//!
//! A process of `MPI_COMM_WORLD` is known to have it once its published data has been read. Others are not known to
//! have it: processes of another world, which only `MPI_Intercomm_merge` brings into an intracommunicator; processes of
//! programs with sessions only; all processes under an unknown launcher. Only this process knows whether such processes
//! may exist, so no message depends on it: a separate thread warns that an exchange takes long, and ends with the
//! exchange.

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

/// Time after which a process warns that it waits for others.
pub const OVERDUE: Duration = Duration::from_secs(10);
/// Advice for the user in this case.
pub const ADVICE: &str = "do all hosts have the same LD_PRELOAD and HSPLIT_* variables? (Open MPI: export NAME, \
                          then mpiexec -x NAME)";

/// True if all processes of `MPI_COMM_WORLD` are known to have the library.
static COMPLETE: AtomicBool = AtomicBool::new(false);
/// True if a communicator has processes of another world.
static MERGED: AtomicBool = AtomicBool::new(false);
/// On communicators all of whose processes have completed an exchange.
static MET: Attribute<()> = Attribute::declare();

/// Records that all processes of `MPI_COMM_WORLD` have the library.
pub fn none_in_world() {
    COMPLETE.store(true, Ordering::Relaxed);
}

/// True if a communicator of this process may have processes of another world.
pub fn have_been_merged() -> bool {
    MERGED.load(Ordering::Relaxed)
}

/// Checks whether a new communicator has processes of another world.
///
/// # Safety
/// A native call has just written the handle for the program.
pub unsafe fn inspect(handle: MPI_Comm) {
    if comm::is_null(handle) || MERGED.load(Ordering::Relaxed) {
        return;
    }
    // SAFETY: MPI_Intercomm_merge makes intracommunicators, and this one is not null. The program has not freed it yet.
    let ranks = unsafe { Comm::new(handle) }.and_then(|comm| comm.world_ranks());
    if ranks.map_or(true, |ranks| ranks.contains(&UNDEFINED)) {
        MERGED.store(true, Ordering::Relaxed);
    }
}

/// Frees the keyval in the native MPI. Called before `MPI_Finalize`.
pub fn release() {
    MET.release();
}

impl Comm {
    /// True if all processes of the communicator have completed an exchange, at all of them: they have the library.
    ///
    /// # Errors
    /// A native call fails.
    pub fn has_met(&self) -> Result<bool, Failure> {
        Ok(MET.get(self.handle())?.is_some())
    }

    /// Performs an exchange in which some processes may never take part.
    pub(super) fn meet<R>(&self, exchange: impl FnOnce() -> Result<R, Failure>) -> Result<R, Failure> {
        let all_have_it = COMPLETE.load(Ordering::Relaxed) && !have_been_merged();
        if all_have_it || IS_SIMULATED || self.has_met()? {
            return exchange();
        }
        let size = self.size();
        let met = overdue::watched(&[OVERDUE], |_| tell(size), exchange)?;
        MET.keep(self.handle(), Arc::new(()))?;
        Ok(met)
    }
}

/// Warns once that processes are missing.
fn tell(size: u32) {
    static SAID: AtomicBool = AtomicBool::new(false);
    if !SAID.swap(true, Ordering::Relaxed) {
        log::warn!(
            target: NODE,
            "this process has waited {} s for the other processes of a communicator of {size}; it still waits, for \
             ever if one of them has not loaded libhsplit; {ADVICE}",
            OVERDUE.as_secs()
        );
    }
}
