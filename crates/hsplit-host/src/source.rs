// SPDX-License-Identifier: MIT OR Apache-2.0
//! The sources of places: one small interface, several sources, each in its own file.
//!
//! A source may provide the network above a node, the node with its inside, or both. `HSPLIT_SOURCES` orders the
//! sources; for each half the first one that has an answer is used. A source that fails causes one warning, and the
//! next one is used, so that the job can run.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::launcher::Process;
use crate::logger::NODE;
use hsplit_core::cpus::Cpus;
use hsplit_core::level::{BINDING, Level, ring_name};
use hsplit_core::machine::Machine;
use hsplit_core::name::Name;
use hsplit_core::network::NetworkPosition;
use hsplit_core::network::{Format, Network};
use hsplit_core::place::{Place, Step};
use topology_file::{FromFile, TopologyFile};

pub use settings::{CountedThreads, DEFAULT_SOURCES, SourceSettings, folder_of};

pub mod binding;
mod devices;
mod emulated;
pub mod identity;
pub mod measured;
pub mod node;
mod regions;
mod settings;
pub mod share;
mod slurm;
pub mod topology;
pub mod topology_file;

/// The error of a source that should have an answer, as a text for the user.
pub type SourceError = Box<dyn std::error::Error + Send + Sync>;

/// Steps of a path. A source with an unchanged answer returns the same allocation.
pub(crate) type Steps = Arc<[Step]>;

/// A source of places. It returns an error if it should have an answer and fails.
pub(crate) trait Source: Send + Sync {
    /// Its name in `HSPLIT_SOURCES`.
    fn name(&self) -> &'static str;

    /// The network levels above this process's node; `None` if the source has no networks.
    fn network(&self, process: Process) -> Result<Option<Network>, SourceError>;

    /// The node, and the levels inside it that contain the process's binding; `None` if the source has no nodes.
    fn node(&self, process: Process) -> Result<Option<Steps>, SourceError>;

    /// The node, and the levels inside it that contain these processing units; `None` if the source has no nodes.
    fn node_around(&self, _process: Process, _cpus: &Cpus) -> Result<Option<Steps>, SourceError> {
        Ok(None)
    }

    /// The inside of the process's node; `None` if the source has no nodes.
    fn machine(&self, _process: Process) -> Result<Option<Arc<Machine>>, SourceError> {
        Ok(None)
    }

    /// The processing units of the process's present binding, all units if it is not bound; `None` if the source has no
    /// nodes.
    fn cpus(&self, _process: Process) -> Result<Option<Cpus>, SourceError> {
        Ok(None)
    }

    /// The names of all levels inside the process's node, whatever its binding; `None` if the source has no nodes.
    fn names(&self, _process: Process) -> Result<Option<Vec<Name>>, SourceError> {
        Ok(None)
    }
}

/// The smallest run that contains some units; the whole node if there are none.
fn run_of(machine: &Machine, cpus: &Cpus) -> Range<u32> {
    cpus.first().zip(cpus.last()).map_or_else(|| machine.whole(), |(first, last)| first..last + 1)
}

/// The sources of this process, in descending priority.
pub struct Sources {
    entries: Vec<Entry>,
    /// The file of the network, which also has this host's name in such files.
    file: Arc<TopologyFile>,
    /// The source `measured`, if it is enabled; it needs a collective call that measures.
    measured: Option<Arc<measured::MeasuredSource>>,
    /// The last answers, and the place computed from them.
    last: Mutex<Option<Answer>>,
    compared: AtomicBool,
}

/// The name of the source of `HSPLIT_EMULATE`.
const EMULATED: &str = "emulated";

/// A pushed binding, and the one before the first push.
#[derive(Clone, Debug, Default)]
struct Pushed {
    /// The binding before the first push; `None` while nothing is pushed.
    home: Option<Cpus>,
    /// The present binding, if the machine is not the real one.
    emulated: Option<Cpus>,
}

/// A process has one, whatever its sources are.
static PUSHED: Mutex<Pushed> = Mutex::new(Pushed { home: None, emulated: None });

/// Stores a binding that the program has pushed. `home` is the binding before the first push; `emulated` is the present
/// binding, if it is not a mask of the operating system.
pub fn push(home: Cpus, emulated: Option<Cpus>) {
    *PUSHED.lock().unwrap_or_else(PoisonError::into_inner) = Pushed { home: Some(home), emulated };
}

