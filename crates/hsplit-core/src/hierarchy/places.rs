// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tree that repeated unguided splits give, from the places of all ranks.
//!
//! The rule is that of the split: let A be the longest common prefix of the members' places. A rank whose place is
//! longer than A joins the ranks that share its next step; a rank whose place is A gets `MPI_COMM_NULL`. One list holds
//! all ranks, and each communicator owns an interval of it. Splitting a communicator sorts its interval by child, so no
//! rank is copied twice.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::{Communicator, Hierarchy, world};
use crate::level::Level;
use crate::place::Place;
use crate::ranks::Ranks;

impl Hierarchy {
    /// The whole tree of repeated unguided splits of `MPI_COMM_WORLD`, for ranks at these places.
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

/// A tree under construction, widest communicators first.
struct Growth<'a> {
    places: &'a [Place],
    /// All ranks. Each communicator's members are adjacent, in ascending order.
    order: Vec<u32>,
    communicators: Vec<Communicator>,
    /// The interval of `order` that each communicator owns.
    stretches: Vec<Range<usize>>,
}

impl Growth<'_> {
    /// Splits one communicator and appends its children.
    fn split(&mut self, number: usize) {
        let stretch = self.stretches[number].clone();
        let common = self.common_steps(stretch.clone());
        self.note_within(number, &stretch, common);
        let ends = self.sort_by_child(stretch.clone(), common);
        let first_child = self.communicators.len() as u32;
        let mut start = stretch.start;
        for (index, &end) in (0u32..).zip(&ends) {
            self.append_child(number as u32, index, ends.len() as u32, start..end, common);
            start = end;
        }
        let parent = &mut self.communicators[number];
        parent.children = first_child..first_child + ends.len() as u32;
        parent.stopped = Ranks::from_sorted(&self.order[start..stretch.end]);
    }

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

    /// Sorts the members by child, children in the order of their lowest ranks and then the ranks without a child.
    /// Returns the end of each child.
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

    fn append_child(&mut self, parent: u32, index: u32, siblings: u32, stretch: Range<usize>, common: usize) {
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
