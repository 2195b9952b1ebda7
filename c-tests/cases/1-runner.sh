# SPDX-License-Identifier: MIT OR Apache-2.0
# How a case runs: in a subshell, with a time limit for every job; its output is shown only if it fails.

# The groups of cases that run under every MPI, in order; each file adds its own.
CASES=
# Groups that run alone: they measure times, or examine the whole machine.
ALONE=
# Groups that run under one MPI after the other, while other groups may run.
IN_TURN=
# Functions that clean up after a group when the run is interrupted.
UNDO=
root=$PWD
# The folder of this run. 'results' has a line for every case: RESULT|MPI|GROUP|NAME|SECONDS|MILLISECONDS-OF-PROCESSORS.
run=$(mktemp -d "${TMPDIR:-/tmp}/libhsplit-check.XXXXXX")
: >"$run/results"
# A group has a folder of its own for the files of its cases, and a mark in the environment of every process of its
# jobs, by which processes that a launcher leaves are found.
work=$run mark=$$ mpi=- group=-
# Seconds that a job may take, and the factor for groups that run in parallel.
limit=120 slack=1
processors=$(nproc)
# Cases that run again in another way: the prefix of their names, the names of cases that are left out, and the function
# that runs a case.
prefix='' without='' around=''

# True in 'make check-all'.
everything() {
    [ "${CHECK_ALL:-0}" != 0 ]
}

# True under the MPI whose ranks yield. Jobs that take minutes if ranks poll on few cores run under it alone.
ranks_yield() {
    [ "$mpi" = openmpi ]
}

# Keeps output of several groups apart.
tell() {
    (
        flock 8
        cat
    ) 8>"$run/tell"
}

# Records the result of a case.
result() { # RESULT NAME SECONDS MILLISECONDS
    echo "$1|$mpi|$group|$2|$3|$4" >>"$run/results"
}

# The names of the cases that run once more, because they did not end within their limits.
again='' preparing=''

# True if a case is to run.
is_chosen() { # NAME
    if [ -n "$again" ]; then
        case $'\n'$again$'\n' in *$'\n'"$prefix$1"$'\n'*) return 0 ;; *) return 1 ;; esac
    fi
    # shellcheck disable=SC2254
    case $prefix$1 in $CHECK_ONLY) ;; *) return 1 ;; esac
    case $'\n'$without$'\n' in *$'\n'"$1"$'\n'*) return 1 ;; esac
    ! is_left "$1"
}

skip() { # NAME REASON
    is_chosen "$1" || return 0
    result skip "$prefix$1" 0 0
    printf 'skip %-10s %s: %s\n' "$mpi" "$prefix$1" "$2" | tell
}

# Sets processor_ms: the processor time of all processes that have ended in this shell.
processor_time() {
    local user system
    times >"$work/times"
    { read -r && read -r user system; } <"$work/times"
    processor_ms=$(($(milliseconds "$user") + $(milliseconds "$system")))
}

milliseconds() { # 1m2.345s
    local seconds=${1#*m}
    seconds=${seconds%s}
    echo $((${1%m*} * 60000 + 10#${seconds/[.,]/}))
}

# test_case NAME COMMAND...: one test. COMMAND may be a function; its exit status is the result.
test_case() {
    local name=$prefix$1 start=$SECONDS before result=ok
    is_chosen "$1" || return 0
    shift
    rm -f "$work/exceeded"
    processor_time && before=$processor_ms
    ($around "$@") >"$work/output" 2>&1 </dev/null || result=FAIL
    processor_time
    if [ $result = FAIL ] && is_repeated; then
        echo "$unit|$name" >>"$run/again"
        {
            printf 'late %-10s %s (%s s): once more at the end\n' "$mpi" "$name" $((SECONDS - start))
            tail -n 30 "$work/output" | sed 's/^/    | /'
        } | tell
        return 0
    fi
    result $result "$name" $((SECONDS - start)) $((processor_ms - before))
    {
        printf '%-4s %-10s %s (%s s)\n' $result "$mpi" "$name" $((SECONDS - start))
        if [ $result = FAIL ]; then
            tail -n 30 "$work/output" | sed 's/^/    | /'
        elif [ "$CHECK_KEEP" != 0 ]; then
            cat "$work/output"
        fi
    } | tell
}

# True if the case that has failed did not end within its limit, and can run alone: in some groups each case needs the
# one before it.
is_repeated() {
    [ -e "$work/exceeded" ] && [ -z "$again$preparing" ] || return 1
    case $group in cluster | latencies | packages | site) return 1 ;; esac
}

# True if CHECK_ONLY may match names that begin with a word: nothing is built for a pattern of other cases.
may_match() { # WORD
    case $CHECK_ONLY in \** | "$1"*) ;; *) return 1 ;; esac
}

