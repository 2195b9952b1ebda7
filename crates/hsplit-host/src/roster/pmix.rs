// SPDX-License-Identifier: MIT OR Apache-2.0
//! The key-value space of PMIx, by which Open MPI's launchers connect the processes of a job.
//!
//! In `MPI_Init`, Open MPI publishes the addresses of a process and commits them. Values that this library puts before
//! that commit are published with them. Open MPI 4 distributes them to all processes. Open MPI 5 keeps them on the node
//! of the process until another process requests them. The library does not initialise PMIx itself: Open
//! MPI 5 fails in `MPI_Init` if another caller has done so.

use std::collections::HashSet;
use std::ffi::{CStr, CString, c_int};

use crate::pmix::{self, Library, namespace};

const KEY: &CStr = c"hsplit";
const NOT_SUPPORTED: c_int = -47;
/// `PMIX_RANK_WILDCARD`: the data of the job.
const ALL_RANKS: u32 = u32::MAX - 1;
/// The most requests to other nodes' servers in a job: all of them pass through the launcher's first server.
const MOST_REQUESTS: u64 = 40_000;

/// Calls `publish` with a function that publishes a text, then commits. `publish` is not called in a process that was
/// not started by a launcher, and with a PMIx of another version.
pub(super) fn commit(publish: impl FnOnce(&dyn Fn(&str) -> bool)) -> c_int {
    let library = Library::find().filter(|library| library.is_initialized() && std::env::var_os("PMIX_RANK").is_some());
    if let Some(library) = library {
        publish(&|text| CString::new(text).is_ok_and(|text| library.put(KEY, &text)));
    }
    pmix::commit().unwrap_or(NOT_SUPPORTED)
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

    /// The texts that these ranks have published, empty for those that have not; `None`, in all processes of a job, if
    /// that would take too many requests.
    pub(super) fn all(&self, ranks: u32) -> Option<Vec<String>> {
        // First the data from the exchange in MPI_Init, then the data of this node's server.
        let known = |rank| {
            let mut texts = [c"pmix.optional", c"pmix.immediate"].into_iter();
            texts.find_map(|how| self.library.text(&self.namespace, rank, KEY, &[how]))
        };
        let mut texts: Vec<Option<String>> = (0..ranks).map(known).collect();
        let mut missing: Vec<u32> = (0..ranks).filter(|rank| texts[*rank as usize].is_none()).collect();
        // If one process misses an entry, because the exchange has left it out or because there is none, all do.
        if !missing.is_empty() && !distributes_all() {
            if !is_affordable(self.nodes(), ranks) {
                log::debug!("PMIx is not asked for the entries of {ranks} ranks");
                return None;
            }
            let near = self.ranks_of_this_node();
            missing.retain(|rank| near.as_ref().is_some_and(|near| !near.contains(rank)));
            let found = self.library.texts_of_others(&self.namespace, &missing, KEY);
            missing.iter().zip(found).for_each(|(&rank, text)| texts[rank as usize] = text);
        }
        Some(texts.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// The number of nodes of the job, the same in all its processes. (Open MPI 5's PRRTE gives `pmix.num.nodes`
    /// different values on different nodes.)
    fn nodes(&self) -> Option<u32> {
        Some(self.of_job(c"pmix.nlist")?.split(',').count() as u32)
    }

    fn ranks_of_this_node(&self) -> Option<HashSet<u32>> {
        self.of_job(c"pmix.lpeers")?.split(',').map(|rank| rank.parse().ok()).collect()
    }

    /// A list in the launcher's data of the job.
    fn of_job(&self, key: &CStr) -> Option<String> {
        self.library.text(&self.namespace, ALL_RANKS, key, &[c"pmix.optional"])
    }
}

/// True if a process of each node can request the entries of all ranks.
fn is_affordable(nodes: Option<u32>, ranks: u32) -> bool {
    let nodes = nodes.unwrap_or(ranks);
    nodes == 1 || u64::from(nodes) * u64::from(ranks) <= MOST_REQUESTS
}

/// True if the launcher is ORTE, that of Open MPI 4.
fn distributes_all() -> bool {
    std::env::var_os("OMPI_MCA_orte_hnp_uri").is_some()
}

#[cfg(test)]
mod tests {
    use super::is_affordable;

    #[test]
    fn large_jobs_ask_for_nothing() {
        assert!(is_affordable(Some(16), 2048) && is_affordable(Some(1), 1_000_000) && is_affordable(None, 200));
        assert!(!is_affordable(Some(1000), 128_000) && !is_affordable(Some(4096), 4096) && !is_affordable(None, 201));
        assert!(!is_affordable(Some(u32::MAX), u32::MAX));
    }
}
