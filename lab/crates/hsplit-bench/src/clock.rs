// SPDX-License-Identifier: MIT OR Apache-2.0
//! The clocks that times are taken by, and sleeping until a moment. Under SMPI both are simulated.

use rustix::time::{ClockId, clock_gettime};

/// True if time is simulated: it passes only inside calls of MPI that wait, and all clocks agree.
pub(crate) const IS_SIMULATED: bool = cfg!(mpi_family = "smpi");

fn seconds(clock: ClockId) -> f64 {
    let time = clock_gettime(clock);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// The processor time of this process with all of its threads so far, in seconds.
pub(crate) fn processor_time() -> f64 {
    seconds(ClockId::ProcessCPUTime)
}

/// The processor time of this thread so far, in seconds.
pub(crate) fn thread_time() -> f64 {
    seconds(ClockId::ThreadCPUTime)
}

/// Seconds on this node's clock, which all its processes share and which is never set.
#[cfg(not(mpi_family = "smpi"))]
pub(crate) fn now() -> f64 {
    seconds(ClockId::Monotonic)
}

/// Sleeps for a time, where that is positive.
#[cfg(not(mpi_family = "smpi"))]
pub(crate) fn sleep(seconds: f64) {
    if seconds > 0.0 {
        std::thread::sleep(std::time::Duration::from_secs_f64(seconds));
    }
}

#[cfg(mpi_family = "smpi")]
pub(crate) use simulated::{now, sleep};

#[cfg(mpi_family = "smpi")]
mod simulated {
    use std::ffi::c_int;

    unsafe extern "C" {
        fn MPI_Wtime() -> f64;
        fn smpi_nanosleep(request: *const libc::timespec, remaining: *mut libc::timespec) -> c_int;
    }

    /// Seconds on the clock of the simulation.
    pub(crate) fn now() -> f64 {
        // SAFETY: MPI is initialised where times are taken.
        unsafe { MPI_Wtime() }
    }

    /// Lets simulated time pass, where that is positive.
    pub(crate) fn sleep(seconds: f64) {
        let nanoseconds = (seconds * 1e9) as i64;
        if nanoseconds > 0 {
            let request = libc::timespec { tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000 };
            // SAFETY: `request` is a local, and nothing is written for NULL.
            unsafe { smpi_nanosleep(&raw const request, std::ptr::null_mut()) };
        }
    }
}
