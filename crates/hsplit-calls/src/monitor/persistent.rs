// SPDX-License-Identifier: MIT OR Apache-2.0
//! Persistent requests: the data that each of their starts sends. Other requests are not stored.
//!
//! A start looks its request up without a lock, in a table with open addressing that is written under a lock and read
//! by all threads. By the standard no thread starts a request that another one creates or frees, so the entry of a
//! request does not change while it is read. A full table is copied into a larger one, and remains for threads that
//! still read it.

use std::ffi::c_int;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::amount::Amount;
use crate::counters::{guarded, threads};
use hsplit_mpi::arrays::Requests;
use hsplit_mpi::constants::SUCCESS;

/// A place without a request, and the place of a freed request. No MPI has such handles.
const EMPTY: usize = 0;
const FREED: usize = usize::MAX;
/// Number of places of the first table, a power of two.
const FIRST: usize = 64;

struct RequestEntry {
    key: AtomicUsize,
    amount: AtomicPtr<Amount>,
}

struct Table {
    places: Box<[RequestEntry]>,
    /// The table before this one, which other threads may still read. It is never freed.
    _before: Option<&'static Table>,
}

/// Returns the start of the search for a request, in a table of any size.
#[inline]
fn first(key: usize) -> usize {
    ((key as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize
}

impl Table {
    fn new(places: usize, before: Option<&'static Table>) -> Self {
        let empty = || RequestEntry { key: AtomicUsize::new(EMPTY), amount: AtomicPtr::new(ptr::null_mut()) };
        Self { places: (0..places).map(|_| empty()).collect(), _before: before }
    }

    /// Returns the possible places of a request, in order.
    #[inline]
    fn from(&self, key: usize) -> impl Iterator<Item = &RequestEntry> {
        let mask = self.places.len() - 1;
        let first = first(key);
        (0..self.places.len()).map(move |step| &self.places[(first + step) & mask])
    }

    #[inline]
    fn find(&self, key: usize) -> Option<&RequestEntry> {
        for place in self.from(key) {
            match place.key.load(Ordering::Acquire) {
                found if found == key => return Some(place),
                EMPTY => return None,
                _ => (),
            }
        }
        None
    }

    /// Stores a request in a free place of a table that is not full. Returns whether the place was never used.
    fn put(&self, key: usize, amount: *mut Amount) -> bool {
        let known = |place: &RequestEntry| place.key.load(Ordering::Relaxed);
        let Some(place) = self.from(key).find(|place| matches!(known(place), EMPTY | FREED)) else { return false };
        let is_new = known(place) == EMPTY;
        place.amount.store(amount, Ordering::Relaxed);
        place.key.store(key, Ordering::Release);
        is_new
    }

    /// Removes an entry. If the next place is empty, no search continues after it, so it becomes empty, too. Returns
    /// the number of places that become empty.
    fn empty(&self, key: usize) -> usize {
        let mask = self.places.len() - 1;
        let known = |at: usize| self.places[at].key.load(Ordering::Relaxed);
        let Some(mut at) = self.from(key).position(|place| place.key.load(Ordering::Relaxed) == key) else { return 0 };
        at = (first(key) + at) & mask;
        self.places[at].key.store(FREED, Ordering::Release);
        let mut emptied = 0;
        while known(at) == FREED && known((at + 1) & mask) == EMPTY {
            self.places[at].key.store(EMPTY, Ordering::Release);
            at = at.wrapping_sub(1) & mask;
            emptied += 1;
        }
        emptied
    }

    fn used(&self) -> impl Iterator<Item = (usize, *mut Amount)> + '_ {
        let both = |place: &RequestEntry| (place.key.load(Ordering::Relaxed), place.amount.load(Ordering::Relaxed));
        self.places.iter().map(both).filter(|(key, _)| !matches!(*key, EMPTY | FREED))
    }
}

/// The current table; NULL before the first request.
static TABLE: AtomicPtr<Table> = AtomicPtr::new(ptr::null_mut());
/// Number of places in it that are or were used. Writers hold the lock.
static WRITTEN: Mutex<usize> = Mutex::new(0);

fn table() -> Option<&'static Table> {
    // SAFETY: NULL, or a table that was leaked and lives for ever.
    unsafe { TABLE.load(Ordering::Acquire).as_ref() }
}

/// Returns a table with at least one free place, half of which is empty, so that a search is short.
fn roomy(written: &mut usize) -> &'static Table {
    if let Some(table) = table() {
        if *written < table.places.len() / 2 {
            return table;
        }
    }
    let used = table().map_or(0, |table| table.used().count());
    let size = (used * 4).next_power_of_two().max(FIRST);
    let larger: &'static mut Table = Box::leak(Box::new(Table::new(size, table())));
    if let Some(table) = table() {
        for (key, amount) in table.used() {
            larger.put(key, amount);
        }
    }
    *written = used;
    TABLE.store(larger, Ordering::Release);
    // SAFETY: the table was just leaked, and is only shared from here on.
    unsafe { &*TABLE.load(Ordering::Relaxed) }
}

