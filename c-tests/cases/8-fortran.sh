# SPDX-License-Identifier: MIT OR Apache-2.0
# Fortran: the papers' loop and its variant with roots, interception, and a disabled library, by all three interfaces.
CASES="$CASES fortran"

INTERFACES='mpif mpi f08'

# True if the MPI has an interface for this compiler. A program that omits ierror needs both modules.
fortran_has() { # INTERFACE|optional
    case $1 in
    mpif) printf 'program p\nimplicit none\ninclude "mpif.h"\nend program\n' >"$work/has.f90" ;;
    mpi) printf 'program p\nuse mpi\nend program\n' >"$work/has.f90" ;;
    f08) printf 'program p\nuse mpi_f08\nend program\n' >"$work/has.f90" ;;
    optional)
        fortran_has mpi && fortran_has f08
        return
        ;;
    esac
    # shellcheck disable=SC2086 # FCFLAGS: words
    "$mpifort" ${FCFLAGS:-} -c "$work/has.f90" -o "$work/has.o" >/dev/null 2>&1
}

fortran_compile() { # SOURCE PROGRAM [OPTION...]
    local source=$1 program=$2
    shift 2
    rm -f "$program"
    # shellcheck disable=SC2086 # FCFLAGS: words
    "$mpifort" ${FCFLAGS:-} -O1 -g -Wall -Werror -Wno-unused-parameter -Wno-missing-include-dirs -Ifortran \
        -Ifortran/tests -I"$own/fortran" "fortran/tests/$source" $(yielding) "$@" -o "$program"
}

# A program of fortran/tests, at its first use (3-build.sh). One that is to be preloaded is linked against functions
# that do nothing, since no linker leaves names open.
fortran_program() { # linked|bare SOURCE NAME
    local options=()
    case $3 in *-mpif | *-mpi | *-f08) options=("$(fortran_macro "${3##*-}")") ;; esac
    case $2 in
    # Without interfaces the buffers of two calls may differ in type, and weights be both an array and MPI_UNWEIGHTED.
    collectives.* | counted.* | graphs.* | mixture.* | reorder.*) options+=(-fallow-argument-mismatch -w) ;;
    # Open MPI's Fortran, as it is tested here, is that of MPI 3.1.
    counted_forms.*)
        options+=(-fallow-argument-mismatch -w)
        [ "$(family "$mpicc")" = openmpi ] || options+=(-DPERSISTENT)
        ;;
    esac
    case $1 in
    bare) options+=(-L"$tests" -lnothing "-Wl,-rpath,$tests") ;;
    linked) options+=(-L"$build/lib" -l"$libname" "-Wl,-rpath,$build/lib") ;;
    esac
    fortran_compile "$2" "$tests/$1/$3" "${options[@]}"
}

fortran_early() {
    job linked 1 none @early >"$work/stdout" 2>"$work/stderr" || return 1
    grep -qx ' *T' "$work/stdout" && grep 'HSPLIT_Comm_migrate: called before MPI_Init' "$work/stderr"
}

fortran_modules() {
    mkdir -p "$tests"
    "${MAKE:-make}" fortran MPICC="$mpicc" MPIFC="$mpifort" || return 1
    names_in c-tests/exported-names c-tests/exported-names-own |
        sed -n 's/^\(\(mpi_comm\|mpi_get\|hsplit\)_[a-z0-9_]*_\)$/void \1(void) {}/p' |
        grep -vE ' mpi_comm_(create|dup|idup|split)_' >"$work/nothing.c"
    "$mpicc" -shared -fPIC "$work/nothing.c" -o "$tests/libnothing.so" || return 1
    "$mpicc" -std=c99 -Wall -Wextra -Werror -shared -fPIC fortran/tests/counter.c -ldl -o "$tests/counter.so" ||
        return 1
    "$mpicc" -std=c99 -Wall -Wextra -Werror -shared -fPIC fortran/tests/wrapper.c -o "$tests/wrapper.so"
}

fortran_macro() { # INTERFACE
    case $1 in
    mpif) echo -DMPIF ;;
    mpi) echo -DUSE_MPI ;;
    f08) echo -DUSE_F08 ;;
    esac
}

