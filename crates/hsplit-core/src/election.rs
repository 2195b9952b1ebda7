// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which ranks of a node work in a phase, on which processing units, with how many threads.
//!
//! An election is computed from what every rank of a node knows, so all of them get one result without a message, and a
//! simulator gets it too. A shape at a level goes through these steps:
//!
//! 1. Each instance of the level, or locality of devices, has its candidates, ranks whose home lies inside it; ranks
//!    whose home spans instances come after. Instances without candidates give their units to the nearest one that has
//!    some (`division`).
//! 2. The candidates of an instance are dealt out over its children; the first ones work (`deal`).
//! 3. The units of the instance are cut into a run for each worker, and each run goes to the nearest worker (`parts`).
//!    If there are more devices than units, several workers have the same.
//!
//! The rest of an instance's candidates are parked, as is every rank that is a candidate of no instance.

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
    /// What it is bound to while nothing is pushed, by logical index; empty: nothing is known, so the whole node.
    pub home: Cpus,
}

/// What elections of one node know.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    /// What is inside the node.
    pub machine: &'a Machine,
    /// The units that may be handed out, by logical index.
    pub share: &'a Cpus,
    /// The ranks on the node, in ascending order.
    pub members: &'a [Member],
}

/// The share of a node where nothing else is said: all that its members are bound to.
pub fn share_of_homes(machine: &Machine, members: &[Member]) -> Cpus {
    members.iter().fold(Cpus::default(), |share, member| share.union(&home(machine, &member.home)))
}

/// A rank that works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worker {
    /// Which one of the node's members.
    pub member: usize,
    /// What it is bound to while the phase lasts, by logical index.
    pub cpus: Cpus,
    /// How many threads it has.
    pub threads: u32,
}

/// The workers of a node; all other members are parked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Election {
    /// In the order of their parts: instance after instance, and in an instance run after run.
    pub workers: Vec<Worker>,
}

impl Election {
    /// What a member does, and which worker of the node it is; `None` where it is parked.
    pub fn of(&self, member: usize) -> Option<(usize, &Worker)> {
        self.workers.iter().enumerate().find(|(_, worker)| worker.member == member)
    }
}

/// Why a shape does not fit a node.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum ElectionError {
    /// The node has no such level.
    #[error("the node has no level '{0}' (it has {1})")]
    NoLevel(String, String),
    /// A worker gets less than the threads that each is to have.
    #[error("{threads} threads a worker are more than the {} of rank {rank}", count_of(u64::from(*cores), of.noun()))]
    TooManyThreads {
        /// How many threads the shape asks for.
        threads: u32,
        /// How many the part of a worker takes.
        cores: u32,
        /// What a thread is for.
        of: ThreadCount,
        /// The rank of this worker.
        rank: u32,
    },
}

/// Elects the workers of a node.
///
/// # Errors
/// A level that the node does not have; more threads than a worker's part takes.
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

/// Makes workers of members.
struct Binder<'a> {
    tree: &'a NodeTree<'a>,
    members: &'a [Member],
    options: &'a Options,
}

impl Binder<'_> {
    /// The workers of all instances, `each` of them for each device of one, or for itself.
    fn elect(
        &self,
        node: &Node<'_>,
        division: &Division,
        each: u32,
        threads: Option<u32>,
    ) -> Result<Vec<Worker>, ElectionError> {
        let tree = self.tree;
        let homes: Vec<Cpus> = self.members.iter().map(|member| home(node.machine, &member.home)).collect();
        let seats: Vec<u32> = homes.iter().map(|home| tree.narrowest(&run_around(home))).collect();
        let candidates = division.candidates(&homes);
        let units = division.hand_out(tree, &candidates, self.options.adopt);
        let deal = Deal { tree, seats: &seats, root: member_of(node, self.options.root).map(|root| root as u32) };
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
            for (part, member) in parts.iter().zip(parts::assign(tree, &parts, &elected, &seats)) {
                workers.push(self.worker(member as usize, part, threads)?);
            }
        }
        Ok(workers)
    }

    /// A member that works on a part: on all of it, or with this number of threads on as many of its cores.
    fn worker(&self, member: usize, part: &[u32], threads: Option<u32>) -> Result<Worker, ElectionError> {
        let most = if self.options.smt == Smt::One { 1 } else { usize::MAX };
        let cores = self.tree.by_core(part).map(|core| &core[..most.min(core.len())]);
        let of = self.options.threads;
        let fits = match of {
            ThreadCount::Cores => cores.clone().count(),
            ThreadCount::Units => cores.clone().flatten().count(),
        } as u32;
        let threads = threads.unwrap_or(fits);
        if threads > fits {
            let rank = self.members[member].rank;
            return Err(ElectionError::TooManyThreads { threads, cores: fits, of, rank });
        }
        let count = threads as usize;
        let cpus = match of {
            ThreadCount::Cores => Cpus::of_ascending(cores.take(count).flatten().copied()),
            ThreadCount::Units => Cpus::of_ascending(cores.flatten().copied().take(count)),
        };
        Ok(Worker { member, cpus, threads })
    }
}
