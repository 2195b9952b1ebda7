// SPDX-License-Identifier: MIT OR Apache-2.0
//! hwloc's topology as a [`Machine`]. This file, `devices`, `regions` and `binding` are the only ones that call hwloc.

use hwlocality::Topology;
use hwlocality::object::TopologyObject;
use hwlocality::object::attributes::ObjectAttributes;
use hwlocality::object::depth::{Depth, NormalDepth};
use hwlocality::object::types::{CacheType, ObjectType};
use hwlocality::topology::builder::{BuildFlags, TopologyBuilder};

use super::{SourceError, devices, regions};
use crate::affinity::Mask;
use hsplit_core::emulation::{Description, Kind, NodeGroup, System, check_file};
use hsplit_core::machine::{Counted, Machine, RawObject};
use hsplit_core::name::Name;

/// Loads the machine that this process runs on, or what hwloc's own variables (`HWLOC_XMLFILE`, …) put in its place.
///
/// Resources that a cgroup keeps from this process are included: two processes of a node in different cgroups must see
/// one machine, or they would give the same name to different caches.
///
/// # Errors
/// What hwloc reports.
pub fn load_system() -> Result<Machine, SourceError> {
    let topology = build(devices::discover(system()?)?)?;
    if topology.is_this_system() {
        warn_of_ignored_variables();
    }
    complete(&topology)
}

/// hwloc ignores a variable that it cannot use, prints nothing, and takes the machine itself.
fn warn_of_ignored_variables() {
    // With this variable a topology from a file counts as this system's.
    if std::env::var_os("HWLOC_THISSYSTEM").is_some() {
        return;
    }
    for name in ["HWLOC_XMLFILE", "HWLOC_SYNTHETIC"] {
        if let Some(value) = std::env::var_os(name).filter(|value| !value.is_empty()) {
            log::warn!("hwloc cannot use {name}={}; this machine's own topology counts", value.to_string_lossy());
        }
    }
}

/// The topology behind [`load_system`], without devices.
///
/// # Errors
/// What hwloc reports.
pub(crate) fn load_system_topology() -> Result<Topology, SourceError> {
    build(system()?)
}

/// The processing units that hwloc says this process may use; `None` where it cannot tell.
pub fn allowed() -> Option<Mask> {
    let topology = load_system_topology().ok()?;
    Some(topology.allowed_cpuset().iter_set().map(usize::from).collect())
}

fn system() -> Result<TopologyBuilder, SourceError> {
    check_version()?;
    TopologyBuilder::new()
        .with_flags(BuildFlags::INCLUDE_DISALLOWED)
        .map_err(|error| format!("hwloc refuses its flags: {error}").into())
}

fn build(builder: TopologyBuilder) -> Result<Topology, SourceError> {
    builder.build().map_err(|error| format!("hwloc cannot load the topology: {error}").into())
}

/// Loads a node from its description.
///
/// # Errors
/// What hwloc reports, with the description or the file.
pub(crate) fn load_kind(kind: &Kind) -> Result<Machine, SourceError> {
    check_version()?;
    let builder = match kind {
        Kind::Synthetic(words) => TopologyBuilder::new().from_synthetic(words).map_err(|_| not_understood(words))?,
        Kind::Xml(file) => {
            // hwloc itself accepts an unreadable file until it loads it, and then does not name it.
            check_file(file)
                .and_then(|()| std::fs::File::open(file).map(drop).map_err(|error| error.to_string()))
                .map_err(|why| format!("{}: {why}", file.display()))?;
            TopologyBuilder::new().from_xml_file(file).map_err(|error| format!("{}: {error}", file.display()))?
        }
    };
    let topology = devices::discover(builder)?.build().map_err(|_| match kind {
        Kind::Synthetic(words) => format!("hwloc cannot build '{words}'"),
        Kind::Xml(file) => {
            format!("{}: hwloc finds no topology in it (lstopo writes one with '--of xml')", file.display())
        }
    })?;
    complete(&topology)
}

/// Why hwloc refuses a description; mostly it lacks the processing units. Nothing is added to it here: what the library
/// takes, lstopo takes, too.
fn not_understood(words: &str) -> String {
    let whole = format!("{words} pu:1");
    match TopologyBuilder::new().from_synthetic(&whole) {
        Ok(_) => format!("'{words}' does not end in processing units, as '{whole}' does"),
        Err(_) => format!("hwloc does not understand '{words}' (its grammar: lstopo -i, HWLOC(7))"),
    }
}

