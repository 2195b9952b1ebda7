// SPDX-License-Identifier: MIT OR Apache-2.0
//! Searches for a better order, in parallel with several seeds.

use std::time::Duration;

use hsplit_mapping::{MapError, Mapping, Options, map, metrics};
use hsplit_program::progress::Progress;

use super::hosts::Ground;
use super::order::Order;
use super::traffic::Input;
use crate::Failure;

/// The problem of the search.
pub(super) struct Search<'a> {
    pub(super) traffic: &'a Input,
    pub(super) ground: &'a Ground,
    pub(super) present: &'a Order,
    pub(super) limit: Duration,
}

impl Search<'_> {
    /// Returns the best order of all searches; of equally good ones, that of the lowest seed.
    pub(super) fn best(&self, options: &Options, jobs: u64) -> Result<Order, Failure> {
        let seeds: Vec<Options> =
            (0..jobs).map(|job| Options { seed: options.seed.wrapping_add(job), ..options.clone() }).collect();
        let progress = &Progress::new("hsplit", "looking for a better order");
        let found: Vec<Result<(u128, Mapping), MapError>> = std::thread::scope(|scope| {
            let searches: Vec<_> = seeds.iter().map(|options| scope.spawn(|| self.one(options, progress))).collect();
            searches.into_iter().filter_map(|search| search.join().ok()).collect()
        });
        let mut best: Option<(u128, Mapping)> = None;
        for result in found {
            let (cost, mapping) = result.map_err(|error| Failure::of("map", error))?;
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, mapping));
            }
        }
        let (_, mapping) = best.ok_or_else(|| Failure::of("map", "no search has come to an end"))?;
        Ok(Order::of("mapped", &mapping, self.ground))
    }

    fn one(&self, options: &Options, progress: &Progress) -> Result<(u128, Mapping), MapError> {
        let timed_out = || {
            progress.show(|| format!("{} of {} s", progress.elapsed().as_secs(), self.limit.as_secs()));
            progress.elapsed() >= self.limit
        };
        let (traffic, slots) = (self.traffic.counted(), &self.ground.slots);
        let present = self.present.mapping(self.ground);
        let mapping = map(traffic, slots, Some(&present), options, &timed_out)?;
        Ok((metrics(traffic, slots, &mapping, &options.cost)?.cost, mapping))
    }
}
