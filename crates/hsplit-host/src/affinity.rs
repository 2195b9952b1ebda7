// SPDX-License-Identifier: MIT OR Apache-2.0
//! Affinity masks of threads: the processing units on which the operating system lets a thread run.
//!
//! The masks of rustix and of the C library end at 1,024 units, and a kernel may have more. Masks here have any number
//! of words, and are passed to the system calls unchanged.

use std::cell::Cell;
use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use hsplit_core::cpus::Cpus;
use hsplit_core::machine::Machine;
use libc::pid_t;

/// The calling thread, as the number of a thread.
pub const CALLER: pid_t = 0;

/// A set of processing units by the operating system's numbers, in the kernel's format: one bit each, in machine words.
#[derive(Clone, Debug)]
pub struct Mask(Vec<libc::c_ulong>);

/// The state of a listed thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Thread {
    Alive,
    Gone,
}

const BITS: usize = libc::c_ulong::BITS as usize;
/// The initial size, 1,024 units. Masks grow if the kernel has more.
const WORDS: usize = 1024 / BITS;
const MOST_WORDS: usize = 1 << 14;

impl Default for Mask {
    fn default() -> Self {
        Self(vec![0; WORDS])
    }
}

impl PartialEq for Mask {
    fn eq(&self, other: &Self) -> bool {
        let (short, long) = if self.0.len() < other.0.len() { (self, other) } else { (other, self) };
        let (same, rest) = long.0.split_at(short.0.len());
        short.0 == same && rest.iter().all(|word| *word == 0)
    }
}

impl Eq for Mask {}

impl FromIterator<usize> for Mask {
    fn from_iter<I: IntoIterator<Item = usize>>(units: I) -> Self {
        let mut mask = Self::default();
        for unit in units {
            if unit / BITS >= mask.0.len() {
                mask.0.resize((unit / BITS + 1).next_power_of_two(), 0);
            }
            mask.0[unit / BITS] |= 1 << (unit % BITS);
        }
        mask
    }
}

impl Mask {
    /// The mask of a thread of this process.
    ///
    /// # Errors
    /// The kernel's error, for example for an unknown thread.
    pub fn of(thread: pid_t) -> io::Result<Self> {
        let mut mask = Self::default();
        while let Err(error) = read(thread, &mut mask.0) {
            if !mask.grows_after(&error) {
                return Err(error);
            }
        }
        Ok(mask)
    }

    /// Sets the mask of a thread of this process.
    ///
    /// # Errors
    /// The kernel's error, for example if the process may use none of these units, or ESRCH if the thread has ended.
    pub fn give(&self, thread: pid_t) -> io::Result<()> {
        // The number of a thread that has ended may be that of another process now, which the kernel would accept.
        // SAFETY: signal 0 is not sent; the kernel only searches for the thread.
        if thread != CALLER && unsafe { libc::syscall(libc::SYS_tgkill, libc::getpid(), thread, 0) } != 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the pointer and the size are those of `self.0`, which lives during the call and is only read.
        let code = unsafe { libc::sched_setaffinity(thread, size_of_val(&*self.0), self.0.as_ptr().cast()) };
        if code == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }

    /// The units, lowest first.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().filter(|(_, word)| **word != 0).flat_map(|(index, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                left &= left.checked_sub(1)?;
                Some(index * BITS + bit)
            })
        })
    }

    /// The units by their logical indices on a machine. Units that the machine does not have are left out.
    pub fn units_on(&self, machine: &Machine) -> Cpus {
        machine.to_logical(&self.iter().map(|unit| unit as u32).collect())
    }

    /// Adds the mask of a thread; `None` if the kernel does not return it.
    pub(crate) fn add_thread(&mut self, thread: pid_t) -> Option<Thread> {
        let mut words = [0; WORDS];
        let mut longer = vec![];
        let words = if self.0.len() <= WORDS {
            &mut words[..self.0.len()]
        } else {
            longer.resize(self.0.len(), 0);
            &mut longer
        };
        match read(thread, words) {
            Ok(()) => {
                self.0.iter_mut().zip(&*words).for_each(|(word, new)| *word |= new);
                Some(Thread::Alive)
            }
            Err(error) if error.raw_os_error() == Some(libc::ESRCH) => Some(Thread::Gone),
            Err(error) if self.grows_after(&error) => self.add_thread(thread),
            Err(_) => None,
        }
    }

    /// Doubles the size if the kernel has refused it as too small; returns true if it has grown.
    fn grows_after(&mut self, error: &io::Error) -> bool {
        let grows = error.raw_os_error() == Some(libc::EINVAL) && self.0.len() < MOST_WORDS;
        if grows {
            self.0.resize(self.0.len() * 2, 0);
        }
        grows
    }
}

