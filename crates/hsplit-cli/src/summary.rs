// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit summary`: the gains of collective calls in many jobs, from the lines of JSON of `HSPLIT_SUMMARY`.

use std::collections::HashSet;
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use hsplit_collectives::gain::{Route, Source, WORTH};
use hsplit_core::message::cleaned;
use serde::Deserialize;

use super::Failure;
use super::columns::aligned;

/// The greatest length of a line, and the most unreadable lines: a file that has more, such as `/dev/zero`, may be
/// endless.
const LONGEST_LINE: u64 = 1 << 26;
const MOST_WRONG: u64 = 1 << 18;

/// Add up the summaries of many jobs: their gains, real and possible, by collective calls along the hierarchy.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Files written by HSPLIT_SUMMARY=FILE.json
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Maximum number of jobs in the table, sorted by possible gain
    #[arg(long, value_name = "JOBS", default_value_t = 20)]
    most: usize,
    /// Only jobs of this user
    #[arg(long, value_name = "NAME")]
    user: Option<String>,
}

/// The fields of a line that are used.
#[derive(Debug, Default, Deserialize)]
struct Record {
    format: String,
    version: u64,
    #[serde(default)]
    date: String,
    #[serde(default)]
    job: String,
    #[serde(default)]
    user: String,
    ranks: u64,
    seconds: Option<f64>,
    gains: Vec<Gain>,
    #[serde(default)]
    binding: Binding,
    advice: Option<String>,
    untried: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Gain {
    route: String,
    source: String,
    seconds: f64,
    gain: Option<f64>,
}

#[derive(Debug, Default, Deserialize)]
struct Binding {
    unbound: u64,
    across_numa: u64,
    sharing_core: u64,
}

/// The seconds of a job, as means over its ranks; or the rank seconds of many jobs.
#[derive(Debug, Default)]
struct Seconds {
    all: f64,
    collective: f64,
    saved: f64,
    /// The savings by each of [`Source::KNOWN`].
    would_save: [f64; Source::KNOWN.len()],
    unknown: f64,
    trials: f64,
}

impl Seconds {
    fn of(record: &Record) -> Self {
        let mut seconds = Self { all: record.seconds.unwrap_or(0.0), ..Self::default() };
        for gain in &record.gains {
            seconds.collective += gain.seconds;
            match (gain.gain, Source::KNOWN.iter().position(|source| source.name() == gain.source)) {
                (Some(saved), Some(_)) if gain.route == Route::Hierarchical.name() => seconds.saved += saved,
                (Some(saved), Some(source)) => seconds.would_save[source] += saved,
                _ if gain.source == Source::Trying.name() => seconds.trials += gain.seconds,
                _ => seconds.unknown += gain.seconds,
            }
        }
        seconds
    }

    fn possible(&self) -> f64 {
        self.would_save.iter().sum()
    }

    /// Returns seconds in per cent of the time of the job or the jobs.
    fn percent(&self, seconds: f64) -> f64 {
        if self.all > 0.0 { 100.0 * seconds / self.all } else { 0.0 }
    }

    fn add(&mut self, other: &Self, times: f64) {
        let Self { all, collective, saved, would_save, unknown, trials } = self;
        let pairs = [
            (all, other.all),
            (collective, other.collective),
            (saved, other.saved),
            (unknown, other.unknown),
            (trials, other.trials),
        ];
        pairs.into_iter().chain(would_save.iter_mut().zip(other.would_save)).for_each(|(sum, add)| *sum += add * times);
    }
}

/// The sums over all jobs.
#[derive(Debug, Default)]
struct Sum {
    jobs: u64,
    /// The jobs of other users, which are left out.
    others: u64,
    seconds: Seconds,
    gained: u64,
    lost: u64,
    would_gain: u64,
    unbound: u64,
    across_numa: u64,
    sharing_core: u64,
    /// The jobs that are read again, as from a copy of a file, which are left out.
    again: u64,
    /// The hashes of all lines: a line has the end and the microseconds of its job.
    seen: HashSet<u64>,
    hasher: RandomState,
    /// The jobs of the table, with the rank seconds that they would save.
    first: Vec<(f64, Record)>,
}

/// The lines that cannot be read.
#[derive(Debug, Default)]
struct Wrong {
    lines: u64,
    first: Option<String>,
}

impl Wrong {
    fn add(&mut self, path: &Path, number: u64) {
        self.lines += 1;
        self.first.get_or_insert_with(|| format!("{}:{number}", path.display()));
    }
}

impl Arguments {
    /// Returns the text to print.
    pub(crate) fn run(&self) -> Result<String, Failure> {
        let (mut sum, mut wrong) = (Sum::default(), Wrong::default());
        for path in &self.files {
            self.read(path, &mut sum, &mut wrong).map_err(|why| Failure::of(&path.display().to_string(), why))?;
        }
        let mut text = sum.table() + &sum.totals();
        if sum.again > 0 {
            text += &format!("read again and not counted: {} jobs\n", sum.again);
        }
        if let Wrong { lines, first: Some(first) } = wrong {
            if sum.jobs + sum.others == 0 {
                let what = format!("{first} and the others are no lines of HSPLIT_SUMMARY=FILE.json");
                return Err(Failure::of("summary", what));
            }
            text += &format!("not read: {lines} lines, the first one {first}\n");
        }
        Ok(text)
    }

