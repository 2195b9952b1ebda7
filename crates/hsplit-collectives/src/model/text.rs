// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parameters as text, so that they are measured only once.
//!
//! ```text
//! by: hsplit-bench 0.1.0
//! date: 2006-11-29T12:00:00Z
//! mpi: LAM 7.1.2
//! processes: 37
//!
//! group orsay: 31 processes, latency 47.56, reduction 0.00031
//!     0 12.5
//!     1KiB 20.25
//! group idpot: 6 processes, latency 35.52
//!     0 14
//! group single: 1 process
//! link orsay idpot: latency 12181.52
//!     0 210
//! ...
//! flows orsay>idpot orsay>single: 1.97
//! ```
//!
//! First, the origin of the figures; each of these lines is optional. Then every group, and a link between every two of
//! them. Each is followed by its gap: a size in bytes and the time of a message of that size. `reduction` is the time
//! that a process of the group needs to reduce a byte with another one. `store_and_forward` is the time after its gap
//! and the latency at which a message of 16 KiB or more arrives. `rendezvous` is the time by which a rendezvous delays
//! a message of 64 KiB or more. All three are optional; the default of the first two is 0, and that of the third one a
//! request and an answer. `flows` is the result of two to eight simultaneous flows of messages: their time divided by
//! that of one, from 1 to their number. There may be none. All times are in microseconds. `#` begins a comment. A text
//! with errors gives no parameters, but a line for each error.

use std::fmt::Write;

use super::parameters::{Bundle, Link, Platform};

#[cfg(test)]
mod properties;
mod reader;

pub use reader::read;

/// The origin of parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// The program with its version, or the person, that measured them.
    pub by: String,
    /// The date.
    pub date: String,
    /// The MPI.
    pub mpi: String,
    /// The number of processes that took part.
    pub processes: String,
}

impl Provenance {
    /// Returns the keys with their values; a value is empty if it is unknown.
    pub fn lines(&self) -> [(&'static str, &str); 4] {
        [("by", &self.by), ("date", &self.date), ("mpi", &self.mpi), ("processes", &self.processes)]
    }

    fn field(&mut self, key: &str) -> Option<&mut String> {
        Some(match key {
            "by" => &mut self.by,
            "date" => &mut self.date,
            "mpi" => &mut self.mpi,
            "processes" => &mut self.processes,
            _ => return None,
        })
    }
}

/// Returns the text. Reading it gives the same parameters, to the last bit.
pub fn text(platform: &Platform, provenance: &Provenance) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    for (key, value) in provenance.lines().into_iter().filter(|(_, value)| !value.trim().is_empty()) {
        let _ = writeln!(text, "{key}: {}", value.replace('#', " ").split_whitespace().collect::<Vec<_>>().join(" "));
    }
    for (number, group) in platform.groups().iter().enumerate() {
        let processes =
            if group.processes == 1 { "1 process".to_owned() } else { format!("{} processes", group.processes) };
        let latency = group.inside.as_ref().map_or_else(String::new, |link| format!(", {}", latency_text(link)));
        let reduction = Some(platform.reduction(number)).filter(|seconds| *seconds > 0.0);
        let reduction = reduction.map_or_else(String::new, |seconds| format!(", reduction {}", microseconds(seconds)));
        let gap = group.inside.as_ref().map_or_else(String::new, gap_text);
        let _ = writeln!(text, "group {}: {processes}{latency}{reduction}{gap}", group.name);
    }
    for (j, high) in platform.groups().iter().enumerate() {
        for (i, low) in platform.groups()[..j].iter().enumerate() {
            let link = platform.link(i, j);
            let _ = writeln!(text, "link {} {}: {}{}", low.name, high.name, latency_text(link), gap_text(link));
        }
    }
    for Bundle { flows, factor } in platform.bundles() {
        let name = |group: usize| &*platform.groups()[group].name;
        let ways: Vec<String> = flows.iter().map(|&(from, to)| [from, to].map(name).join(">")).collect();
        let _ = writeln!(text, "flows {}: {factor}", ways.join(" "));
    }
    text
}

