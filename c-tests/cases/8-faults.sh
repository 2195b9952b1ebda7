# SPDX-License-Identifier: MIT OR Apache-2.0
# Faults of the machine and foreign processes on it: ranks that are stopped or killed at any step, an operating system
# that refuses, no /proc and no /sys, other processes that hold the library's names. Results are right, no rank waits
# forever, missing resources are named, and nothing is left.
CASES="$CASES faults"

FAULT_NODES='node:2 package:2 core:1 pu:1'
# The number of calls of a form before which a rank is killed.
: "${FAULT_KILLS:=20}"
# Collective calls through memory that the ranks of a node share.
THROUGH_MEMORY="HSPLIT_COLLECTIVES=all:0,memory=1"

# Files that the library could leave. (Its memory files and abstract sockets end with their processes.)
fault_traces() {
    # Concurrent tests and scripts have files and folders of their own, for minutes.
    find /dev/shm "${TMPDIR:-/tmp}" -maxdepth 1 -name 'hsplit-*' ! -type d ! -name 'hsplit-test-*' \
        ! -name 'hsplit-topology-*' ! -name 'hsplit-pipe-*' ! -name 'hsplit-bench-*' 2>/dev/null | sort
}

# As 'job', with a limit of seconds, and nothing may be left: 102 if it hangs, 103 if something is left.
fault_job() { # SECONDS JOB...
    local before left code
    before=$(fault_traces)
    limit=$1
    shift
    job "$@" >"$work/stdout" 2>"$work/stderr"
    code=$?
    ! grep -q 'did not end within' "$work/stderr" || {
        echo "hangs: $*"
        head -n 5 "$work/stderr"
        # A hang is what is tested: the case does not run again.
        rm -f "$work/exceeded"
        return 102
    }
    end_leftovers
    # Killed processes may take a moment to end, and so may the objects of other jobs on the machine.
    left=$(comm -13 <(echo "$before") <(fault_traces))
    for _ in $(seq 100); do
        [ -n "$left" ] || return "$code"
        sleep 0.2
        left=$(comm -12 <(echo "$left") <(fault_traces))
    done
    echo "left behind: $left"
    return 103
}

# ---- ranks that are stopped, or die ----

# Rank 1 stops for a while before each of its native calls.
fault_stopped() { # FORM [NAME=VALUE...]
    local form=$1
    shift
    fault_job 120 linked 4 none HSPLIT_EMULATE="$FAULT_NODES" LD_PRELOAD="$work/failing.so" "$@" \
        @failures "$form" stop && grep "^$form: [1-9][0-9]* calls$" "$work/stdout" || {
        grep -a 'failures\.c\|hangs' "$work/stderr" | head -n 5
        return 1
    }
}

# Rank 1 dies before its native call AT: the job ends.
fault_killed() { # FORM AT [NAME=VALUE...]
    local form=$1 at=$2
    shift 2
    # The launcher ends the ranks that wait for a dead rank.
    fault_job 60 linked 4 none HSPLIT_EMULATE="$FAULT_NODES" LD_PRELOAD="$work/failing.so" "$@" \
        @failures "$form" kill "$at"
    case $? in
    0)
        # The number of times that a rank polls for a message differs from run to run, and so does its last call.
        grep -q "^$form: there is no call $at$" "$work/stdout" && return 0
        echo "$form: a job without its rank 1 succeeds"
        return 1
        ;;
    102 | 103) return 1 ;;
    esac
    killed=$((killed + 1))
    ! grep -a 'hangs:' "$work/stderr"
}

# Before FAULT_KILLS calls, spread over all of them.
fault_killed_anywhere() { # FORM [NAME=VALUE...]
    local calls at step killed=0
    fault_stopped "$@" >"$work/calls" || {
        cat "$work/calls"
        return 1
    }
    calls=$(sed -n 's/^[a-z_]*: \([0-9]*\) calls$/\1/p' "$work/calls")
    step=$(((calls + FAULT_KILLS - 1) / FAULT_KILLS))
    for at in $(seq $((calls > 1)) "$step" $((calls - 1))); do
        fault_killed "$1" "$at" "${@:2}" || return 1
    done
    [ "$killed" -gt $((calls / 3 / step)) ]
}

