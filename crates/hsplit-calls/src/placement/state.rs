// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whether a rank is in a phase of a placement.

use std::sync::Arc;

use super::plan::Plan;
use hsplit_memory::phase_memory::PhasePart;

/// Where a rank is.
#[derive(Default)]
pub enum State {
    /// In no phase.
    #[default]
    Outside,
    /// In none, because the last one could not begin. To end it none the less is a mistake of this rank alone, which
    /// says nothing of the next phase.
    Refused,
    /// In a phase.
    Inside(Open),
}

/// A phase that a rank is in.
pub struct Open {
    /// Who works where.
    pub plan: Arc<Plan>,
    /// Whether begin and end wait for all ranks of the node.
    pub waits_for_all: bool,
    /// How many bindings were pushed before that of the phase; `None`: the phase binds this rank to nothing.
    pub pushed: Option<usize>,
}

impl Open {
    /// The members that the rank waits for.
    pub fn part(&self) -> &PhasePart {
        static ALL: PhasePart = PhasePart { awaits: vec![], completes: vec![], until: vec![], all: true };
        if self.waits_for_all { &ALL } else { &self.plan.part }
    }
}
