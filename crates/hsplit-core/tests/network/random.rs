// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random networks, written in several formats.

use std::fmt::Write;

use proptest::prelude::*;

use super::{groups, read};
use hsplit_core::network::SwitchTree;

/// A random tree of three levels of switches: the number of hosts of each leaf, by top switch and middle switch.
fn random_tree() -> impl Strategy<Value = Vec<Vec<Vec<usize>>>> {
    prop::collection::vec(prop::collection::vec(prop::collection::vec(1_usize..5, 1..4), 1..4), 1..4)
}

/// The tree in each format, with its hosts distributed over the leaves in the order of `order`.
pub(crate) fn written(tree: &[Vec<Vec<usize>>], order: &[String]) -> [String; 3] {
    let mut names = order.iter();
    let (mut own, mut slurm, mut coordinates) =
        (String::new(), String::new(), String::from("nlevels 4\ndims 9 9 9 9\n"));
    for (t, top) in tree.iter().enumerate() {
        let _ = writeln!(own, "top t{t}");
        let _ = writeln!(slurm, "SwitchName=t{t} Switches=t{t}m[0-{}]", top.len() - 1);
        for (m, middle) in top.iter().enumerate() {
            let _ = writeln!(own, "\tmiddle t{t}m{m}");
            let _ = writeln!(slurm, "SwitchName=t{t}m{m} Switches=t{t}m{m}l[0-{}]", middle.len() - 1);
            for (l, &count) in middle.iter().enumerate() {
                let hosts: Vec<String> = names.by_ref().take(count).cloned().collect();
                let _ = writeln!(own, "\t\tleaf t{t}m{m}l{l}: {}", hosts.join(", "));
                let _ = writeln!(slurm, "SwitchName=t{t}m{m}l{l} Nodes={}", hosts.join(","));
                coordinates.extend(hosts.iter().enumerate().map(|(port, host)| format!("{host} {t} {m} {l} {port}\n")));
            }
        }
    }
    [own, slurm, coordinates]
}

proptest! {
    #[test]
    fn all_forms_of_a_tree_give_the_same_places(tree in random_tree(), seed in any::<u64>()) {
        let count: usize = tree.iter().flatten().flatten().sum();
        let mut order: Vec<String> = (0..count).map(|number| format!("h{number}")).collect();
        let plain = order.clone();
        // A random order of the hosts: each gets another position, the same in all formats.
        order.sort_by_key(|name| hsplit_core::hash::hash(format!("{seed}{name}").as_bytes()));
        let trees = written(&tree, &order).map(|text| read(&text));
        let first = groups(&trees[0], &plain);
        prop_assert_eq!(&first, &groups(&trees[1], &plain));
        prop_assert_eq!(&first, &groups(&trees[2], &plain));
        // The order of the lines of a topology.conf determines only the numbers.
        let slurm = &written(&tree, &order)[1];
        let backwards: Vec<&str> = slurm.lines().rev().collect();
        prop_assert_eq!(&first, &groups(&read(&backwards.join("\n")), &plain));
        // Hosts are together exactly if they are in the tree.
        let leaf: Vec<usize> =
            tree.iter().flatten().flatten().enumerate().flat_map(|(leaf, &count)| vec![leaf; count]).collect();
        for (a, host) in order.iter().enumerate().take(8) {
            for (b, other) in order.iter().enumerate().take(8) {
                let same = |tree: &SwitchTree| {
                    let (x, y) = (tree.find(host).unwrap().unwrap(), tree.find(other).unwrap().unwrap());
                    x.steps == y.steps && x.alone == y.alone
                };
                prop_assert_eq!(leaf[a] == leaf[b], same(&trees[0]), "{} {}", host, other);
            }
        }
    }
}

proptest! {
    #[test]
    fn a_torus_is_read_as_it_is_written(
        dims in prop::collection::vec(1_u64..6, 1..5),
        seeds in prop::collection::vec(any::<u64>(), 1..30),
    ) {
        let coordinates: Vec<Vec<u64>> = seeds
            .iter()
            .map(|seed| dims.iter().enumerate().map(|(i, dim)| (seed >> (8 * i)) % dim).collect())
            .collect();
        let line = |numbers: &[u64]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let hosts: String =
            coordinates.iter().enumerate().map(|(host, numbers)| format!("h{host} {}\n", line(numbers))).collect();
        let tree = read(&format!("torus {}\ndims {}\n{hosts}", dims.len(), line(&dims)));
        let torus = |host: usize| tree.find(&format!("h{host}")).unwrap().unwrap().torus().cloned().unwrap();
        for (a, x) in coordinates.iter().enumerate() {
            for (b, y) in coordinates.iter().enumerate() {
                for dimension in 0..dims.len() {
                    let same = (0..dims.len()).all(|other| other == dimension || x[other] == y[other]);
                    prop_assert_eq!(torus(a).ring(dimension) == torus(b).ring(dimension), same);
                }
            }
            prop_assert_eq!(torus(a).ring(dims.len()), None);
        }
    }
}
