// SPDX-License-Identifier: MIT OR Apache-2.0
//! Plans of calls, by the model.
//!
//! A plan is compared with a baseline, a usual algorithm without groups: if the model predicts no gain over that, the
//! native call is made.

mod barrier;
mod baseline;
#[cfg(test)]
mod degrees;
#[cfg(test)]
pub(crate) mod examples;
mod in_rounds;
mod insides;
mod per_switch;
mod pipelined;
mod rank_network;
mod ranks;
mod schedules;
mod shares;

use super::groups::groups;
use super::strategy::{Across, FixedStrategy};
use crate::Operation;
use crate::levels::{LevelGroup, Part};
use crate::model::parameters::Platform;
use crate::rounds::RoundShape;
use crate::streams::{self, Lengths, Peer, Streams};
use crate::tree::{Shape, Spread, Tree};
use ranks::Ranks;

/// Maximum number of ranks of a call with shares: the time and the memory of its plans grow with the square of the
/// number. A plan for 1,000 ranks takes 0.1 s.
const MOST_WITH_SHARES: usize = 2048;
/// The fraction of the baseline's predicted time that a plan may take.
const MARGIN: f64 = 0.95;
/// Number of segments on the way to the reducing rank, in addition to those that fill a link.
const AHEAD: usize = 4;

/// A call that is planned.
#[derive(Clone, Copy, Debug)]
pub struct ModelledCall {
    /// The operation.
    pub operation: Operation,
    /// The bytes of the message, or of a share.
    pub bytes: usize,
    /// The greatest number of bytes of a segment: MPIs use a rendezvous for long messages, which the gaps do not
    /// include.
    pub longest_segment: usize,
    /// Its root.
    pub root: u32,
}

/// The plan of calls of one operation, size and root.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The tree that joins the groups, if it has a name.
    pub across: Option<Across>,
    /// The groups to which each group sends, in order; empty if groups are not used.
    pub(crate) receivers: Vec<Vec<usize>>,
    /// The trees inside each group.
    pub(crate) shapes: Vec<Shape>,
    /// The shape of its rounds, if it uses rounds of messages and no tree.
    pub rounds: Option<RoundShape>,
    /// The bytes of a segment; 0 in a barrier.
    pub segment: usize,
    /// The predicted time in seconds.
    pub seconds: f64,
    /// The predicted time of the baseline in seconds.
    pub baseline: f64,
    /// The name of the baseline.
    pub reference: &'static str,
    /// The fraction of the baseline's time that the plan may take.
    pub(crate) margin: f64,
}

impl Plan {
    /// The native call: there are no formulas, so no gain is predicted.
    fn native() -> Self {
        Self {
            across: None,
            receivers: vec![],
            shapes: vec![Shape { across: Spread::Star, inside: Spread::Star }],
            rounds: None,
            segment: 1,
            seconds: f64::INFINITY,
            baseline: 0.0,
            reference: "the native call",
            margin: MARGIN,
        }
    }

    /// True if the model predicts a gain.
    pub fn gains(&self) -> bool {
        self.seconds <= self.baseline * self.margin
    }

    /// Returns this plan, unless the other is faster.
    fn or_faster(self, other: Self) -> Self {
        if other.seconds < self.seconds { other } else { self }
    }

    /// Returns a rank's place in its tree; `None` if the plan uses rounds.
    pub fn tree(&self, groups: &[&Part], root: u32, rank: u32) -> Option<Tree> {
        if self.rounds.is_some() {
            return None;
        }
        if self.across == Some(Across::Binomial) {
            let ranks = groups.iter().map(|part| part.ranks().len()).sum();
            return Some(Tree::of_ranks(&baseline::binomial(ranks, root as usize), root, rank));
        }
        Some(Tree::scheduled(groups, &self.receivers, &self.shapes, root, rank))
    }

    /// True if a broadcast has more than its tree: some group continues in stages.
    pub fn is_staged(&self) -> bool {
        self.shapes.iter().any(|shape| shape.inside.staged().is_some())
    }

    /// Returns the stages of a rank in a broadcast: segments along the tree, then the stages of its group.
    pub fn broadcast(&self, groups: &[&Part], tree: &Tree, bytes: usize, lengths: Lengths) -> Vec<Streams> {
        let mut first = streams::broadcast(tree, bytes, lengths);
        let (root, rank) = (tree.order[0], tree.order[tree.position]);
        let own = groups.iter().position(|part| part.holds(rank)).filter(|_| self.across != Some(Across::Binomial));
        let staged = own.and_then(|own| Some((groups[own], self.shapes[own].inside.staged()?)));
        let Some((group, staged)) = staged else { return vec![first] };
        let head = head(group, root);
        let mut ranks = group.ranks();
        ranks.retain(|&other| other != head);
        ranks.insert(0, head);
        if rank == head {
            first.sends.retain(|stream| !matches!(stream.peer, Peer::Rank(to) if ranks.contains(&to)));
        } else {
            first = Streams { receives: vec![], sends: vec![], own: 0..0 };
        }
        let at = ranks.iter().position(|&other| other == rank).unwrap_or(0);
        let mut stages = vec![first];
        stages.extend(staged.stages(&ranks, at, bytes));
        stages
    }

