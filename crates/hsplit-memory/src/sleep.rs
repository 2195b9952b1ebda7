// SPDX-License-Identifier: MIT OR Apache-2.0
//! Words in memory of several processes on which they sleep until another process wakes them.
//!
//! A process without work must leave its core to the working ones, so a wait ends in the kernel (a futex). A sleep has
//! a time limit: the word may belong to a process that has died.

#[cfg(not(all(loom, test)))]
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

#[cfg(not(all(loom, test)))]
use rustix::thread::futex::{self, Timespec};

#[cfg(all(loom, test))]
use crate::model::{
    AtomicU32,
    futex::{self, Timespec},
};

/// The kernel identifies the sleepers by the memory file, not by the address, which differs between processes.
const ACROSS_PROCESSES: futex::Flags = futex::Flags::empty();
/// The kernel's number for all sleepers.
const ALL: u32 = i32::MAX as u32;
/// Number of sleepers that one process wakes if each of them wakes others: a wake-up costs less than waking many.
const FAN: u32 = if cfg!(loom) { 1 } else { 4 };

/// A word to sleep on. All zero initially.
#[repr(C)]
#[derive(Default)]
pub(crate) struct Bell {
    rung: AtomicU32,
    sleepers: AtomicU32,
}

impl Bell {
    /// Wakes all sleepers.
    pub(crate) fn ring(&self) {
        self.wake(ALL);
    }

    /// Wakes some sleepers, each of which wakes others. For sleepers in [`Bell::wait`] that all wait for the same
    /// condition.
    pub(crate) fn ring_some(&self) {
        self.wake(FAN);
    }

    fn wake(&self, most: u32) {
        if self.has_sleepers() {
            self.rung.fetch_add(1, Ordering::SeqCst);
            // It cannot fail on a mapped word; if it did, sleepers would check again after a while.
            let _ = futex::wake(&self.rung, ACROSS_PROCESSES, most);
        }
    }

    /// True if a process sleeps, or is about to check once more and then to sleep.
    pub(crate) fn has_sleepers(&self) -> bool {
        self.sleepers.load(Ordering::SeqCst) > 0
    }

    /// Sleeps until it rings, unless `done`; at most for `most`.
    ///
    /// A process that rings makes `done` true first, and checks for sleepers then. Therefore this one counts as a
    /// sleeper first, and checks `done` then: at least one of the two detects the other.
    pub(crate) fn sleep_unless(&self, done: impl Fn() -> bool, most: Duration) {
        let limit = Timespec { tv_sec: most.as_secs() as _, tv_nsec: most.subsec_nanos().into() };
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        let before = self.rung.load(Ordering::SeqCst);
        if !done() {
            // The time is up, a signal came, or the bell has already rung: the caller checks its condition.
            let _ = futex::wait(&self.rung, ACROSS_PROCESSES, before, Some(&limit));
        }
        self.sleepers.fetch_sub(1, Ordering::SeqCst);
    }

    /// Waits until `done`. It polls for `look` first, then it sleeps, `nap` at a time; after each nap it calls
    /// `meanwhile`, whose error ends the wait. A signal wakes a sleeper, but does not postpone the end of its nap.
    ///
    /// # Errors
    /// `meanwhile` fails.
    pub(crate) fn wait<E>(
        &self,
        Patience { look, nap }: Patience,
        done: impl Fn() -> bool,
        mut meanwhile: impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        if done() || is_done_within(look, &done) {
            return Ok(());
        }
        let mut begin = Instant::now();
        loop {
            self.sleep_unless(&done, nap.saturating_sub(begin.elapsed()));
            if done() {
                self.ring_some();
                return Ok(());
            }
            if begin.elapsed() >= nap {
                meanwhile()?;
                begin = Instant::now();
            }
        }
    }
}

/// Times of a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Time of polling before the process sleeps.
    pub look: Duration,
    /// Length of one sleep.
    pub nap: Duration,
}

fn is_done_within(time: Duration, done: impl Fn() -> bool) -> bool {
    if time.is_zero() {
        return false;
    }
    let begin = Instant::now();
    while begin.elapsed() < time {
        std::hint::spin_loop();
        if done() {
            return true;
        }
    }
    false
}

/// Returns the time of polling before a process sleeps: `time` if each of `processes` processes has a processor, and
/// otherwise none, because the awaited process may need this one's processor.
pub(crate) fn look_time(time: Duration, processes: usize) -> Duration {
    if processors() >= processes { time } else { Duration::ZERO }
}

/// Returns the number of online processors. The standard library counts only those of this process's binding, and
/// rustix has no such function.
fn processors() -> usize {
    // SAFETY: sysconf takes a number and accesses no memory of the program.
    let processors = unsafe { libc::sysconf(libc::_SC_NPROCESSORS_ONLN) };
    usize::try_from(processors).unwrap_or(0)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use std::sync::atomic::AtomicBool;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_sleep_ends_with_its_time() {
        let bell = Bell::default();
        bell.sleep_unless(|| false, Duration::from_millis(1));
        bell.ring();
        // `done` is true: this does not sleep.
        bell.sleep_unless(|| true, SECOND * 600);
        assert_eq!((bell.rung.load(Ordering::SeqCst), bell.has_sleepers()), (0, false));
    }

    #[test]
    fn one_ring_wakes_all_by_and_by() {
        let (bell, open) = (Bell::default(), AtomicBool::new(false));
        std::thread::scope(|scope| {
            let waiting: Vec<_> = (0..40)
                .map(|_| {
                    scope.spawn(|| {
                        let patience = Patience { look: Duration::ZERO, nap: SECOND * 600 };
                        bell.wait(patience, || open.load(Ordering::SeqCst), || Ok::<(), Infallible>(()))
                    })
                })
                .collect();
            while bell.sleepers.load(Ordering::SeqCst) < 40 {
                std::thread::yield_now();
            }
            open.store(true, Ordering::SeqCst);
            bell.ring_some();
            assert!(waiting.into_iter().all(|thread| thread.join().is_ok()));
        });
        assert_eq!(bell.sleepers.load(Ordering::SeqCst), 0);
    }

    #[test]
    fn an_error_between_two_naps_ends_a_wait() {
        let patience = Patience { look: Duration::from_micros(2), nap: Duration::from_millis(1) };
        let mut naps = 0;
        let end = Bell::default().wait(
            patience,
            || false,
            || {
                naps += 1;
                if naps == 3 { Err(naps) } else { Ok(()) }
            },
        );
        assert_eq!(end, Err(3));
    }

    #[test]
    fn naps_end_beside_signals_that_come_more_often() {
        extern "C" fn nothing(_: libc::c_int) {}
        // SAFETY: the handler does nothing, and no other test of this crate uses the signal.
        unsafe { libc::signal(libc::SIGURG, nothing as extern "C" fn(libc::c_int) as libc::sighandler_t) };
        let patience = Patience { look: Duration::ZERO, nap: Duration::from_millis(300) };
        let waiting = AtomicBool::new(true);
        // SAFETY: the function has no arguments.
        let waiter = unsafe { libc::pthread_self() };
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while waiting.load(Ordering::SeqCst) {
                    // SAFETY: that thread runs until this one has ended.
                    unsafe { libc::pthread_kill(waiter, libc::SIGURG) };
                    std::thread::sleep(Duration::from_millis(20));
                }
            });
            let end = Bell::default().wait(patience, || false, || Err(()));
            waiting.store(false, Ordering::SeqCst);
            assert_eq!(end, Err(()));
        });
    }
}
