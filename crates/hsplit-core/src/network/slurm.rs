// SPDX-License-Identifier: MIT OR Apache-2.0
//! Slurm's network: `topology.conf` and `topology.yaml` of its plugins tree and block, and the variables that it sets
//! for each process of a job.

mod partition;
mod yaml;

use std::sync::Arc;

use super::{At, Builder, LineError, Network, SwitchTree, hostlist, network_level};
use crate::hash::hash;
use crate::level::NVLINK;
use crate::place::Step;

/// The most levels of files that include each other.
const DEEPEST: usize = 8;
/// The bits in the number of a switch that is known only by name. The numbers of nodes have one more bit.
const BITS: u32 = 48;
/// The bits for the hash of the name without its numbers: numbers up to 16,383 then take five bytes in a path, and
/// numbers up to 127 four. A name without a number has a hash of `NUMBERLESS_BITS` bits, also five bytes.
const WORD_BITS: u32 = 21;
const NUMBERLESS_BITS: u32 = 35;

/// True if a line can be the first of a `topology.conf` or a `topology.yaml`.
pub(crate) fn begins(line: &str) -> bool {
    begins_conf(line) || yaml::begins(line)
}

fn begins_conf(line: &str) -> bool {
    let word = line.split(|c: char| c == '=' || c.is_whitespace()).next().unwrap_or_default().to_ascii_lowercase();
    let key = matches!(word.as_str(), "switchname" | "blockname" | "blocksizes" | "aggregatedblock" | "ringname");
    (key && line.contains('=')) || (word == "include" && line.len() > word.len() && !line.contains(':'))
}

/// A line `SwitchName=... Switches=...`, stored until all switches are known.
struct Switches {
    at: At,
    parent: u32,
    list: String,
}

struct Reader {
    builder: Builder,
    pending: Vec<Switches>,
    /// The lines `AggregatedBlock=...`, and the blocks of each.
    aggregated: Vec<(At, String)>,
    blocks: Vec<u32>,
    /// The value of `BlockSizes`, with its position.
    sizes: Option<(At, Vec<u64>)>,
    /// The plugin of the first line.
    plugin: Option<(bool, At)>,
}

/// Reads a `topology.yaml`, for a job in this partition, or a `topology.conf`. `include` returns the text of a file in
/// the same folder.
pub fn read(
    text: &str,
    partition: Option<&str>,
    include: &dyn Fn(&str) -> Result<String, String>,
) -> Result<SwitchTree, Vec<LineError>> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    if lines.next().is_some_and(yaml::begins) {
        return yaml::read(text, partition, include);
    }
    let mut reader = Reader::new();
    reader.builder.budget.take_text(text.len()).map_err(|why| vec![LineError::new(At::default(), why)])?;
    reader.file(text, None, include, 0);
    reader.finish()
}

impl Reader {
    fn new() -> Self {
        let builder = Builder::that_leaves_out();
        Self { builder, pending: vec![], aggregated: vec![], blocks: vec![], sizes: None, plugin: None }
    }

    fn file(
        &mut self,
        text: &str,
        file: Option<&Arc<str>>,
        include: &dyn Fn(&str) -> Result<String, String>,
        depth: usize,
    ) {
        for (line, text) in logical_lines(text) {
            let at = At { file: file.cloned(), line };
            let mut words = text.split_whitespace();
            match (words.next(), words.next(), words.next()) {
                (None, ..) => {}
                (Some(first), Some(name), None) if first.eq_ignore_ascii_case("include") => {
                    if depth == DEEPEST {
                        self.builder.wrong(&at, "files include each other too deeply");
                        continue;
                    }
                    match self.include(name, include) {
                        Ok(text) => self.file(&text, Some(&Arc::from(name)), include, depth + 1),
                        Err(why) => self.builder.wrong(&at, format!("{name}: {why}")),
                    }
                }
                _ => self.line(&at, &text),
            }
        }
    }

    fn include(&mut self, name: &str, include: &dyn Fn(&str) -> Result<String, String>) -> Result<String, String> {
        self.builder.budget.take_file()?;
        let text = include(name)?;
        self.builder.budget.take_text(text.len()).map(|()| text)
    }

    fn line(&mut self, at: &At, text: &str) {
        let entry = match Entry::parse(text) {
            Ok(entry) => entry,
            Err(why) => return self.builder.wrong(at, why),
        };
        if let Some(key) = &entry.unknown {
            self.builder.wrong(at, format!("unknown key '{key}'"));
        }
        let is_tree = entry.kind == Kind::Switch;
        let (plugin, first) = self.plugin.get_or_insert_with(|| (is_tree, at.clone())).clone();
        if plugin != is_tree {
            return self.builder.wrong(at, format!("switches and blocks in one file, which begins at {first}"));
        }
        match entry.kind {
            Kind::Sizes => self.sizes(at, entry.name),
            Kind::Aggregated => self.aggregated.push((at.clone(), entry.name.to_owned())),
            Kind::Switch | Kind::Block => {
                let switch = self.switch(at, entry.kind, entry.name, entry.nodes);
                if let (Some(switch), Some(list)) = (switch, entry.switches) {
                    self.pending.push(Switches { at: at.clone(), parent: switch, list: list.to_owned() });
                }
            }
        }
    }

