// SPDX-License-Identifier: MIT OR Apache-2.0
//! One process of a node makes something, the others get it: without a file, so that nothing is left behind.
//!
//! When 128 ranks of a node each read the whole of `/sys`, start-up takes seconds (open-mpi/hwloc issue 765, openpmix issue
//! 2036). Here the first process binds a Unix socket in Linux's *abstract* namespace, which elects it; it puts what it made
//! into a sealed memory file and begins to listen, which says that the file is ready. The others connect, learn from the
//! kernel (`SO_PEERCRED`) which process and which user listens, and open the memory file through `/proc/PID/fd`.
//!
//! - *Cleaned up*: socket and memory file vanish with the process, however it dies; the next one that comes is elected.
//! - *Private*: only a listener of the same user is believed, and `/proc` lets only that user in.
//! - *Not stale, not hostile*: the name carries a key of everything that matters, the file must be sealed against
//!   writing and carry the key and a checksum. Whatever looks wrong, the process makes its own.

use std::fs::{self, File};
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::hash::{hash, hash_parts};
use crate::memory_file;

/// How long to wait for the elected process: longer than any discovery that was ever reported.
const PATIENCE: Duration = Duration::from_secs(60);
/// Larger than any machine; stops a damaged length before it becomes an allocation.
const MOST_BYTES: u64 = 64 << 20;
const HEADER: usize = 24;

/// What was shared.
#[derive(Debug, PartialEq, Eq)]
pub struct Shared {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// How long this process waited until they were ready.
    pub waited: Duration,
}

/// What another process with this key has made, or what `make` makes, offered to the others from then on.
///
/// `None` where neither can be had; the caller then makes its own. What `make` returns empty is not offered.
pub fn get_or_make(key: u64, make: impl FnOnce() -> Vec<u8>) -> Option<Shared> {
    let start = Instant::now();
    let deadline = start + PATIENCE;
    let mut pause = Duration::from_micros(200);
    while Instant::now() < deadline {
        match Socket::bind(key) {
            Ok(socket) => return Some(Shared { bytes: socket.publish(key, make()), waited: Duration::ZERO }),
            Err(error) if error.raw_os_error() == Some(libc::EADDRINUSE) => {}
            Err(error) => {
                log::debug!("cannot share with the other processes of this node: {error}");
                return None;
            }
        }
        match Socket::connect(key) {
            Ok(owner) => {
                let waited = start.elapsed();
                return owner.read(key).map(|bytes| Shared { bytes, waited });
            }
            // Elected, but not ready yet; or gone, and then the next bind succeeds.
            Err(error) if error.raw_os_error() == Some(libc::ECONNREFUSED) => std::thread::sleep(pause),
            Err(error) => {
                log::debug!("cannot reach the process of this node that shares: {error}");
                return None;
            }
        }
        pause = (pause * 2).min(Duration::from_millis(5));
    }
    None
}

struct Socket(OwnedFd);

impl Socket {
    fn new() -> std::io::Result<Self> {
        // SAFETY: no pointers are passed.
        let fd = unsafe { libc::socket(libc::AF_UNIX, libc::SOCK_STREAM | libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK, 0) };
        // SAFETY: the descriptor was just opened and belongs to nobody else.
        if fd < 0 { Err(std::io::Error::last_os_error()) } else { Ok(Self(unsafe { OwnedFd::from_raw_fd(fd) })) }
    }

    fn bind(key: u64) -> std::io::Result<Self> {
        let socket = Self::new()?;
        let (address, length) = address(key);
        // SAFETY: the address is valid for the stated length.
        let result = unsafe { libc::bind(socket.0.as_raw_fd(), (&raw const address).cast(), length) };
        if result == 0 { Ok(socket) } else { Err(std::io::Error::last_os_error()) }
    }

    fn connect(key: u64) -> std::io::Result<Owner> {
        let socket = Self::new()?;
        let (address, length) = address(key);
        // SAFETY: the address is valid for the stated length.
        if unsafe { libc::connect(socket.0.as_raw_fd(), (&raw const address).cast(), length) } != 0 {
            return Err(std::io::Error::last_os_error());
        }
        let mut peer = libc::ucred { pid: 0, uid: 0, gid: 0 };
        let mut size = size_of::<libc::ucred>() as libc::socklen_t;
        // SAFETY: the kernel writes at most `size` bytes into `peer`.
        let result = unsafe { libc::getsockopt(socket.0.as_raw_fd(), libc::SOL_SOCKET, libc::SO_PEERCRED, (&raw mut peer).cast(), &raw mut size) };
        if result == 0 { Ok(Owner { pid: peer.pid, user: peer.uid }) } else { Err(std::io::Error::last_os_error()) }
    }

    /// Offers `bytes` to the others for as long as this process lives.
    fn publish(self, key: u64, bytes: Vec<u8>) -> Vec<u8> {
        let offered = if bytes.is_empty() { Ok(()) } else { memory_file(key, &bytes).and_then(|file| self.listen(file)) };
        if let Err(error) = offered {
            log::debug!("cannot offer the machine to the other processes of this node: {error}");
        }
        bytes
    }

    fn listen(self, file: File) -> std::io::Result<()> {
        // SAFETY: no pointers are passed. Nobody accepts: a connection that waits is enough to be known by.
        if unsafe { libc::listen(self.0.as_raw_fd(), 4096) } != 0 {
            return Err(std::io::Error::last_os_error());
        }
        // Both stay open until the process ends, which is what takes the offer back.
        let _ = (file.into_raw_fd(), self.0.into_raw_fd());
        Ok(())
    }
}

