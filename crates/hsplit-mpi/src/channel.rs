// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages between the ranks of one of the program's communicators, separate from the program's own messages.
//!
//! All channels between processes that have the library share one communicator, which is made after `MPI_Init`; each
//! channel has a tag there. A communicator for each channel would have to be made inside the program's first collective
//! call, while other threads of the program may also create communicators. Open MPI 4 sometimes hangs in this case.
//!
//! The calls of a channel use different tags in turn, as many as the MPI has. If ranks pass lengths that do not match,
//! a message may stay without a receiver. No later call uses its tag soon, so none receives the message.
//!
//! Calls are counted for each operation: if the MPI refuses a call at one rank only, this rank does not count it, and
//! the calls of all other operations still match, as natively.
//!
//! A channel has its own communicator if a rank is not in the shared one, or if the library has not seen `MPI_Init`.

use std::collections::HashSet;
use std::ffi::c_int;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mpi_sys::{MPI_Datatype, MPI_Request};

use super::constants::{UNDEFINED, byte, status_ignore};
use super::{Comm, Failure, OwnedComm, checked, faults, functions};
use hsplit_collectives::Operation;
use hsplit_core::communicator::Communicator;

/// Every MPI has tags up to 32,767 (MPI 4.0 §9.1.2).
const TAGS: u64 = 1 << 15;
/// After this number of failed attempts to agree on a tag, a channel gets its own communicator.
const ATTEMPTS: usize = 16;

/// Number of operations whose calls are counted, made odd: so the calls of each use all tags if their number is a power
/// of two.
const KINDS: usize = Operation::ALL.len() | 1;

/// Number of calls of a channel that have different tags, before the first tag is used again.
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
/// A native call fails.
pub fn open(world: &Comm) -> Result<(), Failure> {
    let comm = world.private()?;
    world.pass_graph_tags()?;
    // All processes of MPI_COMM_WORLD have one greatest tag (MPI 4.0 §9.1.2).
    CALLS.store((world.greatest_tag()? as u64 + 1) / TAGS, Ordering::Relaxed);
    *lock(&WORLD) = Some(Arc::new(comm));
    Ok(())
}

/// Frees the communicator of all channels. Called before `MPI_Finalize`.
pub fn release() {
    lock(&WORLD).take();
}

/// Function that is called for each message that is sent, with the receiver in a communicator, the number of elements
/// and the datatype.
pub type Sent = fn(c_int, c_int, MPI_Datatype, &Comm);

/// A channel between the ranks of a communicator.
pub struct Channel {
    /// The program's communicator, which lives as long as the channel is used.
    program: Comm,
    comm: Arc<OwnedComm>,
    /// `None` if the channel has a communicator of its own, with the ranks of `program`.
    shared: Option<Shared>,
    /// The first failure of a message of the current call.
    failure: Mutex<Option<Failure>>,
    /// The number of calls of each operation that have ended.
    calls: [AtomicU64; KINDS],
    /// The operation of the current call.
    kind: AtomicUsize,
}

/// A channel's part of the shared communicator.
struct Shared {
    tag: Tag,
    /// The rank there, by rank in the program's communicator.
    ranks: Box<[c_int]>,
}

/// A tag that no other channel of this process has while this exists.
struct Tag(c_int);

