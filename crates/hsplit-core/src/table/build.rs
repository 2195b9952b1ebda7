// SPDX-License-Identifier: MIT OR Apache-2.0
//! Builds the table from the entries of all ranks.

use std::collections::HashMap;

use super::layout::{self, Reader, Row};
use super::order::Classes;
use super::shapes::{NOWHERE, Shapes};
use crate::varint::push_varint;

/// Builds the table for ranks below `size`. A rank without an entry, or with an invalid one, has an empty path.
pub fn build(entries: &[u8], size: u32) -> Vec<u8> {
    let mut shapes = Shapes::default();
    let mut rows = vec![None; size as usize];
    for (told, bytes) in layout::blocks(entries) {
        let shape = shapes.index(told);
        let mut reader = Reader::new(bytes);
        while let Some((rank, row)) = Row::read(&mut reader, shape) {
            // A row that does not fit the shape is ignored.
            if let Some(slot) = rows.get_mut(rank as usize).filter(|_| shapes.all[shape].has(&row)) {
                *slot = Some(row);
            }
        }
    }
    let mut nowhere = || Row { shape: shapes.index(&NOWHERE), path: &[], position: &[] };
    let rows: Vec<Row<'_>> = rows.into_iter().map(|row| row.unwrap_or_else(&mut nowhere)).collect();
    write(&rows, &shapes, &Instances::of(&rows, &shapes))
}

fn write(rows: &[Row<'_>], shapes: &Shapes<'_>, instances: &Instances) -> Vec<u8> {
    let mut paths: Vec<u8> = vec![];
    let mut ends = Vec::with_capacity(rows.len());
    for (row, coords) in rows.iter().zip(&instances.coords) {
        paths.extend(coords);
        if shapes.all[row.shape].has_network() {
            paths.extend(row.position);
        }
        ends.push(paths.len());
    }
    let mut bytes = vec![];
    let levels = Classes::of(shapes).widest_first();
    let mut number = vec![0; levels.len()];
    levels.iter().enumerate().for_each(|(at, &level)| number[level] = at);
    push(&mut bytes, [rows.len(), levels.len(), shapes.all.len()]);
    for ((end, row), rank) in ends.iter().zip(rows).zip(instances.in_order()) {
        push(&mut bytes, [*end, row.shape, rank]);
    }
    for &level in &levels {
        bytes.extend(shapes.levels[level]);
        push(&mut bytes, [instances.of_level[level]]);
    }
    for shape in &shapes.all {
        push(&mut bytes, [shape.levels.len()]);
        push(&mut bytes, shape.levels.iter().map(|&level| number[level]));
        bytes.extend(shape.network);
    }
    bytes.extend(paths);
    bytes
}

fn push(bytes: &mut Vec<u8>, numbers: impl IntoIterator<Item = usize>) {
    numbers.into_iter().for_each(|number| bytes.extend((number as u32).to_le_bytes()));
}

/// All instances that have members, as a tree.
struct Instances {
    all: Vec<Instance>,
    /// The path of each rank, with an instance's number among its siblings at each level.
    coords: Vec<Vec<u8>>,
    of_level: Vec<usize>,
}

#[derive(Default)]
struct Instance {
    /// The children in the order of their lowest ranks.
    children: Vec<usize>,
    ranks: Vec<usize>,
    number: usize,
}

impl Instances {
    fn of(rows: &[Row<'_>], shapes: &Shapes<'_>) -> Self {
        let mut all = vec![Instance::default()];
        let mut known: HashMap<(usize, u64), usize> = HashMap::new();
        let mut of_level = vec![0; shapes.levels.len()];
        let mut coords = Vec::with_capacity(rows.len());
        for (rank, row) in rows.iter().enumerate() {
            let mut path = vec![];
            let mut at = 0;
            let mut reader = Reader::new(row.path);
            for &level in &shapes.all[row.shape].levels {
                let Some(instance) = reader.varint() else { break };
                at = *known.entry((at, instance)).or_insert_with(|| {
                    of_level[level] += 1;
                    let (number, next) = (all[at].children.len(), all.len());
                    all[at].children.push(next);
                    all.push(Instance { number, ..Instance::default() });
                    next
                });
                push_varint(&mut path, all[at].number as u64);
            }
            all[at].ranks.push(rank);
            coords.push(path);
        }
        Self { all, coords, of_level }
    }

    /// The ranks in the order of their paths, a path before its continuations, equal paths by rank.
    fn in_order(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.coords.len());
        let mut open = vec![0];
        while let Some(instance) = open.pop() {
            order.extend(&self.all[instance].ranks);
            open.extend(self.all[instance].children.iter().rev());
        }
        order
    }
}
