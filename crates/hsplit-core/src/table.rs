// SPDX-License-Identifier: MIT OR Apache-2.0
//! A table of the places of all ranks of a communicator, and the queries on it.
//!
//! Each rank sends an [`entry`] with the names of its levels and its path. [`merge`] stores the names once for all
//! ranks of a node, and [`build`] creates the table from all entries, in bytes that the processes of a node can share.
//! A path in the table has the number of each instance among its siblings, in the order of their lowest ranks: the
//! index that `MPI_Comm_get_hlevel_info` would return after a split at that level. A path is therefore the rank's
//! coordinates ([`Table::coords`]), and two ranks share a level exactly if their coordinates are equal down to it.
//!
//! The table takes twelve bytes per rank in addition to the path. Queries on two ranks take a time that depends only on
//! their paths. Queries for the ranks of an instance take a binary search and a time proportional to the result;
//! queries by network coordinates, by ring or by hops ([`Table::within`]) examine all ranks.

mod build;
mod colours;
mod coords;
mod distance;
mod layout;
mod levels;
mod lowest;
mod neighbours;
mod order;
mod shapes;

use std::sync::Arc;

pub use build::build;
pub use distance::Distance;
pub use layout::{entry, merge};
pub use lowest::{CLUSTER, UNKNOWN};

use crate::level::{Level, MACHINE};
use crate::network::NetworkPosition;
use crate::place::common_prefix;
use layout::{Reader, Section};
use levels::NamedLevels;

/// The levels of a rank's path, widest first, and the network of its node.
#[derive(Debug)]
struct Shape {
    levels: Vec<Arc<Level>>,
    /// The index of each level among all levels.
    numbers: Vec<usize>,
    /// The number of steps down to the node, including it.
    node: usize,
    network: Option<(Arc<[u64]>, bool)>,
}

/// The places of the ranks of a communicator.
#[derive(Debug)]
pub struct Table<B> {
    bytes: B,
    ranks: usize,
    shapes: Vec<Shape>,
    /// The levels by name, and the index in these of each level.
    named: NamedLevels,
    paths: usize,
}

/// A rank's encoded coordinates: one LEB128 number for each of its levels.
#[derive(Clone, Copy, Debug)]
struct Path<'a> {
    shape: &'a Shape,
    steps: &'a [u8],
    position: &'a [u8],
}

impl<B: AsRef<[u8]>> Table<B> {
    /// Opens a table in the bytes of [`build`]; `None` if they are not valid.
    pub fn open(bytes: B) -> Option<Self> {
        let mut reader = Reader::new(bytes.as_ref());
        let head = layout::Head::read(&mut reader)?;
        let all = reader.section(head.levels, |reader| {
            let level = layout::level(reader.names()?)?;
            // A level cannot have more instances with members than there are ranks.
            let instances = reader.u32().filter(|&instances| instances as usize <= head.ranks)?;
            Some((Arc::new(level), instances))
        })?;
        let shapes = reader.section(head.shapes, |reader| Shape::read(reader, &all))?;
        let paths = bytes.as_ref().len() - reader.rest();
        let named = NamedLevels::of(&all, &shapes);
        let table = Self { bytes, ranks: head.ranks, shapes, named, paths };
        table.is_whole().then_some(table)
    }

    /// True if each rank has a valid path of a known shape, and occurs once in the order of paths.
    fn is_whole(&self) -> bool {
        let length = self.bytes.as_ref().len() - self.paths;
        let ends = (0..self.ranks).map(|rank| self.word(rank, layout::END));
        ends.clone().is_sorted()
            && ends.last().unwrap_or(0) == length
            && (0..self.ranks).all(|rank| {
                self.word(rank, layout::SHAPE) < self.shapes.len() && self.word(rank, layout::IN_ORDER) < self.ranks
            })
            && (0..self.ranks()).all(|rank| self.path(rank).is_whole())
            && (1..self.ranks).all(|index| {
                let (before, rank) = (self.at(index - 1), self.at(index));
                self.path(before).coords().cmp(self.path(rank).coords()).then(before.cmp(&rank)).is_lt()
            })
    }

    /// The number of ranks.
    pub fn ranks(&self) -> u32 {
        self.ranks as u32
    }

