// SPDX-License-Identifier: MIT OR Apache-2.0
//! The results of a rank in the format in which it sends them to the first rank: its reduction cost, then its
//! experiments. All are numbers of 64 bits.

#[cfg(doc)]
use crate::choice::RENDEZVOUS;
#[cfg(doc)]
use crate::model::parameters::STORE_AND_FORWARD_BYTES;
use crate::model::parameters::{Gap, Link};

/// The results of an experiment between two ranks.
#[derive(Clone, Debug, PartialEq)]
pub struct ExperimentResult {
    /// L, in seconds.
    pub latency: f64,
    /// The extra delay of a message of [`STORE_AND_FORWARD_BYTES`] bytes, in seconds.
    pub store_and_forward: f64,
    /// The additional delay of a message of [`RENDEZVOUS`] bytes because the MPI requests the transfer, in seconds.
    pub rendezvous: f64,
    /// g(m): sizes in bytes, and seconds.
    pub gaps: Vec<(usize, f64)>,
}

impl ExperimentResult {
    /// Returns the result that gives this link.
    pub fn of(link: &Link) -> Self {
        Self {
            latency: link.latency(),
            store_and_forward: link.store_and_forward(),
            rendezvous: link.measured_rendezvous().unwrap_or(0.0),
            gaps: link.gaps().points().to_vec(),
        }
    }
}

/// Begins a record: the reduction cost of this rank, in seconds per byte.
pub fn begin(reduction: f64) -> Vec<u8> {
    reduction.to_le_bytes().to_vec()
}

/// Encodes one experiment with its number, to be appended to the record.
pub fn encode(number: usize, measured: &ExperimentResult) -> Vec<u8> {
    let ExperimentResult { latency, store_and_forward, rendezvous, gaps } = measured;
    let points = gaps.iter().flat_map(|&(bytes, seconds)| [bytes as u64, seconds.to_bits()]);
    [number as u64, latency.to_bits(), store_and_forward.to_bits(), rendezvous.to_bits(), gaps.len() as u64]
        .into_iter()
        .chain(points)
        .flat_map(u64::to_le_bytes)
        .collect()
}

/// Stores a rank's links at their indices, and returns its reduction cost. A truncated experiment is ignored.
pub fn decode(record: &[u8], links: &mut [Option<Link>]) -> f64 {
    let mut words = record
        .chunks_exact(8)
        .map(|word| u64::from_le_bytes([word[0], word[1], word[2], word[3], word[4], word[5], word[6], word[7]]));
    let reduction = words.next().map_or(0.0, f64::from_bits);
    while let (Some(number), Some(latency), Some(store_and_forward), Some(rendezvous), Some(count)) =
        (words.next(), words.next(), words.next(), words.next(), words.next())
    {
        let point = |_| Some((words.next()? as usize, f64::from_bits(words.next()?)));
        let points: Vec<_> = (0..count).map_while(point).collect();
        if points.len() as u64 != count {
            break;
        }
        if let Some(link) = links.get_mut(number as usize) {
            *link = Gap::new(points)
                .and_then(|gap| Link::new(f64::from_bits(latency), gap))
                .and_then(|link| link.with_store_and_forward(f64::from_bits(store_and_forward)))
                .and_then(|link| link.with_rendezvous(f64::from_bits(rendezvous)))
                .ok();
        }
    }
    reduction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_that_promises_more_than_it_has_ends() {
        let mut links = vec![None; 1];
        let record: Vec<u8> = [0, 0, 1, 0, 0, u64::MAX, 8, 1].into_iter().flat_map(u64::to_le_bytes).collect();
        assert_eq!(decode(&record, &mut links), 0.0);
        assert_eq!(links, [None]);
    }

    #[test]
    fn experiments_come_back() {
        let results = [
            (
                2,
                ExperimentResult {
                    latency: 5e-6,
                    store_and_forward: 0.0,
                    rendezvous: 0.0,
                    gaps: vec![(0, 1e-6), (1024, 2e-6)],
                },
            ),
            (0, ExperimentResult { latency: 7e-6, store_and_forward: 3e-6, rendezvous: 2e-5, gaps: vec![(8, 1e-3)] }),
        ];
        let mut record = begin(3e-10);
        results.iter().for_each(|(number, result)| record.extend(encode(*number, result)));
        let mut links = vec![None; 3];
        assert_eq!(decode(&record, &mut links), 3e-10);
        assert_eq!(links.iter().map(Option::is_some).collect::<Vec<_>>(), [true, false, true]);
        for (number, result) in results {
            assert_eq!(links[number].as_ref().map(ExperimentResult::of), Some(result));
        }
    }
}
