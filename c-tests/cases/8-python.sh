# SPDX-License-Identifier: MIT OR Apache-2.0
# Python: the program of examples/, an unmodified preloaded program, and mpi4py's own tests of communicators. mpi4py is
# fetched into a folder outside the sources, once for all MPIs, and stays there.
CASES="$CASES python"

MPI4PY=4.1.2
# The small cluster of the examples.
SMALL_CLUSTER='node:2 package:2 [numa] l3:1 core:2 pu:1'

# Sets python and suite, or the reason why they are not there; the folder takes its name when it is complete.
python_environment() {
    local folder=$cache/python/mpi4py-$MPI4PY new
    python=$folder/venv/bin/python suite=$folder/mpi4py-$MPI4PY/test no_python=
    [ ! -x "$python" ] || [ ! -e "$suite/test_comm.py" ] || return 0
    command -v python3 >/dev/null || {
        no_python="python3 is not installed"
        return 1
    }
    new=$(mkdir -p "$cache/python" && mktemp -d "$folder.XXXXXX") || {
        no_python="$cache cannot be written"
        return 1
    }
    if ! python3 -m venv "$new/venv" >"$work/venv" 2>&1; then
        no_python="python3 -m venv does not work (python3-venv is not installed?)"
    elif ! timeout 300 "$new/venv/bin/python" -m pip install -q --only-binary :all: "mpi4py==$MPI4PY" \
        >"$work/pip" 2>&1 || ! (python_sources "$new") >"$work/pip" 2>&1; then
        no_python="pip cannot fetch mpi4py $MPI4PY (no network?)"
    else
        rm -rf "$folder" && mv -T "$new" "$folder" && return 0
        no_python="$folder cannot be written"
    fi
    rm -rf "$new"
    return 1
}

# mpi4py's own tests are in its source archive.
python_sources() { # FOLDER
    cd "$1" && timeout 300 venv/bin/python -m pip download -q --no-deps --no-binary mpi4py "mpi4py==$MPI4PY" &&
        tar xzf "mpi4py-$MPI4PY.tar.gz"
}

