// SPDX-License-Identifier: MIT OR Apache-2.0
//! The targets, by what they read.

use std::borrow::Cow;

use crate::Target;

mod bench;
mod emulation;
mod machines;
mod matrices;
mod model;
mod names;
mod networks;
mod parts;
mod phases;
mod records;
mod settings;
mod tables;
mod tuning;

/// All of them, in the order of the manual's table.
pub const ALL: &[Target] = &[
    Target { name: "description", run: emulation::description },
    Target { name: "placement", run: emulation::placement },
    Target { name: "location", run: emulation::location },
    Target { name: "shape", run: phases::shape },
    Target { name: "cpus", run: phases::cpus },
    Target { name: "topology-file", run: networks::file },
    Target { name: "topology-slurm", run: networks::slurm },
    Target { name: "topology-coordinates", run: networks::coordinates },
    Target { name: "topology-fabric", run: networks::fabric },
    Target { name: "hostlist", run: networks::hostlist },
    Target { name: "slurm-variables", run: networks::variables },
    Target { name: "names", run: names::names },
    Target { name: "settings", run: settings::settings },
    Target { name: "parameters", run: model::parameters },
    Target { name: "latencies", run: model::latencies },
    Target { name: "measurements", run: model::measurements },
    Target { name: "positions", run: model::positions },
    Target { name: "tuning", run: tuning::table },
    Target { name: "osu", run: tuning::benchmark },
    Target { name: "matrix", run: matrices::matrix },
    Target { name: "parts", run: parts::parts },
    Target { name: "machine", run: machines::machine },
    Target { name: "memory", run: machines::memory },
    Target { name: "records", run: records::records },
    Target { name: "split", run: records::split },
    Target { name: "paths", run: records::paths },
    Target { name: "table", run: tables::table },
    Target { name: "entries", run: tables::entries },
    Target { name: "notes", run: records::notes },
    Target { name: "bench", run: bench::arguments },
    Target { name: "report", run: bench::report },
];

/// The input as a file's or a variable's text; what is not UTF-8 is replaced.
fn text(input: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(input)
}

/// The next `length` bytes of an input, and the rest; fewer where it ends.
fn take(input: &[u8], length: usize) -> (&[u8], &[u8]) {
    input.split_at(length.min(input.len()))
}

/// The next byte of an input, and the rest; 0 where it ends.
fn byte(input: &[u8]) -> (u8, &[u8]) {
    input.split_first().map_or((0, input), |(&byte, rest)| (byte, rest))
}
