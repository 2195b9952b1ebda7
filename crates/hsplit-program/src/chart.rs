// SPDX-License-Identifier: MIT OR Apache-2.0
//! Two kinds of chart, as SVG: lines over sizes or numbers, and bars in two parts.

use plotters::coord::Shift;
use plotters::coord::ranged1d::ValueFormatter;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::series::LineSeries;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::units;

const SIZE: (u32, u32) = (960, 540);
const FONT: &str = "sans-serif";
/// Colours that most people tell apart (Okabe and Ito), and three more.
const COLOURS: [RGBColor; 10] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
    RGBColor(150, 150, 150),
    RGBColor(120, 70, 40),
    RGBColor(210, 190, 40),
];
/// So many labels have room beside each other.
const MOST_LABELS: f64 = 24.0;
/// As in the paper: computing is blue, communication red.
const COMPUTING: RGBColor = RGBColor(0, 114, 178);
const COMMUNICATION: RGBColor = RGBColor(200, 50, 40);

/// A line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What it shows.
    pub name: String,
    /// Where it goes: sizes or numbers, and values.
    pub points: Vec<(u64, f64)>,
}

/// What is to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Across<'a> {
    /// Sizes in bytes, at equal distances.
    Sizes,
    /// Numbers of what this says, at their distances.
    Numbers(&'a str),
}

/// Lines over sizes or numbers.
pub struct Lines<'a> {
    /// What stands above.
    pub title: &'a str,
    /// What is to the right.
    pub across: Across<'a>,
    /// What the values are.
    pub y_label: &'a str,
    /// The lines.
    pub series: Vec<Series>,
    /// Whether values are times in microseconds on a logarithmic axis.
    pub logarithmic: bool,
    /// A value that deserves a line of its own.
    pub reference: Option<f64>,
}

/// A bar for each name: what was computed, then what was communicated, in microseconds.
pub struct Bars<'a> {
    /// What stands above.
    pub title: &'a str,
    /// Names and values, the first one uppermost.
    pub bars: Vec<(String, f64, f64)>,
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn<T> = Result<T, DrawingAreaErrorKind<std::io::Error>>;

impl Lines<'_> {
    /// The picture.
    pub fn draw(&self) -> String {
        let names: Vec<(&str, RGBColor)> =
            self.series.iter().map(|series| series.name.as_str()).zip(COLOURS.into_iter().cycle()).collect();
        picture(self.title, &names, |area| {
            let mut builder = ChartBuilder::on(area);
            builder.margin(12).x_label_area_size(40).y_label_area_size(70);
            let values = || {
                self.series.iter().flat_map(|series| series.points.iter().map(|point| point.1)).chain(self.reference)
            };
            let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
            let sizes = self.sizes();
            let (from, to) = self.ends(&sizes);
            let x = from..to;
            if self.logarithmic {
                let (low, high) = decades(low, high);
                self.fill(&sizes, builder.build_cartesian_2d(x, (low..high).log_scale())?, &units::time)
            } else {
                self.fill(&sizes, builder.build_cartesian_2d(x, 0.0..high.max(1.0) * 1.1)?, &|value| {
                    format!("{value:.1}")
                })
            }
        })
    }

    fn sizes(&self) -> Vec<u64> {
        let mut sizes: Vec<u64> =
            self.series.iter().flat_map(|series| series.points.iter().map(|point| point.0)).collect();
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

    /// Where the axis begins and ends. One size makes no axis: there is room on both sides.
    fn ends(&self, sizes: &[u64]) -> (f64, f64) {
        let (first, last) = (sizes.first().copied().unwrap_or(0), sizes.last().copied().unwrap_or(0));
        let (from, to) = (self.at(sizes, first), self.at(sizes, last));
        let system = if self.across == Across::Sizes { 0.2 } else { ((to - from) * 0.03).max(0.2) };
        (from - system, to + system)
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
            // Under the axis: plotters itself would choose sizes of its own. One that has no room is left out.
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
        if let Some(reference) = self.reference {
            chart.draw_series(LineSeries::new([(from, reference), (to, reference)], BLACK.mix(0.5)))?;
        }
        for (series, colour) in self.series.iter().zip(COLOURS.into_iter().cycle()) {
            let mut points: Vec<(f64, f64)> = series.points.iter().map(|&(size, value)| (at(size), value)).collect();
            points.sort_by(|one, other| one.0.total_cmp(&other.0));
            chart.draw_series(LineSeries::new(points.clone(), colour.stroke_width(2)))?;
            chart.draw_series(points.into_iter().map(|point| Circle::new(point, 3, colour.filled())))?;
        }
        Ok(())
    }
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
        let told_apart = self.bars.iter().any(|(_, computing, _)| *computing > 0.0);
        let names: &[_] = if told_apart { &[("computing", COMPUTING), ("communication", COMMUNICATION)] } else { &[] };
        picture(self.title, names, |area| {
            let count = self.bars.len();
            let longest =
                self.bars.iter().map(|(_, computing, communication)| computing + communication).fold(0.0, f64::max);
            let widest = self.bars.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0) as u32;
            let mut builder = ChartBuilder::on(area);
            builder.margin(12).x_label_area_size(40).y_label_area_size(30 + 8 * widest);
            let mut chart =
                builder.build_cartesian_2d(0.0..longest.max(1e-3) * 1.15, -0.6..count.max(1) as f64 - 0.4)?;
            let mut mesh = chart.configure_mesh();
            mesh.disable_y_mesh().disable_y_axis().y_labels(0).max_light_lines(0);
            mesh.label_style((FONT, 13)).x_label_formatter(&|value| units::time(*value)).draw()?;
            for (nth, (name, computing, communication)) in self.bars.iter().enumerate() {
                // The first bar is the uppermost.
                let (y, end) = ((count - 1 - nth) as f64, computing + communication);
                let bar = |from: f64, to: f64, colour: RGBColor| {
                    Rectangle::new([(from, y - 0.35), (to, y + 0.35)], colour.filled())
                };
                chart.draw_series([bar(0.0, *computing, COMPUTING), bar(*computing, end, COMMUNICATION)])?;
                let (left, right) = (
                    Text::new(name.clone(), (-8, 0), text(14, HPos::Right)),
                    Text::new(units::time(end), (6, 0), text(14, HPos::Left)),
                );
                chart.plotting_area().draw(&(EmptyElement::at((0.0, y)) + left))?;
                chart.plotting_area().draw(&(EmptyElement::at((end, y)) + right))?;
            }
            Ok(())
        })
    }
}

