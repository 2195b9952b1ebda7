// SPDX-License-Identifier: MIT OR Apache-2.0
//! Changes the binding of this process, including its OpenMP threads and BLAS, and restores it exactly.
//!
//! The threads of a team bind themselves, in a team that does nothing else, because no other way works in every runtime
//! (see [`openmp`]). The caller is bound last, and its mask is restored last, so that threads that a runtime starts in
//! between inherit the previous mask.

use std::io;
use std::sync::OnceLock;

use libc::{c_int, pid_t};

use crate::affinity::{CALLER, Mask, caller, process};
use crate::blas::{self, Blas};
use crate::openmp::{self, Runtime};
use crate::source::binding;

/// The threads that are bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Which {
    /// The calling thread.
    Caller,
    /// The calling thread and its OpenMP team.
    #[default]
    Team,
    /// The team, and every other thread with the caller's mask.
    Process,
}

/// A requested binding of this process.
#[derive(Clone, Debug)]
pub struct RebindRequest<'a> {
    /// The new mask.
    pub mask: &'a Mask,
    /// The present mask of the caller, if it has just been read.
    pub before: Option<&'a Mask>,
    /// One mask per core: thread i of a team gets only mask i, modulo their number. If empty, all threads get `mask`.
    pub cores: Vec<Mask>,
    /// The number of threads of the next team; `None` for no change.
    pub threads: Option<u32>,
    /// The number of threads of BLAS libraries; `None` for no change.
    pub blas: Option<u32>,
    /// The threads that are bound.
    pub which: Which,
}

/// A binding that was refused.
#[derive(Debug, thiserror::Error)]
pub enum RebindError {
    /// The caller is inside an OpenMP parallel region.
    #[error("called inside a parallel region of OpenMP")]
    InParallel,
    /// The kernel refuses.
    #[error("the operating system refuses the binding: {0}")]
    Refused(#[from] io::Error),
}

/// A change of the binding that can be undone.
#[derive(Debug)]
pub struct Change {
    process: u32,
    thread: pid_t,
    before: Mask,
    given: Mask,
    others: Vec<Bound>,
    teams: Vec<Team>,
    blas: Vec<(Blas, c_int)>,
}

/// A thread and its previous mask.
type Bound = (pid_t, Mask);

#[derive(Debug)]
struct Team {
    runtime: Runtime,
    /// The previous number of threads of the runtime's next team.
    threads_before: u32,
    /// The number of threads that were to bind themselves, including the caller; `None` if the team is not bound.
    size: Option<u32>,
    /// The threads other than the caller that have bound themselves.
    members: Vec<Bound>,
}

/// True if the caller is inside a parallel region.
pub fn in_parallel() -> bool {
    openmp::runtimes().iter().any(Runtime::in_parallel)
}

impl Change {
    /// Binds this process as requested.
    ///
    /// # Errors
    /// The binding was refused; then nothing is changed.
    pub fn make(request: &RebindRequest<'_>) -> Result<Self, RebindError> {
        let runtimes = openmp::runtimes();
        if runtimes.iter().any(Runtime::in_parallel) {
            return Err(RebindError::InParallel);
        }
        let before = request.before.cloned().map_or_else(|| Mask::of(CALLER), Ok)?;
        let mut change = Self {
            process: process(),
            thread: caller(),
            given: before.clone(),
            before,
            others: vec![],
            teams: vec![],
            blas: vec![],
        };
        // A runtime without teams for other callers can only be bound by the masks of its threads.
        let by_mask = request.which == Which::Process
            || request.which == Which::Team && runtimes.iter().any(|runtime| !runtime.has_teams());
        if by_mask {
            change.others = change.alike();
        }
        change.teams = runtimes.iter().map(|runtime| Team::bind(*runtime, request)).collect();
        let own = if change.teams.iter().any(|team| team.size > Some(1)) { request.mask_of(0) } else { request.mask };
        match own.give(CALLER).and_then(|()| Mask::of(CALLER)) {
            Ok(given) => change.given = given,
            Err(error) => {
                // If the kernel refuses the caller's mask, the other threads' masks were refused, too, or are restored
                // here.
                let _ = change.undo(false);
                return Err(error.into());
            }
        }
        // The threads of a team may have one core each, so they are left out here.
        let in_no_team = |thread: &pid_t| !change.teams.iter().any(|team| team.has(*thread));
        for thread in change.others.iter().map(|(thread, _)| thread).filter(|thread| in_no_team(thread)) {
            // A thread may have ended meanwhile.
            let _ = request.mask.give(*thread);
        }
        if let Some(threads) = request.blas {
            change.blas = blas::loaded().iter().map(|blas| (*blas, blas.threads())).collect();
            change.blas.iter().for_each(|(blas, _)| blas.set_threads(threads as c_int));
        }
        Ok(change)
    }

    /// The mask that the kernel has given the caller.
    pub fn given(&self) -> &Mask {
        &self.given
    }

    /// Undoes the change. Returns true if `looks` is set and the caller's mask has been changed otherwise meanwhile.
    ///
    /// # Errors
    /// The kernel refuses the previous mask. A thread that has ended is no error.
    pub fn undo(self, looks: bool) -> io::Result<bool> {
        // A forked child has one thread, and an OpenMP runtime may wait there for threads that do not exist.
        if self.process != process() {
            return self.before.give(CALLER).map(|()| false);
        }
        let is_caller = self.thread == caller();
        let thread = if is_caller { CALLER } else { self.thread };
        let changed = looks && Mask::of(thread).is_ok_and(|now| now != self.given);
        for team in &self.teams {
            if is_caller { team.unbind(&self.before) } else { give_back(&team.members) }
        }
        give_back(&self.others);
        self.blas.iter().for_each(|(blas, threads)| blas.set_threads(*threads));
        match self.before.give(thread) {
            // The bound thread has ended.
            Err(error) if !is_caller && error.raw_os_error() == Some(libc::ESRCH) => Ok(changed),
            given => given.map(|()| changed),
        }
    }

