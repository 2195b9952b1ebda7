// SPDX-License-Identifier: MIT OR Apache-2.0
//! The size of each box of a node, and its position in the box around it. All lengths are in pixels.

use std::ops::Range;

use hsplit_core::cpus::Cpus;
use hsplit_core::machine::Object;
use hsplit_core::ranks::Ranks;

use super::plan::NodePlan;
use crate::levels::near;
use hsplit_drawing::{LINE, MARGIN, char_width};

/// Boxes are placed side by side up to this total width.
const WIDEST: f32 = 1100.0;
/// The number of cores side by side.
const CELLS_A_ROW: usize = 8;
const GAP: f32 = 4.0;
/// The number of runs of ranks that a box names.
const MOST_RUNS: usize = 4;

/// A core.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    /// Its number on the node.
    pub(super) core: u32,
    /// The workers that use a part of it, by their numbers on the node.
    pub(super) workers: Vec<usize>,
    /// `rank 4`, `4 8` if several share it, or empty.
    pub(super) ranks: String,
    /// `(5)`: the parked ranks that are bound to it.
    pub(super) parked: String,
    /// True if a part of it may be assigned to workers.
    pub(super) is_shared: bool,
}

/// A box with its contents.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// The name of its level, for the colour.
    pub(super) name: &'static str,
    /// The title.
    pub(super) title: String,
    /// The parked ranks that are bound to all of it.
    pub(super) parked: String,
    pub(super) width: f32,
    pub(super) height: f32,
    /// Its cores that are in no narrower box, with their positions.
    pub(super) cells: Vec<(f32, f32, Cell)>,
    /// The boxes in it, with their positions.
    pub(super) children: Vec<(f32, f32, Block)>,
}

impl Block {
    /// True if `holds` is true of a core in it, or in a box in it.
    pub(super) fn any_cell(&self, holds: &dyn Fn(&Cell) -> bool) -> bool {
        self.cells.iter().any(|(.., cell)| holds(cell)) || self.children.iter().any(|(.., child)| child.any_cell(holds))
    }
}

/// The size of a core in the pictures of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellSize {
    pub(super) width: f32,
    pub(super) height: f32,
}

/// A node that is drawn.
pub(super) struct Picture<'a> {
    node: &'a NodePlan,
    cores: Vec<Range<u32>>,
    /// The ranks on each core.
    on_cores: Vec<OnCore>,
    /// The parked ranks, with the narrowest object around the binding of each.
    parked: Vec<(&'a Object, u32)>,
    pub(super) size: CellSize,
}

/// The ranks on a core.
#[derive(Clone, Debug, Default)]
struct OnCore {
    /// The workers that use a part of it, by their numbers on the node.
    workers: Vec<usize>,
    /// The parked ranks that are bound inside it.
    parked: Vec<u32>,
}

/// Returns the ranks on each core. A node may have thousands, so each rank is visited once.
fn on_cores(node: &NodePlan, cores: &[Range<u32>]) -> Vec<OnCore> {
    let mut all = vec![OnCore::default(); cores.len()];
    for (at, worker) in node.workers().iter().enumerate() {
        for core in worker.cpus.iter().filter_map(|unit| core_around(cores, &(unit..unit + 1))) {
            if all[core].workers.last() != Some(&at) {
                all[core].workers.push(at);
            }
        }
    }
    for member in node.parked() {
        let first = member.home.iter().next().and_then(|unit| core_around(cores, &(unit..unit + 1)));
        if let Some(core) = first.filter(|&core| member.home.is_subset(&cores[core].clone().into())) {
            all[core].parked.push(member.rank);
        }
    }
    all
}

/// Returns the core that contains some units, of cores in ascending order.
fn core_around(cores: &[Range<u32>], units: &Range<u32>) -> Option<usize> {
    let at = cores.partition_point(|core| core.end <= units.start);
    cores.get(at).filter(|core| is_inside(units, core)).map(|_| at)
}

impl<'a> Picture<'a> {
    pub(super) fn new(node: &'a NodePlan) -> Self {
        let cores = node.machine.slots();
        let (on_cores, size) = (on_cores(node, &cores), CellSize { width: 0.0, height: 3.0 * LINE + GAP });
        let parked = node.parked().map(|member| (node.machine.around(&member.home), member.rank)).collect();
        let mut picture = Self { node, cores, on_cores, parked, size };
        let letters = |cell: Cell| [core_name(&cell), cell.ranks, cell.parked].map(|words| words.chars().count());
        let widest = (0..picture.cores.len()).flat_map(|core| letters(picture.cell(core))).max().unwrap_or(0);
        picture.size.width = char_width(widest) + 2.0 * GAP;
        picture
    }

