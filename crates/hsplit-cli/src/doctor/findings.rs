// SPDX-License-Identifier: MIT OR Apache-2.0
//! The findings of `hsplit doctor`, as text and as JSON.

use serde_json::{Value, json};

/// The prefixes of a finding that is an error.
const WRONG: [&str; 4] = ["WRONG: ", "NOT FOUND: ", "NOT USED: ", "UNKNOWN: "];

/// Rows, and the advice on them.
#[derive(Default)]
pub(super) struct Findings {
    rows: Vec<(&'static str, String)>,
    advice: Vec<String>,
}

impl Findings {
    /// Adds a row. Its lines may report errors.
    pub(super) fn say(&mut self, name: &'static str, value: impl Into<String>) {
        self.rows.push((name, value.into()));
    }

    /// Sets the advice.
    pub(super) fn advise(&mut self, advice: Vec<String>) {
        self.advice = advice;
    }

    /// Returns the errors, each with the name of its row.
    pub(super) fn wrong(&self) -> Vec<String> {
        let lines = self.rows.iter().flat_map(|(name, value)| value.lines().map(move |line| (name, line)));
        let after = |line: &str| WRONG.iter().find_map(|mark| line.split_once(mark).map(|(_, what)| what.to_owned()));
        lines.filter_map(|(name, line)| Some(format!("{name}: {}", after(line)?))).collect()
    }

    /// Returns the rows, then the errors, then the advice.
    pub(super) fn text(&self) -> String {
        let rows =
            self.rows.iter().map(|(name, value)| format!("{name:<11}{}\n", value.replace('\n', "\n           ")));
        let wrong = self.wrong().into_iter().map(|what| format!("- WRONG: {what}\n"));
        let advice = self.advice.iter().map(|line| format!("- {line}\n"));
        rows.chain(["\n".to_owned()]).chain(wrong).chain(advice).collect()
    }

    /// Returns the same as one object: a list of lines for each row, `wrong` and `advice`.
    pub(super) fn json(&self) -> String {
        let mut object: serde_json::Map<String, Value> = self
            .rows
            .iter()
            .map(|(name, value)| ((*name).to_owned(), json!(value.lines().collect::<Vec<_>>())))
            .collect();
        object.insert("wrong".to_owned(), json!(self.wrong()));
        object.insert("advice".to_owned(), json!(self.advice));
        format!("{:#}\n", Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_wrong_comes_again_in_the_end() {
        let mut findings = Findings::default();
        findings.say("library", "NOT FOUND: a");
        findings.say("sources", "file: WRONG: b\nnode: answers");
        findings.say("variables", "HSPLIT_X=1  WRONG: c");
        findings.advise(vec!["d".to_owned()]);
        assert_eq!(findings.wrong(), ["library: a", "sources: b", "variables: c"]);
        assert!(
            findings.text().ends_with("\n\n- WRONG: library: a\n- WRONG: sources: b\n- WRONG: variables: c\n- d\n")
        );
        let json: Value = serde_json::from_str(&findings.json()).unwrap();
        assert_eq!(json["wrong"][2], "variables: c");
        assert_eq!(json["sources"][1], "node: answers");
    }
}
