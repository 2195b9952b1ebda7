// SPDX-License-Identifier: MIT OR Apache-2.0
//! What stands of a phase in memory beside its number, in 32 bits.

/// Why a phase is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The member that was first to say so.
    pub member: usize,
    /// The error class of its wrong argument; `None`: it wants something else than members before it.
    pub class: Option<u16>,
}

/// What stands of a phase beside its number: what its first member wants, or why it is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Wanted(u32),
    Refused(Refusal),
}

impl Said {
    pub(super) const REFUSED: u32 = 1 << 31;
    const DIFFERS: u32 = 1 << 30;
    /// The bits of a member; those of a class are above.
    const MEMBER: u32 = 20;

    pub(super) fn encode(self) -> u32 {
        match self {
            Self::Wanted(hash) => hash & !Self::REFUSED,
            Self::Refused(Refusal { member, class }) => {
                let class = class.map_or(Self::DIFFERS, |class| u32::from(class) << Self::MEMBER & !Self::DIFFERS);
                Self::REFUSED | class & !Self::REFUSED | member as u32 & ((1 << Self::MEMBER) - 1)
            }
        }
    }

    pub(super) fn decode(word: u32) -> Self {
        if word & Self::REFUSED == 0 {
            return Self::Wanted(word);
        }
        let class = (word & (Self::DIFFERS - 1)) >> Self::MEMBER;
        let class = (word & Self::DIFFERS == 0).then_some(class as u16);
        Self::Refused(Refusal { member: (word & ((1 << Self::MEMBER) - 1)) as usize, class })
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_comes_back() {
        for said in [
            Said::Wanted(0),
            Said::Wanted(u32::MAX >> 1),
            Said::Refused(Refusal { member: 0, class: None }),
            Said::Refused(Refusal { member: 1_000_000, class: Some(0) }),
            Said::Refused(Refusal { member: 7, class: Some(1023) }),
        ] {
            assert_eq!(Said::decode(said.encode()), said);
        }
    }
}
