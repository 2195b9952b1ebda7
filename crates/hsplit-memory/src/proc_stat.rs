// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads the file `stat` of a process or a thread (proc(5)).

use std::fs;
use std::str::FromStr;

/// Returns the field with this number, counted as in proc(5): 4 is the parent, 22 the start time. `None` if it cannot
/// be read.
pub fn field<T: FromStr>(folder: &str, number: usize) -> Option<T> {
    Stat::of(folder).ok()?.field(number)
}

/// The contents of the file.
pub struct Stat(String);

impl Stat {
    /// Reads the file in a folder of `/proc`.
    ///
    /// # Errors
    /// A system call fails.
    pub fn of(folder: &str) -> std::io::Result<Self> {
        // The name that a program sets may be invalid UTF-8.
        let text = fs::read(format!("{folder}/stat"))?;
        Ok(Self(String::from_utf8_lossy(&text).into_owned()))
    }

    /// The field with this number, from 3 on.
    pub fn field<T: FromStr>(&self, number: usize) -> Option<T> {
        // The second field, the name in parentheses, may have any character.
        self.0.rsplit_once(')')?.1.split_ascii_whitespace().nth(number.checked_sub(3)?)?.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_has_its_parent() {
        let parent = std::os::unix::process::parent_id();
        assert_eq!(field("/proc/self", 4), Some(parent));
        assert!(field::<u64>("/proc/self", 22).is_some_and(|started| started > 0));
        assert_eq!(field::<u32>("/proc/0", 4), None);
    }
}
