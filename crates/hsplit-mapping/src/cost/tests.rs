// SPDX-License-Identifier: MIT OR Apache-2.0
//! Costs by a model with different costs of bytes and messages.

use hsplit_core::random::Random;

use super::*;
use crate::{Options, map, metrics};

fn rate(byte: u64, message: u64) -> Rate {
    Rate { byte, message }
}

/// Two switches of two nodes of two cores.
fn machine() -> Slots {
    let places: Vec<Vec<u32>> = (0..8).map(|core| vec![core / 4, core / 2, core]).collect();
    Slots::from_places(&["Switch", "Machine", "Core"].map(str::to_owned), &places)
}

fn model(system: Rate, switch: Rate, machine: Rate) -> Cost {
    Cost::Model([("System", system), ("Switch", switch), ("Machine", machine)].map(|(l, r)| (l.to_owned(), r)).into())
}

/// The cost of a mapping, computed without distances, from the nodes and switches of cores.
fn cost_of(traffic: &Traffic, slot_of: &[u32], rates: [Rate; 3]) -> u128 {
    let of_pair = |(a, b, bytes, messages): (u32, u32, u64, u64)| {
        let (a, b) = (slot_of[a as usize], slot_of[b as usize]);
        let rate = rates[usize::from(a / 4 == b / 4) + usize::from(a / 2 == b / 2)];
        u128::from(bytes * rate.byte + messages * rate.message)
    };
    traffic.full_pairs().map(of_pair).sum()
}

fn least(traffic: &Traffic, slot_of: &mut Vec<u32>, free: &mut Vec<u32>, rates: [Rate; 3]) -> u128 {
    if slot_of.len() == traffic.roles() {
        return cost_of(traffic, slot_of, rates);
    }
    let mut best = u128::MAX;
    for index in 0..free.len() {
        slot_of.push(free.swap_remove(index));
        best = best.min(least(traffic, slot_of, free, rates));
        free.extend(slot_of.pop());
        let last = free.len() - 1;
        free.swap(index, last);
    }
    best
}

#[test]
fn latencies_decide_where_messages_are_many_and_rates_where_they_are_large() {
    let bytes = Traffic::from_arcs(4, [(0, 1, 1_000_000), (2, 3, 1_000_000), (0, 2, 900_000), (1, 3, 900_000)]);
    let messages = Traffic::from_arcs(4, [(0, 1, 1), (2, 3, 1), (0, 2, 1000), (1, 3, 1000)]);
    let traffic = bytes.with_messages(&messages);
    let slots = Slots::from_places(
        &["Machine", "Core"].map(str::to_owned),
        &(0..4).map(|core| vec![core / 2, core]).collect::<Vec<_>>(),
    );
    let node_of = |outside: Rate| {
        let levels = [("System", outside), ("Machine", rate(1, 1))].map(|(level, rate)| (level.to_owned(), rate));
        let options = Options { cost: Cost::Model(levels.into()), ..Options::default() };
        let mapping = map(&traffic, &slots, None, &options, &|| false).expect("four slots");
        (0..4).map(|role| mapping.slot_of[role] / 2 == mapping.slot_of[0] / 2).collect::<Vec<_>>()
    };
    assert_eq!(node_of(rate(10, 10)), [true, true, false, false]);
    assert_eq!(node_of(rate(10, 1000)), [true, false, true, false]);
}

#[test]
fn few_roles_are_mapped_as_cheaply_as_all_orders_allow() {
    let mut random = Random(11);
    let slots = machine();
    for _ in 0..12 {
        let arc = |random: &mut Random, most: u64| (random.below(6) as u32, random.below(6) as u32, random.below(most));
        let bytes: Vec<_> = (0..9).map(|_| arc(&mut random, 1 << 20)).collect();
        let messages: Vec<_> = (0..9).map(|_| arc(&mut random, 100)).collect();
        let traffic = Traffic::from_arcs(6, bytes).with_messages(&Traffic::from_arcs(6, messages));
        let [system, switch, node] = [(80, 90_000_000), (80, 900_000), (10, 300_000)].map(|(b, m)| rate(b, m));
        let options = Options { cost: model(system, switch, node), ..Options::default() };
        let mapping = map(&traffic, &slots, None, &options, &|| false).expect("eight slots");
        let found = metrics(&traffic, &slots, &mapping, &options.cost).expect("costs").cost;
        assert_eq!(found, cost_of(&traffic, &mapping.slot_of, [system, switch, node]));
        assert_eq!(found, least(&traffic, &mut vec![], &mut (0..8).collect(), [system, switch, node]));
    }
}

#[test]
fn a_level_costs_what_the_links_across_it_do() {
    let slots = machine();
    let inside = vec![rate(9, 300), rate(11, 100), rate(10, 200)];
    // Slots 0 and 2 are on two nodes of one switch; slot 4 is on the other switch.
    let between = vec![
        (Some((0, 2)), rate(20, 1000)),
        (Some((0, 4)), rate(80, 9000)),
        (Some((2, 6)), rate(82, 9200)),
        (Some((1, 5)), rate(81, 9100)),
        (None, rate(1, 1)),
    ];
    let cost = Cost::of_links(&slots, &Links { inside, between });
    assert_eq!(cost, Ok(model(rate(81, 9100), rate(20, 1000), rate(10, 200))));
    // Single levels and the inside of nodes have no measurements.
    let all = |rate| Links { inside: vec![], between: vec![(None, rate)] };
    assert_eq!(Cost::of_links(&slots, &all(rate(7, 8))), Ok(model(rate(7, 8), rate(7, 8), rate(7, 8))));
    assert_eq!(Cost::of_links(&slots, &Links::default()), Err(MapError::NoLink));
}

#[test]
fn the_largest_numbers_do_not_overflow() {
    let slots = machine();
    let most = |weight| Traffic::from_arcs(8, (0..8).flat_map(|a| (0..a).map(move |b| (a, b, weight))));
    let traffic = most(u64::MAX >> 6).with_messages(&most(1 << 40));
    let huge = rate(u64::MAX, u64::MAX);
    let options = Options { cost: model(huge, rate(1000, 1_000_000_000), rate(0, 0)), ..Options::default() };
    let mapping = map(&traffic, &slots, None, &options, &|| false).expect("eight slots");
    assert!(metrics(&traffic, &slots, &mapping, &options.cost).expect("costs").cost > 0);
}
