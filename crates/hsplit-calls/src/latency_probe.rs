// SPDX-License-Identifier: MIT OR Apache-2.0
//! Measures latencies for the source `measured`, before the first split of all ranks; in `MPI_Init_thread` if a rank
//! may make calls in several threads at the same time.
//!
//! One process of each node measures, in rounds of disjoint pairs, while the others sleep. The result is a text in the
//! library's format of topology files, which every process reads like a file. Therefore a job that measures and a job
//! that reads a saved file get the same network.

use std::collections::HashMap;
use std::path::Path;

use mpi_sys::MPI_Comm;

use super::progress::{self, Progress, left};
use super::runtime::Runtime;
use super::{has_all_ranks, peers};
use crate::error::Error;
use hsplit_core::communicator::Communicator;
use hsplit_core::latency::filter::typical;
use hsplit_core::latency::levels::LatencyGroup;
use hsplit_core::latency::probe::{self, Nodes};
use hsplit_core::latency::text::text;
use hsplit_core::network::{Network, file};
use hsplit_host::logger::{NODE, PROGRESS};
use hsplit_host::source::measured::MeasuredSource;
use hsplit_mpi::clock::Moment;
use hsplit_mpi::pairs::Pairs;
use hsplit_mpi::{Comm, Failure};
use hsplit_settings::Feature;

/// The variable that names a file for the result.
const FILE: &str = "HSPLIT_SOURCES: file";

/// Measures, if the source `measured` is set, no other source knows the network, and nothing has been measured yet.
/// Collective: every collective call of the library begins with it. Without that source it only reads a setting.
///
/// The communicator must have all ranks: otherwise some ranks would wait for a rank outside it.
///
/// # Errors
/// A native call fails.
pub fn before(runtime: &Runtime, handle: MPI_Comm) -> Result<(), Error> {
    if runtime.measured().is_none_or(MeasuredSource::is_settled) {
        return Ok(());
    }
    // SAFETY: the program has passed the handle in this call. All callers have excluded MPI_COMM_NULL and
    // intercommunicators: `split_type` itself, the others by `intracommunicator`.
    let comm = unsafe { Comm::new(handle) }?;
    if !peers::share(&comm, Feature::Measured)? {
        return Ok(());
    }
    if !has_all_ranks(&comm)? {
        use std::sync::Once;
        static SAID: Once = Once::new();
        SAID.call_once(|| {
            log::warn!(
                target: NODE,
                "source 'measured' is empty before a split of all ranks of MPI_COMM_WORLD; \
                 this one has {} of them",
                comm.size()
            );
        });
        return Ok(());
    }
    Ok(settle(runtime, &comm)?)
}

/// Measures, like [`before`], if nothing has been measured yet. Collective over all ranks, in the same order of calls.
///
/// # Errors
/// A native call fails.
pub fn settle(runtime: &Runtime, world: &Comm) -> Result<(), Failure> {
    if let Some(measured) = runtime.measured().filter(|measured| !measured.is_settled()) {
        measured.settle(network(runtime, world)?);
    }
    Ok(())
}

/// Returns the network above this node. `None` if there is nothing to measure.
fn network(runtime: &Runtime, comm: &Comm) -> Result<Option<Network>, Failure> {
    let start = Moment::now();
    let (node, wanted) = runtime.node_to_measure()?;
    let entry = [&node.to_le_bytes()[..], &[u8::from(wanted)]].concat();
    let all = comm.allgather(&entry)?;
    if !all.chunks_exact(entry.len()).all(|entry| entry[8] != 0) {
        log::debug!("nothing is measured: another source has the network");
        not_saved(runtime, comm, "another source has the network, so nothing is measured");
        return Ok(None);
    }
    let (mut number, mut first, mut mine) = (HashMap::new(), vec![], 0);
    for (rank, entry) in (0_u32..).zip(all.chunks_exact(entry.len())) {
        let next = first.len();
        let index = *number.entry(&entry[..8]).or_insert(next);
        if index == next {
            first.push(rank);
        }
        if rank == comm.rank() {
            mine = index;
        }
    }
    if first.len() < 2 {
        not_saved(runtime, comm, "all ranks are on one node, and latencies are measured between nodes");
        return Ok(None);
    }
    let measures = first[mine] == comm.rank();
    let found = match comm.split(measures.then_some(0), 0)? {
        Some(firsts) => {
            let found = measure(runtime, &firsts, start);
            drop(firsts);
            found?
        }
        None => None,
    };
    told(comm, found.map(|all| text(&all, &numbered(first.len()))), mine)
}

