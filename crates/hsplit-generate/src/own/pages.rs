// SPDX-License-Identifier: MIT OR Apache-2.0
//! The manual pages of the calls, in the language of man(7).

use super::comment::Block;
use super::modules::{self, Form};
use super::{Argument, Call, Intent, Type};

/// The programs that show the use of each call.
const EXAMPLES: &str = include_str!("../../../../examples/calls.c");

const HEAD: &str = "\
.\\\" SPDX-License-Identifier: MIT OR Apache-2.0
.\\\" Generated from src/capi and examples/calls.c by `make header`: change these, not this file.
";

/// The column at which text is wrapped.
const WIDTH: usize = 80;

/// Generates the page of a call of the library.
pub fn own(call: &Call) -> String {
    let uses = [
        "use hsplit    ! in addition to use mpi; with mpif.h: include 'hsplitf.h'",
        "use hsplit_f08    ! in addition to use mpi_f08",
    ];
    page(call, uses, call.name.starts_with("MPI_"))
}

/// Generates the page of the call of MPI 4.1.
pub fn of_mpi41(call: &Call) -> String {
    let uses = [
        "use hsplit_mpi41    ! in addition to use mpi, if mpi does not have the call",
        "use hsplit_mpi41_f08    ! in addition to use mpi_f08, if mpi_f08 does not have it",
    ];
    page(call, uses, false)
}

/// Generates a page. `uses`: the sources of Fortran's declarations. `has_twin`: whether the call has a PMPI alias.
fn page(call: &Call, uses: [&str; 2], has_twin: bool) -> String {
    let (name, writer) = (&call.name, Writer { call });
    let title = name.to_uppercase();
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!("{HEAD}.TH {title} 3 2026-11-28 \"libhsplit {version}\" \"libhsplit\"\n.SH NAME\n");
    text += &format!("{name} \\-\n{}", folded(&writer.inline(&of_name(&call.comment.brief))));
    text += &format!(".SH SYNTAX\n.nf\n.B #include <hsplit.h>\n.PP\n{}.fi\n", prototype(call));
    text += ".PP\nLink with\n.BR \\-lhsplit .\n.SS Fortran\n.nf\n";
    text += &format!("\\fB{}\\fR\n.PP\n{}.PP\n", escaped(uses[0]), fortran(call, Form::Mpi));
    text += &format!("\\fB{}\\fR\n.PP\n{}.fi\n", escaped(uses[1]), fortran(call, Form::F08));
    for (heading, intent) in [
        ("INPUT PARAMETERS", Intent::In),
        ("INPUT AND OUTPUT PARAMETERS", Intent::InOut),
        ("OUTPUT PARAMETERS", Intent::Out),
    ] {
        text += &writer.parameters(heading, intent);
    }
    text += &format!(".SH DESCRIPTION\n{}", writer.blocks(call.comment.section("")));
    text += &writer.section("INFO KEYS", call.comment.section("Info keys"));
    text += &format!(".SH RETURN VALUE\n{}", writer.returned());
    text += &writer.section("ERRORS", call.comment.section("Errors"));
    let notes = writer.blocks(call.comment.section("Notes"));
    if has_twin || !notes.is_empty() {
        text += ".SH NOTES\n";
        if has_twin {
            text += &format!(".B P{name}\nis the profiling name of this call, for other tools.\n");
            text += if notes.is_empty() { "" } else { ".PP\n" };
        }
        text += &notes;
    }
    text += &format!(".SH EXAMPLE\n.EX\n{}.EE\n.SH SEE ALSO\n", example(name));
    let others = call.comment.section("See also").iter().flat_map(|block| match block {
        Block::Paragraph(names) => names.split(", ").map(reference).collect(),
        Block::Items(_) => vec![],
    });
    let references: Vec<String> = std::iter::once(reference("hsplit(7)")).chain(others).collect();
    text + &references.join(" ,\n") + "\n"
}

/// Converts the first paragraph to the text of the section NAME: without the capital and the full stop.
fn of_name(brief: &str) -> String {
    let text = brief.trim_end_matches('.');
    text[..1].to_lowercase() + &text[1..]
}

/// Formats a reference: `name(7)`, or the name of a page of section 3.
fn reference(name: &str) -> String {
    let (name, section) = name.split_once('(').unwrap_or((name, "3)"));
    format!(".BR {} ({section}", name.replace('-', "\\-"))
}

