// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages and collective calls by the MPI's own functions.

use std::ffi::{c_int, c_void};
use std::ptr;

use super::raw::{self, Handle};
use super::{Comm, constants, count};

/// A name of `MPI_Sendrecv`.
pub(super) type SendReceive = unsafe extern "C" fn(
    *const c_void,
    c_int,
    Handle,
    c_int,
    c_int,
    *mut c_void,
    c_int,
    Handle,
    c_int,
    c_int,
    Handle,
    *mut c_void,
) -> c_int;

impl Comm {
    /// `PMPI_Bcast` of bytes.
    pub(crate) fn broadcast(&self, bytes: &mut [u8], root: usize) {
        // SAFETY: the slice is borrowed mutably until the call returns, and its length is passed with it.
        unsafe {
            raw::PMPI_Bcast(bytes.as_mut_ptr().cast(), count(bytes.len()), constants().byte, count(root), self.handle)
        };
    }

    /// `PMPI_Bcast` of doubles.
    pub(crate) fn broadcast_doubles(&self, values: &mut [f64], root: usize) {
        // SAFETY: the slice is borrowed mutably until the call returns, and its length is passed with it.
        unsafe {
            raw::PMPI_Bcast(
                values.as_mut_ptr().cast(),
                count(values.len()),
                constants().double,
                count(root),
                self.handle,
            )
        };
    }

    /// `PMPI_Reduce` of the sum to rank 0, into `all`, which only rank 0 needs.
    pub(crate) fn sum(&self, mine: &[i32], all: &mut [i32]) {
        self.reduce(mine.as_ptr().cast(), mine.len(), all);
    }

    /// `PMPI_Reduce` of the sum to rank 0, where the part of each rank is in `all` already (`MPI_IN_PLACE`).
    pub(crate) fn sum_in_place(&self, all: &mut [i32]) {
        let from = if self.rank == 0 { constants().in_place.cast_const() } else { all.as_ptr().cast() };
        self.reduce(from, all.len(), all);
    }

    fn reduce(&self, from: *const c_void, length: usize, all: &mut [i32]) {
        assert_eq!(length, all.len());
        let to: *mut c_void = if self.rank == 0 { all.as_mut_ptr().cast() } else { ptr::null_mut() };
        // SAFETY: rank 0 writes into `all`, which has `length` elements, and reads as many from `from`: a slice of that
        // length, or MPI_IN_PLACE. The others only read, and NULL is allowed for what they do not write.
        unsafe { raw::PMPI_Reduce(from, to, count(length), constants().int, constants().sum, 0, self.handle) };
    }

    /// `PMPI_Gather` to rank 0, into `all`, which only rank 0 needs.
    pub(crate) fn gather_floats(&self, mine: &[f32], all: &mut [f32]) {
        assert!(self.rank != 0 || all.len() == mine.len() * self.size);
        let (length, float) = (count(mine.len()), constants().float);
        // SAFETY: `mine` has the length that is passed; on rank 0 `all` has that of all ranks together, as asserted.
        unsafe {
            raw::PMPI_Gather(
                mine.as_ptr().cast(),
                length,
                float,
                all.as_mut_ptr().cast(),
                length,
                float,
                0,
                self.handle,
            )
        };
    }

    /// The greatest of all ranks' numbers, one by one.
    pub(crate) fn greatest(&self, mine: &[f64]) -> Vec<f64> {
        self.all_reduce(mine, constants().max)
    }

    /// The sums of all ranks' numbers, one by one.
    pub(crate) fn sums(&self, mine: &[f64]) -> Vec<f64> {
        self.all_reduce(mine, constants().sum)
    }

    fn all_reduce(&self, mine: &[f64], op: Handle) -> Vec<f64> {
        let mut all = vec![0.0; mine.len()];
        // SAFETY: both have the length that is passed, which is equal on all ranks.
        unsafe {
            raw::PMPI_Allreduce(
                mine.as_ptr().cast(),
                all.as_mut_ptr().cast(),
                count(mine.len()),
                constants().double,
                op,
                self.handle,
            )
        };
        all
    }