# A rank that dies in a system call with which ranks share the machine, or memory.
fault_killed_sharing() { # WHAT SYSCALL [NAME=VALUE...]
    local what=$1 syscall=$2
    shift 2
    fault_job 60 linked 4 none "$@" @faults "$what" all kill "$syscall"
    case $? in
    102 | 103) return 1 ;;
    0) echo "(no rank called $syscall)" ;;
    esac
}

# A rank dies in a phase, and its launcher does not see it: the other ranks soon get an error. On a busy machine the
# error may be late, but hardly each time.
fault_killed_in_phase() { # WHERE
    local late
    for _ in 1 2 3 4 5; do
        phases_killed "$1" >"$work/told" || {
            cat "$work/told"
            return 1
        }
        late=$(sed -n 's/^rank [0-9] is told after \([0-9]*\) ms$/\1/p' "$work/told" | sort -n | tail -n 1)
        echo "told after $late ms"
        [ "$late" -gt 3000 ] || return 0
    done
    return 1
}

# The launcher sees it, and ends the job.
fault_killed_in_job() { # WHERE
    fault_job 60 linked 4 none HSPLIT_EMULATE="$PHASE_NODE" @phases_disagree killed "$1"
    case $? in 0 | 102 | 103) return 1 ;; esac
}

fault_phases() {
    local where
    for where in barrier begin phase end 20 500 2000 7000 20000 50000 100000; do
        test_case "faults: a rank is killed in phases, $where" fault_killed_in_phase "$where"
    done
    for where in barrier begin phase end 1000 10000; do
        test_case "faults: a rank is killed in phases, $where, and the job ends" fault_killed_in_job "$where"
    done
}

# ---- an operating system that refuses ----

# Results are right all the same; if something is lost, the reason is printed.
fault_refused() { # REASON WHAT RANK FAULT... [-- NAME=VALUE...]
    local reason=$1 words=()
    shift
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        words+=("$1")
        shift
    done
    fault_job 60 linked 4 none HSPLIT_LOG=info "${@:2}" @faults "${words[@]}" || {
        grep -a 'hsplit\[\|faults\.c\|memory allocation' "$work/stderr" | head -n 8
        return 1
    }
    [ -z "$reason" ] || grep -aq "hsplit\[[0-9]*\]: .*$reason" "$work/stderr" || {
        echo "no rank says '$reason':"
        grep -a 'hsplit\[' "$work/stderr" | head -n 5
        return 1
    }
}

# The MPI itself may fail, too: the job must end, unless it hangs without the library too, and no wrong result may be
# returned as a right one.
fault_starved() { # WHAT RANK FAULT... [-- NAME=VALUE...]
    local words=()
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        words+=("$1")
        shift
    done
    fault_job 20 linked 4 none HSPLIT_LOG=info "${@:2}" @faults "${words[@]}"
    case $? in
    102)
        fault_job 20 bare 4 none @faults "${words[@]}"
        [ $? -eq 102 ] || return 1
        ;;
    103) return 1 ;;
    esac
    ! grep -a 'faults\.c:.* expected' "$work/stderr"
}

# The command line by which folders are empty for a rank.
fault_hidden() { # WAY FOLDER...
    local mounts='' folder
    for folder in "${@:2}"; do
        mounts="$mounts mount -t tmpfs none $folder &&"
    done
    # shellcheck disable=SC2016
    case $1 in
    everywhere) echo "unshare -m sh -c '$mounts exec \"\$@\"' sh \"\$@\"" ;;
    *) echo "[ \${OMPI_COMM_WORLD_RANK:-\$PMI_RANK} != 1 ] ||
        exec unshare -m sh -c '$mounts exec \"\$@\"' sh \"\$@\"; exec \"\$@\"" ;;
    esac
}

# /proc or /sys, or both, are empty for ranks. A rank that cannot identify its node prints this.
fault_without() { # WAY FOLDER...
    fault_job 60 bare 4 none HSPLIT_LOG=info LD_LIBRARY_PATH="$build/lib:$LD_LIBRARY_PATH" \
        sh -c "$(fault_hidden "$@")" sh "$(program linked faults)" machine all && return 0
    grep -a 'hsplit\[\|faults\.c' "$work/stderr" | head -n 8
    [ "$1" != everywhere ] && grep -aq 'this node is known by its host name alone' "$work/stderr"
}

