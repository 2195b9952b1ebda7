# SPDX-License-Identifier: MIT OR Apache-2.0
# The library in other programs than those of its MPI, and under valgrind.
CASES="$CASES tools"

# Preload variables reach scripts and commands that are no MPI programs.
harmless() { # COMMAND...
    env LD_PRELOAD="$library" HSPLIT_LOG=trace "$@" >"$work/stdout" 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stdout" "$work/stderr"
    [ ! -s "$work/stderr" ]
}

# The library of this MPI in a program of another one: there is one message, and the program runs as without it.
wrong_mpi() { # MPICC
    local ours=$library built_for
    case $(family "$mpicc") in
    openmpi) built_for='Open MPI' ;;
    mpich) built_for=MPICH ;;
    abi) built_for='the MPI standard ABI' ;;
    esac
    use_mpi "$1" || return 1
    compile c-tests/passthrough.c "$work/passthrough" -DPRELOADED || return 1
    job linked 4 none "$work/passthrough" >"$work/bare" || return 1
    job linked 4 none LD_PRELOAD="$ours" "$work/passthrough" >"$work/wrong" 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    diff "$work/bare" "$work/wrong" || return 1
    [ "$(grep -c 'hsplit\[' "$work/stderr")" -eq 1 ] && grep -q "built for $built_for, the program runs" "$work/stderr"
}

# A call that no MPI has, in a program of another MPI that does not check its code: the job ends, or the program's own
# error handler has been called.
foreign_call() { # MPICC
    local ours=$build/lib library_=$library name=$libname way
    use_mpi "$1" || return 1
    compile c-tests/foreign.c "$work/linked" -L"$ours" -l"$name" -Wl,-rpath,"$ours" &&
        compile c-tests/foreign.c "$work/preloaded" -DPRELOADED || return 1
    for way in "$work/linked" "LD_PRELOAD=$library_ $work/preloaded"; do
        # shellcheck disable=SC2086 # a variable and a program
        ! job bare 2 none $way >"$work/stdout" 2>"$work/stderr" && ! grep 'goes on' "$work/stdout" &&
            grep -q 'built for .*, the program runs' "$work/stderr" && job bare 2 none $way returns || {
            cat "$work/stderr"
            return 1
        }
    done
}

# The library of this MPI in a program of another one of its family: every level, every rank.
same_build() { # MPICC
    local ours=$library
    use_mpi "$1" || return 1
    rr_5_2_bindings
    compile c-tests/golden_5_2.c "$work/golden" -DPRELOADED || return 1
    silent_job linked 8 none LD_PRELOAD="$ours" HSPLIT_EMULATE="$RR_NODE bind=$work/rr-5.2" \
        "$work/golden"
}

# The very files that were linked with one MPI, under the launcher and with the library of another.
same_files() { # MPICC
    local ours=$tests ours_library=$library
    use_mpi "$1" || return 1
    rr_5_2_bindings
    LD_DEBUG=libs LD_BIND_NOW=1 "$ours/linked/level" 2>&1 | grep 'calling init.*libmpi_abi' | head -n 1
    silent_job linked 32 none HSPLIT_EMULATE="$RR_5_1" "$ours/linked/golden_5_1" &&
        silent_job linked 8 none LD_PRELOAD="$ours_library" HSPLIT_EMULATE="$RR_NODE" \
            HSPLIT_EMULATE_BIND="$work/rr-5.2" "$ours/bare/golden_5_2"
}

# In a root folder with bash, true, the library, and the files that these need.
without_mpi() {
    local root=$work/root file
    rm -rf "$root"
    for file in /bin/bash /bin/true "$library" $(ldd /bin/bash /bin/true "$library" | grep -o '/[^ :]*'); do
        mkdir -p "$root$(dirname "$file")" && cp -L "$file" "$root$file" || return 1
    done
    ! find "$root" -name 'libmpi*' | grep . || return 1
    LD_PRELOAD=$library chroot "$root" /bin/bash -c 'for i in 1 2; do /bin/true || exit 1; done' 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    [ ! -s "$work/stderr" ]
}

