// SPDX-License-Identifier: MIT OR Apache-2.0
//! Elections on unusual nodes, with results derived by hand from the rules.

use std::ops::Range;

use hsplit_core::cpus::Cpus;
use hsplit_core::device::Device;
use hsplit_core::election::{Member, Options, Smt, ThreadCount};
use hsplit_core::machine::{Machine, RawObject};
use hsplit_core::name::Name;
use hsplit_core::region::Region;

use crate::{machine, members, on_cores, told, told_with};

const NODE: &str = "package:2 [numa] l3:1 l2:2 l1d:1 core:2 pu:1";

fn object(name: &str, units: Range<u32>, children: Vec<RawObject>) -> RawObject {
    RawObject { name: Name::new(name), units, children, memory: vec![] }
}

/// Checks the results of shapes, as text.
fn check(machine: &Machine, members: &[Member], expected: &[(&str, &str)]) {
    for (shape, words) in expected {
        assert_eq!(told(machine, members, shape), *words, "{shape}");
    }
}

/// Two packages, each of two NUMA nodes (with an L3 of their own) of three cores of two processing units.
#[test]
fn sub_numa_clusters() {
    let machine = machine("package:2 group:2 [numa] l3:1 core:3 pu:2");
    let ranks = on_cores(&machine);
    let halves = "0:0-11/6 6:12-23/6";
    let quarters = "0:0-5/3 3:6-11/3 6:12-17/3 9:18-23/3";
    // Dealt over the two caches of a package: 0, 3, 1 and 6, 9, 7. The second run of two cores is the home of 3 (9),
    // and two hops from 1 (7).
    let thirds = "0:0-3/2 3:4-7/2 1:8-11/2 6:12-15/2 9:16-19/2 7:20-23/2";
    check(
        &machine,
        &ranks,
        &[
            ("Package", halves),
            ("NUMANode", quarters),
            ("L3", quarters),
            ("Package*3", thirds),
            ("2:", halves),
            ("4:3", quarters),
            // Not the level with 4 instances, by which 6 cannot be divided.
            ("6:", thirds),
            // Two of the three ranks of each cache; three cores are cut into two and one.
            ("8:", "0:0-3/2 1:4-5/1 3:6-9/2 4:10-11/1 6:12-15/2 7:16-17/1 9:18-21/2 10:22-23/1"),
            // Only the machine: dealt over the packages 0, 6, 1, 7, 2. Cores 3 to 5 are as near to 1 as to 2, cores 8
            // and 9 are nearest to 7.
            ("5:", "0:0-5/3 1:6-11/3 6:12-15/2 7:16-19/2 2:20-23/2"),
            (
                "12:",
                "0:0-1/1 1:2-3/1 2:4-5/1 3:6-7/1 4:8-9/1 5:10-11/1 6:12-13/1 7:14-15/1 8:16-17/1 9:18-19/1 \
              10:20-21/1 11:22-23/1",
            ),
            ("4:2", "0:0-3/2 3:6-9/2 6:12-15/2 9:18-21/2"),
            ("4:4", "4 threads a worker are more than the 3 cores of rank 0"),
        ],
    );
    let with = |smt, threads| Options { smt, threads, ..Options::default() };
    for (shape, options, words) in [
        ("Package", with(Smt::One, ThreadCount::Cores), "0:0,2,4,6,8,10/6 6:12,14,16,18,20,22/6"),
        ("Package", with(Smt::All, ThreadCount::Units), "0:0-11/12 6:12-23/12"),
        ("Package", with(Smt::One, ThreadCount::Units), "0:0,2,4,6,8,10/6 6:12,14,16,18,20,22/6"),
        ("2:4", with(Smt::One, ThreadCount::Cores), "0:0,2,4,6/4 6:12,14,16,18/4"),
        ("2:5", with(Smt::All, ThreadCount::Units), "0:0-4/5 6:12-16/5"),
        (
            "2:13",
            with(Smt::All, ThreadCount::Units),
            "13 threads a worker are more than the 12 processing units of rank 0",
        ),
        ("root", with(Smt::One, ThreadCount::Cores), "0:0,2,4,6,8,10,12,14,16,18,20,22/12"),
    ] {
        assert_eq!(told_with(&machine, &ranks, None, shape, &options), words, "{shape} {options:?}");
    }
}

