# SPDX-License-Identifier: MIT OR Apache-2.0
# Variables, and the library itself, that reach only some processes of a job.
CASES="$CASES settings"

# Ranks 2 and 3 of four have a variable: the job ends, its results are right, and one line says what is wrong.
differs() { # NAME VALUE WORDS
    limit=60 job linked 4 none c-tests/in-ranks 2,3 "$1=$2" "$(program linked settings)" splits 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    [ "$(grep -c 'hsplit\[' "$work/stderr")" -eq 1 ] &&
        grep -q "hsplit\[0\]: warning: $1 is not the same in all processes: " "$work/stderr" &&
        grep -q "'$2' in ranks 2-3 (" "$work/stderr" && grep -q "not set in ranks 0-1 (" "$work/stderr" &&
        grep -q "$3" "$work/stderr"
}

# All processes have one value: there is no message, and the setting counts.
agrees() {
    silent_job linked 4 none HSPLIT_COLLECTIVES=all:0 HSPLIT_EXCHANGE=reduce @settings splits || return 1
    job linked 4 none HSPLIT_EMULATE='node:2 package:2 core:1 pu:1' HSPLIT_COLLECTIVES=bcast:0 HSPLIT_LOG=info \
        HSPLIT_LOG_RANK=0 @settings 2>"$work/stderr" || return 1
    cat "$work/stderr"
    grep -q 'hsplit\[0\]: libhsplit .* along the hierarchy went of collective calls 4 bcast' "$work/stderr"
}

# Each job adds one block to the file; a link is not followed.
summarised() {
    local block
    rm -f "$work"/summary*
    for _ in 1 2; do
        silent_job linked 4 none HSPLIT_EMULATE='node:2 package:2 core:1 pu:1' HSPLIT_COLLECTIVES=bcast:0 \
            HSPLIT_SUMMARY="$work/summary" @settings || return 1
    done
    cat "$work/summary"
    block="hsplit-summary library mpi ranks nodes levels splits native_splits collective warnings"
    [ "$(sed 's/:.*//; s/ /_/' "$work/summary" | tr '\n' ' ')" = "$block $block " ] &&
        [ "$(grep -cx -e 'ranks: 4' -e 'nodes: 2' -e 'levels: Machine NUMANode Core' -e 'warnings: 0' \
            "$work/summary")" -eq 8 ] &&
        [ "$(grep -cE '^collective: bcast hierarchy, calls 4, bytes [0-9]+, seconds [0-9.]+$' \
            "$work/summary")" -eq 2 ] || return 1
    ln -s "$work/summary" "$work/summary-link"
    job linked 4 none HSPLIT_SUMMARY="$work/summary-link" @settings 2>"$work/stderr" || return 1
    cat "$work/stderr"
    [ "$(grep -c 'hsplit\[0\]: warning: HSPLIT_SUMMARY: .*summary-link: ' "$work/stderr")" -eq 1 ] &&
        [ "$(grep -c '^ranks' "$work/summary")" -eq 2 ]
}

# A level that the library does not know is MPICH's to find: the native MPI makes that split, too.
summarised_native() {
    rm -f "$work/summary-native"
    silent_job linked 2 none HSPLIT_SUMMARY="$work/summary-native" @types unanswered || return 1
    cat "$work/summary-native"
    [ "$(grep -cx -e 'splits: 0' -e 'native splits: 2' "$work/summary-native")" -eq 2 ]
}

# On stderr the block is what it is in a file: whole, in order, and nothing else is there.
summarised_on_stderr() {
    local block
    job linked 4 none HSPLIT_EMULATE='node:2 package:2 core:1 pu:1' HSPLIT_COLLECTIVES=bcast:0 HSPLIT_SUMMARY=stderr \
        @settings splits >"$work/stdout" 2>"$work/stderr" || return 1
    cat "$work/stdout" "$work/stderr"
    [ ! -e stderr ] && ! grep '^hsplit-summary' "$work/stdout" || return 1
    sed -n '/^hsplit-summary: 1$/,/^warnings: /p' "$work/stderr" >"$work/block"
    block="hsplit-summary library mpi ranks nodes levels splits native_splits collective warnings"
    [ "$(sed 's/:.*//; s/ /_/' "$work/block" | tr '\n' ' ')" = "$block " ] &&
        [ "$(grep -cx -e 'ranks: 4' -e 'nodes: 2' -e 'levels: Machine NUMANode Core' -e 'splits: 1' \
            -e 'native splits: 1' -e 'warnings: 0' "$work/block")" -eq 6 ] &&
        grep -qE '^collective: bcast hierarchy, calls 8, bytes 96000, seconds [0-9.]+$' "$work/block" &&
        ! grep 'hsplit\[' "$work/stderr"
}

