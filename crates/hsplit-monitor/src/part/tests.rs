// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parts that are written and read back, and the errors of corrupted ones.

use hsplit_testing::damage::fuzz_texts;
use proptest::prelude::*;

use super::*;
use crate::collectives::Operation;
use crate::counters::{Class, Counters};
use crate::groups::Group;
use crate::times::Category;

pub(crate) fn part(rank: u32, counters: &Counters) -> Part {
    Part {
        rank,
        host: "cn01".to_owned(),
        place: vec![("Machine".to_owned(), 0), ("Core".to_owned(), u64::from(rank))],
        date: "2026-11-23T12:00:00Z".to_owned(),
        seconds: 12.5,
        mpi: "Open MPI v4.1.4".to_owned(),
        counted: Classes::ALL,
        expansion: Expansion::Meaning,
        counts: Snapshot::of(counters),
    }
}

fn busy() -> Part {
    let counters = Counters::new(32);
    let rows = counters.rows();
    rows.message(Class::PointToPoint, 4, 8000);
    rows.message(Class::PointToPoint, 32, 8);
    rows.message(Class::Irregular, 3, 0);
    rows.message(Class::OneSided, 31, 1 << 40);
    rows.message(Class::Fetched, 0, 1);
    rows.spent(Category::Waiting, 31_000);
    rows.spent(Category::Waiting, 0);
    rows.spent(Category::Topology, 7);
    let groups = counters.groups();
    let world: Vec<u32> = (0..32).collect();
    rows.collective(&groups.intern(3, &world), Operation::Bcast, 7, 80);
    rows.collective(&groups.intern(3, &world), Operation::Allreduce, 0, 16);
    rows.collective(&groups.intern(1, &[9, 3, 4, 5, 1]), Operation::Gather, 4, 24);
    let inter = groups.intern_inter(0, &[3, 5], &[32, 32, 7]);
    rows.collective(&inter, Operation::Bcast, Group::ROOT, 1);
    rows.collective(&inter, Operation::Bcast, Group::NO_ROOT, 1);
    rows.collective(&inter, Operation::Reduce, 2, 1);
    part(3, &counters)
}

const BUSY: &str = "\
hsplit-monitor part 1
rank 3 of 32
host cn01
place Machine 0 Core 3
date 2026-11-23T12:00:00Z
seconds 12.5
mpi Open MPI v4.1.4
counted p2p collectives rma
collectives meaning
p2p 4 1 8000
p2p outside 1 8
irregular 3 1 0
one-sided 31 1 1099511627776
fetched 0 1 1
size 0 1 0
size 1 1 1
size 4 1 8
size 13 1 8000
size 23 1 1099511627776
time waiting 2 31000
time topology 1 7
group 3 0-31
calls 1 bcast 7 1 80
calls 1 allreduce 0 1 16
group 1 9,3-5,1
calls 2 gather 4 1 24
group 0 3,5 32,32,7
calls 3 bcast none 1 1
calls 3 bcast self 1 1
calls 3 reduce 2 1 1
end
";

#[test]
fn parts_are_plain_lines() {
    let mut part = busy();
    assert_eq!(part.text(), BUSY);
    part.host = "a b\n".to_owned();
    part.mpi = " MPICH\tVersion:  4\nother ".to_owned();
    part.place = vec![("my level".to_owned(), u64::MAX)];
    part.counted = Classes::RMA;
    let text = part.text();
    for line in ["host a_b_", "mpi MPICH Version: 4 other", "place my_level 18446744073709551615", "counted rma"] {
        assert!(text.lines().any(|other| other == line), "{line}: {text}");
    }
    part.mpi.clear();
    part.host.clear();
    part.place.clear();
    part.counted = Classes { p2p: false, collectives: false, rma: false };
    let again = Part::read(part.text().as_bytes(), "file").expect("it reads back");
    assert_eq!(again[0].text(), part.text());
}

