// SPDX-License-Identifier: MIT OR Apache-2.0
//! `HSPLIT_Comm_hierarchy`: the whole hierarchy in one call (RR-9077 §3.4 discusses it).
//!
//! All ranks must pass the same `max`, and all or none must want the roots. The first exchange compares both, since a
//! rank that stops early would leave the others waiting.

use std::ffi::c_int;

use mpi_sys::{MPI_Comm, MPI_Info};

use super::runtime;
use super::with_roots::{Descent, Level, Wanted};
use super::{intracommunicator, latency_probe, not_null};
use crate::error::Error;
use crate::pmpi::constants::comm_null;
use crate::pmpi::{OwnedComm, comm, is_usable};
use crate::split_types::HIERARCHY;
use hsplit_core::hash::hash_parts;

/// Where the results of a call go.
#[derive(Clone, Copy)]
pub struct Outputs {
    /// The length of the arrays.
    pub max: c_int,
    /// How many levels this rank got.
    pub depth: *mut c_int,
    /// The communicators, widest first.
    pub newcomms: *mut MPI_Comm,
    /// The communicators of the roots beside them; NULL where they are not wanted.
    pub rootscomms: *mut MPI_Comm,
}

impl Outputs {
    fn mistake(&self) -> Option<Error> {
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
        // SAFETY: `hierarchy` calls this after an exchange in which `mistake` would have made every rank fail, so
        // `depth` and, for `max` above 0, `newcomms` are not NULL. There are at most `max` levels, the length of the
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

/// Splits down to the bottom, or to `max` levels.
///
/// # Errors
/// The caller's mistake, on every rank; what was created until then is freed.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn hierarchy(oldcomm: MPI_Comm, info: MPI_Info, outputs: Outputs) -> Result<(), Error> {
    // SAFETY: `clear` looks for NULL itself; what is not NULL is as long as this function's contract says.
    unsafe { outputs.clear() };
    let runtime = runtime::get();
    if runtime.steps_aside() {
        return Ok(());
    }
    intracommunicator(oldcomm, "comm")?;
    latency_probe::before(runtime, oldcomm)?;
    let (wanted, mut mistake) = Wanted::read(info, outputs.mistake());
    let wants_roots = !outputs.rootscomms.is_null();
    let arguments = hash_parts(&[&outputs.max.to_le_bytes(), &[u8::from(wants_roots)]]) as u16;
    let descent = Descent { selector: HIERARCHY | c_int::from(arguments), wanted: &wanted, roots: wants_roots };
    // A guided split has one level. The exchange is made even where no level fits, to find ranks that disagree.
    let most = if wanted.is_named() { outputs.max.min(1) } else { outputs.max } as usize;
    // The library owns the levels until all are made: an error frees them.
    let mut levels: Vec<Level> = vec![];
    loop {
        let parent = levels.last().map_or(oldcomm, |level| level.newcomm.handle());
        match descent.take(runtime, parent, mistake.take())? {
            Some(made) if levels.len() < most => levels.push(made),
            // At a `max` of 0 one step is taken for its exchange alone.
            _ => break,
        }
        if levels.len() == most {
            break;
        }
    }
    // SAFETY: `outputs.mistake()` was part of the exchange that `Descent::take` makes at least once. It has failed on
    // every rank where an output was missing.
    unsafe { outputs.put(levels) };
    Ok(())
}

/// Frees what [`hierarchy`] made, the narrowest level first.
///
/// # Errors
/// A negative depth, a NULL array.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn free(depth: c_int, newcomms: *mut MPI_Comm, rootscomms: *mut MPI_Comm) -> Result<(), Error> {
    if depth < 0 {
        return Err(Error::Negative("depth", depth));
    }
    if depth > 0 {
        not_null(newcomms, "newcomms")?;
    }
    if !is_usable() {
        return Err(Error::NotUsable);
    }
    for index in (0..depth as usize).rev() {
        for array in [rootscomms, newcomms].into_iter().filter(|array| !array.is_null()) {
            // SAFETY: the array is not NULL, and has `depth` elements by the contract of HSPLIT_Comm_hierarchy_free.
            let handle = unsafe { &mut *array.add(index) };
            if !comm::is_null(*handle) {
                // SAFETY: the handle is one that HSPLIT_Comm_hierarchy gave the program, which gives it back with this
                // call. It is set to MPI_COMM_NULL below.
                drop(unsafe { OwnedComm::take_over(*handle) });
            }
            *handle = comm_null();
        }
    }
    Ok(())
}
