// SPDX-License-Identifier: MIT OR Apache-2.0
//! The functions of `quo.h`, and the functions that `quo.f90` calls.
//!
//! The program's contract for all of them: a pointer is NULL or may be written until the call returns ([`Output`]), a
//! communicator is valid or `MPI_COMM_NULL`. Types and policies are ints here, because a program may pass any number.

#![allow(non_snake_case)]

use std::ffi::{CString, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{self, NonNull};
use std::sync::Arc;

use crate::codes::{Code, Kind, Policy, SUCCESS, Units};
use crate::context::Context;
use crate::contexts::{self, Opaque};
use crate::mpi::{self, Fint, Handle};

/// The version numbers of libquo's shared library, as libtool counts them.
const CURRENT: c_int = 8;
const REVISION: c_int = 0;

/// A panic must not reach C.
fn enter(body: impl FnOnce() -> Result<(), Code>) -> c_int {
    let result = catch_unwind(AssertUnwindSafe(body)).unwrap_or(Err(Code::Err));
    result.map_or_else(|code| code as c_int, |()| SUCCESS)
}

/// An output of the program: a pointer that may be written until the call returns. In the functions below, `None` is
/// NULL. Values of this type come only from C and from references; no call keeps one.
#[repr(transparent)]
pub(crate) struct Output<T>(NonNull<T>);

impl<T> Output<T> {
    fn put(&self, value: T) {
        // SAFETY: the call to which the program has passed this pointer, or in which the variable at its address lives,
        // has not returned yet, so the memory of a `T` is there. No reference to it exists.
        unsafe { self.0.write(value) }
    }
}

/// Rejects NULL for a required output.
fn needed<T>(out: Option<Output<T>>) -> Result<Output<T>, Code> {
    out.ok_or(Code::InvalidArgument)
}

/// Writes a value of a context to an output.
fn ask<T>(q: *mut Opaque, out: Option<Output<T>>, question: impl FnOnce(&Context) -> Result<T, Code>) -> c_int {
    enter(|| {
        let out = needed(out)?;
        out.put(question(&*contexts::of(q)?)?);
        Ok(())
    })
}

fn number(count: usize) -> c_int {
    c_int::try_from(count).unwrap_or(c_int::MAX)
}

/// `QUO_version`.
#[unsafe(no_mangle)]
pub extern "C" fn QUO_version(version: Option<Output<c_int>>, subversion: Option<Output<c_int>>) -> c_int {
    enter(|| {
        let (version, subversion) = (needed(version)?, needed(subversion)?);
        version.put(CURRENT);
        subversion.put(REVISION);
        Ok(())
    })
}

/// `QUO_create`.
///
/// # Safety
/// The handle is a communicator, or `MPI_COMM_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn QUO_create(q: Option<Output<*mut Opaque>>, comm: Handle) -> c_int {
    // SAFETY: the program has passed the handle to this call, and `quo.h` requires a communicator or `MPI_COMM_NULL`.
    unsafe { QUO_create_with_flags(q, comm, 0) }
}

/// `QUO_create_with_flags`.
///
/// # Safety
/// The handle is a communicator, or `MPI_COMM_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn QUO_create_with_flags(q: Option<Output<*mut Opaque>>, comm: Handle, flags: c_int) -> c_int {
    enter(|| {
        let out = needed(q);
        if let Ok(out) = &out {
            out.put(ptr::null_mut());
        }
        let arguments = out.as_ref().map_err(|code| *code).and_then(|_| Units::of(flags));
        // SAFETY: `comm` is a communicator that the program holds until this call returns, or `MPI_COMM_NULL`.
        let context = unsafe { Context::new(comm, arguments) }?;
        out?.put(contexts::keep(context));
        Ok(())
    })
}

/// `QUO_free`.
#[unsafe(no_mangle)]
pub extern "C" fn QUO_free(q: *mut Opaque) -> c_int {
    enter(|| {
        if q.is_null() {
            return Ok(());
        }
        let context = contexts::forget(q)?;
        if mpi::is_running() { Arc::into_inner(context).ok_or(Code::Err).map(drop) } else { Err(Code::Mpi) }
    })
}

