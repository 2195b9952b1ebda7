// SPDX-License-Identifier: MIT OR Apache-2.0
//! hwloc's topology as a [`Machine`].

use std::path::Path;

use super::{SourceError, devices, regions};
use crate::affinity::Mask;
use crate::hwloc::{Builder, Export, Library, MOST_UNIT, Object, Topology};
use hsplit_core::emulation::{Description, Kind, NodeGroup, System, check_file};
use hsplit_core::level::nearest;
use hsplit_core::machine::{Counted, Machine, RawObject};
use hsplit_core::memory::{Memory, MemoryKind};
use hsplit_core::name::Name;

/// Loads the machine of this process, or the one that hwloc's variables (`HWLOC_XMLFILE`, …) select.
///
/// Resources that a cgroup disallows are included: two processes of a node in different cgroups must have the same
/// machine, or they would use the same name for different caches.
pub fn load_system() -> Result<Machine, SourceError> {
    let topology = build(devices::discover(system()?)?)?;
    let machine = complete(&topology, topology.is_this_system()).map(Machine::numbered_by_os)?;
    ignored_variables(&machine).iter().for_each(|(_, words)| log::warn!("{words}"));
    Ok(machine)
}

/// The variables that hwloc has ignored without a message because it cannot use them, each with a line for the user.
pub fn ignored_variables(machine: &Machine) -> Vec<(&'static str, String)> {
    // With this variable a topology from a file counts as this system's.
    if !machine.is_this_system() || std::env::var_os("HWLOC_THISSYSTEM").is_some() {
        return vec![];
    }
    let ignored = |name: &'static str| {
        let value = std::env::var_os(name).filter(|value| !value.is_empty())?;
        let value = value.to_string_lossy().into_owned();
        Some((name, format!("hwloc cannot use {name}={value}; the topology of this machine is used")))
    };
    ["HWLOC_XMLFILE", "HWLOC_SYNTHETIC"].into_iter().filter_map(ignored).collect()
}

/// The topology of [`load_system`] without devices.
pub(crate) fn load_system_topology() -> Result<Topology, SourceError> {
    build(system()?)
}

/// The processing units that hwloc reports as allowed for this process; `None` if it does not know them.
pub fn allowed() -> Option<Mask> {
    let allowed = load_system_topology().ok()?.export().ok()?.allowed()?;
    Some(allowed.iter().map(|unit| unit as usize).collect())
}

fn system() -> Result<Builder, SourceError> {
    Ok(Builder::new()?.with_disallowed()?)
}

fn build(builder: Builder) -> Result<Topology, SourceError> {
    builder.load().ok_or_else(|| {
        let variables = ["HWLOC_XMLFILE", "HWLOC_SYNTHETIC", "HWLOC_FSROOT", "HWLOC_COMPONENTS"];
        let given = variables.iter().filter_map(|name| {
            let value = std::env::var_os(name).filter(|value| !value.is_empty())?;
            let newer = if *name == "HWLOC_XMLFILE" { newer_export(Path::new(&value)) } else { None };
            let newer = newer.map_or_else(String::new, |why| format!(": {why}"));
            Some(format!(" ({name}={}){newer}", value.to_string_lossy()))
        });
        format!("hwloc cannot load the topology{}", given.collect::<String>()).into()
    })
}

/// Loads a node from its description.
pub(crate) fn load_kind(kind: &Kind) -> Result<Machine, SourceError> {
    let builder = Builder::new()?;
    let builder = match kind {
        Kind::Synthetic(words) => builder.synthetic(words).ok_or_else(|| not_understood(words))?,
        Kind::Xml(file) => {
            let bytes = check_file(file).and_then(|()| std::fs::read(file).map_err(|error| error.to_string()));
            let bytes = bytes.map_err(|why| format!("{}: {why}", file.display()))?;
            builder.xml(&String::from_utf8_lossy(&bytes)).ok_or_else(|| no_topology(file))?
        }
    };
    let topology = devices::discover(builder)?.load().ok_or_else(|| match kind {
        Kind::Synthetic(words) => format!("hwloc cannot build '{words}'"),
        Kind::Xml(file) => no_topology(file),
    })?;
    // (With HWLOC_THISSYSTEM=1, hwloc says that any machine is this one.)
    complete(&topology, false)
}

