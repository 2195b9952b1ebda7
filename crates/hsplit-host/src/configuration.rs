// SPDX-License-Identifier: MIT OR Apache-2.0
//! Configuration files: the values of variables that are not set in the environment.
//!
//! The site's file for all jobs is `etc/hsplit.conf` under the installation prefix of the library; a user's own file
//! has priority over it. `HSPLIT_CONFIG` names another file in place of both.

use std::env;
use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::loader;
use crate::shared_file::contents;
use hsplit_core::emulation::without_mark;

/// The prefix of all variables.
pub const PREFIX: &str = "HSPLIT_";

/// The variable that names a file in place of the site's and the user's, or none.
pub(crate) const VARIABLE: &str = "HSPLIT_CONFIG";

const NAME: &str = "hsplit.conf";
const MOST_BYTES: usize = 64 << 10;

/// A line of a file that sets a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The variable.
    pub name: String,
    /// Its value.
    pub value: String,
    /// The file and the line number.
    pub place: String,
}

/// The settings in the files of this process.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Configuration {
    /// One setting for each variable in the files.
    pub settings: Vec<Setting>,
    /// A warning for each line or file that cannot be used.
    pub warnings: Vec<String>,
}

/// The configuration of this process, read at the first call.
pub fn of_process() -> &'static Configuration {
    static READ: OnceLock<Configuration> = OnceLock::new();
    READ.get_or_init(|| Configuration::read(&Files::of_process(is_secure())))
}

/// The setting of a variable in the files of this process.
pub fn setting(name: &str) -> Option<&'static Setting> {
    of_process().settings.iter().find(|setting| setting.name == name)
}

/// True if the first setting's file has priority over the second one's.
pub fn is_above(one: &Setting, other: &Setting) -> bool {
    // Settings are in the order of their files.
    let file = |setting: &Setting| setting.place.rsplit_once(", line ").map(|(file, _)| file.to_owned());
    let number = |wanted: &Setting| of_process().settings.iter().position(|setting| setting.name == wanted.name);
    file(one) != file(other) && number(one) < number(other)
}

/// True if the program has more rights than its user (set-user-ID): then its environment must not select files.
pub fn is_secure() -> bool {
    // SAFETY: the function accepts any number and has no effect.
    unsafe { libc::getauxval(libc::AT_SECURE) != 0 }
}

#[derive(Debug, PartialEq, Eq)]
struct Files {
    paths: Vec<PathBuf>,
    /// True if a missing file is an error.
    are_named: bool,
}

impl Files {
    fn of_process(is_secure: bool) -> Self {
        let of_site = object().and_then(|object| of_prefix(&object));
        if is_secure {
            return Self { paths: of_site.into_iter().collect(), are_named: false };
        }
        Self::of(|name| env::var_os(name).filter(|value| !value.is_empty()), of_site)
    }

    fn of(variable: impl Fn(&str) -> Option<OsString>, of_site: Option<PathBuf>) -> Self {
        match variable(VARIABLE) {
            Some(none) if none.eq_ignore_ascii_case("none") => Self { paths: vec![], are_named: false },
            Some(file) => Self { paths: vec![file.into()], are_named: true },
            None => {
                let folder = variable("XDG_CONFIG_HOME").map(PathBuf::from).filter(|folder| folder.is_absolute());
                let folder = folder.or_else(|| Some(Path::new(&variable("HOME")?).join(".config")));
                let own = folder.map(|folder| folder.join(NAME));
                Self { paths: own.into_iter().chain(of_site).collect(), are_named: false }
            }
        }
    }
}

/// The shared object or the program that contains this code.
fn object() -> Option<PathBuf> {
    let file = loader::origin(object as fn() -> Option<PathBuf> as usize)?.file;
    // The loader's name of a program is chosen by its caller, and need not be its path.
    if file.as_os_str().as_bytes().windows(3).any(|part| part == b".so") { Some(file) } else { env::current_exe().ok() }
}

/// The site's file for a library or a program under a prefix. For the prefix /usr, it is in /etc.
fn of_prefix(object: &Path) -> Option<PathBuf> {
    let is_known =
        |folder: &&Path| folder.file_name().is_some_and(|name| name == "lib" || name == "lib64" || name == "bin");
    let prefix = object.ancestors().skip(1).find(is_known)?.parent()?;
    Some(if prefix == Path::new("/usr") { Path::new("/") } else { prefix }.join("etc").join(NAME))
}

impl Configuration {
    fn read(files: &Files) -> Self {
        let mut configuration = Self::default();
        let named = if files.are_named { format!("{VARIABLE}: ") } else { String::new() };
        for path in &files.paths {
            match contents(path, MOST_BYTES) {
                Ok(text) => configuration.add(&text, &path.to_string_lossy()),
                // A home directory that this process may not read counts as one without a file, and so does one that is
                // no directory: the home of a service is often /dev/null.
                // A file that is seen and may not be read is an error: often the site's, made under another umask.
                Err(error) if is_without_file(&error) && !files.are_named && std::fs::metadata(path).is_err() => {}
                Err(error) => configuration.warnings.push(format!("{named}{}: {error}; ignored", path.display())),
            }
        }
        configuration
    }