fn text(size: u32, side: HPos) -> TextStyle<'static> {
    let height = if matches!(side, HPos::Center) { VPos::Top } else { VPos::Center };
    TextStyle::from((FONT, size)).pos(Pos::new(side, height))
}

/// An SVG picture with a title above and names beside it. Writing into a string does not fail, and what plotters
/// refuses would be a picture that is empty.
fn picture(title: &str, names: &[(&str, RGBColor)], draw: impl FnOnce(&Area) -> Drawn<()>) -> String {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let result = area.fill(&WHITE).and_then(|()| area.titled(title, (FONT, 18))).and_then(|area| {
            let longest =
                names.iter().map(|(name, _)| name.chars().count()).max().map_or(0, |length| 50 + 8 * length as u32);
            let (left, right) = area.split_horizontally(area.dim_in_pixel().0 - longest);
            legend(&right, names)?;
            draw(&left)
        });
        let result = result.and_then(|()| area.present());
        debug_assert!(result.is_ok(), "{result:?}");
    }
    svg
}

fn legend(area: &Area, names: &[(&str, RGBColor)]) -> Drawn<()> {
    for (nth, (name, colour)) in names.iter().enumerate() {
        let y = 30 + 24 * nth as i32;
        area.draw(&Rectangle::new([(0, y - 5), (18, y + 5)], colour.filled()))?;
        area.draw(&Text::new((*name).to_owned(), (26, y), text(14, HPos::Left)))?;
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

    #[test]
    fn lines_have_names_and_sizes() {
        let (linear, chain) = (vec![(1 << 20, 6.0), (1024, 2.0)], vec![(1024, 1.5)]);
        let series =
            vec![Series { name: "linear <&>".into(), points: linear }, Series { name: "chain".into(), points: chain }];
        let svg = Lines {
            title: "A title",
            across: Across::Sizes,
            y_label: "factor",
            series,
            logarithmic: false,
            reference: Some(1.0),
        }
        .draw();
        let texts = texts(&svg);
        for text in ["A title", "factor", "linear &lt;&amp;&gt;", "chain", "1 KiB", "1 MiB"] {
            assert!(texts.contains(&text), "{text}: {texts:?}");
        }
        assert_eq!((svg.matches("<circle").count(), svg.matches("<polyline").count() >= 2), (3, true), "{svg}");
    }

    #[test]
    fn numbers_stand_at_their_distances() {
        let series = vec![Series { name: "ECEF".into(), points: vec![(2, 1.0), (3, 2.0), (50, 3.0)] }];
        let svg = Lines {
            title: "t",
            across: Across::Numbers("clusters"),
            y_label: "s",
            series,
            logarithmic: false,
            reference: None,
        }
        .draw();
        // 3 has no room beside 2.
        let texts = texts(&svg);
        assert_eq!(
            ["2", "3", "50", "clusters"].map(|text| texts.contains(&text)),
            [true, false, true, true],
            "{texts:?}"
        );
        let across: Vec<i32> =
            svg.split("<circle cx=\"").skip(1).filter_map(|part| part.split('"').next()?.parse().ok()).collect();
        let [first, second, last] = across[..] else { panic!("{svg}") };
        assert!(second > first && (last - second) > 20 * (second - first), "{across:?}");
    }

    #[test]
    fn times_stand_on_a_logarithmic_axis() {
        let series = vec![Series { name: "H_topo".into(), points: vec![(64, 10.0), (4096, 10_000.0)] }];
        let svg =
            Lines { title: "t", across: Across::Sizes, y_label: "time", series, logarithmic: true, reference: None }
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
        let svg = Bars { title: "b", bars: vec![("simple".into(), 2.0, 8.0), ("topological".into(), 2.0, 3.0)] }.draw();
        for text in ["simple", "topological", "10.0 us", "5.00 us", "computing", "communication"] {
            assert!(texts(&svg).contains(&text), "{text}: {:?}", texts(&svg));
        }
    }

    #[test]
    fn nothing_measured_is_still_a_picture() {
        assert!(Bars { title: "b", bars: vec![] }.draw().trim_end().ends_with("</svg>"));
        for logarithmic in [false, true] {
            let svg =
                Lines { title: "b", across: Across::Sizes, y_label: "y", series: vec![], logarithmic, reference: None }
                    .draw();
            assert!(svg.trim_end().ends_with("</svg>"));
        }
    }
}
