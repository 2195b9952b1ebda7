// SPDX-License-Identifier: MIT OR Apache-2.0
//! The parameters of the model: gaps and latencies, of groups of similar processes and of the links between groups, and
//! the reduction cost of each group.
//!
//! A group is a logical cluster of the paper (§4.1.2): one measurement of two of its processes represents every two
//! (§4.1.3). Links are symmetrical, as the paper assumes.

use thiserror::Error;

use crate::choice::RENDEZVOUS;

/// The longest time that is accepted as measured, in seconds. It keeps every sum of the model finite.
pub(super) const LONGEST: f64 = 1e9;

/// The reason why values are no parameters.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ParameterError {
    /// A gap without a point.
    #[error("a gap needs at least one size")]
    NoSize,
    /// Sizes that do not rise.
    #[error("the gap of {0} bytes follows that of {1} bytes, but sizes must rise")]
    NotRising(usize, usize),
    /// A gap or a latency, in seconds, that cannot have been measured.
    #[error("{0:e} s is no time: it must be more than 0 and at most {LONGEST:e} s")]
    NoTime(f64),
    /// A platform without a group.
    #[error("there is no group")]
    NoGroup,
    /// A name that is empty or has other characters than the text form takes.
    #[error("'{0}' is no name of a group: a name has letters, digits and - _ . /")]
    BadName(String),
    /// Two groups of one name.
    #[error("there are two groups called '{0}'")]
    DuplicateName(String),
    /// A group without a process.
    #[error("group '{0}' has no process")]
    NoProcess(String),
    /// A group of several processes without a link inside.
    #[error("group '{0}' has {1} processes and no link inside")]
    NoLinkInside(String, usize),
    /// A group of one process with a link inside.
    #[error("group '{0}' has one process, which needs no link inside")]
    LinkInsideOne(String),
    /// An invalid number of simultaneous flows.
    #[error("{0} concurrent flows: there must be 2 to {MOST_FLOWS}")]
    NoBundle(usize),
    /// An invalid factor of simultaneous flows.
    #[error("{0} is no factor of {1} flows: it must be from 1 to {1}")]
    NoFactor(f64, usize),
    /// A flow inside one group, or one of a group that does not exist.
    #[error("a flow has two groups")]
    NoFlow,
}

/// A time that can have been measured.
pub(super) fn time(seconds: f64) -> Result<f64, ParameterError> {
    if seconds > 0.0 && seconds <= LONGEST { Ok(seconds) } else { Err(ParameterError::NoTime(seconds)) }
}

/// The gap g(m): the seconds for which a message of m bytes occupies its sender, and its receiver.
///
/// Known at some sizes; interpolated linearly between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Gap(Vec<(usize, f64)>);

impl Gap {
    /// A gap through these points of bytes and seconds.
    ///
    /// # Errors
    /// There is no point, the sizes do not strictly rise, or a time is not positive, not finite or absurdly long.
    pub fn new(points: Vec<(usize, f64)>) -> Result<Self, ParameterError> {
        if points.is_empty() {
            return Err(ParameterError::NoSize);
        }
        if let Some(pair) = points.windows(2).find(|pair| pair[0].0 >= pair[1].0) {
            return Err(ParameterError::NotRising(pair[1].0, pair[0].0));
        }
        points.iter().try_for_each(|&(_, seconds)| time(seconds).map(drop))?;
        Ok(Self(points))
    }

    /// Returns the seconds for a message of `bytes` bytes: positive and finite.
    ///
    /// Below the first known size this is the first value. Beyond the last one the line through the last two is
    /// continued, or the value is constant if these fall: a longer message with a lower cost is noise.
    pub(crate) fn at(&self, bytes: usize) -> f64 {
        match self.0.binary_search_by_key(&bytes, |&(size, _)| size) {
            Ok(index) => self.0[index].1,
            Err(0) => self.0[0].1,
            Err(index) if index < self.0.len() => line(self.0[index - 1], self.0[index], bytes),
            Err(index) => {
                let last = self.0[index - 1];
                let before = self.0[index.saturating_sub(2)];
                if before.1 < last.1 { line(before, last, bytes) } else { last.1 }
            }
        }
    }

