# SPDX-License-Identifier: MIT OR Apache-2.0
# A cluster of namespaces (c-tests/netns-cluster/): every host is a node, the delays are those of the description, and
# nothing is left of an emulated cluster, however it ends. Names are unique: another cluster may be up. Cases that
# measure there run alone.
CASES="$CASES cluster latencies"
ALONE="$ALONE latencies"
# Ranks poll on emulated hosts: two clusters at the same time take a minute instead of seconds.
IN_TURN="$IN_TURN cluster"
UNDO="$UNDO cluster_gone"

cluster_gone() {
    [ ! -e "/run/netns-cluster/check-$mark" ] || cluster down 2>/dev/null
}

# A cluster does not carry our mark: it must outlive a job that did not end in time.
netns_cluster=c-tests/netns-cluster/cluster
cluster() {
    under_limit "${cluster_limit:-60}" env -u LIBHSPLIT_CHECK CLUSTER="check-$mark" "$netns_cluster" "$@"
}

# Everything that a cluster could leave outside of itself, by its name.
cluster_traces() {
    find /run/netns-cluster -maxdepth 1 -name "check-$mark*" 2>/dev/null
    grep -l "netns-cluster/check-$mark" /proc/[0-9]*/mountinfo 2>/dev/null
    grep -zl "netns-cluster/check-$mark" /proc/[0-9]*/cmdline /proc/[0-9]*/environ 2>/dev/null
}

no_cluster_traces() {
    # Killed processes may take a moment to end.
    for _ in {1..50}; do
        [ -n "$(cluster_traces)" ] || return 0
        sleep 0.1
    done
    echo "left behind:"
    cluster_traces
    return 1
}

# State outside that no cluster may change.
outside_clusters() {
    readlink /proc/self/ns/net
    ip -brief link
    ip -brief address
    ip route
    ip netns list
    cat /etc/hosts /proc/sys/kernel/hostname /proc/sys/kernel/random/boot_id /proc/sys/net/ipv4/tcp_congestion_control
    grep -E ' (/proc|/sys|/dev/shm|/etc/[a-z-]+|/proc/sys/[^ ]*) ' /proc/mounts
}

# The library warns of these calls if it reorders ranks of several nodes.
GATHERS="MPI_Gather and MPI_Scatter"

# As 'cluster run' of a program linked with the library, which must print nothing. Debian's MPICH 4.0 over UCX often
# hangs in MPI_Finalize across hosts: some ranks wait there for ranks that have left.
cluster_job() { # RANKS [NAME=VALUE...] @PROGRAM [ARGUMENT...]
    local code words=() word
    for word in "${@:2}"; do
        case $word in
        @*) words+=("$(program linked "${word#@}")") ;;
        *) words+=("$word") ;;
        esac
    done
    cluster_limit=60
    [ "$mpi" != mpich ] || cluster_limit=10
    MPIEXEC=$mpiexec cluster run "${cluster_options[@]}" "$1" env "${words[@]}" >"$work/stdout" 2>"$work/stderr"
    code=$?
    cat "$work/stdout" "$work/stderr"
    # A busy machine may take so long to measure that the library prints its progress.
    ! grep 'hsplit\[' "$work/stderr" | grep -qv "measuring latencies\\|measuring [0-9]* links\\|$GATHERS" || {
        echo "stderr is not silent"
        return 1
    }
    [ "$code" -eq 0 ] || { [ "$mpi" = mpich ] && [ "$code" -eq 124 ]; }
}

# The result covers all ranks, and the program prints it before MPI_Finalize.
cluster_descent() { # RANKS-PER-HOST [bound]
    local cluster_options=()
    [ "${2:-}" != bound ] || cluster_options=(--bind core)
    cluster_job "$1" @hosts "$@" || return 1
    # The program reorders ranks.
    [ "$mpi" != openmpi5 ] || grep -q "$GATHERS of Open MPI 5.0 give wrong data" "$work/stderr" || return 1
    grep -qx "$(($1 * 4)) ranks are right" "$work/stdout"
}

