// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the kernel says of a process or a thread in its file `stat` (proc(5)).

use std::fs;
use std::str::FromStr;

/// The field with this number, as proc(5) counts them: 4 is the parent, 22 when it was started. `None` where it cannot
/// be read.
pub(crate) fn field<T: FromStr>(folder: &str, number: usize) -> Option<T> {
    let status = fs::read_to_string(format!("{folder}/stat")).ok()?;
    // The second field, the name in parentheses, may have any character.
    status.rsplit_once(')')?.1.split_ascii_whitespace().nth(number.checked_sub(3)?)?.parse().ok()
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
