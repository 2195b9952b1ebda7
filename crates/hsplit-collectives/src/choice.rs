// SPDX-License-Identifier: MIT OR Apache-2.0
//! Selects the calls that use the hierarchy, and the shapes of their trees.
//!
//! Every rank decides alone, and therefore from values that all ranks know: the levels of the communicator, the bytes
//! that the standard makes equal everywhere, and `HSPLIT_COLLECTIVES`. If nothing indicates that the hierarchy is
//! faster, the native call is made. [`super::adaptive`] is for calls that a model of the network decides.

use super::Operation;
use super::exchange::routes::Routing;
use super::levels::LevelGroup;
use super::nodes::Nodes;
use super::reduce_scatter::plan::Grain;
use super::short;
use super::tree::{Shape, Spread};
use hsplit_core::units::size;

/// The rule of `HSPLIT_COLLECTIVES` for one operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// Always the native call.
    #[default]
    Native,
    /// From the default size of the operation on, on several nodes: the route that trials find to be faster.
    Default,
    /// The hierarchy from this many bytes on, if there are levels.
    From(usize),
    /// The route that trials find to be faster.
    Autotune,
    /// The same, with few trial calls per job (`autotune`).
    Site,
    /// The route that a model of the network predicts to be faster.
    Adaptive,
}

/// The decision on a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The native call.
    Native,
    /// Along the hierarchy.
    Hierarchical,
    /// Both in turn, until the faster route is known.
    Autotune,
    /// By the model, if there is one; otherwise by [`Choices::unmodelled`].
    Modelled,
}

/// `HSPLIT_COLLECTIVES`: a rule for each operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    rules: [Rule; Operation::ALL.len()],
}

impl Choices {
    /// Parses a text such as `bcast:64KiB,reduce` or `all:trial`.
    ///
    /// # Errors
    /// The invalid word.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut choices = Self::default();
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            // A single word is the rule of all operations.
            let word = match word {
                "adaptive" => "all:adaptive",
                "site" => "all:site",
                _ => word,
            };
            let (name, rule) = word
                .split_once(':')
                .map_or((word, Some(Rule::Default)), |(name, rule)| (name.trim(), parse_rule(rule.trim())));
            let rule = rule.ok_or(word)?;
            let known: Vec<Operation> =
                Operation::ALL.into_iter().filter(|operation| name == "all" || name == operation.name()).collect();
            if known.is_empty() && word != "none" {
                return Err(word.to_owned());
            }
            known.iter().for_each(|&operation| choices.rules[operation as usize] = rule);
        }
        Ok(choices)
    }

    /// Returns the rule of an operation.
    pub fn rule(&self, operation: Operation) -> Rule {
        self.rules[operation as usize]
    }

    /// Returns the operations that may use the hierarchy.
    pub fn along(&self) -> impl Iterator<Item = Operation> + '_ {
        Operation::ALL.into_iter().filter(|operation| self.rule(*operation) != Rule::Native)
    }

    /// True if any operation may use the hierarchy.
    pub fn any(&self) -> bool {
        self.along().next().is_some()
    }

    /// True if a call of `bytes` bytes may use the hierarchy on some communicator. Called before the levels are known.
    /// A call without data has no gain, and programs pass arbitrary arguments to it: no buffer, or a count that does
    /// not match.
    pub fn may(&self, operation: Operation, bytes: usize) -> bool {
        match self.rule(operation) {
            rule if !operation.has_size() => rule != Rule::Native,
            _ if bytes == 0 && operation != Operation::Barrier => false,
            Rule::Native => false,
            Rule::From(from) => bytes >= from,
            Rule::Autotune | Rule::Site | Rule::Adaptive => true,
            Rule::Default => self.unmodelled(operation, bytes),
        }
    }

    /// Decides on a call for which [`Choices::may`] is true, on a communicator of this many nodes.
    pub fn decide(&self, operation: Operation, nodes: usize) -> Decision {
        match self.rule(operation) {
            Rule::Native => Decision::Native,
            // On one node the native MPI makes the best use of the memory.
            Rule::Default | Rule::Adaptive if nodes < 2 => Decision::Native,
            Rule::From(_) => Decision::Hierarchical,
            Rule::Adaptive => Decision::Modelled,
            Rule::Default | Rule::Autotune | Rule::Site => Decision::Autotune,
        }
    }

    /// True if a call on several nodes is tried by both routes if there is no model.
    pub fn unmodelled(&self, operation: Operation, bytes: usize) -> bool {
        default_from(operation).is_some_and(|from| bytes >= from)
    }

    /// True if the model decides for any operation.
    pub fn any_adaptive(&self) -> bool {
        self.rules.contains(&Rule::Adaptive)
    }

    /// Returns a number that differs if choices, or `more`, differ.
    pub fn fingerprint(&self, more: &impl std::fmt::Debug) -> u64 {
        hsplit_core::hash::hash(format!("{:?} {more:?}", self.rules).as_bytes())
    }
}

