// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Barrier`: messages without data, up the tree and down again.

use super::baseline::{self, Baseline};
use super::ranks::Ranks;
use super::schedules::{self, Receivers};
use super::{MARGIN, Plan, insides};
use crate::levels::Part;
use crate::timing::{messages, segments};
use crate::tree::{Shape, Spread, Tree};

/// Returns the best plan that was found.
pub(crate) fn plan(ranks: &Ranks<'_>, groups: &[&Part], root: u32) -> Plan {
    let top = root as usize;
    let Baseline { name, seconds: baseline } = baseline::barrier(ranks, top);
    let candidate = |receivers: &Receivers, shapes: Vec<Shape>| {
        let below = Tree::scheduled_whole(groups, receivers, &shapes, root);
        let seconds = messages::up(ranks, top, &below, |_| 0) + segments::time(ranks, top, &below, 0, 1);
        Plan {
            across: None,
            receivers: receivers.clone(),
            shapes,
            rounds: None,
            segment: 0,
            seconds,
            baseline,
            reference: name,
            margin: MARGIN,
        }
    };
    let shape = |inside| Shape { across: Spread::Binomial, inside };
    let binomial = vec![shape(Spread::Binomial); groups.len()];
    let best = schedules::best(ranks, ranks.group[top], |_| 0, |receivers| candidate(receivers, binomial.clone()));
    let own = insides::own(groups, shape, |first, below| segments::time(ranks, first, below, 0, 1));
    insides::beside_binomial(shape, own).into_iter().fold(best, |best, shapes| {
        let other = candidate(&best.receivers, shapes);
        best.or_faster(other)
    })
}

#[cfg(test)]
mod tests {
    use crate::Operation;
    use crate::adaptive::groups::groups;
    use crate::adaptive::plan::examples::{cluster, link, near, platform};
    use crate::adaptive::plan::{ModelledCall, plan};
    use crate::adaptive::strategy::FixedStrategy;

    #[test]
    fn worked_example_of_nodes_far_apart() {
        let plan = |nodes, ranks| {
            let levels = cluster(nodes, ranks);
            let platform = platform(&groups(&levels), |_, _| link(1e-3, 1e8));
            plan(
                &platform,
                &levels,
                ModelledCall { operation: Operation::Barrier, bytes: 0, longest_segment: 32 << 10, root: 0 },
                FixedStrategy::default(),
            )
        };
        // A message takes its sender and its receiver 5 us, and 1 us on the way inside. Up: 6 us inside, 1000 on the
        // way, three to receive. Down: three to send, 1000 on the way, 6 inside. In a flat tree of ranks it is seven
        // messages, without any nodes.
        let few = plan(4, 2);
        assert!(near(few.seconds, 2.0 * 1021e-6) && near(few.baseline, 2.0 * 1035e-6) && !few.gains(), "{few:?}");
        // Three times 6 us inside, and seven messages; or 63.
        let many = plan(8, 8);
        assert!(near(many.seconds, 2.0 * 1053e-6) && near(many.baseline, 2.0 * 1315e-6) && many.gains(), "{many:?}");
        assert_eq!(
            (many.words(Operation::Barrier).as_str(), many.reference),
            ("groups 0>7,6,5,4,3,2,1, binomial inside", "a flat tree")
        );
    }
}
