// SPDX-License-Identifier: MIT OR Apache-2.0
//! Algorithms in which everybody sends at the same time.
//!
//! Here it counts that the ranks of a node share its cable: beside each rank's port, a node has one for what leaves it
//! and one for what comes in. A switch may have as many cables above it as below, for all that is known. Those who know
//! no groups get the benefit of the doubt; the ways that are planned do not.

use super::super::ranks::Ranks;
use super::asking;
use crate::timing::Links;

/// From when on ports are free: those of the ranks, then those of the groups.
struct Ports<'a> {
    ranks: &'a Ranks<'a>,
    sending: Vec<f64>,
    receiving: Vec<f64>,
    /// The ranks as they became ready the last time.
    order: Vec<usize>,
}

impl<'a> Ports<'a> {
    fn new(ranks: &'a Ranks<'a>) -> Self {
        let free = vec![0.0; ranks.group.len() + ranks.platform.groups().len()];
        Self { ranks, sending: free.clone(), receiving: free, order: (0..ranks.group.len()).collect() }
    }

    /// The port of a rank's node, if a message to or from the other rank goes through it.
    fn cable(&self, rank: usize, other: usize) -> Option<usize> {
        let (group, other) = (self.ranks.group[rank], self.ranks.group[other]);
        (group != other && self.ranks.is_node[group]).then_some(self.ranks.group.len() + group)
    }

    /// When a message is there that is sent from `ready` on, as soon as all ports on its way are free.
    fn transfer(&mut self, from: usize, to: usize, bytes: usize, ready: f64) -> f64 {
        let (out, into) = (self.cable(from, to), self.cable(to, from));
        let gap = self.ranks.gap(from, to, bytes);
        let asked = ready + asking(self.ranks, from, to, bytes);
        let begin = std::iter::once(from).chain(out).fold(asked, |begin, port| begin.max(self.sending[port]));
        std::iter::once(from).chain(out).for_each(|port| self.sending[port] = begin + gap);
        let comes = begin + self.ranks.latency(from, to);
        let there = gap + std::iter::once(to).chain(into).fold(comes, |comes, port| comes.max(self.receiving[port]));
        std::iter::once(to).chain(into).for_each(|port| self.receiving[port] = there);
        there
    }

    /// Everybody sends to one rank when it is ready, the first one first: when what comes to each is there.
    fn pass(&mut self, ready: &[f64], bytes: usize, to: impl Fn(usize) -> usize) -> Vec<f64> {
        let mut order = std::mem::take(&mut self.order);
        order.sort_by(|&one, &other| ready[one].total_cmp(&ready[other]));
        let mut there = vec![0.0; ready.len()];
        order.iter().for_each(|&rank| there[to(rank)] = self.transfer(rank, to(rank), bytes, ready[rank]));
        self.order = order;
        there
    }

    /// The same, and everybody waits for what it has sent, too.
    fn round(&mut self, ready: &[f64], bytes: usize, to: impl Fn(usize) -> usize) -> Vec<f64> {
        let there = self.pass(ready, bytes, to);
        there.into_iter().zip(&self.sending).map(|(there, sent)| there.max(*sent)).collect()
    }

    /// Rounds at distances 1, 2, 4, ...; when the last rank has done.
    fn rounds(ranks: &'a Ranks<'a>, bytes: impl Fn(usize) -> usize, to: impl Fn(usize, usize) -> usize) -> f64 {
        let (mut ports, count) = (Self::new(ranks), ranks.group.len());
        let distances = (0..usize::BITS).map(|bit| 1 << bit).take_while(|&distance| distance < count);
        last(
            &distances.fold(vec![0.0; count], |ready, distance| {
                ports.round(&ready, bytes(distance), |rank| to(rank, distance))
            }),
        )
    }
}

fn last(ready: &[f64]) -> f64 {
    ready.iter().copied().fold(0.0, f64::max)
}

