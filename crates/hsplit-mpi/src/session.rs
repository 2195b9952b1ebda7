// SPDX-License-Identifier: MIT OR Apache-2.0
//! The sessions model (MPI 4.0 §11.3): process sets, and programs that never call `MPI_Init`.
//!
//! Such a program has neither `MPI_COMM_WORLD` nor `MPI_COMM_SELF`, and MPI can be used between its first
//! `MPI_Session_init` and its last `MPI_Session_finalize`. The library counts these calls. It has a session of its own,
//! which ends before the program's last one: for the group of all processes, a communicator of this process alone, and
//! communicators of all processes.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mpi_sys::{MPI_Comm, MPI_Errhandler, MPI_Group, MPI_Info};

use super::constants::{SUCCESS, comm_null, errors_return, group_null, info_null};
use super::group::MpiGroup;
use super::raw::RawHandle;
use super::symbol::find;
use super::{Failure, OwnedComm, checked, error_handler};

/// The program's sessions.
static COUNTS: Mutex<Counts> = Mutex::new(Counts { living: 0, ending: 0 });

struct Counts {
    /// Number of sessions that have begun and not ended.
    living: u32,
    /// Number of these sessions that threads are about to end.
    ending: u32,
}

/// True if the program has begun its first session before `MPI_Init`, and has not called `MPI_Init` since.
static ALONE: AtomicBool = AtomicBool::new(false);

/// Records that the program is about to begin a session, and whether MPI was initialised before by `MPI_Init`.
pub fn begins(is_initialized: bool) {
    if !is_initialized {
        ALONE.store(true, Ordering::Relaxed);
    }
}

/// Records that the program has called `MPI_Init`.
pub fn world_begins() {
    ALONE.store(false, Ordering::Relaxed);
}

/// True if the program has used only sessions so far.
pub fn are_alone() -> bool {
    ALONE.load(Ordering::Relaxed)
}

fn counts() -> MutexGuard<'static, Counts> {
    COUNTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Records that the program has begun a session.
pub fn begun() {
    counts().living += 1;
}

/// Records that a thread is about to end a session. Returns whether none is left then: if several threads end their
/// sessions at the same time, only one gets true.
pub fn ending() -> bool {
    let mut counts = counts();
    counts.ending += 1;
    counts.ending == counts.living
}

/// Records that a session that was about to end has ended, or that the call failed.
pub fn ended(has_ended: bool) {
    let mut counts = counts();
    counts.ending -= 1;
    // (A session that began before this library was loaded was not counted.)
    counts.living = counts.living.saturating_sub(u32::from(has_ended));
}

/// Returns the number of the program's sessions.
pub fn living() -> u32 {
    counts().living
}

/// The library's own session, and the objects made from it.
struct Own {
    sessions: Sessions,
    session: Session,
    /// A communicator of this process alone.
    alone: Option<OwnedComm>,
    /// The members of `mpi://WORLD`.
    world: Option<Arc<MpiGroup>>,
}

static OWN: Mutex<Option<Own>> = Mutex::new(None);

fn own() -> MutexGuard<'static, Option<Own>> {
    OWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the library's own session. Begins it if there is none yet.
fn begun_own(own: &mut Option<Own>) -> Result<&mut Own, Failure> {
    if let Some(own) = own {
        return Ok(own);
    }
    let none = Failure { call: "PMPI_Session_init", code: mpi_sys::MPI_ERR_OTHER as c_int };
    let sessions = Sessions::find().ok_or(none)?;
    let session = sessions.begin()?;
    Ok(own.insert(Own { sessions, session, alone: None, world: None }))
}

/// Returns a communicator of this process alone, which exists until [`release`].
///
/// # Errors
/// A native call fails, or this MPI has no sessions.
pub(super) fn comm_of_this_process() -> Result<MPI_Comm, Failure> {
    let mut own = own();
    let Own { sessions, session, alone, .. } = begun_own(&mut own)?;
    if let Some(comm) = alone {
        return Ok(comm.handle());
    }
    let group = sessions.group(*session, c"mpi://SELF")?;
    Ok(alone.insert(sessions.create(&group, c"libhsplit")?).handle())
}

/// Returns the group of all processes that were started together with this one: `mpi://WORLD`. Local.
///
/// # Errors
/// A native call fails, or this MPI has no sessions.
pub(super) fn world() -> Result<Arc<MpiGroup>, Failure> {
    let mut own = own();
    let Own { sessions, session, world, .. } = begun_own(&mut own)?;
    if let Some(group) = world {
        return Ok(group.clone());
    }
    let group = Arc::new(sessions.group(*session, c"mpi://WORLD")?);
    Ok(world.insert(group).clone())
}

