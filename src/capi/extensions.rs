// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls that no MPI has.

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

/// Splits oldcomm at the next level of the hardware hierarchy and joins the roots.
///
/// The processes of `oldcomm` that share the next level below what all of them share get a communicator in `newcomm`,
/// in the order of their ranks in `oldcomm`. Rank 0 of every such communicator is a root. The roots of all
/// communicators that one call makes from one `oldcomm` are joined in `rootscomm`, in that order, too. A process
/// without a further level gets MPI_COMM_NULL in both.
///
/// Where `info` has one of the keys `mpi_hw_resource_type`, `mpi_hw_subdomain_type`, `mpi_pset_name`, the split is at
/// the level, or into the process set, that it names instead; see hsplit(7). Otherwise, and unless `info` is
/// MPI_INFO_NULL, the level that was found is written into `mpi_hw_resource_type`.
///
/// Collective over `oldcomm`. Both communicators are freed with MPI_Comm_free.
///
/// # Parameters
/// - `oldcomm`: The communicator to split: an intracommunicator.
/// - `info`: An info object that names a level, or none, or MPI_INFO_NULL. Where it names none, the keys
///   `hsplit_criterion`, `hsplit_at_most`, `hsplit_at_least` and `hsplit_parts` lead to another level than the next
///   one; see hsplit(7).
/// - `newcomm`: The new communicator of this process, or MPI_COMM_NULL.
/// - `rootscomm`: The communicator of the roots, where this process is one; otherwise MPI_COMM_NULL.
///
/// # Errors
/// - MPI_ERR_COMM: `oldcomm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `newcomm` or `rootscomm` is NULL on some rank, or the ranks make different calls, or pass different
///   criteria.
/// - MPI_ERR_INFO: `info` is invalid on some rank, or one of the keys above has a value that it cannot have, or the
///   ranks name different levels.
///
/// A mistake of one rank is an error on every rank.
///
/// # Notes
/// A root of `oldcomm` that gets a new communicator is a root there, too. Where processes are bound to different
/// levels, rank 0 of `oldcomm` may be no root.
///
/// The name `mpi_shared_memory` means the node here.
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

/// Says which level a communicator stands for.
///
/// The call gives the level of the hardware that `comm` stands for, its index among the communicators of one split, and
/// their number. These are all the communicators that one call has made from one communicator.
///
/// For a communicator that the library has not made, the values are 0, MPI_UNDEFINED and "Unknown", which is no error.
/// This includes communicators that the native MPI has made, such as those of MPI_COMM_TYPE_SHARED. A duplicate made by
/// MPI_Comm_dup gives the values of the original.
///
/// Local.
///
/// The text that `type` points to belongs to the library. It must not be changed or freed, and lives as long as the
/// process.
///
/// # Parameters
/// - `comm`: A communicator.
/// - `num_comms`: The number of communicators that the split made, including this one.
/// - `index`: The index of this one among them, from 0: the rank of its root in the communicator of the roots.
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

/// Says which level a communicator stands for, with the name copied into a buffer of the caller.
///
/// The call gives the level of the hardware that `comm` stands for, its index among the communicators of one split, and
/// their number. These are all the communicators that one call has made from one communicator.
///
/// For a communicator that the library has not made, the values are 0, MPI_UNDEFINED and "Unknown", which is no error.
/// This includes communicators that the native MPI has made, such as those of MPI_COMM_TYPE_SHARED. A duplicate made by
/// MPI_Comm_dup gives the values of the original.
///
/// Local.
///
/// # Parameters
/// - `comm`: A communicator.
/// - `num_comms`: The number of communicators that the split made, including this one.
/// - `index`: The index of this one among them, from 0: the rank of its root in the communicator of the roots.
/// - `type`: A buffer of the caller with room for MPI_MAX_OBJECT_NAME characters, for the name of the level, such as
///   L3Cache, Machine or Net_level0.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL.
/// - MPI_ERR_ARG: An output is NULL.
///
/// # Notes
/// The call differs from MPI_Comm_get_hlevel_info in `type` alone.
///
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

/// Says which is the lowest level that some processes share.
///
/// The call names the lowest level that all listed processes share, in the form of MPI_Comm_get_hlevel_info. It is
/// "Unknown" where the calling process is not in the list, or the list is empty. It is "System - Cluster" where the
/// processes are on different nodes and share no level of switches.
///
/// The lists may differ from process to process.
///
/// The first call on a communicator is collective over it; later calls are local. Every process makes the first one,
/// with any list. Bindings count as they were at the first call. The places of all processes are
/// kept until the communicator is freed. There is one copy per node, where its processes can share memory files.
///
/// The text that `type` points to belongs to the library. It must not be changed or freed, and lives as long as the
/// process.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `nranks`: The number of listed ranks.
/// - `ranks`: The ranks, in `comm`. May be NULL where `nranks` is 0.
/// - `type`: The name of the level.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `nranks` is negative, `ranks` is NULL and `nranks` is not 0, or `type` is NULL.
/// - MPI_ERR_RANK: A listed rank is not in `comm`.
///
/// In the first call a wrong list is an error only on the process that passed it.
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

