// SPDX-License-Identifier: MIT OR Apache-2.0
//! An order of all levels in which each level comes before the levels that are inside it on any node.
//!
//! If a network has a level for each named switch, there are thousands of levels, but levels with one name have the
//! same position relative to the others. So levels form classes, and only classes are compared.

use std::collections::{HashMap, HashSet};

use super::layout;
use super::shapes::Shapes;
use crate::name::Name;

/// Levels grouped by their position on every node.
pub(super) struct Classes {
    /// The levels of each class, in the order of their first entries.
    members: Vec<Vec<usize>>,
    /// For each class, the classes that are outside it on some node.
    outside: Vec<HashSet<usize>>,
}

impl Classes {
    /// The classes of the levels of all shapes. A level that a node lacks has the position of the first level of its
    /// name there. So the levels with one name are one class, except levels inside another level of their name.
    pub(super) fn of(shapes: &Shapes<'_>) -> Self {
        let names: Vec<Option<Name>> =
            shapes.levels.iter().map(|names| layout::level(names).map(|level| level.name())).collect();
        let repeats = repeats(shapes, &names);
        let (mut members, mut class_of): (Vec<Vec<usize>>, Vec<usize>) = (vec![], vec![]);
        let mut known: HashMap<Option<Name>, usize> = HashMap::new();
        for (level, &name) in names.iter().enumerate() {
            let new = members.len();
            let class = if repeats.contains(&level) { new } else { *known.entry(name).or_insert(new) };
            if class == new {
                members.push(vec![]);
            }
            members[class].push(level);
            class_of.push(class);
        }
        let name_of: Vec<Option<Name>> = members.iter().map(|levels| names[levels[0]]).collect();
        let alike: HashSet<Vec<usize>> =
            shapes.all.iter().map(|shape| shape.levels.iter().map(|&level| class_of[level]).collect()).collect();
        let mut outside = vec![HashSet::new(); members.len()];
        for path in alike {
            let place = |class: usize| {
                let own = path.iter().position(|&other| other == class);
                own.or_else(|| path.iter().position(|&other| name_of[other] == name_of[class]))
            };
            let places: Vec<(usize, usize)> =
                (0..members.len()).filter_map(|class| Some((place(class)?, class))).collect();
            for &(inner, class) in &places {
                outside[class].extend(places.iter().filter(|(outer, _)| *outer < inner).map(|(_, outer)| outer));
            }
        }
        Self { members, outside }
    }

    /// All levels, widest first. If several may come next, or if each remaining one is inside another, the one with the
    /// first entry comes next.
    pub(super) fn widest_first(self) -> Vec<usize> {
        let mut order = vec![];
        let mut next = vec![0; self.members.len()];
        let is_left = |next: &[usize], class: usize| next[class] < self.members[class].len();
        loop {
            let left = (0..next.len()).filter(|&class| is_left(&next, class));
            let first = |classes: &mut dyn Iterator<Item = usize>| {
                classes.min_by_key(|&class| self.members[class][next[class]])
            };
            let is_free = |class: &usize| !self.outside[*class].iter().any(|&outer| is_left(&next, outer));
            let Some(class) = first(&mut left.clone().filter(is_free)).or_else(|| first(&mut left.clone())) else {
                return order;
            };
            order.push(self.members[class][next[class]]);
            next[class] += 1;
        }
    }
}

/// The levels that are inside another level of their name on some node.
fn repeats(shapes: &Shapes<'_>, names: &[Option<Name>]) -> HashSet<usize> {
    let mut repeats = HashSet::new();
    let mut seen = HashSet::new();
    for shape in &shapes.all {
        seen.clear();
        repeats.extend(shape.levels.iter().filter(|&&level| !seen.insert(names[level])));
    }
    repeats
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Table, build, entry};
    use crate::{level::Level, place::Place, place::Step};
    use proptest::prelude::*;
    use std::sync::Arc;

    /// The names of a level with one of a few names, which occurs with different aliases.
    fn names(name: u64, other: u64) -> Vec<u8> {
        format!("alias{other}\0Net_level{name}\0\0").into_bytes()
    }

    fn by_comparing(shapes: &Shapes<'_>) -> Vec<usize> {
        let names: Vec<Option<Name>> =
            shapes.levels.iter().map(|names| layout::level(names).map(|level| level.name())).collect();
        let is_inside = |inner: usize, outer: usize| {
            shapes.all.iter().any(|shape| {
                let position = |level: usize| {
                    let own = shape.levels.iter().position(|&other| other == level);
                    own.or_else(|| shape.levels.iter().position(|&other| names[other] == names[level]))
                };
                position(inner).zip(position(outer)).is_some_and(|(inner, outer)| inner > outer)
            })
        };
        let mut left: Vec<usize> = (0..shapes.levels.len()).collect();
        let mut order = vec![];
        while !left.is_empty() {
            let widest = left.iter().position(|&level| !left.iter().any(|&other| is_inside(level, other)));
            order.push(left.remove(widest.unwrap_or(0)));
        }
        order
    }

    proptest! {
        #[test]
        fn classes_give_the_order_of_comparing_all(
            told in prop::collection::vec(prop::collection::vec((0_u64..4, 0_u64..3), 0..5), 0..8),
        ) {
            let told: Vec<Vec<u8>> = told.iter().map(|levels| {
                let mut shape = (levels.len() as u32).to_le_bytes().to_vec();
                levels.iter().for_each(|&(name, other)| shape.extend(names(name, other)));
                shape.extend([0; 8]);
                shape
            }).collect();
            let mut shapes = Shapes::default();
            told.iter().for_each(|shape| { shapes.index(shape); });
            prop_assert_eq!(Classes::of(&shapes).widest_first(), by_comparing(&shapes));
        }
    }

    #[test]
    fn many_named_switches_take_little_time() {
        let (leaves, per_leaf) = (10_000_u64, 5);
        let machine = Arc::new(Level::new(&[Name::new("Machine")]));
        let mut entries = vec![];
        for rank in 0..(leaves * per_leaf) as u32 {
            let leaf = u64::from(rank) / per_leaf;
            let step = |level: &Arc<Level>, instance| Step::new(level.clone(), instance);
            let (top, own) = (format!("top{}", leaf / 100), format!("leaf{leaf}"));
            let above = [Level::network(0, &[&top]), Level::network(1, &[&own])].map(Arc::new);
            let steps = vec![step(&above[0], leaf / 100), step(&above[1], leaf % 100), step(&machine, rank.into())];
            entries.extend(entry(rank, &Place::new(steps), None));
        }
        let table = Table::open(build(&entries, (leaves * per_leaf) as u32)).expect("a table");
        let levels: Vec<(&str, u32)> = table.levels().iter().map(|(name, count)| (name.as_str(), *count)).collect();
        assert_eq!(levels, [("Net_level0", 100), ("Net_level1", 10_000), ("Machine", 50_000)]);
    }
}
