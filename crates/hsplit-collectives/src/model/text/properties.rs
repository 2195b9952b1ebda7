// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random parameters as text and back, and texts with random damage (FUZZ_SECONDS, as in
//! `hsplit_testing::damage`).

use proptest::prelude::*;

use super::*;
use crate::model::parameters::{Bundle, Cluster, Gap, Link, Platform};
use hsplit_testing::damage::fuzz_texts;

fn links() -> impl Strategy<Value = Link> {
    let time = || prop_oneof![1e-9..1e-3, 1e-3..1e3, Just(1e9), Just(f64::MIN_POSITIVE)];
    (
        time(),
        prop::collection::btree_map(any::<usize>(), time(), 1..20),
        prop_oneof![Just(0.0), 1e-9..1e-3],
        prop::option::of(prop_oneof![Just(0.0), 1e-9..1e-3]),
    )
        .prop_map(|(latency, points, store_and_forward, rendezvous)| {
            let link = Link::new(latency, Gap::new(points.into_iter().collect()).unwrap())
                .and_then(|link| link.with_store_and_forward(store_and_forward))
                .unwrap();
            rendezvous.map_or(link.clone(), |rendezvous| link.with_rendezvous(rendezvous).unwrap())
        })
}

fn platforms() -> impl Strategy<Value = Platform> {
    let groups = prop::collection::vec((1_usize..100, links()), 1..8);
    let reduction = prop::collection::vec(prop_oneof![Just(0.0), 1e-12..1e-6], 8);
    let ways = prop::collection::vec((0_usize..100, 1_usize..100), 2..9);
    let flows = prop::collection::vec((ways, 0.0..=1.0_f64), 0..4);
    (groups, prop::collection::vec(links(), 28), reduction, flows).prop_map(
        |(groups, mut between, reduction, flows)| {
            let count = groups.len();
            let flow = |(from, further): (usize, usize)| (from % count, (from + 1 + further % (count - 1)) % count);
            let bundle = |(ways, further): (Vec<(usize, usize)>, f64)| Bundle {
                factor: 1.0 + further * (ways.len() - 1) as f64,
                flows: ways.into_iter().map(flow).collect(),
            };
            let flows: Vec<Bundle> = if count > 1 { flows.into_iter().map(bundle).collect() } else { vec![] };
            let group = |(number, (processes, link)): (usize, (usize, Link))| Cluster {
                name: format!("g.{number}"),
                processes,
                inside: (processes > 1).then_some(link),
            };
            let platform = Platform::new(groups.into_iter().enumerate().map(group).collect(), |_, _| {
                between.pop().expect("28 links for 8 groups")
            });
            let platform = platform.and_then(|platform| platform.with_reduction(|group| reduction[group]));
            platform.and_then(|platform| platform.with_bundles(flows)).unwrap()
        },
    )
}

fn provenance() -> Provenance {
    Provenance {
        by: "somebody: 1.0".into(),
        date: "2006-11-29".into(),
        mpi: "MPI, 1 & 2".into(),
        processes: "88".into(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn what_is_read_is_what_was_written(platform in platforms()) {
        let written = text(&platform, &provenance());
        let (again, from) = read(&written).unwrap();
        prop_assert_eq!(&text(&again, &from), &written);
        prop_assert_eq!(again, platform);
        prop_assert_eq!(from, provenance());
    }
}

#[test]
fn damaged_parameters() {
    let sample = concat!(
        "by: me\ndate: today\nmpi: some\nprocesses: 9\ngroup a: 4 processes, latency 5\n",
        "    0 1.5\n    1024 2.5\n    4096 1e3\n",
        "group b: 4 processes, latency 7, reduction 0.0003\n    0 2\n",
        "group c: 1 process, reduction 1e-4\nlink a b: latency 100\n    0 3\n",
        "link a c: latency 100\n    0 3\n    64KiB 30\nlink c b: latency 100.125\n",
        "    8 3 # a comment\nflows a>b a>c: 1.5\n",
    );
    assert!(read(sample).is_ok());
    fuzz_texts("parameters", &[sample.to_owned()], |text, _| match read(text) {
        Ok((platform, from)) => {
            let written = super::text(&platform, &from);
            assert_eq!(read(&written).unwrap().0, platform, "{text}");
            assert!(
                platform
                    .groups()
                    .iter()
                    .filter_map(|group| group.inside.as_ref())
                    .all(|link| (link.gap(usize::MAX) + link.latency()).is_finite()
                        && link.gap(0) + link.latency() > 0.0)
            );
        }
        Err(errors) => {
            assert!(!errors.is_empty());
            for error in &errors {
                assert!(
                    error.at.line <= text.lines().count() && !error.text.is_empty() && !error.text.contains('\n'),
                    "{error}"
                );
            }
            assert!(errors.windows(2).all(|pair| pair[0].at.line < pair[1].at.line), "one for each line: {text}");
        }
    });
}
