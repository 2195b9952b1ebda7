// SPDX-License-Identifier: MIT OR Apache-2.0
//! The gathered plan: every rank has every record and computes the whole split.
//!
//! On an oversubscribed machine many ranks execute each instruction here one after the other, so records are read in
//! place and nothing is allocated per rank.

use super::at::At;
use super::parts::{self, AssignedPart};
use super::{Member, Outcome, Split, SplitError, Verdict, group_len, told, unanswered, verdict};
use crate::communicator::Communicator;
use crate::criteria::{Found, Quantity, Search, Tally};
use crate::exchange::{RECORD, Record, Summary, WINDOW};
use crate::place::{common_prefix, next_step_end};
use crate::position::ENCODED;
use crate::request::Request;

pub(super) fn split<C: Communicator>(
    comm: &C,
    request: &Request,
    record: &Record,
    tell: impl FnOnce(bool),
) -> Result<Outcome<C::Owned>, SplitError<C::Error>> {
    let bytes = comm.allgather(&record.encode())?;
    let summary = summary(&bytes)?;
    let verdict = verdict(&summary)?;
    tell(summary.show);
    if matches!(verdict, Verdict::Native) {
        let records = Records { bytes: &bytes, known: 0, whole: None };
        let together = |other: &Record| other.question.kind == record.question.kind && other.window == record.window;
        return Ok(Outcome::Native {
            selector: summary.selector(),
            at_shared_memory: summary.names_shared_memory(),
            same_node: Some(records.iter().filter(|(_, other)| together(other)).count() as u32),
        });
    }
    if matches!(verdict, Verdict::Nothing) {
        return Ok(Outcome::Split(Split::nothing()));
    }
    let mut records = Records { bytes: &bytes, known: request.known.len(), whole: None };
    let mut common = records.common();
    if summary.moved || (summary.long && !records.tell(&verdict, common)) {
        records = records.with_whole_paths(comm, request.path())?;
        common = records.common();
    }
    let verdict = match verdict {
        Verdict::ByQuantity(first, coded) => {
            let quantity = told(comm, (first, coded), &request.quantity)?;
            match find(&records.paths(), common, quantity) {
                Found::Level(steps) => Verdict::Level(steps),
                Found::Parts(number) => return Ok(in_parts(comm, request, &records, &summary, quantity, number)?),
                Found::Nothing => return Ok(Outcome::Split(Split::nothing())),
            }
        }
        verdict => verdict,
    };
    let groups = Groups::find(&verdict, &records, common, comm.rank());
    let path = request.path().get(records.known..).unwrap_or_default();
    let reached = group_len(&verdict, records.known, common, record, path)
        .map(|length| request.depth_within(records.known + length));
    let depth = request.shared_depth.or(reached).unwrap_or(0);
    let mut split = create(comm, &groups, summary.roots, depth)?;
    split.unanswered = unanswered(&verdict, &summary, groups.roots.len());
    Ok(Outcome::Split(split))
}

fn in_parts<C: Communicator>(
    comm: &C,
    request: &Request,
    records: &Records<'_>,
    summary: &Summary,
    quantity: Quantity,
    number: u32,
) -> Result<Outcome<C::Owned>, C::Error> {
    let told = match summary.torus {
        true => comm.allgather(&At::encode(At::of(request).as_ref()))?,
        false => vec![],
    };
    let at = |(rank, _): (u32, Record)| At::decode(told.get(rank as usize * ENCODED..)?.get(..ENCODED)?);
    let with_end = |at: Option<At>| {
        let end = At::node_end(at.as_ref(), records.known);
        (at, end)
    };
    let at: Vec<(Option<At>, usize)> = records.taking_part().map(at).map(with_end).collect();
    let network = request.place.router().map(|at| &*at.network);
    let parts = parts::cut(&records.paths(), &at, number, network);
    let own = records.taking_part().position(|(rank, _)| rank == comm.rank());
    // A rank that takes no part may not know the network, and then finds other parts.
    let is_refused = own.is_some() && refuses(quantity, number, &parts);
    if quantity.has_limits() && comm.sum(u64::from(is_refused))? > 0 {
        return Ok(Outcome::Split(Split::nothing()));
    }
    let depth = request.depth_within(records.known + own.map_or(0, |own| parts[own].shared));
    let split = create(comm, &Groups::of_parts(records, number, &parts, comm.rank()), summary.roots, depth)?;
    let member = split.member.map(|member| Member { whole: false, ..member });
    Ok(Outcome::Split(Split { member, ..split }))
}

