//! Prints the tables of the chapter on manifolds: how this engine's contacts compare with those of the
//! engine that made a recording, and why pairs differ.
//!
//! ```text
//! cargo run --release -p octosat-simulation --example agreement -- FILE.npz ...
//! ```
//!
//! Without files, the embedded recording.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "printing the tables is what it is for")]

use std::path::Path;

use octosat_scenes::{ReadOptions, Recording, embedded};
use octosat_simulation::agreement::{Agreement, Cause, Difference};

fn main() -> Result<(), String> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let mut rows = Vec::new();
    for file in &files {
        let recording = Recording::read_path(Path::new(file), ReadOptions::ALL)
            .map_err(|error| error.to_string())?;
        rows.push(compared(file, &recording)?);
    }
    if files.is_empty() {
        let recording = embedded(ReadOptions::ALL).map_err(|error| error.to_string())?;
        rows.push(compared("embedded", &recording)?);
    }
    println!("{}", both_table(&rows));
    println!("{}", cause_table(&rows));
    Ok(())
}

/// A recording's name and what was found.
struct Row {
    name: String,
    agreement: Agreement,
}

fn compared(file: &str, recording: &Recording) -> Result<Row, String> {
    let name = Path::new(file).file_stem().map_or(file.into(), |stem| stem.to_string_lossy());
    let agreement = Agreement::of(recording).map_err(|error| format!("{file}: {error}"))?;
    Ok(Row { name: name.into_owned(), agreement })
}

/// The pairs that agree and that differ, a recording a line.
fn both_table(rows: &[Row]) -> String {
    let titles = Difference::ALL.map(Difference::title).join(" | ");
    let mut text =
        format!("| recording | pairs both call touching | same normal | same depth | {titles} |\n");
    text += &("|---".repeat(4 + Difference::ALL.len()) + "|\n");
    for Row { name, agreement } in rows {
        let [normals, depths] =
            [agreement.same_normals(), agreement.same_depths()].map(|share| share * 1e2);
        let counts = Difference::ALL.map(|kind| agreement.differ(kind).to_string()).join(" | ");
        let both = agreement.both;
        text += &format!("| {name} | {both} | {normals:.2} % | {depths:.2} % | {counts} |\n");
    }
    text
}

/// The causes of all differences, a kind of difference a line.
fn cause_table(rows: &[Row]) -> String {
    let titles = Cause::ALL.map(Cause::title).join(" | ");
    let mut text = format!("| recording | difference | {titles} |\n");
    text += &("|---".repeat(2 + Cause::ALL.len()) + "|\n");
    for Row { name, agreement } in rows {
        for kind in Difference::ALL.into_iter().filter(|&kind| agreement.differ(kind) > 0) {
            let counts = Cause::ALL.map(|cause| agreement.count(kind, cause).to_string());
            text += &format!("| {name} | {} | {} |\n", kind.title(), counts.join(" | "));
        }
    }
    text
}
