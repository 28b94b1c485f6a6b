//! Timing on a machine that may be busy: contenders take turns in short rounds.
//!
//! Work on one thread is timed by the clock of that thread, which stands still while other programs have the core. Of
//! work on more threads, and on systems without such a clock, the time that passes counts. It means nothing while other
//! programs have the cores, so their share is measured too.
//!
//! What slows a round down slows all contenders down, so ratios are compared round by round. A time is the least of
//! all rounds, which other work on the machine can only lengthen.

use std::time::{Duration, Instant};

use statrs::statistics::{Data, OrderStatistics};

use crate::failure::Failure;

/// The least time that a contender computes in a round: long compared with what starting and stopping the clock takes,
/// short compared with the time for which an operating system leaves a thread alone.
const SHORTEST_LAP: Duration = Duration::from_millis(2);

/// Time after which a contender leaves the race, if it has run [`FEWEST_ROUNDS`].
const LONGEST: Duration = Duration::from_secs(1);

/// Rounds that slow contenders run all the same, if as many are required. Fewer show no ratio: their quartiles say
/// nothing about how busy the machine was.
pub(crate) const FEWEST_ROUNDS: usize = 5;

/// Quartiles of ratios that differ by a larger factor are those of a machine that had other work to do: a ratio then
/// means nothing. Quiet machines stay below 1.05 here, busy ones have more than 2.
const BUSY: f64 = 1.3;

/// The share of the cores that other programs may have while more than one thread is timed.
const MOST_OTHERS: f64 = 0.1;

/// Computes something once, and returns how long that took.
pub(crate) type Contender<'a> = Box<dyn FnMut() -> Result<Duration, Failure> + 'a>;

/// The times of a contender, one per round.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Times {
    /// Seconds for computing once, in the order of the rounds.
    pub(crate) seconds: Vec<f64>,
    /// The share of the cores that other programs had during all rounds; zero if the system does not say.
    pub(crate) others: f64,
}

/// How many times longer one contender took than another, round by round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ratio {
    /// The median.
    pub(crate) median: f64,
    /// The lower and the upper quartile.
    pub(crate) quartiles: [f64; 2],
    /// As [`Times::others`].
    others: f64,
}

/// Times a piece of work on this many threads; one: the calling one.
///
/// # Errors
/// As the work.
pub(crate) fn time(
    threads: usize,
    work: impl FnOnce() -> Result<(), Failure>,
) -> Result<Duration, Failure> {
    let (begin, computed) = (Instant::now(), clocks::thread());
    work()?;
    Ok(match (computed, clocks::thread()) {
        (Some(before), Some(now)) if threads == 1 => now.saturating_sub(before),
        _ => begin.elapsed(),
    })
}

/// The clocks that Linux has.
#[cfg(target_os = "linux")]
mod clocks {
    use std::time::Duration;

    use rustix::time::{ClockId, clock_gettime};

    /// The unit of `/proc/stat`, which is the same on every Linux.
    const MILLISECONDS_PER_TICK: u64 = 10;

    fn read(clock: ClockId) -> Option<Duration> {
        let time = clock_gettime(clock);
        Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
    }

    /// For how long the calling thread has computed.
    pub(super) fn thread() -> Option<Duration> {
        read(ClockId::ThreadCPUTime)
    }

    /// For how long all cores together have computed for other processes and other machines.
    pub(super) fn others() -> Option<Duration> {
        let text = std::fs::read_to_string("/proc/stat").ok()?;
        let fields = text.lines().next()?.strip_prefix("cpu ")?.split_whitespace();
        let ticks: Vec<u64> = fields.map(|field| field.parse().ok()).collect::<Option<_>>()?;
        // user, nice, system, idle, iowait, irq, softirq, steal
        let busy = ticks.get(..3)?.iter().chain(ticks.get(5..8)?).sum::<u64>();
        let all = Duration::from_millis(MILLISECONDS_PER_TICK * busy);
        Some(all.saturating_sub(read(ClockId::ProcessCPUTime)?))
    }
}

/// On other systems no clock is read.
#[cfg(not(target_os = "linux"))]
mod clocks {
    pub(super) fn thread() -> Option<std::time::Duration> {
        None
    }

    pub(super) fn others() -> Option<std::time::Duration> {
        None
    }
}

