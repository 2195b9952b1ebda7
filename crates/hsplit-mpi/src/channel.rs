// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages between the ranks of one of the program's communicators, apart from the program's own messages.
//!
//! All channels between processes that have the library use one communicator of the library, which is made after
//! `MPI_Init`; a channel is a tag there. A communicator for each channel would have to be made inside the program's
//! first collective call, while other threads of the program may make communicators too. Open MPI 4 sometimes hangs
//! then.
//!
//! The calls of a channel take tags in turn, from as many as the MPI has. Ranks that pass lengths which do not fit
//! together can leave a message that no rank receives. Under its tag no later call receives it.
//!
//! Where a rank is not in that communicator, or the library has not seen `MPI_Init`, a channel has its own
//! communicator.

use std::collections::HashSet;
use std::ffi::c_int;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mpi_sys::{MPI_Datatype, MPI_Request};

use super::constants::{UNDEFINED, byte, status_ignore};
use super::{Comm, Failure, OwnedComm, checked, faults, functions};
use hsplit_core::communicator::Communicator;

/// Every MPI has tags up to 32,767 (MPI 4.0 §9.1.2).
const TAGS: u64 = 1 << 15;
/// After this many failed attempts to agree on a tag a channel gets its own communicator.
const ATTEMPTS: usize = 16;

/// How many calls of a channel have tags of their own, until the first one's are used again.
static CALLS: AtomicU64 = AtomicU64::new(1);

/// The communicator of all channels, from `MPI_Init` to `MPI_Finalize`.
static WORLD: Mutex<Option<Arc<OwnedComm>>> = Mutex::new(None);

/// The tags that this process's channels use.
static TAKEN: Mutex<Option<HashSet<c_int>>> = Mutex::new(None);

/// The next number that this process proposes for a channel. It grows, so that a freed tag is not reused at once.
static NEXT: AtomicU64 = AtomicU64::new(0);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the communicator of all channels. Collective over the processes that will use them.
///
/// # Errors
/// What the native MPI reports.
pub fn open(world: &Comm) -> Result<(), Failure> {
    let comm = world.private()?;
    world.pass_graph_tags()?;
    // All processes of MPI_COMM_WORLD have one greatest tag (MPI 4.0 §9.1.2).
    CALLS.store((world.greatest_tag()? as u64 + 1) / TAGS, Ordering::Relaxed);
    *lock(&WORLD) = Some(Arc::new(comm));
    Ok(())
}

/// Frees that communicator, before `MPI_Finalize`.
pub fn release() {
    lock(&WORLD).take();
}

/// What is told of each message that is sent: its receiver in a communicator, how many elements of what.
pub type Sent = fn(c_int, c_int, MPI_Datatype, &Comm);

/// A channel between the ranks of a communicator.
pub struct Channel {
    /// The program's communicator, which lives as long as the channel is used.
    program: Comm,
    comm: Arc<OwnedComm>,
    /// `None`: the communicator has no other channel, and the ranks are its own.
    shared: Option<Shared>,
    /// The first failure of a message of the current call.
    failure: Mutex<Option<Failure>>,
    /// How many calls have ended.
    calls: AtomicU64,
}

/// A channel's part of the communicator of all channels.
struct Shared {
    tag: Tag,
    /// Each rank's number there.
    ranks: Box<[c_int]>,
}

/// A tag that no other channel of this process has, as long as this lives.
struct Tag(c_int);

impl Tag {
    /// `None`: another channel of this process has it.
    fn take(tag: c_int) -> Option<Self> {
        let is_new = lock(&TAKEN).get_or_insert_default().insert(tag);
        // (No `then_some`: it would make a `Tag` and drop it, which frees the other channel's tag.)
        if is_new { Some(Self(tag)) } else { None }
    }
}

impl Drop for Tag {
    fn drop(&mut self) {
        if let Some(taken) = lock(&TAKEN).as_mut() {
            taken.remove(&self.0);
        }
    }
}

