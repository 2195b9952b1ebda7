// SPDX-License-Identifier: MIT OR Apache-2.0
//! Functions of other libraries in this process, looked up by name.
//!
//! A program, or a language that loads extensions, may load a library at any time, and in a local scope, in which a
//! name is found only through the library's file name.

use std::ffi::{CStr, CString, c_int, c_void};
use std::path::PathBuf;
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

/// The scope in which a name is looked up.
#[derive(Clone, Copy)]
pub enum Scope {
    /// The global scope of the program.
    Global,
    /// The part of the global scope that follows this library.
    Next,
    /// One library.
    Library(Handle),
}

/// A handle from `dlopen`, which is never closed.
#[derive(Clone, Copy)]
pub struct Handle(*mut c_void);

impl Scope {
    /// Loads a library permanently; `None` if it cannot be loaded. `mode` is that of `dlopen`.
    ///
    /// # Safety
    /// The library's initialisers must not harm this process.
    pub unsafe fn load(file: &str, mode: c_int) -> Option<Self> {
        let file = CString::new(file).ok()?;
        // SAFETY: a `CString` ends with NUL; the initialisers are covered by this function's contract.
        let handle = unsafe { libc::dlopen(file.as_ptr(), mode) };
        (!handle.is_null()).then_some(Self::Library(Handle(handle)))
    }

    /// The library with this file name, if this process has loaded it. It is never unloaded afterwards, so that its
    /// functions may be called.
    pub(crate) fn loaded(name: &CStr) -> Option<Self> {
        // SAFETY: a `CStr` ends with NUL. RTLD_NOLOAD loads nothing new, so no initialiser runs.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD) };
        (!handle.is_null()).then_some(Self::Library(Handle(handle)))
    }

    /// The address of a name, or NULL.
    pub fn find(self, name: &CStr) -> *mut c_void {
        let handle = match self {
            Self::Global => libc::RTLD_DEFAULT,
            Self::Next => libc::RTLD_NEXT,
            Self::Library(Handle(handle)) => handle,
        };
        // SAFETY: `handle` is RTLD_DEFAULT or RTLD_NEXT, or from `dlopen` and never closed. A `CStr` ends with NUL.
        unsafe { libc::dlsym(handle, name.as_ptr()) }
    }
}

/// The loaded file that contains an address.
pub struct Origin {
    /// Its base address, which is unique among loaded files.
    pub base: usize,
    /// The file.
    pub file: PathBuf,
}

/// The loaded file that contains an address. The memory at the address is not read.
pub fn origin(address: usize) -> Option<Origin> {
    // SAFETY: Dl_info contains only addresses, which may be zero. dladdr accepts any address, and fills the variable
    // only if it finds a file.
    let info = unsafe {
        let mut info: libc::Dl_info = std::mem::zeroed();
        (libc::dladdr(address as *const c_void, &raw mut info) != 0 && !info.dli_fname.is_null()).then_some(info)
    }?;
    // SAFETY: dladdr has succeeded. The loader's file name is valid while the file is loaded, and the file is loaded
    // while its address is in use.
    let file = unsafe { CStr::from_ptr(info.dli_fname) }.to_string_lossy().into_owned();
    Some(Origin { base: info.dli_fbase as usize, file: PathBuf::from(file) })
}

/// Keeps the file that contains an address loaded, if it is a library: the function there may be called later.
pub(crate) fn pin(address: *mut c_void) {
    let file = origin(address as usize).map(|origin| origin.file.into_os_string().into_encoded_bytes());
    let _ = file.and_then(|file| Scope::loaded(&CString::new(file).ok()?));
}

/// The address of a name in the file that contains `address`, or in a file on which it depends, NULL if none has it;
/// `None` if the address is in no library.
pub fn from_file_of(address: *mut c_void, name: &CStr) -> Option<*mut c_void> {
    let file = CString::new(origin(address as usize)?.file.into_os_string().into_encoded_bytes()).ok()?;
    Some(Scope::loaded(&file)?.find(name))
}

/// An address in the function that has called this library: the first on the stack outside this file.
pub fn caller() -> Option<*mut c_void> {
    unsafe extern "C" {
        fn _Unwind_Backtrace(
            each: unsafe extern "C" fn(*mut c_void, *mut c_void) -> c_int,
            argument: *mut c_void,
        ) -> c_int;
        fn _Unwind_GetIP(context: *mut c_void) -> usize;
    }
    const CONTINUE: c_int = 0;
    const STOP: c_int = 4;
    struct Search {
        own: Option<usize>,
        found: Option<*mut c_void>,
    }
    unsafe extern "C" fn each(context: *mut c_void, search: *mut c_void) -> c_int {
        // SAFETY: the unwinder passes the context of a frame, and `search` is the local of `caller`. A return address
        // follows its call.
        let (address, search) = unsafe { (_Unwind_GetIP(context).wrapping_sub(1), &mut *search.cast::<Search>()) };
        if base_of(address) == search.own {
            return CONTINUE;
        }
        search.found = Some(address as *mut c_void);
        STOP
    }
    let mut search = Search { own: base_of(caller as fn() -> Option<*mut c_void> as usize), found: None };
    // SAFETY: `each` has the type that the unwinder expects, and writes only `search`, during this call.
    unsafe { _Unwind_Backtrace(each, ptr::from_mut(&mut search).cast()) };
    search.found
}