/// The first package has HBM and DDR as one level; the second has DDR, and MCDRAM at its second cache only.
#[test]
fn high_bandwidth_memory() {
    let machine = machine(concat!(env!("CARGO_MANIFEST_DIR"), "/../../c-tests/topologies/hbm.xml"));
    let ranks = on_cores(&machine);
    // The NUMA node of the second package has the units that its inner one leaves.
    let numa = "0:0-3/4 4:4-5/2 6:6-7/2";
    check(
        &machine,
        &ranks,
        &[
            ("NUMANode", numa),
            ("3:", numa),
            ("Package", "0:0-3/4 4:4-7/4"),
            ("2:", "0:0-3/4 4:4-7/4"),
            // Dealt over the caches of the second package, and over the cores of the first.
            ("Package*2", "0:0-1/2 1:2-3/2 4:4-5/2 6:6-7/2"),
            // Ranks 0 to 3 are in no L3; their cores are equally near to both caches.
            ("L3Cache", "4:0-5/6 6:6-7/2"),
        ],
    );
    let strict = Options { adopt: false, ..Options::default() };
    assert_eq!(told_with(&machine, &ranks, None, "L3Cache", &strict), "4:4-5/2 6:6-7/2");
}

/// A package of two cores of two processing units, and a package of three processing units without cores.
fn package_without_cores() -> Machine {
    let unit = |u: u32| object("PU", u..u + 1, vec![]);
    let core = |u: u32| object("Core", u..u + 2, vec![unit(u), unit(u + 1)]);
    let packages =
        vec![object("Package", 0..4, vec![core(0), core(2)]), object("Package", 4..7, (4..7).map(unit).collect())];
    Machine::new(&object("Machine", 0..7, packages), (0..7).collect(), false)
}

#[test]
fn a_package_without_cores() {
    let machine = package_without_cores();
    let ranks = on_cores(&machine);
    let single = "0:0-1/1 1:2-3/1 2:4/1 3:5/1 4:6/1";
    check(
        &machine,
        &ranks,
        &[
            ("Core", single),
            ("5:", single),
            ("Package", "0:0-3/2 2:4-6/3"),
            ("2:", "0:0-3/2 2:4-6/3"),
            ("2:2", "0:0-3/2 2:4-5/2"),
            ("2:3", "3 threads a worker are more than the 2 cores of rank 0"),
            // Five cores for three workers, dealt over the packages: 0, 2, 1.
            ("3:", "0:0-3/2 2:4-5/2 1:6/1"),
            // Ranks 0 and 1 span two processing units each, so the second unit has no rank.
            ("PU", single),
            ("root", "0:0-6/5"),
        ],
    );
    let strict = Options { adopt: false, ..Options::default() };
    assert_eq!(told_with(&machine, &ranks, None, "PU", &strict), "0:0/1 1:2/1 2:4/1 3:5/1 4:6/1");
}

/// Different nodes of one job: each has its own election, or none.
#[test]
fn unequal_nodes() {
    let large = machine("package:2 [numa] core:4 pu:1");
    let small = machine("[numa] core:3 pu:1");
    let (on_large, on_small) = (on_cores(&large), members(8, ["0", "1", "2"]));
    for (shape, of_large, of_small) in [
        ("Machine", "0:0-7/8", "8:0-2/3"),
        ("NUMANode", "0:0-3/4 4:4-7/4", "8:0-2/3"),
        ("Machine*2", "0:0-3/4 4:4-7/4", "8:0-1/2 9:2/1"),
        ("3:", "0:0-2/3 4:3-5/3 1:6-7/2", "8:0/1 9:1/1 10:2/1"),
        ("2:", "0:0-3/4 4:4-7/4", "8:0-1/2 9:2/1"),
        ("root", "0:0-7/8", ""),
        ("Package", "0:0-3/4 4:4-7/4", "the node has no level 'package' (it has Machine, NUMANode, Core, PU)"),
    ] {
        assert_eq!(told(&large, &on_large, shape), of_large, "{shape}");
        assert_eq!(told(&small, &on_small, shape), of_small, "{shape}");
    }
}

