// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lines over sizes or numbers.

use plotters::coord::ranged1d::ValueFormatter;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::series::{DashedLineSeries, LineSeries};
use plotters::style::text_anchor::HPos;

use super::{
    Area, CAP, COLOURS, Drawn, FONT, Key, LONGEST, Mark, NATIVE, Quartiles, RADIUS, Side, colours, picture, text,
};
use crate::units;

/// Maximum number of labels on an axis.
const MOST_LABELS: f64 = 24.0;

/// A point of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The position on the horizontal axis.
    pub at: u64,
    /// The value on the vertical axis.
    pub value: f64,
    /// Its whiskers.
    pub quartiles: Option<Quartiles>,
    /// True if the value is from few measurements: such a point is hollow.
    pub few: bool,
}

/// A line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// The owner.
    pub side: Side,
    /// Its points, in any order.
    pub points: Vec<Point>,
}

/// The horizontal axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Across<'a> {
    /// Sizes in bytes, at equal distances.
    Sizes,
    /// Numbers, at proportional distances, with a label for the axis.
    Numbers(&'a str),
}

/// Lines over sizes or numbers.
pub struct Lines<'a> {
    /// The title above the chart.
    pub title: &'a str,
    /// A line below the title; none if it is empty.
    pub subtitle: &'a str,
    /// The horizontal axis.
    pub across: Across<'a>,
    /// The label of the vertical axis.
    pub y_label: &'a str,
    /// The lines.
    pub series: Vec<Series>,
    /// True if values are times in microseconds on a logarithmic axis.
    pub logarithmic: bool,
    /// A value at which a horizontal line is drawn, and the legend's entry for it.
    pub reference: Option<(f64, &'a str)>,
    /// The legend's entry for points from few measurements, if there are any.
    pub few: &'a str,
}

/// The style of a line.
#[derive(Clone, Copy)]
pub(super) struct Style {
    colour: RGBColor,
    /// The number of the line.
    nth: usize,
}

impl Style {
    /// Dash and gap, in pixels; `None` for a solid line.
    fn dash(self) -> Option<(i32, i32)> {
        [None, Some((9, 5)), Some((2, 4))][self.nth % 3]
    }

    /// The corners of the marker around its point; none for a circle. Lines of one colour differ in the marker.
    fn corners(self) -> &'static [(i32, i32)] {
        const MARKERS: [&[(i32, i32)]; 4] = [
            &[],
            &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
            &[(0, -5), (5, 4), (-5, 4)],
            &[(0, -6), (6, 0), (0, 6), (-6, 0)],
        ];
        MARKERS[(self.nth + self.nth / COLOURS.len()) % MARKERS.len()]
    }

    /// Draws the marker at a point, filled or hollow. A hollow one hides the line under it.
    fn mark<Y>(self, chart: &mut Context<'_, Y>, at: (f64, f64), is_hollow: bool) -> Drawn<()>
    where
        Y: Ranged<ValueType = f64>,
    {
        let fill = if is_hollow { WHITE } else { self.colour }.filled();
        let area = chart.plotting_area();
        match self.corners() {
            [] => {
                area.draw(&Circle::new(at, RADIUS, fill))?;
                if is_hollow {
                    area.draw(&Circle::new(at, RADIUS, self.colour.stroke_width(1)))?;
                }
            }
            corners => {
                let outline: Vec<(i32, i32)> = corners.iter().chain(&corners[..1]).copied().collect();
                area.draw(&(EmptyElement::at(at) + Polygon::new(corners.to_vec(), fill)))?;
                area.draw(&(EmptyElement::at(at) + PathElement::new(outline, self.colour.stroke_width(1))))?;
            }
        }
        Ok(())
    }

    /// Draws the line with its marker in a legend.
    pub(super) fn key(self, area: &Area, y: i32) -> Drawn<()> {
        let ends = [(0, y), (30, y)];
        match self.dash() {
            None => area.draw(&PathElement::new(ends, self.colour.stroke_width(2)))?,
            Some((dash, gap)) => {
                let starts = (0..30).step_by((dash + gap) as usize);
                for x in starts {
                    area.draw(&PathElement::new([(x, y), ((x + dash).min(30), y)], self.colour.stroke_width(2)))?;
                }
            }
        }
        match self.corners() {
            [] => area.draw(&Circle::new((15, y), RADIUS, self.colour.filled())),
            corners => {
                let moved: Vec<(i32, i32)> = corners.iter().map(|(dx, dy)| (15 + dx, y + dy)).collect();
                area.draw(&Polygon::new(moved, self.colour.filled()))
            }
        }
    }
}

