# SPDX-License-Identifier: MIT OR Apache-2.0
# Placements, phases and barriers in which ranks sleep, and programs without the library's calls (c-tests/phases.c,
# phases_keys.c, phases_errors.c, phases_disagree.c, phases_team.c, phases_unaware.c, phases_cpuset.c).
CASES="$CASES phases"

PHASE_NODES='node:2 package:2 core:2 pu:1'
PHASE_NODE='package:2 core:2 pu:1'

# Queries of known values, a second phase and a barrier of a node make no collective call of the MPI.
phases_are_quiet() {
    $mpicc -O2 -Wall -Wextra -fPIC -shared c-tests/count.c -o "$work/count.so" -ldl || return 1
    job linked 8 none HSPLIT_EMULATE="$PHASE_NODES" LD_PRELOAD="$work/count.so" @phases quiet >"$work/stdout" ||
        return 1
    cat "$work/stdout"
    grep -qx 'counted:' "$work/stdout"
}

# One line of a warning in the whole job.
warns_once() { # WORDS JOB...
    local words=$1
    shift
    job "$@" 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    [ "$(grep -c "$words" "$work/stderr")" -eq 1 ]
}

# Rank 1 of a job gets another environment than the others.
phases_that_differ() {
    # shellcheck disable=SC2016
    warns_once 'HSPLIT_PHASES is not the same in all processes' linked 4 none HSPLIT_EMULATE="$PHASE_NODE" sh -c '
        [ "${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}" = 1 ] || export HSPLIT_PHASES="1=Package"
        exec "$0" "$@"' @phases_unaware control-some
}

# A level that there is not, and no shared memory.
phases_left_out() {
    expected_words='HSPLIT_PHASES: a phase is left out'
    both_ways 4 none HSPLIT_EMULATE="$PHASE_NODE" HSPLIT_PHASES='1=nowhere;2=Package' \
        @phases_unaware control-left-out && grep -q "$expected_words" "$work/stderr"
}

# Rank 1 ends, and the launcher does not see it: the shell that started it continues. The ranks that wait get an error,
# and end the job.
phases_killed() { # WHERE
    # shellcheck disable=SC2016
    fault_job 60 linked 4 none HSPLIT_EMULATE="$PHASE_NODE" sh -c '"$0" "$@" || exec sleep 1000' \
        @phases_disagree killed "$1"
    case $? in 0 | 2 | 3 | 102 | 103) return 1 ;; esac
    cat "$work/stdout" "$work/stderr"
    [ "$(grep -c 'is told' "$work/stdout")" -eq 3 ]
}

# Every thread of a worker, with the masks that its runtime gives them and with places of its own.
team_cases() { # NAME FUNCTION
    local team_when
    for team_when in before after; do
        test_case "phases: a worker's team, $1, $team_when a region" "$2" 2 core @phases_team $team_when
        test_case "phases: a worker's team, $1, OMP_PLACES, $team_when a region" "$2" 2 core OMP_PLACES=cores \
            OMP_PROC_BIND=close @phases_team $team_when
    done
}

# A tool behind the library gets all arguments of the program's call.
phases_arguments() {
    $mpicc -O2 -Wall -Wextra -fPIC -shared c-tests/count.c -o "$work/arguments.so" -ldl &&
        silent_job bare 2 none LD_PRELOAD="$library:$work/arguments.so" @exchanges arguments &&
        silent_job bare 2 none LD_PRELOAD="$library:$work/arguments.so" HSPLIT_EMULATE="$PHASE_NODE" \
            HSPLIT_PHASES='1=Package' @exchanges arguments
}

