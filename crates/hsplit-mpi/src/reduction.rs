// SPDX-License-Identifier: MIT OR Apache-2.0
//! Merges summaries in an MPI reduction.
//!
//! The datatype is as long as a summary, so an MPI that segments long messages never divides one. The operation is
//! associative and commutative, so all ranks get the same result in any order.

use std::ffi::{c_int, c_void};
use std::panic::catch_unwind;
use std::sync::{Mutex, PoisonError};

use mpi_sys::{MPI_Datatype, MPI_Op};

use super::constants::byte;
use super::functions;
use super::{Failure, checked};
use hsplit_core::exchange::{SUMMARY, Summary};

/// The datatype and the operation, made once and kept until `MPI_Finalize`.
#[derive(Clone, Copy)]
pub struct Reduction {
    /// One summary.
    pub datatype: MPI_Datatype,
    /// [`Summary::merge`].
    pub op: MPI_Op,
}

static REDUCTION: Mutex<Option<Reduction>> = Mutex::new(None);

// SAFETY: handles of datatypes and operations belong to no thread, and MPI counts their uses.
unsafe impl Send for Reduction {}

impl Reduction {
    /// The datatype and the operation.
    ///
    /// # Errors
    /// A native call fails.
    pub fn get() -> Result<Self, Failure> {
        let mut reduction = REDUCTION.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = *reduction {
            return Ok(made);
        }
        let made = Self::make()?;
        *reduction = Some(made);
        Ok(made)
    }

    /// Frees both.
    pub fn release() {
        if let Some(mut made) = REDUCTION.lock().unwrap_or_else(PoisonError::into_inner).take() {
            // SAFETY: `make` has made both, and `take` has left none for another thread. No call of the library is
            // active: each returns only when its reduction is complete. A failure has no remedy here.
            unsafe {
                let _ = functions::PMPI_Op_free(&raw mut made.op);
                let _ = functions::PMPI_Type_free(&raw mut made.datatype);
            }
        }
    }

    fn make() -> Result<Self, Failure> {
        let mut datatype = byte();
        // SAFETY: `datatype` and `op` are locals. `merge` has the type of MPI's callback, which the compiler compares
        // with `mpi_sys`.
        unsafe {
            checked(
                "PMPI_Type_contiguous",
                functions::PMPI_Type_contiguous(SUMMARY as c_int, byte(), &raw mut datatype),
            )?;
            checked("PMPI_Type_commit", functions::PMPI_Type_commit(&raw mut datatype))?;
            let mut op = super::constants::sum();
            checked("PMPI_Op_create", functions::PMPI_Op_create(Some(merge), 1, &raw mut op))?;
            Ok(Self { datatype, op })
        }
    }
}

/// Merges `*len` summaries of `input` into those of `inout`.
///
/// # Safety
/// Called by MPI with buffers of `*len` elements of [`Reduction::datatype`].
unsafe extern "C" fn merge(input: *mut c_void, inout: *mut c_void, len: *mut c_int, _datatype: *mut MPI_Datatype) {
    // SAFETY: MPI calls this with `*len` elements of `Reduction::datatype` on both sides, each SUMMARY bytes long (MPI
    // 3.1 §5.9.5). The result is written to the second, so the two arrays are disjoint.
    let (input, inout) = unsafe {
        let bytes = *len as usize * SUMMARY;
        (
            std::slice::from_raw_parts(input.cast::<u8>(), bytes),
            std::slice::from_raw_parts_mut(inout.cast::<u8>(), bytes),
        )
    };
    let merged = catch_unwind(|| {
        let pairs = input.chunks_exact(SUMMARY).zip(inout.chunks_exact(SUMMARY));
        let merge_pair = |(a, b)| Some(Summary::decode(a)?.merge(Summary::decode(b)?).encode());
        pairs.map(merge_pair).collect::<Option<Vec<_>>>()
    });
    match merged {
        Ok(Some(merged)) => inout.copy_from_slice(merged.as_flattened()),
        // Not a summary: decoding the result fails on every rank.
        _ => inout.fill(0),
    }
}
