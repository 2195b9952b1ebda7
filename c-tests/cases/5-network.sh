# SPDX-License-Identifier: MIT OR Apache-2.0
# Switches above the nodes, from every file format.
CASES="$CASES network"

EIGHT_NODES='node:8 package:2 core:2 pu:1'

# One network in every format; see c-tests/network.c.
network_files() {
    cat >"$work/own.topology" <<'END'
# what is inside stands below, further to the right
site s0
    pod p0
        leaf leaf0: node[0-1]
        leaf leaf1: NODE2, node3
    pod p1
        leaf leaf2: node[4-6]
        leaf leaf3: node7
END
    cat >"$work/leaves.conf" <<'END'
SwitchName=leaf0 Nodes=node[0-1] LinkSpeed=100
SwitchName=leaf1 Nodes=node2,NODE3
SwitchName=leaf2 \
    Nodes=node[4-6]
SwitchName=leaf3 Nodes=node7
END
    cat >"$work/topology.conf" <<'END'
# the lines of a topology.conf may stand in any order
SwitchName=s0 Switches=p[0-1]
switchname=p0 Switches=leaf[0-1]
SwitchName=p1 Switches=leaf[2-3] # and a comment
Include leaves.conf
END
    printf 'nlevels 4\ndims 1 2 2 3\n' >"$work/coordinates"
    printf 'node%s\n' '0 0 0 0 0' '1 0 0 0 1' '2 0 0 1 0' '3 0 0 1 1' '4 0 1 0 0' '5 0 1 0 1' '6 0 1 0 2' '7 0 1 1 0' \
        >>"$work/coordinates"
    fabric >"$work/fabric"
    grep -v leaf0 "$work/own.topology" >"$work/missing.topology"
    sed -i 's/^    pod p0$/&: node1/' "$work/missing.topology"
    sed 's/node7/node[7/' "$work/own.topology" >"$work/broken.topology"
    # Each rank gets the variables that Slurm would set.
    cat >"$work/told" <<'END'
rank=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}
set -- $((rank / 4)) "$@"
case $1 in
0 | 1) switches=s0.p0.leaf0 ;;
2 | 3) switches=s0.p0.leaf1 ;;
7) switches=s0.p1.leaf3 ;;
*) switches=s0.p1.leaf2 ;;
esac
export SLURM_TOPOLOGY_ADDR=$switches.node$1 SLURM_TOPOLOGY_ADDR_PATTERN=switch.switch.switch.node
shift
exec env "$@"
END
}

# A folder of Slurm's for each cluster: its default topology is another one than that of its partition 'batch'.
slurm_folders() {
    mkdir -p "$work/of-partition" "$work/of-cluster"
    cat >"$work/leaves" <<'END'
  tree:
    switches:
      - switch: s0
        children: p[0-1]
      - {switch: p0, children: 'leaf[0-1]'}
      - {switch: p1, children: 'leaf[2-3]'}
      - {switch: leaf0, nodes: 'node[0-1]'}
      - {switch: leaf1, nodes: 'node2,NODE3'}
      - {switch: leaf2, nodes: 'node[4-6]'}
      - {switch: leaf3, nodes: node7}
END
    printf -- '---\n- topology: flat\n  cluster_default: true\n  flat: true\n- topology: leaves\n' |
        cat - "$work/leaves" >"$work/of-partition/topology.yaml"
    printf 'ClusterName=a\nInclude parts.conf\n' >"$work/of-partition/slurm.conf"
    printf 'PartitionName=debug Nodes=ALL\nPartitionName=batch Nodes=ALL Topology=leaves\n' \
        >"$work/of-partition/parts.conf"
    printf -- '- topology: flat\n  flat: true\n- topology: leaves\n  cluster_default: true\n' |
        cat - "$work/leaves" >"$work/of-cluster/topology.yaml"
    echo 'PartitionName=batch Nodes=ALL Topology=flat' >"$work/of-cluster/slurm.conf"
    # Some ranks lack the variables that Slurm sets for the others.
    cat >"$work/half-told" <<'END'
rank=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}
[ "$rank" -lt 20 ] || unset SLURM_JOB_PARTITION
exec "$@"
END
}

