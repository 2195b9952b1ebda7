// SPDX-License-Identifier: MIT OR Apache-2.0
//! The messages that processes of a job have printed on this node: each line is printed only by the first of them.
//!
//! A process that prints a line binds a socket with a name for it in Linux's *abstract* namespace and keeps it until it
//! ends, so nothing remains afterwards. A name held by another user is ignored. The processes of a job are identified
//! by their common ancestor, the launcher's process on the node; shells between it and a process belong to one rank
//! only.

use std::io::{self, ErrorKind};
use std::os::unix::process::parent_id;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rustix::io::Errno;
use rustix::net::{SocketAddrUnix, bind, connect, listen};

use crate::launcher;
use crate::local_socket::{peer_of, socket, user};
use hsplit_core::hash::hash_parts;
use hsplit_memory::proc_stat;

/// The most attempts: a process that has bound its name has just died, or listens as soon as the kernel lets it run.
const TRIES: usize = 100;
const PAUSE: Duration = Duration::from_millis(1);
/// The most processes of a node that can find that a line has been printed.
const BACKLOG: i32 = 4096;
/// The most names that a process takes: each keeps a descriptor open, and the limit of a process is often 1024. A
/// corrupted configuration file can have thousands of wrong lines.
const MOST_NAMES: usize = 64;
/// The number of names that this process has taken.
static TAKEN: AtomicUsize = AtomicUsize::new(0);

/// A process of a job, identified by its number on its node.
pub(crate) struct Process {
    /// The variable with the process's number on the node, as `NAME=VALUE`.
    local_rank: String,
    /// The name of the job, if the launcher sets one.
    job: String,
    key: OnceLock<u64>,
}

impl Process {
    /// This process; `None` if no launcher shows that there are others.
    pub(crate) fn this(variable: impl Fn(&str) -> Option<String>) -> Option<Self> {
        let local_rank = launcher::local_rank_variable(&variable)?;
        Some(Self { local_rank, job: launcher::job(&variable).unwrap_or_default(), key: OnceLock::new() })
    }

    /// True if this process is the first to print this line.
    pub(crate) fn is_first_to_say(&self, what: &str) -> bool {
        is_first(hash_parts(&[b"said", &self.job_on_node().to_le_bytes(), what.as_bytes()]), &TAKEN)
    }

    /// A number that distinguishes the processes of the job on this node from those of other jobs.
    pub(crate) fn job_on_node(&self) -> u64 {
        *self.key.get_or_init(|| {
            hash_parts(&[b"job", self.job.as_bytes(), &ancestor(parent_id(), &self.local_rank).to_le_bytes()])
        })
    }
}

/// The beginnings of the names of launchers' processes. One that a rank of another job has started has the variables of
/// that rank.
const LAUNCHERS: [&str; 6] = ["hydra_", "pmi_proxy", "mpiexec", "mpirun", "orte", "prte"];

/// The nearest process from `pid` upwards that does not belong to this rank.
fn ancestor(mut pid: u32, local_rank: &str) -> u32 {
    while pid > 1 && !is_launcher(pid) && has(pid, local_rank) {
        pid = proc_stat::field(&format!("/proc/{pid}"), 4).unwrap_or(0);
    }
    pid
}

fn is_launcher(pid: u32) -> bool {
    let name = std::fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
    LAUNCHERS.iter().any(|launcher| name.starts_with(launcher))
}

/// True if a process of this user has a variable with this value.
fn has(pid: u32, variable: &str) -> bool {
    let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    environment.split(|&byte| byte == 0).any(|known| known == variable.as_bytes())
}

/// Takes a name for this process. Returns true if no other process of this user has it, or if that cannot be
/// determined. `taken` counts the names of this process.
fn is_first(key: u64, taken: &AtomicUsize) -> bool {
    if taken.load(Ordering::Relaxed) >= MOST_NAMES {
        return !matches!(held(key), Ok(true));
    }
    for _ in 0..TRIES {
        match take(key) {
            Err(error) if error.kind() == ErrorKind::AddrInUse => {}
            Err(_) => return true,
            Ok(()) => {
                taken.fetch_add(1, Ordering::Relaxed);
                return true;
            }
        }
        match held(key) {
            Ok(is_held) => return !is_held,
            Err(error) if error.kind() == ErrorKind::ConnectionRefused => std::thread::sleep(PAUSE),
            Err(_) => return true,
        }
    }
    true
}

fn address(key: u64) -> io::Result<SocketAddrUnix> {
    Ok(SocketAddrUnix::new_abstract_name(format!("hsplit-said-{}-{key:016x}", user()).as_bytes())?)
}

fn take(key: u64) -> io::Result<()> {
    let socket = socket()?;
    bind(&socket, &address(key)?)?;
    listen(&socket, BACKLOG)?;
    // The socket stays open until the process ends.
    std::mem::forget(socket);
    Ok(())
}

/// True if a process of this user has taken the name.
fn held(key: u64) -> io::Result<bool> {
    let socket = socket()?;
    match connect(&socket, &address(key)?) {
        // More processes than the kernel keeps connections (128 by default before Linux 5.4) have found it.
        Err(Errno::AGAIN) => Ok(true),
        connected => {
            connected?;
            Ok(peer_of(&socket)?.uid == user())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_said_once() {
        let rank = format!("{}-test", std::process::id());
        let value = |name: &str| match name {
            "MPI_LOCALRANKID" => Some("3".to_owned()),
            "PBS_JOBID" => Some(rank.clone()),
            _ => None,
        };
        let (process, other) = (Process::this(value).unwrap(), Process::this(value).unwrap());
        assert!(process.is_first_to_say("a"));
        assert!(!other.is_first_to_say("a") && !process.is_first_to_say("a"));
        assert!(other.is_first_to_say("b"));
        let another_job = |name: &str| value(name).filter(|_| name != "PBS_JOBID");
        assert!(Process::this(another_job).unwrap().is_first_to_say("a"));
        assert!(Process::this(|_| None).is_none());
    }

    #[test]
    fn many_lines_leave_descriptors() {
        let taken = AtomicUsize::new(0);
        let key = |number: usize| hash_parts(&[b"many", &std::process::id().to_le_bytes(), &number.to_le_bytes()]);
        assert!((0..3 * MOST_NAMES).all(|number| is_first(key(number), &taken)));
        assert_eq!(taken.load(Ordering::Relaxed), MOST_NAMES);
        // Names that were taken are still known.
        assert!(!is_first(key(0), &taken) && is_first(key(MOST_NAMES), &taken));
    }

    #[test]
    fn more_processes_than_the_kernel_keeps_connections() {
        let key = hash_parts(&[b"more", &std::process::id().to_le_bytes()]);
        assert!(is_first(key, &AtomicUsize::new(0)));
        (0..=BACKLOG).for_each(|_| drop(held(key)));
        assert!(connect(socket().unwrap(), &address(key).unwrap()).is_err());
        assert!(!is_first(key, &AtomicUsize::new(0)));
    }

    #[test]
    fn shells_of_a_rank_are_passed_over() {
        let path = std::env::var("PATH").unwrap();
        assert_ne!(ancestor(std::process::id(), &format!("PATH={path}")), std::process::id());
        assert_eq!(ancestor(std::process::id(), "HSPLIT_NO_SUCH=1"), std::process::id());
    }
}
