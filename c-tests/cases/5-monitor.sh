# SPDX-License-Identifier: MIT OR Apache-2.0
# Counts of the messages between ranks.
CASES="$CASES monitor"

# The messages of four ranks of monitor_unaware: rows, columns and bytes, ranks counted from 1.
ALL_BYTES='1 2 102
1 3 102
1 4 100
2 3 4
2 4 4
3 1 6
3 4 6
4 1 8
4 2 8'
P2P_BYTES='1 2 2
1 3 2
2 3 4
2 4 4
3 1 6
3 4 6
4 1 8
4 2 8'

# The messages of monitor_programs.
PROGRAMS='ring shift replace halo torus transpose butterfly tree master-worker sweep pipeline buffered ready probed long
    mixed conjugate-gradient multigrid'

# A program without the library's calls, on four ranks, whose messages are counted. Standard error is kept.
unaware() { # NAME=VALUE... [@PROGRAM ARGUMENT...]
    case $* in *@*) ;; *) set -- "$@" @monitor_unaware ;; esac
    rm -rf "$work/seen"* && job preloaded 4 none HSPLIT_MONITOR_FILE="$work/seen" "$@" 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
}

# The matrix has exactly these entries.
matrix_is() { # FILE ENTRIES
    diff <(grep -v '^%' "$1" | sed 1d) <(echo "$2")
}

# The run has written exactly these files.
files_are() { # END...
    diff <(cd "$work" && printf '%s\n' seen*) <(printf 'seen.%s\n' "$@")
}

# The library prints this number of warnings.
warnings_are() { # COUNT
    [ "$(grep -c 'hsplit\[' "$work/stderr")" -eq "$1" ]
}

# The commands draw the files of the library, and compute an order for the hosts and cores of the ranks.
commands_read_it() {
    "$cli" monitor "$work/seen.parts" --picture "$work/theirs.svg" >"$work/stdout" &&
        [ "$(grep -c '<path' "$work/theirs.svg")" -ge 2 ] &&
        "$cli" map "$work/seen.parts" >"$work/stdout" && [ "$(grep -vc '^#' "$work/stdout")" -eq 4 ]
}

gathers() { # [@PROGRAM ARGUMENT]
    local messages=19
    # The barrier in the session: a message of no bytes from each rank to the next.
    [ "${2:-}" != session ] || messages=22
    unaware HSPLIT_MONITOR=gather "$@" && warnings_are 0 &&
        files_are bytes.mtx json messages.mtx parts txt && matrix_is "$work/seen.bytes.mtx" "$ALL_BYTES" &&
        grep -q '^hsplit monitor: 4 ranks, .* in '"$messages messages" "$work/stderr" &&
        diff <(grep -A9 '^hsplit monitor' "$work/stderr") "$work/seen.txt" && commands_read_it &&
        [ "$(grep -cx end "$work/seen.parts")" -eq 4 ]
}

# A program whose first calls are made before MPI_Init.
gathers_in_a_session() {
    local name="monitor: a program that begins with a session"
    if grep -q 'this MPI has no sessions' "$(program linked monitor_unaware)"; then
        skip "$name" "this MPI has none"
    elif [ "$mpi" = intel ]; then
        skip "$name" "Intel MPI refuses MPI_Init while there is a session"
    else
        test_case "$name" gathers @monitor_unaware session
    fi
}

gathers_some() {
    unaware HSPLIT_MONITOR=gather,p2p && matrix_is "$work/seen.bytes.mtx" "$P2P_BYTES" &&
        unaware HSPLIT_MONITOR=gather,as=none &&
        matrix_is "$work/seen.bytes.mtx" "$P2P_BYTES" &&
        unaware HSPLIT_MONITOR=gather,rma,collectives && ! grep -q '^4 1' "$work/seen.bytes.mtx"
}

writes_parts() { # NAME=VALUE...
    unaware HSPLIT_MONITOR=parts "$@" && warnings_are 0 && files_are {0,1,2,3}.part &&
        grep -qx -e 'p2p 3 2 2' -e 'p2p 3 2 6' "$work/seen.2.part" &&
        [ "$(cat "$work"/seen.?.part | grep -cx end)" -eq 4 ]
}

