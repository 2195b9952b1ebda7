// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit simulate` as users run it.

use file::{File, example};

#[path = "support/command.rs"]
mod command;
#[path = "support/file.rs"]
mod file;

fn with<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    [&["simulate"], arguments].concat()
}

fn output(arguments: &[&str]) -> String {
    command::output(&with(arguments))
}

fn error(arguments: &[&str], status: i32) -> String {
    command::error(&with(arguments), status)
}

/// Returns the numbers of a CSV's rows, each with its number of clusters first.
fn rows(csv: &str) -> Vec<Vec<f64>> {
    let lines = csv.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| line.split(',').map(|field| field.parse().unwrap()).collect()).collect()
}

#[test]
fn the_example_of_the_help_with_ranges() {
    let help = output(&["--help"]);
    let example = help.lines().find(|line| line.contains("hsplit simulate") && line.contains("--inside"));
    let words: Vec<&str> = example.expect("an example").split_whitespace().skip(2).collect();
    assert_eq!(rows(&output(&[&words[..], &["--runs", "1"]].concat())).len(), 1);
}

#[test]
fn platforms_without_chance() {
    // L 1, g 2, T 10 for all. Two clusters: there at 3, done at 13. Three: the root sends until 4, there at 5; or one
    // passes it on until 5, there at 6. Four: 3, 5 by the root and 6 by the first one, or 7 by the root. In a flat tree
    // 3, 5, 7.
    let fixed = ["--latency", "1s", "--gap", "2s", "--inside", "10s", "--runs", "3", "--clusters", "1-4"];
    let expected = "\
# L 1s, g 2s, T 10s; 3 platforms of each size, seed 1
# mean completion time in seconds
CLUSTERS  Flat Tree      FEF     ECEF  ECEF-LA  ECEF-LAt  ECEF-LAT  BottomUp  ECEF-LA-mean  ECEF-LA-all  local search
       1     10.000   10.000   10.000   10.000    10.000    10.000    10.000        10.000       10.000        10.000
       2     13.000   13.000   13.000   13.000    13.000    13.000    13.000        13.000       13.000        13.000
       3     15.000   15.000   15.000   15.000    15.000    15.000    15.000        15.000       15.000        15.000
       4     17.000   17.000   16.000   16.000    16.000    16.000    17.000        16.000       16.000        16.000
";
    assert_eq!(output(&fixed), expected);
    let csv = output(&[&fixed[..], &["--format", "csv"]].concat());
    let head = "clusters,Flat Tree,FEF,ECEF,ECEF-LA,ECEF-LAt,ECEF-LAT,BottomUp,ECEF-LA-mean,ECEF-LA-all,local search";
    assert!(csv.lines().any(|line| line == head), "{csv}");
    assert_eq!(rows(&csv)[3], [4.0, 17.0, 17.0, 16.0, 16.0, 16.0, 16.0, 17.0, 16.0, 16.0, 16.0]);
}

/// The paper's statements on figures 7 and 8.
#[test]
fn the_papers_platforms() {
    let rows = rows(&output(&["--clusters", "4,8,24", "--runs", "300", "--seed", "7", "--format", "csv"]));
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), [4.0, 8.0, 24.0]);
    for row in &rows {
        let [clusters, flat, fef, ecef, la, la_min, la_max, bottom_up, la_mean, la_all, ours] = row[..] else {
            panic!("{row:?}")
        };
        let family = [ecef, la, la_min, la_max, la_mean, la_all];
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
    // Ten lines of three points, and the legend; two of the lines have circles, of which each has a colour of its own.
    assert_eq!((svg.matches("<circle").count(), svg.matches("<polygon").count()), (8, 32));
    let said = error(&["--clusters", "2", "--runs", "1", "--svg", "/nowhere/figure.svg"], 1);
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
            assert!(error(&[&format!("{option}={value}")], 2).contains(option), "{option} {value}");
        }
    }
}

#[test]
fn times_need_units() {
    let said = error(&["--latency", "5"], 2);
    assert!(said.contains("--latency") && said.contains("5 has no unit: 5s, 5ms, 5us or 5ns"), "{said}");
    assert!(error(&["--gap", "1-15ms"], 2).contains("1 has no unit: 1s, 1ms, 1us or 1ns"));
}

/// L = 1 ms and g(m) = 1 ms + m us between all groups; two processes of z take L = 4 ms and g = 3 ms for a message of
/// any size.
fn four_groups(name: &str) -> File {
    let groups = "\
by: hand
group w: 1 process
group x: 1 process
group y: 1 process
group z: 2 processes, latency 4000
    0 3000
";
    let pairs = ["w x", "w y", "w z", "x y", "x z", "y z"];
    let links: String =
        pairs.iter().map(|pair| format!("link {pair}: latency 1000\n    0 1000\n    1000000 1001000\n")).collect();
    File::new("simulate", name, &(groups.to_owned() + &links))
}

