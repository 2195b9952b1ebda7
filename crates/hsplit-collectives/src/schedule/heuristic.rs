// SPDX-License-Identifier: MIT OR Apache-2.0
//! The heuristics, by name.

use super::local_search::FEW;
use super::look_ahead::{Extreme, Extremes, Mean, Means};
use super::{Costs, Schedule, bottom_up, early_completion, fastest_edge, flat_tree, local_search, look_ahead};

/// A heuristic for schedules: the paper's seven, two that it mentions, then ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Heuristic {
    /// The root sends to all others (§5.1).
    FlatTree,
    /// Fastest Edge First (§5.2).
    Fef,
    /// Early Completion Edge First (§5.3).
    Ecef,
    /// ECEF, looking ahead at the next transfer (§5.4).
    EcefLa,
    /// ECEF-LAt: looking ahead at the group that would finish soonest (§5.5).
    EcefLaMin,
    /// ECEF-LAT: looking ahead at the group that would finish last (§5.6).
    EcefLaMax,
    /// The slowest group first (§5.7).
    BottomUp,
    /// ECEF-LA, looking ahead at the mean of the receiver's next transfers (§5.4, after Bhat).
    EcefLaMean,
    /// ECEF-LA, looking ahead at the mean of all next transfers (§5.4, after Bhat).
    EcefLaAll,
    /// Ours: the best of several, improved step by step.
    LocalSearch,
}

impl Heuristic {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::FlatTree,
        Self::Fef,
        Self::Ecef,
        Self::EcefLa,
        Self::EcefLaMin,
        Self::EcefLaMax,
        Self::BottomUp,
        Self::EcefLaMean,
        Self::EcefLaAll,
        Self::LocalSearch,
    ];

    /// The paper's.
    pub(crate) const PAPERS: [Self; 7] =
        [Self::FlatTree, Self::Fef, Self::Ecef, Self::EcefLa, Self::EcefLaMin, Self::EcefLaMax, Self::BottomUp];

    /// Returns the paper's name of the heuristic, or ours.
    pub fn name(self) -> &'static str {
        match self {
            Self::FlatTree => "Flat Tree",
            Self::Fef => "FEF",
            Self::Ecef => "ECEF",
            Self::EcefLa => "ECEF-LA",
            Self::EcefLaMin => "ECEF-LAt",
            Self::EcefLaMax => "ECEF-LAT",
            Self::BottomUp => "BottomUp",
            Self::EcefLaMean => "ECEF-LA-mean",
            Self::EcefLaAll => "ECEF-LA-all",
            Self::LocalSearch => "local search",
        }
    }

    /// Returns the schedule that the heuristic finds.
    ///
    /// # Panics
    /// There is no group `root`.
    pub fn schedule(self, costs: &Costs, root: usize) -> Schedule {
        assert!(root < costs.groups(), "group {root} of {}", costs.groups());
        let by_extreme = |extreme| look_ahead::schedule(costs, root, Extremes::new(costs, root, extreme));
        let by_mean = |mean| look_ahead::schedule(costs, root, Means::new(costs, mean));
        match self {
            Self::FlatTree => flat_tree::schedule(costs.groups(), root),
            Self::Fef => fastest_edge::schedule(costs, root),
            Self::Ecef => early_completion::schedule(costs, root),
            Self::EcefLa => by_extreme(Extreme::Soonest),
            Self::EcefLaMin => by_extreme(Extreme::FinishedSoonest),
            Self::EcefLaMax => by_extreme(Extreme::FinishedLast),
            Self::EcefLaMean => by_mean(Mean::Receiver),
            Self::EcefLaAll => by_mean(Mean::All),
            Self::BottomUp => bottom_up::schedule(costs, root),
            Self::LocalSearch => {
                let starts = if costs.groups() <= FEW { &Self::PAPERS[..] } else { &[Self::Ecef] };
                local_search::shortest(costs, starts.iter().map(|start| start.schedule(costs, root)))
            }
        }
    }
}
