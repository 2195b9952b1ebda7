// SPDX-License-Identifier: MIT OR Apache-2.0
//! Host, environment and date, for the provenance of a report.

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
/// Those of them that Open MPI's launchers set for their own purposes.
const OF_LAUNCHERS: [&str; 8] = [
    "OMPI_MCA_orte_",
    "OMPI_MCA_ess",
    "OMPI_MCA_initial_wdir",
    "OMPI_MCA_shmem_RUNTIME_QUERY_hint",
    "OMPI_MCA_pmix",
    "OMPI_MCA_PREFIXES",
    "OMPI_MCA_cpu_type",
    "OMPI_MCA_num_procs",
];

/// Whether the variable belongs into a report.
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

/// Whether a host has fewer processing units than ranks: for all of its ranks, or for those with equal bindings.
pub fn is_oversubscribed<'a>(bindings: impl Iterator<Item = &'a str>) -> bool {
    let mut alike: BTreeMap<&str, usize> = BTreeMap::new();
    bindings.for_each(|binding| *alike.entry(binding).or_default() += 1);
    let units = |binding: &str| Cpus::parse(binding).unwrap_or_default();
    let all = alike.keys().fold(Cpus::default(), |all, binding| all.union(&units(binding)));
    all.len() < alike.values().sum::<usize>() || alike.iter().any(|(binding, &ranks)| units(binding).len() < ranks)
}

/// Seconds since 1970 as a date in UTC (the days by Howard Hinnant's civil_from_days).
pub fn date(seconds: u64) -> String {
    let (days, time) = (seconds / 86400 + 719_468, seconds % 86400);
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let (day, month) = (of_year - (153 * shifted + 2) / 5 + 1, if shifted < 10 { shifted + 3 } else { shifted - 9 });
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", time / 3600, time / 60 % 60, time % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let expected = ["1970-01-01T00:00:00Z", "2000-02-29T00:00:00Z", "2024-02-29T23:59:59Z", "2026-12-31T23:59:59Z"];
        assert_eq!([0, 951_782_400, 1_709_251_199, 1_798_761_599].map(date), expected);
    }

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
