# SPDX-License-Identifier: MIT OR Apache-2.0
# hsplit-bench: small runs of every experiment, with results that the program itself compares with the right ones on
# every rank; the form of its files; its errors. Times of such runs mean nothing.
CASES="$CASES bench"

build_bench() {
    "${MAKE:-make}" -C lab bench-program MPICC="$mpicc" CARGO="$CARGO" CARGOFLAGS="$CARGOFLAGS" || return 1
    readelf -d "$build/bin/hsplit-bench" >"$work/dynamic" && cat "$work/dynamic"
    # The library comes before the one MPI that a program of this wrapper needs, and the paths of both are in the file.
    diff <(sed -n 's/.*NEEDED.*\[\(lib\(hsplit\|mpi\|mpich\)\(_abi\)\?\.so[^]]*\)\].*/\1/p' "$work/dynamic") \
        <(echo "lib$libname.so.0" && readelf -d "$(program bare level)" |
            sed -n 's/.*NEEDED.*\[\(lib\(mpi\|mpich\|mpi_abi\)\.so[^]]*\)\].*/\1/p') &&
        grep -qF 'RUNPATH' "$work/dynamic" && grep -qF '[$ORIGIN/../lib:' "$work/dynamic"
}

# One process without a launcher uses the terminal itself: a line shows the measurement, and is erased in the end. A
# pipe gets no line. (Measurements of less than a second show no line, either.)
bench_on_a_terminal() {
    local measure many
    measure="env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 '$build/bin/hsplit-bench' split"
    measure="$measure --shared-cores --placements by-node --warm-up 1 --repetitions"
    for many in 300 3000 30000; do
        under_limit 120 script -qec "$measure $many >/dev/null" /dev/null >"$work/terminal" </dev/null || {
            cat -v "$work/terminal"
            return 1
        }
        [ ! -s "$work/terminal" ] || break
    done
    tr '\r' '\n' <"$work/terminal" | cat -v | head -n 3
    grep -q $'\r\e\\[Khsplit-bench: measuring: split: split, by-node, default; repetition [0-9]* of '"$many" \
        "$work/terminal" && grep -q $'\r\e\\[K$' "$work/terminal" &&
        under_limit 120 sh -c "$measure 300" >/dev/null 2>"$work/stderr" </dev/null && [ ! -s "$work/stderr" ]
}

# Two nodes; with Open MPI the packages in them have two ranks each.
bench_job() { # ARGUMENT...
    local limit=${BENCH_LIMIT:-60}
    # shellcheck disable=SC2086 # words
    job linked "$bench_ranks" none HSPLIT_EMULATE="node:2 package:2 core:$((bench_ranks / 4)) pu:1" ${BENCH_SET-} \
        "$build/bin/hsplit-bench" "$@"
}

# The file has ROWS rows, each with a right result from two repetitions, which are marked as few. Each cell begins with
# the variant with which others are compared.
bench_rows() { # FILE ROWS FIRST-VARIANT
    cat "$1"
    grep -v '^#' "$1" | tail -n +2 | sed 's/"\([^",]*\),[^"]*"/\1/' |
        awk -F, -v rows="$2" -v first="$3" '
            NF != 20 || $9 != "yes" || $7 != 2 || !($10 > 0) || !($17 > 0) || $20 != "yes" {
                print "wrong: " $0
                bad = 1
            }
            $1 $2 $3 $4 $5 != cell {
                cell = $1 $2 $3 $4 $5
                if ($6 !~ first || $17 != 1) { print "first: " $0; bad = 1 }
            }
            END { if (NR != rows) { print NR " rows, not " rows; bad = 1 } exit bad }'
}

# bench_experiment ROWS FIRST-VARIANT SUBCOMMAND ARGUMENT...: BENCH_SET has variables for the program, if any
bench_experiment() {
    local rows=$1 first=$2 name=$3
    bench_job "${@:3}" --shared-cores --repetitions 2 --warm-up 1 --placements shuffled \
        --json "$work/bench-$name.json" --csv "$work/bench-$name.csv" >"$work/bench.txt" || {
        cat "$work/bench.txt"
        return 1
    }
    bench_rows "$work/bench-$name.csv" "$rows" "$first" && grep -q '  right' "$work/bench.txt" &&
        grep -q ' 1\.00?  *2 ' "$work/bench.txt" && ! grep -qw NO "$work/bench.txt"
}

