// SPDX-License-Identifier: MIT OR Apache-2.0
//! The processing units that a node has lost since its memory was created: the units available to its members change
//! with their cpuset at run time.
//!
//! The first member that reaches a phase determines them for all members in this phase. It writes the units into a slot
//! of its own and stores the name of the slot with the number of the phase, so no member reads a slot that is being
//! written. A slot is overwritten after some further changes: a member that is this late reads nothing.

use super::*;
use hsplit_core::cpus::Cpus;

/// As many as a node has at most; loom runs every word.
const UNITS: usize = if cfg!(loom) { 64 } else { 8192 };
const SLOTS: usize = if cfg!(loom) { 1 } else { 8 };
const BITS: usize = u64::BITS as usize;

/// The lost units that one member has found. All zero initially.
#[repr(C, align(64))]
#[derive(Default)]
pub(super) struct Found {
    /// Number of its writes.
    written: AtomicU32,
    slots: Slots,
}

#[repr(C)]
struct Slots([Slot; SLOTS]);

impl Default for Slots {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Slot::default()))
    }
}

#[repr(C)]
struct Slot {
    /// The name of the contents; 0 while they are written.
    name: AtomicU32,
    words: [AtomicU64; UNITS / BITS],
}

impl Default for Slot {
    fn default() -> Self {
        Self { name: AtomicU32::default(), words: std::array::from_fn(|_| AtomicU64::default()) }
    }
}

/// Lost units, and their name; the empty set has the name 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lost {
    name: u32,
    /// The units.
    pub units: Cpus,
}

impl PhaseMemory {
    fn found(&self, member: usize) -> &Found {
        assert!(member < self.members, "there are {} members", self.members);
        // SAFETY: as for the words of a member, after all of which these are.
        unsafe { &*self.shared.start().wrapping_add(self.found).cast::<Found>().wrapping_add(member) }
    }

    /// Returns the units that are lost in the next phase of this member, the same at all members. `before`: those of
    /// the phase before. If no member has reached the phase yet, `look` determines them.
    pub fn lost(&self, before: &Lost, look: impl FnOnce() -> Cpus) -> Lost {
        let phase = self.words(self.own).begun.load(SeqCst).wrapping_add(1);
        let word = &self.head().lost.0[phase as usize % REMEMBERED];
        let seen = word.load(SeqCst);
        let said = |seen: u64| ((seen >> 32) as u32 == phase).then_some(seen as u32);
        let name = said(seen).unwrap_or_else(|| {
            if reached((seen >> 32) as u32, phase) {
                return before.name;
            }
            let units = look();
            let name = if units == before.units { before.name } else { self.write_lost(&units) };
            match word.compare_exchange(seen, u64::from(phase) << 32 | u64::from(name), SeqCst, SeqCst) {
                Ok(_) => name,
                Err(other) => said(other).unwrap_or(before.name),
            }
        });
        if name == before.name {
            return before.clone();
        }
        self.read_lost(name).map_or_else(|| before.clone(), |units| Lost { name, units })
    }

    /// Writes the units that this member has found, and returns their name.
    fn write_lost(&self, units: &Cpus) -> u32 {
        if units.is_empty() {
            return 0;
        }
        let found = self.found(self.own);
        let number = found.written.load(SeqCst).wrapping_add(1);
        found.written.store(number, SeqCst);
        let name = (self.own as u32 + 1) << 8 | number & 0xff;
        let slot = &found.slots.0[name as usize % SLOTS];
        slot.name.store(0, SeqCst);
        for (index, word) in slot.words.iter().enumerate() {
            let first = (index * BITS) as u32;
            let of_word = units.intersection(&Cpus::from(first..first + BITS as u32));
            word.store(of_word.iter().fold(0, |bits, unit| bits | 1 << (unit - first)), SeqCst);
        }
        slot.name.store(name, SeqCst);
        name
    }

    /// Returns the units of a name; `None` if their slot has been overwritten.
    fn read_lost(&self, name: u32) -> Option<Cpus> {
        if name == 0 {
            return Some(Cpus::default());
        }
        let slot = &self.found((name >> 8) as usize - 1).slots.0[name as usize % SLOTS];
        let is_named = || slot.name.load(SeqCst) == name;
        if !is_named() {
            return None;
        }
        let words: Vec<u64> = slot.words.iter().map(|word| word.load(SeqCst)).collect();
        let has = |unit: &u32| words[*unit as usize / BITS] >> (*unit as usize % BITS) & 1 != 0;
        is_named().then(|| (0..UNITS as u32).filter(has).collect())
    }
}
