// SPDX-License-Identifier: MIT OR Apache-2.0
//! The intercepted functions that the native MPI has, too.

use std::ffi::{c_char, c_int, c_void};
use std::sync::Once;

use libc::pid_t;
use mpi_sys::{MPI_Comm, MPI_Info};

use super::again::is_again;
use super::boundary::{enter, enter_own, quietly};
use hsplit_calls::active;
use hsplit_calls::communicator_tree;
use hsplit_calls::function_id::FunctionId;
use hsplit_calls::inside::is_inside;
use hsplit_calls::split_type::{Arguments, split_type};
use hsplit_calls::split_types;
use hsplit_calls::{hw_resource_info, joining, monitor, peers, process_sets, release, runtime, show};
use hsplit_host::source::binding;
use hsplit_host::{preload, roster};
use hsplit_mpi::attribute::Attribute;
use hsplit_mpi::clock::IS_SIMULATED;
use hsplit_mpi::constants::{SUCCESS, UNDEFINED, comm_null, info_null};
use hsplit_mpi::raw::{self, RawHandle};
use hsplit_mpi::{Comm, comm, foreign, has_sessions_alone, has_world, lacking, session, was_initialized};

/// Intercepts MPI_Comm_split_type. Declared by mpi.h.
///
/// # Safety
/// The program's contract (`capi`).
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn MPI_Comm_split_type(
    comm: RawHandle,
    split_type_: c_int,
    key: c_int,
    info: RawHandle,
    newcomm: *mut c_void,
) -> c_int {
    if is_inside() || runtime::get().is_disabled() {
        // SAFETY: the program, or the native MPI, has passed these arguments for a split, and the native function gets
        // them while that call lasts. Only a type that is this library's own is replaced, by MPI_UNDEFINED.
        return unsafe {
            raw::comm_split_type(comm, native_type(split_type_), key, native_info(split_type_, info), newcomm)
        };
    }
    // SAFETY: `is_disabled` is false, so the program's MPI is the one that this library was built for, and these are
    // its handle types.
    let (comm, info): (MPI_Comm, MPI_Info) = unsafe { (comm.get(), info.get()) };
    let arguments = Arguments { comm, split_type: split_type_, key, info, newcomm: newcomm.cast() };
    // SAFETY: `comm` and `info` are the program's, of this library's MPI, and `newcomm` is NULL or a place for a handle
    // until this call returns.
    unsafe { take_over(arguments) }
}

/// The split type for the native MPI if this library is disabled. The MPI does not have this library's types: with
/// MPI_UNDEFINED, the rank takes part in the call and gets MPI_COMM_NULL.
pub(super) fn native_type(split_type: c_int) -> c_int {
    if split_types::is_ours(split_type) { UNDEFINED } else { split_type }
}

/// The info for the native MPI if this library is disabled: none for this library's types, because MPICH fails on hints
/// for MPI_COMM_NULL.
fn native_info(split_type: c_int, info: RawHandle) -> RawHandle {
    let is_dropped = split_types::is_ours(split_type) && runtime::get().check_mpi().is_ok();
    if is_dropped { RawHandle::of(info_null()) } else { info }
}

/// MPI_Comm_split_type with handles of the MPI for which this library was built.
pub(super) unsafe fn split_type_or_native(arguments: Arguments) -> c_int {
    if is_inside() || runtime::get().is_disabled() {
        let is_ours = split_types::is_ours(arguments.split_type);
        let native = if is_ours { arguments.without_result() } else { arguments };
        // SAFETY: the program, or the native MPI, has passed these arguments for a split, and the native function gets
        // them while that call lasts. Only a type that is this library's own is replaced, by MPI_UNDEFINED.
        return unsafe { native.native() };
    }
    // SAFETY: the caller passes on the program's arguments, with handles of this MPI.
    unsafe { take_over(arguments) }
}

