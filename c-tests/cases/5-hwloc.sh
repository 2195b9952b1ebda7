# SPDX-License-Identifier: MIT OR Apache-2.0
# Exports that differ between the ranks of a node. hwloc 3: loaded before the hwloc 2 that the MPI is linked with, and
# loaded by the program. Its library comes from PyPI, without libxml2.
CASES="$CASES hwloc"

PYHWLOC=3.0.1

# Sets hwloc3, or no_file if it is not available.
fetch_hwloc_3() {
    hwloc3=$cache/hwloc/pyhwloc-$PYHWLOC/libhwloc.so
    fetch_from_pypi "$hwloc3" "pyhwloc==$PYHWLOC" pyhwloc/_lib/lib/libhwloc.so --python-version 3.12
}

# hwloc's own parser does not accept comments.
without_comments() { # FILE
    sed '/<!--.*-->/d' "$TOPOLOGIES/$1.xml" >"$work/$1.xml"
}

# Open MPI itself has faults if hwloc 3 is loaded first: 4.1 does not start with unbound ranks, and 5.0 finds no shared
# memory. Sets the binding and the variables for such a job.
help_open_mpi() {
    unbound=none help=()
    if mpi_h_defines OMPI_MAJOR_VERSION 4; then
        unbound=core:overload-allowed
    elif mpi_h_defines OMPI_MAJOR_VERSION 5; then
        help=("OMPI_MCA_btl=self,tcp" OMPI_MCA_btl_tcp_if_include=lo)
    fi
}

# in_front RANKS BINDING ...: with hwloc 3 loaded first, a program that is linked with the library, and one that is not.
in_front() {
    local ranks=$1 binding=$2 words=("${help[@]}" "${@:3}") expected_words='all ranks get MPI_COMM_NULL'
    silent_job linked "$ranks" "$binding" LD_PRELOAD="$hwloc3" "${words[@]}" || return 1
    ! everything || silent_job bare "$ranks" "$binding" LD_PRELOAD="$hwloc3:$library" "${words[@]}"
}

# The machine itself; the log has the version that discovered it. (Another job may share its result.)
real_machine() { # VERSION [NAME=VALUE...]
    local version=$1
    shift
    job linked 2 core HSPLIT_SHARE=0 HSPLIT_LOG=debug "${help[@]}" "$@" @binding bound >"$work/stdout" \
        2>"$work/stderr" || {
        cat "$work/stdout" "$work/stderr"
        return 1
    }
    grep -q "discovered the machine through hwloc $version\." "$work/stderr" || {
        grep 'discovered' "$work/stderr"
        return 1
    }
}

# doctor_says INTERFACE FILE [NAME=VALUE...]
doctor_says() {
    local interface=$1 file=$2
    shift 2
    env "$@" "$cli" doctor --library "$library" >"$work/doctor" || return 1
    grep -qx "hwloc      interface $interface (2.4 or newer is needed)" "$work/doctor" &&
        grep -qx "           $file" "$work/doctor" || {
        cat "$work/doctor"
        return 1
    }
}

hwloc_doctor() {
    ! readelf -d "$library" | grep 'libhwloc' || return 1 # it is loaded when it is needed
    doctor_says '2\.[0-9]*' '/.*/libhwloc\.so\.15.*' &&
        doctor_says 3.0 "$(realpath "$hwloc3")" LD_PRELOAD="$hwloc3" &&
        diff <("$cli" levels) <(LD_PRELOAD=$hwloc3 "$cli" levels) # the same machine, level for level
}

# Each rank has the export of its own core.
views_differ() {
    local core
    for core in 0 1; do
        lstopo --no-io --restrict "$(hwloc-calc core:$core)" -f --of xml "$work/core-$core.xml" || return 1
    done
    # shellcheck disable=SC2016
    warns_once 'ranks of this node see another machine' linked 2 core sh -c '
        export HWLOC_XMLFILE="$0-${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}.xml" HWLOC_THISSYSTEM=1
        exec "$@"' "$work/core" @views
}

cases_hwloc() {
    local name file scope when unbound help
    if [ "$(nproc)" -ge 2 ] && command -v lstopo >/dev/null; then
        test_case "hwloc: exports of parts of a node" views_differ
    else
        skip "hwloc: exports of parts of a node" "needs two cores and lstopo"
    fi
    if ! fetch_hwloc_3; then
        for name in "in front of the MPI's" "loaded by the program"; do
            skip "hwloc: 3, $name" "$no_file"
        done
        return
    fi
    [ "$mpicc" != "${ALL_MPICC%% *}" ] || test_case "hwloc: 3, doctor and levels" hwloc_doctor
    device_bindings
    help_open_mpi
    without_comments uneven
    test_case "hwloc: 3, in front: regions, hybrid" in_front 8 $unbound HSPLIT_EMULATE="node:2 $TOPOLOGIES/hybrid.xml" \
        HSPLIT_EMULATE_BIND="$work/hybrid" @devices hybrid
    if everything; then
        test_case "hwloc: 3, in front: regions, links" in_front 8 $unbound \
            HSPLIT_EMULATE="node:2 $TOPOLOGIES/links.xml bind=$work/links" @devices links
        for file in uneven hbm; do
            test_case "hwloc: 3, in front: $file" in_front "$(wc -l <"$work/$file")" $unbound \
                HSPLIT_EMULATE="$TOPOLOGIES/$file.xml bind=$work/$file" @devices "$file"
        done
        test_case "hwloc: 3, in front: two nodes with GPUs" in_front 10 $unbound \
            HSPLIT_EMULATE="node:2 $TOPOLOGIES/gpus.xml bind=$work/gpus" @devices gpus
        test_case "hwloc: 3, in front: spellings, keys, answers" in_front 32 $unbound HSPLIT_EMULATE="$ISLANDS" @guided
        printf '0 core:0\n0 l3:1\n1 none\n' >"$work/three"
        test_case "hwloc: 3, in front: resources" in_front 3 $unbound HSPLIT_EMULATE="$ISLANDS" \
            HSPLIT_EMULATE_BIND="$work/three" @resources
        test_case "hwloc: 3, in front: HWLOC_XMLFILE, not bound" in_front 2 $unbound \
            HWLOC_XMLFILE="$work/uneven.xml" @devices unbound
    fi
    if [ "$(nproc)" -ge 2 ]; then
        test_case "hwloc: 3, in front: HWLOC_XMLFILE, bound" in_front 2 core HWLOC_XMLFILE="$work/uneven.xml" \
            HWLOC_THISSYSTEM=1 @devices bound
        test_case "hwloc: 3, in front: the machine itself" real_machine 3 LD_PRELOAD="$hwloc3"
    else
        skip "hwloc: 3, in front: the machine itself" "needs two cores"
    fi
    for scope in global local; do
        for when in before after; do
            everything || [ $scope$when = globalbefore ] || continue
            test_case "hwloc: 3, loaded by the program, $scope, $when MPI_Init" both_ways 8 none \
                HSPLIT_EMULATE="$RR_NODE" @two_hwlocs "$hwloc3" $scope $when
        done
    done
    everything || return 0
    # Only if the MPI has not loaded hwloc 2 for all before.
    name="hwloc: 3, loaded after the library, which the program has for itself"
    if ldd "$(program bare late_hwloc)" | grep -q 'libhwloc\.so'; then
        skip "$name" "this MPI is linked with hwloc"
    else
        test_case "$name" silent_job bare 8 none HSPLIT_EMULATE="$RR_NODE" @late_hwloc "$library" "$hwloc3"
    fi
}
