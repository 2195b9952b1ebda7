// SPDX-License-Identifier: MIT OR Apache-2.0
//! Warns about a program whose MPI precedes this library, so that its calls bypass the library.
//!
//! The MPI does not know the library's split types and returns MPI_ERR_ARG without a reason. Since the program may
//! never call the library, the check runs when the library is loaded.

use std::ffi::{CStr, c_int, c_void};
use std::panic::catch_unwind;

use hsplit_host::loader;
use hsplit_host::logger::{self, NODE};
use hsplit_settings::Settings;

/// Runs when the library is loaded.
#[used]
#[unsafe(link_section = ".init_array")]
static LOADED: extern "C" fn() = look;

extern "C" fn look() {
    let _ = catch_unwind(|| {
        if is_behind() {
            tell();
        }
    });
}

fn tell() {
    let (settings, _) = Settings::of_environment();
    logger::start(settings.log, settings.log_ranks.as_deref());
    if !settings.disable {
        log::warn!(
            target: NODE,
            "the MPI precedes libhsplit in this program, so that MPI calls bypass libhsplit: MPI_Comm_split_type has \
             no libhsplit types, and returns MPI_ERR_ARG (link -lhsplit before the MPI, or preload it)"
        );
    }
}

/// True if the program was started with its MPI before this library. A program that was built for libquo's calls has
/// this order intentionally, and so has one that loads the library later, such as Python.
fn is_behind() -> bool {
    let address = |name: &CStr| {
        // SAFETY: a `CStr` ends with NUL.
        unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) as usize }
    };
    let base = |address: usize| (address != 0).then(|| loader::origin(address).map(|origin| origin.base)).flatten();
    let Some(native) = base(address(c"PMPI_Comm_split_type")) else { return false };
    let own = base((&raw const LOADED) as usize);
    base(address(c"MPI_Comm_split_type")) == Some(native)
        && own.is_some_and(|own| own != native && was_there_at_the_start(own))
        && address(c"QUO_create") == 0
}

/// True if the file at this base was loaded with the program: files loaded later are listed after the loader.
fn was_there_at_the_start(base: usize) -> bool {
    struct Search {
        own: usize,
        loader: usize,
        found: bool,
    }
    unsafe extern "C" fn next(info: *mut libc::dl_phdr_info, _: usize, search: *mut c_void) -> c_int {
        // SAFETY: the loader passes its own structure, and `search` is the local of this function.
        let (begins, search) = unsafe { ((*info).dlpi_addr as usize, &mut *search.cast::<Search>()) };
        search.found |= begins == search.own;
        c_int::from(begins == search.loader)
    }
    // SAFETY: the call only returns a number.
    let loader = unsafe { libc::getauxval(libc::AT_BASE) } as usize;
    let mut search = Search { own: base, loader, found: false };
    // SAFETY: `next` follows the loader's interface, and writes only `search`, during this call.
    unsafe { libc::dl_iterate_phdr(Some(next), (&raw mut search).cast()) };
    search.found
}
