# SPDX-License-Identifier: MIT OR Apache-2.0
# Units run in parallel. A unit is a group of cases under one MPI, or a single task such as the tests in Rust: a process
# with its own folder and mark. It starts when a slot is free and the units that it waits for have ended. Units that
# must run alone come last, one after the other.

units=()
declare -A unit_waits unit_command unit_state unit_pid
# The number of groups that may run in parallel: one more than processors, because some cases sleep. With many, cases
# exceed their time limits.
slots=${CHECK_SLOTS:-$(($(nproc) < 4 ? $(nproc) + 1 : 4))}

unit() { # NAME NAMES-THAT-IT-WAITS-FOR COMMAND...
    case " build fetch ${CHECK_GROUPS:-${1%%:*}} " in *" ${1%%:*} "*) ;; *) return 0 ;; esac
    units+=("$1")
    unit_waits[$1]=$2
    unit_command[$1]=${*:3}
    unit_state[$1]=waiting
}

is_alone() { # UNIT, which is GROUP or GROUP:MPI
    case " $ALONE " in *" ${1%%:*} "*) ;; *) return 1 ;; esac
}

start_unit() { # NAME
    local slack=1 unit=$1
    [ -z "$again" ] && is_alone "$1" || [ "$slots" -eq 1 ] || slack=2
    unit_state[$1]=running
    : >"$run/$1.began"
    # A process group of its own: all of it can be ended.
    set -m
    (
        set +m
        trap 'for undo in $UNDO; do "$undo"; done' EXIT
        trap 'exit 143' INT TERM
        SECONDS=0 work=$run/${1/:/-} mark=$$-${1//[^a-z0-9]/-} group=${1%%:*}
        mkdir -p "$work"
        ${unit_command[$1]}
        processor_time
        echo "$group|$SECONDS|$processor_ms" >>"$run/$1.ended"
    ) </dev/null &
    unit_pid[$1]=$!
    set +m
}

# True if all units that a unit waits for have ended.
may_start() { # NAME
    local other
    for other in ${unit_waits[$1]}; do
        [ "${unit_state[$other]:-ended}" = ended ] || return 1
    done
}

# Records the units that have ended since the last call.
collect_units() {
    local name
    running=0
    for name in "${units[@]}"; do
        [ "${unit_state[$name]}" = running ] || continue
        if [ -e "$run/$name.ended" ]; then
            unit_state[$name]=ended
        elif ! kill -0 "${unit_pid[$name]}" 2>/dev/null; then
            unit_state[$name]=ended
            group=${name%%:*} result FAIL "$name ended before its last case" 0 0
            echo "FAIL -          $name ended before its last case" | tell
        else
            running=$((running + 1))
        fi
    done
}

start_units() {
    local name waiting=0
    for name in "${units[@]}"; do
        [ "${unit_state[$name]}" = waiting ] || continue
        waiting=1
        ! is_alone "$name" || continue
        [ "$running" -lt "$slots" ] || return 0
        may_start "$name" || continue
        start_unit "$name"
        running=$((running + 1))
    done
    [ "$running" -eq 0 ] && [ "$waiting" -eq 1 ] || return 0
    for name in "${units[@]}"; do
        if [ "${unit_state[$name]}" = waiting ] && may_start "$name"; then
            start_unit "$name"
            running=1
            return 0
        fi
    done
}

# Prints every minute which units run.
say_what_runs() {
    local minute file name names
    for ((minute = 1; ; minute++)); do
        # (After the end of this process, it must not keep a pipe of the caller open.)
        sleep 60 >/dev/null 2>&1
        names=
        for file in "$run"/*.began; do
            name=$(basename "$file" .began)
            [ -e "$run/$name.ended" ] || names="$names $name"
        done
        echo "after $minute min: $(cat "$run/results" 2>/dev/null | wc -l) cases; now$names"
    done
}

ticker=
run_units() {
    local running
    say_what_runs </dev/null &
    ticker=$!
    while :; do
        collect_units
        start_units
        [ "$running" -gt 0 ] || break
        wait -n
    done
    run_late_cases
    kill "$ticker"
    wait "$ticker" 2>/dev/null
    ticker=
}

# On a busy machine a case may exceed its limit: it runs once more, alone.
run_late_cases() {
    local name
    [ -e "$run/again" ] || return 0
    for name in $(cut -d'|' -f1 "$run/again" | sort -u); do
        again=$(grep -F "$name|" "$run/again" | cut -d'|' -f2-)
        start_unit "$name"
        wait "${unit_pid[$name]}"
        unit_state[$name]=ended
        lost_cases
    done
    again=
}

# A case that has still no result has failed.
lost_cases() {
    local lost group=${name%%:*} mpi=${name#*:}
    [ "$mpi" != "$name" ] || mpi=-
    while IFS= read -r lost; do
        cut -d'|' -f2-4 "$run/results" | grep -qxF "$mpi|$group|$lost" && continue
        result FAIL "$lost" 0 0
        printf 'FAIL %-10s %s: it did not run again\n' "$mpi" "$lost" | tell
    done <<<"$again"
}

# After an interrupt, units end the processes that they have started. Other processes of jobs are found by the mark.
end_units() {
    local name
    trap '' INT TERM
    for name in "${units[@]}"; do
        [ "${unit_state[$name]}" != running ] || kill -TERM -- "-${unit_pid[$name]}" 2>/dev/null
    done
    [ -z "$ticker" ] || kill "$ticker" 2>/dev/null
    wait
    mark="$$-.*" end_leftovers
    rm -rf "$run"
}
trap end_units EXIT
trap 'exit 130' INT TERM