unsafe fn take_over(arguments: Arguments) -> c_int {
    const NAME: &str = "MPI_Comm_split_type";
    monitor::timed(monitor::Function::TOPOLOGY, NAME.as_ptr().addr(), || {
        // SAFETY: both callers pass on the program's arguments, with handles of this MPI.
        enter(NAME, arguments.comm, || unsafe { split_type(arguments) })
    })
}

/// Returns the levels of the hardware, and whether this process is bound inside one instance of each.
///
/// The info object has a key for each name of each level of the calling process's node, and of the levels of switches
/// above it: `hwloc://L3Cache` and similar URIs for levels of the node, the plain name (`Net_level0`) for levels of
/// switches. The value is `true` if the process is bound inside one instance of the level at the time of the call,
/// otherwise `false`. It is always `true` for levels of switches, for the halves of a torus (`Net_torus_half0`) and for
/// its rings (`Net_torus0`, with a key for each dimension).
///
/// A key is a valid value of `mpi_hw_resource_type` in a split at a named level. The split returns a communicator to
/// the process if the value of the key is `true`, and MPI_COMM_NULL if it is `false`.
///
/// Keys longer than the MPI allows are left out.
///
/// Local.
///
/// # Parameters
/// - `hw_info`: A new info object, which the program frees with MPI_Info_free.
///
/// # Errors
/// - MPI_ERR_ARG: `hw_info` is NULL.
/// - MPI_ERR_OTHER: The MPI has no info objects at this time; `hw_info` is MPI_INFO_NULL.
///
/// # Notes
/// The call is allowed before MPI_Init and after MPI_Finalize if the MPI has info objects at that time, as MPI 4.0
/// requires. Open MPI 4 has none: the call returns an error, and prints a line on stderr.
///
/// Before MPI_Init, the place of a process on the emulated machine of HSPLIT_EMULATE depends on the rank that the
/// launcher sets in the environment (`OMPI_COMM_WORLD_RANK`, `PMIX_RANK`, `PMI_RANK`, `SLURM_PROCID`). If it sets none,
/// the info object describes the real node.
///
/// The library intercepts this call also if the MPI has it, because the info objects of MPICH 5.0 and Intel MPI 2021.18
/// are empty. With `HSPLIT_NATIVE=hw_resource_info`, the call of the MPI is made, if the MPI has it. With
/// `HSPLIT_DISABLE=1`, the call of the MPI is made, or, if the MPI has none, the info object is empty.
///
/// The library has no `PMPI_` name for this call: that name belongs to the MPI.
///
/// MPI 4.1, section 9.1.2.
///
/// # See also
/// hsplit_split_types
///
/// # Safety
/// hw_info points to a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn MPI_Get_hw_resource_info(hw_info: *mut MPI_Info) -> c_int {
    match hw_resource_info::native() {
        // SAFETY: the program has passed `hw_info` for a handle of its own MPI, and this is that MPI's function.
        Some(native) => unsafe { native(hw_info.cast()) },
        // SAFETY: `hw_info` is NULL or points to a handle (the program's contract, `capi`); the call looks for NULL.
        // `enter_own` has made sure that handles are of this MPI.
        None => enter_own("MPI_Get_hw_resource_info", comm_null(), || unsafe {
            hw_resource_info::hw_resource_info(hw_info)
        }),
    }
}

/// Intercepts MPI_Init. Before the native call, the process publishes that it has the library; after it, if a feature
/// is enabled, it joins the other processes with the library. Declared by mpi.h.
///
/// # Safety
/// The program's contract (`capi`).
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn MPI_Init(argc: *mut c_int, argv: *mut *mut *mut c_char) -> c_int {
    // SAFETY: the program calls MPI_Init with these arguments, which may be NULL, and the native function gets them
    // unchanged.
    let native = || unsafe { raw::init(argc, argv) };
    if is_again(FunctionId::of("MPI_Init")) { native() } else { begin(&before(), native()) }
}