# In addition to the messages of a broadcast and a barrier, the library's own messages for them: one to the other node.
carries() {
    unaware HSPLIT_MONITOR=gather HSPLIT_COLLECTIVES=bcast:0,short=off \
        HSPLIT_EMULATE='node:2 core:2 pu:1' &&
        matrix_is "$work/seen.bytes.mtx" "$ALL_BYTES" &&
        diff <(grep '^internal' "$work/seen.parts" | sort) <(printf 'internal %s 1 100\n' 1 2 3) &&
        grep -q '^  internal, inside  bytes  share  messages  share$' "$work/seen.txt" &&
        grep -q '^  Machine           200 B   67 %         2   67 %$' "$work/seen.txt" &&
        grep -q '^  all               300 B  100 %         3  100 %$' "$work/seen.txt" &&
        grep -q '"internal":{"bytes":300,' "$work/seen.json" || return 1
    build_cli &&
        "$cli" monitor "$work/seen.parts" --internal | tee "$work/stdout" &&
        grep -q 'in 3 messages (collectives 100 %)' "$work/stdout"
}

# Existing files are kept, and links are not followed.
files_stay() {
    export SEEN=$work/seen
    unaware HSPLIT_MONITOR=parts || return 1
    rm "$work"/seen.* && echo mine >"$work/seen.1.part" && echo mine >"$work/theirs" &&
        ln -s theirs "$work/seen.2.part" && ln -s nowhere "$work/seen.3.part" || return 1
    job preloaded 4 none HSPLIT_MONITOR="parts,file=$work/seen" @monitor_unaware || return 1
    [ "$(cat "$work/seen.1.part" "$work/theirs")" = "$(printf 'mine\nmine')" ] && [ ! -e "$work/nowhere" ] &&
        [ "$(cat "$work"/seen.*.part 2>/dev/null | grep -cx end)" -eq 4 ] || return 1
    rm -f "$work"/seen.* && ln -s theirs "$work/seen.json" || return 1
    job preloaded 4 none HSPLIT_MONITOR="gather,file=$work/seen" @monitor_unaware 2>"$work/stderr" ||
        return 1
    cat "$work/stderr"
    warnings_are 1 && grep -q 'there are files' "$work/stderr" && [ "$(cat "$work/theirs")" = mine ] &&
        matrix_is "$work"/seen.*.bytes.mtx "$ALL_BYTES" || return 1
    # Files of an earlier process with the same ID, as in containers.
    # shellcheck disable=SC2016
    unaware HSPLIT_MONITOR=gather sh -c ': >"$SEEN.txt" && : >"$SEEN.$$.json" && exec env "$0" "$@"' \
        @monitor_unaware && warnings_are 1 && matrix_is "$work"/seen.*.2.bytes.mtx "$ALL_BYTES" || return 1
    # shellcheck disable=SC2016
    unaware HSPLIT_MONITOR=parts sh -c 'for rank in 0 1 2 3; do : >"$SEEN.$rank.part"; : >"$SEEN.$$.$rank.part"; done
        exec env "$0" "$@"' @monitor_unaware && warnings_are 1 &&
        [ "$(cat "$work"/seen.*.2.[0-3].part | grep -cx end)" -eq 4 ]
}

# Rank 1 waits for rank 0 once in each category of calls: rank 0 is 200 ms late, rank 1 less than 150 ms, also on a busy
# machine. Each call is counted once, timed or not.
takes_times() { # PROGRAM
    rm -rf "$work/seen"* &&
        job preloaded 2 none HSPLIT_MONITOR="parts,time,file=$work/seen" "@$1" || return 1
    cat "$work"/seen.?.part
    grep '^time' "$work/seen.1.part" | awk '
        $4 < 5e7 { print "wrong: " $0; bad = 1 }
        { seen = seen " " $2 " " $3 }
        END { exit bad || seen != " p2p 2 waiting 1002 collectives 1 one-sided 9 topology 5" }' &&
        build_cli &&
        "$cli" monitor "$work"/seen.*.part | tee "$work/stdout" && grep -q '^  waiting  *2,004 ' "$work/stdout"
}

# Without 'times' no time is measured.
takes_no_times() {
    unaware HSPLIT_MONITOR=parts && ! grep '^time' "$work"/seen.?.part
}

