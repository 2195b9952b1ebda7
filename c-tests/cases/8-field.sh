# SPDX-License-Identifier: MIT OR Apache-2.0
# Programs of the field, bare and with every feature enabled: they print the same. A flow, in Fortran with traps for
# floating-point exceptions, and programs from public reports of faults (c-tests/reports.c) run under every MPI; LAMMPS
# and PETSc are Debian's, built for its Open MPI.
CASES="$CASES field"

# Sums that the library's features add in another order differ in the last digits, which iterations may amplify.
same_numbers() { # FILE FILE
    paste -d '\n' "$1" "$2" | awk -v most=1e-6 '
        function amount(x) { return x < 0 ? -x : x }
        NR % 2 { fields = split($0, bare); next }
        NF != fields { exit bad = 1 }
        {
            for (i = 1; i <= NF && !bad; i++)
                bad = $i != bare[i] && ($i ~ /[a-df-z]/ || !(amount($i - bare[i]) <= most * amount($i)))
        }
        bad { exit }
        END { if (bad) print "line " NR / 2 ": " $0; exit bad || NR % 2 || NR < 16 }'
}

# field_job FILE RANKS [NAME=VALUE...] PROGRAM [ARGUMENT...]: lines with numbers and without times go to the file.
field_job() {
    local file=$1
    shift
    job bare "$1" none "${@:2}" >"$work/stdout" 2>"$work/stderr" && ! messages "$work/stderr" || {
        tail "$work/stdout" "$work/stderr"
        return 1
    }
    grep -E '^( *[-+0-9.eE]+)+ *$|^the error is small$' "$work/stdout" >"$file"
}

field_same() { # RANKS PROGRAM [ARGUMENT...]
    local ranks=$1 collectives bound="$work/scattered"
    shift
    printf '%s core:%s\n' 3 1 0 2 1 0 2 3 0 0 3 0 1 1 2 1 >"$bound"
    field_job "$work/bare" "$ranks" "$@" || return 1
    for collectives in all:0 all:0,segment=100,short=off adaptive all:trial; do
        rm -f "$work/counted".*
        field_job "$work/on" "$ranks" LD_PRELOAD="$library" HSPLIT_COLLECTIVES="$collectives" \
            HSPLIT_EMULATE="leaf:2 node:2 package:2 core:2 pu:1 bind=$bound" HSPLIT_REORDER=all \
            HSPLIT_MONITOR="gather,time,file=$work/counted" HSPLIT_SUMMARY="$work/summary" HSPLIT_WAIT=sleep \
            HSPLIT_PHASES='1=Package' "$@" && same_numbers "$work/bare" "$work/on" && [ -s "$work/counted.parts" ] || {
            echo "with HSPLIT_COLLECTIVES=$collectives"
            return 1
        }
    done
    wc -l <"$work/bare"
}

# (For gfortran, MPICH's module has interfaces for scalars alone, by the first call.)
field_flow() { # RANKS
    # shellcheck disable=SC2046,SC2086 # words
    "$mpifort" ${FCFLAGS:-} -J"$work" -O1 -g -fallow-argument-mismatch -w -ffpe-trap=invalid,zero,overflow \
        fortran/tests/flow.f90 $(yielding) -o "$work/flow" && field_same "$1" "$work/flow"
}

field_poisson() { # [OPTION...]
    # shellcheck disable=SC2046 # words
    "$mpicc" -Wall -Wextra -Werror $(pkg-config --cflags petsc) c-tests/field/poisson.c -o "$work/poisson" \
        $(pkg-config --libs petsc) -lm && field_same 6 "$work/poisson" "$@"
}

# If the MPI itself has the fault, the outcome with the library is the MPI's, too.
report_same() { # NAME
    local collectives bare=0 on=0
    job bare 4 none @reports "$1" >"$work/bare" 2>"$work/stderr" || bare=1
    for collectives in none all:0 all:0,segment=100,short=off adaptive; do
        on=0
        job preloaded 4 none HSPLIT_COLLECTIVES="$collectives" HSPLIT_REORDER=all \
            HSPLIT_EMULATE='leaf:2 node:2 package:2 core:2 pu:1 bind=core,round-robin' @reports "$1" >"$work/on" \
            2>"$work/stderr" || on=1
        ! messages "$work/stderr" && [ $on = $bare ] &&
            { [ $bare = 1 ] || diff <(sort "$work/bare") <(sort "$work/on"); } || {
            cat "$work/stderr"
            echo "with HSPLIT_COLLECTIVES=$collectives"
            return 1
        }
    done
    [ $bare = 0 ] || echo "the MPI itself has this fault"
}

cases_field() {
    local ranks report
    everything || return 0
    for report in bits grids in-place inter keys minima no-arrays no-buffers no-types nothing overlap; do
        test_case "field: a public report, $report" report_same $report
    done
    if ! command -v "$mpifort" >/dev/null || ! command -v gfortran >/dev/null || ! fortran_has mpi; then
        skip "field: a flow, with traps" "no $mpifort with gfortran"
    else
        for ranks in 3 $(! ranks_yield || echo 8); do
            test_case "field: a flow, with traps, $ranks" field_flow $ranks
        done
    fi
    [ "$mpi" = openmpi ] || return 0
    if command -v lmp >/dev/null; then
        test_case "field: LAMMPS, a fluid" field_same 8 lmp -log none -in c-tests/field/melt.in
    else
        skip "field: LAMMPS, a fluid" "lammps is not installed"
    fi
    if pkg-config --exists petsc; then
        test_case "field: PETSc, conjugate gradients" field_poisson -ksp_type cg -pc_type bjacobi
        test_case "field: PETSc, GMRES with overlapping blocks" field_poisson -ksp_type gmres -pc_type asm
    else
        skip "field: PETSc, a solver" "libpetsc-real-dev is not installed"
    fi
}
