// SPDX-License-Identifier: MIT OR Apache-2.0
//! The topology of a partition: Slurm's `slurm.conf` names it (`PartitionName=batch ... Topology=racks`).

use super::{DEEPEST, Pairs, logical_lines};
use crate::network::budget::Budget;

/// The file with the partitions, in the same folder as `topology.yaml`.
const FILE: &str = "slurm.conf";
/// The name of the partition whose values are defaults for the partitions after it.
const DEFAULTS: &str = "DEFAULT";

struct Search<'a> {
    partition: &'a str,
    include: &'a dyn Fn(&str) -> Result<String, String>,
    budget: &'a mut Budget,
    default: Option<String>,
    found: Option<String>,
}

/// The name of the topology of a partition; `None` if there is no `slurm.conf`, or no topology for it there.
pub(super) fn topology(
    partition: &str,
    include: &dyn Fn(&str) -> Result<String, String>,
    budget: &mut Budget,
) -> Option<String> {
    let mut search = Search { partition, include, budget, default: None, found: None };
    search.file(FILE, 0);
    search.found
}

impl Search<'_> {
    /// Reads a file. An unreadable file is ignored: Slurm may not need it either.
    fn file(&mut self, name: &str, depth: usize) {
        if depth == DEEPEST || self.budget.take_file().is_err() {
            return;
        }
        let Ok(text) = (self.include)(name) else { return };
        if self.budget.take_text(text.len()).is_err() {
            return;
        }
        for (_, line) in logical_lines(&text) {
            self.line(&line, depth);
        }
    }

    fn line(&mut self, line: &str, depth: usize) {
        let mut words = line.split_whitespace();
        let (first, second) = (words.next().unwrap_or_default(), words.next());
        if let (true, Some(name)) = (first.eq_ignore_ascii_case("include"), second) {
            return self.file(name, depth + 1);
        }
        let mut pairs = Pairs(line).map_while(Result::ok);
        let Some((_, partition)) = pairs.next().filter(|(key, _)| key == "partitionname") else { return };
        let topology = pairs.find(|(key, _)| key == "topology").map(|(_, name)| name.to_owned());
        if partition.eq_ignore_ascii_case(DEFAULTS) {
            self.default = topology.or_else(|| self.default.take());
        } else if partition == self.partition {
            self.found = topology.or_else(|| self.default.clone());
        }
    }
}
