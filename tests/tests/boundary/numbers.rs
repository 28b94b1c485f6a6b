//! Numbers that stand in several places are the same everywhere: tolerances in the code and in the book, and measured
//! times in the README, in the guide and in the tables of the benchmarks.

use std::collections::HashMap;

use crate::common::{read, root};
use crate::documents::{code, pages};
use crate::heads::rows_of;

/// The cells of all rows of all tables of a page.
fn rows(page: &str) -> Vec<Vec<String>> {
    rows_in(&read(page))
}

/// The cells of all rows of all tables of a text.
fn rows_in(text: &str) -> Vec<Vec<String>> {
    let is_row = |line: &&str| line.starts_with('|') && !line.starts_with("|---");
    let cell = |text: &str| text.trim().to_owned();
    text.lines()
        .filter(is_row)
        .map(|line| line.trim_matches('|').split('|').map(cell).collect())
        .collect()
}

/// The row whose first cell this is, with this number of cells.
fn row(rows: &[Vec<String>], first: &str, len: usize) -> Vec<String> {
    let found = rows.iter().find(|row| row[0] == first && row.len() == len);
    found.unwrap_or_else(|| panic!("there is no row {first:?} of {len} cells")).clone()
}

/// The first number of a text.
fn number(text: &str) -> f64 {
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == ','));
    let digits = text[..end.unwrap_or(text.len())].replace(',', "");
    digits.parse().unwrap_or_else(|_| panic!("{text:?} does not begin with a number"))
}

/// The value of a number as the book writes it: 0.02, 10⁻³, 4·2⁻²⁴, 256 u, 1/16, 1 + 10⁻⁵.
fn of_book(text: &str) -> Option<f64> {
    let text = text.split(" ≈").next()?.trim().trim_end_matches(" m");
    let from = |separator: &str| {
        text.split_once(separator).map(|(one, other)| Some((of_book(one)?, of_book(other)?)))
    };
    if let Some(both) = from(" + ") {
        return both.map(|(one, other)| one + other);
    }
    if let Some(both) = from("·") {
        return both.map(|(one, other)| one * other);
    }
    if let Some(both) = from("/") {
        return both.map(|(one, other)| one / other);
    }
    if let Some(factor) = text.strip_suffix(" u") {
        return Some(of_book(factor)? * 0.5_f64.powi(24));
    }
    let digit = |c: char| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|one| one == c).map(|at| at.to_string());
    let raised = |c: char| if c == '⁻' { Some("-".to_owned()) } else { digit(c) };
    match text.find(|c: char| raised(c).is_some()) {
        None => text.parse().ok(),
        Some(at) => {
            let power = text[at..].chars().map(raised).collect::<Option<String>>()?;
            Some(text[..at].parse::<f64>().ok()?.powi(power.parse().ok()?))
        }
    }
}

/// The value of a constant as the code writes it; none for other forms than a number, a sum or a quotient.
fn of_code(text: &str) -> Option<f64> {
    let value = |text: &str| text.trim().replace('_', "").parse::<f64>().ok();
    if let Some((one, other)) = text.split_once(" / ") {
        return Some(value(one)? / value(other)?);
    }
    match text.split_once(" + ") {
        Some((one, other)) => Some(value(one)? + value(other)?),
        None => value(text),
    }
}

/// Float constants of the engine that are no tolerances: counts, a row, derived values, a documented default, and
/// those of tests.
const NO_TOLERANCES: [&str; 11] = [
    "BOUNDS_PER_DEVIATION",
    "CELL_WIDTHS",
    "LAST_ROW",
    "MOST_BOUNDS",
    "MOST_ENTRIES",
    "ROOT_OF_THREE",
    "SEEN",
    "SEEN_OF_RATE",
    "TOLERANCE",
    "VALUES",
    "WHOLE_EDGE",
];

/// The float constants of the sources of a crate, by name.
fn constants(folder: &str) -> HashMap<String, String> {
    let constant = |line: &str| {
        let (visible, rest) = line.split_once("const ")?;
        let (name, rest) = rest.split_once(": ")?;
        let (kind, value) = rest.trim_end_matches(';').split_once(" = ")?;
        let is_float = kind.trim_start_matches('[').starts_with('f');
        let is_item = visible.is_empty() || visible.starts_with("pub");
        (is_float && is_item && !NO_TOLERANCES.contains(&name))
            .then(|| (name.to_owned(), value.to_owned()))
    };
    code(&root().join(folder)).lines().filter_map(constant).collect()
}

