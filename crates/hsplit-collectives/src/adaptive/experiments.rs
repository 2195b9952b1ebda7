// SPDX-License-Identifier: MIT OR Apache-2.0
//! Selects the ranks that measure links.
//!
//! One measurement represents every two nodes below the same switch, for every two ranks of the nodes there, and for
//! every two ranks of which one is below one switch and one below another. With C groups of nodes that are alike, there
//! are at most C (C - 1) / 2 + C experiments between nodes (§4.1.3), and one in memory for each. Links are assumed to
//! be symmetrical, as in the paper.

use std::collections::HashMap;

use super::groups::network;
use crate::levels::{LevelGroup, Part};
use crate::model::parameters::{self, Link, ParameterError, Platform};

/// The groups that an experiment represents, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Target {
    /// Two ranks of this group.
    Inside(usize),
    /// The two groups, the lower number first.
    Between(usize, usize),
}

/// Two ranks that measure a link, the lower one first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Experiment {
    /// The ranks.
    pub ranks: (u32, u32),
    /// The targets that the result represents.
    pub(crate) targets: Vec<Target>,
}

/// Returns all experiments for these groups, which are those of the levels.
pub fn experiments(levels: &LevelGroup, groups: &[&Part]) -> Vec<Experiment> {
    let mut walk = Walk { groups, next: 0, found: vec![] };
    walk.level(levels);
    walk.found
}

struct Walk<'a> {
    groups: &'a [&'a Part],
    /// The number of the next group.
    next: usize,
    found: Vec<Experiment>,
}

impl Walk<'_> {
    fn level(&mut self, level: &LevelGroup) {
        let first = self.next;
        let begins: Vec<usize> = level.parts.iter().map(|part| self.part(part)).collect();
        let range = |part: usize| begins[part]..begins.get(part + 1).copied().unwrap_or(self.next);
        let ranks = |one: usize, other: usize| ordered(level.parts[one].first(), level.parts[other].first());
        let pairs = || (1..level.parts.len()).flat_map(|high| (0..high).map(move |low| (low, high)));
        let between = |low: usize, high: usize| {
            range(low).flat_map(|i| range(high).map(move |j| Target::Between(i, j))).collect::<Vec<_>>()
        };
        let mut found = vec![];
        if level.parts.iter().all(Part::is_one_node) {
            // All pairs are alike.
            let targets: Vec<Target> = pairs().flat_map(|(low, high)| between(low, high)).collect();
            if !targets.is_empty() {
                found.push(Experiment { ranks: ranks(0, 1), targets });
            }
            let several: Vec<usize> =
                (first..self.next).filter(|&group| self.groups[group].ranks().len() > 1).collect();
            if let Some(&group) = several.first() {
                found.push(Experiment {
                    ranks: two(self.groups[group]),
                    targets: several.into_iter().map(Target::Inside).collect(),
                });
            }
        } else {
            found
                .extend(pairs().map(|(low, high)| Experiment { ranks: ranks(low, high), targets: between(low, high) }));
            let alone = (0..level.parts.len())
                .filter(|&part| level.parts[part].is_one_node() && level.parts[part].ranks().len() > 1);
            found.extend(alone.map(|part| Experiment {
                ranks: two(&level.parts[part]),
                targets: vec![Target::Inside(begins[part])],
            }));
        }
        self.found.extend(found);
    }

    /// Processes a part, and returns the number of its first group.
    fn part(&mut self, part: &Part) -> usize {
        let begin = self.next;
        let is_group = self.groups.get(begin).is_some_and(|group| std::ptr::eq(*group, part));
        match network(part) {
            Some(level) if !is_group => self.level(level),
            below => {
                self.next += 1;
                if below.is_some() {
                    self.found.push(Experiment { ranks: two_nodes(part), targets: vec![Target::Inside(begin)] });
                }
            }
        }
        begin
    }
}

fn ordered(one: u32, other: u32) -> (u32, u32) {
    (one.min(other), one.max(other))
}