# Skipped if the MPI itself fails without the folders.
fault_without_case() { # NAME WAY FOLDER...
    local name=$1
    shift
    if fault_job 60 bare 4 none sh -c "$(fault_hidden "$@")" sh "$(program bare faults)" none all; then
        test_case "$name" fault_without "$@"
    else
        skip "$name" "the MPI itself fails without ${*:2}"
    fi
}

# ---- foreign processes ----

# A foreign process holds the names before the job, as this user or as another one; the job is right, and does not wait
# long. On a busy machine a job may be late without waiting, but hardly each time.
fault_foreign() { # USER HOW
    local user=$1 how=$2 foreign took prefix=()
    [ "$user" = same ] || prefix=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    names_of_machine FAULTS_WAIT=3 @faults machine all || return 1
    cp "$(program linked foreign_process)" "$work/foreign" && chmod 755 "$work" "$work/foreign"
    for _ in 1 2 3 4 5; do
        : >"$work/foreign.out"
        "${prefix[@]}" "$work/foreign" "$how" <"$work/names" >"$work/foreign.out" 2>&1 &
        foreign=$!
        until grep -q '^ready ' "$work/foreign.out" || ! kill -0 "$foreign" 2>/dev/null; do
            sleep 0.1
        done
        grep -q '^ready [1-9]' "$work/foreign.out" || {
            cat "$work/foreign.out"
            kill "$foreign"
            return 1
        }
        fault_beside_stranger || {
            kill "$foreign"
            return 1
        }
        kill "$foreign"
        wait "$foreign" 2>/dev/null
        [ "$took" -ge 3000 ] || return 0
    done
    return 1
}

# Sets 'took': the milliseconds of the first call.
fault_beside_stranger() {
    limit=90 job linked 4 none SLURM_JOB_ID="7$mpi" HSPLIT_LOG=info @faults machine all \
        >"$work/stdout" 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    grep -a 'hsplit\[\|faults\.c' "$work/stderr" | head -n 5
    took=$(sed -n 's/ ms$//p' "$work/stdout")
    echo "the first call took $took ms"
    [ -n "$took" ]
}

# Two jobs of one user, even with one number: each has its own machine, or the other one's if that is equal.
fault_two_jobs() {
    local first
    job linked 4 none SLURM_JOB_ID="7$mpi" HSPLIT_EMULATE='node:1 core:4 pu:1' @faults machine all >"$work/first" 2>&1 &
    first=$!
    job linked 4 none SLURM_JOB_ID="7$mpi" @faults machine all >"$work/second" 2>&1 || {
        cat "$work/second"
        return 1
    }
    wait "$first" || {
        cat "$work/first"
        return 1
    }
}

