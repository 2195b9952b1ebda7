# SPDX-License-Identifier: MIT OR Apache-2.0
# The library for one MPI, its ELF file, its header, and the test programs.

build_library() {
    "${MAKE:-make}" lib PROFILE="$PROFILE" MPICC="$mpicc" CARGO="$CARGO" CARGOFLAGS="$CARGOFLAGS"
}

# The names in lists of exported names, sorted.
names_in() { # FILE...
    cat "$@" | tr ' ' '\n' | LC_ALL=C sort
}

# Open MPI's Fortran does not make the C calls, so its builds have more names. Open MPI has no functions for large
# counts, so only the other builds have the names with arrays of counts.
exported_names() {
    local also=c-tests/exported-names-large
    [ "$(family "$mpicc")" != openmpi ] || also=c-tests/exported-names-openmpi
    nm -D --defined-only "$library" | awk '{ print $NF }' | sed 's/@.*//' | LC_ALL=C sort |
        diff <(names_in c-tests/exported-names c-tests/exported-names-own $also) - ||
        {
            echo "c-tests/exported-names is the list that is meant, under Open MPI with exported-names-openmpi"
            return 1
        }
}

# A site that wants no interception of names for monitoring alone builds without them. All else works. (On the four
# nodes of the other tests every part of the ranks has levels. MPICH 4.0 crashes in a native in-place MPI_Reduce of more
# than 2 KiB if the root is not rank 0.)
without_monitoring() {
    local build library other make=("${MAKE:-make}" -s --no-print-directory MONITOR=no MPICC="$mpicc")
    "${make[@]}" lib CARGO="$CARGO" CARGOFLAGS="$CARGOFLAGS" && read -r other _ <<<"$("${make[@]}" show-build)" ||
        return 1
    build=$(absolute "$other") library=$(absolute "$other")/lib/lib$libname.so
    nm -D --defined-only "$library" | awk '{ print $NF }' | sed 's/@.*//' | LC_ALL=C sort >"$work/names"
    LC_ALL=C comm -23 <(names_in c-tests/exported-names c-tests/exported-names-own) "$work/names" >"$work/missing"
    for name in MPI_Send MPI_Isend MPI_Put MPI_Wait MPI_Ialltoallv; do
        grep -qx "$name" "$work/missing" || {
            echo "there is still a $name"
            return 1
        }
    done
    ! grep -Ei 'hsplit|^mpi_(bcast|barrier|allreduce|alltoallv|cart_create|comm_split_type|pcontrol|init)_*$' \
        "$work/missing" && ! LC_ALL=C comm -13 <(names_in c-tests/exported-names*) "$work/names" | grep . &&
        [ "$(wc -l <"$work/missing")" -gt 150 ] && silent_job preloaded 2 none @monitor_sessions unmonitored &&
        job preloaded 4 none HSPLIT_EMULATE='node:1 core:4 pu:1' @level | grep -qx 'Core 1' &&
        job preloaded 8 none HSPLIT_COLLECTIVES=all:0 HSPLIT_EMULATE="$FOUR_NODES" @collectives all 2>&1 |
        grep -q 'along the hierarchy: [1-9]' || return 1
    rm -f "$work/seen"*
    job preloaded 2 none HSPLIT_MONITOR="gather,file=$work/seen" @level 2>"$work/stderr" || return 1
    cat "$work/stderr"
    [ "$(grep -c 'built without monitoring' "$work/stderr")" -eq 1 ] && ! ls "$work"/seen* 2>/dev/null
}

# Names that programs look up exist if the MPI has them: in a process that has its MPI from the start, and in one that
# loads it later.
lacking_names() {
    local names=(c-tests/exported-names) native
    [ "$(family "$mpicc")" = openmpi ] || names+=(c-tests/exported-names-large)
    silent_job preloaded 1 none @lacking - "${names[@]}" &&
        silent_job linked 1 none @lacking - "${names[@]}" || return 1
    native=$(ldd "$(program bare lacking)" | awk '/libmpi|libmpich/ { print $3; exit }')
    "${CC:-cc}" -DLATE c-tests/lacking.c -ldl -o "$work/late" &&
        LD_PRELOAD=$library "$work/late" "$native" "${names[@]}"
}

# A library for an MPI that has the compiler in its name, as HPE Cray's, from a linker that adds folders or writes an
# RPATH, as Spack's.
linked_elsewhere() {
    local folder=$work/elsewhere words
    mkdir -p "$folder" && echo 'int MPI_Init(void) { return 0; }' |
        gcc -shared -fPIC -x c - -Wl,-soname,libmpi_gnu_112.so.12 -o "$folder/libmpi_gnu_112.so.12" || return 1
    printf '#!/bin/sh\nexec gcc "$@" "%s/libmpi_gnu_112.so.12"\n' "$folder" >"$folder/cc" && chmod 755 "$folder/cc"
    other_library() {
        echo "const char mpi[] = \"$folder/libmpi_gnu_112.so.12\";" |
            gcc -shared -fPIC -x c - -Wl,"$1" -o "$folder/libother.so"
    }
    for words in --{en,dis}able-new-dtags,-rpath,"/nowhere:$folder"; do
        other_library "$words" && c-tests/right-mpi "$folder/cc" "$folder/libother.so" || return 1
    done
    other_library --enable-new-dtags,-rpath,/nowhere && ! c-tests/right-mpi "$folder/cc" "$folder/libother.so"
}