/// Levels that only half of a node has: three cores in the first package, without the L2 of the second.
#[test]
fn a_level_that_half_of_a_node_has() {
    let core = |u: u32| object("Core", u..u + 1, vec![]);
    let pair = |u: u32| object("L2Cache", u..u + 2, vec![core(u), core(u + 1)]);
    let packages =
        vec![object("Package", 0..3, vec![core(0), core(1), core(2)]), object("Package", 3..7, vec![pair(3), pair(5)])];
    let machine = Machine::new(&object("Machine", 0..7, packages), (0..7).collect(), false);
    check(
        &machine,
        &on_cores(&machine),
        &[
            // The cores in no L2 are four hops from either.
            ("L2Cache", "3:0-4/5 5:5-6/2"),
            // There are two L2s, as many as packages; but the first package is outside of them.
            ("2:", "0:0-2/3 3:3-6/4"),
        ],
    );
}

#[test]
fn unbound_ranks() {
    let machine = machine(NODE);
    let ranks = members(0, ["", "0-7", "", "0-7"]);
    check(
        &machine,
        &ranks,
        &[
            // Each rank goes to the instance with the fewest: 0 and 2 to the first, 1 and 3 to the second.
            ("NUMANode", "0:0-3/4 1:4-7/4"),
            ("NUMANode*2", "0:0-1/2 2:2-3/2 1:4-5/2 3:6-7/2"),
            ("L2Cache", "0:0-1/2 1:2-3/2 2:4-5/2 3:6-7/2"),
            // Cores 4 to 7 have no rank, and are six hops from the others.
            ("Core", "0:0,4-7/5 1:1/1 2:2/1 3:3/1"),
            ("3:", "0:0-2/3 1:3-5/3 2:6-7/2"),
            ("all", "0:0-7/8 1:0-7/8 2:0-7/8 3:0-7/8"),
            ("root", "0:0-7/8"),
        ],
    );
    let strict = Options { adopt: false, ..Options::default() };
    assert_eq!(told_with(&machine, &ranks, None, "Core", &strict), "0:0/1 1:1/1 2:2/1 3:3/1");
}

/// An unbound rank and bound ones: ranks whose home is inside an instance are its first candidates.
#[test]
fn unbound_beside_bound_ranks() {
    let machine = machine(NODE);
    let ranks = members(0, ["", "0", "1", "6"]);
    check(
        &machine,
        &ranks,
        &[
            // Candidates: 1 and 2 of the first; 3 of the second, and 0, which is in no child of it, but is the root.
            ("NUMANode", "1:0-3/4 0:4-7/4"),
            // Rank 0 goes to the second pair, which has no rank; the third pair goes to the fourth, two hops away.
            ("L2Cache", "1:0-1/2 0:2-3/2 3:4-7/4"),
            // The root, then dealt over the L3s: 1 and 3. The unbound root is three hops from every core, rank 3 four
            // hops from cores 4 and 5.
            ("3:", "1:0-2/3 0:3-5/3 3:6-7/2"),
        ],
    );
    let root = |root| Options { root, ..Options::default() };
    for (rank, words) in [(3, "1:0-3/4 3:4-7/4"), (2, "2:0-3/4 3:4-7/4"), (9, "1:0-3/4 3:4-7/4")] {
        assert_eq!(told_with(&machine, &ranks, None, "NUMANode", &root(rank)), words, "root {rank}");
    }
}

