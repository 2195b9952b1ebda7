// SPDX-License-Identifier: MIT OR Apache-2.0
//! The names of the library's own calls: the exported names, and the lists for test programs.

use super::{Call, HANDLES};
use crate::names::listed;
use crate::text::{spelled, spellings};

/// The comparisons of the library's handles in mpi_f08, each with its sign in Rust.
pub fn comparisons() -> impl Iterator<Item = (String, &'static str)> {
    let signs = [("eq", "=="), ("ne", "!=")];
    HANDLES.into_iter().flat_map(move |handle| signs.map(|(suffix, sign)| (format!("{handle}_{suffix}"), sign)))
}

/// Returns the name of a call, and its PMPI alias, which the calls of the papers have.
fn in_c(call: &Call) -> impl Iterator<Item = String> {
    let alias = call.name.starts_with("MPI_").then(|| format!("P{}", call.name));
    std::iter::once(call.name.clone()).chain(alias)
}

/// Generates the list of all exported names.
pub fn exported(calls: &[Call]) -> String {
    let own = calls.iter().map(|call| in_c(call).chain(spellings(&call.name)).collect());
    listed(own.chain(comparisons().map(|(name, _)| spelled(&name).into())).collect())
}

/// Generates the C names as weak symbols.
pub fn weak(calls: &[Call]) -> String {
    let head = "\
/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Generated from src/capi by `make header`: change the declarations, not this file.
 * The calls that no MPI has, weak: a program that is linked against its MPI alone starts without the library. */
";
    calls.iter().flat_map(in_c).fold(head.to_owned(), |text, name| text + &format!("#pragma weak {name}\n"))
}
