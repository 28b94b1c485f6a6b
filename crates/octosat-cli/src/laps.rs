//! How often and in which order contenders run, and what is told of their times.

use std::time::Duration;

/// The laps of every contender: how many, and in which order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Laps {
    pub(crate) each: usize,
    /// Each contender's one behind the other, with caches as it left them; else they take turns, so that noise
    /// hits all alike.
    pub(crate) alone: bool,
}

impl Laps {
    /// The contenders' numbers, in the order in which they run.
    pub(crate) fn order(self, contenders: usize) -> Vec<usize> {
        if self.alone {
            (0..contenders)
                .flat_map(|contender| std::iter::repeat_n(contender, self.each))
                .collect()
        } else {
            (0..self.each).flat_map(|_| 0..contenders).collect()
        }
    }
}

/// The middle one of sorted times.
pub(crate) fn median(sorted: &[Duration]) -> Duration {
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

/// The first of sorted times.
pub(crate) fn least(sorted: &[Duration]) -> Duration {
    sorted.first().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_one() {
        let sorted = [1, 5, 9].map(Duration::from_secs);
        assert_eq!([median(&sorted), least(&sorted)], [5, 1].map(Duration::from_secs));
        assert_eq!([median(&[]), least(&[])], [Duration::ZERO; 2]);
    }

    #[test]
    fn contenders_take_turns_or_run_alone() {
        assert_eq!(Laps { each: 2, alone: false }.order(3), [0, 1, 2, 0, 1, 2]);
        assert_eq!(Laps { each: 2, alone: true }.order(3), [0, 0, 1, 1, 2, 2]);
    }
}
