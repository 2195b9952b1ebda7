// SPDX-License-Identifier: MIT OR Apache-2.0
//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum, value_parser};
use hsplit_collectives::adaptive::strategy::Across;
use hsplit_collectives::tree::Spread;
use hsplit_host::launcher;
use hsplit_program::{finish, manual_page, not_understood, warn};

use crate::algorithm::{Algorithm, Operation};
use crate::configuration::Configuration;
use crate::grid::GroupRequest;
use crate::pattern::Pattern;
use crate::payload::Counts;
use crate::phase;
use crate::placement::Placement;
use crate::plot;

mod values;

use values::{across, operation, size, spread};

/// The name of the program.
pub const PROGRAM: &str = "hsplit-bench";

/// Measure what hierarchies of communicators are worth on this machine: the experiments of the research report RR-9077,
/// section 7.
///
/// All commands that measure are MPI programs: start them with mpiexec, with one rank bound to each core.
#[derive(Debug, Parser)]
#[command(name = PROGRAM, version, disable_help_subcommand = true, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Examples:
  mpiexec -n 240 --bind-to core hsplit-bench collectives --json collectives.json
  HSPLIT_COLLECTIVES=all:0 mpiexec -n 240 --bind-to core hsplit-bench calls --json calls.json
  HSPLIT_COLLECTIVES=adaptive mpiexec -n 240 --bind-to core hsplit-bench strategies --placements by-node
  mpiexec -n 240 --bind-to core hsplit-bench summa --algorithm binary --json summa.json
  mpiexec -n 240 --bind-to core hsplit-bench vectors --json vectors.json
  mpiexec -n 48 --bind-to core hsplit-bench phases --json phases.json
  mpiexec -n 64 --bind-to core hsplit-bench rings --json rings.json
  hsplit-bench plot collectives.json summa.json vectors.json --out figures

A time is from a start that all ranks have agreed on to the end on the last rank. The variants of an experiment take
turns. A repetition in which some rank started late is thrown out, counted, and repeated. Every variant's result is
compared with the right one before it is measured.

Exit status: 0; 1 where a result was wrong, nothing could be measured or a file cannot be had; 2 for wrong usage.";

/// A subcommand with its arguments.
#[derive(Debug, Subcommand)]
#[expect(missing_docs, reason = "comments on variants would replace the help of the subcommands")]
pub enum Command {
    Collectives(Collectives),
    Calls(Calls),
    Strategies(Strategies),
    Summa(Summa),
    Vectors(Vectors),
    Split(Split),
    Phases(Phases),
    Rings(Rings),
    Plot(plot::Arguments),
    Man(Man),
}

/// Broadcast and reduce: the MPI's own against a loop over the communicators of the roots (section 7.2, figures 5 to
/// 10).
#[derive(Debug, Args)]
pub struct Collectives {
    /// The operations
    #[arg(long, value_enum, value_delimiter = ',', default_value = "bcast,reduce")]
    pub operations: Vec<Operation>,
    /// The algorithms. All but 'default' need Open MPI. Open MPI 4 has 'han' only where it is alone in this list,
    /// because it must be told at the start [default: all that can be had in one run]
    #[arg(long, value_enum, value_delimiter = ',')]
    pub algorithms: Vec<Algorithm>,
    /// The segments of forced algorithms, in bytes, KiB or MiB; 0 for messages in one piece
    #[arg(long, value_parser = size, default_value = "0")]
    pub segment: u64,
    /// Sizes of messages, in bytes, KiB or MiB
    #[arg(long, value_parser = size, value_delimiter = ',', default_value = "8,1K,16K,128K,1M,4M")]
    pub sizes: Vec<u64>,
    /// The option to measure with nothing before.
    #[command(flatten)]
    pub cold: Cold,
    /// Options of all experiments.
    #[command(flatten)]
    pub common: Common,
}

