// SPDX-License-Identifier: MIT OR Apache-2.0
//! The modules of every crate use each other in one direction: among the modules of one parent there is no cycle.
//!
//! A module uses the modules in its imports and paths (`crate::`, `super::`, `self::`), and if such a name is an import
//! itself, the target of that import. Parents and tests do not count: a module may use definitions of its parent.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path as File;

/// The path of a module, or of an item in it. That of a module begins at the root of its crate.
type Path = Vec<String>;

/// The names in the source of a module.
#[derive(Default)]
struct Module {
    paths: Vec<Path>,
    imports: BTreeMap<String, Path>,
}

/// The modules of a crate, without tests.
type Modules = BTreeMap<Path, Module>;

/// The words and punctuation of a source, without comments and literals.
fn tokens(source: &str) -> Vec<String> {
    let mut tokens: Vec<String> = vec![];
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
        let word = rest.find(|c| !is_of_word(c)).unwrap_or(rest.len());
        let length = if word > 0 {
            let hashes = rest[word..].find(|c| c != '#').unwrap_or(0);
            if rest[..word].ends_with('r') && rest[word + hashes..].starts_with('"') {
                // A raw string ends with as many hashes as it begins with.
                let (begin, end) = (word + hashes + 1, format!("\"{}", "#".repeat(hashes)));
                rest[begin..].find(&end).map_or(rest.len(), |found| begin + found + end.len())
            } else {
                tokens.push(rest[..word].to_owned());
                word
            }
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if first == '"' {
            literal(rest, '"')
        } else if first == '\'' {
            // A quote that begins no character literal begins a lifetime.
            let is_character = rest.starts_with("'\\") || rest.chars().nth(2) == Some('\'');
            if is_character { literal(rest, '\'') } else { 1 }
        } else if rest.starts_with("::") {
            tokens.push("::".to_owned());
            2
        } else {
            tokens.extend((!first.is_whitespace()).then(|| first.to_string()));
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    tokens
}

/// The length of a literal that begins and ends with this mark.
fn literal(text: &str, mark: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == mark => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// Reads one part of an import up to its end: the imported names, each with its path.
fn import(tokens: &[String], at: &mut usize, before: &[String], found: &mut Vec<(String, Path)>) {
    let (mut path, mut name) = (before.to_vec(), None);
    while !matches!(tokens[*at].as_str(), "," | "}" | ";") {
        match tokens[*at].as_str() {
            "{" => {
                while tokens[*at] != "}" {
                    *at += 1;
                    import(tokens, at, &path, found);
                }
                *at += 1;
                return;
            }
            "as" => {
                *at += 1;
                name = Some(tokens[*at].clone());
            }
            // In a list, `self` means the path before the list.
            "self" if !path.is_empty() => name = path.last().cloned(),
            "::" | "*" => {}
            word => {
                path.push(word.to_owned());
                name = Some(word.to_owned());
            }
        }
        *at += 1;
    }
    found.extend(name.map(|name| (name, path)));
}

/// The position after the brackets that open at `open`.
fn behind(tokens: &[String], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// True for an attribute that enables an item only for tests: `cfg` with `test`, but not inside `not`.
fn is_for_tests(attribute: &[String]) -> bool {
    let (mut at, is_condition) = (0, attribute[2] == "cfg");
    while at < attribute.len() && is_condition {
        match attribute[at].as_str() {
            "not" => at = behind(attribute, at + 1),
            "test" => return true,
            _ => at += 1,
        }
    }
    false
}

/// Reads a source, and returns the names of its test modules.
fn read(source: &str, into: &mut Module) -> Vec<String> {
    let (tokens, mut tests, mut at) = (tokens(source), vec![], 0);
    let is = |at: usize, what: &str| tokens.get(at).is_some_and(|token| token == what);
    while at < tokens.len() {
        let begin = at;
        at += 1;
        match tokens[begin].as_str() {
            "#" if is(at, "[") => {
                at = behind(&tokens, at);
                if is_for_tests(&tokens[begin..at]) {
                    // Skips the item with the attribute.
                    while at < tokens.len() && !is(at, ";") && !is(at, "{") {
                        tests.extend(is(at, "mod").then(|| tokens[at + 1].clone()));
                        at = if is(at, "[") || is(at, "(") { behind(&tokens, at) } else { at + 1 };
                    }
                    at = if is(at, "{") { behind(&tokens, at) } else { at + 1 };
                }
            }
            // (Not the list of lifetimes that a type captures.)
            "use" if !is(at, "<") => {
                let mut found = vec![];
                import(&tokens, &mut at, &[], &mut found);
                into.paths.extend(found.iter().map(|(_, path)| path.clone()));
                into.imports.extend(found);
            }
            "crate" | "super" | "self" if is(at, "::") => {
                let mut path = vec![tokens[begin].clone()];
                while is(at, "::") && tokens[at + 1].starts_with(|c: char| c.is_alphabetic() || c == '_') {
                    path.push(tokens[at + 1].clone());
                    at += 2;
                }
                into.paths.push(path);
            }
            _ => {}
        }
    }
    tests
}

/// The modules of a crate, from its sources, each with its path below `src`.
fn modules(sources: &[(String, String)]) -> Modules {
    let (mut modules, mut tests) = (Modules::new(), BTreeSet::new());
    for (file, source) in sources {
        let name = file.trim_end_matches(".rs");
        let name = if name == "lib" || name == "main" { "" } else { name };
        let path: Path = name.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
        let of_tests = read(source, modules.entry(path.clone()).or_default());
        tests.extend(of_tests.into_iter().map(|test| [&path[..], &[test]].concat()));
    }
    modules.retain(|path, _| !tests.iter().any(|test: &Path| path.starts_with(test)));
    modules
}

/// A path in a module, converted to one from the root of the crate.
fn absolute(path: &[String], module: &[String]) -> Path {
    let (mut base, mut rest) = (module.to_vec(), path);
    while let Some((first, others)) = rest.split_first() {
        match first.as_str() {
            "crate" => base.clear(),
            "super" => drop(base.pop()),
            "self" => {}
            _ => break,
        }
        rest = others;
    }
    base.extend_from_slice(rest);
    base
}

/// The module that contains the target of a path. Up to `imports` consecutive imports are followed.
fn home(modules: &Modules, path: &[String], imports: usize) -> Path {
    let mut home = Path::new();
    for (at, name) in path.iter().enumerate() {
        let below = [&home[..], &path[at..=at]].concat();
        if modules.contains_key(&below) {
            home = below;
            continue;
        }
        let import = modules.get(&home).and_then(|module| module.imports.get(name)).filter(|_| imports > 0);
        return import.map_or(home.clone(), |import| {
            let path = [absolute(import, &home), path[at + 1..].to_vec()].concat();
            self::home(modules, &path, imports - 1)
        });
    }
    home
}

/// The cycles among the modules of each parent, as lines with their uses.
fn circles(modules: &Modules) -> Vec<String> {
    // For each parent, the pairs of a child and another child that it uses, with the place of the use.
    let mut used: BTreeMap<Path, BTreeMap<(String, String), String>> = BTreeMap::new();
    for (module, named) in modules {
        for path in &named.paths {
            let home = home(modules, &absolute(path, module), 8);
            let common = module.iter().zip(&home).take_while(|(one, other)| one == other).count();
            if let (Some(user), Some(other)) = (module.get(common), home.get(common)) {
                let why = format!("{} uses {}", module.join("::"), home.join("::"));
                used.entry(module[..common].to_vec()).or_default().insert((user.clone(), other.clone()), why);
            }
        }
    }
    let mut circles = vec![];
    for mut used in used.into_values() {
        // Modules that no other one uses, or that use none, are in no cycle: they are removed repeatedly.
        loop {
            let before = used.len();
            let users: BTreeSet<String> = used.keys().map(|(user, _)| user.clone()).collect();
            let others: BTreeSet<String> = used.keys().map(|(_, other)| other.clone()).collect();
            used.retain(|(user, other), _| others.contains(user) && users.contains(other));
            if used.len() == before {
                break;
            }
        }
        circles.extend(used.into_values());
    }
    circles
}

/// All sources below a folder, by their paths there.
fn sources(folder: &File, above: &str, into: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("each crate has sources") {
        let path = entry.expect("folders can be read").path();
        let name = format!("{above}{}", path.file_name().unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            sources(&path, &format!("{name}/"), into);
        } else if name.ends_with(".rs") {
            into.push((name, fs::read_to_string(&path).expect("sources are UTF-8")));
        }
    }
}

#[test]
fn no_module_circle() {
    let root = File::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let crates = fs::read_dir(root.join("crates")).expect("there are crates");
    let crates = crates.map(|entry| entry.expect("folders can be read").path());
    let mut found = vec![];
    for folder in crates.chain([root.to_owned()]) {
        let mut of_crate = vec![];
        sources(&folder.join("src"), "", &mut of_crate);
        let name = folder.file_name().map_or("hsplit".into(), |name| name.to_string_lossy().into_owned());
        found.extend(circles(&modules(&of_crate)).into_iter().map(|line| format!("{name}: {line}")));
    }
    assert!(found.is_empty(), "modules in circles (what two need belongs below both):\n{}", found.join("\n"));
}

#[test]
fn circles_are_found() {
    let circles = |sources: &[(&str, &str)]| {
        let sources: Vec<_> = sources.iter().map(|(file, source)| (file.to_string(), source.to_string())).collect();
        circles(&modules(&sources))
    };
    let both = ["a uses b", "b::c uses a"];
    assert_eq!(
        circles(&[("a.rs", "use super::b::{self, Thing as T};"), ("b/c.rs", "x = crate::a::f(1);"), ("b.rs", "")]),
        both
    );
    // A cycle over an import of the root, with a module that is not in the cycle.
    let root = ("lib.rs", "mod a; mod b; pub use b::Thing; use std::fmt;");
    let user = ("d.rs", "use crate::{a::One, fmt};");
    assert_eq!(
        circles(&[root, ("a.rs", "use crate::Thing;"), ("b.rs", ""), ("b/c.rs", "use super::super::a;"), user]),
        both
    );
    // No cycle: one direction; a child and its parent; comments, literals and tests.
    let one = ("a.rs", "use crate::b;");
    assert!(circles(&[one, ("b.rs", ""), user]).is_empty());
    assert!(
        circles(&[("a.rs", "mod b; use b::T;"), ("a/b.rs", "use super::S; fn f<'a>(_: &'a str) { self::g(); }")])
            .is_empty()
    );
    for source in [
        "// use crate::a;\nconst C: (char, &str) = ('\"', \"use crate::a; \\\" crate::a\");",
        "const R: &str = r#\"crate::a \" crate::a\"#;",
        "#[cfg(test)]\nmod tests { use crate::a; }",
    ] {
        assert!(circles(&[one, ("b.rs", source)]).is_empty(), "{source}");
    }
    let tests = "#[cfg(all(test, not(loom)))] #[path = \"x.rs\"] pub(crate) mod tests;";
    assert!(circles(&[one, ("b.rs", tests), ("b/tests.rs", "use crate::a;")]).is_empty());
    assert_eq!(circles(&[one, ("b.rs", "#[cfg(not(test))] use crate::a;")]).len(), 2);
}
