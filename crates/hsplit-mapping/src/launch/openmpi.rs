// SPDX-License-Identifier: MIT OR Apache-2.0
//! Open MPI's rankfile: `rank R=HOST slot=PACKAGE:CORE` in logical numbers, or `slot=CORE` if hosts have no packages.

use super::{Core, Job, Launch, LaunchError, joined};

pub(super) fn write(job: &Job) -> Result<Launch, LaunchError> {
    let mut file = String::new();
    for (rank, binding) in (0..).zip(job.bindings) {
        if binding.cores.is_empty() {
            return Err(LaunchError::PartOfCore(rank));
        }
        file += &format!("rank {rank}={} slot={}\n", job.host(binding), slots(&binding.cores));
    }
    let (name, program) = (job.file, job.program);
    // Outside of a batch system, Open MPI 5 does not take the hosts from the rankfile.
    let hosts = joined(
        job.used().iter().map(|(host, bindings)| format!("{}:{}", job.hosts[*host as usize], bindings.len())),
        ",",
    );
    Ok(Launch {
        file: Some(file),
        command: format!("mpirun --rankfile {name} {program}"),
        others: vec![(
            "Open MPI 5 (--host where no batch system has given the hosts)".to_owned(),
            format!("mpirun --host {hosts} --map-by rankfile:file={name} {program}"),
        )],
    })
}

/// `0:3`, `0:0-3`, `0:0-3,1:0-3`, or `5` without packages.
fn slots(cores: &[Core]) -> String {
    let runs = cores.chunk_by(|a, b| a.package == b.package && a.core + 1 == b.core);
    let run = |run: &[Core]| {
        let package = run[0].package.map_or_else(String::new, |package| format!("{package}:"));
        match (run[0].core, run[run.len() - 1].core) {
            (first, last) if first == last => format!("{package}{first}"),
            (first, last) => format!("{package}{first}-{last}"),
        }
    };
    joined(runs.map(run), ",")
}
