// SPDX-License-Identifier: MIT OR Apache-2.0
//! The place of a node in a network that is no tree, which ranks exchange when they are cut into parts.

use crate::position::{ENCODED, NetworkPosition};
use crate::request::Request;

#[derive(Clone, Debug)]
pub(super) enum At {
    Torus(NetworkPosition),
    Router {
        router: u32,
        mark: u32,
        /// The number of bytes of the rank's path down to the node; 0 if a criterion leaves nodes out.
        node_end: u32,
    },
}

impl At {
    /// The place of the node of a rank that requests parts.
    pub(super) fn of(request: &Request) -> Option<Self> {
        let place = &request.place;
        if let Some(position) = place.position().filter(|position| position.is_torus) {
            return Some(Self::Torus(position.clone()));
        }
        let at = place.router()?;
        // If some levels do not count, their numbers are not in the path that is sent, which may end above the node.
        let sent = request.view.as_ref().map_or(place, |(_, sent)| sent);
        let node_end = sent.node().map_or(0, |node| sent.encoded_len(node + 1)) as u32;
        Some(Self::Router { router: at.router, mark: at.network.mark, node_end })
    }

    /// The least number of bytes of a path, after the first `known` ones, down to the children that are cut.
    pub(super) fn node_end(at: Option<&Self>, known: usize) -> usize {
        match at {
            Some(Self::Router { node_end, .. }) => (*node_end as usize).saturating_sub(known),
            _ => 0,
        }
    }

    /// Encodes a place; zeros for `None`. A router has 0 as its first dimension, and tag 1 in the sixth 32-bit word.
    pub(super) fn encode(of: Option<&Self>) -> [u8; ENCODED] {
        match of {
            None => [0; ENCODED],
            Some(Self::Torus(position)) => NetworkPosition::encode(Some(position)),
            Some(Self::Router { router, mark, node_end }) => {
                let mut bytes = [0; ENCODED];
                let words = [*router, 0, 0, *mark, *node_end, 1];
                bytes.chunks_exact_mut(4).zip(words).for_each(|(to, word)| to.copy_from_slice(&word.to_le_bytes()));
                bytes
            }
        }
    }

    /// Decodes the bytes of [`At::encode`].
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        if let Some(position) = NetworkPosition::decode(bytes) {
            return Some(Self::Torus(position));
        }
        let mut words = bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        let (router, _, _) = (words.next()?, words.next()?, words.next()?);
        let (mark, node_end, tag) = (words.next()?, words.next()?, words.next()?);
        (tag == 1).then_some(Self::Router { router, mark, node_end })
    }
}
