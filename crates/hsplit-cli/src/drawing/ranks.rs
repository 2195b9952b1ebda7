// SPDX-License-Identifier: MIT OR Apache-2.0
//! Coordinates of all ranks and their distances, as a program gets them from `HSPLIT_Comm_get_coords` and
//! `HSPLIT_Comm_get_distances`: as text and as JSON.

use hsplit_core::message::cleaned;
use hsplit_core::table::Table;
use serde_json::{Map, Value, json};

use crate::columns::aligned;
use crate::topology::NOTE;

/// Incremented by each change that scripts which read the output must follow.
const VERSION: u32 = 1;

/// The schema, for `--help`.
pub(crate) const SCHEMA: &str = "\
JSON with --coords: one object
  format, version, head  \"hsplit-coords\", 1, and the fields of the text's head, by name
  notes                  all notes of the head
  levels                 all levels of any rank, widest first: level, and instances with members
  ranks                  for each rank: levels and coords, of one length; network: its node's
                         coordinates, or null
JSON with --distances: one object
  format, version, head  \"hsplit-distances\", 1, and the fields of the text's head, by name
  notes                  all notes of the head
  distances              a row for each rank, with its distances to all ranks";

/// The lines above an output.
type Head = [(String, String)];

/// Returns a line for each rank, with a column for each level.
pub(crate) fn coords(head: &Head, table: &Table<Vec<u8>>) -> String {
    let levels = table.levels();
    let mut columns: Vec<String> = vec!["rank".to_owned()];
    columns.extend(levels.iter().map(|(level, _)| level.as_str().to_owned()));
    let has_network = (0..table.ranks()).any(|rank| table.network(rank).is_some());
    columns.extend(has_network.then(|| "network".to_owned()));
    let rows = (0..table.ranks()).map(|rank| {
        let mut cells = vec!["-".to_owned(); levels.len()];
        table.numbered_coords(rank).for_each(|(level, coordinate)| cells[level] = coordinate.to_string());
        let mut row = vec![rank.to_string()];
        row.extend(cells);
        row.extend(has_network.then(|| network(table, rank).map_or_else(|| "-".to_owned(), |coords| joined(&coords))));
        row
    });
    text(head, std::iter::once(columns).chain(rows).collect())
}

/// Returns [`coords`] as JSON.
pub(crate) fn coords_json(head: &Head, table: &Table<Vec<u8>>) -> String {
    let levels: Vec<Value> = table
        .levels()
        .iter()
        .map(|(level, instances)| json!({"level": level.as_str(), "instances": instances}))
        .collect();
    let ranks = (0..table.ranks()).map(|rank| {
        let (levels, coords): (Vec<&str>, Vec<u64>) =
            table.coords(rank).map(|(level, coordinate)| (level.as_str(), coordinate)).unzip();
        json!({"rank": rank, "levels": levels, "coords": coords, "network": network(table, rank)})
    });
    let levels = Value::Array(levels);
    object("hsplit-coords", head, &format!("\"levels\":{levels},\n\"ranks\""), ranks)
}

/// Returns a row for each rank, with a column for each rank.
pub(crate) fn distances(head: &Head, table: &Table<Vec<u8>>) -> String {
    let first = std::iter::once("rank".to_owned()).chain((0..table.ranks()).map(|rank| rank.to_string())).collect();
    let rows = (0..table.ranks())
        .map(|rank| std::iter::once(rank.to_string()).chain(row(table, rank).map(|hops| hops.to_string())).collect());
    text(head, std::iter::once(first).chain(rows).collect())
}

/// Returns [`distances`] as JSON.
pub(crate) fn distances_json(head: &Head, table: &Table<Vec<u8>>) -> String {
    let rows = (0..table.ranks()).map(|rank| Value::from(row(table, rank).collect::<Vec<u64>>()));
    object("hsplit-distances", head, "\"distances\"", rows)
}

fn row(table: &Table<Vec<u8>>, rank: u32) -> impl Iterator<Item = u64> + '_ {
    (0..table.ranks()).map(move |other| table.distance(rank, other).hops)
}

fn network(table: &Table<Vec<u8>>, rank: u32) -> Option<Vec<u64>> {
    table.network(rank).map(|network| network.coords())
}

fn joined(coords: &[u64]) -> String {
    coords.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// Returns right-aligned columns below the head.
fn text(head: &Head, rows: Vec<Vec<String>>) -> String {
    let lines = aligned(&rows, |_| true);
    head_lines(head) + &lines.iter().map(|line| format!("{line}\n")).collect::<String>()
}

/// Returns the head as comments above a text.
pub(crate) fn head_lines(head: &Head) -> String {
    let name = head.iter().map(|(name, _)| name.len()).max().unwrap_or(0) + 1;
    head.iter().map(|(key, value)| format!("# {:name$} {}\n", format!("{key}:"), cleaned(value))).collect()
}

/// Returns the head as JSON fields: its lines by name, and all notes as one list, because there may be several.
pub(crate) fn head_fields(head: &Head) -> String {
    let notes: Vec<&str> = head.iter().filter(|(name, _)| name == NOTE).map(|(_, value)| value.as_str()).collect();
    let head: Map<String, Value> = head.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect();
    format!("\"head\":{},\"notes\":{}", Value::Object(head), json!(notes))
}

/// Returns one object: its own fields, then a list with an element on each line.
pub(crate) fn object(format: &str, head: &Head, list: &str, elements: impl Iterator<Item = Value>) -> String {
    let elements: Vec<String> = elements.map(|element| element.to_string()).collect();
    let head = head_fields(head);
    format!("{{\"format\":\"{format}\",\"version\":{VERSION},{head},\n{list}:[\n{}\n]}}\n", elements.join(",\n"))
}
