# SPDX-License-Identifier: MIT OR Apache-2.0
# The scripts that measure for long: their output on a terminal. They do not depend on an MPI, and run once.
CASES="$CASES scripts"

# Output of bench-cluster and bench-scale while they work.
script_progress() {
    cat >"$work/long" <<'END'
. lab/scripts/progress.sh
with_progress lab "$1" bash -c 'sleep 2; echo "half done" >&2; sleep 2; echo done' >"$2"
END
    bash "$work/long" "$work/said" "$work/stdout" 2>"$work/stderr" && [ ! -s "$work/stderr" ] &&
        grep -qx 'done' "$work/stdout" && grep -qx 'half done' "$work/said" || return 1
    script -qec "bash '$work/long' '$work/said' '$work/stdout'" /dev/null >"$work/terminal" </dev/null || return 1
    cat -v "$work/terminal"
    # The line appears, has the last words, and is erased in the end.
    grep -q $'^\r\e\\[Klab: [0-9]* s' "$work/terminal" && grep -q 'lab: [0-9]* s: half done' "$work/terminal" &&
        grep -q $'\r\e\\[K$' "$work/terminal"
}

# with_stand_ins FOLDER SCRIPT: a copy of a script, and stand-ins for its programs: the first experiment takes three
# seconds, all write files with one row.
with_stand_ins() {
    mkdir -p "$1/c-tests/netns-cluster" "$1/lab/scale" "$1/lab/scripts" "$1/bin" &&
        cp lab/scripts/progress.sh "$1/lab/scripts" && cp "$2" "$1/$2" && cp lab/scale/printed "$1/lab/scale" ||
        return 1
    cat >"$1/experiment" <<'END'
#!/bin/bash
name=vectors
while [ $# -gt 0 ]; do
    case $1 in
    collectives) name=collectives ;;
    --json | --csv)
        printf 'placement,size,variant,median_us\nby-node,1K,topological,1\nby-node,1K,by hand,2\n' >"$2"
        file=$2
        ;;
    esac
    shift
done
case $file in
*/collectives.* | */scaled/vectors.*)
    echo "$name: half way" >&2
    sleep 3
    ;;
esac
END
    printf '#!/bin/sh\n[ "$1" != run ] || exec "%s/experiment" "$@"\n' "$1" >"$1/c-tests/netns-cluster/cluster"
    cp "$1/experiment" "$1/lab/scale/run" && printf '#!/bin/sh\n' >"$1/bin/hsplit-bench" &&
        printf '#!/bin/sh\necho none\n' >"$1/bin/mpiexec" &&
        chmod 755 "$1/experiment" "$1/c-tests/netns-cluster/cluster" "$1/lab/scale/run" "$1/bin/hsplit-bench" \
            "$1/bin/mpiexec"
}

# on_terminal FOLDER WORDS COMMAND: the output of the command during an experiment, and its end.
on_terminal() {
    under_limit 60 script -qec "MPIEXEC='$1/bin/mpiexec' $3" /dev/null >"$work/terminal" </dev/null || {
        cat -v "$work/terminal"
        return 1
    }
    cat -v "$work/terminal"
    grep -q $'\r\e\\[K'"$2: [0-9]* s: [a-z]*: half way" "$work/terminal" && grep -q $'\r\e\\[K' "$work/terminal"
}

benchmarks_show_progress() {
    local folder=$work/stand-ins
    with_stand_ins "$folder" lab/scripts/bench-cluster && with_stand_ins "$folder" lab/scale/bench || return 1
    on_terminal "$folder" 'bench-cluster: collectives' \
        "bash '$folder/lab/scripts/bench-cluster' '$folder/bin/hsplit-bench' '$folder/cluster'" &&
        on_terminal "$folder" 'bench-scale: vectors' \
            "bash '$folder/lab/scale/bench' '$folder/bin/hsplit-bench' '$folder/scaled' vectors"
}

cases_scripts() {
    [ "$mpicc" = "${ALL_MPICC%% *}" ] || return 0
    if script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
        test_case "scripts that take long: a line on a terminal, nothing in a pipe" script_progress
        test_case "bench-cluster and bench-scale: a line on a terminal" benchmarks_show_progress
    else
        skip "scripts that take long: a line on a terminal" "there is no command script, or no terminals (/dev/pts)"
    fi
}
