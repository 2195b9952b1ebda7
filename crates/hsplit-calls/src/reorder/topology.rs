// SPDX-License-Identifier: MIT OR Apache-2.0
//! `HSPLIT_REORDER`: topology calls with `reorder` true, of programs that do not call the library.
//!
//! A graph or a grid is between *ranks of the new communicator* (MPI 4.0, §8.5). The process that gets rank r there has
//! the neighbours that were given for r: with `MPI_Dist_graph_create` automatically, since each process names edges
//! between ranks; with `MPI_Dist_graph_create_adjacent` after old rank r has sent it the lists. The native MPI creates
//! the new communicator, from a temporary one in the new order.

use std::ffi::c_int;

use mpi_sys::{MPI_Comm, MPI_Info};

use super::options::Options;
use super::{Order, Pattern, Search, Terms, grid, lost, peer, reordered};
use crate::error::Error;
use crate::list_output::list;
use crate::runtime::{self, Runtime};
use crate::split_types::Compared;
use crate::{AsItIs, Next, not_null, peers};
use hsplit_core::communicator::Communicator;
use hsplit_core::hash::hash;
use hsplit_mpi::constants::{SUCCESS, UNDEFINED, comm_null};
use hsplit_mpi::topology::{Edges, Neighbours, Side, Weights};
use hsplit_mpi::{Comm, comm, is_usable};
use hsplit_settings::Feature;

/// The result of a call: the native call, with this `reorder`, or the library's.
type Outcome<F> = Result<Next<AsItIs<F>>, Error>;

/// A call of the program.
#[derive(Clone, Copy)]
pub struct Call {
    /// Its name.
    pub name: &'static str,
    /// The communicator.
    pub comm: MPI_Comm,
    /// True if ranks may be reordered.
    pub reorder: bool,
}

impl Call {
    /// Returns the communicator, if the library reorders it.
    fn comm(&self) -> Result<Option<Comm>, Error> {
        if !is_usable() || !comm::is_intra(self.comm) {
            return Ok(None);
        }
        // SAFETY: the program has passed the handle in this call, and the lines above have excluded MPI_COMM_NULL and
        // intercommunicators.
        let comm = unsafe { Comm::new(self.comm) }?;
        Ok(if comm.size() > 1 && peers::share(&comm, Feature::Reorder)? { Some(comm) } else { None })
    }

    /// Compares the arguments of all ranks, and computes the order. `read`: the arguments, if `reorder` is true;
    /// `None`: it is false on all ranks, or all of them have errors that the native call can report.
    ///
    /// # Errors
    /// This rank's own error has precedence over that of another rank.
    fn order<T>(
        &self,
        runtime: &Runtime,
        comm: &Comm,
        compared: Compared,
        read: Option<Result<Read<T>, Error>>,
    ) -> Result<Option<(T, Order)>, Error> {
        let text = |read: &Read<T>| format!("{} {}", read.options.text(), read.values);
        let values = read.as_ref().and_then(|read| read.as_ref().ok()).map_or_else(String::new, text);
        let own_error = read.as_ref().and_then(|read| read.as_ref().err());
        let words = "reorder, topology, kind of weights or key in info";
        let agreed = Terms { compared, values, words, own_error, reorders: self.reorder }.agree(comm);
        if matches!(agreed, Err(Error::OtherRank { .. })) {
            // (Some MPIs crash for NULL.)
            let is_native =
                own_error.is_some_and(|own_error| !matches!(own_error, Error::InfoValue { .. } | Error::Null(_)));
            if comm.sum(u64::from(is_native))? == u64::from(comm.size()) {
                return Ok(None);
            }
        }
        let read = read.transpose()?;
        agreed?;
        let Some(Read { options, roles, pattern, kept, .. }) = read else { return Ok(None) };
        let order = if options.reorders {
            Search { runtime, comm, call: self.name, roles, options: &options }.order(pattern)?
        } else {
            Order::kept(comm.size(), roles)
        };
        Ok(Some((kept, order)))
    }
}

/// The arguments of a rank.
struct Read<T> {
    options: Options,
    /// The other values that must be equal on all ranks.
    values: String,
    roles: u32,
    /// The part of the traffic that this rank provides.
    pattern: Pattern,
    /// Data for the following steps.
    kept: T,
}

