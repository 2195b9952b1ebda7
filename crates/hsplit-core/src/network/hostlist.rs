// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lists of hosts in Slurm's syntax: `n[001-128,200],login1`, `r[1-2]n[01-16]-ib`.

use super::budget::{Budget, MOST_NAMES};

/// The most digits of a number: those of the largest 64-bit number.
const MOST_DIGITS: usize = 20;

/// All names of a list, in its order. They are taken from the budget.
pub(crate) fn expand(list: &str, budget: &mut Budget) -> Result<Vec<String>, String> {
    let items: Vec<Item> = items(list)?
        .into_iter()
        .map(|text| Item::parse(text).map_err(|why| format!("'{text}': {why}")))
        .collect::<Result<_, _>>()?;
    let too_many = |why: String| format!("'{list}': {why}");
    let count = items.iter().map(Item::count).fold(0_usize, usize::saturating_add);
    if count > MOST_NAMES {
        return Err(too_many(format!("more than {MOST_NAMES} names")));
    }
    budget.take_names(count, items.iter().map(Item::bytes).fold(0, usize::saturating_add)).map_err(too_many)?;
    let mut names = Vec::with_capacity(count);
    items.iter().for_each(|item| item.expand(&mut names));
    Ok(names)
}

/// All names of a list that is not part of a file.
pub fn names(list: &str) -> Result<Vec<String>, String> {
    expand(list, &mut Budget::default())
}

/// The last number in a name, and the text around it.
struct Numbered<'a> {
    before: &'a str,
    digits: &'a str,
    number: u64,
    after: &'a str,
}

impl<'a> Numbered<'a> {
    fn new(name: &'a str) -> Option<Self> {
        let end = name.rfind(|c: char| c.is_ascii_digit())? + 1;
        let start = name[..end].rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1);
        let digits = &name[start..end];
        let number = digits.parse().ok().filter(|_| digits.len() <= MOST_DIGITS)?;
        Some(Self { before: &name[..start], digits, number, after: &name[end..] })
    }

    /// True if `next` continues a range that ends with this name: the next number, with the same padding.
    fn is_before(&self, next: &Self) -> bool {
        let width = self.digits.len();
        (self.before, self.after) == (next.before, next.after)
            && self.number.checked_add(1).is_some_and(|number| next.digits == format!("{number:0width$}"))
    }
}

/// A list of these names, in their order. Adjacent names that differ by one in their last number become a range.
/// [`expand`] returns the same names.
pub fn collect(names: &[&str]) -> String {
    let follows = |a: &&str, b: &&str| match (Numbered::new(a), Numbered::new(b)) {
        (Some(a), Some(b)) => a.is_before(&b),
        _ => false,
    };
    let in_short = |run: &[&str]| match (Numbered::new(run[0]), run.last().and_then(|last| Numbered::new(last))) {
        (Some(first), Some(last)) if run.len() > 1 => {
            format!("{}[{}-{}]{}", first.before, first.digits, last.digits, first.after)
        }
        _ => run[0].to_owned(),
    };
    names.chunk_by(follows).map(in_short).collect::<Vec<_>>().join(",")
}

/// The list itself, if it is a single valid name; in some texts all are, so copies are avoided.
pub(crate) fn single(list: &str) -> Option<&str> {
    (!list.is_empty() && list.bytes().all(fits)).then_some(list)
}

