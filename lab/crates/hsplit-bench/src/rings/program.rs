// SPDX-License-Identifier: MIT OR Apache-2.0
//! The programs: what their ranks send in a round.

use hsplit_experiments::arguments;
use hsplit_experiments::pattern::{Pattern, Round, members, neighbours};

use crate::mpi::Comm;

/// The steps of a program in a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) pattern: Pattern,
    /// The ranks of a ring.
    pub(super) ring: usize,
    /// How often a token goes round, or neighbours exchange.
    pub(super) turns: u32,
    /// The length of a message in doubles.
    pub(super) length: usize,
}

impl Shape {
    /// For messages of `size` bytes.
    pub(super) fn new(pattern: Pattern, size: u64, arguments: &arguments::Rings) -> Self {
        let length = (size as usize / size_of::<f64>()).max(1);
        Self { pattern, ring: arguments.ring as usize, turns: arguments.turns, length }
    }

    /// The rank that the caller sends to in a round, and how many bytes.
    pub(super) fn traffic(&self, comm: &Comm) -> Vec<(usize, f64)> {
        let bytes = (self.length * size_of::<f64>()) as f64;
        let partners = self.pattern.partners(comm.rank(), comm.size(), self.ring, self.turns);
        partners.into_iter().map(|partner| (partner.rank, f64::from(partner.messages) * bytes)).collect()
    }
}

/// A program on one communicator, which makes rounds.
pub(super) enum Program<'a> {
    Rings(Rings),
    Halo(Halo<'a>),
}

impl<'a> Program<'a> {
    pub(super) fn new(comm: &'a Comm, shape: Shape) -> Self {
        match shape.pattern {
            Pattern::Rings => Self::Rings(Rings::new(comm, shape)),
            Pattern::Halo | Pattern::Product => Self::Halo(Halo::new(comm, shape)),
        }
    }

    pub(super) fn round(&mut self) {
        match self {
            Self::Rings(rings) => rings.round(),
            Self::Halo(halo) => halo.round(),
        }
    }

    /// True if the last round's result is right on this rank.
    pub(super) fn is_right(&self) -> bool {
        match self {
            Self::Rings(rings) => rings.is_right(),
            Self::Halo(halo) => halo.is_right(),
        }
    }
}

/// Rings in which a token goes from neighbour to neighbour. Each adds its number to it.
pub(super) struct Rings {
    /// The numbers of the ranks of the ring.
    numbers: Vec<f64>,
    ring: Comm,
    /// The first ranks of all rings, on these.
    leaders: Option<Comm>,
    turns: u32,
    token: Vec<f64>,
    /// The tokens of all rings, on first ranks.
    tokens: Vec<f64>,
}

impl Rings {
    fn new(comm: &Comm, shape: Shape) -> Self {
        let Shape { ring, turns, length, .. } = shape;
        let own = members(comm.rank(), comm.size(), ring);
        let numbers = own.clone().map(|rank| rank as f64).collect();
        let leaders = comm.split((comm.rank() == own.start).then_some(0), comm.rank());
        let room = leaders.as_ref().map_or(0, |leaders| leaders.size() * length);
        let ring = comm.split(Some(own.start), comm.rank()).expect("every rank is in a ring");
        Self { numbers, ring, leaders, turns, token: vec![0.0; length], tokens: vec![0.0; room] }
    }

    fn round(&mut self) {
        for _ in 0..self.turns {
            self.turn();
        }
        if let Some(leaders) = &self.leaders {
            leaders.gather_to_all(&self.token, &mut self.tokens);
        }
    }

    /// The token goes round once.
    fn turn(&mut self) {
        let (me, last) = (self.ring.rank(), self.ring.size() - 1);
        let before = if me == 0 { last } else { me - 1 };
        let next = if me == last { 0 } else { me + 1 };
        let own = self.numbers[me];
        if me == 0 {
            self.token.fill(own);
        }
        if last > 0 {
            if me > 0 {
                self.ring.receive_all(&mut self.token, before);
                self.token[0] += own;
            }
            self.ring.send_all(&self.token, next);
            if me == 0 {
                self.ring.receive_all(&mut self.token, before);
            }
        }
    }

    fn is_right(&self) -> bool {
        let Some(leaders) = &self.leaders else { return true };
        let length = self.token.len();
        let own = &self.tokens[leaders.rank() * length..][..length];
        let is_first = |tokens: &[f64]| tokens[1..].windows(2).all(|pair| pair[0] == pair[1]);
        own[0] == self.numbers.iter().sum::<f64>() && own == self.token && self.tokens.chunks(length).all(is_first)
    }
}

/// A message that comes from one neighbour and one that goes to another, and how often in a turn: of those above,
/// below, left and right.
type Way = (usize, usize, u32);

const HALO: [Way; 4] = [(0, 1, 1), (1, 0, 1), (2, 3, 1), (3, 2, 1)];

/// A grid whose ranks exchange rows with those above, below, left and right.
pub(super) struct Halo<'a> {
    comm: &'a Comm,
    turns: u32,
    ways: Vec<Way>,
    neighbours: [Option<usize>; 4],
    own: Vec<f64>,
    theirs: [Vec<f64>; 4],
}

impl<'a> Halo<'a> {
    fn new(comm: &'a Comm, shape: Shape) -> Self {
        let Shape { turns, length, .. } = shape;
        let (rank, ranks) = (comm.rank(), comm.size());
        let (ways, neighbours) = match shape.pattern {
            Pattern::Product => {
                let Round { next, before, messages } = Round::of(rank, ranks);
                let ways = vec![(2, 3, messages[0]), (0, 1, messages[1])];
                (ways, [before[1], next[1], before[0], next[0]].map(Some))
            }
            _ => (HALO.to_vec(), neighbours(rank, ranks)),
        };
        let theirs = std::array::from_fn(|_| vec![-1.0; length]);
        Self { comm, turns, ways, neighbours, own: vec![comm.rank() as f64; length], theirs }
    }

    fn round(&mut self) {
        for _ in 0..self.turns {
            for &(from, to, times) in &self.ways {
                for _ in 0..times {
                    self.comm.exchange(&self.own, self.neighbours[to], self.neighbours[from], &mut self.theirs[from]);
                }
            }
        }
    }

    fn is_right(&self) -> bool {
        self.ways.iter().filter(|way| way.2 > 0).all(|&(from, ..)| {
            let expected = self.neighbours[from].map_or(-1.0, |rank| rank as f64);
            self.theirs[from].iter().all(|&value| value == expected)
        })
    }
}
