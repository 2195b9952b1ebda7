// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lists of hosts as Slurm writes them: `n[001-128,200],login1`, `r[1-2]n[01-16]-ib`.

/// The most names that one list may stand for: a slip of the keyboard must not fill the memory of a node.
const MOST: usize = 1 << 20;

/// All names of a list, in its order.
///
/// # Errors
/// What is wrong with it, in words.
pub fn expand(list: &str) -> Result<Vec<String>, String> {
    let mut names = vec![];
    for item in items(list)? {
        let one = expand_one(item, MOST - names.len()).map_err(|why| format!("'{item}': {why}"))?;
        names.extend(one);
    }
    Ok(names)
}

/// A list of these names, in their order: neighbours that differ in their last number become a range.
pub fn collect(names: &[&str]) -> String {
    let numbered = |name: &str| -> Option<(String, u64, usize, String)> {
        let end = name.rfind(|c: char| c.is_ascii_digit())? + 1;
        let start = name[..end].rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1);
        let number = name[start..end].parse().ok().filter(|&number: &u64| number < u64::MAX)?;
        Some((name[..start].to_owned(), number, end - start, name[end..].to_owned()))
    };
    let follows = |a: &&str, b: &&str| match (numbered(a), numbered(b)) {
        (Some((before, number, width, after)), Some((b_before, b_number, b_width, b_after))) => {
            (before, number + 1, after) == (b_before, b_number, b_after)
                && (width == b_width || (width < b_width && !a.contains(&format!("0{number}"))))
        }
        _ => false,
    };
    let runs =
        names.chunk_by(follows).map(|run| match (numbered(run[0]), run.last().and_then(|last| numbered(last))) {
            (Some((before, first, width, after)), Some((_, last, last_width, _))) if run.len() > 1 => {
                format!("{before}[{first:0width$}-{last:0last_width$}]{after}")
            }
            _ => run[0].to_owned(),
        });
    runs.collect::<Vec<_>>().join(",")
}

/// The list, where it is one right name as it stands: in some texts all are, and need no copies.
pub fn single(list: &str) -> Option<&str> {
    (!list.is_empty() && list.bytes().all(fits)).then_some(list)
}

/// The parts between commas that are outside brackets.
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

fn expand_one(item: &str, most: usize) -> Result<Vec<String>, String> {
    let mut names = vec![String::new()];
    let mut rest = item;
    while let Some((before, after)) = rest.split_once('[') {
        // The brackets are paired, as the caller has seen.
        let (ranges, after) = after.split_once(']').ok_or("'[' without ']'")?;
        check(before)?;
        let numbers = numbers(ranges, most)?;
        if names.len().saturating_mul(numbers.len()) > most {
            return Err(too_many());
        }
        names =
            names.iter().flat_map(|name| numbers.iter().map(move |number| format!("{name}{before}{number}"))).collect();
        rest = after;
    }
    check(rest)?;
    names.iter_mut().for_each(|name| name.push_str(rest));
    if most == 0 { Err(too_many()) } else { Ok(names) }
}

/// What may be in the name of a host or a switch, outside brackets.
fn fits(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.:;/@+".contains(&byte)
}

fn check(part: &str) -> Result<(), String> {
    let odd = part.chars().find(|&c| !u8::try_from(c).is_ok_and(fits));
    odd.map_or(Ok(()), |c| Err(format!("{c:?} in a name")))
}

/// The numbers of `001-128,200`, each as wide as the first of its range is written.
fn numbers(ranges: &str, most: usize) -> Result<Vec<String>, String> {
    let mut numbers = vec![];
    for range in ranges.split(',').map(str::trim) {
        let (low, high) = range.split_once('-').unwrap_or((range, range));
        let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<u64>().ok()).flatten();
        let (Some(first), Some(last)) = (number(low), number(high)) else {
            return Err(format!("'{range}' is no range of numbers"));
        };
        if first > last {
            return Err(format!("'{range}' runs backwards"));
        }
        if last - first >= (most - numbers.len().min(most)) as u64 {
            return Err(too_many());
        }
        numbers.extend((first..=last).map(|number| format!("{number:0width$}", width = low.len())));
    }
    Ok(numbers)
}

fn too_many() -> String {
    format!("more than {MOST} names")
}

#[cfg(test)]
mod tests {
    use super::*;

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
            "n[099-100],n[99-101]",
            "[7-8],x",
        ] {
            let names = expand(list).unwrap();
            let collected = collect(&names.iter().map(String::as_str).collect::<Vec<_>>());
            assert_eq!(expand(&collected).unwrap(), names, "{list}: {collected}");
            assert!(collected.len() <= list.len() + 2, "{list}: {collected}");
        }
        assert_eq!(collect(&["n1", "n2", "n3", "n5", "m5"]), "n[1-3],n5,m5");
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
    fn mistakes_say_what() {
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
        assert_eq!(why("n[0-99999999999]"), "'n[0-99999999999]': more than 1048576 names");
        assert_eq!(why("n[0-9999]m[0-9999]"), "'n[0-9999]m[0-9999]': more than 1048576 names");
        assert_eq!(
            why("n[0-99999999999999999999999]"),
            "'n[0-99999999999999999999999]': '0-99999999999999999999999' is no range of numbers"
        );
    }
}
