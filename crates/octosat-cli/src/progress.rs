//! Progress on standard error, for work that takes a while.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::{Output, complain};

/// A bar that ends with its owner; invisible with `--json` and where standard error is no terminal.
#[derive(Debug)]
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// A bar over a number of steps.
    pub(crate) fn new(output: Output, steps: usize, what: &str) -> Self {
        let target = if output.is_json() {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        let bar = ProgressBar::with_draw_target(Some(steps as u64), target);
        // The template is a constant, so the default style in its place is never seen.
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}") {
            bar.set_style(style);
        }
        bar.set_message(what.to_owned());
        Self(bar)
    }

    /// Says what is being done now.
    pub(crate) fn say(&self, what: &str) {
        self.0.set_message(what.to_owned());
    }

    /// Prints a line to standard error, above the bar.
    pub(crate) fn tell(&self, line: &str) {
        self.0.suspend(|| complain(line));
    }

    /// Whether the bar is not shown.
    pub(crate) fn is_hidden(&self) -> bool {
        self.0.is_hidden()
    }

    /// Moves on by some steps.
    pub(crate) fn advance(&self, steps: usize) {
        self.0.inc(steps as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
