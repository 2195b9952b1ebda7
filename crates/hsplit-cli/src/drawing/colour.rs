// SPDX-License-Identifier: MIT OR Apache-2.0
//! The colour of each level, in all pictures, and its entry in the legend.
//!
//! Inside a node most colours are lstopo's, so that its users recognise packages and cores. Network levels, which
//! lstopo does not have, alternate between tints that the colour-blind can distinguish, and that are light when printed
//! without colour.

use hsplit_core::level::{Level, NETWORK_PREFIX};

/// The colours of network levels, outermost first.
const NETWORK: [&str; 6] = ["#cfe0f5", "#fde6c0", "#cdebd9", "#e6d9f2", "#d2eff3", "#f8d6e0"];

/// Returns the colour of the boxes of a level.
pub(crate) fn fill(level: &str) -> &'static str {
    match level {
        "MPI_COMM_WORLD" => "#f6f6f2",
        "Machine" | "PU" => "#ffffff",
        "Package" => "#dedede",
        "Die" => "#e8e8e8",
        "NUMANode" => "#efdfde",
        "Core" => "#bebebe",
        level if level.ends_with("Cache") && level.starts_with("L2") => "#e3eee6",
        level if level.ends_with("Cache") && level.starts_with("L1") => "#f7f0d8",
        level if level.ends_with("Cache") => "#f2f2f2",
        level if level.starts_with("Group") => "#eeeeee",
        level => {
            let depth = level.strip_prefix(NETWORK_PREFIX).and_then(|depth| depth.parse().ok()).unwrap_or(0);
            NETWORK[depth % NETWORK.len()]
        }
    }
}

/// A line of the legend: a colour, and its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) fill: &'static str,
    pub(crate) words: String,
}

impl Entry {
    /// Returns the entry of a level with all its names.
    pub(crate) fn of(level: &Level) -> Self {
        let name = level.name();
        let others = level.names().iter().filter(|&&other| other != name).map(|other| format!(" = {other}"));
        Self { fill: fill(name.as_str()), words: format!("{name}{}", others.collect::<String>()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hsplit_core::name::Name;

    #[test]
    fn network_levels_differ() {
        let fills = ["Net_level0", "Net_level1", "Net_level2", "Machine", "NUMANode"].map(fill);
        assert!((0..5).all(|one| (0..one).all(|other| fills[one] != fills[other])), "{fills:?}");
        let level = Level::new(&["island", "Net_level1"].map(Name::new));
        assert_eq!(Entry::of(&level), Entry { fill: fill("Net_level1"), words: "Net_level1 = island".into() });
    }
}
