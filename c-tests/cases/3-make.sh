# SPDX-License-Identifier: MIT OR Apache-2.0
# make in a folder that root and a user share, and its messages on missing packages. A script stands in for cargo.
CASES="$CASES make"

# A copy of the files that make reads, and instead of cargo a script that installs this MPI's library. (A user may not
# read this folder.)
make_folder() { # FOLDER
    mkdir -p "$1" && cp -a .ci Makefile Cargo.toml Cargo.lock build.rs include c-tests "$1" &&
        mkdir "$1/src" "$1/crates" && cp "$library" "$1.so" || return 1
    local of_profile=${PROFILE/dev/debug}
    cat >"$1/cargo" <<END
#!/bin/sh
echo "\$CARGO_HOME" >>"$1.log"
[ ! -e "$1.broken" ] || { mkdir -p build/half && exit 1; }
while [ "\$1" != --target-dir ]; do shift; done
mkdir -p "\$2/$of_profile" && cp "$1.so" "\$2/$of_profile/libhsplit.so"
END
    chmod 755 "$1/cargo"
    # The user needs access to this folder.
    chmod 755 "$run" "$work"
}

# make_as USER FOLDER GOAL...
make_as() {
    local user=$1 folder=$2
    (cd "$folder" && umask 022 && env -u MAKEFLAGS -u MAKELEVEL -u XDG_CACHE_HOME -u GIVEN HOME="$work/home-$user" \
        CARGO_HOME="$work/home-$user/.cargo" \
        setpriv --reuid "$user" --regid "$user" --clear-groups "${MAKE:-make}" --no-print-directory MPICC="$mpicc" \
        CARGO="$folder/cargo" "${@:3}")
}

make_homes() {
    mkdir -p "$work/home-0" "$work/home-65534" && chown 65534 "$work/home-65534"
}

# Root builds in a user's folder; the user then need not build again, and can build also after root's build failed.
make_for_a_user() {
    local folder=$work/theirs
    make_homes && make_folder "$folder" && chown -R 65534:65534 "$folder" && touch "$folder.log" &&
        chmod 666 "$folder.log" || return 1
    make_as 0 "$folder" lib || return 1
    ! find "$folder/build" -uid 0 | grep . || return 1
    make_as 65534 "$folder" lib || return 1
    [ "$(wc -l <"$folder.log")" -eq 1 ] || {
        echo "built again"
        return 1
    }
    # This user's cargo builds changed files again.
    touch "$folder/build.rs" && make_as 65534 "$folder" lib && tail -n 1 "$folder.log" |
        grep -qx "$work/home-65534/.cargo" || return 1
    touch "$folder/build.rs" "$folder.broken"
    ! make_as 0 "$folder" lib || return 1
    rm "$folder.broken"
    [ -d "$folder/build/half" ] && ! find "$folder/build" -uid 0 | grep . && make_as 65534 "$folder" lib
}

# A user builds elsewhere if the folder has root's builds, and one line prints the place.
make_in_roots_folder() {
    local folder=$work/roots
    make_homes && make_folder "$folder" && touch "$folder.log" && chmod 666 "$folder.log" && make_as 0 "$folder" lib ||
        return 1
    make_as 65534 "$folder" lib >"$work/stdout" 2>"$work/stderr" || {
        cat "$work/stdout" "$work/stderr"
        return 1
    }
    cat "$work/stderr"
    local said="$folder/build belongs to another user; what this one builds is in $work/home-65534/.cache/hsplit/build-"
    [ "$(grep -c "^make: ${said}[0-9]*\$" "$work/stderr")" -eq 1 ] &&
        [ -e "$(echo "$work"/home-65534/.cache/hsplit/build-*/mpi-*/lib/"lib$libname.so")" ] &&
        ! find "$folder/build" -uid 65534 | grep .
}

# Without a build, because that would take minutes.
refuses_prefixes() {
    local goal prefix
    for goal in install install-all uninstall uninstall-all; do
        for prefix in here/x "$work/with blank" "$work/a:b" ''; do
            ! "${MAKE:-make}" --no-print-directory "$goal" MPICC="$mpicc" CARGO=false PREFIX="$prefix" \
                >"$work/stdout" 2>"$work/stderr" || return 1
            cat "$work/stdout" "$work/stderr"
            [ ! -s "$work/stdout" ] && grep -qF "PREFIX=$prefix is not an absolute path without" "$work/stderr" ||
                return 1
        done
    done
}

