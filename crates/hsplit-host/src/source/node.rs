// SPDX-License-Identifier: MIT OR Apache-2.0
//! The source `node`: the real machine of this process, and its real binding.

use std::ffi::OsStr;
use std::ops::Range;
use std::os::unix::fs::MetadataExt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::{Source, SourceError, Steps, binding, identity, run_of, share, topology};
use crate::affinity::Mask;
use crate::hwloc::Library;
use crate::launcher::Process;
use crate::source::CountedThreads;
use hsplit_core::cpus::Cpus;
use hsplit_core::hash::hash_parts;
use hsplit_core::machine::Machine;
use hsplit_core::name::Name;
use hsplit_core::network::Network;
use hsplit_core::place::Place;

/// The real machine, discovered once per node and kept until the process ends.
pub(crate) struct Node {
    share: bool,
    counted: CountedThreads,
    machine: OnceLock<Result<Arc<Machine>, String>>,
    last: Mutex<Option<(Range<u32>, Steps)>>,
}

impl Node {
    /// The source. With `share`, one process of the node discovers the machine for all. `counted` selects the threads
    /// whose binding counts.
    pub(crate) fn new(share: bool, counted: CountedThreads) -> Self {
        Self { share, counted, machine: OnceLock::new(), last: Mutex::new(None) }
    }

    fn known(&self) -> Result<&Arc<Machine>, SourceError> {
        let find = || if self.share { shared() } else { discover() };
        self.machine.get_or_init(|| find().map(Arc::new)).as_ref().map_err(|error| error.clone().into())
    }

    fn binding_on(&self, machine: &Machine) -> Option<Mask> {
        if machine.is_this_system() { binding::current(self.counted) } else { None }
    }

    fn steps_around(&self, machine: &Machine, run: Range<u32>) -> Steps {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, steps)) = last.as_ref().filter(|(known, _)| *known == run) {
            return steps.clone();
        }
        let steps: Steps = [machine.node_step(identity::node())].into_iter().chain(machine.path_to(&run)).collect();
        *last = Some((run, steps.clone()));
        steps
    }
}

impl Source for Node {
    fn name(&self) -> &'static str {
        "node"
    }

    fn network(&self, _: Process) -> Result<Option<Network>, SourceError> {
        Ok(None)
    }

    fn node(&self, _: Process) -> Result<Option<Steps>, SourceError> {
        let machine = self.known()?;
        let binding = self.binding_on(machine);
        let run = binding.map_or_else(|| machine.whole(), |units| machine.run_around(units.iter()));
        Ok(Some(self.steps_around(machine, run)))
    }

    fn node_around(&self, _: Process, cpus: &Cpus) -> Result<Option<Steps>, SourceError> {
        let machine = self.known()?;
        Ok(Some(self.steps_around(machine, run_of(machine, cpus))))
    }

    fn machine(&self, _: Process) -> Result<Option<Arc<Machine>>, SourceError> {
        self.known().cloned().map(Some)
    }

    fn cpus(&self, _: Process) -> Result<Option<Cpus>, SourceError> {
        let machine = self.known()?;
        let binding = self.binding_on(machine);
        let bound = binding.map(|mask| mask.units_on(machine));
        let bound = bound.filter(|cpus| !cpus.is_empty());
        Ok(Some(bound.unwrap_or_else(|| Cpus::from(machine.whole()))))
    }

    fn names(&self, _: Process) -> Result<Option<Vec<Name>>, SourceError> {
        Ok(Some(self.known()?.names()))
    }
}

/// The node as a step without known structure, for the case that every source has failed.
pub(crate) fn opaque_steps() -> Steps {
    static STEPS: OnceLock<Steps> = OnceLock::new();
    STEPS.get_or_init(|| [Machine::opaque().node_step(identity::node())].into()).clone()
}

/// A place of which only the node is known.
pub fn opaque_place() -> Place {
    static PLACE: OnceLock<Place> = OnceLock::new();
    PLACE.get_or_init(|| Place::new(opaque_steps().to_vec())).clone()
}

fn discover() -> Result<Machine, String> {
    let start = std::time::Instant::now();
    let machine = topology::load_system().map_err(|error| error.to_string())?;
    log::debug!(
        "discovered the machine through hwloc {} in {:.1} ms: {} objects",
        Library::find().map_or_else(|why| why, |library| library.version()),
        start.elapsed().as_secs_f64() * 1e3,
        machine.objects().len()
    );
    Ok(machine)
}

/// The machine from another process of this node, or discovered here and offered to the others.
fn shared() -> Result<Machine, String> {
    let start = std::time::Instant::now();
    let mut own = None;
    let shared = share::get_or_make(share_key(), || {
        let machine = discover();
        let bytes = machine.as_ref().map(Machine::encode).unwrap_or_default();
        own = Some(machine);
        bytes
    });
    if let Some(machine) = own {
        return machine;
    }
    let Some((Ok(machine), waited)) = shared.map(|shared| (Machine::decode(&shared.bytes), shared.waited)) else {
        return discover();
    };
    let (waited, all) = (waited.as_secs_f64() * 1e3, start.elapsed().as_secs_f64() * 1e3);
    log::debug!(
        "took over the machine from another process of this node after {waited:.1} ms (reading: {:.3} ms)",
        all - waited
    );
    Ok(machine)
}

/// The key of the machine: processes on the same node with the same hwloc settings have the same key.
fn share_key() -> u64 {
    const JOB: &[&str] = &["PMIX_NAMESPACE", "SLURM_JOB_ID"];
    let in_words = |name: &str, value: &OsStr| match name {
        _ if name.starts_with("HWLOC_") => Some(format!("{name}={}{}", value.to_string_lossy(), identity_of(value))),
        _ if JOB.contains(&name) => Some(format!("{name}={}", value.to_string_lossy())),
        _ => None,
    };
    let mut variables: Vec<String> =
        std::env::vars_os().filter_map(|(name, value)| in_words(name.to_str()?, &value)).collect();
    variables.sort();
    let mut parts: Vec<&[u8]> = vec![env!("CARGO_PKG_VERSION").as_bytes()];
    let node = identity::node().to_le_bytes();
    parts.push(&node);
    parts.extend(variables.iter().map(String::as_bytes));
    hash_parts(&parts)
}

/// The identity of a file, different for files of the same name in other folders or at other times; empty without a
/// file.
fn identity_of(path: &OsStr) -> String {
    let known = std::fs::metadata(path);
    known.map_or_else(
        |_| String::new(),
        |file| format!(" {}:{} {} {}.{}", file.dev(), file.ino(), file.len(), file.mtime(), file.mtime_nsec()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_one_name_are_told_apart() {
        let path = std::env::temp_dir().join(format!("hsplit-identity-{}", std::process::id()));
        let identity = || identity_of(path.as_os_str());
        assert_eq!([identity(), identity_of(OsStr::new(""))], ["", ""]);
        std::fs::write(&path, "one").unwrap();
        let first = identity();
        assert_eq!(identity(), first);
        std::fs::write(&path, "another").unwrap();
        assert!(!first.is_empty() && identity() != first);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn this_process_has_a_place_on_this_node() {
        let steps = Node::new(false, CountedThreads::default()).node(Process { rank: 0, ranks: 1 }).unwrap().unwrap();
        assert_eq!(steps[0].level.name().as_str(), "Machine");
        assert_eq!(steps[0].instance, identity::node());
    }
}
