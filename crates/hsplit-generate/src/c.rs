// SPDX-License-Identifier: MIT OR Apache-2.0
//! Entries in C.

use std::collections::HashMap;

use crate::function::{Forms, Function, Kind, Parameter};
use crate::text::{EXPORTED, camel, type_named, wrapped};

/// The width of counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// An int.
    Small,
    /// An `MPI_Count`.
    Large,
}

/// Generates the entries of these functions.
pub fn text(functions: &[&Function]) -> String {
    let mut shapes = HashMap::new();
    let mut text = "\nuse super::super::prelude::*;\n".to_owned();
    for function in functions {
        text += &entry(function, Width::Small, &mut shapes);
        if function.has_large() {
            text += &entry(function, Width::Large, &mut shapes);
        }
    }
    text
}

/// Generates an entry and its types. `shapes`: the function types that have been written.
fn entry(function: &Function, width: Width, shapes: &mut HashMap<String, String>) -> String {
    let is_large = width == Width::Large;
    let suffix = if is_large { "_c" } else { "" };
    let (name, short) = (format!("{}{suffix}", function.name), function.short() + suffix);
    let upper = short.to_uppercase();
    let condition = if is_large { condition(function) } else { "" };
    let types: Vec<&str> = function.parameters.iter().map(|one| type_of(one.kind(), width)).collect();
    let types = types.join(", ");
    let mut text = "\n".to_owned();
    let shape = shapes.entry(types.clone()).or_insert_with(|| {
        let shape = camel(&short);
        text += condition;
        text += &type_named(&shape, &types);
        shape
    });
    let kind = camel(&function.asked);
    let family = if is_large { "Large" } else { "Next" };
    text += condition;
    text += &wrapped(0, &format!("static {upper}: {family}<{shape}, {kind}> = {family}::new(c\"{name}\");"));
    let (declared, names) = (function.declared(|one| type_of(one.kind(), width)), function.names());
    text += condition;
    text += &wrapped(0, &format!("{EXPORTED} {name}({declared}) -> c_int {{"));
    text += &wrapped(4, &format!("if let Some(next) = {upper}.uncounted() {{ return next({names}); }}"));
    text += &wrapped(4, &format!("{short}({names})"));
    text += "}\n";
    text += condition;
    text += &wrapped(0, &format!("#[inline(never)] unsafe extern \"C-unwind\" fn {short}({declared}) -> c_int {{"));
    text += &native(function, width, &upper);
    text += &wrapped(4, &format!("{upper}.counted(native, {})", function.hook(value(width))));
    text += "}\n";
    text
}

/// Returns the condition on which a form for large counts exists: mpi4py takes a name that it finds for the MPI's own.
pub fn condition(function: &Function) -> &'static str {
    if function.forms == Forms::Arrays { "#[cfg(not(mpi_family = \"openmpi\"))]\n" } else { "" }
}

/// Generates the native call.
fn native(function: &Function, width: Width, upper: &str) -> String {
    let names = function.names();
    if width == Width::Small {
        return wrapped(4, &format!("let native = move || {upper}.native()({names});"));
    }
    let small = upper.trim_end_matches("_C");
    let otherwise = match function.forms {
        Forms::Arrays => "too_large()".to_owned(),
        _ => format!("narrowed(|| Ok({small}.native()({})))", narrowed(function)),
    };
    let mut text = format!("    let native = move || match {upper}.native() {{\n");
    text += &wrapped(8, &format!("Some(native) => native({names}),"));
    text += &wrapped(8, &format!("None => {otherwise},"));
    text + "    };\n"
}

/// Generates the conversion of arguments for large counts to arguments for small ones.
pub fn narrowed(function: &Function) -> String {
    let narrow = |one: &Parameter| match one.kind() {
        Kind::Count => format!("{}.try_into()?", one.name),
        _ => one.name.clone(),
    };
    function.parameters.iter().map(narrow).collect::<Vec<_>>().join(", ")
}

/// Returns the type of a parameter.
pub fn type_of(kind: Kind, width: Width) -> &'static str {
    match (kind, width) {
        (Kind::Buffer | Kind::Written | Kind::Requests | Kind::Output, _) => "*mut c_void",
        (Kind::Count, Width::Small) | (Kind::Number, _) => "c_int",
        (Kind::Count, Width::Large) | (Kind::Elements, _) => "Count",
        (Kind::Counts, Width::Small) => "*const c_int",
        (Kind::Counts, Width::Large) => "*const Count",
        (Kind::Displacements | Kind::FarDisplacements | Kind::Datatypes, _) => "*const c_void",
        (Kind::Displacement, _) => "isize",
        (Kind::Datatype | Kind::Comm | Kind::Win | Kind::Op | Kind::Info | Kind::Handle, _) => "RawHandle",
        (Kind::Numbers | Kind::Weights, _) => "*const c_int",
        (Kind::NumberOut, _) => "*mut c_int",
        (Kind::Text, _) => "*const c_char",
        (Kind::Rest, _) => "...",
        (Kind::Words, _) => "*mut *mut *mut c_char",
    }
}

/// Returns a parameter as an argument of the counting code.
pub fn value(width: Width) -> impl Fn(&Parameter) -> String {
    move |one @ Parameter { name, .. }| match one.kind() {
        Kind::Count if width == Width::Small => format!("{name}.into()"),
        Kind::Counts if width == Width::Small => format!("Counts::Small({name})"),
        Kind::Counts => format!("Counts::Large({name})"),
        Kind::Displacements if width == Width::Small => format!("Displacements::Small({name}.cast())"),
        Kind::Displacements | Kind::FarDisplacements => format!("Displacements::Large({name}.cast())"),
        Kind::Datatypes => format!("Datatypes::C({name}.cast())"),
        Kind::Requests => format!("Requests::C({name}.cast())"),
        Kind::Datatype | Kind::Comm | Kind::Win | Kind::Op | Kind::Info => format!("{name}.get()"),
        Kind::Weights => format!("Weights::new({name})"),
        Kind::Output => format!("{name}.cast()"),
        _ => name.clone(),
    }
}
