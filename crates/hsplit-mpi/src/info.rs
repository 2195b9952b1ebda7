// SPDX-License-Identifier: MIT OR Apache-2.0
//! Info objects: the level or process set that a program names, the other keys of this library, the level that an
//! unguided split returns, and new info objects.

use std::collections::BTreeSet;
use std::ffi::{CStr, CString, c_int};
use std::mem::ManuallyDrop;
use std::sync::{Mutex, PoisonError};

use mpi_sys::MPI_Info;

use super::constants::{info_env, info_null};
use super::fortran::number_of;
use super::functions;
use super::native::{BUILT_FOR, Family};
use super::{Failure, checked};
use hsplit_core::device::PCI_PREFIX;
use hsplit_core::level::{NETWORK_PREFIX, SWITCH_LEVEL, TORUS_DIMENSION, TORUS_PREFIX};
use hsplit_core::request::Resource;
use hsplit_host::logger::NODE;

/// The keys that name a level, in the order of the search: MPI 4.0, thesis §4.2.2.1.
const LEVEL_KEYS: &[&CStr] = &[c"mpi_hw_resource_type", c"mpi_hw_subdomain_type"];

/// The key that names a process set (MPI 4.1).
const PROCESS_SET_KEY: &CStr = c"mpi_pset_name";

/// Set together with `mpi_hw_resource_type` by every unguided split, with the same value: while the two are equal, the
/// level is this library's answer. An answer never hides a level that the program names under another key, and a loop
/// that passes the same info object again descends further.
const ANSWER_KEY: &CStr = c"hsplit_unguided";

/// All keys of this library: keys that programs may set, and the one that the library sets.
const OWN_KEYS: &[&str] = &[
    "hsplit_adopt",
    "hsplit_at_least",
    "hsplit_at_most",
    "hsplit_barrier",
    "hsplit_bind_threads",
    "hsplit_blas",
    "hsplit_collectives",
    "hsplit_cost",
    "hsplit_cpus",
    "hsplit_criterion",
    "hsplit_memory",
    "hsplit_metric",
    "hsplit_omp",
    "hsplit_parts",
    "hsplit_progress",
    "hsplit_reorder",
    "hsplit_root",
    "hsplit_seed",
    "hsplit_segment",
    "hsplit_smt",
    "hsplit_spread",
    "hsplit_stencil",
    "hsplit_steps",
    "hsplit_threads",
    "hsplit_threshold",
    "hsplit_unguided",
];

/// Prefix of the keys of this library.
const OWN_PREFIX: &str = "hsplit_";

/// True if the handle is predefined. Predefined objects are never written.
pub fn is_predefined(info: MPI_Info) -> bool {
    is_null(info) || info.0 == info_env().0
}

/// True if the handle is `MPI_INFO_NULL`.
pub fn is_null(info: MPI_Info) -> bool {
    info.0 == info_null().0
}

/// The name in the failure of a handle that is no info object, for which no native call was made.
const NO_INFO: &str = "an info object";

/// True if no native call, and so no error handler, has been called with this failure.
pub fn is_unreported(failure: &Failure) -> bool {
    failure.call == NO_INFO
}

/// Rejects a handle that is known to be no info object. The native calls on info objects have no communicator, and
/// would call the error handler of `MPI_COMM_WORLD` or `MPI_COMM_SELF`, which ends the job by default.
fn inspect(info: MPI_Info) -> Result<(), Failure> {
    // The number of a freed object, and of NULL, in Open MPI is -1. MPICH's handles have their kind in four bits.
    const KIND: u32 = 0x3c00_0000;
    const INFO: u32 = 0x1c00_0000;
    let is_info = match BUILT_FOR {
        Family::OpenMpi => number_of(info) >= 0,
        Family::Mpich => number_of(info) as u32 & KIND == INFO,
        _ => true,
    };
    if is_info { Ok(()) } else { Err(Failure { call: NO_INFO, code: mpi_sys::MPI_ERR_INFO as c_int }) }
}

/// The levels that an info object names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    /// The level that the program requests.
    pub wanted: Option<String>,
    /// The level that an unguided split has returned.
    pub answered: Option<String>,
}

impl Levels {
    /// The level for a split type that is always guided: the program's, or else the answer of an earlier split (MPI 4.0
    /// §7.4.2 lets a program pass that again).
    pub fn any(self) -> Option<String> {
        self.wanted.or(self.answered)
    }
}

