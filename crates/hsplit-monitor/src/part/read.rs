// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parses parts. Every line is checked, because files may be truncated or corrupted.

use std::collections::HashSet;
use std::sync::Arc;

use super::write::word;
use super::{CLASSES, FIRST, NONE, OUTSIDE, Part, PartError, SELF};
use crate::collectives::{Call, Operation};
use crate::counters::{Class, Count, SIZES};
use crate::expand::Expansion;
use crate::groups::{Group, Groups};
use crate::snapshot::{Classes, Row, Snapshot};
use crate::times::{Category, Spent, Times};

/// The size of the largest world that the counters support.
const MOST_RANKS: u32 = if cfg!(fuzzing) { 1 << 10 } else { (1 << 24) - 2 };
/// The most characters of a line in an error message.
const MOST_QUOTED: usize = 40;

impl Part {
    /// The parts in a file.
    ///
    /// # Errors
    /// A line is wrong, or the file is truncated.
    pub fn read(text: &[u8], name: &str) -> Result<Vec<Self>, PartError> {
        let error = |line: usize, what: String| PartError { name: name.to_owned(), line, what };
        let mut parts = vec![];
        let mut lines = (1..).zip(text.split(|&byte| byte == b'\n'));
        while let Some((first, line)) = lines.next() {
            if line.is_empty() {
                continue;
            }
            if line != FIRST.as_bytes() {
                return Err(error(first, format!("{} where '{FIRST}' begins a part", quoted(line))));
            }
            let (mut draft, mut last) = (Draft::default(), first);
            for (number, line) in lines.by_ref() {
                last = number;
                if let Line::Last = draft.line(line).map_err(|what| error(number, what))? {
                    draft.is_whole = true;
                    break;
                }
            }
            parts.push(draft.finish().map_err(|what| error(last, what))?);
        }
        if parts.is_empty() {
            return Err(error(1, format!("it has no line '{FIRST}'")));
        }
        Ok(parts)
    }
}

/// A line: the last of its part, or another one.
enum Line {
    Last,
    Other,
}

#[derive(Default)]
struct Draft {
    rank: Option<(u32, u32)>,
    host: Option<String>,
    place: Option<Vec<(String, u64)>>,
    date: Option<String>,
    seconds: Option<f64>,
    mpi: Option<String>,
    counted: Option<Classes>,
    expansion: Option<Expansion>,
    rows: [Row; Class::ALL.len()],
    sizes: [Count; SIZES],
    times: Times,
    groups: Groups,
    numbered: Vec<Arc<Group>>,
    calls: Vec<(Call, Count)>,
    seen: HashSet<(u32, Operation, u32)>,
    /// True if the last line has been read.
    is_whole: bool,
}

impl Draft {
    fn line(&mut self, line: &[u8]) -> Result<Line, String> {
        let line = std::str::from_utf8(line).map_err(|_| format!("{} is not UTF-8", quoted(line)))?;
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        let mut words = Words { line, words: rest.split_ascii_whitespace() };
        match first {
            "" => {}
            "end" => return words.end().map(|()| Line::Last),
            "rank" => once(&mut self.rank, words.rank()?, first)?,
            "host" => once(&mut self.host, words.next("a name")?.to_owned(), first)?,
            "place" => return once(&mut self.place, words.place()?, first).map(|()| Line::Other),
            "date" => once(&mut self.date, words.next("a date")?.to_owned(), first)?,
            "seconds" => once(&mut self.seconds, words.seconds()?, first)?,
            "mpi" => return once(&mut self.mpi, rest.trim().to_owned(), first).map(|()| Line::Other),
            "counted" => return once(&mut self.counted, words.classes()?, first).map(|()| Line::Other),
            "collectives" => once(&mut self.expansion, words.expansion()?, first)?,
            "size" => self.size(&mut words)?,
            "time" => self.time(&mut words)?,
            "group" => self.group(&mut words)?,
            "calls" => self.calls(&mut words)?,
            _ => match CLASSES.iter().position(|class| *class == first) {
                Some(class) => self.message(class, &mut words)?,
                None => return Err(format!("{} begins no line of a part", quoted(first.as_bytes()))),
            },
        }
        words.end().map(|()| Line::Other)
    }

