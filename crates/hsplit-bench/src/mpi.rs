// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPI and libhsplit for this program, through the C calls that any program has: the only place that calls them.
//!
//! Collective calls are the MPI's own, under their names in the profiling interface, so that what is measured, and what
//! prepares it, does not depend on `HSPLIT_COLLECTIVES`; those of [`calls::LIBRARY`] alone pass the library.
//!
//! Errors need no care here: the error handler of `MPI_COMM_WORLD` and of all that comes from it is fatal.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr;
use std::sync::OnceLock;

pub mod calls;
mod cvar;
mod pending;
mod raw;

pub use cvar::Cvar;
pub use pending::{Pending, test_some, wait_some};
use raw::{Constants, Handle, TEXT};

/// More levels than any machine has.
const MOST_LEVELS: usize = 64;

/// The constants hold addresses that no thread changes.
struct SyncConstants(Constants);
// SAFETY: plain values, written once.
unsafe impl Send for SyncConstants {}
// SAFETY: as above.
unsafe impl Sync for SyncConstants {}

fn constants() -> &'static Constants {
    static CONSTANTS: OnceLock<SyncConstants> = OnceLock::new();
    &CONSTANTS
        .get_or_init(|| {
            let mut constants = std::mem::MaybeUninit::uninit();
            // SAFETY: the function fills all of it.
            SyncConstants(unsafe {
                raw::hsplit_bench_constants(constants.as_mut_ptr());
                constants.assume_init()
            })
        })
        .0
}

/// `MPI_Init` and `MPI_Finalize`.
pub struct Mpi;

impl Mpi {
    /// Starts MPI.
    pub fn start() -> Self {
        // SAFETY: MPI takes NULL for both since MPI-2.
        unsafe { raw::MPI_Init(ptr::null_mut(), ptr::null_mut()) };
        Self
    }
}

impl Drop for Mpi {
    fn drop(&mut self) {
        // Who panics must not wait for the others, who wait for him.
        // SAFETY: MPI is running.
        unsafe {
            if std::thread::panicking() {
                raw::MPI_Abort(constants().comm_world, 3);
            }
            raw::MPI_Finalize();
        }
    }
}

/// What a function writes into a buffer, with its length.
fn text(function: unsafe extern "C" fn(*mut c_char, *mut c_int) -> c_int) -> String {
    let (mut buffer, mut length) = (vec![0u8; TEXT], 0);
    // SAFETY: the buffer is longer than the limits of the MPIs.
    unsafe { function(buffer.as_mut_ptr().cast(), &raw mut length) };
    CStr::from_bytes_until_nul(&buffer).map(|text| text.to_string_lossy().trim().to_owned()).unwrap_or_default()
}

/// `MPI_Get_library_version`.
pub fn library_version() -> String {
    text(raw::MPI_Get_library_version)
}

/// `MPI_Get_version`.
pub fn standard_version() -> String {
    let (mut version, mut subversion) = (0, 0);
    // SAFETY: the outputs are valid.
    unsafe { raw::MPI_Get_version(&raw mut version, &raw mut subversion) };
    format!("{version}.{subversion}")
}

/// `MPI_Get_processor_name`.
pub fn processor_name() -> String {
    text(raw::MPI_Get_processor_name)
}

/// `HSPLIT_Get_library_version`.
pub fn hsplit_version() -> String {
    text(raw::HSPLIT_Get_library_version)
}

/// A communicator, freed when it goes unless it is `MPI_COMM_WORLD`.
pub struct Comm {
    handle: Handle,
    rank: usize,
    size: usize,
}

impl Drop for Comm {
    fn drop(&mut self) {
        if self.handle != constants().comm_world && !std::thread::panicking() {
            // SAFETY: a communicator of this program, which is not used any more.
            unsafe { raw::MPI_Comm_free(&raw mut self.handle) };
        }
    }
}

/// The level that a communicator stands for, and the communicator's number among its siblings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    pub name: String,
    pub index: usize,
    pub siblings: usize,
}

/// The communicators of this rank, level by level, from `HSPLIT_Comm_hierarchy`.
pub struct Hierarchy {
    /// The communicators that this rank is in.
    pub newcomms: Vec<Comm>,
    /// For each of them that of the roots, where this rank is one.
    pub rootscomms: Vec<Option<Comm>>,
}

/// An `MPI_Info` with one key.
struct Info(Handle);

impl Info {
    fn with(key: &CStr, value: &str) -> Self {
        let (mut info, value) = (constants().info_null, CString::new(value).unwrap_or_default());
        // SAFETY: the output is valid, and both strings end.
        unsafe {
            raw::MPI_Info_create(&raw mut info);
            raw::MPI_Info_set(info, key.as_ptr(), value.as_ptr());
        }
        Self(info)
    }
}

impl Drop for Info {
    fn drop(&mut self) {
        // SAFETY: it is ours.
        unsafe { raw::MPI_Info_free(&raw mut self.0) };
    }
}

fn count(length: usize) -> c_int {
    c_int::try_from(length).expect("more elements than an MPI count can hold")
}

