# SPDX-License-Identifier: MIT OR Apache-2.0
# The binding stack: emulated bindings, real masks of threads under two OpenMP runtimes, mistakes.
CASES="$CASES bind"

ISLAND="leaf:2 node:2 $RR_NODE"

# The file of LLVM's OpenMP runtime, which has GNU's entries too: a program that gcc compiled runs with it.
llvm_openmp() {
    local file
    for file in /usr/lib/*/libomp.so.5; do
        [ ! -e "$file" ] || echo "$file"
    done | head -n 1
}

# As both_ways, with LLVM's OpenMP runtime before GNU's.
with_llvm() { # RANKS BINDING ...
    local way preload
    preload=$(llvm_openmp)
    for way in $(ways); do
        if [ "$way" = preloaded ]; then
            silent_job bare "$1" "$2" LD_PRELOAD="$preload:$library" "${@:3}"
        else
            silent_job linked "$1" "$2" LD_PRELOAD="$preload" "${@:3}"
        fi || {
            echo "($way)"
            return 1
        }
    done
}

# What the library says of a key that it does not know: one line of each rank.
unknown_key() {
    job linked 2 none HSPLIT_EMULATE="$ISLAND" @bind unknown 2>"$work/stderr" || return 1
    cat "$work/stderr"
    [ "$(grep -c 'hsplit_spred is not an info key' "$work/stderr")" -eq 2 ]
}

# Calls outside MPI's time say so, and a pop after MPI_Finalize succeeds.
outside() {
    job linked 1 none @bind outside 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    [ "$(grep -c 'called before MPI_Init or after MPI_Finalize' "$work/stderr")" -eq 5 ]
}

# The pop says that somebody else has changed the mask.
said_changed() {
    job linked 1 none HSPLIT_LOG=info @bind_masks change before 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    [ "$(grep -c 'somebody has changed the binding' "$work/stderr")" -eq 1 ]
}

# Every way of binding threads, before and after the first parallel region, free and bound, and with the runtime's own
# places.
mask_cases() { # NAME FUNCTION
    local binding when
    for binding in none core; do
        for when in before after; do
            test_case "bind: masks, $1, $binding, $when a region" "$2" 1 $binding @bind_masks every $when
            test_case "bind: masks, $1, OMP_PROC_BIND, $binding, $when a region" "$2" 1 $binding OMP_PROC_BIND=true \
                @bind_masks team $when
            test_case "bind: masks, $1, OMP_PLACES, $binding, $when a region" "$2" 1 $binding OMP_PLACES=cores \
                OMP_PROC_BIND=close @bind_masks team $when
        done
    done
    limit=$(everything && echo 900 || echo "$limit") test_case "bind: masks, $1, no drift" "$2" 1 none \
        @bind_masks drift "$(everything && echo 1000000 || echo 20000)"
}

cases_bind() {
    rr_5_2_bindings
    test_case "bind: RR 5.1" both_ways 32 none HSPLIT_EMULATE="$RR_5_1" @bind simple
    test_case "bind: RR 5.2" both_ways 8 none HSPLIT_EMULATE="$RR_NODE" HSPLIT_EMULATE_BIND="$work/rr-5.2" \
        @bind complicated
    test_case "bind: mistakes" both_ways 4 none HSPLIT_EMULATE="$ISLAND" @bind mistakes
    test_case "bind: an unknown key" unknown_key
    test_case "bind: threads" both_ways 2 none HSPLIT_EMULATE="$ISLAND" @bind threads
    test_case "bind: stepping aside" both_ways 2 none HSPLIT_DISABLE=1 @bind aside
    test_case "bind: outside MPI's time" outside
    if [ "$(nproc)" -lt 2 ]; then
        skip "bind: masks" "needs two processing units"
        return
    fi
    test_case "bind: somebody else changes the mask" said_changed
    mask_cases "GNU's OpenMP" both_ways
    if [ -n "$(llvm_openmp)" ]; then
        mask_cases "LLVM's OpenMP" with_llvm
    else
        skip "bind: masks, LLVM's OpenMP" "there is no libomp.so.5"
    fi
}