#[test]
fn tolerances_of_the_book_are_those_of_the_code() {
    let mut constants = constants("crates/octosat/src");
    constants.extend(self::constants("crates/octosat-rows/src"));
    assert!(constants.len() > 80, "{}", constants.len());
    let mut compared = 0;
    let book = pages(&root().join("docs/src"));
    let texts: Vec<String> = book.iter().map(|page| code(page)).collect();
    for (page, text) in book.iter().zip(&texts) {
        for row in rows_in(text).iter().filter(|row| row[0].starts_with('`') && row.len() > 1) {
            let names = row[0].split('`').skip(1).step_by(2);
            for (name, quoted) in names.zip(row[1].split(['\u{3b}', ',']).map(str::trim)) {
                let Some(code) = constants.get(name) else { continue };
                let (Some(quoted), Some(code)) = (of_book(quoted), of_code(code)) else { continue };
                let same = (quoted - code).abs() <= 1e-7 * code.abs();
                assert!(same, "{}: {name} is {quoted}, in the code {code}", page.display());
                compared += 1;
            }
        }
    }
    assert!(compared > 50, "only {compared} are compared");
    for name in constants.keys() {
        let has_it = |text: &String| text.contains(&format!("`{name}`"));
        assert!(texts.iter().any(has_it), "no page has {name}");
    }
}

/// Every query about boxes and chains has a promise in the head of its page, whose bound is that of the chapter on error
/// bounds.
#[test]
fn promises_are_those_of_the_queries_and_of_the_error_bounds() {
    let promised: Vec<Vec<String>> =
        rows_of("promise of").into_iter().map(|row| row.cells).collect();
    assert!(promised.iter().all(|row| row.len() == 6), "{promised:?}");
    let engine = [
        "call/question",
        "certain/calls",
        "chains/calls",
        "groups/calls",
        "motion/calls",
        "products/calls",
    ]
    .map(|file| read(&format!("crates/octosat/src/{file}.rs")))
    .concat();
    let sources = code(&root().join("crates/octosat/src"));
    for row in &promised {
        let name = row[0].trim_matches('`');
        assert!(sources.contains(&format!("pub fn {name}")), "{name} is no query");
    }
    let queries = engine.lines().filter_map(|line| line.trim().strip_prefix("pub fn "));
    let queries = queries.map(|query| query.split(['(', '<']).next().unwrap_or_default());
    for query in queries {
        let has_row = promised.iter().any(|row| row[0] == format!("`{query}`"));
        assert!(has_row, "{query} has no promise");
    }
    let bare = |text: &str| text.replace([' ', '·'], "");
    for (query, text, page) in [
        ("`overlaps`", "(50u + 4d)·size", "overlap"),
        ("`manifolds`", "64u·(reach + depth)", "contacts"),
        ("`distances`", "16u·size", "distances"),
    ] {
        let found = promised.iter().find(|row| row[0] == query).expect("a promise");
        assert_eq!(bare(&found[3]), bare(text), "{query}");
        let page = format!("docs/src/bounds/{page}.md");
        assert!(read(&page).contains(text), "{page} does not have {text}");
    }
}

/// Asserts that a page has a text, whatever its lines.
fn assert_says(page: &str, text: &str) {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&read(page)).contains(&words(text)), "{page} does not say {text:?}");
}

