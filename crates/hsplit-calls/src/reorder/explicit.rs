// SPDX-License-Identifier: MIT OR Apache-2.0
//! `HSPLIT_Comm_reorder` and `HSPLIT_Comm_migrate`: explicit reordering, from a matrix that the program passes.

use std::ffi::c_int;

use mpi_sys::{MPI_Comm, MPI_Info};

use super::options::Options;
use super::{Order, Pattern, Search, Terms, lost, peer, reordered};
use crate::error::Error;
use crate::list_output::list;
use crate::runtime::{self, Runtime};
use crate::split_types::Compared;
use crate::{intracommunicator, not_null, usable};
use hsplit_core::communicator::Communicator;
use hsplit_core::hash::hash;
use hsplit_mpi::constants::{comm_null, datatype_null, in_place, proc_null};
pub use hsplit_mpi::replace::Data;
use hsplit_mpi::{Comm, comm, datatype, probe, replace};

/// A rank's row of the matrix, as the program passes it.
#[derive(Clone, Copy)]
pub struct Row {
    /// The communicator.
    pub comm: MPI_Comm,
    /// The number of ranks to which the caller sends.
    pub n: c_int,
    /// These ranks.
    pub peers: *const c_int,
    /// The amount that it sends to each; NULL: the same to all.
    pub weights: *const f64,
    /// The info keys.
    pub info: MPI_Info,
}

/// The outputs of `HSPLIT_Comm_reorder`.
#[derive(Clone, Copy)]
pub struct Outputs {
    /// The new communicator.
    pub newcomm: *mut MPI_Comm,
    /// The rank whose role the caller has now; NULL if it is not requested.
    pub receive_from: *mut c_int,
    /// The rank that has the caller's role now; NULL if it is not requested.
    pub send_to: *mut c_int,
}

/// Creates a communicator of the same ranks in the order in which traffic costs least. Collective.
///
/// # Errors
/// An argument is invalid (on every rank), or a native call fails.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn reorder(row: Row, outputs: Outputs) -> Result<(), Error> {
    // SAFETY: the outputs are NULL or valid, by this function's contract.
    unsafe { outputs.clear() };
    intracommunicator(row.comm, "comm")?;
    // SAFETY: the program has passed the handle in this call; `intracommunicator` has excluded everything else.
    let comm = unsafe { Comm::new(row.comm) }?;
    // SAFETY: the arrays are as long as stated, by this function's contract.
    let wanted = unsafe { read(row, &comm) };
    let request = ReorderRequest { call: "HSPLIT_Comm_reorder", compared: Compared::Reorder, comm: &comm, wanted };
    // SAFETY: each output is NULL or a place of the program until this call returns, by this function's contract.
    unsafe { request.carry_out(outputs) }
}

/// The request of a rank.
pub(crate) struct ReorderRequest<'a> {
    /// The call, for messages.
    pub call: &'a str,
    /// The number of the call for the comparison between ranks.
    pub compared: Compared,
    /// The communicator.
    pub comm: &'a Comm,
    /// Its row of the matrix, and the keys; or its error.
    pub wanted: Result<(Pattern, Options), Error>,
}

impl ReorderRequest<'_> {
    /// Creates the new communicator. Collective.
    ///
    /// # Errors
    /// An argument is invalid (on every rank), or a native call fails.
    ///
    /// # Safety
    /// The outputs are NULL or valid.
    pub unsafe fn carry_out(self, outputs: Outputs) -> Result<(), Error> {
        let runtime = runtime::get();
        let comm = self.comm;
        let wanted = not_null(outputs.newcomm, "newcomm").and(self.wanted);
        let values = wanted.as_ref().map_or_else(|_| String::new(), |(_, options)| options.text());
        let compared = self.compared;
        let terms = Terms { compared, values, words: "info", own_error: wanted.as_ref().err(), reorders: true };
        let agreed = terms.agree(comm);
        let (pattern, options) = wanted?;
        agreed?;
        let order = order(runtime, comm, self.call, pattern, &options)?;
        let own = order.new_of(comm.rank()).ok_or_else(lost)?;
        let player = order.player(comm.rank()).ok_or_else(lost)?;
        let new = reordered(comm, &order)?.ok_or_else(lost)?;
        for (output, number) in [(outputs.receive_from, own), (outputs.send_to, player)] {
            if !output.is_null() {
                // SAFETY: not NULL, and therefore a place for an int by this function's contract.
                unsafe { *output = number as c_int };
            }
        }
        // SAFETY: a NULL `newcomm` is an error in `wanted`, which is no error here.
        unsafe { *outputs.newcomm = new.give_away() };
        Ok(())
    }
}

impl Outputs {
    /// Sets the outputs to their values without a new communicator.
    ///
    /// # Safety
    /// Each is NULL or valid.
    pub(crate) unsafe fn clear(&self) {
        if !self.newcomm.is_null() {
            // SAFETY: not NULL, and therefore a place for a handle by this function's contract.
            unsafe { *self.newcomm = comm_null() };
        }
    }
}

/// Returns the new order. If the library is disabled, it is the existing one.
fn order(runtime: &Runtime, comm: &Comm, call: &str, pattern: Pattern, options: &Options) -> Result<Order, Error> {
    if runtime.is_disabled() || !options.reorders {
        return Ok(Order::kept(comm.size(), comm.size()));
    }
    Search { runtime, comm, call, roles: comm.size(), options }.order(pattern)
}