# Every intercepted call that a compiler's names lead to is a name of the library.
fortran_names() { # INTERFACE
    nm -u "$(program bare "native-$1")" | awk '{ print $NF }' |
        grep -iE '^mpi.*(split_type|intercomm_merge|finalize)' >"$work/names"
    cat "$work/names"
    [ "$(wc -l <"$work/names")" -eq 3 ] && ! grep -vxFf <(names_in c-tests/exported-names) "$work/names"
}

# Five splits: as many exchanges, and two splits of a native type made natively, once each.
once() { # linked|preloaded INTERFACE
    [ "$1" = linked ] || set -- bare "$2"
    job "$1" 3 none LD_PRELOAD="$library:$tests/counter.so" "@native-$2" >"$work/counts" || return 1
    sort "$work/counts" | uniq -c
    [ "$(grep -cx '5 exchanges, 2 native splits' "$work/counts")" -eq 3 ]
}

# Built as codes of fluid dynamics are: a trap ends the program.
fortran_traps() { # INTERFACE
    local uses="use $1" includes='' comm=integer
    case $1 in
    mpif) uses='' includes="include 'mpif.h'" ;;
    f08) uses='use mpi_f08' comm='type(MPI_Comm)' ;;
    esac
    cat >"$work/traps.f90" <<END
program traps
$uses
use, intrinsic :: ieee_exceptions
implicit none
$includes
$comm :: part
integer :: e, rank, ranks
logical :: is_raised(3)
double precision :: sum, own
call MPI_Init(e)
call MPI_Comm_rank(MPI_COMM_WORLD, rank, e)
call MPI_Comm_size(MPI_COMM_WORLD, ranks, e)
call MPI_Comm_split_type(MPI_COMM_WORLD, int(z'48530001'), rank, MPI_INFO_NULL, part, e)
call MPI_Comm_split_type(MPI_COMM_WORLD, int(z'48530003'), rank, MPI_INFO_NULL, part, e)
own = rank
call MPI_Allreduce(own, sum, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, e)
call MPI_Bcast(sum, 1, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, e)
call MPI_Barrier(MPI_COMM_WORLD, e)
call ieee_get_flag([ieee_invalid, ieee_divide_by_zero, ieee_overflow], is_raised)
if (any(is_raised)) error stop 'a flag is raised'
if (nint(sum) /= ranks * (ranks - 1) / 2) error stop 'a wrong sum'
call MPI_Finalize(e)
end program
END
    # shellcheck disable=SC2086 # FCFLAGS: words
    (cd "$work" && "$mpifort" ${FCFLAGS:-} -ffpe-trap=invalid,zero,overflow traps.f90 -o traps) || return 1
    rm -f "$work/counted"*
    silent_job bare 4 none LD_PRELOAD="$library" "$work/traps" &&
        silent_job bare 4 none LD_PRELOAD="$library" HSPLIT_EMULATE='leaf:2 node:2 package:2 core:2 pu:1' \
            HSPLIT_EMULATE_BIND=core,round-robin HSPLIT_COLLECTIVES=all:0 HSPLIT_MONITOR=gather,time \
            HSPLIT_MONITOR_FILE="$work/counted" "$work/traps"
}

# Fortran that makes the C calls begins and ends MPI once: on one rank no message is printed twice.
begins_and_ends_once() { # INTERFACE
    local first='integer :: e' second=
    case $1 in
    mpif) second="include 'mpif.h'" ;;
    mpi) first=$'use mpi\ninteger :: e' ;;
    f08) first=$'use mpi_f08\ninteger :: e' ;;
    esac
    printf 'program p\n%s\n%s\ncall MPI_Init(e)\ncall MPI_Finalize(e)\nend program\n' "$first" "$second" \
        >"$work/least.f90"
    # shellcheck disable=SC2086 # FCFLAGS: words
    (cd "$work" && "$mpifort" ${FCFLAGS:-} least.f90 -o least) && limit=30 job bare 1 none LD_PRELOAD="$library" \
        HSPLIT_LOG=debug "$work/least" 2>"$work/stderr" || return 1
    cat "$work/stderr"
    [ "$(grep -c 'rank 0 made' "$work/stderr")" -eq 1 ] && ! sort "$work/stderr" | uniq -d | grep .
}