    /// The known sizes in bytes, rising, with the seconds of each.
    pub(crate) fn points(&self) -> &[(usize, f64)] {
        &self.0
    }
}

/// Returns the value at `bytes` of the straight line through two points.
pub(crate) fn line((low, from): (usize, f64), (high, to): (usize, f64), bytes: usize) -> f64 {
    from + (to - from) * ((bytes as f64 - low as f64) / (high as f64 - low as f64))
}

/// The parameters of messages between two processes, or two groups.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    latency: f64,
    gap: Gap,
    store_and_forward: f64,
    rendezvous: Option<f64>,
}

/// A large message, whose gap is that of its bytes.
const LARGE: usize = 1 << 20;

/// Messages from this size on have the whole store-and-forward delay ([`Link::store_and_forward`]).
pub const STORE_AND_FORWARD_BYTES: usize = 16 << 10;

impl Link {
    /// Creates a link from the latency in seconds and the gap.
    ///
    /// # Errors
    /// The latency is not positive, not finite or absurdly long.
    pub fn new(latency: f64, gap: Gap) -> Result<Self, ParameterError> {
        Ok(Self { latency: time(latency)?, gap, store_and_forward: 0.0, rendezvous: None })
    }

    /// Returns this link with a store-and-forward delay, in seconds, of messages of [`STORE_AND_FORWARD_BYTES`] bytes.
    ///
    /// # Errors
    /// The time is negative, not finite or absurdly long.
    pub fn with_store_and_forward(self, seconds: f64) -> Result<Self, ParameterError> {
        Ok(Self { store_and_forward: if seconds == 0.0 { 0.0 } else { time(seconds)? }, ..self })
    }

    /// The store-and-forward delay: the seconds after g(m) + L at which a message of [`STORE_AND_FORWARD_BYTES`] bytes
    /// or more arrives. Every switch on its way receives a frame before it sends it on, which the latency of short
    /// messages does not include. 0 if it was not measured.
    pub(crate) fn store_and_forward(&self) -> f64 {
        self.store_and_forward
    }

    /// Returns this link with the overhead of a rendezvous, in seconds.
    ///
    /// # Errors
    /// The time is negative, not finite or absurdly long.
    pub fn with_rendezvous(self, seconds: f64) -> Result<Self, ParameterError> {
        Ok(Self { rendezvous: Some(if seconds == 0.0 { 0.0 } else { time(seconds)? }), ..self })
    }

    /// Returns the seconds by which a rendezvous with the receiver delays a message of `bytes` bytes: from
    /// [`RENDEZVOUS`] bytes on the measured overhead, or else a request and an answer.
    pub(crate) fn rendezvous(&self, bytes: usize) -> f64 {
        if bytes < RENDEZVOUS { 0.0 } else { self.rendezvous.unwrap_or(2.0 * (self.latency + self.gap.at(0))) }
    }

    /// Returns the measured overhead of a rendezvous, if there is one.
    pub(crate) fn measured_rendezvous(&self) -> Option<f64> {
        self.rendezvous
    }

    /// L: the seconds between the release of the sender and the arrival of a message.
    pub(crate) fn latency(&self) -> f64 {
        self.latency
    }

    /// Returns the cost of a message without data, and the additional cost of each byte, in picoseconds: the straight
    /// line from an empty message to one of [`LARGE`] bytes.
    pub fn linear(&self) -> (u64, u64) {
        let empty = self.gap.at(0);
        let picoseconds = |seconds: f64| (seconds * 1e12).round() as u64;
        (picoseconds(self.latency + empty), picoseconds((self.gap.at(LARGE) - empty) / LARGE as f64))
    }

    /// g(m) in seconds.
    pub fn gap(&self, bytes: usize) -> f64 {
        self.gap.at(bytes)
    }

    /// The whole gap.
    pub(crate) fn gaps(&self) -> &Gap {
        &self.gap
    }
}

/// Processes that are equally near to each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    /// Its name, unique in its platform.
    pub name: String,
    /// The number of its processes, at least one.
    pub processes: usize,
    /// The link between any two of them; `None` for a single process.
    pub inside: Option<Link>,
}

