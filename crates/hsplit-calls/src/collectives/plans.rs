// SPDX-License-Identifier: MIT OR Apache-2.0
//! The plans of calls in rounds that a communicator keeps.

use std::sync::{Arc, Mutex};

use super::lock;
use super::recent::{self, Recent};
use hsplit_collectives::Operation;
use hsplit_collectives::nodes::Nodes;
use hsplit_collectives::rounds::{Amount, Message, Round, RoundShape};

/// What a rank does in a call.
pub type Plan = Arc<[Round]>;

/// What a plan depends on: the operation, how much data it has, the shape that the model has chosen, and the root.
type PlanKey = (Operation, Amount, Option<RoundShape>, u32);

/// The plans of calls that have gone in rounds.
#[derive(Default)]
pub struct Plans {
    /// One shape serves all amounts up to the next power of two.
    shapes: Mutex<Recent<(Operation, Amount), RoundShape>>,
    plans: Mutex<Recent<PlanKey, Plan>>,
}

impl Plans {
    /// The plan of a rank for a call on a communicator with these nodes. `shape` is that of the model, where there is
    /// one.
    pub fn of(
        &self,
        nodes: &Nodes,
        operation: Operation,
        amount: Amount,
        shape: Option<RoundShape>,
        root: u32,
        rank: u32,
    ) -> Plan {
        lock(&self.plans).get((operation, amount, shape, root), || {
            let about = Amount { units: amount.units.next_power_of_two(), ..amount };
            let estimated = || lock(&self.shapes).get((operation, about), || nodes.shape(operation, about));
            let shape = shape.unwrap_or_else(estimated);
            nodes.plan(operation, amount, shape, root, rank).into()
        })
    }

    /// The most bytes that the plans on this number of ranks take. A plan has up to six messages for each rank of a
    /// node, and two for each node.
    pub fn bytes(ranks: usize) -> usize {
        recent::CAPACITY * 6 * (ranks + 1) * size_of::<Message>()
    }
}
