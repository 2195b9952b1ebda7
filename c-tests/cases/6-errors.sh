# SPDX-License-Identifier: MIT OR Apache-2.0
# Errors of programs, and invalid environments.
CASES="$CASES errors environment"

PACKAGES='package:2 core:2 pu:1'

# A job that must abort at once, with the reason. A launcher that kills a job can lose the last lines of its ranks, so
# there are three tries for the text. Each of them must abort.
aborts() { # RANKS WORDS @PROGRAM ARGUMENT
    local ranks=$1 words=$2 code try
    shift 2
    for try in 1 2 3; do
        limit=30 job linked "$ranks" none HSPLIT_EMULATE="$PACKAGES" "$@" >"$work/abort" 2>&1
        code=$?
        cat "$work/abort"
        [ "$code" -ne 0 ] && [ "$code" -ne 124 ] && [ "$code" -ne 137 ] || {
            echo "exit status $code"
            return 1
        }
        ! grep "came back" "$work/abort" || return 1
        ! grep -e "$words" "$work/abort" >/dev/null || return 0
        echo "try $try says nothing of '$words'"
    done
    return 1
}

# Calls before MPI_Init and after MPI_Finalize print one line each, and return.
errors_outside() { # before|after
    job linked 1 none HSPLIT_EMULATE="$PACKAGES" @errors "$1" 2>"$work/stderr" || return 1
    cat "$work/stderr"
    [ "$(grep -c 'hsplit\[.*: called before MPI_Init or after MPI_Finalize' "$work/stderr")" -eq 5 ]
}

# An error handler in C++ that throws. (Compiled as C++ by the C wrapper: not every MPI has one for C++.)
throws() { # NAME=VALUE...
    # shellcheck disable=SC2086 # words
    "$mpicc" -x c++ -std=c++17 -g -Wall -Wextra -Werror -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX -Iinclude \
        c-tests/throws.cc \
        -o "$work/throws" -L"$build/lib" -l"$libname" -Wl,-rpath,"$build/lib" -x none $sanitized -lstdc++ || return 1
    silent_job linked 4 none HSPLIT_EMULATE="$PACKAGES" "$@" "$work/throws"
}

# All parts of the library enabled together.
EVERYTHING="HSPLIT_COLLECTIVES=all:0,memory=1 HSPLIT_REORDER=all HSPLIT_WAIT=sleep"

# Errors of programs, with all parts enabled; each rank has counted once.
hostile() { # WAY [NAME=VALUE...]
    local way=$1
    shift
    rm -f "$work"/counted*
    # shellcheck disable=SC2086 # words
    silent_job linked 4 none $EVERYTHING HSPLIT_MONITOR="parts,file=$work/counted" "$@" \
        @hostile "$way" || return 1
    [ "$(find "$work" -name 'counted*' | wc -l)" -eq 4 ]
}

# A program that ends without MPI_Finalize: its exit status is the launcher's. It ends, prints nothing of this library,
# and leaves nothing.
leaves() {
    # shellcheck disable=SC2086 # words
    fault_job 60 linked 4 none HSPLIT_EMULATE="$FAULT_NODES" $EVERYTHING @hostile leaves
    case $? in 102 | 103) return 1 ;; esac
    ! grep -a 'hsplit\[\|hostile\.c\|Segmentation' "$work/stderr"
}

# A library that a program loads itself after MPI_Init, with any scope.
opened() {
    silent_job bare 4 none HSPLIT_EMULATE="$FAULT_NODES" @hostile opens "$library" >"$work/stdout" || return 1
    cat "$work/stdout"
    [ "$(grep -c '^depth 2, sizes 3$' "$work/stdout")" -eq 2 ]
}

hostile_cases() {
    test_case "hostile: forks" hostile forks HSPLIT_EMULATE="$FAULT_NODES"
    test_case "hostile: threads that push and pop at once" hostile pushes
    test_case "hostile: a timer that interrupts calls" hostile timer HSPLIT_EMULATE="$FAULT_NODES"
    # MPICH 5.0 writes to a file in its own MPI_Allreduce.
    [ "$mpi" = mpich5 ] ||
        test_case "hostile: a limit of the size of files" hostile limit HSPLIT_EMULATE="$FAULT_NODES"
    test_case "hostile: no MPI_Finalize" leaves
    test_case "hostile: an error handler that aborts" aborts 2 'the handler aborts' @hostile aborts
    test_case "hostile: the library is loaded after MPI_Init" opened
}