    /// Adds a switch or a block with its nodes, if there are any yet.
    fn switch(&mut self, at: &At, kind: Kind, name: &str, nodes: Option<&str>) -> Option<u32> {
        let is_new = self.builder.is_new(at, name);
        let names_kind = (kind == Kind::Block).then_some(NVLINK);
        let switch = is_new.then(|| self.builder.add_switch(at, names_kind, Some(name)))?;
        if kind == Kind::Block {
            self.blocks.push(switch);
        }
        match nodes {
            None | Some("") => {}
            Some(nodes) if nodes.eq_ignore_ascii_case("all") => self.builder.add_all_others(at, switch),
            Some(nodes) => drop(self.builder.add_hosts(at, switch, nodes)),
        }
        Some(switch)
    }

    /// Reads `BlockSizes=30,120`: that many nodes of adjacent blocks form a bigger block.
    fn sizes(&mut self, at: &At, list: &str) {
        let sizes: Option<Vec<u64>> = list.split(',').map(|size| size.parse().ok().filter(|&size| size > 0)).collect();
        let power = |pair: &[u64]| pair[1] % pair[0] == 0 && pair[1] > pair[0] && (pair[1] / pair[0]).is_power_of_two();
        match sizes {
            Some(sizes) if sizes.windows(2).all(power) => match &self.sizes {
                None => self.sizes = Some((at.clone(), sizes)),
                Some((before, _)) => {
                    let text = format!("there is a BlockSizes already, at {before}");
                    self.builder.wrong(at, text);
                }
            },
            _ => self.builder.wrong(at, format!("'{list}': each size has to be a power of two times the one before")),
        }
    }

    fn finish(mut self) -> Result<SwitchTree, Vec<LineError>> {
        for Switches { at, parent, list } in std::mem::take(&mut self.pending) {
            for child in self.switches_of(&at, &list) {
                self.builder.adopt(&at, parent, child);
            }
        }
        self.unite_blocks();
        self.aggregate();
        self.builder.finish()
    }

    fn switches_of(&mut self, at: &At, list: &str) -> Vec<u32> {
        let names = if list.is_empty() { Ok(vec![]) } else { hostlist::expand(list, &mut self.builder.budget) };
        let names = names.unwrap_or_else(|why| {
            self.builder.wrong(at, why);
            vec![]
        });
        let mut switches = vec![];
        for name in names {
            match self.builder.switch_named(&name) {
                Some(switch) => switches.push(switch),
                None => self.builder.wrong(at, format!("there is no switch '{name}'")),
            }
        }
        switches
    }

    /// Builds the bigger blocks that scontrol prints, each with all blocks in it, from the smallest upwards.
    fn aggregate(&mut self) {
        let lines = std::mem::take(&mut self.aggregated);
        let mut bigger: Vec<(At, Vec<u32>)> =
            lines.into_iter().map(|(at, list)| (at.clone(), self.switches_of(&at, &list))).collect();
        bigger.sort_by_key(|(_, blocks)| blocks.len());
        for (at, blocks) in bigger {
            let switch = self.builder.add_switch(&at, None, None);
            for block in blocks {
                let top = self.builder.top(block);
                if top != switch {
                    self.builder.adopt(&at, switch, top);
                }
            }
        }
    }

