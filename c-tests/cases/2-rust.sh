# SPDX-License-Identifier: MIT OR Apache-2.0
# The tests in Rust: of all crates that need no MPI, and, if an MPI is installed, the few of the library itself, which
# need an mpi.h and no launcher.

# Every test in Rust counts as one; a line for all of them is enough.
rust_tests() { # WHAT LOG COMMAND...
    local what=$1 log=$2 start=$SECONDS before code result=ok good bad ignored
    # shellcheck disable=SC2254
    case $1 in $CHECK_ONLY) ;; *) return 0 ;; esac
    processor_time && before=$processor_ms
    "${@:3}" >"$log" 2>&1
    code=$?
    processor_time
    read -r good bad ignored <<<"$(
        sed -n 's/^test result: [^.]*\. \([0-9]*\) passed; \([0-9]*\) failed; \([0-9]*\) ignored.*/\1 \2 \3/p' "$log" |
            awk '{ p += $1; f += $2; i += $3 } END { print p + 0, f + 0, i + 0 }'
    )"
    # A test that does not compile has no result line.
    [ "$code" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
    [ "$good" -gt 0 ] || [ "$bad" -gt 0 ] || bad=1
    [ "$bad" -eq 0 ] || result=FAIL
    rust_results FAIL "$bad" "$what" && rust_results skip "$ignored" "$what" && rust_results ok $((good - 1)) "$what"
    # One of the results has the time of all.
    [ "$good" -eq 0 ] || result ok "$what" $((SECONDS - start)) $((processor_ms - before))
    {
        printf '%-4s %-10s %s: %s passed, %s failed (%s s)\n' "$result" "$mpi" "$what" "$good" "$bad" \
            $((SECONDS - start))
        [ "$bad" -eq 0 ] || grep -E '^error|^test .*FAILED|panicked at|^  (left|right)' "$log" | cut -c 1-500 |
            tail -n 30 | sed 's/^/    | /'
    } | tell
}

rust_results() { # RESULT COUNT NAME
    [ "$2" -le 0 ] || yes "$1|$mpi|$group|$3|0|0" | head -n "$2" >>"$run/results"
}

# All crates, or, without an MPI, the crates that need none. One command for all, because cargo compiles shared crates
# once for each selection that enables other features of them. (A subshell keeps the environment of the MPI local.)
cargo_test() ( # OPTION...
    crates=
    ! use_mpi "${ALL_MPICC%% *}" || crates=--workspace
    # A sixteenth of the property tests' inputs in 'make check-all'.
    everything || export PROPTEST_CASES="${PROPTEST_CASES:-16}"
    # shellcheck disable=SC2086,SC2154 # words; set by use_mpi
    MPICC=$mpicc LIBHSPLIT=none $CARGO test $CARGOFLAGS $crates --target-dir "$out/programs" "$@"
)

# Crates that all groups share: the builds for the MPIs begin with them (.ci/warm-cache).
cases_compile() {
    [ "$CHECK_ONLY" = '*' ] || return 0
    test_case "the Rust tests compile" cargo_test --no-run
}

# The command hsplit, which is built with the tests in Rust if these are compiled.
build_cli() {
    "${MAKE:-make}" -s cli CARGO="$CARGO" CARGOFLAGS="$CARGOFLAGS"
}

cases_rust() {
    rust_tests "the Rust tests" "$run/rust.log" cargo_test --no-fail-fast
}
