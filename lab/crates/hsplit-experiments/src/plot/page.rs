// SPDX-License-Identifier: MIT OR Apache-2.0
//! The page with all figures, the tables, and their provenance.

use hsplit_core::tree::words::count_of;

use super::Figure;
use crate::report::Report;
use crate::table;

const STYLE: &str = "\
    body { font-family: sans-serif; max-width: 62em; margin: 2em auto; padding: 0 1em } \
    pre { overflow-x: auto; background: #f6f6f2; padding: 0.8em; font-size: 0.85em } \
    img { max-width: 100%; border: 1px solid #ddd } \
    figure { margin: 1.5em 0 } figcaption { color: #444 }";

/// The page: a section for each set with its figures, and one for those that join sets.
pub(crate) fn render(sets: &[Vec<&Report>], figures: &[Vec<Figure>], joined: &[Figure]) -> String {
    let heading = if joined.is_empty() { "" } else { "<h2>Several runs together</h2>\n" };
    let joined: String = joined.iter().map(shown).collect();
    let sections: String = sets.iter().zip(figures).map(|(set, figures)| section(set, figures)).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n\
         <head><meta charset=\"utf-8\"/><title>hsplit-bench</title><style>{STYLE}</style></head>\n<body>\n\
         <h1>hsplit-bench</h1>\n\
         <p>The experiments of section 7 of RR-9077. Times are medians, from an agreed start to the end on the last \
         rank. Whiskers reach from one quartile to the other; those of a ratio from the quartiles of both times. What \
         is native, or made by hand, is orange, and what is the library's is blue.</p>\n\
         {heading}{joined}{sections}</body>\n</html>\n"
    )
}

fn section(set: &[&Report], figures: &[Figure]) -> String {
    let first = &set[0].provenance;
    let mpi = first.mpi.split(',').next().unwrap_or_default();
    let (ranks, hosts) = (count_of(first.ranks as u64, "rank"), count_of(first.hosts.len() as u64, "host"));
    let mut text = format!("<h2>{}, {ranks} on {hosts}</h2>\n", escaped(mpi));
    figures.iter().for_each(|figure| text += &shown(figure));
    for report in set {
        let command = escaped(&report.provenance.command.join(" "));
        let unfinished = if report.finished { "" } else { " (not finished)" };
        text += &format!("<h3>{command}{unfinished}</h3>\n<pre>{}</pre>\n", escaped(&table::render(report)));
    }
    text
}

fn shown(figure: &Figure) -> String {
    let (file, caption) = (escaped(&figure.file), escaped(&figure.caption));
    format!(
        "<figure><a href=\"{file}\"><img src=\"{file}\" alt=\"{caption}\"/></a>\
         <figcaption>{caption}</figcaption></figure>\n"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::example;

    #[test]
    fn every_figure_is_shown_and_marks_are_escaped() {
        let mut report = example();
        report.provenance.command = vec!["a<b".into()];
        let figures = vec![vec![Figure { file: "bcast.svg".into(), caption: "a & b".into(), svg: String::new() }]];
        let page = render(&[vec![&report]], &figures, &[]);
        assert!(
            page.contains("<img src=\"bcast.svg\" alt=\"a &amp; b\"/>") && page.contains("<h3>a&lt;b</h3>"),
            "{page}"
        );
        assert!(page.contains("<h2>Some MPI 1.0, 4 ranks on 2 hosts</h2>"), "{page}");
        report.provenance.hosts.pop_last();
        assert!(render(&[vec![&report]], &figures, &[]).contains("<h2>Some MPI 1.0, 4 ranks on 1 host</h2>"));
        let joined = render(&[vec![&report]], &[vec![]], &figures[0]);
        assert!(joined.contains("<h2>Several runs together</h2>\n<figure><a href=\"bcast.svg\">"), "{joined}");
        assert!(!page.contains("Several runs"));
        report.finished = false;
        assert!(render(&[vec![&report]], &figures, &[]).contains("<h3>a&lt;b (not finished)</h3>"));
    }
}
