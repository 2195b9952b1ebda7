// SPDX-License-Identifier: MIT OR Apache-2.0
//! The comment of a call, divided into the sections that `src/capi.rs` explains.

/// A part of a section.
#[derive(PartialEq, Debug)]
pub enum Block {
    Paragraph(String),
    /// Items, each with its explanation.
    Items(Vec<(String, String)>),
}

/// A comment.
pub struct Comment {
    /// The first paragraph.
    pub brief: String,
    /// The headings, each with its text; the heading of the description is empty.
    sections: Vec<(String, Vec<Block>)>,
}

impl Comment {
    /// Parses the lines of a comment.
    pub fn of(lines: &[&str]) -> Self {
        let lines: Vec<&str> = lines.iter().map(|line| line.trim_start_matches("///")).collect();
        let mut sections = vec![(String::new(), vec![])];
        for block in lines.split(|line| line.is_empty()).filter(|block| !block.is_empty()) {
            let block = match block[0].strip_prefix(" # ") {
                Some(heading) => {
                    sections.push((heading.to_owned(), vec![]));
                    &block[1..]
                }
                None => block,
            };
            let blocks = sections.last_mut().map(|(_, blocks)| blocks).filter(|_| !block.is_empty());
            if let Some(blocks) = blocks {
                blocks.push(Block::of(block));
            }
        }
        let description = &mut sections[0].1;
        let brief = match (!description.is_empty()).then(|| description.remove(0)) {
            Some(Block::Paragraph(brief)) => brief,
            other => panic!("a comment begins with a sentence, not with {other:?}"),
        };
        Self { brief, sections }
    }

    /// Returns the blocks of a section.
    pub fn section(&self, heading: &str) -> &[Block] {
        self.sections.iter().find(|(one, _)| one == heading).map_or(&[], |(_, blocks)| blocks)
    }
}

impl Block {
    fn of(lines: &[&str]) -> Self {
        if !lines[0].starts_with(" - ") {
            return Self::Paragraph(joined(lines));
        }
        let mut starts: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].starts_with(" - ")).collect();
        starts.push(lines.len());
        let items = starts.windows(2).map(|pair| {
            let item = joined(&lines[pair[0]..pair[1]]);
            let (word, text) = item[2..].split_once(": ").unwrap_or_else(|| panic!("no item: {item}"));
            (word.to_owned(), text.to_owned())
        });
        Self::Items(items.collect())
    }
}

fn joined(lines: &[&str]) -> String {
    lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}
