// SPDX-License-Identifier: MIT OR Apache-2.0
//! Level names and the table of their aliases.
//!
//! A level has hwloc's name (`L3Cache`, `NUMANode`, …) or `Net_levelN` (Mercier's thesis, §4.2.5.1). Programs also use
//! the names of Open MPI (`socket`, `hwthread`, `host`), of MPICH (`package`, `cpu`, `node`), of RR-9077 (`L3_Cache`)
//! and the URIs of MPI 5.0 (`hwloc://L3Cache`). The table maps these spellings to hwloc's names. The existing levels
//! are not listed here; they come from the machine.

use crate::device::{PCI_PREFIX, canonical_bus_id};
use crate::name::Name;

/// The name of the node. It is the only level that merges with nothing inside it.
pub const MACHINE: &str = "Machine";
/// The value that selects the native `MPI_COMM_TYPE_SHARED` (thesis §4.2.2.1, MPI 4.0 §7.4.2).
pub const SHARED_MEMORY: &str = "mpi_shared_memory";
/// The URI scheme of hwloc's names (MPI 5.0, `mpi_hw_resource_type`).
pub const HWLOC_SCHEME: &str = "hwloc://";
/// The prefix of network levels; their depth from the outermost is the suffix (thesis §4.2.5.1).
pub const NETWORK_PREFIX: &str = "Net_level";

/// The prefix of rings of a torus; the dimension along which they run, counted from 0, is the suffix.
pub const TORUS_PREFIX: &str = "Net_torus";

/// The prefix of the halves of a torus, and of halves of these; their depth from the outermost is the suffix.
pub(crate) const TORUS_HALF_PREFIX: &str = "Net_torus_half";
/// The prefix of the halves of other networks that are no tree.
pub(crate) const HALF_PREFIX: &str = "Net_half";

/// The name of a step that is a process's binding itself (MPICH's name): processes with equal bindings share it.
pub const BINDING: &str = "bindset";
/// MPICH's prefix of switch levels; their number from the node upwards is the suffix (`network_topo`).
pub const SWITCH_LEVEL: &str = "switch_level:";
/// MPICH's prefix of torus dimensions; their number from 0 is the suffix (`network_topo`).
pub const TORUS_DIMENSION: &str = "torus_dimension:";

/// The common name of all regions of cores of one kind.
pub const CORE_TYPE: &str = "core_type";
/// The name of a set of GPUs connected by NVLinks: a region of a node, or a level of several nodes.
pub const NVLINK: &str = "nvlink";

/// hwloc's type name, without its number, of groups of objects.
const GROUP: &str = "group";

/// True if a name means the level with these names, all in the form of [`canonical`]. `group` means any level of
/// groups, whatever its number in hwloc (`Group0`).
pub fn is_named(names: &[String], canonical_name: &str) -> bool {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_group = |own: &String| canonical_name == GROUP && own.strip_prefix(GROUP).is_some_and(is_number);
    names.iter().any(|own| own == canonical_name || is_group(own))
}

/// hwloc's name, then every other spelling, all in lower case.
const ALIASES: &[(&str, &[&str])] = &[
    ("machine", &["host", "node", "board"]),
    ("package", &["socket", "cpu"]),
    ("numanode", &["numa", "ddr"]),
    ("l1cache", &["l1", "l1ucache", "l1d", "l1dcache", "l1_cache"]),
    ("l2cache", &["l2", "l2ucache", "l2d", "l2dcache", "l2_cache"]),
    ("l3cache", &["l3", "l3ucache", "l3d", "l3dcache", "l3_cache"]),
    ("l4cache", &["l4", "l4ucache", "l4d", "l4dcache", "l4_cache"]),
    ("l5cache", &["l5", "l5ucache", "l5d", "l5dcache", "l5_cache"]),
    ("pu", &["hwthread"]),
];

/// hwloc's names of levels without another spelling here, and kinds of cores, in lower case.
const OTHERS: &[&str] =
    &["core", "die", "memcache", "l1icache", "l2icache", "l3icache", BINDING, CORE_TYPE, "p-core", "e-core"];

