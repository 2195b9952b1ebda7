// SPDX-License-Identifier: MIT OR Apache-2.0
//! Clusters for tests.

use crate::levels::{LevelGroup, Part};
use crate::model::parameters::{self, Gap, Platform};

/// 5 us for each message, and its bytes at `rate` bytes a second.
pub(crate) fn link(latency: f64, rate: f64) -> parameters::Link {
    let points = [0, 1 << 10, 1 << 20].map(|bytes| (bytes, 5e-6 + bytes as f64 / rate)).to_vec();
    parameters::Link::new(latency, Gap::new(points).unwrap()).unwrap()
}

/// Nodes of `ranks` ranks on one switch.
pub(crate) fn cluster(nodes: u32, ranks: u32) -> LevelGroup {
    let node = |node: u32| {
        Part::Many(LevelGroup { inside_node: true, parts: (0..ranks).map(|at| Part::One(node * ranks + at)).collect() })
    };
    LevelGroup { inside_node: false, parts: (0..nodes).map(node).collect() }
}

/// Ranks of one node are near each other.
pub(crate) fn platform(groups: &[&Part], between: impl Fn(usize, usize) -> parameters::Link) -> Platform {
    let group = |(number, part): (usize, &&Part)| parameters::Cluster {
        name: format!("n{number}"),
        processes: part.ranks().len(),
        inside: (part.ranks().len() > 1).then(|| link(1e-6, 4e9)),
    };
    Platform::new(groups.iter().enumerate().map(group).collect(), between).unwrap()
}

/// True if a prediction is the expected one.
pub(crate) fn near(predicted: f64, expected: f64) -> bool {
    (predicted - expected).abs() < 1e-9 * expected
}
