// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit place`: exact outputs, and one line for every error.

use serde_json::{Value, json};

use crate::command::{error, hsplit, output};
use crate::{NODE, file};

const FOUR: &str = "node:4 package:2 [numa] l3:1 l2:2 l1d:1 core:2 pu:1";

/// Returns the output without its head and its legend.
fn body(arguments: &[&str]) -> String {
    let lines = output(&[&["place"], arguments].concat());
    lines.lines().filter(|line| !line.starts_with('#')).map(|line| line.to_owned() + "\n").collect()
}

#[test]
fn a_phase_on_the_papers_cluster() {
    let expected = "\
# machine:  node:4 package:2 [numa] l3:1 l2:2 l1d:1 core:2 pu:1
# hardware: 4 nodes, 32 cores, 32 PUs
# ranks:    32, placement core,by-node
# shape:    NUMANode
# elected:  8 workers, 24 parked
4 x node 0-3  8 ranks each: 0-7, 8-15, 16-23, 24-31
  rank  threads  cores  PUs  part
     0        4  0-3    0-3  L3Cache #0
     4        4  4-7    4-7  L3Cache #1
  parked: 1-3,5-7
# N x: N nodes that are alike; the lines below show the first of them.
";
    assert_eq!(output(&["place", "NUMANode", "-i", FOUR]), expected);
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/paper-cluster.place");
    assert_eq!(std::fs::read_to_string(example).unwrap(), expected);
    assert_eq!(output(&["place", "NUMANode", "-i", FOUR, "--format", "text"]), expected);
}

#[test]
fn a_phase_on_the_cores_of_each_kind() {
    let on = |shape, topology: &str| body(&[shape, "-i", &crate::topology(topology)]);
    let kinds = "\
node 0  6 ranks: 0-5
  rank  threads  cores  PUs      part
     1        4  1-4    2-5      L2Cache #1
     0        2  0,5    0-1,6-7  in L3Cache #0
  parked: 2-5
";
    assert_eq!(on("core_type", "hybrid"), kinds);
    let linked = "\
node 0  8 ranks: 0-7
  rank  threads  cores    PUs      part
     0        4  0-1,4-5  0-1,4-5  in Machine #0
     2        4  2-3,6-7  2-3,6-7  in Machine #0
  parked: 1,3-7
";
    assert_eq!(on("nvlink", "links"), linked);
}

/// There are as many ranks as devices, if these are more than cores. Two GPUs divide the four cores of a package.
#[test]
fn a_worker_for_each_device() {
    let on = |shape| body(&[shape, "-i", &crate::topology("gpus")]);
    let four = "\
node 0  8 ranks: 0-7
  rank  threads  cores  PUs  part
     0        2  0-1    0-1  in L3Cache #0
     1        2  2-3    2-3  in L3Cache #0
     4        2  4-5    4-5  in L3Cache #1
     5        2  6-7    6-7  in L3Cache #1
  parked: 2-3,6-7
";
    assert_eq!(on("gpu"), four);
    let workers = |text: &str| text.lines().filter(|line| line.contains("Core #")).count();
    assert_eq!(workers(&on("gpu*4")), 16);
    // On every node.
    let nodes = body(&["gpu*3", "-i", &format!("node:2 {}", crate::topology("gpus"))]);
    assert!(nodes.starts_with("2 x node 0-1  16 ranks each: "), "{nodes}");
    assert_eq!(workers(&body(&["gpu*4", "-n", "8", "-i", &crate::topology("gpus")])), 8);
}

#[test]
fn a_phase_on_the_papers_uneven_bindings() {
    let bindings = file("phase", b"0 core:0\n0 core:1\n0 l2:1\n0 l2:1\n0 numa:1\n0 numa:1\n0 numa:1\n0 numa:1\n");
    let at = |shape| body(&[shape, "-i", NODE, "--bind", bindings.to_str().unwrap()]);
    let threes = "\
node 0  8 ranks: 0-7
  rank  threads  cores  PUs  part
     0        3  0-2    0-2  in L3Cache #0
     4        3  3-5    3-5  in Machine #0
     1        2  6-7    6-7  L1dCache #3
  parked: 2-3,5-7
";
    assert_eq!(at("3:"), threes);
    let one = "\
node 0  8 ranks: 0-7
  rank  threads  cores  PUs  part
     0        4  0-3    0-3  L3Cache #0
  parked: 1-7
  idle cores: 4-7
";
    assert_eq!(at("1:4"), one);
    std::fs::remove_file(bindings).unwrap();
}

