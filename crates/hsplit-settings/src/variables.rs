// SPDX-License-Identifier: MIT OR Apache-2.0
//! The table of variables.

use super::{DEFAULT_SOURCES, EXPANSIONS, Monitor, ReorderCost};
use hsplit_core::emulation::ProcessPlacement;

/// A variable, as described to users.
#[derive(Debug)]
pub struct Variable {
    /// Its name in the environment.
    pub name: &'static str,
    /// The values that it takes.
    pub values: &'static str,
    /// The default.
    pub default: &'static str,
    /// Its effect, in a sentence.
    pub help: &'static str,
    /// The options that may follow its value.
    pub options: &'static [VariableOption],
}

/// An option of a variable.
#[derive(Debug)]
pub struct VariableOption {
    /// The word before `=`.
    pub key: &'static str,
    /// The values that it takes.
    pub values: &'static str,
    /// The value without the option.
    pub default: &'static str,
    /// Its effect, in a sentence.
    pub help: &'static str,
    /// The variable that the option replaces; empty if there is none. That variable still has an effect if the option
    /// is not given.
    pub former: &'static str,
}

/// All variables.
pub const VARIABLES: &[Variable] = &[
    Variable {
        name: "HSPLIT_EMULATE",
        values: "DESCRIPTION | FILE",
        default: "the real machine",
        help: "Split as on an emulated machine: levels of switches, 'node:COUNT', then hwloc's synthetic description \
               or an lstopo XML file.",
        options: &[VariableOption {
            key: "bind",
            values: "LEVEL[,by-node|,round-robin][,ppn=COUNT] | FILE",
            default: ProcessPlacement::DEFAULT,
            help: "Placement of ranks on the emulated machine: the level that each rank is bound to ('none': unbound) \
                   and the order of ranks over nodes; or a file with one line 'NODE BINDING' per rank.",
            former: "HSPLIT_EMULATE_BIND",
        }],
    },
    Variable {
        name: "HSPLIT_TOPOLOGY_FILE",
        values: "FILE",
        default: "Slurm's variables in the environment",
        help: "Levels above the nodes: a file of switches and hosts in the library's own format, Slurm's \
               topology.yaml or topology.conf, coordinates, or the output of ibnetdiscover.",
        options: &[],
    },
    Variable {
        name: "HSPLIT_SOURCES",
        values: "NAME[,NAME...]",
        default: DEFAULT_SOURCES,
        help: "Sources of places, in the order in which they are queried; 'default' stands for the default list. \
               'measured' is used only if it is named.",
        options: &[
            VariableOption {
                key: "rho",
                values: "FRACTION | PERCENT%",
                default: "0.20",
                help: "Source 'measured': the fraction, from 0 to 1, by which a latency may exceed the shortest \
                       latency and still count as equal.",
                former: "HSPLIT_RHO",
            },
            VariableOption {
                key: "file",
                values: "FILE",
                default: "none",
                help: "Source 'measured': the file to which rank 0 writes the levels found, for HSPLIT_TOPOLOGY_FILE \
                       in later jobs.",
                former: "HSPLIT_MEASURED_FILE",
            },
        ],
    },
    Variable {
        name: "HSPLIT_BINDING",
        values: "threads | caller | process",
        default: "threads",
        help: "The binding that gives the place of a process: threads, that of its threads, except the threads that \
               the MPI started in MPI_Init; caller, that of the calling thread; process, that of all threads.",
        options: &[],
    },
    Variable {
        name: "HSPLIT_NATIVE",
        values: "TYPE[,TYPE...]",
        default: "none",
        help: "Split types passed to the native MPI without the exchange: shared, hw_unguided, hw_guided, \
               resource_guided, neighborhood, all, or numbers; hw_resource_info, the call of that name; process_sets, \
               the calls that list and look up process sets of sessions. Not for a type that some ranks pass while \
               others pass MPI_UNDEFINED.",
        options: &[],
    },
    Variable {
        name: "HSPLIT_DISABLE",
        values: "0 | 1",
        default: "0",
        help: "Disable the library: native calls are passed through unchanged, and the library's own calls find no \
               level.",
        options: &[],
    },
    Variable {
        name: "HSPLIT_SHOW",
        values: "0 | 1",
        default: "0",
        help: "Print the tree of the communicators that the program created, from rank 0 in MPI_Finalize.",
        options: &[],
    },
    Variable {
        name: "HSPLIT_SUMMARY",
        values: "FILE | stderr | line | FILE,line",
        default: "no summary",
        help: "In MPI_Finalize rank 0 appends to the file what the library did in this job, and the seconds that \
               collective calls gained, one fact per line. A file whose name ends in .json gets one line of JSON \
               instead. In the name, %j is the job, %u the user, %h the host of rank 0. 'line' prints one line on \
               stderr: the time in collective calls, what was gained, and the setting that would gain more.",
        options: &[],
    },
    Variable {
        name: "HSPLIT_CONFIG",
        values: "FILE | none",
        default: "the user's file and the site's",
        help: "The configuration file, instead of ~/.config/hsplit.conf and the site's PREFIX/etc/hsplit.conf: lines \
               'NAME = VALUE' for variables that are not set.",
        options: &[],
    },
    Variable {
        name: "HSPLIT_LOG",
        values: "off | error | warn | info | debug | trace",
        default: "warn",
        help: "The least severe messages that are printed on stderr.",
        options: &[VariableOption {
            key: "ranks",
            values: "RANK[,RANK...] | all",
            default: "all",
            help: "The ranks of MPI_COMM_WORLD that may print messages.",
            former: "HSPLIT_LOG_RANK",
        }],
    },
    Variable {
        name: "HSPLIT_SHARE",
        values: "0 | 1",
        default: "1",
        help: "One process per node discovers the machine and shares the result with the others; with 0 each process \
               discovers it.",
        options: &[],
    },
    Variable {
        name: "HSPLIT_EXCHANGE",
        values: "auto | gather | reduce",
        default: "auto",
        help: "The exchange of a split: auto gathers records up to 2048 ranks and uses a reduction above; gather and \
               reduce fix the choice. Results are identical.",
        options: &[],
    },
    Variable {
        name: "HSPLIT_COLLECTIVES",
        values: "none | site | adaptive | OPERATION[:SIZE|:trial|:site|:adaptive][,OPERATION...]",
        default: "none",
        help: "Collective calls that run along the hierarchy: bcast, reduce, allreduce, barrier, gather, scatter, \
               allgather, alltoall, alltoallv, alltoallw, allgatherv, reduce_scatter, reduce_scatter_block, scan, \
               exscan, neighbor_allgather, neighbor_allgatherv, neighbor_alltoall, neighbor_alltoallv, \
               neighbor_alltoallw, or all. SIZE: calls of at least this many bytes (64KiB); trial: if autotuning with \
               the first calls finds the hierarchy faster; site: the same with few trial calls, which take at most 1 \
               % of the time; adaptive: if and how a model of the measured network predicts. 'site' or 'adaptive' \
               alone is for all operations.",
        options: &[
            VariableOption {
                key: "parameters",
                values: "FILE",
                default: "none",
                help: "Network parameters for 'adaptive': read from the file if it exists, otherwise measured and \
                       written to it. 'hsplit predict' and 'hsplit simulate' read it too.",
                former: "HSPLIT_PARAMETERS_FILE",
            },
            VariableOption {
                key: "tuning",
                values: "FOLDER[:FOLDER...]",
                default: "none",
                help: "Folders with results of trials, which later jobs do not repeat. The first folder has priority; \
                       the first writable folder receives the results of this job, and is created if its parent \
                       exists. %u is the user. 'hsplit tuning' shows the results.",
                former: "",
            },
            VariableOption {
                key: "segment",
                values: "SIZE up to 1GiB",
                default: "32KiB",
                help: "The maximum length of the segments into which such calls cut long messages.",
                former: "HSPLIT_COLLECTIVES_SEGMENT",
            },
            VariableOption {
                key: "memory",
                values: "off | SIZE",
                default: "64KiB",
                help: "The minimum total size of broadcasts and allgathers that go through memory shared by the ranks \
                       of a node; off: data is sent to each rank.",
                former: "HSPLIT_COLLECTIVES_MEMORY",
            },
            VariableOption {
                key: "short",
                values: "off | SIZE up to 64KiB",
                default: "64KiB",
                help: "The maximum size of broadcasts, reductions and allgathers that go through flags and buffers \
                       in the shared memory of the nodes; barriers use the flags, too. off: messages only.",
                former: "HSPLIT_COLLECTIVES_SHORT",
            },
            VariableOption {
                key: "strategy",
                values: "model | NAME[:inside=SPREAD][:segment=SIZE]",
                default: "model",
                help: "Fixes the strategy of 'adaptive' calls, for comparisons. NAME, a tree of groups: flat, FEF, \
                       ECEF, ECEF-LA, ECEF-LAt, ECEF-LAT, BottomUp, ECEF-LA-mean, ECEF-LA-all, local-search, \
                       pipelined, chain, per-switch; or binomial, a tree of ranks; or rounds, of messages between the \
                       nodes. SPREAD, inside groups: star, binomial, binary, chain, 3-ary to 8-ary; for broadcasts \
                       star-rendezvous, chain-rendezvous, binomial-rendezvous, scatter-ring, scatter-doubling. The \
                       model chooses the parts that are not named.",
                former: "HSPLIT_STRATEGY",
            },
        ],
    },
    Variable {
        name: "HSPLIT_LIBRARY",
        values: "FILE",
        default: "found by HSPLIT_ROOT or the loader",
        help: "The library file that the Python package hsplit loads if none is preloaded.",
        options: &[],
    },
    Variable {
        name: "HSPLIT_PHASES",
        values: "LEVEL=SHAPE[;LEVEL=SHAPE...]",
        default: "none",
        help: "Phases of programs that do not call the library: MPI_Pcontrol(LEVEL) begins a phase on MPI_COMM_WORLD, \
               in which the workers of SHAPE have the cores and all other ranks sleep; MPI_Pcontrol(-LEVEL) ends it. \
               SHAPE: a level, LEVEL*COUNT, WORKERS:THREADS, WORKERS:, all, root.",
        options: &[],
    },
    Variable {
        name: "HSPLIT_SHARED",
        values: "none | LEVEL",
        default: "none",
        help: "MPI_COMM_TYPE_SHARED gives the ranks of an instance of this level, such as NUMANode, instead of the \
               ranks of the node, so that programs with shared windows have one copy of their data per instance. It \
               gives the whole node if a rank of the node is in no instance of the level.",
        options: &[VariableOption {
            key: "calls",
            values: "N[,N...]",
            default: "all",
            help: "Only these splits by MPI_COMM_TYPE_SHARED, counted on each communicator from 1, give the level.",
            former: "",
        }],
    },
    Variable {
        name: "HSPLIT_WAIT",
        values: "native | sleep[:MICROSECONDS]",
        default: "native",
        help: "How ranks wait in MPI_Barrier: as the MPI does, or asleep, so that other processes have their cores, \
               in sleeps that grow to this length (50).",
        options: &[],
    },
    Variable {
        name: "HSPLIT_REORDER",
        values: "none | all | CALL[,CALL...]",
        default: "none",
        help: "The calls whose 'reorder' argument brings ranks that exchange much data close to each other: \
               dist_graph, graph, cart.",
        options: &[
            VariableOption {
                key: "cost",
                values: ReorderCost::VALUES,
                default: "hops",
                help: "The cost of traffic between two ranks: hops, the steps between their places in the hierarchy; \
                       numbers, by the narrowest level that both ranks share ('System': none); or model, the time of \
                       bytes and messages by the parameters of HSPLIT_COLLECTIVES. The value of rank 0 counts.",
                former: "HSPLIT_REORDER_COST",
            },
            VariableOption {
                key: "limit",
                values: "SECONDS",
                default: "10",
                help: "The processor time that the search for an order may take; the best order found by then is \
                       used. The value of rank 0 counts.",
                former: "HSPLIT_REORDER_LIMIT",
            },
            VariableOption {
                key: "weights",
                values: "WEIGHT[,WEIGHT...]",
                default: "1 for each dimension",
                help: "Relative traffic between neighbours along each dimension of MPI_Cart_create. The value of rank \
                       0 counts.",
                former: "HSPLIT_CART_WEIGHTS",
            },
        ],
    },
    Variable {
        name: "HSPLIT_MONITOR",
        values: Monitor::VALUES,
        default: "none",
        help: "Count the data that each process sends to each other process, and write the counts in MPI_Finalize: \
               parts, one file per process, without messages; gather, files of rank 0, which also prints a report. \
               WHAT limits the counts to p2p, collectives or rma; time adds the time spent in calls.",
        options: &[
            VariableOption {
                key: "file",
                values: "PATH",
                default: "hsplit-monitor.%j",
                help: "The path of the files of counts, without the endings of their names: %j is the job, %u the \
                       user, %h the host. After FOLDER/ the default name is added.",
                former: "HSPLIT_MONITOR_FILE",
            },
            VariableOption {
                key: "as",
                values: EXPANSIONS,
                default: "meaning",
                help: "The messages that a collective call counts as: meaning, the movement of data that the call \
                       implies, from each rank that has data to each rank that gets it; trees, binomial trees in the \
                       order of ranks; none.",
                former: "HSPLIT_MONITOR_COLLECTIVES",
            },
        ],
    },
];
