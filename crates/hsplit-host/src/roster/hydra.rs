// SPDX-License-Identifier: MIT OR Apache-2.0
//! The key-value space of Hydra, the launcher of MPICH and Intel MPI, over its PMI-1 protocol: lines of text on the
//! descriptor `PMI_FD`.
//!
//! The MPI uses the same protocol on the same descriptor, in `MPI_Init`, in `MPI_Comm_spawn` and in its name service.
//! So this library sends requests only before `MPI_Init`, and inside calls of the program after it. Hydra answers any
//! number of `init` requests of a process, and values are available to all after the barrier of the MPI in `MPI_Init`.
//! With another process manager the descriptor may have another protocol (Slurm's PMI-2), so the peer must be Hydra's
//! proxy.
//!
//! Neither a signal nor a late answer ends a request: the MPI would take the answer for that to a request of its own,
//! and this process would decide otherwise than the others. A suspended proxy answers when it is resumed.

use std::io::{Error, ErrorKind, Result};
use std::os::fd::{BorrowedFd, RawFd};
use std::sync::{Mutex, OnceLock, PoisonError};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{read, retry_on_intr, write};

use crate::loader::Scope;
use crate::local_socket;

/// The name of Hydra's proxy in the kernel.
const PROXY: &str = "hydra_pmi_proxy";
/// The time after which a wait is reported, in seconds: the proxy is busy when hundreds of processes send requests.
const OVERDUE: i64 = 10;
const LONGEST: usize = 4096;

/// The key-value space of this process's job.
pub(super) struct Space {
    descriptor: RawFd,
    rank: u32,
    name: String,
    /// Held by the thread that sends a request.
    asking: Mutex<()>,
}

impl Space {
    /// The space of this process; `None` if its launcher is not Hydra.
    pub(super) fn of_this_process() -> Option<&'static Self> {
        static SPACE: OnceLock<Option<Space>> = OnceLock::new();
        SPACE.get_or_init(Self::find).as_ref()
    }

    fn find() -> Option<Self> {
        let number = |name: &str| std::env::var(name).ok()?.trim().parse::<u32>().ok();
        // Hydra kills the job if a process has sent `init` and ends without `finalize`, which only the MPI sends. Open
        // MPI does not use this protocol: each of its processes is a job of its own there.
        if !Scope::Global.find(c"ompi_mpi_comm_world").is_null() || Scope::loaded(c"libmpi.so.40").is_some() {
            return None;
        }
        let (descriptor, rank) = (number("PMI_FD")? as RawFd, number("PMI_RANK")?);
        if !is_proxy(descriptor) {
            log::debug!("PMI_FD leads to another process than {PROXY}");
            return None;
        }
        let mut space = Self { descriptor, rank, name: String::new(), asking: Mutex::new(()) };
        let begun = space.ask("cmd=init pmi_version=1 pmi_subversion=1\n");
        let answer = begun.and_then(|_| space.ask("cmd=get_my_kvsname\n"));
        match answer.as_deref().map(|answer| word(answer, "kvsname")) {
            Ok(Some(name)) => {
                space.name = name.to_owned();
                Some(space)
            }
            Ok(None) => None,
            Err(error) => {
                log::debug!("{PROXY}: {error}");
                None
            }
        }
    }

    /// The launcher's name for the space, which is unique to the job.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Publishes a text for this process. Returns true if the launcher has accepted it.
    pub(super) fn put(&self, text: &str) -> bool {
        let answer = self.ask(&format!("cmd=put kvsname={} key={} value={text}\n", self.name, key(self.rank)));
        answer.is_ok_and(|answer| succeeded(&answer))
    }

    /// The text that a rank has published, empty if none; `None` if the launcher does not answer.
    pub(super) fn get(&self, rank: u32) -> Option<String> {
        let answer = self.ask(&format!("cmd=get kvsname={} key={}\n", self.name, key(rank))).ok()?;
        let value = word(&answer, "value").filter(|_| succeeded(&answer));
        Some(value.unwrap_or_default().to_owned())
    }

    fn ask(&self, question: &str) -> Result<String> {
        let _asking = self.asking.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the launcher has opened the descriptor for this process, and the MPI keeps it open until
        // `MPI_Finalize`.
        let descriptor = unsafe { BorrowedFd::borrow_raw(self.descriptor) };
        let mut rest = question.as_bytes();
        while !rest.is_empty() {
            rest = &rest[retry_on_intr(|| write(descriptor, rest))?..];
        }
        line(descriptor)
    }
}

/// Reads the next line of the proxy, and no byte more, because the MPI may read the next line.
fn line(descriptor: BorrowedFd<'_>) -> Result<String> {
    let mut line = vec![];
    let overdue = Timespec { tv_sec: OVERDUE, tv_nsec: 0 };
    let ready = |limit| retry_on_intr(|| poll(&mut [PollFd::new(&descriptor, PollFlags::IN)], limit));
    while line.len() < LONGEST {
        if ready(Some(&overdue))? == 0 {
            log::warn!("this process has waited for an answer of {PROXY} for {OVERDUE} s, and still waits");
            ready(None)?;
        }
        let mut byte = [0; 1];
        if retry_on_intr(|| read(descriptor, &mut byte))? == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        if byte == *b"\n" {
            return String::from_utf8(line).map_err(|_| ErrorKind::InvalidData.into());
        }
        line.push(byte[0]);
    }
    Err(Error::new(ErrorKind::InvalidData, "an answer without an end"))
}

/// True if Hydra's proxy has created the peer of a connected socket.
fn is_proxy(descriptor: RawFd) -> bool {
    // SAFETY: if the descriptor is not open, the calls that use it return an error; nothing here closes it.
    let descriptor = unsafe { BorrowedFd::borrow_raw(descriptor) };
    let Ok(peer) = local_socket::peer_of(&descriptor) else { return false };
    // In a container the proxy may not be visible. Of the launchers that set PMI_FD, only Hydra sets this variable.
    let name = std::fs::read_to_string(format!("/proc/{}/comm", peer.pid)).ok().filter(|_| peer.pid != 0);
    name.map_or_else(|| std::env::var_os("MPI_LOCALRANKID").is_some(), |name| name.trim_end() == PROXY)
}

fn key(rank: u32) -> String {
    format!("hsplit-{rank}")
}

/// The value of a key in an answer.
fn word<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    answer.split(' ').filter_map(|word| word.split_once('=')).find(|(known, _)| *known == name).map(|(_, value)| value)
}

fn succeeded(answer: &str) -> bool {
    word(answer, "rc") == Some("0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read() {
        // MPICH 4.0 and Intel MPI; MPICH 5.0; a missing key.
        assert_eq!(word("cmd=get_result rc=0 msg=success value=1,a,7,b", "value"), Some("1,a,7,b"));
        assert!(succeeded("cmd=get_result rc=0 value=x"));
        assert!(!succeeded("cmd=get_result rc=-1 msg=key_hsplit-2_not_found value=unknown"));
        assert!(!succeeded("cmd=get_result rc=1"));
        assert_eq!(
            word("cmd=my_kvsname kvsname=kvs_18997_0_1284075690_vm", "kvsname"),
            Some("kvs_18997_0_1284075690_vm")
        );
    }

    #[test]
    fn other_processes_are_no_proxy() {
        let (one, _other) = std::os::unix::net::UnixStream::pair().unwrap();
        use std::os::fd::AsRawFd;
        assert!(!is_proxy(one.as_raw_fd()) && !is_proxy(0) && !is_proxy(9999));
    }
}
