// SPDX-License-Identifier: MIT OR Apache-2.0
//! The metrics of a mapping, which the library, the command and the tests print.

use crate::cost::{Cost, Distances};
use crate::slots::Slots;
use crate::traffic::Traffic;
use crate::{MapError, Mapping};

/// The number of most expensive pairs that are listed.
const WORST: usize = 10;

/// The metrics of a mapping.
#[derive(Clone, Debug, PartialEq)]
pub struct Metrics {
    /// The sum over all pairs of traffic times the cost of their slots: hop-bytes, if the traffic is in bytes and the
    /// cost in hops.
    pub cost: u128,
    /// The traffic of all pairs.
    pub total: u64,
    /// The metrics of each level, widest first.
    pub levels: Vec<LevelMetrics>,
    /// The pairs with the highest cost, in descending order.
    pub worst: Vec<Pair>,
}

/// The metrics of a mapping at one level.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelMetrics {
    /// The level's name.
    pub level: String,
    /// The traffic inside instances of the level.
    pub inside: u64,
    /// Its share of all traffic, from 0 to 1; 1 if there is no traffic.
    pub share: f64,
    /// The most traffic of one instance with others: that of its link upwards.
    pub congestion: u64,
}

/// Two roles and the cost of their traffic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The lower role.
    pub a: u32,
    /// The higher role.
    pub b: u32,
    /// Their traffic.
    pub weight: u64,
    /// The cost of a unit of traffic.
    pub distance: u64,
    /// The cost of all their traffic, with a model including its messages.
    pub cost: u128,
}

/// The metrics of a mapping.
///
/// # Errors
/// `mapping` is not a mapping of these roles to these slots, or the cost names a level that does not exist.
pub fn metrics(traffic: &Traffic, slots: &Slots, mapping: &Mapping, cost: &Cost) -> Result<Metrics, MapError> {
    mapping.check(traffic.roles(), slots)?;
    let distances = Distances::new(slots, cost)?;
    let mut all = Metrics { cost: 0, total: 0, levels: vec![], worst: vec![] };
    let mut inside = vec![0_u64; slots.levels().len()];
    let mut leaving = vec![0_u64; slots.nodes().len()];
    for (a, b, weight, messages) in traffic.full_pairs() {
        let (at_a, at_b) = (mapping.slot_of[a as usize], mapping.slot_of[b as usize]);
        let (from, to) = (distances.point(at_a), distances.point(at_b));
        let cost = distances.price(from, to, weight, messages);
        let pair = Pair { a, b, weight, distance: distances.between(from, to) as u64, cost };
        all.cost += pair.cost;
        all.total = all.total.saturating_add(weight);
        let shared = slots.shared(at_a, at_b) as usize;
        let (path_a, path_b) = (slots.path_of(at_a), slots.path_of(at_b));
        for &node in &path_a[..shared] {
            let inside = &mut inside[slots.nodes()[node as usize].level as usize];
            *inside = inside.saturating_add(weight);
        }
        for &node in path_a[shared..].iter().chain(&path_b[shared..]) {
            leaving[node as usize] = leaving[node as usize].saturating_add(weight);
        }
        keep_worst(&mut all.worst, pair);
    }
    let level = |(index, inside): (usize, u64)| {
        let of_level = slots.nodes().iter().zip(&leaving).filter(|(node, _)| node.level == index as u32);
        LevelMetrics {
            level: slots.levels()[index].clone(),
            inside,
            share: if all.total == 0 { 1.0 } else { inside as f64 / all.total as f64 },
            congestion: of_level.map(|(_, &leaving)| leaving).max().unwrap_or(0),
        }
    };
    all.levels = inside.into_iter().enumerate().map(level).collect();
    Ok(all)
}

/// Inserts a pair into the list of the most expensive ones, if it is one. Of equal ones the first stays first.
fn keep_worst(worst: &mut Vec<Pair>, pair: Pair) {
    if worst.len() == WORST && worst[WORST - 1].cost >= pair.cost {
        return;
    }
    let at = worst.partition_point(|other| other.cost >= pair.cost);
    worst.insert(at, pair);
    worst.truncate(WORST);
}
