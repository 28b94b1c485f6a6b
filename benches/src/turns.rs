//! Contenders that take turns, timed by the clock of the thread, for times on a busy machine.

use std::time::Duration;

use crate::Outcome;

/// The times of each contender, round by round.
pub(crate) struct Turns(Vec<Vec<f64>>);

impl Turns {
    /// Gives every contender a turn in each round; a turn says its time.
    pub(crate) fn new(
        rounds: usize,
        contenders: usize,
        mut turn: impl FnMut(usize) -> Outcome<f64>,
    ) -> Outcome<Self> {
        let mut times = vec![Vec::new(); contenders];
        for _ in 0..rounds {
            for (contender, times) in times.iter_mut().enumerate() {
                times.push(turn(contender)?);
            }
        }
        Ok(Self(times))
    }

    /// Turns of some calls of each contender, in nanoseconds per row.
    pub(crate) fn of_calls(
        rounds: usize,
        rows: usize,
        calls: &[usize],
        mut call: impl FnMut(usize) -> Outcome,
    ) -> Outcome<Self> {
        Self::new(rounds, calls.len(), |contender| {
            let time = nanoseconds(|| (0..calls[contender]).try_for_each(|_| call(contender)))?;
            Ok(time / (calls[contender] * rows) as f64)
        })
    }

    /// The shortest time of a contender.
    pub(crate) fn least(&self, contender: usize) -> f64 {
        self.0[contender].iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// The median times of all contenders.
    pub(crate) fn medians<const N: usize>(&self) -> [f64; N] {
        std::array::from_fn(|contender| median(self.0[contender].iter().copied()))
    }

    /// How many times as long one contender takes as another: the median of all rounds.
    pub(crate) fn ratio(&self, over: usize, under: usize) -> f64 {
        median(self.0[over].iter().zip(&self.0[under]).map(|(over, under)| over / under))
    }

    /// By how much the median round of a contender is longer than its shortest, as a part of that.
    pub(crate) fn spread(&self, contender: usize) -> f64 {
        median(self.0[contender].iter().copied()) / self.least(contender) - 1.0
    }
}

/// For how long this thread computes some work.
pub(crate) fn nanoseconds(work: impl FnOnce() -> Outcome) -> Outcome<f64> {
    let begin = thread_time()?;
    work()?;
    Ok((thread_time()? - begin).as_secs_f64() * 1e9)
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// For how long this thread has computed: the clock stands still while other programs have the core.
#[cfg(target_os = "linux")]
fn thread_time() -> Outcome<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Ok(Duration::new(time.tv_sec.try_into()?, time.tv_nsec.try_into()?))
}

/// The time of day, where threads have no clock of their own.
#[cfg(not(target_os = "linux"))]
fn thread_time() -> Outcome<Duration> {
    Ok(std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?)
}