/// A message about a description that hwloc refuses, mostly because processing units are missing. They are not added
/// here, so that lstopo accepts the same descriptions as the library.
fn not_understood(words: &str) -> String {
    let is_understood = |words: &[&str]| {
        let whole = format!("{} pu:1", words.join(" "));
        Builder::new().ok().and_then(|builder| builder.synthetic(&whole)).is_some()
    };
    let words: Vec<&str> = words.split_whitespace().collect();
    let Some(wrong) = (1..=words.len()).find(|&count| !is_understood(&words[..count])) else {
        let last = words.last().copied().unwrap_or_default();
        return format!("nothing says how many processing units are in '{last}': 'pu:1' is missing behind it");
    };
    let word = words[wrong - 1];
    let name = word.trim_start_matches('[').split([':', '(', ']']).next().unwrap_or_default();
    let hint = match nearest(name, &["package", "numa", "die", "group", "core", "pu"]) {
        Some(near) if near != name => format!(", did you mean {near}?"),
        None if wrong == 1 => ", and a switch stands before 'node:COUNT'".to_owned(),
        _ => String::new(),
    };
    format!("hwloc does not understand '{word}'{hint} (its grammar: lstopo -i, HWLOC(7))")
}

fn no_topology(file: &Path) -> String {
    let why = newer_export(file);
    let why = why.unwrap_or_else(|| "hwloc finds no topology in it (lstopo writes one with '--of xml')".to_owned());
    format!("{}: {why}", file.display())
}

/// Advice for an export from a newer hwloc than that of this process.
fn newer_export(file: &Path) -> Option<String> {
    let text = check_file(file).ok().and_then(|()| std::fs::read(file).ok())?;
    let text = String::from_utf8_lossy(&text).into_owned();
    let version = text.split_once("<topology version=\"")?.1.split('"').next()?.to_owned();
    let number = |text: &str| text.split('.').next()?.parse::<u32>().ok();
    let here = Library::find().ok()?.version().to_string();
    (number(&version)? > number(&here)?).then(|| {
        format!(
            "it was written by hwloc {version}, and this process has hwloc {here}: write it with \
             'lstopo --of xml --export-xml-flags v2'"
        )
    })
}

fn complete(topology: &Topology, this_system: bool) -> Result<Machine, SourceError> {
    let export = topology.export()?;
    let machine = machine(&export, this_system)?;
    let counted = counted(&export, &machine);
    let regions = regions::regions(topology, &export, &machine);
    let memory = memory(&export, &machine);
    Ok(machine.with_counted(counted).with_regions(regions).with_memory(memory))
}

/// The NUMA nodes, in logical order. If no node has a known size, as in a synthetic description, all have memory.
fn memory(export: &Export, machine: &Machine) -> Vec<Memory> {
    let nodes = export.with_type("NUMANode");
    let size = |object: &Object<'_>| object.get("local_memory").and_then(|bytes| bytes.parse().ok()).unwrap_or(0);
    let unknown = if nodes.iter().all(|object| size(object) == 0) { u64::MAX } else { 0 };
    let node = |(index, object): (u32, Object<'_>)| Memory {
        number: object.os_index().unwrap_or(index),
        kind: match object.get("subtype") {
            Some(_) if devices::is_fast(object) => MemoryKind::HighBandwidth,
            None | Some("DRAM") => MemoryKind::Ordinary,
            Some(_) => MemoryKind::Other,
        },
        bytes: size(&object).max(unknown),
        units: object.cpuset().map(|set| machine.to_logical(set)).unwrap_or_default(),
    };
    (0..).zip(nodes).map(node).collect()
}

/// All objects by type, in hwloc's logical order.
fn counted(export: &Export, machine: &Machine) -> Vec<Counted> {
    let units = |object: &Object<'_>| {
        let set = object.cpuset().filter(|set| !set.is_empty());
        set.map_or(0..0, |set| machine.run_around(set.iter().map(|unit| unit as usize)))
    };
    let memory = ["NUMANode", "MemCache"].map(|type_name| export.with_type(type_name));
    let of_depth = |objects: Vec<Object<'_>>| {
        Some(Counted { name: name(*objects.first()?), units: objects.iter().map(units).collect() })
    };
    export.depths().into_iter().chain(memory).filter_map(of_depth).collect()
}

/// Loads an emulated machine.
pub fn load_emulated(description: &Description) -> Result<System, SourceError> {
    let groups =
        description.nodes.iter().map(|(count, kind)| Ok(NodeGroup { count: *count, machine: load_kind(kind)?.into() }));
    Ok(System::new(&description.switches, groups.collect::<Result<_, SourceError>>()?))
}

fn machine(export: &Export, this_system: bool) -> Result<Machine, SourceError> {
    let mut units = vec![];
    let root = raw_object(export.root(), &mut units);
    if units.is_empty() {
        return Err("hwloc finds no processing unit".into());
    }
    if let Some(unit) = units.iter().find(|&&unit| unit > MOST_UNIT) {
        return Err(format!("processing unit {unit} has a number that no operating system gives").into());
    }
    let devices = devices::devices(export, &units);
    Ok(Machine::new(&root, units, this_system).with_devices(devices))
}