#[test]
fn parts_read_back_one_behind_the_other() {
    let three = format!("{BUSY}\n{}{BUSY}", BUSY.replace("rank 3", "rank 4"));
    let parts = Part::read(three.as_bytes(), "file").expect("it is right");
    assert_eq!(parts.iter().map(|part| part.rank).collect::<Vec<_>>(), [3, 4, 3]);
    assert_eq!(parts[2].text(), BUSY);
    let (own, other) = (busy().counts, &parts[0].counts);
    for expansion in [Expansion::Meaning, Expansion::Trees, Expansion::None] {
        assert_eq!(own.row(Classes::ALL, expansion), other.row(Classes::ALL, expansion));
    }
}

/// For example if the memory of a node contains that of its packages.
#[test]
fn a_place_may_have_two_levels_of_one_name() {
    let nested = BUSY.replace("place Machine 0 Core 3", "place Machine 0 NUMANode 0 NUMANode 1 Core 3");
    assert_ne!(nested, BUSY);
    let part = Part::read(nested.as_bytes(), "file").expect("it is right").remove(0);
    let names: Vec<&str> = part.place.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["Machine", "NUMANode", "NUMANode", "Core"]);
    assert_eq!(part.text(), nested);
}

#[test]
fn errors_name_the_line() {
    let long = "x".repeat(100);
    for (from, to, line, what) in [
        ("hsplit-monitor part 1", "hsplit-monitor part 2", 1, "'hsplit-monitor part 2' where 'hsplit-monitor part 1'"),
        ("rank 3 of 32", "rank 32 of 32", 2, "'32' is no number below 32"),
        ("rank 3 of 32", "rank 3 in 32", 2, "'in' where 'of' belongs"),
        ("rank 3 of 32", "rank 3 of 99999999", 2, "'99999999' is no number below 16777215"),
        ("rank 3 of 32\n", "", 9, "there is no line 'rank' before it"),
        ("host cn01", "host", 3, "'host' lacks a name"),
        ("host cn01", "host cn01 cn02", 3, "'cn02' is too much"),
        ("host cn01\n", "", 30, "there is no line 'host' in this part"),
        ("Core 3", "Core", 4, "'place Machine 0 Core' lacks an instance"),
        ("seconds 12.5", "seconds -1", 6, "'-1' is no number of seconds"),
        ("seconds 12.5", "seconds inf", 6, "'inf' is no number of seconds"),
        ("mpi Open", "seconds 1\nmpi Open", 7, "there is a line 'seconds' before"),
        ("counted p2p", "counted p2q", 8, "'p2q' is none of p2p, collectives, rma"),
        ("collectives meaning", "collectives tree", 9, "'tree' is none of meaning, trees, none"),
        ("p2p 4 1 8000", "p2p 33 1 8000", 10, "'33' is no number below 32"),
        ("p2p 4 1 8000", "p2p 4 1", 10, "'p2p 4 1' lacks a number of bytes"),
        ("p2p 4 1 8000", "p2p 4 0 0", 10, "nothing is counted here"),
        ("p2p 4 1 8000", "p2p 4 1 -8", 10, "'-8' is no number"),
        ("p2p outside", "p2p 4", 11, "the peers of a class ascend"),
        ("irregular 3", &format!("{long} 3"), 12, &format!("'{}...' begins no line", "x".repeat(40))),
        ("size 4", "size 24", 17, "'24' is no number below 24"),
        ("size 4", "size 1", 17, "there is a line 'size 1' before"),
        ("group 3 0-31", "group 32 0-31", 22, "'32' is no number below 32"),
        ("group 3 0-31", "group 3 31-0", 22, "'31-0' descends"),
        ("group 3 0-31", "group 3 0-40", 22, "'40' is no number below 33"),
        ("group 1 9,3-5,1", "group 3 0-31", 25, "it is group 1 again"),
        ("calls 1 bcast", "calls 2 bcast", 23, "there is no group '2' before it"),
        ("calls 1 bcast", "calls 1 bcst", 23, "'bcst' is no collective operation"),
        ("bcast 7", "bcast 32", 23, "'32' is no number below 32"),
        ("bcast 7", "bcast self", 23, "'self' is no number below 32"),
        ("bcast self", "bcast none", 29, "there is such a line before"),
        ("end\n", "", 31, "it ends before the line 'end'"),
        ("end\n", "end\nmore\n", 32, "'more' where"),
        ("time waiting", "time sleeping", 20, "'sleeping' is no kind of calls"),
        ("time topology", "time waiting", 21, "there is a line 'time waiting' before"),
        ("time waiting 2 31000", "time waiting 2", 20, "'time waiting 2' lacks a number of nanoseconds"),
    ] {
        let text = BUSY.replacen(from, to, 1);
        assert_ne!(text, BUSY, "{from}");
        let error = Part::read(text.as_bytes(), "x.0.part").expect_err(what);
        let expected = format!("x.0.part:{line}: {what}");
        assert!(error.to_string().starts_with(&expected), "{error} instead of {expected}");
    }
    assert_eq!(Part::read(b"", "x").expect_err("it is empty").to_string(), format!("x:1: it has no line '{FIRST}'"));
    let error = Part::read(&[BUSY.as_bytes(), b"\xff\xff\n"].concat(), "x").expect_err("no text");
    assert_eq!(error.line, 32);
}

