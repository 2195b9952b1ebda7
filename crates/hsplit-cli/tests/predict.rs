// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit predict` as users meet it.

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
        "--combining",
        "1000",
    ]);
    let lines: Vec<&str> = csv.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines[0], "group,processes,operation,bytes,strategy,time_us,segment_bytes,table1_us,best");
    // 10 ms + 15·(2 + 1048.576 + 1048.576 ms), with 1 µs for combining each byte.
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
fn mistakes_are_one_line() {
    let file = written("right", PARAMETERS);
    assert_eq!(file.mistake(&["--group", "x"], 2), "hsplit: --group: there is no group 'x' (there are lab, login)\n");
    for arguments in [
        ["--sizes", "1XB"],
        ["--operation", "sum"],
        ["--element", "-1"],
        ["--combining", "NaN"],
        ["--combining", "-1"],
        ["--format", "xml"],
    ] {
        assert!(file.mistake(&arguments, 2).contains(arguments[1]), "{arguments:?}");
    }
    let wrong = written("wrong", &PARAMETERS.replace("2000\n", "0\n").replace("16 processes", "x processes"));
    assert_eq!(wrong.mistake(&[], 1), "hsplit: FILE: line 3: 'x' is no number of processes\n");
    let unlinked = written("unlinked", &(PARAMETERS.to_owned() + "group c: 1 process\n"));
    assert_eq!(
        unlinked.mistake(&[], 1),
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
