// SPDX-License-Identifier: MIT OR Apache-2.0
//! Computes a mapping from traffic and slots: candidates are refined, and the cheapest is returned.

use hsplit_core::random::Random;

use crate::cost::{Cost, Distances};
use crate::exact;
use crate::graph::Graph;
use crate::group::grouping;
use crate::multisection::{Cuts, multisection};
use crate::refine::Seats;
use crate::slots::Slots;
use crate::torus::Halves;
use crate::traffic::Traffic;
use crate::watch::Watch;
use crate::{MapError, Mapping};

/// The options of a mapping.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The cost of traffic.
    pub cost: Cost,
    /// The present order is kept unless another is cheaper, by at least this fraction of its cost.
    pub threshold: f64,
    /// The seed of the random search.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { cost: Cost::Hops, threshold: 0.01, seed: 0 }
    }
}

/// Assigns a slot to each role, so that the sum over all pairs of traffic times the cost of their slots is low.
///
/// `present` is the present order, which is returned unless another is cheaper by the threshold. When `timed_out`
/// returns true, the best order so far is returned.
///
/// # Errors
/// There are more roles than the slots take, `present` is not a mapping of these roles to these slots, or the cost
/// names a level that does not exist.
pub fn map(
    traffic: &Traffic,
    slots: &Slots,
    present: Option<&Mapping>,
    options: &Options,
    timed_out: &dyn Fn() -> bool,
) -> Result<Mapping, MapError> {
    map_from(traffic, slots, &[], present, options, timed_out)
}

/// The same as [`map`], with additional orders to start from.
pub(crate) fn map_from(
    traffic: &Traffic,
    slots: &Slots,
    starts: &[Vec<u32>],
    present: Option<&Mapping>,
    options: &Options,
    timed_out: &dyn Fn() -> bool,
) -> Result<Mapping, MapError> {
    watched(traffic, slots, starts, present, options, &Watch::new(timed_out))
}

