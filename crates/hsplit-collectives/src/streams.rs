// SPDX-License-Identifier: MIT OR Apache-2.0
//! The flows of each operation: the intervals of the data that a rank receives from and sends to each other rank, in
//! order.
//!
//! The data is one packed buffer: a broadcast's message, or every rank's share in the order of the tree. The shares of
//! every subtree are an interval of it. Both ends of a flow compute the same segments independently.

use std::ops::Range;

use super::tree::{Neighbour, Spread, Tree};

/// The other end of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Peer {
    /// A rank, by messages.
    Rank(u32),
    /// Ranks of this node, which read the data that this one writes into their shared memory.
    Readers(Vec<u32>),
    /// The rank of this node that writes it.
    Writer(u32),
}

/// The segments between this rank and others, in the order in which they travel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    /// The other end.
    pub peer: Peer,
    /// The intervals of the data.
    pub segments: Vec<Range<usize>>,
}

/// The shares of ranks in a whole that is in the order of the tree.
#[derive(Clone, Copy, Debug)]
pub enum Shares<'a> {
    /// Shares of this many bytes each.
    Equal(usize),
    /// Shares from one offset to the next; the last offset is the end of the whole.
    At(&'a [usize]),
}

impl Shares<'_> {
    /// Returns the bytes of the shares at some positions.
    fn bytes(self, positions: &Range<usize>) -> Range<usize> {
        match self {
            Self::Equal(share) => bytes(positions, share),
            Self::At(places) => places[positions.start]..places[positions.end],
        }
    }
}

impl From<usize> for Shares<'_> {
    fn from(share: usize) -> Self {
        Self::Equal(share)
    }
}

/// The greatest lengths of segments, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// Of messages.
    pub message: usize,
    /// Of copies through shared memory.
    pub memory: usize,
}

impl Lengths {
    /// Returns similar lengths such that no segment has parts of two shares, except if shares are short: then there
    /// would be many more segments.
    pub fn within(self, share: usize) -> Self {
        if 2 * share < self.message.max(self.memory) {
            return self;
        }
        let within = |length: usize| {
            let count = share.div_ceil(length.max(1)).max(1);
            if share % count == 0 { share / count } else { length }
        };
        Self { message: within(self.message), memory: within(self.memory) }
    }

    /// True if no segment has parts of two shares.
    pub fn divide(self, share: usize) -> bool {
        [self.message, self.memory].iter().all(|&length| length > 0 && share % length == 0) && share > 0
    }
}

/// All flows of a rank, and the interval of the data that it has at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Streams {
    /// The incoming flows.
    pub receives: Vec<Stream>,
    /// The outgoing flows, the most urgent first.
    pub sends: Vec<Stream>,
    /// The local data at the start.
    pub own: Range<usize>,
}

/// Cuts an interval into segments of at most `length`.
pub fn cut(stretch: Range<usize>, length: usize) -> Vec<Range<usize>> {
    let end = stretch.end;
    stretch.step_by(length.max(1)).map(|start| start..end.min(start + length.max(1))).collect()
}

/// Returns the flows of a message of `bytes` bytes from the root to all ranks.
pub fn broadcast(tree: &Tree, bytes: usize, lengths: Lengths) -> Streams {
    let whole = |length| cut(0..bytes, length);
    let (children, readers) = below(tree, || whole(lengths.memory));
    Streams {
        receives: from_above(tree, || whole(lengths.memory), || whole(lengths.message)).into_iter().collect(),
        sends: children
            .map(|child| Stream { peer: Peer::Rank(child.rank), segments: whole(lengths.message) })
            .chain(readers)
            .collect(),
        own: if tree.parent.is_none() { 0..bytes } else { 0..0 },
    }
}

/// True if this rank reads the parent's data in shared memory.
fn is_written(tree: &Tree) -> bool {
    tree.shape.inside == Spread::Memory && !tree.is_head()
}

/// Returns the flow from the parent: through shared memory, or by messages.
fn from_above(
    tree: &Tree,
    written: impl FnOnce() -> Vec<Range<usize>>,
    sent: impl FnOnce() -> Vec<Range<usize>>,
) -> Option<Stream> {
    let parent = tree.parent?;
    Some(if is_written(tree) {
        Stream { peer: Peer::Writer(parent), segments: written() }
    } else {
        Stream { peer: Peer::Rank(parent), segments: sent() }
    })
}

/// Returns the children that get messages, the most urgent first, and the flow to the ranks that read shared memory.
fn below(
    tree: &Tree,
    segments: impl FnOnce() -> Vec<Range<usize>>,
) -> (impl Iterator<Item = &Neighbour>, Option<Stream>) {
    let readers: Vec<u32> =
        if tree.shape.inside == Spread::Memory { tree.neighbours().map(|child| child.rank).collect() } else { vec![] };
    let stream = (!readers.is_empty()).then(|| Stream { peer: Peer::Readers(readers.clone()), segments: segments() });
    (most_urgent_first(tree).filter(move |child| !readers.contains(&child.rank)), stream)
}

