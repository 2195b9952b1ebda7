// SPDX-License-Identifier: MIT OR Apache-2.0
//! An oracle: the rules of elections literally, with sets, and with a search through everything at each step.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

use hsplit_core::election::{Member, Options, Smt, ThreadCount};
use hsplit_core::level::canonical;
use hsplit_core::machine::{Machine, Object};
use hsplit_core::shape::Shape;

type Set = BTreeSet<u32>;

/// A worker: its member, its units, its threads.
pub type Worked = (usize, Vec<u32>, u32);

pub struct Oracle<'a> {
    pub machine: &'a Machine,
    pub share: Set,
    pub members: &'a [Member],
    pub options: Options,
}

struct Instance {
    around: Range<u32>,
    own: Set,
    /// The number of devices that are served here; 1 for an instance of a level.
    wanted: usize,
}

fn around(units: &Set) -> Range<u32> {
    units.first().copied().unwrap_or(0)..units.last().map_or(0, |last| last + 1)
}

fn is_inside(inner: &Range<u32>, outer: &Range<u32>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

impl Oracle<'_> {
    fn home(&self, member: usize) -> Set {
        let own: Set = self.members[member].home.iter().filter(|unit| self.machine.whole().contains(unit)).collect();
        if own.is_empty() { self.machine.whole().collect() } else { own }
    }

    /// The objects that contain a run, the node first.
    fn path(&self, run: &Range<u32>) -> Vec<usize> {
        (0..self.machine.objects().len()).filter(|&at| is_inside(run, &self.machine.objects()[at].units)).collect()
    }

    fn hops(&self, a: &Range<u32>, b: &Range<u32>) -> usize {
        let (a, b) = (self.path(a), self.path(b));
        let shared = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
        a.len() + b.len() - 2 * shared
    }

    /// The run of the core that contains a unit, or the unit itself.
    fn core(&self, unit: u32) -> Range<u32> {
        let is_core = |object: &&Object| object.units.contains(&unit) && object.level.answers_to("core");
        self.machine.objects().iter().find(is_core).map_or(unit..unit + 1, |object| object.units.clone())
    }

    /// The units in chunks, one per core.
    fn cores(&self, units: &[u32]) -> Vec<Vec<u32>> {
        let mut cores: Vec<Vec<u32>> = vec![];
        for &unit in units {
            match cores.last_mut().filter(|core| self.core(core[0]) == self.core(unit)) {
                Some(core) => core.push(unit),
                None => cores.push(vec![unit]),
            }
        }
        cores
    }

    fn instances(&self, name: &str) -> Vec<Instance> {
        let objects = self.machine.objects();
        let of = |is: &dyn Fn(&Object) -> bool| -> Vec<Range<u32>> {
            objects.iter().filter(|object| is(object)).map(|object| object.units.clone()).collect()
        };
        let mut runs = of(&|object| object.level.answers_to(name));
        if name == "core" {
            runs = self.machine.whole().map(|unit| self.core(unit)).collect();
            runs.dedup();
        }
        if runs.is_empty() && name == "pu" {
            runs = self.machine.whole().map(|unit| unit..unit + 1).collect();
        }
        if runs.is_empty() {
            runs = of(&|object| {
                object
                    .devices
                    .iter()
                    .flat_map(|all| all.iter())
                    .any(|one| one.names().iter().any(|own| canonical(own) == name))
            });
        }
        let narrowest = |unit: u32| (0..runs.len()).rfind(|&at| runs[at].contains(&unit));
        let own = |at: usize| self.machine.whole().filter(|&unit| narrowest(unit) == Some(at)).collect();
        let instances = (0..runs.len()).map(|at| Instance { around: runs[at].clone(), own: own(at), wanted: 1 });
        instances.filter(|instance| !instance.own.is_empty()).collect()
    }

    /// The localities that serve devices of a name, with their units and their numbers of devices.
    fn of_devices(&self, name: &str) -> Vec<Instance> {
        let mut served: Vec<(Range<u32>, usize)> = vec![];
        for object in self.machine.objects() {
            let devices = object.devices.iter().flat_map(|all| all.iter());
            let count = devices.filter(|one| one.names().iter().any(|own| canonical(own) == name)).count();
            served.extend((count > 0).then(|| (object.units.clone(), count)));
        }
        let shared = |run: &Range<u32>| run.clone().filter(|unit| self.share.contains(unit)).count();
        for at in 0..served.len() {
            let inside = |a: &Range<u32>, b: &Range<u32>| a != b && is_inside(a, b);
            let run = served[at].0.clone();
            let inner: Vec<usize> = (0..served.len()).filter(|&other| inside(&served[other].0, &run)).collect();
            let is_widest = |at: &&usize| !inner.iter().any(|&other| inside(&served[**at].0, &served[other].0));
            let widest: Vec<usize> = inner.iter().filter(is_widest).copied().collect();
            let left = shared(&run) - widest.iter().map(|&at| shared(&served[at].0)).sum::<usize>();
            for _ in 0..std::mem::take(&mut served[at].1) {
                let devices = |region: usize| {
                    let of = |&other: &usize| is_inside(&served[other].0, &served[region].0);
                    inner.iter().filter(|at| of(at)).map(|&at| served[at].1).sum::<usize>()
                };
                let mut choices = vec![(at, left as f64 / (served[at].1 + 1) as f64)];
                choices.extend(widest.iter().map(|&to| (to, shared(&served[to].0) as f64 / (devices(to) + 1) as f64)));
                let best = choices.iter().fold((at, 0.0), |best, &next| if next.1 > best.1 { next } else { best });
                served[best.0].1 += 1;
            }
        }
        served.retain(|(_, count)| *count > 0);
        let narrowest = |unit: u32| (0..served.len()).rfind(|&at| served[at].0.contains(&unit));
        let own = |at: usize| self.machine.whole().filter(|&unit| narrowest(unit) == Some(at)).collect();
        (0..served.len())
            .map(|at| Instance { around: served[at].0.clone(), own: own(at), wanted: served[at].1 })
            .collect()
    }

    fn has_share(&self, instance: &Instance) -> bool {
        !instance.own.is_disjoint(&self.share)
    }

    /// The candidates of each instance.
    fn candidates(&self, instances: &[Instance]) -> Vec<Vec<usize>> {
        let mut of: Vec<Vec<usize>> = vec![vec![]; instances.len()];
        let mut others = vec![];
        for member in 0..self.members.len() {
            let home = around(&self.home(member));
            match (0..instances.len()).rfind(|&at| is_inside(&home, &instances[at].around)) {
                Some(at) => of[at].push(member),
                None => others.push(member),
            }
        }
        for member in others {
            let home = self.home(member);
            let touched = (0..instances.len()).filter(|&at| !instances[at].own.is_disjoint(&home));
            if let Some(at) = touched.min_by_key(|&at| {
                // 60 is a multiple of all numbers of devices in the tests.
                (!self.has_share(&instances[at]), of[at].len() * 60 / instances[at].wanted, at)
            }) {
                of[at].push(member);
            }
        }
        of.iter_mut().for_each(|members| members.sort_unstable());
        of
    }

    /// The units that each instance hands out.
    fn handed_out(&self, instances: &[Instance], candidates: &[Vec<usize>]) -> Vec<Set> {
        let mut out: Vec<Set> = vec![Set::new(); instances.len()];
        let heir = |run: &Range<u32>| {
            let some = (0..instances.len()).filter(|&at| self.options.adopt && !candidates[at].is_empty());
            some.min_by_key(|&at| (self.hops(run, &instances[at].around), at))
        };
        for &unit in &self.share {
            let of = (0..instances.len()).find(|&at| instances[at].own.contains(&unit));
            let at = match of {
                Some(at) if !candidates[at].is_empty() => Some(at),
                Some(at) => heir(&instances[at].around),
                None => heir(&(unit..unit + 1)),
            };
            if let Some(at) = at {
                out[at].insert(unit);
            }
        }
        out
    }

    /// The candidates in the order of their election.
    fn dealt(&self, instance: &Instance, candidates: &[usize]) -> Vec<usize> {
        let own = self.path(&instance.around);
        let child = |member: usize| {
            let path = self.path(&around(&self.home(member)));
            path.starts_with(&own).then(|| path.get(own.len()).copied()).flatten()
        };
        let is_root = |member: usize| self.members[member].rank == self.options.root;
        let mut left: Vec<usize> = candidates.to_vec();
        left.sort_by_key(|&member| !is_root(member));
        let mut dealt = vec![];
        while left.iter().any(|&member| child(member).is_some()) {
            let mut round: Vec<usize> = vec![];
            for &member in &left {
                let is_first = !round.iter().any(|&other| child(other) == child(member));
                if child(member).is_some() && is_first {
                    round.push(member);
                }
            }
            left.retain(|member| !round.contains(member));
            round.sort_unstable();
            dealt.extend(round);
        }
        left.sort_unstable();
        dealt.extend(left);
        dealt.sort_by_key(|&member| !is_root(member));
        dealt
    }

    /// Contiguous parts whose sizes differ by at most one core.
    fn cut(&self, units: &[u32], count: usize) -> Vec<Vec<u32>> {
        let even = |pieces: &[Vec<u32>], count: usize| -> Vec<Vec<u32>> {
            let bound = |at: usize| at * (pieces.len() / count) + at.min(pieces.len() % count);
            (0..count).map(|at| pieces[bound(at)..bound(at + 1)].concat()).collect()
        };
        let cores = self.cores(units);
        if cores.len() >= count {
            return even(&cores, count);
        }
        let mut parts = vec![1; cores.len()];
        while parts.iter().sum::<usize>() < count {
            let size = |at: usize| cores[at].len() as f64 / parts[at] as f64;
            let largest = (0..cores.len()).fold(0, |best, at| if size(at) > size(best) { at } else { best });
            parts[largest] += 1;
        }
        let single = |core: &[u32]| core.iter().map(|&unit| vec![unit]).collect::<Vec<_>>();
        cores.iter().zip(parts).flat_map(|(core, parts)| even(&single(core), parts)).collect()
    }

    fn assigned(&self, parts: &[Vec<u32>], workers: &[usize]) -> Vec<usize> {
        let mut free = workers.to_vec();
        free.sort_unstable();
        let mut assigned = vec![];
        for part in parts {
            let far = |member: usize| {
                let home = around(&self.home(member));
                self.cores(part).iter().map(|core| self.hops(&home, &(core[0]..core[core.len() - 1] + 1))).min()
            };
            let next = *free.iter().min_by_key(|&&member| (far(member), member)).expect("a worker for each part");
            free.retain(|&member| member != next);
            assigned.push(next);
        }
        assigned
    }

    fn worker(&self, member: usize, part: &[u32], threads: Option<u32>) -> Result<Worked, (u32, u32)> {
        let mut cores = self.cores(part);
        if self.options.smt == Smt::One {
            cores.iter_mut().for_each(|core| core.truncate(1));
        }
        if self.options.threads == ThreadCount::Units {
            cores = cores.concat().into_iter().map(|unit| vec![unit]).collect();
        }
        let fits = cores.len() as u32;
        let threads = threads.unwrap_or(fits);
        if threads > fits {
            return Err((threads, fits));
        }
        Ok((member, cores[..threads as usize].concat(), threads))
    }

    /// The level of a ratio, and the number of workers in each of its instances.
    fn level(&self, workers: u32) -> (Vec<Instance>, u32) {
        let all = || self.machine.whole().collect();
        let whole = || vec![Instance { around: self.machine.whole(), own: all(), wanted: 1 }];
        let mut best = (whole(), 1, Reverse(self.machine.whole().len()));
        for name in self.machine.names() {
            let instances = self.instances(&canonical(name.as_str()));
            let count = instances.iter().filter(|instance| self.has_share(instance)).count() as u32;
            let width: usize = instances.iter().map(|instance| instance.own.len()).sum();
            let all: Set = instances.iter().flat_map(|instance| instance.own.iter().copied()).collect();
            let is_one = count > 0 && count <= workers && workers % count == 0 && self.share.is_subset(&all);
            let key = (count, Reverse(width), instances.len());
            if is_one && key >= (best.1, best.2, best.0.len()) {
                best = (instances, count, Reverse(width));
            }
        }
        (best.0, workers / best.1)
    }

    /// The workers; `None` if the node has no such level. An error contains a worker's threads, and the number that
    /// fits.
    pub fn elect(&self, shape: &Shape) -> Option<Result<Vec<Worked>, (u32, u32)>> {
        let mut shares_units = false;
        let (instances, each, threads) = match shape {
            Shape::All => {
                let home = |member| self.home(member).into_iter().collect::<Vec<_>>();
                return Some((0..self.members.len()).map(|at| self.worker(at, &home(at), None)).collect());
            }
            Shape::Root => {
                let all: Vec<u32> = self.share.iter().copied().collect();
                let root = (0..self.members.len()).find(|&at| self.members[at].rank == self.options.root);
                let root = root.filter(|_| !all.is_empty());
                return Some(root.into_iter().map(|at| self.worker(at, &all, None)).collect());
            }
            Shape::Level { name, each } => {
                let is_level = self.machine.names().iter().any(|level| canonical(level.as_str()) == *name);
                let is_device = !is_level && !["core", "pu", "hbm"].contains(&name.as_str());
                let devices = if is_device { self.of_devices(name) } else { vec![] };
                shares_units = !devices.is_empty();
                (if devices.is_empty() { self.instances(name) } else { devices }, *each, None)
            }
            Shape::Ratio { workers, threads } => {
                let (instances, each) = self.level(*workers);
                (instances, each, *threads)
            }
        };
        if instances.is_empty() {
            return None;
        }
        let candidates = self.candidates(&instances);
        let out = self.handed_out(&instances, &candidates);
        let mut workers = vec![];
        for (at, instance) in instances.iter().enumerate() {
            let units: Vec<u32> = out[at].iter().copied().collect();
            let count = (each as usize * instance.wanted).min(candidates[at].len());
            let count = if shares_units && !units.is_empty() { count } else { count.min(units.len()) };
            let elected = &self.dealt(instance, &candidates[at])[..count];
            let parts = if count == 0 { vec![] } else { self.cut(&units, count.min(units.len())) };
            let parts: Vec<Vec<u32>> = parts.iter().cycle().take(count).cloned().collect();
            for (part, member) in parts.iter().zip(self.assigned(&parts, elected)) {
                match self.worker(member, part, threads) {
                    Ok(worker) => workers.push(worker),
                    Err(error) => return Some(Err(error)),
                }
            }
        }
        Some(Ok(workers))
    }
}
