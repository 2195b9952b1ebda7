# SPDX-License-Identifier: MIT OR Apache-2.0
# The library dropped into copies of MPIs, and removed again, by the book (examples/site). In 'make check-all', for the
# MPIs that can be copied.
CASES="$CASES site"

by_the_book() { # STEP
    MPI=$copy ETC=$copy/etc HSPLIT=$site SLURM=$work/slurm sh -eu "examples/site/$1.sh"
}

# A program that users compile and start with the copy alone.
compiled() { # MPICC-OPTION...
    "$copy/bin/mpicc" "$@" examples/guided.c -o "$work/guided"
}

finds_its_caches() {
    mpiexec=$copy/bin/mpiexec silent_job bare 8 none HSPLIT_EMULATE="$SMALL_CLUSTER" "$work/guided" >"$work/stdout" ||
        return 1
    sort "$work/stdout" | diff examples/guided.c.expected -
}

is_linked() {
    ldd "$work/guided" | grep "libhsplit.* => $site/lib/hsplit/"
}

# Nothing is left of it.
is_out() {
    diff -r --no-dereference "$original" "$copy"
}

profile_option() {
    by_the_book profile && compiled -profile=hsplit && is_linked && finds_its_caches &&
        by_the_book profile-out && is_out
}

wrapper_data() {
    by_the_book wrappers && compiled && is_linked && finds_its_caches &&
        by_the_book wrappers-out && is_out && compiled -Iinclude && ! is_linked
}

preload_for_all_jobs() {
    by_the_book preload && compiled -Iinclude && ! is_linked && finds_its_caches &&
        by_the_book preload-out && is_out && ! mpiexec=$copy/bin/mpiexec job bare 1 none env | grep LD_PRELOAD
}

# The script prints the variables that Slurm would set for a task. Its file need not end with the end of a line.
task_prolog() {
    mkdir -p "$work/slurm" && printf '# A site\nClusterName=a' >"$work/slurm/slurm.conf" &&
        cp "$work/slurm/slurm.conf" "$work/before" && by_the_book prolog || return 1
    local script
    script=$(sed -n 's/^TaskProlog=//p' "$work/slurm/slurm.conf")
    [ "$(env -u LD_PRELOAD "$script")" = "export LD_PRELOAD=$site/lib/hsplit/openmpi/libhsplit.so.0" ] &&
        [ "$(HSPLIT_PRELOAD=/a LD_PRELOAD='' "$script")" = "export LD_PRELOAD=/a" ] &&
        [ "$(HSPLIT_PRELOAD=/a LD_PRELOAD=/b "$script")" = "export LD_PRELOAD=/a:/b" ] &&
        [ -z "$(HSPLIT_PRELOAD=/a LD_PRELOAD=/b:/a "$script")" ] && by_the_book prolog-out &&
        diff "$work/before" "$work/slurm/slurm.conf" && [ ! -e "$script" ]
}

# Started by 'hsplit run'.
old_fortran() { # [NAME=VALUE...]
    # shellcheck disable=SC2034 # for installed.sh
    local here=$work
    # shellcheck source=c-tests/installed.sh
    . c-tests/installed.sh
    old_fortran_program "$work" && ! ldd "$work/old" | grep 'libhsplit[a-z_]*\.so' &&
        mpiexec=$copy/bin/mpiexec silent_job bare 8 none "$@" "$site/bin/hsplit" run --emulate "$SMALL_CLUSTER" -- \
            "$work/old" >"$work/stdout" && for rank in 0 1 2 3 4 5 6 7; do echo "rank $rank of 4"; done |
        diff - <(sort "$work/stdout")
}

# A program that was built with Debian's MPICH runs with this MPI's libraries: both have MPICH's binary interface, and
# Debian has names of its own for the files.
fortran_of_mpich() {
    local links=$work/links
    mkdir -p "$links" && ln -sf "$copy/lib/libmpi.so.12" "$links/libmpich.so.12" &&
        ln -sf "$copy/lib/libmpifort.so.12" "$links/libmpichfort.so.12" || return 1
    mpifort=mpif90.mpich FCFLAGS='' old_fortran LD_LIBRARY_PATH="$links:$copy/lib" || return 1
    readelf -d "$work/old" | grep 'NEEDED.*\[libmpichfort\.so\.12\]' &&
        LD_LIBRARY_PATH=$links:$copy/lib ldd "$work/old" | grep "libmpichfort.so.12 => $links/" &&
        ! LD_LIBRARY_PATH=$links:$copy/lib ldd "$work/old" | grep '=> .*mpi' | grep -v -e "=> $links/" -e "=> $copy/"
}

# True if this MPI is a folder of its own; sets original, copy and site.
copied() {
    original=${mpicc%/bin/mpicc} copy=$work/mpi site=$work/hsplit
    [ "$original" != "$mpicc" ] && [ "${mpicc##*_}" != abi ] || return 1
    rm -rf "$copy" && cp -a "$original" "$copy"
}

installed_for_a_site() {
    "${MAKE:-make}" --no-print-directory install-all PREFIX="$site" WRAPPERS="$mpicc" CARGO="$CARGO" \
        CARGOFLAGS="$CARGOFLAGS"
}

cases_site() {
    local original copy site
    everything && copied || return 0
    test_case "dropped in: the library is installed" installed_for_a_site
    # Its wrappers and its launcher use the folder in which they are.
    if [ -n "${I_MPI_ROOT:-}" ]; then export I_MPI_ROOT=$copy LD_LIBRARY_PATH=$copy/lib; fi
    if [ "$(family "$mpicc")" = openmpi ]; then
        test_case "dropped in: Open MPI's wrappers" wrapper_data
        test_case "dropped in: Open MPI's launcher" preload_for_all_jobs
        test_case "dropped in: Slurm's TaskProlog" task_prolog
    else
        test_case "dropped in: mpicc -profile=hsplit" profile_option
    fi
    if command -v "$mpifort" >/dev/null; then
        test_case "dropped in: a Fortran program of long ago under hsplit run" old_fortran
    else
        skip "dropped in: a Fortran program of long ago under hsplit run" "this MPI has no Fortran"
    fi
    if [ -e "$copy/lib/libmpifort.so.12" ] && command -v mpif90.mpich >/dev/null; then
        test_case "dropped in: a Fortran program of MPICH 4 under hsplit run" fortran_of_mpich
    elif [ "$(family "$mpicc")" = mpich ]; then
        skip "dropped in: a Fortran program of MPICH 4 under hsplit run" \
            "this MPI has no libmpifort.so.12, or mpif90.mpich is not installed"
    fi
    rm -rf "$copy" "$site"
}