/// Reads the row of the matrix, and the keys.
///
/// # Safety
/// The arrays are as long as stated.
unsafe fn read(row: Row, comm: &Comm) -> Result<(Pattern, Options), Error> {
    // SAFETY: `peers` has `n` elements, by this function's contract.
    let peers = unsafe { list(("n", row.n), ("peers", row.peers)) }?;
    let weights = if row.weights.is_null() || peers.is_empty() {
        None
    } else {
        // SAFETY: not NULL, and `n` elements long by this function's contract.
        Some(unsafe { std::slice::from_raw_parts(row.weights, peers.len()) })
    };
    let arc = |(index, &rank): (usize, &c_int)| {
        let peer = peer("peers", index, rank, comm.size())?;
        let value = weights.map_or(1.0, |weights| weights[index]);
        if !value.is_finite() || value < 0.0 {
            return Err(Error::Weight { argument: "weights", index, value });
        }
        Ok((comm.rank(), peer, value))
    };
    // MPI_Cart_shift returns MPI_PROC_NULL beyond an end of the grid: no peer, and no traffic.
    let named = peers.iter().enumerate().filter(|(_, rank)| **rank != proc_null());
    let arcs = named.map(arc).collect::<Result<_, _>>()?;
    Ok((Pattern::Arcs(arcs), Options::read(row.info)?))
}

/// Moves each rank's data to the process that has its role in the reordered communicator. Collective.
///
/// # Errors
/// An argument is invalid (on every rank), or a native call fails.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn migrate(handle: MPI_Comm, newcomm: MPI_Comm, data: Data) -> Result<(), Error> {
    intracommunicator(handle, "comm")?;
    // SAFETY: the program has passed the handle in this call; `intracommunicator` has excluded everything else.
    let comm = unsafe { Comm::new(handle) }?;
    let wanted = Migration::between(&comm, newcomm).and_then(|migration| Ok((migration, bytes(data)?)));
    let text = |(migration, bytes): &(Migration, u64)| format!("{bytes} {:x}", migration.order);
    let values = wanted.as_ref().map_or_else(|_| String::new(), text);
    let words = "amount of data or order of ranks in newcomm";
    let terms = Terms { compared: Compared::Migrate, values, words, own_error: wanted.as_ref().err(), reorders: true };
    let agreed = terms.agree(&comm);
    let (migration, bytes) = wanted?;
    agreed?;
    // Without data there is no message: an MPI may reject the datatype on one rank only, and others would wait for it.
    let Some(source) = migration.source.filter(|_| bytes > 0) else { return Ok(()) };
    // The program's own messages may be pending on both communicators, or receives from any rank.
    let own = migration.new.private()?;
    // SAFETY: the buffer holds the elements and nothing else uses it, by this function's contract.
    unsafe { replace::replace(&own, data, comm.rank(), source) }.map_err(Error::Inner)
}

/// The source of the data that a rank receives.
struct Migration {
    new: Comm,
    /// Differs if the order of ranks in the new communicator does.
    order: u64,
    /// The rank, in the new communicator, that had the caller's role before; `None`: no rank has another number than
    /// before.
    source: Option<u32>,
}

impl Migration {
    /// Determines the migration from the ranks of one communicator to the processes with the same numbers in another
    /// one.
    ///
    /// # Errors
    /// An argument is invalid.
    fn between(comm: &Comm, newcomm: MPI_Comm) -> Result<Self, Error> {
        usable(newcomm, "newcomm")?;
        if comm::is_inter(newcomm)? {
            return Err(Error::Intercommunicator("newcomm"));
        }
        // SAFETY: the program has passed the handle in this call, and the lines above have checked it.
        let new = unsafe { Comm::new(newcomm) }?;
        if new.size() != comm.size() {
            return Err(Error::NotReordered);
        }
        let old_of = new.ranks_in(comm)?;
        if old_of.iter().any(|&old| old < 0) {
            return Err(Error::NotReordered);
        }
        let role = new.rank() as c_int;
        let source = old_of.iter().position(|&old| old == role).ok_or(Error::NotReordered)? as u32;
        let is_kept = (0..).zip(&old_of).all(|(new, &old)| new == old);
        let numbers: Vec<u8> = old_of.iter().flat_map(|old| old.to_le_bytes()).collect();
        Ok(Self { new, order: hash(&numbers), source: (!is_kept).then_some(source) })
    }
}

/// No program has data at smaller addresses.
const FIRST_PAGE: usize = 4096;

/// Returns the bytes of data.
///
/// # Errors
/// An argument is invalid. (An error on one rank only, later, would leave others waiting.)
fn bytes(data: Data) -> Result<u64, Error> {
    if data.count < 0 {
        return Err(Error::Negative("count", data.count));
    }
    if data.datatype.0 == datatype_null().0 {
        return Err(Error::NullDatatype("type"));
    }
    if data.buffer == in_place() {
        return Err(Error::InPlace("buf"));
    }
    let bytes = datatype::bytes(data.count.into(), data.datatype)?;
    if bytes == 0 {
        return Ok(bytes);
    }
    // NULL is also MPI_BOTTOM, for datatypes with absolute addresses.
    if data.buffer.is_null() && datatype::Layout::of(data.datatype)?.first.unsigned_abs() < FIRST_PAGE {
        return Err(Error::Null("buf"));
    }
    probe::look_at_data(data.buffer, data.count, data.datatype)?.map_err(Error::Inner)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_says_who_plays_what() {
        let order = Order { new_of: vec![2, 0, crate::reorder::NONE, 1] };
        assert_eq!(
            (order.new_of(0), order.new_of(2), order.player(1), order.player(3)),
            (Some(2), None, Some(3), None)
        );
        assert!(!order.is_kept());
        assert!(Order::kept(5, 3).is_kept());
        assert_eq!(Order::kept(3, 2).new_of, [0, 1, crate::reorder::NONE]);
    }
}
