# SPDX-License-Identifier: MIT OR Apache-2.0
# Collective calls along the hierarchy: results are right on every rank, and the calls really use the hierarchy.
CASES="$CASES collectives"

# Two switches of two nodes of two packages of two cores.
FOUR_NODES='leaf:2 node:2 package:2 core:2 pu:1'

# Ranks in random order on these nodes.
collectives_shuffled() {
    printf '%s core:%s\n' 3 1 0 2 1 0 2 3 0 0 3 2 1 3 2 0 2 1 0 3 1 1 3 0 0 1 1 2 3 3 2 2 >"$work/shuffled"
}

# The lines of a file, sorted; MPICH's launcher may join two of them.
said_by_ranks() { # FILE
    # (UCX, under MPICH, prints a line for each message that no call has received.)
    sed 's/hsplit\[/\n&/g' "$1" | grep . | grep -v ' UCX  WARN ' | sort
}

# collective_job WAY RANKS [NAME=VALUE...] @PROGRAM...: every rank prints the calls that must have used the hierarchy.
# The library's log must have the same calls.
collective_job() {
    job "$1" "$2" none HSPLIT_EMULATE="$FOUR_NODES" HSPLIT_COLLECTIVES=all:0,segment=1000,memory=1 \
        HSPLIT_LOG=debug "${@:3}" >"$work/stdout" 2>"$work/stderr" ||
        {
            cat "$work/stdout" "$work/stderr"
            return 1
        }
    said_by_ranks "$work/stdout" >"$work/expected"
    [ "$(wc -l <"$work/expected")" -eq "$2" ] &&
        diff "$work/expected" <(said_by_ranks "$work/stderr" |
            grep ': along the hierarchy: \|does not share memory\|warning: \|error: ')
}

# Two calls on a ring of four nodes of two ranks, in which three edges lead from each node to the next: one message
# each, of three blocks and their lengths, and of the blocks of two ranks.
collectives_pairs() {
    job preloaded 8 none HSPLIT_EMULATE='node:4 core:2 pu:1' HSPLIT_COLLECTIVES=all:0,short=off \
        HSPLIT_MONITOR="gather,file=$work/pairs" @collectives_neighbours pairs || return 1
    awk '$1 == "rank" { node = int($2 / 2) }
        $1 == "internal" && int($2 / 2) != node { print node, int($2 / 2), $3, $4 }' "$work/pairs.parts" |
        sort | tee "$work/stdout"
    diff "$work/stdout" <(printf '%s\n' '0 1 2 40' '1 2 2 40' '2 3 2 40' '3 0 2 40')
}

# A handle of a call has another meaning in the next call with the same arguments.
collectives_again() {
    local calls=bcast:1000,allreduce:1000,reduce_scatter_block:1000,segment=1000,short=off
    "$mpicc" -std=c99 -Wall -Wextra -Werror -shared -fPIC c-tests/freeing.c -ldl -o "$work/freeing-again.so" &&
        collective_job bare "$1" LD_PRELOAD="$library:$work/freeing-again.so" HSPLIT_COLLECTIVES="$calls" \
            HSPLIT_EMULATE='node:2 core:2 pu:1' @collectives_again "$2"
}

# If ranks have different settings, calls stay native, with one message.
collectives_disagree() {
    # shellcheck disable=SC2016
    job bare 4 none LD_PRELOAD="$library" HSPLIT_EMULATE="$FOUR_NODES" \
        sh -c 'HSPLIT_COLLECTIVES=all:$((${OMPI_COMM_WORLD_RANK:-$PMI_RANK} / 3)) exec "$0" few' \
        "$(program bare collectives_jobs)" >"$work/stdout" 2>"$work/stderr" ||
        {
            cat "$work/stdout" "$work/stderr"
            return 1
        }
    cat "$work/stderr"
    [ "$(grep -c 'hsplit\[.*HSPLIT_COLLECTIVES is not the same' "$work/stderr")" -eq 1 ]
}

# Both routes alternate, and then all ranks take one. Results are right on either. The summary has the results of the
# trials that the log has, in seconds.
collectives_trial() {
    rm -f "$work/found-by-trial"
    job preloaded 8 none HSPLIT_EMULATE="$FOUR_NODES" HSPLIT_COLLECTIVES=all:trial HSPLIT_LOG=debug,ranks=0 \
        HSPLIT_SUMMARY="$work/found-by-trial" @collectives_jobs trial >"$work/stdout" 2>"$work/stderr" ||
        {
            cat "$work/stdout" "$work/stderr"
            return 1
        }
    grep 'hsplit\[.* native, ' "$work/stderr"
    [ "$(grep -c 'hsplit\[0\].* us native, .* us along the hierarchy: ' "$work/stderr")" -eq 5 ] || return 1
    grep '^found: ' "$work/found-by-trial"
    local words='s/.*: \([a-z_]*\) of about \([0-9]*\) bytes: .* along the hierarchy: \(.*\)/\1 \2 \3/p'
    local seconds='[0-9][0-9.]*e-\{0,1\}[0-9]* s'
    sed -n "$words" "$work/stderr" | sed 's/Hierarchical/hierarchy/; s/Native/native/' | sort >"$work/logged"
    words="s/^found: \([a-z_]*\) about \([0-9]*\) bytes: native $seconds, hierarchy $seconds: \(.*\)/\1 \2 \3/p"
    sed -n "$words" "$work/found-by-trial" | sort | diff "$work/logged" - && [ "$(wc -l <"$work/logged")" -eq 5 ]
}

# A job with a folder of the results of earlier jobs, optionally followed by a colon and another folder.
tuned_job() { # RANKS FOLDERS
    rm -f "$work/tuned-summary"
    job preloaded "$1" none HSPLIT_EMULATE="$FOUR_NODES" HSPLIT_COLLECTIVES="all:trial,tuning=$2" \
        HSPLIT_SUMMARY="$work/tuned-summary" @collectives_jobs trial >"$work/stdout" 2>"$work/stderr" || {
        cat "$work/stdout" "$work/stderr"
        return 1
    }
}

tried() { sed -n 's/^trial calls: //p' "$work/tuned-summary"; }