/// Creates a communicator of the members of a group of processes. Collective over them.
///
/// # Errors
/// A native call fails.
pub(super) fn make(group: &MpiGroup, tag: &CStr) -> Result<OwnedComm, Failure> {
    let none = Failure { call: "PMPI_Comm_create_from_group", code: mpi_sys::MPI_ERR_OTHER as c_int };
    // No lock is held meanwhile: another thread may need one for a query that needs no other process.
    Sessions::find().ok_or(none)?.create(group, tag)
}

/// Creates a group of these ranks of `mpi://WORLD` from a session of the program, which frees the group. Local.
///
/// # Errors
/// A native call fails, or this MPI has no sessions.
pub fn group_of(session: RawHandle, ranks: &[u32]) -> Result<MPI_Group, Failure> {
    let none = Failure { call: "PMPI_Group_from_session_pset", code: mpi_sys::MPI_ERR_OTHER as c_int };
    // SAFETY: a handle of any MPI fits into the register; a session's handle is its low bytes.
    let session: Session = unsafe { session.get() };
    let world = Sessions::find().ok_or(none)?.group(session, c"mpi://WORLD")?;
    Ok(world.of_ranks(ranks)?.give_away())
}

/// Calls the error handler of a session of the program with an error of `class` and this text. Returns the code if the
/// handler returns.
pub fn call_error_handler(session: RawHandle, class: c_int, text: &str) -> c_int {
    type Call = unsafe extern "C-unwind" fn(RawHandle, c_int) -> c_int;
    // SAFETY: MPI 4.0 gives the function of this name these parameters. A NULL address becomes `None`.
    let call = unsafe { std::mem::transmute::<*mut c_void, Option<Call>>(find(c"PMPI_Session_call_errhandler")) };
    log::error!("{text}");
    let code = error_handler::code_of(class, text);
    // SAFETY: the session is that of the program's call, and the code is a class or one that MPI has returned.
    call.map(|call| unsafe { call(session, code) });
    code
}

/// Ends the library's own session. Called before the program's last session ends.
pub fn release() {
    let taken = own().take();
    if let Some(Own { sessions, mut session, alone, world }) = taken {
        drop((alone, world));
        // SAFETY: `begun_own` has made this session, and `take` above lets it end once. The objects made from it are
        // freed.
        unsafe { (sessions.finalize)(&raw mut session) };
    }
}

/// A session's handle: an int in one MPI, a pointer in another. Both fit, and both are passed in one register.
type Session = usize;
/// `MPI_Session_init(info, errhandler, session)`.
type Init = unsafe extern "C" fn(MPI_Info, MPI_Errhandler, *mut Session) -> c_int;
/// `MPI_Session_finalize(session)`.
type Finalize = unsafe extern "C" fn(*mut Session) -> c_int;
/// `MPI_Session_get_num_psets(session, info, npset_names)`.
type Count = unsafe extern "C" fn(Session, MPI_Info, *mut c_int) -> c_int;
/// `MPI_Session_get_nth_pset(session, info, n, pset_len, pset_name)`.
type Nth = unsafe extern "C" fn(Session, MPI_Info, c_int, *mut c_int, *mut c_char) -> c_int;
/// `MPI_Group_from_session_pset(session, pset_name, newgroup)`.
type FromPset = unsafe extern "C" fn(Session, *const c_char, *mut MPI_Group) -> c_int;
/// `MPI_Comm_create_from_group(group, stringtag, info, errhandler, newcomm)`.
type CreateFromGroup = unsafe extern "C" fn(MPI_Group, *const c_char, MPI_Info, MPI_Errhandler, *mut MPI_Comm) -> c_int;

/// The functions of the sessions model.
pub(super) struct Sessions {
    init: Init,
    finalize: Finalize,
    count: Count,
    nth: Nth,
    from_pset: FromPset,
    create: CreateFromGroup,
}

