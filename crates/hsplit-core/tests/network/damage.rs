// SPDX-License-Identifier: MIT OR Apache-2.0
//! Texts of every format with random damage.

use hsplit_testing::damage::{damage, fuzz_texts};
use proptest::prelude::RngCore;
use proptest::test_runner::{RngAlgorithm, TestRng};

use super::fabric::fat_tree;
use super::nothing_else;
use super::random::written;
use hsplit_core::network::{Format, slurm};

const FORMS: [Format; 4] = [Format::File, Format::Slurm, Format::Coordinates, Format::Fabric];

/// Any text is read, or every error is at a line of it.
fn survives(form: Format, text: &str) {
    let include = |name: &str| {
        if name.len() % 2 == 0 { Ok(text.lines().take(3).collect::<Vec<_>>().join("\n")) } else { nothing_else(name) }
    };
    match form.read(text, &include) {
        Ok(tree) => {
            let lines = text.lines().count();
            assert!(tree.left_out.iter().all(|error| error.at.line <= lines && !error.text.is_empty()));
            for (host, _) in tree.networks().into_iter().take(20) {
                let network = tree.find(host).unwrap().expect("a host");
                assert!(!network.to_string().is_empty());
                assert!(network.torus().is_none_or(|torus| torus.ring(0).is_some()));
            }
        }
        Err(errors) => {
            assert!(!errors.is_empty());
            let lines = text.lines().count();
            for error in errors {
                assert!(error.at.line <= lines && !error.text.is_empty(), "{error}");
            }
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
        &[
            samples()[1].clone(),
            "BlockName=a Nodes=n[1-4]\nBlockName=b Nodes=n[5-8]\nBlockSizes=4,8\n".to_owned(),
            "BlockName=a BlockIndex=0 Nodes=n[1-4] BlockSize=4\nAggregatedBlock=a,b BlockIndex=1 BlockSize=8\n"
                .to_owned(),
            "SwitchName=a Nodes=ALL\nSwitchName=b Switches=a,c\nSwitchName=c Switches=a\nSwitchName=d Switches=b\n"
                .to_owned(),
            concat!(
                "---\n- topology: t\n  cluster_default: true\n  tree:\n    switches:\n    - switch: s\n",
                "      children: a,b\n    - {switch: a, nodes: 'n[1-4]'}\n    - {switch: b, nodes: n5}\n",
                "- topology: u\n  block:\n    block_sizes: [2, 4]\n    blocks:\n    - block: c\n      nodes: n1\n",
            )
            .to_owned(),
        ],
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