/// Maximum number of simultaneous flows.
pub const MOST_FLOWS: usize = 8;

/// The result of simultaneous flows of messages: it shows whether they share a cable, and its rate.
#[derive(Clone, Debug, PartialEq)]
pub struct Bundle {
    /// The groups of the sender and of the receiver of each flow: two to [`MOST_FLOWS`].
    pub flows: Vec<(usize, usize)>,
    /// The time of all flows divided by that of one: from 1, if a cable carries all, to their number, if they wait for
    /// each other.
    pub factor: f64,
}

/// All groups of a job, and the links between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Platform {
    groups: Vec<Cluster>,
    /// The links below the diagonal, row by row.
    links: Vec<Link>,
    /// γ of each group.
    reduction: Vec<f64>,
    bundles: Vec<Bundle>,
}

impl Platform {
    /// Creates a platform from the groups and the link between every two: `between(i, j)`, called once for each i < j.
    ///
    /// # Errors
    /// There is no group, or one has an invalid name, a name that another has, no process, no link inside although it
    /// has several processes, or one although it has a single process.
    pub fn new(groups: Vec<Cluster>, mut between: impl FnMut(usize, usize) -> Link) -> Result<Self, ParameterError> {
        if groups.is_empty() {
            return Err(ParameterError::NoGroup);
        }
        for (index, group) in groups.iter().enumerate() {
            check(group)?;
            if groups[..index].iter().any(|other| other.name == group.name) {
                return Err(ParameterError::DuplicateName(group.name.clone()));
            }
        }
        let links = (1..groups.len()).flat_map(|j| (0..j).map(move |i| (i, j))).map(|(i, j)| between(i, j)).collect();
        let reduction = vec![0.0; groups.len()];
        Ok(Self { groups, links, reduction, bundles: vec![] })
    }

    /// Returns this platform with the reduction cost of each group, in seconds per byte; 0 if it is unknown.
    ///
    /// # Errors
    /// A time is negative, not finite or absurdly long.
    pub(crate) fn with_reduction(self, of: impl Fn(usize) -> f64) -> Result<Self, ParameterError> {
        let valid = |seconds: f64| if seconds == 0.0 { Ok(0.0) } else { time(seconds) };
        let reduction = (0..self.groups.len()).map(|group| valid(of(group))).collect::<Result<_, _>>()?;
        Ok(Self { reduction, ..self })
    }

    /// Returns this platform with the results of simultaneous flows.
    ///
    /// # Errors
    /// There are too few or too many of them, a factor is not from 1 to their number, or a flow does not connect two
    /// different groups.
    pub fn with_bundles(self, bundles: Vec<Bundle>) -> Result<Self, ParameterError> {
        for Bundle { flows, factor } in &bundles {
            let count = flows.len();
            if !(2..=MOST_FLOWS).contains(&count) {
                return Err(ParameterError::NoBundle(count));
            }
            if !(1.0..=count as f64).contains(factor) {
                return Err(ParameterError::NoFactor(*factor, count));
            }
            if flows.iter().any(|&(from, to)| from == to || from.max(to) >= self.groups.len()) {
                return Err(ParameterError::NoFlow);
            }
        }
        Ok(Self { bundles, ..self })
    }

    /// The results of simultaneous flows; empty if they were not measured.
    pub fn bundles(&self) -> &[Bundle] {
        &self.bundles
    }

    /// γ of a group: the seconds that a process there needs to reduce a byte with another one. 0 if it was not
    /// measured.
    pub fn reduction(&self, group: usize) -> f64 {
        self.reduction[group]
    }

    /// The groups.
    pub fn groups(&self) -> &[Cluster] {
        &self.groups
    }

    /// Returns the number of the group with this name.
    pub fn group_named(&self, name: &str) -> Option<usize> {
        self.groups.iter().position(|group| group.name == name)
    }

    /// The link between two different groups.
    pub fn link(&self, i: usize, j: usize) -> &Link {
        let (low, high) = (i.min(j), i.max(j));
        &self.links[high * (high - 1) / 2 + low]
    }
}

/// True if a name may contain the character.
pub fn is_of_a_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_./".contains(c)
}

