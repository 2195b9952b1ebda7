# SPDX-License-Identifier: MIT OR Apache-2.0
# SimGrid's SMPI (lab/scale/): the worked example of RR-9077, section 5.1, and collective calls of 32 ranks on its
# machine, in simulated time. Only in 'make -C lab check-all', once, and only if SimGrid is installed.
CASES="$CASES scale"

# The library and hsplit-bench for SimGrid, and the example.
build_for_simgrid() {
    "${MAKE:-make}" -C lab bench-program MPICC=smpicc CARGO="$CARGO" CARGOFLAGS="$CARGOFLAGS" || return 1
    linked_for_simgrid c-tests/golden_5_1.c "$work/golden"
}

linked_for_simgrid() { # SOURCE PROGRAM
    smpicc -O1 -Iinclude "$1" -L"$simgrid/lib" -Wl,--no-as-needed -lhsplit -Wl,-rpath,"$simgrid/lib" -o "$2"
}

on_simgrid() { # RANKS PROGRAM...
    local ranks=$1
    shift
    under_limit 300 lab/scale/run rr5 "$ranks" ompi "$@"
}

# Times are compared, too: they do not depend on the machine that simulates. (The last line has the simulation's time.)
same_twice() {
    local turn
    # (SimGrid's MPI has no calls with neighbours.)
    for turn in 1 2; do
        HSPLIT_COLLECTIVES=all:0 on_simgrid 32 "$simgrid/bin/hsplit-bench" calls --sizes 1K,64K --repetitions 2 \
            --operations bcast,reduce,allreduce,gather,scatter,allgather,alltoall --warm-up 1 \
            --csv "$work/scale-$turn" || return 1
        # The lines above the rows have the date.
        sed -i '/^#/d' "$work/scale-$turn"
    done
    diff "$work/scale-1" "$work/scale-2" && [ "$(wc -l <"$work/scale-1")" -gt 30 ]
}

# A topology file describes clusters of unequal sizes. Without levels every call would be native.
clusters_are_levels() {
    HSPLIT_LOG=info HSPLIT_COLLECTIVES=all:0 under_limit 300 lab/scale/run grid5000 22 ompi \
        "$simgrid/bin/hsplit-bench" calls --operations bcast --sizes 1K --placements by-node --repetitions 1 \
        --warm-up 0 2>&1 |
        grep 'along the hierarchy went of collective calls [0-9]* bcast'
}

# 1 MiB in 64 segments from cluster 0 of grid5000 through cluster 5 to cluster 2. A connection carries 32,768 bytes in
# two latencies, and each hop begins with a latency: 5211 us and a segment (5211 us), 5388 us and all segments (344,863
# us), 360,674 us together. If the segments of a connection share it, none arrives before the others.
connections_deliver_in_order() {
    relay_takes 359000 363000 grid5000 88 0 68 60
}

# The same from rank to rank of one host, at 5 GB/s: 3.3 us for the first segment, 209.7 us for all, two latencies of
# 0.3 us and the time of two calls. If a rank copies any number of segments at once, it takes 52 us.
ranks_copy_in_turn() {
    relay_takes 213 217 rr5 32 0 1 2
}

relay_takes() { # LEAST MOST PLATFORM RANKS RANK...
    local least=$1 most=$2 platform=$3 ranks=$4 took
    shift 4
    smpicc -O1 lab/scale/relay.c -o "$work/relay" || return 1
    took=$(under_limit 300 lab/scale/run "$platform" "$ranks" ompi "$work/relay" 16384 64 "$@") || return 1
    echo "$least to $most us expected, $took us"
    [ "$took" -ge "$least" ] && [ "$took" -le "$most" ]
}

# In native calls and in the library's: each combines 64 KiB at least once, which takes 655 us.
combining_takes_time() {
    local nanoseconds
    for nanoseconds in 0 10; do
        SCALE_COMBINING=$nanoseconds HSPLIT_COLLECTIVES=all:0 on_simgrid 8 "$simgrid/bin/hsplit-bench" calls \
            --operations reduce --sizes 64K --placements by-node --repetitions 1 --warm-up 0 \
            --csv "$work/combining-$nanoseconds" || return 1
    done
    awk -F, '
        /^calls/ && FNR == NR { free[$6] = $10 }
        /^calls/ && FNR != NR { rows += $10 - free[$6] > 655 }
        END { exit rows != 2 }' "$work/combining-0" "$work/combining-10"
}

