// SPDX-License-Identifier: MIT OR Apache-2.0
//! Memory files: bytes without a name on any disk that several processes of a user map.
//!
//! They are found through `/proc/PID/fd`, and vanish with their last user however it dies. Most are written once and
//! then read: their seals make sure that nobody changes them under a reader. Those that stay writable are ways for data
//! between processes ([`SharedMapping`]).

use std::ffi::CString;
use std::fs::{File, OpenOptions};
use std::io::{Error, ErrorKind, Result, Write};
use std::ops::Deref;
use std::os::fd::{AsRawFd, FromRawFd};
use std::path::{Path, PathBuf};
use std::ptr::{NonNull, null_mut};

/// Nobody can make the file longer or shorter, so that what is mapped stays.
const OF_FIXED_LENGTH: libc::c_int = libc::F_SEAL_GROW | libc::F_SEAL_SHRINK;
/// Nor write into it.
const READ_ONLY: libc::c_int = OF_FIXED_LENGTH | libc::F_SEAL_WRITE;

/// Creates a sealed memory file with these bytes.
///
/// # Errors
/// What the kernel reports, for instance where it has no memory files.
pub fn create(name: &str, parts: &[&[u8]]) -> Result<File> {
    let mut file = empty(name)?;
    for part in parts {
        file.write_all(part)?;
    }
    seal(&file, READ_ONLY)?;
    Ok(file)
}

fn empty(name: &str) -> Result<File> {
    let name = CString::new(name).unwrap_or_default();
    // SAFETY: the name is NUL-terminated.
    let fd = unsafe { libc::memfd_create(name.as_ptr(), libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING) };
    // SAFETY: the descriptor was just opened and belongs to nobody else.
    if fd < 0 { Err(Error::last_os_error()) } else { Ok(unsafe { File::from_raw_fd(fd) }) }
}

fn seal(file: &File, seals: libc::c_int) -> Result<()> {
    // SAFETY: no pointers are passed.
    let sealed = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_ADD_SEALS, seals | libc::F_SEAL_SEAL) };
    if sealed == 0 { Ok(()) } else { Err(Error::last_os_error()) }
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
    open_with(OpenOptions::new().read(true), path, name, (READ_ONLY, most))
}

fn open_with(options: &OpenOptions, path: &Path, name: &str, (seals, most): (libc::c_int, u64)) -> Result<File> {
    let wrong = |what: &str| Error::new(ErrorKind::InvalidData, what.to_owned());
    if std::fs::read_link(path)?.to_str() != Some(&link_of(name)) {
        return Err(wrong("it is another file"));
    }
    let file = options.open(path)?;
    // SAFETY: no pointers are passed.
    let found = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_GET_SEALS) };
    if found < 0 || found & seals != seals {
        return Err(Error::new(ErrorKind::WouldBlock, "the memory file is not sealed"));
    }
    if file.metadata()?.len() > most { Err(wrong("the memory file is too large")) } else { Ok(file) }
}

/// Where a descriptor of a process is found.
pub fn path_of(process: u32, descriptor: i32) -> PathBuf {
    PathBuf::from(format!("/proc/{process}/fd/{descriptor}"))
}

/// So many bytes of a file of fixed length, mapped for all who map it.
#[derive(Debug)]
struct Mapping {
    start: *mut u8,
    length: usize,
}

// SAFETY: a mapping is that of the whole process, and nothing here looks into it.
unsafe impl Send for Mapping {}
// SAFETY: as above.
unsafe impl Sync for Mapping {}

impl Mapping {
    fn new(file: &File, length: usize, protection: libc::c_int) -> Result<Self> {
        if length == 0 {
            return Ok(Self { start: NonNull::dangling().as_ptr(), length });
        }
        // SAFETY: a fresh mapping of a file that cannot shrink.
        let start = unsafe { libc::mmap(null_mut(), length, protection, libc::MAP_SHARED, file.as_raw_fd(), 0) };
        if start == libc::MAP_FAILED { Err(Error::last_os_error()) } else { Ok(Self { start: start.cast(), length }) }
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        if self.length > 0 {
            // SAFETY: the mapping belongs to this value, and nothing that was lent of it outlives it.
            unsafe { libc::munmap(self.start.cast(), self.length) };
        }
    }
}