/// Returns the lines of `examples/calls.c` for a call.
fn example(name: &str) -> String {
    let mut parts = EXAMPLES.split("/* man: ").skip(1).filter_map(|part| part.split_once("*/\n"));
    let of_call = parts.find(|(names, _)| names.split_whitespace().any(|word| word.trim_end_matches(',') == name));
    let (_, behind) = of_call.unwrap_or_else(|| panic!("examples/calls.c does not show {name}"));
    let lines = behind.lines().take_while(|line| line.trim() != "/* end */");
    lines.map(|line| escaped(line.strip_prefix("    ").unwrap_or(line)) + "\n").collect()
}

/// Generates the declaration in C.
fn prototype(call: &Call) -> String {
    let start = format!("int {}(", call.name);
    let indent = " ".repeat(start.len());
    let argument = |one: &Argument| {
        let kind = in_c(&one.declared);
        let blank = if kind.ends_with('*') { "" } else { " " };
        (kind.len() + blank.len() + one.name.len(), format!("{kind}{blank}\\fI{}\\fB", one.name))
    };
    let mut lines = vec![(start.len(), start)];
    let count = call.arguments.len();
    for (index, (length, text)) in call.arguments.iter().map(argument).enumerate() {
        let behind = if index + 1 == count { ");" } else { "," };
        let last = lines.last_mut().expect("a line");
        let blank = usize::from(index > 0);
        if last.0 + blank + length + behind.len() > WIDTH - 2 && index > 0 {
            lines.push((indent.len() + length + behind.len(), format!("{indent}{text}{behind}")));
        } else {
            last.0 += blank + length + behind.len();
            last.1 += &format!("{}{text}{behind}", &" "[..blank]);
        }
    }
    if count == 0 {
        lines[0].1 += "void);";
    }
    lines.iter().map(|(_, line)| format!("\\fB{line}\\fR\n")).collect()
}

/// Returns a type in C syntax.
fn in_c(declared: &str) -> String {
    let pointer = |of: &str, constant: &str| {
        let of = in_c(of);
        let blank = if of.ends_with('*') { "" } else { " " };
        format!("{constant}{of}{blank}*")
    };
    match (declared.strip_prefix("*const "), declared.strip_prefix("*mut ")) {
        (Some(of), _) => pointer(of, "const "),
        (_, Some(of)) => pointer(of, ""),
        _ => match declared {
            "c_int" => "int".to_owned(),
            "c_char" => "char".to_owned(),
            "c_void" => "void".to_owned(),
            "c_longlong" => "long long".to_owned(),
            "f64" => "double".to_owned(),
            other => other.to_owned(),
        },
    }
}

/// Generates the call in Fortran, and the declarations of its arguments.
fn fortran(call: &Call, form: Form) -> String {
    let names: Vec<&str> = call.in_fortran().map(|one| one.name.as_str()).chain(["ierror"]).collect();
    let mut text = String::new();
    let mut line = format!("call {}(", call.name);
    for (index, name) in names.iter().enumerate() {
        let behind = if index + 1 == names.len() { ")" } else { "," };
        let blank = if index == 0 { "" } else { " " };
        if line.len() + blank.len() + name.len() + behind.len() + 2 > WIDTH - 2 {
            text += &format!("{line} &\n");
            line = format!("        {name}{behind}");
        } else {
            line += &format!("{blank}{name}{behind}");
        }
    }
    text += &format!("{line}\n");
    for line in modules::declarations(call, form) {
        text += &format!("  {line}\n");
    }
    text
}

/// Writes the text of a call.
struct Writer<'a> {
    call: &'a Call,
}

