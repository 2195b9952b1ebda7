// SPDX-License-Identifier: MIT OR Apache-2.0
//! A long message in segments where transfers share ports and trunks: the model of [`super::segmented`], in which a
//! transfer keeps nobody but its sender busy, and that for all of its gap, with what is known of networks put in.
//!
//! A gap is that of the slowest cable on the way. Behind a slow one the sender's own port is free again sooner, and
//! serves somebody else meanwhile. But whoever sends through the same trunk at the same time has to share it, other
//! senders too. So
//!
//! - a transfer keeps its sender's port busy for no longer than the port needs, and each trunk on its way for as long
//!   as that needs;
//! - on the way of the first segment a port, or a trunk, serves who comes first, one after the other;
//! - after that, a link carries a segment in the time that its sender's segments are apart, its gap, or that in which
//!   its sender's port or the busiest trunk on its way has carried one segment of everybody who sends through it,
//!   whatever is longest.
//!
//! Where there is no trunk, and ports are busy for the gap, this is the model without.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::timing::Links;
use crate::timing::segments::Pieces;

/// Links through what others send through too.
pub trait Contended: Links {
    /// How many seconds a message keeps its sender's port busy, at most its gap.
    fn port(&self, from: usize, to: usize, bytes: usize) -> f64;

    /// How many trunks there are.
    fn trunks(&self) -> usize;

    /// The numbers of the trunks on the way of a message.
    fn way(&self, from: usize, to: usize) -> Vec<usize>;

    /// How many seconds a message of so many bytes keeps each trunk busy.
    fn trunk_gaps(&self, bytes: usize) -> Vec<f64>;
}

/// A transfer that is to begin: who has its first segment, since when, and which of its receivers is the next one.
#[derive(PartialEq)]
struct Next {
    free: f64,
    sender: usize,
    nth: usize,
}

impl Eq for Next {}

impl PartialOrd for Next {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Next {
    /// The earliest is the greatest: a heap gives that first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.free.total_cmp(&self.free).then_with(|| (other.sender, other.nth).cmp(&(self.sender, self.nth)))
    }
}

/// A trunk, for one segment of everybody who sends through it.
#[derive(Clone, Copy)]
struct Trunk {
    /// How long it is busy with a segment on the way there, and with the last ones.
    there: f64,
    rest: f64,
    /// The same with what goes back,
    both: f64,
    /// which is not there before this time has passed.
    until: f64,
    /// Since when it is free, on the way of the first segment.
    free: f64,
}

/// When a sender's segments are there.
#[derive(Clone, Copy, Default)]
struct Arrivals {
    /// The first one.
    first: f64,
    /// From the first to the last but one.
    spread: f64,
    /// The last one.
    last: f64,
}

/// How long so many segments take that are `there` apart, and `both` from some time on, when something goes back too.
fn spread(segments: usize, there: f64, both: f64, until: f64) -> f64 {
    if there <= 0.0 {
        return both * segments as f64;
    }
    let before = (until / there).min(segments as f64);
    both * segments as f64 - before * (both - there)
}

/// The completion time of a tree of senders with their receivers in order, for segments of so many bytes, at least one
/// and at most m.
pub fn time(links: &impl Contended, root: usize, children: &[Vec<usize>], bytes: usize, segment: usize) -> f64 {
    seconds(links, root, children, bytes, false)(segment)
}

/// The same for many segment sizes; and where the message, or what has become of it, goes back along the tree
/// meanwhile, as in a reduction to all. Who passes it on from one neighbour to another has its own cable busy twice in
/// each direction, but not before the first segment has been to the end of its way and is back there.
pub fn seconds<'a>(
    links: &'a impl Contended,
    root: usize,
    children: &'a [Vec<usize>],
    bytes: usize,
    and_back: bool,
) -> impl Fn(usize) -> f64 + 'a {
    let mut ways = Ways::default();
    for (sender, all) in children.iter().enumerate() {
        ways.first.push(ways.there.len());
        ways.there.extend(all.iter().map(|&receiver| links.way(sender, receiver)));
        if and_back {
            ways.back.extend(all.iter().map(|&receiver| (receiver, sender, links.way(receiver, sender))));
        }
    }
    move |segment| over(links, root, children, (bytes, segment), &ways)
}

/// The trunks that messages go through.
#[derive(Default)]
struct Ways {
    /// The number of each sender's first transfer,
    first: Vec<usize>,
    /// those of all transfers,
    there: Vec<Vec<usize>>,
    /// and of those that go back, with the ranks that send and receive.
    back: Vec<(usize, usize, Vec<usize>)>,
}

