// SPDX-License-Identifier: MIT OR Apache-2.0
//! The time in calls (`HSPLIT_MONITOR=...,time`), by category.
//!
//! Reading the clock takes about 20 ns, as long as a short call. For functions that never wait, of the calls shorter
//! than a microsecond only one in [`threads::SAMPLED`] is timed, and represents the others. A call that may wait is
//! always timed: its waiting time does not predict that of the next one.

use crate::active;
use crate::counters::threads;
use crate::function_id::{FunctionId, is_at};
use hsplit_monitor::Category;
use hsplit_mpi::clock::Moment;

/// Calls shorter than this, in nanoseconds, are short.
const SHORT: u64 = 1000;

/// A function of MPI, with the properties that concern its time.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its category.
    pub category: Category,
    /// True if a call of it may wait for another process.
    pub may_wait: bool,
    /// Its number; that of no name if it is not needed.
    pub id: FunctionId,
}

impl Function {
    /// Determines the properties from the name in C or Fortran. Nonblocking calls, calls that create or start requests,
    /// and accesses to windows do not wait.
    pub const fn of(name: &str, category: Category) -> Self {
        let is_access = matches!(category, Category::OneSided) && !is_at(name, 4, "win_");
        let is_nonblocking = is_at(name, 4, "i") && !is_at(name, 4, "intercomm") || has(name, "_idup");
        let is_immediate =
            is_nonblocking || is_at(name, 4, "test") || is_at(name, 4, "start") || is_at(name, 4, "request_free");
        Self { category, may_wait: !(is_access || is_immediate || has(name, "_init")), id: FunctionId::of(name) }
    }

    /// A blocking collective call.
    pub const COLLECTIVE: Self = Self::waiting(Category::Collective);
    /// A call that makes communicators.
    pub const TOPOLOGY: Self = Self::waiting(Category::Topology);

    /// A function that may wait.
    const fn waiting(category: Category) -> Self {
        Self { category, may_wait: true, id: FunctionId::of("") }
    }
}

/// True if a name has a word at any position.
const fn has(name: &str, word: &str) -> bool {
    let mut at = 0;
    while at < name.len() {
        if is_at(name, at, word) {
            return true;
        }
        at += 1;
    }
    false
}

/// Makes a native call, and measures its time if that is enabled. The key distinguishes functions.
#[inline]
pub fn timed<R>(function: Function, key: usize, native: impl FnOnce() -> R) -> R {
    let timing = if active::may_ask(active::TIMED) { Timing::begin(function, key) } else { Timing::Not };
    let result = native();
    if !matches!(timing, Timing::Not) {
        timing.end(function, key);
    }
    result
}

/// The method of measuring the time of a call.
enum Timing {
    /// It is not measured.
    Not,
    /// The time of another call represents it.
    ByAnother,
    /// From this time on.
    Since(Moment),
}

impl Timing {
    #[inline(never)]
    fn begin(function: Function, key: usize) -> Self {
        if !active::is(active::TIMED) {
            return Self::Not;
        }
        let mut stands_for_itself = true;
        threads::with(|thread, _| stands_for_itself = function.may_wait || thread.is_sampled(key));
        if stands_for_itself { Self::Since(Moment::now()) } else { Self::ByAnother }
    }

    #[inline(never)]
    fn end(self, function: Function, key: usize) {
        let nanoseconds = match self {
            Self::Not => return,
            Self::ByAnother => return threads::with(|_, rows| rows.spent(function.category, 0)),
            Self::Since(begin) => u64::try_from(begin.elapsed().as_nanos()).unwrap_or(u64::MAX),
        };
        threads::with(|thread, rows| {
            let is_short = !function.may_wait && nanoseconds < SHORT;
            let others = if is_short { thread.sample(key) } else { 0 };
            rows.spent(function.category, nanoseconds.saturating_mul(1 + u64::from(others)));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_wait() {
        let may_wait = |name| Function::of(name, Category::PointToPoint).may_wait;
        let waiting = ["MPI_Send", "MPI_Ssend", "MPI_Sendrecv", "MPI_Recv", "MPI_Wait", "MPI_Waitall", "MPI_Probe"];
        assert!(waiting.into_iter().all(may_wait));
        assert!(["MPI_Alltoallv", "MPI_Scan", "MPI_Scatterv", "MPI_SCAN", "MPI_Comm_split"].into_iter().all(may_wait));
        assert!(["MPI_Intercomm_create", "mpi_comm_dup_with_info_f08_"].into_iter().all(may_wait));
        let at_once = [
            "MPI_Isend",
            "MPI_Irecv",
            "MPI_Send_init",
            "MPI_SEND_INIT",
            "MPI_Bcast_init",
            "MPI_Start",
            "MPI_COMM_IDUP",
        ];
        assert!(!at_once.into_iter().any(may_wait));
        let one_sided = |name| Function::of(name, Category::OneSided).may_wait;
        assert!(!["MPI_Put", "MPI_Rget", "mpi_get_accumulate_"].into_iter().any(one_sided));
        assert!(["MPI_Win_fence", "MPI_WIN_FREE", "mpi_win_flush_f08_"].into_iter().all(one_sided));
        assert!(
            !["MPI_Test", "mpi_testall", "mpi_barrier_init_f08_", "MPI_Startall", "MPI_Iprobe"]
                .into_iter()
                .any(may_wait)
        );
    }
}
