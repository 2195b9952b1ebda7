// SPDX-License-Identifier: MIT OR Apache-2.0
//! Two kinds of chart, as SVG: lines over sizes or numbers, and bars in two parts.
//!
//! What is native has one colour everywhere, and what is the library's another one. Lines differ in marker and dash,
//! too: they may cover each other, and may be printed without colour.

use plotters::coord::Shift;
use plotters::coord::ranged1d::ValueFormatter;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::series::{DashedLineSeries, LineSeries};
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::units;

const SIZE: (u32, u32) = (960, 540);
const FONT: &str = "sans-serif";
/// What is native, and what is the library's: two of the colours that most people tell apart (Okabe and Ito).
const NATIVE: RGBColor = RGBColor(213, 94, 0);
const OURS: RGBColor = RGBColor(0, 114, 178);
/// The others of them, and three more.
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
/// How many labels fit beside each other.
const MOST_LABELS: f64 = 24.0;
/// How much of its colour computing has beside communication.
const PALE: f64 = 0.45;
const GREY: RGBColor = RGBColor(90, 90, 90);

/// Whose something is, for its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// What others are compared with: the MPI's own, or what a program does by hand.
    Native,
    /// The library's.
    Ours,
    /// Neither.
    Other,
}

/// Between two values, where half of the measurements lie.
pub type Quartiles = (f64, f64);

/// A point of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The size or number below it.
    pub at: u64,
    /// Its height.
    pub value: f64,
    /// Its whiskers.
    pub quartiles: Option<Quartiles>,
    /// Whether the value is from few measurements: such a point is hollow.
    pub few: bool,
}

/// A line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its points, in any order.
    pub points: Vec<Point>,
}

/// What the horizontal axis shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Across<'a> {
    /// Sizes in bytes, at equal distances.
    Sizes,
    /// Numbers, at their distances, with a label for the axis.
    Numbers(&'a str),
}

/// Lines over sizes or numbers.
pub struct Lines<'a> {
    /// The title above the chart.
    pub title: &'a str,
    /// A line below the title; none where it is empty.
    pub subtitle: &'a str,
    /// The horizontal axis.
    pub across: Across<'a>,
    /// The label of the vertical axis.
    pub y_label: &'a str,
    /// The lines.
    pub series: Vec<Series>,
    /// Whether values are times in microseconds on a logarithmic axis.
    pub logarithmic: bool,
    /// A value at which a horizontal line is drawn, and the legend's entry for it.
    pub reference: Option<(f64, &'a str)>,
    /// The legend's entry for points from few measurements, where there are any.
    pub few: &'a str,
}

/// A bar, with times in microseconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Its name, to the left.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// The time in computing, which is drawn first.
    pub computing: f64,
    /// The time in communication.
    pub communication: f64,
    /// The whiskers of both together.
    pub quartiles: Option<Quartiles>,
    /// Whether the times are from few measurements: such a bar has a question mark.
    pub few: bool,
}

impl Bar {
    fn time(&self) -> f64 {
        self.computing + self.communication
    }

    /// Where its drawing ends.
    fn end(&self) -> f64 {
        self.quartiles.map_or(self.time(), |(_, upper)| upper.max(self.time()))
    }
}

/// Bars, each with what was computed and what was communicated.
pub struct Bars<'a> {
    /// The title above the chart.
    pub title: &'a str,
    /// The bars, the first one uppermost.
    pub bars: Vec<Bar>,
    /// The legend's entries for the parts of a bar, computing and communication.
    pub parts: [&'a str; 2],
    /// The legend's entry for bars from few measurements, where there are any.
    pub few: &'a str,
}

/// An entry of a legend.
struct Key<'a> {
    name: &'a str,
    mark: Mark,
}