    /// The other threads that have the caller's mask, each with that mask.
    fn alike(&self) -> Vec<Bound> {
        let others = binding::threads().into_iter().filter(|thread| *thread != self.thread);
        others
            .filter_map(|thread| Some((thread, Mask::of(thread).ok()?)))
            .filter(|(_, mask)| *mask == self.before)
            .collect()
    }
}

fn give_back(threads: &[Bound]) {
    for (thread, before) in threads {
        // A thread may have ended meanwhile.
        let _ = before.give(*thread);
    }
}

impl RebindRequest<'_> {
    /// The mask of a thread of the team; the caller is number 0.
    fn mask_of(&self, number: usize) -> &Mask {
        if self.cores.is_empty() { self.mask } else { &self.cores[number % self.cores.len()] }
    }
}

impl Team {
    fn bind(runtime: Runtime, request: &RebindRequest<'_>) -> Self {
        let threads_before = runtime.threads();
        let size = request.threads.unwrap_or(threads_before);
        if size != threads_before {
            runtime.set_threads(size);
        }
        let is_bound = request.which != Which::Caller && runtime.has_teams();
        let mut team = Self { runtime, threads_before, size: is_bound.then_some(size), members: vec![] };
        if is_bound && size > 1 {
            let slots: Vec<OnceLock<Bound>> = (0..size).map(|_| OnceLock::new()).collect();
            runtime.in_team(size, &|number| {
                let slot = slots.get(number).filter(|_| number > 0);
                if let (Some(slot), Ok(before)) = (slot, Mask::of(CALLER)) {
                    let _ = slot.set((caller(), before));
                    let _ = request.mask_of(number).give(CALLER);
                }
            });
            team.members = slots.into_iter().filter_map(OnceLock::into_inner).collect();
        }
        team
    }

    fn has(&self, thread: pid_t) -> bool {
        self.members.iter().any(|(member, _)| *member == thread)
    }

    /// Restores the masks of the team's threads, and gives threads started meanwhile the caller's previous mask; then
    /// restores the number of threads.
    fn unbind(&self, before: &Mask) {
        let now = self.runtime.threads();
        if let Some(size) = self.size.map(|size| size.max(now)).filter(|size| *size > 1) {
            self.runtime.in_last_team(size, &|number| {
                let thread = caller();
                if number > 0 {
                    let known = self.members.iter().find(|(member, _)| *member == thread);
                    let _ = known.map_or(before, |(_, mask)| mask).give(CALLER);
                }
            });
        }
        if now != self.threads_before {
            self.runtime.set_threads(self.threads_before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one() -> Mask {
        Mask::of(CALLER).unwrap().iter().take(1).collect()
    }

    fn request(mask: &Mask, which: Which) -> RebindRequest<'_> {
        RebindRequest { mask, before: None, cores: vec![], threads: None, blas: None, which }
    }

    fn alone(test: impl FnOnce() + Send) {
        std::thread::scope(|scope| {
            scope.spawn(test);
        });
    }

    #[test]
    fn a_change_is_taken_back_exactly() {
        for which in [Which::Caller, Which::Team] {
            alone(|| {
                let before = Mask::of(CALLER).unwrap();
                for known in [None, Some(&before)] {
                    let change = Change::make(&RebindRequest { before: known, ..request(&one(), which) }).unwrap();
                    assert_eq!(Mask::of(CALLER).unwrap(), *change.given());
                    assert_eq!(change.given().iter().count(), 1);
                    assert!(!change.undo(true).unwrap());
                    assert_eq!(Mask::of(CALLER).unwrap(), before);
                }
            });
        }
    }

    #[test]
    fn somebody_elses_change_is_noticed_and_replaced() {
        alone(|| {
            let before = Mask::of(CALLER).unwrap();
            for looks in [true, false] {
                let change = Change::make(&request(&before, Which::Caller)).unwrap();
                one().give(CALLER).unwrap();
                assert_eq!(change.undo(looks).unwrap(), looks && before.iter().count() > 1);
                assert_eq!(Mask::of(CALLER).unwrap(), before);
            }
        });
    }

    #[test]
    fn another_thread_gives_the_mask_back() {
        alone(|| {
            let before = Mask::of(CALLER).unwrap();
            let change = Change::make(&request(&one(), Which::Team)).unwrap();
            std::thread::scope(|scope| {
                scope.spawn(|| change.undo(true).unwrap());
            });
            assert_eq!(Mask::of(CALLER).unwrap(), before);
        });
    }

    #[test]
    fn the_change_of_a_thread_that_has_ended_is_taken_back() {
        let before = Mask::of(CALLER).unwrap();
        let make = || Change::make(&request(&one(), Which::Caller)).unwrap();
        let change = std::thread::spawn(make).join().unwrap();
        assert!(!change.undo(true).unwrap());
        assert_eq!(Mask::of(CALLER).unwrap(), before);
    }

    #[test]
    fn a_mask_that_is_refused_changes_nothing() {
        alone(|| {
            let before = Mask::of(CALLER).unwrap();
            let error = Change::make(&request(&Mask::default(), Which::Team)).unwrap_err();
            assert!(matches!(error, RebindError::Refused(_)), "{error}");
            assert_eq!(Mask::of(CALLER).unwrap(), before);
        });
    }
}