fault_syscalls() {
    local syscall
    # shellcheck disable=SC2086
    for syscall in memfd_create ftruncate fcntl mmap openat; do
        test_case "faults: a rank dies in $syscall, sharing memory" \
            fault_killed_sharing memory "$syscall" HSPLIT_EMULATE="$FAULT_NODES" $THROUGH_MEMORY
    done
    for syscall in memfd_create socket bind listen connect write fcntl getsockopt getdents64 openat; do
        test_case "faults: a rank dies in $syscall, sharing the machine" fault_killed_sharing machine "$syscall"
    done
    for syscall in memfd_create socket; do
        test_case "faults: no $syscall anywhere" fault_refused 'not permitted' machine all deny "$syscall" EPERM
        test_case "faults: no $syscall on one rank" fault_refused 'Too many open files' machine 0 deny "$syscall" EMFILE
    done
    test_case "faults: no space for the machine" fault_refused 'No space left' machine all deny write ENOSPC
    test_case "faults: no seals" fault_refused '' machine all deny fcntl EPERM
    test_case "faults: no rank can listen" fault_refused 'not permitted' machine all deny listen EPERM
    test_case "faults: no rank can connect" fault_refused 'not permitted' machine all deny connect EPERM
    # shellcheck disable=SC2086
    {
        test_case "faults: no memory_create for collective calls" \
            fault_refused 'not permitted' memory all deny memfd_create EPERM \
            -- HSPLIT_EMULATE="$FAULT_NODES" $THROUGH_MEMORY
        test_case "faults: no space for collective calls" \
            fault_refused 'No space left' memory all deny ftruncate ENOSPC \
            -- HSPLIT_EMULATE="$FAULT_NODES" $THROUGH_MEMORY
        test_case "faults: one rank cannot open the memory" \
            fault_refused 'Permission denied' memory 3 deny openat EACCES \
            -- HSPLIT_EMULATE="$FAULT_NODES" $THROUGH_MEMORY
        test_case "faults: one rank has no memory of its own for short calls" \
            fault_refused 'no memory for short calls' memory 3 deny mmap ENOMEM \
            -- HSPLIT_EMULATE='leaf:2 node:2 package:1 core:1 pu:1' $THROUGH_MEMORY
        test_case "faults: one rank has no files left, collective calls" \
            fault_starved memory 2 files 0 -- HSPLIT_EMULATE="$FAULT_NODES" $THROUGH_MEMORY
        # (Open MPI itself waits forever in MPI_Isend if it lacks memory for a request.)
        test_case "faults: one rank has no memory left, collective calls" \
            fault_starved memory 2 space "$([ "$mpi" = openmpi ] && echo 200 || echo 0)" \
            -- HSPLIT_EMULATE="$FAULT_NODES" $THROUGH_MEMORY
    }
    for syscall in 0 1 2 3; do
        test_case "faults: one rank may open $syscall files" fault_starved machine 1 files "$syscall"
    done
    for syscall in 0 500 5000 50000; do
        if [ "$syscall $mpi" = "0 openmpi" ]; then
            skip "faults: one rank has 0 KiB left" "Open MPI 4 waits for memory in PMPI_Comm_create for ever"
            continue
        fi
        test_case "faults: one rank has $syscall KiB left" fault_starved machine 1 space "$syscall"
    done
    test_case "faults: one rank cannot open anything" fault_refused '' machine 1 deny openat EACCES
}

# The launcher answers after a minute: the MPI must not get that answer, and no process decides alone.
fault_suspended() {
    fault_job 120 preloaded 2 none @suspended_launcher 65 && grep "and still waits" "$work/stderr"
}

cases_faults() {
    local form how
    # (These take long, and are for 'make check-all'.)
    everything && thorough || return 0
    preparing_case "failing calls compile" "$mpicc" -std=c99 -O1 -g -Wall -Wextra -Werror -fPIC -shared \
        c-tests/failing.c -o "$work/failing.so" -ldl
    for form in $("$(program linked failures)" list); do
        # shellcheck disable=SC2086
        test_case "faults: stopped and killed: $form" fault_killed_anywhere "$form" $THROUGH_MEMORY
    done
    # shellcheck disable=SC2086
    test_case "faults: stopped and killed: collectives, short ones by messages" \
        fault_killed_anywhere collectives $THROUGH_MEMORY HSPLIT_COLLECTIVES_SHORT=off
    fault_phases
    fault_syscalls
    test_case "faults: two jobs at once" fault_two_jobs
    case $mpi in mpich* | intel) test_case "faults: the launcher is suspended" fault_suspended ;; esac
    if [ "$(id -u)" -ne 0 ] || ! unshare -m true 2>/dev/null; then
        skip "faults: no /proc, no /sys" "only root may hide them"
    else
        for how in everywhere 'on one rank'; do
            fault_without_case "faults: no /sys $how" "$how" /sys
            fault_without_case "faults: no /proc $how" "$how" /proc
            fault_without_case "faults: neither $how" "$how" /sys /proc
        done
    fi
    # Open MPI's own job number, which cannot be predicted, is a part of the name.
    [ "$mpi" != openmpi ] || return 0
    for how in hold listen accept half close promise forged short unsealed large flood; do
        test_case "faults: a foreign process of this user: $how" fault_foreign same "$how"
        [ "$(id -u)" -ne 0 ] || test_case "faults: a foreign process of another user: $how" fault_foreign other "$how"
    done
}