fn over(
    links: &impl Contended,
    root: usize,
    children: &[Vec<usize>],
    (bytes, segment): (usize, usize),
    ways: &Ways,
) -> f64 {
    let Pieces { segment, full, rest } = Pieces::of(bytes, segment);
    let (gaps, last_gaps) = (links.trunk_gaps(segment), links.trunk_gaps(rest));
    let idle = Trunk { there: 0.0, rest: 0.0, both: 0.0, until: f64::INFINITY, free: 0.0 };
    let mut trunks = vec![idle; links.trunks()];
    let mut come = vec![Arrivals::default(); children.len()];
    // The way of the first segment: who sends it to whom, in the order of time, and when it has left.
    let mut transfers = Vec::with_capacity(children.len());
    let mut open = BinaryHeap::from([Next { free: 0.0, sender: root, nth: 0 }]);
    while let Some(Next { free, sender, nth }) = open.pop() {
        let Some(&receiver) = children[sender].get(nth) else { continue };
        let mut left = free + links.gap(sender, receiver, segment);
        for &trunk in &ways.there[ways.first[sender] + nth] {
            trunks[trunk].free = trunks[trunk].free.max(free) + gaps[trunk];
            left = left.max(trunks[trunk].free);
        }
        transfers.push((sender, nth, left));
        come[receiver].first = left + links.latency(sender, receiver);
        open.push(Next { free: come[receiver].first, sender: receiver, nth: 0 });
        open.push(Next { free: free + links.port(sender, receiver, segment), sender, nth: nth + 1 });
    }
    // What everybody is busy with.
    for &trunk in ways.there.iter().flatten() {
        trunks[trunk].there += gaps[trunk];
        trunks[trunk].rest += last_gaps[trunk];
    }
    trunks.iter_mut().for_each(|trunk| trunk.both = trunk.there);
    let mut back = vec![0.0; children.len()];
    for (from, to, way) in &ways.back {
        back[*from] = links.port(*from, *to, segment);
        way.iter().for_each(|&trunk| trunks[trunk].both += gaps[trunk]);
    }
    until_back(&mut trunks, children, ways, &come);
    // The other segments.
    let many = full.saturating_sub(1);
    // When a sender's last segment has left its port.
    let mut gone = vec![0.0_f64; children.len()];
    for (sender, nth, left) in transfers {
        let here = come[sender];
        if nth == 0 {
            let busy: f64 = children[sender].iter().map(|&receiver| links.port(sender, receiver, segment)).sum();
            come[sender].spread = here.spread.max(spread(many, busy, busy + back[sender], 2.0 * here.first));
            gone[sender] = if full > 0 { here.last.max(here.first + come[sender].spread + busy) } else { here.last };
        }
        let (receiver, way) = (children[sender][nth], &ways.there[ways.first[sender] + nth]);
        let of_link = come[sender].spread.max(links.gap(sender, receiver, segment) * many as f64);
        let of_trunk = |trunk: &Trunk| spread(many, trunk.there, trunk.both, trunk.until);
        let all = way.iter().map(|&trunk| of_trunk(&trunks[trunk])).fold(of_link, f64::max);
        let begun = gone[sender];
        gone[sender] += links.port(sender, receiver, rest);
        let last = if full > 0 {
            let gap = links.gap(sender, receiver, rest);
            (begun + gap).max(left + all + way.iter().map(|&trunk| trunks[trunk].rest).fold(gap, f64::max))
        } else {
            left
        };
        let there = &mut come[receiver];
        (there.spread, there.last) = (all, last + links.latency(sender, receiver));
        gone[receiver] = there.last;
    }
    gone.iter().enumerate().map(|(rank, gone)| gone + links.inside(rank)).fold(0.0, f64::max)
}

