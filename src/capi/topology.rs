// SPDX-License-Identifier: MIT OR Apache-2.0
//! The topology calls of MPI, intercepted for `HSPLIT_REORDER`. Where it is not set, a call reads one number and makes
//! the native call.

use std::ffi::{c_int, c_void};

use super::boundary::enter;
use crate::calls::active;
use crate::calls::monitor::{Function, timed};
use crate::calls::reorder::topology::{self, Adjacent, Call, Cart, DistGraph, Graph, Output, SideArguments};
use hsplit_monitor::Category;
use hsplit_mpi::raw::{self, RawHandle};
use hsplit_mpi::topology::{Edges, Weights};

/// Makes a distributed graph with handles of this MPI.
///
/// # Safety
/// The arguments are the program's own, with handles of the MPI that this library was built for.
pub(super) unsafe fn dist_graph(graph: &DistGraph, native: impl Fn(bool) -> c_int) -> c_int {
    // SAFETY: the arrays and the output of `graph` are the program's own, with handles of this library's MPI, as the
    // caller promises.
    enter(graph.call.name, graph.call.comm, || unsafe { topology::dist_graph(graph, native) })
}

/// Makes a distributed graph of which each process knows its own neighbours.
///
/// # Safety
/// As for [`dist_graph`].
pub(super) unsafe fn adjacent(graph: &Adjacent, native: impl Fn(bool) -> c_int) -> c_int {
    // SAFETY: the arrays and the output of `graph` are the program's own, with handles of this library's MPI, as the
    // caller promises.
    enter(graph.call.name, graph.call.comm, || unsafe { topology::adjacent(graph, native) })
}

/// Makes a graph, or says which rank the caller would have in it.
///
/// # Safety
/// As for [`dist_graph`].
pub(super) unsafe fn graph(graph: &Graph, native: impl Fn(bool) -> c_int) -> c_int {
    // SAFETY: the arrays and the output of `graph` are the program's own, with handles of this library's MPI, as the
    // caller promises.
    enter(graph.call.name, graph.call.comm, || unsafe { topology::graph(graph, native) })
}

/// Makes a grid, or says which rank the caller would have in it.
///
/// # Safety
/// As for [`dist_graph`].
pub(super) unsafe fn cart(cart: &Cart, native: impl Fn(bool) -> c_int) -> c_int {
    // SAFETY: the arrays and the output of `cart` are the program's own, with handles of this library's MPI, as the
    // caller promises.
    enter(cart.call.name, cart.call.comm, || unsafe { topology::cart(cart, native) })
}

/// The calls that say which rank the caller would have have no `reorder`: the answer is that of a call with one.
const WANTED: bool = true;

/// For their times.
pub(super) const FUNCTION: Function = Function::waiting(Category::Topology);

/// Exports a topology call. Where nothing is reordered, its arguments go as they are to the native function.
macro_rules! topology {
    (
        $bit:ident, $name:ident = $native:ident($($argument:ident: $type:ty),*)$(, $reorder:ident)? => $call:ident
        $fields:expr
    ) => {
        #[doc = concat!("Intercepts ", stringify!($name), ". Declared by mpi.h.")]
        ///
        /// # Safety
        /// The program's contract (`capi`).
        #[unsafe(no_mangle)]
        #[allow(clippy::too_many_arguments)]
        pub unsafe extern "C-unwind" fn $name($($argument: $type),*) -> c_int {
            let made = || {
                if !active::is(active::$bit) {
                    // SAFETY: the program has passed these arguments to the function of this name, and the native one
                    // gets them unchanged, while the program's call lasts.
                    return unsafe { raw::$native($($argument),*) };
                }
                let native = |_wanted: bool| {
                    $(let $reorder = if _wanted { $reorder } else { 0 };)?
                    // SAFETY: the native function of this name gets the program's own arguments, while the program's
                    // call lasts, but for `reorder`, which may be false in any call.
                    unsafe { raw::$native($($argument),*) }
                };
                // SAFETY: the structure has the program's own arguments, which hold until this function returns.
                // `active::is` is true only where `steps_aside` is not, so the handles are of the MPI that this library
                // was built for.
                unsafe { $call(&$fields, native) }
            };
            timed(FUNCTION, stringify!($name).as_ptr().addr(), made)
        }
    };
}

topology! {
    REORDER_DIST_GRAPH, MPI_Dist_graph_create = dist_graph_create(
        comm_old: RawHandle, n: c_int, sources: *const c_int, degrees: *const c_int, destinations: *const c_int,
        weights: *const c_int, info: RawHandle, reorder: c_int, comm_dist_graph: *mut c_void
    ), reorder => dist_graph DistGraph {
        call: Call { name: "MPI_Dist_graph_create", comm: comm_old.get(), reorder: reorder != 0 },
        edges: Edges { n, sources, degrees, destinations, weights: Weights::new(weights) },
        info: info.get(),
        newcomm: comm_dist_graph.cast(),
    }
}

topology! {
    REORDER_DIST_GRAPH, MPI_Dist_graph_create_adjacent = dist_graph_create_adjacent(
        comm_old: RawHandle, indegree: c_int, sources: *const c_int, sourceweights: *const c_int, outdegree: c_int,
        destinations: *const c_int, destweights: *const c_int, info: RawHandle, reorder: c_int,
        comm_dist_graph: *mut c_void
    ), reorder => adjacent Adjacent {
        call: Call { name: "MPI_Dist_graph_create_adjacent", comm: comm_old.get(), reorder: reorder != 0 },
        sources: SideArguments { degree: indegree, ranks: sources, weights: Weights::new(sourceweights) },
        destinations: SideArguments { degree: outdegree, ranks: destinations, weights: Weights::new(destweights) },
        info: info.get(),
        newcomm: comm_dist_graph.cast(),
    }
}

topology! {
    REORDER_GRAPH, MPI_Graph_create = graph_create(
        comm_old: RawHandle, nnodes: c_int, index: *const c_int, edges: *const c_int, reorder: c_int,
        comm_graph: *mut c_void
    ), reorder => graph Graph {
        call: Call { name: "MPI_Graph_create", comm: comm_old.get(), reorder: reorder != 0 },
        nodes: nnodes, index, edges, output: Output::Comm(comm_graph.cast()),
    }
}

topology! {
    REORDER_CART, MPI_Cart_create = cart_create(
        comm_old: RawHandle, ndims: c_int, dims: *const c_int, periods: *const c_int, reorder: c_int,
        comm_cart: *mut c_void
    ), reorder => cart Cart {
        call: Call { name: "MPI_Cart_create", comm: comm_old.get(), reorder: reorder != 0 },
        ndims, dims, periods, output: Output::Comm(comm_cart.cast()),
    }
}

topology! {
    REORDER_GRAPH, MPI_Graph_map = graph_map(
        comm: RawHandle, nnodes: c_int, index: *const c_int, edges: *const c_int, newrank: *mut c_int
    ) => graph Graph {
        call: Call { name: "MPI_Graph_map", comm: comm.get(), reorder: WANTED },
        nodes: nnodes, index, edges, output: Output::Rank(newrank),
    }
}

topology! {
    REORDER_CART, MPI_Cart_map = cart_map(
        comm: RawHandle, ndims: c_int, dims: *const c_int, periods: *const c_int, newrank: *mut c_int
    ) => cart Cart {
        call: Call { name: "MPI_Cart_map", comm: comm.get(), reorder: WANTED },
        ndims, dims, periods, output: Output::Rank(newrank),
    }
}