/// Returns the first two ranks of a part.
fn two(part: &Part) -> (u32, u32) {
    let ranks = part.ranks();
    ordered(ranks[0], ranks[1])
}

/// Returns the first ranks of the first two nodes below the same switch.
fn two_nodes(part: &Part) -> (u32, u32) {
    match network(part) {
        Some(level) if level.parts.iter().any(|part| network(part).is_some()) => {
            level.parts.iter().find(|part| network(part).is_some()).map_or_else(|| two(part), two_nodes)
        }
        Some(level) if level.parts.len() > 1 => ordered(level.parts[0].first(), level.parts[1].first()),
        _ => two(part),
    }
}

/// Divides experiments into rounds in which no rank takes part twice.
pub fn rounds(experiments: &[Experiment]) -> Vec<Vec<usize>> {
    let mut rounds: Vec<(Vec<u32>, Vec<usize>)> = vec![];
    for (number, Experiment { ranks: (one, other), .. }) in experiments.iter().enumerate() {
        let free =
            rounds.iter().position(|(busy, _)| !busy.contains(one) && !busy.contains(other)).unwrap_or(rounds.len());
        if free == rounds.len() {
            rounds.push((vec![], vec![]));
        }
        rounds[free].0.extend([one, other]);
        rounds[free].1.push(number);
    }
    rounds.into_iter().map(|(_, numbers)| numbers).collect()
}

/// Returns the ranks that take part in experiments, in ascending order, including `also`.
pub fn taking_part(experiments: &[Experiment], also: u32) -> Vec<u32> {
    let mut ranks: Vec<u32> = experiments.iter().flat_map(|one| [one.ranks.0, one.ranks.1]).chain([also]).collect();
    ranks.sort_unstable();
    ranks.dedup();
    ranks
}

/// Returns the rank whose reduction cost represents each group: a rank of the group that takes part in an experiment,
/// or else the lower one of an experiment that represents the group.
pub(crate) fn combines(groups: &[&Part], experiments: &[Experiment]) -> Vec<u32> {
    let ranks = taking_part(experiments, groups[0].first());
    let speaks = |number: usize| {
        move |target: &Target| match *target {
            Target::Inside(one) => one == number,
            Target::Between(one, other) => [one, other].contains(&number),
        }
    };
    let of = |(number, part): (usize, &&Part)| {
        let own = ranks.iter().copied().find(|&rank| part.holds(rank));
        own.or_else(|| experiments.iter().find(|one| one.targets.iter().any(speaks(number))).map(|one| one.ranks.0))
            .unwrap_or(ranks[0])
    };
    groups.iter().enumerate().map(of).collect()
}

