// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPI's constants as values, however `mpi.h` defines them.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::OnceLock;

use mpi_sys::{MPI_Comm, MPI_Datatype, MPI_Errhandler, MPI_Group, MPI_Info, MPI_Op, MPI_Request, MPI_Status, MPI_Win};

use super::symbol::find;

/// Zero by the standard.
pub const SUCCESS: c_int = 0;
/// `MPI_UNDEFINED`, the same in every MPI this library knows.
pub const UNDEFINED: c_int = mpi_sys::MPI_UNDEFINED as c_int;

/// As in constants.c.
#[repr(C)]
pub(super) struct Constants {
    comm_null: MPI_Comm,
    comm_world: MPI_Comm,
    comm_self: MPI_Comm,
    group_null: MPI_Group,
    info_null: MPI_Info,
    info_env: MPI_Info,
    errors_are_fatal: MPI_Errhandler,
    errors_return: MPI_Errhandler,
    byte: MPI_Datatype,
    int: MPI_Datatype,
    uint64: MPI_Datatype,
    double: MPI_Datatype,
    datatype_null: MPI_Datatype,
    min: MPI_Op,
    max: MPI_Op,
    sum: MPI_Op,
    op_null: MPI_Op,
    no_op: MPI_Op,
    operations: [MPI_Op; 12],
    win_null: MPI_Win,
    request_null: MPI_Request,
    status_ignore: *mut MPI_Status,
    in_place: *mut c_void,
    unweighted: *mut c_int,
    weights_empty: *mut c_int,
    /// Conversions of Fortran handles. `None` if the loaded MPI is not the one that this library was built for.
    pub(super) comm_f2c: Option<unsafe extern "C" fn(c_int) -> MPI_Comm>,
    pub(super) comm_c2f: Option<unsafe extern "C" fn(MPI_Comm) -> c_int>,
    pub(super) type_f2c: Option<unsafe extern "C" fn(c_int) -> MPI_Datatype>,
    pub(super) op_f2c: Option<unsafe extern "C" fn(c_int) -> MPI_Op>,
    pub(super) win_f2c: Option<unsafe extern "C" fn(c_int) -> MPI_Win>,
    pub(super) request_f2c: Option<unsafe extern "C" fn(c_int) -> MPI_Request>,
    pub(super) info_f2c: Option<unsafe extern "C" fn(c_int) -> MPI_Info>,
    pub(super) info_c2f: Option<unsafe extern "C" fn(MPI_Info) -> c_int>,
    pub(super) group_c2f: Option<unsafe extern "C" fn(MPI_Group) -> c_int>,
    pub(super) win_c2f: Option<unsafe extern "C" fn(MPI_Win) -> c_int>,
}

// SAFETY: the value is only read after `all` has made it. Handles and constants of MPI belong to no thread, and the
// pointers are never dereferenced here.
unsafe impl Send for Constants {}
// SAFETY: the value is only read after `all` has made it.
unsafe impl Sync for Constants {}

unsafe extern "C" {
    static hsplit_comm_type_shared: c_int;
    static hsplit_root: c_int;
    static hsplit_proc_null: c_int;
    static hsplit_failed_process: c_int;
    static hsplit_revoked: c_int;
    static hsplit_cart: c_int;
    static hsplit_graph: c_int;
    static hsplit_dist_graph: c_int;
    static hsplit_combiner_named: c_int;
    fn hsplit_constants(constants: *mut Constants, symbol: unsafe extern "C" fn(*const c_char) -> *mut c_void);
}

/// Returns the address of a symbol of the MPI, for handles that are addresses in its library. Called by constants.c.
///
/// # Safety
/// `name` ends with NUL.
unsafe extern "C" fn symbol(name: *const c_char) -> *mut c_void {
    // SAFETY: `hsplit_constants` passes string literals of C.
    find(unsafe { CStr::from_ptr(name) })
}

pub(super) fn all() -> &'static Constants {
    static CONSTANTS: OnceLock<Constants> = OnceLock::new();
    CONSTANTS.get_or_init(|| {
        // SAFETY: `Constants` has the fields of the structure in constants.c, in its order, and `hsplit_constants`
        // writes all of them. Zeros are valid for each field before: a number, a NULL pointer, `None`.
        unsafe {
            let mut constants: Constants = std::mem::zeroed();
            hsplit_constants(&raw mut constants, symbol);
            constants
        }
    })
}

