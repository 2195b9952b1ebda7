// SPDX-License-Identifier: MIT OR Apache-2.0
//! The time that the library adds to calls that send, with and without counting.

use std::cell::RefCell;
use std::thread;

use hsplit_experiments::added::STENCIL;
use hsplit_experiments::arguments;
use hsplit_experiments::placement::Placement;
use hsplit_experiments::report::{Benchmark, Cell};
use hsplit_experiments::stencil::{Strip, is_right};
use hsplit_program::Failure;

use crate::clock::{now, thread_time};
use crate::mpi::counted::{LIBRARY, NATIVE, Sends, ToSelf};
use crate::mpi::monitor::Monitor;
use crate::phases::sweep;
use crate::session::{Session, Variant};
use crate::start_sync::Parts;

/// Calls of a thread in one repetition.
const CALLS: u32 = 10_000;
/// The stencil's rows of a rank, the points of a row, and the sweeps in one repetition. A rank computes for some ten
/// microseconds, so that messages are a large part of its time.
const ROWS: usize = 32;
const COLUMNS: usize = 510;
const SWEEPS: u32 = 200;
/// The sweeps whose result is compared with the right one.
const TRIED: u32 = 3;

type Call = fn(&mut ToSelf) -> f64;

/// Measures all calls, first while nothing is counted: once begun, counting does not end.
pub(crate) fn run(session: &mut Session, arguments: &arguments::Calls) -> Result<(), Failure> {
    let measure = |session: &mut Session, state| match arguments.stencil {
        true => stencil(session, state),
        false => all_calls(session, state, arguments.threads),
    };
    measure(session, "not counted");
    let world = session.placed(Placement::ByNode);
    let _monitor = Monitor::start(&world);
    measure(session, "counted");
    Ok(())
}

/// A job whose ranks exchange their edges with two neighbours, and compute.
fn stencil(session: &mut Session, state: &str) {
    let comm = session.placed(Placement::ByNode);
    let size = (COLUMNS + 2) * size_of::<f64>();
    let cell = Cell::new(Benchmark::Monitor, STENCIL, Placement::ByNode, state, size as u64);
    // One for both variants: where its rows are in memory, and so in the caches, counts for more than the calls.
    let strip = RefCell::new(Strip::new(comm.rank(), ROWS, COLUMNS));
    let variant = |sends: &'static Sends| {
        let (comm, strip) = (&comm, &strip);
        *strip.borrow_mut() = Strip::new(comm.rank(), ROWS, COLUMNS);
        (0..TRIED).for_each(|_| sweep(&mut strip.borrow_mut(), comm, sends));
        let verified = session.everywhere(is_right(&strip.borrow(), comm.rank(), comm.size(), TRIED));
        let run = move || {
            let mut strip = strip.borrow_mut();
            (0..SWEEPS).for_each(|_| sweep(&mut strip, comm, sends));
            Parts::default()
        };
        Variant::new(sends.name, verified, Box::new(run))
    };
    let mut variants: Vec<Variant> = [&NATIVE, &LIBRARY].map(variant).into();
    session.measure(&cell, &mut variants);
}

fn all_calls(session: &mut Session, state: &str, threads: u32) {
    let calls: [(&str, Call); 2] = [("isend", ToSelf::isend), ("start", ToSelf::start)];
    for (name, call) in calls {
        let name = if threads > 1 { format!("{name}, {threads} threads") } else { name.to_owned() };
        let cell = Cell::new(Benchmark::Monitor, name, Placement::ByNode, state, size_of::<f64>() as u64);
        let mut variants: Vec<Variant> = [&NATIVE, &LIBRARY].map(|sends| variant(session, sends, call, threads)).into();
        session.measure(&cell, &mut variants);
    }
}

fn variant<'a>(session: &Session, sends: &'static Sends, call: Call, threads: u32) -> Variant<'a> {
    let mut own: Vec<ToSelf> = (0..threads).map(|_| ToSelf::new(session.world.duplicate(), sends)).collect();
    let verified = session.everywhere(own.iter_mut().all(|own| call(own) == 1.0));
    let own = RefCell::new(own);
    let run = move || Parts { counted: Some(seconds(&mut own.borrow_mut(), call)), ..Parts::default() };
    Variant::new(sends.name, verified, Box::new(run))
}

/// The seconds that a call takes: elapsed ones of one thread, the processor time of several, which may share cores.
fn seconds(own: &mut [ToSelf], call: Call) -> f64 {
    let once = |own: &mut ToSelf, clock: fn() -> f64| {
        let begin = clock();
        for _ in 0..CALLS {
            call(own);
        }
        (clock() - begin) / f64::from(CALLS)
    };
    if let [own] = own {
        return once(own, now);
    }
    let threads = own.len() as f64;
    thread::scope(|scope| {
        let begun: Vec<_> = own.iter_mut().map(|own| scope.spawn(|| once(own, thread_time))).collect();
        begun.into_iter().map(|thread| thread.join().expect("no call panics")).sum::<f64>() / threads
    })
}
