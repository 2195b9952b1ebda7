// SPDX-License-Identifier: MIT OR Apache-2.0
//! The source `slurm`: a `topology.yaml` or `topology.conf`, or the variables that Slurm sets for each process of a
//! job.
//!
//! The file has priority over the variables, because the user has named it and it contains the whole network.

use std::sync::{Arc, OnceLock};

use super::topology_file::TopologyFile;
use super::{Source, SourceError, Steps, identity};
use crate::launcher::Process;
use crate::preload::foreign_variable;
use hsplit_core::network::slurm::{node_of, of_variables};
use hsplit_core::network::{Format, Network};

const ADDRESS: &str = "SLURM_TOPOLOGY_ADDR";
const PATTERN: &str = "SLURM_TOPOLOGY_ADDR_PATTERN";

pub(crate) struct Slurm {
    file: Arc<TopologyFile>,
    /// The parsed variables; `None` if they are not set.
    told: OnceLock<Option<Result<Told, String>>>,
}

impl Slurm {
    /// The source; `file` may be Slurm's.
    pub(crate) fn new(file: Arc<TopologyFile>) -> Self {
        Self { file, told: OnceLock::new() }
    }
}

#[derive(Clone)]
struct Told {
    network: Network,
    /// The node for which Slurm has set them.
    node: String,
    /// True if this process may have them from another host.
    is_passed_on: bool,
}

impl Told {
    /// Parses the variables of a process, if it has them.
    fn of(variable: impl Fn(&str) -> Option<String>) -> Option<Result<Self, String>> {
        let address = variable(ADDRESS).filter(|address| !address.trim().is_empty())?;
        let pattern = variable(PATTERN)?;
        let (address, pattern) = (address.trim(), pattern.trim());
        let network = match of_variables(address, pattern) {
            // Without a topology plugin, the variables contain only the name of the node.
            Ok(network) if network.steps.is_empty() => return None,
            network => network.map_err(|why| format!("{ADDRESS}, {PATTERN}: {why}")),
        };
        let (node, is_passed_on) = (node_of(address, pattern).to_owned(), identity::is_passed_on(variable));
        Some(network.map(|network| Self { network, node, is_passed_on }))
    }

    fn above(&self, host: &str) -> Result<Network, String> {
        if !self.is_passed_on || identity::is_one_host(&self.node, host) {
            return Ok(self.network.clone());
        }
        Err(format!(
            "{ADDRESS} is that of '{}', and the launcher has passed it on to '{host}'; start the program with srun, or \
             name Slurm's topology.conf in HSPLIT_TOPOLOGY_FILE",
            self.node
        ))
    }
}

impl Source for Slurm {
    fn name(&self) -> &'static str {
        "slurm"
    }

    fn network(&self, process: Process) -> Result<Option<Network>, SourceError> {
        if let Some(network) = self.file.network(Format::Slurm, process)? {
            return Ok(Some(network));
        }
        let told = self.told.get_or_init(|| Told::of(foreign_variable));
        let Some(told) = told else { return Ok(None) };
        let host = self.file.hosts(process).pop().unwrap_or_default();
        Ok(Some(told.as_ref().map_err(Clone::clone).and_then(|told| told.above(&host))?))
    }

    fn node(&self, _: Process) -> Result<Option<Steps>, SourceError> {
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(address: &str, pattern: &str) -> Option<Result<Network, String>> {
        told(address, pattern, "").map(|told| told.and_then(|told| told.above("box")))
    }

    /// The same with a variable of a launcher.
    fn told(address: &str, pattern: &str, launcher: &str) -> Option<Result<Told, String>> {
        let known = [(ADDRESS, address), (PATTERN, pattern), (launcher, "0")];
        Told::of(|name| known.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
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
        assert!(Told::of(|_| None).is_none());
    }

    #[test]
    fn what_a_launcher_has_passed_on_to_another_host_is_not_believed() {
        let above = |host: &str, launcher: &str| {
            let told = told("s0.s4.tux1.fr", "switch.switch.node", launcher).unwrap().unwrap();
            told.above(host).map(|network| network.to_string())
        };
        for (host, launcher) in [("tux2", "MPI_LOCALRANKID"), ("tux1.de", "FLUX_TASK_LOCAL_ID")] {
            let why = above(host, launcher).unwrap_err();
            let begin =
                format!("SLURM_TOPOLOGY_ADDR is that of 'tux1.fr', and the launcher has passed it on to '{host}';");
            assert!(why.starts_with(&begin), "{why}");
        }
        for (host, launcher) in [("TUX1", "MPI_LOCALRANKID"), ("tux2", "PMIX_RANK"), ("tux2", "SLURM_LOCALID")] {
            assert_eq!(above(host, launcher).unwrap(), "s0 > s4");
        }
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
