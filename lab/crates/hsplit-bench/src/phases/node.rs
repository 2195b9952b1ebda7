// SPDX-License-Identifier: MIT OR Apache-2.0
//! The ranks of a node, with everything by which they wait for each other and are bound.

use hsplit_host::affinity::Mask;

use super::futex_barrier::FutexBarrier;
use super::masks;
use super::quo::{Quo, QuoContext};
use crate::mpi::Comm;
use crate::mpi::phases::{Election, Placement};

/// The node of this rank, for one order of all ranks.
pub(crate) struct Node<'a> {
    /// All ranks.
    pub(crate) comm: &'a Comm,
    /// The library's placement of all ranks.
    pub(crate) placement: Placement,
    /// The election of this rank, if one rank of each node works.
    pub(crate) election: Election,
    /// The binding of this rank, and that of all ranks of the node together.
    pub(crate) home: Mask,
    pub(crate) whole: Mask,
    pub(crate) barrier: FutexBarrier,
    pub(crate) quo: Option<QuoContext>,
    /// The library's functions of libquo, for more contexts.
    pub(crate) quo_library: Option<Quo>,
    /// The ranks of the node.
    pub(crate) ranks: Comm,
}

/// One way to wait for all ranks of the node.
pub(crate) struct Barrier<'a> {
    pub(crate) name: &'static str,
    pub(crate) wait: Box<dyn Fn() + 'a>,
}

impl<'a> Node<'a> {
    /// Collective.
    pub(crate) fn new(comm: &'a Comm, quo: Option<Quo>) -> Self {
        // Also on emulated machines, where the MPI sees one node.
        let ranks = comm.guided("Machine").expect("every rank is on a node");
        let placement = Placement::new(comm);
        let home = masks::get();
        Self {
            comm,
            election: placement.elect(),
            placement,
            whole: masks::together(&ranks, &home),
            home,
            barrier: FutexBarrier::new(&ranks),
            quo: quo.map(|quo| quo.create(comm)),
            quo_library: quo,
            ranks,
        }
    }

    /// The MPI's own comes first.
    pub(crate) fn barriers(&self) -> Vec<Barrier<'_>> {
        let mut barriers = vec![
            Barrier { name: "MPI_Barrier", wait: Box::new(|| self.ranks.barrier()) },
            Barrier { name: "futex", wait: Box::new(|| self.barrier.wait()) },
            Barrier { name: "HSPLIT_Node_barrier", wait: Box::new(|| self.placement.barrier()) },
        ];
        barriers.extend(self.quo.iter().map(|quo| Barrier { name: "QUO_barrier", wait: Box::new(|| quo.barrier()) }));
        barriers
    }
}
