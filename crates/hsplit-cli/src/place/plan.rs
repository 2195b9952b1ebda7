// SPDX-License-Identifier: MIT OR Apache-2.0
//! The elections of all nodes, and the classes of equal nodes.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::sync::Arc;

use hsplit_core::cpus::Cpus;
use hsplit_core::election::{Election, Member, Node, Options, Worker, elect, share_of_homes};
use hsplit_core::emulation::System;
use hsplit_core::machine::{Machine, Object};
use hsplit_core::ranks::Ranks;
use hsplit_core::shape::Shape;
use hsplit_core::tree::words::count_of;
use hsplit_host::own_node::OwnNode;

use crate::Failure;
use crate::levels::near;

/// The processors of a node that may be assigned to workers.
pub(crate) enum Share {
    /// All processors that its ranks are bound to.
    Job,
    /// All processors that the operating system would allow a process; on an emulated node, all.
    Allowed,
    /// The processors with these numbers of the operating system.
    List(Cpus),
}

impl Share {
    /// As in `HSPLIT_Placement_create`: a list is limited to the allowed processors.
    fn of(&self, machine: &Arc<Machine>, members: &[Member]) -> Result<Cpus, String> {
        let allowed = || OwnNode::new(machine.clone()).allowed().clone();
        match self {
            Self::Job => Ok(share_of_homes(machine, members)),
            Self::Allowed => Ok(allowed()),
            Self::List(numbers) => {
                let allowed = allowed();
                let listed = machine.to_logical(numbers).intersection(&allowed);
                let none =
                    || format!("none of the processing units {numbers} may be used ({} may)", machine.to_os(&allowed));
                if listed.is_empty() { Err(none()) } else { Ok(listed) }
            }
        }
    }
}

/// A node with its ranks, and the workers among them.
pub(crate) struct NodePlan {
    pub(crate) node: u64,
    pub(crate) machine: Arc<Machine>,
    pub(crate) members: Vec<Member>,
    pub(crate) share: Cpus,
    election: Election,
}

/// All nodes that have ranks.
pub(crate) struct Plan {
    pub(crate) nodes: Vec<NodePlan>,
}

impl Plan {
    /// Runs the election on each node.
    pub(crate) fn new(
        system: &System,
        homes: Vec<(u64, Cpus)>,
        share: &Share,
        shape: &Shape,
        options: &Options,
    ) -> Result<Self, Failure> {
        let mut of_node: BTreeMap<u64, Vec<Member>> = BTreeMap::new();
        let ranks = homes.len();
        for (rank, (node, home)) in (0..).zip(homes) {
            of_node.entry(node).or_default().push(Member { rank, home });
        }
        if options.root as usize >= ranks {
            let why = format!("there is no rank {}; there are {ranks}, numbered from 0", options.root);
            return Err(Failure::of("--root", why));
        }
        let plan = |(node, members): (u64, Vec<Member>)| {
            let machine = system.machine_of(node).clone();
            let failed = |why: &dyn Display| Failure::of(&format!("node {node}"), why);
            let share = share.of(&machine, &members).map_err(|why| failed(&why))?;
            let election = elect(&Node { machine: &machine, share: &share, members: &members }, shape, options);
            let election = election.map_err(|why| failed(&why))?;
            Ok(NodePlan { node, machine, members, share, election })
        };
        Ok(Self { nodes: of_node.into_iter().map(plan).collect::<Result<_, Failure>>()? })
    }

    /// Returns the counts: `8 workers, 24 parked`.
    pub(crate) fn summary(&self) -> String {
        let workers: usize = self.nodes.iter().map(|node| node.workers().len()).sum();
        let ranks: usize = self.nodes.iter().map(|node| node.members.len()).sum();
        format!("{}, {} parked", count_of(workers as u64, "worker"), ranks - workers)
    }

    /// Returns the nodes in classes of equal ones, in the order of the first of each.
    pub(crate) fn alike(&self) -> Vec<Vec<&NodePlan>> {
        let mut kinds: Vec<Vec<&NodePlan>> = vec![];
        let mut known: HashMap<Key<'_>, usize> = HashMap::new();
        for node in &self.nodes {
            let kind = *known.entry(node.key()).or_insert(kinds.len());
            if kind == kinds.len() {
                kinds.push(vec![]);
            }
            kinds[kind].push(node);
        }
        kinds
    }
}

/// The properties by which two nodes are equal.
type Key<'a> = (*const Machine, Vec<&'a Cpus>, &'a Cpus, Vec<(usize, &'a Cpus, u32)>);

impl NodePlan {
    fn key(&self) -> Key<'_> {
        let homes = self.members.iter().map(|member| &member.home).collect();
        let workers = self.workers().iter().map(|worker| (worker.member, &worker.cpus, worker.threads)).collect();
        (Arc::as_ptr(&self.machine), homes, &self.share, workers)
    }

    pub(crate) fn workers(&self) -> &[Worker] {
        &self.election.workers
    }

    pub(crate) fn rank(&self, worker: &Worker) -> u32 {
        self.members[worker.member].rank
    }

    /// Returns all its ranks.
    pub(crate) fn ranks(&self) -> Ranks {
        Ranks::from_sorted(&self.members.iter().map(|member| member.rank).collect::<Vec<_>>())
    }

    /// Returns the ranks that do not work.
    pub(crate) fn parked(&self) -> impl Iterator<Item = &Member> {
        let mut works = vec![false; self.members.len()];
        self.workers().iter().for_each(|worker| works[worker.member] = true);
        self.members.iter().zip(works).filter(|(_, works)| !works).map(|(member, _)| member)
    }

    /// Returns the ranks of [`NodePlan::parked`].
    pub(crate) fn parked_ranks(&self) -> Ranks {
        Ranks::from_sorted(&self.parked().map(|member| member.rank).collect::<Vec<_>>())
    }

    /// Returns the numbers of the cores of which a set has a part.
    pub(crate) fn cores(&self, cpus: &Cpus) -> Cpus {
        let touched = |core: &std::ops::Range<u32>| cpus.intersects(&Cpus::from(core.clone()));
        (0..).zip(self.machine.slots()).filter(|(_, core)| touched(core)).map(|(number, _)| number).collect()
    }

    /// Returns the cores of the share of which no worker has a part.
    pub(crate) fn idle(&self) -> Cpus {
        let busy = self.workers().iter().fold(Cpus::default(), |all, worker| all.union(&worker.cpus));
        self.cores(&self.share).difference(&self.cores(&busy))
    }

    /// Returns the operating system's numbers of a set.
    pub(crate) fn numbers(&self, cpus: &Cpus) -> Cpus {
        self.machine.to_os(cpus)
    }

    /// Returns `L3Cache #0`, or `in L3Cache #0` for a part of it.
    pub(crate) fn place(&self, cpus: &Cpus) -> String {
        let object: &Object = self.machine.around(cpus);
        let all = self.cores(cpus) == self.cores(&Cpus::from(object.units.clone()));
        format!("{}{}", if all { "" } else { "in " }, near(&self.machine, object))
    }
}
