// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random traffic is equal after writing and reading in every format, and corrupted texts are read or refused with
//! their line.

use hsplit_testing::damage::fuzz_texts;
use proptest::prelude::*;

use super::*;

/// Pairs with their traffic between this number of roles.
fn traffic() -> impl Strategy<Value = Traffic> {
    (1usize..12).prop_flat_map(|roles| {
        let role = 0..roles as u32;
        let arcs = prop::collection::vec((role.clone(), role, 0u64..1 << 40), 0..40);
        arcs.prop_map(move |arcs| Traffic::from_arcs(roles, arcs))
    })
}

fn lines<T: ToString>(rows: impl IntoIterator<Item = Vec<T>>) -> String {
    let line = |row: Vec<T>| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ") + "\n";
    rows.into_iter().map(line).collect()
}

fn market(traffic: &Traffic) -> String {
    let (roles, entries) = (traffic.roles(), traffic.pairs().count());
    let head = format!("%%MatrixMarket matrix coordinate integer general\n{roles} {roles} {entries}\n");
    head + &lines(traffic.pairs().map(|(a, b, weight)| vec![u64::from(b) + 1, u64::from(a) + 1, weight]))
}

fn trace(traffic: &Traffic) -> String {
    let line = |(a, b, weight)| {
        format!("S\t{a}\t{b}\t{weight} bytes\t1 msgs sent\nR\t{b}\t{a}\t{weight} bytes\t1 msgs received\n")
    };
    "# sent and received\n".to_owned() + &traffic.pairs().map(line).collect::<String>()
}

fn all_forms(traffic: &Traffic) -> Vec<String> {
    [market, trace].map(|form| form(traffic)).to_vec()
}

proptest! {
    #[test]
    fn traffic_reads_back(traffic in traffic()) {
        for text in all_forms(&traffic) {
            // A trace has only the ranks that it names.
            let mut reader = Reader::default();
            reader.add(text.as_bytes(), "text").map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
            prop_assert_eq!(&reader.finish(traffic.roles()).bytes, &traffic, "{}", text);
        }
    }
}

#[test]
fn damaged_matrices_are_read_or_refused() {
    let traffic = Traffic::from_arcs(6, [(0, 1, 10), (1, 2, 5), (2, 0, 7), (3, 4, 1 << 40), (5, 0, 3)]);
    fuzz_texts("matrices", &all_forms(&traffic), |text, _| match read(text.as_bytes(), "text") {
        Ok(matrix) => assert_eq!(matrix.bytes.roles(), matrix.roles),
        Err(error) => {
            assert!(error.line <= text.matches('\n').count() + 1 && !error.what.is_empty(), "{error}: {text:?}");
        }
    });
}