impl Tag {
    /// Returns `None` if another channel of this process has the tag.
    fn take(tag: c_int) -> Option<Self> {
        let is_new = lock(&TAKEN).get_or_insert_default().insert(tag);
        // (`then_some` would make a `Tag` and drop it, which frees the other channel's tag.)
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
    /// Creates a channel between the ranks of `comm`. Collective.
    ///
    /// # Errors
    /// A native call fails.
    pub fn between(comm: &Comm) -> Result<Self, Failure> {
        // SAFETY: the handle, the rank and the size are those of `comm`. A channel is kept with the communicator, and
        // used by calls on it.
        let program = || unsafe { Comm::known(comm.handle(), comm.rank(), comm.size()) };
        let world = lock(&WORLD).clone();
        // (Ranks in MPI_COMM_WORLD would not do: some processes may lack the library.)
        let ranks = world.as_ref().map(|world| comm.group()?.ranks_in(&world.group()?)).transpose()?;
        let ranks = ranks.filter(|ranks| !ranks.contains(&UNDEFINED)).unwrap_or_default();
        for attempt in 0..ATTEMPTS {
            // (If all ranks always proposed the same number, they would also propose it for another thread's channel.)
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
        let calls = [const { AtomicU64::new(0) }; KINDS];
        Self { program, comm, shared, failure: Mutex::default(), calls, kind: AtomicUsize::new(0) }
    }

    /// Keeps the failure of a message, if it is the first one of a call.
    pub(super) fn fail(&self, failure: Failure) {
        lock(&self.failure).get_or_insert(failure);
    }

    /// Begins the messages of a call.
    pub fn begin(&self, operation: Operation) {
        self.kind.store(operation as usize, Ordering::Relaxed);
    }

    /// Counts a call, on every rank, and reports whether a message of the call has failed on this rank.
    ///
    /// # Errors
    /// The first failure.
    pub fn end(&self, operation: Operation) -> Result<(), Failure> {
        self.calls[operation as usize].fetch_add(1, Ordering::Relaxed);
        lock(&self.failure).take().map_or(Ok(()), Err)
    }

    /// Lets the native MPI progress all pending messages, while this rank waits for others.
    ///
    /// # Errors
    /// A native call fails, or one of the other ranks has failed ([`faults::check`]).
    pub fn progress(&self) -> Result<(), Failure> {
        self.comm.progress()?;
        self.check()
    }

    /// Checks that the other ranks can still take part.
    ///
    /// # Errors
    /// A rank has failed, or the communicator is revoked ([`faults::check`]).
    pub(super) fn check(&self) -> Result<(), Failure> {
        faults::check(&self.program)
    }

    /// Waits for a message to end.
    fn complete(&self, mut request: MPI_Request) -> Result<(), Failure> {
        loop {
            let mut done = 0;
            // SAFETY: the request is active until `done` is set, and is not used after that. `done` is a local.
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
    /// The bytes do not change until the request has ended.
    unsafe fn begin_send(&self, to: u32, data: &[u8]) -> Result<MPI_Request, Failure> {
        let (to, count) = (self.rank(to), data.len() as c_int);
        begun("PMPI_Isend", |request| {
            // SAFETY: the channel holds its communicator, and `rank` and `tag` are valid there. MPI reads the slice,
            // which does not change, by this function's contract.
            unsafe {
                let comm = self.comm.handle();
                functions::PMPI_Isend(data.as_ptr().cast(), count, byte(), to, self.tag(), comm, request)
            }
        })
    }

    /// Begins to receive bytes.
    ///
    /// # Safety
    /// Nothing else uses the slice until the request has ended.
    unsafe fn begin_receive(&self, from: u32, data: &mut [u8]) -> Result<MPI_Request, Failure> {
        let (from, count) = (self.rank(from), data.len() as c_int);
        begun("PMPI_Irecv", |request| {
            // SAFETY: the channel holds its communicator, and `rank` and `tag` are valid there. MPI writes the slice,
            // which nothing else uses, by this function's contract.
            unsafe {
                let comm = self.comm.handle();
                functions::PMPI_Irecv(data.as_mut_ptr().cast(), count, byte(), from, self.tag(), comm, request)
            }
        })
    }

    /// Sends bytes to a rank.
    ///
    /// # Errors
    /// A native call fails.
    pub fn send(&self, to: u32, data: &[u8]) -> Result<(), Failure> {
        if faults::are_told() {
            // SAFETY: the slice is borrowed until the message is sent.
            return self.complete(unsafe { self.begin_send(to, data)? });
        }
        let (to, count) = (self.rank(to), data.len() as c_int);
        // SAFETY: the channel holds its communicator, and `rank` and `tag` are valid there. MPI reads the slice only
        // during the call.
        checked("PMPI_Send", unsafe {
            functions::PMPI_Send(data.as_ptr().cast(), count, byte(), to, self.tag(), self.comm.handle())
        })
    }

    /// Receives `data.len()` bytes from a rank.
    ///
    /// # Errors
    /// A native call fails.
    pub fn receive(&self, from: u32, data: &mut [u8]) -> Result<(), Failure> {
        if faults::are_told() {
            // SAFETY: the slice is borrowed until the message is received or cancelled.
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

    /// Sends bytes to a rank that does not have their number.
    ///
    /// # Errors
    /// A native call fails.
    pub fn send_text(&self, to: u32, data: &[u8]) -> Result<(), Failure> {
        self.send(to, &(data.len() as u64).to_le_bytes())?;
        // (An empty slice may be at address 1, which is Open MPI's MPI_IN_PLACE.)
        if data.is_empty() { Ok(()) } else { self.send(to, data) }
    }

    /// Receives the bytes of a [`Self::send_text`].
    ///
    /// # Errors
    /// A native call fails.
    pub fn receive_text(&self, from: u32) -> Result<Vec<u8>, Failure> {
        let mut length = [0; size_of::<u64>()];
        self.receive(from, &mut length)?;
        let mut data = vec![0; u64::from_le_bytes(length) as usize];
        if !data.is_empty() {
            self.receive(from, &mut data)?;
        }
        Ok(data)
    }

    /// Sends to one rank and receives from another at the same time.
    ///
    /// # Errors
    /// A native call fails.
    pub fn exchange(&self, to: u32, data: &[u8], from: u32, into: &mut [u8]) -> Result<(), Failure> {
        if faults::are_told() {
            // SAFETY: both slices are borrowed until the messages are complete or cancelled.
            let (received, sent) = unsafe { (self.begin_receive(from, into)?, self.begin_send(to, data)) };
            let sent = sent.inspect_err(|_| give_up(received))?;
            return self.complete(received).and(self.complete(sent));
        }
        let (to, from, tag) = (self.rank(to), self.rank(from), self.tag());
        // SAFETY: the channel holds its communicator, and `rank` and `tag` are valid there. MPI reads one slice and
        // writes the other during the call only; the borrows make them disjoint.
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

    /// Reports a message of bytes to a rank, as transfers report theirs.
    pub fn tell(&self, to: u32, bytes: usize, sent: Sent) {
        sent(self.rank(to), bytes as c_int, byte(), &self.comm);
    }

    /// The communicator of the messages.
    pub(super) fn comm(&self) -> &Comm {
        &self.comm
    }

    /// The tag of all messages of a call. Their order distinguishes the messages between two ranks. (No rank sends to
    /// itself.)
    pub(super) fn tag(&self) -> c_int {
        let kind = self.kind.load(Ordering::Relaxed);
        let number = self.calls[kind].load(Ordering::Relaxed).wrapping_mul(KINDS as u64).wrapping_add(kind as u64);
        let number = number % CALLS.load(Ordering::Relaxed).max(1);
        (number * TAGS) as c_int + self.shared.as_ref().map_or(0, |shared| shared.tag.0)
    }

    /// A rank's number in the communicator of the messages.
    pub(super) fn rank(&self, rank: u32) -> c_int {
        self.shared.as_ref().map_or(rank as c_int, |shared| shared.ranks[rank as usize])
    }
}

/// Starts a request by a native call.
fn begun(call: &'static str, begin: impl FnOnce(*mut MPI_Request) -> c_int) -> Result<MPI_Request, Failure> {
    let mut request = MaybeUninit::<MPI_Request>::zeroed();
    checked(call, begin(request.as_mut_ptr()))?;
    // SAFETY: the native call has succeeded, so it has written the request. (Zeros would be a valid handle, too.)
    Ok(unsafe { request.assume_init() })
}

/// Cancels a message that will never complete, as far as the MPI can. Received data is discarded.
pub(super) fn give_up(mut request: MPI_Request) {
    // SAFETY: the request is active, and is not used after this.
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
