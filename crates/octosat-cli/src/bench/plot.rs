//! The picture of a bench: nanoseconds per pair, and each backend in the same color everywhere.
//!
//! Lists, threads and whole frames are bars from zero, a panel per part. Growth and short lists are curves over the
//! number of pairs, on logarithmic axes. The panels fill two columns.

use std::ops::Range;
use std::path::Path;

use octosat_scenes::write_whole;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontStyle, register_font};

use super::report::{Report, Row};
use super::sequence::SHUFFLED;
use crate::failure::Failure;

/// The width of a column, in pixels, as all lengths here.
const COLUMN: i32 = 1120;

/// The height of the title, of a panel's own, and of a row of text or of a bar.
const TITLE: i32 = 130;
const HEADING: i32 = 84;
const ROW: i32 = 42;

/// Where bars begin, and how long the longest is; its number stands behind it.
const BARS: i32 = 430;
const LONGEST: f64 = 450.0;

/// The height of a panel of curves.
const CURVES: i32 = 660;

/// The part of the length of curves that their names may take.
const NAMES: f64 = 0.35;

/// Marks along an axis at most; most of them have no number.
const AXIS_MARKS: usize = 30;

/// The height between two names of curves, so that they do not touch.
const NAME: i32 = 32;

const FONT: &str = "sans-serif";

/// Colors that those who see few colors tell apart (Okabe and Ito, "Color Universal Design", 2008).
const COLORS: [(&str, RGBColor); 5] = [
    ("textbook", RGBColor(110, 110, 110)),
    ("scalar", RGBColor(213, 94, 0)),
    ("portable", RGBColor(230, 159, 0)),
    ("avx2", RGBColor(0, 158, 115)),
    ("avx512", RGBColor(0, 114, 178)),
];

type Area<D> = DrawingArea<D, Shift>;

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Png,
    Svg,
}

/// A row of a panel of bars.
struct Bar {
    /// The bars of one group stand below its name.
    group: String,
    name: String,
    nanoseconds: f64,
    /// How many times as fast as what it is compared with.
    ratio: Option<f64>,
    color: RGBColor,
}

/// A panel of bars.
struct Bars {
    title: &'static str,
    bars: Vec<Bar>,
}

/// A line of a panel of curves.
struct Line {
    name: &'static str,
    color: RGBColor,
    /// Pairs and nanoseconds per pair.
    points: Vec<(f64, f64)>,
}

/// A panel of curves.
struct Curves {
    title: String,
    lines: Vec<Line>,
}

/// A panel and where its upper left corner is.
struct Placed<P> {
    panel: P,
    left: i32,
    top: i32,
}

/// All panels.
struct Page<'a> {
    cpu: &'a str,
    bars: Vec<Placed<Bars>>,
    curves: Vec<Placed<Curves>>,
    height: i32,
}

/// Rejects a file of another kind than those that can be drawn.
pub(super) fn check_name(path: &Path) -> Result<(), Failure> {
    format_of(path).map(|_| ())
}

fn format_of(path: &Path) -> Result<Format, Failure> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("png") => Ok(Format::Png),
        Some("svg") => Ok(Format::Svg),
        _ => Err(Failure::new(format!("{}: must end in .svg or .png", path.display()))),
    }
}

/// Draws all that was measured; the file is there whole or not at all.
pub(super) fn draw(path: &Path, report: &Report) -> Result<(), Failure> {
    register_font(FONT, FontStyle::Normal, epaint_default_fonts::UBUNTU_LIGHT)
        .map_err(|_| Failure::new("the font of the plot is broken"))?;
    let page = Page::new(report);
    let size = ((2 * COLUMN).unsigned_abs(), page.height.unsigned_abs());
    let bytes = match format_of(path)? {
        Format::Svg => {
            let mut svg = String::new();
            page.draw(&SVGBackend::with_string(&mut svg, size).into_drawing_area())?;
            svg.into_bytes()
        }
        Format::Png => {
            let mut pixels = vec![0; 3 * size.0 as usize * size.1 as usize];
            page.draw(&BitMapBackend::with_buffer(&mut pixels, size).into_drawing_area())?;
            png(size, &pixels)?
        }
    };
    write_whole(path, &bytes).map_err(|error| Failure::new(format!("{}: {error}", path.display())))
}

fn png(size: (u32, u32), pixels: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size.0, size.1);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().map_err(Failure::new)?;
    writer.write_image_data(pixels).map_err(Failure::new)?;
    writer.finish().map_err(Failure::new)?;
    Ok(bytes)
}

