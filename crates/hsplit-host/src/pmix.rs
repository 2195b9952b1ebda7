// SPDX-License-Identifier: MIT OR Apache-2.0
//! PMIx, where the MPI has loaded and initialised it: what the launcher has told this process, and what processes of a
//! job publish for each other. Nothing is linked or loaded.

use std::ffi::{CStr, CString, c_char, c_int, c_void};

use crate::loader::Scope;

// The numbers of PMIx's types of values.
const BOOL: u16 = 1;
/// A text.
pub(crate) const STRING: u16 = 3;

/// `PMIX_GLOBAL`: for all processes of the job, on every node.
const GLOBAL: u8 = 3;

// The structures of PMIx 3 to 5, as its headers have them.

#[repr(C)]
struct Proc {
    nspace: [c_char; 256],
    rank: u32,
}

#[repr(C)]
struct Info {
    key: [c_char; 512],
    flags: u32,
    value: Value,
}

/// A value, which is of a type by this number.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Value {
    pub(crate) kind: u16,
    pub(crate) data: Data,
}

/// The widest member of PMIx's union has three words.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) union Data {
    flag: bool,
    pub(crate) text: *const c_char,
    words: [usize; 3],
}

const _: () = assert!(size_of::<Value>() == 32 && size_of::<Info>() == 552 && size_of::<Proc>() == 260);

/// `PMIx_Get_version()`.
type GetVersion = unsafe extern "C" fn() -> *const c_char;
/// `PMIx_Initialized()`.
type Initialized = unsafe extern "C" fn() -> c_int;
/// `PMIx_Get(proc, key, info, ninfo, val)`.
type Get = unsafe extern "C" fn(*const Proc, *const c_char, *const Info, usize, *mut *const Value) -> c_int;
/// `PMIx_Put(scope, key, val)`.
type Put = unsafe extern "C" fn(u8, *const c_char, *mut Value) -> c_int;
/// `PMIx_Commit()`.
type Commit = unsafe extern "C" fn() -> c_int;

/// The functions of the PMIx that this process has loaded.
pub(crate) struct Library {
    initialized: Initialized,
    get: Get,
    put: Put,
    commit: Commit,
}

impl Library {
    /// `None`: this process has no PMIx, or one whose structures are not those above.
    pub(crate) fn find() -> Option<Self> {
        // Not the global scope first: this library exports PMIx_Commit, too.
        let scopes = [Scope::loaded(c"libpmix.so.2"), Some(Scope::Global)].into_iter().flatten();
        scopes.into_iter().find_map(Self::find_in)
    }

    fn find_in(scope: Scope) -> Option<Self> {
        // SAFETY: PMIx has had these functions with these parameters since its version 2. A NULL address becomes
        // `None`.
        let (version, initialized, get, put, commit) = unsafe {
            (
                std::mem::transmute::<*mut c_void, Option<GetVersion>>(scope.find(c"PMIx_Get_version"))?,
                std::mem::transmute::<*mut c_void, Option<Initialized>>(scope.find(c"PMIx_Initialized"))?,
                std::mem::transmute::<*mut c_void, Option<Get>>(scope.find(c"PMIx_Get"))?,
                std::mem::transmute::<*mut c_void, Option<Put>>(scope.find(c"PMIx_Put"))?,
                std::mem::transmute::<*mut c_void, Option<Commit>>(scope.find(c"PMIx_Commit"))?,
            )
        };
        // SAFETY: the function takes nothing, may be called at any time, and returns a text of its own or NULL.
        let version = unsafe { text_of(version()) }?;
        is_known(&version).then_some(Self { initialized, get, put, commit })
    }

    /// Whether the MPI has initialised it.
    pub(crate) fn is_initialized(&self) -> bool {
        // SAFETY: the function takes nothing, and may be called at any time.
        unsafe { (self.initialized)() != 0 }
    }

