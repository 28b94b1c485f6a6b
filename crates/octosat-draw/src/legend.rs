//! The legend next to the drawing.

use crate::body::Role;
use crate::camera::{Sheet, View};
use crate::ink::{self, Class};
use crate::paths::coordinate;
use crate::scene::Scene;

/// Pixels from line to line.
const LINE: f64 = 21.0;

/// Pixels to the left of the text and above it.
const INDENT: f64 = 16.0;

/// The longest name that fits, in characters.
const LONGEST_NAME: usize = 24;

/// Pixels to the left of text behind a swatch.
const BEHIND_SWATCH: f64 = INDENT + 20.0;

/// The most links that are named.
const MOST_LINKS: usize = 16;

/// The widest that the scale's bar may be, pixels.
const LONGEST_BAR: f64 = 180.0;

/// The text at the top of the legend, which says where the boxes come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// A name; a long one is cut.
    pub title: String,
    /// The lines below the title.
    pub lines: Vec<String>,
}

/// A line of the legend.
#[derive(Clone, Debug)]
enum Entry {
    Title(String),
    Words(String),
    /// The color of a dot and its meaning.
    Dot(&'static str, String),
    /// The color of a link and its name.
    Link(String, String),
    /// A line of the color of distances, and what it means.
    Distance(String),
    /// A bar of this many pixels, and its length in the world.
    Bar(f64, String),
    Gap,
}

/// The text next to the drawing.
#[derive(Clone, Debug)]
pub(crate) struct Legend(Vec<Entry>);

impl Legend {
    /// Its width in pixels.
    pub(crate) const WIDTH: f64 = 230.0;

    pub(crate) fn new(
        scene: &Scene,
        sheet: &Sheet,
        classes: &[Class],
        (view, caption): (&View, &Caption),
    ) -> Self {
        let mut entries = vec![Entry::Title(shortened(&caption.title))];
        entries.extend(caption.lines.iter().cloned().map(Entry::Words));
        entries.push(Entry::Gap);
        entries.push(Entry::Words(named(scene.boxes(), "box", "boxes")));
        entries.extend(of_contacts(classes, scene));
        entries.extend(of_links(scene));
        entries.extend(of_distances(scene));
        entries.push(Entry::Gap);
        entries.push(bar(sheet.scale));
        entries.push(Entry::Gap);
        let up = ["x", "y", "z"][view.up.max_position()];
        entries.push(Entry::Words(format!("{up} up, from {}°, {}°", view.azimuth, view.elevation)));
        let toward = sheet.camera.toward;
        let large = scene.bodies.iter().filter(|body| body.role == Role::Large);
        let hidden = large.filter(|body| scene.is_hiding(body, toward)).count();
        if hidden > 0 {
            let boxes = named(hidden, "large box", "large boxes");
            entries.push(Entry::Words(format!("{boxes} not drawn")));
        }
        Self(entries)
    }

    /// The least height that holds all lines, pixels.
    pub(crate) fn height(&self) -> f64 {
        LINE * self.0.len() as f64 + 2.0 * INDENT
    }

