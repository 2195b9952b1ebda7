# SPDX-License-Identifier: MIT OR Apache-2.0
# The form of the sources. Formatters of other versions have other rules: they are skipped by name.

shell_files() {
    grep -rlE '^#!.*[/ ](ba)?sh$' .ci c-tests packaging
    echo c-tests/cases/*.sh c-tests/netns-cluster/spec.sh packaging/families.sh
}

# Without the header that cbindgen writes.
c_files() {
    # (The .h files of fortran/tests are Fortran.)
    find c-tests fortran src crates examples -name '*.[ch]' ! -path 'fortran/*.h' 2>/dev/null
}

# By .editorconfig.
shell_is_formatted() {
    # shellcheck disable=SC2046
    shfmt -d $(shell_files) examples/site/*.sh
}

shell_is_sound() {
    # shellcheck disable=SC2046
    shellcheck -S warning $(shell_files)
}

c_is_formatted() {
    # shellcheck disable=SC2046
    clang-format --dry-run -Werror $(c_files)
}

# All cases are in one shell: a second function of a name would replace the first one.
functions_are_unique() {
    ! sed -n 's/^\([a-z_0-9]*\)() [{(].*/\1/p' c-tests/cases/*.sh lab/cases/*.sh | sort | uniq -d | grep .
}

# No line exceeds column 120, in characters, except rows of tables, lines with a URL, and generated files.
lines_are_short() {
    ! find . \( -name .git -o -path ./build -o -path ./target \) -prune -o \
        -type f ! -name '*.lock' ! -name '*.svg' ! -name '*.xml' ! -name '*.json' -print0 |
        LC_ALL=C.UTF-8 xargs -0 grep -nIE '^.{121,}' | grep -vE '^[^:]*:[0-9]*:(//[!/])? *\||https?://'
}

# Every test program is started by a case.
test_programs_are_started() {
    local program name status=0
    for program in c-tests/*.c; do
        name=$(basename "$program" .c)
        grep -rqw -- "$name" c-tests/cases && continue
        echo "no case starts $program"
        status=1
    done
    return $status
}

# SMPI, whose mpi.h has them as members of an enum, is built for by make check-all alone.
error_classes_are_smpis() {
    local used
    for used in $(grep -rhoE 'mpi_sys::MPI_ERR_[A-Z_]+' src crates lab/crates --include='*.rs' | sort -u); do
        grep -q "^#define ${used#mpi_sys::} " crates/hsplit-mpi/src/smpi.h || {
            echo "smpi.h lacks $used"
            return 1
        }
    done
}

# style_case NAME COMMAND VERSION CHECK: runs if the command is installed in this version (a pattern of its output).
style_case() {
    local has
    # shellcheck disable=SC2086
    if ! has=$($2 --version 2>&1); then
        skip "$1" "${2% --} is not installed"
    else
        # shellcheck disable=SC2254
        case $has in
        $3) test_case "$1" "${@:4}" ;;
        *) skip "$1" "formatted with another version than $(head -n 1 <<<"$has")" ;;
        esac
    fi
}

rust_is_formatted() {
    "$CARGO" fmt --all --check
}

# 'let' in the middle of a condition needs Rust 1.88, and no compiler warns that 'rust-version' lacks it.
no_let_chains() {
    # And a condition that begins with let: && outside of all parentheses before the block.
    local begins='\b(if|while) let ([^(){};]|(\(([^()]|(?3))*\)))*?\s&& '
    ! grep -rnE '(^|[[:space:]])&& let ' src crates build.rs --include='*.rs' &&
        ! grep -rPzl "$begins" src crates build.rs --include='*.rs'
}

# All crates, also those that need an MPI; hsplit-quo needs no library, because nothing is linked.
clippy_is_silent() { # MPICC
    use_mpi "$1" || return 1
    # shellcheck disable=SC2086
    MPICC=$mpicc LIBHSPLIT=none $CARGO clippy $CARGOFLAGS --workspace --all-targets --target-dir "$out/programs" -- \
        -D warnings
}

# The library for another family of MPIs compiles other lines. (In its build folder and profile, so that little is
# compiled.)
clippy_of_library_is_silent() { # MPICC
    use_mpi "$1" || return 1
    # shellcheck disable=SC2086
    MPICC=$mpicc $CARGO clippy $CARGOFLAGS --profile "$PROFILE" -p hsplit -p hsplit-calls -p hsplit-mpi --lib \
        --target-dir "$own/cargo" -- -D warnings
}

cases_style() {
    local of_mpich="Rust: clippy is silent, the library for MPICH" mpich
    style_case "shell: formatted" shfmt '*' shell_is_formatted
    style_case "shell: without a warning" shellcheck '*' shell_is_sound
    style_case "C: formatted" clang-format '*version 14.*' c_is_formatted
    test_case "lines end at column 120" lines_are_short
    test_case "one function of each name in the cases" functions_are_unique
    test_case "every test program is started by a case" test_programs_are_started
    test_case "Rust: no chains of let" no_let_chains
    test_case "Rust: every error class is one of SMPI" error_classes_are_smpis
    style_case "Rust: formatted" "$CARGO fmt" '*' rust_is_formatted
    style_case "Rust: clippy is silent" "$CARGO clippy" '*' clippy_is_silent "${ALL_MPICC%% *}"
    mpich=$(first_mpich)
    if [ -n "$mpich" ]; then
        style_case "$of_mpich" "$CARGO clippy" '*' clippy_of_library_is_silent "$mpich"
    else
        skip "$of_mpich" "no MPI of MPICH's family is tested here"
    fi
}
