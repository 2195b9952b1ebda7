// SPDX-License-Identifier: MIT OR Apache-2.0
//! The page on troubleshooting has the messages of the code.

use super::{files, read};

const PAGE: &str = "docs/src/reference/troubleshooting.md";

/// The source files of code that runs in a job, without tests.
fn sources() -> Vec<String> {
    let folders = [
        "src",
        "crates/hsplit-calls/src",
        "crates/hsplit-host/src",
        "crates/hsplit-mpi/src",
        "crates/hsplit-settings/src",
    ];
    let all = folders.iter().flat_map(|folder| files(folder, &[".rs"])).filter(|file| !file.contains("tests"));
    all.map(|file| without_continuations(&read(&file))).collect()
}

/// A source with continued strings joined, as by the compiler.
fn without_continuations(text: &str) -> String {
    let mut parts = text.split("\\\n");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |joined, part| joined + part.trim_start())
}

/// The fixed parts of a message: between `…` on the page and `{...}` in the code.
fn pieces(message: &str) -> Vec<&str> {
    let fixed = message.split('{').enumerate().map(|(i, part)| match part.split_once('}') {
        Some((_, behind)) if i > 0 => behind,
        _ => part,
    });
    fixed.flat_map(|part| part.split('…')).map(|piece| piece.trim_matches([' ', '.', '*', '\''])).collect()
}

/// The messages in the first column of the page's tables.
fn on_the_page(page: &str) -> Vec<&str> {
    let tables = page.split_once("\n## Messages").expect("a section").1;
    let rows = tables.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    rows.flat_map(|(cell, _)| cell.split("`, `")).collect()
}

/// The texts of all warnings and errors in a source file.
fn logged(source: &str) -> Vec<&str> {
    let calls = ["log::warn!(", "log::error!("].into_iter().flat_map(|call| source.split(call).skip(1));
    let strings = calls.filter_map(|call| call.split_once('"')?.1.split_once('"'));
    strings.map(|(text, _)| text).collect()
}

#[test]
fn every_message_of_the_page_is_in_the_code() {
    let (page, sources) = (read(PAGE), sources());
    let messages = on_the_page(&page);
    for message in &messages {
        let is_there = |source: &String| pieces(message).iter().all(|piece| source.contains(piece));
        assert!(sources.iter().any(is_there), "{PAGE}: no file has '{message}'");
    }
    assert!(messages.len() > 40, "{} messages", messages.len());
}

#[test]
fn every_warning_and_error_of_the_code_is_on_the_page() {
    let (page, sources) = (read(PAGE), sources());
    let messages = on_the_page(&page);
    let mut seen = 0;
    for text in sources.iter().flat_map(|source| logged(source)) {
        let fixed = pieces(text);
        if fixed.iter().all(|piece| piece.len() < 3) {
            continue; // Another text as it is.
        }
        let is_it = |message: &&str| {
            let shown = pieces(message);
            let named = shown.iter().filter(|piece| piece.len() > 2);
            named.clone().count() > 0 && named.clone().all(|piece| fixed.iter().any(|part| part.contains(piece)))
        };
        assert!(messages.iter().any(is_it), "{PAGE} lacks '{text}'");
        seen += 1;
    }
    assert!(seen > 25, "{seen} messages");
}
