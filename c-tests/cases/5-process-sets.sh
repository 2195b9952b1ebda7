# SPDX-License-Identifier: MIT OR Apache-2.0
# Process sets of the hardware in sessions (c-tests/process_sets.c, examples/process_sets.c).
CASES="$CASES process_sets"

# A name that is no set costs one line, once for each name.
sets_of_names() { # WAY RANKS BINDING ...
    expected_words='this process is in no process set' both_ways "$@"
}

# A wrong description costs one line, and the real machine is used.
sets_of_wrong() { # RANKS BINDING ...
    expected_words='HSPLIT_EMULATE\|in no process set' both_ways "$@"
}

# One process of the job has not loaded the library: the others get an error with the reason, and none waits forever.
sets_without_one() {
    # shellcheck disable=SC2016
    job bare 2 none sh -c '
        [ "${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}" = 1 ] || export LD_PRELOAD='"$library"'
        exec "$0" "$@"' @process_sets lacking 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    grep -q 'processes 1 of the 2 on this node (counted from 0) have not called MPI_Session_init with libhsplit' \
        "$work/stderr"
}

# A process that leaves the calls to the MPI publishes this: the others get the error at once.
sets_without_native() { # NAME=VALUE
    job bare 2 none env LD_PRELOAD="$library" c-tests/in-ranks 1 "$1" "$(program bare process_sets)" \
        lacking 2>"$work/stderr" && grep -q 'process 1 of the 2 on this node (counted from 0) leaves' "$work/stderr" &&
        ! grep -q 'after 10 s' "$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
}

# The same after MPI_Init, at whose end it is known: no process lists the sets, none waits, and nothing is printed.
sets_as_without() { # RANKS NAME=VALUE [COMMAND...]
    silent_job bare 4 none c-tests/in-ranks "$@" "$(program bare process_sets)" mixed
}

# The program of the guide prints what the guide shows.
sets_example() { # PROGRAM EXPECTED
    job preloaded 8 none HSPLIT_EMULATE='node:2 package:2 [numa] l3:1 core:2 pu:1' env LD_PRELOAD="$library" "$1" \
        >"$work/stdout" && sort -V "$work/stdout" | diff "$2" -
}

sets_example_c() {
    (cd examples && $mpicc -Wall -Wextra -Werror process_sets.c -o "$work/process_sets") &&
        sets_example "$work/process_sets" examples/process_sets.c.expected
}

# (The Fortran output lacks the list of sets: MPICH 4.0 numbers them from 1 there.)
sets_example_fortran() {
    # shellcheck disable=SC2086
    "$mpifort" ${FCFLAGS:-} examples/process_sets.f90 -o "$work/process_sets_f" &&
        grep -v 'in the set' examples/process_sets.c.expected >"$work/expected" &&
        sets_example "$work/process_sets_f" "$work/expected"
}

sets_mpi_f08() {
    # shellcheck disable=SC2086
    "$mpifort" ${FCFLAGS:-} fortran/tests/process_sets.f90 -o "$work/process_sets_f08" || return 1
    silent_job preloaded 8 none HSPLIT_EMULATE='node:2 package:2 [numa] l3:1 core:2 pu:1' \
        env LD_PRELOAD="$library" "$work/process_sets_f08" | sed 's/[^0-9]*$//' >"$work/stdout"
    printf '%s\n' 'mpi://WORLD 8' 'mpi://SELF 1' 'hwloc://Machine 4' 'hwloc://Package 2' 'hwloc://NUMANode 2' \
        'hwloc://L3Cache 2' 'hwloc://PU 1' 'hwloc://Core 1' | sort | diff - <(sort "$work/stdout")
}

cases_process_sets() {
    local setting node='node:2 package:2 [numa] l3:1 core:2 pu:1'
    local names='hwloc://Machine hwloc://NUMANode hwloc://L3Cache'
    if grep -q 'this MPI has no sessions' "$(program linked sessions)"; then
        skip "process sets of the hardware" "this MPI has no sessions"
        return
    fi
    # shellcheck disable=SC2086
    test_case "process sets of the hardware: an emulated machine" sets_of_names 8 none HSPLIT_EMULATE="$node" \
        @process_sets alone $names hwloc://Core
    # shellcheck disable=SC2086
    test_case "process sets of the hardware: after MPI_Init" sets_of_names 8 none HSPLIT_EMULATE="$node" \
        @process_sets world $names
    # Intel MPI 2021.18 fails in MPI_Init then, also without the library.
    [ "$mpi" = intel ] || test_case "process sets of the hardware: before MPI_Init" sets_of_names 2 none \
        HSPLIT_EMULATE="$node" HSPLIT_COLLECTIVES=all:0 @process_sets early
    test_case "process sets of the hardware: this machine" sets_of_names 4 none @process_sets alone hwloc://Machine
    [ "$(nproc)" -lt 2 ] || test_case "process sets of the hardware: bound otherwise since" sets_of_names 4 none \
        @process_sets bound hwloc://PU
    # Without libxml2, hwloc reads no comments.
    sed '/^<!--/d' c-tests/topologies/uneven.xml >"$work/uneven.xml"
    test_case "process sets of the hardware: the machine of a file" sets_of_names 2 core \
        HWLOC_XMLFILE="$work/uneven.xml" @process_sets alone hwloc://Machine
    test_case "process sets of the hardware: a wrong description" sets_of_wrong 2 core HSPLIT_EMULATE=core:x \
        @process_sets alone hwloc://Core
    # A launcher that a rank of another job starts has the variables of that rank.
    # shellcheck disable=SC2016
    test_case "process sets of the hardware: a job in a job" job preloaded 1 none sh -c \
        'unset LD_PRELOAD; exec "$@"' - "${mpiexec:?}" -n 2 env LD_PRELOAD="$library" "$(program bare process_sets)" \
        alone hwloc://Machine
    test_case "process sets of the hardware: a late process" sets_of_names 2 none @process_sets absent
    test_case "process sets of the hardware: handed back" sets_of_names 2 none HSPLIT_NATIVE=process_sets \
        @process_sets native
    test_case "process sets of the hardware: a library that is disabled" sets_of_names 2 none HSPLIT_DISABLE=1 \
        @process_sets disabled
    ! everything || test_case "process sets of the hardware: a process lacks the library" sets_without_one
    for setting in HSPLIT_DISABLE=1 HSPLIT_NATIVE=process_sets; do
        test_case "process sets of the hardware: nobody waits for one with $setting" sets_without_native $setting
    done
    test_case "process sets of the hardware: some processes lack the library" sets_as_without 1,3 \
        LD_PRELOAD="$library"
    test_case "process sets of the hardware: a library that is disabled in some processes" sets_as_without 0,1,2,3 \
        "LD_PRELOAD=$library" c-tests/in-ranks 2 HSPLIT_DISABLE=1
    test_case "process sets of the hardware: the program of the guide" sets_example_c
    if command -v "$mpifort" >/dev/null && command -v gfortran >/dev/null && [ "$(family "$mpicc")" = mpich ]; then
        test_case "process sets of the hardware: the program of the guide in Fortran" sets_example_fortran
        printf 'use mpi_f08\ntype(MPI_Session) :: session\nend\n' >"$work/has.f90"
        # shellcheck disable=SC2086
        ! "$mpifort" ${FCFLAGS:-} -c "$work/has.f90" -o "$work/has.o" >/dev/null 2>&1 ||
            test_case "process sets of the hardware: mpi_f08" sets_mpi_f08
    fi
}
