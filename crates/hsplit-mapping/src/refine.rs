// SPDX-License-Identifier: MIT OR Apache-2.0
//! Swaps that reduce the exact cost of a mapping.
//!
//! A slot has as many seats as it takes roles. A role is tried on the seats near each of its partners, in exchange with
//! the role there or on an empty seat. The gain of a swap is computed from the rows of the two roles only.
//!
//! For a role with very many partners, only those with the most traffic are examined, and a role with few partners does
//! not try a swap with one that has very many, because that one tries it. So the work is proportional to the entries of
//! the traffic, even if one role exchanges with all others.

use std::collections::VecDeque;
use std::ops::Range;

use hsplit_core::random::Random;

use crate::cost::{Distances, Point};
use crate::graph::Graph;
use crate::slots::{NONE, Slots};
use crate::watch::Watch;

/// The most seats of the widest node around a partner that a role examines.
const NEAR: u32 = 16;

/// The most places near partners that a role examines.
const PLACES: usize = 32;

/// A role tries a swap with a role that has more partners only if these are at most `TIMES` its own number, or at most
/// [`PARTNERS`].
const TIMES: usize = 4;
const PARTNERS: usize = 64;

/// The most work of a descent for each entry of the matrix. (Ordinary traffic needs a tenth.)
const WORK: u64 = 8192;

/// The assignment of roles to seats.
#[derive(Clone)]
pub struct Seats<'a> {
    graph: &'a Graph,
    distances: &'a Distances<'a>,
    slot_of_seat: Vec<u32>,
    role_at: Vec<u32>,
    seat_of: Vec<u32>,
    point_of: Vec<Point>,
    near: Vec<(u32, u32)>,
    /// The swaps since the last checkpoint, for undoing them.
    log: Vec<(u32, u32)>,
}

impl<'a> Seats<'a> {
    pub fn new(graph: &'a Graph, slots: &Slots, distances: &'a Distances<'a>, slot_of: &[u32]) -> Self {
        let mut starts = vec![0];
        let mut slot_of_seat = vec![];
        for slot in 0..slots.len() as u32 {
            slot_of_seat.resize(slot_of_seat.len() + slots.capacity(slot) as usize, slot);
            starts.push(slot_of_seat.len() as u32);
        }
        let mut next = starts.clone();
        let mut role_at = vec![NONE; slot_of_seat.len()];
        let seat_of: Vec<u32> = slot_of.iter().map(|&slot| (next[slot as usize], next[slot as usize] += 1).0).collect();
        (0..).zip(&seat_of).for_each(|(role, &seat)| role_at[seat as usize] = role);
        let near = (0..slots.len() as u32).map(|slot| near(slots, &starts, slot)).collect();
        let point_of = slot_of.iter().map(|&slot| distances.point(slot)).collect();
        Self { graph, distances, slot_of_seat, role_at, seat_of, point_of, near, log: vec![] }
    }

    /// The slot of each role.
    pub fn slot_of(&self) -> Vec<u32> {
        self.seat_of.iter().map(|&seat| self.slot_of_seat[seat as usize]).collect()
    }

    /// The cost of the mapping.
    pub fn cost(&self) -> i64 {
        let row = |a: usize| {
            let after = self.graph.range(a).filter(move |&entry| a < self.graph.to[entry] as usize);
            let price = |entry| self.price(entry, self.point_of[a], self.point_of[self.graph.to[entry] as usize]);
            after.map(price).sum::<i64>()
        };
        (0..self.graph.len()).map(row).sum()
    }

    /// The gain of moving a role from one point to another, without its traffic with the role that moves the opposite
    /// way.
    #[inline]
    fn gain(&self, role: u32, from: Point, to: Point, other: u32) -> i64 {
        if self.graph.parts.is_some() {
            return self.gain_of_parts(role, from, to, other);
        }
        let mut gain = 0;
        for (partner, weight) in self.graph.row(role as usize) {
            if partner != other as usize {
                let at = self.point_of[partner];
                gain += weight * (self.distances.between(from, at) - self.distances.between(to, at));
            }
        }
        gain
    }