#[test]
fn spanning_ranks() {
    let machine = machine(NODE);
    // Rank 0 spans both L3s, rank 1 is in the first: the share is 0,2-5.
    let ranks = members(0, ["2-5", "0"]);
    let strict = Options { adopt: false, ..Options::default() };
    for (shape, options, words) in [
        ("NUMANode", &Options::default(), "1:0,2-3/3 0:4-5/2"),
        // The third pair is four hops from either of the first two; the lowest gets it.
        ("L2Cache", &Options::default(), "1:0,4-5/3 0:2-3/2"),
        ("L2Cache", &strict, "1:0/1 0:2-3/2"),
        // Cores 0 and 2 in the first run: the home of 1, three hops from 0.
        ("Machine*2", &Options::default(), "1:0,2-3/3 0:4-5/2"),
        ("all", &Options::default(), "0:2-5/4 1:0/1"),
    ] {
        assert_eq!(told_with(&machine, &ranks, None, shape, options), words, "{shape}");
    }
    // A binding with a gap: the object around it spans both L3s, and it touches two pairs.
    let ranks = members(0, ["0,7", "3", "3"]);
    check(
        &machine,
        &ranks,
        &[("NUMANode", "1:0,3/2 0:7/1"), ("L2Cache", "0:0,7/2 1:3/1"), ("all", "0:0,7/2 1:3/1 2:3/1")],
    );
}

#[test]
fn shares_that_are_not_the_homes() {
    let machine = machine(NODE);
    let (all, first_four) = (on_cores(&machine), members(0, ["0", "1", "2", "3"]));
    let unbound = members(0, ["", ""]);
    let default = &Options::default();
    let strict = &Options { adopt: false, ..Options::default() };
    for (ranks, share, shape, options, words) in [
        // Only one of the two caches has a share, and two pairs.
        (&all, "4-7", "NUMANode", default, "4:4-7/4"),
        (&all, "4-7", "2:", default, "4:4-5/2 6:6-7/2"),
        (&all, "4-7", "root", default, "0:4-7/4"),
        (&all, "4-7", "all", default, "0:0/1 1:1/1 2:2/1 3:3/1 4:4/1 5:5/1 6:6/1 7:7/1"),
        (&all, "1,3,5", "L3Cache*2", default, "0:1/1 2:3/1 4:5/1"),
        // Cores without a rank, adopted or not.
        (&first_four, "0-7", "NUMANode", default, "0:0-7/8"),
        (&first_four, "0-7", "NUMANode", strict, "0:0-3/4"),
        (&first_four, "0-7", "L2Cache", default, "0:0-1,4-7/6 2:2-3/2"),
        (&first_four, "4-7", "NUMANode", default, "0:4-7/4"),
        (&first_four, "4-7", "NUMANode", strict, ""),
        (&first_four, "0-7", "2:", default, "0:0-7/8"),
        // An unbound rank goes to an instance with a share.
        (&unbound, "4-7", "NUMANode", default, "0:4-7/4"),
        (&unbound, "4-7", "NUMANode*2", default, "0:4-5/2 1:6-7/2"),
        // Units that the node does not have, and no units.
        (&all, "6-99", "NUMANode", default, "4:6-7/2"),
        (&all, "64-99", "NUMANode", default, ""),
        (&all, "", "3:", default, ""),
        (&all, "", "root", default, ""),
    ] {
        assert_eq!(told_with(&machine, ranks, Some(share), shape, options), words, "{shape} in {share}");
    }
}

#[test]
fn the_root_goes_first() {
    let machine = machine(NODE);
    let ranks = on_cores(&machine);
    let root = |root| Options { root, ..Options::default() };
    for (shape, rank, words) in [
        ("NUMANode", 5, "0:0-3/4 5:4-7/4"),
        ("root", 5, "5:0-7/8"),
        ("root", 8, ""),
        // The root is first in its own cache, so the other cache has the second worker.
        ("Machine*2", 1, "1:0-3/4 4:4-7/4"),
        ("Machine*2", 6, "0:0-3/4 6:4-7/4"),
        // The root 5, then 0 as the first of the other cache, then 1.
        ("3:", 5, "0:0-2/3 5:3-5/3 1:6-7/2"),
        ("all", 5, "0:0/1 1:1/1 2:2/1 3:3/1 4:4/1 5:5/1 6:6/1 7:7/1"),
    ] {
        assert_eq!(told_with(&machine, &ranks, None, shape, &root(rank)), words, "{shape} with root {rank}");
    }
}

