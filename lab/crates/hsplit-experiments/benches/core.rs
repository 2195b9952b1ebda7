// SPDX-License-Identifier: MIT OR Apache-2.0
//! One rank's share of a split, from a thousand ranks to a million: `cargo bench --no-default-features --features
//! simulate`.
//!
//! Only one rank runs. Its collectives are answered with what its partners would really send, worked out beforehand
//! from the places of all ranks, and it does the work that falls to it:
//!
//! - `merge_all`: an allreduce by recursive doubling, so log2(P) times reading a partner's summary, merging, writing;
//! - `sum`, `sum_before`: log2(P) additions; `all_equal`: log2 of the new communicator's size comparisons;
//!   `what_first_says`: one read;
//! - `allgather` (gathered exchange): copying the bytes of all ranks out of the receive buffer.
//!
//! Not counted: the network, and the native MPI's own creation of communicators. What is left is what this library
//! computes. Time and bytes of the reduced exchange must not grow with the number of ranks but for the log2(P) merges;
//! the gathered exchange is measured too, and shows why there are two.
//!
//! Beside splits: the hierarchy of a network from its latencies, and, printed first, how many measurements those take;
//! elections on a node.

use std::convert::Infallible;
use std::ops::{Deref, Range};
use std::sync::Arc;

use divan::{AllocProfiler, Bencher, black_box};
use hsplit_core::communicator::Communicator;
use hsplit_core::cpus::Cpus;
use hsplit_core::election::{Member, Node, Options, elect, share_of_homes};
use hsplit_core::emulation::{NodeGroup, Slot, System};
use hsplit_core::exchange::{Record, SUMMARY, Summary};
use hsplit_core::latency::grouping::group;
use hsplit_core::latency::levels::levels;
use hsplit_core::latency::schedule::rounds as schedule_rounds;
use hsplit_core::latency::survey::{Survey, check_rounds};
use hsplit_core::latency::{Latencies, Tolerance};
use hsplit_core::machine::{Machine, RawObject};
use hsplit_core::name::Name;
use hsplit_core::network::Format;
use hsplit_core::place::Place;
use hsplit_core::request::Request;
use hsplit_core::shape::Shape;
use hsplit_core::split::{Exchange, Outcome, split};

#[global_allocator]
static ALLOC: AllocProfiler = AllocProfiler::system();

/// Cores of a node, in packages of 32 and caches of 8.
const PER_NODE: u64 = 64;
/// How many ranks a node, a leaf and an island have: the widest that is narrower than all is the next level.
const BLOCKS: [u64; 3] = [PER_NODE, 16 * PER_NODE, 32 * 16 * PER_NODE];

/// Reading a network of this many hosts, 32 below each leaf and 32 leaves below each switch: for 100,000 it must stay
/// far below a second, because every process of a job does it once.
#[divan::bench(args = [4_096, 100_000])]
fn read_topology_conf(bencher: Bencher<'_, '_>, hosts: usize) {
    let leaves = hosts.div_ceil(32);
    let leaf = |leaf: usize| format!("SwitchName=l{leaf} Nodes=n[{:06}-{:06}]\n", leaf * 32, leaf * 32 + 31);
    let pod = |pod: usize| format!("SwitchName=p{pod} Switches=l[{}-{}]\n", pod * 32, (pod * 32 + 31).min(leaves - 1));
    let text: String = (0..leaves).map(leaf).chain((0..leaves.div_ceil(32)).map(pod)).collect();
    find_last(bencher, &text, &format!("n{:06}", leaves * 32 - 1));
}

/// The same by one line for each host.
#[divan::bench(args = [4_096, 100_000])]
fn read_coordinates(bencher: Bencher<'_, '_>, hosts: usize) {
    let host = |host: usize| format!("n{host:06} {} {} {}\n", host / 1024, host / 32 % 32, host % 32);
    let text: String = std::iter::once("nlevels 3\ndims 100 32 32\n".to_owned()).chain((0..hosts).map(host)).collect();
    find_last(bencher, &text, &format!("n{:06}", hosts - 1));
}

/// The same in a torus.
#[divan::bench(args = [4_096, 100_000])]
fn read_torus(bencher: Bencher<'_, '_>, hosts: usize) {
    let host = |host: usize| format!("n{host:06} {} {} {}\n", host / 1024, host / 32 % 32, host % 32);
    let text: String = std::iter::once("torus 3\ndims 100 32 32\n".to_owned()).chain((0..hosts).map(host)).collect();
    find_last(bencher, &text, &format!("n{:06}", hosts - 1));
}

