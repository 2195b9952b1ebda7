// SPDX-License-Identifier: MIT OR Apache-2.0
//! The current binding of this process: the union of the bindings of its threads, as `hwloc_get_cpubind` gives it.
//!
//! It is read at every call and never kept. `hwloc_get_cpubind` itself takes longer than a whole native split of two
//! ranks (13.5 µs against 11.8 µs under Open MPI 4.1, three threads), because it opens `/proc/self/task` twice and needs a
//! loaded topology. So on Linux the same union is read here with one kept directory handle and one `sched_getaffinity` a
//! thread, and hwloc is asked only where that fails; a test compares the two.

use std::sync::{Mutex, OnceLock, PoisonError};

use hwlocality::Topology;
use hwlocality::cpu::binding::CpuBindingFlags;

/// The operating system's numbers of the units this process may run on; `None` where nobody can tell.
pub fn current() -> Option<Vec<usize>> {
    from_kernel().or_else(from_hwloc)
}

/// The binding as hwloc reports it, through a topology that is loaded for this alone.
pub fn from_hwloc() -> Option<Vec<usize>> {
    static TOPOLOGY: OnceLock<Option<Topology>> = OnceLock::new();
    let topology = TOPOLOGY.get_or_init(|| super::topology::load_system_topology().ok()).as_ref()?;
    let set = topology.cpu_binding(CpuBindingFlags::PROCESS).ok()?;
    set.weight().map(|_| set.iter_set().map(usize::from).collect())
}

/// The binding from the kernel: every thread in `/proc/self/task`, united.
pub fn from_kernel() -> Option<Vec<usize>> {
    let mut tasks = TASKS.lock().unwrap_or_else(PoisonError::into_inner);
    let pid = std::process::id();
    if tasks.as_ref().is_none_or(|tasks| tasks.pid != pid) {
        *tasks = Tasks::open(pid);
    }
    let mut union = Mask::default();
    tasks.as_mut()?.for_each(|thread| union.add_thread(thread))?;
    Some(union.units())
}

static TASKS: Mutex<Option<Tasks>> = Mutex::new(None);

/// The open directory of this process's threads. A forked child has its own: hence the process id.
struct Tasks {
    pid: u32,
    directory: libc::c_int,
}

impl Tasks {
    fn open(pid: u32) -> Option<Self> {
        // SAFETY: the path is a NUL-terminated literal.
        let directory = unsafe { libc::open(c"/proc/self/task".as_ptr(), libc::O_RDONLY | libc::O_DIRECTORY | libc::O_CLOEXEC) };
        (directory >= 0).then_some(Self { pid, directory })
    }

    /// Calls `each` with every thread's id; `None` where the directory cannot be read or `each` fails.
    fn for_each(&mut self, mut each: impl FnMut(libc::pid_t) -> Option<()>) -> Option<()> {
        // SAFETY: seeks in a descriptor that this value owns.
        if unsafe { libc::lseek(self.directory, 0, libc::SEEK_SET) } != 0 {
            return None;
        }
        let mut buffer = [0u8; 4096];
        let mut threads = 0;
        loop {
            // SAFETY: the kernel writes at most the buffer's length into the buffer.
            let read = unsafe { libc::syscall(libc::SYS_getdents64, self.directory, buffer.as_mut_ptr(), buffer.len()) };
            let entries = buffer.get(..usize::try_from(read).ok()?)?;
            if entries.is_empty() {
                return (threads > 0).then_some(());
            }
            for name in names(entries) {
                if let Some(thread) = std::str::from_utf8(name).ok().and_then(|name| name.parse().ok()) {
                    each(thread)?;
                    threads += 1;
                }
            }
        }
    }
}

impl Drop for Tasks {
    fn drop(&mut self) {
        // SAFETY: closes the descriptor that this value owns.
        unsafe { libc::close(self.directory) };
    }
}

/// The names in a buffer of `struct linux_dirent64`: inode 8 bytes, offset 8, record length 2, type 1, name.
fn names(mut entries: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let length = usize::from(u16::from_ne_bytes([*entries.get(16)?, *entries.get(17)?]));
        let (entry, rest) = entries.split_at_checked(length.max(1))?;
        entries = rest;
        entry.get(19..)?.split(|&byte| byte == 0).next()
    })
}

/// A set of processing units, as the kernel writes them: one bit each, in machine words.
struct Mask {
    words: Vec<libc::c_ulong>,
    scratch: Vec<libc::c_ulong>,
}

impl Default for Mask {
    fn default() -> Self {
        // 1,024 units to begin with; grows when the kernel has more.
        Self { words: vec![0; 16], scratch: vec![0; 16] }
    }
}

impl Mask {
    const MOST_WORDS: usize = 1 << 14;

    fn add_thread(&mut self, thread: libc::pid_t) -> Option<()> {
        loop {
            self.scratch.fill(0);
            let size = size_of_val(self.scratch.as_slice());
            // SAFETY: the kernel writes at most `size` bytes, which is the length of the scratch words.
            let got = unsafe { libc::sched_getaffinity(thread, size, self.scratch.as_mut_ptr().cast()) };
            let error = std::io::Error::last_os_error().raw_os_error();
            match error {
                _ if got == 0 => break,
                Some(libc::ESRCH) => return Some(()),
                Some(libc::EINVAL) if self.scratch.len() < Self::MOST_WORDS => self.grow(),
                _ => return None,
            }
        }
        self.words.iter_mut().zip(&self.scratch).for_each(|(word, new)| *word |= new);
        Some(())
    }

    fn grow(&mut self) {
        let size = self.scratch.len() * 2;
        self.words.resize(size, 0);
        self.scratch.resize(size, 0);
    }

    fn units(&self) -> Vec<usize> {
        const BITS: usize = libc::c_ulong::BITS as usize;
        let bits = |word: libc::c_ulong| (0..BITS).filter(move |bit| word >> bit & 1 != 0);
        self.words.iter().enumerate().flat_map(|(index, &word)| bits(word).map(move |bit| index * BITS + bit)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_and_hwloc_agree() {
        let kernel = from_kernel().expect("a Linux kernel");
        assert_eq!(Some(kernel.clone()), from_hwloc());
        assert!(!kernel.is_empty());
    }

    #[test]
    fn a_binding_that_changes_is_seen_at_once() {
        let all = from_kernel().unwrap();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                bind_this_thread(&all[..1]);
                // The other threads of the test are not bound, so the union stays what it was.
                assert_eq!(from_kernel().unwrap(), all);
                assert_eq!(from_hwloc().unwrap(), all);
            });
        });
    }

    fn bind_this_thread(units: &[usize]) {
        let mut words = [0 as libc::c_ulong; 16];
        units.iter().for_each(|unit| words[unit / 64] |= 1 << (unit % 64));
        // SAFETY: the mask is as long as stated; 0 is the calling thread.
        assert_eq!(unsafe { libc::sched_setaffinity(0, size_of_val(&words), words.as_ptr().cast()) }, 0);
    }
}
