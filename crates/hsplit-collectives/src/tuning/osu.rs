// SPDX-License-Identifier: MIT OR Apache-2.0
//! The output of the OSU benchmarks of collective calls.

use crate::Operation;

/// The calls that can be parsed, by the words of their first line. For other calls sizes have another meaning.
const TITLES: [(&str, Operation); 8] = [
    (" Broadcast Latency", Operation::Bcast),
    (" Reduce Latency", Operation::Reduce),
    (" Allreduce Latency", Operation::Allreduce),
    (" Barrier Latency", Operation::Barrier),
    (" Gather Latency", Operation::Gather),
    (" Scatter Latency", Operation::Scatter),
    (" Allgather Latency", Operation::Allgather),
    (" All-to-All Personalized Exchange Latency", Operation::Alltoall),
];

/// Parses the call, and its bytes with their mean seconds.
///
/// # Errors
/// The reason why the text is no output of such a benchmark.
pub fn parse(text: &str) -> Result<(Operation, Vec<(u64, f64)>), String> {
    let title = text.lines().find(|line| line.starts_with('#') && line.contains("OSU MPI"));
    let title = title.ok_or("it has no line '# OSU MPI ... Latency Test'")?;
    let (_, operation) = TITLES
        .into_iter()
        .find(|(words, _)| title.contains(words))
        .ok_or_else(|| format!("'{}' is no call that can be imported", title.trim_start_matches(['#', ' '])))?;
    let times: Vec<(u64, f64)> = text.lines().filter_map(|line| line_of(operation, line)).collect();
    if times.is_empty() { Err("it has no time".to_owned()) } else { Ok((operation, times)) }
}

/// A barrier's line begins with its time, others' with a size. (Between them there may be lines of the launcher.)
fn line_of(operation: Operation, line: &str) -> Option<(u64, f64)> {
    let mut words = line.split_whitespace();
    let bytes = if operation == Operation::Barrier { 0 } else { words.next()?.parse().ok()? };
    let microseconds: f64 = words.next()?.parse().ok()?;
    (microseconds.is_finite() && microseconds >= 0.0).then_some((bytes, microseconds / 1e6))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs() {
        let text = "a launcher's line\n\n# OSU MPI Allreduce Latency Test v7.3\n# Datatype: MPI_CHAR.\n\
                    # Size       Avg Latency(us)   Min Latency(us)\n4       2.50   2.40\n1048576   1000.00  999.00\n";
        assert_eq!(parse(text), Ok((Operation::Allreduce, vec![(4, 2.5e-6), (1 << 20, 1e-3)])));
        let text = "# OSU MPI-CUDA Barrier Latency Test v5.6\n# Avg Latency(us)\n              1.50\n";
        assert_eq!(parse(text), Ok((Operation::Barrier, vec![(0, 1.5e-6)])));
        for wrong in ["", "# OSU MPI Allgatherv Latency Test\n1 2\n", "# OSU MPI Reduce Latency Test\nx 1\n1 NaN\n"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
