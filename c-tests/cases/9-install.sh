# SPDX-License-Identifier: MIT OR Apache-2.0
# Installing, and what README.md says, tried from the installed files alone.
CASES="$CASES install"

cases_install() {
    if [ "$libname" != hsplit ]; then
        skip "install" "the programs of README.md link with -lhsplit"
        return
    fi
    test_case "install, build from the installed files, uninstall" installs
}

installs() {
    under_limit 600 env MPIEXEC="$mpiexec" MPIFC="$mpifort" CARGO="$CARGO" CARGOFLAGS="$CARGOFLAGS" c-tests/install "$mpicc"
}
