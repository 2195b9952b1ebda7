// SPDX-License-Identifier: MIT OR Apache-2.0
//! The command as users run it: exact outputs, and one clear line for every error.

use std::path::PathBuf;

use command::{error, hsplit, output};

mod bind;
mod doctor;
mod levels;
mod map;
mod monitor;
mod pictures;
mod place;
mod run;
mod settings;
mod topology;

#[path = "../support/command.rs"]
mod command;

const NODE: &str = "package:2 [numa] l3:1 l2:2 l1d:1 core:2 pu:1";
const LEGEND: &str =
    "# N x: N communicators of one shape; the lines below show the first of them. #: numbers among the siblings.\n";

/// Returns the tree without the lines above it.
fn tree(arguments: &[&str]) -> String {
    output(arguments)
        .lines()
        .filter(|line| !line.starts_with("# ") || LEGEND.starts_with(line))
        .map(|line| line.to_owned() + "\n")
        .collect()
}

fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = std::env::temp_dir().join(format!("hsplit-test-{}-{name}", std::process::id()));
    std::fs::write(&path, content).unwrap();
    path
}

#[test]
fn the_papers_cluster() {
    let expected = "\
# machine:  node:4 package:2 [numa] l3:1 l2:2 l1d:1 core:2 pu:1
# hardware: 4 nodes, 32 cores, 32 PUs
# ranks:    32, placement core,by-node
MPI_COMM_WORLD  32 ranks: 0-31
  4 x Machine #0-3  8 ranks each: 0-7, 8-15, 16-23, 24-31
    2 x L3Cache #0-1 (= Package = NUMANode, 8 in all)  4 ranks each: 0-3, 4-7
      2 x L1dCache #0-1 (= L2Cache, 16 in all)  2 ranks each: 0-1, 2-3
        2 x Core #0-1 (= PU, 32 in all)  1 rank each: 0-1
";
    assert_eq!(output(&["tree", "-i", &format!("node:4 {NODE}")]), expected.to_owned() + LEGEND);
}

#[test]
fn the_papers_cluster_by_criterion() {
    let by = |criterion| tree(&["tree", "-i", &format!("node:4 {NODE}"), "--criterion", criterion]);
    let memory = "\
MPI_COMM_WORLD  32 ranks: 0-31
  8 x L3Cache #0-7 (= Package = NUMANode)  4 ranks each: 0-3, 4-7, 8-11, 12-15, ..., 28-31
    2 x L1dCache #0-1 (= L2Cache, 16 in all)  2 ranks each: 0-1, 2-3
      ranks 0-1 stop here
";
    assert_eq!(by("memory"), memory.to_owned() + LEGEND);
    assert_eq!(by("node"), by("all"));
    assert!(by("network").contains("ranks 0-31 stop here"), "{}", by("network"));
}

#[test]
fn the_papers_uneven_bindings() {
    let bindings = file(
        "uneven",
        b"0 core:0\n0 core:1\n0 l2:1\n0 l2:1\n0 numa:1\n0 numa:1\n0 numa:1 # the last but one\n0 numa:1\n",
    );
    let expected = "\
MPI_COMM_WORLD  8 ranks: 0-7, all in one Machine
  L3Cache #0 (= Package = NUMANode)  4 ranks: 0-3
    L1dCache #0 (= L2Cache)  2 ranks: 0-1
      2 x Core #0-1 (= PU)  1 rank each: 0-1
    L1dCache #1 (= L2Cache)  2 ranks: 2-3
      ranks 2-3 stop here
  L3Cache #1 (= Package = NUMANode)  4 ranks: 4-7
    ranks 4-7 stop here
";
    assert_eq!(tree(&["tree", "-i", NODE, "--bind", bindings.to_str().unwrap()]), expected);
    std::fs::remove_file(bindings).unwrap();
}

#[test]
fn nodes_without_cores() {
    let expected = "\
MPI_COMM_WORLD  4 ranks: 0-3, all in one NUMANode
  2 x Package #0-1  2 ranks each: 0-1, 2-3
    2 x PU #0-1 (4 in all)  1 rank each: 0-1
";
    assert_eq!(tree(&["tree", "-i", "package:2 pu:2"]), expected.to_owned() + LEGEND);
    let two_kinds = tree(&["tree", "-i", "node:1 core:2 pu:1 | node:1 pu:2"]);
    assert!(two_kinds.contains("Machine #1  2 ranks: 2-3") && two_kinds.contains("2 x PU #0-1"), "{two_kinds}");
}

