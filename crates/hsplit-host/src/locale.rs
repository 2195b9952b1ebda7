// SPDX-License-Identifier: MIT OR Apache-2.0
//! The locale in which libraries in C read and write numbers for us.
//!
//! hwloc writes the speeds of links with `printf` and reads them with `atof`. A program that has set the locale of its
//! user, as Python and graphical programs do, would have it write 15,75 and read 15.

use std::ptr;
use std::sync::OnceLock;

/// A handle that threads may share.
struct Locale(libc::locale_t);
// SAFETY: nothing changes the locale once it is made, and any thread may use it.
unsafe impl Send for Locale {}
// SAFETY: as above.
unsafe impl Sync for Locale {}

/// Gives the thread its own locale back.
struct Before(libc::locale_t);

impl Drop for Before {
    fn drop(&mut self) {
        // SAFETY: the locale is what `uselocale` has said this thread had.
        unsafe { libc::uselocale(self.0) };
    }
}

/// Calls a library in the locale that C programs begin in. No other thread notices.
pub fn of_c<R>(call: impl FnOnce() -> R) -> R {
    static C: OnceLock<Locale> = OnceLock::new();
    // SAFETY: the name is a C string, and there is no locale to change. It is never freed.
    let locale =
        C.get_or_init(|| Locale(unsafe { libc::newlocale(libc::LC_ALL_MASK, c"C".as_ptr(), ptr::null_mut()) }));
    if locale.0.is_null() {
        return call();
    }
    // SAFETY: the locale is one that `newlocale` has made.
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
        // SAFETY: asking changes nothing; the text is a C string.
        let (before, number) = unsafe { (libc::uselocale(ptr::null_mut()), of_c(|| atof(c"15.75".as_ptr()))) };
        assert!((number - 15.75).abs() < 1e-9);
        // SAFETY: asking changes nothing.
        assert_eq!(unsafe { libc::uselocale(ptr::null_mut()) }, before);
    }
}
