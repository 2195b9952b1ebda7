// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit predict` as users run it.

use assert_cmd::Command;
use file::{File, example};

#[path = "support/command.rs"]
mod command;
#[path = "support/file.rs"]
mod file;

/// L = 10 ms, g(m) = 2 ms + m µs; and a process by itself.
const PARAMETERS: &str = "\
by: hand # and nobody else
mpi: none
group lab: 16 processes, latency 10000
    0 2000
    1000000 1002000
group login: 1 process
link lab login: latency 20000
    0 1
";

fn written(name: &str, text: &str) -> File {
    File::new("predict", name, text)
}

#[test]
fn a_table_for_each_group() {
    // Worked out by hand: see the formulas of hsplit-collectives, model/broadcast.rs. Flat: 10 + 15·(2, 6, 1002) ms,
    // binomial: 4·(12, 16, 1012) ms.
    let expected = "\
# parameters: FILE
# by:         hand
# mpi:        none

lab, 16 processes: bcast
STRATEGY                        0 B             4000 B           1000000 B
Flat Tree                  40.0 ms *            100 ms              15.0 s
Flat Tree Rendez-vous      70.0 ms              130 ms              15.1 s
Segmented Flat Tree        40.0 ms              100 ms              15.0 s
Chain                       180 ms              240 ms              15.2 s
Chain Rendez-vous           540 ms              600 ms              15.5 s
Segmented Chain (Pipeline)  180 ms      203 ms (800 B)    1.51 s (11905 B) *
Binary Tree                48.0 ms             66.0 ms              6.04 s
Binomial Tree              48.0 ms             64.0 ms *            4.05 s
Binomial Tree Rendez-vous   144 ms              160 ms              4.14 s
Segmented Binomial Tree    48.0 ms             64.0 ms              4.05 s
Scatter/Collection          228 ms              236 ms              2.10 s
";
    let text = written("table", PARAMETERS).output(&["--sizes", "0,4000,1000000"]);
    let squeezed =
        |text: &str| text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>();
    assert_eq!(squeezed(&text)[..squeezed(expected).len()], squeezed(expected), "{text}");
    let rest: Vec<&str> = text.lines().skip(expected.lines().count()).collect();
    assert!(
        rest[0].starts_with("best: from 0 B Flat Tree, from 728 B Binary Tree, from 3001 B Binomial Tree, from 7"),
        "{text}"
    );
    assert!(rest[0].ends_with("Segmented Chain (Pipeline)"), "{text}");
    assert_eq!(rest[1..], ["", "login, 1 process: bcast takes no time"]);
}

#[test]
fn for_programs() {
    let file = written("programs", PARAMETERS);
    let csv = file.output(&[
        "--format",
        "csv",
        "--operation",
        "reduce,barrier",
        "--sizes",
        "1MB",
        "--group",
        "lab",
        "--element",
        "8",
        "--reduction",
        "1000",
    ]);
    let lines: Vec<&str> = csv.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines[0], "group,processes,operation,bytes,strategy,time_us,segment_bytes,table1_us,best");
    // 10 ms + 15·(2 + 1048.576 + 1048.576 ms), with 1 µs for the reduction of each byte.
    assert_eq!(lines[1], "lab,16,reduce,1048576,Flat Tree,31497280.000,,,no");
    assert!(
        lines.iter().any(
            |line| line.starts_with("lab,16,reduce,1048576,Segmented Chain (Pipeline),") && line.ends_with(",,yes")
        ),
        "{csv}"
    );
    // Up and down: 2·(10 + 15·2), 2·4·12; 4·12.
    let barrier = [
        "lab,16,barrier,0,Flat Tree,80000.000,,,no",
        "lab,16,barrier,0,Binomial Tree,96000.000,,,no",
        "lab,16,barrier,0,Dissemination,48000.000,,,yes",
    ];
    assert_eq!(lines[8..], barrier, "{csv}");

    let json: serde_json::Value = serde_json::from_str(&file.output(&["--format", "json", "--sizes", "4000"])).unwrap();
    assert_eq!(
        (&json["by"], &json["date"], &json["predictions"][1]["group"]),
        (&"hand".into(), &"".into(), &"login".into())
    );
    let lab = &json["predictions"][0];
    assert_eq!(
        (&lab["processes"], &lab["operation"], &lab["sizes"][0]["best"]),
        (&16.into(), &"bcast".into(), &"Binomial Tree".into())
    );
    assert_eq!(lab["changes"], serde_json::json!([{ "from_bytes": 4000, "best": "Binomial Tree" }]));
    let pipeline = &lab["sizes"][0]["strategies"][5];
    // 15·10 + 19·(2 + 0.8) ms in segments of 800 bytes.
    assert_eq!(
        (&pipeline["strategy"], &pipeline["segment_bytes"]),
        (&"Segmented Chain (Pipeline)".into(), &800.into())
    );
    assert!(
        (pipeline["time_us"].as_f64().unwrap() - 203_200.0).abs() < 1e-6
            && (pipeline["table1_us"].as_f64().unwrap() - 203_200.0).abs() < 1e-6,
        "{pipeline}"
    );
    // Table 1: (4 + 15)·10 + 2·(15/16)·6 ms.
    let scatter = &lab["sizes"][0]["strategies"][10];
    assert!(
        (scatter["table1_us"].as_f64().unwrap() - 201_250.0).abs() < 1e-6
            && (scatter["time_us"].as_f64().unwrap() - 235_500.0).abs() < 1e-6,
        "{scatter}"
    );
}