# A file of version 1 does not record how calls combine data: allreduce is tried again. A file of a later version is
# left unchanged. Either costs one line.
collectives_tuning_versions() { # FILE
    local folder=$work/tuning-versions
    rm -rf "$folder" && mkdir "$folder" || return 1
    awk -F '\t' -v OFS='\t' 'NR == 1 { print "hsplit-tuning 1" }
        $8 == "native" { native = $9 }
        $8 == "hierarchy" { print $1, $2, $3, $4, $5, $6, native, $9, $11, $12 }' "$1" >"$folder/hsplit-tuning.txt"
    tuned_job 4 "$folder" && [ "$(tried)" -eq 10 ] &&
        [ "$(grep -c 'hsplit\[0\]: warning: HSPLIT_COLLECTIVES: tuning: .*version 1' "$work/stderr")" -eq 1 ] &&
        [ "$(head -n 1 "$folder/hsplit-tuning.txt")" = 'hsplit-tuning 2' ] && tuned_job 4 "$folder" &&
        [ "$(tried)" -eq 0 ] && [ ! -s "$work/stderr" ] || return 1
    sed -i '1s/2/3/' "$folder/hsplit-tuning.txt" && cp "$folder/hsplit-tuning.txt" "$work/later.txt" &&
        tuned_job 4 "$folder" && [ "$(tried)" -gt 0 ] && [ "$(wc -l <"$work/stderr")" -eq 1 ] &&
        cmp "$work/later.txt" "$folder/hsplit-tuning.txt"
}

# The time of a program's own operation does not count for MPI's operations, nor for one that does not commute.
collectives_tuning_operations() {
    local folder=$work/tuning-operations summary=$work/operations-summary trials
    rm -rf "$folder" && mkdir "$folder" || return 1
    for trials in 30 0; do
        rm -f "$summary"
        silent_job preloaded 8 none HSPLIT_EMULATE="$FOUR_NODES" HSPLIT_COLLECTIVES="allreduce:trial,tuning=$folder" \
            HSPLIT_SUMMARY="$summary" @collectives_jobs operations || return 1
        grep -x "trial calls: $trials" "$summary" || return 1
    done
    "$cli" tuning show "$folder"
    [ "$(sed 1d "$folder/hsplit-tuning.txt" | cut -f 7,8 | tr '\t\n' ': ')" = "predefined:native predefined:hierarchy \
commutative:native commutative:hierarchy ordered:native ordered:hierarchy " ]
}

# The strategy that is fastest in a file is selected, but not for an operation that does not commute.
collectives_tuning_strategies() {
    local folder=$work/tuning-strategies
    rm -rf "$folder" && mkdir "$folder" &&
        awk -F '\t' -v OFS='\t' '1; $8 == "hierarchy" { $8 = "chain,segment=16384"; $9 = "1e-9"; print }' \
            "$work/tuning-operations/hsplit-tuning.txt" >"$folder/hsplit-tuning.txt" || return 1
    "$cli" tuning show "$folder" && "$cli" tuning show --picture "$folder" || return 1
    [ "$("$cli" tuning show --picture "$folder" | grep -c '^ *65536\.\. .* |#\{40\} chain,segment=16384$')" -eq 3 ] ||
        return 1
    job preloaded 8 none HSPLIT_EMULATE="$FOUR_NODES" HSPLIT_COLLECTIVES="allreduce:site,tuning=$folder" \
        HSPLIT_LOG=debug @collectives_jobs operations 2>"$work/stderr" || return 1
    grep -e 'known: ' -e ' by chain' "$work/stderr"
    [ "$(grep -c 'known: chain,segment=16384' "$work/stderr")" -eq 16 ] &&
        [ "$(grep -c 'known: \(native\|hierarchy\)$' "$work/stderr")" -eq 8 ] &&
        grep -q 'hsplit\[0\].*allreduce of up to 131072 bytes by chain,segment=16384: .*of 16384' "$work/stderr"
}

# Times of OSU's benchmarks or of a sweep count as results of a job: one of three operations is not tried.
collectives_tuning_import() {
    local found=$work/tuning-operations/hsplit-tuning.txt folder=$work/tuning-import summary=$work/import-summary
    local variant from mpi ranks
    mpi=$(sed -n 2p "$found" | cut -f 1) ranks=$(sed -n 2p "$found" | cut -f 2)
    for variant in native library; do
        printf '\n# OSU MPI Allreduce Latency Test v7.3\n# Size  Avg Latency(us)\n65536  %s\n4  9\n' ${#variant}00 \
            >"$work/osu-$variant"
        printf '%s{"benchmark": "calls", "operation": "allreduce", "placement": "block", "size": 65536,
            "variant": "%s", "verified": true, "summary": {"lower_quartile": 1, "median": 2, "upper_quartile": 3}}' \
            "$([ $variant = native ] || echo ,)" $variant
    done >"$work/measurements"
    printf '{"format": "hsplit-bench 1", "measurements": [%s]}' "$(<"$work/measurements")" >"$work/sweep.json"
    for from in "$work/osu-native $work/osu-library" "$work/sweep.json"; do
        rm -rf "$folder" "$summary" && mkdir "$folder" || return 1
        # shellcheck disable=SC2086 # two files
        "$cli" tuning import "$folder" $from --mpi "$mpi" --ranks "$ranks" && "$cli" tuning show "$folder" &&
            silent_job preloaded 8 none HSPLIT_EMULATE="$FOUR_NODES" HSPLIT_SUMMARY="$summary" \
                HSPLIT_COLLECTIVES="allreduce:trial,tuning=$folder" @collectives_jobs operations &&
            grep -x 'trial calls: 20' "$summary" || return 1
    done
    ! "$cli" tuning import "$folder" "$work/osu-native" "$work/sweep.json" --mpi "$mpi" --ranks "$ranks"
}

# Another user's folder is read and not changed; so is the target of a link.
collectives_tuning_folders() {
    local folder=$work/tuning-folders other=(setpriv --reuid 65534 --regid 65534 --clear-groups)
    rm -rf "$folder" && mkdir "$folder" "$folder/linked" && tuned_job 8 "$folder" &&
        cp "$folder/hsplit-tuning.txt" "$work/kept.txt" || return 1
    if "${other[@]}" test -x "$cli" -a -r "$folder/hsplit-tuning.txt" 2>/dev/null; then
        "${other[@]}" "$cli" tuning show "$folder" >/dev/null &&
            ! "${other[@]}" "$cli" tuning merge "$folder" "$folder" 2>"$work/stderr" &&
            grep 'Permission denied' "$work/stderr" || return 1
    fi
    cmp "$work/kept.txt" "$folder/hsplit-tuning.txt" && ln -s ../hsplit-tuning.txt "$folder/linked" &&
        tuned_job 8 "$folder/linked" && [ "$(tried)" -eq 0 ] && tuned_job 4 "$folder/linked" &&
        [ "$(tried)" -gt 0 ] && [ ! -s "$work/stderr" ] && cmp "$work/kept.txt" "$folder/hsplit-tuning.txt" &&
        [ ! -L "$folder/linked/hsplit-tuning.txt" ] &&
        [ "$(sed 1d "$folder/linked/hsplit-tuning.txt" | wc -l)" -eq 20 ]
}