/// Formats the latency, the store-and-forward delay, and the overhead of a rendezvous.
fn latency_text(link: &Link) -> String {
    let delay = if link.store_and_forward() > 0.0 {
        format!(", store_and_forward {}", microseconds(link.store_and_forward()))
    } else {
        String::new()
    };
    let rendezvous = link
        .measured_rendezvous()
        .map_or_else(String::new, |seconds| format!(", rendezvous {}", microseconds(seconds)));
    format!("latency {}{delay}{rendezvous}", microseconds(link.latency()))
}

/// Formats the gap, in separate lines.
fn gap_text(link: &Link) -> String {
    link.gaps().points().iter().map(|&(bytes, seconds)| format!("\n    {bytes} {}", microseconds(seconds))).collect()
}

/// Converts seconds to microseconds: the digits of the shortest number that is read as the same one, with the point
/// moved.
fn microseconds(seconds: f64) -> String {
    if seconds == 0.0 {
        return "0".to_owned();
    }
    let scientific = format!("{seconds:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits = digits.replace('.', "");
    // The position of the point among the digits.
    let point = exponent.parse::<i32>().unwrap_or(0) + 7;
    let scale = point - digits.len() as i32;
    match usize::try_from(point) {
        Ok(0) | Err(_) => format!("0.{}{digits}", "0".repeat(point.unsigned_abs() as usize)),
        Ok(_) if scale >= 0 => format!("{digits}{}", "0".repeat(scale as usize)),
        Ok(point) => format!("{}.{}", &digits[..point], &digits[point..]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::parameters::{Cluster, Gap};

    #[test]
    fn times() {
        for (seconds, text) in [
            (0.0, "0"),
            (1e-6, "1"),
            (47.56e-6, "47.56"),
            (0.012_181_52, "12181.52"),
            (1.5e-9, "0.0015"),
            (2.0, "2000000"),
            (1e9, "1000000000000000"),
            (1.25e-7, "0.125"),
            (1e-7, "0.1"),
        ] {
            assert_eq!(microseconds(seconds), text);
        }
    }

    #[test]
    fn as_it_is_written() {
        let link = |latency, points: &[(usize, f64)]| Link::new(latency, Gap::new(points.to_vec()).unwrap()).unwrap();
        let groups = vec![
            Cluster {
                name: "orsay".into(),
                processes: 31,
                inside: Some(link(47.56e-6, &[(0, 12.5e-6), (1024, 20.25e-6)]).with_rendezvous(0.0).unwrap()),
            },
            Cluster { name: "single".into(), processes: 1, inside: None },
        ];
        let platform = Platform::new(groups, |_, _| {
            let link = link(0.01218152, &[(0, 210e-6)]).with_store_and_forward(5e-4);
            link.and_then(|link| link.with_rendezvous(0.024)).unwrap()
        })
        .unwrap();
        let two = Bundle { flows: vec![(0, 1), (1, 0)], factor: 1.25 };
        let three = Bundle { flows: vec![(0, 1); 3], factor: 3.0 };
        let platform = platform.with_reduction(|group| [0.0, 0.31e-9][group]).unwrap();
        let platform = platform.with_bundles(vec![two, three]).unwrap();
        let provenance =
            Provenance { by: "hsplit-bench 0.1.0".into(), mpi: "LAM 7.1.2\n#1".into(), ..Provenance::default() };
        let expected = "\
by: hsplit-bench 0.1.0
mpi: LAM 7.1.2 1
group orsay: 31 processes, latency 47.56, rendezvous 0
    0 12.5
    1024 20.25
group single: 1 process, reduction 0.00031
link orsay single: latency 12181.52, store_and_forward 500, rendezvous 24000
    0 210
flows orsay>single single>orsay: 1.25
flows orsay>single orsay>single orsay>single: 3
";
        assert_eq!(text(&platform, &provenance), expected);
        let (again, from) = read(expected).unwrap();
        assert_eq!((again, from.mpi.as_str(), from.date.as_str()), (platform, "LAM 7.1.2 1", ""));
    }
}