impl Comm {
    /// `MPI_COMM_WORLD`.
    pub fn world() -> Self {
        Self::of(constants().comm_world).expect("MPI has started")
    }

    fn of(handle: Handle) -> Option<Self> {
        if handle == constants().comm_null {
            return None;
        }
        let (mut rank, mut size) = (0, 0);
        // SAFETY: the outputs are valid.
        unsafe {
            raw::MPI_Comm_rank(handle, &raw mut rank);
            raw::MPI_Comm_size(handle, &raw mut size);
        }
        Some(Self { handle, rank: rank as usize, size: size as usize })
    }

    /// The rank of this process.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// How many ranks there are.
    pub fn size(&self) -> usize {
        self.size
    }

    /// `MPI_Comm_dup`.
    pub fn duplicate(&self) -> Self {
        let mut new = constants().comm_null;
        // SAFETY: the output is valid.
        unsafe { raw::MPI_Comm_dup(self.handle, &raw mut new) };
        Self::of(new).expect("a duplicate is no MPI_COMM_NULL")
    }

    /// `MPI_Comm_split`; no colour is `MPI_UNDEFINED`.
    pub fn split(&self, colour: Option<usize>, key: usize) -> Option<Self> {
        let mut new = constants().comm_null;
        // SAFETY: the output is valid.
        unsafe {
            raw::MPI_Comm_split(self.handle, colour.map_or(constants().undefined, count), count(key), &raw mut new)
        };
        Self::of(new)
    }

    /// The ranks of one node, as the MPI knows them, not the library.
    pub fn native_shared(&self) -> Option<Self> {
        self.native_split_type(constants().shared)
    }

    /// Whether the MPI itself has `MPI_COMM_TYPE_HW_UNGUIDED`.
    pub fn has_native_hw_unguided() -> bool {
        constants().native_hw_unguided != constants().undefined
    }

    /// The MPI's own split at the next level. Only where it has that.
    pub fn native_hw_unguided(&self) -> Option<Self> {
        self.native_split_type(constants().native_hw_unguided)
    }

    fn native_split_type(&self, split_type: c_int) -> Option<Self> {
        let mut new = constants().comm_null;
        // SAFETY: the output is valid.
        unsafe {
            raw::PMPI_Comm_split_type(self.handle, split_type, count(self.rank), constants().info_null, &raw mut new)
        };
        Self::of(new)
    }

    fn split_type(&self, split_type: c_int, info: Handle) -> Option<Self> {
        let mut new = constants().comm_null;
        // SAFETY: the output is valid.
        unsafe { raw::MPI_Comm_split_type(self.handle, split_type, count(self.rank), info, &raw mut new) };
        Self::of(new)
    }

    /// `MPI_COMM_TYPE_SHARED` through the library.
    pub fn shared(&self) -> Option<Self> {
        self.split_type(constants().shared, constants().info_null)
    }

    /// The library's split at the next level.
    pub fn unguided(&self) -> Option<Self> {
        const MPI_COMM_TYPE_PHYSICAL_TOPOLOGY: c_int = 0x4853_0001;
        self.split_type(MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, constants().info_null)
    }

    /// The library's split at a level that is named.
    pub fn guided(&self, level: &str) -> Option<Self> {
        let info = Info::with(c"mpi_hw_resource_type", level);
        self.split_type(constants().hw_guided, info.0)
    }

    /// `MPI_Comm_hsplit_with_roots`.
    pub fn with_roots(&self) -> (Option<Self>, Option<Self>) {
        let (mut new, mut roots) = (constants().comm_null, constants().comm_null);
        // SAFETY: the outputs are valid.
        unsafe { raw::MPI_Comm_hsplit_with_roots(self.handle, constants().info_null, &raw mut new, &raw mut roots) };
        (Self::of(new), Self::of(roots))
    }

    /// `HSPLIT_Comm_hierarchy`.
    pub fn hierarchy(&self) -> Hierarchy {
        let (mut depth, null) = (0, constants().comm_null);
        let (mut newcomms, mut rootscomms) = (vec![null; MOST_LEVELS], vec![null; MOST_LEVELS]);
        // SAFETY: both arrays have as many elements as stated.
        unsafe {
            raw::HSPLIT_Comm_hierarchy(
                self.handle,
                constants().info_null,
                count(MOST_LEVELS),
                &raw mut depth,
                newcomms.as_mut_ptr(),
                rootscomms.as_mut_ptr(),
            );
        }
        let depth = depth as usize;
        let (newcomms, rootscomms) = (newcomms[..depth].iter().copied(), rootscomms[..depth].iter().copied());
        Hierarchy { newcomms: newcomms.filter_map(Self::of).collect(), rootscomms: rootscomms.map(Self::of).collect() }
    }

    /// `MPI_Comm_get_hlevel_info`.
    pub fn level(&self) -> Level {
        let (mut siblings, mut index, mut name) = (0, 0, ptr::null_mut());
        // SAFETY: the outputs are valid, and the name lives as long as the process.
        let name = unsafe {
            raw::MPI_Comm_get_hlevel_info(self.handle, &raw mut siblings, &raw mut index, &raw mut name);
            CStr::from_ptr(name).to_string_lossy().into_owned()
        };
        Level { name, index: index.max(0) as usize, siblings: siblings.max(0) as usize }
    }

