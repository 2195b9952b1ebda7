// SPDX-License-Identifier: MIT OR Apache-2.0
//! The cost of planning: a schedule between 6, 50 and 1,000 groups by each heuristic, a tree for a message in segments,
//! and all that `HSPLIT_COLLECTIVES=adaptive` does to decide on a call.
//!
//! The platforms are random ones with the values of the paper (Steffenel, Table 3). A second kind has equal links,
//! where many values are equal and nothing can be ruled out early.

use divan::{Bencher, black_box};
use hsplit_collectives::Operation;
use hsplit_collectives::adaptive::plan::{ModelledCall, plan};
use hsplit_collectives::adaptive::strategy::FixedStrategy;
use hsplit_collectives::levels::{LevelGroup, Part};
use hsplit_collectives::model::parameters::{self, Gap, Platform};
use hsplit_collectives::schedule::pipeline::pipeline;
use hsplit_collectives::schedule::segmented::SegmentedMessage;
use hsplit_collectives::schedule::simulation::Ranges;
use hsplit_collectives::schedule::{Costs, Heuristic, TransferCost};
use hsplit_core::random::Random;

const GROUPS: [usize; 3] = [6, 50, 1000];

fn main() {
    divan::main();
}

fn random(groups: usize) -> Costs {
    Ranges::TABLE_3.draw(&mut Random(1), groups)
}

fn bench(bencher: Bencher<'_, '_>, heuristic: Heuristic, costs: &Costs) {
    bencher.bench_local(|| heuristic.schedule(black_box(costs), 0).transfers().len());
}

#[divan::bench(args = GROUPS)]
fn flat_tree(bencher: Bencher<'_, '_>, groups: usize) {
    bench(bencher, Heuristic::FlatTree, &random(groups));
}

#[divan::bench(args = GROUPS)]
fn fef(bencher: Bencher<'_, '_>, groups: usize) {
    bench(bencher, Heuristic::Fef, &random(groups));
}

#[divan::bench(args = GROUPS)]
fn ecef(bencher: Bencher<'_, '_>, groups: usize) {
    bench(bencher, Heuristic::Ecef, &random(groups));
}

#[divan::bench(args = GROUPS)]
fn ecef_la(bencher: Bencher<'_, '_>, groups: usize) {
    bench(bencher, Heuristic::EcefLa, &random(groups));
}

#[divan::bench(args = GROUPS)]
fn ecef_la_min(bencher: Bencher<'_, '_>, groups: usize) {
    bench(bencher, Heuristic::EcefLaMin, &random(groups));
}

#[divan::bench(args = GROUPS)]
fn ecef_la_max(bencher: Bencher<'_, '_>, groups: usize) {
    bench(bencher, Heuristic::EcefLaMax, &random(groups));
}

#[divan::bench(args = GROUPS)]
fn bottom_up(bencher: Bencher<'_, '_>, groups: usize) {
    bench(bencher, Heuristic::BottomUp, &random(groups));
}

#[divan::bench(args = GROUPS)]
fn local_search(bencher: Bencher<'_, '_>, groups: usize) {
    bench(bencher, Heuristic::LocalSearch, &random(groups));
}

#[divan::bench(args = GROUPS)]
fn local_search_equal_links(bencher: Bencher<'_, '_>, groups: usize) {
    let costs = Costs::new(vec![0.1; groups], |_, _| TransferCost { latency: 0.005, gap: 0.1 }).expect("costs");
    bench(bencher, Heuristic::LocalSearch, &costs);
}

fn bench_pipelined(bencher: Bencher<'_, '_>, costs: &Costs, bytes: usize) {
    let gap = |from, to, bytes: usize| 1e-4 + costs.gap(from, to) * bytes as f64 / 4e6;
    let message = SegmentedMessage { costs, gap: &gap, bytes, segments: 1..=bytes };
    bencher.bench_local(|| pipeline(black_box(&message), 0).segment);
}

#[divan::bench(args = GROUPS)]
fn pipelined(bencher: Bencher<'_, '_>, groups: usize) {
    bench_pipelined(bencher, &random(groups), 4_000_000);
}

