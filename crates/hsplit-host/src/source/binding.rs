// SPDX-License-Identifier: MIT OR Apache-2.0
//! The present binding of this process: the union of the bindings of the program's threads.
//!
//! Threads that the MPI has started inside `MPI_Init` are not the program's. Progress threads keep the binding that the
//! process had then, and would hide a later binding by the program. They are identified by the lists of threads before
//! and after ([`threads`], [`after_mpi`]). `HSPLIT_BINDING` selects other threads ([`CountedThreads`]). This library's
//! helper threads never count ([`mark_helper`]).
//!
//! The binding is read at every call and not cached. `hwloc_get_cpubind` takes longer than a whole native split of two
//! ranks (13.5 µs compared with 11.8 µs under Open MPI 4.1, three threads), because it opens `/proc/self/task` twice
//! and needs a loaded topology. So on Linux the union is read with one open directory handle and one
//! `sched_getaffinity` per thread, and hwloc is called only if that fails. A test compares the two if all threads
//! count.
//!
//! The list of threads is reused as long as the number of threads is unchanged and all listed threads are alive.

use std::mem::{ManuallyDrop, MaybeUninit};
use std::os::fd::OwnedFd;
use std::sync::{Mutex, OnceLock, PoisonError};

use rustix::fs::{Mode, OFlags, RawDir, SeekFrom, Stat, fstat, seek};

use crate::affinity::{self, CALLER, Mask, Thread, caller};
use crate::hwloc::Topology;
use crate::source::CountedThreads;
use hsplit_memory::proc_stat;

/// The units that this process may run on; `None` if neither the kernel nor hwloc returns them.
pub fn current(counted: CountedThreads) -> Option<Mask> {
    match counted {
        CountedThreads::Caller => {
            let mut mask = Mask::default();
            mask.add_thread(CALLER).map(|_| mask)
        }
        CountedThreads::Threads | CountedThreads::Process => from_kernel(counted).or_else(from_hwloc),
    }
}

/// The threads of this process.
pub fn threads() -> Vec<libc::pid_t> {
    TaskDirectory::open().and_then(|directory| directory.threads()).unwrap_or_default()
}

/// Marks the present threads that are not in `before` as the MPI's. (Threads that another thread of the program starts
/// in the meantime are marked too, because they cannot be distinguished.)
pub fn after_mpi(before: &[libc::pid_t]) {
    let now = if before.is_empty() { vec![] } else { threads() };
    let new = now.into_iter().filter(|thread| !before.contains(thread));
    let started = new.filter_map(Started::of);
    let mut tasks = TASKS.lock().unwrap_or_else(PoisonError::into_inner);
    let started: Vec<_> = started.filter(|thread| !tasks.of_mpi.contains(thread)).collect();
    tasks.of_mpi.extend(started);
    // The previous list counts the threads of the MPI.
    tasks.listed = None;
}

/// Marks the calling thread as a helper of this library. The kernel may list it for some time after it has been joined.
pub fn mark_helper() {
    let Some(helper) = Started::of(caller()) else { return };
    let mut tasks = TASKS.lock().unwrap_or_else(PoisonError::into_inner);
    tasks.helpers.retain(Started::is_alive);
    tasks.helpers.push(helper);
    tasks.listed = None;
}

/// A thread and its start time, in ticks since the boot, by which a reused thread number is detected.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Started {
    thread: libc::pid_t,
    at: u64,
}

impl Started {
    fn of(thread: libc::pid_t) -> Option<Self> {
        let at = proc_stat::field(&format!("/proc/self/task/{thread}"), 22)?;
        Some(Self { thread, at })
    }

    fn is_alive(&self) -> bool {
        Self::of(self.thread) == Some(*self)
    }
}

fn has(started: &[Started], thread: libc::pid_t) -> bool {
    started.iter().any(|known| known.thread == thread && known.is_alive())
}

