# SPDX-License-Identifier: MIT OR Apache-2.0
# HSPLIT_SHARED: MPI_COMM_TYPE_SHARED gives a level in place of the node (c-tests/shared_level.c, examples/copies.c).
# HSPLIT_Win_allocate_shared: a window in the memory of a level (c-tests/shared_window.c).
CASES="$CASES shared"

# A level that does not exist, and ranks that are not bound: the whole node, and one line.
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

# A window of the whole node because a level or memory is lacking, and one line with the reason.
window_whole() { # LINE LEVEL NAME MEMORY NAME=VALUE...
    local line=$1 level=$2 name=$3 memory=$4
    shift 4
    job linked 4 none "$@" @shared_window "$level" "$name" aaaa "$memory" 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    [ "$(grep -c "HSPLIT_Win_allocate_shared: $line" "$work/stderr")" -eq 1 ]
}

# A node of which one NUMA node has no memory; ranks are on it and on another one.
window_nodes() {
    sed '/NUMANode" os_index="1"/s/ local_memory="[0-9]*"//' c-tests/topologies/uneven.xml >"$work/empty.xml"
    printf '0 core:%s\n' 0 2 4 5 >"$work/quarters"
    printf '0 core:%s\n' 2 3 2 3 >"$work/quarter"
    printf '0 core:%s\n' 0 4 5 6 >"$work/hbm"
}

cases_shared_windows() {
    local snc4='package:2 group:4 [numa] core:1 pu:1' nps4='package:2 numa:4 l3:2 core:1 pu:1'
    local hbm=$root/c-tests/topologies/hbm.xml
    window_nodes
    # On the machine itself, whose first NUMA node with memory is number 0 nearly everywhere.
    if [ "$(cat /sys/devices/system/node/has_memory 2>/dev/null)" = 0 ]; then
        test_case "windows: one copy in the memory of this machine" silent_job linked 4 none \
            @shared_window NUMANode NUMANode aaaa 0 placed
        test_case "windows: one segment, preloaded" silent_job preloaded 3 none \
            @shared_window numa NUMANode aaa 0 hsplit_segment=first hsplit_memory=dram placed
    else
        skip "windows: pages and Pss" "this machine has several NUMA nodes"
    fi
    test_case "windows: SNC4" silent_job linked 8 none HSPLIT_EMULATE="$snc4" \
        @shared_window NUMANode NUMANode abcdefgh 0/1/2/3/4/5/6/7 hsplit_segment=first
    test_case "windows: the whole node by the standard's name" silent_job linked 8 none HSPLIT_EMULATE="$snc4" \
        @shared_window mpi_shared_memory Machine aaaaaaaa 0-7
    test_case "windows: another name of a group" both_ways 4 none HSPLIT_EMULATE='group:2 core:2 pu:1' \
        @shared_window group Group0 aabb 0/0
    test_case "windows: caches of two nodes" silent_job linked 8 none \
        HSPLIT_EMULATE="node:2 numa:2 l3:2 core:1 pu:1" @shared_window l3 L3Cache abcdefgh 0/0/1/1/0/0/1/1
    test_case "windows: NPS4, the memory of a package" silent_job linked 4 none HSPLIT_EMULATE="$nps4" \
        @shared_window Package Package aaaa 0-3
    test_case "windows: HBM beside DDR" silent_job linked 4 none HSPLIT_EMULATE="$hbm bind=$work/hbm" \
        @shared_window Package Package abbb 0/2
    test_case "windows: HBM by a key" silent_job linked 4 none HSPLIT_EMULATE="$hbm bind=$work/hbm" \
        @shared_window Package Package abbb 1/3 hsplit_memory=hbm
    printf '0 core:%s\n' 0 1 6 7 >"$work/near-hbm"
    test_case "windows: HBM by a level" silent_job linked 4 none HSPLIT_EMULATE="$hbm bind=$work/near-hbm" \
        @shared_window hbm hbm aabb 1/3
    test_case "windows: a quarter without memory" window_whole \
        'the window is not bound: NUMANode has no memory here' NUMANode NUMANode '' \
        HSPLIT_EMULATE="$work/empty.xml bind=$work/quarter"
    test_case "windows: a package with such a quarter" silent_job linked 4 none \
        HSPLIT_EMULATE="$work/empty.xml bind=$work/quarters" @shared_window Package Package aabb 0/2
    test_case "windows: no such level" window_whole \
        "the window is the whole node's, because no level is called NUMANod: did you mean NUMANode?" \
        NUMANod Machine '' HSPLIT_EMULATE="$snc4"
    test_case "windows: a device that this node lacks" window_whole \
        "the window is the whole node's, because there is no gpu where this process runs" gpu Machine '' \
        HSPLIT_EMULATE="$snc4"
    test_case "windows: ranks that are not bound" window_whole \
        "the window is the whole node's, because this process is not bound" NUMANode Machine '' \
        HSPLIT_EMULATE="$snc4 bind=none"
    test_case "windows: the program of the guide" tables_example tables.c "$mpicc" -Wall -Wextra -Werror
    test_case "windows: errors" silent_job linked 4 none HSPLIT_EMULATE="$snc4" @shared_window errors
    test_case "windows: disabled" silent_job linked 4 none HSPLIT_DISABLE=1 HSPLIT_EMULATE="$snc4" \
        @shared_window NUMANode Machine aaaa ''
}

# The program of the guide prints what the guide shows.
shared_example() {
    (cd examples && $mpicc -Wall -Wextra -Werror copies.c -o "$work/copies") &&
        job preloaded 8 none HSPLIT_SHARED=NUMANode HSPLIT_EMULATE='node:2 package:2 [numa] core:2 pu:1' \
            env LD_PRELOAD="$library" "$work/copies" >"$work/stdout" &&
        sort -V "$work/stdout" | diff examples/copies.c.expected -
}

# The programs of the guide in C and Fortran print what the guide shows.
tables_example() { # SOURCE COMPILER [OPTION...]
    local source=$1 compiler=$2
    shift 2
    (cd examples && $compiler "$@" "$source" -I../include -I"$own/fortran" -L"$build/lib" -l"$libname" \
        -Wl,-rpath,"$build/lib" -o "$work/tables") &&
        job linked 8 none HSPLIT_EMULATE='node:2 package:2 [numa] core:2 pu:1' "$work/tables" >"$work/stdout" &&
        sort "$work/stdout" | diff examples/tables.c.expected -
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
    # One rank of the second node spans both packages.
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
    test_case "shared: a level that this node lacks" shared_whole 'there is no hbm where this process runs' \
        HSPLIT_SHARED=hbm HSPLIT_EMULATE="$node"
    test_case "shared: a level of the network" shared_whole 'leaf is no level inside a node' \
        HSPLIT_SHARED=leaf HSPLIT_EMULATE="leaf:2 node:2 $node"
    test_case "shared: ranks that are not bound" shared_whole 'this process is not bound' \
        HSPLIT_SHARED=NUMANode HSPLIT_EMULATE="$node bind=none"
    # shellcheck disable=SC2016
    test_case "shared: ranks that disagree get the node" warns_once 'HSPLIT_SHARED is not the same in all processes' \
        linked 4 none HSPLIT_EMULATE="$node" sh -c '
        [ "${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}" = 1 ] || export HSPLIT_SHARED=l3
        exec "$0" "$@"' @shared_level aaaa
    test_case "shared: the program of the guide" shared_example
    cases_shared_windows
}
