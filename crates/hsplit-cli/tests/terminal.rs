// SPDX-License-Identifier: MIT OR Apache-2.0
//! The command's output on a terminal, which a pipe does not get.

use std::io::{Read, Write};
use std::process::Stdio;
use std::time::Duration;

use terminal::{Running, Terminal, hsplit};

#[path = "support/terminal.rs"]
mod terminal;

/// Arguments for hours of work.
const LONG: [&str; 5] = ["simulate", "--clusters", "200", "--runs", "10000000"];

#[test]
fn long_simulations_say_how_far_they_are() {
    let terminal = Terminal::new();
    let _running = Running(hsplit(&LONG).stderr(terminal.stream()).spawn().unwrap());
    let said = terminal.until(" of 10000000 platforms");
    let line = said.rsplit("\r\x1b[K").next().unwrap();
    assert!(line.starts_with("hsplit: simulating: 200 clusters (1 of 1), "), "{said:?}");
}

#[test]
fn a_pipe_gets_no_progress() {
    let mut running = Running(hsplit(&LONG).stderr(Stdio::piped()).spawn().unwrap());
    // Longer than the delay of the progress line.
    std::thread::sleep(Duration::from_millis(2500));
    running.0.kill().unwrap();
    let mut said = String::new();
    running.0.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
}

#[test]
fn short_work_shows_nothing() {
    let terminal = Terminal::new();
    let short = ["simulate", "--clusters", "3", "--runs", "1"];
    let mut running = Running(hsplit(&short).stderr(terminal.stream()).spawn().unwrap());
    assert!(running.0.wait().unwrap().success());
    assert_eq!(terminal.text(), "");
}

/// Returns a tree printed on a terminal, with these variables.
fn shown(variables: &[(&str, &str)]) -> String {
    let terminal = Terminal::new();
    let mut command = hsplit(&TREE);
    command.env_remove("NO_COLOR").env("TERM", "xterm").envs(variables.iter().copied());
    let mut running = Running(command.stdout(terminal.stream()).spawn().unwrap());
    drop(command);
    assert!(running.0.wait().unwrap().success());
    // A terminal adds carriage returns.
    terminal.text().replace("\r\n", "\n")
}

const TREE: [&str; 3] = ["tree", "-i", "island:2 leaf:2 node:2 package:2 core:2 pu:1"];

#[test]
fn trees_have_colours_on_a_terminal() {
    let plain = String::from_utf8(hsplit(&TREE).stdout(Stdio::piped()).output().unwrap().stdout).unwrap();
    assert!(plain.starts_with("# machine:") && !plain.contains('\x1b'), "{plain:?}");
    let coloured = shown(&[]);
    for words in
        ["\x1b[2m# machine:", "\x1b[1;34m2 x Net_level0 #0-1\x1b[0m (= island)", "\x1b[1;33m2 x Net_level1 #0-1"]
    {
        assert!(coloured.contains(words), "{words:?}: {coloured:?}");
    }
    // The words are the same without colour.
    let bare: String =
        coloured.split('\x1b').map(|part| part.split_once('m').map_or(part, |(_, words)| words)).collect();
    assert_eq!(bare.replace('\n', ""), plain.replace('\n', ""));
    assert_eq!(shown(&[("NO_COLOR", "1")]), plain);
    assert_eq!(shown(&[("TERM", "dumb")]), plain);
    assert_eq!(shown(&[("NO_COLOR", "")]), coloured);
}

#[test]
fn a_long_matrix_says_how_far_it_is_read() {
    let terminal = Terminal::new();
    let map = ["map", "/dev/stdin", "-i", "package:1 core:2 pu:1"];
    let mut command = hsplit(&map);
    let mut running = Running(command.stdin(Stdio::piped()).stderr(terminal.stream()).spawn().unwrap());
    drop(command);
    let mut matrix = running.0.stdin.take().unwrap();
    matrix.write_all(b"%%MatrixMarket matrix coordinate pattern general\n2 2 1\n").unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    matrix.write_all(b"1 2\n").unwrap();
    drop(matrix);
    assert!(running.0.wait().unwrap().success());
    // The line is removed when the work is done.
    assert_eq!(terminal.text(), "\r\x1b[Khsplit: /dev/stdin: 0 MiB read\r\x1b[K");
}