/// Each round doubles what a rank has; the last one brings the rest.
pub fn doubling(ranks: &Ranks<'_>, share: usize) -> f64 {
    let count = ranks.group.len();
    let to = |rank: usize, distance: usize| {
        if count.is_power_of_two() { rank ^ distance } else { (rank + count - distance) % count }
    };
    Ports::rounds(ranks, |distance| share.saturating_mul(distance.min(count - distance)), to)
}

/// Everybody has heard of everybody when the last round is over.
pub fn dissemination(ranks: &Ranks<'_>) -> f64 {
    Ports::rounds(ranks, |_| 0, |rank, distance| (rank + distance) % ranks.group.len())
}

/// Everybody passes on what came last.
pub fn ring(ranks: &Ranks<'_>, share: usize) -> f64 {
    let (mut ports, count) = (Ports::new(ranks), ranks.group.len());
    let step = |there: Vec<f64>, _| ports.pass(&there, share, |rank| (rank + 1) % count);
    last(&(1..count).fold(vec![0.0; count], step))
}

/// An even number of ranks exchange with the one beside them on this side and on that, their own share first and then
/// the two that came before.
pub fn neighbours(ranks: &Ranks<'_>, share: usize) -> f64 {
    let (mut ports, count) = (Ports::new(ranks), ranks.group.len());
    let step = |ready: Vec<f64>, nth: usize| {
        let partner = |rank: usize| if (rank + nth) % 2 == 0 { (rank + 1) % count } else { (rank + count - 1) % count };
        ports.round(&ready, if nth == 0 { share } else { share.saturating_mul(2) }, partner)
    };
    last(&(0..count / 2).fold(vec![0.0; count], step))
}

#[cfg(test)]
mod tests {
    use super::super::super::super::super::levels::{Group, Part};
    use super::super::super::super::groups::groups;
    use super::super::super::examples::{cluster, near, platform};
    use super::*;
    use crate::model::parameters::{Gap, Link};

    /// Latency 5 and g(m) = 2 + m between nodes of one rank.
    fn plain(count: u32, what: impl Fn(&Ranks<'_>) -> f64) -> f64 {
        let levels = cluster(count, 1);
        let platform =
            platform(&groups(&levels), |_, _| Link::new(5.0, Gap::new(vec![(0, 2.0), (1, 3.0)]).unwrap()).unwrap());
        what(&Ranks::new(&platform, &levels, &groups(&levels)))
    }

    #[test]
    fn by_the_formulas_of_the_papers() {
        // Thakur et al.: a ring takes (P - 1) (L + g(m)), doubling as many bytes in lg P rounds.
        assert_eq!(plain(6, |ranks| ring(ranks, 3)), 5.0 * (5.0 + 5.0));
        assert_eq!(plain(8, |ranks| doubling(ranks, 3)), 3.0 * 7.0 + 7.0 * 3.0);
        // Bruck: 1, 2, and the remaining 4 of 7 shares.
        assert_eq!(plain(7, |ranks| doubling(ranks, 3)), 3.0 * 7.0 + 6.0 * 3.0);
        assert_eq!(plain(6, |ranks| neighbours(ranks, 3)), 3.0 * 7.0 + 5.0 * 3.0);
        assert_eq!(plain(6, dissemination), 3.0 * 7.0);
    }

    #[test]
    fn ranks_of_a_node_share_its_cable() {
        // Two nodes of two ranks that take turns in the ring: two messages leave each node in every round.
        let node =
            |node: u32| Part::Many(Group { inside_node: true, parts: vec![Part::One(node), Part::One(node + 2)] });
        let levels = Group { inside_node: false, parts: vec![node(0), node(1)] };
        let platform =
            platform(&groups(&levels), |_, _| Link::new(5.0, Gap::new(vec![(0, 2.0), (1, 3.0)]).unwrap()).unwrap());
        let ranks = Ranks::new(&platform, &levels, &groups(&levels));
        // 5 for each: the cable is busy until 10, and what is sent first is there at 10 and goes on from there.
        assert!(near(ring(&ranks, 3), 5.0 + 6.0 * 5.0), "{}", ring(&ranks, 3));
    }
}
