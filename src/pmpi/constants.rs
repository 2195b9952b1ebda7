// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPI's constants as values, whatever each `mpi.h` makes of them.

use std::ffi::c_int;

use mpi_sys::{MPI_Comm, MPI_Datatype, MPI_Group, MPI_Info, MPI_Op};

unsafe extern "C" {
    static hsplit_info_env: MPI_Info;
    static hsplit_byte: MPI_Datatype;
    static hsplit_min: MPI_Op;
    static hsplit_sum: MPI_Op;
    static hsplit_int: MPI_Datatype;
}

/// Zero in every MPI, and by the standard.
pub const SUCCESS: c_int = 0;
/// `MPI_UNDEFINED`, the same in every MPI this library knows.
pub const UNDEFINED: c_int = mpi_sys::MPI_UNDEFINED as c_int;

macro_rules! constant {
    ($(#[$doc:meta])* $name:ident: $type:ty = $static:expr) => {
        $(#[$doc])*
        pub fn $name() -> $type {
            // SAFETY: a constant of the C side, initialised before the program starts and never written.
            unsafe { $static }
        }
    };
}

constant!(/// `MPI_COMM_NULL`.
    comm_null: MPI_Comm = mpi_sys::RSMPI_COMM_NULL);
constant!(/// `MPI_COMM_WORLD`.
    comm_world: MPI_Comm = mpi_sys::RSMPI_COMM_WORLD);
constant!(/// `MPI_GROUP_NULL`.
    group_null: MPI_Group = mpi_sys::RSMPI_GROUP_NULL);
constant!(/// `MPI_INFO_NULL`.
    info_null: MPI_Info = mpi_sys::RSMPI_INFO_NULL);
constant!(/// `MPI_INFO_ENV`.
    info_env: MPI_Info = hsplit_info_env);
constant!(/// `MPI_BYTE`.
    byte: MPI_Datatype = hsplit_byte);
constant!(/// `MPI_INT`.
    int: MPI_Datatype = hsplit_int);
constant!(/// `MPI_UINT64_T`.
    uint64: MPI_Datatype = mpi_sys::RSMPI_UINT64_T);
constant!(/// `MPI_MIN`.
    min: MPI_Op = hsplit_min);
constant!(/// `MPI_SUM`.
    sum: MPI_Op = hsplit_sum);
