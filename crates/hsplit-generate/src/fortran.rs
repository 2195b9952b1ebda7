// SPDX-License-Identifier: MIT OR Apache-2.0
//! Entries in Fortran.

use crate::function::{Function, Kind, Parameter};
use crate::text::{EXPORTED, camel, f08, handed_on, spelled, spellings as in_all, wrapped};

/// Generates the bodies that all names of these functions share, and the names for mpi_f08.
pub fn bodies(functions: &[&Function]) -> String {
    let mut text = "\nuse super::super::prelude::*;\n".to_owned();
    for function in functions {
        let (short, shape, kind) = (function.short(), camel(&function.short()), camel(&function.asked));
        let name = f08(&function.name);
        let (names, types) = (function.names(), types(function).join(", "));
        let parameters = function.declared(|one| type_of(one.kind()));
        let declared = if parameters.is_empty() { "ierr: Out".to_owned() } else { parameters + ", ierr: Out" };
        text += "\n";
        text += &wrapped(0, &format!("pub type {shape} = unsafe extern \"C-unwind\" fn({types});"));
        text += &wrapped(0, &format!("pub unsafe fn {short}(next: &Next<{shape}, {kind}>, {declared}) {{"));
        text += &wrapped(4, &format!("let native = move |native: {shape}, ierr| native({names}, ierr);"));
        text += &wrapped(4, &format!("next.call(ierr, native, {})", function.hook(value)));
        text += "}\n";
        text += &wrapped(0, &format!("{EXPORTED} {name}({declared}) {{"));
        text += &wrapped(4, &format!("static NEXT: Next<{shape}, {kind}> = Next::new(c\"{name}\");"));
        text += &wrapped(4, &format!("{short}(&NEXT, {names}, ierr)"));
        text += "}\n";
    }
    text
}

/// Generates the other names.
pub fn spellings(functions: &[&Function]) -> String {
    let mut text = "\nuse super::super::prelude::*;\nuse super::buffers::*;\nuse super::plain::*;\n".to_owned();
    for function in functions {
        let kind = format!("{}, {}", camel(&function.short()), camel(&function.asked));
        text += "\n";
        text += &names(function, &kind, &spelled(&function.name));
    }
    text
}

/// Generates the body that all names of a function share, and all names, including that for mpi_f08.
pub fn named(function: &Function, body: &str) -> String {
    let (short, shape) = (function.short(), camel(&function.short()));
    let (types, declared) = (types(function).join(", "), function.declared(|one| type_of(one.kind())));
    let mut text = "\n".to_owned();
    text += &wrapped(0, &format!("type {shape} = unsafe extern \"C-unwind\" fn({types});"));
    text += &wrapped(0, &format!("unsafe fn {short}(next: &Next<{shape}>, {declared}, ierr: Out) {{"));
    text += &format!("{body}}}\n");
    text + &names(function, &shape, &in_all(&function.name).collect::<Vec<_>>())
}

/// Generates the statics for native functions of one kind, and the names.
fn names(function: &Function, kind: &str, names: &[String]) -> String {
    let (short, upper, types) = (function.short(), function.short().to_uppercase(), types(function));
    let listed: Vec<String> = names.iter().map(|name| format!("c\"{name}\"")).collect();
    let mut text = wrapped(0, &format!("static {upper}: Spelled<{kind}> = spelled([{}]);", listed.join(", ")));
    for (index, name) in names.iter().enumerate() {
        text += &handed_on(name, &types, |letters| format!("{short}(&{upper}[{index}], {letters})"));
    }
    text
}

/// Returns the types of the parameters, with `ierror`.
pub fn types(function: &Function) -> Vec<&'static str> {
    function.parameters.iter().map(|one| type_of(one.kind())).chain(["Out"]).collect()
}

pub fn type_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Buffer | Kind::Written | Kind::Output | Kind::Displacements | Kind::FarDisplacements => "Data",
        Kind::Displacement => "*const isize",
        Kind::Elements => "*const Count",
        Kind::Requests | Kind::NumberOut => "Out",
        _ => "In",
    }
}

/// Returns a parameter as an argument of the counting code.
pub fn value(one: &Parameter) -> String {
    let name = &one.name;
    match one.kind() {
        Kind::Buffer | Kind::Written => format!("buffer_of({name})"),
        Kind::Count => format!("(*{name}).into()"),
        Kind::Counts => format!("Counts::Small({name})"),
        Kind::Displacements => format!("Displacements::Small({name}.cast())"),
        Kind::FarDisplacements => format!("Displacements::Large({name}.cast())"),
        Kind::Datatypes => format!("Datatypes::Fortran({name})"),
        Kind::Requests => format!("Requests::Fortran({name})"),
        Kind::Datatype => format!("datatype_of(*{name})"),
        Kind::Comm => format!("comm_of(*{name})"),
        Kind::Win => format!("win_of(*{name})"),
        Kind::Op => format!("op_of(*{name})"),
        Kind::Info => format!("info_of(*{name})"),
        Kind::Weights => format!("weights_of({name})"),
        Kind::Numbers | Kind::NumberOut => name.clone(),
        _ => format!("*{name}"),
    }
}
