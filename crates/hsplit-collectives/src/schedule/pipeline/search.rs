// SPDX-License-Identifier: MIT OR Apache-2.0
//! Improvement of a tree move by move, for segments of one size.
//!
//! The group that finishes last can finish earlier only if a group on its path, from the root on, sends less. A group
//! is therefore tried elsewhere only if it receives from a group on that path, or between a group on that path and its
//! receivers; and only if all others would finish earlier without it. Most of its new senders then need not be tried,
//! because they, or the group, would already finish too late.

use std::ops::ControlFlow;

use super::moves::{Lists, Move, TreePlace};
use crate::timing::Links;
use crate::timing::segments::{Arrivals, Clock, Passage, Pieces, Receivers};

/// The least gain.
const SHORTER: f64 = 1.0 - 1e-9;

/// Makes moves as long as they help and there is work left, in units of one examined group; returns the time of the
/// improved tree, or `None` if no move helped.
pub(crate) fn improve(
    links: &impl Links,
    root: usize,
    children: &mut Vec<Vec<usize>>,
    pieces: Pieces,
    left: &mut usize,
) -> Option<f64> {
    let (groups, tree) = (children.len(), Lists::of_tree(children));
    let mut search = Search { links, root, pieces, candidate: tree.clone(), tree, left, clock: Clock::default() };
    let (mut survey, mut group, mut since, mut any) = (search.survey(), 0, 0, false);
    // The loop ends after each group has been tried since the last move that helped.
    while since < groups && *search.left > 0 {
        since += 1;
        if let Some(change) = search.best_move(&survey, group) {
            search.tree.make(change);
            (survey, since, any) = (search.survey(), 0, true);
        }
        group = (group + 1) % groups;
    }
    any.then(|| {
        *children = search.tree.tree();
        survey.time
    })
}

/// A tree, and the times of a broadcast along it.
struct Survey {
    time: f64,
    sender: Vec<usize>,
    passages: Vec<Passage>,
    /// The time at which each group has finished, in the order of the walk; the maxima of these up to each place, and
    /// from it on.
    ends: Vec<f64>,
    until: Vec<f64>,
    from: Vec<f64>,
    /// The index of each group in the walk, and the end of its subtree.
    stretch: Vec<(usize, usize)>,
    /// True if each group is on the path from the root to the group that finishes last.
    critical: Vec<bool>,
}

impl Survey {
    /// Returns the time at which the last group outside both subtrees has finished.
    fn outside(&self, one: usize, other: usize) -> f64 {
        let (one, other) = if self.stretch[one].0 < self.stretch[other].0 {
            (self.stretch[one], self.stretch[other])
        } else {
            (self.stretch[other], self.stretch[one])
        };
        let until = |end: usize| if end == 0 { 0.0 } else { self.until[end - 1] };
        let between = self.ends.get(one.1..other.0).unwrap_or_default();
        let after = self.from.get(one.1.max(other.1)).copied().unwrap_or(0.0);
        between.iter().copied().fold(until(one.0).max(after), f64::max)
    }

    fn is_within(&self, group: usize, above: usize) -> bool {
        let (begin, end) = self.stretch[above];
        (begin..end).contains(&self.stretch[group].0)
    }
}

struct Search<'a, L> {
    links: &'a L,
    root: usize,
    pieces: Pieces,
    tree: Lists,
    candidate: Lists,
    left: &'a mut usize,
    clock: Clock,
}

