// SPDX-License-Identifier: MIT OR Apache-2.0
//! The settings of the sources.

/// The sources that are asked where nothing is said.
pub const DEFAULT_SOURCES: &str = "emulated,file,coordinates,fabric,slurm,node";

/// Whose binding is that of the process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CountedThreads {
    /// All threads but those that the MPI has started.
    #[default]
    Threads,
    /// The thread that asks.
    Caller,
    /// All threads, as in `hwloc_get_cpubind`.
    Process,
}

/// Which sources are asked, and of what.
#[derive(Clone, Debug, Default)]
pub struct SourceSettings {
    /// Their names, in order.
    pub sources: Vec<String>,
    /// The emulated machine.
    pub emulate: Option<String>,
    /// The placement of the ranks on it.
    pub emulate_bind: String,
    /// The file of the network.
    pub topology_file: Option<String>,
    /// The job's partition, where that file may be Slurm's `topology.yaml`, of which it decides what counts.
    pub partition: Option<String>,
    /// Whose binding counts.
    pub binding: CountedThreads,
    /// True if the processes of a node share what one of them has found.
    pub share: bool,
}