/// Ranks in the reverse order of the cores: in each child the lowest rank is the first.
#[test]
fn ranks_in_reverse() {
    let machine = machine(NODE);
    let ranks = members(0, ["7", "6", "5", "4", "3", "2", "1", "0"]);
    check(
        &machine,
        &ranks,
        &[
            ("NUMANode", "4:0-3/4 0:4-7/4"),
            ("NUMANode*2", "6:0-1/2 4:2-3/2 2:4-5/2 0:6-7/2"),
            // Dealt: 0 and 4, then 1. The first run is two hops from 4, on core 3; the second four hops from 0 and 1.
            ("3:", "4:0-2/3 0:3-5/3 1:6-7/2"),
        ],
    );
}

#[test]
fn more_workers_than_cores() {
    let one = machine("core:1 pu:4");
    let ranks = members(0, ["", "", "", "", ""]);
    check(
        &one,
        &ranks,
        &[
            ("Core*3", "0:0-1/1 1:2/1 2:3/1"),
            ("Core*9", "0:0/1 1:1/1 2:2/1 3:3/1"),
            ("5:", "0:0/1 1:1/1 2:2/1 3:3/1"),
            ("2:2", "2 threads a worker are more than the 1 core of rank 0"),
        ],
    );
    // Two cores for three workers: the second core is not cut.
    let two = machine("core:2 pu:3");
    check(&two, &ranks, &[("Machine*3", "0:0-1/1 1:2/1 2:3-5/1")]);
    let cpus: Vec<String> = (0..6).map(|unit| unit.to_string()).collect();
    let on_units = members(0, cpus.iter().map(String::as_str));
    // Ranks 0 to 2 are on the first core; dealt over the cores, 0, 3 and 1 work.
    check(&two, &on_units, &[("Machine*3", "0:0-1/1 1:2/1 3:3-5/1")]);
}

#[test]
fn unknown_levels_are_named() {
    let machine = machine(NODE);
    let ranks = on_cores(&machine);
    for level in ["zork", "Die", "leaf", "Net_level0", "l4", "cluster", "gpu"] {
        let error = told(&machine, &ranks, level);
        let known = "(it has Machine, Package, NUMANode, L3Cache, L2Cache, L1dCache, Core, PU)";
        assert!(error.starts_with("the node has no level '") && error.ends_with(known), "{level}: {error}");
    }
}

fn captured(name: &str) -> Machine {
    machine(&format!("{}/../../c-tests/topologies/{name}.xml", env!("CARGO_MANIFEST_DIR")))
}

/// One worker for each device. Two GPUs at a cache divide its cores; of three GPUs with nested localities, each has the
/// units that the narrower ones leave.
#[test]
fn devices() {
    let uneven = captured("uneven");
    let cores = on_cores(&uneven);
    check(
        &uneven,
        &cores,
        &[
            ("rsmi0", "2:0-7/8"),
            ("rsmi1", "0:0-7/8"),
            ("gpu", "4:4-7/4 0:0-1/2 2:2-3/2"),
            // Package 0 has two of them, package 1 one.
            ("gpu*2", "4:4-5/2 5:6-7/2 0:0/1 1:1/1 2:2/1 3:3/1"),
            ("rsmi", "0:0-1,4-7/6 2:2-3/2"),
        ],
    );
    let gpus = captured("gpus");
    let halves = "0:0-1/2 1:2-3/2 4:4-5/2 5:6-7/2";
    let pairs = members(0, ["0-3", "0-3", "4-7", "4-7"]);
    check(&gpus, &on_cores(&gpus), &[("gpu", halves), ("nic", "0:0-1/2 1:2-3/2 4:4-7/4"), ("ib", "0:0-3/4 4:4-7/4")]);
    check(&gpus, &pairs, &[("gpu", "0:0-1/2 1:2-3/2 2:4-5/2 3:6-7/2")]);
    // Unbound ranks go to devices, three of five to the first package.
    let unbound = members(0, ["0-7"; 5]);
    check(&gpus, &unbound, &[("nic", "0:0-1/2 2:2-3/2 1:4-7/4"), ("gpu", "0:0-1/2 2:2-3/2 1:4-5/2 3:6-7/2")]);
}

