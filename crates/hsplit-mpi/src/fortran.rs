// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversion of Fortran handles to C, and the native Fortran calls.
//!
//! Handles are converted only under the MPI that this library was built for. In a program of another MPI, a call is
//! passed unchanged to that MPI's Fortran function.

use std::ffi::{CStr, c_int, c_void};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, OnceLock};

use hsplit_host::loader::in_loaded_files;
use mpi_sys::{MPI_Comm, MPI_Datatype, MPI_Group, MPI_Info, MPI_Op, MPI_Request, MPI_Win};

use super::constants;
use super::native::{BUILT_FOR, Family};
use super::symbol::{find, has_several_owners, is_stub, next, next_anywhere};
use super::topology::Weights;

/// A default INTEGER of Fortran, also used for handles.
pub type Fint = c_int;

/// True if calls by the names of Fortran are passed to the next function unchanged. Intel MPI's library for INTEGERs of
/// 8 bytes (`-ilp64`) converts its arguments and makes the C calls. Stubs of MPI in a sequential library (MUMPS) have
/// handles that are no MPI's.
pub fn are_passed_on() -> bool {
    static ARE_PASSED_ON: OnceLock<bool> = OnceLock::new();
    let find = |name| if is_in_a_local_scope() { next_anywhere(name) } else { next(name) };
    if has_several_owners() {
        return is_stub(next_anywhere(c"mpi_init_"));
    }
    *ARE_PASSED_ON.get_or_init(|| !find(c"ilp64_mpirinitf_").is_null() || is_stub(find(c"mpi_init_")))
}

/// True if the MPI's Fortran library is in a local scope.
fn is_in_a_local_scope() -> bool {
    next(c"mpi_init_").is_null()
}

/// Returns the native function to which a call is passed unchanged, if it is.
pub fn unchanged<F>(name: &CStr, next: fn(&CStr) -> Option<F>) -> Option<F> {
    if are_passed_on() { next(name) } else { None }
}