    fn world(&self) -> Result<u32, String> {
        self.rank.map(|(_, world)| world).ok_or_else(|| "there is no line 'rank' before it".to_owned())
    }

    fn message(&mut self, class: usize, words: &mut Words<'_>) -> Result<(), String> {
        let world = self.world()?;
        let peer = match words.next("a rank")? {
            OUTSIDE => world,
            word => below(word, world)?,
        };
        let row = &mut self.rows[class];
        if row.last().is_some_and(|(last, _)| *last >= peer) {
            return Err("the peers of a class ascend".to_owned());
        }
        row.push((peer, words.count()?));
        Ok(())
    }

    fn size(&mut self, words: &mut Words<'_>) -> Result<(), String> {
        let class = below(words.next("a class of sizes")?, SIZES as u32)?;
        let count = words.count()?;
        let known = &mut self.sizes[class as usize];
        if !known.is_zero() {
            return Err(format!("there is a line 'size {class}' before"));
        }
        *known = count;
        Ok(())
    }

    fn time(&mut self, words: &mut Words<'_>) -> Result<(), String> {
        let word = words.next("what calls are for")?;
        let category =
            Category::of_name(word).ok_or_else(|| format!("{} is no kind of calls", quoted(word.as_bytes())))?;
        let calls = number(words.next("a number of calls")?)?;
        let spent = Spent { calls, nanoseconds: number(words.next("a number of nanoseconds")?)? };
        let known = &mut self.times[category as usize];
        if !known.is_zero() {
            return Err(format!("there is a line 'time {word}' before"));
        }
        *known = spent;
        Ok(())
    }

    fn group(&mut self, words: &mut Words<'_>) -> Result<(), String> {
        let world = self.world()?;
        let own = words.next("a rank")?;
        let members = members(words.next("members")?, world)?;
        let remote = words.words.next().map(|word| self::members(word, world)).transpose()?;
        let own = below(own, members.len() as u32)?;
        let group = match remote {
            None => self.groups.intern(own, &members),
            Some(remote) => self.groups.intern_inter(own, &members, &remote),
        };
        if group.id() as usize <= self.numbered.len() {
            return Err(format!("it is group {} again", group.id()));
        }
        self.numbered.push(group);
        Ok(())
    }

    fn calls(&mut self, words: &mut Words<'_>) -> Result<(), String> {
        let number = words.next("a group")?;
        let at = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let group = at.and_then(|at| self.numbered.get(at)).cloned();
        let group = group.ok_or_else(|| format!("there is no group {} before it", quoted(number.as_bytes())))?;
        let operation = words.next("an operation")?;
        let operation = Operation::of_name(operation)
            .ok_or_else(|| format!("{} is no collective operation", quoted(operation.as_bytes())))?;
        let root = match (words.next("a root")?, group.remote_size()) {
            (SELF, Some(_)) => Group::ROOT,
            (NONE, Some(_)) => Group::NO_ROOT,
            (word, remote) => {
                let is_share = operation == Operation::ReduceScatterShare;
                let ranks = remote.filter(|_| !is_share).unwrap_or(group.size());
                below(word, ranks.max(1))?
            }
        };
        if !self.seen.insert((group.id(), operation, root)) {
            return Err("there is such a line before".to_owned());
        }
        self.calls.push((Call { group, operation, root }, words.count()?));
        Ok(())
    }

    fn finish(mut self) -> Result<Part, String> {
        fn found<T>(field: Option<T>, line: &str) -> Result<T, String> {
            field.ok_or_else(|| format!("there is no line '{line}' in this part"))
        }
        if !self.is_whole {
            return Err("it ends before the line 'end'".to_owned());
        }
        let (rank, world) = found(self.rank, "rank")?;
        self.calls.sort_by_key(|(call, _)| (call.group.id(), call.operation, call.root));
        Ok(Part {
            rank,
            host: found(self.host, "host")?,
            place: found(self.place, "place")?,
            date: found(self.date, "date")?,
            seconds: found(self.seconds, "seconds")?,
            mpi: found(self.mpi, "mpi")?,
            counted: found(self.counted, "counted")?,
            expansion: found(self.expansion, "collectives")?,
            counts: Snapshot::from_counts(world, self.rows, self.sizes, self.calls, self.times),
        })
    }
}

