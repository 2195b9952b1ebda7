// SPDX-License-Identifier: MIT OR Apache-2.0
//! The graph of the switches of a fabric, and the tree of their groups.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::super::groups::Groups;
use super::hyperx::{self, Dimension};

/// The name of the level of groups of a dragonfly, whose switches are linked with each other.
pub(super) const PEERS: &str = "Net_group";

/// The prefix of the names of the groups of a HyperX; the number of dimensions of a group is the suffix.
pub(super) const HYPERX_PREFIX: &str = "Net_hyperx";

pub(super) struct Graph {
    neighbours: Vec<Vec<usize>>,
    hosts: Vec<usize>,
}

/// A group: switches that reach each other without going above one height.
pub(super) struct Group {
    pub(super) first: usize,
    pub(super) tops: Vec<usize>,
    /// The groups below it, as indices into the list of all groups.
    pub(super) below: Vec<usize>,
    /// The name of a group of switches that are linked with each other, or whose highest switches are linked with other
    /// such groups, as in a dragonfly or HyperX.
    pub(super) kind: Option<String>,
}

/// The groups of a fabric, lower ones first.
pub(super) struct Tree {
    pub(super) groups: Vec<Group>,
    /// The group that the hosts of each switch with hosts belong to.
    pub(super) of_hosts: BTreeMap<usize, usize>,
    /// Two linked switches of one height, if the fabric has no hierarchy; then all groups are single switches.
    pub(super) no_hierarchy: Option<(usize, usize)>,
    pub(super) peers: Option<Peers>,
    /// The lengths of the dimensions of a HyperX, the longest first.
    pub(super) hyperx: Vec<usize>,
}

pub(super) struct Peers {
    pub(super) groups: usize,
    /// The fewest and the most switches of a group.
    pub(super) switches: (usize, usize),
    /// The fewest and the most links between two groups.
    pub(super) links: (usize, usize),
}

/// Links by which groups are merged to wider ones.
struct Stage {
    links: Vec<(usize, usize)>,
    /// The height of the top switches of the wider groups.
    height: Option<usize>,
    /// The name of the wider groups.
    kind: Option<String>,
}

impl Graph {
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

    /// The neighbours of each switch, sorted by number.
    pub(super) fn neighbours(&self) -> &[Vec<usize>] {
        &self.neighbours
    }

    fn with_hosts(&self) -> impl Iterator<Item = usize> {
        (0..self.hosts.len()).filter(|&switch| self.hosts[switch] > 0)
    }

    fn links(&self) -> impl Iterator<Item = (usize, usize)> {
        let of = |(a, list): (usize, &Vec<usize>)| list.iter().map(move |&b| (a, b)).collect::<Vec<_>>();
        self.neighbours.iter().enumerate().flat_map(of).filter(|(a, b)| a < b)
    }

    /// The distance of each switch from the nearest of `lowest`; `None` if it is not connected to any.
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

