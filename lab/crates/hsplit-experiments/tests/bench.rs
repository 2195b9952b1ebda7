// SPDX-License-Identifier: MIT OR Apache-2.0
//! The parts of `hsplit-bench` that need no MPI, as users meet them.

use std::path::PathBuf;
use std::time::Duration;

use assert_cmd::Command;

/// The program, beside the folder of this test.
fn program() -> PathBuf {
    let folder = std::env::current_exe().unwrap().parent().unwrap().parent().unwrap().join("examples");
    folder.join("without-mpi")
}

fn bench(arguments: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.args(arguments).timeout(Duration::from_secs(60));
    command
}

fn output(arguments: &[&str]) -> String {
    let result = bench(arguments).assert().success();
    assert!(result.get_output().stderr.is_empty());
    String::from_utf8(result.get_output().stdout.clone()).unwrap()
}

fn error(arguments: &[&str], status: i32) -> String {
    let result = bench(arguments).assert().code(status);
    assert!(result.get_output().stdout.is_empty(), "{arguments:?}");
    String::from_utf8(result.get_output().stderr.clone()).unwrap()
}

/// A folder of a test's own, removed when it goes.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("hsplit-bench-test-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The report of a run on two ranks.
const DATA: &str = r#"{ "format": "hsplit-bench 1",
  "provenance": { "date": "2026-01-31T12:00:00Z", "command": ["hsplit-bench", "split"], "program": "0.1.0",
    "library": "", "mpi": "Some MPI", "mpi_standard": "4.1", "ranks": 2, "hosts": { "n0": [0, 1] },
    "bindings": ["0", "1"], "hierarchy": ["2 x Core"], "machine": {}, "variables": {}, "oversubscribed": false,
    "clock_error_us": 0, "late_after_us": 20, "seed": 1 },
  "measurements": [ { "benchmark": "split", "operation": "split", "placement": "by-node", "algorithm": "default",
    "size": 0, "variant": "MPI_Comm_split", "verified": true, "late": 0, "times_us": [10, 12],
    "summary": { "min": 10, "lower_quartile": 10.5, "median": 11, "upper_quartile": 11.5, "max": 12 } } ] }"#;

#[test]
fn figures_from_a_file() {
    let folder = Folder::new("figures");
    let (data, out) = (folder.file("data.json", DATA), folder.0.join("out"));
    let said = output(&["plot", &data, "--out", out.to_str().unwrap()]);
    assert_eq!(said, format!("1 figure: open {}\n", out.join("index.html").display()));
    let picture = std::fs::read_to_string(out.join("split-by-node.svg")).unwrap();
    assert!(
        picture.starts_with("<svg ") && picture.contains("MPI_Comm_split") && picture.contains("11.0 us ?"),
        "{picture}"
    );
    let page = std::fs::read_to_string(out.join("index.html")).unwrap();
    assert!(
        page.contains("<h2>Some MPI, 2 ranks on 1 host</h2>") && page.contains("src=\"split-by-node.svg\""),
        "{page}"
    );
}

#[test]
fn files_that_cannot_be_used_are_left_out() {
    let folder = Folder::new("left-out");
    let out = folder.0.join("out");
    let (data, cut) = (folder.file("data", DATA), folder.file("cut", &DATA[..DATA.len() / 2]));
    let killed = folder.file("killed", &(DATA[..DATA.find("[ { \"benchmark").unwrap()].to_owned() + "[] }"));
    let result = bench(&["plot", &cut, &data, &killed, "--out", out.to_str().unwrap()]).assert().success();
    let said = String::from_utf8(result.get_output().stderr.clone()).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 2, "{said}");
    assert!(lines[0].starts_with(&format!("hsplit-bench: {cut}: not what hsplit-bench writes: ")), "{said}");
    assert_eq!(lines[1], format!("hsplit-bench: {killed}: nothing was measured"));
    assert!(out.join("split-by-node.svg").is_file());
    // A line for each, and no figure.
    let said = error(&["plot", &cut, &killed, "--out", folder.0.join("other").to_str().unwrap()], 1);
    assert_eq!(said.lines().collect::<Vec<_>>(), lines);
    assert!(!folder.0.join("other").exists());
}

#[test]
fn a_run_that_was_killed_can_be_drawn() {
    let folder = Folder::new("killed");
    let data = folder.file("data", &DATA.replace("\"provenance\"", "\"finished\": false, \"provenance\""));
    output(&["plot", &data, "--out", folder.0.to_str().unwrap()]);
    let page = std::fs::read_to_string(folder.0.join("index.html")).unwrap();
    assert!(page.contains("<h3>hsplit-bench split (not finished)</h3>") && page.contains("1.00?     2"), "{page}");
}

#[test]
fn files_that_are_none() {
    let folder = Folder::new("none");
    let (missing, other, old) =
        (folder.0.join("missing"), folder.file("other", "[]"), folder.file("old", &DATA.replace("bench 1", "bench 0")));
    let plot = |file: &str| error(&["plot", file, "--out", folder.0.to_str().unwrap()], 1);
    assert_eq!(
        plot(missing.to_str().unwrap()),
        format!("hsplit-bench: {}: No such file or directory (os error 2)\n", missing.display())
    );
    assert!(plot(&other).starts_with(&format!("hsplit-bench: {other}: not what hsplit-bench writes: ")));
    assert_eq!(
        plot(&old),
        format!("hsplit-bench: {old}: its form is 'hsplit-bench 0', and this program knows 'hsplit-bench 1'\n")
    );
}

#[test]
fn without_an_mpi_nothing_is_measured() {
    assert_eq!(error(&["split"], 1), "hsplit-bench: this build: it has no MPI, and can only plot\n");
}

#[test]
fn wrong_words_are_one_line() {
    for words in [
        &[][..],
        &["colectives"],
        &["plot"],
        &["summa", "--blocks", "0"],
        &["collectives", "--placements", "x"],
        &["man", "x"],
    ] {
        let said = error(words, 2);
        assert!(said.starts_with("hsplit-bench: ") && said.lines().count() == 1, "{words:?}: {said}");
    }
}

#[test]
fn every_subcommand_has_a_page() {
    let page = output(&["man"]);
    for name in ["collectives", "calls", "strategies", "summa", "vectors", "split", "phases", "plot", "man"] {
        assert!(page.contains(&format!("hsplit\\-bench\\-{name}(1)")), "{name}");
        let page = output(&["man", name]);
        assert!(page.contains(&format!(".TH hsplit-bench-{name} 1")), "{page}");
    }
}
