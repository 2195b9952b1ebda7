// SPDX-License-Identifier: MIT OR Apache-2.0
//! The formats of a summary: one fact per line, or one line of JSON.

use std::fmt::Write as _;
use std::sync::PoisonError;

use serde_json::{Value, json};

use super::binding::Bindings;
use super::{DECISIONS, Job, Splits, kinds, tallies, total};
use crate::nowhere::binding_option;
use crate::peers;
use crate::runtime::Runtime;
use hsplit_collectives::Operation;
use hsplit_collectives::choice::Rule;
use hsplit_collectives::gain::{Route, Source, Spent, WORTH};
use hsplit_core::place::Place;
use hsplit_core::tree::words::count_of;
use hsplit_core::units::{date, seconds_since_1970};
use hsplit_host::file_name::expanded;
use hsplit_settings as settings;

/// The facts of a summary.
pub struct Report<'a> {
    pub runtime: &'a Runtime,
    pub place: &'a Place,
    pub splits: &'a Splits,
    pub job: &'a Job,
    /// The seconds of the job, if its beginning is known.
    pub seconds: Option<f64>,
}

impl Report<'_> {
    /// Returns one fact per line.
    pub fn text(&self) -> String {
        let Self { runtime, splits, job, seconds, .. } = self;
        let mut text = format!(
            "hsplit-summary: 1\nlibrary: libhsplit {}\nmpi: {}\nranks: {}\nnodes: {}\nlevels: {}\nsplits: {}\n\
             native splits: {}\n",
            env!("CARGO_PKG_VERSION"),
            runtime.native.description,
            job.ranks,
            job.nodes,
            self.levels().join(" "),
            splits.along_the_hardware,
            splits.native
        );
        if let Some(seconds) = seconds {
            let _ = writeln!(text, "seconds: {seconds:.6}");
        }
        for (operation, route, [calls, bytes, nanoseconds]) in totals() {
            let bytes = self.looks_at(operation).then_some(bytes);
            let (operation, route, seconds) = (operation.name(), route.name(), nanoseconds as f64 * 1e-9);
            let bytes = bytes.map_or(String::new(), |bytes| format!(", bytes {bytes}"));
            let _ = writeln!(text, "collective: {operation} {route}, calls {calls}{bytes}, seconds {seconds:.6}");
        }
        for spent in &job.spent {
            let _ = writeln!(text, "gain: {}", self.words_of(spent));
        }
        for decision in DECISIONS.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            let _ = writeln!(text, "found: {decision}");
        }
        if runtime.settings.collectives.any() {
            let _ = writeln!(text, "trial calls: {}", trial_calls());
        }
        let Bindings { unbound, across_numa, sharing_core } = job.bindings;
        let cost = if job.bindings.any() { ", cost unknown" } else { "" };
        let _ = writeln!(
            text,
            "binding: unbound {unbound}, across NUMA nodes {across_numa}, sharing a core {sharing_core}{cost}"
        );
        for (name, advice) in self.advice() {
            let _ = writeln!(text, "{name}: {advice}");
        }
        let _ = writeln!(text, "warnings: {}", job.warnings);
        text
    }

    /// Returns one line for people: the time in collective calls, what the hierarchy gained, and the advice.
    pub fn line(&self) -> String {
        let Self { job, .. } = self;
        let (mut all, mut saved, mut more, mut unknown) = (0.0, 0.0, 0.0, 0.0);
        for spent in &job.spent {
            all += spent.seconds;
            match (spent.source, spent.route) {
                (Source::Unknown, _) => unknown += spent.seconds,
                (Source::Trying, _) => {}
                (_, Route::Hierarchical) => saved += spent.gain,
                (_, Route::Native) => more += spent.gain,
            }
        }
        let seconds = self.seconds.map_or(String::new(), |seconds| format!(", {seconds:.3} s"));
        let advice = self.advice().first().map_or(String::new(), |(_, advice)| format!("; {advice}"));
        format!(
            "hsplit: {} on {}{seconds}: collective calls {}, the hierarchy saved {}, would save {}, unknown for calls \
             of {}{advice}\n",
            count_of(job.ranks as u64, "rank"),
            count_of(job.nodes as u64, "node"),
            self.time(all),
            self.time(saved),
            self.time(more),
            self.time(unknown)
        )
    }

    /// Returns one line of JSON. `docs/src/reference/files.md` describes its format.
    pub fn json(&self) -> String {
        let Self { runtime, splits, job, seconds, .. } = self;
        let collectives: Vec<Value> = totals()
            .map(|(operation, route, [calls, bytes, nanoseconds])| {
                let bytes = self.looks_at(operation).then_some(bytes);
                let seconds = micro(nanoseconds as f64 * 1e-9);
                json!({"operation": operation.name(), "route": route.name(), "calls": calls, "bytes": bytes,
                    "seconds": seconds})
            })
            .collect();
        let gains = job.spent.iter().map(|spent| {
            let gain = if spent.source.is_known() { json!(micro(spent.gain)) } else { Value::Null };
            json!({"operation": spent.operation.name(), "route": spent.route.name(), "source": spent.source.name(),
                "calls": spent.calls.round() as u64, "seconds": micro(spent.seconds), "gain": gain})
        });
        let Bindings { unbound, across_numa, sharing_core } = job.bindings;
        let of_job = |letter: &str| expanded(letter, peers::job);
        let mut object = json!({
            "format": "hsplit-summary", "version": 1,
            "date": date(seconds_since_1970()), "job": of_job("%j"), "user": of_job("%u"), "host": of_job("%h"),
            "library": env!("CARGO_PKG_VERSION"), "mpi": runtime.native.description,
            "ranks": job.ranks, "nodes": job.nodes, "levels": self.levels(), "seconds": seconds.map(micro),
            "splits": splits.along_the_hardware, "native_splits": splits.native,
            "collectives": collectives, "gains": gains.collect::<Vec<_>>(), "trial_calls": trial_calls(),
            "binding": {"unbound": unbound, "across_numa": across_numa, "sharing_core": sharing_core},
            "warnings": job.warnings,
        });
        self.advice().into_iter().for_each(|(name, advice)| object[name] = json!(advice));
        format!("{object}\n")
    }

    /// True if the library has inspected the arguments of calls of an operation. It has measured the time of all.
    fn looks_at(&self, operation: Operation) -> bool {
        let settings = &self.runtime.settings;
        settings.compares() || settings.collectives.rule(operation) != Rule::Native
    }

    fn levels(&self) -> Vec<&str> {
        self.place.steps().iter().map(|step| step.level.name().as_str()).collect()
    }

    /// `bcast hierarchy, calls 120, seconds 0.512044 (3.16 %), saved 0.140312 (0.87 %) by trials`
    fn words_of(&self, spent: &Spent) -> String {
        let Spent { operation, route, source, calls, seconds, gain, .. } = *spent;
        let found = match (source, route) {
            (Source::Unknown | Source::Trying, _) => source.name().to_owned(),
            (_, Route::Hierarchical) => format!("saved {} by {}", self.time(gain), source.name()),
            (_, Route::Native) => format!("would save {} by {}", self.time(gain), source.name()),
        };
        let time = self.time(seconds);
        format!("{} {}, calls {calls:.0}, seconds {time}, {found}", operation.name(), route.name())
    }

    /// `0.512044 (3.16 %)`: seconds, and their part of the job.
    fn time(&self, seconds: f64) -> String {
        let percent = self.seconds.filter(|job| *job > 0.0).map(|job| 100.0 * seconds / job);
        format!("{seconds:.6}{}", percent.map_or(String::new(), |percent| format!(" ({percent:.2} %)")))
    }

    /// Returns the settings that would realise the known gains, measure unknown ones, and improve bindings.
    fn advice(&self) -> Vec<(&'static str, String)> {
        let worth = self.seconds.unwrap_or(0.0) * WORTH;
        let would_gain = |spent: &Spent| match spent.route {
            _ if !spent.source.is_known() => false,
            Route::Hierarchical => spent.gain < -worth,
            Route::Native => spent.gain > worth,
        };
        let is_untried = |spent: &Spent| {
            (spent.source, spent.route) == (Source::Unknown, Route::Native) && spent.seconds > worth * 10.0
        };
        let may_bind = self.job.bindings.any() && self.has_a_core_for_each_rank();
        let binding = may_bind.then(|| ("binding advice", binding_option(self.runtime).to_owned()));
        let tried = [("advice", self.trials(would_gain)), ("untried", self.trials(is_untried))];
        tried.into_iter().filter_map(|(name, variable)| Some((name, variable?))).chain(binding).collect()
    }

    /// True if a core is what each rank should be bound to: there are enough, and no threads that need more of them.
    fn has_a_core_for_each_rank(&self) -> bool {
        let machine = self.runtime.machine_of_sources().ok().flatten();
        let cores = machine.map_or(0, |machine| machine.instances("core").len());
        let ranks = self.job.ranks.div_ceil(self.job.nodes.max(1));
        let threads = std::env::var("OMP_NUM_THREADS").unwrap_or_default();
        let has_threads =
            threads.split(',').next().is_some_and(|first| first.trim().parse::<u32>().is_ok_and(|of_rank| of_rank > 1));
        !has_threads && ranks <= cores && 2 * ranks > cores
    }

    /// Returns the variable that starts trials of these calls, including its present value.
    fn trials(&self, which: impl Fn(&Spent) -> bool) -> Option<String> {
        let mut words: Vec<String> = vec![];
        for spent in self.job.spent.iter().filter(|spent| which(spent)) {
            words.push(format!("{}:trial", spent.operation.name()));
        }
        words.dedup();
        let all = || settings::text_with("HSPLIT_COLLECTIVES", &words.join(","));
        (!words.is_empty()).then(|| format!("HSPLIT_COLLECTIVES={}", all()))
    }
}

/// Returns rank 0's counts: the calls of each operation by each route, their bytes and nanoseconds.
fn totals() -> impl Iterator<Item = (Operation, Route, [u64; 3])> {
    let all = kinds().map(|(operation, route)| (operation, route, total(operation, route)));
    all.filter(|(_, _, [calls, ..])| *calls > 0)
}

fn trial_calls() -> u64 {
    let tried = |(operation, route)| tallies(operation, route)[Source::Trying as usize].numbers()[0];
    kinds().map(tried).sum()
}

/// Rounds seconds to microseconds.
fn micro(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}
