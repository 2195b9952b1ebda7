// SPDX-License-Identifier: MIT OR Apache-2.0
//! The state of a rank with respect to the phases of a placement.

use std::sync::Arc;

use super::plan::Plan;
use hsplit_memory::phase_memory::PhasePart;

/// The state of a rank.
#[derive(Default)]
pub enum State {
    /// In no phase.
    #[default]
    Outside,
    /// In no phase, because the last one could not begin. Ending it nevertheless is an error of this rank only, which
    /// does not refuse the next phase.
    Refused,
    /// In a phase.
    Inside(Open),
}

/// The current phase of a rank.
pub struct Open {
    /// The workers and their cores.
    pub plan: Arc<Plan>,
    /// True if begin and end wait for all ranks of the node.
    pub waits_for_all: bool,
    /// Number of bindings that were pushed before that of the phase; `None`: the phase does not bind this rank.
    pub pushed: Option<usize>,
}

impl Open {
    /// Returns the members for which the rank waits.
    pub fn part(&self) -> &PhasePart {
        static ALL: PhasePart = PhasePart { awaits: vec![], completes: vec![], until: vec![], all: true };
        if self.waits_for_all { &ALL } else { &self.plan.part }
    }
}