/// Returns the levels that an info object names.
///
/// # Errors
/// The native MPI rejects the handle.
pub fn levels(info: MPI_Info) -> Result<Levels, Failure> {
    let mut levels = Levels::default();
    if is_null(info) {
        return Ok(levels);
    }
    for key in LEVEL_KEYS {
        let Some(value) = get(info, key)? else { continue };
        if *key == LEVEL_KEYS[0] && get(info, ANSWER_KEY)?.as_ref() == Some(&value) {
            levels.answered = Some(value);
        } else {
            levels.wanted = Some(value);
            break;
        }
    }
    Ok(levels)
}

/// Returns the level that an info object names, or else the process set. The answer of an unguided split is ignored.
///
/// # Errors
/// The native MPI rejects the handle.
pub fn named_resource(info: MPI_Info) -> Result<Option<Resource>, Failure> {
    match levels(info)?.wanted {
        Some(level) => Ok(Some(Resource::Level(level))),
        None => process_set(info),
    }
}

/// Returns the process set that an info object names, if there is one.
///
/// # Errors
/// The native MPI rejects the handle.
pub fn process_set(info: MPI_Info) -> Result<Option<Resource>, Failure> {
    if is_null(info) { Ok(None) } else { Ok(get(info, PROCESS_SET_KEY)?.map(Resource::of_process_set)) }
}

/// Criterion of a split of MPICH's neighbourhood type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Neighbourhood {
    /// `nbhd_common_dirname`: the file system of a directory.
    Directory,
    /// `network_topo`, `shmem_topo`: a level of switches, a dimension of a torus, or a level of the node.
    Level(String),
}

/// Returns the criterion of MPICH's neighbourhood type in an info object. The keys are read in MPICH's order.
///
/// A value of `network_topo` that names neither a level of switches, nor a dimension of a torus, nor an adapter is kept
/// as a name that no level has.
///
/// # Errors
/// The native MPI rejects the handle.
pub fn neighbourhood(info: MPI_Info) -> Result<Option<Neighbourhood>, Failure> {
    if is_null(info) {
        return Ok(None);
    }
    if get(info, c"nbhd_common_dirname")?.is_some() {
        return Ok(Some(Neighbourhood::Directory));
    }
    if let Some(value) = get(info, c"network_topo")? {
        return Ok(Some(Neighbourhood::Level(if is_of_network(&value) {
            value
        } else {
            format!("network_topo={value}")
        })));
    }
    Ok(get(info, c"shmem_topo")?.map(Neighbourhood::Level))
}

/// True if a value of `network_topo` names a part of the network: a level of switches, a dimension of a torus, or an
/// adapter by the prefixes that MPICH knows, or by its bus.
fn is_of_network(value: &str) -> bool {
    let lower = value.trim().to_ascii_lowercase();
    let begins = |prefix: &&str| lower.starts_with(&prefix.to_ascii_lowercase());
    [SWITCH_LEVEL, NETWORK_PREFIX, TORUS_DIMENSION, TORUS_PREFIX].iter().any(begins)
        || ["ib", "hfi", "eth", "en", "nic", PCI_PREFIX].iter().any(begins)
}

/// Returns the value of a key, in lower case and trimmed, if the key is set.
///
/// # Errors
/// The native MPI rejects the handle.
pub fn value(info: MPI_Info, key: &CStr) -> Result<Option<String>, Failure> {
    if is_null(info) {
        return Ok(None);
    }
    Ok(get(info, key)?.map(|value| value.trim().to_ascii_lowercase()))
}

/// Warns of unknown keys with this library's prefix, once for each key and node.
///
/// # Errors
/// The native MPI rejects the handle.
pub fn warn_of_unknown(info: MPI_Info) -> Result<(), Failure> {
    static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    if is_null(info) {
        return Ok(());
    }
    for key in keys(info)? {
        let is_unknown = key.starts_with(OWN_PREFIX) && !OWN_KEYS.contains(&key.as_str());
        if is_unknown && SAID.lock().unwrap_or_else(PoisonError::into_inner).insert(key.clone()) {
            log::warn!(
                target: NODE,
                "{key} is not an info key of libhsplit ({} are); ignored",
                OWN_KEYS.join(", ")
            );
        }
    }
    Ok(())
}

/// True if an info object has a key with this library's prefix, other than the key that the library sets itself.
///
/// # Errors
/// The native MPI rejects the handle.
pub fn has_own_keys(info: MPI_Info) -> Result<bool, Failure> {
    let is_own = |key: &String| key.starts_with(OWN_PREFIX) && key.as_bytes() != ANSWER_KEY.to_bytes();
    Ok(!is_null(info) && keys(info)?.iter().any(is_own))
}