# Every call that passes through the library uses the hierarchy, and no other: 'collectives' measures the MPI's own
# calls, whatever is set.
bench_calls() {
    local BENCH_SET='HSPLIT_COLLECTIVES=all:0 HSPLIT_LOG=info,ranks=0' counts
    for counts in random skewed; do
        bench_experiment 8 native calls --operations alltoallv,alltoallw --counts $counts --sizes 8,16KiB \
            2>"$work/stderr" && grep -q "^alltoallw, shuffled, $counts counts$" "$work/bench.txt" || {
            cat "$work/stderr" "$work/bench.txt"
            return 1
        }
    done
    bench_experiment 78 native calls --sizes 8,16KiB 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    # At each of two sizes one call to be compared with the right result, one to warm up, and two more; further ones if
    # a rank was late. A barrier is also tried with one rank late. Scans are native if ranks are in random order.
    sed -n 's/.*along the hierarchy went of collective calls //p' "$work/stderr" | tr -d , | tee "$work/counts"
    local all='bcast reduce allreduce barrier gather scatter allgather alltoall alltoallv alltoallw'
    all="$all allgatherv reduce_scatter reduce_scatter_block neighbor_allgather neighbor_allgatherv"
    all="$all neighbor_alltoall neighbor_alltoallv neighbor_alltoallw"
    awk -v expected=" $all" '
        { for (i = 2; i <= NF; i += 2) { names = names " " $i; if ($(i - 1) < ($i == "barrier" ? 5 : 8)) bad = 1 } }
        END { exit bad || names != expected }' "$work/counts" || return 1
    bench_experiment 4 flat collectives --sizes 64K --algorithms default 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    ! grep 'went of collective calls' "$work/stderr"
}

# Every strategy is forced and right. With two nodes few strategies differ. The selected one comes first.
bench_strategies() {
    local BENCH_SET='HSPLIT_COLLECTIVES=adaptive' rows
    bench_job strategies --operations bcast,allreduce --sizes 16K --roots 0,1 --shared-cores --repetitions 2 \
        --warm-up 1 --placements by-node --json "$work/bench-strategies.json" --csv "$work/bench-strategies.csv" \
        >"$work/bench.txt" || {
        cat "$work/bench.txt"
        return 1
    }
    cat "$work/bench.txt"
    rows=$(grep -c ^strategies "$work/bench-strategies.csv")
    bench_rows "$work/bench-strategies.csv" "$rows" . || return 1
    # Two operations and two roots; in each cell one strategy is selected, and at least the chain and the binomial tree
    # of ranks are distinguished.
    [ "$rows" -ge 8 ] && [ "$(grep -c ',yes,yes$' "$work/bench-strategies.csv")" -eq 4 ] || return 1
    [ "$(grep -c 'predictions are off by' "$work/bench.txt")" -eq 3 ] && ! grep -qw NO "$work/bench.txt" &&
        bench_strategies_inside && bench_strategies_over_ranks
}

# Each strategy inside groups with each length of segments, by a name of its own. Equal plans are measured once. (Two
# ranks of a node have one tree: with MPICH a star is a chain.)
bench_strategies_inside() {
    local inside
    bench_job strategies --operations bcast --sizes 64K --shared-cores --repetitions 2 --warm-up 1 \
        --placements by-node --strategies pipelined,binomial --inside star,chain,scatter-ring --segment 16K,32K \
        --csv "$work/bench-inside.csv" >"$work/bench.txt" || {
        cat "$work/bench.txt"
        return 1
    }
    cat "$work/bench-inside.csv"
    ! grep -q ',no,' "$work/bench-inside.csv" || return 1
    for inside in star scatter-ring $([ "$bench_ranks" -lt 8 ] || echo chain); do
        [ "$(grep -c "pipelined,inside=$inside,segment=" "$work/bench-inside.csv")" -ge 1 ] || return 1
    done
    grep -q 'pipelined,inside=star,segment=16384' "$work/bench-inside.csv" &&
        grep -q 'pipelined,inside=star,segment=32768' "$work/bench-inside.csv" &&
        [ "$(grep -c 'binomial,inside=star,segment=16384' "$work/bench-inside.csv")" -eq 1 ] &&
        ! grep -q 'binomial,inside=chain' "$work/bench-inside.csv"
}

