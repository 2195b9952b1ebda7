// SPDX-License-Identifier: MIT OR Apache-2.0
//! The locale in which C libraries read and write numbers for this library.
//!
//! hwloc writes the speeds of links with `printf` and reads them with `atof`. If a program has set its user's locale,
//! as Python and graphical programs do, hwloc could write 15,75 and read 15.

use std::ptr;
use std::sync::OnceLock;

/// A locale handle that threads may share.
struct Locale(libc::locale_t);
// SAFETY: the locale is not changed after its creation, and may be used by any thread.
unsafe impl Send for Locale {}
// SAFETY: as above.
unsafe impl Sync for Locale {}

/// Restores the thread's own locale on drop.
struct Before(libc::locale_t);

impl Drop for Before {
    fn drop(&mut self) {
        // SAFETY: `uselocale` returned this locale as the thread's previous one.
        unsafe { libc::uselocale(self.0) };
    }
}

/// Calls a library in the C locale. The locales of other threads do not change.
pub fn of_c<R>(call: impl FnOnce() -> R) -> R {
    static C: OnceLock<Locale> = OnceLock::new();
    // SAFETY: the name is a C string, and no existing locale is modified. The new locale is never freed.
    let locale =
        C.get_or_init(|| Locale(unsafe { libc::newlocale(libc::LC_ALL_MASK, c"C".as_ptr(), ptr::null_mut()) }));
    if locale.0.is_null() {
        return call();
    }
    // SAFETY: `newlocale` has created the locale.
    let _before = Before(unsafe { libc::uselocale(locale.0) });
    call()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_points_and_the_thread_keeps_its_locale() {
        unsafe extern "C" {
            fn atof(text: *const libc::c_char) -> f64;
        }
        // SAFETY: a query changes nothing; the text is a C string.
        let (before, number) = unsafe { (libc::uselocale(ptr::null_mut()), of_c(|| atof(c"15.75".as_ptr()))) };
        assert!((number - 15.75).abs() < 1e-9);
        // SAFETY: a query changes nothing.
        assert_eq!(unsafe { libc::uselocale(ptr::null_mut()) }, before);
    }
}
