// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random nodes for property tests, defined only by sets of processing units.
//!
//! A node is drawn from a tape of bytes. Each byte is a choice, and 0 is the simplest one; proptest shortens the tape
//! and lowers its bytes, so the nodes that it reports are small. Nodes have the difficulties of real ones: levels that
//! some objects lack, redundant chains, memory at any object, twice, or without processing units, objects without
//! processing units, threads, single cores, operating-system numbers in any order, and devices at any place, also
//! without an object.

use std::fmt;
use std::ops::Range;

use hsplit_core::device::Device;
use hsplit_core::level::canonical;
use hsplit_core::machine::{Machine, RawObject};
use hsplit_core::name::Name;

/// Choices that are read one by one; 0 after the end of the tape.
pub struct Tape<'a>(pub &'a [u8]);

impl Tape<'_> {
    /// A number below `n`, at most 256.
    pub fn below(&mut self, n: u32) -> u32 {
        let Some((&byte, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        u32::from(byte) % n
    }

    /// True once in `n` draws.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == n - 1
    }
}

/// hwloc's levels below the node, widest first.
const LEVELS: &[&str] = &["Group0", "Package", "Die", "Group1", "L3Cache", "L2Cache", "L1dCache", "Core", "PU"];
/// The number of units after which a node stops branching.
const UNITS: u32 = 16;

/// A node before normalisation.
#[derive(Clone)]
pub struct Raw {
    /// The node itself, with all objects inside it.
    pub(crate) root: RawObject,
    /// The operating system's number of each unit.
    pub os: Vec<u32>,
    /// Devices with the units near them.
    pub(crate) devices: Vec<(Range<u32>, Device)>,
}

impl Raw {
    /// Draws a node.
    pub fn draw(tape: &mut Tape<'_>) -> Self {
        let (root, end) = draw(tape, "Machine", 0, 0);
        let number = match tape.below(3) {
            0 => |unit, _| unit,
            1 => |unit, count| 2 * (count - 1 - unit) + 1,
            _ => |unit, count: u32| if unit % 2 == 0 { unit } else { unit + count },
        };
        let mut raw = Self { root, os: (0..end).map(|unit| number(unit, end)).collect(), devices: vec![] };
        raw.devices = raw.draw_devices(tape);
        raw
    }

    /// The node as a machine of the library.
    pub fn machine(&self) -> Machine {
        Machine::new(&self.root, self.os.clone(), false).with_devices(self.devices.clone())
    }

    /// Draws devices. Most are at objects, including the node; some are between objects, or at no unit.
    fn draw_devices(&self, tape: &mut Tape<'_>) -> Vec<(Range<u32>, Device)> {
        let mut objects = vec![];
        list(&self.root, &mut objects);
        let count = tape.below(6);
        let mut devices = vec![];
        for number in 0..count {
            let (_, units) = &objects[tape.below(251) as usize % objects.len()];
            let units = if tape.one_in(12) { units.start..units.end.saturating_sub(1) } else { units.clone() };
            let names = match tape.below(4) {
                0 => vec![format!("gpu{number}"), format!("renderD{number}"), "gpu".to_owned()],
                1 => vec![format!("mlx5_{number}"), format!("ib{number}"), "nic".to_owned(), "ib".to_owned()],
                2 => vec![format!("pci:0000:0{number}:00.0"), "Core".to_owned()],
                _ => vec!["hbm".to_owned()],
            };
            devices.push((units, Device::new(names)));
        }
        devices
    }

    /// The names and units of all objects inside the node that have units, wider ones first. Memory follows the object
    /// to which it is attached.
    pub fn inside(&self) -> Vec<(Name, Range<u32>)> {
        let mut all = vec![];
        list(&self.root, &mut all);
        all.remove(0);
        all.retain(|(_, units)| !units.is_empty());
        all
    }

    /// All names of the node for guided splits, in canonical form.
    pub(crate) fn canonical_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.inside().iter().map(|(name, _)| canonical(name.as_str())).collect();
        names.extend(self.devices.iter().flat_map(|(_, device)| device.names()).map(|name| canonical(name)));
        names.sort();
        names.dedup();
        names
    }
}

impl fmt::Debug for Raw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} os={:?} devices={:?}", brief(&self.root), self.os, self.devices)
    }
}

/// `Package 0..4 [NUMANode 0..4] (Core 0..2, Core 2..4)`
fn brief(object: &RawObject) -> String {
    let all = |objects: &[RawObject]| objects.iter().map(brief).collect::<Vec<_>>().join(", ");
    let mut text = format!("{} {:?}", object.name, object.units);
    if !object.memory.is_empty() {
        text += &format!(" [{}]", all(&object.memory));
    }
    if !object.children.is_empty() {
        text += &format!(" ({})", all(&object.children));
    }
    text
}

fn list(object: &RawObject, all: &mut Vec<(Name, Range<u32>)>) {
    all.push((object.name, object.units.clone()));
    all.extend(object.memory.iter().map(|memory| (memory.name, memory.units.clone())));
    object.children.iter().for_each(|child| list(child, all));
}

/// An object whose children have level `below` or deeper, and the first unit after it.
fn draw(tape: &mut Tape<'_>, name: &str, below: usize, first: u32) -> (RawObject, u32) {
    let (mut children, mut end) = (vec![], first);
    if name == "PU" {
        end += 1;
    } else {
        let wanted = if first < UNITS { 1 + tape.below(4).min(2) } else { 1 };
        for _ in 0..wanted {
            let level = (below + tape.below(4) as usize).min(LEVELS.len() - 1);
            let (child, next) = draw(tape, LEVELS[level], level + 1, end);
            children.push(child);
            end = next;
        }
    }
    if tape.one_in(16) {
        children.push(RawObject { name: Name::new("Package"), units: end..end, children: vec![], memory: vec![] });
    }
    let memory = draw_memory(tape, &(first..end));
    (RawObject { name: Name::new(name), units: first..end, children, memory }, end)
}

/// Draws the memory of an object: none, one or two nodes (HBM and DDR), with a memory-side cache, or without processing
/// units (CXL).
fn draw_memory(tape: &mut Tape<'_>, around: &Range<u32>) -> Vec<RawObject> {
    let memory =
        |name: &str, units: Range<u32>| RawObject { name: Name::new(name), units, children: vec![], memory: vec![] };
    let numa = || memory("NUMANode", around.clone());
    let cached = || memory("MemCache", around.clone());
    match tape.below(12) {
        8 => vec![numa()],
        9 => vec![numa(), memory("NUMANode", around.start..around.start)],
        10 => vec![cached(), numa(), cached(), numa()],
        11 => vec![numa(), numa()],
        _ => vec![],
    }
}