# One rank makes a call before the others do: one line names the call for which it waits.
waits_for_others() { # hierarchy|question WORDS
    job linked 3 none HSPLIT_EMULATE="$PACKAGES" @waits "$1" 2>"$work/stderr" || return 1
    cat "$work/stderr"
    [ "$(grep -c 'hsplit\[' "$work/stderr")" -eq 1 ] &&
        grep -q "warning: $2 is collective: .* waited 10 s" "$work/stderr"
}

# (Files of counts are not overwritten.)
errors_handled() {
    local way
    for way in $(ways); do
        rm -f "$work"/handled.* && silent_job "$way" 4 none HSPLIT_EMULATE="$PACKAGES" HSPLIT_COLLECTIVES=all:0 \
            HSPLIT_MONITOR=parts,file="$work/handled" @errors handled || return 1
    done
}

cases_errors() {
    test_case "errors returned" both_ways 4 none HSPLIT_EMULATE="$PACKAGES" @errors returned
    test_case "errors returned, reduced" silent_job linked 4 none HSPLIT_EMULATE="$PACKAGES" HSPLIT_EXCHANGE=reduce \
        @errors returned
    test_case "errors that the program handles" errors_handled
    test_case "fatal: NULL on one rank" aborts 2 'newcomm is NULL\|rank 1 of the communicator' @errors fatal-null
    test_case "fatal: a rank that does not exist" aborts 2 'MPI_Comm_get_min_hlevel.*ranks.0. is 99' @errors fatal-rank
    test_case "fatal: MPI_COMM_NULL" aborts 2 'MPI_Comm_get_hlevel_info.*comm is MPI_COMM_NULL' @errors fatal-comm
    test_case "fatal: types that differ" aborts 2 'the ranks disagree' @errors fatal-type
    test_case "fatal: on a communicator that is older than the handler" aborts 2 \
        'MPI_Comm_split_type.*newcomm is NULL' @errors fatal-older
    # Open MPI itself can only crash on a freed handle, which is a pointer.
    test_case "fatal: a freed communicator" aborts 2 'ommunicator\|signal' @errors fatal-freed
    test_case "an error handler that throws" throws HSPLIT_COLLECTIVES=none
    test_case "an error handler that throws, collectives" throws HSPLIT_COLLECTIVES=all:0
    test_case "an error handler that throws, in a trial" throws HSPLIT_COLLECTIVES=all:trial
    test_case "HSPLIT_Comm_hierarchy by one rank alone" waits_for_others hierarchy HSPLIT_Comm_hierarchy
    test_case "MPI_Comm_get_min_hlevel by one rank alone" waits_for_others question 'the first question .*'
    test_case "before MPI_Init" errors_outside before
    test_case "after MPI_Finalize" errors_outside after
    sessions_cases
    hostile_cases
}

# Programs that never call MPI_Init. Only MPICH 5 can have two sessions at a time.
sessions_cases() {
    local calls number=one
    if grep -q 'this MPI has no sessions' "$(program linked sessions)"; then
        skip "programs that use sessions alone" "this MPI has none"
        return
    fi
    [ "${mpi%-abi}" != mpich5 ] || number=two
    for calls in none all:0; do
        test_case "programs that use sessions alone, HSPLIT_COLLECTIVES=$calls" \
            both_ways 8 none HSPLIT_EMULATE='node:2 package:2 core:2 pu:1' HSPLIT_COLLECTIVES=$calls \
            HSPLIT_PHASES=1=Machine HSPLIT_LOG=off @sessions $number
    done
    test_case "programs that use sessions alone, a pushed binding" both_ways 8 none \
        HSPLIT_EMULATE='node:2 package:2 core:2 pu:1' HSPLIT_LOG=off @sessions pushed
    test_case "programs that use sessions alone, a process by itself" both_ways 1 none HSPLIT_WAIT=sleep \
        HSPLIT_COLLECTIVES=all:0 @sessions self
    test_case "programs that use sessions alone, what is written at the end" sessions_report
    if [ "$mpi" = mpich ]; then
        skip "programs that use sessions alone, some lack the library" "MPICH 4.0 first needs a communicator of all"
    else
        test_case "programs that use sessions alone, some lack the library" sessions_lack
    fi
    ! everything || test_case "programs that use sessions alone, no communicator of all" sessions_in_pieces
    ! everything || test_case "programs that use sessions alone, settings that differ" sessions_differ
    ! everything || test_case "programs that use sessions alone, one ends late" sessions_end_late
}

