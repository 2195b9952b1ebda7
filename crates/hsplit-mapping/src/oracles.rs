// SPDX-License-Identifier: MIT OR Apache-2.0
//! Mappings compared with known optima: the thesis's examples, all orders, all groupings, annealing, hidden structures.

use hsplit_core::random::Random;
use proptest::prelude::*;

use crate::cost::Distances;
use crate::graph::Graph;
use crate::group::{grouping, groups};
use crate::refine::Seats;
use crate::{Cost, Grid, MapError, Mapping, Options, Slots, Traffic, map, map_grid, metrics};

fn machine(arities: &[u32]) -> Slots {
    let levels: Vec<String> = (0..arities.len()).map(|level| format!("Level{level}")).collect();
    let path = |leaf: u32| {
        let mut rest = leaf;
        let mut path: Vec<u32> = arities.iter().rev().map(|arity| (rest % arity, rest /= arity).0).collect();
        path.reverse();
        path
    };
    Slots::from_places(&levels, &(0..arities.iter().product()).map(path).collect::<Vec<_>>())
}

fn mapped(traffic: &Traffic, slots: &Slots) -> Mapping {
    let mapping = map(traffic, slots, None, &Options::default(), &|| false).expect("a mapping");
    mapping.check(traffic.roles(), slots).expect("a mapping");
    mapping
}

fn cost(traffic: &Traffic, slots: &Slots, slot_of: &[u32]) -> u128 {
    metrics(traffic, slots, &Mapping { slot_of: slot_of.to_vec() }, &Cost::Hops).expect("a mapping").cost
}

/// Figure 3.15 (b).
fn example() -> Traffic {
    #[rustfmt::skip]
    let rows = [
        [0, 1000, 10, 1, 100, 1, 1, 1], [1000, 0, 1000, 1, 1, 100, 1, 1],
        [10, 1000, 0, 1000, 1, 1, 100, 1], [1, 1, 1000, 0, 1, 1, 1, 100],
        [100, 1, 1, 1, 0, 1000, 10, 1], [1, 100, 1, 1, 1000, 0, 1000, 1],
        [1, 1, 100, 1, 10, 1000, 0, 1000], [1, 1, 1, 100, 1, 1, 1000, 0],
    ];
    let upper = |a: usize| (a + 1..8).map(move |b| (a as u32, b as u32, rows[a][b]));
    Traffic::from_arcs(8, (0..8).flat_map(upper))
}

#[test]
fn figures_3_15_to_3_18() {
    let traffic = example();
    // Level by level: the groups, and the matrices between them in figure 3.17.
    let pairs = groups(&traffic, 2);
    assert_eq!(pairs, [[0, 1], [2, 3], [4, 5], [6, 7]]);
    let between = traffic.between(4, &[0, 0, 1, 1, 2, 2, 3, 3]);
    let expected = [(0, 1, 1012), (0, 2, 202), (0, 3, 4), (1, 2, 4), (1, 3, 202), (2, 3, 1012)];
    assert_eq!(between.pairs().collect::<Vec<_>>(), expected);
    let halves = groups(&between, 3);
    assert_eq!(halves, [[0, 1], [2, 3]]);
    let last = between.between(2, &[0, 0, 1, 1]);
    assert_eq!(last.pairs().collect::<Vec<_>>(), [(0, 1, 412)]);

    let slots = machine(&[2, 3, 2]);
    let sequential: Vec<u32> = (0..8).collect();
    let dealt: Vec<u32> = (0..8).map(|role| role % 2 * 6 + role / 2).collect();
    assert_eq!([cost(&traffic, &slots, &sequential), cost(&traffic, &slots, &dealt)], [20_180, 37_720]);
    let grouped = grouping(&traffic, &slots).expect("an even tree");
    assert_eq!((&grouped[..], cost(&traffic, &slots, &grouped)), (&[0, 1, 2, 3, 6, 7, 8, 9][..], 18_568));
    assert_eq!(cost(&traffic, &slots, &mapped(&traffic, &slots).slot_of), 18_568);
    assert_eq!(best_grouping(&traffic, &[2, 3, 2]), 18_568);
}

