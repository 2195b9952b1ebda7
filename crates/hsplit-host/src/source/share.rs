// SPDX-License-Identifier: MIT OR Apache-2.0
//! One process of a node creates data and the others get it, without a file, so that nothing remains afterwards.
//!
//! If each of 128 ranks of a node reads the whole of `/sys`, start-up takes seconds (open-mpi/hwloc issue 765, openpmix
//! issue 2036). Here the first process to bind a Unix socket in Linux's *abstract* namespace is elected, and writes its
//! data to a sealed memory file. The others connect, get the listening process and its user from the kernel
//! (`SO_PEERCRED`), and open the memory file through `/proc/PID/fd` when it exists.
//!
//! Connections are never accepted. Kernels before Linux 5.4 keep 128 of them by default (`net.core.somaxconn`); later
//! processes search those of this user for the memory file.
//!
//! - *Cleaned up*: socket and memory file vanish with the process, however it ends; the next process is then elected.
//! - *Private*: only a listener of the same user is trusted, and `/proc` admits only that user.
//! - *Neither stale nor hostile*: the name contains a key of everything that matters; the file must be sealed against
//!   writing and contain the key and a checksum. If any check fails, the process creates its own data.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::parent_id;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::{SocketAddrUnix, bind, connect, listen};

use crate::local_socket::{peer_of, socket, user};
use crate::logger::NODE;
use hsplit_core::hash::{hash, hash_parts};
use hsplit_memory::memory_file;
use hsplit_memory::proc_stat;

/// The timeout for an elected process with the same parent, which one launcher has started: longer than any reported
/// discovery.
const PATIENCE: Duration = Duration::from_secs(60);
/// The timeout for any other elected process, and for a process that has bound the name and does not listen.
const GRACE: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(1);
/// A limit for a corrupted length before it is allocated, larger than any machine.
const MOST_BYTES: u64 = 64 << 20;
const HEADER: usize = 24;

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SharedMachine {
    pub(crate) bytes: Vec<u8>,
    /// The time that this process waited for them.
    pub(crate) waited: Duration,
}

/// The data of another process with this key, or the result of `make`, which is then offered to the others.
///
/// `None` if neither is available; the caller then creates its own. An empty result of `make` is not offered.
pub(crate) fn get_or_make(key: u64, make: impl FnOnce() -> Vec<u8>) -> Option<SharedMachine> {
    get_or_make_within(Owner::patience, key, make)
}

/// The same with a key that only processes of this job have, whatever their parents are (a script around each rank).
pub(crate) fn get_or_make_in_job(key: u64, make: impl FnOnce() -> Vec<u8>) -> Option<SharedMachine> {
    get_or_make_within(|_| PATIENCE, key, make)
}

fn get_or_make_within(
    patience: impl Fn(&Owner) -> Duration,
    key: u64,
    make: impl FnOnce() -> Vec<u8>,
) -> Option<SharedMachine> {
    let start = Instant::now();
    // The time since when a process has held the name without listening; `None` if it has listened since.
    let mut refused: Option<Instant> = None;
    while start.elapsed() < PATIENCE {
        match Elected::stand(key) {
            Ok(elected) => return Some(SharedMachine { bytes: elected.publish(key, make()), waited: Duration::ZERO }),
            Err(error) if error.kind() == ErrorKind::AddrInUse => {}
            Err(error) => return alone(&error.to_string()),
        }
        match Owner::connect(key) {
            Ok(owner) => match owner.wait(key, start + patience(&owner)) {
                Found::Ready(path) => match read_sealed(&path, key) {
                    Ok(bytes) => return Some(SharedMachine { bytes, waited: start.elapsed() }),
                    // The descriptor was closed in between by another thread, or the process has just died.
                    Err(error) if error.kind() == ErrorKind::NotFound => {}
                    // The file has its name before its contents.
                    Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::sleep(PAUSE),
                    Err(error) => return alone(&error.to_string()),
                },
                Found::Gone => refused = None,
                Found::Unusable(why) => return alone(&why),
            },
            // No more connections.
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                // In this order: the promise ends when the file is there.
                let is_promised = search(&promise_name(key)).is_some();
                if let Some(bytes) = search(&file_name(key)).and_then(|path| read_sealed(&path, key).ok()) {
                    return Some(SharedMachine { bytes, waited: start.elapsed() });
                }
                if !is_promised && Owner::connect(key).is_err_and(|error| error.kind() == ErrorKind::WouldBlock) {
                    return alone("the process that holds its name offers nothing that can be seen");
                }
                std::thread::sleep(PAUSE);
            }
            // A process of the library listens within microseconds of binding. (A process that has just died also
            // refuses connections, and may be the one that this process waited for.)
            Err(error) if error.kind() == ErrorKind::ConnectionRefused => {
                if refused.get_or_insert_with(Instant::now).elapsed() >= GRACE {
                    return alone("another process holds its name and does not listen");
                }
                std::thread::sleep(PAUSE);
            }
            Err(error) => return alone(&error.to_string()),
        }
    }
    alone("the process that discovers the machine takes too long")
}