    /// Unites adjacent blocks, in the order of the file, to the bigger blocks of `BlockSizes`.
    fn unite_blocks(&mut self) {
        let Some((at, sizes)) = self.sizes.take() else { return };
        let mut below = std::mem::take(&mut self.blocks);
        for pair in sizes.windows(2) {
            let together = usize::try_from(pair[1] / pair[0]).unwrap_or(usize::MAX);
            let mut bigger = vec![];
            for blocks in below.chunks(together) {
                let switch = self.builder.add_switch(&at, None, None);
                blocks.iter().for_each(|&block| self.builder.adopt(&at, switch, block));
                bigger.push(switch);
            }
            below = bigger;
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `SwitchName=`, of the plugin tree.
    Switch,
    /// `BlockName=`, of the plugin block.
    Block,
    /// `BlockSizes=`.
    Sizes,
    /// `AggregatedBlock=`: a bigger block, as scontrol prints it.
    Aggregated,
}

struct Entry<'a> {
    kind: Kind,
    name: &'a str,
    nodes: Option<&'a str>,
    switches: Option<&'a str>,
    /// The first key that is not known here.
    unknown: Option<String>,
}

impl<'a> Entry<'a> {
    fn parse(text: &'a str) -> Result<Self, String> {
        let mut words = Pairs(text);
        let (first, name) = words.next().unwrap_or_else(|| Err(no_pair(text)))?;
        let (kind, known): (_, &[&str]) = match first.as_str() {
            "switchname" => (Kind::Switch, &["switches", "nodes", "linkspeed", "level"]),
            "blockname" => (Kind::Block, &["nodes", "blockindex", "blocksize"]),
            "aggregatedblock" => (Kind::Aggregated, &["nodes", "blockindex", "blocksize"]),
            "blocksizes" => (Kind::Sizes, &[]),
            "ringname" => return Err("rings are no hierarchy".to_owned()),
            _ => {
                return Err(format!("'{text}' begins with none of SwitchName=, BlockName=, BlockSizes=, Include"));
            }
        };
        if name.is_empty() {
            return Err(no_pair(&format!("{first}=")));
        }
        let (mut values, mut unknown) = (vec![None; known.len()], None);
        for word in words {
            let (key, value) = word?;
            let Some(at) = known.iter().position(|known| *known == key) else {
                if key == first {
                    return Err(second(&key, value));
                }
                unknown.get_or_insert(key);
                continue;
            };
            if values[at].replace(value).is_some() {
                return Err(second(&key, value));
            }
        }
        let value = |wanted| known.iter().position(|known| *known == wanted).and_then(|at| values[at]);
        // 'scontrol show topology' prints the level of a switch, and all nodes below it.
        let has_switches = value("switches").is_some_and(|switches| !switches.is_empty());
        let nodes = value("nodes").filter(|_| value("level").is_none() || !has_switches);
        Ok(Self { kind, name, nodes, switches: value("switches"), unknown })
    }
}

fn second(key: &str, value: &str) -> String {
    format!("'{key}={value}': the second of its kind in the line")
}

/// The pairs `KEY=VALUE` of a line, as Slurm reads them: blanks around the sign, quotes around the value and empty
/// values are allowed. Keys are converted to lower case.
#[derive(Clone)]
struct Pairs<'a>(&'a str);

impl<'a> Iterator for Pairs<'a> {
    type Item = Result<(String, &'a str), String>;

    fn next(&mut self) -> Option<Self::Item> {
        let text = std::mem::take(&mut self.0).trim_start();
        if text.is_empty() {
            return None;
        }
        let (key, rest) = text.split_at(text.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(text.len()));
        let Some(behind) = rest.trim_start().strip_prefix('=') else { return Some(Err(no_pair(key))) };
        let rest = behind.trim_start();
        let (value, after) = match rest.strip_prefix('"') {
            Some(quoted) => match quoted.split_once('"') {
                Some(pair) => pair,
                None => return Some(Err(no_pair(&format!("{key}=")))),
            },
            None => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
        };
        // After a blank the next pair may follow.
        let is_next_pair = rest.len() < behind.len() && !rest.starts_with('"') && value.contains('=');
        if key.is_empty() {
            return Some(Err(no_pair("=")));
        }
        let value = if is_next_pair { "" } else { value };
        self.0 = if is_next_pair { rest } else { after };
        Some(Ok((key.to_ascii_lowercase(), value)))
    }
}

fn no_pair(word: &str) -> String {
    format!("'{word}' is not KEY=VALUE")
}

/// The lines of a text without comments, with lines that end in a backslash joined; each has the number of its first
/// line.
fn logical_lines(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = vec![];
    let mut open = false;
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim_end();
        let (body, goes_on) = line.strip_suffix('\\').map_or((line, false), |body| (body, true));
        match lines.last_mut() {
            Some((_, start)) if open => start.push_str(body),
            _ => lines.push((index + 1, body.to_owned())),
        }
        open = goes_on;
    }
    lines
}