# A program with sessions alone on four processes. Standard error stays.
in_sessions() { # MODE [NAME=VALUE...]
    local mode=$1
    shift
    rm -rf "$work/seen"* "$work/summary"
    limit=150 job preloaded 4 none HSPLIT_EMULATE='node:2 core:2 pu:1' HSPLIT_MONITOR_FILE="$work/seen" "$@" \
        @sessions_reports "$mode" 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
}

# Processes have the numbers of mpi://WORLD, whatever their ranks are.
sessions_report() {
    in_sessions whole HSPLIT_SHOW=1 HSPLIT_SUMMARY="$work/summary" HSPLIT_MONITOR=gather,p2p || return 1
    cat "$work/summary"
    ! grep 'hsplit\[' "$work/stderr" && diff <(cd "$work" && printf '%s\n' seen*) \
        <(printf 'seen.%s\n' bytes.mtx json messages.mtx parts txt) &&
        diff <(grep -v '^%' "$work/seen.bytes.mtx" | sed 1d) <(echo "$P2P_BYTES") &&
        grep -q '^hsplit monitor: 4 ranks, .* in 16 messages' "$work/stderr" &&
        grep -q '^  2 x Machine #0-1  2 ranks each: 2-3, 0-1$' "$work/stderr" &&
        [ "$(grep -cx -e 'ranks: 4' -e 'nodes: 2' -e 'levels: Machine NUMANode Core' -e 'splits: 1' -e 'warnings: 0' \
            "$work/summary")" -eq 5 ]
}

# If nothing is gathered, each process writes its own data, and a line gives the reason.
sessions_in_pieces() {
    in_sessions pieces HSPLIT_SHOW=1 HSPLIT_SUMMARY="$work/summary" HSPLIT_MONITOR=gather,p2p || return 1
    diff <(cd "$work" && printf '%s\n' seen*) <(printf 'seen.%s.part\n' 0 1 2 3) && [ ! -e "$work/summary" ] &&
        [ "$(grep -c 'hsplit\[.*HSPLIT_MONITOR: nothing is gathered, because this program without MPI_Init has made' \
            "$work/stderr")" -eq 1 ] &&
        [ "$(grep -c 'hsplit\[.*HSPLIT_SHOW: no tree' "$work/stderr")" -eq 1 ] &&
        [ "$(grep -c 'hsplit\[.*HSPLIT_SUMMARY: there is no summary, because this program' "$work/stderr")" -eq 1 ] &&
        grep -qx 'p2p 2 4 12' "$work/seen.2.part"
}

# Without a communicator of all processes, processes of which some lack the library make native calls, and nothing is
# printed.
sessions_lack() {
    limit=60 job bare 4 none c-tests/in-ranks 1,2 LD_PRELOAD="$library" HSPLIT_COLLECTIVES=all:0 HSPLIT_WAIT=sleep \
        HSPLIT_EMULATE='node:2 core:2 pu:1' "$(program bare sessions_reports)" halves 2>"$work/stderr" &&
        [ ! -s "$work/stderr" ] || {
        cat "$work/stderr"
        return 1
    }
}

# Settings that differ are reported once, and collective calls stay native.
sessions_differ() {
    limit=60 job linked 4 none HSPLIT_EMULATE='node:2 core:2 pu:1' c-tests/in-ranks 2,3 HSPLIT_COLLECTIVES=all:0 \
        "$(program linked sessions_reports)" differ 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    [ "$(grep -c 'hsplit\[' "$work/stderr")" -eq 1 ] &&
        grep -q "hsplit\[0\]: warning: HSPLIT_COLLECTIVES is not the same in all processes: .*'all:0' in ranks 2-3 (" \
            "$work/stderr"
}

# No process waits long for a process that ends its session late: every process writes its own data.
sessions_end_late() {
    in_sessions late HSPLIT_MONITOR=gather,p2p || return 1
    diff <(cd "$work" && printf '%s\n' seen*) <(printf 'seen.%s.part\n' 0 1 2 3) &&
        [ "$(cat "$work"/seen.?.part | grep -cx end)" -eq 4 ] &&
        grep -q 'hsplit\[.*HSPLIT_MONITOR: nothing is gathered, .* or not all have ended their sessions' "$work/stderr"
}

