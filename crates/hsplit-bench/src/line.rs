// SPDX-License-Identifier: MIT OR Apache-2.0
//! A row or a column of SUMMA's grid, along which panels go from their owners to all others: at once, or from group to
//! group first.

use super::mpi::Comm;

/// How this process's panels get from their owners to the others of a row or a column.
pub struct Line {
    /// Where this process stands in it.
    nth: usize,
    /// The processes that stand in this one's place in their groups, outermost groups first, and how wide these are.
    across: Vec<(Comm, usize)>,
    /// The innermost group, or the whole line.
    within: Comm,
}

/// One of the broadcasts by which a panel comes along a line: in which communicator, and from which of its ranks.
pub type Stage<'a> = (&'a Comm, usize);

impl Line {
    /// Groups of so many neighbours, in each of which there are groups of the next number, and so on; without any, the
    /// whole line is one.
    pub fn new(line: &Comm, widths: &[usize]) -> Self {
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

    /// First to the process that stands in the owner's place in each group, and from there through the group. As many
    /// stages on every process, in some of which it may have no part.
    pub fn stages(&self, owner: usize) -> Vec<Option<Stage<'_>>> {
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
