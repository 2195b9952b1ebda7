// SPDX-License-Identifier: MIT OR Apache-2.0
//! SUMMA in two dimensions, simple, with groups by hand, and along the hardware: RR-9077, section 7.3.

use std::cell::RefCell;

use hsplit::command::Failure;

use super::algorithm::Operation;
use super::arguments::Summa;
use super::collectives::force;
use super::gate::{Parts, now};
use super::grid::{Grid, Groups, Wanted};
use super::matrix::{is_product, left, multiply_add, part, right};
use super::mpi::Comm;
use super::report::{Benchmark, Cell};
use super::session::{Session, Variant};
use super::tiers::Tiers;

/// How a panel gets from its owner to the others of a row or a column.
enum Line {
    /// By one broadcast.
    Simple(Comm),
    /// First to the process that stands in the owner's place in each group, and from there through the group, so many wide.
    Groups { across: Comm, within: Comm, width: usize },
    /// Along the hardware, from each owner.
    Hardware(Vec<Tiers>),
}

impl Line {
    /// Groups of `width` neighbours.
    fn groups(line: &Comm, width: usize) -> Self {
        let (group, place) = (line.rank() / width, line.rank() % width);
        let across = line.split(Some(place), group).expect("every rank is in it");
        let within = line.split(Some(group), place).expect("every rank is in it");
        Self::Groups { across, within, width }
    }

    /// A hierarchy for every owner, in which it is rank 0 and so the root of all its communicators.
    fn hardware(line: &Comm) -> Self {
        let from = |owner: usize| line.split(Some(0), (line.rank() + line.size() - owner) % line.size()).expect("every rank is in it");
        Self::Hardware((0..line.size()).map(|owner| Tiers::of_hardware(&from(owner))).collect())
    }

    fn broadcast(&self, panel: &mut [f64], owner: usize) {
        match self {
            Self::Simple(line) => line.broadcast_doubles(panel, owner),
            Self::Groups { across, within, width } => {
                if within.rank() == owner % width {
                    across.broadcast_doubles(panel, owner / width);
                }
                within.broadcast_doubles(panel, owner % width);
            }
            Self::Hardware(tiers) => tiers[owner].broadcast_doubles(panel),
        }
    }
}

/// The row and the column of a process.
struct Cross {
    row: Line,
    column: Line,
}

/// This process's parts of the matrices.
struct Matrices {
    grid: Grid,
    block: usize,
    place: (usize, usize),
    high: usize,
    wide: usize,
    /// The panels of the left and the right matrix, in their order, each in one piece.
    left: Vec<Vec<f64>>,
    right: Vec<Vec<f64>>,
    result: Vec<f64>,
    /// Room for what others own.
    left_panel: Vec<f64>,
    right_panel: Vec<f64>,
}

/// All placements and blocks.
pub fn run(session: &mut Session, arguments: &Summa) -> Result<(), Failure> {
    let grid = Grid::of(session.ranks());
    let groups = groups(grid, arguments)?;
    force(session, arguments.algorithm, Operation::Bcast, 0)?;
    for &placement in &session.common.placements {
        let comm = session.placed(placement);
        let (row, column) = grid.place(comm.rank());
        let row = comm.split(Some(row), column).expect("every rank is in it");
        let column = comm.split(Some(column), comm.rank()).expect("every rank is in it");
        let crosses = crosses(grid, &groups, &row, &column);
        for &block in &arguments.blocks {
            let cell = Cell::new(Benchmark::Summa, "product", placement, arguments.algorithm, u64::from(block));
            let matrices = RefCell::new(Matrices::new(grid, comm.rank(), block as usize));
            let mut variants: Vec<Variant> = vec![];
            for (name, cross) in &crosses {
                matrices.borrow_mut().multiply(cross);
                let verified = session.everywhere(matrices.borrow().is_right(comm.rank()));
                let matrices = &matrices;
                variants.push(Variant { name: name.clone(), verified, run: Box::new(move || matrices.borrow_mut().multiply(cross)) });
            }
            session.measure(&cell, &mut variants);
        }
    }
    Ok(())
}

/// The groups that are asked for, or all there are.
fn groups(grid: Grid, arguments: &Summa) -> Result<Vec<Groups>, Failure> {
    if arguments.groups.is_empty() {
        return Ok(Groups::possible(grid));
    }
    let in_grid = |wanted: &Wanted| {
        wanted.in_grid(grid).ok_or_else(|| Failure::of_usage("--groups", format!("a grid of {} x {} processes cannot be cut into {wanted}", grid.rows, grid.columns)))
    };
    arguments.groups.iter().map(in_grid).collect()
}

/// The variants, by name. Collective.
fn crosses(grid: Grid, groups: &[Groups], row: &Comm, column: &Comm) -> Vec<(String, Cross)> {
    let simple = Cross { row: Line::Simple(row.duplicate()), column: Line::Simple(column.duplicate()) };
    let by_hand = groups.iter().map(|groups| {
        let inner = groups.inner(grid);
        (format!("groups {groups}"), Cross { row: Line::groups(row, inner.columns), column: Line::groups(column, inner.rows) })
    });
    let topological = Cross { row: Line::hardware(row), column: Line::hardware(column) };
    [("simple".into(), simple)].into_iter().chain(by_hand).chain([("topological".into(), topological)]).collect()
}

impl Matrices {
    fn new(grid: Grid, rank: usize, block: usize) -> Self {
        let (rows, columns) = grid.part(rank, block);
        let place = grid.place(rank);
        let owned = |owner: fn(Grid, usize) -> usize, mine: usize| {
            let panels = (0..grid.panels()).filter(move |&k| owner(grid, k) == mine);
            panels.map(move |k| k * block..(k + 1) * block)
        };
        Self {
            grid,
            block,
            place,
            high: rows.len(),
            wide: columns.len(),
            left: owned(Grid::owner_column, place.1).map(|panel| part(left, rows.clone(), panel)).collect(),
            right: owned(Grid::owner_row, place.0).map(|panel| part(right, panel, columns.clone())).collect(),
            result: vec![0.0; rows.len() * columns.len()],
            left_panel: vec![0.0; rows.len() * block],
            right_panel: vec![0.0; block * columns.len()],
        }
    }

    /// The product, panel by panel, and what it took.
    fn multiply(&mut self, cross: &Cross) -> Parts {
        let mut parts = Parts::default();
        self.result.fill(0.0);
        let (mut lefts, mut rights) = (self.left.iter_mut(), self.right.iter_mut());
        for k in 0..self.grid.panels() {
            let (owner_column, owner_row) = (self.grid.owner_column(k), self.grid.owner_row(k));
            // The owner sends from where its panel is.
            let left = if self.place.1 == owner_column { lefts.next().expect("a panel of its own") } else { &mut self.left_panel };
            let right = if self.place.0 == owner_row { rights.next().expect("a panel of its own") } else { &mut self.right_panel };
            let begin = now();
            cross.row.broadcast(left, owner_column);
            cross.column.broadcast(right, owner_row);
            let between = now();
            multiply_add(&mut self.result, left, right, self.block, self.wide);
            parts.communication += between - begin;
            parts.computing += now() - between;
        }
        parts
    }

    fn is_right(&self, rank: usize) -> bool {
        let (rows, columns) = self.grid.part(rank, self.block);
        assert_eq!((rows.len(), columns.len()), (self.high, self.wide));
        is_product(&self.result, rows, columns, self.grid.panels() * self.block)
    }
}
