// SPDX-License-Identifier: MIT OR Apache-2.0
//! The functions of MPI whose messages are counted. If counting is off, a call reads one number and makes the native
//! call.
//!
//! The entries in C are in `generated`, those in Fortran in `fortran::monitored`. hsplit-generate writes both from one
//! table, `crates/hsplit-generate/mpi.txt`. This file has their common part.
//!
//! Blocking collectives that may also be sent along the hierarchy are in `collectives`: a function has one entry.

use std::ffi::{CStr, c_int, c_void};
use std::marker::PhantomData;

use mpi_sys::{MPI_Comm, MPI_Datatype};

use super::again::is_a_tools;
use hsplit_calls::active;
use hsplit_calls::monitor::{self, Amount, Function, Starting};
use hsplit_monitor::Category;
use hsplit_mpi::arrays::Requests;
use hsplit_mpi::constants::SUCCESS;
use hsplit_mpi::raw::Count;
use hsplit_mpi::symbol::{Optional, Symbol, function};

/// The entries in C. For each form of a function: its type, if no earlier function has the same type; the next function
/// of its name in the process; the entry; and the function of a call that is counted, or made before the next function
/// is known.
///
/// Every `unsafe` there has the same reasons. A function has the parameters that the standard gives to its name, except
/// for the width of handles: every ABI that Rust and MPI share passes a narrow argument in a whole register, or in a
/// whole slot of the stack. It gets the arguments with which the program has called the entry, during this call. The
/// code that counts gets handles, numbers, and arrays of the standard's length. It runs only if the library is not
/// disabled, so that the handles are of the MPI for which this library was built. Before the native call has accepted a
/// handle, the handle is only compared.
#[allow(
    non_snake_case,
    unsafe_op_in_unsafe_fn,
    clippy::undocumented_unsafe_blocks,
    clippy::too_many_arguments,
    clippy::useless_conversion,
    reason = "generated, and described above"
)]
mod generated {
    #[rustfmt::skip]
    mod accesses;
    #[rustfmt::skip]
    mod collectives;
    #[rustfmt::skip]
    mod messages;
    #[rustfmt::skip]
    mod times;
}

/// The names that the entries in C use.
mod prelude {
    pub use std::ffi::{c_int, c_void};

    pub(super) use super::{
        Before, Collectives, Communicators, Frees, Large, Later, Next, Now, Once, P2p, Receives, Rma, Sent, Started,
        Starts, Time, Waits, Windows,
    };
    pub use hsplit_calls::monitor;
    pub use hsplit_mpi::arrays::{Counts, Datatypes, Requests};
    #[cfg(not(mpi_family = "openmpi"))]
    pub use hsplit_mpi::raw::too_large;
    pub use hsplit_mpi::raw::{Count, RawHandle, narrowed};
}

/// The features that need the calls of a function.
pub trait Asked {
    /// The bits of `calls::active`.
    const KINDS: u32;
    /// The bits for timing.
    const CATEGORY: Category;
}

/// Messages.
pub struct P2p;
/// Starts of persistent requests.
pub struct Starts;
/// Releases of persistent requests, which are then forgotten.
pub struct Frees;
/// Collective calls.
pub struct Collectives;
/// One-sided accesses.
pub struct Rma;
/// Receives, of which only the time is taken, as for all types below.
pub struct Receives;
/// Waits, tests and probes.
pub struct Waits;
/// Synchronisation of one-sided accesses.
pub struct Windows;
/// Calls that make communicators.
pub struct Communicators;

impl Asked for P2p {
    const KINDS: u32 = active::P2P;
    const CATEGORY: Category = Category::PointToPoint;
}

impl Asked for Starts {
    const KINDS: u32 = active::STARTS;
    const CATEGORY: Category = Category::PointToPoint;
}

impl Asked for Frees {
    const KINDS: u32 = active::STARTS;
    const CATEGORY: Category = Category::Waiting;
}

impl Asked for Collectives {
    const KINDS: u32 = active::COLLECTIVES;
    const CATEGORY: Category = Category::Collective;
}

impl Asked for Rma {
    const KINDS: u32 = active::RMA;
    const CATEGORY: Category = Category::OneSided;
}

impl Asked for Receives {
    const KINDS: u32 = active::RECEIVES;
    const CATEGORY: Category = Category::PointToPoint;
}

impl Asked for Waits {
    const KINDS: u32 = active::WAITS;
    const CATEGORY: Category = Category::Waiting;
}

