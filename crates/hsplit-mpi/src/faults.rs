// SPDX-License-Identifier: MIT OR Apache-2.0
//! Failed processes and revoked communicators, if the MPI continues after them (ULFM, under Open MPI 5's `--with-ft
//! ulfm`).
//!
//! A rank that waits in shared memory, or for a message of a rank that has abandoned a call, would wait for ever. It
//! therefore queries the MPI regularly, and returns the error that the native call would have returned.

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use mpi_sys::{MPI_Comm, MPI_Group};

use super::constants::{SUCCESS, failed_process, revoked};
use super::symbol::find;
use super::{Comm, Failure, functions};

/// Interval between two queries of a waiting rank.
const EVERY: Duration = Duration::from_millis(1);

type IsRevoked = unsafe extern "C-unwind" fn(MPI_Comm, *mut c_int) -> c_int;
type GetFailed = unsafe extern "C-unwind" fn(MPI_Comm, *mut MPI_Group) -> c_int;

struct Functions {
    is_revoked: IsRevoked,
    get_failed: GetFailed,
}

thread_local! {
    static LAST: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// The functions of an MPI that continues after the failure of a process; `None` if it does not.
fn functions() -> Option<&'static Functions> {
    static FUNCTIONS: OnceLock<Option<Functions>> = OnceLock::new();
    FUNCTIONS.get_or_init(|| if is_asked() { look() } else { None }).as_ref()
}

/// True if the launcher or the user has requested it. (`--with-ft ulfm` sets this variable for the ranks.)
fn is_asked() -> bool {
    let value = std::env::var("OMPI_MCA_mpi_ft_enable").unwrap_or_default();
    !matches!(value.trim().to_ascii_lowercase().as_str(), "" | "0" | "false" | "no" | "off" | "disabled")
}

fn look() -> Option<Functions> {
    let [is_revoked, get_failed] = [c"PMPIX_Comm_is_revoked", c"PMPIX_Comm_get_failed"].map(find);
    // SAFETY: ULFM gives the functions of these names these parameters. A NULL address becomes `None`.
    let (is_revoked, get_failed) = unsafe {
        (
            std::mem::transmute::<*mut c_void, Option<IsRevoked>>(is_revoked),
            std::mem::transmute::<*mut c_void, Option<GetFailed>>(get_failed),
        )
    };
    Some(Functions { is_revoked: is_revoked?, get_failed: get_failed? })
}

/// True if waiting ranks have to query the MPI.
pub fn are_told() -> bool {
    functions().is_some()
}

/// Queries, if the last query was some time ago, whether a communicator of the program is revoked or has a failed
/// process.
///
/// # Errors
/// The communicator is revoked, or one of its processes has failed.
pub fn check(comm: &Comm) -> Result<(), Failure> {
    let Some(functions) = functions() else { return Ok(()) };
    if LAST.get().is_some_and(|last| last.elapsed() < EVERY) {
        return Ok(());
    }
    LAST.set(Some(Instant::now()));
    let mut flag = 0;
    // SAFETY: the handle is valid by the invariant of `Comm`, and `flag` is a local.
    let code = unsafe { (functions.is_revoked)(comm.handle(), &raw mut flag) };
    if code == SUCCESS && flag != 0 {
        return Err(Failure { call: "the wait for other ranks", code: revoked() });
    }
    if functions.failed(comm) > 0 {
        return Err(Failure { call: "the wait for other ranks", code: failed_process() });
    }
    Ok(())
}

impl Functions {
    /// Returns the number of processes of a communicator that are known to have failed.
    fn failed(&self, comm: &Comm) -> c_int {
        let mut size = 0;
        // SAFETY: the handle is valid by the invariant of `Comm`. A group is a number or a pointer, and zeros are valid
        // for both; if the call succeeds, it is a group, which is freed once.
        unsafe {
            let mut group: MPI_Group = std::mem::zeroed();
            if (self.get_failed)(comm.handle(), &raw mut group) == SUCCESS {
                functions::PMPI_Group_size(group, &raw mut size);
                functions::PMPI_Group_free(&raw mut group);
            }
        }
        size
    }
}