# The default name of files: the job number of PMIx or of a batch system, or the number of rank 0's process.
names_files() { # VALUE JOB-OF-A-BATCH-SYSTEM END...
    local folder=$work/named rank process job_of_pmix name
    rm -rf "$folder" && mkdir "$folder" || return 1
    # shellcheck disable=SC2016
    silent_job preloaded 4 none HSPLIT_MONITOR="$1" PBS_JOBID="$2" sh -c 'cd "$0" || exit 1
        echo "${OMPI_COMM_WORLD_RANK:-$PMI_RANK} $$ ${PMIX_NAMESPACE:-}" >"../named.$$"
        exec env "$@"' "$folder" @monitor_unaware || return 1
    read -r rank process job_of_pmix <<<"$(cat "$work"/named.* | grep '^0 ')"
    rm -f "$work"/named.*
    job_of_pmix=${job_of_pmix//[!a-zA-Z0-9._-]/_}
    name=${job_of_pmix:-${2:-$process}}
    diff <(ls "$folder") <(printf "hsplit-monitor.$name.%s\n" "${@:3}")
}

# The report of a job is printed also where its files cannot be written.
has_report() { # VALUE
    [ "$1" != gather ] || grep -q '^hsplit monitor: 4 ranks' "$work/stderr"
}

# A folder that does not exist: the program ends successfully, and a line names what is lost.
nowhere_to_write() { # VALUE
    unaware HSPLIT_MONITOR="$1,file=$work/nowhere/seen" && warnings_are 1 && has_report "$1" &&
        grep -q "HSPLIT_MONITOR: the counts are lost: $work/nowhere/seen" "$work/stderr"
}

# A full file system: as above, and no partial file is left.
no_space_to_write() { # VALUE
    mkdir -p "$work/full" && mount -t tmpfs -o size=4k none "$work/full" || return 1
    trap 'umount "$work/full"' EXIT
    head -c 4096 /dev/zero >"$work/full/ballast"
    unaware HSPLIT_MONITOR="$1,file=$work/full/seen" && warnings_are 1 && has_report "$1" &&
        grep -q 'HSPLIT_MONITOR: the counts are lost: .*No space left' "$work/stderr" &&
        [ "$(ls "$work/full")" = ballast ]
}

# Rank 1 lacks the variable: the other ranks write their files.
one_lacks_the_variable() { # VALUE WARNINGS FILE...
    # shellcheck disable=SC2016
    unaware sh -c '[ "${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}" = 1 ] || export HSPLIT_MONITOR='"$1"'
        exec env "$0" "$@"' @monitor_unaware && warnings_are "$2" && files_are "${@:3}"
}

# Rank 1 has not loaded the library: the other ranks gather their data.
one_lacks_the_library() {
    # shellcheck disable=SC2016
    unaware HSPLIT_MONITOR=gather sh -c '[ "${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}" != 1 ] || exec "$@"
        exec env "$0" "$@"' @monitor_unaware && files_are bytes.mtx json messages.mtx parts txt &&
        grep -q 'have not loaded libhsplit' "$work/stderr"
}

handles_of_freed() {
    "$mpicc" -std=c99 -Wall -Wextra -Werror -shared -fPIC c-tests/freeing.c -ldl -o "$work/freeing.so" &&
        silent_job bare 2 none LD_PRELOAD="$library:$work/freeing.so" @monitor_freed
}

# Files that a session wrote are replaced at the next time, also a link.
session_files() {
    rm -rf "$work/seen"* && echo mine >"$work/theirs" && ln -s theirs "$work/seen.json" || return 1
    silent_job linked 4 none HSPLIT_EMULATE='node:2 core:2 pu:1' @monitor_sessions flush "$work/seen" || return 1
    files_are bytes.mtx json messages.mtx parts txt && [ "$(cat "$work/theirs")" = mine ] &&
        matrix_is "$work/seen.bytes.mtx" '1 2 2
2 3 4
3 4 6
4 1 8' && matrix_is "$work/seen.messages.mtx" '1 2 2
2 3 2
3 4 2
4 1 2' && grep -q '"levels":.*"Machine"' "$work/seen.json" && grep -q '^  Machine *8 B' "$work/seen.txt" &&
        build_cli &&
        "$cli" map "$work/seen.bytes.mtx" -i 'node:2 core:2 pu:1' >"$work/stdout" &&
        diff <("$cli" monitor "$work/seen.parts" | head -n 1) <(head -n 1 "$work/seen.txt")
}

# Ranks reordered by the time of bytes and messages.
by_a_model() {
    cat >"$work/parameters" <<'.'
group one: 2 processes, latency 0.5
    0 0.5
    1MiB 105
group two: 2 processes, latency 0.5
    0 0.5
    1MiB 105
link one two: latency 90
    0 10
    1MiB 1059
.
    both_ways 4 none HSPLIT_EMULATE='node:2 core:2 pu:1 bind=core,round-robin' \
        HSPLIT_REORDER_COST=model HSPLIT_PARAMETERS_FILE="$work/parameters" @monitor_loop model
}

# The gain of a reordering, in one line: by bytes in ten steps; by messages, without steps; and if nothing changes.
advises() { # COST BEFORE-AND-AFTER A-STEP MIGRATING UNCHANGED
    job linked 16 none HSPLIT_EMULATE='node:4 core:4 pu:1 bind=core,round-robin' HSPLIT_LOG=info \
        HSPLIT_REORDER_COST="$1" @monitor_loop loop 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    sed -n 's/.*HSPLIT_Monitor_reorder: //p' "$work/stderr" | tee "$work/advice"
    [ "$(wc -l <"$work/advice")" -eq 3 ] && ! sed -n 2p "$work/advice" | grep -e step -e migrating &&
        diff <(sed 2d "$work/advice") - <<END
16 of 16 ranks change; $2; inside Machine 0 -> 24000; inside NUMANode 0 -> 24000; each of 10 steps saves $3, \
inside Machine +2400 bytes, inside NUMANode +2400 bytes; migrating costs $4
0 of 16 ranks change; $5
END
}

sessions_that_cannot_write() {
    mkdir -p "$work/full.bytes.mtx" &&
        silent_job linked 4 none @monitor_errors "$work/nowhere/seen" &&
        silent_job linked 4 none @monitor_errors "$work/full"
}

# A program under Open MPI's own monitoring, which writes $work/theirs: lines of sender, receiver, bytes and messages.
with_monitoring() { # [NAME=VALUE...] @PROGRAM [ARGUMENT...]
    rm -f "$work"/theirs*
    silent_job "${way:-preloaded}" 6 none OMPI_MCA_pml_monitoring_enable=2 OMPI_MCA_pml_monitoring_enable_output=3 \
        OMPI_MCA_pml_monitoring_filename="$work/theirs" "$@" >"$work/messages" || return 1
    their_entries E "$work"/theirs.[0-9].prof >"$work/theirs"
    [ -s "$work/theirs" ]
}

# E: messages of the program; I: messages of collective calls; C: messages that the collective calls mean.
their_entries() { # LETTER FILE...
    awk -v letter="$1" '$1 == letter { print $2, $3, $4, $6 }' "${@:2}" | sort
}

# The messages of a random program are those that Open MPI's own monitoring counts, pair by pair.
same_as_open_mpi() { # SEED
    with_monitoring @monitor_random "$1" &&
        diff <(sed -n 's/^E //p' "$work/messages" | sort) "$work/theirs" && [ "$(wc -l <"$work/theirs")" -gt 8 ]
}

# The same for a program without the library's calls, in the matrices that HSPLIT_MONITOR writes.
program_as_open_mpi() { # [NAME=VALUE...] @PROGRAM ARGUMENT
    rm -f "$work/seen"*
    with_monitoring HSPLIT_MONITOR="gather,p2p,file=$work/seen" "$@" &&
        matrices "$work/seen" | diff - "$work/theirs"
}

# The entries of two matrices as lines of sender, receiver, bytes and messages.
matrices() { # NAME
    # The matrices count ranks from 1, and their first line without '%' has the size.
    awk '/^%/ || !begun[FILENAME]++ && !/^%/ { next }
        FILENAME ~ /bytes/ { bytes[$1 - 1 " " $2 - 1] = $3; next }
        { print $1 - 1, $2 - 1, bytes[$1 - 1 " " $2 - 1] + 0, $3 }' "$1.bytes.mtx" "$1.messages.mtx" | sort
}

# Irregular collective calls, and the messages sent between them. (The default algorithm of MPI_Alltoallv starts
# persistent requests, which Open MPI's monitoring counts for the program; 2 is the pairwise one.) The library's own
# exchanges are collective calls, too, so Open MPI's monitoring runs without the library. It leaves out messages of a
# rank to itself in these calls.
sort_as_open_mpi() {
    program_as_open_mpi OMPI_MCA_coll_tuned_use_dynamic_rules=1 OMPI_MCA_coll_tuned_alltoallv_algorithm=2 \
        @monitor_programs integer-sort && way=bare with_monitoring @monitor_programs integer-sort &&
        silent_job preloaded 6 none HSPLIT_MONITOR="gather,collectives,file=$work/seen.all" \
            @monitor_programs integer-sort &&
        matrices "$work/seen.all" | awk '$1 != $2' | diff - <(their_entries C "$work"/theirs.[0-9].prof)
}

# Messages between the ranks of an intercommunicator. Open MPI sends some with the program's tag for creating one,
# between its two leaders: these are subtracted as the messages of a program that does nothing else. Their number of
# bytes differs from run to run (they hold what a leader has learned of its group's processes), so for the leaders only
# the messages are compared.
halves_as_open_mpi() {
    with_monitoring @monitor_programs unused-halves && cp "$work/theirs" "$work/unused" && rm -f "$work/seen"* &&
        with_monitoring HSPLIT_MONITOR="gather,p2p,file=$work/seen" @monitor_programs halves || return 1
    [ "$(cut -d ' ' -f 1,2 "$work/unused")" = $'4 5\n5 4' ] &&
        diff <(matrices "$work/seen" | less_the_leaders /dev/null -) \
            <(less_the_leaders "$work/unused" "$work/theirs") && [ "$(wc -l <"$work/theirs")" -gt 12 ]
}

# Entries, less the messages of UNUSED; the entries of the leaders without bytes.
less_the_leaders() { # UNUSED FILE
    awk 'FILENAME == ARGV[1] { messages[$1 " " $2] = $4; next }
        { $4 -= messages[$1 " " $2] }
        $1 " " $2 == "4 5" || $1 " " $2 == "5 4" { $3 = "any" }
        $4 { print }' "$1" "$2"
}

# The instructions of a thousand calls of each thread, by valgrind; of two ranks the root's, which waits for nobody.
instructions() { # bare|preloaded|counted|summed|native CALL [THREADS]
    local ranks=1 variables=()
    [ "$1" = bare ] || variables=(LD_PRELOAD="$library")
    [ "$1" != counted ] || variables+=(HSPLIT_MONITOR="parts,file=$work/instructions")
    [ "$1" != summed ] || variables+=(HSPLIT_SUMMARY="$work/instructions")
    [ "$1" != native ] || variables+=(HSPLIT_COLLECTIVES=bcast:1MiB)
    [ "$2" != world ] || ranks=2
    job bare $ranks none "${variables[@]}" valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        --toggle-collect=calls @monitor_instructions "$2" 1000 "${3:-1}" 2>"$work/stderr" || {
        cat "$work/stderr" >&2
        return 1
    }
    sed -n 's/^==[0-9]*== Collected : //p' "$work/stderr" | sort -n | head -n 1
}

# An intercepted call with no feature enabled takes few instructions more than the native one: seven to ten, for which 2
# ns are enough. (Unoptimised builds take up to 170.)
few_instructions() { # CALL
    local bare preloaded most=12
    [ "$PROFILE" = release ] || most=200
    bare=$(instructions bare "$1") && preloaded=$(instructions preloaded "$1") || return 1
    echo "$1: $bare, intercepted $preloaded instructions in 1000 calls"
    [ "$bare" -gt 1000 ] && [ "$preloaded" -ge "$bare" ] && [ $((preloaded - bare)) -le $((1000 * most)) ]
}

# A collective call that is known to be native.
few_instructions_native() {
    local bare native most=200
    [ "$PROFILE" = release ] || most=6000
    bare=$(instructions bare world) && native=$(instructions native world) || return 1
    echo "$bare, known to be native $native instructions in 1000 calls"
    [ "$bare" -gt 1000 ] && [ $((native - bare)) -le $((1000 * most)) ]
}

# Counted calls: as many instructions in each of four threads as in one, plus those that find the thread's own data.
few_instructions_counted() { # CALL THREADS MOST [summed]
    local bare counted more
    bare=$(instructions bare "$1" "$2") && counted=$(instructions "${4-counted}" "$1" "$2") || return 1
    more=$(((counted - bare) / $2 / 1000))
    echo "$1, threads: $2: $bare, counted $counted instructions in 1000 calls of each: $more more for a call"
    [ "$bare" -gt 1000 ] && [ "$more" -ge 20 ] && [ "$more" -le "$3" ]
}

# 'make check-all' counts those of the library as it is installed, with the numbers of docs/src/gains.md.
instruction_cases() {
    local call all='send bcast' built library=$library PROFILE=$PROFILE
    if ! thorough; then
        return
    elif ! command -v valgrind >/dev/null; then
        skip "monitor: instructions where nothing is asked" "valgrind is not installed"
        return
    fi
    ! everything || {
        all='send start bcast receive' PROFILE=release
        preparing_case "monitor: the library is built as for installation" build_library
        read -r built _ <<<"$(build_of "$mpicc")"
        library=$(absolute "$built")/lib/lib$libname.so
    }
    for call in $all; do
        test_case "monitor: instructions where nothing is asked, $call" few_instructions $call
    done
    test_case "collectives: instructions of a call that is known to be native" few_instructions_native
    everything || return 0
    test_case "monitor: instructions where messages are counted, isend" few_instructions_counted isend 1 90
    test_case "monitor: instructions where messages are counted, isend, four threads" \
        few_instructions_counted isend 4 150
    test_case "monitor: instructions where messages are counted, send" few_instructions_counted send_self 1 82
    test_case "monitor: instructions where messages are counted, start" few_instructions_counted start 1 38
    test_case "monitor: instructions where messages are counted, bcast" few_instructions_counted bcast 1 250
    test_case "monitor: instructions of a summary, allreduce" few_instructions_counted allreduce 1 315 summed
}

# Handles of communicators that are freed and created again, 200,000 times in 'make check-all'.
reused_handles() {
    local creations=10000
    ! everything || creations=200000 limit=900
    silent_job preloaded 2 none @monitor reused $creations
}

# Messages to spawned processes count for no rank, and have a line of their own in a part. (Spawned processes have no
# variable: they come from the launcher.)
counts_spawned() {
    local sender peers
    rm -f "$work"/seen* && silent_job linked 2 spawn HSPLIT_MONITOR="parts,file=$work/seen" \
        @monitor spawn && files_are {0,1}.part || return 1
    for sender in 0 1; do
        peers=("0 1 $((10 * sender))" "1 1 $((10 * sender + 1))" "outside 3 $((30 + 3 * sender))")
        peers[sender]="$sender 4 $((11 * sender + 3))"
        diff <(grep '^p2p' "$work/seen.$sender.part") <(printf 'p2p %s\n' "${peers[@]}") || return 1
    done
}

counts() {
    local part ranks all_ranks=4 seed seeds=3 program
    ! everything || all_ranks="1 2 3 4 7" seeds=20
    for part in modes persistent comms rma threads; do
        for ranks in $all_ranks; do
            test_case "monitor: exact counts, $part, $ranks" both_ways "$ranks" none @monitor $part
        done
    done
    for part in irregular neighbours collectives; do
        for ranks in $all_ranks; do
            test_case "monitor: exact counts, $part, $ranks" both_ways "$ranks" none @monitor_collectives $part
        done
    done
    test_case "monitor: exact counts, long buffered messages" both_ways 2 none @monitor_buffered
    test_case "monitor: exact counts, along the hierarchy" both_ways 4 none HSPLIT_COLLECTIVES=all:0 \
        HSPLIT_EMULATE='node:2 core:2 pu:1' HSPLIT_LOG=off @monitor_collectives collectives
    for ranks in $all_ranks; do
        test_case "monitor: exact counts, all forms, $ranks" both_ways "$ranks" none @monitor_forms
    done
    if [ "$mpi" = mpich ]; then
        skip "monitor: exact counts, spawned processes" "Debian's MPICH cannot spawn processes"
    else
        test_case "monitor: exact counts, spawned processes" counts_spawned
    fi
    test_case "monitor: handles used again" reused_handles
    test_case "monitor: handles used again by another thread" handles_of_freed
    [ "$mpi" = openmpi ] || return 0
    for ((seed = 1; seed <= seeds; seed++)); do
        test_case "monitor: as Open MPI's own monitoring, $seed" same_as_open_mpi $seed
    done
    for program in $PROGRAMS; do
        test_case "monitor: as Open MPI's own monitoring, $program" program_as_open_mpi @monitor_programs "$program"
    done
    test_case "monitor: as Open MPI's own monitoring, integer-sort" sort_as_open_mpi
    test_case "monitor: as Open MPI's own monitoring, halves" halves_as_open_mpi
}

cases_monitor() {
    local ranks
    for ranks in 4 8; do
        test_case "monitor: sessions, $ranks" both_ways $ranks none @monitor_sessions sessions
    done
    test_case "monitor: sessions and collective calls" both_ways 4 none @monitor_sessions collectives
    test_case "monitor: sessions and persistent requests" both_ways 2 none @monitor_sessions requests
    test_case "monitor: what stays inside levels, RR 5.1" both_ways 32 none HSPLIT_EMULATE="$RR_5_1" \
        @monitor_sessions levels
    test_case "monitor: what the library carries" both_ways 4 none HSPLIT_EMULATE='node:2 core:2 pu:1' \
        HSPLIT_COLLECTIVES=all:0,short=off @monitor_sessions internal
    test_case "monitor: what the library carries: short calls" both_ways 4 none \
        HSPLIT_EMULATE='node:2 core:2 pu:1' HSPLIT_COLLECTIVES=all:0 @monitor_sessions internal
    test_case "monitor: what the library carries: nothing" both_ways 4 none HSPLIT_EMULATE='node:2 core:2 pu:1' \
        @monitor_sessions internal
    test_case "monitor: what the library carries for an unmodified program" carries
    test_case "monitor: watch, reorder, move" both_ways 16 none HSPLIT_EMULATE='node:4 core:4 pu:1' \
        HSPLIT_EMULATE_BIND=core,round-robin @monitor_loop loop
    test_case "monitor: what a reordering saves and costs" advises hops 'traffic times hops 144000 -> 48000' 9600 \
        '80 for each byte a rank, so that a step pays for 120 bytes a rank' 'traffic times hops 48000 -> 48000'
    test_case "monitor: what a reordering saves and costs, by levels" advises System=100,Machine=10 \
        'traffic times cost 2400000 -> 240000' 216000 \
        '1240 for each byte a rank, so that a step pays for 174 bytes a rank' 'traffic times cost 240000 -> 240000'
    test_case "monitor: reorder by a model" by_a_model
    test_case "monitor: errors of sessions" both_ways 4 none HSPLIT_EMULATE='node:2 core:2 pu:1' \
        @monitor_errors
    test_case "monitor: threads with sessions" both_ways 2 none @monitor_sessions threads
    test_case "monitor: sessions of a disabled library" both_ways 4 none HSPLIT_DISABLE=1 \
        @monitor_sessions disabled
    test_case "monitor: files of a session" session_files
    test_case "monitor: files of a session that cannot be written" sessions_that_cannot_write
    test_case "monitor: an unmodified program, gathered" gathers
    test_case "monitor: an unmodified program, gathered, two threads" gathers @monitor_unaware threads
    gathers_in_a_session
    test_case "monitor: a program that removes the variable on one rank" gathers @monitor_unaware forgets
    test_case "monitor: an unmodified program, some calls" gathers_some
    test_case "monitor: an unmodified program, in parts" writes_parts
    test_case "monitor: an unmodified program, names of files, gathered" names_files gather '' \
        bytes.mtx json messages.mtx parts txt
    test_case "monitor: an unmodified program, names of files, in a folder" names_files gather,file=./ '' \
        bytes.mtx json messages.mtx parts txt
    test_case "monitor: an unmodified program, names of files, in parts" names_files parts 12.master {0,1,2,3}.part
    test_case "monitor: the time in calls" takes_times monitor_times
    test_case "monitor: no time in calls" takes_no_times
    test_case "monitor: files that are there already" files_stay
    test_case "monitor: nowhere to write, parts" nowhere_to_write parts
    test_case "monitor: nowhere to write, gathered" nowhere_to_write gather
    if [ "$(id -u)" -eq 0 ] && unshare -m mount -t tmpfs none "$work" 2>/dev/null; then
        test_case "monitor: no space to write, parts" no_space_to_write parts
        test_case "monitor: no space to write, gathered" no_space_to_write gather
    else
        skip "monitor: no space to write" "only root may mount a file system"
    fi
    test_case "monitor: rank 1 lacks the variable, parts" one_lacks_the_variable parts 0 {0,2,3}.part
    test_case "monitor: rank 1 lacks the variable, gathered" one_lacks_the_variable gather 1 \
        bytes.mtx json messages.mtx parts txt
    ! everything || test_case "monitor: rank 1 lacks the library" one_lacks_the_library
    instruction_cases
    counts
}
