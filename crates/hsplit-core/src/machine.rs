// SPDX-License-Identifier: MIT OR Apache-2.0
//! A node of the hierarchy: a tree of levels over the node's processing units.
//!
//! hwloc numbers processing units so that every object covers a contiguous run of them. An object is therefore its
//! first unit and their count, and a binding lies inside it if its lowest and highest unit do. Levels that cover the
//! same units are merged here, from the hardware alone (RR-9077 §3.2.2), so names never depend on the number of
//! processes. The machine takes a few kilobytes, which the processes of a node share.

use std::ops::Range;
use std::sync::Arc;

use crate::cpus::Cpus;
use crate::device::Device;
use crate::hash::hash;
use crate::level::{Level, MACHINE, canonical};
use crate::memory::Memory;
use crate::name::Name;
use crate::place::Step;
use crate::region::{self, Region};

mod encoding;
mod normalise;

pub use encoding::DecodeError;
pub use normalise::RawObject;

/// One object of the normalised tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// All levels that cover exactly these units.
    pub level: Arc<Level>,
    /// The processing units, by logical index.
    pub units: Range<u32>,
    /// Its children, as indices into [`Machine::objects`].
    pub children: Vec<u32>,
    /// The devices attached here; `None` if there are none.
    pub devices: Option<Arc<[Device]>>,
}

impl Object {
    fn new(level: Arc<Level>, units: Range<u32>) -> Self {
        Self { level, units, children: vec![], devices: None }
    }

    fn has(&self, name: Name) -> bool {
        self.level.names().contains(&name)
    }
}

/// The levels of objects, each once, parents before children. Objects of equal levels share one.
fn levels(objects: &[Object]) -> Vec<&Arc<Level>> {
    let mut levels: Vec<&Arc<Level>> = vec![];
    for object in objects {
        if !levels.iter().any(|level| Arc::ptr_eq(level, &object.level)) {
            levels.push(&object.level);
        }
    }
    levels
}

/// A node's hierarchy. The first object is the node itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    objects: Vec<Object>,
    /// The operating system's number of each processing unit, in logical order.
    units: Vec<u32>,
    /// The logical index of each operating system's number; `u32::MAX` if there is no such unit.
    logical: Vec<u32>,
    /// True if bindings of this process are bindings on this machine; false for a description of another machine.
    this_system: bool,
    /// True if steps of paths have the operating system's numbers.
    by_os: bool,
    /// The types whose objects in hwloc differ from the instances of levels here.
    counted: Arc<[Counted]>,
    regions: Arc<[Region]>,
    memory: Arc<[Memory]>,
}

/// All objects of one type in hwloc. Objects that are merged to one instance here are separate: for example two NUMA
/// nodes with the same processing units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// hwloc's name of the type.
    pub name: Name,
    /// The processing units of each object, by its logical index; an empty run for an object without units.
    pub units: Vec<Range<u32>>,
}

impl Machine {
    /// Builds the machine from a topology tree; `units` are the operating system's numbers in logical order.
    pub fn new(root: &RawObject, units: Vec<u32>, this_system: bool) -> Self {
        Self::from_parts(normalise::normalise(root, units.len() as u32), units, this_system)
    }

    /// The same machine with devices, each given with the units of the object that hwloc attaches it to.
    ///
    /// A device is attached to the narrowest object of exactly these units. A device without such an object, or without
    /// processing units, is left out: no process can be inside it.
    pub fn with_devices(mut self, devices: Vec<(Range<u32>, Device)>) -> Self {
        let attached =
            devices.into_iter().filter_map(|(units, device)| Some((self.object_of(&units)?, device))).collect();
        attach(&mut self.objects, attached);
        self
    }

    /// The same machine with hwloc's counts of objects; only counts that differ from the levels are kept.
    pub fn with_counted(self, mut counted: Vec<Counted>) -> Self {
        counted.retain(|Counted { name, units }| *units != self.runs_of(&canonical(name.as_str())));
        Self { counted: counted.into(), ..self }
    }

