// SPDX-License-Identifier: MIT OR Apache-2.0
//! A program for each rank in one command line (thesis, section 3.3.4.1), in the MPI standard's syntax for any
//! `mpiexec`. Each is bound by `taskset`, because launchers have different options for bindings.

use super::{Job, Launch};

pub(super) fn write(job: &Job) -> Launch {
    let programs = job.programs(|binding| format!("-n 1 -host {}", job.host(binding)));
    let open_mpi = format!("mpirun --oversubscribe --bind-to none {programs}");
    Launch {
        file: None,
        command: format!("mpiexec {programs}"),
        others: vec![("Open MPI (MPICH takes -host only once: --format mpich)".to_owned(), open_mpi)],
    }
}
