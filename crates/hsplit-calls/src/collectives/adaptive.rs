// SPDX-License-Identifier: MIT OR Apache-2.0
//! The parameters of a communicator's groups, and the plans that are computed from them.
//!
//! Parameters are measured once: the results for one communicator are used for every other one of the same groups, and
//! the file of `parameters=` stores them for later jobs. Rank 0 selects the parameters, and all ranks read its text, so
//! that all make the same plans.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::lock;
use crate::progress::{self, Progress, left};
use crate::runtime::Runtime;
use crate::summary;
use hsplit_collectives::Operation;
use hsplit_collectives::adaptive::bundles::{self, Flows};
use hsplit_collectives::adaptive::experiments::{self, Experiment};
use hsplit_collectives::adaptive::groups::{MOST_PLANNED, groups};
use hsplit_collectives::adaptive::matching::fitted;
use hsplit_collectives::adaptive::plan::{ModelledCall, Plan, plan};
use hsplit_collectives::adaptive::proposals;
use hsplit_collectives::adaptive::record;
use hsplit_collectives::adaptive::strategy::FixedStrategy;
use hsplit_collectives::gain::Route;
use hsplit_collectives::levels::{LevelGroup, Part};
use hsplit_collectives::model::parameters::{Link, Platform, is_of_a_name};
use hsplit_collectives::model::text::{self, Provenance};
use hsplit_collectives::tree::Tree;
use hsplit_core::communicator::Communicator;
use hsplit_core::emulation::read_text;
use hsplit_core::units::{date, seconds_since_1970};
use hsplit_host::logger::PROGRESS;
use hsplit_mpi::clock::Moment;
use hsplit_mpi::experiment::reduction;
use hsplit_mpi::pairs::Pairs;
use hsplit_mpi::subgroup::Subgroup;
use hsplit_mpi::{Comm, Failure};

/// The key of a plan: the operation, the class of its size, its root, and the strategy.
type PlanKey = (Operation, u32, u32, FixedStrategy);

/// Number of plans that are stored with a communicator.
pub(super) const MAX_PLANS: usize = 256;

/// The parameters that this process has measured or read.
static KNOWN: Mutex<Option<Platform>> = Mutex::new(None);

/// The parameters of a communicator.
pub struct Adaptive {
    platform: Platform,
    /// `segment=` of `HSPLIT_COLLECTIVES`.
    longest: usize,
    plans: Mutex<HashMap<PlanKey, Arc<PlannedCall>>>,
    /// True if the parameters are those of this network.
    is_measured: bool,
    /// The fixed parts of routes: `strategy=` of `HSPLIT_COLLECTIVES`, until [`Adaptive::fix`] changes it.
    strategy: Mutex<FixedStrategy>,
}

/// The route of a call.
pub struct PlannedCall {
    /// The plan that was chosen.
    pub plan: Plan,
    /// This rank's place in its tree; `None` if it is performed in rounds.
    pub tree: Option<Arc<Tree>>,
    /// Number of segments of a reduction that this rank sends ahead.
    pub ahead: Option<usize>,
    /// True if calls use the plan and are not native.
    pub is_taken: bool,
}

impl Adaptive {
    /// True if a strategy is fixed.
    pub fn is_forced(&self) -> bool {
        lock(&self.strategy).is_forced()
    }

    /// Determines the parameters; `None`: there are none, and rank 0 has printed the reason. Collective.
    ///
    /// # Errors
    /// A native call fails.
    pub fn of(runtime: &Runtime, comm: &Comm, levels: &LevelGroup) -> Result<Option<Self>, Failure> {
        let groups = groups(levels);
        if levels.inside_node || groups.len() < 2 {
            return Ok(None);
        }
        if groups.len() > MOST_PLANNED {
            if comm.rank() == 0 {
                log::warn!(
                    "HSPLIT_COLLECTIVES=adaptive: the network has {} groups, and the model takes at most \
                     {MOST_PLANNED}; calls run as without a model (HSPLIT_TOPOLOGY_FILE can name its switches)",
                    groups.len()
                );
            }
            return Ok(None);
        }
        let names = names(&comm.gather_to_all(runtime.host()?.as_bytes())?, &groups);
        let known = if comm.rank() == 0 { known(runtime, &groups, &names) } else { None };
        let mut is_known = [u8::from(known.is_some())];
        comm.broadcast(&mut is_known)?;
        let text = if is_known == [0] { measure(runtime, comm, levels, &groups, &names)? } else { known };
        let told = comm.tell_sleeping(text.unwrap_or_default())?;
        // An empty text would be read as a platform without groups.
        let platform = if told.is_empty() { None } else { text::read(&told).ok().map(|(platform, _)| platform) };
        // Parameters of some groups do not replace those of all.
        let mut known = lock(&KNOWN);
        if known.as_ref().map_or(0, |known| known.groups().len())
            < platform.as_ref().map_or(0, |platform| platform.groups().len())
        {
            known.clone_from(&platform);
        }
        drop(known);
        Ok(platform.map(|platform| Self {
            platform,
            longest: runtime.settings.segment,
            plans: Mutex::default(),
            is_measured: true,
            strategy: Mutex::new(runtime.settings.strategy),
        }))
    }

