// SPDX-License-Identifier: MIT OR Apache-2.0
//! The libhwloc that serves this process, and the functions of one that is hwloc 3.
//!
//! The library is linked with hwloc 2, which hwlocality calls. hwloc 3 has the functions of hwloc 2 under the same
//! names, with other structures and other numbers of types behind them. A call goes to the first libhwloc in the
//! process, whatever its version: that of a program or an MPI that uses hwloc 3.
//!
//! Functions of libhwloc call each other through the loader, too, so only the first one is sure to reach its own. Where
//! that one is hwloc 3, hwlocality cannot be used. Then all functions are looked up in this one file.

use std::ffi::{CStr, c_char, c_int, c_uint, c_ulong, c_void};
use std::path::PathBuf;

use crate::loader::{self, Origin, Scope};

/// A topology of hwloc 3.
#[repr(C)]
pub(super) struct Opaque([u8; 0]);

macro_rules! functions {
    ($($(#[$comment:meta])* $name:ident: fn($($argument:ty),*) -> $result:ty;)*) => {
        /// Functions of hwloc 3, all from one file.
        #[derive(Clone, Copy)]
        pub(super) struct Functions {
            $($(#[$comment])* pub(super) $name: unsafe extern "C" fn($($argument),*) -> $result,)*
        }

        impl Functions {
            /// The first name that is missing where one of them is.
            ///
            /// # Safety
            /// `find` gives the addresses of a libhwloc of version 3, or NULL.
            unsafe fn from(find: impl Fn(&CStr) -> *mut c_void) -> Result<Self, &'static str> {
                Ok(Self {
                    $($name: {
                        let address = find(name(concat!("hwloc_", stringify!($name), "\0")));
                        if address.is_null() {
                            return Err(concat!("hwloc_", stringify!($name)));
                        }
                        // SAFETY: the address is not NULL, and hwloc 3 declares this function so.
                        unsafe { std::mem::transmute::<*mut c_void, unsafe extern "C" fn($($argument),*) -> $result>(
                            address,
                        ) }
                    },)*
                })
            }
        }
    };
}

functions! {
    topology_init: fn(*mut *mut Opaque) -> c_int;
    topology_destroy: fn(*mut Opaque) -> ();
    topology_load: fn(*mut Opaque) -> c_int;
    topology_set_flags: fn(*mut Opaque, c_ulong) -> c_int;
    topology_set_components: fn(*mut Opaque, c_ulong, *const c_char) -> c_int;
    topology_set_synthetic: fn(*mut Opaque, *const c_char) -> c_int;
    topology_set_xmlbuffer: fn(*mut Opaque, *const c_char, c_int) -> c_int;
    topology_set_type_filter: fn(*mut Opaque, c_int, c_int) -> c_int;
    topology_is_thissystem: fn(*const Opaque) -> c_int;
    topology_export_xmlbuffer: fn(*mut Opaque, *mut *mut c_char, *mut c_int, c_ulong) -> c_int;
    free_xmlbuffer: fn(*mut Opaque, *mut c_char) -> ();
    cpukinds_get_info: fn(*mut Opaque, c_uint, *mut c_void, *mut c_int, *mut c_void, c_ulong) -> c_int;
    /// The number of a type by its name.
    type_sscanf: fn(*const c_char, *mut c_int, *mut c_void, usize) -> c_int;
    get_cpubind: fn(*mut Opaque, *mut c_void, c_int) -> c_int;
    bitmap_alloc: fn() -> *mut c_void;
    bitmap_free: fn(*mut c_void) -> ();
    bitmap_snprintf: fn(*mut c_char, usize, *const c_void) -> c_int;
}

/// A libhwloc of version 2 or 3.
pub struct Library {
    version: usize,
    origin: Option<Origin>,
}

impl Library {
    /// The first one in the process.
    ///
    /// # Errors
    /// That it is of another version.
    pub fn find() -> Result<Self, String> {
        let in_front = Scope::Global.find(VERSION);
        // SAFETY: the loader has found it by the name of that function.
        let version = unsafe { version_of(in_front) };
        let library = Self { version, origin: loader::origin(in_front as usize) };
        check_api(library.version)?;
        Ok(library)
    }

    /// Its functions where it is hwloc 3; `None` where hwlocality is what calls it.
    ///
    /// # Errors
    /// The function that it lacks.
    pub(super) fn functions(&self) -> Result<Option<Functions>, String> {
        if !self.is_3() {
            return Ok(None);
        }
        let base = self.origin.as_ref().map(|origin| origin.base);
        let of_this_file = |name: &CStr| {
            let address = Scope::Global.find(name);
            // What hwloc 2 has besides, later in the process, does not belong to this one.
            let own = base.is_some() && loader::origin(address as usize).map(|origin| origin.base) == base;
            if own { address } else { std::ptr::null_mut() }
        };
        // SAFETY: they are functions of the file that says it is hwloc 3.
        let functions = unsafe { Functions::from(of_this_file) };
        functions.map(Some).map_err(|name| format!("hwloc {} has no {name}", self.version()))
    }

    /// The version of its interface: `2.8` for 2.8 and 2.9.
    pub fn version(&self) -> String {
        words(self.version)
    }

    fn is_3(&self) -> bool {
        major(self.version) == 3
    }

    /// Who calls it.
    pub fn caller(&self) -> &'static str {
        if self.is_3() { "by its functions' names" } else { "through hwlocality" }
    }

    /// The file, with its links followed: its name has the full version.
    pub fn file(&self) -> Option<PathBuf> {
        let file = &self.origin.as_ref()?.file;
        Some(file.canonicalize().unwrap_or_else(|_| file.clone()))
    }
}

const VERSION: &CStr = c"hwloc_get_api_version";

/// The version of the first libhwloc in the process. Calls of hwlocality's may be bound to another one, if this library
/// was loaded before it.
///
/// # Safety
/// At the address is that one's `hwloc_get_api_version`; NULL: there is none.
unsafe fn version_of(address: *mut c_void) -> usize {
    if address.is_null() {
        return hwlocality::hwloc_api_version();
    }
    // SAFETY: the address is not NULL, and the function's by this one's contract. All versions of hwloc declare it so,
    // and it does nothing else.
    let version = unsafe { std::mem::transmute::<*mut c_void, unsafe extern "C" fn() -> c_uint>(address)() };
    if major(version as usize) == 3 { version as usize } else { hwlocality::hwloc_api_version() }
}

/// Only these versions are known: the functions of 1 have other arguments.
fn check_api(version: usize) -> Result<(), String> {
    if matches!(major(version), 2 | 3) { Ok(()) } else { Err(format!("hwloc {} is neither 2 nor 3", words(version))) }
}

fn major(version: usize) -> usize {
    version >> 16
}

fn words(version: usize) -> String {
    format!("{}.{}", major(version), version >> 8 & 0xff)
}

fn name(text: &'static str) -> &'static CStr {
    CStr::from_bytes_with_nul(text.as_bytes()).unwrap_or_default()
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
    fn hwloc_2_is_left_to_hwlocality() {
        let library = Library::find().unwrap();
        assert_eq!(library.version(), words(hwlocality::hwloc_api_version()));
        assert!(library.functions().unwrap().is_none());
        assert!(library.file().unwrap().display().to_string().contains("libhwloc.so."));
    }

    #[test]
    fn a_function_that_is_missing_is_named() {
        let origin = || loader::origin(Scope::Global.find(VERSION) as usize);
        // hwloc 2 has all of these names, so a file that lacks them is another one.
        let other = Origin { base: 1, file: PathBuf::new() };
        let said = Library { version: 0x0003_0100, origin: Some(other) }.functions();
        assert_eq!(said.err().unwrap(), "hwloc 3.1 has no hwloc_topology_init");
        assert!(Library { version: 0x0003_0100, origin: None }.functions().is_err());
        assert!(Library { version: 0x0003_0100, origin: origin() }.functions().unwrap().is_some());
    }
}
