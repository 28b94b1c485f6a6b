//! The only place that writes to standard output.

use std::io::{self, ErrorKind, Write};

use serde::Serialize;

use crate::failure::Failure;

/// Standard output, as text or as one JSON object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    json: bool,
}

impl Output {
    /// Output as text, or only as JSON.
    pub(crate) fn new(json: bool) -> Self {
        Self { json }
    }

    /// Whether only JSON is wanted.
    pub(crate) fn is_json(self) -> bool {
        self.json
    }

    /// Prints text, unless JSON is wanted.
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

/// Prints text and a line break. A closed pipe is not a failure, so that the exit status still reports the result.
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
