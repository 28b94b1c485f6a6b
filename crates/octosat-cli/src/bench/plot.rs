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

/// The height between two names of curves, so that they do not touch.
const NAME: i32 = 32;

const FONT: &str = "sans-serif";

/// The sizes of titles and of other words.
const LARGE: i32 = 35;
const SMALL: i32 = 29;

/// Colors that those who see few colors tell apart (Okabe and Ito, "Color Universal Design", 2008).
const COLORS: [(&str, RGBColor); 5] = [
    ("textbook", RGBColor(110, 110, 110)),
    ("scalar", RGBColor(213, 94, 0)),
    ("portable", RGBColor(230, 159, 0)),
    ("avx2", RGBColor(0, 158, 115)),
    ("avx512", RGBColor(0, 114, 178)),
];

/// Bars and the part they are about.
const BAR_PANELS: [(&str, &str); 3] = [
    ("combinations", "Lists on one thread (×: times as fast as scalar code)"),
    ("threads", "Lists on several threads (×: times as fast as one thread)"),
    ("frames", "Whole frames on one thread: boxes moved, results in memory"),
];

type Area<D> = DrawingArea<D, Shift>;
type Drawn<D> = Result<(), DrawingAreaErrorKind<<D as DrawingBackend>::ErrorType>>;

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Png,
    Svg,
}

/// A bar with its name, and a number behind it.
struct Bar {
    /// The bars of one group stand below its name.
    group: String,
    name: String,
    nanoseconds: f64,
    /// How many times as fast as what it is compared with.
    ratio: Option<f64>,
    color: RGBColor,
}

/// A curve with its name at the end.
struct Line {
    name: &'static str,
    color: RGBColor,
    /// Pairs and nanoseconds per pair.
    points: Vec<(f64, f64)>,
}

/// What a panel shows.
enum Shown {
    Bars(Vec<Bar>),
    Curves(Vec<Line>),
}

/// A part of the picture with a title.
struct Panel {
    title: String,
    shown: Shown,
}

/// The kind of a file by the ending of its name.
pub(super) fn format_of(path: &Path) -> Result<Format, Failure> {
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
    let mut panels = bars(&report.rows);
    panels.extend(curves(&report.rows));
    // Each panel goes into the shorter column.
    let mut ends = [TITLE; 2];
    let place = |panel: Panel| {
        let column = usize::from(ends[1] < ends[0]);
        let corner = ([0, COLUMN][column], ends[column]);
        ends[column] += panel.height();
        (panel, corner)
    };
    let panels: Vec<(Panel, (i32, i32))> = panels.into_iter().map(place).collect();
    let height = ends[0].max(ends[1]) + ROW;
    let (width, height) = ((2 * COLUMN).unsigned_abs(), height.unsigned_abs());
    let mut svg = String::new();
    let mut pixels = vec![0; 3 * width as usize * height as usize];
    let bytes = match format_of(path)? {
        Format::Svg => {
            let area = SVGBackend::with_string(&mut svg, (width, height)).into_drawing_area();
            page(&area, &report.cpu, &panels).map_err(Failure::new)?;
            drop(area);
            svg.into_bytes()
        }
        Format::Png => {
            let area = BitMapBackend::with_buffer(&mut pixels, (width, height)).into_drawing_area();
            page(&area, &report.cpu, &panels).map_err(Failure::new)?;
            drop(area);
            let mut bytes = Vec::new();
            let mut encoder = png::Encoder::new(&mut bytes, width, height);
            encoder.set_color(png::ColorType::Rgb);
            let mut writer = encoder.write_header().map_err(Failure::new)?;
            writer.write_image_data(&pixels).map_err(Failure::new)?;
            writer.finish().map_err(Failure::new)?;
            bytes
        }
    };
    write_whole(path, &bytes).map_err(|error| Failure::new(format!("{}: {error}", path.display())))
}