# Together with a run of another number of ranks each strategy of both has a figure over the number of processes.
bench_strategies_over_ranks() {
    bench_ranks=$((12 - bench_ranks)) bench_job strategies --operations bcast --sizes 16K --shared-cores \
        --repetitions 2 --warm-up 1 --placements by-node --json "$work/bench-strategies-2.json" >"$work/bench.txt" &&
        rm -rf "$work/strategies" &&
        "$build/bin/hsplit-bench" plot "$work/bench-strategies.json" "$work/bench-strategies-2.json" \
            --out "$work/strategies" && ls "$work/strategies" || {
        cat "$work/bench.txt"
        return 1
    }
    grep -q 'processes' "$work/strategies/processes-bcast-by-node-root-0-binomial.svg" &&
        grep -q 'binomial, predicted' "$work/strategies/1-strategies-bcast-by-node-root-0-times.svg" &&
        grep -q '<h2>Several runs together</h2>' "$work/strategies/index.html"
}

# Every way to give a node's cores to one rank, and its steps. The program of two parts also prints each rank's use of
# its processor.
bench_phases() {
    bench_experiment 30 'MPI|by hand|sched_setaffinity' phases --parked 20 --rounds 2 --phase 1 || return 1
    [ "$(grep -c '"waiting":' "$work/bench-phases.json")" -eq $((3 * bench_ranks)) ]
}

# Both patterns at two sizes, before, after, and in sequence; the reordering, and when it pays.
bench_rings() {
    bench_experiment 16 before rings --ring 3 --sizes 64,16K || return 1
    cat "$work/bench.txt"
    [ "$(grep -c '; the reordering .*pay' "$work/bench.txt")" -eq 4 ]
}

# Two calls, not counted and counted; by one thread and by two. And a whole job.
bench_counted() {
    bench_experiment 8 native calls --monitor || return 1
    [ "$(grep -c 'counted: the library adds ' "$work/bench.txt")" -eq 4 ] &&
        bench_experiment 8 native calls --monitor --threads 2 || return 1
    bench_experiment 4 native calls --monitor --stencil &&
        [ "$(grep -c 'stencil, .*counted: the library adds .* %' "$work/bench.txt")" -eq 2 ]
}

# All patterns, unchanged and reordered during the run.
bench_dynamic() {
    bench_experiment 6 'as it is' rings --patterns rings,halo,product --dynamic --ring 3 --sizes 64 --turns 2 \
        --rounds 3 || return 1
    [ "$(grep -c ' 3 rounds: reordered while it runs / as it is ' "$work/bench.txt")" -eq 3 ]
}

# Each variant once, in both orders. The program checks the results afterwards. (On a busy machine a rank is late, and
# there is no second repetition.)
bench_cold() {
    local first name
    for first in flat hierarchy; do
        for name in 'summa --blocks 8' 'collectives --sizes 1K --algorithms default' 'vectors --sizes 1K'; do
            # shellcheck disable=SC2086 # words
            bench_job $name --cold $first --shared-cores --late-after 10000000 --placements by-node \
                --csv "$work/cold.csv" >"$work/cold.txt" || return 1
            grep -v '^#' "$work/cold.csv" | sed 's/"\([^",]*\),[^"]*"/\1/' | tee /dev/stderr |
                awk -F, 'NR > 1 && $7 != 1 { bad = 1 } END { exit bad || NR < 3 }' || return 1
        done
    done
}

# The ratios of processes and threads on the cores of two ranks, each with the right links, and the search among them.
remap_ratios() {
    compile lab/scripts/remap.c "$work/remap" -L"$build/lib" -Wl,-rpath,"$build/lib" "-l$libname" &&
        job linked 2 core "$work/remap" 60 2 3 >"$work/remap.txt" || return 1
    cat "$work/remap.txt"
    grep -q '^| 2, no phases | 1 |' "$work/remap.txt" && grep -q '^| 1 | 2 |' "$work/remap.txt" &&
        grep -q '^| 2 | 1 |' "$work/remap.txt" &&
        grep -q '^search: \(1:2\|2:1\), found with 2 of 2 ratios; the best of all: \(1:2\|2:1\)$' "$work/remap.txt"
}

