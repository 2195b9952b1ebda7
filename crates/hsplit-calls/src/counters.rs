// SPDX-License-Identifier: MIT OR Apache-2.0
//! The counters of this process, and the caches of its threads that make counting fast. `monitor` decides what is
//! counted, and evaluates it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use super::runtime;
use hsplit_monitor::Counters;
use hsplit_mpi::{is_usable, world};

pub mod members;
pub mod threads;

/// True if this library intercepts the calls that are counted.
pub const IS_BUILT: bool = cfg!(feature = "monitor");

static COUNTERS: OnceLock<Counters> = OnceLock::new();

/// Returns the counters of this process; `None` if counting has never begun.
pub fn get() -> Option<&'static Counters> {
    COUNTERS.get()
}

/// Creates the counters of this process. Returns false if nothing can be counted: MPI cannot be used, it is another
/// MPI, or the library was built without monitoring.
pub fn prepare() -> bool {
    if COUNTERS.get().is_some() {
        return true;
    }
    if !IS_BUILT || runtime::get().is_disabled() || !is_usable() {
        return false;
    }
    let Ok((_, size)) = world::rank_and_size() else { return false };
    COUNTERS.get_or_init(|| Counters::new(size));
    true
}

/// Runs code that may panic and whose errors no caller takes. A panic must not unwind into the program.
pub fn guarded<R>(body: impl FnOnce() -> Option<R>) -> Option<R> {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_| {
        log::error!("internal error while messages are counted");
        None
    })
}