# The first job tries, the second one does not, on no communicator of a kind that the first one had. Files that cannot
# be read or written cost one line.
collectives_tuning() {
    local folder=$work/tuning first pids pid at
    rm -rf "$folder" && mkdir "$folder" "$folder/site" || return 1
    tuned_job 8 "$folder" && first=$(tried) && [ "$first" -gt 0 ] && [ ! -s "$work/stderr" ] || return 1
    "$cli" tuning show "$folder" || return 1
    [ "$(sed 1d "$folder/hsplit-tuning.txt" | wc -l)" -eq 10 ] || return 1
    tuned_job 8 "$folder" && [ "$(tried)" -eq 0 ] && [ ! -s "$work/stderr" ] || return 1
    # Other ranks are another kind of communicator. A site's folder that has them is only read.
    tuned_job 4 "$folder" && [ "$(tried)" -gt 0 ] || return 1
    cp "$folder/hsplit-tuning.txt" "$folder/site" && tuned_job 4 "$folder/none:$folder/site" &&
        [ "$(tried)" -eq 0 ] || return 1
    # A folder of each user's in one of the site's.
    mkdir "$folder/users" && tuned_job 4 "$folder/users/%u:$folder/users" && [ "$(tried)" -gt 0 ] &&
        [ -s "$folder/users/$(id -un)/hsplit-tuning.txt" ] && tuned_job 4 "$folder/users/%u:$folder/users" &&
        [ "$(tried)" -eq 0 ] && [ ! -s "$work/stderr" ] || return 1
    # Another user has created this user's folder.
    if chown 65534 "$folder/users/$(id -un)" 2>/dev/null && [ "$(id -u)" -ne 65534 ]; then
        tuned_job 4 "$folder/users/%u" && [ "$(tried)" -gt 0 ] &&
            [ "$(grep -c 'tuning: .* belongs to another user' "$work/stderr")" -eq 1 ] || return 1
    fi
    # Old results hide no newer ones of another folder, and are tried again.
    mkdir "$folder/old" && sed '1!s/[0-9]*$/15000/' "$folder/site/hsplit-tuning.txt" \
        >"$folder/old/hsplit-tuning.txt" && tuned_job 4 "$folder/old:$folder/site" && [ "$(tried)" -eq 0 ] || return 1
    sed -i 's/[0-9]*$/15000/' "$folder/site/hsplit-tuning.txt" && sed -i '1s/.*/hsplit-tuning 2/' \
        "$folder/site/hsplit-tuning.txt" && tuned_job 4 "$folder/site" && [ "$(tried)" -gt 0 ] || return 1
    "$cli" tuning prune "$folder" --mpi no-such-mpi && [ "$(sed 1d "$folder/hsplit-tuning.txt" | wc -l)" -eq 0 ] &&
        "$cli" tuning merge "$folder" "$folder/site" && tuned_job 4 "$folder" && [ "$(tried)" -eq 0 ] || return 1
    # Corrupted files, and files that are none of ours: one line each.
    printf 'bcast\n' >>"$folder/hsplit-tuning.txt" && tuned_job 4 "$folder" && [ "$(tried)" -eq 0 ] &&
        [ "$(grep -c 'hsplit\[0\].*tuning: .*: line ' "$work/stderr")" -eq 1 ] || return 1
    printf 'not a table\n' >"$folder/hsplit-tuning.txt" && tuned_job 4 "$folder" && [ "$(tried)" -gt 0 ] &&
        [ "$(grep -c 'hsplit\[0\]: warning: HSPLIT_COLLECTIVES: tuning: ' "$work/stderr")" -eq 1 ] &&
        [ "$(cat "$folder/hsplit-tuning.txt")" = 'not a table' ] || return 1
    collectives_tuning_versions "$folder/site/hsplit-tuning.txt" || return 1
    tuned_job 4 /proc && [ "$(grep -c 'the results of this job are not stored: ' "$work/stderr")" -eq 1 ] || return 1
    ln -s "$work/elsewhere" "$folder/site/hsplit-tuning.lock.link" && rm -f "$folder/site/hsplit-tuning.lock" &&
        mv "$folder/site/hsplit-tuning.lock.link" "$folder/site/hsplit-tuning.lock" && rm "$folder"/site/*.txt &&
        tuned_job 4 "$folder/site" && [ ! -e "$work/elsewhere" ] &&
        [ "$(grep -c 'the results of this job are not stored: ' "$work/stderr")" -eq 1 ] || return 1
    collectives_tuning_folders || return 1
    # Concurrent commands, some of which are killed: all results that the others add are there.
    rm -rf "$folder" && mkdir "$folder" || return 1
    tuned_job 8 "$folder" && cp "$folder/hsplit-tuning.txt" "$work/one.txt" || return 1
    pids=()
    for at in $(seq 50); do
        # Each adds other kinds of calls, so that none can hide another one's.
        sed "2,\$s/^/$at /" "$work/one.txt" >"$work/one-$at.txt"
        if [ $((at % 25)) -eq 0 ]; then
            timeout -s KILL 0.003 "$cli" tuning merge "$folder" "$work/one-$at.txt" >/dev/null 2>&1
        else
            "$cli" tuning merge "$folder" "$work/one-$at.txt" >/dev/null &
            pids+=($!)
        fi
    done
    for pid in "${pids[@]}"; do wait "$pid" || return 1; done
    for at in $(seq 50); do
        [ $((at % 25)) -eq 0 ] || [ "$(grep -c "^$at " "$folder/hsplit-tuning.txt")" -eq 10 ] || return 1
    done
    "$cli" tuning show "$folder" >/dev/null
}

# A site's jobs try few of their calls: none of a hundred calls, and of many calls at most five on each of four routes.
collectives_site() {
    local folder=$work/tuning-site summary=$work/site-summary calls trials
    for calls in 100 2500; do
        rm -rf "$summary" "$folder" && mkdir "$folder" && silent_job preloaded 8 none HSPLIT_EMULATE="$FOUR_NODES" \
            HSPLIT_COLLECTIVES="site,tuning=$folder" HSPLIT_SUMMARY="$summary" @collectives_jobs site $calls ||
            return 1
        cat "$summary"
        trials=$(sed -n 's/^trial calls: //p' "$summary")
        [ $calls -eq 100 ] && [ "$trials" -eq 0 ] ||
            { [ $calls -gt 100 ] && [ "$trials" -ge 4 ] && [ "$trials" -le 20 ] && [ $((trials % 4)) -eq 0 ]; } ||
            return 1
        # Results are stored when the trial is decided.
        if [ "$trials" -eq 20 ]; then
            [ -s "$folder/hsplit-tuning.txt" ] || return 1
        else
            [ ! -e "$folder/hsplit-tuning.txt" ] || return 1
        fi
    done
}

# A full file system: one line, and the old file is unchanged.
collectives_tuning_full() {
    local folder=$work/tuning-full file=$work/tuning-full/hsplit-tuning.txt
    mkdir -p "$folder" && mount -t tmpfs -o size=8k none "$folder" || return 1
    trap 'umount "$work/tuning-full"' EXIT
    tuned_job 8 "$folder" && cp "$file" "$work/tuning-before" && head -c 4096 /dev/zero >"$folder/ballast" || return 1
    tuned_job 4 "$folder" && cat "$work/stderr" &&
        [ "$(grep -c 'the results of this job are not stored: .*No space left' "$work/stderr")" -eq 1 ] &&
        cmp "$file" "$work/tuning-before" && [ ! -e "$folder/hsplit-tuning.new" ] || return 1
    rm "$folder/ballast" && tuned_job 8 "$folder" && [ "$(tried)" -eq 0 ]
}

# The gain of calls, in seconds: by trials of the job, and by trials of earlier jobs, whose results it need not use.
collectives_gain() {
    local folder=$work/gain summary=$work/gain.json
    rm -rf "$folder" "$summary" "$work"/gain-* && mkdir "$folder" && tuned_job 8 "$folder" || return 1
    cat "$work/tuned-summary"
    [ "$(grep -cE '^gain: (bcast|allreduce) .* by trials$' "$work/tuned-summary")" -ge 2 ] &&
        [ "$(grep -cE '^gain: (bcast|allreduce|alltoall) .*, trial$' "$work/tuned-summary")" -eq 6 ] || return 1
    # All native: the hierarchy takes a hundredth of the time, so nearly all of it would be saved.
    awk -F '\t' -v OFS='\t' 'NR > 1 { $9 = $8 == "native" ? "1e-1" : "1e-3" } 1' \
        "$folder/hsplit-tuning.txt" >"$work/gain.txt" &&
        cp "$work/gain.txt" "$folder/hsplit-tuning.txt" || return 1
    silent_job preloaded 8 none HSPLIT_EMULATE="$FOUR_NODES" HSPLIT_COLLECTIVES="none,tuning=$folder" \
        HSPLIT_SUMMARY="$summary" @collectives_jobs trial || return 1
    cat "$summary"
    python3 - "$summary" "$folder" <<'EOF' || return 1
import json, sys
job = json.loads(open(sys.argv[1]).read())
assert job["ranks"] == 8 and job["nodes"] == 2 and job["trial_calls"] == 0, job
found = {gain["operation"]: gain for gain in job["gains"]}
for name in "bcast", "allreduce", "barrier", "alltoall":
    gain = found[name]
    assert (gain["route"], gain["source"]) == ("native", "table"), gain
    # By the slowest rank, so it may exceed the mean time in the calls. A call saves no more than in earlier jobs.
    least = 0.99 * min(gain["seconds"], 0.1 * gain["calls"])
    assert least - 1e-5 < gain["gain"] < job["seconds"], gain
    assert name + ":trial" in job["advice"], job["advice"]
words, tuning = job["advice"].removeprefix("HSPLIT_COLLECTIVES=").split(",tuning=")
assert all(word.endswith(":trial") for word in words.split(",")) and tuning == sys.argv[2], job["advice"]
assert "untried" not in job
EOF
    "$cli" summary "$summary" | tee "$work/gain.month"
    grep -q '^jobs: 1; 0 gained, 0 lost, 1 would gain' "$work/gain.month" || return 1
    # Along the hierarchy although it is slower: a loss, and no call is tried.
    awk -F '\t' -v OFS='\t' 'NR > 1 { $9 = $8 == "native" ? "1e-7" : "1e-5" } 1' "$work/gain.txt" \
        >"$folder/hsplit-tuning.txt"
    silent_job preloaded 8 none HSPLIT_EMULATE="$FOUR_NODES" HSPLIT_COLLECTIVES="all:0,tuning=$folder" \
        HSPLIT_SUMMARY="$work/gain-loss" @collectives_jobs trial || return 1
    cat "$work/gain-loss"
    [ "$(grep -cE '^gain: (bcast|allreduce|barrier|alltoall) hierarchy, .* saved -0\.[0-9]* .* by table$' \
        "$work/gain-loss")" -eq 4 ] || return 1
    # Ranks without a summary compute no hierarchy for one.
    limit=60 job bare 8 none LD_PRELOAD="$library" HSPLIT_EMULATE="$FOUR_NODES" \
        HSPLIT_COLLECTIVES="none,tuning=$folder" c-tests/in-ranks 2,3 HSPLIT_SUMMARY="$work/gain-some" \
        "$(program bare collectives_jobs)" trial 2>"$work/stderr" &&
        [ "$(grep -cx 'ranks: 2' "$work/gain-some")" -eq 1 ]
}

# Four nodes with so high latencies that the model predicts a gain in all but the shortest calls.
slow_parameters() {
    local one other
    for one in 0 1 2 3; do
        printf 'group node%s: 4 processes, latency 1\n    0 1\n    1MiB 300\n' "$one"
        for other in $(seq 0 $((one - 1))); do
            printf 'link node%s node%s: latency 10000\n    0 5000\n    1MiB 1000000\n' "$other" "$one"
        done
    done
}

# A job that continues after the failure of a process: ranks that wait get an error, on one node and on several.
collectives_after_a_failure() { # CALL dies|revokes
    local nodes mpiexec="$mpiexec --with-ft ulfm"
    for nodes in 'package:2 core:2 pu:1' 'node:2 package:1 core:2 pu:1'; do
        limit=60 job preloaded 4 none HSPLIT_EMULATE="$nodes" HSPLIT_COLLECTIVES=all:0 @ulfm "$1" "$2" >"$work/stdout" \
            2>"$work/stderr" || {
            cat "$work/stdout" "$work/stderr"
            return 1
        }
        [ "$(grep -c ': 0 failures' "$work/stdout")" -eq "$([ "$2" = dies ] && echo 3 || echo 4)" ] || {
            cat "$work/stdout" "$work/stderr"
            return 1
        }
    done
}

# By the model all results are right, for every root, and one rank logs the choice.
collectives_adaptive() { # RANKS
    slow_parameters >"$work/slow.parameters"
    job preloaded "$1" none HSPLIT_EMULATE="$FOUR_NODES bind=$work/shuffled" \
        HSPLIT_COLLECTIVES="adaptive,parameters=$work/slow.parameters" HSPLIT_SUMMARY="$work/found" \
        HSPLIT_LOG=debug @collectives all >"$work/stdout" 2>"$work/stderr" || {
        cat "$work/stdout" "$work/stderr"
        return 1
    }
    head -n 20 "$work/stderr"
    said_by_ranks "$work/stderr" >"$work/said"
    local n='[0-9]*' taken plan
    taken="$n bcast, $n reduce, $n allreduce, $n barrier, $n gather, $n scatter, $n allgather"
    plan="groups 0>[0-9,> ]*, [a-z]* inside, segments of $n bytes; $n us predicted, "
    [ "$(grep -c "hsplit\[.*: along the hierarchy: $taken" "$work/said")" -eq "$1" ] &&
        ! grep ' measured ' "$work/said" &&
        grep -q "hsplit\[0\]: bcast of up to $n bytes from rank 0: [A-Za-z-]*: $plan" "$work/said" &&
        grep "^found: bcast of up to $n bytes from rank 0: model [0-9.]*e-$n s, flat [0-9.]*e-$n s: hierarchy$" \
            "$work/found"
}

# A plan may follow the order of the ranks if the nodes under a switch do not. Operations that do not commute are right
# by such a plan, and in short calls, which are forwarded from node to node.
collectives_other_order() {
    cat >"$work/order.parameters" <<'END'
group node0: 1 processes
group node1: 1 processes
group node2: 1 processes
link node0 node1: latency 10000
    0 5000
    1MiB 1000000
link node0 node2: latency 100
    0 50
    1MiB 10000
link node1 node2: latency 100
    0 50
    1MiB 10000
END
    printf '%s core:0\n' 0 2 1 >"$work/order"
    job preloaded 3 none HSPLIT_EMULATE="$FOUR_NODES bind=$work/order" HSPLIT_COLLECTIVES=adaptive \
        HSPLIT_PARAMETERS_FILE="$work/order.parameters" HSPLIT_LOG=info,ranks=0 @collectives all \
        >"$work/stdout" 2>"$work/stderr" || {
        cat "$work/stdout" "$work/stderr"
        return 1
    }
    grep 'hsplit\[0\]: allreduce of up to 8 bytes from rank 0: [a-z]*: groups 0>2 2>1, ' "$work/stderr" || return 1
    # In rounds, which also proceed from node to node.
    job preloaded 3 none HSPLIT_EMULATE="$FOUR_NODES bind=$work/order" \
        HSPLIT_COLLECTIVES="adaptive,parameters=$work/order.parameters,strategy=rounds,short=off" \
        HSPLIT_LOG=info,ranks=0 @collectives all >"$work/stdout" 2>"$work/stderr" || {
        cat "$work/stdout" "$work/stderr"
        return 1
    }
    grep 'hsplit\[0\]: allreduce of up to [0-9]* bytes from rank 0: rounds: rounds of radix ' "$work/stderr"
}

# A cluster with high latencies uses another strategy inside than one with slow links, and results are right.
collectives_each_its_own() {
    cat >"$work/mixed.parameters" <<'END'
group node0: 4 processes, latency 50000
    0 1
    1MiB 11
group node1: 4 processes, latency 1
    0 1
    1MiB 210000
link node0 node1: latency 1
    0 1
    1MiB 210000
END
    job preloaded 8 none HSPLIT_EMULATE="$FOUR_NODES" HSPLIT_COLLECTIVES=adaptive \
        HSPLIT_PARAMETERS_FILE="$work/mixed.parameters" \
        HSPLIT_LOG=info,ranks=0 @collectives_jobs broadcasts >"$work/stdout" 2>"$work/stderr" || {
        cat "$work/stdout" "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    grep 'hsplit\[0\]: bcast of up to 131072 bytes from rank 0: .*: groups 0>1, [a-z]* inside 1, star inside 0, ' \
        "$work/stderr"
}

# Broadcasts inside nodes by a d-ary tree, and by each strategy with stages, reach every rank, from every root.
collectives_stages() {
    local way
    slow_parameters >"$work/slow.parameters"
    for way in 3-ary star-rendezvous chain-rendezvous binomial-rendezvous scatter-ring scatter-doubling; do
        job preloaded 8 none HSPLIT_EMULATE="$FOUR_NODES bind=$work/shuffled" \
            HSPLIT_COLLECTIVES="adaptive,parameters=$work/slow.parameters" \
            HSPLIT_STRATEGY="model,inside=$way" HSPLIT_LOG=info,ranks=0 \
            @collectives_jobs broadcasts >"$work/stdout" 2>"$work/stderr" || {
            cat "$work/stdout" "$work/stderr"
            return 1
        }
        grep "hsplit\[0\]: bcast of up to 262144 bytes .*, $way inside, segments" "$work/stderr" || {
            cat "$work/stderr"
            return 1
        }
    done
}

# Calls in rounds of messages, forced against the model, are right, of all sizes and from every root.
collectives_by_rounds() { # PROGRAM ARGUMENT
    local operation
    slow_parameters >"$work/slow.parameters"
    job preloaded 8 none HSPLIT_EMULATE="$FOUR_NODES bind=$work/shuffled" \
        HSPLIT_COLLECTIVES="adaptive,parameters=$work/slow.parameters" HSPLIT_STRATEGY=rounds \
        HSPLIT_LOG=info,ranks=0 "$@" >"$work/stdout" 2>"$work/stderr" || {
        cat "$work/stdout" "$work/stderr"
        return 1
    }
    for operation in $([ "$2" = broadcasts ] && echo bcast || echo bcast reduce allreduce); do
        grep -m 1 "hsplit\[0\]: $operation of up to [0-9]* bytes from rank 0: rounds: rounds of radix [2348]" \
            "$work/stderr" || {
            cat "$work/stderr"
            return 1
        }
        ! grep "hsplit\[0\]: $operation of up to .*: groups" "$work/stderr" || return 1
    done
}

# One job measures, the next one reads; an invalid or stale file is one warning, and all results are right.
collectives_parameters() {
    local turn expected refused="warning: HSPLIT_COLLECTIVES: parameters: $work/own.parameters:"
    rm -f "$work/own.parameters"
    for turn in measured read stale wrong; do
        case $turn in
        measured) expected=' measured 2 links of 2 groups in [0-9.]* ms$' ;;
        read) expected= ;;
        stale)
            expected="$refused has no group 'node1'; calls run as without a model$"
            sed -i s/node1/gone/g "$work/own.parameters"
            ;;
        wrong)
            expected="$refused line 5: .*; calls run as without a model$"
            sed -i '5s/latency .*/latency -1/' "$work/own.parameters"
            ;;
        esac
        job preloaded 8 none HSPLIT_EMULATE="$FOUR_NODES" HSPLIT_COLLECTIVES=adaptive \
            HSPLIT_PARAMETERS_FILE="$work/own.parameters" HSPLIT_LOG=info,ranks=0 \
            @collectives_jobs few >"$work/stdout" 2>"$work/stderr" || {
            cat "$work/stdout" "$work/stderr"
            return 1
        }
        grep ' measured\|warning' "$work/stderr" | grep -v 'measuring [0-9]* links' >"$work/said"
        echo "$turn: $(cat "$work/said")"
        [ "$(wc -l <"$work/said")" -eq "$(printf '%s' "${expected:+1}" | wc -c)" ] &&
            { [ -z "$expected" ] || grep -q "hsplit\[0\]:.*$expected" "$work/said"; } || {
            cat "$work/own.parameters"
            return 1
        }
    done
}

