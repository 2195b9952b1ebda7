// SPDX-License-Identifier: MIT OR Apache-2.0
//! The routes of blocks between the neighbours of a communicator. They are computed at the first call of an operation,
//! and stored with the hierarchy.
//!
//! A rank sends its edges to other nodes to the ranks of its node, so that each rank knows the edges along which it
//! forwards blocks. Two reductions over all ranks then check that all may rely on that, and that there is a gain.

use std::sync::Arc;

use super::Hierarchy;
use super::routes::Routes;
use crate::neighbours;
use hsplit_collectives::Operation;
use hsplit_collectives::choice::together_with_neighbours;
use hsplit_collectives::exchange::neighbours::{Content, Edges, Matching, Neighbourhood, decode, encode};
use hsplit_core::communicator::Communicator;
use hsplit_mpi::{Comm, Failure, probe};

impl Hierarchy {
    /// Returns the routes of blocks between neighbours, which all ranks have if one has; `None`: natively, because no
    /// two edges connect the same two nodes, or because an edge is not in the lists of both its ranks. Collective.
    ///
    /// # Errors
    /// A native call fails.
    pub(super) fn between_neighbours(&self, comm: &Comm, operation: Operation) -> Result<Option<Arc<Routes>>, Failure> {
        let operation = alike(operation);
        if let Some(known) = self.neighbours.known(operation) {
            return Ok(known);
        }
        let routes = self.find_neighbourhood(comm, operation)?.map(Arc::new);
        self.neighbours.keep(operation, routes.clone());
        Ok(routes)
    }

    fn find_neighbourhood(&self, comm: &Comm, operation: Operation) -> Result<Option<Routes>, Failure> {
        self.begin(operation);
        let (content, rank) = (content_of(operation), self.member.rank);
        let (edges, is_known) = edges_of(comm, operation)?;
        let crossing = decode(&self.gather_in_node(&encode(&edges.crossing(self.nodes())))?);
        let found = Neighbourhood::of(self.nodes(), rank, &edges, &crossing, content);
        let sums = comm.sums(&[edges.balance(), u64::from(!is_known)])?;
        let [longest, joined] = comm.largest([found.longest_parcel, found.joined].map(|number| number as u64))?;
        let is_taken = sums == [0, 0] && joined > 1;
        log::debug!(
            "{} between neighbours: up to {joined} edges from node to node; {}",
            operation.name(),
            if is_taken { "put together" } else { "native" }
        );
        let Neighbourhood { together, direct, copies, own, .. } = found;
        let together = Some((Arc::new(together), together_with_neighbours(longest as usize)));
        Ok(is_taken.then(|| Routes { together, direct: Arc::new(direct), copies, own }))
    }

    /// Returns the data of the ranks of this node, one after the other.
    fn gather_in_node(&self, mine: &[u8]) -> Result<Vec<u8>, Failure> {
        let (channel, ranks) = (self.channel()?, self.levels.node_of(self.member.rank));
        let Some((&first, others)) = ranks.split_first() else { return Ok(mine.to_vec()) };
        if first != self.member.rank {
            channel.send_text(first, mine)?;
            return channel.receive_text(first);
        }
        let mut all = mine.to_vec();
        for &other in others {
            all.extend(channel.receive_text(other)?);
        }
        others.iter().try_for_each(|&other| channel.send_text(other, &all))?;
        Ok(all)
    }
}

/// Both gathering operations have the same routes.
fn alike(operation: Operation) -> Operation {
    if operation == Operation::NeighborAllgatherv { Operation::NeighborAllgather } else { operation }
}

fn content_of(operation: Operation) -> Content {
    if operation == Operation::NeighborAllgather { Content::OneForAll } else { Content::OneForEach }
}

/// Returns the edges of this rank, and whether the matching of several edges between two ranks is known.
fn edges_of(comm: &Comm, operation: Operation) -> Result<(Edges, bool), Failure> {
    let Some(adjacency) = neighbours::of(comm.handle())? else { return Ok((Edges::default(), false)) };
    let mut sources: Vec<u32> = adjacency.sources.iter().flatten().copied().collect();
    sources.sort_unstable();
    let is_plain = content_of(operation) == Content::OneForAll || sources.windows(2).all(|pair| pair[0] != pair[1]);
    // If this is unknown, the other ranks must not wait for this one.
    let matching = match is_plain {
        true => Some(Matching::InOrder),
        false => probe::neighbours::matching(operation, adjacency.kind).unwrap_or(None),
    };
    let known = matching.unwrap_or(Matching::InOrder);
    Ok((Edges::of(comm.rank(), &adjacency.sources, &adjacency.destinations, known), matching.is_some()))
}
