// SPDX-License-Identifier: MIT OR Apache-2.0
//! The model of collective calls: parameters as text, records of measurements, positions of ranks.

use super::{byte, take, text};
use hsplit_collectives::adaptive::record::{self, ExperimentResult};
use hsplit_collectives::levels::{LevelGroup, Part, Position};
use hsplit_collectives::model::matrix::{LatencyMatrix, MatrixError};
use hsplit_collectives::model::parameters::Gap;
use hsplit_collectives::model::text::{Provenance, read, text as written};
use hsplit_core::latency::Tolerance;

pub fn parameters(input: &[u8]) {
    let text = text(input);
    let lines = text.lines().count();
    match read(&text) {
        Ok((platform, from)) => {
            let again = read(&written(&platform, &from));
            assert_eq!(again.map(|(platform, _)| platform), Ok(platform.clone()));
            for link in platform.groups().iter().filter_map(|group| group.inside.as_ref()) {
                assert!(link.gap(usize::MAX).is_finite() && link.gap(0) > 0.0);
            }
        }
        Err(errors) => {
            assert!(!errors.is_empty() && errors.windows(2).all(|pair| pair[0].at.line < pair[1].at.line));
            for error in &errors {
                assert!(error.at.line <= lines && !error.text.is_empty() && !error.text.contains('\n'));
            }
        }
    }
}

/// A matrix of latencies gives parameters that can be read, unless it has too few values.
pub fn latencies(input: &[u8]) {
    let Ok(matrix) = LatencyMatrix::read(&text(input)) else { return };
    let gap = Gap::new(vec![(0, 1e-6), (1 << 20, 1e-2)]).expect("a gap that rises");
    match matrix.platform(Tolerance::DEFAULT, &gap) {
        Ok(platform) => {
            assert_eq!(platform.groups().iter().map(|group| group.processes).sum::<usize>(), matrix.names.len());
            let again = read(&written(&platform, &Provenance::default()));
            assert_eq!(again.map(|(platform, _)| platform), Ok(platform));
        }
        Err(error) => assert!(matches!(error, MatrixError::Unknown(_)), "{error}"),
    }
}

pub fn measurements(input: &[u8]) {
    let mut links = vec![None; 4];
    let reduction = record::decode(input, &mut links);
    let mut again = record::begin(reduction);
    for (number, link) in links.iter().enumerate() {
        if let Some(link) = link {
            again.extend(record::encode(number, &ExperimentResult::of(link)));
        }
    }
    let mut read_again = vec![None; links.len()];
    assert_eq!(record::decode(&again, &mut read_again).to_bits(), reduction.to_bits());
    assert_eq!(read_again, links);
}

/// The positions of some ranks: for each, a byte that tells the length, and its bytes.
pub fn positions(mut input: &[u8]) {
    const MOST: usize = 12;
    let mut all = vec![];
    while !input.is_empty() && all.len() < MOST {
        let (length, rest) = byte(input);
        let (bytes, rest) = take(rest, usize::from(length) % 64);
        if let Some(position) = Position::decode(bytes) {
            assert_eq!(Position::decode(&position.encode()).as_ref(), Some(&position));
            all.push(position);
        }
        input = rest;
    }
    let ranks = all.len() as u32;
    let group = LevelGroup::of(&all);
    let mut found: Vec<u32> = group.parts.iter().flat_map(Part::ranks).collect();
    found.sort_unstable();
    assert!(found.into_iter().eq(0..ranks));
    assert!(group.inside_node || group.nodes() <= all.len());
    assert!((0..ranks).all(|rank| group.node_of(rank).contains(&rank)));
    assert_eq!(group.has_levels(), group.depth() > 1);
}
