// SPDX-License-Identifier: MIT OR Apache-2.0
//! Measuring latencies between simulated ranks.

use hsplit_core::latency::levels::levels;
use hsplit_core::latency::schedule::rounds;
use hsplit_core::latency::{Latencies, Tolerance};

use hsplit_core::communicator::Communicator;
use hsplit_core::latency::probe::*;
use hsplit_core::random::Random;
use hsplit_testing::simulated::{Failed, Simulated, run};
use hsplit_testing::synthetic::Synthetic;

/// Nodes with given results. The higher node of a pair has none, because it only answers.
struct Told<'a, L> {
    comm: Simulated,
    latency: &'a L,
}

impl<L: Fn(usize, usize) -> f64> Nodes for Told<'_, L> {
    type Error = Failed;

    fn count(&self) -> usize {
        self.comm.size() as usize
    }
    fn me(&self) -> usize {
        self.comm.rank() as usize
    }
    fn latency(&self, other: usize) -> Result<f64, Failed> {
        Ok(if self.me() < other { (self.latency)(self.me(), other) } else { f64::NAN })
    }
    fn gather_to_first(&self, mine: &[f32]) -> Result<Option<Vec<f32>>, Failed> {
        Ok(Some(self.gather(mine)?).filter(|_| self.me() == 0))
    }
    fn gather(&self, mine: &[f32]) -> Result<Vec<f32>, Failed> {
        let bytes: Vec<u8> = mine.iter().flat_map(|number| number.to_le_bytes()).collect();
        let all = self.comm.allgather(&bytes)?;
        Ok(all.chunks_exact(4).map(|number| f32::from_le_bytes([number[0], number[1], number[2], number[3]])).collect())
    }
    fn of_first(&self, mine: f64) -> Result<f64, Failed> {
        Ok(f64::from_bits(self.comm.what_first_says(mine.to_bits())?))
    }
}

/// The result on the first node, and the arguments of `after_round`.
fn measured(
    nodes: usize,
    latency: impl Fn(usize, usize) -> f64 + Send + Sync + 'static,
) -> (ProbeResult, Vec<(usize, Option<usize>)>) {
    measured_with(nodes, |_| Tolerance::DEFAULT, latency)
}

/// The same with a tolerance for each node.
fn measured_with(
    nodes: usize,
    tolerance: impl Fn(u32) -> Tolerance + Send + Sync + 'static,
    latency: impl Fn(usize, usize) -> f64 + Send + Sync + 'static,
) -> (ProbeResult, Vec<(usize, Option<usize>)>) {
    let body = move |comm: Simulated| {
        let (mut told, tolerance) = (vec![], tolerance(comm.rank()));
        let measured = measure(&Told { comm, latency: &latency }, tolerance, |done, of| told.push((done, of))).unwrap();
        (measured, told)
    };
    let mut all = run(nodes, body).0;
    assert!(
        all[1..].iter().all(|(measured, _)| measured.all.is_none() && measured.rounds == all[0].0.rounds),
        "all nodes go through equal rounds"
    );
    all.swap_remove(0)
}

#[test]
fn thirty_two_nodes_take_thirty_one_rounds() {
    let latency = |a: usize, b: usize| if a / 8 == b / 8 { 10.0 } else { 25.0 };
    let (measured, told) = measured(32, latency);
    assert_eq!(
        measured,
        ProbeResult { all: Some(levels(&Latencies::new(32, latency), Tolerance::DEFAULT)), rounds: 31 }
    );
    assert_eq!(told, (1..=31).map(|done| (done, Some(31))).collect::<Vec<_>>());
}

/// Latencies of nodes on switches of 64, in groups of 16, with `between_groups` between two groups of a switch.
fn switches(between_groups: f64) -> impl Fn(usize, usize) -> f64 + Copy + Sync {
    move |a, b| match (a / 16 == b / 16, a / 64 == b / 64) {
        (true, _) => 2.0,
        (_, true) => between_groups,
        _ => 9.0,
    }
}

fn paths_of_switches() -> Vec<Vec<usize>> {
    (0..320).map(|node| vec![node / 64, node % 64 / 16]).collect()
}

#[test]
fn hundreds_of_nodes_are_surveyed() {
    let (found, told) = measured(320, switches(4.0));
    assert_eq!(found.all.map(|all| all.paths()), Some(paths_of_switches()));
    assert!(found.rounds < 160 && told.len() == found.rounds, "{} rounds instead of 319", found.rounds);
    // If neighbours are never near, all pairs are measured in the end.
    let (found, _) = measured(320, |a, b| if a % 160 == b % 160 { 2.0 } else { 9.0 });
    assert_eq!(found.all.map(|all| all.paths()), Some((0..320).map(|node| vec![node % 160]).collect()));
    assert!(found.rounds > 319);
}

#[test]
fn the_first_nodes_tolerance_counts() {
    // With a tolerance of 1, all latencies but the widest count as equal.
    let own = |rank| if rank == 0 { Tolerance::DEFAULT } else { Tolerance::new(1.0).unwrap() };
    let (found, _) = measured_with(320, own, switches(3.0));
    assert_eq!(found.all.map(|all| all.paths()), Some(paths_of_switches()));
}

#[test]
fn a_few_nodes_or_none() {
    for nodes in 1..5 {
        let (measured, _) = measured(nodes, |_, _| 3.0);
        assert_eq!(measured.rounds, rounds(nodes));
        assert_eq!(measured.all.map(|all| (all.nodes.len(), all.depth())), Some((nodes, 0)));
    }
}

#[test]
fn a_synthetic_hierarchy_is_found() {
    for seed in 0..20 {
        let mut random = Random(seed);
        let synthetic = Synthetic::even(&mut random, 3);
        let latencies = synthetic.latencies(&mut random, 0.099, 1.0);
        let (found, _) = measured(synthetic.nodes(), move |a, b| latencies.between(a, b));
        assert_eq!(found.all.as_ref().map(crate::levels::sets), Some(synthetic.groups()));
    }
}
