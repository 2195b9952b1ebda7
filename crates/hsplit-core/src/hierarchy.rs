// SPDX-License-Identifier: MIT OR Apache-2.0
//! Trees of communicators: the result of repeated splits of `MPI_COMM_WORLD`, or the communicators that a program
//! created.
//!
//! RR-9077 §5 works out two examples step by step; this module computes them for any number of ranks without running
//! them. The communicators are in one list, widest first, each with the range of its children in the list, so half a
//! million ranks take about a second, and memory proportional to their number.

use std::ops::Range;
use std::sync::Arc;

use crate::level::Level;
use crate::name::Name;
use crate::ranks::Ranks;

mod created;
pub mod notes;
mod places;

pub use created::Created;

/// One communicator of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Communicator {
    /// Its level; `None` for `MPI_COMM_WORLD`.
    pub level: Option<Arc<Level>>,
    /// The narrowest level that all its members share, if it is known and narrower than `level`: the result of
    /// `MPI_Comm_get_min_hlevel`, and the binding of a process that is split no further.
    pub within: Option<Name>,
    /// The communicator it was split from, as an index into [`Hierarchy::communicators`].
    pub parent: Option<u32>,
    /// Its index among its siblings: the rank of its root among their roots.
    pub index: u32,
    /// The number of siblings, including this one.
    pub siblings: u32,
    /// The rank in `MPI_COMM_WORLD` of its rank 0.
    pub root: u32,
    /// Its members, by their rank in `MPI_COMM_WORLD`.
    pub members: Ranks,
    /// The members that are in no child communicator: the next split gives them `MPI_COMM_NULL`.
    pub stopped: Ranks,
    /// The communicators split from it, as indices into [`Hierarchy::communicators`].
    pub children: Range<u32>,
}

impl Communicator {
    /// Its name: the name of its level, or `MPI_COMM_WORLD`.
    pub fn name(&self) -> &'static str {
        self.level.as_ref().map_or("MPI_COMM_WORLD", |level| level.name().as_str())
    }

    /// The other names of its level, widest first.
    pub(crate) fn merged_names(&self) -> Vec<Name> {
        let Some(level) = &self.level else { return vec![] };
        level.names().iter().copied().filter(|name| *name != level.name()).collect()
    }
}

/// A tree of communicators, `MPI_COMM_WORLD` first. Children of one parent are adjacent, in the order of their indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hierarchy {
    communicators: Vec<Communicator>,
}

impl Hierarchy {
    /// All communicators, parents before children.
    pub fn communicators(&self) -> &[Communicator] {
        &self.communicators
    }

    /// `MPI_COMM_WORLD`.
    pub fn world(&self) -> &Communicator {
        &self.communicators[0]
    }

    /// The communicator with this index.
    pub fn get(&self, number: u32) -> &Communicator {
        &self.communicators[number as usize]
    }

    /// The greatest number of splits of any rank that return a communicator and not `MPI_COMM_NULL`.
    pub fn depth(&self) -> usize {
        let mut depths = vec![0; self.communicators.len()];
        for (at, communicator) in self.communicators.iter().enumerate() {
            depths[at] = communicator.parent.map_or(0, |parent| depths[parent as usize] + 1);
        }
        depths.into_iter().max().unwrap_or(0)
    }
}

fn world(ranks: u32) -> Communicator {
    let all: Vec<u32> = (0..ranks).collect();
    Communicator {
        level: None,
        within: None,
        parent: None,
        index: 0,
        siblings: 1,
        root: 0,
        members: Ranks::from_sorted(&all),
        stopped: Ranks::default(),
        children: 1..1,
    }
}
