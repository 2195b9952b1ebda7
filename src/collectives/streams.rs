// SPDX-License-Identifier: MIT OR Apache-2.0
//! The streams of each operation: which stretches of the data come in from whom, and go out to whom, in which order.
//!
//! The data is one row of bytes: a broadcast's message, or every rank's share in the order of the tree. Every subtree's shares are
//! a stretch of it. Both ends of a stream work out the same segments by themselves.

use std::ops::Range;

use super::tree::Tree;

/// The segments between this rank and another, in the order in which they travel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    /// The rank at the other end.
    pub peer: u32,
    /// The stretches of the data.
    pub segments: Vec<Range<usize>>,
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

/// A message of `bytes` bytes from the root to everybody.
pub fn broadcast(tree: &Tree, bytes: usize, segment: usize) -> Streams {
    let stream = |peer| Stream { peer, segments: cut(0..bytes, segment) };
    Streams {
        receives: tree.parent.into_iter().map(stream).collect(),
        sends: most_urgent_first(tree).map(|child| stream(child.rank)).collect(),
        own: if tree.parent.is_none() { 0..bytes } else { 0..0 },
    }
}

/// Everybody's `share` bytes to the root.
pub fn gather(tree: &Tree, share: usize, segment: usize) -> Streams {
    let up = |peer, subtree: &Range<usize>| Stream { peer, segments: cut(bytes(subtree, share), segment) };
    Streams {
        receives: tree.children.iter().map(|child| up(child.rank, &child.subtree)).collect(),
        sends: tree.parent.into_iter().map(|parent| up(parent, &tree.subtree)).collect(),
        own: bytes(&(tree.position..tree.position + 1), share),
    }
}

/// `share` bytes from the root to each.
pub fn scatter(tree: &Tree, share: usize, segment: usize) -> Streams {
    let down = |peer, subtree: &Range<usize>| Stream { peer, segments: cut(bytes(subtree, share), segment) };
    Streams {
        receives: tree.parent.into_iter().map(|parent| down(parent, &tree.subtree)).collect(),
        sends: most_urgent_first(tree).map(|child| down(child.rank, &child.subtree)).collect(),
        own: if tree.parent.is_none() { bytes(&tree.subtree, share) } else { 0..0 },
    }
}

/// Everybody's `share` bytes to everybody: up every edge what is below it, down every edge all the rest.
pub fn allgather(tree: &Tree, share: usize, segment: usize) -> Streams {
    let whole = tree.order.len() * share;
    let up = |peer, subtree: &Range<usize>| Stream { peer, segments: cut(bytes(subtree, share), segment) };
    let down = |peer, subtree: &Range<usize>| Stream { peer, segments: around(bytes(subtree, share), whole, segment) };
    Streams {
        receives: tree
            .children
            .iter()
            .map(|child| up(child.rank, &child.subtree))
            .chain(tree.parent.map(|parent| down(parent, &tree.subtree)))
            .collect(),
        sends: tree
            .parent
            .map(|parent| up(parent, &tree.subtree))
            .into_iter()
            .chain(most_urgent_first(tree).map(|child| down(child.rank, &child.subtree)))
            .collect(),
        own: bytes(&(tree.position..tree.position + 1), share),
    }
}

/// Everybody's `share` bytes to everybody, where the nodes are a chain in the tree: the chain is closed to a ring, on which every node sends
/// its neighbour's neighbours' data on. Each cable carries everything once, in one direction, where a chain of three and more nodes makes
/// those in the middle send most of it twice.
pub fn allgather_on_ring(tree: &Tree, share: usize, segment: usize) -> Streams {
    let ring = Ring { tree, share, segment };
    let (node, count) = (tree.node(), tree.nodes.len());
    let own = tree.stretch_of_node(node);
    let is_head = own.start == tree.position;
    let up = |peer, subtree: &Range<usize>| Stream { peer, segments: cut(bytes(subtree, share), segment) };
    let down = |peer, subtree: &Range<usize>| Stream { peer, segments: ring.around_subtree(subtree) };
    let head = |node: usize| tree.order[tree.nodes[node % count]];
    let joined = is_head && count > 1;
    let children = || tree.children.iter().filter(|child| own.contains(&child.subtree.start));
    let parent = tree.parent.filter(|_| !is_head);
    Streams {
        receives: children()
            .map(|child| up(child.rank, &child.subtree))
            .chain(joined.then(|| Stream { peer: head(node + count - 1), segments: ring.around_node(node) }))
            .chain(parent.map(|parent| down(parent, &tree.subtree)))
            .collect(),
        sends: joined
            .then(|| Stream { peer: head(node + 1), segments: ring.around_node((node + 1) % count) })
            .into_iter()
            .chain(parent.map(|parent| up(parent, &tree.subtree)))
            .chain(children().map(|child| down(child.rank, &child.subtree)))
            .collect(),
        own: bytes(&(tree.position..tree.position + 1), share),
    }
}

struct Ring<'a> {
    tree: &'a Tree,
    share: usize,
    segment: usize,
}

impl Ring<'_> {
    /// What comes into a node: all others, the one before it first.
    fn around_node(&self, node: usize) -> Vec<Range<usize>> {
        let count = self.tree.nodes.len();
        let others = (1..count).map(|back| self.tree.stretch_of_node((node + count - back) % count));
        others.flat_map(|other| cut(bytes(&other, self.share), self.segment)).collect()
    }

    /// What comes into a part of this rank's node: the rest of the node, and what comes into that.
    fn around_subtree(&self, subtree: &Range<usize>) -> Vec<Range<usize>> {
        let node = self.tree.node();
        let own = bytes(&self.tree.stretch_of_node(node), self.share);
        let stretch = bytes(subtree, self.share);
        let inside = around(stretch.start - own.start..stretch.end - own.start, own.len(), self.segment);
        inside.into_iter().map(|part| part.start + own.start..part.end + own.start).chain(self.around_node(node)).collect()
    }
}

/// The largest subtrees, and those that are furthest away, come last in the order.
fn most_urgent_first(tree: &Tree) -> impl Iterator<Item = &super::tree::Link> {
    tree.children.iter().rev()
}

fn bytes(positions: &Range<usize>, share: usize) -> Range<usize> {
    positions.start * share..positions.end * share
}

/// Everything but `stretch`, what is next to it first: the nearest ranks' data is there first.
fn around(stretch: Range<usize>, whole: usize, length: usize) -> Vec<Range<usize>> {
    // Cut from the border backwards, so that the first segment is a full one.
    let before = cut(0..stretch.start, length).into_iter().map(|part| stretch.start - part.end..stretch.start - part.start);
    let behind = cut(stretch.end..whole, length);
    let mut all: Vec<Range<usize>> = before.chain(behind).collect();
    all.sort_by_key(|part| (if part.end <= stretch.start { stretch.start - part.end } else { part.start - stretch.end }, part.start));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_cover_and_the_nearest_come_first() {
        assert_eq!(cut(3..11, 4), [3..7, 7..11]);
        assert_eq!(cut(0..6, 4), [0..4, 4..6]);
        assert!(cut(5..5, 4).is_empty());
        assert_eq!(around(5..7, 14, 3), [2..5, 7..10, 0..2, 10..13, 13..14]);
        assert!(around(0..4, 4, 3).is_empty());
    }
}