# The wrappers of MPICH and Intel MPI link the library by a site's file, and before the MPI's Fortran library.
linked_by_profile() { # INTERFACE
    mkdir -p "$work/prefix/lib/hsplit" && ln -sfn "$build/lib" "$work/prefix/lib/hsplit/mpich" &&
        ETC=$work/etc HSPLIT=$work/prefix sh -eu examples/site/profile.sh &&
        fortran_compile golden.F90 "$work/profiled" "$(fortran_macro "$1")" "-profile=$work/etc/hsplit" &&
        silent_job bare 32 none HSPLIT_EMULATE="$RR_5_1" "$work/profiled"
}

# The library of this MPI in a Fortran program of another one, linked as compilers of today do: with its MPI's Fortran
# library alone, so that an MPI that this library needed would come first.
fortran_wrong_mpi() { # MPICC INTERFACE
    local ours=$library
    use_mpi "$1" || return 1
    # This program uses no module of the library; the compiler needs the folder nevertheless.
    mkdir -p "$own/fortran"
    fortran_compile native.F90 "$work/native" "$(fortran_macro "$2")" -Wl,--as-needed || return 1
    job linked 3 none LD_PRELOAD="$ours" "$work/native" disabled 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    [ "$(grep -c 'hsplit\[' "$work/stderr")" -eq 1 ]
}

# Fortran in a library that a program opens in a local scope, as Python opens extensions: so is the MPI then. Another
# library there has stubs of MPI, to which its own calls go.
fortran_opened() { # INTERFACE
    local setting stubs=$work/libstubs.so
    # shellcheck disable=SC2086 # FCFLAGS: words
    "$mpifort" ${FCFLAGS:-} -O1 -fallow-argument-mismatch -w -Ifortran/tests "$(fortran_macro "$1")" \
        fortran/tests/opened.F90 -fPIC -shared -o "$work/opened.so" &&
        cc -std=c99 -Wall -Wextra -Werror fortran/tests/opens.c -ldl -o "$work/opens" &&
        cc -std=c99 -Wall -Wextra -Werror -shared -fPIC c-tests/sequential.c -o "$stubs" || return 1
    for setting in LOG=warn DISABLE=1 COLLECTIVES=all:0 REORDER=all MONITOR=parts,file="$work/opened"; do
        rm -f "$work"/opened.*.part
        silent_job bare 4 none LD_PRELOAD="$library" HSPLIT_EMULATE="$TWO_NODES" "HSPLIT_$setting" "$work/opens" \
            "$stubs" "$work/opened.so" "$stubs" || return 1
        rm -f "$work"/opened.*.part
        silent_job bare 4 none LD_PRELOAD="$library" HSPLIT_EMULATE="$TWO_NODES" "HSPLIT_$setting" "$work/opens" \
            "$work/opened.so" "$stubs" || return 1
    done
}

# INTEGERs of 8 bytes, with Intel MPI's library for them.
fortran_wide() {
    local emulated=HSPLIT_EMULATE='package:2 core:2 pu:1'
    fortran_compile wide.F90 "$work/wide" -ilp64 -fdefault-integer-8 -fallow-argument-mismatch -w &&
        silent_job bare 4 none LD_PRELOAD="$library" "$emulated" "$work/wide" &&
        silent_job bare 4 none LD_PRELOAD="$library" "$emulated" HSPLIT_COLLECTIVES=all:0 HSPLIT_WAIT=sleep \
            HSPLIT_REORDER=all "$work/wide" &&
        silent_job bare 4 none LD_PRELOAD="$library" HSPLIT_DISABLE=1 "$work/wide" disabled
}

# A call is counted once by whatever route it goes, also if a tool behind the library makes the C call of it.
fortran_counts() { # INTERFACE
    local setting
    for setting in LOG=warn WAIT=sleep COLLECTIVES=all:0; do
        both_ways 4 none HSPLIT_EMULATE="$TWO_NODES" "HSPLIT_$setting" "@counted-$1" || return 1
        job bare 4 none LD_PRELOAD="$library:$tests/wrapper.so" HSPLIT_EMULATE="$TWO_NODES" "HSPLIT_$setting" \
            "@counted-$1" >"$work/calls" || return 1
        [ "$(grep -c '^[0-9]* calls by the tool$' "$work/calls")" -eq 4 ] || return 1
    done
}

