// SPDX-License-Identifier: MIT OR Apache-2.0
//! The library's calls that give ranks other roles, and messages of any length.

use std::ffi::c_int;
use std::ptr;

use super::{Comm, constants, count, raw};

impl Comm {
    /// `HSPLIT_Comm_reorder` by what this rank sends to which ranks.
    pub(crate) fn reordered(&self, partners: &[usize], weights: &[f64]) -> Self {
        assert_eq!(partners.len(), weights.len());
        let partners: Vec<c_int> = partners.iter().map(|&partner| count(partner)).collect();
        let mut new = constants().comm_null;
        // SAFETY: both arrays have as many elements as is said; a handle of this function for the result; NULL is
        // allowed for the other outputs.
        unsafe {
            raw::HSPLIT_Comm_reorder(
                self.handle,
                count(partners.len()),
                partners.as_ptr(),
                weights.as_ptr(),
                constants().info_null,
                &raw mut new,
                ptr::null_mut(),
                ptr::null_mut(),
            )
        };
        Self::of(new).expect("every rank has a role")
    }

    /// `HSPLIT_Comm_migrate` of doubles, as many on all ranks.
    pub(crate) fn migrate(&self, new: &Self, data: &mut [f64]) {
        let (address, length) = (data.as_mut_ptr().cast(), count(data.len()));
        // SAFETY: two communicators that live as long as the call; the slice is borrowed mutably until it returns, and
        // its length is passed with it.
        unsafe { raw::HSPLIT_Comm_migrate(self.handle, new.handle, address, length, constants().double) };
    }

    /// `MPI_Send` of doubles.
    pub(crate) fn send_all(&self, values: &[f64], to: usize) {
        let (address, length) = (values.as_ptr().cast(), count(values.len()));
        // SAFETY: the slice outlives the call, which blocks until it has been read; its length is passed with it.
        unsafe { raw::MPI_Send(address, length, constants().double, count(to), 0, self.handle) };
    }

    /// `MPI_Recv` of as many doubles.
    pub(crate) fn receive_all(&self, values: &mut [f64], from: usize) {
        let (address, length) = (values.as_mut_ptr().cast(), count(values.len()));
        let (double, status) = (constants().double, constants().status_ignore);
        // SAFETY: the slice is borrowed mutably until the call returns, and its length is passed with it.
        unsafe { raw::MPI_Recv(address, length, double, count(from), 0, self.handle, status) };
    }

    /// `MPI_Allgather` of doubles, which may be counted.
    pub(crate) fn gather_to_all(&self, mine: &[f64], all: &mut [f64]) {
        assert_eq!(all.len(), mine.len() * self.size);
        let (length, double) = (count(mine.len()), constants().double);
        // SAFETY: `mine` has the length that is passed, and `all` that of all ranks together, as asserted.
        unsafe {
            let (from, to) = (mine.as_ptr().cast(), all.as_mut_ptr().cast());
            raw::MPI_Allgather(from, length, double, to, length, double, self.handle)
        };
    }
}
