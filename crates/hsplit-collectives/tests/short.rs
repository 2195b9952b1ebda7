// SPDX-License-Identifier: MIT OR Apache-2.0
//! Short calls among the leaders of nodes, each in a thread of its own: data, its order, and the number of messages.

use std::convert::Infallible;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use proptest::prelude::*;

use hsplit_collectives::levels::{LevelGroup, Position};
use hsplit_collectives::nodes::Nodes;
use hsplit_collectives::short::{At, Combine, Wire};
use hsplit_testing::random_machine::Tape;
use hsplit_testing::world::World;

/// A node's end of all messages, which arrive in order between any two nodes.
struct Post {
    node: usize,
    to: Vec<Sender<Vec<u8>>>,
    from: Vec<Receiver<Vec<u8>>>,
    sent: Vec<usize>,
}

impl Wire for Post {
    type Error = Infallible;

    fn send(&mut self, to: usize, data: &[u8]) -> Result<(), Infallible> {
        assert_ne!(to, self.node, "a message from a node to itself");
        self.sent.push(to);
        self.to[to].send(data.to_vec()).expect("every node stays to the end");
        Ok(())
    }

    fn receive(&mut self, from: usize, data: &mut [u8]) -> Result<(), Infallible> {
        data.copy_from_slice(&self.from[from].recv_timeout(Duration::from_secs(20)).expect("a message"));
        Ok(())
    }

    fn exchange(&mut self, to: usize, data: &[u8], from: usize, into: &mut [u8]) -> Result<(), Infallible> {
        self.send(to, data)?;
        self.receive(from, into)
    }
}

impl Combine for Post {
    /// Operands are intervals of nodes, from the first to one past the last: only neighbours can be combined.
    fn combine(&mut self, left: &[u8], right: &mut [u8]) -> Result<(), Infallible> {
        assert_eq!(left[1], right[0], "operands that are no neighbours, or in the wrong order");
        right[0] = left[0];
        Ok(())
    }
}

/// Runs every node in a thread: returns each node's result and the nodes it has sent to.
fn on_all<R: Send>(nodes: usize, run: impl Fn(At, &mut Post) -> R + Sync) -> Vec<(R, Vec<usize>)> {
    on_all_with(&[], nodes, run)
}

/// As [`on_all`], with nodes that share levels.
fn on_all_with<R: Send>(borders: &[u8], nodes: usize, run: impl Fn(At, &mut Post) -> R + Sync) -> Vec<(R, Vec<usize>)> {
    let mut ends: Vec<Vec<Option<Receiver<_>>>> = (0..nodes).map(|_| (0..nodes).map(|_| None).collect()).collect();
    let to: Vec<Vec<Sender<_>>> = (0..nodes)
        .map(|from| {
            let open = |to: usize| {
                let (sender, receiver) = channel();
                ends[to][from] = Some(receiver);
                sender
            };
            (0..nodes).map(open).collect()
        })
        .collect();
    let posts: Vec<Post> = ends
        .into_iter()
        .zip(to)
        .enumerate()
        .map(|(node, (from, to))| Post { node, to, from: from.into_iter().flatten().collect(), sent: vec![] })
        .collect();
    std::thread::scope(|scope| {
        let run = &run;
        let threads: Vec<_> = posts
            .into_iter()
            .map(|mut post| {
                scope.spawn(move || {
                    let result = run(At { node: post.node, nodes, borders }, &mut post);
                    // Kept to the end, because others may still send here.
                    (result, std::mem::take(&mut post.sent), post)
                })
            })
            .collect();
        let ended: Vec<_> = threads.into_iter().map(|thread| thread.join().expect("no node panics")).collect();
        assert!(ended.iter().all(|(_, _, post)| post.from.iter().all(|from| from.try_recv().is_err())));
        ended.into_iter().map(|(result, sent, _)| (result, sent)).collect()
    })
}

/// Returns the exponent of the next power of two.
fn rounds(nodes: usize) -> usize {
    nodes.next_power_of_two().ilog2() as usize
}

/// Returns the round in which a tree's last node is reached, if each node sends one message a round.
fn last_round(sent: &[&Vec<usize>], root: usize) -> usize {
    (1..).zip(sent[root]).map(|(round, &child)| round + last_round(sent, child)).max().unwrap_or(0)
}

/// Returns the number of messages between the two halves of the nodes, below two switches.
fn across<R>(all: &[(R, Vec<usize>)]) -> usize {
    let half = all.len() / 2;
    let crosses = |node: usize, to: &usize| (node < half) != (*to < half);
    all.iter().enumerate().map(|(node, (_, sent))| sent.iter().filter(|to| crosses(node, to)).count()).sum()
}

#[test]
fn few_messages_pass_between_switches() {
    for nodes in [4, 8, 16] {
        for root in 0..nodes {
            let told = on_all(nodes, |at, post| {
                let Ok(()) = at.broadcast(post, root, &mut [0; 3]);
            });
            assert_eq!(across(&told), 1);
        }
        let all = on_all(nodes, |at, post| {
            let Ok(()) = at.barrier(post);
        });
        assert_eq!(across(&all), nodes);
        let all = on_all(nodes, |at, post| {
            let Ok(()) = at.allgather(post, |_| 1, &mut vec![0; nodes]);
        });
        assert_eq!(across(&all), nodes);
    }
}

