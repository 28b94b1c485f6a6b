//! Prints the table of the chapter on manifolds: how this engine's contacts compare with those of the engine that made
//! a recording, and why pairs differ.
//!
//! ```text
//! cargo run --release -p octosat-simulation --example agreement -- FILE.npz ...
//! ```
//!
//! Without files, the embedded recording.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "printing the table is what it is for")]

use std::path::Path;

use octosat_scenes::{ReadOptions, Recording, embedded};
use octosat_simulation::agreement::Agreement;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    println!(
        "| recording | pairs that touch for both | same normal | same depth | only one | near tie of axes | \
         depth or gap up to 10 µm | their error | our depth, within the error bound | our error |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    if files.is_empty() {
        print("embedded", &embedded(ReadOptions::ALL)?)?;
    }
    for file in files {
        print(&file, &Recording::read_path(Path::new(&file), ReadOptions::ALL)?)?;
    }
    Ok(())
}

fn print(name: &str, recording: &Recording) -> Result<(), String> {
    let Agreement { both, same_normal, same_depth, only_one, causes } = Agreement::of(recording)?;
    let percent = |part: usize| format!("{:.2} %", 100.0 * part as f64 / both.max(1) as f64);
    let causes = causes.map(|count| count.to_string()).join(" | ");
    let [normal, depth] = [same_normal, same_depth].map(percent);
    println!("| {name} | {both} | {normal} | {depth} | {only_one} | {causes} |");
    Ok(())
}
