// SPDX-License-Identifier: MIT OR Apache-2.0
//! The library's calls for bindings, placements and phases.

use std::ffi::{CStr, c_int};
use std::ptr;

use super::hierarchy::Info;
use super::{Comm, constants, raw};

/// One worker a node, with as many threads as fit.
const SHAPE: &CStr = c"1:";

/// `HSPLIT_Bind_push` to the whole node, with as many threads as the info says.
pub(crate) fn push(threads: &Threads) {
    // SAFETY: a string, and an info object or MPI_INFO_NULL.
    unsafe {
        raw::HSPLIT_Bind_push(c"Machine".as_ptr(), threads.0.as_ref().map_or(constants().info_null, |info| info.0))
    };
}

/// `HSPLIT_Bind_pop`.
pub(crate) fn pop() {
    // SAFETY: the function has no arguments.
    unsafe { raw::HSPLIT_Bind_pop() };
}

/// The info of a push about threads.
pub(crate) struct Threads(Option<Info>);

impl Threads {
    /// Nothing: as many threads as there are cores, where the process has teams.
    pub(crate) fn any() -> Self {
        Self(None)
    }

    /// A team of this size.
    pub(crate) fn exactly(threads: u32) -> Self {
        Self(Some(Info::with(c"hsplit_threads", &threads.to_string())))
    }
}

/// How many processing units the process is bound to, and how many bindings are pushed, by `HSPLIT_Bind_get`.
pub(crate) fn bound() -> (c_int, c_int) {
    let (mut units, mut pushed) = (0, 0);
    // SAFETY: NULL is allowed for what is not wanted; the other outputs are variables of this function.
    unsafe { raw::HSPLIT_Bind_get(ptr::null_mut(), 0, ptr::null_mut(), &raw mut units, &raw mut pushed) };
    (units, pushed)
}

/// An `HSPLIT_Placement`, for phases with one worker a node.
pub(crate) struct Placement(c_int);

/// The result of `HSPLIT_Placement_elect`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Election {
    /// True if this rank works.
    pub(crate) worker: bool,
    /// Its number of threads.
    pub(crate) threads: u32,
    /// How many ranks of the node work.
    pub(crate) workers: c_int,
}

impl Placement {
    /// `HSPLIT_Placement_create`. Freeing it is collective, too.
    pub(crate) fn new(comm: &Comm) -> Self {
        let mut placement = 0;
        // SAFETY: a communicator that its value keeps alive, and a variable of this function for the handle.
        unsafe { raw::HSPLIT_Placement_create(comm.handle, constants().info_null, &raw mut placement) };
        Self(placement)
    }

    /// `HSPLIT_Placement_elect`.
    pub(crate) fn elect(&self) -> Election {
        let (mut worker, mut threads, mut index, mut workers) = (0, 0, 0, 0);
        // SAFETY: a string, and variables of this function for the outputs.
        unsafe {
            raw::HSPLIT_Placement_elect(
                self.0,
                SHAPE.as_ptr(),
                constants().info_null,
                &raw mut worker,
                &raw mut threads,
                &raw mut index,
                &raw mut workers,
            );
        }
        Election { worker: worker != 0, threads: threads.max(0) as u32, workers }
    }

    /// The number of workers of all nodes, by `HSPLIT_Placement_comm`, on ranks that are one. Collective.
    pub(crate) fn workers(&self) -> Option<usize> {
        let mut comm = constants().comm_null;
        // SAFETY: a string, and a variable of this function for the handle. The communicator belongs to the placement.
        unsafe { raw::HSPLIT_Placement_comm(self.0, SHAPE.as_ptr(), constants().info_null, &raw mut comm) };
        if comm == constants().comm_null {
            return None;
        }
        let mut size = 0;
        // SAFETY: the handle is not MPI_COMM_NULL; the output is an int of this function.
        unsafe { raw::MPI_Comm_size(comm, &raw mut size) };
        Some(size as usize)
    }

    /// `HSPLIT_Node_barrier`.
    pub(crate) fn barrier(&self) {
        // SAFETY: the handle is that of `new`.
        unsafe { raw::HSPLIT_Node_barrier(self.0) };
    }

    /// `HSPLIT_Phase_begin`: whether this rank works.
    pub(crate) fn begin(&self) -> bool {
        let mut worker = 0;
        // SAFETY: a string, a variable of this function, and NULL for the communicator, which is not wanted.
        unsafe {
            raw::HSPLIT_Phase_begin(self.0, SHAPE.as_ptr(), constants().info_null, &raw mut worker, ptr::null_mut())
        };
        worker != 0
    }

    /// `HSPLIT_Phase_end`.
    pub(crate) fn end(&self) {
        // SAFETY: the handle is that of `new`.
        unsafe { raw::HSPLIT_Phase_end(self.0) };
    }
}

impl Drop for Placement {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            // SAFETY: `new` has made the placement, and this value alone has its handle.
            unsafe { raw::HSPLIT_Placement_free(&raw mut self.0) };
        }
    }
}
