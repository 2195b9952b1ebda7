// SPDX-License-Identifier: MIT OR Apache-2.0
//! The groups for which schedules are computed.

use crate::levels::{LevelGroup, Part};

/// Maximum number of groups, unless the widest level has more parts: the time of planning grows faster than the square
/// of their number.
const MOST: usize = 64;
/// Maximum number of groups that are planned. The parameters of each pair are measured and stored.
pub const MOST_PLANNED: usize = 128;

/// Returns the groups of a communicator: the parts of the lowest level above the ranks that does not have too many, and
/// at least those of the widest one. These are the nodes of a small job, the lowest switches of a larger one.
pub fn groups(levels: &LevelGroup) -> Vec<&Part> {
    let mut groups: Vec<&Part> = levels.parts.iter().collect();
    loop {
        let narrower: Vec<&Part> = groups
            .iter()
            .flat_map(|part| network(part).map_or(vec![*part], |level| level.parts.iter().collect()))
            .collect();
        if narrower.len() == groups.len() || narrower.len() > MOST {
            return groups;
        }
        groups = narrower;
    }
}

/// Returns the level below a part, if that is in the network.
pub(crate) fn network(part: &Part) -> Option<&LevelGroup> {
    match part {
        Part::Many(level) if !level.inside_node => Some(level),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(first: u32) -> Part {
        Part::Many(LevelGroup { inside_node: true, parts: vec![Part::One(first), Part::One(first + 1)] })
    }

    fn switch(first: u32, nodes: u32) -> Part {
        Part::Many(LevelGroup { inside_node: false, parts: (0..nodes).map(|at| node(first + 2 * at)).collect() })
    }

    #[test]
    fn nodes_while_they_are_few_and_switches_then() {
        let firsts = |levels: &LevelGroup| groups(levels).iter().map(|part| part.first()).collect::<Vec<_>>();
        let small = LevelGroup { inside_node: false, parts: vec![switch(0, 2), node(4), switch(6, 1)] };
        assert_eq!(firsts(&small), [0, 2, 4, 6]);
        let large = |nodes| LevelGroup { inside_node: false, parts: vec![switch(0, nodes), switch(2 * nodes, nodes)] };
        assert_eq!(firsts(&large(32)).len(), 64);
        assert_eq!(firsts(&large(33)), [0, 66]);
        let wide = LevelGroup { inside_node: false, parts: (0..100).map(|at| node(2 * at)).collect() };
        assert_eq!(firsts(&wide).len(), 100);
    }
}