no_calls_back() {
    ! nm -D --undefined-only "$library" | grep -w 'MPI_[A-Za-z_]*\|bcmp'
}

# The library needs no MPI but its own, regardless of other installed MPIs. A program linked with it needs both.
elf_file() {
    readelf -d "$library" | grep "SONAME.*\[lib$libname\.so\.0\]" || {
        echo "wrong SONAME"
        return 1
    }
    c-tests/right-mpi "$mpicc" "$library" || return 1
    readelf -d "$(program linked level)" | grep NEEDED
    [ "$(readelf -d "$(program linked level)" | grep -cE "NEEDED.*\[lib(mpi|mpich|mpi_abi)\.so")" -eq 1 ] &&
        readelf -d "$(program linked level)" | grep -q "NEEDED.*lib$libname.so.0"
}

# The C++ bindings of MPI-2, which MPI-3 dropped, do not compile without warnings themselves.
header_compiles() { # LANGUAGE STANDARD
    "$mpicc" -x "$1" -std="$2" -Wall -Wextra -Werror -pedantic -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX -Iinclude \
        -fsyntax-only c-tests/constants.c
}

# Compiler options of test programs under a sanitizer (8-instruments.sh).
sanitized=

compile_programs() {
    local source bad=0
    for source in c-tests/*.c; do
        # Tools of the benchmarks and the demo are compiled by their own rules.
        case $(basename "$source" .c) in
        demo | count | counting_tool | freeing | yielding | unshared | failing | sanitized | sequential | stubs | \
            unreadable)
            continue
            ;;
        esac
        program bare "$(basename "$source" .c)" &
        program linked "$(basename "$source" .c)" || bad=1
        wait $! || bad=1
    done
    return $bad
}

# Prints the path of a test program, linked with the library or bare. It is compiled at its first use in a run: from
# c-tests/NAME.c, or from fortran/tests for NAME and for NAME-INTERFACE.
program() { # linked|bare NAME
    local file=$tests/$1/$2 stamp
    stamp=$run/compiled.${file//\//-}
    if [ ! -e "$stamp" ]; then
        (flock 9 && { [ -e "$stamp" ] || { compile_program "$@" && : >"$stamp"; }; }) 9>"$stamp.lock" >&2 || return 1
    fi
    echo "$file"
}

compile_program() { # linked|bare NAME
    local source
    mkdir -p "$tests/$1"
    if [ ! -e "c-tests/$2.c" ]; then
        source=$(cd fortran/tests && echo "${2%-*}".[fF]*)
        [ ! -e "fortran/tests/$source" ] || fortran_program "$1" "$source" "$2"
        return
    fi
    case $1 in
    bare) compile "c-tests/$2.c" "$tests/bare/$2" -DPRELOADED ;;
    linked)
        compile "c-tests/$2.c" "$tests/linked/$2" -L"$build/lib" -l"$libname" -Wl,-rpath,"$build/lib"
        ;;
    esac
}

compile_yielding() {
    mkdir -p "$tests"
    "$mpicc" -std=gnu11 -O2 -Wall -Wextra -Werror -c c-tests/yielding.c -o "$tests/yielding.o"
}

# The object that makes waiting ranks of this MPI sleep, if it has one.
yielding() {
    [ ! -e "$tests/yielding.o" ] || echo "$tests/yielding.o"
}

compile() { # SOURCE PROGRAM [OPTION...]
    local source=$1 program=$2 openmp=
    shift 2
    rm -f "$program"
    ! grep -q -e '#pragma omp' -e '<omp.h>' "$source" || openmp=-fopenmp
    # shellcheck disable=SC2046,SC2086 # words
    "$mpicc" -std=c99 -O1 -g -pthread $openmp $sanitized -Wall -Wextra -Werror -Iinclude "$source" $(yielding) "$@" \
        -lm -o "$program"
}

cases_build() {
    ! own_library || preparing_case "the library builds" build_library
    [ -e "$build/lib/lib$libname.so" ] && library=$build/lib/lib$libname.so
    [ "$mpi" != mpich ] || preparing_case "what makes ranks sleep compiles" compile_yielding
    # A case compiles the programs that it starts.
    if everything || [ "$mpicc" = "${ALL_MPICC%% *}" ]; then
        test_case "the test programs compile without a warning" compile_programs
    fi
    if own_library; then
        test_case "exported names" exported_names
        test_case "names that the MPI lacks" lacking_names
        test_case "only PMPI names are called" no_calls_back
        ! everything || ! thorough || test_case "a build without monitoring" without_monitoring
        test_case "SONAME, and no other MPI" elf_file
        ! thorough || test_case "the library of another linker" linked_elsewhere
    fi
    test_case "header in C99" header_compiles c c99
    test_case "header in C++" header_compiles c++ c++17
}