impl Asked for Windows {
    const KINDS: u32 = active::WINDOWS;
    const CATEGORY: Category = Category::OneSided;
}

impl Asked for Communicators {
    const KINDS: u32 = active::COMMUNICATORS;
    const CATEGORY: Category = Category::Topology;
}

/// The next function of a name: the function that the program would call without this library. `S` finds it, `F` is its
/// type, and `A` the features that need its calls.
pub struct Entry<S, F, A> {
    symbol: S,
    times: Function,
    kind: PhantomData<(F, A)>,
}

/// The next function of a name that every MPI has.
pub type Next<F, A> = Entry<Symbol, F, A>;
/// The next function of a name for large counts, which not every MPI has.
pub type Large<F, A> = Entry<Optional, F, A>;

/// A place for the address of a function.
pub trait Address {
    /// The address, if it is known; else NULL.
    fn known(&self) -> *mut c_void;
}

impl Address for Symbol {
    #[inline(always)]
    fn known(&self) -> *mut c_void {
        Symbol::known(self)
    }
}

impl Address for Optional {
    #[inline(always)]
    fn known(&self) -> *mut c_void {
        Optional::known(self)
    }
}

impl<S: Address, F: Copy, A: Asked> Entry<S, F, A> {
    /// The native function, if it is known and no feature needs its calls: such a call is passed to it, saves no
    /// register and reads no argument.
    ///
    /// # Safety
    /// The function of this name has the type `F`.
    #[inline(always)]
    pub unsafe fn uncounted(&self) -> Option<F> {
        let known = self.symbol.known();
        let is_uncounted = !known.is_null() && !active::may_ask(A::KINDS | active::TIMED);
        // SAFETY: the function of this name has the type `F`, by this function's contract.
        is_uncounted.then(|| unsafe { function(known) })
    }

    /// Makes the native call, and counts it by the enabled features.
    #[inline(always)]
    pub fn counted(&self, native: impl FnOnce() -> c_int + Copy, hook: impl Hook) -> c_int {
        counted::<A>(&self.times, (&raw const *self).addr(), native, hook)
    }
}

impl<F: Copy, A: Asked> Next<F, A> {
    /// The function of this name in C.
    pub const fn new(name: &'static CStr) -> Self {
        Self { symbol: Symbol::next(name), times: times::<A>(name), kind: PhantomData }
    }

    /// The native function. If no MPI has it, a function that reads no argument, and fails.
    ///
    /// # Safety
    /// As for [`Entry::uncounted`].
    #[inline(always)]
    pub unsafe fn native(&self) -> F {
        // SAFETY: the function of this name has the type `F`, by this function's contract.
        unsafe { self.symbol.get() }
    }
}

impl<F: Copy, A: Asked> Large<F, A> {
    /// The function of this name in C.
    pub const fn new(name: &'static CStr) -> Self {
        Self { symbol: Optional::next_of_the_mpi(name), times: times::<A>(name), kind: PhantomData }
    }

    /// The native function, if there is one.
    ///
    /// # Safety
    /// As for [`Entry::uncounted`].
    #[inline(always)]
    pub unsafe fn native(&self) -> Option<F> {
        // SAFETY: the function of this name has the type `F`, by this function's contract.
        unsafe { self.symbol.get() }
    }
}

/// The way in which the times of a function are taken.
pub const fn times<A: Asked>(name: &'static CStr) -> Function {
    match name.to_str() {
        Ok(name) => Function::of(name, A::CATEGORY),
        Err(_) => panic!("a function's name is text"),
    }
}

#[inline(always)]
fn counted<A: Asked>(times: &Function, key: usize, native: impl FnOnce() -> c_int + Copy, hook: impl Hook) -> c_int {
    let asked = active::known(active::TIMED | active::TOOL_IN_FORTRAN | A::KINDS);
    let is_only_counted = asked != 0 && asked & (active::TIMED | active::TOOL_IN_FORTRAN) == 0;
    if is_only_counted {
        return hook.around(native);
    }
    // What a function gets by its address is in memory in the other case, too. A closure made here is not.
    apart(move || timed::<A>(*times, key, native, hook))
}

/// Timing is on, or a tool may make the call for one from Fortran, or nothing is asked, or the settings have not been
/// read yet.
#[inline]
pub fn timed<A: Asked>(times: Function, key: usize, native: impl FnOnce() -> c_int + Copy, hook: impl Hook) -> c_int {
    around_timed(times, key, A::KINDS, &|native| hook.around(native), &|| native())
}