/// Collective calls as programs make them: the MPI's own against the same through the library, as far as
/// HSPLIT_COLLECTIVES lets them go along the hierarchy. It must be set, on all hosts: 'all:0' for everything, or what
/// is to be judged.
#[derive(Debug, Args)]
pub struct Calls {
    /// The operations: bcast, reduce, allreduce, barrier, gather, scatter, allgather, alltoall, alltoallv, alltoallw,
    /// allgatherv, gatherv, scatterv, reduce_scatter, reduce_scatter_block, scan, exscan, and, with the eight ranks
    /// around in a grid, neighbor_allgather, neighbor_allgatherv, neighbor_alltoall, neighbor_alltoallv,
    /// neighbor_alltoallw [default: those that HSPLIT_COLLECTIVES names]
    #[arg(long, value_parser = operation, value_delimiter = ',')]
    pub operations: Vec<hsplit_collectives::Operation>,
    /// Sizes of messages, of each rank's share in those that gather and scatter, and of each block in alltoalls, in
    /// bytes, KiB or MiB; those are left out at which all shares are longer than 16M together
    #[arg(long, value_parser = size, value_delimiter = ',', default_value = "8,1K,16K,128K,1M")]
    pub sizes: Vec<u64>,
    /// The blocks of alltoallv and alltoallw: all of the given size, each of a random size from 0 to twice the given
    /// one, or those that rank 0 sends ten times as long as the others
    #[arg(long, value_enum, default_value_t)]
    pub counts: Counts,
    /// Short calls instead: allreduce, bcast, reduce, barrier and allgather, if no operations are named, of 4 bytes to
    /// 4 KiB. A repetition is 100 of them, one after the other, and their mean counts
    #[arg(long, conflicts_with = "sizes")]
    pub short: bool,
    /// The time that the library adds to calls that send 8 bytes to the caller's own process, instead: while nothing is
    /// counted, and while their messages are. HSPLIT_COLLECTIVES does not matter
    #[arg(long, conflicts_with_all = ["operations", "sizes", "counts", "short"])]
    pub monitor: bool,
    /// How many threads call at a time in --monitor, each on a communicator of its own; more than one need
    /// MPI_THREAD_MULTIPLE. Their processor time is taken
    #[arg(long, default_value = "1", requires = "monitor", value_parser = value_parser!(u32).range(1..=64))]
    pub threads: u32,
    /// A whole job in --monitor instead: all ranks exchange rows of 4 KiB with two neighbours, and compute a stencil. A
    /// repetition is 200 steps
    #[arg(long, requires = "monitor", conflicts_with = "threads")]
    pub stencil: bool,
    /// Options of all experiments.
    #[command(flatten)]
    pub common: Common,
}

/// Strategies of HSPLIT_COLLECTIVES=adaptive, each forced: what the model predicts against what they take, and whether
/// it chooses well.
///
/// It must be set on all hosts. Strategies that come to the same tree, spread and segments are measured once. The
/// chosen one comes first, and factors are to it. In the end stands how far predictions are off, and how often what was
/// chosen took at most 10 % longer than the best.
#[derive(Debug, Args)]
pub struct Strategies {
    /// The operations
    #[arg(long, value_parser = operation, value_delimiter = ',', default_value = "bcast,reduce,allreduce")]
    pub operations: Vec<hsplit_collectives::Operation>,
    /// The strategies, as strategy= of HSPLIT_COLLECTIVES names the trees of groups [default: all]
    #[arg(long, value_parser = across, value_delimiter = ',')]
    pub strategies: Vec<Across>,
    /// How the ranks inside groups are joined, each with each of the strategies: star, binomial, binary, chain, 3-ary
    /// to 8-ary, or one of the stages of that [default: as the model says]
    #[arg(long, value_parser = spread, value_delimiter = ',')]
    pub inside: Vec<Spread>,
    /// The segments, in bytes, KiB or MiB, each with each of these [default: as the model says]
    #[arg(long, value_parser = size, value_delimiter = ',')]
    pub segment: Vec<u64>,
    /// Sizes of messages, in bytes, KiB or MiB
    #[arg(long, value_parser = size, value_delimiter = ',', default_value = "64K,256K,1M,4M")]
    pub sizes: Vec<u64>,
    /// The roots: places in the order of the ranks
    #[arg(long, value_delimiter = ',', default_value = "0")]
    pub roots: Vec<usize>,
    /// Options of all experiments.
    #[command(flatten)]
    pub common: Common,
}

