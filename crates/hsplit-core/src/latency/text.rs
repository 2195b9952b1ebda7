// SPDX-License-Identifier: MIT OR Apache-2.0
//! A measured hierarchy in our topology file format (see `network/file`), so that a site needs to measure only once.

use std::fmt::Write;

use super::levels::LatencyGroup;
use crate::network::hostlist;

/// The kind of each switch in the text: Lowekamp's word for a group of nodes that are equally near.
const KIND: &str = "subnet";

/// Returns the topology file; `hosts` are the names of the nodes.
pub fn text(all: &LatencyGroup, hosts: &[String]) -> String {
    let mut text = String::new();
    group(&mut text, all, "measured", 0, hosts);
    text
}

fn group(text: &mut String, group: &LatencyGroup, name: &str, depth: usize, hosts: &[String]) {
    let inside = |node: &usize| group.groups.iter().any(|inner| inner.nodes.binary_search(node).is_ok());
    let own: Vec<&str> = group.nodes.iter().filter(|node| !inside(node)).map(|&node| hosts[node].as_str()).collect();
    let own = if own.is_empty() { String::new() } else { format!(": {}", hostlist::collect(&own)) };
    let latency = if group.latency > 0.0 && group.latency.is_finite() {
        format!(" # {:.1} us", group.latency)
    } else {
        String::new()
    };
    let margin = 4 * depth;
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{:margin$}{KIND} {name}{own}{latency}", "");
    for (number, inner) in group.groups.iter().enumerate() {
        self::group(text, inner, &format!("{name}.{number}"), depth + 1, hosts);
    }
}
