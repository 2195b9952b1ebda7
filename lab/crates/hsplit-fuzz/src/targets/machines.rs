// SPDX-License-Identifier: MIT OR Apache-2.0
//! The data that the processes of a node share: the machine, and memory files.

use super::take;
use hsplit_core::machine::Machine;
use hsplit_core::place::Place;
use hsplit_host::source::share;
use hsplit_memory::memory_file::Offer;

pub fn machine(input: &[u8]) {
    let Ok(machine) = Machine::decode(input) else { return };
    assert_eq!(Machine::decode(&machine.encode()).as_ref(), Ok(&machine));
    let whole = machine.whole();
    for unit in whole.clone().take(8) {
        let mut steps = machine.path_to(&(unit..unit + 1));
        steps.insert(0, machine.node_step(7));
        let place = Place::new(steps);
        assert_eq!(place.encoded_len(place.steps().len()), place.path().len());
    }
    assert!(!machine.names().is_empty());
    assert!(machine.slots().iter().all(|run| run.end <= whole.end));
    let around = machine.run_around(machine.units().iter().map(|&unit| unit as usize));
    assert!(around.start <= around.end && around.end <= whole.end);
    assert_eq!(machine.identity_of([]), machine.identity_of(machine.units().iter().map(|&unit| unit as usize)));
}

/// An offer of memory; then the content of a memory file, with a header that may be right.
pub fn memory(input: &[u8]) {
    if let Some(offer) = Offer::decode(input) {
        assert_eq!(offer.encode(), input);
        assert!(offer.path().starts_with("/proc"));
    }
    let (key, content) = take(input, 8);
    let key = key.iter().fold(0, |key, &byte| key << 8 | u64::from(byte));
    if let Ok(bytes) = share::unsealed(content, key) {
        assert!(content.ends_with(bytes) && content.starts_with(&share::header(key, bytes)));
    }
    let right = [&share::header(key, content)[..], content].concat();
    assert_eq!(share::unsealed(&right, key).expect("its header is right"), content);
    assert!(share::unsealed(&right, !key).is_err());
    if let Some(last) = content.last() {
        let mut wrong = right;
        let at = wrong.len() - 1 - usize::from(*last) % wrong.len();
        wrong[at] ^= 1;
        assert!(share::unsealed(&wrong, key).is_err());
    }
}