/// Returns the parameters of the groups, from a link for each experiment, and from the reduction cost of each of the
/// ranks of [`combines`].
///
/// # Errors
/// A name is invalid or not unique.
pub fn platform(
    groups: &[&Part],
    names: &[String],
    experiments: &[Experiment],
    links: &[Link],
    reduction: impl Fn(u32) -> f64,
) -> Result<Platform, ParameterError> {
    let targets =
        experiments.iter().zip(links).rev().flat_map(|(one, link)| one.targets.iter().map(move |to| (*to, link)));
    let links_of: HashMap<Target, &Link> = targets.collect();
    let of = |target: Target| links_of.get(&target).copied().cloned();
    let group = |(number, part): (usize, &&Part)| parameters::Cluster {
        name: names[number].clone(),
        processes: part.ranks().len(),
        inside: of(Target::Inside(number)),
    };
    let ranks = combines(groups, experiments);
    let groups = groups.iter().enumerate().map(group).collect();
    let platform =
        Platform::new(groups, |low, high| of(Target::Between(low, high)).unwrap_or_else(|| links[0].clone()))?;
    platform.with_reduction(|group| reduction(ranks[group]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adaptive::groups::groups;
    use crate::model::parameters::Gap;
    use Target::{Between, Inside};

    fn node(first: u32, ranks: u32) -> Part {
        let ones: Vec<Part> = (first..first + ranks).map(Part::One).collect();
        if ranks == 1 { Part::One(first) } else { Part::Many(LevelGroup { inside_node: true, parts: ones }) }
    }

    fn switch(parts: Vec<Part>) -> Part {
        Part::Many(LevelGroup { inside_node: false, parts })
    }

    fn plain(levels: &LevelGroup) -> Vec<((u32, u32), Vec<Target>)> {
        experiments(levels, &groups(levels)).into_iter().map(|one| (one.ranks, one.targets)).collect()
    }

    #[test]
    fn two_switches_of_two_nodes() {
        let levels = LevelGroup {
            inside_node: false,
            parts: vec![switch(vec![node(0, 4), node(4, 4)]), switch(vec![node(8, 1), node(9, 4)])],
        };
        assert_eq!(
            plain(&levels),
            [
                ((0, 4), vec![Between(0, 1)]),
                ((0, 1), vec![Inside(0), Inside(1)]),
                ((8, 9), vec![Between(2, 3)]),
                ((9, 10), vec![Inside(3)]),
                ((0, 8), vec![Between(0, 2), Between(0, 3), Between(1, 2), Between(1, 3)]),
            ]
        );
        assert_eq!(rounds(&experiments(&levels, &groups(&levels))), [vec![0, 2], vec![1, 3], vec![4]]);
    }

    #[test]
    fn nodes_on_one_switch_are_alike() {
        let levels = LevelGroup { inside_node: false, parts: vec![node(0, 2), node(2, 2), node(4, 1)] };
        assert_eq!(
            plain(&levels),
            [((0, 2), vec![Between(0, 1), Between(0, 2), Between(1, 2)]), ((0, 1), vec![Inside(0), Inside(1)])]
        );
    }

    #[test]
    fn six_sites_are_measured_in_pairs() {
        // The grid of the paper's Table 4, a process for each machine: more than 64, so that the sites are the groups.
        let sizes = [31, 29, 6, 1, 1, 20];
        let mut first = 0;
        let site = |&size: &u32| {
            first += size;
            if size == 1 { node(first - 1, 1) } else { switch((first - size..first).map(Part::One).collect()) }
        };
        let levels = LevelGroup { inside_node: false, parts: sizes.iter().map(site).collect() };
        let all = plain(&levels);
        assert_eq!(all.len(), 6 * 5 / 2 + 4);
        assert_eq!(all[..2], [((0, 1), vec![Inside(0)]), ((31, 32), vec![Inside(1)])]);
        assert!(all.contains(&((66, 67), vec![Between(3, 4)])));
    }

    #[test]
    fn links_go_where_they_belong() {
        let levels = LevelGroup { inside_node: false, parts: vec![switch(vec![node(0, 2), node(2, 2)]), node(4, 2)] };
        let groups = groups(&levels);
        let all = experiments(&levels, &groups);
        let links: Vec<Link> = all
            .iter()
            .map(|one| Link::new(f64::from(one.ranks.0 * 10 + one.ranks.1), Gap::new(vec![(0, 1.0)]).unwrap()).unwrap())
            .collect();
        let names = ["a", "b", "c"].map(str::to_owned);
        assert_eq!((taking_part(&all, 3), combines(&groups, &all)), (vec![0, 1, 2, 3, 4, 5], vec![0, 2, 4]));
        let platform = platform(&groups, &names, &all, &links, |rank| f64::from(rank) * 1e-10).unwrap();
        assert_eq!([0, 1, 2].map(|group| platform.reduction(group)), [0.0, 2e-10, 4e-10]);
        assert_eq!([(0, 1), (0, 2), (1, 2)].map(|(i, j)| platform.link(i, j).latency()), [2.0, 4.0, 4.0]);
        assert_eq!(
            platform.groups().iter().map(|group| group.inside.as_ref().unwrap().latency()).collect::<Vec<_>>(),
            [1.0, 1.0, 45.0]
        );
    }
}