/// The network in the variables that Slurm sets for a process: the names of its switches, outermost first, and the kind
/// of each.
///
/// A part may be empty if the tree has different depths, and may be a list if several switches lead to the node. The
/// number of nodes below a switch is not known here, so no switch is merged; and because only names are known, a
/// switch's number is computed from its name ([`number_of`]).
///
/// # Errors
/// The two texts are not valid, or do not match.
pub fn of_variables(address: &str, pattern: &str) -> Result<Network, String> {
    let kinds: Vec<&str> = pattern.split('.').map(str::trim).collect();
    let Some((&"node", kinds)) = kinds.split_last() else {
        return Err(format!("the pattern '{pattern}' does not end in 'node'"));
    };
    let parts = parts(address, kinds.len() + 1);
    if parts.len() != kinds.len() + 1 || parts.last().is_none_or(|node| node.is_empty()) {
        return Err(format!("the address '{address}' has not the parts of '{pattern}'"));
    }
    if let Some(kind) = kinds.iter().find(|kind| !matches!(**kind, "switch" | "block")) {
        return Err(format!("the pattern '{pattern}' has '{kind}', which is neither switch nor block"));
    }
    // The block of linked nodes is the innermost; bigger blocks are around it.
    let linked = kinds.iter().rposition(|kind| *kind == "block");
    let named = parts.iter().take(kinds.len()).enumerate().filter(|(_, part)| !part.is_empty());
    let step = |(depth, (index, name)): (usize, (usize, &&str))| {
        let names = Some(NVLINK).filter(|_| linked == Some(index)).into_iter().chain([*name]);
        let level = network_level(depth, &names.map(str::to_owned).collect::<Vec<_>>());
        Step::new(Arc::new(level), number_of(&name.to_ascii_lowercase()))
    };
    Ok(Network::of(named.enumerate().map(step).collect()))
}

/// The name of the node in an address of this pattern.
pub fn node_of<'a>(address: &'a str, pattern: &str) -> &'a str {
    parts(address, pattern.split('.').count()).pop().unwrap_or_default()
}

/// The parts of an address. The last is the name of the node, which may contain dots.
fn parts(address: &str, count: usize) -> Vec<&str> {
    address.splitn(count, '.').map(str::trim).collect()
}

/// A number for a name, small for usual names: the numbers in the name, followed by a hash of the rest.
///
/// So `leaf1` to `leaf200` never get equal numbers. Names with the same numbers and a different rest get equal ones
/// with a probability of one in two million; then two switches count as one.
fn number_of(name: &str) -> u64 {
    let (mut rest, mut numbers, mut bits) = (String::new(), 0_u64, 0_u32);
    let runs = name.as_bytes().chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit());
    for run in runs.map(|run| String::from_utf8_lossy(run)) {
        let Some(number) = run.parse::<u64>().ok().filter(|&number| number < 1 << (BITS - WORD_BITS)) else {
            rest.push_str(&run);
            continue;
        };
        // Leading zeros are part of the name.
        rest.push('#');
        rest.extend(run.bytes().take_while(|&digit| digit == b'0').skip(usize::from(number == 0)).map(char::from));
        // Numbers after the first are stored in groups of seven bits, of which one marks that another group follows:
        // from the lowest bit on it is clear where each number ends, whatever the first one is.
        let groups = (u64::BITS - (number | 1).leading_zeros()).div_ceil(6);
        let spaced = (0..groups).fold(0, |spaced, group| {
            spaced | (number >> (6 * group) & 0x3f | u64::from(group + 1 < groups) << 6) << (7 * group)
        });
        (numbers, bits) = if bits == 0 {
            (number, u64::BITS - (number | 1).leading_zeros())
        } else {
            (numbers.checked_shl(7 * groups).unwrap_or(0) | spaced, bits + 7 * groups)
        };
    }
    match bits {
        0 => hash(name.as_bytes()) & ((1 << NUMBERLESS_BITS) - 1),
        _ if bits + WORD_BITS <= BITS => numbers << WORD_BITS | hash(rest.as_bytes()) & ((1 << WORD_BITS) - 1),
        _ => hash(name.as_bytes()) & ((1 << BITS) - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::number_of;

    #[test]
    fn numbers_of_names_are_small_and_differ() {
        let bits = |name: &str| u64::BITS - number_of(name).leading_zeros();
        for (name, most) in [
            ("s0", 21),
            ("leaf1", 22),
            ("leaf127", 28),
            ("leaf128", 29),
            ("leaf16383", 35),
            ("core", 35),
            ("r1s3", 29),
            ("r40s3", 34),
            ("a-1-2-3", 36),
        ] {
            assert!(bits(name) <= most, "{name}: {} bits", bits(name));
        }
        assert!(bits("fe80123456789012345678901234567890") <= super::BITS);
        let rows = (0..200).flat_map(|row| (0..140).map(move |switch| format!("r{row}s{switch}")));
        let one = (0..5000).map(|n| format!("leaf{n}")).chain((0..10).map(|n| format!("leaf0{n}")));
        let others =
            ["leaf", "leaf-a", "Leaf1", "gpuleaf1", "leaf1x", "", "leaf00", "leaf000", "1", "01"].map(str::to_owned);
        let names: Vec<String> =
            rows.chain(one).chain(others).chain((0..50).map(|n| format!("{n}.{}", n * 7777))).collect();
        let numbers: std::collections::HashSet<u64> = names.iter().map(|name| number_of(name)).collect();
        assert_eq!(numbers.len(), names.iter().collect::<std::collections::HashSet<_>>().len());
        assert!(numbers.iter().all(|number| *number < 1 << super::BITS));
    }
}
