// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit run`: preloads the library for a program's MPI, and replaces this process by the program.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;
use hsplit_core::emulation::{Description, ProcessPlacement};
use hsplit_host::launcher;
use hsplit_host::preload::{Inserted, PRELOADED_BY};
use hsplit_program::warn;
use hsplit_settings::{Settings, text_in};

use super::Failure;
use super::executable::{self, Executable};
use super::mpi::{Family, strange_launcher};
use super::{library, python, start};

const ORIGIN: &str = "run";

const AFTER_HELP: &str = "\
The MPI of the program is found by the libraries that it is linked with (for scripts, those of the \
interpreter), then by the launcher that started this process, then by the mpi4py of a Python. If no library matches \
that MPI, one line is printed and the program runs without the library. Nothing else is changed: the program replaces \
this process (exec).

All words after the program are its arguments. '--' before the program is needed only if its name could be a value.

Commands that the program starts after MPI_Init inherit neither the library nor the variables that the options set.

Examples:
  mpiexec -n 8 hsplit run ./program
  mpiexec -n 8 hsplit run --collectives --show ./program input.nml
  srun hsplit run python3 program.py
  mpiexec -n 32 hsplit run --emulate 'node:4 package:2 core:4 pu:1' ./program

Exit status: that of PROGRAM; 1 if it cannot be started; 2 for wrong usage.";

/// Run a program with the library for its MPI preloaded.
///
/// The command is inserted between the launcher and the program: 'mpiexec -n 8 hsplit run ./program' runs 'mpiexec -n 8
/// ./program' with the library. The program is neither changed nor relinked.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// The MPI of the program, if it cannot be detected
    #[arg(long, value_enum, value_name = "MPI")]
    mpi: Option<Family>,
    /// The library to use [default: the library for the program's MPI]
    #[arg(long, value_name = "FILE", conflicts_with = "mpi")]
    library: Option<PathBuf>,
    /// Collective calls along the hierarchy (HSPLIT_COLLECTIVES) [default without a value: all]
    #[arg(long, value_name = "WHAT", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    collectives: Option<String>,
    /// Reorder ranks in topology calls of the program (HSPLIT_REORDER) [default without a value: all]
    #[arg(long, value_name = "WHAT", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    reorder: Option<String>,
    /// Count the traffic between ranks (HSPLIT_MONITOR) [default without a value: gather]
    #[arg(long, value_name = "WHAT", num_args = 0..=1, require_equals = true, default_missing_value = "gather")]
    monitor: Option<String>,
    /// Print the tree of created communicators in MPI_Finalize (HSPLIT_SHOW)
    #[arg(long)]
    show: bool,
    /// Write a summary of the library's work in the job (HSPLIT_SUMMARY) [default without a value: stderr]
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "stderr")]
    summary: Option<String>,
    /// Split along a described machine instead of this one (HSPLIT_EMULATE)
    #[arg(long, value_name = "MACHINE")]
    emulate: Option<String>,
    /// The least severe messages to print: off, error, warn, info, debug or trace (HSPLIT_LOG)
    #[arg(long, value_name = "LEVEL")]
    log: Option<String>,
    /// The program, and its arguments
    #[arg(trailing_var_arg = true, required = true, value_name = "PROGRAM")]
    program: Vec<OsString>,
}

/// The way in which a program gets the library.
enum Linkage {
    /// The program is linked with it.
    Linked,
    Preloaded(PathBuf),
}

impl Arguments {
    /// Replaces this process by the program.
    pub(crate) fn run(&self) -> Result<String, Failure> {
        let (program, arguments) = self.program.split_first().ok_or_else(|| Failure::of_usage(ORIGIN, "no program"))?;
        let mut command = Command::new(program);
        command.args(arguments);
        // In MPI_Init the library removes this from the environment that the program's own commands inherit.
        let mut inserted = Inserted::of_environment();
        for (name, value) in self.variables()? {
            inserted.add(name, std::env::var_os(name));
            command.env(name, value);
        }
        match self.linkage(program)? {
            Ok(Linkage::Linked) => {}
            Ok(Linkage::Preloaded(file)) => {
                let before = std::env::var_os("LD_PRELOAD");
                // The library that the user has preloaded stays preloaded after MPI_Init.
                if !is_in_front(&file, before.as_deref()) {
                    command.env("LD_PRELOAD", in_front(&file, before));
                    inserted.library = file.into_os_string();
                }
            }
            // (A program that cannot be started has a reason of its own.)
            Err(why) if is_first() && executable::can_start(&program.to_string_lossy()) => {
                warn("hsplit", &Failure::of(ORIGIN, why + "; the program runs without libhsplit"))
            }
            Err(_) => {}
        }
        command.envs(inserted.text().map(|text| (PRELOADED_BY, text)));
        Err(Failure::of(&program.to_string_lossy(), start::instead(&mut command)))
    }

