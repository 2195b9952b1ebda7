// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads parameters. The lines are first checked separately; only if all of them are valid they are combined, groups
//! before links, so that one wrong line is one error, and not also one in every line that refers to it.

use std::collections::HashMap;

use super::Provenance;
use crate::model::parameters::{Bundle, Cluster, Gap, Link, MOST_FLOWS, ParameterError, Platform, time, valid_name};
use hsplit_core::network::{At, LineError};
use hsplit_core::units::size;

/// Converts microseconds to seconds, rounded once.
fn seconds(word: &str) -> Result<f64, String> {
    let (digits, exponent) = word.split_once(['e', 'E']).unwrap_or((word, "0"));
    let moved = exponent.parse::<i16>().ok().map(|exponent| format!("{digits}e{}", i32::from(exponent) - 6));
    let seconds =
        moved.and_then(|moved| moved.parse().ok()).ok_or_else(|| format!("'{word}' is no number of microseconds"))?;
    time(seconds).map_err(|_| format!("'{word}' is no time in microseconds: it must be more than 0 and at most 1e15"))
}

/// A latency, the store-and-forward delay of longer messages, and the overhead of a rendezvous, if it is known.
type Latency = (f64, f64, Option<f64>);

/// The owner of a gap.
enum Owner {
    Cluster { name: String, processes: usize, reduction: f64 },
    Link([String; 2]),
    Flows(Vec<[String; 2]>, f64),
}

/// A group or a link, with the lines below it.
struct Section {
    at: At,
    owner: Owner,
    latency: Option<Latency>,
    gap: Vec<(usize, f64)>,
}

/// The contents of the lines.
#[derive(Default)]
struct Reader {
    provenance: Provenance,
    sections: Vec<Section>,
    /// True if the last header was invalid, so that the gap after it has no owner.
    is_lost: bool,
}

impl Reader {
    fn line(&mut self, at: At, line: &str) -> Result<(), String> {
        if line.is_empty() {
            return Ok(());
        }
        if line.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) {
            return self.point(line);
        }
        let unknown =
            || format!("'{line}' is not KEY: VALUE, group NAME: ..., link NAME NAME: ... or BYTES MICROSECONDS");
        self.is_lost = line.starts_with(['g', 'l', 'f']);
        let (head, value) = line.split_once(':').ok_or_else(unknown)?;
        let words: Vec<&str> = head.split_whitespace().collect();
        let (owner, latency) = match words[..] {
            ["group", name] => group(name, value)?,
            ["link", one, other] if one == other => {
                return Err(format!("a link of '{one}' with itself; what is inside a group stands below the group"));
            }
            ["link", one, other] => (Owner::Link([one.to_owned(), other.to_owned()]), Some(latency(value)?)),
            ["flows", ref ways @ ..] => (flows(ways, value)?, None),
            [key] => {
                let field = self.provenance.field(key).ok_or_else(unknown)?;
                if !field.is_empty() {
                    return Err(format!("'{key}' stands there twice"));
                }
                value.trim().clone_into(field);
                return Ok(());
            }
            _ => return Err(unknown()),
        };
        self.sections.push(Section { at, owner, latency, gap: vec![] });
        self.is_lost = false;
        Ok(())
    }

    fn point(&mut self, line: &str) -> Result<(), String> {
        if self.is_lost {
            return Ok(());
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let [bytes, value] = words[..] else { return Err(format!("'{line}' is not BYTES MICROSECONDS")) };
        let section = self.sections.last_mut().ok_or("a gap before the first group or link")?;
        if section.latency.is_none() {
            let what = if let Owner::Flows(..) = section.owner { "flows have" } else { "a group of one process has" };
            return Err(format!("{what} no gap"));
        }
        let bytes = size(bytes).ok_or_else(|| format!("'{bytes}' is no number of bytes"))?;
        let seconds = seconds(value)?;
        if let Some(&(last, _)) = section.gap.last().filter(|(last, _)| *last >= bytes) {
            return Err(ParameterError::NotRising(bytes, last).to_string());
        }
        section.gap.push((bytes, seconds));
        Ok(())
    }
}

/// Combines the contents of valid lines.
#[derive(Default)]
struct Builder {
    groups: Vec<Cluster>,
    reduction: Vec<f64>,
    lines: Vec<At>,
    numbers: HashMap<String, usize>,
    links: HashMap<(usize, usize), (Link, At)>,
    bundles: Vec<Bundle>,
}