/// Returns the canonical spelling of a name; two names of one level have the same.
///
/// It is in lower case, without the `hwloc://` scheme, and aliases are replaced. Device names are accepted too, and a
/// PCI bus id is completed.
pub fn canonical(name: &str) -> String {
    let lower = name.trim().to_ascii_lowercase();
    let bare = lower.strip_prefix(HWLOC_SCHEME).unwrap_or(&lower);
    if let Some(device) = bare.strip_prefix(PCI_PREFIX).and_then(canonical_bus_id) {
        return device;
    }
    if let Some(dimension) = bare.strip_prefix(TORUS_DIMENSION) {
        return format!("{}{}", TORUS_PREFIX.to_ascii_lowercase(), dimension.trim());
    }
    ALIASES.iter().find(|(_, others)| others.contains(&bare)).map_or(bare, |(hwloc, _)| hwloc).to_owned()
}

/// True if a name has the URI scheme of hwloc's names.
pub fn is_hwloc(name: &str) -> bool {
    let start = name.trim().as_bytes().get(..HWLOC_SCHEME.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(HWLOC_SCHEME.as_bytes()))
}

/// [`canonical`] for calls that ask for a level of a hierarchy, in which `mpi_shared_memory` is the node.
pub fn canonical_level(name: &str) -> String {
    let name = canonical(name);
    if name == SHARED_MEMORY { canonical(MACHINE) } else { name }
}

/// The dimension of a torus in a canonical name: 0 for `Net_torus0` and MPICH's `torus_dimension:0`.
pub fn torus_dimension(canonical_name: &str) -> Option<usize> {
    canonical_name.strip_prefix(&TORUS_PREFIX.to_ascii_lowercase())?.parse().ok()
}

/// The name of the rings along a dimension of a torus.
pub fn ring_name(dimension: usize) -> Name {
    Name::new(&format!("{TORUS_PREFIX}{dimension}"))
}

/// True if a name is that of a level of switches, or of the halves of a network.
pub fn is_of_network(name: Name) -> bool {
    [NETWORK_PREFIX, TORUS_HALF_PREFIX, HALF_PREFIX].iter().any(|prefix| name.as_str().starts_with(prefix))
}

/// True if a text is a level name of hwloc or of this library, in any spelling; then it is not a file name.
pub fn is_known(name: &str) -> bool {
    let name = canonical(name);
    let numbered = [NETWORK_PREFIX, TORUS_PREFIX, TORUS_HALF_PREFIX, HALF_PREFIX, GROUP].map(str::to_ascii_lowercase);
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    ALIASES.iter().any(|(hwloc, _)| *hwloc == name)
        || OTHERS.contains(&name.as_str())
        || numbered.iter().any(|prefix| name.strip_prefix(prefix).is_some_and(is_number))
}

/// The most similar name, if one is similar: one of `names`, the names of a machine, or another spelling of a level.
pub fn nearest<'a>(name: &str, names: &[&'a str]) -> Option<&'a str> {
    let wanted = canonical(name);
    let most = if wanted.len() < 5 { 1 } else { 2 };
    let spellings = ALIASES.iter().flat_map(|(hwloc, others)| std::iter::once(hwloc).chain(*others)).chain(OTHERS);
    let candidates = names.iter().copied().chain(spellings.copied());
    let distances = candidates.map(|candidate| (distance(&wanted, &candidate.to_ascii_lowercase()), candidate));
    distances.filter(|(distance, _)| *distance <= most).min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}

fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (above, letter) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], above + 1);
        for (column, other) in to.iter().enumerate() {
            let here = (diagonal + usize::from(letter != *other)).min(row[column] + 1).min(row[column + 1] + 1);
            diagonal = std::mem::replace(&mut row[column + 1], here);
        }
    }
    row[to.len()]
}

/// Every other spelling of `name` that [`canonical`] accepts, and `group` for groups.
pub fn aliases(name: &str) -> &'static [&'static str] {
    let canonical = canonical(name);
    if canonical != GROUP && is_named(std::slice::from_ref(&canonical), GROUP) {
        return &[GROUP];
    }
    ALIASES.iter().find(|(hwloc, _)| *hwloc == canonical).map_or(&[], |(_, others)| others)
}

/// A level of the hierarchy: every name of one set of processing units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    name: Name,
    names: Vec<Name>,
    canonical: Vec<String>,
}

