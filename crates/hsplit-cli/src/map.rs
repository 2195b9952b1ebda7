// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit map`: a placement of ranks from the traffic between them, in the format of a launcher.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use hsplit_core::emulation::ProcessPlacement;
use hsplit_mapping::Cost;
use hsplit_mapping::launch::{Job, Launch, Launcher};
use hsplit_program::remark;

use super::input::{InputArguments, MOST_RANKS};
use super::output::{self, PictureArguments, suffix};
use super::{Failure, grammar, shell};

mod cost;
mod hosts;
mod json;
mod order;
mod picture;
mod report;
mod search;
mod traffic;

use hosts::Ground;
use order::Order;
use report::{Report, Row};
use traffic::Metric;

/// Compute a placement of ranks from their traffic, and write it for a launcher.
///
/// The new order keeps heavy traffic near. The present order fills one node after the other; it is kept unless the new
/// order is cheaper by the threshold. Without --format the output has a line 'NODE BINDING' for each rank, after
/// comments with the cost; --bind and --evaluate read such files. With the format of a launcher, the output is the
/// launcher's input, and the command line is printed on stderr. The picture is the matrix in the new order, with the
/// boundaries of levels.
#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub(crate) struct Arguments {
    /// The traffic between ranks: the parts of a monitored run (NAME.parts), Matrix Market, or a trace (all .prof files
    /// of a job)
    #[arg(required = true, value_name = "MATRIX")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    input: InputArguments,
    /// The number of ranks of the job, if the last ranks send nothing [default: that of the matrix]
    #[arg(short = 'n', long = "ranks", value_name = "RANKS")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MOST_RANKS))]
    ranks: Option<u64>,
    /// The places that ranks may have, and their present order [default: the places of the run, if its parts and no
    /// machine are given; bind= of -i or of HSPLIT_EMULATE; else core,by-node]
    #[arg(long, value_name = "PLACEMENT")]
    bind: Option<String>,
    /// The names of the nodes, such as 'cn[01-16]' [default: this host, or node0, node1, ... of an emulated machine]
    #[arg(long, value_name = "LIST")]
    hosts: Option<String>,
    /// The quantity to minimise, if the matrix has both
    #[arg(long, value_enum, default_value = "bytes")]
    metric: Metric,
    /// A matrix of messages, in addition to the bytes, such as NAME.messages.mtx
    #[arg(long, value_name = "FILE")]
    messages: Option<PathBuf>,
    /// The cost of a unit of traffic: 'hops', LEVEL=COST,..., 'model' or 'dragonfly:GROUP,ROUTER'
    #[arg(long, value_name = "COST", default_value = "hops")]
    cost: String,
    /// The parameters of the links, for --cost model [default: parameters= of HSPLIT_COLLECTIVES]
    #[arg(long, value_name = "FILE")]
    parameters: Option<PathBuf>,
    /// The minimum gain of a new order over the present one
    #[arg(long, value_name = "PERCENT", default_value = "1")]
    threshold: f64,
    /// Seed of the random search; equal seeds give equal orders
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,
    /// Time limit of the search in seconds; the best order found by then is used
    #[arg(long, value_name = "SECONDS", default_value = "60")]
    limit: f64,
    /// Number of parallel searches with different seeds; the best result is used
    #[arg(long, value_name = "COUNT", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1024))]
    jobs: u64,
    /// Format of the output
    #[arg(long = "format", visible_alias = "of", value_enum)]
    form: Option<Form>,
    /// Write to a file; the suffixes .json and .txt select the format
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    output: Option<PathBuf>,
    /// Other orders to compare with: sequential, round-robin, random:SEED, a PLACEMENT, or a FILE
    #[arg(long, value_name = "ORDER,...", value_delimiter = ',', conflicts_with = "evaluate")]
    compare: Vec<String>,
    /// Print the cost of this order, instead of searching for a better one
    #[arg(long, value_name = "ORDER")]
    evaluate: Option<String>,
    #[command(flatten)]
    picture: PictureArguments,
    /// The program and its arguments, for command lines [default: ./program]
    #[arg(last = true, value_name = "PROGRAM")]
    program: Vec<String>,
}

fn after_help() -> String {
    format!("{ORDERS}\n\n{}\n\n{}\n\n{}\n\n{EXAMPLES}", grammar::DESCRIPTION, grammar::PLACEMENT, json::SCHEMA)
}

