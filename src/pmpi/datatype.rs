// SPDX-License-Identifier: MIT OR Apache-2.0
//! What datatypes look like in memory, and whether the native MPI takes them.
//!
//! A call may be given arguments that only the native call should complain of, by its own name and to the right
//! handler. So they are shown first to a communicator of one rank that returns errors as codes, where a collective call
//! checks everything and does nothing.

use std::ffi::{c_int, c_void};
use std::sync::{Mutex, PoisonError};

use mpi_sys::{MPI_Aint, MPI_Datatype, MPI_Op};

use super::constants::{SUCCESS, in_place, status_ignore};
use super::functions;
use super::{Comm, Failure, checked};
use hsplit_core::communicator::Communicator;

static PROBE: Mutex<Option<Probe>> = Mutex::new(None);

struct Probe(Comm);

// SAFETY: MPI handles may be used from any thread.
unsafe impl Send for Probe {}

/// The communicator of this rank alone.
fn probe() -> Result<Comm, Failure> {
    let mut probe = PROBE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(Probe(comm)) = *probe {
        return Ok(comm);
    }
    let comm = Comm::own()?.private()?;
    *probe = Some(Probe(comm));
    Ok(comm)
}

/// Gives the communicator back, before `MPI_Finalize`.
pub fn release() {
    if let Some(Probe(comm)) = PROBE.lock().unwrap_or_else(PoisonError::into_inner).take() {
        comm.free();
    }
}

/// Whether the native MPI takes these arguments for data.
///
/// # Errors
/// What the native MPI reports, other than of these arguments.
pub fn is_data(buffer: *const c_void, count: c_int, datatype: MPI_Datatype) -> Result<bool, Failure> {
    let comm = probe()?;
    // SAFETY: a broadcast among one rank looks at its arguments and not into the buffer.
    Ok(unsafe { functions::PMPI_Bcast(buffer.cast_mut(), count, datatype, 0, comm.handle()) } == SUCCESS)
}

/// Whether the native MPI takes this operation for this datatype.
///
/// # Errors
/// As for [`is_data`].
pub fn is_operation(op: MPI_Op, datatype: MPI_Datatype) -> Result<bool, Failure> {
    let comm = probe()?;
    let mut nothing = 0u128;
    // SAFETY: no element is looked at.
    Ok(unsafe { functions::PMPI_Allreduce(in_place(), (&raw mut nothing).cast(), 0, datatype, op, comm.handle()) }
        == SUCCESS)
}

/// Whether an operation's operands may change places.
///
/// # Errors
/// What the native MPI reports.
pub fn commutes(op: MPI_Op) -> Result<bool, Failure> {
    let mut commutes = 0;
    // SAFETY: the output is valid.
    checked("PMPI_Op_commutative", unsafe { functions::PMPI_Op_commutative(op, &raw mut commutes) })?;
    Ok(commutes != 0)
}

/// The bytes of data in an element.
///
/// # Errors
/// What the native MPI reports.
pub fn size(datatype: MPI_Datatype) -> Result<usize, Failure> {
    let mut size = 0;
    // SAFETY: the output is valid.
    checked("PMPI_Type_size", unsafe { functions::PMPI_Type_size(datatype, &raw mut size) })?;
    // MPI_UNDEFINED where an int cannot hold it.
    usize::try_from(size).map_err(|_| Failure { call: "PMPI_Type_size", code: mpi_sys::MPI_ERR_COUNT as c_int })
}

/// How elements lie in memory.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The datatype.
    pub datatype: MPI_Datatype,
    /// The bytes of data in an element.
    pub size: usize,
    /// From one element to the next.
    pub extent: isize,
    /// Where the first byte of an element is.
    pub first: isize,
    /// From there to behind its last byte.
    pub span: usize,
    /// Whether elements are their data, byte for byte and without a gap.
    pub is_dense: bool,
}

/// Datatypes of more bytes are not looked into.
const LOOK: usize = 1 << 16;

impl Layout {
    /// The layout of a valid datatype.
    ///
    /// # Errors
    /// What the native MPI reports.
    #[allow(clippy::unnecessary_cast, reason = "MPI_Aint is isize under one MPI and a long under another")]
    pub fn of(datatype: MPI_Datatype) -> Result<Self, Failure> {
        let (mut lower, mut extent, mut first, mut span): (MPI_Aint, MPI_Aint, MPI_Aint, MPI_Aint) = (0, 0, 0, 0);
        // SAFETY: the outputs are valid.
        unsafe {
            checked(
                "PMPI_Type_get_extent",
                functions::PMPI_Type_get_extent(datatype, &raw mut lower, &raw mut extent),
            )?;
            checked(
                "PMPI_Type_get_true_extent",
                functions::PMPI_Type_get_true_extent(datatype, &raw mut first, &raw mut span),
            )?;
        }
        let size = size(datatype)?;
        let mut layout = Self {
            datatype,
            size,
            extent: extent as isize,
            first: first as isize,
            span: span.max(0) as usize,
            is_dense: false,
        };
        layout.is_dense = first == 0
            && layout.span == size
            && layout.extent == size as isize
            && size <= LOOK
            && layout.keeps_order()?;
        Ok(layout)
    }

