// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rows of Table 1, as printed, and every other formula for small numbers of processes, as worked examples.

use super::broadcast::Broadcast;
use super::case::{Case, Strategy};
use super::parameters::{Gap, Link};
use super::personalised::{Allgather, Barrier, Rooted};
use super::properties::same;
use super::reduction::{Allreduce, Reduce};
use super::trees::ceil_log2;

/// g(m) = 2 + m/2 for the sizes below, L = 10: g(0) = 2, g(1) = 2.5, g(2) = 3, g(4) = 4, g(8) = 6.
fn plain() -> Link {
    Link::new(10.0, Gap::new(vec![(0, 2.0), (8, 6.0)]).unwrap()).unwrap()
}

/// Table 1 as printed for P = 1, 2, 3, 4, 7, 8.
fn printed(strategy: Broadcast, bytes: usize, segment: usize) -> [f64; 6] {
    let link = plain();
    [1, 2, 3, 4, 7, 8]
        .map(|processes| strategy.table1(&Case { segment, ..Case::new(&link, processes, bytes) }).unwrap())
}

#[test]
fn table_1_in_worked_examples_for_no_byte() {
    use Broadcast::*;
    // g(0) = 2, g(1) = 2.5, L = 10, k = 1.
    let rows = [
        (FlatTree, [0.0, 12.0, 14.0, 16.0, 22.0, 24.0]),           // 10 + (P-1)·2
        (FlatTreeRendezvous, [0.0, 37.0, 39.0, 41.0, 47.0, 49.0]), // 30 + (P-1)·2 + 5
        (SegmentedFlatTree, [0.0, 12.0, 14.0, 16.0, 22.0, 24.0]),
        (Chain, [0.0, 12.0, 24.0, 36.0, 72.0, 84.0]), // (P-1)·12
        (ChainRendezvous, [0.0, 37.0, 74.0, 111.0, 222.0, 259.0]), // (P-1)·(2 + 5 + 30)
        (SegmentedChain, [0.0, 12.0, 24.0, 36.0, 72.0, 84.0]),
        (BinaryTree, [0.0, 14.0, 28.0, 28.0, 42.0, 42.0]), // 1, 2, 2, 3, 3 times 14
        (BinomialTree, [0.0, 12.0, 22.0, 24.0, 34.0, 36.0]), // 10+2, 20+2, 20+4, 30+4, 30+6
        (BinomialTreeRendezvous, [0.0, 37.0, 72.0, 74.0, 109.0, 111.0]), // 35+2, 70+2, 70+4, 105+4, 105+6
        (SegmentedBinomialTree, [0.0, 12.0, 22.0, 24.0, 34.0, 36.0]),
        // (1+1)·10 + 2·2/2; (2+2)·10 + 2·2·2/3; (2+3)·10 + 2·2·3/4; (3+6)·10 + 2·2·6/7; (3+7)·10 + 2·2·7/8
        (ScatterCollection, [0.0, 22.0, 40.0 + 8.0 / 3.0, 53.0, 90.0 + 24.0 / 7.0, 103.5]),
    ];
    check(&rows, 0, 1);
}

#[test]
fn table_1_in_worked_examples_for_a_byte() {
    use Broadcast::*;
    // g(1) = 2.5, L = 10, k = 1.
    let rows = [
        (FlatTree, [0.0, 12.5, 15.0, 17.5, 25.0, 27.5]), // 10 + (P-1)·2.5
        (FlatTreeRendezvous, [0.0, 37.5, 40.0, 42.5, 50.0, 52.5]), // 30 + (P-1)·2.5 + 5
        (SegmentedFlatTree, [0.0, 12.5, 15.0, 17.5, 25.0, 27.5]),
        (Chain, [0.0, 12.5, 25.0, 37.5, 75.0, 87.5]), // (P-1)·12.5
        (ChainRendezvous, [0.0, 37.5, 75.0, 112.5, 225.0, 262.5]), // (P-1)·(2.5 + 5 + 30)
        (SegmentedChain, [0.0, 12.5, 25.0, 37.5, 75.0, 87.5]),
        (BinaryTree, [0.0, 15.0, 30.0, 30.0, 45.0, 45.0]), // 1, 2, 2, 3, 3 times 15
        (BinomialTree, [0.0, 12.5, 22.5, 25.0, 35.0, 37.5]), // 10+2.5, 20+2.5, 20+5, 30+5, 30+7.5
        (BinomialTreeRendezvous, [0.0, 37.5, 72.5, 75.0, 110.0, 112.5]), // 35+2.5, 70+2.5, 70+5, 105+5, 105+7.5
        (SegmentedBinomialTree, [0.0, 12.5, 22.5, 25.0, 35.0, 37.5]),
        // 20 + 5/2; 40 + 5·2/3; 50 + 5·3/4; 90 + 5·6/7; 100 + 5·7/8
        (ScatterCollection, [0.0, 22.5, 40.0 + 10.0 / 3.0, 53.75, 90.0 + 30.0 / 7.0, 104.375]),
    ];
    check(&rows, 1, 1);
}

