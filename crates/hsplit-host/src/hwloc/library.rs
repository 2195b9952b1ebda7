// SPDX-License-Identifier: MIT OR Apache-2.0
//! The libhwloc of this process, searched when a topology is first needed, and then kept.
//!
//! hwlocality calls the functions of `functions.c`, which call the functions found here. The first libhwloc in the
//! process is used, that of the program or of the MPI; if there is none, `libhwloc.so.15` is loaded. Functions of
//! libhwloc call each other through the loader's global scope, so only the first libhwloc is certain to call its own.
//!
//! hwlocality supports hwloc 2. hwloc 3 has the same functions with other type numbers, and other arguments of a few;
//! the functions in `three` have the arguments of version 2 and call version 3.

use std::env;
use std::ffi::{CStr, OsString, c_char, c_uint, c_void};
use std::path::PathBuf;
use std::ptr;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::three;
use crate::configuration::is_secure;
use crate::loader::{self, Origin, Scope};

/// The library name of hwloc 2.
const SONAME: &str = "libhwloc.so.15";
const VERSION: &CStr = c"hwloc_get_api_version";

unsafe extern "C" {
    /// The names of the functions in `functions.c`, ended by NULL.
    static hsplit_hwloc_names: [*const c_char; 0];
    /// The addresses that these functions call.
    static mut hsplit_hwloc_functions: [*mut c_void; 0];
}

/// A libhwloc of version 2 or 3.
pub struct Library {
    version: c_uint,
    origin: Option<Origin>,
}

/// Removes the variables of hwloc, which name files and plugins: in a program that has more rights than its user, the
/// environment must not select them.
fn leave_variables() {
    let names: Vec<OsString> = env::vars_os().map(|(name, _)| name).collect();
    for name in names.iter().filter(|name| name.as_encoded_bytes().starts_with(b"HWLOC_")) {
        // SAFETY: the C library serialises changes of the environment. A thread that reads it meanwhile finds valid
        // strings, because the C library replaces pointers and does not free the strings.
        unsafe { env::remove_var(name) };
    }
}

impl Library {
    /// The libhwloc of this process.
    ///
    /// # Errors
    /// There is none, or it has another version.
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

    /// Finds it, and sets the addresses for `functions.c`.
    fn first() -> Result<Self, String> {
        if is_secure() {
            leave_variables();
        }
        let in_process = Scope::Global.find(VERSION);
        let (scope, version) = if in_process.is_null() {
            // SAFETY: libhwloc's initialisers have no effect. RTLD_NOW binds its functions to its own, so that a
            // libhwloc loaded later does not receive their calls. RTLD_GLOBAL is for its plugins, such as the one that
            // reads files with libxml2, which look it up in the global scope.
            let scope = unsafe { Scope::load(SONAME, libc::RTLD_NOW | libc::RTLD_GLOBAL) };
            let scope = scope.ok_or_else(|| format!("{SONAME} cannot be loaded"))?;
            (scope, scope.find(VERSION))
        } else {
            loader::pin(in_process);
            (Scope::Global, in_process)
        };
        let library = Self { version: version_of(version)?, origin: loader::origin(version as usize) };
        // SAFETY: the functions are from a libhwloc of version 2 or 3 that stays loaded. The caller holds the lock.
        unsafe { library.lead(|name| library.own(scope, name)) }?;
        Ok(library)
    }

    /// A function of this library's file. A function from another libhwloc, loaded later, is not used.
    fn own(&self, scope: Scope, name: &CStr) -> *mut c_void {
        let address = scope.find(name);
        let base = self.origin.as_ref().map(|origin| origin.base);
        let is_own = base.is_some() && loader::origin(address as usize).map(|origin| origin.base) == base;
        if is_own { address } else { ptr::null_mut() }
    }

    /// # Safety
    /// `find` returns functions of a libhwloc of this version, or NULL. Only one thread at a time calls this.
    unsafe fn lead(&self, find: impl Fn(&CStr) -> *mut c_void) -> Result<(), String> {
        let (names, functions) = (&raw const hsplit_hwloc_names, &raw mut hsplit_hwloc_functions);
        let (names, functions) = (names.cast::<*const c_char>(), functions.cast::<*mut c_void>());
        for at in 0.. {
            // SAFETY: the array ends with NULL, which ends the loop.
            let name = unsafe { *names.add(at) };
            if name.is_null() {
                break;
            }
            // SAFETY: the name is a string constant in `functions.c`.
            let name = unsafe { CStr::from_ptr(name) };
            let found = find(name);
            if found.is_null() {
                return Err(format!("hwloc {} has no {}", self.version(), name.to_string_lossy()));
            }
            let adapted = if self.is_3() { three::adapted(name, found, &find) } else { None };
            // SAFETY: the array of addresses has an element for each name.
            unsafe { *functions.add(at) = adapted.unwrap_or(found) };
        }
        Ok(())
    }

    /// The version of its interface: `2.8` for both 2.8 and 2.9.
    pub fn version(&self) -> String {
        words(self.version)
    }

    fn is_3(&self) -> bool {
        major(self.version) == 3
    }

    /// The file, with symbolic links resolved: its name contains the full version.
    pub fn file(&self) -> Option<PathBuf> {
        let file = &self.origin.as_ref()?.file;
        Some(file.canonicalize().unwrap_or_else(|_| file.clone()))
    }
}

/// The version of the libhwloc whose `hwloc_get_api_version` is at an address. Only versions 2 and 3 are accepted:
/// functions of version 1 have other arguments.
fn version_of(address: *mut c_void) -> Result<c_uint, String> {
    if address.is_null() {
        return Err(format!("{SONAME} is no libhwloc"));
    }
    // SAFETY: the address is that of the named function, which has this type in all versions of hwloc and no effect.
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
        // SAFETY: `find` returns NULL, so nothing is written.
        let said = unsafe { here.lead(|_| ptr::null_mut()) };
        assert_eq!(said.unwrap_err(), format!("hwloc {} has no hwloc_get_api_version", here.version()));
        assert!(here.own(Scope::Global, VERSION).is_null());
    }
}
