// SPDX-License-Identifier: MIT OR Apache-2.0
//! The ways to give the cores of a node to one rank, and to take them back.

use super::masks;
use super::node::Node;
use super::openmp::OpenMp;
use super::quo::QuoContext;

/// One of them.
pub(crate) struct Handover<'a> {
    pub(crate) name: &'static str,
    /// Returns whether this rank works, with its mask.
    pub(crate) begin: Box<dyn Fn() -> bool + 'a>,
    /// Says whether this rank has worked, and waits until the worker has ended.
    pub(crate) end: Box<dyn Fn(bool) + 'a>,
    /// The size that the worker's regions ask for; 0 where it has been set already.
    pub(crate) threads: u32,
    /// True if the program itself binds the threads of its team.
    binds_threads: bool,
}

impl<'a> Handover<'a> {
    /// The program knows the worker, and sets its mask.
    fn by_waiting(name: &'static str, node: &'a Node, wait: impl Fn() + Clone + 'a) -> Self {
        let (worker, again) = (node.election.worker, wait.clone());
        let begin = move || {
            wait();
            if worker {
                masks::set(&node.whole);
            }
            worker
        };
        let end = move |worker: bool| {
            if worker {
                masks::set(&node.home);
            }
            again();
        };
        let threads = node.election.threads;
        Self { name, begin: Box::new(begin), end: Box::new(end), threads, binds_threads: true }
    }

    fn by_phases(node: &'a Node) -> Self {
        let (begin, end) = (|| node.placement.begin(), |_| node.placement.end());
        Self { name: "HSPLIT phases", begin: Box::new(begin), end: Box::new(end), threads: 0, binds_threads: false }
    }

    fn by_mpi(node: &'a Node) -> Self {
        Self::by_waiting("MPI_Barrier", node, || node.ranks.barrier())
    }

    /// By the functions of libquo, which chooses no worker here.
    fn by_quo(node: &'a Node, quo: &'a QuoContext) -> Self {
        let worker = node.election.worker;
        let begin = move || {
            quo.barrier();
            if worker {
                quo.push();
            }
            worker
        };
        let end = move |worker: bool| {
            if worker {
                quo.pop();
            }
            quo.barrier();
        };
        let threads = node.election.threads;
        Self { name: "QUO", begin: Box::new(begin), end: Box::new(end), threads, binds_threads: false }
    }

    /// All ways; the best that a program does by hand comes first: its idle ranks sleep on one word.
    pub(crate) fn all(node: &'a Node) -> Vec<Self> {
        let mut all =
            vec![Self::by_waiting("by hand", node, || node.barrier.wait()), Self::by_mpi(node), Self::by_phases(node)];
        all.extend(node.quo.iter().map(|quo| Self::by_quo(node, quo)));
        all
    }

    /// All ways, and the library's barrier alone, after the MPI's.
    pub(crate) fn by_mpi_first(node: &'a Node) -> Vec<Self> {
        let mut all = Self::all(node);
        all.swap(0, 1);
        all.insert(2, Self::by_waiting("HSPLIT_Node_barrier", node, || node.placement.barrier()));
        all
    }

    /// Binds the threads of the worker's team, where the program does that: once, because they serve in phases alone.
    pub(crate) fn bind_team(&self, node: &Node, openmp: OpenMp) {
        if self.binds_threads && node.election.worker {
            let whole = &node.whole;
            openmp.region(self.threads, &|_, _| masks::set(whole));
            masks::set(&node.home);
        }
    }
}
