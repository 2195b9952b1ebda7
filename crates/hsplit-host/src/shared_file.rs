// SPDX-License-Identifier: MIT OR Apache-2.0
//! A file that several jobs read and change, also on a network file system.

use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, fchown};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use hsplit_memory::signals::without_write_signals;

/// The timeout for a lock that another job holds.
const PATIENCE: Duration = Duration::from_secs(10);
const LOOK: Duration = Duration::from_millis(5);

/// The text of a file of at most `most` bytes.
///
/// # Errors
/// The file cannot be read, is not a regular file, or is too long.
pub fn contents(path: &Path, most: usize) -> io::Result<String> {
    // O_NONBLOCK, because opening a pipe without a writer would block.
    let file = OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK | libc::O_CLOEXEC).open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut bytes = vec![];
    file.take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > most {
        return Err(io::Error::other(format!("it is longer than {} KiB", most >> 10)));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The text of a file; empty if there is no file.
pub fn read(path: &Path, most: usize) -> io::Result<String> {
    match contents(path, most) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        read => read,
    }
}

/// Replaces a file's text by the result of `change`. Concurrent updates of jobs are serialised, and readers see either
/// the old text or the new one.
///
/// # Errors
/// The operating system's error, or that of `change`; then the file is unchanged.
pub fn update(path: &Path, most: usize, change: impl FnOnce(&str) -> Result<String, String>) -> Result<(), String> {
    let in_words = |path: &Path, error: io::Error| format!("{}: {error}", path.display());
    let beside = |end: &str| path.with_extension(end);
    let (lock, fresh) = (beside("lock"), beside("new"));
    // The lock of a process that dies is released, and NFS servers support it. A symbolic link is not followed.
    let file = open(OpenOptions::new().create(true).truncate(false), &lock).map_err(|error| in_words(&lock, error))?;
    share(&file, path, false);
    let fresh = match wait_for(&file) {
        Ok(()) => {
            // A killed job may have left this file; no other process has it open while the lock is held.
            let _ = fs::remove_file(&fresh);
            fresh
        }
        // Without locks, the texts of two jobs that end at the same time are whole, and the later one counts. Processes
        // of two hosts may have one number.
        Err(error) if has_no_locks(&error) => {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
            beside(&format!("new.{now:x}.{}", std::process::id()))
        }
        Err(error) => return Err(in_words(&lock, error)),
    };
    let text = change(&read(path, most).map_err(|error| in_words(path, error))?)?;
    let mut new = open(OpenOptions::new().create_new(true), &fresh).map_err(|error| in_words(&fresh, error))?;
    let written = match fs::metadata(path) {
        Ok(old) => replace(&new, &old, path),
        Err(_) => {
            share(&new, path, true);
            Ok(())
        }
    };
    let written = written.and_then(|()| without_write_signals(|| new.write_all(text.as_bytes())));
    let written = written.and_then(|()| new.sync_all());
    let written = written.and_then(|()| fs::rename(&fresh, path));
    written.map_err(|error| {
        let _ = fs::remove_file(&fresh);
        in_words(path, error)
    })
}

/// Gives a new file the owner, the group and the permissions of the old one, not those of this process: others read it,
/// too. Only root keeps another user as the owner.
fn replace(new: &File, old: &Metadata, path: &Path) -> io::Result<()> {
    let own = new.metadata()?;
    let is_same = (own.uid(), own.gid()) == (old.uid(), old.gid());
    let is_kept = is_same
        || fchown(new, Some(old.uid()), Some(old.gid())).is_ok()
        || own.gid() == old.gid()
        || fchown(new, None, Some(old.gid())).is_ok();
    new.set_permissions(old.permissions())?;
    if !is_kept {
        share(new, path, true);
    }
    Ok(())
}

/// Opens a file to the users of its folder, whatever the umask of this one is. Those who may write there read and
/// replace the text, and take the lock; those who may read there read a text (`is_text`). In a folder with the sticky
/// bit, none replaces another one's file.
fn share(file: &File, path: &Path, is_text: bool) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (Ok(folder), Ok(own)) = (fs::metadata(folder), file.metadata()) else { return };
    if folder.mode() & 0o1000 != 0 {
        return;
    }
    // The group of the file may be another one than that of the folder.
    let is_of_group = || folder.gid() == own.gid() || fchown(file, None, Some(folder.gid())).is_ok();
    // The permissions for a class of users by those of the folder, which are in the lowest bits.
    let by = |folder: u32| match folder & 0o7 {
        bits if bits & 0o2 != 0 => 0o6,
        0o5 if is_text => 0o4,
        _ => 0,
    };
    let of_group = Some(by(folder.mode() >> 3) << 3).filter(|bits| *bits != 0 && is_of_group()).unwrap_or(0);
    let of_others = by(folder.mode());
    let mode = own.mode() & 0o777 | of_group | of_others;
    if mode != own.mode() & 0o777 {
        // Only the owner can; another user's file has been shared by its owner.
        let _ = file.set_permissions(Permissions::from_mode(mode));
    }
}

