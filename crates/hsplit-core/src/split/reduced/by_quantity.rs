// SPDX-License-Identifier: MIT OR Apache-2.0
//! Splits by a quantity without the records of all ranks.
//!
//! The levels below the common one are examined one after another: the ranks of each instance form a communicator, and
//! sums give the number of instances and of instances outside the limits. Parts are cut from the top downwards: the
//! roots of the children of one instance exchange their numbers of ranks, and every child gets its share from its root.
//! So a rank stores at most a few numbers per sibling.

use super::{Numbered, common, finish, meet, number, window_at};
use crate::communicator::Communicator;
use crate::criteria::{Found, Quantity, Search, Tally};
use crate::hash::{hash, hash_parts};
use crate::place::{next_step_end, steps_end};
use crate::position::ENCODED;
use crate::request::Request;
use crate::routers::Routers;
use crate::split::at::At;
use crate::split::parts::{AssignedPart, Share, allot, child_end, spot};
use crate::split::torus::Spot;
use crate::split::{Member, Split, SplitError};

/// Splits the ranks with a path; the first `common` bytes of all paths are equal.
pub(super) fn split<C: Communicator>(
    comm: &C,
    request: &Request,
    path: Option<&[u8]>,
    common: usize,
    quantity: Quantity,
    wants_roots: bool,
) -> Result<Split<C::Owned>, SplitError<C::Error>> {
    match find(comm, path, common, quantity)? {
        Found::Nothing => Ok(Split::nothing()),
        Found::Level(steps) => {
            let shared = path.and_then(|path| Some(&path[..steps_end(path, common, steps)?]));
            let numbered = number(comm, meet(comm, shared.map(hash), request.key))?;
            let depth = request.depth_within(shared.map_or(0, <[u8]>::len));
            Ok(finish(comm, numbered, depth, wants_roots)?)
        }
        Found::Parts(parts) => {
            let network = request.place.router().map(|at| &*at.network);
            let own = path.map(|path| Own { path, at: At::of(request), network });
            let part = cut(comm, own, common, parts);
            // A rank without a part because of an error takes part, so that the others get the error in the numbering.
            let part_of = part.as_ref().ok().and_then(Option::as_ref);
            let identity = part_of.map(|part| hash(&part.number.to_le_bytes()));
            let met = meet(comm, identity, request.key);
            let shared = match (part_of.zip(path), &met) {
                // Nodes of one switch may be joined, if the children are nodes.
                (Some((part, path)), Ok(Some(new))) if part.joined => common_from(&**new, path, part.shared),
                (of, _) => Ok(of.map_or(0, |(part, _)| part.shared)),
            };
            let met = part.and_then(|_| Ok((met?, shared?)));
            let shared = met.as_ref().map_or(0, |(_, shared)| *shared);
            let numbered = number(comm, met.map(|(new, _)| new))?;
            if refuses(comm, quantity, &numbered)? {
                return Ok(Split::nothing());
            }
            let split = finish(comm, numbered, request.depth_within(shared), wants_roots)?;
            Ok(Split { member: split.member.map(|member| Member { whole: false, ..member }), ..split })
        }
    }
}

/// True if a part has more or fewer ranks than allowed.
fn refuses<C: Communicator>(comm: &C, quantity: Quantity, (newcomm, ..): &Numbered<C>) -> Result<bool, C::Error> {
    if !quantity.has_limits() {
        return Ok(false);
    }
    let is_refused = newcomm.as_ref().is_some_and(|new| !quantity.allows(new.size()));
    Ok(comm.sum(u64::from(is_refused))? > 0)
}

/// The bit position of the second count in a sum.
const SECOND: u32 = 32;

/// The level, or the number of parts, of a quantity.
fn find<C: Communicator>(
    comm: &C,
    path: Option<&[u8]>,
    common: usize,
    quantity: Quantity,
) -> Result<Found, SplitError<C::Error>> {
    let mut search = Search::new(quantity, comm.sum(u64::from(path.is_some()))?);
    let mut end = path.map(|_| common);
    let mut around: Option<C::Owned> = None;
    for looked_at in 0usize.. {
        if search.is_over() {
            break;
        }
        end = path.zip(end).and_then(|(path, end)| next_step_end(path, end));
        let identity = path.zip(end).map(|(path, end)| hash(&path[..end]));
        let all = if looked_at == 0 { Some(comm) } else { around.as_deref() };
        let instance = all.map_or(Ok(None), |all| meet(all, identity, 0));
        // A rank on which this has failed still takes part in the sums.
        let size = instance.as_ref().ok().and_then(Option::as_ref).map(|instance| (instance.rank(), instance.size()));
        let is_root = size.is_some_and(|(rank, _)| rank == 0);
        let is_refused = is_root && size.is_some_and(|(_, size)| !quantity.allows(size));
        let instances = comm.sum(u64::from(is_root) | u64::from(is_refused) << SECOND)?;
        let ranks = comm.sum(u64::from(size.is_some()) | u64::from(instance.is_err()) << SECOND)?;
        around = instance?;
        if ranks >> SECOND > 0 {
            return Err(SplitError::Elsewhere);
        }
        let instances = (instances & u64::from(u32::MAX), instances >> SECOND);
        search.look_at(Tally { instances: instances.0, ranks, refused: instances.1 });
    }
    Ok(search.found())
}

