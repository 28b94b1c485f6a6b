//! The plot of a bench: time per pair against the number of pairs, one panel per query, and one more for whole frames.

use std::ops::Range;
use std::path::Path;

use octosat_scenes::write_whole;
use plotters::coord::Shift;
use plotters::prelude::*;

use super::report::{Report, Row};
use super::sequence::SHUFFLED;
use crate::failure::Failure;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Width and height of a panel in pixels.
const PANEL: (u32, u32) = (560, 480);

/// Height of the headings in pixels.
const HEADING: u32 = 40;

/// Room for the names of lines behind their ends, as a factor of the number of pairs.
const NAMES: f64 = 6.0;

/// Colors that those who see few colors tell apart (Okabe and Ito, "Color Universal Design", 2008), each that of the
/// same backend in every panel.
const COLORS: [(&str, RGBColor); 5] = [
    ("textbook", RGBColor(0, 0, 0)),
    ("scalar", RGBColor(213, 94, 0)),
    ("portable", RGBColor(230, 159, 0)),
    ("avx2", RGBColor(0, 158, 115)),
    ("avx512", RGBColor(0, 114, 178)),
];

/// A line of a panel.
struct Line {
    name: &'static str,
    /// Pairs and nanoseconds per pair.
    points: Vec<(f64, f64)>,
}

/// A bar of the panel of whole frames.
struct Bar {
    name: String,
    ns_per_pair: f64,
    color: RGBColor,
}

/// Draws all that was measured; the file is there whole or not at all.
pub(super) fn draw(path: &Path, report: &Report) -> Result<(), Failure> {
    let mut queries: Vec<&'static str> = Vec::new();
    for row in &report.rows {
        if !queries.contains(&row.query) && is_in_curve(row, &report.rows) {
            queries.push(row.query);
        }
    }
    let bars = bars(&report.rows);
    let panels = queries.len() + usize::from(!bars.is_empty());
    let width = PANEL.0 * u32::try_from(panels.max(1)).unwrap_or(1);
    let mut svg = String::new();
    {
        let root =
            SVGBackend::with_string(&mut svg, (width, PANEL.1 + HEADING)).into_drawing_area();
        root.fill(&WHITE).map_err(Failure::new)?;
        let title =
            format!("octosat on {}: nanoseconds per pair, one thread, less is better", report.cpu);
        let root = root.titled(&title, ("sans-serif", 20)).map_err(Failure::new)?;
        let areas = root.split_evenly((1, panels.max(1)));
        for (query, area) in queries.iter().zip(&areas) {
            curve(area, query, &lines(&report.rows, query))?;
        }
        if let (false, Some(area)) = (bars.is_empty(), areas.last()) {
            frames(area, &bars)?;
        }
        root.present().map_err(Failure::new)?;
    }
    write_whole(path, svg.as_bytes())
        .map_err(|error| Failure::new(format!("{}: {error}", path.display())))
}

/// Whether a row is a point of a curve over the number of pairs: that of one kind of scene, in the usual form.
fn is_in_curve(row: &Row, all: &[Row]) -> bool {
    // A recording among generated scenes is not a point of their curve.
    let generated = all.iter().any(|row| row.order != "recorded");
    ["combinations", "growth"].contains(&row.part)
        && row.order != "spatial"
        && (row.order != "recorded" || !generated)
        && row.basis != "prescaled"
        && row.arithmetic == "exact"
}

fn lines(rows: &[Row], query: &str) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for row in rows.iter().filter(|row| row.query == query && is_in_curve(row, rows)) {
        let point = (row.pairs as f64, row.ns_per_pair);
        match lines.iter_mut().find(|line| line.name == row.backend) {
            Some(line) => line.points.push(point),
            None => lines.push(Line { name: row.backend, points: vec![point] }),
        }
    }
    lines.iter_mut().for_each(|line| line.points.sort_by(|a, b| a.0.total_cmp(&b.0)));
    lines
}

/// Whole frames of the fastest backend on one thread, each query and cache.
fn bars(rows: &[Row]) -> Vec<Bar> {
    let is_usual = |row: &&Row| row.part == "frames" && row.threads == 1 && row.order != SHUFFLED;
    let of_frames = || rows.iter().filter(is_usual);
    let Some(fastest) = of_frames().next_back().map(|row| row.backend) else { return Vec::new() };
    let several =
        of_frames().any(|row| Some(&row.scene) != of_frames().next().map(|row| &row.scene));
    let bar = |row: &Row| {
        let cache = row.own.cache.filter(|_| row.query == "contacts");
        let mut name =
            cache.map_or(row.query.to_owned(), |cache| format!("contacts, cache {cache}"));
        if let Some(motion) = row.own.motion.filter(|&motion| motion != "recorded") {
            name.push_str(if motion == "none" { ", at rest" } else { ", creeping" });
        }
        if several {
            name = format!("{}: {name}", row.scene);
        }
        let number = ["overlap", "penetration"].iter().position(|&query| query == row.query);
        Bar {
            name,
            ns_per_pair: row.ns_per_pair,
            color: COLORS[number.map_or(4, |number| number + 2)].1,
        }
    };
    of_frames().filter(|row| row.backend == fastest).map(bar).collect()
}