impl Builder {
    fn add(&mut self, section: Section) -> Result<(), String> {
        let link = section.latency.map(|(latency, store_and_forward, rendezvous)| {
            let link = Gap::new(section.gap)
                .and_then(|gap| Link::new(latency, gap))
                .and_then(|link| link.with_store_and_forward(store_and_forward))?;
            rendezvous.map_or(Ok(link.clone()), |rendezvous| link.with_rendezvous(rendezvous))
        });
        let link = link.transpose().map_err(|why| format!("{why}: lines BYTES MICROSECONDS below"))?;
        match section.owner {
            Owner::Cluster { name, processes, reduction } => {
                self.add_group(section.at, Cluster { name, processes, inside: link }, reduction)
            }
            Owner::Link(names) => link.map_or(Ok(()), |link| self.add_link(section.at, &names, link)),
            Owner::Flows(names, factor) => self.add_flows(&names, factor),
        }
    }

    fn add_group(&mut self, at: At, group: Cluster, reduction: f64) -> Result<(), String> {
        if let Some(&known) = self.numbers.get(&group.name) {
            return Err(format!("there is a group '{}' already, at {}", group.name, self.lines[known]));
        }
        self.numbers.insert(group.name.clone(), self.groups.len());
        self.groups.push(group);
        self.reduction.push(reduction);
        self.lines.push(at);
        Ok(())
    }

    fn add_link(&mut self, at: At, names: &[String; 2], link: Link) -> Result<(), String> {
        let (i, j) = (self.number(&names[0])?, self.number(&names[1])?);
        match self.links.insert((i.min(j), i.max(j)), (link, at)) {
            Some((_, before)) => {
                Err(format!("there is a link of '{}' and '{}' already, at {before}", names[0], names[1]))
            }
            None => Ok(()),
        }
    }

    fn add_flows(&mut self, names: &[[String; 2]], factor: f64) -> Result<(), String> {
        let flow = |[from, to]: &[String; 2]| Ok::<_, String>((self.number(from)?, self.number(to)?));
        let flows = names.iter().map(flow).collect::<Result<_, _>>()?;
        self.bundles.push(Bundle { flows, factor });
        Ok(())
    }

    fn number(&self, name: &String) -> Result<usize, String> {
        self.numbers.get(name).copied().ok_or_else(|| format!("there is no group '{name}'"))
    }

    /// Returns an error for each group that has no link with some group before it.
    fn missing(&self) -> impl Iterator<Item = LineError> {
        self.groups.iter().enumerate().filter_map(|(j, group)| {
            let missing: Vec<&str> =
                (0..j).filter(|&i| !self.links.contains_key(&(i, j))).map(|i| self.groups[i].name.as_str()).collect();
            let (first, others) = missing.split_first()?;
            let others =
                if others.is_empty() { String::new() } else { format!(", nor with {} more before it", others.len()) };
            Some(LineError {
                at: self.lines[j].clone(),
                text: format!("there is no link of '{first}' and '{}'{others}", group.name),
            })
        })
    }
}

/// Reads a text.
///
/// # Errors
/// All errors, in the order of the text.
pub fn read(text: &str) -> Result<(Platform, Provenance), Vec<LineError>> {
    let (mut reader, mut builder) = (Reader::default(), Builder::default());
    let mut errors = vec![];
    for (index, line) in text.lines().enumerate() {
        let at = At::line(index + 1);
        let line = line.split('#').next().unwrap_or_default().trim();
        errors.extend(reader.line(at.clone(), line).err().map(|text| LineError { at, text }));
    }
    // Groups first: a link may precede its groups.
    let (groups, links): (Vec<Section>, Vec<Section>) =
        reader.sections.into_iter().partition(|section| matches!(section.owner, Owner::Cluster { .. }));
    for sections in [groups, links] {
        if errors.is_empty() {
            let added = sections.into_iter().map(|section| (section.at.clone(), builder.add(section)));
            errors.extend(added.filter_map(|(at, added)| added.err().map(|text| LineError { at, text })));
        }
    }
    if errors.is_empty() {
        errors.extend(builder.missing());
    }
    errors.sort_by_key(|error| error.at.line);
    if !errors.is_empty() {
        return Err(errors);
    }
    let platform = Platform::new(builder.groups, |i, j| builder.links[&(i, j)].0.clone());
    let platform = platform.and_then(|platform| platform.with_reduction(|group| builder.reduction[group]));
    platform
        .and_then(|platform| platform.with_bundles(builder.bundles))
        .map(|platform| (platform, reader.provenance))
        .map_err(|why| vec![LineError { at: At::default(), text: why.to_string() }])
}

