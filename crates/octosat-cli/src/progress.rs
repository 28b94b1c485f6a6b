//! Progress of long commands on standard error.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::{Output, complain};

/// A progress bar, which is removed when dropped. It is hidden with `--json` or if standard error is not a terminal.
#[derive(Debug)]
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// A bar with a number of steps and a label.
    pub(crate) fn new(output: Output, steps: usize, what: &str) -> Self {
        let target = if output.is_json() {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        let bar = ProgressBar::with_draw_target(Some(steps as u64), target);
        // The template is a valid constant, so the default style is never used.
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}") {
            bar.set_style(style);
        }
        bar.set_message(what.to_owned());
        Self(bar)
    }

    /// Changes the label of the bar.
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

    /// Advances the bar by some steps.
    pub(crate) fn advance(&self, steps: usize) {
        self.0.inc(steps as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
