// SPDX-License-Identifier: MIT OR Apache-2.0
//! SUMMA in two dimensions, simple, with groups by hand, and along the hardware: RR-9077, section 7.3.
//!
//! Groups by hand are cut out of the grid in which the ranks stand in their order. Along the hardware it is the other way round: the groups
//! are there, and the places in the grid come from them.

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
use super::tiles::Tiles;

/// How a panel gets from its owner to the others of a row or a column.
enum Line {
    /// By one broadcast.
    Simple(Comm),
    /// First to the process that stands in the owner's place in each group, and from there through the group, so many wide.
    Groups { across: Comm, within: Box<Line>, width: usize },
}

impl Line {
    /// Groups of so many neighbours, in each of which there are groups of the next number, and so on; without any, the whole line is one.
    fn new(line: &Comm, widths: &[usize]) -> Self {
        let Some((&width, inner)) = widths.split_first() else { return Self::Simple(line.duplicate()) };
        if width == line.size() {
            return Self::new(line, inner);
        }
        let (group, place) = (line.rank() / width, line.rank() % width);
        let across = line.split(Some(place), group).expect("every rank is in it");
        let within = line.split(Some(group), place).expect("every rank is in it");
        Self::Groups { across, within: Box::new(Self::new(&within, inner)), width }
    }

    /// From the owner, for the process that is the nth of the line.
    fn broadcast(&self, panel: &mut [f64], owner: usize, nth: usize) {
        match self {
            Self::Simple(line) => line.broadcast_doubles(panel, owner),
            Self::Groups { across, within, width } => {
                if nth % width == owner % width {
                    across.broadcast_doubles(panel, owner / width);
                }
                within.broadcast(panel, owner % width, nth % width);
            }
        }
    }
}

/// A variant: where a process stands in the grid, and its row and column.
struct Cross {
    name: String,
    place: usize,
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
    let topological = Cross::of_hardware(session, grid);
    for &placement in &session.common.placements {
        let by_hand = Cross::by_hand(grid, &groups, &session.placed(placement));
        for &block in &arguments.blocks {
            let cell = Cell::new(Benchmark::Summa, "product", placement, arguments.algorithm, u64::from(block));
            let mut variants: Vec<Variant> = vec![];
            for cross in by_hand.iter().chain([&topological]) {
                let mut matrices = Matrices::new(grid, cross.place, block as usize);
                matrices.multiply(cross);
                let verified = session.everywhere(matrices.is_right(cross.place));
                variants.push(Variant { name: cross.name.clone(), verified, run: Box::new(move || matrices.multiply(cross)) });
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

impl Cross {
    /// For ranks that stand in the grid in the order of a communicator, with groups in groups. Collective.
    fn new(name: &str, grid: Grid, comm: &Comm, widths: &[usize], heights: &[usize]) -> Self {
        let (row, column) = grid.place(comm.rank());
        let of_row = comm.split(Some(row), column).expect("every rank is in it");
        let of_column = comm.split(Some(column), row).expect("every rank is in it");
        Self { name: name.into(), place: comm.rank(), row: Line::new(&of_row, widths), column: Line::new(&of_column, heights) }
    }

    /// Simple, and with groups by hand. Collective.
    fn by_hand(grid: Grid, groups: &[Groups], comm: &Comm) -> Vec<Self> {
        let grouped = groups.iter().map(|groups| {
            let inner = groups.inner(grid);
            Self::new(&format!("groups {groups}"), grid, comm, &[inner.columns], &[inner.rows])
        });
        [Self::new("simple", grid, comm, &[], &[])].into_iter().chain(grouped).collect()
    }

    /// Along the hardware, however the ranks are numbered. Collective.
    fn of_hardware(session: &Session, grid: Grid) -> Self {
        let tiles = Tiles::new(session.paths(), grid);
        Self::new("topological", grid, &session.in_order(&tiles.places), &tiles.widths(grid), &tiles.heights(grid))
    }
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
            cross.row.broadcast(left, owner_column, self.place.1);
            cross.column.broadcast(right, owner_row, self.place.0);
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
