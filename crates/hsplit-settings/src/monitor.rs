// SPDX-License-Identifier: MIT OR Apache-2.0
//! The settings for counting messages.

/// The output of counts in `MPI_Finalize`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// To a file of each process.
    Parts,
    /// To rank 0, which writes all counts.
    Gather,
}

/// `HSPLIT_MONITOR`: the output of counts, and the counted classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Monitor {
    /// The output of counts.
    pub output: Output,
    /// Point-to-point messages.
    pub p2p: bool,
    /// Collective calls.
    pub collectives: bool,
    /// One-sided accesses.
    pub rma: bool,
    /// The time in calls.
    pub time: bool,
}

impl Monitor {
    /// The syntax of the variable.
    pub const VALUES: &'static str = "none | parts[,WHAT...] | gather[,WHAT...]";
}

/// Parses the variable; `Some(None)` for `none`.
pub(super) fn monitor(text: &str) -> Option<Option<Monitor>> {
    let mut words = text.split(',').map(str::trim);
    let output = match words.next()? {
        "none" => return words.next().is_none().then_some(None),
        "parts" => Output::Parts,
        "gather" => Output::Gather,
        _ => return None,
    };
    let mut monitor = Monitor { output, p2p: false, collectives: false, rma: false, time: false };
    for word in words {
        match word {
            "p2p" => monitor.p2p = true,
            "collectives" => monitor.collectives = true,
            "rma" => monitor.rma = true,
            "time" => monitor.time = true,
            _ => return None,
        }
    }
    let is_nothing_named = !(monitor.p2p || monitor.collectives || monitor.rma);
    let everything = Monitor { p2p: true, collectives: true, rma: true, ..monitor };
    Some(Some(if is_nothing_named { everything } else { monitor }))
}

/// The values of `as` of `HSPLIT_MONITOR`.
pub const EXPANSIONS: &str = "meaning | trees | none";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_counted_where_nothing_is_named() {
        let all = Monitor { output: Output::Parts, p2p: true, collectives: true, rma: true, time: false };
        assert_eq!(monitor("none"), Some(None));
        assert_eq!(monitor("parts"), Some(Some(all)));
        let some = Monitor { output: Output::Gather, p2p: false, ..all };
        assert_eq!(monitor("gather, rma,collectives"), Some(Some(some)));
        assert_eq!(monitor("parts,time"), Some(Some(Monitor { time: true, ..all })));
        let timed = Monitor { p2p: true, time: true, collectives: false, rma: false, output: Output::Gather };
        assert_eq!(monitor("gather,time,p2p"), Some(Some(timed)));
        for wrong in ["", "part", "none,p2p", "p2p", "time", "parts,", "none,time", "parts,gather", "parts p2p"] {
            assert_eq!(monitor(wrong), None, "{wrong}");
        }
    }
}