# Modules that are compiled with the program's option for REALs of 8 bytes, which makes DOUBLE PRECISION 16 bytes long.
fortran_reals() { # INTERFACE
    local module=hsplit comm=integer
    [ "$1" != f08 ] || module=hsplit_f08 comm='type(MPI_Comm)'
    cat >"$work/reals.f90" <<END
program reals
use $([ "$1" = f08 ] && echo mpi_f08 || echo mpi)
use $module
implicit none
$comm :: grid
real :: weights(2) = [100, 1]
integer :: dims(2), e
call MPI_Init(e)
dims = 0
call HSPLIT_Dims_create(MPI_COMM_WORLD, 2, weights, dims, e)
if (any(dims /= [1, 4])) error stop 'wrong lengths'
dims = 0
call HSPLIT_Cart_create(MPI_COMM_WORLD, 2, weights, [.false., .false.], MPI_INFO_NULL, dims, grid, e)
if (any(dims /= [1, 4])) error stop 'a wrong grid'
call MPI_Finalize(e)
end program
END
    # shellcheck disable=SC2086 # FCFLAGS: words
    (root=$PWD && cd "$work" && "$mpifort" ${FCFLAGS:-} -fdefault-real-8 "$root/fortran/$module.f90" reals.f90 \
        -L"$build/lib" -l"$libname" -Wl,-rpath,"$build/lib" -o reals) &&
        silent_job linked 4 none HSPLIT_EMULATE="$TWO_NODES" "$work/reals"
}

# MPI_UNWEIGHTED of mpi_f08, by the name that Intel's compiler gives it.
fortran_unweighted() {
    "$mpicc" -std=c99 -Wall -Wextra -Werror fortran/tests/unweighted.c -lmpifort -o "$work/unweighted" &&
        silent_job bare 8 none LD_PRELOAD="$library" HSPLIT_REORDER=all \
            HSPLIT_EMULATE='node:2 core:4 pu:1 bind=core,round-robin' "$work/unweighted"
}

# Ranks 2 and 3 of four lack the library.
fortran_mixture() { # INTERFACE NAME=VALUE
    limit=60 job bare 4 none c-tests/in-ranks 0,1 LD_PRELOAD="$library" "$2" "$(program bare "mixture-$1")"
}

