// SPDX-License-Identifier: MIT OR Apache-2.0
//! A five-point stencil on a grid that is cut into strips of rows, one for each rank.
//!
//! A point becomes the mean of its four neighbours, added in one order, so the result does not depend on the number of
//! strips: one strip of all rows is what others are compared with. The border of the grid stays as it is.

/// A strip, with a row of a neighbour, or of the border, above and below it.
#[derive(Clone, Debug, PartialEq)]
pub struct Strip {
    /// The length of a row, with a point of the border at either end.
    wide: usize,
    /// The rows, those of the neighbours included.
    now: Vec<f64>,
    next: Vec<f64>,
}

impl Strip {
    /// The rows of a rank, of which each has `rows` rows of `columns` points, at the beginning.
    pub fn new(rank: usize, rows: usize, columns: usize) -> Self {
        let wide = columns + 2;
        let first = rank * rows;
        let now: Vec<f64> =
            (0..(rows + 2) * wide).map(|at| ((((first + at / wide) * 13 + at % wide * 7) % 32) as f64) / 4.0).collect();
        Self { wide, next: now.clone(), now }
    }

    /// The first row and the last one, which the ranks above and below need.
    pub fn edges(&self) -> (&[f64], &[f64]) {
        let last = self.now.len() - 2 * self.wide;
        (&self.now[self.wide..2 * self.wide], &self.now[last..last + self.wide])
    }

    /// The rows above and below the strip, for the edges of the ranks there.
    pub fn halos(&mut self) -> (&mut [f64], &mut [f64]) {
        let below = self.now.len() - self.wide;
        let (rest, last) = self.now.split_at_mut(below);
        (&mut rest[..self.wide], last)
    }

    /// One step of every point.
    pub fn sweep(&mut self) {
        let wide = self.wide;
        let rows = self.now.windows(3 * wide).step_by(wide);
        for (new, old) in self.next[wide..].chunks_exact_mut(wide).zip(rows) {
            let (above, row, below) = (&old[..wide], &old[wide..2 * wide], &old[2 * wide..]);
            for at in 1..wide - 1 {
                new[at] = (above[at] + below[at] + row[at - 1] + row[at + 1]) * 0.25;
            }
        }
        std::mem::swap(&mut self.now, &mut self.next);
    }

    /// The strip's own rows.
    pub fn rows(&self) -> &[f64] {
        &self.now[self.wide..self.now.len() - self.wide]
    }
}

/// True if the rows are those of a rank after `sweeps` sweeps of the whole grid, which is computed here.
pub fn is_right(strip: &Strip, rank: usize, ranks: usize, sweeps: u32) -> bool {
    let (rows, columns) = (strip.now.len() / strip.wide - 2, strip.wide - 2);
    let mut whole = Strip::new(0, rows * ranks, columns);
    (0..sweeps).for_each(|_| whole.sweep());
    whole.rows().chunks_exact(rows * strip.wide).nth(rank) == Some(strip.rows())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_step_by_hand() {
        let mut strip = Strip::new(0, 1, 1);
        // Rows of three points: 0 7 14, 13 20 27, 26 1 8, quarters of them; in the middle (7 + 1 + 13 + 27) / 4.
        strip.sweep();
        assert_eq!(strip.rows(), [13.0 / 4.0, 48.0 / 16.0, 27.0 / 4.0]);
    }

    #[test]
    fn strips_together_are_the_grid() {
        let (ranks, rows, columns) = (3, 4, 5);
        let mut strips: Vec<Strip> = (0..ranks).map(|rank| Strip::new(rank, rows, columns)).collect();
        for sweeps in 1..=6 {
            let edges: Vec<_> =
                strips.iter().map(|strip| (strip.edges().0.to_vec(), strip.edges().1.to_vec())).collect();
            for (rank, strip) in strips.iter_mut().enumerate() {
                let (above, below) = strip.halos();
                if rank > 0 {
                    above.copy_from_slice(&edges[rank - 1].1);
                }
                if rank + 1 < ranks {
                    below.copy_from_slice(&edges[rank + 1].0);
                }
                strip.sweep();
            }
            assert!(strips.iter().enumerate().all(|(rank, strip)| is_right(strip, rank, ranks, sweeps)));
        }
        assert!(!is_right(&strips[0], 0, ranks, 5) && !is_right(&strips[0], 1, ranks, 6));
    }
}
