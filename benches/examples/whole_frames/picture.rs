//! The measurements as pictures: a bar per contender and recording, and the cost over the share of pairs with contacts.

use std::fmt::Write as _;

use super::{CONTENDERS, Measured};

/// The colors of the contenders.
const COLORS: [&str; CONTENDERS.len()] = ["#b0b0b0", "#7a7a7a", "#2f6690", "#d1495b"];

/// The width of both pictures, and that of the part with data, in pixels.
const WIDTH: f64 = 980.0;
const DATA: f64 = 640.0;

/// Where the data begin.
const LEFT: f64 = 130.0;

/// The height of a bar, and of the lines of text above the data.
const BAR: f64 = 15.0;
const HEAD: f64 = 70.0;

/// The height of the data of the second picture.
const TALL: f64 = 340.0;

/// Nanoseconds per pair at both ends of the second picture's scale, which is logarithmic.
const LEAST: f64 = 10.0;
const MOST: f64 = 2000.0;

/// Time per pair of each recording and contender.
pub(super) fn bars(all: &[Measured], engine: &str) -> String {
    let longest = all.iter().flat_map(|one| one.least).fold(0.0, f64::max);
    let step = 5.2 * BAR;
    let mut lines = head("Whole frames: nanoseconds per pair", engine);
    let mut top = HEAD + 10.0;
    for one in all {
        let middle = top + 2.0 * BAR + 5.0;
        text(&mut lines, [LEFT - 10.0, middle], "end", &one.name);
        for (contender, least) in one.least.into_iter().enumerate() {
            let (color, length) = (COLORS[contender], DATA * least / longest);
            let _ = writeln!(
                lines,
                r#"<rect x="{LEFT}" y="{top:.1}" width="{length:.1}" height="{:.1}" fill="{color}"/>"#,
                BAR - 2.0
            );
            let ratio = match contender {
                0 => String::new(),
                _ => format!(", {:.1} times as fast", one.ratio[contender]),
            };
            let label = format!("{least:.0}{ratio}");
            text(&mut lines, [LEFT + length + 6.0, top + BAR - 3.0], "start", &label);
            top += BAR;
        }
        top += step - 4.0 * BAR;
    }
    let description =
        "Bars: nanoseconds per pair of whole frames, for each recording and contender";
    document(&lines, description, top + 10.0)
}

/// Time per pair over the share of pairs with contacts, a mark per recording.
pub(super) fn shares(all: &[Measured], engine: &str) -> String {
    let mut lines = head("Nanoseconds per pair over the share of pairs that have contacts", engine);
    // A line of text for each recording, from which a line leads down to its marks.
    let names = all.iter().map(|_| 1.2 * BAR).sum::<f64>();
    let bottom = HEAD + BAR + names + TALL;
    let height = |time: f64| bottom - TALL * (time / LEAST).ln() / (MOST / LEAST).ln();
    for time in [10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0] {
        let y = height(time);
        line(&mut lines, [LEFT, y], [LEFT + DATA, y]);
        text(&mut lines, [LEFT - 10.0, y + 5.0], "end", &format!("{time:.0}"));
    }
    for tenths in (0..=10).step_by(2) {
        let x = LEFT + DATA * f64::from(tenths) / 10.0;
        line(&mut lines, [x, bottom], [x, bottom + 5.0]);
        text(&mut lines, [x, bottom + 24.0], "middle", &format!("{} %", 10 * tenths));
    }
    let mut name_bottom = HEAD + BAR;
    for one in all {
        let x = LEFT + DATA * one.touching;
        line(&mut lines, [x, name_bottom - BAR], [x, bottom]);
        text(&mut lines, [x - 6.0, name_bottom], "end", &one.name);
        name_bottom += 1.2 * BAR;
        for (time, color) in one.least.into_iter().zip(COLORS) {
            let y = height(time);
            let _ = writeln!(lines, r#"<circle cx="{x:.1}" cy="{y:.1}" r="5" fill="{color}"/>"#);
        }
    }
    let description = "Marks: nanoseconds per pair over the share of pairs that have contacts, for each recording \
                       and contender";
    document(&lines, description, bottom + 40.0)
}

/// The title, and which color is which contender.
fn head(title: &str, engine: &str) -> String {
    let mut lines = String::new();
    let _ = writeln!(lines, r#"<text x="20" y="28" font-weight="bold">{title} ({engine})</text>"#);
    for (number, (name, color)) in (0..).zip(CONTENDERS.iter().zip(COLORS)) {
        let x = LEFT + 200.0 * f64::from(number);
        let _ = writeln!(
            lines,
            r#"<rect x="{x}" y="42" width="{BAR}" height="{BAR}" fill="{color}"/>"#
        );
        text(&mut lines, [x + 22.0, 55.0], "start", name);
    }
    lines
}

fn text(lines: &mut String, [x, y]: [f64; 2], anchor: &str, words: &str) {
    let _ = writeln!(lines, r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{words}</text>"#);
}

fn line(lines: &mut String, [x, y]: [f64; 2], [to_x, to_y]: [f64; 2]) {
    let ends = format!(r#"x1="{x:.1}" y1="{y:.1}" x2="{to_x:.1}" y2="{to_y:.1}""#);
    let _ = writeln!(lines, r##"<line {ends} stroke="#ddd"/>"##);
}

fn document(lines: &str, description: &str, height: f64) -> String {
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:.0}" viewBox="0 0 {WIDTH} {height:.0}">
<desc>{description}</desc>
<rect width="100%" height="100%" fill="#fff"/>
<g font-family="sans-serif" font-size="14" fill="#222">
{lines}</g>
</svg>
"##
    )
}
