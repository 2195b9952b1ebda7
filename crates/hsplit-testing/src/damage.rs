// SPDX-License-Identifier: MIT OR Apache-2.0
//! Texts with random damage, for every parser.
//!
//! `FUZZ_SECONDS` is the time in seconds for which each parser gets such texts (2 by default).

use std::time::{Duration, Instant};

use proptest::prelude::RngCore;
use proptest::test_runner::{RngAlgorithm, TestRng};

/// Changes a text in one or a few places: bytes, pieces of syntax, whole lines.
pub fn damage(text: &str, rng: &mut impl FnMut(usize) -> usize) -> String {
    const PIECES: &[&str] = &[
        "[",
        "]",
        ",",
        "-",
        "=",
        ":",
        "\"",
        "\\\n",
        "#",
        "\t",
        " ",
        "\n",
        "0",
        "99999999999999999999",
        "[0-9999999]",
        "é",
        "\0",
        "S-",
        "H-",
        "Include xx",
        "Switches=",
        "Nodes=",
        "nlevels 3",
        "torus 4",
        "dims 1 1 1",
        "BlockSizes=1,2",
        "NaN",
        "1e999",
        "latency ",
        "link a b: latency 1",
        "group z: 1 process",
    ];
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    for _ in 0..=rng(4) {
        if lines.is_empty() {
            break;
        }
        let at = rng(lines.len());
        match rng(5) {
            0 => drop(lines.remove(at)),
            1 => lines.swap(at, 0),
            2 => lines.insert(at, lines[rng(lines.len())].clone()),
            kind => {
                let mut chars: Vec<char> = lines[at].chars().collect();
                let place = rng(chars.len() + 1);
                if kind == 3 && place < chars.len() {
                    chars.remove(place);
                } else {
                    chars.splice(place..place, PIECES[rng(PIECES.len())].chars());
                }
                lines[at] = chars.into_iter().collect();
            }
        }
    }
    lines.concat()
}

/// Damages texts for `FUZZ_SECONDS`, and passes each to `survives`, with a source of random numbers below a limit.
pub fn fuzz_texts(name: &str, texts: &[String], survives: impl Fn(&str, &mut dyn FnMut(usize) -> usize)) {
    let seconds = std::env::var("FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(2);
    let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut next = |below: usize| (rng.next_u32() as usize) % below.max(1);
    let start = Instant::now();
    let mut text = String::new();
    for round in 0_u64.. {
        if start.elapsed() > Duration::from_secs(seconds) {
            println!("{name}: {round} texts");
            return;
        }
        // After some rounds nothing of the text's format is left, so another text is taken.
        if round % 20 == 0 {
            text = texts[next(texts.len())].clone();
        }
        text = damage(&text, &mut next);
        if text.len() < 1 << 16 {
            survives(&text, &mut next);
        }
    }
}