/// `QUO_nobjs_by_type`.
#[unsafe(no_mangle)]
pub extern "C" fn QUO_nobjs_by_type(q: *mut Opaque, target_type: c_int, out_nobjs: Option<Output<c_int>>) -> c_int {
    ask(q, out_nobjs, |context| Ok(number(context.objects.all(Kind::of(target_type)?).len())))
}

/// `QUO_nobjs_in_type_by_type`.
#[unsafe(no_mangle)]
pub extern "C" fn QUO_nobjs_in_type_by_type(
    q: *mut Opaque,
    in_type: c_int,
    in_type_index: c_int,
    target_type: c_int,
    out_result: Option<Output<c_int>>,
) -> c_int {
    ask(q, out_result, |context| {
        let around = context.objects.one(Kind::of(in_type)?, in_type_index)?;
        Ok(number(context.objects.inside(&around, Kind::of(target_type)?)))
    })
}

/// `QUO_cpuset_in_type`.
#[unsafe(no_mangle)]
pub extern "C" fn QUO_cpuset_in_type(
    q: *mut Opaque,
    kind: c_int,
    in_type_index: c_int,
    out_result: Option<Output<c_int>>,
) -> c_int {
    ask(q, out_result, |context| context.has_units_of(Kind::of(kind)?, in_type_index).map(c_int::from))
}

/// `QUO_qids_in_type`.
#[unsafe(no_mangle)]
pub extern "C" fn QUO_qids_in_type(
    q: *mut Opaque,
    kind: c_int,
    in_type_index: c_int,
    out_nqids: Option<Output<c_int>>,
    out_qids: Option<Output<*mut c_int>>,
) -> c_int {
    enter(|| {
        let (count, qids) = (needed(out_nqids)?, needed(out_qids)?);
        let context = contexts::of(q)?;
        count.put(0);
        qids.put(ptr::null_mut());
        let ids = context.ids_in(Kind::of(kind)?, in_type_index)?;
        qids.put(for_free(&ids)?);
        count.put(number(ids.len()));
        Ok(())
    })
}

/// Returns a copy that the program frees; NULL if it is empty.
fn for_free<T: Copy>(values: &[T]) -> Result<*mut T, Code> {
    if values.is_empty() {
        return Ok(ptr::null_mut());
    }
    // SAFETY: malloc accepts any size.
    let copy = NonNull::new(unsafe { libc::malloc(size_of_val(values)) }.cast::<T>()).ok_or(Code::OutOfResources)?;
    // SAFETY: the memory is fresh and as long as the values; memory of malloc is aligned for ints and chars.
    unsafe { copy.copy_from_nonoverlapping(NonNull::from(values).cast(), values.len()) };
    Ok(copy.as_ptr())
}

/// Functions that return one number.
macro_rules! numbers {
    ($($name:ident: $value:expr;)*) => {
        $(
            #[doc = concat!("`", stringify!($name), "`.")]
            #[unsafe(no_mangle)]
            pub extern "C" fn $name(q: *mut Opaque, out: Option<Output<c_int>>) -> c_int {
                let value: fn(&Context) -> Result<c_int, Code> = $value;
                ask(q, out, value)
            }
        )*
    };
}

numbers! {
    QUO_nnumanodes: |context| Ok(number(context.objects.all(Kind::NumaNode).len()));
    QUO_nsockets: |context| Ok(number(context.objects.all(Kind::Package).len()));
    QUO_ncores: |context| Ok(number(context.objects.all(Kind::Core).len()));
    QUO_npus: |context| Ok(number(context.objects.all(Kind::Pu).len()));
    QUO_nnodes: |context| Ok(number(context.nodes));
    QUO_nqids: |context| Ok(number(context.processes));
    QUO_id: |context| Ok(number(context.id));
    QUO_bound: |context| context.is_bound().map(c_int::from);
}

/// `QUO_stringify_cbind`.
#[unsafe(no_mangle)]
pub extern "C" fn QUO_stringify_cbind(q: *mut Opaque, cbind_str: Option<Output<*mut c_char>>) -> c_int {
    ask(q, cbind_str, |context| {
        let words = CString::new(context.binding_in_words()?).map_err(|_| Code::Err)?;
        for_free(words.as_bytes_with_nul()).map(|copy| copy.cast())
    })
}

/// `QUO_bind_push`.
#[unsafe(no_mangle)]
pub extern "C" fn QUO_bind_push(q: *mut Opaque, policy: c_int, kind: c_int, obj_index: c_int) -> c_int {
    enter(|| contexts::of(q)?.push(Policy::of(policy)?, Kind::of(kind)?, obj_index))
}

