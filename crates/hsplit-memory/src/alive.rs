// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests if a process is alive. A process is identified by its ID and its start time, because IDs are reused.

use std::io::ErrorKind;

use crate::proc_stat::Stat;

/// A process of this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The process ID.
    pub number: u32,
    /// Start time in clock ticks since the boot of the machine; 0 if the kernel does not report it.
    pub started: u64,
}

impl Identity {
    /// This process.
    pub fn own() -> Self {
        let started = Stat::of("/proc/self").ok().and_then(|stat| stat.field(22));
        Self { number: std::process::id(), started: started.unwrap_or(0) }
    }

    /// True if the process is alive. A zombie is not, unless only its first thread has ended. If the kernel does not
    /// report it, for instance because this process cannot open more files, the process counts as alive.
    pub fn is_alive(&self) -> bool {
        match Stat::of(&format!("/proc/{}", self.number)) {
            Ok(stat) => {
                let has_threads = stat.field(20).is_some_and(|threads: u32| threads > 1);
                let is_over = stat.field(3).is_some_and(|state: char| matches!(state, 'Z' | 'X' | 'x')) && !has_threads;
                let is_other = self.started != 0 && stat.field(22).is_some_and(|started: u64| started != self.started);
                !is_over && !is_other
            }
            // ESRCH: the process ends while its file is read.
            Err(error) => error.kind() != ErrorKind::NotFound && error.raw_os_error() != Some(libc::ESRCH),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proc_stat;
    use std::ffi::c_void;
    use std::process::{Command, Stdio};
    use std::ptr::{null, null_mut};

    #[test]
    fn a_process_lives_until_it_ends() {
        let own = Identity::own();
        assert!(own.is_alive() && own.number == std::process::id() && own.started > 0);
        assert!(!Identity { started: own.started - 1, ..own }.is_alive());
        assert!(Identity { started: 0, ..own }.is_alive());
        let mut child = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let identity = Identity { number: child.id(), started: 0 };
        assert!(identity.is_alive());
        child.kill().unwrap();
        while identity.is_alive() {
            std::thread::yield_now();
        }
        // The child was a zombie until now.
        child.wait().unwrap();
        assert!(!identity.is_alive());
    }

    /// A program may end its first thread by `pthread_exit`, and continue in others.
    #[test]
    fn a_process_without_its_first_thread_lives() {
        extern "C" fn waits(_: *mut c_void) -> *mut c_void {
            loop {
                // SAFETY: the function has no arguments.
                unsafe { libc::pause() };
            }
        }
        // SAFETY: the child makes only system calls after it has started a thread, and ends without the handlers of
        // this process.
        let child = unsafe {
            let child = libc::fork();
            if child == 0 {
                let mut thread = 0;
                libc::pthread_create(&raw mut thread, null(), waits, null_mut());
                libc::syscall(libc::SYS_exit, 0);
            }
            child
        };
        assert!(child > 0);
        let identity = Identity { number: child as u32, started: 0 };
        let state = || proc_stat::field::<char>(&format!("/proc/{child}"), 3);
        while state() != Some('Z') {
            assert!(state().is_some());
            std::thread::yield_now();
        }
        let was_alive = identity.is_alive();
        // SAFETY: the child is this process's, and has not been waited for.
        unsafe { libc::kill(child, libc::SIGKILL) };
        while identity.is_alive() {
            std::thread::yield_now();
        }
        // SAFETY: as above; the status is not wanted.
        unsafe { libc::waitpid(child, null_mut(), 0) };
        assert!(was_alive);
    }
}
