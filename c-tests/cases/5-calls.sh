# SPDX-License-Identifier: MIT OR Apache-2.0
# The results of each call, on emulated machines.
CASES="$CASES calls"

ISLANDS="island:2 node:2 $RR_NODE"
TWO_NODES='node:2 package:2 core:2 pu:1'

# A program that uses native split types alone prints the same with the library and without it.
same_output() { # RANKS [NAME=VALUE...] @PROGRAM
    local ranks=$1
    shift
    job bare "$ranks" none "$@" >"$work/bare" || return 1
    job preloaded "$ranks" none "$@" >"$work/preloaded" || return 1
    [ -s "$work/bare" ] && diff "$work/bare" "$work/preloaded"
}

SWITCHES='island:2 leaf:2 node:2 package:2 [numa] l3:1 core:2 pu:1'

# True if mpi.h defines a macro, with this value if one is given.
mpi_h_defines() { # NAME [VALUE]
    echo '#include <mpi.h>' | "$mpicc" -E -dM -x c - | grep -q "^#define $1 *${2:-}"
}

# The key of neighbourhoods that only MPICH has: under other MPIs one line, and no rank gets a communicator.
directory() {
    limit=60 job linked 3 none @types directory 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    if mpi_h_defines OPEN_MPI || mpi_h_defines MPI_ABI_VERSION; then
        [ "$(grep -c 'hsplit\[.*nbhd_common_dirname' "$work/stderr")" -eq 1 ]
    else
        ! grep 'hsplit\[' "$work/stderr"
    fi
}

# Before MPI_Init each rank prints its future place. Open MPI 4 has no info objects then, which is one line before
# MPI_Init and one after MPI_Finalize.
early() { # linked|preloaded
    job "$1" 3 none HSPLIT_EMULATE="$ISLANDS bind=$work/three" @resources early 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    if mpi_h_defines OMPI_MAJOR_VERSION 4; then
        [ "$(grep -c 'hsplit\[.*MPI_Get_hw_resource_info: called before MPI_Init' "$work/stderr")" -eq 6 ]
    else
        ! grep 'hsplit\[' "$work/stderr"
    fi
}

# Two keys that the library does not have, in three calls: a line for each key, from the first process of the node.
unknown_keys() {
    job linked 4 none HSPLIT_EMULATE="$TWO_NODES" @criteria unknown 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    [ "$(grep -c 'hsplit\[' "$work/stderr")" -eq 2 ] &&
        [ "$(grep -c 'hsplit_at_mots is not an info key' "$work/stderr")" -eq 1 ] &&
        [ "$(grep -c 'hsplit_zork is not an info key' "$work/stderr")" -eq 1 ]
}

# A split at a name that yields no communicator on any rank, probably by an error: one line of the job gives the reason.
comes_to_nothing() { # WORDS LEVEL [NAME=VALUE...]
    local words=$1 level=$2
    shift 2
    job linked 4 none "$@" @nothing "$level" 2>"$work/stderr" || return 1
    cat "$work/stderr"
    if [ -z "$words" ]; then
        ! grep -q 'hsplit\[' "$work/stderr"
    else
        [ "$(grep -c 'hsplit\[' "$work/stderr")" -eq 1 ] &&
            grep -q "MPI_Comm_split_type: all ranks get MPI_COMM_NULL, because .*$words" "$work/stderr"
    fi
}

# A program that traps floating-point exceptions, with these features.
floating_job() { # WAY [NAME=VALUE ...]
    local way=$1
    shift
    job "$way" 4 none "$@" @floating 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
}

# Without an emulation there are hwloc and the machine.
floating() { # [NAME=VALUE ...]
    rm -f "$work/counted"*
    floating_job preloaded "$@" && floating_job linked "$@" \
        HSPLIT_EMULATE='leaf:2 node:2 package:2 [numa] core:2 pu:1 bind=core,round-robin'
}

