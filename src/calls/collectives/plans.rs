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

/// The plans of calls that have gone in rounds.
#[derive(Default)]
pub struct Plans {
    /// One shape serves all amounts up to the next power of two.
    shapes: Mutex<Recent<(Operation, Amount), RoundShape>>,
    plans: Mutex<Recent<(Operation, Amount, u32), Plan>>,
}

impl Plans {
    /// The plan of a rank for a call on a communicator with these nodes.
    pub fn of(&self, nodes: &Nodes, operation: Operation, amount: Amount, root: u32, rank: u32) -> Plan {
        lock(&self.plans).get((operation, amount, root), || {
            let about = Amount { units: amount.units.next_power_of_two(), ..amount };
            let shape = lock(&self.shapes).get((operation, about), || nodes.shape(operation, about));
            nodes.plan(operation, amount, shape, root, rank).into()
        })
    }

    /// The most bytes that the plans on this number of ranks take. A plan has up to six messages for each rank of a
    /// node, and two for each node.
    pub fn bytes(ranks: usize) -> usize {
        recent::CAPACITY * 6 * (ranks + 1) * size_of::<Message>()
    }
}
