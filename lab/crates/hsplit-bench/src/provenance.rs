// SPDX-License-Identifier: MIT OR Apache-2.0
//! Collects the provenance of the figures: the part of a report that is not measured.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};

use hsplit_experiments::machine::{counts, is_oversubscribed, machine, status};
use hsplit_experiments::placement::Path;
use hsplit_experiments::report::Provenance;

use crate::mpi::{self, Comm};

static VARIABLES: OnceLock<BTreeMap<String, String>> = OnceLock::new();

/// The variables that count, as they are before MPI_Init, where libhsplit takes out those of `hsplit run`.
pub(crate) fn variables() -> &'static BTreeMap<String, String> {
    VARIABLES.get_or_init(|| std::env::vars().filter(|(name, _)| counts(name)).collect())
}

/// The facts that are known before the measurements. Collective.
pub(crate) fn collect(world: &Comm, hierarchy: Vec<String>) -> Provenance {
    let names = world.texts(&mpi::processor_name());
    let bindings = world.texts(&status("Cpus_allowed_list"));
    let mut hosts: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (rank, name) in names.into_iter().enumerate() {
        hosts.entry(name).or_default().push(rank);
    }
    let oversubscribed =
        hosts.values().any(|ranks| is_oversubscribed(ranks.iter().map(|&rank| bindings[rank].as_str())));
    Provenance {
        date: hsplit_core::units::date(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())),
        command: std::env::args().collect(),
        program: env!("CARGO_PKG_VERSION").into(),
        library: mpi::hsplit_version(),
        mpi: mpi_and_decisions(),
        mpi_standard: mpi::standard_version(),
        ranks: world.size(),
        hosts,
        bindings,
        hierarchy,
        machine: machine(),
        variables: variables().clone(),
        oversubscribed,
        ..Provenance::default()
    }
}

/// The version of the MPI. A simulated one (`scale/run`) has the decisions of another MPI, which comes first then.
fn mpi_and_decisions() -> String {
    let version = mpi::library_version();
    std::env::var("SCALE_SELECTOR").map_or(version.clone(), |selector| format!("{selector}, by {version}"))
}

/// The place of every rank, level by level, as the library sees it, and the levels of rank 0. Collective.
pub(crate) fn paths(world: &Comm) -> (Vec<Path>, Vec<String>) {
    let levels: Vec<_> = world.hierarchy().newcomms.iter().map(Comm::level).collect();
    let mine = levels.iter().map(|level| format!("{} {}", level.index, level.name)).collect::<Vec<_>>().join("\n");
    let step = |line: &str| line.split_once(' ').map(|(index, name)| (name.to_owned(), index.parse().unwrap_or(0)));
    let paths = world.texts(&mine).iter().map(|text| text.lines().filter_map(step).collect()).collect();
    (paths, levels.iter().map(|level| format!("{} x {}", level.siblings, level.name)).collect())
}
