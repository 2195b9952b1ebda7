// SPDX-License-Identifier: MIT OR Apache-2.0
//! Broadcasts and reductions: one message for all, in segments.
//!
//! Groups are joined by the schedule that is best for the message in segments, by a tree with a separate shape below
//! each switch ([`super::per_switch`]), and if there are few groups by all other schedules, too. Some trees inside the
//! groups are tried with each, each with its best segment size: one for all groups together, and the best one by each
//! group's own parameters. The latter may also be a d-ary tree and, in a broadcast, a scatter and collection (Van de
//! Geijn's). The time is that of the whole tree, with one port for each rank and the cables that ranks share
//! ([`super::rank_network`]): the first rank of a group serves other groups before its own ranks. A reduction uses the
//! same tree upwards.

use std::ops::RangeInclusive;

use super::baseline::binomial;
use super::rank_network::RankNetwork;
use super::ranks::Ranks;
use super::schedules::{Receivers, chain};
use super::{MARGIN, ModelledCall, Plan, head, in_rounds, insides, per_switch};
use crate::Operation;
use crate::adaptive::groups::network;
use crate::adaptive::strategy::{Across, FixedStrategy};
use crate::levels::{LevelGroup, Part};
use crate::model::case::Case;
use crate::model::parameters::Cluster;
use crate::model::segments::Cuts;
use crate::schedule::pipeline::pipeline;
use crate::schedule::segmented::{self, SegmentedMessage};
use crate::schedule::{Costs, TransferCost};
use crate::timing::contention::{self, Traffic};
use crate::timing::segments;
use crate::tree::{Shape, Spread, Staged, Tree};

/// Maximum number of groups for which all schedules are tried; for more, only the best for segments, the one with a
/// separate shape below each switch, and the chain.
const FEW: usize = 16;
/// Minimum number of bytes of a segment: each costs every rank on its way a step of the engine, which a gap measured
/// between two ranks does not include. On machines with fewer cores than ranks, segments of 2 KiB took four times as
/// long as the model predicted.
const SHORTEST: usize = 16 << 10;
/// Number of bytes from which a plan may be about as slow as the binomial tree of ranks, which is tried too, in
/// segments. Over slow links, MPIs' own calls took 2.2 to 2.6 times as long as that tree.
const LONG_ENOUGH: usize = 16 << 10;
/// The tolerance: the tree without segments is predicted a little faster than with segments, which need no rendezvous.
const MARGIN_OF_LONG: f64 = 1.1;
/// Segment lengths with which the search for a schedule begins.
const SHORT: usize = 8 << 10;
const LONG: usize = 64 << 10;

/// Returns the best plan that was found for a call with a message. The platform's groups are these.
pub(crate) fn plan(
    ranks: &Ranks<'_>,
    levels: &LevelGroup,
    groups: &[&Part],
    call: ModelledCall,
    strategy: FixedStrategy,
) -> Plan {
    let search = Search::new(ranks, groups, call, strategy);
    let rounds = search.in_rounds(levels, call.operation);
    match rounds {
        Some(rounds) if strategy.across == Some(Across::Rounds) => rounds,
        Some(rounds) => search.along_trees(levels).or_faster(rounds),
        None => search.along_trees(levels),
    }
}

/// The first ranks of groups that continue in stages, with the times of the stages.
type Stages = Vec<(usize, f64)>;

/// The data that all plans of a call share.
struct Search<'a> {
    groups: &'a [&'a Part],
    ports: RankNetwork<'a>,
    /// The network on the way down, which begins when the first segment has reached the root.
    down: RankNetwork<'a>,
    allreduces: bool,
    is_broadcast: bool,
    bytes: usize,
    root: u32,
    strategy: FixedStrategy,
    /// The allowed lengths of segments.
    allowed: RangeInclusive<usize>,
    cuts: Cuts,
    /// The binomial tree of ranks in their order, and its time without segments.
    in_order: Vec<Vec<usize>>,
    baseline: f64,
    margin: f64,
}

