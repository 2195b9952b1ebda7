// SPDX-License-Identifier: MIT OR Apache-2.0
//! Checked schedules from arbitrary transfers, for tests.

use thiserror::Error;

use super::Schedule;

/// The reason why transfers are no schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum NoSchedule {
    /// A number that no group has.
    #[error("there is no group {0}")]
    NoGroup(usize),
    /// A sender that has nothing to send yet.
    #[error("group {0} sends before it has received")]
    NothingToSend(usize),
    /// A receiver that has the data already.
    #[error("group {0} receives twice")]
    Twice(usize),
    /// A group that is left out.
    #[error("group {0} receives nothing")]
    LeftOut(usize),
}

impl Schedule {
    /// From pairs of a sender and a receiver, among groups with the numbers below `groups`.
    ///
    /// # Errors
    /// A group sends what it has not, receives twice, or does not receive.
    pub(super) fn new(groups: usize, root: usize, transfers: Vec<(usize, usize)>) -> Result<Self, NoSchedule> {
        let mut has = vec![false; groups];
        *has.get_mut(root).ok_or(NoSchedule::NoGroup(root))? = true;
        for &(sender, receiver) in &transfers {
            match (has.get(sender), has.get(receiver)) {
                (None, _) => return Err(NoSchedule::NoGroup(sender)),
                (_, None) => return Err(NoSchedule::NoGroup(receiver)),
                (Some(false), _) => return Err(NoSchedule::NothingToSend(sender)),
                (_, Some(true)) => return Err(NoSchedule::Twice(receiver)),
                _ => has[receiver] = true,
            }
        }
        match has.iter().position(|has| !has) {
            Some(group) => Err(NoSchedule::LeftOut(group)),
            None => Ok(Self { root, transfers }),
        }
    }
}