/// `MPI_COMM_TYPE_SHARED`.
pub fn comm_type_shared() -> c_int {
    // SAFETY: constants.c defines it as a constant, so no thread writes it.
    unsafe { hsplit_comm_type_shared }
}

/// `MPI_ROOT`.
pub fn root() -> c_int {
    // SAFETY: constants.c defines it as a constant, so no thread writes it.
    unsafe { hsplit_root }
}

/// `MPI_PROC_NULL`.
pub fn proc_null() -> c_int {
    // SAFETY: constants.c defines it as a constant, so no thread writes it.
    unsafe { hsplit_proc_null }
}

/// `MPIX_ERR_PROC_FAILED`, if the MPI has it.
pub(super) fn failed_process() -> c_int {
    // SAFETY: constants.c defines it as a constant, so no thread writes it.
    unsafe { hsplit_failed_process }
}

/// `MPIX_ERR_REVOKED`, if the MPI has it.
pub(super) fn revoked() -> c_int {
    // SAFETY: constants.c defines it as a constant, so no thread writes it.
    unsafe { hsplit_revoked }
}

/// `MPI_COMBINER_NAMED`.
pub fn combiner_named() -> c_int {
    // SAFETY: constants.c defines it as a constant, so no thread writes it.
    unsafe { hsplit_combiner_named }
}

/// The results of `MPI_Topo_test` for grids, graphs and distributed graphs.
pub fn topologies() -> [c_int; 3] {
    // SAFETY: constants.c defines them as constants, so no thread writes them.
    unsafe { [hsplit_cart, hsplit_graph, hsplit_dist_graph] }
}

/// The predefined operations of reductions.
pub fn operations() -> &'static [MPI_Op] {
    &all().operations
}

macro_rules! constants {
    ($($(#[$doc:meta])* $name:ident: $type:ty;)+) => { $(
        $(#[$doc])*
        pub fn $name() -> $type {
            all().$name
        }
    )+ };
}

constants! {
    /// `MPI_COMM_NULL`.
    comm_null: MPI_Comm;
    /// `MPI_COMM_WORLD`.
    comm_world: MPI_Comm;
    /// `MPI_COMM_SELF`.
    comm_self: MPI_Comm;
    /// `MPI_GROUP_NULL`.
    group_null: MPI_Group;
    /// `MPI_INFO_NULL`.
    info_null: MPI_Info;
    /// `MPI_INFO_ENV`.
    info_env: MPI_Info;
    /// `MPI_ERRORS_ARE_FATAL`.
    errors_are_fatal: MPI_Errhandler;
    /// `MPI_ERRORS_RETURN`.
    errors_return: MPI_Errhandler;
    /// `MPI_BYTE`.
    byte: MPI_Datatype;
    /// `MPI_INT`.
    int: MPI_Datatype;
    /// `MPI_UINT64_T`.
    uint64: MPI_Datatype;
    /// `MPI_DOUBLE`.
    double: MPI_Datatype;
    /// `MPI_DATATYPE_NULL`.
    datatype_null: MPI_Datatype;
    /// `MPI_MIN`.
    min: MPI_Op;
    /// `MPI_MAX`.
    max: MPI_Op;
    /// `MPI_SUM`.
    sum: MPI_Op;
    /// `MPI_WIN_NULL`.
    win_null: MPI_Win;
    /// `MPI_REQUEST_NULL`.
    request_null: MPI_Request;
    /// `MPI_NO_OP`.
    no_op: MPI_Op;
    /// `MPI_OP_NULL`.
    op_null: MPI_Op;
    /// `MPI_STATUS_IGNORE`.
    status_ignore: *mut MPI_Status;
    /// `MPI_IN_PLACE`.
    in_place: *mut c_void;
    /// `MPI_UNWEIGHTED`.
    unweighted: *mut c_int;
    /// `MPI_WEIGHTS_EMPTY`.
    weights_empty: *mut c_int;
}
