//! What every search has: when it stops, and what it says of a failure.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::arguments::FuzzOptions;

/// The time that is looked for where neither a time nor a number of cases is given.
const USUAL_SECONDS: u64 = 10;

/// Failures after which there is no point in looking for more.
pub(crate) const MOST_FAILURES: usize = 10;

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    deadline: Option<Instant>,
    cases: usize,
}

impl Limits {
    pub(crate) fn new(options: &FuzzOptions, start: Instant) -> Self {
        let seconds = match (options.seconds, options.cases) {
            (None, None) => Some(USUAL_SECONDS),
            (seconds, _) => seconds,
        };
        let deadline = seconds.and_then(|seconds| start.checked_add(Duration::from_secs(seconds)));
        Self { deadline, cases: options.cases.unwrap_or(usize::MAX) }
    }

    pub(crate) fn reached(self, cases: usize) -> bool {
        cases >= self.cases || self.is_over()
    }

    /// How many cases are left after so many.
    pub(crate) fn cases_after(self, cases: usize) -> usize {
        self.cases.saturating_sub(cases)
    }

    pub(crate) fn is_over(self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// A failure, for people and in JSON.
#[derive(Debug, Serialize)]
pub(crate) struct FoundFailure {
    pub(crate) what: String,
    /// The recording that shows it.
    pub(crate) replay: String,
    /// The command that replays it.
    pub(crate) command: String,
}
