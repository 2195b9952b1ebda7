// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages under way, and the memory that they need.
//!
//! A message that fails, such as one that is too long for its receiver, counts as one that has come or gone: other
//! ranks wait for what this rank does next. The channel keeps the first such failure for the end of the call.

use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::sync::Arc;

use mpi_sys::{MPI_Datatype, MPI_Request, MPI_Status};

use super::channel::{Channel, Sent, give_up};
use super::constants::{SUCCESS, byte};
use super::error_handler::class_of;
use super::{Failure, checked, faults, functions};
use hsplit_collectives::transport::Done;

/// Memory whose messages may be under way: aligned for every basic datatype.
pub type Scratch = Vec<u128>;

/// A message.
#[derive(Clone, Copy)]
pub struct Message {
    /// Where its data is, or comes to. It is only read where it is sent.
    pub buffer: *mut c_void,
    /// How many elements.
    pub count: c_int,
    /// Of what.
    pub datatype: MPI_Datatype,
    /// The rank that it comes from or goes to.
    pub peer: u32,
}

impl Message {
    /// Bytes.
    pub fn of_bytes(buffer: *mut u8, length: usize, peer: u32) -> Self {
        Self { buffer: buffer.cast(), count: length as c_int, datatype: byte(), peer }
    }
}

/// The messages of one call that are under way.
pub struct Transfer {
    channel: Arc<Channel>,
    sent: Sent,
    requests: Vec<MPI_Request>,
    /// What is reported when each request has ended.
    reports: Vec<Done>,
    ended: Vec<c_int>,
    statuses: Vec<MaybeUninit<MPI_Status>>,
    scratches: Vec<Scratch>,
}

impl Transfer {
    /// Nothing under way. `sent` is told of each message that is sent.
    pub fn new(channel: Arc<Channel>, sent: Sent) -> Self {
        Self { channel, sent, requests: vec![], reports: vec![], ended: vec![], statuses: vec![], scratches: vec![] }
    }

    /// Memory of at least `bytes` bytes, zeroed, which stays as long as messages may be under way.
    pub fn scratch(&mut self, bytes: usize) -> *mut u8 {
        let mut scratch: Scratch = vec![0; bytes.div_ceil(size_of::<u128>()).max(1)];
        let address = scratch.as_mut_ptr().cast();
        self.scratches.push(scratch);
        address
    }

    /// Begins to receive.
    ///
    /// # Errors
    /// What the native MPI reports.
    ///
    /// # Safety
    /// The buffer has room for the elements until the message is here, and is not used until then.
    pub unsafe fn receive(&mut self, message: Message, done: Done) -> Result<(), Failure> {
        let Message { buffer, count, datatype, peer } = message;
        self.begin("PMPI_Irecv", done, |channel, request| {
            // SAFETY: the buffer is as this function's contract says. The channel holds its communicator, and `rank`
            // and `tag` are valid there. `begin` passes a valid `request`.
            unsafe {
                let (peer, comm) = (channel.rank(peer), channel.comm().handle());
                functions::PMPI_Irecv(buffer, count, datatype, peer, channel.tag(), comm, request)
            }
        })
    }

    /// Begins to send.
    ///
    /// # Errors
    /// What the native MPI reports.
    ///
    /// # Safety
    /// The buffer holds the elements, and stays as it is until the message has left.
    pub unsafe fn send(&mut self, message: Message, done: Done) -> Result<(), Failure> {
        let Message { buffer, count, datatype, peer } = message;
        self.begin_send("PMPI_Isend", message, done, |channel, request| {
            // SAFETY: the buffer is as this function's contract says. The channel holds its communicator, and `rank`
            // and `tag` are valid there. `begin` passes a valid `request`.
            unsafe {
                let (peer, comm) = (channel.rank(peer), channel.comm().handle());
                functions::PMPI_Isend(buffer, count, datatype, peer, channel.tag(), comm, request)
            }
        })
    }

