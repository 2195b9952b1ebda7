# SPDX-License-Identifier: MIT OR Apache-2.0
# The tests in Rust: the core, the header, the command. None of them needs an MPI.

rust_tests() {
    # shellcheck disable=SC2086
    $CARGO test $CARGOFLAGS --no-default-features --features cli --target-dir build/test --no-fail-fast
}

# Every test in Rust counts as one; a line for all of them is enough.
cases_rust() {
    local start=$SECONDS code result=ok before=$passed more bad ignored
    # shellcheck disable=SC2254
    case rust in $CHECK_ONLY) ;; *) return 0 ;; esac
    rust_tests >"$work/rust" 2>&1
    code=$?
    read -r more bad ignored <<<"$(sed -n 's/^test result: [^.]*\. \([0-9]*\) passed; \([0-9]*\) failed; \([0-9]*\) ignored.*/\1 \2 \3/p' "$work/rust" |
        awk '{ p += $1; f += $2; i += $3 } END { print p + 0, f + 0, i + 0 }')"
    # What does not even compile has no result line.
    [ "$code" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
    passed=$((passed + more)) failed=$((failed + bad)) skipped=$((skipped + ignored))
    [ "$bad" -eq 0 ] || result=FAIL
    say "$result" "the Rust tests: $((passed - before)) passed, $bad failed" $((SECONDS - start))
    [ "$bad" -eq 0 ] || grep -E '^error|^test .*FAILED|panicked at|^  (left|right)' "$work/rust" | tail -n 30 | sed 's/^/    | /'
}