# Messages from one host to another one are counted on the cables between them, and on no other.
cluster_traffic() {
    local serve send server
    serve='import socket as s; a = s.create_server(("n3", 4711)); print("up", flush=True); c = a.accept()[0]
while c.recv(4096): pass'
    send='import socket as s; c = s.create_connection(("n3", 4711)); c.sendall(bytes(1234)); c.close()'
    cluster traffic | sed 's/ .*//' >"$work/cables" &&
        printf '%s\n' s0 s1 n0 n1 n2 n3 | diff - "$work/cables" || return 1
    cluster traffic >"$work/before"
    cluster exec n3 python3 -c "$serve" >"$work/served" &
    server=$!
    for _ in {1..100}; do
        [ ! -s "$work/served" ] || break
        sleep 0.1
    done
    cluster exec n0 python3 -c "$send" && wait "$server" || return 1
    cluster traffic >"$work/after"
    # Frames with data and their bytes, upwards and downwards.
    paste -d' ' "$work/after" "$work/before" |
        awk '{ print $1, $2, ($4 - $12) ":" ($5 - $13), ($7 - $15) ":" ($8 - $16) }' >"$work/traffic"
    diff - "$work/traffic" <<'END'
s0 core 1:1234 0:0
s1 core 0:0 1:1234
n0 s0 1:1234 0:0
n1 s0 0:0 0:0
n2 s1 0:0 0:0
n3 s1 0:0 1:1234
END
}

# Some launchers pass Slurm's variables of their own host on to all ranks, whose hosts then have other names. The file
# has no switches.
cluster_one_name() {
    local cluster_options=()
    printf '%s\n' 'torus 1' 'dims 4' 'n0 0' 'n1 1' 'n2 2' 'n3 3' >"$work/ring"
    SLURMD_NODENAME=n0 cluster_job 2 HSPLIT_TOPOLOGY_FILE="$work/ring" @hosts 2 ring &&
        grep -qx "8 ranks are right" "$work/stdout"
}

# One rank of every host queries the operating system, and the other ranks of that host read its result.
cluster_discovered_once() {
    HSPLIT_LOG=debug MPIEXEC=$mpiexec cluster run 4 "$(program linked hosts)" 4 >"$work/once" 2>&1 || {
        cat "$work/once"
        return 1
    }
    discovered_by 4 12
}

# The other two hosts work as without the variable, and a line reports them.
cluster_lacking() {
    local code
    MPIEXEC=$mpiexec cluster run 2 c-tests/in-ranks 0,1,6,7 LD_PRELOAD="$library" HSPLIT_COLLECTIVES=all:0 \
        "$(program bare mixture)" blocking >"$work/stdout" 2>"$work/stderr"
    code=$?
    cat "$work/stdout" "$work/stderr"
    [ "$code" -eq 0 ] && [ "$(grep -c 'work as without HSPLIT_COLLECTIVES' "$work/stderr")" -eq 1 ]
}

# The library's variables in the environment of 'cluster run' reach the ranks on every host, and no launcher.
cluster_exports() {
    LD_PRELOAD=$library HSPLIT_LOG=debug MPIEXEC=$mpiexec cluster run --slurm n1:1,n3:2 \
        sh -c 'echo "$(hostname) $LD_PRELOAD $HSPLIT_LOG $SLURM_TOPOLOGY_ADDR $SLURM_TOPOLOGY_ADDR_PATTERN"' \
        >"$work/stdout"
    printf "%s $library debug core.%s switch.switch.node\n" n1 s0.n1 n3 s1.n3 n3 s1.n3 | diff - <(sort "$work/stdout")
}

# 1 MiB takes 8.4 ms at 1 Gbit/s.
cluster_rate() {
    MPIEXEC=$mpiexec cluster run n0:1,n1:1 chrt -r 1 "$(program linked latency)" 1048576 5 >"$work/latency" || {
        cat "$work/latency"
        return 1
    }
    cat "$work/latency"
    awk '{ exit !($3 >= 8888 && $3 < 2 * 8888) }' "$work/latency"
}

# Delays are lower bounds. The load of this machine adds to them, less for real-time processes.
cluster_latency() {
    MPIEXEC=$mpiexec cluster run 1 chrt -r 1 "$(program linked latency)" >"$work/latency" || {
        cat "$work/latency"
        return 1
    }
    cat "$work/latency"
    awk '{ count++; shortest[$2] = $3 }
        END {
            leaf = shortest["n1"]
            exit !(count == 3 && leaf >= 500 && shortest["n2"] >= 2000 && shortest["n3"] >= 2000 &&
                   shortest["n2"] > 2 * leaf && shortest["n3"] > 2 * leaf)
        }' "$work/latency"
}