cases_floating() {
    local parameters=$work/floating.parameters
    printf 'group node%s: 1 processes\n' 0 1 2 3 >"$parameters"
    printf 'link node%s node%s: latency 100\n    0 50\n    1MiB 10000\n' 0 1 0 2 1 2 0 3 1 3 2 3 >>"$parameters"
    test_case "floating-point traps: splits" floating HSPLIT_SHOW=1 HSPLIT_SUMMARY="$work/floating.summary"
    test_case "floating-point traps: sources" floating HSPLIT_SOURCES=default,measured
    test_case "floating-point traps: collectives" floating HSPLIT_COLLECTIVES=all:0
    test_case "floating-point traps: collectives that are tried" floating HSPLIT_COLLECTIVES=all:trial
    test_case "floating-point traps: collectives by a model" floating HSPLIT_COLLECTIVES=adaptive
    test_case "floating-point traps: collectives by a given model" floating HSPLIT_COLLECTIVES=adaptive \
        HSPLIT_PARAMETERS_FILE="$parameters"
    test_case "floating-point traps: messages are counted" floating HSPLIT_MONITOR=gather,time \
        HSPLIT_MONITOR_FILE="$work/counted"
    test_case "floating-point traps: graphs are reordered" floating HSPLIT_REORDER=all
    test_case "floating-point traps: ranks sleep" floating HSPLIT_WAIT=sleep:10
    test_case "floating-point traps: a site's settings" floating HSPLIT_SHARED=numa \
        HSPLIT_COLLECTIVES="site,tuning=$work/floating.tuning" HSPLIT_SUMMARY="$work/floating.summary"
    # Of a torus of eight nodes four have ranks.
    printf 'torus 1\ndims 8\n%s\n' "$(printf 'node%d %d\n' 0 0 1 2 2 5 3 7)" >"$work/floating.torus"
    test_case "floating-point traps: a torus" floating_job linked HSPLIT_EMULATE='node:4 [numa] core:2 pu:1' \
        HSPLIT_TOPOLOGY_FILE="$work/floating.torus" HSPLIT_COLLECTIVES=all:0 HSPLIT_SUMMARY="$work/floating.summary"
}