/// The panels of bars that have something to show.
fn all_bars(rows: &[Row]) -> Vec<Bars> {
    let fastest = rows.iter().rfind(|row| row.part == "frames").map(|row| row.backend);
    let bar = |row: &Row| {
        let cache = row.own.cache.filter(|_| row.query == "contacts");
        let motion = match row.own.motion {
            Some("none") => ", at rest",
            Some("creep") => ", creeping",
            _ => "",
        };
        let (of, ratio, name) = match row.part {
            "threads" => {
                let plural = if row.threads == 1 { "" } else { "s" };
                let name = format!("{} thread{plural}", row.threads);
                ("threads", row.speedup_over_one_thread, name)
            }
            "frames" => {
                let name = cache.map(|cache| format!("contacts, cache {cache}"));
                ("frames", None, name.unwrap_or_else(|| row.query.to_owned()))
            }
            part => (part, row.speedup_over_scalar, row.backend.to_owned()),
        };
        let scene = format!("{}, {} order{motion}", row.scene, row.order);
        let group = if of == "frames" { scene } else { format!("{}: {scene}", row.query) };
        Bar { group, name, nanoseconds: row.ns_per_pair, ratio, color: color(row.backend) }
    };
    let is_shown = |row: &&Row| match row.part {
        "combinations" => row.basis != "prescaled" && row.arithmetic == "exact",
        // The fastest backend; the others stand in the first panel.
        "threads" => row.backend != "textbook" && row.backend != "scalar",
        _ => row.threads == 1 && row.order != SHUFFLED && Some(row.backend) == fastest,
    };
    let panels = [
        ("combinations", "Lists on one thread (×: times as fast as scalar code)"),
        ("threads", "Lists on several threads (×: times as fast as one thread)"),
        ("frames", "Whole frames on one thread: boxes moved, results in memory"),
    ];
    let panel = |(part, title)| {
        let own = rows.iter().filter(|row| row.part == part).filter(is_shown);
        Bars { title, bars: own.map(bar).collect() }
    };
    panels.map(panel).into_iter().filter(|panel| !panel.bars.is_empty()).collect()
}

/// The panels of curves that have something to show.
fn all_curves(rows: &[Row]) -> Vec<Curves> {
    let mut panels: Vec<Curves> = Vec::new();
    let is_short = |row: &&Row| row.own.engine == Some("sequential") && row.own.cache.is_none();
    let growth = rows.iter().filter(|row| row.part == "growth");
    let growth = growth.map(|row| {
        (row, format!("{} over the number of pairs, one thread", row.query), row.backend)
    });
    let short = rows.iter().filter(is_short);
    let short =
        short.map(|row| (row, format!("Short lists on {}, one thread", row.backend), row.query));
    for (row, title, name) in growth.chain(short) {
        let panel = match panels.iter_mut().position(|panel| panel.title == title) {
            Some(at) => &mut panels[at],
            None => {
                panels.push(Curves { title, lines: Vec::new() });
                panels.last_mut().expect("one was added")
            }
        };
        let point = (row.pairs as f64, row.ns_per_pair);
        match panel.lines.iter_mut().find(|line| line.name == name) {
            Some(line) => line.points.push(point),
            None => panel.lines.push(Line { name, color: color(row.backend), points: vec![point] }),
        }
    }
    panels
}

impl Bars {
    fn height(&self) -> i32 {
        let groups = self.bars.chunk_by(|a, b| a.group == b.group).count();
        HEADING + ROW * i32::try_from(self.bars.len() + groups).unwrap_or(0)
    }

    fn draw<D: DrawingBackend>(
        &self,
        area: &Area<D>,
        [left, top]: [i32; 2],
    ) -> Result<(), Failure> {
        text(area, [left + 40, top + HEADING / 2], self.title, 35, HPos::Left)?;
        let longest = self.bars.iter().map(|bar| bar.nanoseconds).fold(0.0, f64::max);
        let mut y = top + HEADING;
        for group in self.bars.chunk_by(|a, b| a.group == b.group) {
            text(area, [left + 40, y + ROW / 2], &group[0].group, 31, HPos::Left)?;
            y += ROW;
            for bar in group {
                let Bar { name, nanoseconds, ratio, color, .. } = bar;
                text(area, [left + BARS - 20, y + ROW / 2], name, 29, HPos::Right)?;
                let end = left + BARS + pixels(LONGEST * nanoseconds / longest);
                let corners = [(left + BARS, y + 5), (end.max(left + BARS + 1), y + ROW - 5)];
                area.draw(&Rectangle::new(corners, color.filled())).map_err(Failure::new)?;
                let ratio = ratio.map_or(String::new(), |ratio| format!("  ({ratio:.1}×)"));
                let label = format!("{}{ratio}", short(*nanoseconds));
                text(area, [end + 16, y + ROW / 2], &label, 29, HPos::Left)?;
                y += ROW;
            }
        }
        Ok(())
    }
}

