// SPDX-License-Identifier: MIT OR Apache-2.0
//! Gathers a sparse matrix and the places of all ranks at rank 0.

use std::ffi::c_int;

use crate::error::Error;
use crate::peers;
use crate::split_types::Compared;
use hsplit_core::communicator::Communicator;
use hsplit_core::level::MACHINE;
use hsplit_core::place::Place;
use hsplit_core::request::Request;
use hsplit_core::split::{self, Outcome, Split};
use hsplit_core::table;
use hsplit_mpi::Comm;

use super::Arc;

/// The data that one rank, or several ranks, send.
pub(super) struct Told {
    /// Their places, as records of the table of places.
    pub entries: Vec<u8>,
    /// The amount that each rank sends to each other one, as far as they know it.
    pub arcs: Vec<Arc>,
    /// The number of messages, if it is needed and known.
    pub messages: Vec<Arc>,
}

/// Bytes of an arc.
const ARC: usize = 16;

impl Told {
    /// Returns the bytes of the encoded data.
    fn length(&self) -> usize {
        16 + self.entries.len() + ARC * (self.arcs.len() + self.messages.len())
    }

    fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.length());
        bytes.extend((self.entries.len() as u64).to_le_bytes());
        bytes.extend(&self.entries);
        bytes.extend((self.arcs.len() as u64).to_le_bytes());
        for (from, to, weight) in self.arcs.iter().chain(&self.messages) {
            bytes.extend(from.to_le_bytes());
            bytes.extend(to.to_le_bytes());
            bytes.extend(weight.to_le_bytes());
        }
        bytes
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let (length, rest) = bytes.split_first_chunk()?;
        let (entries, rest) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        let (count, arcs) = rest.split_first_chunk()?;
        let arc = |bytes: &[u8]| {
            let (from, rest) = bytes.split_first_chunk()?;
            let (to, weight) = rest.split_first_chunk()?;
            let weight = f64::from_le_bytes(weight.try_into().ok()?);
            Some((u32::from_le_bytes(*from), u32::from_le_bytes(*to), weight))
        };
        let mut arcs: Vec<Arc> = arcs.chunks(ARC).map(arc).collect::<Option<_>>()?;
        let count = usize::try_from(u64::from_le_bytes(*count)).ok().filter(|&count| count <= arcs.len())?;
        let messages = arcs.split_off(count);
        Some(Self { entries: entries.to_vec(), arcs, messages })
    }

    /// Merges the data of several ranks. Arcs of the same pair are added up; a rank whose data cannot be read has no
    /// place and no traffic.
    fn merged(told: &[Vec<u8>]) -> Self {
        let told: Vec<Self> = told.iter().filter_map(|bytes| Self::decode(bytes)).collect();
        let entries: Vec<&[u8]> = told.iter().map(|told| &told.entries[..]).collect();
        Self {
            entries: table::merge(&entries.concat()),
            arcs: added_up(told.iter().flat_map(|told| &told.arcs)),
            messages: added_up(told.iter().flat_map(|told| &told.messages)),
        }
    }
}

/// Returns one arc for each pair.
fn added_up<'a>(arcs: impl Iterator<Item = &'a Arc>) -> Vec<Arc> {
    let mut arcs: Vec<Arc> = arcs.copied().collect();
    arcs.sort_by_key(|(from, to, _)| (*from, *to));
    arcs.dedup_by(|next, kept| {
        let is_same = (next.0, next.1) == (kept.0, kept.1);
        if is_same {
            // Weights are finite, and so are their sums.
            kept.2 = (kept.2 + next.2).min(f64::MAX);
        }
        is_same
    });
    arcs
}

/// Returns the data of all ranks at rank 0; `None` if it is more than MPI can gather. Collective.
///
/// # Errors
/// A native call fails.
pub(super) fn to_first(comm: &Comm, place: &Place, own: Told) -> Result<Option<Told>, Error> {
    // All ranks must know this: a single rank would leave the others waiting.
    let bytes = comm.sum(own.length() as u64)?;
    if c_int::try_from(bytes).is_err() {
        if comm.rank() == 0 {
            log::warn!(
                "the order is unchanged: the ranks name {} MiB of traffic, and at most 2048 are read",
                bytes >> 20
            );
        }
        return Ok(None);
    }
    let exchange = peers::exchange(comm)?;
    if exchange.gathers(comm.size()) {
        return at_first(comm, &own);
    }
    // The nodes' first ranks merge the received data, so that rank 0 receives one message from each node.
    let request = Request::guided(Compared::GatherMatrix.selector(), 0, place.clone(), MACHINE).with_roots();
    let Outcome::Split(Split { member, rootscomm, .. }) = split::split(comm, &request, exchange)? else {
        return Err(Error::Internal("a native split was not asked for".into()));
    };
    let of_node = match &member {
        Some(node) => at_first(&node.comm, &own)?,
        None => None,
    };
    match (rootscomm.as_deref(), of_node) {
        (Some(roots), Some(of_node)) => at_first(roots, &of_node),
        _ => Ok(None),
    }
}

/// Returns the data of the ranks of a communicator, at its rank 0.
fn at_first(comm: &Comm, own: &Told) -> Result<Option<Told>, Error> {
    let told = comm.gather_to_first(&own.encode())?;
    Ok((comm.rank() == 0).then(|| Told::merged(&told)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ranks_tell_travels_and_adds_up() {
        let told = |arcs: Vec<Arc>| Told { entries: vec![], arcs, messages: vec![(4, 5, 6.0)] }.encode();
        let all = [told(vec![(2, 1, 0.5), (0, 1, 1.0)]), told(vec![]), vec![9], told(vec![(0, 1, 2.0), (1, 0, 3.0)])];
        let merged = Told::merged(&all);
        assert_eq!(merged.arcs, [(0, 1, 3.0), (1, 0, 3.0), (2, 1, 0.5)]);
        assert_eq!(merged.messages, [(4, 5, 18.0)]);
        let again = Told::decode(&merged.encode()).unwrap();
        assert_eq!((again.arcs, again.messages), (merged.arcs, merged.messages));
        let mut cut = told(vec![(0, 1, 2.0)]);
        cut.pop();
        assert!(Told::decode(&cut).is_none());
        assert_eq!(all[0].len(), Told::decode(&all[0]).unwrap().length());
        let most = Told::merged(&[told(vec![(0, 1, 1e308)]), told(vec![(0, 1, 1e308), (1, 0, 1.0)])]);
        assert_eq!(most.arcs, [(0, 1, f64::MAX), (1, 0, 1.0)]);
    }
}
