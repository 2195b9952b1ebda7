// SPDX-License-Identifier: MIT OR Apache-2.0
//! Memory files: bytes without a name in any file system that several processes of a user map.
//!
//! Processes open them through `/proc/PID/fd`, and the kernel frees them after their last user, however it dies. Most
//! are written once and then only read: their seals prevent later changes. Writable ones transfer data between
//! processes ([`SharedMapping`]).

use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{Error, ErrorKind, Result, Write};
use std::ops::Deref;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::ptr::{NonNull, null_mut};

use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, fcntl_get_seals, memfd_create};
use rustix::mm::{MapFlags, ProtFlags, mmap, mmap_anonymous, munmap};
use rustix::thread::gettid;

use crate::signals::without_write_signals;

/// The length of the file is final, so mapped bytes remain.
const OF_FIXED_LENGTH: SealFlags = SealFlags::GROW.union(SealFlags::SHRINK);
/// The bytes are final, too.
const READ_ONLY: SealFlags = OF_FIXED_LENGTH.union(SealFlags::WRITE);

/// Creates a sealed memory file with these bytes.
///
/// # Errors
/// A system call fails, for instance because the kernel has no memory files.
pub fn create(name: &str, parts: &[&[u8]]) -> Result<File> {
    let mut file = empty(name)?;
    without_write_signals(|| parts.iter().try_for_each(|part| file.write_all(part)))?;
    seal(&file, READ_ONLY)?;
    Ok(file)
}

fn empty(name: &str) -> Result<File> {
    Ok(memfd_create(name, MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?.into())
}

fn seal(file: &File, seals: SealFlags) -> Result<()> {
    Ok(fcntl_add_seals(file, seals | SealFlags::SEAL)?)
}

/// Rejects a file without these seals. A seal lasts as long as the file.
fn check_seals(file: &File, seals: SealFlags) -> Result<()> {
    // A file that does not support seals has none.
    if fcntl_get_seals(file).is_ok_and(|found| found.contains(seals)) {
        return Ok(());
    }
    Err(Error::new(ErrorKind::WouldBlock, "the memory file is not sealed"))
}

/// Returns the target of a link in `/proc/PID/fd` to the memory file `name`.
pub fn link_of(name: &str) -> String {
    format!("/memfd:{name} (deleted)")
}

/// Opens the sealed memory file `name`, of at most `most` bytes, by its path in `/proc`. Any other file is rejected
/// before it is opened: in another container, the descriptor may be a pipe or a terminal.
///
/// # Errors
/// A system call fails; `WouldBlock` if the file is not sealed, so that its creator may still be writing; `InvalidData`
/// if it is another file, or too large.
pub fn open(path: &Path, name: &str, most: u64) -> Result<File> {
    open_with(OpenOptions::new().read(true), path, name, Limits { seals: READ_ONLY, most })
}

/// Requirements on a memory file that is opened.
struct Limits {
    /// The required seals.
    seals: SealFlags,
    /// The greatest length in bytes.
    most: u64,
}

fn open_with(options: &OpenOptions, path: &Path, name: &str, limits: Limits) -> Result<File> {
    let wrong = |what: &str| Error::new(ErrorKind::InvalidData, what.to_owned());
    if std::fs::read_link(path)?.to_str() != Some(&link_of(name)) {
        return Err(wrong("it is another file"));
    }
    let file = options.open(path)?;
    check_seals(&file, limits.seals)?;
    if file.metadata()?.len() > limits.most { Err(wrong("the memory file is too large")) } else { Ok(file) }
}

/// Returns the path of a descriptor of a process or a thread.
pub fn path_of(id: u32, descriptor: i32) -> PathBuf {
    PathBuf::from(format!("/proc/{id}/fd/{descriptor}"))
}

/// The data by which other processes open a memory file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The ID of the thread that has created it. (The kernel shows no descriptors under the ID of a process whose first
    /// thread has ended.)
    pub thread: u32,
    /// Its descriptor of the file.
    pub descriptor: i32,
    /// Distinguishes the file from files of other threads with this ID, for instance in another container: a random
    /// number in its name, or a hash of its contents.
    pub key: u64,
}