# Counters in addition to the time in each call; counters that the kernel does not have are named in one line.
counters_beside_time() {
    "$mpicc" -std=c11 -O1 -Wall -Wextra -Werror -shared -fPIC lab/scripts/counters.c -o "$work/counters.so" &&
        job linked 2 core env LD_PRELOAD="$work/counters.so" "$work/remap" 60 2 3 >"$work/counted.txt" || return 1
    cat "$work/counted.txt"
    grep -q '^| call | calls | time, ms |' "$work/counted.txt" &&
        grep -q '^| `MPI_Gatherv` | [1-9]' "$work/counted.txt" &&
        [ "$(grep -c '^counters: the kernel has no ' "$work/counted.txt")" -le 1 ] &&
        grep -q '^counters: a reading takes ' "$work/counted.txt"
}

# Compared with a libquo: here the library's own, which has the same interface.
bench_beside_quo() {
    local BENCH_SET="QUO_LIBRARY=$build/lib/lib${libname/hsplit/hsplit_quo}.so"
    "${MAKE:-make}" quo MPICC="$mpicc" CARGO="$CARGO" CARGOFLAGS="$CARGOFLAGS" || return 1
    bench_experiment 18 'MPI|by hand' phases --operations barrier,elect,create,begin
}

# Without an OpenMP runtime, the variants that need one are left out, in one line.
bench_without_openmp() {
    local without='push with a team, idle, kernel and mixed are left out'
    bench_job phases --shared-cores --repetitions 1 --warm-up 0 --operations elect,mixed --openmp /nowhere/libgomp.so \
        --csv "$work/without.csv" >/dev/null 2>"$work/stderr" || return 1
    cat "$work/stderr" "$work/without.csv"
    grep -qxF "hsplit-bench: --openmp: /nowhere/libgomp.so cannot be loaded on all ranks: $without" "$work/stderr" &&
        [ "$(grep -c '^hsplit-bench: ' "$work/stderr")" -eq 1 ] && [ "$(grep -c ^phases, "$work/without.csv")" -eq 2 ]
}

# Ranks that are bound to different levels of one node: some stop while others continue (RR-9077, section 5.2).
bench_uneven() {
    local name
    rr_5_2_bindings
    for name in collectives vectors; do
        limit=60 job linked 8 none HSPLIT_EMULATE="$RR_NODE bind=$work/rr-5.2" \
            "$build/bin/hsplit-bench" "$name" --shared-cores --sizes 64 --repetitions 1 --warm-up 0 \
            --placements launched,shuffled --csv "$work/uneven.csv" >"$work/bench.txt" || {
            cat "$work/bench.txt"
            return 1
        }
        # The columns before 'verified' have no commas except in configurations.
        [ "$(grep -v '^#' "$work/uneven.csv" | grep -c ',yes,')" -ge 8 ] && ! grep ',no,' "$work/uneven.csv" ||
            return 1
    done
}

# One rank has nothing to split, nor have two unbound ones.
bench_no_hierarchy() {
    local name ranks
    for ranks in 1 2; do
        for name in 'collectives --sizes 8' 'summa --blocks 8' vectors split rings; do
            # shellcheck disable=SC2086 # words
            limit=60 job linked "$ranks" none "$build/bin/hsplit-bench" $name --shared-cores --repetitions 2 \
                --placements by-node >"$work/bench.txt" || {
                cat "$work/bench.txt"
                return 1
            }
            grep -qx '# hierarchy: none' "$work/bench.txt" || return 1
        done
    done
}