# Blocks of valgrind's reports that have a source file of this library, by its suffix. Objects that the native MPI_Init,
# MPI_Finalize and MPI_Intercomm_create leave are theirs, although the call passes through this library.
valgrind_theirs='Init|Finalize|Intercomm_create'
ours_in() { # FILE
    awk -v theirs="PMPI_($valgrind_theirs)" '{ sub(/^==[0-9]+== ?/, "") } /^$/ { show(); block = ""; next }
        { block = block $0 "\n" } END { show() }
        function show() {
            if (block ~ /Invalid (read|write)|definitely lost|uninitialised/ &&
                block ~ /\.rs:[0-9]|libhsplit[a-z_]*\.so/ && block !~ theirs) printf "%s\n", block
        }' "$1"
}

# Open MPI has findings of its own: only stacks that pass through this library count.
under_valgrind() { # RANKS [NAME=VALUE...] @PROGRAM|@PATH [ARGUMENT...]
    local ranks=$1 word words=()
    shift
    rm -f "$work"/valgrind.*
    for word in "$@"; do
        [ "${word#@}" = "$word" ] || words+=(valgrind --leak-check=full --show-leak-kinds=definite --num-callers=40
            --log-file="$work/valgrind.%p")
        case $word in
        @/*) word=${word#@} ;;
        @*) word=$(program linked "${word#@}") ;;
        esac
        words+=("$word")
    done
    limit=600 job linked "$ranks" none "${words[@]}" || return 1
    # (An empty line after each: a report ends in words that the next one would seem to continue.)
    for word in "$work"/valgrind.*; do cat "$word" - <<<''; done >"$work/valgrind"
    grep -q 'ERROR SUMMARY' "$work/valgrind" || {
        echo "valgrind did not run"
        return 1
    }
    ours_in "$work/valgrind" >"$work/ours"
    cat "$work/ours"
    [ ! -s "$work/ours" ]
}

# The programs of the calls on bindings, phases and places, with their errors, and those of counting.
valgrind_cases() {
    local test
    test_case "valgrind" under_valgrind 2 HSPLIT_EMULATE="$RR_NODE" @level 3
    everything || return 0
    rr_5_2_bindings
    for test in 'bind complicated' 'phases golden-5.2' 'navigation complicated' 'criteria complicated' \
        'criteria errors'; do
        # shellcheck disable=SC2086
        test_case "valgrind: $test" under_valgrind 8 HSPLIT_EMULATE="$RR_NODE bind=$work/rr-5.2" @$test
    done
    for test in 'phases_errors errors' 'phases_disagree disagree' 'phases_errors handles' \
        'navigation_errors errors' 'navigation threads'; do
        # shellcheck disable=SC2086
        test_case "valgrind: $test" under_valgrind 8 HSPLIT_EMULATE="$PHASE_NODES" @$test
    done
    test_case "valgrind: phases threads" under_valgrind 4 HSPLIT_EMULATE="$PHASE_NODE" @phases threads
    test_case "valgrind: bind errors" under_valgrind 4 HSPLIT_EMULATE="$ISLAND" @bind errors
    test_case "valgrind: bind threads" under_valgrind 2 HSPLIT_EMULATE="$ISLAND" @bind threads
    for test in 'monitor modes' 'monitor persistent' 'monitor comms' 'monitor rma' 'monitor threads' \
        'monitor_collectives irregular' 'monitor_collectives neighbours' 'monitor_collectives collectives' \
        monitor_forms 'monitor_sessions sessions' 'monitor_sessions threads' monitor_errors; do
        # shellcheck disable=SC2086
        test_case "valgrind: $test" under_valgrind 2 HSPLIT_EMULATE='node:2 core:2 pu:1' @$test
    done
    test_case "valgrind: monitor_loop" under_valgrind 16 HSPLIT_EMULATE='node:4 core:4 pu:1' \
        HSPLIT_EMULATE_BIND=core,round-robin @monitor_loop loop
    test_case "valgrind: monitor_unaware" under_valgrind 4 HSPLIT_MONITOR=gather,time HSPLIT_LOG=off \
        HSPLIT_MONITOR_FILE="$work/seen" @monitor_unaware
    [ "$(nproc)" -lt 2 ] || test_case "valgrind: masks" under_valgrind 1 @bind_masks every before
}

# The example in the documentation, verbatim: two ranks, because a laptop or a virtual machine may have only two cores,
# and a launcher refuses to bind more ranks than there are cores.
doctor_example() { # FOLDER
    # MPIs except Debian's have no launcher that takes these options, or are not on the users' paths.
    thorough && [ "$(nproc)" -ge 2 ] || return 0
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 PATH=$1:$PATH \
        under_limit 60 "$mpiexec" -n 2 --bind-to core hsplit doctor >"$work/doctor.txt" || return 1
    cat "$work/doctor.txt"
    [ "$(grep -c 'rank [01] of 2: bound to PUs' "$work/doctor.txt")" -eq 2 ]
}

# A program that loads its MPI before the library, and a tool before both.
doctor_behind() { # HSPLIT
    local native code
    native=$(ldd "$(program linked level)" | awk '/^[[:space:]]*libmpi[^f]/ { print $3; exit }')
    "$mpicc" -Iinclude c-tests/level.c -Wl,--no-as-needed "$native" -L"$build/lib" -l"$libname" \
        -Wl,-rpath,"$build/lib" -o "$work/behind" || return 1
    limit=30 job bare 2 none "$work/behind" >/dev/null 2>"$work/stderr"
    cat "$work/stderr"
    [ "$(grep -c 'warning: the MPI precedes libhsplit in this program' "$work/stderr")" -eq 1 ] || return 1
    echo 'int MPI_Init(int *c, char ***v) { return !c + !v; }' >"$work/tool.c"
    "${CC:-cc}" -shared -fPIC "$work/tool.c" -o "$work/libtool.so" || return 1
    LD_PRELOAD=$work/libtool.so "$1" doctor "$work/behind" >"$work/doctor.txt" 2>&1
    code=$?
    cat "$work/doctor.txt"
    [ $code -eq 1 ] && grep -q '^- WRONG: program: linked with libhsplit after libmpi' "$work/doctor.txt" &&
        grep -q "^tools  *$work/libtool.so intercepts calls of MPI, before libhsplit$" "$work/doctor.txt"
}

# The command finds the library relative to itself, and reports if a program matches it.
doctor() {
    local place=$work/doctor other
    rm -rf "$place"
    mkdir -p "$place/bin" "$place/lib"
    build_cli && cp "$cli" "$place/bin" &&
        cp "$library" "$place/lib/lib$libname.so.0" || return 1
    "$place/bin/hsplit" doctor "$(program linked level)" >"$work/doctor.txt" || return 1
    cat "$work/doctor.txt"
    grep -q "^library    $place/lib/lib$libname.so.0 (beside this command)$" "$work/doctor.txt" &&
        grep -q 'this process has ' "$work/doctor.txt" &&
        grep -q 'The library goes with this MPI' "$work/doctor.txt" && ! grep 'WRONG' "$work/doctor.txt" || return 1
    job linked 2 core "$place/bin/hsplit" doctor >"$work/doctor.txt" || return 1
    cat "$work/doctor.txt"
    [ "$(nproc)" -lt 2 ] || {
        [ "$(grep -c 'rank [01] of 2: bound to PUs' "$work/doctor.txt")" -eq 2 ] &&
            grep -q 'go down to Core' "$work/doctor.txt"
    } || return 1
    doctor_example "$place/bin" && doctor_behind "$place/bin/hsplit" || return 1
    for other in $ALL_MPICC; do
        [ "$(family "$other")" != "$(family "$mpicc")" ] && is_there "$other" || continue
        (
            use_mpi "$other" || exit 1
            "$mpicc" -Iinclude -DPRELOADED c-tests/level.c -o "$work/other" && "$place/bin/hsplit" doctor "$work/other"
        ) >"$work/doctor.txt"
        cat "$work/doctor.txt"
        grep -q 'WRONG: the library was built for' "$work/doctor.txt" || return 1
    done
}

# A tool that counts calls sees as many as without the library, loaded before or after it, preloaded and linked, with
# any feature enabled. Only a tool after the library misses calls, namely those along the hierarchy.
counting_tool() {
    local tool=$work/tool/libtool.so program setting mpifort=$mpifort
    # Open MPI's Fortran makes no call under the names of the tool.
    [ "$(family "$mpicc")" != openmpi ] && command -v "$mpifort" >/dev/null || mpifort=
    mkdir -p "$work/tool" && "$mpicc" -std=c99 -shared -fPIC -Wall -Wextra -Werror c-tests/counting_tool.c -o "$tool" &&
        counted_programs || return 1
    for program in "$work/tool/c" ${mpifort:+"$work/tool/f"}; do
        job bare 4 none LD_PRELOAD="$tool" "$program" >"$work/tool/stdout" &&
            grep '^tool: ' "$work/tool/stdout" >"$work/tool/${program##*/}.counts" || return 1
        for setting in HSPLIT_LOG=warn HSPLIT_MONITOR=gather,time HSPLIT_REORDER=all HSPLIT_DISABLE=1; do
            sees_the_same LD_PRELOAD="$tool $library" "$setting" "$program" &&
                sees_the_same LD_PRELOAD="$library $tool" "$setting" "$program" &&
                sees_the_same LD_PRELOAD="$library" "$setting" "$program-tool" || return 1
        done
    done
    sees_the_same "$work/tool/c-both" && sees_the_same LD_PRELOAD="$work/tool/copy.so" "$work/tool/c-both" || return 1
    # A tool after the library sees all calls except those along the hierarchy.
    job bare 4 none LD_PRELOAD="$library $tool" HSPLIT_COLLECTIVES=allreduce:0 "$work/tool/c" >"$work/tool/seen" ||
        return 1
    sed 's/tool: Allreduce .*/tool: Allreduce 0/' "$work/tool/c.counts" | diff - <(grep '^tool: ' "$work/tool/seen")
}