/// Returns the default number of bytes from which an operation is tried by both routes: a call's bytes, which for
/// allgatherv are those of all shares, and for a reduction whose result is scattered those of the whole operand; those
/// of each rank's share for gather, scatter and allgather, and of each block for alltoall. `None`: never.
///
/// Below these sizes the gain is too small for ten trial calls. There is also none in operations that end or begin at
/// one rank with different data for each rank, which are limited by that rank's own link. Above them the gain depends
/// on the MPI and on the placement: an MPI that uses the nodes gathers small shares faster. An alltoall has the
/// greatest gain with short blocks.
pub(crate) fn default_from(operation: Operation) -> Option<usize> {
    match operation {
        Operation::Bcast | Operation::Reduce | Operation::Allreduce => Some(64 << 10),
        Operation::ReduceScatter | Operation::ReduceScatterBlock => Some(64 << 10),
        Operation::Scan | Operation::Exscan => Some(64 << 10),
        Operation::Allgather => Some(16 << 10),
        Operation::Allgatherv => Some(256 << 10),
        Operation::Alltoall => Some(1),
        Operation::Alltoallv | Operation::Alltoallw => Some(0),
        Operation::NeighborAllgather | Operation::NeighborAllgatherv => Some(0),
        Operation::NeighborAlltoall | Operation::NeighborAlltoallv | Operation::NeighborAlltoallw => Some(0),
        Operation::Barrier | Operation::Gather | Operation::Scatter => None,
    }
}

/// True if a call of `bytes` bytes in all uses rounds between several nodes, if its operation can ([`super::rounds`]).
pub fn is_in_rounds(operation: Operation, bytes: usize, levels: &LevelGroup) -> bool {
    let nodes = levels.nodes();
    nodes > 1 && in_rounds_below(operation).is_some_and(|below| bytes / nodes < below)
}

/// Returns the number of bytes per node below which an operation uses rounds. From there on a chain is as fast: it
/// transfers data once over a cable, while the rounds of a broadcast or a reduction transfer it twice, but its segments
/// wait for a message from node to node. In a reduction to all they do so twice. Rounds of an allgather transfer the
/// same bytes as a ring.
fn in_rounds_below(operation: Operation) -> Option<usize> {
    match operation {
        Operation::Barrier => Some(1),
        Operation::Bcast | Operation::Reduce => Some(32 << 10),
        Operation::Allgather => Some(64 << 10),
        Operation::Allreduce => Some(128 << 10),
        _ => None,
    }
}

/// The longest result of a short allgather.
const SHORT_RESULT: usize = 32 << 10;
/// The most bytes that one rank of a node sends for all in a short call, if messages are longer than [`SMALL`]: on many
/// nodes, [`super::rounds`] divide longer ones among the ranks.
const BY_ONE: usize = 128 << 10;
/// Number of bytes up to which a message takes as long as one without data.
const SMALL: usize = 4 << 10;

/// True if a call between this number of nodes is a short one: up to `limit` bytes, and on many ranks no long
/// allgather.
pub fn is_short(operation: Operation, bytes: usize, ranks: usize, nodes: usize, limit: Option<usize>) -> bool {
    let rounds = nodes.max(1).next_power_of_two().trailing_zeros() as usize;
    let is_short =
        limit.is_some_and(|limit| bytes <= limit.min(short::MOST)) && (bytes <= SMALL || bytes * rounds <= BY_ONE);
    match operation {
        Operation::Reduce | Operation::Allreduce | Operation::Barrier => is_short,
        // Longer messages are read in memory while they are received.
        Operation::Bcast => is_short && bytes < MEMORY,
        Operation::Allgather => is_short && bytes * ranks <= SHORT_RESULT,
        _ => false,
    }
}