# The program works, and one line on stderr names the error.
complains() { # WORDS [NAME=VALUE...]
    local words=$1
    shift
    limit=60 job linked 3 none "$@" @level >"$work/stdout" 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stdout" "$work/stderr"
    [ "$(grep -c 'hsplit\[' "$work/stderr")" -eq 1 ] || {
        echo "not exactly one line"
        return 1
    }
    grep -e "hsplit\[.*$words" "$work/stderr" >/dev/null || {
        echo "says nothing of '$words'"
        return 1
    }
    [ -s "$work/stdout" ]
}

# One rank of a node cannot read the boot id that identifies the node.
unreadable() {
    "${CC:-cc}" -shared -fPIC c-tests/unreadable.c -ldl -o "$work/unreadable.so" &&
        complains 'boot_id cannot be read' c-tests/in-ranks 2 LD_PRELOAD="$work/unreadable.so"
}

cases_environment() {
    local variable
    test_case "a variable that does not exist, in some processes" complains HSPLIT_EMULTE \
        c-tests/in-ranks 1,2 HSPLIT_EMULTE=1
    test_case "a boot id that one process cannot read" unreadable
    test_case "garbage in HSPLIT_NATIVE" complains HSPLIT_NATIVE HSPLIT_NATIVE=garbage
    test_case "a variable that does not exist" complains HSPLIT_EMULTE HSPLIT_EMULTE=1
    thorough || return 0
    for variable in HSPLIT_DISABLE HSPLIT_SHOW HSPLIT_LOG HSPLIT_SHARE HSPLIT_EXCHANGE HSPLIT_SOURCES \
        HSPLIT_EMULATE; do
        test_case "garbage in $variable" complains "$variable" "$variable=$(printf 'gar\001bage \377:')"
    done
    test_case "garbage in bind= of HSPLIT_EMULATE" complains "HSPLIT_EMULATE: bind" \
        HSPLIT_EMULATE="$PACKAGES bind=gar,bage"
    test_case "garbage in an option" complains "HSPLIT_LOG: ranks=x is none of" HSPLIT_LOG=warn,ranks=x
    test_case "a source that does not exist" complains "HSPLIT_SOURCES.*zork" HSPLIT_SOURCES=zork,node
    test_case "a level that does not exist" complains "HSPLIT_EMULATE: bind.*l7" \
        HSPLIT_EMULATE="$PACKAGES bind=l7cache"
    printf '<topology><object type="Mach' >"$work/corrupt.xml"
    : >"$work/empty.xml"
    : >"$work/empty"
    head -c 4096 /dev/urandom >"$work/noise.xml"
    printf '0 core:0\n' >"$work/short"
    printf '0 core:0\n0 core:99\n0 core:1\n' >"$work/wrong"
    test_case "a corrupt XML" complains "corrupt.xml" HSPLIT_EMULATE="$work/corrupt.xml"
    test_case "noise instead of XML" complains "noise.xml" HSPLIT_EMULATE="$work/noise.xml"
    test_case "an empty XML" complains "empty.xml" HSPLIT_EMULATE="$work/empty.xml"
    test_case "an empty file" complains "HSPLIT_EMULATE.*empty" HSPLIT_EMULATE="$work/empty"
    test_case "a missing file" complains "/no/such.xml" HSPLIT_EMULATE=/no/such.xml
    test_case "a directory for a file" complains "HSPLIT_EMULATE" HSPLIT_EMULATE=/tmp/
    test_case "10^9 objects" complains "HSPLIT_EMULATE.*1000000000" HSPLIT_EMULATE='core:1000 pu:1000000'
    test_case "10^9 nodes" complains "HSPLIT_EMULATE" HSPLIT_EMULATE='node:1000000000 core:2 pu:1'
    test_case "too few bindings" complains "short.* 1 lines for 3 ranks" \
        HSPLIT_EMULATE="$PACKAGES bind=$work/short"
    test_case "a binding that does not exist" complains "wrong, line 2.*core:99" \
        HSPLIT_EMULATE="$PACKAGES bind=$work/wrong"
    test_case "garbage in HWLOC_XMLFILE" complains "hwloc" HWLOC_XMLFILE="$work/corrupt.xml"
}
