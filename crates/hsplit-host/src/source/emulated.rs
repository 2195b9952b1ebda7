// SPDX-License-Identifier: MIT OR Apache-2.0
//! The source `emulated`: the machine room of `HSPLIT_EMULATE`, with ranks seated by `HSPLIT_EMULATE_BIND`.
//!
//! Any program then behaves on a laptop as it would on that cluster. A rank's seat depends on its rank in
//! `MPI_COMM_WORLD` alone, so it never moves; processes that a program spawns later begin again at the first seat.

use std::sync::{Arc, Mutex, PoisonError};

use super::{Process, Source, SourceError, Steps, topology};
use crate::settings::Settings;
use hsplit_core::emulation::placement::Slots;
use hsplit_core::emulation::{Description, Placement, System};
use hsplit_core::machine::Machine;
use hsplit_core::name::Name;
use hsplit_core::network::Network;

/// The described machine room, read at the first question; what is kept is this process's seat, which never moves.
pub struct Emulated {
    description: Option<String>,
    placement: String,
    /// Whether a file, or measuring, may say what is above the nodes of a room without switches.
    others_know_networks: bool,
    /// The seat, and of which process: before `MPI_Init` the rank is only what the launcher says.
    seat: Mutex<Option<(Process, Result<Slot, String>)>>,
}

/// What is kept of the room.
#[derive(Clone)]
struct Slot {
    /// The number of the node in the whole room.
    number: u64,
    network: Steps,
    node: Steps,
    machine: Arc<Machine>,
    /// What tells its binding from others on the node.
    binding: u64,
}

impl Emulated {
    /// The source for these settings; without `HSPLIT_EMULATE` it answers nothing.
    pub fn new(settings: &Settings) -> Self {
        Self {
            description: settings.emulate.clone(),
            placement: settings.emulate_bind.clone(),
            others_know_networks: settings.topology_file.is_some()
                || settings.sources.iter().any(|name| name == super::measured::NAME),
            seat: Mutex::new(None),
        }
    }

    /// The number of the node that a process sits on; `None` where there is no room.
    pub fn node_number(&self, process: Process) -> Option<u64> {
        self.slot(process).ok().flatten().map(|seat| seat.number)
    }

    /// Where a process sits; `None` without a description.
    fn slot(&self, process: Process) -> Result<Option<Slot>, SourceError> {
        let Some(text) = &self.description else { return Ok(None) };
        let mut known = self.seat.lock().unwrap_or_else(PoisonError::into_inner);
        let seat = match known.as_ref() {
            Some((of, seat)) if *of == process => seat,
            _ => &known.insert((process, slot(text, &self.placement, process))).1,
        };
        seat.clone().map(Some).map_err(Into::into)
    }
}

fn slot(description: &str, placement: &str, process: Process) -> Result<Slot, String> {
    let (system, slots) = load(description, placement, process.ranks)?;
    let seat = slots.slot(&system, process.rank);
    let place = system.place(&seat);
    let (network, node) = place.steps().split_at(system.network_levels().count());
    let mut node = node.to_vec();
    // Counted through the whole room: the switches above it may be those of another source.
    node[0].instance = seat.node;
    let machine = system.machine_of(seat.node).clone();
    Ok(Slot {
        number: seat.node,
        network: network.into(),
        node: node.into(),
        machine,
        binding: slots.binding(&system, process.rank),
    })
}

impl Source for Emulated {
    fn name(&self) -> &'static str {
        "emulated"
    }

    fn network(&self, process: Process) -> Result<Option<Network>, SourceError> {
        let seat = self.slot(process)?.filter(|seat| !seat.network.is_empty() || !self.others_know_networks);
        Ok(seat.map(|seat| Network::of(seat.network)))
    }

    fn node(&self, process: Process) -> Result<Option<Steps>, SourceError> {
        Ok(self.slot(process)?.map(|seat| seat.node))
    }

    fn names(&self, process: Process) -> Result<Option<Vec<Name>>, SourceError> {
        Ok(self.slot(process)?.map(|seat| seat.machine.names()))
    }

    fn binding(&self, process: Process) -> Result<Option<u64>, SourceError> {
        Ok(self.slot(process)?.map(|seat| seat.binding))
    }
}

/// Reads a described room and seats `ranks` in it.
///
/// # Errors
/// The variable that is wrong, and why.
fn load(description: &str, placement: &str, ranks: u64) -> Result<(System, Slots), String> {
    let of_description = |error: &dyn std::fmt::Display| format!("HSPLIT_EMULATE: {error}");
    let of_placement = |error: &dyn std::fmt::Display| format!("HSPLIT_EMULATE_BIND: {error}");
    let description = Description::read(description).map_err(|error| of_description(&error))?;
    let system = topology::load_emulated(&description).map_err(|error| of_description(&error))?;
    let placement = Placement::read(placement).map_err(|error| of_placement(&error))?;
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
            seat: Mutex::new(None),
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
    fn mistakes_name_the_variable() {
        let error = |description, placement| {
            emulated(description, placement).node(Process { rank: 0, ranks: 4 }).unwrap_err().to_string()
        };
        assert!(error("node:x core:1", "core").starts_with("HSPLIT_EMULATE: 'node:x'"));
        assert!(error("core:2 pu:1", "l5").starts_with("HSPLIT_EMULATE_BIND: no node has a level 'l5cache'"));
    }

    #[test]
    fn without_a_description_it_says_nothing() {
        let source = Emulated {
            description: None,
            placement: String::new(),
            others_know_networks: false,
            seat: Mutex::new(None),
        };
        assert!(source.node(Process { rank: 0, ranks: 1 }).unwrap().is_none());
    }
}
