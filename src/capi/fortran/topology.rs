// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fortran's topology calls.
//!
//! A LOGICAL is true where it is not 0, which every compiler takes. MPICH's mpif.h and mpi make the public C calls, so
//! nothing is left to do for them here; its mpi_f08 and all of Open MPI's interfaces call `PMPI_` functions.

use std::ffi::{c_int, c_void};

use mpi_sys::MPI_Comm;

use super::arguments::{put, put_comm};
use crate::calls::active;
use crate::calls::monitor::timed;
use crate::calls::reorder::topology::{Adjacent, Call, Cart, DistGraph, Graph, Output, SideArguments};
use crate::capi::topology;
use crate::error::Error;
use hsplit_mpi::constants::comm_self;
use hsplit_mpi::fortran::{Fint, comm_of, info_of, weights_of};
use hsplit_mpi::native::{BUILT_FOR, Family};
use hsplit_mpi::symbol::{Optional, c_text};
use hsplit_mpi::topology::Edges;

/// Exports a topology call under the names that Fortran compilers give it. Where nothing is reordered, its arguments go
/// unchanged to the native function of that name. The LOGICAL `reorder` is named where there is one, and so is the
/// INTEGER that a new communicator goes into, with the name that the C handle has in the call.
macro_rules! topology {
    (
        $bit:ident, $name:literal: $($fortran:ident)+; $arguments:tt, $reorder:tt, $output:tt =>
        $make:ident $fields:expr
    ) => {
        $(topology_one!($bit, $name, $fortran, $arguments, $reorder, $output, $make, $fields);)+
    };
}

macro_rules! topology_one {
    (
        $bit:ident, $name:literal, $fortran:ident, ($($argument:ident: $type:ty),*), ($($reorder:ident)?), $output:tt,
        $make:ident, $fields:expr
    ) => {
        #[doc = concat!("Intercepts ", $name, " of Fortran.")]
        ///
        /// # Safety
        /// The program's contract (`capi`).
        #[unsafe(no_mangle)]
        #[allow(clippy::too_many_arguments)]
        pub unsafe extern "C-unwind" fn $fortran($($argument: $type,)* ierr: *mut Fint) {
            type Native = unsafe extern "C-unwind" fn($($type,)* *mut Fint);
            static NEXT: Optional = Optional::next(c_text(concat!(stringify!($fortran), "\0")));
            // SAFETY: a function of this name takes these arguments in every MPI's Fortran: references. A NULL address
            // becomes `None`.
            let next = unsafe { std::mem::transmute::<*mut c_void, Option<Native>>(NEXT.function()) };
            let native = |_wanted: bool| match next {
                Some(next) => {
                    let mut code = 0;
                    $(
                        let no: Fint = 0;
                        let $reorder: *const Fint = if _wanted { $reorder } else { &raw const no };
                    )?
                    // SAFETY: the program has passed these references to the function of this name, and the native one
                    // gets them, but for `reorder`, while the program's call lasts. `no` and `code`, which is in place
                    // of `ierr`, are locals.
                    unsafe { next($($argument,)* &raw mut code) };
                    code
                }
                None => Error::WrongMpi.class(),
            };
            let is_f08 = stringify!($fortran).ends_with("_f08_");
            let code = if is_f08 || BUILT_FOR == Family::OpenMpi {
                timed(topology::FUNCTION, $name.as_ptr().addr(), || {
                    if !active::is(active::$bit) {
                        return native(true);
                    }
                    // SAFETY: the program's arrays are as long as the standard says, and the rest are references to
                    // INTEGERs and LOGICALs, which are as wide; all hold until this call returns. `active::is` is true
                    // only where `steps_aside` is not, so the handles are of the MPI that this library was built for.
                    unsafe { make!($output, $make, $fields, native) }
                })
            } else {
                native(true)
            };
            // SAFETY: `ierr` is NULL where it is left out, else an INTEGER of the program's (the program's contract,
            // `capi`).
            unsafe { put(ierr, code) };
        }
    };
}

/// Makes a call, whose result may be a new communicator.
macro_rules! make {
    (($output:ident as $newcomm:ident), $make:ident, $fields:expr, $native:ident) => {
        with_comm($output, |$newcomm| topology::$make(&$fields, $native))
    };
    ((), $make:ident, $fields:expr, $native:ident) => {
        topology::$make(&$fields, $native)
    };
}

/// Makes a call whose result is a communicator. Where the native function has made it, the program has it already.
///
/// # Safety
/// `output` is a reference to an INTEGER.
unsafe fn with_comm(output: *mut Fint, make: impl FnOnce(*mut MPI_Comm) -> c_int) -> c_int {
    // No call gives this one.
    let mut new = comm_self();
    let code = make(&raw mut new);
    if new.0 != comm_self().0 {
        // SAFETY: a reference to an INTEGER, by this function's contract.
        unsafe { put_comm(output, new) };
    }
    code
}

