// SPDX-License-Identifier: MIT OR Apache-2.0
//! The format of a subcommand's output, and its destination.
//!
//! PNG and PDF are made from the SVG by `rsvg-convert`, which handles fonts, and which a login node needs for nothing
//! else.

use std::io::{ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::{Args, ValueEnum};

use super::Failure;

/// Converts an SVG to other formats.
const CONVERTER: &str = "rsvg-convert";

/// The destination and the format of the output.
#[derive(Debug, Args)]
pub(crate) struct OutputArguments {
    /// Write to a file, in the format of its suffix: .txt, .svg, .png, .pdf or .json [default: text to stdout]
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    output: Option<PathBuf>,
    /// The format of the output, if the suffix does not select it
    #[arg(long = "of", visible_alias = "format", value_name = "FORM")]
    form: Option<Form>,
}

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Text.
    #[value(alias = "text")]
    Txt,
    /// A picture of nested boxes.
    Svg,
    /// The same picture as pixels, into a file, by the program rsvg-convert.
    Png,
    /// The same picture on a page, into a file, by the program rsvg-convert.
    Pdf,
    /// JSON.
    Json,
}

impl Form {
    /// True if the format is SVG, or is made from it.
    pub(crate) fn is_picture(self) -> bool {
        matches!(self, Self::Svg | Self::Png | Self::Pdf)
    }
}

impl OutputArguments {
    /// True if text is written to a terminal.
    pub(crate) fn is_on_terminal(&self) -> bool {
        self.output.is_none() && std::io::stdout().is_terminal()
    }

    /// Returns the requested format.
    pub(crate) fn form(&self) -> Result<Form, Failure> {
        match (self.form, &self.output) {
            (Some(Form::Png | Form::Pdf), None) => {
                Err(Failure::of_usage("--of", "this form goes into a file: -o FILE says which"))
            }
            (Some(form), _) => Ok(form),
            (None, None) => Ok(Form::Txt),
            (None, Some(path)) => suffix(path).ok_or_else(|| {
                let what =
                    format!("{} ends in none of .txt, .svg, .png, .pdf, .json; --of says the form", path.display());
                Failure::of_usage("-o", what)
            }),
        }
    }

    /// Returns the text to print; empty if it was written to a file.
    pub(crate) fn write(&self, text: String) -> Result<String, Failure> {
        let Some(path) = &self.output else { return Ok(text) };
        write(path, self.form()?, text)?;
        Ok(String::new())
    }
}

/// A picture beside the text, in a file.
#[derive(Debug, Args)]
pub(crate) struct PictureArguments {
    /// Also draw a picture into a file: .svg, .png or .pdf
    #[arg(long, visible_alias = "svg", value_name = "FILE")]
    picture: Option<PathBuf>,
}

impl PictureArguments {
    /// True if a picture is requested.
    pub(crate) fn is_given(&self) -> bool {
        self.picture.is_some()
    }

    /// Draws the picture, if it is requested.
    pub(crate) fn write(&self, svg: impl FnOnce() -> String) -> Result<(), Failure> {
        let Some(path) = &self.picture else { return Ok(()) };
        match suffix(path) {
            Some(form) if form.is_picture() => write(path, form, svg()),
            _ => {
                let what = format!("{} ends in none of .svg, .png, .pdf", path.display());
                Err(Failure::of_usage("--picture", what))
            }
        }
    }
}

/// Writes an SVG or another text to a file, converted if the format is made from an SVG.
fn write(path: &Path, form: Form, text: String) -> Result<(), Failure> {
    let failure = |error: String| Failure::of(&path.display().to_string(), error);
    let bytes = match form {
        Form::Png => converted(&text, &["--format=png", "--zoom=2"]).map_err(failure)?,
        Form::Pdf => converted(&text, &["--format=pdf"]).map_err(failure)?,
        _ => text.into_bytes(),
    };
    std::fs::write(path, bytes).map_err(|error| failure(format!("cannot write: {error}")))
}

/// Returns an SVG in another format.
fn converted(svg: &str, options: &[&str]) -> Result<Vec<u8>, String> {
    let mut command = Command::new(CONVERTER);
    command.args(options).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = command.spawn().and_then(|mut child| {
        // The converter reads all input before it writes. If it does not read all, it prints the error itself.
        let _ = child.stdin.take().map(|mut input| input.write_all(svg.as_bytes()));
        child.wait_with_output()
    });
    match output {
        Ok(output) if output.status.success() => Ok(output.stdout),
        Ok(output) => {
            Err(format!("{CONVERTER}: {}", String::from_utf8_lossy(&output.stderr).trim().replace('\n', "; ")))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(format!("{CONVERTER} (Debian's librsvg2-bin) is not installed; .svg needs no other program"))
        }
        Err(error) => Err(format!("{CONVERTER}: {error}")),
    }
}

/// Returns the format of a file by its suffix.
pub(crate) fn suffix(path: &Path) -> Option<Form> {
    Form::from_str(path.extension()?.to_str()?, true).ok()
}
