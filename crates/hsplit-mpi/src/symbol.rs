// SPDX-License-Identifier: MIT OR Apache-2.0
//! Looks up the symbols of the loaded MPI at their first use.
//!
//! The library is not linked to an MPI and has no undefined `PMPI_` name. A preload variable also reaches shells and
//! tools, which must start without an MPI and must not load one. An MPI that this library loaded could also precede the
//! one that a program was built with.

use std::ffi::{CStr, CString, c_int, c_void};
use std::marker::PhantomData;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU8, AtomicU64, Ordering};

use hsplit_host::loader::{caller, from_file_of, generation, in_loaded_files, origin};

/// The MPI library that this library was built for: its path at that time, with the name that the loader uses.
pub const BUILT_FOR: &str = env!("HSPLIT_MPI");

/// File names of MPI libraries (MPICH from Debian, MPICH and Intel MPI, HPE Cray's for each compiler, Open MPI, the
/// standard ABI, SimGrid).
const KNOWN: &[&CStr] = &[
    c"libmpich.so.12",
    c"libmpi.so.12",
    c"libmpi_cray.so.12",
    c"libmpi_gnu.so.12",
    c"libmpi_gnu_91.so.12",
    c"libmpi_gnu_103.so.12",
    c"libmpi_gnu_112.so.12",
    c"libmpi_gnu_123.so.12",
    c"libmpi_intel.so.12",
    c"libmpi_nvidia.so.12",
    c"libmpi_amd.so.12",
    c"libmpi_aocc.so.12",
    c"libmpi.so.40",
    c"libmpi_abi.so.1",
    c"libsimgrid.so.3.32",
];

/// Converts a text with its NUL to a C string.
pub const fn c_text(text: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(text) => text,
        Err(_) => panic!("a text without its NUL, or with one inside"),
    }
}

/// Converts an address to a function.
///
/// # Safety
/// `F` is the type of a function, and a function of this type is at the address.
#[inline(always)]
pub unsafe fn function<F: Copy>(address: *mut c_void) -> F {
    const { assert!(size_of::<F>() == size_of::<*mut c_void>()) };
    // SAFETY: `F` has the size of an address, by the assertion, and is the type of this function, by the contract.
    unsafe { std::mem::transmute_copy(&address) }
}

/// Pads bytes with zeros.
pub(super) const fn padded<const LENGTH: usize>(bytes: &[u8]) -> [u8; LENGTH] {
    let (mut buffer, mut at) = ([0; LENGTH], 0);
    while at < bytes.len() {
        buffer[at] = bytes[at];
        at += 1;
    }
    buffer
}

/// The way a function is looked up.
#[derive(Clone, Copy)]
enum Look {
    /// In the MPI, under its `PMPI_` name.
    OfTheMpi,
    /// In the objects after this library, or else in any loaded file, under this name.
    Next,
    /// In the objects after this library, under this `MPI_` name, or else in the MPI.
    NextOfTheMpi,
}

/// A name, and how it is looked up. It contains no address: there are a thousand such statics, and the loader would
/// have to relocate each of them.
struct Wanted {
    name: [u8; Self::LENGTH],
    look: Look,
}

impl Wanted {
    /// Length of the longest name, with its NUL.
    const LENGTH: usize = 47;

    const fn new(name: &CStr, look: Look) -> Self {
        assert!(name.count_bytes() < Self::LENGTH, "a name is longer");
        Self { name: padded(name.to_bytes()), look }
    }

    fn name(&self) -> &CStr {
        CStr::from_bytes_until_nul(&self.name).unwrap_or_default()
    }

    #[cold]
    fn find(&self) -> *mut c_void {
        match self.look {
            Look::OfTheMpi => find(self.name()),
            Look::Next => next_anywhere(self.name()),
            Look::NextOfTheMpi => next_of_the_mpi(self.name()),
        }
    }
}

/// A name that the MPI exports, and its address after the first look-up.
pub struct Symbol {
    wanted: Wanted,
    address: AtomicPtr<c_void>,
}

impl Symbol {
    /// A function of the MPI, under its `PMPI_` name.
    pub const fn new(name: &CStr) -> Self {
        Self { wanted: Wanted::new(name, Look::OfTheMpi), address: AtomicPtr::new(ptr::null_mut()) }
    }

    /// The function that the program would call under this `MPI_` name without this library.
    pub const fn next(name: &CStr) -> Self {
        Self { wanted: Wanted::new(name, Look::NextOfTheMpi), address: AtomicPtr::new(ptr::null_mut()) }
    }

