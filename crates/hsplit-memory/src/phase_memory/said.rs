// SPDX-License-Identifier: MIT OR Apache-2.0
//! The state of a phase, stored with its number, in 32 bits.

/// Reason for the refusal of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The member that refused it first.
    pub member: usize,
    /// The error class of its wrong argument; `None`: its request differs from those of the members before it.
    pub class: Option<u16>,
}

/// The state of a phase: the request of its first member, or the reason for its refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Wanted(u32),
    Refused(Refusal),
}

impl Said {
    pub(super) const REFUSED: u32 = 1 << 31;
    const DIFFERS: u32 = 1 << 30;
    /// Number of bits of a member; the bits of a class are above them.
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
