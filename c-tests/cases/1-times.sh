# SPDX-License-Identifier: MIT OR Apache-2.0
# The summary at the end: the time of each group.

count() { # RESULT
    grep -c "^$1|" "$run/results"
}

# Processor seconds are the cost of a group. Its elapsed time depends on the groups that run in parallel.
times_by_group() {
    echo
    echo "where the time went    processors    elapsed   cases"
    sort -t '|' -k 1,1 "$run"/*.ended | awk -F '|' -v results="$run/results" '
        { processors[$1] += $3 / 1000; elapsed[$1] += $2 }
        END {
            while ((getline line < results) > 0) { split(line, field, "|"); cases[field[3]]++ }
            for (group in processors) if (cases[group] || processors[group] >= 1)
                printf "  %-18s %10.0f s %8.0f s %7d\n", group, processors[group], elapsed[group], cases[group]
        }' | sort -k 2,2nr
}

# The number of cases that are left out (1-brief.sh).
cases_left() {
    local to="'make check-all'"
    ! everything || to="the first MPI of each family"
    [ ! -e "$run/left" ] || echo "left to $to: $(sort -u "$run/left" | wc -l) cases"
}

longest_cases() {
    echo "the longest cases"
    sort -t '|' -k 6,6nr "$run/results" | head -n 10 |
        awk -F '|' '{ printf "  %10.0f s  %-10s %s\n", $6 / 1000, $2, $4 }'
    echo
}
