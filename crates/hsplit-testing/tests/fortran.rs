// SPDX-License-Identifier: MIT OR Apache-2.0
//! The Fortran interface is complete: `fortran/hsplitf.h` has the numbers of `crates/hsplit-calls/src/split_types.rs`,
//! the modules declare every call of `hsplit.h`, and the library exports every name that a compiler may generate for
//! one. With `HSPLIT_BLESS=1` the include file is written instead (`make header`).

use std::path::{Path, PathBuf};

/// The root of the sources.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(file: &str) -> String {
    let path = root().join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The beginning of the include file.
const HEAD: &str = "\
! SPDX-License-Identifier: MIT OR Apache-2.0
!
! The constants of libhsplit, for fixed and free form: include this file
! after mpif.h, or use the module hsplit or hsplit_f08, which have the
! same constants. Generated from the sources: do not change this file.
!
! The split types whose names begin with HSPLIT_ are those of MPI 4.0
! and 4.1, of Open MPI and of MPICH, with names that no mpif.h has.
! They work with every MPI.
";

/// The names and values of the public constants in `crates/hsplit-calls/src/split_types.rs`.
fn split_types() -> Vec<(String, u32)> {
    let source = read("crates/hsplit-calls/src/split_types.rs");
    let constants = source.lines().filter_map(|line| line.strip_prefix("pub const ")?.split_once(": c_int = "));
    let number = |value: &str| match value.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => value.parse(),
    };
    constants
        .map(|(name, value)| (name.to_owned(), number(&value.replace(['_', ';'], "")).expect("a number")))
        .collect()
}

fn versions() -> Vec<(String, u32)> {
    let parts = [
        ("MAJOR", env!("CARGO_PKG_VERSION_MAJOR")),
        ("MINOR", env!("CARGO_PKG_VERSION_MINOR")),
        ("PATCH", env!("CARGO_PKG_VERSION_PATCH")),
    ];
    parts.iter().map(|(part, value)| (format!("HSPLIT_VERSION_{part}"), value.parse().expect("a number"))).collect()
}

fn generate() -> String {
    let constants = versions().into_iter().chain(split_types());
    constants.fold(HEAD.to_owned(), |text, (name, value)| {
        format!("{text}\n      integer {name}\n      parameter ({name}={value})\n")
    })
}

/// The functions that `hsplit.h` declares, without their `PMPI_` aliases.
fn calls() -> Vec<String> {
    let header = read("include/hsplit.h");
    let declared = header.lines().filter_map(|line| line.strip_prefix("int ")?.split('(').next());
    declared.filter(|name| !name.starts_with("PMPI_")).map(str::to_owned).collect()
}

#[test]
fn the_committed_include_file_is_up_to_date() {
    let generated = generate();
    assert!(generated.lines().all(|line| line.len() <= 72), "fixed form ends at column 72");
    assert_eq!(split_types().len(), 25, "split_types.rs has constants that this test cannot read");
    if std::env::var_os("HSPLIT_BLESS").is_some() {
        std::fs::write(root().join("fortran/hsplitf.h"), &generated).expect("fortran/ can be written");
    }
    assert!(
        read("fortran/hsplitf.h") == generated,
        "fortran/hsplitf.h is not what the sources say: run 'make header' and commit the result"
    );
}

#[test]
fn the_modules_declare_every_call() {
    let module = read("fortran/hsplit.f90");
    let f08 = read("fortran/hsplit_f08.f90");
    for call in calls() {
        assert!(module.contains(&format!("    subroutine {call}(")), "hsplit.f90 does not declare {call}");
        assert!(
            f08.contains(&format!("  interface {call}\n    subroutine {call}_f08(")),
            "hsplit_f08.f90 does not declare {call}"
        );
    }
}

#[test]
fn every_name_of_a_call_is_exported() {
    let exported = read("c-tests/exported-names") + &read("c-tests/exported-names-own");
    for call in
        calls().iter().map(String::as_str).chain(["MPI_Comm_split_type", "MPI_Init", "MPI_Init_thread", "MPI_Finalize"])
    {
        let lower = call.to_lowercase();
        for name in [format!("{lower}_"), format!("{lower}__"), format!("{lower}_f08_"), call.to_uppercase()] {
            assert!(exported.split_whitespace().any(|one| one == name), "{name} is not exported");
        }
    }
}
