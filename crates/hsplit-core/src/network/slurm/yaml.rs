// SPDX-License-Identifier: MIT OR Apache-2.0
//! Slurm's `topology.yaml`: several topologies in one file, of which the one of the job's partition is used.
//!
//! Slurm assigns a topology to each partition in the `slurm.conf` of the same folder, and a process of a job has only
//! the name of its partition. If that leads to no topology, the one with `cluster_default: true` is used, or else the
//! first.

use saphyr_parser::{Event, Parser, Span, SpannedEventReceiver};

use super::{Kind as Declares, Reader, Switches, partition};
use crate::network::{At, LineError, SwitchTree};

/// The deepest nesting of lists and mappings; five levels are used.
const DEEPEST: usize = 16;

/// True if a line can be the first of a `topology.yaml`.
pub(super) fn begins(line: &str) -> bool {
    let entry = line.strip_prefix('-').map_or("", str::trim_start);
    line == "---" || line.starts_with("%YAML") || entry.split(':').next().is_some_and(|key| key.trim() == "topology")
}

/// Reads a `topology.yaml` for a job in this partition. `include` returns the text of a file in the same folder.
///
/// # Errors
/// All errors in the text; only the first one if it is not YAML.
pub(super) fn read(
    text: &str,
    partition: Option<&str>,
    include: &dyn Fn(&str) -> Result<String, String>,
) -> Result<SwitchTree, Vec<LineError>> {
    let mut reader = Reader::new();
    let one = |at: At, why: String| vec![LineError::new(at, why)];
    reader.builder.budget.take_text(text.len()).map_err(|why| one(At::default(), why))?;
    let document = document(text).map_err(|(at, why)| one(at, why))?;
    let topologies = topologies(&mut reader, document).map_err(|(at, why)| one(at, why))?;
    let default = || topologies.iter().position(|topology| topology.is_default).unwrap_or(0);
    // A single topology applies to all partitions.
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
        reader.builder.wrong(&At::line(1), "there is no topology");
        return Err(reader.builder.errors);
    };
    match topology.body {
        Body::Flat => return Ok(SwitchTree::flat(reader.builder.notes)),
        Body::Tree(at, fields) => tree(&mut reader, &at, fields),
        Body::Block(at, fields) => block(&mut reader, &at, fields),
        Body::Wrong((at, why)) => return Err(one(at, why)),
    }
    reader.finish()
}

type Wrong = (At, String);

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

/// A document being read, with the lists and mappings that are still open, outermost first.
#[derive(Default)]
struct Document {
    open: Vec<(At, Kind, Option<Key>)>,
    root: Option<Value>,
    wrong: Option<Wrong>,
    /// The number of lines: the parser's last position may be after them.
    lines: usize,
}

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
    /// A line of the text; the last line for positions after it.
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

    /// Adds a value to the innermost open list or mapping, there as a key or as the value of the last key.
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
    /// A topology with an error; the others may be valid.
    Wrong(Wrong),
}

fn topologies(reader: &mut Reader, document: Value) -> Result<Vec<Topology>, Wrong> {
    let mut known: Vec<Topology> = vec![];
    for value in list(document, "the file")? {
        let Some(topology) = topology(reader, value) else { continue };
        if known.iter().any(|other| other.name == topology.name) {
            reader.builder.wrong(&topology.at, format!("a second topology '{}'", topology.name));
        } else {
            known.push(topology);
        }
    }
    Ok(known)
}

fn topology(reader: &mut Reader, value: Value) -> Option<Topology> {
    let at = value.at.clone();
    let (mut name, mut is_default, mut body) = (None, false, None);
    for (key, value) in reader.kept(fields(value, "a topology"))? {
        let new = match key.name.as_str() {
            "topology" => {
                name = reader.kept(text(value, "topology"));
                continue;
            }
            "cluster_default" => {
                is_default = reader.kept(truth(value, "cluster_default")).unwrap_or(false);
                continue;
            }
            // It may have options, of which none changes the network.
            "flat" if matches!(value.kind, Kind::Mapping(_)) => Some(Body::Flat),
            "flat" => truth(value, "flat").map_or_else(|wrong| Some(Body::Wrong(wrong)), |is| is.then_some(Body::Flat)),
            "tree" => Some(Body::Tree(key.at.clone(), value)),
            "block" => Some(Body::Block(key.at.clone(), value)),
            other => {
                let why = format!("'{other}' is none of topology, cluster_default, tree, block, flat");
                Some(Body::Wrong((key.at.clone(), why)))
            }
        };
        body = match (body, new) {
            (None, new) => new,
            // An unknown key does not change the known ones.
            (Some(Body::Wrong(_)), Some(new)) => Some(new),
            (Some(known), None | Some(Body::Wrong(_))) => Some(known),
            (Some(_), Some(_)) => Some(Body::Wrong((key.at, "a topology is one of tree, block and flat".to_owned()))),
        };
    }
    match (name, body) {
        (Some(name), Some(body)) => Some(Topology { at, name, is_default, body }),
        (None, _) => {
            reader.builder.wrong(&at, "a topology without its name ('topology:')");
            None
        }
        (Some(name), None) => {
            let wrong = (at.clone(), format!("the topology '{name}' is none of tree, block and flat"));
            Some(Topology { at, name, is_default, body: Body::Wrong(wrong) })
        }
    }
}

