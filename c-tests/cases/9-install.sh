# SPDX-License-Identifier: MIT OR Apache-2.0
# Installing, and the programs of examples/, tried from the installed files alone.
CASES="$CASES install"

cases_install() {
    # One library a family is installed. In 'make check' that of the first MPI is optimised as it is for users.
    own_library || return 0
    test_case "install, build from the installed files, uninstall" installs
}

# Spack's phases build everything anew: in 'make check-all', for one MPI.
installs() {
    local spack=no with_mpi4py='' profile=release
    ! is_brief || [ "$mpicc" = "${ALL_MPICC%% *}" ] || profile=$PROFILE
    if { [ -n "${python:-}" ] || python_environment; } && python_variables; then
        with_mpi4py="env ${python_variables[*]} $python"
    fi
    ! everything || [ "$mpicc" != "${ALL_MPICC%% *}" ] || spack=yes
    under_limit 600 env PROFILE="$profile" SPACK="$spack" MPIEXEC="$mpiexec" MPIFC="$mpifort" PYTHON="$with_mpi4py" \
        CARGO="$CARGO" CARGOFLAGS="$CARGOFLAGS" c-tests/install "$mpicc"
}
