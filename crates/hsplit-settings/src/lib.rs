// SPDX-License-Identifier: MIT OR Apache-2.0
//! The settings from the environment and the configuration files, and the table of all variables.
//!
//! `hsplit env` prints the table, the manual page is checked against it, and an unknown variable causes one warning, so
//! that a misspelt variable is not silently ignored.

mod features;
mod monitor;
mod options;
mod reorder;
mod summary;
mod variables;
mod warnings;

pub use features::{Feature, consequence};
pub use monitor::{EXPANSIONS, Monitor, Output};
pub use reorder::{ReorderCalls, ReorderCost};
pub use summary::{Summary, SummaryOutput};
pub use variables::{VARIABLES, Variable, VariableOption};
use warnings::{first_of, with_place};

use std::ffi::OsString;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::time::Duration;

use log::LevelFilter;

use hsplit_collectives::adaptive::strategy::FixedStrategy;
use hsplit_collectives::choice::{self, Choices};
use hsplit_collectives::short;
use hsplit_core::emulation::ProcessPlacement;
use hsplit_core::hash::hash;
use hsplit_core::latency::Tolerance;
use hsplit_core::shape::Shape;
use hsplit_core::split::Exchange;
use hsplit_core::units;
use hsplit_monitor::Expansion;

use hsplit_host::configuration::{self, PREFIX};
use hsplit_host::preload::{self, PRELOADED_BY};
use hsplit_host::source::{CountedThreads, DEFAULT_SOURCES, SourceSettings, folder_of};

/// Variables that are not settings: those of module files, and the one that `hsplit run` sets for the library.
const OTHERS: &[&str] = &["HSPLIT_ROOT", "HSPLIT_PRELOAD", PRELOADED_BY];

/// Slurm's variable for the partition of a job.
pub const PARTITION: &str = "SLURM_JOB_PARTITION";

/// The number of settings that concern other processes.
const DECISIVE: usize = 14;

/// `HSPLIT_SHARED`: the level that replaces `MPI_COMM_TYPE_SHARED`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// Its name, as written.
    pub level: String,
    /// The splits to which it applies, counted on each communicator from 1; empty for all.
    pub calls: Vec<u32>,
}

/// The settings of this process.
#[derive(Clone, Debug)]
pub struct Settings {
    /// `HSPLIT_SOURCES`, `HSPLIT_EMULATE`, `HSPLIT_TOPOLOGY_FILE`, `HSPLIT_BINDING` and `HSPLIT_SHARE`.
    pub places: SourceSettings,
    /// `rho` of `HSPLIT_SOURCES`.
    pub tolerance: Tolerance,
    /// `file` of `HSPLIT_SOURCES`.
    pub measured_file: Option<String>,
    /// `HSPLIT_NATIVE`, in lower case.
    pub native: Vec<String>,
    /// `HSPLIT_SHARED`; `None` if `MPI_COMM_TYPE_SHARED` stays the node.
    pub shared: Option<Shared>,
    /// `HSPLIT_DISABLE`.
    pub disable: bool,
    /// `HSPLIT_SHOW`.
    pub show: bool,
    /// `HSPLIT_SUMMARY`; `None` for no summary.
    pub summary: Option<Summary>,
    /// `HSPLIT_LOG`.
    pub log: LevelFilter,
    /// `ranks` of `HSPLIT_LOG`; `None` for all ranks.
    pub log_ranks: Option<Vec<i32>>,
    /// `HSPLIT_EXCHANGE`.
    pub exchange: Exchange,
    /// `HSPLIT_COLLECTIVES`.
    pub collectives: Choices,
    /// `parameters` of `HSPLIT_COLLECTIVES`.
    parameters_file: Option<String>,
    /// `tuning` of `HSPLIT_COLLECTIVES`: folders with results of earlier jobs, separated by colons.
    pub tuning: Option<String>,
    /// `segment` of `HSPLIT_COLLECTIVES`.
    pub segment: usize,
    /// `memory` of `HSPLIT_COLLECTIVES`; `None` if disabled.
    pub memory: Option<usize>,
    /// `short` of `HSPLIT_COLLECTIVES`; `None` if disabled.
    pub short: Option<usize>,
    /// `strategy` of `HSPLIT_COLLECTIVES`.
    pub strategy: FixedStrategy,
    /// `HSPLIT_PHASES`: the shape of the phase that each level of `MPI_Pcontrol` begins.
    pub phases: Vec<(i32, Shape)>,
    /// `HSPLIT_WAIT`: the longest sleep in a barrier; `None` if barriers are native.
    pub wait: Option<Duration>,
    /// `HSPLIT_REORDER`.
    pub reorder: ReorderCalls,
    /// `weights` of `HSPLIT_REORDER`.
    pub cart_weights: Vec<f64>,
    /// `cost` of `HSPLIT_REORDER`.
    pub reorder_cost: ReorderCost,
    /// `limit` of `HSPLIT_REORDER`.
    pub reorder_limit: Duration,
    /// `HSPLIT_MONITOR`; `None` if nothing is counted.
    pub monitor: Option<Monitor>,
    /// `file` of `HSPLIT_MONITOR`.
    pub monitor_file: Option<String>,
    /// `as` of `HSPLIT_MONITOR`.
    pub monitor_collectives: Expansion,
}

