// SPDX-License-Identifier: MIT OR Apache-2.0
//! An oracle: every query is answered from the definitions, with a search through all ranks.

use std::collections::HashSet;

use hsplit_core::level::canonical;
use hsplit_core::place::{Place, Step};

pub struct Oracle<'a>(pub &'a [Place]);

type Prefix = Vec<u64>;

impl Oracle<'_> {
    fn path(&self, rank: u32) -> Prefix {
        self.0[rank as usize].steps().iter().map(|step| step.instance).collect()
    }

    fn steps(&self, rank: u32) -> &[Step] {
        self.0[rank as usize].steps()
    }

    fn all(&self) -> impl Iterator<Item = u32> + Clone + use<> {
        0..self.0.len() as u32
    }

    /// The index of an instance among its siblings, by their lowest ranks.
    fn index(&self, prefix: &[u64]) -> u64 {
        let (last, parent) = prefix.split_last().expect("a step");
        let mut siblings = vec![];
        for rank in self.all() {
            let path = self.path(rank);
            if path.len() >= prefix.len() && path[..parent.len()] == *parent && !siblings.contains(&path[parent.len()])
            {
                siblings.push(path[parent.len()]);
            }
        }
        siblings.iter().position(|instance| instance == last).expect("has a member") as u64
    }

    pub fn coords(&self, rank: u32) -> Vec<u64> {
        let path = self.path(rank);
        (1..=path.len()).map(|depth| self.index(&path[..depth])).collect()
    }

    pub fn ranks_at(&self, coords: &[u64]) -> Vec<u32> {
        self.all().filter(|&rank| self.coords(rank).starts_with(coords)).collect()
    }

    fn shared(&self, a: u32, b: u32) -> usize {
        self.path(a).iter().zip(&self.path(b)).take_while(|(a, b)| a == b).count()
    }

    pub fn hops(&self, a: u32, b: u32) -> u64 {
        (self.path(a).len() + self.path(b).len() - 2 * self.shared(a, b)) as u64
    }

    pub fn lowest(&self, ranks: &[u32]) -> String {
        let depth = ranks.iter().map(|&rank| self.shared(ranks[0], rank)).min().unwrap_or(0);
        if depth == 0 {
            "System - Cluster".to_owned()
        } else {
            self.steps(ranks[0])[depth - 1].level.name().to_string()
        }
    }

    pub fn neighbours_in(&self, rank: u32, level: &str) -> Vec<u32> {
        let level = canonical(level);
        let Some(depth) = self.steps(rank).iter().rposition(|step| step.level.answers_to(&level)) else {
            return vec![];
        };
        let inside = |&other: &u32| other != rank && self.shared(rank, other) > depth;
        let mut ranks: Vec<u32> = self.all().filter(inside).collect();
        ranks.sort_by_key(|&other| (self.hops(rank, other), other));
        ranks
    }

    pub fn nearest(&self, rank: u32) -> Vec<u32> {
        let others = self.all().filter(|&other| other != rank);
        let Some(least) = others.clone().map(|other| self.hops(rank, other)).min() else { return vec![] };
        others.filter(|&other| self.hops(rank, other) == least).collect()
    }

    pub fn instances(&self, level: &str) -> u32 {
        let mut found: HashSet<Prefix> = HashSet::new();
        for rank in self.all() {
            for (index, step) in self.steps(rank).iter().enumerate() {
                if step.level.name().as_str() == level {
                    found.insert(self.path(rank)[..=index].to_vec());
                }
            }
        }
        found.len() as u32
    }
}
