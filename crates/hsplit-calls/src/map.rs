// SPDX-License-Identifier: MIT OR Apache-2.0
//! The table of the places of all ranks of a communicator, for all queries about them.
//!
//! The first query on a communicator is collective: the places are written into one table per node, in a memory file
//! that the processes of the node map, and the table stays on the communicator. Every later query is local: one rank
//! may make it alone, and the queries of ranks may differ.

use std::ffi::c_int;
use std::fs::File;
use std::os::fd::AsRawFd;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use mpi_sys::MPI_Comm;

use super::runtime::Runtime;
use super::seemingly_local::wait_for_all;
use super::{intracommunicator, latency_probe, peers, usable};
use crate::error::Error;
use crate::split_types::Compared;
use hsplit_core::communicator::Communicator;
use hsplit_core::hash::hash;
use hsplit_core::level::MACHINE;
use hsplit_core::request::Request;
use hsplit_core::split::{self, Outcome, Split};
use hsplit_core::table::{self, CLUSTER, Table};
use hsplit_host::logger::NODE;
use hsplit_memory::memory_file::{self, Mapped, Offer};
use hsplit_mpi::attribute::Attribute;
use hsplit_mpi::{Comm, Failure};

/// The places of a communicator's ranks at the creation of the table.
pub struct Map {
    /// The places.
    pub table: Table<Bytes>,
    /// The calling process's rank.
    pub rank: u32,
}

impl Map {
    /// Returns a rank argument as a number.
    ///
    /// # Errors
    /// It is not in the communicator.
    pub fn rank_in(&self, argument: &'static str, rank: c_int) -> Result<u32, Error> {
        self.find(rank).ok_or(Error::NoRank { argument, rank, last: self.last() })
    }

    /// Returns the listed ranks as numbers.
    ///
    /// # Errors
    /// One of them is not in the communicator.
    pub fn ranks_of(&self, list: &[c_int]) -> Result<Vec<u32>, Error> {
        let numbers = list.iter().enumerate();
        numbers.map(|(index, &rank)| self.find(rank).ok_or(Error::Rank { index, rank, last: self.last() })).collect()
    }

    fn find(&self, rank: c_int) -> Option<u32> {
        u32::try_from(rank).ok().filter(|&rank| rank < self.table.ranks())
    }

    fn last(&self) -> u32 {
        self.table.ranks().saturating_sub(1)
    }
}

