// SPDX-License-Identifier: MIT OR Apache-2.0
//! Algorithms in which all ranks send at the same time.
//!
//! The ranks of a node share its cable. A switch may have as many cables above it as below: the baseline is timed under
//! this assumption, plans are not.

use crate::adaptive::plan::ranks::Ranks;
use crate::timing::messages::Rounds;
use crate::timing::ports::Message;
use crate::timing::{Links, Network};

/// Ranks that share only the cable of their node.
struct NodeCables<'a>(&'a Ranks<'a>);

impl Links for NodeCables<'_> {
    fn latency(&self, from: usize, to: usize) -> f64 {
        self.0.latency(from, to)
    }

    fn gap(&self, from: usize, to: usize, bytes: usize) -> f64 {
        self.0.gap(from, to, bytes)
    }

    fn rendezvous(&self, from: usize, to: usize, bytes: usize) -> f64 {
        self.0.rendezvous(from, to, bytes)
    }
}

impl NodeCables<'_> {
    /// Rounds in which a long message needs a rendezvous.
    fn rounds(&self) -> Rounds<'_, Self, impl Fn(Message) -> f64> {
        Rounds::new(self, self.0.group.len(), |Message { from, to, bytes }| self.rendezvous(from, to, bytes))
    }
}

impl Network for NodeCables<'_> {
    fn cables(&self) -> usize {
        self.0.cables()
    }

    fn leaves_by(&self, from: usize, to: usize) -> &[usize] {
        let (group, other) = (self.0.group[from], self.0.group[to]);
        if group != other && self.0.is_node[group] { self.0.own_cable(group) } else { &[] }
    }
}

/// Returns the end of rounds at distances 1, 2, 4, ... at the last rank.
fn rounds_of(ranks: &Ranks<'_>, bytes: impl Fn(usize) -> usize, to: impl Fn(usize, usize) -> usize) -> f64 {
    let (nodes, count) = (NodeCables(ranks), ranks.group.len());
    let mut rounds = nodes.rounds();
    let distances = (0..usize::BITS).map(|bit| 1 << bit).take_while(|&distance| distance < count);
    let round = |ready: Vec<f64>, distance| rounds.round(&ready, bytes(distance), |rank| to(rank, distance));
    last(&distances.fold(vec![0.0; count], round))
}

fn last(ready: &[f64]) -> f64 {
    ready.iter().copied().fold(0.0, f64::max)
}

/// Each round doubles the data of a rank; the last one transfers the rest.
pub(crate) fn doubling(ranks: &Ranks<'_>, share: usize) -> f64 {
    let count = ranks.group.len();
    let to = |rank: usize, distance: usize| {
        if count.is_power_of_two() { rank ^ distance } else { (rank + count - distance) % count }
    };
    rounds_of(ranks, |distance| share.saturating_mul(distance.min(count - distance)), to)
}

/// After the last round every rank has a signal of all others.
pub(crate) fn dissemination(ranks: &Ranks<'_>) -> f64 {
    rounds_of(ranks, |_| 0, |rank, distance| (rank + distance) % ranks.group.len())
}

/// Every rank forwards the share that it received last.
pub(crate) fn ring(ranks: &Ranks<'_>, share: usize) -> f64 {
    let (nodes, count) = (NodeCables(ranks), ranks.group.len());
    let mut rounds = nodes.rounds();
    let step = |there: Vec<f64>, _| rounds.pass(&there, share, |rank| (rank + 1) % count);
    last(&(1..count).fold(vec![0.0; count], step))
}

/// An even number of ranks exchange with their neighbour on either side in turn, their own share first and then the two
/// that they received before.
pub(crate) fn neighbours(ranks: &Ranks<'_>, share: usize) -> f64 {
    let (nodes, count) = (NodeCables(ranks), ranks.group.len());
    let mut rounds = nodes.rounds();
    let step = |ready: Vec<f64>, nth: usize| {
        let partner = |rank: usize| if (rank + nth) % 2 == 0 { (rank + 1) % count } else { (rank + count - 1) % count };
        rounds.round(&ready, if nth == 0 { share } else { share.saturating_mul(2) }, partner)
    };
    last(&(0..count / 2).fold(vec![0.0; count], step))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adaptive::groups::groups;
    use crate::adaptive::plan::examples::{cluster, near, platform};
    use crate::levels::{LevelGroup, Part};
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
            |node: u32| Part::Many(LevelGroup { inside_node: true, parts: vec![Part::One(node), Part::One(node + 2)] });
        let levels = LevelGroup { inside_node: false, parts: vec![node(0), node(1)] };
        let platform =
            platform(&groups(&levels), |_, _| Link::new(5.0, Gap::new(vec![(0, 2.0), (1, 3.0)]).unwrap()).unwrap());
        let ranks = Ranks::new(&platform, &levels, &groups(&levels));
        // 5 for each: the cable is busy until 10, and what is sent first is there at 10 and goes on from there.
        assert!(near(ring(&ranks, 3), 5.0 + 6.0 * 5.0), "{}", ring(&ranks, 3));
    }
}
