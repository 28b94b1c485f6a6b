//! Times of all narrow phases on the same frames.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::narrow_phase::{CacheChoice, Choice, ManifoldList, NarrowPhase};
use crate::tolerances as t;
use crate::world::World;

/// Median times of whole frames in microseconds, from poses to manifolds.
///
/// With the cache, the times include the predecessors of all contact points. The other times do not.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FrameTimes {
    /// Octosat, each frame alone.
    pub stateless: f64,
    /// Octosat with the contact cache.
    pub cached: f64,
    /// The control.
    pub parry: f64,
}

/// Times all narrow phases on the frames of a run, whichever narrow phase the run uses.
#[expect(missing_debug_implementations, reason = "a narrow phase need not be printable")]
pub struct Stopwatch {
    contenders: Vec<Contender>,
    manifolds: ManifoldList,
    frame: usize,
}

/// A narrow phase and how long it took in each frame.
struct Contender {
    narrow_phase: Box<dyn NarrowPhase>,
    times: Vec<Duration>,
}

impl Stopwatch {
    /// A stopwatch for narrow phases on this many threads. The control, parry, uses one thread.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn new(threads: usize) -> Result<Self, String> {
        let [stateless, cached] = CacheChoice::ALL.map(|cache| (Choice::Octosat, cache));
        let parry = (Choice::Parry, CacheChoice::Off);
        let contender = |(choice, cache): (Choice, CacheChoice)| {
            let narrow_phase = choice.build(threads, cache)?;
            Ok(Contender { narrow_phase, times: Vec::new() })
        };
        let contenders: Result<_, String> =
            [stateless, cached, parry].into_iter().map(contender).collect();
        Ok(Self { contenders: contenders?, manifolds: ManifoldList::default(), frame: 0 })
    }

    /// Times each narrow phase on the current pairs.
    ///
    /// # Errors
    /// When one rejects them.
    pub fn see(&mut self, world: &World) -> Result<(), String> {
        let (boxes, pairs) = (world.placed().as_slice(), world.pairs());
        // The first one runs with boxes and pairs that are not in the processor's caches, so they take turns.
        let first = self.frame % self.contenders.len();
        let (late, early) = self.contenders.split_at_mut(first);
        for contender in early.iter_mut().chain(late) {
            let start = Instant::now();
            contender.narrow_phase.contacts(boxes, pairs, t::MARGIN, &mut self.manifolds)?;
            contender.times.push(start.elapsed());
        }
        self.frame += 1;
        Ok(())
    }

    /// The times so far.
    #[must_use]
    pub fn times(&self) -> FrameTimes {
        let median = |contender: usize| median_microseconds(&self.contenders[contender].times);
        FrameTimes { stateless: median(0), cached: median(1), parry: median(2) }
    }
}

/// The median in microseconds (the larger of two in the middle), or zero without times.
#[must_use]
pub fn median_microseconds(times: &[Duration]) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slow_frame_is_not_the_median() {
        let times = [3, 1, 900, 2, 4].map(Duration::from_micros);
        assert!((median_microseconds(&times) - 3.0).abs() < 1e-9);
        assert!(median_microseconds(&[]).abs() < 1e-9);
    }
}
