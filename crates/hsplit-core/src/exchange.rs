// SPDX-License-Identifier: MIT OR Apache-2.0
//! The exchange at the beginning of every split.
//!
//! A rank that passes `MPI_UNDEFINED` cannot know if the others pass `MPI_COMM_TYPE_SHARED` or one of our types, and
//! both mixes are legal (MPI 4.0, Example 7.3 and following). Every rank therefore first sends a small record: its
//! question, the validity of its arguments, and its place. Only then does it return, call the native function or create
//! communicators. So no rank waits for one that has returned.
//!
//! A [`Record`] is one rank's; a [`Summary`] merges the records of any number of ranks. Merging is associative and
//! commutative, so each rank may fold all records or the network may reduce the summaries.

use std::fmt;
use std::ops::Deref;

use crate::place::LONGEST_PATH;
use crate::request::{Kind, Request, SplitSpec};

/// The bytes of one record. Open MPI gathers up to 32 bytes per rank in fewer steps than 64.
pub const RECORD: usize = 32;
/// The bytes of one summary.
pub const SUMMARY: usize = 52;
/// The number of path bytes in a record, from the byte at which the paths in the communicator may begin to differ.
/// Longer paths take further rounds.
pub(crate) const WINDOW: usize = 16;
/// The version of the record format. It changes with the meaning of a record, so that libraries of different versions
/// do not misread each other.
const VERSION: u8 = 4;
const NO_RANK: u32 = u32::MAX;
/// A record's flag: the rank has a wrong argument.
const FAULT: u8 = 1;
/// A record's flag: the rank requests the communicator of the roots.
const ROOTS: u8 = 2;
/// A record's flag: the rank requests that the tree is printed at the end.
const SHOW: u8 = 4;
/// A record's flag: the rank's path no longer begins with the prefix known when the communicator was created.
const MOVED: u8 = 8;
/// A flag above the bits of the question's kind: the rank has a position in a torus, or in another network that is no
/// tree.
const TORUS: u8 = 8;
/// The number of bits for the length of the path; the flags are above them.
const FLAGS: u32 = 12;
/// A guided rank that is inside no instance of the level.
const NO_INSTANCE: u16 = u16::MAX;

/// The part of a path that fits into a record.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Window {
    len: u8,
    bytes: [u8; WINDOW],
}

impl Window {
    pub(crate) fn of(path: &[u8]) -> Self {
        let len = path.len().min(WINDOW);
        let mut window = Self { len: len as u8, bytes: [0; WINDOW] };
        window.bytes[..len].copy_from_slice(&path[..len]);
        window
    }

    /// Reads an encoded window, whose bytes after the path are 0.
    fn read(len: u8, bytes: &[u8]) -> Option<Self> {
        let bytes = bytes.first_chunk()?;
        (usize::from(len) <= WINDOW).then_some(Self { len, bytes: *bytes })
    }

    fn shared_with(self, other: Self) -> Self {
        let equal = self.iter().zip(&*other).take_while(|(x, y)| x == y).count();
        Self::of(&self[..equal])
    }
}

impl Deref for Window {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}

impl fmt::Debug for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// The data that one rank sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    pub(crate) question: SplitSpec,
    pub(crate) key: i32,
    pub(crate) fault: Option<i32>,
    /// The length of its encoded path, without the known prefix of its communicator.
    pub(crate) path_len: u16,
    /// For a guided rank, the number of leading bytes of the path that identify its instance.
    pub(crate) shared_len: Option<u16>,
    pub(crate) roots: bool,
    /// True if it requests that the tree is printed at the end.
    pub(crate) show: bool,
    /// True if its path does not begin with the known prefix of its communicator. Then length and window count from the
    /// beginning of the path.
    pub(crate) moved: bool,
    /// True if it has a position in a network that is no tree, by which ranks can be cut into parts.
    pub(crate) torus: bool,
    /// The first bytes of its path after the known prefix of its communicator.
    pub(crate) window: Window,
}

impl Record {
    /// The record of a request.
    pub fn new(request: &Request) -> Self {
        let moved = request.has_moved();
        // A rank that takes no part sends at most its node.
        let known = if moved || !request.question.kind.takes_part() { 0 } else { request.known.len() };
        let path = &request.path()[known..];
        Self {
            question: request.question,
            key: request.key,
            fault: request.fault,
            path_len: path.len() as u16,
            shared_len: request.shared_depth.map(|depth| request.place.encoded_len(depth) as u16),
            roots: request.roots,
            show: request.show,
            moved,
            torus: request.place.has_position(),
            window: Window::of(path),
        }
    }