/// The share that a root sends to its child if it has none because of an error.
const FAILED: u64 = u64::MAX;

struct Own<'a> {
    path: &'a [u8],
    at: Option<At>,
    network: Option<&'a Routers>,
}

impl Own<'_> {
    /// The number of bytes down to its child, below the first `common` bytes.
    fn child_end(&self, common: usize) -> usize {
        child_end(self.path, common, At::node_end(self.at.as_ref(), 0))
    }
}

fn cut<C: Communicator>(
    comm: &C,
    own: Option<Own<'_>>,
    common: usize,
    parts: u32,
) -> Result<Option<AssignedPart>, SplitError<C::Error>> {
    let Some((around, own)) = comm.split(own.as_ref().map(|_| 0), 0)?.zip(own) else { return Ok(None) };
    let (mut around, mut shared) = (around, common);
    let mut share = Share { first: 0, parts, joined: false };
    loop {
        shared = common_from(&*around, own.path, shared)?;
        let end = own.child_end(shared);
        let (child, told) = share_of_child(&*around, &own, shared, share)?;
        share = told;
        if share.parts < 2 || end == shared {
            let (number, joined) = (share.first, share.joined);
            return Ok(Some(AssignedPart { number, shared: if joined { shared } else { end }, joined }));
        }
        (around, shared) = (child, end);
    }
}

/// The length of the common prefix of the paths of all ranks of a communicator, at least `shared`.
fn common_from<C: Communicator>(comm: &C, path: &[u8], shared: usize) -> Result<usize, C::Error> {
    common(comm, comm.merge_all(window_at(Some(path), shared))?, Some(path), shared)
}

/// The communicator of the child on this rank's path, and the child's share.
fn share_of_child<C: Communicator>(
    around: &C,
    own: &Own<'_>,
    shared: usize,
    share: Share,
) -> Result<(C::Owned, Share), SplitError<C::Error>> {
    let end = own.child_end(shared);
    let identity = match end {
        end if end > shared => hash(&own.path[..end]),
        _ => hash_parts(&[own.path, &around.rank().to_le_bytes()]),
    };
    let child = meet(around, Some(identity), 0);
    let is_root = child.as_ref().is_ok_and(|child| child.as_ref().is_some_and(|child| child.rank() == 0));
    let roots = around.split(is_root.then_some(0), 0);
    let child = child?.ok_or(SplitError::Elsewhere)?;
    let told = roots.and_then(|roots| match roots {
        None => Ok(FAILED),
        Some(roots) => {
            let said = told(&spot(own.path, shared, end, child.size(), own.at.clone()));
            let spots: Vec<Spot> = roots.allgather(&said)?.chunks_exact(SPOT).filter_map(heard).collect();
            Ok(allot(&spots, share.first, share.parts, own.network)
                .get(roots.rank() as usize)
                .map_or(FAILED, |share| share.encode()))
        }
    });
    // The root sends also after an error, because the others of its child wait for it.
    let said = child.what_first_says(*told.as_ref().unwrap_or(&FAILED));
    told?;
    match said? {
        FAILED => Err(SplitError::Elsewhere),
        said => Ok((child, Share::decode(said))),
    }
}

/// The bytes that the root of a child sends to the other roots.
const SPOT: usize = 12 + ENCODED;

fn told(spot: &Spot) -> [u8; SPOT] {
    let mut bytes = [0; SPOT];
    bytes[..4].copy_from_slice(&spot.ranks.to_le_bytes());
    bytes[4..12].copy_from_slice(&spot.identity.to_le_bytes());
    bytes[12..].copy_from_slice(&At::encode(spot.at.as_ref()));
    bytes
}

fn heard(bytes: &[u8]) -> Option<Spot> {
    let ranks = u32::from_le_bytes(bytes.get(..4)?.try_into().ok()?);
    let identity = u64::from_le_bytes(bytes.get(4..12)?.try_into().ok()?);
    Some(Spot { ranks, identity, at: At::decode(&bytes[12..]) })
}