/// Figure 3.21 and table 3.2: six nodes of two cores below two switches; node 3 is busy.
#[test]
fn table_3_2() {
    let pairs = [(0, 1, 20), (0, 3, 2000), (1, 2, 1000), (2, 3, 10)];
    // The traffic between two pairs of processes, from each process of one to each of the other.
    let arcs = pairs
        .iter()
        .flat_map(|&(a, b, weight)| [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(x, y)| (2 * a + x, 2 * b + y, weight)));
    let inside = (0..4).map(|pair| (2 * pair, 2 * pair + 1, 5000));
    let traffic = Traffic::from_arcs(8, arcs.chain(inside));
    let free = [0, 1, 2, 4, 5];
    let places: Vec<Vec<u32>> = free.iter().flat_map(|&node| [0, 1].map(|core| vec![node / 3, node, core])).collect();
    let slots = Slots::from_places(&["Switch", "Machine", "Core"].map(str::to_owned), &places);
    let mapping = mapped(&traffic, &slots);
    let above = |role: usize, level| slots.ancestor(mapping.slot_of[role], level).expect("a level");
    for pair in 0..4 {
        assert_eq!(above(2 * pair, 1), above(2 * pair + 1, 1), "pair {pair} is on one node");
    }
    let switches = [0, 2, 4, 6].map(|role| above(role, 0));
    assert!(switches[0] == switches[3] && switches[1] == switches[2] && switches[0] != switches[1], "{switches:?}");
}

/// The least cost of all groupings of roles into groups, these into larger ones, and so on: branch and bound over the
/// orders of leaves in which the members of a node, and the nodes below a node, ascend by their lowest roles.
fn best_grouping(traffic: &Traffic, arities: &[u32]) -> u128 {
    let slots = machine(arities);
    let mut search = Search { traffic, slots: &slots, best: u128::MAX, slot_of: vec![u32::MAX; traffic.roles()] };
    search.place(0, 0, &mut vec![0; slots.len()]);
    search.best
}

/// A search over every role on every slot that is not equivalent to an earlier one.
struct Search<'a> {
    traffic: &'a Traffic,
    slots: &'a Slots,
    best: u128,
    slot_of: Vec<u32>,
}

impl Search<'_> {
    fn place(&mut self, role: u32, so_far: u128, used: &mut Vec<u32>) {
        if so_far >= self.best {
            return;
        }
        if role as usize == self.traffic.roles() {
            self.best = so_far;
            return;
        }
        for slot in 0..self.slots.len() as u32 {
            if used[slot as usize] == self.slots.capacity(slot) || self.has_equal(slot, used) {
                continue;
            }
            let placed = self.traffic.row(role).filter(|&(partner, _)| partner < role);
            let own = |(partner, weight): (u32, u64)| {
                u128::from(weight) * u128::from(self.slots.hops(slot, self.slot_of[partner as usize]))
            };
            let more: u128 = placed.map(own).sum();
            used[slot as usize] += 1;
            self.slot_of[role as usize] = slot;
            self.place(role + 1, so_far + more, used);
            used[slot as usize] -= 1;
        }
    }

    /// True if an empty slot before this one has the same distances to all others, so that the two are equivalent.
    fn has_equal(&self, slot: u32, used: &[u32]) -> bool {
        let others = |other: u32| (0..self.slots.len() as u32).filter(move |&third| third != slot && third != other);
        let is_alike = |other: u32| {
            self.slots.capacity(other) == self.slots.capacity(slot)
                && others(other).all(|third| self.slots.hops(other, third) == self.slots.hops(slot, third))
        };
        used[slot as usize] == 0 && (0..slot).any(|other| used[other as usize] == 0 && is_alike(other))
    }
}

/// Random traffic of 2 to `most` roles, and a random tree of slots with capacity for all of them.
fn case(random: &mut Random, most: u64) -> (Traffic, Slots) {
    let roles = 2 + random.below(most - 1);
    let depth = 1 + random.below(3);
    let seats = roles + random.below(4);
    let full = random.below(4) > 0;
    let place = |random: &mut Random| {
        let steps = if full { depth } else { random.below(depth + 1) };
        (0..steps).map(|_| random.below(3) as u32).collect::<Vec<u32>>()
    };
    let places: Vec<Vec<u32>> = (0..seats).map(|_| place(random)).collect();
    let levels: Vec<String> = (0..depth).map(|level| format!("Level{level}")).collect();
    let density = 1 + random.below(4);
    let mut arcs = vec![];
    for a in 0..roles as u32 {
        for b in 0..a {
            arcs.extend((random.below(4) < density).then(|| (a, b, 1 + random.below(1000))));
        }
    }
    (Traffic::from_arcs(roles as usize, arcs), Slots::from_places(&levels, &places))
}

