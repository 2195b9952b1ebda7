// SPDX-License-Identifier: MIT OR Apache-2.0
//! The evaluation of orders, as comments above the order itself.

use hsplit_mapping::{Cost, Metrics, Pair, metrics};
use hsplit_monitor::words::columns;

use super::hosts::Ground;
use super::order::Order;
use super::traffic::Input;
use crate::Failure;
use crate::drawing::ranks::head_lines;
use crate::input::HeadLine;

/// An order, and its metrics.
pub(super) struct Row {
    pub(super) order: Order,
    /// The unit and the numbers, for the metric that counts and then for the others of the matrix.
    pub(super) metrics: Vec<(&'static str, Metrics)>,
}

impl Row {
    pub(super) fn new(order: Order, traffic: &Input, ground: &Ground, cost: &Cost) -> Result<Self, Failure> {
        let mapping = order.mapping(ground);
        let one = |(unit, traffic)| Ok((unit, metrics(traffic, &ground.slots, &mapping, cost)?));
        let all: Result<Vec<_>, hsplit_mapping::MapError> = traffic.worth().into_iter().map(one).collect();
        Ok(Self { order, metrics: all.map_err(|error| Failure::of("--cost", error))? })
    }

    /// Returns the cost of the order.
    fn cost(&self) -> u128 {
        self.metrics.first().map_or(0, |(_, metrics)| metrics.cost)
    }
}

/// All orders; the last one is the result.
pub(super) struct Report<'a> {
    pub(super) head: Vec<HeadLine>,
    pub(super) rows: Vec<Row>,
    pub(super) traffic: &'a Input,
}

impl Report<'_> {
    /// Returns the resulting order.
    pub(super) fn result(&self) -> &Row {
        &self.rows[self.rows.len() - 1]
    }

    /// Returns the comments, and a line for each rank.
    pub(super) fn text(&self, ground: &Ground) -> String {
        let line = |&place: &u32| format!("{}\n", ground.words(place));
        self.comments() + &self.result().order.places.iter().map(line).collect::<String>()
    }

    /// Returns the head, the orders, and the result in detail, each line a comment.
    pub(super) fn comments(&self) -> String {
        let (orders, levels) = (commented(&self.orders()), commented(&self.levels()));
        format!("{}#\n{orders}#\n{levels}{}", head_lines(&self.head), self.worst())
    }

    /// Returns a line for each order: its cost, and the share of the traffic that stays inside each level.
    fn orders(&self) -> Vec<Vec<String>> {
        let result = &self.result().metrics;
        let mut head = vec!["order".to_owned()];
        let costs = result.iter().map(|(unit, _)| format!("{}{unit}", self.prefix()));
        head.extend(if self.is_timed() { vec!["time in ps".to_owned()] } else { costs.collect() });
        head.push("change".to_owned());
        head.extend(result[0].1.levels.iter().map(|level| level.level.clone()));
        let first = self.rows[0].cost();
        let row = |(index, row): (usize, &Row)| {
            let mut cells = vec![row.order.name.clone()];
            cells.extend(row.metrics.iter().map(|(_, metrics)| metrics.cost.to_string()));
            cells.push(if index == 0 { "-".to_owned() } else { change(first, row.cost()) });
            cells.extend(row.metrics[0].1.levels.iter().map(|level| share(level.share)));
            cells
        };
        std::iter::once(head).chain(self.rows.iter().enumerate().map(row)).collect()
    }

    /// Returns a line for each level: the share of the result's traffic that stays inside, and the most on one link
    /// upwards.
    pub(super) fn levels(&self) -> Vec<Vec<String>> {
        let result = &self.result().metrics;
        let mut head = vec!["inside".to_owned()];
        result.iter().for_each(|(unit, _)| head.extend([(*unit).to_owned(), "share".to_owned()]));
        head.push("most outside".to_owned());
        let row = |level: usize| {
            let mut cells = vec![result[0].1.levels[level].level.clone()];
            for (_, metrics) in result {
                cells.extend([metrics.levels[level].inside.to_string(), share(metrics.levels[level].share)]);
            }
            cells.push(result[0].1.levels[level].congestion.to_string());
            cells
        };
        std::iter::once(head).chain((0..result[0].1.levels.len()).map(row)).collect()
    }

    /// Returns the most expensive pairs, some on each line.
    fn worst(&self) -> String {
        const A_LINE: usize = 4;
        let (unit, metrics) = &self.result().metrics[0];
        if metrics.worst.is_empty() {
            return String::new();
        }
        let pair = |pair: &Pair| match self.is_timed() {
            true => format!("{}-{} {}", pair.a, pair.b, pair.cost),
            false => format!("{}-{} {} x {}", pair.a, pair.b, pair.weight, pair.distance),
        };
        let line = |pairs: &[Pair]| format!("#   {}\n", pairs.iter().map(pair).collect::<Vec<_>>().join(", "));
        let lines: String = metrics.worst.chunks(A_LINE).map(line).collect();
        let unit = if self.is_timed() { "ps".to_owned() } else { format!("{unit} x cost") };
        format!("#\n# most expensive pairs ({unit}):\n{lines}")
    }

    /// True if costs are times of a model, from bytes and messages.
    fn is_timed(&self) -> bool {
        self.traffic.is_timed()
    }

    fn prefix(&self) -> &'static str {
        let is_hops = self.head.iter().any(|(name, value)| name == "cost" && value.eq_ignore_ascii_case("hops"));
        if is_hops { "hop-" } else { "cost of " }
    }
}

fn share(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn change(first: u128, now: u128) -> String {
    if first == 0 { "-".to_owned() } else { format!("{:+.1} %", 100.0 * (now as f64 / first as f64 - 1.0)) }
}

/// Returns columns as comments, the first one left-aligned, the others right-aligned.
fn commented(rows: &[Vec<String>]) -> String {
    columns(rows).into_iter().map(|line| format!("# {line}\n")).collect()
}
