// SPDX-License-Identifier: MIT OR Apache-2.0
//! The library's own calls, as declared in `src/capi/`, and the properties for Fortran that their types do not have:
//! the section `# Fortran` of a call's comment, which `src/capi.rs` explains.

pub mod comment;
pub mod entries;
pub mod modules;
pub mod names;
pub mod pages;

use crate::text::outside_parentheses;
use comment::{Block, Comment};

/// The files that declare the calls.
const SOURCES: [(&str, &str); 9] = [
    ("extensions", include_str!("../../../src/capi/extensions.rs")),
    ("navigation", include_str!("../../../src/capi/navigation.rs")),
    ("distances", include_str!("../../../src/capi/distances.rs")),
    ("devices", include_str!("../../../src/capi/devices.rs")),
    ("bind", include_str!("../../../src/capi/bind.rs")),
    ("placement", include_str!("../../../src/capi/placement.rs")),
    ("reorder", include_str!("../../../src/capi/reorder.rs")),
    ("monitor", include_str!("../../../src/capi/monitor.rs")),
    ("window", include_str!("../../../src/capi/window.rs")),
];

/// The types of the library's own handles, which are INTEGERs.
const HANDLES: [&str; 2] = ["HSPLIT_Placement", "HSPLIT_Monitor"];

/// A call.
pub struct Call {
    pub name: String,
    /// The module that declares it.
    pub source: &'static str,
    pub arguments: Vec<Argument>,
    /// Its documentation.
    pub comment: Comment,
}

/// A type of C.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Type {
    Comm,
    Info,
    Group,
    Win,
    Datatype,
    Int,
    LongLong,
    Aint,
    Double,
    /// A placement or a session of counting, by the name of its type.
    Handle(&'static str),
    /// A text of the program, or a buffer for one.
    Text,
    /// Texts of the library: a reference to one, or an array.
    Texts,
    Void,
}

/// The modules in which Fortran may leave an argument out.
#[derive(Clone, Copy, PartialEq)]
pub enum Optional {
    No,
    InF08,
    InBoth,
}

/// The direction of an argument: read by the call, written, or both.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Intent {
    In,
    Out,
    InOut,
}

pub struct Argument {
    pub name: String,
    /// Its type in Rust.
    pub declared: String,
    pub kind: Type,
    /// True if C gets an address.
    pub is_pointer: bool,
    /// True if C may write there.
    pub is_mutable: bool,
    pub intent: Intent,
    /// The text after the name of an array: `(*)`.
    pub dimensions: Option<String>,
    /// The argument with the number of elements that the call has written, if it is not all.
    pub written: Option<String>,
    pub optional: Optional,
    pub is_logical: bool,
}

impl Argument {
    fn of(declared: &str) -> Self {
        let (name, kind) = declared.split_once(": ").unwrap_or_else(|| panic!("no argument: {declared}"));
        let (is_pointer, is_const, pointee) = match kind.split_once(' ') {
            Some(("*const", pointee)) => (true, true, pointee),
            Some(("*mut", pointee)) => (true, false, pointee),
            _ => (false, true, kind),
        };
        Self {
            name: name.trim_start_matches("r#").to_owned(),
            declared: kind.to_owned(),
            kind: Type::of(pointee),
            is_pointer,
            is_mutable: is_pointer && !is_const,
            intent: if is_const { Intent::In } else { Intent::Out },
            dimensions: None,
            written: None,
            optional: Optional::No,
            is_logical: false,
        }
    }

    /// Adds the properties of a part of the section: `dims(*)? inout`.
    fn learn(&mut self, part: &str, outputs: &[String]) {
        let behind = part.find(')').unwrap_or_default();
        let blank = part[behind..].find(' ').map_or(part.len(), |blank| behind + blank);
        let (shape, words) = part.split_at(blank);
        let named = shape.trim_end_matches('?');
        self.optional = match shape.len() - named.len() {
            0 => Optional::No,
            1 => Optional::InF08,
            _ => Optional::InBoth,
        };
        if let Some((_, inside)) = named.split_once('(') {
            let inside = inside.trim_end_matches(')');
            let is_output = outputs.iter().any(|output| output == inside);
            self.written = is_output.then(|| inside.to_owned());
            self.dimensions = Some(format!("({})", if is_output { "*" } else { inside }));
        }
        for word in words.split_whitespace() {
            match word {
                "in" => self.intent = Intent::In,
                "inout" => self.intent = Intent::InOut,
                "logical" => self.is_logical = true,
                _ => panic!("what is '{word}' of '{part}'?"),
            }
        }
    }
}