/// Among the first `cases` random cases with up to `most` roles: the number that are mapped optimally, and the worst
/// ratio to the optimum.
fn against_all_orders(cases: u64, most: u64) -> (u64, f64) {
    let (mut optimal, mut worst) = (0, 1.0_f64);
    for seed in 0..cases {
        let (traffic, slots) = case(&mut Random(seed), most);
        let own = cost(&traffic, &slots, &mapped(&traffic, &slots).slot_of);
        let mut search =
            Search { traffic: &traffic, slots: &slots, best: own + 1, slot_of: vec![u32::MAX; traffic.roles()] };
        search.place(0, 0, &mut vec![0; slots.len()]);
        assert!(search.best <= own, "seed {seed}: the search did not find {own}");
        optimal += u64::from(own == search.best);
        worst = worst.max(if own == search.best { 1.0 } else { own as f64 / search.best as f64 });
    }
    (optimal, worst)
}

/// With `MAPPING_CASES=10000` many more cases.
#[test]
fn few_roles_are_mapped_as_well_as_can_be() {
    let cases = std::env::var("MAPPING_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(60);
    let (optimal, worst) = against_all_orders(cases, if cases > 60 { 9 } else { 7 });
    println!("{optimal} of {cases} optimal, the worst {worst:.4} times the optimum");
    assert!(optimal * 100 >= cases * 95 && worst <= 1.05, "{optimal} of {cases}, worst {worst}");
}

/// The cost that simulated annealing reaches with `swaps` swaps.
fn annealed(traffic: &Traffic, slots: &Slots, swaps: u64) -> u128 {
    let distances = Distances::new(slots, &Cost::Hops).expect("hops");
    let (graph, role_of) = Graph::of(traffic, None, 0);
    let start: Vec<u32> = role_of.iter().map(|&role| slots.slot_of_place(role)).collect();
    let mut seats = Seats::new(&graph, slots, &distances, &start);
    let mut random = Random(1);
    let count = slots.total_capacity();
    let first = (0..200).map(|_| seats.swap_gain(random.below(count) as u32, random.below(count) as u32).abs());
    let hot = first.max().unwrap_or(1) as f64;
    let (mut at, mut best) = (seats.cost(), seats.cost());
    for step in 0..swaps {
        let heat = hot * (1e-4_f64).powf(step as f64 / swaps as f64);
        let (a, b) = (random.below(count) as u32, random.below(count) as u32);
        let gain = seats.swap_gain(a, b);
        if gain >= 0 || random.fraction() < (gain as f64 / heat).exp() {
            seats.swap(a, b);
            at -= gain;
            best = best.min(at);
        }
    }
    best as u128
}

fn hidden(traffic: &Traffic) -> Traffic {
    let order: Vec<u32> = Random(5).order(traffic.roles()).into_iter().map(|role| role as u32).collect();
    traffic.renumbered(&order)
}

fn ring(first: u32, length: u32, weight: u64) -> impl Iterator<Item = (u32, u32, u64)> {
    (0..length).map(move |step| (first + step, first + (step + 1) % length, weight))
}

#[test]
fn hidden_structures_are_found() {
    // Blocks of roles that all exchange with each other, one block for each node.
    let all = |first: u32| (0..8).flat_map(move |a| (0..a).map(move |b| (first + a, first + b, 100)));
    let blocks = (0..32).flat_map(|block| all(8 * block)).chain((0..256).map(|role| (role, (role * 5 + 3) % 256, 1)));
    // The rings of the thesis (3.1.2): eight roles pass a token, and the first roles of all rings exchange with each
    // other.
    let leaders = (0..32).flat_map(|a| (0..a).map(move |b| (8 * a, 8 * b, 1)));
    let rings = (0..32).flat_map(|group| ring(8 * group, 8, 1000)).chain(leaders);
    let torus =
        (0..16).flat_map(|row| ring(16 * row, 16, 10)).chain((0..256).map(|role| (role, (role + 16) % 256, 10)));
    for (name, arcs) in [("blocks", blocks.collect::<Vec<_>>()), ("rings", rings.collect()), ("torus", torus.collect())]
    {
        let traffic = Traffic::from_arcs(256, arcs);
        let slots = machine(if name == "torus" { &[4, 4, 4, 4] } else { &[4, 8, 8] });
        let planted: Vec<u32> = match name {
            "torus" => (0..256).map(|role: u32| quarters(role / 16, role % 16)).collect(),
            _ => (0..256).collect(),
        };
        let planted = cost(&traffic, &slots, &planted);
        let hidden = hidden(&traffic);
        let own = cost(&hidden, &slots, &mapped(&hidden, &slots).slot_of);
        assert!(own <= planted, "{name}: {own} against {planted}");
    }
}

/// The number of a square of a 16 by 16 board, in recursive quarters.
fn quarters(row: u32, column: u32) -> u32 {
    (0..4).map(|bit| ((row >> bit & 1) * 2 + (column >> bit & 1)) << (2 * bit)).sum()
}

/// With `MAPPING_CASES` ten million swaps.
#[test]
fn annealing_finds_nothing_much_better() {
    let swaps = if std::env::var_os("MAPPING_CASES").is_some() { 10_000_000 } else { 50_000 };
    for (roles, arities) in [(64_u32, &[4, 2, 8][..]), (250, &[8, 4, 8])] {
        let mut random = Random(u64::from(roles));
        let pair = |random: &mut Random| (random.below(u64::from(roles)) as u32, random.below(u64::from(roles)) as u32);
        let arcs: Vec<_> = (0..4 * roles).map(|_| (pair(&mut random), 1 + random.below(100))).collect();
        let traffic = Traffic::from_arcs(roles as usize, arcs.into_iter().map(|((a, b), weight)| (a, b, weight)));
        let slots = machine(arities);
        let own = cost(&traffic, &slots, &mapped(&traffic, &slots).slot_of) as f64;
        let rival = annealed(&traffic, &slots, swaps) as f64;
        println!("{roles} roles: {own} against {rival} by annealing");
        assert!(own <= 1.02 * rival, "{roles} roles: {own} against {rival}");
    }
}

/// The hosts of a torus, with `cores` cores each.
fn torus(dims: &[u64], cores: u32) -> Slots {
    let hosts = dims.iter().product::<u64>();
    let places: Vec<Vec<u32>> =
        (0..hosts as u32).flat_map(|host| (0..cores).map(move |core| vec![host, core])).collect();
    let position = |place: u64| {
        let position = place / u64::from(cores);
        Some(hsplit_core::network::NetworkPosition { dims: dims.into(), position, is_torus: true })
    };
    let positions: Vec<_> = (0..places.len() as u64).map(position).collect();
    Slots::from_places(&["Machine", "Core"].map(str::to_owned), &places).with_network(&positions)
}

#[test]
fn a_torus_on_a_torus_costs_its_links() {
    for (dims, traffic_dims) in [([8, 8, 1], [8, 8, 1]), ([4, 4, 4], [4, 4, 4]), ([8, 4, 2], [4, 2, 8])] {
        let slots = torus(&dims, 1);
        let grid = Grid::star(&traffic_dims, &[true; 3], &[1; 3]);
        let traffic = hidden(&grid.traffic());
        // One hop for each link, and the paths from both cores to their hosts.
        let links = 3 * u128::from(traffic.total());
        let own = cost(&traffic, &slots, &mapped(&traffic, &slots).slot_of);
        assert!(own >= links && own * 100 <= links * 112, "{dims:?}: {own} against {links}");
        let known = map_grid(&grid, &slots, None, &Options::default(), &|| false).expect("a mapping");
        assert_eq!(cost(&grid.traffic(), &slots, &known.slot_of), links, "{dims:?}");
    }
}

#[test]
fn the_present_order_stays_unless_another_is_cheaper() {
    let slots = machine(&[4, 4]);
    let traffic = Traffic::from_arcs(16, (0..16).map(|role| (role, (role + 1) % 16, 7)));
    let options = |threshold| Options { threshold, ..Options::default() };
    let with = |present: &[u32], threshold| {
        map(&traffic, &slots, Some(&Mapping { slot_of: present.to_vec() }), &options(threshold), &|| false)
    };
    let identity: Vec<u32> = (0..16).collect();
    assert_eq!(with(&identity, 0.0).unwrap().slot_of, identity);
    let mut swapped = identity.clone();
    swapped.swap(0, 15);
    assert_eq!(cost(&traffic, &slots, &swapped) - cost(&traffic, &slots, &identity), 2 * 2 * 7);
    let better = with(&swapped, 0.01).unwrap().slot_of;
    assert_eq!(cost(&traffic, &slots, &better), cost(&traffic, &slots, &identity));
    assert_eq!(with(&swapped, 0.5).unwrap().slot_of, swapped);
    assert_eq!(with(&[0; 16], 0.0), Err(MapError::Full(0, 1)));
    assert_eq!(with(&[0; 15], 0.0), Err(MapError::Roles(15, 16)));
    assert_eq!(with(&[16; 16], 0.0), Err(MapError::NoSlot(0, 16, 16)));
    let none = Options { cost: Cost::Levels(vec![("Rack".to_owned(), 1)]), ..Options::default() };
    assert_eq!(map(&traffic, &slots, None, &none, &|| false), Err(MapError::NoLevel("Rack".to_owned())));
    let (nothing, nowhere) = (Traffic::from_arcs(0, []), Slots::from_places(&["Core".to_owned()], &[]));
    for machine in [&nowhere, &slots] {
        let free = map(&nothing, machine, None, &Options::default(), &|| false);
        assert_eq!(free.map(|mapping| mapping.slot_of), Ok(vec![]));
    }
    let few = machine(&[3, 5]);
    assert_eq!(map(&traffic, &few, None, &Options::default(), &|| false), Err(MapError::TooManyRoles(16, 15)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 12 } else { 128 }))]
    #[test]
    fn any_tree_takes_any_traffic(seed in any::<u64>(), roles in 0_u32..60, spare in 0_usize..40) {
        let late = seed % 2 == 0;
        let mut random = Random(seed);
        let places = (0..roles as usize + spare).map(|_| {
            (0..random.below(5)).map(|_| random.below(4) as u32).collect::<Vec<u32>>()
        });
        let places: Vec<Vec<u32>> = places.collect();
        let levels: Vec<String> = (0..4).map(|level| format!("Level{level}")).collect();
        let slots = Slots::from_places(&levels, &places);
        let heavy = random.below(8) == 0;
        let weight = |random: &mut Random| if heavy { u64::MAX - random.below(9) } else { random.below(1000) };
        let arc = |random: &mut Random| {
            let (a, b) = (random.below(u64::from(roles.max(1))), random.below(u64::from(roles.max(1))));
            (a as u32, b as u32, weight(random))
        };
        let count = if roles == 0 { 0 } else { random.below(300) };
        let arcs: Vec<_> = (0..count).map(|_| arc(&mut random)).collect();
        let traffic = Traffic::from_arcs(roles as usize, arcs);
        let levels_cost = Cost::Levels(vec![("Level0".to_owned(), 9), ("Level2".to_owned(), 4)]);
        for cost in [Cost::Hops, levels_cost] {
            let options = Options { cost: cost.clone(), seed, ..Options::default() };
            let present = Mapping::identity(roles as usize, &slots).unwrap();
            let free = map(&traffic, &slots, None, &options, &|| late).unwrap();
            prop_assert_eq!(free.check(roles as usize, &slots), Ok(()));
            prop_assert_eq!(&free, &map(&traffic, &slots, None, &options, &|| late).unwrap());
            let kept = map(&traffic, &slots, Some(&present), &options, &|| late).unwrap();
            let worth = |mapping: &Mapping| metrics(&traffic, &slots, mapping, &cost).unwrap().cost;
            prop_assert!(worth(&kept) <= worth(&present));
            let mut places = kept.places(&slots);
            prop_assert!(places.iter().zip(&kept.slot_of).all(|(&place, &slot)| slots.slot_of_place(place) == slot));
            places.sort_unstable();
            places.dedup();
            prop_assert_eq!(places.len(), roles as usize);
        }
    }
}