impl Lines<'_> {
    /// The picture.
    pub fn draw(&self) -> String {
        picture([self.title, self.subtitle], &self.legend(), |area| {
            let mut builder = ChartBuilder::on(area);
            builder.margin(12).x_label_area_size(40).y_label_area_size(70);
            let values = || self.points().map(|point| point.value).chain(self.reference.map(|(value, _)| value));
            let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
            let whiskers = || self.points().filter_map(|point| point.quartiles);
            let least = whiskers().map(|(lower, _)| lower).filter(|lower| *lower > 0.0).fold(low, f64::min);
            let most = whiskers().map(|(_, upper)| upper).fold(high, f64::max);
            let (low, high) = (least.max(low / LONGEST), most.min(high * LONGEST));
            let sizes = self.sizes();
            let (from, to) = self.ends(&sizes);
            let x = from..to;
            if self.logarithmic {
                let (low, high) = decades(low, high);
                self.fill(&sizes, builder.build_cartesian_2d(x, (low..high).log_scale())?, &units::time)
            } else {
                // Ratios are shown with the value of what they are relative to.
                let high = if self.reference.is_some() { high.max(1.0) } else { high.max(1e-9) } * 1.1;
                // No two labels are equal: there are ten of them or more.
                let digits = (1.0 - (high / 4.0).log10()).ceil().clamp(0.0, 9.0) as usize;
                self.fill(&sizes, builder.build_cartesian_2d(x, 0.0..high)?, &|value| format!("{value:.digits$}"))
            }
        })
    }

    fn points(&self) -> impl Iterator<Item = &Point> {
        self.series.iter().flat_map(|series| &series.points)
    }

    fn legend(&self) -> Vec<Key<'_>> {
        let lines = self.series.iter().zip(self.styles());
        let mut keys: Vec<Key> =
            lines.map(|(series, style)| Key { name: &series.name, mark: Mark::Line(style) }).collect();
        keys.extend(self.reference.map(|(_, name)| Key { name, mark: Mark::Rule(NATIVE) }));
        keys.extend(self.points().any(|point| point.few).then_some(Key { name: self.few, mark: Mark::Hollow }));
        keys
    }

    fn styles(&self) -> impl Iterator<Item = Style> {
        let colours = colours(self.series.iter().map(|series| series.side));
        colours.into_iter().enumerate().map(|(nth, colour)| Style { colour, nth })
    }

    fn sizes(&self) -> Vec<u64> {
        let mut sizes: Vec<u64> = self.points().map(|point| point.at).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    /// Returns the position of a size on the axis.
    fn at(&self, sizes: &[u64], size: u64) -> f64 {
        match self.across {
            Across::Sizes => sizes.binary_search(&size).unwrap_or(0) as f64,
            Across::Numbers(_) => size as f64,
        }
    }

    /// Returns the ends of the axis. A single size gives no axis, so there is a margin on both sides.
    fn ends(&self, sizes: &[u64]) -> (f64, f64) {
        let (first, last) = (sizes.first().copied().unwrap_or(0), sizes.last().copied().unwrap_or(0));
        let (from, to) = (self.at(sizes, first), self.at(sizes, last));
        let margin = if self.across == Across::Sizes { 0.2 } else { ((to - from) * 0.03).max(0.2) };
        (from - margin, to + margin)
    }

    fn label(&self, size: u64) -> String {
        if self.across == Across::Sizes { units::bytes(size) } else { size.to_string() }
    }

    fn fill<'a, Y>(&self, sizes: &[u64], mut chart: Context<'a, Y>, y_value: &dyn Fn(f64) -> String) -> Drawn<()>
    where
        Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
    {
        let at = |size: u64| self.at(sizes, size);
        let mut mesh = chart.configure_mesh();
        mesh.disable_x_mesh().disable_x_axis().x_labels(0).max_light_lines(if self.logarithmic { 9 } else { 0 });
        mesh.y_desc(self.y_label).label_style((FONT, 13)).y_label_formatter(&|value| y_value(*value)).draw()?;
        let bottom = chart.as_coord_spec().get_y_range().start;
        let (from, to) = self.ends(sizes);
        let mut free = f64::NEG_INFINITY;
        for &size in sizes {
            // Plotters would choose other sizes. A label that would overlap the one before is left out.
            if at(size) >= free {
                let label = Text::new(self.label(size), (0, 8), text(13, HPos::Center));
                chart.plotting_area().draw(&(EmptyElement::at((at(size), bottom)) + label))?;
                free = at(size) + (to - from) / MOST_LABELS;
            }
        }
        if let Across::Numbers(what) = self.across {
            let label = Text::new(what.to_owned(), (0, 26), text(13, HPos::Center));
            chart.plotting_area().draw(&(EmptyElement::at(((from + to) / 2.0, bottom)) + label))?;
        }
        if let Some((reference, _)) = self.reference {
            chart.draw_series(LineSeries::new([(from, reference), (to, reference)], NATIVE.stroke_width(2)))?;
        }
        // Whiskers of several lines are drawn next to each other.
        let has_whiskers = self.points().any(|point| point.quartiles.is_some()) && self.across == Across::Sizes;
        let apart = if has_whiskers { (to - from) * 0.012 } else { 0.0 };
        let middle = self.series.len().saturating_sub(1) as f64 / 2.0;
        for (series, style) in self.series.iter().zip(self.styles()) {
            let mut points: Vec<&Point> = series.points.iter().collect();
            points.sort_by_key(|point| point.at);
            let place = |point: &Point| (at(point.at) + (style.nth as f64 - middle) * apart, point.value);
            let line: Vec<(f64, f64)> = points.iter().map(|point| place(point)).collect();
            match style.dash() {
                None => chart.draw_series(LineSeries::new(line, style.colour.stroke_width(2)))?,
                Some((dash, gap)) => {
                    chart.draw_series(DashedLineSeries::new(line, dash, gap, style.colour.stroke_width(2)))?
                }
            };
            for point in points {
                whiskers(&mut chart, place(point), point.quartiles, style.colour)?;
                style.mark(&mut chart, place(point), point.few)?;
            }
        }
        Ok(())
    }
}