/// Reads `tree: switches:`, each with its name and its children: switches or nodes.
fn tree(reader: &mut Reader, at: &At, value: Value) {
    let Some([switches]) = reader.sections(value, "tree", ["switches"]) else { return };
    let Some(switches) = switches else { return reader.builder.wrong(at, "a tree without 'switches'") };
    for switch in reader.kept(list(switches, "switches")).unwrap_or_default() {
        let at = switch.at.clone();
        let Some([name, children, nodes]) = reader.sections(switch, "a switch", ["switch", "children", "nodes"]) else {
            continue;
        };
        let Some(own) = reader.named(&at, Declares::Switch, name, nodes) else { continue };
        if let Some((at, list)) = children.and_then(|children| reader.list_of(children, "children")) {
            reader.pending.push(Switches { at, parent: own, list });
        }
    }
}

/// Reads `block: block_sizes: blocks:`, each block with its name and its nodes.
fn block(reader: &mut Reader, at: &At, value: Value) {
    let Some([sizes, blocks]) = reader.sections(value, "block", ["block_sizes", "blocks"]) else { return };
    let Some(blocks) = blocks else { return reader.builder.wrong(at, "blocks without 'blocks'") };
    for block in reader.kept(list(blocks, "blocks")).unwrap_or_default() {
        let at = block.at.clone();
        if let Some([name, nodes]) = reader.sections(block, "a block", ["block", "nodes"]) {
            reader.named(&at, Declares::Block, name, nodes);
        }
    }
    if let Some((at, sizes)) = sizes.and_then(|sizes| reader.list_of(sizes, "block_sizes")) {
        reader.sizes(&at, &sizes);
    }
}

impl Reader {
    /// The value of a result; an error is noted.
    fn kept<T>(&mut self, result: Result<T, Wrong>) -> Option<T> {
        result.map_err(|(at, why)| self.builder.wrong(&at, why)).ok()
    }

    fn named(&mut self, at: &At, kind: Declares, name: Option<Value>, nodes: Option<Value>) -> Option<u32> {
        let key = if kind == Declares::Block { "block" } else { "switch" };
        let name = name.ok_or_else(|| (at.clone(), format!("a {key} without its name ('{key}:')")));
        let name = self.kept(name.and_then(|name| text(name, key)))?;
        let nodes = nodes.and_then(|nodes| self.list_of(nodes, "nodes"));
        let (at, nodes) = nodes.map_or((at.clone(), None), |(at, nodes)| (at, Some(nodes)));
        self.switch(&at, kind, &name, nodes.as_deref())
    }

    /// The values of these keys. Any other key is noted as an error.
    fn sections<const N: usize>(&mut self, value: Value, what: &str, keys: [&str; N]) -> Option<[Option<Value>; N]> {
        let mut found = [const { None }; N];
        for (key, value) in self.kept(fields(value, what))? {
            match keys.iter().position(|known| *known == key.name) {
                Some(at) => found[at] = Some(value),
                None => {
                    let why = format!("{what}: '{}' is none of {}", key.name, keys.join(", "));
                    self.builder.wrong(&key.at, why);
                }
            }
        }
        Some(found)
    }

    /// A list of names with ranges in brackets, given as one text or as a list of the file; it may be empty.
    fn list_of(&mut self, value: Value, key: &str) -> Option<(At, String)> {
        let at = value.at.clone();
        let words = match value.kind {
            Kind::List(values) => values,
            _ => vec![value],
        };
        let words: Result<Vec<String>, Wrong> =
            words.into_iter().filter(|word| !is_empty(word)).map(|word| text(word, key)).collect();
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

fn is_empty(value: &Value) -> bool {
    matches!(&value.kind, Kind::Scalar(text) if matches!(text.trim(), "" | "~" | "null"))
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
