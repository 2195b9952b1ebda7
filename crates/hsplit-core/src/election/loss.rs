// SPDX-License-Identifier: MIT OR Apache-2.0
//! Elections on a node that has lost processing units because its cpuset has shrunk.
//!
//! The working ranks stay those of the whole node: their communicator includes ranks of other nodes, which have no
//! information about the loss. Only their processing units change.

use super::tree::home;
use super::{Election, ElectionError, Member, Node, Options, Worker, elect};
use crate::cpus::Cpus;
use crate::shape::Shape;

/// The remaining share and homes of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remains {
    /// The units that may be handed out.
    pub share: Cpus,
    /// The ranks, with the remaining part of their homes.
    pub members: Vec<Member>,
}

impl Remains {
    /// Reduces a node to the `allowed` units. An empty remaining share becomes all allowed units, and an empty
    /// remaining home becomes the share. A node without any allowed unit is returned unchanged.
    pub fn of(node: &Node<'_>, allowed: &Cpus) -> Self {
        let allowed = allowed.intersection(&Cpus::from(node.machine.whole()));
        if allowed.is_empty() {
            return Self { share: node.share.clone(), members: node.members.to_vec() };
        }
        let or = |some: Cpus, other: &Cpus| if some.is_empty() { other.clone() } else { some };
        let share = or(node.share.intersection(&allowed), &allowed);
        let left = |member: &Member| {
            let home = home(node.machine, &member.home).intersection(&allowed);
            Member { rank: member.rank, home: or(home, &share) }
        };
        Self { members: node.members.iter().map(left).collect(), share }
    }
}

/// Elects the workers of a node that has lost units. If an election on the remaining units would give other ranks than
/// one on the whole node, the latter work on what remains of their parts, or on the share if nothing remains.
///
/// # Errors
/// The node does not have the level, or on the whole node a worker's part has too few cores or units for its threads.
pub fn elect_on_remains(
    node: &Node<'_>,
    remains: &Remains,
    shape: &Shape,
    options: &Options,
) -> Result<Election, ElectionError> {
    let whole = elect(node, shape, options)?;
    let left = Node { share: &remains.share, members: &remains.members, ..*node };
    match elect(&left, shape, options) {
        Ok(election) if ranks_of(&election) == ranks_of(&whole) => return Ok(election),
        _ => {}
    }
    let keep = |worker: &Worker| {
        let part = worker.cpus.intersection(&remains.share);
        let part = if part.is_empty() { &remains.share } else { &part };
        work_on(&left, part, worker.member, shape, options)
    };
    let workers = whole.workers.iter().filter_map(keep).collect();
    Ok(Election { workers })
}

/// The members that work, in ascending order of their indices.
fn ranks_of(election: &Election) -> Vec<usize> {
    let mut members: Vec<usize> = election.workers.iter().map(|worker| worker.member).collect();
    members.sort_unstable();
    members
}

/// A member that works on a part, with the shape's number of threads or as many of them as fit.
fn work_on(node: &Node<'_>, part: &Cpus, member: usize, shape: &Shape, options: &Options) -> Option<Worker> {
    let rank = node.members[member].rank;
    let alone = [Member { rank, home: part.clone() }];
    let node = Node { share: part, members: &alone, ..*node };
    let options = Options { root: rank, ..*options };
    let most = elect(&node, &Shape::Root, &options).ok()?.workers.pop()?;
    let worker = match shape {
        Shape::Ratio { threads: Some(threads), .. } if *threads < most.threads => {
            let fewer = Shape::Ratio { workers: 1, threads: Some(*threads) };
            elect(&node, &fewer, &options).ok()?.workers.pop()?
        }
        _ => most,
    };
    Some(Worker { member, ..worker })
}