# If the ranks of one node cannot share memory, none of them uses it. These four print this, and results are right.
collectives_unshared() {
    "$mpicc" -O2 -Wall -Wextra -fPIC -shared c-tests/unshared.c -o "$work/unshared.so" || return 1
    collective_job linked 8 LD_PRELOAD="$work/unshared.so" @collectives_jobs few >"$work/difference"
    cat "$work/difference"
    local said='does not share memory with the others of its node: .*; collective calls go by messages'
    [ "$(grep -c "^>.*rank [4-7] $said$" "$work/difference")" -eq 4 ] &&
        [ "$(grep -c '^[<>]' "$work/difference")" -eq 4 ]
}

# A rank that aborts ends the job.
collectives_kill() {
    limit=60
    ! job preloaded 8 none HSPLIT_EMULATE="$FOUR_NODES" HSPLIT_COLLECTIVES=all:0 @collectives_jobs kill || return 1
    ! grep -q 'did not end' "$work/output"
}

# Without the variable no call uses the hierarchy, and there is no message.
collectives_off() {
    job preloaded 4 none HSPLIT_EMULATE="$FOUR_NODES" HSPLIT_LOG=debug @collectives_jobs few 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    # One line: that the library was loaded.
    [ "$(grep -c 'hsplit\[' "$work/stderr")" -eq 1 ] &&
        grep -q 'hsplit\[0\]: libhsplit .* went no collective call$' "$work/stderr"
}

