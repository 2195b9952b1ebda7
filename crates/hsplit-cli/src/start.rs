// SPDX-License-Identifier: MIT OR Apache-2.0
//! Starts a program in place of this process, with the state that it would have had without this command.
//!
//! Before `main`, Rust ignores SIGPIPE and opens closed standard descriptors; `exec` then resets SIGPIPE to its
//! default, whatever the parent had set. Both states are therefore recorded earlier, and restored.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::atomic::{AtomicU8, Ordering};

/// The standard descriptors that were closed, a bit each, and [`IGNORED`] if SIGPIPE was ignored.
static INHERITED: AtomicU8 = AtomicU8::new(0);
const IGNORED: u8 = 1 << 3;

/// Runs before Rust's own startup code.
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;

extern "C" fn look() {
    // SAFETY: `F_GETFD` changes nothing, and the descriptors need not be open.
    let is_closed = |descriptor| unsafe { libc::fcntl(descriptor, libc::F_GETFD) } == -1;
    let mut inherited = (0..3).filter(|descriptor| is_closed(*descriptor)).fold(0, |all, closed| all | 1 << closed);
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: nothing is set; the old action is written to memory of its type, which is read only after a success.
    let ignores = unsafe {
        libc::sigaction(libc::SIGPIPE, std::ptr::null(), action.as_mut_ptr()) == 0
            && action.assume_init_ref().sa_sigaction == libc::SIG_IGN
    };
    if ignores {
        inherited |= IGNORED;
    }
    INHERITED.store(inherited, Ordering::Relaxed);
}

/// Replaces this process by the program. Returns only on failure, with the error.
pub(crate) fn instead(command: &mut Command) -> io::Error {
    let inherited = INHERITED.load(Ordering::Relaxed);
    let give_back = move || {
        for descriptor in (0..3).filter(|descriptor| inherited & 1 << descriptor != 0) {
            // SAFETY: Rust's startup code has opened the descriptor, and nothing uses it from here on.
            unsafe { libc::close(descriptor) };
        }
        if inherited & IGNORED != 0 {
            // SAFETY: ignoring a signal installs no handler.
            unsafe { libc::signal(libc::SIGPIPE, libc::SIG_IGN) };
        }
        Ok(())
    };
    // SAFETY: the closure calls only two functions that are safe after fork, and allocates nothing.
    unsafe { command.pre_exec(give_back) }.exec()
}