# Every figure and the page are XML, and there are the figures of all experiments.
bench_plot() {
    rm -rf "$work/figures"
    echo '{' >"$work/broken.json"
    "$build/bin/hsplit-bench" plot \
        "$work"/{bench-{collectives,calls,summa},broken,bench-{vectors,split,phases,rings}}.json \
        --out "$work/figures" 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    # A file that cannot be used is named, and the others are drawn.
    [ "$(wc -l <"$work/stderr")" -eq 1 ] &&
        grep -q "^hsplit-bench: $work/broken.json: not what hsplit-bench writes: " "$work/stderr" || return 1
    diff - <(cd "$work/figures" && ls) <<'END' || return 1
bcast-shuffled.svg
calls-shuffled.svg
index.html
phases-barrier-shuffled-one-barrier.svg
phases-begin-shuffled-begin-and-end.svg
phases-begin-shuffled-last-arrival-to-work.svg
phases-create-shuffled-with-free.svg
phases-elect-shuffled-one-election.svg
phases-idle-shuffled-processor-time-in-400-ms-with-libgomp.svg
phases-kernel-shuffled-product-with-libgomp.svg
phases-mixed-shuffled-2-x-1-ms-with-libgomp-processor.svg
phases-mixed-shuffled-2-x-1-ms-with-libgomp.svg
phases-parked-shuffled-processor-time-in-20-ms.svg
phases-push-shuffled-2-threads-with-libgomp.svg
phases-push-shuffled-no-threads.svg
reduce-shuffled.svg
rings-halo-shuffled-2-D-10-turns.svg
rings-rings-shuffled-rings-of-3-10-turns.svg
split-shuffled.svg
summa-8-shuffled-default.svg
vectors-shuffled-default.svg
END
    command -v python3 >/dev/null || return 0
    python3 - "$work/figures" <<'END'
import sys, glob, xml.dom.minidom
for file in glob.glob(sys.argv[1] + "/*"):
    document = xml.dom.minidom.parse(file)
    images = [image.getAttribute("src") for image in document.getElementsByTagName("img")]
    assert file.endswith(".svg") or len(images) == 20, images
END
}

# A run that is killed leaves its measurements: on stdout, as CSV, and as JSON that can be drawn.
bench_killed() {
    local results=$work/killed pid
    rm -rf "$results".*
    BENCH_LIMIT=120 bench_job collectives --operations bcast --algorithms default --sizes 8,16,32,64,128,256 \
        --shared-cores --repetitions 301 --warm-up 0 --csv "$results.csv" --json "$results.json" \
        >"$results.txt" 2>"$work/stderr" &
    pid=$!
    until grep -qs '"variant"' "$results.json" && grep -q '  hierarchical ' "$results.txt"; do
        kill -0 "$pid" 2>/dev/null || break
        sleep 0.1
    done
    end_leftovers
    ! wait "$pid" || {
        echo "it ended before it was killed"
        return 1
    }
    cat "$results.txt" "$results.csv"
    # The cells that are in all three of the files: at least one, and not all six.
    awk '/^ .* (flat|hierarchical) .* yes/ { rows++ } END { exit !(rows >= 2 && rows < 12) }' "$results.txt" || return 1
    awk -F, '/^collectives/ && NF == 20 { rows++ } END { exit !(rows >= 2 && rows < 12) }' "$results.csv" || return 1
    grep -q '"finished": false' "$results.json" &&
        "$build/bin/hsplit-bench" plot "$results.json" --out "$results.figures" &&
        [ -s "$results.figures/bcast-by-node.svg" ] && grep -q '(not finished)</h3>' "$results.figures/index.html"
}

# An error is one line, from any rank, and the exit status has its kind.
bench_error() { # STATUS MESSAGE ARGUMENT...
    local code
    bench_job "${@:3}" >"$work/stdout" 2>"$work/stderr"
    code=$?
    cat "$work/stderr"
    [ "$code" -eq "$1" ] && [ "$(grep -c '^hsplit-bench: ' "$work/stderr")" -eq 1 ] &&
        grep -qxF "hsplit-bench: $2" "$work/stderr" && [ ! -s "$work/stdout" ]
}