    /// The text of a key for a process, without waiting for that process. `of`: what else PMIx is told of the question.
    /// PMIx must be initialised.
    pub(crate) fn text(&self, namespace: &CStr, rank: u32, key: &CStr, of: &[&CStr]) -> Option<String> {
        let mut process = Proc { nspace: [0; 256], rank };
        copy(namespace, &mut process.nspace)?;
        let infos: Vec<Info> = of.iter().map(|key| info(key)).collect::<Option<_>>()?;
        let mut value = std::ptr::null();
        // SAFETY: the structures are those of this version (`find_in`). All addresses are those of locals, and of texts
        // that end with NUL.
        let code = unsafe { (self.get)(&raw const process, key.as_ptr(), infos.as_ptr(), infos.len(), &raw mut value) };
        if code != 0 || value.is_null() {
            return None;
        }
        // SAFETY: where the call succeeds it has written the address of a value that is the caller's, with its text:
        // both come from malloc. A value of this kind has the address of a text that ends with NUL, or NULL.
        unsafe {
            let (kind, text) = ((*value).kind, (*value).data.text);
            let is_text = kind == STRING;
            let read = if is_text { text_of(text) } else { None };
            if is_text {
                libc::free(text.cast_mut().cast());
            }
            libc::free(value.cast_mut().cast());
            read
        }
    }

    /// Publishes a text under a key, for all processes of the job, with the next [`Self::commit`].
    pub(crate) fn put(&self, key: &CStr, text: &CStr) -> bool {
        let mut value = Value { kind: STRING, data: Data { words: [0; 3] } };
        value.data.text = text.as_ptr();
        // SAFETY: the structure is that of this version, and holds a text that ends with NUL. PMIx copies both.
        unsafe { (self.put)(GLOBAL, key.as_ptr(), &raw mut value) == 0 }
    }

    /// `PMIx_Commit`.
    pub(crate) fn commit(&self) -> c_int {
        // SAFETY: the function takes nothing.
        unsafe { (self.commit)() }
    }
}

/// A question's or an answer's property that is true.
fn info(key: &CStr) -> Option<Info> {
    let value = Value { kind: BOOL, data: Data { words: [0; 3] } };
    let mut info = Info { key: [0; 512], flags: 0, value };
    info.value.data.flag = true;
    copy(key, &mut info.key)?;
    Some(info)
}

/// The namespace of this process's job.
pub(crate) fn namespace() -> Option<CString> {
    CString::new(std::env::var("PMIX_NAMESPACE").ok()?).ok()
}

/// Whether the structures above are those of a version.
fn is_known(version: &str) -> bool {
    let number = version.split_whitespace().nth(1).and_then(|number| number.split('.').next());
    version.starts_with("OpenPMIx ") && matches!(number, Some("3" | "4" | "5"))
}

/// Copies a text, and leaves a NUL behind it. `None`: it is too long.
fn copy(text: &CStr, to: &mut [c_char]) -> Option<()> {
    let bytes = text.to_bytes();
    let to = to.get_mut(..bytes.len() + 1)?;
    to.iter_mut().zip(bytes).for_each(|(to, byte)| *to = *byte as c_char);
    Some(())
}

/// The text at an address.
///
/// # Safety
/// NULL, or a text that ends with NUL.
pub(crate) unsafe fn text_of(text: *const c_char) -> Option<String> {
    // SAFETY: not NULL, so a text by this function's contract.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_known_or_not() {
        let known = ["OpenPMIx 4.2.2rc2 (PMIx Standard: 4.2, Stable ABI: 0.0)", "OpenPMIx 5.0.11rc1 (PMIx Standard)"];
        assert!(known.into_iter().all(is_known));
        let unknown = ["OpenPMIx 2.2.5", "OpenPMIx 6.0.0", "OpenPMIx", "PMIx 4.0", "", "OpenPMIx 40.1"];
        assert!(!unknown.into_iter().any(is_known));
    }
}
