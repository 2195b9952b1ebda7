// SPDX-License-Identifier: MIT OR Apache-2.0
//! Calls that send, to the own process or to neighbours, under both of their names: the MPI's own, and the name that
//! the library intercepts.

use std::ffi::{c_int, c_void};

use super::raw::{self, Handle};
use super::transfer::SendReceive;
use super::{Comm, constants, count};

type Send = unsafe extern "C" fn(*const c_void, c_int, Handle, c_int, c_int, Handle, *mut Handle) -> c_int;

/// A set of calls that send.
pub(crate) struct Sends {
    /// Its name in tables and figures.
    pub(crate) name: &'static str,
    isend: Send,
    send_init: Send,
    start: unsafe extern "C" fn(*mut Handle) -> c_int,
    sendrecv: SendReceive,
}

/// The MPI's functions.
pub(crate) const NATIVE: Sends = Sends {
    name: "native",
    isend: raw::PMPI_Isend,
    send_init: raw::PMPI_Send_init,
    start: raw::PMPI_Start,
    sendrecv: raw::PMPI_Sendrecv,
};

/// The functions that the library intercepts.
pub(crate) const LIBRARY: Sends = Sends {
    name: "library",
    isend: raw::MPI_Isend,
    send_init: raw::MPI_Send_init,
    start: raw::MPI_Start,
    sendrecv: raw::MPI_Sendrecv,
};

impl Sends {
    /// [`Comm::exchange`] by these calls.
    pub(crate) fn exchange(
        &self,
        comm: &Comm,
        (row, to): (&[f64], Option<usize>),
        (from, into): (Option<usize>, &mut [f64]),
    ) {
        comm.exchange_by(self.sendrecv, (row, to), (from, into));
    }
}

/// Messages of 8 bytes to the own process, on a communicator of their own.
pub(crate) struct ToSelf {
    comm: Comm,
    sends: &'static Sends,
    /// One double, which the persistent request sends.
    value: Vec<f64>,
    /// One double, which is received.
    arrived: Vec<f64>,
    persistent: Handle,
}

// SAFETY: handles of MPI may be used by any thread; where a value goes to another thread, MPI has been started with
// MPI_THREAD_MULTIPLE. No other value shares the communicator and the request.
unsafe impl std::marker::Send for ToSelf {}

impl ToSelf {
    /// On a communicator.
    pub(crate) fn new(comm: Comm, sends: &'static Sends) -> Self {
        let (value, mut persistent) = (vec![1.0], constants().request_null);
        // SAFETY: one double, whose address does not change when the vector is moved, and which lives as long as the
        // request (`drop`); a rank of the communicator; a handle of this function for the result.
        unsafe {
            (sends.send_init)(
                value.as_ptr().cast(),
                1,
                constants().double,
                count(comm.rank),
                0,
                comm.handle,
                &raw mut persistent,
            )
        };
        Self { comm, sends, value, arrived: vec![0.0], persistent }
    }

    /// `MPI_Irecv`, `MPI_Isend`, `MPI_Wait` for both. Gives what has arrived.
    pub(crate) fn isend(&mut self) -> f64 {
        let receive = self.receive();
        let mut request = constants().request_null;
        // SAFETY: one double, which lives until the request is complete, below; a handle of this function for it.
        unsafe {
            (self.sends.isend)(
                self.value.as_ptr().cast(),
                1,
                constants().double,
                count(self.comm.rank),
                0,
                self.comm.handle,
                &raw mut request,
            )
        };
        self.complete(request, receive)
    }

    /// `MPI_Irecv`, `MPI_Start`, `MPI_Wait` for both. Gives what has arrived.
    pub(crate) fn start(&mut self) -> f64 {
        let receive = self.receive();
        // SAFETY: the persistent request of this value, which is inactive: whatever starts it completes it.
        unsafe { (self.sends.start)(&raw mut self.persistent) };
        self.complete(self.persistent, receive)
    }

    /// The receive comes first: the other order crashes Open MPI 4.1.4 where threads call at the same time.
    fn receive(&mut self) -> Handle {
        let mut request = constants().request_null;
        // SAFETY: one double, which no one reads until the request is complete (`complete`); a handle of this function
        // for it.
        unsafe {
            raw::MPI_Irecv(
                self.arrived.as_mut_ptr().cast(),
                1,
                constants().double,
                count(self.comm.rank),
                0,
                self.comm.handle,
                &raw mut request,
            )
        };
        request
    }

    fn complete(&mut self, send: Handle, receive: Handle) -> f64 {
        for mut request in [send, receive] {
            // SAFETY: the caller has just started both requests and hands them over. MPI writes the handle, a local,
            // and no status.
            unsafe { raw::MPI_Wait(&raw mut request, constants().status_ignore) };
        }
        std::mem::take(&mut self.arrived[0])
    }
}

impl Drop for ToSelf {
    fn drop(&mut self) {
        // SAFETY: the persistent request is this value's alone, and `complete` has ended each of its starts, so nothing
        // of it is under way.
        unsafe { raw::MPI_Request_free(&raw mut self.persistent) };
    }
}
