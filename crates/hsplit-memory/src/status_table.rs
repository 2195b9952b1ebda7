// SPDX-License-Identifier: MIT OR Apache-2.0
//! A table in shared memory: each process of a node writes a few words of its own, and the others read them at any
//! time. No process waits for another, and the last words of a process remain when it dies.
//!
//! A process has two places for its words. It writes the place that is not valid and then makes it valid, so a reader
//! gets the words of one write; it reads again only if two writes have taken place meanwhile.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::memory_file::SharedMapping;

/// The words of all processes.
#[derive(Debug)]
pub struct StatusTable {
    shared: SharedMapping,
    processes: usize,
    words: usize,
}

/// Number of words before the two places of a process: the number of its writes.
const HEAD: usize = 1;

impl StatusTable {
    /// Returns the bytes of memory for `processes` processes with `words` words each.
    pub fn length(processes: usize, words: usize) -> usize {
        processes * (HEAD + 2 * words) * size_of::<u64>()
    }

    /// Creates the table in fresh memory of that [`length`](Self::length).
    ///
    /// # Panics
    /// If the memory is shorter.
    pub fn new(shared: SharedMapping, processes: usize, words: usize) -> Self {
        assert!(shared.length() >= Self::length(processes, words), "the memory is too short for {processes} processes");
        Self { shared, processes, words }
    }

    /// Closes the descriptor of the memory. Called after all processes have opened it.
    pub fn close(&mut self) {
        self.shared.close();
    }

    /// Returns a word of a process, counted from its head.
    fn word(&self, process: usize, word: usize) -> &AtomicU64 {
        assert!(process < self.processes && word < HEAD + 2 * self.words, "word {word} of process {process}");
        let index = process * (HEAD + 2 * self.words) + word;
        // SAFETY: the numbers are less than the length that `new` has checked, so the word is mapped as long as
        // `self.shared` is; a mapping begins on a page, so the word is aligned; all processes access it as an atomic,
        // for which any value is valid.
        unsafe { &*self.shared.start().cast::<AtomicU64>().add(index) }
    }

    /// Returns the first word of the place of a write.
    fn place(&self, writing: u64) -> usize {
        HEAD + if writing % 2 == 0 { self.words } else { 0 }
    }

    /// Writes the words of this process. Only one of its threads may do so at a time. Missing words are 0.
    ///
    /// # Panics
    /// If there are more words than the table has.
    pub fn write(&self, process: usize, words: &[u64]) {
        assert!(words.len() <= self.words, "{} words", words.len());
        let writing = self.word(process, 0).load(Ordering::Relaxed) + 1;
        let place = self.place(writing);
        for index in 0..self.words {
            self.word(process, place + index).store(words.get(index).copied().unwrap_or(0), Ordering::SeqCst);
        }
        self.word(process, 0).store(writing, Ordering::SeqCst);
    }

    /// Returns the words that a process has written last; `None` if it has written nothing.
    pub fn read(&self, process: usize) -> Option<Vec<u64>> {
        loop {
            let writing = self.word(process, 0).load(Ordering::SeqCst);
            let place = self.place(writing);
            let words = (0..self.words).map(|index| self.word(process, place + index).load(Ordering::SeqCst)).collect();
            // The place is overwritten by the write after the next one.
            if self.word(process, 0).load(Ordering::SeqCst) == writing {
                return (writing > 0).then_some(words);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(processes: usize, words: usize) -> StatusTable {
        let shared = SharedMapping::create("hsplit-test", StatusTable::length(processes, words)).unwrap();
        StatusTable::new(shared, processes, words)
    }

    #[test]
    fn the_last_words_count() {
        let table = table(3, 2);
        assert_eq!(table.read(1), None);
        table.write(1, &[1, 2]);
        table.write(2, &[7]);
        assert_eq!((table.read(0), table.read(1), table.read(2)), (None, Some(vec![1, 2]), Some(vec![7, 0])));
        table.write(1, &[3]);
        assert_eq!((table.read(1), table.read(2)), (Some(vec![3, 0]), Some(vec![7, 0])));
        table.write(1, &[4, 5]);
        assert_eq!(table.read(1), Some(vec![4, 5]));
    }

    #[test]
    #[should_panic(expected = "3 words")]
    fn more_words_than_there_is_room_for() {
        table(1, 2).write(0, &[1, 2, 3]);
    }

    #[test]
    #[should_panic(expected = "word 0 of process 1")]
    fn a_process_that_there_is_not() {
        table(1, 2).read(1);
    }

    #[test]
    fn readers_see_the_words_of_one_writing() {
        let table = table(1, 16);
        std::thread::scope(|scope| {
            scope.spawn(|| (0..20_000).for_each(|value| table.write(0, &[value; 16])));
            let mut last = 0;
            while last < 19_999 {
                if let Some(words) = table.read(0) {
                    assert!(words.iter().all(|word| *word == words[0]) && words[0] >= last, "{words:?} after {last}");
                    last = words[0];
                }
            }
        });
    }
}
