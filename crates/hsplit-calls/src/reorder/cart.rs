// SPDX-License-Identifier: MIT OR Apache-2.0
//! `HSPLIT_Cart_create` and `HSPLIT_Dims_create`: grids with weights along their dimensions (mpi-issues 120).
//!
//! Every rank computes the lengths of dimensions from the map of the communicator, which all ranks have. So all get the
//! same result, and `HSPLIT_Dims_create` is local if the map exists.

use std::ffi::c_int;

use mpi_sys::{MPI_Comm, MPI_Info};

use super::grid::{self, Stencil};
use super::options::Options;
use super::{MOST_OF_GRID, Order, Pattern, Search, Terms, as_message, reordered, whole_numbers};
use crate::error::Error;
use crate::list_output::list;
use crate::runtime::{self, Runtime};
use crate::split_types::Compared;
use crate::{info_value, intracommunicator, map, not_null};
use hsplit_core::communicator::Communicator;
use hsplit_mapping::{Grid, Slots, choose_dims};
use hsplit_mpi::Comm;
use hsplit_mpi::constants::comm_null;

/// The arguments of `HSPLIT_Cart_create`.
#[derive(Clone, Copy)]
pub struct WeightedCart {
    /// The communicator.
    pub comm: MPI_Comm,
    /// The number of dimensions.
    pub ndims: c_int,
    /// The traffic along each; NULL: equal along all.
    pub weights: *const f64,
    /// For each dimension, non-zero if it is periodic.
    pub periods: *const c_int,
    /// The info keys.
    pub info: MPI_Info,
    /// The lengths; lengths of 0 are chosen.
    pub dims: *mut c_int,
    /// The result.
    pub comm_cart: *mut MPI_Comm,
}

/// The input of the choice of a grid's lengths. `HSPLIT_Dims_create` does not know which dimensions are periodic, so
/// both calls ignore that.
struct Lengths {
    /// The given lengths; lengths of 0 are chosen.
    given: Vec<u32>,
    stencil: Stencil,
}

impl Lengths {
    /// Chooses the lengths of all dimensions. The first call on a communicator is collective.
    fn choose(&self, runtime: &Runtime, handle: MPI_Comm, size: u32) -> Result<Vec<u32>, Error> {
        let among = |slots: &Slots| choose_dims(size, &self.given, &self.stencil, slots);
        let chosen = match self.given.contains(&0) {
            false => Some(self.given.clone()),
            true if runtime.is_disabled() => among(&Slots::alike(size)),
            true => map::ask(runtime, handle, |map| Ok(among(&Slots::from_table(&map.table))))?,
        };
        chosen.ok_or_else(|| Error::Internal("no lengths for a grid".into()))
    }
}

/// Creates a grid whose ranks have little traffic over long distances. Collective.
///
/// # Errors
/// An argument is invalid (on every rank), or a native call fails.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn cart_create(cart: WeightedCart) -> Result<(), Error> {
    if !cart.comm_cart.is_null() {
        // SAFETY: not NULL, and a place for a handle by the contract of HSPLIT_Cart_create.
        unsafe { *cart.comm_cart = comm_null() };
    }
    let runtime = runtime::get();
    intracommunicator(cart.comm, "comm_old")?;
    // SAFETY: the program has passed the handle in this call; `intracommunicator` has excluded everything else.
    let comm = unsafe { Comm::new(cart.comm) }?;
    // SAFETY: the arrays have `ndims` elements, by this function's contract.
    let read = not_null(cart.comm_cart, "comm_cart").and_then(|()| unsafe { read(&cart, &comm) });
    let text = |(lengths, periods, options): &(Lengths, Vec<bool>, Options)| {
        format!("{:?} {periods:?} {:?} {}", lengths.given, lengths.stencil, options.text())
    };
    let values = read.as_ref().map_or_else(|_| String::new(), text);
    let words = "dims, periods, weights or key in info";
    let terms =
        Terms { compared: Compared::WeightedCart, values, words, own_error: read.as_ref().err(), reorders: true };
    let agreed = terms.agree(&comm);
    let (wanted, periods, options) = read?;
    agreed?;
    let dims = wanted.choose(runtime, cart.comm, comm.size())?;
    let lengths: Vec<c_int> = dims.iter().map(|&dim| dim as c_int).collect();
    let rings: Vec<c_int> = periods.iter().map(|&periodic| c_int::from(periodic)).collect();
    let grid = Grid { dims, periods, stencil: wanted.stencil };
    let roles = grid.roles() as u32;
    let order = if runtime.is_disabled() || !options.reorders {
        Order::kept(comm.size(), roles)
    } else {
        let search = Search { runtime, comm: &comm, call: "HSPLIT_Cart_create", roles, options: &options };
        search.order(Pattern::Grid(grid))?
    };
    let new = reordered(&comm, &order)?;
    let made = new.map_or_else(|| Ok(comm_null()), |new| new.grid(&lengths, &rings))?;
    // SAFETY: `comm_cart` is not NULL, and `dims` has `ndims` elements: `read` has checked both.
    unsafe {
        put(&lengths, cart.dims);
        *cart.comm_cart = made;
    }
    Ok(())
}

