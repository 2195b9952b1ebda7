// SPDX-License-Identifier: MIT OR Apache-2.0
//! Regions of a node from hwloc: kinds of cores, and GPUs that a fabric of links connects.

use crate::hwloc::{Export, Matrix, Object, Topology};
use hsplit_core::cpus::Cpus;
use hsplit_core::level::{CORE_TYPE, NVLINK};
use hsplit_core::machine::Machine;
use hsplit_core::region::Region;

/// hwloc's matrices of bandwidths between GPUs, and the names of the regions of linked GPUs. The first name is that of
/// Open MPI's `OMPI_COMM_TYPE_NVLINK`.
const LINKS: &[(&str, &str)] = &[("NVLinkBandwidth", NVLINK), ("XGMIBandwidth", "xgmi"), ("XeLinkBandwidth", "xelink")];
/// The subtype of the ports of the switch between GPUs. All ports of a node belong to one fabric.
const SWITCH: &str = "NVSwitch";

pub(crate) fn regions(topology: &Topology, export: &Export, machine: &Machine) -> Vec<Region> {
    let linked = LINKS.iter().flat_map(|(matrix, name)| linked(export, machine, matrix, name));
    core_types(topology, export, machine).into_iter().chain(linked).collect()
}

/// The cores of each kind, the most efficient first; empty if all cores of the node are of one kind.
fn core_types(topology: &Topology, export: &Export, machine: &Machine) -> Vec<Region> {
    let kinds = export.kinds();
    if kinds.len() < 2 {
        return vec![];
    }
    kinds
        .iter()
        .enumerate()
        .map(|(index, kind)| {
            let own = kind.core_type.as_deref();
            let letter = letter(own, topology.is_ranked(index).then_some((index, kinds.len())));
            let names = own.into_iter().map(str::to_owned).chain(letter.map(|letter| format!("{letter}-core")));
            let names = names.chain([format!("{CORE_TYPE}{index}"), CORE_TYPE.to_owned()]).collect();
            Region::new(names, machine.to_logical(&kind.cpuset))
        })
        .collect()
}

/// `P` for performance, `E` for efficiency: by Intel's name of the kind, or by hwloc's rank if there are two kinds.
fn letter(core_type: Option<&str>, rank: Option<(usize, usize)>) -> Option<char> {
    match (core_type, rank) {
        (Some("IntelAtom"), _) => Some('E'),
        (Some("IntelCore"), _) => Some('P'),
        (_, Some((0, 2))) => Some('E'),
        (_, Some((1, 2))) => Some('P'),
        _ => None,
    }
}

/// The processing units near each set of GPUs (and processors) that are connected, directly or over others.
fn linked(export: &Export, machine: &Machine, matrix: &str, name: &str) -> Vec<Region> {
    let mut domains = vec![];
    for matrix in export.matrices(matrix) {
        let objects = export.objects_of(matrix);
        for domain in connected(matrix, &objects) {
            let ends: Vec<Object<'_>> =
                domain.into_iter().filter_map(|index| objects[index]).filter(|object| !is_switch(*object)).collect();
            if ends.len() > 1 {
                domains.push(ends.into_iter().fold(Cpus::default(), |near, end| near.union(&units_near(machine, end))));
            }
        }
    }
    let names = |index| vec![format!("{name}{index}"), name.to_owned()];
    (0..).zip(domains).map(|(index, units): (usize, _)| Region::new(names(index), units)).collect()
}

fn is_switch(object: Object<'_>) -> bool {
    object.get("subtype") == Some(SWITCH)
}

fn units_near(machine: &Machine, object: Object<'_>) -> Cpus {
    let around = if object.cpuset().is_some() { Some(object) } else { object.first_non_io_ancestor() };
    let set = around.and_then(Object::cpuset);
    set.map_or_else(Cpus::default, |set| machine.to_logical(set))
}

/// The connected components of the graph in a matrix of bandwidths, in which 0 means no link.
fn connected(matrix: &Matrix, objects: &[Option<Object<'_>>]) -> Vec<Vec<usize>> {
    let mut domain_of: Vec<usize> = (0..objects.len()).collect();
    let mut join = |a: usize, b: usize| {
        let (from, to) = (domain_of[a].max(domain_of[b]), domain_of[a].min(domain_of[b]));
        domain_of.iter_mut().filter(|domain| **domain == from).for_each(|domain| *domain = to);
    };
    for (a, b) in (0..objects.len()).flat_map(|a| (0..objects.len()).map(move |b| (a, b))) {
        if matrix.value(a, b) > 0 {
            join(a, b);
        }
    }
    let mut switches = (0..objects.len()).filter(|&index| objects[index].is_some_and(is_switch));
    if let Some(first) = switches.next() {
        switches.for_each(|port| join(first, port));
    }
    let members = |domain| (0..objects.len()).filter(|&index| domain_of[index] == domain).collect();
    (0..objects.len()).map(members).filter(|domain: &Vec<usize>| !domain.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::topology::load_kind;
    use hsplit_core::emulation::Kind;

    fn regions(file: &str) -> Vec<String> {
        let path = format!("{}/../../c-tests/topologies/{file}.xml", env!("CARGO_MANIFEST_DIR"));
        let machine = load_kind(&Kind::Xml(path.into())).unwrap();
        assert_eq!(Machine::decode(&machine.encode()).unwrap(), machine);
        machine.regions().iter().map(|region| format!("{} {}", region.names().join(" "), region.units())).collect()
    }

    #[test]
    fn cores_of_each_kind() {
        assert_eq!(
            regions("hybrid"),
            ["IntelAtom E-core core_type0 core_type 2-5", "IntelCore P-core core_type1 core_type 0-1,6-7"]
        );
        assert_eq!(regions("uneven"), [""; 0]);
    }

    #[test]
    fn gpus_are_linked_directly_or_through_ports_of_a_switch() {
        assert_eq!(regions("links"), ["nvlink0 nvlink 0-1,4-5", "nvlink1 nvlink 2-3,6-7"]);
    }

    #[test]
    fn two_kinds_have_letters_by_rank_and_three_by_name_alone() {
        assert_eq!([0, 1].map(|index| letter(None, Some((index, 2)))), [Some('E'), Some('P')]);
        assert_eq!([0, 1, 2].map(|index| letter(None, Some((index, 3)))), [None; 3]);
        assert_eq!([letter(None, None), letter(Some("other"), None)], [None; 2]);
        // Meteor Lake has two kinds of efficiency cores.
        assert_eq!([letter(Some("IntelAtom"), Some((1, 3))), letter(Some("IntelCore"), None)], [Some('E'), Some('P')]);
    }
}
