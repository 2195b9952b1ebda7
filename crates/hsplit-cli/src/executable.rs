// SPDX-License-Identifier: MIT OR Apache-2.0
//! The type of an executable file, and the libraries that the loader of this machine would load for it.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;

use elf::ElfStream;
use elf::abi::PT_INTERP;
use elf::endian::AnyEndian;

/// The greatest length of a script's first line, as in Linux.
const FIRST_LINE: u64 = 256;

/// A file that can be executed.
#[derive(Debug, PartialEq)]
pub(crate) enum Executable {
    /// A program with shared libraries, and its loader.
    Dynamic(PathBuf),
    /// A program without shared libraries.
    Static,
    /// A script, and the command that interprets it.
    Script(PathBuf),
    /// Something else.
    Other,
}

impl Executable {
    /// Determines the type of a file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        // O_NONBLOCK, because opening a pipe without a writer would block.
        let open = || File::options().read(true).custom_flags(libc::O_NONBLOCK).open(path);
        let (mut start, file) = (vec![], open()?);
        let kind = file.metadata()?.file_type();
        if !kind.is_file() && !kind.is_dir() {
            return Ok(Self::Other);
        }
        file.take(FIRST_LINE).read_to_end(&mut start)?;
        if let Some(line) = start.strip_prefix(b"#!") {
            return Ok(interpreter(line).map_or(Self::Other, Self::Script));
        }
        let Ok(mut file) = ElfStream::<AnyEndian, _>::open_stream(open()?) else { return Ok(Self::Other) };
        let Some(segment) = file.segments().iter().find(|segment| segment.p_type == PT_INTERP).copied() else {
            return Ok(Self::Static);
        };
        let Ok(loader) = file.segment_data(&segment) else { return Ok(Self::Other) };
        let loader = loader.split(|&byte| byte == 0).next().unwrap_or_default();
        Ok(Self::Dynamic(PathBuf::from(String::from_utf8_lossy(loader).into_owned())))
    }
}

/// Returns the command in a script's first line, after `#!`, or the command that `env` would find by name. To Linux a
/// carriage return is a part of the last word.
fn interpreter(line: &[u8]) -> Option<PathBuf> {
    let line = line.split(|&byte| byte == b'\n').next()?;
    let line = String::from_utf8_lossy(line).into_owned();
    let mut words = line.split([' ', '\t']).filter(|word| !word.is_empty());
    let command = words.next()?;
    if Path::new(command).file_name()? != "env" {
        return Some(PathBuf::from(command));
    }
    find(words.find(|word| !word.starts_with('-') && !word.contains('='))?)
}

/// Returns the file itself, or the interpreter of a script.
pub(crate) fn interpreted_by(file: PathBuf) -> PathBuf {
    match Executable::of(&file) {
        Ok(Executable::Script(interpreter)) => interpreter,
        _ => file,
    }
}

/// Returns the file of a command, as `execvp` finds it; `None` if there is none.
pub(crate) fn find(command: &str) -> Option<PathBuf> {
    if command.contains('/') {
        return Some(PathBuf::from(command));
    }
    // Without the variable, `execvp` has this list.
    let path = std::env::var_os("PATH").unwrap_or_else(|| "/bin:/usr/bin".into());
    let file = std::env::split_paths(&path).map(|folder| folder.join(command)).find(|file| is_executable(file))?;
    // An empty folder is the working directory, and the loader searches for a name without a slash.
    std::path::absolute(file).ok()
}

/// True if a command is an executable file, and its interpreter, if it is a script.
pub(crate) fn can_start(command: &str) -> bool {
    find(command).is_some_and(|file| is_executable(&file) && is_executable(&interpreted_by(file)))
}

/// True if a file is executable by its user.
pub(crate) fn is_executable(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|entry| entry.is_file() && entry.permissions().mode() & 0o111 != 0)
}

/// Returns the loader's lines on the libraries of a program, with the files that it finds for them; no lines if the
/// file has no loader. The program is not started.
///
/// # Errors
/// The file cannot be read, or its loader cannot be started.
pub(crate) fn libraries(path: &Path) -> io::Result<Vec<String>> {
    let Executable::Dynamic(loader) = Executable::of(path)? else { return Ok(vec![]) };
    let listed = Command::new(loader).arg("--list").arg(path).env_remove("LD_PRELOAD").output()?;
    Ok(String::from_utf8_lossy(&listed.stdout).lines().map(|line| with_name(line.trim())).collect())
}

/// Returns the loader's line with the name of the library in front. The line begins with the file if the program names
/// its libraries by their files, as some package managers link it.
fn with_name(line: &str) -> String {
    let file = line.split(" (").next().unwrap_or(line);
    match file.rsplit_once('/') {
        Some((_, name)) if !line.contains(" => ") => format!("{name} => {line}"),
        _ => line.to_owned(),
    }
}

/// True if a shared object defines one of these names for others.
pub(crate) fn defines(file: &Path, names: &[&str]) -> bool {
    let defined = || {
        let mut file = ElfStream::<AnyEndian, _>::open_stream(File::open(file).ok()?).ok()?;
        let (symbols, strings) = file.dynamic_symbol_table().ok()??;
        let mut own = symbols.iter().filter(|symbol| !symbol.is_undefined());
        Some(own.any(|symbol| strings.get(symbol.st_name as usize).is_ok_and(|name| names.contains(&name))))
    };
    defined().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_names_the_interpreter() {
        let of = |line: &str| interpreter(line.as_bytes());
        assert_eq!(of("/bin/sh -e\necho"), Some(PathBuf::from("/bin/sh")));
        assert_eq!(of(" /bin/sh"), Some(PathBuf::from("/bin/sh")));
        assert_eq!(of("/bin/sh\r\n"), Some(PathBuf::from("/bin/sh\r")));
        assert_eq!(of("/usr/bin/env -S A=1 sh -e\n"), find("sh"));
        assert!(find("sh").is_some_and(|file| file.is_absolute()));
        assert_eq!((of(""), of("\n"), of("/usr/bin/env\n")), (None, None, None));
    }

    #[test]
    fn a_program_names_its_loader_and_is_not_started() {
        let own = std::env::current_exe().unwrap();
        assert!(matches!(Executable::of(&own).unwrap(), Executable::Dynamic(loader) if loader.exists()));
        assert!(libraries(&own).unwrap().iter().any(|line| line.starts_with("libc.so.6 => /")));
        assert_eq!(Executable::of(Path::new("/dev/null")).unwrap(), Executable::Other);
        assert!(Executable::of(Path::new("/does/not/exist")).is_err());
        let libc = libraries(&own).unwrap().into_iter().find_map(|line| line.split(" => ").nth(1).map(str::to_owned));
        let file = libc.as_deref().and_then(|file| file.split(" (").next()).unwrap().to_owned();
        assert_eq!(with_name("/s/lib/libmpi.so.40 (0x7f)"), "libmpi.so.40 => /s/lib/libmpi.so.40 (0x7f)");
        assert_eq!(with_name("libmpi.so.40 => /s/libmpi.so.40 (0x7f)"), "libmpi.so.40 => /s/libmpi.so.40 (0x7f)");
        assert_eq!(with_name("linux-vdso.so.1 (0x7f)"), "linux-vdso.so.1 (0x7f)");
        assert!(!defines(Path::new(&file), &["MPI_Init"]) && !defines(Path::new("/dev/null"), &["main"]));
    }
}