impl Offer {
    /// Length of an encoded offer, in bytes.
    pub const BYTES: usize = 16;

    /// The offer of a descriptor by this thread.
    pub fn of_this_thread(descriptor: i32, key: u64) -> Self {
        Self { thread: gettid().as_raw_nonzero().get() as u32, descriptor, key }
    }

    /// Encodes the offer.
    pub fn encode(&self) -> Vec<u8> {
        [&self.thread.to_le_bytes()[..], &self.descriptor.to_le_bytes(), &self.key.to_le_bytes()].concat()
    }

    /// Decodes an offer; `None` if the bytes are not one.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let (thread, rest) = bytes.split_first_chunk()?;
        let (descriptor, key) = rest.split_first_chunk()?;
        Some(Self {
            thread: u32::from_le_bytes(*thread),
            descriptor: i32::from_le_bytes(*descriptor),
            key: u64::from_le_bytes(key.try_into().ok()?),
        })
    }

    /// Returns the path of the file.
    pub fn path(&self) -> PathBuf {
        path_of(self.thread, self.descriptor)
    }
}

/// The bytes of a file of fixed length, in this process's address space. Other processes may have mapped them too.
#[derive(Debug)]
struct Mapping {
    start: *mut u8,
    length: usize,
}

// SAFETY: the mapping belongs to the address space of the process, not to the thread that made it: any thread may use
// the address, and any may unmap it.
unsafe impl Send for Mapping {}
// SAFETY: a reference to this type gives only the address and the length, which never change. Access to the bytes is
// governed by `Mapped`, whose bytes are final, and by the users of `SharedMapping::start`.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// Maps all `length` bytes of a file that has the seals [`OF_FIXED_LENGTH`].
    fn new(file: &File, length: usize, protection: ProtFlags) -> Result<Self> {
        if length == 0 {
            return Ok(Self { start: NonNull::dangling().as_ptr(), length });
        }
        // SAFETY: since no address is requested, the kernel selects one that nothing in this process uses.
        let start = unsafe { mmap(null_mut(), length, protection, MapFlags::SHARED, file, 0)? };
        Ok(Self { start: start.cast(), length })
    }

    /// Maps zeroed memory that no other process can access.
    fn alone(length: usize) -> Result<Self> {
        let protection = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: since no address is requested, the kernel selects one that nothing in this process uses.
        let start = unsafe { mmap_anonymous(null_mut(), length, protection, MapFlags::PRIVATE)? };
        Ok(Self { start: start.cast(), length })
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        if self.length > 0 {
            // SAFETY: `new` has mapped exactly this interval for this value. The slices that `Mapped` lends borrow it
            // and have ended, and the users of `SharedMapping::start` keep the mapping as long as its address.
            let _ = unsafe { munmap(self.start.cast(), self.length) };
        }
    }
}

/// Memory that several processes write and read. They agree on which process uses which bytes at which time.
#[derive(Debug)]
pub struct SharedMapping {
    mapping: Mapping,
    /// The descriptor in the process that has created the memory, until the others have opened it.
    file: Option<File>,
}

impl SharedMapping {
    /// Creates `length` bytes of zeroed memory. Pages are allocated when they are written.
    ///
    /// # Errors
    /// A system call fails.
    pub fn create(name: &str, length: usize) -> Result<Self> {
        let file = empty(name)?;
        without_write_signals(|| file.set_len(length as u64))?;
        seal(&file, OF_FIXED_LENGTH)?;
        Ok(Self { mapping: Mapping::new(&file, length, ProtFlags::READ | ProtFlags::WRITE)?, file: Some(file) })
    }

    /// Creates `length` bytes of zeroed memory for this process alone, if no other process of the node takes part.
    ///
    /// # Errors
    /// A system call fails.
    pub fn alone(length: usize) -> Result<Self> {
        Ok(Self { mapping: Mapping::alone(length)?, file: None })
    }

    /// Opens memory that another process has created with this name and length, by its path in `/proc`.
    ///
    /// # Errors
    /// As for [`open`].
    pub fn open(path: &Path, name: &str, length: usize) -> Result<Self> {
        let limits = Limits { seals: OF_FIXED_LENGTH, most: length as u64 };
        let file = open_with(OpenOptions::new().read(true).write(true), path, name, limits)?;
        if file.metadata()?.len() != length as u64 {
            return Err(Error::new(ErrorKind::InvalidData, "the memory file has another length"));
        }
        Ok(Self { mapping: Mapping::new(&file, length, ProtFlags::READ | ProtFlags::WRITE)?, file: None })
    }

