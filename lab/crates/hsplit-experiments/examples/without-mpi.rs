// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit-bench` as far as it needs no MPI, for the tests: it plots, and explains itself.

use std::process::ExitCode;

use hsplit_experiments::arguments::{PROGRAM, run};
use hsplit_program::{Failure, finish};

fn main() -> ExitCode {
    run(std::env::args_os(), true, |_| {
        finish(PROGRAM, Err(Failure::of("this build", "it has no MPI, and can only plot")))
    })
}
