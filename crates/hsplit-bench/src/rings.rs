// SPDX-License-Identifier: MIT OR Apache-2.0
//! Programs that only communicate, before and after a reordering of their ranks: rings that pass a token (Mercier's
//! thesis, section 3.1.2), and the halo of a grid; and what the reordering costs.

use std::cell::RefCell;

use hsplit_experiments::arguments::Rings as Arguments;
use hsplit_experiments::pattern::{Pattern, members, neighbours};
use hsplit_experiments::placement::Placement;
use hsplit_experiments::report::{Benchmark, Cell, REORDERING};
use hsplit_program::Failure;

use crate::mpi::Comm;
use crate::session::{Session, Variant};
use crate::start_sync::Parts;

/// Measures all patterns, placements and sizes that the arguments name.
pub(crate) fn run(session: &mut Session, arguments: &Arguments) -> Result<(), Failure> {
    let sequential = session.placed(Placement::ByNode);
    for &pattern in &arguments.patterns {
        for &placement in &session.common.placements {
            let comm = session.placed(placement);
            for &size in &arguments.sizes {
                let of = match pattern {
                    Pattern::Rings => format!("rings of {}", arguments.ring),
                    Pattern::Halo => "2-D".to_owned(),
                };
                let cell = Cell::new(Benchmark::Rings, pattern, placement, of, size);
                compare(session, &cell, (&comm, &sequential), pattern, arguments.ring as usize);
            }
        }
    }
    Ok(())
}

fn compare(session: &mut Session, cell: &Cell, orders: (&Comm, &Comm), pattern: Pattern, ring: usize) {
    let (comm, sequential) = orders;
    let length = (cell.size as usize / size_of::<f64>()).max(1);
    let partners = pattern.partners(comm.rank(), comm.size(), ring);
    let weights = vec![cell.size as f64; partners.len()];
    let after = comm.reordered(&partners, &weights);
    let mut data = vec![comm.rank() as f64; length];
    let mut variants: Vec<Variant> = vec![];
    let orders = [("before", comm), ("after", &after), ("sequential", sequential)];
    for (name, comm) in orders {
        let program = RefCell::new(Program::new(pattern, comm, length, ring));
        program.borrow_mut().round();
        let verified = session.everywhere(program.borrow().is_right());
        let run = move || {
            program.borrow_mut().round();
            Parts::default()
        };
        variants.push(Variant::new(name, verified, Box::new(run)));
    }
    comm.migrate(&after, &mut data);
    let verified = session.everywhere(data.iter().all(|&from| from == after.rank() as f64));
    let run = || {
        let after = comm.reordered(&partners, &weights);
        comm.migrate(&after, &mut data);
        Parts::default()
    };
    variants.push(Variant::new(REORDERING, verified, Box::new(run)));
    session.measure(cell, &mut variants);
}

/// A program on one communicator, which makes rounds.
enum Program<'a> {
    Rings(Rings),
    Halo(Halo<'a>),
}

impl<'a> Program<'a> {
    fn new(pattern: Pattern, comm: &'a Comm, length: usize, ring: usize) -> Self {
        match pattern {
            Pattern::Rings => Self::Rings(Rings::new(comm, length, ring)),
            Pattern::Halo => Self::Halo(Halo::new(comm, length)),
        }
    }

    fn round(&mut self) {
        match self {
            Self::Rings(rings) => rings.round(),
            Self::Halo(halo) => halo.round(),
        }
    }

    /// Whether the last round's result is right on this rank.
    fn is_right(&self) -> bool {
        match self {
            Self::Rings(rings) => rings.is_right(),
            Self::Halo(halo) => halo.is_right(),
        }
    }
}

/// Rings in which a token goes from neighbour to neighbour. Each adds its number to it.
struct Rings {
    /// The numbers of the ranks of the ring.
    numbers: Vec<f64>,
    ring: Comm,
    /// The first ranks of all rings, on these.
    leaders: Option<Comm>,
    token: Vec<f64>,
    /// Those of all rings, on first ranks.
    tokens: Vec<f64>,
}

impl Rings {
    fn new(comm: &Comm, length: usize, ring: usize) -> Self {
        let own = members(comm.rank(), comm.size(), ring);
        let numbers = own.clone().map(|rank| rank as f64).collect();
        let leaders = comm.split((comm.rank() == own.start).then_some(0), comm.rank());
        let room = leaders.as_ref().map_or(0, |leaders| leaders.size() * length);
        let ring = comm.split(Some(own.start), comm.rank()).expect("every rank is in a ring");
        Self { numbers, ring, leaders, token: vec![0.0; length], tokens: vec![0.0; room] }
    }

    fn round(&mut self) {
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
        if let Some(leaders) = &self.leaders {
            leaders.gather_to_all(&self.token, &mut self.tokens);
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

/// A grid whose ranks exchange rows with those above, below, left and right.
struct Halo<'a> {
    comm: &'a Comm,
    neighbours: [Option<usize>; 4],
    own: Vec<f64>,
    theirs: [Vec<f64>; 4],
}

impl<'a> Halo<'a> {
    fn new(comm: &'a Comm, length: usize) -> Self {
        let neighbours = neighbours(comm.rank(), comm.size());
        let theirs = std::array::from_fn(|_| vec![-1.0; length]);
        Self { comm, neighbours, own: vec![comm.rank() as f64; length], theirs }
    }

    fn round(&mut self) {
        // What comes from below goes up, and so on.
        for (from, to) in [(0, 1), (1, 0), (2, 3), (3, 2)] {
            self.comm.exchange(&self.own, self.neighbours[to], self.neighbours[from], &mut self.theirs[from]);
        }
    }

    fn is_right(&self) -> bool {
        let is_from = |(neighbour, row): (&Option<usize>, &Vec<f64>)| {
            let expected = neighbour.map_or(-1.0, |rank| rank as f64);
            row.iter().all(|&value| value == expected)
        };
        self.neighbours.iter().zip(&self.theirs).all(is_from)
    }
}
