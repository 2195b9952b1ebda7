// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parameters from a matrix of latencies that another tool has measured.
//!
//! ```text
//! #       a   b   c
//!     a   0  50 900
//!     b  52   0   -
//!     c   ? 910   0
//! ```
//!
//! The matrix is square, with a row for each host, in microseconds; `#` begins a comment. Columns are separated by
//! blanks or commas. Rows may begin with the name of the host, and a row of names may come first. `-`, `?`, `x`, `nan`,
//! nothing between commas, and 0 beside the diagonal mean that a latency is not known: the matrix need not be complete
//! (Steffenel, "A framework for adaptive collective communications", §4.1).
//!
//! Holes are filled as the paper does it (§4.1.3): links are symmetrical, so one direction stands for both; hosts that
//! are equally near are a subnet, and what is known of some pairs of two subnets stands for all of them, here by its
//! median. Subnets between which nothing is known are a mistake that names them.

use hsplit_core::latency::filter::lower_median;
use hsplit_core::latency::grouping::group;
use hsplit_core::latency::{Latencies, Tolerance};

use super::parameters::{Cluster, Gap, Link, ParameterError, Platform, is_of_a_name};

/// Latencies between hosts.
#[derive(Clone, Debug, PartialEq)]
pub struct LatencyMatrix {
    /// What the hosts are called.
    pub names: Vec<String>,
    /// In microseconds.
    pub latencies: Latencies,
}

/// Why a matrix gives no parameters.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MatrixError {
    /// There is nothing in it.
    #[error("there is no row")]
    Empty,
    /// A line has another number of columns than the matrix has rows.
    #[error("line {line}: {columns} columns, but there are {rows} rows")]
    NotSquare {
        /// Its number.
        line: usize,
        /// How many it has.
        columns: usize,
        /// How many rows there are.
        rows: usize,
    },
    /// A word is neither a latency nor a hole.
    #[error("line {0}: '{1}' is no latency")]
    NoLatency(usize, String),
    /// Nothing is known between hosts of these subnets.
    #[error("no latency is known between {0}")]
    Unknown(String),
    /// The parameters would be wrong.
    #[error(transparent)]
    Parameters(#[from] ParameterError),
}

/// Whether a word says that nothing is known.
fn is_hole(word: &str) -> bool {
    ["", "-", "?", "x", "nan"].iter().any(|hole| word.eq_ignore_ascii_case(hole))
}

/// A latency, or `None` for a hole.
fn latency(word: &str) -> Option<Option<f64>> {
    if is_hole(word) {
        return Some(None);
    }
    word.parse::<f64>().ok().filter(|value| value.is_finite() && *value >= 0.0).map(Some)
}

/// The words of a line.
fn words(line: &str) -> Vec<&str> {
    let line = line.split('#').next().unwrap_or(line).trim();
    if line.contains(',') { line.split(',').map(str::trim).collect() } else { line.split_whitespace().collect() }
}

impl LatencyMatrix {
    /// Reads one.
    ///
    /// # Errors
    /// The first mistake.
    pub fn read(text: &str) -> Result<Self, MatrixError> {
        let lines = text.lines().enumerate().map(|(number, line)| (number + 1, words(line)));
        let mut lines: Vec<(usize, Vec<&str>)> = lines.filter(|(_, words)| !words.is_empty()).collect();
        let is_name = |word: &&str| latency(word).is_none();
        let has_header = lines.first().is_some_and(|(_, words)| words.len() > 1 && words.iter().skip(1).all(is_name));
        let header = has_header.then(|| lines.remove(0).1);
        let rows = lines.len();
        if rows == 0 {
            return Err(MatrixError::Empty);
        }
        let header = header.map(|words| words[words.len().saturating_sub(rows)..].to_vec());
        let (mut names, mut values) = (vec![], Vec::with_capacity(rows));
        for (row, (line, words)) in lines.iter().enumerate() {
            let named = words.len() == rows + 1;
            let columns = words.len() - usize::from(named);
            if columns != rows {
                return Err(MatrixError::NotSquare { line: *line, columns, rows });
            }
            let of_header = header.as_ref().and_then(|header| header.get(row).copied());
            let name = if named { Some(words[0]) } else { of_header };
            names.push(name.map_or_else(|| format!("host{row}"), str::to_owned));
            let value = |word: &&str| latency(word).ok_or_else(|| MatrixError::NoLatency(*line, (*word).to_owned()));
            let found: Result<Vec<Option<f64>>, MatrixError> = words[usize::from(named)..].iter().map(value).collect();
            values.push(found?);
        }
        let latencies = Latencies::new(rows, |from, to| values[from][to].unwrap_or(f64::INFINITY));
        Ok(Self { names, latencies })
    }