/// The panels of bars that have something to show.
fn bars(rows: &[Row]) -> Vec<Panel> {
    let fastest = rows.iter().rfind(|row| row.part == "frames").map(|row| row.backend);
    let is_shown = |row: &&Row| match row.part {
        "combinations" => row.basis != "prescaled" && row.arithmetic == "exact",
        // The fastest backend; the others stand in the first panel.
        "threads" => row.backend != "textbook" && row.backend != "scalar",
        _ => row.threads == 1 && row.order != SHUFFLED && Some(row.backend) == fastest,
    };
    let panel = |(part, title): (&str, &str)| {
        let own = rows.iter().filter(|row| row.part == part).filter(is_shown);
        Panel { title: title.to_owned(), shown: Shown::Bars(own.map(Bar::new).collect()) }
    };
    let is_empty = |panel: &Panel| matches!(&panel.shown, Shown::Bars(bars) if bars.is_empty());
    BAR_PANELS.into_iter().map(panel).filter(|panel| !is_empty(panel)).collect()
}

/// The panels of curves that have something to show.
fn curves(rows: &[Row]) -> Vec<Panel> {
    let mut panels: Vec<Panel> = Vec::new();
    for row in rows {
        let is_short = row.own.engine == Some("sequential") && row.own.cache.is_none();
        let (title, name) = match row.part {
            "growth" => {
                (format!("{} over the number of pairs, one thread", row.query), row.backend)
            }
            _ if is_short => (format!("Short lists on {}, one thread", row.backend), row.query),
            _ => continue,
        };
        let at = panels.iter().position(|panel| panel.title == title).unwrap_or(panels.len());
        if at == panels.len() {
            panels.push(Panel { title, shown: Shown::Curves(Vec::new()) });
        }
        let Shown::Curves(lines) = &mut panels[at].shown else { continue };
        let point = (row.pairs as f64, row.ns_per_pair);
        match lines.iter_mut().find(|line| line.name == name) {
            Some(line) => line.points.push(point),
            None => lines.push(Line { name, color: color(row.backend), points: vec![point] }),
        }
    }
    panels
}

impl Bar {
    fn new(row: &Row) -> Self {
        let motion = match row.own.motion {
            Some("none") => ", at rest",
            Some("creep") => ", creeping",
            _ => "",
        };
        let scene = format!("{}, {} order{motion}", row.scene, row.order);
        let list = format!("{}: {scene}", row.query);
        let (group, name, ratio) = match (row.part, row.own.cache) {
            ("threads", _) => {
                let plural = if row.threads == 1 { "" } else { "s" };
                (list, format!("{} thread{plural}", row.threads), row.speedup_over_one_thread)
            }
            ("frames", Some(cache)) if row.query == "contacts" => {
                (scene, format!("contacts, cache {cache}"), None)
            }
            ("frames", _) => (scene, row.query.to_owned(), None),
            _ => (list, row.backend.to_owned(), row.speedup_over_scalar),
        };
        Self { group, name, nanoseconds: row.ns_per_pair, ratio, color: color(row.backend) }
    }
}

impl Panel {
    fn height(&self) -> i32 {
        match &self.shown {
            Shown::Curves(_) => CURVES,
            Shown::Bars(bars) => {
                let groups = bars.chunk_by(|a, b| a.group == b.group).count();
                HEADING + ROW * i32::try_from(bars.len() + groups).unwrap_or(0)
            }
        }
    }

    fn draw<D: DrawingBackend>(&self, area: &Area<D>) -> Drawn<D> {
        text(area, (40, HEADING / 2), &self.title, LARGE)?;
        match &self.shown {
            Shown::Bars(bars) => draw_bars(area, bars),
            Shown::Curves(lines) => draw_curves(area, lines),
        }
    }
}

fn page<D: DrawingBackend>(area: &Area<D>, cpu: &str, panels: &[(Panel, (i32, i32))]) -> Drawn<D> {
    area.fill(&WHITE)?;
    text(area, (40, 46), "octosat bench: nanoseconds per pair, less is better", LARGE + 6)?;
    text(area, (40, 96), cpu, SMALL)?;
    for (panel, corner) in panels {
        let size = (COLUMN.unsigned_abs(), panel.height().unsigned_abs());
        panel.draw(&area.clone().shrink(*corner, size))?;
    }
    area.present()
}