    /// Returns the address of a function that has been looked up; else NULL.
    #[inline]
    pub fn known(&self) -> *mut c_void {
        self.address.load(Ordering::Relaxed)
    }

    /// Returns the address of a function. If no MPI has it, returns that of a function that fails, after an error
    /// message.
    #[inline]
    pub fn function(&self) -> *mut c_void {
        let known = self.address.load(Ordering::Relaxed);
        if known.is_null() { self.look() } else { known }
    }

    #[cold]
    fn look(&self) -> *mut c_void {
        let found = self.wanted.find();
        if found.is_null() {
            log::error!("no MPI in this process has {}", self.wanted.name().to_string_lossy());
            return absent as unsafe extern "C" fn() -> i32 as *mut c_void;
        }
        self.address.store(found, Ordering::Relaxed);
        found
    }

    /// Returns the function. If no MPI has it, returns one that reads no argument, and fails.
    ///
    /// # Safety
    /// `F` is the type of the function of this name.
    #[inline(always)]
    pub unsafe fn get<F: Copy>(&self) -> F {
        // SAFETY: the function of this name has the type `F`, by this function's contract.
        unsafe { function(self.function()) }
    }
}

/// A symbol whose function has the type `F`.
pub(super) struct Typed<F> {
    symbol: Symbol,
    function: PhantomData<F>,
}

impl<F: Copy> Typed<F> {
    /// As [`Symbol::new`].
    pub(super) const fn new(name: &CStr) -> Self {
        Self { symbol: Symbol::new(name), function: PhantomData }
    }

    /// As [`Symbol::next`].
    pub(super) const fn next(name: &CStr) -> Self {
        Self { symbol: Symbol::next(name), function: PhantomData }
    }

    /// Returns the function if it has been looked up, so that a call saves no register; else `unknown`, which looks it
    /// up.
    ///
    /// # Safety
    /// The function of this name has the type `F`.
    #[inline(always)]
    pub(super) unsafe fn known_or(&self, unknown: F) -> F {
        let known = self.symbol.known();
        // SAFETY: the function of this name has the type `F`, by this function's contract.
        if known.is_null() { unknown } else { unsafe { function(known) } }
    }

    /// As [`Symbol::get`].
    ///
    /// # Safety
    /// As there.
    #[inline(always)]
    pub(super) unsafe fn function(&self) -> F {
        // SAFETY: by this function's contract.
        unsafe { self.symbol.get() }
    }
}

/// A function that may be missing.
pub struct Optional {
    wanted: Wanted,
    /// NULL: not looked up yet; the address of the name: there is no such function.
    address: AtomicPtr<c_void>,
    /// The owner of the function: 0 if that is not known.
    owner: AtomicU8,
}

/// The owner of a function is the MPI, or there is no function.
const OF_THE_MPI: u8 = 1;
/// It is a tool's.
const OF_A_TOOL: u8 = 2;

impl Optional {
    /// The function of a name that this library exports too: the one that the program would have called without it.
    pub const fn next(name: &CStr) -> Self {
        Self::new(name, Look::Next)
    }

    /// A function that not every MPI has, under its `PMPI_` name.
    pub const fn of_the_mpi(name: &CStr) -> Self {
        Self::new(name, Look::OfTheMpi)
    }

    /// The function of an `MPI_` name that the program would call without this library, if there is one.
    pub const fn next_of_the_mpi(name: &CStr) -> Self {
        Self::new(name, Look::NextOfTheMpi)
    }

    const fn new(name: &CStr, look: Look) -> Self {
        Self { wanted: Wanted::new(name, look), address: AtomicPtr::new(ptr::null_mut()), owner: AtomicU8::new(0) }
    }

    /// Returns the address of a function that has been looked up and found; else NULL.
    #[inline]
    pub fn known(&self) -> *mut c_void {
        let known = self.address.load(Ordering::Relaxed);
        if known == self.none() { ptr::null_mut() } else { known }
    }

    /// The address of the function, or NULL.
    pub fn function(&self) -> *mut c_void {
        if matches!(self.wanted.look, Look::Next) && has_several_owners() {
            return self.wanted.find();
        }
        let known = self.address.load(Ordering::Relaxed);
        if known == self.none() {
            return ptr::null_mut();
        }
        if !known.is_null() {
            return known;
        }
        let found = self.wanted.find();
        self.address.store(if found.is_null() { self.none() } else { found }, Ordering::Relaxed);
        found
    }