fn complete(topology: &Topology) -> Result<Machine, SourceError> {
    let machine = machine(topology)?;
    let counted = counted(topology, &machine);
    let regions = regions::regions(topology, &machine);
    Ok(machine.with_counted(counted).with_regions(regions))
}

/// All objects by type, in hwloc's logical order.
fn counted(topology: &Topology, machine: &Machine) -> Vec<Counted> {
    let units = |object: &TopologyObject| {
        let set = object.cpuset().filter(|set| !set.is_empty());
        set.map_or(0..0, |set| machine.run_around(set.iter_set().map(usize::from)))
    };
    let memory = [Depth::NUMANode, Depth::MemCache];
    let depths = NormalDepth::iter_range(NormalDepth::MIN, topology.depth()).map(Depth::from).chain(memory);
    let of_depth = |depth| {
        let mut objects = topology.objects_at_depth(depth).peekable();
        let name = name(objects.peek()?);
        Some(Counted { name, units: objects.map(units).collect() })
    };
    depths.filter_map(of_depth).collect()
}

/// Loads an emulated machine.
///
/// # Errors
/// What hwloc reports of a kind of node.
pub fn load_emulated(description: &Description) -> Result<System, SourceError> {
    let groups =
        description.nodes.iter().map(|(count, kind)| Ok(NodeGroup { count: *count, machine: load_kind(kind)?.into() }));
    Ok(System::new(&description.switches, groups.collect::<Result<_, SourceError>>()?))
}

/// The first libhwloc that a process loads serves the whole process.
fn check_version() -> Result<(), SourceError> {
    check_api(hwlocality::hwloc_api_version())
}

/// Only version 2 has the objects that this library was built for: those of 1 and of 3 have another layout.
fn check_api(version: usize) -> Result<(), SourceError> {
    let (major, minor) = (version >> 16, version >> 8 & 0xff);
    if major == 2 { Ok(()) } else { Err(format!("this process has loaded hwloc {major}.{minor}, not 2").into()) }
}

/// The highest number of a processing unit that is believed: a table of this size is kept.
const MOST_UNIT: u32 = 1 << 20;

fn machine(topology: &Topology) -> Result<Machine, SourceError> {
    let mut units = vec![];
    let root = raw_object(topology.root_object(), &mut units);
    if units.is_empty() {
        return Err("hwloc finds no processing unit".into());
    }
    if let Some(unit) = units.iter().find(|&&unit| unit > MOST_UNIT) {
        return Err(format!("processing unit {unit} has a number that no operating system gives").into());
    }
    let devices = devices::devices(topology, &units);
    Ok(Machine::new(&root, units, topology.is_this_system()).with_devices(devices))
}

/// Walks the tree in logical order; `units` collects the operating system's numbers of the processing units on the way.
fn raw_object(object: &TopologyObject, units: &mut Vec<u32>) -> RawObject {
    let first = units.len() as u32;
    if object.object_type() == ObjectType::PU {
        units.push(object.os_index().unwrap_or(first as usize) as u32);
    }
    let children: Vec<RawObject> = object.normal_children().map(|child| raw_object(child, units)).collect();
    let covered = first..units.len() as u32;
    let memory = object
        .memory_children()
        .flat_map(memory_below)
        .filter(|m| !is_empty(m))
        .map(|m| memory_object(m, object, &covered))
        .collect();
    RawObject { name: name(object), units: covered, children, memory }
}

/// A memory child and what hangs below it: a NUMA node behind a memory-side cache.
fn memory_below(object: &TopologyObject) -> Vec<&TopologyObject> {
    let mut all = vec![object];
    all.extend(object.memory_children().flat_map(memory_below));
    all
}

fn is_empty(object: &TopologyObject) -> bool {
    object.cpuset().is_none_or(|set| set.is_empty())
}

fn memory_object(memory: &TopologyObject, parent: &TopologyObject, covered: &std::ops::Range<u32>) -> RawObject {
    let whole = memory.cpuset().zip(parent.cpuset()).is_some_and(|(own, around)| own == around);
    let units = if whole { covered.clone() } else { covered.start..covered.start };
    RawObject { name: name(memory), units, children: vec![], memory: vec![] }
}

