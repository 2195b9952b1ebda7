// SPDX-License-Identifier: MIT OR Apache-2.0
//! The processes that `QUO_auto_distrib` selects: libquo's choice in the two cases for which it has a rule, an election
//! otherwise.
//!
//! The case depends on how many processes have units in more than one object. None: each object takes the first
//! processes that have units in it. All: no process is bound, and the first processes are selected, as many as all
//! objects take. In the case between, libquo selects only processes inside one object, and none if an object has none;
//! here the processes are elected as for a phase, so that each object has its workers.

use hsplit_core::cpus::Cpus;
use hsplit_core::election::{self, Member, Node, Options};
use hsplit_core::shape::Shape;

use crate::codes::{Code, Kind};
use crate::objects::Objects;

/// True if a process is selected, by the bindings of all processes of the node.
pub(crate) fn is_selected(
    objects: &Objects,
    kind: Kind,
    most: usize,
    bindings: &[Cpus],
    id: usize,
) -> Result<bool, Code> {
    let all = objects.all(kind);
    if all.is_empty() {
        return Err(Code::NotFound);
    }
    match by_rule(&all, most, bindings, id) {
        Some(selected) => Ok(selected),
        None => elected(objects, kind, most, bindings, id),
    }
}

/// Returns libquo's choice, if it has a rule for the case.
fn by_rule(objects: &[Cpus], most: usize, bindings: &[Cpus], id: usize) -> Option<bool> {
    let touched = |binding: &Cpus| objects.iter().filter(|object| object.intersects(binding)).count();
    let shared = bindings.iter().filter(|binding| touched(binding) > 1).count();
    if shared == bindings.len() {
        return Some(id < most.saturating_mul(objects.len()));
    }
    let before = |object: &Cpus| bindings[..id].iter().filter(|binding| object.intersects(binding)).count();
    (shared == 0).then(|| objects.iter().any(|object| object.intersects(&bindings[id]) && before(object) < most))
}

fn elected(objects: &Objects, kind: Kind, most: usize, bindings: &[Cpus], id: usize) -> Result<bool, Code> {
    // A process without a counted unit is in no object.
    let in_objects = (0..).zip(bindings).filter(|(_, binding)| !binding.is_empty());
    let members: Vec<Member> = in_objects.map(|(rank, binding)| Member { rank, home: binding.clone() }).collect();
    let machine = objects.machine();
    let node = Node { machine, share: &election::share_of_homes(machine, &members), members: &members };
    let shape = Shape::Level { name: kind.level().into(), each: u32::try_from(most).unwrap_or(u32::MAX) };
    let election = election::elect(&node, &shape, &Options::default()).map_err(|_| Code::NotFound)?;
    Ok(election.workers.iter().any(|worker| members[worker.member].rank as usize == id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// libquo's two rules, applied to lists of the processes in each object.
    fn oracle(objects: &[Cpus], most: usize, bindings: &[Cpus]) -> Option<Vec<bool>> {
        let ids = 0..bindings.len();
        let lists: Vec<Vec<usize>> =
            objects.iter().map(|o| ids.clone().filter(|&id| o.intersects(&bindings[id])).collect()).collect();
        let is_in = |id: usize| lists.iter().filter(|list| list.contains(&id)).count();
        if ids.clone().all(|id| is_in(id) > 1) {
            return Some(ids.map(|id| id < most * objects.len()).collect());
        }
        if ids.clone().any(|id| is_in(id) > 1) {
            return None;
        }
        Some(ids.map(|id| lists.iter().any(|list| list.iter().take(most).any(|&one| one == id))).collect())
    }

    fn chosen(objects: &[Cpus], most: usize, bindings: &[Cpus]) -> Option<Vec<bool>> {
        (0..bindings.len()).map(|id| by_rule(objects, most, bindings, id)).collect()
    }

    fn cpus(run: std::ops::Range<u32>) -> Cpus {
        run.into()
    }

    #[test]
    fn the_first_of_each_object() {
        let packages = [cpus(0..4), cpus(4..8)];
        let cores: Vec<Cpus> = (0..8).map(|core| cpus(core..core + 1)).collect();
        let of = |ids: &[usize]| Some((0..8).map(|id| ids.contains(&id)).collect::<Vec<_>>());
        assert_eq!(chosen(&packages, 1, &cores), of(&[0, 4]));
        assert_eq!(chosen(&packages, 3, &cores), of(&[0, 1, 2, 4, 5, 6]));
        assert_eq!(chosen(&[cpus(0..8)], 2, &cores), of(&[0, 1]));
        assert_eq!(chosen(&cores, 1, &cores), of(&[0, 1, 2, 3, 4, 5, 6, 7]));
        // No process is bound to the second package.
        let left = vec![cpus(0..4); 8];
        assert_eq!(chosen(&packages, 2, &left), of(&[0, 1]));
    }

    #[test]
    fn nobody_is_bound() {
        let unbound = vec![cpus(0..8); 4];
        let packages = [cpus(0..4), cpus(4..8)];
        assert_eq!(chosen(&packages, 1, &unbound), Some(vec![true, true, false, false]));
        assert_eq!(chosen(&packages, usize::MAX, &unbound), Some(vec![true; 4]));
        // The machine is one object, so its processes are inside it.
        assert_eq!(chosen(&[cpus(0..8)], 1, &unbound), Some(vec![true, false, false, false]));
    }

    #[test]
    fn some_are_inside_one_object() {
        let packages = [cpus(0..4), cpus(4..8)];
        assert_eq!(chosen(&packages, 1, &[cpus(0..8), cpus(0..1)]), None);
    }

    proptest! {
        #[test]
        fn the_rules_are_those_of_libquo(
            (size, runs) in (1u32..5, prop::collection::vec((0u32..16, 1u32..16), 1..9)),
            most in 1usize..4,
        ) {
            let objects: Vec<Cpus> = (0..16).step_by(size as usize).map(|first| cpus(first..first + size)).collect();
            let bindings: Vec<Cpus> = runs.into_iter().map(|(first, length)| cpus(first..first + length)).collect();
            prop_assert_eq!(chosen(&objects, most, &bindings), oracle(&objects, most, &bindings));
        }
    }
}
