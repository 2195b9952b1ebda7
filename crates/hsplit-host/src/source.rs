// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where places come from: one small interface, several sources, each a file of its own.
//!
//! A source may know the network above a node, the node and its inside, or both. `HSPLIT_SOURCES` orders them; for each
//! half the first that answers wins. A source that breaks costs one warning that says what and where, and the next one
//! is asked: a job must run on whatever is left.

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

pub use settings::{CountedThreads, DEFAULT_SOURCES, SourceSettings};

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

/// Why a source that should answer cannot, in words for a user.
pub type SourceError = Box<dyn std::error::Error + Send + Sync>;

/// Some steps of a path. A source that has nothing new to say gives the same allocation again.
pub(crate) type Steps = Arc<[Step]>;

/// A source of places.
pub(crate) trait Source: Send + Sync {
    /// Its name in `HSPLIT_SOURCES`.
    fn name(&self) -> &'static str;

    /// The network levels above this process's node; `None` where the source knows nothing of networks.
    ///
    /// # Errors
    /// A source that should know and does not.
    fn network(&self, process: Process) -> Result<Option<Network>, SourceError>;

    /// The node and the levels inside it that the process's binding lies inside; `None` where the source knows nothing
    /// of nodes.
    ///
    /// # Errors
    /// A source that should know and does not.
    fn node(&self, process: Process) -> Result<Option<Steps>, SourceError>;

    /// The node and the levels inside it that these processing units lie inside; `None` where the source knows nothing
    /// of nodes.
    ///
    /// # Errors
    /// A source that should know and does not.
    fn node_around(&self, _process: Process, _cpus: &Cpus) -> Result<Option<Steps>, SourceError> {
        Ok(None)
    }

    /// The inside of the process's node; `None` where the source knows nothing of nodes.
    ///
    /// # Errors
    /// A source that should know and does not.
    fn machine(&self, _process: Process) -> Result<Option<Arc<Machine>>, SourceError> {
        Ok(None)
    }

    /// The processing units that the process is bound to now, all of them where it is not bound; `None` where the
    /// source knows nothing of nodes.
    ///
    /// # Errors
    /// A source that should know and does not.
    fn cpus(&self, _process: Process) -> Result<Option<Cpus>, SourceError> {
        Ok(None)
    }

    /// The names of all levels inside the process's node, wherever its binding is; `None` where the source knows
    /// nothing of nodes.
    ///
    /// # Errors
    /// A source that should know and does not.
    fn names(&self, _process: Process) -> Result<Option<Vec<Name>>, SourceError> {
        Ok(None)
    }
}

/// The run of units around some of them; all of the node's where there are none.
fn run_of(machine: &Machine, cpus: &Cpus) -> Range<u32> {
    cpus.first().zip(cpus.last()).map_or_else(|| machine.whole(), |(first, last)| first..last + 1)
}

/// The sources of this process, in the order in which they are asked.
pub struct Sources {
    entries: Vec<Entry>,
    /// The file of the network, which knows this host's name as such files have it.
    file: Arc<TopologyFile>,
    /// The source `measured`, where it is asked: it waits for a collective call that measures.
    measured: Option<Arc<measured::MeasuredSource>>,
    /// The binding of the process, as far as the program has pushed one.
    pushed: Mutex<Pushed>,
    /// The last answers, and the place that was made of them.
    last: Mutex<Option<Answer>>,
    /// Whether the sources of networks have been compared.
    compared: AtomicBool,
}

