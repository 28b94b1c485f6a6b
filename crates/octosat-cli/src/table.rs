//! Aligned tables in plain text.

/// A table whose first column is flush left and whose other columns are flush right.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
    words: usize,
}

impl Table {
    /// A table with these column titles, the first `words` of them flush left.
    pub(crate) fn new(words: usize, titles: &[&str]) -> Self {
        Self { rows: vec![titles.iter().map(|&title| title.to_owned()).collect()], words }
    }

    /// Adds a row; it has as many cells as there are titles.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The table as text, without a line break at its end.
    pub(crate) fn text(&self) -> String {
        let width = |column: usize| {
            self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.rows[0].len()).map(width).collect();
        let mut lines: Vec<String> = self.rows.iter().map(|row| self.line(row, &widths)).collect();
        let rule: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
        lines.insert(1, rule.join("  "));
        lines.join("\n")
    }

    fn line(&self, row: &[String], widths: &[usize]) -> String {
        let cells = row.iter().zip(widths).enumerate().map(|(column, (cell, &width))| {
            if column < self.words { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    }
}

/// A count with its thousands set apart.
pub(crate) fn count(value: usize) -> String {
    let digits = value.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(' ');
        }
        grouped.push(digit);
    }
    grouped
}

/// A rate in millions a second.
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
            "name         pairs\n-------  ---------\npile     1 234 567\na stack         12";
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
