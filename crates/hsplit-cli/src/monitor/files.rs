// SPDX-License-Identifier: MIT OR Apache-2.0
//! The files of a run.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use hsplit_core::tree::words::count_of;
use hsplit_monitor::{Part, Run, RunError};
use hsplit_program::remark;

use crate::Failure;

/// The suffixes of files that are generated from parts.
const MADE: [&str; 4] = ["mtx", "json", "svg", "txt"];
/// The bytes by which a part is recognised.
const BEGIN: u64 = 4096;
/// The greatest number of missing ranks that are named.
const MOST_NAMED: usize = 8;

/// True if a file is generated from parts.
fn is_made(path: &Path) -> bool {
    MADE.iter().any(|end| path.extension().is_some_and(|other| other == *end))
}

/// Reads the run of these files. A rank's part may occur twice, alone and in the file of the run.
pub(crate) fn read(option: &str, files: &[PathBuf]) -> Result<Run, Failure> {
    let mut parts: BTreeMap<u32, Part> = BTreeMap::new();
    for path in files.iter().filter(|path| files.len() == 1 || !is_made(path)) {
        let name = path.display().to_string();
        let text = contents(path).map_err(|error| Failure::of(option, format!("{name}: {error}")))?;
        for part in Part::read(&text, &name).map_err(|error| Failure::of(option, error))? {
            let rank = part.rank;
            if let Some(other) = parts.insert(rank, part) {
                if other.text() != parts[&rank].text() {
                    return Err(Failure::of(option, RunError::Twice(rank)));
                }
            }
        }
    }
    Run::new(parts.into_values().collect()).map_err(|error| Failure::of(option, error))
}

/// Returns the contents of a file, or only its beginning if that is no part: other files may be endless.
fn contents(path: &Path) -> std::io::Result<Vec<u8>> {
    let (mut file, mut text) = (File::open(path)?, vec![]);
    file.by_ref().take(BEGIN).read_to_end(&mut text)?;
    if Part::is_one(text.trim_ascii_start()) {
        file.read_to_end(&mut text)?;
    }
    Ok(text)
}

/// Returns the name of the run of these files: that of the first one with parts, without its suffix.
pub(super) fn name(files: &[PathBuf]) -> String {
    let first = files.iter().find(|path| !is_made(path)).or(files.first());
    let first = first.map_or_else(String::new, |path| path.display().to_string());
    if let Some(name) = first.strip_suffix(".parts") {
        return name.to_owned();
    }
    let without = first.strip_suffix(".part").unwrap_or(&first);
    match without.rsplit_once('.') {
        Some((name, rank)) if !rank.is_empty() && rank.bytes().all(|byte| byte.is_ascii_digit()) => name.to_owned(),
        _ => without.to_owned(),
    }
}

/// Returns the files of a run by its name, or the one file that contains it.
pub(super) fn of_name(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let failure = |what: String| Failure::of("--diff", format!("{}: {what}", path.display()));
    let whole = PathBuf::from(format!("{}.parts", path.display()));
    if whole.is_file() {
        return Ok(vec![whole]);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = std::fs::read_dir(folder).map_err(|error| failure(error.to_string()))?;
    let is_part = |other: &PathBuf| {
        other.extension().is_some_and(|end| end == "part")
            && Path::new(&name(std::slice::from_ref(other))).file_name() == path.file_name()
    };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_part).collect();
    files.sort();
    if files.is_empty() { Err(failure("there is no such file, and no part of it".to_owned())) } else { Ok(files) }
}

/// Prints on stderr the ranks without a part.
pub(super) fn name_missing(run: &Run) {
    let missing: Vec<u32> = run.missing().collect();
    if missing.is_empty() {
        return;
    }
    let named: Vec<String> = missing.iter().take(MOST_NAMED).map(u32::to_string).collect();
    let more = if missing.len() > MOST_NAMED { ", ..." } else { "" };
    let of = count_of(run.ranks().into(), "rank");
    let (count, named) = (missing.len(), named.join(", "));
    remark(&format!("hsplit: the parts of {count} of {of} are missing: {named}{more}\n"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_file_is_no_run() {
        for (file, said) in [("/dev/zero", "where 'hsplit-monitor part 1' begins a part"), ("/dev/null", "no line")] {
            let failure = read("FILE", &[PathBuf::from(file)]).expect_err("no run").to_string();
            assert!(failure.starts_with(&format!("FILE: {file}:1: ")) && failure.contains(said), "{failure}");
        }
    }

    #[test]
    fn names_of_runs() {
        for (file, expected) in [
            ("run.parts", "run"),
            ("a/hsplit-monitor.47.0.part", "a/hsplit-monitor.47"),
            ("run.3", "run"),
            ("other.part", "other"),
            ("other", "other"),
        ] {
            assert_eq!(name(&[PathBuf::from(file)]), expected, "{file}");
        }
    }
}