const ORDERS: &str = "\
ORDER, for --compare and --evaluate:
  sequential     fill one node after the other, in the order of --bind; the places of a run are
                 sorted by node
  round-robin    distribute consecutive ranks over the nodes in turn
  random:SEED    a random order
  PLACEMENT      as for --bind, on the same places; in a list, the options after its level belong to
                 it
  FILE           a line 'NODE BINDING' for each rank, as written by this command";

const EXAMPLES: &str = "\
Examples:
  hsplit map run.parts                                         a monitored run, on its own places
  hsplit map traffic.mtx -i 'node:4 package:2 core:8 pu:1'     the possible gain
  hsplit map traffic.mtx -i node.xml --hosts 'cn[1-4]' --format openmpi -o rankfile -- ./program
  hsplit map monitor.*.prof -i node.xml --hosts 'cn[1-4]' --format slurm -o hostfile
  hsplit map traffic.mtx -i cluster.txt --compare round-robin,random:1 --picture traffic.png
  hsplit map traffic.mtx -i cluster.txt --evaluate round-robin
  hsplit map run.bytes.mtx --messages run.messages.mtx --cost model --parameters cluster.parameters -i cluster.txt
  hsplit map traffic.mtx --topology /etc/slurm/topology.conf --hosts 'cn[1-64]' -i node.xml -o order.txt
  hsplit tree -i cluster.txt --bind order.txt";

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A line for each rank, after comments with its cost.
    #[value(alias = "txt")]
    Text,
    /// JSON.
    Json,
    /// A rankfile.
    Openmpi,
    /// A command line.
    Mpich,
    /// A machine file, or a command line.
    Intel,
    /// A host file.
    Slurm,
    /// An order of ranks.
    Cray,
    /// A command line with a program for each rank.
    Mpmd,
}

impl Form {
    fn launcher(self) -> Option<Launcher> {
        match self {
            Self::Text | Self::Json => None,
            Self::Openmpi => Some(Launcher::OpenMpi),
            Self::Mpich => Some(Launcher::Mpich),
            Self::Intel => Some(Launcher::Intel),
            Self::Slurm => Some(Launcher::Slurm),
            Self::Cray => Some(Launcher::Cray),
            Self::Mpmd => Some(Launcher::Mpmd),
        }
    }
}

impl Arguments {
    /// Returns the text to print; empty if it was written to a file.
    pub(crate) fn run(&self) -> Result<String, Failure> {
        let form = self.form()?;
        let limit = self.limit()?;
        if !(0.0..=100.0).contains(&self.threshold) {
            return Err(Failure::of_usage("--threshold", format!("{} is not 0 to 100", self.threshold)));
        }
        if self.hosts.is_none() && self.input.file_alone()?.is_some() {
            return Err(Failure::of_usage(
                "--topology",
                "a file by itself has no nodes: --hosts names them, -i describes them",
            ));
        }
        let run = traffic::run_of(&self.files)?;
        let mut traffic = match &run {
            Some(run) => self.traffic_of(run)?,
            None => traffic::read(&self.files, self.messages.as_ref(), self.metric, self.ranks)?,
        };
        let ground = match run.filter(|_| !self.names_places()) {
            Some(run) => Ground::of_run(&run)?,
            None => self.load(traffic.roles() as u64)?,
        };
        let cost = cost::parse(&self.cost, &ground, self.parameters.as_deref())?;
        if matches!(cost, Cost::Model(_)) {
            traffic.time()?;
        }
        let present = Order::present(&ground, traffic.roles());
        let mut rows = vec![];
        let order = match &self.evaluate {
            Some(words) => Order::read("--evaluate", words, &ground, traffic.roles())?,
            None => {
                for words in &ProcessPlacement::of_list(&self.compare) {
                    rows.push(Order::read("--compare", words, &ground, traffic.roles())?);
                }
                let options =
                    hsplit_mapping::Options { cost: cost.clone(), threshold: self.threshold / 100.0, seed: self.seed };
                let search = search::Search { traffic: &traffic, ground: &ground, present: &present, limit };
                search.best(&options, self.jobs)?
            }
        };
        if self.evaluate.is_none() && !rows.iter().any(|row| row.name == present.name) {
            rows.insert(0, present);
        }
        rows.push(order);
        let rows: Result<Vec<Row>, Failure> =
            rows.into_iter().map(|order| Row::new(order, &traffic, &ground, &cost)).collect();
        let report = Report { head: self.head(&traffic, &ground), rows: rows?, traffic: &traffic };
        self.write(form, &report, &ground)
    }

