# SPDX-License-Identifier: MIT OR Apache-2.0
# Splits and devices on captured nodes, the exports and copies of /sys in the tests of hwloc's Debian source package,
# against hwloc's own functions (c-tests/captured/nodes.c).
CASES="$CASES captured"

# Fetches hwloc's sources once, and exports the copies of /sys. The folder has a file for each node.
fetch_captured_nodes() {
    captured=$cache/hwloc/captured-1
    [ ! -e "$captured/complete" ] || return 0
    command -v apt-get >/dev/null || return 1
    rm -rf "$captured"
    mkdir -p "$captured/apt/lists/partial" "$captured/apt/parts" "$captured/source"
    (
        cd "$captured" || exit 1
        # Debian's own lists may have no sources.
        sed -s 's/^Types:.*/Types: deb-src/; s/^deb /deb-src /' /etc/apt/sources.list.d/*.sources >apt/parts/all.sources
        cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list | sed -n 's/^deb /deb-src /p' >apt/parts/all.list
        options=(-qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$PWD/apt/parts" -o
            Dir::State::lists="$PWD/apt/lists" -o Dir::Cache="$PWD/apt" -o APT::Sandbox::User=root)
        apt-get "${options[@]}" update && apt-get "${options[@]}" source --download-only hwloc &&
            tar -xf hwloc_*.orig.tar.* -C source --strip-components 1 &&
            cp source/tests/hwloc/xml/*.xml . && export_captured_trees && rm -r apt source hwloc_* && touch complete
    ) >"$captured.log" 2>&1
}

export_captured_trees() {
    local archive name root
    for archive in source/tests/hwloc/linux/*.tar.bz2; do
        name=${archive##*/}
        mkdir source/tree
        tar -xf "$archive" -C source/tree
        root=$(find source/tree -maxdepth 2 -name sys)
        HWLOC_FSROOT=${root%/sys} HWLOC_THISSYSTEM=0 HWLOC_COMPONENTS=linux,stop \
            lstopo-no-graphics --whole-io --of xml "${name%.tar.bz2}.xml" || echo "not exported: $name"
        rm -r source/tree
    done
}

on_captured_node() { # NODE.xml
    local seed seeds=1 expected_words='all ranks get MPI_COMM_NULL'
    [ "$mpi" != openmpi ] || seeds='1 2'
    for seed in $seeds; do
        "$work/nodes" --bind "$1" "$seed" >"$work/bound" || return 1
        silent_job linked 8 none HSPLIT_EMULATE="$1 bind=$work/bound" "$work/nodes" "$1" "$work/bound" || {
            cat "$work/bound"
            return 1
        }
    done
}

cases_captured() {
    local file
    everything || return 0
    if ! fetch_captured_nodes; then
        skip "captured nodes" "hwloc's sources cannot be fetched: $(tail -n 1 "$captured.log")"
        return
    fi
    # shellcheck disable=SC2046 # words
    preparing_case "captured node: the program compiles" "$mpicc" -std=c99 -Iinclude $(pkg-config --cflags hwloc) \
        c-tests/captured/nodes.c $(yielding) \
        -o "$work/nodes" -L"$build/lib" -lhsplit -Wl,-rpath,"$build/lib" $(pkg-config --libs hwloc)
    for file in "$captured"/*.xml; do
        test_case "captured node: $(basename "$file" .xml)" on_captured_node "$file"
    done
}
