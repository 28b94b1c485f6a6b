//! The command `octosat`: runs, verifies, measures, fuzzes and draws the narrow phase.
//!
//! Modules are in the order in which data passes: options, recordings, queries, commands, and output.
#![forbid(unsafe_code)]

mod arguments;
mod cache;
mod choices;
mod failure;
mod frames;
mod input;

mod queries;
mod timing;

mod bench;
mod boxwise;
mod draw;
mod fuzz;
mod main_job;
mod run;
mod verify;

mod output;
mod progress;
mod table;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::{Arguments, Command};
use crate::failure::{FAILURE_STATUS, Failure, Outcome};
use crate::output::{Output, complain};

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version go to standard output, which may be a closed pipe.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(FAILURE_STATUS));
        }
    };
    match command(&arguments) {
        Ok(outcome) => ExitCode::from(outcome.exit_status()),
        Err(failure) => {
            complain(&format!("octosat: {failure}"));
            ExitCode::from(FAILURE_STATUS)
        }
    }
}

fn command(arguments: &Arguments) -> Result<Outcome, Failure> {
    let output = Output::new(arguments.json);
    match &arguments.command {
        None => main_job::command(output),
        Some(Command::Run(options)) => run::command(options, output),
        Some(Command::Verify(options)) => verify::command(options, output),
        Some(Command::Bench(options)) => bench::command(options, output),
        Some(Command::Fuzz(options)) => fuzz::command(options, output),
        Some(Command::Draw(options)) => draw::command(options, output),
        Some(Command::Aabbs(options)) => boxwise::aabbs(options, output),
        Some(Command::Cull(options)) => boxwise::cull(options, output),
    }
}
