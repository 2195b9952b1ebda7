// SPDX-License-Identifier: MIT OR Apache-2.0
//! The ranks of a node that work in a phase, their processing units and their numbers of threads.
//!
//! An election is computed from data that every rank of a node has, so all ranks get the same result without a message,
//! and a simulator can compute it too. A shape at a level goes through these steps:
//!
//! 1. Each instance of the level, or locality of devices, has candidates: first the ranks whose home lies inside it,
//!    then ranks whose home spans instances. Instances without candidates give their units to the nearest instance that
//!    has candidates (`division`).
//! 2. The candidates of an instance are dealt out over its children; the first ones work (`deal`).
//! 3. The units of the instance are cut into one run per worker, and each run goes to the nearest worker (`parts`). If
//!    there are more devices than units, several workers have the same run.
//!
//! The other candidates of an instance are parked, and so are ranks that are candidates of no instance.

use crate::cpus::Cpus;
use crate::emulation::location::level_names;
use crate::machine::Machine;
use crate::shape::Shape;
use crate::tree::words::count_of;

mod deal;
mod devices;
mod division;
mod groups;
mod loss;
mod nearest;
mod options;
mod parts;
mod ratio;
mod tree;

use deal::Deal;
pub use devices::{DevicePart, device_parts, devices_named};
use division::Division;
pub use loss::{Remains, elect_on_remains};
pub use options::{OptionError, Options, Smt, ThreadCount};
use tree::{NodeTree, home, run_around};

/// One member of a placement on this node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its rank in the communicator.
    pub rank: u32,
    /// Its binding while nothing is pushed, by logical index. Empty if unknown; then the whole node counts.
    pub home: Cpus,
}

/// The input of the elections of one node.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    /// The inside of the node.
    pub machine: &'a Machine,
    /// The units that may be handed out, by logical index.
    pub share: &'a Cpus,
    /// The ranks on the node, in ascending order.
    pub members: &'a [Member],
}

/// The default share of a node: the union of its members' bindings.
pub fn share_of_homes(machine: &Machine, members: &[Member]) -> Cpus {
    members.iter().fold(Cpus::default(), |share, member| share.union(&home(machine, &member.home)))
}

/// A rank that works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worker {
    /// The index of the member on the node.
    pub member: usize,
    /// Its binding during the phase, by logical index.
    pub cpus: Cpus,
    /// Its number of threads.
    pub threads: u32,
}

/// The workers of a node; all other members are parked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Election {
    /// In the order of their parts: instance after instance, and in an instance run after run.
    pub workers: Vec<Worker>,
}

impl Election {
    /// The worker that a member is, with the worker's number on the node; `None` if the member is parked.
    pub fn of(&self, member: usize) -> Option<(usize, &Worker)> {
        self.workers.iter().enumerate().find(|(_, worker)| worker.member == member)
    }
}

/// A shape that does not fit a node.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum ElectionError {
    /// The node has no such level.
    #[error("the node has no level '{0}' (it has {1})")]
    NoLevel(String, String),
    /// A worker has fewer cores or units than the requested threads.
    #[error("{threads} threads a worker are more than the {} of rank {rank}", count_of(u64::from(*cores), of.noun()))]
    TooManyThreads {
        /// The number of threads in the shape.
        threads: u32,
        /// The number of threads that a worker's part has cores or units for.
        cores: u32,
        /// The resource of one thread.
        of: ThreadCount,
        /// The rank of this worker.
        rank: u32,
    },
}

/// Elects the workers of a node.
///
/// # Errors
/// The node does not have the level, or a worker's part has too few cores or units for its threads.
pub fn elect(node: &Node<'_>, shape: &Shape, options: &Options) -> Result<Election, ElectionError> {
    if node.machine.units().is_empty() || node.members.is_empty() {
        return Ok(Election::default());
    }
    let tree = NodeTree::new(node.machine);
    let binder = Binder { tree: &tree, members: node.members, options };
    match shape {
        Shape::All => {
            let bind =
                |(member, of): (usize, &Member)| binder.worker(member, &units_of(&home(node.machine, &of.home)), None);
            node.members.iter().enumerate().map(bind).collect()
        }
        Shape::Root => {
            let own = node.share.intersection(&Cpus::from(node.machine.whole()));
            let root = member_of(node, options.root).filter(|_| !own.is_empty());
            root.into_iter().map(|member| binder.worker(member, &units_of(&own), None)).collect()
        }
        Shape::Level { name, each } => {
            let no_level = || ElectionError::NoLevel(name.clone(), level_names(node.machine));
            let division = division(&tree, node.share, name).ok_or_else(no_level)?;
            binder.elect(node, &division, *each, None)
        }
        Shape::Ratio { workers, threads } => {
            let (division, each) = ratio::division(&tree, node.share, *workers);
            binder.elect(node, &division, each, *threads)
        }
    }
    .map(|workers| Election { workers })
}