#[test]
fn every_operation_has_a_table() {
    let text = written("operations", PARAMETERS).output(&[
        "--operation",
        "bcast,reduce,allreduce,barrier,gather,scatter,allgather",
        "--group",
        "lab",
    ]);
    let tables = ["bcast", "reduce", "allreduce", "barrier", "gather", "scatter", "allgather"]
        .map(|name| format!("lab, 16 processes: {name}\n"));
    assert!(tables.iter().all(|table| text.contains(table)) && text.matches("\nbest: ").count() == 7, "{text}");
    assert!(text.contains("\nbest: Dissemination\n"), "{text}");
}

#[test]
fn errors_are_one_line() {
    let file = written("right", PARAMETERS);
    assert_eq!(file.error(&["--group", "x"], 2), "hsplit: --group: there is no group 'x' (there are lab, login)\n");
    for arguments in [
        ["--sizes", "1XB"],
        ["--operation", "sum"],
        ["--element", "-1"],
        ["--reduction", "NaN"],
        ["--reduction", "-1"],
        ["--format", "xml"],
    ] {
        assert!(file.error(&arguments, 2).contains(arguments[1]), "{arguments:?}");
    }
    let wrong = written("wrong", &PARAMETERS.replace("2000\n", "0\n").replace("16 processes", "x processes"));
    assert_eq!(wrong.error(&[], 1), "hsplit: FILE: line 3: 'x' is no number of processes\n");
    let many = written("many", &PARAMETERS.replace("16 processes", "18446744073709551615 processes"));
    assert!(many.error(&[], 1).contains(": 18446744073709551615 processes are more than 2147483647\n"));
    let unlinked = written("unlinked", &(PARAMETERS.to_owned() + "group c: 1 process\n"));
    assert_eq!(
        unlinked.error(&[], 1),
        "hsplit: FILE: line 9: there is no link of 'lab' and 'c', nor with 1 more before it\n"
    );
    let missing =
        Command::new(env!("CARGO_BIN_EXE_hsplit")).args(["predict", "--parameters", "/nowhere"]).assert().code(1);
    assert!(String::from_utf8_lossy(&missing.get_output().stderr).starts_with("hsplit: /nowhere: "));
}

#[test]
fn the_example_shows_what_is_printed() {
    let file = written("example", &example("cluster.parameters"));
    assert_eq!(
        file.output(&["--sizes", "8,8KiB,1MiB"]).replace("FILE", "cluster.parameters"),
        example("cluster.parameters.predict")
    );
}

/// RR-9077, §6: a broadcast along three levels of two parts is 7/3 times as fast as in one call for eight processes, if
/// latencies and bandwidths are equal and a root sends to one process after the other.
#[test]
fn a_broadcast_along_three_levels() {
    let link = "latency 0.001\n    0 3000\n    1000 4000\n";
    let groups: String = ["a", "b", "c"].map(|name| format!("group {name}: 2 processes, {link}")).concat();
    let links: String = ["a b", "a c", "b c"].map(|names| format!("link {names}: {link}")).concat();
    let file = written("three-levels", &(groups + &links));
    let asked = ["--levels", "a:2,b:2,c:2", "--sizes", "1000", "--strategy", "flat tree"];
    let expected = [
        "bcast, 2 x 2 x 2 = 8 processes",
        "",
        "LEVEL PARTS MESSAGE TIME STRATEGY",
        "a 2 1000 B 4.00 ms Flat Tree",
        "b 2 1000 B 4.00 ms Flat Tree",
        "c 2 1000 B 4.00 ms Flat Tree",
        "all levels 8 1000 B 12.0 ms 2.33 times as fast",
        "flat call 8 1000 B 28.0 ms Flat Tree",
    ];
    let text = file.output(&asked);
    let lines: Vec<String> = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert!(lines.ends_with(&expected.map(str::to_owned)), "{text}");

    let json: serde_json::Value =
        serde_json::from_str(&file.output(&[&asked[..], &["--format", "json"]].concat())).unwrap();
    let size = &json["operations"][0]["sizes"][0];
    assert_eq!((&json["processes"], &size["bytes"]), (&8.into(), &1000.into()));
    let us = |value: &serde_json::Value| value["time_us"].as_f64().unwrap();
    assert!((us(size) / us(&size["flat"]) - 3.0 / 7.0).abs() < 1e-6, "{json}");
    assert_eq!(size["levels"].as_array().unwrap().len(), 3);

    // A share of a level is that of all processes below it: 4, 2 and 1 of them; times of 0 bytes are 3 ms.
    let csv = file.output(&["--levels", "a:2,b:2,c:2", "--sizes", "100", "--operation", "gather", "--format", "csv"]);
    let lines: Vec<&str> = csv.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines[0], "operation,bytes,level,parts,message_bytes,time_us,strategy,segment_bytes");
    assert!(lines[1].starts_with("gather,100,a,2,400,3400.001,"), "{csv}");
    assert!(lines[2].starts_with("gather,100,b,2,200,3200.001,"), "{csv}");
    assert!(lines[3].starts_with("gather,100,c,2,100,3100.001,"), "{csv}");
    assert_eq!((lines[4], lines.len()), ("gather,100,all,8,100,9700.003,,", 6), "{csv}");
}