/// The binding from hwloc, through a topology that is loaded for this purpose.
pub(crate) fn from_hwloc() -> Option<Mask> {
    static TOPOLOGY: OnceLock<Option<Topology>> = OnceLock::new();
    TOPOLOGY.get_or_init(|| super::topology::load_system_topology().ok()).as_ref()?.binding_of_process()
}

/// The binding from the kernel: the union over the threads in `/proc/self/task` that count.
fn from_kernel(counted: CountedThreads) -> Option<Mask> {
    let mut tasks = TASKS.lock().unwrap_or_else(PoisonError::into_inner);
    let pid = std::process::id();
    if let Some(union) = tasks.listed.as_ref().filter(|listed| listed.pid == pid).and_then(|tasks| tasks.union(counted))
    {
        return Some(union);
    }
    if tasks.listed.as_ref().is_none_or(|listed| listed.pid != pid || listed.directory.status().is_none()) {
        tasks.listed = Listed::open(pid);
    }
    let Tasks { listed, of_mpi, helpers } = &mut *tasks;
    let listed = listed.as_mut()?;
    listed.list(of_mpi, helpers)?;
    let mut union = Mask::default();
    for &thread in listed.counted(counted) {
        union.add_thread(thread)?;
    }
    Some(union)
}

/// The units that the operating system allows the calling thread ([`affinity::allowed`]). The mask of the thread is
/// wider in between, which no other thread that reads the binding may see.
pub(crate) fn allowed() -> std::io::Result<Mask> {
    let _tasks = TASKS.lock().unwrap_or_else(PoisonError::into_inner);
    affinity::allowed()
}

static TASKS: Mutex<Tasks> = Mutex::new(Tasks { listed: None, of_mpi: vec![], helpers: vec![] });

struct Tasks {
    listed: Option<Listed>,
    of_mpi: Vec<Started>,
    helpers: Vec<Started>,
}

/// The last list of the threads of this process. The process id detects a forked child, which has other threads.
struct Listed {
    pid: u32,
    directory: TaskDirectory,
    /// The program's threads, then the MPI's, then the helpers of this library.
    threads: Vec<libc::pid_t>,
    of_program: usize,
    of_mpi: usize,
}

impl Listed {
    fn open(pid: u32) -> Option<Self> {
        Some(Self { pid, directory: TaskDirectory::open()?, threads: vec![], of_program: 0, of_mpi: 0 })
    }

    fn counted(&self, counted: CountedThreads) -> &[libc::pid_t] {
        let of_mpi = if counted == CountedThreads::Process { self.of_mpi } else { 0 };
        &self.threads[..self.of_program + of_mpi]
    }

    /// The union over the listed threads; `None` if the list is out of date.
    fn union(&self, counted: CountedThreads) -> Option<Mask> {
        let status = self.directory.status().filter(|_| !self.threads.is_empty())?;
        // The directory has two links of its own and one for each thread.
        if status.st_nlink as usize != self.threads.len() + 2 {
            return None;
        }
        let (mut union, mut ignored) = (Mask::default(), Mask::default());
        let (counted, others) = self.threads.split_at(self.counted(counted).len());
        let all_alive = counted.iter().all(|&thread| union.add_thread(thread) == Some(Thread::Alive))
            && others.iter().all(|&thread| ignored.add_thread(thread) == Some(Thread::Alive));
        all_alive.then_some(union)
    }

    /// Lists the threads again; `None` if that fails.
    fn list(&mut self, of_mpi: &[Started], helpers: &[Started]) -> Option<()> {
        let threads = self.directory.threads()?;
        let (helpers, threads): (Vec<_>, Vec<_>) = threads.into_iter().partition(|&thread| has(helpers, thread));
        let (of_mpi, mut threads): (Vec<_>, Vec<_>) = threads.into_iter().partition(|&thread| has(of_mpi, thread));
        (self.of_program, self.of_mpi) = (threads.len(), of_mpi.len());
        threads.extend(of_mpi.into_iter().chain(helpers));
        self.threads = threads;
        Some(())
    }
}

