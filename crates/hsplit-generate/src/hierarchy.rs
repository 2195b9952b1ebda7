// SPDX-License-Identifier: MIT OR Apache-2.0
//! Entries of calls that may go along the hierarchy.

use crate::c::{self, Width, condition};
use crate::fortran;
use crate::function::{Forms, Function};
use crate::text::{camel, one_or_three_lines, wrapped};

/// The entries in C.
pub fn in_c(functions: &[&Function]) -> String {
    let mut text = "\nuse super::super::prelude::*;\n".to_owned();
    for function in functions {
        text += &entry(function, Width::Small);
        if matches!(function.forms, Forms::Both | Forms::Arrays) {
            text += &entry(function, Width::Large);
        }
    }
    text
}

fn entry(function: &Function, width: Width) -> String {
    let (suffix, condition) = if width == Width::Large { ("_c", condition(function)) } else { ("", "") };
    let (name, short) = (format!("{}{suffix}", function.name), function.short() + suffix);
    let (declared, names) = (function.declared(|kind| c::type_of(kind, width)), function.names());
    let operation = camel(&function.short());
    let mut text = format!("\n{condition}#[unsafe(no_mangle)]\n");
    text += &wrapped(0, &format!("unsafe extern \"C-unwind\" fn {name}({declared}) -> c_int {{"));
    text += &wrapped(4, &format!("if !may_ask::<calls::{operation}>() {{ return raw::{short}({names}); }}"));
    text += &wrapped(4, &format!("{short}({names})"));
    text += &format!("}}\n{condition}");
    text += &wrapped(0, &format!("#[inline(never)] unsafe extern \"C-unwind\" fn {short}({declared}) -> c_int {{"));
    text += &wrapped(4, &format!("let native = || raw::{short}({names});"));
    text += &wrapped(4, &format!("let call = || {};", function.structure(c::value(width))));
    text += &wrapped(4, &format!("let amount = || {};", function.amount(c::value(width))));
    text += &wrapped(4, &format!("made(\"{name}\", &call, &native, &amount)"));
    text + "}\n"
}

/// The entries in Fortran.
pub fn in_fortran(functions: &[&Function]) -> String {
    functions.iter().fold("\nuse super::super::prelude::*;\n".to_owned(), |text, function| text + &names(function))
}

/// The body that all names of a function share, and the names. Their arguments go on by position, so that letters are
/// enough.
fn names(function: &Function) -> String {
    let (short, lower) = (function.short(), function.name.to_lowercase());
    let (shape, upper) = (camel(&short), short.to_uppercase());
    let (names, types) = (function.names(), fortran::types(function));
    let declared = function.declared(fortran::type_of);
    let mut text = "\n".to_owned();
    text += &wrapped(0, &format!("type {shape} = unsafe extern \"C-unwind\" fn({});", types.join(", ")));
    text += &wrapped(0, &format!("unsafe fn {short}(next: &Next<{shape}>, {declared}, ierr: Out) {{"));
    text += &wrapped(4, &format!("let native = |native: {shape}, ierr| native({names}, ierr);"));
    text += &wrapped(4, &format!("let call = || {};", function.structure(fortran::value)));
    text += &wrapped(4, &format!("let amount = || {};", function.amount(fortran::value)));
    text += &wrapped(4, &format!("next.make(\"{}\", ierr, native, &call, &amount)", function.name));
    text += "}\n";
    let names = [
        lower.clone(),
        format!("{lower}_"),
        format!("{lower}__"),
        function.name.to_uppercase(),
        format!("{lower}_f08_"),
    ];
    let listed: Vec<String> = names.iter().map(|name| format!("c\"{name}\"")).collect();
    text += &wrapped(0, &format!("static {upper}: Spelled<{shape}> = spelled([{}]);", listed.join(", ")));
    let letters = || ('a'..='z').map(String::from).zip(&types);
    let declared: Vec<String> = letters().map(|(letter, kind)| format!("{letter}: {kind}")).collect();
    let letters: Vec<String> = letters().map(|(letter, _)| letter).collect();
    for (index, name) in names.iter().enumerate() {
        let head = format!("unsafe extern \"C-unwind\" fn {name}({}) {{", declared.join(", "));
        text += "#[unsafe(no_mangle)]\n";
        text += &one_or_three_lines(&head, &format!("{short}(&{upper}[{index}], {})", letters.join(", ")));
    }
    text
}
