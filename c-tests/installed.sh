# SPDX-License-Identifier: MIT OR Apache-2.0
# shellcheck shell=sh
# What the scripts that install have in common: each thing tried is a line. Sourced, with a folder in $here and the
# project's in $root.
: "${here:?}" "${root:?}"
failures=0

# try WHAT COMMAND...: the command's output is shown where it fails.
try() {
    what=$1
    shift
    if "$@" >"$here/log" 2>&1; then
        echo "ok   $what"
    else
        echo "FAIL $what"
        sed 's/^/     /' "$here/log"
        failures=$((failures + 1))
    fi
}

# try_with COMMAND WHAT ...: as try, where the command is there.
try_with() {
    needed=$1
    shift
    if command -v "$needed" >/dev/null; then try "$@"; else echo "not run: $1: $needed is not installed"; fi
}

quietly_make() { make --no-print-directory -C "$root" "$@"; }
nothing_below() { found=$(find "$1" ! -type d) && [ -z "$found" ] || {
    echo "left: $found"
    return 1
}; }
same() { diff -u "$1" "$2"; }
