// SPDX-License-Identifier: MIT OR Apache-2.0
//! The arcs that a reader has found, with the same limits for all formats: a header with an absurd size allocates no
//! memory, and a text of such a size is refused before it does.

use crate::traffic::Traffic;

/// The most roles, more than any machine has had ranks.
pub(super) const MOST_ROLES: u64 = if cfg!(fuzzing) { 1 << 10 } else { 8_000_000 };
/// The most arcs, which take 16 bytes each.
const MOST_ARCS: usize = if cfg!(fuzzing) { 1 << 12 } else { 1 << 27 };
/// The largest weight: an `f64` represents all whole numbers up to it.
const MOST_WEIGHT: f64 = (1u64 << 53) as f64;
/// The largest sum of all weights, which leaves bits for distances.
const MOST_TOTAL: f64 = (1u64 << 56) as f64;
/// The most decimal places that are kept.
const MOST_DIGITS: u32 = 9;

#[derive(Clone, Debug, Default)]
pub(super) struct Arcs {
    roles: usize,
    list: Vec<(u32, u32, f64)>,
    total: f64,
    /// The number of decimal places of the weights.
    digits: u32,
}

impl Arcs {
    pub(super) fn roles(&self) -> usize {
        self.roles
    }

    /// Raises the number of roles to at least this number.
    pub(super) fn hold(&mut self, roles: u64) -> Result<(), String> {
        if roles > MOST_ROLES {
            return Err(format!("{roles} ranks are more than {MOST_ROLES}"));
        }
        self.roles = self.roles.max(roles as usize);
        Ok(())
    }

    /// Adds an arc between two roles. An arc from a role to itself, or with weight 0, is ignored.
    pub(super) fn push(&mut self, from: u32, to: u32, weight: f64) -> Result<(), String> {
        if !(0.0..=MOST_WEIGHT).contains(&weight) {
            return Err(if weight < 0.0 { "a weight below 0" } else { "a weight above 2^53" }.to_owned());
        }
        if from == to || weight == 0.0 {
            return Ok(());
        }
        if self.list.len() == MOST_ARCS {
            return Err(format!("more than {MOST_ARCS} entries"));
        }
        self.total += weight;
        if self.total > MOST_TOTAL {
            return Err("the sum of all weights is above 2^56".to_owned());
        }
        if weight.fract() != 0.0 {
            self.digits = self.digits.max(digits(weight));
        }
        self.list.push((from, to, weight));
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(super) fn and(mut self, mut other: Self) -> Self {
        self.list.append(&mut other.list);
        let (roles, digits) = (self.roles.max(other.roles), self.digits.max(other.digits));
        Self { roles, digits, list: self.list, total: self.total + other.total }
    }

    /// For each pair the larger of its weights in the two lists.
    pub(super) fn larger(mut self, mut other: Self) -> Self {
        other.add_up();
        self.add_up();
        let pairs = |arc: &(u32, u32, f64)| (arc.0, arc.1);
        for arc in &mut self.list {
            if let Ok(at) = other.list.binary_search_by_key(&pairs(arc), pairs) {
                arc.2 = arc.2.max(std::mem::take(&mut other.list[at].2));
            }
        }
        other.list.retain(|arc| arc.2 > 0.0);
        self.and(other)
    }

    fn add_up(&mut self) {
        self.list.sort_unstable_by_key(|&(from, to, _)| (from, to));
        self.list.dedup_by(|later, first| {
            let is_same = (later.0, later.1) == (first.0, first.1);
            first.2 += if is_same { later.2 } else { 0.0 };
            is_same
        });
    }

    /// The factor that makes all weights whole, if the sum stays within the limit; otherwise a smaller one.
    pub(super) fn scale(&self) -> u64 {
        let scale = |digits: &u32| 10u64.pow(*digits);
        let fits = |digits: &u32| self.total * scale(digits) as f64 <= MOST_TOTAL;
        (0..=self.digits).rev().find(fits).map_or(1, |digits| scale(&digits))
    }

    pub(super) fn into_traffic(self, roles: usize, scale: u64) -> Traffic {
        let whole = |(from, to, weight): (u32, u32, f64)| (from, to, (weight * scale as f64).round() as u64);
        Traffic::from_arcs(roles, self.list.into_iter().map(whole))
    }
}

fn digits(weight: f64) -> u32 {
    let is_whole = |digits: &u32| {
        let scaled = weight * 10f64.powi(*digits as i32);
        (scaled - scaled.round()).abs() <= scaled * 1e-12
    };
    (1..MOST_DIGITS).find(is_whole).unwrap_or(MOST_DIGITS)
}
