//! Aligned tables in plain text, and the format of their numbers.

use comfy_table::{CellAlignment, ContentLineStyle, LineStyle, TableStyle};

/// A table. Its first columns are flush left, the others flush right.
#[derive(Clone, Debug)]
pub(crate) struct Table(comfy_table::Table);

impl Table {
    /// A table with these column titles, the first `words` of them flush left.
    pub(crate) fn new(words: usize, titles: &[&str]) -> Self {
        let mut table = comfy_table::Table::new();
        let gap = ContentLineStyle::none().junction(' ');
        let rule = LineStyle::none().fill('-').junction(' ');
        table.load_style(
            TableStyle::new().header_lines(gap).content_lines(gap).header_separator(rule),
        );
        table.set_header(titles);
        for column in table.column_iter_mut() {
            column.set_padding((0, 1));
        }
        for column in table.column_iter_mut().skip(words) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        Self(table)
    }

    /// Adds a row; it has as many cells as there are titles.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.0.add_row(cells);
    }

    /// The table as text, without a line break at its end.
    pub(crate) fn text(&self) -> String {
        self.0.trim_fmt()
    }
}

/// A count with a space between groups of three digits.
pub(crate) fn count(value: usize) -> String {
    let digits = value.to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    String::from_utf8_lossy(&groups.join(&b' ')).into_owned()
}

/// A rate in millions per second.
pub(crate) fn millions(per_second: f64) -> String {
    format!("{:.1} M", per_second / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let mut table = Table::new(1, &["name", "pairs"]);
        table.row(vec!["pile".to_owned(), count(1_234_567)]);
        table.row(vec!["a stack".to_owned(), count(12)]);
        let expected =
            "name         pairs\n-------- ----------\npile     1 234 567\na stack         12";
        assert_eq!(table.text(), expected);
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(
            ["0", "999", "1 000", "100 000"],
            [0, 999, 1_000, 100_000].map(count).each_ref().map(String::as_str)
        );
    }
}