#[divan::bench(args = GROUPS)]
fn pipelined_short(bencher: Bencher<'_, '_>, groups: usize) {
    let costs = random(groups);
    let short = Costs::new(vec![0.0; groups], |from, to| TransferCost {
        latency: costs.latency(from, to),
        gap: 1e-4 + costs.gap(from, to) / 4e3,
    });
    bench_pipelined(bencher, &short.expect("costs"), 1000);
}

#[divan::bench(args = GROUPS)]
fn pipelined_equal_links(bencher: Bencher<'_, '_>, groups: usize) {
    let costs = Costs::new(vec![0.0; groups], |_, _| TransferCost { latency: 0.005, gap: 0.1 }).expect("costs");
    bench_pipelined(bencher, &costs, 4_000_000);
}

/// A link whose gap is known at these sizes: the seconds for each message, and for each byte.
fn link(latency: f64, sizes: impl IntoIterator<Item = usize>, (message, byte): (f64, f64)) -> parameters::Link {
    let points = sizes.into_iter().map(|bytes| (bytes, message + byte * bytes as f64)).collect();
    parameters::Link::new(latency, Gap::new(points).expect("a gap")).expect("a link")
}

/// Nodes of `ranks` ranks.
fn cluster(
    nodes: u32,
    ranks: u32,
    inside: &parameters::Link,
    between: impl Fn(usize, usize) -> parameters::Link,
) -> (LevelGroup, Platform) {
    let node = |node: u32| match ranks {
        1 => Part::One(node),
        _ => Part::Many(LevelGroup {
            inside_node: true,
            parts: (0..ranks).map(|at| Part::One(node * ranks + at)).collect(),
        }),
    };
    let levels = LevelGroup { inside_node: false, parts: (0..nodes).map(node).collect() };
    let group = |number| parameters::Cluster {
        name: format!("n{number}"),
        processes: ranks as usize,
        inside: (ranks > 1).then(|| inside.clone()),
    };
    (levels, Platform::new((0..nodes).map(group).collect(), between).expect("a platform"))
}

/// A broadcast of 4 MiB between nodes of `ranks` ranks on links of their own, whose gaps are known at the powers of
/// two.
#[divan::bench(args = [(6, 1), (6, 8), (50, 1), (50, 8)])]
fn decision(bencher: Bencher<'_, '_>, (nodes, ranks): (u32, u32)) {
    let (costs, sizes) = (random(nodes as usize), || std::iter::once(0).chain((0..=22).map(|power| 1 << power)));
    let between = |from, to| link(costs.latency(from, to) / 10.0, sizes(), (2e-5, costs.gap(from, to) / 4e6));
    let (levels, platform) = cluster(nodes, ranks, &link(1e-6, sizes(), (2e-5, 2.5e-10)), between);
    bencher.bench_local(|| {
        plan(
            black_box(&platform),
            &levels,
            ModelledCall { operation: Operation::Bcast, bytes: 4 << 20, longest_segment: 32 << 10, root: 0 },
            FixedStrategy::default(),
        )
        .segment
    });
}

/// The cost of planning a call: 6 groups of 8 ranks, 50 of 20, as far from each other as in the paper's Table 3, by a
/// model of 1 us and 4 GB/s inside.
#[divan::bench(args = [6, 50], consts = [0, 1, 2, 3, 4, 5, 6])]
fn plan_call<const OPERATION: usize>(bencher: Bencher<'_, '_>, groups: u32) {
    let (costs, sizes) = (random(groups as usize), [0, 1 << 10, 32 << 10, 1 << 20]);
    let between = |low, high| link(costs.latency(low, high), sizes, (5e-6, costs.gap(low, high) / 1e6));
    let (levels, platform) =
        cluster(groups, if groups < 10 { 8 } else { 20 }, &link(1e-6, sizes, (5e-6, 1.0 / 4e9)), between);
    bencher.bench_local(|| {
        plan(
            black_box(&platform),
            &levels,
            ModelledCall { operation: Operation::ALL[OPERATION], bytes: 64 << 10, longest_segment: 32 << 10, root: 0 },
            FixedStrategy::default(),
        )
        .seconds
    });
}
