// SPDX-License-Identifier: MIT OR Apache-2.0
//! The grammar of bindings in `HSPLIT_Bind_push` and `hsplit bind`.
//!
//! ```text
//! target := LEVEL | LEVEL ":" LIST | LEVEL ":local" | "home" | "allowed" | "cpus:" LIST
//! ```
//!
//! A level may have any name of guided splits, including devices and regions. A list contains instances of the level on
//! the node, by logical index, and regions by their own; the list after `cpus` contains the operating system's numbers.
//! With a list or with `local`, a device is its part of the node: devices of one locality divide its units. Every
//! target is reduced to the units that the operating system allows the process.

use std::fmt;
use std::ops::Range;

use crate::cpus::{Cpus, CpusError};
use crate::device::{Device, PCI_PREFIX, canonical_bus_id};
use crate::election::{DevicePart, device_parts};
use crate::emulation::location::level_names;
use crate::level::{HWLOC_SCHEME, canonical_level};
use crate::machine::Machine;

/// The target of a binding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    text: String,
    what: What,
}

/// Level names are in canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    Level(String),
    Instances(String, Cpus),
    Local(String),
    Home,
    Allowed,
    Cpus(Cpus),
}

/// The context of a target: a node, and the sets of one process of it. All sets have logical numbers.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// The node.
    pub machine: &'a Machine,
    /// The process's binding before the first push.
    pub home: &'a Cpus,
    /// The process's present binding.
    pub top: &'a Cpus,
    /// The units that the operating system allows the process.
    pub allowed: &'a Cpus,
    /// The number of the process on the node, if a launcher has set it.
    pub local_rank: Option<u32>,
}

/// An error in the text of a target, or a target that does not exist on the node.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum TargetError {
    /// The text has no form of the grammar.
    #[error("'{0}' is none of LEVEL, LEVEL:LIST, home, allowed, cpus:LIST")]
    Form(String),
    /// A list is not valid.
    #[error("'{0}': {1}")]
    List(String, CpusError),
    /// The node has no such level.
    #[error("'{0}': the node has no such level (it has {1})")]
    NoLevel(String, String),
    /// The level has fewer instances.
    #[error("'{0}': the node has {1} of these, numbered from 0")]
    NoInstance(String, usize),
    /// All its units are outside the allowed set.
    #[error("'{0}' has no processing unit of those that this process may use ({1}, by the operating system's numbers)")]
    NotAllowed(String, Cpus),
    /// No launcher has numbered the processes of the node.
    #[error("'{0}': the launcher does not report which process of the node this is")]
    NoLocalRank(String),
}

impl Target {
    /// Parses a target; case is ignored.
    pub fn parse(text: &str) -> Result<Self, TargetError> {
        let lower = text.trim().to_ascii_lowercase();
        let bare = lower.strip_prefix(HWLOC_SCHEME).unwrap_or(&lower).trim();
        let is_uri = bare.len() < lower.len();
        // The address of a PCI device has colons of its own.
        let list = match bare.strip_prefix(PCI_PREFIX) {
            Some(address) if canonical_bus_id(address).is_some() => None,
            Some(_) => bare.rsplit_once(':'),
            None => bare.split_once(':'),
        };
        let what = match list {
            None if bare == "home" && !is_uri => What::Home,
            None if bare == "allowed" && !is_uri => What::Allowed,
            None => What::Level(level(text, bare)?),
            Some((name, list)) => match list.trim() {
                "local" => What::Local(level(text, name)?),
                "" => return Err(TargetError::Form(text.to_owned())),
                list => {
                    let list = Cpus::parse(list).map_err(|error| TargetError::List(text.to_owned(), error))?;
                    let is_cpus = name.trim() == "cpus" && !is_uri;
                    if is_cpus { What::Cpus(list) } else { What::Instances(level(text, name)?, list) }
                }
            },
        };
        Ok(Self { text: text.trim().to_owned(), what })
    }

