//! Asks for verdicts and clearances of pairs that touch up to rounding, lets exact integers decide, and prints a table.
//!
//! `cargo run --release -p octosat-check --example verdicts -- PAIRS [FIRST BLOCK [SEED]]`. Pairs come in blocks of 15,360,
//! of five kinds in turn; a line says which block is next, to go on from there.

use std::process::ExitCode;

use octosat_check::Failure;
use octosat_check::verdicts::{VERDICT_PLANS, VerdictTally};

/// Pairs of a block: a multiple of the fifteen axes.
const BLOCK: usize = 15 * 1024;

/// Blocks between two lines.
const BLOCKS_PER_LINE: usize = 500;

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "it is what the program is for")]
fn main() -> ExitCode {
    match report(|line| println!("{line}")) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("something is wrong");
            ExitCode::FAILURE
        }
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(2)
        }
    }
}

/// Prints the table line by line; returns whether nothing is wrong.
fn report(mut print: impl FnMut(&str)) -> Result<bool, Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, usual: u64| {
        arguments.get(place).map_or(Ok(usual), |word| word.parse().map_err(Failure::from))
    };
    let pairs = usize::try_from(number(0, 1_000_000)?)?;
    let (first, seed) = (usize::try_from(number(1, 0)?)?, number(2, 1)?);
    let mut tallies = VERDICT_PLANS.map(|_| VerdictTally::default());
    let blocks = pairs.div_ceil(BLOCK);
    for block in first..first + blocks {
        let number = block % VERDICT_PLANS.len();
        let seed = seed ^ (block as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let found = VerdictTally::new(&VERDICT_PLANS[number], BLOCK, seed)?;
        tallies[number] = std::mem::take(&mut tallies[number]).and(found);
        if (block + 1 - first).is_multiple_of(BLOCKS_PER_LINE) {
            let all = total(&tallies);
            print(&format!("next block {}: {all}", block + 1));
        }
    }
    print(&format!("| kind {}", VerdictTally::head()));
    print("|---|--:|--:|--:|--:|--:|--:|");
    for (plan, tally) in VERDICT_PLANS.iter().zip(&tallies) {
        print(&format!("| {} {tally}", plan.name));
        tally.example.iter().for_each(|example| print(example));
    }
    let all = total(&tallies);
    print(&format!("| all {all}"));
    Ok(all.is_right())
}

fn total(tallies: &[VerdictTally]) -> VerdictTally {
    tallies.iter().cloned().fold(VerdictTally::default(), VerdictTally::and)
}
