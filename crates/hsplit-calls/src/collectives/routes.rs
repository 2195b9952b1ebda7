// SPDX-License-Identifier: MIT OR Apache-2.0
//! How blocks go whose lengths only their two ends know.

use std::sync::{Arc, Mutex};

use super::lock;
use hsplit_collectives::Operation;
use hsplit_collectives::exchange::Exchange;

/// How the blocks of a call go.
pub struct Routes {
    /// How those go that are put together, and up to which length they are.
    pub together: Option<(Arc<Exchange>, usize)>,
    /// How all go that are not.
    pub direct: Arc<Exchange>,
    /// Other ranks' blocks that are for this rank, too, once they have come: their places in transit and in the result.
    pub copies: Vec<(usize, usize)>,
    /// This rank's blocks for itself: their places among those that are sent, and in the result.
    pub own: Vec<(usize, usize)>,
}

impl Routes {
    /// Those of blocks from ranks to ranks, where this rank has one for itself.
    pub fn between_ranks(rank: u32, together: Option<(Arc<Exchange>, usize)>, direct: Arc<Exchange>) -> Self {
        Self { together, direct, copies: vec![], own: vec![(rank as usize, rank as usize)] }
    }
}

/// The routes between neighbours that operations have asked for so far; `None`: their calls are native.
#[derive(Default)]
pub struct Neighbourhoods(Mutex<Vec<(Operation, Option<Arc<Routes>>)>>);

impl Neighbourhoods {
    /// The routes of an operation, if a call has asked for them.
    pub fn known(&self, operation: Operation) -> Option<Option<Arc<Routes>>> {
        lock(&self.0).iter().find(|(known, _)| *known == operation).map(|(_, routes)| routes.clone())
    }

    /// Keeps the routes of an operation.
    pub fn keep(&self, operation: Operation, routes: Option<Arc<Routes>>) {
        lock(&self.0).push((operation, routes));
    }
}