/// A binding that is pushed, and the one of before.
#[derive(Clone, Debug, Default)]
struct Pushed {
    /// The binding before the first push; `None` while nothing is pushed.
    home: Option<Cpus>,
    /// The binding now, on a machine that this process does not really run on.
    emulated: Option<Cpus>,
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
    /// The sources that `settings` name.
    pub fn new(settings: &SourceSettings) -> Self {
        let emulated =
            settings.sources.iter().any(|name| name == "emulated").then(|| Arc::new(emulated::Emulated::new(settings)));
        let file = Arc::new(TopologyFile::new(settings, emulated.clone()));
        let of_form = |form| Arc::new(FromFile::new(form, file.clone()));
        let measured =
            settings.sources.iter().any(|name| name == measured::NAME).then(Arc::<measured::MeasuredSource>::default);
        let mut sources: Vec<Arc<dyn Source>> = vec![];
        for name in &settings.sources {
            match name.as_str() {
                "emulated" => sources.extend(emulated.clone().map(|emulated| emulated as Arc<dyn Source>)),
                "file" => sources.push(of_form(Format::File)),
                "coordinates" => sources.push(of_form(Format::Coordinates)),
                "fabric" => sources.push(of_form(Format::Fabric)),
                "slurm" => sources.push(Arc::new(slurm::Slurm::new(file.clone()))),
                measured::NAME => sources.extend(measured.clone().map(|measured| measured as Arc<dyn Source>)),
                "node" => sources.push(Arc::new(node::Node::new(settings.share, settings.binding))),
                other => {
                    log::warn!(
                        target: NODE,
                        "HSPLIT_SOURCES: there is no source '{other}' (there are {DEFAULT_SOURCES} and measured); \
                         ignored"
                    );
                }
            }
        }
        Self { measured, ..Self::of(sources, file) }
    }

    fn of(sources: Vec<Arc<dyn Source>>, file: Arc<TopologyFile>) -> Self {
        let entries = sources.into_iter().map(|source| Entry { source, warned: AtomicBool::new(false) }).collect();
        Self {
            entries,
            file,
            measured: None,
            pushed: Mutex::default(),
            last: Mutex::new(None),
            compared: AtomicBool::new(false),
        }
    }

    /// The source `measured`, where it is asked: it waits for a collective call that measures.
    pub fn measured(&self) -> Option<&measured::MeasuredSource> {
        self.measured.as_deref()
    }

    /// The number of the node of `process`, and whether no source knows the network above it that is asked before
    /// `measured`.
    pub fn node_to_measure(&self, process: Process) -> (u64, bool) {
        let node = self.first(|source| source.node(process)).map_or_else(node::opaque_steps, |(_, node)| node);
        let before = |source: &dyn Source| {
            if source.name() == measured::NAME { Ok(Some(false)) } else { Ok(source.network(process)?.map(|_| true)) }
        };
        (node.first().map_or(0, |step| step.instance), self.first(before).is_none_or(|(_, known)| !known))
    }

    /// The name by which files have the host of `process`.
    pub fn host(&self, process: Process) -> String {
        self.file.hosts(process).swap_remove(0)
    }

    /// Notes that the program has pushed a binding. `home`: what the process was bound to before the first push.
    /// `emulated`: what it is bound to now, where that is no mask of the operating system's.
    pub fn push(&self, home: Cpus, emulated: Option<Cpus>) {
        *self.pushed.lock().unwrap_or_else(PoisonError::into_inner) = Pushed { home: Some(home), emulated };
    }

    /// Notes that nothing is pushed any more.
    pub fn pop_last(&self) {
        *self.pushed.lock().unwrap_or_else(PoisonError::into_inner) = Pushed::default();
    }

    fn pushed(&self) -> Pushed {
        self.pushed.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The inside of the node of `process`.
    pub fn machine(&self, process: Process) -> Option<Arc<Machine>> {
        self.first(|source| source.machine(process)).map(|(_, machine)| machine)
    }

    /// The processing units that `process` is bound to now.
    pub fn cpus(&self, process: Process) -> Option<Cpus> {
        self.pushed().emulated.or_else(|| self.first(|source| source.cpus(process)).map(|(_, cpus)| cpus))
    }

    /// The place of `process`, as its binding is now.
    pub fn place(&self, process: Process) -> Place {
        self.place_around(process, self.pushed().emulated)
    }

    /// The place of `process` by the binding of before the first push. While nothing is pushed, this is its place.
    pub fn home_place(&self, process: Process) -> Place {
        self.place_around(process, self.pushed().home)
    }

    /// The place of `process` by these processing units, or by its binding as the sources know it.
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

    /// What each source says of the network.
    pub fn networks(&self, process: Process) -> Vec<(&'static str, Result<Option<Network>, SourceError>)> {
        self.entries.iter().map(|entry| (entry.source.name(), entry.source.network(process))).collect()
    }

    /// The source that reads the topology file, where there is a file and it can be read.
    pub fn reader_of_file(&self, process: Process) -> Option<&'static str> {
        self.file.form(process).map(Format::source)
    }