/// Walks the tree in logical order, and collects the operating system's numbers of processing units in `units`.
fn raw_object(object: Object<'_>, units: &mut Vec<u32>) -> RawObject {
    let first = units.len() as u32;
    if object.type_name() == "PU" {
        units.push(object.os_index().unwrap_or(first));
    }
    let children: Vec<RawObject> = object.normal_children().map(|child| raw_object(child, units)).collect();
    let covered = first..units.len() as u32;
    let memory = object
        .memory_children()
        .flat_map(memory_below)
        .filter(|memory| memory.cpuset().is_some_and(|set| !set.is_empty()))
        .map(|memory| memory_object(memory, object, &covered))
        .collect();
    RawObject { name: name(object), units: covered, children, memory }
}

/// A memory child and the memory below it: a NUMA node below a memory-side cache.
fn memory_below(object: Object<'_>) -> Vec<Object<'_>> {
    let mut all = vec![object];
    all.extend(object.memory_children().flat_map(memory_below));
    all
}

fn memory_object(memory: Object<'_>, parent: Object<'_>, covered: &std::ops::Range<u32>) -> RawObject {
    let whole = memory.cpuset().is_some_and(|own| parent.cpuset() == Some(own));
    let units = if whole { covered.clone() } else { covered.start..covered.start };
    RawObject { name: name(memory), units, children: vec![], memory: vec![] }
}

fn name(object: Object<'_>) -> Name {
    Name::new(&object.full_name())
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
        // If the description has no NUMA node, hwloc adds one for the whole node.
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
    fn memory_has_kinds_and_sizes() {
        let text = |kind: Kind| {
            let machine = load_kind(&kind).unwrap();
            let brief = |node: &Memory| format!("{} {:?} {} {}", node.number, node.kind, node.bytes >> 30, node.units);
            machine.memory().iter().map(brief).collect::<Vec<_>>().join(", ")
        };
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../c-tests/topologies/hbm.xml");
        assert_eq!(
            text(Kind::Xml(file.into())),
            "0 Ordinary 16 0-3, 1 HighBandwidth 16 0-3, 3 HighBandwidth 16 6-7, 2 Ordinary 16 4-7"
        );
        assert_eq!(
            text(Kind::Synthetic("package:2 [numa(memory=2147483648)] core:2 pu:1".to_owned())),
            "0 Ordinary 2 0-1, 1 Ordinary 2 2-3"
        );
        // (Without a size in a description, hwloc 2.12 has one of its own.)
        let sizes = " local_memory=\"17179869184\"";
        let unsized_file = std::env::temp_dir().join(format!("hsplit-unsized-{}.xml", std::process::id()));
        std::fs::write(&unsized_file, std::fs::read_to_string(file).unwrap().replace(sizes, "")).unwrap();
        let unsaid = u64::MAX >> 30;
        let found = text(Kind::Xml(unsized_file.clone()));
        std::fs::remove_file(&unsized_file).unwrap();
        let expected =
            ["0 Ordinary SIZE 0-3", "1 HighBandwidth SIZE 0-3", "3 HighBandwidth SIZE 6-7", "2 Ordinary SIZE 4-7"];
        assert_eq!(found, expected.join(", ").replace("SIZE", &unsaid.to_string()));
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
    fn errors_name_the_cause() {
        let error = |kind: Kind| load_kind(&kind).unwrap_err().to_string();
        assert!(error(Kind::Synthetic("zork:3".into())).starts_with("hwloc does not understand 'zork:3'"));
        let said = error(Kind::Synthetic("pakage:2 core:4 pu:1".into()));
        assert!(said.starts_with("hwloc does not understand 'pakage:2', did you mean package? ("), "{said}");
        let said = error(Kind::Synthetic("package:2 [nima] core:4 pu:1".into()));
        assert!(said.starts_with("hwloc does not understand '[nima]', did you mean numa? ("), "{said}");
        let said = "nothing says how many processing units are in 'core:4': 'pu:1' is missing behind it";
        assert_eq!(error(Kind::Synthetic("package:2 core:4".into())), said);
        assert!(error(Kind::Xml("/no/such.xml".into())).contains("/no/such.xml"));
        assert!(error(Kind::Xml("/dev/null".into())).contains("/dev/null"));
        let path = std::env::temp_dir().join(format!("hsplit-test-{}-9.xml", std::process::id()));
        std::fs::write(&path, "<?xml version=\"1.0\"?>\n<topology version=\"9.0\">\n</topology>\n").unwrap();
        let said = error(Kind::Xml(path.clone()));
        std::fs::remove_file(&path).unwrap();
        assert!(said.contains("written by hwloc 9.0, and this process has hwloc "), "{said}");
    }
}