    /// The parameters of a typical network, for strategies in trials ([`proposals`]); `None`: the levels have none.
    pub fn usual(levels: &LevelGroup, longest: usize) -> Option<Self> {
        let platform = proposals::usual(levels)?;
        Some(Self { platform, longest, plans: Mutex::default(), is_measured: false, strategy: Mutex::default() })
    }

    /// Returns the strategies to try for a call.
    pub fn proposals(&self, levels: &LevelGroup, operation: Operation, bytes: usize, root: u32) -> Vec<FixedStrategy> {
        let call = ModelledCall { operation, bytes: bytes.next_power_of_two(), longest_segment: self.longest, root };
        proposals::proposals(&self.platform, levels, call)
    }

    /// Fixes the strategy of later calls. All ranks must fix the same strategy.
    pub fn fix(&self, strategy: FixedStrategy) {
        *lock(&self.strategy) = strategy;
    }

    /// Returns the route of a call. It is planned, and logged, at the first call of its size and root. `strategy`: the
    /// fixed strategy of this call, if it differs from that of all calls.
    pub fn planned(
        &self,
        levels: &LevelGroup,
        (operation, bytes, root): (Operation, usize, u32),
        strategy: Option<FixedStrategy>,
        rank: u32,
    ) -> Arc<PlannedCall> {
        // All sizes up to the next power of two share a plan.
        let bytes = bytes.next_power_of_two();
        let strategy = strategy.unwrap_or_else(|| *lock(&self.strategy)).of(operation);
        let key = (operation, bytes.trailing_zeros(), root, strategy);
        if let Some(known) = lock(&self.plans).get(&key) {
            return known.clone();
        }
        let (begin, groups) = (Moment::now(), groups(levels));
        let call = ModelledCall { operation, bytes, longest_segment: self.longest, root };
        let plan = plan(&self.platform, levels, call, strategy);
        let tree = plan.tree(&groups, root, rank).map(Arc::new);
        let ahead = tree.as_ref().and_then(|tree| plan.ahead(operation, &self.platform, &groups, tree, rank));
        let is_taken = strategy.is_forced() || plan.gains();
        let planned = Arc::new(PlannedCall { plan, tree, ahead, is_taken });
        if self.is_measured {
            planned.tell(call, rank, begin);
        } else if rank == 0 {
            log::debug!("{} of up to {bytes} bytes by {strategy}: {}", operation.name(), planned.plan.words(operation));
        }
        let mut plans = lock(&self.plans);
        // Any of them may go: a program that needs more plans in turn then finds most of them.
        if let Some(one) = plans.keys().next().copied().filter(|_| plans.len() == MAX_PLANS) {
            plans.remove(&one);
        }
        plans.insert(key, planned.clone());
        planned
    }
}

impl PlannedCall {
    /// Reports the model's choice for a call to the summary and, on rank 0, to the log.
    fn tell(&self, ModelledCall { operation, bytes, root, .. }: ModelledCall, rank: u32, begin: Moment) {
        let Plan { seconds, baseline, reference, across, .. } = &self.plan;
        let name = operation.name();
        let what = if operation == Operation::Barrier {
            name.to_owned()
        } else {
            format!("{name} of up to {bytes} bytes from rank {root}")
        };
        let route = if self.is_taken { Route::Hierarchical } else { Route::Native };
        summary::found(|| format!("{what}: model {seconds:.3e} s, flat {baseline:.3e} s"), route);
        if rank != 0 {
            return;
        }
        let across = across.map_or(String::new(), |across| format!("{}: ", across.name()));
        let way = if self.is_taken { format!("{across}{}", self.plan.words(operation)) } else { "native".to_owned() };
        let [predicted, baseline, planned] =
            [*seconds, *baseline, begin.elapsed().as_secs_f64()].map(|seconds| seconds * 1e6);
        log::info!(
            "{what}: {way}; {predicted:.0} us predicted, {baseline:.0} us for {reference} (planned in {planned:.0} us)"
        );
    }
}

