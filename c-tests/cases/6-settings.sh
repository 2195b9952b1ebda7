# SPDX-License-Identifier: MIT OR Apache-2.0
# Variables, and the library itself, that reach only some processes of a job.
CASES="$CASES settings"

# Ranks 2 and 3 of four have a variable: the job ends, its results are right, and one line names the difference.
differs() { # NAME VALUE WORDS
    limit=60 job linked 4 none c-tests/in-ranks 2,3 "$1=$2" "$(program linked settings)" splits 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    [ "$(grep -c 'hsplit\[' "$work/stderr")" -eq 1 ] &&
        grep -q "hsplit\[2\]: warning: $1 is not the same in all processes: " "$work/stderr" &&
        grep -q "'$2' in ranks 2-3 (" "$work/stderr" && grep -q "not set in ranks 0-1 (" "$work/stderr" &&
        grep -q "$3" "$work/stderr"
}

# No process waits for a disabled one, and no split along the hardware includes it.
disabled_in_some() {
    limit=60 job linked 4 none c-tests/in-ranks 2,3 HSPLIT_DISABLE=1 "$(program linked settings)" splits \
        2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    [ "$(grep -c 'hsplit\[' "$work/stderr")" -eq 1 ] &&
        grep -q 'MPI_Comm_split_type: ranks 2-3 have HSPLIT_DISABLE; all ranks get MPI_COMM_NULL' "$work/stderr"
}

# All processes have one value: there is no message, and the setting applies.
agrees() {
    silent_job linked 4 none HSPLIT_COLLECTIVES=all:0 HSPLIT_EXCHANGE=reduce @settings splits || return 1
    job linked 4 none HSPLIT_EMULATE='node:2 package:2 core:1 pu:1' HSPLIT_COLLECTIVES=bcast:0 HSPLIT_LOG=info \
        HSPLIT_LOG_RANK=0 @settings 2>"$work/stderr" || return 1
    cat "$work/stderr"
    grep -q 'hsplit\[0\]: libhsplit .* along the hierarchy went of collective calls 4 bcast' "$work/stderr"
}

# The summary is that of the processes that have the variable.
summarised_by_some() {
    limit=60 job linked 4 none c-tests/in-ranks 2,3 HSPLIT_SUMMARY=stderr "$(program linked settings)" splits \
        2>"$work/stderr" || return 1
    cat "$work/stderr"
    grep -q 'HSPLIT_SUMMARY is not the same in all processes: ' "$work/stderr" &&
        [ "$(grep -cx 'ranks: 2' "$work/stderr")" -eq 1 ]
}

# Barriers that sleep in some processes only, beside barriers along the hierarchy in all: they go along the hierarchy.
sleeps_in_some() {
    limit=60 job linked 4 none HSPLIT_EMULATE='node:2 package:2 core:1 pu:1' HSPLIT_COLLECTIVES=all:0 \
        c-tests/in-ranks 2,3 HSPLIT_WAIT=sleep "$(program linked settings)" splits 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    grep -q 'HSPLIT_WAIT is not the same in all processes: ' "$work/stderr"
}

# The names of the lines of summaries, in order. Advice on settings depends on the times.
summary_names() { # FILE
    sed '/^advice: /d; /^untried: /d; s/:.*//; s/ /_/' "$1" | uniq | tr '\n' ' '
}

SUMMARY_NAMES="hsplit-summary library mpi ranks nodes levels splits native_splits seconds collective gain trial_calls \
binding warnings"

