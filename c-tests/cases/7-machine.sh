# SPDX-License-Identifier: MIT OR Apache-2.0
# The machine that the tests run on: discovered once, shared, cleaned up, and real bindings.
CASES="$CASES machine"
ALONE="$ALONE machine"

LARGE='package:8 [numa] l3:4 l2:16 core:1 pu:2'

# One rank of a node queries the operating system, for any number of ranks.
discovered_once() { # [NAME=VALUE...]
    job linked 32 none HSPLIT_LOG=debug "$@" @level >"$work/once" 2>&1 || {
        cat "$work/once"
        return 1
    }
    discovered_by 1 31
}

# So many ranks have queried the operating system, and so many have read the result from these ranks ($work/once).
discovered_by() { # RANKS OTHERS
    [ "$(grep -c 'discovered the machine' "$work/once")" -eq "$1" ] &&
        [ "$(grep -c 'took over the machine' "$work/once")" -eq "$2" ] ||
        {
            grep 'the machine' "$work/once"
            return 1
        }
}

# Files and sockets that the library could leave. Other jobs of this machine may have some, too.
traces() {
    find /dev/shm "${TMPDIR:-/tmp}" -maxdepth 1 -iname '*hsplit-[0-9]*' ! -path "$work" 2>/dev/null | sort
}

# A process of this run that is a rank: its command line begins with the program, unlike a launcher's.
rank_of_ours() {
    local pid
    for pid in $(pgrep -f "^$tests/linked/level 100000"); do
        grep -qzx "LIBHSPLIT_CHECK=$mark" "/proc/$pid/environ" && echo "$pid" && return
    done
    echo "no rank was found" >&2
    return 1
}

# A rank that is killed during a job leaves nothing, and the next job discovers the machine again.
killed() {
    local victim launcher before
    before=$(traces)
    limit=30 job linked 4 none HSPLIT_LOG=debug @level 100000 >"$work/killed" 2>&1 &
    launcher=$!
    for _ in $(seq 100); do
        [ "$(grep -c 'the machine' "$work/killed")" -ge 4 ] && break
        sleep 0.1
    done
    victim=$(rank_of_ours) && kill -9 "$victim"
    [ -n "$victim" ] || return 1
    wait "$launcher" && {
        echo "a job without one of its ranks succeeded"
        return 1
    }
    end_leftovers
    [ "$(traces)" = "$before" ] || {
        traces
        return 1
    }
    job linked 4 none HSPLIT_LOG=debug @level >"$work/next" 2>&1 || {
        cat "$work/next"
        return 1
    }
    [ "$(grep -c 'discovered the machine' "$work/next")" -eq 1 ] || {
        cat "$work/next"
        return 1
    }
}

# Two ranks use two files of one name, each in its own working folder.
discovered_by_folder() {
    local rank
    for rank in 0 1; do
        mkdir -p "$work/folder$rank"
        sed '/<!--.*-->/d' "$TOPOLOGIES/hybrid.xml" >"$work/folder$rank/node.xml" || return 1
    done
    # shellcheck disable=SC2016 # in each rank
    job linked 2 none HSPLIT_LOG=debug HWLOC_XMLFILE=node.xml FOLDER="$work/folder" \
        sh -c 'cd "$FOLDER${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" && exec "$@"' sh @level >"$work/by-folder" 2>&1 || {
        cat "$work/by-folder"
        return 1
    }
    grep 'the machine' "$work/by-folder"
    [ "$(grep -c 'discovered the machine' "$work/by-folder")" -eq 2 ]
}

# The names by which a job of two ranks shares the machine, in the file 'names', with those of other jobs that begin
# meanwhile.
names_of_machine() { # [NAME=VALUE...] @PROGRAM [ARGUMENT...]
    shared_names >"$work/before"
    job linked 2 none SLURM_JOB_ID="7$mpi" "$@" >"$work/first" 2>&1 &
    : >"$work/seen"
    while kill -0 $! 2>/dev/null; do
        shared_names | comm -13 "$work/before" - >>"$work/seen"
        sleep 0.1
    done
    wait $!
    sort -u "$work/seen" >"$work/names"
    [ -s "$work/names" ] || {
        echo "no socket of the library was seen"
        cat "$work/first"
        return 1
    }
}

shared_names() {
    sed -n 's/.*@\(hsplit-[0-9]*-[0-9a-f]*\)$/\1/p' /proc/net/unix | sort -u
}

# A process of the same user holds the name and offers nothing: every rank discovers the machine itself. Only if the
# name can be predicted: Open MPI's own job id is a part of it.
squatted() {
    local squat squatter code
    names_of_machine HSPLIT_LOG=trace @level 3000 || return 1
    squat=$(program linked squat)
    : >"$work/squat"
    "$squat" <"$work/names" >"$work/squat" &
    squatter=$!
    until grep -q '^ready ' "$work/squat" || ! kill -0 "$squatter" 2>/dev/null; do
        sleep 0.1
    done
    grep -q '^ready [1-9]' "$work/squat" &&
        limit=30 silent_job linked 2 none SLURM_JOB_ID="7$mpi" @level
    code=$?
    kill "$squatter"
    return $code
}

whole_launcher() { # the variable set for the launcher too
    LD_PRELOAD=$library HSPLIT_EMULATE="$RR_NODE" limit=60 job bare 4 none @level >"$work/whole" 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/whole" "$work/stderr"
    grep -qx 'L1dCache 2, Core 1' "$work/whole" && ! grep 'hsplit\[' "$work/stderr"
}

# Open MPI's processes under MPICH's launcher are jobs of one rank, in which the launcher must see no failure.
other_launcher() {
    local settings try
    for settings in HSPLIT_EMULATE="$RR_NODE" HSPLIT_DISABLE=1; do
        for try in {1..6}; do
            under_limit 30 mpiexec.mpich -n 2 env LD_PRELOAD="$library" "$settings" "$(program bare exiting)" ||
                return 1
        done
    done
}

cases_machine() {
    local whose
    test_case "discovered once by 32 ranks" discovered_once
    test_case "discovered once, 1024 units" discovered_once HWLOC_SYNTHETIC="$LARGE"
    ! everything || test_case "discovered once for each file of a name" discovered_by_folder
    test_case "a killed rank leaves nothing" killed
    [ "$mpi" = openmpi ] || test_case "the shared name is squatted" squatted
    test_case "unbound ranks get nothing" both_ways 2 none HSPLIT_LOG=error @binding free
    if [ "$(nproc)" -ge 2 ]; then
        test_case "bound ranks, and ranks that move" both_ways 2 core @binding bound
        for whose in threads caller process; do
            test_case "whose binding counts: $whose" both_ways 2 none HSPLIT_BINDING=$whose @threads_bound $whose
        done
    else
        skip "bound ranks, and ranks that move" "needs two cores"
        skip "whose binding counts" "needs two cores"
    fi
    test_case "preloaded into the launcher too" whole_launcher
    case $mpi in openmpi*)
        if command -v mpiexec.mpich >/dev/null; then
            test_case "started by MPICH's launcher" other_launcher
        else
            skip "started by MPICH's launcher" "mpiexec.mpich is missing"
        fi
        ;;
    esac
}
