// SPDX-License-Identifier: MIT OR Apache-2.0
//! Communication matrices in all their forms.

use hsplit_mapping::Traffic;
use hsplit_mapping::matrix::{Matrix, Reader, read};

/// Files, of which a NUL byte ends each: one matrix, or the parts of a trace.
pub fn matrix(input: &[u8]) {
    let mut reader = Reader::default();
    for file in input.split(|&byte| byte == 0) {
        if let Err(error) = reader.add(file, "file") {
            let lines = file.split(|&byte| byte == b'\n').count();
            assert!(error.line <= lines && !error.what.is_empty() && error.what.len() < 200, "{error}");
            return;
        }
    }
    let roles = reader.roles();
    let matrix = reader.finish(roles + 1);
    assert_eq!((matrix.roles, matrix.bytes.roles()), (roles + 1, roles + 1));
    check(&matrix);
}

/// The largest number that a file may have.
const MOST: u64 = 1 << 53;

/// Written as Matrix Market, it reads back equal, where sums are no larger than what a file may have.
fn check(matrix: &Matrix) {
    assert!(matrix.scale.is_power_of_two() || matrix.scale % 10 == 0);
    let all = std::iter::once(&matrix.bytes).chain(&matrix.messages);
    for traffic in all.filter(|traffic| traffic.pairs().all(|(.., weight)| weight <= MOST)) {
        let again = read(market(traffic).as_bytes(), "again").expect("what is written can be read");
        assert_eq!((&again.bytes, again.scale), (traffic, 1));
    }
}

fn market(traffic: &Traffic) -> String {
    let (roles, pairs) = (traffic.roles(), traffic.arcs() / 2);
    let head = format!("%%MatrixMarket matrix coordinate integer general\n{roles} {roles} {pairs}\n");
    let lines = traffic.pairs().map(|(a, b, weight)| format!("{} {} {weight}\n", a + 1, b + 1));
    std::iter::once(head).chain(lines).collect()
}
