// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit monitor`: a run of known traffic, complete, in parts, damaged, drawn and compared.

use std::path::PathBuf;

use serde_json::Value;

use crate::command::{error, hsplit, output};

/// Four ranks on two nodes: each sends to the second one after it, and a little to the next; all call a reduction.
fn part(rank: u32, bytes: u64) -> String {
    let (node, core) = (40 - rank / 2, rank % 2);
    let peers = [((rank + 1) % 4, 1000), ((rank + 2) % 4, bytes)];
    let (first, second) = if peers[0].0 < peers[1].0 { (peers[0], peers[1]) } else { (peers[1], peers[0]) };
    format!(
        "hsplit-monitor part 1\nrank {rank} of 4\nhost cn{}\nplace Machine {node} Core {core}\ndate \
         2026-11-23T12:00:00Z\nseconds 12.4\nmpi Open MPI v4.1.4\ncounted p2p collectives rma\ncollectives \
         meaning\np2p {} 10 {}\np2p {} 10 {}\nsize 7 20 {}\ngroup {rank} 0-3\ncalls 1 allreduce 0 5 40\nend\n",
        rank / 2,
        first.0,
        first.1,
        second.0,
        second.1,
        bytes + 1000,
    )
}

/// A folder with a run in parts and another one in one file, which is removed with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("hsplit-monitor-test-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        let folder = Self(path);
        (0..4).for_each(|rank| folder.write(&format!("run.{rank}.part"), &part(rank, 1 << 20)));
        folder.write("other.parts", &(0..4).map(|rank| part(rank, 1 << 10)).collect::<String>());
        folder
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    /// Returns the arguments, with the folder before each name with a dot.
    fn arguments(&self, arguments: &[&str]) -> Vec<String> {
        let inside = |argument: &&str| match argument.contains('.') && !argument.starts_with('-') {
            true => self.0.join(argument).display().to_string(),
            false => (*argument).to_owned(),
        };
        std::iter::once("monitor".to_owned()).chain(arguments.iter().map(inside)).collect()
    }

    fn hidden(&self, text: &str) -> String {
        text.replace(&format!("{}/", self.0.display()), "")
    }

    fn output(&self, arguments: &[&str]) -> String {
        let arguments = self.arguments(arguments);
        self.hidden(&output(&arguments.iter().map(String::as_str).collect::<Vec<_>>()))
    }

    fn error(&self, arguments: &[&str], status: i32) -> String {
        let arguments = self.arguments(arguments);
        self.hidden(&error(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), status))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const PARTS: [&str; 4] = ["run.0.part", "run.1.part", "run.2.part", "run.3.part"];

const REPORT: &str = "\
hsplit monitor: 4 ranks, 12.4 s, 4.00 MiB in 110 messages (p2p 100 %, collectives 0 %)
  inside      bytes  share  messages  share
  Core            0    0 %         0    0 %
  Machine  2.03 KiB    0 %        30   27 %
";

/// The pictures in the book.
const PICTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/guide/monitor-rings.svg");
const LARGE_PICTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/guide/monitor-grid.svg");

#[test]
fn the_example() {
    let folder = Folder::new("example");
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rings.parts");
    folder.write("rings.parts", &std::fs::read_to_string(example).unwrap());
    let text = folder.output(&["rings.parts", "--svg", "x.svg"]);
    assert_eq!(text, std::fs::read_to_string(format!("{example}.monitor")).unwrap());
    assert_eq!(folder.read("x.svg"), std::fs::read_to_string(PICTURE).unwrap());
}

/// Returns the numbers of lines of text and of lines between nodes, and checks that they are far enough apart to be
/// read.
fn labels_and_boundaries(picture: &str) -> (usize, usize) {
    let lines: Vec<&str> = picture.lines().collect();
    let number = |line: &str, name: &str| -> f32 {
        line.split(&format!(" {name}=\"")).nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
    };
    // A label is a number on the line after the one that opens its element.
    let is_label = |pair: &&[&str]| pair[0].starts_with("<text") && pair[1].parse::<u32>().is_ok();
    let labels: Vec<f32> = lines.windows(2).filter(is_label).map(|pair| number(pair[0], "y")).collect();
    let is_upright = |line: &&&str| line.starts_with("<line") && number(line, "x1") == number(line, "x2");
    let boundaries: Vec<f32> = lines.iter().filter(is_upright).map(|line| number(line, "x1")).collect();
    assert!(labels.windows(2).all(|pair| pair[1] - pair[0] >= 16.0), "{labels:?}");
    assert!(boundaries.windows(2).all(|pair| pair[1] - pair[0] >= 9.9), "{boundaries:?}");
    (labels.len(), boundaries.len())
}

