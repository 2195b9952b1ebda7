# SPDX-License-Identifier: MIT OR Apache-2.0
# Cases of other groups again, with the library and the test programs instrumented; cases that run under loom
# (docs/src/design/testing.md).
CASES="$CASES instruments"

# Cases that AddressSanitizer does not run: it keeps freed memory for a while, so programs grow, and no handle is used
# again; programs that are not linked with it, such as a shell, cannot load the library; some programs leave
# communicators on purpose.
WITHOUT_ADDRESS='collectives: ranks that were told different things
splits do not grow
splits do not grow, reduced
hostile: a limit of the size of files
hostile: a timer that interrupts calls
hostile: forks
hostile: the library is loaded after MPI_Init
collectives: 100000 calls do not grow
collectives: 20000 calls do not grow
collectives: in callbacks, levels
collectives: handles used again, handles
collectives: handles used again, thread
collectives: what calls gain, in seconds
collectives: ScaLAPACK'"'"'s own tests, in Fortran
collectives: mpi4py'"'"'s own tests'

# Reports of a sanitizer that count: leaks whose stacks pass through this library, races, and every bad access, in any
# library. MPIs leak themselves; objects that the native MPI_Init, MPI_Finalize and MPI_Intercomm_create leave are
# theirs, although the call passes through this library.
blamed() { # FILE
    case $SANITIZE in
    thread) grep -v '^==================$\|^ThreadSanitizer: reported' "$1" ;;
    address)
        awk 'BEGIN { RS = "" } /ERROR: AddressSanitizer/ { bad = 1 }
            / P?MPI_(Init|Init_thread|Finalize|Intercomm_create) / { native = 1 }
            /leak of / && /\.rs:[0-9]|libhsplit[a-z_]*\.so/ && !native { leaks = 1 }
            bad || leaks { print $0 "\n" } { leaks = native = 0 }' "$1"
        ;;
    esac
}

# Runs a case; a report that blames this library fails it. Reports are written to files, because stderr is compared.
sanitized_case() { # COMMAND...
    local code=0
    rm -f "$work"/report.*
    "$@" || code=1
    for report in "$work"/report.*; do
        [ -e "$report" ] || continue
        blamed "$report" >"$work/ours"
        [ ! -s "$work/ours" ] || {
            echo "$report:"
            head -n 60 "$work/ours"
            code=1
        }
    done
    [ "$code" = 0 ] || other_reports
    return $code
}

# A process whose sanitizer itself fails reports its failure instead of leaks.
other_reports() {
    local report
    for report in "$work"/report.*; do
        [ -e "$report" ] && ! grep -q 'detected memory leaks' "$report" || continue
        echo "$report:"
        head -n 20 "$report"
        return
    done
}

# sanitized NAME-OF-THE-SANITIZER OPTION COMMAND...: runs cases with the library and the programs built for it.
sanitized() {
    local prefix="$1: " around=sanitized_case sanitized
    local library build own tests libname
    may_match "$1" || return 0
    export SANITIZE=$2
    shift 2
    read -r own libname <<<"$(build_of "$mpicc")"
    own=$(absolute "$own") build=$own tests=$own/tests
    sanitized="-fsanitize=$SANITIZE -rdynamic $tests/sanitized.o"
    library=$build/lib/lib$libname.so
    # The report is searched for a leak or a race after the program has ended; a bad access ends it. (MPIs have no frame
    # pointers, so stacks are unwound the slow way; a preloaded library comes before the runtime. LeakSanitizer itself
    # crashes at the end of jobs of 32 ranks if it searches the thread-local storage of loaded libraries: "Tracer caught
    # signal 11".)
    export ASAN_OPTIONS="log_path=$work/report:abort_on_error=1:handle_segv=0:detect_leaks=1:fast_unwind_on_malloc=0"
    ASAN_OPTIONS="$ASAN_OPTIONS:verify_asan_link_order=0:intercept_tls_get_addr=0"
    export LSAN_OPTIONS=exitcode=0
    export TSAN_OPTIONS="log_path=$work/report:exitcode=0:ignore_noninstrumented_modules=1"
    preparing_case "the library builds" build_library
    preparing_case "the test programs compile" sanitized_programs
    [ ! -e "$library" ] || "$@"
    unset SANITIZE ASAN_OPTIONS LSAN_OPTIONS TSAN_OPTIONS
}

sanitized_programs() {
    mkdir -p "$tests" && gcc -O2 -c c-tests/sanitized.c -o "$tests/sanitized.o" && compile_programs
}

