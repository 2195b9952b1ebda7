// SPDX-License-Identifier: MIT OR Apache-2.0
//! The elections of all nodes, and which nodes are alike.

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

/// Which processors of a node may be handed out.
pub(crate) enum Share {
    /// All that its ranks are bound to.
    Job,
    /// All that the operating system would let a process have; on an emulated node, all.
    Allowed,
    /// Those with these numbers of the operating system.
    List(Cpus),
}

impl Share {
    /// As in `HSPLIT_Placement_create`: what is listed counts as far as it is allowed.
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
    /// Elects on each node.
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

    /// `8 workers, 24 parked`
    pub(crate) fn summary(&self) -> String {
        let workers: usize = self.nodes.iter().map(|node| node.workers().len()).sum();
        let ranks: usize = self.nodes.iter().map(|node| node.members.len()).sum();
        format!("{}, {} parked", count_of(workers as u64, "worker"), ranks - workers)
    }

    /// The nodes, alike ones together, in the order of the first of each.
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

/// What makes two nodes alike.
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

    /// All its ranks.
    pub(crate) fn ranks(&self) -> Ranks {
        Ranks::from_sorted(&self.members.iter().map(|member| member.rank).collect::<Vec<_>>())
    }

    /// The ranks that do not work.
    pub(crate) fn parked(&self) -> impl Iterator<Item = &Member> {
        let mut works = vec![false; self.members.len()];
        self.workers().iter().for_each(|worker| works[worker.member] = true);
        self.members.iter().zip(works).filter(|(_, works)| !works).map(|(member, _)| member)
    }

    /// The ranks of [`NodePlan::parked`].
    pub(crate) fn parked_ranks(&self) -> Ranks {
        Ranks::from_sorted(&self.parked().map(|member| member.rank).collect::<Vec<_>>())
    }

    /// The numbers of the cores that a set has a part of.
    pub(crate) fn cores(&self, cpus: &Cpus) -> Cpus {
        let touched = |core: &std::ops::Range<u32>| cpus.intersects(&Cpus::from(core.clone()));
        (0..).zip(self.machine.slots()).filter(|(_, core)| touched(core)).map(|(number, _)| number).collect()
    }

    /// The cores of the share that no worker has a part of.
    pub(crate) fn idle(&self) -> Cpus {
        let busy = self.workers().iter().fold(Cpus::default(), |all, worker| all.union(&worker.cpus));
        self.cores(&self.share).difference(&self.cores(&busy))
    }

    /// The operating system's numbers of a set.
    pub(crate) fn numbers(&self, cpus: &Cpus) -> Cpus {
        self.machine.to_os(cpus)
    }

    /// `L3Cache #0`, or `in L3Cache #0` where it is a part of it.
    pub(crate) fn place(&self, cpus: &Cpus) -> String {
        let object: &Object = self.machine.around(cpus);
        let all = self.cores(cpus) == self.cores(&Cpus::from(object.units.clone()));
        format!("{}{}", if all { "" } else { "in " }, near(&self.machine, object))
    }
}
