// SPDX-License-Identifier: MIT OR Apache-2.0
//! The native MPI functions that the library calls, with the types that `mpi.h` must give them.

use crate::function::{Function, Parameter};
use crate::text::{camel, type_named, wrapped};

/// Generates these functions.
pub fn text(functions: &[&Function]) -> String {
    functions.iter().fold("\nuse super::super::*;\n".to_owned(), |text, function| text + &one(function))
}

fn one(function: &Function) -> String {
    let (name, short, arguments) = (format!("P{}", function.name), function.short(), function.names());
    let (upper, shape) = (short.to_uppercase(), camel(&short));
    let types: Vec<String> = function.parameters.iter().map(|one| type_of(function, one)).collect();
    let (types, declared) = (types.join(", "), function.declared(|one| type_of(function, one)));
    let mut text = type_named(&shape, &types);
    text += &wrapped(0, &format!("const _: unsafe extern \"C\" fn({types}) -> c_int = mpi_sys::{name};"));
    text += &format!("static {upper}: Typed<{shape}> = Typed::new(c\"{name}\");\n");
    text += "#[inline]\n";
    text += &wrapped(0, &format!("pub unsafe fn {name}({declared}) -> c_int {{"));
    format!("\n{text}    let function = {upper}.function();\n")
        + &wrapped(4, &format!("natively(|| function({arguments}))"))
        + "}\n"
}

/// Returns the Rust type of a parameter.
fn type_of(function: &Function, parameter: &Parameter) -> String {
    let (word, is_written) = split(&parameter.word, ">");
    let (word, is_array) = split(word, "[]");
    let one = match word {
        "STRING" if function.name == "MPI_Add_error_string" => return "ReadText".to_owned(),
        "ATTRIBUTE_VAL" | "EXTRA_STATE" => return "*mut c_void".to_owned(),
        "REQUEST" => return "*mut MPI_Request".to_owned(),
        "BUFFER" | "C_BUFFER" => return format!("*{} c_void", if is_written { "mut" } else { "const" }),
        "STRING" => return format!("*{} c_char", if is_written { "mut" } else { "const" }),
        "COMMUNICATOR" => "MPI_Comm",
        "DATATYPE" => "MPI_Datatype",
        "ERRHANDLER" => "MPI_Errhandler",
        "GROUP" => "MPI_Group",
        "INFO" => "MPI_Info",
        "OPERATION" => "MPI_Op",
        "STATUS" => "MPI_Status",
        "WINDOW" => "MPI_Win",
        "DISPLACEMENT" | "POLYDISPLACEMENT_AINT_COUNT" | "WINDOW_SIZE" => "MPI_Aint",
        "XFER_NUM_ELEM" => "MPI_Count",
        _ if word.starts_with("MPI_") => word,
        _ => "c_int",
    };
    match (is_written, is_array) {
        (true, _) => format!("*mut {one}"),
        (false, true) => format!("*const {one}"),
        (false, false) => one.to_owned(),
    }
}

fn split<'a>(word: &'a str, end: &str) -> (&'a str, bool) {
    word.strip_suffix(end).map_or((word, false), |word| (word, true))
}
