// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls of the library that split communicators or return its version.

use std::ffi::{c_char, c_int};
use std::panic::catch_unwind;

use mpi_sys::{MPI_Comm, MPI_Info};

use super::boundary::enter_own;
use hsplit_calls::error::Error;
use hsplit_calls::hierarchy::Outputs;
use hsplit_calls::split_types::HSPLIT_MAX_LIBRARY_VERSION_STRING;
use hsplit_calls::{hierarchy, level_info, min_level, not_null, version, with_roots};
use hsplit_core::name::Name;
use hsplit_core::table::UNKNOWN;
use hsplit_mpi::constants::{SUCCESS, comm_world};

/// Splits oldcomm at the next level of the hardware hierarchy, and joins the roots in a communicator.
///
/// The call finds the lowest level that all processes of `oldcomm` share. The processes that share an instance of the
/// next level below it get a communicator in `newcomm`, in the order of their ranks in `oldcomm`. Rank 0 of each new
/// communicator is a root. The roots of all new communicators form `rootscomm`, in the same order. A process without a
/// further level gets MPI_COMM_NULL in both.
///
/// If `info` has one of the keys `mpi_hw_resource_type`, `mpi_hw_subdomain_type` and `mpi_pset_name`, the communicator
/// is split at the named level, or into the named process set; see hsplit(7). Otherwise, and if `info` is not
/// MPI_INFO_NULL, the call writes the name of the new level into the key `mpi_hw_resource_type`.
///
/// Collective over `oldcomm`. The program frees both communicators with MPI_Comm_free.
///
/// # Parameters
/// - `oldcomm`: The communicator to split: an intracommunicator.
/// - `info`: An info object, or MPI_INFO_NULL. If it names no level, the keys `hsplit_criterion`, `hsplit_at_most`,
///   `hsplit_at_least` and `hsplit_parts` select another level than the next one; see hsplit(7).
/// - `newcomm`: The new communicator of this process, or MPI_COMM_NULL.
/// - `rootscomm`: The communicator of the roots if this process is a root, otherwise MPI_COMM_NULL.
///
/// # Errors
/// - MPI_ERR_COMM: `oldcomm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `newcomm` or `rootscomm` is NULL on some rank, or the ranks make different calls or pass different
///   criteria.
/// - MPI_ERR_INFO: `info` is invalid on some rank, one of the keys above has an invalid value, or the ranks name
///   different levels.
///
/// An error of one rank is returned on every rank.
///
/// # Notes
/// If rank 0 of `oldcomm` gets a new communicator, it is a root. It gets none if its binding has no further level.
///
/// In this call, the name `mpi_shared_memory` means the node.
///
/// Research report RR-9077, section 3.2.3.
///
/// # See also
/// hsplit_split_types, HSPLIT_Comm_hierarchy, MPI_Comm_get_hlevel_info
///
/// # Safety
/// newcomm and rootscomm point to a handle each.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn MPI_Comm_hsplit_with_roots(
    oldcomm: MPI_Comm,
    info: MPI_Info,
    newcomm: *mut MPI_Comm,
    rootscomm: *mut MPI_Comm,
) -> c_int {
    // SAFETY: newcomm and rootscomm are NULL or point to a handle each (the program's contract, `capi`); `with_roots`
    // looks for NULL. `enter_own` has made sure that handles are of this MPI.
    enter_own("MPI_Comm_hsplit_with_roots", oldcomm, || unsafe {
        with_roots::with_roots(oldcomm, info, newcomm, rootscomm)
    })
}

