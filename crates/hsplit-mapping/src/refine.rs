// SPDX-License-Identifier: MIT OR Apache-2.0
//! Swaps that make a mapping cheaper, at its true cost.

use crate::cost::{Distances, Point};
use crate::slots::{NONE, Slots};
use crate::traffic::Traffic;

/// Swaps roles with those that sit near their partners, and with empty slots, until no swap gains.
pub fn refine(
    traffic: &Traffic,
    slots: &Slots,
    distances: &Distances<'_>,
    slot_of: &mut [u32],
    timed_out: &dyn Fn() -> bool,
) {
    let mut ends: Vec<u32> = (0..slots.len() as u32).map(|slot| slots.capacity(slot)).collect();
    (1..ends.len()).for_each(|slot| ends[slot] += ends[slot - 1]);
    let seats = ends.last().copied().unwrap_or(0);
    let first = |slot: u32| if slot == 0 { 0 } else { ends[slot as usize - 1] };
    let mut slot_of_seat = vec![0; seats as usize];
    (0..slots.len() as u32)
        .for_each(|slot| slot_of_seat[first(slot) as usize..ends[slot as usize] as usize].fill(slot));
    let mut role_at = vec![NONE; seats as usize];
    for (role, &slot) in (0..).zip(slot_of.iter()) {
        let seat = (first(slot)..ends[slot as usize]).find(|&seat| role_at[seat as usize] == NONE);
        role_at[seat.expect("a seat for each role") as usize] = role;
    }
    let moved = |role: u32, from: u32, to: u32, other: u32, slot_of: &[u32]| -> i64 {
        if role == NONE {
            return 0;
        }
        let (from, to): (Point, Point) = (distances.point(from), distances.point(to));
        let partners = traffic.row(role).filter(|&(partner, _)| partner != other);
        partners
            .map(|(partner, weight)| {
                let at = distances.point(slot_of[partner as usize]);
                weight as i64 * (distances.between(from, at) - distances.between(to, at))
            })
            .sum()
    };
    let mut gained = true;
    while gained && !timed_out() {
        gained = false;
        for a in 0..seats {
            for b in a + 1..seats.min(a + 64) {
                let (from, to) = (slot_of_seat[a as usize], slot_of_seat[b as usize]);
                let (role, other) = (role_at[a as usize], role_at[b as usize]);
                if from == to {
                    continue;
                }
                if moved(role, from, to, other, slot_of) + moved(other, to, from, role, slot_of) > 0 {
                    role_at.swap(a as usize, b as usize);
                    if role != NONE {
                        slot_of[role as usize] = to;
                    }
                    if other != NONE {
                        slot_of[other as usize] = from;
                    }
                    gained = true;
                }
            }
        }
    }
}
