//! Checks contacts of the kinds of hard pairs, and prints a table. How far points are off is shown in units of roundoff for
//! each meter of reach and depth.
//!
//! `cargo run --release -p octosat-check --example kinds -- PAIRS [PART OF A NAME [SEED]]`

use std::process::ExitCode;

use octosat_check::Failure;
use octosat_check::kinds::KindReport;
use octosat_check::strategies::KINDS;

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "it is what the program is for")]
fn main() -> ExitCode {
    match report(|line| println!("{line}")) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(faults) => {
            eprintln!("{faults} faults");
            ExitCode::FAILURE
        }
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(2)
        }
    }
}

/// Prints the table line by line, and returns the number of faults.
fn report(mut print: impl FnMut(&str)) -> Result<usize, Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, usual: u64| {
        arguments.get(place).map_or(Ok(usual), |word| word.parse().map_err(Failure::from))
    };
    let (pairs, seed) = (usize::try_from(number(0, 10_000)?)?, number(2, 1)?);
    let part = arguments.get(1).map_or("", String::as_str);
    let mut faults = 0;
    print(&KindReport::head());
    for kind in KINDS.into_iter().filter(|kind| kind.name.contains(part)) {
        let report = KindReport::new(kind, pairs, seed)?;
        print(&report.to_string());
        report.example.iter().for_each(|example| print(example));
        faults += report.faults();
    }
    Ok(faults)
}
