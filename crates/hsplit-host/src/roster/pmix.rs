// SPDX-License-Identifier: MIT OR Apache-2.0
//! The key-value space of PMIx, by which Open MPI's launchers connect the processes of a job.
//!
//! In `MPI_Init`, Open MPI publishes the addresses of a process and commits them. Values that this library puts before
//! that commit are published with them. Open MPI 4 distributes them to all processes. Open MPI 5 keeps them on the node
//! of the process until another process requests them. The library does not initialise PMIx itself: Open
//! MPI 5 fails in `MPI_Init` if another caller has done so.

use std::collections::HashSet;
use std::ffi::{CString, c_int};

use crate::pmix::{Library, namespace};

const KEY: &std::ffi::CStr = c"hsplit";
const NOT_SUPPORTED: c_int = -47;
/// `PMIX_RANK_WILDCARD`: the data of the job.
const ALL_RANKS: u32 = u32::MAX - 1;

/// Calls `publish` with a function that publishes a text, then commits. `publish` is not called in a process that was
/// not started by a launcher.
pub(super) fn commit(publish: impl FnOnce(&dyn Fn(&str) -> bool)) -> c_int {
    let Some(library) = Library::find() else { return NOT_SUPPORTED };
    if library.is_initialized() && std::env::var_os("PMIX_RANK").is_some() {
        publish(&|text| CString::new(text).is_ok_and(|text| library.put(KEY, &text)));
    }
    library.commit()
}

pub(super) fn job() -> Option<String> {
    namespace()?.into_string().ok()
}

/// The key-value space of this process's job.
pub(super) struct Space {
    library: Library,
    namespace: CString,
}

impl Space {
    /// The space of this process; `None` if the MPI has not initialised PMIx.
    pub(super) fn of_this_process() -> Option<Self> {
        Some(Self { library: Library::find().filter(Library::is_initialized)?, namespace: namespace()? })
    }

    /// The texts that these ranks have published, empty for those that have not.
    pub(super) fn all(&self, ranks: u32) -> Vec<String> {
        // First the data from the exchange in MPI_Init, then the data of this node's server.
        let known = |rank| {
            let mut texts = [c"pmix.optional", c"pmix.immediate"].into_iter();
            texts.find_map(|how| self.library.text(&self.namespace, rank, KEY, &[how]))
        };
        let mut texts: Vec<Option<String>> = (0..ranks).map(known).collect();
        let elsewhere: Vec<u32> = match self.ranks_of_this_node() {
            Some(near) if !distributes_all() => {
                (0..ranks).filter(|rank| texts[*rank as usize].is_none() && !near.contains(rank)).collect()
            }
            _ => vec![],
        };
        let found = self.library.texts_of_others(&self.namespace, &elsewhere, KEY);
        elsewhere.iter().zip(found).for_each(|(&rank, text)| texts[rank as usize] = text);
        texts.into_iter().map(Option::unwrap_or_default).collect()
    }

    fn ranks_of_this_node(&self) -> Option<HashSet<u32>> {
        let ranks = self.library.text(&self.namespace, ALL_RANKS, c"pmix.lpeers", &[c"pmix.optional"])?;
        ranks.split(',').map(|rank| rank.parse().ok()).collect()
    }
}

/// True if the launcher is ORTE, that of Open MPI 4.
fn distributes_all() -> bool {
    std::env::var_os("OMPI_MCA_orte_hnp_uri").is_some()
}