#[test]
fn table_1_in_worked_examples_for_segments() {
    use Broadcast::*;
    // m = 8 in segments of 4: k = 2, g(4) = 4, g(8) = 6, L = 10.
    let rows = [
        (SegmentedFlatTree, [0.0, 18.0, 26.0, 34.0, 58.0, 66.0]), // 10 + (P-1)·8
        (SegmentedChain, [0.0, 18.0, 32.0, 46.0, 88.0, 102.0]),   // (P-1)·14 + 4
        (SegmentedBinomialTree, [0.0, 18.0, 28.0, 36.0, 46.0, 54.0]), // 10+8, 20+8, 20+16, 30+16, 30+24
    ];
    check(&rows, 8, 4);
    // In segments of 3: k = 3, g(3) = 3.5.
    let rows = [
        (SegmentedFlatTree, [0.0, 20.5, 31.0, 41.5, 73.0, 83.5]), // 10 + (P-1)·10.5
        (SegmentedChain, [0.0, 20.5, 34.0, 47.5, 88.0, 101.5]),   // (P-1)·13.5 + 7
        (SegmentedBinomialTree, [0.0, 20.5, 30.5, 41.0, 51.0, 61.5]), // 10+10.5, 20+10.5, 20+21, 30+21, 30+31.5
    ];
    check(&rows, 8, 3);
}

fn check(rows: &[(Broadcast, [f64; 6])], bytes: usize, segment: usize) {
    for &(strategy, expected) in rows {
        let found = printed(strategy, bytes, segment);
        assert!(
            found.iter().zip(&expected).all(|(one, other)| same(*one, *other)),
            "{strategy:?}: {found:?}, not {expected:?}"
        );
    }
}

