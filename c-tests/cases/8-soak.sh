# SPDX-License-Identifier: MIT OR Apache-2.0
# A random program (c-tests/soak.c): a minute of it in every run, from one seed; an hour with CHECK_ALL=1, with another
# seed each time. SOAK_SEED names one. A case that fails prints the command line that runs it again.
CASES="$CASES soak"

# Seconds for all cases of all MPIs together.
: "${SOAK_SECONDS:=$([ "${CHECK_ALL:-0}" = 0 ] && echo 60 || echo 3600)}"
: "${SOAK_SEED:=$([ "${CHECK_ALL:-0}" = 0 ] && echo 1 || echo $(($(date +%s) % 1000000)))}"

# Short calls use flags and buffers in shared memory; without them, short data uses slots there, or messages.
SLOTS=memory=1,short=off

# Differences of the cases of an MPI: ranks, threads, the machine (c-tests/soak_machines.h), the name, and the
# variables.
SOAKS="8 1 0 splits
8 1 1 segments HSPLIT_COLLECTIVES=all:0,segment=100,$SLOTS
6 1 2 messages HSPLIT_COLLECTIVES=all:0,memory=off,short=off
4 1 0 trial HSPLIT_COLLECTIVES=all:trial
6 1 3 reduced HSPLIT_EXCHANGE=reduce HSPLIT_COLLECTIVES=all:0
4 1 0 adaptive HSPLIT_COLLECTIVES=adaptive
3 3 0 threads HSPLIT_COLLECTIVES=all:0,segment=100,memory=1"

# soak WAY SECONDS RANKS THREADS MACHINE NAME [NAME=VALUE...]
soak() {
    local way=$1 seconds=$2 ranks=$3 threads=$4 machine=$5 words
    shift 6
    limit=$((seconds * 2 + 120))
    words="--seed $SOAK_SEED --seconds $seconds --threads $threads --machine $machine"
    # shellcheck disable=SC2086
    job "$way" "$ranks" none "$@" @soak $words --limit $((60 * slack * $(crowd))) >"$work/stdout" 2>"$work/stderr" || {
        echo "MPIEXEC=$mpiexec c-tests/launch $ranks none env $* soak $words"
        grep -a '^soak: ' "$work/stderr" | sort | head -n 20
        grep -av '^soak: ' "$work/stderr" | head -n 20
        tail "$work/stdout"
        return 1
    }
    # The program requests levels that do not exist.
    ! messages "$work/stderr" | grep -v 'all ranks get MPI_COMM_NULL, because' || return 1
    # One line, of a program that really made calls.
    grep '^soak: seed .* 0 mismatches$' "$work/stdout" &&
        ! grep -E ' 0 (split_type|native|communicators),' "$work/stdout"
}

cases_soak() {
    local mpis seconds way=linked soaks ranks threads machine name variables
    # shellcheck disable=SC2086
    mpis=$(set -- $ALL_MPICC && echo $#)
    soaks=$(echo "$SOAKS" | wc -l)
    seconds=$((SOAK_SECONDS / mpis / (soaks + 1)))
    # The native calls alone: errors of the reference results are the program's, not the library's.
    test_case "soak: without the library" soak bare $((seconds > 0 ? seconds : 1)) 8 1 0 bare
    while read -r ranks threads machine name variables; do
        # shellcheck disable=SC2086
        test_case "soak: $name" soak $way $((seconds > 0 ? seconds : 1)) "$ranks" "$threads" "$machine" "$name" \
            $variables
        [ "$way" = linked ] && way=preloaded || way=linked
    done <<END
$SOAKS
END
}