cluster_topology() {
    diff - <("$netns_cluster" topology slurm 2x2) <<'END' || return 1
SwitchName=core Switches=s0,s1
SwitchName=s0 Nodes=n0,n1
SwitchName=s1 Nodes=n2,n3
END
    diff - <("$netns_cluster" topology file 2x2) <<'END' || return 1
switch core
    switch s0: n0,n1
    switch s1: n2,n3
END
    diff - <("$netns_cluster" topology coordinates 2x2) <<'END' || return 1
nlevels 3
dims 1 2 2
n0 0 0 0
n1 0 0 1
n2 0 1 0
n3 0 1 1
END
    diff - <("$netns_cluster" topology slurm 16 | sed -n '2p;$p') <<'END' || return 1
SwitchName=island0 Switches=s0,s1
SwitchName=s3 Nodes=n12,n13,n14,n15
END
    diff - <("$netns_cluster" topology file 16 | sed -n '2p;$p') <<'END' || return 1
    switch island0
        switch s3: n12,n13,n14,n15
END
    diff - <("$netns_cluster" topology coordinates 16 | sed -n '1,3p;$p') <<'END' || return 1
nlevels 4
dims 1 2 2 4
n0 0 0 0 0
n15 0 1 1 3
END
    cluster_topology_uneven
}

# Hosts and switches at one switch, and switches without hosts.
cluster_topology_uneven() {
    printf 'switch core\nhost n0 core\nswitch s0 core\nswitch s1 s0\nhost n1 core\n' >"$work/spec"
    diff - <("$netns_cluster" topology file "$work/spec") <<'END' || return 1
switch core: n0,n1
    switch s0
        switch s1
END
    diff - <("$netns_cluster" topology coordinates "$work/spec") <<'END' || return 1
nlevels 2
dims 1 3
n0 0 0
n1 0 2
END
    echo 'host n2 s1' >>"$work/spec"
    ! "$netns_cluster" topology coordinates "$work/spec" >"$work/stdout" 2>"$work/stderr" &&
        [ ! -s "$work/stdout" ] &&
        diff - "$work/stderr" <<'END'
cluster: coordinates: 'n2' is below another number of switches than 'n0'
END
}

