# SPDX-License-Identifier: MIT OR Apache-2.0
# libhsplit_quo: its ELF file and header, QUO programs in C and Fortran on emulated nodes and on this machine, a program
# that was linked with libquo, and equal output under libquo if QUO_LIBRARY names one.
CASES="$CASES quo"

# The second MPI of a family runs with the files that were built for the first.
quo_library() {
    local for_mpi=$mpicc
    own_library || for_mpi=$(first_of_family "$mpicc")
    "${MAKE:-make}" quo MPICC="$for_mpi" CARGO="$CARGO" CARGOFLAGS="$CARGOFLAGS"
}

quo_names() {
    nm -D --defined-only "$quo_file" | awk '{ print $NF }' | LC_ALL=C sort | diff c-tests/exported-names-quo - || {
        echo "c-tests/exported-names-quo is the list that is meant"
        return 1
    }
    ! nm -D --defined-only "$library" | grep 'QUO_'
}

# It needs libhsplit and no MPI, calls MPI by PMPI names alone, and finds libhsplit from both folders.
quo_elf() {
    local folder
    readelf -d "$quo_file" | grep -E 'NEEDED|SONAME|RUNPATH'
    readelf -d "$quo_file" | grep -q "SONAME.*\[lib$quo_name\.so\.0\]" || return 1
    readelf -d "$quo_file" | grep -q "NEEDED.*\[lib$libname\.so\.0\]" || return 1
    ! readelf -d "$quo_file" | grep -E 'NEEDED.*\[lib(p?mpi|mpich|open-)' || return 1
    ! nm -D --undefined-only "$quo_file" | grep -w 'MPI_[A-Za-z_]*\|bcmp' | grep -v MPI_Comm_hsplit_with_roots ||
        return 1
    for folder in "$build/lib/lib$quo_name.so.0" "$quo_folder/libquo.so.8"; do
        ldd "$folder" | grep "lib$libname\.so\.0 => $build/lib/" || return 1
    done
}

quo_header() { # LANGUAGE STANDARD
    echo '#include <quo.h>' >"$work/quo.c"
    "$mpicc" -x "$1" -std="$2" -Wall -Wextra -Werror -pedantic -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX \
        -Icrates/hsplit-quo -fsyntax-only "$work/quo.c"
}

quo_compile() { # SOURCE PROGRAM OPTION...
    # shellcheck disable=SC2046 # words
    "$mpicc" -std=c99 -O1 -g -pthread -Wall -Wextra -Werror -Icrates/hsplit-quo "$1" $(yielding) "${@:3}" -o "$2"
}

# The last two are linked with a library of libquo's name that does nothing.
quo_programs() {
    local name
    mkdir -p "$tests/quo" && cd "$root" || return 1
    for name in golden errors masks self_bound asleep threads program; do
        quo_compile "c-tests/quo/$name.c" "$tests/quo/$name" -L"$build/lib" -l"$quo_name" -Wl,-rpath,"$build/lib" ||
            return 1
    done
    sed -n 's/^\(quo\|QUO\)_.*/void &(void) {}/p' c-tests/exported-names-quo >"$work/libquo.c"
    "$mpicc" -shared -fPIC -Wl,-soname,libquo.so.8 "$work/libquo.c" -o "$tests/quo/libquo.so" &&
        for name in program self_bound; do
            quo_compile "c-tests/quo/$name.c" "$tests/quo/$name-of-libquo" -L"$tests/quo" -lquo || return 1
        done
}

# Runs the QUO program with the library in a folder; its lines are in the order of ranks.
quo_lines() { # FOLDER RANKS BINDING [NAME=VALUE...]
    silent_job linked "$2" "$3" LD_LIBRARY_PATH="$1${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" "${@:4}" \
        "$tests/quo/program-of-libquo" | sort -s -k2n
}

quo_by_soname() {
    readelf -d "$tests/quo/program-of-libquo" | grep 'NEEDED.*\[libquo\.so\.8\]' || return 1
    quo_lines "$quo_folder" 8 none HSPLIT_EMULATE="$RR_NODE" >"$work/lines" &&
        diff c-tests/quo/program.expected "$work/lines"
}

