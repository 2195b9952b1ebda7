# SPDX-License-Identifier: MIT OR Apache-2.0
# Communicators around a communicator, and the places of ranks.
CASES="$CASES navigation"

# See c-tests/navigation.c and c-tests/torus_links.c.
navigation_files() {
    local rank node
    local without_links='
        BEGIN {
            for (row = 0; row < rows; row++) {
                a = sprintf("\"S-%02d\"", 5 * row)
                b = sprintf("\"S-%02d\"", 4 * row + (row + 1) % 4)
                missing[a b] = missing[b a] = 1
            }
        }
        /^Switch/ { at = $3 }
        { to = substr($0, index($0, "\""), 6) }
        !((at to) in missing)'
    : >"$work/nodes"
    for rank in $(seq 0 15); do
        echo "$((37 * rank % 128)) core:0" >>"$work/nodes"
    done
    {
        printf 'torus 3\ndims 4 4 8\n'
        for node in $(seq 0 127); do
            echo "node$node $((node / 32)) $((node / 8 % 4)) $((node % 8))"
        done
    } >"$work/4x4x8"
    {
        printf 'torus 2\ndims 4 4\n'
        for node in $(seq 0 15); do
            echo "node$node $((node / 4)) $((node % 4))"
        done
    } >"$work/4x4"
    for rank in $(seq 0 15); do
        echo "$((7 * rank % 16)) core:0"
    done >"$work/shuffled"
    for node in $(seq 0 15); do
        printf 'Switch\t36 "S-%02d"\t\t# "switch%02d" lid 4\n' "$node" "$node"
        printf '[1]\t"H-%02d"[1](1)\t\t# "node%d HCA-1" lid 4\n' "$node" "$node"
        for rank in 4 12; do
            printf '[%d]\t"S-%02d"[1]\t\t# "switch" lid 4\n' "$rank" $(((node + rank) % 16))
        done
        for rank in 1 3; do
            printf '[%d]\t"S-%02d"[1]\t\t# "switch" lid 4\n' "$rank" $((node / 4 * 4 + (node + rank) % 4))
        done
    done >"$work/whole"
    # Without a link in each row, or in the first: it begins in the diagonal, and the file lists it at both ends.
    awk -v rows=4 "$without_links" "$work/whole" >"$work/less"
    awk -v rows=1 "$without_links" "$work/whole" >"$work/damaged"
}

cases_navigation() {
    local exchange fabric links
    rr_5_2_bindings
    network_files
    navigation_files
    test_case "navigation: RR 5.1" both_ways 32 none HSPLIT_EMULATE="$RR_5_1" @navigation simple
    test_case "navigation: RR 5.2" both_ways 8 none HSPLIT_EMULATE="$RR_NODE bind=$work/rr-5.2" \
        @navigation complicated
    for exchange in gather reduce; do
        test_case "navigation: parents, children, roots, $exchange" both_ways 8 none HSPLIT_EXCHANGE=$exchange \
            HSPLIT_EMULATE="$TWO_NODES" @communicator_tree
    done
    test_case "navigation: errors" both_ways 8 none HSPLIT_EMULATE="$TWO_NODES" @navigation_errors errors
    test_case "navigation: first calls that differ" both_ways 8 none HSPLIT_EMULATE="$TWO_NODES" \
        @navigation_errors first
    test_case "navigation: threads" both_ways 8 none HSPLIT_EMULATE="$TWO_NODES" @navigation threads
    test_case "navigation: disabled" both_ways 2 none HSPLIT_DISABLE=1 @navigation disabled
    test_case "navigation: a torus" both_ways 16 none HSPLIT_EMULATE='node:128 core:1 pu:1' \
        HSPLIT_EMULATE_BIND="$work/nodes" HSPLIT_TOPOLOGY_FILE="$work/4x4x8" @navigation torus
    for exchange in gather reduce; do
        test_case "navigation: parts of a torus, $exchange" both_ways 16 none HSPLIT_EXCHANGE=$exchange \
            HSPLIT_EMULATE='node:16 core:1 pu:1' HSPLIT_TOPOLOGY_FILE="$work/4x4" @torus_parts
        test_case "navigation: parts of a torus in any order, $exchange" both_ways 16 none HSPLIT_EXCHANGE=$exchange \
            HSPLIT_EMULATE='node:16 core:1 pu:1' HSPLIT_EMULATE_BIND="$work/shuffled" \
            HSPLIT_TOPOLOGY_FILE="$work/4x4" @torus_parts shuffled
        for fabric in whole damaged less; do
            links=whole
            [ $fabric != less ] || links=less
            test_case "navigation: a torus by its links, $fabric, $exchange" both_ways 16 none \
                HSPLIT_EXCHANGE=$exchange HSPLIT_EMULATE='node:16 core:1 pu:1' \
                HSPLIT_TOPOLOGY_FILE="$work/$fabric" @torus_links $links
            test_case "navigation: a torus by its links in any order, $fabric, $exchange" both_ways 16 none \
                HSPLIT_EXCHANGE=$exchange HSPLIT_EMULATE='node:16 core:1 pu:1' \
                HSPLIT_EMULATE_BIND="$work/shuffled" HSPLIT_TOPOLOGY_FILE="$work/$fabric" @torus_links $links shuffled
        done
    done
    test_case "navigation: coordinates of switches" both_ways 16 none HSPLIT_EMULATE='node:8 core:2 pu:1' \
        HSPLIT_TOPOLOGY_FILE="$work/coordinates" @navigation switches
}