    /// The encoded record.
    pub fn encode(&self) -> [u8; RECORD] {
        let mut bytes = [0; RECORD];
        let flags = [(self.fault.is_some(), FAULT), (self.roots, ROOTS), (self.show, SHOW), (self.moved, MOVED)];
        let flags: u8 = flags.iter().map(|&(set, flag)| if set { flag } else { 0 }).sum();
        let value = self.fault.map_or(self.question.value, |class| class as u32);
        bytes[0] = VERSION << 4 | self.question.kind as u8 | if self.torus { TORUS } else { 0 };
        bytes[1..3].copy_from_slice(&(u16::from(flags) << FLAGS | self.path_len).to_le_bytes());
        bytes[3..6].copy_from_slice(&value.to_le_bytes()[..3]);
        bytes[6..10].copy_from_slice(&self.question.selector.to_le_bytes());
        bytes[10..14].copy_from_slice(&self.key.to_le_bytes());
        bytes[14..16].copy_from_slice(&self.shared_len.unwrap_or(NO_INSTANCE).to_le_bytes());
        bytes[16..].copy_from_slice(&self.window.bytes);
        bytes
    }

    /// True if two encoded records have equal questions and flags; only key, path and instance may differ.
    pub(crate) fn asks_the_same(a: &[u8], b: &[u8]) -> bool {
        a[0] == b[0] && a[2] >> 4 == b[2] >> 4 && a[3..10] == b[3..10]
    }

    /// True if the path of an encoded record is longer than its window.
    pub(crate) fn is_long(bytes: &[u8]) -> bool {
        usize::from(u16_at(bytes, 1)) & LONGEST_PATH > WINDOW
    }

    /// True if the window contains the whole path after the known prefix.
    pub(crate) fn is_whole(&self) -> bool {
        usize::from(self.path_len) == self.window.len()
    }

    /// Decodes a record; `None` if it was not written by this version of the library.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != RECORD || bytes[0] >> 4 != VERSION {
            return None;
        }
        let kind = Kind::from_byte(bytes[0] & 0x7)?;
        let (first, value, shared) = (u16_at(bytes, 1), u32_at(bytes, 3) & 0xff_ffff, u16_at(bytes, 14));
        let (flags, path_len) = ((first >> FLAGS) as u8, first & LONGEST_PATH as u16);
        let faulty = flags & FAULT != 0;
        Some(Self {
            question: SplitSpec { kind, selector: u32_at(bytes, 6) as i32, value: if faulty { 0 } else { value } },
            key: u32_at(bytes, 10) as i32,
            fault: faulty.then_some(value as i32),
            path_len,
            shared_len: (shared != NO_INSTANCE).then_some(shared),
            roots: flags & ROOTS != 0,
            show: flags & SHOW != 0,
            moved: flags & MOVED != 0,
            torus: bytes[0] & TORUS != 0,
            window: Window::read(path_len.min(WINDOW as u16) as u8, &bytes[16..])?,
        })
    }
}

/// The merged records of some ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The call and its split type.
    pub(crate) calls: Agreement<(bool, i32)>,
    /// The level or criteria of the ranks that take part.
    pub(crate) values: Agreement<(Kind, u32)>,
    /// The lowest rank with a wrong argument, and its error class.
    pub(crate) fault: Option<(u32, i32)>,
    /// True if a rank that takes part names a level.
    pub(crate) guided: bool,
    /// True if a guided rank has no name.
    pub(crate) nameless: bool,
    /// True if any rank requests the communicator of the roots. `MPI_UNDEFINED` ranks must help to create it.
    pub(crate) roots: bool,
    /// True if all ranks request that the tree is printed at the end.
    pub(crate) show: bool,
    /// True if a rank's path does not begin with the known prefix of its communicator.
    pub(crate) moved: bool,
    /// True if a rank that takes part has a position in a network that is no tree.
    pub(crate) torus: bool,
    /// The longest common prefix of the windows of all ranks that take part; `None` if no rank does.
    pub(crate) prefix: Option<Window>,
    pub(crate) long: bool,
}

