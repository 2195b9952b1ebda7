// SPDX-License-Identifier: MIT OR Apache-2.0
// Generated from crates/hsplit-generate/mpi.txt by `cargo run -p hsplit-generate`: change the table, not this file.

use super::super::prelude::*;

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Cart_create(comm_old: RawHandle, ndims: c_int, dims: *const c_int,
    periods: *const c_int, reorder: c_int, comm_cart: *mut c_void) -> c_int {
    let native = |wanted: bool| raw::cart_create(comm_old, ndims, dims, periods, if wanted { reorder } else { 0 },
        comm_cart);
    let call = || calls::Cart { call: call("MPI_Cart_create", comm_old.get(), reorder != 0), ndims, dims, periods,
        output: Output::Comm(comm_cart.cast()) };
    made("MPI_Cart_create", native, call)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Cart_map(comm: RawHandle, ndims: c_int, dims: *const c_int,
    periods: *const c_int, newrank: *mut c_int) -> c_int {
    let native = |_: bool| raw::cart_map(comm, ndims, dims, periods, newrank);
    let call = || calls::Cart { call: call("MPI_Cart_map", comm.get(), true), ndims, dims, periods,
        output: Output::Rank(newrank) };
    made("MPI_Cart_map", native, call)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Dist_graph_create(comm_old: RawHandle, n: c_int,
    sources: *const c_int, degrees: *const c_int, destinations: *const c_int, weights: *const c_int, info: RawHandle,
    reorder: c_int, comm_dist_graph: *mut c_void) -> c_int {
    let native = |wanted: bool| raw::dist_graph_create(comm_old, n, sources, degrees, destinations, weights, info,
        if wanted { reorder } else { 0 }, comm_dist_graph);
    let call = || calls::DistGraph { call: call("MPI_Dist_graph_create", comm_old.get(), reorder != 0), edges: edges(n,
        sources, degrees, destinations, Weights::new(weights)), info: info.get(), newcomm: comm_dist_graph.cast() };
    made("MPI_Dist_graph_create", native, call)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Dist_graph_create_adjacent(comm_old: RawHandle, indegree: c_int,
    sources: *const c_int, sourceweights: *const c_int, outdegree: c_int, destinations: *const c_int,
    destweights: *const c_int, info: RawHandle, reorder: c_int, comm_dist_graph: *mut c_void) -> c_int {
    let native = |wanted: bool| raw::dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights, outdegree,
        destinations, destweights, info, if wanted { reorder } else { 0 }, comm_dist_graph);
    let call = || calls::Adjacent { call: call("MPI_Dist_graph_create_adjacent", comm_old.get(), reorder != 0),
        sources: side(indegree, sources, Weights::new(sourceweights)), destinations: side(outdegree, destinations,
        Weights::new(destweights)), info: info.get(), newcomm: comm_dist_graph.cast() };
    made("MPI_Dist_graph_create_adjacent", native, call)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Graph_create(comm_old: RawHandle, nnodes: c_int,
    index: *const c_int, edges: *const c_int, reorder: c_int, comm_graph: *mut c_void) -> c_int {
    let native = |wanted: bool| raw::graph_create(comm_old, nnodes, index, edges, if wanted { reorder } else { 0 },
        comm_graph);
    let call = || calls::Graph { call: call("MPI_Graph_create", comm_old.get(), reorder != 0), nodes: nnodes, index,
        edges, output: Output::Comm(comm_graph.cast()) };
    made("MPI_Graph_create", native, call)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Graph_map(comm: RawHandle, nnodes: c_int, index: *const c_int,
    edges: *const c_int, newrank: *mut c_int) -> c_int {
    let native = |_: bool| raw::graph_map(comm, nnodes, index, edges, newrank);
    let call = || calls::Graph { call: call("MPI_Graph_map", comm.get(), true), nodes: nnodes, index, edges,
        output: Output::Rank(newrank) };
    made("MPI_Graph_map", native, call)
}