bench_errors() {
    local usage="('hsplit-bench --help' explains the usage)" forced='linear needs Open MPI; this MPI has '"'default'"
    local similar="; tip: a similar subcommand exists: 'collectives'" variable=HSPLIT_COLLECTIVES
    local native="all calls are the MPI's own, and there is nothing to compare"
    native="$native ('all:0' lets all go along the hierarchy)"
    bench_error 1 "$variable: it is not set on all ranks: $native" calls &&
        BENCH_SET=HSPLIT_COLLECTIVES=bcast bench_error 1 \
            "$variable: it leaves gather to the MPI: there is nothing to compare" calls --operations bcast,gather &&
        bench_error 1 "$variable: it is not 'adaptive' on all ranks, or there is no model of this job for bcast" \
            strategies &&
        bench_error 1 "--roots: 99 is none of $bench_ranks ranks" strategies --roots 99 &&
        bench_error 2 "unrecognized subcommand 'colectives'$similar $usage" colectives &&
        bench_error 2 "invalid value '1.5K' for '--sizes <SIZES>': not a size, such as 8, 64KiB or 4MiB $usage" \
            vectors --sizes 1.5K &&
        bench_error 2 "--conf: 3,3 is for 9 ranks, and there are $bench_ranks" vectors --conf 3,3 &&
        bench_error 2 "--groups: a grid of 2 x $((bench_ranks / 2)) processes cannot be cut into 3" \
            summa --groups 3 &&
        bench_error 2 "--ahead: MPI_Ibcast does not use --algorithm binary" summa --ahead 1 --algorithm binary &&
        BENCH_SET=QUO_LIBRARY=/nowhere/libquo.so bench_error 1 \
            "QUO_LIBRARY: /nowhere/libquo.so cannot be loaded as a libquo" phases &&
        bench_error 1 "/nowhere/x.json: No such file or directory (os error 2)" split --json /nowhere/x.json ||
        return 1
    if [ "$mpi" = mpich ]; then
        bench_error 2 "the algorithm: $forced" collectives --algorithms linear
    else
        bench_error 2 "the algorithm: Open MPI has no reduce called split-binary" \
            collectives --operations reduce --algorithms split-binary
    fi
}

cases_bench() {
    local bench_ranks=8
    # MPICH's ranks poll.
    [ "$(family "$mpicc")" = openmpi ] || bench_ranks=4
    # One MPI of each family; installing builds it for the others.
    thorough || return 0
    if [ "$(nproc)" -ge 2 ]; then
        test_case "remap: the ratio of processes and threads" remap_ratios
        [ -n "$sanitized" ] || test_case "counters beside the time in calls" counters_beside_time
    else
        skip "remap: the ratio of processes and threads" "there is one core"
    fi
    test_case "hsplit-bench builds, with the library in front of the MPI" build_bench
    [ -x "$build/bin/hsplit-bench" ] || return 0
    test_case "hsplit-bench collectives" bench_experiment 8 flat collectives --sizes 8,64K --algorithms default
    [ "$mpi" != openmpi ] ||
        test_case "hsplit-bench collectives, every algorithm" bench_experiment 28 flat collectives --sizes 64K
    test_case "hsplit-bench calls whose messages are counted" bench_counted
    test_case "hsplit-bench calls" bench_calls
    test_case "hsplit-bench strategies" bench_strategies
    # Before blocking SUMMA, whose figures are drawn.
    test_case "hsplit-bench summa, two steps ahead" \
        bench_experiment "$((bench_ranks == 8 ? 4 : 3))" simple summa --blocks 8 --ahead 2
    test_case "hsplit-bench summa" bench_experiment "$((bench_ranks == 8 ? 4 : 3))" simple summa --blocks 8
    test_case "hsplit-bench vectors" \
        bench_experiment "$((bench_ranks == 8 ? 10 : 6))" H_conf1 vectors --sizes 64,16K
    test_case "hsplit-bench, cold" bench_cold
    if [ "$mpi" != openmpi ]; then
        : # One MPI is enough.
    elif script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
        test_case "hsplit-bench on a terminal" bench_on_a_terminal
    else
        skip "hsplit-bench on a terminal" "there is no command script, or no terminals (/dev/pts)"
    fi
    test_case "hsplit-bench split" bench_experiment "$((bench_ranks == 8 ? 8 : 9))" MPI_Comm_split split
    test_case "hsplit-bench phases beside libquo" bench_beside_quo
    # After that, because its figures are drawn.
    test_case "hsplit-bench phases" bench_phases
    test_case "hsplit-bench rings, reordered while they run" bench_dynamic
    test_case "hsplit-bench rings" bench_rings
    test_case "hsplit-bench phases without OpenMP" bench_without_openmp
    test_case "hsplit-bench plot" bench_plot
    test_case "hsplit-bench killed by a time limit" bench_killed
    test_case "hsplit-bench on uneven bindings" bench_uneven
    test_case "hsplit-bench without a hierarchy" bench_no_hierarchy
    test_case "hsplit-bench: errors are one line" bench_errors
}
