// SPDX-License-Identifier: MIT OR Apache-2.0
//! The split: one exchange, one agreement, one creation (RR-9077 §4.1, Algorithms 1 and 2, without their second pass).
//!
//! Let A be the longest common prefix of the places of all ranks that take part. A rank whose place is longer than A
//! joins the ranks that share its next level; a rank whose place is A gets no communicator. Every new communicator is
//! therefore a strict subset of its parent, and recursion ends by itself. A guided split joins the ranks inside one
//! instance of the named level instead. An unguided split by a quantity goes to the level that [`crate::criteria`]
//! finds below A, or cuts the ranks into parts along the hierarchy ([`parts`]).
//!
//! Two exchanges give identical results. *Gathered*: every rank has every record and knows members, siblings and roots
//! without another message. *Reduced*: memory does not grow with the number of ranks; the prefix is reduced, the split
//! is the native one, siblings are counted by a prefix sum.

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

/// Up to this many ranks the records are gathered, above it reduced.
///
/// One allgather of 64 bytes a rank is the cheapest exchange that gives every rank everything; at this size it moves
/// 128 KiB to each rank, about as much as the native split itself.
pub const GATHER_LIMIT: u32 = 2048;

/// Which exchange a split uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Exchange {
    /// By the number of ranks.
    #[default]
    BySize,
    /// Always gathered.
    Gathered,
    /// Always reduced.
    Reduced,
}

impl Exchange {
    /// Whether the records of this number of ranks are gathered.
    pub fn gathers(self, size: u32) -> bool {
        match self {
            Self::BySize => size <= GATHER_LIMIT,
            Self::Gathered => true,
            Self::Reduced => false,
        }
    }
}

/// How a split came out for this rank, with communicators of the type `C`.
#[derive(Debug)]
pub enum Outcome<C> {
    /// All ranks that ask want a native split of the same type.
    Native {
        /// Which call they make, with which split type.
        selector: Option<i32>,
        /// How many of them are on this rank's node, where the exchange tells.
        same_node: Option<u32>,
        /// Whether all ranks want the tree shown in the end.
        show: bool,
    },
    /// A split of ours.
    Split(Split<C>),
}

/// What a rank gets from a split of ours.
#[derive(Debug)]
pub struct Split<C> {
    /// The new communicator, where this rank is inside one.
    pub member: Option<Member<C>>,
    /// The communicator of the roots, where it was asked for and this rank is a root.
    pub rootscomm: Option<C>,
    /// Which call the ranks make, with which split type, where they name a level and none of them is inside it: known
    /// to every rank of the parent, so that all of them can ask somewhere else.
    pub unanswered: Option<i32>,
    /// Whether all ranks want the tree shown in the end.
    pub show: bool,
}

impl<C> Split<C> {
    fn nothing(show: bool) -> Self {
        Self { member: None, rootscomm: None, unanswered: None, show }
    }
}

/// A new communicator and where it stands among its siblings.
#[derive(Debug)]
pub struct Member<C> {
    /// The communicator.
    pub comm: C,
    /// How many siblings there are, this one counted.
    pub siblings: u32,
    /// Its number among them: the rank of its root among the roots.
    pub index: u32,
    /// How many steps of this rank's place lead to its level.
    pub depth: usize,
    /// Whether it is a whole instance of its level, as all its siblings are of theirs; otherwise it is a part that was
    /// cut, and its level is the narrowest one around it.
    pub whole: bool,
}

/// What two ranks of a split differ in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The call, or its split type.
    Call,
    /// The level, or whether one is named.
    Level,
    /// The criteria of an unguided split.
    Criteria,
}

/// Why no split came about. Every rank of the communicator learns of it.
#[derive(Debug, thiserror::Error)]
pub enum SplitError<E> {
    /// A rank's own arguments were wrong; on that rank, its own error comes first.
    #[error("rank {rank} has a wrong argument")]
    Fault {
        /// The lowest such rank.
        rank: u32,
        /// Its error class.
        class: i32,
    },
    /// Two ranks ask for different things.
    #[error("rank {other} and rank {first} disagree")]
    Disagree {
        /// The lowest rank that asks anything.
        first: u32,
        /// The lowest rank that asks something else.
        other: u32,
        /// What they differ in.
        what: Difference,
    },
    /// A rank runs another version of this library, or none.
    #[error("rank {0} runs another version of libhsplit")]
    Version(u32),
    /// The communication failed.
    #[error("communication failed")]
    Communication(E),
    /// The communication failed on other ranks, not on this one.
    #[error("communication failed on another rank")]
    Elsewhere,
}

impl<E> From<E> for SplitError<E> {
    fn from(error: E) -> Self {
        Self::Communication(error)
    }
}

/// Splits `comm` as `request` asks.
///
/// # Errors
/// Wrong arguments or disagreement anywhere, on every rank; or a failure of the communication underneath.
pub fn split<C: Communicator>(
    comm: &C,
    request: &Request,
    exchange: Exchange,
) -> Result<Outcome<C::Owned>, SplitError<C::Error>> {
    let record = Record::new(request);
    if exchange.gathers(comm.size()) {
        gathered::split(comm, request, &record)
    } else {
        reduced::split(comm, request, &record)
    }
}

/// Compares what the ranks of `comm` ask, and does nothing else: how calls begin that are no splits.
///
/// # Errors
/// As for [`split`].
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

/// The selector of a split at a named level that came to `created` communicators, where that is none.
fn unanswered(verdict: &Verdict, summary: &Summary, created: usize) -> Option<i32> {
    summary.selector().filter(|_| matches!(verdict, Verdict::Guided) && created == 0)
}

/// What the agreement says to do.
enum Verdict {
    Native,
    Nothing,
    Unguided,
    /// Unguided, at the level that is this number of steps below what all ranks share.
    Level(usize),
    /// Unguided, by the quantity that this rank tells with this code.
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
        _ => Verdict::Nothing,
    })
}

/// The quantity that all ranks go by. Also the ranks that take no part learn of it: they help to create communicators.
fn told<C: Communicator>(comm: &C, (first, code): (u32, u32), own: &Quantity) -> Result<Quantity, C::Error> {
    if let Some(quantity) = Quantity::of_code(code) {
        return Ok(quantity);
    }
    let mine = if comm.rank() == first { own.words() } else { [0; 2] };
    Ok(Quantity::of_words([comm.sum(mine[0])?, comm.sum(mine[1])?]))
}

/// How many bytes of its path a rank shares with the others of its new communicator, where `path` goes on after the
/// first `known` bytes and `common` bytes of it are common to all; `None`: it gets none.
///
/// All ranks are inside every level that the known bytes encode, and find a name there at the same depth: they meet.
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
