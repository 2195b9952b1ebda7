// SPDX-License-Identifier: MIT OR Apache-2.0
//! The table of variables.

use super::{DEFAULT_SOURCES, EXPANSIONS, Monitor, ReorderCost};
use hsplit_core::emulation::Seating;

/// A variable as users see it.
#[derive(Debug)]
pub struct Variable {
    /// Its name in the environment.
    pub name: &'static str,
    /// What it takes.
    pub values: &'static str,
    /// What holds where it is not set.
    pub default: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// What may follow its value.
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
    /// What it does, in a sentence.
    pub help: &'static str,
    /// The variable that it was before, if there was one. It still counts where the option is not given.
    pub former: &'static str,
}

/// All variables.
pub const VARIABLES: &[Variable] = &[
    Variable {
        name: "HSPLIT_EMULATE",
        values: "DESCRIPTION | FILE",
        default: "the real machine",
        help: "Split as on the emulated machine that is described: levels of switches, 'node:COUNT', then hwloc's \
               synthetic description or an lstopo XML file.",
        options: &[VariableOption {
            key: "bind",
            values: "LEVEL[,by-node|,round-robin][,ppn=COUNT] | FILE",
            default: Seating::DEFAULT,
            help: "Where ranks are placed on the emulated machine: the level each is bound to ('none': unbound), and \
                   the order; or a file with a line 'NODE BINDING' for each rank.",
            former: "HSPLIT_EMULATE_BIND",
        }],
    },
    Variable {
        name: "HSPLIT_TOPOLOGY_FILE",
        values: "FILE",
        default: "what Slurm says in the environment",
        help: "What is above the nodes: a file of switches and hosts in the library's own form, a topology.yaml or \
               topology.conf of Slurm, coordinates, or the output of ibnetdiscover.",
        options: &[],
    },
    Variable {
        name: "HSPLIT_SOURCES",
        values: "NAME[,NAME...]",
        default: DEFAULT_SOURCES,
        help: "The sources of places, in the order in which they are asked; 'default' stands for the default ones. \
               'measured' is asked only if it is named.",
        options: &[
            VariableOption {
                key: "rho",
                values: "FRACTION | PERCENT%",
                default: "0.20",
                help: "The source 'measured': by which fraction a latency may exceed the shortest one and still count \
                       as equal, from 0 to 1.",
                former: "HSPLIT_RHO",
            },
            VariableOption {
                key: "file",
                values: "FILE",
                default: "none",
                help: "The source 'measured': where rank 0 writes the levels that it found, as a file for \
                       HSPLIT_TOPOLOGY_FILE.",
                former: "HSPLIT_MEASURED_FILE",
            },
        ],
    },
    Variable {
        name: "HSPLIT_BINDING",
        values: "threads | caller | process",
        default: "threads",
        help: "Whose binding says where a process is: its threads, without those that the MPI has started in MPI_Init; \
               the thread that calls; or all threads.",
        options: &[],
    },
    Variable {
        name: "HSPLIT_NATIVE",
        values: "TYPE[,TYPE...]",
        default: "none",
        help: "Split types handed to the native MPI without the exchange: shared, hw_unguided, hw_guided, \
               resource_guided, neighborhood, all, or numbers; and hw_resource_info, the call of that name, and \
               process_sets, the calls that list and look up process sets of sessions. Programs that mix MPI_UNDEFINED \
               with other types must not use it for them.",
        options: &[],
    },
    Variable {
        name: "HSPLIT_DISABLE",
        values: "0 | 1",
        default: "0",
        help: "Step aside: native calls run untouched, the library's own calls find no level.",
        options: &[],
    },
    Variable {
        name: "HSPLIT_SHOW",
        values: "0 | 1",
        default: "0",
        help: "Print the tree of the communicators that the program really created, from rank 0 in MPI_Finalize.",
        options: &[],
    },
    Variable {
        name: "HSPLIT_SUMMARY",
        values: "FILE | stderr",
        default: "no summary",
        help: "What the library did in this job, and what collective calls gained in seconds, one fact a line, from \
               rank 0 in MPI_Finalize; added to the end of the file. A file whose name ends in .json gets one line of \
               JSON instead. %j in its name is the job, %u the user, %h the host of rank 0.",
        options: &[],
    },
    Variable {
        name: "HSPLIT_CONFIG",
        values: "FILE | none",
        default: "the user's file and the site's",
        help: "The configuration file, in place of ~/.config/hsplit.conf and the site's PREFIX/etc/hsplit.conf: lines \
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
        help: "One process of a node discovers the machine and hands it to the others; with 0 each process discovers \
               it.",
        options: &[],
    },
    Variable {
        name: "HSPLIT_EXCHANGE",
        values: "auto | gather | reduce",
        default: "auto",
        help: "The exchange of a split: gathered records up to 2048 ranks and a reduction above, or always one of \
               them. Results are identical.",
        options: &[],
    },
    Variable {
        name: "HSPLIT_COLLECTIVES",
        values: "none | site | adaptive | OPERATION[:SIZE|:trial|:site|:adaptive][,OPERATION...]",
        default: "none",
        help: "Collective calls that go along the hierarchy: bcast, reduce, allreduce, barrier, gather, scatter, \
               allgather, alltoall, alltoallv, alltoallw, allgatherv, reduce_scatter, reduce_scatter_block, scan, \
               exscan, neighbor_allgather, neighbor_allgatherv, neighbor_alltoall, neighbor_alltoallv, \
               neighbor_alltoallw, or all. SIZE: calls of this many bytes and more (64KiB); trial: where autotuning \
               with the first calls finds it faster; site: the same with few calls, which take 1 % of the time at \
               most; adaptive: where and how a model of the measured network says. Alone, the last two are for all.",
        options: &[
            VariableOption {
                key: "parameters",
                values: "FILE",
                default: "none",
                help: "Parameters of the network, for 'adaptive': read if the file exists; otherwise measured and \
                       written there. 'hsplit predict' and 'hsplit simulate' read it too.",
                former: "HSPLIT_PARAMETERS_FILE",
            },
            VariableOption {
                key: "tuning",
                values: "FOLDER[:FOLDER...]",
                default: "none",
                help: "Folders of what trials of earlier jobs have found, which later jobs do not try again. The first \
                       one counts most; the first that can be written gets what this job finds, and is made if its \
                       parent is there. %u is the user. 'hsplit tuning' shows them.",
                former: "",
            },
            VariableOption {
                key: "segment",
                values: "SIZE",
                default: "32KiB",
                help: "The greatest length of the segments into which such calls cut long messages.",
                former: "HSPLIT_COLLECTIVES_SEGMENT",
            },
            VariableOption {
                key: "memory",
                values: "off | SIZE",
                default: "64KiB",
                help: "The least total size of broadcasts and allgathers that go through memory shared by the ranks of \
                       a node; off: data is sent to each rank.",
                former: "HSPLIT_COLLECTIVES_MEMORY",
            },
            VariableOption {
                key: "short",
                values: "off | SIZE",
                default: "64KiB",
                help: "The greatest size of broadcasts, reductions and allgathers that go through words in the memory \
                       of the nodes, up to 64KiB, and whether barriers do; off: all go by messages.",
                former: "HSPLIT_COLLECTIVES_SHORT",
            },
            VariableOption {
                key: "strategy",
                values: "model | NAME[:inside=SPREAD][:segment=SIZE]",
                default: "model",
                help: "Fixes the strategy of 'adaptive' calls, for comparisons. NAME, the tree of groups: flat, FEF, \
                       ECEF, ECEF-LA, ECEF-LAt, ECEF-LAT, BottomUp, ECEF-LA-mean, ECEF-LA-all, local-search, \
                       pipelined, chain, per-switch; or binomial, of ranks; or rounds, of messages among the nodes. \
                       SPREAD, inside groups: star, binomial, binary, chain, 3-ary to 8-ary; for broadcasts \
                       star-rendezvous, chain-rendezvous, binomial-rendezvous, scatter-ring, scatter-doubling. The \
                       model chooses what is not named.",
                former: "HSPLIT_STRATEGY",
            },
        ],
    },
    Variable {
        name: "HSPLIT_LIBRARY",
        values: "FILE",
        default: "where HSPLIT_ROOT or the loader says",
        help: "The file of the library that the Python package hsplit loads where none is preloaded.",
        options: &[],
    },
    Variable {
        name: "HSPLIT_PHASES",
        values: "LEVEL=SHAPE[;LEVEL=SHAPE...]",
        default: "none",
        help: "Phases of programs that do not know the library: MPI_Pcontrol(LEVEL) begins one on MPI_COMM_WORLD, in \
               which the workers of SHAPE have the cores and all others sleep, MPI_Pcontrol(-LEVEL) ends it. SHAPE: a \
               level, LEVEL*COUNT, WORKERS:THREADS, WORKERS:, all, root.",
        options: &[],
    },
    Variable {
        name: "HSPLIT_SHARED",
        values: "none | LEVEL",
        default: "none",
        help: "The level whose ranks MPI_COMM_TYPE_SHARED gives in place of those of the node, so that programs with \
               shared windows have one copy of their data for each: NUMANode. The node stays whole where one of its \
               ranks is in no instance of the level.",
        options: &[VariableOption {
            key: "calls",
            values: "N[,N...]",
            default: "all",
            help: "Only these splits by MPI_COMM_TYPE_SHARED give the level, counted on each communicator from 1.",
            former: "",
        }],
    },
    Variable {
        name: "HSPLIT_WAIT",
        values: "native | sleep[:MICROSECONDS]",
        default: "native",
        help: "How ranks wait in MPI_Barrier: as the MPI does; or asleep, in naps that grow to this length (50), so \
               that others have their cores.",
        options: &[],
    },
    Variable {
        name: "HSPLIT_REORDER",
        values: "none | all | CALL[,CALL...]",
        default: "none",
        help: "The calls whose 'reorder' brings ranks that exchange much close to each other: dist_graph, graph, cart.",
        options: &[
            VariableOption {
                key: "cost",
                values: ReorderCost::VALUES,
                default: "hops",
                help: "What traffic between two ranks costs where ranks are reordered: the steps between their places \
                       in the hierarchy; or a number by the narrowest level that both share ('System': none); or the \
                       time of bytes and messages by the parameters of HSPLIT_COLLECTIVES. Rank 0's counts.",
                former: "HSPLIT_REORDER_COST",
            },
            VariableOption {
                key: "limit",
                values: "SECONDS",
                default: "10",
                help: "How much processor time the search for an order may take; the best one that has been found by \
                       then is used. Rank 0's counts.",
                former: "HSPLIT_REORDER_LIMIT",
            },
            VariableOption {
                key: "weights",
                values: "WEIGHT[,WEIGHT...]",
                default: "1 for each dimension",
                help: "How much neighbours along each dimension of MPI_Cart_create exchange. Rank 0's counts.",
                former: "HSPLIT_CART_WEIGHTS",
            },
        ],
    },
    Variable {
        name: "HSPLIT_MONITOR",
        values: Monitor::VALUES,
        default: "none",
        help: "Count what each process sends to which other, and write it down in MPI_Finalize: parts, in a file of \
               each process, without a message; gather, in files of rank 0, which prints a report. WHAT, where not \
               everything is counted: p2p, collectives, rma; and time, where the time in calls is taken, too.",
        options: &[
            VariableOption {
                key: "file",
                values: "PATH",
                default: "hsplit-monitor.%j",
                help: "Where the counts are written, without the ends of the names: %j is the job, %u the user, %h \
                       the host.",
                former: "HSPLIT_MONITOR_FILE",
            },
            VariableOption {
                key: "as",
                values: EXPANSIONS,
                default: "meaning",
                help: "Which messages a collective call counts as: the movement of data that it means, from each rank \
                       that has some to each that gets it; binomial trees in the order of ranks; none.",
                former: "HSPLIT_MONITOR_COLLECTIVES",
            },
        ],
    },
];