cases_fortran() {
    local interface way other name ranks setting graph_ranks=8 interfaces=
    ! everything || graph_ranks="1 2 3 8 $(! ranks_yield || echo 64 256)"
    if ! command -v "$mpifort" >/dev/null || ! command -v gfortran >/dev/null; then
        skip "Fortran" "no $mpifort with gfortran"
        return
    fi
    for interface in $INTERFACES; do
        if fortran_has "$interface"; then
            interfaces="$interfaces $interface"
        else
            skip "fortran $interface" "this MPI does not have it for $(gfortran --version | head -n 1)"
        fi
    done
    rr_5_2_bindings
    preparing_case "fortran: the modules compile" fortran_modules
    for interface in $interfaces; do
        for way in linked preloaded; do
            test_case "fortran $interface: golden 5.1 $way" silent_job $way 32 none HSPLIT_EMULATE="$RR_5_1" \
                "@golden-$interface"
            test_case "fortran $interface: once per call $way" once $way "$interface"
            test_case "fortran $interface: collective calls along the hierarchy $way" collective_job $way 8 \
                "@collectives-$interface"
        done
        [ "$(family "$mpicc")" != mpich ] ||
            test_case "fortran $interface: linked with -profile=hsplit" linked_by_profile "$interface"
        test_case "fortran $interface: floating-point traps" fortran_traps "$interface"
        test_case "fortran $interface: MPI begins and ends once" begins_and_ends_once "$interface"
        test_case "fortran $interface: navigation" both_ways 8 none HSPLIT_EMULATE="$TWO_NODES" \
            "@navigation-$interface"
        test_case "fortran $interface: navigation, RR 5.1" both_ways 32 none HSPLIT_EMULATE="$RR_5_1" \
            "@places-$interface" simple
        test_case "fortran $interface: navigation, RR 5.2" both_ways 8 none HSPLIT_EMULATE="$RR_NODE" \
            HSPLIT_EMULATE_BIND="$work/rr-5.2" "@places-$interface" complicated
        test_case "fortran $interface: the binding stack" both_ways 8 none HSPLIT_EMULATE="$TWO_NODES" \
            "@bind-$interface"
        test_case "fortran $interface: shared windows" both_ways 4 none HSPLIT_EMULATE='package:2 [numa] core:2 pu:1' \
            "@windows-$interface"
        test_case "fortran $interface: devices" both_ways 4 none \
            HSPLIT_EMULATE="$PWD/c-tests/topologies/gpus.xml" "@devices-$interface"
        [ $interface = mpif ] ||
            test_case "fortran $interface: REALs of 8 bytes by default" fortran_reals "$interface"
        [ $interface != f08 ] ||
            test_case "fortran $interface: examples/tables.f90" tables_example tables.f90 "$mpifort"
        test_case "fortran $interface: phases" both_ways 8 none HSPLIT_EMULATE='node:2 package:2 core:2 pu:1' \
            "@phases-$interface"
        test_case "fortran $interface: MPI_Pcontrol and barriers asleep" both_ways 4 none HSPLIT_PHASES='1=Package' \
            HSPLIT_WAIT=sleep:1000 HSPLIT_EMULATE='package:2 core:2 pu:1' "@unaware-$interface"
        test_case "fortran $interface: ranks in another order" both_ways 8 none HSPLIT_REORDER=all \
            HSPLIT_EMULATE='node:2 core:4 pu:1 bind=core,round-robin' "@reorder-$interface"
        for ranks in $graph_ranks; do
            reorders "fortran $interface: random graphs on $ranks, reordered" $ranks "@graphs-$interface"
        done
        test_case "fortran $interface: sessions of counting" both_ways 8 none HSPLIT_EMULATE='node:2 core:4 pu:1' \
            HSPLIT_EMULATE_BIND=core,round-robin "@monitor-$interface" "$work/monitor-$interface"
        test_case "fortran $interface: exact counts" fortran_counts "$interface"
        test_case "fortran $interface: exact counts, all forms" both_ways 4 none "@counted_forms-$interface"
        if [ "$mpi" = openmpi ]; then
            for name in ring halo transpose gather; do
                test_case "fortran $interface: as Open MPI's own monitoring, $name" \
                    program_as_open_mpi "@programs-$interface" $name
            done
        fi
        test_case "fortran $interface: the time in calls" takes_times "times-$interface"
        for setting in LOG=warn DISABLE=1 COLLECTIVES=all:0 WAIT=sleep; do
            test_case "fortran $interface: some processes lack the library, HSPLIT_$setting" fortran_mixture \
                "$interface" "HSPLIT_$setting"
        done
        test_case "fortran $interface: disabled" both_ways 3 none HSPLIT_DISABLE=1 "@native-$interface" disabled
        test_case "fortran $interface: names" fortran_names "$interface"
        test_case "fortran $interface: opened in a local scope" fortran_opened "$interface"
        for other in $ALL_MPICC; do
            # One MPI of every other family is enough: Debian's have all three interfaces.
            if [ "$(family "$other")" != "$(family "$mpicc")" ] && command -v "mpifort.${other#mpicc.}" >/dev/null; then
                test_case "fortran $interface: preloaded into a program of $other" fortran_wrong_mpi "$other" \
                    "$interface"
            fi
        done
    done
    if [ "$mpi" = intel ]; then
        test_case "fortran: INTEGERs of 8 bytes" fortran_wide
        test_case "fortran: MPI_UNWEIGHTED by the name of Intel's compiler" fortran_unweighted
    fi
    ! fortran_has optional || test_case "fortran: ierror left out" both_ways 8 none HSPLIT_EMULATE="$TWO_NODES" \
        @optional
    test_case "fortran: before MPI_Init" fortran_early
    test_case "fortran: fixed form" both_ways 8 none HSPLIT_EMULATE="$TWO_NODES" @fixed
}