/// Returns the flows of the `share` bytes of each rank to the root.
pub fn gather(tree: &Tree, share: usize, segment: usize) -> Streams {
    let up =
        |peer, subtree: &Range<usize>| Stream { peer: Peer::Rank(peer), segments: cut(bytes(subtree, share), segment) };
    Streams {
        receives: tree.children.iter().map(|child| up(child.rank, &child.subtree)).collect(),
        sends: tree.parent.into_iter().map(|parent| up(parent, &tree.subtree)).collect(),
        own: bytes(&(tree.position..tree.position + 1), share),
    }
}

/// Returns the flows of `share` bytes from the root to each rank.
pub fn scatter(tree: &Tree, share: usize, segment: usize) -> Streams {
    let down =
        |peer, subtree: &Range<usize>| Stream { peer: Peer::Rank(peer), segments: cut(bytes(subtree, share), segment) };
    Streams {
        receives: tree.parent.into_iter().map(|parent| down(parent, &tree.subtree)).collect(),
        sends: most_urgent_first(tree).map(|child| down(child.rank, &child.subtree)).collect(),
        own: if tree.parent.is_none() { bytes(&tree.subtree, share) } else { 0..0 },
    }
}

/// Returns the flows of the shares of all ranks to all ranks, on the ring if the nodes are a chain, otherwise along the
/// tree.
pub fn allgather_by<'a>(tree: &Tree, shares: impl Into<Shares<'a>>, lengths: Lengths) -> Streams {
    let shares = shares.into();
    if tree.shape.across == Spread::Chain {
        allgather_on_ring(tree, shares, lengths)
    } else {
        allgather(tree, shares, lengths)
    }
}

/// Returns the flows of the shares of all ranks to all ranks along the tree: each edge transfers the shares below it
/// upwards, and all others downwards. A rank that reads shared memory reads everything there.
pub fn allgather<'a>(tree: &Tree, shares: impl Into<Shares<'a>>, lengths: Lengths) -> Streams {
    let shares = shares.into();
    let whole = shares.bytes(&(0..tree.order.len())).end;
    let others = |stretch: &Range<usize>, length| around(shares.bytes(stretch), whole, length);
    let shared = || node_first(tree, shares, lengths.memory, |node| others(&node, lengths.memory));
    let sent = |subtree: &Range<usize>| others(subtree, lengths.message);
    let (children, readers) = below(tree, shared);
    let children = children.map(|child| Stream { peer: Peer::Rank(child.rank), segments: sent(&child.subtree) });
    Streams {
        receives: tree
            .children
            .iter()
            .map(|child| up_from(tree, child, shares, lengths))
            .chain(from_above(tree, shared, || sent(&tree.subtree)))
            .collect(),
        sends: up(tree, shares, lengths).into_iter().chain(children).chain(readers).collect(),
        own: shares.bytes(&(tree.position..tree.position + 1)),
    }
}

/// Returns the flow of a rank's subtree's shares to its parent.
fn up(tree: &Tree, shares: Shares, lengths: Lengths) -> Option<Stream> {
    let parent = tree.parent?;
    let (peer, length) = if is_written(tree) {
        (Peer::Readers(vec![parent]), lengths.memory)
    } else {
        (Peer::Rank(parent), lengths.message)
    };
    Some(Stream { peer, segments: cut(shares.bytes(&tree.subtree), length) })
}

/// Returns the flow of a child's subtree's shares from the child.
fn up_from(tree: &Tree, child: &Neighbour, shares: Shares, lengths: Lengths) -> Stream {
    let is_written = tree.shape.inside == Spread::Memory && tree.is_neighbour(child);
    let (peer, length) =
        if is_written { (Peer::Writer(child.rank), lengths.memory) } else { (Peer::Rank(child.rank), lengths.message) };
    Stream { peer, segments: cut(shares.bytes(&child.subtree), length) }
}

/// Returns the segments that are read in the memory of this rank's node: its own ranks' shares, then those of other
/// nodes.
fn node_first(
    tree: &Tree,
    shares: Shares,
    length: usize,
    outside: impl FnOnce(Range<usize>) -> Vec<Range<usize>>,
) -> Vec<Range<usize>> {
    let node = tree.stretch_of_node(tree.node());
    cut(shares.bytes(&node), length).into_iter().chain(outside(node)).collect()
}