/// Intercepts MPI_Init_thread, as MPI_Init. Declared by mpi.h.
///
/// # Safety
/// The program's contract (`capi`).
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn MPI_Init_thread(
    argc: *mut c_int,
    argv: *mut *mut *mut c_char,
    required: c_int,
    provided: *mut c_int,
) -> c_int {
    // SAFETY: the program calls MPI_Init_thread with these arguments, and the native function gets them unchanged:
    // `provided` is a place for an int.
    let native = || unsafe { raw::init_thread(argc, argv, required, provided) };
    if is_again(FunctionId::of("MPI_Init_thread")) { native() } else { begin(&before(), native()) }
}

/// The steps before the native MPI_Init. Returns the present threads.
pub(super) fn before() -> Vec<pid_t> {
    // SAFETY: the program makes its first MPI call, and must not change its environment in other threads meanwhile: MPI
    // libraries read and change it too.
    unsafe { preload::leave_environment() };
    lacking::hide();
    if !is_inside() && runtime::get().check_mpi().is_ok() {
        quietly(|| roster::publish(peers::own_entry));
    }
    binding::threads()
}

/// Intercepts PMIx_Commit, with which Open MPI publishes the data of this process in its MPI_Init: the entry of the
/// library is published with it.
///
/// # Safety
/// The caller's contract with PMIx.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn PMIx_Commit() -> c_int {
    // Programs without MPI use PMIx, too. No MPI must be loaded for them.
    let has_mpi = || hsplit_mpi::symbol::has_mpi() && runtime::get().check_mpi().is_ok();
    let may_publish = std::panic::catch_unwind(has_mpi).unwrap_or(false);
    roster::commit(|| may_publish.then(peers::own_entry))
}

/// An attribute of MPI_COMM_SELF from MPI_Init on, if a feature is requested. MPI_Finalize first deletes the attributes
/// of MPI_COMM_SELF, the last set first (MPI 4.0 §11.2.4). So the callbacks of the program, which may make collective
/// calls, precede the collective calls of the features.
static AT_END: Attribute<()> = Attribute::declare_uncopied().when_deleted(in_finalize);

/// The steps after the native MPI_Init. `before`: the threads that existed before it; `code`: its result.
pub(super) fn begin(before: &[pid_t], code: c_int) -> c_int {
    if code == SUCCESS && !is_inside() {
        session::world_begins();
        quietly(|| binding::after_mpi(before));
        quietly(|| joining::after_init(&AT_END));
        quietly(active::look_again);
        quietly(monitor::finalize::begin);
    }
    code
}

/// Intercepts MPI_Session_init, because a program may use only sessions. Declared by mpi.h (MPI 4.0).
///
/// # Safety
/// The program's contract (`capi`).
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn MPI_Session_init(
    info: RawHandle,
    errhandler: RawHandle,
    session: *mut c_void,
) -> c_int {
    let is_first = session::living() == 0 && !has_world();
    if is_first {
        session::begins(was_initialized());
    }
    let threads = if is_first { before() } else { vec![] };
    // SAFETY: the program calls MPI_Session_init with these arguments, and the native function gets them unchanged:
    // `session` is a place for a handle.
    begin_session(&threads, unsafe { raw::session_init(info, errhandler, session) })
}

/// Intercepts MPI_Session_finalize: before the last one, the library frees its objects, or only its own session if
/// MPI_COMM_WORLD exists. Declared by mpi.h (MPI 4.0).
///
/// # Safety
/// The program's contract (`capi`).
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn MPI_Session_finalize(session: *mut c_void) -> c_int {
    let is_counted = !is_inside();
    if is_counted && session::ending() {
        let are_alone = has_sessions_alone();
        if are_alone {
            end_of_sessions();
        }
        if are_alone || !has_world() {
            quietly(release);
        } else {
            // MPICH deletes the attributes of MPI_COMM_SELF too late if the library's own session lasts longer.
            quietly(session::release);
        }
    }
    // SAFETY: the program calls MPI_Session_finalize with this argument, the place of its handle, and the native
    // function gets it unchanged.
    let code = unsafe { raw::session_finalize(session) };
    if is_counted {
        session::ended(code == SUCCESS);
    }
    code
}

