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
//! blanks or commas. Rows may begin with the name of the host, and the first row may be names. `-`, `?`, `x`, `nan`,
//! nothing between commas, and 0 off the diagonal mean that a latency is unknown: the matrix need not be complete
//! (Steffenel, "A framework for adaptive collective communications", §4.1).
//!
//! A name before a row is neither a latency nor such a sign, or the header has it too: otherwise a matrix that lacks a
//! row would be one with names. A comma after every row does not separate columns if the matrix is square without it.
//!
//! Unknown latencies are completed as in the paper (§4.1.3): links are symmetrical, so one direction represents both;
//! hosts that are equally near are a subnet, and the known latencies between two subnets represent all of them, here by
//! their median. Subnets without a known latency between them are an error that names them.

use hsplit_core::latency::filter::lower_median;
use hsplit_core::latency::grouping::group;
use hsplit_core::latency::{Latencies, Tolerance};

use super::parameters::{Cluster, Gap, LONGEST, Link, ParameterError, Platform, is_of_a_name};

/// Latencies between hosts.
#[derive(Clone, Debug, PartialEq)]
pub struct LatencyMatrix {
    /// The names of the hosts.
    pub names: Vec<String>,
    /// In microseconds.
    pub latencies: Latencies,
}

/// The reason why a matrix has no parameters.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MatrixError {
    /// The text has no rows.
    #[error("there is no row")]
    Empty,
    /// The number of columns of a line is not the number of rows.
    #[error("line {line}: {columns} columns, but there are {rows} rows")]
    NotSquare {
        /// The number of the line.
        line: usize,
        /// The number of its columns.
        columns: usize,
        /// The number of rows.
        rows: usize,
    },
    /// The number of names in the first row is neither the number of rows nor one more.
    #[error("line {line}: {names} names, but there are {rows} rows")]
    Header {
        /// The number of the line.
        line: usize,
        /// The number of its words.
        names: usize,
        /// The number of rows.
        rows: usize,
    },
    /// A word is neither a latency nor a mark for an unknown one.
    #[error("line {0}: '{1}' is no latency")]
    NoLatency(usize, String),
    /// No latency between hosts of these subnets is known.
    #[error("no latency is known between {0}")]
    Unknown(String),
    /// The parameters are invalid.
    #[error(transparent)]
    Parameters(#[from] ParameterError),
}

/// True if a word marks an unknown latency.
fn is_hole(word: &str) -> bool {
    ["", "-", "?", "x", "nan"].iter().any(|hole| word.eq_ignore_ascii_case(hole))
}

/// Returns a latency, `Some(None)` for an unknown one, and `None` for any other word.
fn latency(word: &str) -> Option<Option<f64>> {
    if is_hole(word) {
        return Some(None);
    }
    word.parse::<f64>().ok().filter(|value| value.is_finite() && *value >= 0.0).map(Some)
}

/// True if a number of microseconds is 0 or valid in parameters.
fn is_time(latency: f64) -> bool {
    latency == 0.0 || latency / 1e6 > 0.0 && latency / 1e6 <= LONGEST
}

/// Returns the words of a line.
fn words(line: &str) -> Vec<&str> {
    let line = line.split('#').next().unwrap_or(line).trim();
    if line.contains(',') { line.split(',').map(str::trim).collect() } else { line.split_whitespace().collect() }
}

/// A line with at least one word: its number, and its words.
type Line<'a> = (usize, Vec<&'a str>);

/// True if a word can only be a name. A number that is no latency, such as -1, is none.
fn is_name(word: &str) -> bool {
    latency(word).is_none() && word.parse::<f64>().is_err()
}

/// True if the first line has the names of the hosts. Names that could be latencies are recognised by the rows, which
/// begin with them.
fn has_header(lines: &[Line<'_>]) -> bool {
    let Some(((_, first), rows)) = lines.split_first() else { return false };
    if first.len() > 1 && first.iter().skip(1).all(|word| is_name(word)) {
        return true;
    }
    let names = match first.len().checked_sub(rows.len()) {
        Some(0) => &first[..],
        Some(1) if is_name(first[0]) => &first[1..],
        _ => return false,
    };
    let begins_with = |(name, (_, words)): (&&str, &Line<'_>)| words[0] == *name && words.len() == rows.len() + 1;
    !rows.is_empty() && names.iter().zip(rows).all(begins_with)
}

/// Returns the lines without the comma at their ends, if all rows have one there.
fn without_last_comma<'a>(lines: &[Line<'a>]) -> Option<Vec<Line<'a>>> {
    let has = |words: &[&str]| words.len() > 1 && words.last() == Some(&"");
    let all_rows = lines.len() > 1 && lines[1..].iter().all(|(_, words)| has(words));
    let cut = |words: &[&'a str]| words[..words.len() - usize::from(has(words))].to_vec();
    all_rows.then(|| lines.iter().map(|(line, words)| (*line, cut(words))).collect())
}

