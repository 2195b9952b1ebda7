# SPDX-License-Identifier: MIT OR Apache-2.0
# The binding stack: emulated bindings, real masks of threads under two OpenMP runtimes, errors.
CASES="$CASES bind"

ISLAND="leaf:2 node:2 $RR_NODE"

# The file of LLVM's OpenMP runtime, which has GNU's entries too: a program compiled by gcc runs with it.
llvm_openmp() {
    local file
    for file in /usr/lib/*/libomp.so.5; do
        [ ! -e "$file" ] || echo "$file"
    done | head -n 1
}

# The file of Intel's runtime, which has them too, from its maker's package.
INTEL_OPENMP=2026.2.0
intel_openmp() {
    echo "$cache/openmp/intel-$INTEL_OPENMP/libiomp5.so"
}

# Sets no_file if it is not available.
fetch_intel_openmp() {
    fetch_from_pypi "$(intel_openmp)" "intel-openmp==$INTEL_OPENMP" '*/data/lib/libiomp5.so'
}

with_llvm() { # RANKS BINDING ...
    with_runtime "$(llvm_openmp)" "$@"
}

with_intel() { # RANKS BINDING ...
    with_runtime "$(intel_openmp)" "$@"
}

# As both_ways, with this OpenMP runtime before GNU's.
with_runtime() { # FILE RANKS BINDING ...
    local way preload=$1
    shift
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

# The warning for a key that the library does not have: one line of each node.
unknown_key() {
    job linked 2 none HSPLIT_EMULATE="$ISLAND" @bind unknown 2>"$work/stderr" || return 1
    cat "$work/stderr"
    [ "$(grep -c 'hsplit_spred is not an info key' "$work/stderr")" -eq 1 ]
}

# Calls before MPI_Init or after MPI_Finalize print a message, and a pop after MPI_Finalize succeeds.
bind_outside() {
    job linked 1 none @bind outside 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    [ "$(grep -c 'called before MPI_Init or after MPI_Finalize' "$work/stderr")" -eq 5 ]
}

# The pop reports that the program has changed the mask by itself.
said_changed() {
    job linked 1 none HSPLIT_LOG=info @bind_masks change before 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    [ "$(grep -c 'the program has changed the binding' "$work/stderr")" -eq 1 ]
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
        @bind_masks drift "$(everything && echo 200000 || echo 20000)"
}

# A cpuset that shrinks and grows while the processes in it run. The library prints some warnings, each once.
CPUSETS=/sys/fs/cgroup/cpuset
in_cpuset() { # NAME RANKS WARNINGS WORDS @PROGRAM ARGUMENT...
    local folder=$CPUSETS/$1 ranks=$2 warnings=$3 words=$4 code
    mkdir "$folder" && cat "$CPUSETS/cpuset.mems" >"$folder/cpuset.mems" &&
        cat "$CPUSETS/cpuset.cpus" >"$folder/cpuset.cpus" || return 1
    # shellcheck disable=SC2016
    job linked "$ranks" none sh -c 'echo $$ >"$1/tasks" && shift && exec "$@"' sh "$folder" "${@:5}" "$folder" \
        2>"$work/stderr"
    code=$?
    cat "$work/stderr"
    # The processes in it take a moment to end.
    for _ in $(seq 100); do
        rmdir "$folder" 2>/dev/null && break
        sleep 0.1
    done
    [ "$code" -eq 0 ] && [ ! -e "$folder" ] && [ "$(grep -c "$words" "$work/stderr")" -eq 1 ] &&
        [ "$(grep -c 'hsplit\[.*: warning' "$work/stderr")" -eq "$warnings" ]
}

no_cpusets() {
    [ "$(id -u)" -eq 0 ] || {
        echo "needs root"
        return
    }
    [ -e "$CPUSETS/cpuset.cpus" ] || {
        echo "$CPUSETS is no cpuset of cgroups of version 1"
        return
    }
    mkdir "$CPUSETS/hsplit-$$-try" 2>/dev/null && rmdir "$CPUSETS/hsplit-$$-try" || echo "$CPUSETS cannot be written"
}

# Functions with OpenMP's names that are no runtime; with 'beside', GNU's runtime is loaded after them.
with_stubs() { # lone|nothing|serial|alone|beside
    local stubs=$work/stubs.so gnu='' kind=$1
    if [ "$kind" = beside ]; then
        gnu=:libgomp.so.1 kind=serial
    fi
    gcc -O1 -Wall -Wextra -Werror -fPIC -shared "-D${kind^^}" c-tests/stubs.c -o "$stubs" || return 1
    silent_job linked 1 core LD_PRELOAD="$stubs$gnu" @bind_stubs "$1"
}

# Libraries that are loaded in addition to the program's own runtime.
beside_cases() {
    local file why
    file=$(llvm_openmp)
    if [ -n "$file" ]; then
        test_case "bind: masks, two OpenMP runtimes" both_ways 1 core @bind_libraries two "$file"
    else
        skip "bind: masks, two OpenMP runtimes" "there is no libomp.so.5"
    fi
    file=$(find /usr/lib/*/libopenblas.so.0 2>/dev/null | head -n 1)
    if [ -n "$file" ]; then
        test_case "bind: threads of OpenBLAS" both_ways 1 core @bind_libraries blas "$file"
    else
        skip "bind: threads of OpenBLAS" "there is no libopenblas.so.0"
    fi
    everything || return 0
    why=$(no_cpusets)
    if [ -z "$why" ]; then
        test_case "bind: a cpuset that shrinks" in_cpuset "hsplit-$$-$mpi" 1 2 'the operating system gives [0-9]* of' \
            @bind_libraries cpuset
    else
        skip "bind: a cpuset that shrinks" "$why"
    fi
    if fetch_intel_openmp; then
        mask_cases "Intel's OpenMP" with_intel
        test_case "bind: masks, GNU's and Intel's OpenMP" both_ways 1 core @bind_libraries two "$(intel_openmp)"
    else
        skip "bind: masks, Intel's OpenMP" "$no_file"
    fi
}

cases_bind() {
    local kind
    rr_5_2_bindings
    test_case "bind: RR 5.1" both_ways 32 none HSPLIT_EMULATE="$RR_5_1" @bind simple
    test_case "bind: RR 5.2" both_ways 8 none HSPLIT_EMULATE="$RR_NODE bind=$work/rr-5.2" \
        @bind complicated
    test_case "bind: errors" both_ways 4 none HSPLIT_EMULATE="$ISLAND" @bind errors
    test_case "bind: an unknown key" unknown_key
    test_case "bind: threads that are started and end" both_ways 1 none @bind started
    test_case "bind: threads" both_ways 2 none HSPLIT_EMULATE="$ISLAND" @bind threads
    test_case "bind: an emulated machine that hwloc takes for this one" both_ways 4 none HWLOC_THISSYSTEM=1 \
        HSPLIT_EMULATE="$ISLAND" @bind errors
    test_case "bind: disabled" both_ways 2 none HSPLIT_DISABLE=1 @bind disabled
    test_case "bind: outside MPI's time" bind_outside
    if [ "$(nproc)" -lt 2 ]; then
        skip "bind: masks" "needs two processing units"
        return
    fi
    test_case "bind: the program changes the mask itself" said_changed
    mask_cases "GNU's OpenMP" both_ways
    if [ -n "$(llvm_openmp)" ]; then
        mask_cases "LLVM's OpenMP" with_llvm
    else
        skip "bind: masks, LLVM's OpenMP" "there is no libomp.so.5"
    fi
    for kind in lone nothing serial alone beside; do
        test_case "bind: functions of OpenMP's names, $kind" with_stubs $kind
    done
    beside_cases
}
