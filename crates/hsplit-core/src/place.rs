// SPDX-License-Identifier: MIT OR Apache-2.0
//! The place of a process: the path of hardware levels that contain its current binding.
//!
//! Widest first: network switches, the node, then the objects of the node (RR-9077 §3.2.4). Two processes share a level
//! exactly if their paths are equal down to it. Processes exchange their paths as the instance of each step in a
//! variable-length number, mostly one byte.

use std::sync::Arc;

use crate::criteria::Criterion;
use crate::device::Device;
use crate::hash::hash;
use crate::level::{Level, MACHINE, canonical, depth_of_relative};
use crate::name::Name;
use crate::position::NetworkPosition;
use crate::routers::AtRouter;
use crate::varint::{push_varint, varint_len};

/// The longest path in bytes that is exchanged, limited by the length field of a record; enough for a thousand levels.
pub(crate) const LONGEST_PATH: usize = 0xfff;

/// One level of a path: the kind of level, and the instance among its siblings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The level, with all its names.
    pub level: Arc<Level>,
    /// The number among the parent's children: an index, or an identity if they have no numbers (nodes).
    pub instance: u64,
    /// The devices attached to this instance; `None` if there are none.
    pub devices: Option<Arc<[Device]>>,
}

impl Step {
    /// A step without devices.
    pub fn new(level: Arc<Level>, instance: u64) -> Self {
        Self { level, instance, devices: None }
    }

    fn has_device(&self, canonical_name: &str) -> bool {
        self.devices.iter().flat_map(|devices| devices.iter()).any(|device| device.answers_to(canonical_name))
    }
}

/// A process's path, widest level first; empty if unknown. Copies share one allocation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    steps: Arc<[Step]>,
    path: Arc<[u8]>,
    /// True if some of the steps are not levels of the hierarchy.
    special: bool,
    /// The node's position in its network, if a source of coordinates has it.
    position: Option<NetworkPosition>,
    /// The halves of its network around the node, widest first; `None` if its network is not halved.
    halves: Option<Arc<[Step]>>,
    /// The node's place in a network that is no tree.
    router: Option<AtRouter>,
}

impl Place {
    /// A place from its steps, widest first.
    pub fn new(steps: Vec<Step>) -> Self {
        let mut path = Vec::with_capacity(steps.len() + 16);
        for step in &steps {
            push_varint(&mut path, step.instance);
        }
        Self { steps: steps.into(), path: path.into(), special: false, position: None, halves: None, router: None }
    }

    /// This place with the node's position in its network.
    pub fn at(self, position: Option<NetworkPosition>) -> Self {
        Self { position, ..self }
    }

    /// This place with the halves of a network around the node, widest first.
    pub fn with_halves(self, halves: Option<Arc<[Step]>>) -> Self {
        Self { halves, ..self }
    }

    /// This place with the node's switch in a network that is no tree.
    pub fn at_router(self, router: Option<AtRouter>) -> Self {
        Self { router, ..self }
    }

    /// True if the position of its node determines how ranks are cut into parts.
    pub(crate) fn has_position(&self) -> bool {
        self.router.is_some() || self.position.as_ref().is_some_and(|position| position.is_torus)
    }

    pub(crate) fn router(&self) -> Option<&AtRouter> {
        self.router.as_ref()
    }

    /// This place with the halves of the network as its widest levels, for splits only: elsewhere halves are no levels,
    /// because two adjacent nodes may be in different halves.
    pub fn in_halves(self) -> Self {
        let Some(halves) = &self.halves else { return self };
        let mut steps = self.steps.to_vec();
        // A node or switch next to a half must have another number than that half.
        steps.iter_mut().take(1).for_each(|step| step.instance = step.instance.wrapping_add(2));
        steps.splice(..0, halves.iter().cloned());
        Self { special: self.special, ..Self::new(steps) }.at(self.position)
    }

    /// The position of its node in its network, if a source of coordinates has it.
    pub fn position(&self) -> Option<&NetworkPosition> {
        self.position.as_ref()
    }

