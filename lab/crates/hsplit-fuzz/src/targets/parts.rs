// SPDX-License-Identifier: MIT OR Apache-2.0
//! The counts of processes, and the run that they form.

use hsplit_monitor::{Classes, Expansion, Part, Reordering, Report, Run, Totals, Unit, json};

/// A file of parts.
pub fn parts(input: &[u8]) {
    let parts = match Part::read(input, "file") {
        Ok(parts) => parts,
        Err(error) => {
            let lines = input.split(|&byte| byte == b'\n').count();
            assert!((1..=lines).contains(&error.line) && !error.what.is_empty() && error.what.len() < 300, "{error}");
            return;
        }
    };
    let text: String = parts.iter().map(Part::text).collect();
    let again = Part::read(text.as_bytes(), "again").expect("what is written can be read");
    assert_eq!(again.iter().map(Part::text).collect::<String>(), text);
    let Ok(run) = Run::new(parts) else { return };
    [Expansion::Meaning, Expansion::Trees, Expansion::None].into_iter().fold(run, |run, expansion| {
        let run = run.expanded(expansion);
        check(&run);
        run
    });
}

/// All outputs exist, and agree.
fn check(run: &Run) {
    let slots = run.slots();
    let totals = Totals::of(run, &slots);
    assert!(totals.levels.iter().all(|level| level.inside.messages <= totals.all.messages));
    for from in 0..run.ranks() {
        let row = run.row(from, Classes::ALL);
        assert!(row.windows(2).all(|pair| pair[0].0 < pair[1].0) && row.iter().all(|(to, _)| *to <= run.ranks()));
    }
    let report = Report { run, totals: &totals, reordering: Reordering::Unknown, files: "x" };
    assert!(report.text().starts_with("hsplit monitor: ") && json(&report, &slots).ends_with("]}\n"));
    let mut matrix = vec![];
    run.write_matrix(Unit::Messages, &mut matrix).expect("memory takes it");
    assert!(matrix.starts_with(b"%%MatrixMarket"));
}
