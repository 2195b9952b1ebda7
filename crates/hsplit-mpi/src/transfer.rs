// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pending messages, and the memory that they need.
//!
//! A message that fails, for instance because it is too long for its receiver, is treated as complete: other ranks wait
//! for the next steps of this rank. The channel keeps the first such failure for the end of the call.

use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::sync::Arc;

use mpi_sys::{MPI_Datatype, MPI_Request, MPI_Status};

use super::channel::{Channel, Sent, give_up};
use super::constants::{SUCCESS, byte};
use super::error_handler::class_of;
use super::{Failure, checked, faults, functions};
use hsplit_collectives::transport::Done;

/// Memory of messages that may be pending, aligned for every basic datatype.
pub type Scratch = Vec<u128>;

/// A message.
#[derive(Clone, Copy)]
pub struct Message {
    /// The address of its data. The buffer of a message that is sent is only read.
    pub buffer: *mut c_void,
    /// The number of elements.
    pub count: c_int,
    /// Their datatype.
    pub datatype: MPI_Datatype,
    /// The rank of the sender or receiver.
    pub peer: u32,
}

impl Message {
    /// A message of bytes.
    pub fn of_bytes(buffer: *mut u8, length: usize, peer: u32) -> Self {
        Self { buffer: buffer.cast(), count: length as c_int, datatype: byte(), peer }
    }
}

/// The pending messages of one call.
pub struct Transfer {
    channel: Arc<Channel>,
    sent: Sent,
    requests: Vec<MPI_Request>,
    /// The values that are returned when the requests complete.
    reports: Vec<Done>,
    ended: Vec<c_int>,
    statuses: Vec<MaybeUninit<MPI_Status>>,
    scratches: Vec<Scratch>,
}

impl Transfer {
    /// No pending message yet. `sent` is called for each message that is sent.
    pub fn new(channel: Arc<Channel>, sent: Sent) -> Self {
        Self { channel, sent, requests: vec![], reports: vec![], ended: vec![], statuses: vec![], scratches: vec![] }
    }

    /// Allocates at least `bytes` bytes, zeroed, which exist as long as messages may be pending.
    pub fn scratch(&mut self, bytes: usize) -> *mut u8 {
        let mut scratch: Scratch = vec![0; bytes.div_ceil(size_of::<u128>()).max(1)];
        let address = scratch.as_mut_ptr().cast();
        self.scratches.push(scratch);
        address
    }

    /// Begins to receive.
    ///
    /// # Errors
    /// A native call fails.
    ///
    /// # Safety
    /// The buffer has the capacity for the elements, and nothing else uses it, until the message is received.
    pub unsafe fn receive(&mut self, message: Message, done: Done) -> Result<(), Failure> {
        let Message { buffer, count, datatype, peer } = message;
        self.begin("PMPI_Irecv", done, |channel, request| {
            // SAFETY: the buffer satisfies this function's contract. The channel holds its communicator, and `rank` and
            // `tag` are valid there. `begin` passes a valid `request`.
            unsafe {
                let (peer, comm) = (channel.rank(peer), channel.comm().handle());
                functions::PMPI_Irecv(buffer, count, datatype, peer, channel.tag(), comm, request)
            }
        })
    }

    /// Begins to send.
    ///
    /// # Errors
    /// A native call fails.
    ///
    /// # Safety
    /// The buffer holds the elements, and does not change until the message is sent.
    pub unsafe fn send(&mut self, message: Message, done: Done) -> Result<(), Failure> {
        let Message { buffer, count, datatype, peer } = message;
        self.begin_send("PMPI_Isend", message, done, |channel, request| {
            // SAFETY: the buffer satisfies this function's contract. The channel holds its communicator, and `rank` and
            // `tag` are valid there. `begin` passes a valid `request`.
            unsafe {
                let (peer, comm) = (channel.rank(peer), channel.comm().handle());
                functions::PMPI_Isend(buffer, count, datatype, peer, channel.tag(), comm, request)
            }
        })
    }

    /// Begins to receive a message without data.
    ///
    /// # Errors
    /// A native call fails.
    pub fn expect(&mut self, from: u32, done: Done) -> Result<(), Failure> {
        // SAFETY: the message has no element, so nothing is written.
        unsafe { self.receive(Message::of_bytes(std::ptr::null_mut(), 0, from), done) }
    }

    /// Begins to send a message without data.
    ///
    /// # Errors
    /// A native call fails.
    pub fn signal(&mut self, to: u32, done: Done) -> Result<(), Failure> {
        // SAFETY: the message has no element, so nothing is read.
        unsafe { self.send(Message::of_bytes(std::ptr::null_mut(), 0, to), done) }
    }

    /// Begins a synchronous send, which completes only when the receiver has begun to receive.
    ///
    /// # Errors
    /// A native call fails.
    ///
    /// # Safety
    /// As for [`Self::send`].
    pub unsafe fn send_to_taker(&mut self, message: Message, done: Done) -> Result<(), Failure> {
        let Message { buffer, count, datatype, peer } = message;
        self.begin_send("PMPI_Issend", message, done, |channel, request| {
            // SAFETY: the buffer satisfies the contract of `send`. The channel holds its communicator, and `rank` and
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

    /// True if no message is pending.
    pub fn is_empty(&self) -> bool {
        self.requests.is_empty()
    }

    /// Waits until at least one message is complete.
    ///
    /// # Errors
    /// A native call fails for another reason than one message.
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
            // SAFETY: `some` passes `count` requests, which are all active, and arrays of the same length for the
            // indices and statuses of completed requests.
            unsafe { functions::PMPI_Waitsome(count, requests, ended, numbers, statuses) }
        })
    }

    /// Waits until no message is pending.
    ///
    /// # Errors
    /// A native call fails.
    pub fn finish(&mut self) -> Result<(), Failure> {
        let mut done = vec![];
        while !self.is_empty() {
            self.wait(&mut done)?;
        }
        Ok(())
    }

    /// Tests which messages are complete, and lets the native MPI progress the others.
    ///
    /// # Errors
    /// As for [`Self::wait`].
    pub fn look(&mut self, done: &mut Vec<Done>) -> Result<(), Failure> {
        if self.is_empty() {
            return self.channel.progress();
        }
        self.channel.check()?;
        self.some("PMPI_Testsome", done, |count, requests, ended, numbers, statuses| {
            // SAFETY: `some` passes `count` requests, which are all active, and arrays of the same length for the
            // indices and statuses of completed requests.
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
        // Highest indices first: the request that replaces a removed one is then not among those still to be removed.
        ended.sort_unstable_by_key(|&index| std::cmp::Reverse(index));
        for &index in ended.iter() {
            self.requests.swap_remove(index as usize);
            done.push(self.reports.swap_remove(index as usize));
        }
        Ok(())
    }

    /// Keeps the first failure among the `count` completed messages, after a call that has returned the status of each.
    fn keep_failures(&self, call: &'static str, count: usize) {
        for status in &self.statuses[..count] {
            // SAFETY: the call has written the status, with its error, of each request that it reports as complete.
            let code = unsafe { (*status.as_ptr()).MPI_ERROR };
            if code != SUCCESS {
                self.channel.fail(Failure { call, code });
            }
        }
    }
}

impl Drop for Transfer {
    fn drop(&mut self) {
        // After an error messages may still be pending, and MPI would write into freed memory.
        if !self.requests.is_empty() {
            if faults::are_told() {
                self.requests.drain(..).for_each(give_up);
            }
            std::mem::forget(std::mem::take(&mut self.scratches));
        }
    }
}
