// SPDX-License-Identifier: MIT OR Apache-2.0
//! Gathering byte strings of different lengths.

use std::ffi::{c_int, c_void};

use super::constants::{byte, int};
use super::functions;
use super::{Comm, Failure, checked};
use hsplit_core::communicator::Communicator;

/// Number of bytes that are sent together with the length, so that short strings take one collective call.
const SHORT: usize = 60;
/// Maximum number of ranks for which that is worth the memory.
const FEW: u32 = 1024;

impl Comm {
    /// Returns the bytes of all ranks at rank 0, in rank order, and nothing at the other ranks. Collective.
    ///
    /// # Errors
    /// A native call fails, or the data is longer than 2 GiB in all.
    pub fn gather_to_first(&self, mine: &[u8]) -> Result<Vec<Vec<u8>>, Failure> {
        // All ranks must find the excess: otherwise the others would wait for the rank that fails.
        if c_int::try_from(self.sum(mine.len() as u64)?).is_err() {
            return Err(TOO_LONG);
        }
        let mine_len = mine.len() as c_int;
        let first = self.rank() == 0;
        let mut lengths = vec![0 as c_int; if first { self.size() as usize } else { 1 }];
        // SAFETY: the handle is valid by the invariant of `Comm`. Every rank sends the one int `mine_len`. Rank 0
        // receives one from each rank, and `lengths` has `size` ints there.
        let code = unsafe {
            functions::PMPI_Gather(
                (&raw const mine_len).cast(),
                1,
                int(),
                lengths.as_mut_ptr().cast(),
                1,
                int(),
                0,
                self.handle(),
            )
        };
        checked("PMPI_Gather", code)?;
        let starts = starts(&lengths)?;
        let mut all = vec![0u8; total(&lengths).max(1)];
        let (from, to) = (address(mine), all.as_mut_ptr().cast::<c_void>());
        // SAFETY: `from` has `mine_len` bytes, or is not read if that is 0. At rank 0, `all` is as long as the sum of
        // `lengths`, and `starts` places the blocks one after the other. Other ranks pass arrays that MPI does not
        // read.
        let code = unsafe {
            functions::PMPI_Gatherv(
                from,
                mine_len,
                byte(),
                to,
                lengths.as_ptr(),
                starts.as_ptr(),
                byte(),
                0,
                self.handle(),
            )
        };
        checked("PMPI_Gatherv", code)?;
        Ok(if first { cut(&all, &lengths) } else { vec![] })
    }

    /// Returns the bytes of all ranks at every rank, in rank order. Collective.
    ///
    /// # Errors
    /// A native call fails, or the data is longer than 2 GiB in all.
    pub fn gather_to_all(&self, mine: &[u8]) -> Result<Vec<Vec<u8>>, Failure> {
        let mine_len = c_int::try_from(mine.len()).unwrap_or(c_int::MAX);
        let short = if self.size() <= FEW { SHORT } else { 0 };
        let records = self.allgather(&record(mine_len, mine, short))?;
        let lengths: Vec<c_int> = records.chunks_exact(HEAD + short).map(length_in).collect();
        if lengths.iter().all(|&length| length as usize <= short) {
            let with_length = records.chunks_exact(HEAD + short).zip(&lengths);
            return Ok(with_length.map(|(record, &length)| record[HEAD..][..length as usize].to_vec()).collect());
        }
        // All ranks have all lengths here.
        if lengths.contains(&c_int::MAX) {
            return Err(TOO_LONG);
        }
        let starts = starts(&lengths)?;
        let mut all = vec![0u8; total(&lengths).max(1)];
        let (from, to) = (address(mine), all.as_mut_ptr().cast::<c_void>());
        // SAFETY: `from` has `mine_len` bytes, or is not read if that is 0. `all` is as long as the sum of `lengths`,
        // and `starts` places the blocks one after the other.
        let code = unsafe {
            functions::PMPI_Allgatherv(
                from,
                mine_len,
                byte(),
                to,
                lengths.as_ptr(),
                starts.as_ptr(),
                byte(),
                self.handle(),
            )
        };
        checked("PMPI_Allgatherv", code)?;
        Ok(cut(&all, &lengths))
    }
}

/// Number of bytes of a length.
const HEAD: usize = size_of::<c_int>();

/// A length, and as many of the bytes as fit into `room`.
fn record(length: c_int, bytes: &[u8], room: usize) -> Vec<u8> {
    let mut record = length.to_ne_bytes().to_vec();
    record.extend(&bytes[..bytes.len().min(room)]);
    record.resize(HEAD + room, 0);
    record
}

fn length_in(record: &[u8]) -> c_int {
    record.first_chunk().map_or(0, |length| c_int::from_ne_bytes(*length))
}

/// Returns the address of the bytes. An empty slice may have the address 1, which is Open MPI's `MPI_IN_PLACE`.
pub(super) fn address(bytes: &[u8]) -> *const c_void {
    static NOTHING: u8 = 0;
    if bytes.is_empty() { (&raw const NOTHING).cast() } else { bytes.as_ptr().cast() }
}

const TOO_LONG: Failure = Failure { call: "PMPI_Gatherv", code: mpi_sys::MPI_ERR_COUNT as c_int };

pub(super) fn length(bytes: &[u8]) -> Result<c_int, Failure> {
    c_int::try_from(bytes.len()).map_err(|_| TOO_LONG)
}

pub(super) fn total(lengths: &[c_int]) -> usize {
    lengths.iter().map(|&length| length as usize).sum()
}

pub(super) fn starts(lengths: &[c_int]) -> Result<Vec<c_int>, Failure> {
    let mut next: c_int = 0;
    lengths
        .iter()
        .map(|&length| {
            let start = next;
            next = next.checked_add(length).ok_or(TOO_LONG)?;
            Ok(start)
        })
        .collect()
}

pub(super) fn cut(mut all: &[u8], lengths: &[c_int]) -> Vec<Vec<u8>> {
    lengths
        .iter()
        .map(|&length| {
            let (one, rest) = all.split_at(length as usize);
            all = rest;
            one.to_vec()
        })
        .collect()
}