    /// The processing units of the target for one process; never empty.
    ///
    /// # Errors
    /// The node does not have the target, or the process may not use it.
    pub fn resolve(&self, ground: &Ground<'_>) -> Result<Cpus, TargetError> {
        self.resolve_among(ground, &|_| true).map(|(cpus, _)| cpus)
    }

    /// The same, and the devices that the target names. With `local`, only devices for which `may` is true count,
    /// unless there are none.
    ///
    /// # Errors
    /// The node does not have the target, or the process may not use it.
    pub fn resolve_among<'a>(
        &self,
        ground: &Ground<'a>,
        may: &dyn Fn(&Device) -> bool,
    ) -> Result<(Cpus, Vec<&'a Device>), TargetError> {
        let mut devices = vec![];
        let cpus = match &self.what {
            What::Home => ground.home.clone(),
            What::Allowed => ground.allowed.clone(),
            What::Cpus(numbers) => ground.machine.to_logical(numbers),
            What::Instances(level, list) => {
                let parts = parts(ground, level);
                let listed = (0..).zip(&parts).filter(|(number, _)| list.contains(*number));
                devices.extend(listed.map(|(_, part)| part.device));
                self.listed(ground, level, parts, list)?
            }
            What::Level(level) => {
                let cpus = around(ground.top, &self.usable(ground, level)?);
                devices
                    .extend(parts(ground, level).into_iter().filter(|part| part.near(&cpus)).map(|part| part.device));
                cpus
            }
            What::Local(level) => {
                let rank = ground.local_rank.ok_or_else(|| TargetError::NoLocalRank(self.text.clone()))?;
                let mut parts = parts(ground, level);
                parts.retain(|part| !part.cpus.is_empty());
                if parts.iter().any(|part| may(part.device)) {
                    parts.retain(|part| may(part.device));
                }
                let part = parts.get(rank as usize % parts.len().max(1));
                devices.extend(part.map(|part| part.device));
                match part {
                    Some(part) => part.cpus.clone(),
                    None => {
                        let usable = self.usable(ground, level)?;
                        usable.get(rank as usize % usable.len().max(1)).cloned().unwrap_or_default()
                    }
                }
            }
        };
        let cpus = cpus.intersection(ground.allowed);
        if cpus.is_empty() { Err(self.not_allowed(ground)) } else { Ok((cpus, devices)) }
    }

    /// The union of the instances in the list. `parts` are the parts of the devices, if this is a device's name.
    fn listed(
        &self,
        ground: &Ground<'_>,
        level: &str,
        parts: Vec<DevicePart<'_>>,
        list: &Cpus,
    ) -> Result<Cpus, TargetError> {
        // By hwloc's numbers, which distinguish NUMA nodes of the same processing units.
        let counted = ground.machine.counted(level);
        let sets = |runs: Vec<Range<u32>>| runs.into_iter().map(Cpus::from).collect();
        let instances: Vec<Cpus> = match parts.is_empty() {
            false => parts.into_iter().map(|part| part.cpus).collect(),
            true if counted.is_empty() => self.instances(ground, level)?,
            true => sets(counted),
        };
        if list.last().is_some_and(|last| last as usize >= instances.len()) {
            return Err(TargetError::NoInstance(self.text.clone(), instances.len()));
        }
        Ok(list.iter().fold(Cpus::default(), |all, index| all.union(&instances[index as usize])))
    }

    /// The allowed units of each instance of a level; instances without any are left out.
    fn usable(&self, ground: &Ground<'_>, level: &str) -> Result<Vec<Cpus>, TargetError> {
        let instances = self.instances(ground, level)?;
        let usable = instances.iter().map(|instance| instance.intersection(ground.allowed));
        Ok(usable.filter(|cpus| !cpus.is_empty()).collect())
    }

    fn instances(&self, ground: &Ground<'_>, level: &str) -> Result<Vec<Cpus>, TargetError> {
        let instances = ground.machine.sets(level);
        if instances.is_empty() {
            return Err(TargetError::NoLevel(self.text.clone(), level_names(ground.machine)));
        }
        Ok(instances)
    }

    fn not_allowed(&self, ground: &Ground<'_>) -> TargetError {
        TargetError::NotAllowed(self.text.clone(), ground.machine.to_os(ground.allowed))
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The part of each device of a name; empty if it is not a device's name.
fn parts<'a>(ground: &Ground<'a>, level: &str) -> Vec<DevicePart<'a>> {
    device_parts(ground.machine, ground.allowed, level)
}