    /// Returns the number of segments of a reduction that a leaf sends before its parent takes them; `None`: it does
    /// not wait.
    ///
    /// A leaf has all its data at the beginning, and would send it as fast as its cable allows. Messages of other ranks
    /// to that parent, from further away, would then wait in the queues of the network. The number of segments on the
    /// way is that which keeps its own link busy, for the round trip, and a few more; twice as many if results wait in
    /// the queues of the parent's acknowledgements.
    pub fn ahead(
        &self,
        operation: Operation,
        platform: &Platform,
        groups: &[&Part],
        tree: &Tree,
        rank: u32,
    ) -> Option<usize> {
        let parent = tree.parent.filter(|_| tree.children.is_empty())?;
        let group = |rank: u32| groups.iter().position(|part| part.holds(rank));
        let (from, to) = (group(rank)?, group(parent)?);
        let link = match (from == to, groups[from].is_one_node()) {
            (false, _) => platform.link(from, to),
            (true, false) => platform.groups()[from].inside.as_ref()?,
            (true, true) => return None,
        };
        let on_the_way = ((2.0 * link.latency() / link.gap(self.segment)).ceil() as usize).saturating_add(AHEAD);
        Some(if operation == Operation::Allreduce { on_the_way.saturating_mul(2) } else { on_the_way })
    }

    /// Returns one line on the choice.
    pub fn words(&self, operation: Operation) -> String {
        if self.across == Some(Across::Binomial) {
            return format!("a binomial tree of ranks, segments of {} bytes", self.segment);
        }
        if let Some(rounds) = self.rounds {
            return rounds.to_string();
        }
        let senders = self.receivers.iter().enumerate().filter(|(_, receivers)| !receivers.is_empty());
        let schedule: Vec<String> = senders
            .map(|(sender, receivers)| {
                format!("{sender}>{}", receivers.iter().map(usize::to_string).collect::<Vec<_>>().join(","))
            })
            .collect();
        let is_ring = operation == Operation::Allgather && self.shapes[0].across == Spread::Chain;
        let round = if is_ring { ", a ring of nodes" } else { "" };
        let segments = if operation == Operation::Barrier {
            String::new()
        } else {
            format!(", segments of {} bytes", self.segment)
        };
        format!("groups {}{round}, {}{segments}", schedule.join(" "), self.words_inside())
    }

    /// Describes the trees inside the groups, such as `star inside 0,2, chain inside 1` if they differ.
    fn words_inside(&self) -> String {
        let inside = |group: usize| self.shapes[group].inside;
        if self.shapes.iter().all(|shape| shape.inside == inside(0)) {
            return format!("{} inside", inside(0).name());
        }
        let groups_with = |spread| (0..self.shapes.len()).filter(move |&group| inside(group) == spread);
        let words = Spread::every().filter(|&spread| groups_with(spread).next().is_some()).map(|spread| {
            let groups: Vec<String> = groups_with(spread).map(|group| group.to_string()).collect();
            format!("{} inside {}", spread.name(), groups.join(","))
        });
        words.collect::<Vec<_>>().join(", ")
    }
}

/// Returns the rank through which a group's data is received and sent.
fn head(group: &Part, root: u32) -> u32 {
    if group.holds(root) { root } else { group.first() }
}

/// True if calls of an operation are planned on this number of ranks.
pub fn is_planned(operation: Operation, ranks: usize) -> bool {
    use Operation::{Allgather, Gather, Scatter};
    operation.is_modelled() && (!matches!(operation, Gather | Scatter | Allgather) || ranks <= MOST_WITH_SHARES)
}

/// Returns the best plan that was found for a call. The platform's groups are those of the levels. A strategy that is
/// fixed is not varied in [its operations](FixedStrategy::of).
pub fn plan(platform: &Platform, levels: &LevelGroup, call: ModelledCall, strategy: FixedStrategy) -> Plan {
    let groups = &groups(levels)[..];
    let ranks = Ranks::new(platform, levels, groups);
    match call.operation {
        Operation::Bcast | Operation::Reduce | Operation::Allreduce => {
            pipelined::plan(&ranks, levels, groups, call, strategy)
        }
        Operation::Gather | Operation::Scatter | Operation::Allgather => shares::plan(&ranks, groups, call),
        Operation::Barrier => barrier::plan(&ranks, groups, call.root),
        _ => Plan::native(),
    }
}