fn draw_bars<D: DrawingBackend>(area: &Area<D>, bars: &[Bar]) -> Drawn<D> {
    let longest = bars.iter().map(|bar| bar.nanoseconds).fold(f64::MIN_POSITIVE, f64::max);
    let mut y = HEADING;
    for group in bars.chunk_by(|a, b| a.group == b.group) {
        text(area, (40, y + ROW / 2 + 6), &group[0].group, SMALL)?;
        y += ROW;
        for Bar { name, nanoseconds, ratio, color, .. } in group {
            let right = Pos::new(HPos::Right, VPos::Center);
            let style = (FONT, SMALL).into_font().color(&BLACK).pos(right);
            area.draw(&Text::new(name.as_str(), (BARS - 20, y + ROW / 2), style))?;
            let end = BARS + pixels(LONGEST * nanoseconds / longest).max(1);
            area.draw(&Rectangle::new([(BARS, y + 5), (end, y + ROW - 5)], color.filled()))?;
            let ratio = ratio.map_or(String::new(), |ratio| format!("  ({ratio:.1}×)"));
            let label = format!("{}{ratio}", short(*nanoseconds));
            text(area, (end + 16, y + ROW / 2), &label, SMALL)?;
            y += ROW;
        }
    }
    Ok(())
}

fn draw_curves<D: DrawingBackend>(area: &Area<D>, lines: &[Line]) -> Drawn<D> {
    let points = || lines.iter().flat_map(|line| &line.points);
    let mut pairs = range(points().map(|point| point.0));
    pairs.end *= (pairs.end / pairs.start).powf(NAMES);
    let nanoseconds = range(points().map(|point| point.1));
    let mut chart = ChartBuilder::on(&area.margin(HEADING, 20, 20, 40))
        .x_label_area_size(84)
        .y_label_area_size(90)
        .build_cartesian_2d(
            pairs.clone().log_scale().with_key_points(marks(&pairs)),
            nanoseconds.clone().log_scale().with_key_points(marks(&nanoseconds)),
        )?;
    chart
        .configure_mesh()
        .x_desc("pairs")
        .x_label_formatter(&|pairs| of_axis(*pairs))
        .y_label_formatter(&|nanoseconds| of_axis(*nanoseconds))
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.15))
        .label_style((FONT, SMALL))
        .draw()?;
    let mut ends = Vec::new();
    for Line { name, color, points } in lines {
        chart.draw_series(LineSeries::new(points.iter().copied(), color.stroke_width(4)))?;
        chart.draw_series(points.iter().map(|&at| Circle::new(at, 6, color.filled())))?;
        let last = points.last().copied().unwrap_or_default();
        ends.push((chart.backend_coord(&last), format!("{name} {}", short(last.1))));
    }
    ends.sort_by_key(|((_, y), _)| *y);
    let (corner, mut free) = (area.get_base_pixel(), i32::MIN);
    for ((x, y), label) in ends {
        let y = y.max(free);
        free = y + NAME;
        text(area, (x - corner.0 + 20, y - corner.1), &label, SMALL)?;
    }
    Ok(())
}

/// Writes words; the place is half-way up their height.
fn text<D: DrawingBackend>(area: &Area<D>, at: (i32, i32), words: &str, size: i32) -> Drawn<D> {
    let left = Pos::new(HPos::Left, VPos::Center);
    area.draw(&Text::new(words, at, (FONT, size).into_font().color(&BLACK).pos(left)))
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

/// A time in few digits.
fn short(nanoseconds: f64) -> String {
    let digits = usize::from(nanoseconds < 10.0);
    format!("{nanoseconds:.digits$}")
}

/// The numbers at an axis: powers of ten, and what lies between them if there is room.
fn marks(range: &Range<f64>) -> Vec<f64> {
    let factors: &[f64] = if range.end / range.start < 1e3 { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let marks = (0..9).flat_map(|power| factors.iter().map(move |it| it * 10_f64.powi(power)));
    marks.filter(|mark| range.contains(mark)).collect()
}

/// A number at an axis: 10k for ten thousand.
fn of_axis(number: f64) -> String {
    match number {
        1e6.. => format!("{:.0}M", number / 1e6),
        1e3.. => format!("{:.0}k", number / 1e3),
        _ => format!("{number:.0}"),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "pictures are a few thousand pixels wide")]
fn pixels(length: f64) -> i32 {
    length.round() as i32
}