# libhsplit is in front of the library then, and makes the calls that the library forwards to it otherwise.
quo_preloaded() {
    quo_lines "$quo_folder" 8 none LD_PRELOAD="$library" HSPLIT_EMULATE="$RR_NODE" >"$work/lines" &&
        diff c-tests/quo/program.expected "$work/lines"
}

# 'hsplit run' describes the nodes, and MPI_Init has removed that from the environment before QUO_create.
quo_behind_run() {
    build_cli && silent_job linked 8 none LD_LIBRARY_PATH="$quo_folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" \
        "$cli" run --emulate "$RR_NODE" -- "$tests/quo/program-of-libquo" | sort -s -k2n >"$work/lines" &&
        diff c-tests/quo/program.expected "$work/lines"
}

# A real libquo, if there is one: QUO_LIBRARY is its libquo.so.8, for this MPI.
quo_beside_libquo() { # BINDING
    quo_lines "$quo_folder" 2 "$1" >"$work/ours" || return 1
    quo_lines "$(dirname "$QUO_LIBRARY")" 2 "$1" >"$work/theirs" || return 1
    cat "$work/theirs"
    [ -s "$work/theirs" ] && diff "$work/theirs" "$work/ours"
}

# Rank 1 ends, and the launcher does not see it: the shell that started it continues.
quo_killed() {
    # shellcheck disable=SC2016
    fault_job 60 linked 4 none sh -c '"$0" "$@" || exec sleep 1000' "$tests/quo/asleep" killed
    case $? in 0 | 2 | 3 | 102 | 103) return 1 ;; esac
    cat "$work/stdout" "$work/stderr"
    [ "$(grep -c 'is told' "$work/stdout")" -eq 3 ]
}

quo_fortran_programs() {
    local interface
    for interface in $interfaces; do
        # shellcheck disable=SC2086 # FCFLAGS: words
        (cd "$tests/quo" && "$mpifort" ${FCFLAGS:-} -O1 -g -Wall -Werror -Wno-missing-include-dirs \
            "$(fortran_macro "$interface")" "$root/crates/hsplit-quo/quo.f90" "$root/fortran/tests/quo.F90" \
            $(yielding) -L"$build/lib" -l"$quo_name" -Wl,-rpath,"$build/lib" -o "fortran-$interface") ||
            return 1
    done
}

quo_fortran() {
    local interface interfaces=
    if ! command -v "$mpifort" >/dev/null || ! command -v gfortran >/dev/null; then
        skip "quo: Fortran" "no $mpifort with gfortran"
        return
    fi
    for interface in $INTERFACES; do
        if fortran_has "$interface"; then
            interfaces="$interfaces $interface"
        else
            skip "quo: fortran $interface" "this MPI does not have it for $(gfortran --version | head -n 1)"
        fi
    done
    [ -n "$interfaces" ] || return 0
    preparing_case "quo: Fortran programs compile" quo_fortran_programs
    for interface in $interfaces; do
        test_case "quo: fortran $interface" silent_job linked 8 none HSPLIT_EMULATE="$TWO_NODES" \
            "$tests/quo/fortran-$interface"
        test_case "quo: fortran $interface, libhsplit preloaded" silent_job linked 8 none LD_PRELOAD="$library" \
            HSPLIT_EMULATE="$TWO_NODES" "$tests/quo/fortran-$interface"
    done
}

# A QUO program does not find MPI_Finalize in libhsplit, which comes after its MPI. So keys of attributes, which are
# freed there, are left. The program of errors keeps a context until after MPI_Finalize, with attributes and an info.
quo_under_valgrind() { # MORE-THAT-IS-LEFT RANKS ...
    valgrind_theirs="$valgrind_theirs|Comm_create_keyval$1" under_valgrind "${@:2}"
}

quo_valgrind() {
    if ! everything || [ "$mpi" != openmpi ]; then
        return
    elif ! command -v valgrind >/dev/null; then
        skip "quo: valgrind" "not installed"
        return
    fi
    test_case "quo: valgrind, RR 5.2" quo_under_valgrind '' 8 HSPLIT_EMULATE="$RR_NODE" \
        HSPLIT_EMULATE_BIND="$work/rr-5.2" "@$tests/quo/golden" complicated
    test_case "quo: valgrind, errors" quo_under_valgrind '|Comm_set_attr|Info_create' 4 \
        HSPLIT_EMULATE='package:2 core:2 pu:1' "@$tests/quo/errors"
    test_case "quo: valgrind, two threads of a process" quo_under_valgrind '' 4 \
        HSPLIT_EMULATE='package:2 core:2 pu:1' "@$tests/quo/threads"
}

