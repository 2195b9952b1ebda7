// SPDX-License-Identifier: MIT OR Apache-2.0
//! Host and environment, for the provenance of a report.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use hsplit_core::cpus::Cpus;

/// The beginnings of the names of variables that change what a run does.
const VARIABLES: [&str; 15] = [
    "HSPLIT_",
    "HWLOC_",
    "OMPI_MCA_",
    "PRTE_MCA_",
    "MPICH_",
    "MPIR_",
    "I_MPI_",
    "FI_",
    "UCX_",
    "SLURM_CPU_BIND",
    "OMP_",
    "GOMP_",
    "KMP_",
    "QUO_LIBRARY",
    "LD_PRELOAD",
];
/// The variables among them that Open MPI's launchers and `hsplit run` set for their own purposes.
const OF_LAUNCHERS: [&str; 9] = [
    "HSPLIT_RUN",
    "OMPI_MCA_orte_",
    "OMPI_MCA_ess",
    "OMPI_MCA_initial_wdir",
    "OMPI_MCA_shmem_RUNTIME_QUERY_hint",
    "OMPI_MCA_pmix",
    "OMPI_MCA_PREFIXES",
    "OMPI_MCA_cpu_type",
    "OMPI_MCA_num_procs",
];

/// True if the variable belongs into a report.
pub fn counts(variable: &str) -> bool {
    let begins = |beginnings: &[&str]| beginnings.iter().any(|beginning| variable.starts_with(beginning));
    begins(&VARIABLES) && !begins(&OF_LAUNCHERS)
}

/// A line of `/proc/self/status`.
pub fn status(name: &str) -> String {
    let text = fs::read_to_string("/proc/self/status").unwrap_or_default();
    text.lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
        .map(str::trim)
        .unwrap_or_default()
        .to_owned()
}

/// Processor, kernel and load of this host.
pub fn machine() -> BTreeMap<String, String> {
    let file = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let cpuinfo = file("/proc/cpuinfo");
    let models: BTreeSet<&str> = cpuinfo
        .lines()
        .filter_map(|line| line.strip_prefix("model name")?.split_once(':').map(|(_, name)| name.trim()))
        .collect();
    let processors = cpuinfo.lines().filter(|line| line.starts_with("processor")).count();
    let entries = [
        ("processor", models.into_iter().collect::<Vec<_>>().join(", ")),
        ("processing units", processors.to_string()),
        ("kernel", file("/proc/sys/kernel/osrelease").trim().to_owned()),
        ("load", file("/proc/loadavg").split_whitespace().take(3).collect::<Vec<_>>().join(" ")),
    ];
    entries.into_iter().filter(|(_, value)| !value.is_empty()).map(|(name, value)| (name.to_owned(), value)).collect()
}

/// True if a host has fewer processing units than ranks: for all of its ranks, or for those with equal bindings.
pub fn is_oversubscribed<'a>(bindings: impl Iterator<Item = &'a str>) -> bool {
    let mut alike: BTreeMap<&str, usize> = BTreeMap::new();
    bindings.for_each(|binding| *alike.entry(binding).or_default() += 1);
    let units = |binding: &str| Cpus::parse(binding).unwrap_or_default();
    let all = alike.keys().fold(Cpus::default(), |all, binding| all.union(&units(binding)));
    all.len() < alike.values().sum::<usize>() || alike.iter().any(|(binding, &ranks)| units(binding).len() < ranks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_that_change_a_run() {
        assert!(
            counts("HSPLIT_EMULATE")
                && counts("OMPI_MCA_coll_tuned_bcast_algorithm")
                && counts("MPIR_CVAR_BCAST_INTRA_ALGORITHM")
        );
        assert!(!counts("PATH") && !counts("OMPI_MCA_orte_launch") && !counts("OMPI_COMM_WORLD_RANK"));
    }

    #[test]
    fn ranks_need_units_of_their_own() {
        let crowded = |bindings: &[&str]| is_oversubscribed(bindings.iter().copied());
        assert!(!crowded(&["0-3"; 4]) && !crowded(&["0", "1"]) && !crowded(&["0-1", "0-1", "2"]));
        assert!(crowded(&["0-3"; 5]) && crowded(&["0", "0", "1-3"]) && crowded(&["0", "1", "0-1"]));
    }
}
