// SPDX-License-Identifier: MIT OR Apache-2.0
//! How long segments should be (Steffenel, "A framework for adaptive collective communications", §4.2).
//!
//! First s = m/2^i for all i; then hill climbing from the best of these, as Kielmann et al. do. What climbs is the number of segments,
//! because a number has one best size: the shortest that makes no more of them.

/// The best segment size for a message of so many bytes, and its time by `seconds`.
///
/// It is a multiple of `element`, the size of a datatype, and at least that. Of sizes that take equally long, the longest.
pub fn best(bytes: usize, element: usize, seconds: impl Fn(usize) -> f64) -> (usize, f64) {
    let element = element.max(1);
    let most = bytes.div_ceil(element).max(1);
    let of = |count: usize| {
        let size = size(bytes, element, count);
        (count, size, seconds(size))
    };
    let halved = (0..usize::BITS).map(|i| 1_usize << i).take_while(|&count| count <= most).map(of);
    let mut found = halved.fold(of(1), shorter);
    let (start, mut step) = (found.0, found.0 / 2);
    while step > 0 {
        // Double and half of the start are known to be no better: two steps of each width get anywhere in between.
        for _ in 0..2 {
            let around = [found.0.saturating_sub(step), found.0 + step].into_iter().filter(|&count| count >= 1 && count <= most.min(start.saturating_mul(2)));
            found = around.map(of).fold(found, shorter);
        }
        step /= 2;
    }
    (found.1, found.2)
}

/// The shortest multiple of `element` that makes at most `count` segments.
fn size(bytes: usize, element: usize, count: usize) -> usize {
    bytes.div_ceil(count).div_ceil(element).max(1).saturating_mul(element)
}

/// The one with less time; the first of two that are equal.
fn shorter(one: (usize, usize, f64), other: (usize, usize, f64)) -> (usize, usize, f64) {
    if other.2 < one.2 { other } else { one }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a pipeline over `hops` hops takes with g(s) = 100 + s.
    fn pipeline(bytes: usize, hops: usize, segment: usize) -> f64 {
        let count = bytes.div_ceil(segment).max(1);
        (hops + count - 1) as f64 * (100.0 + segment.min(bytes) as f64)
    }

    #[test]
    fn by_hand() {
        // (h + k - 1)·(100 + 1000/k) with h = 11: 12100 for k = 1; 11·100 + 10·... is least at k = 10: 20·200 = 4000.
        assert_eq!(best(1000, 1, |segment| pipeline(1000, 11, segment)), (100, 4000.0));
        // The powers of two alone: k = 8 gives 18·225 = 4050.
        assert_eq!(pipeline(1000, 11, 125), 4050.0);
        // Elements of 32 bytes: 96 make 11 segments, 21·196 = 4116; 128 make 8, 18·228 = 4104.
        assert_eq!(best(1000, 32, |segment| pipeline(1000, 11, segment)), (128, 4104.0));
        assert_eq!(best(1000, 4096, |segment| pipeline(1000, 11, segment)), (4096, 12100.0), "no less than an element");
        // One hop: the fewer the better. Nothing to send, or a byte: one segment.
        assert_eq!(best(1000, 1, |segment| pipeline(1000, 1, segment)), (1000, 1100.0));
        assert_eq!(best(0, 1, |segment| pipeline(0, 4, segment)), (1, 400.0));
        assert_eq!(best(1, 0, |segment| pipeline(1, 4, segment)), (1, 404.0));
    }

    #[test]
    fn climbing_gets_close_to_the_best_of_all_sizes_in_few_steps() {
        for (bytes, hops) in [(1000, 3), (4096, 7), (5000, 40), (777, 99), (12_345, 15)] {
            let asked = std::cell::Cell::new(0);
            let (_, found) = best(bytes, 1, |segment| {
                asked.set(asked.get() + 1);
                pipeline(bytes, hops, segment)
            });
            let least = (1..=bytes).map(|segment| pipeline(bytes, hops, segment)).fold(f64::INFINITY, f64::min);
            assert!(found <= least * 1.005, "{bytes} bytes over {hops} hops: {found}, not {least}");
            assert!(asked.get() <= 6 * (bytes.ilog2() + 1), "{} sizes", asked.get());
        }
    }

    #[test]
    fn huge_messages_end() {
        assert_eq!(best(usize::MAX, 1, |segment| 1.0 + 1.0 / segment as f64).0, usize::MAX);
        assert_eq!(best(usize::MAX, 1, |segment| segment as f64), (2, 2.0), "2^63 segments are the most that are tried");
        assert_eq!(best(usize::MAX, usize::MAX, |_| 1.0), (usize::MAX, 1.0));
    }
}
