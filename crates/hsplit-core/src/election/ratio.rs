// SPDX-License-Identifier: MIT OR Apache-2.0
//! The level for a number of workers on a node.

use std::cmp::Reverse;

use super::division::Division;
use super::tree::NodeTree;
use crate::cpus::Cpus;
use crate::level::canonical;

/// The division for `workers` workers on a node, and how many of them each instance has.
///
/// Among the levels by whose number of instances with a share the workers can be divided, the one with the most; of
/// several the narrowest, which has fewer units in more instances. The node itself is always one. A level that part of
/// the share is outside of does not divide it, and is none of them: ranks there could never work.
pub(super) fn division(tree: &NodeTree<'_>, share: &Cpus, workers: u32) -> (Division, u32) {
    let divides = |division: &Division| {
        let instances = division.sharing();
        instances > 0 && workers % instances == 0 && division.holds_share()
    };
    let key = |division: &Division| (division.sharing(), Reverse(division.width()), division.instances());
    let mut best = Division::new(tree, share, vec![tree.machine.whole()]);
    for name in tree.machine.names() {
        let division = Division::new(tree, share, tree.machine.instances(&canonical(name.as_str())));
        if divides(&division) && key(&division) >= key(&best) {
            best = division;
        }
    }
    let each = workers / best.sharing().max(1);
    (best, each)
}
