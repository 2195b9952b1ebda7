# SPDX-License-Identifier: MIT OR Apache-2.0
# How a case runs: in a subshell, with a time limit around every job, its output shown only where it fails.

passed=0 failed=0 skipped=0
# The groups of cases that run under every MPI, in order; each file adds its own.
CASES=
# Functions that take away what a case may leave when all is interrupted.
UNDO=
root=$PWD
work=$(mktemp -d "${TMPDIR:-/tmp}/libhsplit-check.XXXXXX")
# The cases of this run, as MPI|NAME.
: >"$work/passed"
: >"$work/failed"
trap 'for undo in $UNDO; do "$undo"; done; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
# Every process of a job carries this in its environment, so that those that a launcher leaves behind can be found.
mark=$$
mpi=-
# Seconds that a job may take.
limit=120

say() { # RESULT NAME SECONDS
    printf '%-4s %-10s %s (%s s)\n' "$1" "$mpi" "$2" "$3"
}

skip() { # NAME REASON
    skipped=$((skipped + 1))
    printf 'skip %-10s %s: %s\n' "$mpi" "$1" "$2"
}

# test_case NAME COMMAND...: one test. COMMAND may be a function; its exit status is the result.
test_case() {
    local name=$1 start=$SECONDS
    shift
    # shellcheck disable=SC2254
    case $name in $CHECK_ONLY) ;; *) return 0 ;; esac
    if ("$@") >"$work/output" 2>&1 </dev/null; then
        passed=$((passed + 1))
        echo "$mpi|$name" >>"$work/passed"
        say ok "$name" $((SECONDS - start))
        [ "$CHECK_KEEP" = 0 ] || cat "$work/output"
    else
        failed=$((failed + 1))
        echo "$mpi|$name" >>"$work/failed"
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
    job "$@" 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    ! grep 'hsplit\[' "$work/stderr" || {
        echo "stderr is not silent"
        return 1
    }
}

# As silent_job, linked and preloaded.
both_ways() { # RANKS BINDING ...
    silent_job linked "$@" || {
        echo "(linked)"
        return 1
    }
    silent_job preloaded "$@" || {
        echo "(preloaded)"
        return 1
    }
}

# Sets what stands for an MPI, from its compiler wrapper; false where it is not installed.
use_mpi() { # MPICC
    mpicc=$1 mpi=$(mpi_name "$1") library=
    mpiexec=$(beside "$1" mpiexec) mpifort=$(beside "$1" mpifort)
    # Intel MPI's wrapper for gfortran.
    command -v "$mpifort" >/dev/null || mpifort=$(beside "$1" mpif90)
    # What one MPI's users have to set must not reach the next one.
    LD_LIBRARY_PATH=$original_library_path
    unset I_MPI_ROOT FCFLAGS
    # shellcheck disable=SC1090
    [ ! -e "$(environment_of "$1")" ] || . "$(environment_of "$1")"
    if ! command -v "$mpicc" >/dev/null || ! command -v "$mpiexec" >/dev/null; then
        return 1
    fi
    read -r build libname <<<"$("${MAKE:-make}" -s --no-print-directory show-build MPICC="$mpicc")"
    build=$root/$build
    tests=$build/tests
}

original_library_path=${LD_LIBRARY_PATH:-}
export LD_LIBRARY_PATH

# openmpi from mpicc.openmpi; mpich5 from .../mpich5/bin/mpicc; mpich5-abi from .../mpich5/bin/mpicc_abi.
mpi_name() { # MPICC
    case $1 in
    */bin/mpicc*)
        local folder=${1%/bin/*} wrapper=${1##*/}
        wrapper=${wrapper#mpicc}
        echo "${folder##*/}${wrapper//_/-}"
        ;;
    *mpicc.*) echo "${1##*mpicc.}" ;;
    *) basename "$1" ;;
    esac
}

# MPIs of one family have one binary interface: one build of the library serves all of them.
family() { # MPICC
    case $(mpi_name "$1") in
    *-abi) echo abi ;;
    openmpi*) echo openmpi ;;
    *) echo mpich ;;
    esac
}

# Whether cases run in which the MPI makes no difference: under Debian's, one of each family.
thorough() {
    case $mpi in openmpi | mpich) ;; *) return 1 ;; esac
}

is_there() { # MPICC
    command -v "$1" >/dev/null
}

# The launcher or another wrapper of the same MPI.
beside() { # MPICC NAME
    local wrapper=${1##*/}
    wrapper=${wrapper%_abi}
    echo "${1%"${1##*/}"}${wrapper/mpicc/$2}"
}

environment_of() { # MPICC
    echo "${1%/bin/*}/environment"
}