/// The division at a level, into the localities of devices, or into regions, such as the cores of one kind.
fn division(tree: &NodeTree<'_>, share: &Cpus, name: &str) -> Option<Division> {
    let of_level = || match tree.machine.instances(name) {
        runs if runs.is_empty() => match tree.machine.sets(name) {
            regions if regions.is_empty() => None,
            regions => Some(Division::of_regions(tree, share, regions)),
        },
        runs => Some(Division::new(tree, share, runs)),
    };
    devices::division(tree, share, name).or_else(of_level)
}

fn units_of(cpus: &Cpus) -> Vec<u32> {
    cpus.iter().collect()
}

fn member_of(node: &Node<'_>, rank: u32) -> Option<usize> {
    node.members.binary_search_by_key(&rank, |member| member.rank).ok()
}

struct Binder<'a> {
    tree: &'a NodeTree<'a>,
    members: &'a [Member],
    options: &'a Options,
}

impl Binder<'_> {
    /// Elects the workers of all instances: `each` workers per device of an instance, or per instance.
    fn elect(
        &self,
        node: &Node<'_>,
        division: &Division,
        each: u32,
        threads: Option<u32>,
    ) -> Result<Vec<Worker>, ElectionError> {
        let tree = self.tree;
        let homes: Vec<Cpus> = self.members.iter().map(|member| home(node.machine, &member.home)).collect();
        let places: Vec<u32> = homes.iter().map(|home| tree.narrowest(&run_around(home))).collect();
        let candidates = division.candidates(&homes);
        let units = division.hand_out(tree, &candidates, self.options.adopt);
        let deal = Deal { tree, places: &places, root: member_of(node, self.options.root).map(|root| root as u32) };
        let mut workers = vec![];
        for instance in 0..division.len() {
            let (candidates, units) = (candidates.get(instance), units.get(instance));
            let wanted = each.saturating_mul(division.wanted(instance)) as usize;
            let most = if division.is_of_devices() && !units.is_empty() { usize::MAX } else { units.len() };
            let count = candidates.len().min(wanted).min(most);
            if count == 0 {
                continue;
            }
            let elected = deal.first(division.object(tree, instance), candidates, count);
            let parts = parts::shared(tree, units, count);
            for (part, member) in parts.iter().zip(parts::assign(tree, &parts, &elected, &places)) {
                workers.push(self.worker(member as usize, part, threads)?);
            }
        }
        Ok(workers)
    }

    /// A worker bound to a whole part, or to as many cores of the part as it has `threads`.
    fn worker(&self, member: usize, part: &[u32], threads: Option<u32>) -> Result<Worker, ElectionError> {
        let most = if self.options.smt == Smt::One { 1 } else { usize::MAX };
        let cores = || self.tree.by_core(part).map(|core| &core[..most.min(core.len())]);
        let of = self.options.threads;
        let fits = match of {
            ThreadCount::Cores => cores().count(),
            ThreadCount::Units => cores().flatten().count(),
        } as u32;
        let threads = threads.unwrap_or(fits);
        if threads > fits {
            let rank = self.members[member].rank;
            return Err(ElectionError::TooManyThreads { threads, cores: fits, of, rank });
        }
        let count = threads as usize;
        let cpus = match of {
            ThreadCount::Cores => Cpus::of_ascending(cores().take(count).flatten().copied()),
            ThreadCount::Units => Cpus::of_ascending(cores().flatten().copied().take(count)),
        };
        Ok(Worker { member, cpus, threads })
    }
}
