# SPDX-License-Identifier: MIT OR Apache-2.0
# What 'make check' runs under every MPI but the first one: the cases that another MPI, another version of it or another
# launcher can make fail. The first MPI runs all cases, and 'make check-all' runs all of them under every MPI. A run of
# named groups or cases has all of these, whatever is listed here.

# Patterns of names, one a line. 'build', 'soak' and 'fortran' run whole.
BRIEF="golden 5.1 linked gather
golden 5.2 preloaded reduce
bind: RR 5.2
bind: mistakes
bind: threads
bind: masks, GNU's OpenMP, core, after a region
guided: spellings, keys, answers
types of other MPIs: *
process sets*
resources: *
native types: same with and without
native types: same where it steps aside
MPI_UNDEFINED beside every type
lowest level, mistakes in the first call
duplicates keep, freeing releases
nothing cached is handed down*
threads that split at once
devices: ranks that are really bound
navigation: RR 5.2
navigation: parents, children, roots, gather
navigation: mistakes
network: told by Slurm, gather
reorder: dist_graph, 12
reorder: adjacent, 12
reorder: graph, 12
reorder: cart, 12
reorder: error handlers and attributes
reorder: mistakes*
reorder: by hand, random rows, gather
reorder: by hand, migrating
reorder: grids, layouts
reorder: grids, weights of MPI_Cart_create
reorder: grids, mistakes
reorder: by hand, mistakes
phases: elections of RR 5.2
phases: mistakes
phases: no message
phases: masks
phases: MPI_Finalize in a phase
phases: MPI_Pcontrol
phases: barriers asleep
phases: a rank is killed, *
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
monitor: sessions*
monitor: watch, reorder, move
monitor: an unmodified program, *
monitor: a program that begins with a session
monitor: rank 1 lacks the variable, *
hsplit-bench builds, *
hsplit-bench calls
hsplit-bench without a hierarchy
collectives: all calls, ranks in no order
collectives: without HSPLIT_COLLECTIVES
collectives: mistakes are the native call's
collectives: blocks of different lengths, ranks in no order
collectives: a result for each rank, ranks in order
collectives: neighbours, ranks in no order
collectives: neighbours, mistakes
collectives: neighbours, threads
collectives: ranks do their parts differently, [nce]*
collectives: ranks do their parts differently, huge
collectives: what an MPI refuses, *
collectives: in callbacks, *
collectives: ranks that were told different things
collectives: threads
collectives: short calls, ranks in no order
collectives: a rank dies
collectives: MPI_Dist_graph_create does not hang
quo: the *
quo: exported names
quo: SONAME, *
quo: header *
quo: RR 5.2
quo: masks, bound to core
quo: fortran *
quo: Fortran *
python: mpi4py takes the MPI of the launcher
python: every module of the package compiles
python: examples/levels.py, with handles out and back
python: RR 5.2
python: splits
python: mistakes
python: mpi4py preloaded
python: mpi4py's test_comm.py on 2
room: up
room: every host is a node
room: down
ranks start where hsplit map puts them*
preloaded into *
the same build under *
library and programs, unchanged, *
install, *"

# Whether a case is left to 'make check-all'.
is_left() { # NAME
    local pattern
    is_brief && [ "$mpi" != - ] && [ "$mpicc" != "${ALL_MPICC%% *}" ] || return 1
    case $group in build | soak | fortran) return 1 ;; esac
    while read -r pattern; do
        # shellcheck disable=SC2254
        case $1 in $pattern) return 1 ;; esac
    done <<<"$BRIEF"
    echo "$mpi|$1" >>"$run/left"
}

is_brief() {
    ! everything && [ "$CHECK_ONLY${CHECK_GROUPS:-}" = '*' ]
}
