//! Charts with horizontal bars.

use std::fmt::Write as _;

use crate::legend::escaped;

/// The width of a picture: that of a column of text on a web page, so that the text keeps its size.
const WIDTH: f64 = 700.0;
const ROW: f64 = 17.0;
const BORDER: f64 = 12.0;
/// The mean width of a letter of the font size below, with some to spare, because fonts differ.
const LETTER: f64 = 6.7;
const FONT_SIZE: f64 = 12.0;

/// A chart with a scale of its own.
#[derive(Clone, Debug)]
pub struct BarChart {
    /// The line above.
    pub title: String,
    /// From top to bottom.
    pub groups: Vec<BarGroup>,
}

/// Bars to compare.
#[derive(Clone, Debug)]
pub struct BarGroup {
    /// The line above.
    pub name: String,
    /// From top to bottom.
    pub bars: Vec<Bar>,
}

/// A bar from zero.
#[derive(Clone, Debug)]
pub struct Bar {
    /// In front of the bar.
    pub name: String,
    /// The length.
    pub value: f64,
    /// The dark part of the length.
    pub part: f64,
    /// Behind the bar.
    pub text: String,
    /// The color of the dark part, and that of the rest.
    pub colors: [&'static str; 2],
}

impl BarChart {
    fn bars(&self) -> impl Iterator<Item = &Bar> {
        self.groups.iter().flat_map(|group| &group.bars)
    }

    /// The width of the longest of some texts of the bars.
    fn text_width(&self, text: impl Fn(&Bar) -> &str) -> f64 {
        let letters = self.bars().map(|bar| text(bar).chars().count()).max().unwrap_or(0);
        f64::from(u32::try_from(letters).unwrap_or(u32::MAX)) * LETTER
    }

    /// Draws into a strip of the picture from a height on, and returns the height of the end.
    fn draw(&self, [left, top]: [f64; 2], width: f64, lines: &mut String) -> f64 {
        let begin = left + self.text_width(|bar| &bar.name) + 6.0;
        let longest = left + width - begin - self.text_width(|bar| &bar.text) - 6.0;
        let scale = longest / self.bars().map(|bar| bar.value).fold(f64::MIN_POSITIVE, f64::max);
        let mut y = top + BORDER + ROW;
        let mut text = |x: f64, y: f64, kind: &str, text: &str| {
            let (y, text) = (y - 4.5, escaped(text));
            let _ = writeln!(lines, r#"<text x="{x:.1}" y="{y:.1}"{kind}>{text}</text>"#);
        };
        text(left, y, r#" font-weight="bold""#, &self.title);
        let mut rectangles = String::new();
        for group in &self.groups {
            y += 1.5 * ROW;
            text(left, y, "", &group.name);
            for Bar { name, value, part, text: behind, colors: [dark, light] } in &group.bars {
                y += ROW;
                text(begin - 6.0, y, r##" text-anchor="end" fill="#555""##, name);
                text(begin + scale * value + 6.0, y, "", behind);
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

/// The SVG of charts in columns next to each other. Its background is white, so that it is legible on a dark page.
#[must_use]
pub fn bar_charts(description: &str, columns: &[Vec<BarChart>]) -> String {
    let width = WIDTH / f64::from(u32::try_from(columns.len()).unwrap_or(1));
    let (mut lines, mut left, mut height) = (String::new(), BORDER, 0.0_f64);
    for charts in columns {
        let draw =
            |top, chart: &BarChart| chart.draw([left, top], width - 2.0 * BORDER, &mut lines);
        height = height.max(charts.iter().fold(0.0, draw));
        left += width;
    }
    let description = escaped(description);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_values_within_their_column() {
        let bar = |name: &str, value| Bar {
            name: name.to_owned(),
            value,
            part: 0.0,
            text: String::new(),
            colors: ["#000", "#fff"],
        };
        let bars = vec![bar("a<b", 1.0), bar("b", 2.0), bar("none", 0.0)];
        let groups = vec![BarGroup { name: String::new(), bars }];
        let chart = BarChart { title: String::new(), groups };
        let svg = bar_charts("", &[vec![chart.clone(), chart.clone()], vec![chart]]);
        let number = |line: &str, name: &str| -> f64 {
            let (_, rest) = line.split_once(name).expect(name);
            rest.split('"').next().and_then(|number| number.parse().ok()).expect("a number")
        };
        let lines: Vec<&str> =
            svg.lines().filter(|line| line.contains("<rect x") && line.contains("#fff")).collect();
        let lengths: Vec<f64> = lines.iter().map(|line| number(line, "width=\"")).collect();
        let ends = lines.iter().map(|line| number(line, "x=\"") + number(line, "width=\""));
        assert!(svg.contains("a&lt;b") && lengths.len() == 9, "{svg}");
        assert!((lengths[1] - 2.0 * lengths[0]).abs() < 0.2 && lengths[2] == 0.0, "{lengths:?}");
        assert!(ends.zip(0..).all(|(end, bar)| end <= if bar < 6 { 350.0 } else { 700.0 }));
        let heights: Vec<f64> = lines.iter().map(|line| number(line, "y=\"")).collect();
        assert!(heights[3] > heights[2] && (heights[6] - heights[0]).abs() < 0.2, "{heights:?}");
    }
}