impl Sessions {
    /// Finds the functions; `None` if this MPI has no sessions.
    pub(super) fn find() -> Option<Self> {
        // SAFETY: MPI 4.0 gives the functions of these names these parameters; `Session` is as wide as a handle's
        // register. A NULL address becomes `None`.
        unsafe {
            Some(Self {
                init: std::mem::transmute::<*mut c_void, Option<Init>>(find(c"PMPI_Session_init"))?,
                finalize: std::mem::transmute::<*mut c_void, Option<Finalize>>(find(c"PMPI_Session_finalize"))?,
                count: std::mem::transmute::<*mut c_void, Option<Count>>(find(c"PMPI_Session_get_num_psets"))?,
                nth: std::mem::transmute::<*mut c_void, Option<Nth>>(find(c"PMPI_Session_get_nth_pset"))?,
                from_pset: std::mem::transmute::<*mut c_void, Option<FromPset>>(find(c"PMPI_Group_from_session_pset"))?,
                create: std::mem::transmute::<*mut c_void, Option<CreateFromGroup>>(find(
                    c"PMPI_Comm_create_from_group",
                ))?,
            })
        }
    }

    /// Returns the members of the process set `name`.
    pub(super) fn members(&self, name: &str) -> Option<MpiGroup> {
        let mut session = self.begin().ok()?;
        let members = self.members_in(session, name);
        // SAFETY: `begin` has made this session, and it ends once. A group made from it may outlive it.
        unsafe { (self.finalize)(&raw mut session) };
        members
    }

    fn begin(&self) -> Result<Session, Failure> {
        let mut session: Session = 0;
        // SAFETY: `session` is a local that can hold any MPI's handle. Errors are returned as codes and are not
        // reported to the program.
        checked("PMPI_Session_init", unsafe { (self.init)(info_null(), errors_return(), &raw mut session) })?;
        Ok(session)
    }

    /// Returns the members of a process set that every MPI has.
    fn group(&self, session: Session, name: &CStr) -> Result<MpiGroup, Failure> {
        let mut group = group_null();
        // SAFETY: the session is the library's own, made by `begun_own`, or that of the program's call. `name` is a C
        // string, and `group` is a local.
        let code = unsafe { (self.from_pset)(session, name.as_ptr(), &raw mut group) };
        checked("PMPI_Group_from_session_pset", code)?;
        Ok(MpiGroup::owned(group))
    }

    /// Creates a communicator of the members of a group. Collective over them.
    fn create(&self, group: &MpiGroup, tag: &CStr) -> Result<OwnedComm, Failure> {
        let mut comm = comm_null();
        // SAFETY: the group is valid by the invariant of `MpiGroup`, the tag is a C string, and `comm` is a local.
        let code = unsafe { (self.create)(group.handle(), tag.as_ptr(), info_null(), errors_return(), &raw mut comm) };
        let call = "PMPI_Comm_create_from_group";
        checked(call, code)?;
        // SAFETY: the native call has made this communicator for the library, which is its only owner.
        let comm = unsafe { OwnedComm::take_over(comm) }?;
        comm.ok_or(Failure { call, code: mpi_sys::MPI_ERR_INTERN as c_int })
    }

    /// Returns the members of a process set. Opens only sets that the MPI lists, since it may report an unknown name as
    /// an error.
    fn members_in(&self, session: Session, name: &str) -> Option<MpiGroup> {
        let mut count = 0;
        // SAFETY: `members` has made this session and has not ended it yet; `count` is a local.
        checked("PMPI_Session_get_num_psets", unsafe { (self.count)(session, info_null(), &raw mut count) }).ok()?;
        (0..count).find(|&n| self.name_of(session, n).as_deref() == Some(name))?;
        let text = CString::new(name).ok()?;
        let mut group = group_null();
        // SAFETY: `members` has made this session and has not ended it yet. `text` is a C string, and `group` is a
        // local.
        let code = unsafe { (self.from_pset)(session, text.as_ptr(), &raw mut group) };
        (code == SUCCESS && group.0 != group_null().0).then(|| MpiGroup::owned(group))
    }

    fn name_of(&self, session: Session, n: c_int) -> Option<String> {
        let mut length: c_int = 0;
        // SAFETY: `members` has made this session and has not ended it yet. With a length of 0 only the length is
        // written (MPI 4.0 §11.3.2), so the name may be NULL.
        checked("PMPI_Session_get_nth_pset", unsafe {
            (self.nth)(session, info_null(), n, &raw mut length, std::ptr::null_mut())
        })
        .ok()?;
        let mut buffer = vec![0u8; length.max(0) as usize + 1];
        // SAFETY: the buffer has the capacity for the `length` characters that MPI has just returned, including the
        // NUL.
        checked("PMPI_Session_get_nth_pset", unsafe {
            (self.nth)(session, info_null(), n, &raw mut length, buffer.as_mut_ptr().cast())
        })
        .ok()?;
        Some(CStr::from_bytes_until_nul(&buffer).ok()?.to_string_lossy().into_owned())
    }
}
