// SPDX-License-Identifier: MIT OR Apache-2.0
//! `HSPLIT_Get_devices`: the devices near a rank, distributed fairly over the ranks of its node.
//!
//! The ranks of a node exchange their bindings, and the first one sends its topology with all devices, so that all
//! ranks compute from the same data. Their requests may differ.

use std::ffi::{CStr, c_char, c_int};

use mpi_sys::MPI_Comm;

use super::list_output::{ListOutput, number, put_some};
use super::runtime::{self, Runtime};
use super::seemingly_local::node_that_agrees;
use super::{intracommunicator, latency_probe, not_null, peers};
use crate::error::Error;
use crate::split_types::Compared;
use hsplit_core::communicator::Communicator;
use hsplit_core::cpus::Cpus;
use hsplit_core::level::canonical_level;
use hsplit_core::machine::Machine;
use hsplit_core::name::Name;
use hsplit_core::near::{NearDevice, devices_near};
use hsplit_mpi::Comm;

/// The outputs of the call.
pub struct Outputs {
    /// The names, and their number.
    pub names: ListOutput<*const c_char>,
    /// The PCI bus IDs; may be NULL.
    pub busids: *mut *const c_char,
    /// The distances; may be NULL.
    pub distances: *mut c_int,
    /// The numbers of ranks that have each device as the first one; may be NULL.
    pub ranks: *mut c_int,
}

/// Lists the devices of a type, nearest first. Collective.
///
/// # Errors
/// An argument is invalid (on every rank), or a later step fails.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn near(handle: MPI_Comm, r#type: *const c_char, outputs: &Outputs) -> Result<(), Error> {
    // SAFETY: `count` is NULL or valid, by this function's contract.
    let checked = not_null(r#type, "type").and(unsafe { outputs.names.clear() });
    let runtime = runtime::get();
    intracommunicator(handle, "comm")?;
    if runtime.is_disabled() {
        return checked;
    }
    // SAFETY: the program has passed the handle, and `intracommunicator` has checked it.
    let comm = unsafe { Comm::new(handle) }?;
    peers::complete(&comm)?;
    latency_probe::before(runtime, handle)?;
    let node = Node::of(runtime, &comm, &checked);
    checked?;
    let node = node?;
    // SAFETY: not NULL, since `checked` is Ok, and ends with NUL by this function's contract.
    let name = unsafe { CStr::from_ptr(r#type) }.to_string_lossy();
    let found = devices_near(&node.machine, &canonical_level(&name), &node.homes, node.own);
    // SAFETY: `clear` has found no error, and the arrays have `max` elements or are NULL, by this function's contract.
    unsafe { put(outputs, &found) };
    Ok(())
}

/// # Safety
/// The outputs are valid, and the arrays as long as stated.
unsafe fn put(outputs: &Outputs, found: &[NearDevice<'_>]) {
    let max = outputs.names.max;
    let text = |text: &str| Name::new(text).as_c_str().as_ptr();
    // SAFETY: this function's contract.
    unsafe {
        outputs.names.put(found.iter().map(|near| text(near.device.name())));
        put_some(outputs.busids, max, found.iter().map(|near| text(near.device.bus_id().unwrap_or_default())));
        put_some(outputs.distances, max, found.iter().map(|near| number(u64::from(near.distance))));
        put_some(outputs.ranks, max, found.iter().map(|near| number(u64::from(near.ranks))));
    }
}

/// A node's topology and bindings, equal on all its ranks.
struct Node {
    machine: Machine,
    /// The binding of each rank without pushed bindings.
    homes: Vec<Cpus>,
    /// The index of the caller.
    own: usize,
}

impl Node {
    /// Exchanges the data of a node. Collective. An invalid argument of one rank is an error on all of them.
    fn of(runtime: &Runtime, comm: &Comm, checked: &Result<(), Error>) -> Result<Self, Error> {
        let fault = checked.as_ref().err().map(Error::class);
        // (The requests of the ranks may differ.)
        let node = node_that_agrees(runtime, comm, Compared::Devices, 0, fault)?;
        let machine = runtime.machine().ok();
        let view = machine.as_ref().map_or(0, |machine| machine.view());
        let seen = machine.filter(|_| node.rank() == 0).map_or_else(Vec::new, |machine| machine.encode());
        let home = runtime.home().unwrap_or_default().to_string();
        let head = [&view.to_le_bytes()[..], &comm.rank().to_le_bytes(), &(home.len() as u32).to_le_bytes()].concat();
        let records = node.gather_to_all(&[&head, home.as_bytes(), &seen].concat())?;
        let records: Option<Vec<Record<'_>>> = records.iter().map(|record| Record::decode(record)).collect();
        let records = records.ok_or_else(|| Error::Internal("a rank of the node that cannot be read".into()))?;
        if let Some(other) = records.iter().find(|record| record.view != records[0].view) {
            return Err(Error::ViewsDiffer(records[0].rank, other.rank));
        }
        let machine = match records[0].machine {
            // No source has the node.
            [] => Ok(Machine::opaque()),
            bytes => Machine::decode(bytes),
        };
        let machine = machine.map_err(|why| Error::Internal(format!("the first rank's view of the node {why}")))?;
        let homes = records.into_iter().map(|record| record.home).collect();
        Ok(Self { machine, homes, own: node.rank() as usize })
    }
}

/// The record that a rank sends to the other ranks of its node.
struct Record<'a> {
    /// Differs if ranks see different machines.
    view: u64,
    rank: u32,
    home: Cpus,
    /// The machine, from the first rank; empty if no source has it.
    machine: &'a [u8],
}

impl<'a> Record<'a> {
    fn decode(bytes: &'a [u8]) -> Option<Self> {
        let (view, rest) = bytes.split_first_chunk()?;
        let (rank, rest) = rest.split_first_chunk()?;
        let (length, rest) = rest.split_first_chunk()?;
        let (home, machine) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        let home = Cpus::parse(std::str::from_utf8(home).ok()?).ok()?;
        Some(Self { view: u64::from_le_bytes(*view), rank: u32::from_le_bytes(*rank), home, machine })
    }
}