#[test]
fn many_ranks_have_a_picture_that_can_be_read() {
    let folder = Folder::new("grid");
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/grid.awk");
    let made = std::process::Command::new("awk").args(["-f", program]).output().unwrap();
    folder.write("grid.parts", &String::from_utf8(made.stdout).unwrap());
    let text = folder.output(&["grid.parts", "--limit=0", "--svg", "x.svg"]);
    assert!(text.starts_with("hsplit monitor: 4,096 ranks, 60.0 s, 150 GiB in 2,457,600 messages"), "{text}");
    let picture = folder.read("x.svg");
    assert_eq!(picture, std::fs::read_to_string(LARGE_PICTURE).unwrap());
    // Each 128th rank has a label. Between 64 nodes there are 63 lines; packages have none.
    assert_eq!(labels_and_boundaries(&picture), (32, 63));
}

#[test]
fn the_report_of_parts() {
    let folder = Folder::new("report");
    let advice = "  reordering could keep 100 % inside Machine (now 0 %): hsplit map run.*.part\n";
    assert_eq!(folder.output(&PARTS), format!("{REPORT}{advice}"));
    let levels = "  \
                  level    instances    inside  share   outside  busiest  exchanges
  Machine          2  2.03 KiB    0 %  4.00 MiB        0   4.00 MiB
  Core             4         0    0 %  4.00 MiB        0   2.00 MiB
";
    let arguments = [&PARTS[..], &["--levels", "--limit=0"]].concat();
    assert_eq!(folder.output(&arguments), format!("{REPORT}{levels}"));
    // No option of 'hsplit map' counts so.
    let found = folder.output(&[&PARTS[..], &["--collectives", "none"]].concat());
    assert!(found.contains("4.00 MiB in 80 messages (p2p 100 %)\n"));
    assert!(found.ends_with("  reordering could keep 100 % inside Machine (now 0 %)\n"), "{found}");
}

#[test]
fn all_files_of_a_run() {
    let folder = Folder::new("files");
    let said = folder.output(&[&PARTS[..], &["-o", "out.x"]].concat());
    assert!(said.ends_with(": hsplit map out.x.parts\n"), "{said}");
    assert_eq!(folder.hidden(&folder.read("out.x.txt")), said);
    assert_eq!(folder.read("out.x.parts"), (0..4).map(|rank| part(rank, 1 << 20)).collect::<String>());
    let matrix = folder.read("out.x.bytes.mtx");
    assert!(matrix.contains("\n4 4 10\n1 2 1040\n1 3 1048616\n1 4 40\n"), "{matrix}");
    assert!(folder.read("out.x.messages.mtx").contains("\n4 4 10\n1 2 15\n1 3 15\n1 4 5\n"));
    assert_eq!(folder.read("out.x.svg").matches("<line").count(), 2 * (1 + 3) + 2);
    // All files of a run by one pattern: generated files are ignored, and no part counts twice.
    let pattern = ["out.x.parts", "out.x.bytes.mtx", "out.x.json", "out.x.svg", "out.x.txt", "run.1.part", "--limit=0"];
    assert_eq!(folder.output(&pattern), REPORT);
    // In the order of the shell.
    let mut sorted = ["out.x.bytes.mtx", "out.x.json", "out.x.messages.mtx", "out.x.parts", "out.x.svg", "out.x.txt"];
    sorted.sort_unstable();
    let said = folder.output(&sorted);
    assert!(said.ends_with(": hsplit map out.x.parts\n"), "{said}");
    let map = hsplit(&["map", &format!("{}/out.x.bytes.mtx", folder.0.display()), "-i", "node:2 core:2 pu:1"]);
    let map = String::from_utf8({ map }.output().unwrap().stdout).unwrap();
    assert!(map.lines().any(|line| line.starts_with("# mapped")), "{map}");
    let json: Value = serde_json::from_str(&folder.read("out.x.json")).unwrap();
    assert_eq!((&json["format"], &json["ranks"]), (&"hsplit-monitor".into(), &4.into()));
    assert_eq!(json["reordering"]["level"], "Machine");
    assert_eq!(json["places"][2]["place"], serde_json::json!([["Machine", 1], ["Core", 2]]));
    let printed: Value = serde_json::from_str(&folder.output(&["out.x.parts", "--report", "json"])).unwrap();
    assert_eq!(printed, json);
}

#[test]
fn pictures_have_the_order_that_is_asked_for() {
    let folder = Folder::new("picture");
    // With ranks distributed over the nodes in turn, the order of the hierarchy differs from that of numbers.
    for rank in 0..4 {
        let text = part(rank, 1 << 20);
        let (before, after) =
            (format!("{} Core {}", 40 - rank / 2, rank % 2), format!("{} Core {}", rank % 2, rank / 2));
        let text = text.replace(&before, &after);
        folder.write(&format!("run.{rank}.part"), &text);
    }
    let labels = |arguments: &[&str]| {
        folder.output(&[&PARTS[..], &["--svg", "x.svg", "--limit=0"], arguments].concat());
        let picture = folder.read("x.svg");
        let texts = picture.lines().filter_map(|line| line.trim().parse::<u32>().ok());
        texts.collect::<Vec<_>>()
    };
    assert_eq!(labels(&[]), [0, 2, 1, 3]);
    assert_eq!(labels(&["--by-rank"]), [0, 1, 2, 3]);
    let picture = folder.read("x.svg");
    assert!(picture.contains("from 40 B") && picture.contains("bytes from row to column"), "{picture}");
    labels(&["--metric", "messages"]);
    assert!(folder.read("x.svg").contains("messages from row to column"));
}

