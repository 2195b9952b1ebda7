# SPDX-License-Identifier: MIT OR Apache-2.0
# Installing, and the programs of examples/, tried from the installed files alone.
CASES="$CASES install"

cases_install() {
    # One library for each family is installed. In 'make check-all' the first one is optimised as for users.
    own_library || return 0
    test_case "install, build from the installed files, uninstall" installs
    [ "$mpicc" != "${ALL_MPICC%% *}" ] || test_case "one prefix for several MPIs, and hsplit run" installs_all
    not_run
}

# What the scripts have left out, a line each, counts as skipped.
not_run() {
    local left
    [ -e "$work/left-out" ] || return 0
    while IFS= read -r left; do skip "install: ${left%:*}" "${left##*: }"; done <"$work/left-out"
}

# Runs one of the scripts, and notes what it leaves out.
noting() { # COMMAND...
    local code
    "$@" | tee "$work/script"
    code=${PIPESTATUS[0]}
    sed -n 's/^not run: //p' "$work/script" >>"$work/left-out"
    return "$code"
}

# True if a Python with mpi4py is available for this MPI; sets with_mpi4py to its command.
python_for_installing() {
    with_mpi4py=''
    if { [ -n "${python:-}" ] || python_environment; } && python_variables; then
        with_mpi4py="env ${python_variables[*]} $python"
    fi
}

# One MPI of each family, if it is installed.
installs_all() {
    local with_mpi4py wrapper wrappers=''
    python_for_installing
    for wrapper in $ALL_MPICC; do
        if [ "$wrapper" = "$(first_of_family "$wrapper")" ]; then wrappers="$wrappers $wrapper"; fi
    done
    # shellcheck disable=SC2086 # words
    noting under_limit 600 env PROFILE="$PROFILE" PYTHON="$with_mpi4py" CARGO="$CARGO" CARGOFLAGS="$CARGOFLAGS" \
        c-tests/install-all $wrappers
}

# Spack's phases build everything anew: in 'make check-all', for one MPI.
installs() {
    local spack=no with_mpi4py profile=$PROFILE seconds=600
    python_for_installing
    ! everything || [ "$mpicc" != "${ALL_MPICC%% *}" ] || spack=yes profile=release seconds=3600
    noting under_limit $seconds env PROFILE="$profile" SPACK="$spack" MPIEXEC="$mpiexec" MPIFC="$mpifort" \
        PYTHON="$with_mpi4py" CARGO="$CARGO" CARGOFLAGS="$CARGOFLAGS" c-tests/install "$mpicc"
}
