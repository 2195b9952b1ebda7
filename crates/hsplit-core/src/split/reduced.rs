// SPDX-License-Identifier: MIT OR Apache-2.0
//! The reduced plan: each rank stores only its own record.
//!
//! The common prefix is reduced window by window. Ranks of one instance join by a native split whose colour is a hash
//! of their common path, which is verified afterwards. Siblings are numbered by a prefix sum over the roots.

mod by_quantity;

use super::{Member, Outcome, Split, SplitError, Verdict, group_len, told, unanswered, verdict};
use crate::communicator::Communicator;
use crate::exchange::{Record, Summary, WINDOW};
use crate::hash::hash;
use crate::place::whole_steps;
use crate::request::Request;

pub(super) fn split<C: Communicator>(
    comm: &C,
    request: &Request,
    record: &Record,
    tell: impl FnOnce(bool),
) -> Result<Outcome<C::Owned>, SplitError<C::Error>> {
    let summary = comm.merge_all(Summary::of(comm.rank(), record))?;
    let verdict = verdict(&summary)?;
    tell(summary.show);
    if matches!(verdict, Verdict::Native) {
        let at_shared_memory = summary.names_shared_memory();
        return Ok(Outcome::Native { selector: summary.selector(), at_shared_memory, same_node: None });
    }
    if matches!(verdict, Verdict::Nothing) {
        return Ok(Outcome::Split(Split::nothing()));
    }
    let path = request.path();
    let part = record.question.kind.takes_part().then_some(path);
    let common = match verdict {
        Verdict::Unguided | Verdict::ByQuantity(..) => common(comm, summary, part, request.known.len())?,
        _ => 0,
    };
    if let Verdict::ByQuantity(first, coded) = verdict {
        let quantity = told(comm, (first, coded), &request.quantity)?;
        let split = by_quantity::split(comm, request, part, common, quantity, summary.roots)?;
        return Ok(Outcome::Split(split));
    }
    let shared = group_len(&verdict, 0, common, record, path).map(|length| &path[..length]);
    // All ranks get the failures of some ranks from the numbering.
    let numbered = number(comm, meet(comm, shared.map(hash), record.key))?;
    let unanswered = unanswered(&verdict, &summary, numbered.1 as usize);
    let depth = request.depth_within(shared.map_or(0, <[u8]>::len));
    let split = finish(comm, numbered, depth, summary.roots)?;
    Ok(Outcome::Split(Split { unanswered, ..split }))
}

/// Adds the communicator of the roots to numbered communicators.
fn finish<C: Communicator>(
    comm: &C,
    (newcomm, siblings, index): Numbered<C>,
    depth: usize,
    wants_roots: bool,
) -> Result<Split<C::Owned>, C::Error> {
    let is_root = newcomm.as_ref().is_some_and(|new| new.rank() == 0);
    let rootscomm = if wants_roots { comm.split(is_root.then_some(0), 0)? } else { None };
    let member = newcomm.map(|comm| Member { comm, siblings, index, depth, whole: true });
    Ok(Split { member, rootscomm, unanswered: None })
}

/// Creates a communicator for the ranks of each identity; ranks without an identity get none.
fn meet<C: Communicator>(comm: &C, identity: Option<u64>, key: i32) -> Result<Option<C::Owned>, C::Error> {
    let met = comm.split(identity.map(|identity| colour(identity, 0)), key)?;
    sift::<C>(met, identity, key)
}

/// The length of the common prefix of all ranks that take part. Windows are compared one after another, while the paths
/// of all ranks fill a window; they begin after the known prefix, or at the beginning if a rank has moved.
fn common<C: Communicator>(
    comm: &C,
    mut summary: Summary,
    part: Option<&[u8]>,
    known: usize,
) -> Result<usize, C::Error> {
    let mut known = known;
    if summary.moved {
        (known, summary) = (0, comm.merge_all(window_at(part, 0))?);
    }
    let mut prefix: Vec<u8> = vec![];
    loop {
        let window = summary.prefix.unwrap_or_default();
        let full = window.len() == WINDOW;
        prefix.extend_from_slice(&window);
        if !(full && summary.long) {
            return Ok(known + whole_steps(&prefix));
        }
        summary = comm.merge_all(window_at(part, known + prefix.len()))?;
    }
}

/// The summary of a path's window at byte `at`.
fn window_at(part: Option<&[u8]>, at: usize) -> Summary {
    let rest = part.map(|path| path.get(at..).unwrap_or_default());
    Summary::of_window(rest.map(|rest| &rest[..rest.len().min(WINDOW)]), rest.is_some_and(|rest| rest.len() > WINDOW))
}

/// Splits a communicator from a native split until all of its ranks have the same `identity`.
///
/// A native colour has 31 bits, so two instances may get the same colour; the 64-bit hashes then differ, and the ranks
/// are split by other bits.
fn sift<C: Communicator>(
    mut met: Option<C::Owned>,
    identity: Option<u64>,
    key: i32,
) -> Result<Option<C::Owned>, C::Error> {
    let (mut round, identity) = (1, identity.unwrap_or_default());
    while let Some(group) = met {
        if group.all_equal(identity)? {
            return Ok(Some(group));
        }
        met = group.split(Some(colour(identity, round)), key)?;
        round += 1;
    }
    Ok(None)
}

/// A non-negative colour, from other bits of the identity in each round.
pub fn colour(identity: u64, round: u32) -> u32 {
    (identity.rotate_left(31 * round) ^ u64::from(round)) as u32 & 0x7fff_ffff
}

/// A rank's new communicator, the number of communicators, and its index among them.
pub(crate) type Numbered<C> = (Option<<C as Communicator>::Owned>, u32, u32);

/// The bit position of the number of failed ranks, above the number of roots.
const FAILED: u32 = 32;

/// The number of new communicators in `comm`, and the index of this rank's: roots counted in rank order. Collective
/// over `comm`, also for ranks that failed to create their communicator, so that all ranks return an error.
///
/// # Errors
/// The communication failed now, or the creation failed on this rank or on another one.
pub fn number<C: Communicator, E>(
    comm: &C,
    newcomm: Result<Option<C::Owned>, E>,
) -> Result<Numbered<C>, SplitError<C::Error>>
where
    SplitError<C::Error>: From<E>,
{
    let is_root = newcomm.as_ref().is_ok_and(|new| new.as_ref().is_some_and(|new| new.rank() == 0));
    let before = comm.sum_before(u64::from(is_root))?;
    let index = match &newcomm {
        Ok(Some(new)) => new.what_first_says(before),
        _ => Ok(0),
    };
    let failed = newcomm.is_err() || index.is_err();
    let sum = comm.sum(u64::from(is_root) | u64::from(failed) << FAILED)?;
    let (newcomm, index) = (newcomm?, index?);
    if sum >> FAILED > 0 { Err(SplitError::Elsewhere) } else { Ok((newcomm, sum as u32, index as u32)) }
}
