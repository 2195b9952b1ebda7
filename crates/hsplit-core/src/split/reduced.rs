// SPDX-License-Identifier: MIT OR Apache-2.0
//! The reduced plan: no rank holds more than its own record, however many there are.
//!
//! The common prefix comes out of a reduction, window by window; ranks of one instance meet by a native split whose
//! colour is a hash of their common path, checked afterwards; siblings are numbered by a prefix sum over the roots.

use super::{Member, Outcome, Split, SplitError, Verdict, group_len, unanswered, verdict};
use crate::communicator::Communicator;
use crate::exchange::{Record, Summary, WINDOW};
use crate::hash::hash;
use crate::place::whole_steps;
use crate::request::Request;

pub(super) fn split<C: Communicator>(
    comm: &C,
    request: &Request,
    record: &Record,
) -> Result<Outcome<C>, SplitError<C::Error>> {
    let summary = comm.merge_all(Summary::of(comm.rank(), record))?;
    let verdict = verdict(&summary)?;
    if matches!(verdict, Verdict::Native) {
        return Ok(Outcome::Native { selector: summary.selector(), same_node: None, show: summary.show });
    }
    if matches!(verdict, Verdict::Nothing) {
        return Ok(Outcome::Split(Split::nothing(summary.show)));
    }
    let (wants_roots, show) = (summary.roots, summary.show);
    let path = request.path();
    let part = record.question.kind.takes_part().then_some(path);
    let common =
        if matches!(verdict, Verdict::Unguided) { common(comm, summary, part, request.known.len())? } else { 0 };
    let shared = group_len(&verdict, (0, common), record, path).map(|length| &path[..length]);
    let newcomm = meet(comm, shared, record.key)?;
    let (siblings, index) = number(comm, newcomm.as_ref())?;
    let is_root = newcomm.as_ref().is_some_and(|new| new.rank() == 0);
    let rootscomm = if wants_roots { comm.split(is_root.then_some(0), 0)? } else { None };
    let depth = request.place.depth_within(shared.map_or(0, <[u8]>::len));
    let unanswered = unanswered(&verdict, &summary, siblings as usize);
    let member = newcomm.map(|comm| Member { comm, siblings, index, depth });
    Ok(Outcome::Split(Split { member, rootscomm, unanswered, show }))
}

/// The length of the common prefix of all who take part: window after window, while everybody's fills it, from what is
/// known of the communicator; from the beginning where some rank is elsewhere by now.
fn common<C: Communicator>(
    comm: &C,
    mut summary: Summary,
    part: Option<&[u8]>,
    known: usize,
) -> Result<usize, C::Error> {
    let window_at = |at: usize| {
        let rest = part.map(|path| path.get(at..).unwrap_or_default());
        Summary::of_window(
            rest.map(|rest| &rest[..rest.len().min(WINDOW)]),
            rest.is_some_and(|rest| rest.len() > WINDOW),
        )
    };
    let mut known = known;
    if summary.moved {
        (known, summary) = (0, comm.merge_all(window_at(0))?);
    }
    let mut prefix: Vec<u8> = vec![];
    loop {
        let window = summary.prefix.unwrap_or_default();
        let full = window.len() == WINDOW;
        prefix.extend_from_slice(&window);
        if !(full && summary.long) {
            return Ok(known + whole_steps(&prefix));
        }
        summary = comm.merge_all(window_at(known + prefix.len()))?;
    }
}

/// The ranks with the same `shared` bytes in one communicator.
///
/// A native colour has 31 bits, so two instances can fall together; the 64-bit hash tells, and they part on other bits.
fn meet<C: Communicator>(comm: &C, shared: Option<&[u8]>, key: i32) -> Result<Option<C>, C::Error> {
    let identity = hash(shared.unwrap_or_default());
    let mut met = comm.split(shared.map(|_| colour(identity, 0)), key)?;
    let mut round = 1;
    while let Some(group) = met.take() {
        if group.all_equal(identity)? {
            return Ok(Some(group));
        }
        met = group.split(Some(colour(identity, round)), key)?;
        group.free();
        round += 1;
    }
    Ok(None)
}

/// A non-negative colour from other bits of the identity each round.
pub fn colour(identity: u64, round: u32) -> u32 {
    (identity.rotate_left(31 * round) ^ u64::from(round)) as u32 & 0x7fff_ffff
}

/// How many new communicators the ranks of `comm` have, and the number of this rank's: roots counted in rank order.
/// Collective over `comm`.
///
/// # Errors
/// What the communication reports.
pub fn number<C: Communicator>(comm: &C, newcomm: Option<&C>) -> Result<(u32, u32), C::Error> {
    let root = u64::from(newcomm.is_some_and(|new| new.rank() == 0));
    let siblings = comm.sum(root)?;
    let before = comm.sum_before(root)?;
    let index = newcomm.map_or(Ok(0), |new| new.what_first_says(before))?;
    Ok((siblings as u32, index as u32))
}
