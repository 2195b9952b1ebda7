// SPDX-License-Identifier: MIT OR Apache-2.0
//! Regions of a node by name: sets of processing units that need not be those of any object of hwloc.
//!
//! Cores of one kind (performance and efficiency cores) are such a set, and the units near GPUs that links connect. A
//! region is no level, and no unguided split sees it. A guided split at its name gives one communicator for each:
//! regions that answer to the name and overlap count as one, so new communicators never overlap.

use std::sync::Arc;

use crate::cpus::Cpus;
use crate::level::Level;
use crate::name::Name;
use crate::place::Step;

/// The numbers of regions as steps of a path begin here: no level inside a node has that many instances.
const FIRST_INSTANCE: u64 = 1 << 21;

/// A set of processing units with the names that mean it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    names: Vec<String>,
    units: Cpus,
}

impl Region {
    /// A region from its names, its own before those that it has in common with others, and its units by logical index.
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

    /// Whether `canonical_name`, as [`crate::level::canonical`] gives it, means this region.
    fn answers_to(&self, canonical_name: &str) -> bool {
        self.names.iter().any(|own| own.eq_ignore_ascii_case(canonical_name))
    }

    /// This region as a step below its node. It goes by its own name.
    fn step(&self, index: usize) -> Step {
        let names: Vec<Name> = self.names.iter().rev().map(|name| Name::new(name)).collect();
        Step::new(Arc::new(Level::new(&names)), FIRST_INSTANCE + index as u64)
    }
}

/// Whether a step of a path inside a node stands for a region, and not for an object of the node.
pub fn is_region(step: &Step) -> bool {
    (FIRST_INSTANCE..FIRST_INSTANCE << 1).contains(&step.instance)
}

/// The units of all regions that `canonical_name` means. Those that overlap are one.
pub(crate) fn sets(regions: &[Region], canonical_name: &str) -> Vec<Cpus> {
    let mut joined = joined(regions, canonical_name);
    joined.sort_unstable_by_key(|(index, _)| *index);
    joined.into_iter().map(|(_, units)| units).collect()
}

/// The region around some units, as a step below their node: of all regions that `canonical_name` means, those that
/// overlap are one, which goes by the name of the first. `None` where the units are in none, or in several.
pub(crate) fn step_around(regions: &[Region], canonical_name: &str, cpus: &Cpus) -> Option<Step> {
    let joined = joined(regions, canonical_name);
    let (index, _) = joined.iter().find(|(_, units)| !cpus.is_empty() && cpus.is_subset(units))?;
    Some(regions[*index].step(*index))
}

/// The units of all regions that `canonical_name` means, with the first of those that overlap.
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
        // The fourth connects the first two, which stand apart until it comes.
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