/// Splits comm level by level, down to the bottom or to max levels.
///
/// HSPLIT_Comm_hierarchy replaces repeated calls of MPI_Comm_hsplit_with_roots, each on the `newcomm` of the one
/// before, until nothing is left to split or `max` levels are reached. `newcomms`[0] is the communicator of this
/// process at the widest level, `newcomms`[`depth`-1] the one at the narrowest. The rest of both arrays is
/// MPI_COMM_NULL. So are the elements of `rootscomms` where this process is no root. `depth` differs between processes
/// whose bindings end at different levels.
///
/// Where `info` names a level (see hsplit(7)), there is one level at the most. `info` is never changed.
///
/// The arrays belong to the caller. HSPLIT_Comm_hierarchy_free frees the communicators.
///
/// Collective over `comm`, with the same `max` on all processes.
///
/// # Parameters
/// - `comm`: The communicator to split: an intracommunicator.
/// - `info`: An info object that names a level, or none, or MPI_INFO_NULL. Where it names none, the keys
///   `hsplit_criterion`, `hsplit_at_most`, `hsplit_at_least` and `hsplit_parts` lead each step to another level than
///   the next one; see hsplit(7).
/// - `max`: The number of elements of the arrays, and so the greatest number of levels. It must be equal on all ranks.
/// - `depth`: The number of levels that this process got.
/// - `newcomms`: The communicators of this process, that of the widest level first.
/// - `rootscomms`: The communicators of the roots beside them. NULL, on all ranks, where they are not wanted.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `max` or the `depth` to free is negative; a required pointer is NULL; or the ranks make different
///   calls, pass different `max`, or different criteria, or only some of them want the roots.
/// - MPI_ERR_INFO: `info` is invalid on some rank, or one of the keys above has a value that it cannot have; or the
///   ranks name different levels.
///
/// A mistake of one rank is an error on every rank. Communicators that were made until then are freed.
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

/// Frees the communicators of HSPLIT_Comm_hierarchy and sets them to MPI_COMM_NULL; the arrays stay the caller's.
///
/// Where MPI_Comm_free fails for one, the others are freed all the same, and the call reports what failed first.
///
/// Collective over every communicator that is freed.
///
/// # Parameters
/// - `depth`: What HSPLIT_Comm_hierarchy gave.
/// - `newcomms`: The communicators of the calling process.
/// - `rootscomms`: Those of the roots beside them. May be NULL where there are none.
///
/// # Errors
/// - MPI_ERR_ARG: `depth` is negative, or `newcomms` is NULL and `depth` is not 0.
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

/// Returns the version of the loaded library; HSPLIT_VERSION_MAJOR, _MINOR and _PATCH have that of the header.
///
/// The call gives the version of the library that the program runs with. Any of the outputs may be NULL. Local, at any
/// time: before MPI_Init and after MPI_Finalize too.
///
/// The version that the program was compiled with is in the constants HSPLIT_VERSION_MAJOR, HSPLIT_VERSION_MINOR,
/// HSPLIT_VERSION_PATCH and the string HSPLIT_VERSION.
///
/// # Parameters
/// - `major`: The first number of the version.
/// - `minor`: The second.
/// - `patch`: The third.
///
/// # Returns
/// Always MPI_SUCCESS.
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

/// Describes the library in words: its version, the MPI that it was built for, and the MPI of this process.
///
/// The text has the version of the library, the MPI that it was built for, with the library file of that MPI, and the
/// MPI of this process. The latter is given with its version of the standard and the file of its functions.
///
/// Local, at any time: before MPI_Init and after MPI_Finalize too. `hsplit doctor` prints this text, too.
///
/// # Parameters
/// - `version`: A buffer of HSPLIT_MAX_LIBRARY_VERSION_STRING characters, including the NUL at the end. In Fortran the
///   text is cut off at, or filled with blanks to, the length of the variable.
/// - `resultlen`: The number of characters, without the NUL. NULL is allowed in C.
///
/// # Returns
/// MPI_SUCCESS, or MPI_ERR_ARG where `version` is NULL.
///
/// # See also
/// HSPLIT_Get_version
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