    /// The same machine, but in paths the number of an object is the lowest of the operating system's numbers of its
    /// processing units, and not its index among its siblings. Processes with different views of a node, each with the
    /// export of a part, then never take different objects for the same.
    #[must_use]
    pub fn numbered_by_os(self) -> Self {
        Self { by_os: true, ..self }
    }

    /// A number that differs for views of a machine with different processing units or objects. Devices are not
    /// included, because a process may see only its own.
    pub fn view(&self) -> u64 {
        let mut bytes: Vec<u8> = self.units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        for object in &self.objects {
            let numbers = [object.units.start, object.units.end, object.children.len() as u32];
            numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
            object.level.names().iter().for_each(|name| bytes.extend(name.as_c_str().to_bytes_with_nul()));
        }
        hash(&bytes)
    }

    /// The same machine with regions. Regions without processing units are left out.
    pub fn with_regions(self, mut regions: Vec<Region>) -> Self {
        regions.retain(|region| !region.units().is_empty());
        Self { regions: regions.into(), ..self }
    }

    /// The same machine with its NUMA nodes.
    #[must_use]
    pub fn with_memory(self, memory: Vec<Memory>) -> Self {
        Self { memory: memory.into(), ..self }
    }

    /// The NUMA nodes.
    pub fn memory(&self) -> &[Memory] {
        &self.memory
    }

    /// The regions of the node.
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// The region of this name that contains some units, as a step below the node.
    pub fn region_around(&self, canonical_name: &str, cpus: &Cpus) -> Option<Step> {
        region::step_around(&self.regions, canonical_name, cpus)
    }

    /// The processing units of each object that `canonical_name` means, by hwloc's logical index. Without hwloc's
    /// counts, the instances of the level.
    pub fn counted(&self, canonical_name: &str) -> Vec<Range<u32>> {
        let named = |counted: &&Counted| canonical(counted.name.as_str()) == canonical_name;
        match self.counted.iter().find(named) {
            Some(counted) => counted.units.clone(),
            None => self.runs_of(canonical_name),
        }
    }

    /// The runs of units of every instance of a level, in logical order. For `pu` each processing unit, also if the
    /// node has no level for them.
    pub(crate) fn runs_of(&self, canonical_name: &str) -> Vec<Range<u32>> {
        let runs: Vec<_> = self.objects_named(canonical_name).map(|object| object.units.clone()).collect();
        if runs.is_empty() && canonical_name == "pu" { self.whole().map(|unit| unit..unit + 1).collect() } else { runs }
    }

    /// The runs of units of every instance of a level or a device on the node; a run that contains another comes first.
    /// A processing unit without a core counts as a core.
    pub fn instances(&self, canonical_name: &str) -> Vec<Range<u32>> {
        let of_level = self.instances_of_level(canonical_name);
        if !of_level.is_empty() {
            return of_level;
        }
        let named = self.devices().filter(|(_, device)| device.answers_to(canonical_name));
        let mut runs: Vec<Range<u32>> = named.map(|(units, _)| units).collect();
        runs.dedup();
        runs
    }

    /// The same as [`Self::instances`], for levels only.
    pub(crate) fn instances_of_level(&self, canonical_name: &str) -> Vec<Range<u32>> {
        if canonical_name == "core" { self.slots() } else { self.runs_of(canonical_name) }
    }

    /// All devices, each with the units of the object that it is attached to.
    pub fn devices(&self) -> impl Iterator<Item = (Range<u32>, &Device)> {
        self.objects.iter().flat_map(|object| {
            object.devices.iter().flat_map(|devices| devices.iter()).map(|device| (object.units.clone(), device))
        })
    }

    /// The units of every instance of a level, a device or a region on the node: the runs of [`Self::instances`] if the
    /// name is that of a level or a device, else the disjoint regions.
    pub fn sets(&self, canonical_name: &str) -> Vec<Cpus> {
        match self.instances(canonical_name) {
            runs if runs.is_empty() => region::sets(&self.regions, canonical_name),
            runs => runs.into_iter().map(Cpus::from).collect(),
        }
    }

