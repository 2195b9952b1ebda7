// SPDX-License-Identifier: MIT OR Apache-2.0
//! Nonblocking broadcasts.

use std::ffi::c_int;

use super::raw::{self, Handle};
use super::{Comm, constants, count};

/// A broadcast that has begun, with its buffer, which belongs to the MPI until the broadcast is complete.
pub struct Pending {
    request: Handle,
    values: Vec<f64>,
}

impl Comm {
    /// `PMPI_Ibcast` of doubles.
    pub fn begin_broadcast_doubles(&self, mut values: Vec<f64>, root: usize) -> Pending {
        let mut request = constants().request_null;
        // SAFETY: `Pending` owns the buffer, whose address does not change, and gives it out only once the request is
        // complete.
        unsafe {
            raw::PMPI_Ibcast(
                values.as_mut_ptr().cast(),
                count(values.len()),
                constants().double,
                count(root),
                self.handle,
                &raw mut request,
            )
        };
        Pending { request, values }
    }
}

impl Pending {
    /// The buffer, where the broadcast has been found complete.
    pub fn take(&mut self) -> Option<Vec<f64>> {
        (self.request == constants().request_null).then(|| std::mem::take(&mut self.values))
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // The process ends soon. Until then the MPI may write into the buffer.
            std::mem::forget(std::mem::take(&mut self.values));
        } else {
            // SAFETY: the request of this broadcast, or MPI_REQUEST_NULL, for which the call returns at once.
            unsafe { raw::MPI_Wait(&raw mut self.request, constants().status_ignore) };
        }
    }
}

/// `MPI_Waitsome`: waits until at least one is complete.
pub fn wait_some(pending: &mut [&mut Pending]) {
    some(raw::MPI_Waitsome, pending);
}

/// `MPI_Testsome`: finds those that are complete.
pub fn test_some(pending: &mut [&mut Pending]) {
    some(raw::MPI_Testsome, pending);
}

fn some(call: raw::Some, pending: &mut [&mut Pending]) {
    let mut requests: Vec<Handle> = pending.iter().map(|pending| pending.request).collect();
    let (mut complete, mut indices) = (0, vec![0 as c_int; requests.len()]);
    // SAFETY: both arrays have the number of elements that is passed, and the requests are those of live values.
    unsafe {
        call(
            count(requests.len()),
            requests.as_mut_ptr(),
            &raw mut complete,
            indices.as_mut_ptr(),
            constants().statuses_ignore,
        )
    };
    // Completed requests have become MPI_REQUEST_NULL.
    for (pending, request) in pending.iter_mut().zip(requests) {
        pending.request = request;
    }
}
