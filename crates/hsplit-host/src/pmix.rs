// SPDX-License-Identifier: MIT OR Apache-2.0
//! The PMIx that the MPI has loaded and initialised: the launcher's data for this process, and texts that processes of
//! a job publish for each other. Nothing is linked or loaded here.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::loader::Scope;

// The numbers of PMIx's value types.
const BOOL: u16 = 1;
pub(crate) const STRING: u16 = 3;
const INT: u16 = 6;
/// The longest wait for the answers of other nodes' servers, in seconds.
const SECONDS: c_int = 30;

/// `PMIX_GLOBAL`: the scope of all processes of the job, on every node.
const GLOBAL: u8 = 3;

// The structures in the headers of PMIx 3 to 7.

#[repr(C)]
struct Proc {
    nspace: [c_char; 256],
    rank: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Info {
    key: [c_char; 512],
    flags: u32,
    value: Value,
}

/// A value; `kind` is the number of its type.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Value {
    pub(crate) kind: u16,
    pub(crate) data: Data,
}

/// A union of the size of PMIx's, whose widest member has three words.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) union Data {
    flag: bool,
    number: c_int,
    pub(crate) text: *const c_char,
    words: [usize; 3],
}

const _: () = assert!(size_of::<Value>() == 32 && size_of::<Info>() == 552 && size_of::<Proc>() == 260);

type GetVersion = unsafe extern "C" fn() -> *const c_char;
type Initialized = unsafe extern "C" fn() -> c_int;
/// `PMIx_Get(proc, key, info, ninfo, val)`.
type Get = unsafe extern "C" fn(*const Proc, *const c_char, *const Info, usize, *mut *const Value) -> c_int;
/// `PMIx_Get_nb(proc, key, info, ninfo, cbfunc, cbdata)`.
type GetNb =
    unsafe extern "C" fn(*const Proc, *const c_char, *const Info, usize, Option<Answered>, *mut c_void) -> c_int;
/// `cbfunc(status, kv, cbdata)`.
type Answered = unsafe extern "C" fn(c_int, *const Value, *mut c_void);
/// `PMIx_Put(scope, key, val)`.
type Put = unsafe extern "C" fn(u8, *const c_char, *mut Value) -> c_int;
type Commit = unsafe extern "C" fn() -> c_int;

/// Functions of the PMIx that this process has loaded.
pub(crate) struct Library {
    initialized: Initialized,
    get: Get,
    get_nb: GetNb,
    put: Put,
}

/// Calls the native `PMIx_Commit`, which has no parameters in any version; `None` if this process has loaded no PMIx.
pub(crate) fn commit() -> Option<c_int> {
    // SAFETY: the function has had this type since PMIx 2. A NULL address becomes `None`.
    let commit = scopes()
        .find_map(|scope| unsafe { std::mem::transmute::<*mut c_void, Option<Commit>>(scope.find(c"PMIx_Commit")) })?;
    // SAFETY: the function has no arguments.
    Some(unsafe { commit() })
}

/// The scopes of PMIx's functions. (The global scope would give this library's own `PMIx_Commit`.)
fn scopes() -> impl Iterator<Item = Scope> {
    [Scope::loaded(c"libpmix.so.2"), Some(Scope::Next)].into_iter().flatten()
}

impl Library {
    /// Finds PMIx; `None` if this process has none, or one with other structures than those above.
    pub(crate) fn find() -> Option<Self> {
        scopes().find_map(Self::find_in)
    }

    fn find_in(scope: Scope) -> Option<Self> {
        // SAFETY: these functions have had these parameters since PMIx 2. A NULL address becomes `None`.
        let (version, initialized, get, get_nb, put) = unsafe {
            (
                std::mem::transmute::<*mut c_void, Option<GetVersion>>(scope.find(c"PMIx_Get_version"))?,
                std::mem::transmute::<*mut c_void, Option<Initialized>>(scope.find(c"PMIx_Initialized"))?,
                std::mem::transmute::<*mut c_void, Option<Get>>(scope.find(c"PMIx_Get"))?,
                std::mem::transmute::<*mut c_void, Option<GetNb>>(scope.find(c"PMIx_Get_nb"))?,
                std::mem::transmute::<*mut c_void, Option<Put>>(scope.find(c"PMIx_Put"))?,
            )
        };
        // SAFETY: the function has no arguments, may be called at any time, and returns a constant string or NULL.
        let version = unsafe { text_of(version()) }?;
        is_known(&version).then_some(Self { initialized, get, get_nb, put })
    }

    pub(crate) fn is_initialized(&self) -> bool {
        // SAFETY: the function has no arguments, and may be called at any time.
        unsafe { (self.initialized)() != 0 }
    }

