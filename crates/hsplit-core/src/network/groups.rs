// SPDX-License-Identifier: MIT OR Apache-2.0
//! Disjoint sets of switches. The switch with the lowest number represents its group.

pub(super) struct Groups(Vec<usize>);

impl Groups {
    pub(super) fn new(switches: usize) -> Self {
        Self((0..switches).collect())
    }

    pub(super) fn root(&mut self, mut switch: usize) -> usize {
        while self.0[switch] != switch {
            self.0[switch] = self.0[self.0[switch]];
            switch = self.0[switch];
        }
        switch
    }

    pub(super) fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }

    /// The members of each group, at the index of its representative.
    pub(super) fn members(&mut self) -> Vec<Vec<usize>> {
        let mut members = vec![vec![]; self.0.len()];
        (0..self.0.len()).for_each(|switch| members[self.root(switch)].push(switch));
        members
    }
}