    #[inline]
    fn word(&self, rank: usize, word: usize) -> usize {
        let at = layout::HEAD + 4 * (rank * layout::ROW + word);
        let word = &self.bytes.as_ref()[at..at + 4];
        u32::from_le_bytes([word[0], word[1], word[2], word[3]]) as usize
    }

    /// The path of a rank, which must exist.
    fn path(&self, rank: u32) -> Path<'_> {
        let rank = rank as usize;
        let end = self.word(rank, layout::END);
        let start = if rank == 0 { 0 } else { self.word(rank - 1, layout::END) };
        let bytes = &self.bytes.as_ref()[self.paths + start..self.paths + end];
        let shape = &self.shapes[self.word(rank, layout::SHAPE)];
        let length = if shape.network.is_some() { bytes.len().saturating_sub(layout::POSITION) } else { bytes.len() };
        let (steps, position) = bytes.split_at(length);
        Path { shape, steps, position }
    }

    /// The rank with this index in the order of paths.
    fn at(&self, index: usize) -> u32 {
        self.word(index, layout::IN_ORDER) as u32
    }

    /// The indices, in the order of paths, of the ranks whose paths begin with `prefix`; they are adjacent.
    fn below(&self, prefix: &[u64]) -> std::ops::Range<usize> {
        let compare = |index: usize| self.path(self.at(index)).compare(prefix);
        let first = search(0..self.ranks, |index| compare(index).is_lt());
        first..search(first..self.ranks, |index| compare(index).is_eq())
    }
}

fn search(mut range: std::ops::Range<usize>, holds: impl Fn(usize) -> bool) -> usize {
    while !range.is_empty() {
        let middle = range.start + range.len() / 2;
        if holds(middle) { range.start = middle + 1 } else { range.end = middle }
    }
    range.start
}

impl<'a> Path<'a> {
    /// True if there is a coordinate for each level, and a position within the network.
    fn is_whole(self) -> bool {
        layout::steps(self.steps) == Some(self.depth())
            && self.shape.network.as_ref().is_none_or(|(dims, _)| {
                let at = layout::position(self.position);
                layout::positions(dims).zip(at).is_some_and(|(positions, at)| at < positions)
            })
    }

    fn depth(self) -> usize {
        self.shape.levels.len()
    }

    fn coords(self) -> impl Iterator<Item = u64> + use<'a> {
        let mut reader = Reader::new(self.steps);
        std::iter::from_fn(move || reader.varint())
    }

    fn shared(self, other: Self) -> usize {
        let common = common_prefix(self.steps, other.steps);
        self.steps[..common].iter().filter(|&&byte| byte & 0x80 == 0).count()
    }

    /// The order of this path relative to all paths that begin with `prefix`: less, equal (among them) or greater.
    fn compare(self, prefix: &[u64]) -> std::cmp::Ordering {
        let own: Vec<u64> = self.coords().take(prefix.len()).collect();
        own.as_slice().cmp(prefix)
    }

    fn name(self, depth: usize) -> crate::name::Name {
        depth.checked_sub(1).and_then(|index| self.shape.levels.get(index)).map_or(CLUSTER, |level| level.name())
    }

    fn network(self) -> Option<NetworkPosition> {
        let (dims, is_torus) = self.shape.network.as_ref()?;
        let position = layout::position(self.position)?;
        Some(NetworkPosition { dims: dims.clone(), position, is_torus: *is_torus })
    }
}

impl Shape {
    fn read(reader: &mut Reader<'_>, all: &[(Arc<Level>, u32)]) -> Option<Self> {
        let numbers: Section<usize> = reader.counted(|reader| Some(reader.u32()? as usize))?;
        let levels: Option<Vec<Arc<Level>>> = numbers.iter().map(|&number| Some(all.get(number)?.0.clone())).collect();
        let levels = levels?;
        let dims: Section<u64> = reader.counted(Reader::u64)?;
        let is_torus = reader.u32()? != 0;
        let machine = MACHINE.to_lowercase();
        let node = levels.iter().position(|level| level.answers_to(&machine)).map_or(0, |index| index + 1);
        Some(Self { levels, numbers, node, network: (!dims.is_empty()).then(|| (dims.into(), is_torus)) })
    }
}
