// SPDX-License-Identifier: MIT OR Apache-2.0
//! A cache of the last values that a communicator's calls have computed.

/// Number of stored values; the oldest is replaced first.
pub const CAPACITY: usize = 8;

/// A cache of the last values, by key.
pub struct Recent<K, V>(Vec<(K, V)>);

impl<K, V> Default for Recent<K, V> {
    fn default() -> Self {
        Self(vec![])
    }
}

impl<K: PartialEq, V: Clone> Recent<K, V> {
    /// Returns the value of a key. If it is not cached, `make` computes it.
    pub fn get(&mut self, key: K, make: impl FnOnce() -> V) -> V {
        if let Some((_, value)) = self.0.iter().find(|(known, _)| *known == key) {
            return value.clone();
        }
        if self.0.len() == CAPACITY {
            self.0.remove(0);
        }
        let value = make();
        self.0.push((key, value.clone()));
        value
    }
}
