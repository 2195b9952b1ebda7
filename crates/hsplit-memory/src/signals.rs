// SPDX-License-Identifier: MIT OR Apache-2.0
//! Code of the library that runs while signals of the program are blocked in its thread.

use std::mem::MaybeUninit;
use std::ptr::null_mut;

use libc::{c_int, sigset_t, timespec};

/// The signals that the kernel sends to a thread whose write fails: `SIGPIPE`, if a pipe has no reader, and `SIGXFSZ`,
/// if a file would exceed the limit of its size (`RLIMIT_FSIZE`).
const OF_WRITES: [c_int; 2] = [libc::SIGPIPE, libc::SIGXFSZ];

/// Runs `start` with all signals blocked. A thread that it starts inherits the mask, so that the program's signals are
/// not delivered to it.
pub fn without_signals<R>(start: impl FnOnce() -> R) -> R {
    // SAFETY: sigfillset fills the set.
    let _blocked = Blocked::now(&set(|set| unsafe { libc::sigfillset(set) }));
    start()
}

/// Runs `write` without the signals of a write that fails, whose default action ends the process. The program has not
/// made this write, so it gets no signal, and the write returns an error.
pub fn without_write_signals<R>(write: impl FnOnce() -> R) -> R {
    let pending = set(|set| {
        // SAFETY: sigpending fills the set.
        unsafe { libc::sigpending(set) }
    });
    let _blocked = Blocked::now(&of(&OF_WRITES));
    let result = write();
    // SAFETY: the set is initialised.
    let is_new = |signal: &c_int| unsafe { libc::sigismember(&raw const pending, *signal) } == 0;
    let new: Vec<c_int> = OF_WRITES.into_iter().filter(is_new).collect();
    let (new, at_once) = (of(&new), timespec { tv_sec: 0, tv_nsec: 0 });
    // SAFETY: the set is initialised. The call takes a signal that is pending, and waits for none.
    while unsafe { libc::sigtimedwait(&raw const new, null_mut(), &raw const at_once) } > 0 {}
    result
}

/// Signals are blocked in this thread until the value is dropped.
struct Blocked {
    /// The thread's former mask.
    before: sigset_t,
}

impl Blocked {
    fn now(signals: &sigset_t) -> Self {
        // SAFETY: the call fills the set: it cannot fail with valid addresses and this first argument.
        let before = set(|before| unsafe { libc::pthread_sigmask(libc::SIG_BLOCK, signals, before) });
        Self { before }
    }
}

impl Drop for Blocked {
    fn drop(&mut self) {
        // SAFETY: the set is initialised.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.before, null_mut()) };
    }
}

/// Returns the set that `fill` writes completely.
fn set(fill: impl FnOnce(*mut sigset_t) -> c_int) -> sigset_t {
    let mut set = MaybeUninit::uninit();
    fill(set.as_mut_ptr());
    // SAFETY: `fill` has filled it.
    unsafe { set.assume_init() }
}

fn of(signals: &[c_int]) -> sigset_t {
    // SAFETY: sigemptyset fills the set, and sigaddset adds valid numbers of signals.
    set(|set| unsafe {
        libc::sigemptyset(set);
        signals.iter().map(|signal| libc::sigaddset(set, *signal)).sum()
    })
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
        let failed = without_write_signals(|| writer.write_all(b"line"));
        assert_eq!(failed.map_err(|error| error.kind()), Err(ErrorKind::BrokenPipe));
        assert_eq!(GOT.load(Ordering::SeqCst), 0);
        // The program's own writes get the signal.
        assert!(writer.write_all(b"line").is_err());
        assert_eq!(GOT.load(Ordering::SeqCst), 1);
    }
}
