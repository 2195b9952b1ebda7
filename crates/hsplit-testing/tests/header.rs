// SPDX-License-Identifier: MIT OR Apache-2.0
//! `include/hsplit.h` is the output of cbindgen for the exported functions, which is compared with the committed file.
//! With `HSPLIT_BLESS=1` the file is written instead (`make header`).

use std::path::{Path, PathBuf};

/// The root of the sources.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The parts of the version, for `#if` in C.
fn versions() -> String {
    let parts = [
        ("MAJOR", env!("CARGO_PKG_VERSION_MAJOR")),
        ("MINOR", env!("CARGO_PKG_VERSION_MINOR")),
        ("PATCH", env!("CARGO_PKG_VERSION_PATCH")),
    ];
    let lines: String = parts.iter().map(|(name, value)| format!("#define HSPLIT_VERSION_{name} {value}\n")).collect();
    format!(
        "\n/* The version of this header. HSPLIT_Get_version returns the version of the loaded library. */\n\
         #define HSPLIT_VERSION \"{}\"\n{lines}",
        env!("CARGO_PKG_VERSION")
    )
}

/// The comments in C form, without the sections that are obvious in C (`Safety`), documented elsewhere (`See also`), or
/// read by the generator of the Fortran modules (`Fortran`).
fn comments_of_c(header: &str) -> String {
    let mut kept: Vec<String> = vec![];
    let mut skipping = false;
    for line in header.lines() {
        let heading = line.trim().strip_prefix("* # ");
        if let Some(heading) = heading {
            skipping = ["Safety", "Fortran", "See also"].contains(&heading);
        }
        skipping &= line.trim() != "*/";
        if !skipping {
            kept.push(match heading {
                Some(heading) => format!(" * {heading}:"),
                None => line.replace('`', ""),
            });
        } else {
            while kept.last().is_some_and(|last| last.trim() == "*") {
                kept.pop();
            }
        }
    }
    kept.join("\n") + "\n"
}

/// Declares a call of newer versions of mpi.h only if mpi.h does not.
fn guarded(header: &str) -> String {
    const DECLARATION: &str = "int MPI_Get_hw_resource_info(MPI_Info *hw_info);\n";
    assert!(header.contains(DECLARATION), "the header does not declare MPI_Get_hw_resource_info");
    header.replace(DECLARATION, &format!("#ifndef HSPLIT_MPI_HAS_HW_RESOURCE_INFO\n{DECLARATION}#endif\n"))
}

fn generate() -> String {
    let root = root();
    let mut config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("cbindgen.toml is valid");
    config.after_includes = config.after_includes.map(|text| versions() + &text);
    let mut builder = cbindgen::Builder::new().with_config(config);
    for source in [
        "crates/hsplit-calls/src/split_types.rs",
        "src/capi/intercepted.rs",
        "src/capi/extensions.rs",
        "src/capi/navigation.rs",
        "src/capi/distances.rs",
        "src/capi/devices.rs",
        "src/capi/bind.rs",
        "src/capi/placement.rs",
        "src/capi/reorder.rs",
        "src/capi/monitor.rs",
        "src/capi/window.rs",
        "src/capi/pmpi_aliases.rs",
    ] {
        builder = builder.with_src(root.join(source));
    }
    let mut bytes = vec![];
    builder.generate().expect("the exported functions can be read").write(&mut bytes);
    guarded(&comments_of_c(&String::from_utf8(bytes).expect("the header is text")))
}

/// Calls for programs are declared; calls that only this project's programs use are not, and have internal names.
#[test]
fn every_exported_call_is_declared_or_internal() {
    let read = |file: &str| std::fs::read_to_string(root().join(file)).expect("a file of the sources");
    let (header, names) =
        (read("include/hsplit.h"), read("c-tests/exported-names") + &read("c-tests/exported-names-own"));
    let is_declared = |name: &str| header.contains(&format!("int {name}("));
    let (internal, others): (Vec<&str>, Vec<&str>) =
        names.split_whitespace().partition(|name| name.starts_with("hsplit_internal_"));
    assert_eq!(internal, ["hsplit_internal_fix_strategy"]);
    assert!(!header.contains("hsplit_internal_"), "include/hsplit.h declares an internal name");
    for name in others.into_iter().filter(|name| name.starts_with("HSPLIT_") && name.contains(char::is_lowercase)) {
        assert!(is_declared(name), "include/hsplit.h does not declare {name}, which is exported");
    }
}

#[test]
fn the_committed_header_is_up_to_date() {
    let path = root().join("include/hsplit.h");
    let generated = generate();
    if std::env::var_os("HSPLIT_BLESS").is_some() {
        std::fs::write(&path, &generated).expect("include/ can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == generated,
        "include/hsplit.h is not what the sources say: run 'make header' and commit the result"
    );
}
