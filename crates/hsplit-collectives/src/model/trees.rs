// SPDX-License-Identifier: MIT OR Apache-2.0
//! The time of messages down a tree of two processes or more; up a tree, in reverse order, they take as long.
//!
//! `busy` is the time for which each message occupies a port, `latency` is L.

/// ⌊log₂ P⌋.
pub(crate) fn floor_log2(processes: usize) -> u32 {
    processes.ilog2()
}

/// ⌈log₂ P⌉: the number of rounds until all have the data of one.
pub(crate) fn ceil_log2(processes: usize) -> u32 {
    processes.next_power_of_two().ilog2()
}

/// From the root to each other one: `L + (P - 1)·g`.
pub(crate) fn flat(processes: usize, busy: f64, latency: f64) -> f64 {
    latency + (processes - 1) as f64 * busy
}

/// From each to the next: `(P - 1)·(g + L)`.
pub(crate) fn chain(processes: usize, busy: f64, latency: f64) -> f64 {
    (processes - 1) as f64 * (busy + latency)
}

/// The same in `segments` segments, each of which is forwarded at once: `(P - 1)·(g + L) + (k - 1)·g`.
pub(crate) fn pipeline(processes: usize, segments: usize, busy: f64, latency: f64) -> f64 {
    chain(processes, busy, latency) + (segments - 1) as f64 * busy
}

/// Down a binomial tree, largest subtree first: `⌈log₂ P⌉·g + ⌊log₂ P⌋·L`.
///
/// The root sends ⌈log₂ P⌉ times. For powers of two the longest way is that of the process all of whose ancestors send
/// to it first: log₂ P hops of g + L. Otherwise that process does not exist, and the longest way misses one hop, but no
/// gap.
pub(crate) fn binomial(processes: usize, busy: f64, latency: f64) -> f64 {
    f64::from(ceil_log2(processes)) * busy + f64::from(floor_log2(processes)) * latency
}

/// Down a binary tree whose levels are full from the left, the left child first.
///
/// With d = ⌊log₂ P⌋ levels below the root and n processes on the lowest, the last one is either the rightmost of level
/// d - 1, after (d - 1)·(2g + L), or on level d the one that is a right child most often, ⌊log₂ n⌋ times: d·(g + L) +
/// ⌊log₂ n⌋·g.
pub(crate) fn binary(processes: usize, busy: f64, latency: f64) -> f64 {
    let depth = floor_log2(processes);
    let lowest = processes - (1 << depth) + 1;
    let above = f64::from(depth - 1) * (2.0 * busy + latency);
    let below = f64::from(depth) * (busy + latency) + f64::from(floor_log2(lowest)) * busy;
    above.max(below)
}

/// Down a binomial tree in which each message has a share for every process below: `busy` gets the number of these.
///
/// For powers of two this is the sum of busy(P/2), busy(P/4), ..., busy(1) and log₂ P·L.
pub(crate) fn shares(processes: usize, latency: f64, busy: &impl Fn(usize) -> f64) -> f64 {
    if processes < 2 {
        return 0.0;
    }
    let half = processes.next_power_of_two() / 2;
    let rest = processes - half;
    // The root continues with its own half while the first child distributes the rest.
    let first = latency + shares(rest, latency, busy);
    busy(rest) + if rest == half { first } else { first.max(shares(half, latency, busy)) }
}

/// The bytes of each round of halving or doubling among a power of two: 1, 2, 4, ... shares, P/2 in the last.
pub(crate) fn doubling(processes: usize, share: usize) -> impl Iterator<Item = usize> {
    (0..floor_log2(processes)).map(move |round| share.saturating_mul(1 << round))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms() {
        assert_eq!([1, 2, 3, 4, 7, 8, 9].map(floor_log2), [0, 1, 1, 2, 2, 3, 3]);
        assert_eq!([1, 2, 3, 4, 7, 8, 9].map(ceil_log2), [0, 1, 2, 2, 3, 3, 4]);
        assert_eq!(doubling(8, 5).collect::<Vec<_>>(), [5, 10, 20]);
        assert_eq!(doubling(1, 5).count(), 0);
    }

    #[test]
    fn small_trees() {
        // g = 10, L = 1. Binary, P = 2: one hop. 3: the right child waits for two gaps. 4: 0 -> 1 -> 3 is 22, 0 -> 2 is
        // 21. 7: 0 -> 2 -> 6 is 20+1+20+1. 8: 0 -> 1 -> 3 -> 7 is 33, but 6 is still last.
        assert_eq!([2, 3, 4, 7, 8].map(|processes| binary(processes, 10.0, 1.0)), [11.0, 21.0, 22.0, 42.0, 42.0]);
        // Binomial, P = 3: to 2, then to 1: 20+1. 4: 0 -> 2 -> 3, 22. 7: 0 (after 4) -> 2 -> 3: 20+1+10+1, or 0 -> 4 ->
        // 6, or 0 (4, 2) -> 1: 31; 0 -> 4 (not 6) -> 5: 10+1+20+1 = 32. 8: 0 -> 4 -> 6 -> 7: 33.
        assert_eq!([2, 3, 4, 7, 8].map(|processes| binomial(processes, 10.0, 1.0)), [11.0, 21.0, 22.0, 32.0, 33.0]);
        // Shares of which each makes the port busy for 10. P = 3: 10 to the one that is alone, 10 to the other.
        // 4: 20+1 to 2, 10+1 to 3. 7: 30 to 4 and then, at the root, 20+1+10+1; 4 needs 1+20+... no longer: 30 + 1 +
        // (10 + 10 + 1) is 52, the root's 62.
        assert_eq!(
            [1, 2, 3, 4, 7, 8].map(|processes| shares(processes, 1.0, &|below| 10.0 * below as f64)),
            [0.0, 11.0, 21.0, 32.0, 62.0, 73.0]
        );
    }
}
