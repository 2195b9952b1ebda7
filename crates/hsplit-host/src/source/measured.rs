// SPDX-License-Identifier: MIT OR Apache-2.0
//! The source `measured`: groups of nodes by the latencies between them, for networks that no other source knows.
//!
//! No source communicates. The first collective call of the library on a communicator of all ranks measures
//! (`crates/hsplit-calls/src/latency_probe.rs`) and leaves here what it found. Until then this source knows nothing. It
//! is off by default, because measuring takes time; what was found can be written to a file, which costs nothing in
//! later jobs.

use std::sync::OnceLock;

use super::{Source, SourceError, Steps};
use crate::launcher::Process;
use hsplit_core::network::Network;

/// Its name in `HSPLIT_SOURCES`.
pub(crate) const NAME: &str = "measured";

/// What was measured.
#[derive(Default)]
pub struct MeasuredSource {
    /// What is above this node; `None` where it was settled that nothing will be measured.
    network: OnceLock<Option<Network>>,
}

impl MeasuredSource {
    /// Whether measuring is over, or will never be.
    pub fn is_settled(&self) -> bool {
        self.network.get().is_some()
    }

    /// Leaves what was found, or that nothing will be. The first call counts.
    pub fn settle(&self, network: Option<Network>) {
        let _ = self.network.set(network);
    }
}

impl Source for MeasuredSource {
    fn name(&self) -> &'static str {
        NAME
    }

    fn network(&self, _: Process) -> Result<Option<Network>, SourceError> {
        Ok(self.network.get().cloned().flatten())
    }

    fn node(&self, _: Process) -> Result<Option<Steps>, SourceError> {
        Ok(None)
    }
}
