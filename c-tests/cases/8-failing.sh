# SPDX-License-Identifier: MIT OR Apache-2.0
# Native calls that fail below the library (c-tests/failing.c, c-tests/failures.c): every rank gets an error or the
# right result, nothing is left, and no rank waits forever.
CASES="$CASES failing"

# A job that hangs has printed the failure; the next job begins after it, so that one hang does not hide the others.
failures() { # FORM all|one [NAME=VALUE...]
    local form=$1 mode=$2 from=0 bad=0 hang
    shift 2
    limit=120
    while :; do
        job linked 4 none HSPLIT_EMULATE='node:2 package:2 core:1 pu:1' LD_PRELOAD="$library:$work/failing.so" "$@" \
            @failures "$form" "$mode" "$from" >"$work/stdout" 2>"$work/stderr" || bad=1
        ! grep -a 'failures\.c\|failing: left\|hangs:\|preloaded' "$work/stderr" || bad=1
        hang=$(sed -n 's/.* hangs: [a-z_]*, failure \([0-9]*\):.*/\1/p' "$work/stderr" | sort -n | tail -n 1)
        [ -n "$hang" ] && [ "$hang" -ge "$from" ] || break
        from=$((hang + 1))
    done
    # In every form some call can fail on all ranks.
    grep "^$form: [0-9]* of [0-9]* failures$" "$work/stdout" && [ "$bad" -eq 0 ] &&
        { [ "$mode" = one ] || ! grep -q ' 0 of' "$work/stdout"; } || {
        grep -a 'hsplit\[' "$work/stderr" | tail -n 5
        return 1
    }
}

cases_failing() {
    local form mode exchange
    # (These take long, and are for 'make check-all'.)
    everything && thorough || return 0
    preparing_case "failing calls compile" "$mpicc" -std=c99 -O1 -g -Wall -Wextra -Werror -fPIC -shared \
        c-tests/failing.c -o "$work/failing.so" -ldl
    for form in $("$(program linked failures)" list); do
        for mode in all one; do
            for exchange in gather reduce; do
                # Calls along the hierarchy exchange nothing but the places. If a rank fails during one, the others
                # wait, as natively.
                case $form-$mode-$exchange in
                collectives-one-* | collectives-*-reduce | exchanges-one-* | exchanges-*-reduce) continue ;;
                shares-one-* | shares-*-reduce) continue ;;
                esac
                test_case "failing calls: $form, on $mode, $exchange" \
                    failures "$form" "$mode" HSPLIT_EXCHANGE="$exchange" HSPLIT_COLLECTIVES=all:0
            done
        done
    done
}
