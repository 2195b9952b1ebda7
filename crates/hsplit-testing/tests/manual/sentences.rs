// SPDX-License-Identifier: MIT OR Apache-2.0
//! The sentences of the documents begin with a noun, and words have their meaning in the field: see
//! `docs/src/glossary.md`.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::{documents, files, pages, read};

/// No sentence begins with these words.
const OPENINGS: &[&str] = &["What", "Where", "Those", "Whether", "Who", "Behind"];

/// Words that the glossary replaces, and what processes do not do.
const PRIVATE: &[&str] = &[
    "campaign",
    "damage",
    "dealt out",
    "goes on ",
    "mistake",
    "machine-room",
    "nobody",
    "processes know",
    "rank knows",
    "ranks know",
    "somebody",
    "steps aside",
    "strangers",
    "waits on,",
];

/// The paragraphs, headings and table cells of a Markdown text, without its code.
fn prose(text: &str) -> Vec<String> {
    let (mut found, mut is_code) = (vec![String::new()], false);
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => is_code = true,
            Event::End(TagEnd::CodeBlock) => is_code = false,
            Event::Text(text) if !is_code => found.last_mut().expect("one").push_str(&text),
            Event::SoftBreak => found.last_mut().expect("one").push(' '),
            Event::Code(_) => found.last_mut().expect("one").push('`'),
            Event::Start(Tag::Paragraph | Tag::Heading { .. } | Tag::TableCell | Tag::Item) => {
                found.push(String::new())
            }
            _ => {}
        }
    }
    found
}

/// The faults of a text: the beginnings of its sentences, and its words.
fn faults(text: &str) -> Vec<String> {
    let sentences = text.split_inclusive(['.', '!', '?', ':']).flat_map(|part| part.split(" (")).map(str::trim_start);
    let begins = |sentence: &&str| {
        let first = sentence.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        OPENINGS.contains(&first)
    };
    let openings = sentences.filter(begins).map(str::to_owned);
    let lower = text.to_lowercase();
    let private = PRIVATE.iter().filter(|word| lower.contains(*word)).map(|word| format!("'{word}' in: {text}"));
    openings.chain(private).collect()
}

#[test]
fn sentences_begin_with_a_noun_and_words_are_those_of_the_field() {
    let mut wrong = vec![];
    for file in documents() {
        let found = prose(&read(&file)).iter().flat_map(|text| faults(text)).collect::<Vec<_>>();
        wrong.extend(found.into_iter().map(|fault| format!("{file}: {fault}")));
    }
    for file in files("man", &[".3", ".5", ".7"]) {
        let text = pages::plain(&read(&file)).replace('\n', " ");
        wrong.extend(
            faults(&text).into_iter().map(|fault| format!("{file}: {}", fault.chars().take(160).collect::<String>())),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn faults_are_found() {
    let prose = prose(
        "# Where it is\n\nRanks wait. What is `sent`, arrives.\n\n```\nWho knows\n```\n\n| a |\n|---|\n| nobody |\n",
    );
    let found: Vec<String> = prose.iter().flat_map(|text| faults(text)).collect();
    assert_eq!(found, ["Where it is", "What is `, arrives.", "'nobody' in: nobody"]);
}