/// The directory `/proc/self/task`, kept open. A program may close descriptors that are not its own, and reuse the
/// number for a file of its own: the descriptor is used and closed only while it has the directory's identity.
struct TaskDirectory {
    descriptor: ManuallyDrop<OwnedFd>,
    identity: Identity,
}

#[derive(PartialEq, Eq)]
struct Identity {
    device: u64,
    inode: u64,
}

impl Identity {
    fn of(status: &Stat) -> Self {
        Self { device: status.st_dev, inode: status.st_ino }
    }
}

impl TaskDirectory {
    fn open() -> Option<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let descriptor = rustix::fs::open(c"/proc/self/task", flags, Mode::empty()).ok()?;
        let identity = Identity::of(&fstat(&descriptor).ok()?);
        Some(Self { descriptor: ManuallyDrop::new(descriptor), identity })
    }

    /// The kernel's status of the directory; `None` if the descriptor is no longer the directory's.
    fn status(&self) -> Option<Stat> {
        fstat(&*self.descriptor).ok().filter(|status| Identity::of(status) == self.identity)
    }

    /// The ids of all threads; `None` if the directory cannot be read or is empty.
    fn threads(&self) -> Option<Vec<libc::pid_t>> {
        seek(&*self.descriptor, SeekFrom::Start(0)).ok()?;
        let mut buffer = [MaybeUninit::uninit(); 4096];
        let mut entries = RawDir::new(&*self.descriptor, &mut buffer);
        let mut threads = vec![];
        while let Some(entry) = entries.next() {
            threads.extend(entry.ok()?.file_name().to_str().ok().and_then(|name| name.parse::<libc::pid_t>().ok()));
        }
        (!threads.is_empty()).then_some(threads)
    }
}

impl Drop for TaskDirectory {
    fn drop(&mut self) {
        if self.status().is_some() {
            // SAFETY: the descriptor is dropped only here, and the value ends here.
            unsafe { ManuallyDrop::drop(&mut self.descriptor) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// hwloc fails if threads start or end during its call, as those of other tests do.
    fn hwloc() -> Mask {
        (0..1000).find_map(|_| from_hwloc()).expect("hwloc on Linux")
    }

    #[test]
    fn the_kernel_and_hwloc_agree() {
        let kernel = from_kernel(CountedThreads::Process).expect("a Linux kernel");
        assert_eq!(kernel, hwloc());
        assert!(kernel.iter().count() > 0);
    }

    #[test]
    fn many_threads_are_all_seen() {
        let all = from_kernel(CountedThreads::Process).unwrap();
        let (done, wait) = std::sync::mpsc::channel::<()>();
        let wait = Mutex::new(wait);
        std::thread::scope(|scope| {
            for _ in 0..300 {
                scope.spawn(|| wait.lock().unwrap().recv());
            }
            let threads = TaskDirectory::open().unwrap().threads().unwrap();
            assert!(threads.len() > 300, "{}", threads.len());
            assert_eq!(from_kernel(CountedThreads::Process).unwrap(), all);
            drop(done);
        });
    }

    #[test]
    fn a_helper_does_not_count() {
        std::thread::scope(|scope| {
            scope.spawn(|| {
                mark_helper();
                let helper = caller();
                let mut listed = Listed::open(std::process::id()).unwrap();
                listed.list(&[], &TASKS.lock().unwrap().helpers).unwrap();
                assert!(listed.threads.contains(&helper));
                assert!(!listed.counted(CountedThreads::Threads).contains(&helper));
                assert!(!listed.counted(CountedThreads::Process).contains(&helper));
            });
        });
    }

    #[test]
    fn a_binding_that_changes_is_seen_at_once() {
        let all = from_kernel(CountedThreads::Process).unwrap();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                all.iter().take(1).collect::<Mask>().give(CALLER).unwrap();
                // The other threads of the test are not bound, so the union is unchanged.
                assert_eq!(from_kernel(CountedThreads::Process).unwrap(), all);
                assert_eq!(hwloc(), all);
            });
        });
    }
}
