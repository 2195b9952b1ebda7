// SPDX-License-Identifier: MIT OR Apache-2.0
//! Nonblocking broadcasts.

use std::ffi::c_int;

use super::raw::{self, Handle};
use super::{Comm, constants, count};

/// A broadcast that has begun, with its buffer, which belongs to the MPI until the broadcast is complete.
pub(crate) struct Pending {
    request: Handle,
    values: Vec<f64>,
}

impl Comm {
    /// `PMPI_Ibcast` of doubles.
    pub(crate) fn begin_broadcast_doubles(&self, mut values: Vec<f64>, root: usize) -> Pending {
        let mut request = constants().request_null;
        // SAFETY: the buffer has the length that is passed. Moving the vector into `Pending` does not move its
        // elements, and `Pending` gives them out or frees them only once the request is complete (`take`, `drop`).
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
    pub(crate) fn take(&mut self) -> Option<Vec<f64>> {
        (self.request == constants().request_null).then(|| std::mem::take(&mut self.values))
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // The process ends soon. Until then the MPI may write into the buffer.
            std::mem::forget(std::mem::take(&mut self.values));
        } else {
            // SAFETY: the request is that of `begin_broadcast_doubles`, or MPI_REQUEST_NULL once `some` has found it
            // complete, for which the call returns at once.
            unsafe { raw::MPI_Wait(&raw mut self.request, constants().status_ignore) };
        }
    }
}

/// `MPI_Waitsome`: waits until at least one is complete.
pub(crate) fn wait_some(pending: &mut [&mut Pending]) {
    some(raw::MPI_Waitsome, pending);
}

/// `MPI_Testsome`: finds those that are complete.
pub(crate) fn test_some(pending: &mut [&mut Pending]) {
    some(raw::MPI_Testsome, pending);
}

fn some(call: raw::Some, pending: &mut [&mut Pending]) {
    let mut requests: Vec<Handle> = pending.iter().map(|pending| pending.request).collect();
    let (mut complete, mut indices) = (0, vec![0 as c_int; requests.len()]);
    // SAFETY: both vectors have the number of elements that is passed. The requests are copies of those of values that
    // are borrowed mutably to the end of this function, which takes the changed handles over below.
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
