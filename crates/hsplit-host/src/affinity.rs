// SPDX-License-Identifier: MIT OR Apache-2.0
//! Masks of threads: the processing units that the operating system lets each of them run on, read and set.
//!
//! The masks of rustix and of the C library end at 1,024 units, and a kernel may have more. So masks are words of any
//! number here, which the system calls get as they are.

use std::cell::Cell;
use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use hsplit_core::cpus::Cpus;
use hsplit_core::machine::Machine;
use libc::pid_t;

/// The calling thread, where a thread's number is asked for.
pub const CALLER: pid_t = 0;

/// A set of processing units by the operating system's numbers, as the kernel writes it: one bit each, in machine
/// words.
#[derive(Clone, Debug)]
pub struct Mask(Vec<libc::c_ulong>);

/// What became of a thread that was listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Thread {
    Alive,
    Gone,
}

const BITS: usize = libc::c_ulong::BITS as usize;
/// 1,024 units to begin with; masks grow where the kernel has more.
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
    /// What the kernel says, such as that there is no such thread.
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
    /// What the kernel says, such as that the process may use none of these units.
    pub fn give(&self, thread: pid_t) -> io::Result<()> {
        // SAFETY: the kernel reads as many bytes as `self.0` has, which lives until the call returns.
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

    /// The units by their logical indices on a machine. Units that it does not have are left out.
    pub fn units_on(&self, machine: &Machine) -> Cpus {
        machine.to_logical(&self.iter().map(|unit| unit as u32).collect())
    }

    /// Adds the binding of a thread; `None` where the kernel does not tell.
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

    /// Makes room for more units where the kernel says that it has more than fit.
    fn grows_after(&mut self, error: &io::Error) -> bool {
        let grows = error.raw_os_error() == Some(libc::EINVAL) && self.0.len() < MOST_WORDS;
        if grows {
            self.0.resize(self.0.len() * 2, 0);
        }
        grows
    }
}

fn read(thread: pid_t, words: &mut [libc::c_ulong]) -> io::Result<()> {
    // SAFETY: the size is that of `words`, which nothing else borrows; the kernel writes no more.
    let code = unsafe { libc::sched_getaffinity(thread, size_of_val(&*words), words.as_mut_ptr().cast()) };
    if code == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// What the operating system would let the calling thread have. The thread asks for everything, sees what it gets, and
/// takes its former mask again.
///
/// # Errors
/// What the kernel says.
pub fn allowed() -> io::Result<Mask> {
    let before = Mask::of(CALLER)?;
    let everything = Mask(vec![libc::c_ulong::MAX; before.0.len()]);
    everything.give(CALLER)?;
    let allowed = Mask::of(CALLER);
    before.give(CALLER)?;
    allowed
}

/// How often this process, and those that it descends from, were forked; `None` where that cannot be known.
fn forks() -> Option<u32> {
    static FORKS: AtomicU32 = AtomicU32::new(0);
    static COUNTS: OnceLock<bool> = OnceLock::new();
    extern "C" fn forked() {
        FORKS.fetch_add(1, Ordering::Relaxed);
    }
    // SAFETY: `forked` may run in a child of a process with threads: it adds to an atomic, and takes no lock.
    let counts = || unsafe { libc::pthread_atfork(None, None, Some(forked)) == 0 };
    COUNTS.get_or_init(counts).then(|| FORKS.load(Ordering::Relaxed))
}

/// The number of the calling thread. The kernel is asked once a thread.
pub fn caller() -> pid_t {
    thread_local! {
        static KNOWN: Cell<Option<(u32, pid_t)>> = const { Cell::new(None) };
    }
    let forks = forks();
    // A forked child has its parent's memory, and another number.
    if let Some((_, number)) = KNOWN.get().filter(|known| Some(known.0) == forks) {
        return number;
    }
    let number = rustix::thread::gettid().as_raw_nonzero().get();
    KNOWN.set(forks.map(|forks| (forks, number)));
    number
}

/// A number of this process that no process forked from it has.
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
        assert_eq!(Mask::of(pid_t::MAX).unwrap_err().raw_os_error(), Some(libc::ESRCH));
    }
}
