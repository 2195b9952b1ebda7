// SPDX-License-Identifier: MIT OR Apache-2.0
//! The counters of this process, and what its threads remember so that counting is fast. What is counted, and what
//! becomes of it, is in `monitor`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use super::runtime;
use hsplit_monitor::Counters;
use hsplit_mpi::{is_usable, world};

pub mod members;
pub mod threads;

/// Whether this library intercepts the calls that are counted.
pub const IS_BUILT: bool = cfg!(feature = "monitor");

static COUNTERS: OnceLock<Counters> = OnceLock::new();

/// What this process has counted; `None` where counting has never begun.
pub fn get() -> Option<&'static Counters> {
    COUNTERS.get()
}

/// Makes the counters of this process. False where nothing can be counted: where MPI cannot be used, under another MPI,
/// or in a library that was built without monitoring.
pub fn prepare() -> bool {
    if COUNTERS.get().is_some() {
        return true;
    }
    if !IS_BUILT || runtime::get().steps_aside() || !is_usable() {
        return false;
    }
    let Ok((_, size)) = world::rank_and_size() else { return false };
    COUNTERS.get_or_init(|| Counters::new(size));
    true
}

/// Runs what may fail where no caller takes an error. A panic must not unwind into the program.
pub fn guarded<R>(body: impl FnOnce() -> Option<R>) -> Option<R> {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_| {
        log::error!("internal error while messages are counted");
        None
    })
}
