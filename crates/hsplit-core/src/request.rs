// SPDX-License-Identifier: MIT OR Apache-2.0
//! The arguments of one rank in a split.

use std::sync::Arc;

use crate::criteria::{Criteria, Criterion, Quantity};
use crate::hash::hash;
use crate::level::{Level, canonical, is_hwloc};
use crate::name::Name;
use crate::place::{LONGEST_PATH, Place, Step};

/// The kind of split that a rank requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// A split by the native MPI.
    Native = 0,
    /// No split: `MPI_UNDEFINED`.
    Undefined = 1,
    /// A split at the next level of the hierarchy, or at the level that the criteria select.
    Unguided = 2,
    /// A split at a named level.
    Guided = 3,
    /// A split at a named level whose name is missing.
    Nameless = 4,
    /// A split at the level `mpi_shared_memory`, which the native MPI makes.
    SharedMemory = 5,
}

impl Kind {
    pub(crate) fn from_byte(byte: u8) -> Option<Self> {
        [Self::Native, Self::Undefined, Self::Unguided, Self::Guided, Self::Nameless, Self::SharedMemory]
            .into_iter()
            .find(|kind| *kind as u8 == byte)
    }

    /// True if this rank's place is used.
    pub fn takes_part(self) -> bool {
        matches!(self, Self::Unguided | Self::Guided)
    }

    /// True if this rank names a level.
    pub(crate) fn is_guided(self) -> bool {
        matches!(self, Self::Guided | Self::SharedMemory)
    }
}

/// The part of a request that all ranks must agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitSpec {
    /// The kind of the split.
    pub kind: Kind,
    /// The call and its split type.
    pub selector: i32,
    /// Other data that must be equal: 24 bits of the hash of the level's canonical name, or for an unguided split the
    /// code of its criteria; otherwise 0.
    pub(crate) value: u32,
}

impl SplitSpec {
    /// `MPI_UNDEFINED`: the rank takes part in the exchange and gets no communicator.
    pub const UNDEFINED: Self = Self { kind: Kind::Undefined, selector: 0, value: 0 };

    /// A split by the native MPI.
    pub fn native(split_type: i32) -> Self {
        Self { kind: Kind::Native, selector: split_type, value: 0 }
    }

    /// A split at the next level of the hierarchy.
    pub fn unguided(selector: i32) -> Self {
        Self { kind: Kind::Unguided, selector, value: 0 }
    }

    /// A split at the level `resource`.
    pub fn guided(selector: i32, resource: &str) -> Self {
        Self { kind: Kind::Guided, selector, value: hash(canonical(resource).as_bytes()) as u32 & 0xff_ffff }
    }

    /// A guided split at the level `mpi_shared_memory`.
    pub fn shared_memory(selector: i32) -> Self {
        Self { kind: Kind::SharedMemory, selector, value: 0 }
    }

    /// A guided split whose info object contains no name.
    pub fn nameless(selector: i32) -> Self {
        Self { kind: Kind::Nameless, selector, value: 0 }
    }
}

/// The guide of a guided split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resource {
    /// The level of this name.
    Level(String),
    /// The process set of this name (MPI 4.1, `mpi_pset_name`).
    ProcessSet(String),
}

impl Resource {
    /// The resource in a value of `mpi_pset_name`. The process sets of the hardware (`hwloc://NUMANode`) are levels.
    pub fn of_process_set(name: String) -> Self {
        if is_hwloc(&name) { Self::Level(name) } else { Self::ProcessSet(name) }
    }
}

