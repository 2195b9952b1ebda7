// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bindings made by hand: what a program without the library calls.

use hsplit_core::cpus::Cpus;
use hsplit_host::affinity::{CALLER, Mask};

use crate::mpi::Comm;

/// The mask of the calling thread.
pub(crate) fn get() -> Mask {
    Mask::of(CALLER).unwrap_or_default()
}

/// Binds the calling thread. What the kernel refuses leaves it where it is, and the figures show it.
pub(crate) fn set(mask: &Mask) {
    let _ = mask.give(CALLER);
}

/// The masks of all ranks of a communicator together. Collective.
pub(crate) fn together(comm: &Comm, mine: &Mask) -> Mask {
    let mine: Cpus = mine.iter().map(|unit| unit as u32).collect();
    let all = comm.texts(&mine.to_string());
    all.iter()
        .filter_map(|list| Cpus::parse(list).ok())
        .flat_map(|cpus| cpus.iter().collect::<Vec<_>>())
        .map(|unit| unit as usize)
        .collect()
}
