// SPDX-License-Identifier: MIT OR Apache-2.0
//! The bytes of the table, and of the entries from which it is built.
//!
//! | content | bytes |
//! |---|---|
//! | numbers of ranks, levels and shapes | 4 each |
//! | for each rank: the end of its path, its shape; and the rank with this index in the order of paths | 12 |
//! | for each level, widest first: its names, the number of instances with members | |
//! | for each shape: its levels, the dimensions of its network | |
//! | the paths of ranks 0, 1, …, each followed by the position in the network if there is one | |

use std::collections::HashMap;

use crate::level::Level;
use crate::name::Name;
use crate::network::NetworkPosition;
use crate::place::Place;
use crate::varint::split_varint;

/// The number of words in a rank's row.
pub(crate) const ROW: usize = 3;
/// The index of the word with the end of its path.
pub(crate) const END: usize = 0;
pub(crate) const SHAPE: usize = 1;
/// The index of the word with the rank that has this index in the order of paths.
pub(crate) const IN_ORDER: usize = 2;
/// The bytes of the table's head.
pub const HEAD: usize = 12;
pub(crate) const POSITION: usize = 8;

/// A list of items that were read.
pub type Section<T> = Vec<T>;

/// The numbers at the beginning of a table.
pub struct Head {
    pub ranks: usize,
    pub levels: usize,
    pub shapes: usize,
}

impl Head {
    /// Reads the head, and skips the rows of the ranks.
    pub fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let mut number = || reader.u32().map(|number| number as usize);
        let head = Self { ranks: number()?, levels: number()?, shapes: number()? };
        reader.take(head.ranks.checked_mul(4 * ROW)?)?;
        Some(head)
    }
}

/// The entry of one rank.
pub fn entry(rank: u32, place: &Place, network: Option<&NetworkPosition>) -> Vec<u8> {
    let mut shape = (place.steps().len() as u32).to_le_bytes().to_vec();
    place.steps().iter().for_each(|step| push_names(&mut shape, &step.level));
    let dims = network.map(|network| &network.dims[..]).unwrap_or_default();
    shape.extend((dims.len() as u32).to_le_bytes());
    dims.iter().for_each(|dim| shape.extend(dim.to_le_bytes()));
    shape.extend(u32::from(network.is_some_and(|network| network.is_torus)).to_le_bytes());
    let mut row = rank.to_le_bytes().to_vec();
    row.extend((place.path().len() as u32).to_le_bytes());
    row.extend(place.path());
    row.extend(network.map_or(0, |network| network.position).to_le_bytes());
    block(&shape, &row)
}

fn block(shape: &[u8], rows: &[u8]) -> Vec<u8> {
    let length = |bytes: &[u8]| (bytes.len() as u32).to_le_bytes();
    [&length(shape)[..], &length(rows), shape, rows].concat()
}

/// The shapes in some entries, each with the rows of the ranks with it.
pub fn blocks(entries: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let mut reader = Reader::new(entries);
    std::iter::from_fn(move || {
        let (shape, rows) = (reader.u32()?, reader.u32()?);
        Some((reader.take(shape as usize)?, reader.take(rows as usize)?))
    })
}

/// Merges entries, so that each shape occurs once.
pub fn merge(entries: &[u8]) -> Vec<u8> {
    let mut shapes: Vec<(&[u8], Vec<u8>)> = vec![];
    let mut known: HashMap<&[u8], usize> = HashMap::new();
    for (shape, rows) in blocks(entries) {
        let index = *known.entry(shape).or_insert_with(|| {
            shapes.push((shape, vec![]));
            shapes.len() - 1
        });
        shapes[index].1.extend(rows);
    }
    shapes.iter().flat_map(|(shape, rows)| block(shape, rows)).collect()
}

/// The level with these names.
pub fn level(names: &[u8]) -> Option<Level> {
    let names = names.split(|&byte| byte == 0).filter(|name| !name.is_empty());
    let names: Option<Vec<Name>> = names.map(|name| Some(Name::new(std::str::from_utf8(name).ok()?))).collect();
    Some(Level::new(&names?))
}

/// The number of steps in a path; `None` if the last one is truncated.
pub fn steps(path: &[u8]) -> Option<usize> {
    let mut reader = Reader::new(path);
    let mut steps = 0;
    while reader.rest() > 0 {
        reader.varint()?;
        steps += 1;
    }
    Some(steps)
}

/// The number of positions in a network with these dimensions; `None` if it is 0 or overflows.
pub fn positions(dims: &[u64]) -> Option<u64> {
    dims.iter().try_fold(1_u64, |product, &dim| product.checked_mul(dim)).filter(|&positions| positions > 0)
}

/// Decodes a position in a network.
pub fn position(bytes: &[u8]) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.try_into().ok()?))
}

/// Appends the names of a level, and an empty name.
fn push_names(bytes: &mut Vec<u8>, level: &Level) {
    for name in level.spelled() {
        bytes.extend(name.as_c_str().to_bytes_with_nul());
    }
    bytes.push(0);
}

/// The data of a rank in addition to its shape.
#[derive(Clone)]
pub struct Row<'a> {
    /// The number of its shape.
    pub shape: usize,
    /// The instances of its levels.
    pub path: &'a [u8],
    /// The position of its node in the network; without a meaning if it is in none.
    pub position: &'a [u8],
}

impl<'a> Row<'a> {
    /// Reads a rank and its row.
    pub fn read(reader: &mut Reader<'a>, shape: usize) -> Option<(u32, Self)> {
        let (rank, length) = (reader.u32()?, reader.u32()?);
        Some((rank, Self { shape, path: reader.take(length as usize)?, position: reader.take(POSITION)? }))
    }
}

/// A reader that takes bytes from the front.
#[derive(Clone)]
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// The number of remaining bytes.
    pub fn rest(&self) -> usize {
        self.0.len()
    }

    pub fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    pub(crate) fn u32(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Option<u64> {
        self.take(8)?.try_into().ok().map(u64::from_le_bytes)
    }

    /// Reads a number written by [`push_varint`](crate::varint::push_varint).
    pub(crate) fn varint(&mut self) -> Option<u64> {
        let (value, rest) = split_varint(self.0)?;
        self.0 = rest;
        Some(value)
    }

    /// Reads names up to and including the empty one that ends them.
    pub fn names(&mut self) -> Option<&'a [u8]> {
        let end = if self.0.first() == Some(&0) { 0 } else { self.0.windows(2).position(|pair| pair == [0, 0])? + 1 };
        self.take(end + 1)
    }

    /// Reads `count` items with `read`.
    pub(crate) fn section<T>(
        &mut self,
        count: usize,
        mut read: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Section<T>> {
        (0..count).map(|_| read(self)).collect()
    }

    /// Reads a count, then that many items.
    pub(crate) fn counted<T>(&mut self, read: impl FnMut(&mut Self) -> Option<T>) -> Option<Section<T>> {
        let count = self.u32()? as usize;
        self.section(count, read)
    }
}
