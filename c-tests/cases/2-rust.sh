# SPDX-License-Identifier: MIT OR Apache-2.0
# The tests in Rust: the core, the header, the command. None of them needs an MPI. Those that feed parsers with damaged texts for
# FUZZ_SECONDS each go on behind all other tests, with what these leave of the processors; cases_fuzz waits for them.
UNDO="$UNDO fuzz_end"
fuzz=

rust_tests() {
    # shellcheck disable=SC2086
    $CARGO test $CARGOFLAGS --target-dir build/test --no-fail-fast -- --skip damaged_
}

# Every test in Rust counts as one; a line for all of them is enough.
count_rust() { # NAME LOG CODE SECONDS
    local result=ok more bad ignored
    read -r more bad ignored <<<"$(sed -n 's/^test result: [^.]*\. \([0-9]*\) passed; \([0-9]*\) failed; \([0-9]*\) ignored.*/\1 \2 \3/p' "$2" |
        awk '{ p += $1; f += $2; i += $3 } END { print p + 0, f + 0, i + 0 }')"
    # What does not even compile has no result line.
    [ "$3" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
    passed=$((passed + more)) failed=$((failed + bad)) skipped=$((skipped + ignored))
    [ "$bad" -eq 0 ] || result=FAIL
    say "$result" "$1: $more passed, $bad failed" "$4"
    [ "$bad" -eq 0 ] || grep -E '^error|^test .*FAILED|panicked at|^  (left|right)' "$2" | cut -c 1-500 | tail -n 30 | sed 's/^/    | /'
}

cases_rust() {
    local start=$SECONDS tests
    # shellcheck disable=SC2254
    case rust in $CHECK_ONLY) ;; *) return 0 ;; esac
    rust_tests >"$work/rust" 2>&1
    count_rust "the Rust tests" "$work/rust" $? $((SECONDS - start))
    # The two that have parsers: the networks of hsplit-core, the parameters of hsplit-collectives.
    tests=$(sed -n 's/^ *Running .*(\(.*\/\(network\|hsplit_collectives\)-[0-9a-f]*\))$/\1/p' "$work/rust")
    [ -n "$tests" ] || return 0
    # Its exit status goes through a file: by the time it is asked for, another process may have had the same number.
    (
        code=0
        for test in $tests; do nice -n 19 "$test" damaged_ || code=1; done >"$work/fuzz" 2>&1
        echo $code >"$work/fuzz.code"
    ) &
    fuzz=$! fuzz_start=$SECONDS
}

cases_fuzz() {
    [ -n "$fuzz" ] || return 0
    mpi=-
    for _ in $(seq 600); do
        [ ! -s "$work/fuzz.code" ] || break
        sleep 1
    done
    count_rust "the Rust tests with damaged texts" "$work/fuzz" "$(cat "$work/fuzz.code" || echo 1)" $((SECONDS - fuzz_start))
    fuzz=
}

fuzz_end() {
    [ -z "$fuzz" ] || [ -s "$work/fuzz.code" ] || pkill -P "$fuzz" 2>/dev/null
}