/// Stores the data that each start of a new persistent request sends.
///
/// # Safety
/// `request` is the address of a request that the native call has written.
pub unsafe fn at_starts(request: Requests, amount: impl FnOnce() -> Option<Amount>) {
    guarded(|| {
        // SAFETY: `request` is the address of one request of the program, by this function's contract.
        let key = unsafe { request.key(0) };
        // The handle may be that of a request that was freed without the library.
        take(key);
        let amount = Box::into_raw(Box::new(amount()?));
        let mut written = lock();
        *written += usize::from(roomy(&mut written).put(key, amount));
        Some(())
    });
}

/// Removes a request.
fn take(key: usize) {
    let mut written = lock();
    let Some((table, place)) = table().and_then(|table| Some((table, table.find(key)?))) else { return };
    let amount = place.amount.swap(ptr::null_mut(), Ordering::Relaxed);
    *written = written.saturating_sub(table.empty(key));
    if !amount.is_null() {
        // SAFETY: `at_starts` has made it from a box, the swap has taken it out, and by the standard no thread starts a
        // request that is being freed.
        drop(unsafe { Box::from_raw(amount) });
    }
}

fn lock() -> MutexGuard<'static, usize> {
    WRITTEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Requests of a call that starts them.
#[derive(Clone, Copy)]
pub struct Starting {
    requests: Requests,
    number: c_int,
}

/// A call that starts one request.
pub fn started(requests: Requests) -> Starting {
    Starting { requests, number: 1 }
}

/// A call that starts several.
pub fn all_started(number: c_int, requests: Requests) -> Starting {
    Starting { requests, number }
}

/// Starts requests by the native call, and counts their data. Open MPI replaces a request that it has not completed
/// itself when the program starts it again: a long buffered message.
///
/// # Safety
/// `requests` has this number of requests, or is NULL.
#[inline]
pub unsafe fn start(Starting { requests, number }: Starting, native: impl FnOnce() -> c_int) -> c_int {
    // SAFETY: `index` is less than the number of requests, by this function's contract.
    let key = |index| unsafe { requests.key(index) };
    if requests.is_null() {
        return native();
    }
    if number == 1 {
        let before = key(0);
        let code = native();
        if code == SUCCESS {
            count(before, key(0));
        }
        return code;
    }
    let before: Vec<usize> = (0..usize::try_from(number).unwrap_or(0)).map(key).collect();
    let code = native();
    if code == SUCCESS {
        before.into_iter().enumerate().for_each(|(index, before)| count(before, key(index)));
    }
    code
}

#[inline]
fn count(before: usize, now: usize) {
    let Some(place) = table().and_then(|table| table.find(before)) else { return };
    // SAFETY: NULL, or made from a box by `at_starts`. By the standard no thread frees a request that is being started.
    let Some(amount) = (unsafe { place.amount.load(Ordering::Relaxed).as_ref() }) else { return };
    threads::with(|_, rows| amount.count(rows));
    if before != now {
        replaced(before, now);
    }
}

/// Stores the data of a request for another one that replaces it.
#[cold]
fn replaced(before: usize, now: usize) {
    // The handle may be that of a request that was freed without the library.
    take(now);
    let mut written = lock();
    let Some((table, place)) = table().and_then(|table| Some((table, table.find(before)?))) else { return };
    let amount = place.amount.swap(ptr::null_mut(), Ordering::Relaxed);
    *written = written.saturating_sub(table.empty(before));
    *written += usize::from(roomy(&mut written).put(now, amount));
}

/// Removes a request that is about to be freed: another one may get its handle before the native call returns.
///
/// # Safety
/// `request` is the address of a request, or NULL.
pub unsafe fn released(request: Requests) {
    if request.is_null() {
        return;
    }
    guarded(|| {
        // SAFETY: `request` is the address of one request of the program, by this function's contract.
        take(unsafe { request.key(0) });
        Some(())
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(number: usize) -> *mut Amount {
        (number * 16) as *mut Amount
    }

    #[test]
    fn requests_are_found_until_they_are_freed() {
        let table = Table::new(64, None);
        let keys = || (1..=31).map(|key| key * 4096);
        let used: usize = keys().map(|key| usize::from(table.put(key, value(key)))).sum();
        assert_eq!(used, 31);
        for freed in keys() {
            assert!(table.find(freed).is_some());
            table.empty(freed);
            for key in keys() {
                let found = table.find(key).map(|place| place.amount.load(Ordering::Relaxed));
                assert_eq!(found, (key > freed).then(|| value(key)), "{key}, {freed} freed");
            }
        }
        assert_eq!(table.used().count(), 0);
    }

    #[test]
    fn handles_that_come_and_go_need_no_more_places() {
        let table = Table::new(64, None);
        let mut written = 0;
        for key in 1..100_000 {
            written += usize::from(table.put(key, value(key)));
            written -= table.empty(key);
        }
        assert_eq!(written, 0);
    }
}