# mpi4py's own tests of collective calls, unmodified. If an MPI has the calls for large counts, mpi4py makes those.
collectives_mpi4py() { # RANKS MODULE...
    local ranks=$1 module rank
    shift
    for module; do
        rm -f "$work/tests".*
        job bare "$ranks" none "${python_variables[@]}" LD_PRELOAD="$library" HSPLIT_EMULATE="$FOUR_NODES" \
            HSPLIT_EMULATE_BIND="$work/shuffled" HSPLIT_COLLECTIVES=all:0,segment=100 HSPLIT_LOG=info,ranks=0 \
            "$python" c-tests/mpi4py_tests.py "$suite" "$module" "$work/tests" 2>"$work/stderr" ||
            {
                tail "$work/stderr"
                return 1
            }
        for rank in $(seq 0 $((ranks - 1))); do
            [ "$(grep -c ' passed$' "$work/tests.$rank")" -ge 30 ] && ! grep -h ' failed$' "$work/tests.$rank" || {
                echo "rank $rank, $module"
                return 1
            }
        done
        grep 'hsplit\[0\]: .*along the hierarchy went of collective calls ' "$work/stderr" || return 1
    done
}

# ScaLAPACK's own tests, as Debian has them for both of its MPIs: programs in Fortran. The tests of its communication
# (BLACS) compare the results of broadcasts and reductions on every process, the others those of factorizations.
collectives_scalapack() { # FOLDER RANKS PROGRAM...
    local folder=$1 ranks=$2 program preloaded=$library count lines
    shift 2
    rm -rf "$work/scalapack" && cp -rL /usr/share/scalapack "$work/scalapack" &&
        cp "$work/scalapack/BLACS"/* "$work/scalapack" || return 1
    # Without point-to-point sends, and without the tests that end with MPI_Abort.
    sed -i -e '/Run SDRV/s/T/F/' -e '/Run AUX/s/T/F/' "$work/scalapack/bt.dat"
    if [ "$mpi" = mpich ]; then
        "$mpicc" -O2 -fPIC -shared c-tests/yielding.c -o "$work/yielding.so" || return 1
        preloaded="$library $work/yielding.so"
    fi
    for program; do
        # shellcheck disable=SC2016
        job bare "$ranks" none LD_PRELOAD="$preloaded" HSPLIT_EMULATE="$FOUR_NODES" \
            HSPLIT_EMULATE_BIND="$work/shuffled" HSPLIT_COLLECTIVES=all:0,segment=100 \
            HSPLIT_LOG=info,ranks=0 sh -c 'cd "$0" && exec "$1"' "$work/scalapack" "$folder/$program" \
            >"$work/stdout" 2>"$work/stderr" || {
            tail "$work/stdout" "$work/stderr"
            return 1
        }
        grep -E 'TESTS;|residual checks' "$work/stdout"
        grep 'hsplit\[0\]: .*along the hierarchy went of collective calls ' "$work/stderr" || return 1
        case $program in
        # Broadcasts of five types; sums, maxima and minima of four: with any library, this program does not reach the
        # tests of DOUBLE PRECISION.
        xFbtest) lines=$(grep -cE ' TESTS; +[1-9][0-9]* PASSED, +[0-9]+ SKIPPED, +0 FAILED' "$work/stdout") &&
            [ "$lines" -eq 17 ] || return 1 ;;
        *)
            count=$(sed -n 's/^ *\([0-9]*\) tests completed and passed residual checks.*/\1/p' "$work/stdout")
            [ "${count:-0}" -gt 0 ] && grep -q '^ *0 tests completed and failed residual checks' "$work/stdout" ||
                return 1
            ;;
        esac
    done
}

