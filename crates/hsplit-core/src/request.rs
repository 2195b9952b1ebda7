// SPDX-License-Identifier: MIT OR Apache-2.0
//! What one rank asks for in a split.

use std::sync::Arc;

use crate::criteria::{Criteria, Criterion, Quantity};
use crate::hash::hash;
use crate::level::{Level, canonical, is_hwloc};
use crate::name::Name;
use crate::place::{LONGEST_PATH, Place, Step};

/// How a rank wants its communicator split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// By the native MPI.
    Native = 0,
    /// Not at all: `MPI_UNDEFINED`.
    Undefined = 1,
    /// At the next level of the hierarchy, or at the one that its criteria lead to.
    Unguided = 2,
    /// At a named level.
    Guided = 3,
    /// At a named level, but without the name.
    Nameless = 4,
}

impl Kind {
    /// The kind that a byte encodes.
    pub(crate) fn from_byte(byte: u8) -> Option<Self> {
        [Self::Native, Self::Undefined, Self::Unguided, Self::Guided, Self::Nameless]
            .into_iter()
            .find(|kind| *kind as u8 == byte)
    }

    /// Whether this rank's place matters.
    pub fn takes_part(self) -> bool {
        matches!(self, Self::Unguided | Self::Guided)
    }
}

/// The part of a request that all ranks must agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitSpec {
    /// How to split.
    pub kind: Kind,
    /// Which call, with which split type.
    pub selector: i32,
    /// 24 bits of the hash of the level's canonical name, and anything else that must be equal: of an unguided split,
    /// the code of its criteria. 0 where there is nothing.
    pub(crate) value: u32,
}

impl SplitSpec {
    /// `MPI_UNDEFINED`: the rank takes part in the exchange and gets no communicator.
    pub const UNDEFINED: Self = Self { kind: Kind::Undefined, selector: 0, value: 0 };

    /// Leaves the split to the native MPI.
    pub fn native(split_type: i32) -> Self {
        Self { kind: Kind::Native, selector: split_type, value: 0 }
    }

    /// The next level of the hierarchy.
    pub fn unguided(selector: i32) -> Self {
        Self { kind: Kind::Unguided, selector, value: 0 }
    }

    /// The level called `resource`.
    pub fn guided(selector: i32, resource: &str) -> Self {
        Self { kind: Kind::Guided, selector, value: hash(canonical(resource).as_bytes()) as u32 & 0xff_ffff }
    }

    /// A guided split whose info object has no name in it.
    pub fn nameless(selector: i32) -> Self {
        Self { kind: Kind::Nameless, selector, value: 0 }
    }
}

/// What a split can be guided by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resource {
    /// The level of this name.
    Level(String),
    /// The process set of this name (MPI 4.1, `mpi_pset_name`).
    ProcessSet(String),
}

impl Resource {
    /// The resource that a value of `mpi_pset_name` stands for. The sets of the hardware (`hwloc://NUMANode`) are its
    /// levels.
    pub fn of_process_set(name: String) -> Self {
        if is_hwloc(&name) { Self::Level(name) } else { Self::ProcessSet(name) }
    }
}

/// Everything one rank brings to a split.
#[derive(Clone, Debug)]
pub struct Request {
    /// What all ranks must agree on.
    pub question: SplitSpec,
    /// The rank order wanted in the new communicator.
    pub key: i32,
    /// The error class of a wrong argument on this rank.
    pub fault: Option<i32>,
    /// Where this rank is. Empty where it does not matter.
    pub place: Place,
    /// The levels of the place that count, and by which criterion, where these are not all.
    pub view: Option<(Criterion, Place)>,
    /// How many ranks the communicators of an unguided split have, or how many of them there are.
    pub quantity: Quantity,
    /// How the paths of all ranks of the communicator began when it was created: equal bytes on all ranks. Empty where
    /// the library did not create it.
    pub known: Arc<[u8]>,
    /// For a guided split: how many leading steps of the place make up the instance to share, if there is one.
    pub shared_depth: Option<usize>,
    /// Whether the communicator of the roots is wanted too.
    pub roots: bool,
    /// Whether this rank wants the tree shown in the end.
    pub show: bool,
}

impl Request {
    /// A request that only states a question.
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

    /// A request at the next level.
    pub fn unguided(selector: i32, key: i32, place: Place) -> Self {
        Self { key, place, ..Self::new(SplitSpec::unguided(selector)) }
    }

    /// A request at the level called `resource`.
    pub fn guided(selector: i32, key: i32, place: Place, resource: &str) -> Self {
        let place = place.in_halves();
        let shared_depth = place.depth_of(&canonical(resource));
        Self { key, place, shared_depth, ..Self::new(SplitSpec::guided(selector, resource)) }
    }

    /// A request for the process set called `name`: the ranks that name one `instance` of it get one communicator;
    /// `None`: this rank is not in it.
    pub fn process_set(selector: i32, key: i32, name: &str, instance: Option<u32>) -> Self {
        let step = |instance| Step::new(Arc::new(Level::new(&[Name::new(name)])), u64::from(instance));
        let question = SplitSpec::guided(selector, &format!("mpi_pset_name={name}"));
        let place = Place::special(instance.map(step).into_iter().collect());
        Self { key, place, shared_depth: instance.map(|_| 1), ..Self::new(question) }
    }

    /// This unguided request, at the level that `criteria` lead to.
    pub fn by(self, criteria: Criteria) -> Self {
        let Criteria { criterion, quantity } = criteria;
        // Parts of a torus are cut where they are equal, whatever its halves are.
        let place = if quantity.parts.is_some() { self.place } else { self.place.in_halves() };
        let view = (criterion != Criterion::All).then(|| (criterion, place.only(criterion)));
        let question = SplitSpec { value: criteria.code(), ..self.question };
        let known = self.known.clone();
        Self { question, place, view, quantity, ..self }.beyond(known)
    }

    /// This request, on a communicator whose ranks' paths began like this when it was created. Where some levels do not
    /// count, that says nothing of the paths that do.
    pub fn beyond(self, known: Arc<[u8]>) -> Self {
        let known = if self.view.is_none() { known } else { Arc::default() };
        Self { known, ..self }
    }

    /// The encoded path of this rank, as far as one can be told to others.
    pub(crate) fn path(&self) -> &[u8] {
        let path = self.view.as_ref().map_or(&self.place, |(_, view)| view).path();
        &path[..path.len().min(LONGEST_PATH)]
    }

    /// How many leading steps of the place lie in the first `bytes` bytes of [`Request::path`].
    pub(crate) fn depth_within(&self, bytes: usize) -> usize {
        match &self.view {
            None => self.place.depth_within(bytes),
            Some((criterion, view)) => self.place.depth_of_kept(*criterion, view.depth_within(bytes)),
        }
    }

    /// Whether this rank's path matters and does not begin with what is known: it has been bound elsewhere since, or
    /// asks about another kind of place.
    pub(crate) fn has_moved(&self) -> bool {
        self.question.kind.takes_part() && !self.path().starts_with(&self.known)
    }

    /// This request, with the communicator of the roots.
    pub fn with_roots(self) -> Self {
        Self { roots: true, ..self }
    }
}
