// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tree as JSON: every communicator, none folded, in a stable schema.
//!
//! Fields may be added; the removal of a field or a change of its meaning increments `version`.

use serde::Serialize;

use hsplit_core::hierarchy::Communicator;
use hsplit_core::level::resource_type;
use hsplit_core::ranks::Ranks;
use hsplit_core::tree::FoldedTree;

use super::ranks::head_fields;

/// Incremented by each change that scripts which read the output must follow.
pub(crate) const VERSION: u32 = 1;

/// The schema, for `--help`.
pub(crate) const SCHEMA: &str = "\
JSON (-o FILE.json, --of json): one object
  format         \"hsplit-tree\"
  version        1; fields may be added without a new number
  head           the fields of the text's head, by name
  notes          all notes of the head
  ranks, depth   number of ranks; number of successive splits that give communicators
  communicators  every communicator, MPI_COMM_WORLD first, parents before children:
    id, parent, children   positions in this list; parent is null for MPI_COMM_WORLD
    level                  name of its level; null for MPI_COMM_WORLD
    names                  all names of the level, widest first
    resource_type          the value for the info key mpi_hw_resource_type; null for MPI_COMM_WORLD
    within                 the narrowest level that all members share, if narrower than level; or null
    index, siblings        as MPI_Comm_get_hlevel_info gives them
    root                   the rank in MPI_COMM_WORLD of its rank 0
    size                   number of ranks
    ranks, stopped         ranks in MPI_COMM_WORLD as [FIRST, LAST, STRIDE] triples; stopped: ranks
                           in no child";

#[derive(Serialize)]
struct Entry<'a> {
    id: usize,
    parent: Option<u32>,
    level: Option<&'a str>,
    names: Vec<&'a str>,
    resource_type: Option<String>,
    within: Option<&'a str>,
    index: u32,
    siblings: u32,
    root: u32,
    size: u32,
    ranks: Vec<[u32; 3]>,
    stopped: Vec<[u32; 3]>,
    children: Vec<u32>,
}

impl<'a> Entry<'a> {
    fn new(id: usize, communicator: &'a Communicator) -> Self {
        let level = communicator.level.as_deref();
        Self {
            id,
            parent: communicator.parent,
            level: level.map(|level| level.name().as_str()),
            names: level.map_or_else(Vec::new, |level| level.names().iter().map(|name| name.as_str()).collect()),
            resource_type: level.map(|level| resource_type(level.name())),
            within: communicator.within.map(|name| name.as_str()),
            index: communicator.index,
            siblings: communicator.siblings,
            root: communicator.root,
            size: communicator.members.count(),
            ranks: triples(&communicator.members),
            stopped: triples(&communicator.stopped),
            children: communicator.children.clone().collect(),
        }
    }
}

fn triples(ranks: &Ranks) -> Vec<[u32; 3]> {
    ranks.runs().map(|run| [run.first, run.last, run.stride]).collect()
}

/// Returns the whole output: the object's own fields, then a line per communicator.
pub(crate) fn render(tree: &FoldedTree) -> String {
    let (ranks, depth) = (tree.hierarchy.world().members.count(), tree.hierarchy.depth());
    let head = head_fields(&tree.head);
    let mut text =
        format!("{{\"format\":\"hsplit-tree\",\"version\":{VERSION},{head},\n\"ranks\":{ranks},\"depth\":{depth},\n");
    text += "\"communicators\":[\n";
    let all = tree.hierarchy.communicators();
    for (id, communicator) in all.iter().enumerate() {
        // Serialising a struct of numbers and texts cannot fail.
        text += &serde_json::to_string(&Entry::new(id, communicator)).unwrap_or_default();
        text += if id + 1 < all.len() { ",\n" } else { "\n" };
    }
    text + "]}\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use hsplit_core::hierarchy::{Created, Hierarchy};
    use hsplit_core::name::Name;

    #[test]
    fn it_reads_back() {
        let list = [Created {
            level: Name::new("L3Cache"),
            parent: None,
            index: 0,
            siblings: 1,
            members: vec![4, 2, 0],
            depth: 0,
        }];
        let line = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let head = vec![line("machine", "a \"machine\""), line("note", "one"), line("note", "two")];
        let tree = FoldedTree::new(head, Hierarchy::of_created(6, &list));
        let value: serde_json::Value = serde_json::from_str(&render(&tree)).unwrap();
        assert_eq!(value["head"]["machine"], "a \"machine\"");
        assert_eq!(value["notes"], serde_json::json!(["one", "two"]));
        assert_eq!(value["ranks"], 6);
        let cache = &value["communicators"][1];
        assert_eq!(cache["ranks"], serde_json::json!([[0, 4, 2]]));
        assert_eq!((&cache["root"], &cache["resource_type"]), (&4.into(), &"hwloc://L3Cache".into()));
        assert_eq!(value["communicators"][0]["stopped"], serde_json::json!([[1, 5, 2]]));
    }
}
