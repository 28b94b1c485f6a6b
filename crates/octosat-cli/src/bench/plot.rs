//! The plot of a bench: time a pair against the number of pairs, and thread scaling.

use std::ops::Range;
use std::path::Path;

use octosat_scenes::write_whole;
use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;

use super::contender::Asked;
use super::report::{Report, Row};
use crate::failure::Failure;
use crate::table::count;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Width of one panel and height of the plot in pixels.
const PANEL: (u32, u32) = (640, 560);

/// One line: its name and its points.
struct Line {
    name: String,
    points: Vec<Point>,
}

#[derive(Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
}

/// A chart with one line a contender.
struct Panel {
    title: String,
    x: &'static str,
    /// At most so many numbers along x.
    x_labels: usize,
    y: &'static str,
    lines: Vec<Line>,
}

/// Refuses a target that could not be written at the end of the work.
pub(crate) fn check_target(path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if path.is_dir() || folder.is_some_and(|folder| !folder.is_dir()) {
        return Err(Failure::new(format!("{}: no file can be written there", path.display())));
    }
    Ok(())
}

/// Draws all that was measured; the file is there whole or not at all.
pub(crate) fn draw(path: &Path, report: &Report) -> Result<(), Failure> {
    let mut panels = Vec::from(Asked::ALL.map(|asked| growth(&report.rows, asked.name())));
    let threads = threads(&report.rows);
    let scaling = threads.lines.iter().any(|line| line.points.len() > 1);
    let all_panels = panels.len() + usize::from(scaling);
    let width = PANEL.0 * u32::try_from(all_panels).unwrap_or(1);
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (width, PANEL.1)).into_drawing_area();
        root.fill(&WHITE).map_err(Failure::new)?;
        let title = format!("octosat on {}", report.cpu);
        let root = root.titled(&title, ("sans-serif", 20)).map_err(Failure::new)?;
        let areas = root.split_evenly((1, all_panels));
        for (panel, area) in panels.drain(..).zip(&areas) {
            draw_growth(area, &panel)?;
        }
        if scaling && let Some(area) = areas.last() {
            draw_threads(area, &threads)?;
        }
        root.present().map_err(Failure::new)?;
    }
    write_whole(path, svg.as_bytes())
        .map_err(|error| Failure::new(format!("{}: {error}", path.display())))
}

/// Time a pair of every backend in its usual form on one thread.
fn growth(rows: &[Row], query: &str) -> Panel {
    // A curve over the number of pairs is that of one kind of scene: a recording beside generated
    // scenes is not a point of it.
    let generated = rows.iter().any(|row| row.order != "recorded");
    let usual = |row: &&Row| {
        row.query == query
            && ["combinations", "growth"].contains(&row.part)
            && row.order != "spatial"
            && (row.order != "recorded" || !generated)
            && row.basis != "prescaled"
            && row.arithmetic == "exact"
    };
    let point = |row: &Row| Point { x: row.pairs as f64, y: row.ns_per_pair };
    let lines = lines(rows.iter().filter(usual), |row| row.backend.to_owned(), point);
    let title = format!("{query}, one thread");
    Panel { title, x: "pairs", x_labels: 10, y: "ns a pair", lines }
}

/// Speed against one thread.
fn threads(rows: &[Row]) -> Panel {
    let scalar = |row: &Row| ["textbook", "scalar"].contains(&row.backend);
    let measured = rows.iter().filter(|row| row.part == "threads" && !scalar(row));
    let name = |row: &Row| format!("{}, {}, {}", row.query, row.scene, count(row.pairs));
    let point =
        |row: &Row| Point { x: row.threads as f64, y: row.speedup_over_one_thread.unwrap_or(0.0) };
    let lines = lines(measured, name, point);
    // Whole numbers of threads: no more labels than there are.
    let most = rows.iter().map(|row| row.threads).max().unwrap_or(1);
    let title = "more threads".to_owned();
    Panel { title, x: "threads", x_labels: most.min(10) + 1, y: "times one thread", lines }
}