/// Writes the output of MPI_Finalize, for a program that uses only sessions.
fn end_of_sessions() {
    quietly(monitor::finalize::report);
    quietly(show::report);
}

/// Intercepts MPI_Comm_create_from_group: after it, all processes of a program that uses only sessions compare their
/// settings. Declared by mpi.h (MPI 4.0).
///
/// # Safety
/// The program's contract (`capi`).
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn MPI_Comm_create_from_group(
    group: RawHandle,
    stringtag: *const c_char,
    info: RawHandle,
    errhandler: RawHandle,
    newcomm: *mut c_void,
) -> c_int {
    const NAME: &str = "MPI_Comm_create_from_group";
    // SAFETY: `newcomm` is a place for a handle.
    let is_known = unsafe { is_looked_at(newcomm.cast()) };
    let code = monitor::timed(monitor::Function::TOPOLOGY, NAME.as_ptr().addr(), || {
        // SAFETY: the program calls MPI_Comm_create_from_group with these arguments, and the native function gets them
        // unchanged: `stringtag` is a string, and `newcomm` a place for a handle.
        unsafe { raw::comm_create_from_group(group, stringtag, info, errhandler, newcomm) }
    });
    if code == SUCCESS && is_known {
        // SAFETY: there is a handle of this MPI, from above or from the native call.
        quietly(|| unsafe {
            let comm: MPI_Comm = *newcomm.cast();
            if !comm::is_null(comm) {
                look_at_creation(comm);
            }
        });
    }
    code
}

/// True if the library looks at the communicator that a native call is about to create. It is MPI_COMM_NULL until then:
/// MPICH 5.0 returns MPI_SUCCESS from a call that it has refused, if an error handler of the program returns.
///
/// # Safety
/// `newcomm` is NULL, or a place for a handle.
unsafe fn is_looked_at(newcomm: *mut MPI_Comm) -> bool {
    let is_one = !is_inside() && !newcomm.is_null() && runtime::get().check_mpi().is_ok();
    if is_one {
        // SAFETY: by this function's contract. `check_mpi` has made sure that handles are of this MPI.
        unsafe { *newcomm = comm_null() };
    }
    is_one
}

/// Joins the processes of a program that uses only sessions, if this is a communicator of all of them.
///
/// # Safety
/// The handle is the one that MPI_Comm_create_from_group has just written for the program.
unsafe fn look_at_creation(comm: MPI_Comm) {
    // SAFETY: MPI_Comm_create_from_group makes intracommunicators, and the program has not freed this one yet.
    let joined = unsafe { Comm::new(comm) }.and_then(|comm| joining::after_creation(&comm));
    if let Err(failure) = joined {
        log::warn!("the processes that have the same settings cannot be found: {failure}");
    }
    active::look_again();
}

/// The steps after the native MPI_Session_init. `threads`: the threads that existed before the first one; `code`: its
/// result.
pub(super) fn begin_session(threads: &[pid_t], code: c_int) -> c_int {
    if code == SUCCESS && !is_inside() {
        session::begun();
        if !threads.is_empty() {
            quietly(|| binding::after_mpi(threads));
            quietly(active::look_again);
            quietly(monitor::finalize::begin);
        }
        quietly(process_sets::begin);
    }
    code
}