impl<L: Links> Search<'_, L> {
    fn survey(&mut self) -> Survey {
        let groups = self.tree.groups();
        *self.left = self.left.saturating_sub(groups);
        let (mut sender, mut passages, mut stretch) =
            (vec![self.root; groups], vec![Passage::default(); groups], vec![(0, 0); groups]);
        let (mut order, mut last) = (Vec::with_capacity(groups), self.root);
        self.clock.walk(self.links, &self.tree, (self.root, Arrivals::default()), self.pieces, |passage| {
            stretch[passage.rank] = (order.len(), order.len() + 1);
            order.push(passage.rank);
            passages[passage.rank] = passage;
            if passage.end > passages[last].end {
                last = passage.rank;
            }
            ControlFlow::Continue(())
        });
        for &group in order.iter().rev() {
            for child in self.tree.of(group) {
                sender[child] = group;
                stretch[group].1 = stretch[group].1.max(stretch[child].1);
            }
        }
        let (time, mut critical) = (passages[last].end, vec![false; groups]);
        critical[last] = true;
        while last != self.root {
            last = sender[last];
            critical[last] = true;
        }
        let ends: Vec<f64> = order.iter().map(|&group| passages[group].end).collect();
        let (mut until, mut from) = (ends.clone(), ends.clone());
        (1..groups).for_each(|at| until[at] = until[at].max(until[at - 1]));
        (1..groups).rev().for_each(|at| from[at - 1] = from[at - 1].max(from[at]));
        Survey { time, sender, passages, ends, until, from, stretch, critical }
    }

    /// Returns the move of a group with which the whole becomes as short as possible; `None` if it becomes no shorter.
    fn best_move(&mut self, survey: &Survey, group: usize) -> Option<Move> {
        let (sender, mut best) = (survey.sender[group], (survey.time * SHORTER, None));
        if group == self.root {
            return None;
        }
        if survey.critical[sender] && self.without(survey, group, sender, false) < best.0 {
            for target in (0..survey.sender.len()).filter(|&target| !survey.is_within(target, group)) {
                [TreePlace::First, TreePlace::Last]
                    .into_iter()
                    .for_each(|place| self.consider(survey, Move { group, sender, target, place }, &mut best));
            }
        }
        let frees = survey.critical[sender] && self.without(survey, group, sender, true) < survey.time * SHORTER;
        for target in (0..survey.sender.len()).filter(|&target| target != group) {
            if frees {
                self.consider(survey, Move { group, sender, target, place: TreePlace::Alone }, &mut best);
            }
            if (frees || survey.critical[target]) && self.tree.of(target).next().is_some() {
                self.consider(survey, Move { group, sender, target, place: TreePlace::Between }, &mut best);
            }
        }
        best.1
    }

    /// Returns the time at which the others would finish without the group.
    fn without(&mut self, survey: &Survey, group: usize, sender: usize, alone: bool) -> f64 {
        self.candidate.clone_from(&self.tree);
        self.candidate.leave(group, sender, alone);
        self.below(survey, sender, survey.time).max(survey.outside(sender, sender))
    }

    /// Returns the time at which the last group of a subtree has finished in the changed tree, if segments arrive at
    /// its root as before.
    fn below(&mut self, survey: &Survey, group: usize, limit: f64) -> f64 {
        let (begin, end) = survey.stretch[group];
        *self.left = self.left.saturating_sub(end - begin);
        self.clock.time(self.links, &self.candidate, (group, survey.passages[group].come), self.pieces, limit)
    }

    /// Takes the move if it is better than the best.
    fn consider(&mut self, survey: &Survey, change: Move, best: &mut (f64, Option<Move>)) {
        *self.left = self.left.saturating_sub(1);
        let Move { sender, target, .. } = change;
        if *self.left == 0 || self.at_least(survey, change) >= best.0 || survey.outside(sender, target) >= best.0 {
            return;
        }
        self.candidate.clone_from(&self.tree);
        self.candidate.make(change);
        // If one of the two is below the other, the upper one covers both.
        let mut time = survey.outside(sender, target);
        for (one, other) in [(target, sender), (sender, target)] {
            if time < best.0 && (one == other || !survey.is_within(one, other)) {
                time = time.max(self.below(survey, one, best.0));
            }
        }
        if time < best.0 {
            *best = (time, Some(change));
        }
    }

    /// Returns a lower bound of the time at which the new sender and the group will have finished.
    fn at_least(&self, survey: &Survey, Move { group, sender, target, place }: Move) -> f64 {
        if target == sender {
            return 0.0;
        }
        let Pieces { segment, rest, .. } = self.pieces;
        // Below the old sender segments may arrive earlier then, but not earlier than at the old sender.
        let from = if survey.is_within(target, sender) { sender } else { target };
        let (come, own) = (survey.passages[from].come, &survey.passages[target]);
        let (gap, gap_last) = (self.links.gap(target, group, segment), self.links.gap(target, group, rest));
        let (busy, busy_last) =
            if place == TreePlace::Between { (gap, gap_last) } else { (own.busy + gap, own.busy_last + gap_last) };
        let (last, step) = come.passed_on(self.pieces, busy);
        let end = last + busy_last + self.links.inside(target);
        let (sent, sent_last) = if place == TreePlace::First { (gap, gap_last) } else { (busy, busy_last) };
        let latency = self.links.latency(target, group);
        let there = Arrivals { first: come.first + sent + latency, step, last: last + sent_last + latency };
        let (busy, busy_last) = match place {
            TreePlace::First | TreePlace::Last => (survey.passages[group].busy, survey.passages[group].busy_last),
            TreePlace::Alone => (0.0, 0.0),
            TreePlace::Between => self.tree.of(target).fold((0.0, 0.0), |(all, all_last), child| {
                (all + self.links.gap(group, child, segment), all_last + self.links.gap(group, child, rest))
            }),
        };
        end.max(there.passed_on(self.pieces, busy).0 + busy_last + self.links.inside(group))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::timing::events::tests::{Mixed, receivers};
    use crate::timing::segments;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// A move takes what the clock makes of the tree after it, and its bounds are no more than that.
        #[test]
        fn moves_are_timed_as_whole_trees_are(
            parents in prop::collection::vec(0usize..100, 1..9),
            bytes in 1usize..60,
            segment in 1usize..60,
            seed: u64,
        ) {
            let (links, children) = (Mixed(seed), receivers(&parents));
            let (tree, pieces, mut left) = (Lists::of_tree(&children), Pieces::of(bytes, segment), usize::MAX);
            let clock = Clock::default();
            let mut search =
                Search { links: &links, root: 0, pieces, candidate: tree.clone(), tree, left: &mut left, clock };
            let survey = search.survey();
            let whole = |tree: &Lists| segments::time(&links, 0, &tree.tree(), bytes, segment);
            prop_assert_eq!(survey.time, whole(&search.tree));
            let count = children.len();
            for (group, target) in (1..count).flat_map(|group| (0..count).map(move |target| (group, target))) {
                for place in [TreePlace::First, TreePlace::Last, TreePlace::Alone, TreePlace::Between] {
                    let is_alone = matches!(place, TreePlace::Alone | TreePlace::Between);
                    let is_within = if is_alone { target == group } else { survey.is_within(target, group) };
                    if is_within || (place == TreePlace::Between && children[target].is_empty()) {
                        continue;
                    }
                    let sender = survey.sender[group];
                    let (change, mut after) = (Move { group, sender, target, place }, search.tree.clone());
                    after.make(change);
                    let (known, mut best) = (whole(&after), (f64::INFINITY, None));
                    let bound = search.at_least(&survey, change).max(survey.outside(sender, target));
                    search.consider(&survey, change, &mut best);
                    prop_assert!((best.0 - known).abs() <= 1e-9 * known, "{:?}: {} for {}", change, best.0, known);
                    prop_assert!(bound <= known * (1.0 + 1e-9), "{:?}: {} above {}", change, bound, known);
                }
            }
        }
    }
}