    /// The numbers of all ranks, in their order.
    pub(crate) fn all_doubles(&self, mine: &[f64]) -> Vec<f64> {
        let mut all = vec![0.0; mine.len() * self.size];
        let (length, double) = (count(mine.len()), constants().double);
        // SAFETY: `mine` has the length that is passed, and `all` that of all ranks together.
        unsafe {
            raw::PMPI_Allgather(
                mine.as_ptr().cast(),
                length,
                double,
                all.as_mut_ptr().cast(),
                length,
                double,
                self.handle,
            )
        };
        all
    }

    /// True if it is so on every rank.
    pub(crate) fn everywhere(&self, here: bool) -> bool {
        self.greatest(&[f64::from(u8::from(!here))])[0] == 0.0
    }

    /// The texts of all ranks, in their order.
    pub(crate) fn texts(&self, mine: &str) -> Vec<String> {
        let longest = self.greatest(&[mine.len() as f64])[0] as usize;
        if longest == 0 {
            return vec![String::new(); self.size];
        }
        let mut padded = mine.as_bytes().to_vec();
        padded.resize(longest, 0);
        let mut all = vec![0u8; longest * self.size];
        // SAFETY: `padded` has `longest` bytes, a number that all ranks have agreed on, and `all` that of all ranks.
        unsafe {
            let (from, to) = (padded.as_ptr().cast(), all.as_mut_ptr().cast());
            raw::PMPI_Allgather(
                from,
                count(longest),
                constants().byte,
                to,
                count(longest),
                constants().byte,
                self.handle,
            );
        }
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end_matches('\0').to_owned();
        all.chunks(longest).map(text).collect()
    }

    /// `MPI_Sendrecv`: sends a row to one neighbour and receives one from the other; `None` where there is no
    /// neighbour.
    pub(crate) fn exchange(&self, row: &[f64], to: Option<usize>, from: Option<usize>, into: &mut [f64]) {
        self.exchange_by(raw::MPI_Sendrecv, (row, to), (from, into));
    }

    /// The same by one of the names of `MPI_Sendrecv`.
    pub(super) fn exchange_by(
        &self,
        sendrecv: SendReceive,
        (row, to): (&[f64], Option<usize>),
        (from, into): (Option<usize>, &mut [f64]),
    ) {
        let neighbour = |rank: Option<usize>| rank.map_or(constants().proc_null, count);
        let double = constants().double;
        // SAFETY: both slices live until the call returns, and their lengths are passed with them.
        unsafe {
            sendrecv(
                row.as_ptr().cast(),
                count(row.len()),
                double,
                neighbour(to),
                0,
                into.as_mut_ptr().cast(),
                count(into.len()),
                double,
                neighbour(from),
                0,
                self.handle,
                constants().status_ignore,
            )
        };
    }

    /// `PMPI_Barrier`.
    pub(crate) fn barrier(&self) {
        // SAFETY: a communicator that this value keeps alive.
        unsafe { raw::PMPI_Barrier(self.handle) };
    }

    /// `MPI_Send` of one double.
    pub(crate) fn send(&self, value: f64, to: usize) {
        // SAFETY: the value outlives the call, which blocks until it has been read.
        unsafe { raw::MPI_Send((&raw const value).cast(), 1, constants().double, count(to), 0, self.handle) };
    }

    /// `MPI_Recv` of one double.
    pub(crate) fn receive(&self, from: usize) -> f64 {
        let mut value = 0.0f64;
        // SAFETY: the variable outlives the call, and holds the one double that `send` sends.
        unsafe {
            raw::MPI_Recv(
                (&raw mut value).cast(),
                1,
                constants().double,
                count(from),
                0,
                self.handle,
                constants().status_ignore,
            )
        };
        value
    }
}
