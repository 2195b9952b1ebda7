// SPDX-License-Identifier: MIT OR Apache-2.0
//! Prints a part as text.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{CLASSES, FIRST, NONE, OUTSIDE, Part, SELF};
use crate::counters::{Class, Count};
use crate::groups::Group;
use crate::times::Category;

impl Part {
    /// The whole text.
    pub fn text(&self) -> String {
        let mut text = format!("{FIRST}\nrank {} of {}\n", self.rank, self.counts.world());
        let place: Vec<String> =
            self.place.iter().map(|(level, instance)| format!(" {} {instance}", word(level))).collect();
        let mut line = |words: std::fmt::Arguments<'_>| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{words}");
        };
        line(format_args!("host {}", word(&self.host)));
        line(format_args!("place{}", place.concat()));
        line(format_args!("date {}", word(&self.date)));
        line(format_args!("seconds {}", self.seconds));
        line(format_args!("mpi {}", plain(&self.mpi)));
        line(format_args!("{}", [&["counted"], &self.counted.names()[..]].concat().join(" ")));
        line(format_args!("collectives {}", self.expansion.name()));
        for (class, name) in Class::ALL.into_iter().zip(CLASSES) {
            for (peer, count) in self.counts.counts(class) {
                match *peer == self.counts.world() {
                    true => line(format_args!("{name} {OUTSIDE} {}", numbers(*count))),
                    false => line(format_args!("{name} {peer} {}", numbers(*count))),
                }
            }
        }
        for (class, count) in self.counts.sizes().iter().enumerate().filter(|(_, count)| !count.is_zero()) {
            line(format_args!("size {class} {}", numbers(*count)));
        }
        for (category, spent) in
            Category::ALL.into_iter().zip(self.counts.times()).filter(|(_, spent)| !spent.is_zero())
        {
            line(format_args!("time {} {} {}", category.name(), spent.calls, spent.nanoseconds));
        }
        let mut ids: BTreeMap<u32, usize> = BTreeMap::new();
        for (call, count) in self.counts.calls() {
            let next = ids.len() + 1;
            let id = *ids.entry(call.group.id()).or_insert(next);
            if id == next {
                line(format_args!("group {}", group(&call.group)));
            }
            line(format_args!("calls {id} {} {} {}", call.operation.name(), root(call.root), numbers(*count)));
        }
        line(format_args!("end"));
        text
    }
}

fn numbers(count: Count) -> String {
    format!("{} {}", count.messages, count.bytes)
}

fn root(root: u32) -> String {
    match root {
        Group::ROOT => SELF.to_owned(),
        Group::NO_ROOT => NONE.to_owned(),
        rank => rank.to_string(),
    }
}

fn group(group: &Group) -> String {
    let members = runs((0..group.size()).filter_map(|rank| group.member(rank)));
    let remote = group.remote_size().map(|size| runs((0..size).filter_map(|rank| group.remote_member(rank))));
    let remote = remote.map_or_else(String::new, |remote| format!(" {remote}"));
    format!("{} {members}{remote}", group.own())
}

/// Prints `0-3,8`; `-` for no members.
fn runs(members: impl Iterator<Item = u32>) -> String {
    let mut runs: Vec<(u32, u32)> = vec![];
    for member in members {
        match runs.last_mut() {
            Some((_, last)) if member.checked_sub(1) == Some(*last) => *last = member,
            _ => runs.push((member, member)),
        }
    }
    let words = runs.into_iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    let words: Vec<String> = words.collect();
    if words.is_empty() { "-".to_owned() } else { words.join(",") }
}

/// A name as one word: blanks and unprintable characters become underscores.
pub(super) fn word(name: &str) -> String {
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control();
    let word: String = name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    if word.is_empty() { "-".to_owned() } else { word }
}

/// A text as one line.
fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || c.is_control()).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
}