# preparing_case NAME COMMAND...: a case whose results other cases need, and which CHECK_ONLY does not leave out. A NAME
# with a colon belongs to cases whose names begin with the same word, and runs if these may run.
preparing_case() {
    case $1 in *:*) may_match "${1%%:*}" || return 0 ;; esac
    # (Where cases run once more, its result is known.)
    if [ -n "$again" ]; then
        ($around "${@:2}") >"$work/output" 2>&1 </dev/null
        return 0
    fi
    local CHECK_ONLY='*' preparing=yes
    test_case "$@"
}

# job WAY RANKS BINDING [NAME=VALUE...] @PROGRAM [ARGUMENT...]: runs a test program under the current MPI's launcher.
# WAY is linked, preloaded or bare (compiled as for preloading, but without the library). The variables are set for the
# ranks, not for the launcher.
job() {
    local way=$1 ranks=$2 binding=$3 word words=()
    shift 3
    for word; do
        case $way$word in
        linked@*) words+=("$(program linked "${word#@}")") ;;
        preloaded@*) words+=("LD_PRELOAD=$library" "$(program bare "${word#@}")") ;;
        bare@*) words+=("$(program bare "${word#@}")") ;;
        *) words+=("$word") ;;
        esac
    done
    under_limit "$limit" env MPIEXEC="$mpiexec" LAUNCHER="$launcher_version" c-tests/launch "$ranks" "$binding" \
        env "${words[@]}"
}

# The factor by which a job may take longer on a busy machine: 1 with up to four runnable processes a processor.
crowd() {
    local load
    read -r load </proc/loadavg
    echo $((1 + ${load%%.*} / (4 * processors)))
}

under_limit() { # SECONDS COMMAND...
    local seconds=$(($1 * slack * $(crowd))) begin=$SECONDS code
    shift
    LIBHSPLIT_CHECK=$mark timeout -k 5 "$seconds" "$@"
    code=$?
    # A launcher ends with 137 also after a rank was killed.
    if [ "$code" -eq 124 ] || { [ "$code" -eq 137 ] && [ $((SECONDS - begin)) -ge "$seconds" ]; }; then
        echo "did not end within $seconds seconds" >&2
        : >"$work/exceeded"
        end_leftovers
    fi
    return "$code"
}

# A killed launcher may leave ranks. Only processes that carry this run's mark are ended.
end_leftovers() {
    local environment pid
    for environment in /proc/[0-9]*/environ; do
        if grep -qzx "LIBHSPLIT_CHECK=$mark" "$environment" 2>/dev/null; then
            pid=${environment#/proc/}
            kill -9 "${pid%/environ}" 2>/dev/null
        fi
    done
}

# Messages of the library, without the progress lines that it prints on a busy machine. False if there are none.
messages() { # FILE
    grep -a 'hsplit\[' "$1" | grep -av ': progress: '
}

# As job; any message of the library on stderr fails the case, except messages with the words in $expected_words.
expected_words=
silent_job() {
    job "$@" 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    ! messages "$work/stderr" | grep -v "${expected_words:-^$}" || {
        echo "stderr is not silent"
        return 1
    }
}

# As silent_job, linked and preloaded. If interception is not tested, only 'make check-all' runs both, and 'make check'
# runs one of them under each family.
both_ways() { # RANKS BINDING ...
    local way
    for way in $(ways); do
        silent_job "$way" "$@" || {
            echo "($way)"
            return 1
        }
    done
}

ways() {
    if everything; then
        echo linked preloaded
    elif [ "$(family "$mpicc")" = openmpi ]; then
        echo preloaded
    else
        echo linked
    fi
}

# Sets the variables of an MPI, from its compiler wrapper; false if it is not installed.
use_mpi() { # MPICC
    mpicc=$1 mpi=$(mpi_name "$1") library=
    mpiexec=$(beside "$1" mpiexec) mpifort=$(beside "$1" mpifort)
    # Intel MPI's wrapper for gfortran.
    command -v "$mpifort" >/dev/null || mpifort=$(beside "$1" mpif90)
    # Variables of one MPI must not reach the next one.
    LD_LIBRARY_PATH=$original_library_path
    unset I_MPI_ROOT FCFLAGS
    # shellcheck disable=SC1090
    [ ! -e "$(environment_of "$1")" ] || . "$(environment_of "$1")"
    if ! command -v "$mpicc" >/dev/null || ! command -v "$mpiexec" >/dev/null; then
        return 1
    fi
    launcher_version=$(known "launcher.$mpi" "$mpiexec" --version)
    read -r own libname <<<"$(build_of "$1")"
    own=$(absolute "$own") build=$own
    borrow
    tests=$own/tests
    [ ! -e "$build/lib/lib$libname.so" ] || library=$build/lib/lib$libname.so
}

# (Each sanitizer and each profile has builds of its own.)
build_of() { # MPICC
    known "build.${SANITIZE:-}.$PROFILE.$(mpi_name "$1")" \
        "${MAKE:-make}" -s --no-print-directory show-build PROFILE="$PROFILE" MPICC="$1"
}

# The output of a command that prints the same in the whole run: it runs once.
known() { # NAME COMMAND...
    local new
    if [ ! -e "$run/$1" ]; then
        new=$(mktemp "$run/$1.XXXXXX")
        "${@:2}" >"$new" 2>&1
        mv "$new" "$run/$1"
    fi
    cat "$run/$1"
}

absolute() { # PATH
    case $1 in /*) echo "$1" ;; *) echo "$root/$1" ;; esac
}

# The second MPI of a family runs with the library that was built for the first one, as its users do. (In 'make
# check-all' each has a build of its own.)
borrow() {
    local first
    ! everything || return 0
    first=$(first_of_family "$mpicc")
    [ "$first" = "$mpicc" ] || build=$(absolute "$(build_of "$first" | cut -d' ' -f1)")
}

first_of_family() { # MPICC
    local other
    for other in $ALL_MPICC; do
        if [ "$(family "$other")" = "$(family "$1")" ] && is_there "$other"; then
            echo "$other"
            return
        fi
    done
    echo "$1"
}

# The first MPI of MPICH's family; nothing if there is none.
first_mpich() {
    local other
    for other in $ALL_MPICC; do
        if [ "$(family "$other")" = mpich ] && is_there "$other"; then
            echo "$other"
            return
        fi
    done
}

# True if the library was built for this very MPI.
own_library() {
    [ "$build" = "$own" ]
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
    mpich* | intel*) echo mpich ;;
    *) family_of_header "$1" ;;
    esac
}

# The family of a wrapper whose name does not tell, such as a plain mpicc.
family_of_header() { # MPICC
    local header
    header=$("$1" -include mpi.h -E -dM -x c /dev/null 2>/dev/null)
    case $header in
    *OMPI_MAJOR_VERSION*) echo openmpi ;;
    *MPICH_VERSION* | *I_MPI_VERSION*) echo mpich ;;
    *MPI_ABI_VERSION*) echo abi ;;
    *) echo mpich ;;
    esac
}

# True if cases that do not depend on the MPI run: under Debian's MPIs, one of each family.
thorough() {
    case $mpi in openmpi | mpich) ;; *) return 1 ;; esac
}

is_there() { # MPICC
    command -v "$1" >/dev/null
}

# The launcher or another wrapper of the current MPI.
beside() { # MPICC NAME
    local wrapper=${1##*/}
    wrapper=${wrapper%_abi}
    echo "${1%"${1##*/}"}${wrapper/mpicc/$2}"
}

environment_of() { # MPICC
    echo "${1%/bin/*}/environment"
}