    /// The links by the height of their higher end.
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
    /// Hosts that manage a fabric are attached to its spines and cores, few to each. Such a switch has at most half as
    /// many hosts as the median switch with hosts, and without it the switches below it are disconnected, which is not
    /// so for a leaf switch.
    fn leaves(&self) -> Vec<usize> {
        let all: Vec<usize> = self.with_hosts().collect();
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

    /// The links between switches of one height that are inside groups of peers; `None` if there are no such groups.
    ///
    /// If leaf switches are not linked with each other, a group is a set of connected switches below the linked ones,
    /// and no links are returned. Otherwise linked switches of one group have more common neighbours than linked
    /// switches of two groups. Each switch has more links inside its group than to any other group, and there are more
    /// links inside groups than between them.
    fn local(&self, heights: &[Option<usize>], across: &[(usize, usize)]) -> Option<Vec<(usize, usize)>> {
        if across.iter().all(|&(a, _)| heights[a] > Some(0)) {
            return Some(vec![]);
        }
        let common = |&(a, b): &(usize, usize)| {
            self.neighbours[a].iter().filter(|other| self.neighbours[b].binary_search(other).is_ok()).count()
        };
        let common: Vec<usize> = across.iter().map(common).collect();
        let mut limits: Vec<usize> = common.iter().copied().filter(|&common| common > 0).collect();
        limits.sort_unstable();
        limits.dedup();
        let inside = |limit: usize| {
            let close = across.iter().zip(&common).filter(|(_, common)| **common >= limit).map(|(link, _)| *link);
            close.collect::<Vec<(usize, usize)>>()
        };
        limits.into_iter().map(inside).find(|inside| self.are_groups(inside, across))
    }

    /// True if links form groups that satisfy the conditions of [`Graph::local`].
    fn are_groups(&self, inside: &[(usize, usize)], across: &[(usize, usize)]) -> bool {
        let mut groups = Groups::new(self.hosts.len());
        inside.iter().for_each(|&(a, b)| groups.unite(a, b));
        // The number of links from each switch to each group.
        let mut links: BTreeMap<usize, BTreeMap<usize, usize>> = BTreeMap::new();
        for &(a, b) in across {
            for (own, other) in [(a, b), (b, a)] {
                *links.entry(own).or_default().entry(groups.root(other)).or_default() += 1;
            }
        }
        let (mut all_inside, mut between, mut roots) = (0, 0, BTreeSet::new());
        for (switch, links) in links {
            let root = groups.root(switch);
            let own = links.get(&root).copied().unwrap_or(0);
            if links.iter().any(|(group, count)| *group != root && *count >= own) || own == 0 {
                return false;
            }
            all_inside += own;
            between += links.values().sum::<usize>() - own;
            roots.insert(root);
        }
        roots.len() > 1 && all_inside > between
    }

    /// The links of the fabric, from the lowest groups upwards; `None` if it has no hierarchy.
    fn stages(&self, heights: &[Option<usize>], across: &[(usize, usize)]) -> Option<Vec<Stage>> {
        let by_height = self.by_height(heights).into_iter();
        let mut stages: Vec<Stage> = by_height
            .map(|(height, links)| {
                let upward = links.into_iter().filter(|&(a, b)| heights[a] != heights[b]);
                Stage { links: upward.collect(), height: Some(height), kind: None }
            })
            .collect();
        if !across.is_empty() {
            let local = self.local(heights, across)?;
            match stages.last_mut() {
                Some(last) if local.is_empty() => last.kind = Some(PEERS.to_owned()),
                _ => stages.insert(0, Stage { links: local, height: None, kind: Some(PEERS.to_owned()) }),
            }
            stages.push(Stage { links: across.to_vec(), height: None, kind: None });
        }
        Some(stages)
    }

    pub(super) fn tree(&self) -> Tree {
        let mut leaves = self.leaves();
        let heights = self.heights(&leaves);
        let leaf = |&switch: &usize| Group { first: switch, tops: vec![switch], below: vec![], kind: None };
        let across: Vec<(usize, usize)> =
            self.links().filter(|&(a, b)| heights[a].is_some() && heights[a] == heights[b]).collect();
        let hyperx = if across.is_empty() { None } else { hyperx::dimensions(&self.neighbours) };
        if hyperx.is_some() {
            // No switch of a HyperX is above another one.
            leaves = self.with_hosts().collect();
        }
        let mut tree = Tree {
            groups: leaves.iter().map(leaf).collect(),
            of_hosts: leaves.iter().copied().zip(0..).collect(),
            no_hierarchy: None,
            peers: None,
            hyperx: hyperx.iter().flatten().map(|dimension| dimension.length).collect(),
        };
        let Some(stages) = hyperx.map(stages_of_hyperx).or_else(|| self.stages(&heights, &across)) else {
            let others = self.with_hosts().filter(|&switch| heights[switch] != Some(0));
            for switch in others {
                tree.of_hosts.insert(switch, tree.groups.len());
                tree.groups.push(leaf(&switch));
            }
            return Tree { no_hierarchy: across.first().copied(), ..tree };
        };
        let mut groups = Groups::new(self.hosts.len());
        // The widest group so far around each switch, stored at the group's representative.
        let mut made: BTreeMap<usize, usize> = leaves.iter().copied().zip(0..).collect();
        for Stage { links, height, kind } in stages {
            links.into_iter().for_each(|(a, b)| groups.unite(a, b));
            let mut below: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            for (old, group) in std::mem::take(&mut made) {
                below.entry(groups.root(old)).or_default().push(group);
            }
            let mut tops: HashMap<usize, Vec<usize>> = HashMap::new();
            let of_height = |switch: &usize| height.is_some() && heights[*switch] == height;
            for switch in (0..self.hosts.len()).filter(of_height) {
                tops.entry(groups.root(switch)).or_default().push(switch);
            }
            for (first, below) in below {
                let tops = tops.remove(&first).unwrap_or_default();
                let is_new = |switch: &usize| self.hosts[*switch] > 0 && !tree.of_hosts.contains_key(switch);
                let with_hosts: Vec<usize> = tops.iter().copied().filter(is_new).collect();
                let group = if let ([single], []) = (&below[..], &with_hosts[..]) {
                    *single
                } else {
                    tree.groups.push(Group { first, tops, below, kind: kind.clone() });
                    tree.groups.len() - 1
                };
                tree.of_hosts.extend(with_hosts.into_iter().map(|switch| (switch, group)));
                made.insert(first, group);
            }
            if kind.is_some_and(|kind| kind == PEERS) {
                tree.peers = peers(&mut groups, &made, &across);
            }
        }
        tree
    }
}

/// The links of a HyperX: a group has one dimension more than those in it, the longest dimension first.
fn stages_of_hyperx(dimensions: Vec<Dimension>) -> Vec<Stage> {
    let whole = dimensions.len();
    let kind = |dimensions| (dimensions < whole).then(|| format!("{HYPERX_PREFIX}{dimensions}"));
    let stage = |(number, Dimension { links, .. })| Stage { links, height: None, kind: kind(number) };
    (1..).zip(dimensions).map(stage).collect()
}

/// The groups of peers; `None` if there is only one.
fn peers(groups: &mut Groups, made: &BTreeMap<usize, usize>, across: &[(usize, usize)]) -> Option<Peers> {
    let members = groups.members();
    let sizes: Vec<usize> = made.keys().map(|&first| members[first].len()).collect();
    let mut links: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for &(a, b) in across {
        let (a, b) = (groups.root(a), groups.root(b));
        if a != b {
            *links.entry((a.min(b), a.max(b))).or_default() += 1;
        }
    }
    let pairs = made.len() * made.len().saturating_sub(1) / 2;
    let fewest = if links.len() < pairs { 0 } else { links.values().copied().min()? };
    let most = links.values().copied().max()?;
    let switches = (sizes.iter().copied().min()?, sizes.iter().copied().max()?);
    Some(Peers { groups: made.len(), switches, links: (fewest, most) })
}