/// The same in our own form.
#[divan::bench(args = [4_096, 100_000])]
fn read_own_form(bencher: Bencher<'_, '_>, hosts: usize) {
    let leaves = hosts.div_ceil(32);
    let pod = |leaf: usize| if leaf % 32 == 0 { format!("pod p{}\n", leaf / 32) } else { String::new() };
    let leaf = |leaf: usize| format!("{}  leaf l{leaf}: n[{:06}-{:06}]\n", pod(leaf), leaf * 32, leaf * 32 + 31);
    let text: String = (0..leaves).map(leaf).collect();
    find_last(bencher, &text, &format!("n{:06}", leaves * 32 - 1));
}

/// The same as a fabric, each leaf below four spines.
#[divan::bench(args = [4_096, 100_000])]
fn read_fabric(bencher: Bencher<'_, '_>, hosts: usize) {
    let mut text = String::new();
    for leaf in 0..hosts.div_ceil(32) {
        text += &format!("Switch\t40 \"S-{leaf}\"\t# \"l{leaf}\" lid 1\n");
        (0..32).for_each(|port| {
            text += &format!("[{port}]\t\"H-{0}\"[1](1)\t# \"n{0:06} mlx5_0\" lid 2 4xEDR\n", leaf * 32 + port)
        });
        (0..4).for_each(|spine| text += &format!("[{}]\t\"S-s{spine}\"[{leaf}]\t# \"s{spine}\" lid 3\n", 32 + spine));
    }
    (0..4).for_each(|spine| text += &format!("Switch\t4000 \"S-s{spine}\"\t# \"s{spine}\" lid 3\n"));
    find_last(bencher, &text, &format!("n{:06}", hosts - 1));
}

fn find_last(bencher: Bencher<'_, '_>, text: &str, host: &str) {
    bencher.bench_local(|| {
        let tree = Format::of(text).read(black_box(text), &|_| Err(String::new())).expect("a network");
        tree.find(host).expect("one host").expect("the host").steps.len()
    });
}

/// The workers on a node of 128 cores with a rank on each: by a level, by two of each, by a number, by one that no
/// level has, and all in one instance.
#[divan::bench(args = ["L3Cache", "Package*2", "Core", "16:", "24:", "Machine*128", "all"])]
fn elect_of_128(bencher: Bencher<'_, '_>, shape: &str) {
    let cache = |u: u32| object("L3Cache", u..u + 8, (u..u + 8).map(core).collect());
    let package = |u: u32| object("Package", u..u + 64, (u..u + 64).step_by(8).map(cache).collect());
    let machine = Machine::new(&object("Machine", 0..128, vec![package(0), package(64)]), (0..128).collect(), false);
    let members: Vec<Member> = (0..128).map(|rank| Member { rank, home: Cpus::from(rank..rank + 1) }).collect();
    let share = share_of_homes(&machine, &members);
    let node = Node { machine: &machine, share: &share, members: &members };
    let shape = Shape::parse(shape).expect("a shape");
    bencher.bench_local(|| elect(black_box(&node), &shape, &Options::default()).map(|election| election.workers.len()));
}

fn main() {
    [1_000, 10_000, 100_000].into_iter().for_each(print_survey);
    divan::main();
}