impl Channel {
    /// A channel between the ranks of `comm`. Collective.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn between(comm: &Comm) -> Result<Self, Failure> {
        // SAFETY: the handle and the numbers are those of `comm`. A channel is kept with the communicator, and used by
        // calls on it.
        let program = || unsafe { Comm::known(comm.handle(), comm.rank(), comm.size()) };
        let world = lock(&WORLD).clone();
        // (Not their ranks in MPI_COMM_WORLD: some processes may lack the library.)
        let ranks = world.as_ref().map(|world| comm.group()?.ranks_in(&world.group()?)).transpose()?;
        let ranks = ranks.filter(|ranks| !ranks.contains(&UNDEFINED)).unwrap_or_default();
        for attempt in 0..ATTEMPTS {
            // Ranks that always proposed one number would propose it for another thread's channel, too.
            let mine = NEXT.fetch_add(1 + (attempt as u64 * u64::from(comm.rank())) % 7, Ordering::Relaxed);
            let [outside, number] = comm.largest([u64::from(ranks.is_empty()), mine])?;
            if outside != 0 {
                break;
            }
            NEXT.fetch_max(number + 1, Ordering::Relaxed);
            let tag = Tag::take((number % TAGS) as c_int);
            let [is_refused] = comm.largest([u64::from(tag.is_none())])?;
            if let (Some(comm), Some(tag), 0) = (&world, tag, is_refused) {
                return Ok(Self::new(program(), comm.clone(), Some(Shared { tag, ranks: ranks.into() })));
            }
        }
        Ok(Self::new(program(), Arc::new(comm.private()?), None))
    }

    fn new(program: Comm, comm: Arc<OwnedComm>, shared: Option<Shared>) -> Self {
        Self { program, comm, shared, failure: Mutex::default(), calls: AtomicU64::new(0) }
    }

    /// Keeps the failure of a message, if it is the first one of a call.
    pub(super) fn fail(&self, failure: Failure) {
        lock(&self.failure).get_or_insert(failure);
    }

    /// At the end of a call, on every rank: whether a message of it has failed here.
    ///
    /// # Errors
    /// The first failure.
    pub fn end(&self) -> Result<(), Failure> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        lock(&self.failure).take().map_or(Ok(()), Err)
    }

    /// Lets the native MPI progress all messages that are under way, while this rank waits for others.
    ///
    /// # Errors
    /// What the native MPI reports; that one of the others has failed ([`faults::check`]).
    pub fn progress(&self) -> Result<(), Failure> {
        self.comm.progress()?;
        self.check()
    }

    /// Looks whether it makes sense to wait for the other ranks.
    ///
    /// # Errors
    /// It does not ([`faults::check`]).
    pub(super) fn check(&self) -> Result<(), Failure> {
        faults::check(&self.program)
    }

    /// Waits for a message to end.
    fn complete(&self, mut request: MPI_Request) -> Result<(), Failure> {
        loop {
            let mut done = 0;
            // SAFETY: the request is under way, and none any more once `done` is set. `done` is a local.
            checked("PMPI_Test", unsafe { functions::PMPI_Test(&raw mut request, &raw mut done, status_ignore()) })?;
            if done != 0 {
                return Ok(());
            }
            self.check().inspect_err(|_| give_up(request))?;
            std::thread::yield_now();
        }
    }

    /// Begins to send bytes.
    ///
    /// # Safety
    /// They stay as they are until the request has ended.
    unsafe fn begin_send(&self, to: u32, data: &[u8]) -> Result<MPI_Request, Failure> {
        let (to, count) = (self.rank(to), data.len() as c_int);
        begun("PMPI_Isend", |request| {
            // SAFETY: the channel holds its communicator, and `rank` and `tag` are valid there. MPI reads the slice,
            // which stays as it is, as the caller promises.
            unsafe {
                let comm = self.comm.handle();
                functions::PMPI_Isend(data.as_ptr().cast(), count, byte(), to, self.tag(), comm, request)
            }
        })
    }

    /// Begins to receive bytes.
    ///
    /// # Safety
    /// Nothing else uses them until the request has ended.
    unsafe fn begin_receive(&self, from: u32, data: &mut [u8]) -> Result<MPI_Request, Failure> {
        let (from, count) = (self.rank(from), data.len() as c_int);
        begun("PMPI_Irecv", |request| {
            // SAFETY: the channel holds its communicator, and `rank` and `tag` are valid there. MPI writes the slice,
            // which nothing else uses, as the caller promises.
            unsafe {
                let comm = self.comm.handle();
                functions::PMPI_Irecv(data.as_mut_ptr().cast(), count, byte(), from, self.tag(), comm, request)
            }
        })
    }

    /// Sends bytes to a rank.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn send(&self, to: u32, data: &[u8]) -> Result<(), Failure> {
        if faults::are_told() {
            // SAFETY: the slice is borrowed until the message has left.
            return self.complete(unsafe { self.begin_send(to, data)? });
        }
        let (to, count) = (self.rank(to), data.len() as c_int);
        // SAFETY: the channel holds its communicator, and `rank` and `tag` are valid there. MPI reads the slice, and is
        // done with it when the call returns.
        checked("PMPI_Send", unsafe {
            functions::PMPI_Send(data.as_ptr().cast(), count, byte(), to, self.tag(), self.comm.handle())
        })
    }

    /// Receives as many bytes from a rank as `data` has.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn receive(&self, from: u32, data: &mut [u8]) -> Result<(), Failure> {
        if faults::are_told() {
            // SAFETY: the slice is borrowed until the message is here, or has been given up.
            return self.complete(unsafe { self.begin_receive(from, data)? });
        }
        let (from, count) = (self.rank(from), data.len() as c_int);
        let (data, status) = (data.as_mut_ptr().cast(), status_ignore());
        // SAFETY: the channel holds its communicator, and `rank` and `tag` are valid there. MPI writes the slice, which
        // is borrowed until the call returns.
        checked("PMPI_Recv", unsafe {
            functions::PMPI_Recv(data, count, byte(), from, self.tag(), self.comm.handle(), status)
        })
    }

    /// Sends bytes to a rank that does not know how many.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn send_text(&self, to: u32, data: &[u8]) -> Result<(), Failure> {
        self.send(to, &(data.len() as u64).to_le_bytes())?;
        // (An empty slice may be at address 1, which is Open MPI's MPI_IN_PLACE.)
        if data.is_empty() { Ok(()) } else { self.send(to, data) }
    }

    /// Receives what a rank sends by [`Self::send_text`].
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn receive_text(&self, from: u32) -> Result<Vec<u8>, Failure> {
        let mut length = [0; size_of::<u64>()];
        self.receive(from, &mut length)?;
        let mut data = vec![0; u64::from_le_bytes(length) as usize];
        if !data.is_empty() {
            self.receive(from, &mut data)?;
        }
        Ok(data)
    }

    /// Sends to one rank and receives from one, at a time.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn exchange(&self, to: u32, data: &[u8], from: u32, into: &mut [u8]) -> Result<(), Failure> {
        if faults::are_told() {
            // SAFETY: both slices are borrowed until the messages have ended, or have been given up.
            let (received, sent) = unsafe { (self.begin_receive(from, into)?, self.begin_send(to, data)?) };
            return self.complete(received).and(self.complete(sent));
        }
        let (to, from, tag) = (self.rank(to), self.rank(from), self.tag());
        // SAFETY: the channel holds its communicator, and `rank` and `tag` are valid there. MPI reads one slice and
        // writes the other, which the borrows make different memory, and is done with both when the call returns.
        checked("PMPI_Sendrecv", unsafe {
            functions::PMPI_Sendrecv(
                data.as_ptr().cast(),
                data.len() as c_int,
                byte(),
                to,
                tag,
                into.as_mut_ptr().cast(),
                into.len() as c_int,
                byte(),
                from,
                tag,
                self.comm.handle(),
                status_ignore(),
            )
        })
    }

    /// Tells of a message of bytes to a rank, as transfers tell of theirs.
    pub fn tell(&self, to: u32, bytes: usize, sent: Sent) {
        sent(self.rank(to), bytes as c_int, byte(), &self.comm);
    }

    /// The communicator that messages go over.
    pub(super) fn comm(&self) -> &Comm {
        &self.comm
    }

    /// The tag of all messages of a call: their order between two ranks tells them apart. (No rank sends to itself.)
    pub(super) fn tag(&self) -> c_int {
        let number = self.calls.load(Ordering::Relaxed) % CALLS.load(Ordering::Relaxed).max(1);
        (number * TAGS) as c_int + self.shared.as_ref().map_or(0, |shared| shared.tag.0)
    }

    /// A rank's number in that communicator.
    pub(super) fn rank(&self, rank: u32) -> c_int {
        self.shared.as_ref().map_or(rank as c_int, |shared| shared.ranks[rank as usize])
    }
}

/// Begins a message.
fn begun(call: &'static str, begin: impl FnOnce(*mut MPI_Request) -> c_int) -> Result<MPI_Request, Failure> {
    let mut request = MaybeUninit::<MPI_Request>::zeroed();
    checked(call, begin(request.as_mut_ptr()))?;
    // SAFETY: the native call has succeeded, so it has written the request. (Zeros would be a valid handle, too.)
    Ok(unsafe { request.assume_init() })
}

/// Takes back a message that will never end, as far as the MPI can: what is received comes nowhere.
pub(super) fn give_up(mut request: MPI_Request) {
    // SAFETY: the request is under way, and is not used after this.
    unsafe {
        functions::PMPI_Cancel(&raw mut request);
        functions::PMPI_Request_free(&raw mut request);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_belongs_to_one_channel_until_that_is_gone() {
        let first = Tag::take(7);
        assert!(first.is_some() && Tag::take(7).is_none() && Tag::take(7).is_none());
        assert!(Tag::take(8).is_some());
        drop(first);
        assert!(Tag::take(7).is_some());
    }
}