/// All arguments of one rank in a split.
#[derive(Clone, Debug)]
pub struct Request {
    /// The part that all ranks must agree on.
    pub question: SplitSpec,
    /// The rank order wanted in the new communicator.
    pub key: i32,
    /// The error class of a wrong argument on this rank.
    pub fault: Option<i32>,
    /// The place of this rank; empty if it is not used.
    pub place: Place,
    /// The criterion, and the place reduced to its levels, if not all levels count.
    pub view: Option<(Criterion, Place)>,
    /// Limits for the number of ranks of the communicators of an unguided split, or for the number of communicators.
    pub quantity: Quantity,
    /// The common beginning of the paths of all ranks when the communicator was created; equal bytes on all ranks.
    /// Empty if the library did not create the communicator.
    pub known: Arc<[u8]>,
    /// For a guided split, the number of leading steps of the place that identify the instance to share, if there is
    /// one.
    pub shared_depth: Option<usize>,
    /// True if the communicator of the roots is requested, too.
    pub roots: bool,
    /// True if this rank requests that the tree is printed at the end.
    pub show: bool,
}

impl Request {
    /// A request with only a question.
    pub fn new(question: SplitSpec) -> Self {
        Self {
            question,
            key: 0,
            fault: None,
            place: Place::default(),
            view: None,
            quantity: Quantity::default(),
            known: Arc::default(),
            shared_depth: None,
            roots: false,
            show: false,
        }
    }

    /// A request for a split at the next level.
    pub fn unguided(selector: i32, key: i32, place: Place) -> Self {
        Self { key, place, ..Self::new(SplitSpec::unguided(selector)) }
    }

    /// A request for a split at the level `resource`.
    pub fn guided(selector: i32, key: i32, place: Place, resource: &str) -> Self {
        let place = place.in_halves();
        let shared_depth = place.depth_of(&canonical(resource));
        Self { key, place, shared_depth, ..Self::new(SplitSpec::guided(selector, resource)) }
    }

    /// A request for the process set `name`: the ranks with the same `instance` of it get one communicator. `None` if
    /// this rank is not in the set.
    pub fn process_set(selector: i32, key: i32, name: &str, instance: Option<u32>) -> Self {
        let step = |instance| Step::new(Arc::new(Level::new(&[Name::new(name)])), u64::from(instance));
        let question = SplitSpec::guided(selector, &format!("mpi_pset_name={name}"));
        let place = Place::special(instance.map(step).into_iter().collect());
        Self { key, place, shared_depth: instance.map(|_| 1), ..Self::new(question) }
    }

    /// Adds criteria for the level to an unguided request.
    pub fn by(self, criteria: Criteria) -> Self {
        let Criteria { criterion, quantity } = criteria;
        // Parts are cut from the coordinates and not along the halves of the network.
        let place = if quantity.parts.is_some() { self.place } else { self.place.in_halves() };
        let view = (criterion != Criterion::All).then(|| (criterion, place.only(criterion)));
        let question = SplitSpec { value: criteria.code(), ..self.question };
        let known = self.known.clone();
        Self { question, place, view, quantity, ..self }.beyond(known)
    }

    /// Adds the common beginning of the ranks' paths when the communicator was created. It is ignored if some levels do
    /// not count, because the reduced paths are different.
    pub fn beyond(self, known: Arc<[u8]>) -> Self {
        let known = if self.view.is_none() { known } else { Arc::default() };
        Self { known, ..self }
    }

    /// The encoded path of this rank, up to the greatest length that can be sent.
    pub(crate) fn path(&self) -> &[u8] {
        let path = self.view.as_ref().map_or(&self.place, |(_, view)| view).path();
        &path[..path.len().min(LONGEST_PATH)]
    }

    /// The number of leading steps of the place within the first `bytes` bytes of [`Request::path`].
    pub(crate) fn depth_within(&self, bytes: usize) -> usize {
        match &self.view {
            None => self.place.depth_within(bytes),
            Some((criterion, view)) => self.place.depth_of_kept(*criterion, view.depth_within(bytes)),
        }
    }

    /// True if this rank's path is used and does not begin with the known prefix: the rank has been bound elsewhere
    /// since, or uses another kind of place.
    pub(crate) fn has_moved(&self) -> bool {
        self.question.kind.takes_part() && !self.path().starts_with(&self.known)
    }

    /// Adds a request for the communicator of the roots.
    pub fn with_roots(self) -> Self {
        Self { roots: true, ..self }
    }
}
