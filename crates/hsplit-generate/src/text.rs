// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lines of Rust.

/// The last column.
const WIDTH: usize = 120;

/// A statement as lines that end before the last column. It is broken where a blank follows a comma, or an assignment.
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

/// A function of one expression.
pub fn one_or_three_lines(head: &str, call: &str) -> String {
    let line = format!("{head} {call} }}\n");
    if line.len() <= 121 { line } else { wrapped(0, head) + &wrapped(4, call) + "}\n" }
}

/// The length of the words up to the next place where a line may end.
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

/// `neighbor_allgather_init` as a type is called: `NeighborAllgatherInit`.
pub fn camel(snake: &str) -> String {
    snake.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}

/// The texts between the commas that are in no parentheses.
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