#[test]
fn measured_groups_by_hand() {
    // 1000 bytes: g 2, L 1, T of z 7, in milliseconds; that of the others 0, for they have one process.
    // Flat Tree: sent until 2, 4, 6; z is there at 7, and done at 14. FEF: all links are equal, so the first sender
    // goes on. ECEF: x there at 3, y at 5; z by x, busy from 3 to 5, at 6: 13. LAt sees that z pays better as the
    // second: there at 5, done at 12. LAT begins with z, and lets it pass y on: busy from 3 to 5, done at 12. BottomUp:
    // z first and left alone, 3 + 7 = 10, which is the optimum: no group is reached before 3.
    let expected = "\
# parameters: FILE
# by:         hand
# message:    1000 B from w
# inside:     w 0.00 us, x 0.00 us, y 0.00 us, z 7.00 ms

SCHEDULE           TIME    SENDER > RECEIVERS
Flat Tree       14.0 ms    w > x y z
FEF             14.0 ms    w > x y z
ECEF            13.0 ms    w > x y; x > z
ECEF-LA         13.0 ms    w > x y; x > z
ECEF-LAt        12.0 ms    w > x z; x > y
ECEF-LAT        12.0 ms    w > z x; z > y
BottomUp        10.0 ms *  w > z x y
ECEF-LA-mean    13.0 ms    w > x y; x > z
ECEF-LA-all     13.0 ms    w > x y; x > z
local search    10.0 ms    w > z x y
optimum         10.0 ms    w > z x y
pipelined tree  10.0 ms    w > z x y
";
    let file = four_groups("hand");
    assert_eq!(file.output(&["--bytes", "1000"]), expected);
    assert_eq!(file.output(&["--bytes", "1000", "--root", "w"]), expected);
    // From z: three transfers, 6, and 7 inside; or one, after which w passes it on, 2 + 7.
    let from_z = file.output(&["--bytes", "1000", "--root", "z"]);
    for line in [
        "# message:    1000 B from z",
        "Flat Tree       13.0 ms    z > w x y",
        "FEF             9.00 ms *  z > w; w > x y",
        "optimum         9.00 ms    z > w; w > x y",
    ] {
        assert!(from_z.lines().any(|other| other == line), "{line}: {from_z}");
    }
}

#[test]
fn measured_groups_and_a_long_message() {
    let csv = four_groups("long").output(&["--bytes", "1000000", "--format", "csv"]);
    let lines: Vec<&str> = csv.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!((lines[0], lines.len()), ("root,bytes,schedule,time_us,segment_bytes,transfers,best", 13));
    // g 1001, L 1. Flat: 3 * 1001 + 1 + 7.
    assert_eq!(lines[1], "w,1000000,Flat Tree,3011000.000,,w > x y z,no");
    // Optimum: z is there at 2003 as the second of w and done at 2010; y, passed on by x from 1002 to 2003, is there at
    // 2004.
    assert_eq!(lines[11], "w,1000000,optimum,2010000.000,,w > x z; x > y,no");
    // A chain in which z is not the last: three latencies, two hops and k - 1 full segments, and the last one.
    let [root, bytes, name, time, segment, transfers, best] = lines[12].split(',').collect::<Vec<_>>()[..] else {
        panic!("{csv}")
    };
    assert_eq!((root, bytes, name, transfers, best), ("w", "1000000", "pipelined tree", "w > z; z > x; x > y", "yes"));
    let segment: u32 = segment.parse().unwrap();
    let full = 1_000_000_u32.div_ceil(segment) - 1;
    let gap = |bytes: u32| f64::from(1000 + bytes);
    let by_hand = 3000.0 + f64::from(full + 2) * gap(segment) + gap(1_000_000 - full * segment);
    assert_eq!(time, format!("{by_hand:.3}"));
    // The least of (k + 2)(1 + 1000/k) + 3 is 1094.4 ms, for 45 segments.
    assert!((1_094_400.0..1_095_500.0).contains(&by_hand), "{csv}");
}

#[test]
fn one_measured_group_and_more_than_seven() {
    let alone = File::new("simulate", "alone", "group a: 2 processes, latency 10\n    0 5\n").output(&["--bytes", "0"]);
    assert!(
        alone.ends_with("optimum         15.0 us\npipelined tree  15.0 us\n")
            && alone.contains("\nFlat Tree       15.0 us *\n"),
        "{alone}"
    );
    let groups: String = (0..8).map(|group| format!("group g{group}: 1 process\n")).collect();
    let pairs = (0..8).flat_map(|high| (0..high).map(move |low| format!("link g{low} g{high}: latency 10\n    0 5\n")));
    let eight = File::new("simulate", "eight", &(groups + &pairs.collect::<String>())).output(&["--bytes", "16GiB"]);
    // Seven gaps and a latency; no group gains by segments whose gap is that of the whole.
    assert!(
        eight.contains("\nFlat Tree       45.0 us    g0 > g1 g2 g3 g4 g5 g6 g7\n") && !eight.contains("optimum"),
        "{eight}"
    );
}

#[test]
fn wrong_words_on_measured_groups() {
    let file = four_groups("errors");
    assert_eq!(file.error(&["--root", "q"], 2), "hsplit: --root: there is no group 'q' (there are w, x, y, z)\n");
    for option in ["--clusters=3", "--runs=1", "--seed=2", "--latency=1ms", "--gap=1ms", "--inside=1ms", "--svg=x.svg"]
    {
        assert!(file.error(&[option], 2).contains("cannot be used with"), "{option}");
    }
    assert!(file.error(&["--bytes", "1XB"], 2).contains("not a size, such as 8, 64KiB or 4MiB"));
    for alone in ["--bytes=1", "--root=w"] {
        assert!(error(&[alone], 2).contains("--parameters <FILE>"), "{alone}");
    }
    let wrong = File::new("simulate", "wrong", "group a: x processes\n");
    assert_eq!(wrong.error(&[], 1), "hsplit: FILE: line 1: 'x' is no number of processes\n");
    assert!(error(&["--parameters", "/nowhere"], 1).starts_with("hsplit: /nowhere: "));
}

#[test]
fn the_example_shows_what_is_printed() {
    let file = File::new("simulate", "example", &example("grid.parameters"));
    assert_eq!(file.output(&[]).replace("FILE", "grid.parameters"), example("grid.parameters.simulate"));
}