/// If there are more devices than processing units, several workers have the same unit.
#[test]
fn more_devices_than_processing_units() {
    let near = |number: u32| {
        let names = vec![format!("gpu{number}"), "gpu".to_owned()];
        (number / 5 * 2..number / 5 * 2 + 2, Device::new(names))
    };
    let node = machine("package:2 core:2 pu:1").with_devices((0..10).map(near).collect());
    let ranks = members(0, ["0", "1", "2", "3"].into_iter().cycle().take(12));
    let parts = "0:0/1 1:1/1 4:0/1 5:1/1 8:0/1 2:2/1 3:3/1 6:2/1 7:3/1 10:2/1";
    check(&node, &ranks, &[("gpu", parts)]);
    check(&node, &on_cores(&node), &[("gpu", "0:0/1 1:1/1 2:2/1 3:3/1")]);
}

/// Cores of two kinds, alternating in both packages, and a region with half of each kind.
fn with_regions() -> Machine {
    let region = |names: &str, units: &str| {
        Region::new(names.split(' ').map(str::to_owned).collect(), Cpus::parse(units).expect("a list"))
    };
    machine("package:2 core:4 pu:1").with_regions(vec![
        region("E-core core_type0 core_type", "0-1,4-5"),
        region("P-core core_type1 core_type", "2-3,6-7"),
        region("nvlink0 nvlink", "1-2"),
        region("nvlink1 nvlink", "2,6"),
    ])
}

/// Regions count as a level.
#[test]
fn regions() {
    let machine = with_regions();
    let all = on_cores(&machine);
    check(
        &machine,
        &all,
        &[
            ("core_type", "0:0-1,4-5/4 2:2-3,6-7/4"),
            // Two of each kind, one in each package.
            ("core_type*2", "0:0-1/2 4:4-5/2 2:2-3/2 6:6-7/2"),
            // The cores of other ranks go to the nearest worker.
            ("P-core", "2:0-7/8"),
            ("core_type0", "0:0-7/8"),
            // Overlapping regions of one name count as one.
            ("nvlink", "1:0-7/8"),
            ("Package", "0:0-3/4 4:4-7/4"),
        ],
    );
    let idle = Options { adopt: false, ..Options::default() };
    let own = |shape| told_with(&machine, &all, None, shape, &idle);
    assert_eq!([own("P-core"), own("nvlink"), own("nvlink1")], ["2:2-3,6-7/4", "1:1-2,6/3", "2:2,6/2"]);
    // Homes across both kinds go to the kind with fewer candidates; ranks in no region of this name do not work.
    let spread = members(0, ["0-7", "0-7", "1-2", "3"]);
    check(&machine, &spread, &[("core_type", "0:0-1,4-5/4 2:2-3,6-7/4")]);
    let outside = members(0, ["0", "7"]);
    assert_eq!(told_with(&machine, &outside, Some("0-7"), "nvlink", &idle), "");
    // The cores of a kind without ranks go to others.
    let one = members(0, ["2"]);
    assert_eq!(told_with(&machine, &one, Some("0-7"), "core_type", &Options::default()), "0:0-7/8");
    assert_eq!(told_with(&machine, &one, Some("0-7"), "core_type", &idle), "0:2-3,6-7/4");
}

#[test]
fn nobody_and_nothing() {
    let machine = machine(NODE);
    for shape in ["NUMANode", "3:", "all", "root"] {
        assert_eq!(told(&machine, &[], shape), "", "{shape}");
        // A node of unknown structure is one unit.
        assert_eq!(told(&Machine::opaque(), &[], shape), "", "{shape}");
    }
    let opaque = members(4, ["0", "0"]);
    check(
        &Machine::opaque(),
        &opaque,
        &[("Machine", "4:0/1"), ("2:", "4:0/1"), ("all", "4:0/1 5:0/1"), ("Core", "4:0/1")],
    );
}
