// SPDX-License-Identifier: MIT OR Apache-2.0
//! The binding that each process of a job had at the beginning of its first session, available to all processes of its
//! node.
//!
//! A process set of the hardware is looked up by a local call, so its members cannot be found by messages; and all
//! processes must find the same members at any time, whatever their present bindings are. So each process offers its
//! binding to the others of its node once, at that moment. Nothing remains after the processes end ([`share`]).
//!
//! The launcher sets the number of processes on the node. The sets are not known until each of them has begun a
//! session.

use std::fmt::Display;
use std::sync::{Mutex, Once, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::launcher::{self, Process};
use crate::overdue;
use crate::roster;
use crate::said;
use crate::source::CountedThreads;
use crate::source::{binding, share};
use hsplit_core::cpus::Cpus;
use hsplit_core::hash::hash_parts;

/// The time after which a call that waits for other processes' sessions warns, and the time after which it fails. (A
/// launcher starts the processes of a node at about the same time.)
const OVERDUE: [Duration; 1] = [Duration::from_secs(10)];
const PATIENCE: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(2);
/// The offer of a process that leaves process sets to the MPI, so that no process waits for its binding.
const NONE: &[u8] = b"none";

/// The binding of a process, by the operating system's numbers; empty if unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstBinding {
    /// The rank of the process in `mpi://WORLD`.
    pub rank: u64,
    /// The units.
    pub cpus: Cpus,
}

impl FirstBinding {
    fn encode(&self, pid: impl Display) -> String {
        format!("{} {pid} {}", self.rank, self.cpus)
    }

    fn decode(text: &str) -> Option<Self> {
        let mut words = text.splitn(3, ' ');
        let rank = words.next()?.parse().ok()?;
        Some(Self { rank, cpus: Cpus::parse(words.nth(1)?).ok()? })
    }
}

struct Own {
    cpus: Cpus,
    /// The process in its launcher's numbering, if there is one.
    process: Option<Process>,
    /// The processes of the node, if the launcher sets their number.
    node: Option<NodeProcesses>,
    text: String,
}

/// The processes of a job on this node, in their launcher's numbering.
struct NodeProcesses {
    job: u64,
    own: u32,
    count: u32,
}

impl NodeProcesses {
    fn of_this_process(is_open_mpi: bool) -> Option<Self> {
        Self::new(|name| variable(is_open_mpi, name))
    }

    /// `variable` reads the environment, without variables from the launcher of another MPI.
    fn new(variable: impl Fn(&str) -> Option<String>) -> Option<Self> {
        let own = launcher::local_rank(&variable)?;
        let count = u32::try_from(launcher::local_size(&variable)?).ok().filter(|count| own < *count)?;
        let on_node = said::Process::this(&variable)?.job_on_node().to_le_bytes();
        let job = hash_parts(&[b"first binding", roster::job().unwrap_or_default().as_bytes(), &on_node]);
        Some(Self { job, own, count })
    }

    fn key(&self, index: u32) -> u64 {
        hash_parts(&[&self.job.to_le_bytes(), &index.to_le_bytes()])
    }

    fn offer(&self, bytes: &[u8]) {
        if let Err(error) = share::offer(self.key(self.own), bytes) {
            log::debug!("the binding of this process cannot be offered to the others of its node: {error}");
        }
    }
}

/// Reads a variable, except one from the launcher of another MPI.
fn variable(is_open_mpi: bool, name: &str) -> Option<String> {
    (is_open_mpi || !name.starts_with("OMPI_")).then(|| std::env::var(name).ok()).flatten()
}

static OWN: OnceLock<Own> = OnceLock::new();

/// Offers the binding of this process to the others of its node, if it has not yet. `counted` selects its threads.
pub fn publish(is_open_mpi: bool, counted: CountedThreads) {
    own(is_open_mpi, counted);
}

/// Offers a word to the other processes of the node, which shows that this process will not offer a binding.
pub fn decline(is_open_mpi: bool) {
    static DECLINED: Once = Once::new();
    DECLINED.call_once(|| {
        if let Some(node) = NodeProcesses::of_this_process(is_open_mpi) {
            node.offer(NONE);
        }
    });
}

fn own(is_open_mpi: bool, counted: CountedThreads) -> &'static Own {
    OWN.get_or_init(|| {
        let process = launcher::process(is_open_mpi, |name| variable(is_open_mpi, name));
        let mask = binding::current(counted);
        let cpus: Cpus = mask.iter().flat_map(|mask| mask.iter()).map(|unit| unit as u32).collect();
        let rank = process.map_or(0, |process| process.rank);
        let text = FirstBinding { rank, cpus: cpus.clone() }.encode(std::process::id());
        let node = process.and_then(|_| NodeProcesses::of_this_process(is_open_mpi));
        if let Some(node) = &node {
            node.offer(text.as_bytes());
        }
        Own { cpus, process, node, text }
    })
}

