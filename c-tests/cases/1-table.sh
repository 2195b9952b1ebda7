# SPDX-License-Identifier: MIT OR Apache-2.0
# README.md's table of the tested MPIs: every MPI by every language, linked and preloaded. A complete run under all MPIs
# compares it with the results. CHECK_BLESS=1 writes it there.

# The case of a cell: one that makes all splits of the hierarchy, with every rank checked.
TABLE_CASES='golden 5.1 linked gather
golden 5.1 preloaded gather
fortran mpif: golden 5.1 linked
fortran mpif: golden 5.1 preloaded
fortran mpi: golden 5.1 linked
fortran mpi: golden 5.1 preloaded
fortran f08: golden 5.1 linked
fortran f08: golden 5.1 preloaded
python: examples/levels.py, with handles out and back
python: mpi4py preloaded'

# Records the current MPI by its own description, for the table.
table_row() {
    local words
    words=$(build_cli 2>"$work/cli.log" &&
        "$cli" doctor --library "$library" |
        sed -n 's/^ *this process has \(.*\) (MPI .*/\1/p')
    words=${words/Version: /}
    words=${words/ for Linux\* OS/}
    [ "$(family "$mpicc")" != abi ] || words="$words, standard ABI"
    echo "$mpi|$words" >"$run/row.$mpi"
}

table() {
    local row name case cells
    echo '| MPI | C | `mpif.h` | `use mpi` | `use mpi_f08` | mpi4py |'
    echo '|---|---|---|---|---|---|'
    while IFS='|' read -r row name; do
        cells=
        while read -r case; do
            if became FAIL "$row" "$case"; then
                cells="$cells FAIL"
            elif became ok "$row" "$case"; then
                cells="$cells yes"
            else
                cells="$cells -"
            fi
        done <<<"$TABLE_CASES"
        # shellcheck disable=SC2086
        set -- $cells
        printf '| %s |' "$name"
        while [ $# -gt 0 ]; do
            printf ' %s |' "$([ "$1" = "$2" ] && echo "$1" || echo "linked: $1, preloaded: $2")"
            shift 2
        done
        echo
    done < <(for row in $ALL_MPICC; do cat "$run/row.$(mpi_name "$row")"; done)
}

became() { # RESULT MPI NAME
    awk -F '|' -v result="$1" -v mpi="$2" -v name="$3" \
        '$1 == result && $2 == mpi && $4 == name { found = 1 } END { exit !found }' "$run/results"
}

in_readme() {
    sed -n '/^<!-- what was run -->$/,/^<!-- end -->$/p' README.md | sed '1d;$d'
}

table_is_true() {
    table >"$work/table"
    cat "$work/table"
    if [ "${CHECK_BLESS:-0}" = 1 ]; then
        sed -i -e "/^<!-- what was run -->\$/,/^<!-- end -->\$/{//!d}" -e "/^<!-- what was run -->\$/r $work/table" \
            README.md
    fi
    in_readme | diff - "$work/table"
}

# True if README's table is compared: only after a run of all cases under all MPIs.
is_for_table() {
    everything && [ "$CHECK_ONLY${CHECK_GROUPS:-}" = '*' ] &&
        [ "$ALL_MPICC" = "$(.ci/mpis | tr '\n' ' ' | sed 's/ $//')" ]
}

cases_table() {
    is_for_table || return 0
    mpi=-
    if [ "$(find "$run" -name 'row.*' | wc -l)" -ne "$(.ci/mpis | wc -l)" ]; then
        skip "README's table of what was run" "not every MPI is here"
    else
        test_case "README's table of what was run" table_is_true
    fi
}
