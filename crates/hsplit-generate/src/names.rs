// SPDX-License-Identifier: MIT OR Apache-2.0
//! The names of MPI functions: the Fortran names of functions that are written by hand, and the lists of all names.

use crate::function::{Forms, Function, Kind};
use crate::text::{f08, handed_on, spelled, spellings};

/// Exports other than MPI functions and the library's own calls.
const OTHERS: [&str; 2] = ["PMIx_Commit", "hsplit_internal_fix_strategy"];

/// Generates the Fortran names. Each passes its own name, by which the native function is found.
pub fn in_fortran(functions: &[&Function]) -> String {
    functions.iter().fold("\nuse super::super::*;\n".to_owned(), |text, function| text + "\n" + &entries(function))
}

fn entries(function: &Function) -> String {
    // A program's arguments exist only in C, and so do the arguments after a level: MPI_PCONTROL has no `ierror`
    // either.
    let is_in_c = |kind: Kind, name: &str| matches!(kind, Kind::Words | Kind::Rest) || name == "argc";
    let kinds = function.parameters.iter().filter(|one| !is_in_c(one.kind(), &one.name)).map(|one| match one.kind() {
        Kind::Output | Kind::NumberOut => "Out",
        _ => "In",
    });
    let ierror = (!function.parameters.iter().any(|one| one.kind() == Kind::Rest)).then_some("Out");
    let kinds: Vec<&str> = kinds.chain(ierror).collect();
    let entry =
        |name: String| handed_on(&name, &kinds, |letters| format!("{}(c\"{name}\", {letters})", function.short()));
    spellings(&function.name).map(entry).collect()
}

/// Generates the names that every build exports, then the additional ones of builds for Open MPI, and of other builds.
pub fn exported<'a>(functions: impl Iterator<Item = &'a Function>) -> [String; 3] {
    let [mut all, mut open_mpi, mut others]: [Vec<String>; 3] = Default::default();
    all.extend(OTHERS.map(String::from));
    for function in functions {
        all.push(function.name.clone());
        match function.forms {
            Forms::Both => all.push(format!("{}_c", function.name)),
            Forms::Arrays => others.push(format!("{}_c", function.name)),
            Forms::Small | Forms::Plain => (),
        }
        let is_of_session = function.asked == "raw";
        let is_everywhere = ["hierarchy", "reorder", "named", "fortran"].contains(&function.asked.as_str());
        let is_plain = is_of_session || function.forms == Forms::Plain;
        if is_everywhere || is_plain { &mut all } else { &mut open_mpi }.push(f08(&function.name));
        if !is_of_session {
            if is_everywhere { &mut all } else { &mut open_mpi }.extend(spelled(&function.name));
        }
    }
    [all, open_mpi, others].map(|mut names| {
        names.sort();
        names.join("\n") + "\n"
    })
}