    fn read(&self, path: &Path, sum: &mut Sum, wrong: &mut Wrong) -> Result<(), String> {
        let text = |error: std::io::Error| error.to_string();
        let mut lines = BufReader::new(File::open(path).map_err(text)?);
        let most = wrong.lines + MOST_WRONG;
        for number in 1.. {
            let mut line = vec![];
            match lines.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(text)? as u64 {
                0 => break,
                LONGEST_LINE => return Err(format!("line {number} is longer than {LONGEST_LINE} bytes")),
                _ if wrong.lines > most => return Err(format!("more than {MOST_WRONG} lines cannot be read")),
                _ => {}
            }
            match serde_json::from_slice::<Record>(&line).ok().filter(Record::is_plain) {
                Some(_) if !sum.seen.insert(sum.hasher.hash_one(line.trim_ascii())) => sum.again += 1,
                Some(record) if self.user.as_ref().is_none_or(|user| *user == record.user) => {
                    sum.add(record, self.most);
                }
                Some(_) => sum.others += 1,
                None if line.trim_ascii().is_empty() => {}
                None => wrong.add(path, number),
            }
        }
        Ok(())
    }
}

impl Record {
    /// True if its numbers can be those of a job.
    fn is_plain(&self) -> bool {
        let is_time = |seconds: f64| (0.0..1e9).contains(&seconds);
        let gains = |gain: &Gain| is_time(gain.seconds) && gain.gain.is_none_or(|gain| is_time(gain.abs()));
        self.format == "hsplit-summary"
            && self.version == 1
            && self.seconds.is_none_or(is_time)
            && self.gains.iter().all(gains)
    }

    fn row(&self) -> [String; HEAD.len()] {
        let seconds = Seconds::of(self);
        let percent = |part: f64| format!("{:.1} %", seconds.percent(part));
        let sources = Source::KNOWN.iter().zip(seconds.would_save).filter(|(_, saved)| *saved > 0.0);
        let sources: Vec<&str> = sources.map(|(source, _)| source.name()).collect();
        let advice = self.advice.as_ref().or(self.untried.as_ref());
        [
            cleaned(&self.job).into_owned(),
            cleaned(&self.user).into_owned(),
            cleaned(self.date.get(..10).unwrap_or("")).into_owned(),
            self.ranks.to_string(),
            format!("{:.0}", seconds.all),
            percent(seconds.collective),
            percent(seconds.saved),
            percent(seconds.possible()),
            if sources.is_empty() { "-".to_owned() } else { sources.join("+") },
            percent(seconds.unknown),
            advice.map_or_else(|| "-".to_owned(), |advice| cleaned(advice).into_owned()),
        ]
    }
}

const HEAD: [&str; 11] =
    ["job", "user", "date", "ranks", "seconds", "collective", "saved", "would save", "by", "unknown", "setting"];

impl Sum {
    fn add(&mut self, record: Record, most: usize) {
        let (seconds, ranks) = (Seconds::of(&record), record.ranks as f64);
        self.jobs += 1;
        // Percentages are those of jobs whose time is known.
        if record.seconds.is_some() {
            self.seconds.add(&seconds, ranks);
        }
        let [saved, possible] = [seconds.saved, seconds.possible()].map(|part| seconds.percent(part));
        self.gained += u64::from(saved >= 100.0 * WORTH);
        self.lost += u64::from(saved <= -100.0 * WORTH);
        self.would_gain += u64::from(possible >= 100.0 * WORTH);
        let Binding { unbound, across_numa, sharing_core } = record.binding;
        self.unbound += u64::from(unbound > 0);
        self.across_numa += u64::from(across_numa > 0);
        self.sharing_core += u64::from(sharing_core > 0);
        let worth = seconds.possible() * ranks;
        let place = self.first.partition_point(|(other, _)| *other >= worth);
        if place < most {
            self.first.insert(place, (worth, record));
            self.first.truncate(most);
        }
    }

    fn table(&self) -> String {
        let mut rows = vec![HEAD.map(str::to_owned)];
        rows.extend(self.first.iter().map(|(_, record)| record.row()));
        let lines = aligned(&rows, |column| (3..8).contains(&column) || column == 9);
        lines.iter().map(|line| format!("{line}\n")).collect::<String>() + "\n"
    }