impl<'a> Search<'a> {
    fn new(ranks: &'a Ranks<'a>, groups: &'a [&'a Part], call: ModelledCall, strategy: FixedStrategy) -> Self {
        let ModelledCall { operation, bytes, longest_segment: longest, root } = call;
        let ports = RankNetwork::new(ranks, bytes, operation != Operation::Bcast);
        let allowed = strategy.segment.map_or(SHORTEST.min(longest)..=longest, |segment| segment..=segment);
        let mut search = Self {
            groups,
            down: ports.without_combining(),
            ports,
            allreduces: operation == Operation::Allreduce,
            is_broadcast: operation == Operation::Bcast,
            bytes,
            root,
            strategy,
            cuts: Cuts::new(bytes, 1, allowed.clone()),
            allowed,
            in_order: binomial(ranks.group.len(), root as usize),
            baseline: 0.0,
            margin: if bytes < LONG_ENOUGH { MARGIN } else { MARGIN_OF_LONG },
        };
        let (whole, in_order) = (bytes.max(1), &search.in_order);
        search.baseline =
            contention::time(&search.ports, root as usize, in_order, bytes, whole) + search.and_down(in_order, whole);
        search
    }

    /// Returns the best plan along a tree that was found.
    fn along_trees(&self, levels: &LevelGroup) -> Plan {
        let found = self.schedules(levels);
        let insides = self.insides();
        let mut best: Option<Plan> = None;
        for (across, receivers) in found {
            let mut seen: Vec<(Vec<Vec<usize>>, Stages)> = vec![];
            // The tree of ranks in their order has no groups.
            let insides = if across == Across::Binomial { &insides[..1] } else { &insides[..] };
            for shapes in insides {
                let way = (self.tree(across, &receivers, shapes), self.stages(across, shapes));
                // In small groups several shapes give the same tree.
                if seen.contains(&way) {
                    continue;
                }
                let limit = best.as_ref().map_or(f64::INFINITY, |best| best.seconds);
                let candidate = self.candidate(across, &receivers, shapes, &way.0, limit);
                best = Some(match best {
                    Some(best) => best.or_faster(candidate),
                    None => candidate,
                });
                seen.push(way);
            }
        }
        let best =
            best.unwrap_or_else(|| self.planned(Across::Binomial, &vec![vec![]; self.groups.len()], &insides[0]));
        if self.strategy.inside.is_none() && best.across != Some(Across::Binomial) { self.improved(best) } else { best }
    }

    fn and_down(&self, below: &[Vec<usize>], segment: usize) -> f64 {
        if !self.allreduces {
            return 0.0;
        }
        contention::time(&self.down, self.root as usize, below, self.bytes.min(segment), segment)
    }

    /// Returns the trees inside the groups that are tried with each tree of groups: one for all groups, and each
    /// group's own.
    fn insides(&self) -> Vec<Vec<Shape>> {
        let all = |inside| vec![shape(inside); self.groups.len()];
        if let Some(inside) = self.strategy.inside {
            return vec![all(inside)];
        }
        // Groups of one rank each have no tree inside.
        if self.groups.iter().all(|group| matches!(group, Part::One(_))) {
            return vec![all(Spread::ALL[0])];
        }
        let longest = *self.allowed.end();
        let own = self.own((self.bytes / (4 * self.groups.len())).clamp(SHORT, LONG).min(longest));
        Spread::ALL.into_iter().map(all).chain(own.into_iter().filter(|own| !is_tried_for_all(own))).collect()
    }

    /// Returns the fastest shapes inside each group, by its own parameters: trees in which segments can be forwarded
    /// while others are received; and in a broadcast also shapes with stages if these are faster. A rendez-vous only
    /// adds to the time of its tree.
    fn own(&self, segment: usize) -> Vec<Vec<Shape>> {
        let segment = segment.min(self.bytes.max(1));
        let tree = |group: usize, inside: Spread| {
            let (first, below) = (self.groups[group].first(), insides::below(self.groups[group], shape(inside)));
            segments::time(&self.ports, first as usize, &below, self.bytes, segment)
        };
        let time = |group: usize, inside: Spread| match inside.staged() {
            Some(staged) => self.staged(group, staged).unwrap_or(f64::INFINITY),
            None => tree(group, inside),
        };
        let all = [&Spread::ALL[..], &Spread::ARY].concat();
        let trees = insides::own_among(self.groups, shape, |_| all.clone(), tree);
        let with_stages = |group: usize| {
            let is_asked = self.is_broadcast && goes_in_stages(self.groups[group]);
            let stages = [Staged::ScatterRing, Staged::ScatterDoubling].map(Spread::Stages);
            std::iter::once(trees[group].inside).chain(stages.into_iter().filter(|_| is_asked)).collect()
        };
        let staged = insides::own_among(self.groups, shape, with_stages, time);
        let is_other = staged != trees;
        std::iter::once(trees).chain(is_other.then_some(staged)).collect()
    }

    /// Returns the time of a group's stages.
    fn staged(&self, group: usize, staged: Staged) -> Option<f64> {
        let Cluster { processes, inside, .. } = &self.ports.ranks.platform.groups()[group];
        Some(staged.seconds(&Case::new(inside.as_ref()?, *processes, self.bytes)))
    }

    fn tree(&self, across: Across, receivers: &Receivers, shapes: &[Shape]) -> Vec<Vec<usize>> {
        if across == Across::Binomial {
            return self.in_order.clone();
        }
        Tree::scheduled_whole(self.groups, receivers, shapes, self.root)
    }

    /// Returns the plan for a tree with its best segments, if it is faster than the limit.
    fn candidate(
        &self,
        across: Across,
        receivers: &Receivers,
        shapes: &[Shape],
        below: &[Vec<usize>],
        limit: f64,
    ) -> Plan {
        let traffic = if self.allreduces { Traffic::DownAndBack } else { Traffic::Down };
        let after = self.stages(across, shapes);
        let ports = if after.is_empty() { &self.ports } else { &self.ports.with_after(after) };
        let mut seconds = contention::seconds(ports, self.root as usize, below, self.bytes, traffic);
        let (segment, time) = match self.strategy.segment.map(|segment| segment.min(self.bytes.max(1))) {
            Some(segment) => (segment, seconds(segment)),
            None => segmented::best_of(&self.cuts, limit, |segment, _| seconds(segment)),
        };
        Plan {
            across: Some(across),
            receivers: receivers.clone(),
            shapes: shapes.to_vec(),
            rounds: None,
            segment,
            seconds: time + self.and_down(below, segment),
            baseline: self.baseline,
            reference: "a binomial tree",
            margin: self.margin,
        }
    }

    /// Returns the plan in rounds, unless another strategy is fixed or there are too many messages to simulate.
    fn in_rounds(&self, levels: &LevelGroup, operation: Operation) -> Option<Plan> {
        let is_asked = self.strategy.across == Some(Across::Rounds);
        if self.strategy.is_forced() && !is_asked {
            return None;
        }
        let (shape, seconds) = in_rounds::best(&self.ports, levels, operation, self.bytes.max(1), self.root, is_asked)?;
        Some(Plan {
            across: Some(Across::Rounds),
            receivers: vec![],
            shapes: vec![Shape { across: Spread::Star, inside: Spread::Star }; self.groups.len()],
            rounds: Some(shape),
            segment: self.bytes.max(1),
            seconds,
            baseline: self.baseline,
            reference: "a binomial tree",
            margin: self.margin,
        })
    }

    /// Returns the first ranks of groups that continue in stages, with the times of the stages.
    fn stages(&self, across: Across, shapes: &[Shape]) -> Stages {
        let time = |(group, shape): (usize, &Shape)| {
            let seconds = self.staged(group, shape.inside.staged()?)?;
            Some((head(self.groups[group], self.root) as usize, seconds))
        };
        if across == Across::Binomial { vec![] } else { shapes.iter().enumerate().filter_map(time).collect() }
    }

    fn planned(&self, across: Across, receivers: &Receivers, shapes: &[Shape]) -> Plan {
        let below = self.tree(across, receivers, shapes);
        self.candidate(across, receivers, shapes, &below, f64::INFINITY)
    }

    /// Returns a plan with other shapes, if it is faster than this one.
    fn reshaped(&self, plan: Plan, shapes: &[Shape]) -> Plan {
        let Some(across) = plan.across else { return plan };
        let below = self.tree(across, &plan.receivers, shapes);
        let other = self.candidate(across, &plan.receivers, shapes, &below, plan.seconds);
        plan.or_faster(other)
    }

    /// Returns the plan, or a better one with other trees inside some groups: each group's own tree for these segments
    /// is tried in all groups and, if there are few groups, in each.
    fn improved(&self, plan: Plan) -> Plan {
        self.own(plan.segment).into_iter().fold(plan, |plan, own| self.improved_by(plan, own))
    }

    fn improved_by(&self, plan: Plan, own: Vec<Shape>) -> Plan {
        let before = plan.shapes.clone();
        let differs = |group: &usize| self.groups[*group].ranks().len() > 2 && own[*group] != before[*group];
        let differing: Vec<usize> = (0..own.len()).filter(differs).collect();
        if differing.is_empty() || is_tried_for_all(&own) && is_tried_for_all(&before) {
            return plan;
        }
        let mut best = self.reshaped(plan, &own);
        if differing.len() > FEW {
            return best;
        }
        let others = if best.shapes == own { before } else { own };
        for group in differing {
            let mut shapes = best.shapes.clone();
            shapes[group] = others[group];
            best = self.reshaped(best, &shapes);
        }
        best
    }

    /// Returns the trees of groups: the requested one, or those that are tried. None of them occurs twice.
    fn schedules(&self, levels: &LevelGroup) -> Vec<(Across, Receivers)> {
        let Self { ports, groups, bytes, root, .. } = self;
        let (bytes, root, home) = (*bytes, *root, ports.ranks.group[*root as usize]);
        let (platform, count) = (ports.ranks.platform, groups.len());
        let segment = (bytes / (4 * count)).clamp(SHORT, LONG).min(bytes.max(1));
        // The time inside a group for one segment: the others are transferred meanwhile.
        let inside = |group: &&Part| {
            if let Part::One(_) = group {
                return 0.0;
            }
            let first = group.first();
            let time = |inside| {
                let shapes = [Shape { across: Spread::Binomial, inside }];
                let below = Tree::scheduled_whole(&[*group], &[vec![]], &shapes, first);
                segments::time(ports, first as usize, &below, segment, segment)
            };
            Spread::ALL.into_iter().map(time).fold(f64::INFINITY, f64::min)
        };
        let gap = |from: usize, to: usize, bytes: usize| ports.across(platform.link(from, to), from, bytes);
        let link = |from, to| TransferCost { latency: ports.late(platform.link(from, to)), gap: gap(from, to, bytes) };
        let costs = Costs::new(groups.iter().map(inside).collect(), link);
        // That tree has no groups inside which a tree could be fixed.
        let without_groups = count <= FEW && bytes >= LONG_ENOUGH && self.strategy.inside.is_none();
        let tried = |across: &Across| match self.strategy.across {
            Some(only) => *across == only,
            None if *across == Across::Rounds => false,
            None if *across == Across::Binomial => without_groups,
            None => count <= FEW || matches!(across, Across::Pipelined | Across::PerSwitch | Across::Chain),
        };
        let receivers = |across| match (across, &costs) {
            (Across::Heuristic(heuristic), Ok(costs)) => heuristic.schedule(costs, home).children(),
            (Across::Pipelined, Ok(costs)) => pipeline(
                &SegmentedMessage { costs, gap: &gap, bytes: bytes.max(1), segments: self.allowed.clone() },
                home,
            )
            .schedule
            .children(),
            (Across::Binomial, _) => vec![vec![]; count],
            (Across::PerSwitch, _) => {
                per_switch::Message { ports, groups, bytes, cuts: &self.cuts, root }.receivers(levels)
            }
            _ => chain(count, home),
        };
        let mut found: Vec<(Across, Receivers)> = vec![];
        for across in Across::ALL.into_iter().filter(tried) {
            let receivers = receivers(across);
            if !found.iter().any(|(_, known)| *known == receivers) {
                found.push((across, receivers));
            }
        }
        found
    }
}

/// True if these shapes are the same for all groups; each such shape is tried anyway.
fn is_tried_for_all(shapes: &[Shape]) -> bool {
    Spread::ALL.contains(&shapes[0].inside) && shapes.iter().all(|shape| *shape == shapes[0])
}

/// True if the formulas for stages apply to a group: no two of its ranks share a cable.
fn goes_in_stages(group: &Part) -> bool {
    let is_of_ranks = |level: &LevelGroup| level.parts.iter().all(|part| matches!(part, Part::One(_)));
    group.is_one_node() || network(group).is_some_and(is_of_ranks)
}

/// Returns the shape of a group above its nodes and inside them.
fn shape(inside: Spread) -> Shape {
    Shape { across: if inside == Spread::Binomial { Spread::Binomial } else { Spread::Chain }, inside }
}

#[cfg(test)]
mod tests;
