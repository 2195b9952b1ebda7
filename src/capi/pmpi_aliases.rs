// SPDX-License-Identifier: MIT OR Apache-2.0
//! The PMPI aliases of the four `MPI_` calls that no MPI has, so that other tools can intercept them like any MPI
//! function.

use std::ffi::{c_char, c_int};

use mpi_sys::{MPI_Comm, MPI_Info};

use super::extensions;

/// Profiling name of MPI_Comm_hsplit_with_roots.
///
/// # Safety
/// As for MPI_Comm_hsplit_with_roots.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn PMPI_Comm_hsplit_with_roots(
    oldcomm: MPI_Comm,
    info: MPI_Info,
    newcomm: *mut MPI_Comm,
    rootscomm: *mut MPI_Comm,
) -> c_int {
    // SAFETY: the program has passed these arguments for `MPI_Comm_hsplit_with_roots`, which has the same parameters.
    unsafe { extensions::MPI_Comm_hsplit_with_roots(oldcomm, info, newcomm, rootscomm) }
}

/// Profiling name of MPI_Comm_get_hlevel_info.
///
/// # Safety
/// As for MPI_Comm_get_hlevel_info.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn PMPI_Comm_get_hlevel_info(
    comm: MPI_Comm,
    num_comms: *mut c_int,
    index: *mut c_int,
    r#type: *mut *mut c_char,
) -> c_int {
    // SAFETY: the program has passed these arguments for `MPI_Comm_get_hlevel_info`, which has the same parameters.
    unsafe { extensions::MPI_Comm_get_hlevel_info(comm, num_comms, index, r#type) }
}

/// Profiling name of MPI_Comm_get_hw_subdomain_info.
///
/// # Safety
/// As for MPI_Comm_get_hw_subdomain_info.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn PMPI_Comm_get_hw_subdomain_info(
    comm: MPI_Comm,
    num_comms: *mut c_int,
    index: *mut c_int,
    r#type: *mut c_char,
) -> c_int {
    // SAFETY: the program has passed these arguments for `MPI_Comm_get_hw_subdomain_info`, which has the same
    // parameters.
    unsafe { extensions::MPI_Comm_get_hw_subdomain_info(comm, num_comms, index, r#type) }
}

/// Profiling name of MPI_Comm_get_min_hlevel.
///
/// # Safety
/// As for MPI_Comm_get_min_hlevel.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn PMPI_Comm_get_min_hlevel(
    comm: MPI_Comm,
    nranks: c_int,
    ranks: *mut c_int,
    r#type: *mut *mut c_char,
) -> c_int {
    // SAFETY: the program has passed these arguments for `MPI_Comm_get_min_hlevel`, which has the same parameters.
    unsafe { extensions::MPI_Comm_get_min_hlevel(comm, nranks, ranks, r#type) }
}