    /// Returns the traffic between the ranks of a run.
    fn traffic_of(&self, run: &hsplit_monitor::Run) -> Result<traffic::Input, Failure> {
        let is_other = self.ranks.is_some_and(|ranks| ranks != u64::from(run.ranks()));
        let option = [("-n", is_other), ("--messages", self.messages.is_some())];
        match option.into_iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(Failure::of_usage(option, "the parts of a run have its ranks and messages")),
            None => Ok(traffic::of_run(run, &self.files, self.metric)),
        }
    }

    /// True if the places are given by anything other than the parts of a run.
    fn names_places(&self) -> bool {
        self.input.names_machine() || self.input.has_topology() || self.bind.is_some() || self.hosts.is_some()
    }

    /// Loads the machine.
    fn load(&self, ranks: u64) -> Result<Ground, Failure> {
        if !self.names_places() {
            remark(
                "hsplit: the places are those of this machine, because a matrix does not say where its ranks were; -i \
                 describes another machine\n",
            );
        }
        Ground::load(&self.input, self.bind.as_deref(), self.hosts.as_deref(), ranks)
    }

    fn form(&self) -> Result<Form, Failure> {
        match (self.form, self.output.as_deref().and_then(suffix)) {
            (Some(form), _) => Ok(form),
            (None, Some(output::Form::Json)) => Ok(Form::Json),
            (None, Some(other)) if other.is_picture() => Err(Failure::of_usage("-o", "--picture draws the matrix")),
            _ => Ok(Form::Text),
        }
    }

    fn limit(&self) -> Result<std::time::Duration, Failure> {
        let limit = std::time::Duration::try_from_secs_f64(self.limit);
        limit.map_err(|_| Failure::of_usage("--limit", format!("{} are no seconds", self.limit)))
    }

    fn head(&self, traffic: &traffic::Input, ground: &Ground) -> Vec<(String, String)> {
        let mut head = vec![("matrix".to_owned(), traffic.words())];
        head.extend(ground.head.iter().cloned());
        head.push(("cost".to_owned(), self.cost.trim().to_owned()));
        head
    }

    /// Writes the order in a format.
    fn write(&self, form: Form, report: &Report, ground: &Ground) -> Result<String, Failure> {
        self.picture.write(|| picture::render(report, ground))?;
        let text = match form.launcher() {
            None if form == Form::Json => json::render(report, ground),
            None => report.text(ground),
            Some(launcher) => {
                let launch = self.launch(launcher, report, ground)?;
                remark(&format!("{}{}", report.comments(), remarks(&launch)));
                launch.file.unwrap_or(launch.command + "\n")
            }
        };
        match &self.output {
            None => Ok(text),
            Some(path) => write_file(path, &text).map(|()| String::new()),
        }
    }

    fn launch(&self, launcher: Launcher, report: &Report, ground: &Ground) -> Result<Launch, Failure> {
        let bindings = ground.bindings(&report.result().order.places)?;
        let program = if self.program.is_empty() { "./program".to_owned() } else { shell::words(&self.program) };
        let file = self.output.as_ref().map_or_else(|| "FILE".to_owned(), |path| path.display().to_string());
        let job = Job { hosts: &ground.hosts, bindings: &bindings, program: &program, file: &shell::word(&file) };
        launcher.write(&job).map_err(|error| Failure::of("--format", error))
    }
}

/// Returns the command lines, for stderr; the command line of a launcher without a file is the output itself.
fn remarks(launch: &Launch) -> String {
    let own = if launch.file.is_some() { format!("{}\n", launch.command) } else { String::new() };
    let other = |(remark, command): &(String, String)| format!("# {remark}:\n# {command}\n");
    own + &launch.others.iter().map(other).collect::<String>()
}

fn write_file(path: &std::path::Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)
        .map_err(|error| Failure::of(&path.display().to_string(), format!("cannot write: {error}")))
}