# loop.c checks all results, in communicators of many sizes. 1 MiB from one rank to seven, six of them on other hosts,
# at 4 GB/s: 1573 us. If seven readers contend at 5 GB/s, 210 us times 1 + 0.8 * 6 * 6, 6250 us, less the time that the
# last readers save with fewer others.
forced_algorithms() {
    local algorithm took
    smpicc -O1 -shared -fPIC lab/scale/forced.c -o "$work/forced.so" && smpicc -O1 lab/scale/loop.c -o "$work/loop" ||
        return 1
    for algorithm in linear chain pipeline split-binary binary binomial; do
        forced 31 bcast NTSB 8 4 >/dev/null || return 1
    done
    for algorithm in chain pipeline binary binomial in-order-binary; do
        forced 31 reduce NTSL 8 4 >/dev/null || return 1
    done
    algorithm=linear
    took=$(forced 8 bcast NTSB) && echo "in turn: $took" || return 1
    awk -F, '$2 == 1048576 { exit !($3 > 1570 && $3 < 1580) }' <<<"$took" || return 1
    took=$(SCALE_CONTENTION=0.8 forced 8 bcast NTSB) && echo "together: $took" || return 1
    awk -F, '$2 == 1048576 { exit !($3 > 5000 && $3 < 6250) }' <<<"$took" || return 1
    # The second of two calls is measured, so that first messages are no part of it.
    [ "$(SCALE_FIRST=1000000 forced 8 bcast NTSB)" = "$(forced 8 bcast NTSB)" ]
}

forced() { # RANKS OPERATION NAME BLOCK...
    local ranks=$1 operation=$2 name=$3
    shift 3
    SMPI_PRELOAD=$work/forced.so SCALE_FORCED=$algorithm SMPI_OPTIONS=--cfg=smpi/$operation:$name \
        on_simgrid "$ranks" "$work/loop" "$operation" "$@"
}

# Messages that SMPI's own broadcast along a chain leaves would match receives of splits, which would then never end.
chains_leave_nothing() {
    under_limit 300 lab/scale/run dragonfly 64 impi "$simgrid/bin/hsplit-bench" split --placements by-node \
        --repetitions 1 --warm-up 1
}

# The first job tries calls. The second one has its results, tries nothing, and is nowhere slower than native calls.
results_are_kept() {
    local tuning=$work/scale-tuning words
    mkdir -p "$tuning" || return 1
    for words in all:trial site; do
        HSPLIT_SUMMARY=stderr HSPLIT_COLLECTIVES=$words,tuning=$tuning under_limit 300 lab/scale/run ntw10e5 20 ompi \
            "$simgrid/bin/hsplit-bench" calls --operations bcast,alltoall --sizes 64,64K --placements by-node \
            --repetitions 1 --warm-up 0 --csv "$work/scale-kept" 2>"$work/scale-said" || return 1
        cat "$work/scale-said"
    done
    grep -q '^trial calls: 0$' "$work/scale-said" && [ "$(grep -c nodes:10x "$tuning/hsplit-tuning.txt")" = 8 ] &&
        awk -F, '$6 == "library" { rows += $17 >= 1; gains += $17 > 1.5 } END { exit !(rows == 4 && gains) }' \
            "$work/scale-kept"
}

# Prefix sums number the communicators of this exchange.
numbers_by_prefix_sums() {
    HSPLIT_EXCHANGE=reduce on_simgrid 32 "$work/golden"
}

# The copies of the library alone would be 340 MB.
ranks_share_code() {
    local memory
    linked_for_simgrid lab/scale/splits.c "$work/scale-splits" || return 1
    memory=$(under_limit 300 lab/scale/run fat-tree 64 ompi "$work/scale-splits" 64 2>&1 >"$work/scale-splits.csv" |
        awk '/KiB$/ { print $(NF - 1) }') || return 1
    echo "$memory KiB"
    grep -q '^library: HSPLIT_Comm_hierarchy,2,' "$work/scale-splits.csv" && [ "$memory" -lt 100000 ]
}

cases_scale() {
    local simgrid
    everything && [ "$mpicc" = "${ALL_MPICC%% *}" ] || return 0
    if ! command -v smpicc smpirun >/dev/null; then
        skip "scale: SimGrid" "SimGrid is not installed (libsimgrid-dev)"
        return 0
    fi
    simgrid=$(absolute "$(build_of smpicc | cut -d' ' -f1)")
    test_case "scale: builds for SimGrid" build_for_simgrid
    test_case "scale: golden 5.1, 32 ranks" on_simgrid 32 "$work/golden"
    test_case "scale: golden 5.1, by prefix sums" numbers_by_prefix_sums
    if [ -x /usr/bin/time ]; then
        test_case "scale: ranks share code" ranks_share_code
    else
        skip "scale: ranks share code" "GNU time is not installed (time)"
    fi
    test_case "scale: calls of 32 ranks, twice the same" same_twice
    test_case "scale: unequal clusters are levels" clusters_are_levels
    test_case "scale: connections deliver in order" connections_deliver_in_order
    test_case "scale: a rank copies one message at a time" ranks_copy_in_turn
    test_case "scale: combining takes time" combining_takes_time
    test_case "scale: results of trials, a second job" results_are_kept
    test_case "scale: forced algorithms, contention" forced_algorithms
    test_case "scale: chains leave no message behind" chains_leave_nothing
}
