// SPDX-License-Identifier: MIT OR Apache-2.0
//! The key-value space of PMIx, by which Open MPI's launchers connect the processes of a job.
//!
//! Open MPI publishes the addresses of a process in `MPI_Init`, commits them and makes them known to all. What this
//! library puts before that commit travels along. It does not initialise PMIx itself: Open MPI 5 fails in `MPI_Init` if
//! another caller has done so before.

use std::ffi::{CString, c_int};

use crate::pmix::{Library, namespace};

/// The key of an entry.
const KEY: &std::ffi::CStr = c"hsplit";
/// `PMIX_ERR_NOT_SUPPORTED`.
const NOT_SUPPORTED: c_int = -47;

/// Calls `publish` with what publishes a text, and makes the commit of the process. `publish` is not called in a
/// process that no launcher has started.
pub(super) fn commit(publish: impl FnOnce(&dyn Fn(&str) -> bool)) -> c_int {
    let Some(library) = Library::find() else { return NOT_SUPPORTED };
    if library.is_initialized() && std::env::var_os("PMIX_RANK").is_some() {
        publish(&|text| CString::new(text).is_ok_and(|text| library.put(KEY, &text)));
    }
    library.commit()
}

/// The name of this process's job.
pub(super) fn job() -> Option<String> {
    namespace()?.into_string().ok()
}

/// The key-value space of this process's job.
pub(super) struct Space {
    library: Library,
    namespace: CString,
}

impl Space {
    /// `None`: the MPI has not initialised PMIx.
    pub(super) fn of_this_process() -> Option<Self> {
        Some(Self { library: Library::find().filter(Library::is_initialized)?, namespace: namespace()? })
    }

    /// What a rank has published; an empty text: nothing.
    pub(super) fn get(&self, rank: u32) -> String {
        // What the exchange in MPI_Init has brought here; else what the server of this node has.
        let mut texts = [c"pmix.optional", c"pmix.immediate"].into_iter();
        texts.find_map(|how| self.library.text(&self.namespace, rank, KEY, &[how])).unwrap_or_default()
    }
}