# That network in the form of ibnetdiscover: s0 above p0 and p1, these above two leaves each.
fabric() {
    local leaf port=0 host
    printf '#\n# Topology file: generated on Sat Nov 21 12:00:00 2026\n#\n\n'
    for leaf in 0 1 2 3; do
        printf 'vendid=0x2c9\nswitchguid=0x1%s(1%s)\nSwitch\t36 "S-1%s"\t\t# "leaf%s" enhanced port 0 lid 1 lmc 0\n' \
            "$leaf" "$leaf" "$leaf" "$leaf"
        printf '[36]\t"S-2%s"[%s]\t\t# "p%s" lid 2 4xEDR\n' $((leaf / 2)) "$leaf" $((leaf / 2))
        for host in $((leaf * 2)) $((leaf * 2 + 1)); do
            [ "$leaf$host" != 36 ] || continue
            printf '[%s]\t"H-%s"[1](9%s)\t\t# "node%s mlx5_0" lid 3 4xEDR\n' $((port += 1)) "$host" "$host" "$host"
        done
        [ "$leaf" -ne 2 ] || printf '[9]\t"H-6"[1](96)\t\t# "node6 mlx5_0" lid 3 4xEDR\n'
        echo
    done
    printf 'Switch\t36 "S-20"\t\t# "p0" lid 2\n[36]\t"S-30"[1]\t\t# "s0" lid 4\n\n'
    printf 'Switch\t36 "S-21"\t\t# "p1" lid 2\n[36]\t"S-30"[2]\t\t# "s0" lid 4\n\n'
    printf 'Switch\t36 "S-30"\t\t# "s0" lid 4\n'
}

# See c-tests/torus.c.
torus_files() {
    cat >"$work/torus" <<'END'
# two nodes hang on one router
torus 3
dims 2 3 2   # most routers have none
node0 0 0 0
node1 0 0 1
node2 0 1 0
NODE3 0 1 1
node[4-5] 1 0 0
node6 1 1 1
node7 1 2 1
END
    sed 's/^node0/node8/' "$work/torus" >"$work/torus.missing"
    sed 's/^node6 1 1 1/node6 1 3 1/; s/^dims 2 3 2.*/dims 2 3 2/' "$work/torus" >"$work/torus.broken"
}

# A job that prints exactly one line, with these words in it.
one_line() { # WORDS ...
    local words=$1
    shift
    job "$@" 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    [ "$(grep 'hsplit\[' "$work/stderr" | grep -vc "$expected_words")" -eq 1 ] &&
        grep -q "hsplit\[.*warning: .*$words" "$work/stderr"
}

# Every step down costs rank 0 one exchange, also with the long numbers that result from names of switches.
one_exchange() { # SPLITS NAME=VALUE... COMMAND...
    local splits=$1
    shift
    $mpicc -O2 -Wall -Wextra -fPIC -shared c-tests/count.c -o "$work/count.so" -ldl || return 1
    job linked 32 none HSPLIT_EXCHANGE=gather LD_PRELOAD="$work/count.so" "$@" @exchanges >"$work/exchanges" || return 1
    cat "$work/exchanges"
    [ "$(grep -c '^step [0-9]*: 1 x MPI_Allgather' "$work/exchanges")" -eq "$splits" ] &&
        [ "$(wc -l <"$work/exchanges")" -eq "$splits" ]
}

