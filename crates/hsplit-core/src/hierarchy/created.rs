// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tree of the communicators that a program created, which `HSPLIT_SHOW` gathers at the end of the program.
//!
//! A program may split several times from one parent, at a named level, with ranks left out. The list is therefore used
//! as it is, and only the nesting is computed.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::{Communicator, Hierarchy, world};
use crate::level::Level;
use crate::name::Name;
use crate::ranks::Ranks;

/// A communicator that a program created.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Created {
    /// The level that it was created for.
    pub level: Name,
    /// The communicator it was split from, as an index into the list; `None` to find it by inclusion: the smallest
    /// communicator of the list that contains all its members, or `MPI_COMM_WORLD`.
    pub parent: Option<usize>,
    /// Its index among its siblings.
    pub index: u32,
    /// The number of siblings, including this one.
    pub siblings: u32,
    /// Its members by their rank in `MPI_COMM_WORLD`, in the order of their ranks in it. The first is its root.
    pub members: Vec<u32>,
    /// The depth of its level on its root's path; 0 if not known. Of two communicators with the same members, the one
    /// with the wider level is the outer one.
    pub depth: u32,
}

impl Hierarchy {
    /// The tree of the communicators that a program of `ranks` ranks created, given in any order.
    ///
    /// A communicator created several times (same parent, level and members) appears once. An entry that cannot be
    /// right (no members, a rank that does not exist, a parent outside the list or among its descendants) is left out
    /// or becomes a child of `MPI_COMM_WORLD`: a report at the end of a job must not abort the job.
    pub fn of_created(ranks: u32, list: &[Created]) -> Self {
        let list: Vec<Entry> = list.iter().map(|created| Entry::new(created, ranks)).collect();
        let nesting = Nesting::of(&list);
        lay_out(ranks, &list, &nesting)
    }
}

/// A created communicator with its members in ascending order.
struct Entry<'a> {
    created: &'a Created,
    sorted: Vec<u32>,
}

impl<'a> Entry<'a> {
    fn new(created: &'a Created, ranks: u32) -> Self {
        let mut sorted: Vec<u32> = created.members.iter().copied().filter(|&rank| rank < ranks).collect();
        sorted.sort_unstable();
        sorted.dedup();
        Self { created, sorted }
    }

    fn is_like(&self, other: &Self) -> bool {
        self.created.level == other.created.level && self.sorted == other.sorted
    }

    fn holds(&self, other: &Self) -> bool {
        self.sorted.len() >= other.sorted.len()
            && other.sorted.iter().all(|rank| self.sorted.binary_search(rank).is_ok())
    }
}

/// The children of every entry, and of `MPI_COMM_WORLD`.
struct Nesting {
    children: HashMap<Option<usize>, Vec<usize>>,
}

impl Nesting {
    fn of(list: &[Entry]) -> Self {
        let mut nesting = Self { children: HashMap::new() };
        let mut parents: Vec<Option<usize>> = vec![None; list.len()];
        let mut innermost: HashMap<u32, usize> = HashMap::new();
        let mut known: HashMap<(Option<usize>, Name, &[u32]), usize> = HashMap::new();
        // For each entry, the entry that is the same communicator.
        let mut same: Vec<usize> = (0..list.len()).collect();
        for at in widest_first(list) {
            let entry = &list[at];
            let parent = match entry.created.parent {
                Some(parent) if parent < list.len() && list[parent].holds(entry) && !is_above(at, parent, &parents) => {
                    Some(same[parent])
                }
                Some(_) => None,
                None => match around(entry, list, &innermost, &parents) {
                    // A repeated communicator is not a child of itself.
                    Some(first) if list[first].is_like(entry) => parents[first],
                    parent => parent,
                },
            };
            let first = *known.entry((parent, entry.created.level, &entry.sorted)).or_insert(at);
            same[at] = first;
            if first == at {
                parents[at] = parent;
                nesting.children.entry(parent).or_default().push(at);
                entry.sorted.iter().for_each(|&rank| {
                    innermost.insert(rank, at);
                });
            }
        }
        nesting
    }
}

/// The entries that have members, widest first: by decreasing number of members; with the same members, by the width of
/// the level. Equal entries keep the order of the list, parents before children.
fn widest_first(list: &[Entry]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..list.len()).filter(|&at| !list[at].sorted.is_empty()).collect();
    order.sort_by_cached_key(|&at| {
        (std::cmp::Reverse(list[at].sorted.len()), given_depth(at, list), list[at].created.depth, at)
    });
    order
}

/// The number of given parents above an entry; a cycle ends the count.
fn given_depth(at: usize, list: &[Entry]) -> usize {
    let above = |&at: &usize| list.get(at).and_then(|entry| entry.created.parent);
    std::iter::successors(above(&at), above).take(list.len()).count()
}

fn is_above(at: usize, other: usize, parents: &[Option<usize>]) -> bool {
    at == other || std::iter::successors(parents[other], |&above| parents[above]).any(|above| above == at)
}

/// The smallest communicator placed so far that contains an entry, searched from its first member outwards.
fn around(entry: &Entry, list: &[Entry], innermost: &HashMap<u32, usize>, parents: &[Option<usize>]) -> Option<usize> {
    let start = innermost.get(entry.sorted.first()?).copied();
    std::iter::successors(start, |&at| parents[at]).find(|&at| list[at].holds(entry))
}

