// SPDX-License-Identifier: MIT OR Apache-2.0
//! Nested boxes as one HTML page that needs no other file: boxes open and close by a click, also without scripts; a
//! button for each level opens the page down to it.

use super::colour::{Entry, fill};
use crate::scene::HeadLine;
use hsplit_core::message::cleaned;

/// A box.
pub(crate) struct Item {
    /// The name of its level.
    pub(crate) level: &'static str,
    /// What it is called.
    pub(crate) title: String,
    /// The line beside the title, which is seen while the box is closed.
    pub(crate) summary: String,
    /// The lines in it.
    pub(crate) lines: Vec<String>,
    /// The small boxes in it: what stands there, and what that is.
    pub(crate) cells: Vec<(String, String)>,
    /// The boxes in it.
    pub(crate) items: Vec<Item>,
    /// Whether it is open before the first click.
    pub(crate) is_open: bool,
}

/// A page.
pub(crate) struct Page<'a> {
    pub(crate) head: &'a [HeadLine],
    /// What the colours mean.
    pub(crate) legend: &'a [Entry],
    /// The line below the legend.
    pub(crate) words: &'a str,
    pub(crate) all: Item,
}

const STYLE: &str = "\
body { font: 14px/1.35 'DejaVu Sans Mono', Menlo, Consolas, monospace; margin: 12px; color: black; background: white }
table { border-spacing: 0; color: #444 } td { padding: 0 12px 0 0; vertical-align: top }
nav, footer { margin: 10px 0; color: #444 } button { font: inherit; margin: 0 4px 4px 0; cursor: pointer }
.key { display: inline-block; margin-right: 18px } .key i, .cell { border: 1px solid #555 }
.key i { display: inline-block; width: 11px; height: 11px; margin-right: 6px }
details { border: 1px solid #555; padding: 3px 6px; box-sizing: border-box; max-width: 100% }
details[open] { padding-bottom: 6px } summary { cursor: pointer } summary b { margin-right: 8px }
.in { display: flex; flex-wrap: wrap; gap: 5px; align-items: flex-start; margin-top: 4px }
.cells { display: grid; gap: 2px; justify-content: start; margin-top: 4px }
.cell { background: white; padding: 0 4px; text-align: center; min-width: 2ch; min-height: 1.3em }
.free { background: #c4c4c4 }
@media print { nav { display: none } body { margin: 0; print-color-adjust: exact } }
";

/// A level opens with all that is around it. What follows # in the address is the name of a level to begin with.
const SCRIPT: &str = "\
function show(level) {
  const boxes = [...document.querySelectorAll('details')];
  const wanted = boxes.filter(box => box.dataset.level === level);
  if (!wanted.length && level !== 'none' && level !== 'all') return;
  boxes.forEach(box => { box.open = level === 'all'; });
  const open = box => { if (box) { box.open = true; open(box.parentElement.closest('details')); } };
  wanted.forEach(open);
}
document.querySelectorAll('button').forEach(button => button.onclick = () => show(button.value));
if (location.hash) show(decodeURIComponent(location.hash.slice(1)));
";

impl Page<'_> {
    /// The whole page.
    pub(crate) fn render(&self) -> String {
        let head =
            |(name, value): &HeadLine| format!("<tr><td>{}</td><td>{}</td></tr>\n", escaped(name), escaped(value));
        let key = |entry: &Entry| {
            format!("<span class=key><i style=\"background:{}\"></i>{}</span>\n", entry.fill, escaped(&entry.words))
        };
        let (title, words) = (self.head.first().map_or("hsplit tree", |(_, value)| value), escaped(self.words));
        format!(
            "<!DOCTYPE html>\n<html lang=en>\n<meta charset=utf-8>\n<title>{}</title>\n<style>\n{STYLE}</style>\n\
             <table>\n{}</table>\n<nav>open: {}</nav>\n{}<footer>{}<div>{words}</div></footer>\n\
             <script>\n{SCRIPT}</script>\n</html>\n",
            escaped(title),
            self.head.iter().map(head).collect::<String>(),
            self.buttons(),
            self.all.html(),
            self.legend.iter().map(key).collect::<String>(),
        )
    }

    /// A button for each level that has boxes, outermost first, and for everything.
    fn buttons(&self) -> String {
        fn add(item: &Item, levels: &mut Vec<&'static str>) {
            if !levels.contains(&item.level) {
                levels.push(item.level);
            }
            item.items.iter().for_each(|item| add(item, levels));
        }
        let mut levels = vec![];
        add(&self.all, &mut levels);
        let button =
            |(value, words): (&str, &str)| format!("<button value=\"{}\">{}</button>", escaped(value), escaped(words));
        let levels = levels.into_iter().map(|level| (level, level));
        [("none", "nothing")].into_iter().chain(levels).chain([("all", "everything")]).map(button).collect()
    }
}

impl Item {
    fn html(&self) -> String {
        let line = |line: &String| format!("<div>{}</div>\n", escaped(line));
        let cell = |(words, what): &(String, String)| {
            let class = if words.is_empty() { "cell free" } else { "cell" };
            format!("<div class=\"{class}\" title=\"{}\">{}</div>", escaped(what), escaped(words))
        };
        // Cells are about twice as wide as high.
        let columns = (self.cells.len() as f64 * 0.7).sqrt().ceil() as usize;
        let cells: String = self.cells.iter().map(cell).collect();
        let cells = if cells.is_empty() {
            cells
        } else {
            format!("<div class=cells style=\"grid-template-columns:repeat({columns},auto)\">{cells}</div>\n")
        };
        let items: String = self.items.iter().map(Item::html).collect();
        let items = if items.is_empty() { items } else { format!("<div class=in>\n{items}</div>\n") };
        let open = if self.is_open { " open" } else { "" };
        format!(
            "<details{open} data-level=\"{}\" style=\"background:{}\">\n<summary><b>{}</b>{}</summary>\n\
             {}{cells}{items}</details>\n",
            escaped(self.level),
            fill(self.level),
            escaped(&self.title),
            escaped(&self.summary),
            self.lines.iter().map(line).collect::<String>(),
        )
    }
}

/// A page with a picture, which is as wide as the window, or on demand as large as it was drawn.
pub(crate) fn picture(title: &str, svg: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=en>\n<meta charset=utf-8>\n<title>{}</title>\n<style>\n\
         body {{ font: 14px sans-serif; margin: 12px }} svg {{ display: block; max-width: 100%; height: auto }}\n\
         body:has(input:checked) svg {{ max-width: none }} @media print {{ label {{ display: none }} }}\n</style>\n\
         <label><input type=checkbox> as large as it was drawn</label>\n{svg}\n</html>\n",
        escaped(title)
    )
}

fn escaped(text: &str) -> String {
    cleaned(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_the_language_are_escaped() {
        let item = Item {
            level: "Core",
            title: "a<b>&\"c".to_owned(),
            summary: String::new(),
            lines: vec!["</script>".to_owned()],
            cells: vec![("1".to_owned(), "\" onclick=\"".to_owned())],
            items: vec![],
            is_open: true,
        };
        let page = Page { head: &[], legend: &[], words: "", all: item }.render();
        assert!(page.contains("a&lt;b&gt;&amp;&quot;c") && page.contains("title=\"&quot; onclick=&quot;\""), "{page}");
        assert_eq!(page.matches("</script>").count(), 1);
    }
}
