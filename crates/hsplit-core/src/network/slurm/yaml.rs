// SPDX-License-Identifier: MIT OR Apache-2.0
//! Slurm's `topology.yaml`: several topologies in one file, of which that of the job's partition counts.
//!
//! Slurm gives each partition a topology by its name, in the `slurm.conf` beside this file; a process of a job knows
//! its partition alone. Where that leads to no topology, the one counts that has `cluster_default: true`, or else the
//! first.

use saphyr_parser::{Event, Parser, Span, SpannedEventReceiver};

use super::{Reader, Switches, partition};
use crate::network::{At, Mistake, SwitchTree};

/// How deep a file nests lists and mappings: five levels are used.
const DEEPEST: usize = 16;

/// Whether a line is one that a `topology.yaml` begins with.
pub(super) fn begins(line: &str) -> bool {
    let entry = line.strip_prefix('-').map_or("", str::trim_start);
    line == "---" || line.starts_with("%YAML") || entry.split(':').next().is_some_and(|key| key.trim() == "topology")
}

/// Reads a `topology.yaml` for a job in this partition; `include` finds the text of a file beside it.
///
/// # Errors
/// All its mistakes; the first one where it is no YAML.
pub(super) fn read(
    text: &str,
    partition: Option<&str>,
    include: &dyn Fn(&str) -> Result<String, String>,
) -> Result<SwitchTree, Vec<Mistake>> {
    let mut reader = Reader::default();
    let one = |at: At, why: String| vec![Mistake::new(at, why)];
    reader.builder.budget.take_text(text.len()).map_err(|why| one(At::default(), why))?;
    let document = document(text).map_err(|(at, why)| one(at, why))?;
    let topologies = topologies(document).map_err(|(at, why)| one(at, why))?;
    let default = || topologies.iter().position(|topology| topology.is_default).unwrap_or(0);
    // Where there is one topology, it is everybody's.
    let partition = partition.filter(|_| topologies.len() > 1);
    let wanted =
        partition.and_then(|name| Some((name, partition::topology(name, include, &mut reader.builder.budget)?)));
    let chosen = match &wanted {
        Some((partition, wanted)) => {
            topologies.iter().position(|topology| topology.name == *wanted).unwrap_or_else(|| {
                let note =
                    format!("there is no topology '{wanted}', which slurm.conf names for partition '{partition}'");
                reader.builder.notes.push(note);
                default()
            })
        }
        None => default(),
    };
    let Some(topology) = topologies.into_iter().nth(chosen) else {
        return Err(one(At::line(1), "there is no topology".to_owned()));
    };
    match topology.body {
        Body::Flat => return Ok(SwitchTree::flat(reader.builder.notes)),
        Body::Tree(at, fields) => tree(&mut reader, &at, fields),
        Body::Block(at, fields) => block(&mut reader, &at, fields),
    }
    reader.finish()
}

/// A mistake and where it is.
type Wrong = (At, String);

/// A value of the file.
struct Value {
    at: At,
    kind: Kind,
}

enum Kind {
    Scalar(String),
    List(Vec<Value>),
    Mapping(Vec<(Key, Value)>),
}

struct Key {
    at: At,
    name: String,
}

/// What is being read: lists and mappings that are still open, outermost first.
#[derive(Default)]
struct Document {
    open: Vec<(At, Kind, Option<Key>)>,
    root: Option<Value>,
    wrong: Option<Wrong>,
    /// How many lines the text has: the parser's last position may be behind them.
    lines: usize,
}

/// The only document of a file.
fn document(text: &str) -> Result<Value, Wrong> {
    let mut document = Document { lines: text.lines().count().max(1), ..Document::default() };
    let result = Parser::new_from_str(text).load(&mut document, true);
    if let Some(wrong) = document.wrong {
        return Err(wrong);
    }
    result.map_err(|error| (document.at(error.marker().line()), format!("no YAML: {}", error.info())))?;
    document.root.ok_or_else(|| (At::line(1), "there is no topology".to_owned()))
}

impl SpannedEventReceiver<'_> for Document {
    fn on_event(&mut self, event: Event<'_>, span: Span) {
        if self.wrong.is_none() {
            let at = self.at(span.start.line());
            if let Err(why) = self.take(event, &at) {
                self.wrong = Some((at, why));
            }
        }
    }
}

impl Document {
    /// A line of the text; the last one where the parser means the end.
    fn at(&self, line: usize) -> At {
        At::line(line.clamp(1, self.lines))
    }