    /// The parameters: a group for each subnet, with the name of its first host and a process on each host. `gap` is
    /// that of all links, of which latencies say nothing.
    ///
    /// # Errors
    /// Nothing is known between two subnets, all of which are named.
    pub fn platform(&self, tolerance: Tolerance, gap: &Gap) -> Result<Platform, MatrixError> {
        let subnets = group(&self.latencies, tolerance);
        let link = |one: &[usize], other: &[usize]| self.typical(one, other).map(|latency| (latency, gap.clone()));
        let pairs = (1..subnets.len()).flat_map(|high| (0..high).map(move |low| (low, high)));
        let unknown = |&(low, high): &(usize, usize)| link(&subnets[low], &subnets[high]).is_none();
        let unknown: Vec<String> =
            pairs.clone().filter(unknown).map(|(low, high)| self.words(&subnets[low], &subnets[high])).collect();
        if !unknown.is_empty() {
            return Err(MatrixError::Unknown(unknown.join("; ")));
        }
        let mut groups = vec![];
        for subnet in &subnets {
            let inside = link(subnet, subnet).map(|(latency, gap)| Link::new(latency / 1e6, gap)).transpose()?;
            groups.push(Cluster { name: self.group_name(subnet[0]), processes: subnet.len(), inside });
        }
        let between: Result<Vec<Link>, ParameterError> = pairs
            .filter_map(|(low, high)| link(&subnets[low], &subnets[high]))
            .map(|(latency, gap)| Link::new(latency / 1e6, gap))
            .collect();
        let between = between?;
        Ok(Platform::new(groups, |low, high| between[high * (high - 1) / 2 + low].clone())?)
    }

    /// The median of what is known between the hosts of two subnets, or of one; of an even number the lower of the two
    /// in the middle.
    fn typical(&self, one: &[usize], other: &[usize]) -> Option<f64> {
        let pairs = one.iter().flat_map(|&a| other.iter().filter(move |&&b| a != b).map(move |&b| (a, b)));
        let mut known: Vec<f64> =
            pairs.map(|(a, b)| self.latencies.between(a, b)).filter(|latency| latency.is_finite()).collect();
        lower_median(&mut known)
    }

    /// The hosts of two subnets.
    fn words(&self, one: &[usize], other: &[usize]) -> String {
        let all = |hosts: &[usize]| hosts.iter().map(|&host| self.names[host].as_str()).collect::<Vec<_>>().join(",");
        format!("{} and {}", all(one), all(other))
    }

    /// A name that parameters take; where two hosts have one name, the row follows.
    fn group_name(&self, host: usize) -> String {
        let plain = |name: &String| name.chars().map(|c| if is_of_a_name(c) { c } else { '_' }).collect::<String>();
        let name = plain(&self.names[host]);
        let unique = !name.is_empty() && self.names.iter().filter(|other| plain(other) == name).count() == 1;
        if unique { name } else { format!("{name}.{host}") }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn platform(text: &str) -> Result<Platform, MatrixError> {
        let gap = Gap::new(vec![(0, 5e-6)]).unwrap();
        LatencyMatrix::read(text)?.platform(Tolerance::DEFAULT, &gap)
    }

    /// A name, how many processes there are, and the latency inside.
    type Found<'a> = (&'a str, usize, Option<f64>);

