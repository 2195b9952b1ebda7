// SPDX-License-Identifier: MIT OR Apache-2.0
//! Formatting of Rust lines.

/// The last column.
const WIDTH: usize = 120;

/// The beginning of an exported function.
pub const EXPORTED: &str = "#[unsafe(no_mangle)] unsafe extern \"C-unwind\" fn";

/// Breaks a statement into lines that end before the last column, after a comma or an assignment.
pub fn wrapped(indent: usize, statement: &str) -> String {
    let mut lines = String::new();
    let mut line = " ".repeat(indent);
    for (index, word) in statement.split(' ').enumerate() {
        // A line ends only after these, so the words up to the next of them stay together.
        let rest: usize = length_until_break(statement.split(' ').skip(index));
        let may_break = line.ends_with(',') || line.ends_with(" =") || line.ends_with("(|");
        if may_break && line.len() + 1 + rest > WIDTH {
            lines += &line;
            lines.push('\n');
            line = " ".repeat(indent + 4);
        }
        if !line.trim().is_empty() {
            line.push(' ');
        }
        line += word;
    }
    lines + &line + "\n"
}

/// Writes words into lines that end before the last column.
pub fn filled(words: &[String]) -> String {
    let (mut text, mut length) = (String::new(), 0);
    for word in words {
        let separator = match length {
            0 => "",
            _ if length + 1 + word.len() > WIDTH => "\n",
            _ => " ",
        };
        length = word.len() + if separator == " " { length + 1 } else { 0 };
        text += separator;
        text += word;
    }
    text + "\n"
}

/// Generates the type of a function that returns a code.
pub fn type_named(name: &str, parameters: &str) -> String {
    wrapped(0, &format!("type {name} = unsafe extern \"C-unwind\" fn({parameters}) -> c_int;"))
}

/// Generates a function of one expression.
pub fn one_or_three_lines(head: &str, call: &str) -> String {
    let line = format!("{head} {call} }}\n");
    if line.len() <= 121 { line } else { wrapped(0, head) + &wrapped(4, call) + "}\n" }
}

/// Returns a name in the spellings of Fortran compilers: with one and two underscores, and in capitals. The spelling
/// without an underscore is left to C: shared libraries have functions of such names (Rmpi: `mpi_bcast`), whose calls
/// would come here.
pub fn spelled(name: &str) -> [String; 3] {
    let (lower, upper) = (name.to_lowercase(), name.to_uppercase());
    [format!("{lower}_"), format!("{lower}__"), upper]
}

/// Returns the name for mpi_f08.
pub fn f08(name: &str) -> String {
    format!("{}_f08_", name.to_lowercase())
}

/// Returns all names in Fortran.
pub fn spellings(name: &str) -> impl Iterator<Item = String> {
    spelled(name).into_iter().chain([f08(name)])
}

/// Generates an exported function that passes its arguments to the call that `call` generates. They are passed by
/// position, so that letters suffice as names.
pub fn handed_on(name: &str, types: &[&str], call: impl Fn(&str) -> String) -> String {
    let lettered = || ('a'..='z').zip(types);
    let declared: Vec<String> = lettered().map(|(letter, kind)| format!("{letter}: {kind}")).collect();
    let letters: Vec<String> = lettered().map(|(letter, _)| letter.to_string()).collect();
    let head = format!("{EXPORTED} {name}({}) {{", declared.join(", "));
    one_or_three_lines(&head, &call(&letters.join(", ")))
}

/// Returns the length of the words up to the next possible end of a line.
fn length_until_break<'a>(words: impl Iterator<Item = &'a str>) -> usize {
    let mut length = 0;
    for word in words {
        length += word.len();
        if word.ends_with(',') || word == "=" {
            break;
        }
        length += 1;
    }
    length
}

/// Converts `neighbor_allgather_init` to the name of a type: `NeighborAllgatherInit`.
pub fn camel(snake: &str) -> String {
    snake.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}

/// Splits a list at the commas that are not in parentheses.
pub fn outside_parentheses(list: &str) -> Vec<&str> {
    let mut found = vec![];
    let (mut from, mut depth) = (0, 0);
    for (at, letter) in list.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                found.push(list[from..at].trim());
                from = at + 1;
            }
            _ => (),
        }
    }
    found.push(list[from..].trim());
    found
}