fn read(thread: pid_t, words: &mut [libc::c_ulong]) -> io::Result<()> {
    // SAFETY: the pointer and the size are those of `words`, which is borrowed exclusively; the kernel writes no more.
    let code = unsafe { libc::sched_getaffinity(thread, size_of_val(&*words), words.as_mut_ptr().cast()) };
    if code == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// The units that the operating system allows the calling thread. The thread requests all units, reads the resulting
/// mask, and restores its previous one.
pub fn allowed() -> io::Result<Mask> {
    let before = Mask::of(CALLER)?;
    let everything = Mask(vec![libc::c_ulong::MAX; before.0.len()]);
    everything.give(CALLER)?;
    let allowed = Mask::of(CALLER);
    before.give(CALLER)?;
    allowed
}

/// The number of forks from the first process to this one; `None` if they cannot be counted.
fn forks() -> Option<u32> {
    static FORKS: AtomicU32 = AtomicU32::new(0);
    static COUNTS: OnceLock<bool> = OnceLock::new();
    extern "C" fn forked() {
        FORKS.fetch_add(1, Ordering::Relaxed);
    }
    // SAFETY: `forked` may run in the child of a multi-threaded process: it only adds to an atomic and takes no lock.
    let counts = || unsafe { libc::pthread_atfork(None, None, Some(forked)) == 0 };
    COUNTS.get_or_init(counts).then(|| FORKS.load(Ordering::Relaxed))
}

/// The number of the calling thread, read from the kernel once per thread.
pub fn caller() -> pid_t {
    thread_local! {
        static KNOWN: Cell<Option<(u32, pid_t)>> = const { Cell::new(None) };
    }
    let forks = forks();
    // A forked child has a copy of its parent's memory, but another thread number.
    if let Some((_, number)) = KNOWN.get().filter(|known| Some(known.0) == forks) {
        return number;
    }
    let number = rustix::thread::gettid().as_raw_nonzero().get();
    KNOWN.set(forks.map(|forks| (forks, number)));
    number
}

/// A number of this process that differs from those of processes forked from it.
pub(crate) fn process() -> u32 {
    forks().unwrap_or_else(std::process::id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_gives_back_its_units() {
        let units = [0, 1, 63, 64, 700, 5000];
        assert_eq!(units.into_iter().collect::<Mask>().iter().collect::<Vec<_>>(), units);
    }

    #[test]
    fn masks_are_equal_by_their_units() {
        let longer: Mask = [3, 5000].into_iter().collect();
        assert_ne!(longer, [3].into_iter().collect());
        let mut grown: Mask = [3].into_iter().collect();
        grown.0.resize(64, 0);
        assert_eq!(grown, [3].into_iter().collect());
        assert_eq!([3].into_iter().collect::<Mask>(), grown);
    }

    #[test]
    fn a_thread_is_bound_and_back() {
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let before = Mask::of(CALLER).unwrap();
                let one: Mask = before.iter().take(1).collect();
                one.give(CALLER).unwrap();
                assert_eq!(Mask::of(caller()).unwrap(), one);
                before.give(caller()).unwrap();
                assert_eq!(Mask::of(CALLER).unwrap(), before);
            });
        });
    }

    #[test]
    fn a_thread_has_its_own_number() {
        let number = || rustix::thread::gettid().as_raw_nonzero().get();
        assert_eq!((caller(), caller()), (number(), number()));
        std::thread::spawn(move || assert_eq!((caller(), caller()), (number(), number()))).join().unwrap();
    }

    #[test]
    fn asking_for_everything_changes_nothing() {
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let wide = Mask::of(CALLER).unwrap();
                let one: Mask = wide.iter().take(1).collect();
                one.give(CALLER).unwrap();
                let allowed = allowed().unwrap();
                assert_eq!(Mask::of(CALLER).unwrap(), one);
                assert!(wide.iter().all(|unit| allowed.iter().any(|other| other == unit)));
            });
        });
    }

    #[test]
    fn the_kernel_refuses_what_nobody_has() {
        assert_eq!(Mask::default().give(CALLER).unwrap_err().raw_os_error(), Some(libc::EINVAL));
        // Another process.
        let parent = std::os::unix::process::parent_id() as pid_t;
        assert_eq!(Mask::of(parent).unwrap().give(parent).unwrap_err().raw_os_error(), Some(libc::ESRCH));
        assert_eq!(Mask::of(pid_t::MAX).unwrap_err().raw_os_error(), Some(libc::ESRCH));
    }
}
