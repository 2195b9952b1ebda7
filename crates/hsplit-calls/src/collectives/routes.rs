// SPDX-License-Identifier: MIT OR Apache-2.0
//! The routes of blocks whose lengths only their two ranks know.

use std::sync::{Arc, Mutex};

use super::lock;
use hsplit_collectives::Operation;
use hsplit_collectives::exchange::Exchange;

/// The routes of the blocks of a call.
pub struct Routes {
    /// The exchange of blocks that are sent together, and their greatest length.
    pub together: Option<(Arc<Exchange>, usize)>,
    /// The exchange of all other blocks.
    pub direct: Arc<Exchange>,
    /// Received blocks of other ranks that are also for this rank: their places in transit and in the result.
    pub copies: Vec<(usize, usize)>,
    /// This rank's blocks for itself: their places among the sent blocks, and in the result.
    pub own: Vec<(usize, usize)>,
}

impl Routes {
    /// Creates the routes from ranks to ranks, where this rank has a block for itself.
    pub fn between_ranks(rank: u32, together: Option<(Arc<Exchange>, usize)>, direct: Arc<Exchange>) -> Self {
        Self { together, direct, copies: vec![], own: vec![(rank as usize, rank as usize)] }
    }
}

/// The routes between neighbours for operations so far; `None`: their calls are native.
#[derive(Default)]
pub struct Neighbourhoods(Mutex<Vec<(Operation, Option<Arc<Routes>>)>>);

impl Neighbourhoods {
    /// Returns the routes of an operation, if a call has computed them.
    pub fn known(&self, operation: Operation) -> Option<Option<Arc<Routes>>> {
        lock(&self.0).iter().find(|(known, _)| *known == operation).map(|(_, routes)| routes.clone())
    }

    /// Stores the routes of an operation.
    pub fn keep(&self, operation: Operation, routes: Option<Arc<Routes>>) {
        lock(&self.0).push((operation, routes));
    }
}