/// Matrix multiplication: SUMMA simple, with groups, and along the hardware (section 7.3, figures 11 to 13).
#[derive(Debug, Args)]
pub struct Summa {
    /// The order of the square blocks, in doubles; a process has one of them, or as few as its grid allows
    #[arg(long, value_delimiter = ',', default_value = "8,64,256", value_parser = value_parser!(u32).range(1..=16384))]
    pub blocks: Vec<u32>,
    /// Groups by hand: their number, as 4, or a grid, as 2x2 [default: all numbers that the ranks allow]
    #[arg(long, value_delimiter = ',')]
    pub groups: Vec<GroupRequest>,
    /// The algorithm of the MPI's broadcasts; all but 'default' need Open MPI. The paper's is 'binary'
    #[arg(long, value_enum, default_value = "default")]
    pub algorithm: Algorithm,
    /// Of how many steps to come the broadcasts are under way (MPI_Ibcast) while one is computed; 0 for blocking
    /// broadcasts, as in the paper. Only with the algorithm 'default', which is then MPI_Ibcast's own
    #[arg(long = "ahead", value_name = "STEPS", default_value = "0", value_parser = value_parser!(u32).range(..=1024))]
    pub look_ahead: u32,
    /// The option to measure with nothing before.
    #[command(flatten)]
    pub cold: Cold,
    /// Options of all experiments.
    #[command(flatten)]
    pub common: Common,
}

/// Hierarchical processing of vectors: along the hardware, and along hierarchies made by hand (section 7.4, algorithm
/// 5, figure 14).
#[derive(Debug, Args)]
pub struct Vectors {
    /// Sizes of vectors, in bytes, KiB or MiB
    #[arg(long, value_parser = size, value_delimiter = ',', default_value = "64,1K,16K,128K,1M")]
    pub sizes: Vec<u64>,
    /// A hierarchy made by hand: how many processes a communicator has at each level, outermost first, as 3,4,2,3,8.
    /// May be given several times [default: the paper's four, scaled to the ranks]
    #[arg(long, value_name = "NUMBERS")]
    pub conf: Vec<Configuration>,
    /// The option to measure with nothing before.
    #[command(flatten)]
    pub cold: Cold,
    /// Options of all experiments.
    #[command(flatten)]
    pub common: Common,
}

/// The cost of splits: the library's against the MPI's own.
#[derive(Debug, Args)]
pub struct Split {
    /// Options of all experiments.
    #[command(flatten)]
    pub common: Common,
}

/// Phases in which few ranks work on the cores of all others: what they cost, against what programs do by hand and
/// against the MPI's own barriers.
///
/// 'barrier': the ranks of a node wait for each other. 'push': a process is bound to its whole node and back, alone and
/// with OpenMP teams. 'elect', 'create': placements. 'begin': a phase with one worker a node. 'parked': the processor
/// time of a rank that waits while a worker computes. 'idle': the processor time of a worker's team after its phase.
/// 'kernel': threads of a worker, alone and in a phase. 'mixed': a stencil of all ranks that alternates with a
/// matrix product of one worker a node. Where QUO_LIBRARY names a libquo for this MPI, it is measured beside.
#[derive(Debug, Args)]
#[command(mut_arg("placements", |argument| argument.default_value("launched")))]
pub struct Phases {
    /// The operations to measure
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        default_value = "barrier,push,elect,create,begin,parked,idle,kernel,mixed"
    )]
    pub operations: Vec<phase::Operation>,
    /// Sizes of the OpenMP teams that 'push' binds together with the process
    #[arg(long, value_delimiter = ',', default_value = "2", value_parser = value_parser!(u32).range(1..=1024))]
    pub threads: Vec<u32>,
    /// For how long a worker of 'parked' computes
    #[arg(long = "parked", value_name = "MS", default_value = "500", value_parser = value_parser!(u32).range(1..))]
    pub parked_ms: u32,
    /// How often 'mixed' alternates between the stencil and the product
    #[arg(long, default_value = "50", value_parser = value_parser!(u32).range(1..))]
    pub rounds: u32,
    /// How long each of the two takes, about; the product also in 'kernel'
    #[arg(long = "phase", value_name = "MS", default_value = "20", value_parser = value_parser!(u32).range(1..))]
    pub phase_ms: u32,
    /// The OpenMP runtime, which 'push', 'idle', 'kernel' and 'mixed' load
    #[arg(long, value_name = "LIBRARY", default_value = "libgomp.so.1")]
    pub openmp: String,
    /// Options of all experiments.
    #[command(flatten)]
    pub common: Common,
}

