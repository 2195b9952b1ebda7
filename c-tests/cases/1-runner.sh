# SPDX-License-Identifier: MIT OR Apache-2.0
# How a case runs: in a subshell, with a time limit around every job, its output shown only where it fails.

passed=0 failed=0 skipped=0
# The groups of cases that run under every MPI, in order; each file adds its own.
CASES=
root=$PWD
work=$(mktemp -d "${TMPDIR:-/tmp}/libhsplit-check.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
# Every process of a job carries this in its environment, so that those that a launcher leaves behind can be found.
mark=$$
mpi=-
# Seconds that a job may take.
limit=120

say() { # RESULT NAME SECONDS
    printf '%-4s %-8s %s (%s s)\n' "$1" "$mpi" "$2" "$3"
}

skip() { # NAME REASON
    skipped=$((skipped + 1))
    printf 'skip %-8s %s: %s\n' "$mpi" "$1" "$2"
}

# test_case NAME COMMAND...: one test. COMMAND may be a function; its exit status is the result.
test_case() {
    local name=$1 start=$SECONDS
    shift
    # shellcheck disable=SC2254
    case $name in $CHECK_ONLY) ;; *) return 0 ;; esac
    if ("$@") >"$work/output" 2>&1 </dev/null; then
        passed=$((passed + 1))
        say ok "$name" $((SECONDS - start))
        [ "$CHECK_KEEP" = 0 ] || cat "$work/output"
    else
        failed=$((failed + 1))
        say FAIL "$name" $((SECONDS - start))
        tail -n 30 "$work/output" | sed 's/^/    | /'
    fi
}

# job WAY RANKS BINDING [NAME=VALUE...] @PROGRAM [ARGUMENT...]: runs a test program under the current MPI's launcher.
# WAY is linked, preloaded or bare (compiled as for preloading, but without the library). The variables are set for the
# ranks, not for the launcher.
job() {
    local way=$1 ranks=$2 binding=$3 word words=()
    shift 3
    for word; do
        case $way$word in
        linked@*) words+=("$tests/linked/${word#@}") ;;
        preloaded@*) words+=("LD_PRELOAD=$library" "$tests/bare/${word#@}") ;;
        bare@*) words+=("$tests/bare/${word#@}") ;;
        *) words+=("$word") ;;
        esac
    done
    under_limit "$limit" env MPIEXEC="$mpiexec" c-tests/launch "$ranks" "$binding" env "${words[@]}"
}

under_limit() { # SECONDS COMMAND...
    local seconds=$1 code
    shift
    LIBHSPLIT_CHECK=$mark timeout -k 5 "$seconds" "$@"
    code=$?
    if [ "$code" -eq 124 ] || [ "$code" -eq 137 ]; then
        echo "did not end within $seconds seconds" >&2
        end_leftovers
    fi
    return "$code"
}

# A launcher that is killed may leave ranks behind. Only what carries our mark is ended.
end_leftovers() {
    local environment pid
    for environment in /proc/[0-9]*/environ; do
        if grep -qzx "LIBHSPLIT_CHECK=$mark" "$environment" 2>/dev/null; then
            pid=${environment#/proc/}
            kill -9 "${pid%/environ}" 2>/dev/null
        fi
    done
}

# As job; whatever the library says on stderr fails the case.
silent_job() {
    job "$@" 2>"$work/stderr" || { cat "$work/stderr"; return 1; }
    ! grep 'hsplit\[' "$work/stderr" || { echo "stderr is not silent"; return 1; }
}

# As silent_job, linked and preloaded.
both_ways() { # RANKS BINDING ...
    silent_job linked "$@" || { echo "(linked)"; return 1; }
    silent_job preloaded "$@" || { echo "(preloaded)"; return 1; }
}

# Sets what stands for an MPI, from its compiler wrapper; false where it is not installed.
use_mpi() { # MPICC
    mpicc=$1 mpiexec=${1/mpicc/mpiexec}
    mpi=$(basename "$1")
    mpi=${mpi#mpicc.}
    library=
    if ! command -v "$mpicc" >/dev/null || ! command -v "$mpiexec" >/dev/null; then
        skip "$mpicc" "not installed"
        return 1
    fi
    build=$root/$("${MAKE:-make}" -s --no-print-directory show-build MPICC="$mpicc")
    tests=$build/tests
}
