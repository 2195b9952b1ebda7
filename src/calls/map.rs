// SPDX-License-Identifier: MIT OR Apache-2.0
//! The table of the places of all ranks of a communicator, which every question about them is put to.
//!
//! The first question on a communicator is collective: the places go into one table per node, in a memory file that the
//! processes of the node map, and the table stays on the communicator. Every later question is local, so one rank may
//! ask alone, and what ranks ask may differ.

use std::fs::File;
use std::os::fd::AsRawFd;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use mpi_sys::MPI_Comm;

use super::runtime::Runtime;
use super::{intracommunicator, latency_probe, usable};
use crate::error::Error;
use crate::pmpi::attribute::Attribute;
use crate::pmpi::{Comm, Failure};
use crate::split_types::MIN_LEVEL;
use hsplit_core::communicator::Communicator;
use hsplit_core::hash::hash;
use hsplit_core::level::MACHINE;
use hsplit_core::request::Request;
use hsplit_core::split::{self, Outcome, Split};
use hsplit_core::table::{self, CLUSTER, Table};
use hsplit_host::memory_file::{self, Mapped};

/// The places of a communicator's ranks, as they were when the table was made.
pub struct Map {
    /// The places.
    pub table: Table<Bytes>,
    /// The calling process's rank.
    pub rank: u32,
}

/// The bytes of a table.
pub enum Bytes {
    /// One copy for all processes of the node.
    Mapped(Mapped),
    /// A copy of this process alone, where the node's processes cannot see each other.
    Own(Vec<u8>),
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Mapped(mapped) => mapped,
            Self::Own(bytes) => bytes,
        }
    }
}

/// The map of a communicator and of its duplicates. A lock, because `HSPLIT_Comm_map_update` may replace it while
/// another thread asks.
type Current = RwLock<Map>;

static MAPS: Attribute<Current> = Attribute::declare();

/// Gives back what the native MPI keeps for this, before `MPI_Finalize`.
pub fn release() {
    MAPS.release();
}

/// Puts a question to the map of a communicator. The first one makes the map, and is collective.
///
/// # Errors
/// The caller's mistake, which the first call reports after the exchange, so that no rank waits in vain.
pub fn ask<T>(
    runtime: &Runtime,
    handle: MPI_Comm,
    question: impl FnOnce(&Map) -> Result<T, Error>,
) -> Result<T, Error> {
    usable(handle, "comm")?;
    // Only intracommunicators have maps, so that a later question needs no other look at the handle.
    if let Some(current) = MAPS.get(handle)? {
        return question(&read(&current));
    }
    intracommunicator(handle, "comm")?;
    question(&read(&*make(runtime, handle)?))
}

/// Makes the map of a communicator anew. Collective.
///
/// # Errors
/// What fails on the way. The communicator keeps the map that it has.
pub fn update(runtime: &Runtime, handle: MPI_Comm) -> Result<(), Error> {
    intracommunicator(handle, "comm")?;
    match MAPS.get(handle)? {
        Some(current) => {
            let map = gather_on(runtime, handle)?;
            *current.write().unwrap_or_else(PoisonError::into_inner) = map;
            Ok(())
        }
        None => make(runtime, handle).map(drop),
    }
}

fn read(current: &Current) -> RwLockReadGuard<'_, Map> {
    current.read().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the first map of a communicator.
fn make(runtime: &Runtime, handle: MPI_Comm) -> Result<Arc<Current>, Error> {
    let map = Arc::new(RwLock::new(gather_on(runtime, handle)?));
    MAPS.set(handle, map.clone())?;
    Ok(map)
}

fn gather_on(runtime: &Runtime, handle: MPI_Comm) -> Result<Map, Error> {
    latency_probe::before(runtime, handle)?;
    // SAFETY: the program has passed the handle in this call; `intracommunicator` has excluded everything else.
    gather(runtime, &unsafe { Comm::new(handle) }?)
}

/// The places of all ranks: gathered in each node, exchanged between the nodes' first ranks, shared in each node.
fn gather(runtime: &Runtime, comm: &Comm) -> Result<Map, Error> {
    let place = runtime.place()?;
    let request = Request::guided(MIN_LEVEL, 0, place.clone(), MACHINE).with_roots();
    let Outcome::Split(Split { member, rootscomm, .. }) = split::split(comm, &request, runtime.settings.plan)? else {
        return Err(Error::Internal("a native split was not asked for".into()));
    };
    let Some(member) = member else { return Err(Error::Internal(format!("no {CLUSTER} without nodes"))) };
    let entry = table::entry(comm.rank(), &place, runtime.network_position()?.as_ref());
    let node = &member.comm;
    let of_node = table::merge(&node.gather_to_first(&entry)?.concat());
    let table = match rootscomm.as_deref() {
        Some(roots) => Some(table::build(&roots.gather_to_all(&of_node)?.concat(), comm.size())),
        None => None,
    };
    let table = Table::open(share(node, table)?);
    let table = table.ok_or_else(|| Error::Internal("a table of places that cannot be read".into()))?;
    Ok(Map { table, rank: comm.rank() })
}

/// What the first rank of a node sends to the others: its process and descriptor, the table's length and its hash.
const HEAD: usize = 24;
/// What the memory file is called.
const MEMORY_FILE: &str = "hsplit-places";

/// Shorter tables are not mapped: a mapping takes a page, too. Besides, UCX under some MPIs keeps a record of every
/// mapping that is removed.
const SMALL: usize = 4096;

/// One copy per node: the first rank writes a memory file, the others map it. Where one of them cannot, each keeps a
/// copy.
fn share(node: &Comm, table: Option<Vec<u8>>) -> Result<Bytes, Failure> {
    let large = table.as_ref().filter(|table| table.len() > SMALL);
    let file = large.and_then(|table| memory_file::create(MEMORY_FILE, &[table]).ok());
    let mut head = [0u8; HEAD];
    if let Some(table) = &table {
        let fd = file.as_ref().map_or(-1, AsRawFd::as_raw_fd);
        head[..4].copy_from_slice(&std::process::id().to_le_bytes());
        head[4..8].copy_from_slice(&fd.to_le_bytes());
        head[8..16].copy_from_slice(&(table.len() as u64).to_le_bytes());
        head[16..].copy_from_slice(&hash(table).to_le_bytes());
    }
    node.broadcast(&mut head)?;
    let length = number(&head, 8) as usize;
    if length > SMALL {
        let mapped = map(&head, file.as_ref());
        if node.sum(u64::from(mapped.is_none()))? == 0 {
            return Ok(mapped.map_or_else(|| Bytes::Own(vec![]), Bytes::Mapped));
        }
    }
    let mut bytes = table.unwrap_or_else(|| vec![0; length]);
    node.broadcast(&mut bytes)?;
    Ok(Bytes::Own(bytes))
}

fn map(head: &[u8; HEAD], own: Option<&File>) -> Option<Mapped> {
    if let Some(file) = own {
        return Mapped::new(file).ok();
    }
    let (owner, length) = (number(head, 0), number(head, 8));
    let path = memory_file::path_of(owner as u32, (owner >> 32) as i32);
    let file = memory_file::open(&path, MEMORY_FILE, length).ok()?;
    // In another container that number can be another process, so length and hash must agree.
    Mapped::new(&file).ok().filter(|mapped| mapped.len() as u64 == length && hash(mapped) == number(head, 16))
}

fn number(head: &[u8; HEAD], at: usize) -> u64 {
    head[at..at + 8].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}