/// Offers `bytes` to the other processes of this node until this process ends, under a key that must be its own.
///
/// # Errors
/// Another process has the key, or the operating system returns an error.
pub(crate) fn offer(key: u64, bytes: &[u8]) -> std::io::Result<()> {
    let Elected { socket, _promise } = Elected::stand(key)?;
    std::mem::forget((memory_file(key, bytes)?, socket));
    Ok(())
}

/// The bytes that another process of this user offers under a key of its own; `None` if there are none yet.
pub(crate) fn offered(key: u64) -> Option<Vec<u8>> {
    let name = file_name(key);
    let path = match Owner::connect(key) {
        Ok(owner) => (owner.user == user()).then(|| owner.find(&name))?,
        Err(error) => (error.kind() == ErrorKind::WouldBlock).then(|| search(&name))?,
    };
    read_sealed(&path?, key).ok()
}

/// Searches all processes of this user for a memory file.
fn search(name: &str) -> Option<PathBuf> {
    let entries = fs::read_dir("/proc").ok()?.flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter(|pid| fs::metadata(format!("/proc/{pid}")).is_ok_and(|process| process.uid() == user()))
        .find_map(|pid| descriptor(pid, name))
}

/// Returns the path of a process's descriptor of a memory file.
fn descriptor(pid: libc::pid_t, name: &str) -> Option<PathBuf> {
    let wanted = memory_file::link_of(name);
    let mut paths = fs::read_dir(format!("/proc/{pid}/fd")).ok()?.flatten().map(|entry| entry.path());
    paths.find(|path| fs::read_link(path).is_ok_and(|link| link.to_str() == Some(&wanted)))
}

/// Shares nothing: every process discovers the machine itself, which is slow but always correct.
fn alone(why: &str) -> Option<SharedMachine> {
    log::info!("the machine is not shared between the processes of this node: {why}");
    None
}

/// The process that creates the data.
struct Elected {
    socket: OwnedFd,
    /// An empty memory file, which shows the others that the data will come.
    _promise: File,
}

impl Elected {
    /// Binds the name, which only one process can.
    fn stand(key: u64) -> std::io::Result<Self> {
        let promise = memory_file::create(&promise_name(key), &[])?;
        let socket = socket()?;
        bind(&socket, &address(key)?)?;
        // Connections are not accepted: a pending one is enough to identify this process.
        listen(&socket, 4096)?;
        Ok(Self { socket, _promise: promise })
    }

    /// Offers `bytes` to the other processes until this process ends.
    fn publish(self, key: u64, bytes: Vec<u8>) -> Vec<u8> {
        if bytes.is_empty() {
            return bytes;
        }
        match memory_file(key, &bytes) {
            // The file and the socket stay open until the process ends, which ends the offer.
            Ok(file) => std::mem::forget((file, self.socket)),
            Err(error) => log::info!("cannot offer the machine to the other processes of this node: {error}"),
        }
        bytes
    }
}

/// The abstract address for a key, separate for each user and network namespace.
fn address(key: u64) -> std::io::Result<SocketAddrUnix> {
    Ok(SocketAddrUnix::new_abstract_name(format!("hsplit-{}-{key:016x}", user()).as_bytes())?)
}

fn file_name(key: u64) -> String {
    format!("hsplit-{key:016x}")
}

fn promise_name(key: u64) -> String {
    format!("{}-soon", file_name(key))
}

fn memory_file(key: u64, bytes: &[u8]) -> std::io::Result<File> {
    memory_file::create(&file_name(key), &[&header(key, bytes), bytes])
}

/// The header of shared bytes: key, length, checksum.
pub fn header(key: u64, bytes: &[u8]) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..8].copy_from_slice(&key.to_le_bytes());
    header[8..16].copy_from_slice(&(bytes.len() as u64).to_le_bytes());
    header[16..].copy_from_slice(&hash_parts(&[&hash(bytes).to_le_bytes(), &key.to_le_bytes()]).to_le_bytes());
    header
}

/// The listening process, and the connection to it, which breaks when it dies.
struct Owner {
    connection: OwnedFd,
    pid: libc::pid_t,
    user: libc::uid_t,
}