/// Lists the communicators widest first, in the order of [`Hierarchy`].
fn lay_out(ranks: u32, list: &[Entry], nesting: &Nesting) -> Hierarchy {
    let mut communicators = vec![world(ranks)];
    let mut entries: Vec<Option<usize>> = vec![None];
    let mut number = 0;
    while number < communicators.len() {
        let mut children = nesting.children.get(&entries[number]).cloned().unwrap_or_default();
        children.sort_by_key(|&at| (list[at].created.index, list[at].sorted.first().copied(), at));
        let first = communicators.len() as u32;
        communicators.extend(children.iter().map(|&at| communicator(&list[at], number as u32)));
        entries.extend(children.iter().map(|&at| Some(at)));
        communicators[number].children = first..first + children.len() as u32;
        communicators[number].stopped = stopped(&communicators, number);
        number += 1;
    }
    Hierarchy { communicators }
}

fn communicator(entry: &Entry, parent: u32) -> Communicator {
    Communicator {
        level: Some(Arc::new(Level::new(&[entry.created.level]))),
        within: None,
        parent: Some(parent),
        index: entry.created.index,
        siblings: entry.created.siblings,
        root: entry.created.members.first().copied().unwrap_or(0),
        members: Ranks::from_sorted(&entry.sorted),
        stopped: Ranks::default(),
        children: 0..0,
    }
}

fn stopped(communicators: &[Communicator], number: usize) -> Ranks {
    let children: Range<u32> = communicators[number].children.clone();
    let mut deeper: Vec<u32> = children.flat_map(|child| communicators[child as usize].members.iter()).collect();
    deeper.sort_unstable();
    let left: Vec<u32> =
        communicators[number].members.iter().filter(|rank| deeper.binary_search(rank).is_err()).collect();
    Ranks::from_sorted(&left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn created(level: &str, parent: Option<usize>, index: u32, members: &[u32]) -> Created {
        Created { level: Name::new(level), parent, index, siblings: 2, members: members.to_vec(), depth: 0 }
    }

    fn lines(hierarchy: &Hierarchy) -> Vec<String> {
        let line = |c: &Communicator| format!("{} {} in {:?}, {} stop", c.name(), c.members, c.parent, c.stopped);
        hierarchy.communicators().iter().map(line).collect()
    }

    #[test]
    fn nesting_by_inclusion() {
        let list = [
            created("Core", None, 0, &[0]),
            created("Machine", None, 1, &[3, 2]),
            created("Machine", None, 0, &[0, 1]),
        ];
        let tree = Hierarchy::of_created(5, &list);
        assert_eq!(
            lines(&tree),
            [
                "MPI_COMM_WORLD 0-4 in None, 4 stop",
                "Machine 0-1 in Some(0), 1 stop",
                "Machine 2-3 in Some(0), 2-3 stop",
                "Core 0 in Some(1), 0 stop"
            ]
        );
        assert_eq!(tree.get(2).root, 3);
    }

    /// A program that splits everything at each level, on one node with one cache.
    #[test]
    fn the_wider_level_is_outside() {
        let of = |level: &str, depth| Created { depth, ..created(level, None, 0, &[0, 1]) };
        for list in [[of("L3Cache", 2), of("Machine", 1)], [of("Machine", 1), of("L3Cache", 2)]] {
            assert_eq!(
                lines(&Hierarchy::of_created(2, &list)),
                [
                    "MPI_COMM_WORLD 0-1 in None,  stop",
                    "Machine 0-1 in Some(0),  stop",
                    "L3Cache 0-1 in Some(1), 0-1 stop"
                ]
            );
        }
    }

    #[test]
    fn a_guided_split_may_equal_its_parent_and_a_repeated_one_is_shown_once() {
        let list = [
            created("Machine", None, 0, &[0, 1]),
            created("Package", Some(0), 0, &[0, 1]),
            created("Machine", None, 0, &[0, 1]),
            created("Core", Some(2), 0, &[0]),
        ];
        assert_eq!(
            lines(&Hierarchy::of_created(2, &list[..2])),
            ["MPI_COMM_WORLD 0-1 in None,  stop", "Machine 0-1 in Some(0),  stop", "Package 0-1 in Some(1), 0-1 stop"]
        );
        let repeated = [list[0].clone(), list[3].clone(), Created { parent: None, ..list[2].clone() }];
        assert_eq!(Hierarchy::of_created(2, &repeated).communicators().len(), 3);
    }

    proptest! {
        #[test]
        fn nonsense_gives_a_tree(
            list in prop::collection::vec((prop::option::of(0usize..9), prop::collection::vec(0u32..7, 0..5)), 0..8),
        ) {
            let list: Vec<Created> =
                list.iter().map(|(parent, members)| created("Group0", *parent, 0, members)).collect();
            let tree = Hierarchy::of_created(5, &list);
            prop_assert!(tree.communicators().len() <= list.len() + 1);
            for (number, communicator) in tree.communicators().iter().enumerate().skip(1) {
                prop_assert!((communicator.parent.unwrap() as usize) < number);
            }
        }
    }
}
