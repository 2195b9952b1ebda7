// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPI and libhsplit for this program, through the C calls that any program has: the only place that calls them.
//!
//! Collective calls are the MPI's own, under their names in the profiling interface, so that what is measured, and what
//! prepares it, does not depend on `HSPLIT_COLLECTIVES`. Those of [`calls::LIBRARY`] alone pass the library, and the
//! one that a program of `rings` makes.
//!
//! Return codes are not looked at: the error handler of `MPI_COMM_WORLD`, which all communicators inherit, is fatal.

use std::ffi::{CStr, c_char, c_int};
use std::ptr;
use std::sync::OnceLock;

pub(crate) mod calls;
pub(crate) mod counted;
mod cvar;
mod hierarchy;
pub(crate) mod monitor;
mod pending;
pub(crate) mod phases;
mod raw;
mod reorder;
mod shared_words;
mod transfer;

pub(crate) use cvar::Cvar;
pub(crate) use pending::{Pending, test_some, wait_some};
pub(crate) use raw::Handle;
use raw::{Constants, TEXT};
pub(crate) use shared_words::SharedWords;

/// The constants hold addresses that no thread changes.
struct SyncConstants(Constants);
// SAFETY: the pointers among them are handles and markers of the MPI, which no thread reads or writes through.
unsafe impl Send for SyncConstants {}
// SAFETY: threads only read the values, and `OnceLock` orders the one write before all reads.
unsafe impl Sync for SyncConstants {}

fn constants() -> &'static Constants {
    static CONSTANTS: OnceLock<SyncConstants> = OnceLock::new();
    &CONSTANTS
        .get_or_init(|| {
            let mut constants = std::mem::MaybeUninit::uninit();
            // SAFETY: the function assigns every field of the C struct, whose layout `Constants` repeats.
            SyncConstants(unsafe {
                raw::hsplit_bench_constants(constants.as_mut_ptr());
                constants.assume_init()
            })
        })
        .0
}

/// `MPI_Init_thread` and `MPI_Finalize`.
pub(crate) struct Mpi;

impl Mpi {
    /// Starts MPI; where `has_threads`, for threads that call at the same time.
    pub(crate) fn start(has_threads: bool) -> Self {
        let (mut provided, required) =
            (0, if has_threads { constants().thread_multiple } else { constants().thread_single });
        // SAFETY: `main` calls this once, before any other MPI call; MPI takes NULL for both arguments since MPI-2; an
        // int of this function for the output.
        unsafe { raw::MPI_Init_thread(ptr::null_mut(), ptr::null_mut(), required, &raw mut provided) };
        assert!(provided >= required, "this MPI has no MPI_THREAD_MULTIPLE");
        Self
    }
}

impl Drop for Mpi {
    fn drop(&mut self) {
        // After a panic the other ranks wait for this one: finalizing would wait for them.
        // SAFETY: `start` has initialized MPI, and this value, which is dropped once, is the only one that ends it.
        unsafe {
            if std::thread::panicking() {
                raw::MPI_Abort(constants().comm_world, 3);
            }
            raw::MPI_Finalize();
        }
    }
}

/// The text that a function writes into a buffer.
fn text(function: unsafe extern "C" fn(*mut c_char, *mut c_int) -> c_int) -> String {
    let (mut buffer, mut length) = (vec![0u8; TEXT], 0);
    // SAFETY: the functions that this is called with write at most MPI_MAX_..._STRING characters, which are fewer than
    // TEXT under every MPI.
    unsafe { function(buffer.as_mut_ptr().cast(), &raw mut length) };
    CStr::from_bytes_until_nul(&buffer).map(|text| text.to_string_lossy().trim().to_owned()).unwrap_or_default()
}

/// `MPI_Get_library_version`.
pub(crate) fn library_version() -> String {
    text(raw::MPI_Get_library_version)
}

