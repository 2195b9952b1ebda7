// SPDX-License-Identifier: MIT OR Apache-2.0
//! Intel MPI's machine file with a host for each rank, and the list of bindings of a host's ranks; if hosts have
//! different lists, a program for each rank. Intel MPI would distribute a list that is longer than the ranks of a host
//! over them.

use super::{Job, Launch, joined};

pub(super) fn write(job: &Job) -> Launch {
    let list = job.common_list().filter(|list| job.is_even() && list.iter().all(|units| units.len() == 1));
    let (file, ranks, program) = (job.file, job.ranks(), job.program);
    match list {
        Some(list) => {
            let list = joined(list, ",");
            let command =
                format!("mpiexec -machinefile {file} -genv I_MPI_PIN_PROCESSOR_LIST {list} -n {ranks} {program}");
            Launch { file: Some(job.host_lines()), command, others: vec![] }
        }
        None => {
            let programs = job.programs(|binding| format!("-n 1 -host {}", job.host(binding)));
            Launch { command: format!("mpiexec -genv I_MPI_PIN 0 {programs}"), ..Launch::default() }
        }
    }
}