#[test]
fn coordinates_and_distances() {
    let machine = "node:2 package:2 [numa] core:2 pu:1";
    let head = "\
# machine:  node:2 package:2 [numa] core:2 pu:1
# hardware: 2 nodes, 8 cores, 8 PUs
# ranks:    4, placement core,round-robin
";
    let coords = "\
rank  Machine  NUMANode  Core
   0        0         0     0
   1        1         0     0
   2        0         0     1
   3        1         0     1
";
    let distances = "\
rank  0  1  2  3
   0  0  6  2  6
   1  6  0  6  2
   2  2  6  0  6
   3  6  2  6  0
";
    let arguments = ["tree", "-i", machine, "-n", "4", "--bind", "core,round-robin"];
    let with = |more: &[&str]| output(&[&arguments, more].concat());
    assert_eq!(with(&["--coords"]), head.to_owned() + coords);
    assert_eq!(with(&["--distances"]), head.to_owned() + distances);
    let json = |more: &[&str]| -> serde_json::Value {
        serde_json::from_str(&with(&[&["--of", "json"], more].concat())).expect("JSON")
    };
    let told = json(&["--coords"]);
    assert_eq!((&told["format"], &told["head"]["machine"]), (&"hsplit-coords".into(), &machine.into()));
    assert_eq!(told["levels"][1], serde_json::json!({"level": "NUMANode", "instances": 2}));
    assert_eq!(
        told["ranks"][3],
        serde_json::json!({
            "rank": 3, "levels": ["Machine", "NUMANode", "Core"], "coords": [1, 0, 1], "network": null
        })
    );
    let told = json(&["--distances"]);
    assert_eq!(told["format"], "hsplit-distances");
    assert_eq!(told["distances"][1], serde_json::json!([6, 0, 6, 2]));
}

#[test]
fn coordinates_of_unequal_depth_and_of_the_network() {
    let torus = file("torus", b"torus 2\ndims 2 4\nnode0 0 0\nnode1 1 3\n");
    let places = file("places", b"0 core:0\n0 none\n1 core:1\n");
    let (torus_name, places_name) = (torus.to_str().unwrap(), places.to_str().unwrap());
    let arguments = ["tree", "-i", "node:2 [numa] core:2 pu:1", "--topology", torus_name, "--bind", places_name];
    let body = |more| -> Vec<String> {
        output(&[&arguments[..], &[more]].concat())
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(str::to_owned)
            .collect()
    };
    let coords = [
        "rank  Machine  NUMANode  Core  network",
        "   0        0         0     0      0,0",
        "   1        0         0     -      0,0",
        "   2        1         0     0      1,3",
    ];
    assert_eq!(body("--coords"), coords);
    assert_eq!(body("--distances"), ["rank  0  1  2", "   0  0  1  6", "   1  1  0  5", "   2  6  5  0"]);
    std::fs::remove_file(torus).unwrap();
    std::fs::remove_file(places).unwrap();
}

#[test]
fn a_pipe_does_not_block() {
    let path = std::env::temp_dir().join(format!("hsplit-pipe-{}.xml", std::process::id()));
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    let line = error(&["tree", "-i", path.to_str().unwrap()], 1);
    std::fs::remove_file(&path).unwrap();
    assert!(line.trim_end().ends_with(&format!("{}: is not a file", path.display())), "{line}");
}

#[test]
fn a_thousand_nodes_are_a_few_lines() {
    let expected = "\
MPI_COMM_WORLD  128000 ranks: 0-127999
  40 x Net_level0 #0-39 (= leaf)  3200 ranks each: 0-3199, 3200-6399, 6400-9599, 9600-12799, ..., 124800-127999
    25 x Machine #0-24 (1000 in all)  128 ranks each: 0-127, 128-255, 256-383, 384-511, ..., 3072-3199
      2 x L3Cache #0-1 (= Package = NUMANode, 2000 in all)  64 ranks each: 0-63, 64-127
        64 x Core #0-63 (= PU, 128000 in all)  1 rank each: 0-63
";
    let system = "leaf:40 node:25 package:2 [numa] l3:1 core:64 pu:1";
    assert_eq!(tree(&["tree", "-i", system]), expected.to_owned() + LEGEND);
    for placement in ["core,round-robin", "l3", "none", "pu,ppn=7"] {
        let text = output(&["tree", "-i", system, "-n", "10000", "--bind", placement]);
        assert!(text.lines().count() < 25, "{placement}: {text}");
        assert!(text.lines().all(|line| line.len() < 160), "{placement}: {text}");
    }
}