/// Returns the hardware level of a communicator.
///
/// The call returns the name of the level at which `comm` was split, the number of communicators that the split made
/// from the parent communicator, and the index of `comm` among them.
///
/// For a communicator that this library has not made, `num_comms` is 0, `index` is MPI_UNDEFINED and `type` is
/// "Unknown"; this is no error. This applies also to communicators of the native MPI, such as those of
/// MPI_COMM_TYPE_SHARED. A duplicate made by MPI_Comm_dup has the values of the original.
///
/// Local.
///
/// The string in `type` belongs to the library and is valid until the process ends. The program must not change or free
/// it.
///
/// # Parameters
/// - `comm`: A communicator.
/// - `num_comms`: The number of communicators that the split made, including `comm`.
/// - `index`: The index of `comm` among them, from 0: the rank of its root in the communicator of the roots.
/// - `type`: The name of the level, such as L3Cache, Machine or Net_level0.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL.
/// - MPI_ERR_ARG: An output is NULL.
///
/// # Notes
/// Research report RR-9077, section 3.3.1.
///
/// # See also
/// MPI_Comm_get_hw_subdomain_info, MPI_Comm_get_min_hlevel, MPI_Comm_hsplit_with_roots
///
/// # Safety
/// The outputs point to one element each.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn MPI_Comm_get_hlevel_info(
    comm: MPI_Comm,
    num_comms: *mut c_int,
    index: *mut c_int,
    r#type: *mut *mut c_char,
) -> c_int {
    enter_own("MPI_Comm_get_hlevel_info", comm, || {
        // SAFETY: the outputs are NULL or point to one element each (the program's contract, `capi`). `put` and
        // `level_info` look for NULL.
        unsafe { put(r#type, UNKNOWN).and_then(|()| put(r#type, level_info::level_info(comm, num_comms, index)?)) }
    })
}

/// Returns the hardware level of a communicator, and copies its name into a buffer of the caller.
///
/// The call returns the same values as MPI_Comm_get_hlevel_info. It differs in `type` only: the name is copied into a
/// buffer of the program.
///
/// Local.
///
/// # Parameters
/// - `comm`: A communicator.
/// - `num_comms`: The number of communicators that the split made, including `comm`.
/// - `index`: The index of `comm` among them, from 0: the rank of its root in the communicator of the roots.
/// - `type`: A buffer of MPI_MAX_OBJECT_NAME characters for the name of the level, such as L3Cache, Machine or
///   Net_level0.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL.
/// - MPI_ERR_ARG: An output is NULL.
///
/// # Notes
/// Mercier's thesis, section 4.2.2.3.
///
/// # See also
/// MPI_Comm_get_hlevel_info
///
/// # Safety
/// type points to MPI_MAX_OBJECT_NAME characters, the other outputs to one element each.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn MPI_Comm_get_hw_subdomain_info(
    comm: MPI_Comm,
    num_comms: *mut c_int,
    index: *mut c_int,
    r#type: *mut c_char,
) -> c_int {
    enter_own("MPI_Comm_get_hw_subdomain_info", comm, || {
        not_null(r#type, "type")?;
        // SAFETY: `type` is not NULL and has MPI_MAX_OBJECT_NAME characters (the program's contract, `capi`).
        // `level_info` looks for NULL in the other outputs.
        unsafe {
            let name = level_info::level_info(comm, num_comms, index)?;
            level_info::copy_name(name, r#type);
        }
        Ok(())
    })
}

/// Returns the lowest hardware level that the listed processes share.
///
/// The name has the form of MPI_Comm_get_hlevel_info. It is "Unknown" if the calling process is not in the list or the
/// list is empty, and "System - Cluster" if the processes are on different nodes and share no level of switches. Each
/// process may pass a different list.
///
/// The first call that needs the map of `comm` (HSPLIT_Comm_map) is collective over `comm`; later calls are local.
/// Every process makes the first call, with any list. The map has the bindings of the time when it was made, and is
/// kept until `comm` is freed, in one copy per node if the processes of the node can share memory files.
///
/// The string in `type` belongs to the library and is valid until the process ends. The program must not change or free
/// it.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `nranks`: The number of listed ranks.
/// - `ranks`: The ranks, in `comm`. May be NULL if `nranks` is 0.
/// - `type`: The name of the level.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `nranks` is negative, `ranks` is NULL and `nranks` is not 0, or `type` is NULL.
/// - MPI_ERR_RANK: A listed rank is not in `comm`.
///
/// In the first call, an invalid list is an error only on the process that passed it.
///
/// # Notes
/// Research report RR-9077, section 3.3.2.
///
/// # See also
/// MPI_Comm_get_hlevel_info
///
/// # Fortran
/// `ranks(*) in`
///
/// # Safety
/// ranks points to nranks elements, type to one.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn MPI_Comm_get_min_hlevel(
    comm: MPI_Comm,
    nranks: c_int,
    ranks: *mut c_int,
    r#type: *mut *mut c_char,
) -> c_int {
    enter_own("MPI_Comm_get_min_hlevel", comm, || {
        // The exchange of a first call comes before any complaint about this rank's arguments.
        // SAFETY: `ranks` has nranks elements (the program's contract, `capi`). `min_level` and `put` look for NULL.
        unsafe {
            let name = min_level::min_level(comm, nranks, ranks);
            put(r#type, UNKNOWN).and_then(|()| put(r#type, name?))
        }
    })
}

/// Splits comm level by level, down to the lowest level or to max levels.
///
/// The call replaces repeated calls of MPI_Comm_hsplit_with_roots, each on the `newcomm` of the call before, until no
/// level is left or `max` levels are reached. `newcomms`[0] is the communicator of this process at the widest level,
/// `newcomms`[`depth`-1] the communicator at the narrowest level. All other elements of both arrays are MPI_COMM_NULL,
/// and so are the elements of `rootscomms` at levels at which this process is no root. The `depth` differs between
/// processes whose bindings end at different levels.
///
/// If `info` names a level (see hsplit(7)), there is at most one level. The call never changes `info`.
///
/// The arrays belong to the caller. HSPLIT_Comm_hierarchy_free frees the communicators.
///
/// Collective over `comm`, with the same `max` on all processes.
///
/// # Parameters
/// - `comm`: The communicator to split: an intracommunicator.
/// - `info`: An info object, or MPI_INFO_NULL. If it names no level, the keys `hsplit_criterion`, `hsplit_at_most`,
///   `hsplit_at_least` and `hsplit_parts` select another level than the next one at each step; see hsplit(7).
/// - `max`: The number of elements of the arrays, and therefore the maximum number of levels. Equal on all ranks.
/// - `depth`: The number of levels of this process.
/// - `newcomms`: The communicators of this process, widest level first.
/// - `rootscomms`: The communicators of the roots of the same levels. NULL on all ranks if they are not wanted.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `max` is negative; a required pointer is NULL; or the ranks make different calls, pass different
///   `max` or different criteria, or only some of them pass `rootscomms`.
/// - MPI_ERR_INFO: `info` is invalid on some rank, one of the keys above has an invalid value, or the ranks name
///   different levels.
///
/// An error of one rank is returned on every rank. The communicators made before the error are freed.
///
/// # Notes
/// Research report RR-9077, section 3.4.
///
/// # See also
/// MPI_Comm_hsplit_with_roots, MPI_Comm_get_hlevel_info
///
/// # Fortran
/// `newcomms(*), rootscomms(*)??`
///
/// # Safety
/// The arrays have max elements.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Comm_hierarchy(
    comm: MPI_Comm,
    info: MPI_Info,
    max: c_int,
    depth: *mut c_int,
    newcomms: *mut MPI_Comm,
    rootscomms: *mut MPI_Comm,
) -> c_int {
    let outputs = Outputs { max, depth, newcomms, rootscomms };
    // SAFETY: the arrays have max elements (the program's contract, `capi`). `hierarchy` looks for NULL.
    enter_own("HSPLIT_Comm_hierarchy", comm, || unsafe { hierarchy::hierarchy(comm, info, outputs) })
}

/// Frees the communicators of HSPLIT_Comm_hierarchy, and sets the elements of both arrays to MPI_COMM_NULL.
///
/// The arrays themselves belong to the caller. If MPI_Comm_free fails for one communicator, the others are freed
/// nevertheless, and the call returns the first error.
///
/// Collective over every communicator that is freed.
///
/// # Parameters
/// - `depth`: The number of levels that HSPLIT_Comm_hierarchy returned.
/// - `newcomms`: The communicators of the calling process.
/// - `rootscomms`: The communicators of the roots. May be NULL if there are none.
///
/// # Errors
/// - MPI_ERR_ARG: `depth` is negative, or `newcomms` is NULL and `depth` is not 0.
/// - MPI_ERR_OTHER: The call is made before MPI_Init or after MPI_Finalize.
///
/// # See also
/// HSPLIT_Comm_hierarchy
///
/// # Fortran
/// `newcomms(*) inout, rootscomms(*)?? inout`
///
/// # Safety
/// The arrays have depth elements.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Comm_hierarchy_free(
    depth: c_int,
    newcomms: *mut MPI_Comm,
    rootscomms: *mut MPI_Comm,
) -> c_int {
    let levels = hierarchy::Levels { depth, newcomms, rootscomms };
    let code = enter_own("HSPLIT_Comm_hierarchy_free", comm_world(), || levels.check());
    // Callbacks of the program run there, whose calls are its own.
    // SAFETY: `check` has looked for NULL. The arrays have depth elements with handles of HSPLIT_Comm_hierarchy, which
    // the program gives back (the program's contract, `capi`).
    if code == SUCCESS { unsafe { levels.free() } } else { code }
}

/// Returns the version of the loaded library.
///
/// The version of the header, with which the program was compiled, is in the constants HSPLIT_VERSION_MAJOR,
/// HSPLIT_VERSION_MINOR and HSPLIT_VERSION_PATCH, and in the string HSPLIT_VERSION. Each output may be NULL.
///
/// Local. The call is allowed at any time, also before MPI_Init and after MPI_Finalize.
///
/// # Parameters
/// - `major`: The first number of the version.
/// - `minor`: The second number of the version.
/// - `patch`: The third number of the version.
///
/// # Returns
/// Always MPI_SUCCESS.
///
/// # Fortran
/// `major?, minor?, patch?`
///
/// # Safety
/// Outputs that are not NULL point to one element each.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Get_version(major: *mut c_int, minor: *mut c_int, patch: *mut c_int) -> c_int {
    let parts = [env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR"), env!("CARGO_PKG_VERSION_PATCH")];
    for (output, part) in [major, minor, patch].into_iter().zip(parts) {
        if !output.is_null() {
            // SAFETY: not NULL, so it points to an int (the program's contract, `capi`).
            unsafe { *output = part.parse().unwrap_or(0) };
        }
    }
    hsplit_mpi::constants::SUCCESS
}

/// Returns a text with the version of the library, the MPI for which it was built, and the MPI of this process.
///
/// The MPI for which the library was built is given with its library file. The MPI of this process is given with its
/// version of the standard and the file of its functions. The command `hsplit doctor` prints the same text.
///
/// Local. The call is allowed at any time, also before MPI_Init and after MPI_Finalize.
///
/// # Parameters
/// - `version`: A buffer of HSPLIT_MAX_LIBRARY_VERSION_STRING characters, including the terminating NUL. In Fortran,
///   the text is truncated or padded with blanks to the length of the variable.
/// - `resultlen`: The number of characters, without the NUL. May be NULL in C.
///
/// # Returns
/// MPI_SUCCESS, or MPI_ERR_ARG if `version` is NULL.
///
/// # See also
/// HSPLIT_Get_version
///
/// # Fortran
/// `resultlen?`
///
/// # Safety
/// The outputs are as large as stated.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Get_library_version(version: *mut c_char, resultlen: *mut c_int) -> c_int {
    if version.is_null() {
        return mpi_sys::MPI_ERR_ARG as c_int;
    }
    let mut text = catch_unwind(version::text).unwrap_or_default().into_bytes();
    text.truncate(HSPLIT_MAX_LIBRARY_VERSION_STRING as usize - 1);
    // SAFETY: `version` has room for HSPLIT_MAX_LIBRARY_VERSION_STRING characters (the program's contract, `capi`), and
    // the text has been cut to one less. `resultlen` is NULL or points to an int.
    unsafe {
        version.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), text.len());
        *version.add(text.len()) = 0;
        if !resultlen.is_null() {
            *resultlen = text.len() as c_int;
        }
    }
    hsplit_mpi::constants::SUCCESS
}

/// Writes the address of a name to the program.
unsafe fn put(output: *mut *mut c_char, name: Name) -> Result<(), Error> {
    not_null(output, "type")?;
    // SAFETY: `not_null` has looked at it. The name lives as long as the process, and C programs only read it: the
    // papers' signature lacks the const.
    unsafe { *output = name.as_c_str().as_ptr().cast_mut() };
    Ok(())
}
