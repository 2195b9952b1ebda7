// SPDX-License-Identifier: MIT OR Apache-2.0
//! Native functions for entries that are written by hand.

use crate::c::{Width, condition, narrowed, type_of};
use crate::function::{Forms, Function, Kind};
use crate::text::{camel, type_named, wrapped};

/// Generates these functions.
pub fn text(functions: &[&Function]) -> String {
    let mut text = "\nuse super::super::*;\n".to_owned();
    for function in functions {
        text += &small(function);
        if function.has_large() {
            text += &large(function);
        }
    }
    text
}

fn small(function: &Function) -> String {
    let (short, names) = (function.short(), function.names());
    let (upper, declared) = (short.to_uppercase(), function.declared(|one| of(one.kind(), Width::Small)));
    let mut text = head(function, &function.name, &short, "", Width::Small);
    text += &format!("#[inline]\n{}", wrapped(0, &format!("pub unsafe fn {short}({declared}) -> c_int {{")));
    text += &wrapped(4, &format!("{upper}.known_or(unknown_{short})({names})"));
    text += "}\n#[cold]\n#[inline(never)]\n";
    text += &wrapped(0, &format!("unsafe extern \"C-unwind\" fn unknown_{short}({declared}) -> c_int {{"));
    text += &wrapped(4, &format!("{upper}.function()({names})"));
    text + "}\n"
}

fn large(function: &Function) -> String {
    let (name, short) = (format!("{}_c", function.name), function.short() + "_c");
    let names = function.names();
    let otherwise = match function.forms {
        Forms::Arrays => "too_large()".to_owned(),
        _ => format!("narrowed(|| Ok({}({})))", function.short(), narrowed(function)),
    };
    let (condition, declared) = (condition(function), function.declared(|one| of(one.kind(), Width::Large)));
    let mut text = head(function, &name, &short, condition, Width::Large);
    text += &format!("{condition}#[inline]\n{}", wrapped(0, &format!("pub unsafe fn {short}({declared}) -> c_int {{")));
    text += &format!("    match {}.function() {{\n", short.to_uppercase());
    text += &wrapped(8, &format!("Some(function) => function({names}),"));
    text += &wrapped(8, &format!("None => {otherwise},"));
    text + "    }\n}\n"
}

/// Generates the type, and the static with the address.
fn head(function: &Function, name: &str, short: &str, condition: &str, width: Width) -> String {
    let types: Vec<&str> = function.parameters.iter().map(|one| of(one.kind(), width)).collect();
    let (upper, shape) = (short.to_uppercase(), camel(short));
    let place = match width {
        Width::Small => format!("static {upper}: Typed<{shape}> = Typed::next(c\"{name}\");"),
        Width::Large => format!("static {upper}: Large<{shape}> = Large::new(c\"{name}\");"),
    };
    let shape_is = type_named(&shape, &types.join(", "));
    format!("\n{condition}{shape_is}{condition}{}", wrapped(0, &place))
}

/// Returns the type of a parameter; read data is constant, as in C.
fn of(kind: Kind, width: Width) -> &'static str {
    if kind == Kind::Buffer { "*const c_void" } else { type_of(kind, width) }
}
