// SPDX-License-Identifier: MIT OR Apache-2.0
//! Two kinds of chart: lines over sizes, and bars in two parts.

use plotters::prelude::*;
use plotters::series::LineSeries;

use super::super::table;

const SIZE: (u32, u32) = (960, 540);
const FONT: &str = "sans-serif";
/// Colours that are told apart in print too (Okabe and Ito), and black.
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
    RGBColor(150, 150, 150),
];
/// As in the paper: computing is blue, communication red.
const COMPUTING: RGBColor = RGBColor(0, 114, 178);
const COMMUNICATION: RGBColor = RGBColor(200, 50, 40);

/// A line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub name: String,
    /// Sizes and values.
    pub points: Vec<(u64, f64)>,
}

/// Lines over sizes, which stand at equal distances.
pub struct Lines<'a> {
    pub title: &'a str,
    pub y_label: &'a str,
    pub series: Vec<Series>,
    pub logarithmic: bool,
    /// A value that deserves a line of its own.
    pub reference: Option<f64>,
}

/// A bar for each name: what was computed, then what was communicated, in microseconds.
pub struct Bars<'a> {
    pub title: &'a str,
    pub bars: Vec<(String, f64, f64)>,
}

type Drawn<T> = Result<T, DrawingAreaErrorKind<std::io::Error>>;

impl Lines<'_> {
    /// The picture.
    pub fn draw(&self) -> String {
        picture(|area| {
            let mut builder = ChartBuilder::on(area);
            builder.caption(self.title, (FONT, 18)).margin(12).x_label_area_size(40).y_label_area_size(70);
            let values = || self.series.iter().flat_map(|series| series.points.iter().map(|point| point.1)).chain(self.reference);
            let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
            let sizes = self.sizes();
            // One size makes no axis: leave room on both sides.
            let x = -0.2..sizes.len().saturating_sub(1) as f64 + 0.2;
            if self.logarithmic {
                let (low, high) = if high > 0.0 { (low.max(1e-3) / 1.5, high * 1.5) } else { (0.1, 1.0) };
                self.fill(&sizes, builder.build_cartesian_2d(x, (low..high).log_scale())?, &table::time)
            } else {
                self.fill(&sizes, builder.build_cartesian_2d(x, 0.0..high.max(1.0) * 1.1)?, &|value| format!("{value:.1}"))
            }
        })
    }

    fn sizes(&self) -> Vec<u64> {
        let mut sizes: Vec<u64> = self.series.iter().flat_map(|series| series.points.iter().map(|point| point.0)).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    fn fill<'a, Y>(&self, sizes: &[u64], mut chart: Context<'a, Y>, y_value: &dyn Fn(f64) -> String) -> Drawn<()>
    where
        Y: Ranged<ValueType = f64> + plotters::coord::ranged1d::ValueFormatter<f64>,
    {
        let at = |size: u64| sizes.binary_search(&size).unwrap_or(0) as f64;
        chart.configure_mesh().disable_x_mesh().disable_x_axis().x_labels(0).y_desc(self.y_label).y_label_formatter(&|value| y_value(*value)).draw()?;
        let bottom = chart.as_coord_spec().get_y_range().start;
        for &size in sizes {
            // Under the axis: plotters itself would choose sizes of its own.
            let label = Text::new(table::bytes(size), (0, 8), (FONT, 13));
            chart.plotting_area().draw(&(EmptyElement::at((at(size), bottom)) + label))?;
        }
        if let Some(reference) = self.reference {
            let ends = [(-0.2, reference), (sizes.len().saturating_sub(1) as f64 + 0.2, reference)];
            chart.draw_series(LineSeries::new(ends, BLACK.mix(0.5)))?;
        }
        for (series, &colour) in self.series.iter().zip(COLOURS.iter().cycle()) {
            let mut points: Vec<(f64, f64)> = series.points.iter().map(|&(size, value)| (at(size), value)).collect();
            points.sort_by(|one, other| one.0.total_cmp(&other.0));
            let line = chart.draw_series(LineSeries::new(points.clone(), colour.stroke_width(2)))?;
            line.label(series.name.clone()).legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(2)));
            chart.draw_series(points.into_iter().map(|point| Circle::new(point, 3, colour.filled())))?;
        }
        legend(&mut chart)
    }
}

type Context<'a, Y> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<plotters::coord::types::RangedCoordf64, Y>>;

fn legend<'a, X, Y>(chart: &mut ChartContext<'a, SVGBackend<'a>, Cartesian2d<X, Y>>) -> Drawn<()>
where
    X: Ranged,
    Y: Ranged,
{
    chart.configure_series_labels().position(SeriesLabelPosition::UpperLeft).background_style(WHITE.mix(0.8)).border_style(BLACK.mix(0.3)).label_font((FONT, 14)).draw()
}

