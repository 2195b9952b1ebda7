// SPDX-License-Identifier: MIT OR Apache-2.0
//! The reduced plan: no rank holds more than its own record, however many there are.
//!
//! The common prefix comes out of a reduction, window by window; ranks of one instance join by a native split whose
//! colour is a hash of their common path, checked afterwards; siblings are numbered by a prefix sum over the roots.

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
) -> Result<Outcome<C::Owned>, SplitError<C::Error>> {
    let summary = comm.merge_all(Summary::of(comm.rank(), record))?;
    let verdict = verdict(&summary)?;
    if matches!(verdict, Verdict::Native) {
        return Ok(Outcome::Native { selector: summary.selector(), same_node: None, show: summary.show });
    }
    if matches!(verdict, Verdict::Nothing) {
        return Ok(Outcome::Split(Split::nothing(summary.show)));
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
        return Ok(Outcome::Split(Split { show: summary.show, ..split }));
    }
    let shared = group_len(&verdict, 0, common, record, path).map(|length| &path[..length]);
    // What fails here on some ranks all learn of in the numbering.
    let numbered = number(comm, meet(comm, shared.map(hash), record.key))?;
    let unanswered = unanswered(&verdict, &summary, numbered.1 as usize);
    let depth = request.depth_within(shared.map_or(0, <[u8]>::len));
    let split = finish(comm, numbered, depth, summary.roots)?;
    Ok(Outcome::Split(Split { unanswered, show: summary.show, ..split }))
}

/// The numbered communicators, and that of their roots.
fn finish<C: Communicator>(
    comm: &C,
    (newcomm, siblings, index): Numbered<C>,
    depth: usize,
    wants_roots: bool,
) -> Result<Split<C::Owned>, C::Error> {
    let is_root = newcomm.as_ref().is_some_and(|new| new.rank() == 0);
    let rootscomm = if wants_roots { comm.split(is_root.then_some(0), 0)? } else { None };
    let member = newcomm.map(|comm| Member { comm, siblings, index, depth, whole: true });
    Ok(Split { member, rootscomm, unanswered: None, show: false })
}

/// Brings the ranks of one identity together; those without one get nothing.
fn meet<C: Communicator>(comm: &C, identity: Option<u64>, key: i32) -> Result<Option<C::Owned>, C::Error> {
    let met = comm.split(identity.map(|identity| colour(identity, 0)), key)?;
    sift::<C>(met, identity, key)
}

/// The length of the common prefix of all ranks that take part. It is compared window after window, as long as the
/// paths of all ranks fill a window: from what is known of the communicator on, or from the beginning where a rank has
/// moved.
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

/// The window of a path from some byte on.
fn window_at(part: Option<&[u8]>, at: usize) -> Summary {
    let rest = part.map(|path| path.get(at..).unwrap_or_default());
    Summary::of_window(rest.map(|rest| &rest[..rest.len().min(WINDOW)]), rest.is_some_and(|rest| rest.len() > WINDOW))
}

/// Parts the ranks that a native split has brought together until all of each communicator have the same `identity`.
///
/// A native colour has 31 bits, so two instances can fall together; the 64-bit hash tells, and they part on other bits.
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

/// A non-negative colour from other bits of the identity each round.
pub fn colour(identity: u64, round: u32) -> u32 {
    (identity.rotate_left(31 * round) ^ u64::from(round)) as u32 & 0x7fff_ffff
}

/// A rank's new communicator, how many there are, and its number among them.
pub(crate) type Numbered<C> = (Option<<C as Communicator>::Owned>, u32, u32);

/// The number of failed ranks stands above the number of roots.
const FAILED: u32 = 32;

/// How many new communicators the ranks of `comm` have, and the number of this rank's: roots counted in rank order.
/// Collective over `comm`: a rank that could not make its communicator takes part too, and all ranks learn of it.
///
/// # Errors
/// What the communication reports, what it reported before, or that it did so on another rank.
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
