// SPDX-License-Identifier: MIT OR Apache-2.0
//! The source `measured`: groups of nodes by the latencies between them, for networks that no other source has.
//!
//! Sources do not communicate. The first collective call of the library on a communicator of all ranks measures
//! (`crates/hsplit-calls/src/latency_probe.rs`) and stores its result here. Until then this source has no answer. It is
//! disabled by default, because measuring takes time; the result can be written to a file, which later jobs use without
//! measuring.

use std::sync::OnceLock;

use super::{Source, SourceError, Steps};
use crate::launcher::Process;
use hsplit_core::network::Network;

/// Its name in `HSPLIT_SOURCES`.
pub(crate) const NAME: &str = "measured";

/// The result of the measurements.
#[derive(Default)]
pub struct MeasuredSource {
    /// The network above this node; `None` if it is decided that nothing will be measured.
    network: OnceLock<Option<Network>>,
}

impl MeasuredSource {
    /// True if the measurements are finished, or will not happen.
    pub fn is_settled(&self) -> bool {
        self.network.get().is_some()
    }

    /// Stores the result, or `None` if there will be none. Only the first call has an effect.
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
