// SPDX-License-Identifier: MIT OR Apache-2.0
//! The Fortran names of the library's own calls, in Rust. Each converts its arguments and makes the C call.

use super::names::comparisons as compared;
use super::{Argument, Call, Intent, Optional, Type};
use crate::text::{EXPORTED, handed_on, one_or_three_lines, spelled, spellings, wrapped};

/// Generates all entries.
pub fn text(calls: &[Call]) -> String {
    let mut text = "\nuse super::super::prelude::*;\n".to_owned();
    for call in calls {
        text += "\n";
        text += &body(call);
        text += &names(call);
    }
    text + "\n" + &comparisons()
}

/// Generates the comparisons of handles.
fn comparisons() -> String {
    let entry = |name: &str, sign: &str| {
        let head = format!("{EXPORTED} {name}(a: In, b: In) -> Fint {{");
        one_or_three_lines(&head, &format!("Fint::from(*a {sign} *b)"))
    };
    compared().flat_map(|(name, sign)| spelled(&name).map(|name| entry(&name, sign))).collect()
}

/// Generates the function that all names of a call use.
fn body(call: &Call) -> String {
    let mut text = wrapped(0, &format!("unsafe fn {}({}) {{", short(call), parameters(call).join(", ")));
    let statements = |text: &mut String, found: Vec<Option<String>>| {
        found.into_iter().flatten().for_each(|statement| *text += &wrapped(4, &statement));
    };
    statements(&mut text, call.in_fortran().map(|argument| before(call, argument)).collect());
    let passed: Vec<String> = call.arguments.iter().map(|argument| passed(call, argument)).collect();
    text += &wrapped(4, &format!("let code = {}::{}({});", call.source, call.name, passed.join(", ")));
    statements(&mut text, call.in_fortran().map(|argument| after(call, argument)).collect());
    text + "    arguments::put(ierr, code);\n}\n"
}

/// Generates the names of a call, in the spellings of compilers and for mpi_f08.
fn names(call: &Call) -> String {
    let parameters = parameters(call);
    let types: Vec<&str> = parameters.iter().filter_map(|one| Some(one.split_once(": ")?.1)).collect();
    let entry = |name: String| handed_on(&name, &types, |letters| format!("{}({letters})", short(call)));
    spellings(&call.name).map(entry).collect()
}

/// Returns the name of a call without its prefix, in lower case.
fn short(call: &Call) -> String {
    call.name.split_once('_').map_or(&*call.name, |(_, rest)| rest).to_lowercase()
}

fn parameters(call: &Call) -> Vec<String> {
    let own = call.in_fortran().map(|one| format!("{}: {}", name(one), type_of(one)));
    let texts = call.in_fortran().filter(|one| matches!(one.kind, Type::Text | Type::Texts));
    own.chain(["ierr: Out".to_owned()]).chain(texts.map(|one| format!("{}_length: Length", one.name))).collect()
}

/// Returns the name of an argument in Rust.
fn name(argument: &Argument) -> String {
    match argument.name.as_str() {
        word @ ("type" | "where") => format!("r#{word}"),
        other => other.to_owned(),
    }
}

/// Returns the type of an argument as Fortran passes it.
fn type_of(argument: &Argument) -> &'static str {
    match argument.kind {
        Type::Void => "*mut c_void",
        Type::Double => "*const f64",
        Type::LongLong => "*mut c_longlong",
        Type::Aint => "*const MPI_Aint",
        Type::Text if argument.intent == Intent::In => "*const c_char",
        Type::Text | Type::Texts => "*mut c_char",
        _ if argument.is_mutable => "Out",
        _ => "In",
    }
}

