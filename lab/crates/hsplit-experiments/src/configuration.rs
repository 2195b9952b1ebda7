// SPDX-License-Identifier: MIT OR Apache-2.0
//! Hierarchies that a user writes down without regard to the machine: the `H_conf` of RR-9077, section 7.4.
//!
//! A configuration is the number of processes in a communicator at each level, from the outermost. Consecutive ranks
//! form a communicator, and its first rank is in the one above as well.

use std::fmt;
use std::str::FromStr;

/// Four configurations of 576 ranks in five levels, from the paper.
const PAPER: [[usize; 5]; 4] = [[3, 4, 2, 3, 8], [6, 2, 2, 3, 8], [3, 2, 2, 8, 6], [3, 2, 4, 6, 4]];

/// The number of processes in a communicator at each level, outermost first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration(Vec<usize>);

impl FromStr for Configuration {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<usize>> =
            text.split(',').map(|word| word.trim().parse().ok().filter(|&number| number > 0)).collect();
        numbers.map(Self).ok_or_else(|| format!("'{text}' are not numbers of processes, as 3,4,2,3,8"))
    }
}

impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(usize::to_string).collect();
        f.write_str(&numbers.join(","))
    }
}

impl Configuration {
    /// The number of ranks that it needs.
    pub fn ranks(&self) -> usize {
        self.0.iter().fold(1, |product, &number| product.saturating_mul(number))
    }

    /// The paper's four configurations for another number of ranks: for each the nearest shape that the divisors allow
    /// and that no earlier one has, without levels of one process. For the paper's number they are the paper's own.
    pub fn scaled(ranks: usize) -> Vec<Self> {
        let mut found: Vec<Vec<usize>> = vec![];
        for shape in PAPER {
            let nearest = nearest(ranks, &shape, &found);
            found.extend(nearest);
        }
        found.into_iter().map(Self).collect()
    }

    /// For each level, outermost first, the number of the communicator of a rank, where it is in one.
    pub fn colours(&self, rank: usize) -> Vec<Option<usize>> {
        let mut below = self.ranks();
        let mut colours = vec![];
        for &number in &self.0 {
            // A communicator joins the first ranks of the `number` parts of its share of the ranks.
            let share = below;
            below /= number;
            colours.push((rank % below == 0).then_some(rank / share));
        }
        colours
    }
}

/// The ordered factors of `ranks` whose logarithms are nearest to those of a shape that is stretched to the product
/// `ranks`, without those that are taken.
fn nearest(ranks: usize, shape: &[usize], taken: &[Vec<usize>]) -> Option<Vec<usize>> {
    let logarithm = |number: usize| (number as f64).ln();
    let stretch = logarithm(ranks) / shape.iter().map(|&number| logarithm(number)).sum::<f64>();
    let wanted: Vec<f64> = shape.iter().map(|&number| logarithm(number) * stretch).collect();
    let mut best = (f64::INFINITY, None);
    search(ranks, &wanted, 0.0, &mut vec![], taken, &mut best);
    best.1
}

type Best = (f64, Option<Vec<usize>>);

fn search(rest: usize, wanted: &[f64], error: f64, chosen: &mut Vec<usize>, taken: &[Vec<usize>], best: &mut Best) {
    // The margin keeps rounding from deciding which of two equals is first.
    if error >= best.0 - 1e-9 {
        return;
    }
    let Some((first, others)) = wanted.split_first() else {
        let levels: Vec<usize> = chosen.iter().copied().filter(|&factor| factor > 1).collect();
        if rest == 1 && !levels.is_empty() && !taken.contains(&levels) {
            *best = (error, Some(levels));
        }
        return;
    };
    for factor in divisors(rest) {
        let off = (factor as f64).ln() - first;
        chosen.push(factor);
        search(rest / factor, others, error + off * off, chosen, taken, best);
        chosen.pop();
    }
}

/// All divisors, smallest first.
pub(crate) fn divisors(number: usize) -> Vec<usize> {
    let small: Vec<usize> =
        (1..).take_while(|divisor| divisor * divisor <= number).filter(|divisor| number % divisor == 0).collect();
    let large: Vec<usize> =
        small.iter().rev().map(|divisor| number / divisor).filter(|divisor| !small.contains(divisor)).collect();
    [small, large].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(ranks: usize) -> Vec<String> {
        Configuration::scaled(ranks).iter().map(Configuration::to_string).collect()
    }

    #[test]
    fn the_papers_own() {
        assert_eq!(texts(576), ["3,4,2,3,8", "6,2,2,3,8", "3,2,2,8,6", "3,2,4,6,4"]);
    }

    #[test]
    fn for_other_numbers_of_ranks() {
        for ranks in 2..=200 {
            let found = Configuration::scaled(ranks);
            assert!(!found.is_empty(), "{ranks}");
            for configuration in found {
                assert_eq!(configuration.ranks(), ranks, "{configuration}");
            }
        }
        assert_eq!(texts(1), Vec::<String>::new());
        assert_eq!(texts(7), ["7"]);
        assert_eq!(texts(32), ["2,2,2,4", "2,2,2,2,2", "2,2,4,2", "2,4,2,2"]);
        assert_eq!(texts(4), ["2,2", "4"]);
        assert_eq!(texts(8).len(), 4);
    }

    #[test]
    fn first_ranks_go_up() {
        let configuration = Configuration(vec![2, 3, 2]);
        assert_eq!(configuration.colours(0), [Some(0), Some(0), Some(0)]);
        assert_eq!(configuration.colours(1), [None, None, Some(0)]);
        assert_eq!(configuration.colours(2), [None, Some(0), Some(1)]);
        assert_eq!(configuration.colours(6), [Some(0), Some(1), Some(3)]);
        assert_eq!(configuration.colours(10), [None, Some(1), Some(5)]);
        assert_eq!(configuration.colours(11), [None, None, Some(5)]);
    }

    #[test]
    fn words_that_are_no_configuration() {
        assert_eq!("3, 4".parse(), Ok(Configuration(vec![3, 4])));
        assert_eq!("3,0".parse::<Configuration>(), Err("'3,0' are not numbers of processes, as 3,4,2,3,8".into()));
        assert!("".parse::<Configuration>().is_err() && "3,x".parse::<Configuration>().is_err());
    }

    #[test]
    fn divisors_in_order() {
        assert_eq!(divisors(36), [1, 2, 3, 4, 6, 9, 12, 18, 36]);
        assert_eq!((divisors(1), divisors(7)), (vec![1], vec![1, 7]));
    }
}