    /// Creates memory for processes that receive the offer from this one, and take it before this thread ends.
    ///
    /// # Errors
    /// A system call fails.
    pub fn offer(length: usize) -> Result<(Self, Offer)> {
        // Random, like the initial state of the standard library's hashes.
        let key = RandomState::new().hash_one(std::process::id());
        let shared = Self::create(&name_of(key), length)?;
        let offer = Offer::of_this_thread(shared.descriptor().unwrap_or(-1), key);
        Ok((shared, offer))
    }

    /// Opens the memory of this length that another process has offered.
    ///
    /// # Errors
    /// As for [`Self::open`].
    pub fn take(offer: &Offer, length: usize) -> Result<Self> {
        Self::open(&offer.path(), &name_of(offer.key), length)
    }

    /// Returns the descriptor by which other processes open the memory, while it is open.
    pub fn descriptor(&self) -> Option<i32> {
        self.file.as_ref().map(File::as_raw_fd)
    }

    /// Closes the descriptor. Called after all other processes have opened the memory. The mapping stays.
    pub fn close(&mut self) {
        self.file = None;
    }

    /// The address of the first byte, valid as long as this value.
    pub(crate) fn start(&self) -> *mut u8 {
        self.mapping.start
    }

    /// The length in bytes.
    pub(crate) fn length(&self) -> usize {
        self.mapping.length
    }
}

/// Returns the name of the memory with this key.
fn name_of(key: u64) -> String {
    format!("hsplit-node-{key:016x}")
}

/// The bytes of a memory file, mapped read-only: one copy for all processes that map it.
#[derive(Debug)]
pub struct Mapped(Mapping);

impl Mapped {
    /// Maps a sealed file.
    ///
    /// # Errors
    /// A system call fails; `WouldBlock` if the file is not sealed.
    pub fn new(file: &File) -> Result<Self> {
        check_seals(file, READ_ONLY)?;
        let length = file.metadata()?.len() as usize;
        Mapping::new(file, length, ProtFlags::READ).map(Self)
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        // SAFETY: `Mapped::new` has mapped all bytes of a file, or none at a dangling address, and has checked the
        // seals that prevent every process from changing them or the length; the mapping ends with `self`.
        unsafe { std::slice::from_raw_parts(self.0.start, self.0.length) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_bring_an_offer_back() {
        let offer = Offer { thread: 7, descriptor: -1, key: 1 << 63 };
        assert_eq!(Offer::decode(&offer.encode()), Some(offer));
        assert_eq!((Offer::decode(&[]), Offer::decode(&offer.encode()[1..])), (None, None));
        assert_eq!(offer.path(), Path::new("/proc/7/fd/-1"));
    }

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
        // SAFETY: both mappings have 5000 bytes and live to the end of this test, whose thread is their only user.
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
    fn an_offer_is_found_by_its_bytes() {
        // From a thread that runs: the first one of a process may have ended.
        let (shared, offer) = SharedMapping::offer(3000).unwrap();
        assert_eq!(offer.thread, gettid().as_raw_nonzero().get() as u32);
        let found = Offer::decode(&offer.encode()).unwrap();
        assert!(SharedMapping::take(&found, 3000).is_ok() && SharedMapping::take(&found, 2000).is_err());
        assert!(SharedMapping::take(&Offer { key: offer.key.wrapping_add(1), ..found }, 3000).is_err());
        drop(shared);
        assert!(SharedMapping::take(&offer, 3000).is_err());
    }

    #[test]
    fn only_sealed_files_are_mapped_for_reading() {
        let shared = SharedMapping::create("hsplit-test", 100).unwrap();
        assert!(Mapped::new(shared.file.as_ref().unwrap()).is_err_and(|error| error.kind() == ErrorKind::WouldBlock));
        assert!(Mapped::new(&File::open("/etc/passwd").unwrap()).is_err());
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
