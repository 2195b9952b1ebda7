// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bit mask of the kinds of intercepted calls in which a feature is enabled. If none is enabled, a call only reads the
//! mask and makes the native call.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::inside::is_inside;
use super::{counters, runtime};
use hsplit_collectives::Operation;
use hsplit_collectives::choice::Rule;
use hsplit_host::preload;

/// A bit for each kind of call; all bits until the environment has been read.
static ACTIVE: AtomicU32 = AtomicU32::new(UNKNOWN);
/// No setting has this value.
const UNKNOWN: u32 = u32::MAX;

// The lowest bits are the operations.
const _: () = assert!(Operation::ALL.len() <= 21);

/// A tool after the library may make the C calls of a call from Fortran.
pub const TOOL_IN_FORTRAN: u32 = 1 << 21;

/// Barriers in which ranks sleep.
pub const WAIT: u32 = 1 << 22;
/// Levels of `MPI_Pcontrol` that begin and end phases.
pub const PHASES: u32 = 1 << 23;
/// Distributed graphs whose ranks are reordered.
pub const REORDER_DIST_GRAPH: u32 = 1 << 24;
/// Graphs whose ranks are reordered.
pub const REORDER_GRAPH: u32 = 1 << 25;
/// Grids whose ranks are reordered.
pub const REORDER_CART: u32 = 1 << 26;
/// Messages are counted.
pub const P2P: u32 = 1 << 27;
/// Collective calls are counted.
pub const COLLECTIVES: u32 = 1 << 28;
/// One-sided accesses are counted.
pub const RMA: u32 = 1 << 29;
/// The time in calls is measured.
pub const TIMED: u32 = 1 << 30;
/// The time in collective calls is measured for a summary.
pub const SUMMED: u32 = 1 << 31;
/// Receives, which are timed but not counted.
pub const RECEIVES: u32 = TIMED;
/// Waits, tests and probes.
pub const WAITS: u32 = TIMED;
/// Synchronisation of one-sided accesses.
pub const WINDOWS: u32 = TIMED;
/// Creation of communicators.
pub const COMMUNICATORS: u32 = TIMED;
/// Persistent requests of messages and of collective calls are counted.
pub const STARTS: u32 = P2P | COLLECTIVES;
/// All counted calls.
pub const COUNTED: u32 = P2P | COLLECTIVES | RMA;
/// All features of `MPI_Barrier`.
pub const BARRIERS: u32 = WAIT | of(Operation::Barrier);

/// The variables that enable any of them.
const VARIABLES: [&str; 6] =
    ["HSPLIT_COLLECTIVES", "HSPLIT_WAIT", "HSPLIT_PHASES", "HSPLIT_REORDER", "HSPLIT_MONITOR", "HSPLIT_SUMMARY"];

/// Calls of an operation that may be made along the hierarchy.
#[inline]
pub const fn of(operation: Operation) -> u32 {
    1 << operation as u32
}

/// True if one of these kinds of calls is enabled, and the current call is the program's own.
#[inline]
pub fn is(kinds: u32) -> bool {
    asks(kinds) && !is_inside()
}

/// True if one of these kinds of calls is enabled.
#[inline]
pub fn asks(kinds: u32) -> bool {
    of_these(kinds) != 0
}

/// False if none of these kinds of calls is enabled; true also while that is unknown.
#[inline]
pub fn may_ask(kinds: u32) -> bool {
    known(kinds) != 0
}

/// Returns the enabled kinds among these; all while that is unknown.
#[inline]
pub fn known(kinds: u32) -> u32 {
    ACTIVE.load(Ordering::Relaxed) & kinds
}

/// Returns the enabled kinds among these.
#[inline]
pub fn of_these(kinds: u32) -> u32 {
    let active = ACTIVE.load(Ordering::Relaxed);
    if active & kinds != 0 && active == UNKNOWN { look() & kinds } else { active & kinds }
}

/// Enables more kinds of calls from now on.
pub fn add(kinds: u32) {
    look();
    let _changing = CHANGING.lock().unwrap_or_else(PoisonError::into_inner);
    ACTIVE.fetch_or(kinds, Ordering::Relaxed);
}

/// Reads the settings again after `MPI_Init`: a program may have made calls in a session before, when nothing could be
/// counted and the processes had not compared their settings.
pub fn look_again() {
    look();
    let _changing = CHANGING.lock().unwrap_or_else(PoisonError::into_inner);
    let known = ACTIVE.load(Ordering::Relaxed);
    if asks_for_any() {
        ACTIVE.store(of_settings() | known & (COUNTED | TOOL_IN_FORTRAN), Ordering::Relaxed);
    }
}

/// Disables all kinds until [`look_again`]: the library's objects for them are freed, and the counts are written.
pub fn end() {
    let _changing = CHANGING.lock().unwrap_or_else(PoisonError::into_inner);
    let known = ACTIVE.load(Ordering::Relaxed);
    ACTIVE.store(if known == UNKNOWN { 0 } else { known & TOOL_IN_FORTRAN }, Ordering::Relaxed);
}

static CHANGING: Mutex<()> = Mutex::new(());

/// True if a variable enables any kind of calls. Without one, the library's state is not even created. Like the
/// settings, the answer stays as it is when it is first needed: a program may change its environment later.
fn asks_for_any() -> bool {
    static ANY: OnceLock<bool> = OnceLock::new();
    *ANY.get_or_init(|| VARIABLES.iter().any(|name| preload::variable(name).is_some()))
}

#[cold]
fn look() -> u32 {
    let _changing = CHANGING.lock().unwrap_or_else(PoisonError::into_inner);
    let known = ACTIVE.load(Ordering::Relaxed);
    if known != UNKNOWN {
        return known;
    }
    let active = if asks_for_any() { of_settings() } else { 0 };
    ACTIVE.store(active, Ordering::Relaxed);
    active
}

fn of_settings() -> u32 {
    if runtime::get().is_disabled() {
        return 0;
    }
    let settings = &runtime::get().settings;
    let is_asked = |operation: &Operation| settings.compares() || settings.collectives.rule(*operation) != Rule::Native;
    let mut active: u32 = Operation::ALL.into_iter().filter(is_asked).map(of).sum();
    let (reorder, counted) = (settings.reorder, settings.monitor.filter(|_| counters::prepare()));
    let bits = [
        (settings.wait.is_some(), WAIT),
        (settings.summary.is_some(), SUMMED),
        (!settings.phases.is_empty(), PHASES),
        (reorder.dist_graph, REORDER_DIST_GRAPH),
        (reorder.graph, REORDER_GRAPH),
        (reorder.cart, REORDER_CART),
        (counted.is_some_and(|counted| counted.p2p), P2P),
        (counted.is_some_and(|counted| counted.collectives), COLLECTIVES),
        (counted.is_some_and(|counted| counted.rma), RMA),
        (counted.is_some_and(|counted| counted.time), TIMED),
    ];
    active |= bits.into_iter().filter(|(is_wanted, _)| *is_wanted).map(|(_, bit)| bit).sum::<u32>();
    active
}
