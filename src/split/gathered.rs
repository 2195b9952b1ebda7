// SPDX-License-Identifier: MIT OR Apache-2.0
//! The gathered plan: every rank reads every record and works out the whole split by itself.

use std::collections::HashMap;

use super::{Member, Outcome, Split, SplitError, Verdict, group_len, verdict};
use crate::communicator::Communicator;
use crate::exchange::{RECORD, Record, Summary};
use crate::place::common_prefix;
use crate::request::Request;

pub(super) fn split<C: Communicator>(comm: &C, request: &Request, record: &Record, path: &[u8]) -> Result<Outcome<C>, SplitError<C::Error>> {
    let records = gather(comm, record)?;
    let summary = (0u32..).zip(&records).map(|(rank, record)| Summary::of(rank, record)).reduce(Summary::merge).unwrap_or_default();
    let verdict = verdict(&summary, record)?;
    if matches!(verdict, Verdict::Native) {
        let together = |other: &&Record| other.question.kind == record.question.kind && other.window == record.window;
        return Ok(Outcome::Native { same_node: Some(records.iter().filter(together).count() as u32) });
    }
    if matches!(verdict, Verdict::Nothing) {
        return Ok(Outcome::Split(Split { member: None, rootscomm: None }));
    }
    let paths = if summary.long { Paths::gather(comm, &records, path)? } else { Paths::Windows };
    let groups = Groups::find(&verdict, &records, &paths);
    create(comm, request, record, path, &groups)
}

fn gather<C: Communicator>(comm: &C, record: &Record) -> Result<Vec<Record>, SplitError<C::Error>> {
    let bytes = comm.allgather(&record.encode())?;
    (0u32..).zip(bytes.chunks_exact(RECORD)).map(|(rank, bytes)| Record::decode(bytes).ok_or(SplitError::Version(rank))).collect()
}

/// Where the whole paths are.
enum Paths {
    /// In the records: they are all short.
    Windows,
    /// In a second exchange, each padded to this length.
    Whole(Vec<u8>, usize),
}

impl Paths {
    fn gather<C: Communicator>(comm: &C, records: &[Record], path: &[u8]) -> Result<Self, C::Error> {
        let longest = records.iter().map(|record| usize::from(record.path_len)).max().unwrap_or(0);
        let mut padded = path.to_vec();
        padded.resize(longest, 0);
        Ok(Self::Whole(comm.allgather(&padded)?, longest))
    }

    fn of<'a>(&'a self, rank: usize, records: &'a [Record]) -> &'a [u8] {
        match self {
            Self::Windows => &records[rank].window,
            Self::Whole(bytes, longest) => &bytes[rank * longest..][..usize::from(records[rank].path_len)],
        }
    }
}

/// The new communicators: the members of each in their new order.
struct Groups {
    /// Every group's members; the groups in the order of their roots' ranks.
    members: Vec<Vec<u32>>,
    /// The length of the prefix common to all who take part.
    common: usize,
}

impl Groups {
    fn find(verdict: &Verdict, records: &[Record], paths: &Paths) -> Self {
        let common = common(records, paths);
        let mut members: Vec<Vec<u32>> = vec![];
        let mut known: HashMap<&[u8], usize> = HashMap::new();
        for (rank, record) in records.iter().enumerate() {
            let path = paths.of(rank, records);
            if let Some(length) = group_len(verdict, common, record, path) {
                let group = *known.entry(&path[..length]).or_insert(members.len());
                if group == members.len() {
                    members.push(vec![]);
                }
                members[group].push(rank as u32);
            }
        }
        for group in &mut members {
            group.sort_by_key(|&rank| (records[rank as usize].key, rank));
        }
        members.sort_by_key(|group| group[0]);
        Self { members, common }
    }

    fn of(&self, rank: u32) -> Option<usize> {
        self.members.iter().position(|group| group.contains(&rank))
    }

    fn roots(&self) -> Vec<u32> {
        self.members.iter().map(|group| group[0]).collect()
    }
}

/// The longest common prefix of all who take part, in bytes.
fn common(records: &[Record], paths: &Paths) -> usize {
    let mut parts = records.iter().enumerate().filter(|(_, record)| record.question.kind.takes_part()).map(|(rank, _)| paths.of(rank, records));
    let first = parts.next().unwrap_or_default();
    parts.fold(first.len(), |common, path| common_prefix(&first[..common], path))
}

fn create<C: Communicator>(comm: &C, request: &Request, record: &Record, path: &[u8], groups: &Groups) -> Result<Outcome<C>, SplitError<C::Error>> {
    let own = groups.of(comm.rank());
    let none: &[u32] = &[];
    if groups.members.is_empty() {
        return Ok(Outcome::Split(Split { member: None, rootscomm: None }));
    }
    let newcomm = comm.create(own.map_or(none, |index| &groups.members[index]))?;
    let member = newcomm.zip(own).map(|(comm, index)| Member {
        comm,
        siblings: groups.members.len() as u32,
        index: index as u32,
        depth: depth_of(request, record, path, groups.common),
    });
    let is_root = own.is_some_and(|index| groups.members[index][0] == comm.rank());
    let rootscomm = if request.roots && is_root { Some(comm.create_among(&groups.roots())) } else { None };
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

fn depth_of(request: &Request, record: &Record, path: &[u8], common: usize) -> usize {
    let length = record.shared_len.map(usize::from).or_else(|| crate::place::next_step_end(path, common));
    request.place.depth_within(length.unwrap_or(0))
}
