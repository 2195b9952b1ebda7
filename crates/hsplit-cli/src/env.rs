// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit env`: the library's variables, their values here, and unknown variables with its prefix.

use clap::Args;
use hsplit_core::message::cleaned;
use hsplit_host::{configuration, preload};
use hsplit_settings::{self as settings, Settings, VARIABLES, Variable, VariableOption};

use super::Failure;

/// List the library's environment variables with their current values, and the file that a value comes from.
///
/// Unknown variables that are set, and invalid values, are marked: the library warns of both and ignores them.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Only this variable, or the one of which this former variable is an option; HSPLIT_ may be omitted
    name: Option<String>,
}

impl Arguments {
    /// Returns the table of variables, then the errors; or one variable.
    pub(crate) fn run(&self) -> Result<String, Failure> {
        let Some(name) = &self.name else { return Ok(table()) };
        let full = name.to_ascii_uppercase();
        let is_it =
            |variable: &&Variable| variable.name == full || variable.name.strip_prefix("HSPLIT_") == Some(&full);
        // The name of a former variable stands for the one that has its option.
        let has_it = |variable: &&Variable| {
            let mut former = variable.options.iter().map(|option| option.former).filter(|former| !former.is_empty());
            former.any(|former| former == full || former.strip_prefix("HSPLIT_") == Some(&full))
        };
        let variable = VARIABLES.iter().find(is_it).or_else(|| VARIABLES.iter().find(has_it));
        let unknown = || Failure::of_usage(name, "it is not a variable of libhsplit ('hsplit env' lists them)");
        let variable = variable.ok_or_else(unknown)?;
        let (_, warnings) = Settings::read(all());
        let wrong = warnings.iter().filter(|warning| is_of(warning, variable.name));
        let wrong = wrong.chain(of_files()).map(|warning| format!("WRONG: {}\n", cleaned(warning)));
        Ok(entry(variable, &all()) + &wrong.collect::<String>())
    }
}

fn table() -> String {
    let set = all();
    let (_, warnings) = Settings::read(set.clone());
    let known = VARIABLES.iter().map(|variable| entry(variable, &set));
    let others =
        set.iter().filter(|(name, _)| VARIABLES.iter().all(|variable| variable.name != name)).map(|(name, value)| {
            let unknown = warnings.iter().any(|warning| warning.starts_with(&format!("{name} ")));
            let what = if unknown {
                "UNKNOWN: not a variable of libhsplit"
            } else {
                "For others than the library: module files set it."
            };
            format!("{}\n    {what}\n", setting(name, value))
        });
    let mut text: Vec<String> = known.chain(others).collect();
    let values: Vec<_> = warnings.iter().filter(|warning| !warning.contains("is not a variable of")).collect();
    text.extend(values.into_iter().chain(of_files()).map(|warning| format!("WRONG: {}\n", cleaned(warning))));
    text.join("\n")
}

/// Returns the variables with the library's prefix, by name: those of this process, and those of configuration files.
/// Invalid UTF-8 is replaced.
pub(crate) fn all() -> Vec<(String, String)> {
    let mut ours = settings::of_process();
    ours.retain(|(name, _)| name.starts_with("HSPLIT_"));
    ours.sort();
    ours
}

/// The warnings of configuration files, whose lines may be of any variable.
fn of_files() -> &'static [String] {
    &configuration::of_process().warnings
}

/// True if a warning is about this variable.
fn is_of(warning: &str, name: &str) -> bool {
    let rest = warning.strip_prefix(name);
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c == '_' || c.is_ascii_alphanumeric()))
}

/// Returns the variables that are set, in a line for each, the unknown ones among them, and the warnings of files.
pub(crate) fn short() -> String {
    let (_, warnings) = Settings::read(all());
    let lines = all().into_iter().map(|(name, value)| {
        let wrong = warnings.iter().find(|warning| is_of(warning, &name));
        let note = wrong.map_or_else(String::new, |warning| format!("  WRONG: {}", cleaned(warning)));
        setting(&name, &value) + &note
    });
    let files = of_files().iter().map(|warning| format!("WRONG: {}", cleaned(warning)));
    let lines: Vec<String> = lines.chain(files).collect();
    if lines.is_empty() { "none is set".to_owned() } else { lines.join("\n") }
}

/// Returns a setting in one line, with its place in a configuration file.
fn setting(name: &str, value: &str) -> String {
    let file = preload::of_file(name).map_or_else(String::new, |setting| format!("  ({})", setting.place));
    cleaned(&format!("{name}={value}{file}")).into_owned()
}

fn entry(variable: &Variable, set: &[(String, String)]) -> String {
    let value = set.iter().find(|(name, _)| name == variable.name).map(|(_, value)| value);
    let now = value.map_or_else(|| format!("{} is not set", variable.name), |value| setting(variable.name, value));
    let option = |option: &VariableOption| {
        let VariableOption { key, help, values, default, .. } = option;
        format!("    ,{key}={values}\n        {help}\n        Default: {default}\n")
    };
    let options: String = variable.options.iter().map(option).collect();
    let Variable { help, values, default, .. } = variable;
    format!("{now}\n    {help}\n    Values: {values}\n    Default: {default}\n{options}")
}