/// The level, or the number of parts, of a quantity, below the first `common` bytes of all paths.
fn find(paths: &[&[u8]], common: usize, quantity: Quantity) -> Found {
    let mut search = Search::new(quantity, paths.len() as u64);
    let mut sorted = paths.to_vec();
    sorted.sort_unstable();
    // The end of each path at the present level. Paths of one instance are adjacent.
    let mut reached: Vec<(&[u8], usize)> = sorted.into_iter().map(|path| (path, common)).collect();
    while !search.is_over() {
        reached.retain_mut(|(path, end)| next_step_end(path, *end).map(|next| *end = next).is_some());
        let instances = reached.chunk_by(|(a, end), (b, other)| a[..*end] == b[..*other]);
        let (mut tally, mut refused) = (0, 0);
        for instance in instances {
            tally += 1;
            refused += u64::from(!quantity.allows(instance.len() as u32));
        }
        search.look_at(Tally { instances: tally, ranks: reached.len() as u64, refused });
    }
    search.found()
}

/// True if a part has more or fewer ranks than allowed.
fn refuses(quantity: Quantity, number: u32, parts: &[AssignedPart]) -> bool {
    let mut sizes = vec![0; number as usize];
    parts.iter().for_each(|part| sizes[part.number as usize] += 1);
    sizes.into_iter().any(|ranks| !quantity.allows(ranks))
}

pub(super) fn summary<E>(bytes: &[u8]) -> Result<Summary, SplitError<E>> {
    let decode = |rank: u32, bytes: &[u8]| Record::decode(bytes).ok_or(SplitError::Version(rank));
    let mut records = (0u32..).zip(bytes.chunks_exact(RECORD));
    let Some((_, first)) = records.next() else { return Ok(Summary::default()) };
    let mut all = Summary::of(0, &decode(0, first)?);
    for (rank, bytes) in records {
        // The usual case: all ranks request the same, and only the paths differ, which are compared elsewhere.
        if Record::asks_the_same(first, bytes) && all.fault.is_none() {
            all.long |= Record::is_long(bytes);
        } else {
            all = all.merge(Summary::of(rank, &decode(rank, bytes)?));
        }
    }
    Ok(all)
}

/// The valid records of all ranks, and their paths.
struct Records<'a> {
    bytes: &'a [u8],
    /// The number of path bytes that all ranks are known to share. Paths here begin after them.
    known: usize,
    /// The whole paths, if the records do not contain enough of them.
    whole: Option<Whole>,
}

/// The paths of all ranks, from the second exchange.
struct Whole {
    /// The paths in sequence, each padded to the length of the longest.
    paths: Vec<u8>,
    longest: usize,
    /// The number of bytes before the beginning of the paths in the records of ranks that have not moved.
    before: usize,
}

impl Records<'_> {
    fn iter(&self) -> impl Iterator<Item = (u32, Record)> {
        (0u32..).zip(self.bytes.chunks_exact(RECORD).filter_map(Record::decode))
    }

    fn taking_part(&self) -> impl Iterator<Item = (u32, Record)> {
        self.iter().filter(|(_, record)| record.question.kind.takes_part())
    }

    /// The path, after the known prefix, of a rank that takes part, or the part of it in the rank's record.
    fn path(&self, rank: u32, record: &Record) -> &[u8] {
        let length = usize::from(record.path_len);
        match &self.whole {
            Some(whole) => {
                &whole.paths[rank as usize * whole.longest..][..length + if record.moved { 0 } else { whole.before }]
            }
            None => &self.bytes[(rank as usize + 1) * RECORD - WINDOW..][..length.min(WINDOW)],
        }
    }

    /// The paths, after the known prefix, of all ranks that take part, in the order of the ranks.
    fn paths(&self) -> Vec<&[u8]> {
        self.taking_part().map(|(rank, record)| self.path(rank, &record)).collect()
    }

    /// True if the parts of the paths in the records suffice to find all groups.
    fn tell(&self, verdict: &Verdict, common: usize) -> bool {
        let tells = |(rank, record): (u32, Record)| {
            let path = self.path(rank, &record);
            record.is_whole()
                || group_len(verdict, self.known, common, &record, path)
                    .map_or(matches!(verdict, Verdict::Guided), |length| length <= path.len())
        };
        self.taking_part().all(tells)
    }

    /// Adds the whole paths of all ranks by a second exchange, without the known prefix only if no rank has moved.
    fn with_whole_paths<C: Communicator>(self, comm: &C, path: &[u8]) -> Result<Self, C::Error> {
        let moved = self.taking_part().any(|(_, record)| record.moved);
        let (known, before) = if moved { (0, self.known) } else { (self.known, 0) };
        let length = |record: &Record| usize::from(record.path_len) + if record.moved { 0 } else { before };
        let longest = self.taking_part().map(|(_, record)| length(&record)).max().unwrap_or(0);
        let mut padded = path.get(known..).unwrap_or_default().to_vec();
        padded.resize(longest, 0);
        Ok(Self { known, whole: Some(Whole { paths: comm.allgather(&padded)?, longest, before }), ..self })
    }

    /// The longest common prefix of all ranks that take part, in bytes after the known prefix.
    fn common(&self) -> usize {
        let mut parts = self.taking_part().map(|(rank, record)| self.path(rank, &record));
        let first = parts.next().unwrap_or_default();
        parts.fold(first.len(), |common, path| common_prefix(&first[..common], path))
    }
}