/// One function for all entries.
#[inline(never)]
fn around_timed(
    times: Function,
    key: usize,
    kinds: u32,
    around: &dyn Fn(&dyn Fn() -> c_int) -> c_int,
    native: &dyn Fn() -> c_int,
) -> c_int {
    if is_a_tools(|| times.id) {
        return native();
    }
    let native = || monitor::timed(times, key, native);
    if active::asks(kinds) { around(&native) } else { native() }
}

/// The counted data of a native call.
pub trait Hook: Copy {
    /// Makes the call, and counts it.
    fn around(self, native: impl FnOnce() -> c_int) -> c_int;
}

/// Only the time.
#[derive(Clone, Copy)]
pub struct Time;

impl Hook for Time {
    #[inline(always)]
    fn around(self, native: impl FnOnce() -> c_int) -> c_int {
        native()
    }
}

/// A message, by its receiver, count, datatype and communicator. Before the native call, the library checks that there
/// is a message, and looks up the cached counter of its kind.
#[derive(Clone, Copy)]
pub struct Sent<F>(pub F);

impl<F: Copy + FnOnce() -> (c_int, Count, MPI_Datatype, MPI_Comm)> Hook for Sent<F> {
    #[inline(always)]
    fn around(self, native: impl FnOnce() -> c_int) -> c_int {
        let (dest, count, datatype, comm) = self.0();
        // SAFETY: these are arguments of the program's call, with handles of the MPI that this library was built for:
        // nothing is counted if it is disabled.
        if unsafe { monitor::passes_nothing(dest, count, datatype, comm) } {
            return native();
        }
        // SAFETY: as above.
        match unsafe { monitor::tally(dest, count, datatype, comm) } {
            Some(tally) => {
                let code = native();
                if code == SUCCESS {
                    tally.add();
                }
                code
            }
            None => apart(move || {
                let code = native();
                if code == SUCCESS {
                    // SAFETY: the native call has taken the arguments.
                    unsafe { monitor::sent(dest, count, datatype, comm) };
                }
                code
            }),
        }
    }
}

/// Runs rare code in a separate function, so that the caller need not save registers.
#[cold]
#[inline(never)]
fn apart<R>(body: impl FnOnce() -> R) -> R {
    body()
}

/// The data that a function counts after the call.
#[derive(Clone, Copy)]
pub struct Once<F>(pub F);

impl<F: Copy + FnOnce()> Hook for Once<F> {
    #[inline(always)]
    fn around(self, native: impl FnOnce() -> c_int) -> c_int {
        let code = native();
        if code == SUCCESS {
            self.0();
        }
        code
    }
}

/// The starts of requests.
#[derive(Clone, Copy)]
pub struct Started<F>(pub F);

impl<F: Copy + FnOnce() -> Starting> Hook for Started<F> {
    #[inline(always)]
    fn around(self, native: impl FnOnce() -> c_int) -> c_int {
        // SAFETY: the requests are those of the program's call.
        unsafe { monitor::start(self.0(), native) }
    }
}

/// The data that a function counts before the call.
#[derive(Clone, Copy)]
pub struct Before<F>(pub F);

impl<F: Copy + FnOnce()> Hook for Before<F> {
    #[inline(always)]
    fn around(self, native: impl FnOnce() -> c_int) -> c_int {
        self.0();
        native()
    }
}

/// The data of a collective call.
#[derive(Clone, Copy)]
pub struct Now<F>(pub F);

impl<F: Copy + Fn() -> Option<Amount>> Hook for Now<F> {
    #[inline(always)]
    fn around(self, native: impl FnOnce() -> c_int) -> c_int {
        let code = native();
        if code == SUCCESS {
            monitor::now(&self.0);
        }
        code
    }
}

/// The data of each start of the persistent request that the call makes.
#[derive(Clone, Copy)]
pub struct Later<F>(pub Requests, pub F);

impl<F: Copy + FnOnce() -> Option<Amount>> Hook for Later<F> {
    #[inline(always)]
    fn around(self, native: impl FnOnce() -> c_int) -> c_int {
        let code = native();
        if code == SUCCESS {
            // SAFETY: the native call has succeeded, so it has written a request where the program's argument points.
            unsafe { monitor::at_starts(self.0, self.1) };
        }
        code
    }
}
