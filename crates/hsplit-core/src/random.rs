// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pseudorandom numbers that depend only on the seed.

/// A small generator: splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below `n`, which must be small compared with 2^64.
    pub fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }

    /// A number from 0 to 1, excluding 1.
    pub fn fraction(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Shuffles a slice (Fisher and Yates).
    pub fn shuffle<T>(&mut self, all: &mut [T]) {
        for last in (1..all.len()).rev() {
            all.swap(last, self.below(last as u64 + 1) as usize);
        }
    }

    /// The numbers below `count` in random order.
    pub fn order(&mut self, count: usize) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..count).collect();
        self.shuffle(&mut numbers);
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_values() {
        let mut random = Random(1_234_567);
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!([(); 5].map(|()| random.bits()), expected);
    }

    #[test]
    fn every_order_is_as_likely() {
        let (mut random, mut seen) = (Random(1), std::collections::BTreeMap::new());
        (0..6000).for_each(|_| *seen.entry(random.order(3)).or_insert(0) += 1);
        assert!(seen.len() == 6 && seen.values().all(|times| (900..1100).contains(times)), "{seen:?}");
    }

    #[test]
    fn fractions_fill_the_unit() {
        let mut random = Random(1);
        let fractions: Vec<f64> = (0..10_000).map(|_| random.fraction()).collect();
        let mean = fractions.iter().sum::<f64>() / 10_000.0;
        assert!(fractions.iter().all(|fraction| (0.0..1.0).contains(fraction)) && (mean - 0.5).abs() < 0.02, "{mean}");
    }
}
