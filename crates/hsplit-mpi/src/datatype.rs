// SPDX-License-Identifier: MIT OR Apache-2.0
//! The memory layout of datatypes.

use std::ffi::{c_int, c_void};
use std::sync::{Mutex, PoisonError};

use mpi_sys::{MPI_Aint, MPI_Count, MPI_Datatype, MPI_Op};

use super::constants::{byte, datatype_null, status_ignore};
use super::footprint::Footprint;
use super::functions;
use super::native::{BUILT_FOR, Family};
use super::predefined::Findings;
use super::raw::Count;
use super::symbol::Optional;
use super::{Failure, checked, probe};

/// Returns the bytes of data in an element of a valid datatype; `u64::MAX` if the number has more than 63 bits.
///
/// (`MPI_Type_size` ends at 2 GiB, but datatypes may be larger.)
///
/// # Errors
/// A native call fails.
#[allow(clippy::unnecessary_cast, reason = "MPI_Count is i64 under one MPI and a long under another")]
pub fn size(datatype: MPI_Datatype) -> Result<u64, Failure> {
    let mut size: MPI_Count = 0;
    // SAFETY: the datatype is valid, as this function requires: `Data::bytes` has had MPI check it. `size` is a local.
    checked("PMPI_Type_size_x", unsafe { functions::PMPI_Type_size_x(datatype, &raw mut size) })?;
    // MPI_UNDEFINED is negative.
    Ok(u64::try_from(size as i64).unwrap_or(u64::MAX))
}

/// Returns the bytes of data in `count` elements of a valid datatype; `u64::MAX` if the number has more than 64 bits.
///
/// # Errors
/// A native call fails.
pub fn bytes(count: Count, datatype: MPI_Datatype) -> Result<u64, Failure> {
    // Zero elements have no data, even if the size of an element cannot be counted.
    let count = u64::try_from(count).unwrap_or(0);
    Ok(if count == 0 { 0 } else { size(datatype)?.saturating_mul(count) })
}

/// True for no elements, and for a null handle, which MPI takes with no elements only. (After an error handler of the
/// program, MPICH 5.0 returns MPI_SUCCESS from a call that it has refused because of the null handle.)
#[inline]
pub fn has_no_data(count: Count, datatype: MPI_Datatype) -> bool {
    count <= 0 || datatype.0 == datatype_null().0
}

/// Returns the bytes of data in `count` elements of a datatype that MPI has just used; `u64::MAX` if the number has
/// more than 64 bits.
#[inline]
pub fn bytes_passed(count: Count, datatype: MPI_Datatype) -> u64 {
    if has_no_data(count, datatype) {
        return 0;
    }
    let mut size: c_int = 0;
    // SAFETY: MPI has used the datatype for elements, so it is valid. `size` is a local.
    let code = unsafe { functions::PMPI_Type_size(datatype, &raw mut size) };
    match u64::try_from(size) {
        Ok(size) if code == super::constants::SUCCESS => size.saturating_mul(count as u64),
        // MPI_UNDEFINED: the size does not fit into an int.
        _ => bytes(count, datatype).unwrap_or(0),
    }
}

/// Returns the bytes of data in an element of a datatype that MPI has just used, if the datatype is predefined: its
/// handle never changes its meaning.
pub fn size_for_ever(datatype: MPI_Datatype) -> Option<u64> {
    is_predefined(datatype).then(|| bytes_passed(1, datatype))
}

type EnvelopeC = unsafe extern "C-unwind" fn(
    MPI_Datatype,
    *mut MPI_Count,
    *mut MPI_Count,
    *mut MPI_Count,
    *mut MPI_Count,
    *mut c_int,
) -> c_int;

