// SPDX-License-Identifier: MIT OR Apache-2.0
//! Measures the parameters of the model: the latency L and the gap g(m) between two ranks, and the reduction cost of
//! one.
//!
//! L + g(0) is half a round trip (Kielmann et al. 2001). g(m) is the cost of one more message in a burst of messages,
//! each of which begins when the one before has been sent: the difference between a burst and a single message excludes
//! latencies and handshakes. The same burst during another flow measures how much both share.

use std::ffi::c_int;

use mpi_sys::MPI_Request;

use super::clock::Moment;
use super::constants::{double, sum};
use super::pairs::Pairs;
use super::sleeping_wait::complete;
use super::subgroup::Subgroup;
use super::{Failure, checked, functions};
use hsplit_collectives::adaptive::bundles::BYTES;
use hsplit_collectives::adaptive::record::ExperimentResult;
use hsplit_collectives::choice::RENDEZVOUS;
use hsplit_collectives::model::parameters::STORE_AND_FORWARD_BYTES;
use hsplit_collectives::model::size_sampling::SizeSampling;
use hsplit_core::latency::filter::{lower_median, typical};

/// Longest measured size, in bytes; longer messages are sent in segments anyway. On a shared machine, gaps of single
/// messages scatter: only clear and wide bends are sampled more closely.
const LADDER: SizeSampling = SizeSampling { longest: 256 << 10, tolerance: 0.3, narrowest: 2 << 10, finest: 0.1 };
/// Approximate number of bytes of a burst.
const BURST: usize = 256 << 10;
/// Minimum number of messages of a burst.
const FEW: usize = 3;
/// Maximum number of messages of a burst.
const MANY: usize = 33;
/// Number of bursts that are timed, each after a single message. The median gap is used: other work of the machine may
/// disturb either.
const TIMES: usize = 3;
/// Number of doubles that are combined: as many as in a long segment.
const COMBINED: usize = 4 << 10;
/// Number of combinations. The shortest time is used.
const COMBINATIONS: usize = 9;
/// The shortest gap, in seconds, that a clock can distinguish from zero.
const SHORTEST: f64 = 1e-8;
/// Unit of the stored times, in seconds.
const UNIT: f64 = 1e-9;
/// Number of messages of a flow.
const STREAM: usize = 16;
/// Byte that the answering rank sends when its buffers are allocated, and again when they are full.
const READY: u8 = 1;

/// Rounds a time so that it can be written and read back.
fn whole(seconds: f64) -> f64 {
    ((seconds / UNIT).round() * UNIT).max(SHORTEST)
}

/// Measures γ, the seconds that this process needs per byte of a reduction, here the sum of doubles.
///
/// # Errors
/// A native call fails.
pub fn reduction() -> Result<f64, Failure> {
    let (left, mut right) = (vec![1.0_f64; COMBINED], vec![1.0_f64; COMBINED]);
    let mut shortest = f64::INFINITY;
    for _ in 0..COMBINATIONS {
        let start = Moment::now();
        // SAFETY: `left` and `right` are vectors of COMBINED doubles each.
        let code = unsafe {
            functions::PMPI_Reduce_local(
                left.as_ptr().cast(),
                right.as_mut_ptr().cast(),
                COMBINED as c_int,
                double(),
                sum(),
            )
        };
        checked("PMPI_Reduce_local", code)?;
        shortest = shortest.min(start.elapsed().as_secs_f64());
    }
    Ok(whole(shortest) / size_of_val(&left[..]) as f64)
}