/// A call of `MPI_Dist_graph_create`.
pub struct DistGraph {
    /// The data that all calls have.
    pub call: Call,
    /// The edges.
    pub edges: Edges,
    /// Hints.
    pub info: MPI_Info,
    /// The result.
    pub newcomm: *mut MPI_Comm,
}

/// A call of `MPI_Dist_graph_create_adjacent`.
pub struct Adjacent {
    /// The data that all calls have.
    pub call: Call,
    /// The incoming edges.
    pub sources: SideArguments,
    /// The outgoing edges.
    pub destinations: SideArguments,
    /// Hints.
    pub info: MPI_Info,
    /// The result.
    pub newcomm: *mut MPI_Comm,
}

/// The incoming, or the outgoing, edges of a process, as the program passes them.
#[derive(Clone, Copy)]
pub struct SideArguments {
    /// Their number.
    pub degree: c_int,
    /// The ranks at their other ends.
    pub ranks: *const c_int,
    /// Their weights.
    pub weights: Weights,
}

/// A call of `MPI_Graph_create` or `MPI_Graph_map`.
pub struct Graph {
    /// The data that all calls have.
    pub call: Call,
    /// The number of nodes.
    pub nodes: c_int,
    /// The end of the edges of each node.
    pub index: *const c_int,
    /// The edges.
    pub edges: *const c_int,
    /// The requested output.
    pub output: Output,
}

/// A call of `MPI_Cart_create` or `MPI_Cart_map`.
pub struct Cart {
    /// The data that all calls have.
    pub call: Call,
    /// The number of dimensions.
    pub ndims: c_int,
    /// Their lengths.
    pub dims: *const c_int,
    /// For each, non-zero if it is periodic.
    pub periods: *const c_int,
    /// The requested output.
    pub output: Output,
}

/// The output of a call that knows the caller's place in an order.
#[derive(Clone, Copy)]
pub enum Output {
    /// A communicator.
    Comm(*mut MPI_Comm),
    /// The rank that the caller would have in it.
    Rank(*mut c_int),
}

/// The data of all calls.
pub fn call(name: &'static str, comm: MPI_Comm, reorder: bool) -> Call {
    Call { name, comm, reorder }
}

/// Edges as a program passes them.
pub fn edges(
    n: c_int,
    sources: *const c_int,
    degrees: *const c_int,
    destinations: *const c_int,
    weights: Weights,
) -> Edges {
    Edges { n, sources, degrees, destinations, weights }
}

/// Edges of one direction as a program passes them.
pub fn side(degree: c_int, ranks: *const c_int, weights: Weights) -> SideArguments {
    SideArguments { degree, ranks, weights }
}

/// Creates a distributed graph.
///
/// # Errors
/// An argument is invalid (on every rank), or a native call fails.
///
/// # Safety
/// The program's contract (`capi`) of the C function. `native` makes the program's call with another `reorder`.
pub unsafe fn dist_graph<F: Fn(bool) -> c_int>(graph: &DistGraph, native: F) -> Outcome<impl Fn() -> c_int> {
    let call = graph.call;
    let go = |reorder| move || native(reorder);
    let Some(comm) = call.comm()? else { return natively(go(call.reorder)) };
    // SAFETY: the arrays of `graph` are the program's, as long as the standard requires, and nothing writes them until
    // this call returns.
    let read = call.reorder.then(|| unsafe { read_edges(graph, &comm) });
    match call.order(runtime::get(), &comm, Compared::DistGraph, read)? {
        None => natively(go(call.reorder)),
        Some((_, order)) if order.is_kept() => natively(go(false)),
        Some(((), order)) => {
            let new = reordered(&comm, &order)?.ok_or_else(lost)?;
            // SAFETY: `read_edges` has read the arrays and `info`, and has found `newcomm` not NULL: it is the
            // program's place for a handle until this call returns.
            unsafe { *graph.newcomm = new.dist_graph(&graph.edges, graph.info)? };
            Ok(Next::Done(SUCCESS))
        }
    }
}