/// Programs that only communicate, before and after HSPLIT_Comm_reorder: rings of ranks that pass a token (Mercier's
/// thesis, section 3.1.2), and the halo of a grid.
///
/// 'before': one round in the order of the ranks that --placements names. 'after': the same in the order that the
/// library finds for it. 'sequential': the same, node after node. 'reordering': the reordering, and the way of each
/// role's data to its new process. In the end stands how many rounds pay for it.
///
/// With --dynamic, a program of --rounds rounds as it is, and one that watches its first rounds, reorders its ranks by
/// what they have sent (HSPLIT_Monitor_reorder), moves its data, and goes on; all costs count.
#[derive(Debug, Args)]
#[command(mut_arg("placements", |argument| argument.default_value("round-robin,shuffled")))]
pub struct Rings {
    /// Which ranks exchange with which
    #[arg(long, value_enum, value_delimiter = ',', default_value = "rings,halo")]
    pub patterns: Vec<Pattern>,
    /// How many ranks a ring has; the last one may have fewer
    #[arg(long, value_name = "RANKS", default_value = "8", value_parser = value_parser!(u32).range(1..))]
    pub ring: u32,
    /// How often a token goes round its ring before the first ranks of all rings exchange theirs; and how often a rank
    /// of the grid exchanges with its neighbours
    #[arg(long, default_value = "10", value_parser = value_parser!(u32).range(1..))]
    pub turns: u32,
    /// Sizes of tokens, and of a message to a neighbour in the grid, in bytes, KiB or MiB
    #[arg(long, value_parser = size, value_delimiter = ',', default_value = "8,1K,16K,128K,1M")]
    pub sizes: Vec<u64>,
    /// Reorder while the program runs
    #[arg(long)]
    pub dynamic: bool,
    /// How many rounds the program of --dynamic has
    #[arg(long, default_value = "20", requires = "dynamic", value_parser = value_parser!(u32).range(1..))]
    pub rounds: u32,
    /// How many of these are watched
    #[arg(long, default_value = "1", requires = "dynamic", value_parser = value_parser!(u32).range(1..))]
    pub watched: u32,
    /// Options of all experiments.
    #[command(flatten)]
    pub common: Common,
}

/// Print the manual page of the program, or of one of its subcommands.
#[derive(Debug, Args)]
pub struct Man {
    /// The subcommand [default: the program itself]
    subcommand: Option<String>,
}

/// An experiment as a program meets it that makes each call once.
#[derive(Debug, Args)]
pub struct Cold {
    /// Measure each variant once: 'flat', what others are compared with, or 'hierarchy', along the hardware, is first.
    /// A job gives one time for each: start many
    #[arg(long = "cold", value_name = "FIRST", value_enum, conflicts_with_all = ["warm_up", "repetitions"])]
    pub first: Option<First>,
}

/// The variant that a cold run begins with.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub enum First {
    /// The variant that others are compared with.
    Flat,
    /// Along the hardware.
    Hierarchy,
}

/// The options of all subcommands that measure.
#[derive(Debug, Args)]
pub struct Common {
    /// How often each variant is measured
    #[arg(long, default_value = "21", value_parser = value_parser!(u32).range(1..))]
    pub repetitions: u32,
    /// How often each variant runs before that
    #[arg(long, default_value = "3")]
    pub warm_up: u32,
    /// The orders of the ranks in the communicator
    #[arg(long, value_enum, value_delimiter = ',', default_value = "by-node,round-robin,shuffled")]
    pub placements: Vec<Placement>,
    /// For the order that is shuffled
    #[arg(long, default_value = "1")]
    pub seed: u64,
    /// How many microseconds a rank may be late before a repetition is thrown out [default: 20, or 5 % of the
    /// repetition, if that is longer]
    #[arg(long, value_name = "US")]
    pub late_after: Option<u32>,
    /// Ranks share cores: they sleep until the agreed start, and are late only where they were not ready by then. It is
    /// so by itself where a host has more ranks than processing units for them
    #[arg(long)]
    pub shared_cores: bool,
    /// Write the figures as CSV
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write the figures as JSON, for 'plot'
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Say on stderr what is being measured, even where that is no terminal, as under many launchers
    #[arg(long)]
    pub progress: bool,
}