fn parse_rule(text: &str) -> Option<Rule> {
    let text = text.to_ascii_lowercase();
    match text.as_str() {
        "trial" => Some(Rule::Autotune),
        "site" => Some(Rule::Site),
        "adaptive" => Some(Rule::Adaptive),
        _ => size(&text).map(Rule::From),
    }
}

/// Number of bytes from which most MPIs use a rendezvous with the receiver.
pub const RENDEZVOUS: usize = 64 << 10;

/// The default maximum length of a segment in bytes. Most MPIs send messages of up to 64 KiB without a rendezvous; over
/// TCP a chain of segments with a rendezvous on each hop took twice as long.
pub const SEGMENT: usize = 32 << 10;
/// The minimum length: shorter messages take longer to begin than to send.
const SHORTEST: usize = 8 << 10;

/// Returns the length of the segments of a message through `nodes` nodes: a few for each hop, so that all hops are busy
/// for most of the time.
pub fn segment(bytes: usize, nodes: usize, longest: usize) -> usize {
    (bytes / (4 * nodes.max(1))).clamp(SHORTEST.min(longest), longest)
}

/// The default number of bytes, received by all ranks of a node, from which they read them in shared memory: fewer do
/// not repay the cost of creating that memory.
pub const MEMORY: usize = 64 << 10;

/// True if an operation gives all ranks of a node the same data, which they can read in shared memory.
pub fn is_read(operation: Operation) -> bool {
    matches!(operation, Operation::Bcast | Operation::Allgather | Operation::Allgatherv)
}

/// Number of bytes per hop from which a chain is used.
const CHAIN: usize = 16 << 10;
/// Number of bytes of a node's shares below which every switch on the way gathers them; larger ones are sent directly.
const DIRECT: usize = 64 << 10;

/// Returns the shape of the tree for an operation on `bytes` bytes in all.
pub fn shape(operation: Operation, bytes: usize, levels: &LevelGroup) -> Shape {
    let nodes = levels.nodes().max(1);
    let chain = bytes / nodes >= CHAIN;
    let inside = if chain { Spread::Binary } else { Spread::Binomial };
    match operation {
        Operation::Gather | Operation::Scatter if bytes / nodes >= DIRECT => {
            Shape { across: Spread::Star, inside: Spread::Binomial }
        }
        Operation::Gather | Operation::Scatter | Operation::Barrier => {
            Shape { across: Spread::Binomial, inside: Spread::Binomial }
        }
        _ => Shape { across: if chain { Spread::Chain } else { Spread::Binomial }, inside },
    }
}

/// Number of bytes that the ranks of a node send together, up to which one of them sends for all: a message then costs
/// more than two copies.
const HUB: u64 = 64 << 10;
/// Number of nodes from which that rank would send successive messages for too long.
const MANY: usize = 8;
/// For so many nodes, nodes send fewer and longer messages, up to this number of bytes, if a rank would otherwise lead
/// to more than this number of nodes for each round that it saves. (A round has the latency of the network.)
const BRUCK: (u64, usize) = (8 << 10, 2);
/// Maximum number of ranks of nodes on which each of them sends so. A rank that sends for its node saves a round, but
/// adds two rounds of messages inside the node.
const NARROW: usize = 2;
/// The same for nodes of one rank each, with a limit for a block. A message of Bruck's algorithm has the latency of the
/// network in each of its rounds, and direct messages have it once. On fewer nodes that costs more than the ends of the
/// saved messages; longer blocks cost more on cables that many nodes share.
const BRUCK_OF_RANKS: (usize, u64) = (32, 256);
/// Maximum size of blocks that are sent together for each node; longer ones fill a link alone.
pub const TOGETHER: u64 = 4 << 10;

