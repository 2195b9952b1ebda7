// SPDX-License-Identifier: MIT OR Apache-2.0
//! The processing of vectors in algorithm 5, with entries whose result is known beforehand.
//!
//! All entries of the local vectors are 2, so a rank's contribution to the result is its own vector, halved once a
//! tier.

/// The entries of the local vectors.
pub const DIVISOR: f32 = 2.0;
/// The number of entries after which a vector repeats.
pub const PERIOD: usize = 5;

/// An entry of a rank's vector: a small whole number.
pub fn entry(rank: usize, at: usize) -> f32 {
    ((rank * 3 + at) % PERIOD) as f32
}

/// The paper's `func`: the sum of consecutive vectors, normalised by the local vector.
pub fn process(gathered: &[f32], local: &[f32], result: &mut [f32]) {
    result.fill(0.0);
    for vector in gathered.chunks_exact(result.len()) {
        for (sum, value) in result.iter_mut().zip(vector) {
            *sum += value;
        }
    }
    for (sum, divisor) in result.iter_mut().zip(local) {
        *sum /= divisor;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_are_added_and_divided() {
        let mut result = [9.0; 2];
        process(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &[2.0, 4.0], &mut result);
        assert_eq!(result, [4.5, 3.0]);
        assert_eq!([entry(0, 0), entry(1, 1), entry(2, 4)], [0.0, 4.0, 0.0]);
    }
}