impl Subgroup {
    /// Measures between this rank and another one. Both ranks call this. The lower rank gets the result, and the higher
    /// one answers.
    ///
    /// # Errors
    /// A native call fails.
    pub fn experiment(&self, other: u32) -> Result<Option<ExperimentResult>, Failure> {
        let trips = self.round_trips(other)?;
        if self.own() > other {
            self.answer(other)?;
            return Ok(None);
        }
        let (mut failure, mut alone, mut asked) = (None, 0.0, 0.0);
        let gaps = LADDER.climb(|bytes| match self.gap(other, bytes) {
            Ok((seconds, one)) => {
                if bytes == STORE_AND_FORWARD_BYTES {
                    // A message there, and a short message back.
                    alone = one - seconds;
                } else if bytes == RENDEZVOUS {
                    asked = one - seconds;
                }
                seconds
            }
            Err(error) => {
                failure = Some(error);
                f64::NAN
            }
        });
        if let Some(error) = failure {
            return Err(error);
        }
        self.command(other, 0, 0)?;
        let gaps = LADDER.settled(&gaps);
        let trip = typical(&trips).unwrap_or(0.0) * 1e-6;
        let latency = whole(trip / 2.0 - gaps[0].1);
        let measured = |seconds: f64| if seconds > SHORTEST { whole(seconds) } else { 0.0 };
        let store_and_forward = measured(alone - latency - trip / 2.0);
        let rendezvous = measured(asked - latency - trip / 2.0 - store_and_forward);
        Ok(Some(ExperimentResult { latency, store_and_forward, rendezvous, gaps }))
    }

    /// Measures how many times as long as the first of these flows all of them take at once: from 1 to their number.
    /// All count until their ends, because the network may serve some of them first. All senders and receivers call
    /// this; no rank receives two flows, and none both sends and receives. The sender of the first flow gets the
    /// result.
    ///
    /// # Errors
    /// A native call fails.
    pub fn at_once(&self, streams: &[(u32, u32)]) -> Result<Option<f64>, Failure> {
        let Some(&(first, to)) = streams.first() else { return Ok(None) };
        let own = self.own();
        if let Some((from, _)) = streams.iter().find(|(_, to)| *to == own) {
            self.answer(*from)?;
            return Ok(None);
        }
        let receivers: Vec<u32> = streams.iter().filter(|(from, _)| *from == own).map(|(_, to)| *to).collect();
        let mut others: Vec<u32> = streams.iter().map(|(from, _)| *from).filter(|from| *from != first).collect();
        others.sort_unstable();
        others.dedup();
        let mut factors = [0.0; TIMES];
        for factor in &mut factors {
            if own == first {
                let (one, all) = (self.stream(&[to], 1, &[])?, self.stream(&[to], STREAM, &[])?);
                *factor = (self.stream(&receivers, STREAM, &others)? - one) / (all - one).max(SHORTEST);
            } else {
                self.stream_beside(&receivers, first)?;
            }
        }
        receivers.iter().try_for_each(|&to| self.command(to, 0, 0))?;
        // To a thousandth: further digits are noise.
        let (most, middle) = (streams.len() as f64, lower_median(&mut factors));
        Ok((own == first).then(|| (middle.unwrap_or(most).clamp(1.0, most) * 1e3).round() / 1e3))
    }

    /// Returns the time of bursts to some ranks with their acknowledgements, until the simultaneous flows of other
    /// senders end.
    fn stream(&self, receivers: &[u32], count: usize, others: &[u32]) -> Result<f64, Failure> {
        let message = vec![0_u8; BYTES];
        receivers.iter().try_for_each(|&to| self.prepare(to, BYTES, count))?;
        others.iter().try_for_each(|&other| self.receive(other).map(drop))?;
        others.iter().try_for_each(|&other| self.send(other, READY))?;
        let start = Moment::now();
        self.burst(receivers, &message, count)?;
        others.iter().try_for_each(|&other| self.receive(other).map(drop))?;
        Ok(start.elapsed().as_secs_f64())
    }

    /// The part of another sender: it begins together with the first one, and notifies it at the end.
    fn stream_beside(&self, receivers: &[u32], first: u32) -> Result<(), Failure> {
        let message = vec![0_u8; BYTES];
        receivers.iter().try_for_each(|&to| self.prepare(to, BYTES, STREAM))?;
        self.send(first, READY)?;
        self.receive(first)?;
        self.burst(receivers, &message, STREAM)?;
        self.send(first, READY)
    }

