// SPDX-License-Identifier: MIT OR Apache-2.0
//! Named regions of a node: sets of processing units that need not be those of an hwloc object.
//!
//! Examples are cores of one kind (performance and efficiency cores), and the units near GPUs that links connect. A
//! region is no level, and unguided splits ignore it. A guided split at its name creates one communicator for each
//! region. Regions of the name that overlap count as one, so new communicators never overlap.

use std::sync::Arc;

use crate::cpus::Cpus;
use crate::level::Level;
use crate::name::Name;
use crate::place::Step;

/// The first number of regions as steps of a path: no level inside a node has that many instances.
const FIRST_INSTANCE: u64 = 1 << 21;

/// A set of processing units with its names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    names: Vec<String>,
    units: Cpus,
}

impl Region {
    /// A region from its names (its own before shared ones) and its units by logical index.
    pub fn new(names: Vec<String>, units: Cpus) -> Self {
        Self { names, units }
    }

    /// All its names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Its processing units, by logical index.
    pub fn units(&self) -> &Cpus {
        &self.units
    }

    /// True if `canonical_name`, in the form of [`crate::level::canonical`], means this region.
    fn answers_to(&self, canonical_name: &str) -> bool {
        self.names.iter().any(|own| own.eq_ignore_ascii_case(canonical_name))
    }

    /// This region as a step below its node, with its own name as the level's.
    fn step(&self, index: usize) -> Step {
        let names: Vec<Name> = self.names.iter().rev().map(|name| Name::new(name)).collect();
        Step::new(Arc::new(Level::new(&names)), FIRST_INSTANCE + index as u64)
    }
}

/// True if a step of a path inside a node is a region and not an object of the node.
pub fn is_region(step: &Step) -> bool {
    (FIRST_INSTANCE..FIRST_INSTANCE << 1).contains(&step.instance)
}

/// The units of all regions that `canonical_name` means, with overlapping ones united.
pub(crate) fn sets(regions: &[Region], canonical_name: &str) -> Vec<Cpus> {
    let mut joined = joined(regions, canonical_name);
    joined.sort_unstable_by_key(|(index, _)| *index);
    joined.into_iter().map(|(_, units)| units).collect()
}

/// The region of a name that contains some units, as a step below their node. Overlapping regions of the name count as
/// one, named after the first. `None` if no region contains the units.
pub(crate) fn step_around(regions: &[Region], canonical_name: &str, cpus: &Cpus) -> Option<Step> {
    let joined = joined(regions, canonical_name);
    let (index, _) = joined.iter().find(|(_, units)| !cpus.is_empty() && cpus.is_subset(units))?;
    Some(regions[*index].step(*index))
}

/// The units of all regions that `canonical_name` means, with overlapping ones united; each with the index of its first
/// region.
fn joined(regions: &[Region], canonical_name: &str) -> Vec<(usize, Cpus)> {
    let mut joined: Vec<(usize, Cpus)> = vec![];
    for (index, region) in regions.iter().enumerate().filter(|(_, region)| region.answers_to(canonical_name)) {
        let mut one = (index, region.units.clone());
        joined.retain(|(first, units)| {
            let apart = !units.intersects(&one.1);
            if !apart {
                one = (one.0.min(*first), one.1.union(units));
            }
            apart
        });
        joined.push(one);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region(names: &str, units: &str) -> Region {
        Region::new(names.split(' ').map(str::to_owned).collect(), Cpus::parse(units).unwrap())
    }

    fn around(regions: &[Region], name: &str, units: &str) -> Option<(u64, String)> {
        let step = step_around(regions, name, &Cpus::parse(units).unwrap())?;
        assert!(is_region(&step) && step.level.answers_to(name));
        Some((step.instance - FIRST_INSTANCE, step.level.name().to_string()))
    }

    #[test]
    fn a_process_is_in_the_region_around_its_units() {
        let regions = [region("E-core core_type0 core_type", "4-11"), region("P-core core_type1 core_type", "0-3,12")];
        let efficient = Some((0, "E-core".to_owned()));
        assert_eq!(around(&regions, "core_type", "5-6"), efficient);
        assert_eq!(around(&regions, "core_type0", "5,11"), efficient);
        assert_eq!(around(&regions, "core_type", "3,12"), Some((1, "P-core".to_owned())));
        assert_eq!(around(&regions, "p-core", "0-12"), None);
        assert_eq!(around(&regions, "core_type", "3-4"), None);
        assert_eq!(around(&regions, "core_type", ""), None);
        assert_eq!(around(&regions, "core_type2", "0"), None);
    }

    #[test]
    fn regions_that_overlap_are_one_under_a_common_name() {
        // The fourth region connects the first two, which are separate without it.
        let chain = ["0-3", "8-9", "12", "2-8"].map(|units| region("nvlink", units));
        assert_eq!(around(&chain, "nvlink", "0,9"), Some((0, "nvlink".to_owned())));
        assert_eq!(around(&chain, "nvlink", "12"), Some((2, "nvlink".to_owned())));
        assert_eq!(around(&chain, "nvlink", "9,12"), None);
        assert_eq!(sets(&chain, "nvlink"), ["0-9", "12"].map(|units| Cpus::parse(units).unwrap()));
        let named = [region("nvlink0 nvlink", "0-3"), region("nvlink1 nvlink", "2-5")];
        assert_eq!(around(&named, "nvlink1", "2"), Some((1, "nvlink1".to_owned())));
        assert_eq!(around(&named, "nvlink1", "0"), None);
    }
}
