// SPDX-License-Identifier: MIT OR Apache-2.0
//! The options of a variable: `KEY=TEXT` after its value, separated by commas or blanks. The text of an option ends
//! before the next option, so it may contain commas.

use super::variables::{VARIABLES, VariableOption};

/// The value of a text without its options.
pub(super) fn value<'a>(options: &[VariableOption], text: &'a str) -> &'a str {
    between(text, 0, begins(options, text).first().map(|(at, _)| *at))
}

/// The text of an option; the last one if it is given several times.
pub(super) fn option<'a>(options: &[VariableOption], text: &'a str, key: &str) -> Option<&'a str> {
    let begins = begins(options, text);
    let last = begins.iter().rposition(|(_, option)| option.key == key)?;
    let end = begins.get(last + 1).map(|(at, _)| *at);
    Some(between(text, begins[last].0 + key.len() + 1, end)).filter(|text| !text.is_empty())
}

/// A text with more words in its value, before its options. The value `none` is replaced.
pub(super) fn extended(options: &[VariableOption], text: &str, words: &str) -> String {
    let value = value(options, text);
    let rest = begins(options, text).first().map_or("", |(at, _)| text[*at..].trim());
    let value = if value.eq_ignore_ascii_case("none") { "" } else { value };
    [value, words, rest].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(",")
}

fn between(text: &str, from: usize, to: Option<usize>) -> &str {
    let text = text[from..to.unwrap_or(text.len())].trim();
    if to.is_some() { text.trim_end_matches(',').trim_end() } else { text }
}

/// The options in a text, each with the index of its first byte.
fn begins<'a>(options: &'a [VariableOption], text: &str) -> Vec<(usize, &'a VariableOption)> {
    let separators = text.match_indices(|c: char| c == ',' || c.is_whitespace()).map(|(at, found)| at + found.len());
    let begun = |at: usize, option: &VariableOption| {
        let rest = &text.as_bytes()[at..];
        rest.get(option.key.len()) == Some(&b'=')
            && rest[..option.key.len()].eq_ignore_ascii_case(option.key.as_bytes())
    };
    let words = std::iter::once(0).chain(separators);
    words.filter_map(|at| Some((at, options.iter().find(|option| begun(at, option))?))).collect()
}

/// Converts former variables to options. An option that is given has priority over the former variable, except if
/// `overrides`, with the names of the two variables, is true: the former one is set in a place of greater priority.
pub(super) fn without_former(
    mut pairs: Vec<(String, String)>,
    overrides: impl Fn(&str, &str) -> bool,
) -> Vec<(String, String)> {
    for variable in VARIABLES {
        for option in variable.options {
            let Some(at) = pairs.iter().position(|(name, _)| name == option.former) else { continue };
            let (_, text) = pairs.swap_remove(at);
            // (The former variable of a strategy separated its words by commas, which now separate options.)
            let words = || text.split(',').map(str::trim).collect::<Vec<_>>().join(":");
            let text = if option.key == "strategy" { words() } else { text };
            let known = pairs.iter_mut().find(|(name, _)| name == variable.name);
            match known {
                _ if text.trim().is_empty() => {}
                Some((_, known))
                    if self::option(variable.options, known, option.key).is_some()
                        && !overrides(option.former, variable.name) => {}
                // (The last text of an option counts.)
                Some((_, known)) => *known = format!("{known} {}={text}", option.key),
                None => pairs.push((variable.name.to_owned(), format!("{}={text}", option.key))),
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn named(key: &'static str, former: &'static str) -> VariableOption {
        VariableOption { key, values: "", default: "", help: "", former }
    }

    #[test]
    fn options_follow_a_value() {
        let options = [named("cost", ""), named("limit", "")];
        let text = "cart, graph ,cost=Machine=1, System=10,  LIMIT= 5 ";
        assert_eq!(value(&options, text), "cart, graph");
        assert_eq!(option(&options, text, "cost"), Some("Machine=1, System=10"));
        assert_eq!(option(&options, text, "limit"), Some("5"));
        assert_eq!((value(&options, "limit=3"), option(&options, "limit=3", "limit")), ("", Some("3")));
        assert_eq!(option(&options, "all limit=3 limit=4", "limit"), Some("4"));
        // Text that is no option stays in the value; an empty option counts as not given.
        assert_eq!(value(&options, "all,limits=3,"), "all,limits=3,");
        assert_eq!(option(&options, "all,limit=,cost=hops", "limit"), None);
        assert_eq!(value(&options, "à\u{a0}limit=3"), "à");
    }

    #[test]
    fn words_are_added_before_the_options() {
        let options = [named("tuning", "")];
        let extended = |text| extended(&options, text, "bcast:trial");
        assert_eq!(extended(" none, tuning=/a:/b "), "bcast:trial,tuning=/a:/b");
        assert_eq!(extended("reduce:0 tuning=/a"), "reduce:0,bcast:trial,tuning=/a");
        assert_eq!(
            ["", "none", "all:0", "tuning=/a"].map(extended).join(" "),
            "bcast:trial bcast:trial all:0,bcast:trial bcast:trial,tuning=/a"
        );
    }

    #[test]
    fn former_variables_are_options() {
        let read = |pairs: &[(&str, &str)]| {
            let pairs = pairs.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect();
            without_former(pairs, |_, _| false)
                .into_iter()
                .map(|(name, text)| format!("{name}:{text}"))
                .collect::<Vec<_>>()
        };
        let emulated = ("HSPLIT_EMULATE", "node:2 pu:2");
        assert_eq!(read(&[("HSPLIT_EMULATE_BIND", "pu"), emulated]), ["HSPLIT_EMULATE:node:2 pu:2 bind=pu"]);
        assert_eq!(read(&[("HSPLIT_EMULATE_BIND", "pu")]), ["HSPLIT_EMULATE:bind=pu"]);
        let both = ("HSPLIT_EMULATE", "pu:2 bind=none");
        assert_eq!(read(&[both, ("HSPLIT_EMULATE_BIND", "pu")]), ["HSPLIT_EMULATE:pu:2 bind=none"]);
        assert_eq!(read(&[("HSPLIT_MONITOR_FILE", "")]), [""; 0]);
        // The former variable is set in the environment, the other one in a file.
        let pairs = [("HSPLIT_MONITOR", "parts,file=site"), ("HSPLIT_MONITOR_FILE", "mine")];
        let pairs = pairs.map(|(name, text)| (name.to_owned(), text.to_owned())).to_vec();
        let both = |former: &str, name: &str| former == "HSPLIT_MONITOR_FILE" && name == "HSPLIT_MONITOR";
        let [(_, text)] = &without_former(pairs, both)[..] else { panic!("two variables") };
        let options = [named("file", "")];
        assert_eq!((value(&options, text), option(&options, text, "file")), ("parts", Some("mine")));
    }
}