impl LatencyMatrix {
    /// Parses a matrix.
    ///
    /// # Errors
    /// The first error in the text.
    pub fn read(text: &str) -> Result<Self, MatrixError> {
        let lines = text.lines().enumerate().map(|(number, line)| (number + 1, words(line)));
        let lines: Vec<Line<'_>> = lines.filter(|(_, words)| !words.is_empty()).collect();
        match (Self::of_lines(&lines), without_last_comma(&lines)) {
            (Err(_), Some(lines)) => Self::of_lines(&lines),
            (result, _) => result,
        }
    }

    fn of_lines(lines: &[Line<'_>]) -> Result<Self, MatrixError> {
        let (header, lines) = lines.split_at(usize::from(has_header(lines)));
        let rows = lines.len();
        if rows == 0 {
            return Err(MatrixError::Empty);
        }
        let header = header.first().map(|(line, words)| match words.len().checked_sub(rows) {
            Some(corner @ 0..=1) => Ok(&words[corner..]),
            _ => Err(MatrixError::Header { line: *line, names: words.len(), rows }),
        });
        let header = header.transpose()?;
        let (mut names, mut values) = (vec![], Vec::with_capacity(rows));
        for (row, (line, words)) in lines.iter().enumerate() {
            let of_header = header.map(|header| header[row]);
            let named = words.len() != rows && (is_name(words[0]) || of_header == Some(words[0]));
            let columns = words.len() - usize::from(named);
            if columns != rows {
                return Err(MatrixError::NotSquare { line: *line, columns, rows });
            }
            let name = if named { Some(words[0]) } else { of_header };
            names.push(name.map_or_else(|| format!("host{row}"), str::to_owned));
            let value = |word: &&str| {
                let found = latency(word).filter(|found| found.is_none_or(is_time));
                found.ok_or_else(|| MatrixError::NoLatency(*line, (*word).to_owned()))
            };
            let found: Result<Vec<Option<f64>>, MatrixError> = words[usize::from(named)..].iter().map(value).collect();
            values.push(found?);
        }
        let latencies = Latencies::new(rows, |from, to| values[from][to].unwrap_or(f64::INFINITY));
        Ok(Self { names, latencies })
    }

    /// Returns the parameters: a group for each subnet, with the name of its first host and a process on each host.
    /// `gap` is used for all links, because latencies do not determine gaps.
    ///
    /// # Errors
    /// No latency is known between two subnets; the error names all such subnets.
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

    /// Returns the median of the known latencies between the hosts of two subnets, or of one; of an even number the
    /// lower of the two in the middle.
    fn typical(&self, one: &[usize], other: &[usize]) -> Option<f64> {
        let pairs = one.iter().flat_map(|&a| other.iter().filter(move |&&b| a != b).map(move |&b| (a, b)));
        let mut known: Vec<f64> =
            pairs.map(|(a, b)| self.latencies.between(a, b)).filter(|latency| latency.is_finite()).collect();
        lower_median(&mut known)
    }

    /// Describes the hosts of two subnets.
    fn words(&self, one: &[usize], other: &[usize]) -> String {
        let all = |hosts: &[usize]| hosts.iter().map(|&host| self.names[host].as_str()).collect::<Vec<_>>().join(",");
        format!("{} and {}", all(one), all(other))
    }

    /// Returns a name that is valid in parameters. If another host has the same name, the row is appended.
    fn group_name(&self, host: usize) -> String {
        let plain = |name: &String| name.chars().map(|c| if is_of_a_name(c) { c } else { '_' }).collect::<String>();
        let all: Vec<String> = self.names.iter().map(plain).collect();
        let is_of_another = |name: &String| all.iter().enumerate().any(|(other, taken)| other != host && taken == name);
        let mut name = all[host].clone();
        while name.is_empty() || is_of_another(&name) {
            name = format!("{name}.{host}");
        }
        name
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

    /// A name, the number of processes, and the latency inside.
    type Found<'a> = (&'a str, usize, Option<f64>);

    /// Returns all groups, and the latencies between them.
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
        // b to a is not known, but a to b is; c to d is known one way; of four pairs between the sites one is known.
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
        // The name with such a number may exist already.
        let three = "n 0 1 50 50 70 70\no 1 0 50 50 70 70\nn 50 50 0 1 90 90\ny 50 50 1 0 90 90\n\
                     n.2 70 70 90 90 0 1\nz 70 70 90 90 1 0\n";
        assert_eq!(
            platform(three).unwrap().groups().iter().map(|group| &*group.name).collect::<Vec<_>>(),
            ["n.0", "n.2.2", "n.2"]
        );
    }

