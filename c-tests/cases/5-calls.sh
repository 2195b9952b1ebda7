# SPDX-License-Identifier: MIT OR Apache-2.0
# What each call gives, on described machine rooms.
CASES="$CASES calls"

ISLANDS="island:2 node:2 $RR_NODE"
TWO_NODES='node:2 package:2 core:2 pu:1'

# A program of native split types alone prints the same with the library and without it.
same_output() { # RANKS [NAME=VALUE...] @PROGRAM
    local ranks=$1
    shift
    job bare "$ranks" none "$@" >"$work/bare" || return 1
    job preloaded "$ranks" none "$@" >"$work/preloaded" || return 1
    [ -s "$work/bare" ] && diff "$work/bare" "$work/preloaded"
}

cases_calls() {
    # MPICH polls: on two cores more ranks and threads than that take tens of times as long.
    local rounds=100 guided=both_ways growing=4
    [ "$mpi" = openmpi ] || { rounds=15 guided="silent_job preloaded" growing=2; }
    test_case "guided: spellings, keys, answers" $guided 32 none HSPLIT_EMULATE="$ISLANDS" @guided
    test_case "native types: same with and without" same_output 4 @passthrough
    test_case "native types: same on a described room" same_output 4 HSPLIT_EMULATE="$TWO_NODES" @passthrough
    test_case "native types: same by the other exchange" same_output 3 HSPLIT_EXCHANGE=reduce @passthrough
    test_case "native types: same where handed back" same_output 4 HSPLIT_NATIVE=all @passthrough
    test_case "native types: same where it steps aside" same_output 4 HSPLIT_DISABLE=1 @passthrough
    test_case "MPI_UNDEFINED beside every type" both_ways 8 none HSPLIT_EMULATE="$TWO_NODES" @mixed
    test_case "MPI_UNDEFINED beside every type, reduced" silent_job linked 8 none HSPLIT_EMULATE="$TWO_NODES" HSPLIT_EXCHANGE=reduce @mixed
    test_case "stepping aside: native calls, no levels" both_ways 2 none HSPLIT_DISABLE=1 @aside
    test_case "lowest level, RR 5.1" silent_job linked 32 none HSPLIT_EMULATE="$RR_5_1" @min_hlevel cluster
    test_case "lowest level, with switches" silent_job preloaded 32 none HSPLIT_EMULATE="$ISLANDS" @min_hlevel islands
    test_case "lowest level, mistakes in the first call" both_ways 8 none HSPLIT_EMULATE="$TWO_NODES" @min_hlevel mistakes
    test_case "duplicates keep, freeing releases" both_ways 8 none HSPLIT_EMULATE="$TWO_NODES" @lifetime duplicates
    test_case "10,000 splits do not grow" silent_job linked "$growing" none HSPLIT_EMULATE="$TWO_NODES" @lifetime growth
    test_case "10,000 splits do not grow, reduced" silent_job preloaded 2 none HSPLIT_EXCHANGE=reduce HSPLIT_EMULATE="$TWO_NODES" @lifetime growth
    test_case "threads that split at once" both_ways 4 none HSPLIT_EMULATE="node:1 package:2 core:2 pu:1" @threads "$rounds"
}
