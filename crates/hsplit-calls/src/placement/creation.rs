// SPDX-License-Identifier: MIT OR Apache-2.0
//! `HSPLIT_Placement_create`: collects the data of a placement.
//!
//! The data are the info keys of the call, the binding of each rank of the node, the processing units that may be given
//! to workers, and the shared memory. The ranks exchange them, so the call is collective.

use std::ffi::c_int;
use std::sync::{Arc, Mutex};

use mpi_sys::{MPI_Comm, MPI_Info};

use super::options::{CreateOptions, Share};
use super::plan::Ground;
use super::{PLACEMENTS, Placement};
use crate::communicator_tree::WeakComm;
use crate::error::Error;
use crate::runtime::{self, Runtime};
use crate::seemingly_local::node_that_agrees;
use crate::split_types::Compared;
use crate::{intracommunicator, latency_probe, not_null, peers};
use hsplit_core::communicator::Communicator;
use hsplit_core::cpus::Cpus;
use hsplit_core::election::{self, Member};
use hsplit_core::machine::Machine;
use hsplit_host::openmp;
use hsplit_memory::alive::Identity;
use hsplit_memory::memory_file::{Offer, SharedMapping};
use hsplit_memory::phase_memory::PhaseMemory;
use hsplit_mpi::{Comm, OwnedComm};

/// Creates a placement. Collective.
///
/// # Errors
/// An argument is invalid (on every rank), or a later step fails.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn create(handle: MPI_Comm, info: MPI_Info, placement: *mut c_int) -> Result<(), Error> {
    if !placement.is_null() {
        // SAFETY: not NULL, and a place for a handle by the contract of HSPLIT_Placement_create.
        unsafe { *placement = 0 };
    }
    let runtime = runtime::get();
    intracommunicator(handle, "comm")?;
    let options = not_null(placement, "p").and_then(|()| CreateOptions::read(info));
    let number = new(runtime, handle, options)?;
    // SAFETY: a NULL output was an error in the exchange of `new`, which has then failed on every rank.
    unsafe { *placement = number };
    Ok(())
}

/// Creates a placement and returns its handle. Collective.
///
/// # Errors
/// An argument is invalid (on every rank), or a later step fails.
pub fn new(runtime: &Runtime, handle: MPI_Comm, options: Result<CreateOptions, Error>) -> Result<c_int, Error> {
    // SAFETY: the handle is that of a call of the program, and `intracommunicator` has checked it, or that of
    // MPI_COMM_WORLD or of a communicator of the library.
    let comm = unsafe { Comm::new(handle) }?;
    peers::complete(&comm)?;
    latency_probe::before(runtime, handle)?;
    let node = node_of(runtime, &comm, &options);
    let options = options?;
    let node = node?.kept()?;
    // A communicator of all ranks is the placement's own as well.
    let (own, node) = if node.size() == comm.size() { (node, None) } else { (comm.private()?, Some(node)) };
    let node: &Comm = node.as_ref().unwrap_or(&own);
    let allowed = runtime.allowed().unwrap_or_default();
    let Met { result, kept } = meet(runtime, &own, node, &options, &allowed)?;
    // Steps that can fail on a single rank come before the ranks agree.
    let place = PLACEMENTS.reserve().ok_or(Error::TooMany);
    let program = WeakComm::to(handle);
    let failed = own.sum(u64::from(result.is_err() || place.is_err() || program.is_err())).map_err(Error::Inner)?;
    drop(kept);
    let (ground, mut memory) = result?;
    let (place, program) = (place?, program?);
    if failed > 0 {
        return Err(Error::PlacementElsewhere);
    }
    memory.close();
    let number = node.rank() as usize;
    let placement = Placement {
        program,
        own: number,
        comm: own,
        ground,
        memory,
        progresses: options.progress.is_some(),
        barrier: Mutex::default(),
        allowed,
        plans: Mutex::default(),
        workers: Mutex::default(),
        state: Mutex::default(),
    };
    Ok(place.keep(Arc::new(placement)))
}

/// Returns the ranks of this node. The exchange of all ranks detects ranks that disagree or have invalid arguments.
fn node_of(runtime: &Runtime, comm: &Comm, options: &Result<CreateOptions, Error>) -> Result<OwnedComm, Error> {
    // The ranks compare the name of the level, followed by the keys.
    let hash = options.as_ref().map_or(0, CreateOptions::hash);
    let fault = options.as_ref().err().map(Error::class);
    node_that_agrees(runtime, comm, Compared::Placement, hash, fault).map_err(|error| match error {
        Error::LevelsDiffer { first, other } => Error::ShapesDiffer { first, other },
        error => error,
    })
}

/// The result of the exchange between the ranks of a node.
struct Met {
    /// The node with its ranks, and their memory.
    result: Result<(Ground, PhaseMemory), Error>,
    /// The memory of a rank that fails: others may still have to open it.
    kept: Option<SharedMapping>,
}