/// `QUO_bind_pop`.
#[unsafe(no_mangle)]
pub extern "C" fn QUO_bind_pop(q: *mut Opaque) -> c_int {
    enter(|| contexts::of(q)?.pop())
}

/// `QUO_barrier`.
#[unsafe(no_mangle)]
pub extern "C" fn QUO_barrier(q: *mut Opaque) -> c_int {
    enter(|| contexts::of(q)?.barrier())
}

/// `QUO_auto_distrib`.
#[unsafe(no_mangle)]
pub extern "C" fn QUO_auto_distrib(
    q: *mut Opaque,
    distrib_over_this: c_int,
    max_qids_per_res_type: c_int,
    out_selected: Option<Output<c_int>>,
) -> c_int {
    enter(|| {
        let context = contexts::of(q)?;
        let out = needed(out_selected);
        let most = if max_qids_per_res_type > 0 { Ok(max_qids_per_res_type) } else { Err(Code::InvalidArgument) };
        let wrong = out.as_ref().err().copied();
        let arguments = wrong.map_or_else(|| Ok((Kind::of(distrib_over_this)?, most?)), Err);
        let selected = context.is_selected(arguments);
        let out = out?;
        out.put(0);
        out.put(selected?.into());
        Ok(())
    })
}

/// `QUO_get_mpi_comm_by_type`.
#[unsafe(no_mangle)]
pub extern "C" fn QUO_get_mpi_comm_by_type(
    q: *mut Opaque,
    target_type: c_int,
    out_comm: Option<Output<Handle>>,
) -> c_int {
    let out = needed(out_comm);
    enter(|| comm_by_type(q, target_type, out))
}

fn comm_by_type(q: *mut Opaque, target_type: c_int, out: Result<Output<Handle>, Code>) -> Result<(), Code> {
    let context = contexts::of(q)?;
    let arguments = out.as_ref().map_err(|code| *code).and_then(|_| Kind::of(target_type));
    let comm = context.comm_of(arguments);
    let out = out?;
    out.put(mpi::comm_null());
    out.put(comm?.ok_or(Code::NotFound)?);
    Ok(())
}

/// `QUO_create` with a communicator of Fortran.
///
/// # Safety
/// The number is that of a communicator, or of `MPI_COMM_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn QUO_create_f2c(q: Option<Output<*mut Opaque>>, comm: Fint) -> c_int {
    // SAFETY: MPI returns the handle of a communicator for its Fortran number.
    unsafe { QUO_create_with_flags(q, mpi::comm_of(comm), 0) }
}

/// `QUO_create_with_flags` with a communicator of Fortran.
///
/// # Safety
/// The number is that of a communicator, or of `MPI_COMM_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn QUO_create_with_flags_f2c(q: Option<Output<*mut Opaque>>, comm: Fint, flags: c_int) -> c_int {
    // SAFETY: MPI returns the handle of a communicator for its Fortran number.
    unsafe { QUO_create_with_flags(q, mpi::comm_of(comm), flags) }
}

/// `QUO_get_mpi_comm_by_type` with a communicator of Fortran.
#[unsafe(no_mangle)]
pub extern "C" fn QUO_get_mpi_comm_by_type_f2c(
    q: *mut Opaque,
    target_type: c_int,
    out_comm: Option<Output<Fint>>,
) -> c_int {
    let out = needed(out_comm);
    enter(|| {
        let mut comm = mpi::comm_null();
        let own = out.as_ref().map_err(|code| *code).map(|_| Output(NonNull::from(&mut comm)));
        let result = comm_by_type(q, target_type, own);
        let out = out?;
        if let Some(number) = mpi::number_of(comm) {
            out.put(number);
        }
        result
    })
}

/// Frees an array of `QUO_qids_in_type`, for Fortran.
///
/// # Safety
/// The pointer is NULL, or was returned by `QUO_qids_in_type` and not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn QUO_ptr_free(pointer: *mut c_void) -> c_int {
    // SAFETY: NULL may be freed. Arrays of `QUO_qids_in_type` are from `malloc` (`for_free`), and Fortran frees each
    // once, by the contract of this function.
    unsafe { libc::free(pointer) };
    SUCCESS
}