/// What stands before the name of an entry.
enum Mark {
    Filled(RGBColor),
    Line(Style),
    Rule(RGBColor),
    Hollow,
    Letter(&'static str),
}

/// Of a point, in pixels.
const RADIUS: i32 = 4;
/// Half the width of a whisker's ends.
const CAP: i32 = 4;
/// Whiskers longer than the values times this are cut: they would hide the lines.
const LONGEST: f64 = 2.0;

/// How a line is drawn.
#[derive(Clone, Copy)]
struct Style {
    colour: RGBColor,
    /// The number of the line.
    nth: usize,
}

impl Style {
    /// Dash and gap, in pixels; none where the line is whole.
    fn dash(self) -> Option<(i32, i32)> {
        [None, Some((9, 5)), Some((2, 4))][self.nth % 3]
    }

    /// The corners of the marker around its point; none of a circle.
    fn corners(self) -> &'static [(i32, i32)] {
        const MARKERS: [&[(i32, i32)]; 4] = [
            &[],
            &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
            &[(0, -5), (5, 4), (-5, 4)],
            &[(0, -6), (6, 0), (0, 6), (-6, 0)],
        ];
        MARKERS[self.nth % MARKERS.len()]
    }

    /// The marker at a point, filled or hollow. A hollow one hides the line behind it.
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

