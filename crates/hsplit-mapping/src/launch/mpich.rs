// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPICH's command line: the number of each rank's host, and the list of bindings of a host's ranks.

use super::{Job, Launch, joined};

pub(super) fn write(job: &Job) -> Launch {
    let used = job.used();
    let mut number = vec![0; job.hosts.len()];
    used.iter().enumerate().for_each(|(index, (host, _))| number[*host as usize] = index);
    let hosts = joined(used.iter().map(|(host, _)| &job.hosts[*host as usize]), ",");
    let map = joined(job.bindings.iter().map(|binding| number[binding.host as usize]), ",");
    let programs = job.programs(|_| "-n 1".to_owned());
    let (ranks, program) = (job.ranks(), job.program);
    let start = format!("mpiexec -hosts {hosts} -rankmap {map}");
    let command = match job.common_list() {
        Some(list) => {
            let units = |units: &&hsplit_core::cpus::Cpus| joined(units.iter(), "+");
            format!("{start} -bind-to user:{} -n {ranks} {program}", joined(list.iter().map(units), ","))
        }
        None => format!("{start} -bind-to none {programs}"),
    };
    // MPICH 4.0 has a host for each rank, and accepts -host only once, not for each program.
    let host_of_each = joined(job.bindings.iter().map(|binding| job.host(binding)), ",");
    let older = format!("mpiexec -hosts {host_of_each} -bind-to none {programs}");
    Launch { file: None, command, others: vec![("MPICH 4.0, which has no -rankmap".to_owned(), older)] }
}
