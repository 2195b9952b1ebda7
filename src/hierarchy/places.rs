// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tree that repeated unguided splits give, from the places of all ranks.
//!
//! The rule is the split's own: with A the longest common prefix of the members' places, who is longer than A joins
//! those who share the next step, who is not gets `MPI_COMM_NULL`. The ranks stand in one list in which each
//! communicator owns a stretch; splitting it sorts the stretch by child, so no rank is ever copied twice.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::{Communicator, Hierarchy, world};
use crate::level::Level;
use crate::place::Place;
use crate::ranks::Ranks;

impl Hierarchy {
    /// The whole tree for ranks at these places: what splitting `MPI_COMM_WORLD` unguided, again and again, gives.
    pub fn of_places(places: &[Place]) -> Self {
        let ranks = places.len() as u32;
        let whole = 0..places.len();
        let mut growth = Growth {
            places,
            order: (0..ranks).collect(),
            communicators: vec![world(ranks)],
            stretches: Vec::from([whole]),
        };
        let mut number = 0;
        while number < growth.communicators.len() {
            growth.split(number);
            number += 1;
        }
        Self { communicators: growth.communicators }
    }
}

/// A tree as it grows, widest communicators first.
struct Growth<'a> {
    places: &'a [Place],
    /// All ranks; each communicator's members stand together, in ascending order.
    order: Vec<u32>,
    communicators: Vec<Communicator>,
    /// Which part of `order` each communicator owns.
    stretches: Vec<Range<usize>>,
}