    /// The line with its marker in a legend.
    fn key(self, area: &Area, y: i32) -> Drawn<()> {
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

/// A colour for each side, and others for what is on neither.
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
                let high = high.max(1.0) * 1.1;
                // No two labels are equal: there are ten of them or more.
                let digits = if high < 4.0 { 2 } else { usize::from(high < 40.0) };
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

    /// Where a size stands on the axis.
    fn at(&self, sizes: &[u64], size: u64) -> f64 {
        match self.across {
            Across::Sizes => sizes.binary_search(&size).unwrap_or(0) as f64,
            Across::Numbers(_) => size as f64,
        }
    }

    /// Where the axis begins and ends. One size alone makes no axis, so there is a margin on both sides.
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
            // Plotters would choose sizes of its own. A label that does not fit beside the one before is left out.
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
        // Whiskers of several lines stand side by side.
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

/// A vertical line between the quartiles, as far as the axis goes.
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

/// Whole powers of ten around the values: an axis that has none shows no numbers.
fn decades(low: f64, high: f64) -> (f64, f64) {
    if high <= 0.0 {
        return (0.1, 1.0);
    }
    let power = |exponent: f64| 10f64.powi(exponent as i32);
    let (low, high) = (low.max(1e-3).log10(), high.max(1e-3).log10());
    (power(low.floor()), power(high.ceil().max(low.floor() + 1.0)))
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

    /// Parts are explained where bars have both of them.
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

/// On white.
fn pale(colour: RGBColor) -> RGBColor {
    let part = |part: u8| (255.0 - PALE * (255.0 - f64::from(part))) as u8;
    RGBColor(part(colour.0), part(colour.1), part(colour.2))
}

fn text(size: u32, side: HPos) -> TextStyle<'static> {
    let height = if matches!(side, HPos::Center) { VPos::Top } else { VPos::Center };
    TextStyle::from((FONT, size)).pos(Pos::new(side, height))
}

/// An SVG picture with a title above and a legend beside it. Writing into a string does not fail; what plotters
/// refuses would be an empty picture.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts in a picture.
    fn texts(svg: &str) -> Vec<&str> {
        svg.split("</text>")
            .filter_map(|part| part.rsplit('>').next())
            .map(str::trim)
            .filter(|text| !text.is_empty())
            .collect()
    }

    fn line(name: &str, points: &[(u64, f64)]) -> Series {
        let points = points.iter().map(|&(at, value)| Point { at, value, quartiles: None, few: false }).collect();
        Series { name: name.into(), side: Side::Other, points }
    }

    fn bar(name: &str, computing: f64, communication: f64) -> Bar {
        Bar { name: name.into(), side: Side::Other, computing, communication, quartiles: None, few: false }
    }

    #[test]
    fn lines_have_names_and_sizes() {
        let series = vec![line("linear <&>", &[(1 << 20, 6.0), (1024, 2.0)]), line("chain", &[(1024, 1.5)])];
        let svg = Lines {
            title: "A title",
            subtitle: "A subtitle",
            across: Across::Sizes,
            y_label: "factor",
            series,
            logarithmic: false,
            reference: Some((1.0, "native")),
            few: "",
        }
        .draw();
        let texts = texts(&svg);
        for text in ["A title", "factor", "linear &lt;&amp;&gt;", "chain", "1 KiB", "1 MiB", "native", "A subtitle"] {
            assert!(texts.contains(&text), "{text}: {texts:?}");
        }
        // The first line has circles, one of them in the legend, and the second one a square.
        assert_eq!((svg.matches("<circle").count(), svg.matches("<polygon").count()), (3, 2), "{svg}");
    }

    #[test]
    fn numbers_stand_at_their_distances() {
        let series = vec![line("ECEF", &[(2, 1.0), (3, 2.0), (50, 3.0)])];
        let svg = Lines {
            title: "t",
            subtitle: "",
            across: Across::Numbers("clusters"),
            y_label: "s",
            series,
            logarithmic: false,
            reference: None,
            few: "",
        }
        .draw();
        // 3 does not fit beside 2.
        let texts = texts(&svg);
        assert_eq!(
            ["2", "3", "50", "clusters"].map(|text| texts.contains(&text)),
            [true, false, true, true],
            "{texts:?}"
        );
        let across: Vec<i32> =
            svg.split("<circle cx=\"").skip(1).filter_map(|part| part.split('"').next()?.parse().ok()).collect();
        let [_in_the_legend, first, second, last] = across[..] else { panic!("{svg}") };
        assert!(second > first && (last - second) > 20 * (second - first), "{across:?}");
    }

    #[test]
    fn times_stand_on_a_logarithmic_axis() {
        let series = vec![line("H_topo", &[(64, 10.0), (4096, 10_000.0)])];
        let svg = Lines {
            title: "t",
            subtitle: "",
            across: Across::Sizes,
            y_label: "time",
            series,
            logarithmic: true,
            reference: None,
            few: "",
        }
        .draw();
        assert!(texts(&svg).contains(&"100 us") && texts(&svg).contains(&"1.00 ms"), "{:?}", texts(&svg));
    }

    #[test]
    fn every_axis_has_powers_of_ten() {
        let around =
            [(20.0, 50.0), (10.0, 10.0), (0.5, 2000.0), (f64::INFINITY, 0.0)].map(|(low, high)| decades(low, high));
        assert_eq!(around, [(10.0, 100.0), (10.0, 100.0), (0.1, 10_000.0), (0.1, 1.0)]);
    }

    #[test]
    fn bars_have_their_time() {
        let bars = vec![bar("simple", 2.0, 8.0), bar("topological", 2.0, 3.0)];
        let svg = Bars { title: "b", bars, parts: ["computing", "communication"], few: "few" }.draw();
        for text in ["simple", "topological", "10.0 us", "5.00 us", "computing", "communication"] {
            assert!(texts(&svg).contains(&text), "{text}: {:?}", texts(&svg));
        }
        assert!(!texts(&svg).contains(&"few"));
    }

    #[test]
    fn few_measurements_are_seen() {
        let mut series = vec![line("linear", &[(8, 2.0), (16, 3.0)])];
        let draw = |series: &[Series]| {
            Lines {
                title: "t",
                subtitle: "",
                across: Across::Sizes,
                y_label: "factor",
                series: series.to_vec(),
                logarithmic: false,
                reference: None,
                few: "fewer than 5 runs",
            }
            .draw()
        };
        let hollow =
            |svg: &str| svg.lines().filter(|line| line.contains("<circle") && line.contains("fill=\"none\"")).count();
        assert_eq!((hollow(&draw(&series)), draw(&series).contains("fewer than 5 runs")), (0, false));
        series[0].points[1].few = true;
        // The point, and the legend.
        assert_eq!((hollow(&draw(&series)), draw(&series).contains("fewer than 5 runs")), (2, true));

        let bars = vec![Bar { few: true, ..bar("simple", 2.0, 8.0) }, bar("topological", 2.0, 3.0)];
        let svg = Bars { title: "b", bars, parts: ["computing", "waiting"], few: "fewer than 5 runs" }.draw();
        for text in ["10.0 us ?", "5.00 us", "?", "fewer than 5 runs"] {
            assert!(texts(&svg).contains(&text), "{text}: {:?}", texts(&svg));
        }
    }

    #[test]
    fn sides_have_their_colours_and_lines_their_dashes() {
        let mut series = vec![line("native", &[(8, 2.0), (16, 3.0)]), line("library", &[(8, 1.0), (16, 1.0)])];
        (series[0].side, series[1].side) = (Side::Native, Side::Ours);
        series.push(Series { name: "after".into(), ..series[1].clone() });
        series[2].points[0].quartiles = Some((0.9, 1.2));
        let svg = Lines {
            title: "t",
            subtitle: "",
            across: Across::Sizes,
            y_label: "y",
            series,
            logarithmic: false,
            reference: None,
            few: "",
        }
        .draw();
        let drawn = |colour: &str| svg.lines().filter(|line| line.contains(colour)).count();
        assert!(drawn("#D55E00") > 3 && drawn("#0072B2") > 10, "{svg}");
        // A whisker with both ends: a vertical line, and two short ones.
        let thin = svg.lines().filter(|line| line.contains("#0072B2") && line.contains("stroke-width=\"1\" points"));
        let is_whisker =
            |line: &&str| line.split("points=\"").nth(1).is_some_and(|points| points.matches(',').count() == 2);
        assert_eq!(thin.filter(is_whisker).count(), 3, "{svg}");

        let bar = Bar { side: Side::Ours, quartiles: Some((3.0, 5.0)), ..bar("topological", 1.0, 3.0) };
        let svg = Bars { title: "b", bars: vec![bar], parts: ["computing", "communication"], few: "" }.draw();
        for text in ["4.00 us", "libhsplit", "computing"] {
            assert!(texts(&svg).contains(&text), "{text}: {:?}", texts(&svg));
        }
        assert!(svg.matches("fill=\"#0072B2\"").count() >= 3, "{svg}");
    }

    #[test]
    fn labels_of_an_axis_differ() {
        for high in [0.5, 1.0, 1.9, 4.0, 9.0, 39.0, 400.0] {
            let svg = Lines {
                title: "t",
                subtitle: "",
                across: Across::Sizes,
                y_label: "factor",
                series: vec![line("x", &[(8, high)])],
                logarithmic: false,
                reference: None,
                few: "",
            }
            .draw();
            let mut numbers: Vec<&str> = texts(&svg).into_iter().filter(|text| text.parse::<f64>().is_ok()).collect();
            let labels = numbers.len();
            numbers.sort_unstable();
            numbers.dedup();
            assert!(labels > 3 && numbers.len() == labels, "{high}: {numbers:?}");
        }
    }

    #[test]
    fn nothing_measured_is_still_a_picture() {
        let empty = Bars { title: "b", bars: vec![], parts: ["", ""], few: "" };
        assert!(empty.draw().trim_end().ends_with("</svg>"));
        for logarithmic in [false, true] {
            let svg = Lines {
                title: "b",
                subtitle: "",
                across: Across::Sizes,
                y_label: "y",
                series: vec![],
                logarithmic,
                reference: None,
                few: "",
            }
            .draw();
            assert!(svg.trim_end().ends_with("</svg>"));
        }
    }
}
