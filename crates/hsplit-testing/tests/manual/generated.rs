// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tables in documents that are generated from the code. `HSPLIT_BLESS=1` (`make header`) writes them; otherwise they
//! must be up to date.

use std::collections::BTreeSet;

use hsplit_core::level::{aliases, canonical};
use hsplit_settings::{VARIABLES, VariableOption};

use super::examples::shown;
use super::{documents, files, read, root, workspace};

/// The places of all tables, so that none is lost together with its marks.
const PLACES: &[(&str, &str)] = &[
    ("README.md", "generated: main calls"),
    ("README.md", "copied: docs/src/gains.md gains"),
    ("docs/src/reference/calls.md", "generated: calls"),
    ("docs/src/reference/variables.md", "generated: variables"),
    ("docs/src/reference/names.md", "generated: aliases"),
    ("docs/src/design/overview.md", "generated: crates"),
    ("man/hsplit.7", "generated: calls"),
    ("man/hsplit.7", "generated: aliases"),
    ("man/hsplit-environment.7", "generated: variables"),
];

/// The levels with other names, in hwloc's spelling.
const LEVELS: &[&str] =
    &["Machine", "Package", "NUMANode", "L1dCache", "L2Cache", "L3Cache", "L4Cache", "L5Cache", "PU"];

/// The longest line of a manual page.
const COLUMNS: usize = 118;

/// A call of every MPI, which `hsplit.h` does not declare.
const SPLIT_TYPE: Call = Call {
    name: "MPI_Comm_split_type",
    what: "Splits comm along the hardware if the split type is one of hsplit.h; passes other types through to the MPI.",
    reach: "Collective over comm.",
};

#[derive(Clone, Copy, PartialEq)]
enum Form {
    Markdown,
    Roff,
}

impl Form {
    fn of(file: &str) -> Self {
        if file.ends_with(".md") { Self::Markdown } else { Self::Roff }
    }

    /// The text before and after the words of a mark.
    fn mark(self) -> (&'static str, &'static str) {
        match self {
            Self::Markdown => ("<!-- ", " -->\n"),
            Self::Roff => (".\\\" ", "\n"),
        }
    }
}

/// A call with its documentation in `hsplit.h`.
struct Call<'a> {
    name: &'a str,
    /// The first paragraph.
    what: &'a str,
    /// The sentence about collectiveness.
    reach: &'a str,
}

/// Splits a documentation comment into sentences; a sentence ends if the next one begins with a capital letter.
fn sentences(text: &str) -> Vec<&str> {
    let mut found = vec![];
    let mut rest = text.trim();
    while let Some(end) = rest.match_indices(". ").map(|(end, _)| end + 1).find(|end| {
        let next = rest[*end..].trim_start().chars().next();
        next.is_some_and(char::is_uppercase)
    }) {
        found.push(rest[..end].trim());
        rest = rest[end..].trim();
    }
    found.push(rest);
    found
}

/// Calls `each` with every call, the MPI's first.
fn for_each_call(mut each: impl FnMut(&Call)) {
    each(&SPLIT_TYPE);
    let header = read("include/hsplit.h");
    for part in header.split("/**\n").skip(1) {
        let (comment, rest) = part.split_once("*/").expect("the end of a comment");
        let declared = rest.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with("#if"));
        let Some(name) = declared.and_then(|line| line.strip_prefix("int ")?.split('(').next()) else { continue };
        if name.starts_with("PMPI_") {
            continue;
        }
        let lines: Vec<&str> = comment.lines().map(|line| line.trim().trim_start_matches('*').trim()).collect();
        let what = lines.iter().take_while(|line| !line.is_empty()).copied().collect::<Vec<_>>().join(" ");
        let comment = lines.join(" ");
        let all = sentences(&comment);
        let is_reach = |text: &&&str| {
            text.starts_with("Local") || text.starts_with("Collective") || text.contains(" is collective over ")
        };
        let reach = all.iter().find(is_reach).unwrap_or_else(|| panic!("hsplit.h: is {name} collective?"));
        each(&Call { name, what: &what, reach });
    }
}

/// The text of a table.
fn table(name: &str, form: Form) -> String {
    match name.split_once(": ") {
        Some(("generated", "variables")) => variables(form),
        Some(("generated", "former variables")) => former(),
        Some(("generated", "calls")) => calls(form, |_| true),
        Some(("generated", "main calls")) => {
            calls(form, |call| !is_summed_up(call.name)) + NAVIGATION + BINDING + PHASES + MONITORING
        }
        Some(("generated", "aliases")) => alias_table(form),
        Some(("generated", "crates")) => workspace::table(),
        Some(("copied", from)) => copied(from),
        Some(("example", file)) => example(file),
        _ => panic!("no table is called {name}"),
    }
}