/// Intercepts MPI_Intercomm_merge, because processes of the new communicator may lack this library. Declared by mpi.h.
///
/// # Safety
/// The program's contract (`capi`).
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn MPI_Intercomm_merge(
    intercomm: RawHandle,
    high: c_int,
    newintracomm: *mut c_void,
) -> c_int {
    const NAME: &str = "MPI_Intercomm_merge";
    // SAFETY: the program calls MPI_Intercomm_merge with these arguments, and the native function gets them unchanged:
    // `newintracomm` is a place for a handle.
    let native = || unsafe { raw::intercomm_merge(intercomm, high, newintracomm) };
    if is_again(FunctionId::of(NAME)) {
        return native();
    }
    // SAFETY: as above.
    let is_known = unsafe { is_looked_at(newintracomm.cast()) };
    let code = monitor::timed(monitor::Function::TOPOLOGY, NAME.as_ptr().addr(), native);
    if code == SUCCESS && is_known {
        // SAFETY: there is a handle of this MPI, from above or from the native call.
        quietly(|| unsafe { foreign::inspect(*newintracomm.cast()) });
    }
    code
}

/// Intercepts MPI_Comm_free, because the program's callbacks may make calls on the communicator during it. Declared by
/// mpi.h.
///
/// # Safety
/// The program's contract (`capi`).
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn MPI_Comm_free(comm: *mut c_void) -> c_int {
    // SAFETY: `comm` is NULL or points to a handle (the program's contract, `capi`).
    let handle = || (!comm.is_null()).then(|| unsafe { *comm.cast() });
    // SAFETY: the program calls MPI_Comm_free with this argument, the place of its handle, and the native function gets
    // it unchanged.
    communicator_tree::free(handle, || unsafe { raw::comm_free(comm) })
}

/// Intercepts MPI_Comm_disconnect, as MPI_Comm_free. Declared by mpi.h.
///
/// # Safety
/// The program's contract (`capi`).
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn MPI_Comm_disconnect(comm: *mut c_void) -> c_int {
    // SAFETY: `comm` is NULL or points to a handle of the program's, and `free` reads it only where handles are of this
    // MPI.
    let handle = || (!comm.is_null()).then(|| unsafe { *comm.cast() });
    // SAFETY: the program calls MPI_Comm_disconnect with this argument, the place of its handle, and the native
    // function gets it unchanged.
    communicator_tree::free(handle, || unsafe { raw::comm_disconnect(comm) })
}

/// Intercepts MPI_Finalize, for the output of HSPLIT_SHOW and HSPLIT_MONITOR. Declared by mpi.h.
///
/// # Safety
/// The program's contract (`capi`).
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn MPI_Finalize() -> c_int {
    if !is_again(FunctionId::of("MPI_Finalize")) {
        before_finalize();
    }
    // SAFETY: the program calls MPI_Finalize now, so the next function of this name may be called now. `show` frees the
    // library's objects before, or is called by it.
    unsafe { raw::finalize() }
}

/// Performs the steps of [`show`] before the native MPI_Finalize, unless it will call [`in_finalize`]. (While a session
/// lives, MPICH deletes the attributes of MPI_COMM_SELF when MPI_COMM_WORLD is gone. SMPI never deletes them.)
pub(super) fn before_finalize() {
    if IS_SIMULATED || !AT_END.has_keyval() || session::living() > 0 {
        show();
    }
}

/// Performs the steps of [`show`] in the native MPI_Finalize, unless they are done.
fn in_finalize() {
    if AT_END.has_keyval() {
        show();
    }
}

/// Prints the new communicators if HSPLIT_SHOW is set, and writes the counts if HSPLIT_MONITOR is set: once, even if a
/// program calls it twice.
///
/// Then frees the objects of the library in the native MPI, which deletes the other attributes after this: collective
/// calls in their callbacks are native.
fn show() {
    static SHOWN: Once = Once::new();
    static WRITTEN: Once = Once::new();
    AT_END.release();
    WRITTEN.call_once(|| quietly(monitor::finalize::report));
    SHOWN.call_once(|| quietly(show::report));
    quietly(release);
    if session::living() == 0 {
        active::end();
    }
}
