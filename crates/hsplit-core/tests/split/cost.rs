// SPDX-License-Identifier: MIT OR Apache-2.0
//! The cost of a split in messages, also with thousands of ranks.

use hsplit_core::communicator::Communicator;
use hsplit_core::level::Level;
use hsplit_core::place::{Place, Step};
use hsplit_core::request::Request;
use hsplit_core::split::{Exchange, Outcome, split};
use hsplit_testing::simulated::{Calls, Simulated, run};
use hsplit_testing::view::{descend, within};
use std::sync::Arc;

/// The timeout in seconds, long enough for thousands of ranks on slow computers.
const PATIENCE: u64 = 120;
/// The number of ranks of a node, on two packages.
const PER_NODE: u32 = 16;

/// Consecutive ranks on the cores of node after node.
fn place(rank: u32) -> Place {
    let step = |name: &str, instance: u32| {
        Step::new(Arc::new(Level::new(&[hsplit_core::name::Name::new(name)])), u64::from(instance))
    };
    Place::new(vec![step("Machine", rank / PER_NODE), step("Package", rank / 8 % 2), step("Core", rank % 8)])
}

/// The result of one split on each rank: its calls, its communicator's size, siblings, index and rank.
fn one_split(ranks: u32, exchange: Exchange, roots: bool) -> Vec<(Calls, [u32; 5])> {
    within(PATIENCE, move || {
        let body = |comm: Simulated| {
            let request = Request { roots, ..Request::unguided(1, 0, place(comm.rank())) };
            let Ok(Outcome::Split(split)) = split(&comm, &request, exchange) else { panic!("a split of ours") };
            let member = split.member.expect("every rank is inside a node");
            let roots = split.rootscomm.map_or(0, |roots| roots.size());
            [member.comm.size(), member.siblings, member.index, member.comm.rank(), roots]
        };
        let (seen, calls) = run(ranks as usize, body);
        calls.into_iter().zip(seen).collect()
    })
}

fn check_thousands(ranks: u32, exchange: Exchange) {
    for (rank, (_, seen)) in (0..ranks).zip(one_split(ranks, exchange, true)) {
        let nodes = ranks / PER_NODE;
        let roots = if rank % PER_NODE == 0 { nodes } else { 0 };
        assert_eq!(seen, [PER_NODE, nodes, rank / PER_NODE, rank % PER_NODE, roots], "rank {rank}");
    }
}

#[test]
fn thousands_of_ranks_gathered() {
    check_thousands(2000, Exchange::Gathered);
}

#[test]
fn thousands_of_ranks_reduced() {
    check_thousands(4096, Exchange::Reduced);
}

/// The default exchange changes above the limit.
#[test]
fn the_limit_is_where_it_says() {
    let limit = hsplit_core::split::GATHER_LIMIT;
    assert!(Exchange::BySize.gathers(limit) && !Exchange::BySize.gathers(limit + 1));
    let calls = one_split(32, Exchange::BySize, false)[0].0;
    assert_eq!(calls.allgather, 1);
}

/// One exchange and one creation; the communicator of the roots costs one creation more.
#[test]
fn a_gathered_split_is_one_exchange_and_one_creation() {
    let split = Calls { allgather: 1, create: 1, ..Calls::default() };
    assert!(one_split(64, Exchange::Gathered, false).iter().all(|(calls, _)| *calls == split));
    for (rank, (calls, _)) in one_split(64, Exchange::Gathered, true).iter().enumerate() {
        assert_eq!(*calls, Calls { create: 2, ..split }, "rank {rank}");
    }
}

/// If every rank is alone in its communicator, it creates it without the others.
#[test]
fn communicators_of_one_rank_are_created_alone() {
    for (roots, create) in [(false, 0), (true, 1)] {
        let calls = within(PATIENCE, move || {
            run(8, |comm| {
                let request = Request { roots, ..Request::guided(1, 0, place(comm.rank()), "Core") };
                split(&comm, &request, Exchange::Gathered).is_ok()
            })
            .1
        });
        let expected = Calls { allgather: 1, create, create_alone: 1, ..Calls::default() };
        assert!(calls.iter().all(|calls| *calls == expected), "{calls:?}");
    }
}

/// Two levels of switches of which only names are known, as in Slurm's variables, and nodes by their identity:
/// splitting down to the last level takes one exchange per step, for ranks on one leaf and on several.
#[test]
fn names_of_switches_cost_no_second_exchange() {
    let named = |rank: u32, per_leaf: u32| {
        let told = format!("core.leaf{}.n{rank}", 100 + rank / per_leaf);
        let network =
            hsplit_core::network::slurm::of_variables(&told, "switch.switch.node").expect("as Slurm tells it");
        let node = Step { instance: 1 << 48 | u64::from(rank / PER_NODE), ..place(rank).steps()[0].clone() };
        Place::new([&network.steps[..], &[node], &place(rank).steps()[1..]].concat())
    };
    for per_leaf in [16, 64, 128] {
        let (depths, calls) = within(PATIENCE, move || {
            run(128, |comm| {
                descend(&comm, Exchange::Gathered, |_| Request::unguided(1, 0, named(comm.rank(), per_leaf))).len()
            })
        });
        let steps = if per_leaf == 64 { 5 } else { 4 };
        assert_eq!(depths, [steps; 128], "{per_leaf} a leaf");
        // The test view itself gathers the members of every new communicator.
        assert_eq!(
            calls.iter().map(|calls| calls.allgather as usize).collect::<Vec<_>>(),
            [steps + steps - 1; 128],
            "{per_leaf} a leaf"
        );
    }
}

/// At any number of ranks, each takes part in the same few collectives.
#[test]
fn a_reduced_split_costs_the_same_at_any_size() {
    let expected =
        Calls { merge_all: 1, split: 1, all_equal: 1, sum: 1, sum_before: 1, what_first_says: 1, ..Calls::default() };
    for ranks in [32, 64, 512] {
        assert!(
            one_split(ranks, Exchange::Reduced, false).iter().all(|(calls, _)| *calls == expected),
            "{ranks} ranks"
        );
        assert!(
            one_split(ranks, Exchange::Reduced, true).iter().all(|(calls, _)| *calls == Calls { split: 2, ..expected }),
            "{ranks} ranks"
        );
    }
}

/// A call whose ranks are all unwilling or nameless costs only the exchange, of either kind.
#[test]
fn nothing_costs_the_exchange_alone() {
    use hsplit_core::request::SplitSpec;
    for (exchange, expected) in [
        (Exchange::Gathered, Calls { allgather: 1, ..Calls::default() }),
        (Exchange::Reduced, Calls { merge_all: 1, ..Calls::default() }),
    ] {
        for question in [SplitSpec::UNDEFINED, SplitSpec::nameless(1), SplitSpec::native(2)] {
            let calls =
                within(PATIENCE, move || run(8, |comm| split(&comm, &Request::new(question), exchange).is_ok()).1);
            assert!(calls.iter().all(|calls| *calls == expected), "{question:?}, {exchange:?}");
        }
    }
}