impl Settings {
    /// Reads the settings from this process's environment, including those that `hsplit run` had set, with the warnings
    /// of [`Settings::read`].
    pub fn of_environment() -> (Self, Vec<String>) {
        let (settings, warnings) = Self::read(of_process());
        let files = configuration::of_process();
        let of_values = first_of(warnings).into_iter().map(with_place);
        (settings, first_of(files.warnings.clone()).into_iter().chain(of_values).collect())
    }

    /// The file of `parameters`, as it is named and with its folder.
    pub fn parameters(&self) -> Option<(&str, PathBuf)> {
        self.parameters_file.as_deref().map(|file| (file, self.places.folder.join(file)))
    }

    /// Reads the settings from name-value pairs. A wrong value causes a warning, and the default is used.
    pub fn read(pairs: impl IntoIterator<Item = (String, String)>) -> (Self, Vec<String>) {
        let ours = |(name, _): &(String, String)| {
            name == PARTITION || name.starts_with(PREFIX) && !OTHERS.contains(&name.as_str())
        };
        let pairs = options::without_former(pairs.into_iter().filter(ours).collect(), |_, _| false);
        let mut reader = Reader { pairs, warnings: vec![] };
        reader.warn_of_unknown();
        let settings = Self {
            places: SourceSettings {
                sources: reader.sources(),
                emulate: reader.text("HSPLIT_EMULATE"),
                emulate_bind: reader
                    .text("HSPLIT_EMULATE bind")
                    .unwrap_or_else(|| ProcessPlacement::DEFAULT.to_owned()),
                topology_file: reader.text("HSPLIT_TOPOLOGY_FILE"),
                folder: folder_of(
                    &["HSPLIT_TOPOLOGY_FILE", "HSPLIT_COLLECTIVES parameters"].map(|name| reader.text(name)),
                ),
                partition: reader.text("HSPLIT_TOPOLOGY_FILE").and_then(|file| reader.partition_for(&file)),
                binding: reader.parse("HSPLIT_BINDING", CountedThreads::default(), parse_counted),
                share: reader.switch("HSPLIT_SHARE", true),
            },
            tolerance: reader.parse("HSPLIT_SOURCES rho", Tolerance::DEFAULT, Tolerance::parse),
            measured_file: reader.text("HSPLIT_SOURCES file"),
            native: reader.native(),
            shared: reader.shared(),
            disable: reader.switch("HSPLIT_DISABLE", false),
            show: reader.switch("HSPLIT_SHOW", false),
            summary: reader.text("HSPLIT_SUMMARY").map(|text| Summary::parse(&text)),
            log: reader.parse("HSPLIT_LOG", LevelFilter::Warn, |text| text.parse().ok()),
            log_ranks: reader.parse("HSPLIT_LOG ranks", None, parse_ranks),
            exchange: reader.parse("HSPLIT_EXCHANGE", Exchange::BySize, parse_exchange),
            collectives: reader.parse("HSPLIT_COLLECTIVES", Choices::default(), |text| Choices::parse(text).ok()),
            parameters_file: reader.text("HSPLIT_COLLECTIVES parameters"),
            tuning: reader.text("HSPLIT_COLLECTIVES tuning"),
            segment: reader.parse("HSPLIT_COLLECTIVES segment", choice::SEGMENT, |text| {
                units::size(text).filter(|size| (1..=1 << 30).contains(size))
            }),
            memory: reader.parse("HSPLIT_COLLECTIVES memory", Some(choice::MEMORY), parse_memory),
            short: reader.parse("HSPLIT_COLLECTIVES short", Some(short::MOST), |text| {
                parse_memory(text).filter(|most| most.is_none_or(|most| most <= short::MOST))
            }),
            strategy: reader.parse_as_written(
                "HSPLIT_COLLECTIVES strategy",
                FixedStrategy::default(),
                FixedStrategy::parse,
            ),
            phases: reader.parse_as_written("HSPLIT_PHASES", vec![], parse_phases),
            wait: reader.parse("HSPLIT_WAIT", None, parse_wait),
            reorder: reader.parse("HSPLIT_REORDER", ReorderCalls::default(), ReorderCalls::parse),
            cart_weights: reader.parse("HSPLIT_REORDER weights", vec![], reorder::weights),
            reorder_cost: reader.parse_as_written("HSPLIT_REORDER cost", ReorderCost::default(), ReorderCost::parse),
            reorder_limit: reader.parse("HSPLIT_REORDER limit", reorder::LIMIT, reorder::limit),
            monitor: reader.parse("HSPLIT_MONITOR", None, monitor::monitor),
            monitor_file: reader.text("HSPLIT_MONITOR file"),
            monitor_collectives: reader.parse("HSPLIT_MONITOR as", Expansion::default(), Expansion::of_name),
        };
        if settings.measured_file.is_some() && !settings.places.sources.iter().any(|name| name == "measured") {
            reader.warnings.push("HSPLIT_SOURCES: 'measured' is not among them; file= is ignored".to_owned());
        }
        (settings, reader.warnings)
    }

