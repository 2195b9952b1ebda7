// SPDX-License-Identifier: MIT OR Apache-2.0
//! The plans of calls in rounds that a communicator keeps.

use std::sync::{Arc, Mutex, OnceLock};

use super::kept::{KEPT, Kept};
use super::lock;
use hsplit_collectives::Operation;
use hsplit_collectives::levels::Group;
use hsplit_collectives::rounds::{Amount, Message, Nodes, Round, Way};

/// What a rank does in a call.
pub type Plan = Arc<[Round]>;

/// The plans of calls that have gone in rounds.
#[derive(Default)]
pub struct Plans {
    nodes: OnceLock<Nodes>,
    /// One way serves all amounts up to the next power of two.
    ways: Mutex<Kept<(Operation, Amount), Way>>,
    plans: Mutex<Kept<(Operation, Amount, u32), Plan>>,
}

impl Plans {
    /// The plan of a rank for a call on a communicator with these levels.
    pub fn of(&self, levels: &Group, operation: Operation, amount: Amount, root: u32, rank: u32) -> Plan {
        let nodes = self.nodes.get_or_init(|| Nodes::of(levels));
        lock(&self.plans).get((operation, amount, root), || {
            let about = Amount { units: amount.units.next_power_of_two(), ..amount };
            let way = lock(&self.ways).get((operation, about), || nodes.way(operation, about));
            nodes.plan(operation, amount, way, (root, rank)).into()
        })
    }

    /// The most bytes that the plans on this number of ranks take. A plan has up to six messages for each rank of a
    /// node, and two for each node.
    pub fn bytes(ranks: usize) -> usize {
        KEPT * 6 * (ranks + 1) * size_of::<Message>() + ranks * size_of::<u32>()
    }

    /// All ranks, in the order of the shares of an allgather.
    pub fn order(&self, levels: &Group) -> Vec<u32> {
        self.nodes.get_or_init(|| Nodes::of(levels)).order().collect()
    }
}
