// SPDX-License-Identifier: MIT OR Apache-2.0
//! The settings of the sources.

use std::path::{Path, PathBuf};

/// The default sources.
pub const DEFAULT_SOURCES: &str = "emulated,file,coordinates,fabric,slurm,node";

/// The threads whose binding is that of the process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CountedThreads {
    /// All threads except those that the MPI has started.
    #[default]
    Threads,
    /// The calling thread.
    Caller,
    /// All threads, as in `hwloc_get_cpubind`.
    Process,
}

/// The sources and their settings.
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
    /// The working directory in which the settings were read: that of relative files.
    pub folder: PathBuf,
    /// The job's partition, which selects a topology if the file is Slurm's `topology.yaml`.
    pub partition: Option<String>,
    /// The threads whose binding counts.
    pub binding: CountedThreads,
    /// True if the processes of a node share the results of one of them.
    pub share: bool,
}

/// The working directory, if the path of a file is relative to it.
pub fn folder_of(files: &[Option<String>]) -> PathBuf {
    let is_relative = files.iter().flatten().any(|file| Path::new(file).is_relative());
    is_relative.then(|| std::env::current_dir().ok()).flatten().unwrap_or_default()
}