/// True if blocks of `bytes` bytes are exchanged between all ranks in a short call: up to `limit` bytes of a rank, and
/// as many as fit into the memory of its node. On many nodes, [`Routing::Bruck`] sends fewer messages.
pub fn is_short_exchange(nodes: &Nodes, ranks: usize, bytes: usize, limit: Option<usize>) -> bool {
    let widest = nodes.widest();
    // The blocks that one rank publishes for its node: its own, and those from other nodes.
    let published = ranks + widest * (ranks - widest);
    let limit = limit.map_or(0, |limit| limit.min(short::MOST));
    (1..MANY).contains(&nodes.count())
        && nodes.count() < ranks
        && bytes.saturating_mul(ranks) <= limit
        && bytes.saturating_mul(published) <= short::PUBLISHED
}

/// Returns the routing of blocks of `bytes` bytes from all ranks to all ranks.
pub fn routing(nodes: &Nodes, ranks: usize, bytes: usize) -> Routing {
    let (ranks, widest, bytes) = (ranks as u64, nodes.widest() as u64, bytes as u64);
    let of_node = widest.saturating_mul(ranks).saturating_mul(bytes);
    if nodes.count() as u64 == ranks {
        // No blocks can be combined inside a node.
        let is_bruck = nodes.count() >= BRUCK_OF_RANKS.0 && bytes <= BRUCK_OF_RANKS.1 && of_node <= HUB;
        return if is_bruck { Routing::Bruck } else { Routing::Direct };
    }
    let are_many = nodes.count() >= MANY;
    // MPI counts the bytes of a message by an int.
    let longest = (nodes.longest_parcel() as u64).saturating_mul(bytes);
    if bytes > TOGETHER || longest > i32::MAX as u64 {
        Routing::Direct
    } else if are_many && of_node / 2 <= BRUCK.0 && nodes.most_led() > BRUCK.1 * nodes.rounds_of_bruck() {
        if nodes.widest() <= NARROW { Routing::BruckOfRanks } else { Routing::Bruck }
    } else if are_many || of_node > HUB || nodes.count() == 1 {
        Routing::Leaders
    } else {
        Routing::Hub
    }
}

/// Returns the division of an operand of `bytes` bytes into the intervals of ranks.
pub fn grain(nodes: &Nodes, ranks: usize, bytes: usize) -> Grain {
    let is_short = bytes / ranks.max(1) <= TOGETHER as usize;
    if is_short && nodes.count() > 1 { Grain::Node } else { Grain::Rank }
}

/// Maximum number of bytes of a parcel of blocks whose lengths only their two ranks know.
const PARCEL: usize = 4 << 20;

/// Returns the maximum length in bytes of blocks that are sent together for each node ([`Routing::Leaders`]), if only
/// their two ranks know their lengths. `None`: all are sent separately.
pub fn together(nodes: &Nodes, ranks: usize) -> Option<usize> {
    let has_something_to_gain = (2..ranks).contains(&nodes.count());
    has_something_to_gain.then(|| (PARCEL / nodes.longest_parcel()).min(TOGETHER as usize))
}