cases_calls() {
    # MPICH polls: with more ranks and threads than two cores the case takes tens of times as long.
    local rounds=100 guided=both_ways growing=4 growth=300
    [ "$mpi" = openmpi ] || { rounds=15 guided="silent_job preloaded" growing=2; }
    ! everything || growth=1000
    # The programs request names that do not exist.
    test_case "guided: spellings, keys, answers" $guided 32 none HSPLIT_LOG=error HSPLIT_EMULATE="$ISLANDS" @guided
    local nodes='node:1 package:2 [numa] core:2 pu:1'
    test_case "guided: a name that no MPI knows" comes_to_nothing 'called NUMANod: did you mean NUMANode' NUMANod \
        HSPLIT_EMULATE="$nodes"
    test_case "guided: ranks that are not bound" comes_to_nothing 'not bound, .*NUMANode; bind=core in HSPLIT_EMULATE' \
        NUMANode HSPLIT_EMULATE="$nodes bind=none"
    test_case "guided: a level that there is not" comes_to_nothing '' L4Cache HSPLIT_EMULATE="$nodes"
    printf '0 core:0\n0 l3:1\n1 none\n' >"$work/three"
    test_case "types of other MPIs" $guided 32 none HSPLIT_LOG=error HSPLIT_EMULATE="$SWITCHES" @types
    [ "$mpi" != openmpi ] || test_case "types of other MPIs, reduced" silent_job linked 32 none \
        HSPLIT_LOG=error HSPLIT_EMULATE="$SWITCHES" HSPLIT_EXCHANGE=reduce @types
    test_case "types of other MPIs: a directory" directory
    ! mpi_h_defines MPIX_COMM_TYPE_NEIGHBORHOOD ||
        test_case "types of other MPIs: handed back" silent_job linked 16 none HSPLIT_NATIVE=neighborhood \
            HSPLIT_EMULATE="$SWITCHES" @types native
    rr_5_2_bindings
    test_case "criteria: RR 5.1" silent_job linked 32 none HSPLIT_EMULATE="$RR_5_1" @criteria simple
    test_case "criteria: RR 5.1, reduced" silent_job preloaded 32 none HSPLIT_EMULATE="$RR_5_1" \
        HSPLIT_EXCHANGE=reduce @criteria simple few
    test_case "criteria: RR 5.2" silent_job preloaded 8 none HSPLIT_EMULATE="$RR_NODE" \
        HSPLIT_EMULATE_BIND="$work/rr-5.2" @criteria complicated
    test_case "criteria: RR 5.2, reduced" silent_job linked 8 none HSPLIT_EMULATE="$RR_NODE" \
        HSPLIT_EMULATE_BIND="$work/rr-5.2" HSPLIT_EXCHANGE=reduce @criteria complicated
    test_case "criteria: NUMA nodes of one core" silent_job linked 4 none \
        HSPLIT_EMULATE='node:2 package:2 [numa] l3:1 core:1 pu:1' @criteria small
    test_case "criteria: NUMA nodes of one core, reduced" silent_job preloaded 4 none HSPLIT_EXCHANGE=reduce \
        HSPLIT_EMULATE='node:2 package:2 [numa] l3:1 core:1 pu:1' @criteria small
    test_case "criteria: errors" silent_job linked 8 none HSPLIT_EMULATE="$RR_NODE" \
        HSPLIT_EMULATE_BIND="$work/rr-5.2" @criteria errors
    test_case "criteria: errors, reduced" silent_job preloaded 8 none HSPLIT_EMULATE="$RR_NODE" \
        HSPLIT_EMULATE_BIND="$work/rr-5.2" HSPLIT_EXCHANGE=reduce @criteria errors
    test_case "criteria: unknown keys" unknown_keys
    test_case "constants: what prints their names" silent_job linked 1 none @constants
    test_case "process sets" both_ways 4 none @psets
    test_case "process sets, reduced" silent_job linked 4 none HSPLIT_EXCHANGE=reduce @psets
    ! mpi_h_defines OMPI_MAJOR_VERSION 5 || test_case "process sets of this MPI" both_ways 3 none @psets mpix://SHARED
    test_case "resources: keys and what they lead to" both_ways 3 none HSPLIT_EMULATE="$ISLANDS" \
        HSPLIT_EMULATE_BIND="$work/three" @resources
    test_case "resources: before MPI_Init, linked" early linked
    test_case "resources: before MPI_Init, preloaded" early preloaded
    ! mpi_h_defines MPI_VERSION 5 || test_case "resources: handed back" silent_job preloaded 2 none \
        HSPLIT_NATIVE=hw_resource_info HSPLIT_EMULATE="$ISLANDS" @resources empty
    test_case "resources: a disabled library" both_ways 2 none HSPLIT_DISABLE=1 HSPLIT_EMULATE="$ISLANDS" \
        @resources empty
    cases_floating
    test_case "native types: same with and without" same_output 4 @passthrough
    test_case "native types: same on a described cluster" same_output 4 HSPLIT_EMULATE="$TWO_NODES" @passthrough
    test_case "native types: same by the other exchange" same_output 3 HSPLIT_EXCHANGE=reduce @passthrough
    test_case "native types: same where handed back" same_output 4 HSPLIT_NATIVE=all @passthrough
    test_case "native types: the same if it is disabled" same_output 4 HSPLIT_DISABLE=1 @passthrough
    test_case "MPI_UNDEFINED beside every type" both_ways 8 none HSPLIT_LOG=error HSPLIT_EMULATE="$TWO_NODES" @mixed
    test_case "MPI_UNDEFINED beside every type, reduced" silent_job linked 8 none HSPLIT_LOG=error \
        HSPLIT_EMULATE="$TWO_NODES" HSPLIT_EXCHANGE=reduce @mixed
    test_case "disabled: native calls, no levels" both_ways 2 none HSPLIT_DISABLE=1 @disabled
    test_case "lowest level, RR 5.1" silent_job linked 32 none HSPLIT_EMULATE="$RR_5_1" @min_hlevel cluster
    test_case "lowest level, with switches" silent_job preloaded 32 none HSPLIT_EMULATE="$ISLANDS" @min_hlevel islands
    test_case "lowest level, errors in the first call" both_ways 8 none HSPLIT_EMULATE="$TWO_NODES" \
        @min_hlevel errors
    for collectives in none all:0; do
        test_case "calls in an atexit handler, HSPLIT_COLLECTIVES=$collectives" both_ways 4 none \
            HSPLIT_EMULATE="$TWO_NODES" HSPLIT_COLLECTIVES=$collectives @exiting
    done
    test_case "duplicates keep, freeing releases" both_ways 8 none HSPLIT_EMULATE="$TWO_NODES" @lifetime duplicates
    test_case "nothing cached is handed down" both_ways 8 none HSPLIT_EMULATE="$TWO_NODES" @attributes
    test_case "nothing cached is handed down, reduced" silent_job linked 8 none HSPLIT_EMULATE="$TWO_NODES" \
        HSPLIT_EXCHANGE=reduce @attributes
    test_case "nothing cached is handed down, collectives" silent_job preloaded 8 none HSPLIT_EMULATE="$TWO_NODES" \
        HSPLIT_COLLECTIVES=all:0 @attributes
    test_case "splits do not grow" silent_job linked "$growing" none HSPLIT_EMULATE="$TWO_NODES" \
        @lifetime growth "$growth"
    test_case "splits do not grow, reduced" silent_job preloaded 2 none HSPLIT_EXCHANGE=reduce \
        HSPLIT_EMULATE="$TWO_NODES" @lifetime growth "$growth"
    test_case "threads that split at once" both_ways 4 none HSPLIT_EMULATE="node:1 package:2 core:2 pu:1" \
        @threads "$rounds"
    test_case "threads that split at once, measured" silent_job preloaded 4 none HSPLIT_SOURCES=default,measured \
        HSPLIT_EMULATE="node:1 package:2 core:2 pu:1" HSPLIT_LOG=error @threads "$rounds"
}