struct Groups {
    /// The members of this rank's group, in their new order; empty if it has none.
    own: Vec<u32>,
    roots: Vec<u32>,
    /// True if every group has a single member.
    all_alone: bool,
}

impl Groups {
    fn find(verdict: &Verdict, records: &Records<'_>, common: usize, me: u32) -> Self {
        // Consecutive ranks are mostly in one group: the first rank of each run is kept, then runs are united.
        let mut stretches: Vec<(&[u8], (i32, u32))> = vec![];
        let mut mine: Option<&[u8]> = None;
        let mut inside = 0;
        for (rank, record) in records.taking_part() {
            let path = records.path(rank, &record);
            let Some(length) = group_len(verdict, records.known, common, &record, path) else { continue };
            let (group, order) = (&path[..length], (record.key, rank));
            inside += 1;
            if rank == me {
                mine = Some(group);
            }
            match stretches.last_mut() {
                Some((last, first)) if *last == group => *first = order.min(*first),
                _ => stretches.push((group, order)),
            }
        }
        stretches.sort_unstable();
        stretches.dedup_by_key(|(group, _)| *group);
        let mut roots: Vec<u32> = stretches.iter().map(|(_, (_, rank))| *rank).collect();
        roots.sort_unstable();
        let all_alone = inside == roots.len();
        let own = match mine {
            Some(_) if all_alone => vec![me],
            Some(mine) => members(verdict, records, common, mine, inside),
            None => vec![],
        };
        Self { own, roots, all_alone }
    }

    /// The groups of the ranks that take part, from their parts in rank order.
    fn of_parts(records: &Records<'_>, number: u32, parts: &[AssignedPart], me: u32) -> Self {
        let mut groups: Vec<Vec<(i32, u32)>> = vec![vec![]; number as usize];
        let mut mine = None;
        for ((rank, record), part) in records.taking_part().zip(parts) {
            groups[part.number as usize].push((record.key, rank));
            mine = if rank == me { Some(part.number as usize) } else { mine };
        }
        groups.iter_mut().for_each(|group| group.sort_unstable());
        let ranks = |group: &Vec<(i32, u32)>| group.iter().map(|(_, rank)| *rank).collect();
        let mut roots: Vec<u32> = groups.iter().map(|group| group[0].1).collect();
        roots.sort_unstable();
        let all_alone = groups.iter().all(|group| group.len() == 1);
        Self { own: mine.map(|mine| ranks(&groups[mine])).unwrap_or_default(), roots, all_alone }
    }
}

/// The ranks of one group, at most `most`, by key and then by rank.
fn members(verdict: &Verdict, records: &Records<'_>, common: usize, group: &[u8], most: usize) -> Vec<u32> {
    let mut members: Vec<(i32, u32)> = Vec::with_capacity(most);
    for (rank, record) in records.taking_part() {
        let path = records.path(rank, &record);
        if group_len(verdict, records.known, common, &record, path).is_some_and(|length| path[..length] == *group) {
            members.push((record.key, rank));
        }
    }
    members.sort_unstable();
    members.into_iter().map(|(_, rank)| rank).collect()
}

/// Creates the communicators. If every group has a single rank, each rank creates its own without communication.
/// Otherwise all ranks create all communicators together, also that of the roots: if only the members called the
/// creation, some MPIs would copy the parent's attributes.
fn create<C: Communicator>(
    comm: &C,
    groups: &Groups,
    wants_roots: bool,
    depth: usize,
) -> Result<Split<C::Owned>, C::Error> {
    if groups.roots.is_empty() {
        return Ok(Split::nothing());
    }
    let root = groups.own.first().copied();
    let roots = if root == Some(comm.rank()) { &groups.roots[..] } else { &[] };
    // All ranks call both creations, even if the first one fails on one of them.
    let rootscomm = if wants_roots { comm.create(roots) } else { Ok(None) };
    let newcomm = match root {
        Some(_) if groups.all_alone => comm.create_alone().map(Some),
        None if groups.all_alone => Ok(None),
        _ => comm.create(&groups.own),
    };
    let (rootscomm, newcomm) = (rootscomm?, newcomm?);
    let index = root.and_then(|root| groups.roots.binary_search(&root).ok()).unwrap_or(0) as u32;
    let member = newcomm.map(|comm| Member { comm, siblings: groups.roots.len() as u32, index, depth, whole: true });
    Ok(Split { member, rootscomm, unanswered: None })
}