    /// True if the function of an `MPI_` name is not in the MPI's file, but a tool's.
    #[inline]
    pub fn is_of_a_tool(&self) -> bool {
        match self.owner.load(Ordering::Relaxed) {
            0 => self.find_owner() == OF_A_TOOL,
            owner => owner == OF_A_TOOL,
        }
    }

    #[cold]
    fn find_owner(&self) -> u8 {
        let name = self.wanted.name().to_bytes();
        let letter: &[u8] = if name[0].is_ascii_uppercase() { b"P" } else { b"p" };
        // MPICH's names of mpi_f08 begin with this prefix.
        let names = [[letter, name].concat(), [b"pmpir_", name.get(4..).unwrap_or_default()].concat()];
        let file = |address: *mut c_void| origin(address as usize).map(|origin| origin.base);
        let own = file(self.function());
        let names = names.map(|name| CString::new(name).unwrap_or_default());
        let native = names.iter().find_map(|name| file(next(name)));
        // In a local scope, as with Python's extensions.
        let native = native.or_else(|| names.iter().find_map(|name| file(next_anywhere(name))));
        let owner = if own.is_some() && native.is_some() && own != native { OF_A_TOOL } else { OF_THE_MPI };
        self.owner.store(owner, Ordering::Relaxed);
        owner
    }

    /// The address that marks a missing function.
    fn none(&self) -> *mut c_void {
        (&raw const self.wanted).cast_mut().cast()
    }

    /// Returns the function, if there is one.
    ///
    /// # Safety
    /// `F` is the type of the function of this name.
    #[inline(always)]
    pub unsafe fn get<F: Copy>(&self) -> Option<F> {
        let address = self.function();
        // SAFETY: the function of this name has the type `F`, by this function's contract.
        (!address.is_null()).then(|| unsafe { function(address) })
    }
}

/// Replaces a missing function. A caller's arguments stay in their registers, unread.
unsafe extern "C" fn absent() -> i32 {
    mpi_sys::MPI_ERR_OTHER as i32
}

/// Returns the address of the next function of this name in the objects after this library, or NULL.
pub fn next(name: &CStr) -> *mut c_void {
    // SAFETY: a `CStr` ends with NUL. This library is loaded, so `RTLD_NEXT` has a start.
    unsafe { libc::dlsym(libc::RTLD_NEXT, name.as_ptr()) }
}

/// As [`next`]. If there is none, returns the function of this name in another file that this process has loaded, or
/// NULL. Languages that load extensions (Python) load an extension in Fortran, and the MPI's Fortran with it, in a
/// local scope. A preloaded library has the calls of this extension, and its own scope is the global one. If several
/// files have the function, the caller's scope decides.
pub fn next_anywhere(name: &CStr) -> *mut c_void {
    let found = next(name);
    if !found.is_null() {
        return found;
    }
    let of_caller = has_several_owners().then(|| from_file_of(caller()?, name)).flatten();
    of_caller.filter(|found| !found.is_null()).or_else(|| in_loaded_files(name).first().copied()).unwrap_or(found)
}

/// True if several files have MPI's Fortran, in local scopes: one is that of the MPI, others may be stubs in sequential
/// libraries (MUMPS).
pub fn has_several_owners() -> bool {
    static IS_GLOBAL: AtomicBool = AtomicBool::new(false);
    static ARE_SEVERAL: AtomicBool = AtomicBool::new(false);
    static GENERATION: AtomicU64 = AtomicU64::new(0);
    if IS_GLOBAL.load(Ordering::Relaxed) {
        return false;
    }
    let now = generation();
    if GENERATION.load(Ordering::Acquire) != now {
        let is_global = !next(c"mpi_init_").is_null();
        ARE_SEVERAL.store(!is_global && in_loaded_files(c"mpi_init_").len() > 1, Ordering::Relaxed);
        IS_GLOBAL.store(is_global, Ordering::Relaxed);
        GENERATION.store(now, Ordering::Release);
    }
    ARE_SEVERAL.load(Ordering::Relaxed)
}

/// Returns the address of the next function of an `MPI_` name after this library: a tool's, or the MPI's. If the MPI is
/// loaded before this library, or not in the global scope, returns the MPI's own. The same applies if another copy of
/// this library follows, because only one of them may handle a call. In a process without an MPI, returns the function
/// in the scope of the first caller, a stub in a sequential library.
pub fn next_of_the_mpi(name: &CStr) -> *mut c_void {
    let mut found = next(name);
    if found.is_null() || IS_OURS.load(Ordering::Relaxed) {
        library();
        if IS_OURS.load(Ordering::Relaxed) {
            let of_caller = caller().and_then(|caller| from_file_of(caller, name));
            found = of_caller.filter(|&found| !found.is_null() && is_stub(found)).unwrap_or(found);
        }
    }
    if !found.is_null() && !is_in_a_copy(found) {
        return found;
    }
    let own = [b"P", name.to_bytes_with_nul()].concat();
    CStr::from_bytes_with_nul(&own).map_or(ptr::null_mut(), find)
}

