// SPDX-License-Identifier: MIT OR Apache-2.0
//! The source `emulated`: the machine of `HSPLIT_EMULATE`, with ranks placed by its `bind=`.
//!
//! Any program then behaves on a laptop as on that cluster. A process's slot depends only on its rank in
//! `MPI_COMM_WORLD`, so it never changes; processes spawned later begin again at the first slot.

use std::sync::{Arc, Mutex, PoisonError};

use super::{Source, SourceError, SourceSettings, Steps, run_of, topology};
use crate::launcher::Process;
use hsplit_core::cpus::Cpus;
use hsplit_core::emulation::process_placement::Slots;
use hsplit_core::emulation::{Description, ProcessPlacement, System};
use hsplit_core::machine::Machine;
use hsplit_core::name::Name;
use hsplit_core::network::Network;

/// The emulated machine. It is loaded when the source is first used; only this process's slot is kept.
pub(crate) struct Emulated {
    description: Option<String>,
    placement: String,
    /// True if a file or measurements may provide the network above the nodes of a machine without switches.
    others_know_networks: bool,
    /// The slot of the last process in a query: before `MPI_Init` the rank is known only from the launcher.
    slot: Mutex<Option<(Process, Result<ProcessSlot, String>)>>,
}

/// The slot of one process on the emulated machine.
#[derive(Clone)]
struct ProcessSlot {
    /// The number of the node in the whole machine.
    number: u64,
    network: Steps,
    node: Steps,
    machine: Arc<Machine>,
    cpus: Cpus,
}

impl Emulated {
    /// The source for these settings; without `HSPLIT_EMULATE` it has no answers.
    pub(crate) fn new(settings: &SourceSettings) -> Self {
        Self {
            description: settings.emulate.clone(),
            placement: settings.emulate_bind.clone(),
            others_know_networks: settings.topology_file.is_some()
                || settings.sources.iter().any(|name| name == super::measured::NAME),
            slot: Mutex::new(None),
        }
    }

    /// The number of the node of a process; `None` if no machine is emulated.
    pub(crate) fn node_number(&self, process: Process) -> Option<u64> {
        self.slot(process).ok().flatten().map(|slot| slot.number)
    }

    /// The slot of a process; `None` without a description.
    fn slot(&self, process: Process) -> Result<Option<ProcessSlot>, SourceError> {
        let Some(text) = &self.description else { return Ok(None) };
        let mut known = self.slot.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = match known.as_ref() {
            Some((of, slot)) if *of == process => slot,
            _ => &known.insert((process, ProcessSlot::of(text, &self.placement, process))).1,
        };
        slot.clone().map(Some).map_err(Into::into)
    }
}

impl ProcessSlot {
    fn of(description: &str, placement: &str, process: Process) -> Result<Self, String> {
        let (system, slots) = load(description, placement, process.ranks)?;
        let slot = slots.slot(&system, process.rank);
        let place = system.place(&slot);
        let (network, node) = place.steps().split_at(system.network_levels().count());
        let mut node = node.to_vec();
        // The number counts through the whole machine, because the switches above it may be from another source.
        node[0].instance = slot.node;
        Ok(Self {
            number: slot.node,
            network: network.into(),
            node: node.into(),
            machine: system.machine_of(slot.node).clone(),
            cpus: slots.cpus(&system, process.rank),
        })
    }
}

impl Source for Emulated {
    fn name(&self) -> &'static str {
        "emulated"
    }

    fn network(&self, process: Process) -> Result<Option<Network>, SourceError> {
        let slot = self.slot(process)?.filter(|slot| !slot.network.is_empty() || !self.others_know_networks);
        Ok(slot.map(|slot| Network::of(slot.network)))
    }

    fn node(&self, process: Process) -> Result<Option<Steps>, SourceError> {
        Ok(self.slot(process)?.map(|slot| slot.node))
    }

    fn names(&self, process: Process) -> Result<Option<Vec<Name>>, SourceError> {
        Ok(self.slot(process)?.map(|slot| slot.machine.names()))
    }

    fn node_around(&self, process: Process, cpus: &Cpus) -> Result<Option<Steps>, SourceError> {
        let Some(slot) = self.slot(process)? else { return Ok(None) };
        let inside = slot.machine.path_to(&run_of(&slot.machine, cpus));
        Ok(Some(slot.node.iter().take(1).cloned().chain(inside).collect()))
    }

    fn machine(&self, process: Process) -> Result<Option<Arc<Machine>>, SourceError> {
        Ok(self.slot(process)?.map(|slot| slot.machine))
    }

    fn cpus(&self, process: Process) -> Result<Option<Cpus>, SourceError> {
        Ok(self.slot(process)?.map(|slot| slot.cpus))
    }
}

/// Loads a description and places `ranks` ranks on the machine.
///
/// # Errors
/// The value of a variable is wrong; the text contains the variable and the reason.
fn load(description: &str, placement: &str, ranks: u64) -> Result<(System, Slots), String> {
    let of_description = |error: &dyn std::fmt::Display| format!("HSPLIT_EMULATE: {error}");
    let of_placement = |error: &dyn std::fmt::Display| format!("HSPLIT_EMULATE: bind: {error}");
    let description = Description::read(description).map_err(|error| of_description(&error))?;
    let system = topology::load_emulated(&description).map_err(|error| of_description(&error))?;
    let placement = ProcessPlacement::read(placement).map_err(|error| of_placement(&error))?;
    let slots = placement.prepare(&system, ranks).map_err(|error| of_placement(&error))?;
    Ok((system, slots))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn emulated(description: &str, placement: &str) -> Emulated {
        Emulated {
            description: Some(description.to_owned()),
            placement: placement.to_owned(),
            others_know_networks: false,
            slot: Mutex::new(None),
        }
    }

    #[test]
    fn the_two_halves_make_a_path() {
        let source = emulated("leaf:2 node:2 package:2 [numa] core:2 pu:1", "core");
        let process = Process { rank: 15, ranks: 16 };
        let names = |steps: Steps| {
            steps.iter().map(|step| format!("{}#{}", step.level.name(), step.instance)).collect::<Vec<_>>()
        };
        assert_eq!(names(source.network(process).unwrap().unwrap().steps), ["Net_level0#1"]);
        assert_eq!(names(source.node(process).unwrap().unwrap()), ["Machine#3", "NUMANode#1", "Core#1"]);
    }

    #[test]
    fn errors_name_the_variable() {
        let error = |description, placement| {
            emulated(description, placement).node(Process { rank: 0, ranks: 4 }).unwrap_err().to_string()
        };
        assert!(error("node:x core:1", "core").starts_with("HSPLIT_EMULATE: 'node:x'"));
        assert!(error("core:2 pu:1", "l5").starts_with("HSPLIT_EMULATE: bind: no node has a level 'l5cache'"));
    }

    #[test]
    fn without_a_description_it_says_nothing() {
        let source = Emulated {
            description: None,
            placement: String::new(),
            others_know_networks: false,
            slot: Mutex::new(None),
        };
        assert!(source.node(Process { rank: 0, ranks: 1 }).unwrap().is_none());
    }
}
