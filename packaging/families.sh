# SPDX-License-Identifier: MIT OR Apache-2.0
# shellcheck shell=sh
# Which family of MPIs a compiler wrapper belongs to. Sourced, with the script's name in $name.
: "${name:?}"

family() { # family MPICC
    echo '#if defined OPEN_MPI
family=openmpi
#elif defined MPI_ABI_VERSION
family=abi
#else
family=mpich
#endif' | $1 -include mpi.h -E -P - 2>/dev/null | sed -n 's/^family=//p'
}

# each_family COMMAND MPICC...: calls COMMAND MPICC FAMILY for the first wrapper of each family.
each_family() {
    command=$1 seen=
    shift
    for mpicc; do
        family=$(family "$mpicc")
        case " $seen " in
        *" ${family:-none} "*)
            echo "$name: $mpicc: the library for $family also serves this MPI"
            continue
            ;;
        esac
        [ -n "$family" ] || {
            echo "$name: $mpicc does not compile a program with mpi.h" >&2
            exit 1
        }
        "$command" "$mpicc" "$family"
        seen="$seen $family"
    done
}