/// The value of the lowest rank that has one, and the lowest rank with a different value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Agreement<T> {
    /// The lowest rank with a value, and the value.
    pub(crate) first: Option<(u32, T)>,
    pub(crate) differs: Option<u32>,
}

impl<T> Default for Agreement<T> {
    fn default() -> Self {
        Self { first: None, differs: None }
    }
}

impl<T: Copy + PartialEq> Agreement<T> {
    fn of(rank: u32, said: Option<T>) -> Self {
        Self { first: said.map(|said| (rank, said)), differs: None }
    }

    fn merge(self, other: Self) -> Self {
        let (Some(mine), Some(theirs)) = (self.first, other.first) else {
            return if self.first.is_some() { self } else { other };
        };
        let (low, high, high_first) = if mine.0 <= theirs.0 { (self, other, theirs) } else { (other, self, mine) };
        let same = mine.1 == theirs.1;
        let differs = [low.differs, if same { high.differs } else { Some(high_first.0) }].into_iter().flatten().min();
        Self { first: low.first, differs }
    }

    /// The lowest rank, and the lowest rank that disagrees with it.
    pub(crate) fn disagreement(&self) -> Option<(u32, u32)> {
        Some((self.first?.0, self.differs?))
    }
}

impl Summary {
    /// The summary of one rank.
    pub fn of(rank: u32, record: &Record) -> Self {
        let good = record.fault.is_none();
        let SplitSpec { kind, selector, value } = record.question;
        let part = good && kind.takes_part();
        Self {
            // (A rank with a wrong argument may not know which call it makes: a level may be a native split.)
            calls: Agreement::of(rank, (good && kind != Kind::Undefined).then_some((kind == Kind::Native, selector))),
            values: Agreement::of(rank, (part || good && kind.is_guided()).then_some((kind, value))),
            fault: record.fault.map(|class| (rank, class)),
            guided: good && kind.is_guided(),
            nameless: kind == Kind::Nameless,
            roots: record.roots,
            show: record.show,
            moved: part && record.moved,
            torus: part && record.torus,
            prefix: part.then_some(record.window),
            long: part && !record.is_whole(),
        }
    }

    /// The summary of one window of a path, for the further rounds of longer paths.
    pub(crate) fn of_window(window: Option<&[u8]>, long: bool) -> Self {
        Self { prefix: window.map(Window::of), long, ..Self::default() }
    }

    /// The split type of the ranks' call; `None` if all pass `MPI_UNDEFINED`.
    pub(crate) fn selector(&self) -> Option<i32> {
        self.calls.first.map(|(_, (_, selector))| selector)
    }

    /// True if ranks name the level `mpi_shared_memory`.
    pub(crate) fn names_shared_memory(&self) -> bool {
        self.values.first.is_some_and(|(_, (kind, _))| kind == Kind::SharedMemory)
    }

    /// Merges the summaries of two sets of ranks.
    pub fn merge(self, other: Self) -> Self {
        Self {
            calls: self.calls.merge(other.calls),
            values: self.values.merge(other.values),
            fault: [self.fault, other.fault].into_iter().flatten().min_by_key(|(rank, _)| *rank),
            guided: self.guided || other.guided,
            nameless: self.nameless || other.nameless,
            roots: self.roots || other.roots,
            show: self.show && other.show,
            moved: self.moved || other.moved,
            torus: self.torus || other.torus,
            prefix: match (self.prefix, other.prefix) {
                (Some(a), Some(b)) => Some(a.shared_with(b)),
                (a, b) => a.or(b),
            },
            long: self.long || other.long,
        }
    }