#[test]
fn the_other_operations_in_worked_examples() {
    // g(n) = 2 + n/2, L = 10, m = 8; the reduction costs 0.25 a byte: h(8) = 8, h(4) = 5, h(2) = 3.5, h(1) = 2.75.
    let link = plain();
    fn row<S: Strategy>(link: &Link, strategy: S, segment: usize) -> [f64; 6] {
        [1, 2, 3, 4, 7, 8]
            .map(|processes| strategy.seconds(&Case { segment, reduction: 0.25, ..Case::new(link, processes, 8) }))
    }
    assert_eq!(row(&link, Reduce::FlatTree, 8), [0.0, 18.0, 26.0, 34.0, 58.0, 66.0]); // 10 + (P-1)·8
    assert_eq!(row(&link, Reduce::Chain, 8), [0.0, 18.0, 36.0, 54.0, 108.0, 126.0]); // (P-1)·18
    assert_eq!(row(&link, Reduce::SegmentedChain, 4), [0.0, 20.0, 35.0, 50.0, 95.0, 110.0]); // (P-1)·15 + 5
    assert_eq!(row(&link, Reduce::BinaryTree, 8), [0.0, 18.0, 26.0, 36.0, 52.0, 54.0]); // 18; 10+16; 2·18; 2·26; 3·18
    // 8+10; 16+10; 16+20; 24+20; 24+30
    assert_eq!(row(&link, Reduce::BinomialTree, 8), [0.0, 18.0, 26.0, 36.0, 44.0, 54.0]);
    // 10+10; 20+10; 20+20; 30+20; 30+30
    assert_eq!(row(&link, Reduce::SegmentedBinomialTree, 4), [0.0, 20.0, 30.0, 40.0, 50.0, 60.0]);
    // P = 2: h(4) + g(4) + 20 = 29. 3: that and h(8) + 10. 4: h(4) + h(2) + g(4) + g(2) + 40 = 55.5. 7: 18 more. 8:
    // h(1) + g(1) + 20 more.
    assert_eq!(row(&link, Reduce::Rabenseifner, 8), [0.0, 29.0, 47.0, 55.5, 73.5, 80.75]);
    // Reduction, then g(8) = 6 for h: 16, 22, 32, 38, 48.
    assert_eq!(row(&link, Allreduce::ReduceBroadcast, 8), [0.0, 34.0, 48.0, 68.0, 82.0, 102.0]);
    // log2 P·18. P = 3: 18 + 8 + max(10, 6 + 10) = 42. 7: r = 3, d = 2: 18 + 16 + max(20, 20 + 16) = 70.
    assert_eq!(row(&link, Allreduce::RecursiveDoubling, 8), [0.0, 18.0, 42.0, 36.0, 70.0, 54.0]);
    // As the reduction, and g(8) + 10 at the end where there was folding.
    assert_eq!(row(&link, Allreduce::ReduceScatterAllgather, 8), [0.0, 29.0, 63.0, 55.5, 89.5, 80.75]);
    // Shares of 4, 3, 2, 2, 1: (P-1)·(h + g + 20) with 5 + 4, 4.25 + 3.5, 3.5 + 3, 3.5 + 3, 2.75 + 2.5.
    assert_eq!(row(&link, Allreduce::Ring, 8), [0.0, 29.0, 55.5, 79.5, 159.0, 176.75]);
    // m is each process's share: 10 + (P-1)·6.
    assert_eq!(row(&link, Rooted::FlatTree, 8), [0.0, 16.0, 22.0, 28.0, 46.0, 52.0]);
    // g(8) = 6, g(16) = 10, g(24) = 14, g(32) = 18. 3: 6 + 6 + 10. 4: 10 + 6 + 20. 7: 14 + 36. 8: 18 + 10 + 6 + 30.
    assert_eq!(row(&link, Rooted::BinomialTree, 8), [0.0, 16.0, 22.0, 36.0, 50.0, 64.0]);
    assert_eq!(row(&link, Allgather::Ring, 8), [0.0, 16.0, 32.0, 48.0, 96.0, 112.0]); // (P-1)·16
    // 3: 1 and 1 shares, 2·16. 4: 16 + 20. 7: 1, 2 and 3 shares, 16 + 20 + 24. 8: 16 + 20 + 28.
    assert_eq!(row(&link, Allgather::RecursiveDoubling, 8), [0.0, 16.0, 32.0, 36.0, 60.0, 64.0]);
    // Gather, then broadcast of 16, 24, 32, 56, 64 bytes with g = 10, 14, 18, 30, 34: 20, 28 + 10, 36 + 20, 90 + 20,
    // 102 + 30.
    assert_eq!(row(&link, Allgather::GatherBroadcast, 8), [0.0, 36.0, 60.0, 92.0, 160.0, 196.0]);
    // g(0) = 2.
    assert_eq!(row(&link, Barrier::FlatTree, 8), [0.0, 24.0, 28.0, 32.0, 44.0, 48.0]); // 2·(10 + (P-1)·2)
    // 2·(2+10, 4+10, 4+20, 6+20, 6+30)
    assert_eq!(row(&link, Barrier::BinomialTree, 8), [0.0, 24.0, 28.0, 48.0, 52.0, 72.0]);
    assert_eq!(row(&link, Barrier::Dissemination, 8), [0.0, 12.0, 24.0, 24.0, 36.0, 36.0]); // 1, 2, 2, 3, 3 times 12
}

#[test]
fn no_broadcast_is_faster_than_information_can_spread() {
    let link = plain();
    for processes in 2..100 {
        for &strategy in Broadcast::ALL {
            let seconds = strategy.seconds(&Case::new(&link, processes, 0));
            // In each g twice as many can have been sent to as before, and the last one needs L more.
            assert!(seconds >= f64::from(ceil_log2(processes)) * 2.0 + 10.0, "{strategy:?}, {processes}: {seconds}");
        }
    }
}