/// Draws a vertical line between the quartiles, as far as the axis extends.
fn whiskers<Y>(
    chart: &mut Context<'_, Y>,
    (x, _): (f64, f64),
    quartiles: Option<Quartiles>,
    colour: RGBColor,
) -> Drawn<()>
where
    Y: Ranged<ValueType = f64>,
{
    let Some((lower, upper)) = quartiles else { return Ok(()) };
    let range = chart.as_coord_spec().get_y_range();
    let within = |value: f64| value.clamp(range.start, range.end);
    let area = chart.plotting_area();
    area.draw(&PathElement::new([(x, within(lower)), (x, within(upper))], colour.stroke_width(1)))?;
    for end in [lower, upper].into_iter().filter(|&end| within(end) == end) {
        let cap = PathElement::new([(-CAP, 0), (CAP, 0)], colour.stroke_width(1));
        area.draw(&(EmptyElement::at((x, end)) + cap))?;
    }
    Ok(())
}

type Context<'a, Y> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<RangedCoordf64, Y>>;

/// Returns powers of ten around the values: an axis without one shows no numbers.
pub(super) fn decades(low: f64, high: f64) -> (f64, f64) {
    if high <= 0.0 {
        return (0.1, 1.0);
    }
    let power = |exponent: f64| 10f64.powi(exponent as i32);
    let (low, high) = (low.max(1e-3).log10(), high.max(1e-3).log10());
    (power(low.floor()), power(high.ceil().max(low.floor() + 1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_one_colour_have_other_markers() {
        let marker = |nth| Style { colour: COLOURS[nth % COLOURS.len()], nth }.corners();
        for first in 0..COLOURS.len() {
            let alike: Vec<_> = (0..4).map(|turn| marker(first + turn * COLOURS.len())).collect();
            for (at, one) in alike.iter().enumerate() {
                assert!(!alike[..at].contains(one), "{first}");
            }
        }
    }
}
