// SPDX-License-Identifier: MIT OR Apache-2.0
//! `HSPLIT_Comm_hierarchy`: the whole hierarchy in one call (RR-9077 §3.4 discusses it).
//!
//! All ranks must pass the same `max`, and all or none must request the roots. The first exchange compares both, since
//! a rank that stops early would leave the others waiting.

use std::ffi::c_int;

use mpi_sys::{MPI_Comm, MPI_Info};

use super::communicator_tree;
use super::runtime;
use super::seemingly_local::wait_for_all;
use super::with_roots::{Descent, Level, Wanted};
use super::{intracommunicator, latency_probe, not_null};
use crate::error::Error;
use crate::split_types::HIERARCHY;
use hsplit_mpi::constants::{SUCCESS, comm_null};
use hsplit_mpi::{OwnedComm, comm, is_usable};

/// The outputs of a call.
#[derive(Clone, Copy)]
pub struct Outputs {
    /// The length of the arrays.
    pub max: c_int,
    /// The number of levels that this rank got.
    pub depth: *mut c_int,
    /// The communicators, widest first.
    pub newcomms: *mut MPI_Comm,
    /// The communicators of the roots; NULL if they are not requested.
    pub rootscomms: *mut MPI_Comm,
}

impl Outputs {
    fn own_error(&self) -> Option<Error> {
        if self.max < 0 {
            return Some(Error::Negative("max", self.max));
        }
        not_null(self.depth, "depth")
            .and_then(|()| if self.max > 0 { not_null(self.newcomms, "newcomms") } else { Ok(()) })
            .err()
    }

    unsafe fn clear(&self) {
        for array in [self.newcomms, self.rootscomms].into_iter().filter(|array| !array.is_null()) {
            for index in 0..self.max.max(0) as usize {
                // SAFETY: the array is not NULL, and has `max` elements by the contract of HSPLIT_Comm_hierarchy.
                unsafe { *array.add(index) = comm_null() };
            }
        }
        if !self.depth.is_null() {
            // SAFETY: not NULL, and a place for an int by the contract of HSPLIT_Comm_hierarchy.
            unsafe { *self.depth = 0 };
        }
    }

    unsafe fn put(&self, levels: Vec<Level>) {
        // SAFETY: `hierarchy` calls this after an exchange in which `own_error` would have failed every rank,
        // so `depth` and, for `max` above 0, `newcomms` are not NULL. There are at most `max` levels, the length of the
        // arrays.
        unsafe {
            *self.depth = levels.len() as c_int;
            for (index, level) in levels.into_iter().enumerate() {
                *self.newcomms.add(index) = level.newcomm.give_away();
                if !self.rootscomms.is_null() {
                    *self.rootscomms.add(index) = level.rootscomm.map_or_else(comm_null, OwnedComm::give_away);
                }
            }
        }
    }
}

/// Returns the number of the call for the comparison between ranks. It differs if the arguments do, in the 16 bits that
/// a selector has for them. No hierarchy is as deep as the largest distinguishable `max`.
fn selector(max: c_int, wants_roots: bool) -> c_int {
    HIERARCHY | max.clamp(0, 0x7fff) << 1 | c_int::from(wants_roots)
}

/// Splits down to the last level, or to `max` levels.
///
/// # Errors
/// An argument is invalid, on every rank; the communicators created so far are freed.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn hierarchy(oldcomm: MPI_Comm, info: MPI_Info, outputs: Outputs) -> Result<(), Error> {
    // SAFETY: `clear` checks for NULL itself; other outputs are as long as this function's contract requires.
    unsafe { outputs.clear() };
    let runtime = runtime::get();
    if runtime.is_disabled() {
        return Ok(());
    }
    intracommunicator(oldcomm, "comm")?;
    latency_probe::before(runtime, oldcomm)?;
    let (wanted, mut own_error) = Wanted::read(info, outputs.own_error());
    let wants_roots = !outputs.rootscomms.is_null();
    let descent = Descent { selector: selector(outputs.max, wants_roots), wanted: &wanted, roots: wants_roots };
    // A guided split has one level. The exchange is made even if `max` is 0, to detect ranks that disagree.
    let most = if wanted.is_named() { outputs.max.min(1) } else { outputs.max } as usize;
    // The library owns the levels until all are created: an error frees them.
    let mut levels: Vec<Level> = vec![];
    wait_for_all("HSPLIT_Comm_hierarchy", || -> Result<(), Error> {
        loop {
            let parent = levels.last().map_or(oldcomm, |level| level.newcomm.handle());
            match descent.take(runtime, parent, own_error.take())? {
                Some(made) if levels.len() < most => levels.push(made),
                // With a `max` of 0, one step is taken only for its exchange.
                _ => return Ok(()),
            }
            if levels.len() == most {
                return Ok(());
            }
        }
    })?;
    // SAFETY: `outputs.own_error()` was part of the exchange that `Descent::take` makes at least once. It has failed on
    // every rank if an output was missing.
    unsafe { outputs.put(levels) };
    Ok(())
}

/// The levels that [`hierarchy`] has returned to the program, which passes them to be freed.
#[derive(Clone, Copy)]
pub struct Levels {
    /// The number of levels.
    pub depth: c_int,
    /// The communicators, widest first.
    pub newcomms: *mut MPI_Comm,
    /// The communicators of the roots; NULL if there are none.
    pub rootscomms: *mut MPI_Comm,
}

impl Levels {
    /// Checks the arguments.
    ///
    /// # Errors
    /// The depth is negative, an array is NULL, or MPI cannot be used.
    pub fn check(&self) -> Result<(), Error> {
        if self.depth < 0 {
            return Err(Error::Negative("depth", self.depth));
        }
        if self.depth > 0 {
            not_null(self.newcomms, "newcomms")?;
        }
        if is_usable() { Ok(()) } else { Err(Error::NotUsable) }
    }

    /// Frees all communicators, the narrowest level first, like `MPI_Comm_free` of the program: its callbacks that
    /// delete attributes may make calls. Returns the first code that is not `MPI_SUCCESS`.
    ///
    /// # Safety
    /// [`Self::check`] has found no error, and the arrays have `depth` elements that the program may free.
    pub unsafe fn free(self) -> c_int {
        let mut result = SUCCESS;
        for index in (0..self.depth as usize).rev() {
            for array in [self.rootscomms, self.newcomms].into_iter().filter(|array| !array.is_null()) {
                let handle = array.wrapping_add(index);
                // SAFETY: the array is not NULL, and `index` is less than `depth`, the number of its elements. Each is
                // MPI_COMM_NULL or a communicator of HSPLIT_Comm_hierarchy, which the program passes to be freed.
                let code = unsafe {
                    let free = || communicator_tree::free(|| Some(*handle), || comm::free(handle));
                    let code = if comm::is_null(*handle) { SUCCESS } else { free() };
                    *handle = comm_null();
                    code
                };
                result = if result == SUCCESS { code } else { result };
            }
        }
        result
    }
}