/// Creates a distributed graph in which each process knows its own neighbours.
///
/// # Errors
/// An argument is invalid (on every rank), or a native call fails.
///
/// # Safety
/// As for [`dist_graph`].
pub unsafe fn adjacent<F: Fn(bool) -> c_int>(graph: &Adjacent, native: F) -> Outcome<impl Fn() -> c_int> {
    let call = graph.call;
    let go = |reorder| move || native(reorder);
    let Some(comm) = call.comm()? else { return natively(go(call.reorder)) };
    // SAFETY: the arrays of `graph` are the program's, as long as the standard requires, and nothing writes them until
    // this call returns.
    let read = call.reorder.then(|| unsafe { read_neighbours(graph, &comm) });
    match call.order(runtime::get(), &comm, Compared::DistGraphAdjacent, read)? {
        None => natively(go(call.reorder)),
        Some((_, order)) if order.is_kept() => natively(go(false)),
        Some((lists, order)) => {
            let new = reordered(&comm, &order)?.ok_or_else(lost)?;
            // The lists of old rank r are sent to new rank r.
            let from = order.new_of(new.rank()).ok_or_else(lost)?;
            let lists = lists.trade(&new, comm.rank(), from)?;
            // SAFETY: `newcomm` is not NULL: `read_neighbours` has checked it.
            unsafe { *graph.newcomm = new.dist_graph_adjacent(&lists, graph.info)? };
            Ok(Next::Done(SUCCESS))
        }
    }
}

/// Creates a graph that all processes know, or returns the rank that the caller would have in it.
///
/// # Errors
/// An argument is invalid (on every rank), or a native call fails.
///
/// # Safety
/// As for [`dist_graph`].
pub unsafe fn graph<F: Fn(bool) -> c_int>(graph: &Graph, native: F) -> Outcome<impl Fn() -> c_int> {
    // SAFETY: `index` has an element for each node and `edges` as many as its last element, both the program's, and
    // nothing writes them until this call returns.
    let read = |comm: &Comm| unsafe { read_graph(graph, comm) };
    let compared = if matches!(graph.output, Output::Comm(_)) { Compared::Graph } else { Compared::GraphMap };
    let make = |comm: &Comm, (index, edges): &Lists| Ok(comm.graph(index, edges)?);
    // SAFETY: the output is NULL, or a place of the program's until this call returns.
    unsafe { known_to_all(graph.call, compared, graph.output, read, make, native) }
}

/// Creates a grid, or returns the rank that the caller would have in it.
///
/// # Errors
/// An argument is invalid (on every rank), or a native call fails.
///
/// # Safety
/// As for [`dist_graph`].
pub unsafe fn cart<F: Fn(bool) -> c_int>(cart: &Cart, native: F) -> Outcome<impl Fn() -> c_int> {
    // SAFETY: `dims` and `periods` have `ndims` elements each, both the program's, which nothing writes until this call
    // returns.
    let read = |comm: &Comm| unsafe { read_grid(cart, comm) };
    let compared = if matches!(cart.output, Output::Comm(_)) { Compared::Cart } else { Compared::CartMap };
    let make = |comm: &Comm, (dims, periods): &Lists| Ok(comm.grid(dims, periods)?);
    // SAFETY: the output is NULL, or a place of the program's until this call returns.
    unsafe { known_to_all(cart.call, compared, cart.output, read, make, native) }
}

/// Creates a topology that all processes know. If it has fewer roles than there are processes, the order selects the
/// processes without a role.
///
/// # Safety
/// The output is NULL or valid.
unsafe fn known_to_all<T, F: Fn(bool) -> c_int>(
    call: Call,
    compared: Compared,
    output: Output,
    read: impl FnOnce(&Comm) -> Result<Read<T>, Error>,
    make: impl FnOnce(&Comm, &T) -> Result<MPI_Comm, Error>,
    native: F,
) -> Outcome<impl Fn() -> c_int> {
    let go = |reorder| move || native(reorder);
    let Some(comm) = call.comm()? else { return natively(go(call.reorder)) };
    let read = call.reorder.then(|| read(&comm));
    match call.order(runtime::get(), &comm, compared, read)? {
        None => natively(go(call.reorder)),
        Some((_, order)) if order.is_kept() && matches!(output, Output::Comm(_)) => natively(go(false)),
        Some((kept, order)) => {
            match output {
                Output::Comm(newcomm) => {
                    let new = reordered(&comm, &order)?;
                    let made = new.map_or_else(|| Ok(comm_null()), |new| make(&new, &kept))?;
                    // SAFETY: `output_is_there` has found it not NULL, so it is a place for a handle, by this
                    // function's contract.
                    unsafe { *newcomm = made };
                }
                Output::Rank(newrank) => {
                    let rank = order.new_of(comm.rank()).map_or(UNDEFINED, |rank| rank as c_int);
                    // SAFETY: `output_is_there` has found it not NULL, so it is a place for an int, by this function's
                    // contract.
                    unsafe { *newrank = rank };
                }
            }
            Ok(Next::Done(SUCCESS))
        }
    }
}