address_cases() {
    local without=$WITHOUT_ADDRESS test
    slack=$((slack * 4))
    cases_collectives
    # Cases that are the same under another MPI.
    [ "$mpi" != openmpi ] || {
        cases_golden
        cases_calls
        cases_errors
        placement_cases
    }
    slack=$((slack / 4))
}

# Bindings, phases and navigation, without cases that load another OpenMP runtime first: the runtime of the sanitizer
# has to come first.
placement_cases() {
    rr_5_2_bindings
    test_case "bind: RR 5.2" both_ways 8 none HSPLIT_EMULATE="$RR_NODE bind=$work/rr-5.2" \
        @bind complicated
    test_case "bind: errors" both_ways 4 none HSPLIT_EMULATE="$ISLAND" @bind errors
    test_case "bind: threads" both_ways 2 none HSPLIT_EMULATE="$ISLAND" @bind threads
    [ "$processors" -lt 2 ] ||
        test_case "bind: masks, GNU's OpenMP, core, before a region" both_ways 1 core @bind_masks every before
    test_case "phases: elections of RR 5.2" both_ways 8 none HSPLIT_EMULATE="$RR_NODE" \
        HSPLIT_EMULATE_BIND="$work/rr-5.2" @phases golden-5.2
    for test in 'phases_errors errors' 'phases_errors handles' 'phases_errors free' \
        'phases_disagree disagree' 'phases_disagree apart'; do
        # shellcheck disable=SC2086
        test_case "phases: ${test#* }" both_ways 8 none HSPLIT_EMULATE="$PHASE_NODES" @$test
    done
    test_case "phases: threads" both_ways 4 none HSPLIT_EMULATE="$PHASE_NODE" @phases threads
    test_case "phases: MPI_Pcontrol" both_ways 8 none HSPLIT_EMULATE="$PHASE_NODES" HSPLIT_PHASES='1=Package;7=1:' \
        @phases_unaware control
    test_case "navigation: RR 5.2" both_ways 8 none HSPLIT_EMULATE="$RR_NODE bind=$work/rr-5.2" \
        @navigation complicated
    test_case "navigation: threads" both_ways 8 none HSPLIT_EMULATE="$TWO_NODES" @navigation threads
}

# Cases with threads.
thread_cases() {
    slack=$((slack * 4))
    test_case "threads that split at once" both_ways 4 none HSPLIT_EMULATE='node:1 package:2 core:2 pu:1' @threads 10
    test_case "collectives: threads" \
        collective_job linked 4 HSPLIT_EMULATE='node:2 package:2 core:1 pu:1' @collectives_jobs threads
    test_case "soak: threads" soak linked 30 3 3 0 threads \
        HSPLIT_COLLECTIVES=all:0,segment=100,memory=1
    test_case "monitor: exact counts, threads, 3" both_ways 3 none @monitor threads
    test_case "monitor: handles used again by another thread" both_ways 2 none @monitor_freed
    test_case "monitor: threads with sessions" both_ways 2 none @monitor_sessions threads
    test_case "bind: threads" both_ways 2 none HSPLIT_EMULATE="$ISLAND" @bind threads
    test_case "phases: threads" both_ways 4 none HSPLIT_EMULATE="$PHASE_NODE" @phases threads
    test_case "navigation: threads" both_ways 8 none HSPLIT_EMULATE="$TWO_NODES" @navigation threads
    slack=$((slack / 4))
}

# Data that threads and processes share, in every order of their steps (src/model.rs of the crate).
under_loom() { # CRATE
    # shellcheck disable=SC2086 # words
    RUSTFLAGS='--cfg loom' under_limit 900 "$CARGO" test --profile quick $CARGOFLAGS -p "$1" --lib \
        --target-dir "$out/loom" model 2>&1 | tee "$work/loom"
    grep -q '^test result: ok\. [1-9]' "$work/loom"
}

cases_instruments() {
    # One MPI of each family.
    everything && thorough || return 0
    [ "$mpi" != openmpi ] || {
        test_case "loom: memory of a node" under_loom hsplit-memory
        test_case "loom: counters" under_loom hsplit-monitor
    }
    sanitized AddressSanitizer address address_cases
    [ "$mpi" = openmpi ] || return 0
    if .ci/sanitize --compiler >/dev/null 2>&1; then
        sanitized ThreadSanitizer thread thread_cases
    else
        skip "ThreadSanitizer" "no compiler here has the sources of its standard library"
    fi
}