sees_the_same() { # [NAME=VALUE...] PROGRAM
    local program=${*: -1}
    program=${program##*/}
    rm -f "$work"/tool/traffic.*
    silent_job bare 4 none HSPLIT_MONITOR_FILE="$work/tool/traffic" "$@" >"$work/tool/seen" || return 1
    diff "$work/tool/${program%-*}.counts" <(grep '^tool: ' "$work/tool/seen") || {
        echo "with: $*"
        return 1
    }
}

# The programs alone, linked with the tool, and with the library before the tool; and a copy of the library.
counted_programs() {
    local tool=(-L"$work/tool" -ltool "-Wl,-rpath,$work/tool")
    compile c-tests/counted_calls.c "$work/tool/c" -DPRELOADED &&
        compile c-tests/counted_calls.c "$work/tool/c-tool" -DPRELOADED -Wl,--no-as-needed "${tool[@]}" &&
        compile c-tests/counted_calls.c "$work/tool/c-both" -Wl,--no-as-needed -L"$build/lib" -l"$libname" \
            -Wl,-rpath,"$build/lib" "${tool[@]}" && cp "$library" "$work/tool/copy.so" || return 1
    [ -z "$mpifort" ] || {
        cat >"$work/tool/f.f90" <<'END'
program f
    use mpi
    implicit none
    integer :: ierr, i, total
    call MPI_Init(ierr)
    do i = 1, 5
        call MPI_Allreduce(i, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    end do
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    if (total /= 20) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
    call MPI_Finalize(ierr)
end program f
END
        # shellcheck disable=SC2086 # FCFLAGS: words
        "$mpifort" ${FCFLAGS:-} "$work/tool/f.f90" -o "$work/tool/f" &&
            "$mpifort" ${FCFLAGS:-} "$work/tool/f.f90" -o "$work/tool/f-tool" -Wl,--no-as-needed "${tool[@]}"
    }
}

# C functions with MPI's names in lower case, as the shared library of Rmpi has them, are the program's own.
lower_case() {
    local names='mpi_init mpi_bcast mpi_send mpi_comm_split_type'
    # shellcheck disable=SC2086 # words
    printf 'int %s(int number) { return number + 1; }\n' $names >"$work/lower.c"
    cat >"$work/calls_lower.c" <<'END'
#include <mpi.h>

int mpi_init(int), mpi_bcast(int), mpi_send(int), mpi_comm_split_type(int);

int main(int argc, char **argv)
{
    int sum;

    MPI_Init(&argc, &argv);
    sum = mpi_init(1) + mpi_bcast(2) + mpi_send(3) + mpi_comm_split_type(4);
    MPI_Finalize();
    return sum != 14;
}
END
    "$mpicc" -shared -fPIC "$work/lower.c" -o "$work/liblower.so" &&
        "$mpicc" "$work/calls_lower.c" -L"$work" -llower -Wl,-rpath,"$work" -o "$work/calls_lower" &&
        silent_job bare 2 none "$work/calls_lower" &&
        silent_job bare 2 none LD_PRELOAD="$library" "$work/calls_lower"
}

# A sequential library has stubs of MPI's Fortran or C with handles of its own, as that of MUMPS; its calls reach these,
# in a program with an MPI and in one without.
stubs() {
    local setting
    "${CC:-cc}" -std=c99 -Wall -Wextra -Werror -shared -fPIC c-tests/sequential.c -o "$work/libstubs.so" &&
        "$mpicc" -std=c99 -Wall -Wextra -Werror -DMAIN -DWITH_MPI c-tests/sequential.c -o "$work/with_stubs" -L"$work" \
            -lstubs -Wl,-rpath,"$work" &&
        "${CC:-cc}" -std=c99 -Wall -Wextra -Werror -DMAIN c-tests/sequential.c -o "$work/stubs_alone" -L"$work" \
            -lstubs -Wl,-rpath,"$work" &&
        "${CC:-cc}" -std=c99 -Wall -Wextra -Werror -DIN_C -shared -fPIC c-tests/sequential.c -o "$work/stubs_in_c.so" &&
        "${CC:-cc}" -std=c99 -Wall -Wextra -Werror fortran/tests/opens.c -ldl -o "$work/opens" || return 1
    for setting in LOG=warn COLLECTIVES=all:0 WAIT=sleep REORDER=all SUMMARY="$work/summary" \
        MONITOR=parts,time,file="$work/stubs"; do
        rm -f "$work"/stubs.*.part
        silent_job bare 2 none LD_PRELOAD="$library" "HSPLIT_$setting" "$work/with_stubs" &&
            LD_PRELOAD="$library" under_limit 60 env "HSPLIT_$setting" "$work/stubs_alone" &&
            LD_PRELOAD="$library" under_limit 60 env "HSPLIT_$setting" "$work/opens" "$work/stubs_in_c.so" || return 1
    done
}

cases_tools() {
    local other
    test_case "a tool that counts calls sees what it sees without the library" counting_tool
    test_case "hsplit doctor" doctor
    test_case "preloaded: C functions with MPI's names in lower case" lower_case
    test_case "preloaded: stubs of MPI in a sequential library" stubs
    test_case "preloaded into true" harmless /bin/true
    test_case "preloaded into bash" harmless bash -c 'for i in 1 2; do /bin/true; done'
    if command -v python3 >/dev/null; then
        test_case "preloaded into python3" harmless python3 -c 'print("fine")'
    else
        skip "preloaded into python3" "not installed"
    fi
    if [ "$(id -u)" -eq 0 ]; then
        test_case "preloaded where no MPI is to be found" without_mpi
    else
        skip "preloaded where no MPI is to be found" "needs root, for chroot"
    fi
    for other in $ALL_MPICC; do
        [ "$other" != "$mpicc" ] && is_there "$other" || continue
        if [ "$(family "$other")" = "$(family "$mpicc")" ]; then
            test_case "the same build under $(mpi_name "$other")" same_build "$other"
        else
            test_case "preloaded into a program of $(mpi_name "$other")" wrong_mpi "$other"
            test_case "a call that no MPI has in a program of $(mpi_name "$other")" foreign_call "$other"
        fi
    done
    if [ "$(family "$mpicc")" = abi ]; then
        for other in $ALL_MPICC; do
            # Intel MPI has this interface too, without a compiler wrapper for it.
            [ "$(mpi_name "$other")" != intel ] || ! is_there "$other" ||
                test_case "library and programs, unchanged, under intel" same_files "$other"
        done
    fi
    if [ "$mpi" != openmpi ]; then
        return
    elif command -v valgrind >/dev/null; then
        valgrind_cases
    else
        skip valgrind "not installed"
    fi
}
