// SPDX-License-Identifier: MIT OR Apache-2.0
//! One part of a node for each device of a name, from the units of its locality.
//!
//! Devices that share a locality divide its units. A device whose locality contains those of other devices has the
//! units that these leave. If they leave fewer units per device than they have themselves, the device is served by a
//! narrower locality and divides it with the devices there. So every device has a part, and parts are as equal as the
//! localities allow.

use std::ops::Range;

use super::division::Division;
use super::parts;
use super::tree::NodeTree;
use crate::cpus::Cpus;
use crate::device::{Device, HIGH_BANDWIDTH_MEMORY};
use crate::machine::Machine;

/// The units of a locality, and the devices that are served from them.
struct Locality {
    run: Range<u32>,
    /// Indices into the devices of the name, ascending.
    devices: Vec<usize>,
}

/// A device and its units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DevicePart<'a> {
    /// The device.
    pub device: &'a Device,
    /// By logical index. Empty if the device has no unit of the share near it.
    pub cpus: Cpus,
    locality: Range<u32>,
}

impl DevicePart<'_> {
    /// True if any of these units are in its locality.
    pub fn near(&self, cpus: &Cpus) -> bool {
        cpus.intersects(&Cpus::from(self.locality.clone()))
    }
}

/// The part of `share` of each device that a name means, GPUs ordered by number. If a locality has more devices than
/// units, several devices have the same part. Empty if the name is that of a level, or unknown.
pub fn device_parts<'a>(machine: &'a Machine, share: &Cpus, canonical_name: &str) -> Vec<DevicePart<'a>> {
    let devices = devices_named(machine, canonical_name);
    if devices.is_empty() {
        return vec![];
    }
    let tree = NodeTree::new(machine);
    let localities = localities(&devices, share);
    let runs = localities.iter().map(|locality| locality.run.clone()).collect();
    let units = Division::new(&tree, share, runs).own_units();
    let mut cpus = vec![Cpus::default(); devices.len()];
    for (at, locality) in localities.iter().enumerate() {
        let parts = parts::shared(&tree, units.get(at), locality.devices.len());
        for (&device, part) in locality.devices.iter().zip(parts) {
            cpus[device] = Cpus::of_ascending(part.iter().copied());
        }
    }
    let part = |((locality, device), cpus)| DevicePart { device, cpus, locality };
    devices.into_iter().zip(cpus).map(part).collect()
}

/// The division of a node into the localities of the devices that a name means; `None` if it means no device.
pub(super) fn division(tree: &NodeTree<'_>, share: &Cpus, canonical_name: &str) -> Option<Division> {
    let devices = devices_named(tree.machine, canonical_name);
    let localities = localities(&devices, share);
    let wanted = localities.iter().map(|locality| locality.devices.len() as u32).collect();
    let runs = localities.into_iter().map(|locality| locality.run).collect();
    (!devices.is_empty()).then(|| Division::new(tree, share, runs).of_devices(wanted))
}

/// The devices that a name means, each with its locality, GPUs ordered by number. Memory is not a device here, because
/// it counts by its locality alone; nor is anything that has the name of a level.
pub fn devices_named<'a>(machine: &'a Machine, canonical_name: &str) -> Vec<(Range<u32>, &'a Device)> {
    if canonical_name == HIGH_BANDWIDTH_MEMORY || !machine.instances_of_level(canonical_name).is_empty() {
        return vec![];
    }
    let mut all: Vec<_> = machine.devices().filter(|(_, device)| device.answers_to(canonical_name)).collect();
    all.sort_by_key(|(_, device)| device.number().unwrap_or(u32::MAX));
    all
}

/// The localities that serve devices, wider ones first.
fn localities(devices: &[(Range<u32>, &Device)], share: &Cpus) -> Vec<Locality> {
    let mut runs: Vec<Range<u32>> = devices.iter().map(|(run, _)| run.clone()).collect();
    runs.sort_by_key(|run| (run.start, u32::MAX - run.end));
    runs.dedup();
    let near = |run: &Range<u32>| (0..devices.len()).filter(|&device| devices[device].0 == *run).collect();
    let mut all: Vec<Locality> = runs.into_iter().map(|run| Locality { devices: near(&run), run }).collect();
    (0..all.len()).for_each(|at| spread(&mut all, at, share));
    all.retain(|locality| !locality.devices.is_empty());
    all
}

/// A part of a locality: the units that the localities inside it leave, or one of these localities.
struct Region {
    at: usize,
    units: usize,
    devices: usize,
}

/// Assigns the devices of a locality one by one to the part of it with the most units per device.
fn spread(all: &mut [Locality], at: usize, share: &Cpus) {
    let units = |run: &Range<u32>| share.intersection(&Cpus::from(run.clone())).len();
    let whole = all[at].run.clone();
    let mut regions = vec![Region { at, units: units(&whole), devices: 0 }];
    let mut end = whole.start;
    for (inner, locality) in all.iter().enumerate().skip(at + 1).take_while(|(_, inner)| inner.run.start < whole.end) {
        match regions.last_mut() {
            Some(around) if locality.run.start < end => around.devices += locality.devices.len(),
            _ => {
                regions.push(Region { at: inner, units: units(&locality.run), devices: locality.devices.len() });
                end = locality.run.end;
            }
        }
    }
    regions[0].units -= regions[1..].iter().map(|region| region.units).sum::<usize>();
    regions.retain(|region| region.units > 0);
    for device in std::mem::take(&mut all[at].devices) {
        let fewer = |a: &&mut Region, b: &&mut Region| ((a.devices + 1) * b.units).cmp(&((b.devices + 1) * a.units));
        let region = regions.iter_mut().min_by(fewer);
        let to = region.map_or(at, |region| {
            region.devices += 1;
            region.at
        });
        all[to].devices.push(device);
        all[to].devices.sort_unstable();
    }
}
