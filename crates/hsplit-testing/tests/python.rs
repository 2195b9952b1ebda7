// SPDX-License-Identifier: MIT OR Apache-2.0
//! The Python package is complete: `python/hsplit/_header.py` has the constants and calls of `hsplit.h`, every call has
//! a Python form, and the book lists these with their signatures. With `HSPLIT_BLESS=1` both are written instead (`make
//! header`).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const HEADER: &str = "python/hsplit/_header.py";
const PAGE: &str = "docs/src/guide/python.md";

/// The root of the sources.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(file: &str) -> String {
    let path = root().join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Compares a file with its generated contents, or writes it.
fn compare(file: &str, generated: &str) {
    if std::env::var_os("HSPLIT_BLESS").is_some() {
        std::fs::write(root().join(file), generated).expect("the file can be written");
    }
    assert!(read(file) == generated, "{file} is not what the sources say: run 'make header' and commit the result");
}

/// The beginning of the generated module.
const HEAD: &str = "\
# SPDX-License-Identifier: MIT OR Apache-2.0
\"\"\"The declarations of hsplit.h: its version, its constants, and the arguments of its calls.

The numbers of the split types work with every MPI, also with an MPI that does not have these types.
Generated from the sources: change these, not this file.
\"\"\"

";

/// The names and values of the constants, by their names in Python.
fn constants(header: &str) -> Vec<(&str, u32)> {
    let lines = header.lines().filter_map(|line| line.strip_prefix("#define ")?.split_once(' '));
    let constants = lines.filter(|(name, _)| !name.starts_with("HSPLIT_VERSION_"));
    let named = constants.filter_map(|(name, value)| Some((name.split_once('_')?.1, value.parse().ok()?)));
    named.collect()
}

/// The type of an argument without its name and `const`.
fn argument_type(argument: &str) -> String {
    let argument = argument.trim_start_matches("const ");
    let kind = argument.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').trim();
    if kind.is_empty() { argument.to_owned() } else { kind.to_owned() }
}

/// The calls of the header without the aliases of the profiling interface, with the types of their arguments.
/// `MPI_Comm_split_type` is added, because the header does not declare it.
fn calls(header: &str) -> BTreeMap<String, Vec<String>> {
    let split_type = "\nint MPI_Comm_split_type(MPI_Comm, int, int, MPI_Info, MPI_Comm *);";
    let text = format!("{header}{split_type}");
    let mut found = BTreeMap::new();
    for declaration in text.split("\nint ").skip(1) {
        let (name, rest) = declaration.split_once('(').expect("a function");
        let arguments = rest.split(");").next().unwrap_or_default().split(',').map(str::trim);
        if !name.starts_with("PMPI_") {
            let types = arguments.filter(|argument| *argument != "void").map(argument_type);
            found.insert(name.to_owned(), types.collect());
        }
    }
    found
}

fn generate() -> String {
    let header = read("include/hsplit.h");
    let mut text = format!("{HEAD}VERSION = \"{}\"\n\n", env!("CARGO_PKG_VERSION"));
    for (name, value) in constants(&header) {
        text += &format!("{name} = {value}\n");
    }
    text += "\nCALLS = {\n";
    for (name, types) in calls(&header) {
        let types: Vec<String> = types.iter().map(|kind| format!("\"{kind}\"")).collect();
        let comma = if types.len() == 1 { "," } else { "" };
        text += &format!("    \"{name}\": ({}{comma}),\n", types.join(", "));
    }
    text + "}\n"
}

#[test]
fn the_committed_module_is_up_to_date() {
    let header = read("include/hsplit.h");
    assert_eq!(constants(&header).len(), 25, "hsplit.h has constants that this test cannot read");
    let declared = header.lines().filter(|line| line.starts_with("int ") && !line.starts_with("int PMPI_")).count();
    assert_eq!(calls(&header).len(), declared + 1, "hsplit.h has calls that this test cannot read");
    compare(HEADER, &generate());
}