    /// The narrowest object that contains a set; the node for the empty set.
    pub fn around(&self, cpus: &Cpus) -> &Object {
        let (Some(first), Some(last)) = (cpus.first(), cpus.last()) else { return &self.objects[0] };
        let mut object = &self.objects[0];
        while let Some((_, child)) = self.child_around(object, &(first..last.saturating_add(1))) {
            object = child;
        }
        object
    }

    /// The narrowest object of exactly these units, as an index into [`Machine::objects`].
    fn object_of(&self, units: &Range<u32>) -> Option<u32> {
        let mut index = 0;
        if units.is_empty() {
            return None;
        }
        while let Some((instance, _)) = self.child_around(&self.objects[index as usize], units) {
            index = self.objects[index as usize].children[instance];
        }
        (self.objects[index as usize].units == *units).then_some(index)
    }

    fn from_parts(objects: Vec<Object>, units: Vec<u32>, this_system: bool) -> Self {
        let size = units.iter().max().map_or(0, |&max| max as usize + 1);
        let mut logical = vec![u32::MAX; size];
        for (index, &os) in units.iter().enumerate() {
            logical[os as usize] = index as u32;
        }
        let (counted, regions, memory) = (Arc::default(), Arc::default(), Arc::default());
        Self { objects, units, logical, this_system, by_os: false, counted, regions, memory }
    }

    /// A node without known structure.
    pub fn opaque() -> Self {
        let level = Arc::new(Level::new(&[Name::new(MACHINE)]));
        Self::from_parts(vec![Object::new(level, 0..1)], vec![0], false)
    }

    /// All objects, parents before children, the node itself first.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// The names of all levels, each once, parents before children.
    pub fn names(&self) -> Vec<Name> {
        let mut names = vec![];
        for name in levels(&self.objects).into_iter().flat_map(|level| level.names()) {
            if !names.contains(name) {
                names.push(*name);
            }
        }
        names
    }

    /// The operating system's number of every processing unit, in logical order.
    pub fn units(&self) -> &[u32] {
        &self.units
    }

    /// True if this process's bindings apply to this machine.
    pub fn is_this_system(&self) -> bool {
        self.this_system
    }

    /// The smallest run of logical units that contains a binding, given by the operating system's numbers.
    ///
    /// Units that the machine does not have (offline ones) are ignored; a binding without any unit of the machine gives
    /// the whole node.
    pub fn run_around(&self, binding: impl IntoIterator<Item = usize>) -> Range<u32> {
        let (mut low, mut high) = (u32::MAX, 0);
        for os in binding {
            if let Some(unit) = self.unit(os) {
                (low, high) = (low.min(unit), high.max(unit));
            }
        }
        if low == u32::MAX { self.whole() } else { low..high + 1 }
    }

    /// A number for a binding, given by the operating system's numbers: equal numbers mean the same units.
    ///
    /// As in [`Machine::run_around`], units that the machine does not have are ignored, and no units mean the whole
    /// node.
    pub fn identity_of(&self, binding: impl IntoIterator<Item = usize>) -> u64 {
        let mut units: Vec<u32> = binding.into_iter().filter_map(|os| self.unit(os)).collect();
        if units.is_empty() {
            units.extend(self.whole());
        }
        if self.by_os {
            units.iter_mut().for_each(|unit| *unit = self.units[*unit as usize]);
        }
        units.sort_unstable();
        units.dedup();
        hash(&units.into_iter().flat_map(u32::to_le_bytes).collect::<Vec<u8>>())
    }

    /// The operating system's numbers of some units. Units that the machine does not have are ignored.
    pub fn to_os(&self, cpus: &Cpus) -> Cpus {
        let known = cpus.intersection(&Cpus::from(self.whole()));
        known.iter().map(|unit| self.units[unit as usize]).collect()
    }

    /// The units with these numbers of the operating system. Numbers that the machine does not have are ignored.
    pub fn to_logical(&self, numbers: &Cpus) -> Cpus {
        self.whole().filter(|&unit| numbers.contains(self.units[unit as usize])).collect()
    }