/// The base address of the loaded file that contains an address.
fn base_of(address: usize) -> Option<usize> {
    Some(origin(address)?.base)
}

/// The addresses of a name in the files that this process has loaded, also in local scopes: one for each file that
/// defines the name. The files of libhsplit are left out, because they pass calls to each other. The files found are
/// never unloaded afterwards.
pub fn in_loaded_files(name: &CStr) -> Vec<*mut c_void> {
    let file_of = |address: *mut c_void| origin(address as usize).map(|origin| origin.file);
    let mut found = vec![];
    for file in loaded_files() {
        let Some(scope @ Scope::Library(Handle(handle))) = Scope::loaded(&file) else { continue };
        let address = scope.find(name);
        let path = PathBuf::from(file.to_string_lossy().into_owned());
        let is_own = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"libhsplit"));
        // An address in another file is that of a file on which this one depends.
        if !address.is_null() && !is_own && file_of(address) == Some(path) {
            found.push(address);
        } else {
            // SAFETY: the handle is from the `dlopen` of `loaded`, and nothing has been kept of it.
            unsafe { libc::dlclose(handle) };
        }
    }
    found
}

/// The names by which the loader knows the files of this process, except the program itself.
fn loaded_files() -> Vec<CString> {
    unsafe extern "C" fn add(info: *mut libc::dl_phdr_info, _: usize, files: *mut c_void) -> c_int {
        // SAFETY: the loader passes its own structure, whose name is NULL or a string, and `files` is the local of
        // `loaded_files`.
        unsafe {
            let name = (*info).dlpi_name;
            if !name.is_null() && *name != 0 {
                (*files.cast::<Vec<CString>>()).push(CStr::from_ptr(name).to_owned());
            }
        }
        0
    }
    let mut files = vec![];
    // SAFETY: `add` has the type that the loader expects, and writes only `files`, during this call.
    unsafe { libc::dl_iterate_phdr(Some(add), ptr::from_mut(&mut files).cast()) };
    files
}

/// A number that changes when this process loads or unloads a library.
pub fn generation() -> u64 {
    unsafe extern "C" fn count(info: *mut libc::dl_phdr_info, _: usize, counts: *mut c_void) -> c_int {
        // SAFETY: the loader passes its own structure, and `counts` is the local of `generation`.
        unsafe { *counts.cast::<u64>() = (*info).dlpi_adds + (*info).dlpi_subs };
        // The counts are the same for all libraries, so the iteration ends at the first one.
        1
    }
    let mut counts = 0u64;
    // SAFETY: `count` has the type that the loader expects, and writes only `counts`, during this call.
    unsafe { libc::dl_iterate_phdr(Some(count), ptr::from_mut(&mut counts).cast()) };
    counts
}

/// A cached search among the libraries of this process, valid until another is loaded or unloaded.
pub(crate) struct Found<T>(Mutex<Option<(u64, Arc<[T]>)>>);

impl<T> Found<T> {
    /// An empty cache.
    pub(crate) const fn nothing_yet() -> Self {
        Self(Mutex::new(None))
    }

    /// The present result. If no library has been loaded since the last call, this only compares a counter.
    pub(crate) fn now(&self, find: impl FnOnce() -> Arc<[T]>) -> Arc<[T]> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let generation = generation();
        if let Some((_, found)) = last.as_ref().filter(|(of, _)| *of == generation) {
            return found.clone();
        }
        let found = find();
        *last = Some((generation, found.clone()));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_counts_when_it_is_loaded() {
        let before = generation();
        assert_eq!(generation(), before);
        assert!(Scope::loaded(c"libhsplit-no-such.so.7").is_none());
        assert!(Scope::loaded(c"libc.so.6").is_some_and(|libc| !libc.find(c"getpid").is_null()));
        assert!(Scope::Global.find(c"hsplit_no_such_name").is_null());
    }

    #[test]
    fn names_are_found_in_the_files_that_define_them() {
        assert!(loaded_files().iter().any(|file| file.to_string_lossy().contains("libc.so")));
        assert!(in_loaded_files(c"getpid").contains(&Scope::Global.find(c"getpid")));
        assert!(in_loaded_files(c"hsplit_no_such_name").is_empty());
    }
}
