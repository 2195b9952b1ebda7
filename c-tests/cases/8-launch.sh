# SPDX-License-Identifier: MIT OR Apache-2.0
# Output of 'hsplit map' for launchers: real jobs are started with it, and each rank prints its place.
CASES="$CASES launch"

# The command line of 'hsplit map' for the MPI that is tested. If there are two, the other one is a comment.
launch_command() { # FORMAT
    case $mpi:$1 in
    *:mpmd) sed -n 's/^# \(mpirun .*\)/\1/p' "$work/report" ;;
    openmpi:* | intel:*) grep -h '^mpi' "$work/report" "$work/launch" | head -n 1 ;;
    openmpi5:*) sed -n 's/^# \(mpirun --host .*\)/\1/p' "$work/report" ;;
    mpich:*) sed -n 's/^# \(mpiexec -hosts .*\)/\1/p' "$work/report" ;;
    *) cat "$work/launch" ;;
    esac
}

# The format of the launcher of this MPI.
launch_format() {
    case $mpi in
    openmpi*) echo openmpi ;;
    intel) echo intel ;;
    *) echo mpich ;;
    esac
}

# START runs the launcher with arguments. Each LINE is the place of a rank: the number of a host, and a binding.
launched() { # START FORMAT HOSTS LINE...
    local start=$1 form=$2 hosts=$3 code words map
    shift 3
    build_cli || return 1
    printf '%s\n' "$@" >"$work/order"
    printf '%%%%MatrixMarket matrix coordinate pattern general\n%d %d 1\n1 %d\n' $# $# $# >"$work/matrix"
    map=("$cli" map "$work/matrix" --hosts "$hosts" --bind "$work/order" --evaluate sequential)
    "${map[@]}" --format mpmd 2>"$work/report" | sed 's/^mpiexec //; s/ : /\n/g' |
        awk '{ print NR - 1, $4, $7 }' >"$work/expected"
    "${map[@]}" --format "$form" -o "$work/launch" -- "$(program bare launcher_placement)" 2>"$work/report" || {
        cat "$work/report"
        return 1
    }
    launch_command "$form" | tee "$work/command"
    read -ra words <"$work/command"
    "$start" "${words[@]:1}" >"$work/placement" 2>"$work/stderr"
    code=$?
    cat "$work/placement" "$work/stderr"
    sort -n "$work/placement" | diff "$work/expected" - &&
        { [ "$code" -eq 0 ] || { [ "$mpi" = mpich ] && [ "$code" -eq 124 ]; }; }
}

launch_here() { # ARGUMENT...
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 PRTE_ALLOW_RUN_AS_ROOT=1 \
        PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1 I_MPI_FABRICS=shm under_limit "$limit" "$mpiexec" "$@"
}

launch_in_cluster() { # ARGUMENT...
    local cluster_limit=60
    [ "$mpi" != mpich ] || cluster_limit=10
    MPIEXEC=$mpiexec cluster launch "$@"
}

# Ranks of several hosts, in random order; with 'apart', two hosts have a list of their own.
cluster_launched() { # together|apart
    local order=('1 core:1' '0 core:1' '3 core:1' '1 core:0' '0 core:0')
    [ "$1" = together ] || order=('1 core:1' '0 core:0' '3 core:0' '1 core:0')
    launched launch_in_cluster "$(launch_format)" 'n[0-3]' "${order[@]}"
}

# Called while a cluster is up.
cluster_launch_cases() {
    if [ "$(nproc)" -lt 2 ]; then
        skip "cluster: ranks start where hsplit map puts them" "needs two cores"
        return
    fi
    test_case "cluster: ranks start where hsplit map puts them" cluster_launched together
    test_case "cluster: ranks start where hsplit map puts them, hosts differ" cluster_launched apart
}

cases_launch() {
    local here
    here=$(hostname)
    if [ "$(nproc)" -lt 2 ]; then
        skip "ranks start where hsplit map puts them" "needs two cores"
        return
    fi
    case $mpi in
    *-abi)
        skip "ranks start where hsplit map puts them" "run under the MPI whose launcher it is"
        return
        ;;
    esac
    test_case "ranks start where hsplit map puts them" \
        launched launch_here "$(launch_format)" "$here" '0 core:1' '0 core:0'
    test_case "ranks start where hsplit map puts them, on several cores" \
        launched launch_here "$(launch_format)" "$here" '0 core:0-1'
    case $mpi in openmpi*)
        test_case "ranks start where hsplit map puts them, a program for each" \
            launched launch_here mpmd "$here" '0 core:1' '0 core:0'
        ;;
    esac
}