/// A call on a communicator of Fortran's. The calls that say which rank the caller would have have no `reorder`: the
/// answer is that of a call with a true one.
fn call(name: &'static str, comm: Fint, reorder: Option<Fint>) -> Call {
    Call { name, comm: comm_of(comm), reorder: reorder != Some(0) }
}

topology! {
    REORDER_DIST_GRAPH, "MPI_Dist_graph_create":
        mpi_dist_graph_create mpi_dist_graph_create_ mpi_dist_graph_create__ MPI_DIST_GRAPH_CREATE
        mpi_dist_graph_create_f08_;
    (
        comm_old: *const Fint, n: *const Fint, sources: *const Fint, degrees: *const Fint, destinations: *const Fint,
        weights: *const Fint, info: *const Fint, reorder: *const Fint, comm_dist_graph: *mut Fint
    ), (reorder), (comm_dist_graph as newcomm) => dist_graph DistGraph {
        call: call("MPI_Dist_graph_create", *comm_old, Some(*reorder)),
        edges: Edges { n: *n, sources, degrees, destinations, weights: weights_of(weights) },
        info: info_of(*info),
        newcomm,
    }
}

topology! {
    REORDER_DIST_GRAPH, "MPI_Dist_graph_create_adjacent":
        mpi_dist_graph_create_adjacent mpi_dist_graph_create_adjacent_ mpi_dist_graph_create_adjacent__
        MPI_DIST_GRAPH_CREATE_ADJACENT mpi_dist_graph_create_adjacent_f08_;
    (
        comm_old: *const Fint, indegree: *const Fint, sources: *const Fint, sourceweights: *const Fint,
        outdegree: *const Fint, destinations: *const Fint, destweights: *const Fint, info: *const Fint,
        reorder: *const Fint, comm_dist_graph: *mut Fint
    ), (reorder), (comm_dist_graph as newcomm) => adjacent Adjacent {
        call: call("MPI_Dist_graph_create_adjacent", *comm_old, Some(*reorder)),
        sources: SideArguments { degree: *indegree, ranks: sources, weights: weights_of(sourceweights) },
        destinations: SideArguments { degree: *outdegree, ranks: destinations, weights: weights_of(destweights) },
        info: info_of(*info),
        newcomm,
    }
}

topology! {
    REORDER_GRAPH, "MPI_Graph_create":
        mpi_graph_create mpi_graph_create_ mpi_graph_create__ MPI_GRAPH_CREATE mpi_graph_create_f08_;
    (
        comm_old: *const Fint, nnodes: *const Fint, index: *const Fint, edges: *const Fint, reorder: *const Fint,
        comm_graph: *mut Fint
    ), (reorder), (comm_graph as newcomm) => graph Graph {
        call: call("MPI_Graph_create", *comm_old, Some(*reorder)),
        nodes: *nnodes, index, edges, output: Output::Comm(newcomm),
    }
}

topology! {
    REORDER_CART, "MPI_Cart_create":
        mpi_cart_create mpi_cart_create_ mpi_cart_create__ MPI_CART_CREATE mpi_cart_create_f08_;
    (
        comm_old: *const Fint, ndims: *const Fint, dims: *const Fint, periods: *const Fint, reorder: *const Fint,
        comm_cart: *mut Fint
    ), (reorder), (comm_cart as newcomm) => cart Cart {
        call: call("MPI_Cart_create", *comm_old, Some(*reorder)),
        ndims: *ndims, dims, periods, output: Output::Comm(newcomm),
    }
}

topology! {
    REORDER_GRAPH, "MPI_Graph_map":
        mpi_graph_map mpi_graph_map_ mpi_graph_map__ MPI_GRAPH_MAP mpi_graph_map_f08_;
    (
        comm: *const Fint, nnodes: *const Fint, index: *const Fint, edges: *const Fint, newrank: *mut Fint
    ), (), () => graph Graph {
        call: call("MPI_Graph_map", *comm, None), nodes: *nnodes, index, edges, output: Output::Rank(newrank),
    }
}

topology! {
    REORDER_CART, "MPI_Cart_map":
        mpi_cart_map mpi_cart_map_ mpi_cart_map__ MPI_CART_MAP mpi_cart_map_f08_;
    (
        comm: *const Fint, ndims: *const Fint, dims: *const Fint, periods: *const Fint, newrank: *mut Fint
    ), (), () => cart Cart {
        call: call("MPI_Cart_map", *comm, None), ndims: *ndims, dims, periods, output: Output::Rank(newrank),
    }
}
