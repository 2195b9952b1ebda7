// SPDX-License-Identifier: MIT OR Apache-2.0
//! A row or a column of SUMMA's grid, along which panels go from their owners to all others: at once, or from group to
//! group first.

use crate::mpi::Comm;

/// How this process's panels get from their owners to the others of a row or a column.
pub(crate) struct Line {
    /// The place of this process in it.
    nth: usize,
    /// For each level of groups, outermost first: the processes at this one's place in their groups, and the width of
    /// a group.
    across: Vec<(Comm, usize)>,
    /// The innermost group, or the whole line.
    within: Comm,
}

/// One of the broadcasts that carry a panel along a line: its communicator and its root.
pub(crate) type Stage<'a> = (&'a Comm, usize);

impl Line {
    /// Groups of neighbours, of the first width, cut into groups of the next width, and so on. Without widths the whole
    /// line is one group.
    pub(crate) fn new(line: &Comm, widths: &[usize]) -> Self {
        let (mut across, mut within) = (vec![], line.duplicate());
        for &width in widths {
            if width < within.size() {
                let (group, place) = (within.rank() / width, within.rank() % width);
                across.push((within.split(Some(place), group).expect("every rank is in it"), width));
                within = within.split(Some(group), place).expect("every rank is in it");
            }
        }
        Self { nth: line.rank(), across, within }
    }

    /// First to the process at the owner's place in each group, then through the group. Every process has an equal
    /// number of stages; it takes no part in those that are `None`.
    pub(crate) fn stages(&self, owner: usize) -> Vec<Option<Stage<'_>>> {
        let (mut nth, mut owner) = (self.nth, owner);
        let across = self.across.iter().map(|(comm, width)| {
            let stage = (nth % width == owner % width).then_some((comm, owner / width));
            (nth, owner) = (nth % width, owner % width);
            stage
        });
        let mut stages: Vec<_> = across.collect();
        stages.push(Some((&self.within, owner)));
        stages
    }
}