/// The abstract address for a key: a name that no file system holds, one per user and per network namespace.
fn address(key: u64) -> (libc::sockaddr_un, libc::socklen_t) {
    // SAFETY: all zeros is a valid sockaddr_un.
    let mut address: libc::sockaddr_un = unsafe { std::mem::zeroed() };
    address.sun_family = libc::AF_UNIX as libc::sa_family_t;
    let name = format!("hsplit-{}-{key:016x}", user());
    address.sun_path.iter_mut().skip(1).zip(name.bytes()).for_each(|(to, from)| *to = from as libc::c_char);
    (address, (size_of::<libc::sa_family_t>() + 1 + name.len()) as libc::socklen_t)
}

fn user() -> libc::uid_t {
    // SAFETY: always succeeds, no pointers.
    unsafe { libc::geteuid() }
}

fn file_name(key: u64) -> String {
    format!("hsplit-{key:016x}")
}

/// A sealed memory file: key, length, checksum, bytes.
fn memory_file(key: u64, bytes: &[u8]) -> std::io::Result<File> {
    memory_file::create(&file_name(key), &[&header(key, bytes), bytes])
}

fn header(key: u64, bytes: &[u8]) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..8].copy_from_slice(&key.to_le_bytes());
    header[8..16].copy_from_slice(&(bytes.len() as u64).to_le_bytes());
    header[16..].copy_from_slice(&hash_parts(&[&hash(bytes).to_le_bytes(), &key.to_le_bytes()]).to_le_bytes());
    header
}

/// The process that listens.
struct Owner {
    pid: libc::pid_t,
    user: libc::uid_t,
}

impl Owner {
    fn read(&self, key: u64) -> Option<Vec<u8>> {
        if self.user != user() {
            log::warn!("another user holds this node's name for sharing; the machine is discovered by every process instead");
            return None;
        }
        let bytes = self.find(key).and_then(|path| read_sealed(&path, key).inspect_err(|error| log::debug!("{}: {error}", path.display())).ok());
        if bytes.is_none() {
            log::debug!("process {} of this node does not hand over the machine", self.pid);
        }
        bytes
    }

    /// The memory file among the owner's descriptors.
    fn find(&self, key: u64) -> Option<PathBuf> {
        let wanted = format!("/memfd:{} (deleted)", file_name(key));
        let entries = fs::read_dir(format!("/proc/{}/fd", self.pid)).ok()?;
        entries.flatten().map(|entry| entry.path()).find(|path| fs::read_link(path).is_ok_and(|link| link.to_str() == Some(&wanted)))
    }
}

fn read_sealed(path: &Path, key: u64) -> std::io::Result<Vec<u8>> {
    let wrong = |what: &str| std::io::Error::new(std::io::ErrorKind::InvalidData, what.to_owned());
    let content = memory_file::Mapped::new(&memory_file::open(path, MOST_BYTES)?)?;
    let (head, bytes) = content.split_at_checked(HEADER).ok_or_else(|| wrong("the memory file is too short"))?;
    if head == header(key, bytes) { Ok(bytes.to_vec()) } else { Err(wrong("the memory file is damaged")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn fresh_key(salt: u64) -> u64 {
        hash_parts(&[&std::process::id().to_le_bytes(), &salt.to_le_bytes()])
    }

    #[test]
    fn one_makes_and_the_others_get() {
        let (key, made) = (fresh_key(1), AtomicUsize::new(0));
        let make = || {
            made.fetch_add(1, Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(20));
            b"a machine".to_vec()
        };
        std::thread::scope(|scope| {
            let all: Vec<_> = (0..16).map(|_| scope.spawn(|| get_or_make(key, make))).collect();
            for thread in all {
                assert_eq!(thread.join().unwrap().unwrap().bytes, b"a machine");
            }
        });
        assert_eq!(made.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn an_unsealed_or_damaged_file_is_refused() {
        let key = fresh_key(2);
        let file = memory_file(key, b"bytes").unwrap();
        let path = PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()));
        assert_eq!(read_sealed(&path, key).unwrap(), b"bytes");
        assert!(read_sealed(&path, key + 1).is_err());
        assert!(read_sealed(Path::new("/dev/null"), key).is_err());
        let plain = std::env::temp_dir().join(format!("hsplit-test-{key:x}"));
        fs::write(&plain, [&header(key, b"bytes")[..], b"bytes"].concat()).unwrap();
        assert!(read_sealed(&plain, key).is_err());
        fs::remove_file(plain).unwrap();
    }

    #[test]
    fn who_dies_before_it_is_ready_is_replaced() {
        let key = fresh_key(3);
        let holder = Socket::bind(key).unwrap();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| get_or_make(key, || b"second".to_vec()));
            std::thread::sleep(Duration::from_millis(30));
            drop(holder);
            assert_eq!(waiting.join().unwrap().unwrap().bytes, b"second");
        });
    }

    #[test]
    fn a_listener_without_a_file_is_not_believed() {
        let key = fresh_key(4);
        let squatter = Socket::bind(key).unwrap();
        squatter.listen(File::open("/dev/null").unwrap()).unwrap();
        assert_eq!(get_or_make(key, || unreachable!("the name is taken")), None);
    }
}