fn items(list: &str) -> Result<Vec<&str>, String> {
    let (mut items, mut start, mut inside) = (vec![], 0, false);
    for (at, c) in list.char_indices() {
        match c {
            '[' if inside => return Err(format!("'{list}': '[' inside '['")),
            ']' if !inside => return Err(format!("'{list}': ']' without '['")),
            '[' | ']' => inside = c == '[',
            ',' if !inside => {
                items.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if inside {
        return Err(format!("'{list}': '[' without ']'"));
    }
    items.push(&list[start..]);
    let items: Vec<&str> = items.into_iter().map(str::trim).collect();
    if items.iter().any(|item| item.is_empty()) { Err(format!("'{list}': a name is missing")) } else { Ok(items) }
}

/// An item of a list, with its ranges: `r[1-2]n[01-16]-ib`.
struct Item<'a> {
    /// The text before each pair of brackets, and the ranges in it.
    parts: Vec<(&'a str, Vec<Numbers>)>,
    rest: &'a str,
}

impl<'a> Item<'a> {
    fn parse(item: &'a str) -> Result<Self, String> {
        let (mut parts, mut rest) = (vec![], item);
        while let Some((before, after)) = rest.split_once('[') {
            // The caller has checked that brackets are paired.
            let (ranges, after) = after.split_once(']').ok_or("'[' without ']'")?;
            check(before)?;
            parts.push((before, ranges.split(',').map(Numbers::parse).collect::<Result<_, _>>()?));
            rest = after;
        }
        check(rest)?;
        Ok(Self { parts, rest })
    }

    fn count(&self) -> usize {
        self.parts.iter().map(|(_, ranges)| count(ranges)).fold(1, usize::saturating_mul)
    }

    /// An upper bound for the bytes of these names.
    fn bytes(&self) -> usize {
        let widest = |ranges: &[Numbers]| ranges.iter().map(Numbers::most_digits).max().unwrap_or(0);
        let longest: usize = self.parts.iter().map(|(before, ranges)| before.len() + widest(ranges)).sum();
        self.count().saturating_mul(longest + self.rest.len())
    }

    /// Adds its names, the last number varying fastest.
    fn expand(&self, names: &mut Vec<String>) {
        let mut all = vec![String::new()];
        for (before, ranges) in &self.parts {
            let longer = |name: &String| -> Vec<String> {
                let numbers =
                    ranges.iter().flat_map(|range| (range.first..=range.last).map(|number| (number, range.width)));
                numbers.map(|(number, width)| format!("{name}{before}{number:0width$}")).collect()
            };
            all = all.iter().flat_map(longer).collect();
        }
        names.extend(all.into_iter().map(|name| name + self.rest));
    }
}

/// A range of numbers, each padded to the width of the first.
struct Numbers {
    first: u64,
    last: u64,
    width: usize,
}

impl Numbers {
    fn parse(range: &str) -> Result<Self, String> {
        let range = range.trim();
        let (low, high) = range.split_once('-').unwrap_or((range, range));
        if [low, high].iter().any(|digits| digits.len() > MOST_DIGITS) {
            return Err(format!("'{range}': a number of more than {MOST_DIGITS} digits"));
        }
        let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<u64>().ok()).flatten();
        match (number(low), number(high)) {
            (Some(first), Some(last)) if first <= last => Ok(Self { first, last, width: low.len() }),
            (Some(_), Some(_)) => Err(format!("'{range}' runs backwards")),
            _ => Err(format!("'{range}' is no range of numbers")),
        }
    }

    fn most_digits(&self) -> usize {
        self.width.max(self.last.checked_ilog10().unwrap_or(0) as usize + 1)
    }
}

fn count(ranges: &[Numbers]) -> usize {
    let lengths = ranges.iter().map(|range| usize::try_from(range.last - range.first).unwrap_or(usize::MAX));
    lengths.fold(0, |sum: usize, length| sum.saturating_add(length).saturating_add(1))
}

/// True for a byte that is allowed in the name of a host or a switch, outside brackets.
fn fits(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.:;/@+".contains(&byte)
}

fn check(part: &str) -> Result<(), String> {
    let odd = part.chars().find(|&c| !u8::try_from(c).is_ok_and(fits));
    odd.map_or(Ok(()), |c| Err(format!("{c:?} in a name")))
}

#[cfg(test)]
mod tests {
    use super::names as expand;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_form() {
        let names = |list: &str| expand(list).unwrap().join(" ");
        assert_eq!(names("n[001-003,010]"), "n001 n002 n003 n010");
        assert_eq!(names("n[8-11]"), "n8 n9 n10 n11");
        assert_eq!(names("a,b[1],c-2.site.fr"), "a b1 c-2.site.fr");
        assert_eq!(names("r[1-2]n[09-10]-ib"), "r1n09-ib r1n10-ib r2n09-ib r2n10-ib");
        assert_eq!(expand("n[0001-4096]").unwrap().len(), 4096);
    }

    #[test]
    fn names_are_collected() {
        for list in [
            "n[001-003],n010",
            "n[8-11]",
            "a,b1,c-2.site.fr",
            "r1n[09-10]-ib,r2n[09-10]-ib",
            "n[0-4095]",
            "n1,n1",
            "n3,n2,n1",
            "n09,n10",
            "n9,n010",
            "n9,n10,n011",
            "n0[8-9],n10,n011",
            "n[098-102]",
            "n18446744073709551614,n18446744073709551615",
            "n00000000000000000000000001,n00000000000000000000000002",
            "n[099-100],n[99-101]",
            "[7-8],x",
        ] {
            let names = expand(list).unwrap();
            let collected = collect(&names.iter().map(String::as_str).collect::<Vec<_>>());
            assert_eq!(expand(&collected).unwrap(), names, "{list}: {collected}");
            assert!(collected.len() <= list.len() + 2, "{list}: {collected}");
        }
        assert_eq!(collect(&["n1", "n2", "n3", "n5", "m5"]), "n[1-3],n5,m5");
        // All numbers of a range have the same padding.
        assert_eq!(collect(&["n9", "n010"]), "n9,n010");
        assert_eq!(collect(&["n009", "n010", "n11"]), "n[009-010],n11");
    }

    /// A name with up to two numbers.
    const NAME: &str = "[ab]?(0{0,2}(9|10|11|99|100|8))?[-.x]?(0{0,2}(7|8|9|10|99|100))?[c]?";

    proptest! {
        #[test]
        fn what_is_collected_unfolds(names in prop::collection::vec(NAME, 1..12)) {
            let names: Vec<String> =
                names.into_iter().map(|name| if name.is_empty() { "x".to_owned() } else { name }).collect();
            let collected = collect(&names.iter().map(String::as_str).collect::<Vec<_>>());
            prop_assert_eq!(expand(&collected), Ok(names), "{}", collected);
        }
    }

    #[test]
    fn numbers_have_twenty_digits_at_most() {
        assert_eq!(expand("n[00000000000000000001-2]").unwrap(), ["n00000000000000000001", "n00000000000000000002"]);
        for digits in [21, 65_535, 65_536, 1 << 20] {
            let number = "0".repeat(digits - 1) + "1";
            for list in [format!("n[{number}]"), format!("n[{number}-2]"), format!("n[1-{number}]")] {
                assert!(expand(&list).is_err_and(|why| why.ends_with("a number of more than 20 digits")));
            }
        }
    }

    #[test]
    fn a_budget_is_for_all_lists() {
        let mut budget = Budget::default();
        let mut take = |list: &str| super::expand(list, &mut budget).map(|names| names.len());
        assert_eq!(take("n[1-1000000]"), Ok(1_000_000));
        assert_eq!(take("m[1-50000]"), Err("'m[1-50000]': more than 1048576 names in all".to_owned()));
        assert_eq!(take("m[1-48576]"), Ok(48_576));
        assert_eq!(take("x"), Err("'x': more than 1048576 names in all".to_owned()));
        let long = format!("{}[1-1000]", "x".repeat(100_000));
        assert!(expand(&long).unwrap_err().ends_with("names of more than 67108864 bytes in all"));
    }

    #[test]
    fn a_single_name_is_what_its_list_is() {
        for list in
            ["n1", "n-1.site.fr", "A_b:c;d/e@f+g", "", "n[1]", "a,b", "a b", " a", "é", "n\u{e9}", "a\0", "n1]", "n#"]
        {
            let expanded = expand(list).ok().filter(|names| names[..] == [list]);
            assert_eq!(single(list).map(str::to_owned), expanded.map(|_| list.to_owned()), "{list:?}");
        }
    }

    #[test]
    fn errors_say_what() {
        let why = |list: &str| expand(list).unwrap_err();
        assert_eq!(why("n[3-1]"), "'n[3-1]': '3-1' runs backwards");
        assert_eq!(why("n[1-x]"), "'n[1-x]': '1-x' is no range of numbers");
        assert_eq!(why("n[]"), "'n[]': '' is no range of numbers");
        assert_eq!(why("n[1"), "'n[1': '[' without ']'");
        assert_eq!(why("n1]"), "'n1]': ']' without '['");
        assert_eq!(why("n[1[2]]"), "'n[1[2]]': '[' inside '['");
        assert_eq!(why("a,,b"), "'a,,b': a name is missing");
        assert_eq!(why(""), "'': a name is missing");
        assert_eq!(why("a b"), "'a b': ' ' in a name");
        assert_eq!(
            why("n[0-99999999999999999999]"),
            "'n[0-99999999999999999999]': '0-99999999999999999999' is no range of numbers"
        );
        assert_eq!(why("n[0-99999999999]"), "'n[0-99999999999]': more than 1048576 names");
        assert_eq!(why("n[0-9999]m[0-9999]"), "'n[0-9999]m[0-9999]': more than 1048576 names");
        assert_eq!(
            why("n[0-99999999999999999999999]"),
            "'n[0-99999999999999999999999]': '0-99999999999999999999999': a number of more than 20 digits"
        );
    }
}
