//! What is said of a query stands on its own page, whose head has the names, the promises, the rows and the costs in fixed
//! tables. The tables of several queries are made from these heads: with the variable `OCTOSAT_WRITE_TABLES` set, they
//! are written instead of compared.

use std::path::Path;
use std::{env, fs};

use crate::common::{read, root};

/// Where the head of a page begins and ends.
const HEAD: [&str; 2] = ["<!-- head -->", "<!-- end of head -->"];

/// Where a table that is made begins and ends.
const MADE: [&str; 2] = ["<!-- made from the heads of the pages -->", "<!-- end -->"];

/// The first cells of the tables of a head: names, promises, rows of results, costs.
const KINDS: [&str; 4] = ["query", "promise of", "row", "cost of"];

/// A row of the head of a page.
pub(crate) struct Row {
    /// The page, in the folder of the book.
    page: String,
    /// The heading of the page.
    title: String,
    pub(crate) cells: Vec<String>,
}

/// What stands between two markers.
fn between<'a>(text: &'a str, [begin, end]: [&str; 2]) -> Option<&'a str> {
    Some(text.split_once(begin)?.1.split_once(end)?.0)
}

/// The cells of a line of a table.
fn cells(line: &str) -> Vec<String> {
    line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// The pages of the book, in the order of its table of contents.
fn pages() -> Vec<String> {
    let summary = read("docs/src/SUMMARY.md");
    let links = summary.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    links.map(|(page, _)| page.to_owned()).collect()
}

/// The rows of all tables of a kind, in the order of the pages.
pub(crate) fn rows_of(kind: &str) -> Vec<Row> {
    let mut found = Vec::new();
    for page in pages() {
        let text = read(&format!("docs/src/{page}"));
        let Some(head) = between(&text, HEAD) else { continue };
        let title = text.lines().next().unwrap_or_default().trim_start_matches("# ");
        for table in head.split("\n\n").map(str::trim).filter(|table| !table.is_empty()) {
            let first = &cells(table)[0];
            assert!(KINDS.contains(&first.as_str()), "{page} has a table of {first:?} in its head");
            let rows = table.lines().skip(2).filter(|_| first == kind);
            found.extend(rows.map(|line| Row {
                page: page.clone(),
                title: title.to_owned(),
                cells: cells(line),
            }));
        }
    }
    found
}

impl Row {
    /// A cell, with the links of its page as links of a page at the top of the folder.
    fn seen_from_the_top(&self, cell: &str) -> String {
        let folder = Path::new(&self.page).parent().expect("a folder");
        let mut parts = cell.split("](");
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (target, rest) = part.split_once(')').expect("the end of a link");
            let target = match target {
                target if target.starts_with('#') => format!("{}{target}", self.page),
                target => match target.strip_prefix("../") {
                    Some(target) => target.to_owned(),
                    None => folder.join(target).to_string_lossy().into_owned(),
                },
            };
            text += &format!("]({target}){rest}");
        }
        text
    }

    /// The first cell as a link to the page.
    fn linked(&self) -> String {
        format!("[{}]({})", self.cells[0], self.page)
    }
}

/// A table of Markdown.
fn table(head: &str, rows: impl Iterator<Item = String>) -> String {
    let columns = head.matches('|').count() - 1;
    let rows: String = rows.map(|row| format!("{row}\n")).collect();
    format!("{head}\n{}|\n{rows}", "|---".repeat(columns))
}

/// A table that is made, and the page that has it.
struct Made {
    page: &'static str,
    table: String,
}

/// All tables that are made.
fn made() -> [Made; 4] {
    let names = rows_of("query").into_iter().map(|row| format!("| {} |", row.cells.join(" | ")));
    let promises = rows_of("promise of").into_iter().map(|row| {
        let [holds, kind, bound] = [1, 2, 3].map(|cell| row.seen_from_the_top(&row.cells[cell]));
        format!("| {} | {holds} | {kind} | {bound} |", row.linked())
    });
    let results = rows_of("row").into_iter().map(|row| {
        let cell = row.seen_from_the_top(&row.cells[0]);
        format!("| {cell} | {} | [{}]({}) |", row.cells[1], row.title, row.page)
    });
    let costs = rows_of("cost of")
        .into_iter()
        .map(|row| format!("| {} | {} | {} |", row.linked(), row.cells[1], row.cells[2]));
    [
        Made { page: "languages.md", table: table("| `Engine` | of | C | Python |", names) },
        Made {
            page: "promises.md",
            table: table("| query | what holds | kind | off by at most |", promises),
        },
        Made { page: "results.md", table: table("| row | size | page |", results) },
        Made { page: "costs.md", table: table("| query | AVX-512 | AVX2 |", costs) },
    ]
}

/// A page without what is made.
pub(crate) fn by_hand(text: &str) -> String {
    match between(text, MADE) {
        Some(table) => text.replace(table, ""),
        None => text.to_owned(),
    }
}

#[test]
fn tables_of_all_queries_are_those_of_the_heads_of_their_pages() {
    for Made { page, table } in made() {
        assert!(table.lines().count() >= 8, "{page}: {table}");
        let path = root().join("docs/src").join(page);
        let text = fs::read_to_string(&path).unwrap();
        let (before, rest) = text.split_once(MADE[0]).expect("where the table begins");
        let (_, after) = rest.split_once(MADE[1]).expect("where it ends");
        let made = format!("{before}{}\n\n{table}\n{}{after}", MADE[0], MADE[1]);
        if env::var_os("OCTOSAT_WRITE_TABLES").is_some() {
            fs::write(&path, &made).unwrap();
            continue;
        }
        assert!(
            text == made,
            "{page} is not what the heads make: run \
             `OCTOSAT_WRITE_TABLES=1 cargo test --release --workspace --test boundary heads`"
        );
    }
}

#[test]
fn links_of_a_cell_lead_to_the_same_place_from_the_top() {
    let row = |page: &str| Row { page: page.to_owned(), title: String::new(), cells: Vec::new() };
    let seen = |page: &str, cell: &str| row(page).seen_from_the_top(cell);
    assert_eq!(seen("distances.md", "a [b](#c) d"), "a [b](distances.md#c) d");
    assert_eq!(seen("bounds/chains.md", "[b](certain.md)"), "[b](bounds/certain.md)");
    assert_eq!(seen("bounds/chains.md", "[b](../robots.md#c)"), "[b](robots.md#c)");
    assert_eq!(by_hand(&format!("a{}b{}c", MADE[0], MADE[1])), format!("a{}{}c", MADE[0], MADE[1]));
}