    /// The logical index of a unit with the operating system's number `os`.
    fn unit(&self, os: usize) -> Option<u32> {
        self.logical.get(os).copied().filter(|&unit| unit != u32::MAX)
    }

    /// All units of the node.
    pub fn whole(&self) -> Range<u32> {
        0..self.units.len() as u32
    }

    /// The number of an object in paths. `index` is its index among its siblings.
    fn number_of(&self, object: &Object, index: usize) -> u64 {
        let numbers = &self.units[object.units.start as usize..object.units.end as usize];
        let least = numbers.iter().min().filter(|_| self.by_os);
        least.map_or(index as u64, |least| u64::from(*least))
    }

    /// The path to the narrowest object that contains all of `run`, without the node itself.
    pub fn path_to(&self, run: &Range<u32>) -> Vec<Step> {
        let mut steps = Vec::with_capacity(8);
        let mut object = &self.objects[0];
        while let Some((instance, child)) = self.child_around(object, run) {
            steps.push(step_at(child, self.number_of(child, instance)));
            object = child;
        }
        steps
    }

    /// The object at the end of a path from [`Machine::path_to`], given by the instance of each step.
    pub fn object_at(&self, path: impl IntoIterator<Item = u64>) -> Option<&Object> {
        let child = |object: &Object, number: u64| {
            let children = object.children.iter().map(|&child| &self.objects[child as usize]);
            let found = children.enumerate().find(|&(index, child)| self.number_of(child, index) == number);
            found.map(|(_, child)| child)
        };
        path.into_iter().try_fold(&self.objects[0], child)
    }

    /// The name of an object's level, and its number among hwloc's objects of that name.
    pub fn numbered(&self, object: &Object) -> (Name, usize) {
        let name = object.level.name();
        let number = self.counted(&canonical(name.as_str())).iter().position(|units| *units == object.units);
        (name, number.unwrap_or(0))
    }

    fn child_around(&self, object: &Object, run: &Range<u32>) -> Option<(usize, &Object)> {
        let at = object.children.partition_point(|&child| self.objects[child as usize].units.end <= run.start);
        let child = &self.objects[*object.children.get(at)? as usize];
        let inside = child.units.start <= run.start && run.end <= child.units.end;
        inside.then_some((at, child))
    }

    /// The step of the node. `identity` distinguishes it from other nodes.
    pub fn node_step(&self, identity: u64) -> Step {
        step_at(&self.objects[0], identity)
    }

    /// The objects that `canonical_name` means, in logical order.
    pub(crate) fn objects_named(&self, canonical_name: &str) -> impl Iterator<Item = &Object> {
        let mut levels = levels(&self.objects);
        levels.retain(|level| level.answers_to(canonical_name));
        let is_one = move |object: &&Object| levels.iter().any(|level| Arc::ptr_eq(level, &object.level));
        self.objects.iter().filter(is_one)
    }

    /// The units that a launcher hands out one by one: each core, and every unit without a core.
    pub fn slots(&self) -> Vec<Range<u32>> {
        let mut slots: Vec<Range<u32>> = vec![];
        let mut next = 0;
        for core in self.objects_named("core").map(|object| object.units.clone()) {
            slots.extend((next..core.start).map(|unit| unit..unit + 1));
            // Corrupted bytes may describe cores that overlap.
            if core.start >= next && !core.is_empty() {
                next = core.end;
                slots.push(core);
            }
        }
        slots.extend((next..self.whole().end).map(|unit| unit..unit + 1));
        slots
    }
}

fn step_at(object: &Object, instance: u64) -> Step {
    Step { level: object.level.clone(), instance, devices: object.devices.clone() }
}

/// Attaches devices to objects given by their index, in the order of the list.
fn attach(objects: &mut [Object], mut attached: Vec<(u32, Device)>) {
    attached.sort_by_key(|(index, _)| *index);
    for group in attached.chunk_by(|(a, _), (b, _)| a == b) {
        objects[group[0].0 as usize].devices = Some(group.iter().map(|(_, device)| device.clone()).collect());
    }
}
