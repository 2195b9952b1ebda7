// SPDX-License-Identifier: MIT OR Apache-2.0
//! Vectors that are processed tier by tier up a hierarchy: RR-9077, section 7.4 and algorithm 5.
//!
//! In each tier rank 0 gathers a vector from each rank, adds them up, and normalises by its own local vector.

use std::cell::RefCell;

use hsplit_experiments::arguments::{First, Vectors};
use hsplit_experiments::configuration::Configuration;
use hsplit_experiments::report::{Benchmark, Cell};
use hsplit_experiments::vector::{DIVISOR, PERIOD, entry, process};
use hsplit_program::Failure;

use crate::clock::now;
use crate::mpi::Comm;
use crate::session::{Session, Variant};
use crate::start_sync::Parts;
use crate::tiers::Tiers;

/// The relative error that is allowed. Small whole numbers, halved a few times, are exact in a float; sums over more
/// ranks than any machine has today would not be.
const TOLERANCE: f64 = 1e-5;

/// Measures all placements and sizes that the arguments name.
pub(crate) fn run(session: &mut Session, arguments: &Vectors) -> Result<(), Failure> {
    session.cold = arguments.cold.first;
    let configurations = configurations(session.ranks(), arguments)?;
    for &placement in &session.common.placements {
        let comm = session.placed(placement);
        let by_hand = |(nth, configuration): (usize, &Configuration)| {
            (format!("H_conf{} {configuration}", nth + 1), Tiers::by_hand(&comm, configuration))
        };
        let mut hierarchies: Vec<(String, Tiers)> = configurations.iter().enumerate().map(by_hand).collect();
        hierarchies.push(("H_topo".into(), Tiers::of_hardware(&comm)));
        for &size in &arguments.sizes {
            let cell = Cell::new(Benchmark::Vectors, "vectors", placement, "default", size);
            compare(session, &cell, &comm, &hierarchies);
        }
    }
    Ok(())
}

/// The configurations that the arguments name, or the paper's.
fn configurations(ranks: usize, arguments: &Vectors) -> Result<Vec<Configuration>, Failure> {
    match arguments.conf.iter().find(|configuration| configuration.ranks() != ranks) {
        Some(wrong) => {
            Err(Failure::of_usage("--conf", format!("{wrong} is for {} ranks, and there are {ranks}", wrong.ranks())))
        }
        None if arguments.conf.is_empty() => Ok(Configuration::scaled(ranks)),
        None => Ok(arguments.conf.clone()),
    }
}

fn compare(session: &mut Session, cell: &Cell, comm: &Comm, hierarchies: &[(String, Tiers)]) {
    let length = (cell.size as usize / size_of::<f32>()).max(1);
    let vectors = RefCell::new(Processing::new(
        comm.rank(),
        length,
        hierarchies.iter().flat_map(|(_, tiers)| tiers.outermost_first()),
    ));
    let verify = |(_, tiers): &(String, Tiers)| {
        vectors.borrow_mut().climb(tiers);
        session.everywhere(vectors.borrow().is_right(comm, tiers))
    };
    let verified: Vec<bool> = hierarchies.iter().map(|hierarchy| session.cold.is_some() || verify(hierarchy)).collect();
    let mut variants: Vec<Variant> = vec![];
    for ((name, tiers), verified) in hierarchies.iter().zip(verified) {
        let vectors = &vectors;
        variants.push(Variant::new(name, verified, Box::new(move || vectors.borrow_mut().climb(tiers))));
    }
    session.measure(cell, &mut variants);
    drop(variants);
    let last = if session.cold == Some(First::Hierarchy) { hierarchies.first() } else { hierarchies.last() };
    session.must_be_right_after_cold(|| last.is_none_or(|(_, tiers)| vectors.borrow().is_right(comm, tiers)));
}

/// The first entries of rank 0's result. Collective.
fn expected(comm: &Comm, tiers: &Tiers, entries: usize) -> Vec<f64> {
    // In how many tiers this rank's own vector is halved: one more than that of the root of its innermost tier.
    let mut passed = [0.0];
    for tier in tiers.outermost_first() {
        tier.broadcast_doubles(&mut passed, 0);
        passed[0] += 1.0;
    }
    let part: Vec<f64> =
        (0..entries).map(|at| f64::from(entry(comm.rank(), at)) / f64::from(DIVISOR).powf(passed[0])).collect();
    comm.sums(&part)
}

/// The vectors of one rank.
struct Processing {
    mine: Vec<f32>,
    local: Vec<f32>,
    gathered: Vec<f32>,
    result: Vec<f32>,
}

impl Processing {
    /// With buffers for what this rank gathers in any of the communicators.
    fn new<'a>(rank: usize, length: usize, comms: impl Iterator<Item = &'a Comm>) -> Self {
        let most = comms.filter(|comm| comm.rank() == 0).map(Comm::size).max().unwrap_or(0);
        let mine: Vec<f32> = (0..length).map(|at| entry(rank, at)).collect();
        Self { local: vec![DIVISOR; length], gathered: vec![0.0; most * length], result: mine.clone(), mine }
    }

    /// True if the first entries of rank 0's result are right. Collective.
    fn is_right(&self, comm: &Comm, tiers: &Tiers) -> bool {
        let expected = expected(comm, tiers, self.mine.len().min(PERIOD));
        let is_near = |(at, &value): (usize, &f32)| {
            (f64::from(value) - expected[at % PERIOD]).abs() <= TOLERANCE * expected[at % PERIOD].abs()
        };
        comm.rank() != 0 || self.result.iter().enumerate().all(is_near)
    }

    /// Algorithm 5, from the innermost tier to the outermost.
    fn climb(&mut self, tiers: &Tiers) -> Parts {
        let mut parts = Parts::default();
        self.result.copy_from_slice(&self.mine);
        for comm in tiers.outermost_first().rev() {
            let length = if comm.rank() == 0 { comm.size() * self.mine.len() } else { 0 };
            let begin = now();
            comm.gather_floats(&self.result, &mut self.gathered[..length]);
            let between = now();
            parts.communication += between - begin;
            if comm.rank() == 0 {
                process(&self.gathered[..length], &self.local, &mut self.result);
                parts.computing += now() - between;
            }
        }
        parts
    }
}