fn natively<F: Fn() -> c_int>(native: F) -> Outcome<F> {
    Ok(Next::Native(AsItIs(native)))
}

/// # Safety
/// The arrays are valid by the standard.
unsafe fn read_edges(graph: &DistGraph, comm: &Comm) -> Result<Read<()>, Error> {
    not_null(graph.newcomm, "comm_dist_graph")?;
    let Edges { n, sources, degrees, destinations, weights } = graph.edges;
    // SAFETY: both arrays have `n` elements, by this function's contract.
    let (sources, degrees) = unsafe { (list(("n", n), ("sources", sources))?, list(("n", n), ("degrees", degrees))?) };
    if let Some(&degree) = degrees.iter().find(|degree| **degree < 0) {
        return Err(Error::Negative("a degree", degree));
    }
    let total = degrees.iter().try_fold(0, |sum: c_int, degree| sum.checked_add(*degree));
    let total = total.ok_or(Error::Negative("the sum of degrees", c_int::MIN))?;
    // SAFETY: both arrays have an element for each edge, by this function's contract.
    let (destinations, weights) = unsafe {
        (list(("degrees", total), ("destinations", destinations))?, read_weights("weights", weights, total)?)
    };
    let mut arcs = Vec::with_capacity(destinations.len());
    let ends = sources.iter().zip(degrees).flat_map(|(&source, &degree)| std::iter::repeat_n(source, degree as usize));
    check_peers("sources", sources, comm.size())?;
    check_peers("destinations", destinations, comm.size())?;
    for (edge, (from, &to)) in ends.zip(destinations).enumerate() {
        arcs.push((from as u32, to as u32, weights.map_or(1.0, |weights| f64::from(weights[edge]))));
    }
    let values = format!("{}", graph.edges.weights.is_unweighted());
    Ok(Read { options: Options::read(graph.info)?, values, roles: comm.size(), pattern: Pattern::Arcs(arcs), kept: () })
}

/// # Safety
/// The arrays are valid by the standard.
unsafe fn read_neighbours(graph: &Adjacent, comm: &Comm) -> Result<Read<Neighbours>, Error> {
    not_null(graph.newcomm, "comm_dist_graph")?;
    // SAFETY: the arrays have an element for each edge, by this function's contract.
    let (sources, destinations) = unsafe {
        (
            read_side(["indegree", "sources", "sourceweights"], graph.sources, comm)?,
            read_side(["outdegree", "destinations", "destweights"], graph.destinations, comm)?,
        )
    };
    let own = comm.rank();
    let with_weights = |side: &Side| -> Vec<(u32, f64)> {
        let weight = |edge: usize| side.weights.as_ref().map_or(1.0, |weights| f64::from(weights[edge]));
        side.ranks.iter().enumerate().map(|(edge, &rank)| (rank as u32, weight(edge))).collect()
    };
    let coming = with_weights(&sources).into_iter().map(|(from, weight)| (from, own, weight));
    let going = with_weights(&destinations).into_iter().map(|(to, weight)| (own, to, weight));
    let pattern = Pattern::Arcs(coming.chain(going).collect());
    let values = format!("{} {}", sources.weights.is_some(), destinations.weights.is_some());
    let kept = Neighbours { sources, destinations };
    Ok(Read { options: Options::read(graph.info)?, values, roles: comm.size(), pattern, kept })
}