/// The range of some positive numbers, stretched by a factor at both ends.
fn range(values: impl Iterator<Item = f64> + Clone, stretch: f64) -> Range<f64> {
    let low = values.clone().fold(f64::INFINITY, f64::min);
    let high = values.fold(f64::NEG_INFINITY, f64::max);
    if low <= high && low > 0.0 { low / stretch..high * stretch } else { 1.0..10.0 }
}

/// The panel of a query: one line per backend, its name at its end.
fn curve(area: &Area<'_>, query: &str, lines: &[Line]) -> Result<(), Failure> {
    let points = || lines.iter().flat_map(|line| &line.points);
    let pairs = range(points().map(|point| point.0), 1.3);
    let nanoseconds = range(points().map(|point| point.1), 1.3);
    let mut chart = ChartBuilder::on(area)
        .caption(query, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(56)
        .build_cartesian_2d((pairs.start..pairs.end * NAMES).log_scale(), nanoseconds.log_scale())
        .map_err(Failure::new)?;
    chart
        .configure_mesh()
        .x_desc("pairs")
        .y_desc("ns per pair")
        .x_label_formatter(&|value| short(*value))
        .y_label_formatter(&|value| short(*value))
        .light_line_style(BLACK.mix(0.06))
        .bold_line_style(BLACK.mix(0.15))
        .label_style(("sans-serif", 14))
        .draw()
        .map_err(Failure::new)?;
    for line in lines {
        let color = color(line.name);
        let dots = line.points.iter().map(|&point| Circle::new(point, 3, color.filled()));
        chart.draw_series(dots).map_err(Failure::new)?;
        let stroke = LineSeries::new(line.points.iter().copied(), color.stroke_width(2));
        chart.draw_series(stroke).map_err(Failure::new)?;
        if let Some(&(x, y)) = line.points.last() {
            let style = ("sans-serif", 15).into_font().color(&color);
            let name =
                Text::new(format!("{} {}", line.name, short(y)), (x * 1.12, y * 1.06), style);
            chart.draw_series([name]).map_err(Failure::new)?;
        }
    }
    Ok(())
}

/// The panel of whole frames: one bar per query and cache.
fn frames(area: &Area<'_>, bars: &[Bar]) -> Result<(), Failure> {
    let most = bars.iter().map(|bar| bar.ns_per_pair).fold(1.0, f64::max);
    let count = i32::try_from(bars.len()).unwrap_or(i32::MAX);
    let mut chart = ChartBuilder::on(area)
        .caption("whole frames", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(44)
        .build_cartesian_2d(0.0..most * 1.05, 0..3 * count)
        .map_err(Failure::new)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .x_desc("ns per pair: boxes moved, contacts, results in memory")
        .light_line_style(BLACK.mix(0.06))
        .bold_line_style(BLACK.mix(0.15))
        .label_style(("sans-serif", 14))
        .draw()
        .map_err(Failure::new)?;
    for (number, bar) in (0..).zip(bars) {
        // From the top down: a name, and the bar below it.
        let top = 3 * (count - number) - 1;
        let rectangle = [(0.0, top - 2), (bar.ns_per_pair, top - 1)];
        chart.draw_series([Rectangle::new(rectangle, bar.color.filled())]).map_err(Failure::new)?;
        let name = format!("{} {}", bar.name, short(bar.ns_per_pair));
        let name = Text::new(name, (most * 0.005, top), ("sans-serif", 14).into_font());
        chart.draw_series([name]).map_err(Failure::new)?;
    }
    Ok(())
}

fn color(backend: &str) -> RGBColor {
    COLORS.iter().find(|(name, _)| *name == backend).map_or(BLACK, |(_, color)| *color)
}

/// A number in few characters: 10k for ten thousand.
fn short(value: f64) -> String {
    if value >= 1e6 {
        format!("{}M", value / 1e6)
    } else if value >= 1e3 {
        format!("{}k", value / 1e3)
    } else {
        format!("{}", (value * 10.0).round() / 10.0)
    }
}