impl Type {
    fn of(name: &str) -> Self {
        match name {
            "MPI_Comm" => Self::Comm,
            "MPI_Info" => Self::Info,
            "MPI_Group" => Self::Group,
            "MPI_Win" => Self::Win,
            "MPI_Datatype" => Self::Datatype,
            "MPI_Aint" => Self::Aint,
            "c_int" => Self::Int,
            "c_longlong" => Self::LongLong,
            "f64" => Self::Double,
            "c_char" => Self::Text,
            "*const c_char" | "*mut c_char" => Self::Texts,
            "c_void" => Self::Void,
            _ => Self::Handle(
                HANDLES
                    .into_iter()
                    .find(|handle| *handle == name)
                    .unwrap_or_else(|| panic!("no rule for the type {name}")),
            ),
        }
    }
}

impl Call {
    /// Returns the name of the argument with the length of the arrays, which the caller passes.
    fn length(&self) -> &str {
        let lengths = ["max", "depth", "n"];
        let found = self.arguments.iter().find(|one| !one.is_pointer && lengths.contains(&one.name.as_str()));
        &found.unwrap_or_else(|| panic!("{}: how long are the arrays?", self.name)).name
    }

    /// Returns the arguments of the Fortran procedure: all except the size of a text, which a Fortran text contains.
    fn in_fortran(&self) -> impl Iterator<Item = &Argument> {
        self.arguments.iter().filter(|argument| argument.name != "size" || argument.kind != Type::Int)
    }
}

/// Returns all calls, in the order of their declarations.
pub fn calls() -> Vec<Call> {
    SOURCES.iter().flat_map(|(source, text)| of_source(source, text)).collect()
}

/// Returns the call of MPI 4.1 that the Fortran modules of some MPIs do not declare.
pub fn of_mpi41() -> Call {
    let text = include_str!("../../../src/capi/intercepted.rs");
    let name = "MPI_Get_hw_resource_info";
    declarations(text)
        .find(|(one, ..)| *one == name)
        .map(|(name, comment, rest)| call("intercepted", name, &comment, rest))
        .expect("a declaration")
}

fn of_source(source: &'static str, text: &str) -> Vec<Call> {
    declarations(text).map(|(name, comment, rest)| call(source, name, &comment, rest)).collect()
}

/// Returns the exported functions of a file: their names, the lines of their comments, and the text from each on.
fn declarations(text: &str) -> impl Iterator<Item = (&str, Vec<&str>, &str)> {
    let mut comment = vec![];
    let starts = text.split_inclusive('\n').scan(0, |end, line| {
        let start = *end;
        *end += line.len();
        Some((start, line.trim_end()))
    });
    starts.filter_map(move |(start, line)| {
        match line {
            _ if line.starts_with("///") => comment.push(line),
            _ if line.starts_with("#[") => (),
            _ => {
                let comment = std::mem::take(&mut comment);
                return declared(line).map(|name| (name, comment, &text[start..]));
            }
        }
        None
    })
}

/// Returns the name of the function whose declaration begins on this line.
fn declared(line: &str) -> Option<&str> {
    line.strip_prefix("pub unsafe extern \"C-unwind\" fn ")?.split('(').next()
}

fn call(source: &'static str, name: &str, comment: &[&str], text: &str) -> Call {
    let comment = Comment::of(comment);
    let hint = match comment.section("Fortran") {
        [Block::Paragraph(hint)] => Some(hint.trim_matches('`')),
        _ => None,
    };
    let inside = text.split_once('(').and_then(|(_, rest)| rest.split_once(") -> c_int"));
    let (inside, _) = inside.unwrap_or_else(|| panic!("{name} returns no int"));
    let arguments = inside.split(',').map(str::trim).filter(|argument| !argument.is_empty());
    let mut arguments: Vec<Argument> = arguments.map(Argument::of).collect();
    let outputs: Vec<String> =
        arguments.iter().filter(|one| one.is_pointer && one.kind == Type::Int).map(|one| one.name.clone()).collect();
    for part in hint.into_iter().flat_map(outside_parentheses) {
        let named = part.split(['(', '?', ' ']).next();
        let argument = arguments.iter_mut().find(|one| Some(one.name.as_str()) == named);
        argument.unwrap_or_else(|| panic!("{name} has no argument '{part}'")).learn(part, &outputs);
    }
    Call { name: name.to_owned(), source, arguments, comment }
}