    /// A sort key by which hosts of a network that is no tree are near in the order if they are near in the network:
    /// the position on a walk through the whole torus, or the halves of the network. 0 in other networks.
    pub fn network_order(&self) -> u64 {
        let torus = self.position.as_ref().filter(|position| position.is_torus);
        // Halves of one depth are in their order, each before a node next to it.
        let of_halves = || {
            let shifts = (0..u64::BITS).step_by(2).rev();
            let halves = self.halves.as_deref().unwrap_or_default();
            halves.iter().zip(shifts).map(|(step, shift)| (step.instance + 1) << shift).sum()
        };
        torus.map_or_else(of_halves, NetworkPosition::along_walk)
    }

    /// A place with steps that are not levels of the hierarchy, for one guided split: a process set, a binding.
    pub fn special(steps: Vec<Step>) -> Self {
        Self { special: true, ..Self::new(steps) }
    }

    /// The common beginning of the paths of all processes that share the first `depth` steps, also in later splits as
    /// long as they are not bound elsewhere. Empty if these steps are not levels of the hierarchy.
    pub fn shared_path(&self, depth: usize) -> &[u8] {
        if self.special { &[] } else { &self.path[..self.encoded_len(depth)] }
    }

    /// This place with only the levels that a criterion keeps.
    ///
    /// If levels are left out, the number of the next step includes theirs: two processes share a remaining level
    /// exactly if they share it in this place.
    pub fn only(&self, criterion: Criterion) -> Self {
        let mut left_out = vec![];
        let mut steps = vec![];
        for step in self.steps.iter() {
            let is_below_others = !left_out.is_empty();
            push_varint(&mut left_out, step.instance);
            if criterion.keeps(&step.level) {
                let instance = if is_below_others { hash(&left_out) } else { step.instance };
                steps.push(Step { instance, ..step.clone() });
                left_out.clear();
            }
        }
        Self { special: self.special, ..Self::new(steps) }
    }

    /// The number of steps of this place up to the step that is the `kept`-th of [`Place::only`].
    pub(crate) fn depth_of_kept(&self, criterion: Criterion, kept: usize) -> usize {
        let mut all = (1..).zip(self.steps.iter()).filter(|(_, step)| criterion.keeps(&step.level));
        kept.checked_sub(1).and_then(|index| all.nth(index)).map_or(0, |(depth, _)| depth)
    }

    /// The steps, widest first.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The index of the step of the node itself.
    pub fn node(&self) -> Option<usize> {
        let node = canonical(MACHINE);
        self.steps.iter().position(|step| step.level.answers_to(&node))
    }

    /// The number of leading steps within the first `bytes` bytes of [`Place::path`].
    pub(crate) fn depth_within(&self, bytes: usize) -> usize {
        let mut end = 0;
        self.steps
            .iter()
            .take_while(|step| {
                end += varint_len(step.instance);
                end <= bytes
            })
            .count()
    }

    /// The number of bytes of the first `depth` steps in [`Place::path`].
    pub fn encoded_len(&self, depth: usize) -> usize {
        self.steps.iter().take(depth).map(|step| varint_len(step.instance)).sum()
    }

    pub(crate) fn below(&self, depth: usize) -> Option<&Step> {
        self.steps.get(depth)
    }

    /// The depth of the step that `canonical_name` means, including that step.
    ///
    /// Of several steps (nested groups, devices at several levels) the narrowest is taken. A level has priority over
    /// devices of its name, and both over names that depend on the place. Every result is the depth of a step of this
    /// place, so the instances of processes for one name are equal or have no process in common, though one may lie
    /// inside the other: processes of a package with a GPU join there, processes of a package without one at a GPU of
    /// the whole node.
    pub fn depth_of(&self, canonical_name: &str) -> Option<usize> {
        let level = self.steps.iter().rposition(|step| step.level.answers_to(canonical_name));
        let named =
            level.or_else(|| self.steps.iter().rposition(|step| step.has_device(canonical_name))).map(|i| i + 1);
        named.or_else(|| depth_of_relative(self.steps.iter().map(|step| step.level.canonical_names()), canonical_name))
    }

    /// The bytes that identify this process's instance, inside the node, of the level, device or region that
    /// `canonical_name` means; equal only for processes of one instance.
    pub fn instance_in_node(&self, canonical_name: &str) -> Option<&[u8]> {
        let depth = self.depth_of(canonical_name)?;
        (depth > self.node()?).then(|| &self.path[..self.encoded_len(depth)])
    }