/// # Safety
/// The arrays have `ndims` elements.
unsafe fn read(cart: &WeightedCart, comm: &Comm) -> Result<(Lengths, Vec<bool>, Options), Error> {
    let options = Options::read(cart.info)?;
    // SAFETY: the arrays have `ndims` elements, by this function's contract.
    let (dims, periods, weights) = unsafe {
        (
            list(("ndims", cart.ndims), ("dims", cart.dims))?,
            list(("ndims", cart.ndims), ("periods", cart.periods))?,
            read_weights(cart.ndims, cart.weights, options.counts_messages)?,
        )
    };
    let given = grid::lengths(dims, comm.size())?;
    let periods = periods.iter().map(|&periodic| periodic != 0).collect();
    let stencil = info_value(cart.info, c"hsplit_stencil", grid::STENCILS, |text| grid::stencil(text, &weights))?;
    let stencil = stencil.unwrap_or_else(|| grid::star(&weights));
    Ok((Lengths { given, stencil }, periods, options))
}

/// Reads the weights of dimensions.
///
/// # Safety
/// The array is NULL or has `ndims` elements, which is not negative.
unsafe fn read_weights(ndims: c_int, weights: *const f64, counts_messages: bool) -> Result<Vec<u64>, Error> {
    if weights.is_null() || ndims == 0 {
        return Ok(vec![1; ndims as usize]);
    }
    // SAFETY: not NULL, and `ndims` elements long by this function's contract.
    let weights = unsafe { std::slice::from_raw_parts(weights, ndims as usize) };
    if let Some(index) = weights.iter().position(|weight| !weight.is_finite() || *weight < 0.0) {
        return Err(Error::Weight { argument: "weights", index, value: weights[index] });
    }
    let weights = weights.iter().map(|&weight| if counts_messages { as_message(weight) } else { weight });
    Ok(whole_numbers(&weights.collect::<Vec<f64>>(), MOST_OF_GRID))
}

/// Writes the lengths of dimensions.
///
/// # Safety
/// The array has as many elements as `lengths`.
unsafe fn put(lengths: &[c_int], dims: *mut c_int) {
    for (index, &length) in lengths.iter().enumerate() {
        // SAFETY: the array has as many elements as `lengths`, by this function's contract.
        unsafe { *dims.add(index) = length };
    }
}

/// Chooses the lengths of dimensions. The first call on a communicator is collective.
///
/// # Errors
/// An argument is invalid. A first call reports it after the exchange.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn dims_create(handle: MPI_Comm, ndims: c_int, weights: *const f64, dims: *mut c_int) -> Result<(), Error> {
    let runtime = runtime::get();
    intracommunicator(handle, "comm")?;
    if !runtime.is_disabled() {
        // All ranks take part in the first call, whatever they pass.
        map::ask(runtime, handle, |_| Ok(()))?;
    }
    // SAFETY: the program has passed the handle in this call; `intracommunicator` has excluded everything else.
    let size = unsafe { Comm::new(handle) }?.size();
    // SAFETY: the arrays have `ndims` elements, by this function's contract; `list` rejects a negative number.
    let (given, weights) = unsafe { (list(("ndims", ndims), ("dims", dims))?, read_weights(ndims, weights, false)?) };
    let lengths = Lengths { given: grid::lengths(given, size)?, stencil: grid::star(&weights) };
    let lengths: Vec<c_int> =
        lengths.choose(runtime, handle, size)?.into_iter().map(|length| length as c_int).collect();
    // SAFETY: `dims` has `ndims` elements, by this function's contract, and `list` has checked for NULL.
    unsafe { put(&lengths, dims) };
    Ok(())
}
