// SPDX-License-Identifier: MIT OR Apache-2.0
//! A run as a report for people.

use crate::counters::Count;
use crate::run::{Kind, Run};
use crate::times::{Category, Spent};
use crate::totals::{Advice, Level, Totals};
use crate::words::{bytes, columns, grouped, percent, ranks, seconds, volume};

/// The least gain of another order that is reported, as a fraction of all bytes.
const LEAST_GAIN: f64 = 0.005;

/// The contents of a report.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The run.
    pub run: &'a Run,
    /// Its sums.
    pub totals: &'a Totals,
    /// The knowledge about other orders of ranks.
    pub reordering: Reordering<'a>,
    /// The files of the run, for the command line of `hsplit map`; `None` for traffic that it does not count so.
    pub files: Option<&'a str>,
}

/// The knowledge about other orders of ranks.
#[derive(Clone, Copy, Debug)]
pub enum Reordering<'a> {
    /// Unknown; the report does not mention it.
    Unknown,
    /// No search yet: the report contains the command for one. A job does not wait for a search at its end.
    Unsought,
    /// The effect of the best order that a search has found.
    Found(&'a Advice),
}

impl<'a> Reordering<'a> {
    /// The result of a search.
    pub fn of(advice: Option<&'a Advice>) -> Self {
        advice.map_or(Self::Unknown, Self::Found)
    }

    /// The effect of the best order, if one was found.
    pub fn found(&self) -> Option<&'a Advice> {
        if let Self::Found(advice) = self { Some(advice) } else { None }
    }
}

impl Report<'_> {
    /// The whole text.
    pub fn text(&self) -> String {
        let apart = [("to themselves", self.totals.itself), ("to processes outside", self.totals.outside)];
        let apart = apart.into_iter().filter(|(_, count)| !count.is_zero());
        let apart = apart.map(|(words, count)| format!("{words}: {}", volume(count)));
        let tables = columns(&self.internal()).into_iter().chain(columns(&self.times()));
        let lines = self.table().into_iter().chain(apart).chain(tables);
        let lines: String = lines.map(|line| format!("  {line}\n")).collect();
        self.head() + "\n" + &lines + &self.outlook()
    }

    /// The traffic inside each level, as columns.
    pub fn table(&self) -> Vec<String> {
        columns(&levels("inside", self.totals))
    }

    /// The first line.
    pub fn head(&self) -> String {
        let totals = self.totals;
        let share = |(kind, count): (Kind, Count)| format!("{} {}", kind.name, percent(totals.share(count)));
        let kinds = Kind::ALL.into_iter().zip(totals.kinds).filter(|(_, count)| !count.is_zero());
        let kinds: Vec<String> = if totals.all.bytes == 0 { vec![] } else { kinds.map(share).collect() };
        let kinds = if kinds.is_empty() { String::new() } else { format!(" ({})", kinds.join(", ")) };
        let (ranks, seconds) = (ranks(self.run.ranks()), seconds(self.run.seconds()));
        let missing = match self.run.missing().count() {
            0 => String::new(),
            missing => format!(", without {missing} of them"),
        };
        format!("hsplit monitor: {ranks}{missing}, {seconds}, {}{kinds}", volume(totals.all))
    }

    /// The internal traffic of hierarchical collective operations: a line for each level, and one for all.
    fn internal(&self) -> Vec<Vec<String>> {
        let Some(totals) = &self.totals.internal else { return vec![] };
        let mut lines = levels("internal, inside", totals);
        if lines.is_empty() {
            lines.push(head("internal"));
        }
        lines.push(row("all", totals.all, totals));
        lines
    }

    /// A line for each category of timed calls: the number of calls, the time of all processes together, and its share
    /// of their run.
    fn times(&self) -> Vec<Vec<String>> {
        let Some(times) = self.run.times() else { return vec![] };
        let row = |name: &str, spent: Spent| {
            let share = percent(self.run.share_of_time(spent));
            vec![name.to_owned(), grouped(spent.calls), seconds(spent.seconds()), share]
        };
        let rows = Category::ALL.into_iter().zip(times).filter(|(_, spent)| !spent.is_zero());
        let all = times.into_iter().fold(Spent::default(), |mut sum, spent| {
            sum += spent;
            sum
        });
        let head = ["in calls of MPI", "calls", "time", "share"].map(str::to_owned).to_vec();
        let rows = rows.map(|(category, spent)| row(category.name(), spent));
        std::iter::once(head).chain(rows).chain([row("all", all)]).collect()
    }

    /// The last line.
    fn outlook(&self) -> String {
        match self.reordering {
            Reordering::Unknown => String::new(),
            Reordering::Unsought => self.command(),
            Reordering::Found(advice) => self.advice(advice),
        }
    }

    /// The command that searches for an order, if one can matter.
    fn command(&self) -> String {
        let all = self.totals.all;
        let Some(level) = self.totals.decisive().filter(|_| all.bytes > 0 && self.run.missing().next().is_none())
        else {
            return String::new();
        };
        let now = percent(self.totals.share(level.inside));
        format!("  to find an order of ranks that keeps more inside {} (now {now}){}\n", level.name, self.map_command())
    }

    fn advice(&self, advice: &Advice) -> String {
        let (level, now) = (&advice.level, percent(advice.now));
        if advice.then - advice.now < LEAST_GAIN {
            return format!("  no order of ranks was found that keeps more inside {level} (now {now})\n");
        }
        let then = percent(advice.then);
        format!("  reordering could keep {then} inside {level} (now {now}){}\n", self.map_command())
    }

    fn map_command(&self) -> String {
        self.files.map_or_else(String::new, |files| format!(": hsplit map {files}"))
    }
}

/// The titles of the columns of [`row`].
fn head(first: &str) -> Vec<String> {
    [first, "bytes", "share", "messages", "share"].map(str::to_owned).to_vec()
}

/// A count, and its shares of all.
fn row(name: &str, count: Count, totals: &Totals) -> Vec<String> {
    let of_messages = match totals.all.messages {
        0 => 1.0,
        all => count.messages as f64 / all as f64,
    };
    let (share, of_messages) = (percent(totals.share(count)), percent(of_messages));
    vec![name.to_owned(), bytes(count.bytes), share, grouped(count.messages), of_messages]
}

/// A line for each level, narrowest first.
fn levels(first: &str, totals: &Totals) -> Vec<Vec<String>> {
    if totals.levels.is_empty() {
        return vec![];
    }
    let line = |level: &Level| row(&level.name, level.inside, totals);
    std::iter::once(head(first)).chain(totals.levels.iter().rev().map(line)).collect()
}