# Each job adds one block to the file; a link is not followed.
summarised() {
    rm -f "$work"/summary*
    for _ in 1 2; do
        silent_job linked 4 none HSPLIT_EMULATE='node:2 package:2 core:1 pu:1' HSPLIT_COLLECTIVES=bcast:0 \
            HSPLIT_SUMMARY="$work/summary" @settings || return 1
    done
    cat "$work/summary"
    [ "$(summary_names "$work/summary")" = "$SUMMARY_NAMES $SUMMARY_NAMES " ] &&
        [ "$(grep -cx -e 'ranks: 4' -e 'nodes: 2' -e 'levels: Machine NUMANode Core' -e 'warnings: 0' \
            "$work/summary")" -eq 8 ] &&
        [ "$(grep -cE '^collective: bcast hierarchy, calls 4, bytes [0-9]+, seconds [0-9.]+$' \
            "$work/summary")" -eq 2 ] || return 1
    # One line for people, in addition to a file or alone.
    job linked 4 none HSPLIT_EMULATE='node:2 package:2 core:1 pu:1' HSPLIT_COLLECTIVES=bcast:0 \
        HSPLIT_SUMMARY="$work/summary-too,line" @settings 2>"$work/stderr" && cat "$work/stderr" &&
        [ "$(wc -l <"$work/stderr")" -eq 1 ] && grep -qx 'ranks: 4' "$work/summary-too" &&
        grep -qE '^hsplit: 4 ranks on 2 nodes, [0-9.]+ s: collective calls [0-9.]+ \([0-9.]+ %\), the hierarchy ' \
            "$work/stderr" || return 1
    job linked 2 none HSPLIT_SUMMARY=line @settings 2>"$work/stderr" && [ "$(wc -l <"$work/stderr")" -eq 1 ] &&
        grep -q '^hsplit: 2 ranks on 1 node, .* unknown for calls of ' "$work/stderr" && [ ! -e line ] || return 1
    # Files of jobs, users and hosts.
    job linked 4 none HSPLIT_SUMMARY="$work/summary.%u.%h.%%j" @settings &&
        [ "$(sed 1q "$work/summary.$(id -un).$(uname -n).%j")" = 'hsplit-summary: 1' ] || return 1
    job linked 4 none HSPLIT_SUMMARY="$work/summary-of.%j" @settings &&
        (cd "$work" && set -- summary-of.* && [ $# -eq 1 ] && case $1 in *%*) false ;; esac) || return 1
    ln -s "$work/summary" "$work/summary-link"
    job linked 4 none HSPLIT_SUMMARY="$work/summary-link" @settings 2>"$work/stderr" || return 1
    cat "$work/stderr"
    [ "$(grep -c 'hsplit\[0\]: warning: HSPLIT_SUMMARY: .*summary-link: ' "$work/stderr")" -eq 1 ] &&
        [ "$(grep -c '^ranks' "$work/summary")" -eq 2 ]
}

# A full file system: one line, and the job after it is in the file, not in the line of this one.
summarised_full() {
    local folder=$work/summary-full
    mkdir -p "$folder" && mount -t tmpfs -o size=8k none "$folder" || return 1
    trap 'umount "$work/summary-full"' EXIT
    # The file ends 100 bytes before the end of its page, and the other page is taken.
    head -c 3996 /dev/zero | tr '\0' '\n' >"$folder/jobs.json" && head -c 4096 /dev/zero >"$folder/ballast" || return 1
    job linked 2 none HSPLIT_SUMMARY="$folder/jobs.json" @settings 2>"$work/stderr" && cat "$work/stderr" &&
        [ "$(grep -c 'HSPLIT_SUMMARY: .*No space left' "$work/stderr")" -eq 1 ] &&
        [ "$(wc -c <"$folder/jobs.json")" -eq 3996 ] || return 1
    rm "$folder/ballast" && silent_job linked 2 none HSPLIT_SUMMARY="$folder/jobs.json" @settings &&
        "$cli" summary "$folder/jobs.json" >"$work/jobs" 2>&1 && cat "$work/jobs" && ! grep -q 'not read' "$work/jobs"
}

# A level that the library does not have is left to MPICH: the native MPI makes that split, too.
summarised_native() {
    rm -f "$work/summary-native"
    silent_job linked 2 none HSPLIT_SUMMARY="$work/summary-native" @types unanswered || return 1
    cat "$work/summary-native"
    [ "$(grep -cx -e 'splits: 0' -e 'native splits: 2' "$work/summary-native")" -eq 2 ]
}

# The block on stderr equals the block in a file: whole, in order, and without other lines.
summarised_on_stderr() {
    job linked 4 none HSPLIT_EMULATE='node:2 package:2 core:1 pu:1' HSPLIT_COLLECTIVES=bcast:0 HSPLIT_SUMMARY=stderr \
        @settings splits >"$work/stdout" 2>"$work/stderr" || return 1
    cat "$work/stdout" "$work/stderr"
    [ ! -e stderr ] && ! grep '^hsplit-summary' "$work/stdout" || return 1
    sed -n '/^hsplit-summary: 1$/,/^warnings: /p' "$work/stderr" >"$work/block"
    [ "$(summary_names "$work/block")" = "$SUMMARY_NAMES " ] &&
        [ "$(grep -cx -e 'ranks: 4' -e 'nodes: 2' -e 'levels: Machine NUMANode Core' -e 'splits: 1' \
            -e 'native splits: 1' -e 'warnings: 0' "$work/block")" -eq 6 ] &&
        grep -qE '^collective: bcast hierarchy, calls 8, bytes 96000, seconds [0-9.]+$' "$work/block" &&
        ! grep 'hsplit\[' "$work/stderr"
}

# Bindings that may cost time are counted.
summarised_bindings() {
    printf '0 %s\n' core:0 core:0 none pu:4-7 core:3 >"$work/bindings"
    local cores threads all=2
    # A core for each rank is no advice for threads, nor on a machine with fewer or many more cores.
    for cores in 3 8 2; do
        for threads in 1 4,2; do
            rm -f "$work/summary-bindings"
            silent_job linked 5 none HSPLIT_EMULATE="package:2 [numa] core:$cores pu:2,bind=$work/bindings" \
                OMP_NUM_THREADS=$threads HSPLIT_SUMMARY="$work/summary-bindings" @settings || return 1
            cat "$work/summary-bindings"
            [ "$cores" -ne 3 ] ||
                [ "$(grep -cx -e 'binding: unbound 1, across NUMA nodes 1, sharing a core 2, cost unknown' \
                    -e 'binding advice: bind=core in HSPLIT_EMULATE' "$work/summary-bindings")" -eq $all ] || return 1
            all=1
            [ "$cores,$threads" = 3,1 ] || ! grep 'binding advice' "$work/summary-bindings" || return 1
        done
    done
}

# Only some ranks of a job have loaded the library. With any feature enabled the program runs as without it: every kind
# of calls on communicators of all ranks, from the first call on. WORDS: in the one line printed; none: no line.
mixture_of() { # COUNT RANKS OTHERS WORDS [NAME=VALUE...]
    local count=$1 ranks=$2 others=$3 words=$4
    shift 4
    limit=60 job bare "$count" none c-tests/in-ranks "$ranks" LD_PRELOAD="$library" "$@" "$(program bare mixture)" \
        2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    grep 'hsplit\[' "$work/stderr" >"$work/lines"
    cat "$work/lines"
    if [ -n "$words" ]; then
        [ "$(grep -c "ranks $others have not loaded libhsplit" "$work/lines")" -eq 1 ] && grep -q "$words" "$work/lines"
    else
        [ ! -s "$work/lines" ]
    fi
}

mixture() { # WORDS [NAME=VALUE...]
    mixture_of 4 0,1 2-3 "$@"
}

# Calls of the odd ranks among themselves use their hierarchy, by messages between nodes.
mixtures() {
    local name setting
    test_case "some processes lack the library: nothing asked for" mixture ''
    for setting in DISABLE=1 NATIVE=shared LOG=warn EXCHANGE=reduce; do
        test_case "some processes lack the library: HSPLIT_$setting" mixture '' "HSPLIT_$setting"
    done
    for setting in COLLECTIVES=all:0 COLLECTIVES=adaptive WAIT=sleep REORDER=all SUMMARY=stderr PHASES=1=core; do
        name=HSPLIT_${setting%%=*}
        test_case "some processes lack the library: HSPLIT_$setting" mixture "work as without $name" "HSPLIT_$setting"
    done
    for setting in all:0 all:0,short=off adaptive; do
        test_case "some processes lack the library: the even ranks, $setting" mixture_of 8 1,3,5,7 0-6:2 \
            'work as without' \
            HSPLIT_EMULATE='leaf:2 node:2 core:2 pu:1' HSPLIT_COLLECTIVES="$setting"
    done
    test_case "some processes lack the library: HSPLIT_MONITOR" mixture 'work as without HSPLIT_MONITOR' \
        HSPLIT_MONITOR="gather,file=$work/mixture"
}

# Rank 1 starts seconds after the others: the library waits as MPI_Init does, and prints nothing.
starts_late() {
    silent_job bare 4 none LD_PRELOAD="$library" HSPLIT_COLLECTIVES=all:0 c-tests/in-ranks 1 LATE=12 sh -c \
        'sleep "${LATE:-0}"; exec "$@"' sh "$(program bare settings)"
}

# In a job of more than 64 ranks one process of each node reads the settings of all, and shares them. A process that can
# share nothing reads them itself.
one_shares_nothing() {
    "$mpicc" -O2 -Wall -Wextra -fPIC -shared c-tests/unshared.c -o "$work/unshared-one.so" &&
        limit=120 silent_job bare 66 none LD_PRELOAD="$work/unshared-one.so:$library" HSPLIT_COLLECTIVES=bcast @settings
}

# A job of two programs (examples/): its results are those without the library, whichever program has it.
coupled() { # WHO
    local who=$1 preload="LD_PRELOAD=$library HSPLIT_COLLECTIVES=all:0 HSPLIT_SUMMARY=stderr" ocean='' atmosphere=''
    # shellcheck disable=SC2086 # FCFLAGS: words
    "$mpicc" -O1 examples/coupled_ocean.c -o "$work/ocean" &&
        "$mpifort" ${FCFLAGS:-} -O1 -w -fallow-argument-mismatch examples/coupled_atmosphere.f90 \
            -o "$work/atmosphere" || return 1
    case $who in
    none) ;;
    ocean) ocean=$preload ;;
    atmosphere) atmosphere=$preload ;;
    both) ocean=$preload atmosphere=$preload ;;
    unequal) ocean=$preload atmosphere="LD_PRELOAD=$library HSPLIT_WAIT=sleep" ;;
    esac
    # shellcheck disable=SC2086
    limit=60 job bare 4 none env $ocean "$work/ocean" : -n 4 env $atmosphere "$work/atmosphere" >"$work/stdout" \
        2>"$work/stderr" || {
        cat "$work/stdout" "$work/stderr"
        return 1
    }
    cat "$work/stdout" "$work/stderr"
    [ "$(sort "$work/stdout")" = "atmosphere: 4 ranks, sum 11991959014
ocean: 4 ranks, sum 11828932992" ] || return 1
    case $who in
    none) ! grep 'hsplit' "$work/stderr" ;;
    both) grep -qx 'ranks: 8' "$work/stderr" && ! grep 'hsplit\[' "$work/stderr" ;;
    *)
        [ "$(grep -c 'hsplit\[.*have not loaded\|hsplit\[.*is not the same' "$work/stderr")" -ge 1 ] &&
            grep -qx 'ranks: 4' "$work/stderr" && grep -q '^collective: allreduce hierarchy, calls 6,' "$work/stderr"
        ;;
    esac
}

