// SPDX-License-Identifier: MIT OR Apache-2.0
//! The switches of a fabric, and the tree of groups in them.

use std::collections::{BTreeMap, HashMap};

use super::super::groups::Groups;

/// Switches by their number.
pub(super) struct Graph {
    /// The switches that each is linked to.
    neighbours: Vec<Vec<usize>>,
    /// How many hosts hang on each.
    hosts: Vec<usize>,
}

/// Switches that reach each other without going higher than one height.
pub(super) struct Group {
    /// The switch of the lowest number.
    pub(super) first: usize,
    /// The switches of this height.
    pub(super) tops: Vec<usize>,
    /// The groups below it, by their place in the list of all.
    pub(super) below: Vec<usize>,
}

/// The groups of a fabric, lower ones first.
pub(super) struct Tree {
    pub(super) groups: Vec<Group>,
    /// The group that the hosts of each switch with hosts belong to.
    pub(super) of_hosts: BTreeMap<usize, usize>,
    /// Two linked switches of one height, if there are any: then the groups are single switches.
    pub(super) on_one_height: Option<(usize, usize)>,
}

impl Graph {
    /// A graph of switches with this many hosts each.
    pub(super) fn new(hosts: Vec<usize>, links: impl Iterator<Item = (usize, usize)>) -> Self {
        let mut neighbours = vec![vec![]; hosts.len()];
        for (a, b) in links.filter(|(a, b)| a != b) {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        for list in &mut neighbours {
            list.sort_unstable();
            list.dedup();
        }
        Self { neighbours, hosts }
    }

    fn links(&self) -> impl Iterator<Item = (usize, usize)> {
        let of = |(a, list): (usize, &Vec<usize>)| list.iter().map(move |&b| (a, b)).collect::<Vec<_>>();
        self.neighbours.iter().enumerate().flat_map(of).filter(|(a, b)| a < b)
    }

    /// How far each switch is from the nearest of these; nothing is known of switches that none of them reaches.
    fn heights(&self, lowest: &[usize]) -> Vec<Option<usize>> {
        let mut heights = vec![None; self.hosts.len()];
        lowest.iter().for_each(|&switch| heights[switch] = Some(0));
        let mut last = lowest.to_vec();
        for height in 1.. {
            let around: Vec<usize> = last.iter().flat_map(|&switch| &self.neighbours[switch]).copied().collect();
            last.clear();
            for switch in around {
                if heights[switch].is_none() {
                    heights[switch] = Some(height);
                    last.push(switch);
                }
            }
            if last.is_empty() {
                break;
            }
        }
        heights
    }

    /// The links whose higher end has each height.
    fn by_height(&self, heights: &[Option<usize>]) -> BTreeMap<usize, Vec<(usize, usize)>> {
        let mut links: BTreeMap<usize, Vec<(usize, usize)>> = BTreeMap::new();
        for (a, b) in self.links() {
            if let (Some(of_a), Some(of_b)) = (heights[a], heights[b]) {
                links.entry(of_a.max(of_b)).or_default().push((a, b));
            }
        }
        links
    }

    /// The leaf switches.
    ///
    /// Hosts that manage a fabric hang on its spines and cores, few on each. Such a switch has at most half as many
    /// hosts as most; and without it the switches below it fall apart, which those above a leaf switch do not.
    fn leaves(&self) -> Vec<usize> {
        let all: Vec<usize> = (0..self.hosts.len()).filter(|&switch| self.hosts[switch] > 0).collect();
        let mut counts: Vec<usize> = all.iter().map(|&switch| self.hosts[switch]).collect();
        counts.sort_unstable();
        let usual = counts.get(counts.len() / 2).copied().unwrap_or(0);
        let (few, mut leaves): (Vec<usize>, Vec<usize>) =
            all.into_iter().partition(|&switch| self.hosts[switch] * 2 <= usual);
        let heights = self.heights(&leaves);
        let mut in_doubt: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for switch in few {
            match heights[switch] {
                Some(height) => in_doubt.entry(height).or_default().push(switch),
                None => leaves.push(switch),
            }
        }
        let mut groups = Groups::new(self.hosts.len());
        let mut links = self.by_height(&heights).into_iter().peekable();
        for (height, switches) in in_doubt {
            while let Some((_, links)) = links.next_if(|(of, _)| *of < height) {
                links.into_iter().for_each(|(a, b)| groups.unite(a, b));
            }
            for switch in switches {
                let below = self.neighbours[switch].iter().filter(|&&other| heights[other] < Some(height));
                let mut below = below.map(|&other| groups.root(other));
                let first = below.next();
                if below.all(|other| Some(other) == first) {
                    leaves.push(switch);
                }
            }
        }
        leaves.sort_unstable();
        leaves
    }

    /// The groups of all heights.
    pub(super) fn tree(&self) -> Tree {
        let leaves = self.leaves();
        let heights = self.heights(&leaves);
        let leaf = |&switch: &usize| Group { first: switch, tops: vec![switch], below: vec![] };
        let mut tree = Tree {
            groups: leaves.iter().map(leaf).collect(),
            of_hosts: leaves.iter().copied().zip(0..).collect(),
            on_one_height: self.links().find(|&(a, b)| heights[a].is_some() && heights[a] == heights[b]),
        };
        if tree.on_one_height.is_some() {
            let others = (0..self.hosts.len()).filter(|&switch| self.hosts[switch] > 0 && heights[switch] != Some(0));
            for switch in others {
                tree.of_hosts.insert(switch, tree.groups.len());
                tree.groups.push(leaf(&switch));
            }
            return tree;
        }
        let mut groups = Groups::new(self.hosts.len());
        // The widest group so far around each switch, at the one that stands for all in it.
        let mut made: BTreeMap<usize, usize> = leaves.iter().copied().zip(0..).collect();
        for (height, links) in self.by_height(&heights) {
            links.into_iter().for_each(|(a, b)| groups.unite(a, b));
            let mut below: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            for (old, group) in std::mem::take(&mut made) {
                below.entry(groups.root(old)).or_default().push(group);
            }
            let mut tops: HashMap<usize, Vec<usize>> = HashMap::new();
            for switch in (0..self.hosts.len()).filter(|&switch| heights[switch] == Some(height)) {
                tops.entry(groups.root(switch)).or_default().push(switch);
            }
            for (first, below) in below {
                let tops = tops.remove(&first).unwrap_or_default();
                let with_hosts: Vec<usize> = tops.iter().copied().filter(|&switch| self.hosts[switch] > 0).collect();
                let group = if let ([single], []) = (&below[..], &with_hosts[..]) {
                    *single
                } else {
                    tree.groups.push(Group { first, tops, below });
                    tree.groups.len() - 1
                };
                tree.of_hosts.extend(with_hosts.into_iter().map(|switch| (switch, group)));
                made.insert(first, group);
            }
        }
        tree
    }
}
