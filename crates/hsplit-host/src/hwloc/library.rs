// SPDX-License-Identifier: MIT OR Apache-2.0
//! The libhwloc that serves this process: it is looked for when a topology is first asked for, and stays.
//!
//! hwlocality calls the functions of `functions.c`, which go on to those that are found here. The first libhwloc in the
//! process is taken, that of the program or of the MPI, and where there is none `libhwloc.so.15` is loaded. Functions
//! of libhwloc call each other through the loader, so that only the first one is sure to reach its own.
//!
//! hwlocality knows hwloc 2. hwloc 3 has the same functions, with other numbers of types and other arguments of some of
//! them. Some functions (`three`) take the arguments of version 2 and call those of version 3.

use std::ffi::{CStr, c_char, c_uint, c_void};
use std::path::PathBuf;
use std::ptr;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::three;
use crate::loader::{self, Origin, Scope};

/// hwloc 2, by the name of its interface.
const SONAME: &str = "libhwloc.so.15";
const VERSION: &CStr = c"hwloc_get_api_version";

unsafe extern "C" {
    /// The names of the functions in `functions.c`; NULL ends them.
    static hsplit_hwloc_names: [*const c_char; 0];
    /// The functions that they go on to.
    static mut hsplit_hwloc_functions: [*mut c_void; 0];
}

/// A libhwloc of version 2 or 3.
pub struct Library {
    version: c_uint,
    origin: Option<Origin>,
}

impl Library {
    /// The one that serves this process.
    ///
    /// # Errors
    /// That there is none, or that it is of another version.
    pub fn find() -> Result<&'static Self, String> {
        static FOUND: OnceLock<Library> = OnceLock::new();
        static SEARCH: Mutex<()> = Mutex::new(());
        if let Some(library) = FOUND.get() {
            return Ok(library);
        }
        let _search = SEARCH.lock().unwrap_or_else(PoisonError::into_inner);
        match FOUND.get() {
            Some(library) => Ok(library),
            None => Self::first().map(|library| FOUND.get_or_init(|| library)),
        }
    }

    /// Finds it, and leads the functions of `functions.c` there.
    fn first() -> Result<Self, String> {
        let in_process = Scope::Global.find(VERSION);
        let (scope, version) = if in_process.is_null() {
            // SAFETY: libhwloc does nothing when it is loaded. It binds its functions at once to its own, so that
            // another one that comes later does not get their calls. Its plugins, such as the one that reads files
            // with libxml2, look for it in the whole process.
            let scope = unsafe { Scope::load(SONAME, libc::RTLD_NOW | libc::RTLD_GLOBAL) };
            let scope = scope.ok_or_else(|| format!("{SONAME} cannot be loaded"))?;
            (scope, scope.find(VERSION))
        } else {
            (Scope::Global, in_process)
        };
        let library = Self { version: version_of(version)?, origin: loader::origin(version as usize) };
        // SAFETY: they are functions of a libhwloc of version 2 or 3, which stays. No other thread writes here.
        unsafe { library.lead(|name| library.own(scope, name)) }?;
        Ok(library)
    }

    /// A function of this file: what another libhwloc has besides, later in the process, does not belong to this one.
    fn own(&self, scope: Scope, name: &CStr) -> *mut c_void {
        let address = scope.find(name);
        let base = self.origin.as_ref().map(|origin| origin.base);
        let is_own = base.is_some() && loader::origin(address as usize).map(|origin| origin.base) == base;
        if is_own { address } else { ptr::null_mut() }
    }

    /// # Safety
    /// `find` gives functions of a libhwloc of this version, or NULL. One thread at a time calls it.
    unsafe fn lead(&self, find: impl Fn(&CStr) -> *mut c_void) -> Result<(), String> {
        let (names, functions) = (&raw const hsplit_hwloc_names, &raw mut hsplit_hwloc_functions);
        let (names, functions) = (names.cast::<*const c_char>(), functions.cast::<*mut c_void>());
        for at in 0.. {
            // SAFETY: NULL ends the names, and the loop with them.
            let name = unsafe { *names.add(at) };
            if name.is_null() {
                break;
            }
            // SAFETY: it is a text in `functions.c`.
            let name = unsafe { CStr::from_ptr(name) };
            let found = find(name);
            if found.is_null() {
                return Err(format!("hwloc {} has no {}", self.version(), name.to_string_lossy()));
            }
            let adapted = if self.is_3() { three::adapted(name, found, &find) } else { None };
            // SAFETY: there is a place for each name.
            unsafe { *functions.add(at) = adapted.unwrap_or(found) };
        }
        Ok(())
    }

    /// The version of its interface: `2.8` for 2.8 and 2.9.
    pub fn version(&self) -> String {
        words(self.version)
    }

    fn is_3(&self) -> bool {
        major(self.version) == 3
    }

    /// The file, with its links followed: its name has the full version.
    pub fn file(&self) -> Option<PathBuf> {
        let file = &self.origin.as_ref()?.file;
        Some(file.canonicalize().unwrap_or_else(|_| file.clone()))
    }
}

/// The version of the libhwloc whose `hwloc_get_api_version` is at an address. Only these two are known: the functions
/// of 1 have other arguments.
fn version_of(address: *mut c_void) -> Result<c_uint, String> {
    if address.is_null() {
        return Err(format!("{SONAME} is no libhwloc"));
    }
    // SAFETY: the address is the function's, by its name. All versions of hwloc declare it so, and it does nothing
    // else.
    let version = unsafe { std::mem::transmute::<*mut c_void, unsafe extern "C" fn() -> c_uint>(address)() };
    check_api(version).map(|()| version)
}

fn check_api(version: c_uint) -> Result<(), String> {
    if matches!(major(version), 2 | 3) { Ok(()) } else { Err(format!("hwloc {} is neither 2 nor 3", words(version))) }
}

fn major(version: c_uint) -> c_uint {
    version >> 16
}

fn words(version: c_uint) -> String {
    format!("{}.{}", major(version), version >> 8 & 0xff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_versions_are_refused() {
        assert_eq!([0x0002_0000, 0x0002_0c00, 0x0003_0000].map(check_api), [Ok(()), Ok(()), Ok(())]);
        assert_eq!(check_api(0x0001_0b06).unwrap_err(), "hwloc 1.11 is neither 2 nor 3");
        assert_eq!(check_api(0x0004_0000).unwrap_err(), "hwloc 4.0 is neither 2 nor 3");
    }

    #[test]
    fn hwlocality_calls_what_was_found() {
        let library = Library::find().unwrap();
        assert_eq!(library.version, u32::try_from(hwlocality::hwloc_api_version()).unwrap());
        assert!(library.file().unwrap().display().to_string().contains("libhwloc.so."));
    }

    #[test]
    fn a_function_that_is_missing_is_named() {
        let version = Library::find().unwrap().version;
        let here = Library { version, origin: None };
        // SAFETY: nothing is found, so nothing is written.
        let said = unsafe { here.lead(|_| ptr::null_mut()) };
        assert_eq!(said.unwrap_err(), format!("hwloc {} has no hwloc_get_api_version", here.version()));
        assert!(here.own(Scope::Global, VERSION).is_null());
    }
}
