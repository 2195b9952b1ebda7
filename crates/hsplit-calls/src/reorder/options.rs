// SPDX-License-Identifier: MIT OR Apache-2.0
//! The options of a reordering call, in addition to the traffic: keys of its info object, and variables.

use mpi_sys::MPI_Info;

use super::model;
use crate::error::Error;
use crate::info_value;
use hsplit_core::units::{YES_OR_NO, yes_or_no};
use hsplit_mapping::{Cost, Slots};
use hsplit_mpi::info;
use hsplit_settings::{ReorderCost, Settings};

/// The options of a reordering.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Options {
    /// `hsplit_reorder`: whether ranks are reordered.
    pub reorders: bool,
    /// `hsplit_metric`: whether each arc counts as one, regardless of its weight.
    pub counts_messages: bool,
    /// `hsplit_steps`: number of steps of the program that the traffic covers.
    pub steps: u64,
    /// `hsplit_cost`; if missing, `cost=` of `HSPLIT_REORDER`.
    cost: Option<ReorderCost>,
    /// `hsplit_threshold`: the minimum gain of another order, as a fraction.
    threshold: f64,
    /// `hsplit_seed`.
    seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        let hsplit_mapping::Options { threshold, seed, .. } = hsplit_mapping::Options::default();
        Self { reorders: true, counts_messages: false, steps: 1, cost: None, threshold, seed }
    }
}

impl Options {
    /// Reads the options of an info object.
    ///
    /// # Errors
    /// The value is invalid.
    pub fn read(info: MPI_Info) -> Result<Self, Error> {
        info::warn_of_unknown(info).map_err(Error::of_info)?;
        let default = Self::default();
        let counts_messages = info_value(info, c"hsplit_metric", "bytes or messages", |text| match text {
            "bytes" => Some(false),
            "messages" => Some(true),
            _ => None,
        })?;
        let is_some = |steps: &u64| *steps > 0;
        let steps = info_value(info, c"hsplit_steps", "a number from 1", |text| text.parse().ok().filter(is_some))?;
        let threshold = info_value(info, c"hsplit_threshold", "a part from 0 to 1, or a percentage", part)?;
        Ok(Self {
            reorders: info_value(info, c"hsplit_reorder", YES_OR_NO, yes_or_no)?.unwrap_or(default.reorders),
            counts_messages: counts_messages.unwrap_or(default.counts_messages),
            steps: steps.unwrap_or(default.steps),
            cost: info_value(info, c"hsplit_cost", ReorderCost::VALUES, ReorderCost::parse)?,
            threshold: threshold.unwrap_or(default.threshold),
            seed: info_value(info, c"hsplit_seed", "a number", |text| text.parse().ok())?.unwrap_or(default.seed),
        })
    }

    /// Returns a text that differs if ranks request different orders.
    pub fn text(&self) -> String {
        format!("{self:?}")
    }

    fn cost<'a>(&'a self, settings: &'a Settings) -> &'a ReorderCost {
        self.cost.as_ref().unwrap_or(&settings.reorder_cost)
    }

    /// True if a model determines the cost of traffic.
    pub fn is_model(&self, settings: &Settings) -> bool {
        *self.cost(settings) == ReorderCost::Model
    }

    /// Returns the options of the mapping to these slots.
    ///
    /// # Errors
    /// The parameters of a model cannot be read.
    pub fn of_mapping(&self, settings: &Settings, slots: &Slots) -> Result<hsplit_mapping::Options, String> {
        let cost = match self.cost(settings) {
            ReorderCost::Hops => Cost::Hops,
            ReorderCost::Levels(levels) => Cost::Levels(levels.clone()),
            ReorderCost::Model => model::cost(slots, settings.parameters())?,
        };
        Ok(hsplit_mapping::Options { cost, threshold: self.threshold, seed: self.seed })
    }
}

fn part(text: &str) -> Option<f64> {
    let part: f64 = match text.strip_suffix('%') {
        Some(percent) => percent.trim().parse::<f64>().ok()? / 100.0,
        None => text.parse().ok()?,
    };
    (0.0..=1.0).contains(&part).then_some(part)
}