    /// The lines as SVG on a sheet of this height.
    pub(crate) fn svg(&self, height: f64) -> String {
        let mut svg = format!(
            "<rect width=\"{}\" height=\"{}\" fill=\"#f6f6f3\"/>\n\
             <g font-family=\"sans-serif\" font-size=\"15\" fill=\"#222\">\n",
            coordinate(Self::WIDTH),
            coordinate(height)
        );
        for (number, entry) in self.0.iter().enumerate() {
            svg.push_str(&line(entry, INDENT + LINE * (number as f64 + 0.75)));
        }
        svg.push_str("</g>\n");
        svg
    }
}

/// A line whose text has its base line at `y`.
fn line(entry: &Entry, y: f64) -> String {
    let text = |x: f64, more: &str, words: &str| {
        let [x, y] = [x, y].map(coordinate);
        format!("<text x=\"{x}\" y=\"{y}\"{more}>{}</text>\n", escaped(words))
    };
    match entry {
        Entry::Title(words) => text(INDENT, " font-weight=\"bold\"", words),
        Entry::Words(words) => text(INDENT, "", words),
        Entry::Dot(color, words) => swatch(y, color, 6) + &text(BEHIND_SWATCH, "", words),
        Entry::Link(color, words) => swatch(y, color, 2) + &text(BEHIND_SWATCH, "", words),
        Entry::Distance(words) => {
            let [x, middle] = [INDENT, y - 5.0].map(coordinate);
            let color = ink::DISTANCE;
            let line =
                format!("<path stroke=\"{color}\" stroke-width=\"2\" d=\"M{x} {middle}h12\"/>\n");
            line + &text(BEHIND_SWATCH, "", words)
        }
        Entry::Bar(pixels, words) => {
            let [x, low] = [INDENT, y + 5.0].map(coordinate);
            let bar = format!(
                "<path fill=\"none\" stroke=\"#222\" stroke-width=\"1.5\" \
                 d=\"M{x} {low}v-5v5h{}v-5\"/>\n",
                coordinate(*pixels)
            );
            bar + &text(INDENT + 6.0, "", words)
        }
        Entry::Gap => String::new(),
    }
}

/// A square of a color, with corners of this radius.
fn swatch(y: f64, color: &str, radius: u8) -> String {
    let [x, top] = [INDENT, y - 11.0].map(coordinate);
    format!(
        "<rect x=\"{x}\" y=\"{top}\" width=\"12\" height=\"12\" rx=\"{radius}\" fill=\"{color}\" \
         stroke=\"#222\" stroke-width=\".4\"/>\n"
    )
}

/// The numbers of pairs and contacts, and the colors in use, the deepest first; nothing without pairs.
fn of_contacts(classes: &[Class], scene: &Scene) -> Vec<Entry> {
    if scene.pairs() == 0 {
        return Vec::new();
    }
    let mut entries = vec![
        Entry::Words(named(scene.pairs(), "pair", "pairs")),
        Entry::Words(named(scene.contacts().len(), "contact", "contacts")),
    ];
    let Some(deepest) = scene.deepest() else { return entries };
    entries.extend([Entry::Words(format!("deepest {}", length(deepest))), Entry::Gap]);
    for class in classes.iter().rev() {
        let contacts = scene.contacts().iter().filter(|dot| class.holds(dot.depth)).count();
        if contacts == 0 {
            continue;
        }
        let words = if class.is_speculative() {
            format!("apart, speculative: {}", count(contacts))
        } else if class.below.is_finite() {
            format!("below {}: {}", length(class.below), count(contacts))
        } else {
            format!("from {} on: {}", length(class.above), count(contacts))
        };
        entries.push(Entry::Dot(class.color, words));
    }
    entries.push(Entry::Words("lines: normals, a to b".to_owned()));
    entries
}

/// The links that are drawn, in their colors.
fn of_links(scene: &Scene) -> Vec<Entry> {
    let is_drawn = |link: &usize| scene.bodies.iter().any(|body| body.role == Role::Link(*link));
    let drawn: Vec<usize> = (0..scene.links.len()).filter(is_drawn).collect();
    let link = |&link: &usize| Entry::Link(ink::link(link), shortened(&scene.links[link]));
    let mut entries: Vec<Entry> = drawn.iter().take(MOST_LINKS).map(link).collect();
    if drawn.len() > MOST_LINKS {
        let more = named(drawn.len() - MOST_LINKS, "more link", "more links");
        entries.push(Entry::Words(more));
    }
    if !entries.is_empty() {
        entries.insert(0, Entry::Gap);
    }
    entries
}

/// What the lines of distances mean, if there are any.
fn of_distances(scene: &Scene) -> Option<Entry> {
    let lengths = scene.distances().iter().map(|distance| distance.length);
    let least = length(lengths.min_by(f64::total_cmp)?);
    let words = if scene.distances().len() == 1 { "distance" } else { "distances, least" };
    Some(Entry::Distance(format!("{words} {least}")))
}

/// A bar of a round length.
fn bar(pixels_a_meter: f64) -> Entry {
    let longest = LONGEST_BAR / pixels_a_meter;
    let power = 10.0_f64.powf(longest.log10().floor());
    let steps = [5.0, 2.0, 1.0];
    let step = steps.into_iter().find(|step| step * power <= longest).unwrap_or(1.0);
    Entry::Bar(step * power * pixels_a_meter, length(step * power))
}

/// Lengths of at least this many meters, and lengths below `SHORTEST_WRITTEN_OUT`, are written with a power
/// of ten.
const LONGEST_WRITTEN_OUT: f64 = 1e5;
const SHORTEST_WRITTEN_OUT: f64 = 1e-8;

/// Lengths below this many meters are written in micrometers.
const SHORTEST_IN_MILLIMETERS: f64 = 1e-3;

/// A length with three digits and a unit.
#[must_use]
pub fn length(meters: f64) -> String {
    let size = meters.abs();
    let (value, unit) = if size >= 1.0 || size == 0.0 {
        (meters, "m")
    } else if size >= SHORTEST_IN_MILLIMETERS {
        (meters * 1e3, "mm")
    } else {
        (meters * 1e6, "µm")
    };
    if size >= LONGEST_WRITTEN_OUT || (size > 0.0 && size < SHORTEST_WRITTEN_OUT) {
        return format!("{meters:.1e} m");
    }
    let number = match value.abs() {
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    };
    let number = if number.contains('.') {
        number.trim_end_matches('0').trim_end_matches('.')
    } else {
        &number
    };
    format!("{number} {unit}")
}

/// A count with separated thousands, and the word for what is counted.
#[must_use]
pub fn named(number: usize, one: &str, several: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { several })
}

fn count(value: usize) -> String {
    let digits = value.to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    String::from_utf8_lossy(&groups.join(&b' ')).into_owned()
}

/// A name, cut to a length that fits.
fn shortened(name: &str) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name.to_owned();
    }
    name.chars().take(LONGEST_NAME - 1).chain(['…']).collect()
}

/// Text escaped for XML; characters that XML does not allow become spaces.
pub(crate) fn escaped(text: &str) -> String {
    let known = |c: char| !c.is_control() && !['\u{fffe}', '\u{ffff}'].contains(&c);
    let text: String = text.chars().map(|c| if known(c) { c } else { ' ' }).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_a_fitting_unit() {
        let written = [0.0, 1.0, 12.34, 456.7, 0.0123, 0.5, 3.0e-6, -0.002, 1e7].map(length);
        let expected =
            ["0 m", "1 m", "12.3 m", "457 m", "12.3 mm", "500 mm", "3 µm", "-2 mm", "1.0e7 m"];
        assert_eq!(written, expected);
    }

    #[test]
    fn names_are_escaped_and_shortened() {
        assert_eq!(escaped("a<b & c>\u{1}"), "a&lt;b &amp; c&gt; ");
        assert_eq!(shortened(&"é".repeat(30)).chars().count(), LONGEST_NAME);
    }

    #[test]
    fn bars_are_round_and_fit() {
        for pixels_a_meter in [1e-9, 0.3, 70.0, 179.0, 181.0, 1e6] {
            let Entry::Bar(pixels, _) = bar(pixels_a_meter) else { panic!("a bar") };
            assert!(pixels <= LONGEST_BAR && pixels > LONGEST_BAR / 3.0, "{pixels_a_meter}");
        }
    }
}
