// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit predict`: the times of collective operations by the model, and the best strategy for each range of sizes.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use hsplit_collectives::Operation;
use hsplit_collectives::model::choice::{Conditions, Prediction, best, crossovers, predictions};
use hsplit_collectives::model::parameters::{Cluster, Platform};
use hsplit_program::units::size;

use super::input::{InputArguments, RankArguments};
use super::{Failure, grammar, parameters};
use levels::{Level, Query};

mod levels;
mod render;

/// Predict the times of collective operations inside groups of processes.
///
/// The model is pLogP: a latency, and a gap for each message size, from a file of measured parameters. The table has
/// the time of each strategy, with the best segment length in brackets if the strategy cuts messages; * marks the best
/// strategy. The last line gives the best strategy for each range of sizes.
///
/// Times end when the last process is done, if all start together and nothing else runs. They are those of the one-port
/// model, step by step. CSV and JSON also have the time of the paper's Table 1, if its formula for a broadcast
/// differs.
#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub(crate) struct Arguments {
    /// The measured parameters
    #[arg(long, value_name = "FILE")]
    parameters: PathBuf,
    /// The operations
    #[arg(long = "operation", value_name = "NAMES", value_delimiter = ',', default_value = "bcast")]
    #[arg(value_parser = operations())]
    operations: Vec<Operation>,
    /// The sizes of the message; for gather, scatter and allgather, the sizes of each process's share
    #[arg(long, value_name = "SIZES", value_delimiter = ',', default_value = "1,1KiB,32KiB,1MiB,16MiB")]
    #[arg(value_parser = size)]
    sizes: Vec<usize>,
    /// Only this group
    #[arg(long, value_name = "NAME", conflicts_with = "input")]
    group: Option<String>,
    /// The levels of a hierarchy, the widest first, and the number of parts of each communicator of a level. Predicts
    /// the operation level by level (bcast, reduce, gather, scatter), and one flat call of all processes
    #[arg(
        long,
        value_name = "GROUP:PARTS",
        value_delimiter = ',',
        value_parser = Level::parse,
        conflicts_with = "group"
    )]
    levels: Vec<Level>,
    /// This strategy on all levels and in the flat call, instead of the best one
    #[arg(long, value_name = "NAME")]
    strategy: Option<String>,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    slots: RankArguments,
    /// The size of an element, which no segment cuts
    #[arg(long, value_name = "SIZE", default_value = "1", value_parser = size)]
    element: usize,
    /// The reduction cost in nanoseconds per byte [default: that of the group in the parameters, or 0]
    #[arg(long, value_name = "NS", value_parser = nanoseconds)]
    reduction: Option<f64>,
    /// The form of the output
    #[arg(long, value_name = "FORM", default_value = "text")]
    format: Format,
}

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables.
    Text,
    /// One line per time.
    Csv,
    /// JSON.
    Json,
}

const AFTER_HELP: &str = "\
FILE has times in microseconds, for every group of processes and every two groups:
  by: PROGRAM, date: DATE, mpi: MPI, processes: COUNT
                        the origin of the figures, each in a line; optional
  group NAME: COUNT processes, latency TIME[, store_and_forward TIME][, rendezvous TIME][, reduction TIME]
                        or: group NAME: 1 process
      BYTES TIME        the gap, by rising sizes
  link NAME NAME: latency TIME[, store_and_forward TIME][, rendezvous TIME]
      BYTES TIME
  flows NAME>NAME NAME>NAME ...: FACTOR
                        slowdown of two to eight concurrent flows; optional
  store_and_forward: extra delay from 16 KiB; rendezvous: extra delay from 64 KiB; reduction: time per reduced byte

CSV: group,processes,operation,bytes,strategy,time_us,segment_bytes,table1_us,best
JSON: {parameters, by, date, mpi, processes, predictions: [{group, processes, operation,
       sizes: [{bytes, best, strategies: [{strategy, time_us, segment_bytes, table1_us}]}],
       changes: [{from_bytes, best}]}]}

With --levels the processes of each communicator have the parameters of GROUP, and all communicators of a level \
communicate at the same time; the result is the sum over the levels (RR-9077, section 6). With -i the levels are those \
of splits of all ranks on the described machine, and GROUP has one of the names of the level of its parts: core, l3, \
node, ...
CSV: operation,bytes,level,parts,message_bytes,time_us,strategy,segment_bytes
JSON: {parameters, by, date, mpi, processes, operations: [{operation, sizes: [{bytes,
       levels: [{level, parts, message_bytes, best: {strategy, time_us, segment_bytes}}],
       time_us, flat: {strategy, time_us, segment_bytes}}]}]}