    /// Whether packing an element changes nothing: a datatype without gaps may still have its parts in another order.
    fn keeps_order(&self) -> Result<bool, Failure> {
        // Bytes that tell where they are, in as many rounds as that takes.
        for shift in [0, 8] {
            let element: Vec<u8> = (0..self.size).map(|at| (at >> shift) as u8).collect();
            let mut packed = vec![0u8; self.size];
            // SAFETY: the element lies in its own `size` bytes, as its extents say.
            unsafe { self.pack(element.as_ptr(), 1, packed.as_mut_ptr())? };
            if packed != element {
                return Ok(false);
            }
            if self.size <= 256 {
                break;
            }
        }
        Ok(true)
    }

    /// Writes the data of `count` elements one byte after the other.
    ///
    /// # Errors
    /// What the native MPI reports.
    ///
    /// # Safety
    /// `elements` has as many, and `to` has room for their data.
    pub unsafe fn pack(&self, elements: *const u8, count: usize, to: *mut u8) -> Result<(), Failure> {
        let bytes = count * self.size;
        if self.is_dense {
            // SAFETY: the caller's promise.
            unsafe { std::ptr::copy(elements, to, bytes) };
            return Ok(());
        }
        let mut position = 0;
        // SAFETY: the caller's promise.
        let code = unsafe {
            functions::PMPI_Pack(
                elements.cast(),
                count as c_int,
                self.datatype,
                to.cast(),
                bytes as c_int,
                &raw mut position,
                probe()?.handle(),
            )
        };
        checked("PMPI_Pack", code)?;
        // Between equal machines packed data is the data itself, in all MPIs.
        if position as usize == bytes {
            Ok(())
        } else {
            Err(Failure { call: "PMPI_Pack", code: mpi_sys::MPI_ERR_INTERN as c_int })
        }
    }

    /// Puts data where `count` elements have it.
    ///
    /// # Errors
    /// What the native MPI reports.
    ///
    /// # Safety
    /// `elements` has room for as many, and `from` has their data.
    pub unsafe fn unpack(&self, from: *const u8, elements: *mut u8, count: usize) -> Result<(), Failure> {
        let bytes = count * self.size;
        if self.is_dense {
            // SAFETY: the caller's promise.
            unsafe { std::ptr::copy(from, elements, bytes) };
            return Ok(());
        }
        let mut position = 0;
        // SAFETY: the caller's promise.
        let code = unsafe {
            functions::PMPI_Unpack(
                from.cast(),
                bytes as c_int,
                &raw mut position,
                elements.cast(),
                count as c_int,
                self.datatype,
                probe()?.handle(),
            )
        };
        checked("PMPI_Unpack", code)
    }

    /// Copies elements, and nothing between their data.
    ///
    /// # Errors
    /// What the native MPI reports.
    ///
    /// # Safety
    /// `from` has `count` elements and `to` has room for as many, elsewhere.
    pub unsafe fn copy(&self, from: *const u8, to: *mut u8, count: usize) -> Result<(), Failure> {
        if self.is_dense {
            // SAFETY: the caller's promise.
            unsafe { std::ptr::copy_nonoverlapping(from, to, count * self.size) };
            return Ok(());
        }
        let (count, datatype, comm) = (count as c_int, self.datatype, probe()?.handle());
        // SAFETY: the caller's promise; a message to oneself.
        let code = unsafe {
            functions::PMPI_Sendrecv(
                from.cast(),
                count,
                datatype,
                0,
                0,
                to.cast(),
                count,
                datatype,
                0,
                0,
                comm,
                status_ignore(),
            )
        };
        checked("PMPI_Sendrecv", code)
    }

    /// Combines `count` elements, `left` first, into `right`.
    ///
    /// # Errors
    /// What the native MPI reports.
    ///
    /// # Safety
    /// Both have as many elements.
    pub unsafe fn combine(&self, left: *const u8, right: *mut u8, count: usize, op: MPI_Op) -> Result<(), Failure> {
        // SAFETY: the caller's promise.
        let code =
            unsafe { functions::PMPI_Reduce_local(left.cast(), right.cast(), count as c_int, self.datatype, op) };
        checked("PMPI_Reduce_local", code)
    }

    /// How many bytes the memory of `count` elements takes, and where in it element 0 begins, which is aligned as
    /// memory is.
    pub fn memory(&self, count: usize) -> (usize, usize) {
        const ALIGNED: isize = size_of::<u128>() as isize;
        let begin = (-self.first).max(0).div_euclid(ALIGNED) * ALIGNED
            + if (-self.first).max(0) % ALIGNED > 0 { ALIGNED } else { 0 };
        let end = self.extent * (count.max(1) as isize - 1) + self.first + self.span as isize;
        let end = (end + begin).max(begin) as usize;
        (end.div_ceil(ALIGNED as usize) * ALIGNED as usize, begin as usize)
    }
}