/// The name as `hwloc_obj_type_snprintf` gives it: `L1dCache`, `Group0`, `Package`.
fn name(object: &TopologyObject) -> Name {
    Name::new(&match object.attributes() {
        Some(ObjectAttributes::Cache(cache)) => {
            let letter = match cache.cache_type() {
                CacheType::Data => "d",
                CacheType::Instruction => "i",
                CacheType::Unified | CacheType::Unknown(_) => "",
            };
            format!("L{}{letter}Cache", cache.depth())
        }
        Some(ObjectAttributes::Group(group)) => format!("Group{}", group.depth()),
        Some(ObjectAttributes::NUMANode(_)) => "NUMANode".to_owned(),
        // hwlocality's variants have hwloc's names.
        _ => format!("{:?}", object.object_type()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hsplit_core::emulation::location;

    fn levels(words: &str) -> Vec<String> {
        let machine = load_kind(&Kind::Synthetic(words.to_owned())).unwrap();
        machine.path_to(&(0..1)).iter().map(|step| step.level.name().to_string()).collect()
    }

    #[test]
    fn the_papers_node() {
        for words in ["package:2 [numa] l3:1 l2:2 l1d:1 core:2 pu:1", "numa:2 package:1 l3:1 l2:2 l1d:1 core:2 pu:1"] {
            assert_eq!(levels(words), ["L3Cache", "L1dCache", "Core"], "{words}");
        }
    }

    #[test]
    fn threads_and_groups_are_levels() {
        assert_eq!(levels("package:2 [numa] group:2 core:2 pu:2"), ["NUMANode", "Group0", "Core", "PU"]);
        // Where the description has no NUMA node, hwloc adds one for the whole node.
        assert_eq!(levels("package:2 core:2 pu:1"), ["NUMANode", "Package", "Core"]);
        assert_eq!(levels("package:2 die:2 numa:1 l3:1 core:2 pu:1"), ["Package", "L3Cache", "Core"]);
    }

    #[test]
    fn objects_are_counted_in_logical_order() {
        let machine = |words: &str| load_kind(&Kind::Synthetic(words.to_owned())).unwrap();
        let run =
            |words: &str, binding: &str| location::parse(binding, &machine(words)).map_err(|error| error.to_string());
        // Two NUMA nodes in each of two groups, and one around each package.
        let snc = "package:2 [numa] group:2 [numa] [numa] core:2 pu:1";
        let runs: Vec<_> = (0..10).map(|index| run(snc, &format!("numa:{index}")).unwrap()).collect();
        assert_eq!(runs, [0..2, 0..2, 2..4, 2..4, 0..4, 4..6, 4..6, 6..8, 6..8, 4..8]);
        assert_eq!((run(snc, "group:3"), run(snc, "pu:7"), run(snc, "machine:0")), (Ok(6..8), Ok(7..8), Ok(0..8)));
        assert_eq!(run(snc, "numa:10").unwrap_err(), "'numa:10': the node has 10 of these, numbered from 0");
    }

    #[test]
    fn other_versions_are_refused() {
        let said = |version| check_api(version).unwrap_err().to_string();
        assert!(check_api(0x0002_0c00).is_ok());
        assert_eq!(said(0x0001_0b06), "this process has loaded hwloc 1.11, not 2");
        assert_eq!(said(0x0003_0000), "this process has loaded hwloc 3.0, not 2");
    }

    #[test]
    fn a_pipe_is_no_topology() {
        let path = std::env::temp_dir().join(format!("hsplit-pipe-{}.xml", std::process::id()));
        assert!(std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo").success());
        let why = load_kind(&Kind::Xml(path.clone())).unwrap_err().to_string();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(why, format!("{}: is not a file", path.display()));
    }

    #[test]
    fn this_machine_loads() {
        let machine = load_system().unwrap();
        assert_eq!(machine.objects()[0].level.name().as_str(), "Machine");
        assert_eq!(Machine::decode(&machine.encode()).unwrap(), machine);
    }

    #[test]
    fn mistakes_name_the_cause() {
        let error = |kind: Kind| load_kind(&kind).unwrap_err().to_string();
        assert!(error(Kind::Synthetic("zork:3".into())).starts_with("hwloc does not understand 'zork:3'"));
        let said = "'package:2 core:4' does not end in processing units, as 'package:2 core:4 pu:1' does";
        assert_eq!(error(Kind::Synthetic("package:2 core:4".into())), said);
        assert!(error(Kind::Xml("/no/such.xml".into())).contains("/no/such.xml"));
        assert!(error(Kind::Xml("/dev/null".into())).contains("/dev/null"));
    }
}