#[test]
fn damaged_parts_are_errors_or_parts() {
    fuzz_texts("parts", &[BUSY.to_owned()], |text, _| {
        if let Ok(parts) = Part::read(text.as_bytes(), "file") {
            let again: String = parts.iter().map(Part::text).collect();
            let parts = Part::read(again.as_bytes(), "again").expect("what is written can be read");
            assert_eq!(parts.iter().map(Part::text).collect::<String>(), again);
        }
    });
}

proptest! {
    #[test]
    fn members_of_groups_read_back(
        members in prop::collection::vec(0..33_u32, 1..40),
        remote in prop::option::of(prop::collection::vec(0..33_u32, 0..10)),
        own in any::<prop::sample::Index>(),
    ) {
        let counters = Counters::new(32);
        let own = own.index(members.len()) as u32;
        let group = match &remote {
            None => counters.groups().intern(own, &members),
            Some(remote) => counters.groups().intern_inter(own, &members, remote),
        };
        counters.rows().collective(&group, Operation::Alltoall, 0, 8);
        let text = part(0, &counters).text();
        let again = Part::read(text.as_bytes(), "file").expect("it reads back");
        let read = &again[0].counts.calls()[0].0.group;
        prop_assert_eq!((read.own(), read.size(), read.remote_size()), (own, group.size(), group.remote_size()));
        prop_assert!((0..group.size()).all(|rank| read.member(rank) == group.member(rank)));
        prop_assert!((0..10).all(|rank| read.remote_member(rank) == group.remote_member(rank)));
    }

    #[test]
    fn counts_among_some_ranks_are_those_of_their_members(
        members in prop::collection::btree_set(0..16_u32, 1..16).prop_map(Vec::from_iter).prop_shuffle(),
        sends in prop::collection::vec((0..4_usize, 0..=16_u32, 0..100_u64), 0..50),
        groups in prop::collection::vec(prop::collection::vec(0..16_u32, 1..8), 0..5),
    ) {
        let counters = Counters::new(16);
        let rows = counters.rows();
        sends.iter().for_each(|(class, peer, bytes)| rows.message(Class::ALL[*class], *peer, *bytes));
        for group in &groups {
            rows.collective(&counters.groups().intern(0, group), Operation::Bcast, 0, 3);
        }
        let (all, some) = (Snapshot::of(&counters), Snapshot::of(&counters).among(&members));
        let outside = members.len() as u32;
        let mut expected: Vec<(u32, crate::Count)> = vec![];
        for (peer, count) in all.row(Classes::ALL, Expansion::Meaning) {
            let number = members.iter().position(|member| *member == peer).map_or(outside, |at| at as u32);
            expected.push((number, count));
        }
        let sum = |row: &[(u32, crate::Count)], peer: u32| -> crate::Count {
            row.iter().filter(|(other, _)| *other == peer).map(|(_, count)| *count).sum()
        };
        let found = some.row(Classes::ALL, Expansion::Meaning);
        for peer in 0..=outside {
            prop_assert_eq!(sum(&found, peer), sum(&expected, peer));
        }
        prop_assert_eq!(some.world(), outside);
    }
}