/// Returns the names of groups: the host of the first rank, and for a switch a suffix, because the parameters inside a
/// node are not those below a switch. If hosts are not unique, the rank is appended.
fn names(hosts: &[Vec<u8>], groups: &[&Part]) -> Vec<String> {
    let plain = |part: &&Part| {
        let host = String::from_utf8_lossy(&hosts[part.first() as usize]).into_owned();
        let name: String = host.chars().map(|c| if is_of_a_name(c) { c } else { '_' }).collect();
        if part.is_one_node() || name.is_empty() { name } else { name + ".switch" }
    };
    let all: Vec<String> = groups.iter().map(plain).collect();
    let unique = |name: &String| !name.is_empty() && all.iter().filter(|other| *other == name).count() == 1;
    all.iter()
        .zip(groups)
        .map(|(name, part)| if unique(name) { name.clone() } else { format!("{name}.{}", part.first()) })
        .collect()
}

/// Returns the text of the parameters that rank 0 has: those that this job has measured for these groups, or those of
/// the file; empty if the file cannot be used. `None`: they have to be measured.
fn known(runtime: &Runtime, groups: &[&Part], names: &[String]) -> Option<String> {
    let text = |platform: &Platform| Some(text::text(platform, &Provenance::default()));
    let sizes: Vec<usize> = groups.iter().map(|part| part.ranks().len()).collect();
    if let Some(found) = lock(&KNOWN).as_ref().and_then(|known| fitted(known, names, &sizes).ok()) {
        return text(&found);
    }
    let (path, file) = runtime.settings.parameters().filter(|(_, file)| file.exists())?;
    let read =
        read_text(&file).and_then(|all| text::read(&all).map_err(|errors| hsplit_core::network::in_a_line(&errors)));
    match read.and_then(|(platform, _)| fitted(&platform, names, &sizes)) {
        Ok(found) => text(&found),
        Err(why) => {
            log::warn!("HSPLIT_COLLECTIVES: parameters: {path}: {why}; calls run as without a model");
            Some(String::new())
        }
    }
}

/// The selected ranks measure while the others sleep. Rank 0 gets the text. Collective.
fn measure(
    runtime: &Runtime,
    comm: &Comm,
    levels: &LevelGroup,
    groups: &[&Part],
    names: &[String],
) -> Result<Option<String>, Failure> {
    let begin = Moment::now();
    let all = experiments::experiments(levels, groups);
    let mut taking_part = [experiments::taking_part(&all, 0), bundles::speakers(levels)].concat();
    taking_part.sort_unstable();
    taking_part.dedup();
    let Some(subgroup) = Subgroup::of(comm, taking_part.clone())? else { return Ok(None) };
    let found = carry_out(&subgroup, &all, begin)?;
    let reduction = |found: &Found, rank: u32| taking_part.binary_search(&rank).map_or(0.0, |number| found.1[number]);
    let platform =
        found.map(|found| experiments::platform(groups, names, &all, &found.0, |rank| reduction(&found, rank)));
    let known = platform.as_ref().and_then(|platform| platform.as_ref().ok());
    let pairs = known.map_or(vec![], |platform| bundles::pairs(levels, groups, platform));
    let factors = flow(&subgroup, &pairs)?;
    // The ways of further flows depend on the results of two.
    let more = known.map_or(vec![], |platform| bundles::more(levels, groups, platform, &factors));
    let factors = [factors, flow(&subgroup, &more)?].concat();
    let Some(platform) = platform else { return Ok(None) };
    match platform.and_then(|platform| bundles::with_factors(platform, &[pairs, more].concat(), &factors)) {
        Ok(platform) => {
            let provenance = provenance(runtime, comm.size());
            let found = text::text(&platform, &provenance);
            log::info!(
                "measured {} links of {} groups in {:.1} ms",
                all.len(),
                groups.len(),
                begin.elapsed().as_secs_f64() * 1e3
            );
            // The job itself could not use a file with only some of its ranks.
            let is_whole = u64::from(comm.size()) == runtime.process().map_or(0, |process| process.ranks);
            if let Some((_, file)) = runtime.settings.parameters().filter(|_| is_whole) {
                progress::save("HSPLIT_COLLECTIVES: parameters", &file, Ok(&found));
            }
            Ok(Some(found))
        }
        Err(why) => {
            log::warn!("HSPLIT_COLLECTIVES=adaptive: {why}; calls run as without a model");
            Ok(None)
        }
    }
}