# With spawned processes, which may lack the library, calls of a program without the library's calls are native.
spawned_native() { # CHILD [NAME=VALUE...]
    local child=$1
    shift
    silent_job linked 2 spawn "$@" @spawned native "$(program "$child" spawned)"
}

# A call that spawned processes never make: after a while the others print a warning, once for the node.
waits_for_spawned() { # WAY CHILD [NAME=VALUE...]
    local way=$1 child=$2
    shift 2
    ! limit=60 job linked 2 spawn "$@" @spawned "$way" "$(program "$child" spawned)" 2>"$work/stderr" ||
        return 1
    grep -a 'hsplit\[\|spawned\.c\|did not end' "$work/stderr"
    [ "$(grep -c 'hsplit\[.*has waited 10 s for the other processes.*do all hosts have' "$work/stderr")" -eq 1 ] &&
        ! grep -q 'spawned\.c\|did not end' "$work/stderr"
}

# No communicator of all processes was split, so no tree is gathered.
shows_no_tree() {
    limit=60 job linked 2 spawn HSPLIT_SHOW=1 @spawned one-alone "$(program linked spawned)" 2>"$work/stderr" ||
        return 1
    cat "$work/stderr"
    grep -q 'HSPLIT_SHOW: no tree' "$work/stderr"
}

