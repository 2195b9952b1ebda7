// SPDX-License-Identifier: MIT OR Apache-2.0
//! Calls that all ranks must make together, and that look as if one could.

use hsplit_host::logger::NODE;
use hsplit_host::overdue;
use hsplit_mpi::clock::IS_SIMULATED;
use hsplit_mpi::strangers::OVERDUE;

/// Waits for the other ranks, and says after a while for what.
pub(super) fn wait_for_all<R>(what: &str, wait: impl FnOnce() -> R) -> R {
    if IS_SIMULATED {
        return wait();
    }
    let tell = |_: usize| {
        log::warn!(
            target: NODE,
            "{what} is collective: this process has waited {} s for the other ranks of the communicator, and waits on \
             until all have made the call",
            OVERDUE.as_secs()
        );
    };
    overdue::watched(&[OVERDUE], tell, wait)
}
