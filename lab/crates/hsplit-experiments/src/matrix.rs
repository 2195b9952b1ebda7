// SPDX-License-Identifier: MIT OR Apache-2.0
//! The matrices of SUMMA. Their entries are small whole numbers and follow from their places, so that each process can
//! verify its part of the product exactly.

use std::ops::Range;

/// An entry of the left matrix.
pub fn left(row: usize, column: usize) -> f64 {
    ((row * 7 + column * 3) % 11) as f64 - 5.0
}

/// An entry of the right matrix.
pub fn right(row: usize, column: usize) -> f64 {
    ((row * 5 + column * 2) % 13) as f64 - 6.0
}

/// A part of a matrix, row by row.
pub fn part(entry: impl Fn(usize, usize) -> f64, rows: Range<usize>, columns: Range<usize>) -> Vec<f64> {
    rows.flat_map(|row| columns.clone().map(move |column| (row, column)))
        .map(|(row, column)| entry(row, column))
        .collect()
}

/// Adds the product of a panel of `inner` columns and a panel of `inner` rows to a part of the result with `wide`
/// columns.
pub fn multiply_add(result: &mut [f64], left: &[f64], right: &[f64], inner: usize, wide: usize) {
    for (result, left) in result.chunks_exact_mut(wide).zip(left.chunks_exact(inner)) {
        for (&factor, right) in left.iter().zip(right.chunks_exact(wide)) {
            for (sum, &value) in result.iter_mut().zip(right) {
                *sum += factor * value;
            }
        }
    }
}

/// True if a part of the product of the two matrices of this order is right, by the definition, entry by entry.
pub fn is_product(result: &[f64], rows: Range<usize>, columns: Range<usize>, order: usize) -> bool {
    let (lefts, rights) = (part(left, rows, 0..order), part(|column, row| right(row, column), columns, 0..order));
    let entries =
        lefts.chunks_exact(order).flat_map(|row| rights.chunks_exact(order).map(move |column| row.iter().zip(column)));
    entries.map(|pairs| pairs.map(|(left, right)| left * right).sum::<f64>()).eq(result.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panel_by_panel_is_the_product() {
        let (order, width) = (6, 2);
        let mut result = vec![0.0; 4 * 3];
        for k in (0..order).step_by(width) {
            multiply_add(&mut result, &part(left, 2..6, k..k + width), &part(right, k..k + width, 3..6), width, 3);
        }
        assert!(is_product(&result, 2..6, 3..6, order));
        result[5] += 1.0;
        assert!(!is_product(&result, 2..6, 3..6, order));
    }

    #[test]
    fn a_small_product_by_hand() {
        let mut result = vec![1.0, 0.0, 0.0, 0.0];
        multiply_add(&mut result, &[1.0, 2.0, 3.0, 4.0], &[5.0, 6.0, 7.0, 8.0], 2, 2);
        assert_eq!(result, [20.0, 22.0, 43.0, 50.0]);
        assert_eq!(part(left, 0..2, 0..2), [-5.0, -2.0, 2.0, 5.0]);
    }
}