#[test]
fn a_flat_call_goes_over_the_links_of_the_widest_level_with_several_parts() {
    let file = written("flat", PARAMETERS);
    let flat = |levels| {
        let text = file.output(&["--levels", levels, "--sizes", "8"]);
        text.lines().find(|line| line.starts_with("flat call")).unwrap().to_owned()
    };
    assert_eq!(flat("login:1,lab:4"), flat("lab:4"));
}

#[test]
fn levels_that_cannot_be() {
    let file = written("bad-levels", PARAMETERS);
    for (asked, said) in [
        (&["--levels", "lab:4,other:2"][..], "there is no group 'other'"),
        (&["--levels", "lab:4,login:2"], "group 'login' has one process"),
        (&["--levels", "lab"], "not GROUP:PARTS"),
        (&["--levels", "lab:0"], "PARTS is no number from 1 on"),
        (&["--levels", "lab:16777216,lab:2"], "more than 16777216 processes"),
        (&["--levels", "lab:4", "--operation", "barrier"], "barrier does not go level by level"),
        (&["--levels", "lab:4", "--strategy", "none"], "bcast has no strategy 'none'"),
        (&["--strategy", "chain"], "--strategy: it needs --levels or -i"),
        (&["-n", "4"], "--ranks: it needs -i"),
        (&["--levels", "lab:4", "-i", "node:2 core:2 pu:1"], "--levels: the machine of -i gives the levels"),
        (&["--group", "lab", "-i", "node:2 core:2 pu:1"], "cannot be used with"),
        (&["-i", "node:2 core:2 pu:1"], "no group for the level of 2 parts has one of its names: Machine"),
        (&["-i", "node:1 core:2 pu:1", "--bind", "none"], "has one of its names: process"),
        (&["-i", "node:2 core:2 pu:1", "-n", "1"], "one rank has no levels"),
        (&["--levels", "lab:4", "--group", "lab"], "cannot be used with"),
    ] {
        let message = file.error(asked, 2);
        assert!(message.contains(said), "{message}");
    }
}

/// A machine has the same levels as written by hand; if its nodes differ, those along the path through the largest.
#[test]
fn levels_of_a_machine() {
    let file = written("machine-levels", &example("machine.parameters"));
    let operations = ["--operation", "bcast,reduce,gather,scatter", "--sizes", "8,1MiB"];
    let ask = |words: &[&str]| file.output(&[words, &operations].concat());
    let by_hand = ask(&["--levels", "node:16,package:2,core:12"]);
    assert_eq!(ask(&["-i", "node:16 package:2 [numa] l3:1 core:12 pu:2"]), by_hand);
    assert_eq!(
        ask(&["-i", "node:20 package:2 core:14 pu:1", "-n", "384", "--bind", "core,ppn=24"]).lines().count(),
        by_hand.lines().count()
    );
    assert!(
        ask(&["-i", "node:16 package:2 core:12 pu:1", "-n", "32"]).contains("bcast, 2 x 2 x 12 at most, 32 processes")
    );
    let differing = ask(&["-i", "node:4 core:12 pu:1 | node:2 package:2 core:12 pu:1"]);
    assert!(differing.contains("gather, 6 x 2 x 12 at most, 96 processes"), "{differing}");
    // The product of the largest parts is more than the limit, the number of processes is not.
    let uneven = "node:4200 core:1 pu:1 | node:1 package:64 core:64 pu:1";
    let uneven = file.output(&["-i", uneven, "--operation", "bcast", "--sizes", "8"]);
    assert!(uneven.contains("bcast, 4201 x 64 x 64 at most, 8296 processes"), "{uneven}");
    let flat = ask(&["-i", "node:3 core:12 pu:1", "--format", "csv"]);
    assert!(flat.contains("\ngather,8,core,12,8,") && flat.contains("\ngather,8,flat,36,8,"), "{flat}");
}

#[test]
fn the_example_of_levels_shows_what_is_printed() {
    let file = written("levels-example", &example("machine.parameters"));
    let asked = ["--levels", "node:16,package:2,core:12", "--operation", "bcast,reduce", "--sizes", "8,1MiB"];
    assert_eq!(file.output(&asked).replace("FILE", "machine.parameters"), example("machine.parameters.levels"));
}
