//! Charts with horizontal bars, as SVG.

use std::fmt::Write as _;

/// The width of a picture: that of a column of text on a web page, so that the text keeps its size.
const WIDTH: f64 = 700.0;
const ROW: f64 = 17.0;
const BORDER: f64 = 12.0;
/// The mean width of a letter of the font size below, with some to spare, because fonts differ.
const LETTER: f64 = 6.7;
const FONT_SIZE: f64 = 12.0;
/// Dark and light: octosat, and all others.
const OCTOSAT: [&str; 2] = ["#2f6690", "#a9c9e2"];
const OTHERS: [&str; 2] = ["#7a7a7a", "#d0d0d0"];

/// A chart with a scale of its own.
pub(crate) struct Chart {
    pub(crate) title: String,
    pub(crate) groups: Vec<Group>,
}

/// Bars to compare, with a heading.
pub(crate) struct Group {
    pub(crate) name: String,
    pub(crate) bars: Vec<Bar>,
}

/// A bar, with its name in front of it and a text behind it. Names that begin with "octosat" get a color.
pub(crate) struct Bar {
    pub(crate) name: String,
    pub(crate) value: f64,
    /// The dark part of the value.
    pub(crate) part: f64,
    pub(crate) text: String,
}

impl Chart {
    fn bars(&self) -> impl Iterator<Item = &Bar> {
        self.groups.iter().flat_map(|group| &group.bars)
    }

    /// The width of the longest of some texts of the bars.
    fn text_width(&self, text: impl Fn(&Bar) -> &str) -> f64 {
        let letters = self.bars().map(|bar| text(bar).chars().count()).max().unwrap_or(0);
        f64::from(u32::try_from(letters).unwrap_or(u32::MAX)) * LETTER
    }

    /// Draws into a strip of the picture, and returns the height.
    fn draw(&self, left: f64, width: f64, lines: &mut String) -> f64 {
        let begin = left + self.text_width(|bar| &bar.name) + 6.0;
        let longest = left + width - begin - self.text_width(|bar| &bar.text) - 6.0;
        let scale = longest / self.bars().map(|bar| bar.value).fold(0.0, f64::max);
        let mut y = BORDER + ROW;
        let mut text = |x: f64, y: f64, kind: &str, text: &str| {
            let _ = writeln!(lines, r#"<text x="{x:.1}" y="{:.1}"{kind}>{text}</text>"#, y - 4.5);
        };
        text(left, y, r#" font-weight="bold""#, &self.title);
        let mut rectangles = String::new();
        for group in &self.groups {
            y += 1.5 * ROW;
            text(left, y, "", &group.name);
            for Bar { name, value, part, text: behind } in &group.bars {
                y += ROW;
                text(begin - 6.0, y, r##" text-anchor="end" fill="#555""##, name);
                text(begin + scale * value + 6.0, y, "", behind);
                let [dark, light] = if name.starts_with("octosat") { OCTOSAT } else { OTHERS };
                for (length, color) in [(value, light), (part, dark)] {
                    let _ = writeln!(
                        rectangles,
                        r#"<rect x="{begin:.1}" y="{:.1}" width="{:.1}" height="{:.1}" fill="{color}"/>"#,
                        y - ROW + 1.0,
                        scale * length,
                        ROW - 3.0
                    );
                }
            }
        }
        lines.push_str(&rectangles);
        y + BORDER
    }
}

/// The picture of some charts next to each other. Its background is white, so that it is legible on a dark page.
pub(crate) fn picture(description: &str, charts: &[Chart]) -> String {
    let width = WIDTH / f64::from(u32::try_from(charts.len()).unwrap_or(1));
    let (mut lines, mut left, mut height) = (String::new(), BORDER, 0.0_f64);
    for chart in charts {
        height = height.max(chart.draw(left, width - 2.0 * BORDER, &mut lines));
        left += width;
    }
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:.0}" viewBox="0 0 {WIDTH} {height:.0}">
<desc>{description}</desc>
<rect width="100%" height="100%" rx="6" fill="#fff"/>
<g font-family="sans-serif" font-size="{FONT_SIZE}" fill="#222">
{lines}</g>
</svg>
"##
    )
}
