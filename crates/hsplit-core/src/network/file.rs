// SPDX-License-Identifier: MIT OR Apache-2.0
//! Our own format, for sites that write their network by hand: the contents of a switch are indented below it.
//!
//! ```text
//! # two islands
//! island north
//!     leaf n1: n[001-016]
//!     leaf n2: n[017-032], login1
//! island south: fat[1-4]
//!     leaf s1: n[033-048]
//! ```
//!
//! A line contains the kind of the switch, its name, and its hosts. Because no line refers to another, unknown
//! switches, two parents and cycles cannot be written.

use super::{At, Builder, LineError, SwitchTree};

/// Reads a tree.
pub fn read(text: &str) -> Result<SwitchTree, Vec<LineError>> {
    let mut builder = Builder::default();
    // The switches around the current line, with the indentation of each.
    let mut around: Vec<(&str, u32)> = vec![];
    for (index, line) in text.lines().enumerate() {
        let at = At::line(index + 1);
        let line = line.split('#').next().unwrap_or_default().trim_end();
        let body = line.trim_start();
        if body.is_empty() {
            continue;
        }
        let margin = &line[..line.len() - body.len()];
        while around.last().is_some_and(|(outer, _)| outer.len() >= margin.len()) {
            let popped = around.pop();
            // Siblings have equal indentation; a line between its sibling and their parent is an error.
            if popped.is_some_and(|(own, _)| {
                own.len() > margin.len() && around.last().is_none_or(|(outer, _)| outer.len() < margin.len())
            }) {
                builder.wrong(&at, "stands under none of the lines above it");
            }
        }
        if around.last().is_some_and(|(outer, _)| !margin.starts_with(outer)) {
            builder.wrong(&at, "tabs and blanks are mixed in the margin");
        }
        let (head, hosts) = body.split_once(':').map_or((body, None), |(head, hosts)| (head, Some(hosts.trim())));
        let words: Vec<&str> = head.split_whitespace().collect();
        let [kind, name] = words[..] else {
            builder.wrong(&at, format!("'{body}' is not KIND NAME, or KIND NAME: HOSTS"));
            continue;
        };
        if let Some(odd) = [kind, name]
            .into_iter()
            .find(|word| word.contains(|c: char| !c.is_ascii_alphanumeric() && !"-_./".contains(c)))
        {
            builder.wrong(&at, format!("'{odd}': a name has letters, digits and - _ . /"));
        }
        let switch = builder.add_switch(&at, Some(kind), Some(name));
        if let Some(&(_, parent)) = around.last() {
            builder.adopt(&at, parent, switch);
        }
        if let Some(hosts) = hosts {
            builder.add_hosts(&at, switch, hosts);
        }
        around.push((margin, switch));
    }
    builder.finish()
}