/// True if a function is in a file that neither belongs to an MPI, or is another copy of this library, nor depends on
/// either, as tools do.
pub(super) fn is_stub(function: *mut c_void) -> bool {
    [c"PMPI_Initialized", c"pmpi_init_", c"HSPLIT_Get_version"]
        .into_iter()
        .all(|name| from_file_of(function, name).is_some_and(<*mut c_void>::is_null))
}

/// True if a function belongs to another copy of this library.
fn is_in_a_copy(function: *mut c_void) -> bool {
    let marker = next(c"HSPLIT_Get_version");
    let base = |address: *mut c_void| origin(address as usize).map(|origin| origin.base);
    !marker.is_null() && base(marker) == base(function)
}

/// Returns the address of a symbol of the program's MPI, or NULL.
///
/// An MPI that an extension module of Python has loaded is not in the global scope. It is opened by its file name.
pub fn find(name: &CStr) -> *mut c_void {
    // SAFETY: a `CStr` ends with NUL. (The global scope is first: a program may have a copy of a variable.)
    let global = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    if !global.is_null() {
        return global;
    }
    // SAFETY: the handle comes from `dlopen`, is not NULL and is never closed. A `CStr` ends with NUL.
    library().map_or(ptr::null_mut(), |library| unsafe { libc::dlsym(library.0, name.as_ptr()) })
}

/// True if this process has loaded an MPI. None is loaded for that.
pub fn has_mpi() -> bool {
    // SAFETY: a literal ends with NUL.
    let is_global = !unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"PMPI_Init".as_ptr()) }.is_null();
    is_global || loaded().is_some()
}

struct SharedObject(*mut c_void);

// SAFETY: the loader lets any thread use a handle of `dlopen`, and this one is never closed.
unsafe impl Send for SharedObject {}
// SAFETY: the handle never changes, and several threads may call `dlsym` with it at the same time.
unsafe impl Sync for SharedObject {}

/// True if this library has loaded the MPI.
static IS_OURS: AtomicBool = AtomicBool::new(false);

/// Returns the MPI library in this process, if it is not in the global scope. Otherwise the one that this library was
/// built for: a process that calls MPI functions only through this library has not loaded it yet.
fn library() -> Option<&'static SharedObject> {
    static LIBRARY: OnceLock<Option<SharedObject>> = OnceLock::new();
    let library = LIBRARY.get_or_init(|| {
        let place = CString::new(BUILT_FOR).unwrap_or_default();
        // First by path: another MPI's library may have the same file name.
        loaded().or_else(|| {
            IS_OURS.store(true, Ordering::Relaxed);
            open(&place, libc::RTLD_GLOBAL).or_else(|| open(&own_file(), libc::RTLD_GLOBAL))
        })
    });
    library.as_ref()
}

/// Returns the MPI library in this process, if its file has a known name.
fn loaded() -> Option<SharedObject> {
    let own = own_file();
    std::iter::once(own.as_c_str()).chain(KNOWN.iter().copied()).find_map(|name| open(name, libc::RTLD_NOLOAD))
}

/// The file name of the MPI that this library was built for.
fn own_file() -> CString {
    CString::new(BUILT_FOR.rsplit('/').next().unwrap_or_default()).unwrap_or_default()
}

fn open(name: &CStr, flags: c_int) -> Option<SharedObject> {
    // SAFETY: a `CStr` ends with NUL. Only MPI libraries are opened, whose initialisers are meant to run in any
    // program.
    let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_LAZY | flags) };
    (!handle.is_null()).then_some(SharedObject(handle))
}

/// True if the file of the program's MPI has a symbol.
pub(super) fn mpi_has(name: &CStr) -> bool {
    let function = find(c"PMPI_Get_library_version");
    from_file_of(function, name).is_some_and(|address| !address.is_null())
}

/// Returns the path of the file with the program's MPI functions.
pub fn file_of_mpi() -> Option<String> {
    let origin = origin(find(c"PMPI_Get_library_version") as usize)?;
    Some(origin.file.to_string_lossy().into_owned())
}
