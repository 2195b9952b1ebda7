// SPDX-License-Identifier: MIT OR Apache-2.0
//! Transfers of bytes between ranks.

use std::collections::BTreeMap;
use std::convert::Infallible;

use hsplit_collectives::forward;
use hsplit_collectives::streams::{Peer, Stream, Streams};
use hsplit_collectives::transport::{Done, Transport};
use hsplit_testing::simulated::{self, Simulated};

use crate::post::{Counter, Post, simulated_rank};

struct Bytes<'a> {
    counter: Counter<'a, Vec<u8>>,
    streams: &'a Streams,
    data: Vec<u8>,
}

impl Transport for Bytes<'_> {
    type Error = Infallible;

    fn receive(&mut self, stream: usize, segment: usize) -> Result<(), Infallible> {
        self.counter.posted.push((stream, segment));
        Ok(())
    }

    fn send(&mut self, stream: usize, segment: usize) -> Result<(), Infallible> {
        let bytes = self.data[self.streams.sends[stream].segments[segment].clone()].to_vec();
        self.counter.send(stream, segment, bytes);
        Ok(())
    }

    fn wait(&mut self, done: &mut Vec<Done>) -> Result<(), Infallible> {
        if let Some((stream, segment, bytes)) = self.counter.wait(done) {
            self.data[self.streams.receives[stream].segments[segment].clone()].copy_from_slice(&bytes);
        }
        Ok(())
    }
}

/// The data of each rank in the end, and the number of messages it sent to each rank.
pub type Outcomes<D> = Vec<(D, BTreeMap<u32, usize>)>;

/// Every rank runs its stages to the end, one after the other.
pub fn copy_in_stages(
    ranks: usize,
    bytes: usize,
    window: usize,
    stages: impl Fn(usize) -> Vec<Streams> + Sync,
) -> Outcomes<Vec<u8>> {
    let post = Post::default();
    let body = |comm: Simulated| {
        let me = simulated_rank(&comm);
        let (mut data, mut load) = (vec![0; bytes], BTreeMap::new());
        let peers = |stream: &Stream| match &stream.peer {
            Peer::Rank(rank) | Peer::Writer(rank) => vec![*rank],
            Peer::Readers(ranks) => ranks.clone(),
        };
        for (number, streams) in stages(me as usize).iter().enumerate() {
            let counter = Counter::new(
                &post,
                me,
                streams.receives.iter().flat_map(peers).collect(),
                streams.sends.iter().map(peers).collect(),
            );
            if number == 0 {
                streams.own.clone().for_each(|at| data[at] = value(at));
            }
            assert!(data[streams.own.clone()].iter().all(|&byte| byte > 0), "a stage begins with what is not there");
            let mut transport = Bytes { counter, streams, data };
            let Ok(()) = forward::run(streams, window, &mut transport);
            data = transport.data;
            transport.counter.load.iter().for_each(|(&to, count)| *load.entry(to).or_default() += count);
        }
        (data, load)
    };
    simulated::run(ranks, body).0
}

/// Returns the byte at an offset; never 0.
fn value(at: usize) -> u8 {
    (at * 37 % 251) as u8 + 1
}

pub fn values(stretch: std::ops::Range<usize>) -> Vec<u8> {
    stretch.map(value).collect()
}