#[test]
fn a_tree_enters_each_part_once() {
    // Parts of three, two, four and one node, the third of two parts of two.
    let borders = [0, 1, 1, 0, 1, 0, 2, 1, 2, 0];
    let parts = [0, 0, 0, 1, 1, 2, 2, 2, 2, 3];
    for root in 0..parts.len() {
        let all = on_all_with(&borders, parts.len(), |at, post| {
            let Ok(()) = at.broadcast(post, root, &mut [0; 3]);
        });
        let links = all.iter().enumerate().flat_map(|(node, (_, sent))| sent.iter().map(move |&to| (node, to)));
        assert_eq!(links.filter(|&(from, to)| parts[from] != parts[to]).count(), 3, "{root}");
        let reduced = on_all_with(&borders, parts.len(), |at, post| {
            let (mut own, mut other) = ([at.node as u8, at.node as u8 + 1], [0; 2]);
            let Ok(result) = at.reduce(post, root, &mut own, &mut other);
            [result[0], result[1]]
        });
        assert_eq!(reduced[root].0, [0, parts.len() as u8]);
    }
}

#[test]
fn all_nodes_get_all_data_in_few_messages() {
    for nodes in 1..=17 {
        for root in [0, nodes / 2, nodes - 1] {
            let data = on_all(nodes, |at, post| {
                let mut data = [if at.node == root { 7 } else { 0 }; 3];
                let Ok(()) = at.broadcast(post, root, &mut data);
                data
            });
            assert!(data.iter().all(|(data, _)| *data == [7; 3]));
            assert_eq!(data.iter().map(|(_, sent)| sent.len()).sum::<usize>(), nodes - 1);
            let sent: Vec<&Vec<usize>> = data.iter().map(|(_, sent)| sent).collect();
            assert_eq!(last_round(&sent, root), rounds(nodes), "{nodes} {root}");
            let sums = on_all(nodes, |at, post| {
                let (mut own, mut other) = ([at.node as u8, at.node as u8 + 1], [0; 2]);
                let Ok(result) = at.reduce(post, root, &mut own, &mut other);
                [result[0], result[1]]
            });
            assert_eq!(sums[root].0, [0, nodes as u8]);
            assert_eq!(sums.iter().map(|(_, sent)| sent.len()).sum::<usize>(), nodes - 1);
        }
        let sums = on_all(nodes, |at, post| {
            let (mut own, mut other) = ([at.node as u8, at.node as u8 + 1], [0; 2]);
            let Ok(result) = at.reduce_to_all(post, &mut own, &mut other);
            [result[0], result[1]]
        });
        let most = nodes.ilog2() as usize + if nodes.is_power_of_two() { 0 } else { 1 };
        assert!(sums.iter().all(|(sum, sent)| *sum == [0, nodes as u8] && sent.len() <= most), "{nodes}: {sums:?}");
    }
}

#[test]
fn the_last_node_holds_up_all_at_a_barrier() {
    for nodes in 2..=9 {
        for last in 0..nodes {
            let (entered, left): (Vec<_>, Vec<_>) = on_all(nodes, |at, post| {
                if at.node == last {
                    std::thread::sleep(Duration::from_millis(2));
                }
                let entered = std::time::Instant::now();
                let Ok(()) = at.barrier(post);
                assert_eq!(post.sent.len(), rounds(nodes));
                (entered, std::time::Instant::now())
            })
            .into_iter()
            .map(|(times, _)| times)
            .unzip();
            assert!(entered.iter().max() <= left.iter().min());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn blocks_of_any_lengths_come_to_all(lengths in prop::collection::vec(0usize..5, 1..12)) {
        let nodes = lengths.len();
        let all = on_all(nodes, |at, post| {
            let first = at.first_gathered();
            let ring = |by: usize| (first + by) % nodes;
            let block = |of: usize| vec![if of == at.node { of as u8 } else { u8::MAX }; lengths[of]];
            let mut data: Vec<u8> = (0..nodes).map(ring).flat_map(block).collect();
            let Ok(()) = at.allgather(post, |node| lengths[node], &mut data);
            (first, data)
        });
        for (node, ((first, data), sent)) in all.iter().enumerate() {
            let expected = (0..nodes).map(|by| (first + by) % nodes).flat_map(|of| vec![of as u8; lengths[of]]);
            prop_assert!(data.iter().copied().eq(expected), "{node}: {data:?}");
            prop_assert_eq!(sent.len(), rounds(nodes));
        }
    }

    /// Ranks in any order on random machines.
    #[test]
    fn every_rank_is_on_one_node_with_a_leader(tape in prop::collection::vec(any::<u8>(), 0..200)) {
        let world = World::draw(&mut Tape(&tape));
        let positions: Vec<Position> = world.ranks.iter().map(|rank| Position::of(&rank.place)).collect();
        let (levels, ranks) = (LevelGroup::of(&positions), world.ranks.len());
        let nodes = Nodes::ascending(&levels);
        prop_assert_eq!(nodes.count(), levels.nodes());
        let mut order: Vec<u32> = nodes.order().collect();
        order.sort_unstable();
        prop_assert!(order.into_iter().eq(0..ranks as u32));
        for rank in 0..ranks as u32 {
            let node = nodes.node_of(rank);
            let mut same = levels.node_of(rank);
            same.sort_unstable();
            prop_assert_eq!(nodes.ranks(node)[nodes.place(rank)], rank);
            prop_assert!(same.is_empty() || nodes.ranks(node) == same);
            prop_assert_eq!(nodes.leader(node, Some(rank)), rank);
            let leaders: Vec<u32> = (0..nodes.count()).map(|node| nodes.leader(node, Some(rank))).collect();
            prop_assert!(leaders.iter().enumerate().all(|(node, leader)| nodes.ranks(node).contains(leader)));
            prop_assert_eq!(nodes.leader(node, None), nodes.ranks(node)[0]);
        }
    }
}