/// Ends the pushed bindings.
pub fn pop_last() {
    *PUSHED.lock().unwrap_or_else(PoisonError::into_inner) = Pushed::default();
}

fn pushed() -> Pushed {
    PUSHED.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

struct Answer {
    network: Option<Network>,
    node: Steps,
    place: Place,
}

impl Answer {
    fn is(&self, network: Option<&Network>, node: &Steps) -> bool {
        let same_network = match (&self.network, network) {
            (Some(last), Some(now)) => Arc::ptr_eq(&last.steps, &now.steps),
            (None, None) => true,
            _ => false,
        };
        same_network && Arc::ptr_eq(&self.node, node)
    }
}

struct Entry {
    source: Arc<dyn Source>,
    warned: AtomicBool,
}

impl Sources {
    /// The sources named in `settings`.
    pub fn new(settings: &SourceSettings) -> Self {
        let emulated =
            settings.sources.iter().any(|name| name == EMULATED).then(|| Arc::new(emulated::Emulated::new(settings)));
        let file = Arc::new(TopologyFile::new(settings, emulated.clone()));
        let of_form = |form| Arc::new(FromFile::new(form, file.clone()));
        let measured =
            settings.sources.iter().any(|name| name == measured::NAME).then(Arc::<measured::MeasuredSource>::default);
        let mut sources: Vec<Arc<dyn Source>> = vec![];
        for name in &settings.sources {
            match name.as_str() {
                EMULATED => sources.extend(emulated.clone().map(|emulated| emulated as Arc<dyn Source>)),
                "file" => sources.push(of_form(Format::File)),
                "coordinates" => sources.push(of_form(Format::Coordinates)),
                "fabric" => sources.push(of_form(Format::Fabric)),
                "slurm" => sources.push(Arc::new(slurm::Slurm::new(file.clone()))),
                measured::NAME => sources.extend(measured.clone().map(|measured| measured as Arc<dyn Source>)),
                "node" => sources.push(Arc::new(node::Node::new(settings.share, settings.binding))),
                // The settings have no other names.
                _ => {}
            }
        }
        Self { measured, ..Self::of(sources, file) }
    }

    fn of(sources: Vec<Arc<dyn Source>>, file: Arc<TopologyFile>) -> Self {
        let entries = sources.into_iter().map(|source| Entry { source, warned: AtomicBool::new(false) }).collect();
        Self { entries, file, measured: None, last: Mutex::new(None), compared: AtomicBool::new(false) }
    }

    /// The source `measured`, if it is enabled; it needs a collective call that measures.
    pub fn measured(&self) -> Option<&measured::MeasuredSource> {
        self.measured.as_deref()
    }

    /// The number of the node of `process`; and true if no source of higher priority than `measured` has the network
    /// above it.
    pub fn node_to_measure(&self, process: Process) -> (u64, bool) {
        let node = self.first(|source| source.node(process)).map_or_else(node::opaque_steps, |(_, node)| node);
        let before = |source: &dyn Source| {
            if source.name() == measured::NAME { Ok(Some(false)) } else { Ok(source.network(process)?.map(|_| true)) }
        };
        (node.first().map_or(0, |step| step.instance), self.first(before).is_none_or(|(_, known)| !known))
    }

    /// The name of the host of `process` in topology files.
    pub fn host(&self, process: Process) -> String {
        self.file.hosts(process).swap_remove(0)
    }

    /// The inside of the node of `process`.
    pub fn machine(&self, process: Process) -> Option<Arc<Machine>> {
        self.first(|source| source.machine(process)).map(|(_, machine)| machine)
    }

    /// True if an emulated machine is in force, and contains all processes.
    pub fn is_emulated(&self, process: Process) -> bool {
        let found = self.first(|source| source.machine(process));
        found.is_some_and(|(index, _)| self.entries[index].source.name() == EMULATED)
    }

    /// The processing units of the present binding of `process`.
    pub fn cpus(&self, process: Process) -> Option<Cpus> {
        pushed().emulated.or_else(|| self.first(|source| source.cpus(process)).map(|(_, cpus)| cpus))
    }

    /// The place of `process` by its present binding.
    pub fn place(&self, process: Process) -> Place {
        self.place_around(process, pushed().emulated)
    }

    /// The place of `process` by its binding before the first push; its present place if nothing is pushed.
    pub fn home_place(&self, process: Process) -> Place {
        self.place_around(process, pushed().home)
    }

    /// The place of `process` by these processing units, or by its binding in the sources.
    pub fn place_around(&self, process: Process, cpus: Option<Cpus>) -> Place {
        let network = self.first(|source| source.network(process));
        let node = match cpus {
            Some(cpus) => self.first(|source| source.node_around(process, &cpus)),
            None => self.first(|source| source.node(process)),
        };
        let one_source = matches!((&network, &node), (Some((a, _)), Some((b, _))) if a == b);
        let answers_network = network.as_ref().map(|(entry, _)| *entry);
        let (network, node) =
            (network.map(|(_, network)| network), node.map_or_else(node::opaque_steps, |(_, node)| node));
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = last.as_ref().filter(|answer| answer.is(network.as_ref(), &node)) {
            return answer.place.clone();
        }
        if let (Some(entry), Some(network)) = (answers_network, &network) {
            self.compare(process, entry, network);
        }
        let place = self.compose(process, network.as_ref(), &node, one_source);
        *last = Some(Answer { network, node, place: place.clone() });
        place
    }

    /// The answer of each source for the network.
    pub fn networks(&self, process: Process) -> Vec<(&'static str, Result<Option<Network>, SourceError>)> {
        self.entries.iter().map(|entry| (entry.source.name(), entry.source.network(process))).collect()
    }

    /// The source that reads the topology file, if there is a readable one.
    pub fn reader_of_file(&self, process: Process) -> Option<&'static str> {
        self.file.form(process).map(Format::source)
    }

    /// For each source, true if it has the place of the process in its node.
    pub fn nodes(&self, process: Process) -> Vec<(&'static str, Result<bool, SourceError>)> {
        let knows = |source: &dyn Source| source.node(process).map(|node| node.is_some());
        self.entries.iter().map(|entry| (entry.source.name(), knows(&*entry.source))).collect()
    }

    /// Warns once if another source contradicts the one that is used. An explicit emulation overrides all others
    /// without a warning.
    fn compare(&self, process: Process, believed: usize, network: &Network) {
        let winner = self.entries[believed].source.name();
        if winner == EMULATED || self.compared.swap(true, Ordering::Relaxed) {
            return;
        }
        for entry in &self.entries[believed + 1..] {
            if let Ok(Some(other)) = entry.source.network(process) {
                // An emulated machine without switches is compatible with any network.
                let says_nothing = other.steps.is_empty() && other.alone.is_none();
                if !says_nothing && network.contradicts(&other) {
                    let loser = entry.source.name();
                    log::warn!(
                        target: NODE,
                        "sources disagree: '{winner}' has {network}, '{loser}' has {other}; '{winner}' is the first \
                         in HSPLIT_SOURCES and is used"
                    );
                }
            }
        }
    }

    /// Composes a place from its two parts.
    ///
    /// If the network's source does not have the node, the node's number gets a bit that no switch has, so that a node
    /// next to a switch, or missing in a file, never has the number of that switch.
    fn compose(&self, process: Process, network: Option<&Network>, node: &Steps, one_source: bool) -> Place {
        const NODE_BIT: u64 = 1 << 48;
        if one_source {
            let steps = network.iter().flat_map(|network| network.steps.iter()).chain(node.iter());
            return Place::new(steps.cloned().collect());
        }
        let mut node = node.to_vec();
        node.iter_mut().take(1).for_each(|step| step.instance |= NODE_BIT);
        match network {
            Some(network) => network.place_of(node, &self.names(process)),
            None => Place::new(node),
        }
    }

    /// The place of `process` with an additional step below all levels: its binding.
    ///
    /// Equal bindings have equal paths, so this step separates only processes that no level separates. If no source has
    /// the binding, the process counts as unbound.
    pub fn place_with_binding(&self, process: Process) -> Place {
        let mut steps = self.place(process).steps().to_vec();
        let level = Arc::new(Level::new(&[Name::new(BINDING)]));
        let identity = |(machine, cpus): (Arc<Machine>, Cpus)| {
            machine.identity_of(machine.to_os(&cpus).iter().map(|unit| unit as usize))
        };
        steps.push(Step::new(level, self.machine(process).zip(self.cpus(process)).map_or(0, identity)));
        Place::special(steps)
    }

    /// The place of `process` for a split at a name: the node and the region, if the name is that of a region of the
    /// node. Levels and devices of the name have priority.
    pub fn place_for(&self, process: Process, canonical_name: &str) -> Place {
        self.place_for_around(process, pushed().emulated, canonical_name)
    }

    /// The same by these processing units, or by its binding in the sources.
    pub fn place_for_around(&self, process: Process, cpus: Option<Cpus>, canonical_name: &str) -> Place {
        let place = self.place_around(process, cpus.clone());
        if place.depth_of(canonical_name).is_some() {
            return place;
        }
        let known = || self.first(|source| source.cpus(process)).map(|(_, cpus)| cpus);
        let region = self.machine(process).zip(cpus.or_else(known));
        let region = region.and_then(|(machine, cpus)| machine.region_around(canonical_name, &cpus));
        let Some((region, node)) = region.zip(place.node()) else { return place };
        Place::special(place.steps()[..=node].iter().cloned().chain([region]).collect())
    }

    /// The place of `process` with an additional step above all levels: the ring of its torus along a dimension.
    /// Without such a dimension it is the place alone, and no step has the ring's name.
    pub fn place_on_ring(&self, process: Process, dimension: usize) -> Place {
        let place = self.place(process);
        let Some(ring) = self.torus(process).and_then(|torus| torus.ring(dimension)) else { return place };
        let level = Arc::new(Level::new(&[ring_name(dimension)]));
        Place::special(std::iter::once(Step::new(level, ring)).chain(place.steps().iter().cloned()).collect())
    }

    /// The position of the node of `process` in a torus, if its network is one.
    pub fn torus(&self, process: Process) -> Option<NetworkPosition> {
        self.network_position(process).filter(|position| position.is_torus)
    }

    /// The position of the node of `process` in its network, by coordinates.
    pub fn network_position(&self, process: Process) -> Option<NetworkPosition> {
        self.first(|source| source.network(process)).and_then(|(_, network)| network.position)
    }

    /// The names of all levels inside the node of `process`.
    pub fn names(&self, process: Process) -> Vec<Name> {
        self.first(|source| source.names(process)).map(|(_, names)| names).unwrap_or_default()
    }

    /// The first answer, and the index of its source.
    fn first<T>(&self, ask: impl Fn(&dyn Source) -> Result<Option<T>, SourceError>) -> Option<(usize, T)> {
        self.entries.iter().enumerate().find_map(|(index, entry)| {
            let answer = ask(&*entry.source).unwrap_or_else(|error| {
                if !entry.warned.swap(true, Ordering::Relaxed) {
                    log::warn!(target: NODE, "source '{}' is left out: {error}", entry.source.name());
                }
                None
            });
            answer.map(|answer| (index, answer))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hsplit_core::level::Level;

    struct Fake(&'static str, Option<u64>, Option<u64>);

    fn step(name: &str, instance: u64) -> Steps {
        [Step::new(Arc::new(Level::new(&[Name::new(name)])), instance)].into()
    }

    impl Source for Fake {
        fn name(&self) -> &'static str {
            self.0
        }
        fn network(&self, _: Process) -> Result<Option<Network>, SourceError> {
            Ok(self.1.map(|instance| Network::of(step("Net_level0", instance))))
        }
        fn node(&self, _: Process) -> Result<Option<Steps>, SourceError> {
            if self.0 == "broken" {
                Err("line 3 of x is wrong".into())
            } else {
                Ok(self.2.map(|instance| step("Machine", instance)))
            }
        }
    }

    fn no_file() -> Arc<TopologyFile> {
        Arc::new(TopologyFile::new(&SourceSettings::default(), None))
    }

    fn place(fakes: Vec<Fake>) -> Vec<u64> {
        let fakes = fakes.into_iter().map(|fake| -> Arc<dyn Source> { Arc::new(fake) });
        Sources::of(fakes.collect(), no_file())
            .place(Process { rank: 0, ranks: 1 })
            .steps()
            .iter()
            .map(|step| step.instance)
            .collect()
    }

    #[test]
    fn the_first_answer_wins_for_each_half() {
        assert_eq!(place(vec![Fake("a", None, Some(7)), Fake("b", Some(5), Some(6))]), [5, 7 | 1 << 48]);
        assert_eq!(place(vec![Fake("b", Some(5), Some(6)), Fake("a", Some(1), Some(7))]), [5, 6]);
    }

    #[test]
    fn a_broken_source_is_passed_over() {
        assert_eq!(place(vec![Fake("broken", None, None), Fake("a", None, Some(7))]), [7 | 1 << 48]);
    }
}