/// Returns the names of nodes in the text that ranks exchange: numbers, because host names need not be unique.
fn numbered(count: usize) -> Vec<String> {
    (0..count).map(|node| node.to_string()).collect()
}

/// Performs the part of the measuring processes, one of each node. The first of them gets the result.
fn measure(runtime: &Runtime, firsts: &Comm, start: Moment) -> Result<Option<LatencyGroup>, Failure> {
    let mut progress = Progress::new(start);
    let progress = |done: usize, of: Option<usize>| {
        let Some(elapsed) = progress.due().filter(|_| firsts.rank() == 0) else { return };
        let nodes = firsts.size();
        match of {
            Some(of) => log::warn!(
                target: PROGRESS,
                "measuring latencies between {nodes} nodes: round {done} of {of}, about {:.0} s more",
                left(elapsed, done, of)
            ),
            None => log::warn!(
                target: PROGRESS,
                "measuring latencies between {nodes} nodes: {done} rounds done in {elapsed:.0} s"
            ),
        }
    };
    let measured = probe::measure(&Firsts(firsts), runtime.settings.tolerance, progress)?;
    if firsts.rank() == 0 {
        let (nodes, milliseconds) = (firsts.size(), start.elapsed().as_secs_f64() * 1e3);
        let levels = measured.all.as_ref().map_or(0, |all| all.depth() + 1);
        log::info!("measured {nodes} nodes in {} rounds, {milliseconds:.1} ms: {levels} levels", measured.rounds);
        if measured.all.is_none() {
            log::warn!(
                "latencies between {nodes} nodes show no groups in the order of the ranks; \
                 start ranks in the order of the nodes' names"
            );
        }
    }
    // Only the first one writes a file.
    let names = firsts.gather_to_first(runtime.host()?.as_bytes())?;
    if measured.all.is_none() {
        not_saved(runtime, firsts, "the latencies show no groups of nodes");
    }
    if let (0, Some(path), Some(all)) = (firsts.rank(), &runtime.settings.measured_file, &measured.all) {
        let names: Vec<String> = names.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect();
        save(Path::new(path), all, &names, runtime.settings.tolerance.fraction());
    }
    Ok(measured.all)
}

/// The processes that measure.
struct Firsts<'a>(&'a Comm);

impl Nodes for Firsts<'_> {
    type Error = Failure;

    fn count(&self) -> usize {
        self.0.size() as usize
    }

    fn me(&self) -> usize {
        self.0.rank() as usize
    }

    fn latency(&self, other: usize) -> Result<f64, Failure> {
        let trips = self.0.round_trips(other as u32)?;
        Ok(typical(&trips).map_or(f64::NAN, |trip| trip / 2.0))
    }

    fn gather_to_first(&self, mine: &[f32]) -> Result<Option<Vec<f32>>, Failure> {
        let all = self.0.gather_to_first(&bytes(mine))?;
        Ok((self.0.rank() == 0).then(|| all.iter().flat_map(|bytes| numbers(bytes)).collect()))
    }

    fn gather(&self, mine: &[f32]) -> Result<Vec<f32>, Failure> {
        Ok(numbers(&self.0.allgather(&bytes(mine))?))
    }

    fn of_first(&self, mine: f64) -> Result<f64, Failure> {
        Ok(f64::from_bits(self.0.what_first_says(mine.to_bits())?))
    }
}

fn bytes(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn numbers(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|number| f32::from_le_bytes([number[0], number[1], number[2], number[3]])).collect()
}

/// Warns on rank 0 why no file is written, if the user has named one.
fn not_saved(runtime: &Runtime, comm: &Comm, why: &str) {
    if let (0, Some(path)) = (comm.rank(), &runtime.settings.measured_file) {
        progress::save(FILE, Path::new(path), Err(why.to_owned()));
    }
}

/// Writes the result in the library's format.
fn save(path: &Path, all: &LatencyGroup, names: &[String], fraction: f64) {
    let head = format!(
        "# Latencies that libhsplit {} measured between {} nodes, rho={fraction}.\n",
        env!("CARGO_PKG_VERSION"),
        names.len()
    );
    let text = head + &text(all, names);
    let readable = file::read(&text).map(|_| text.as_str()).map_err(|errors| hsplit_core::network::in_a_line(&errors));
    progress::save(FILE, path, readable);
}

/// Returns the network above node `mine` from rank 0's text.
fn told(comm: &Comm, text: Option<String>, mine: usize) -> Result<Option<Network>, Failure> {
    let tree = file::read(&comm.tell_sleeping(text.unwrap_or_default())?).ok();
    Ok(tree.and_then(|tree| tree.find(&mine.to_string()).ok().flatten()))
}
