// SPDX-License-Identifier: MIT OR Apache-2.0
//! Selects the level for a number of workers on a node.

use std::cmp::Reverse;

use super::division::Division;
use super::tree::NodeTree;
use crate::cpus::Cpus;
use crate::level::canonical;

/// Returns the division for `workers` workers on a node, and the number of workers in each instance.
///
/// The number of instances with a share must divide the number of workers. Of these levels the one with the most such
/// instances is taken; among equals the one that covers fewer units, then the one with more instances. The node always
/// qualifies. A level that leaves part of the share outside does not: ranks there could never work.
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