    /// Returns the box of the node.
    pub(super) fn block(&self) -> Block {
        self.block_of(&self.node.machine.objects()[0])
    }

    fn block_of(&self, object: &Object) -> Block {
        let title = near(&self.node.machine, object);
        let parked = self.parked.iter().filter(|(around, _)| std::ptr::eq(*around, object));
        let parked = brief(&parked.map(|&(_, rank)| rank).collect::<Vec<u32>>());
        let parked = if parked.is_empty() { parked } else { format!("parked: {parked}") };
        let longest = title.chars().count().max(parked.chars().count());
        let mut block = Block {
            name: object.level.name().as_str(),
            width: char_width(longest) * 1.05,
            height: MARGIN + if parked.is_empty() { LINE } else { 2.0 * LINE },
            title,
            parked,
            cells: vec![],
            children: vec![],
        };
        let (cells, children) = self.inside(object);
        self.put_cells(&mut block, cells);
        put_children(&mut block, children);
        block.width += 2.0 * MARGIN;
        block.height += MARGIN;
        block
    }

    /// Returns the cores directly in an object, and the boxes of the wider objects in it.
    fn inside(&self, object: &Object) -> (Vec<Cell>, Vec<Block>) {
        let all = self.node.machine.objects();
        let children: Vec<&Object> = object.children.iter().map(|&child| &all[child as usize]).collect();
        let is_core = |child: &Object| core_around(&self.cores, &child.units).is_some();
        let wide: Vec<&Object> = children.into_iter().filter(|child| !is_core(child)).collect();
        let first = self.cores.partition_point(|core| core.start < object.units.start);
        let inside = (first..self.cores.len()).take_while(|&core| is_inside(&self.cores[core], &object.units));
        let cells = inside.filter(|&core| !wide.iter().any(|child| is_inside(&self.cores[core], &child.units)));
        (cells.map(|core| self.cell(core)).collect(), wide.into_iter().map(|child| self.block_of(child)).collect())
    }

    fn cell(&self, core: usize) -> Cell {
        let units = Cpus::from(self.cores[core].clone());
        let all = self.node.workers();
        let OnCore { workers, parked } = self.on_cores[core].clone();
        let ranks: Vec<String> = workers.iter().map(|&at| self.node.rank(&all[at]).to_string()).collect();
        let ranks = if let [only] = &ranks[..] { format!("rank {only}") } else { ranks.join(" ") };
        let parked = brief(&parked);
        let parked = if parked.is_empty() { parked } else { format!("({parked})") };
        Cell { core: core as u32, workers, ranks, parked, is_shared: self.node.share.intersects(&units) }
    }

    fn put_cells(&self, block: &mut Block, cells: Vec<Cell>) {
        let mut cells = cells.into_iter().peekable();
        while cells.peek().is_some() {
            for (at, cell) in cells.by_ref().take(CELLS_A_ROW).enumerate() {
                let x = MARGIN + at as f32 * (self.size.width + GAP);
                block.cells.push((x, block.height + GAP, cell));
                block.width = block.width.max(x + self.size.width - MARGIN);
            }
            block.height += self.size.height + GAP;
        }
    }
}

fn brief(ranks: &[u32]) -> String {
    Ranks::from_sorted(ranks).brief(MOST_RUNS)
}

/// Places boxes side by side, and begins a new row if they would be too wide.
fn put_children(block: &mut Block, children: Vec<Block>) {
    let (mut x, mut tallest) = (MARGIN, 0.0);
    block.height += if children.is_empty() { 0.0 } else { GAP };
    for child in children {
        if x > MARGIN && x + child.width > WIDEST {
            block.height += tallest + MARGIN;
            (x, tallest) = (MARGIN, 0.0);
        }
        let (width, height) = (child.width, child.height);
        block.children.push((x, block.height, child));
        block.width = block.width.max(x + width - MARGIN);
        tallest = f32::max(tallest, height);
        x += width + MARGIN;
    }
    block.height += tallest;
}

/// Returns the name of a core in the picture.
pub(super) fn core_name(cell: &Cell) -> String {
    format!("core {}", cell.core)
}

fn is_inside(inner: &Range<u32>, outer: &Range<u32>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}
