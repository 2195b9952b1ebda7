// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sealed memory files: bytes that one process writes once and others of its user read, without a name on any disk.
//!
//! They are found through `/proc/PID/fd`, vanish with their last user however it dies, and their seals make sure that
//! nobody changes them under a reader.

use std::ffi::CString;
use std::fs::File;
use std::io::{Error, ErrorKind, Result, Write};
use std::ops::Deref;
use std::os::fd::{AsRawFd, FromRawFd};
use std::path::Path;

/// Creates a sealed memory file with these bytes.
///
/// # Errors
/// What the kernel reports, for instance where it has no memory files.
pub fn create(name: &str, parts: &[&[u8]]) -> Result<File> {
    let name = CString::new(name).unwrap_or_default();
    // SAFETY: the name is NUL-terminated.
    let fd = unsafe { libc::memfd_create(name.as_ptr(), libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING) };
    if fd < 0 {
        return Err(Error::last_os_error());
    }
    // SAFETY: the descriptor was just opened and belongs to nobody else.
    let mut file = unsafe { File::from_raw_fd(fd) };
    for part in parts {
        file.write_all(part)?;
    }
    let seals = libc::F_SEAL_WRITE | libc::F_SEAL_GROW | libc::F_SEAL_SHRINK | libc::F_SEAL_SEAL;
    // SAFETY: no pointers are passed.
    if unsafe { libc::fcntl(fd, libc::F_ADD_SEALS, seals) } != 0 {
        return Err(Error::last_os_error());
    }
    Ok(file)
}

/// What `/proc` says of a descriptor of the memory file called `name`.
pub fn link_of(name: &str) -> String {
    format!("/memfd:{name} (deleted)")
}

/// Opens the sealed memory file called `name`, of at most `most` bytes, by its path in `/proc`. Anything else there is
/// refused before it is opened: in another container the number may be somebody's pipe or terminal.
///
/// # Errors
/// What the kernel reports; `WouldBlock` where it is not sealed, so that its maker may still be writing; `InvalidData`
/// where it is another file, or too large.
pub fn open(path: &Path, name: &str, most: u64) -> Result<File> {
    let wrong = |what: &str| Error::new(ErrorKind::InvalidData, what.to_owned());
    if std::fs::read_link(path)?.to_str() != Some(&link_of(name)) {
        return Err(wrong("it is another file"));
    }
    let file = File::open(path)?;
    // SAFETY: no pointers are passed.
    let seals = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_GET_SEALS) };
    let needed = libc::F_SEAL_WRITE | libc::F_SEAL_GROW | libc::F_SEAL_SHRINK;
    if seals < 0 || seals & needed != needed {
        return Err(Error::new(ErrorKind::WouldBlock, "the memory file is not sealed"));
    }
    if file.metadata()?.len() > most { Err(wrong("the memory file is too large")) } else { Ok(file) }
}

/// The bytes of a memory file, mapped read-only: one copy for all processes that map it.
#[derive(Debug)]
pub struct Mapped {
    start: *const u8,
    length: usize,
}

// SAFETY: the mapping is read-only and its file is sealed against writing.
unsafe impl Send for Mapped {}
// SAFETY: as above.
unsafe impl Sync for Mapped {}

impl Mapped {
    /// Maps a sealed file.
    ///
    /// # Errors
    /// What the kernel reports.
    pub fn new(file: &File) -> Result<Self> {
        let length = file.metadata()?.len() as usize;
        if length == 0 {
            return Ok(Self { start: std::ptr::NonNull::dangling().as_ptr(), length });
        }
        // SAFETY: a fresh read-only mapping of a file that cannot shrink.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), length, libc::PROT_READ, libc::MAP_SHARED, file.as_raw_fd(), 0) };
        if start == libc::MAP_FAILED { Err(Error::last_os_error()) } else { Ok(Self { start: start.cast(), length }) }
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        // SAFETY: the mapping is as long as stated and never changes.
        unsafe { std::slice::from_raw_parts(self.start, self.length) }
    }
}

impl Drop for Mapped {
    fn drop(&mut self) {
        if self.length > 0 {
            // SAFETY: the mapping belongs to this value, and no slice of it outlives it.
            unsafe { libc::munmap(self.start.cast_mut().cast(), self.length) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn what_is_written_is_mapped() {
        let file = create("hsplit-test", &[b"one ", b"copy"]).unwrap();
        let path = PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()));
        let mapped = Mapped::new(&open(&path, "hsplit-test", 100).unwrap()).unwrap();
        drop(file);
        assert_eq!(&*mapped, b"one copy");
        assert!(create("hsplit-test", &[]).is_ok_and(|empty| Mapped::new(&empty).unwrap().is_empty()));
    }

    #[test]
    fn other_files_are_refused() {
        assert!(open(Path::new("/dev/null"), "hsplit-test", 100).is_err());
        assert!(open(Path::new("/etc/passwd"), "hsplit-test", 1 << 20).is_err());
        let file = create("hsplit-test", &[b"too long"]).unwrap();
        let path = PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()));
        assert!(open(&path, "hsplit-test", 3).is_err());
        assert!(open(&path, "hsplit-other", 100).is_err());
    }
}