impl Level {
    /// A level from its merged names, widest first (`NUMANode`, `Package`, `L3Cache`).
    ///
    /// Its name is the lowest of them (RR-9077 §3.2.2), except that `Core` is preferred to `PU` (article §5.1). If the
    /// last name also occurs earlier, it only sets the name of the level: see [`Self::spelled`].
    pub fn new(names: &[Name]) -> Self {
        let name = lowest(names);
        let again = names.split_last().filter(|(last, before)| before.contains(last)).map(|(_, before)| before);
        let names = again.unwrap_or(names).to_vec();
        Self { name, canonical: names.iter().map(|n| canonical(n.as_str())).collect(), names }
    }

    /// The names from which [`Self::new`] builds this level again.
    pub(crate) fn spelled(&self) -> impl Iterator<Item = Name> {
        let is_lowest = lowest(&self.names) == self.name;
        self.names.iter().copied().chain((!is_lowest).then_some(self.name))
    }

    /// A network level: `Net_levelN`, with the names from its source as aliases.
    pub fn network(depth: usize, aliases: &[&str]) -> Self {
        let own = Name::new(&format!("{NETWORK_PREFIX}{depth}"));
        let mut names: Vec<Name> = aliases.iter().map(|alias| Name::new(alias)).collect();
        names.push(own);
        Self::new(&names)
    }

    /// This level, named after the lowest of its names, down to the present one, for which `leads` is true; `None` if
    /// there is none.
    pub(crate) fn named(&self, leads: impl Fn(Name) -> bool) -> Option<Self> {
        let own = self.names.iter().position(|name| *name == self.name)?;
        let name = self.names[..=own].iter().rfind(|name| leads(**name))?;
        Some(Self { name: *name, ..self.clone() })
    }

    /// This level with the names of a wider one that holds exactly the same processing units.
    pub(crate) fn merged_into(&self, wider: &Self) -> Self {
        let mut names = wider.names.clone();
        names.extend(self.names.iter().filter(|n| !wider.names.contains(n)));
        Self { name: self.name, canonical: names.iter().map(|n| canonical(n.as_str())).collect(), names }
    }

    /// The name of this level.
    pub fn name(&self) -> Name {
        self.name
    }

    /// All its names, widest first.
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// Its names in the form of [`canonical`].
    pub fn canonical_names(&self) -> &[String] {
        &self.canonical
    }

    /// True if `canonical_name`, in the form of [`canonical`], means this level.
    pub fn answers_to(&self, canonical_name: &str) -> bool {
        is_named(&self.canonical, canonical_name)
    }
}

fn lowest(names: &[Name]) -> Name {
    let last = names.last().copied().unwrap_or_else(|| Name::new("Unknown"));
    let core = names.iter().find(|name| last.as_str() == "PU" && name.as_str() == "Core");
    core.copied().unwrap_or(last)
}

/// The depth of a level with a relative name of Open MPI or MPICH: `cluster` for everything, or a switch above the
/// node, counted upwards. Each level, widest first, is given by its names in the form of [`canonical`].
pub fn depth_of_relative<'a>(
    levels: impl DoubleEndedIterator<Item = &'a [String]> + ExactSizeIterator + Clone,
    canonical_name: &str,
) -> Option<usize> {
    match canonical_name {
        "cluster" => Some(0),
        "cu" => depth_of_switch(levels, 1),
        _ => depth_of_switch(levels, canonical_name.strip_prefix(SWITCH_LEVEL)?.trim().parse().ok()?),
    }
}

/// The depth of the `up`-th level of switches above the node; 1 is the switch of the node.
fn depth_of_switch<'a>(
    mut levels: impl DoubleEndedIterator<Item = &'a [String]> + ExactSizeIterator + Clone,
    up: usize,
) -> Option<usize> {
    let prefix = NETWORK_PREFIX.to_ascii_lowercase();
    let numbers = levels.clone().flatten().filter_map(|name| name.strip_prefix(&prefix)?.parse::<usize>().ok());
    let wanted = format!("{prefix}{}", numbers.max()?.checked_sub(up.checked_sub(1)?)?);
    levels.rposition(|names| names.contains(&wanted)).map(|index| index + 1)
}

