// SPDX-License-Identifier: MIT OR Apache-2.0
//! The output of the OSU benchmarks of collective calls.

use crate::Operation;

/// The calls that can be parsed, by their names in the first line. For other calls sizes have another meaning, and the
/// first time of a non-blocking call is that of a computation, too.
const TITLES: [(&str, Operation); 8] = [
    ("Broadcast", Operation::Bcast),
    ("Reduce", Operation::Reduce),
    ("Allreduce", Operation::Allreduce),
    ("Barrier", Operation::Barrier),
    ("Gather", Operation::Gather),
    ("Scatter", Operation::Scatter),
    ("Allgather", Operation::Allgather),
    ("All-to-All Personalized Exchange", Operation::Alltoall),
];

/// Parses the call, and its bytes with their mean seconds.
///
/// # Errors
/// The reason why the text is no output of such a benchmark.
pub fn parse(text: &str) -> Result<(Operation, Vec<(u64, f64)>), String> {
    let mut titles = text.lines().filter(|line| line.starts_with('#') && line.contains("OSU MPI"));
    let title = titles.next().ok_or("it has no line '# OSU MPI ... Latency Test'")?.trim_start_matches(['#', ' ']);
    if titles.next().is_some() {
        return Err("it is the output of several benchmarks".to_owned());
    }
    // `OSU MPI-CUDA Reduce Latency Test v5.6`
    let call = title.split_once(' ').and_then(|(_, rest)| rest.split_once(' ')?.1.split_once(" Latency"));
    let operation = TITLES.into_iter().find(|(name, _)| call.is_some_and(|(call, _)| call == *name));
    let (_, operation) = operation.ok_or_else(|| format!("'{title}' is no call that can be imported"))?;
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
        // The first time of these is not that of a blocking call on a communicator.
        for other in ["Non-blocking Broadcast", "Persistent Broadcast", "Neighborhood Allgather"] {
            assert!(parse(&format!("# OSU MPI {other} Latency Test v7.3\n4 2.50\n")).is_err(), "{other}");
        }
        let several = "# OSU MPI Reduce Latency Test v7.3\n4 2.50\n# OSU MPI Broadcast Latency Test v7.3\n4 1.50\n";
        assert_eq!(parse(several), Err("it is the output of several benchmarks".to_owned()));
    }
}