/// Memory that several processes write and read. Who may do what when is for them to agree on.
#[derive(Debug)]
pub struct SharedMapping {
    mapping: Mapping,
    /// Only the one that has made it keeps the file open, until the others have it.
    file: Option<File>,
}

impl SharedMapping {
    /// Makes so many bytes of memory, all zero, that take up room as they are written.
    ///
    /// # Errors
    /// What the kernel reports.
    pub fn create(name: &str, length: usize) -> Result<Self> {
        let file = empty(name)?;
        file.set_len(length as u64)?;
        seal(&file, OF_FIXED_LENGTH)?;
        Ok(Self { mapping: Mapping::new(&file, length, libc::PROT_READ | libc::PROT_WRITE)?, file: Some(file) })
    }

    /// The memory that another process has made with this name and length, by its path in `/proc`.
    ///
    /// # Errors
    /// What the kernel reports; what [`open`] says of other files.
    pub fn open(path: &Path, name: &str, length: usize) -> Result<Self> {
        let file = open_with(OpenOptions::new().read(true).write(true), path, name, (OF_FIXED_LENGTH, length as u64))?;
        if file.metadata()?.len() != length as u64 {
            return Err(Error::new(ErrorKind::InvalidData, "the memory file has another length"));
        }
        Ok(Self { mapping: Mapping::new(&file, length, libc::PROT_READ | libc::PROT_WRITE)?, file: None })
    }

    /// The descriptor by which others find it, while it is open.
    pub fn descriptor(&self) -> Option<i32> {
        self.file.as_ref().map(File::as_raw_fd)
    }

    /// Nobody will look for it any more.
    pub fn close(&mut self) {
        self.file = None;
    }

    /// Where it begins.
    pub fn start(&self) -> *mut u8 {
        self.mapping.start
    }
}

/// The bytes of a memory file, mapped read-only: one copy for all processes that map it.
#[derive(Debug)]
pub struct Mapped(Mapping);

impl Mapped {
    /// Maps a sealed file.
    ///
    /// # Errors
    /// What the kernel reports.
    pub fn new(file: &File) -> Result<Self> {
        let length = file.metadata()?.len() as usize;
        Mapping::new(file, length, libc::PROT_READ).map(Self)
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        // SAFETY: the mapping is as long as stated and never changes.
        unsafe { std::slice::from_raw_parts(self.0.start, self.0.length) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn what_one_writes_the_other_reads() {
        let mut shared = SharedMapping::create("hsplit-test", 5000).unwrap();
        let path = PathBuf::from(format!("/proc/self/fd/{}", shared.descriptor().unwrap()));
        let other = SharedMapping::open(&path, "hsplit-test", 5000).unwrap();
        assert!(
            SharedMapping::open(&path, "hsplit-test", 4999).is_err()
                && SharedMapping::open(&path, "hsplit-test", 5001).is_err()
        );
        assert!(open(&path, "hsplit-test", 5000).is_err_and(|error| error.kind() == ErrorKind::WouldBlock));
        shared.close();
        assert_eq!(shared.descriptor(), None);
        // SAFETY: both are 5000 bytes long, and there is no other thread.
        unsafe {
            shared.start().add(4999).write_volatile(7);
            assert_eq!((other.start().add(4999).read_volatile(), other.start().read_volatile()), (7, 0));
        }
        let sealed = create("hsplit-test", &[b"fixed"]).unwrap();
        assert!(
            SharedMapping::open(&PathBuf::from(format!("/proc/self/fd/{}", sealed.as_raw_fd())), "hsplit-test", 5)
                .is_err()
        );
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