scalapack_case() {
    local name="collectives: ScaLAPACK's own tests, in Fortran" folder
    folder=$(echo /usr/lib/*/scalapack/"$mpi"-tests)
    if [ -d "$folder" ]; then
        test_case "$name" collectives_scalapack "$folder" "$([ "$mpi" = mpich ] && echo 5 || echo 8)" xFbtest xdlu xzllt
    else
        skip "$name" "Debian has them for its own MPIs"
    fi
}

# Graphs of MPI_COMM_WORLD, after 0, 1 and 2 nonblocking operations of the program.
collectives_graphs() {
    local before
    for before in 0 1 2; do
        job preloaded 8 none HSPLIT_COLLECTIVES=all:0 @graphs "$before" || return 1
    done
}

# A callback of rank 0 that MPI_Finalize calls, with features enabled that make collective calls at the end.
in_finalize() {
    local setting
    for setting in HSPLIT_COLLECTIVES=all:0 HSPLIT_COLLECTIVES=adaptive HSPLIT_SUMMARY="$work/summary" HSPLIT_SHOW=1 \
        HSPLIT_MONITOR="gather,file=$work/counted"; do
        job preloaded 4 none HSPLIT_EMULATE="$FOUR_NODES" "$setting" @callbacks finalize >"$work/stdout" &&
            [ "$(grep -c '^rank 0 has made its calls' "$work/stdout")" = 2 ] || {
            echo "with $setting"
            return 1
        }
    done
    [ -s "$work/summary" ] && [ -s "$work/counted.parts" ]
}

cases_collectives() {
    local calls=100000 ranks=16 memory=1 what how
    # MPICH polls: ranks that share a core take long, and minutes if they do not sleep (c-tests/yielding.c) or if some
    # sleep while others poll.
    [ "$mpi" = openmpi ] || { calls=20000 && memory=64KiB; }
    everything || calls=10000
    # (With fewer than 8 ranks some communicators have no level. Under Intel MPI the test then ended with a corrupt
    # heap, also without calls along the hierarchy.)
    thorough || ranks=8
    collectives_shuffled
    ! thorough || test_case "collectives: all calls, ranks in order" collective_job linked "$ranks" @collectives ordered
    test_case "collectives: all calls, ranks in no order" collective_job preloaded "$ranks" \
        HSPLIT_EMULATE_BIND="$work/shuffled" @collectives all
    printf '%s\n' 'torus 1' 'dims 4' 'node0 1' 'node1 3' 'node2 0' 'node3 2' >"$work/torus"
    printf 'node%s\n' '0 1 3' '1 0 2' '2 0 0' '3 1 0' '4 0 3' '5 1 1' '6 1 2' '7 0 1' |
        cat <(printf 'torus 2\ndims 2 4\n') - >"$work/lattice"
    test_case "collectives: all calls, nodes of a torus with one rank each" collective_job linked 8 \
        HSPLIT_TOPOLOGY_FILE="$work/lattice" HSPLIT_EMULATE='node:8 core:2 pu:1' \
        HSPLIT_EMULATE_BIND=core,round-robin @collectives all
    test_case "collectives: all calls, nodes of a torus" collective_job linked 8 HSPLIT_TOPOLOGY_FILE="$work/torus" \
        HSPLIT_EMULATE='node:4 core:2 pu:1' HSPLIT_EMULATE_BIND=core,round-robin @collectives all
    ! thorough || test_case "collectives: all calls, short ones by messages" collective_job preloaded 8 \
        HSPLIT_EMULATE_BIND="$work/shuffled" \
        HSPLIT_COLLECTIVES=all:0,segment=1000,memory=1,short=off @collectives all
    test_case "collectives: blocks of different lengths, ranks in order" collective_job linked 8 \
        @collectives_vectors all
    test_case "collectives: blocks of different lengths, ranks in no order" collective_job preloaded 8 \
        HSPLIT_EMULATE_BIND="$work/shuffled" @collectives_vectors all
    test_case "collectives: neighbours, ranks in order" collective_job linked 8 @collectives_neighbours all 1 20
    test_case "collectives: neighbours, ranks in no order" collective_job preloaded 7 \
        HSPLIT_EMULATE_BIND="$work/shuffled" @collectives_neighbours all 2 "$(thorough && echo 100 || echo 20)"
    test_case "collectives: neighbours, errors" collective_job preloaded 8 @collectives_neighbours errors
    # On a busy machine measuring takes so long that the library prints its progress.
    for what in all:0 adaptive; do
        test_case "collectives: $what, beside a communicator that is being made" silent_job preloaded 8 none \
            HSPLIT_EMULATE="$FOUR_NODES" HSPLIT_COLLECTIVES=$what HSPLIT_LOG=error @collectives_neighbours pending
    done
    test_case "collectives: neighbours, threads" collective_job preloaded 8 @collectives_neighbours threads 6
    test_case "collectives: neighbours, a message for each pair of nodes" collectives_pairs
    test_case "collectives: a result for each rank, ranks in order" collective_job linked 8 \
        @collectives_reductions ordered
    test_case "collectives: a result for each rank, ranks in no order" collective_job preloaded 8 \
        HSPLIT_EMULATE_BIND="$work/shuffled" @collectives_reductions all
    test_case "collectives: a result for each rank, threads" collective_job preloaded 4 \
        HSPLIT_EMULATE='node:2 package:2 core:1 pu:1' @collectives_reductions threads
    # Open MPI 4 has no calls for large counts.
    ! thorough || [ "$mpi" = openmpi ] ||
        test_case "collectives: a block of more than an int counts" collective_job linked 4 @collectives_vectors large
    test_case "collectives: short calls, ranks in no order" collective_job preloaded 8 \
        HSPLIT_EMULATE_BIND="$work/shuffled" @collectives_short
    test_case "collectives: short calls, ranks of a wide node" collective_job linked 9 \
        HSPLIT_EMULATE='node:1 package:1 core:10 pu:1' @collectives_short 300
    test_case "collectives: short calls, a rank on each node" collective_job linked 5 \
        HSPLIT_EMULATE='leaf:2 node:3 package:1 core:1 pu:1' @collectives_short 300
    test_case "collectives: short calls, by messages" collective_job linked 6 \
        HSPLIT_COLLECTIVES=all:0,segment=1000,memory=1,short=off @collectives_short 300
    # On eight nodes blocks go through all ranks of each, and if one node has a single rank by Bruck's algorithm: among
    # all ranks, or among one of each node if others have three.
    for what in '16 2' '15 2' '22 3'; do
        ! everything || ! ranks_yield || test_case "collectives: all calls, eight nodes, ${what% *} ranks" \
            collective_job linked "${what% *}" HSPLIT_EMULATE="leaf:2 node:4 package:1 core:${what#* } pu:1" \
            @collectives ordered
    done
    # Blocks go by Bruck's algorithm here.
    ! everything || ! ranks_yield || test_case "collectives: a rank on each of 32 nodes" collective_job linked 32 \
        HSPLIT_EMULATE='leaf:4 node:8 package:1 core:1 pu:1' @collectives_many
    test_case "collectives: without HSPLIT_COLLECTIVES" collectives_off
    test_case "collectives: errors are the native call's" collective_job preloaded 8 @collectives_jobs errors
    ! thorough || test_case "collectives: an element of 2 GiB for the rank itself" collective_job linked 4 \
        @collectives_alike own
    for what in nothing counted "counted 4000" huge "huge data"; do
        # shellcheck disable=SC2086 # words
        test_case "collectives: ranks do their parts differently, $what" collective_job linked 5 \
            @collectives_alike $what
    done
    for what in extents bottom absolute; do
        test_case "collectives: ranks do their parts differently, $what" collective_job linked 5 \
            @collectives_places $what
    done
    for what in aliases "aliases 80000" alone own after threads; do
        # shellcheck disable=SC2086 # words
        test_case "collectives: what an MPI refuses, $what" collective_job preloaded 4 @collectives_refused $what
    done
    for what in lengths "lengths 1000" parts "parts 20001"; do
        # shellcheck disable=SC2086 # words
        test_case "collectives: what an MPI refuses, $what" collective_job preloaded 8 @collectives_lengths $what
    done
    test_case "collectives: what an MPI refuses, on one node" collective_job preloaded 4 \
        HSPLIT_EMULATE='package:1 core:4 pu:1' @collectives_lengths one_node
    for what in freed jumped levels handlers; do
        test_case "collectives: in callbacks, $what" silent_job preloaded 4 none HSPLIT_EMULATE="$FOUR_NODES" \
            HSPLIT_EMULATE_BIND=core,round-robin HSPLIT_COLLECTIVES=all:0 @callbacks $what
    done
    test_case "collectives: in callbacks, MPI_Finalize" in_finalize
    if mpi_h_defines OMPI_MAJOR_VERSION 5; then
        for what in allreduce barrier bcast allgather allreduce_long; do
            for how in dies revokes; do
                test_case "collectives: a rank $how in $what" collectives_after_a_failure $what $how
            done
        done
    fi
    test_case "collectives: a share that is too long, in a trial" silent_job preloaded 4 none \
        HSPLIT_EMULATE="$FOUR_NODES" HSPLIT_COLLECTIVES=all:trial @callbacks truncated
    for what in handles thread; do
        test_case "collectives: handles used again, $what" collectives_again 4 $what
    done
    test_case "collectives: ranks that were told different things" collectives_disagree
    test_case "collectives: ranks of a node that share no memory" collectives_unshared
    test_case "collectives: trials" collectives_trial
    test_case "collectives: what trials have found serves later jobs" collectives_tuning
    test_case "collectives: what trials have found of operations" collectives_tuning_operations
    test_case "collectives: strategies that trials have found" collectives_tuning_strategies
    test_case "collectives: trials of other programs are imported" collectives_tuning_import
    test_case "collectives: trials of a site are few" collectives_site
    if [ "$(id -u)" -eq 0 ] && unshare -m mount -t tmpfs none "$work" 2>/dev/null; then
        test_case "collectives: what trials have found, no space" collectives_tuning_full
    else
        skip "collectives: what trials have found, no space" "only root may mount a file system"
    fi
    test_case "collectives: what calls gain, in seconds" collectives_gain
    # Calls that the model leaves native must be right natively: broadcasts of elements without data are not under MPICH
    # 5, in-place reductions and gatherings of some datatypes are not under MPICH 4 and Intel MPI.
    if [ "$(family "$mpicc")" = openmpi ]; then
        test_case "collectives: by a model" collectives_adaptive 8
        test_case "collectives: by a model, ranks in another order than nodes" collectives_other_order
        test_case "collectives: by a model, all datatypes in rounds" collectives_by_rounds @collectives all
    else
        skip "collectives: by a model, all datatypes" \
            "this MPI's own calls are wrong for some of them (the next case runs by a model too)"
    fi
    test_case "collectives: by a model, each cluster in its own way" collectives_each_its_own
    test_case "collectives: by a model, broadcasts in stages inside nodes" collectives_stages
    test_case "collectives: by a model, broadcasts in rounds" collectives_by_rounds @collectives_jobs broadcasts
    test_case "collectives: parameters of the model are measured, kept, and not believed when stale" \
        collectives_parameters
    test_case "collectives: threads" collective_job preloaded 4 HSPLIT_EMULATE='node:2 package:2 core:1 pu:1' \
        @collectives_jobs threads
    test_case "collectives: $calls calls do not grow" collective_job linked 4 \
        HSPLIT_COLLECTIVES=all:0,segment=1000,memory="$memory" \
        HSPLIT_EMULATE='node:2 package:2 core:1 pu:1' @collectives_jobs growth "$calls"
    test_case "collectives: a rank dies" collectives_kill
    [ "$(family "$mpicc")" != openmpi ] ||
        test_case "collectives: MPI_Dist_graph_create does not hang" collectives_graphs
    ! everything || scalapack_case
    [ -n "${python:-}" ] || python_environment || true
    # Debian's MPICH polls, and the interpreter is not linked with c-tests/yielding.c.
    if [ "$mpi" = mpich ]; then
        skip "collectives: mpi4py's own tests" "they take minutes where ranks poll"
    elif [ -z "$no_python" ] && python_variables; then
        test_case "collectives: mpi4py's own tests" collectives_mpi4py 5 test_cco_buf test_cco_obj
    else
        skip "collectives: mpi4py's own tests" "${no_python:-mpi4py has no module for this MPI}"
    fi
}
