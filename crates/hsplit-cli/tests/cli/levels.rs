// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit levels`: its tables of levels, regions and devices.

use crate::command::output;
use crate::{NODE, topology};

#[test]
fn levels_and_their_names() {
    let expected = "\
# machine:  leaf:2 node:3 package:2 [numa] l3:1 core:4 pu:2 | node:1 core:8 pu:2
# hardware: 8 nodes, 64 cores, 128 PUs
LEVEL       INSTANCES  UNGUIDED             ALSO WRITTEN
leaf                2  Net_level0
Net_level0          2  Net_level0
Machine             8  Machine              hwloc://Machine, host, node, board
Package            12  L3Cache              hwloc://Package, socket, cpu
NUMANode           14  L3Cache or NUMANode  hwloc://NUMANode, numa, ddr
L3Cache            12  L3Cache              hwloc://L3Cache, l3, l3ucache, l3d, l3dcache, l3_cache
Core               64  Core                 hwloc://Core
PU                128  PU                   hwloc://PU, hwthread
";
    assert_eq!(
        output(&["levels", "-i", "leaf:2 node:3 package:2 [numa] l3:1 core:4 pu:2 | node:1 core:8 pu:2"]),
        expected
    );
}

/// Returns the names and numbers of instances in the table of levels.
fn instances(machine: &str) -> Vec<(String, String)> {
    let text = output(&["levels", "-i", machine]);
    let cells = |line: &str| {
        let mut words = line.split_whitespace().map(str::to_owned);
        (words.next().unwrap(), words.next().unwrap())
    };
    text.lines().filter(|line| !line.starts_with(['#'])).skip(1).map(cells).collect()
}

#[test]
fn a_name_stands_at_the_narrowest_level_that_has_it() {
    for (machine, expected) in [
        (
            "leaf:2 LEAF:2 node:2 core:2 pu:1",
            "Net_level0 2, LEAF 4, Net_level1 4, Machine 8, NUMANode 8, Core 16, PU 16",
        ),
        (
            "cpu:2 socket:2 node:2 core:2 pu:1",
            "Net_level0 2, socket 4, Net_level1 4, Machine 8, NUMANode 8, Core 16, PU 16",
        ),
        ("switch:2 switch:2 node:1 pu:2", "Net_level0 2, switch 4, Net_level1 4, Machine 4, NUMANode 4, PU 8"),
        (
            "node:2 package:2 [numa] group:2 [numa] core:2 pu:1",
            "Machine 2, Package 4, Group0 8, NUMANode 12, Core 16, PU 16",
        ),
    ] {
        let found: Vec<String> =
            instances(machine).into_iter().map(|(name, count)| format!("{name} {count}")).collect();
        assert_eq!(found.join(", "), expected, "{machine}");
    }
}

#[test]
fn regions_have_a_table_of_their_own() {
    let text = output(&["levels", "-i", &format!("leaf:2 node:3 {}", topology("hybrid"))]);
    let regions = "
REGION     INSTANCES  UNITS    ALSO WRITTEN
IntelAtom          6  2-5      E-core, core_type0, core_type
IntelCore          6  0-1,6-7  P-core, core_type1, core_type
";
    assert!(text.ends_with(regions), "{text}");
    let plan = output(&["tree", "-i", &topology("hybrid"), "--full", "--of", "svg"]);
    assert!(plan.contains("node 0, core 0, IntelCore<") && plan.contains("node 0, core 4, IntelAtom<"), "{plan}");
}

#[test]
fn devices_have_a_table_of_their_own() {
    let text = output(&["levels", "-i", &format!("leaf:2 node:3 {}", topology("uneven"))]);
    let expected = "\n\
DEVICE   INSTANCES  NEAR        ALSO WRITTEN
card0            6  Machine #0  pci:0000:01:00.0, card
gpu2             6  Machine #0  card1, renderD128, pci:0000:02:00.0, gpu, nvidia, card, renderD
hsn0             6  Machine #0  cxi0, pci:0000:03:00.0, nic, eth, hsn, ib, cxi
nvme0n1          6  Machine #0  pci:0001:e1:00.0, nvme
gpu1             6  Package #0  renderD130, rsmi1, pci:0000:31:00.0, gpu, amd, renderD, rsmi
gpu0             6  L3Cache #1  renderD129, rsmi0, pci:0000:21:00.0, gpu, amd, renderD, rsmi
";
    assert!(text.ends_with(&format!("\n{expected}")), "{text}");
    let kinds = output(&["levels", "-i", &format!("node:2 {} | node:1 {0}", topology("hbm"))]);
    let devices = "

DEVICE  INSTANCES  NEAR        ALSO WRITTEN
hbm             3  Package #0
hbm             3  L3Cache #1
";
    assert!(kinds.ends_with(devices), "{kinds}");
    assert!(!output(&["levels", "-i", NODE]).contains("DEVICE"));
}

#[test]
fn devices_are_drawn_at_their_localities() {
    let tree = |input: &str| {
        let text = output(&["tree", "--devices", "-i", input]);
        text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect::<String>()
    };
    let uneven = "\
node 0
  Machine #0  8 ranks: 0-7  [card0, gpu2, hsn0, nvme0n1]
    Package #0  4 ranks: 0-3  [gpu1]
      L3Cache #1  2 ranks: 2-3  [gpu0]
";
    assert_eq!(tree(&crate::topology("uneven")), uneven);
    assert_eq!(tree("node:2 core:2 pu:1"), "node 0 (2 nodes alike)\n  no devices\n");
    // Nodes with other ranks are not alike.
    let input = format!("node:3 {}", crate::topology("gpus"));
    let text = output(&["tree", "--devices", "-n", "10", "-i", &input]);
    assert!(text.contains("node 0\n") && text.contains("ranks: 0-7") && text.contains("node 1\n"), "{text}");
}
