// SPDX-License-Identifier: MIT OR Apache-2.0
//! Maps roles with known traffic to the slots of a machine, so that heavy traffic has short distances (thesis, 3.1.3
//! and 3.3.3).
//!
//! A *role* is the work of a rank in a program; [`Traffic`] contains the traffic between roles. [`Slots`] are the
//! places of a machine, each for one or several roles, and a [`Cost`] defines the distances between them. [`map`]
//! assigns a slot to each role: in a placement, the role starts on its slot; in a reordering, the process on that slot
//! gets the role's rank. [`metrics`] rates a mapping. This crate does not use MPI, hwloc, clocks or the environment;
//! equal input gives equal output on every machine.
#![forbid(unsafe_code)]

mod bisect;
mod cartesian;
mod cost;
mod exact;
mod graph;
mod group;
mod heap;
pub mod launch;
mod mapper;
pub mod matrix;
mod metrics;
mod multisection;
#[cfg(test)]
mod oracles;
mod refine;
mod slots;
mod torus;
mod traffic;
mod watch;

pub use cartesian::{Grid, choose_dims, map_grid};
pub use cost::{Cost, Links, Rate};
pub use mapper::{Options, map};
pub use metrics::{LevelMetrics, Metrics, Pair, metrics};
pub use slots::Slots;
pub use traffic::Traffic;

/// The slot of each role.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    /// The slot of each role.
    pub slot_of: Vec<u32>,
}

/// An error in a mapping or its input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MapError {
    /// There are more roles than the slots take.
    #[error("{0} roles are more than the {1} that the slots take")]
    TooManyRoles(usize, u64),
    /// A mapping has another number of roles.
    #[error("the order is of {0} roles, not of {1}")]
    Roles(usize, usize),
    /// A slot does not exist.
    #[error("role {0} is on slot {1}, but there are {2} slots")]
    NoSlot(usize, u32, usize),
    /// A slot has more roles than it takes.
    #[error("slot {0} takes {1} roles, not more")]
    Full(u32, u32),
    /// A cost names a level that does not exist.
    #[error("there is no level '{0}'")]
    NoLevel(String),
    /// A model has no link.
    #[error("there is no measured link")]
    NoLink,
    /// A cost is too great.
    #[error("level '{0}' cannot cost {1}: the most is 4294967295")]
    Cost(String, u64),
}

impl Mapping {
    /// The mapping of each role to the slot of the place with the same number.
    ///
    /// # Errors
    /// There are more roles than places.
    pub fn identity(roles: usize, slots: &Slots) -> Result<Self, MapError> {
        slots.check_room(roles)?;
        Ok(Self { slot_of: (0..roles as u32).map(|place| slots.slot_of_place(place)).collect() })
    }

    /// Checks that this is a mapping of `roles` roles to these slots.
    ///
    /// # Errors
    /// The number of roles or a slot is wrong.
    pub fn check(&self, roles: usize, slots: &Slots) -> Result<(), MapError> {
        if self.slot_of.len() != roles {
            return Err(MapError::Roles(self.slot_of.len(), roles));
        }
        let mut used = vec![0; slots.len()];
        for (role, &slot) in self.slot_of.iter().enumerate() {
            let Some(used) = used.get_mut(slot as usize) else {
                return Err(MapError::NoSlot(role, slot, slots.len()));
            };
            *used += 1;
            if *used > slots.capacity(slot) {
                return Err(MapError::Full(slot, slots.capacity(slot)));
            }
        }
        Ok(())
    }

    /// The place of each role. On a slot with several places, a role gets the place of its own number if it is one of
    /// them; the others get the remaining places, both ascending.
    ///
    /// # Panics
    /// This is not a mapping to these slots.
    pub fn places(&self, slots: &Slots) -> Vec<u32> {
        let mut place_of = vec![slots::NONE; self.slot_of.len()];
        let mut taken = vec![false; slots.total_capacity() as usize];
        for (role, &slot) in (0..).zip(&self.slot_of) {
            if (role as usize) < taken.len() && slots.slot_of_place(role) == slot {
                place_of[role as usize] = role;
                taken[role as usize] = true;
            }
        }
        let mut next = vec![0_usize; slots.len()];
        for (place_of, &slot) in place_of.iter_mut().zip(&self.slot_of).filter(|(place, _)| **place == slots::NONE) {
            let (places, next) = (slots.places(slot), &mut next[slot as usize]);
            *next += places[*next..].iter().take_while(|&&place| taken[place as usize]).count();
            *place_of = places[*next];
            *next += 1;
        }
        place_of
    }
}
