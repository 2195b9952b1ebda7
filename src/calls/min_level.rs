// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Comm_get_min_hlevel` (RR-9077 §3.3.2): the lowest level that some ranks share.
//!
//! The first call on a communicator is collective: the places of all ranks go into one table per node, in a memory file
//! that the processes of the node map, and the table stays on the communicator. Every later call is local, so lists may
//! differ from rank to rank, and one rank may ask alone.

use std::ffi::c_int;
use std::fs::File;
use std::os::fd::AsRawFd;
use std::sync::Arc;

use mpi_sys::MPI_Comm;

use super::runtime::{self, Runtime};
use super::{intracommunicator, latency_probe, not_null};
use crate::error::Error;
use crate::pmpi::attribute::Attribute;
use crate::pmpi::{Comm, Failure};
use crate::split_types::MIN_LEVEL;
use hsplit_core::communicator::Communicator;
use hsplit_core::hash::hash;
use hsplit_core::level::MACHINE;
use hsplit_core::min_level::{CLUSTER, Table, UNKNOWN, lowest_shared};
use hsplit_core::name::Name;
use hsplit_core::place::Place;
use hsplit_core::request::Request;
use hsplit_core::split::{self, Outcome, Split};
use hsplit_host::memory_file::{self, Mapped};

/// The places of a communicator's ranks, as they were at the first call.
struct Places {
    table: Bytes,
    own: Place,
    me: u32,
    size: u32,
}

enum Bytes {
    /// One copy for all processes of the node.
    Mapped(Mapped),
    /// A copy of this process alone, where the node's processes cannot see each other.
    Own(Vec<u8>),
}

impl Bytes {
    fn table(&self) -> Table<'_> {
        Table::new(match self {
            Self::Mapped(mapped) => mapped,
            Self::Own(bytes) => bytes,
        })
    }
}

static PLACES: Attribute<Places> = Attribute::declare();

/// Gives back what the native MPI keeps for this, before `MPI_Finalize`.
pub fn release() {
    PLACES.release();
}

/// The name of the lowest level that the listed ranks share.
///
/// # Errors
/// The caller's mistake. The first call reports it after the exchange, so that no rank waits in vain.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn min_level(handle: MPI_Comm, nranks: c_int, ranks: *const c_int) -> Result<Name, Error> {
    let runtime = runtime::get();
    if runtime.steps_aside() {
        return Ok(UNKNOWN);
    }
    intracommunicator(handle, "comm")?;
    // SAFETY: `list` refuses NULL and a negative number; an array has `nranks` elements by the contract of
    // MPI_Comm_get_min_hlevel.
    let list = unsafe { list(nranks, ranks) };
    let look = |places: &Places| list.and_then(|list| places.lowest_shared(list));
    if let Some(answer) = PLACES.with(handle, look)? {
        return answer;
    }
    latency_probe::before(runtime, handle)?;
    // SAFETY: the program has passed the handle in this call; `intracommunicator` has excluded everything else.
    let comm = unsafe { Comm::new(handle) }?;
    let places = gather(runtime, &comm)?;
    // SAFETY: the same array as above. It is read again because `look` has taken the first slice.
    let answer = unsafe { self::list(nranks, ranks) }.and_then(|list| places.lowest_shared(list));
    PLACES.set(handle, Arc::new(places))?;
    answer
}

unsafe fn list<'a>(nranks: c_int, ranks: *const c_int) -> Result<&'a [c_int], Error> {
    if nranks < 0 {
        return Err(Error::Negative("nranks", nranks));
    }
    if nranks == 0 {
        return Ok(&[]);
    }
    not_null(ranks, "ranks")?;
    // SAFETY: not NULL by the line above. The caller promises `nranks` elements, and the program does not write them
    // while the call runs.
    Ok(unsafe { std::slice::from_raw_parts(ranks, nranks as usize) })
}

impl Places {
    fn lowest_shared(&self, list: &[c_int]) -> Result<Name, Error> {
        let last = self.size.saturating_sub(1);
        let outside = |rank: c_int| u32::try_from(rank).map_or(true, |rank| rank > last);
        if let Some(index) = list.iter().position(|&rank| outside(rank)) {
            return Err(Error::Rank { index, rank: list[index], last });
        }
        Ok(lowest_shared(self.table.table(), self.me, &self.own, list.iter().map(|&rank| rank as u32)))
    }
}

/// The places of all ranks: gathered in each node, exchanged between the nodes' first ranks, shared in each node.
fn gather(runtime: &Runtime, comm: &Comm) -> Result<Places, Error> {
    let own = runtime.place()?;
    let request = Request::guided(MIN_LEVEL, 0, own.clone(), MACHINE).with_roots();
    let Outcome::Split(Split { member, rootscomm, .. }) = split::split(comm, &request, runtime.settings.plan)? else {
        return Err(Error::Internal("a native split was not asked for".into()));
    };
    let Some(member) = member else { return Err(Error::Internal(format!("no {CLUSTER} without nodes"))) };
    let table = table(comm, &member.comm, rootscomm.as_deref(), &own);
    Ok(Places { table: table?, own, me: comm.rank(), size: comm.size() })
}

fn table(comm: &Comm, node: &Comm, roots: Option<&Comm>, own: &Place) -> Result<Bytes, Failure> {
    let entry = [&comm.rank().to_le_bytes()[..], &(own.path().len() as u32).to_le_bytes(), own.path()].concat();
    let of_node = node.gather_to_first(&entry)?.concat();
    let table = match roots {
        Some(roots) => Some(Table::build(&by_rank(&roots.gather_to_all(&of_node)?.concat(), comm.size()))),
        None => None,
    };
    share(node, table)
}

/// Sorts entries of rank, length and path by rank.
fn by_rank(mut entries: &[u8], size: u32) -> Vec<Vec<u8>> {
    let mut paths = vec![vec![]; size as usize];
    while let Some((head, rest)) = entries.split_at_checked(8) {
        let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]) as usize;
        let (path, rest) = rest.split_at(number(4).min(rest.len()));
        if let Some(slot) = paths.get_mut(number(0)) {
            *slot = path.to_vec();
        }
        entries = rest;
    }
    paths
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