    /// Begins to receive a message without data.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn expect(&mut self, from: u32, done: Done) -> Result<(), Failure> {
        // SAFETY: the message has no element, so nothing is written.
        unsafe { self.receive(Message::of_bytes(std::ptr::null_mut(), 0, from), done) }
    }

    /// Begins to send one.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn signal(&mut self, to: u32, done: Done) -> Result<(), Failure> {
        // SAFETY: the message has no element, so nothing is read.
        unsafe { self.send(Message::of_bytes(std::ptr::null_mut(), 0, to), done) }
    }

    /// Begins a synchronous send: it ends only when the receiver has begun to receive.
    ///
    /// # Errors
    /// What the native MPI reports.
    ///
    /// # Safety
    /// As for [`Self::send`].
    pub unsafe fn send_to_taker(&mut self, message: Message, done: Done) -> Result<(), Failure> {
        let Message { buffer, count, datatype, peer } = message;
        self.begin_send("PMPI_Issend", message, done, |channel, request| {
            // SAFETY: the buffer is as the contract of `send` says. The channel holds its communicator, and `rank` and
            // `tag` are valid there. `begin` passes a valid `request`.
            unsafe {
                let (peer, comm) = (channel.rank(peer), channel.comm().handle());
                functions::PMPI_Issend(buffer, count, datatype, peer, channel.tag(), comm, request)
            }
        })
    }

    fn begin_send(
        &mut self,
        call: &'static str,
        message: Message,
        done: Done,
        begin: impl FnOnce(&Channel, *mut MPI_Request) -> c_int,
    ) -> Result<(), Failure> {
        self.begin(call, done, begin)?;
        (self.sent)(self.channel.rank(message.peer), message.count, message.datatype, self.channel.comm());
        Ok(())
    }

    fn begin(
        &mut self,
        call: &'static str,
        done: Done,
        begin: impl FnOnce(&Channel, *mut MPI_Request) -> c_int,
    ) -> Result<(), Failure> {
        let mut request = MaybeUninit::<MPI_Request>::zeroed();
        checked(call, begin(&self.channel, request.as_mut_ptr()))?;
        // SAFETY: the native call has succeeded, so it has written the request. (Zeros would be a valid handle, too.)
        self.requests.push(unsafe { request.assume_init() });
        self.reports.push(done);
        Ok(())
    }

    /// Whether nothing is under way.
    pub fn is_empty(&self) -> bool {
        self.requests.is_empty()
    }

    /// Waits until at least one message has come or gone.
    ///
    /// # Errors
    /// What the native MPI reports, other than of one message.
    pub fn wait(&mut self, done: &mut Vec<Done>) -> Result<(), Failure> {
        if faults::are_told() && !self.is_empty() {
            let before = done.len();
            while done.len() == before {
                self.look(done)?;
                std::thread::yield_now();
            }
            return Ok(());
        }
        self.some("PMPI_Waitsome", done, |count, requests, ended, numbers, statuses| {
            // SAFETY: `some` passes `count` requests, which are all under way, and as much room for the numbers and the
            // statuses of those that end.
            unsafe { functions::PMPI_Waitsome(count, requests, ended, numbers, statuses) }
        })
    }

    /// Waits until nothing is under way.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn finish(&mut self) -> Result<(), Failure> {
        let mut done = vec![];
        while !self.is_empty() {
            self.wait(&mut done)?;
        }
        Ok(())
    }

    /// Looks which messages have come or gone, and lets the native MPI work on the others.
    ///
    /// # Errors
    /// As for [`Self::wait`].
    pub fn look(&mut self, done: &mut Vec<Done>) -> Result<(), Failure> {
        if self.is_empty() {
            return self.channel.progress();
        }
        self.channel.check()?;
        self.some("PMPI_Testsome", done, |count, requests, ended, numbers, statuses| {
            // SAFETY: `some` passes `count` requests, which are all under way, and as much room for the numbers and the
            // statuses of those that end.
            unsafe { functions::PMPI_Testsome(count, requests, ended, numbers, statuses) }
        })
    }

    fn some(
        &mut self,
        name: &'static str,
        done: &mut Vec<Done>,
        call: impl FnOnce(c_int, *mut MPI_Request, *mut c_int, *mut c_int, *mut MPI_Status) -> c_int,
    ) -> Result<(), Failure> {
        self.ended.resize(self.requests.len(), 0);
        self.statuses.resize_with(self.requests.len(), MaybeUninit::uninit);
        let mut count = 0;
        let code = call(
            self.requests.len() as c_int,
            self.requests.as_mut_ptr(),
            &raw mut count,
            self.ended.as_mut_ptr(),
            self.statuses.as_mut_ptr().cast(),
        );
        let count = usize::try_from(count).unwrap_or(0);
        if code != SUCCESS && class_of(code) == mpi_sys::MPI_ERR_IN_STATUS as c_int {
            self.keep_failures(name, count);
        } else {
            checked(name, code)?;
        }
        let ended = &mut self.ended[..count];
        // Highest numbers first: what takes the place of a removed request is then none of those that are still to go.
        ended.sort_unstable_by_key(|&index| std::cmp::Reverse(index));
        for &index in ended.iter() {
            self.requests.swap_remove(index as usize);
            done.push(self.reports.swap_remove(index as usize));
        }
        Ok(())
    }

    /// Keeps the first failure among the `count` messages that have ended, in a call that has told each one's status.
    fn keep_failures(&self, call: &'static str, count: usize) {
        for status in &self.statuses[..count] {
            // SAFETY: the call has written the status of each request that it says has ended, with its error.
            let code = unsafe { (*status.as_ptr()).MPI_ERROR };
            if code != SUCCESS {
                self.channel.fail(Failure { call, code });
            }
        }
    }
}

impl Drop for Transfer {
    fn drop(&mut self) {
        // After an error messages may still be under way, and MPI would write into memory that was given back.
        if !self.requests.is_empty() {
            if faults::are_told() {
                self.requests.drain(..).for_each(give_up);
            }
            std::mem::forget(std::mem::take(&mut self.scratches));
        }
    }
}