#[test]
fn runs_are_compared() {
    let folder = Folder::new("diff");
    let expected = "\
hsplit monitor: 4 ranks, 12.4 s, 4.00 MiB in 110 messages (p2p 100 %, collectives 0 %)
       against: 4 ranks, 12.4 s, 8.14 KiB in 110 messages (p2p 97 %, collectives 3 %)
  inside   share  against     bytes   against      change
  Core       0 %      0 %         0         0           -
  Machine    0 %     25 %  2.03 KiB  2.03 KiB        +0 %
  all                      4.00 MiB  8.14 KiB  +50266 %
  most changed:
    0 to 2: +1023 KiB, 1 to 3: +1023 KiB, 2 to 0: +1023 KiB, 3 to 1: +1023 KiB
";
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let found = folder.output(&[&PARTS[..], &["--diff", "other.parts"]].concat());
    assert_eq!(squeezed(&found), squeezed(expected), "{found}");
    (0..4).for_each(|rank| folder.write(&format!("a.b.{rank}.part"), &part(rank, 1 << 20)));
    let same = folder.output(&[&PARTS[..], &["--diff", "a.b"]].concat());
    assert!(same.ends_with("  each pair of ranks has sent as many bytes in both\n"), "{same}");
    let json = folder.output(&[&PARTS[..], &["--diff", "other.parts", "--report", "json"]].concat());
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["format"], &json["other"]["ranks"]), (&"hsplit-monitor-diff".into(), &4.into()));
}

#[test]
fn another_machine_keeps_something_else_inside() {
    let folder = Folder::new("machine");
    let report = folder.output(&[&PARTS[..], &["-i", "node:1 package:2 core:2 pu:1", "--limit=0"]].concat());
    assert!(report.contains("\n  placed on node:1 package:2 core:2 pu:1\n"), "{report}");
    assert!(report.lines().any(|line| line.starts_with("  Machine   4.00 MiB  100 %")), "{report}");
    let machine = ["-i", "node:2 core:2 pu:1", "--bind", "core,by-node"];
    let report = folder.output(&[&PARTS[..], &machine].concat());
    assert!(report.ends_with(": hsplit map run.*.part -i 'node:2 core:2 pu:1' --bind core,by-node\n"), "{report}");
}

#[test]
fn missing_parts_are_named_in_a_line() {
    let folder = Folder::new("missing");
    let arguments = folder.arguments(&["run.0.part", "run.2.part"]);
    let result = hsplit(&arguments.iter().map(String::as_str).collect::<Vec<_>>()).assert().success();
    let said = String::from_utf8(result.get_output().stderr.clone()).unwrap();
    assert_eq!(said, "hsplit: the parts of 2 of 4 ranks are missing: 1, 3\n");
    let text = String::from_utf8(result.get_output().stdout.clone()).unwrap();
    assert!(text.starts_with("hsplit monitor: 4 ranks, without 2 of them, 12.4 s, 2.00 MiB"), "{text}");
}

#[test]
fn every_error_is_one_line() {
    let folder = Folder::new("error");
    folder.write("bad.part", &part(0, 7).replace("p2p 1", "p2p 9"));
    folder.write("cut.part", &part(0, 7).replace("end\n", ""));
    folder.write("big.part", &part(1, 7).replace("of 4", "of 5"));
    folder.write("twice.part", &part(0, 8));
    for (files, status, expected) in [
        (&["bad.part"][..], 1, "hsplit: FILE: bad.part:10: '9' is no number below 4\n"),
        (&["cut.part"], 1, "hsplit: FILE: cut.part:15: it ends before the line 'end'\n"),
        (&["x.mtx"], 1, "hsplit: FILE: x.mtx: No such file or directory (os error 2)\n"),
        (
            &["run.0.part", "twice.part"],
            1,
            "hsplit: FILE: there are two parts of rank 0; a run has one part of each rank\n",
        ),
        (
            &["run.0.part", "big.part"],
            1,
            "hsplit: FILE: the part of rank 0 is of 4 ranks, that of rank 1 of 5: they are of different runs\n",
        ),
        (&["x.mtx", "x.svg"], 1, "hsplit: FILE: there are no parts\n"),
        (&["run.0.part", "-o", "./"], 2, "hsplit: -o: a folder needs a name after it, with which the files begin\n"),
        (&["run.0.part", "--limit=-1"], 2, "hsplit: --limit: -1 are no seconds\n"),
        (
            &["run.0.part", "--diff", "no.parts"],
            1,
            "hsplit: --diff: no.parts: there is no such file, and no part of it\n",
        ),
    ] {
        assert_eq!(folder.error(files, status), expected);
    }
    folder.error(&[], 2);
    folder.error(&["run.0.part", "--bind", "core"], 2);
    folder.error(&["run.0.part", "--diff", "other.parts", "--svg", "x.svg"], 2);
}
