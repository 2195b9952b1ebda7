// SPDX-License-Identifier: MIT OR Apache-2.0
//! The strategies that join groups, by name: those that the planner tries, and those that `strategy=` of
//! `HSPLIT_COLLECTIVES` requests.

use std::fmt;

use crate::Operation;
use crate::schedule::Heuristic;
use crate::tree::Spread;
use hsplit_core::units::size;

/// A way to join the groups of a communicator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Across {
    /// The tree that is best for a message in segments.
    Pipelined,
    /// A chain of the groups in their order, in which near groups are neighbours.
    Chain,
    /// A tree with a separate shape below each switch.
    PerSwitch,
    /// A schedule for a message in one piece.
    Heuristic(Heuristic),
    /// No groups: the binomial tree of the ranks in their order.
    Binomial,
    /// No groups: rounds of messages among the nodes ([`crate::rounds`]), as for calls of this size without a model.
    Rounds,
}

impl Across {
    /// All strategies; of equal ones the first is chosen.
    pub const ALL: [Self; 15] = [
        Self::Pipelined,
        Self::Chain,
        Self::PerSwitch,
        Self::Heuristic(Heuristic::FlatTree),
        Self::Heuristic(Heuristic::Fef),
        Self::Heuristic(Heuristic::Ecef),
        Self::Heuristic(Heuristic::EcefLa),
        Self::Heuristic(Heuristic::EcefLaMin),
        Self::Heuristic(Heuristic::EcefLaMax),
        Self::Heuristic(Heuristic::BottomUp),
        Self::Heuristic(Heuristic::EcefLaMean),
        Self::Heuristic(Heuristic::EcefLaAll),
        Self::Heuristic(Heuristic::LocalSearch),
        Self::Binomial,
        Self::Rounds,
    ];

    /// Returns the name in `strategy=`. (Two of the paper's names differ in the case of one letter.)
    pub fn name(self) -> &'static str {
        match self {
            Self::Pipelined => "pipelined",
            Self::Chain => "chain",
            Self::PerSwitch => "per-switch",
            Self::Heuristic(Heuristic::FlatTree) => "flat",
            Self::Heuristic(Heuristic::LocalSearch) => "local-search",
            Self::Heuristic(other) => other.name(),
            Self::Binomial => "binomial",
            Self::Rounds => "rounds",
        }
    }
}

/// The fixed parts of plans; the model chooses the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FixedStrategy {
    /// The tree that joins the groups.
    pub across: Option<Across>,
    /// The trees of the levels inside them.
    pub inside: Option<Spread>,
    /// Bytes of a segment.
    pub segment: Option<usize>,
}

impl FixedStrategy {
    /// Parses a text such as `ECEF-LA`, `chain:inside=binary:segment=16KiB`, or `model`, which fixes nothing. Commas
    /// may replace colons.
    pub fn parse(text: &str) -> Option<Self> {
        let mut strategy = Self::default();
        for word in text.split([',', ':']).map(str::trim) {
            match word.split_once('=').map(|(key, value)| (key.trim(), value.trim())) {
                Some(("inside", value)) => strategy.inside = Some(Spread::named(value)?),
                Some(("segment", value)) => {
                    strategy.segment = Some(size(value).filter(|size| (1..=1 << 30).contains(size))?)
                }
                Some(_) => return None,
                None if word == "model" => strategy.across = None,
                None => strategy.across = Some(Across::ALL.into_iter().find(|across| across.name() == word)?),
            }
        }
        Some(strategy)
    }

    /// Returns the parts that apply to calls of an operation: to those in which one message is sent to all, or received
    /// from all. The model chooses the others. Only broadcasts have stages.
    pub fn of(self, operation: Operation) -> Self {
        match operation {
            Operation::Bcast => self,
            Operation::Reduce | Operation::Allreduce => {
                Self { inside: self.inside.filter(|inside| inside.staged().is_none()), ..self }
            }
            _ => Self::default(),
        }
    }

    /// True if it fixes anything, so that calls use the plan regardless of the model's prediction.
    pub fn is_forced(&self) -> bool {
        *self != Self::default()
    }
}

impl fmt::Display for FixedStrategy {
    fn fmt(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(form, "{}", self.across.map_or("model", Across::name))?;
        self.inside.map_or(Ok(()), |inside| write!(form, ",inside={}", inside.name()))?;
        self.segment.map_or(Ok(()), |segment| write!(form, ",segment={segment}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Staged;

    #[test]
    fn names_come_back() {
        for across in Across::ALL {
            assert_eq!(
                FixedStrategy::parse(across.name()),
                Some(FixedStrategy { across: Some(across), ..FixedStrategy::default() })
            );
        }
        let names = Across::ALL.map(Across::name).join(" ");
        assert_eq!(
            names,
            "pipelined chain per-switch flat FEF ECEF ECEF-LA ECEF-LAt ECEF-LAT BottomUp ECEF-LA-mean ECEF-LA-all \
                     local-search binomial rounds"
        );
    }

    #[test]
    fn what_is_fixed() {
        let all = FixedStrategy { across: Some(Across::Chain), inside: Some(Spread::Binary), segment: Some(16 << 10) };
        assert_eq!(FixedStrategy::parse("chain, inside = binary,segment=16KiB"), Some(all));
        assert_eq!(
            FixedStrategy::parse("segment=1,inside=star"),
            Some(FixedStrategy { across: None, inside: Some(Spread::Star), segment: Some(1) })
        );
        assert_eq!(FixedStrategy::parse("model"), Some(FixedStrategy::default()));
        for staged in Staged::ALL {
            let text = format!("model,inside={}", staged.name());
            let strategy = FixedStrategy::parse(&text).unwrap();
            assert_eq!((strategy.inside, strategy.to_string()), (Some(Spread::Stages(staged)), text));
            assert_eq!(
                [Operation::Bcast, Operation::Reduce].map(|operation| strategy.of(operation).is_forced()),
                [true, false]
            );
        }
        assert_eq!(
            (all.to_string(), FixedStrategy::default().to_string()),
            ("chain,inside=binary,segment=16384".into(), "model".into())
        );
        assert_eq!(
            [Operation::Reduce, Operation::Gather, Operation::Barrier].map(|operation| all.of(operation).is_forced()),
            [true, false, false]
        );
        assert!(
            !FixedStrategy::default().is_forced()
                && all.is_forced()
                && FixedStrategy { segment: Some(1), ..FixedStrategy::default() }.is_forced()
        );
        for wrong in [
            "",
            "ecef",
            "Chain",
            "chain,",
            "inside",
            "inside=ring",
            "segment=0",
            "segment=",
            "segment=2GiB",
            "outside=star",
            "chain=1",
        ] {
            assert_eq!(FixedStrategy::parse(wrong), None, "{wrong}");
        }
    }
}
