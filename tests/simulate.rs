// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit simulate` as users meet it.
#![cfg(feature = "cli")]

use std::time::Duration;

use assert_cmd::Command;

fn hsplit(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hsplit"));
    command.arg("simulate").args(arguments).timeout(Duration::from_secs(60));
    command
}

fn output(arguments: &[&str]) -> String {
    let result = hsplit(arguments).assert().success();
    assert!(result.get_output().stderr.is_empty());
    String::from_utf8(result.get_output().stdout.clone()).unwrap()
}

fn mistake(arguments: &[&str], status: i32) -> String {
    let result = hsplit(arguments).assert().code(status);
    let said = String::from_utf8(result.get_output().stderr.clone()).unwrap();
    assert!(result.get_output().stdout.is_empty(), "{arguments:?}");
    assert!(said.starts_with("hsplit: ") && said.ends_with('\n') && said.lines().count() == 1, "{arguments:?}: {said}");
    said
}

/// The numbers of a CSV's rows, each behind its number of clusters.
fn rows(csv: &str) -> Vec<Vec<f64>> {
    let lines = csv.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| line.split(',').map(|field| field.parse().unwrap()).collect()).collect()
}

#[test]
fn platforms_without_chance() {
    // L 1, g 2, T 10 for all. Two clusters: there at 3, done at 13. Three: the root sends until 4, there at 5; or one passes it on until 5, there
    // at 6. Four: 3, 5 by the root and 6 by the first one, or 7 by the root. In a flat tree 3, 5, 7.
    let fixed = ["--latency", "1s", "--gap", "2s", "--inside", "10s", "--runs", "3", "--clusters", "1-4"];
    let expected = "\
# L 1s, g 2s, T 10s; 3 platforms of each size, seed 1
# mean completion time in seconds
CLUSTERS  Flat Tree      FEF     ECEF  ECEF-LA  ECEF-LAt  ECEF-LAT  BottomUp  local search
       1     10.000   10.000   10.000   10.000    10.000    10.000    10.000        10.000
       2     13.000   13.000   13.000   13.000    13.000    13.000    13.000        13.000
       3     15.000   15.000   15.000   15.000    15.000    15.000    15.000        15.000
       4     17.000   17.000   16.000   16.000    16.000    16.000    17.000        16.000
";
    assert_eq!(output(&fixed), expected);
    let csv = output(&[&fixed[..], &["--format", "csv"]].concat());
    let head = "clusters,Flat Tree,FEF,ECEF,ECEF-LA,ECEF-LAt,ECEF-LAT,BottomUp,local search";
    assert!(csv.lines().any(|line| line == head), "{csv}");
    assert_eq!(rows(&csv)[3], [4.0, 17.0, 17.0, 16.0, 16.0, 16.0, 16.0, 17.0, 16.0]);
}

/// The paper's words on figures 7 and 8.
#[test]
fn the_papers_platforms() {
    let rows = rows(&output(&["--clusters", "4,8,24", "--runs", "300", "--seed", "7", "--format", "csv"]));
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), [4.0, 8.0, 24.0]);
    for row in &rows {
        let [clusters, flat, fef, ecef, la, la_min, la_max, bottom_up, ours] = row[..] else { panic!("{row:?}") };
        let family = [ecef, la, la_min, la_max];
        assert!(clusters < 5.0 || fef < flat, "{row:?}");
        assert!(bottom_up < fef && bottom_up < flat && family.iter().all(|mean| *mean < bottom_up), "{row:?}");
        assert!(family.iter().all(|mean| *mean < 1.05 * ecef && ours < 0.97 * mean), "{row:?}");
    }
    assert!(rows[2][1] > 2.0 * rows[1][1] && rows[2][3] < 1.2 * rows[1][3], "{rows:?}");
}

#[test]
fn a_seed_gives_one_table() {
    let table = |seed| output(&["--clusters", "3,5", "--runs", "100", "--seed", seed]);
    assert_eq!(table("5"), table("5"));
    assert_ne!(table("5").lines().last(), table("6").lines().last());
}

#[test]
fn a_picture() {
    let file = std::env::temp_dir().join(format!("hsplit-simulate-{}.svg", std::process::id()));
    output(&["--clusters", "2-4", "--runs", "2", "--svg", file.to_str().unwrap()]);
    let svg = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{svg}");
    for word in ["ECEF-LAT", "local search", "clusters", "seconds"] {
        assert!(svg.contains(word), "{word}: {svg}");
    }
    // Eight lines of three points.
    assert_eq!(svg.matches("<circle").count(), 24);
    let said = mistake(&["--clusters", "2", "--runs", "1", "--svg", "/nowhere/figure.svg"], 1);
    assert_eq!(said, "hsplit: /nowhere/figure.svg: cannot write: No such file or directory (os error 2)\n");
}

#[test]
fn wrong_words() {
    for (option, values) in [
        ("--clusters", &["0", "1001", "5-2", "2-10:0", "x", "2-", "-3"][..]),
        ("--latency", &["1ms-", "5ms-1ms", "1m", "-1ms", "1ms-2ms-3ms", "9999999s"]),
        ("--runs", &["0", "x", "10000001"]),
        ("--format", &["json"]),
    ] {
        for value in values {
            assert!(mistake(&[&format!("{option}={value}")], 2).contains(option), "{option} {value}");
        }
    }
}
