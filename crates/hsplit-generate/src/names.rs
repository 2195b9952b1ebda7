// SPDX-License-Identifier: MIT OR Apache-2.0
//! The names of MPI functions: the Fortran names of functions that are written by hand, and the lists of all names.

use crate::function::{Forms, Function, Kind};
use crate::text::{f08, filled, handed_on, spelled, spellings};

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
    let [mut all, mut open_mpi, mut others]: [Vec<Vec<String>>; 3] = Default::default();
    all.extend(OTHERS.map(|name| vec![name.to_owned()]));
    for function in functions {
        let mut names = vec![function.name.clone()];
        match function.forms {
            Forms::Both => names.push(format!("{}_c", function.name)),
            Forms::Arrays => others.push(vec![format!("{}_c", function.name)]),
            Forms::Small | Forms::Plain => (),
        }
        let is_of_session = function.asked == "raw";
        let is_everywhere = ["hierarchy", "reorder", "named", "fortran"].contains(&function.asked.as_str());
        let spelled = (!is_of_session).then(|| spelled(&function.name)).into_iter().flatten();
        let of_open_mpi = if is_everywhere {
            names.extend(spelled.chain([f08(&function.name)]));
            vec![]
        } else if is_of_session || function.forms == Forms::Plain {
            names.push(f08(&function.name));
            spelled.collect()
        } else {
            spelled.chain([f08(&function.name)]).collect()
        };
        all.push(names);
        open_mpi.push(of_open_mpi);
    }
    [all, open_mpi, others].map(listed)
}

/// Generates a list of names: the functions are sorted, and each begins a line.
pub fn listed(mut functions: Vec<Vec<String>>) -> String {
    functions.sort();
    let lines = functions.iter().filter(|names| !names.is_empty()).map(|names| filled(names));
    lines.collect()
}
