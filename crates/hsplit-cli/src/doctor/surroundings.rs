// SPDX-License-Identifier: MIT OR Apache-2.0
//! The environment of a process: preloaded libraries, tools that intercept MPI calls, the launcher, the control group.

use std::ffi::CString;
use std::fs;
use std::path::Path;

use hsplit_core::ranks::Ranks;
use hsplit_host::affinity;
use hsplit_host::launcher::Process;

use crate::executable;
use crate::library::{self, loader_says};
use crate::mpi::{Family, strange_launcher};

/// Every tool that intercepts MPI calls defines at least one of these functions.
const INTERCEPTED: [&str; 5] = ["MPI_Init", "MPI_Finalize", "MPI_Init_thread", "mpi_init_", "mpi_finalize_"];

/// Returns each file of LD_PRELOAD, and whether it is loaded; `None` if nothing is preloaded.
pub(super) fn preloaded() -> Option<String> {
    let lines: Vec<String> = entries().iter().map(|entry| state_of(entry)).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

fn entries() -> Vec<String> {
    let preloaded = std::env::var("LD_PRELOAD").unwrap_or_default();
    preloaded.split([':', ' ']).filter(|entry| !entry.is_empty()).map(str::to_owned).collect()
}

fn state_of(entry: &str) -> String {
    let Ok(name) = CString::new(entry) else { return format!("WRONG: {entry}: a name with a NUL") };
    let open = |flags| {
        // SAFETY: the name is a CString of this function. The loader has already run the initialisers of preloaded
        // files, or has tried to load them.
        !unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_LAZY | flags) }.is_null()
    };
    if open(libc::RTLD_NOLOAD) {
        return entry.to_owned();
    }
    // (A missing file may have been created since this process started.)
    let why = if open(libc::RTLD_LOCAL) { "it was not, in this process".to_owned() } else { loader_says() };
    format!("WRONG: {entry} is in LD_PRELOAD and cannot be loaded: {why}")
}

/// Returns the libraries other than MPI's and this one that intercept calls of MPI, as far as they can be detected:
/// preloaded ones, and libraries of a program, as the loader names them.
pub(super) fn tools(libraries: &[String]) -> Option<String> {
    let of_program = libraries.iter().filter_map(|line| line.split(" => ").nth(1)?.split(" (").next());
    let preloaded = entries();
    let files = preloaded.iter().map(String::as_str).chain(of_program);
    let place = files.clone().position(library::is_own_file);
    let tools = files.enumerate().filter(|(_, file)| is_tool(Path::new(file))).map(|(number, file)| {
        let place = match place {
            Some(own) if own < number => ", after libhsplit",
            Some(_) => ", before libhsplit",
            None => "",
        };
        format!("{file} intercepts calls of MPI{place}")
    });
    let tools: Vec<String> = tools.collect();
    (!tools.is_empty()).then(|| tools.join("\n"))
}

fn is_tool(file: &Path) -> bool {
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let is_of_mpi = ["libmpi", "libpmpi", "liboshmem"].iter().any(|start| name.starts_with(start));
    !is_of_mpi && !library::is_own_file(&name) && executable::defines(file, &INTERCEPTED)
}

/// Describes the launcher, and whether it belongs to the program's MPI.
pub(super) fn launcher(process: Option<Process>, program: Option<(Family, &[String])>) -> String {
    let is_set = |name: &str| std::env::var_os(name).is_some();
    let name = match Family::of_launcher(is_set) {
        Some(family) => format!("that of {}", family.in_words()),
        None if is_set("SLURM_PROCID") => "Slurm's srun, or a batch script of Slurm's".to_owned(),
        None if is_set("FLUX_TASK_RANK") => "Flux".to_owned(),
        None if is_set("PALS_RANKID") => "Cray's PALS".to_owned(),
        None if process.is_some() => "one that serves several MPIs".to_owned(),
        None => "none".to_owned(),
    };
    let strange = program.and_then(|(family, libraries)| strange_launcher(family, libraries, is_set));
    name + &strange.map_or_else(String::new, |words| format!("\nWRONG: {words}"))
}

/// Describes the limits of this process's control group.
pub(super) fn cgroup() -> String {
    let group = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let path = group.lines().find_map(|line| line.strip_prefix("0::"));
    let units = affinity::allowed().map(|mask| {
        let units: Vec<u32> = mask.iter().map(|unit| unit as u32).collect();
        format!("PUs {}", Ranks::from_sorted(&units).brief(8))
    });
    let units = units.unwrap_or_else(|error| format!("PUs unknown ({error})"));
    let limit = path.and_then(|path| fs::read_to_string(format!("/sys/fs/cgroup{path}/cpu.max")).ok());
    let time = limit.as_deref().and_then(processors).map_or_else(String::new, |processors| {
        format!(", and the time of {processors:.2} processors: more threads than that are stopped in turns (cpu.max)")
    });
    format!("{}: {units}{time}", path.unwrap_or("no group of version 2"))
}

/// Returns the number of processors whose time a group may use, from its file `cpu.max`; `None` without a limit.
fn processors(limit: &str) -> Option<f64> {
    let (quota, period) = limit.trim().split_once(' ')?;
    Some(quota.parse::<f64>().ok()? / period.parse::<f64>().ok().filter(|period| *period > 0.0)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_groups() {
        assert_eq!(processors("150000 100000\n"), Some(1.5));
        assert_eq!((processors("max 100000\n"), processors(""), processors("1 0")), (None, None, None));
    }

    #[test]
    fn what_cannot_be_preloaded_is_wrong() {
        let said = state_of("/no/such/libtool.so");
        assert!(said.starts_with("WRONG: /no/such/libtool.so is in LD_PRELOAD and cannot be loaded: "), "{said}");
        assert_eq!(state_of("libc.so.6"), "libc.so.6");
    }
}