# Ranks 2 and 3 have not loaded the library, and no rank has a variable: the job goes on after a line.
without_library() {
    limit=60 job bare 4 none c-tests/in-ranks 0,1 LD_PRELOAD="$library" "$(program bare settings)" 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    [ "$(grep -c 'hsplit\[.*have not loaded libhsplit; do all hosts have' "$work/stderr")" -eq 1 ]
}

# The same ranks with a variable: the common value cannot be known, so the ranks wait, with a message.
waits_with_words() {
    ! limit=15 job bare 4 none c-tests/in-ranks 0,1 LD_PRELOAD="$library" HSPLIT_COLLECTIVES=all \
        "$(program bare settings)" 2>"$work/stderr" || return 1
    cat "$work/stderr"
    grep -q 'hsplit\[.*have not loaded libhsplit; do all hosts have' "$work/stderr"
}

# Rank 0 has no variable and goes on before rank 2 comes; rank 1 has one. No rank waits for rank 0 then.
late() {
    limit=60 job linked 3 none c-tests/in-ranks 1 HSPLIT_COLLECTIVES=bcast:0 "$(program linked late)" \
        2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    grep -q 'hsplit\[.*has waited 10 s for processes that have not loaded libhsplit' "$work/stderr" &&
        grep -q 'hsplit\[.*HSPLIT_COLLECTIVES is not the same in all processes; ' "$work/stderr"
}

# What spawned processes never come to: after a while the others say so, once for the node.
waits_for_spawned() { # WAY CHILD [NAME=VALUE...]
    local way=$1 child=$2
    shift 2
    ! limit=60 job linked 2 spawn "$@" @spawned "$way" "$tests/$child/spawned" 2>"$work/stderr" ||
        return 1
    grep -a 'hsplit\[\|spawned\.c\|did not end' "$work/stderr"
    [ "$(grep -c 'hsplit\[.*has waited 10 s for the other processes.*do all hosts have' "$work/stderr")" -eq 1 ] &&
        ! grep -q 'spawned\.c\|did not end' "$work/stderr"
}

# No communicator of all processes was split, so nobody gathers what there is to show.
shows_no_tree() {
    limit=60 job linked 2 spawn HSPLIT_SHOW=1 @spawned one-alone "$(program linked spawned)" 2>"$work/stderr" ||
        return 1
    cat "$work/stderr"
    grep -q 'HSPLIT_SHOW: no tree' "$work/stderr"
}

spawning() {
    case $mpi in
    mpich) skip "spawned processes" "Debian's MPICH cannot spawn processes" ;;
    *)
        test_case "spawned processes" silent_job linked 2 spawn @spawned together "$(program linked spawned)"
        test_case "spawned processes, measured before some split" silent_job linked 2 spawn \
            HSPLIT_SOURCES=default,measured HSPLIT_LOG=error @spawned one "$(program linked spawned)"
        test_case "spawned processes, shown after some split" shows_no_tree
        test_case "spawned processes without the library" waits_for_spawned split bare
        test_case "spawned processes without the library, one of each" waits_for_spawned pieces bare
        test_case "spawned processes without a variable" waits_for_spawned collective linked HSPLIT_COLLECTIVES=all:0
        ;;
    esac
}

cases_settings() {
    local name
    spawning
    test_case "settings that agree" agrees
    test_case "HSPLIT_SUMMARY, a block for each job" summarised
    ! mpi_h_defines MPIX_COMM_TYPE_NEIGHBORHOOD || test_case "HSPLIT_SUMMARY, native splits" summarised_native
    test_case "HSPLIT_SUMMARY=stderr, a block" summarised_on_stderr
    for name in COLLECTIVES=all:0 COLLECTIVES=adaptive EXCHANGE=reduce NATIVE=shared DISABLE=1 \
        SOURCES=measured,default SUMMARY=stderr; do
        test_case "HSPLIT_$name in some processes only" differs "HSPLIT_${name%%=*}" "${name#*=}" \
            'Give all hosts the same variables'
    done
    test_case "the library in some processes only" without_library
    test_case "the library and a variable in some processes only" waits_with_words
    test_case "a variable in some processes only, one of which is late" late
}