/// How deep free shapes are, and how early hits, in bounds: sums of constants, rounded up to the digits of the pages.
#[test]
fn bounds_of_motion_are_those_of_the_constants() {
    let constants = constants("crates/octosat-rows/src");
    let value = |name: &str| of_code(&constants[name]).expect("a number");
    let (root_of_two, root_of_three) = (2.0_f64.sqrt(), 3.0_f64.sqrt());
    // Growth along edge axes next to an exact axis, and a bound for the rounding of separations.
    let edges = |depth: f64| depth * (1.0 + value("CAST_EDGE_GROWTH")) * root_of_two + 1.0;
    let of_casts = [edges(value("CAST_END_DEPTH")), edges(value("CAST_START_DEPTH"))];
    let [near, aim] = ["SHAPE_CAST_NEAR", "SHAPE_CAST_AIM"].map(value);
    // A core is at right angles to a gap but for 8 of the 35 units of its length.
    let gaps = [1.0 + near + 1.0, 1.0 + near + 1.0 + 0.25];
    let free = value("SHAPE_CAST_DEPTH") + aim + 1.0;
    let starts = value("SHAPE_CAST_START_DEPTH") + 2.0 * aim + 1.0;
    let rests = 2.0 * root_of_three * value("IMPACT_CORE_BOUNDS") + 1.0 / 62.0;
    let deepest = 2.0 * root_of_two * value("IMPACT_DEEPEST_CORE_BOUNDS");
    let motion = "docs/src/motion.md";
    for (bound, digits, page, text) in [
        (of_casts[0], 1, "docs/src/bounds/casts.md", "less than {}E"),
        (of_casts[0], 1, motion, "at most {} cast bounds"),
        (of_casts[1], 1, "docs/src/bounds/casts.md", "or {}E"),
        (of_casts[1], 1, motion, "within two of touching, by {}"),
        (gaps[0], 1, motion, "early by at most {} of them"),
        (gaps[1], 2, motion, "or {} for capsules"),
        (gaps[1], 2, PROMISES, "early by at most {} bounds"),
        (free, 0, "docs/src/bounds/round-casts.md", "| depth of free shapes | {}E |"),
        (starts, 1, motion, "or {} if they touch at the start"),
        (rests, 1, motion, "below {} [impact bounds]"),
        (rests, 1, "docs/src/bounds/impacts.md", "**{}E"),
        (deepest, 1, motion, "by up to {} bounds"),
        (deepest, 1, "docs/src/bounds/impacts.md", "2·√2·c or {}E"),
    ] {
        let scale = 10.0_f64.powi(digits);
        let rounded = ((bound - 1e-9) * scale).ceil() / scale;
        assert_says(page, &text.replace("{}", &rounded.to_string()));
    }
}

/// Numbers of the pages about robots that are constants of the engine, in units of roundoff or as they are.
#[test]
fn numbers_about_robots_are_those_of_the_constants() {
    let mut constants = constants("crates/octosat/src");
    constants.extend(self::constants("crates/octosat-rows/src"));
    let value = |name: &str| of_code(&constants[name]).unwrap_or_else(|| panic!("{name}"));
    let units = |name: &str| value(name) * 2.0_f64.powi(24);
    let part = (100.0 / value("DISTANCES_PER_CLEARANCE")).floor() / 100.0;
    let pose = units("CHAIN_POSE_ERROR");
    let chains = "docs/src/bounds/chains.md";
    for (number, page, text) in [
        (part, "docs/src/robots.md", "at least [{} of the distance]"),
        (pose, chains, "within {}u·(n + 1)·L of the exact one"),
        (pose, chains, "may exceed {}u·5"),
        (pose, chains, "as {}u needs, twice"),
        (pose, chains, "Of {}u·(n + 1)·L"),
        (units("JOINT_ROUNDING"), chains, "of {}u in `JOINT_ROUNDING`"),
        (units("STORED_OFFSET_ERROR"), chains, "of {}u and"),
        (units("STORED_EXTENT_ERROR"), chains, "and {}u that are subtracted"),
        (value("DISTANCES_PER_CLEARANCE"), chains, "beyond {} clearances"),
    ] {
        assert_says(page, &text.replace("{}", &number.to_string()));
    }
}

/// The page of promises.
const PROMISES: &str = "docs/src/promises.md";

#[test]
#[expect(clippy::float_cmp, reason = "both are the same digits, read by one function")]
fn times_of_the_costs_are_those_of_the_benchmarks() {
    let (costs, tables) = (rows("docs/src/costs.md"), rows("docs/src/benchmarks.md"));
    let queries = ["`overlaps`", "`penetrations`", "`manifolds`, within 2 cm, four points"];
    let costs = queries.map(|query| row(&costs, query, 5));
    for (column, name) in (1..).zip(["AVX-512", "AVX2", "portable", "scalar backend"]) {
        // The first three tables with a row of this name: overlap, penetration, contacts of several lists.
        let theirs = tables.iter().filter(|row| row[0] == name && row.len() == 5);
        let mut compared = 0;
        for (own, measured) in costs.iter().zip(theirs) {
            // The list of 100,000 pairs.
            assert_eq!(number(&own[column]), number(&measured[2]), "{name}, {}", own[0]);
            compared += 1;
        }
        assert_eq!(compared, costs.len(), "{name}");
    }
}