/// Returns the statement that an argument needs before the call.
fn before(call: &Call, argument: &Argument) -> Option<String> {
    let (name, plain) = (name(argument), &argument.name);
    let length = || call.length();
    let value = match (argument.kind, argument.intent, &argument.dimensions) {
        (Type::Comm, Intent::Out, Some(_)) => format!("arguments::places({name}, *{})", length()),
        (Type::Comm, Intent::InOut, Some(_)) => format!("arguments::comms({name}, *{})", length()),
        (Type::Comm, Intent::Out, None) => "comm_null()".to_owned(),
        (Type::Group, Intent::Out, _) => "group_null()".to_owned(),
        (Type::Win, Intent::Out, _) => "win_null()".to_owned(),
        (Type::Text, Intent::In, _) => {
            let or = if argument.optional == Optional::No { ".unwrap_or_default()" } else { "" };
            return Some(format!("let {plain}_c = arguments::text({name}, {plain}_length){or};"));
        }
        (Type::Text, _, _) => match has_size(call) {
            true => format!("arguments::room({name}, {plain}_length.saturating_add(1))"),
            false => format!("arguments::room({name}, arguments::LONGEST)"),
        },
        (Type::Texts, _, Some(_)) => format!("arguments::room_for_names(*{})", length()),
        (Type::Texts, _, None) => return Some(format!("let mut {plain}_c: *const c_char = std::ptr::null();")),
        _ => return None,
    };
    Some(format!("let mut {plain}_c = {value};"))
}

/// True if C gets the size of a text, which Fortran does not pass.
fn has_size(call: &Call) -> bool {
    call.arguments.len() > call.in_fortran().count()
}

/// Returns an argument of the C call.
fn passed(call: &Call, argument: &Argument) -> String {
    let (name, plain) = (name(argument), &argument.name);
    match (argument.kind, argument.intent, &argument.dimensions) {
        (Type::Comm, Intent::In, _) => format!("arguments::comm({name})"),
        (Type::Info, ..) => format!("arguments::info({name})"),
        (Type::Datatype, ..) => format!("arguments::datatype({name})"),
        (Type::Win, Intent::In, _) => format!("arguments::win({name})"),
        (Type::Comm, _, Some(_)) => format!("arguments::array(&mut {plain}_c)"),
        (Type::Comm | Type::Group | Type::Win, ..) => format!("arguments::wanted({name}, &mut {plain}_c)"),
        (Type::Text, Intent::In, _) if argument.optional == Optional::No => format!("{plain}_c.as_ptr()"),
        (Type::Text, Intent::In, _) => format!("arguments::address(&{plain}_c)"),
        (Type::Text, ..) => format!("arguments::start(&mut {plain}_c)"),
        (Type::Texts, _, Some(_)) => format!("{plain}_c.as_mut_ptr()"),
        (Type::Texts, _, None) => format!("(&raw mut {plain}_c).cast()"),
        (Type::Void, ..) if plain == "buf" => format!("buffer_of({name})"),
        (Type::Int, ..) if plain == "size" && has_size(call) => {
            let text = call.arguments.iter().find(|one| one.kind == Type::Text);
            let text = text.unwrap_or_else(|| panic!("{}: the size of what?", call.name));
            format!("{}_length.saturating_add(1)", text.name)
        }
        _ if argument.is_pointer => name,
        _ => format!("*{name}"),
    }
}

/// Returns the statement that copies an output to the program after the call.
fn after(call: &Call, argument: &Argument) -> Option<String> {
    let (name, plain) = (name(argument), &argument.name);
    Some(match (argument.kind, argument.intent, &argument.dimensions) {
        (Type::Comm, Intent::Out | Intent::InOut, Some(_)) => match &argument.written {
            Some(count) => format!("arguments::put_comms({name}, arguments::first(*{count}, {plain}_c));"),
            None => format!("arguments::put_comms({name}, {plain}_c);"),
        },
        (Type::Comm, Intent::Out, None) => format!("arguments::put_comm({name}, {plain}_c);"),
        (Type::Group, Intent::Out, _) => format!("arguments::put_group({name}, {plain}_c);"),
        (Type::Win, Intent::Out, _) => format!("arguments::put_win({name}, {plain}_c);"),
        (Type::Text, Intent::Out, _) => {
            format!("arguments::put_written({name}, {plain}_length, code, &{plain}_c);")
        }
        (Type::Texts, _, Some(_)) => format!("arguments::put_texts({name}, {plain}_length, &{plain}_c);"),
        (Type::Texts, _, None) => format!("arguments::put_text({name}, {plain}_length, {plain}_c);"),
        // The number of characters is limited by the length of Fortran's variable.
        (Type::Int, ..) if plain == "resultlen" => {
            let text = call.arguments.iter().find(|one| one.kind == Type::Text).map(|one| &one.name);
            format!("arguments::limit({name}, {}_length);", text?)
        }
        _ => return None,
    })
}
