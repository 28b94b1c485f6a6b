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
const MANY_PAIRS: usize = 500_000;

/// Laps of each contender: an odd number, so that one of them is the median.
const LAPS: usize = 9;

/// Laps of each contender over many pairs.
const LAPS_OF_MANY_PAIRS: usize = 5;

/// Time after which a contender does no further laps: one lane is many times slower than sixteen, and a median of
/// few laps says as much about it.
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
