// SPDX-License-Identifier: MIT OR Apache-2.0
//! Words in memory that the ranks of a node share.

use std::ops::Deref;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{ptr, slice};

use super::raw::{self, Handle};
use super::{Comm, constants, count};

/// Words that all ranks of a communicator on one node read and write, all zero at first.
pub(crate) struct SharedWords {
    window: Handle,
    start: *const AtomicU32,
    length: usize,
}

impl Comm {
    /// Makes them. Collective; all ranks are on one node. Freeing them is collective, too.
    pub(crate) fn shared_words(&self, length: usize) -> SharedWords {
        let bytes = if self.rank == 0 { (length * size_of::<AtomicU32>()) as isize } else { 0 };
        let unit = count(size_of::<AtomicU32>());
        let (mut window, mut start) = (constants().request_null, ptr::null::<AtomicU32>());
        let (mut size, mut found_unit) = (0, 0);
        // SAFETY: the outputs are variables of this function; handles are of one type, so that any of them is a valid
        // value before the call. The memory of rank 0 is mapped by all ranks until the window is freed.
        unsafe {
            raw::MPI_Win_allocate_shared(
                bytes,
                unit,
                constants().info_null,
                self.handle,
                (&raw mut start).cast(),
                &raw mut window,
            );
            raw::MPI_Win_shared_query(window, 0, &raw mut size, &raw mut found_unit, (&raw mut start).cast());
        }
        let words = SharedWords { window, start, length };
        if self.rank == 0 {
            words.iter().for_each(|word| word.store(0, Ordering::SeqCst));
        }
        self.barrier();
        words
    }
}

impl Deref for SharedWords {
    type Target = [AtomicU32];

    fn deref(&self) -> &[AtomicU32] {
        // SAFETY: rank 0's memory has this number of words and is aligned for any type; it is mapped until `drop`. All
        // ranks use it by atomic operations alone.
        unsafe { slice::from_raw_parts(self.start, self.length) }
    }
}

impl Drop for SharedWords {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            // SAFETY: `shared_words` has made the window, and this value alone has its handle.
            unsafe { raw::MPI_Win_free(&raw mut self.window) };
        }
    }
}