/// From the first segment that goes through each trunk on its way there, until one comes through on its way back: it
/// has to get to the end of its way, as far from there as from the beginning to where it goes back to.
fn until_back(trunks: &mut [Trunk], children: &[Vec<usize>], ways: &Ways, come: &[Arrivals]) {
    if ways.back.is_empty() {
        return;
    }
    let mut back = vec![f64::INFINITY; trunks.len()];
    for (_, to, way) in &ways.back {
        way.iter().for_each(|&trunk| back[trunk] = back[trunk].min(come[*to].first));
    }
    let receivers = children.iter().flatten();
    for (&receiver, way) in receivers.zip(&ways.there) {
        way.iter().for_each(|&trunk| trunks[trunk].until = trunks[trunk].until.min(come[receiver].first + back[trunk]));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Heuristic;
    use super::super::simulation::Ranges;
    use super::*;
    use crate::timing::segments;
    use hsplit_core::random::Random;

    /// Groups 0 and 1 are below one switch, the others by themselves; across, a byte takes 10 and there is a latency of
    /// 100; below the switch 1 and 5. A port takes 1 for a byte, and the trunk of the switch 10.
    struct System;

    impl System {
        fn is_far(from: usize, to: usize) -> bool {
            from.max(to) > 1
        }
    }

    impl Links for System {
        fn latency(&self, from: usize, to: usize) -> f64 {
            if Self::is_far(from, to) { 100.0 } else { 5.0 }
        }

        fn gap(&self, from: usize, to: usize, bytes: usize) -> f64 {
            bytes as f64 * if Self::is_far(from, to) { 10.0 } else { 1.0 }
        }

        fn inside(&self, _: usize) -> f64 {
            0.0
        }
    }

    impl Contended for System {
        fn port(&self, _: usize, _: usize, bytes: usize) -> f64 {
            bytes as f64
        }

        fn trunks(&self) -> usize {
            1
        }

        fn way(&self, from: usize, to: usize) -> Vec<usize> {
            if from < 2 && to > 1 { vec![0] } else { vec![] }
        }

        fn trunk_gaps(&self, bytes: usize) -> Vec<f64> {
            vec![bytes as f64 * 10.0]
        }
    }

    #[test]
    fn two_senders_share_a_trunk() {
        let tree = [vec![2, 1], vec![3], vec![], vec![]];
        // In one piece of 8 bytes: the trunk is busy with the first until 80. 1 has it at 16 + 5; its own is through at
        // 160, and there at 260.
        assert_eq!(time(&System, 0, &tree, 8, 8), 260.0);
        // In 4 pieces of 2: 1 has the first at 4 + 5, the trunk has carried one for each by 40, and 3 more of each by
        // 160.
        assert_eq!(time(&System, 0, &tree, 8, 2), 260.0);
        // 0 alone sends far: the near one does not wait for it.
        assert_eq!(time(&System, 0, &[vec![2, 1], vec![], vec![]], 8, 8), 180.0);
        assert_eq!(segments::time(&System, 0, &tree, 8, 8), 88.0 + 5.0 + 80.0 + 100.0);
    }

    #[test]
    fn a_port_behind_a_slow_cable_is_free_sooner() {
        // 1 receives at 8 + 5, while 2 receives until 80 + 100: with one port for all of the gap it would be 88 + 5 and
        // 180, or 188.
        assert_eq!(time(&System, 0, &[vec![1, 2], vec![], vec![]], 8, 8), 188.0);
        // In pieces of a byte: the first one far is through at 1 + 10, and seven more every 10.
        assert_eq!(time(&System, 0, &[vec![1, 2], vec![], vec![]], 8, 1), 11.0 + 70.0 + 100.0);
    }

    #[test]
    fn back_on_the_same_cables() {
        let (near, far) = ([vec![1, 2], vec![], vec![]], [vec![2], vec![], vec![1]]);
        // The trunk carries a piece every 10 in each direction, whichever way it is needed.
        assert_eq!(seconds(&System, 0, &near, 8, true)(1), time(&System, 0, &near, 8, 1));
        // 2 passes on to 1, and what 1 sends back goes through the same trunk. All of a short message is through before
        // anything is back.
        assert_eq!(
            (time(&System, 0, &far, 8, 1), seconds(&System, 0, &far, 8, true)(1)),
            (110.0 + 110.0 + 70.0, 110.0 + 110.0 + 70.0)
        );
        // Of a long one, 22 pieces are, 10 apart: from 1 to 0 it takes 220. 76 more are 20 apart, and the last one 10
        // behind them.
        assert_eq!(
            (time(&System, 0, &far, 100, 1), seconds(&System, 0, &far, 100, true)(1)),
            (220.0 + 990.0, 220.0 + 220.0 + 1520.0 + 10.0)
        );
    }

    /// Nothing is shared.
    struct Alone<'a>(&'a dyn Fn(usize, usize, usize) -> f64);

    impl Links for Alone<'_> {
        fn latency(&self, from: usize, to: usize) -> f64 {
            (from + to) as f64 * 1e-3
        }

        fn gap(&self, from: usize, to: usize, bytes: usize) -> f64 {
            (self.0)(from, to, bytes)
        }

        fn inside(&self, group: usize) -> f64 {
            group as f64 * 1e-2
        }
    }

    impl Contended for Alone<'_> {
        fn port(&self, from: usize, to: usize, bytes: usize) -> f64 {
            self.gap(from, to, bytes)
        }

        fn trunks(&self) -> usize {
            0
        }

        fn way(&self, _: usize, _: usize) -> Vec<usize> {
            vec![]
        }

        fn trunk_gaps(&self, _: usize) -> Vec<f64> {
            vec![]
        }
    }

    proptest! {
        #[test]
        fn without_trunks_it_is_the_model_without(groups in 1usize..12, seed: u64, heuristic in 0usize..8, bytes in 0usize..100_000, segment in 1usize..100_000) {
            let costs = Ranges::TABLE_3.draw(&mut Random(seed), groups);
            let gap = |from, to, bytes: usize| 1e-4 + costs.gap(from, to) * bytes as f64 / 1e5;
            let (links, children) = (Alone(&gap), Heuristic::ALL[heuristic].schedule(&costs, 0).children());
            let (shared, alone) = (time(&links, 0, &children, bytes, segment), segments::time(&links, 0, &children, bytes, segment));
            prop_assert!((shared - alone).abs() <= 1e-9 * alone.max(1e-9), "{} {}", shared, alone);
        }
    }
}
