// SPDX-License-Identifier: MIT OR Apache-2.0
//! Table 4 of the adaptive-collectives paper: the latencies of six clusters of Grid'5000, 88 machines.

use hsplit_core::latency::Latencies;

/// The number of machines in each cluster of the paper's Table 4.
pub const CLUSTERS: [usize; 6] = [31, 29, 6, 1, 1, 20];
/// Table 4, in microseconds: the latency between two machines of a cluster on the diagonal, between clusters elsewhere.
pub const TABLE_4: [[f64; 6]; 6] = [
    [47.56, 62.10, 12181.52, 12187.24, 12197.49, 5210.99],
    [62.10, 47.92, 12181.52, 12198.03, 12195.22, 5211.47],
    [12181.52, 12181.52, 35.52, 60.08, 60.08, 5388.49],
    [12187.24, 12198.03, 60.08, f64::NAN, 242.47, 5393.98],
    [12197.49, 12195.22, 60.08, 242.47, f64::NAN, 5394.10],
    [5210.99, 5211.47, 5388.49, 5393.98, 5394.10, 27.53],
];

/// The cluster of each of the 88 machines.
pub(crate) fn cluster_of() -> Vec<usize> {
    (0..6).flat_map(|cluster| vec![cluster; CLUSTERS[cluster]]).collect()
}

/// The 88 machines of Table 4.
pub fn grid() -> Latencies {
    let cluster = cluster_of();
    Latencies::new(88, |from, to| TABLE_4[cluster[from]][cluster[to]])
}

/// The nodes of some clusters of Table 4.
pub fn clusters(which: &[usize]) -> Vec<usize> {
    let cluster = cluster_of();
    (0..88).filter(|&node| which.contains(&cluster[node])).collect()
}
