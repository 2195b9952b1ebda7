// SPDX-License-Identifier: MIT OR Apache-2.0
//! `HSPLIT_MONITOR`: what a program that does not know the library has sent, written down in `MPI_Finalize`, or where a
//! program that has sessions alone ends the last one.
//!
//! `parts` sends no message, so processes without the variable do no harm. `gather` does, and must not wait for a
//! process that has not loaded the library. All processes have told each other in `MPI_Init` whether they gather.
//! Where one of them did not come to that, it or others gave up waiting for it. So each says again in `MPI_Finalize`
//! whether it knows of all others; one that does not waits for a limited time, and no rank gathers then. Where there
//! are sessions alone, each waits for a limited time: when other processes end theirs is not known.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::output::{Since, gather, part, write_part};
use crate::calls::counters::{self, IS_BUILT};
use crate::calls::runtime::{self, Runtime};
use crate::pmpi::world::{Everyone, LIMIT};
use crate::pmpi::{Failure, has_sessions_alone, is_usable};
use hsplit_core::communicator::Communicator;
use hsplit_host::launcher;
use hsplit_host::logger::NODE;
use hsplit_host::settings::Output;
use hsplit_monitor::{Classes, Part, Snapshot};

/// When the program came back from `MPI_Init`, or began its first session.
static SINCE: OnceLock<Since> = OnceLock::new();
/// Whether all processes are known to gather.
static AGREED: AtomicBool = AtomicBool::new(false);
/// The number of rank 0's process, where it is known.
static FIRST_PROCESS: OnceLock<u64> = OnceLock::new();

/// Notes when the program begins. After `MPI_Init`, or at the beginning of a session.
pub fn begin() {
    let runtime = runtime::get();
    if runtime.settings.monitor.is_none() || runtime.steps_aside() {
        return;
    }
    SINCE.get_or_init(Since::now);
    if !IS_BUILT && runtime.process().is_ok_and(|process| process.rank == 0) {
        log::warn!("HSPLIT_MONITOR: nothing is counted, because this libhsplit was built without monitoring");
    }
}

/// Notes what all processes have told each other: that all gather, if they do, and the number of rank 0's
/// process.
pub fn agree(runtime: &Runtime, first_process: u64) {
    AGREED.store(runtime.settings.gathers(), Ordering::Relaxed);
    FIRST_PROCESS.get_or_init(|| first_process);
}

/// Writes down what was counted. Before the native `MPI_Finalize`.
pub fn report() {
    let runtime = runtime::get();
    let Some(monitor) = runtime.settings.monitor else { return };
    if runtime.steps_aside() || !is_usable() || !counters::prepare() {
        return;
    }
    let counted = Classes { p2p: monitor.p2p, collectives: monitor.collectives, rma: monitor.rma };
    let counts = counters::get().map(|counters| Snapshot::of(counters).only(counted)).unwrap_or_default();
    let expansion = runtime.settings.monitor_collectives;
    let since = SINCE.get_or_init(Since::now);
    let written = written(runtime, |rank| part(runtime, rank, counts, counted, expansion, since), monitor.output);
    if let Err(why) = written {
        log::warn!(target: NODE, "HSPLIT_MONITOR: what was counted is lost: {why}");
    }
}

fn written(runtime: &Runtime, part: impl FnOnce(u32) -> Part, output: Output) -> Result<(), String> {
    let in_words = |failure: Failure| failure.to_string();
    let rank = runtime.process().map_err(in_words)?.rank;
    let (part, name) = (part(rank as u32), name(runtime));
    if output == Output::Parts {
        return write_part(&part, &name).map(drop);
    }
    match Everyone::find().map_err(in_words)? {
        Some(everyone) if may_gather(&everyone).map_err(in_words)? => match gather(runtime, &everyone, &part, &name)? {
            true => Ok(()),
            false => instead(&part, &name),
        },
        _ => instead(&part, &name),
    }
}

/// Whether all processes gather.
fn may_gather(everyone: &Everyone) -> Result<bool, Failure> {
    let is_agreed = AGREED.load(Ordering::Relaxed) || everyone.size() == 1;
    let may_wait = is_agreed && !has_sessions_alone();
    let smallest = everyone.smallest_unless_overdue([u64::from(is_agreed)], |passed| !may_wait && passed >= LIMIT)?;
    Ok(smallest == Some([1]))
}

/// Writes a part where nothing is gathered.
fn instead(part: &Part, name: &str) -> Result<(), String> {
    let path = write_part(part, name)?;
    let why = if !has_sessions_alone() {
        "not all processes have loaded libhsplit or have the variable"
    } else {
        "this program without MPI_Init has made no communicator of all processes, not all have libhsplit and the \
         variable, or not all have ended their sessions"
    };
    log::warn!(
        target: NODE,
        "HSPLIT_MONITOR: nothing is gathered, because {why}; each has written its own part, such as {path}"
    );
    Ok(())
}

/// What the files are called, without the ends.
fn name(runtime: &Runtime) -> String {
    runtime.settings.monitor_file.clone().unwrap_or_else(|| {
        let process = || FIRST_PROCESS.get().copied().unwrap_or_else(|| u64::from(std::process::id())).to_string();
        let job = launcher::job(|name| std::env::var(name).ok());
        format!("hsplit-monitor.{}", job.unwrap_or_else(process))
    })
}
