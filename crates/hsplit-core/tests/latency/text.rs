// SPDX-License-Identifier: MIT OR Apache-2.0
//! The text format of measured hierarchies.

use hsplit_core::latency::levels::levels;
use hsplit_core::latency::text::*;
use hsplit_core::latency::{Latencies, Tolerance};
use hsplit_core::network::file;
use hsplit_core::random::Random;
use hsplit_testing::synthetic::Synthetic;

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
    let lines = concat!(
        "subnet measured: n004 # 9.0 us\n    subnet measured.0 # 5.0 us\n",
        "        subnet measured.0.0: n[000-001] # 2.0 us\n",
        "        subnet measured.0.1: n[002-003] # 2.0 us\n",
    );
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
        let synthetic = if seed % 2 == 0 { Synthetic::even(&mut random, 3) } else { Synthetic::ragged(&mut random) };
        let all = levels(&synthetic.latencies(&mut random, 0.05, 1.0), Tolerance::DEFAULT);
        let names = names(synthetic.nodes());
        let tree = file::read(&text(&all, &names)).unwrap();
        let paths: Vec<Vec<&str>> = names
            .iter()
            .map(|name| {
                tree.find(name).unwrap().unwrap().steps.iter().map(|step| step.level.names()[1].as_str()).collect()
            })
            .collect();
        for (node, path) in all.paths().iter().enumerate() {
            let expected = (0..=path.len())
                .map(|depth| path[..depth].iter().fold("measured".to_owned(), |name, group| format!("{name}.{group}")));
            assert_eq!(paths[node], expected.collect::<Vec<_>>(), "seed {seed}, node {node}");
        }
    }
}
