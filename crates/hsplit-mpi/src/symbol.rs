// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finds what the loaded MPI exports, at the first use.
//!
//! The library is not linked to an MPI and has no undefined `PMPI_` name. A preload variable also reaches shells and
//! tools, which must start where no MPI can be found and must not load one. Besides, an MPI that this library loaded
//! could precede the one that a program was built with.

use std::ffi::{CStr, CString, c_void};
use std::marker::PhantomData;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use hsplit_host::loader::origin;

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

/// A text with its NUL as the loader takes it.
pub const fn c_text(text: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(text) => text,
        Err(_) => panic!("a text without its NUL, or with one inside"),
    }
}

/// The function at an address.
///
/// # Safety
/// `F` is the type of a function, and the address is that of one with this type.
#[inline(always)]
pub unsafe fn function<F: Copy>(address: *mut c_void) -> F {
    const { assert!(size_of::<F>() == size_of::<*mut c_void>()) };
    // SAFETY: `F` has the size of an address, which the assertion says, and is a function of this type by the contract.
    unsafe { std::mem::transmute_copy(&address) }
}

/// Bytes with zeros after them.
pub(super) const fn padded<const LENGTH: usize>(bytes: &[u8]) -> [u8; LENGTH] {
    let (mut buffer, mut at) = ([0; LENGTH], 0);
    while at < bytes.len() {
        buffer[at] = bytes[at];
        at += 1;
    }
    buffer
}

/// How a function is looked for.
#[derive(Clone, Copy)]
enum Look {
    /// In the MPI, under its `PMPI_` name.
    OfTheMpi,
    /// Behind this library's function of this name.
    Next,
    /// Behind this library's function of this `MPI_` name, or in the MPI.
    NextOfTheMpi,
}

/// A name, and how it is looked for. A static with addresses would have to be changed whenever the library is loaded,
/// and there are a thousand of them: so this has none.
struct Wanted {
    name: [u8; Self::LENGTH],
    look: Look,
}

impl Wanted {
    /// With its NUL, no name is longer.
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
            Look::Next => next(self.name()),
            Look::NextOfTheMpi => next_of_the_mpi(self.name()),
        }
    }
}

/// A name that the MPI exports, and its address once it is known.
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

    /// The address of a function that has been looked for; else NULL.
    #[inline]
    pub fn known(&self) -> *mut c_void {
        self.address.load(Ordering::Relaxed)
    }

    /// The address of a function. Where no MPI has it, that of one that fails, after an error message.
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

    /// The function. Where no MPI has it, one that reads no argument, and fails.
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

    /// The function if it is known, so that a call of it saves no register; else one that looks for it.
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

/// A function that need not be there.
pub struct Optional {
    wanted: Wanted,
    /// NULL: not looked for yet; that of the name: there is none.
    address: AtomicPtr<c_void>,
}

impl Optional {
    /// The function of a name that this library exports too: the one that the program would have called without it.
    pub const fn next(name: &CStr) -> Self {
        Self { wanted: Wanted::new(name, Look::Next), address: AtomicPtr::new(ptr::null_mut()) }
    }

    /// A function that not every MPI has, under its `PMPI_` name.
    pub const fn of_the_mpi(name: &CStr) -> Self {
        Self { wanted: Wanted::new(name, Look::OfTheMpi), address: AtomicPtr::new(ptr::null_mut()) }
    }

    /// The function of an `MPI_` name that the program would call without this library, if there is one.
    pub const fn next_of_the_mpi(name: &CStr) -> Self {
        Self { wanted: Wanted::new(name, Look::NextOfTheMpi), address: AtomicPtr::new(ptr::null_mut()) }
    }

    /// The address of a function that has been looked for and found; else NULL.
    #[inline]
    pub fn known(&self) -> *mut c_void {
        let known = self.address.load(Ordering::Relaxed);
        if known == self.none() { ptr::null_mut() } else { known }
    }

