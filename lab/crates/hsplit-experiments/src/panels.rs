// SPDX-License-Identifier: MIT OR Apache-2.0
//! The panels of one of SUMMA's matrices on one process: its own, and buffers for those of other processes.

/// Panels of the left or the right matrix, each in one piece.
pub struct Panels {
    /// The number of this process among the owners.
    mine: usize,
    /// Its own panels, in their order. All owners have an equal number of them.
    own: Vec<Vec<f64>>,
    /// Buffers that are not in use.
    free: Vec<Vec<f64>>,
}

impl Panels {
    /// The process's own panels, and as many buffers as panels of other processes are in use at a time.
    pub fn new(mine: usize, own: Vec<Vec<f64>>, buffers: usize) -> Self {
        let length = own.first().map_or(0, Vec::len);
        Self { mine, own, free: vec![vec![0.0; length]; buffers] }
    }

    /// The owner of panel `k`.
    pub fn owner(&self, k: usize) -> usize {
        k / self.own.len()
    }

    /// The buffer for the broadcast of panel `k`: the panel itself on its owner, a free buffer elsewhere.
    pub fn take(&mut self, k: usize) -> Vec<f64> {
        if self.owner(k) == self.mine {
            std::mem::take(self.own_one(k))
        } else {
            self.free.pop().expect("a buffer for each panel in use")
        }
    }

    /// Gives the buffer of panel `k` back after use.
    pub fn give_back(&mut self, k: usize, panel: Vec<f64>) {
        if self.owner(k) == self.mine { *self.own_one(k) = panel } else { self.free.push(panel) }
    }

    fn own_one(&mut self, k: usize) -> &mut Vec<f64> {
        let count = self.own.len();
        &mut self.own[k % count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_owner_sends_its_own_and_others_have_buffers() {
        let mut panels = Panels::new(1, vec![vec![1.0, 2.0], vec![3.0, 4.0]], 1);
        assert_eq!((0..6).map(|k| panels.owner(k)).collect::<Vec<_>>(), [0, 0, 1, 1, 2, 2]);
        assert_eq!((panels.take(3), panels.take(2), panels.take(4)), (vec![3.0, 4.0], vec![1.0, 2.0], vec![0.0, 0.0]));
        panels.give_back(4, vec![5.0, 6.0]);
        panels.give_back(3, vec![3.0, 4.0]);
        assert_eq!((panels.take(0), panels.take(3)), (vec![5.0, 6.0], vec![3.0, 4.0]));
    }
}
