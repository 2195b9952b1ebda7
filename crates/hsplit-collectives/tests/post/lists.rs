// SPDX-License-Identifier: MIT OR Apache-2.0
//! Operands that record the order in which they are combined, along trees.

use std::collections::BTreeMap;
use std::convert::Infallible;

use hsplit_collectives::reduce;
use hsplit_collectives::transport::{Combine, Done, Transport};
use hsplit_collectives::tree::Tree;
use hsplit_testing::simulated::{self, Simulated};

use crate::post::{Counter, Post, simulated_rank};

/// The results of each rank, by segment, and the number of messages it sent to each rank.
type Outcomes = Vec<(Vec<Option<Vec<u32>>>, BTreeMap<u32, usize>)>;

/// Operands are lists; their concatenation does not commute.
struct Lists<'a> {
    counter: Counter<'a, Vec<u32>>,
    part: reduce::ReducePart,
    own: u32,
    window: usize,
    /// The operand of each child, by segment in the window.
    operands: Vec<Vec<Option<Vec<u32>>>>,
    results: Vec<Option<Vec<u32>>>,
}

impl Lists<'_> {
    fn so_far(&mut self, children: usize, segment: usize) -> Vec<u32> {
        if children == 0 {
            vec![self.own, segment as u32]
        } else {
            self.operands[children - 1][segment % self.window].take().expect("an operand")
        }
    }
}

impl Transport for Lists<'_> {
    type Error = Infallible;

    fn receive(&mut self, stream: usize, segment: usize) -> Result<(), Infallible> {
        if stream < self.part.children {
            assert!(self.operands[stream][segment % self.window].is_none(), "the buffer is not free");
        }
        self.counter.posted.push((stream, segment));
        Ok(())
    }

    fn send(&mut self, stream: usize, segment: usize) -> Result<(), Infallible> {
        let message = if stream == 0 && !self.part.is_root {
            self.so_far(self.part.children, segment)
        } else {
            self.results[segment].clone().expect("a result")
        };
        self.counter.send(stream, segment, message);
        Ok(())
    }

    fn wait(&mut self, done: &mut Vec<Done>) -> Result<(), Infallible> {
        if let Some((stream, segment, list)) = self.counter.wait(done) {
            let place = if stream < self.part.children {
                &mut self.operands[stream][segment % self.window]
            } else {
                &mut self.results[segment]
            };
            assert_eq!(place.replace(list), None);
        }
        Ok(())
    }
}

impl Combine for Lists<'_> {
    fn combine(&mut self, child: usize, segment: usize) -> Result<(), Infallible> {
        let mut list = self.so_far(child, segment);
        let operands = self.operands[child][segment % self.window].as_mut().expect("an operand");
        list.append(operands);
        *operands = list;
        Ok(())
    }

    fn settle(&mut self, segment: usize) -> Result<(), Infallible> {
        let result = self.so_far(self.part.children, segment);
        assert_eq!(self.results[segment].replace(result), None);
        Ok(())
    }
}

/// Every rank reduces along its tree; returns the results and the number of messages it sent to each rank.
pub fn combine(trees: &[Tree], segments: usize, window: usize, to_all: bool) -> Outcomes {
    let post = Post::default();
    let body = |comm: Simulated| {
        let me = simulated_rank(&comm);
        let tree = &trees[me as usize];
        let part =
            reduce::ReducePart { children: tree.children.len(), is_root: tree.parent.is_none(), segments, to_all };
        let children = || tree.children.iter().map(|child| child.rank);
        let counter = Counter::new(
            &post,
            me,
            children().chain(tree.parent).collect(),
            tree.parent.into_iter().chain(children()).map(|rank| vec![rank]).collect(),
        );
        let mut lists = Lists {
            counter,
            part,
            own: me,
            window,
            operands: vec![vec![None; window]; part.children],
            results: vec![None; segments],
        };
        let Ok(()) = part.run(window, &mut lists);
        (lists.results, lists.counter.load)
    };
    simulated::run(trees.len(), body).0
}
