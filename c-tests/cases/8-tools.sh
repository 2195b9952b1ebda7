# SPDX-License-Identifier: MIT OR Apache-2.0
# The library where it does not belong, and under valgrind.
CASES="$CASES tools"

# Preload variables reach scripts and commands that are no MPI programs.
harmless() { # COMMAND...
    env LD_PRELOAD="$library" HSPLIT_LOG=trace "$@" >"$work/stdout" 2>"$work/stderr" || { cat "$work/stderr"; return 1; }
    cat "$work/stdout" "$work/stderr"
    [ ! -s "$work/stderr" ]
}

# The library of this MPI in a program of another one: it says so once, and the program does what it does without.
wrong_mpi() { # MPICC
    local other ours=$library mpicc=$mpicc mpiexec=$mpiexec tests=$tests build=$build mpi=$mpi library=$library
    use_mpi "$1" || return 1
    compile c-tests/passthrough.c "$work/passthrough" -DPRELOADED || return 1
    job linked 4 none "$work/passthrough" >"$work/bare" || return 1
    job linked 4 none LD_PRELOAD="$ours" "$work/passthrough" >"$work/wrong" 2>"$work/stderr" || { cat "$work/stderr"; return 1; }
    cat "$work/stderr"
    diff "$work/bare" "$work/wrong" || return 1
    [ "$(grep -c 'hsplit\[' "$work/stderr")" -eq 1 ] && grep 'Open MPI' "$work/stderr" | grep -q MPICH
}

# Blocks of valgrind's reports that have a source file of ours, by its suffix.
ours_in() { # FILE
    awk '{ sub(/^==[0-9]+== ?/, "") } /^$/ { show(); block = ""; next } { block = block $0 "\n" } END { show() }
        function show() { if (block ~ /Invalid (read|write)|definitely lost|uninitialised/ && block ~ /\.rs:[0-9]|libhsplit/) printf "%s\n", block }' "$1"
}

# Open MPI has findings of its own: only stacks that pass through this library count.
under_valgrind() {
    rm -f "$work"/valgrind.*
    limit=300 job linked 2 none HSPLIT_EMULATE="$RR_NODE" valgrind --leak-check=full --show-leak-kinds=definite --num-callers=40 \
        --log-file="$work/valgrind.%p" "$tests/linked/level" 3 || return 1
    cat "$work"/valgrind.* >"$work/valgrind"
    grep -q 'ERROR SUMMARY' "$work/valgrind" || { echo "valgrind did not run"; return 1; }
    ours_in "$work/valgrind" >"$work/ours"
    cat "$work/ours"
    [ ! -s "$work/ours" ]
}

cases_tools() {
    local other
    test_case "preloaded into true" harmless /bin/true
    test_case "preloaded into bash" harmless bash -c 'for i in 1 2; do /bin/true; done'
    if command -v python3 >/dev/null; then
        test_case "preloaded into python3" harmless python3 -c 'print("fine")'
    else
        skip "preloaded into python3" "not installed"
    fi
    for other in $ALL_MPICC; do
        [ "$other" != "$mpicc" ] || continue
        if command -v "$other" >/dev/null; then
            test_case "preloaded into a program of $other" wrong_mpi "$other"
        else
            skip "preloaded into a program of $other" "not installed"
        fi
    done
    if [ "$mpi" != openmpi ]; then
        return
    elif command -v valgrind >/dev/null; then
        test_case "valgrind" under_valgrind
    else
        skip valgrind "not installed"
    fi
}
