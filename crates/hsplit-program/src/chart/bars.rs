// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bars in two parts.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::{CAP, FONT, GREY, Key, LONGEST, Mark, NATIVE, OURS, Quartiles, Side, colours, picture, text};
use crate::units;

/// Strength of the colour of the computing part, compared with that of communication.
const PALE: f64 = 0.45;

/// A bar, with times in microseconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Its name, to the left.
    pub name: String,
    /// The owner.
    pub side: Side,
    /// The computing time, which is drawn first.
    pub computing: f64,
    /// The communication time.
    pub communication: f64,
    /// The whiskers of the sum.
    pub quartiles: Option<Quartiles>,
    /// True if the times are from few measurements: such a bar has a question mark.
    pub few: bool,
}

impl Bar {
    fn time(&self) -> f64 {
        self.computing + self.communication
    }

    /// The right end of its drawing, whisker included.
    fn end(&self) -> f64 {
        self.quartiles.map_or(self.time(), |(_, upper)| upper.max(self.time()))
    }
}

/// A chart of bars with the times of computing and communication.
pub struct Bars<'a> {
    /// The title above the chart.
    pub title: &'a str,
    /// The bars, the first one uppermost.
    pub bars: Vec<Bar>,
    /// The legend's entries for the parts of a bar, computing and communication.
    pub parts: [&'a str; 2],
    /// The legend's entry for bars from few measurements, if there are any.
    pub few: &'a str,
}

impl Bars<'_> {
    /// The picture.
    pub fn draw(&self) -> String {
        picture([self.title, ""], &self.legend(), |area| {
            let count = self.bars.len();
            let bars = self.bars.iter().map(Bar::time).fold(0.0, f64::max);
            let longest = self.bars.iter().map(Bar::end).fold(0.0, f64::max).min(LONGEST * bars);
            let widest = self.bars.iter().map(|bar| bar.name.chars().count()).max().unwrap_or(0) as u32;
            let mut builder = ChartBuilder::on(area);
            builder.margin(12).x_label_area_size(40).y_label_area_size(30 + 8 * widest);
            let mut chart =
                builder.build_cartesian_2d(0.0..longest.max(1e-3) * 1.15, -0.6..count.max(1) as f64 - 0.4)?;
            let mut mesh = chart.configure_mesh();
            mesh.disable_y_mesh().disable_y_axis().y_labels(0).max_light_lines(0);
            mesh.label_style((FONT, 13)).x_label_formatter(&|value| units::time(*value)).draw()?;
            let colours = colours(self.bars.iter().map(|bar| bar.side));
            for ((nth, bar), colour) in self.bars.iter().enumerate().zip(colours) {
                // The first bar is the uppermost.
                let (y, end) = ((count - 1 - nth) as f64, bar.time());
                let part = |from: f64, to: f64, strength: f64| {
                    Rectangle::new([(from, y - 0.35), (to, y + 0.35)], colour.mix(strength).filled())
                };
                chart.draw_series([part(0.0, bar.computing, PALE), part(bar.computing, end, 1.0)])?;
                let drawn = bar.end().min(longest);
                if let Some((lower, upper)) = bar.quartiles {
                    let area = chart.plotting_area();
                    area.draw(&PathElement::new([(lower, y), (upper.min(longest), y)], BLACK.stroke_width(1)))?;
                    for side in [lower, upper].into_iter().filter(|side| *side <= longest) {
                        let cap = PathElement::new([(0, -CAP), (0, CAP)], BLACK.stroke_width(1));
                        area.draw(&(EmptyElement::at((side, y)) + cap))?;
                    }
                }
                let time = units::time(end) + if bar.few { " ?" } else { "" };
                let (left, right) = (
                    Text::new(bar.name.clone(), (-8, 0), text(14, HPos::Right)),
                    Text::new(time, (6, 0), text(14, HPos::Left)),
                );
                chart.plotting_area().draw(&(EmptyElement::at((0.0, y)) + left))?;
                chart.plotting_area().draw(&(EmptyElement::at((drawn, y)) + right))?;
            }
            Ok(())
        })
    }

    /// The entries for the parts appear if a bar has both of them.
    fn legend(&self) -> Vec<Key<'_>> {
        let mut keys = vec![];
        if self.bars.iter().any(|bar| bar.computing > 0.0) {
            let [computing, communication] = self.parts;
            keys.push(Key { name: computing, mark: Mark::Filled(pale(GREY)) });
            keys.push(Key { name: communication, mark: Mark::Filled(GREY) });
        }
        if self.bars.iter().any(|bar| bar.side == Side::Ours) {
            keys.push(Key { name: "libhsplit", mark: Mark::Filled(OURS) });
            let is_native = self.bars.iter().any(|bar| bar.side == Side::Native);
            keys.extend(is_native.then_some(Key { name: "native or by hand", mark: Mark::Filled(NATIVE) }));
        }
        keys.extend(self.bars.iter().any(|bar| bar.few).then_some(Key { name: self.few, mark: Mark::Letter("?") }));
        keys
    }
}

/// Mixes the colour with white.
fn pale(colour: RGBColor) -> RGBColor {
    let part = |part: u8| (255.0 - PALE * (255.0 - f64::from(part))) as u8;
    RGBColor(part(colour.0), part(colour.1), part(colour.2))
}