fn level(text: &str, name: &str) -> Result<String, TargetError> {
    let name = canonical_level(name);
    if matches!(name.as_str(), "" | "cpus") { Err(TargetError::Form(text.to_owned())) } else { Ok(name) }
}

/// The first instance that is narrower than a binding and inside it; otherwise all instances that the binding touches.
fn around(top: &Cpus, instances: &[Cpus]) -> Cpus {
    let inside = instances.iter().find(|instance| instance.is_subset(top) && *instance != top);
    let touched = || instances.iter().filter(|instance| instance.intersects(top));
    inside.cloned().unwrap_or_else(|| touched().fold(Cpus::default(), |all, instance| all.union(instance)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::RawObject;
    use crate::name::Name;
    use crate::region::Region;

    /// Two packages with a NUMA node each, two pairs of cores with an L2 cache per pair, two processing units per core.
    /// The operating system numbers the first units of all cores first.
    fn machine() -> Machine {
        let object = |name: &str, units: Range<u32>, children| RawObject {
            name: Name::new(name),
            units,
            children,
            memory: vec![],
        };
        let core =
            |u: u32| object("Core", u..u + 2, vec![object("PU", u..u + 1, vec![]), object("PU", u + 1..u + 2, vec![])]);
        let pair = |u: u32| object("L2Cache", u..u + 4, vec![core(u), core(u + 2)]);
        let package = |u: u32| RawObject {
            memory: vec![object("NUMANode", u..u + 8, vec![])],
            ..object("Package", u..u + 8, vec![pair(u), pair(u + 4)])
        };
        let units = (0..16).map(|unit| unit / 2 + unit % 2 * 8).collect();
        Machine::new(&object("Machine", 0..16, vec![package(0), package(8)]), units, false)
    }

    fn resolved(text: &str, top: &str, allowed: &str) -> Result<String, TargetError> {
        let machine = machine();
        let set = |text: &str| Cpus::parse(text).unwrap();
        let (top, allowed, home) = (set(top), set(allowed), set("2-3"));
        let ground = Ground { machine: &machine, home: &home, top: &top, allowed: &allowed, local_rank: Some(5) };
        Target::parse(text)?.resolve(&ground).map(|cpus| cpus.to_string())
    }

    #[test]
    fn targets_of_a_process_on_the_second_core() {
        for (text, cpus) in [
            ("Machine", "0-15"),
            ("host", "0-15"),
            ("mpi_shared_memory", "0-15"),
            ("NUMANode", "0-7"),
            ("numa", "0-7"),
            ("hwloc://Package", "0-7"),
            ("L2Cache", "0-3"),
            (" l2 ", "0-3"),
            ("Core", "2-3"),
            // Narrower than the binding: the first instance inside it.
            ("PU", "2"),
            ("Core:0-3,7", "0-7,14-15"),
            ("HWLOC://core: 7 ", "14-15"),
            ("socket:1", "8-15"),
            ("hwthread:5", "5"),
            ("home", "2-3"),
            ("ALLOWED", "0-15"),
            ("cpus:0,8", "0-1"),
            ("CPUs: 15,3 ", "6,15"),
            // Units that the machine does not have are ignored.
            ("cpus:1,99", "2"),
            ("Core:local", "10-11"),
            // The sixth process on two packages.
            ("Package:LOCAL", "8-15"),
        ] {
            assert_eq!(resolved(text, "2-3", "0-15"), Ok(cpus.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_level_around_a_binding_or_inside_it() {
        for (text, top, cpus) in [
            // The binding spans two instances: both.
            ("L2Cache", "3-4", "0-7"),
            ("NUMANode", "7-8", "0-15"),
            ("Core", "1-2", "0-3"),
            // The binding is exactly one instance.
            ("L2Cache", "4-7", "4-7"),
            ("Machine", "0-15", "0-15"),
            // The binding contains instances.
            ("NUMANode", "0-15", "0-7"),
            ("L2Cache", "2-8", "4-7"),
            ("PU", "0-1", "0"),
            // One unit of each core contains no whole core.
            ("Core", "8,10,12", "8-13"),
        ] {
            assert_eq!(resolved(text, top, "0-15"), Ok(cpus.to_owned()), "{text} from {top}");
        }
    }

    #[test]
    fn what_is_not_allowed_is_left_out() {
        for (text, top, allowed, cpus) in [
            ("Machine", "2", "2-9", "2-9"),
            ("NUMANode", "2-3", "2-9", "2-7"),
            ("NUMANode", "2-9", "2-9", "2-7"),
            ("home", "9", "3-9", "3"),
            ("Core:1-2", "2", "3-4", "3-4"),
            // This process may not use the first core: cores 1 to 3 are assigned in turn.
            ("Core:local", "3", "2-7", "6-7"),
        ] {
            assert_eq!(resolved(text, top, allowed), Ok(cpus.to_owned()), "{text} of {allowed}");
        }
        for text in ["home", "Core:0", "cpus:0-3", "cpus:77", "Package:0"] {
            let error = resolved(text, "8", "8-9").unwrap_err();
            // The operating system's numbers of units 8 and 9 are 4 and 12.
            assert_eq!(error, TargetError::NotAllowed(text.to_owned(), Cpus::parse("4,12").unwrap()), "{text}");
        }
        assert!(matches!(resolved("L2Cache", "", "8-9"), Err(TargetError::NotAllowed(..))));
    }

    /// The same machine with cores of two kinds, alternating, and a region of linked GPUs across them.
    fn with_regions() -> Machine {
        let region = |names: &str, units: &str| {
            Region::new(names.split(' ').map(str::to_owned).collect(), Cpus::parse(units).unwrap())
        };
        machine().with_regions(vec![
            region("e-core core_type0 core_type", "0-3,8-11"),
            region("p-core core_type1 core_type", "4-7,12-15"),
            region("nvlink0 nvlink", "0-9"),
        ])
    }

    #[test]
    fn regions_are_named_as_levels_are() {
        let machine = with_regions();
        let resolved = |text: &str, top: &str, allowed: &str, local_rank| {
            let set = |text: &str| Cpus::parse(text).unwrap();
            let (top, allowed, home) = (set(top), set(allowed), set("2-3"));
            let ground = Ground { machine: &machine, home: &home, top: &top, allowed: &allowed, local_rank };
            Target::parse(text).unwrap().resolve(&ground).map(|cpus| cpus.to_string())
        };
        for (text, top, allowed, local_rank, cpus) in [
            // The region around the binding, or the first one inside it; a core of each kind touches both.
            ("core_type", "4-5", "0-15", 0, "4-7,12-15"),
            ("core_type", "0-15", "0-15", 0, "0-3,8-11"),
            ("core_type", "3-4", "0-15", 0, "0-15"),
            ("P-core", "2-3", "0-15", 0, ""),
            ("P-core", "4-8", "0-15", 0, "4-7,12-15"),
            ("nvlink", "4", "0-15", 0, "0-9"),
            // By number, in turn, and reduced to the allowed units.
            ("core_type:1", "2-3", "0-15", 0, "4-7,12-15"),
            ("E-core:0", "2-3", "2-9", 0, "2-3,8-9"),
            ("core_type:0-1", "2-3", "0-15", 0, "0-15"),
            ("core_type:local", "2-3", "0-15", 3, "4-7,12-15"),
            ("core_type:local", "2-3", "0-3", 3, "0-3"),
        ] {
            let found = resolved(text, top, allowed, Some(local_rank));
            let expected = if cpus.is_empty() { None } else { Some(cpus.to_owned()) };
            assert_eq!(found.ok(), expected, "{text} from {top} of {allowed}");
        }
        let error = resolved("core_type:2", "2-3", "0-15", None).unwrap_err();
        assert_eq!(error, TargetError::NoInstance("core_type:2".into(), 2));
    }

    /// Three GPUs, two of them near the second package, and a network interface near the whole node.
    #[test]
    fn devices_divide_what_is_near_them() {
        let device = |names: &str| Device::new(names.split(' ').map(str::to_owned).collect());
        let near =
            vec![(8..16, "gpu1 pci:0000:10:00.0 gpu"), (0..8, "gpu0 gpu"), (8..16, "gpu2 gpu"), (0..16, "mlx5_0 nic")];
        let machine = machine().with_devices(near.into_iter().map(|(units, names)| (units, device(names))).collect());
        for (text, allowed, local_rank, cpus) in [
            ("gpu:local", "0-15", 0, "0-7"),
            ("gpu:local", "0-15", 1, "8-11"),
            ("gpu:local", "0-15", 2, "12-15"),
            ("gpu:local", "0-15", 3, "0-7"),
            // This process may not use the units of the first GPU; the others divide the allowed units.
            ("gpu:local", "10-15", 0, "10-13"),
            ("gpu:local", "10-15", 1, "14-15"),
            // Two GPUs, one unit.
            ("gpu:local", "0,9", 2, "9"),
            ("nic:local", "0-15", 3, "0-15"),
            ("gpu:2", "0-15", 0, "12-15"),
            ("gpu:0,2", "0-15", 0, "0-7,12-15"),
            ("gpu1", "0-15", 0, "8-15"),
            ("gpu1:local", "0-15", 1, "8-15"),
            ("pci:0000:10:00.0", "0-15", 0, "8-15"),
            ("hwloc://PCI:10:00.0", "0-15", 0, "8-15"),
            ("pci:10:00.0:local", "0-15", 1, "8-15"),
            ("pci:0000:10:00.0:0", "0-15", 0, "8-15"),
        ] {
            let (all, allowed) = (Cpus::from(machine.whole()), Cpus::parse(allowed).unwrap());
            let ground =
                Ground { machine: &machine, home: &all, top: &all, allowed: &allowed, local_rank: Some(local_rank) };
            let found = Target::parse(text).unwrap().resolve(&ground).map(|cpus| cpus.to_string());
            assert_eq!(found, Ok(cpus.to_owned()), "{text} of {allowed} for {local_rank}");
        }
    }

    #[test]
    fn errors_are_named() {
        for text in ["", "  ", "hwloc://", ":0", "Core:", "cpus:", "cpus", "cpus:local", ":local"] {
            assert_eq!(resolved(text, "0", "0-15"), Err(TargetError::Form(text.to_owned())), "'{text}'");
        }
        for text in ["Core:x", "Core:1-", "Core:3-1", "cpus:a", "Core:0:1", "zork:-1"] {
            assert!(matches!(resolved(text, "0", "0-15"), Err(TargetError::List(..))), "{text}");
        }
        for text in ["zork", "L3Cache", "zork:0", "Net_level0", "switch_level:1", "hwloc://home", "L9:local"] {
            assert!(matches!(resolved(text, "0", "0-15"), Err(TargetError::NoLevel(..))), "{text}");
        }
        assert_eq!(resolved("Core:8", "0", "0-15"), Err(TargetError::NoInstance("Core:8".into(), 8)));
        assert_eq!(
            resolved("Core:0-4294967295", "0", "0"),
            Err(TargetError::NoInstance("Core:0-4294967295".into(), 8))
        );
        assert_eq!(
            resolved("l3", "0", "0-15").unwrap_err().to_string(),
            "'l3': the node has no such level (it has Machine, Package, NUMANode, L2Cache, Core, PU)"
        );
        let machine = machine();
        let all = Cpus::from(machine.whole());
        let ground = Ground { machine: &machine, home: &all, top: &all, allowed: &all, local_rank: None };
        let local = Target::parse("Core:local").unwrap();
        assert_eq!(local.resolve(&ground), Err(TargetError::NoLocalRank("Core:local".into())));
        assert_eq!(local.to_string(), "Core:local");
    }
}
