// SPDX-License-Identifier: MIT OR Apache-2.0
//! The members of communicators and windows as processes of the job, and the neighbours of a topology.

use std::ffi::c_int;
use std::ptr;

use mpi_sys::{MPI_Comm, MPI_Win};

use super::constants::{UNDEFINED, group_null, topologies};
use super::group::MpiGroup;
use super::{Failure, checked, functions, world};

/// The members of a group.
#[derive(Debug)]
pub struct Members {
    /// The rank of this process in the group, if it is a member.
    pub own: Option<u32>,
    /// The ranks of all members in the job, in rank order; `None` for a process outside `MPI_COMM_WORLD`.
    pub in_world: Vec<Option<u32>>,
}

impl Members {
    fn of(group: &MpiGroup) -> Result<Self, Failure> {
        let in_world = group.ranks_in(&*world::group()?)?.into_iter().map(|rank| u32::try_from(rank).ok()).collect();
        Ok(Self { own: group.own()?, in_world })
    }

    /// The local group of a communicator.
    ///
    /// # Errors
    /// The native MPI rejects the handle.
    pub fn local(comm: MPI_Comm) -> Result<Self, Failure> {
        Self::of(&MpiGroup::of(comm)?)
    }

    /// The remote group of an intercommunicator.
    ///
    /// # Errors
    /// The native MPI rejects the handle.
    pub fn remote(comm: MPI_Comm) -> Result<Self, Failure> {
        let mut group = group_null();
        // SAFETY: the program's call holds the communicator; `group` is a local.
        let code = unsafe { functions::PMPI_Comm_remote_group(comm, &raw mut group) };
        checked("PMPI_Comm_remote_group", code)?;
        Self::of(&MpiGroup::owned(group))
    }

    /// The group of a window.
    ///
    /// # Errors
    /// The native MPI rejects the handle.
    pub fn of_window(win: MPI_Win) -> Result<Self, Failure> {
        let mut group = group_null();
        // SAFETY: the program's call holds the window; `group` is a local.
        checked("PMPI_Win_get_group", unsafe { functions::PMPI_Win_get_group(win, &raw mut group) })?;
        Self::of(&MpiGroup::owned(group))
    }
}

/// The kind of a communicator's topology.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Made by `MPI_Cart_create`.
    Grid,
    /// Made by `MPI_Graph_create`.
    Graph,
    /// Made by `MPI_Dist_graph_create`.
    DistGraph,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Grid, Self::Graph, Self::DistGraph];
}

/// The neighbours of a process in a neighbourhood collective, in order. `None`: no rank (`MPI_PROC_NULL`).
#[derive(Clone, Debug)]
pub struct Adjacency {
    /// The kind of the topology.
    pub kind: Kind,
    /// The ranks that it receives from.
    pub sources: Vec<Option<u32>>,
    /// The ranks that it sends to.
    pub destinations: Vec<Option<u32>>,
}

impl Adjacency {
    /// Returns the neighbours of this process; `None` if the communicator has no topology.
    ///
    /// # Errors
    /// The native MPI rejects the handle.
    pub fn of(comm: MPI_Comm) -> Result<Option<Self>, Failure> {
        let mut kind = UNDEFINED;
        // SAFETY: the program's call holds the communicator; `kind` is a local.
        checked("PMPI_Topo_test", unsafe { functions::PMPI_Topo_test(comm, &raw mut kind) })?;
        let [cart, graph, dist_graph] = topologies();
        let (kind, [sources, destinations]) = match kind {
            _ if kind == cart => (Kind::Grid, both(in_grid(comm)?)),
            _ if kind == graph => (Kind::Graph, both(in_graph(comm)?)),
            _ if kind == dist_graph => (Kind::DistGraph, in_dist_graph(comm)?),
            _ => return Ok(None),
        };
        // MPI_PROC_NULL is negative under every MPI.
        let ranks = |ranks: Vec<c_int>| ranks.into_iter().map(|rank| u32::try_from(rank).ok()).collect();
        Ok(Some(Self { kind, sources: ranks(sources), destinations: ranks(destinations) }))
    }
}

fn both(ranks: Vec<c_int>) -> [Vec<c_int>; 2] {
    [ranks.clone(), ranks]
}

fn in_grid(comm: MPI_Comm) -> Result<Vec<c_int>, Failure> {
    let mut dimensions = 0;
    // SAFETY: the communicator has a grid, and the program's call holds it; `dimensions` is a local.
    checked("PMPI_Cartdim_get", unsafe { functions::PMPI_Cartdim_get(comm, &raw mut dimensions) })?;
    let mut ranks = Vec::new();
    for dimension in 0..dimensions {
        let (mut below, mut above) = (0, 0);
        // SAFETY: the communicator has a grid with this `dimension`, and the program's call holds it; the outputs are
        // locals.
        let code = unsafe { functions::PMPI_Cart_shift(comm, dimension, 1, &raw mut below, &raw mut above) };
        checked("PMPI_Cart_shift", code)?;
        ranks.extend([below, above]);
    }
    Ok(ranks)
}

fn in_graph(comm: MPI_Comm) -> Result<Vec<c_int>, Failure> {
    let (mut own, mut count) = (0, 0);
    // SAFETY: the communicator has a graph, and the program's call holds it; the outputs are locals.
    unsafe {
        checked("PMPI_Comm_rank", functions::PMPI_Comm_rank(comm, &raw mut own))?;
        checked("PMPI_Graph_neighbors_count", functions::PMPI_Graph_neighbors_count(comm, own, &raw mut count))?;
    }
    let mut ranks = vec![0; count.max(0) as usize];
    // SAFETY: the communicator has a graph, and the program's call holds it; the vector has the `count` elements that
    // MPI has counted.
    let code = unsafe { functions::PMPI_Graph_neighbors(comm, own, count, ranks.as_mut_ptr()) };
    checked("PMPI_Graph_neighbors", code)?;
    Ok(ranks)
}

fn in_dist_graph(comm: MPI_Comm) -> Result<[Vec<c_int>; 2], Failure> {
    let (mut from, mut to, mut is_weighted) = (0, 0, 0);
    // SAFETY: the communicator has a distributed graph, and the program's call holds it; the outputs are locals.
    let code =
        unsafe { functions::PMPI_Dist_graph_neighbors_count(comm, &raw mut from, &raw mut to, &raw mut is_weighted) };
    checked("PMPI_Dist_graph_neighbors_count", code)?;
    let [mut sources, mut ranks] = [from, to].map(|count| vec![0; count.max(0) as usize]);
    let [mut inwards, mut outwards] = [&sources, &ranks].map(|ranks| vec![0; ranks.len()]);
    let weights = |weights: &mut Vec<c_int>| if is_weighted == 0 { ptr::null_mut() } else { weights.as_mut_ptr() };
    // SAFETY: the communicator has a distributed graph, and the program's call holds it; each vector has as many
    // elements as MPI has counted. Without weights, MPI gets `MPI_UNWEIGHTED` and writes none.
    let code = unsafe {
        let unweighted = super::constants::unweighted();
        let [inwards, outwards] = [weights(&mut inwards), weights(&mut outwards)]
            .map(|weights| if weights.is_null() { unweighted } else { weights });
        let (sources, ranks) = (sources.as_mut_ptr(), ranks.as_mut_ptr());
        functions::PMPI_Dist_graph_neighbors(comm, from, sources, inwards, to, ranks, outwards)
    };
    checked("PMPI_Dist_graph_neighbors", code)?;
    Ok([sources, ranks])
}
