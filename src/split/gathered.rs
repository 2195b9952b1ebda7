// SPDX-License-Identifier: MIT OR Apache-2.0
//! The gathered plan: every rank reads every record and works out the whole split by itself.
//!
//! On an oversubscribed machine each instruction here is paid by many ranks in turn, so records are read in place and
//! nothing is allocated per rank.

use super::{Member, Outcome, Split, SplitError, Verdict, group_len, verdict};
use crate::communicator::Communicator;
use crate::exchange::{RECORD, Record, Summary, WINDOW};
use crate::place::common_prefix;
use crate::request::Request;

pub(super) fn split<C: Communicator>(comm: &C, request: &Request, record: &Record, path: &[u8]) -> Result<Outcome<C>, SplitError<C::Error>> {
    let bytes = comm.allgather(&record.encode())?;
    let summary = summary(&bytes)?;
    let mut records = Records { bytes: &bytes, whole: None };
    let verdict = verdict(&summary, record)?;
    if matches!(verdict, Verdict::Native) {
        let together = |other: &Record| other.question.kind == record.question.kind && other.window == record.window;
        return Ok(Outcome::Native { same_node: Some(records.iter().filter(|(_, other)| together(other)).count() as u32) });
    }
    if matches!(verdict, Verdict::Nothing) {
        return Ok(Outcome::Split(Split { member: None, rootscomm: None }));
    }
    if summary.long {
        records.whole = Some(records.gather_whole(comm, path)?);
    }
    let common = records.common();
    let groups = Groups::find(&verdict, &records, common, comm.rank());
    let depth = group_len(&verdict, common, record, path).map_or(0, |length| request.place.depth_within(length));
    create(comm, request, &groups, depth)
}

fn summary<E>(bytes: &[u8]) -> Result<Summary, SplitError<E>> {
    let mut all: Option<Summary> = None;
    for (rank, bytes) in (0u32..).zip(bytes.chunks_exact(RECORD)) {
        let one = Summary::of(rank, &Record::decode(bytes).ok_or(SplitError::Version(rank))?);
        all = Some(all.map_or(one, |all| all.merge(one)));
    }
    Ok(all.unwrap_or_default())
}

/// Everybody's records, all of them valid, and everybody's paths.
struct Records<'a> {
    bytes: &'a [u8],
    /// The paths, each padded to this length, where some do not fit into the records.
    whole: Option<(Vec<u8>, usize)>,
}

impl Records<'_> {
    fn iter(&self) -> impl Iterator<Item = (u32, Record)> {
        (0u32..).zip(self.bytes.chunks_exact(RECORD).filter_map(Record::decode))
    }

    fn path(&self, rank: u32, record: &Record) -> &[u8] {
        let length = usize::from(record.path_len);
        match &self.whole {
            Some((paths, longest)) => &paths[rank as usize * longest..][..length],
            None => &self.bytes[(rank as usize + 1) * RECORD - WINDOW..][..length.min(WINDOW)],
        }
    }

    /// Everybody's whole path, in a second exchange.
    fn gather_whole<C: Communicator>(&self, comm: &C, path: &[u8]) -> Result<(Vec<u8>, usize), C::Error> {
        let longest = self.iter().map(|(_, record)| usize::from(record.path_len)).max().unwrap_or(0);
        let mut padded = path.to_vec();
        padded.resize(longest, 0);
        Ok((comm.allgather(&padded)?, longest))
    }

    /// The longest common prefix of all who take part, in bytes.
    fn common(&self) -> usize {
        let mut parts = self.iter().filter(|(_, record)| record.question.kind.takes_part()).map(|(rank, record)| self.path(rank, &record));
        let first = parts.next().unwrap_or_default();
        parts.fold(first.len(), |common, path| common_prefix(&first[..common], path))
    }
}

/// What this rank needs to know of the new communicators.
struct Groups {
    /// The members of its own, in their new order; empty where it has none.
    own: Vec<u32>,
    /// The root of each, in rank order.
    roots: Vec<u32>,
}

impl Groups {
    fn find(verdict: &Verdict, records: &Records<'_>, common: usize, me: u32) -> Self {
        let mut inside: Vec<(&[u8], i32, u32)> = Vec::with_capacity(records.bytes.len() / RECORD);
        for (rank, record) in records.iter() {
            let path = records.path(rank, &record);
            if let Some(length) = group_len(verdict, common, &record, path) {
                inside.push((&path[..length], record.key, rank));
            }
        }
        // By instance, and inside an instance by key and then by rank.
        inside.sort_unstable();
        let mut groups = Self { own: vec![], roots: vec![] };
        for group in inside.chunk_by(|a, b| a.0 == b.0) {
            groups.roots.push(group[0].2);
            if group.iter().any(|member| member.2 == me) {
                groups.own = group.iter().map(|member| member.2).collect();
            }
        }
        groups.roots.sort_unstable();
        groups
    }
}

fn create<C: Communicator>(comm: &C, request: &Request, groups: &Groups, depth: usize) -> Result<Outcome<C>, SplitError<C::Error>> {
    if groups.roots.is_empty() {
        return Ok(Outcome::Split(Split { member: None, rootscomm: None }));
    }
    let newcomm = comm.create(&groups.own)?;
    let root = groups.own.first().copied();
    let index = root.and_then(|root| groups.roots.binary_search(&root).ok()).unwrap_or(0);
    let member = newcomm.map(|comm| Member { comm, siblings: groups.roots.len() as u32, index: index as u32, depth });
    let is_root = root == Some(comm.rank());
    let rootscomm = if request.roots && is_root { Some(comm.create_among(&groups.roots)) } else { None };
    match rootscomm.transpose() {
        Ok(rootscomm) => Ok(Outcome::Split(Split { member, rootscomm })),
        Err(error) => {
            if let Some(member) = member {
                member.comm.free();
            }
            Err(error.into())
        }
    }
}
