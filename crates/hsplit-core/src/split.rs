// SPDX-License-Identifier: MIT OR Apache-2.0
//! The split: one exchange, one agreement, one creation (RR-9077 §4.1, Algorithms 1 and 2, without their second pass).
//!
//! Let A be the longest common prefix of the places of all ranks that take part. A rank whose place is longer than A
//! joins the ranks that share its next level; a rank whose place is A gets no communicator. Every new communicator is
//! therefore a strict subset of its parent, and recursion terminates. A guided split joins the ranks inside one
//! instance of the named level instead. An unguided split by a quantity uses the level that [`crate::criteria`] selects
//! below A, or cuts the ranks into parts along the hierarchy ([`parts`]).
//!
//! Two exchanges give identical results. *Gathered*: every rank has every record and computes members, siblings and
//! roots without another message. *Reduced*: memory does not grow with the number of ranks; the prefix is reduced, the
//! split is a native one, and siblings are counted by a prefix sum.

use crate::communicator::Communicator;
use crate::criteria::{Quantity, has_quantity};
use crate::exchange::{Record, Summary};
use crate::place::{next_step_end, steps_end};
use crate::request::{Kind, Request, SplitSpec};

mod at;
mod gathered;
mod parts;
mod reduced;
mod routers;
mod torus;

pub use reduced::{colour, number};

/// Up to this number of ranks the records are gathered, above it reduced.
///
/// One allgather of a 32-byte record per rank is the cheapest exchange after which every rank has all records. At this
/// size each rank receives 64 KiB.
pub const GATHER_LIMIT: u32 = 2048;

/// The exchange that a split uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Exchange {
    /// Gathered or reduced, by the number of ranks.
    #[default]
    BySize,
    /// Always gathered.
    Gathered,
    /// Always reduced.
    Reduced,
}

impl Exchange {
    /// True if the records of this number of ranks are gathered.
    pub fn gathers(self, size: u32) -> bool {
        match self {
            Self::BySize => size <= GATHER_LIMIT,
            Self::Gathered => true,
            Self::Reduced => false,
        }
    }
}

/// The result of a split for this rank, with communicators of the type `C`.
#[derive(Debug)]
pub enum Outcome<C> {
    /// All ranks that split request the same native split.
    Native {
        /// The call and its split type.
        selector: Option<i32>,
        /// True if it is at the level `mpi_shared_memory`.
        at_shared_memory: bool,
        /// The number of these ranks on this rank's node, if the exchange contains it.
        same_node: Option<u32>,
    },
    /// A split by this library.
    Split(Split<C>),
}

/// The result of a split by this library, for one rank.
#[derive(Debug)]
pub struct Split<C> {
    /// The new communicator, if this rank is in one.
    pub member: Option<Member<C>>,
    /// The communicator of the roots, if it was requested and this rank is a root.
    pub rootscomm: Option<C>,
    /// The call and its split type, if ranks name a level and none of them is inside it. Every rank of the parent has
    /// the same value, so that all can try another split.
    pub unanswered: Option<i32>,
}

impl<C> Split<C> {
    fn nothing() -> Self {
        Self { member: None, rootscomm: None, unanswered: None }
    }
}

/// A new communicator and its number among its siblings.
#[derive(Debug)]
pub struct Member<C> {
    /// The communicator.
    pub comm: C,
    /// The number of siblings, including this one.
    pub siblings: u32,
    /// Its index among the siblings: the rank of its root among the roots.
    pub index: u32,
    /// The number of steps of this rank's place down to its level.
    pub depth: usize,
    /// True if it and its siblings are whole instances of their levels. Otherwise it is a part that was cut, and its
    /// level is the narrowest level around it.
    pub whole: bool,
}

/// The difference between the requests of two ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The call, or its split type.
    Call,
    /// The level, or the presence of a name.
    Level,
    /// The criteria of an unguided split.
    Criteria,
}

/// An error of a split. All ranks of the communicator return one, unless a rank failed to create a communicator of
/// itself alone.
#[derive(Debug, thiserror::Error)]
pub enum SplitError<E> {
    /// A rank's own arguments were wrong. That rank reports its own error instead.
    #[error("rank {rank} has a wrong argument")]
    Fault {
        /// The lowest such rank.
        rank: u32,
        /// Its error class.
        class: i32,
    },
    /// Two ranks request different splits.
    #[error("rank {other} and rank {first} disagree")]
    Disagree {
        /// The lowest rank that requests a split.
        first: u32,
        /// The lowest rank that requests a different one.
        other: u32,
        /// The difference.
        what: Difference,
    },
    /// A rank runs another version of this library, or none.
    #[error("rank {0} runs another version of libhsplit")]
    Version(u32),
    /// The communication failed.
    #[error("communication failed")]
    Communication(E),
    /// The communication failed on other ranks only.
    #[error("communication failed on another rank")]
    Elsewhere,
}

