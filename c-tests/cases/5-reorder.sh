# SPDX-License-Identifier: MIT OR Apache-2.0
# Ranks in another order, by hand and in topologies.
CASES="$CASES reorder"

# Four nodes of four cores, with ranks in cyclic order.
DEALT_OUT='node:4 core:4 pu:1'

reorders() { # NAME RANKS ...
    test_case "$1" reordered "${@:2}"
}

# Ranks in cyclic order over four nodes, several on one core if there are many. More than 64 ranks take minutes, and run
# preloaded only.
reordered() { # RANKS [NAME=VALUE...] @PROGRAM [ARGUMENT...]
    local way=both_ways
    [ "$1" -le 64 ] || { limit=600 && way='silent_job preloaded'; }
    $way "$1" none HSPLIT_REORDER=all HSPLIT_EMULATE='node:4 package:2 core:8 pu:1' \
        HSPLIT_EMULATE_BIND=core,round-robin "${@:2}"
}

cases_reorder() {
    local exchange ranks topology all_ranks="7 12"
    ! everything || all_ranks="1 2 3 4 7 12 16 64 $(! ranks_yield || echo 256)"
    for topology in dist_graph adjacent graph cart; do
        for ranks in $all_ranks; do
            reorders "reorder: $topology, $ranks" $ranks @reorder $topology
        done
    done
    for exchange in gather reduce; do
        reorders "reorder: dist_graph, 12, $exchange" 12 HSPLIT_EXCHANGE=$exchange @reorder dist_graph
        reorders "reorder: adjacent, 12, $exchange" 12 HSPLIT_EXCHANGE=$exchange @reorder adjacent
    done
    reorders "reorder: error handlers and attributes" 8 @reorder same
    reorders "reorder: errors" 4 @reorder errors
    reorders "reorder: errors of all ranks" 4 @reorder_refused
    test_case "reorder: not asked for" both_ways 8 none HSPLIT_EMULATE="$DEALT_OUT" \
        HSPLIT_EMULATE_BIND=core,round-robin @reorder kept
    reorders "reorder: none" 8 HSPLIT_REORDER=none @reorder kept
    reorders "reorder: a level that there is not" 8 HSPLIT_LOG=off HSPLIT_REORDER_COST=zork=3 @reorder kept
    reorders "reorder: a model without parameters" 8 HSPLIT_LOG=off HSPLIT_REORDER_COST=model @reorder kept
    reorders "reorder: disabled" 8 HSPLIT_DISABLE=1 @reorder kept
    for exchange in gather reduce; do
        test_case "reorder: explicit, blocks, $exchange" both_ways 16 none HSPLIT_EXCHANGE=$exchange \
            HSPLIT_EMULATE="$DEALT_OUT bind=core,round-robin" @reorder_explicit blocks
        test_case "reorder: explicit, entries, $exchange" both_ways 16 none HSPLIT_EXCHANGE=$exchange \
            HSPLIT_EMULATE="$DEALT_OUT bind=core,round-robin" @reorder_explicit entries
        test_case "reorder: explicit, ends of grids, $exchange" both_ways 16 none HSPLIT_EXCHANGE=$exchange \
            HSPLIT_EMULATE="$DEALT_OUT bind=core,round-robin" @reorder_explicit ends
        test_case "reorder: explicit, random rows, $exchange" both_ways 12 none HSPLIT_EXCHANGE=$exchange \
            HSPLIT_EMULATE='node:3 package:2 core:2 pu:1 bind=core,round-robin' @reorder_explicit random
    done
    # Rank 0 decides what traffic costs.
    test_case "reorder: explicit, another cost on rank 0" job linked 16 none \
        c-tests/in-ranks 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15 \
        HSPLIT_REORDER=none,cost=model env HSPLIT_EMULATE="$DEALT_OUT bind=core,round-robin" \
        "$(program linked reorder_explicit)" entries
    test_case "reorder: grids, layouts" both_ways 16 none HSPLIT_EMULATE="$DEALT_OUT" \
        HSPLIT_EMULATE_BIND=core,round-robin @reorder_grid layouts
    test_case "reorder: grids, lengths of dimensions" both_ways 16 none HSPLIT_EMULATE="$DEALT_OUT" \
        HSPLIT_EMULATE_BIND=core,round-robin @reorder_grid dims
    test_case "reorder: grids, lengths of rings" both_ways 24 none HSPLIT_EMULATE='node:4 core:6 pu:1' \
        @reorder_grid periods
    test_case "reorder: grids, weights of MPI_Cart_create" both_ways 16 none HSPLIT_EMULATE="$DEALT_OUT" \
        HSPLIT_EMULATE_BIND=core,round-robin HSPLIT_REORDER=cart,weights=100,1 @reorder_grid native
    for exchange in gather reduce; do
        test_case "reorder: grids, random, $exchange" both_ways 12 none HSPLIT_EXCHANGE=$exchange \
            HSPLIT_EMULATE='node:3 package:2 core:2 pu:1 bind=core,round-robin' @reorder_grid random
    done
    test_case "reorder: grids, random, oversubscribed" both_ways 7 none \
        HSPLIT_EMULATE='node:2 package:2 core:2 pu:1 bind=package,round-robin' @reorder_grid random
    test_case "reorder: grids, errors" both_ways 4 none HSPLIT_EMULATE='node:2 core:2 pu:1' @reorder_grid errors
    test_case "reorder: grids, disabled" both_ways 6 none HSPLIT_DISABLE=1 @reorder_grid disabled
    # More ranks than bindings: several ranks have one place.
    test_case "reorder: explicit, random rows, oversubscribed" both_ways 13 none \
        HSPLIT_EMULATE='node:2 package:2 core:2 pu:1 bind=package,round-robin' @reorder_explicit random
    test_case "reorder: explicit, migrating" both_ways 8 none @reorder_explicit migrate
    test_case "reorder: explicit, errors" both_ways 4 none HSPLIT_EMULATE='node:2 core:2 pu:1' \
        @reorder_explicit errors
    test_case "reorder: explicit, disabled" both_ways 4 none HSPLIT_DISABLE=1 @reorder_explicit disabled
}
