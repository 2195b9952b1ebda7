# SPDX-License-Identifier: MIT OR Apache-2.0
# shellcheck shell=sh
# Functions that the scripts which install share: each thing tried is a line. Sourced, with a folder in $here and the
# project's in $root.
: "${here:?}" "${root:?}"
failures=0

# try WHAT COMMAND...: the command's output is shown if it fails.
try() {
    what=$1
    shift
    if "$@" >"$here/log" 2>&1; then
        echo "ok   $what"
    else
        echo "FAIL $what"
        sed 's/^/     /' "$here/log"
        failures=$((failures + 1))
    fi
}

# try_with COMMAND WHAT ...: as try, if the command is installed.
try_with() {
    needed=$1
    shift
    if command -v "$needed" >/dev/null; then try "$@"; else echo "not run: $1: $needed is not installed"; fi
}

# old_fortran_program FOLDER: a program as compiled long ago, by $mpifort: of the library it has only a number.
old_fortran_program() {
    number=$(sed -n 's/.*MPI_COMM_TYPE_PHYSICAL_TOPOLOGY *= *\(-\{0,1\}[0-9]*\).*/\1/p' "$root/fortran/hsplitf.h")
    sed "s/TYPE/$number/" >"$1/old.f90" <<'END'
program old
  use mpi
  integer :: comm, rank, size, error
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_split_type(MPI_COMM_WORLD, TYPE, rank, MPI_INFO_NULL, comm, error)
  call MPI_Comm_size(comm, size, error)
  write (*, '(a,i0,a,i0)') 'rank ', rank, ' of ', size
  call MPI_Finalize(error)
end program
END
    # shellcheck disable=SC2086 # words
    (cd "$1" && "${mpifort:?}" ${FCFLAGS:-} old.f90 -o old)
}

quietly_make() { make --no-print-directory -C "$root" "$@"; }
nothing_below() { found=$(find "$1" ! -type d) && [ -z "$found" ] || {
    echo "left: $found"
    return 1
}; }
same() { diff -u "$1" "$2"; }
# paths_of_the_book PREFIX: files that README and the book name below $HOME/hsplit exist, also pkg-config's answers.
paths_of_the_book() {
    (cd "$root" && grep -oh '\$HOME/hsplit/[][A-Za-z0-9_./-]*' README.md examples/README.md docs/src/guide/*.md) |
        sed 's|^[^/]*/hsplit/||; s|\.$||' | sort -u >"$here/paths"
    [ "$(wc -l <"$here/paths")" -ge 4 ] || return 1
    while read -r path; do
        [ -e "$1/$path" ] || {
            echo "there is no $path"
            return 1
        }
    done <"$here/paths"
    [ -e "$(PKG_CONFIG_PATH=$1/lib/pkgconfig pkg-config --variable=preload hsplit)" ]
}