/// The bytes of a table.
pub enum Bytes {
    /// One copy for all processes of the node.
    Mapped(Mapped),
    /// A copy of this process alone, if the node's processes cannot open each other's files.
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

/// The map of a communicator and of its duplicates. It has a lock, because `HSPLIT_Comm_map_update` may replace it
/// during a query of another thread.
type Current = RwLock<Map>;

static MAPS: Attribute<Current> = Attribute::declare();

/// Frees the keyval in the native MPI. Called before `MPI_Finalize`.
pub fn release() {
    MAPS.release();
}

/// Applies a query to the map of a communicator. The first query creates the map, and is collective.
///
/// # Errors
/// An argument is invalid. The first call reports it after the exchange, so that no rank waits in vain.
pub fn ask<T>(
    runtime: &Runtime,
    handle: MPI_Comm,
    question: impl FnOnce(&Map) -> Result<T, Error>,
) -> Result<T, Error> {
    usable(handle, "comm")?;
    // Only intracommunicators have maps, so a later query needs no further check of the handle.
    if let Some(current) = MAPS.get(handle)? {
        return question(&read(&current));
    }
    intracommunicator(handle, "comm")?;
    question(&read(&*make(runtime, handle)?))
}

/// Creates the map of a communicator again. Collective.
///
/// # Errors
/// A step fails. The communicator then keeps its old map.
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

/// Creates the first map of a communicator.
fn make(runtime: &Runtime, handle: MPI_Comm) -> Result<Arc<Current>, Error> {
    let what = "the first question about a communicator (MPI_Comm_get_min_hlevel, HSPLIT_Comm_map and others)";
    let map = wait_for_all(what, || gather_on(runtime, handle))?;
    Ok(MAPS.keep(handle, Arc::new(RwLock::new(map)))?)
}

fn gather_on(runtime: &Runtime, handle: MPI_Comm) -> Result<Map, Error> {
    // SAFETY: the program has passed the handle in this call; `intracommunicator` has excluded everything else.
    let comm = unsafe { Comm::new(handle) }?;
    peers::complete(&comm)?;
    latency_probe::before(runtime, handle)?;
    gather(runtime, &comm)
}

/// Collects the places of all ranks, by their bindings before any push: gathered in each node, exchanged between the
/// nodes' first ranks, shared in each node.
fn gather(runtime: &Runtime, comm: &Comm) -> Result<Map, Error> {
    let place = runtime.home_place()?;
    let request = Request::guided(Compared::MinLevel.selector(), 0, place.clone(), MACHINE).with_roots();
    let exchange = peers::exchange(comm)?;
    let Outcome::Split(Split { member, rootscomm, .. }) = split::split(comm, &request, exchange)? else {
        return Err(Error::Internal("a native split was not asked for".into()));
    };
    let Some(member) = member else { return Err(Error::Internal(format!("no {CLUSTER} without nodes"))) };
    let entry = table::entry(comm.rank(), &place, runtime.network_position()?.as_ref());
    let node = &member.comm;
    let told = node.gather_to_first(&[&view(runtime)[..], &entry].concat())?;
    let of_node = table::merge(&entries(&told));
    let table = match rootscomm.as_deref() {
        Some(roots) => Some(table::build(&roots.gather_to_all(&of_node)?.concat(), comm.size())),
        None => None,
    };
    let table = Table::open(share(node, table)?);
    let table = table.ok_or_else(|| Error::Internal("a table of places that cannot be read".into()))?;
    Ok(Map { table, rank: comm.rank() })
}

/// Returns a rank's view of its node, which it sends before its entry.
fn view(runtime: &Runtime) -> [u8; VIEW] {
    runtime.machine_of_sources().ok().flatten().map_or(0, |machine| machine.view()).to_le_bytes()
}

/// Length of a view, in bytes.
const VIEW: usize = 8;

/// Returns the entries of the ranks of a node, at its first rank. Warns if they see different machines: their objects
/// are then distinguished by the operating system's numbers.
fn entries(told: &[Vec<u8>]) -> Vec<u8> {
    let parts = || told.iter().filter_map(|told| told.split_at_checked(VIEW));
    if let Some(((first, _), rest)) = parts().next().map(|first| (first, parts().skip(1))) {
        let others = rest.filter(|(view, _)| *view != first).count();
        if others > 0 {
            log::warn!(
                target: NODE,
                "{others} of {} ranks of this node see another machine than the first one, because HWLOC_XMLFILE or \
                 another variable of hwloc differs; what ranks share is compared by the operating system's numbers",
                told.len()
            );
        }
    }
    parts().flat_map(|(_, entry)| entry).copied().collect()
}

/// Length of the data that the first rank of a node sends to the others: the offer of the memory file, and the length
/// of the table.
const HEAD: usize = Offer::BYTES + 8;
/// The name of the memory file.
const MEMORY_FILE: &str = "hsplit-places";

/// Shorter tables are not mapped: a mapping also needs a page. In addition, UCX under some MPIs records every removed
/// mapping.
const SMALL: usize = 4096;

/// Shares one copy per node: the first rank writes a memory file, and the others map it. If one of them cannot, each
/// keeps a copy.
fn share(node: &Comm, table: Option<Vec<u8>>) -> Result<Bytes, Failure> {
    let large = table.as_ref().filter(|table| table.len() > SMALL);
    let file = large.and_then(|table| memory_file::create(MEMORY_FILE, &[table]).ok());
    let mut head = [0u8; HEAD];
    if let Some(table) = &table {
        let descriptor = file.as_ref().map_or(-1, AsRawFd::as_raw_fd);
        let offer = Offer::of_this_thread(descriptor, hash(table));
        head[..Offer::BYTES].copy_from_slice(&offer.encode());
        head[Offer::BYTES..].copy_from_slice(&(table.len() as u64).to_le_bytes());
    }
    node.broadcast(&mut head)?;
    let (offer, length) = head.split_at(Offer::BYTES);
    let length = length.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte));
    if length > SMALL {
        let mapped = Offer::decode(offer).and_then(|offer| map(&offer, length, file.as_ref()));
        if node.sum(u64::from(mapped.is_none()))? == 0 {
            return Ok(mapped.map_or_else(|| Bytes::Own(vec![]), Bytes::Mapped));
        }
    }
    let mut bytes = table.unwrap_or_else(|| vec![0; length]);
    node.broadcast(&mut bytes)?;
    Ok(Bytes::Own(bytes))
}

fn map(offer: &Offer, length: usize, own: Option<&File>) -> Option<Mapped> {
    if let Some(file) = own {
        return Mapped::new(file).ok();
    }
    let file = memory_file::open(&offer.path(), MEMORY_FILE, length as u64).ok()?;
    // In another container, the ID may belong to another process, so length and hash are compared.
    Mapped::new(&file).ok().filter(|mapped| mapped.len() == length && hash(mapped) == offer.key)
}
