// SPDX-License-Identifier: MIT OR Apache-2.0
//! Broadcasts and reductions: one message for all, in segments.
//!
//! Groups are joined by the schedule that is best for the message in segments, and of few groups by all others too; a
//! few ways to go on inside the groups are tried with each, each with its best size of segments: some for all groups
//! together, and that which each group's own parameters ask for. A group's own way may be a d-ary tree, and in a
//! broadcast a scatter and collection (Van de Geijn's), beside those. The whole tree counts,
//! with one port for each rank and the cables that ranks share ([`super::rank_network`]): the first rank of a group
//! serves other groups before its own ranks. A reduction goes the same way backwards.

use std::ops::RangeInclusive;

use super::baseline::binomial;
use super::rank_network::RankNetwork;
use super::ranks::Ranks;
use super::schedules::{Receivers, chain};
use super::{MARGIN, ModelledCall, Plan, head, insides};
use crate::Operation;
use crate::adaptive::groups::network;
use crate::adaptive::strategy::{Across, FixedStrategy};
use crate::levels::{Group, Part};
use crate::model::case::Case;
use crate::model::parameters::Cluster;
use crate::model::segments::Cuts;
use crate::schedule::pipeline::pipeline;
use crate::schedule::segmented::{self, SegmentedMessage};
use crate::schedule::{Costs, TransferCost};
use crate::timing::contention::{self, Traffic};
use crate::timing::segments;
use crate::tree::{Shape, Spread, Staged, Tree};

/// Up to this number of groups all schedules are tried, otherwise only the best for segments and the chain.
const FEW: usize = 16;
/// No segment is shorter: each costs every rank on its way a turn of the engine, which a gap that two ranks measured
/// alone does not tell of. On machines with fewer cores than ranks segments of 2 KiB took four times as long as the
/// model said.
const SHORTEST: usize = 16 << 10;
/// From this size on it is enough to be about as fast as the binomial tree of ranks, which is tried too, in segments.
/// Over slow links MPIs' own calls took 2.2 to 2.6 times as long as that very tree.
const LONG_ENOUGH: usize = 16 << 10;
/// By how much: the tree in one piece is predicted a little faster than in segments that take no rendezvous.
const MARGIN_OF_LONG: f64 = 1.1;
/// Segments that the search for a schedule begins with.
const SHORT: usize = 8 << 10;
const LONG: usize = 64 << 10;

/// The best plan that was found for a call with a message. The platform's groups are these.
pub(crate) fn plan(ranks: &Ranks<'_>, groups: &[&Part], call: ModelledCall, strategy: FixedStrategy) -> Plan {
    let search = Search::new(ranks, groups, call, strategy);
    let (allowed, home) = (search.allowed.clone(), ranks.group[call.root as usize]);
    let found = schedules(&search.ports, groups, call.bytes, allowed, home, strategy);
    let insides = search.insides();
    let mut best: Option<Plan> = None;
    for (across, receivers) in found {
        let mut seen: Vec<(Vec<Vec<usize>>, Stages)> = vec![];
        // The tree of ranks in their order has no groups.
        let insides = if across == Across::Binomial { &insides[..1] } else { &insides[..] };
        for shapes in insides {
            let way = (search.tree(across, &receivers, shapes), search.stages(across, shapes));
            // In small groups several shapes are one tree.
            if seen.contains(&way) {
                continue;
            }
            let limit = best.as_ref().map_or(f64::INFINITY, |best| best.seconds);
            let candidate = search.candidate(across, &receivers, shapes, &way.0, limit);
            best = Some(match best {
                Some(best) => best.or_faster(candidate),
                None => candidate,
            });
            seen.push(way);
        }
    }
    let best = best.unwrap_or_else(|| search.planned(Across::Binomial, &vec![vec![]; groups.len()], &insides[0]));
    if strategy.inside.is_none() && best.across != Some(Across::Binomial) { search.improved(best) } else { best }
}

/// The first ranks of groups that go on in stages, and what these take.
type Stages = Vec<(usize, f64)>;

