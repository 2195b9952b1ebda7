# SPDX-License-Identifier: MIT OR Apache-2.0
# HSPLIT_SHARED: MPI_COMM_TYPE_SHARED gives a level in place of the node (c-tests/shared_level.c, examples/copies.c).
CASES="$CASES shared"

# A level that is not there, and ranks that are not bound: the node, and one line.
shared_whole() { # WORDS NAME=VALUE...
    local words=$1
    shift
    job preloaded 4 none "$@" @shared_level aaaa 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    [ "$(grep -c "HSPLIT_SHARED: MPI_COMM_TYPE_SHARED gives the whole node, because $words" "$work/stderr")" -eq 1 ]
}

# The program of the guide prints what the guide shows.
shared_example() {
    (cd examples && $mpicc -Wall -Wextra -Werror copies.c -o "$work/copies") &&
        job preloaded 8 none HSPLIT_SHARED=NUMANode HSPLIT_EMULATE='node:2 package:2 [numa] core:2 pu:1' \
            env LD_PRELOAD="$library" "$work/copies" >"$work/stdout" &&
        sort -V "$work/stdout" | diff examples/copies.c.expected -
}

cases_shared() {
    local node='package:2 [numa] l3:2 core:2 pu:1' uneven=$root/c-tests/topologies/uneven.xml
    test_case "shared: a copy for each NUMA node" silent_job preloaded 8 none HSPLIT_SHARED=NUMANode \
        HSPLIT_EMULATE="$node" @shared_level aaaabbbb aa-abbb- --------
    test_case "shared: linked, by caches" silent_job linked 8 none HSPLIT_SHARED=l3 HSPLIT_EMULATE="$node" \
        @shared_level aabbccdd
    test_case "shared: not without the variable" silent_job preloaded 8 none HSPLIT_EMULATE="$node" \
        @shared_level aaaaaaaa
    test_case "shared: some calls alone" silent_job preloaded 8 none HSPLIT_SHARED=numa,calls=2,4 \
        HSPLIT_EMULATE="$node" @shared_level aaaaaaaa aaaab-bb -------- aaaaaaaa aaaabbbb
    # Of the second node one rank spans both packages.
    printf '0 %s\n' package:0 package:1 core:0 core:7 >"$work/spans"
    printf '1 %s\n' core:0 core:7 core:0-6 core:1 >>"$work/spans"
    test_case "shared: a rank that spans two" silent_job preloaded 4 none HSPLIT_SHARED=numa \
        HSPLIT_EMULATE="node:2 $node bind=$work/spans" @shared_level abab
    tail -4 "$work/spans" >"$work/whole"
    test_case "shared: a node with a rank that spans two" silent_job preloaded 4 none HSPLIT_SHARED=numa \
        HSPLIT_EMULATE="node:2 $node bind=$work/whole" @shared_level aaaa
    # The second package of this node is one NUMA node, the first has two.
    printf '0 core:%s\n' 0 2 4 5 >"$work/uneven"
    test_case "shared: parts that differ" silent_job preloaded 4 none HSPLIT_SHARED=NUMANode \
        HSPLIT_EMULATE="$uneven bind=$work/uneven" @shared_level abcc
    test_case "shared: no such level" shared_whole 'no level is called NUMANod: did you mean NUMANode?' \
        HSPLIT_SHARED=NUMANod HSPLIT_EMULATE="$node"
    test_case "shared: ranks that are not bound" shared_whole 'this process is not bound' \
        HSPLIT_SHARED=NUMANode HSPLIT_EMULATE="$node bind=none"
    # shellcheck disable=SC2016
    test_case "shared: ranks that disagree get the node" warns_once 'HSPLIT_SHARED is not the same in all processes' \
        linked 4 none HSPLIT_EMULATE="$node" sh -c '
        [ "${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}" = 1 ] || export HSPLIT_SHARED=l3
        exec "$0" "$@"' @shared_level aaaa
    test_case "shared: the program of the guide" shared_example
}