/// Splits off `, KEY TIME`; returns the rest, and that time as a word if there is one.
fn with_last<'a>(value: &'a str, key: &str) -> (&'a str, Option<&'a str>) {
    let last = value.rsplit_once(',').and_then(|(before, last)| Some((before, last.trim().strip_prefix(key)?)));
    last.map_or((value, None), |(before, time)| (before, Some(time.trim())))
}

/// Parses an optional time; the default is 0.
fn or_none(word: Option<&str>) -> Result<f64, String> {
    word.map_or(Ok(0.0), seconds)
}

/// MPI counts ranks in an int. With this limit, products of numbers of processes do not overflow.
const MOST_PROCESSES: usize = i32::MAX as usize;

/// `31 processes, latency 47.56`, or `1 process`. Optional after either: `, reduction 0.0003`.
fn group(name: &str, value: &str) -> Result<(Owner, Option<Latency>), String> {
    let (value, reduction) = with_last(value, "reduction");
    let reduction = or_none(reduction)?;
    let (count, rest) = value.split_once(',').map_or((value, None), |(count, rest)| (count, Some(rest)));
    let words: Vec<&str> = count.split_whitespace().collect();
    let processes = match words[..] {
        [count, "process" | "processes"] => {
            count.parse().map_err(|_| format!("'{count}' is no number of processes"))?
        }
        _ => return Err(format!("'{}' is not N processes, latency MICROSECONDS, nor 1 process", value.trim())),
    };
    let latency = rest.map(latency).transpose()?;
    let name = valid_name(name).map_err(|why| why.to_string())?.to_owned();
    match (processes, latency) {
        (0, _) => Err(ParameterError::NoProcess(name).to_string()),
        (count, _) if count > MOST_PROCESSES => Err(format!("{count} processes are more than {MOST_PROCESSES}")),
        (1, Some(_)) => Err(ParameterError::LinkInsideOne(name).to_string()),
        (2.., None) => Err(format!("group '{name}' has {processes} processes and no latency")),
        _ => Ok((Owner::Cluster { name, processes, reduction }, latency)),
    }
}

/// `a>b a>c: 1.5`.
fn flows(ways: &[&str], value: &str) -> Result<Owner, String> {
    let way = |way: &str| {
        let (from, to) = way.split_once('>').ok_or_else(|| format!("'{way}' is not NAME>NAME"))?;
        if from == to { Err(format!("a flow of '{from}' to itself")) } else { Ok([from.to_owned(), to.to_owned()]) }
    };
    let count = ways.len();
    if !(2..=MOST_FLOWS).contains(&count) {
        return Err(ParameterError::NoBundle(count).to_string());
    }
    let (names, value) = (ways.iter().map(|one| way(one)).collect::<Result<_, _>>()?, value.trim());
    let factor = value.parse().ok().filter(|factor| (1.0..=count as f64).contains(factor));
    let factor = factor.ok_or_else(|| format!("'{value}' is no factor from 1 to {count}"))?;
    Ok(Owner::Flows(names, factor))
}