    /// Adds the settings of a file; files added earlier have priority.
    fn add(&mut self, text: &str, file: &str) {
        let before = self.settings.len();
        for (number, line) in (1..).zip(without_mark(text).lines()) {
            let (line, place) = (line.trim(), format!("{file}, line {number}"));
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let pair = line.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
            match pair.filter(|(name, _)| !name.is_empty()) {
                None => self.warnings.push(format!("{place}: '{}' is not NAME = VALUE; ignored", shortened(line))),
                Some((name, _)) if !is_name(name) || name == VARIABLE => {
                    self.warnings.push(format!("{place}: {} cannot be set there; ignored", shortened(name)));
                }
                Some((name, value)) => {
                    let setting = Setting { name: name.to_owned(), value: value.to_owned(), place };
                    match self.settings.iter().position(|known| known.name == name) {
                        // The last line of a file counts, as in a shell script.
                        Some(at) if at >= before => self.settings[at] = setting,
                        Some(_) => {}
                        None => self.settings.push(setting),
                    }
                }
            }
        }
    }
}

fn is_without_file(error: &io::Error) -> bool {
    use io::ErrorKind::{NotADirectory, NotFound, PermissionDenied};
    matches!(error.kind(), NotADirectory | NotFound | PermissionDenied)
}

fn is_name(name: &str) -> bool {
    name.starts_with(PREFIX) && name.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric())
}

fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(name: &str, value: &str, place: &str) -> Setting {
        Setting { name: name.to_owned(), value: value.to_owned(), place: place.to_owned() }
    }

    #[test]
    fn files_are_above_each_other() {
        let mut configuration = Configuration::default();
        configuration.add("\u{feff}# mine\nHSPLIT_SHOW = 1\n HSPLIT_WAIT=0.1\nHSPLIT_WAIT=0.3", "own");
        configuration.add("HSPLIT_SHOW=0\n\nHSPLIT_EMULATE = node:2 core:4 = x \n", "site");
        let expected = [
            setting("HSPLIT_SHOW", "1", "own, line 2"),
            setting("HSPLIT_WAIT", "0.3", "own, line 4"),
            setting("HSPLIT_EMULATE", "node:2 core:4 = x", "site, line 3"),
        ];
        assert_eq!(configuration.settings, expected);
        assert!(configuration.warnings.is_empty());
        configuration.add("\u{feff}HSPLIT_LOG=info", "own");
        assert_eq!(configuration.settings[3], setting("HSPLIT_LOG", "info", "own, line 1"));
    }

    #[test]
    fn what_is_no_setting_is_said() {
        let mut configuration = Configuration::default();
        configuration.add("HSPLIT_SHOW\nLD_PRELOAD=x\nHSPLIT_CONFIG=y\n\0=\u{fffd}\n = x\nHSPLIT_SHOW 1 = 1", "f");
        assert!(configuration.settings.is_empty());
        assert_eq!(configuration.warnings.len(), 6);
        assert_eq!(configuration.warnings[5], "f, line 6: HSPLIT_SHOW 1 cannot be set there; ignored");
        assert_eq!(configuration.warnings[4], "f, line 5: '= x' is not NAME = VALUE; ignored");
        assert_eq!(configuration.warnings[0], "f, line 1: 'HSPLIT_SHOW' is not NAME = VALUE; ignored");
        assert_eq!(configuration.warnings[1], "f, line 2: LD_PRELOAD cannot be set there; ignored");
    }

    #[test]
    fn the_files_of_a_process() {
        let of = |pairs: &[(&str, &str)]| {
            let value = |name: &str| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).into());
            Files::of(value, Some("/p/etc/hsplit.conf".into()))
        };
        let files = |paths: &[&str], are_named| Files { paths: paths.iter().map(PathBuf::from).collect(), are_named };
        assert_eq!(of(&[("HOME", "/h")]), files(&["/h/.config/hsplit.conf", "/p/etc/hsplit.conf"], false));
        assert_eq!(
            of(&[("HOME", "/h"), ("XDG_CONFIG_HOME", "/c")]),
            files(&["/c/hsplit.conf", "/p/etc/hsplit.conf"], false)
        );
        assert_eq!(of(&[]), files(&["/p/etc/hsplit.conf"], false));
        assert_eq!(of(&[("HSPLIT_CONFIG", "None")]), files(&[], false));
        assert_eq!(of(&[("HSPLIT_CONFIG", "f"), ("HOME", "/h")]), files(&["f"], true));
    }

    #[test]
    fn the_prefix_is_above_lib() {
        let of = |path: &str| of_prefix(Path::new(path)).map(|file| file.to_string_lossy().into_owned());
        assert_eq!(of("/opt/h/lib/libhsplit.so.0").as_deref(), Some("/opt/h/etc/hsplit.conf"));
        assert_eq!(of("/opt/h/lib/openmpi-4/libhsplit.so.0").as_deref(), Some("/opt/h/etc/hsplit.conf"));
        assert_eq!(of("/usr/lib/x86_64-linux-gnu/libhsplit.so.0").as_deref(), Some("/etc/hsplit.conf"));
        assert_eq!(of("/opt/h/bin/hsplit").as_deref(), Some("/opt/h/etc/hsplit.conf"));
        assert_eq!(of("/tmp/libhsplit.so"), None);
    }

    #[test]
    fn a_named_file_has_to_be_there() {
        let named =
            |path: &str, are_named| Configuration::read(&Files { paths: vec![path.into()], are_named }).warnings;
        assert_eq!(named("/nowhere/hsplit.conf", false), Vec::<String>::new());
        assert_eq!(named("/nowhere/hsplit.conf", true).len(), 1);
        assert_eq!(named("/dev/null/.config/hsplit.conf", false), Vec::<String>::new());
        assert_eq!(named("/dev/null/hsplit.conf", true).len(), 1);
        assert_eq!(named("/dev/null", true), ["HSPLIT_CONFIG: /dev/null: it is not a file; ignored"]);
    }
}
