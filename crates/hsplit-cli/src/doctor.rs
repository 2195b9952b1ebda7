// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit doctor`: diagnoses an installation.
//!
//! It finds the library as a job would, queries the MPI it was built for and the one it finds, and describes the level
//! at which splits of a process with this binding end, and the reason. Started by a launcher, each process prints its
//! own binding.

use std::path::PathBuf;

use clap::Args;
use hsplit_core::level::MACHINE;
use hsplit_core::machine::Machine;
use hsplit_core::message::in_one_line;
use hsplit_core::network::Network;
use hsplit_core::place::Place;
use hsplit_core::ranks::Ranks;
use hsplit_host::hwloc::Library;
use hsplit_host::launcher::{self, Process};
use hsplit_host::source::{CountedThreads, SourceError, Sources, binding, topology};
use hsplit_settings::{ReorderCalls, Settings};

use super::Failure;
use super::env;
use super::library::{self, InstalledLibrary};
use findings::Findings;
use program::Program;

mod advice;
mod findings;
mod program;
mod surroundings;

/// Check the installation and the settings, and show why splits end at their last level.
///
/// Searches for the library in LD_PRELOAD, then in the prefix of this command, then below HSPLIT_ROOT, then in the
/// loader's path. Under a launcher, each process prints its own binding: use the launcher options of the job that has
/// a problem.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  hsplit doctor
  hsplit doctor ./program                        check if the library matches the program's MPI
  mpiexec -n 4 --bind-to core hsplit doctor      the bindings that the launcher gives

Exit status: 0; 1 if a finding is WRONG; 2 for wrong usage.")]
pub(crate) struct Arguments {
    /// A program, script or command whose MPI is compared with the library's (for Python, the MPI of its mpi4py)
    program: Option<PathBuf>,
    /// The library to check [default: the library found]
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,
    /// Print the findings as a JSON object: a list of lines for each finding, the errors, and the advice
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Returns the findings with the advice, and whether something is wrong.
    pub(crate) fn run(&self) -> Result<(String, bool), Failure> {
        let (settings, _) = Settings::read(hsplit_settings::of_process());
        let process = launcher::process(true, |name| std::env::var(name).ok());
        let here = Here::look(&settings, process);
        if process.is_some_and(|process| process.rank > 0) {
            let line =
                if self.json { serde_json::json!({ "process": [here.line()] }).to_string() } else { here.line() };
            return Ok((line + "\n", false));
        }
        let program = self.program.as_deref().map(Program::of).transpose()?;
        let library = library::find(self.library.as_deref(), program.as_ref().and_then(Program::family))?;
        let library = library.as_ref();
        let mut findings = Findings::default();
        findings.say("library", library.map_or_else(|why| format!("NOT FOUND: {why}"), InstalledLibrary::text));
        if let Some(preloaded) = surroundings::preloaded() {
            findings.say("preloaded", preloaded);
        }
        if let Some(program) = &program {
            findings.say("program", program.words(library.ok()));
        }
        if let Some(tools) = surroundings::tools(program.as_ref().map_or(&[], Program::libraries)) {
            findings.say("tools", tools);
        }
        let of_program = program.as_ref().and_then(|program| Some((program.family()?, program.libraries())));
        findings.say("launcher", surroundings::launcher(process, of_program));
        let ignored = here.ignored.iter().map(|words| format!("\nWRONG: {}", in_one_line(words)));
        findings.say("hwloc", hwloc() + &ignored.collect::<String>());
        findings.say("sources", &here.sources);
        findings.say("cgroup", surroundings::cgroup());
        findings.say("process", here.line());
        findings.say("binding", counted(settings.places.binding));
        findings.say("place", here.path());
        findings.say("variables", env::short());
        findings.advise(advice::of(&here));
        let text = if self.json { findings.json() } else { findings.text() };
        Ok((text, !findings.wrong().is_empty()))
    }
}

/// Returns the version and file of the libhwloc that a process like this one loads, which may differ from the one of
/// the compiled header.
fn hwloc() -> String {
    let library = match Library::find() {
        Ok(library) => library,
        Err(why) => return format!("NOT USED: {why}; nodes have no levels inside"),
    };
    let file = library.file().map_or_else(|| "file unknown".to_owned(), |file| file.display().to_string());
    format!("interface {} (2.4 or newer is needed)\n{file}", library.version())
}

/// Describes the threads whose binding counts in a job.
fn counted(threads: CountedThreads) -> &'static str {
    match threads {
        CountedThreads::Threads => {
            "that of all threads counts, without those that the MPI has started (HSPLIT_BINDING)"
        }
        CountedThreads::Caller => "that of the thread that calls counts (HSPLIT_BINDING=caller)",
        CountedThreads::Process => "that of all threads counts (HSPLIT_BINDING=process)",
    }
}

/// The source of an emulated machine.
const EMULATED: &str = "emulated";

/// The findings on this process.
pub(crate) struct Here {
    process: Option<Process>,
    /// True if `HSPLIT_DISABLE` disables the library.
    disabled: bool,
    /// True if `HSPLIT_REORDER` names a call.
    reorders: bool,
    sources: String,
    place: Place,
    /// The binding of this process; `None` if it is emulated or cannot be read.
    bound: Option<Bound>,
    units: String,
    emulated: bool,
    /// The variables that hwloc cannot use, in words.
    ignored: Vec<String>,
    /// The number of dimensions of the node's torus; 0 if there is none.
    dimensions: usize,
}

/// The binding of a process, in processing units of its node.
#[derive(Clone, Copy)]
pub(crate) struct Bound {
    /// The units that the process may use.
    own: usize,
    /// The units of the node.
    all: usize,
}