/// A function, class or method of the package that users call.
struct Form {
    /// Its use, with the arguments.
    signature: String,
    /// The first sentence of its documentation.
    what: String,
    /// The calls of `hsplit.h` that its documentation names.
    calls: Vec<String>,
}

/// The modules of the package with calls, in the order of the table.
const MODULES: &[&str] =
    &["_splits.py", "_navigation.py", "_binding.py", "_placement.py", "_reorder.py", "_monitor.py", "_windows.py"];

fn modules() -> Vec<String> {
    MODULES.iter().map(|name| read(&format!("python/hsplit/{name}"))).collect()
}

/// The definitions of a module that name their call in C.
fn forms(source: &str) -> Vec<Form> {
    let mut found = vec![];
    let mut class = String::new();
    for (at, _) in source.match_indices("\nclass ").chain(source.match_indices("def ")).collect::<BTreeMap<_, _>>() {
        let text = &source[at..];
        let Some((head, rest)) = text.split_once(":\n") else { continue };
        if let Some(head) = head.strip_prefix("\nclass ") {
            class = head.split('(').next().unwrap_or_default().to_owned();
        }
        let is_method = source[..at].ends_with("    ");
        let Some(comment) = rest.trim_start().strip_prefix("\"\"\"").and_then(|rest| rest.split("\"\"\"").next())
        else {
            continue;
        };
        let comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
        let Some((_, calls)) = comment.split_once("In C: ") else { continue };
        let calls = calls.trim_end_matches('.').split(", ").map(str::to_owned);
        let what = comment.split(". ").next().unwrap_or_default().trim_end_matches('.').to_owned() + ".";
        found.push(Form {
            signature: signature(head, is_method.then_some(class.as_str())),
            what,
            calls: calls.collect(),
        });
    }
    found
}

/// The form in which a definition is used.
fn signature(head: &str, class: Option<&str>) -> String {
    let head = head.trim().trim_start_matches("def ").trim_start_matches("class ");
    let head = head.split_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "(").replace(" )", ")");
    let head = head.replace("(self, ", "(").replace("(self)", "()");
    match class {
        Some(class) if head.starts_with("__init__") => {
            head.replace("__init__", class).split(" -> ").next().unwrap_or_default().to_owned()
        }
        Some(class) => format!("{class}.{head}"),
        None => head,
    }
}

#[test]
fn every_call_has_its_python_form() {
    let all: Vec<Form> = modules().iter().flat_map(|source| forms(source)).collect();
    let header = read("include/hsplit.h");
    let known = calls(&header);
    for name in known.keys() {
        assert!(all.iter().any(|form| form.calls.contains(name)), "no function of python/hsplit says 'In C: {name}'");
        let quoted = format!("\"{name}\"");
        assert!(modules().iter().any(|source| source.contains(&quoted)), "python/hsplit does not call {name}");
    }
    let package = read("python/hsplit/__init__.py");
    for form in &all {
        let name = form.signature.split(['(', '.']).next().unwrap_or_default();
        assert!(package.contains(&format!("    \"{name}\",\n")), "python/hsplit/__init__.py does not export {name}");
        for name in &form.calls {
            assert!(known.contains_key(name), "{}: hsplit.h has no {name}", form.signature);
        }
    }
}

#[test]
fn the_book_lists_every_form() {
    const BEGIN: &str = "<!-- from python/hsplit -->\n";
    let page = read(PAGE);
    let (before, rest) = page.split_once(BEGIN).expect("the begin of the table");
    let (_, after) = rest.split_once("<!-- end -->").expect("the end of the table");
    let mut table = "| Python | C | what it does |\n|---|---|---|\n".to_owned();
    for form in modules().iter().flat_map(|source| forms(source)) {
        let signature = form.signature.replace('|', "\\|");
        let calls: Vec<String> = form.calls.iter().map(|name| format!("`{name}`")).collect();
        table += &format!("| `{signature}` | {} | {} |\n", calls.join(", "), form.what);
    }
    compare(PAGE, &format!("{before}{BEGIN}{table}<!-- end -->{after}"));
}
