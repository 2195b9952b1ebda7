// SPDX-License-Identifier: MIT OR Apache-2.0
//! The plans of calls in rounds that a communicator stores.

use std::sync::{Arc, Mutex};

use super::lock;
use super::recent::{self, Recent};
use hsplit_collectives::Operation;
use hsplit_collectives::nodes::Nodes;
use hsplit_collectives::rounds::{Amount, Message, Round, RoundShape};

/// The rounds of a rank in a call.
pub type Plan = Arc<[Round]>;

/// The key of a plan: the operation, the amount of data, the shape that the model has chosen, and the root.
type PlanKey = (Operation, Amount, Option<RoundShape>, u32);

/// The plans of calls that were made in rounds.
#[derive(Default)]
pub struct Plans {
    /// All amounts up to the next power of two share a shape.
    shapes: Mutex<Recent<(Operation, Amount), RoundShape>>,
    plans: Mutex<Recent<PlanKey, Plan>>,
}

impl Plans {
    /// Returns the plan of a rank for a call on a communicator with these nodes. `shape` is that of the model, if there
    /// is one.
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

    /// Returns the most bytes of the plans for this number of ranks. A plan has up to six messages for each rank of a
    /// node, and two for each node.
    pub fn bytes(ranks: usize) -> usize {
        recent::CAPACITY * 6 * (ranks + 1) * size_of::<Message>()
    }
}
