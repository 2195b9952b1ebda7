# SPDX-License-Identifier: MIT OR Apache-2.0
# What 'make check' runs under every MPI but the first one: the cases that another MPI, another version of it or another
# launcher can make fail. The first MPI runs all cases, and 'make check-all' runs all of them under every MPI. A run of
# named groups or cases has all of these, whatever is listed here.

# Patterns of names, one a line. 'build' and 'soak' run whole.
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
nothing cached is handed down
nothing cached is handed down, collectives
threads that split at once
devices: ranks that are really bound
navigation: RR 5.2
navigation: mistakes
network: told by Slurm, gather
reorder: dist_graph, 12
reorder: adjacent, 12
reorder: graph, 12
reorder: cart, 12
reorder: error handlers and attributes
reorder: mistakes*
reorder: by hand, migrating
reorder: by hand, mistakes
phases: elections of RR 5.2
phases: mistakes
phases: no message
phases: masks
phases: MPI_Finalize in a phase
phases: MPI_Pcontrol
phases: barriers asleep
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
monitor: sessions, 8
monitor: watch, reorder, move
monitor: an unmodified program, *
monitor: a program that begins with a session
monitor: rank 1 lacks the variable, *
monitor: instructions where nothing is asked, *
hsplit-bench without a hierarchy
collectives: all calls, ranks in no order
collectives: without HSPLIT_COLLECTIVES
collectives: mistakes are the native call's
collectives: blocks of different lengths, ranks in no order
collectives: a result for each rank, ranks in order
collectives: neighbours, ranks in no order
collectives: neighbours, mistakes
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
fortran *: golden 5.1 *
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
python: every module of the package compiles
python: examples/levels.py, with handles out and back
python: splits
python: mistakes
python: mpi4py preloaded
room: up
room: every host is a node
room: down
preloaded into *
the same build under *
library and programs, unchanged, *"

# The same for another version of an MPI, or another MPI of a family, which takes the library that was built for the
# first one of its family: what that one's answers and its launcher decide. The standard ABI has it, too: its library is
# another one, for an MPI that has been tested.
BORROWED="golden 5.1 linked gather
golden 5.2 preloaded reduce
bind: mistakes
guided: spellings, keys, answers
types of other MPIs: handed back
process sets
native types: same with and without
nothing cached is handed down, collectives
threads that split at once
reorder: adjacent, 12
reorder: graph, 12
reorder: cart, 12
phases: mistakes
phases: barriers asleep
errors returned
fatal: *
an error handler that throws
before MPI_Init
after MPI_Finalize
programs that use sessions alone*
bound ranks, and ranks that move
whose binding counts: *
preloaded into the launcher too
ranks start where hsplit map puts them*
monitor: exact counts, modes, 4
monitor: exact counts, persistent, 4
monitor: sessions, 4
monitor: an unmodified program, some calls
collectives: all calls, ranks in no order
collectives: neighbours, ranks in no order
collectives: ranks do their parts differently, huge
collectives: what an MPI refuses, *
collectives: in callbacks, *
collectives: short calls, ranks in no order
collectives: MPI_Dist_graph_create does not hang
fortran: modules and programs compile
fortran *: golden 5.1 linked
quo: the *
quo: RR 5.2
python: mpi4py takes the MPI of the launcher
python: every module of the package compiles
python: examples/levels.py, with handles out and back
python: mpi4py preloaded
room: up
room: every host is a node
room: down
preloaded into *
the same build under *
library and programs, unchanged, *"

# Whether a case is left to 'make check-all'.
is_left() { # NAME
    local pattern
    is_brief && [ "$mpi" != - ] && [ "$mpicc" != "${ALL_MPICC%% *}" ] || return 1
    case $group in build | soak) return 1 ;; esac
    while read -r pattern; do
        # shellcheck disable=SC2254
        case $1 in $pattern) return 1 ;; esac
    done <<<"$(list_of_cases)"
    echo "$mpi|$1" >>"$run/left"
}

# The list for the current MPI.
list_of_cases() {
    if own_library && [ "$(family "$mpicc")" != abi ]; then
        echo "$BRIEF"
    else
        echo "$BORROWED"
    fi
}

is_brief() {
    ! everything && [ "$CHECK_ONLY${CHECK_GROUPS:-}" = '*' ]
}