fn lines<'a>(
    rows: impl Iterator<Item = &'a Row>,
    name: impl Fn(&Row) -> String,
    point: impl Fn(&Row) -> Point,
) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for row in rows {
        let name = name(row);
        match lines.iter_mut().find(|line| line.name == name) {
            Some(line) => line.points.push(point(row)),
            None => lines.push(Line { name, points: vec![point(row)] }),
        }
    }
    for line in &mut lines {
        line.points.sort_by(|a, b| a.x.total_cmp(&b.x));
    }
    lines
}

/// The range of some numbers, stretched by a factor at both ends.
fn range(values: impl Iterator<Item = f64> + Clone, stretch: f64) -> Range<f64> {
    let low = values.clone().fold(f64::INFINITY, f64::min);
    let high = values.fold(f64::NEG_INFINITY, f64::max);
    if low <= high && low > 0.0 { low / stretch..high * stretch } else { 1.0..10.0 }
}

fn draw_growth(area: &Area<'_>, panel: &Panel) -> Result<(), Failure> {
    let points = || panel.lines.iter().flat_map(|line| &line.points);
    let x = range(points().map(|point| point.x), 1.3).log_scale();
    // Room above the lines, which rise to the right, for the legend on the left.
    let y = range(points().map(|point| point.y), 1.2);
    let y = (y.start..y.end * 2.0).log_scale();
    draw_lines(area, panel, x, y)
}

fn draw_threads(area: &Area<'_>, panel: &Panel) -> Result<(), Failure> {
    let points = || panel.lines.iter().flat_map(|line| &line.points);
    let most = points().map(|point| point.x.max(point.y)).fold(1.0, f64::max);
    draw_lines(area, panel, 0.0..most * 1.1, 0.0..most * 1.3)
}

fn draw_lines<X, Y>(area: &Area<'_>, panel: &Panel, x: X, y: Y) -> Result<(), Failure>
where
    X: AsRangedCoord<Value = f64>,
    Y: AsRangedCoord<Value = f64>,
    X::CoordDescType: ValueFormatter<f64>,
    Y::CoordDescType: ValueFormatter<f64>,
{
    let mut chart = ChartBuilder::on(area)
        .caption(&panel.title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(56)
        .build_cartesian_2d(x, y)
        .map_err(Failure::new)?;
    chart
        .configure_mesh()
        .x_desc(panel.x)
        .y_desc(panel.y)
        .x_labels(panel.x_labels)
        .x_label_formatter(&|value| short(*value))
        .y_label_formatter(&|value| short(*value))
        .light_line_style(BLACK.mix(0.06))
        .bold_line_style(BLACK.mix(0.15))
        .label_style(("sans-serif", 14))
        .draw()
        .map_err(Failure::new)?;
    for (number, line) in panel.lines.iter().enumerate() {
        let color = color(&line.name, number);
        let points: Vec<(f64, f64)> = line.points.iter().map(|point| (point.x, point.y)).collect();
        let dots = points.clone().into_iter().map(|point| Circle::new(point, 4, color.filled()));
        chart.draw_series(dots).map_err(Failure::new)?;
        chart
            .draw_series(LineSeries::new(points, color.stroke_width(2)))
            .map_err(Failure::new)?
            .label(&line.name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .label_font(("sans-serif", 14))
        .draw()
        .map_err(Failure::new)
}

/// Colours that those who see few colours tell apart (Okabe and Ito, "Color Universal Design",
/// 2008).
const COLORS: [RGBColor; 6] = [
    RGBColor(0, 0, 0),
    RGBColor(213, 94, 0),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(0, 114, 178),
    RGBColor(204, 121, 167),
];

/// The colour of a line: a backend has the same in every panel.
fn color(name: &str, number: usize) -> RGBColor {
    let known = ["textbook", "scalar", "portable", "avx2", "avx512"];
    let place = known.iter().position(|&known| known == name).unwrap_or(number);
    COLORS[place % COLORS.len()]
}

/// A number in few characters: 10k for ten thousand.
fn short(value: f64) -> String {
    if value >= 1e6 {
        format!("{}M", value / 1e6)
    } else if value >= 1e3 {
        format!("{}k", value / 1e3)
    } else {
        format!("{}", (value * 100.0).round() / 100.0)
    }
}
