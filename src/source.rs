// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where places come from: one small interface, several sources, each a file of its own.
//!
//! A source may know the network above a node, the node and its inside, or both. `HSPLIT_SOURCES` orders them; for each
//! half the first that answers wins. A source that breaks costs one warning that says what and where, and the next one is
//! asked: a job must run on whatever is left.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::level::{BINDING, Level};
use crate::logger::NODE;
use crate::name::Name;
use crate::place::{Place, Step};
use crate::settings::Settings;

pub mod binding;
pub mod devices;
pub mod emulated;
pub mod identity;
pub mod launcher;
pub mod node;
pub mod share;
pub mod topology;

/// The process whose place is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Process {
    /// Its rank in `MPI_COMM_WORLD`.
    pub rank: u64,
    /// The size of `MPI_COMM_WORLD`.
    pub ranks: u64,
}

/// A source that answers, but cannot: what is wrong, in words for a user.
pub type SourceError = Box<dyn std::error::Error + Send + Sync>;

/// Some steps of a path. A source that has nothing new to say gives the same allocation again.
pub type Steps = Arc<[Step]>;

/// Somewhere that knows about places.
pub trait Source: Send + Sync {
    /// Its name in `HSPLIT_SOURCES`.
    fn name(&self) -> &'static str;

    /// The network levels above this process's node, outermost first; `None` where the source knows nothing of networks.
    ///
    /// # Errors
    /// A source that should know and does not.
    fn network(&self, process: Process) -> Result<Option<Steps>, SourceError>;

    /// The node and the levels inside it that the process's binding lies inside; `None` where the source knows nothing
    /// of nodes.
    ///
    /// # Errors
    /// A source that should know and does not.
    fn node(&self, process: Process) -> Result<Option<Steps>, SourceError>;

    /// A number for the binding of this process, which no other binding on its node has; `None` where the source knows
    /// nothing of bindings.
    ///
    /// # Errors
    /// A source that should know and does not.
    fn binding(&self, _process: Process) -> Result<Option<u64>, SourceError> {
        Ok(None)
    }

    /// The names of all levels inside the process's node, wherever its binding is; `None` where the source knows nothing
    /// of nodes.
    ///
    /// # Errors
    /// A source that should know and does not.
    fn names(&self, _process: Process) -> Result<Option<Vec<Name>>, SourceError> {
        Ok(None)
    }
}

/// The sources of this process, in the order in which they are asked.
pub struct Sources {
    entries: Vec<Entry>,
    /// What the last answers were put together to.
    last: Mutex<Option<Answer>>,
}

struct Answer {
    network: Option<Steps>,
    node: Steps,
    place: Place,
}

impl Answer {
    fn is(&self, network: Option<&Steps>, node: &Steps) -> bool {
        let same_network = match (&self.network, network) {
            (Some(last), Some(now)) => Arc::ptr_eq(last, now),
            (None, None) => true,
            _ => false,
        };
        same_network && Arc::ptr_eq(&self.node, node)
    }
}

struct Entry {
    source: Box<dyn Source>,
    warned: AtomicBool,
}

impl Sources {
    /// The sources that `settings` name.
    pub fn new(settings: &Settings) -> Self {
        let mut sources: Vec<Box<dyn Source>> = vec![];
        for name in &settings.sources {
            match name.as_str() {
                "emulated" => sources.push(Box::new(emulated::Emulated::new(settings))),
                "node" => sources.push(Box::new(node::Node::new(settings.share))),
                other => log::warn!(target: NODE, "HSPLIT_SOURCES: there is no source '{other}' (there are emulated, node); ignored"),
            }
        }
        Self::of(sources)
    }

    fn of(sources: Vec<Box<dyn Source>>) -> Self {
        let entries = sources.into_iter().map(|source| Entry { source, warned: AtomicBool::new(false) }).collect();
        Self { entries, last: Mutex::new(None) }
    }

    /// The place of `process`, as its binding is now.
    pub fn place(&self, process: Process) -> Place {
        let network = self.first(|source| source.network(process));
        let node = self.first(|source| source.node(process)).unwrap_or_else(node::opaque_steps);
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = last.as_ref().filter(|answer| answer.is(network.as_ref(), &node)) {
            return answer.place.clone();
        }
        let place = Place::new(network.iter().flat_map(|steps| steps.iter()).chain(node.iter()).cloned().collect());
        *last = Some(Answer { network, node, place: place.clone() });
        place
    }

    /// The place of `process` with one more step below all levels: its binding itself.
    ///
    /// Equal bindings have equal paths, so this step parts only those that no level parts. Where nobody knows the
    /// binding, the process counts as unbound.
    pub fn place_with_binding(&self, process: Process) -> Place {
        let mut steps = self.place(process).steps().to_vec();
        let level = Arc::new(Level::new(&[Name::new(BINDING)]));
        steps.push(Step::new(level, self.first(|source| source.binding(process)).unwrap_or(0)));
        Place::new(steps)
    }

    /// The names of all levels inside the node of `process`.
    pub fn names(&self, process: Process) -> Vec<Name> {
        self.first(|source| source.names(process)).unwrap_or_default()
    }

    fn first<T>(&self, ask: impl Fn(&dyn Source) -> Result<Option<T>, SourceError>) -> Option<T> {
        self.entries.iter().find_map(|entry| {
            ask(&*entry.source).unwrap_or_else(|error| {
                if !entry.warned.swap(true, Ordering::Relaxed) {
                    log::warn!(target: NODE, "source '{}' is left out: {error}", entry.source.name());
                }
                None
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    struct Fake(&'static str, Option<u64>, Option<u64>);

    fn step(name: &str, instance: u64) -> Steps {
        [Step::new(Arc::new(Level::new(&[Name::new(name)])), instance)].into()
    }

    impl Source for Fake {
        fn name(&self) -> &'static str {
            self.0
        }
        fn network(&self, _: Process) -> Result<Option<Steps>, SourceError> {
            Ok(self.1.map(|instance| step("Net_level0", instance)))
        }
        fn node(&self, _: Process) -> Result<Option<Steps>, SourceError> {
            if self.0 == "broken" { Err("line 3 of x is wrong".into()) } else { Ok(self.2.map(|instance| step("Machine", instance))) }
        }
    }

    fn place(fakes: Vec<Fake>) -> Vec<u64> {
        let fakes = fakes.into_iter().map(|fake| -> Box<dyn Source> { Box::new(fake) });
        Sources::of(fakes.collect()).place(Process { rank: 0, ranks: 1 }).steps().iter().map(|step| step.instance).collect()
    }

    #[test]
    fn the_first_answer_wins_for_each_half() {
        assert_eq!(place(vec![Fake("a", None, Some(7)), Fake("b", Some(5), Some(6))]), [5, 7]);
        assert_eq!(place(vec![Fake("b", Some(5), Some(6)), Fake("a", Some(1), Some(7))]), [5, 6]);
    }

    #[test]
    fn a_broken_source_is_passed_over() {
        assert_eq!(place(vec![Fake("broken", None, None), Fake("a", None, Some(7))]), [7]);
    }
}
