// SPDX-License-Identifier: MIT OR Apache-2.0
//! `HSPLIT_MONITOR`: the counts of a program that does not call the library, written in `MPI_Finalize` or, if it uses
//! sessions only, at the end of the last one.
//!
//! `parts` sends no message. `gather` does, between the processes with this setting, which know each other
//! ([`crate::peers`]). With sessions only, each process waits for a limited time: the end of other processes' sessions
//! is unknown.

use std::sync::OnceLock;

use super::output::{Since, gather, part, with_name, write_part};
use crate::counters::{self, IS_BUILT};
use crate::peers;
use crate::runtime::{self, Runtime};
use hsplit_host::file_name::expanded;
use hsplit_host::logger::OWN_FILES;
use hsplit_monitor::{Classes, Part, Snapshot, part_file};
use hsplit_mpi::{Failure, is_usable};
use hsplit_settings::{Feature, Output};

/// The time at which the program left `MPI_Init`, or began its first session.
static SINCE: OnceLock<Since> = OnceLock::new();
/// Records the beginning of the program. Called after `MPI_Init`, or at the beginning of a session.
pub fn begin() {
    let runtime = runtime::get();
    if runtime.settings.monitor.is_none() || runtime.is_disabled() {
        return;
    }
    SINCE.get_or_init(Since::now);
    if !IS_BUILT && runtime.process().is_ok_and(|process| process.rank == 0) {
        log::warn!("HSPLIT_MONITOR: nothing is counted, because this libhsplit was built without monitoring");
    }
}

/// Writes the counts. Called before the native `MPI_Finalize`.
pub fn report() {
    let runtime = runtime::get();
    let Some(monitor) = runtime.settings.monitor else { return };
    if runtime.is_disabled() || !is_usable() || !counters::prepare() {
        return;
    }
    let counted = Classes { p2p: monitor.p2p, collectives: monitor.collectives, rma: monitor.rma };
    let counts = counters::get().map(|counters| Snapshot::of(counters).only(counted)).unwrap_or_default();
    let expansion = runtime.settings.monitor_collectives;
    let since = SINCE.get_or_init(Since::now);
    let written = written(runtime, |rank| part(runtime, rank, counts, counted, expansion, since), monitor.output);
    if let Err(why) = written {
        log::warn!(target: OWN_FILES, "HSPLIT_MONITOR: the counts are lost: {why}");
    }
}

fn written(runtime: &Runtime, part: impl FnOnce(u32) -> Part, output: Output) -> Result<(), String> {
    let in_words = |failure: Failure| failure.to_string();
    let rank = runtime.process().map_err(in_words)?.rank;
    let (part, name) = (part(rank as u32), name(runtime));
    if output == Output::Parts {
        let (path, first) = (write_part(&part, &name)?, part_file(&name, part.rank));
        if path != first {
            log::warn!(target: OWN_FILES, "HSPLIT_MONITOR: there is a file {first} already; the new one is {path}");
        }
        return Ok(());
    }
    match peers::together(Feature::Gather).map_err(in_words)? {
        Some(together) if gather(&together, &part, &name)? => Ok(()),
        _ => instead(&part, &name),
    }
}

/// Writes a part if nothing is gathered.
fn instead(part: &Part, name: &str) -> Result<(), String> {
    let path = write_part(part, name)?;
    let why = "this program without MPI_Init has made no communicator of all processes, or not all have ended their \
               sessions";
    log::warn!(
        target: OWN_FILES,
        "HSPLIT_MONITOR: nothing is gathered, because {why}; each has written its own part, such as {path}"
    );
    Ok(())
}

/// Returns the name of the files, without suffix.
fn name(runtime: &Runtime) -> String {
    with_name(&expanded(runtime.settings.monitor_file.as_deref().unwrap_or_default(), peers::job))
}
