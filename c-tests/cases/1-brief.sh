# SPDX-License-Identifier: MIT OR Apache-2.0
# Cases that 'make check' leaves to 'make check-all'. Under the first MPI it leaves out variants of cases that it runs,
# and some long cases; under every other MPI it runs the cases that another MPI, version or launcher can make fail.
# 'make check-all' runs all cases under the first MPI of each family, and under the others these cases and some more. If
# groups or cases are named, all of their cases run.

# Left out under the first MPI: patterns of names, one a line.
LEFT_BY_FIRST="Rust: clippy is silent
Rust: clippy is silent, the library for MPICH
make: the demo, MPICC=mpicc.mpich
types of other MPIs, reduced
threads that split at once, measured
criteria: *, reduced
devices: *, reduce
navigation: *, reduce
network: *, reduce
network: topology.yaml, [!t]*
network: topology.yaml, the cluster*
reorder: *, reduce
process sets, reduced
nothing cached is handed down, reduced
splits do not grow*
spawned processes without the library, one of each
monitor: as Open MPI's own monitoring, [i-z]*
collectives: all calls, ranks in order
collectives: all calls, short ones by messages
collectives: a result for each rank, ranks in order
collectives: blocks of different lengths, ranks in order
collectives: neighbours, ranks in order
collectives: by a model, *
collectives: 10000 calls do not grow
collectives: mpi4py's own tests
phases: a rank is killed, barrier
phases: a rank is killed, phase
phases: a worker's team, *before a region
fortran mpif: [!gn]*
fortran *: as Open MPI's own monitoring, *
fortran *: the time in calls
fortran *: exact counts, all forms
fortran *: random graphs *
fortran *: navigation, RR 5.[12]
python: an import that fails says why
python: mpi4py's *
python: pip install without a network
python: random graphs *
quo: masks, *
cluster: measured in 3 of 3 runs
golden 5.1 linked reduce
golden 5.1 preloaded gather
network: one exchange a step, all below one leaf
network: one exchange a step, told by Slurm
fortran mpi: golden 5.1 linked
fortran f08: golden 5.1 linked
python: phases on RR 5.1"

# Run under the first MPI of another family, and under an MPI that has a build of its own. 'build' runs whole.
BRIEF="golden 5.1 linked gather
golden 5.2 preloaded reduce
bind: RR 5.2
bind: errors
bind: threads
bind: masks, GNU's OpenMP, core, after a region
guided: spellings, keys, answers
types of other MPIs: *
process sets*
resources: *
native types: same with and without
native types: the same if it is disabled
MPI_UNDEFINED beside every type
lowest level, errors in the first call
duplicates keep, freeing releases
nothing cached is handed down
nothing cached is handed down, collectives
threads that split at once
devices: ranks that are really bound
navigation: RR 5.2
navigation: errors
network: told by Slurm, gather
reorder: dist_graph, 12
reorder: adjacent, 12
reorder: graph, 12
reorder: cart, 12
reorder: error handlers and attributes
reorder: errors*
reorder: explicit, migrating
reorder: explicit, errors
phases: elections of RR 5.2
phases: errors
phases: no message
phases: masks
phases: MPI_Finalize in a phase
phases: MPI_Pcontrol
phases: MPI_Pcontrol, messages to parked ranks
phases: barriers asleep
phases: parked ranks and a long message
phases: one-sided accesses to parked ranks
phases: a worker's team, GNU's OpenMP, after a region
phases: a rank is killed, end
errors returned
fatal: *
an error handler that throws*
before MPI_Init
after MPI_Finalize
programs that use sessions alone*
settings that agree
HSPLIT_EXCHANGE=reduce in some processes only
a killed rank leaves nothing
bound ranks, and ranks that move
whose binding counts: *
preloaded into the launcher too
ranks start where hsplit map puts them*
monitor: exact counts, *
monitor: handles used again by another thread
monitor: sessions, 8
monitor: watch, reorder, move
monitor: an unmodified program, *
monitor: a program that begins with a session
monitor: rank 1 lacks the variable, *
collectives: all calls, ranks in no order
collectives: without HSPLIT_COLLECTIVES
collectives: errors are the native call's
collectives: blocks of different lengths, ranks in no order
collectives: a result for each rank, ranks in order
collectives: neighbours, ranks in no order
collectives: neighbours, errors
collectives: ranks do their parts differently, [bnce]*
collectives: ranks do their parts differently, huge
collectives: what an MPI refuses, *
collectives: in callbacks, *
collectives: ranks that were told different things
collectives: threads
collectives: short calls, ranks in no order
collectives: a rank dies
collectives: MPI_Dist_graph_create does not hang
fortran: *
fortran *: golden 5.1 preloaded
fortran *: names
fortran *: ranks in another order
fortran *: collective calls along the hierarchy preloaded
fortran *: preloaded into *
quo: the *
quo: exported names
quo: SONAME, *
quo: header *
quo: RR 5.2
quo: fortran *
quo: Fortran *
python: mpi4py takes the MPI of the launcher
python: a library for another MPI is refused
python: every module of the package compiles
python: examples/levels.py, with handles out and back
python: errors
python: mpi4py preloaded
cluster: up
cluster: every host is a node
cluster: two hosts lack the library
cluster: down
soak: *
preloaded into *
a call that no MPI has in a program of *
the same build under *
library and programs, unchanged, *"