/// The keys of an info object.
fn keys(info: MPI_Info) -> Result<Vec<String>, Failure> {
    inspect(info)?;
    let mut number: c_int = 0;
    // SAFETY: `number` is a local. `info` is the program's, which MPI checks.
    checked("PMPI_Info_get_nkeys", unsafe { functions::PMPI_Info_get_nkeys(info, &raw mut number) })?;
    (0..number)
        .map(|index| {
            let mut key = [0u8; mpi_sys::MPI_MAX_INFO_KEY as usize + 1];
            // SAFETY: `key` has the capacity that MPI requires, one more if its constant leaves out the NUL.
            let code = unsafe { functions::PMPI_Info_get_nthkey(info, index, key.as_mut_ptr().cast()) };
            checked("PMPI_Info_get_nthkey", code)?;
            Ok(CStr::from_bytes_until_nul(&key).map(|key| key.to_string_lossy().into_owned()).unwrap_or_default())
        })
        .collect()
}

/// Creates an info object with these keys and values. A key that is too long for this MPI is left out.
///
/// # Errors
/// A native call fails.
pub fn of_pairs(pairs: &[(String, &str)]) -> Result<OwnedInfo, Failure> {
    let info = OwnedInfo::new()?;
    for (key, value) in pairs.iter().filter(|(key, _)| key.len() < mpi_sys::MPI_MAX_INFO_KEY as usize) {
        set(info.0, &CString::new(key.as_str()).unwrap_or_default(), value)?;
    }
    Ok(info)
}

/// An info object that is freed when it is dropped, unless its handle has been given away.
pub struct OwnedInfo(MPI_Info);

impl OwnedInfo {
    fn new() -> Result<Self, Failure> {
        let mut info = info_null();
        // SAFETY: `info` is a local, into which one handle is written.
        checked("PMPI_Info_create", unsafe { functions::PMPI_Info_create(&raw mut info) })?;
        Ok(Self(info))
    }

    /// Returns the handle to the program, which frees it.
    pub fn give_away(self) -> MPI_Info {
        ManuallyDrop::new(self).0
    }
}

impl Drop for OwnedInfo {
    fn drop(&mut self) {
        // SAFETY: only an `OwnedInfo` has its handle: `give_away` forgets the value instead of dropping it.
        let _ = unsafe { functions::PMPI_Info_free(&raw mut self.0) };
    }
}

/// Writes the level of an unguided split into a program's info object (MPI 4.0, `mpi_hw_resource_type`).
///
/// # Errors
/// A native call fails.
pub fn set_answer(info: MPI_Info, resource_type: &str) -> Result<(), Failure> {
    if is_predefined(info) {
        return Ok(());
    }
    set(info, LEVEL_KEYS[0], resource_type)?;
    set(info, ANSWER_KEY, resource_type)
}

/// Removes the level of an earlier unguided split from a program's info object, unless the program has changed it.
///
/// # Errors
/// A native call fails.
pub fn withdraw_answer(info: MPI_Info) -> Result<(), Failure> {
    if is_predefined(info) || levels(info)?.answered.is_none() {
        return Ok(());
    }
    for key in [LEVEL_KEYS[0], ANSWER_KEY] {
        // SAFETY: the key is a C string. `info` is the program's, which MPI checks.
        checked("PMPI_Info_delete", unsafe { functions::PMPI_Info_delete(info, key.as_ptr()) })?;
    }
    Ok(())
}

fn set(info: MPI_Info, key: &CStr, value: &str) -> Result<(), Failure> {
    let value = CString::new(value).unwrap_or_default();
    // SAFETY: key and value are C strings that live until the call returns, and MPI copies them. `info` is
    // `OwnedInfo`'s, or the program's, which MPI checks.
    checked("PMPI_Info_set", unsafe { functions::PMPI_Info_set(info, key.as_ptr(), value.as_ptr()) })
}

fn get(info: MPI_Info, key: &CStr) -> Result<Option<String>, Failure> {
    inspect(info)?;
    let (mut length, mut found): (c_int, c_int) = (0, 0);
    // SAFETY: the key is a C string; `length` and `found` are locals. `info` is the program's, which MPI checks.
    let code = unsafe { functions::PMPI_Info_get_valuelen(info, key.as_ptr(), &raw mut length, &raw mut found) };
    checked("PMPI_Info_get_valuelen", code)?;
    if found == 0 {
        return Ok(None);
    }
    let mut buffer = vec![0u8; length as usize + 1];
    // SAFETY: the buffer has the capacity for the `length` characters that MPI has just counted, and for the NUL.
    let code =
        unsafe { functions::PMPI_Info_get(info, key.as_ptr(), length, buffer.as_mut_ptr().cast(), &raw mut found) };
    checked("PMPI_Info_get", code)?;
    let text = CStr::from_bytes_until_nul(&buffer).map(|text| text.to_string_lossy().into_owned());
    Ok(text.ok().filter(|text| found != 0 && !text.trim().is_empty()))
}
