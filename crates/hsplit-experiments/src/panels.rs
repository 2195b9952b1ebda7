// SPDX-License-Identifier: MIT OR Apache-2.0
//! The panels of one of SUMMA's matrices on one process: its own, and room for those that come from others.

/// Panels of the left or the right matrix, each in one piece.
pub struct Panels {
    /// Which of the owners this process is.
    mine: usize,
    /// Its own, in their order; all owners have as many.
    own: Vec<Vec<f64>>,
    room: Vec<Vec<f64>>,
}

impl Panels {
    /// With room for so many of others.
    pub fn new(mine: usize, own: Vec<Vec<f64>>, room: usize) -> Self {
        let length = own.first().map_or(0, Vec::len);
        Self { mine, own, room: vec![vec![0.0; length]; room] }
    }

    /// Who has panel `k`.
    pub fn owner(&self, k: usize) -> usize {
        k / self.own.len()
    }

    /// What panel `k` is broadcast from, by its owner, or into.
    pub fn take(&mut self, k: usize) -> Vec<f64> {
        if self.owner(k) == self.mine {
            std::mem::take(self.own_one(k))
        } else {
            self.room.pop().expect("room for all that are under way")
        }
    }

    /// When panel `k` is not needed any more.
    pub fn give_back(&mut self, k: usize, panel: Vec<f64>) {
        if self.owner(k) == self.mine { *self.own_one(k) = panel } else { self.room.push(panel) }
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
    fn the_owner_sends_its_own_and_others_have_room() {
        let mut panels = Panels::new(1, vec![vec![1.0, 2.0], vec![3.0, 4.0]], 1);
        assert_eq!((0..6).map(|k| panels.owner(k)).collect::<Vec<_>>(), [0, 0, 1, 1, 2, 2]);
        assert_eq!((panels.take(3), panels.take(2), panels.take(4)), (vec![3.0, 4.0], vec![1.0, 2.0], vec![0.0, 0.0]));
        panels.give_back(4, vec![5.0, 6.0]);
        panels.give_back(3, vec![3.0, 4.0]);
        assert_eq!((panels.take(0), panels.take(3)), (vec![5.0, 6.0], vec![3.0, 4.0]));
    }
}