impl<E> From<E> for SplitError<E> {
    fn from(error: E) -> Self {
        Self::Communication(error)
    }
}

/// Splits `comm` according to `request`.
///
/// # Errors
/// On every rank, if a rank's arguments are wrong or two ranks disagree; or if the communication fails.
pub fn split<C: Communicator>(
    comm: &C,
    request: &Request,
    exchange: Exchange,
) -> Result<Outcome<C::Owned>, SplitError<C::Error>> {
    split_and_tell(comm, request, exchange, |_| ())
}

/// As [`split`]. `tell` is called after the exchange, with true if all ranks request that the tree is printed at the
/// end. All ranks get the same value, also those that fail to create a communicator afterwards.
///
/// # Errors
/// The same as for [`split`].
pub fn split_and_tell<C: Communicator>(
    comm: &C,
    request: &Request,
    exchange: Exchange,
    tell: impl FnOnce(bool),
) -> Result<Outcome<C::Owned>, SplitError<C::Error>> {
    let record = Record::new(request);
    if exchange.gathers(comm.size()) {
        gathered::split(comm, request, &record, tell)
    } else {
        reduced::split(comm, request, &record, tell)
    }
}

/// Compares the questions of the ranks of `comm`, without a split; used at the beginning of other collective calls.
///
/// # Errors
/// The same as for [`split`].
pub fn agree<C: Communicator>(
    comm: &C,
    question: SplitSpec,
    fault: Option<i32>,
    exchange: Exchange,
) -> Result<(), SplitError<C::Error>> {
    let record = Record::new(&Request { fault, ..Request::new(question) });
    let summary = if exchange.gathers(comm.size()) {
        gathered::summary(&comm.allgather(&record.encode())?)?
    } else {
        comm.merge_all(Summary::of(comm.rank(), &record))?
    };
    verdict(&summary).map(drop)
}

/// The selector of a split at a named level that created no communicator; otherwise `None`.
fn unanswered(verdict: &Verdict, summary: &Summary, created: usize) -> Option<i32> {
    summary.selector().filter(|_| matches!(verdict, Verdict::Guided) && created == 0)
}

enum Verdict {
    Native,
    Nothing,
    Unguided,
    /// Unguided, at the level this number of steps below the level that all ranks share.
    Level(usize),
    /// Unguided, by a quantity: the lowest rank with it, and its code.
    ByQuantity(u32, u32),
    Guided,
}

fn verdict<E>(summary: &Summary) -> Result<Verdict, SplitError<E>> {
    let native = summary.calls.first.is_some_and(|(_, (native, _))| native);
    if let Some((first, other)) = summary.calls.disagreement() {
        return Err(SplitError::Disagree { first, other, what: Difference::Call });
    }
    if let Some((rank, class)) = summary.fault {
        return Err(SplitError::Fault { rank, class });
    }
    if native {
        return Ok(Verdict::Native);
    }
    if summary.nameless {
        return Ok(Verdict::Nothing);
    }
    if let Some((first, other)) = summary.values.disagreement() {
        let what = if summary.guided { Difference::Level } else { Difference::Criteria };
        return Err(SplitError::Disagree { first, other, what });
    }
    Ok(match summary.values.first {
        Some((rank, (Kind::Unguided, code))) if has_quantity(code) => Verdict::ByQuantity(rank, code),
        Some((_, (Kind::Unguided, _))) => Verdict::Unguided,
        Some((_, (Kind::Guided, _))) => Verdict::Guided,
        Some((_, (Kind::SharedMemory, _))) => Verdict::Native,
        _ => Verdict::Nothing,
    })
}

/// Returns the agreed quantity on all ranks, also on ranks that take no part, because they help to create
/// communicators.
fn told<C: Communicator>(comm: &C, (first, code): (u32, u32), own: &Quantity) -> Result<Quantity, C::Error> {
    if let Some(quantity) = Quantity::of_code(code) {
        return Ok(quantity);
    }
    let mine = if comm.rank() == first { own.words() } else { [0; 2] };
    Ok(Quantity::of_words([comm.sum(mine[0])?, comm.sum(mine[1])?]))
}

/// The number of bytes of its path that a rank shares with the members of its new communicator; `None` if it gets none.
/// `path` begins after the `known` prefix, and its first `common` bytes are equal on all ranks.
///
/// All ranks are inside every level of the known prefix, and find a name there at the same depth, so they join.
fn group_len(verdict: &Verdict, known: usize, common: usize, record: &Record, path: &[u8]) -> Option<usize> {
    match verdict {
        Verdict::Unguided if record.question.kind == Kind::Unguided => next_step_end(path, common),
        Verdict::Level(steps) if record.question.kind == Kind::Unguided => steps_end(path, common, *steps),
        Verdict::Guided if record.question.kind == Kind::Guided => {
            record.shared_len.map(|length| usize::from(length).saturating_sub(known))
        }
        _ => None,
    }
}
