// SPDX-License-Identifier: MIT OR Apache-2.0
//! The records that the ranks of a split exchange.

use std::convert::Infallible;
use std::num::NonZeroU32;

use super::{byte, take, text};
use hsplit_core::communicator::Communicator;
use hsplit_core::criteria::{Criteria, Criterion, Quantity};
use hsplit_core::exchange::{RECORD, Record, SUMMARY, Summary};
use hsplit_core::hierarchy::{Hierarchy, notes as encoding};
use hsplit_core::level::Level;
use hsplit_core::name::Name;
use hsplit_core::place::{Place, Step, common_prefix, next_step_end};
use hsplit_core::request::Request;
use hsplit_core::split::{Exchange, Outcome, Split, split as split_communicator};
use hsplit_core::tree::{FoldedTree, text as tree};

/// Records and summaries as they travel.
pub fn records(input: &[u8]) {
    let mut summaries = vec![];
    for (rank, bytes) in (0..).zip(input.chunks(RECORD)) {
        if let Some(record) = Record::decode(bytes) {
            assert_eq!(Record::decode(&record.encode()), Some(record));
            summaries.push(Summary::of(rank, &record));
        }
    }
    summaries.extend(input.chunks(SUMMARY).filter_map(Summary::decode));
    for summary in &summaries {
        assert_eq!(Summary::decode(&summary.encode()), Some(*summary));
    }
    if let [a, b, ..] = summaries[..] {
        assert_eq!(Summary::decode(&a.merge(b).encode()), Some(a.merge(b)));
    }
}

/// A communicator whose other ranks say anything.
struct Scripted<'a> {
    size: u32,
    rank: u32,
    said: std::cell::Cell<&'a [u8]>,
}

impl Scripted<'_> {
    fn bytes(&self, length: usize) -> Vec<u8> {
        let (bytes, rest) = take(self.said.get(), length);
        self.said.set(rest);
        let mut bytes = bytes.to_vec();
        bytes.resize(length, 0);
        bytes
    }

    fn number(&self) -> u64 {
        u64::from(self.bytes(1)[0])
    }
}

impl<'a> Communicator for Scripted<'a> {
    type Error = Infallible;
    type Owned = Box<Self>;

    fn rank(&self) -> u32 {
        self.rank
    }

    fn size(&self) -> u32 {
        self.size
    }

    fn allgather(&self, mine: &[u8]) -> Result<Vec<u8>, Infallible> {
        let mut all = self.bytes(mine.len() * self.size as usize);
        let own = self.rank as usize * mine.len();
        all[own..own + mine.len()].copy_from_slice(mine);
        Ok(all)
    }

    fn merge_all(&self, mine: Summary) -> Result<Summary, Infallible> {
        Ok(Summary::decode(&self.bytes(SUMMARY)).map_or(mine, |theirs| theirs.merge(mine)))
    }

    fn sum(&self, mine: u64) -> Result<u64, Infallible> {
        Ok(mine + self.number())
    }

    fn sum_before(&self, _: u64) -> Result<u64, Infallible> {
        Ok(self.number())
    }

    fn all_equal(&self, _: u64) -> Result<bool, Infallible> {
        Ok(self.number() & 1 == 0)
    }

    fn what_first_says(&self, mine: u64) -> Result<u64, Infallible> {
        Ok(if self.rank == 0 { mine } else { self.number() })
    }

    fn create(&self, members: &[u32]) -> Result<Option<Box<Self>>, Infallible> {
        assert!(members.iter().all(|&member| member < self.size));
        let own = members.iter().position(|&member| member == self.rank);
        Ok(own.map(|rank| Box::new(Self { size: members.len() as u32, rank: rank as u32, said: self.said.clone() })))
    }

    fn create_alone(&self) -> Result<Box<Self>, Infallible> {
        Ok(Box::new(Self { size: 1, rank: 0, said: self.said.clone() }))
    }

    fn split(&self, colour: Option<u32>, _: i32) -> Result<Option<Box<Self>>, Infallible> {
        Ok(colour.map(|_| Box::new(Self { size: self.size, rank: self.rank, said: self.said.clone() })))
    }
}

fn place(instances: &[u8]) -> Place {
    let step = |(depth, &instance): (usize, &u8)| {
        let level = if depth == 0 { Level::new(&[Name::new("Machine")]) } else { Level::network(depth, &[]) };
        Step::new(level.into(), u64::from(instance) * 37)
    };
    Place::new(instances.iter().enumerate().map(step).collect())
}

/// Any criterion, and small numbers for some quantities.
fn criteria(of_what: u8, numbers: &[u8]) -> Criteria {
    let number = |index: usize| {
        let number = numbers.get(index).filter(|_| of_what >> (2 + index) & 1 != 0)?;
        NonZeroU32::new(u32::from(*number))
    };
    let (_, criterion) = Criterion::NAMES[usize::from(of_what & 3)];
    Criteria { criterion, quantity: Quantity { parts: number(0), at_most: number(1), at_least: number(2) } }
}

/// A split of which the other ranks answer anything.
pub fn split(input: &[u8]) {
    let (flags, rest) = byte(input);
    let (depth, rest) = byte(rest);
    let (instances, rest) = take(rest, usize::from(depth) % 24);
    let size = u32::from(flags >> 4) % 6 + 1;
    let comm = Scripted { size, rank: u32::from(flags) % size, said: rest.into() };
    let here = place(instances);
    let request = if flags & 5 == 4 {
        let (of_what, numbers) = byte(rest);
        Request::unguided(3, 0, here).by(criteria(of_what, numbers))
    } else if flags & 1 == 0 {
        Request::unguided(3, 0, here)
    } else {
        Request::guided(3, 0, here, "machine").with_roots()
    };
    let exchange = if flags & 8 == 0 { Exchange::Gathered } else { Exchange::Reduced };
    let split = split_communicator(&comm, &request, exchange);
    if let Ok(Outcome::Split(Split { member: Some(member), .. })) = split {
        assert!(member.depth <= request.place.steps().len());
    }
}

/// Encoded paths of places.
pub fn paths(input: &[u8]) {
    let (a, b) = input.split_at(input.len() / 2);
    let common = common_prefix(a, b);
    assert!(a[..common] == b[..common] && common_prefix(&a[..common], a) == common);
    let end = next_step_end(a, common).unwrap_or(common);
    assert!(common <= end && end <= a.len());
}

/// The notes of communicators that a program created.
pub fn notes(input: &[u8]) {
    let all = encoding::decode(input);
    assert_eq!(encoding::decode(&encoding::encode(&all)), all);
    let hierarchy = Hierarchy::of_created(6, &all);
    assert!(hierarchy.communicators().len() <= all.len() + 1);
    for (number, communicator) in (0..).zip(hierarchy.communicators()).skip(1) {
        assert!(communicator.parent.is_some_and(|parent| parent < number));
        assert!(communicator.members.iter().all(|rank| rank < 6));
    }
    let text = tree::render(&FoldedTree::new(vec![("mpi".to_owned(), text(input).into_owned())], hierarchy));
    assert!(!text.is_empty());
}