    /// The text of a key for a process, without waiting for that process. `of` are attributes of the query. PMIx must
    /// be initialised.
    pub(crate) fn text(&self, namespace: &CStr, rank: u32, key: &CStr, of: &[&CStr]) -> Option<String> {
        let mut process = Proc { nspace: [0; 256], rank };
        copy(namespace, &mut process.nspace)?;
        let infos: Vec<Info> = of.iter().map(|key| info(key, BOOL, Data { flag: true })).collect::<Option<_>>()?;
        let mut value = std::ptr::null();
        // SAFETY: the structures are those of this version (`find_in`). All pointers are to locals and C strings.
        let code = unsafe { (self.get)(&raw const process, key.as_ptr(), infos.as_ptr(), infos.len(), &raw mut value) };
        if code != 0 || value.is_null() {
            return None;
        }
        // SAFETY: after success, `value` is the address of a value that the caller owns; it and its text are from
        // malloc. A value of this kind contains the address of a C string, or NULL.
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

    /// The texts of a key for processes of other nodes. All their servers are asked at the same time. PMIx must be
    /// initialised.
    pub(crate) fn texts_of_others(&self, namespace: &CStr, ranks: &[u32], key: &'static CStr) -> Vec<Option<String>> {
        let mut texts = vec![None; ranks.len()];
        let mut nspace = [0; 256];
        // Without the first attribute, the server of a process that has not published the key answers after the limit.
        let refreshes = info(c"pmix.get.refresh", BOOL, Data { flag: true });
        let limit = info(c"pmix.timeout", INT, Data { number: SECONDS });
        let (Some(refreshes), Some(limit), Some(())) = (refreshes, limit, copy(namespace, &mut nspace)) else {
            return texts;
        };
        let (answer, answers) = mpsc::channel();
        for (at, &rank) in ranks.iter().enumerate() {
            let process = Proc { nspace, rank };
            let request = Box::new(Request { process, how: [refreshes, limit], at, answer: answer.clone() });
            let request = Box::into_raw(request);
            // SAFETY: the structures are those of this version (`find_in`). PMIx uses the request until it calls
            // `answered`, which it does once if it returns 0 here, and not at all otherwise.
            unsafe {
                let (process, how) = (&raw const (*request).process, &raw const (*request).how);
                if (self.get_nb)(process, key.as_ptr(), how.cast(), 2, Some(answered), request.cast()) != 0 {
                    drop(Box::from_raw(request));
                }
            }
        }
        // The last request ends the loop. (PMIx keeps the time limit, and this one is a precaution.)
        drop(answer);
        let end = Instant::now() + Duration::from_secs(2 * SECONDS as u64);
        while let Ok((at, text)) = answers.recv_timeout(end.saturating_duration_since(Instant::now())) {
            texts[at] = text;
        }
        texts
    }

    /// Publishes a text under a key, for all processes of the job; it takes effect with the next [`commit`].
    pub(crate) fn put(&self, key: &CStr, text: &CStr) -> bool {
        let mut value = Value { kind: STRING, data: Data { words: [0; 3] } };
        value.data.text = text.as_ptr();
        // SAFETY: the structure is that of this version, and contains a C string. PMIx copies both.
        unsafe { (self.put)(GLOBAL, key.as_ptr(), &raw mut value) == 0 }
    }
}

/// A request of [`Library::texts_of_others`].
struct Request {
    process: Proc,
    how: [Info; 2],
    /// The index of the answer.
    at: usize,
    answer: mpsc::Sender<(usize, Option<String>)>,
}

/// Passes the answer to a request on.
///
/// # Safety
/// The address is that of a request of [`Library::texts_of_others`], and this is its only answer. `value` is NULL or a
/// value of PMIx.
unsafe extern "C" fn answered(status: c_int, value: *const Value, request: *mut c_void) {
    // SAFETY: by this function's contract. A value of this kind contains the address of a C string, or NULL.
    let (request, text) = unsafe {
        let is_text = status == 0 && !value.is_null() && (*value).kind == STRING;
        (Box::from_raw(request.cast::<Request>()), if is_text { text_of((*value).data.text) } else { None })
    };
    // The caller may have stopped waiting.
    let _ = request.answer.send((request.at, text));
}

/// An attribute; `kind` is the number of its value's type.
fn info(key: &CStr, kind: u16, data: Data) -> Option<Info> {
    let mut info = Info { key: [0; 512], flags: 0, value: Value { kind, data } };
    copy(key, &mut info.key)?;
    Some(info)
}

pub(crate) fn namespace() -> Option<CString> {
    CString::new(std::env::var("PMIX_NAMESPACE").ok()?).ok()
}

/// True if the structures above are those of this version.
fn is_known(version: &str) -> bool {
    let number = version.split_whitespace().nth(1).and_then(|number| number.split('.').next());
    version.starts_with("OpenPMIx ") && matches!(number, Some("3" | "4" | "5" | "6" | "7"))
}

/// Copies a text and a NUL after it; `None` if it is too long.
fn copy(text: &CStr, to: &mut [c_char]) -> Option<()> {
    let bytes = text.to_bytes();
    let to = to.get_mut(..bytes.len() + 1)?;
    to.iter_mut().zip(bytes).for_each(|(to, byte)| *to = *byte as c_char);
    Some(())
}

/// The text at an address; `None` for NULL.
///
/// # Safety
/// The pointer is NULL or to a C string.
pub(crate) unsafe fn text_of(text: *const c_char) -> Option<String> {
    // SAFETY: not NULL, so a C string by this function's contract.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_known_or_not() {
        let known =
            ["OpenPMIx 4.2.2rc2 (PMIx Standard: 4.2, Stable ABI: 0.0)", "OpenPMIx 7.0.0rc1 (PMIx Standard: 4.1)"];
        assert!(known.into_iter().all(is_known));
        let unknown = ["OpenPMIx 2.2.5", "OpenPMIx 8.0.0", "OpenPMIx", "PMIx 4.0", "", "OpenPMIx 40.1"];
        assert!(!unknown.into_iter().any(is_known));
    }
}
