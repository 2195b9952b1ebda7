// SPDX-License-Identifier: MIT OR Apache-2.0
//! Binds memory of this process to NUMA nodes, and finds the nodes of its pages.

use std::ffi::{c_int, c_ulong, c_void};
use std::io;
use std::ops::Range;
use std::ptr;

/// A segment of this process's memory.
pub struct Segment {
    bytes: Range<usize>,
}

/// The number of a segment's pages, and how many of them are on the wanted NUMA nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pages {
    /// All pages of the segment.
    pub all: u64,
    /// The pages on the NUMA nodes.
    pub placed: u64,
}

/// Moves pages that are on other nodes, unless another process shares them.
const MPOL_MF_MOVE: c_int = 1 << 1;
const BITS: usize = c_ulong::BITS as usize;
const AT_ONCE: usize = 1024;

fn page_size() -> usize {
    // SAFETY: the call is a query.
    usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096)
}

impl Segment {
    /// The memory at an address.
    ///
    /// # Safety
    /// The memory belongs to this process, is writable, and is not used otherwise while this value lives.
    pub unsafe fn new(address: *mut c_void, length: usize) -> Self {
        Self { bytes: address.addr()..address.addr().saturating_add(length) }
    }

    /// The length in bytes.
    pub fn length(&self) -> usize {
        self.bytes.len()
    }

    /// The pages that the segment touches.
    pub fn pages(&self) -> Pages {
        Pages { all: self.addresses().count() as u64, placed: 0 }
    }

    fn addresses(&self) -> impl Iterator<Item = usize> + use<> {
        let page = page_size();
        let first = self.bytes.start - self.bytes.start % page;
        let end = if self.bytes.is_empty() { first } else { self.bytes.end };
        (first..end).step_by(page)
    }

    /// Binds the memory to NUMA nodes, by the operating system's numbers, and allocates its pages there. Existing pages
    /// are moved, unless another process shares them.
    ///
    /// # Errors
    /// The kernel's error, for example if this process may use none of the nodes.
    pub fn bind(&self, nodes: &[u32]) -> io::Result<()> {
        let Some(last) = nodes.iter().max() else { return Ok(()) };
        let mut mask: Vec<c_ulong> = vec![0; *last as usize / BITS + 1];
        nodes.iter().for_each(|node| mask[*node as usize / BITS] |= 1 << (*node as usize % BITS));
        self.set_policy(libc::MPOL_BIND, &mask, MPOL_MF_MOVE)?;
        self.touch();
        Ok(())
    }

    /// Ends the binding of the memory; its pages stay where they are.
    ///
    /// # Errors
    /// The kernel's error.
    pub fn unbind(&self) -> io::Result<()> {
        self.set_policy(libc::MPOL_DEFAULT, &[], 0)
    }

    fn set_policy(&self, mode: c_int, mask: &[c_ulong], flags: c_int) -> io::Result<()> {
        let Some(first) = self.addresses().next() else { return Ok(()) };
        let (length, most) = (self.bytes.end - first, mask.len() * BITS + 1);
        // SAFETY: the kernel reads `most - 1` bits of the mask. A memory policy does not change the contents.
        let code = unsafe { libc::syscall(libc::SYS_mbind, first, length, mode, mask.as_ptr(), most, flags) };
        if code == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }

    /// Writes one byte of each page with its present value.
    fn touch(&self) {
        for address in self.addresses() {
            let byte = ptr::with_exposed_provenance_mut::<u8>(address.max(self.bytes.start));
            // SAFETY: the byte is in the segment, which only this value uses by the contract of `new`.
            unsafe { byte.write_volatile(byte.read_volatile()) };
        }
    }

    /// The pages of the memory, and how many of them are on these NUMA nodes.
    pub fn find(&self, nodes: &[u32]) -> io::Result<Pages> {
        let mut found = self.pages();
        let mut left = self.addresses();
        loop {
            let some: Vec<usize> = left.by_ref().take(AT_ONCE).collect();
            if some.is_empty() {
                return Ok(found);
            }
            let mut status: Vec<c_int> = vec![-1; some.len()];
            // SAFETY: without target nodes no page is moved. The kernel reads as many addresses and writes as many
            // numbers as the arrays have.
            let code = unsafe {
                libc::syscall(
                    libc::SYS_move_pages,
                    0,
                    some.len(),
                    some.as_ptr(),
                    ptr::null::<c_int>(),
                    status.as_mut_ptr(),
                    0,
                )
            };
            if code != 0 {
                return Err(io::Error::last_os_error());
            }
            let is_placed = |node: &&c_int| u32::try_from(**node).is_ok_and(|node| nodes.contains(&node));
            found.placed += status.iter().filter(is_placed).count() as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Memory of whole pages that nothing has written yet.
    fn fresh(pages: usize) -> (*mut c_void, usize) {
        let length = pages * page_size();
        let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_ANONYMOUS);
        // SAFETY: this is a new mapping at an address that the kernel chooses.
        let address = unsafe { libc::mmap(ptr::null_mut(), length, access, kind, -1, 0) };
        assert_ne!(address, libc::MAP_FAILED);
        (address, length)
    }

    /// The first NUMA node that has memory.
    fn node() -> u32 {
        let list = std::fs::read_to_string("/sys/devices/system/node/has_memory").unwrap_or_default();
        list.trim().split(['-', ',']).next().and_then(|first| first.parse().ok()).unwrap_or(0)
    }

    #[test]
    fn pages_are_made_where_they_are_wanted() {
        let (address, length) = fresh(1500);
        // SAFETY: only this test uses the memory.
        let segment = unsafe { Segment::new(address, length) };
        assert_eq!(segment.find(&[node()]).unwrap(), Pages { all: 1500, placed: 0 });
        segment.bind(&[node()]).unwrap();
        assert_eq!(segment.find(&[node()]).unwrap(), Pages { all: 1500, placed: 1500 });
        assert_eq!(segment.find(&[node() + 7]).unwrap().placed, 0);
    }

    #[test]
    fn parts_of_pages_are_pages() {
        let (address, _) = fresh(3);
        let part = |offset, length| {
            // SAFETY: only this test uses the memory.
            unsafe { Segment::new(address.byte_add(offset), length) }
        };
        assert_eq!(part(page_size() - 8, 16).pages().all, 2);
        assert_eq!(part(8, 0).pages().all, 0);
        part(page_size() - 8, 16).bind(&[node()]).unwrap();
        assert_eq!(part(0, 3 * page_size()).find(&[node()]).unwrap(), Pages { all: 3, placed: 2 });
        part(8, 0).bind(&[node()]).unwrap();
    }

    #[test]
    fn a_node_that_is_not_there_is_an_error() {
        let (address, length) = fresh(1);
        // SAFETY: only this test uses the memory.
        let segment = unsafe { Segment::new(address, length) };
        assert!(segment.bind(&[900]).is_err());
        segment.bind(&[]).unwrap();
        assert_eq!(segment.find(&[]).unwrap(), Pages { all: 1, placed: 0 });
    }
}