/// The result of waiting for an [`Owner`].
enum Found {
    /// The memory file is there.
    Ready(PathBuf),
    /// The process has ended, or has failed to create the data.
    Gone,
    /// The process is not one of the library; the text is the reason.
    Unusable(String),
}

impl Owner {
    fn connect(key: u64) -> std::io::Result<Self> {
        let connection = socket()?;
        connect(&connection, &address(key)?)?;
        let peer = peer_of(&connection)?;
        Ok(Self { connection, pid: peer.pid, user: peer.uid })
    }

    /// Waits for the memory file among the owner's descriptors.
    fn wait(&self, key: u64, deadline: Instant) -> Found {
        if self.user != user() {
            log::warn!(
                target: NODE,
                "user {} holds this node's name for sharing; every process discovers the machine itself",
                self.user
            );
            return Found::Unusable(format!("user {} holds its name", self.user));
        }
        loop {
            if let Some(path) = self.find(&file_name(key)) {
                return Found::Ready(path);
            }
            if self.has_gone() {
                return Found::Gone;
            }
            // If the owner dies, its files may vanish between the search for them and the check whether it has ended.
            if self.find(&promise_name(key)).is_none() && self.find(&file_name(key)).is_none() && !self.has_gone() {
                return Found::Unusable(format!(
                    "process {} holds its name, and offers nothing that can be seen",
                    self.pid
                ));
            }
            if Instant::now() >= deadline {
                return Found::Unusable(format!("process {}, which holds its name, takes too long", self.pid));
            }
            std::thread::sleep(PAUSE);
        }
    }

    fn patience(&self) -> Duration {
        // (A parent outside the container has the number 0.)
        let parent = proc_stat::field(&format!("/proc/{}", self.pid), 4).filter(|&parent: &u32| parent != 0);
        if parent == Some(parent_id()) { PATIENCE } else { GRACE }
    }

    fn find(&self, name: &str) -> Option<PathBuf> {
        descriptor(self.pid, name)
    }

    fn has_gone(&self) -> bool {
        let mut connection = [PollFd::new(&self.connection, PollFlags::IN)];
        poll(&mut connection, Some(&Timespec::default())).is_ok_and(|ready| ready > 0)
    }
}

fn read_sealed(path: &Path, key: u64) -> std::io::Result<Vec<u8>> {
    let content = memory_file::Mapped::new(&memory_file::open(path, &file_name(key), MOST_BYTES)?)?;
    unsealed(&content, key).map(<[u8]>::to_vec)
}

/// The shared bytes in the contents of a memory file.
///
/// # Errors
/// `InvalidData` if the contents are too short, or the header does not match the key and the bytes.
pub fn unsealed(content: &[u8], key: u64) -> std::io::Result<&[u8]> {
    let wrong = |what: &str| std::io::Error::new(ErrorKind::InvalidData, what.to_owned());
    let (head, bytes) = content.split_at_checked(HEADER).ok_or_else(|| wrong("the memory file is too short"))?;
    if head == header(key, bytes) { Ok(bytes) } else { Err(wrong("the memory file is corrupted")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::AsRawFd;
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
        assert!(memory_file(key + 1, b"bytes").is_ok());
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
    fn an_offer_is_found_under_its_key_alone() {
        let key = fresh_key(5);
        assert_eq!(offered(key), None);
        offer(key, b"mine").unwrap();
        assert_eq!((offered(key).as_deref(), offered(key + 1)), (Some(&b"mine"[..]), None));
        assert!(offer(key, b"another's").is_err());
    }

    #[test]
    fn more_processes_than_the_kernel_keeps_connections() {
        let most =
            fs::read_to_string("/proc/sys/net/core/somaxconn").unwrap().trim().parse::<usize>().unwrap().min(4096);
        let (offer_key, key) = (fresh_key(6), fresh_key(7));
        offer(offer_key, b"mine").unwrap();
        get_or_make(key, || b"a machine".to_vec()).unwrap();
        for key in [offer_key, key] {
            (0..=most).for_each(|_| drop(Owner::connect(key).unwrap()));
            assert!(Owner::connect(key).is_err_and(|error| error.kind() == ErrorKind::WouldBlock));
        }
        assert_eq!(offered(offer_key).as_deref(), Some(&b"mine"[..]));
        assert_eq!(get_or_make(key, || unreachable!("it is offered")).unwrap().bytes, b"a machine");
    }

    #[test]
    fn who_dies_before_it_is_ready_is_replaced() {
        let key = fresh_key(3);
        let holder = Elected::stand(key).unwrap();
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
        let Elected { socket, _promise: promise } = Elected::stand(key).unwrap();
        drop(promise);
        assert_eq!(get_or_make(key, || unreachable!("the name is taken")), None);
        drop(socket);
    }
}