/// True if a valid datatype is predefined. (MPI_Type_get_envelope is an error for datatypes that were made by calls
/// with large counts, MPI 4.0 §5.1.13, and MPI's error handlers end jobs.)
fn is_predefined(datatype: MPI_Datatype) -> bool {
    static WITH_LARGE_COUNTS: Optional = Optional::of_the_mpi(c"PMPI_Type_get_envelope_c");
    // SAFETY: MPI 4.0 gives the function of this name these parameters. A NULL address becomes `None`.
    let large = unsafe { std::mem::transmute::<*mut c_void, Option<EnvelopeC>>(WITH_LARGE_COUNTS.function()) };
    let mut combiner = super::constants::UNDEFINED;
    let code = if let Some(envelope) = large {
        let mut counts: [MPI_Count; 4] = [0; 4];
        let [integers, addresses, larges, datatypes] = &mut counts;
        // SAFETY: the datatype is valid, as this function requires. The outputs are locals.
        unsafe { envelope(datatype, integers, addresses, larges, datatypes, &raw mut combiner) }
    } else {
        let mut counts: [c_int; 3] = [0; 3];
        let [integers, addresses, datatypes] = &mut counts;
        // SAFETY: as above.
        unsafe { functions::PMPI_Type_get_envelope(datatype, integers, addresses, datatypes, &raw mut combiner) }
    };
    code == super::constants::SUCCESS && combiner == super::constants::combiner_named()
}

/// The memory layout of elements.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The datatype.
    pub datatype: MPI_Datatype,
    /// The bytes of data in an element.
    pub size: usize,
    /// Bytes from one element to the next.
    pub extent: isize,
    /// Offset of the first byte of an element.
    pub first: isize,
    /// Bytes from the first byte to the end of the last one.
    pub span: usize,
    /// The gaps, if there are any.
    pub gaps: Gaps,
}

/// The gaps of an element. (As wide as a register: a layout is copied in every call, which is fast without padding.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Gaps {
    /// An element is exactly its data, without gaps and in order.
    None,
    /// There may be gaps, or the data is in another order.
    Some,
}

// SAFETY: a layout is a handle, which MPI lets every thread use, and numbers.
unsafe impl Send for Layout {}
// SAFETY: a layout never changes, and MPI lets every thread use its handle.
unsafe impl Sync for Layout {}

/// Most programs use few datatypes, which are among the first ones stored.
static LAYOUTS: Findings<Layout, 32> = Findings::new();

/// Datatypes of more bytes are treated as having gaps: the search for gaps takes memory and time.
const LOOK: usize = 1 << 16;

impl Layout {
    /// The layout of `MPI_BYTE`, without a native call.
    pub fn bytes() -> Self {
        Self { datatype: byte(), size: 1, extent: 1, first: 0, span: 1, gaps: Gaps::None }
    }

    /// True if an element is exactly its data, without gaps and in order.
    #[inline]
    pub fn is_dense(&self) -> bool {
        self.gaps == Gaps::None
    }