/// Reads one side of the neighbours of a process.
///
/// # Safety
/// The arrays have an element for each edge.
unsafe fn read_side(
    [degree_name, name, weights_name]: [&'static str; 3],
    SideArguments { degree, ranks, weights }: SideArguments,
    comm: &Comm,
) -> Result<Side, Error> {
    // SAFETY: the arrays have `degree` elements, by this function's contract.
    let (ranks, values) =
        unsafe { (list((degree_name, degree), (name, ranks))?, read_weights(weights_name, weights, degree)?) };
    check_peers(name, ranks, comm.size())?;
    let values = values.map(<[c_int]>::to_vec).or_else(|| (!weights.is_unweighted()).then(Vec::new));
    Ok(Side { ranks: ranks.to_vec(), weights: values })
}

/// Reads the weights of `count` edges; `None`: all are 1, or there are none.
///
/// # Safety
/// An array has `count` elements.
unsafe fn read_weights<'a>(
    argument: &'static str,
    weights: Weights,
    count: c_int,
) -> Result<Option<&'a [c_int]>, Error> {
    if weights.is_unweighted() || count == 0 {
        return Ok(None);
    }
    let address = weights.address().ok_or(Error::Null(argument))?;
    // SAFETY: the array has `count` elements, by this function's contract.
    let list = unsafe { list(("edges", count), (argument, address)) }?;
    match list.iter().position(|&weight| weight < 0) {
        Some(index) => Err(Error::Weight { argument, index, value: f64::from(list[index]) }),
        None => Ok(Some(list)),
    }
}

fn check_peers(argument: &'static str, peers: &[c_int], count: u32) -> Result<(), Error> {
    peers.iter().enumerate().try_for_each(|(index, &number)| peer(argument, index, number, count).map(drop))
}

fn output_is_there(output: Output) -> Result<(), Error> {
    match output {
        Output::Comm(newcomm) => not_null(newcomm, "the new communicator"),
        Output::Rank(newrank) => not_null(newrank, "newrank"),
    }
}

/// The two lists of a graph or a grid, which are equal on all ranks.
type Lists = (Vec<c_int>, Vec<c_int>);

/// # Safety
/// The arrays are valid by the standard.
unsafe fn read_graph(graph: &Graph, comm: &Comm) -> Result<Read<Lists>, Error> {
    output_is_there(graph.output)?;
    // SAFETY: `index` has `nodes` elements, by this function's contract.
    let index = unsafe { list(("nnodes", graph.nodes), ("index", graph.index)) }?;
    if index.len() as u64 > u64::from(comm.size()) {
        return Err(Error::TooManyRoles { roles: index.len() as u64, ranks: comm.size() });
    }
    let begins = std::iter::once(0).chain(index.iter().copied());
    if let Some((begin, &end)) = begins.clone().zip(index).find(|(begin, end)| begin > *end) {
        return Err(Error::Negative("a difference in index", end.wrapping_sub(begin)));
    }
    // SAFETY: `edges` has as many elements as the last element of `index` says, by this function's contract.
    let edges = unsafe { list(("index", index.last().copied().unwrap_or(0)), ("edges", graph.edges)) }?;
    check_peers("edges", edges, index.len() as u32)?;
    let of_node = |(node, (begin, &end)): (usize, (c_int, &c_int))| {
        edges[begin as usize..end as usize].iter().map(move |&to| (node as u32, to as u32, 1.0))
    };
    // All ranks know the graph; rank 0 provides it.
    let arcs = if comm.rank() == 0 { begins.zip(index).enumerate().flat_map(of_node).collect() } else { vec![] };
    let values = digest(&[index, edges]);
    Ok(Read {
        options: Options::default(),
        values,
        roles: index.len() as u32,
        pattern: Pattern::Arcs(arcs),
        kept: (index.to_vec(), edges.to_vec()),
    })
}

/// # Safety
/// The arrays are valid by the standard.
unsafe fn read_grid(cart: &Cart, comm: &Comm) -> Result<Read<Lists>, Error> {
    output_is_there(cart.output)?;
    // SAFETY: both arrays have `ndims` elements, by this function's contract.
    let (dims, periods) = unsafe {
        (list(("ndims", cart.ndims), ("dims", cart.dims))?, list(("ndims", cart.ndims), ("periods", cart.periods))?)
    };
    let weights = &runtime::get().settings.cart_weights;
    let grid = grid::weighted(dims, periods, weights, comm.size())?;
    let periods: Vec<c_int> = periods.iter().map(|&periodic| c_int::from(periodic != 0)).collect();
    let values = digest(&[dims, &periods]);
    let (options, roles) = (Options::default(), grid.roles() as u32);
    Ok(Read { options, values, roles, pattern: Pattern::Grid(grid), kept: (dims.to_vec(), periods) })
}

/// Returns a text that differs if the lists do.
fn digest(lists: &[&[c_int]]) -> String {
    let bytes = |list: &&[c_int]| list.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    lists.iter().map(|list| format!("{} {:x} ", list.len(), hash(&bytes(list)))).collect()
}