/// What all plans of a call have in common.
struct Search<'a> {
    groups: &'a [&'a Part],
    ports: RankNetwork<'a>,
    /// The way down begins when the first segment is on top.
    down: RankNetwork<'a>,
    allreduces: bool,
    is_broadcast: bool,
    bytes: usize,
    root: u32,
    strategy: FixedStrategy,
    /// The lengths that segments may have.
    allowed: RangeInclusive<usize>,
    cuts: Cuts,
    /// The binomial tree of ranks in their order, and its time in one piece.
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

    fn and_down(&self, below: &[Vec<usize>], segment: usize) -> f64 {
        if !self.allreduces {
            return 0.0;
        }
        contention::time(&self.down, self.root as usize, below, self.bytes.min(segment), segment)
    }

    /// The ways to go on inside the groups that are tried with each tree of groups: one for all groups, and each
    /// group's own.
    fn insides(&self) -> Vec<Vec<Shape>> {
        let all = |inside| vec![shape(inside); self.groups.len()];
        if let Some(inside) = self.strategy.inside {
            return vec![all(inside)];
        }
        // Groups of one rank each have nothing inside.
        if self.groups.iter().all(|group| matches!(group, Part::One(_))) {
            return vec![all(Spread::ALL[0])];
        }
        let longest = *self.allowed.end();
        let own = self.own((self.bytes / (4 * self.groups.len())).clamp(SHORT, LONG).min(longest));
        Spread::ALL.into_iter().map(all).chain(own.into_iter().filter(|own| !is_tried_for_all(own))).collect()
    }

    /// The shape in which the message goes through each group the fastest, by that group's own parameters: the trees,
    /// of which segments can be passed on while others come; and in a broadcast also those with stages where these are
    /// faster. A rendez-vous only adds to the time of its tree.
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

    /// What the stages of a group take.
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

    /// The plan for a tree, in the best segments that were found where it is faster than the limit.
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
            segment,
            seconds: time + self.and_down(below, segment),
            baseline: self.baseline,
            reference: "a binomial tree",
            margin: self.margin,
        }
    }

    /// The first ranks of groups that go on in stages, and what these take.
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

    /// A plan with other shapes, where it is faster than this one.
    fn reshaped(&self, plan: Plan, shapes: &[Shape]) -> Plan {
        let Some(across) = plan.across else { return plan };
        let below = self.tree(across, &plan.receivers, shapes);
        let other = self.candidate(across, &plan.receivers, shapes, &below, plan.seconds);
        plan.or_faster(other)
    }

    /// The plan, or a better one that goes another way inside some groups: each group's own way at the length of these
    /// segments is tried in all groups, and of few groups in each.
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
}

/// Whether this is one way for all groups, each of which is tried anyway.
fn is_tried_for_all(shapes: &[Shape]) -> bool {
    Spread::ALL.contains(&shapes[0].inside) && shapes.iter().all(|shape| *shape == shapes[0])
}

/// Whether the times of stages are those of their formulas in a group: no two of its ranks share a cable.
fn goes_in_stages(group: &Part) -> bool {
    let is_of_ranks = |level: &Group| level.parts.iter().all(|part| matches!(part, Part::One(_)));
    group.is_one_node() || network(group).is_some_and(is_of_ranks)
}

/// How the levels of a group are joined above its nodes and inside them.
fn shape(inside: Spread) -> Shape {
    Shape { across: if inside == Spread::Binomial { Spread::Binomial } else { Spread::Chain }, inside }
}