# The advice of the line, under Open MPI. Version 5 gives spawned processes exported and named variables, and not those
# that -x NAME=VALUE sets.
as_advised() {
    local child
    child=$(program bare spawned)
    under_limit 60 env LAUNCHER="$launcher_version" MPIEXEC="$mpiexec -x LD_PRELOAD -x HSPLIT_COLLECTIVES" \
        LD_PRELOAD="$library" HSPLIT_COLLECTIVES=all:0 c-tests/launch 2 spawn "$child" together "$child" \
        2>"$work/stderr" &&
        ! grep 'hsplit\[' "$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    [ "$mpi" = openmpi5 ] || return 0
    ! under_limit 60 env LAUNCHER="$launcher_version" MPIEXEC="$mpiexec -x LD_PRELOAD=$library" c-tests/launch 2 spawn \
        "$child" split "$child" 2>"$work/stderr" &&
        [ "$(grep -c 'hsplit\[.*(Open MPI: export NAME, then mpiexec -x NAME)' "$work/stderr")" -eq 1 ]
}

spawning() {
    case $mpi in
    mpich) skip "spawned processes" "Debian's MPICH cannot spawn processes" ;;
    *)
        test_case "spawned processes" silent_job linked 2 spawn @spawned together "$(program linked spawned)"
        test_case "spawned processes, measured before some split" silent_job linked 2 spawn \
            HSPLIT_SOURCES=default,measured HSPLIT_LOG=error @spawned one "$(program linked spawned)"
        test_case "spawned processes, shown after some split" shows_no_tree
        test_case "spawned processes without the library" waits_for_spawned split bare
        test_case "spawned processes without the library, one of each" waits_for_spawned pieces bare
        test_case "spawned processes without the library, native calls" spawned_native bare HSPLIT_COLLECTIVES=all:0
        test_case "spawned processes without a variable" spawned_native linked HSPLIT_COLLECTIVES=all:0
        [ "$(family "$mpicc")" != openmpi ] || test_case "spawned processes with variables, as advised" as_advised
        ;;
    esac
}