    /// `PMPI_Bcast` of bytes.
    pub fn broadcast(&self, bytes: &mut [u8], root: usize) {
        // SAFETY: the buffer is as long as stated.
        unsafe {
            raw::PMPI_Bcast(bytes.as_mut_ptr().cast(), count(bytes.len()), constants().byte, count(root), self.handle)
        };
    }

    /// `PMPI_Bcast` of doubles.
    pub fn broadcast_doubles(&self, values: &mut [f64], root: usize) {
        // SAFETY: the buffer is as long as stated.
        unsafe {
            raw::PMPI_Bcast(
                values.as_mut_ptr().cast(),
                count(values.len()),
                constants().double,
                count(root),
                self.handle,
            )
        };
    }

    /// `PMPI_Reduce` of the sum to rank 0, into `all`, which only rank 0 needs.
    pub fn sum(&self, mine: &[i32], all: &mut [i32]) {
        self.reduce(mine.as_ptr().cast(), mine.len(), all);
    }

    /// The same where rank 0's own part is in `all` already, with `MPI_IN_PLACE`, as is everybody else's.
    pub fn sum_in_place(&self, all: &mut [i32]) {
        let from = if self.rank == 0 { constants().in_place.cast_const() } else { all.as_ptr().cast() };
        self.reduce(from, all.len(), all);
    }

    fn reduce(&self, from: *const c_void, length: usize, all: &mut [i32]) {
        assert_eq!(length, all.len());
        let to: *mut c_void = if self.rank == 0 { all.as_mut_ptr().cast() } else { ptr::null_mut() };
        // SAFETY: both buffers are as long as stated.
        unsafe { raw::PMPI_Reduce(from, to, count(length), constants().int, constants().sum, 0, self.handle) };
    }

    /// `PMPI_Gather` to rank 0, into `all`, which only rank 0 needs.
    pub fn gather_floats(&self, mine: &[f32], all: &mut [f32]) {
        assert!(self.rank != 0 || all.len() == mine.len() * self.size);
        let (length, float) = (count(mine.len()), constants().float);
        // SAFETY: the buffers are as long as stated.
        unsafe {
            raw::PMPI_Gather(
                mine.as_ptr().cast(),
                length,
                float,
                all.as_mut_ptr().cast(),
                length,
                float,
                0,
                self.handle,
            )
        };
    }

    /// The greatest of everybody's numbers, one by one.
    pub fn greatest(&self, mine: &[f64]) -> Vec<f64> {
        self.all_reduce(mine, constants().max)
    }

    /// The sums of everybody's numbers, one by one.
    pub fn sums(&self, mine: &[f64]) -> Vec<f64> {
        self.all_reduce(mine, constants().sum)
    }

    fn all_reduce(&self, mine: &[f64], op: Handle) -> Vec<f64> {
        let mut all = vec![0.0; mine.len()];
        // SAFETY: both buffers are as long as stated.
        unsafe {
            raw::PMPI_Allreduce(
                mine.as_ptr().cast(),
                all.as_mut_ptr().cast(),
                count(mine.len()),
                constants().double,
                op,
                self.handle,
            )
        };
        all
    }

    /// Whether it is so on every rank.
    pub fn everywhere(&self, here: bool) -> bool {
        self.greatest(&[f64::from(u8::from(!here))])[0] == 0.0
    }

    /// Everybody's text, in the order of ranks.
    pub fn texts(&self, mine: &str) -> Vec<String> {
        let longest = self.greatest(&[mine.len() as f64])[0] as usize;
        if longest == 0 {
            return vec![String::new(); self.size];
        }
        let mut padded = mine.as_bytes().to_vec();
        padded.resize(longest, 0);
        let mut all = vec![0u8; longest * self.size];
        // SAFETY: the buffers are as long as stated.
        unsafe {
            let (from, to) = (padded.as_ptr().cast(), all.as_mut_ptr().cast());
            raw::PMPI_Allgather(
                from,
                count(longest),
                constants().byte,
                to,
                count(longest),
                constants().byte,
                self.handle,
            );
        }
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end_matches('\0').to_owned();
        all.chunks(longest).map(text).collect()
    }

    /// `MPI_Send` of one double.
    pub fn send(&self, value: f64, to: usize) {
        // SAFETY: one double.
        unsafe { raw::MPI_Send((&raw const value).cast(), 1, constants().double, count(to), 0, self.handle) };
    }

    /// `MPI_Recv` of one double.
    pub fn receive(&self, from: usize) -> f64 {
        let mut value = 0.0f64;
        // SAFETY: room for one double.
        unsafe {
            raw::MPI_Recv(
                (&raw mut value).cast(),
                1,
                constants().double,
                count(from),
                0,
                self.handle,
                constants().status_ignore,
            )
        };
        value
    }
}
