//! Draws the bars of a text file of measured numbers.
//!
//! Argument: `FILE.txt`. Writes `FILE.svg`. In the text, a line with `#` is a comment, a line with `==` begins a chart, and
//! any other line begins a group of bars. An indented line is a bar: its name, its value, and the dark part of the value
//! if not all is dark.

use std::ffi::OsString;
use std::path::Path;

use octosat_draw::{Bar, BarChart, BarGroup, bar_charts};

use crate::Outcome;

/// Dark and light: octosat, and all others.
const OCTOSAT: [&str; 2] = ["#2f6690", "#a9c9e2"];
const OTHERS: [&str; 2] = ["#7a7a7a", "#d0d0d0"];

/// The colors of a contender by its name.
pub(crate) fn colors(name: &str) -> [&'static str; 2] {
    if name.starts_with("octosat") { OCTOSAT } else { OTHERS }
}

/// Reads a bar: numbers end its line.
fn bar(line: &str) -> Option<Bar> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_number = |word: &&&str| word.parse::<f64>().is_ok();
    let numbers = words.iter().rev().take_while(is_number).count();
    let (name, numbers) = words.split_at(words.len() - numbers);
    let (value, part, text) = match numbers {
        [value] => (value, value, (*value).to_owned()),
        [value, part] => (value, part, format!("{part} of {value}")),
        _ => return None,
    };
    let (value, part) = (value.parse().ok()?, part.parse().ok()?);
    (0.0 <= part && part <= value).then(|| {
        let name = name.join(" ");
        Bar { colors: colors(&name), name, value, part, text }
    })
}

fn charts(text: &str) -> Result<Vec<BarChart>, String> {
    let mut charts: Vec<BarChart> = Vec::new();
    let content = |(_, line): &(usize, &str)| !line.starts_with('#') && !line.trim().is_empty();
    for (number, line) in (1..).zip(text.lines()).filter(content) {
        if let Some(title) = line.strip_prefix("== ") {
            charts.push(BarChart { title: title.to_owned(), groups: Vec::new() });
            continue;
        }
        let wrong = |what: &str| format!("line {number}: {what}: {line:?}");
        let chart = charts.last_mut().ok_or_else(|| wrong("no chart has begun"))?;
        if !line.starts_with(' ') {
            chart.groups.push(BarGroup { name: line.to_owned(), bars: Vec::new() });
            continue;
        }
        let group = chart.groups.last_mut().ok_or_else(|| wrong("no group has begun"))?;
        group.bars.push(
            bar(line)
                .ok_or_else(|| wrong("a bar has a name, a value, and a part of it or none"))?,
        );
    }
    Ok(charts)
}

/// Draws the charts of the file.
pub(crate) fn draw(arguments: &[OsString]) -> Outcome {
    let file = Path::new(arguments.first().ok_or("the text file is missing")?);
    let charts = charts(&std::fs::read_to_string(file)?)?;
    let titles: Vec<&str> = charts.iter().map(|chart| chart.title.as_str()).collect();
    let description = titles.join("; ");
    let columns: Vec<Vec<BarChart>> = charts.into_iter().map(|chart| vec![chart]).collect();
    Ok(std::fs::write(file.with_extension("svg"), bar_charts(&description, &columns))?)
}