# The site's file next to the library, the user's own file before it, the environment before both.
configured() {
    local folder=$work/configured
    rm -rf "$folder" && mkdir -p "$folder/lib" "$folder/etc" "$folder/home/.config" &&
        cp "$library" "$folder/lib/" && echo 'HSPLIT_SHOW = 1' >"$folder/etc/hsplit.conf" || return 1
    shows_a_tree "$folder" yes || return 1
    shows_a_tree "$folder" no HSPLIT_SHOW= && shows_a_tree "$folder" no HSPLIT_CONFIG=none || return 1
    printf '# own\n\nHSPLIT_SHOW=0\n' >"$folder/home/.config/hsplit.conf"
    shows_a_tree "$folder" no && shows_a_tree "$folder" yes HSPLIT_SHOW=1 &&
        shows_a_tree "$folder" yes HSPLIT_CONFIG="$folder/etc/hsplit.conf" || return 1
    printf 'HSPLIT_SHWO=0\nnothing\nLD_PRELOAD=/x\nHSPLIT_SOURCES=default,rho=x\n' >"$folder/home/.config/hsplit.conf"
    shows_a_tree "$folder" yes || return 1
    grep -q "home/.config/hsplit.conf, line 1: HSPLIT_SHWO is not a variable" "$work/stderr" &&
        grep -q "hsplit.conf, line 2: 'nothing' is not NAME = VALUE" "$work/stderr" &&
        grep -q 'hsplit.conf, line 3: LD_PRELOAD cannot be set there' "$work/stderr" &&
        grep -q 'hsplit.conf, line 4: HSPLIT_SOURCES: rho=x is none of' "$work/stderr" || return 1
    # Files that cannot be read, and files that would block.
    mkfifo "$folder/pipe" && shows_a_tree "$folder" no HSPLIT_CONFIG="$folder/pipe" &&
        grep -q 'pipe: it is not a file; ignored' "$work/stderr" || return 1
    HOME=$folder/home HSPLIT_SHOW='' "$cli" env show >"$work/stdout" && cat "$work/stdout" &&
        grep -q '^HSPLIT_SHOW=$' "$work/stdout" || return 1
    HSPLIT_CONFIG=$folder/etc/hsplit.conf "$cli" env HSPLIT_SHOW | grep -q '^HSPLIT_SHOW=1  (.*hsplit.conf, line 1)$'
}

shows_a_tree() { # FOLDER yes|no [NAME=VALUE...]
    job bare 2 none LD_PRELOAD="$1/lib/$(basename "$library")" HOME="$1/home" XDG_CONFIG_HOME= \
        HSPLIT_EMULATE='node:2 core:1 pu:1' "${@:3}" @level 1 >"$work/stdout" 2>"$work/stderr" || return 1
    cat "$work/stdout" "$work/stderr"
    if grep -q 'MPI_COMM_WORLD' "$work/stdout" "$work/stderr"; then [ "$2" = yes ]; else [ "$2" = no ]; fi
}