/// Exchanges the bindings of the ranks of this node, and opens their memory. Collective over the node.
fn meet(runtime: &Runtime, comm: &Comm, node: &Comm, options: &CreateOptions, allowed: &Cpus) -> Result<Met, Error> {
    let members = node.size() as usize;
    let length = PhaseMemory::length(members);
    let made = (node.rank() == 0).then(|| SharedMapping::offer(length));
    let offer = made.as_ref().and_then(|made| Some(made.as_ref().ok()?.1));
    let machine = runtime.machine();
    let (home, allowed) = (home_of(runtime).unwrap_or_default(), allowed.clone());
    let view = machine.as_ref().map_or(0, |machine| machine.view());
    let records = node.gather_to_all(&Record { rank: comm.rank(), view, offer, home, allowed }.encode());
    let records = records.map_err(Error::Inner)?;
    let records: Option<Vec<Record>> = records.iter().map(|record| Record::decode(record)).collect();
    let records = records.ok_or_else(|| Error::Internal("a rank of the node that cannot be read".into()))?;
    let found = match made {
        Some(made) => made.map(|(shared, _)| shared),
        None => records[0].offer.map_or_else(
            || Err(std::io::Error::other("its first rank has none")),
            |offer| SharedMapping::take(&offer, length),
        ),
    };
    let shared = found.map_err(|why| Error::Unshared(why.to_string()));
    Ok(match machine.and_then(|machine| ground(machine, records, &options.share)) {
        Err(error) => Met { result: Err(error), kept: shared.ok() },
        Ok(ground) => {
            let memory = shared.map(|shared| {
                let has_cores = ground.cores() >= members;
                PhaseMemory::new(shared, members, node.rank() as usize, has_cores, options.progress)
            });
            Met { result: memory.map(|memory| (ground, memory.entered(Identity::own()))), kept: None }
        }
    })
}

/// Returns the binding of this rank without pushed ones. If an OpenMP runtime has bound the caller to a place, the
/// other places belong to the process, too, even if it has no thread there yet.
fn home_of(runtime: &Runtime) -> Result<Cpus, Error> {
    let (home, node) = (runtime.home()?, runtime.own_node()?);
    let around = if node.is_real() { openmp::around_the_caller() } else { None };
    Ok(around.map_or(home.clone(), |around| home.union(&node.cpus_of(&around))))
}

/// The record that a rank sends to the other ranks of its node.
struct Record {
    rank: u32,
    /// Differs if ranks see different machines.
    view: u64,
    /// The memory, from the first rank.
    offer: Option<Offer>,
    home: Cpus,
    allowed: Cpus,
}

impl Record {
    fn encode(&self) -> Vec<u8> {
        let offer = self.offer.map_or_else(|| vec![0; Offer::BYTES], |offer| offer.encode());
        let words = format!("{};{}", self.home, self.allowed);
        let (rank, view) = (self.rank.to_le_bytes(), self.view.to_le_bytes());
        [&rank[..], &view, &[u8::from(self.offer.is_some())], &offer, words.as_bytes()].concat()
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let (rank, rest) = bytes.split_first_chunk()?;
        let (view, rest) = rest.split_first_chunk()?;
        let (has_offer, rest) = rest.split_first()?;
        let (offer, words) = rest.split_at_checked(Offer::BYTES)?;
        let (home, allowed) = std::str::from_utf8(words).ok()?.split_once(';')?;
        Some(Self {
            rank: u32::from_le_bytes(*rank),
            view: u64::from_le_bytes(*view),
            offer: if *has_offer != 0 { Offer::decode(offer) } else { None },
            home: Cpus::parse(home).ok()?,
            allowed: Cpus::parse(allowed).ok()?,
        })
    }
}

/// Creates the node and its ranks from the records of all of them.
fn ground(machine: Arc<Machine>, records: Vec<Record>, share: &Share) -> Result<Ground, Error> {
    if let Some(other) = records.iter().find(|record| record.view != records[0].view) {
        return Err(Error::ViewsDiffer(records[0].rank, other.rank));
    }
    let whole = Cpus::from(machine.whole());
    let allowed = records.iter().fold(Cpus::default(), |all, record| all.union(&record.allowed));
    let allowed = allowed.intersection(&whole);
    let member = |record: Record| {
        let home = record.home.intersection(&whole);
        Member { rank: record.rank, home: if home.is_empty() { whole.clone() } else { home } }
    };
    let members: Vec<Member> = records.into_iter().map(member).collect();
    let share = match share {
        Share::Job => election::share_of_homes(&machine, &members),
        Share::Allowed => allowed.clone(),
        Share::Listed(numbers) => {
            let listed = machine.to_logical(numbers).intersection(&allowed);
            if listed.is_empty() {
                return Err(Error::NotAllowed(machine.to_os(&allowed).to_string()));
            }
            listed
        }
    };
    Ok(Ground { machine, share, allowed, members })
}