#[test]
fn nodes_that_are_not_alike() {
    let expected = "\
node 0  4 ranks: 0-3
  rank  threads  cores  PUs  part
     2        4  0-3    0-3  NUMANode #0
  parked: 0-1,3
2 x node 1-2  4 ranks each: 4-7, 8-11
  parked: 4-7
  idle cores: 0-3
";
    assert_eq!(body(&["root", "--root", "2", "-i", "node:3 package:2 core:2 pu:1"]), expected);
    let expected = "\
node 0  4 ranks: 0-3
  rank  threads  cores  PUs  part
     0        2  0-1    0,2  Package #0
     2        2  2-3    4,6  Package #1
  parked: 1,3
node 1  2 ranks: 4-5
  rank  threads  cores  PUs  part
     4        1  0      0    Core #0
     5        1  1      1    Core #1
";
    let two_kinds = "node:1 package:2 core:2 pu:2 | node:1 core:2 pu:1";
    assert_eq!(body(&["2:", "-i", two_kinds, "--smt", "one"]), expected);
}

#[test]
fn options_are_those_of_the_info_keys() {
    let at = |more: &[&str]| body(&[&["-i", NODE, "-n", "4"], more].concat());
    let adopted = at(&["NUMANode", "--cpus", "allowed"]);
    assert!(adopted.contains("     0        8  0-7    0-7  Machine #0\n"), "{adopted}");
    let strict = at(&["NUMANode", "--cpus", "ALLOWED", "--adopt", "No"]);
    assert!(strict.contains("  0-3    0-3  L3Cache #0\n") && strict.contains("idle cores: 4-7\n"), "{strict}");
    let listed = at(&["L3Cache", "--cpus", "1,3-5"]);
    assert!(listed.contains("     0        4  1,3-5  1,3-5  in Machine #0\n"), "{listed}");
    let threads = body(&["package", "-i", "package:2 core:2 pu:2", "--smt", "threads", "--root", "3"]);
    assert!(threads.contains("     0        4  0-1    0-3  Package #0\n     3        4"), "{threads}");
}

#[test]
fn a_phase_for_programs() {
    let told: Value = serde_json::from_str(&output(&["place", "socket", "-i", FOUR, "--of", "json"])).unwrap();
    assert_eq!(
        (&told["format"], &told["version"], &told["shape"]),
        (&"hsplit-place".into(), &1.into(), &"package".into())
    );
    assert_eq!(told["head"]["elected"], "8 workers, 24 parked");
    assert_eq!(told["nodes"].as_array().map(Vec::len), Some(4));
    let expected = json!({
        "node": 1,
        "workers": [
            {"rank": 8, "threads": 4, "cores": [0, 1, 2, 3], "pus": [0, 1, 2, 3]},
            {"rank": 12, "threads": 4, "cores": [4, 5, 6, 7], "pus": [4, 5, 6, 7]},
        ],
        "parked": [9, 10, 11, 13, 14, 15],
        "idle_cores": [],
    });
    assert_eq!(told["nodes"][1], expected);
}