impl Growth<'_> {
    /// Splits one communicator and appends what comes out.
    fn split(&mut self, number: usize) {
        let stretch = self.stretches[number].clone();
        let common = self.common_steps(stretch.clone());
        self.note_within(number, &stretch, common);
        let ends = self.sort_by_child(stretch.clone(), common);
        let first_child = self.communicators.len() as u32;
        let mut start = stretch.start;
        for (index, &end) in (0u32..).zip(&ends) {
            self.append_child(number as u32, (index, ends.len() as u32), start..end, common);
            start = end;
        }
        let parent = &mut self.communicators[number];
        parent.children = first_child..first_child + ends.len() as u32;
        parent.stopped = Ranks::from_sorted(&self.order[start..stretch.end]);
    }

    /// How many leading steps all members share.
    fn common_steps(&self, stretch: Range<usize>) -> usize {
        let mut members = self.order[stretch].iter().map(|&rank| self.places[rank as usize].steps());
        let first = members.next().unwrap_or_default();
        members.fold(first.len(), |common, steps| {
            let equal = first[..common].iter().zip(steps).take_while(|(a, b)| a.instance == b.instance);
            equal.count()
        })
    }

    fn note_within(&mut self, number: usize, stretch: &Range<usize>, common: usize) {
        let within = self.order[stretch.clone()].first().and_then(|&rank| self.places[rank as usize].name_at(common));
        let communicator = &mut self.communicators[number];
        let own = communicator.level.as_ref().map(|level| level.name());
        communicator.within = within.filter(|name| Some(*name) != own);
    }

    /// Puts the members of each child together, children in the order of their lowest ranks and those who stop at the
    /// end, and returns where each child ends.
    fn sort_by_child(&mut self, stretch: Range<usize>, common: usize) -> Vec<usize> {
        let mut children: HashMap<u64, usize> = HashMap::new();
        let mut sizes: Vec<usize> = vec![];
        let mut child_of = |&rank: &u32| {
            let Some(step) = self.places[rank as usize].below(common) else { return usize::MAX };
            let next = children.len();
            let child = *children.entry(step.instance).or_insert(next);
            if child == sizes.len() {
                sizes.push(0);
            }
            sizes[child] += 1;
            child
        };
        let mut members: Vec<(usize, u32)> =
            self.order[stretch.clone()].iter().map(|rank| (child_of(rank), *rank)).collect();
        if sizes.len() > 1 || members.iter().any(|(child, _)| *child == usize::MAX) {
            members.sort_unstable();
        }
        self.order[stretch.clone()].iter_mut().zip(&members).for_each(|(slot, (_, rank))| *slot = *rank);
        sizes
            .iter()
            .scan(stretch.start, |end, size| {
                *end += size;
                Some(*end)
            })
            .collect()
    }

    fn append_child(&mut self, parent: u32, (index, siblings): (u32, u32), stretch: Range<usize>, common: usize) {
        let members = &self.order[stretch.clone()];
        let level: Option<Arc<Level>> = self.places[members[0] as usize].below(common).map(|step| step.level.clone());
        self.communicators.push(Communicator {
            level,
            within: None,
            parent: Some(parent),
            index,
            siblings,
            root: members[0],
            members: Ranks::from_sorted(members),
            stopped: Ranks::default(),
            children: 0..0,
        });
        self.stretches.push(stretch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::communicator::Communicator as _;
    use crate::communicator::simulated::{self, Simulated};
    use crate::request::Request;
    use crate::room::{Description, Placement};
    use crate::source::topology::load_room;
    use crate::split::{Outcome, Plan, split};

    /// One communicator as a rank sees it: its world ranks, level, number among siblings, how many siblings.
    type Seen = (Vec<u32>, String, u32, u32);

    fn places(description: &str, binding: &str, ranks: u64) -> Vec<Place> {
        let room = load_room(&Description::parse(description).unwrap()).unwrap();
        let seating = Placement::read(binding).unwrap().prepare(&room, ranks).unwrap();
        (0..ranks).map(|rank| room.place(&seating.seat(&room, rank))).collect()
    }

    /// What really splitting gives, per rank from the widest to the narrowest.
    fn really_split(places: &[Place], plan: Plan) -> Vec<Vec<Seen>> {
        let body = |world: Simulated| {
            let own = world.rank();
            let mut comm = world;
            let mut seen = vec![];
            loop {
                let request = Request::unguided(1, 0, places[own as usize].clone());
                let Ok(Outcome::Split(outcome)) = split(&comm, &request, plan) else { panic!("a split of ours") };
                let Some(member) = outcome.member else { return seen };
                let world_ranks = member.comm.exchange(own).iter().map(|rank| **rank).collect();
                let name = places[own as usize].name_at(member.depth).unwrap().to_string();
                seen.push((world_ranks, name, member.index, member.siblings));
                comm = member.comm;
            }
        };
        simulated::run(places.len(), body).0
    }

    /// The same from the tree.
    fn predicted(hierarchy: &Hierarchy, rank: u32) -> Vec<Seen> {
        let mut seen = vec![];
        let mut at = hierarchy.world();
        while let Some(child) =
            at.children.clone().map(|n| hierarchy.get(n)).find(|child| child.members.iter().any(|m| m == rank))
        {
            seen.push((child.members.iter().collect(), child.name().to_owned(), child.index, child.siblings));
            at = child;
        }
        assert!(at.stopped.iter().any(|stopped| stopped == rank), "rank {rank} stops where it gets nothing more");
        seen
    }

    fn assert_agrees(places: &[Place]) {
        let hierarchy = Hierarchy::of_places(places);
        for plan in [Plan::Gathered, Plan::Reduced] {
            for (rank, seen) in (0u32..).zip(really_split(places, plan)) {
                assert_eq!(predicted(&hierarchy, rank), seen, "rank {rank}, {plan:?}");
            }
        }
    }

    const NODE: &str = "package:2 [numa] l3:1 l2:2 l1d:1 core:2 pu:1";

    /// RR-9077 §5.2: ranks 0 and 1 on cores, 2 and 3 on an L2, 4 to 7 on a NUMA node.
    fn uneven() -> Vec<Place> {
        let room = load_room(&Description::parse(NODE).unwrap()).unwrap();
        let runs = [0..1, 1..2, 2..4, 2..4, 4..8, 4..8, 4..8, 4..8];
        runs.into_iter().map(|run| room.place(&crate::room::Seat { node: 0, run })).collect()
    }

    #[test]
    fn it_agrees_with_the_split() {
        assert_agrees(&places(&format!("node:4 {NODE}"), "core", 32));
        assert_agrees(&uneven());
        for (description, binding, ranks) in [
            ("island:2 leaf:2 node:2 core:4 pu:1", "core", 32),
            ("island:2 leaf:2 node:2 core:4 pu:1", "core,round-robin", 27),
            ("leaf:2 node:3 package:2 core:4 pu:1 | node:1 core:8 pu:2", "core", 64),
            ("leaf:2 node:3 package:2 core:4 pu:1 | node:1 core:8 pu:2", "pu,round-robin,ppn=3", 40),
            ("node:3 package:2 l3:2 core:2 pu:2", "package", 24),
            ("node:2 core:4 pu:1", "none", 8),
            ("core:4 pu:1", "core", 1),
        ] {
            assert_agrees(&places(description, binding, ranks));
        }
        assert_agrees(&[Place::default(), Place::default()]);
    }

    #[test]
    fn bindings_that_stop_early_are_kept() {
        let hierarchy = Hierarchy::of_places(&uneven());
        let lines: Vec<String> = hierarchy
            .communicators()
            .iter()
            .map(|c| format!("{} {} stop {}", c.name(), c.members, c.stopped))
            .collect();
        assert_eq!(
            lines,
            [
                "MPI_COMM_WORLD 0-7 stop ",
                "L3Cache 0-3 stop ",
                "L3Cache 4-7 stop 4-7",
                "L1dCache 0-1 stop ",
                "L1dCache 2-3 stop 2-3",
                "Core 0 stop 0",
                "Core 1 stop 1"
            ]
        );
        assert_eq!(hierarchy.depth(), 3);
        assert_eq!(hierarchy.world().within.map(|name| name.as_str()), Some("Machine"));
    }

    #[test]
    fn nobody_is_nothing() {
        assert_eq!(Hierarchy::of_places(&[]).communicators().len(), 1);
    }
}
