// SPDX-License-Identifier: MIT OR Apache-2.0
//! Known texts of each format, and one error of each kind.

use super::*;

/// The matrix as `(from, to, weight)` of each pair.
fn pairs(traffic: &Traffic) -> Vec<(u32, u32, u64)> {
    let row = |from: u32| traffic.row(from).filter(move |&(to, _)| from < to).map(move |(to, w)| (from, to, w));
    (0..traffic.roles() as u32).flat_map(row).collect()
}

fn bytes(text: &str) -> Vec<(u32, u32, u64)> {
    pairs(&read(text.as_bytes(), "m").unwrap_or_else(|error| panic!("{error}")).bytes)
}

fn error(text: &str) -> String {
    match read(text.as_bytes(), "m") {
        Ok(matrix) => panic!("{text:?} is read as {matrix:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn matrix_market() {
    let general =
        "%%MatrixMarket matrix coordinate integer general\n% made by hand\n\n3 3 4\n1 2 10\n2 1 5\n3 3 7\n1 3 0\n";
    assert_eq!(bytes(general), [(0, 1, 15)]);
    assert_eq!(read(general.as_bytes(), "m").unwrap().roles, 3);
    let symmetric = "%%matrixmarket MATRIX Coordinate Integer Symmetric\r\n3 3 2\r\n2 1 10\r\n3 1 4\r\n";
    assert_eq!(bytes(symmetric), [(0, 1, 20), (0, 2, 8)]);
    assert_eq!(bytes("%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n2 1\n"), [(0, 1, 2)]);
    assert_eq!(bytes("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 1e3"), [(0, 1, 1000)]);
    // After blank lines, too.
    assert_eq!(
        bytes("\n \r\n%%MatrixMarket matrix coordinate integer general\n3 3 2\n1 2 5\n2 3 7\n"),
        [(0, 1, 5), (1, 2, 7)]
    );
}

#[test]
fn weights_with_digits_after_the_point_are_scaled() {
    let text = "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 0.25\n2 3 12.5D0\n";
    let matrix = read(text.as_bytes(), "m").unwrap();
    assert_eq!((matrix.scale, pairs(&matrix.bytes)), (100, vec![(0, 1, 25), (1, 2, 1250)]));
    let text = "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 .1\n2 1 1e15\n";
    let matrix = read(text.as_bytes(), "m").unwrap();
    assert_eq!((matrix.scale, pairs(&matrix.bytes)), (10, vec![(0, 1, 10_000_000_000_000_001)]));
}

#[test]
fn bytes_and_messages_are_multiplied_alike() {
    let head = "%%MatrixMarket matrix coordinate real general\n2 2 1\n";
    let of = |weight: &str| read(format!("{head}1 2 {weight}\n").as_bytes(), "m").unwrap();
    for (bytes, messages, expected) in
        [("12.5", "3", (10, 125, 30)), ("12", "0.25", (100, 1200, 25)), ("12", "3", (1, 12, 3))]
    {
        let both = of(bytes).with_messages(of(messages)).unwrap();
        let messages = pairs(both.messages.as_ref().unwrap())[0].2;
        assert_eq!((both.scale, pairs(&both.bytes)[0].2, messages), expected);
    }
    assert!(of("9e15").with_messages(of("0.00000001")).is_none());
}

#[test]
fn lines_of_traces() {
    let thesis = "\
S\t8\t15\t557090240 bytes\t2011 msgs sent
S\t8\t16\t1507275840 bytes\t2011 msgs sent
R\t8\t0\t1507276752 bytes\t2022 msgs received
R\t8\t15\t1507275840 bytes\t2011 msgs received
R\t15\t8\t557090240 bytes\t2011 msgs received
";
    let matrix = read(thesis.as_bytes(), "m").unwrap();
    assert_eq!(matrix.roles, 17);
    assert_eq!(pairs(&matrix.bytes), [(0, 8, 1507276752), (8, 15, 557090240 + 1507275840), (8, 16, 1507275840)]);
    assert_eq!(pairs(matrix.messages.as_ref().unwrap()), [(0, 8, 2022), (8, 15, 4022), (8, 16, 2011)]);
}

/// Files in the form of Open MPI 4.1.4, without most of the histograms.
#[test]
fn parts_of_open_mpi() {
    let parts = [
        "# POINT TO POINT\nE\t0\t1\t100 bytes\t1 msgs sent\t0,0,1\nI\t0\t1\t44 bytes\t25 msgs sent\t4,0\n# OSC\n\
         S\t0\t1\t4 bytes\t1 msgs sent\nR\t0\t2\t4 bytes\t1 msgs sent\n# COLLECTIVES\n\
         C\t0\t1\t144 bytes\t25 msgs sent\nD\tMPI_COMM_WORLD\tprocs: 0,1,2\nO2A\t0\t0 bytes\t0 msgs sent\n\
         A2O\t0\t0 bytes\t0 msgs sent\nA2A\t0\t96 bytes\t5 msgs sent\n",
        "# POINT TO POINT\nE\t1\t0\t7 bytes\t1 msgs sent\t0,1\n# OSC\n# COLLECTIVES\n",
    ];
    let mut reader = Reader::default();
    for (part, name) in parts.iter().zip(["p.0.prof", "p.1.prof"]) {
        reader.add(part.as_bytes(), name).unwrap();
    }
    assert_eq!(reader.roles(), 3);
    let matrix = reader.finish(4);
    assert_eq!((matrix.roles, matrix.bytes.roles()), (4, 4));
    assert_eq!(pairs(&matrix.bytes), [(0, 1, 155), (0, 2, 4)]);
    assert_eq!(pairs(matrix.messages.as_ref().unwrap()), [(0, 1, 28), (0, 2, 1)]);
}

#[test]
fn errors_have_their_line() {
    let head = "%%MatrixMarket matrix coordinate integer general\n";
    for (text, said) in [
        ("", "m: it is empty"),
        ("\n% x\n", "m, line 2: this is no matrix: Matrix Market or a trace"),
        ("\nhello\n", "m, line 2: this is no matrix: Matrix Market or a trace"),
        ("%%MatrixMarket matrix array real general\n", "m, line 1: 'array' where the head can have coordinate"),
        (
            "%%MatrixMarket matrix coordinate complex general\n",
            "m, line 1: 'complex' where the head can have integer, real, pattern",
        ),
        (head, "m: it ends before the line with its size"),
        (&format!("{head}2 3 1\n"), "m, line 2: 2 rows and 3 columns are no square"),
        (&format!("{head}2 2\n"), "m, line 2: this is not ROWS COLUMNS ENTRIES"),
        (&format!("{head}99999999999 99999999999 1\n"), "m, line 2: 99999999999 ranks are more than 8000000"),
        (&format!("{head}2 2 1\n\n3 1 1\n"), "m, line 4: row '3' is not 1 to 2"),
        (&format!("{head}2 2 1\n1 0 1\n"), "m, line 3: column '0' is not 1 to 2"),
        (&format!("{head}2 2 1\n1 2\n"), "m, line 3: there is no value"),
        (&format!("{head}2 2 1\n1 2 x\n"), "m, line 3: 'x' is no number"),
        (&format!("{head}2 2 1\n1 2 -1\n"), "m, line 3: a weight below 0"),
        (&format!("{head}2 2 1\n1 2 1e99\n"), "m, line 3: a weight above 2^53"),
        (&format!("{head}2 2 1\n1 2 3 4\n"), "m, line 3: '4' behind the value"),
        (&format!("{head}2 2 1\n1 2 3\n2 1 3\n"), "m, line 4: more than the 1 entries of the head"),
        (&format!("{head}2 2 2\n1 2 3\n"), "m, line 3: it ends with 1 of 2 entries missing"),
        ("S 0 1 5 bytes\n", "m, line 1: there is no number of messages"),
        ("S 0 1 5 bytes 1 msgs lost\n", "m, line 1: 'lost' where 'sent' or 'received' should be"),
        ("# x\nS 0 z 5 bytes 1 msgs sent\n", "m, line 2: rank 'z' is no whole number"),
        ("E 0 1 5 bytes 1 msgs received\n", "m, line 1: 'E' of messages that are received"),
        ("E 0 90000000 5 bytes 1 msgs sent\n", "m, line 1: rank 90000000 is absurd"),
        ("E 0 1 5 bytes 1 msgs sent\n0 1\n", "m, line 2: '0' where a line of a trace begins with E, I, S or R"),
    ] {
        assert_eq!(error(text), said, "{text:?}");
    }
}

#[test]
fn only_parts_of_a_trace_are_read_together() {
    let mut reader = Reader::default();
    let text = "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2 3\n";
    reader.add(text.as_bytes(), "a").unwrap();
    let error = reader.add(text.as_bytes(), "b").unwrap_err();
    assert_eq!(
        error.to_string(),
        "b: only the parts of a trace (.prof) or of a monitored run (.part) can be read together"
    );
}
