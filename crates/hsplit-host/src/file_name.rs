// SPDX-License-Identifier: MIT OR Apache-2.0
//! File names in variables: `%j` is the job, `%u` the user, `%h` the host, `%%` a per cent sign.

use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::ptr;

use crate::local_socket;
use crate::source::identity::best_host_name;

/// Expands these in a name. `job` is called if the name contains `%j`.
pub fn expanded(name: &str, job: impl Fn() -> String) -> String {
    expanded_with(name, |letter| match letter {
        'j' => Some(job()),
        'u' => Some(user()),
        'h' => Some(best_host_name()),
        _ => None,
    })
}

fn expanded_with(name: &str, value: impl Fn(char) -> Option<String>) -> String {
    let mut text = String::new();
    let mut rest = name;
    while let Some((before, after)) = rest.split_once('%') {
        text += before;
        let letter = after.chars().next();
        rest = &after[letter.map_or(0, char::len_utf8)..];
        match letter {
            Some('%') => text.push('%'),
            Some(letter) => match value(letter) {
                // A value must not select another folder.
                Some(value) => text += &value.replace('/', "_"),
                None => text.extend(['%', letter]),
            },
            None => text.push('%'),
        }
    }
    text + rest
}

/// True if a folder belongs to this process's user or to root, or if there is none.
pub fn is_trusted(folder: &Path) -> bool {
    std::fs::metadata(folder).map_or(true, |entry| [local_socket::user(), 0].contains(&entry.uid()))
}

/// The user's name, or number if the system has no name for it.
fn user() -> String {
    let number = local_socket::user();
    let (mut entry, mut found) = (MaybeUninit::<libc::passwd>::uninit(), ptr::null_mut());
    let mut text = [0; 4096];
    // SAFETY: all pointers are to locals that outlive the call, and the length is that of the buffer.
    let code = unsafe { libc::getpwuid_r(number, entry.as_mut_ptr(), text.as_mut_ptr(), text.len(), &raw mut found) };
    if code != 0 || found.is_null() {
        return number.to_string();
    }
    // SAFETY: the call has succeeded and filled the entry; its name is a string in `text`.
    unsafe { CStr::from_ptr((*found).pw_name) }.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_filled_in() {
        let of = |name| expanded_with(name, |letter| (letter == 'j').then(|| "7/8".to_owned()));
        assert_eq!(of("/tmp/a.%j-%j"), "/tmp/a.7_8-7_8");
        assert_eq!(of("100%%j %x %"), "100%j %x %");
        assert_eq!(of("é%é"), "é%é");
        assert!(!user().is_empty() && !expanded("%h", String::new).is_empty());
    }
}
