// SPDX-License-Identifier: MIT OR Apache-2.0
//! A measured hierarchy in our own form of topology files (see `network/file`), so that a site measures once.

use std::fmt::Write;

use super::levels::Group;
use crate::network::hostlist;

/// What each switch of the text is: Lowekamp's word for a group of nodes that are equally near.
const KIND: &str = "subnet";

/// The text, where `hosts` are the names of the nodes.
pub fn text(all: &Group, hosts: &[String]) -> String {
    let mut text = String::new();
    group(&mut text, all, "measured", 0, hosts);
    text
}

fn group(text: &mut String, group: &Group, name: &str, depth: usize, hosts: &[String]) {
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

#[cfg(test)]
mod tests {
    use super::super::levels::levels;
    use super::super::planted::Planted;
    use super::super::{Latencies, Tolerance};
    use super::*;
    use crate::network::file;
    use crate::random::Random;

    fn names(count: usize) -> Vec<String> {
        (0..count).map(|node| format!("n{node:03}")).collect()
    }

    #[test]
    fn it_reads_like_a_file_of_a_site() {
        let latency = |a: usize, b: usize| {
            if a.max(b) == 4 {
                9.0
            } else if a / 2 == b / 2 {
                2.0
            } else {
                5.0
            }
        };
        let all = levels(&Latencies::new(5, latency), Tolerance::DEFAULT);
        let lines = "subnet measured: n004 # 9.0 us\n    subnet measured.0 # 5.0 us\n        subnet measured.0.0: n[000-001] # 2.0 us\n        subnet measured.0.1: n[002-003] # 2.0 us\n";
        assert_eq!(text(&all, &names(5)), lines);
        let one = levels(&Latencies::new(1, |_, _| 1.0), Tolerance::DEFAULT);
        assert_eq!(text(&one, &names(1)), "subnet measured: n000\n");
        let unknown = levels(&Latencies::new(2, |_, _| f64::NAN), Tolerance::DEFAULT);
        assert_eq!(text(&unknown, &names(2)), "subnet measured: n[000-001]\n");
    }

    #[test]
    fn what_is_read_back_is_what_was_found() {
        for seed in 0..40 {
            let mut random = Random(seed);
            let planted = if seed % 2 == 0 { Planted::even(&mut random, 3) } else { Planted::ragged(&mut random) };
            let all = levels(&planted.latencies(&mut random, 0.05, 1.0), Tolerance::DEFAULT);
            let names = names(planted.nodes());
            let tree = file::read(&text(&all, &names)).unwrap();
            let paths: Vec<Vec<&str>> = names
                .iter()
                .map(|name| {
                    tree.find(name).unwrap().unwrap().steps.iter().map(|step| step.level.names()[1].as_str()).collect()
                })
                .collect();
            for (node, path) in all.paths().iter().enumerate() {
                let expected = (0..=path.len()).map(|depth| {
                    path[..depth].iter().fold("measured".to_owned(), |name, group| format!("{name}.{group}"))
                });
                assert_eq!(paths[node], expected.collect::<Vec<_>>(), "seed {seed}, node {node}");
            }
        }
    }
}