    /// Returns the variables for the options. A value that the library would not accept is an error here.
    fn variables(&self) -> Result<Vec<(&'static str, String)>, Failure> {
        let show = self.show.then(|| "1".to_owned());
        let options = [
            ("--collectives", "HSPLIT_COLLECTIVES", &self.collectives),
            ("--reorder", "HSPLIT_REORDER", &self.reorder),
            ("--monitor", "HSPLIT_MONITOR", &self.monitor),
            ("--show", "HSPLIT_SHOW", &show),
            ("--summary", "HSPLIT_SUMMARY", &self.summary),
            ("--emulate", "HSPLIT_EMULATE", &self.emulate),
            ("--log", "HSPLIT_LOG", &self.log),
        ];
        let mut variables = vec![];
        for (option, name, value) in options {
            let Some(value) = value else { continue };
            if let Some(warning) = Settings::read([(name.to_owned(), value.clone())]).1.first() {
                return Err(Failure::of_usage(option, warning.strip_suffix("; ignored").unwrap_or(warning)));
            }
            if name == "HSPLIT_EMULATE" {
                checked(value).map_err(|why| Failure::of_usage(option, why))?;
            }
            variables.push((name, value.clone()));
        }
        Ok(variables)
    }

    /// Returns the way in which the program gets the library, or the reason why it gets none.
    fn linkage(&self, program: &OsStr) -> Result<Result<Linkage, String>, Failure> {
        if let Some(file) = &self.library {
            let file = file
                .canonicalize()
                .map_err(|error| Failure::of("--library", format!("{}: {error}", file.display())))?;
            return match Executable::of(&file) {
                Ok(Executable::Dynamic(_) | Executable::Static) if library::is_own(&file) => Ok(preloaded(file)),
                Ok(Executable::Dynamic(_) | Executable::Static) => {
                    Err(Failure::of("--library", library::not_own(&file)))
                }
                _ => Err(Failure::of("--library", format!("{} is no shared library", file.display()))),
            };
        }
        // A file that cannot be read here cannot be started either: the attempt reports the reason.
        let file = executable::find(&program.to_string_lossy()).map(executable::interpreted_by);
        let libraries = file.as_ref().and_then(|file| executable::libraries(file).ok()).unwrap_or_default();
        let is_set = |name: &str| std::env::var_os(name).is_some();
        let linked = || libraries.iter().find_map(|line| Family::of_library(line));
        let launcher = || Family::of_launcher(is_set);
        let mpi4py = || python::family(file.as_ref()?);
        let strange = linked().or(self.mpi).and_then(|family| strange_launcher(family, &libraries, is_set));
        if let Some(words) = strange.filter(|_| is_first()) {
            warn("hsplit", &Failure::of(ORIGIN, words));
        }
        if library::is_linked(&libraries) {
            return Ok(Ok(Linkage::Linked));
        }
        let Some(family) = self.mpi.or_else(linked).or_else(launcher).or_else(mpi4py).or_else(only_one) else {
            return Ok(Err(format!(
                "which MPI {} runs is not to be seen: name it with --mpi",
                program.to_string_lossy()
            )));
        };
        Ok(library::of_family(family).map_or_else(
            || Err(format!("no libhsplit for {} is installed beside this command or below HSPLIT_ROOT", family.name())),
            preloaded,
        ))
    }
}

/// Checks an emulated machine and its placement, without the inside of its nodes.
fn checked(value: &str) -> Result<(), String> {
    if let Some(machine) = text_in("HSPLIT_EMULATE", value) {
        Description::read(&machine).map_err(|error| error.to_string())?;
    }
    let bind = text_in("HSPLIT_EMULATE bind", value);
    bind.map_or(Ok(()), |bind| ProcessPlacement::read(&bind).map(drop).map_err(|error| format!("bind: {error}")))
}

/// Returns the family, if the installation serves only one. (The library disables itself under another MPI.)
fn only_one() -> Option<Family> {
    match library::installed()[..] {
        [family] => Some(family),
        _ => None,
    }
}

fn preloaded(file: PathBuf) -> Result<Linkage, String> {
    if file.as_os_str().as_encoded_bytes().iter().any(|byte| matches!(byte, b':' | b' ')) {
        return Err(format!("LD_PRELOAD cannot name {}, which has a colon or a blank", file.display()));
    }
    Ok(Linkage::Preloaded(file))
}

/// True if a list of preloaded libraries begins with this one.
fn is_in_front(file: &Path, list: Option<&OsStr>) -> bool {
    let first = list.and_then(|list| list.as_encoded_bytes().split(|byte| matches!(byte, b':' | b' ')).next());
    first == Some(file.as_os_str().as_encoded_bytes())
}

/// Returns the list of preloaded libraries with this one in front.
fn in_front(file: &Path, others: Option<OsString>) -> OsString {
    let mut list = file.as_os_str().to_owned();
    if let Some(others) = others.filter(|others| !others.is_empty()) {
        list.push(":");
        list.push(others);
    }
    list
}

/// True if this process prints the messages of its job.
fn is_first() -> bool {
    launcher::process(true, |name| std::env::var(name).ok()).is_none_or(|process| process.rank == 0)
}