#[test]
fn a_phase_as_a_picture() {
    let path = std::env::temp_dir().join(format!("hsplit-place-test-{}.svg", std::process::id()));
    assert_eq!(output(&["place", "3:", "-i", FOUR, "-o", path.to_str().unwrap()]), "");
    let picture = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    for words in [
        "4 x node 0-3, 8 ranks each: 0-7, 8-15, 16-23, 24-31",
        "rank 0: 3 threads on cores 0-2 (PUs 0-2), in L3Cache #0",
        "rank 1: 2 threads on cores 6-7 (PUs 6-7), L1dCache #3",
        "parked: 2-3,5-7",
        "(N): rank N is bound to this core, and parked",
    ] {
        assert!(picture.contains(words), "{words}");
    }
    let cells = |rank| picture.matches(&format!("\n{rank}\n")).count();
    assert_eq!(["rank 0", "rank 4", "rank 1", "(2)", "(4)"].map(cells), [3, 3, 2, 1, 0]);
    // Nodes without cores, and one of a single core.
    for machine in ["package:2 pu:2", "core:1 pu:2"] {
        let picture = output(&["place", "PU*2", "-i", machine, "--of", "svg"]);
        assert!(picture.contains("rank 0") && picture.contains("Machine #0"), "{machine}");
    }
}

#[test]
fn thousands_of_nodes_are_a_few_lines() {
    let text = body(&["NUMANode*4", "-i", "leaf:100 node:20 package:2 [numa] core:8 pu:1"]);
    assert!(text.starts_with("2000 x node 0-1999  16 ranks each: 0-15,"), "{text}");
    assert!(text.lines().count() == 11 && text.lines().all(|line| line.len() < 120), "{text}");
}

/// A picture in cubic time takes minutes.
#[test]
fn thousands_of_cores_are_drawn() {
    let svg = output(&["place", "core", "-i", "package:64 core:64 pu:1", "--of", "svg"]);
    assert_eq!(svg.matches("core 4095").count(), 1);
}

#[test]
fn errors_in_phases_are_named() {
    let at = |more: &[&str], status| error(&[&["place", "-i", NODE], more].concat(), status);
    for (arguments, status, said) in [
        (&["l3*0"][..], 2, "SHAPE: 'l3*0': the number after '*' is not a whole number from 1"),
        (&["2:x"], 2, "SHAPE: '2:x': M:T are two whole numbers from 1, the second of which may be left out"),
        (&[""], 2, "SHAPE: it is empty; a shape is LEVEL, LEVEL*K, M:T, M:, all or root"),
        (&["2:5"], 1, "node 0: 5 threads a worker are more than the 4 cores of rank 0"),
        (&["l3", "--cpus", "x"], 2, "--cpus: 'x' is not a list of processing units, such as 0-3,8"),
        (&["l3", "--cpus", ""], 2, "--cpus: the list is empty"),
        (&["l3", "--cpus", "8-9"], 1, "node 0: none of the processing units 8-9 may be used (0-7 may)"),
        (&["l3", "--smt", "two"], 2, "--smt: 'two' is not all, one or threads"),
        (&["l3", "--adopt", "maybe"], 2, "--adopt: 'maybe' is not yes or no"),
        (&["l3", "--root", "x"], 2, "--root: 'x' is not a rank"),
        (&["l3", "--root", "8"], 1, "--root: there is no rank 8; there are 8, numbered from 0"),
        (
            &["l3", "-o", "phase.gif"],
            2,
            "-o: phase.gif ends in none of .txt, .svg, .png, .pdf, .json; --of says the form",
        ),
    ] {
        assert_eq!(at(arguments, status), format!("hsplit: {said}\n"));
    }
    assert!(at(&["leaf"], 1).starts_with("hsplit: node 0: the node has no level 'leaf' (it has Machine, Package,"));
    assert!(error(&["place"], 2).contains("SHAPE"));
    assert!(error(&["place", "l3", "--topology", "examples/site.topology"], 2).starts_with("hsplit: --topology:"));
}

/// Without -i the command uses the machine that it runs on.
#[test]
fn a_phase_on_this_machine() {
    let told = hsplit(&["place", "all"]).assert().success();
    let text = String::from_utf8(told.get_output().stdout.clone()).unwrap();
    assert!(text.contains("# machine:  this machine\n") && text.contains(", 0 parked\n"), "{text}");
    // In a container a process may be allowed only a part of the machine.
    let text = body(&["Machine", "-n", "1", "--cpus", "allowed"]);
    assert!(text.starts_with("node 0  1 rank: 0\n") && text.lines().nth(2).is_some(), "{text}");
}
