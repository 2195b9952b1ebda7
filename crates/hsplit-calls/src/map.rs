// SPDX-License-Identifier: MIT OR Apache-2.0
//! The table of the places of all ranks of a communicator, which every question about them is put to.
//!
//! The first question on a communicator is collective: the places go into one table per node, in a memory file that the
//! processes of the node map, and the table stays on the communicator. Every later question is local, so one rank may
//! ask alone, and what ranks ask may differ.

use std::ffi::c_int;
use std::fs::File;
use std::os::fd::AsRawFd;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use mpi_sys::MPI_Comm;

use super::runtime::Runtime;
use super::together::wait_for_all;
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

/// The places of a communicator's ranks, as they were when the table was made.
pub struct Map {
    /// The places.
    pub table: Table<Bytes>,
    /// The calling process's rank.
    pub rank: u32,
}

impl Map {
    /// The number of a rank that is asked about.
    ///
    /// # Errors
    /// It is not in the communicator.
    pub fn rank_in(&self, argument: &'static str, rank: c_int) -> Result<u32, Error> {
        self.find(rank).ok_or(Error::NoRank { argument, rank, last: self.last() })
    }

    /// The numbers of listed ranks.
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

/// The places of all ranks, by their bindings before any push: gathered in each node, exchanged between the nodes'
/// first ranks, shared in each node.
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

/// What a rank sees of its node, as it sends that before its entry.
fn view(runtime: &Runtime) -> [u8; VIEW] {
    runtime.machine_of_sources().ok().flatten().map_or(0, |machine| machine.view()).to_le_bytes()
}

/// The bytes of a view.
const VIEW: usize = 8;

/// The entries of the ranks of a node, at its first rank. Warns where they see different machines: their objects are
/// told apart by the operating system's numbers.
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

/// What the first rank of a node sends to the others: where the memory file is, and how long the table is.
const HEAD: usize = Offer::BYTES + 8;
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
        let descriptor = file.as_ref().map_or(-1, AsRawFd::as_raw_fd);
        let offer = Offer { process: std::process::id(), descriptor, key: hash(table) };
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
    // In another container that number can be another process, so length and hash must agree.
    Mapped::new(&file).ok().filter(|mapped| mapped.len() == length && hash(mapped) == offer.key)
}
