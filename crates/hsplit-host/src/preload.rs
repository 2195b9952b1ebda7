// SPDX-License-Identifier: MIT OR Apache-2.0
//! Takes the library out of what the program's own commands inherit, where `hsplit run` has put it there.

use std::env;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use crate::settings::PRELOADED_BY;

const LD_PRELOAD: &str = "LD_PRELOAD";

/// Takes the file that `hsplit run` has named out of `LD_PRELOAD`, which the loader has read long ago.
///
/// # Safety
/// No other thread changes the environment meanwhile.
pub unsafe fn leave_environment() {
    let Some(file) = env::var_os(PRELOADED_BY) else { return };
    // SAFETY: no other thread changes the environment, by this function's contract. One that reads it finds valid
    // strings: the C library moves pointers and keeps the strings.
    unsafe {
        match env::var_os(LD_PRELOAD).and_then(|list| without(&list, &file)) {
            Some(rest) => env::set_var(LD_PRELOAD, rest),
            None => env::remove_var(LD_PRELOAD),
        }
        env::remove_var(PRELOADED_BY);
    }
}

/// A list of files for the loader without one of them; `None`: nothing is left.
fn without(list: &OsStr, file: &OsStr) -> Option<OsString> {
    let others = list.as_bytes().split(|byte| matches!(byte, b':' | b' '));
    let others: Vec<&[u8]> = others.filter(|other| !other.is_empty() && *other != file.as_bytes()).collect();
    (!others.is_empty()).then(|| OsString::from_vec(others.join(&b':')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_files_stay() {
        let of = |list: &str| without(OsStr::new(list), OsStr::new("/l/libhsplit.so.0"));
        assert_eq!(of("/l/libhsplit.so.0"), None);
        assert_eq!(of("/l/libhsplit.so.0:/m/liba.so"), Some("/m/liba.so".into()));
        assert_eq!(of("/m/liba.so /l/libhsplit.so.0 libb.so"), Some("/m/liba.so:libb.so".into()));
        assert_eq!(of("/m/liba.so"), Some("/m/liba.so".into()));
    }
}
