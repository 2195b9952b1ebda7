// SPDX-License-Identifier: MIT OR Apache-2.0
//! The settings for reordering.

use std::time::Duration;

/// The cost of a unit of traffic between two ranks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ReorderCost {
    /// The edges of the hierarchy between their places.
    #[default]
    Hops,
    /// The time of bytes and messages, by measured parameters.
    Model,
    /// A cost by the narrowest level that both share.
    Levels(Vec<(String, u64)>),
}

impl ReorderCost {
    /// The syntax of costs.
    pub const VALUES: &'static str = "hops | model | LEVEL=COST[,LEVEL=COST...], each COST a whole number";

    /// Parses `hops`, `model` or `Machine=1,System=10`.
    pub fn parse(text: &str) -> Option<Self> {
        if text.trim().eq_ignore_ascii_case("hops") {
            return Some(Self::Hops);
        }
        if text.trim().eq_ignore_ascii_case("model") {
            return Some(Self::Model);
        }
        let level = |text: &str| {
            let (level, cost) = text.split_once('=')?;
            let (level, cost): (_, u32) = (level.trim(), cost.trim().parse().ok()?);
            (!level.is_empty()).then(|| (level.to_owned(), u64::from(cost)))
        };
        text.split(',').map(level).collect::<Option<_>>().map(Self::Levels)
    }
}

/// `HSPLIT_REORDER`: the topology calls whose ranks are reordered if the program allows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReorderCalls {
    /// `MPI_Dist_graph_create` and `MPI_Dist_graph_create_adjacent`.
    pub dist_graph: bool,
    /// `MPI_Graph_create` and `MPI_Graph_map`.
    pub graph: bool,
    /// `MPI_Cart_create` and `MPI_Cart_map`.
    pub cart: bool,
}

impl ReorderCalls {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut calls = Self::default();
        match text.trim() {
            "none" => return Some(calls),
            "all" => return Some(Self { dist_graph: true, graph: true, cart: true }),
            _ => {}
        }
        for name in text.split(',') {
            match name.trim() {
                "dist_graph" => calls.dist_graph = true,
                "graph" => calls.graph = true,
                "cart" => calls.cart = true,
                _ => return None,
            }
        }
        Some(calls)
    }
}

/// Parses `weights` of `HSPLIT_REORDER`: the traffic along each dimension.
pub(super) fn weights(text: &str) -> Option<Vec<f64>> {
    let weight = |text: &str| text.trim().parse().ok().filter(|weight: &f64| weight.is_finite() && *weight >= 0.0);
    text.split(',').map(weight).collect()
}

/// The default of `limit` of `HSPLIT_REORDER`: the processor time for one mapping.
pub(super) const LIMIT: Duration = Duration::from_secs(10);

pub(super) fn limit(text: &str) -> Option<Duration> {
    let seconds = text.parse().ok().filter(|seconds: &f64| (0.0..=1e9).contains(seconds))?;
    Some(Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_read() {
        assert_eq!(ReorderCost::parse(" Hops"), Some(ReorderCost::Hops));
        assert_eq!(ReorderCost::parse("Model"), Some(ReorderCost::Model));
        let levels = ReorderCost::Levels(vec![("System".to_owned(), 10), ("L3Cache".to_owned(), 0)]);
        assert_eq!(ReorderCost::parse("System=10, L3Cache = 0"), Some(levels));
        for wrong in ["", "hop", "System", "System=", "=3", "System=-1", "System=4294967296", "System=1,,Core=2"] {
            assert_eq!(ReorderCost::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn calls_are_named() {
        let all = ReorderCalls { dist_graph: true, graph: true, cart: true };
        assert_eq!(ReorderCalls::parse("all"), Some(all));
        assert_eq!(ReorderCalls::parse("cart, dist_graph"), Some(ReorderCalls { graph: false, ..all }));
        assert_eq!(ReorderCalls::parse("none"), Some(ReorderCalls::default()));
        for wrong in ["", "some", "cart,", "all,cart", "none,cart"] {
            assert_eq!(ReorderCalls::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn weights_are_none_below_0() {
        assert_eq!(weights("1, 2.5,0"), Some(vec![1.0, 2.5, 0.0]));
        for wrong in ["", "1,", "-1", "nan", "inf", "a"] {
            assert_eq!(weights(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn limits_are_seconds() {
        assert_eq!(limit("0.5"), Some(Duration::from_millis(500)));
        for wrong in ["", "-1", "nan", "inf", "1s"] {
            assert_eq!(limit(wrong), None, "{wrong}");
        }
    }
}