#[test]
fn ten_thousand_ranks_bound_anyhow_stay_short() {
    // Ranks at random places.
    let mut state = 12345u64;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % below
    };
    let lines: String =
        (0..10_000).map(|_| format!("{} {}:{}\n", next(100), ["core", "l2"][next(2) as usize], next(4))).collect();
    let bindings = file("anyhow", lines.as_bytes());
    let text = output(&["tree", "-i", &format!("node:100 {NODE}"), "--bind", bindings.to_str().unwrap()]);
    std::fs::remove_file(bindings).unwrap();
    assert!(text.lines().count() < 300, "{} lines", text.lines().count());
    assert!(text.contains("more communicators of other shapes"), "{text}");
}

#[test]
fn kinds_of_node_are_told_apart() {
    let expected = "\
MPI_COMM_WORLD  64 ranks: 0-63
  2 x Net_level0 #0-1 (= leaf)  32 ranks each: 0-31, 32-63
    3 x Machine #0-2 (6 in all)  8 ranks each: 0-7, 8-15, 16-23, all in one NUMANode
      2 x Package #0-1 (12 in all)  4 ranks each: 0-3, 4-7
        4 x Core #0-3 (= PU, 48 in all)  1 rank each: 0-3
    Machine #3 (2 in all)  8 ranks: 24-31, all in one NUMANode
      8 x Core #0-7 (16 in all)  1 rank each: 24-31
";
    assert_eq!(
        tree(&["tree", "-i", "leaf:2 node:3 package:2 core:4 pu:1 | node:1 core:8 pu:2"]),
        expected.to_owned() + LEGEND
    );
}

#[test]
fn the_emulated_room_counts_where_none_is_given() {
    let mut command = hsplit(&["tree"]);
    let output = command.env("HSPLIT_EMULATE", "node:2 core:2 pu:1 bind=none").assert().success();
    let expected = "\
# machine:  node:2 core:2 pu:1 (HSPLIT_EMULATE)
# hardware: 2 nodes, 4 cores, 4 PUs
# ranks:    4, placement none (HSPLIT_EMULATE)
MPI_COMM_WORLD  4 ranks: 0-3
  2 x Machine #0-1  2 ranks each: 0-1, 2-3
    ranks 0-1 stop here, bound to one NUMANode
";
    assert_eq!(String::from_utf8_lossy(&output.get_output().stdout), expected.to_owned() + LEGEND);
    let mut command = hsplit(&["tree", "-i", "node:2 core:2 pu:1 bind=none"]);
    let output = command.env("HSPLIT_EMULATE", "core:1 bind=core").assert().success();
    let expected = expected.replace(" (HSPLIT_EMULATE)", "");
    assert_eq!(String::from_utf8_lossy(&output.get_output().stdout), expected + LEGEND);
    assert!(tree(&["tree", "-i", "node:2 core:2 pu:1 bind=none", "--bind", "core"]).contains("Core #0-1"));
    assert!(error(&["tree", "-i", "core:2 pu:1 bind=cor"], 1).starts_with("hsplit: -i: bind: "));
}

#[test]
fn this_machine_has_a_tree() {
    let text = output(&["tree", "-n", "3"]);
    assert!(text.starts_with("# machine:  this machine\n") && text.contains("MPI_COMM_WORLD  3 ranks: 0-2"), "{text}");
}

#[test]
fn json_is_complete() {
    let text = output(&["tree", "-i", &format!("node:4 {NODE}"), "--of", "json"]);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (&value["format"], &value["version"], &value["ranks"], &value["depth"]),
        (&"hsplit-tree".into(), &1.into(), &32.into(), &4.into())
    );
    let all = value["communicators"].as_array().unwrap();
    assert_eq!(all.len(), 1 + 4 + 8 + 16 + 32);
    let cache = all.iter().find(|c| c["level"] == "L3Cache" && c["ranks"] == serde_json::json!([[12, 15, 1]])).unwrap();
    assert_eq!(
        (&cache["index"], &cache["siblings"], &cache["root"], &cache["size"]),
        (&1.into(), &2.into(), &12.into(), &4.into())
    );
    assert_eq!(cache["names"], serde_json::json!(["Package", "NUMANode", "L3Cache"]));
    let parent = &all[cache["parent"].as_u64().unwrap() as usize];
    assert_eq!(parent["level"], "Machine");
    assert!(parent["children"].as_array().unwrap().contains(&cache["id"]));
}

