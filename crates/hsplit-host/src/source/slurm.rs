// SPDX-License-Identifier: MIT OR Apache-2.0
//! The source `slurm`: a `topology.yaml` or `topology.conf`, or what Slurm tells each process of a job in its
//! environment.
//!
//! The file goes before the variables, because the user has named it. It also says more: it has the whole network.

use std::sync::{Arc, OnceLock};

use super::topology_file::TopologyFile;
use super::{Source, SourceError, Steps};
use crate::launcher::Process;
use hsplit_core::network::slurm::of_variables;
use hsplit_core::network::{Format, Network};

const ADDRESS: &str = "SLURM_TOPOLOGY_ADDR";
const PATTERN: &str = "SLURM_TOPOLOGY_ADDR_PATTERN";

/// Slurm's two ways of telling.
pub(crate) struct Slurm {
    file: Arc<TopologyFile>,
    /// What the variables say; `None` where there are none.
    told: OnceLock<Option<Result<Network, String>>>,
}

impl Slurm {
    /// The source; `file` may be Slurm's.
    pub(crate) fn new(file: Arc<TopologyFile>) -> Self {
        Self { file, told: OnceLock::new() }
    }
}

/// What the variables of a process say, if it has them.
fn told(variable: impl Fn(&str) -> Option<String>) -> Option<Result<Network, String>> {
    let address = variable(ADDRESS).filter(|address| !address.trim().is_empty())?;
    let pattern = variable(PATTERN)?;
    let network = of_variables(address.trim(), pattern.trim()).map_err(|why| format!("{ADDRESS}, {PATTERN}: {why}"));
    // Without a topology plugin Slurm gives the name of the node alone, and knows no more.
    Some(network).filter(|network| network.as_ref().map_or(true, |network| !network.steps.is_empty()))
}

impl Source for Slurm {
    fn name(&self) -> &'static str {
        "slurm"
    }

    fn network(&self, process: Process) -> Result<Option<Network>, SourceError> {
        if let Some(network) = self.file.network(Format::Slurm, process)? {
            return Ok(Some(network));
        }
        let told = self.told.get_or_init(|| told(|name| std::env::var(name).ok()));
        told.clone().transpose().map_err(Into::into)
    }

    fn node(&self, _: Process) -> Result<Option<Steps>, SourceError> {
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(address: &str, pattern: &str) -> Option<Result<Network, String>> {
        let (address, pattern) = (address.to_owned(), pattern.to_owned());
        told(move |name| Some(if name == ADDRESS { address.clone() } else { pattern.clone() }))
    }

    #[test]
    fn a_process_is_told_its_switches() {
        let words = |address: &str, pattern: &str| {
            with(address, pattern).map(|network| network.map(|network| network.to_string()))
        };
        assert_eq!(words("s0.s4.s8.tux1", "switch.switch.switch.node"), Some(Ok("s0 > s4 > s8".to_owned())));
        assert_eq!(words("b8.tux1", "block.node"), Some(Ok("b8".to_owned())));
        assert_eq!(words("tux1", "node"), None);
        assert_eq!(words("s[0-1].s4.tux1.site.fr", "switch.switch.node"), Some(Ok("s[0-1] > s4".to_owned())));
        assert_eq!(words(".s4.tux1", "switch.switch.node"), Some(Ok("s4".to_owned())));
        assert!(told(|_| None).is_none());
    }

    #[test]
    fn garbage_is_named() {
        let why = |address: &str, pattern: &str| with(address, pattern).unwrap().unwrap_err();
        assert_eq!(
            why("tux1", "switch.node"),
            "SLURM_TOPOLOGY_ADDR, SLURM_TOPOLOGY_ADDR_PATTERN: the address 'tux1' has not the parts of 'switch.node'"
        );
        assert!(why("s0.tux1", "switch.switch").ends_with("the pattern 'switch.switch' does not end in 'node'"));
        assert!(
            why("s0.tux1", "rack.node")
                .ends_with("the pattern 'rack.node' has 'rack', which is neither switch nor block")
        );
    }

    #[test]
    fn equal_names_are_equal_switches_and_no_others() {
        let steps = |address: &str| with(address, "switch.switch.node").unwrap().unwrap().steps;
        assert_eq!(steps("s0.s4.a")[..], steps("s0.s4.b")[..]);
        assert_eq!(steps("s0.s4.a")[0], steps("s0.s5.b")[0]);
        assert_ne!(steps("s0.s4.a")[1].instance, steps("s0.s5.b")[1].instance);
    }
}