cases_phases() {
    local where
    rr_5_2_bindings
    test_case "phases: elections of RR 5.1" both_ways 32 none HSPLIT_EMULATE="$RR_5_1" @phases golden-5.1
    test_case "phases: elections of RR 5.2" both_ways 8 none HSPLIT_EMULATE="$RR_NODE" \
        HSPLIT_EMULATE_BIND="$work/rr-5.2" @phases golden-5.2
    test_case "phases: errors" both_ways 8 none HSPLIT_EMULATE="$PHASE_NODES" @phases_errors errors
    test_case "phases: ranks that disagree" both_ways 8 none HSPLIT_EMULATE="$PHASE_NODES" @phases_disagree disagree
    test_case "phases: ranks that disagree about communicators" both_ways 8 none HSPLIT_EMULATE="$PHASE_NODES" \
        @phases_disagree apart
    test_case "phases: handles" both_ways 8 none HSPLIT_EMULATE="$PHASE_NODES" @phases_errors handles
    test_case "phases: freed in a phase" both_ways 8 none HSPLIT_EMULATE="$PHASE_NODES" @phases_errors free
    test_case "phases: ranks that wait for each other" both_ways 8 none HSPLIT_EMULATE="$PHASE_NODES" @phases order
    test_case "phases: workers away from their cores" both_ways 3 none \
        HSPLIT_EMULATE='package:1 [numa] core:3 pu:1' @phases displaced
    test_case "phases: progress of messages" both_ways 4 none HSPLIT_EMULATE="$PHASE_NODE" @phases progress
    printf '0 core:0\n0 core:1\n' >"$work/one-package"
    test_case "phases: keys" both_ways 2 none HSPLIT_EMULATE='package:2 core:2 pu:2' \
        HSPLIT_EMULATE_BIND="$work/one-package" @phases_keys keys
    test_case "phases: parked ranks and a long message" both_ways 4 none HSPLIT_EMULATE="$PHASE_NODE" \
        @phases_keys unaided
    test_case "phases: one-sided accesses to parked ranks" both_ways 4 none HSPLIT_EMULATE="$PHASE_NODE" \
        @phases_keys one-sided
    test_case "phases: ranks that are ahead" both_ways 16 none HSPLIT_EMULATE='package:1 core:16 pu:1' \
        @phases_keys ahead
    test_case "phases: no message" phases_are_quiet
    test_case "phases: threads" both_ways 4 none HSPLIT_EMULATE="$PHASE_NODE" @phases threads
    test_case "phases: masks" both_ways 2 core @phases real
    team_cases "GNU's OpenMP" both_ways
    if [ -n "$(llvm_openmp)" ]; then
        team_cases "LLVM's OpenMP" with_llvm
    else
        skip "phases: a worker's team, LLVM's OpenMP" "clang or its OpenMP is not installed"
    fi
    test_case "phases: an initial thread that GNU's OpenMP has bound" both_ways 1 none OMP_PROC_BIND=true \
        @phases_team home "$(nproc)"
    test_case "phases: MPI_Finalize in a phase" warns_once 'MPI_Finalize is called in a phase' linked 4 none \
        HSPLIT_EMULATE="$PHASE_NODE" @phases open
    test_case "phases: the first thread of a program ends" both_ways 2 none HSPLIT_EMULATE="$PHASE_NODE" @main_ends
    test_case "phases: disabled" both_ways 2 none HSPLIT_DISABLE=1 @phases disabled
    test_case "phases: MPI_Pcontrol" both_ways 8 none HSPLIT_EMULATE="$PHASE_NODES" HSPLIT_PHASES='1=Package;7=1:' \
        @phases_unaware control
    test_case "phases: MPI_Pcontrol, messages to parked ranks" both_ways 4 none HSPLIT_EMULATE="$PHASE_NODE" \
        HSPLIT_PHASES=1=Package @phases_unaware messages
    test_case "phases: MPI_Pcontrol, arguments for a tool" phases_arguments
    test_case "phases: MPI_Pcontrol, not in all processes" phases_that_differ
    test_case "phases: MPI_Pcontrol, phases that cannot be" phases_left_out
    test_case "phases: barriers asleep" both_ways 4 none HSPLIT_EMULATE="$PHASE_NODE" HSPLIT_WAIT=sleep:1000 \
        @phases_unaware wait
    test_case "phases: a rank is stopped" both_ways 4 none HSPLIT_EMULATE="$PHASE_NODE" @phases_disagree stopped
    if everything; then
        where=$(no_cpusets)
        if [ -z "$where" ] && [ "$(nproc)" -lt 2 ]; then
            where="needs two processing units"
        fi
        if [ -z "$where" ]; then
            test_case "phases: a cpuset that shrinks" in_cpuset "hsplit-$$-$mpi-phases" 2 1 \
                'the operating system has taken the processing units' @phases_cpuset
        else
            skip "phases: a cpuset that shrinks" "$where"
        fi
    fi
    for where in barrier begin phase end; do
        test_case "phases: a rank is killed, $where" phases_killed $where
    done
}