/// The cells below the head of a table that has a column of this name.
fn column(tables: &[Vec<String>], name: &str) -> Vec<String> {
    let head = tables.iter().position(|row| row.iter().any(|cell| cell == name));
    let head = head.unwrap_or_else(|| panic!("no table has a column {name:?}"));
    let place = tables[head].iter().position(|cell| cell == name).expect("it is in the head");
    let below = tables[head + 1..].iter().take_while(|row| row.len() == tables[head].len());
    below.map(|row| row[place].clone()).collect()
}

#[test]
fn ratios_and_short_calls_of_the_readme_are_those_of_the_benchmarks() {
    let (readme, tables) = (read("README.md").replace('\n', " "), rows("docs/src/benchmarks.md"));
    for name in ["octosat, AVX2", "octosat, AVX-512"] {
        let ratio = |cell: String| number(cell.split_once('(').expect("a ratio in brackets").1);
        let ratios: Vec<f64> = column(&tables, name).into_iter().map(ratio).collect();
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        let most = ratios.iter().copied().fold(0.0, f64::max);
        let quoted = format!("{least:.0} to {most:.0} times");
        assert!(readme.contains(&quoted), "README.md does not say {quoted:?} ({name})");
    }
    let [overlap, contacts] = [1, 3].map(|column| number(&row(&tables, "1", 4)[column]) / 1000.0);
    for page in ["README.md", "docs/src/costs.md"] {
        let text = read(page).replace('\n', " ");
        for time in [overlap, contacts] {
            // Half a nanosecond more, because half a unit is rounded up.
            let quoted = format!("{:.2} µs", time + 5e-4);
            assert!(text.contains(&quoted), "{page} does not say {quoted:?}");
        }
    }
}

/// All numbers of a text.
fn numbers(text: &str) -> Vec<f64> {
    let pieces = text.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == ','));
    pieces.filter_map(|piece| piece.replace(',', "").parse().ok()).collect()
}

/// Each bar of the chart of the first page has its numbers in one row of a table.
#[test]
#[expect(clippy::float_cmp, reason = "both are the same digits, read by one function")]
fn numbers_of_the_chart_are_those_of_the_tables() {
    let pages = ["README.md", "docs/src/benchmarks.md", "docs/src/rust-engines.md"];
    let rows: Vec<Vec<f64>> =
        pages.iter().flat_map(|page| rows(page)).map(|row| numbers(&row.join("|"))).collect();
    let chart = read("docs/src/figures/first-screen.txt");
    let picture = read("docs/src/figures/first-screen.svg");
    let bars: Vec<&str> = chart.lines().filter(|line| line.starts_with(' ')).collect();
    assert!(bars.len() > 10, "{bars:?}");
    for bar in bars {
        let written: Vec<&str> =
            bar.split_whitespace().rev().take_while(|word| word.parse::<f64>().is_ok()).collect();
        let values: Vec<f64> = written.iter().map(|word| number(word)).collect();
        let is_in_one =
            |row: &Vec<f64>| values.iter().all(|value| row.iter().any(|other| other == value));
        assert!(rows.iter().any(is_in_one), "no table has a row with the numbers of {bar:?}");
        let text = format!(">{}</text>", written.join(" of "));
        assert!(picture.contains(&text), "draw first-screen.svg again: it does not have {text:?}");
    }
}

/// Numbers without a table of their own, and all pages that quote them.
const QUOTED: [(&str, &[&str]); 3] = [
    ("30 s", &["README.md", "docs/src/costs.md"]),
    ("1.89", &["README.md", "Cargo.toml"]),
    ("10⁻¹⁷ m", &["docs/src/motion.md", "docs/src/error-bounds.md"]),
];

#[test]
fn numbers_that_are_quoted_twice_stand_on_every_page() {
    for (quoted, pages) in QUOTED {
        for page in pages {
            assert!(read(page).contains(quoted), "{page} does not say {quoted:?}");
        }
    }
}

#[test]
fn numbers_are_read_as_they_are_written() {
    for (text, value) in [
        ("0.02", 0.02),
        ("10⁻³", 1e-3),
        ("2·10⁻⁶ m", 2e-6),
        ("2⁻³⁰ ≈ 10⁻⁹", 0.5_f64.powi(30)),
        ("1/16", 0.0625),
        ("256 u", 0.5_f64.powi(16)),
        ("1 + 10⁻⁵", 1.00001),
    ] {
        let read = of_book(text).expect("a number");
        assert!((read - value).abs() <= 1e-12 * value, "{text}: {read}");
    }
    assert_eq!((of_book("10⁻⁶ to 10⁶"), of_code("4.0 / 16.0")), (None, Some(0.25)));
}