impl Bars<'_> {
    /// The picture.
    pub fn draw(&self) -> String {
        picture(|area| {
            let count = self.bars.len();
            let longest = self.bars.iter().map(|(_, computing, communication)| computing + communication).fold(0.0, f64::max);
            let widest = self.bars.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0) as u32;
            let mut chart = ChartBuilder::on(area)
                .caption(self.title, (FONT, 18))
                .margin(12)
                .x_label_area_size(40)
                .y_label_area_size(40 + 8 * widest)
                .build_cartesian_2d(0.0..longest.max(1e-3) * 1.15, -0.6..count.max(1) as f64 - 0.4)?;
            chart.configure_mesh().disable_y_mesh().disable_y_axis().y_labels(0).x_label_formatter(&|value| table::time(*value)).draw()?;
            let told_apart = self.bars.iter().any(|(_, computing, _)| *computing > 0.0);
            let label = if told_apart { "communication" } else { "time" };
            // The first bar is the uppermost.
            let y = |nth: usize| (count - 1 - nth) as f64;
            let bar = |nth: usize, from: f64, to: f64, colour: RGBColor| Rectangle::new([(from, y(nth) - 0.35), (to, y(nth) + 0.35)], colour.filled());
            if told_apart {
                let computed = self.bars.iter().enumerate().map(|(nth, (_, computing, _))| bar(nth, 0.0, *computing, COMPUTING));
                chart.draw_series(computed)?.label("computing").legend(|at| swatch(at, COMPUTING));
            }
            let rest = self.bars.iter().enumerate().map(|(nth, (_, computing, communication))| bar(nth, *computing, computing + communication, COMMUNICATION));
            chart.draw_series(rest)?.label(label).legend(|at| swatch(at, COMMUNICATION));
            for (nth, (name, computing, communication)) in self.bars.iter().enumerate() {
                let end = computing + communication;
                let left = Text::new(name.clone(), (-8 - 7 * name.chars().count() as i32, -7), (FONT, 14));
                chart.plotting_area().draw(&(EmptyElement::at((0.0, y(nth))) + left))?;
                chart.plotting_area().draw(&(EmptyElement::at((end, y(nth))) + Text::new(table::time(end), (6, -7), (FONT, 14))))?;
            }
            chart.configure_series_labels().position(SeriesLabelPosition::LowerRight).background_style(WHITE.mix(0.8)).border_style(BLACK.mix(0.3)).label_font((FONT, 14)).draw()
        })
    }
}

fn swatch((x, y): (i32, i32), colour: RGBColor) -> Rectangle<(i32, i32)> {
    Rectangle::new([(x, y - 6), (x + 20, y + 6)], colour.filled())
}

/// An SVG picture. Writing into a string does not fail, and what plotters refuses would be a picture that is empty.
fn picture(draw: impl FnOnce(&DrawingArea<SVGBackend, plotters::coord::Shift>) -> Drawn<()>) -> String {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let result = area.fill(&WHITE).and_then(|()| draw(&area)).and_then(|()| area.present());
        debug_assert!(result.is_ok(), "{result:?}");
    }
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts in a picture.
    fn texts(svg: &str) -> Vec<&str> {
        svg.split("</text>").filter_map(|part| part.rsplit('>').next()).map(str::trim).filter(|text| !text.is_empty()).collect()
    }

    #[test]
    fn lines_have_names_and_sizes() {
        let series = vec![Series { name: "linear <&>".into(), points: vec![(1 << 20, 6.0), (1024, 2.0)] }, Series { name: "chain".into(), points: vec![(1024, 1.5)] }];
        let svg = Lines { title: "A title", y_label: "factor", series, logarithmic: false, reference: Some(1.0) }.draw();
        let texts = texts(&svg);
        for text in ["A title", "factor", "linear &lt;&amp;&gt;", "chain", "1 KiB", "1 MiB"] {
            assert!(texts.contains(&text), "{text}: {texts:?}");
        }
        assert_eq!((svg.matches("<circle").count(), svg.matches("<polyline").count() >= 2), (3, true), "{svg}");
    }

    #[test]
    fn times_stand_on_a_logarithmic_axis() {
        let series = vec![Series { name: "H_topo".into(), points: vec![(64, 10.0), (4096, 10_000.0)] }];
        let svg = Lines { title: "t", y_label: "time", series, logarithmic: true, reference: None }.draw();
        assert!(texts(&svg).contains(&"100 us") && texts(&svg).contains(&"1.00 ms"), "{:?}", texts(&svg));
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
            let svg = Lines { title: "b", y_label: "y", series: vec![], logarithmic, reference: None }.draw();
            assert!(svg.trim_end().ends_with("</svg>"));
        }
    }
}
