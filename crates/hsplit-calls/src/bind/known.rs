// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bindings that were pushed before. A program pushes the same few again and again; each target is looked up in the
//! node once.

use std::ffi::{CStr, CString};
use std::sync::Arc;

use crate::error::Error;
use hsplit_core::cpus::Cpus;
use hsplit_host::own_node::Binding;

/// Maximum number of bindings, more than programs use in turn. Beyond it, all are dropped.
const MOST: usize = 32;

/// The bindings of one node. The node and the allowed units do not change.
#[derive(Default)]
pub struct Known {
    words: Vec<Words>,
    units: Vec<Arc<Binding>>,
}

/// A target, and its meaning.
struct Words {
    text: CString,
    home: Cpus,
    top: Cpus,
    binding: Arc<Binding>,
}

impl Known {
    /// No bindings.
    pub const fn nothing_yet() -> Self {
        Self { words: vec![], units: vec![] }
    }

    /// Returns the meaning of a target for a process with this home and this top.
    ///
    /// # Errors
    /// The target has no meaning here.
    pub fn of_words(
        &mut self,
        text: &CStr,
        home: &Cpus,
        top: &Cpus,
        find: impl FnOnce() -> Result<Binding, Error>,
    ) -> Result<Arc<Binding>, Error> {
        let is_same = |words: &&Words| *words.text == *text && words.top == *top && words.home == *home;
        if let Some(words) = self.words.iter().find(is_same) {
            return Ok(words.binding.clone());
        }
        let binding = Arc::new(find()?);
        let words = Words { text: text.to_owned(), home: home.clone(), top: top.clone(), binding: binding.clone() };
        push(&mut self.words, words);
        Ok(binding)
    }

    /// Returns a binding to some units.
    pub fn of_units(&mut self, cpus: Cpus, find: impl FnOnce(Cpus) -> Binding) -> Arc<Binding> {
        if let Some(binding) = self.units.iter().find(|binding| binding.cpus == cpus) {
            return binding.clone();
        }
        let binding = Arc::new(find(cpus));
        push(&mut self.units, binding.clone());
        binding
    }
}

fn push<T>(all: &mut Vec<T>, one: T) {
    if all.len() == MOST {
        all.clear();
    }
    all.push(one);
}

#[cfg(test)]
mod tests {
    use super::*;
    use hsplit_host::affinity::Mask;

    fn binding(cpus: Cpus) -> Binding {
        Binding { cpus, mask: Mask::default(), cores: 1 }
    }

    #[test]
    fn words_are_looked_for_once_for_each_home_and_top() {
        let mut known = Known::nothing_yet();
        let mut found = 0;
        for (text, home, top) in [(c"Core", 0, 0), (c"Core", 0, 1), (c"Core", 1, 0), (c"home", 0, 0)] {
            let set = |unit: u32| Cpus::from(unit..unit + 1);
            for _ in 0..2 {
                let answer = known.of_words(text, &set(home), &set(top), || {
                    found += 1;
                    Ok(binding(set(found)))
                });
                assert_eq!(answer.unwrap().cpus, set(found));
            }
        }
        assert_eq!(found, 4);
        let nothing = Cpus::default();
        assert!(known.of_words(c"zork", &nothing, &nothing, || Err(Error::UnknownNode)).is_err());
        assert!(known.of_words(c"zork", &nothing, &nothing, || Ok(binding(Cpus::default()))).is_ok());
    }

    #[test]
    fn no_more_are_kept_than_there_is_room_for() {
        let mut known = Known::default();
        for first in (0..1000).chain(0..1000) {
            let cpus = Cpus::from(first..1000);
            assert_eq!(known.of_units(cpus.clone(), binding).cpus, cpus);
            assert!(known.units.len() <= MOST);
        }
    }
}
