# shellcheck shell=bash
# SPDX-License-Identifier: MIT OR Apache-2.0
# A line on the terminal with the progress of long work, for scripts. In a pipe nothing is written.

# with_progress NAME FILE COMMAND...: runs COMMAND with its stderr in FILE. If stderr is a terminal, a line there has
# NAME, the time, and COMMAND's last output. It is erased when COMMAND ends.
with_progress() {
    local name=$1 said=$2 status=0 ticker=
    shift 2
    : >"$said"
    if [ -t 2 ]; then
        tick "$name" "$said" &
        ticker=$!
    fi
    "$@" 2>"$said" || status=$?
    if [ -n "$ticker" ]; then
        kill "$ticker"
        wait "$ticker" 2>/dev/null || true
        printf '\r\033[K' >&2
    fi
    return "$status"
}

tick() { # NAME FILE
    local begin=$SECONDS last columns line
    columns=$(stty size <&2 2>/dev/null | cut -d' ' -f2)
    [ "${columns:-0}" -gt 1 ] || columns=80
    # Ctrl-C does not reach a process in the background: it ends with the script.
    while sleep 1 && kill -0 $$ 2>/dev/null; do
        last=$(tail -n 1 "$2" | tr -c '[:print:]\n' '?')
        line="$1: $((SECONDS - begin)) s${last:+: $last}"
        printf '\r\033[K%s' "${line:0:columns-1}" >&2
    done
}