fn open(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    options.write(true).mode(0o666).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(path)
}

/// Appends a text to a file, which is created if necessary. A link is not followed. Texts of several jobs stay whole:
/// in one system call, and under a lock, without which hosts that share a network file system write to one place.
///
/// # Errors
/// The operating system's error.
pub fn append(path: &Path, text: &str) -> io::Result<()> {
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    let mut file = OpenOptions::new().append(true).create(true).custom_flags(flags).open(path)?;
    // Not all files and file systems have locks.
    let is_locked = wait_for(&file).is_ok();
    // Half a text would spoil the next one. (Without the lock, other jobs may add theirs meanwhile.)
    let length = file.metadata().ok().filter(|entry| is_locked && entry.is_file()).map(|entry| entry.len());
    let written = without_write_signals(|| file.write_all(text.as_bytes()));
    if let (Err(_), Some(length)) = (&written, length) {
        let _ = file.set_len(length);
    }
    written
}

/// True for the error of a file system that has no locks, as Lustre that is mounted without `flock`.
fn has_no_locks(error: &io::Error) -> bool {
    matches!(error.raw_os_error(), Some(libc::ENOSYS | libc::ENOLCK | libc::EOPNOTSUPP))
}

/// Locks a file until it is closed.
fn wait_for(file: &File) -> io::Result<()> {
    let begin = Instant::now();
    loop {
        let lock = libc::flock {
            l_type: libc::F_WRLCK as libc::c_short,
            l_whence: libc::SEEK_SET as libc::c_short,
            l_start: 0,
            l_len: 0,
            l_pid: 0,
        };
        // SAFETY: the descriptor is open, and the lock is a local that the call only reads.
        if unsafe { libc::fcntl(file.as_raw_fd(), libc::F_OFD_SETLK, &raw const lock) } == 0 {
            return Ok(());
        }
        let error = io::Error::last_os_error();
        if !matches!(error.raw_os_error(), Some(libc::EAGAIN | libc::EACCES | libc::EINTR)) {
            return Err(error);
        }
        if begin.elapsed() > PATIENCE {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "other jobs have it for too long"));
        }
        thread::sleep(LOOK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(std::path::PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("hsplit-shared-file-{name}-{}", std::process::id()));
            fs::create_dir_all(&folder).expect("a folder");
            Self(folder)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn changes_at_once_are_all_there() {
        let folder = Folder::new("changes");
        let path = folder.0.join("numbers.txt");
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..10 {
                        update(&path, 1000, |text| Ok(format!("{text}x"))).expect("a change");
                    }
                });
            }
        });
        assert_eq!(read(&path, 1000).expect("a text").len(), 80);
        assert_eq!(update(&path, 1000, |_| Err("no".to_owned())), Err("no".to_owned()));
        assert_eq!(read(&path, 1000).expect("a text").len(), 80);
        assert!(read(&path, 10).is_err());
        assert_eq!(read(&folder.0.join("none"), 10).expect("no text"), "");
    }

    /// Root changes the file of a user (which only root can try).
    #[test]
    fn a_changed_file_keeps_its_owner() {
        let folder = Folder::new("owner");
        let path = folder.0.join("a.txt");
        fs::write(&path, "x").expect("a file");
        fs::set_permissions(&path, Permissions::from_mode(0o640)).expect("permissions");
        let _ = fchown(File::open(&path).expect("a file"), Some(54_321), Some(54_322));
        let before = fs::metadata(&path).expect("metadata");
        update(&path, 10, |text| Ok(format!("{text}y"))).expect("a change");
        let after = fs::metadata(&path).expect("metadata");
        assert_eq!(read(&path, 10).expect("a text"), "xy");
        assert_eq!((before.uid(), before.gid(), before.mode()), (after.uid(), after.gid(), after.mode()));
        assert_ne!(before.ino(), after.ino());
    }

    /// As 'hsplit tuning merge' of root with a umask of 027.
    #[test]
    fn who_may_read_the_folder_may_read_a_new_file() {
        for (of_folder, of_text, of_lock) in [(0o755, 0o644, 0o600), (0o750, 0o640, 0o600), (0o775, 0o664, 0o660)] {
            let folder = Folder::new(&format!("readable-{of_folder:o}"));
            let path = folder.0.join("a.txt");
            for (path, is_text, expected) in
                [(path.clone(), true, of_text), (path.with_extension("lock"), false, of_lock)]
            {
                fs::write(&path, "x").expect("a file");
                fs::set_permissions(&path, Permissions::from_mode(0o600)).expect("permissions");
                fs::set_permissions(&folder.0, Permissions::from_mode(of_folder)).expect("permissions");
                share(&File::open(&path).expect("a file"), &path, is_text);
                assert_eq!(fs::metadata(&path).expect("metadata").mode() & 0o777, expected, "{of_folder:o}");
            }
        }
    }

    #[test]
    fn texts_are_appended_whole() {
        let folder = Folder::new("append");
        let path = folder.0.join("a.txt");
        let line = "a line of a job\n";
        thread::scope(|scope| {
            (0..8).for_each(|_| drop(scope.spawn(|| (0..20).for_each(|_| append(&path, line).expect("a line")))));
        });
        assert_eq!(read(&path, 1 << 16).expect("a text"), line.repeat(160));
        std::os::unix::fs::symlink(&path, folder.0.join("link")).expect("a link");
        assert!(append(&folder.0.join("link"), line).is_err());
        append(Path::new("/dev/null"), line).expect("a device");
    }

    /// The files that a process leaves if it is killed at any of its writes.
    #[test]
    fn a_killed_change_leaves_the_old_text() {
        let folder = Folder::new("killed");
        let path = folder.0.join("a.txt");
        let (old, new) = ("old\n", "new and longer\n");
        let beside = |end: &str| path.with_extension(end);
        for written in [None, Some(0), Some(1), Some(new.len() - 1), Some(new.len())] {
            fs::write(&path, old).expect("a file");
            fs::write(beside("lock"), "").expect("a lock");
            let _ = fs::remove_file(beside("new"));
            if let Some(bytes) = written {
                fs::write(beside("new"), &new[..bytes]).expect("a part");
            }
            assert_eq!(read(&path, 1000).expect("a text"), old);
            update(&path, 1000, |text| Ok(format!("{text}x"))).expect("a change");
            assert_eq!(read(&path, 1000).expect("a text"), format!("{old}x"));
            assert!(!beside("new").exists());
        }
    }

    #[test]
    fn a_changed_file_keeps_its_permissions() {
        let folder = Folder::new("permissions");
        let path = folder.0.join("a.txt");
        update(&path, 1000, |_| Ok("x".to_owned())).expect("a new file");
        for mode in [0o600, 0o644, 0o664] {
            fs::set_permissions(&path, Permissions::from_mode(mode)).expect("its owner");
            update(&path, 1000, |text| Ok(format!("{text}x"))).expect("a change");
            assert_eq!(fs::metadata(&path).expect("a file").permissions().mode() & 0o777, mode);
        }
    }

    #[test]
    fn a_folder_of_several_users_has_files_of_all() {
        let folder = Folder::new("shared");
        for (of_folder, expected) in [(0o2770, 0o060), (0o2775, 0o060), (0o777, 0o066), (0o755, 0), (0o1777, 0)] {
            fs::set_permissions(&folder.0, Permissions::from_mode(of_folder)).expect("its owner");
            let path = folder.0.join(format!("{of_folder:o}.txt"));
            update(&path, 1000, |_| Ok("x".to_owned())).expect("a new file");
            for file in [path.clone(), path.with_extension("lock")] {
                let mode = fs::metadata(&file).expect("a file").permissions().mode();
                assert_eq!(mode & expected, expected, "{of_folder:o}: {mode:o}");
                assert!(expected != 0 || mode & 0o002 == 0, "{of_folder:o}: {mode:o}");
            }
        }
    }

    #[test]
    fn links_are_not_followed() {
        let folder = Folder::new("links");
        let [path, other] = ["a.txt", "other"].map(|name| folder.0.join(name));
        fs::write(&other, "kept").expect("a file");
        std::os::unix::fs::symlink(&other, path.with_extension("lock")).expect("a link");
        assert!(update(&path, 1000, |_| Ok("x".to_owned())).is_err());
        fs::remove_file(path.with_extension("lock")).expect("no link");
        std::os::unix::fs::symlink(&other, path.with_extension("new")).expect("a link");
        update(&path, 1000, |_| Ok("x".to_owned())).expect("a change");
        assert_eq!(fs::read_to_string(&other).expect("a file"), "kept");
        assert!(update(&folder.0.join("no/such"), 1000, |_| Ok(String::new())).is_err());
    }
}
