// SPDX-License-Identifier: MIT OR Apache-2.0
//! Signals that the kernel sends to a thread whose write fails: `SIGPIPE`, if a pipe has no reader, and `SIGXFSZ`, if a
//! file would exceed the limit of its size (`RLIMIT_FSIZE`). Their default action ends the process. The program has not
//! made these writes, so it gets no signal, and the write returns an error.

use std::mem::MaybeUninit;
use std::ptr::null_mut;

use libc::{c_int, sigset_t, timespec};

const SIGNALS: [c_int; 2] = [libc::SIGPIPE, libc::SIGXFSZ];

/// Runs `write` without these signals.
pub fn without_signals<R>(write: impl FnOnce() -> R) -> R {
    let _blocked = Blocked::now();
    write()
}

/// The signals are blocked in this thread until the value is dropped.
struct Blocked {
    /// The thread's former mask.
    before: sigset_t,
    /// The signals that were not pending before.
    removed: sigset_t,
}

impl Blocked {
    fn now() -> Self {
        let (mut before, mut pending) = (MaybeUninit::uninit(), MaybeUninit::uninit());
        let all = set(&SIGNALS);
        // SAFETY: the sets are locals of sufficient size, which the calls fill: neither can fail with valid addresses
        // and this first argument.
        let (before, pending) = unsafe {
            libc::sigpending(pending.as_mut_ptr());
            libc::pthread_sigmask(libc::SIG_BLOCK, &raw const all, before.as_mut_ptr());
            (before.assume_init(), pending.assume_init())
        };
        // SAFETY: the set is initialised.
        let is_new = |signal: &c_int| unsafe { libc::sigismember(&raw const pending, *signal) } == 0;
        let new: Vec<c_int> = SIGNALS.into_iter().filter(is_new).collect();
        Self { before, removed: set(&new) }
    }
}

impl Drop for Blocked {
    fn drop(&mut self) {
        let at_once = timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the sets are initialised. The first call takes signals that are pending, and waits for none.
        unsafe {
            while libc::sigtimedwait(&raw const self.removed, null_mut(), &raw const at_once) > 0 {}
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.before, null_mut());
        }
    }
}

fn set(signals: &[c_int]) -> sigset_t {
    let mut set = MaybeUninit::uninit();
    // SAFETY: the first call fills the set, and the others add valid numbers of signals.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        for signal in signals {
            libc::sigaddset(set.as_mut_ptr(), *signal);
        }
        set.assume_init()
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::fs::File;
    use std::io::{ErrorKind, Write};
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;
    use std::sync::atomic::{AtomicUsize, Ordering};

    static GOT: AtomicUsize = AtomicUsize::new(0);

    extern "C" fn count(_: c_int) {
        GOT.fetch_add(1, Ordering::SeqCst);
    }

    #[test]
    fn a_pipe_without_a_reader_is_an_error() {
        // SAFETY: the handler changes only an atomic number.
        unsafe { libc::signal(libc::SIGPIPE, count as extern "C" fn(c_int) as libc::sighandler_t) };
        let (reader, writer) = UnixStream::pair().unwrap();
        drop(reader);
        let mut writer = File::from(OwnedFd::from(writer));
        let failed = without_signals(|| writer.write_all(b"line"));
        assert_eq!(failed.map_err(|error| error.kind()), Err(ErrorKind::BrokenPipe));
        assert_eq!(GOT.load(Ordering::SeqCst), 0);
        // The program's own writes get the signal.
        assert!(writer.write_all(b"line").is_err());
        assert_eq!(GOT.load(Ordering::SeqCst), 1);
    }
}