# An error has the number of its line, and nothing is created.
cluster_errors() {
    local text
    while IFS='|' read -r text message; do
        # shellcheck disable=SC2059
        printf "switch s\n$text" >"$work/spec"
        ! cluster up "$work/spec" 2>"$work/stderr" || return 1
        diff <(echo "cluster: $work/spec:2: $message") "$work/stderr" || return 1
    done <<'END'
hots n0 s|'hots' is neither 'switch' nor 'host'
host n0 t 1us\n|no line above describes a switch 't'
host n0 s 1h\n|'1h' is no delay such as 250us or 2ms
host n0 s 1us 1Gb\n|'1Gb' is no rate such as 100Mbit or 1Gbit
host n[0-1 s\n|'n[0-1' cannot be a name
host ../n s\n|'../n' cannot be a name
host s s\n|there are two of 's'
host n0\n|the host 'n0' is at no switch
switch t\n|the switch 't' is below no other, and 's' is the outermost already
host n0 s 1us 1Gbit more\n|too many words
END
    no_cluster_traces
}

# Two clusters do not see each other; each goes down alone, and a second 'down' succeeds.
cluster_two() {
    cluster up 4 && cluster exec n3 true && ! cluster up 4 2>/dev/null || return 1
    (mark=$mark-b && cluster up 2x2 && cluster exec n0 sh -c 'ip -brief link | grep -c eth0' | grep -qx 1 &&
        cluster down) ||
        return 1
    cluster exec n0 hostname | grep -qx n0 && cluster down && cluster down && no_cluster_traces
}

# The command is killed at any moment of 'up' or 'run': 'down' removes what exists, and the next cluster starts.
cluster_killed() {
    local pause victim
    for pause in 0 0.02 0.05 0.1 0.2 0.3 0.4; do
        CLUSTER="check-$mark" "$netns_cluster" up 2x2 &
        victim=$!
        sleep "$pause"
        kill -9 "$victim" 2>/dev/null
        wait "$victim" 2>/dev/null
        cluster down && no_cluster_traces || {
            echo "killed after $pause s"
            return 1
        }
    done
    cluster up 2x2 || return 1
    CLUSTER="check-$mark" "$netns_cluster" exec n2 sleep 1000 &
    victim=$!
    sleep 0.3
    cluster exec n0 pgrep -x sleep -a | grep -q 'sleep 1000' || {
        echo "no command runs"
        return 1
    }
    kill -9 "$victim"
    wait "$victim" 2>/dev/null
    sleep 0.2
    ! cluster exec n0 pgrep -x sleep -a | grep 'sleep 1000' || {
        echo "a command outlives the one that started it"
        return 1
    }
    cluster down
    # The next 'up' does not need the 'down'.
    for pause in 0.1 0.2 0.3; do
        CLUSTER="check-$mark" "$netns_cluster" up 2x2 &
        victim=$!
        sleep "$pause"
        kill -9 "$victim" 2>/dev/null
        wait "$victim" 2>/dev/null
        # A cluster that was ready before is up already, and stays.
        cluster up 2x2 || echo "the one before is there"
        cluster exec n3 true && cluster down || {
            echo "killed after $pause s"
            return 1
        }
    done
    cluster up 2x2 || return 1
    # The whole cluster is killed, and started again over its remains.
    kill -9 "$(cat "/run/netns-cluster/check-$mark/pid")"
    while cluster hosts >/dev/null 2>&1; do sleep 0.05; done
    cluster up 2x2 && cluster exec n3 true && cluster down && no_cluster_traces
}

# An interrupted 'up' cleans up itself, and a second signal during the cleaning changes nothing.
cluster_interrupted() {
    local pause again victim
    for pause in 0.05 0.1 0.2; do
        for again in 0 0.005 0.02; do
            CLUSTER="check-$mark" "$netns_cluster" up 16 &
            victim=$!
            sleep "$pause"
            kill -TERM "$victim" 2>/dev/null
            sleep "$again"
            kill -TERM "$victim" 2>/dev/null
            # If it is faster than the signal, the cluster is up.
            ! wait "$victim" || cluster down
            no_cluster_traces || {
                echo "interrupted after $pause s, and again after $again s"
                return 1
            }
        done
    done
}

# Other work of this machine does not change the latencies of real-time processes. MPICH would keep the cores from all
# other processes.
undisturbed() {
    [ "$(family "$mpicc")" != openmpi ] || echo "chrt -r 1"
}

# One hierarchy, on every rank, from each source: Slurm's variables of every rank, its file, coordinates, the library's
# own form, and latencies.
cluster_switches() { # WHERE
    local cluster_options=()
    case $1 in
    variables)
        cluster_options=(--slurm)
        cluster_job 4 @switches 4
        ;;
    measured) cluster_job 4 HSPLIT_SOURCES=default,measured $(undisturbed) @switches 4 ;;
    *)
        "$netns_cluster" topology "$1" 2x2 >"$work/topology" || return 1
        cluster_job 4 HSPLIT_TOPOLOGY_FILE="$work/topology" @switches 4
        ;;
    esac && grep -qx "16 ranks are right" "$work/stdout"
}

# The next job reads the measurements of the first one; the levels inside the nodes are as described.
cluster_measured_once() {
    local cluster_options=()
    rm -f "$work/measured"
    cluster_job 4 HSPLIT_SOURCES=measured,default HSPLIT_RHO=25% HSPLIT_MEASURED_FILE="$work/measured" \
        HSPLIT_EMULATE='node:4 package:2 core:2 pu:1' $(undisturbed) @switches 4 packages &&
        grep -qx "16 ranks are right" "$work/stdout" || return 1
    cat "$work/measured"
    sed 's/ # [0-9.]* us$//; s/libhsplit [^ ]*/libhsplit/' "$work/measured" | diff - <(printf '%s\n' \
        '# Latencies that libhsplit measured between 4 nodes, rho=0.25.' \
        'subnet measured' '    subnet measured.0: node[0-1]' '    subnet measured.1: node[2-3]') || return 1
    cluster_job 4 HSPLIT_TOPOLOGY_FILE="$work/measured" HSPLIT_EMULATE='node:4 package:2 core:2 pu:1' @switches 4 \
        packages && grep -qx "16 ranks are right" "$work/stdout" &&
        [ "$(find "$work" -name 'measured*' | wc -l)" -eq 1 ]
}