# Nothing is published in a PMIx whose structures are not known, and MPI_Init goes on. In a program without an MPI none
# is loaded.
unknown_pmix() {
    mkdir -p "$work/other" && "${CC:-cc}" -shared -fPIC -Wl,-soname,libpmix.so.2 -x c - -o "$work/other/libpmix.so.2" \
        <<<'const char *PMIx_Get_version(void) { return "OpenPMIx 99.0.0"; } int PMIx_Commit(void) { return 7; }' &&
        "${CC:-cc}" -x c - -o "$work/commits" -x none "$work/other/libpmix.so.2" \
            <<<'#include <stdlib.h>
                int PMIx_Commit(void);
                int main(void)
                {
                    int code = PMIx_Commit();
                    return system("! grep libmpi /proc/$PPID/maps") ? 9 : code;
                }' || return 1
    LD_LIBRARY_PATH=$work/other LD_PRELOAD=$library "$work/commits"
    [ $? -eq 7 ]
}

# An MPI that calls itself otherwise than those of this library's family is another one: handles are of other types.
unknown_mpi() {
    mkdir -p "$work/unknown" && "${CC:-cc}" -shared -fPIC -Wl,-soname,libmpi.so -x c - \
        -o "$work/unknown/libmpi.so" <<'END' || return 1
#include <stdlib.h>
#include <string.h>
static int is_begun;
int PMPI_Get_library_version(char *text, int *length)
{
    *length = (int)strlen(strcpy(text, "HPE MPT 2.27"));
    return 0;
}
int PMPI_Get_version(int *version, int *subversion) { return *version = 3, *subversion = 1, 0; }
int PMPI_Init(int *argc, char ***argv) { return (void)argc, (void)argv, is_begun = 1, 0; }
int MPI_Init(int *argc, char ***argv) { return PMPI_Init(argc, argv); }
int PMPI_Initialized(int *flag) { return *flag = is_begun, 0; }
int PMPI_Finalized(int *flag) { return *flag = 0; }
int PMPI_Finalize(void) { return 0; }
int MPI_Finalize(void) { return 0; }
int PMPI_Comm_group(long comm, void *group) { return (void)comm, (void)group, abort(), 1; }
END
    "${CC:-cc}" -x c - -o "$work/unknown/program" -x none "$work/unknown/libmpi.so" <<<'int MPI_Init(int *, char ***);
        int MPI_Finalize(void); int main(int argc, char **argv) { return MPI_Init(&argc, &argv) || MPI_Finalize(); }' &&
        LD_LIBRARY_PATH=$work/unknown LD_PRELOAD=$library HSPLIT_COLLECTIVES=all "$work/unknown/program" \
            2>"$work/stderr" || return 1
    cat "$work/stderr"
    [ "$(grep -c 'the program runs HPE MPT 2.27' "$work/stderr")" -eq 1 ] && [ "$(wc -l <"$work/stderr")" -eq 1 ]
}

cases_settings() {
    local name
    test_case "configuration files: the site's, the user's, another" configured
    spawning
    test_case "settings that agree" agrees
    test_case "HSPLIT_SUMMARY, a block for each job" summarised
    [ "$(id -u)" -ne 0 ] || ! everything || test_case "HSPLIT_SUMMARY, a full file system" summarised_full
    ! mpi_h_defines MPIX_COMM_TYPE_NEIGHBORHOOD || test_case "HSPLIT_SUMMARY, native splits" summarised_native
    test_case "HSPLIT_SUMMARY=stderr, a block" summarised_on_stderr
    test_case "HSPLIT_SUMMARY, bindings" summarised_bindings
    for name in COLLECTIVES=all:0 COLLECTIVES=adaptive EXCHANGE=reduce NATIVE=shared \
        SOURCES=measured,default REORDER=cost=model; do
        test_case "HSPLIT_$name in some processes only" differs "HSPLIT_${name%%=*}" "${name#*=}" \
            'Give all hosts the same variables'
    done
    test_case "HSPLIT_DISABLE in some processes only" disabled_in_some
    test_case "HSPLIT_SUMMARY in some processes only" summarised_by_some
    test_case "HSPLIT_WAIT in some processes only, with HSPLIT_COLLECTIVES" sleeps_in_some
    mixtures
    [ "$(family "$mpicc")" != openmpi ] || test_case "a PMIx of an unknown version" unknown_pmix
    test_case "an MPI of an unknown name" unknown_mpi
    test_case "a late process" starts_late
    test_case "one of 66 processes shares nothing" one_shares_nothing
    if fortran_has mpi; then
        for name in none ocean atmosphere both unequal; do
            test_case "coupled programs, the library in: $name" coupled $name
        done
    else
        skip "coupled programs" "this MPI has no module mpi for $(gfortran --version | head -n 1)"
    fi
}
