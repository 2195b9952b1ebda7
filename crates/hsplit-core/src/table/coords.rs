// SPDX-License-Identifier: MIT OR Apache-2.0
//! Coordinates of ranks, and the ranks at coordinates.

use super::Table;
use crate::name::Name;
use crate::network::NetworkPosition;

impl<B: AsRef<[u8]>> Table<B> {
    /// The coordinates of a rank: at each of its levels, widest first, the number of its instance among the siblings
    /// that have members.
    pub fn coords(&self, rank: u32) -> impl ExactSizeIterator<Item = (Name, u64)> + '_ {
        let path = self.path(rank);
        let mut coords = path.coords();
        path.shape.levels.iter().map(move |level| (level.name(), coords.next().unwrap_or(0)))
    }

    /// The ranks whose coordinates begin with `coords`, in ascending order; all ranks if it is empty.
    pub fn ranks_at(&self, coords: &[u64]) -> Vec<u32> {
        let mut ranks: Vec<u32> = self.below(coords).map(|index| self.at(index)).collect();
        ranks.sort_unstable();
        ranks
    }

    /// The position of a rank's node in the network, if a source of coordinates contains it.
    pub fn network(&self, rank: u32) -> Option<NetworkPosition> {
        self.path(rank).network()
    }

    /// The ranks whose nodes are at these coordinates of the network, in ascending order. In a network of switches
    /// there may be fewer coordinates, for the ranks of all nodes below that switch.
    pub fn ranks_at_network(&self, coords: &[u64]) -> Vec<u32> {
        let is_there = |network: &NetworkPosition| {
            let own = network.coords();
            if network.is_torus { own == coords } else { own.starts_with(coords) }
        };
        (0..self.ranks()).filter(|&rank| self.network(rank).as_ref().is_some_and(is_there)).collect()
    }
}