cases_quo() {
    local quo_name=${libname/hsplit/hsplit_quo} quo_folder=hsplit-quo${libname#hsplit} quo_file
    local binding memory=c-tests/topologies/hbm.xml
    quo_folder=$build/lib/${quo_folder//_/-} quo_file=$build/lib/lib$quo_name.so
    may_match quo || return 0
    preparing_case "quo: the library builds" quo_library
    preparing_case "quo: the programs compile without a warning" quo_programs
    [ -e "$quo_file" ] || return 0
    if own_library; then
        test_case "quo: exported names" quo_names
        test_case "quo: SONAME, libhsplit and no MPI" quo_elf
    fi
    test_case "quo: header in C99" quo_header c c99
    test_case "quo: header in C++" quo_header c++ c++17
    rr_5_2_bindings
    test_case "quo: RR 5.1" silent_job linked 32 none HSPLIT_EMULATE="$RR_5_1" "$tests/quo/golden" simple
    test_case "quo: RR 5.2" silent_job linked 8 none HSPLIT_EMULATE="$RR_NODE bind=$work/rr-5.2" \
        "$tests/quo/golden" complicated
    test_case "quo: fast memory" silent_job linked 8 none HSPLIT_EMULATE="$root/$memory" "$tests/quo/golden" memory
    test_case "quo: threads of cores" silent_job linked 4 none HSPLIT_EMULATE='package:1 core:4 pu:2' \
        "$tests/quo/golden" threads
    printf '0 pu:3\n0 pu:7\n' >"$work/second-threads"
    test_case "quo: second threads of cores" silent_job linked 2 none HSPLIT_EMULATE='package:2 [numa] core:2 pu:2' \
        HSPLIT_EMULATE_BIND="$work/second-threads" "$tests/quo/golden" second
    printf '0 pu:1\n0 none\n0 pu:4-5\n' >"$work/mixed-threads"
    test_case "quo: second threads of cores, and others" silent_job linked 3 none \
        HSPLIT_EMULATE='package:2 core:2 pu:2' HSPLIT_EMULATE_BIND="$work/mixed-threads" "$tests/quo/golden" mixed
    test_case "quo: errors" silent_job linked 4 none HSPLIT_EMULATE='package:2 core:2 pu:1' "$tests/quo/errors"
    test_case "quo: two threads of a process" silent_job linked 4 none HSPLIT_EMULATE='package:2 core:2 pu:1' \
        "$tests/quo/threads"
    test_case "quo: libhsplit switched off" silent_job linked 2 none HSPLIT_DISABLE=1 "$tests/quo/errors" disabled
    test_case "quo: ranks sleep in the barrier" silent_job linked 4 none "$tests/quo/asleep"
    test_case "quo: a rank is killed" quo_killed
    for binding in core none; do
        if [ "$binding" = none ] || [ "$(nproc)" -ge 2 ]; then
            test_case "quo: masks, bound to $binding" silent_job linked 2 $binding "$tests/quo/masks"
        else
            skip "quo: masks, bound to $binding" "needs two cores"
        fi
    done
    if [ "$(nproc)" -ge 2 ]; then
        test_case "quo: a program that binds itself" silent_job linked 2 none "$tests/quo/self_bound"
        test_case "quo: one that was linked with libquo binds itself" silent_job linked 2 none \
            LD_LIBRARY_PATH="$quo_folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" "$tests/quo/self_bound-of-libquo"
    else
        skip "quo: programs that bind themselves" "needs two cores"
    fi
    quo_valgrind
    test_case "quo: a program that was linked with libquo" quo_by_soname
    test_case "quo: libhsplit preloaded" quo_preloaded
    ! own_library || test_case "quo: under hsplit run" quo_behind_run
    if [ -n "${QUO_LIBRARY:-}" ]; then
        test_case "quo: equal output under libquo, bound" quo_beside_libquo core
        test_case "quo: equal output under libquo, unbound" quo_beside_libquo none
    else
        skip "quo: equal output under libquo" "QUO_LIBRARY names no libquo.so.8"
    fi
    quo_fortran
}