/// Functions that convert a Fortran handle to a handle of this MPI.
macro_rules! of_fortran {
    ($($(#[$attribute:meta])* $name:ident -> $type:ty: $convert:ident, $null:expr;)+) => { $(
        $(#[$attribute])*
        pub fn $name(handle: Fint) -> $type {
            // SAFETY: the MPI accepts any number: it casts it or looks it up in a table. An invalid number gives a
            // handle that the native calls reject.
            constants::all().$convert.map_or_else($null, |convert| unsafe { convert(handle) })
        }
    )+ };
}

of_fortran! {
    /// The communicator that a Fortran handle stands for.
    comm_of -> MPI_Comm: comm_f2c, constants::comm_null;
    /// The info object that a Fortran handle stands for.
    info_of -> MPI_Info: info_f2c, constants::info_null;
    /// The datatype that a Fortran handle stands for.
    datatype_of -> MPI_Datatype: type_f2c, constants::datatype_null;
    /// The operation that a Fortran handle stands for.
    op_of -> MPI_Op: op_f2c, constants::op_null;
    /// The window that a Fortran handle stands for.
    win_of -> MPI_Win: win_f2c, constants::win_null;
    /// The request that a Fortran handle stands for.
    request_of -> MPI_Request: request_f2c, constants::request_null;
}

/// The Fortran handle of a communicator.
pub fn handle_of(comm: MPI_Comm) -> Fint {
    // SAFETY: the communicator is MPI_COMM_NULL, one that this call of the program has made, or what `comm_of` gave.
    constants::all().comm_c2f.map_or(0, |comm_c2f| unsafe { comm_c2f(comm) })
}

/// The Fortran handle of an info object.
pub fn number_of(info: MPI_Info) -> Fint {
    // SAFETY: the object is MPI_INFO_NULL, or one that this call of the program has made.
    constants::all().info_c2f.map_or(0, |info_c2f| unsafe { info_c2f(info) })
}

/// The Fortran handle of a group.
pub fn number_of_group(group: MPI_Group) -> Fint {
    // SAFETY: the group is MPI_GROUP_NULL, or one that this call of the program has made.
    constants::all().group_c2f.map_or(0, |group_c2f| unsafe { group_c2f(group) })
}

/// The Fortran handle of a window.
pub fn number_of_win(win: MPI_Win) -> Fint {
    // SAFETY: the window is MPI_WIN_NULL, or one that this call of the program has made.
    constants::all().win_c2f.map_or(0, |win_c2f| unsafe { win_c2f(win) })
}

/// A constant of Fortran that the MPI recognises by its address.
struct Constant {
    /// The addresses of the variables that stand for it.
    variables: Vec<usize>,
    /// MPICH's variable that holds the address in mpif.h and the module mpi; the MPI's initialisation writes it.
    holder: Option<&'static AtomicUsize>,
}

impl Constant {
    fn find(names: &[&CStr], holder: &CStr) -> Self {
        let mut found: Vec<*mut c_void> = names.iter().map(|name| find(name)).collect();
        // Each file in a local scope may have its own variable. (Open MPI puts the library that has the variables in C
        // into the global scope later.)
        if is_in_a_local_scope() {
            found.extend(names.iter().flat_map(|name| in_loaded_files(name)));
        }
        let variables = found.into_iter().map(|address| address.addr()).filter(|&address| address != 0).collect();
        let in_a_file = || if BUILT_FOR == Family::OpenMpi { None } else { in_loaded_files(holder).first().copied() };
        let holder = Some(find(holder)).filter(|holder| !holder.is_null()).or_else(in_a_file);
        // SAFETY: the MPI's variable of this name is a pointer, which lives as long as the process.
        let holder = holder.and_then(|holder| unsafe { holder.cast::<AtomicUsize>().as_ref() });
        Self { variables, holder }
    }

    fn is(&self, address: *const c_void) -> bool {
        let holds = |holder: &AtomicUsize| holder.load(Ordering::Relaxed) == address.addr();
        !address.is_null() && (self.variables.contains(&address.addr()) || self.holder.is_some_and(holds))
    }
}

/// Converts a buffer to C. Fortran has variables whose addresses are `MPI_IN_PLACE` and `MPI_BOTTOM`: in Open MPI one
/// for each spelling of their names, in MPICH's mpi_f08 those of its module.
pub fn buffer_of(address: *mut c_void) -> *mut c_void {
    static IN_PLACE: LazyLock<Constant> = LazyLock::new(|| {
        let names = [
            c"mpi_fortran_in_place_",
            c"mpi_fortran_in_place",
            c"mpi_fortran_in_place__",
            c"MPI_FORTRAN_IN_PLACE",
            c"MPIR_F08_MPI_IN_PLACE",
        ];
        Constant::find(&names, c"MPIR_F_MPI_IN_PLACE")
    });
    static BOTTOM: LazyLock<Constant> = LazyLock::new(|| {
        let names = [
            c"mpi_fortran_bottom_",
            c"mpi_fortran_bottom",
            c"mpi_fortran_bottom__",
            c"MPI_FORTRAN_BOTTOM",
            c"MPIR_F08_MPI_BOTTOM",
        ];
        Constant::find(&names, c"MPIR_F_MPI_BOTTOM")
    });
    match address {
        _ if IN_PLACE.is(address) => constants::in_place(),
        _ if BOTTOM.is(address) => std::ptr::null_mut(),
        _ => address,
    }
}

/// Converts weights to C. Fortran has variables whose addresses are `MPI_UNWEIGHTED` and `MPI_WEIGHTS_EMPTY`, as those
/// of [`buffer_of`]. The compiler of the MPI gives those of MPICH's module their names: GNU's, Intel's or LLVM's.
pub fn weights_of(address: *const Fint) -> Weights {
    static UNWEIGHTED: LazyLock<Constant> = LazyLock::new(|| {
        let names = [
            c"mpi_fortran_unweighted_",
            c"mpi_fortran_unweighted",
            c"mpi_fortran_unweighted__",
            c"MPI_FORTRAN_UNWEIGHTED",
            c"__mpi_f08_link_constants_MOD_mpi_unweighted",
            c"mpi_f08_link_constants_mp_mpi_unweighted_",
            c"_QMmpi_f08_link_constantsEmpi_unweighted",
        ];
        Constant::find(&names, c"MPIR_F_MPI_UNWEIGHTED")
    });
    static EMPTY: LazyLock<Constant> = LazyLock::new(|| {
        let names = [
            c"mpi_fortran_weights_empty_",
            c"mpi_fortran_weights_empty",
            c"mpi_fortran_weights_empty__",
            c"MPI_FORTRAN_WEIGHTS_EMPTY",
            c"__mpi_f08_link_constants_MOD_mpi_weights_empty",
            c"mpi_f08_link_constants_mp_mpi_weights_empty_",
            c"_QMmpi_f08_link_constantsEmpi_weights_empty",
        ];
        Constant::find(&names, c"MPIR_F_MPI_WEIGHTS_EMPTY")
    });
    Weights::new(match address {
        _ if UNWEIGHTED.is(address.cast()) => constants::unweighted(),
        _ if EMPTY.is(address.cast()) => constants::weights_empty(),
        _ => address,
    })
}

/// `MPI_COMM_SPLIT_TYPE` of every Fortran interface. mpi_f08 passes NULL for an `ierror` that is left out.
pub type SplitType =
    unsafe extern "C-unwind" fn(*const Fint, *const Fint, *const Fint, *const Fint, *mut Fint, *mut Fint);

/// `MPI_FINALIZE` of every Fortran interface.
pub type Finalize = unsafe extern "C-unwind" fn(*mut Fint);

/// `MPI_INIT` of every Fortran interface.
pub type Init = unsafe extern "C-unwind" fn(*mut Fint);

/// `MPI_INIT_THREAD` of every Fortran interface.
pub type InitThread = unsafe extern "C-unwind" fn(*const Fint, *mut Fint, *mut Fint);

/// `MPI_GET_HW_RESOURCE_INFO` of every Fortran interface.
pub type HwResourceInfo = unsafe extern "C-unwind" fn(*mut Fint, *mut Fint);

/// `MPI_INTERCOMM_MERGE` of every Fortran interface.
pub type IntercommMerge = unsafe extern "C-unwind" fn(*const Fint, *const Fint, *mut Fint, *mut Fint);

/// `MPI_COMM_FREE` and `MPI_COMM_DISCONNECT` of every Fortran interface.
pub type CommFree = unsafe extern "C-unwind" fn(*mut Fint, *mut Fint);

/// `MPI_PCONTROL` of every Fortran interface.
pub type Pcontrol = unsafe extern "C-unwind" fn(*const Fint);

/// The native `MPI_INTERCOMM_MERGE` of this name, if there is one.
pub fn next_intercomm_merge(name: &CStr) -> Option<IntercommMerge> {
    // SAFETY: every interface's MPI_INTERCOMM_MERGE has the parameters of `IntercommMerge`, and `name` is one of its
    // names. A NULL address becomes `None`.
    unsafe { std::mem::transmute::<*mut c_void, Option<IntercommMerge>>(next_anywhere(name)) }
}

/// The native `MPI_COMM_FREE` or `MPI_COMM_DISCONNECT` of this name, if there is one.
pub fn next_comm_free(name: &CStr) -> Option<CommFree> {
    // SAFETY: both have the parameters of `CommFree` in every interface, and `name` is one of their names. A NULL
    // address becomes `None`.
    unsafe { std::mem::transmute::<*mut c_void, Option<CommFree>>(next_anywhere(name)) }
}

/// The native `MPI_PCONTROL` of this name, if there is one.
pub fn next_pcontrol(name: &CStr) -> Option<Pcontrol> {
    // SAFETY: every interface's MPI_PCONTROL has the parameter of `Pcontrol`, and `name` is one of its names. A NULL
    // address becomes `None`.
    unsafe { std::mem::transmute::<*mut c_void, Option<Pcontrol>>(next_anywhere(name)) }
}

/// The native `MPI_COMM_SPLIT_TYPE` of this name, if there is one.
pub fn next_split_type(name: &CStr) -> Option<SplitType> {
    // SAFETY: every interface's MPI_COMM_SPLIT_TYPE has the parameters of `SplitType`, and `name` is one of its names.
    // A NULL address becomes `None`.
    unsafe { std::mem::transmute::<*mut c_void, Option<SplitType>>(next_anywhere(name)) }
}

/// The native `MPI_FINALIZE` of this name, if there is one.
pub fn next_finalize(name: &CStr) -> Option<Finalize> {
    // SAFETY: every interface's MPI_FINALIZE has the parameter of `Finalize`, and `name` is one of its names. A NULL
    // address becomes `None`.
    unsafe { std::mem::transmute::<*mut c_void, Option<Finalize>>(next_anywhere(name)) }
}

/// The native `MPI_INIT` of this name, if there is one.
pub fn next_init(name: &CStr) -> Option<Init> {
    // SAFETY: every interface's MPI_INIT has the parameter of `Init`, and `name` is one of its names. A NULL address
    // becomes `None`.
    unsafe { std::mem::transmute::<*mut c_void, Option<Init>>(next_anywhere(name)) }
}

/// The native `MPI_INIT_THREAD` of this name, if there is one.
pub fn next_init_thread(name: &CStr) -> Option<InitThread> {
    // SAFETY: every interface's MPI_INIT_THREAD has the parameters of `InitThread`, and `name` is one of its names. A
    // NULL address becomes `None`.
    unsafe { std::mem::transmute::<*mut c_void, Option<InitThread>>(next_anywhere(name)) }
}

/// The native `MPI_GET_HW_RESOURCE_INFO` of this name, if there is one.
pub fn next_hw_resource_info(name: &CStr) -> Option<HwResourceInfo> {
    // SAFETY: every interface's MPI_GET_HW_RESOURCE_INFO has the parameters of `HwResourceInfo`, and `name` is one of
    // its names. A NULL address becomes `None`.
    unsafe { std::mem::transmute::<*mut c_void, Option<HwResourceInfo>>(next_anywhere(name)) }
}
