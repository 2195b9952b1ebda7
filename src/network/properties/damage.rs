// SPDX-License-Identifier: MIT OR Apache-2.0
//! Texts of every form with random damage.
//!
//! `FUZZ_SECONDS` says for how many seconds each parser is fed such texts (2 where it is not set).

use std::time::{Duration, Instant};

use proptest::prelude::RngCore;
use proptest::test_runner::{RngAlgorithm, TestRng};

use super::{fat_tree, nothing_else, written};
use crate::network::{Format, slurm};

const FORMS: [Format; 4] = [Format::File, Format::Slurm, Format::Coordinates, Format::Fabric];

/// Whatever is in a text, it is read, or every mistake is at a line of it.
fn survives(form: Format, text: &str) {
    let include = |name: &str| {
        if name.len() % 2 == 0 { Ok(text.lines().take(3).collect::<Vec<_>>().join("\n")) } else { nothing_else(name) }
    };
    match form.read(text, &include) {
        Ok(tree) => {
            for host in tree.host_index.keys().take(20) {
                let network = tree.find(host).unwrap().expect("a host");
                assert!(!network.to_string().is_empty());
                assert!(network.torus.is_none_or(|torus| torus.ring(0).is_some()));
            }
        }
        Err(mistakes) => {
            assert!(!mistakes.is_empty());
            let lines = text.lines().count();
            for mistake in mistakes {
                assert!(mistake.at.line <= lines && !mistake.text.is_empty(), "{mistake}");
            }
        }
    }
}

/// One to a few changes to a text: bytes, pieces of syntax, whole lines.
fn damage(text: &str, rng: &mut impl FnMut(usize) -> usize) -> String {
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

/// Damages texts for FUZZ_SECONDS, and gives each to `survives`, with a source of random numbers below a limit.
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
        // Now and then from the beginning: after some rounds nothing of the form is left.
        if round % 20 == 0 {
            text = texts[next(texts.len())].clone();
        }
        text = damage(&text, &mut next);
        if text.len() < 1 << 16 {
            survives(&text, &mut next);
        }
    }
}

fn fuzz(form: Format, texts: &[String]) {
    fuzz_texts(form.source(), texts, |text, next| {
        survives(form, text);
        survives(FORMS[next(FORMS.len())], text);
    });
}

fn samples() -> [String; 3] {
    let hosts: Vec<String> = (0..40).map(|number| format!("h{number}")).collect();
    written(&[vec![vec![2, 3], vec![1]], vec![vec![4, 1, 2]]], &hosts)
}

#[test]
fn damaged_files_of_our_own() {
    fuzz(Format::File, &samples()[..1]);
}

#[test]
fn damaged_files_of_slurm() {
    fuzz(
        Format::Slurm,
        &[samples()[1].clone(), "BlockName=a Nodes=n[1-4]\nBlockName=b Nodes=n[5-8]\nBlockSizes=4,8\n".to_owned()],
    );
}

#[test]
fn damaged_coordinates() {
    fuzz(Format::Coordinates, &samples()[2..]);
}

#[test]
fn damaged_tori() {
    let hosts: String = (0..24).map(|host| format!("h{host} {} {} {}\n", host / 12, host / 4 % 3, host % 4)).collect();
    fuzz(Format::Coordinates, &[format!("torus 3\ndims 2 3 4\n{hosts}")]);
}

#[test]
fn damaged_fabrics() {
    fuzz(Format::Fabric, &[fat_tree(1, 2, 2, 2, 0), fat_tree(2, 2, 1, 1, 2)]);
}

#[test]
fn damaged_variables_of_slurm() {
    let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut next = |below: usize| (rng.next_u32() as usize) % below.max(1);
    for _ in 0..20_000 {
        let (address, pattern) =
            (damage("s0.s[4-5].s8.tux1", &mut next), damage("switch.switch.switch.node", &mut next));
        match slurm::of_variables(&address, &pattern) {
            Ok(network) => assert!(network.steps.len() <= pattern.matches('.').count()),
            Err(why) => assert!(!why.is_empty()),
        }
    }
}
