// SPDX-License-Identifier: MIT OR Apache-2.0
//! The current bindings of the processes of a node.
//!
//! libhsplit returns that of the calling process. Every process publishes its own on a table of its node whenever it
//! reads or changes it, so others read it without waiting, also on emulated machines. On the real machine a process may
//! have changed its mask by other means since: if the kernel's mask of its first thread has changed since the
//! publication, or since the last push or pop, it is used instead.

use std::ffi::c_int;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use hsplit_core::cpus::Cpus;
use hsplit_core::machine::Machine;
use hsplit_host::affinity::Mask;
use hsplit_memory::memory_file::{Offer, SharedMapping};
use hsplit_memory::status_table::StatusTable;

use crate::codes::Code;
use crate::mpi::{self, Comm};

const BITS: usize = u64::BITS as usize;

/// The bindings of the processes of a node.
pub(crate) struct Bindings {
    table: StatusTable,
    /// The number of this process on the node.
    own: usize,
    processes: usize,
    /// The words of a set, with one bit for each of the operating system's numbers.
    words: usize,
    /// The own binding when it was first read after the last push or pop. Held by the thread that writes.
    writing: Mutex<Option<Read>>,
}

/// A binding as it was read.
struct Read {
    units: Cpus,
    /// The number of pushed bindings.
    pushed: c_int,
    /// The kernel's mask of the first thread.
    mask: Cpus,
}

impl Bindings {
    /// Creates the table. Collective over the processes of the node; an error may occur at some of them only.
    pub(crate) fn new(node: &Comm, machine: &Machine) -> Result<Self, Code> {
        let (own, processes) = (node.rank()?, node.size()?);
        let words = machine.units().iter().max().map_or(0, |&last| last as usize / BITS + 1);
        let table = share(node, own == 0, processes, 1 + 2 * words)?;
        Ok(Self { table, own, processes, words, writing: Mutex::new(None) })
    }

    /// Closes the descriptor of the memory. Called after all processes have mapped it.
    pub(crate) fn close(&mut self) {
        self.table.close();
    }

    /// The binding of this process.
    pub(crate) fn own(&self, machine: &Machine) -> Result<Cpus, Code> {
        let mut last = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let (units, pushed) = own_units(machine)?;
        let mask = mask_of(std::process::id(), machine);
        // libhsplit reads no mask while a binding is pushed.
        let is_since = |read: &Read| pushed > 0 && read.pushed == pushed && read.units == units;
        let first = last.take().filter(is_since);
        let first = first.unwrap_or_else(|| Read { units: units.clone(), pushed, mask: mask.clone() });
        let units = if mask == first.mask { units } else { mask.clone() };
        *last = Some(first);
        let mut words = vec![u64::from(std::process::id())];
        words.extend(self.bits_of(&units));
        words.extend(self.bits_of(&mask));
        self.table.write(self.own, &words);
        Ok(units)
    }

    /// Returns the binding of each process of the node, in the order of their numbers.
    pub(crate) fn all(&self, machine: &Machine) -> Result<Vec<Cpus>, Code> {
        (0..self.processes).map(|id| if id == self.own { self.own(machine) } else { self.other(id, machine) }).collect()
    }

    fn other(&self, id: usize, machine: &Machine) -> Result<Cpus, Code> {
        let words = self.table.read(id).ok_or(Code::Sys)?;
        let part = |range: Range<usize>| self.set_of(&words[range]);
        let (units, mask) = (part(1..1 + self.words), part(1 + self.words..1 + 2 * self.words));
        let now = mask_of(words[0] as u32, machine);
        // A process that has ended has no mask: its published binding is used.
        let changed = !now.is_empty() && now != mask;
        Ok(if changed { now } else { units })
    }

    fn bits_of(&self, units: &Cpus) -> Vec<u64> {
        let mut bits = vec![0; self.words];
        units.iter().for_each(|unit| bits[unit as usize / BITS] |= 1 << (unit as usize % BITS));
        bits
    }

    fn set_of(&self, bits: &[u64]) -> Cpus {
        let has = |unit: &usize| bits[unit / BITS] & 1 << (unit % BITS) != 0;
        (0..self.words * BITS).filter(has).map(|unit| unit as u32).collect()
    }
}

/// Returns the memory that the first process creates and the others open.
fn share(node: &Comm, is_first: bool, processes: usize, words: usize) -> Result<StatusTable, Code> {
    let length = StatusTable::length(processes, words);
    let made = if is_first { SharedMapping::offer(length).ok() } else { None };
    let mut bytes = [0; Offer::BYTES];
    if let Some((_, offer)) = &made {
        bytes.copy_from_slice(&offer.encode());
    }
    let offer = Offer::decode(&node.of_first(bytes)?).ok_or(Code::Sys)?;
    let shared = match made {
        Some((made, _)) => made,
        None => SharedMapping::take(&offer, length).map_err(|_| Code::Sys)?,
    };
    Ok(StatusTable::new(shared, processes, words))
}

/// Returns libhsplit's binding of this process, by logical numbers, and the number of pushed ones.
fn own_units(machine: &Machine) -> Result<(Cpus, c_int), Code> {
    let (text, pushed) = mpi::binding()?;
    let list = text.split_whitespace().next().unwrap_or_default();
    Ok((machine.to_logical(&Cpus::parse(list).map_err(|_| Code::Topology)?), pushed))
}

/// Returns the mask of the first thread of a process, by logical numbers; empty if the kernel does not return it, or if
/// the machine is another one.
fn mask_of(process: u32, machine: &Machine) -> Cpus {
    let of_this = machine.is_this_system();
    let mask = i32::try_from(process).ok().filter(|_| of_this).and_then(|process| Mask::of(process).ok());
    mask.map_or_else(Cpus::default, |mask| mask.units_on(machine))
}