    /// The settings that concern other processes and differ from the defaults: the variable, and a number that is equal
    /// only for equal settings.
    pub fn published(&self) -> Vec<(&'static str, u64)> {
        let default = Self::read([]).0.decisive();
        self.decisive().into_iter().zip(default).filter(|(own, default)| own != default).map(|(own, _)| own).collect()
    }

    /// The settings that concern other processes, because they determine the messages that are sent or the places of
    /// processes: the variable, and a number that is equal only for equal settings.
    pub fn decisive(&self) -> [(&'static str, u64); DECISIVE] {
        let number = |text: String| hash(text.as_bytes());
        // A file may have different paths on different hosts and in different processes.
        let described = |text: &str| if text.contains('/') { "a file".to_owned() } else { text.to_owned() };
        let emulated =
            |text: &str| number(format!("{} bind={}", described(text), described(&self.places.emulate_bind)));
        let mut native = self.native.clone();
        native.sort();
        let calls = self.collectives.any() || self.compares();
        [
            ("HSPLIT_EXCHANGE", number(format!("{:?}", self.exchange))),
            ("HSPLIT_NATIVE", number(native.join(","))),
            ("HSPLIT_SHARED", self.shared.as_ref().map_or(0, |shared| number(format!("{shared:?}")))),
            ("HSPLIT_SOURCES", number(self.places.sources.join(","))),
            ("HSPLIT_COLLECTIVES", if calls { self.fingerprint() } else { 0 }),
            ("HSPLIT_EMULATE", self.places.emulate.as_deref().map_or(0, emulated)),
            ("HSPLIT_TOPOLOGY_FILE", u64::from(self.places.topology_file.is_some())),
            (PARTITION, self.places.partition.clone().map_or(0, number)),
            ("HSPLIT_PHASES", number(format!("{:?}", self.phases))),
            // The length of sleeps may differ, but native and sleeping barriers are incompatible.
            ("HSPLIT_WAIT", u64::from(self.wait.is_some())),
            ("HSPLIT_REORDER", number(format!("{:?}", (self.reorder, &self.reorder_cost, &self.cart_weights)))),
            ("HSPLIT_SHOW", u64::from(self.show)),
            // One file may have several names.
            ("HSPLIT_SUMMARY", u64::from(self.summary.is_some())),
            // The counted classes may differ, and parts involve no other process.
            ("HSPLIT_MONITOR", u64::from(self.gathers())),
        ]
    }

    /// True if the summary compares native calls with results of earlier jobs.
    pub fn compares(&self) -> bool {
        self.summary.is_some() && self.tuning.is_some()
    }

    /// True if rank 0 gathers the counts of all processes.
    pub fn gathers(&self) -> bool {
        self.monitor.is_some_and(|monitor| monitor.output == Output::Gather)
    }

    /// The settings to use if the variables `differing` are not equal in all processes that have the library: nothing
    /// is measured collectively, and no partition is used.
    pub fn without(mut self, differing: &[&str]) -> Self {
        for name in differing {
            match *name {
                "HSPLIT_SOURCES" => self.places.sources.retain(|source| source != "measured"),
                PARTITION => self.places.partition = None,
                _ => {}
            }
        }
        self
    }

    /// A number that is equal only for settings with the same collective calls.
    pub fn fingerprint(&self) -> u64 {
        let tuned = self.tuning.is_some();
        self.collectives.fingerprint(&(self.segment, self.memory, self.short, self.strategy, tuned))
    }
}

fn variables() -> impl Iterator<Item = (String, String)> {
    let lossy = |text: OsString| text.to_string_lossy().into_owned();
    preload::variables().map(move |(name, value)| (lossy(name), lossy(value)))
}

/// The library's variables in this process. A former variable is converted to an option of the variable that replaces
/// it.
pub fn of_process() -> Vec<(String, String)> {
    let ours = variables().filter(|(name, _)| name == PARTITION || name.starts_with(PREFIX));
    options::without_former(ours.collect(), |former, name| match (preload::of_file(former), preload::of_file(name)) {
        (former, Some(known)) => former.is_none_or(|former| configuration::is_above(former, known)),
        (_, None) => false,
    })
}

/// The value of a variable of this process without its options, or for `NAME KEY` the text of an option.
pub fn text_of(name: &str) -> Option<String> {
    Reader { pairs: of_process(), warnings: vec![] }.text(name)
}

/// The value of a variable of this process, with its options and with more words before these.
pub fn text_with(name: &str, words: &str) -> String {
    let text = of_process().into_iter().find(|(known, _)| known == name).map(|(_, text)| text).unwrap_or_default();
    options::extended(known(name).map_or(&[], |variable| variable.options), &text, words)
}

/// As [`text_of`], for a variable with this value.
pub fn text_in(name: &str, value: &str) -> Option<String> {
    let variable = name.split(' ').next().unwrap_or_default().to_owned();
    Reader { pairs: vec![(variable, value.to_owned())], warnings: vec![] }.text(name)
}

fn parse_memory(text: &str) -> Option<Option<usize>> {
    if text.eq_ignore_ascii_case("off") { Some(None) } else { units::size(text).map(Some) }
}

/// Parses `1=NUMANode;2=2:`, with each level once.
fn parse_phases(text: &str) -> Option<Vec<(i32, Shape)>> {
    let phase = |text: &str| {
        let (level, shape) = text.split_once('=')?;
        Some((level.trim().parse().ok().filter(|level| *level > 0)?, Shape::parse(shape).ok()?))
    };
    let mut phases = text.split(';').filter(|text| !text.trim().is_empty()).map(phase).collect::<Option<Vec<_>>>()?;
    phases.sort_by_key(|(level, _)| *level);
    phases.windows(2).all(|two| two[0].0 != two[1].0).then_some(phases)
}

/// Parses `1,3`: numbers from 1.
fn parse_calls(text: &str) -> Option<Vec<u32>> {
    text.split(',').map(|call| call.trim().parse().ok().filter(|call| *call > 0)).collect()
}

fn parse_wait(text: &str) -> Option<Option<Duration>> {
    const LONGEST_NAP: Duration = Duration::from_micros(50);
    match text.split_once(':') {
        None if text == "native" => Some(None),
        None if text == "sleep" => Some(Some(LONGEST_NAP)),
        Some(("sleep", micros)) => {
            let micros: NonZeroU64 = micros.trim().parse().ok()?;
            Some(Some(Duration::from_micros(micros.get()).min(Duration::from_secs(1))))
        }
        _ => None,
    }
}

fn parse_ranks(text: &str) -> Option<Option<Vec<i32>>> {
    if text.eq_ignore_ascii_case("all") {
        return Some(None);
    }
    text.split(',').map(|rank| rank.trim().parse().ok()).collect::<Option<Vec<i32>>>().map(Some)
}

fn parse_counted(text: &str) -> Option<CountedThreads> {
    match text {
        "threads" => Some(CountedThreads::Threads),
        "caller" => Some(CountedThreads::Caller),
        "process" => Some(CountedThreads::Process),
        _ => None,
    }
}

fn parse_exchange(text: &str) -> Option<Exchange> {
    match text {
        "auto" => Some(Exchange::BySize),
        "gather" => Some(Exchange::Gathered),
        "reduce" => Some(Exchange::Reduced),
        _ => None,
    }
}

fn known(name: &str) -> Option<&'static Variable> {
    VARIABLES.iter().find(|variable| variable.name == name)
}

