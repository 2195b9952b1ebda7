// SPDX-License-Identifier: MIT OR Apache-2.0
//! Two kinds of SVG charts: lines over sizes or numbers, and bars in two parts.
//!
//! The native side has the same colour everywhere, and so has the library's side. Lines also differ in marker and dash:
//! they may cover each other, and may be printed without colour.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

mod bars;
mod lines;
#[cfg(test)]
mod tests;

pub use bars::{Bar, Bars};
use lines::Style;
pub use lines::{Across, Lines, Point, Series};

const SIZE: (u32, u32) = (960, 540);
const FONT: &str = "sans-serif";
/// The colours of the native side and of the library's side: two that most people can distinguish (Okabe and Ito).
const NATIVE: RGBColor = RGBColor(213, 94, 0);
const OURS: RGBColor = RGBColor(0, 114, 178);
/// The other colours of Okabe and Ito, and three more.
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
    RGBColor(150, 150, 150),
    RGBColor(120, 70, 40),
    RGBColor(210, 190, 40),
];
const GREY: RGBColor = RGBColor(90, 90, 90);

/// The owner of a value, which determines its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The baseline: the MPI's own call, or a program's own code.
    Native,
    /// The library.
    Ours,
    /// Another one.
    Other,
}

/// Lower and upper quartile of the measurements.
pub type Quartiles = (f64, f64);

/// An entry of a legend.
struct Key<'a> {
    name: &'a str,
    mark: Mark,
}

/// The sign of an entry.
enum Mark {
    Filled(RGBColor),
    Line(Style),
    Rule(RGBColor),
    Hollow,
    Letter(&'static str),
}

/// The radius of a point, in pixels.
const RADIUS: i32 = 4;
/// Half the width of a whisker's ends.
const CAP: i32 = 4;
/// Whiskers longer than this multiple of the values are cut: they would hide the lines.
const LONGEST: f64 = 2.0;

/// Returns a colour for each side.
fn colours(sides: impl Iterator<Item = Side>) -> Vec<RGBColor> {
    let mut others = COLOURS.into_iter().cycle();
    let colour = |side| match side {
        Side::Native => Some(NATIVE),
        Side::Ours => Some(OURS),
        Side::Other => others.next(),
    };
    sides.map(colour).map(|colour| colour.unwrap_or(BLACK)).collect()
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn<T> = Result<T, DrawingAreaErrorKind<std::io::Error>>;

fn text(size: u32, side: HPos) -> TextStyle<'static> {
    let height = if matches!(side, HPos::Center) { VPos::Top } else { VPos::Center };
    TextStyle::from((FONT, size)).pos(Pos::new(side, height))
}

/// Draws an SVG picture with a title above and a legend. Writing into a string does not fail; an error of plotters
/// would give an empty picture.
fn picture(titles: [&str; 2], keys: &[Key], draw: impl FnOnce(&Area) -> Drawn<()>) -> String {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let [title, subtitle] = titles;
        let titled = area.fill(&WHITE).and_then(|()| area.titled(title, (FONT, 18)));
        let titled =
            titled.and_then(|area| if subtitle.is_empty() { Ok(area) } else { area.titled(subtitle, (FONT, 14)) });
        let result = titled.and_then(|area| {
            let longest =
                keys.iter().map(|key| key.name.chars().count()).max().map_or(0, |length| 62 + 8 * length as u32);
            let (left, right) = area.split_horizontally(area.dim_in_pixel().0 - longest);
            legend(&right, keys)?;
            draw(&left)
        });
        let result = result.and_then(|()| area.present());
        debug_assert!(result.is_ok(), "{result:?}");
    }
    svg
}

fn legend(area: &Area, keys: &[Key]) -> Drawn<()> {
    for (nth, key) in keys.iter().enumerate() {
        let y = 30 + 24 * nth as i32;
        match key.mark {
            Mark::Filled(colour) => area.draw(&Rectangle::new([(0, y - 5), (18, y + 5)], colour.filled()))?,
            Mark::Line(style) => style.key(area, y)?,
            Mark::Rule(colour) => area.draw(&PathElement::new([(0, y), (30, y)], colour.stroke_width(2)))?,
            Mark::Hollow => area.draw(&Circle::new((15, y), RADIUS, BLACK.stroke_width(1)))?,
            Mark::Letter(letter) => area.draw(&Text::new(letter, (5, y), text(14, HPos::Left)))?,
        }
        area.draw(&Text::new(key.name.to_owned(), (38, y), text(14, HPos::Left)))?;
    }
    Ok(())
}