    /// All groups, and the latencies between them.
    fn found(platform: &Platform) -> (Vec<Found<'_>>, Vec<f64>) {
        let us = |seconds: f64| (seconds * 1e9).round() / 1e3;
        let groups = platform.groups();
        let inside = |group: &Cluster| group.inside.as_ref().map(|link| us(link.latency()));
        (
            groups.iter().map(|group| (group.name.as_str(), group.processes, inside(group))).collect(),
            (1..groups.len())
                .flat_map(|high| (0..high).map(move |low| (low, high)))
                .map(|(low, high)| us(platform.link(low, high).latency()))
                .collect(),
        )
    }

    #[test]
    fn two_sites_with_holes() {
        // b to a is not known, but a to b is; c to d is known one way; of four pairs between the sites one is.
        let text = "# measured by hand\n    a b c d\na 0 50 - ?\nb x 0 900 0\nc - - 0 60\nd nan - - 0\n";
        let platform = platform(text).unwrap();
        assert_eq!(found(&platform), (vec![("a", 2, Some(50.0)), ("c", 2, Some(60.0))], vec![900.0]));
        assert_eq!(platform.link(0, 1).gap(1000), 5e-6);
    }

    #[test]
    fn names_and_separators() {
        let rows = |text: &str| LatencyMatrix::read(text).map(|matrix| matrix.names);
        let two = Ok(vec!["host0".to_owned(), "host1".to_owned()]);
        assert_eq!(rows("0 5\n5 0\n"), two);
        assert_eq!(rows("0,5\n,0\n"), two);
        let named = Ok(vec!["x1".to_owned(), "y 2".to_owned()]);
        assert_eq!(rows("x1,0,5\ny 2,5,0\n"), named);
        assert_eq!(rows(",x1,y 2\nx1,0,5\ny 2,5,0\n"), named);
        assert_eq!(rows("x1,y 2\n0,5\n5,0\n"), named);
        let one = platform("solo 0\n").unwrap();
        assert_eq!(found(&one), (vec![("solo", 1, None)], vec![]));
        let twice = platform("n 0 5 90\nn 5 0 90\nn 90 90 0\n").unwrap();
        assert_eq!(found(&twice).0.iter().map(|(name, ..)| *name).collect::<Vec<_>>(), ["n.0", "n.2"]);
    }

    #[test]
    fn mistakes() {
        assert_eq!(platform(" \n# nothing\n"), Err(MatrixError::Empty));
        assert_eq!(platform("0 1 2\n1 0 2\n\n2 2\n"), Err(MatrixError::NotSquare { line: 4, columns: 2, rows: 3 }));
        assert_eq!(platform("a 0 1\nb fast 0\n"), Err(MatrixError::NoLatency(2, "fast".to_owned())));
        assert_eq!(platform("a 0 1\nb -1 0\n"), Err(MatrixError::NoLatency(2, "-1".to_owned())));
        assert_eq!(
            platform("a 0 1 - 70\nb 1 0 - 70\nc - - 0 -\nd 70 70 - 0\n").unwrap_err().to_string(),
            "no latency is known between a,b and c; c and d"
        );
    }

    #[test]
    fn the_papers_table_4() {
        use hsplit_testing::table_4::{CLUSTERS, TABLE_4};
        // One host stands for each cluster where it has one process, two for the others.
        let hosts: Vec<usize> =
            CLUSTERS.iter().enumerate().flat_map(|(cluster, &count)| vec![cluster; count.min(2)]).collect();
        let row = |&from: &usize| hosts.iter().map(|&to| TABLE_4[from][to].to_string()).collect::<Vec<_>>().join(" ");
        let text = hosts.iter().map(row).collect::<Vec<_>>().join("\n");
        let platform = platform(&text).unwrap();
        assert_eq!(platform.groups().len(), 6);
        assert!((platform.link(0, 2).latency() - TABLE_4[0][2] * 1e-6).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn whatever_is_read_is_right_or_refused(text in "[-0-9a-z?,. #\n]{0,80}") {
            if let Ok(platform) = platform(&text) {
                prop_assert!(!platform.groups().is_empty());
            }
        }
    }
}