    /// The address of the function, or NULL.
    pub fn function(&self) -> *mut c_void {
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

    /// What stands for a function that there is none of.
    fn none(&self) -> *mut c_void {
        (&raw const self.wanted).cast_mut().cast()
    }

    /// The function, if there is one.
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

/// Stands in for a function that is not there. A caller's arguments stay in their registers, unread.
unsafe extern "C" fn absent() -> i32 {
    mpi_sys::MPI_ERR_OTHER as i32
}

/// The address of the function of a name behind this library's own, or NULL.
pub fn next(name: &CStr) -> *mut c_void {
    // SAFETY: a `CStr` ends with NUL. This library is loaded, so there is a next object to look in, or none is found.
    unsafe { libc::dlsym(libc::RTLD_NEXT, name.as_ptr()) }
}

/// The address of the function of an `MPI_` name behind this library's own: a tool's, or the MPI's. Where the MPI is in
/// front of this library, or not in the global scope, there is none, and the MPI's own is it. So it is if another copy
/// of this library is behind: calls are for one of them.
pub fn next_of_the_mpi(name: &CStr) -> *mut c_void {
    let found = next(name);
    if !found.is_null() && !is_in_a_copy(found) {
        return found;
    }
    let own = [b"P", name.to_bytes_with_nul()].concat();
    CStr::from_bytes_with_nul(&own).map_or(ptr::null_mut(), find)
}

/// Whether a function is another copy's of this library.
fn is_in_a_copy(function: *mut c_void) -> bool {
    let marker = next(c"HSPLIT_Get_version");
    let base = |address: *mut c_void| origin(address as usize).map(|origin| origin.base);
    !marker.is_null() && base(marker) == base(function)
}

/// The address of what the program's MPI exports under a name, or NULL.
///
/// An MPI that an extension module of Python has loaded is not in the global scope. It is opened by its file name.
pub fn find(name: &CStr) -> *mut c_void {
    // SAFETY: a `CStr` ends with NUL. (The global scope comes first: a program may have a copy of a variable.)
    let global = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    if !global.is_null() {
        return global;
    }
    // SAFETY: the handle comes from `dlopen`, is not NULL and is never closed. A `CStr` ends with NUL.
    library().map_or(ptr::null_mut(), |library| unsafe { libc::dlsym(library.0, name.as_ptr()) })
}

struct SharedObject(*mut c_void);

// SAFETY: the loader lets any thread use a handle of `dlopen`, and this one is never closed.
unsafe impl Send for SharedObject {}
// SAFETY: nothing changes the handle, and `dlsym` may be called with it by several threads at once.
unsafe impl Sync for SharedObject {}

/// The MPI library in this process, if it is not in the global scope. Otherwise the one that this library was built
/// for: a process that calls MPI functions through this library alone has not loaded it yet.
fn library() -> Option<&'static SharedObject> {
    static LIBRARY: OnceLock<Option<SharedObject>> = OnceLock::new();
    let open = |name: &CStr, flags| {
        // SAFETY: a `CStr` ends with NUL. What is opened are libraries of MPI, whose initialisers are made to run in
        // any program.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_LAZY | flags) };
        (!handle.is_null()).then_some(SharedObject(handle))
    };
    let library = LIBRARY.get_or_init(|| {
        let place = CString::new(BUILT_FOR).unwrap_or_default();
        let own = CString::new(BUILT_FOR.rsplit('/').next().unwrap_or_default()).unwrap_or_default();
        let loaded =
            std::iter::once(own.as_c_str()).chain(KNOWN.iter().copied()).find_map(|name| open(name, libc::RTLD_NOLOAD));
        // First by its path: another MPI's library may have that file name.
        loaded.or_else(|| open(&place, libc::RTLD_GLOBAL)).or_else(|| open(&own, libc::RTLD_GLOBAL))
    });
    library.as_ref()
}

/// The file that the program's MPI functions come from.
pub fn file_of_mpi() -> Option<String> {
    let origin = origin(find(c"PMPI_Get_library_version") as usize)?;
    Some(origin.file.to_string_lossy().into_owned())
}
