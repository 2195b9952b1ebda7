// SPDX-License-Identifier: MIT OR Apache-2.0
//! The streams of each operation: which stretches of the data come in from which rank, and go out to which, in which
//! order.
//!
//! The data is one packed buffer: a broadcast's message, or every rank's share in the order of the tree. Every
//! subtree's shares are a stretch of it. Both ends of a stream work out the same segments by themselves.

use std::ops::Range;

use super::tree::{Neighbour, Spread, Tree};

/// The other end of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Peer {
    /// A rank, by messages.
    Rank(u32),
    /// Ranks of this node, which read what this one writes into memory that they share.
    Readers(Vec<u32>),
    /// The rank of this node that writes there.
    Writer(u32),
}

/// The segments between this rank and others, in the order in which they travel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    /// The other end.
    pub peer: Peer,
    /// The stretches of the data.
    pub segments: Vec<Range<usize>>,
}

/// How many bytes each rank has of a whole that is in the order of the tree.
#[derive(Clone, Copy, Debug)]
pub enum Shares<'a> {
    /// As many as every other.
    Equal(usize),
    /// From one place to the next; the last place is the end of the whole.
    At(&'a [usize]),
}

impl Shares<'_> {
    /// Where the shares of some ranks are.
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

/// How long segments are at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// Those of messages.
    pub message: usize,
    /// Those that go through shared memory.
    pub memory: usize,
}

impl Lengths {
    /// About as long, but such that no segment has parts of two shares, unless shares are short: then that would be
    /// many segments more.
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

    /// Whether no segment has parts of two shares.
    pub fn divide(self, share: usize) -> bool {
        [self.message, self.memory].iter().all(|&length| length > 0 && share % length == 0) && share > 0
    }
}

/// All streams of a rank, and the stretch of the data that it has from the beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Streams {
    /// What comes in.
    pub receives: Vec<Stream>,
    /// What goes out, the more urgent first.
    pub sends: Vec<Stream>,
    /// What is here already.
    pub own: Range<usize>,
}

/// Cuts a stretch into segments of at most `length`.
pub fn cut(stretch: Range<usize>, length: usize) -> Vec<Range<usize>> {
    let end = stretch.end;
    stretch.step_by(length.max(1)).map(|start| start..end.min(start + length.max(1))).collect()
}

/// A message of `bytes` bytes from the root to all ranks.
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

/// Whether what comes from above is read in shared memory.
fn is_written(tree: &Tree) -> bool {
    tree.shape.inside == Spread::Memory && !tree.is_head()
}

/// The stream from the parent: what is written in memory, or what is sent.
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

/// The children that get messages, the more urgent first, and the stream to those that read.
fn below(
    tree: &Tree,
    segments: impl FnOnce() -> Vec<Range<usize>>,
) -> (impl Iterator<Item = &Neighbour>, Option<Stream>) {
    let readers: Vec<u32> =
        if tree.shape.inside == Spread::Memory { tree.neighbours().map(|child| child.rank).collect() } else { vec![] };
    let stream = (!readers.is_empty()).then(|| Stream { peer: Peer::Readers(readers.clone()), segments: segments() });
    (most_urgent_first(tree).filter(move |child| !readers.contains(&child.rank)), stream)
}

/// The `share` bytes of each rank to the root.
pub fn gather(tree: &Tree, share: usize, segment: usize) -> Streams {
    let up =
        |peer, subtree: &Range<usize>| Stream { peer: Peer::Rank(peer), segments: cut(bytes(subtree, share), segment) };
    Streams {
        receives: tree.children.iter().map(|child| up(child.rank, &child.subtree)).collect(),
        sends: tree.parent.into_iter().map(|parent| up(parent, &tree.subtree)).collect(),
        own: bytes(&(tree.position..tree.position + 1), share),
    }
}

/// `share` bytes from the root to each.
pub fn scatter(tree: &Tree, share: usize, segment: usize) -> Streams {
    let down =
        |peer, subtree: &Range<usize>| Stream { peer: Peer::Rank(peer), segments: cut(bytes(subtree, share), segment) };
    Streams {
        receives: tree.parent.into_iter().map(|parent| down(parent, &tree.subtree)).collect(),
        sends: most_urgent_first(tree).map(|child| down(child.rank, &child.subtree)).collect(),
        own: if tree.parent.is_none() { bytes(&tree.subtree, share) } else { 0..0 },
    }
}

/// The shares of all ranks to all ranks, on the ring where the nodes are a chain, otherwise along the tree.
pub fn allgather_by<'a>(tree: &Tree, shares: impl Into<Shares<'a>>, lengths: Lengths) -> Streams {
    let shares = shares.into();
    if tree.shape.across == Spread::Chain {
        allgather_on_ring(tree, shares, lengths)
    } else {
        allgather(tree, shares, lengths)
    }
}

/// The shares of all ranks to all ranks: up every edge what is below it, down every edge all the rest. A rank
/// that reads in shared memory reads everything there.
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

/// The shares below a rank, to its parent.
fn up(tree: &Tree, shares: Shares, lengths: Lengths) -> Option<Stream> {
    let parent = tree.parent?;
    let (peer, length) = if is_written(tree) {
        (Peer::Readers(vec![parent]), lengths.memory)
    } else {
        (Peer::Rank(parent), lengths.message)
    };
    Some(Stream { peer, segments: cut(shares.bytes(&tree.subtree), length) })
}

/// The shares below a child, from there.
fn up_from(tree: &Tree, child: &Neighbour, shares: Shares, lengths: Lengths) -> Stream {
    let is_written = tree.shape.inside == Spread::Memory && tree.is_neighbour(child);
    let (peer, length) =
        if is_written { (Peer::Writer(child.rank), lengths.memory) } else { (Peer::Rank(child.rank), lengths.message) };
    Stream { peer, segments: cut(shares.bytes(&child.subtree), length) }
}

/// What is read in the memory of this rank's node: its own ranks' shares, then what comes from outside.
fn node_first(
    tree: &Tree,
    shares: Shares,
    length: usize,
    outside: impl FnOnce(Range<usize>) -> Vec<Range<usize>>,
) -> Vec<Range<usize>> {
    let node = tree.stretch_of_node(tree.node());
    cut(shares.bytes(&node), length).into_iter().chain(outside(node)).collect()
}

/// The shares of all ranks to all ranks, where the nodes are a chain in the tree. The chain is closed to a ring,
/// on which every node forwards the data of the nodes before it. Each cable carries everything once, in one direction,
/// where a chain of three and more nodes makes those in the middle send most of it twice.
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
    /// What comes into a node: all others, the one before it first.
    fn around_node(&self, node: usize, length: usize) -> Vec<Range<usize>> {
        let count = self.tree.nodes.len();
        let others = (1..count).map(|back| self.tree.stretch_of_node((node + count - back) % count));
        others.flat_map(|other| cut(self.shares.bytes(&other), length)).collect()
    }

    /// What comes into a part of this rank's node: the rest of the node, and what comes into that.
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

/// Everything but `stretch`, what is next to it first: the nearest ranks' data is there first.
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