#[test]
fn a_file_called_core_is_no_placement() {
    let folder = std::env::temp_dir().join(format!("hsplit-test-{}-dumps", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["core", "none", "bindings"] {
        std::fs::write(folder.join(name), "0 core:3\n").unwrap();
    }
    let ranks = |bind: &str| {
        let mut command = hsplit(&["tree", "-i", "package:2 core:2 pu:1", "--bind", bind]);
        let result = command.current_dir(&folder).assert().success();
        let text = String::from_utf8(result.get_output().stdout.clone()).unwrap();
        text.lines().find_map(|line| line.strip_prefix("# ranks:")).unwrap().trim().to_owned()
    };
    let found = ["core", "none", "./core", "bindings"].map(ranks);
    std::fs::remove_dir_all(&folder).unwrap();
    let expected = ["4, placement core", "4, placement none", "1, placement ./core", "1, placement bindings"];
    assert_eq!(found, expected);
}

#[test]
fn names_are_printed_and_drawn_without_control_characters() {
    let switch = |name: char, own: u8, hosts: &str| {
        let ports = hosts
            .chars()
            .enumerate()
            .map(|(port, host)| format!("[{}]\t\"H-{host}\"[1](ff)\t\t# \"n{host} mlx\" lid 1 4xHDR\n", port + 2));
        let up = format!("[1]\t\"S-00ff\"[{own}]\t\t# \"top\" lid 1 4xHDR\n");
        let head = format!("Switch\t4 \"S-000{name}\"\t\t# \"{name}\u{1b}[31mb\" base port 0 lid {own} lmc 0\n");
        head + &up + &ports.collect::<String>() + "\n"
    };
    let top = "Switch\t4 \"S-00ff\"\t\t# \"top\" base port 0 lid 9 lmc 0\n[1]\t\"S-000a\"[1]\n[2]\t\"S-000b\"[1]\n\n";
    let fabric = switch('a', 1, "12") + &switch('b', 2, "34") + top;
    let site = file("escapes.topology", fabric.as_bytes());
    let site = site.to_str().unwrap();
    let machine = "a\u{1b}[31mb:2 node:2 core:1 pu:1";
    for arguments in [
        &["levels", "-i", machine][..],
        &["tree", "-i", machine],
        &["tree", "-i", machine, "--coords"],
        &["tree", "-i", machine, "--distances"],
        &["tree", "-i", machine, "--of", "svg"],
        &["tree", "-i", machine, "--full", "--of", "svg"],
        &["place", "core", "-i", machine],
        &["place", "core", "-i", machine, "--of", "svg"],
        &["tree", "--topology", site],
        &["tree", "--topology", site, "--of", "svg"],
        &["levels", "--topology", site],
    ] {
        let text = output(arguments);
        assert!(text.contains("[31mb") || !text.contains("31m"), "{arguments:?}: {text}");
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{arguments:?}: {text:?}");
    }
    assert!(output(&["levels", "-i", machine]).contains("\na [31mb  "));
    let result = hsplit(&["env"]).env("HSPLIT_LOG", "\u{1b}[31m\nloud").assert().success();
    let text = String::from_utf8(result.get_output().stdout.clone()).unwrap();
    assert!(text.contains("HSPLIT_LOG= [31m loud\n") && !text.contains('\u{1b}'), "{text:?}");
}

#[test]
fn a_misspelt_table_is_not_made() {
    let path = std::env::temp_dir().join(format!("hsplit-test-{}-tuning", std::process::id()));
    let name = path.to_str().unwrap();
    for arguments in [&["tuning", "prune", name, "--older-than", "3"][..], &["tuning", "prune", name]] {
        assert!(error(arguments, 1).contains("No such file"));
        assert!(!path.exists() && !path.with_extension("lock").exists());
    }
    std::fs::write(&path, "hsplit-tuning 2\ndamaged\n").unwrap();
    let other = format!("{name}.new");
    assert_eq!(output(&["tuning", "prune", name]), format!("{name}: 0 kinds of calls\n"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "hsplit-tuning 2\n");
    assert!(error(&["tuning", "prune", name], 2).contains("neither --older-than nor --mpi"));
    assert_eq!(output(&["tuning", "prune", name, "--older-than", "3"]), format!("{name}: 0 kinds of calls\n"));
    assert_eq!(output(&["tuning", "merge", &other, name]), format!("new file {other}: 0 kinds of calls\n"));
    for path in [name, &other, &format!("{name}.lock")] {
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn completions_and_manual_pages() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(output(&["completions", shell]).contains("hsplit"));
    }
    assert!(output(&["man"]).contains(".TH hsplit 1"));
    // The commands of a subcommand have no pages of their own.
    let page = output(&["man", "tuning"]);
    assert!(
        page.contains("\n.SH HSPLIT TUNING IMPORT\n") && page.contains("\\-\\-older\\-than") && !page.contains("(1)\n")
    );
    assert!(output(&["man", "parameters"]).contains("\n.SS NOTES\n.nf\n\\&MATRIX has a row per host"));
    let page = output(&["man", "tree"]);
    assert!(page.contains(".TH hsplit-tree 1") && page.contains("ppn=COUNT"), "{page}");
}

#[test]
fn help_tells_the_grammar() {
    for command in ["tree", "levels"] {
        assert!(output(&[command, "--help"]).contains("[[SWITCH:COUNT ...] node:COUNT] INSIDE"));
    }
    assert!(output(&["tree", "--help"]).contains("JSON (-o FILE.json"));
}

#[test]
fn wrong_usage_is_status_2() {
    for arguments in [
        &["tree", "-n", "0"][..],
        &["tree", "-n", "99999999999"],
        &["tree", "-n", "x"],
        &["tree", "-o", "a.gif"],
        &["tree", "--of", "pdf"],
        &["tree", "--of", "xml"],
        &["tree", "--coords", "--distances"],
        &["tree", "--coords", "--of", "svg"],
        &["tree", "--distances", "-o", "a.svg"],
        &["man", "zork"],
        &["completions"],
        &["zork"],
        &[],
    ] {
        error(arguments, 2);
    }
    for (command, names) in [("tuning", "? show, merge, import or prune ("), ("parameters", "? import (")] {
        assert!(error(&[command], 2).contains(names));
    }
    assert!(error(&["tre"], 2).contains("subcommand 'tre'; tip: a similar subcommand exists: 'tree' ("));
    assert!(error(&[], 2).contains("? tree, place, ") && error(&[], 2).contains(" completions or man ("));
}

#[test]
fn what_cannot_be_had_is_status_1() {
    let garbage = file("garbage.xml", &[0xff, 0x00, b'<', 0x80]);
    let cut = file("cut.xml", b"<?xml version=\"1.0\"?><topology version=\"2.0\"><object type=\"Machine\">");
    let empty = file("empty", b"");
    for (arguments, word) in [
        (&["tree", "-i", "core:1000 pu:1000000"][..], "1000000000"),
        (&["tree", "-i", "node:1000000 core:1000 pu:1"], "1000000000"),
        (&["tree", "-i", "node:2 package:99999 core:9 pu:1"], "899991"),
        (&["tree", "-i", "node:90000000 core:1 pu:1"], "8000000"),
        (&["tree", "-i", "/no/such/file"], "/no/such/file"),
        (&["tree", "-i", "/no/such.xml"], "/no/such.xml"),
        (&["tree", "-i", garbage.to_str().unwrap()], "garbage.xml"),
        (&["tree", "-i", cut.to_str().unwrap()], "cut.xml"),
        (&["levels", "-i", "zork:3"], "zork:3"),
        (&["tree", "-i", ""], "empty"),
        (&["tree", "--bind", "l9"], "'l9'"),
        (&["tree", "--bind", "core,spread"], "'spread'"),
        (&["tree", "--bind", empty.to_str().unwrap()], "places no rank"),
        (&["tree", "-o", "/no/such/folder/a.svg"], "/no/such/folder/a.svg"),
    ] {
        let said = error(arguments, 1);
        assert!(said.contains(word), "{arguments:?}: {said}");
    }
    [garbage, cut, empty].iter().for_each(|path| std::fs::remove_file(path).unwrap());
}

#[test]
fn a_full_stderr_costs_remarks_only() {
    use std::process::{Command, Stdio};
    let output = Command::new(env!("CARGO_BIN_EXE_hsplit"))
        .args(["map", "examples/rings.mtx"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .env_remove("HSPLIT_EMULATE")
        .stderr(Stdio::from(std::fs::File::options().write(true).open("/dev/full").unwrap()))
        .output()
        .unwrap();
    assert!(output.status.success() && output.stdout.starts_with(b"# matrix: "), "{output:?}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_hsplit"))
        .args(["tree", "-i", "node:1000 core:64 pu:1", "--of", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

fn topology(name: &str) -> String {
    format!("{}/../../c-tests/topologies/{name}.xml", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn devices_change_no_tree() {
    assert_eq!(tree(&["tree", "-i", &topology("gpus")]), tree(&["tree", "-i", "package:2 [numa] l3:1 core:4 pu:1"]));
}