/// Trees of groups: the one that is asked for, or those that are tried. None of them twice.
fn schedules(
    ports: &RankNetwork<'_>,
    groups: &[&Part],
    bytes: usize,
    allowed: RangeInclusive<usize>,
    home: usize,
    strategy: FixedStrategy,
) -> Vec<(Across, Receivers)> {
    let (platform, count) = (ports.ranks.platform, groups.len());
    let segment = (bytes / (4 * count)).clamp(SHORT, LONG).min(bytes.max(1));
    // What a group needs inside for one segment: the others are on their way meanwhile.
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
    // That tree has no groups, in which a way would be fixed.
    let without_groups = count <= FEW && bytes >= LONG_ENOUGH && strategy.inside.is_none();
    let tried = |across: &Across| match strategy.across {
        Some(only) => *across == only,
        None if *across == Across::Binomial => without_groups,
        None => count <= FEW || matches!(across, Across::Pipelined | Across::Chain),
    };
    let receivers = |across| match (across, &costs) {
        (Across::Heuristic(heuristic), Ok(costs)) => heuristic.schedule(costs, home).children(),
        (Across::Pipelined, Ok(costs)) => {
            pipeline(&SegmentedMessage { costs, gap: &gap, bytes: bytes.max(1), segments: allowed.clone() }, home)
                .schedule
                .children()
        }
        (Across::Binomial, _) => vec![vec![]; count],
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adaptive::groups::groups;
    use crate::adaptive::plan::examples::{cluster, link, near, platform};
    use crate::adaptive::plan::plan;
    use crate::levels::Group;
    use crate::model::choice::{Conditions, best, predictions};
    use crate::model::parameters::{self, Link, Platform};

    /// Six ranks each, the first six 50 ms apart with short gaps, the others near each other with long gaps, of which
    /// a message and a byte take these times.
    fn far_apart_and_slow(message: f64, byte: f64) -> (Group, Platform) {
        let levels = cluster(2, 6);
        let link = |latency, message, byte: f64| {
            let gaps = [0, 1 << 10, 1 << 20].map(|bytes| (bytes, message + byte * bytes as f64)).to_vec();
            Link::new(latency, parameters::Gap::new(gaps).unwrap()).unwrap()
        };
        let group = |name: &str, inside| Cluster { name: name.to_owned(), processes: 6, inside: Some(inside) };
        let inside = vec![group("far", link(50e-3, 1e-6, 1e-11)), group("slow", link(1e-6, message, byte))];
        (levels, Platform::new(inside, |_, _| link(1e-6, message, byte)).unwrap())
    }

    /// The case that one shape for all groups fails: 101 ms.
    #[test]
    fn each_group_goes_its_own_way() {
        let (levels, platform) = far_apart_and_slow(1e-6, 2e-8);
        for (group, name) in platform.groups().iter().zip(["Flat Tree", "Segmented Chain (Pipeline)"]) {
            let all = predictions(Operation::Bcast, group, 1 << 20, Conditions::default());
            assert_eq!(best(&all).map(|best| best.strategy), Some(name));
        }
        for operation in [Operation::Bcast, Operation::Reduce] {
            let plan = |text: &str| {
                let strategy = FixedStrategy::parse(text).unwrap();
                plan(
                    &platform,
                    &levels,
                    ModelledCall { operation, bytes: 1 << 20, longest_segment: 32 << 10, root: 0 },
                    strategy,
                )
            };
            let single = Spread::ALL.map(|inside| plan(&format!("model,inside={}", inside.name())).seconds);
            let single = single.into_iter().fold(f64::INFINITY, f64::min);
            let mixed = plan("model");
            assert_eq!(
                mixed.shapes.iter().map(|shape| shape.inside).collect::<Vec<_>>(),
                [Spread::Star, Spread::Chain]
            );
            assert!(mixed.words(operation).contains("chain inside 1, star inside 0"), "{}", mixed.words(operation));
            // Two latencies one after the other, and one beside what 20 ns for each byte take, which is less.
            assert!((0.1..0.102).contains(&single) && (0.05..0.052).contains(&mixed.seconds), "{single} {mixed:?}");
            assert!(mixed.gains());
            // All ranks know the same tree: a star of the first six, and a chain of the others.
            let trees: Vec<Tree> = (0..12).map(|rank| mixed.tree(&groups(&levels), 0, rank)).collect();
            let parents: Vec<Option<u32>> = trees.iter().map(|tree| tree.parent).collect();
            assert_eq!(parents, [99, 0, 0, 0, 0, 0, 0, 6, 7, 8, 9, 10].map(|rank| (rank < 12).then_some(rank)));
            assert!(trees.iter().all(|tree| tree.order == trees[0].order));
        }
    }

    /// Eight ranks whose messages cost 10 us and 1 ns for each byte, and three whose messages cost 0.1 us and 4 ns.
    fn costly_messages_and_costly_bytes() -> (Group, Platform) {
        let node = |ranks: std::ops::Range<u32>| {
            Part::Many(Group { inside_node: true, parts: ranks.map(Part::One).collect() })
        };
        let levels = Group { inside_node: false, parts: vec![node(0..8), node(8..11)] };
        let link = |message, byte: f64| {
            let gaps = [0, 1 << 10, 1 << 20].map(|bytes| (bytes, message + byte * bytes as f64)).to_vec();
            Link::new(1e-6, parameters::Gap::new(gaps).unwrap()).unwrap()
        };
        let group = |name: &str, processes, inside| Cluster { name: name.to_owned(), processes, inside: Some(inside) };
        let inside = vec![group("messages", 8, link(10e-6, 1e-9)), group("bytes", 3, link(1e-7, 4e-9))];
        (levels, Platform::new(inside, |_, _| link(10e-6, 1e-9)).unwrap())
    }

    #[test]
    fn a_group_that_scatters_and_collects_beside_one_that_does_not() {
        let (levels, platform) = costly_messages_and_costly_bytes();
        let bytes = 64 << 10;
        for (group, name) in platform.groups().iter().zip(["Scatter/Collection", "Segmented Chain (Pipeline)"]) {
            let all = predictions(Operation::Bcast, group, bytes, Conditions::default());
            assert_eq!(best(&all).map(|best| best.strategy), Some(name));
        }
        let plan_of = |platform: &Platform, levels: &Group, operation, text: &str| {
            let call = ModelledCall { operation, bytes, longest_segment: 32 << 10, root: 0 };
            plan(platform, levels, call, FixedStrategy::parse(text).unwrap())
        };
        let mixed = plan_of(&platform, &levels, Operation::Bcast, "model");
        let insides: Vec<Spread> = mixed.shapes.iter().map(|shape| shape.inside).collect();
        assert_eq!(insides, [Spread::Stages(Staged::ScatterDoubling), Spread::Chain], "{mixed:?}");
        assert!(
            mixed.is_staged() && mixed.words(Operation::Bcast).contains("chain inside 1, scatter-doubling inside 0")
        );
        for inside in Spread::every() {
            let single = plan_of(&platform, &levels, Operation::Bcast, &format!("model,inside={}", inside.name()));
            assert!(mixed.seconds < single.seconds, "{single:?} {mixed:?}");
        }
        // Of two groups of that kind both go this way, and reductions have no stages.
        let levels = cluster(2, 8);
        let group = |name: &str| Cluster { name: name.to_owned(), ..platform.groups()[0].clone() };
        let alike = Platform::new(vec![group("a"), group("b")], |_, _| platform.link(0, 1).clone()).unwrap();
        let plan = |operation| plan_of(&alike, &levels, operation, "model");
        assert!(plan(Operation::Bcast).shapes.iter().all(|shape| shape.inside.staged().is_some()));
        for operation in [Operation::Reduce, Operation::Allreduce] {
            assert!(!plan(operation).is_staged());
        }
    }

    #[test]
    fn stages_are_for_groups_whose_ranks_share_no_cable() {
        let node =
            |first: u32| Part::Many(Group { inside_node: true, parts: vec![Part::One(first), Part::One(first + 1)] });
        let switch = |parts| Part::Many(Group { inside_node: false, parts });
        assert!(goes_in_stages(&node(0)) && goes_in_stages(&switch(vec![Part::One(0), Part::One(1)])));
        assert!(
            !goes_in_stages(&switch(vec![node(0), node(2)])) && !goes_in_stages(&switch(vec![node(0), Part::One(2)]))
        );
    }

    #[test]
    fn a_group_far_apart_has_its_own_degree() {
        // A message keeps a port busy for 1 us and is there 4 us later: 31 ranks have it after two hops of five.
        let levels = cluster(2, 31);
        let link = |latency, gap| Link::new(latency, parameters::Gap::new(vec![(0, gap)]).unwrap()).unwrap();
        let group = |name: &str, link| Cluster { name: name.to_owned(), processes: 31, inside: Some(link) };
        let inside = vec![group("far", link(4e-6, 1e-6)), group("near", link(1e-7, 1e-6))];
        let platform = Platform::new(inside, |_, _| link(1e-7, 1e-6)).unwrap();
        for operation in [Operation::Bcast, Operation::Reduce] {
            let plan = |text: &str| {
                let call = ModelledCall { operation, bytes: 64, longest_segment: 32 << 10, root: 0 };
                plan(&platform, &levels, call, FixedStrategy::parse(text).unwrap())
            };
            let own = plan("model");
            assert!(matches!(own.shapes[0].inside, Spread::Ary(4..=6)), "{own:?}");
            assert_eq!(own.shapes[1].inside, Spread::Binomial);
            for inside in Spread::ALL {
                let single = plan(&format!("model,inside={}", inside.name()));
                assert!(own.seconds < 0.9 * single.seconds, "{single:?} {own:?}");
            }
            // Every rank has a place in one tree.
            let trees: Vec<Tree> = (0..62).map(|rank| own.tree(&groups(&levels), 0, rank)).collect();
            assert!(trees.iter().all(|tree| tree.order == trees[0].order && (tree.children.len() <= 7)));
        }
    }

    #[test]
    fn every_operation_mixes() {
        // A message takes 20 ms in the second group: a star there would take 100 ms, any tree in the first one 100 ms.
        let (levels, platform) = far_apart_and_slow(20e-3, 1e-12);
        for operation in Operation::modelled() {
            let plan = plan(
                &platform,
                &levels,
                ModelledCall { operation, bytes: 64, longest_segment: 32 << 10, root: 0 },
                FixedStrategy::default(),
            );
            assert_eq!(plan.shapes[0].inside, Spread::Star, "{operation:?} {plan:?}");
            assert_ne!(plan.shapes[1].inside, Spread::Star, "{operation:?} {plan:?}");
        }
    }

    #[test]
    fn a_long_message_goes_through_a_chain_of_equal_nodes() {
        let levels = cluster(4, 8);
        let platform = platform(&groups(&levels), |_, _| link(100e-6, 125e6));
        let plan = plan(
            &platform,
            &levels,
            ModelledCall { operation: Operation::Bcast, bytes: 4 << 20, longest_segment: 32 << 10, root: 5 },
            FixedStrategy::default(),
        );
        assert!(plan.receivers.iter().all(|receivers| receivers.len() <= 1), "{plan:?}");
        assert!((1 << 10..256 << 10).contains(&plan.segment), "{plan:?}");
        // The cable alone takes 33.6 ms; the binomial tree of ranks in order crosses it twice for the whole message.
        assert!((0.0335..0.037).contains(&plan.seconds) && plan.baseline > 0.067 && plan.gains(), "{plan:?}");
    }

    #[test]
    fn a_short_message_from_far_away_does_not_go_through_a_chain() {
        let levels = cluster(6, 2);
        let platform = platform(&groups(&levels), |_, _| link(10e-3, 25e6));
        let plan = plan(
            &platform,
            &levels,
            ModelledCall { operation: Operation::Bcast, bytes: 1024, longest_segment: 32 << 10, root: 0 },
            FixedStrategy::default(),
        );
        // One latency, and five gaps of 46 us at most.
        assert_eq!(plan.receivers[0].len(), 5, "{plan:?}");
        assert!((10e-3..10.5e-3).contains(&plan.seconds), "{plan:?}");
    }

    #[test]
    fn the_slow_site_is_served_once_and_every_root_has_a_plan() {
        let levels = cluster(5, 3);
        let platform =
            platform(&groups(&levels), |_, high| if high == 4 { link(20e-3, 12.5e6) } else { link(100e-6, 125e6) });
        for root in 0..15 {
            for operation in [Operation::Bcast, Operation::Reduce, Operation::Allreduce] {
                let plan = plan(
                    &platform,
                    &levels,
                    ModelledCall { operation, bytes: 1 << 20, longest_segment: 32 << 10, root },
                    FixedStrategy::default(),
                );
                let home = root as usize / 3;
                let received: Vec<usize> = plan.receivers.concat();
                assert_eq!((received.len(), received.contains(&home)), (4, false), "{plan:?}");
                // The slow link carries the message once, 84 ms, and arrives 20 ms later; its sender may serve two
                // others beside, 17 ms.
                assert!(
                    plan.seconds > 0.083 && plan.seconds < if operation == Operation::Allreduce { 0.2 } else { 0.125 },
                    "root {root}: {plan:?}"
                );
            }
        }
    }

    #[test]
    fn long_messages_need_not_be_faster_than_the_binomial_tree_of_ranks() {
        let levels = cluster(2, 1);
        let platform = platform(&groups(&levels), |_, _| link(1e-3, 1e8));
        for (bytes, gains) in [(8 << 10, false), (16 << 10, true)] {
            // One message either way: 5 us, 10 ns for each byte, and 1 ms.
            let plan = plan(
                &platform,
                &levels,
                ModelledCall { operation: Operation::Reduce, bytes, longest_segment: 32 << 10, root: 1 },
                FixedStrategy::default(),
            );
            let message = 5e-6 + bytes as f64 * 1e-8 + 1e-3;
            assert!(near(plan.seconds, message) && near(plan.baseline, message) && plan.gains() == gains, "{plan:?}");
        }
    }

    #[test]
    fn combining_occupies_who_receives() {
        let levels = cluster(2, 1);
        let group = |name: &str| parameters::Cluster { name: name.to_owned(), processes: 1, inside: None };
        let platform = Platform::new(vec![group("a"), group("b")], |_, _| link(1e-3, 1e8))
            .and_then(|platform| platform.with_combining(|group| [2e-9, 7e-9][group]))
            .unwrap();
        let whole = FixedStrategy { segment: Some(1 << 20), ..FixedStrategy::default() };
        let seconds = |operation, root| {
            plan(&platform, &levels, ModelledCall { operation, bytes: 1 << 20, longest_segment: 32 << 10, root }, whole)
                .seconds
        };
        // 5 us, 10 ns for each byte, and 1 ms; 2 ns for each byte at rank 0, 7 ns at rank 1.
        let (message, byte) = (5e-6 + 1048576e-8 + 1e-3, 1048576e-9);
        for (operation, root, expected) in [
            (Operation::Bcast, 0, message),
            (Operation::Reduce, 0, message + 2.0 * byte),
            (Operation::Reduce, 1, message + 7.0 * byte),
            (Operation::Allreduce, 0, 2.0 * message + 2.0 * byte),
        ] {
            assert!(
                (seconds(operation, root) - expected).abs() < 1e-9,
                "{operation:?} {root}: {} not {expected}",
                seconds(operation, root)
            );
        }
    }

    #[test]
    fn every_strategy_has_its_tree_and_none_is_predicted_faster_than_the_chosen_one() {
        let levels = cluster(5, 3);
        let platform = platform(&groups(&levels), |low, high| {
            if high == 4 { link(20e-3, 12.5e6) } else { link(100e-6 * f64::from(low as u32 + 1), 125e6) }
        });
        let groups = groups(&levels);
        for bytes in [1 << 10, 1 << 20] {
            let plan = |strategy| {
                plan(
                    &platform,
                    &levels,
                    ModelledCall { operation: Operation::Reduce, bytes, longest_segment: 32 << 10, root: 4 },
                    strategy,
                )
            };
            let chosen = plan(FixedStrategy::default());
            for across in Across::ALL {
                let forced = plan(FixedStrategy { across: Some(across), ..FixedStrategy::default() });
                assert_eq!(forced.across, Some(across));
                assert!(across == Across::Binomial || chosen.seconds <= forced.seconds, "{chosen:?} {forced:?}");
                let trees: Vec<Tree> = (0..15).map(|rank| forced.tree(&groups, 4, rank)).collect();
                assert!(trees.iter().all(|tree| {
                    tree.order == trees[4].order
                        && tree
                            .children
                            .iter()
                            .all(|child| trees[child.rank as usize].parent == Some(tree.order[tree.position]))
                }));
                let mut order = trees[4].order.clone();
                order.sort_unstable();
                assert!(order.into_iter().eq(0..15) && trees[4].parent.is_none());
            }
            let flat = plan(FixedStrategy::parse("flat,inside=star,segment=20000").unwrap());
            assert_eq!(
                (flat.receivers[1].len(), flat.shapes[1].inside, flat.segment),
                (4, Spread::Star, 20000.min(bytes))
            );
            assert_eq!(
                plan(FixedStrategy::parse("binomial").unwrap())
                    .tree(&groups, 4, 4)
                    .children
                    .iter()
                    .map(|child| child.rank)
                    .collect::<Vec<_>>(),
                [5, 6, 8, 12]
            );
        }
    }
}
