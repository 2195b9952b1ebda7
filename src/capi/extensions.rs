// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls that no MPI has.

use std::ffi::{c_char, c_int};
use std::panic::catch_unwind;

use mpi_sys::{MPI_Comm, MPI_Info};

use super::boundary::enter_own;
use crate::calls::hierarchy::Outputs;
use crate::calls::{hierarchy, level_info, min_level, not_null, version, with_roots};
use crate::error::Error;
use crate::split_types::HSPLIT_MAX_LIBRARY_VERSION_STRING;
use hsplit_core::name::Name;
use hsplit_core::table::UNKNOWN;
use hsplit_mpi::constants::{SUCCESS, comm_world};

/// Splits oldcomm at the next level of the hardware hierarchy and joins the roots.
///
/// The processes of oldcomm that share the next level below what all of them share get a communicator in newcomm, in
/// the order of their ranks in oldcomm. Rank 0 of every such communicator is a root; the roots of this call are joined
/// in rootscomm. Processes without a further level get MPI_COMM_NULL in newcomm, processes that are no root get
/// MPI_COMM_NULL in rootscomm. Where info has one of the keys mpi_hw_resource_type, mpi_hw_subdomain_type or
/// mpi_pset_name, the split is at the level, or into the process set, that it names instead. Otherwise its keys
/// hsplit_criterion, hsplit_at_most, hsplit_at_least and hsplit_parts may lead to another level than the next one, and
/// unless info is MPI_INFO_NULL, mpi_hw_resource_type is set in it to the level that was found.
///
/// Collective over oldcomm. Both results are freed with MPI_Comm_free.
/// Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, ranks that make different calls, or
/// that pass different criteria), MPI_ERR_INFO (an invalid info, a value that one of these keys cannot
/// have, or ranks that name different levels). Every rank of oldcomm gets one.
/// (Research report RR-9077, section 3.2.3)
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
/// num_comms: how many communicators the split that made comm has made, this one counted. index: the number of this one
/// among them, from 0, which is the rank of its root in the communicator of the roots. type: the name of the level,
/// such as L3Cache, Machine or Net_level0; it belongs to the library, must not be changed or freed, and lives as long
/// as the process. A communicator that this library has not made gives 0, MPI_UNDEFINED and "Unknown". Duplicates made
/// by MPI_Comm_dup give what the original gives.
///
/// Local. Errors: MPI_ERR_COMM, MPI_ERR_ARG (NULL).
/// (Research report RR-9077, section 3.3.1)
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
/// As MPI_Comm_get_hlevel_info; type has room for MPI_MAX_OBJECT_NAME characters.
///
/// Local. Errors: MPI_ERR_COMM, MPI_ERR_ARG (NULL).
/// (Mercier's thesis, section 4.2.2.3)
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
/// ranks lists nranks ranks of comm. type: the name of the level, as MPI_Comm_get_hlevel_info gives it; "Unknown" where
/// the calling process is not in the list or the list is empty; "System - Cluster" where the processes are on different
/// nodes and share no level of the network. The lists may differ from process to process.
///
/// The first call on a communicator is collective over it; later calls are local. Bindings count as they were at the
/// first call. The places of all processes are kept once per node, until the communicator is freed.
/// Errors: MPI_ERR_COMM, MPI_ERR_ARG (NULL, a negative nranks), MPI_ERR_RANK.
/// (Research report RR-9077, section 3.3.2)
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
/// newcomms[0] is the communicator of this process at the widest level, newcomms[depth - 1] the one at the narrowest;
/// the rest of the array is MPI_COMM_NULL. rootscomms has the communicators of the roots beside them, and may be NULL,
/// on all processes, where they are not wanted. Both arrays belong to the caller and have max elements; depth differs
/// between processes whose bindings end at different levels. With a level named in info there is one level at the most;
/// keys of info that lead a split to another level than the next one count at every step.
///
/// Collective over comm, with the same max on all processes. HSPLIT_Comm_hierarchy_free frees the communicators.
/// Errors: as MPI_Comm_hsplit_with_roots; nothing is created then.
/// (Research report RR-9077, section 3.4)
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
/// depth is what HSPLIT_Comm_hierarchy gave. rootscomms may be NULL where there are none.
///
/// Collective over every communicator that is freed. Errors: MPI_ERR_ARG (a negative depth, NULL); what MPI_Comm_free
/// reports first, after all have been freed.
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
/// Local, at any time. Any output may be NULL. Always succeeds.
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
/// version has room for HSPLIT_MAX_LIBRARY_VERSION_STRING characters; what does not fit is cut off. resultlen: how many
/// characters there are, without the NUL at the end. It may be NULL.
///
/// Local, at any time. Errors: MPI_ERR_ARG (NULL).
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
