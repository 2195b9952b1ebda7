// SPDX-License-Identifier: MIT OR Apache-2.0
//! A parser for the XML that hwloc writes: elements, attributes, texts. Declarations and comments are skipped.

/// An element with its contents.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Element {
    pub(crate) name: String,
    attributes: Vec<(String, String)>,
    pub(crate) children: Vec<Element>,
    pub(crate) text: String,
}

impl Element {
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| &**value)
    }

    pub(crate) fn number<T: std::str::FromStr>(&self, name: &str) -> Option<T> {
        self.get(name)?.parse().ok()
    }

    pub(crate) fn named(&self, name: &str) -> impl Iterator<Item = &Element> {
        self.children.iter().filter(move |child| child.name == name)
    }
}

/// The deepest nesting of elements; hwloc's deepest trees have a tenth of it.
const MOST_DEPTH: usize = 200;

/// The outermost element of a document.
pub(crate) fn parse(document: &str) -> Result<Element, String> {
    // The open elements; the first is the document itself.
    let mut open = vec![Element::default()];
    let mut rest = document;
    while let Some(start) = rest.find('<') {
        let (text, markup) = rest.split_at(start);
        let inner = innermost(&mut open)?;
        inner.text.push_str(&unescape(text));
        rest = if let Some(comment) = markup.strip_prefix("<!--") {
            after(comment, "-->")?.1
        } else if markup.starts_with("<!") || markup.starts_with("<?") {
            after(markup, ">")?.1
        } else if let Some(end) = markup.strip_prefix("</") {
            let (name, rest) = after(end, ">")?;
            if open.len() < 2 || inner_name(&open) != name.trim_end() {
                return Err(format!("</{name}> ends nothing"));
            }
            let done = open.pop().unwrap_or_default();
            innermost(&mut open)?.children.push(done);
            rest
        } else {
            let (element, is_empty, rest) = start_of(&markup[1..])?;
            if is_empty {
                innermost(&mut open)?.children.push(element);
            } else if open.len() > MOST_DEPTH {
                return Err("too many elements are inside each other".to_owned());
            } else {
                open.push(element);
            }
            rest
        };
    }
    if open.len() > 1 {
        return Err(format!("<{}> has no end", inner_name(&open)));
    }
    let mut elements = open.pop().unwrap_or_default().children.into_iter();
    let first = elements.next().ok_or("no element")?;
    if elements.next().is_some() { Err("two elements are outermost".to_owned()) } else { Ok(first) }
}

/// A document without its comments, which hwloc's own parser does not accept.
pub(crate) fn without_comments(document: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(document.len()), document);
    while let Some(start) = rest.find("<!--") {
        out.push_str(&rest[..start]);
        rest = rest[start..].split_once("-->").map_or("", |(_, rest)| rest.trim_start());
    }
    out + rest
}

fn innermost(open: &mut [Element]) -> Result<&mut Element, String> {
    open.last_mut().ok_or_else(|| "no element".to_owned())
}

fn inner_name(open: &[Element]) -> &str {
    open.last().map_or("", |element| &element.name)
}

fn after<'a>(text: &'a str, mark: &str) -> Result<(&'a str, &'a str), String> {
    text.split_once(mark).ok_or_else(|| format!("no {mark}"))
}

/// Parses an element from the position after its `<`; returns it, true if it is an empty element, and the rest.
fn start_of(text: &str) -> Result<(Element, bool, &str), String> {
    let is_end = |c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>' | '=');
    let end = text.find(is_end).filter(|end| *end > 0).ok_or("an element has no name")?;
    let (name, mut rest) = text.split_at(end);
    let mut element = Element { name: name.to_owned(), ..Element::default() };
    loop {
        rest = rest.trim_start();
        if let Some(rest) = rest.strip_prefix("/>") {
            return Ok((element, true, rest));
        }
        if let Some(rest) = rest.strip_prefix('>') {
            return Ok((element, false, rest));
        }
        let (name, value) = rest.split_once('=').ok_or("an attribute has no value")?;
        let value = value.trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\'')).ok_or("a value has no quotes")?;
        let (value, behind) = value[1..].split_once(quote).ok_or("a value has no end")?;
        let name = name.trim_end();
        if name.is_empty() || name.contains(|c: char| is_end(c) || c == '<') {
            return Err(format!("<{}> has an attribute without a name", element.name));
        }
        element.attributes.push((name.to_owned(), unescape(value)));
        rest = behind;
    }
}

/// Replaces character references by their characters. Unknown references stay unchanged.
fn unescape(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, escaped)) = rest.split_once('&') {
        out.push_str(before);
        let character = escaped.split_once(';').and_then(|(name, rest)| Some((character(name)?, rest)));
        rest = match character {
            Some((character, rest)) => {
                out.push(character);
                rest
            }
            None => {
                out.push('&');
                escaped
            }
        };
    }
    out + rest
}

fn character(name: &str) -> Option<char> {
    match name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let hexadecimal = number.strip_prefix('x').map(|digits| u32::from_str_radix(digits, 16));
            char::from_u32(hexadecimal.unwrap_or_else(|| number.parse()).ok()?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_attributes_and_texts() {
        let text = "<?xml version=\"1.0\"?>\n<!DOCTYPE a SYSTEM \"a.dtd\">\n<!-- <b> -->\n\
            <a one='1' two = \"&lt;&#65;&#x42;&amp;\">\
            x<b/><!-- - -->y<c>&gt;&nothing; &</c ></a>\n";
        let a = parse(text).unwrap();
        assert_eq!((a.get("one"), a.get("two"), a.get("three")), (Some("1"), Some("<AB&"), None));
        assert_eq!((a.number::<u8>("one"), a.number::<u8>("two")), (Some(1), None));
        assert_eq!((&*a.name, &*a.text), ("a", "xy"));
        assert_eq!(a.named("c").map(|c| &*c.text).collect::<Vec<_>>(), [">&nothing; &"]);
        assert_eq!(parse(&without_comments(text)).unwrap(), a);
    }

    #[test]
    fn damage_is_an_error() {
        for text in
            ["", "a", "<a>", "</a>", "<a></b>", "<a", "<a b>", "<a b=c/>", "<a ='c'/>", "<a/><b/>", "<!-- ", "< a/>"]
        {
            assert!(parse(text).is_err(), "{text}");
        }
        assert!(parse(&"<a>".repeat(1_000_000)).is_err());
        assert_eq!(without_comments("a<!-- b --> c<!-- d"), "ac");
    }
}
