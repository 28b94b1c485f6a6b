//! The only place that writes to standard output.

use std::io::{self, ErrorKind, Write};

use serde::Serialize;

use crate::failure::Failure;

/// Standard output, as words or as one JSON object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    json: bool,
}

impl Output {
    /// Output in words, or in JSON alone.
    pub(crate) fn new(json: bool) -> Self {
        Self { json }
    }

    /// Whether only JSON is wanted.
    pub(crate) fn is_json(self) -> bool {
        self.json
    }

    /// Prints words, unless JSON is wanted.
    pub(crate) fn words(self, text: &str) -> Result<(), Failure> {
        if self.json { Ok(()) } else { print(text) }
    }

    /// Prints the report, if JSON is wanted.
    pub(crate) fn report(self, report: &impl Serialize) -> Result<(), Failure> {
        if !self.json {
            return Ok(());
        }
        print(&serde_json::to_string_pretty(report).map_err(Failure::new)?)
    }
}

/// Prints text and a line break. A reader that has gone away is no failure: the exit status still
/// tells what was found.
fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    match writeln!(stdout, "{text}").and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints a line to standard error; nothing can be done where even that fails.
pub(crate) fn complain(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}
