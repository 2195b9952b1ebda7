// SPDX-License-Identifier: MIT OR Apache-2.0
//! Words in memory of several processes on which they sleep until another process wakes them.
//!
//! A process that has nothing to do must leave its core to those that work, so a wait ends in the kernel (a futex). A
//! sleep has a time limit: the word may be that of a process that has died.

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

/// The kernel finds the sleepers by the memory file, not by the address, which differs between processes.
const ACROSS_PROCESSES: futex::Flags = futex::Flags::empty();
/// The kernel's number for all sleepers.
const ALL: u32 = i32::MAX as u32;
/// How many sleepers one process wakes where each of them wakes others: to be woken costs less than to wake many.
const FAN: u32 = if cfg!(loom) { 1 } else { 4 };

/// A word to sleep on. All zero at first.
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

    /// Wakes some sleepers, each of which wakes others. For sleepers in [`Bell::wait`] that all wait for one condition.
    pub(crate) fn ring_some(&self) {
        self.wake(FAN);
    }

    fn wake(&self, most: u32) {
        if self.has_sleepers() {
            self.rung.fetch_add(1, Ordering::SeqCst);
            // It cannot fail on a word that is mapped; if it did, sleepers would look again after a while.
            let _ = futex::wake(&self.rung, ACROSS_PROCESSES, most);
        }
    }

    /// Whether a process sleeps, or is about to look once more and to sleep then.
    pub(crate) fn has_sleepers(&self) -> bool {
        self.sleepers.load(Ordering::SeqCst) > 0
    }

    /// Sleeps until it rings, unless `done`; for `most` at the longest.
    ///
    /// A process that rings makes `done` true first, and looks for sleepers then. So this one counts as a sleeper
    /// first, and looks then: one of both sees the other.
    pub(crate) fn sleep_unless(&self, done: impl Fn() -> bool, most: Duration) {
        let limit = Timespec { tv_sec: most.as_secs() as _, tv_nsec: most.subsec_nanos().into() };
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        let before = self.rung.load(Ordering::SeqCst);
        if !done() {
            // Time that is up, a signal, or a bell that has rung already: the caller looks for itself.
            let _ = futex::wait(&self.rung, ACROSS_PROCESSES, before, Some(&limit));
        }
        self.sleepers.fetch_sub(1, Ordering::SeqCst);
    }

    /// Waits until `done`. It looks for `look` first, then it sleeps, for `nap` at a time; after each nap it calls
    /// `meanwhile`, whose error ends the wait. A signal wakes a sleeper, and does not put off the end of its nap.
    ///
    /// # Errors
    /// What `meanwhile` reports.
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

/// How a process waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// How long it looks before it sleeps.
    pub look: Duration,
    /// How long it sleeps at a time.
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

/// How long a process looks before it sleeps, where it looks for `time` if each of some processes has a processor: not
/// at all if they are more than the processors. Then what one waits for may need its processor.
pub(crate) fn look_time(time: Duration, processes: usize) -> Duration {
    if processors() >= processes { time } else { Duration::ZERO }
}

/// The processors that are switched on. The standard library counts those that this process is bound to, and rustix
/// counts none.
fn processors() -> usize {
    // SAFETY: sysconf takes a number and touches no memory of ours.
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
        // There is nothing to wait for: this does not sleep.
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
                    // SAFETY: that thread goes on until this one has ended.
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
