// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every target holds for its corpus, and for a few bytes that no corpus has.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use hsplit_fuzz::{TARGETS, target};

/// The most bytes of all corpora together.
const MOST_BYTES: u64 = 1 << 20;
/// The most time for one input, on a machine that does other things too.
const LONGEST: Duration = Duration::from_secs(10);

/// The archive's contents, in a folder of the test's own.
fn corpora(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let status = Command::new(script).arg("unpack").arg(&folder).status().expect("a shell");
    assert!(status.success(), "the archive cannot be unpacked (tar, xz)");
    folder
}

fn inside(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries.map(|entry| entry.expect("an entry").path()).collect()
}

#[test]
fn fuzz_targets_hold_for_their_corpora() {
    let corpora = corpora("corpus-of-inputs");
    for target in TARGETS {
        let inputs = inside(&corpora.join(target.name));
        assert!(!inputs.is_empty(), "{} has no corpus", target.name);
        for input in inputs {
            println!("{}", input.display());
            let start = Instant::now();
            (target.run)(&fs::read(&input).expect("a file"));
            assert!(start.elapsed() < LONGEST, "{} takes {:?}", input.display(), start.elapsed());
        }
    }
}

#[test]
fn fuzz_targets_take_any_byte() {
    for target in TARGETS {
        (target.run)(&[]);
        (0..=u8::MAX).for_each(|byte| (target.run)(&[byte; 3]));
    }
}

#[test]
fn every_corpus_has_a_target() {
    let folders = inside(&corpora("corpus-of-folders"));
    for folder in &folders {
        let name = folder.file_name().and_then(|name| name.to_str()).expect("a name");
        assert!(target(name).is_some(), "corpus/{name} belongs to no target");
    }
    let bytes: u64 =
        folders.iter().flat_map(|folder| inside(folder)).map(|file| file.metadata().expect("a file").len()).sum();
    assert!(bytes <= MOST_BYTES, "{bytes} bytes in all corpora");
}