struct Reader {
    pairs: Vec<(String, String)>,
    warnings: Vec<String>,
}

impl Reader {
    fn warn_of_unknown(&mut self) {
        for (name, _) in &self.pairs {
            if name != PARTITION && known(name).is_none() {
                self.warnings.push(format!("{name} is not a variable of libhsplit ('hsplit env' lists them); ignored"));
            }
        }
    }

    /// The value of a variable without its options, or for `NAME KEY` the text of an option.
    fn text(&self, name: &str) -> Option<String> {
        let (name, key) = name.split_once(' ').unwrap_or((name, ""));
        let (_, text) = self.pairs.iter().find(|(known, _)| known == name)?;
        let options = known(name).map_or(&[][..], |variable| variable.options);
        let found = if key.is_empty() { options::value(options, text) } else { options::option(options, text, key)? };
        (!found.is_empty()).then(|| found.to_owned())
    }

    /// The partition for a topology file. Slurm reads no file of another name, so any other file is the same for all
    /// partitions.
    fn partition_for(&self, file: &str) -> Option<String> {
        self.text(PARTITION).filter(|_| Path::new(file).ends_with("topology.yaml"))
    }

    fn list(&self, name: &str, default: &str) -> Vec<String> {
        let words = |text: &str| -> Vec<String> {
            text.split(',').map(|item| item.trim().to_ascii_lowercase()).filter(|item| !item.is_empty()).collect()
        };
        let given = self.text(name).map_or_else(Vec::new, |text| words(&text));
        if given.is_empty() { words(default) } else { given }
    }

