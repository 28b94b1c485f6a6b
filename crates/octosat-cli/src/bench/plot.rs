//! The picture of a bench: nanoseconds per pair as bars from zero, and each backend in the same color everywhere.

use std::path::Path;

use octosat_draw::{Bar, BarChart, BarGroup, bar_charts};
use octosat_scenes::write_whole;

use super::report::{Report, Row};
use super::sequence::SHUFFLED;
use crate::failure::Failure;
use crate::table::count;

/// Colors that those who see few colors tell apart (Okabe and Ito, "Color Universal Design", 2008).
const COLORS: [(&str, &str); 5] = [
    ("textbook", "#6e6e6e"),
    ("scalar", "#d55e00"),
    ("portable", "#e69f00"),
    ("avx2", "#009e73"),
    ("avx512", "#0072b2"),
];

/// Where a row stands in the picture.
struct Place {
    chart: String,
    group: String,
    name: String,
    /// How many times as fast as what it is compared with.
    ratio: Option<f64>,
}

/// Draws all that was measured; the file is there whole or not at all.
pub(super) fn draw(path: &Path, report: &Report) -> Result<(), Failure> {
    let words = "octosat bench: nanoseconds per pair, less is better";
    let machine = BarGroup { name: report.cpu.clone(), bars: Vec::new() };
    let mut charts = vec![BarChart { title: words.to_owned(), groups: vec![machine] }];
    let fastest = report.rows.iter().rfind(|row| row.part == "frames").map(|row| row.backend);
    for row in &report.rows {
        let Some(Place { chart, group, name, ratio }) = place(row, fastest) else { continue };
        let new = || BarChart { title: chart.clone(), groups: Vec::new() };
        let chart = found(&mut charts, |known| known.title == chart, new);
        let new = || BarGroup { name: group.clone(), bars: Vec::new() };
        let group = found(&mut chart.groups, |known| known.name == group, new);
        let ratio = ratio.map_or(String::new(), |ratio| format!(" ({ratio:.1}×)"));
        let digits = usize::from(row.ns_per_pair < 10.0);
        let text = format!("{:.digits$}{ratio}", row.ns_per_pair);
        let (value, colors) = (row.ns_per_pair, [color(row.backend); 2]);
        group.bars.push(Bar { name, value, part: value, text, colors });
    }
    write_whole(path, bar_charts(words, &[charts]).as_bytes())
        .map_err(|error| Failure::new(format!("{}: {error}", path.display())))
}

/// The item that is looked for, or else a new one at the end.
fn found<T>(items: &mut Vec<T>, is_it: impl Fn(&T) -> bool, new: impl Fn() -> T) -> &mut T {
    let at = items.iter().position(is_it).unwrap_or(items.len());
    if at == items.len() {
        items.push(new());
    }
    &mut items[at]
}

/// Where a row stands, if it is drawn: of whole frames those of the fastest backend.
fn place(row: &Row, fastest: Option<&str>) -> Option<Place> {
    let motion = match row.own.motion {
        Some("none") => ", at rest",
        Some("creep") => ", creeping",
        _ => "",
    };
    let scene = format!("{}, {} order{motion}", row.scene, row.order);
    let list = format!("{}: {scene}", row.query);
    let pairs = format!("{} pairs", count(row.pairs));
    let new = |chart: &str, group: String, name: &str, ratio| {
        let (chart, name) = (chart.to_owned(), name.to_owned());
        Some(Place { chart, group, name, ratio })
    };
    match (row.part, row.own.cache) {
        ("combinations", _) if row.basis != "prescaled" => {
            let chart = "Lists on one thread (×: times as fast as scalar code)";
            new(chart, list, row.backend, row.speedup_over_scalar)
        }
        // The fastest backend; the others stand in the first chart.
        ("threads", _) if !["textbook", "scalar"].contains(&row.backend) => {
            let chart = "Lists on several threads (×: times as fast as one thread)";
            let plural = if row.threads == 1 { "" } else { "s" };
            new(
                chart,
                list,
                &format!("{} thread{plural}", row.threads),
                row.speedup_over_one_thread,
            )
        }
        ("frames", cache) => {
            let is_shown =
                row.threads == 1 && row.order != SHUFFLED && Some(row.backend) == fastest;
            let chart = "Whole frames on one thread: boxes moved, results in memory";
            let name = match cache.filter(|_| row.query == "contacts") {
                Some(cache) => format!("contacts, cache {cache}"),
                None => row.query.to_owned(),
            };
            new(chart, scene, &name, None).filter(|_| is_shown)
        }
        ("growth", _) => {
            let chart = format!("{} over the number of pairs, one thread", row.query);
            new(&chart, pairs, row.backend, None)
        }
        ("small", None) if row.own.engine == Some("sequential") => {
            new(&format!("Short lists on {}, one thread", row.backend), pairs, row.query, None)
        }
        _ => None,
    }
}

fn color(backend: &str) -> &'static str {
    COLORS.iter().find(|(name, _)| *name == backend).map_or("#000", |(_, color)| color)
}