    /// Announces a burst to a rank, and waits until it has allocated its buffers.
    fn prepare(&self, to: u32, bytes: usize, count: usize) -> Result<(), Failure> {
        self.command(to, bytes, count)?;
        self.receive(to).map(drop)
    }

    /// Sends `count` messages to each of these ranks, in turn, and waits until each has received all of its own.
    ///
    /// The receives of the final acknowledgements are posted at the beginning: under an MPI that sends a message only
    /// after the receive is posted, each would otherwise add a latency.
    fn burst(&self, receivers: &[u32], message: &[u8], count: usize) -> Result<(), Failure> {
        let mut ends = vec![0_u8; receivers.len()];
        let place = ends.as_mut_ptr();
        // SAFETY: each receiver has its own byte of `ends`, which lives until `complete` has waited for all requests
        // below.
        let begin = |(at, &to): (usize, &u32)| unsafe { self.begin_receive(place.wrapping_add(at).cast(), 1, to) };
        let told: Result<Vec<MPI_Request>, Failure> = receivers.iter().enumerate().map(begin).collect();
        let told = told?;
        // SAFETY: `message` lives to the end of `burst`, and nothing writes it. `complete` waits for every request
        // before that.
        let sends: Result<Vec<MPI_Request>, Failure> =
            (0..count).flat_map(|_| receivers).map(|&to| unsafe { self.begin_send(message, to) }).collect();
        sends?.into_iter().chain(told).try_for_each(|request| complete(request, std::thread::yield_now))
    }

    /// Returns g(m), and the time of a single message with its acknowledgement. For the measuring rank.
    fn gap(&self, other: u32, bytes: usize) -> Result<(f64, f64), Failure> {
        let many = (BURST / bytes.max(1)).clamp(FEW, MANY);
        let buffer = vec![0_u8; bytes];
        let timed = |count: usize| -> Result<f64, Failure> {
            self.prepare(other, bytes, count)?;
            let start = Moment::now();
            self.burst(&[other], &buffer, count)?;
            Ok(start.elapsed().as_secs_f64())
        };
        let (mut gaps, mut shortest) = ([0.0; TIMES], f64::INFINITY);
        for gap in &mut gaps {
            let (one, all) = (timed(1)?, timed(many)?);
            *gap = (all - one) / (many - 1) as f64;
            shortest = shortest.min(one);
        }
        Ok((whole(lower_median(&mut gaps).unwrap_or(0.0)), shortest))
    }

    /// Receives bursts until there are no more.
    fn answer(&self, other: u32) -> Result<(), Failure> {
        loop {
            let mut words = [0_u64; 2];
            // SAFETY: `words` has as many bytes as `size_of_val` says, and `complete` waits for the request before it
            // is read or dropped.
            let request = unsafe { self.begin_receive(words.as_mut_ptr().cast(), size_of_val(&words), other)? };
            complete(request, std::thread::yield_now)?;
            let [bytes, count] = words.map(|word| word as usize);
            if count == 0 {
                return Ok(());
            }
            let mut buffer = vec![0_u8; bytes * count];
            let scratch = buffer.as_mut_ptr();
            // SAFETY: message `at` has its own `bytes` bytes of the `bytes * count` in `buffer`. It is not touched
            // until `complete` has waited for every request below.
            let receives: Result<Vec<MPI_Request>, Failure> = (0..count)
                .map(|at| unsafe { self.begin_receive(scratch.wrapping_add(bytes * at).cast(), bytes, other) })
                .collect();
            let receives = receives?;
            self.send(other, READY)?;
            for request in receives {
                complete(request, std::thread::yield_now)?;
            }
            self.send(other, READY)?;
        }
    }

    fn command(&self, other: u32, bytes: usize, count: usize) -> Result<(), Failure> {
        let words = [bytes as u64, count as u64].map(u64::to_ne_bytes).concat();
        // SAFETY: `words` is not changed, and `complete` waits for the request before it is dropped.
        complete(unsafe { self.begin_send(&words, other)? }, std::thread::yield_now)
    }
}