impl Bound {
    /// True if the process may use every unit of its node.
    fn is_unbound(self) -> bool {
        self.own >= self.all
    }
}

impl Here {
    fn look(settings: &Settings, process: Option<Process>) -> Self {
        let asked = Process {
            rank: process.map_or(0, |process| process.rank),
            ranks: process.map_or(1, |process| process.ranks),
        };
        let asked_sources = Sources::new(&settings.places);
        let place = asked_sources.place(asked);
        let nodes = asked_sources.nodes(asked);
        // The first source that answers gives the position in the node.
        let emulated =
            nodes.iter().find(|(_, knows)| matches!(knows, Ok(true))).is_some_and(|(name, _)| *name == EMULATED);
        let machine = topology::load_system();
        let networks = asked_sources.networks(asked);
        let reader = || asked_sources.reader_of_file(asked);
        let answer = |name: &String| {
            let of_node = || node_answer(name, &nodes, settings, machine.as_ref().ok());
            network_answer(name, &networks, settings, &reader).unwrap_or_else(of_node)
        };
        let sources = settings
            .places
            .sources
            .iter()
            .map(|name| format!("{name}: {}", answer(name)))
            .collect::<Vec<_>>()
            .join("\n");
        let mask = if emulated { None } else { binding::current(settings.places.binding) };
        let (mut bound, mut units) = (None, "unknown".to_owned());
        if let (Some(mask), Ok(machine)) = (mask, &machine) {
            let own: Vec<usize> = mask.iter().collect();
            bound = Some(Bound {
                own: own.iter().filter(|unit| machine.units().iter().any(|known| *known as usize == **unit)).count(),
                all: machine.units().len(),
            });
            units = Ranks::from_sorted(&own.iter().map(|&unit| unit as u32).collect::<Vec<_>>()).brief(8);
        }
        let dimensions = asked_sources.torus(asked).map_or(0, |torus| torus.dimensions());
        let ignored = machine.map(|machine| topology::ignored_variables(&machine)).unwrap_or_default();
        let ignored = ignored.into_iter().map(|(_, words)| words).collect();
        let reorders = settings.reorder != ReorderCalls::default();
        Self {
            process,
            disabled: settings.disable,
            reorders,
            sources,
            place,
            bound,
            units,
            emulated,
            ignored,
            dimensions,
        }
    }

    /// Returns a line on this process.
    fn line(&self) -> String {
        let rank = self.process.map_or_else(
            || "not started by a launcher".to_owned(),
            |process| format!("rank {} of {}", process.rank, process.ranks),
        );
        let bound = match self.bound {
            _ if self.emulated => "emulated (HSPLIT_EMULATE)".to_owned(),
            Some(bound) if bound.is_unbound() => format!("not bound: PUs {} of {}", self.units, bound.all),
            Some(Bound { own, all }) => format!("bound to PUs {} ({own} of {all})", self.units),
            None => "its binding cannot be read".to_owned(),
        };
        format!("{rank}: {bound}, inside {}", self.lowest())
    }

    /// Returns the narrowest level that contains the process.
    fn lowest(&self) -> &'static str {
        self.place.steps().last().map_or("nothing", |step| step.level.name().as_str())
    }

    fn path(&self) -> String {
        self.place.steps().iter().map(|step| step.level.name().as_str()).collect::<Vec<_>>().join(" > ")
    }

    fn has_network(&self) -> bool {
        self.place.steps().first().is_some_and(|step| step.level.name().as_str() != MACHINE)
    }
}

/// Returns the answer of a source, if it reads networks from text. `reader` is the source that reads the topology file.
fn network_answer(
    source: &str,
    networks: &[(&str, Result<Option<Network>, SourceError>)],
    settings: &Settings,
    reader: &dyn Fn() -> Option<&'static str>,
) -> Option<String> {
    let (_, network) = networks.iter().find(|(name, _)| *name == source && !matches!(*name, EMULATED | "node"))?;
    let silent = match &settings.places.topology_file {
        _ if source == "measured" => "silent, latencies are measured in a job of several nodes".to_owned(),
        Some(path) if reader() == Some(source) => format!("silent, {path} has no switches"),
        Some(path) => format!("silent, {path} has another form"),
        None if source == "slurm" => "silent, neither HSPLIT_TOPOLOGY_FILE nor SLURM_TOPOLOGY_ADDR is set".to_owned(),
        None => "silent, HSPLIT_TOPOLOGY_FILE is not set".to_owned(),
    };
    Some(match network {
        Ok(Some(network)) => format!("answers, above this node: {network}"),
        Ok(None) => silent,
        Err(why) => format!("WRONG: {why}"),
    })
}

/// Returns the answer of a source on the levels inside nodes.
fn node_answer(
    source: &str,
    nodes: &[(&str, Result<bool, SourceError>)],
    settings: &Settings,
    machine: Option<&Machine>,
) -> String {
    if let Some((_, Err(why))) = nodes.iter().find(|(name, _)| *name == source) {
        return format!("WRONG: {why}");
    }
    match (source, machine) {
        (EMULATED, _) => settings
            .places
            .emulate
            .as_ref()
            .map_or_else(|| "silent, HSPLIT_EMULATE is not set".to_owned(), |text| format!("answers with {text}")),
        ("node", Some(machine)) => {
            format!("answers, {} PUs and {} objects", machine.units().len(), machine.objects().len())
        }
        ("node", None) => "WRONG: hwloc cannot read this machine".to_owned(),
        _ => format!("UNKNOWN: there is no source '{source}'"),
    }
}