/// The offered binding of this process.
pub fn of_this_process(is_open_mpi: bool, counted: CountedThreads) -> &'static Cpus {
    &own(is_open_mpi, counted).cpus
}

/// The bindings of all processes of the job on this node, by rank. `process` is this one, in the MPI's numbering. They
/// are read once: each process gets a connection from each other one, which it never accepts, and processes may end.
///
/// # Errors
/// Some bindings are not known; the text contains the reason.
pub fn of_node(process: Process, is_open_mpi: bool, counted: CountedThreads) -> Result<Vec<FirstBinding>, String> {
    static KNOWN: Mutex<Option<Vec<FirstBinding>>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if known.is_none() {
        *known = Some(read_all(process, is_open_mpi, counted)?);
    }
    Ok(known.clone().unwrap_or_default())
}

fn read_all(process: Process, is_open_mpi: bool, counted: CountedThreads) -> Result<Vec<FirstBinding>, String> {
    let own = own(is_open_mpi, counted);
    if process.ranks == 1 {
        return Ok(vec![FirstBinding { rank: process.rank, cpus: own.cpus.clone() }]);
    }
    let node = own.node.as_ref().filter(|_| own.process.is_some_and(|known| known.rank == process.rank));
    let node = node.ok_or("the launcher does not say which processes are on this node")?;
    let mut all = overdue::watched(
        &OVERDUE,
        |_| log::warn!("a process set of the hardware: {}", waits(node, OVERDUE[0])),
        || wait_for_all(node),
    )?;
    if share::offered(node.key(node.own)).as_deref() != Some(own.text.as_bytes()) {
        return Err("this process cannot share memory files with the others of its node".to_owned());
    }
    all.sort_by_key(|binding| binding.rank);
    let is_strange = |pair: &[FirstBinding]| pair[0].rank == pair[1].rank;
    if all.windows(2).any(is_strange) || all.last().is_some_and(|last| last.rank >= process.ranks) {
        return Err("the launcher numbers the processes of this node otherwise than the MPI does".to_owned());
    }
    Ok(all)
}

fn wait_for_all(node: &NodeProcesses) -> Result<Vec<FirstBinding>, String> {
    let begin = Instant::now();
    let one = |index| loop {
        let offered = share::offered(node.key(index));
        if offered.as_deref() == Some(NONE) {
            let count = node.count;
            return Err(format!(
                "process {index} of the {count} on this node (counted from 0) leaves process sets to the MPI"
            ));
        }
        if let Some(binding) = offered.and_then(|bytes| FirstBinding::decode(std::str::from_utf8(&bytes).ok()?)) {
            return Ok(binding);
        }
        if begin.elapsed() >= PATIENCE {
            return Err(waits(node, PATIENCE));
        }
        std::thread::sleep(PAUSE);
    };
    (0..node.count).map(one).collect()
}

/// A message about the missing processes.
fn waits(node: &NodeProcesses, after: Duration) -> String {
    let missing = (0..node.count).filter(|&index| share::offered(node.key(index)).is_none());
    let missing: Vec<String> = missing.map(|index| index.to_string()).collect();
    format!(
        "after {} s, processes {} of the {} on this node (counted from 0) have not called MPI_Session_init with \
         libhsplit loaded, so their bindings are not known",
        after.as_secs(),
        missing.join(","),
        node.count
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bindings_are_read_as_they_were_written() {
        for cpus in ["", "3", "0-3,8"] {
            let binding = FirstBinding { rank: 12, cpus: Cpus::parse(cpus).unwrap() };
            assert_eq!(FirstBinding::decode(&binding.encode(77)), Some(binding));
        }
        assert!(["", "1", "1 2", "x 2 0", "1 2 0-"].iter().all(|text| FirstBinding::decode(text).is_none()));
    }

    #[test]
    fn launchers_number_the_processes_of_a_node() {
        let of = |variables: &'static [(&str, &str)]| {
            let value = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, v)| v.to_string());
            NodeProcesses::new(value).map(|node| (node.own, node.count))
        };
        assert_eq!(of(&[("MPI_LOCALRANKID", "1"), ("MPI_LOCALNRANKS", "4")]), Some((1, 4)));
        assert_eq!(of(&[("MPI_LOCALRANKID", "4"), ("MPI_LOCALNRANKS", "4")]), None);
        assert_eq!(of(&[("MPI_LOCALRANKID", "0")]), None);
    }
}