# Run under another version of an MPI, or another MPI of a family, which uses the library that was built for the first
# MPI of its family: cases that depend on this MPI's answers and on its launcher. Run under the standard ABI, too: its
# library is another one, for an MPI that has been tested. 'build' runs whole.
BORROWED="golden 5.1 linked gather
golden 5.2 preloaded reduce
types of other MPIs: handed back
native types: same with and without
nothing cached is handed down, collectives
threads that split at once
reorder: adjacent, 12
phases: MPI_Pcontrol, messages to parked ranks
phases: barriers asleep
errors returned
fatal: *
an error handler that throws
programs that use sessions alone*
bound ranks, and ranks that move
whose binding counts: *
preloaded into the launcher too
monitor: exact counts, modes, 4
collectives: neighbours, ranks in no order
collectives: ranks do their parts differently, huge
collectives: what an MPI refuses, lengths
collectives: what an MPI refuses, parts
collectives: in callbacks, *
collectives: MPI_Dist_graph_create does not hang
fortran: the modules compile
fortran *: golden 5.1 linked
python: mpi4py takes the MPI of the launcher
python: every module of the package compiles
python: mpi4py preloaded
cluster: up
cluster: every host is a node
cluster: two hosts lack the library
cluster: down
soak: segments
the same build under *
library and programs, unchanged, *"

# Run by 'make check-all' in addition to both lists, under another version of an MPI, another MPI of a family, and the
# standard ABI.
ALSO="a late process*
cluster: *
collectives: *
coupled programs*
dropped in: *
field: *
fortran *: golden *
golden *
monitor: exact counts, *
phases: a rank is killed, *
process sets *
python: mpi4py's whole suite on 3, *
some processes lack the library: *
spawned processes*
windows: *"

# True if a case is left out: 'make check' leaves it to 'make check-all', which leaves it to the family's first MPI.
is_left() { # NAME
    [ "$CHECK_ONLY${CHECK_GROUPS:-}" = '*' ] && ! runs_here "$1" || return 1
    echo "$mpi|$1" >>"$run/left"
}

# True if a case runs under the current MPI. Cases for no MPI in particular belong to the first one.
runs_here() { # NAME
    if [ "$mpi" = - ] || [ "$mpicc" = "${ALL_MPICC%% *}" ]; then
        everything || ! matches "$1" "$LEFT_BY_FIRST"
    else
        { everything && is_first_of_family; } || [ "$group" = build ] || matches "$1" "$(list_of_cases)"
    fi
}

# (The standard ABI has a library of its own, for an MPI that is in the list already.)
is_first_of_family() {
    [ "$(family "$mpicc")" != abi ] && [ "$(first_of_family "$mpicc")" = "$mpicc" ]
}

matches() { # NAME PATTERNS
    local pattern
    while read -r pattern; do
        # shellcheck disable=SC2254
        case $1 in $pattern) return 0 ;; esac
    done <<<"$2"
    return 1
}

# The list for the current MPI.
list_of_cases() {
    if everything; then
        printf '%s\n' "$BRIEF" "$BORROWED" "$ALSO"
    elif own_library && [ "$(family "$mpicc")" != abi ]; then
        echo "$BRIEF"
    else
        echo "$BORROWED"
        ! own_library || echo "preloaded into *"
    fi
}
