// SPDX-License-Identifier: MIT OR Apache-2.0
//! Common parts of all measurements of a network: progress messages for the user, and the file of results.

use std::path::Path;
use std::time::Duration;

use hsplit_memory::signals::without_write_signals;
use hsplit_mpi::clock::Moment;

/// Time that a measurement runs without a message.
const SILENCE: Duration = Duration::from_secs(2);

/// The times of progress messages: after two seconds, and then each time the elapsed time has doubled.
pub struct Progress {
    begin: Moment,
    said: Duration,
}

impl Progress {
    /// For a measurement that began then.
    pub fn new(begin: Moment) -> Self {
        Self { begin, said: SILENCE }
    }

    /// Returns the elapsed seconds, if a message is due.
    pub fn due(&mut self) -> Option<f64> {
        let elapsed = self.begin.elapsed();
        (elapsed >= self.said).then(|| {
            self.said = elapsed * 2;
            elapsed.as_secs_f64()
        })
    }
}

/// Estimates the remaining seconds after `done` of `of` rounds, which have taken `seconds`.
pub fn left(seconds: f64, done: usize, of: usize) -> f64 {
    seconds / done as f64 * (of - done) as f64
}

/// Writes the file that a variable names, whole or not at all. A symbolic link is neither followed nor replaced, and a
/// device or a pipe is not replaced either. A failure is one warning: the job continues.
pub fn save(variable: &str, path: &Path, text: Result<&str, String>) {
    let half = path.with_extension(format!("{}.part", std::process::id()));
    let write = |text: &str| {
        match path.symlink_metadata().map(|entry| entry.file_type()) {
            Ok(kind) if kind.is_symlink() => return Err("it is a symbolic link".to_owned()),
            Ok(kind) if !kind.is_file() => return Err("it is no regular file".to_owned()),
            _ => {}
        }
        let written = without_write_signals(|| std::fs::write(&half, text));
        written.and_then(|()| std::fs::rename(&half, path)).map_err(|error| error.to_string())
    };
    if let Err(why) = text.and_then(write) {
        let _ = std::fs::remove_file(&half);
        log::warn!("{variable}: {} is not written: {why}", path.display());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_stays() {
        let folder = std::env::temp_dir().join(format!("hsplit-progress-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let [link, file] = ["link", "file"].map(|name| folder.join(name));
        std::os::unix::fs::symlink(folder.join("none"), &link).expect("a link");
        [&link, &file].iter().for_each(|path| save("HSPLIT_TEST", path, Ok("text")));
        save("HSPLIT_TEST", std::path::Path::new("/dev/null"), Ok("text"));
        assert!(!std::path::Path::new("/dev/null").is_file());
        assert!(link.is_symlink() && std::fs::read_to_string(&file).expect("a file") == "text");
        assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 2);
        std::fs::remove_dir_all(&folder).expect("the folder");
    }
}
