# SPDX-License-Identifier: MIT OR Apache-2.0
# Splits at devices and at regions, on hwloc's exports of nodes.
CASES="$CASES devices"

TOPOLOGIES=$root/c-tests/topologies

device_bindings() {
    printf '0 %s\n' core:0 core:3 core:4 core:7 none package:1 >"$work/gpus"
    printf '1 core:1\n1 core:5\n1 package:0\n0 core:2-5\n' >>"$work/gpus"
    printf '0 %s\n' core:0 core:2 core:3 package:0 core:4 package:1 none core:1 >"$work/uneven"
    printf '0 %s\n' core:0 package:0 core:4 core:6 core:7 none core:5-6 >"$work/hbm"
    printf '0 %s\n' core:0 core:0 pu:0,2 pu:0,1,2 core:0-2 none 'package:0 package:1' >"$work/bindset"
    printf '1 core:0\n' >>"$work/bindset"
    printf '0 %s\n' core:0 core:1 core:4 core:5 core:0,5 core:0-1 none >"$work/hybrid"
    printf '1 core:2\n' >>"$work/hybrid"
    printf '0 %s\n' core:0 core:2 core:5 core:7 package:0,2 package:0-1 package:3 >"$work/links"
    printf '1 core:1\n' >>"$work/links"
    printf '%s\n' '0 core:0' '0 core:2' '1 core:0' '1 none' '2 core:0' '2 core:7' '3 core:2' '3 package:3' >"$work/rack"
    printf 'BlockName=b%s Nodes=node[%s]\n' 1 0-1 2 2-3 >"$work/rack.conf"
    printf 'nvlink b%s: node[%s]\n' 1 0-1 2 2-3 >"$work/rack.own"
}

# The results of splits on nodes whose parts have different levels, by the number of ranks and a binding of each.
answers_where_parts_differ() {
    local file
    printf '0: L2Cache\n1: L2Cache Core\n2: L2Cache Core\n3: L2Cache\n' >"$work/answers.expected"
    printf '%s\n' '0: Package Core' '1: Package Core' '2: Package L3Cache Core' '3: Package L3Cache Core' \
        '4: Package L3Cache Core' '5: Package L3Cache Core' >>"$work/answers.expected"
    printf '0 core:%s\n' 0 1 2 5 >"$work/answers.hybrid"
    printf '0 core:%s\n' 0 1 4 5 6 7 >"$work/answers.hbm"
    for file in hybrid hbm; do
        job linked "$(wc -l <"$work/answers.$file")" none \
            HSPLIT_EMULATE="$TOPOLOGIES/$file.xml bind=$work/answers.$file" @answers || return 1
    done >"$work/answers.out"
    diff "$work/answers.expected" "$work/answers.out"
}

cases_devices() {
    local exchange exchanges="gather reduce" file ways=both_ways
    thorough || exchanges=gather
    device_bindings
    for exchange in $exchanges; do
        # MPICH polls: on two cores these ranks take tens of times as long.
        [ "$mpi" = openmpi ] || ways="silent_job preloaded"
        [ "$ways$exchange" = "silent_job preloadedreduce" ] ||
            test_case "devices: two nodes with GPUs, $exchange" $ways 10 none HSPLIT_LOG=error \
                HSPLIT_EXCHANGE="$exchange" HSPLIT_EMULATE="node:2 $TOPOLOGIES/gpus.xml" \
                HSPLIT_EMULATE_BIND="$work/gpus" @devices gpus
        for file in uneven hbm; do
            test_case "devices: $file, $exchange" $ways "$(wc -l <"$work/$file")" none HSPLIT_LOG=error \
                HSPLIT_EXCHANGE="$exchange" HSPLIT_EMULATE="$TOPOLOGIES/$file.xml" \
                HSPLIT_EMULATE_BIND="$work/$file" @devices "$file"
        done
        for file in hybrid links; do
            test_case "devices: regions, $file, $exchange" $ways 8 none HSPLIT_LOG=error HSPLIT_EXCHANGE="$exchange" \
                HSPLIT_EMULATE="node:2 $TOPOLOGIES/$file.xml bind=$work/$file" @devices "$file"
        done
        for file in conf own; do
            test_case "devices: links of a rack, $file, $exchange" $ways 8 none HSPLIT_LOG=error \
                HSPLIT_EXCHANGE="$exchange" HSPLIT_TOPOLOGY_FILE="$work/rack.$file" \
                HSPLIT_EMULATE="node:4 $TOPOLOGIES/links.xml bind=$work/rack" @devices rack
        done
        test_case "devices: equal bindings, $exchange" $ways 8 none HSPLIT_LOG=error HSPLIT_EXCHANGE="$exchange" \
            HSPLIT_EMULATE="node:2 package:2 core:4 pu:1 bind=$work/bindset" @devices bindset
    done
    test_case "devices: the nearest ones" both_ways 10 none HSPLIT_LOG=error \
        HSPLIT_EMULATE="node:2 $TOPOLOGIES/gpus.xml" HSPLIT_EMULATE_BIND="$work/gpus" @near_devices
    test_case "devices: the nearest ones of an unknown node" both_ways 2 none HSPLIT_SOURCES=slurm @near_devices unknown
    test_case "devices: answers lead back where parts differ" answers_where_parts_differ
    # Not emulated: the second rank reads the machine from the first.
    test_case "devices: ranks that are not bound" both_ways 2 none HSPLIT_LOG=error \
        HWLOC_XMLFILE="$TOPOLOGIES/uneven.xml" @devices unbound
    if [ "$(nproc)" -ge 2 ]; then
        test_case "devices: ranks that are really bound" both_ways 2 core HWLOC_XMLFILE="$TOPOLOGIES/uneven.xml" \
            HWLOC_THISSYSTEM=1 @devices bound
    else
        skip "devices: ranks that are really bound" "needs two cores"
    fi
}
