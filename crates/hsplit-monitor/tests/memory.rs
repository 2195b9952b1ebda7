// SPDX-License-Identifier: MIT OR Apache-2.0
//! The bytes that a process allocates for its counts, counted in the allocator.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use hsplit_monitor::{Class, Counters, Operation};

struct Counted;

static BYTES: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// True on the thread of the test; other threads belong to the test runner.
    static IS_COUNTED: Cell<bool> = const { Cell::new(false) };
}

fn is_counted() -> bool {
    IS_COUNTED.try_with(Cell::get).unwrap_or(false)
}

// SAFETY: all calls are forwarded to the system's allocator; the counting does not allocate.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        BYTES.fetch_add(if is_counted() { layout.size() } else { 0 }, Relaxed);
        // SAFETY: `System` gets the caller's layout, which is not empty by the contract of `GlobalAlloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        BYTES.fetch_sub(if is_counted() { layout.size() } else { 0 }, Relaxed);
        // SAFETY: the memory is from `System`, with this layout, and the caller frees it once.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counted = Counted;

/// The bytes that a process of this world keeps after one thread has done `work`.
fn kept(world: u32, work: impl Fn(&Counters, &hsplit_monitor::Rows)) -> usize {
    let before = BYTES.load(Relaxed);
    let counters = Counters::new(world);
    let rows = counters.rows();
    work(&counters, rows);
    BYTES.load(Relaxed) - before
}

fn to_peers(peers: std::ops::Range<u32>, classes: &[Class]) -> impl Fn(&Counters, &hsplit_monitor::Rows) + '_ {
    move |_, rows| peers.clone().for_each(|peer| classes.iter().for_each(|class| rows.message(*class, peer, 8)))
}

/// One test only, because there is one allocator.
#[test]
fn counts_take_the_memory_that_the_book_says() {
    IS_COUNTED.set(true);
    let nothing = kept(4096, |_, _| {});
    assert_eq!(kept(4096, to_peers(0..4096, &Class::ALL[..1])), nothing + 4096 * 16);
    // At most, for a thread: 16 bytes per peer in one class, and 8 in each other class.
    let all = kept(4096, to_peers(0..4096, &Class::ALL));
    assert_eq!(all, nothing + 4096 * (16 + 8 * (Class::ALL.len() - 1)));
    assert!(all <= 199 << 10, "{all}");
    // 26 consecutive neighbours are in one or two chunks.
    assert_eq!(kept(4096, to_peers(100..126, &Class::ALL[..1])), nothing + 1024);
    assert_eq!(kept(4096, to_peers(100..126, &Class::ALL[1..2])), nothing + 512);
    assert!(nothing <= 8 << 10, "{nothing}");
    // Point-to-point messages to all ranks, one more class to some, and collective operations on 64 groups.
    let usual = kept(4096, |counters, rows| {
        to_peers(0..4096, &Class::ALL[..1])(counters, rows);
        to_peers(0..1024, &Class::ALL[1..2])(counters, rows);
        for group in 0..64_u32 {
            let members: Vec<u32> = (0..64).map(|at| 64 * at + group).collect();
            let group = counters.groups().intern(0, &members);
            rows.collective(&group, Operation::Allreduce, 0, 8);
        }
    });
    assert!(usual <= 128 << 10, "{usual}");

    // 100 peers of 100,000: tables of 64, 128 and 256 entries of 16 bytes.
    let nothing = kept(100_000, |_, _| {});
    assert_eq!(kept(100_000, to_peers(0..100, &Class::ALL[..1])), nothing + (64 + 128 + 256) * 16);
    assert!(nothing <= 8 << 10, "{nothing}");
}