/// Returns the flows of the shares of all ranks to all ranks, if the nodes are a chain in the tree. The chain is closed
/// to a ring, on which every node forwards the data of the nodes before it. Each network link transfers everything
/// once, in one direction, while in a chain of three and more nodes those in the middle send most of it twice.
pub fn allgather_on_ring<'a>(tree: &Tree, shares: impl Into<Shares<'a>>, lengths: Lengths) -> Streams {
    let shares = shares.into();
    let ring = Ring { tree, shares };
    let (node, count) = (tree.node(), tree.nodes.len());
    let shared = || node_first(tree, shares, lengths.memory, |_| ring.around_node(node, lengths.memory));
    let sent = |subtree: &Range<usize>| ring.around_subtree(subtree, lengths.message);
    let head = |node: usize| tree.order[tree.nodes[node % count]];
    let is_joined = tree.is_head() && count > 1;
    let joint = |to: usize, into: usize| {
        is_joined
            .then(|| Stream { peer: Peer::Rank(head(to)), segments: ring.around_node(into % count, lengths.message) })
    };
    let readers = below(tree, shared).1;
    let is_read = readers.is_some();
    let children = tree
        .neighbours()
        .filter(|_| !is_read)
        .map(|child| Stream { peer: Peer::Rank(child.rank), segments: sent(&child.subtree) });
    let inside = |stream: Option<Stream>| stream.filter(|_| !tree.is_head());
    Streams {
        receives: tree
            .neighbours()
            .map(|child| up_from(tree, child, shares, lengths))
            .chain(joint(node + count - 1, node))
            .chain(inside(from_above(tree, shared, || sent(&tree.subtree))))
            .collect(),
        sends: joint(node + 1, node + 1)
            .into_iter()
            .chain(inside(up(tree, shares, lengths)))
            .chain(children)
            .chain(readers)
            .collect(),
        own: shares.bytes(&(tree.position..tree.position + 1)),
    }
}

struct Ring<'a> {
    tree: &'a Tree,
    shares: Shares<'a>,
}

impl Ring<'_> {
    /// Returns the segments that a node receives: all others, those of the node before it first.
    fn around_node(&self, node: usize, length: usize) -> Vec<Range<usize>> {
        let count = self.tree.nodes.len();
        let others = (1..count).map(|back| self.tree.stretch_of_node((node + count - back) % count));
        others.flat_map(|other| cut(self.shares.bytes(&other), length)).collect()
    }

    /// Returns the segments that a part of this rank's node receives: the rest of the node, and the data of other
    /// nodes.
    fn around_subtree(&self, subtree: &Range<usize>, length: usize) -> Vec<Range<usize>> {
        let node = self.tree.node();
        let own = self.shares.bytes(&self.tree.stretch_of_node(node));
        let stretch = self.shares.bytes(subtree);
        let inside = around(stretch.start - own.start..stretch.end - own.start, own.len(), length);
        inside
            .into_iter()
            .map(|part| part.start + own.start..part.end + own.start)
            .chain(self.around_node(node, length))
            .collect()
    }
}

/// The largest subtrees, and those that are furthest away, come last in the order.
fn most_urgent_first(tree: &Tree) -> impl Iterator<Item = &Neighbour> {
    tree.children.iter().rev()
}

fn bytes(positions: &Range<usize>, share: usize) -> Range<usize> {
    positions.start * share..positions.end * share
}

/// Returns all segments outside `stretch`, the adjacent ones first: the nearest ranks' data arrives first.
fn around(stretch: Range<usize>, whole: usize, length: usize) -> Vec<Range<usize>> {
    // Cut from the border backwards, so that the first segment is a full one.
    let before =
        cut(0..stretch.start, length).into_iter().map(|part| stretch.start - part.end..stretch.start - part.start);
    let after = cut(stretch.end..whole, length);
    let mut all: Vec<Range<usize>> = before.chain(after).collect();
    all.sort_by_key(|part| {
        (if part.end <= stretch.start { stretch.start - part.end } else { part.start - stretch.end }, part.start)
    });
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_within_shares() {
        let lengths = |message, memory| Lengths { message, memory };
        for (share, expected, divides) in [
            (64, lengths(32, 64), true),
            (96, lengths(32, 48), true),
            (48, lengths(24, 48), true),
            // 100 bytes in four segments and in two, and 31 bytes in one of each.
            (100, lengths(25, 50), true),
            (33, lengths(32, 33), false),
            (31, lengths(32, 64), false),
            (32, lengths(32, 32), true),
            (8, lengths(32, 64), false),
            (0, lengths(32, 64), false),
        ] {
            let within = lengths(32, 64).within(share);
            assert_eq!((within, within.divide(share)), (expected, divides), "{share}");
        }
        assert_eq!((lengths(0, 0).within(5).divide(5), lengths(0, 0).within(0).divide(0)), (true, false));
    }

    #[test]
    fn segments_cover_and_the_nearest_come_first() {
        assert_eq!(cut(3..11, 4), [3..7, 7..11]);
        assert_eq!(cut(0..6, 4), [0..4, 4..6]);
        assert!(cut(5..5, 4).is_empty());
        assert_eq!(around(5..7, 14, 3), [2..5, 7..10, 0..2, 10..13, 13..14]);
        assert!(around(0..4, 4, 3).is_empty());
    }
}
