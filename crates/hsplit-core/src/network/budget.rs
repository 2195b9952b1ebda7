// SPDX-License-Identifier: MIT OR Apache-2.0
//! The limits for the expansion of one topology file and the files that it includes.
//!
//! A few bytes of text can expand to millions of hosts, and a few files to thousands, while every process of a job
//! reads them. Anything larger than any cluster is refused before it fills the memory of a node.

/// The most names of hosts and switches in expanded lists. (Fewer for fuzz targets, because the full number takes a
/// tenth of a second.)
pub(crate) const MOST_NAMES: usize = if cfg!(fuzzing) { 1 << 7 } else { 1 << 20 };
/// The most bytes of these names, with 64 bytes each: the kernel's limit for a host name.
const MOST_NAME_BYTES: usize = MOST_NAMES * 64;
const MOST_FILES: usize = if cfg!(fuzzing) { 10 } else { 1000 };
pub(crate) const MOST_TEXT: usize = 64 << 20;
/// The most switches above each other: longer paths do not fit into the exchange between ranks.
pub(crate) const MOST_LEVELS: u32 = 1000;
/// The most steps on the paths from all hosts up to their outermost switches.
pub(crate) const MOST_STEPS: u64 = 1 << 26;

/// The remaining capacity for the expansion of a topology file.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    names: usize,
    name_bytes: usize,
    files: usize,
    text: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { names: MOST_NAMES, name_bytes: MOST_NAME_BYTES, files: MOST_FILES, text: MOST_TEXT }
    }
}

impl Budget {
    /// Takes capacity for the names of a list; nothing if they are too many or too long, which is an error.
    pub(crate) fn take_names(&mut self, count: usize, bytes: usize) -> Result<(), String> {
        let names = self.names.checked_sub(count).ok_or_else(|| format!("more than {MOST_NAMES} names in all"))?;
        let name_bytes = self
            .name_bytes
            .checked_sub(bytes)
            .ok_or_else(|| format!("names of more than {MOST_NAME_BYTES} bytes in all"))?;
        (self.names, self.name_bytes) = (names, name_bytes);
        Ok(())
    }

    /// Takes capacity for one more file, before it is read. An error if files are too many or have used up the text.
    pub(crate) fn take_file(&mut self) -> Result<(), String> {
        if self.text == 0 {
            return Err(too_much_text());
        }
        self.files = self.files.checked_sub(1).ok_or_else(|| format!("more than {MOST_FILES} included files"))?;
        Ok(())
    }

    /// Takes capacity for the text of a file that has been read. If all files have too much text, none is left.
    pub(crate) fn take_text(&mut self, bytes: usize) -> Result<(), String> {
        let left = self.text.checked_sub(bytes);
        self.text = left.unwrap_or(0);
        left.map(drop).ok_or_else(too_much_text)
    }
}

fn too_much_text() -> String {
    format!("more than {MOST_TEXT} bytes in all files")
}
