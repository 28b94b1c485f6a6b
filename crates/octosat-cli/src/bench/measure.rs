//! Timing contenders in turn.

use std::time::Duration;

use super::contender::{Buffers, Contender, Runner};
use super::dataset::Dataset;
use crate::engines::Workers;
use crate::failure::Failure;
use crate::progress::Progress;

/// Pairs that a lap has at least, so that starting and stopping the clock costs nothing beside.
const FEWEST_PAIRS_A_LAP: usize = 100_000;

/// Calls that a lap has at most: lists of a few pairs cost what a call costs, some microseconds, and
/// thousands of them are enough for any clock.
const MOST_CALLS_A_LAP: usize = 4_000;

/// Pairs from which fewer laps are the default.
const MANY_PAIRS: usize = 500_000;

/// Laps of each contender: an odd number, so that one of them is the median.
const LAPS: usize = 9;

/// Laps of each contender over many pairs.
const LAPS_OF_MANY_PAIRS: usize = 5;

/// Time after which a contender does no further laps: fused arithmetic without the hardware for it
/// is a hundred times slower than with it, and a median of few laps says as much about it.
const LONGEST: Duration = Duration::from_secs(1);

/// A contender and its time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timed {
    pub(crate) contender: Contender,
    pub(crate) laps: usize,
    /// Of the median lap.
    pub(crate) ns_per_pair: f64,
    /// Of the shortest one.
    pub(crate) least_ns_per_pair: f64,
    /// Pairs whose manifold was kept from the frame before; none where it is no question.
    pub(crate) recycled: Option<usize>,
}

/// The default number of laps.
pub(crate) fn usual_laps(dataset: &Dataset) -> usize {
    if dataset.pairs < MANY_PAIRS { LAPS } else { LAPS_OF_MANY_PAIRS }
}

/// Makes the runners of contenders; every number of threads among them has its workers.
pub(crate) fn runners<'a>(
    contenders: &[Contender],
    workers: &'a [Workers],
) -> Result<Vec<Runner<'a>>, Failure> {
    let find = |threads: usize| {
        workers
            .iter()
            .find(|workers| workers.count == threads)
            .ok_or_else(|| Failure::new(format!("no pool of {threads} threads")))
    };
    contenders.iter().map(|&contender| Runner::new(contender, find(contender.threads)?)).collect()
}

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
    fn order(self, contenders: usize) -> Vec<usize> {
        if self.alone {
            (0..contenders)
                .flat_map(|contender| std::iter::repeat_n(contender, self.each))
                .collect()
        } else {
            (0..self.each).flat_map(|_| 0..contenders).collect()
        }
    }
}

/// The median time and the least of every runner; the slow ones leave early.
pub(crate) fn measure(
    dataset: &Dataset,
    runners: &[Runner<'_>],
    laps: Laps,
    progress: &Progress,
) -> Result<Vec<Timed>, Failure> {
    let times = (FEWEST_PAIRS_A_LAP / dataset.pairs.max(1)).clamp(1, MOST_CALLS_A_LAP);
    let mut buffers = Buffers::new(dataset);
    let mut durations = vec![Vec::<Duration>::with_capacity(laps.each); runners.len()];
    for number in laps.order(runners.len()) {
        progress.advance(1);
        let durations = &mut durations[number];
        if durations.iter().sum::<Duration>() <= LONGEST {
            durations.push(runners[number].lap(dataset, &mut buffers, times)?);
        }
    }
    let pairs = (dataset.pairs * times).max(1) as f64;
    let timed = |(runner, mut durations): (&Runner<'_>, Vec<Duration>)| {
        durations.sort_unstable();
        Ok(Timed {
            contender: runner.contender,
            laps: durations.len(),
            ns_per_pair: median(&durations).as_secs_f64() * 1e9 / pairs,
            least_ns_per_pair: least(&durations).as_secs_f64() * 1e9 / pairs,
            recycled: runner.recycled(dataset, &mut buffers)?,
        })
    };
    runners.iter().zip(durations).map(timed).collect()
}

/// The middle one of sorted times.
fn median(sorted: &[Duration]) -> Duration {
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

/// The first of sorted times.
fn least(sorted: &[Duration]) -> Duration {
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
