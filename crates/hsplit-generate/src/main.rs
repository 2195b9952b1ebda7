// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes the generated files of this repository: `cargo run -p hsplit-generate`.

use std::fs;
use std::io;
use std::path::Path;

fn main() -> io::Result<()> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    for file in hsplit_generate::files() {
        let path = root.join(file.path);
        fs::create_dir_all(path.parent().unwrap_or(root))?;
        // Only changed files are written, because the library is rebuilt after each write.
        if fs::read_to_string(&path).ok().as_ref() != Some(&file.text) {
            fs::write(path, file.text)?;
        }
    }
    Ok(())
}