/// Checks a name for the text format.
pub(super) fn valid_name(name: &str) -> Result<&str, ParameterError> {
    if name.is_empty() || !name.chars().all(is_of_a_name) {
        Err(ParameterError::BadName(name.to_owned()))
    } else {
        Ok(name)
    }
}

/// Checks a group by itself.
fn check(group: &Cluster) -> Result<(), ParameterError> {
    let name = || group.name.clone();
    valid_name(&group.name)?;
    match (group.processes, &group.inside) {
        (0, _) => Err(ParameterError::NoProcess(name())),
        (1, Some(_)) => Err(ParameterError::LinkInsideOne(name())),
        (2.., None) => Err(ParameterError::NoLinkInside(name(), group.processes)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_as_a_straight_line() {
        let link = |points: &[(usize, f64)]| Link::new(1e-3, Gap::new(points.to_vec()).unwrap()).unwrap().linear();
        assert_eq!(link(&[(0, 2e-3), (1 << 20, 2e-3 + 1048.576)]), (3_000_000_000, 1_000_000_000));
        assert_eq!(link(&[(0, 2e-3)]), (3_000_000_000, 0));
        // A gap that falls is noise.
        assert_eq!(link(&[(0, 2e-3), (1 << 20, 1e-3)]).1, 0);
    }

    #[test]
    fn a_gap_on_its_points_between_them_and_beyond() {
        let gap = Gap::new(vec![(8, 4.0), (16, 6.0), (20, 5.0), (30, 15.0)]).unwrap();
        let expected = [
            (0, 4.0),
            (7, 4.0),
            (8, 4.0),
            (12, 5.0),
            (16, 6.0),
            (18, 5.5),
            (20, 5.0),
            (25, 10.0),
            (30, 15.0),
            (31, 16.0),
            (130, 115.0),
        ];
        for (bytes, seconds) in expected {
            assert_eq!(gap.at(bytes), seconds, "{bytes} bytes");
        }
        let falling = Gap::new(vec![(1, 3.0), (2, 2.0)]).unwrap();
        assert_eq!([0, 1, 2, 3, usize::MAX].map(|bytes| falling.at(bytes)), [3.0, 3.0, 2.0, 2.0, 2.0]);
        let one = Gap::new(vec![(64, 2.0)]).unwrap();
        assert_eq!([0, 64, 1 << 40].map(|bytes| one.at(bytes)), [2.0; 3]);
        let steep = Gap::new(vec![(0, 1e-12), (1, 1e9)]).unwrap();
        assert!(steep.at(usize::MAX).is_finite());
        let link = Link::new(1.0, steep).unwrap();
        assert_eq!(
            (link.store_and_forward(), link.clone().with_store_and_forward(0.5).map(|link| link.store_and_forward())),
            (0.0, Ok(0.5))
        );
        assert!([-0.5, f64::NAN, 2e9].into_iter().all(|wrong| link.clone().with_store_and_forward(wrong).is_err()));
        // A question and an answer, of 1 and g(0) each, unless it was measured.
        let near = Link::new(1.0, Gap::new(vec![(0, 0.5), (1 << 20, 1e6)]).unwrap()).unwrap();
        assert_eq!([RENDEZVOUS - 1, RENDEZVOUS].map(|bytes| near.rendezvous(bytes)), [0.0, 3.0]);
        for seconds in [0.0, 0.25] {
            let asks = near.clone().with_rendezvous(seconds).unwrap();
            assert_eq!([RENDEZVOUS - 1, 1 << 20].map(|bytes| asks.rendezvous(bytes)), [0.0, seconds]);
        }
        assert!([-0.5, f64::NAN, 2e9].into_iter().all(|wrong| near.clone().with_rendezvous(wrong).is_err()));
    }

    #[test]
    fn what_is_no_gap() {
        assert_eq!(Gap::new(vec![]), Err(ParameterError::NoSize));
        assert_eq!(Gap::new(vec![(1, 1.0), (1, 2.0)]), Err(ParameterError::NotRising(1, 1)));
        assert_eq!(Gap::new(vec![(1, 1.0), (8, 2.0), (4, 3.0)]), Err(ParameterError::NotRising(4, 8)));
        for time in [0.0, -0.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 2e9] {
            let said = Gap::new(vec![(0, 1.0), (1, time)]).unwrap_err().to_string();
            assert!(said.ends_with("is no time: it must be more than 0 and at most 1e9 s"), "{said}");
            assert!(Link::new(time, Gap::new(vec![(0, 1.0)]).unwrap()).is_err(), "{time}");
        }
    }

    #[test]
    fn platforms() {
        let link = |latency: f64| Link::new(latency, Gap::new(vec![(0, 1.0)]).unwrap()).unwrap();
        let group = |name: &str, processes, inside| Cluster { name: name.to_owned(), processes, inside };
        let groups = vec![group("a", 2, Some(link(1.0))), group("b", 1, None), group("c.0/x-y_z", 3, Some(link(1.0)))];
        let mut asked = vec![];
        let platform = Platform::new(groups, |i, j| {
            asked.push((i, j));
            link((10 * i + j) as f64)
        });
        let platform = platform.unwrap();
        assert_eq!(asked, [(0, 1), (0, 2), (1, 2)]);
        assert_eq!([(0, 1), (1, 0), (2, 0), (1, 2)].map(|(i, j)| platform.link(i, j).latency()), [1.0, 1.0, 2.0, 12.0]);
        assert_eq!(platform.link(0, 1).gap(7) + platform.link(0, 1).latency(), 2.0);
        let reduction = |platform: &Platform| [0, 1, 2].map(|group| platform.reduction(group));
        assert_eq!(reduction(&platform), [0.0; 3]);
        let combines = platform.clone().with_reduction(|group| group as f64 * 1e-10).unwrap();
        assert_eq!((reduction(&combines), combines == platform), ([0.0, 1e-10, 2e-10], false));
        for wrong in [-1e-10, f64::NAN, f64::INFINITY] {
            assert!(platform.clone().with_reduction(|_| wrong).is_err(), "{wrong}");
        }
        let flows = |flows: &[(usize, usize)], factor| {
            platform.clone().with_bundles(vec![Bundle { flows: flows.to_vec(), factor }])
        };
        assert_eq!(flows(&[(0, 1), (0, 2)], 1.5).map(|platform| platform.bundles().len()), Ok(1));
        assert_eq!(flows(&[(0, 1); 8], 8.0).map(|platform| platform.bundles().len()), Ok(1));
        for wrong in [0.9, 2.1, f64::NAN] {
            assert!(matches!(flows(&[(0, 1), (0, 2)], wrong), Err(ParameterError::NoFactor(_, 2))), "{wrong}");
        }
        assert_eq!(flows(&[(0, 1); 3], 3.1), Err(ParameterError::NoFactor(3.1, 3)));
        for count in [1, 9] {
            assert_eq!(flows(&[(0, 1); 9][..count], 1.0), Err(ParameterError::NoBundle(count)));
        }
        assert_eq!(flows(&[(0, 1), (2, 2)], 1.5), Err(ParameterError::NoFlow));
        assert_eq!(flows(&[(0, 1), (0, 3)], 1.5), Err(ParameterError::NoFlow));
        assert_eq!(
            ["a", "b", "c.0/x-y_z", "A"].map(|name| platform.group_named(name)),
            [Some(0), Some(1), Some(2), None]
        );

        let wrong = |groups: Vec<Cluster>| Platform::new(groups, |_, _| link(1.0)).unwrap_err();
        assert_eq!(wrong(vec![]), ParameterError::NoGroup);
        assert_eq!(wrong(vec![group("a", 1, None), group("a", 1, None)]), ParameterError::DuplicateName("a".into()));
        assert_eq!(wrong(vec![group("a", 0, None)]), ParameterError::NoProcess("a".into()));
        assert_eq!(wrong(vec![group("a", 2, None)]), ParameterError::NoLinkInside("a".into(), 2));
        assert_eq!(wrong(vec![group("a", 1, Some(link(1.0)))]), ParameterError::LinkInsideOne("a".into()));
        for name in ["", "two words", "a#b", "é", "a\n"] {
            assert_eq!(wrong(vec![group(name, 1, None)]), ParameterError::BadName(name.into()));
        }
    }
}