/// `MPI_Get_version`.
pub(crate) fn standard_version() -> String {
    let (mut version, mut subversion) = (0, 0);
    // SAFETY: two ints of this function, which MPI writes before it returns.
    unsafe { raw::MPI_Get_version(&raw mut version, &raw mut subversion) };
    format!("{version}.{subversion}")
}

/// `MPI_Get_processor_name`.
pub(crate) fn processor_name() -> String {
    text(raw::MPI_Get_processor_name)
}

/// `HSPLIT_Get_library_version`.
pub(crate) fn hsplit_version() -> String {
    text(raw::HSPLIT_Get_library_version)
}

/// A communicator. It is freed on drop, unless it is `MPI_COMM_WORLD`.
pub(crate) struct Comm {
    handle: Handle,
    rank: usize,
    size: usize,
}

impl Drop for Comm {
    fn drop(&mut self) {
        if self.handle != constants().comm_world && !std::thread::panicking() {
            // SAFETY: this value owns the handle, which came from a call that made a communicator. MPI still runs:
            // `Mpi` is dropped after all communicators.
            unsafe { raw::MPI_Comm_free(&raw mut self.handle) };
        }
    }
}

fn count(length: usize) -> c_int {
    c_int::try_from(length).expect("more elements than an MPI count can hold")
}

impl Comm {
    /// `MPI_COMM_WORLD`.
    pub(crate) fn world() -> Self {
        Self::of(constants().comm_world).expect("MPI has started")
    }

    fn of(handle: Handle) -> Option<Self> {
        if handle == constants().comm_null {
            return None;
        }
        let (mut rank, mut size) = (0, 0);
        // SAFETY: the handle is not MPI_COMM_NULL, and comes from MPI; the outputs are ints of this function.
        unsafe {
            raw::MPI_Comm_rank(handle, &raw mut rank);
            raw::MPI_Comm_size(handle, &raw mut size);
        }
        Some(Self { handle, rank: rank as usize, size: size as usize })
    }

    /// The rank of this process.
    pub(crate) fn rank(&self) -> usize {
        self.rank
    }

    /// Its handle, for functions of another library.
    pub(crate) fn handle(&self) -> Handle {
        self.handle
    }

    /// The number of ranks.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// `MPI_Comm_dup`.
    pub(crate) fn duplicate(&self) -> Self {
        let mut new = constants().comm_null;
        // SAFETY: a communicator that this value keeps alive, and a handle of this function for the result.
        unsafe { raw::MPI_Comm_dup(self.handle, &raw mut new) };
        Self::of(new).expect("a duplicate is no MPI_COMM_NULL")
    }

    /// A communicator of the same ranks, in which each sends to these neighbours and receives from them.
    pub(crate) fn with_neighbours(&self, neighbours: &[usize]) -> Self {
        let ranks: Vec<c_int> = neighbours.iter().map(|&rank| count(rank)).collect();
        let (weights, degree, mut new) = (vec![1; ranks.len()], count(ranks.len()), constants().comm_null);
        let (ranks, weights) = (ranks.as_ptr(), weights.as_ptr());
        // SAFETY: a communicator that this value keeps alive, arrays of as many ints as is said, and a handle of this
        // function for the result.
        unsafe {
            let info = constants().info_null;
            raw::MPI_Dist_graph_create_adjacent(
                self.handle,
                degree,
                ranks,
                weights,
                degree,
                ranks,
                weights,
                info,
                0,
                &raw mut new,
            )
        };
        Self::of(new).expect("every rank is in it")
    }

    /// `MPI_Comm_split`; no colour is `MPI_UNDEFINED`.
    pub(crate) fn split(&self, colour: Option<usize>, key: usize) -> Option<Self> {
        let mut new = constants().comm_null;
        // SAFETY: a communicator that this value keeps alive, and a handle of this function for the result.
        unsafe {
            raw::MPI_Comm_split(self.handle, colour.map_or(constants().undefined, count), count(key), &raw mut new)
        };
        Self::of(new)
    }
}