cases_network() {
    local exchange exchanges="gather reduce"
    # The programs also request switches that do not exist.
    expected_words='because no level is called'
    thorough || exchanges=gather
    network_files
    # One leaf holds all: its switches are common to all, and the nodes follow after three names.
    sed 's/switches=.*\.leaf.*;;/switches=s0.leaf7 ;;/; s/switch\.switch\.switch/switch.switch/' "$work/told" \
        >"$work/told-leaf"
    test_case "network: one exchange a step, told by Slurm" one_exchange 6 HSPLIT_EMULATE="$EIGHT_NODES" \
        HSPLIT_SOURCES=slurm,emulated sh "$work/told"
    test_case "network: one exchange a step, all below one leaf" one_exchange 4 HSPLIT_EMULATE="$EIGHT_NODES" \
        HSPLIT_SOURCES=slurm,emulated sh "$work/told-leaf"
    test_case "network: one exchange a step, file" one_exchange 6 HSPLIT_EMULATE="$EIGHT_NODES" \
        HSPLIT_TOPOLOGY_FILE="$work/own.topology"
    test_case "network: a file of our own" both_ways 32 none HSPLIT_EMULATE="$EIGHT_NODES" \
        HSPLIT_TOPOLOGY_FILE="$work/own.topology" @network kinds
    for exchange in $exchanges; do
        test_case "network: topology.conf, $exchange" silent_job linked 32 none HSPLIT_EXCHANGE=$exchange \
            HSPLIT_EMULATE="$EIGHT_NODES" \
            HSPLIT_TOPOLOGY_FILE="$work/topology.conf" @network named
        test_case "network: told by Slurm, $exchange" silent_job preloaded 32 none HSPLIT_EXCHANGE=$exchange \
            HSPLIT_EMULATE="$EIGHT_NODES" \
            HSPLIT_SOURCES=slurm,emulated sh "$work/told" @network told
    done
    torus_files
    for exchange in $exchanges; do
        test_case "network: a torus, $exchange" both_ways 16 none HSPLIT_EXCHANGE=$exchange \
            HSPLIT_EMULATE='node:8 core:2 pu:1' \
            HSPLIT_TOPOLOGY_FILE="$work/torus" @torus
        test_case "network: a torus, ranks dealt out, $exchange" silent_job linked 16 none HSPLIT_EXCHANGE=$exchange \
            HSPLIT_EMULATE='node:8 core:2 pu:1' \
            HSPLIT_EMULATE_BIND=core,round-robin HSPLIT_TOPOLOGY_FILE="$work/torus" @torus dealt
    done
    thorough || return 0
    slurm_folders
    test_case "network: topology.yaml, the partition's topology" silent_job linked 32 none \
        HSPLIT_EMULATE="$EIGHT_NODES" SLURM_JOB_PARTITION=batch \
        HSPLIT_TOPOLOGY_FILE="$work/of-partition/topology.yaml" @network named
    test_case "network: coordinates" silent_job linked 32 none HSPLIT_EMULATE="$EIGHT_NODES" \
        HSPLIT_TOPOLOGY_FILE="$work/coordinates" @network unnamed
    test_case "network: a fabric" silent_job linked 32 none HSPLIT_EMULATE="$EIGHT_NODES" \
        HSPLIT_TOPOLOGY_FILE="$work/fabric" @network named
    test_case "network: topology.yaml, the cluster's default" silent_job linked 32 none \
        HSPLIT_EMULATE="$EIGHT_NODES" HSPLIT_TOPOLOGY_FILE="$work/of-cluster/topology.yaml" @network named
    test_case "network: topology.yaml, a flat default" silent_job linked 32 none HSPLIT_EMULATE="$EIGHT_NODES" \
        SLURM_JOB_PARTITION=debug HSPLIT_TOPOLOGY_FILE="$work/of-partition/topology.yaml" @network broken
    test_case "network: topology.yaml, some ranks know no partition" one_line \
        "SLURM_JOB_PARTITION is not the same in all processes: .*; the cluster's default topology counts" linked 32 \
        none HSPLIT_EMULATE="$EIGHT_NODES" SLURM_JOB_PARTITION=batch \
        HSPLIT_TOPOLOGY_FILE="$work/of-cluster/topology.yaml" sh "$work/half-told" @network named
    test_case "network: a described cluster is not Slurm's" silent_job linked 32 none HSPLIT_EMULATE="$EIGHT_NODES" sh \
        "$work/told" @network broken
    test_case "network: a host is missing" one_line \
        "source 'file' is left out: .*missing.topology: has no host 'node0'" linked 32 none \
        HSPLIT_EMULATE="$EIGHT_NODES" HSPLIT_TOPOLOGY_FILE="$work/missing.topology" @network missing
    test_case "network: a broken file" one_line \
        "source 'file' is left out: .*broken.topology: line 8: 'node\[7': '\[' without ']'" linked 32 none \
        HSPLIT_EMULATE="$EIGHT_NODES" HSPLIT_TOPOLOGY_FILE="$work/broken.topology" HSPLIT_SOURCES=emulated,file \
        @network broken
    sed 's/leaf0/other0/' "$work/own.topology" >"$work/other.topology"
    test_case "network: sources that disagree" one_line "'slurm' has s0 > p0 > leaf0; 'file' is the first" linked 32 \
        none \
        HSPLIT_EMULATE="$EIGHT_NODES" HSPLIT_TOPOLOGY_FILE="$work/other.topology" sh "$work/told" @network kinds
    test_case "network: a node is missing in a torus" one_line \
        "source 'coordinates' is left out: .*torus.missing: has no host 'node0'" linked 16 none \
        HSPLIT_EMULATE='node:8 core:2 pu:1' HSPLIT_TOPOLOGY_FILE="$work/torus.missing" @torus missing
    # If a file is named for the measurements and nothing will be measured, a message reports it.
    test_case "network: all ranks on one node" one_line \
        "HSPLIT_SOURCES: file: $work/none is not written: all ranks are on one node" \
        linked 4 none HSPLIT_EMULATE='node:1 core:4 pu:1' HSPLIT_SOURCES=measured,default \
        HSPLIT_MEASURED_FILE="$work/none" @level
    test_case "network: nothing to measure" one_line \
        "HSPLIT_SOURCES: file: $work/none is not written: another source has the network" \
        linked 4 none HSPLIT_EMULATE='switch:2 node:2 core:1 pu:1' HSPLIT_SOURCES=default,measured \
        HSPLIT_MEASURED_FILE="$work/none" @level
    test_case "network: a file for what is not measured" one_line \
        "HSPLIT_SOURCES: 'measured' is not among them; file= is ignored" \
        linked 4 none HSPLIT_EMULATE='node:1 core:4 pu:1' HSPLIT_MEASURED_FILE="$work/none" @level
    test_case "network: a broken torus" one_line \
        "source 'coordinates' is left out: .*torus.broken: line 9: coordinate 3 where there are 3" linked 32 none \
        HSPLIT_EMULATE="$EIGHT_NODES" HSPLIT_TOPOLOGY_FILE="$work/torus.broken" @network broken
}
