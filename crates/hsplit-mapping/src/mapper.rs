// SPDX-License-Identifier: MIT OR Apache-2.0
//! From traffic and slots to a mapping: candidates, refined, of which the cheapest wins.

use crate::cost::{Cost, Distances};
use crate::refine::refine;
use crate::slots::Slots;
use crate::traffic::Traffic;
use crate::{MapError, Mapping};

/// What a mapping is to be like.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// What traffic costs.
    pub cost: Cost,
    /// The present order stays unless another is cheaper by more than this part of its cost.
    pub threshold: f64,
    /// Leads what is random.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { cost: Cost::Hops, threshold: 0.01, seed: 0 }
    }
}

/// Gives each role a slot, so that the traffic of all pairs, each times the cost of its slots, is low.
///
/// `present` is the order that is there: it is what comes out unless another is cheaper by the threshold. Once
/// `timed_out` says so, the best so far comes out.
///
/// # Errors
/// More roles than the slots take; `present` is no mapping of these roles to these slots; the cost names a level that
/// there is not.
pub fn map(
    traffic: &Traffic,
    slots: &Slots,
    present: Option<&Mapping>,
    options: &Options,
    timed_out: &dyn Fn() -> bool,
) -> Result<Mapping, MapError> {
    let start = Mapping::identity(traffic.roles(), slots)?;
    let distances = Distances::new(slots, &options.cost)?;
    let mut best = start;
    refine(traffic, slots, &distances, &mut best.slot_of, timed_out);
    let Some(present) = present else { return Ok(best) };
    present.check(traffic.roles(), slots)?;
    let before = distances.total(traffic, present) as f64;
    let gains = (distances.total(traffic, &best) as f64) < before * (1.0 - options.threshold);
    Ok(if gains { best } else { present.clone() })
}