    /// The same if bytes and messages have different costs.
    fn gain_of_parts(&self, role: u32, from: Point, to: Point, other: u32) -> i64 {
        let partner = |entry: usize| self.graph.to[entry];
        let others = self.graph.range(role as usize).filter(|&entry| partner(entry) != other);
        let gain = |entry| {
            let at = self.point_of[partner(entry) as usize];
            self.price(entry, from, at) - self.price(entry, to, at)
        };
        others.map(gain).sum()
    }

    /// The cost of the traffic of an entry of the graph between two points.
    fn price(&self, entry: usize, a: Point, b: Point) -> i64 {
        self.graph.price(self.distances, entry, a, b)
    }

    /// The gain of swapping the roles of two seats.
    pub fn swap_gain(&self, a: u32, b: u32) -> i64 {
        let (from, to) = (self.slot_of_seat[a as usize], self.slot_of_seat[b as usize]);
        if from == to {
            return 0;
        }
        let (from, to) = (self.distances.point(from), self.distances.point(to));
        let (role, other) = (self.role_at[a as usize], self.role_at[b as usize]);
        let own = if role == NONE { 0 } else { self.gain(role, from, to, other) };
        own + if other == NONE { 0 } else { self.gain(other, to, from, role) }
    }

    pub fn swap(&mut self, a: u32, b: u32) {
        self.log.push((a, b));
        self.role_at.swap(a as usize, b as usize);
        for seat in [a, b] {
            let role = self.role_at[seat as usize];
            if role != NONE {
                self.seat_of[role as usize] = seat;
                self.point_of[role as usize] = self.distances.point(self.slot_of_seat[seat as usize]);
            }
        }
    }

    /// The best swap of a role with a seat near one of its partners.
    fn best_swap(&self, role: u32, seen: &mut Vec<(u32, u32)>, watch: &Watch<'_>) -> Option<(u32, i64)> {
        let seat = self.seat_of[role as usize];
        let own = self.graph.range(role as usize).len();
        let most_partners = PARTNERS.max(TIMES * own);
        let mut best = None;
        let mut most = 0;
        seen.clear();
        let mut look_near = |partner: usize| {
            let slot = self.slot_of_seat[self.seat_of[partner] as usize];
            let near = self.near[slot as usize];
            if seen.len() == PLACES || seen.contains(&near) {
                return;
            }
            seen.push(near);
            for other in (Range { start: near.0, end: near.1 }) {
                let partners = self.partners_at(other);
                if partners > most_partners {
                    continue;
                }
                watch.add(1 + own + partners);
                let gain = self.swap_gain(seat, other);
                if gain > most {
                    (most, best) = (gain, Some((other, gain)));
                }
            }
        };
        watch.add(own);
        if own <= PLACES {
            self.graph.row(role as usize).for_each(|(partner, _)| look_near(partner));
        } else {
            self.by_weight(role).into_iter().for_each(look_near);
        }
        best
    }

    fn partners_at(&self, seat: u32) -> usize {
        let role = self.role_at[seat as usize];
        if role == NONE { 0 } else { self.graph.range(role as usize).len() }
    }

    fn by_weight(&self, role: u32) -> Vec<usize> {
        let mut partners: Vec<(i64, usize)> = self.graph.row(role as usize).map(|(to, weight)| (-weight, to)).collect();
        partners.sort_unstable();
        partners.into_iter().map(|(_, partner)| partner).collect()
    }

