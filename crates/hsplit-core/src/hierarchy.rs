// SPDX-License-Identifier: MIT OR Apache-2.0
//! Trees of communicators: what repeated splits of `MPI_COMM_WORLD` give, or what a program has really created.
//!
//! RR-9077 §5 works out two examples step by step; this does it for any number of ranks, without running them. The
//! communicators are in one list, widest first, each with the place of its children in the list, so that half a million
//! ranks are a matter of a second and of memory that grows with their number alone.

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
    /// Its level; `None`: `MPI_COMM_WORLD`.
    pub level: Option<Arc<Level>>,
    /// The narrowest level that all its members share, where that is known and narrower than `level`: the answer of
    /// `MPI_Comm_get_min_hlevel`, and where a process that goes no deeper is bound.
    pub within: Option<Name>,
    /// The communicator it was split from, by its number in [`Hierarchy::communicators`].
    pub parent: Option<u32>,
    /// Its number among its siblings: the rank of its root among their roots.
    pub index: u32,
    /// How many siblings there are, this one counted.
    pub siblings: u32,
    /// The rank in `MPI_COMM_WORLD` of its rank 0.
    pub root: u32,
    /// Its members, by their rank in `MPI_COMM_WORLD`.
    pub members: Ranks,
    /// The members that are in no communicator below this one: the next split gives them `MPI_COMM_NULL`.
    pub stopped: Ranks,
    /// The communicators split from it, by their numbers in [`Hierarchy::communicators`].
    pub children: Range<u32>,
}

impl Communicator {
    /// What it is called: the name of its level, or `MPI_COMM_WORLD`.
    pub fn name(&self) -> &'static str {
        self.level.as_ref().map_or("MPI_COMM_WORLD", |level| level.name().as_str())
    }

    /// The other names of its level, widest first.
    pub(crate) fn merged_names(&self) -> Vec<Name> {
        let Some(level) = &self.level else { return vec![] };
        level.names().iter().copied().filter(|name| *name != level.name()).collect()
    }
}

/// A tree of communicators, `MPI_COMM_WORLD` first, children of one parent side by side in the order of their indices.
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

    /// The communicator with this number.
    pub fn get(&self, number: u32) -> &Communicator {
        &self.communicators[number as usize]
    }

    /// The greatest number of splits that any rank can make until it gets `MPI_COMM_NULL`, that last one left out.
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