/// Lets contenders take turns for some rounds; calls `done` for every lap.
///
/// # Errors
/// The first of a contender.
pub(crate) fn race(
    contenders: &mut [Contender<'_>],
    rounds: usize,
    mut done: impl FnMut(),
) -> Result<Vec<Times>, Failure> {
    // The first turn finds caches cold and the clock low: it only says how often to compute in a lap.
    let mut often = Vec::with_capacity(contenders.len());
    for contender in contenders.iter_mut() {
        let once = contender()?.max(Duration::from_nanos(1));
        often.push(SHORTEST_LAP.div_duration_f64(once).ceil().clamp(1.0, 1e6));
    }
    let mut times = vec![Times::default(); contenders.len()];
    let mut spent = vec![Duration::ZERO; contenders.len()];
    let (begin, others) = (Instant::now(), clocks::others());
    for round in 0..rounds {
        for (number, contender) in contenders.iter_mut().enumerate() {
            done();
            if round >= FEWEST_ROUNDS && spent[number] > LONGEST {
                continue;
            }
            let (mut lap, mut count) = (Duration::ZERO, 0.0);
            while count < often[number] {
                lap += contender()?;
                count += 1.0;
            }
            spent[number] += lap;
            times[number].seconds.push(lap.as_secs_f64() / count);
        }
    }
    if let (Some(before), Some(now)) = (others, clocks::others()) {
        let all = begin.elapsed().as_secs_f64() * octosat_check::cores() as f64;
        let share = (now.saturating_sub(before).as_secs_f64() / all).min(1.0);
        times.iter_mut().for_each(|times| times.others = share);
    }
    Ok(times)
}

impl Times {
    /// The times of one of these calls that were timed together.
    pub(crate) fn of_one(mut self, calls: usize) -> Self {
        self.seconds.iter_mut().for_each(|seconds| *seconds /= calls as f64);
        self
    }

    /// The least time, seconds.
    pub(crate) fn least(&self) -> f64 {
        let least = self.seconds.iter().copied().fold(f64::INFINITY, f64::min);
        if least.is_finite() { least } else { 0.0 }
    }

    /// How much longer the median round took than the shortest, as a part of the shortest.
    pub(crate) fn spread(&self) -> f64 {
        let least = self.least();
        if least > 0.0 { Data::new(self.seconds.clone()).median() / least - 1.0 } else { 0.0 }
    }
}

impl Ratio {
    /// The ratios of the rounds in which both ran; none if there are fewer than [`FEWEST_ROUNDS`].
    pub(crate) fn new(longer: &Times, shorter: &Times) -> Option<Self> {
        let others = shorter.others;
        let both = longer.seconds.iter().zip(&shorter.seconds);
        let ratios: Vec<f64> = both
            .filter(|(_, shorter)| **shorter > 0.0)
            .map(|(longer, shorter)| longer / shorter)
            .collect();
        if ratios.len() < FEWEST_ROUNDS {
            return None;
        }
        let mut ratios = Data::new(ratios);
        let quartiles = [ratios.lower_quartile(), ratios.upper_quartile()];
        Some(Self { median: ratios.median(), quartiles, others })
    }

    /// The median, unless the machine was too busy for it to mean something: the ratio varies, or threads that are timed
    /// together did not have the cores.
    pub(crate) fn meaningful(&self, threads: usize) -> Option<f64> {
        let [low, high] = self.quartiles;
        let had_cores = threads == 1 || self.others <= MOST_OTHERS;
        (had_cores && high <= BUSY * low).then_some(self.median)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    fn times(seconds: &[f64]) -> Times {
        Times { seconds: seconds.to_vec(), others: 0.0 }
    }

    #[test]
    fn ratios_are_those_of_rounds() {
        // Both are slowed down alike: three times longer in every round.
        let [slow, fast] =
            [[3.0, 9.0, 30.0, 3.3, 6.0], [1.0, 3.0, 10.0, 1.1, 2.0]].map(|s| times(&s));
        let quiet = Ratio::new(&slow, &fast).expect("there are rounds");
        assert!((quiet.median - 3.0).abs() < 1e-9 && quiet.meaningful(2).is_some());
        let shared = Ratio { others: 0.5, ..quiet };
        assert_eq!((shared.meaningful(1), shared.meaningful(2)), (quiet.meaningful(1), None));
        let busy =
            Ratio::new(&times(&[1.0, 80.0, 3.0, 0.1, 3.0]), &times(&[1.0, 1.0, 1.0, 3.0, 1.0]));
        assert_eq!(busy.expect("there are rounds").meaningful(1), None);
        assert_eq!((times(&[2.0, 1.0, 3.0]).least(), times(&[2.0, 1.0, 3.0]).spread()), (1.0, 1.0));
    }

    #[test]
    fn few_rounds_give_no_ratio() {
        for rounds in 0..5 {
            assert_eq!(Ratio::new(&times(&[3.0; 7]), &times(&vec![1.0; rounds])), None);
            assert_eq!(Ratio::new(&times(&vec![3.0; rounds]), &times(&[1.0; 7])), None);
        }
        assert!(Ratio::new(&times(&[3.0; 7]), &times(&[1.0; 5])).is_some());
        assert_eq!(Ratio::new(&times(&[3.0; 5]), &times(&[1.0, 1.0, 0.0, 1.0, 1.0])), None);
    }

    #[test]
    fn contenders_take_turns_and_slow_ones_leave() {
        let turns = RefCell::new(Vec::new());
        let contender = |name: usize, time: Duration| -> Contender<'_> {
            let turns = &turns;
            Box::new(move || {
                turns.borrow_mut().push(name);
                Ok(time)
            })
        };
        let [slow, fast] = [Duration::from_secs(1), Duration::from_millis(1)];
        let mut both = [contender(0, slow), contender(1, fast)];
        let times = race(&mut both, 7, || ()).expect("none fails");
        assert_eq!(times.iter().map(|times| times.seconds.len()).collect::<Vec<_>>(), [5, 7]);
        assert_eq!(turns.borrow()[..5], [0, 1, 0, 1, 1]);
    }
}
