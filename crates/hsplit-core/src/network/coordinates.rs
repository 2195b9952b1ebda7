// SPDX-License-Identifier: MIT OR Apache-2.0
//! Coordinates of each host in the network, in the format of RR-9077 §4.2 (`netloc_get_network_coords`):
//!
//! ```text
//! nlevels 3               torus 3
//! dims 2 4 24             dims 4 4 8
//! n001 0 0 3              n[001-002] 0 0 3
//! n002 0 1 17             n[003-004] 0 1 3
//! ```
//!
//! On the left: the number of levels, the number of switches at each level, and the switches above each host. The last
//! level is the port of the lowest switch, which adds nothing to the host and is left out, as in the paper. On the
//! right, the same for a torus: the number of dimensions, their lengths, and the position of each host. A router of a
//! torus may serve several hosts (Cray's Gemini serves two), so hosts in a torus may have equal coordinates; a port has
//! one host.
//!
//! Coordinates are stored as one number, the last coordinate varying fastest. The number of a switch is that of its
//! port without the last coordinate.

use std::collections::HashMap;
use std::str::SplitWhitespace;
use std::sync::Arc;

use super::{At, Builder, LineError, SwitchTree};

/// The most levels or dimensions, more than any network has.
const MOST_LEVELS: usize = 64;

/// The first word of the description of a torus, and of other networks.
const TORUS: &str = "torus";
const LEVELS: &str = "nlevels";

/// True if a line can be the first of such a text. In our own format, a kind of switch may have the name `torus`.
pub(crate) fn begins(line: &str) -> bool {
    let mut words = words(line);
    match words.next() {
        Some(LEVELS | "dims") => true,
        Some(TORUS) => {
            words.next().is_some_and(|count| count.bytes().all(|byte| byte.is_ascii_digit())) && words.next().is_none()
        }
        _ => false,
    }
}

/// The first two lines: the meaning of a host's numbers, and their ranges.
struct Head {
    first: &'static str,
    dims: Arc<[u64]>,
}

/// Reads coordinates.
pub fn read(text: &str) -> Result<SwitchTree, Vec<LineError>> {
    let mut builder = Builder::default();
    let all = text.lines().enumerate().map(|(index, line)| (At::line(index + 1), words(line)));
    let mut lines = all.filter(|(_, words)| words.clone().next().is_some());
    let Some(head) = Head::read(&mut lines).map_err(|error| vec![error])? else { return builder.finish() };
    let mut switches = Switches { by_number: vec![HashMap::new(); head.dims.len() - 1], ports: HashMap::new() };
    builder.give_coordinates(head.dims.clone());
    for (at, mut words) in lines {
        let host = words.next().unwrap_or_default();
        if matches!(host, LEVELS | TORUS | "dims") {
            builder
                .wrong(&at, format!("'{host}' is out of its place: {}, dims, then a line for each host", head.first));
            continue;
        }
        match number(&words, &head.dims) {
            Err(why) => builder.wrong(&at, why),
            Ok(position) if head.is_torus() => builder.add_hosts_in_torus(&at, position, host),
            Ok(port) => switches.add_host(&mut builder, &at, port, &head.dims, host),
        }
    }
    builder.finish()
}

fn words(line: &str) -> SplitWhitespace<'_> {
    line.split('#').next().unwrap_or_default().split_whitespace()
}

impl Head {
    fn is_torus(&self) -> bool {
        self.first == TORUS
    }

    /// Reads the first two lines; `None` if the text ends before. Without them no other line has a meaning, so this is
    /// one error and not one for each line.
    fn read<'a>(lines: &mut impl Iterator<Item = (At, SplitWhitespace<'a>)>) -> Result<Option<Self>, LineError> {
        let Some((at, mut words)) = lines.next() else { return Ok(None) };
        let wrong = |at, text: &str| Err(LineError::new(at, text));
        let (first, what) = match words.next() {
            Some(LEVELS) => (LEVELS, "number of levels"),
            Some(TORUS) => (TORUS, "number of dimensions"),
            _ => return wrong(at, "neither 'nlevels' nor 'torus'"),
        };
        let (Some(count), None) = (words.next(), words.next()) else {
            return wrong(at, &format!("{first} takes one number"));
        };
        let count = match count.parse() {
            Ok(1) if first == LEVELS => return wrong(at, "with one level, which is the port, there is no switch"),
            Ok(count @ 1..=MOST_LEVELS) => count,
            _ => return wrong(at, &format!("'{count}' is no {what}")),
        };
        let Some((at, mut words)) = lines.next() else { return Ok(None) };
        if words.next() != Some("dims") {
            return wrong(at, &format!("no 'dims' after '{first}'"));
        }
        let read = |word: &str| word.parse().map_err(|_| format!("'{word}' is no number"));
        let dims = check_count(&words, count).and_then(|()| words.map(read).collect::<Result<Vec<u64>, _>>());
        match dims {
            Err(why) => wrong(at, &why),
            Ok(dims) if dims.contains(&0) => {
                wrong(at, if first == TORUS { "a dimension of length 0" } else { "a level without switches" })
            }
            Ok(dims) if dims.iter().try_fold(1_u64, |product, &dim| product.checked_mul(dim)).is_none() => {
                wrong(at, "more of them than can be counted")
            }
            Ok(dims) => Ok(Some(Self { first, dims: dims.into() })),
        }
    }
}

fn check_count(words: &SplitWhitespace, count: usize) -> Result<(), String> {
    let found = words.clone().count();
    if found == count { Ok(()) } else { Err(format!("{found} numbers instead of {count}")) }
}

fn number(words: &SplitWhitespace, dims: &[u64]) -> Result<u64, String> {
    check_count(words, dims.len())?;
    words.clone().zip(dims).try_fold(0, |number, (word, &dim)| match word.parse::<u64>() {
        Err(_) => Err(format!("'{word}' is no number")),
        Ok(coordinate) if coordinate >= dim => {
            Err(format!("coordinate {coordinate} where there are {dim}, counted from 0"))
        }
        Ok(coordinate) => Ok(number * dim + coordinate),
    })
}

struct Switches {
    by_number: Vec<HashMap<u64, u32>>,
    /// The line of the host at each port.
    ports: HashMap<u64, usize>,
}

impl Switches {
    fn add_host(&mut self, builder: &mut Builder, at: &At, port: u64, dims: &[u64], host: &str) {
        if let Some(before) = self.ports.insert(port, at.line) {
            builder.wrong(at, format!("another host has these coordinates, at {}", At::line(before)));
        }
        let lowest = dims.len() - 2;
        let switch = self.at(builder, at, port / dims[lowest + 1], lowest, dims);
        if builder.add_hosts_at_port(at, switch, port, host) > 1 {
            builder.wrong(at, format!("'{host}': several hosts at one port"));
        }
    }

    /// The switch of this number at a level, created with all switches above it if it is new.
    fn at(&mut self, builder: &mut Builder, at: &At, number: u64, level: usize, dims: &[u64]) -> u32 {
        if let Some(&known) = self.by_number[level].get(&number) {
            return known;
        }
        let parent = level.checked_sub(1).map(|above| self.at(builder, at, number / dims[level], above, dims));
        let switch = builder.add_switch(at, None, None);
        if let Some(parent) = parent {
            builder.adopt(at, parent, switch);
        }
        self.by_number[level].insert(number, switch);
        switch
    }
}