# The wrapper for the standard ABI is found next to another one, and is in the default list of 'make install-all'.
finds_wrappers() {
    local bin=$work/wrappers
    mkdir -p "$bin" && printf '#!/bin/sh\n' >"$bin/mpicc" && cp "$bin/mpicc" "$bin/mpicc_abi" &&
        chmod 755 "$bin/mpicc" "$bin/mpicc_abi" || return 1
    PATH=$bin:$PATH "${MAKE:-make}" -s --no-print-directory show-wrappers | tee "$work/stdout"
    grep -q "^mpicc .*$bin/mpicc_abi\$" "$work/stdout" || return 1
    rm "$bin/mpicc_abi"
    ! PATH=$bin:$PATH "${MAKE:-make}" -s --no-print-directory show-wrappers | grep "$bin"
}

# The library for the standard ABI is removed after its MPI.
uninstalls_without_wrapper() {
    local prefix=$work/uninstalled folder=$work/uninstalled/lib/hsplit/abi
    mkdir -p "$folder/pkgconfig" "$folder/hsplit-quo-abi" || return 1
    echo 'mpicc=/no/such/mpicc_abi' >"$folder/pkgconfig/hsplit_abi.pc"
    touch "$folder/libhsplit_abi.so.0" "$folder/hsplit-quo-abi/libquo.so.8"
    "${MAKE:-make}" -s --no-print-directory uninstall-all PREFIX="$prefix" && ! find "$prefix" -type f | grep . ||
        return 1
    touch "$prefix/lib/libhsplit_abi.so.0" "$prefix/lib/libhsplit.so.0.0.9"
    "${MAKE:-make}" -s --no-print-directory uninstall PREFIX="$prefix" MPICC=/no/such/mpicc_abi >/dev/null &&
        ! find "$prefix" -type f | grep .
}

# A family that is installed later does not hide the others. (A program in place of make installs one file for each.)
adds_a_family() {
    local prefix=$work/added make=$work/added-make python=$work/added/share/hsplit/python/hsplit/_installed.py family
    mkdir -p "${python%/*}" "$prefix/share/modulefiles/hsplit" || return 1
    for family in openmpi mpich; do
        mkdir -p "$prefix/lib/hsplit/$family/pkgconfig" "$prefix/lib/hsplit/$family/cmake/hsplit" || return 1
        touch "$prefix/lib/hsplit/$family/pkgconfig/hsplit.pc" \
            "$prefix/lib/hsplit/$family/cmake/hsplit/hsplitConfigVersion.cmake"
    done
    printf '#!/bin/sh\n' >"$make" && chmod 755 "$make" || return 1
    MAKE=$make VERSION=1 PREFIX=$prefix DESTDIR='' DATADIR=$prefix/share packaging/install-all "${ALL_MPICC%% *}" &&
        grep '"openmpi": ' "$python" && grep '"mpich": ' "$python" &&
        grep 'hsplit_families .*openmpi' "$prefix/lib/cmake/hsplit/hsplitConfig.cmake" &&
        grep 'hsplit_families .*mpich' "$prefix/lib/cmake/hsplit/hsplitConfig.cmake"
}

# With nothing installed, the demo requires one MPI, hwloc and Rust.
names_what_is_missing() {
    local bin=$work/bin command
    mkdir -p "$bin"
    for command in sh sed sort tr id grep; do ln -sf "$(command -v $command)" "$bin/$command"; done
    printf '#!/bin/sh\n' >"$bin/apt-get" && chmod 755 "$bin/apt-get"
    chmod 755 "$run" "$work"
    ! setpriv --reuid 65534 --regid 65534 --clear-groups env PATH="$bin" .ci/prerequisites "$1" "${@:2}" \
        >"$work/stdout" 2>"$work/stderr" || return 1
    cat "$work/stdout" "$work/stderr"
    local command='apt-get update && apt-get install -y --no-install-recommends'
    grep -q "^missing packages; as root: $command .*\<gcc\>.*\<make\>.*\<rustc" "$work/stderr"
}

