// SPDX-License-Identifier: MIT OR Apache-2.0
//! Functions of other libraries in this process, by their names.
//!
//! A program, or a language that loads extensions, may bring a library at any time, and in a scope of its own, where a
//! name is not found without the library's file name.

use std::ffi::{CStr, CString, c_int, c_void};
use std::path::PathBuf;
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

/// Where a name is looked for.
#[derive(Clone, Copy)]
pub enum Scope {
    /// What the program itself would find.
    Global,
    /// One library.
    Library(Handle),
}

/// What `dlopen` has given, which is never closed.
#[derive(Clone, Copy)]
pub struct Handle(*mut c_void);

impl Scope {
    /// Loads a library, for good; `None` where it cannot be loaded. `mode` is that of `dlopen`.
    ///
    /// # Safety
    /// What the library does when it is loaded does not harm this process.
    pub unsafe fn load(file: &str, mode: c_int) -> Option<Self> {
        let file = CString::new(file).ok()?;
        // SAFETY: a `CString` ends with NUL; the rest is this function's contract.
        let handle = unsafe { libc::dlopen(file.as_ptr(), mode) };
        (!handle.is_null()).then_some(Self::Library(Handle(handle)))
    }

    /// The library with this file name, if this process has loaded it. It stays then: its functions may be called.
    pub(crate) fn loaded(name: &CStr) -> Option<Self> {
        // SAFETY: a `CStr` ends with NUL. RTLD_NOLOAD opens nothing that is not there, so no initialiser runs.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD) };
        (!handle.is_null()).then_some(Self::Library(Handle(handle)))
    }

    /// The address of a name, or NULL.
    pub fn find(self, name: &CStr) -> *mut c_void {
        let handle = match self {
            Self::Global => libc::RTLD_DEFAULT,
            Self::Library(Handle(handle)) => handle,
        };
        // SAFETY: `handle` is RTLD_DEFAULT, or came from `dlopen` and is never closed. A `CStr` ends with NUL.
        unsafe { libc::dlsym(handle, name.as_ptr()) }
    }
}

/// Where the loader has put the file that an address lies in.
pub struct Origin {
    /// Where it begins in memory: no other file has that.
    pub base: usize,
    /// The file.
    pub file: PathBuf,
}

/// The file that an address lies in. It is looked up, and nothing is read there.
pub fn origin(address: usize) -> Option<Origin> {
    // SAFETY: Dl_info is addresses alone, for which zeros are NULL. dladdr takes any address, and fills the variable
    // only where it finds a file.
    let info = unsafe {
        let mut info: libc::Dl_info = std::mem::zeroed();
        (libc::dladdr(address as *const c_void, &raw mut info) != 0 && !info.dli_fname.is_null()).then_some(info)
    }?;
    // SAFETY: dladdr has succeeded. The file name belongs to the loader as long as the file is loaded, which it is
    // while its address is in use.
    let file = unsafe { CStr::from_ptr(info.dli_fname) }.to_string_lossy().into_owned();
    Some(Origin { base: info.dli_fbase as usize, file: PathBuf::from(file) })
}

/// A number that changes whenever this process has loaded or unloaded a library.
fn generation() -> u64 {
    unsafe extern "C" fn count(info: *mut libc::dl_phdr_info, _: usize, counts: *mut c_void) -> c_int {
        // SAFETY: the loader passes its own structure, and `counts` is the local of `generation`.
        unsafe { *counts.cast::<u64>() = (*info).dlpi_adds + (*info).dlpi_subs };
        // The counts are the same for all libraries: the first one is enough.
        1
    }
    let mut counts = 0u64;
    // SAFETY: `count` keeps to the loader's interface, and writes into `counts` alone, while this call runs.
    unsafe { libc::dl_iterate_phdr(Some(count), ptr::from_mut(&mut counts).cast()) };
    counts
}

/// What was found among the libraries of this process, until others are loaded.
pub(crate) struct Found<T>(Mutex<Option<(u64, Arc<[T]>)>>);

impl<T> Found<T> {
    /// Nothing, until the first question.
    pub(crate) const fn nothing_yet() -> Self {
        Self(Mutex::new(None))
    }

    /// What there is now. Where no library has been loaded since the last call, this is one look at a counter.
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
}
