// SPDX-License-Identifier: MIT OR Apache-2.0
//! Handles of the library's own objects, the same in every language: an `int`; 0 is no object.
//!
//! A handle contains the number of a slot and the generation of the object in it, so that a handle of a freed object is
//! detected.

use std::ffi::c_int;
use std::sync::{Arc, PoisonError, RwLock};

/// Number of bits of a slot's number; the generation is in the bits above, up to the sign.
const SLOT: u32 = 16;
/// The highest generation; the next one is 1 again. Generation 0 is unused.
const LAST_GENERATION: u32 = (1 << (31 - SLOT)) - 1;

/// The objects of one kind.
pub struct Handles<T> {
    slots: RwLock<Slots<T>>,
}

struct Slots<T> {
    all: Vec<Slot<T>>,
    /// The numbers of slots without an object.
    free: Vec<usize>,
}

struct Slot<T> {
    generation: u32,
    object: Option<Arc<T>>,
}

/// A reserved slot, which becomes free again unless it gets an object.
pub struct Reserved<'a, T> {
    handles: &'a Handles<T>,
    at: usize,
    is_kept: bool,
}

impl<T> Reserved<'_, T> {
    /// Stores an object there, and returns its handle.
    pub fn keep(mut self, object: Arc<T>) -> c_int {
        self.is_kept = true;
        let mut slots = self.handles.slots.write().unwrap_or_else(PoisonError::into_inner);
        let slot = &mut slots.all[self.at];
        slot.generation = slot.generation % LAST_GENERATION + 1;
        slot.object = Some(object);
        (slot.generation << SLOT) as c_int | self.at as c_int
    }
}

impl<T> Drop for Reserved<'_, T> {
    fn drop(&mut self) {
        if !self.is_kept {
            self.handles.slots.write().unwrap_or_else(PoisonError::into_inner).free.push(self.at);
        }
    }
}

impl<T> Handles<T> {
    /// No objects.
    pub const fn new() -> Self {
        Self { slots: RwLock::new(Slots { all: vec![], free: vec![] }) }
    }

    /// Stores an object, and returns its handle; `None` if there are too many.
    pub fn add(&self, object: Arc<T>) -> Option<c_int> {
        Some(self.reserve()?.keep(object))
    }

    /// Reserves a slot for a later object; `None` if there are too many.
    pub fn reserve(&self) -> Option<Reserved<'_, T>> {
        let mut slots = self.slots.write().unwrap_or_else(PoisonError::into_inner);
        let at = slots.free.pop().unwrap_or(slots.all.len());
        if at == 1 << SLOT {
            return None;
        }
        if at == slots.all.len() {
            slots.all.push(Slot { generation: 0, object: None });
        }
        Some(Reserved { handles: self, at, is_kept: false })
    }

    /// Returns the object of a handle; `None` if there is none, or if it was freed.
    pub fn get(&self, handle: c_int) -> Option<Arc<T>> {
        let slots = self.slots.read().unwrap_or_else(PoisonError::into_inner);
        let slot = slots.all.get(slot_of(handle)).filter(|slot| slot.generation == generation_of(handle))?;
        slot.object.clone()
    }

    /// Removes the object of a handle and returns it.
    pub fn remove(&self, handle: c_int) -> Option<Arc<T>> {
        let mut slots = self.slots.write().unwrap_or_else(PoisonError::into_inner);
        let at = slot_of(handle);
        let slot = slots.all.get_mut(at).filter(|slot| slot.generation == generation_of(handle))?;
        let object = slot.object.take()?;
        slots.free.push(at);
        Some(object)
    }

    /// Removes all objects and returns them.
    pub fn drain(&self) -> Vec<Arc<T>> {
        let mut slots = self.slots.write().unwrap_or_else(PoisonError::into_inner);
        let Slots { all, free } = &mut *slots;
        let taken = all.iter_mut().enumerate().filter_map(|(at, slot)| Some((at, slot.object.take()?)));
        let (numbers, objects): (Vec<_>, Vec<_>) = taken.unzip();
        free.extend(numbers);
        objects
    }
}

fn slot_of(handle: c_int) -> usize {
    (handle & ((1 << SLOT) - 1)) as usize
}

/// Returns the generation of a handle; for a number that is no handle 0, which no slot has.
fn generation_of(handle: c_int) -> u32 {
    u32::try_from(handle).map_or(0, |handle| handle >> SLOT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_is_of_one_object() {
        let handles = Handles::new();
        let first = handles.add(Arc::new("first")).unwrap();
        let second = handles.add(Arc::new("second")).unwrap();
        assert!(first > 0 && second > 0 && first != second);
        assert_eq!(handles.get(first).as_deref(), Some(&"first"));
        assert_eq!(handles.remove(first).as_deref(), Some(&"first"));
        let third = handles.add(Arc::new("third")).unwrap();
        assert_eq!(slot_of(third), slot_of(first));
        assert!(handles.get(first).is_none() && handles.remove(first).is_none());
        assert_eq!(handles.get(third).as_deref(), Some(&"third"));
        for number in [0, -1, c_int::MIN, c_int::MAX, 1, second + 1] {
            assert!(handles.get(number).is_none(), "{number}");
        }
        assert_eq!(handles.drain().len(), 2);
        assert!(handles.get(second).is_none());
    }

    #[test]
    fn generations_begin_anew_and_slots_end() {
        let handles = Handles::new();
        let first = handles.add(Arc::new(())).unwrap();
        for _ in 0..LAST_GENERATION - 1 {
            handles.drain();
            assert_ne!(handles.add(Arc::new(())), Some(first));
        }
        handles.drain();
        assert_eq!(handles.add(Arc::new(())), Some(first));
        let object = Arc::new(());
        assert!((1..1 << SLOT).all(|_| handles.add(object.clone()).is_some_and(|handle| handle > 0)));
        assert_eq!(handles.add(object.clone()), None);
        handles.remove(first);
        let reserved = handles.reserve().unwrap();
        assert!(handles.reserve().is_none() && handles.add(object.clone()).is_none());
        drop(reserved);
        assert_eq!(handles.reserve().unwrap().keep(object.clone()) >> SLOT, 2);
        assert!(handles.reserve().is_none());
    }
}
