// SPDX-License-Identifier: MIT OR Apache-2.0
//! How a call goes, by the model.
//!
//! What the result is compared with is the usual way of those who know nothing of groups: where the model sees no gain over that, the native
//! call runs.

mod barrier;
#[cfg(test)]
mod examples;
mod pipelined;
mod ranks;
mod schedules;
mod shares;
mod unaware;

use super::super::Operation;
use super::super::levels::Group;
use super::super::tree::{Shape, Spread};
use super::groups::groups;
use crate::model::parameters::Platform;
use ranks::Ranks;

/// The ways inside a group that are tried.
const INSIDE: [Spread; 4] = [Spread::Binary, Spread::Binomial, Spread::Chain, Spread::Star];
/// By how much the predicted time must be shorter than that of those who know nothing of groups.
const MARGIN: f64 = 0.95;

/// How calls of one operation, size and root go.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// To whom each group sends, in order.
    pub receivers: Vec<Vec<usize>>,
    /// How the levels are joined inside the groups.
    pub shape: Shape,
    /// Bytes of a segment; none in a barrier.
    pub segment: usize,
    /// The predicted time in seconds.
    pub seconds: f64,
    /// That of those who know nothing of groups.
    pub unaware: f64,
    /// How these do.
    pub reference: &'static str,
}

impl Plan {
    /// Whether it is worth while.
    pub fn gains(&self) -> bool {
        self.seconds < self.unaware * MARGIN
    }

    /// This one, unless the other is faster.
    fn or_faster(self, other: Self) -> Self {
        if other.seconds < self.seconds { other } else { self }
    }

    /// One line on what was chosen.
    pub fn words(&self, operation: Operation) -> String {
        let senders = self.receivers.iter().enumerate().filter(|(_, receivers)| !receivers.is_empty());
        let schedule: Vec<String> =
            senders.map(|(sender, receivers)| format!("{sender}>{}", receivers.iter().map(usize::to_string).collect::<Vec<_>>().join(","))).collect();
        let inside = format!("{:?}", self.shape.inside).to_lowercase();
        let round = if operation == Operation::Allgather && self.shape.across == Spread::Chain { ", a ring of nodes" } else { "" };
        let segments = if operation == Operation::Barrier { String::new() } else { format!(", segments of {} bytes", self.segment) };
        format!("groups {}{round}, {inside} inside{segments}", schedule.join(" "))
    }
}

/// The best way that was found for a message, or shares, of so many bytes, in segments that are not longer than allowed: MPIs ask the receiver first before
/// they send long messages, which the gaps do not tell of. The platform's groups are those of the levels.
pub fn plan(platform: &Platform, levels: &Group, operation: Operation, message: (usize, usize), root: u32) -> Plan {
    let groups = &groups(levels)[..];
    let ranks = Ranks::new(platform, levels, groups);
    match operation {
        Operation::Bcast | Operation::Reduce | Operation::Allreduce => pipelined::plan(&ranks, groups, operation, message, root),
        Operation::Gather | Operation::Scatter | Operation::Allgather => shares::plan(&ranks, groups, operation, message, root),
        Operation::Barrier => barrier::plan(&ranks, groups, root),
    }
}
