// SPDX-License-Identifier: MIT OR Apache-2.0
//! Trees of all shapes, rank by rank.

use super::*;

fn ones(ranks: Range<u32>) -> Vec<Part> {
    ranks.map(Part::One).collect()
}

/// Two switches of two nodes of three ranks.
fn cluster() -> LevelGroup {
    let node = |first: u32| Part::Many(LevelGroup { inside_node: true, parts: ones(first..first + 3) });
    let switch = |first: u32| Part::Many(LevelGroup { inside_node: false, parts: vec![node(first), node(first + 3)] });
    LevelGroup { inside_node: false, parts: vec![switch(0), switch(6)] }
}

fn parents_of(shape: Shape, root: u32) -> Vec<Option<u32>> {
    (0..12).map(|rank| Tree::new(&cluster(), shape, root, rank).parent).collect()
}

#[test]
fn a_chain_goes_through_every_node_once() {
    let shape = Shape { across: Spread::Chain, inside: Spread::Binary };
    let some = |ranks: [u32; 12]| ranks.map(|rank| (rank < 12).then_some(rank)).to_vec();
    assert_eq!(parents_of(shape, 0), some([99, 0, 0, 0, 3, 3, 3, 6, 6, 6, 9, 9]));
    assert_eq!(parents_of(shape, 10), some([6, 0, 0, 0, 3, 3, 10, 6, 6, 10, 99, 10]));
    let tree = Tree::new(&cluster(), shape, 10, 7);
    assert_eq!(tree.order, [10, 11, 9, 6, 7, 8, 0, 1, 2, 3, 4, 5]);
    assert_eq!((tree.nodes.as_slice(), tree.node(), tree.stretch_of_node(3)), (&[0, 3, 6, 9][..], 1, 9..12));
}

#[test]
fn a_star_inside_a_switch_crosses_the_core_once() {
    let shape = Shape { across: Spread::Star, inside: Spread::Star };
    let tree = Tree::new(&cluster(), shape, 4, 4);
    assert_eq!(tree.order, [4, 5, 3, 0, 1, 2, 6, 7, 8, 9, 10, 11]);
    assert_eq!(tree.children.iter().map(|child| child.rank).collect::<Vec<_>>(), [5, 3, 0, 6]);
    assert_eq!(tree.children[3].subtree, 6..12);
}

#[test]
fn memory_is_read_by_all_ranks_of_a_node() {
    let package = |first: u32| Part::Many(LevelGroup { inside_node: true, parts: ones(first..first + 2) });
    let node =
        |first: u32| Part::Many(LevelGroup { inside_node: true, parts: vec![package(first), package(first + 2)] });
    let levels = LevelGroup { inside_node: false, parts: vec![node(0), Part::One(8), node(4)] };
    let tree = |rank| Tree::new(&levels, Shape { across: Spread::Chain, inside: Spread::Memory }, 6, rank);
    assert_eq!(tree(0).order, [6, 4, 5, 7, 0, 1, 2, 3, 8]);
    assert_eq!(
        (tree(0).nodes, tree(4).parent, tree(7).parent, tree(3).parent, tree(8).parent),
        (vec![0, 4, 8], Some(6), Some(6), Some(0), Some(0))
    );
    assert_eq!(
        (tree(6).neighbours().map(|child| child.rank).collect::<Vec<_>>(), tree(6).children.len()),
        (vec![4, 5, 7], 4)
    );
    assert_eq!([6, 4, 0, 3, 8].map(|rank| tree(rank).is_head()), [true, false, true, false, true]);
}

