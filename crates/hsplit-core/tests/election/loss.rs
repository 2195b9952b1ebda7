// SPDX-License-Identifier: MIT OR Apache-2.0
//! Elections on nodes that have lost processing units.

use hsplit_core::cpus::Cpus;
use hsplit_core::election::{Member, Node, Options, Remains, elect_on_remains, share_of_homes};
use hsplit_core::machine::Machine;
use hsplit_core::shape::Shape;

use crate::{machine, members, on_cores, words};

/// Checks the results of shapes, as text, if the ranks may use only the `allowed` units.
fn check(machine: &Machine, members: &[Member], share: Option<&str>, allowed: &str, expected: &[(&str, &str)]) {
    let share = share.map_or_else(|| share_of_homes(machine, members), |list| Cpus::parse(list).unwrap());
    let node = Node { machine, share: &share, members };
    let remains = Remains::of(&node, &Cpus::parse(allowed).unwrap());
    for (shape, told) in expected {
        let election = elect_on_remains(&node, &remains, &Shape::parse(shape).unwrap(), &Options::default()).unwrap();
        assert_eq!(words(members, &election), *told, "{shape} on {allowed}");
    }
}

/// The node of RR-9077, section 5.1, with a rank on each core.
#[test]
fn cores_go_one_after_the_other() {
    let machine = machine("[numa] l3:2 l2:2 core:2 pu:1");
    let ranks = on_cores(&machine);
    let whole = [("L3Cache", "0:0-3/4 4:4-7/4"), ("2:", "0:0-3/4 4:4-7/4"), ("root", "0:0-7/8"), ("1:4", "0:0-3/4")];
    check(&machine, &ranks, None, "0-7", &whole);
    let without_one = [
        ("L3Cache", "0:0-3/4 4:4-6/3"),
        ("L2Cache", "0:0-1/2 2:2-3/2 4:4-5/2 6:6/1"),
        ("2:", "0:0-3/4 4:4-6/3"),
        ("root", "0:0-6/7"),
        ("1:4", "0:0-3/4"),
        ("all", "0:0/1 1:1/1 2:2/1 3:3/1 4:4/1 5:5/1 6:6/1 7:0-6/7"),
    ];
    check(&machine, &ranks, None, "0-6", &without_one);
    // Nothing remains of the second cache: its worker continues on the remaining units.
    let half = [("L3Cache", "0:0-3/4 4:0-3/4"), ("root", "0:0-3/4"), ("1:4", "0:0-3/4"), ("2:4", "0:0-3/4 4:0-3/4")];
    check(&machine, &ranks, None, "0-3", &half);
    // Nothing remains of the first cache either, and its worker has fewer threads.
    check(&machine, &ranks, None, "6", &[("L3Cache", "0:6/1 4:6/1"), ("1:4", "0:6/1"), ("all", ALL_ON_6)]);
    // If nothing remains, nothing changes.
    check(&machine, &ranks, None, "", &whole);
    check(&machine, &ranks, None, "99", &whole);
}

const ALL_ON_6: &str = "0:6/1 1:6/1 2:6/1 3:6/1 4:6/1 5:6/1 6:6/1 7:6/1";

#[test]
fn a_share_may_be_lost_and_others_left() {
    let machine = machine("package:2 core:2 pu:1");
    let ranks = members(0, ["0", "1"]);
    check(&machine, &ranks, None, "1-3", &[("root", "0:1/1"), ("all", "0:1/1 1:1/1")]);
    check(&machine, &ranks, None, "2-3", &[("root", "0:2-3/2"), ("all", "0:2-3/2 1:2-3/2")]);
    check(&machine, &ranks, Some("0-3"), "1-3", &[("root", "0:1-3/3"), ("Package", "0:1-3/3")]);
}
