// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parameters of one job for the groups of another, or for a part of them.

use crate::model::parameters::{Bundle, Cluster, Platform};

/// Returns the parameters of groups with these names and sizes.
///
/// The number of processes of a group at its measurement may differ, if its inside was measured where it is needed.
///
/// # Errors
/// A text that names the group that is missing, or was measured with one process only.
pub fn fitted(known: &Platform, names: &[String], sizes: &[usize]) -> Result<Platform, String> {
    let find = |name: &String| known.group_named(name).ok_or_else(|| format!("has no group '{name}'"));
    let numbers: Vec<usize> = names.iter().map(find).collect::<Result<_, _>>()?;
    let group = |(&number, &processes): (&usize, &usize)| {
        let known = &known.groups()[number];
        let inside = known.inside.clone().filter(|_| processes > 1);
        if processes > 1 && inside.is_none() {
            return Err(format!("group '{}' has one process there and {processes} here", known.name));
        }
        Ok(Cluster { name: known.name.clone(), processes, inside })
    };
    let groups = numbers.iter().zip(sizes).map(group).collect::<Result<_, _>>()?;
    let platform = Platform::new(groups, |low, high| known.link(numbers[low], numbers[high]).clone());
    let number = |known: usize| numbers.iter().position(|&number| number == known);
    // Flows with a missing group are left out.
    let bundles = known.bundles().iter().filter_map(|Bundle { flows, factor }| {
        let flow = |&(from, to): &(usize, usize)| Some((number(from)?, number(to)?));
        Some(Bundle { flows: flows.iter().map(flow).collect::<Option<_>>()?, factor: *factor })
    });
    platform
        .and_then(|platform| platform.with_reduction(|group| known.reduction(numbers[group])))
        .and_then(|platform| platform.with_bundles(bundles.collect()))
        .map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::parameters::{Gap, Link};

    #[test]
    fn a_part_of_the_groups_in_another_order() {
        let link = |latency: f64| Link::new(latency, Gap::new(vec![(0, 1.0)]).unwrap()).unwrap();
        let group = |(name, processes): (&str, usize)| Cluster {
            name: name.into(),
            processes,
            inside: (processes > 1).then(|| link(processes as f64)),
        };
        let known = Platform::new([("a", 4), ("b", 1), ("c", 2)].map(group).to_vec(), |i, j| link((10 * i + j) as f64))
            .unwrap();
        let two = |flows: [(usize, usize); 2], factor| Bundle { flows: flows.to_vec(), factor };
        let flows = vec![two([(0, 2), (2, 0)], 1.5), two([(0, 2), (0, 1)], 2.0)];
        let known = known.with_reduction(|group| group as f64).unwrap().with_bundles(flows).unwrap();
        let ask = |names: &[&str], sizes: &[usize]| {
            fitted(&known, &names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>(), sizes)
        };
        let found = ask(&["c", "a"], &[8, 1]).unwrap();
        assert_eq!(
            (found.groups()[0].processes, found.groups()[0].inside.clone(), found.groups()[1].inside.clone()),
            (8, Some(link(2.0)), None)
        );
        assert_eq!((found.link(0, 1).latency(), found.reduction(0), found.reduction(1)), (2.0, 2.0, 0.0));
        assert_eq!(found.bundles(), [two([(1, 0), (0, 1)], 1.5)]);
        assert_eq!(ask(&["a", "d"], &[1, 1]).unwrap_err(), "has no group 'd'");
        assert_eq!(ask(&["a", "b"], &[1, 2]).unwrap_err(), "group 'b' has one process there and 2 here");
    }
}