/// The link of each experiment, and the reduction cost of each measuring rank.
type Found = (Vec<Link>, Vec<f64>);

/// Measures the reduction cost, then performs all experiments, round by round. The first of these ranks gets the
/// results.
fn carry_out(subgroup: &Subgroup, all: &[Experiment], begin: Moment) -> Result<Option<Found>, Failure> {
    let me = subgroup.rank(subgroup.own());
    let (mut own, mut progress) = (record::begin(reduction()?), Progress::new(begin));
    let rounds = experiments::rounds(all);
    for (round, numbers) in rounds.iter().enumerate() {
        let mine = numbers.iter().find(|&&one| [all[one].ranks.0, all[one].ranks.1].contains(&me));
        if let Some(&mine) = mine {
            let (low, high) = all[mine].ranks;
            if let Some(measured) = subgroup.experiment(subgroup.number(if low == me { high } else { low }))? {
                own.extend(record::encode(mine, &measured));
            }
        }
        if let Some(elapsed) = progress.due().filter(|_| subgroup.own() == 0) {
            let (done, of) = (round + 1, rounds.len());
            log::warn!(
                target: PROGRESS,
                "measuring {} links for HSPLIT_COLLECTIVES=adaptive: round {done} of {of}, about {:.0} s more",
                all.len(),
                left(elapsed, done, of)
            );
        }
    }
    let gathered = subgroup.gather_to_first(&own)?;
    if subgroup.own() != 0 {
        return Ok(None);
    }
    let mut links = vec![None; all.len()];
    let reduction = gathered.iter().map(|found| record::decode(found, &mut links)).collect();
    Ok(links.into_iter().collect::<Option<_>>().map(|links| (links, reduction)))
}

/// Measures simultaneous flows, one set after the other, while the other ranks sleep. The first of these ranks has the
/// sets, and gets a factor for each.
fn flow(subgroup: &Subgroup, sets: &[Flows]) -> Result<Vec<Option<f64>>, Failure> {
    let numbers = |set: &Flows| {
        let both = |&(from, to): &(u32, u32)| [from, to].map(|rank| subgroup.number(rank).to_string()).join(" ");
        set.ranks.iter().map(both).collect::<Vec<_>>().join(" ")
    };
    let told = subgroup.tell_sleeping(sets.iter().map(numbers).collect::<Vec<_>>().join("\n"))?;
    let mut factors = vec![];
    for line in told.lines() {
        let numbers: Vec<u32> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        let flows: Vec<(u32, u32)> = numbers.chunks_exact(2).map(|both| (both[0], both[1])).collect();
        // The flows before have ended.
        subgroup.tell_sleeping(String::new())?;
        let own = if numbers.contains(&subgroup.own()) { subgroup.at_once(&flows)? } else { None };
        let gathered = subgroup.gather_to_first(&own.map_or(vec![], |factor| factor.to_le_bytes().to_vec()))?;
        let factor = gathered.into_iter().find_map(|bytes| <[u8; 8]>::try_from(bytes).ok());
        factors.push(factor.map(f64::from_le_bytes));
    }
    Ok(factors)
}

fn provenance(runtime: &Runtime, processes: u32) -> Provenance {
    Provenance {
        by: format!("libhsplit {}", env!("CARGO_PKG_VERSION")),
        date: date(seconds_since_1970()),
        mpi: runtime.native.description.clone(),
        processes: processes.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_groups() {
        let node = |first: u32| {
            Part::Many(LevelGroup { inside_node: true, parts: vec![Part::One(first), Part::One(first + 1)] })
        };
        let switch = Part::Many(LevelGroup { inside_node: false, parts: vec![node(2), node(4)] });
        let groups = [&node(0), &switch, &Part::One(6)];
        let of = |hosts: [&str; 7]| names(&hosts.map(|host| host.as_bytes().to_vec()), &groups);
        assert_eq!(of(["a", "a", "b", "b", "c", "c", "d d"]), ["a", "b.switch", "d_d"]);
        assert_eq!(of(["a"; 7]), ["a.0", "a.switch", "a.6"]);
        assert_eq!(of([""; 7]), [".0", ".2", ".6"]);
    }
}
