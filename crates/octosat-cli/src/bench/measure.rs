//! Timing contenders in turn.

use std::time::Duration;

use super::contender::{Buffers, Contender, Runner};
use super::dataset::Dataset;
use crate::engines::Workers;
use crate::failure::Failure;
use crate::laps::{Laps, least, median};
use crate::progress::Progress;

/// Pairs that a lap has at least, so that starting and stopping the clock costs nothing beside.
const FEWEST_PAIRS_A_LAP: usize = 100_000;

/// Calls that a lap has at most: lists of a few pairs cost what a call costs, some microseconds, and
/// thousands of them are enough for any clock.
const MOST_CALLS_A_LAP: usize = 4_000;

/// Pairs from which fewer laps are the default.
pub(crate) const MANY_PAIRS: usize = 500_000;

/// Laps of each contender: an odd number, so that one of them is the median.
const LAPS: usize = 9;

/// Laps of each contender over many pairs.
const LAPS_OF_MANY_PAIRS: usize = 5;

/// Time after which a contender does no further laps: one lane is many times slower than sixteen, and a median of
/// few laps says as much about it.
const LONGEST: Duration = Duration::from_secs(1);

/// Laps that a slow contender does all the same, if so many are asked for.
const FEWEST_LAPS: usize = 3;

/// A contender and its time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timed<C = Contender> {
    pub(crate) contender: C,
    pub(crate) laps: usize,
    /// Of the median lap.
    pub(crate) ns_per_pair: f64,
    /// Of the shortest one.
    pub(crate) least_ns_per_pair: f64,
}

impl<C> Timed<C> {
    /// A contender whose laps over so many pairs took this long.
    pub(crate) fn new(contender: C, laps: &[Duration], pairs: usize) -> Self {
        let mut sorted = laps.to_vec();
        sorted.sort_unstable();
        let ns = |lap: Duration| lap.as_secs_f64() * 1e9 / pairs.max(1) as f64;
        Self {
            contender,
            laps: laps.len(),
            ns_per_pair: ns(median(&sorted)),
            least_ns_per_pair: ns(least(&sorted)),
        }
    }
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

/// How often a list of so many pairs is answered in one lap.
pub(crate) fn calls_a_lap(pairs: usize) -> usize {
    (FEWEST_PAIRS_A_LAP / pairs.max(1)).clamp(1, MOST_CALLS_A_LAP)
}

/// The times of every contender's laps, in the order in which it ran them; the slow ones leave early.
pub(crate) fn durations(
    laps: Laps,
    contenders: usize,
    progress: &Progress,
    mut lap: impl FnMut(usize) -> Result<Duration, Failure>,
) -> Result<Vec<Vec<Duration>>, Failure> {
    let mut all = vec![Vec::<Duration>::with_capacity(laps.each); contenders];
    for number in laps.order(contenders) {
        progress.advance(1);
        let done = &mut all[number];
        if done.len() < FEWEST_LAPS || done.iter().sum::<Duration>() <= LONGEST {
            done.push(lap(number)?);
        }
    }
    Ok(all)
}

/// The median time and the least of every runner.
pub(crate) fn measure(
    dataset: &Dataset,
    runners: &[Runner<'_>],
    laps: Laps,
    progress: &Progress,
) -> Result<Vec<Timed>, Failure> {
    let times = calls_a_lap(dataset.pairs);
    let mut buffers = Buffers::new(dataset);
    let durations = durations(laps, runners.len(), progress, |number| {
        runners[number].lap(dataset, &mut buffers, times)
    })?;
    let timed = |(runner, laps): (&Runner<'_>, Vec<Duration>)| {
        Timed::new(runner.contender, &laps, dataset.pairs * times)
    };
    Ok(runners.iter().zip(durations).map(timed).collect())
}
