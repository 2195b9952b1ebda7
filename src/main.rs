// SPDX-License-Identifier: MIT OR Apache-2.0
//! The command `hsplit`: what the library sees and would do, without an MPI.
//!
//! It links no MPI, so that it answers on a login node, on a laptop and in a continuous-integration container.

mod cli;

fn main() -> std::process::ExitCode {
    cli::run(std::env::args_os())
}