/// Runs the whole program. `measure` runs the commands that need an MPI. Where the MPI is Open MPI, the variables of
/// its launcher are looked at first.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    is_open_mpi: bool,
    measure: impl FnOnce(&Command) -> ExitCode,
) -> ExitCode {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        // All ranks have been started with equal arguments, and rank 0 alone reports the error.
        Err(error) if error.use_stderr() && !is_first(is_open_mpi) => return ExitCode::from(2),
        Err(error) => {
            return not_understood(
                PROGRAM,
                &error,
                "collectives, calls, strategies, summa, vectors, split, phases, rings, plot or man",
            );
        }
    };
    match &cli.command {
        Command::Plot(arguments) => finish(PROGRAM, arguments.run(|failure| warn(PROGRAM, failure))),
        Command::Man(arguments) => finish(PROGRAM, manual_page(Cli::command(), arguments.subcommand.as_deref())),
        measured => measure(measured),
    }
}

/// True if this is the first rank, as far as that can be known before `MPI_Init`.
fn is_first(is_open_mpi: bool) -> bool {
    let process = launcher::process(is_open_mpi, |name| std::env::var(name).ok());
    process.is_none_or(|process| process.rank == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Command {
        Cli::try_parse_from([PROGRAM].iter().chain(words)).expect("right words").command
    }

    #[test]
    fn the_description_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(["8", "16K", "1KiB", "1GiB", "0"].map(size), [Ok(8), Ok(16384), Ok(1024), Ok(1 << 30), Ok(0)]);
        assert_eq!(size("1025M"), Err("larger than 1GiB".into()));
        for wrong in ["", "K", "-1", "1.5K", "99999999999999999999", "18014398509481984K"] {
            assert_eq!(size(wrong), Err("not a size, such as 8, 64KiB or 4MiB".into()), "{wrong}");
        }
    }

    #[test]
    fn lists_are_separated_by_commas() {
        let words = ["collectives", "--sizes", "1,2K", "--algorithms", "split-binary,han", "--placements", "launched"];
        let Command::Collectives(arguments) = parse(&words) else { panic!() };
        assert_eq!(
            (arguments.sizes, arguments.algorithms),
            (vec![1, 2048], vec![Algorithm::SplitBinary, Algorithm::Han])
        );
        assert_eq!(
            (arguments.common.placements, arguments.operations),
            (vec![Placement::Launched], vec![Operation::Bcast, Operation::Reduce])
        );
    }

    #[test]
    fn operations_have_the_names_of_the_variable() {
        let Command::Calls(arguments) = parse(&["calls", "--operations", "allgather,barrier"]) else { panic!() };
        assert_eq!(
            arguments.operations,
            [hsplit_collectives::Operation::Allgather, hsplit_collectives::Operation::Barrier]
        );
        assert_eq!(
            operation("alltoallx").expect_err("no operation").split(", ").last(),
            Some(hsplit_collectives::Operation::NeighborAlltoallw.name())
        );
    }

    #[test]
    fn a_configuration_is_one_argument() {
        let Command::Vectors(arguments) = parse(&["vectors", "--conf", "2,4", "--conf", "4,2"]) else { panic!() };
        assert_eq!(arguments.conf.iter().map(Configuration::to_string).collect::<Vec<_>>(), ["2,4", "4,2"]);
    }

    #[test]
    fn phases_are_measured_in_one_order() {
        let Command::Phases(arguments) = parse(&["phases"]) else { panic!() };
        assert_eq!(arguments.common.placements, [Placement::Launched]);
        assert_eq!(arguments.operations, phase::Operation::value_variants());
        let Command::Phases(arguments) = parse(&["phases", "--placements", "shuffled", "--threads", "2,4"]) else {
            panic!()
        };
        assert_eq!((arguments.common.placements, arguments.threads), (vec![Placement::Shuffled], vec![2, 4]));
        let Command::Split(arguments) = parse(&["split"]) else { panic!() };
        assert_eq!(arguments.common.placements.len(), 3);
    }

    #[test]
    fn errors_are_errors() {
        for line in [
            "collectives --sizes x",
            "summa --blocks 0",
            "summa --ahead 1025",
            "summa --groups 2x",
            "split --repetitions 0",
            "summa --cold flat --repetitions 2",
            "split --cold flat",
            "phases --operations sleep",
            "phases --threads 0",
            "rings --ring 0",
            "rings --patterns star",
            "plot",
            "vectors --conf 2,0",
        ] {
            assert!(Cli::try_parse_from([PROGRAM].into_iter().chain(line.split(' '))).is_err(), "{line}");
        }
    }
}
