// SPDX-License-Identifier: MIT OR Apache-2.0
//! Warnings about a wait that exceeds its limit, from a helper thread, because the waiting thread is blocked.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use crate::floating::Held;
use crate::source::binding;
use hsplit_memory::signals::without_signals;

/// Runs `wait`. A helper thread calls `overdue` with the index of each time in `after`, which ascend, when `wait` has
/// taken that long. If no thread can be started, there are no calls.
pub fn watched<R>(after: &[Duration], overdue: impl Fn(usize) + Send, wait: impl FnOnce() -> R) -> R {
    std::thread::scope(|scope| {
        let (end, ended) = channel::<()>();
        let watch = move || {
            let _held = Held::enter();
            binding::mark_helper();
            let begin = Instant::now();
            for (number, after) in after.iter().enumerate() {
                if ended.recv_timeout(after.saturating_sub(begin.elapsed())) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
                overdue(number);
            }
        };
        let watcher = without_signals(|| Builder::new().name("hsplit-overdue".into()).spawn_scoped(scope, watch));
        let result = wait();
        drop(end);
        drop(watcher);
        result
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::MaybeUninit;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn it_is_said_while_the_other_thread_waits() {
        let said = AtomicUsize::new(0);
        let result = watched(
            &[10, 20].map(Duration::from_millis),
            |number| assert_eq!(said.fetch_add(1, Ordering::Relaxed), number),
            || {
                let begin = Instant::now();
                while said.load(Ordering::Relaxed) < 2 && begin.elapsed() < Duration::from_secs(60) {
                    std::thread::yield_now();
                }
                said.load(Ordering::Relaxed)
            },
        );
        assert_eq!(result, 2);
    }

    #[test]
    fn nothing_is_said_of_what_is_quick() {
        let begin = Instant::now();
        let result = watched(&[Duration::from_secs(3600)], |_| panic!("an hour has passed"), || 7);
        assert_eq!(result, 7);
        assert!(begin.elapsed() < Duration::from_secs(3000));
    }

    #[test]
    fn signals_of_the_program_do_not_go_to_the_watcher() {
        let mask = || {
            let mut set = MaybeUninit::<libc::sigset_t>::uninit();
            // SAFETY: the set is a local of sufficient size, and the call fills it.
            unsafe {
                libc::pthread_sigmask(libc::SIG_BLOCK, std::ptr::null(), set.as_mut_ptr());
                libc::sigismember(set.as_ptr(), libc::SIGALRM)
            }
        };
        let (told, blocked) = channel();
        watched(&[Duration::ZERO], |_| told.send(mask()).unwrap(), || assert_eq!(blocked.recv(), Ok(1)));
        assert_eq!(mask(), 0);
    }
}