/// The text in a file between a mark and the next end; `from` is `PATH MARK`.
fn copied(from: &str) -> String {
    let (file, mark) = from.split_once(' ').expect("a path and a mark");
    let text = read(file);
    let after = text.split_once(&format!("<!-- {mark} -->\n")).unwrap_or_else(|| panic!("{file} has no {mark}")).1;
    after.split_once("<!-- end -->").expect("an end").0.to_owned()
}

/// A file of `examples/` as a code block.
fn example(file: &str) -> String {
    let language = match file.rsplit('.').next() {
        Some("c") => "c",
        Some("f90") => "fortran",
        Some("py") => "python",
        Some("sh") => "sh",
        _ => "text",
    };
    format!("```{language}\n{}\n```\n", shown(file).trim_end())
}

fn variables(form: Form) -> String {
    let cell = |text: &str| text.replace('|', "\\|");
    let mut text = String::new();
    if form == Form::Markdown {
        text += "| variable | values | default | what it does |\n|---|---|---|---|\n";
    }
    for variable in VARIABLES {
        let (name, values, default, help) = (variable.name, variable.values, variable.default, variable.help);
        text += &match form {
            Form::Markdown => format!("| `{name}` | `{}` | `{}` | {} |\n", cell(values), cell(default), cell(help)),
            Form::Roff => {
                format!(".TP\n.B {name}\n{}\nValues: {}.\nDefault: {}.\n", roff(help), roff(values), roff(default))
            }
        };
        if form == Form::Roff && !variable.options.is_empty() {
            text += ".RS\n";
        }
        for option in variable.options {
            let VariableOption { key, values, default, help, .. } = option;
            text += &match form {
                Form::Markdown => {
                    format!("| … `,{key}=` | `{}` | `{}` | {} |\n", cell(values), cell(default), cell(help))
                }
                Form::Roff => format!(
                    ".TP\n.BI , {key}= VALUE\n{}\nValues: {}.\nDefault: {}.\n",
                    roff(help),
                    roff(values),
                    roff(default)
                ),
            };
        }
        if form == Form::Roff && !variable.options.is_empty() {
            text += ".RE\n";
        }
    }
    text
}

/// The table of the variables that are options now.
fn former() -> String {
    let mut text = "| former variable | now |\n|---|---|\n".to_owned();
    for variable in VARIABLES {
        for VariableOption { key, former, .. } in variable.options.iter().filter(|option| !option.former.is_empty()) {
            text += &format!("| `{former}` | `{}=…,{key}=…` |\n", variable.name);
        }
    }
    text
}

/// True for calls that are in one line of their family in README.
fn is_summed_up(call: &str) -> bool {
    const FAMILIES: [&str; 7] = [
        "HSPLIT_Comm_get_",
        "HSPLIT_Comm_map",
        "HSPLIT_Bind_",
        "HSPLIT_Placement_",
        "HSPLIT_Node_",
        "HSPLIT_Phase_",
        "HSPLIT_Monitor_",
    ];
    FAMILIES.iter().any(|family| call.starts_with(family))
}

/// The lines for these families.
const NAVIGATION: &str = "| `HSPLIT_Comm_get_coords` and [15 more](docs/src/guide/navigation.md) | first call | \
    Return the places of ranks, their distances and neighbours, and related communicators. |\n";
const BINDING: &str = "| `HSPLIT_Bind_push` and [3 more](docs/src/guide/placement.md) | no | \
    Bind the process and its OpenMP threads to another part of its node, and restore the binding. |\n";

const PHASES: &str = "| `HSPLIT_Phase_begin` and [6 more](docs/src/guide/placement.md#phases) | on a node | \
    Give the cores of a node to some of its ranks for a phase, while the other ranks sleep. |\n";
const MONITORING: &str = "| `HSPLIT_Monitor_start` and [8 more](docs/src/guide/monitoring.md#sessions) | some | \
    Count the traffic between ranks, report the part inside nodes, and reorder the ranks for it. |\n";

fn calls(form: Form, is_wanted: impl Fn(&Call) -> bool) -> String {
    let mut text = String::new();
    if form == Form::Markdown {
        text += "| call | collective | what it does |\n|---|---|---|\n";
    }
    for_each_call(|call| {
        if !is_wanted(call) {
            return;
        }
        let collective = match call.reach.split(' ').next() {
            Some("Collective") => "yes",
            Some("The") => "first call",
            _ => "no",
        };
        text += &match form {
            Form::Markdown => format!("| `{}` | {collective} | {} |\n", call.name, marked(call.what)),
            Form::Roff => format!(".TP\n.BR {} (3)\n{}\n{}\n", call.name, roff(call.what), roff(call.reach)),
        };
    });
    text
}

