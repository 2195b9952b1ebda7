// SPDX-License-Identifier: MIT OR Apache-2.0
//! SUMMA in two dimensions, simple, with groups by hand, and along the hardware: RR-9077, section 7.3.
//!
//! Groups by hand are cut out of a grid of ranks in their order. Along the hardware the groups come first, and the
//! places of the ranks in the grid follow from them.

use std::cell::RefCell;
use std::ops::Range;

use hsplit_experiments::algorithm::{Algorithm, Operation};
use hsplit_experiments::arguments::Summa;
use hsplit_experiments::grid::{Grid, GroupRequest, Groups};
use hsplit_experiments::matrix::{is_product, left, multiply_add, part, right};
use hsplit_experiments::panels::Panels;
use hsplit_experiments::report::{Benchmark, Cell};
use hsplit_experiments::tiles::Tiles;
use hsplit_program::Failure;

use crate::clock::now;
use crate::line::Line;
use crate::look_ahead::{Queue, arrive};
use crate::mpi::Comm;
use crate::session::{Session, Variant};
use crate::start_sync::Parts;

/// A variant: the place of this process in the grid, and its row and column.
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
    high: usize,
    wide: usize,
    left: Panels,
    right: Panels,
    result: Vec<f64>,
}

/// Measures all placements and blocks that the arguments name.
pub(crate) fn run(session: &mut Session, arguments: &Summa) -> Result<(), Failure> {
    session.cold = arguments.cold.first;
    let grid = Grid::of(session.ranks());
    let groups = groups(grid, arguments)?;
    let look_ahead = arguments.look_ahead as usize;
    if look_ahead > 0 && arguments.algorithm != Algorithm::Default {
        return Err(Failure::of_usage(
            "--ahead",
            format!("MPI_Ibcast does not use --algorithm {}", arguments.algorithm),
        ));
    }
    session.force(arguments.algorithm, Operation::Bcast, 0)?;
    // Figures must not mix them with those of MPI_Bcast.
    let algorithm = if look_ahead > 0 { format!("ahead-{look_ahead}") } else { arguments.algorithm.to_string() };
    let topological = Cross::of_hardware(session, grid);
    for &placement in &session.common.placements {
        let by_hand = Cross::by_hand(grid, &groups, &session.placed(placement));
        for &block in &arguments.blocks {
            let cell = Cell::new(Benchmark::Summa, "product", placement, &algorithm, u64::from(block));
            let crosses = || by_hand.iter().chain([&topological]);
            let new = |cross: &Cross| RefCell::new(Matrices::new(grid, cross.place, block as usize, look_ahead));
            let matrices: Vec<RefCell<Matrices>> = crosses().map(new).collect();
            let mut variants: Vec<Variant> = vec![];
            for (cross, matrices) in crosses().zip(&matrices) {
                let verified = session.cold.is_some() || {
                    matrices.borrow_mut().multiply(cross, look_ahead);
                    session.everywhere(matrices.borrow().is_right(cross.place))
                };
                let run = move || matrices.borrow_mut().multiply(cross, look_ahead);
                variants.push(Variant::new(&cross.name, verified, Box::new(run)));
            }
            session.measure(&cell, &mut variants);
            drop(variants);
            session.must_be_right_after_cold(|| {
                crosses().zip(&matrices).all(|(cross, matrices)| matrices.borrow().is_right(cross.place))
            });
        }
    }
    Ok(())
}

/// The groups that the arguments name, or all possible ones.
fn groups(grid: Grid, arguments: &Summa) -> Result<Vec<Groups>, Failure> {
    if arguments.groups.is_empty() {
        return Ok(Groups::possible(grid));
    }
    let in_grid = |request: &GroupRequest| {
        request.in_grid(grid).ok_or_else(|| {
            Failure::of_usage(
                "--groups",
                format!("a grid of {} x {} processes cannot be cut into {request}", grid.rows, grid.columns),
            )
        })
    };
    arguments.groups.iter().map(in_grid).collect()
}

impl Cross {
    /// For ranks that stand in the grid in the order of a communicator, with groups in groups. Collective.
    fn new(name: &str, grid: Grid, comm: &Comm, widths: &[usize], heights: &[usize]) -> Self {
        let (row, column) = grid.place(comm.rank());
        let of_row = comm.split(Some(row), column).expect("every rank is in it");
        let of_column = comm.split(Some(column), row).expect("every rank is in it");
        Self {
            name: name.into(),
            place: comm.rank(),
            row: Line::new(&of_row, widths),
            column: Line::new(&of_column, heights),
        }
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
    /// With buffers for the panels of `look_ahead` steps to come.
    fn new(grid: Grid, rank: usize, block: usize, look_ahead: usize) -> Self {
        let (rows, columns) = grid.part(rank, block);
        let (row, column) = grid.place(rank);
        let panels = |owner: fn(Grid, usize) -> usize, mine: usize, part: &dyn Fn(Range<usize>) -> Vec<f64>| {
            let own = (0..grid.panels()).filter(|&k| owner(grid, k) == mine).map(|k| part(k * block..(k + 1) * block));
            Panels::new(mine, own.collect(), look_ahead.min(grid.panels() - 1) + 1)
        };
        Self {
            grid,
            block,
            high: rows.len(),
            wide: columns.len(),
            left: panels(Grid::owner_column, column, &|panel| part(left, rows.clone(), panel)),
            right: panels(Grid::owner_row, row, &|panel| part(right, panel, columns.clone())),
            result: vec![0.0; rows.len() * columns.len()],
        }
    }

    /// Computes the product, panel by panel, and gives the time that it took. The broadcasts of `look_ahead` steps to
    /// come run while one step is computed.
    fn multiply(&mut self, cross: &Cross, look_ahead: usize) -> Parts {
        let mut parts = Parts::default();
        self.result.fill(0.0);
        let (mut row, mut column) = (Queue::new(&cross.row), Queue::new(&cross.column));
        // In the paper's order the owners of all panels in flight are in one half of the grid. With 64 ranks on four
        // hosts, two steps ahead, the product along the hardware then took 205 ms instead of 146; plain SUMMA took as
        // long in either order.
        let order: Vec<usize> =
            if look_ahead > 0 { self.grid.alternating().collect() } else { (0..self.grid.panels()).collect() };
        let send = if look_ahead > 0 { Queue::send } else { Queue::send_and_wait };
        let mut coming = order.iter();
        for (nth, &k) in order.iter().enumerate() {
            let begin = now();
            for &next in coming.by_ref().take(if nth == 0 { look_ahead + 1 } else { 1 }) {
                send(&mut row, self.left.take(next), self.left.owner(next));
                send(&mut column, self.right.take(next), self.right.owner(next));
            }
            let (left, right) = arrive(&mut row, &mut column);
            let between = now();
            multiply_add(&mut self.result, &left, &right, self.block, self.wide);
            self.left.give_back(k, left);
            self.right.give_back(k, right);
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