    /// Repeatedly moves some roles elsewhere and descends from there, and keeps results that are no worse.
    pub fn wander(&mut self, kicks: usize, random: &mut Random, watch: &Watch<'_>) {
        let (roles, seats) = (self.graph.len() as u64, self.slot_of_seat.len() as u64);
        if roles == 0 || seats < 2 {
            return;
        }
        for _ in 0..kicks {
            if watch.is_over() {
                return;
            }
            self.log.clear();
            let mut gained = 0;
            let mut kicked = vec![];
            for _ in 0..2 + random.below(2) {
                let role = random.below(roles) as u32;
                let (seat, other) = (self.seat_of[role as usize], self.somewhere(role, random));
                gained += self.swap_gain(seat, other);
                self.swap(seat, other);
                kicked.extend([role, self.role_at[seat as usize]].into_iter().filter(|&role| role != NONE));
            }
            let around: Vec<u32> = kicked.iter().flat_map(|&role| self.around(role)).collect();
            gained += self.descend(kicked.into_iter().chain(around), watch);
            if gained < 0 {
                let swaps = std::mem::take(&mut self.log);
                swaps.iter().rev().for_each(|&(a, b)| self.swap(a, b));
            }
        }
        self.log.clear();
    }

    /// A target seat for a random move: any seat, or one near a partner.
    fn somewhere(&self, role: u32, random: &mut Random) -> u32 {
        let row = self.graph.range(role as usize);
        if row.is_empty() || random.below(2) == 0 {
            return random.below(self.slot_of_seat.len() as u64) as u32;
        }
        let partner = self.graph.to[row.start + random.below(row.len() as u64) as usize];
        let (first, end) = self.near[self.slot_of_seat[self.seat_of[partner as usize] as usize] as usize];
        first + random.below(u64::from(end - first)) as u32
    }

    fn around(&self, role: u32) -> impl Iterator<Item = u32> + use<'a> {
        let graph = self.graph;
        graph.row(role as usize).map(|(partner, _)| partner as u32)
    }

    /// Swaps until no swap of these roles, or of roles around a swap, has a gain, or until a limit of time or work.
    pub fn descend(&mut self, roles: impl Iterator<Item = u32>, watch: &Watch<'_>) -> i64 {
        let most = watch.work() + WORK * (1 + self.graph.to.len() as u64);
        let mut is_waiting = vec![false; self.graph.len()];
        let is_new = |&role: &u32| !std::mem::replace(&mut is_waiting[role as usize], true);
        let mut waiting: VecDeque<u32> = roles.filter(is_new).collect();
        let (mut seen, mut gained) = (vec![], 0);
        while let Some(role) = waiting.pop_front() {
            is_waiting[role as usize] = false;
            if watch.work() > most || watch.is_over() {
                break;
            }
            let Some((other, gain)) = self.best_swap(role, &mut seen, watch) else { continue };
            gained += gain;
            let seat = self.seat_of[role as usize];
            self.swap(seat, other);
            for seat in [seat, other] {
                let moved = self.role_at[seat as usize];
                if moved == NONE {
                    continue;
                }
                watch.add(self.graph.range(moved as usize).len());
                for role in self.around(moved).chain([moved]) {
                    if !std::mem::replace(&mut is_waiting[role as usize], true) {
                        waiting.push_back(role);
                    }
                }
            }
        }
        gained
    }
}

/// The seats of the widest node around a slot within [`NEAR`]; at least those of the slot's parent if it is small
/// enough.
fn near(slots: &Slots, starts: &[u32], slot: u32) -> (u32, u32) {
    let own = (starts[slot as usize], starts[slot as usize + 1]);
    let nodes = std::iter::once(&0).chain(slots.path_of(slot));
    let ranges = nodes.map(|&node| {
        let node = &slots.nodes()[node as usize];
        (starts[node.first as usize], starts[node.end as usize])
    });
    ranges.into_iter().find(|range| range.1 - range.0 <= NEAR).filter(|range| *range != own).unwrap_or_else(|| {
        let middle = own.0.saturating_sub(NEAR / 2);
        (middle, (middle + NEAR).min(starts[starts.len() - 1]))
    })
}
