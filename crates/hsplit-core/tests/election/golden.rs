// SPDX-License-Identifier: MIT OR Apache-2.0
//! Elections on the machines of RR-9077 §5.1 and §5.2, for every rank and many shapes.

use hsplit_core::election::Member;
use hsplit_core::machine::Machine;

use crate::{machine, members, on_cores, told};

const NODE: &str = "package:2 [numa] l3:1 l2:2 l1d:1 core:2 pu:1";

fn node() -> Machine {
    machine(NODE)
}

/// RR-9077 §5.2: 0 and 1 on a core each, 2 and 3 on the second L2, 4 to 7 on the second NUMA node.
fn complicated() -> Vec<Member> {
    members(0, ["0", "1", "2-3", "2-3", "4-7", "4-7", "4-7", "4-7"])
}

#[test]
fn the_simple_case() {
    for (shape, expected) in [
        ("NUMANode", "0:0-3/4 4:4-7/4"),
        ("L3Cache*2", "0:0-1/2 2:2-3/2 4:4-5/2 6:6-7/2"),
        ("L2Cache", "0:0-1/2 2:2-3/2 4:4-5/2 6:6-7/2"),
        ("2:", "0:0-3/4 4:4-7/4"),
        ("3:", "0:0-2/3 4:3-5/3 1:6-7/2"),
        ("1:4", "0:0-3/4"),
        ("root", "0:0-7/8"),
        ("all", "0:0/1 1:1/1 2:2/1 3:3/1 4:4/1 5:5/1 6:6/1 7:7/1"),
        // Other names of the levels.
        ("hwloc://L3Cache", "0:0-3/4 4:4-7/4"),
        ("socket", "0:0-3/4 4:4-7/4"),
        ("numa", "0:0-3/4 4:4-7/4"),
        ("l1d*1", "0:0-1/2 2:2-3/2 4:4-5/2 6:6-7/2"),
        ("host", "0:0-7/8"),
        // The level with the most instances by which the workers can be divided: 4 pairs of cores, 8 cores.
        ("4:", "0:0-1/2 2:2-3/2 4:4-5/2 6:6-7/2"),
        ("8:1", "0:0/1 1:1/1 2:2/1 3:3/1 4:4/1 5:5/1 6:6/1 7:7/1"),
        // Three for each cache, dealt over its pairs: 0, 2, 1. Rank 2's home contains the third core.
        ("6:", "0:0-1/2 2:2/1 1:3/1 4:4-5/2 6:6/1 5:7/1"),
        // More workers than ranks.
        ("Core*3", "0:0/1 1:1/1 2:2/1 3:3/1 4:4/1 5:5/1 6:6/1 7:7/1"),
        ("16:", "0:0/1 1:1/1 2:2/1 3:3/1 4:4/1 5:5/1 6:6/1 7:7/1"),
    ] {
        assert_eq!(told(&node(), &on_cores(&node()), shape), expected, "{shape}");
    }
}

/// The other nodes repeat the first one, except for the one worker of `root`.
#[test]
fn the_other_nodes_of_the_simple_case() {
    for node_number in 1..4 {
        let first = 8 * node_number;
        let members: Vec<Member> =
            on_cores(&node()).into_iter().map(|member| Member { rank: member.rank + first, ..member }).collect();
        for (shape, expected) in [
            ("NUMANode", &[(0, "0-3/4"), (4, "4-7/4")][..]),
            ("L3Cache*2", &[(0, "0-1/2"), (2, "2-3/2"), (4, "4-5/2"), (6, "6-7/2")]),
            ("L2Cache", &[(0, "0-1/2"), (2, "2-3/2"), (4, "4-5/2"), (6, "6-7/2")]),
            ("2:", &[(0, "0-3/4"), (4, "4-7/4")]),
            ("3:", &[(0, "0-2/3"), (4, "3-5/3"), (1, "6-7/2")]),
            ("1:4", &[(0, "0-3/4")]),
            ("root", &[]),
        ] {
            let words: Vec<String> = expected.iter().map(|(rank, part)| format!("{}:{part}", rank + first)).collect();
            assert_eq!(told(&node(), &members, shape), words.join(" "), "{shape} on node {node_number}");
        }
    }
}

#[test]
fn the_complicated_case() {
    for (shape, expected) in [
        ("NUMANode", "0:0-3/4 4:4-7/4"),
        ("L3Cache*2", "0:0-1/2 2:2-3/2 4:4-5/2 5:6-7/2"),
        ("L2Cache", "0:0-1/2 2:2-3/2 4:4-5/2 5:6-7/2"),
        ("2:", "0:0-3/4 4:4-7/4"),
        ("3:", "0:0-2/3 4:3-5/3 1:6-7/2"),
        ("1:4", "0:0-3/4"),
        ("root", "0:0-7/8"),
        ("all", "0:0/1 1:1/1 2:2-3/2 3:2-3/2 4:4-7/4 5:4-7/4 6:4-7/4 7:4-7/4"),
        ("4:", "0:0-1/2 2:2-3/2 4:4-5/2 5:6-7/2"),
        // Ranks 2 and 3 span two cores, and 4 to 7 four: one core each, in the order of the ranks.
        ("Core", "0:0/1 1:1/1 2:2/1 3:3/1 4:4/1 5:5/1 6:6/1 7:7/1"),
    ] {
        assert_eq!(told(&node(), &complicated(), shape), expected, "{shape}");
    }
}