fn alias_table(form: Form) -> String {
    let mut text = match form {
        Form::Markdown => "| level | also written |\n|---|---|\n".to_owned(),
        Form::Roff => ".TS\nlB lB\nl l.\nlevel\talso written\n".to_owned(),
    };
    let other = |level: &str| {
        let canonical = canonical(level);
        let all = std::iter::once(canonical.as_str()).chain(aliases(level).iter().copied());
        all.filter(|alias| !alias.eq_ignore_ascii_case(level)).map(str::to_owned).collect::<Vec<_>>()
    };
    let rows = LEVELS.iter().map(|level| (*level, other(level)));
    for (level, others) in rows.chain([("Group0", vec!["group".to_owned()])]) {
        text += &match form {
            Form::Markdown => {
                let others: Vec<String> = others.iter().map(|alias| format!("`{alias}`")).collect();
                format!("| `{level}` | {} |\n", others.join(", "))
            }
            Form::Roff => format!("{level}\t{}\n", others.join(", ")),
        };
    }
    if form == Form::Roff {
        text += ".TE\n";
    }
    text
}

/// Marks words with an underscore as code.
fn marked(text: &str) -> String {
    let mut words = vec![];
    for word in text.split(' ') {
        let core = word.trim_end_matches([',', ';', '.', ':']);
        let is_code = core.contains('_') || core.ends_with(".h") || ["comm", "oldcomm", "max"].contains(&core);
        words.push(if is_code { format!("`{core}`{}", &word[core.len()..]) } else { word.to_owned() });
    }
    words.join(" ")
}

/// A text in roff: no line is a command or longer than 120 columns, and a hyphen is a minus sign.
fn roff(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq");
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + 1 + word.len() <= COLUMNS => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    let protected = lines.iter().map(|line| if line.starts_with('.') { format!("\\&{line}") } else { line.clone() });
    protected.collect::<Vec<_>>().join("\n")
}

/// The marks of a file, and the file with up-to-date tables.
fn generate(file: &str, text: &str) -> (BTreeSet<String>, String) {
    let form = Form::of(file);
    let (before, after) = form.mark();
    let (mut marks, mut whole, mut rest) = (BTreeSet::new(), String::new(), text);
    let next = |text: &str| {
        ["generated: ", "copied: ", "example: "].iter().filter_map(|kind| text.find(&format!("{before}{kind}"))).min()
    };
    while let Some(begin) = next(rest) {
        let head = rest[begin..].find(after).map(|length| begin + length + after.len()).expect("the end of a mark");
        let name = &rest[begin + before.len()..head - after.len()];
        let end = format!("{before}end{after}");
        let length = rest[head..].find(&end).unwrap_or_else(|| panic!("{file}: '{name}' has no end"));
        whole += &rest[..head];
        whole += &table(name, form);
        rest = &rest[head + length..];
        marks.insert(name.to_owned());
    }
    (marks, whole + rest)
}

#[test]
fn generated_tables_are_what_the_code_says() {
    let bless = std::env::var_os("HSPLIT_BLESS").is_some();
    for file in documents().into_iter().chain(files("man", &[".3", ".5", ".7"])) {
        let text = read(&file);
        let (marks, whole) = generate(&file, &text);
        for (_, mark) in PLACES.iter().filter(|(place, _)| *place == file) {
            assert!(marks.contains(*mark), "{file} has no '{mark}'");
        }
        if bless && whole != text {
            std::fs::write(root().join(&file), &whole).expect("a file that can be written");
        } else {
            assert!(whole == text, "a table of {file} is not what the code says: run 'make header'");
        }
    }
}

#[test]
fn every_level_with_aliases_is_in_the_table() {
    let in_code = read("crates/hsplit-core/src/level.rs");
    let rows = in_code.split("const ALIASES").nth(1).and_then(|rest| rest.split("];\n").next()).expect("ALIASES");
    assert_eq!(rows.matches("(\"").count(), LEVELS.len(), "LEVELS of this test are not the rows of ALIASES");
    for level in LEVELS {
        assert!(!aliases(level).is_empty(), "{level} has no aliases");
    }
}

#[test]
fn sentences_end_before_a_capital() {
    let text = "Splits comm, down to max. Collective over e.g. comm. Errors: x.";
    assert_eq!(sentences(text), ["Splits comm, down to max.", "Collective over e.g. comm.", "Errors: x."]);
}