# The steps of the documentation for mpi4py's wheels. These look for libmpi.so.12 (MPICH) or libmpi.so.40 (Open MPI), so
# a folder of LD_LIBRARY_PATH has a link to Debian's libmpich.so.12. MPI4PY_MPIABI selects one where several MPIs are
# installed. False where a program needs neither.
python_variables() {
    local soname file folder name abi=mpich
    read -r soname file < <(ldd "$tests/linked/level" | awk '$1 ~ /^lib(mpi|mpich)\.so\./ { print $1, $3 }')
    [ -n "$soname" ] || return 1
    name=libmpi.so.${soname##*.} folder=$(dirname "$file")
    if [ "$name" != "$soname" ]; then
        folder=$work/$mpi
        mkdir -p "$folder" && ln -sf "$file" "$folder/$name" || return 1
    fi
    [ "$name" != libmpi.so.40 ] || abi=openmpi
    python_variables=(PYTHONUNBUFFERED= MPI4PY_MPIABI="$abi"
        LD_LIBRARY_PATH="$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}")
}

# Neither linked nor preloaded, mpi4py takes the MPI of the launcher: with another one each process would be alone.
python_mpi() {
    local version='MPICH|Intel\(R\) MPI'
    [ "$(family "$mpicc")" != openmpi ] || version='Open MPI'
    cat >"$work/mpi.py" <<'EOF'
from mpi4py import MPI
print(f"{MPI.COMM_WORLD.rank} of {MPI.COMM_WORLD.size}: {MPI.Get_library_version().splitlines()[0]}")
EOF
    job bare 2 none "${python_variables[@]}" "$python" "$work/mpi.py" | sort >"$work/stdout"
    cat "$work/stdout"
    [ "$(grep -cE "^[01] of 2: ($version)" "$work/stdout")" -eq 2 ] && [ "$(wc -l <"$work/stdout")" -eq 2 ]
}

# silent_python RANKS [NAME=VALUE...] PROGRAM [ARGUMENT...]: stdout by rank; stderr must be empty of ours.
silent_python() {
    local ranks=$1
    shift
    silent_job bare "$ranks" none "${python_variables[@]}" HSPLIT_EMULATE="$SMALL_CLUSTER" "$@" | sort -s -k2n
    return "${PIPESTATUS[0]}"
}

python_example() {
    silent_python 8 HSPLIT_ROOT="$build" "$python" examples/levels.py >"$work/stdout" &&
        diff examples/levels.py.expected "$work/stdout"
}

# The program passes only numbers and info objects, as any program may.
python_preloaded() {
    cat >"$work/preloaded.py" <<'EOF'
from mpi4py import MPI
world = MPI.COMM_WORLD
comm = world.Split_type(0x48530002, info=MPI.Info.Create({"mpi_hw_resource_type": "l3"}))
parts = world.allgather(comm.allgather(world.rank))
print(f"rank {world.rank}: {parts[world.rank]}")
comm.Free()
EOF
    printf 'rank %s\n' '0: [0, 1]' '1: [0, 1]' '2: [2, 3]' '3: [2, 3]' '4: [4, 5]' '5: [4, 5]' '6: [6, 7]' \
        '7: [6, 7]' >"$work/expected"
    silent_python 8 LD_PRELOAD="$library" "$python" "$work/preloaded.py" >"$work/stdout" &&
        diff "$work/expected" "$work/stdout"
}

# One file for each rank, with a line for each test: its name and its result.
mpi4py_tests() { # bare|preloaded RANKS
    local preload=
    rm -f "$work/tests.$1".*
    [ "$1" = bare ] || preload=$library
    job bare "$2" none "${python_variables[@]}" LD_PRELOAD="$preload" \
        "$python" c-tests/mpi4py_tests.py "$suite" test_comm "$work/tests.$1" 2>"$work/stderr" || {
        tail "$work/stderr"
        return 1
    }
    ! grep 'hsplit\[' "$work/stderr"
}

# Tests that pass without the library pass with it, and as many run. One that fails with the library only may be a hang.
mpi4py_same() { # RANKS
    local rank
    mpi4py_tests bare "$1" || {
        echo "(without the library)"
        return 1
    }
    mpi4py_tests preloaded "$1" || {
        echo "(preloaded)"
        return 1
    }
    for rank in $(seq 0 $(($1 - 1))); do
        [ "$(wc -l <"$work/tests.bare.$rank")" -ge 100 ] || {
            echo "rank $rank: hardly any tests"
            return 1
        }
        diff <(cut -d' ' -f1 "$work/tests.bare.$rank") <(cut -d' ' -f1 "$work/tests.preloaded.$rank") || return 1
        grep ' passed$' "$work/tests.bare.$rank" | grep -vxFf "$work/tests.preloaded.$rank" |
            sed "s/passed/on rank $rank only without the library/" | tee "$work/lost"
        [ ! -s "$work/lost" ] || return 1
    done
    cut -d' ' -f2 "$work"/tests.bare.* | sort | uniq -c
    cut -d' ' -f2 "$work"/tests.preloaded.* | sort | uniq -c
}

cases_python() {
    local ranks
    [ -n "${python:-}" ] || python_environment || true
    [ -n "$no_python" ] || python_variables || no_python="mpi4py's wheel knows no MPI with this shared object"
    if [ -n "$no_python" ]; then
        skip "python: examples/levels.py, mpi4py's test_comm.py" "$no_python"
        return
    fi
    test_case "python: mpi4py takes the MPI of the launcher" python_mpi
    test_case "python: examples/levels.py, with handles out and back" python_example
    test_case "python: mpi4py preloaded" python_preloaded
    for ranks in 1 2 4; do
        test_case "python: mpi4py's test_comm.py on $ranks" mpi4py_same "$ranks"
    done
}
