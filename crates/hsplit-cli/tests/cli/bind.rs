// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit bind`: the program's mask, its threads, its exit status.

use std::sync::Arc;

use super::command::{hsplit, mistake};
use hsplit_core::cpus::Cpus;
use hsplit_host::own_node::OwnNode;
use hsplit_host::source::topology;

const LAUNCHERS: &[&str] = &["OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"];
const PROGRAM: &[&str] =
    &["--", "sh", "-c", "sed -n 's/^Cpus_allowed_list:.//p' /proc/self/status; echo \"$OMP_NUM_THREADS\"; exit 7"];

fn node() -> OwnNode {
    OwnNode::new(Arc::new(topology::load_system().unwrap()))
}

/// What the program prints: its mask as a list, and OMP_NUM_THREADS.
fn run(arguments: &[&str], local_rank: Option<&str>) -> String {
    let mut command = hsplit(&[&["bind"], arguments, PROGRAM].concat());
    for name in LAUNCHERS {
        command.env_remove(name);
    }
    command.env_remove("OMP_NUM_THREADS");
    if let Some(rank) = local_rank {
        command.env("MPI_LOCALRANKID", rank);
    }
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(7), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_program_is_bound() {
    let node = node();
    let cores: Vec<Cpus> = node.parts_of(node.allowed());
    let words = |cpus: &Cpus, threads: &str| format!("{}\n{threads}\n", node.in_words(cpus));
    assert_eq!(run(&["allowed"], None), words(node.allowed(), ""));
    assert_eq!(run(&["allowed", "--omp"], None), words(node.allowed(), &cores.len().to_string()));
    let first = node.in_words(&cores[0]);
    assert_eq!(run(&[&format!("cpus:{first}"), "--omp"], None), words(&cores[0], "1"));
    // As many processes as cores, and one more.
    for rank in 0..=cores.len() {
        let bound = words(&cores[rank % cores.len()], "1");
        assert_eq!(run(&["Core:local", "--omp"], Some(&rank.to_string())), bound);
    }
}

#[test]
fn mistakes_are_one_line() {
    let program = ["--", "true"];
    let said = |target: &str, status| mistake(&[&["bind", target], &program[..]].concat(), status);
    for form in ["cpus", "Core:", "hwloc://", "Core:3-1", "cpus:x"] {
        assert!(said(form, 2).contains(&format!("'{form}'")), "{form}");
    }
    assert!(said("L9Cache", 1).contains("'L9Cache': the node has no such level (it has Machine"));
    assert!(said("Core:99999", 1).contains("numbered from 0"));
    assert!(said("cpus:99999", 1).contains("that this process may use"));
    assert!(mistake(&["bind", "allowed", "--", "/no/such/program"], 1).contains("/no/such/program"));
    assert!(mistake(&["bind", "allowed"], 2).contains("PROGRAM"));
    let output = hsplit(&["bind", "allowed", "sh", "-c", "exit 7", "--omp"]).output().unwrap();
    assert_eq!(output.status.code(), Some(7));
    let elsewhere = hsplit(&["bind", "allowed", "--", "true"]).env("HWLOC_SYNTHETIC", "core:2 pu:2").assert();
    let elsewhere = elsewhere.failure().code(1);
    assert!(String::from_utf8_lossy(&elsewhere.get_output().stderr).contains("another machine"));
}
