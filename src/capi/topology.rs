// SPDX-License-Identifier: MIT OR Apache-2.0
//! The topology calls of MPI, intercepted for `HSPLIT_REORDER`. If the variable is not set, a call reads one number and
//! makes the native call.
//!
//! The entries in C are in `generated`, those in Fortran in `fortran::topology`. hsplit-generate writes both from one
//! table, `crates/hsplit-generate/mpi.txt`. This file has their common part.

use std::ffi::c_int;

use super::again::is_a_tools;
use super::boundary::enter;
use hsplit_calls::active;
use hsplit_calls::function_id::FunctionId;
use hsplit_calls::monitor::{Function, timed};
use hsplit_calls::reorder::topology::{self, Adjacent, Cart, DistGraph, Graph};

/// The entries.
///
/// Every `unsafe` there has the same reasons. The native function gets the arguments with which the program has called
/// the entry, during this call, except `reorder`, which may be false in any call. The structure of a call reads them
/// only if the feature is enabled, and therefore only if the library is not disabled: the handles are of the MPI for
/// which this library was built.
#[allow(
    non_snake_case,
    unsafe_op_in_unsafe_fn,
    clippy::undocumented_unsafe_blocks,
    clippy::too_many_arguments,
    reason = "generated, and described above"
)]
mod generated {
    #[rustfmt::skip]
    mod entries;
}

/// The names that the entries in C use.
mod prelude {
    pub use std::ffi::{c_int, c_void};

    pub(super) use super::made;
    pub use hsplit_calls::reorder::topology::{self as calls, Output, call, edges, side};
    pub use hsplit_mpi::raw::{self, RawHandle};
    pub use hsplit_mpi::topology::Weights;
}

/// A call that makes a topology.
pub(super) trait Topology {
    /// The bit of the feature that needs it.
    const ASKED: u32;

    /// Makes it. `native`: makes the native call with this `reorder`.
    ///
    /// # Safety
    /// The arrays and the output are the program's own, with handles of the MPI that this library was built for.
    unsafe fn make(&self, native: impl Fn(bool) -> c_int) -> c_int;
}

impl Topology for DistGraph {
    const ASKED: u32 = active::REORDER_DIST_GRAPH;

    unsafe fn make(&self, native: impl Fn(bool) -> c_int) -> c_int {
        // SAFETY: the arrays and the output are as `dist_graph` asks, by this function's contract.
        enter(self.call.name, self.call.comm, || unsafe { topology::dist_graph(self, native) })
    }
}

impl Topology for Adjacent {
    const ASKED: u32 = active::REORDER_DIST_GRAPH;

    unsafe fn make(&self, native: impl Fn(bool) -> c_int) -> c_int {
        // SAFETY: the arrays and the output are as `adjacent` asks, by this function's contract.
        enter(self.call.name, self.call.comm, || unsafe { topology::adjacent(self, native) })
    }
}

impl Topology for Graph {
    const ASKED: u32 = active::REORDER_GRAPH;

    unsafe fn make(&self, native: impl Fn(bool) -> c_int) -> c_int {
        // SAFETY: the arrays and the output are as `graph` asks, by this function's contract.
        enter(self.call.name, self.call.comm, || unsafe { topology::graph(self, native) })
    }
}

impl Topology for Cart {
    const ASKED: u32 = active::REORDER_CART;

    unsafe fn make(&self, native: impl Fn(bool) -> c_int) -> c_int {
        // SAFETY: the arrays and the output are as `cart` asks, by this function's contract.
        enter(self.call.name, self.call.comm, || unsafe { topology::cart(self, native) })
    }
}

/// Makes a call, with the time that it takes. `native`: makes the native call, with the program's `reorder` or with a
/// false one.
///
/// # Safety
/// As for [`Topology::make`], where something is asked.
pub(super) unsafe fn made<C: Topology>(
    name: &'static str,
    native: impl Fn(bool) -> c_int,
    call: impl FnOnce() -> C,
) -> c_int {
    if is_a_tools(|| FunctionId::of(name)) {
        return native(true);
    }
    timed(Function::TOPOLOGY, name.as_ptr().addr(), || {
        if !active::is(C::ASKED) {
            return native(true);
        }
        // SAFETY: `active::is` is true only if `is_disabled` is not, so the handles are of the MPI that this library
        // was built for. The rest is the caller's contract.
        unsafe { call().make(native) }
    })
}