missing_for_the_demo() {
    names_what_is_missing demo mpicc.mpich && grep -q ' libmpich-dev .* mpich ' "$work/stderr" &&
        ! grep -E 'gfortran|openmpi|shellcheck' "$work/stderr" &&
        names_what_is_missing demo && grep -q ' libopenmpi-dev .* openmpi-bin ' "$work/stderr" &&
        ! grep -E 'gfortran|mpich|shellcheck' "$work/stderr"
}

missing_for_the_tests() {
    names_what_is_missing check && grep -q ' libmpich-dev .*libopenmpi-dev .*shellcheck .*valgrind' "$work/stderr"
}

# A long command prints one line. Its output is shown if it fails.
quiet_steps() {
    .ci/run-and-log "$work/log/a" 'doing it' echo much >"$work/stdout" &&
        grep -qx 'doing it \.\.\. done ([0-9]* s)' "$work/stdout" && grep -qx much "$work/log/a" || return 1
    ! .ci/run-and-log "$work/log/a" 'doing it' sh -c 'echo why; exit 3' >"$work/stdout" &&
        grep -q 'failed' "$work/stdout" && grep -qx '    why' "$work/stdout"
}

# Each wrapper has its own launcher and its own Fortran wrapper, if none is given.
finds_tools() {
    local tools
    tools=$(for wrapper in mpicc mpicc.mpich /opt/mpi/bin/mpicc /opt/mpi/bin/mpicc_abi mpiicx cc; do
        env -u MAKEFLAGS -u MPIEXEC -u MPIFC "${MAKE:-make}" -s --no-print-directory show-tools MPICC=$wrapper
    done)
    echo "$tools"
    [ "$tools" = "mpiexec mpifort
mpiexec.mpich mpifort.mpich
/opt/mpi/bin/mpiexec /opt/mpi/bin/mpifort
/opt/mpi/bin/mpiexec /opt/mpi/bin/mpifort
mpiexec mpiifx
mpiexec ftn" ]
}

# The demo as a new user starts it. Its own launcher shows ranks; another MPI's makes it fail.
shows_the_demo() { # MPICC OTHER-LAUNCHER
    local make=(env -u MAKEFLAGS -u MPIEXEC -u MPIFC "${MAKE:-make}" --no-print-directory show-demo "MPICC=$1")
    under_limit 300 "${make[@]}" >"$work/stdout" 2>&1 || {
        cat "$work/stdout"
        return 1
    }
    cat "$work/stdout"
    grep -q '^    ranks  *0-31 .*communicator' "$work/stdout" || grep -q '^    ranks   0-7 .*Machine' "$work/stdout" ||
        return 1
    ! under_limit 300 "${make[@]}" "MPIEXEC=$2" >"$work/stdout" 2>&1 && cat "$work/stdout" &&
        grep -q 'is the launcher that of this MPI' "$work/stdout"
}

# Neither hwloc nor pkg-config.
builds_without_hwloc() {
    # shellcheck disable=SC2086 # words
    PKG_CONFIG=/no/such/pkg-config $CARGO check --quiet $CARGOFLAGS -p hwlocality-sys --target-dir "$work/hwloc"
}

cases_make() {
    # One MPI is enough.
    [ "$mpicc" = "${ALL_MPICC%% *}" ] || return 0
    test_case "make: steps of the demo" quiet_steps
    test_case "make: a prefix that cannot be used" refuses_prefixes
    test_case "make: the wrappers of install-all" finds_wrappers
    test_case "make: uninstall-all without the wrapper" uninstalls_without_wrapper
    test_case "make: install-all adds a family" adds_a_family
    test_case "make: the launcher of each wrapper" finds_tools
    test_case "make: a build without hwloc" builds_without_hwloc
    test_case "make: the demo" shows_the_demo mpicc.openmpi mpiexec.mpich
    test_case "make: the demo, MPICC=mpicc.mpich" shows_the_demo mpicc.mpich mpiexec.openmpi
    if [ "$(id -u)" -eq 0 ]; then
        test_case "make: root builds in a user's folder" make_for_a_user
        test_case "make: a user builds in root's folder" make_in_roots_folder
        test_case "make: what is missing for the demo" missing_for_the_demo
        test_case "make: what is missing for the tests" missing_for_the_tests
    else
        skip "make: root and a user in one folder, what is missing" "needs root"
    fi
}
