// SPDX-License-Identifier: MIT OR Apache-2.0
// Generated from crates/hsplit-generate/mpi.txt by `cargo run -p hsplit-generate`: change the table, not this file.

use super::super::prelude::*;

type CartCreate = unsafe extern "C-unwind" fn(In, In, In, In, In, Data, Out);
unsafe fn cart_create(next: &Next<CartCreate>, comm_old: In, ndims: In, dims: In, periods: In, reorder: In,
    comm_cart: Data, ierr: Out) {
    let native = |native: CartCreate, wanted: bool, ierr: Out| native(comm_old, ndims, dims, periods,
        if wanted { reorder } else { &NO }, comm_cart, ierr);
    let call = |newcomm| calls::Cart { call: call("MPI_Cart_create", comm_of(*comm_old), *reorder != 0), ndims: *ndims,
        dims, periods, output: Output::Comm(newcomm) };
    next.topology("MPI_Cart_create", ierr, comm_cart.cast(), native, call)
}
static CART_CREATE: Spelled<CartCreate> = spelled([c"mpi_cart_create_", c"mpi_cart_create__", c"MPI_CART_CREATE",
    c"mpi_cart_create_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_cart_create_(a: In, b: In, c: In, d: In, e: In, f: Data, g: Out) {
    cart_create(&CART_CREATE[0], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_cart_create__(a: In, b: In, c: In, d: In, e: In, f: Data,
    g: Out) {
    cart_create(&CART_CREATE[1], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_CART_CREATE(a: In, b: In, c: In, d: In, e: In, f: Data, g: Out) {
    cart_create(&CART_CREATE[2], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_cart_create_f08_(a: In, b: In, c: In, d: In, e: In, f: Data,
    g: Out) {
    cart_create(&CART_CREATE[3], a, b, c, d, e, f, g)
}

type CartMap = unsafe extern "C-unwind" fn(In, In, In, In, Out, Out);
unsafe fn cart_map(next: &Next<CartMap>, comm: In, ndims: In, dims: In, periods: In, newrank: Out, ierr: Out) {
    let native = |native: CartMap, _: bool, ierr: Out| native(comm, ndims, dims, periods, newrank, ierr);
    let call = |_| calls::Cart { call: call("MPI_Cart_map", comm_of(*comm), true), ndims: *ndims, dims, periods,
        output: Output::Rank(newrank) };
    next.topology("MPI_Cart_map", ierr, std::ptr::null_mut(), native, call)
}
static CART_MAP: Spelled<CartMap> = spelled([c"mpi_cart_map_", c"mpi_cart_map__", c"MPI_CART_MAP",
    c"mpi_cart_map_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_cart_map_(a: In, b: In, c: In, d: In, e: Out, f: Out) {
    cart_map(&CART_MAP[0], a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_cart_map__(a: In, b: In, c: In, d: In, e: Out, f: Out) {
    cart_map(&CART_MAP[1], a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_CART_MAP(a: In, b: In, c: In, d: In, e: Out, f: Out) {
    cart_map(&CART_MAP[2], a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_cart_map_f08_(a: In, b: In, c: In, d: In, e: Out, f: Out) {
    cart_map(&CART_MAP[3], a, b, c, d, e, f)
}

type DistGraphCreate = unsafe extern "C-unwind" fn(In, In, In, In, In, In, In, In, Data, Out);
unsafe fn dist_graph_create(next: &Next<DistGraphCreate>, comm_old: In, n: In, sources: In, degrees: In,
    destinations: In, weights: In, info: In, reorder: In, comm_dist_graph: Data, ierr: Out) {
    let native = |native: DistGraphCreate, wanted: bool, ierr: Out| native(comm_old, n, sources, degrees, destinations,
        weights, info, if wanted { reorder } else { &NO }, comm_dist_graph, ierr);
    let call = |newcomm| calls::DistGraph { call: call("MPI_Dist_graph_create", comm_of(*comm_old), *reorder != 0),
        edges: edges(*n, sources, degrees, destinations, weights_of(weights)), info: info_of(*info), newcomm };
    next.topology("MPI_Dist_graph_create", ierr, comm_dist_graph.cast(), native, call)
}
static DIST_GRAPH_CREATE: Spelled<DistGraphCreate> = spelled([c"mpi_dist_graph_create_", c"mpi_dist_graph_create__",
    c"MPI_DIST_GRAPH_CREATE", c"mpi_dist_graph_create_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_dist_graph_create_(a: In, b: In, c: In, d: In, e: In, f: In, g: In,
    h: In, i: Data, j: Out) {
    dist_graph_create(&DIST_GRAPH_CREATE[0], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_dist_graph_create__(a: In, b: In, c: In, d: In, e: In, f: In,
    g: In, h: In, i: Data, j: Out) {
    dist_graph_create(&DIST_GRAPH_CREATE[1], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_DIST_GRAPH_CREATE(a: In, b: In, c: In, d: In, e: In, f: In, g: In,
    h: In, i: Data, j: Out) {
    dist_graph_create(&DIST_GRAPH_CREATE[2], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_dist_graph_create_f08_(a: In, b: In, c: In, d: In, e: In, f: In,
    g: In, h: In, i: Data, j: Out) {
    dist_graph_create(&DIST_GRAPH_CREATE[3], a, b, c, d, e, f, g, h, i, j)
}

type DistGraphCreateAdjacent = unsafe extern "C-unwind" fn(In, In, In, In, In, In, In, In, In, Data, Out);
unsafe fn dist_graph_create_adjacent(next: &Next<DistGraphCreateAdjacent>, comm_old: In, indegree: In, sources: In,
    sourceweights: In, outdegree: In, destinations: In, destweights: In, info: In, reorder: In, comm_dist_graph: Data,
    ierr: Out) {
    let native = |native: DistGraphCreateAdjacent, wanted: bool, ierr: Out| native(comm_old, indegree, sources,
        sourceweights, outdegree, destinations, destweights, info, if wanted { reorder } else { &NO }, comm_dist_graph,
        ierr);
    let call = |newcomm| calls::Adjacent { call: call("MPI_Dist_graph_create_adjacent", comm_of(*comm_old),
        *reorder != 0), sources: side(*indegree, sources, weights_of(sourceweights)), destinations: side(*outdegree,
        destinations, weights_of(destweights)), info: info_of(*info), newcomm };
    next.topology("MPI_Dist_graph_create_adjacent", ierr, comm_dist_graph.cast(), native, call)
}
static DIST_GRAPH_CREATE_ADJACENT: Spelled<DistGraphCreateAdjacent> = spelled([c"mpi_dist_graph_create_adjacent_",
    c"mpi_dist_graph_create_adjacent__", c"MPI_DIST_GRAPH_CREATE_ADJACENT", c"mpi_dist_graph_create_adjacent_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_dist_graph_create_adjacent_(a: In, b: In, c: In, d: In, e: In,
    f: In, g: In, h: In, i: In, j: Data, k: Out) {
    dist_graph_create_adjacent(&DIST_GRAPH_CREATE_ADJACENT[0], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_dist_graph_create_adjacent__(a: In, b: In, c: In, d: In, e: In,
    f: In, g: In, h: In, i: In, j: Data, k: Out) {
    dist_graph_create_adjacent(&DIST_GRAPH_CREATE_ADJACENT[1], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_DIST_GRAPH_CREATE_ADJACENT(a: In, b: In, c: In, d: In, e: In,
    f: In, g: In, h: In, i: In, j: Data, k: Out) {
    dist_graph_create_adjacent(&DIST_GRAPH_CREATE_ADJACENT[2], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_dist_graph_create_adjacent_f08_(a: In, b: In, c: In, d: In, e: In,
    f: In, g: In, h: In, i: In, j: Data, k: Out) {
    dist_graph_create_adjacent(&DIST_GRAPH_CREATE_ADJACENT[3], a, b, c, d, e, f, g, h, i, j, k)
}

type GraphCreate = unsafe extern "C-unwind" fn(In, In, In, In, In, Data, Out);
unsafe fn graph_create(next: &Next<GraphCreate>, comm_old: In, nnodes: In, index: In, edges: In, reorder: In,
    comm_graph: Data, ierr: Out) {
    let native = |native: GraphCreate, wanted: bool, ierr: Out| native(comm_old, nnodes, index, edges,
        if wanted { reorder } else { &NO }, comm_graph, ierr);
    let call = |newcomm| calls::Graph { call: call("MPI_Graph_create", comm_of(*comm_old), *reorder != 0),
        nodes: *nnodes, index, edges, output: Output::Comm(newcomm) };
    next.topology("MPI_Graph_create", ierr, comm_graph.cast(), native, call)
}
static GRAPH_CREATE: Spelled<GraphCreate> = spelled([c"mpi_graph_create_", c"mpi_graph_create__", c"MPI_GRAPH_CREATE",
    c"mpi_graph_create_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_graph_create_(a: In, b: In, c: In, d: In, e: In, f: Data,
    g: Out) {
    graph_create(&GRAPH_CREATE[0], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_graph_create__(a: In, b: In, c: In, d: In, e: In, f: Data,
    g: Out) {
    graph_create(&GRAPH_CREATE[1], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_GRAPH_CREATE(a: In, b: In, c: In, d: In, e: In, f: Data, g: Out) {
    graph_create(&GRAPH_CREATE[2], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_graph_create_f08_(a: In, b: In, c: In, d: In, e: In, f: Data,
    g: Out) {
    graph_create(&GRAPH_CREATE[3], a, b, c, d, e, f, g)
}

type GraphMap = unsafe extern "C-unwind" fn(In, In, In, In, Out, Out);
unsafe fn graph_map(next: &Next<GraphMap>, comm: In, nnodes: In, index: In, edges: In, newrank: Out, ierr: Out) {
    let native = |native: GraphMap, _: bool, ierr: Out| native(comm, nnodes, index, edges, newrank, ierr);
    let call = |_| calls::Graph { call: call("MPI_Graph_map", comm_of(*comm), true), nodes: *nnodes, index, edges,
        output: Output::Rank(newrank) };
    next.topology("MPI_Graph_map", ierr, std::ptr::null_mut(), native, call)
}
static GRAPH_MAP: Spelled<GraphMap> = spelled([c"mpi_graph_map_", c"mpi_graph_map__", c"MPI_GRAPH_MAP",
    c"mpi_graph_map_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_graph_map_(a: In, b: In, c: In, d: In, e: Out, f: Out) {
    graph_map(&GRAPH_MAP[0], a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_graph_map__(a: In, b: In, c: In, d: In, e: Out, f: Out) {
    graph_map(&GRAPH_MAP[1], a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_GRAPH_MAP(a: In, b: In, c: In, d: In, e: Out, f: Out) {
    graph_map(&GRAPH_MAP[2], a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_graph_map_f08_(a: In, b: In, c: In, d: In, e: Out, f: Out) {
    graph_map(&GRAPH_MAP[3], a, b, c, d, e, f)
}