impl Curves {
    /// A line per name, with the name and the last time at its end.
    fn draw<D: DrawingBackend>(
        &self,
        area: &Area<D>,
        [left, top]: [i32; 2],
    ) -> Result<(), Failure> {
        text(area, [left + 40, top + HEADING / 2], &self.title, 35, HPos::Left)?;
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let mut pairs = range(points().map(|point| point.0));
        pairs.end *= (pairs.end / pairs.start).powf(NAMES);
        let panel = area.clone().shrink(
            (left + 20, top + HEADING),
            ((COLUMN - 60).unsigned_abs(), (CURVES - HEADING - 20).unsigned_abs()),
        );
        let mut chart = ChartBuilder::on(&panel)
            .x_label_area_size(84)
            .y_label_area_size(90)
            .build_cartesian_2d(pairs.log_scale(), range(points().map(|point| point.1)).log_scale())
            .map_err(Failure::new)?;
        chart
            .configure_mesh()
            .x_desc("pairs")
            .x_labels(AXIS_MARKS)
            .y_labels(AXIS_MARKS)
            .x_label_formatter(&|pairs| tick(of_pairs(*pairs)))
            .y_label_formatter(&|nanoseconds| tick(short(*nanoseconds)))
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(0.15))
            .label_style((FONT, 27))
            .draw()
            .map_err(Failure::new)?;
        let mut ends = Vec::new();
        for Line { name, color, points } in &self.lines {
            let dots = points.iter().map(|&point| Circle::new(point, 6, color.filled()));
            chart.draw_series(dots).map_err(Failure::new)?;
            let stroke = LineSeries::new(points.iter().copied(), color.stroke_width(4));
            chart.draw_series(stroke).map_err(Failure::new)?;
            if let Some(end) = points.last() {
                let label = format!("{name} {}", short(end.1));
                ends.push((chart.backend_coord(end), label));
            }
        }
        ends.sort_by_key(|((_, y), _)| *y);
        let mut free = i32::MIN;
        for ((x, y), label) in ends {
            let y = y.max(free);
            free = y + NAME;
            text(area, [x + 20, y], &label, 29, HPos::Left)?;
        }
        Ok(())
    }
}

impl<'a> Page<'a> {
    /// Puts each panel into the shorter column.
    fn new(report: &'a Report) -> Self {
        let mut ends = [TITLE; 2];
        let mut place = |height: i32| {
            let column = usize::from(ends[1] < ends[0]);
            ends[column] += height;
            (if column == 0 { 0 } else { COLUMN }, ends[column] - height)
        };
        let mut bars = Vec::new();
        for panel in all_bars(&report.rows) {
            let (left, top) = place(panel.height());
            bars.push(Placed { panel, left, top });
        }
        let mut curves = Vec::new();
        for panel in all_curves(&report.rows) {
            let (left, top) = place(CURVES);
            curves.push(Placed { panel, left, top });
        }
        Self { cpu: &report.cpu, bars, curves, height: ends[0].max(ends[1]) + 40 }
    }

    fn draw<D: DrawingBackend>(&self, area: &Area<D>) -> Result<(), Failure> {
        area.fill(&WHITE).map_err(Failure::new)?;
        let title = "octosat bench: nanoseconds per pair, less is better";
        text(area, [40, 46], title, 42, HPos::Left)?;
        text(area, [40, 96], self.cpu, 29, HPos::Left)?;
        for Placed { panel, left, top } in &self.bars {
            panel.draw(area, [*left, *top])?;
        }
        for Placed { panel, left, top } in &self.curves {
            panel.draw(area, [*left, *top])?;
        }
        area.present().map_err(Failure::new)
    }
}

/// Writes words at a place that is half-way up their height.
fn text<D: DrawingBackend>(
    area: &Area<D>,
    [x, y]: [i32; 2],
    words: &str,
    size: i32,
    side: HPos,
) -> Result<(), Failure> {
    let style = (FONT, size).into_font().color(&BLACK).pos(Pos::new(side, VPos::Center));
    area.draw(&Text::new(words, (x, y), style)).map_err(Failure::new)
}

/// The range of some positive numbers, a little longer at both ends.
fn range(values: impl Iterator<Item = f64> + Clone) -> Range<f64> {
    let low = values.clone().fold(f64::INFINITY, f64::min);
    let high = values.fold(f64::NEG_INFINITY, f64::max);
    if low <= high && low > 0.0 { low / 1.3..high * 1.3 } else { 1.0..10.0 }
}

fn color(backend: &str) -> RGBColor {
    COLORS.iter().find(|(name, _)| *name == backend).map_or(BLACK, |(_, color)| *color)
}

/// A time in at most three digits and a few zeros.
fn short(nanoseconds: f64) -> String {
    let digits = usize::from(nanoseconds < 10.0);
    format!("{nanoseconds:.digits$}")
}

/// A number at an axis, if it begins with 1, 2 or 5: the others are too near to each other.
fn tick(text: String) -> String {
    if text.starts_with(['1', '2', '5']) { text } else { String::new() }
}

/// A number of pairs: 10k for ten thousand.
fn of_pairs(pairs: f64) -> String {
    match pairs {
        1e6.. => format!("{:.0}M", pairs / 1e6),
        1e3.. => format!("{:.0}k", pairs / 1e3),
        _ => format!("{pairs:.0}"),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "pictures are a few thousand pixels wide")]
fn pixels(length: f64) -> i32 {
    length.round() as i32
}
