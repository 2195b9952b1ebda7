// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit parameters` as users run it.

use command::{error, output};

#[path = "support/command.rs"]
mod command;

/// A matrix that is removed when the test ends.
struct Matrix(String);

impl Matrix {
    fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("hsplit-matrix-test-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        Self(path.display().to_string())
    }

    fn import<'a>(&'a self, more: &[&'a str]) -> Vec<&'a str> {
        [&["parameters", "import", &self.0, "--message", "2", "--rate", "1MiB"], more].concat()
    }
}

impl Drop for Matrix {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn an_incomplete_matrix_and_what_is_predicted_from_it() {
    let matrix = Matrix::new("sites", "a 0 50 - 900\nb - 0 - ?\nc 0 - 0 -\nd - - 60 0\n");
    let text = output(&matrix.import(&[]));
    let date = text.lines().find_map(|line| line.strip_prefix("date: ")).expect("a date");
    let form: String = date.chars().map(|c| if c.is_ascii_digit() { '9' } else { c }).collect();
    assert_eq!(form, "9999-99-99T99:99:99Z");
    let expected = "\
processes: 4
group a: 2 processes, latency 50
    0 2
    1048576 1000002
group c: 2 processes, latency 60
    0 2
    1048576 1000002
link a c: latency 900
    0 2
    1048576 1000002
";
    assert!(text.starts_with("by: hsplit ") && text.ends_with(expected), "{text}");
    let file = Matrix::new("parameters", &text);
    let told = output(&["predict", "--parameters", &file.0, "--sizes", "1", "--group", "c"]);
    assert!(told.contains("c, 2 processes: bcast"), "{told}");
}

#[test]
fn no_row_is_taken_for_names() {
    let missing = Matrix::new("missing", "0 50 900\n50 0 900\n");
    let told = error(&missing.import(&[]), 1).replace(&missing.0, "FILE");
    assert_eq!(told, "hsplit: FILE: line 1: 3 columns, but there are 2 rows\n");
    let commas = Matrix::new("commas", ",a,b,\na,0,50,\nb,50,0,\n");
    assert!(output(&commas.import(&[])).contains("group a: 2 processes, latency 50\n"));
}

#[test]
fn what_never_ends_is_no_file() {
    let endless = ["parameters", "import", "/dev/zero", "--message", "2", "--rate", "1MiB"];
    for arguments in [&endless[..], &["predict", "--parameters", "/dev/zero"]] {
        assert_eq!(error(arguments, 1), "hsplit: /dev/zero: is not a file\n");
    }
}

#[test]
fn errors() {
    let told = |text: &str, more: &[&str], status| {
        let matrix = Matrix::new("wrong", text);
        error(&matrix.import(more), status).replace(&matrix.0, "FILE")
    };
    assert_eq!(told("a 0 1 -\nb 1 0 -\nc - - 0\n", &[], 1), "hsplit: FILE: no latency is known between a,b and c\n");
    assert_eq!(told("0 1\n1 0 5 6\n", &[], 1), "hsplit: FILE: line 2: 4 columns, but there are 2 rows\n");
    assert_eq!(told("a 0 1\nb soon 0\n", &[], 1), "hsplit: FILE: line 2: 'soon' is no latency\n");
    assert_eq!(told("", &[], 1), "hsplit: FILE: there is no row\n");
    assert!(told("", &["--tolerance", "20%"], 1).contains("there is no row"));
    assert!(told("0", &["--tolerance", "2"], 2).contains("neither a number from 0 to 1 nor a percentage"));
    assert!(error(&["parameters", "import", "/no/such", "--message", "1", "--rate", "1"], 1).contains("/no/such"));
    assert!(error(&["parameters", "import", "/dev/null", "--message", "0", "--rate", "1"], 2).contains("--message"));
    assert!(error(&["parameters", "import", "/dev/null", "--message", "1", "--rate", "0"], 2).contains("--rate"));
}
