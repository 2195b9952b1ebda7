// SPDX-License-Identifier: MIT OR Apache-2.0
//! In which form a subcommand writes what it shows, and where to.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::Failure;

/// Where the output goes.
#[derive(Debug, Args)]
pub(crate) struct OutputArguments {
    /// Write to a file, as its suffix says: .txt, .svg, .html (of a tree) or .json [default: text to stdout]
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    output: Option<PathBuf>,
    /// The form of the output, where the suffix does not say it
    #[arg(long = "of", visible_alias = "format", value_name = "FORM")]
    form: Option<Form>,
}

/// How it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Text.
    #[value(alias = "text")]
    Txt,
    /// A picture of nested boxes.
    Svg,
    /// The same as a page whose boxes open and close.
    Html,
    /// For programs.
    Json,
}

impl OutputArguments {
    /// The form that is asked for.
    pub(crate) fn form(&self) -> Result<Form, Failure> {
        match (self.form, &self.output) {
            (Some(form), _) => Ok(form),
            (None, None) => Ok(Form::Txt),
            (None, Some(path)) => suffix(path).ok_or_else(|| {
                let what = format!("{} ends in none of .txt, .svg, .html, .json; --of says the form", path.display());
                Failure::of_usage("-o", what)
            }),
        }
    }

    /// The text to print; empty where it went to a file.
    pub(crate) fn write(&self, text: String) -> Result<String, Failure> {
        let Some(path) = &self.output else { return Ok(text) };
        std::fs::write(path, text)
            .map_err(|error| Failure::of(&path.display().to_string(), format!("cannot write: {error}")))?;
        Ok(String::new())
    }
}

fn suffix(path: &Path) -> Option<Form> {
    Form::from_str(path.extension()?.to_str()?, true).ok()
}
