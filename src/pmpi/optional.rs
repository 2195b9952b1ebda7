// SPDX-License-Identifier: MIT OR Apache-2.0
//! Native functions that not every MPI has: process sets (MPI 4.0) and `MPI_Get_hw_resource_info` (MPI 4.1).
//!
//! One build serves MPIs with and without them, so they are looked up by name at their first use.

use std::ffi::{CStr, CString, c_char, c_int, c_void};

use mpi_sys::{MPI_Errhandler, MPI_Info};

use super::constants::{SUCCESS, UNDEFINED, errors_return, group_null, info_null};
use super::group::MpiGroup;
use super::symbol::find;
use super::{Comm, Failure, checked};
use hsplit_core::communicator::Communicator;

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
type FromPset = unsafe extern "C" fn(Session, *const c_char, *mut mpi_sys::MPI_Group) -> c_int;
/// `MPI_Get_hw_resource_info(hw_info)`, for a handle of whatever MPI is loaded.
pub type HwResourceInfo = unsafe extern "C-unwind" fn(*mut c_void) -> c_int;

/// The native `PMPI_Get_hw_resource_info`, if this MPI has it.
pub fn hw_resource_info() -> Option<HwResourceInfo> {
    // SAFETY: MPI 4.1 gives the function of this name this parameter, and a handle's address is a pointer under every
    // MPI. A NULL address becomes `None`.
    unsafe { std::mem::transmute::<*mut c_void, Option<HwResourceInfo>>(find(c"PMPI_Get_hw_resource_info")) }
}

/// The identity of this rank's process set `name` among the ranks of `comm`: the lowest rank in the set. `None` where
/// this rank is in no set of that name, or the MPI has no process sets.
///
/// The two sets that the standard defines need no session, so every MPI has them.
///
/// # Errors
/// What the native MPI says of groups.
pub fn process_set_in(comm: &Comm, name: &str) -> Result<Option<u32>, Failure> {
    match name.trim().to_ascii_lowercase().as_str() {
        "mpi://self" => Ok(Some(comm.rank())),
        "mpi://world" => lowest_member(comm, &Comm::world()?.group()?),
        _ => match Sessions::find().and_then(|sessions| sessions.members(name)) {
            Some(members) => lowest_member(comm, &members),
            None => Ok(None),
        },
    }
}

/// The lowest rank of `comm` that is in `set`, where this rank is in it.
fn lowest_member(comm: &Comm, set: &MpiGroup) -> Result<Option<u32>, Failure> {
    let ranks = comm.group()?.ranks_in(set)?;
    let is_member = |rank: &c_int| *rank != UNDEFINED;
    let inside = ranks.get(comm.rank() as usize).is_some_and(is_member);
    Ok(ranks.iter().position(is_member).filter(|_| inside).map(|lowest| lowest as u32))
}

/// The functions of the sessions model.
struct Sessions {
    init: Init,
    finalize: Finalize,
    count: Count,
    nth: Nth,
    from_pset: FromPset,
}

impl Sessions {
    fn find() -> Option<Self> {
        // SAFETY: MPI 4.0 gives the functions of these names these parameters; `Session` is as wide as a handle's
        // register. A NULL address becomes `None`.
        unsafe {
            Some(Self {
                init: std::mem::transmute::<*mut c_void, Option<Init>>(find(c"PMPI_Session_init"))?,
                finalize: std::mem::transmute::<*mut c_void, Option<Finalize>>(find(c"PMPI_Session_finalize"))?,
                count: std::mem::transmute::<*mut c_void, Option<Count>>(find(c"PMPI_Session_get_num_psets"))?,
                nth: std::mem::transmute::<*mut c_void, Option<Nth>>(find(c"PMPI_Session_get_nth_pset"))?,
                from_pset: std::mem::transmute::<*mut c_void, Option<FromPset>>(find(c"PMPI_Group_from_session_pset"))?,
            })
        }
    }

    /// The members of the process set called `name`.
    fn members(&self, name: &str) -> Option<MpiGroup> {
        let mut session: Session = 0;
        // SAFETY: `session` is a local with room for any MPI's handle. Errors come back as a code and are none of the
        // program's.
        checked("PMPI_Session_init", unsafe { (self.init)(info_null(), errors_return(), &raw mut session) }).ok()?;
        let members = self.members_in(session, name);
        // SAFETY: `members` has made this session, and ends it once. A group that came from it may outlive it.
        unsafe { (self.finalize)(&raw mut session) };
        members
    }

    /// Only sets that the MPI lists are opened, since it may report an unknown name as an error.
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
        // SAFETY: the buffer has room for `length` characters, which is what MPI has just said, the NUL included.
        checked("PMPI_Session_get_nth_pset", unsafe {
            (self.nth)(session, info_null(), n, &raw mut length, buffer.as_mut_ptr().cast())
        })
        .ok()?;
        Some(CStr::from_bytes_until_nul(&buffer).ok()?.to_string_lossy().into_owned())
    }
}