    /// The narrowest of the first `depth` levels.
    pub fn level_at(&self, depth: usize) -> Option<&Arc<Level>> {
        depth.checked_sub(1).and_then(|i| self.steps.get(i)).map(|step| &step.level)
    }

    /// The name of the narrowest of the first `depth` levels.
    pub fn name_at(&self, depth: usize) -> Option<Name> {
        self.level_at(depth).map(|level| level.name())
    }

    /// The path as bytes: one LEB128 number per step. Paths with equal leading bytes, up to the end of a step, have
    /// equal leading steps.
    pub fn path(&self) -> &[u8] {
        &self.path
    }
}

/// The length of the longest common prefix of two encoded places, in bytes, reduced to whole steps.
pub fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    let equal = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    whole_steps(&a[..equal])
}

/// The number of these bytes that form whole steps: a step ends with a byte without the continuation bit.
pub(crate) fn whole_steps(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|b| b & 0x80 == 0).map_or(0, |i| i + 1)
}

/// The end, in bytes, of the step that begins at `start`; `None` at the end of the path.
pub fn next_step_end(path: &[u8], start: usize) -> Option<usize> {
    path.get(start..)?.iter().position(|b| b & 0x80 == 0).map(|i| start + i + 1)
}

/// The end, in bytes, of the last of `steps` steps from `start`; `None` if the path is shorter.
pub(crate) fn steps_end(path: &[u8], start: usize, steps: usize) -> Option<usize> {
    (0..steps).try_fold(start, |end, _| next_step_end(path, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn place(instances: &[u64]) -> Place {
        let level = Arc::new(Level::network(0, &[]));
        Place::new(instances.iter().map(|&instance| Step::new(level.clone(), instance)).collect())
    }

    #[test]
    fn switches_are_counted_from_the_node_upwards() {
        let step = |names: &[&str]| {
            Step::new(Arc::new(Level::new(&names.iter().map(|name| Name::new(name)).collect::<Vec<_>>())), 0)
        };
        // The middle level of three is merged with the outermost; the lowest has one node, and is merged with it.
        let place = Place::new(vec![
            step(&["island", "Net_level0", "Net_level1"]),
            step(&["leaf", "Net_level2", "Machine"]),
            step(&["Core"]),
        ]);
        let depths = [
            "switch_level:1",
            "cu",
            "switch_level:2",
            "switch_level:3",
            "switch_level:4",
            "switch_level:0",
            "switch_level:x",
            "cluster",
        ];
        assert_eq!(
            depths.map(|name| place.depth_of(name)),
            [Some(2), Some(2), Some(1), Some(1), None, None, None, Some(0)]
        );
        assert_eq!(Place::new(vec![step(&["Machine"])]).depth_of("cu"), None);
        assert_eq!(Place::new(vec![step(&["cluster", "Net_level0"]), step(&["Machine"])]).depth_of("cluster"), Some(1));
    }

    proptest! {
        #[test]
        fn bytes_share_a_prefix_exactly_as_steps_do(
            a in prop::collection::vec(any::<u64>(), 0..8),
            b in prop::collection::vec(any::<u64>(), 0..8),
            keep in 0usize..8,
        ) {
            let mut b = b;
            let keep = keep.min(a.len());
            b.splice(0..0, a[..keep].iter().copied());
            let shared = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
            let (pa, pb) = (place(&a), place(&b));
            let bytes = common_prefix(pa.path(), pb.path());
            prop_assert_eq!(bytes, pa.encoded_len(shared));
            prop_assert_eq!(pa.depth_within(bytes), shared);
            prop_assert_eq!(pb.depth_within(bytes), shared);
        }

        #[test]
        fn a_step_ends_where_the_next_begins(a in prop::collection::vec(any::<u64>(), 1..8)) {
            let p = place(&a);
            let bytes = p.path();
            let mut at = 0;
            for depth in 1..=a.len() {
                at = next_step_end(bytes, at).unwrap();
                prop_assert_eq!(at, p.encoded_len(depth));
            }
            prop_assert_eq!(next_step_end(bytes, at), None);
        }
    }
}
