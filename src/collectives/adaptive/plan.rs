// SPDX-License-Identifier: MIT OR Apache-2.0
//! How a call goes, by the model.
//!
//! What the result is compared with is the usual way of those who know nothing of groups: where the model sees no gain over that, the native
//! call runs.

#[cfg(test)]
mod examples;
mod pipelined;
mod ranks;
mod unaware;

use super::super::Operation;
use super::super::levels::Part;
use super::super::tree::{Shape, Spread};
use crate::model::parameters::Platform;
use ranks::Ranks;

/// The ways inside a group that are tried.
const INSIDE: [Spread; 4] = [Spread::Binary, Spread::Binomial, Spread::Chain, Spread::Star];
/// By how much the predicted time must be shorter than that of the binomial tree.
const MARGIN: f64 = 0.95;

/// How calls of one operation, size and root go.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// To whom each group sends, in order.
    pub receivers: Vec<Vec<usize>>,
    /// How the levels are joined inside the groups.
    pub shape: Shape,
    /// Bytes of a segment.
    pub segment: usize,
    /// The predicted time in seconds.
    pub seconds: f64,
    /// That of the binomial tree.
    pub unaware: f64,
}

impl Plan {
    /// Whether it is worth while.
    pub fn gains(&self) -> bool {
        self.seconds < self.unaware * MARGIN
    }

    /// One line on what was chosen.
    pub fn words(&self) -> String {
        let senders = self.receivers.iter().enumerate().filter(|(_, receivers)| !receivers.is_empty());
        let schedule: Vec<String> =
            senders.map(|(sender, receivers)| format!("{sender}>{}", receivers.iter().map(usize::to_string).collect::<Vec<_>>().join(","))).collect();
        let inside = format!("{:?}", self.shape.inside).to_lowercase();
        format!("groups {}, {inside} inside, segments of {} bytes", schedule.join(" "), self.segment)
    }
}

/// The operations that are planned; the others go as they do without a model.
pub fn is_planned(operation: Operation) -> bool {
    matches!(operation, Operation::Bcast | Operation::Reduce | Operation::Allreduce)
}

/// The best way that was found for a message of so many bytes, in segments that are not longer than allowed: MPIs ask the receiver first before
/// they send long messages, which the gaps do not tell of. The platform's groups are these.
pub fn plan(platform: &Platform, groups: &[&Part], operation: Operation, message: (usize, usize), root: u32) -> Plan {
    pipelined::plan(&Ranks::new(platform, groups), groups, operation, message, root)
}