    fn totals(&self) -> String {
        let Self { jobs, gained, lost, would_gain, unbound, across_numa, sharing_core, .. } = self;
        let seconds = &self.seconds;
        let time = |name: &str, part: f64| {
            [name.to_owned(), format!("{:.2}", part / 3600.0), format!("{:.2} %", seconds.percent(part))]
        };
        let mut rows = vec![["rank hours", "", ""].map(str::to_owned), time("all", seconds.all)];
        rows.push(time("in collective calls", seconds.collective));
        rows.push(time("saved along the hierarchy", seconds.saved));
        for (source, saved) in Source::KNOWN.iter().zip(seconds.would_save) {
            rows.push(time(&format!("would be saved, by {}", source.name()), saved));
        }
        rows.push(time("in calls of which nothing is known", seconds.unknown));
        rows.push(time("in trials", seconds.trials));
        let times: String =
            aligned(&rows, |column| column > 0).iter().map(|line| format!("{}\n", line.trim_end())).collect();
        format!(
            "{times}\njobs: {jobs}; {gained} gained, {lost} lost, {would_gain} would gain (0.1 % of their time or \
             more)\njobs with ranks that are not bound: {unbound}, that are bound across NUMA nodes: {across_numa}, \
             that share a core: {sharing_core}\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(job: &str, ranks: u64, gains: &str) -> String {
        format!(
            "{{\"format\":\"hsplit-summary\",\"version\":1,\"date\":\"2026-11-28T07:00:00Z\",\"job\":\"{job}\",\
             \"user\":\"ann\",\"ranks\":{ranks},\"seconds\":3600.0,\"gains\":[{gains}],\
             \"binding\":{{\"unbound\":{ranks},\"across_numa\":0,\"sharing_core\":0}},\"advice\":\"A=\\u001b[1m\"}}\n"
        )
    }

    fn gain(route: &str, source: &str, seconds: f64, gain: &str) -> String {
        format!(
            "{{\"operation\":\"bcast\",\"route\":\"{route}\",\"source\":\"{source}\",\"calls\":3,\"seconds\":{seconds},\
             \"gain\":{gain}}}"
        )
    }

    #[test]
    fn jobs_are_added_up() {
        let path = std::env::temp_dir().join(format!("hsplit-summary-{}.json", std::process::id()));
        let small = [gain("native", "table", 360.0, "36.0"), gain("native", "unknown", 72.0, "null")].join(",");
        let large = [gain("native", "trials", 360.0, "180.0"), gain("hierarchy", "trial", 36.0, "null")].join(",");
        let lost = gain("hierarchy", "table", 360.0, "-36.0");
        let without_time = line("5", 1, &small).replace("3600.0", "null");
        let text = [line("1", 1, &small), line("2", 3, &large), line("3", 1, &lost), without_time].concat();
        std::fs::write(&path, format!("{text}\n{}{{\"format\":\"hsplit-sum\n[]\n", line("4", 1, "1"))).expect("a file");
        let arguments =
            |most, user: Option<&str>| Arguments { files: vec![path.clone()], most, user: user.map(str::to_owned) };
        let said = arguments(2, None).run().expect("a table");
        assert_eq!(
            said.replace(&path.display().to_string(), "FILE"),
            "job  user  date        ranks  seconds  collective  saved  would save  by      unknown  setting\n\
             2    ann   2026-11-28      3     3600      11.0 %  0.0 %       5.0 %  trials    0.0 %  A= [1m\n\
             1    ann   2026-11-28      1     3600      12.0 %  0.0 %       1.0 %  table     2.0 %  A= [1m\n\n\
             rank hours\n\
             all                                  5.00  100.00 %\n\
             in collective calls                  0.55   11.00 %\n\
             saved along the hierarchy           -0.01   -0.20 %\n\
             would be saved, by trials            0.15    3.00 %\n\
             would be saved, by table             0.01    0.20 %\n\
             would be saved, by model             0.00    0.00 %\n\
             in calls of which nothing is known   0.02    0.40 %\n\
             in trials                            0.03    0.60 %\n\n\
             jobs: 4; 0 gained, 1 lost, 2 would gain (0.1 % of their time or more)\n\
             jobs with ranks that are not bound: 4, that are bound across NUMA nodes: 0, that share a core: 0\n\
             not read: 3 lines, the first one FILE:6\n"
        );
        std::fs::write(&path, "[]\n\nx\n").expect("a file");
        let failure = arguments(9, None).run().expect_err("no job");
        assert!(failure.to_string().ends_with(".json:1 and the others are no lines of HSPLIT_SUMMARY=FILE.json"));
        std::fs::write(&path, &text).expect("a file");
        let said = arguments(9, Some("bob")).run().expect("a table");
        assert!(said.contains("jobs: 0;"), "{said}");
        let twice = Arguments { files: vec![path.clone(), path.clone()], ..arguments(2, None) };
        let said = twice.run().expect("a table");
        assert!(said.contains("\njobs: 4;") && said.ends_with("read again and not counted: 4 jobs\n"), "{said}");
        std::fs::remove_file(&path).expect("the file");
        assert!(arguments(2, None).run().is_err());
    }

    #[test]
    fn endless_files_end() {
        let why = |file: &str| {
            let arguments = Arguments { files: vec![file.into()], most: 2, user: None };
            arguments.run().expect_err("no summary").to_string()
        };
        assert_eq!(why("/dev/zero"), "/dev/zero: line 1 is longer than 67108864 bytes");
        assert_eq!(why("/dev/urandom"), "/dev/urandom: more than 262144 lines cannot be read");
    }
}
