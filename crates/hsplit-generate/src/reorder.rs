// SPDX-License-Identifier: MIT OR Apache-2.0
//! Entries of calls that create topologies, whose ranks may be reordered.

use crate::c::{self, Width};
use crate::fortran::{self, named};
use crate::function::{Function, Kind, Parameter};
use crate::text::{EXPORTED, camel, wrapped};

/// The parameter that allows reordering. Calls without it return the rank that the caller would have: the result is
/// that of a call with true.
const REORDER: &str = "reorder";

/// Generates the entries in C.
pub fn in_c(functions: &[&Function]) -> String {
    functions.iter().fold("\nuse super::super::prelude::*;\n".to_owned(), |text, function| text + &entry(function))
}

fn entry(function: &Function) -> String {
    let (name, short) = (&function.name, function.short());
    let declared = function.declared(|one| c::type_of(one.kind(), Width::Small));
    let mut text = "\n".to_owned();
    text += &wrapped(0, &format!("{EXPORTED} {name}({declared}) -> c_int {{"));
    let arguments = arguments(function, "0");
    text += &wrapped(4, &format!("let native = |{}| raw::{short}({arguments});", wanted(function)));
    text += &wrapped(4, &format!("let call = || {};", structure(function, "", c::value(Width::Small))));
    text + &wrapped(4, &format!("made(\"{name}\", native, call)")) + "}\n"
}

/// Generates the entries in Fortran.
pub fn in_fortran(functions: &[&Function]) -> String {
    let body = |function: &Function| {
        let (shape, arguments) = (camel(&function.short()), arguments(function, "&NO"));
        let native = format!("|native: {shape}, {}, ierr: Out| native({arguments}, ierr)", wanted(function));
        let made = function.parameters.iter().find(|one| one.kind() == Kind::Output);
        let newcomm = if made.is_some() { "newcomm" } else { "_" };
        // The call writes a C handle.
        let value = |one: &Parameter| if one.kind() == Kind::Output { newcomm.to_owned() } else { fortran::value(one) };
        let mut text = wrapped(4, &format!("let native = {native};"));
        text += &wrapped(4, &format!("let call = |{newcomm}| {};", structure(function, "*", value)));
        let output = made.map_or("std::ptr::null_mut()".to_owned(), |one| format!("{}.cast()", one.name));
        text + &wrapped(4, &format!("next.topology(\"{}\", ierr, {output}, native, call)", function.name))
    };
    functions.iter().fold("\nuse super::super::prelude::*;\n".to_owned(), |text, one| text + &named(one, &body(one)))
}

fn has_reorder(function: &Function) -> bool {
    function.parameters.iter().any(|one| one.name == REORDER)
}

/// Returns the parameter of the closure that makes the native call.
fn wanted(function: &Function) -> &'static str {
    if has_reorder(function) { "wanted: bool" } else { "_: bool" }
}

/// Returns the arguments of the native call, with `no` if the library has reordered the ranks.
fn arguments(function: &Function, no: &str) -> String {
    let one = |one: &Parameter| match one.name.as_str() {
        REORDER => format!("if wanted {{ {REORDER} }} else {{ {no} }}"),
        name => name.to_owned(),
    };
    function.parameters.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Generates the structure of a call. `read`: the prefix of a number's name that reads it.
fn structure(function: &Function, read: &str, value: impl Fn(&Parameter) -> String) -> String {
    let comm = function.parameters.iter().find(|one| one.kind() == Kind::Comm).map(&value).unwrap_or_default();
    let reorder = if has_reorder(function) { format!("{read}{REORDER} != 0") } else { "true".to_owned() };
    let first = format!("call: call(\"{}\", {comm}, {reorder}), ", function.name);
    function.structure(&function.hook.when, &first, value)
}