# Half of the ranks cannot measure, and one warning a node reports it; the first split of all ranks measures, whatever
# its type. (On a loaded machine measuring may take so long that the library prints its progress.)
cluster_measured_late() {
    local said="warning: source 'measured' is empty before a split of all ranks of MPI_COMM_WORLD"
    MPIEXEC=$mpiexec HSPLIT_SOURCES=measured,default cluster run 4 $(undisturbed) "$(program linked switches)" 4 late \
        >"$work/stdout" 2>"$work/stderr"
    local code=$?
    cat "$work/stdout" "$work/stderr"
    [ $code -eq 0 ] && grep -qx "16 ranks are right" "$work/stdout" &&
        [ "$(grep 'hsplit\[' "$work/stderr" | grep -vc 'measuring latencies')" -eq 4 ] &&
        [ "$(grep -c "$said; this one has 8 of them$" "$work/stderr")" -eq 4 ]
}

# 500 us against 2 ms is found in each run.
cluster_measured_always() { # RUNS
    local turn
    for ((turn = 1; turn <= $1; turn++)); do
        cluster_job 1 HSPLIT_LOG=error HSPLIT_SOURCES=default,measured $(undisturbed) @switches 1 >"$work/run" &&
            grep -qx "4 ranks are right" "$work/stdout" || {
            echo "run $turn"
            cat "$work/run"
            return 1
        }
    done
}

# HSPLIT_LOG=info logs the measurements, and a file that cannot be written is one warning.
cluster_measured_log() {
    local file=/proc/no-such-file said
    said="^hsplit\[0\]: warning: HSPLIT_SOURCES: file: $file is not written: No such file or directory"
    MPIEXEC=$mpiexec HSPLIT_LOG=info HSPLIT_SOURCES=default,measured HSPLIT_MEASURED_FILE=$file \
        cluster run 2 $(undisturbed) "$(program linked switches)" 2 >"$work/stdout" 2>"$work/stderr"
    local code=$?
    cat "$work/stdout" "$work/stderr"
    [ $code -eq 0 ] && grep -qx "8 ranks are right" "$work/stdout" &&
        [ "$(grep 'hsplit\[' "$work/stderr" | grep -vc 'measuring latencies')" -eq 3 ] &&
        grep -q '^hsplit\[0\]: measured 4 nodes in 3 rounds, [0-9.]* ms: 2 levels$' "$work/stderr" &&
        grep -q '^hsplit\[0\]: libhsplit .*: 8 ranks; rank 0 made 6 splits' "$work/stderr" &&
        grep -q "$said" "$work/stderr" || return 1
    # If a file has every host, nothing is measured.
    "$netns_cluster" topology slurm 2x2 >"$work/topology"
    MPIEXEC=$mpiexec HSPLIT_LOG=debug HSPLIT_TOPOLOGY_FILE="$work/topology" HSPLIT_SOURCES=default,measured \
        cluster run 2 "$(program linked switches)" 2 >"$work/stdout" 2>"$work/stderr" &&
        grep -qx "8 ranks are right" "$work/stdout" &&
        [ "$(grep -c 'nothing is measured: another source has the network' "$work/stderr")" -eq 8 ] &&
        ! grep 'measured 4 nodes' "$work/stderr"
}

# Two concurrent flows show that the cables of hosts are shared, and cables of switches only if they are no faster.
cluster_flows() {
    local cluster_options=(--slurm) mark=$mark-flows rate
    for rate in 100Mbit 1Gbit; do
        printf '%s\n' "switch core" "switch s[0-1] core 200us $rate" "host n[0-1] s0 50us 100Mbit" \
            "host n[2-3] s1 50us 100Mbit" >"$work/spec"
        rm -f "$work/flows"
        cluster up "$work/spec" || return 1
        cluster_job 2 HSPLIT_COLLECTIVES="adaptive,parameters=$work/flows" \
            @collectives_jobs broadcasts || {
            cluster down
            return 1
        }
        cluster down
        grep '^flows ' "$work/flows"
        awk -v shared="$([ "$rate" = 1Gbit ] || echo 1)" '
            $1 == "flows" && $2 == "n0>n1" { hosts = $4 }
            $1 == "flows" && $2 == "n0>n2" && $3 == "n1>n3:" { switches = $4 }
            END { exit !(hosts > 1.6 && (shared ? switches > 1.6 : switches >= 1 && switches < 1.4)) }' \
            "$work/flows" || {
            cat "$work/flows"
            return 1
        }
    done
}