    /// The layout of a predefined datatype that MPI has accepted for data, if it is stored.
    #[inline]
    pub fn known(datatype: MPI_Datatype) -> Option<&'static Self> {
        LAYOUTS.find(|layout| layout.datatype.0 == datatype.0)
    }

    /// The layout of a valid datatype.
    ///
    /// # Errors
    /// A native call fails.
    #[inline]
    pub fn of(datatype: MPI_Datatype) -> Result<Self, Failure> {
        if let Some(known) = Self::known(datatype) {
            return Ok(*known);
        }
        Self::look_at(datatype)
    }

    #[cold]
    fn look_at(datatype: MPI_Datatype) -> Result<Self, Failure> {
        let found = Self::ask(datatype)?;
        if size_for_ever(datatype).is_some() {
            LAYOUTS.keep(found);
        }
        Ok(found)
    }

    #[allow(clippy::unnecessary_cast, reason = "MPI_Aint is isize under one MPI and a long under another")]
    fn ask(datatype: MPI_Datatype) -> Result<Self, Failure> {
        let (mut lower, mut extent, mut first, mut span): (MPI_Aint, MPI_Aint, MPI_Aint, MPI_Aint) = (0, 0, 0, 0);
        // SAFETY: the datatype is valid, as this function requires. The four outputs are locals.
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
        let size = usize::try_from(size(datatype)?).unwrap_or(usize::MAX);
        let mut layout = Self {
            datatype,
            size,
            extent: extent as isize,
            first: first as isize,
            span: span.max(0) as usize,
            gaps: Gaps::Some,
        };
        let fits = first == 0 && layout.span == size && layout.extent == size as isize;
        if fits && size <= LOOK && layout.keeps_order()? {
            layout.gaps = Gaps::None;
        }
        Ok(layout)
    }

    /// True if packing an element changes nothing: a datatype without gaps may still have its parts in another order.
    fn keeps_order(&self) -> Result<bool, Failure> {
        // Each byte has a part of its own position: the low half in the first round, the high half in the second.
        for shift in [0, 8] {
            let element: Vec<u8> = (0..self.size).map(|at| (at >> shift) as u8).collect();
            let mut packed = vec![0u8; self.size];
            // SAFETY: `of` has found that the true extent begins at 0 and has `size` bytes, so the element is inside
            // the vector of `size` bytes. `packed` has the same length.
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

    /// Packs the data of `count` elements contiguously into `to`.
    ///
    /// # Errors
    /// A native call fails.
    ///
    /// # Safety
    /// `elements` has `count` elements, and `to` has the capacity for their data.
    pub unsafe fn pack(&self, elements: *const u8, count: usize, to: *mut u8) -> Result<(), Failure> {
        let bytes = count * self.size;
        if self.is_dense() {
            // SAFETY: a dense element is its data, so `elements` has `bytes` bytes and `to` has that capacity, by this
            // function's contract. They may overlap: a program whose own share is already in place copies it onto
            // itself.
            unsafe { std::ptr::copy(elements, to, bytes) };
            return Ok(());
        }
        for Stretch { done, count } in self.stretches(count) {
            let (from, to) = (self.behind(elements.cast_mut(), done), to.wrapping_add(done * self.size));
            if self.is_huge() {
                // SAFETY: the interval has one element, and `to` has the capacity for its data, by this function's
                // contract.
                unsafe { self.counted_bytes(|count, bytes| pass((from, 1, self.datatype), (to, count, bytes)))? };
                continue;
            }
            let (mut position, comm, bytes) = (0, probe::comm()?, count * self.size);
            let code = self.anchored(from, count, |Elements { buffer, count, datatype }| {
                let (from, to, bytes) = (buffer.cast_const().cast(), to.cast(), bytes as c_int);
                // SAFETY: `buffer` is `from` as `anchored` passes it. It has `count` elements, and `to` has the
                // capacity for `bytes` bytes, by this function's contract. `position` is a local.
                unsafe { functions::PMPI_Pack(from, count, datatype, to, bytes, &raw mut position, comm.handle()) }
            })?;
            checked("PMPI_Pack", code)?;
            // In all MPIs, packed data is the plain data if all machines are of one kind.
            let done = position as usize;
            if done != bytes {
                let rest = self.left_off(from, count, done, "PMPI_Pack")?;
                // SAFETY: the elements are contiguous data, from `from` on, and `to` has the capacity for `bytes`
                // bytes.
                unsafe { std::ptr::copy_nonoverlapping(rest, to.wrapping_add(done), bytes - done) };
            }
        }
        Ok(())
    }

    /// Unpacks contiguous data into `count` elements.
    ///
    /// # Errors
    /// A native call fails.
    ///
    /// # Safety
    /// `elements` has the capacity for `count` elements, and `from` has their data.
    pub unsafe fn unpack(&self, from: *const u8, elements: *mut u8, count: usize) -> Result<(), Failure> {
        let bytes = count * self.size;
        if self.is_dense() {
            // SAFETY: a dense element is its data, so `from` has `bytes` bytes and `elements` has that capacity, by
            // this function's contract. They may overlap: a program whose own share is already in place copies it onto
            // itself.
            unsafe { std::ptr::copy(from, elements, bytes) };
            return Ok(());
        }
        for Stretch { done, count } in self.stretches(count) {
            let (from, to) = (from.wrapping_add(done * self.size).cast_mut(), self.behind(elements, done));
            if self.is_huge() {
                // SAFETY: the interval has one element, and `from` has its data, by this function's contract.
                unsafe { self.counted_bytes(|count, bytes| pass((from, count, bytes), (to, 1, self.datatype)))? };
                continue;
            }
            let (mut position, comm, bytes) = (0, probe::comm()?, count * self.size);
            let code = self.anchored(to, count, |Elements { buffer, count, datatype }| {
                let (from, bytes, to) = (from.cast(), bytes as c_int, buffer.cast());
                // SAFETY: `buffer` is `to` as `anchored` passes it. It has the capacity for `count` elements, and
                // `from` has `bytes` bytes, by this function's contract. `position` is a local.
                unsafe { functions::PMPI_Unpack(from, bytes, &raw mut position, to, count, datatype, comm.handle()) }
            })?;
            checked("PMPI_Unpack", code)?;
            let done = position as usize;
            if done != bytes {
                let rest = self.left_off(to, count, done, "PMPI_Unpack")?;
                // SAFETY: the elements are contiguous data, from `to` on, and `from` has `bytes` bytes.
                unsafe { std::ptr::copy_nonoverlapping(from.wrapping_add(done).cast_const(), rest, bytes - done) };
            }
        }
        Ok(())
    }

    /// Returns the address at which the native call stopped too early. (MPICH 4.0 rounds the data of datatypes without
    /// gaps down to whole basic elements. It reads their length from the datatype's handle: 3 from the 769th datatype
    /// on. It does so only if the elements are exactly their data.)
    fn left_off(&self, elements: *mut u8, count: usize, done: usize, call: &'static str) -> Result<*mut u8, Failure> {
        let has_no_gaps = self.span == self.size && (count == 1 || self.extent == self.size as isize);
        if BUILT_FOR == Family::OpenMpi || !has_no_gaps || done > count * self.size {
            return Err(Failure { call, code: mpi_sys::MPI_ERR_INTERN as c_int });
        }
        Ok(elements.wrapping_offset(self.first).wrapping_add(done))
    }

    /// True if an element has more bytes than fit into an int, so that MPI's packing cannot return a position.
    fn is_huge(&self) -> bool {
        self.size > c_int::MAX as usize
    }

    /// Makes a call with the data of one element as bytes.
    fn counted_bytes<R>(&self, call: impl FnOnce(c_int, MPI_Datatype) -> Result<R, Failure>) -> Result<R, Failure> {
        Self::bytes().counted(self.size, call)
    }

    /// Divides elements into intervals whose bytes fit into an int, unless a single element has more.
    fn stretches(&self, count: usize) -> impl Iterator<Item = Stretch> + use<> {
        let longest = (c_int::MAX as usize / self.size.max(1)).max(1);
        (0..count).step_by(longest).map(move |done| Stretch { done, count: longest.min(count - done) })
    }

    /// The address of the element of this number.
    fn behind(&self, elements: *mut u8, number: usize) -> *mut u8 {
        elements.wrapping_offset(self.extent.wrapping_mul(number as isize))
    }

    /// Makes a call with elements whose number may not fit into an int: they are then one element of a derived
    /// datatype.
    ///
    /// # Errors
    /// A native call fails, or `call` fails.
    pub fn counted<R>(
        &self,
        count: usize,
        call: impl FnOnce(c_int, MPI_Datatype) -> Result<R, Failure>,
    ) -> Result<R, Failure> {
        if let Ok(count) = c_int::try_from(count) {
            return call(count, self.datatype);
        }
        let longest = 1 << 30;
        let begins = (0..count).step_by(longest);
        let lengths: Vec<c_int> = begins.clone().map(|begin| longest.min(count - begin) as c_int).collect();
        let places: Vec<MPI_Aint> = begins.map(|begin| begin as MPI_Aint * self.extent as MPI_Aint).collect();
        let mut datatype = self.datatype;
        // SAFETY: both vectors have as many elements as the first argument says, `datatype` is a local, and
        // `self.datatype` is valid: `of` has read its extent.
        let made = unsafe {
            functions::PMPI_Type_create_hindexed(
                lengths.len() as c_int,
                lengths.as_ptr(),
                places.as_ptr(),
                self.datatype,
                &raw mut datatype,
            )
        };
        checked("PMPI_Type_create_hindexed", made)?;
        // SAFETY: the datatype has just been made. It is freed once, below; pending communication may still use it.
        let committed = checked("PMPI_Type_commit", unsafe { functions::PMPI_Type_commit(&raw mut datatype) });
        let result = committed.and_then(|()| call(1, datatype));
        // SAFETY: the datatype was made above and is freed once, here; MPI keeps it for pending communication.
        checked("PMPI_Type_free", unsafe { functions::PMPI_Type_free(&raw mut datatype) })?;
        result
    }

    /// Makes a call with elements. (MPICH 4.0 refuses to pack from MPI_BOTTOM, which is NULL. A derived datatype then
    /// describes the elements relative to another address.)
    fn anchored(&self, buffer: *mut u8, count: usize, call: impl FnOnce(Elements) -> c_int) -> Result<c_int, Failure> {
        let (mut datatype, count) = (self.datatype, count as c_int);
        if !buffer.is_null() {
            return Ok(call(Elements { buffer, count, datatype }));
        }
        let mut anchor = 0u8;
        let buffer = &raw mut anchor;
        let distance = -(buffer as MPI_Aint);
        // SAFETY: MPI reads one length and one displacement, which are locals, and writes one datatype, a local. It is
        // committed before its use and freed after it, once each. `self.datatype` is valid: `of` has read its extent.
        unsafe {
            let made = functions::PMPI_Type_create_hindexed(
                1,
                &raw const count,
                &raw const distance,
                self.datatype,
                &raw mut datatype,
            );
            checked("PMPI_Type_create_hindexed", made)?;
            let committed = checked("PMPI_Type_commit", functions::PMPI_Type_commit(&raw mut datatype));
            let code = committed.map(|()| call(Elements { buffer, count: 1, datatype }));
            checked("PMPI_Type_free", functions::PMPI_Type_free(&raw mut datatype))?;
            code
        }
    }

    /// Copies elements, but not the gaps between their data. Elements with gaps are packed into `between` first.
    ///
    /// (A message from this rank to itself is not used. Open MPI 4 and 5 sometimes gave one thread the message of
    /// another, although each thread received its own message before it sent the next.)
    ///
    /// # Errors
    /// A native call fails.
    ///
    /// # Safety
    /// `from` has `count` elements, `to` has the capacity for them, and `between`, a third buffer, for their data.
    pub unsafe fn copy(&self, from: *const u8, to: *mut u8, count: usize, between: *mut u8) -> Result<(), Failure> {
        // SAFETY: `from`, `to` and `between` are as long as `pack` and `unpack` require, by this function's contract.
        unsafe {
            if self.is_dense() {
                std::ptr::copy(from, to, count * self.size);
                return Ok(());
            }
            self.pack(from, count, between)?;
            self.unpack(between, to, count)
        }
    }

    /// Combines `count` elements into `right`, with `left` as the first operand.
    ///
    /// # Errors
    /// A native call fails.
    ///
    /// # Safety
    /// Both have `count` elements.
    pub unsafe fn combine(&self, left: *const u8, right: *mut u8, count: usize, op: MPI_Op) -> Result<(), Failure> {
        // SAFETY: both sides have `count` elements of `self.datatype`, by this function's contract, and MPI has taken
        // the operation for it in `probe::takes_operation`.
        let code =
            unsafe { functions::PMPI_Reduce_local(left.cast(), right.cast(), count as c_int, self.datatype, op) };
        checked("PMPI_Reduce_local", code)
    }

    /// The memory of `count` elements.
    pub fn footprint(&self, count: usize) -> Footprint {
        Footprint::of(count, self.extent, self.first, self.span)
    }
}

/// Arguments of a native call: address, number of elements, datatype.
type Side = (*mut u8, c_int, MPI_Datatype);

/// Copies elements by a message from this rank to itself. One thread at a time: Open MPI 4 and 5 sometimes gave one
/// thread the message of another.
///
/// # Safety
/// `from` has the elements, `to` has the capacity for them, and their type signatures are equal.
unsafe fn pass(from: Side, to: Side) -> Result<(), Failure> {
    static PASSING: Mutex<()> = Mutex::new(());
    let _passing = PASSING.lock().unwrap_or_else(PoisonError::into_inner);
    let comm = probe::comm()?.handle();
    let ((from, sent, of), (to, received, into)) = (from, to);
    // SAFETY: the buffers have the stated lengths, by this function's contract. The communicator has only this rank,
    // and no other message on it has this tag.
    let code = unsafe {
        let status = status_ignore();
        functions::PMPI_Sendrecv(from.cast(), sent, of, 0, TAG, to.cast(), received, into, 0, TAG, comm, status)
    };
    checked("PMPI_Sendrecv", code)
}

/// The tag of [`pass`].
const TAG: c_int = 77;

/// An interval of a buffer: `count` elements, after `done` others.
struct Stretch {
    done: usize,
    count: usize,
}

/// Elements as arguments of a native call.
struct Elements {
    buffer: *mut u8,
    count: c_int,
    datatype: MPI_Datatype,
}
