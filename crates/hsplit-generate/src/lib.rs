// SPDX-License-Identifier: MIT OR Apache-2.0
//! Generates the entries for MPI functions, in C and Fortran, from one table (`mpi.txt`), and the Fortran interfaces
//! and manual pages of the library's own calls from their declarations. The generated files are plain Rust, Fortran and
//! roff, and are committed; a test of this crate compares them.

#![forbid(unsafe_code)]

mod c;
mod fortran;
mod function;
mod hierarchy;
mod names;
mod native;
mod own;
mod raw;
mod reorder;
mod text;

use function::{CALLED, Forms, Function};

/// The table.
const TABLE: &str = include_str!("../mpi.txt");

/// A generated file.
pub struct File {
    /// Its path in the repository.
    pub path: String,
    /// Its contents.
    pub text: String,
}

/// Groups of functions by the effect of their calls. Each group is a file.
const GROUPS: [(&str, &[&str]); 4] = [
    ("messages", &["p2p", "starts", "frees"]),
    ("collectives", &["collectives"]),
    ("accesses", &["rma"]),
    ("times", &["receives", "waits", "windows", "communicators"]),
];

/// Generates all files.
pub fn files() -> Vec<File> {
    let table: Vec<Function> = TABLE.lines().filter_map(Function::of_row).collect();
    let asked_by = |words: &[&str]| table.iter().filter(|one| words.contains(&one.asked.as_str())).collect::<Vec<_>>();
    let (hierarchy, reorder) = (asked_by(&["hierarchy"]), asked_by(&["reorder"]));
    let (named, raw) = (asked_by(&["named", "fortran"]), asked_by(&["raw", "hierarchy", "reorder", "named"]));
    let by_hand = ["raw", "hierarchy", "reorder", "named", "fortran", CALLED];
    let called: Vec<&Function> = table.iter().filter(|one| one.is_called).collect();
    let all: Vec<&Function> = table.iter().filter(|one| !by_hand.contains(&one.asked.as_str())).collect();
    let file = |folder: &str, name: &str, text: String| File {
        path: format!("{folder}/generated/{name}.rs"),
        text: format!("{HEAD}{text}"),
    };
    let mut files: Vec<File> = GROUPS
        .iter()
        .map(|(name, asked)| {
            let group = all.iter().copied().filter(|function| asked.contains(&function.asked.as_str()));
            file("src/capi/monitored", name, c::text(&group.collect::<Vec<_>>()))
        })
        .collect();
    let (plain, buffers): (Vec<&Function>, Vec<&Function>) =
        all.iter().copied().partition(|function| function.forms == Forms::Plain);
    let fortran = [
        ("plain", fortran::bodies(&plain)),
        ("buffers", fortran::bodies(&buffers)),
        ("spellings", fortran::spellings(&all)),
    ];
    files.extend(fortran.map(|(name, text)| file("src/capi/fortran/monitored", name, text)));
    files.push(file("src/capi/collectives", "entries", hierarchy::in_c(&hierarchy)));
    files.push(file("src/capi/fortran/collectives", "entries", hierarchy::in_fortran(&hierarchy)));
    files.push(file("src/capi/fortran/intercepted", "names", names::in_fortran(&named)));
    files.push(file("src/capi/topology", "entries", reorder::in_c(&reorder)));
    files.push(file("src/capi/fortran/topology", "entries", reorder::in_fortran(&reorder)));
    files.push(file("crates/hsplit-mpi/src/raw", "functions", raw::text(&raw)));
    files.push(file("crates/hsplit-mpi/src/functions", "native", native::text(&called)));
    let lists = ["exported-names", "exported-names-openmpi", "exported-names-large"];
    let lists = lists.into_iter().zip(names::exported(table.iter().filter(|one| one.asked != CALLED)));
    files.extend(lists.map(|(name, text)| File { path: format!("c-tests/{name}"), text }));
    files.extend(own());
    files
}

/// Generates the files of the library's own calls.
fn own() -> Vec<File> {
    let calls = own::calls();
    let page = |name: &str, text: String| File { path: format!("man/{name}.3"), text };
    let newest = own::of_mpi41();
    let mut files: Vec<File> = calls.iter().map(|call| page(&call.name, own::pages::own(call))).collect();
    files.push(page(&newest.name, own::pages::of_mpi41(&newest)));
    let entries = format!("{HEAD_OF_OWN}{}", own::entries::text(&calls));
    files.extend([
        File { path: "src/capi/fortran/own/generated/entries.rs".into(), text: entries },
        File { path: "fortran/hsplit.f90".into(), text: own::modules::mpi(&calls) },
        File { path: "fortran/hsplit_f08.f90".into(), text: own::modules::f08(&calls) },
        File { path: "c-tests/exported-names-own".into(), text: own::names::exported(&calls) },
        File { path: "c-tests/weak.h".into(), text: own::names::weak(&calls) },
    ]);
    files
}

const HEAD: &str = "\
// SPDX-License-Identifier: MIT OR Apache-2.0
// Generated from crates/hsplit-generate/mpi.txt by `cargo run -p hsplit-generate`: change the table, not this file.
";

const HEAD_OF_OWN: &str = "\
// SPDX-License-Identifier: MIT OR Apache-2.0
// Generated from src/capi by `cargo run -p hsplit-generate`: change the declarations, not this file.
";
