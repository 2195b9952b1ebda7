// SPDX-License-Identifier: MIT OR Apache-2.0
//! Entries of calls that the library can make along the hierarchy.

use crate::c::{self, Width, condition};
use crate::fortran::{self, named};
use crate::function::Function;
use crate::text::{EXPORTED, camel, wrapped};

/// Generates the entries in C.
pub fn in_c(functions: &[&Function]) -> String {
    let mut text = "\nuse super::super::prelude::*;\n".to_owned();
    for function in functions {
        text += &entry(function, Width::Small);
        if function.has_large() {
            text += &entry(function, Width::Large);
        }
    }
    text
}

fn entry(function: &Function, width: Width) -> String {
    let (suffix, condition) = if width == Width::Large { ("_c", condition(function)) } else { ("", "") };
    let (name, short) = (format!("{}{suffix}", function.name), function.short() + suffix);
    let (declared, names) = (function.declared(|one| c::type_of(one.kind(), width)), function.names());
    let operation = camel(&function.short());
    let mut text = format!("\n{condition}");
    text += &wrapped(0, &format!("{EXPORTED} {name}({declared}) -> c_int {{"));
    text += &wrapped(4, &format!("if !may_ask::<calls::{operation}>() {{ return raw::{short}({names}); }}"));
    text += &wrapped(4, &format!("{short}({names})"));
    text += &format!("}}\n{condition}");
    text += &wrapped(0, &format!("#[inline(never)] unsafe extern \"C-unwind\" fn {short}({declared}) -> c_int {{"));
    text += &wrapped(4, &format!("let native = move || raw::{short}({names});"));
    text += &wrapped(4, &format!("let call = move || {};", function.structure(&operation, "", c::value(width))));
    text += &wrapped(4, &format!("let amount = move || {};", function.amount(c::value(width))));
    text += &wrapped(4, &format!("made(\"{name}\", &call, &native, &amount)"));
    text + "}\n"
}

/// Generates the entries in Fortran.
pub fn in_fortran(functions: &[&Function]) -> String {
    let body = |function: &Function| {
        let operation = camel(&function.short());
        let native = format!("|native: {operation}, ierr| native({}, ierr)", function.names());
        let mut text = wrapped(4, &format!("let native = {native};"));
        text += &wrapped(4, &format!("let call = move || {};", function.structure(&operation, "", fortran::value)));
        text += &wrapped(4, &format!("let amount = move || {};", function.amount(fortran::value)));
        text + &wrapped(4, &format!("next.make(\"{}\", ierr, native, &call, &amount)", function.name))
    };
    functions.iter().fold("\nuse super::super::prelude::*;\n".to_owned(), |text, one| text + &named(one, &body(one)))
}
