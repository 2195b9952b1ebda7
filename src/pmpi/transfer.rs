// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages under way, and the room that they need.

use std::ffi::{c_int, c_void};

use mpi_sys::{MPI_Datatype, MPI_Request};

use super::constants::{byte, statuses_ignore};
use super::functions;
use super::{Comm, Failure, checked};
use hsplit_collectives::transport::Done;

/// All messages of a call go over a communicator of the library's own, where the order between two ranks tells them
/// apart.
const TAG: c_int = 0;

/// Memory whose messages may be under way: aligned for every basic datatype.
pub type Scratch = Vec<u128>;

/// The messages of one call that are under way.
pub struct Transfer {
    comm: Comm,
    requests: Vec<MPI_Request>,
    /// What the end of each request means.
    meanings: Vec<Done>,
    ended: Vec<c_int>,
    rooms: Vec<Scratch>,
}

impl Transfer {
    /// Nothing under way.
    pub fn new(comm: Comm) -> Self {
        Self { comm, requests: vec![], meanings: vec![], ended: vec![], rooms: vec![] }
    }

    /// Memory of at least `bytes` bytes, zeroed, which stays as long as messages may be under way.
    pub fn scratch(&mut self, bytes: usize) -> *mut u8 {
        let mut scratch: Scratch = vec![0; bytes.div_ceil(size_of::<u128>()).max(1)];
        let address = scratch.as_mut_ptr().cast();
        self.rooms.push(scratch);
        address
    }

    /// Begins to receive.
    ///
    /// # Errors
    /// What the native MPI reports.
    ///
    /// # Safety
    /// The buffer has room for `count` elements until the message is here.
    pub unsafe fn receive(
        &mut self,
        buffer: *mut c_void,
        count: c_int,
        datatype: MPI_Datatype,
        from: u32,
        done: Done,
    ) -> Result<(), Failure> {
        self.begin("PMPI_Irecv", done, |comm, request| {
            // SAFETY: the caller's promise; the output is valid.
            unsafe { functions::PMPI_Irecv(buffer, count, datatype, from as c_int, TAG, comm.handle(), request) }
        })
    }

    /// Begins to send.
    ///
    /// # Errors
    /// What the native MPI reports.
    ///
    /// # Safety
    /// The buffer holds `count` elements, and stays as it is until the message has left.
    pub unsafe fn send(
        &mut self,
        buffer: *const c_void,
        count: c_int,
        datatype: MPI_Datatype,
        to: u32,
        done: Done,
    ) -> Result<(), Failure> {
        self.begin("PMPI_Isend", done, |comm, request| {
            // SAFETY: the caller's promise; the output is valid.
            unsafe { functions::PMPI_Isend(buffer, count, datatype, to as c_int, TAG, comm.handle(), request) }
        })
    }

    /// Begins to receive a message without data.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn expect(&mut self, from: u32, done: Done) -> Result<(), Failure> {
        // SAFETY: no element.
        unsafe { self.receive(std::ptr::null_mut(), 0, byte(), from, done) }
    }

    /// Begins to send one.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn signal(&mut self, to: u32, done: Done) -> Result<(), Failure> {
        // SAFETY: no element.
        unsafe { self.send(std::ptr::null(), 0, byte(), to, done) }
    }

    /// Begins to send what counts as gone only when the receiver has begun to receive it.
    ///
    /// # Errors
    /// What the native MPI reports.
    ///
    /// # Safety
    /// As for [`Self::send`].
    pub unsafe fn send_to_taker(
        &mut self,
        buffer: *const c_void,
        count: c_int,
        datatype: MPI_Datatype,
        to: u32,
        done: Done,
    ) -> Result<(), Failure> {
        self.begin("PMPI_Issend", done, |comm, request| {
            // SAFETY: the caller's promise; the output is valid.
            unsafe { functions::PMPI_Issend(buffer, count, datatype, to as c_int, TAG, comm.handle(), request) }
        })
    }

    fn begin(
        &mut self,
        call: &'static str,
        done: Done,
        begin: impl FnOnce(&Comm, *mut MPI_Request) -> c_int,
    ) -> Result<(), Failure> {
        let mut request = std::mem::MaybeUninit::<MPI_Request>::zeroed();
        checked(call, begin(&self.comm, request.as_mut_ptr()))?;
        // SAFETY: the native call has written it; all zero would be a valid value of any handle type, too.
        self.requests.push(unsafe { request.assume_init() });
        self.meanings.push(done);
        Ok(())
    }

    /// Whether nothing is under way.
    pub fn is_empty(&self) -> bool {
        self.requests.is_empty()
    }

    /// Waits until at least one message has come or gone.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn wait(&mut self, done: &mut Vec<Done>) -> Result<(), Failure> {
        self.some("PMPI_Waitsome", done, |count, requests, ended, numbers| {
            // SAFETY: there are as many requests, and as much room for their numbers, as stated.
            unsafe { functions::PMPI_Waitsome(count, requests, ended, numbers, statuses_ignore()) }
        })
    }

    /// Looks which messages have come or gone, and lets the native MPI work on the others.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn look(&mut self, done: &mut Vec<Done>) -> Result<(), Failure> {
        if self.is_empty() {
            return self.comm.progress();
        }
        self.some("PMPI_Testsome", done, |count, requests, ended, numbers| {
            // SAFETY: as above.
            unsafe { functions::PMPI_Testsome(count, requests, ended, numbers, statuses_ignore()) }
        })
    }

    fn some(
        &mut self,
        name: &'static str,
        done: &mut Vec<Done>,
        call: impl FnOnce(c_int, *mut MPI_Request, *mut c_int, *mut c_int) -> c_int,
    ) -> Result<(), Failure> {
        self.ended.resize(self.requests.len(), 0);
        let mut count = 0;
        checked(
            name,
            call(self.requests.len() as c_int, self.requests.as_mut_ptr(), &raw mut count, self.ended.as_mut_ptr()),
        )?;
        let ended = &mut self.ended[..usize::try_from(count).unwrap_or(0)];
        // What is behind the highest number moves into its place.
        ended.sort_unstable_by_key(|&index| std::cmp::Reverse(index));
        for &index in ended.iter() {
            self.requests.swap_remove(index as usize);
            done.push(self.meanings.swap_remove(index as usize));
        }
        Ok(())
    }
}

impl Drop for Transfer {
    fn drop(&mut self) {
        // After an error messages may still be under way: the MPI would write into memory that belongs to somebody else
        // by then.
        if !self.requests.is_empty() {
            std::mem::forget(std::mem::take(&mut self.rooms));
        }
    }
}
