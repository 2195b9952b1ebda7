// SPDX-License-Identifier: MIT OR Apache-2.0
//! The library's counting of what a program sends.

use std::ffi::c_int;
use std::ptr;

use super::{Comm, constants, raw};

/// A session of counting. It is freed on drop.
pub(crate) struct Monitor {
    handle: c_int,
}

impl Monitor {
    /// `HSPLIT_Monitor_start`.
    pub(crate) fn start(comm: &Comm) -> Self {
        let mut handle = 0;
        // SAFETY: a communicator that its value keeps alive, and an int of this function for the handle.
        unsafe { raw::HSPLIT_Monitor_start(comm.handle, constants().info_null, &raw mut handle) };
        Self { handle }
    }

    /// `HSPLIT_Monitor_reorder`: a communicator whose ranks fit what was sent.
    pub(crate) fn reordered(&self) -> Comm {
        let mut new = constants().comm_null;
        // SAFETY: the handle is of a session of this value; a handle of this function for the result; NULL is allowed
        // for the other outputs.
        unsafe {
            raw::HSPLIT_Monitor_reorder(
                self.handle,
                constants().info_null,
                &raw mut new,
                ptr::null_mut(),
                ptr::null_mut(),
            )
        };
        Comm::of(new).expect("every rank has a role")
    }
}

impl Drop for Monitor {
    fn drop(&mut self) {
        // SAFETY: the handle is of a session that this value owns.
        unsafe { raw::HSPLIT_Monitor_free(&raw mut self.handle) };
    }
}