    fn sources(&mut self) -> Vec<String> {
        let named = self.list("HSPLIT_SOURCES", DEFAULT_SOURCES);
        let all =
            named.iter().flat_map(|name| if name == "default" { DEFAULT_SOURCES.split(',') } else { name.split(',') });
        let mut sources: Vec<String> = vec![];
        for name in all {
            let is_known = name == "measured" || DEFAULT_SOURCES.split(',').any(|known| known == name);
            if !is_known {
                self.warnings.push(format!(
                    "HSPLIT_SOURCES: there is no source '{name}' (there are {DEFAULT_SOURCES} and measured); ignored"
                ));
            } else if !sources.iter().any(|known| known == name) {
                // A source that is named twice is used once.
                sources.push(name.to_owned());
            }
        }
        sources
    }

    fn shared(&mut self) -> Option<Shared> {
        let level = self.text("HSPLIT_SHARED").filter(|level| !level.eq_ignore_ascii_case("none"))?;
        let mut words = level.split([',', ' ']).skip(1);
        if words.any(|word| word.eq_ignore_ascii_case("windows")) {
            self.warnings.push(
                "HSPLIT_SHARED: no split can know whether a window will follow, so that 'windows' is no choice: name \
                 the splits by calls=N; the node stays whole"
                    .to_owned(),
            );
            return None;
        }
        // If the list of splits is wrong, no split is replaced, and the node stays whole.
        let calls = match self.text("HSPLIT_SHARED calls") {
            Some(_) => self.parse("HSPLIT_SHARED calls", None, |text| parse_calls(text).map(Some))?,
            None => vec![],
        };
        Some(Shared { level, calls })
    }

    fn native(&mut self) -> Vec<String> {
        const TYPES: &[&str] = &[
            "none",
            "shared",
            "hw_unguided",
            "hw_guided",
            "resource_guided",
            "neighborhood",
            "hw_resource_info",
            "process_sets",
            "all",
        ];
        let (known, unknown): (Vec<_>, Vec<_>) = self
            .list("HSPLIT_NATIVE", "")
            .into_iter()
            .partition(|item| TYPES.contains(&item.as_str()) || item.parse::<i32>().is_ok());
        if !unknown.is_empty() {
            self.warnings.push(format!(
                "HSPLIT_NATIVE: '{}' is none of: {}, a number; ignored",
                unknown.join(","),
                TYPES.join(", ")
            ));
        }
        known
    }

    fn switch(&mut self, name: &str, default: bool) -> bool {
        self.parse(name, default, units::yes_or_no)
    }

    fn parse<T>(&mut self, name: &str, default: T, parse: impl Fn(&str) -> Option<T>) -> T {
        self.parse_as_written(name, default, |text| parse(&text.to_ascii_lowercase()))
    }

    fn parse_as_written<T>(&mut self, name: &str, default: T, parse: impl Fn(&str) -> Option<T>) -> T {
        let Some(text) = self.text(name) else { return default };
        parse(&text).unwrap_or_else(|| {
            let (variable, key) = name.split_once(' ').unwrap_or((name, ""));
            let values = known(variable).map_or("", |variable| {
                let option = variable.options.iter().find(|option| option.key == key);
                option.map_or(variable.values, |option| option.values)
            });
            let wrong = if key.is_empty() { format!("{name}={text}") } else { format!("{variable}: {key}={text}") };
            self.warnings.push(format!("{wrong} is none of: {values}; ignored"));
            default
        })
    }
}

#[cfg(test)]
mod tests;