/// The value of `mpi_hw_resource_type` for `level`: `hwloc://L3Cache`, `Net_level0`, `Net_torus0`.
pub fn resource_type(level: Name) -> String {
    let name = level.as_str();
    if [NETWORK_PREFIX, TORUS_PREFIX, HALF_PREFIX].iter().any(|prefix| name.starts_with(prefix)) {
        name.to_owned()
    } else {
        format!("{HWLOC_SCHEME}{name}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(names: &[&str]) -> Level {
        Level::new(&names.iter().map(|n| Name::new(n)).collect::<Vec<_>>())
    }

    #[test]
    fn the_lowest_name_wins_but_core_beats_pu() {
        assert_eq!(level(&["Package", "NUMANode", "L3Cache"]).name().as_str(), "L3Cache");
        assert_eq!(level(&["L2Cache", "L1dCache"]).name().as_str(), "L1dCache");
        assert_eq!(level(&["L2Cache", "L1dCache", "Core", "PU"]).name().as_str(), "Core");
        assert_eq!(level(&["PU"]).name().as_str(), "PU");
    }

    #[test]
    fn every_spelling_finds_its_level() {
        let l3 = level(&["Package", "NUMANode", "L3Cache"]);
        for spelling in [
            "L3Cache",
            "l3",
            "L3_Cache",
            "hwloc://L3_cache",
            "hwloc://L3Cache",
            "HWLOC://l3cache",
            "socket",
            "Package",
            "cpu",
            "numa",
            " NUMANode ",
        ] {
            assert!(l3.answers_to(&canonical(spelling)), "{spelling}");
        }
        for other in ["core", "l2", "zork", "", "hwloc://"] {
            assert!(!l3.answers_to(&canonical(other)), "{other}");
        }
        assert!(level(&["L1dCache"]).answers_to(&canonical("l1cache")));
        // The keys of Open MPI's MPI_Get_hw_resource_info, after version 5.
        for name in ["NUMANode", "Package", "L3Cache", "L2Cache", "L1Cache", "Core", "PU", "Machine"] {
            let own = level(&[if name == "L1Cache" { "L1dCache" } else { name }]);
            assert!(own.answers_to(&canonical(&format!("hwloc://{name}"))), "{name}");
        }
        for spelling in ["group", "Group", "group0", "hwloc://Group0"] {
            assert!(level(&["Group0"]).answers_to(&canonical(spelling)), "{spelling}");
        }
        for other in ["Group1", "group00", "groups"] {
            assert!(!level(&["Group0"]).answers_to(&canonical(other)), "{other}");
        }
        assert!(level(&["PU"]).answers_to(&canonical("hwthread")));
    }

    #[test]
    fn names_that_are_known() {
        for name in [
            "core",
            "Core",
            "socket",
            "L3",
            "hwloc://PU",
            "group",
            "Group0",
            "net_level1",
            "Die",
            "numa",
            "core_type",
            "P-core",
        ] {
            assert!(is_known(name), "{name}");
        }
        for other in ["cores", "core.1234", "net_levels", "bindings", "leaf", "", "none"] {
            assert!(!is_known(other), "{other}");
        }
    }

    #[test]
    fn names_that_were_meant() {
        let machine = ["Machine", "NUMANode", "L3Cache", "Core", "Net_level0"];
        for (name, meant) in [
            ("NUMANod", Some("NUMANode")),
            ("hwloc://L3Cach", Some("L3Cache")),
            ("net_levl0", Some("Net_level0")),
            ("sokcet", Some("socket")),
            ("cores", Some("Core")),
            ("zork", None),
            ("", None),
        ] {
            assert_eq!(nearest(name, &machine), meant, "{name}");
        }
    }

    #[test]
    fn rings_of_a_torus_have_two_spellings() {
        for spelling in ["Net_torus2", "net_TORUS2", "torus_dimension:2", " Torus_Dimension: 2 "] {
            assert_eq!(canonical(spelling), "net_torus2", "{spelling}");
            assert_eq!(torus_dimension(&canonical(spelling)), Some(2), "{spelling}");
        }
        for other in
            ["Net_torus", "torus_dimension:", "torus_dimension:-1", "torus_dimension:x", "net_level2", "torus2"]
        {
            assert_eq!(torus_dimension(&canonical(other)), None, "{other}");
        }
        assert_eq!(resource_type(ring_name(2)), "Net_torus2");
    }

    #[test]
    fn a_resource_type_leads_back() {
        for l in [level(&["L2Cache", "L1dCache"]), level(&["Machine"]), Level::network(2, &["island"])] {
            assert!(l.answers_to(&canonical(&resource_type(l.name()))), "{l:?}");
        }
        assert_eq!(resource_type(Level::network(0, &["island"]).name()), "Net_level0");
        assert!(Level::network(0, &["island"]).answers_to(&canonical("Island")));
    }
}