cluster_down() {
    cluster down && no_cluster_traces && outside_clusters | diff "$work/outside" -
}

# True if clusters of namespaces can be created here, for this MPI; otherwise sets why_no_cluster.
has_clusters() {
    why_no_cluster=
    "$netns_cluster" check >"$work/check" 2>&1 || why_no_cluster=$(sed 's/^cluster: //' "$work/check")
    # The standard ABI makes no difference here.
    case $mpi in
    *-abi) why_no_cluster="run under the other MPIs" ;;
    esac
    [ -z "$why_no_cluster" ]
}

cases_cluster() {
    local cluster_options=() where
    has_clusters || {
        skip "a cluster of namespaces: every host is a node, nothing is left" "$why_no_cluster"
        return
    }
    outside_clusters >"$work/outside"
    if [ "$mpicc" = "${ALL_MPICC%% *}" ]; then
        test_case "cluster: topology in each form" cluster_topology
        test_case "cluster: errors in a description" cluster_errors
        test_case "cluster: two at once" cluster_two
        test_case "cluster: killed" cluster_killed
        test_case "cluster: interrupted" cluster_interrupted
    fi
    test_case "cluster: up" cluster up 2x2
    test_case "cluster: traffic of each cable" cluster_traffic
    test_case "cluster: every host is a node" cluster_descent 4
    ! everything || test_case "cluster: every host is a node, whatever the launcher passes on" cluster_one_name
    if [ "$mpi" = mpich ]; then
        for where in slurm coordinates; do
            test_case "cluster: switches, $where" cluster_switches "$where"
        done
        skip "cluster: golden 5.1, discovery, bound ranks, what is said of measuring" \
            "hangs in MPI_Finalize across hosts (the case above does not wait for that)"
    else
        test_case "cluster: golden 5.1 on four hosts" cluster_job 8 HSPLIT_EMULATE="$RR_5_1" @golden_5_1
        for where in variables slurm coordinates file; do
            test_case "cluster: switches, $where" cluster_switches "$where"
        done
        test_case "cluster: discovered once on every host" cluster_discovered_once
        test_case "cluster: two hosts lack the library" cluster_lacking
        if [ "$(nproc)" -ge 2 ]; then
            test_case "cluster: bound ranks" cluster_descent 2 bound
        else
            skip "cluster: bound ranks" "needs two cores"
        fi
    fi
    cluster_launch_cases
    test_case "cluster: variables reach every host" cluster_exports
    test_case "cluster: down" cluster_down
    # If the pattern excludes the case that takes the cluster down.
    cluster_gone
}

cases_latencies() {
    local cluster_options=() runs=3
    # No other MPI has any of these in 'make check'.
    [ "$mpi" = openmpi ] || everything || return 0
    has_clusters || {
        skip "a cluster of namespaces: delays" "$why_no_cluster"
        return
    }
    cluster up 2x2 || {
        skip "a cluster of namespaces: delays" "no cluster is up, which its own case reports"
        return
    }
    test_case "cluster: switches, measured" cluster_switches measured
    # Debian's MPICH hangs in MPI_Finalize across hosts.
    if [ "$mpi" != mpich ] && thorough; then
        test_case "cluster: measured once" cluster_measured_once
        test_case "cluster: measured late" cluster_measured_late
        test_case "cluster: what is said of measuring" cluster_measured_log
    fi
    # The others poll and do not yield: they would measure the scheduler.
    if [ "$mpi" = openmpi ]; then
        test_case "cluster: latency" cluster_latency
        test_case "cluster: rate" cluster_rate
        test_case "cluster: two flows at once" cluster_flows
        ! everything || runs=20
        test_case "cluster: measured in $runs of $runs runs" cluster_measured_always "$runs"
    fi
    cluster_gone
}