/// The same for blocks between neighbours, of which no parcel has more than this many.
pub fn together_with_neighbours(longest_parcel: usize) -> usize {
    (PARCEL / longest_parcel.max(1)).min(TOGETHER as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels::Part;

    #[test]
    fn the_longer_blocks_are_the_more_ranks_send_them() {
        let node = |first: u32, size: u32| {
            Part::Many(LevelGroup { inside_node: true, parts: (first..first + size).map(Part::One).collect() })
        };
        let cluster = |nodes: u32, size: u32| {
            Nodes::of(&LevelGroup { inside_node: false, parts: (0..nodes).map(|at| node(at * size, size)).collect() })
        };
        let routings = |nodes, size, sizes: [usize; 4]| {
            sizes.map(|bytes| routing(&cluster(nodes, size), (nodes * size) as usize, bytes))
        };
        use Routing::{Bruck, BruckOfRanks, Direct, Hub, Leaders};
        assert_eq!(routings(4, 8, [1, 256, 257, 4097]), [Hub, Hub, Leaders, Direct]);
        assert_eq!(routings(7, 4, [1, 585, 586, 4097]), [Hub, Hub, Leaders, Direct]);
        // A rank leads to 4 nodes in place of 4 rounds, to 12 in place of 6, and to 16 and 32.
        assert_eq!(routings(16, 4, [1, 64, 65, 4097]), [Leaders, Leaders, Leaders, Direct]);
        assert_eq!(routings(49, 4, [1, 20, 21, 4097]), [Leaders, Leaders, Leaders, Direct]);
        assert_eq!(routings(64, 4, [1, 16, 17, 4097]), [Bruck, Bruck, Leaders, Direct]);
        assert_eq!(routings(64, 2, [1, 64, 65, 4097]), [BruckOfRanks, BruckOfRanks, Leaders, Direct]);
        assert_eq!(routings(1, 8, [1, 64, 4096, 4097]), [Leaders, Leaders, Leaders, Direct]);
        assert_eq!(routings(2, 2, [1, 4096, 4097, 1 << 30]), [Hub, Hub, Direct, Direct]);
        assert_eq!(routing(&cluster(128, 96), 128 * 96, 8), Leaders);
        // 1024 times 1024 blocks are 4 GiB.
        assert_eq!(routings(2, 1024, [1, 64, 2047, 4096]), [Leaders, Leaders, Leaders, Direct]);
        let longest = |nodes, size, limit| {
            let is_short =
                |&bytes: &usize| is_short_exchange(&cluster(nodes, size), (nodes * size) as usize, bytes, limit);
            (1..=65536).rev().find(is_short)
        };
        assert_eq!(longest(4, 8, Some(65536)), Some((256 << 10) / (32 + 8 * 24)));
        assert_eq!(longest(4, 16, Some(65536)), Some((256 << 10) / (64 + 16 * 48)));
        assert_eq!(longest(4, 8, Some(320)), Some(10));
        assert_eq!(longest(1, 8, Some(1 << 20)), Some(8192));
        assert_eq!([longest(8, 4, Some(65536)), longest(4, 1, Some(65536)), longest(4, 8, None)], [None; 3]);
        let limit = |nodes, size| together(&cluster(nodes, size), (nodes * size) as usize);
        assert_eq!([limit(4, 8), limit(128, 96), limit(1, 8), limit(4, 1)], [Some(4096), Some(455), None, None]);
        let apart = LevelGroup { inside_node: false, parts: (0..4).map(Part::One).collect() };
        assert_eq!(routing(&Nodes::of(&apart), 4, 1), Direct);
        assert_eq!(routings(31, 1, [1, 256, 257, 4097]), [Direct; 4]);
        assert_eq!(routings(32, 1, [1, 256, 257, 4097]), [Bruck, Bruck, Direct, Direct]);
        assert_eq!(routings(512, 1, [1, 128, 129, 4097]), [Bruck, Bruck, Direct, Direct]);
        assert_eq!(routings(1, 1, [1, 256, 257, 4097]), [Direct; 4]);
    }

    const OPERATIONS: usize = Operation::ALL.len();

    fn rules(text: &str) -> Vec<Rule> {
        let choices = Choices::parse(text).expect("a valid text");
        Operation::ALL.into_iter().map(|operation| choices.rule(operation)).collect()
    }

    #[test]
    fn texts() {
        use Rule::{Adaptive, Autotune, Default, From, Native};
        assert_eq!(rules("adaptive"), [Adaptive; OPERATIONS]);
        assert_eq!(rules("all:0,bcast:adaptive")[..2], [Adaptive, From(0)]);
        assert_eq!(rules("all"), [Default; OPERATIONS]);
        assert_eq!(rules("none"), [Native; OPERATIONS]);
        assert_eq!(
            rules("all:trial, bcast:64KiB,barrier:0"),
            [&[From(65536), Autotune, Autotune, From(0)][..], &[Autotune; OPERATIONS - 4]].concat()
        );
        assert_eq!(
            rules("reduce,allgather:2m")[..],
            [&[Native, Default][..], &[Native; 4], &[From(2 << 20)], &[Native; OPERATIONS - 7]].concat()
        );
        for (text, word) in [
            ("bcst", "bcst"),
            ("bcast:x", "bcast:x"),
            ("reduce,bcast:1XB", "bcast:1XB"),
            ("none:3", "none:3"),
            ("bcast:", "bcast:"),
        ] {
            assert_eq!(Choices::parse(text), Err(word.to_owned()));
        }
    }

    #[test]
    fn what_nothing_speaks_for_stays_native() {
        let [default, zero, autotune] =
            ["all", "all:0", "all:trial"].map(|text| Choices::parse(text).expect("a valid text"));
        use Decision::{Autotune, Hierarchical, Native};
        let of = |choices: Choices| [2, 1].map(|nodes| choices.decide(Operation::Bcast, nodes));
        assert_eq!(of(default), [Autotune, Native]);
        assert_eq!(of(zero), [Hierarchical, Hierarchical]);
        assert_eq!(of(autotune), [Autotune, Autotune]);
        let adaptive = Choices::parse("adaptive").expect("a valid text");
        assert_eq!(of(adaptive), [Decision::Modelled, Native]);
        assert_eq!(Operation::ALL.map(|operation| adaptive.decide(operation, 2)), [Decision::Modelled; OPERATIONS]);
        assert!(adaptive.any_adaptive() && !default.any_adaptive());
        assert_eq!(Operation::ALL.map(|operation| adaptive.may(operation, 1)), [true; OPERATIONS]);
        assert!(adaptive.may(Operation::Barrier, 0) && !adaptive.may(Operation::Gather, 0));
        assert!(
            adaptive.unmodelled(Operation::Allgather, 1 << 20)
                && !adaptive.unmodelled(Operation::Allgather, 1)
                && !adaptive.unmodelled(Operation::Barrier, 0)
        );
        assert!(
            !default.may(Operation::Bcast, 8)
                && default.may(Operation::Bcast, 1 << 20)
                && !default.may(Operation::Gather, 1 << 30)
        );
        assert!(zero.may(Operation::Bcast, 1) && !zero.may(Operation::Bcast, 0));
        let none = Choices::parse("bcast").expect("a valid text");
        assert!(default.may(Operation::Alltoallv, 0) && zero.may(Operation::Alltoallw, 0));
        assert!(!none.may(Operation::Alltoallv, 0) && adaptive.unmodelled(Operation::Alltoallw, 0));
        assert!(
            zero.may(Operation::Barrier, 0)
                && autotune.may(Operation::Barrier, 0)
                && !autotune.may(Operation::Bcast, 0)
        );
    }

    #[test]
    fn what_is_too_short_for_a_chain_goes_in_rounds() {
        let node = |first: u32| {
            Part::Many(LevelGroup { inside_node: true, parts: (first..first + 2).map(Part::One).collect() })
        };
        let four = LevelGroup { inside_node: false, parts: (0..4).map(|at| node(2 * at)).collect() };
        let longest = |operation| {
            let goes = |bytes: &usize| is_in_rounds(operation, *bytes, &four);
            (0..24).map(|power| 1 << power).take_while(goes).last().unwrap_or(0)
        };
        let (first, others) = Operation::ALL.split_at(7);
        let first: Vec<usize> = first.iter().map(|&operation| longest(operation)).collect();
        assert_eq!(first, [64 << 10, 64 << 10, 256 << 10, 2, 0, 0, 128 << 10]);
        assert!(others.iter().all(|&operation| longest(operation) == 0));
        let Part::Many(one) = node(0) else { unreachable!() };
        assert!(Operation::ALL.iter().all(|&operation| !is_in_rounds(operation, 0, &one)));
    }

    #[test]
    fn short_calls_are_those_of_five_operations() {
        let is_short = |operation, bytes, ranks| super::is_short(operation, bytes, ranks, 4, Some(1 << 20));
        let short = |bytes| Operation::ALL.into_iter().filter(move |&operation| is_short(operation, bytes, 8));
        assert_eq!(
            short(4096).map(Operation::name).collect::<Vec<_>>(),
            ["bcast", "reduce", "allreduce", "barrier", "allgather"]
        );
        assert_eq!([65535, 65536, 65537].map(|bytes| short(bytes).count()), [4, 3, 0]);
        assert!(!is_short(Operation::Allgather, 4096, 9) && is_short(Operation::Bcast, 4096, 9));
        let bcast = |bytes, nodes, limit| super::is_short(Operation::Bcast, bytes, 1 << 12, nodes, limit);
        assert!(!bcast(100, 2, Some(99)) && !bcast(1, 2, None));
        let longest = |nodes| (1..=65536).rev().find(|&bytes| bcast(bytes, nodes, Some(65536)));
        assert_eq!([1, 4, 5, 64, 4096].map(longest), [65535, 65535, 43690, 21845, 10922].map(Some));
    }
}