    #[test]
    fn names_that_could_be_latencies() {
        let rows = |text: &str| LatencyMatrix::read(text).map(|matrix| matrix.names);
        let numbers = Ok(vec!["10".to_owned(), "20".to_owned()]);
        assert_eq!(rows("10 20\n10 0 5\n20 5 0\n"), numbers);
        assert_eq!(rows("to 10 20\n10 0 5\n20 5 0\n"), numbers);
        assert_eq!(rows("x y\nx 0 5\ny 5 0\n"), Ok(vec!["x".to_owned(), "y".to_owned()]));
        let not_square = |line, columns, rows| Err(MatrixError::NotSquare { line, columns, rows });
        assert_eq!(rows("10 0 5\n20 5 0\n"), not_square(1, 3, 2));
        // A symmetrical matrix has no header.
        assert_eq!(rows("0 5 9\n5 0 9\n9 9 0\n").map(|names| names.len()), Ok(3));
    }

    #[test]
    fn a_row_is_missing() {
        let not_square = |line, columns, rows| Err(MatrixError::NotSquare { line, columns, rows });
        assert_eq!(platform("0 5 900\n5 0 900\n"), not_square(1, 3, 2));
        assert_eq!(platform("- 5 900\n5 - 900\n"), not_square(1, 3, 2));
        assert_eq!(platform("a b c\n0 5 900\n5 0 900\n"), not_square(2, 3, 2));
        assert_eq!(platform("a b c\na 0 5 900\nb 5 0 900\n"), not_square(2, 3, 2));
        let header = |names| Err(MatrixError::Header { line: 1, names, rows: 2 });
        assert_eq!(platform("# to\na b c d\n0 5\n5 0\n"), Err(MatrixError::Header { line: 2, names: 4, rows: 2 }));
        assert_eq!(platform(",a,b,c\na,0,5,900\nb,5,0,900\n"), header(4));
        assert_eq!(platform("a,b,c,d\n0,5\n5,0\n").unwrap_err().to_string(), "line 1: 4 names, but there are 2 rows");
    }

    #[test]
    fn a_comma_behind_each_row() {
        let read = |text: &str| LatencyMatrix::read(text).unwrap();
        assert_eq!(read("0,5,\n5,0,\n"), read("0,5\n5,0\n"));
        assert_eq!(read("a,0,5,\nb,5,0,\n"), read("a,0,5\nb,5,0\n"));
        assert_eq!(read(",a,b,\na,0,5,\nb,5,0,\n"), read("a,0,5\nb,5,0\n"));
        assert_eq!(read("a,b\n0,5,\n5,0,\n"), read("a,0,5\nb,5,0\n"));
        // An unknown latency at the end stays unknown.
        assert_eq!(read("a,0,\nb,5,\n"), read("a 0 -\nb 5 -\n"));
        assert_eq!(platform("0,5,\n5,0\n"), Err(MatrixError::NotSquare { line: 1, columns: 3, rows: 2 }));
    }

    #[test]
    fn errors() {
        assert_eq!(platform(" \n# nothing\n"), Err(MatrixError::Empty));
        assert_eq!(platform("0 1 2\n1 0 2\n\n2 2\n"), Err(MatrixError::NotSquare { line: 4, columns: 2, rows: 3 }));
        assert_eq!(platform("a 0 1\nb fast 0\n"), Err(MatrixError::NoLatency(2, "fast".to_owned())));
        assert_eq!(platform("a 0 1\nb -1 0\n"), Err(MatrixError::NoLatency(2, "-1".to_owned())));
        assert_eq!(platform("0 -1\n1 0\n"), Err(MatrixError::NoLatency(1, "-1".to_owned())));
        let not_square = MatrixError::NotSquare { line: 1, columns: 2, rows: 1 };
        assert_eq!(platform("0 -1\n"), Err(not_square));
        assert_eq!(platform("a 0 1e16\nb 1 0\n"), Err(MatrixError::NoLatency(1, "1e16".to_owned())));
        assert_eq!(platform("a 0 1\nb 1e-320 0\n"), Err(MatrixError::NoLatency(2, "1e-320".to_owned())));
        assert_eq!(
            platform("a 0 1 - 70\nb 1 0 - 70\nc - - 0 -\nd 70 70 - 0\n").unwrap_err().to_string(),
            "no latency is known between a,b and c; c and d"
        );
    }

    #[test]
    fn the_papers_table_4() {
        use hsplit_testing::table_4::{CLUSTERS, TABLE_4};
        // One host represents each cluster of one process, two the others.
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