    /// The encoded summary.
    pub fn encode(&self) -> [u8; SUMMARY] {
        let mut bytes = [0; SUMMARY];
        let (call_rank, (native, selector)) = self.calls.first.unwrap_or((NO_RANK, (false, 0)));
        let (value_rank, (kind, value)) = self.values.first.unwrap_or((NO_RANK, (Kind::Undefined, 0)));
        let (fault_rank, class) = self.fault.unwrap_or((NO_RANK, 0));
        let prefix = self.prefix.unwrap_or_default();
        let (long, is_some) = (self.long, self.prefix.is_some());
        let flags = [self.nameless, long, is_some, native, self.roots, self.show, self.moved, self.guided];
        bytes[0] = VERSION << 4 | kind as u8;
        bytes[1] = flags.iter().enumerate().map(|(bit, &flag)| u8::from(flag) << bit).sum();
        bytes[2] = prefix.len;
        bytes[3] = u8::from(self.torus);
        bytes[4..8].copy_from_slice(&call_rank.to_le_bytes());
        bytes[8..12].copy_from_slice(&selector.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.calls.differs.unwrap_or(NO_RANK).to_le_bytes());
        bytes[16..20].copy_from_slice(&value_rank.to_le_bytes());
        bytes[20..24].copy_from_slice(&value.to_le_bytes());
        bytes[24..28].copy_from_slice(&self.values.differs.unwrap_or(NO_RANK).to_le_bytes());
        bytes[28..32].copy_from_slice(&fault_rank.to_le_bytes());
        bytes[32..36].copy_from_slice(&class.to_le_bytes());
        bytes[36..36 + WINDOW].copy_from_slice(&prefix.bytes);
        bytes
    }

    /// Decodes a summary; `None` if another version of the library wrote it.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != SUMMARY || bytes[0] >> 4 != VERSION {
            return None;
        }
        let rank = |at| Some(u32_at(bytes, at)).filter(|&rank| rank != NO_RANK);
        let flag = |bit: u8| bytes[1] >> bit & 1 != 0;
        let call = (flag(3), u32_at(bytes, 8) as i32);
        let value = (Kind::from_byte(bytes[0] & 0xf)?, u32_at(bytes, 20));
        let prefix = Window::read(bytes[2], &bytes[36..36 + WINDOW])?;
        Some(Self {
            calls: Agreement { first: rank(4).map(|rank| (rank, call)), differs: rank(12) },
            values: Agreement { first: rank(16).map(|rank| (rank, value)), differs: rank(24) },
            fault: rank(28).map(|rank| (rank, u32_at(bytes, 32) as i32)),
            guided: flag(7),
            nameless: flag(0),
            roots: flag(4),
            show: flag(5),
            moved: flag(6),
            torus: bytes[3] != 0,
            long: flag(1),
            prefix: flag(2).then_some(prefix),
        })
    }
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn question() -> impl Strategy<Value = SplitSpec> {
        (0u8..6, 0i32..3, 0u32..3).prop_map(|(kind, selector, value)| {
            let kind = Kind::from_byte(kind).unwrap();
            match kind {
                Kind::Undefined => SplitSpec::UNDEFINED,
                Kind::Guided | Kind::Unguided => SplitSpec { kind, selector, value },
                _ => SplitSpec { kind, selector, value: 0 },
            }
        })
    }

    fn record() -> impl Strategy<Value = Record> {
        (
            question(),
            any::<i32>(),
            prop::option::weighted(0.1, 1i32..99),
            prop::collection::vec(0u8..3, 0..60),
            prop::option::of(0u16..9),
            any::<[bool; 4]>(),
        )
            .prop_map(|(question, key, fault, path, shared_len, [roots, show, moved, torus])| Record {
                question: if fault.is_some() { SplitSpec { value: 0, ..question } } else { question },
                key,
                fault,
                path_len: path.len() as u16,
                shared_len,
                roots,
                show,
                moved,
                torus,
                window: Window::of(&path),
            })
    }

    proptest! {
        #[test]
        fn records_travel_unchanged(record in record()) {
            prop_assert_eq!(Record::decode(&record.encode()), Some(record));
        }

        #[test]
        fn summaries_travel_unchanged(records in prop::collection::vec(record(), 1..6)) {
            let summary = fold(&records, false);
            prop_assert_eq!(Summary::decode(&summary.encode()), Some(summary));
        }

        #[test]
        fn the_order_of_merging_does_not_matter(records in prop::collection::vec(record(), 1..8)) {
            let (a, b) = (fold(&records, false), fold(&records, true));
            prop_assert_eq!(a, b);
        }

        #[test]
        fn noise_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            let _ = Record::decode(&bytes);
            let _ = Summary::decode(&bytes);
        }
    }

    fn fold(records: &[Record], backwards: bool) -> Summary {
        let mut all: Vec<Summary> =
            records.iter().enumerate().map(|(rank, record)| Summary::of(rank as u32, record)).collect();
        if backwards {
            all.reverse();
        }
        all.into_iter().reduce(Summary::merge).unwrap()
    }
}
