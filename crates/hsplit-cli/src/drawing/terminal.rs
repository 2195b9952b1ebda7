// SPDX-License-Identifier: MIT OR Apache-2.0
//! Text trees in colour, if stdout is a terminal.

use hsplit_core::level::NETWORK_PREFIX;
use hsplit_core::tree::text::{Ink, Paint, plain};

/// The codes of network levels, outermost first, in the order of pictures: blue, yellow, green, magenta, cyan. They are
/// bold.
const NETWORK: [&str; 5] = ["1;34", "1;33", "1;32", "1;35", "1;36"];

/// Returns the style of text: coloured if it is written to a terminal, unless NO_COLOR is set (no-color.org).
pub(crate) fn paint(is_on_terminal: bool) -> Paint {
    let variable = |name: &str| std::env::var_os(name).unwrap_or_default();
    let is_plain = !variable("NO_COLOR").is_empty() || variable("TERM") == "dumb";
    if is_on_terminal && !is_plain { coloured } else { plain }
}

fn coloured(ink: Ink<'_>, words: &str) -> String {
    match code(ink) {
        "" => words.to_owned(),
        code => format!("\x1b[{code}m{words}\x1b[0m"),
    }
}

/// Returns the ECMA-48 code of a colour.
fn code(ink: Ink<'_>) -> &'static str {
    match ink {
        Ink::Aside => "2",
        Ink::Stop => "31",
        Ink::Level(level) => match level {
            "MPI_COMM_WORLD" | "Machine" => "1",
            "Package" | "Die" => "36",
            "NUMANode" => "35",
            "Core" | "PU" => "",
            level if level.ends_with("Cache") => "33",
            level if level.starts_with("Group") => "32",
            level => {
                let depth = level.strip_prefix(NETWORK_PREFIX).and_then(|depth| depth.parse().ok()).unwrap_or(0);
                NETWORK[depth % NETWORK.len()]
            }
        },
    }
}