#[test]
fn as_scheduled() {
    let cluster = cluster();
    let groups = crate::adaptive::groups::groups(&cluster);
    // The nodes are groups: the third one is the root's, and sends to the last one, then to the first one, which
    // sends to the second.
    let receivers = [vec![1], vec![], vec![3, 0], vec![]];
    let shapes = [Shape { across: Spread::Star, inside: Spread::Star }; 4];
    let tree = |rank| Tree::scheduled(&groups, &receivers, &shapes, 7, rank);
    assert_eq!(tree(0).order, [7, 6, 8, 0, 1, 2, 3, 4, 5, 9, 10, 11]);
    assert_eq!(tree(7).children.iter().map(|child| child.rank).collect::<Vec<_>>(), [6, 8, 0, 9]);
    assert_eq!(tree(0).children.iter().map(|child| child.rank).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!((tree(11).parent, tree(3).parent, tree(0).subtree, tree(4).node()), (Some(9), Some(0), 3..9, 2));
    assert_eq!(Tree::scheduled_all(&groups, &receivers, &shapes, 7), (0..12).map(tree).collect::<Vec<_>>());
}

#[test]
fn a_star_in_a_scheduled_node_is_one_hop() {
    let package = |first: u32| Part::Many(LevelGroup { inside_node: true, parts: ones(first..first + 2) });
    let node = Part::Many(LevelGroup { inside_node: true, parts: vec![package(0), package(2)] });
    let groups = [&node, &Part::One(4)];
    let shapes = [Shape { across: Spread::Chain, inside: Spread::Star }; 2];
    let below = |root| Tree::scheduled_whole(&groups, &[vec![1], vec![]], &shapes, root)[root as usize].clone();
    assert_eq!((below(0), below(2)), (vec![4, 3, 2, 1], vec![4, 3, 1, 0]));
}

#[test]
fn each_group_in_its_own_shape() {
    let cluster = cluster();
    let groups = crate::adaptive::groups::groups(&cluster);
    let receivers = [vec![1, 2], vec![3], vec![], vec![]];
    let of = |inside| Shape { across: Spread::Chain, inside };
    let shapes = [Spread::Star, Spread::Chain, Spread::Star, Spread::Chain].map(of);
    let trees = Tree::scheduled_all(&groups, &receivers, &shapes, 0);
    let parents: Vec<Option<u32>> = trees.iter().map(|tree| tree.parent).collect();
    assert_eq!(parents, [99, 0, 0, 0, 3, 4, 0, 6, 6, 3, 9, 10].map(|rank| (rank < 12).then_some(rank)));
    assert!(trees.iter().all(|tree| tree.shape == shapes[0]));
}

#[test]
fn of_ranks_in_any_order() {
    // 2 sends to 0, then to 3; 0 sends to 1.
    let tree = |rank| Tree::of_ranks(&[vec![1], vec![], vec![0, 3], vec![]], 2, rank);
    assert_eq!(tree(2).order, [2, 3, 0, 1]);
    assert_eq!(tree(2).children.iter().map(|child| child.rank).collect::<Vec<_>>(), [3, 0]);
    assert_eq!([0, 1, 2, 3].map(|rank| tree(rank).parent), [Some(2), Some(0), None, Some(2)]);
    assert_eq!((tree(0).subtree, tree(3).subtree), (2..4, 1..2));
}

#[test]
fn spreads() {
    let of = |spread, count| {
        parents(spread, count).into_iter().skip(1).map(|parent| parent.expect("a parent")).collect::<Vec<_>>()
    };
    assert_eq!(of(Spread::Binomial, 8), [0, 0, 2, 0, 4, 4, 6]);
    assert_eq!(of(Spread::Binary, 7), [0, 1, 1, 0, 4, 4]);
    assert_eq!(of(Spread::Chain, 3), [0, 1]);
    assert_eq!(parents(Spread::Binary, 1), [None]);
    // 9 below: 2, 2, 2 and 3, of which the first is the child of the root and has the others below it.
    assert_eq!(of(Spread::Ary(4), 10), [0, 1, 0, 3, 0, 5, 0, 7, 7]);
    assert_eq!((of(Spread::Ary(8), 5), of(Spread::Ary(3), 2)), (vec![0; 4], vec![0]));
    for spread in Spread::ARY {
        assert_eq!(parents(spread, 1), [None]);
        for count in 2..80 {
            let of = of(spread, count);
            let Spread::Ary(degree) = spread else { panic!("{spread:?}") };
            let most = (0..count).map(|parent| of.iter().filter(|&&of| of == parent).count()).max();
            assert!(most <= Some(usize::from(degree)) && of.iter().enumerate().all(|(part, &of)| of <= part));
        }
    }
    assert!(Spread::every().all(|spread| Spread::named(spread.name()) == Some(spread)));
}
