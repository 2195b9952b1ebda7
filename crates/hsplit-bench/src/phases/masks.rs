// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bindings made by hand: what a program without the library calls.

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use crate::mpi::Comm;

/// The mask of the calling thread.
pub(crate) fn get() -> CpuSet {
    sched_getaffinity(None).unwrap_or_else(|_| CpuSet::new())
}

/// Binds the calling thread. What the kernel refuses leaves it where it is, and the figures show it.
pub(crate) fn set(mask: &CpuSet) {
    let _ = sched_setaffinity(None, mask);
}

/// The masks of all ranks of a communicator together. Collective.
pub(crate) fn together(comm: &Comm, mine: &CpuSet) -> CpuSet {
    let units = (0..CpuSet::MAX_CPU).filter(|&unit| mine.is_set(unit)).map(|unit| unit.to_string());
    let mut all = CpuSet::new();
    for text in comm.texts(&units.collect::<Vec<_>>().join(" ")) {
        text.split(' ').filter_map(|unit| unit.parse().ok()).for_each(|unit| all.set(unit));
    }
    all
}
