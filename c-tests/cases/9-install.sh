# SPDX-License-Identifier: MIT OR Apache-2.0
# Installing, and the programs of examples/, tried from the installed files alone.
CASES="$CASES install"

cases_install() {
    test_case "install, build from the installed files, uninstall" installs
}

installs() {
    local spack=no
    [ "$mpicc" != "${ALL_MPICC%% *}" ] || spack=yes
    under_limit 600 env SPACK="$spack" MPIEXEC="$mpiexec" MPIFC="$mpifort" CARGO="$CARGO" CARGOFLAGS="$CARGOFLAGS" c-tests/install "$mpicc"
}