    /// Whether each source says where in its node the process is.
    pub fn nodes(&self, process: Process) -> Vec<(&'static str, Result<bool, SourceError>)> {
        let knows = |source: &dyn Source| source.node(process).map(|node| node.is_some());
        self.entries.iter().map(|entry| (entry.source.name(), knows(&*entry.source))).collect()
    }

    /// Warns once where another source contradicts the one that is believed. An explicit emulation overrides all others
    /// without a warning.
    fn compare(&self, process: Process, believed: usize, network: &Network) {
        let winner = self.entries[believed].source.name();
        if winner == "emulated" || self.compared.swap(true, Ordering::Relaxed) {
            return;
        }
        for entry in &self.entries[believed + 1..] {
            if let Ok(Some(other)) = entry.source.network(process) {
                // An emulated machine without switches may stand below any.
                let says_nothing = other.steps.is_empty() && other.alone.is_none();
                if !says_nothing && network.contradicts(&other) {
                    let loser = entry.source.name();
                    log::warn!(
                        target: NODE,
                        "sources disagree: '{winner}' says {network}, '{loser}' says {other}; '{winner}' comes first \
                         in HSPLIT_SOURCES and is used"
                    );
                }
            }
        }
    }

    /// A place from its two parts.
    ///
    /// Where the network's source knows nothing of the node, the node's number gets a bit that no switch has: a node
    /// that hangs beside a switch, or that a file has forgotten, is never taken for that switch.
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

    /// The place of `process` with one more step below all levels: its binding itself.
    ///
    /// Equal bindings have equal paths, so this step separates only processes that no level separates. Where no source
    /// knows the binding, the process counts as unbound.
    pub fn place_with_binding(&self, process: Process) -> Place {
        let mut steps = self.place(process).steps().to_vec();
        let level = Arc::new(Level::new(&[Name::new(BINDING)]));
        let identity = |(machine, cpus): (Arc<Machine>, Cpus)| {
            machine.identity_of(machine.to_os(&cpus).iter().map(|unit| unit as usize))
        };
        steps.push(Step::new(level, self.machine(process).zip(self.cpus(process)).map_or(0, identity)));
        Place::special(steps)
    }

    /// The place of `process` for a split at a name: where that is the name of a region of its node, the node and the
    /// region. Levels and devices of the name go before.
    pub fn place_for(&self, process: Process, canonical_name: &str) -> Place {
        self.place_for_around(process, self.pushed().emulated, canonical_name)
    }

    /// The same by these processing units, or by its binding as the sources know it.
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

    /// The place of `process` with one more step above all levels: the ring of its torus along a dimension. Without
    /// such a dimension it is the place alone, and no step of it answers to the name of the ring.
    pub fn place_on_ring(&self, process: Process, dimension: usize) -> Place {
        let place = self.place(process);
        let Some(ring) = self.torus(process).and_then(|torus| torus.ring(dimension)) else { return place };
        let level = Arc::new(Level::new(&[ring_name(dimension)]));
        Place::special(std::iter::once(Step::new(level, ring)).chain(place.steps().iter().cloned()).collect())
    }

    /// Where the node of `process` is in a torus, if its network is one.
    pub fn torus(&self, process: Process) -> Option<NetworkPosition> {
        self.network_position(process).filter(|position| position.is_torus)
    }

    /// Where the node of `process` is in its network, by coordinates.
    pub fn network_position(&self, process: Process) -> Option<NetworkPosition> {
        self.first(|source| source.network(process)).and_then(|(_, network)| network.position)
    }

    /// The names of all levels inside the node of `process`.
    pub fn names(&self, process: Process) -> Vec<Name> {
        self.first(|source| source.names(process)).map(|(_, names)| names).unwrap_or_default()
    }

    /// The first answer, and which entry gives it.
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