    fn take(&mut self, event: Event<'_>, at: &At) -> Result<(), String> {
        match event {
            Event::Alias(_) => return Err("aliases are not read".to_owned()),
            Event::DocumentStart(_) if self.root.is_some() => return Err("a second document".to_owned()),
            Event::Scalar(text, _, _, _) => self.put(at, Kind::Scalar(text.into_owned()))?,
            Event::SequenceStart(..) => self.begin(at, Kind::List(vec![]))?,
            Event::MappingStart(..) => self.begin(at, Kind::Mapping(vec![]))?,
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some((at, kind, _)) = self.open.pop() {
                    self.put(&at, kind)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn begin(&mut self, at: &At, kind: Kind) -> Result<(), String> {
        if self.open.len() == DEEPEST {
            return Err("lists and mappings are nested too deeply".to_owned());
        }
        self.open.push((at.clone(), kind, None));
        Ok(())
    }

    /// Puts a value into what is open: the next of a list, or a key or its value.
    fn put(&mut self, at: &At, kind: Kind) -> Result<(), String> {
        let value = Value { at: at.clone(), kind };
        match self.open.last_mut() {
            None => self.root = Some(value),
            Some((_, Kind::List(list), _)) => list.push(value),
            Some((_, Kind::Mapping(fields), key)) => match (key.take(), value.kind) {
                (Some(key), kind) => fields.push((key, Value { at: value.at, kind })),
                (None, Kind::Scalar(name)) if fields.iter().any(|(known, _)| known.name == name) => {
                    return Err(format!("a second '{name}'"));
                }
                (None, Kind::Scalar(name)) => *key = Some(Key { at: at.clone(), name }),
                (None, _) => return Err("a key is a list or a mapping".to_owned()),
            },
            Some((_, Kind::Scalar(_), _)) => {}
        }
        Ok(())
    }
}

/// A topology of the file.
struct Topology {
    at: At,
    name: String,
    is_default: bool,
    body: Body,
}

enum Body {
    Flat,
    Tree(At, Value),
    Block(At, Value),
}

fn topologies(document: Value) -> Result<Vec<Topology>, Wrong> {
    let mut known: Vec<Topology> = vec![];
    for value in list(document, "the file")? {
        let topology = topology(value)?;
        if known.iter().any(|other| other.name == topology.name) {
            return Err((topology.at, format!("a second topology '{}'", topology.name)));
        }
        known.push(topology);
    }
    Ok(known)
}

fn topology(value: Value) -> Result<Topology, Wrong> {
    let at = value.at.clone();
    let (mut name, mut is_default, mut body) = (None, false, None);
    for (key, value) in fields(value, "a topology")? {
        let new = match key.name.as_str() {
            "topology" => {
                name = Some(text(value, "topology")?);
                continue;
            }
            "cluster_default" => {
                is_default = truth(value, "cluster_default")?;
                continue;
            }
            "flat" => truth(value, "flat")?.then_some(Body::Flat),
            "tree" => Some(Body::Tree(key.at.clone(), value)),
            "block" => Some(Body::Block(key.at.clone(), value)),
            other => {
                return Err((key.at, format!("'{other}' is none of topology, cluster_default, tree, block, flat")));
            }
        };
        if new.is_some() && body.is_some() {
            return Err((key.at, "a topology is one of tree, block and flat".to_owned()));
        }
        body = body.or(new);
    }
    match (name, body) {
        (Some(name), Some(body)) => Ok(Topology { at, name, is_default, body }),
        (None, _) => Err((at, "a topology without its name ('topology:')".to_owned())),
        (Some(name), None) => Err((at, format!("the topology '{name}' is none of tree, block and flat"))),
    }
}

/// `tree: switches:`, each with its name and its children: switches or nodes.
fn tree(reader: &mut Reader, at: &At, value: Value) {
    let result = sections(value, "tree", &["switches"]).and_then(|mut sections| {
        let switches = sections.remove(0).ok_or_else(|| (at.clone(), "a tree without 'switches'".to_owned()))?;
        list(switches, "switches")
    });
    for switch in reader.kept(result).unwrap_or_default() {
        let at = switch.at.clone();
        let Some(mut parts) = reader.kept(sections(switch, "a switch", &["switch", "children", "nodes"])) else {
            continue;
        };
        let (nodes, children) = (parts.pop().flatten(), parts.pop().flatten());
        let Some(name) = reader.name(&at, parts.pop().flatten(), "switch") else { continue };
        if nodes.is_none() && children.is_none() {
            reader.builder.wrong(&at, format!("nothing is below '{name}'"));
            continue;
        }
        let own = reader.builder.add_switch(&at, None, Some(&name));
        if let Some((at, list)) = nodes.and_then(|nodes| reader.list_of(nodes, "nodes")) {
            reader.builder.add_hosts(&at, own, &list);
        }
        if let Some((at, list)) = children.and_then(|children| reader.list_of(children, "children")) {
            reader.pending.push(Switches { at, parent: own, list });
        }
    }
}

/// `block: block_sizes: blocks:`, each with its name and its nodes.
fn block(reader: &mut Reader, at: &At, value: Value) {
    let Some(mut parts) = reader.kept(sections(value, "block", &["block_sizes", "blocks"])) else { return };
    let (blocks, sizes) = (parts.pop().flatten(), parts.pop().flatten());
    let Some(blocks) = blocks else { return reader.builder.wrong(at, "blocks without 'blocks'") };
    for block in reader.kept(list(blocks, "blocks")).unwrap_or_default() {
        let at = block.at.clone();
        let Some(mut parts) = reader.kept(sections(block, "a block", &["block", "nodes"])) else { continue };
        let nodes = parts.pop().flatten();
        let Some(name) = reader.name(&at, parts.pop().flatten(), "block") else { continue };
        let Some(nodes) = nodes else {
            reader.builder.wrong(&at, format!("nothing is below '{name}'"));
            continue;
        };
        let own = reader.builder.add_switch(&at, None, Some(&name));
        reader.blocks.push(own);
        if let Some((at, list)) = reader.list_of(nodes, "nodes") {
            reader.builder.add_hosts(&at, own, &list);
        }
    }
    if let Some((at, sizes)) = sizes.and_then(|sizes| reader.list_of(sizes, "block_sizes")) {
        reader.sizes(&at, &sizes);
    }
}

impl Reader {
    /// What is right; a mistake is noted.
    fn kept<T>(&mut self, result: Result<T, Wrong>) -> Option<T> {
        result.map_err(|(at, why)| self.builder.wrong(&at, why)).ok()
    }

    fn name(&mut self, at: &At, value: Option<Value>, key: &str) -> Option<String> {
        let value = value.ok_or_else(|| (at.clone(), format!("a {key} without its name ('{key}:')")));
        self.kept(value.and_then(|value| text(value, key)))
    }

    /// A list of names in brackets, as one text or as a list of the file.
    fn list_of(&mut self, value: Value, key: &str) -> Option<(At, String)> {
        let at = value.at.clone();
        let words = match value.kind {
            Kind::List(values) => values.into_iter().map(|value| text(value, key)).collect::<Result<Vec<_>, _>>(),
            _ => text(value, key).map(|word| vec![word]),
        };
        self.kept(words).map(|words| (at, words.join(",")))
    }
}

fn list(value: Value, what: &str) -> Result<Vec<Value>, Wrong> {
    match value.kind {
        Kind::List(values) => Ok(values),
        _ => Err((value.at, format!("{what}: not a list"))),
    }
}

fn fields(value: Value, what: &str) -> Result<Vec<(Key, Value)>, Wrong> {
    match value.kind {
        Kind::Mapping(fields) => Ok(fields),
        _ => Err((value.at, format!("{what}: not a mapping of keys to values"))),
    }
}

/// The values of these keys; no other key may be there.
fn sections(value: Value, what: &str, keys: &[&str]) -> Result<Vec<Option<Value>>, Wrong> {
    let mut found: Vec<Option<Value>> = keys.iter().map(|_| None).collect();
    for (key, value) in fields(value, what)? {
        match keys.iter().position(|known| *known == key.name) {
            Some(at) => found[at] = Some(value),
            None => return Err((key.at, format!("{what}: '{}' is none of {}", key.name, keys.join(", ")))),
        }
    }
    Ok(found)
}

fn text(value: Value, key: &str) -> Result<String, Wrong> {
    match value.kind {
        Kind::Scalar(text) if !text.trim().is_empty() => Ok(text),
        _ => Err((value.at, format!("{key}: not a word"))),
    }
}

fn truth(value: Value, key: &str) -> Result<bool, Wrong> {
    let at = value.at.clone();
    match text(value, key)?.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" => Ok(true),
        "false" | "no" | "off" => Ok(false),
        other => Err((at, format!("{key}: '{other}' is neither true nor false"))),
    }
}