fn once<T>(field: &mut Option<T>, value: T, line: &str) -> Result<(), String> {
    match field.replace(value) {
        None => Ok(()),
        Some(_) => Err(format!("there is a line '{line}' before")),
    }
}

struct Words<'a> {
    line: &'a str,
    words: std::str::SplitAsciiWhitespace<'a>,
}

impl<'a> Words<'a> {
    fn next(&mut self, what: &str) -> Result<&'a str, String> {
        self.words.next().ok_or_else(|| format!("{} lacks {what}", quoted(self.line.as_bytes())))
    }

    /// Checks that there are no more words.
    fn end(&mut self) -> Result<(), String> {
        match self.words.next() {
            None => Ok(()),
            Some(word) => Err(format!("{} is too much", quoted(word.as_bytes()))),
        }
    }

    fn count(&mut self) -> Result<Count, String> {
        let messages = number(self.next("a number of messages")?)?;
        let count = Count::new(messages, number(self.next("a number of bytes")?)?);
        if count.is_zero() { Err("nothing is counted here".to_owned()) } else { Ok(count) }
    }

    /// Parses `3 of 32`.
    fn rank(&mut self) -> Result<(u32, u32), String> {
        let rank = self.next("a rank")?;
        match self.next("'of'")? {
            "of" => {}
            word => return Err(format!("{} where 'of' belongs", quoted(word.as_bytes()))),
        }
        let world = below(self.next("a number of ranks")?, MOST_RANKS + 1)?;
        Ok((below(rank, world)?, world))
    }

    fn place(&mut self) -> Result<Vec<(String, u64)>, String> {
        let mut place: Vec<(String, u64)> = vec![];
        while let Some(level) = self.words.next() {
            // In its written form, so that names that differ only in unprintable characters are equal.
            let level = word(level);
            place.push((level, number(self.next("an instance")?)?));
        }
        Ok(place)
    }

    fn seconds(&mut self) -> Result<f64, String> {
        let word = self.next("a number")?;
        let seconds = word.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0);
        seconds.ok_or_else(|| format!("{} is no number of seconds", quoted(word.as_bytes())))
    }

    fn classes(&mut self) -> Result<Classes, String> {
        let mut classes = Classes { p2p: false, collectives: false, rma: false };
        for word in self.words.by_ref() {
            match word {
                "p2p" => classes.p2p = true,
                "collectives" => classes.collectives = true,
                "rma" => classes.rma = true,
                _ => return Err(format!("{} is none of p2p, collectives, rma", quoted(word.as_bytes()))),
            }
        }
        Ok(classes)
    }

    fn expansion(&mut self) -> Result<Expansion, String> {
        let word = self.next("a word")?;
        let expansion = Expansion::of_name(word);
        expansion.ok_or_else(|| format!("{} is none of meaning, trees, none", quoted(word.as_bytes())))
    }
}

fn number(word: &str) -> Result<u64, String> {
    word.parse().map_err(|_| format!("{} is no number", quoted(word.as_bytes())))
}

fn below(word: &str, end: u32) -> Result<u32, String> {
    let number = word.parse::<u32>().ok().filter(|number| *number < end);
    number.ok_or_else(|| format!("{} is no number below {end}", quoted(word.as_bytes())))
}

/// Parses `0-3,8`; `-` for no members. A member with the number of the world's size is outside.
fn members(word: &str, world: u32) -> Result<Vec<u32>, String> {
    let mut members = vec![];
    if word == "-" {
        return Ok(members);
    }
    for run in word.split(',') {
        let (first, last) = run.split_once('-').unwrap_or((run, run));
        let (first, last) = (below(first, world + 1)?, below(last, world + 1)?);
        if first > last {
            return Err(format!("{} descends", quoted(run.as_bytes())));
        }
        members.extend(first..=last);
        if members.len() > MOST_RANKS as usize {
            return Err(format!("it has more than {MOST_RANKS} members"));
        }
    }
    Ok(members)
}

/// A quotation from a line for an error message.
fn quoted(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let short: String = text.chars().take(MOST_QUOTED).map(|c| if c.is_control() { '?' } else { c }).collect();
    if short.len() < text.len() { format!("'{short}...'") } else { format!("'{short}'") }
}