/// The latency of two nodes below leaves of 36 and islands of 1,000, with up to 9 % of noise that depends on the pair.
fn latency(a: usize, b: usize) -> f64 {
    let base = match (a / 36 == b / 36, a / 1000 == b / 1000) {
        (_, false) => 9.0,
        (true, true) => 2.0,
        (false, true) => 4.0,
    };
    let mixed = (a.min(b) as u64 * 0x9e37_79b9 + a.max(b) as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40;
    base * (1.0 + 0.09 * mixed as f64 / (1u64 << 24) as f64)
}

/// The cost of a survey in blocks of 32 nodes, against measurements between all nodes.
fn print_survey(nodes: usize) {
    let mut survey = Survey::new(nodes, 32, Tolerance::DEFAULT);
    let (mut rounds, mut pairs) = (check_rounds(nodes).count(), check_rounds(nodes).count() * (nodes / 2));
    loop {
        let blocks = survey.blocks();
        let Some(widest) = blocks.iter().map(Vec::len).max() else { break };
        rounds += schedule_rounds(widest);
        pairs += blocks.iter().map(|members| members.len() * (members.len() - 1) / 2).sum::<usize>();
        survey.take(latency);
    }
    let found = survey.finish(&[]).map_or(0, |all| all.groups.len());
    let (all_rounds, all_pairs) = (schedule_rounds(nodes), nodes * (nodes - 1) / 2);
    println!(
        "{nodes} nodes: all pairs: {all_rounds} rounds, {all_pairs} pairs; survey: {rounds} \
         rounds, {pairs} pairs, {found} widest groups"
    );
}

/// Lowekamp's groups of nodes below leaves and islands; 88 as in the paper.
#[divan::bench(args = [88, 1_000, 4_000])]
fn lowekamp(bencher: Bencher<'_, '_>, nodes: usize) {
    let latencies = Latencies::new(nodes, latency);
    bencher.bench_local(|| group(black_box(&latencies), Tolerance::DEFAULT).len());
}

/// The same where all nodes are alike, so that every pair counts: the worst case.
#[divan::bench(args = [88, 1_000, 4_000])]
fn lowekamp_flat(bencher: Bencher<'_, '_>, nodes: usize) {
    let latencies = Latencies::new(nodes, |a, b| 1.0 + latency(a, b) % 0.1);
    bencher.bench_local(|| group(black_box(&latencies), Tolerance::DEFAULT).len());
}

/// All levels.
#[divan::bench(args = [88, 1_000, 4_000])]
fn levels_of_groups(bencher: Bencher<'_, '_>, nodes: usize) {
    let latencies = Latencies::new(nodes, latency);
    bencher.bench_local(|| levels(black_box(&latencies), Tolerance::DEFAULT).depth());
}

/// The split at the next level in an emulation of islands, leaves and nodes.
#[divan::bench(args = [1_000, 10_000, 100_000, 1_000_000])]
fn reduced_unguided(bencher: Bencher<'_, '_>, ranks: u64) {
    run(bencher, ranks, Exchange::Reduced, None);
}

/// The split at the L3 caches.
#[divan::bench(args = [1_000, 10_000, 100_000, 1_000_000])]
fn reduced_guided(bencher: Bencher<'_, '_>, ranks: u64) {
    run(bencher, ranks, Exchange::Reduced, Some("l3cache"));
}

/// This split by the other exchange, whose cost grows with the number of ranks.
#[divan::bench(args = [1_000, 10_000, 100_000])]
fn gathered_unguided(bencher: Bencher<'_, '_>, ranks: u64) {
    run(bencher, ranks, Exchange::Gathered, None);
}

fn run(bencher: Bencher<'_, '_>, ranks: u64, exchange: Exchange, level: Option<&str>) {
    let rank = ranks / 3;
    let system = system();
    let request = |rank| ask(place(&system, rank), level);
    let members = if level.is_some() { 8 } else { BLOCKS.into_iter().rfind(|block| *block < ranks).unwrap_or(ranks) };
    let share = Share::new(rank, ranks, exchange, members, request);
    let own = request(rank);
    bencher.bench_local(|| match split(&share, black_box(&own), exchange) {
        Ok(Outcome::Split(split)) => split.member.map(|member| (member.siblings, member.index, member.depth)),
        _ => None,
    });
}

fn ask(place: Place, level: Option<&str>) -> Request {
    match level {
        Some(level) => Request::guided(1, 0, place, level),
        None => Request::unguided(1, 0, place),
    }
}

/// Forty islands of 32 leaves of 16 nodes: more than a million ranks.
fn system() -> System {
    let cache = |u: u32| object("L3Cache", u..u + 8, (u..u + 8).map(core).collect());
    let package = |u: u32| object("Package", u..u + 32, (u..u + 32).step_by(8).map(cache).collect());
    let node = object("Machine", 0..64, vec![package(0), package(32)]);
    let machine = Arc::new(Machine::new(&node, (0..64).collect(), false));
    System::new(&[("island".to_owned(), 40), ("leaf".to_owned(), 32)], vec![NodeGroup { count: 16, machine }])
}

fn object(name: &str, units: Range<u32>, children: Vec<RawObject>) -> RawObject {
    RawObject { name: Name::new(name), units, children, memory: vec![] }
}

fn core(unit: u32) -> RawObject {
    object("Core", unit..unit + 1, vec![object("PU", unit..unit + 1, vec![])])
}

/// Rank after rank on the cores of node after node.
fn place(system: &System, rank: u64) -> Place {
    let core = (rank % PER_NODE) as u32;
    system.place(&Slot { node: rank / PER_NODE, run: core..core + 1 })
}

/// A communicator on which one rank does its own part of every collective.
struct Share {
    rank: u64,
    ranks: u64,
    /// The data that the partner of each round of recursive doubling sends.
    summaries: Arc<Vec<[u8; SUMMARY]>>,
    /// The records of all ranks, for the gathered exchange.
    records: Arc<Vec<u8>>,
    /// How many ranks the new communicator has.
    members: u64,
}

/// A communicator that it has created.
struct Child(Share);

impl Share {
    fn new(rank: u64, ranks: u64, exchange: Exchange, members: u64, request: impl Fn(u64) -> Request) -> Self {
        let record = |rank| {
            let request: Request = request(rank);
            Record::new(&request)
        };
        let summary = |block: Range<u64>| {
            block
                .map(|rank| Summary::of(rank as u32, &record(rank)))
                .reduce(Summary::merge)
                .map(|summary| summary.encode())
        };
        let partners = (0..rounds(ranks)).filter_map(|round| summary(partner_block(rank, round, ranks)));
        let records = if exchange == Exchange::Gathered {
            (0..ranks).flat_map(|rank| record(rank).encode()).collect()
        } else {
            vec![]
        };
        Self { rank, ranks, summaries: Arc::new(partners.collect()), records: Arc::new(records), members }
    }

    fn child(&self) -> Child {
        Child(Self {
            rank: self.rank % self.members,
            ranks: self.members,
            summaries: self.summaries.clone(),
            records: self.records.clone(),
            members: 1,
        })
    }
}

/// How many rounds recursive doubling takes.
fn rounds(ranks: u64) -> u32 {
    u64::BITS - (ranks - 1).leading_zeros()
}

/// The ranks whose summary `rank` receives in a round: a block of 2^round of them, cut at the last rank.
fn partner_block(rank: u64, round: u32, ranks: u64) -> Range<u64> {
    let first = ((rank >> round) ^ 1) << round;
    first.min(ranks)..(first + (1 << round)).min(ranks)
}

impl Deref for Child {
    type Target = Share;

    fn deref(&self) -> &Share {
        &self.0
    }
}

impl Communicator for Share {
    type Error = Infallible;
    type Owned = Child;

    fn rank(&self) -> u32 {
        self.rank as u32
    }

    fn size(&self) -> u32 {
        self.ranks as u32
    }

    fn allgather(&self, mine: &[u8]) -> Result<Vec<u8>, Infallible> {
        black_box(mine);
        Ok(self.records.to_vec())
    }

    fn merge_all(&self, mine: Summary) -> Result<Summary, Infallible> {
        let mut own = mine.encode();
        for partner in self.summaries.iter() {
            let (mine, theirs) = (Summary::decode(&own), Summary::decode(black_box(partner)));
            own = mine.unwrap_or_default().merge(theirs.unwrap_or_default()).encode();
        }
        Ok(Summary::decode(&own).unwrap_or_default())
    }

    fn sum(&self, mine: u64) -> Result<u64, Infallible> {
        Ok((0..rounds(self.ranks)).fold(mine, |sum, round| sum + black_box(1 << round >> 6)))
    }

    fn sum_before(&self, mine: u64) -> Result<u64, Infallible> {
        Ok(self.sum(mine)? - mine)
    }

    fn all_equal(&self, mine: u64) -> Result<bool, Infallible> {
        Ok((0..rounds(self.ranks)).all(|_| black_box(mine) == mine))
    }

    fn what_first_says(&self, mine: u64) -> Result<u64, Infallible> {
        Ok(black_box(mine))
    }

    fn create(&self, members: &[u32]) -> Result<Option<Child>, Infallible> {
        black_box(members);
        Ok(Some(self.child()))
    }

    fn create_alone(&self) -> Result<Child, Infallible> {
        Ok(self.child())
    }

    fn split(&self, colour: Option<u32>, key: i32) -> Result<Option<Child>, Infallible> {
        black_box((colour, key));
        Ok(colour.map(|_| self.child()))
    }
}