Examples:
  hsplit predict --parameters cluster.parameters
  hsplit predict --parameters cluster.parameters --operation bcast,allreduce --sizes 8,64KiB,4MiB --group n01
  hsplit predict --parameters cluster.parameters --operation reduce --element 8 --reduction 0.25 --format csv
  hsplit predict --parameters machine.parameters --levels node:16,package:2,core:12 --operation bcast,reduce
  hsplit predict --parameters machine.parameters -i 'node:16 package:2 [numa] core:12 pu:2' --operation gather";

fn after_help() -> String {
    format!("{AFTER_HELP}\n\n{}\n\n{}", grammar::DESCRIPTION, grammar::PLACEMENT)
}

/// An operation in a group, at all sizes.
struct Block<'a> {
    group: &'a Cluster,
    operation: Operation,
    /// The times of each strategy.
    sizes: Vec<(usize, Vec<Prediction>)>,
    /// The sizes from which another strategy is the best, with its name.
    changes: Vec<(usize, &'static str)>,
}

impl Arguments {
    /// Returns the tables.
    pub(crate) fn run(&self) -> Result<String, Failure> {
        let (platform, provenance) = parameters::read(&self.parameters)?;
        let (levels, processes) = self.levels(&platform)?;
        if !levels.is_empty() {
            let query = Query {
                platform: &platform,
                levels: &levels,
                processes,
                operations: &self.operations,
                sizes: &self.sizes,
                element: self.element,
                reduction: self.reduction.map(|ns| ns * 1e-9),
                strategy: self.strategy.as_deref(),
            };
            return query.run(&self.parameters, &provenance, self.format);
        }
        let groups = self.groups(&platform)?;
        let reduction = |group: &Cluster| {
            self.reduction.map_or_else(
                || platform.group_named(&group.name).map_or(0.0, |number| platform.reduction(number)),
                |ns| ns * 1e-9,
            )
        };
        let each = |group| self.operations.iter().map(move |&operation| self.block(group, operation, reduction(group)));
        let blocks: Vec<Block> = groups.into_iter().flat_map(each).collect();
        let file = self.parameters.as_path();
        Ok(match self.format {
            Format::Text => render::text(file, &provenance, &blocks),
            Format::Csv => render::csv(file, &provenance, &blocks),
            Format::Json => render::json(file, &provenance, &blocks),
        })
    }

    /// Returns the requested levels, or those of the described machine; and the number of its processes.
    fn levels(&self, platform: &Platform) -> Result<(Vec<Level>, Option<usize>), Failure> {
        if self.input.has_input() {
            if !self.levels.is_empty() {
                return Err(Failure::of_usage("--levels", "the machine of -i gives the levels"));
            }
            return levels::of_machine(&self.input.load()?, &self.slots, platform);
        }
        let asks = [
            ("--strategy", self.strategy.is_some() && self.levels.is_empty(), "--levels or -i"),
            ("--topology", self.input.has_topology(), "-i"),
            ("--ranks", self.slots.is_given(), "-i"),
        ];
        match asks.into_iter().find(|(_, is_given, _)| *is_given) {
            Some((option, _, needs)) => Err(Failure::of_usage(option, format!("it needs {needs}"))),
            None => Ok((self.levels.clone(), None)),
        }
    }

    fn groups<'a>(&self, platform: &'a Platform) -> Result<Vec<&'a Cluster>, Failure> {
        let Some(name) = &self.group else { return Ok(platform.groups().iter().collect()) };
        let found = parameters::group_named(platform, "--group", name)?;
        Ok(vec![&platform.groups()[found]])
    }

    fn block<'a>(&self, group: &'a Cluster, operation: Operation, reduction: f64) -> Block<'a> {
        let conditions = Conditions { element: self.element, reduction };
        let predict = |bytes| predictions(operation, group, bytes, conditions);
        // A barrier has no data.
        let mut sizes = if operation == Operation::Barrier { vec![0] } else { self.sizes.clone() };
        sizes.sort_unstable();
        sizes.dedup();
        let (low, high) = (sizes.first().copied().unwrap_or(0), sizes.last().copied().unwrap_or(0));
        let name = |bytes| best(&predict(bytes)).map_or("", |best| best.strategy);
        Block {
            group,
            operation,
            changes: crossovers(low, high, name),
            sizes: sizes.into_iter().map(|bytes| (bytes, predict(bytes))).collect(),
        }
    }
}

fn operations() -> impl TypedValueParser<Value = Operation> {
    let named = |name: String| Operation::of_name(&name).ok_or("no operation");
    PossibleValuesParser::new(Operation::modelled().map(Operation::name)).try_map(named)
}

fn nanoseconds(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|time| (0.0..=1e9).contains(time)).ok_or_else(|| "not a number from 0 to 1e9".to_owned())
}