/// `latency 47.56`. Optionally followed by `, store_and_forward 3.5`, and then `, rendezvous 95`.
fn latency(value: &str) -> Result<Latency, String> {
    let (value, rendezvous) = with_last(value, "rendezvous");
    let (value, store_and_forward) = with_last(value, "store_and_forward");
    let rendezvous = rendezvous.map(|word| if word == "0" { Ok(0.0) } else { seconds(word) }).transpose()?;
    let words: Vec<&str> = value.split_whitespace().collect();
    let ["latency", latency] = words[..] else { return Err(format!("'{}' is not latency MICROSECONDS", value.trim())) };
    Ok((seconds(latency)?, or_none(store_and_forward)?, rendezvous))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RIGHT: &str = concat!(
        "by: me # and nobody else\ngroup a: 2 processes, latency 5\n 0 1.5\n 1KiB 2e0\n",
        "link b a: latency 1e2\n\t0 3\ngroup b: 1 process\n",
    );

    fn errors(text: &str) -> Vec<String> {
        read(text).unwrap_err().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_is_right() {
        let (platform, provenance) = read(RIGHT).unwrap();
        assert_eq!(provenance, Provenance { by: "me".into(), ..Provenance::default() });
        let inside = platform.groups()[0].inside.as_ref().unwrap();
        assert_eq!((inside.latency(), inside.gaps().points()), (5e-6, &[(0, 1.5e-6), (1024, 2e-6)][..]));
        assert_eq!(
            (platform.groups()[1].processes, platform.link(1, 0).latency(), platform.link(0, 1).gap(7)),
            (1, 1e-4, 3e-6)
        );
    }

    #[test]
    fn what_may_be_missing() {
        let with = |line: &str, more: &str| read(&RIGHT.replace(line, &format!("{line}{more}")));
        let reduction = |(platform, _): (Platform, Provenance)| [platform.reduction(0), platform.reduction(1)];
        assert_eq!(read(RIGHT).map(reduction), Ok([0.0, 0.0]));
        assert_eq!(with("latency 5", ", reduction 0.25").map(reduction), Ok([2.5e-7, 0.0]));
        let delays = |(platform, _): (Platform, Provenance)| {
            (
                platform.groups()[0].inside.as_ref().unwrap().store_and_forward(),
                platform.link(0, 1).store_and_forward(),
                platform.reduction(0),
            )
        };
        assert_eq!(with("latency 5", ", store_and_forward 3, reduction 0.25").map(delays), Ok((3e-6, 0.0, 2.5e-7)));
        assert_eq!(with("latency 1e2", " , store_and_forward 0.5").map(delays), Ok((0.0, 5e-7, 0.0)));
        let rendezvous = |(platform, _): (Platform, Provenance)| {
            [platform.groups()[0].inside.as_ref(), Some(platform.link(0, 1))].map(|link| link?.measured_rendezvous())
        };
        assert_eq!(read(RIGHT).map(rendezvous), Ok([None, None]));
        assert_eq!(with("latency 5", ", rendezvous 3, reduction 1").map(rendezvous), Ok([Some(3e-6), None]));
        assert_eq!(with("latency 1e2", ", store_and_forward 1 , rendezvous 0").map(rendezvous), Ok([None, Some(0.0)]));
        assert!(
            with("latency 1e2", ", rendezvous 1, store_and_forward 1").is_err()
                && with("latency 1e2", ", rendezvous -1").is_err()
        );
        assert!(with("latency 1e2", ", store_and_forward").is_err() && with("latency 1e2", ", before 3").is_err());
        assert_eq!(with("1 process", " , reduction 3e-4").map(reduction), Ok([0.0, 3e-10]));
        for (word, said) in
            [("0", "no time"), ("-1", "no time"), ("x", "no number"), ("", "no number"), ("1 2", "no number")]
        {
            let said = format!("line 7: '{word}' is {said} ");
            assert!(
                with("1 process", &format!(", reduction {word}"))
                    .is_err_and(|all| all.len() == 1 && all[0].to_string().starts_with(&said)),
                "{said}"
            );
        }
    }

    #[test]
    fn flows_may_stand_anywhere() {
        let flows = |text: &str| read(text).map(|(platform, _)| platform.bundles().to_vec());
        assert_eq!(flows(RIGHT), Ok(vec![]));
        let both = ["flows a>b b>a: 1.5", "flows b>a b>a b>a: 2.5"];
        let expected =
            [(vec![(0, 1), (1, 0)], 1.5), (vec![(1, 0); 3], 2.5)].map(|(flows, factor)| Bundle { flows, factor });
        assert_eq!(flows(&format!("{}\n{RIGHT}{}\n", both[0], both[1])), Ok(expected.to_vec()));
    }

    #[test]
    fn one_line_for_each_error() {
        let whole = |line: &str, instead: &str| errors(&RIGHT.replace(line, instead));
        let time = |word: &str| format!("'{word}' is no time in microseconds: it must be more than 0 and at most 1e15");
        for (word, said) in [("0", time("0")), ("-1", time("-1")), ("1e99", time("1e99")), ("1e-400", time("1e-400"))] {
            assert_eq!(whole("1.5", word), [format!("line 3: {said}")]);
            assert_eq!(whole("latency 5", &format!("latency {word}")), [format!("line 2: {said}")]);
        }
        for word in ["NaN", "inf", "-inf", "infinity", "x", "1.5us", "1e", "e3", "1e99999", "é"] {
            let said = whole("1.5", word);
            assert!(said.len() == 1 && said[0].starts_with(&format!("line 3: '{word}' is no ")), "{said:?}");
        }
        let cases: [(&str, &str, &[&str]); 21] = [
            ("1KiB", "0", &["line 4: the gap of 0 bytes follows that of 0 bytes, but sizes must rise"]),
            ("1KiB", "1XB", &["line 4: '1XB' is no number of bytes"]),
            ("1KiB 2e0", "1KiB", &["line 4: '1KiB' is not BYTES MICROSECONDS"]),
            ("2 processes", "0 processes", &["line 2: group 'a' has no process"]),
            ("2 processes", "-2 processes", &["line 2: '-2' is no number of processes"]),
            ("2 processes", "2147483648 processes", &["line 2: 2147483648 processes are more than 2147483647"]),
            (
                "2 processes",
                "two",
                &["line 2: 'two, latency 5' is not N processes, latency MICROSECONDS, nor 1 process"],
            ),
            ("2 processes, latency 5", "2 processes", &["line 2: group 'a' has 2 processes and no latency"]),
            ("1 process", "1 process, latency 3", &["line 7: group 'b' has one process, which needs no link inside"]),
            ("2 processes", "1 process", &["line 2: group 'a' has one process, which needs no link inside"]),
            ("group a", "group a+", &["line 2: 'a+' is no name of a group: a name has letters, digits and - _ . /"]),
            (" 0 1.5\n 1KiB 2e0\n", "", &["line 2: a gap needs at least one size: lines BYTES MICROSECONDS below"]),
            ("\t0 3\n", "", &["line 5: a gap needs at least one size: lines BYTES MICROSECONDS below"]),
            (
                "link b a",
                "link b b",
                &["line 5: a link of 'b' with itself; what is inside a group stands below the group"],
            ),
            ("link b a", "link b c", &["line 5: there is no group 'c'"]),
            ("link b a: latency 1e2\n\t0 3\n", "", &["line 5: there is no link of 'a' and 'b'"]),
            ("by: me", "by: me\nby: you", &["line 2: 'by' stands there twice"]),
            (
                "by: me",
                "who: me",
                &["line 1: 'who: me' is not KEY: VALUE, group NAME: ..., link NAME NAME: ... or BYTES MICROSECONDS"],
            ),
            ("by: me", "7 8", &["line 1: a gap before the first group or link"]),
            ("1 process", "1 process\n 4 5", &["line 8: a group of one process has no gap"]),
            ("group b", "group a", &["line 7: there is a group 'a' already, at line 2"]),
        ];
        for (line, instead, said) in cases {
            assert_eq!(whole(line, instead), said, "{line} -> {instead}");
        }
        for (line, said) in [
            ("flows a>b a>c: 1.5", "there is no group 'c'"),
            ("flows a>b a>a: 1.5", "a flow of 'a' to itself"),
            ("flows a>b a-b: 1.5", "'a-b' is not NAME>NAME"),
            ("flows a>b b>a: 0.5", "'0.5' is no factor from 1 to 2"),
            ("flows a>b b>a: NaN", "'NaN' is no factor from 1 to 2"),
            ("flows a>b b>a a>b: 3.1", "'3.1' is no factor from 1 to 3"),
            ("flows a>b: 1", "1 concurrent flows: there must be 2 to 8"),
            ("flows a>b a>b a>b a>b a>b a>b a>b a>b a>b: 1", "9 concurrent flows: there must be 2 to 8"),
        ] {
            assert_eq!(errors(&(RIGHT.to_owned() + line)), [format!("line 8: {said}")]);
        }
        assert_eq!(errors(&(RIGHT.to_owned() + "flows a>b b>a: 1\n 0 3\n")), ["line 9: flows have no gap"]);
        assert_eq!(
            errors(&(RIGHT.to_owned() + "link a b: latency 3\n 0 3\n")),
            ["line 8: there is a link of 'a' and 'b' already, at line 5"]
        );
        assert_eq!(
            errors(&(RIGHT.to_owned() + "group c: 1 process")),
            ["line 8: there is no link of 'a' and 'c', nor with 1 more before it"]
        );
        for nothing in ["", "# nothing\n", "by: me"] {
            assert_eq!(errors(nothing), ["there is no group"]);
        }
    }
}