fn watched(
    traffic: &Traffic,
    slots: &Slots,
    starts: &[Vec<u32>],
    present: Option<&Mapping>,
    options: &Options,
    watch: &Watch<'_>,
) -> Result<Mapping, MapError> {
    slots.check_room(traffic.roles())?;
    present.map_or(Ok(()), |present| present.check(traffic.roles(), slots))?;
    let distances = Distances::new(slots, &options.cost)?;
    if traffic.roles() == 0 {
        return Ok(Mapping::default());
    }
    let worth = distances.worth(traffic);
    let apart = distances.of_messages().is_some().then_some(&*worth);
    let (graph, role_of) = Graph::of(traffic, apart, shift(traffic, &distances));
    let mut random = Random(options.seed);
    let effort = Effort::of(&graph);
    let in_order = |slot_of: &[u32]| role_of.iter().map(|&role| slot_of[role as usize]).collect::<Vec<_>>();
    let mut cheapest: Option<(i64, Seats<'_>)> = None;
    let mut offer = |slot_of: &[u32]| {
        let mut seats = Seats::new(&graph, slots, &distances, slot_of);
        seats.descend(0..graph.len() as u32, watch);
        let cost = seats.cost();
        if cheapest.as_ref().is_none_or(|(least, _)| cost < *least) {
            cheapest = Some((cost, seats));
        }
    };
    for restart in 0..effort.restarts {
        if restart == 0 || !watch.is_over() {
            offer(&multisection(&graph, slots, effort.cuts, &mut random, watch));
        }
    }
    if let Some(grouped) = grouping(&worth, slots).filter(|_| effort.groups && !watch.is_over()) {
        offer(&in_order(&grouped));
    }
    if let Some(halves) = Halves::of(slots).filter(|_| options.cost == Cost::Hops) {
        for restart in 0..effort.restarts {
            if restart == 0 || !watch.is_over() {
                let cut = multisection(&graph, halves.tree(), effort.cuts, &mut random, watch);
                let mut by_role = vec![0; cut.len()];
                role_of.iter().zip(cut).for_each(|(&role, slot)| by_role[role as usize] = slot);
                offer(&in_order(&halves.turned(traffic, &distances, &by_role)));
            }
        }
    }
    starts.iter().for_each(|start| offer(&in_order(start)));
    let Some((_, mut seats)) = cheapest else { return Ok(Mapping::default()) };
    seats.wander(effort.kicks, &mut random, watch);
    let mut slot_of = seats.slot_of();
    if graph.len() <= exact::ROLES && slots.len() <= 8 * exact::ROLES && !watch.is_over() {
        slot_of = exact::cheaper(&graph, slots, &distances, seats.cost()).unwrap_or(slot_of);
    }
    let mut best = Mapping { slot_of: vec![0; traffic.roles()] };
    role_of.iter().zip(slot_of).for_each(|(&role, slot)| best.slot_of[role as usize] = slot);
    let Some(present) = present else { return Ok(best) };
    let (before, after) = (distances.total(traffic, present), distances.total(traffic, &best));
    // A fraction such as 0.07 is not exact.
    let least = options.threshold * before as f64 * (1.0 - 1e-12);
    let is_cheaper = after < before && (before - after) as f64 >= least;
    Ok(if is_cheaper { best } else { present.clone() })
}

struct Effort {
    restarts: usize,
    cuts: Cuts,
    kicks: usize,
    /// True if roles are also grouped from the leaves upwards.
    groups: bool,
}

impl Effort {
    fn of(graph: &Graph) -> Self {
        let work = graph.len() + graph.to.len();
        let restarts = (10_000 / work.max(1)).clamp(1, 12);
        let tries = if work > 500_000 { 2 } else { 3 };
        let rounds = if work > 50_000 { 1 } else { 3 };
        let kicks = if graph.len() > 256 { 0 } else { (20_000 / work.max(1)).clamp(1, 600) };
        Self { restarts, cuts: Cuts { tries, rounds }, kicks, groups: work <= 200_000 }
    }
}

/// The number of bits by which weights are shifted, so that no sum of costs overflows.
fn shift(traffic: &Traffic, distances: &Distances<'_>) -> u32 {
    let most = traffic.full_pairs().map(|(.., bytes, messages)| distances.most(bytes.saturating_add(1), messages));
    let most: u128 = most.sum();
    (128 - most.leading_zeros()).saturating_sub(60)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nodes of 32 cores.
    fn nodes(roles: u32) -> Slots {
        let path = |core: u32| vec![core / 32, core / 16, core];
        let places: Vec<Vec<u32>> = (0..roles).map(path).collect();
        Slots::from_places(&["Machine", "Package", "Core"].map(str::to_owned), &places)
    }

    /// A grid with rows of 32 roles, and `hubs` roles that exchange a little with all others.
    fn with_hubs(roles: u32, hubs: u32) -> Traffic {
        let right = (0..roles).filter(|role| role % 32 < 31).map(|role| (role, role + 1, 1000));
        let down = (32..roles).map(|role| (role - 32, role, 1000));
        let to_all = (0..hubs).flat_map(|hub| (0..roles).map(move |role| (hub * roles / hubs, role, 8)));
        Traffic::from_arcs(roles as usize, right.chain(down).chain(to_all))
    }

    fn work(traffic: &Traffic, never: &Watch<'_>) -> (f64, Mapping) {
        let slots = nodes(traffic.roles() as u32);
        let mapping = watched(traffic, &slots, &[], None, &Options::default(), never).expect("a mapping");
        (never.work() as f64 / traffic.arcs() as f64, mapping)
    }

    #[test]
    fn work_grows_with_entries_where_some_roles_exchange_with_all() {
        for hubs in [0, 1, 4] {
            let per_entry = [1024, 4096].map(|roles| work(&with_hubs(roles, hubs), &Watch::new(&|| false)).0);
            // Fourfold if the work for each of a hub's entries were proportional to the number of its entries.
            assert!(per_entry[1] < 3.0 * per_entry[0] && per_entry[1] < 4000.0, "{hubs} hubs: {per_entry:?}");
        }
    }

    #[test]
    fn a_search_without_time_ends_soon() {
        let traffic = with_hubs(4096, 2);
        let (work, mapping) = work(&traffic, &Watch::new(&|| true));
        assert!(work < 100.0, "{work}");
        assert_eq!(mapping.check(4096, &nodes(4096)), Ok(()));
    }
}