impl Writer<'_> {
    /// Generates a section, unless it is empty.
    fn section(&self, heading: &str, blocks: &[Block]) -> String {
        if blocks.is_empty() { String::new() } else { format!(".SH {heading}\n{}", self.blocks(blocks)) }
    }

    /// Generates the list of the parameters of a direction.
    fn parameters(&self, heading: &str, intent: Intent) -> String {
        let mut text = String::new();
        // A paragraph after parameters belongs to the last ones.
        let mut follows = false;
        for block in self.call.comment.section("Parameters") {
            match block {
                Block::Paragraph(paragraph) if follows => text += &format!(".PP\n{}", folded(&self.inline(paragraph))),
                Block::Paragraph(_) => (),
                Block::Items(items) => {
                    for (word, said) in items {
                        let name = word.trim_matches('`');
                        let argument = self.call.arguments.iter().find(|one| one.name == name);
                        let argument = argument.unwrap_or_else(|| panic!("{} has no {name}", self.call.name));
                        follows = direction(argument) == intent;
                        if follows {
                            text += &format!(".TP\n.I {name}\n{}", folded(&self.inline(said)));
                        }
                    }
                }
            }
        }
        if text.is_empty() { text } else { format!(".SH {heading}\n{text}") }
    }

    /// Generates the section on the result.
    fn returned(&self) -> String {
        let own = self.call.comment.section("Returns");
        if !own.is_empty() {
            return self.blocks(own);
        }
        let has = |wanted: &dyn Fn(&Argument) -> bool| self.call.arguments.iter().any(wanted);
        let handler = if has(&|one| one.kind == Type::Comm && !one.is_pointer) {
            "the communicator"
        } else if has(&|one| one.kind == Type::Handle("HSPLIT_Monitor")) {
            "the communicator of the session"
        } else if has(&|one| one.kind == Type::Handle("HSPLIT_Placement")) {
            "the communicator of the placement"
        } else {
            "MPI_COMM_WORLD"
        };
        let said = format!(
            "MPI_SUCCESS or an error code. Before the call returns an error code, it invokes the error handler of \
             {handler}; the default error handler aborts the program."
        );
        folded(&self.inline(&said))
    }

    fn blocks(&self, blocks: &[Block]) -> String {
        let mut text = String::new();
        for (index, block) in blocks.iter().enumerate() {
            match block {
                Block::Paragraph(paragraph) => {
                    text += if index == 0 { "" } else { ".PP\n" };
                    text += &folded(&self.inline(paragraph));
                }
                Block::Items(items) => {
                    for (word, said) in items {
                        text += &format!(".TP\n{}\n{}", self.inline(word), folded(&self.inline(said)));
                    }
                }
            }
        }
        text
    }

    /// Adds fonts to a text: parameters are slanted; constants, functions and other code are bold. Functions and pages
    /// get the number of their section.
    fn inline(&self, text: &str) -> String {
        let parts = text.split('`').enumerate().map(|(index, part)| match index % 2 {
            0 => part.split_inclusive(|letter: char| !is_of_name(letter)).map(|word| self.word(word)).collect(),
            _ if self.call.arguments.iter().any(|one| one.name == part) => format!("\\fI{part}\\fR"),
            _ => format!("\\fB{}\\fR", escaped(part)),
        });
        parts.collect()
    }

    /// Formats a word outside code, with the letter after it.
    fn word(&self, word: &str) -> String {
        let name = word.trim_end_matches(|letter: char| !is_of_name(letter));
        let rest = &word[name.len()..];
        let is_page = name.starts_with("hsplit") && rest == "(";
        let is_of_mpi = ["MPI_", "PMPI_", "HSPLIT_"].iter().any(|start| name.starts_with(start));
        let is_function = is_of_mpi && name.chars().any(char::is_lowercase) && name != self.call.name;
        match (is_page || is_of_mpi, is_function) {
            (true, true) => format!("\\fB{name}\\fR(3){}", escaped(rest)),
            (true, false) => format!("\\fB{}\\fR{}", escaped(name), escaped(rest)),
            _ => escaped(word),
        }
    }
}

/// True if a letter may be in a name.
fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == '-'
}

fn direction(argument: &Argument) -> Intent {
    if argument.name == "buf" { Intent::InOut } else { argument.intent }
}

/// Escapes the characters that roff would interpret.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq")
}

/// Folds a paragraph into lines.
fn folded(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("a line");
        if !last.is_empty() && last.len() + 1 + word.len() > WIDTH {
            lines.push(word.to_owned());
        } else {
            *last += if last.is_empty() { "" } else { " " };
            *last += word;
        }
    }
    // A line that begins with one of these characters would be a request.
    let guarded = |line: String| if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line };
    lines.into_iter().map(|line| guarded(line) + "\n").collect()
}
