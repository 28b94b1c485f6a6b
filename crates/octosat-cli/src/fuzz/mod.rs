//! `octosat fuzz`: looks for pairs on which kernels and references differ.

mod cached;
mod motion;
mod replay;
pub(crate) mod search;
pub(crate) mod worlds;

use std::time::{Duration, Instant};

use octosat_scenes::generate::{Random, Scene};
use rayon::prelude::*;
use serde::Serialize;

use crate::arguments::FuzzOptions;
use crate::cache::CacheChoice;
use crate::check::{Checker, Difference, Listing, Listings, Tally};
use crate::choices::Basis;
use crate::engines::{cores, skipped_backends};
use crate::failure::{Failure, Outcome};
use crate::output::Output;
use crate::progress::Progress;
use crate::queries;
use crate::stores::{Query, Store};
use crate::table::count;
use cached::{CachedCheck, CachedFindings};
use motion::Sequence;
use replay::{MovingReplay, Replay};
use search::{FoundFailure, Limits, MOST_FAILURES};

/// The JSON of `fuzz`.
#[derive(Debug, Serialize)]
struct Fuzzed {
    /// Pairs that were checked, each in every combination of its round.
    cases: usize,
    failures: Vec<FoundFailure>,
    /// Manifolds with contacts that were judged; those of backends with the same bits count once.
    manifolds: usize,
    /// Of these, in parts of what is allowed.
    worst_manifold_error: f64,
    seed: u64,
    rounds: u64,
    seconds: f64,
    skipped: Vec<&'static str>,
}

/// Every so many rounds the threads get lists long enough to share, which take as long as a hundred others.
const ROUNDS_A_THREADED_ONE: u64 = 256;

/// Every so many rounds boxes in motion are converted from the other basis.
const ROUNDS_A_CONVERTED_ONE: u64 = 7;

/// How long a search says nothing where the bar of its progress is not shown.
const SILENCE: Duration = Duration::from_secs(60);

/// Rounds that are handed to the threads at a time: enough that none waits for long.
const ROUNDS_AT_A_TIME: u64 = 64;

/// Checks a round in every basis, and in motion through these caches, if there is time.
fn check_in_time(limits: Limits, caches: &[CacheChoice], mut round: Round) -> Option<Checked> {
    if limits.is_over() {
        return None;
    }
    let in_bases = Basis::ALL.map(|basis| round.check(basis));
    let in_motion = round.check_in_motion(caches);
    Some(Checked { round, in_bases, in_motion })
}

/// A round and what was found in each basis, and in motion.
struct Checked {
    round: Round,
    in_bases: [Result<Findings, Failure>; Basis::ALL.len()],
    in_motion: Result<CachedFindings, Failure>,
}

/// What was found in a list of pairs.
struct Findings {
    difference: Option<Difference>,
    judged: Tally,
}

/// The next rounds, in all of which there are at most so many pairs.
fn some_rounds(seed: u64, first: u64, most_pairs: usize) -> Vec<Round> {
    let numbers = first..first + ROUNDS_AT_A_TIME;
    let mut rounds: Vec<Round> =
        numbers.into_par_iter().map(|number| Round::new(seed, number)).collect();
    let mut left = most_pairs;
    rounds.retain_mut(|round| {
        let wanted = left > 0;
        round.scene.pairs.truncate(left);
        left -= round.scene.pairs.len();
        wanted
    });
    rounds
}

impl Fuzzed {
    /// Counts a round, and writes what differed in it.
    fn add(&mut self, checked: Checked, options: &FuzzOptions) -> Result<(), Failure> {
        let Checked { round, in_bases, in_motion } = checked;
        for (basis, findings) in Basis::ALL.into_iter().zip(in_bases) {
            let Findings { difference, judged } = findings?;
            self.manifolds += judged.manifolds;
            self.worst_manifold_error = self.worst_manifold_error.max(judged.worst_manifold);
            if let Some(difference) = difference {
                let replay = Replay { round: &round, basis, difference };
                self.failures.push(replay.write(options, self.failures.len())?);
            }
        }
        let CachedFindings { difference, judged } = in_motion?;
        self.manifolds += judged.manifolds;
        self.worst_manifold_error = self.worst_manifold_error.max(judged.worst_manifold);
        if let Some((frame, difference)) = difference {
            let caches = &CacheChoice::asked(options.cache);
            let number = self.failures.len();
            self.failures
                .push(round.moving_replay(caches, frame, difference).write(options, number)?);
        }
        self.cases += round.scene.pairs.len();
        self.rounds += 1;
        Ok(())
    }
}

/// Looks until the time or the cases are used up.
pub(crate) fn command(options: &FuzzOptions, output: Output) -> Result<Outcome, Failure> {
    if let Some(query) = options.query {
        return queries::fuzz(query, options, output);
    }
    // Before the search: a finding must have a place to go.
    let folder = &options.out_dir;
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::new(format!("{}: {error}", folder.display())))?;
    let start = Instant::now();
    let limits = Limits::new(options, start);
    let progress = Progress::new(output, options.cases.unwrap_or(0), "pairs");
    let caches = CacheChoice::asked(options.cache);
    let mut told = start;
    let mut found = Fuzzed {
        cases: 0,
        failures: Vec::new(),
        manifolds: 0,
        worst_manifold_error: 0.0,
        seed: options.seed,
        rounds: options.first_round,
        seconds: 0.0,
        skipped: skipped_backends(),
    };
    while !limits.reached(found.cases) && found.failures.len() < MOST_FAILURES {
        let rounds = some_rounds(options.seed, found.rounds, limits.cases_after(found.cases));
        let checked: Vec<Option<Checked>> =
            rounds.into_par_iter().map(|round| check_in_time(limits, &caches, round)).collect();
        // In their order, whichever ended first; what follows one that there was no time for does
        // not count.
        for checked in checked.into_iter().map_while(|checked| checked) {
            let round = &checked.round;
            progress.say(&round.scene.name);
            progress.advance(round.scene.pairs.len());
            let before = found.failures.len();
            found.add(checked, options)?;
            // At once: what a long search has found must not be lost when it is ended from outside.
            for FoundFailure { what, command, .. } in &found.failures[before..] {
                progress.tell(&format!("{what}\n  replay: {command}"));
            }
            if found.failures.len() >= MOST_FAILURES {
                break;
            }
        }
        if progress.is_hidden() && told.elapsed() >= SILENCE {
            told = Instant::now();
            let failures = found.failures.len();
            progress.tell(&format!("{} pairs so far, {failures} failures", count(found.cases)));
        }
    }
    drop(progress);
    found.rounds -= options.first_round;
    found.seconds = start.elapsed().as_secs_f64();
    output.words(&words(&found))?;
    output.report(&found)?;
    Ok(Outcome::of_differences(found.failures.len()))
}

/// One world of boxes, its pairs, and how they are asked about.
#[derive(Debug)]
struct Round {
    scene: Scene,
    /// Metres.
    margin: f32,
    threaded: bool,
    random: Random,
    seed: u64,
    number: u64,
}

impl Round {
    /// The round of this number: the same for the same seed, whatever went before.
    fn new(seed: u64, number: u64) -> Self {
        let mut random = Random::new(seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let scene = worlds::world(number, &mut random);
        let margin = worlds::margin(&scene, &mut random);
        let threaded = number.is_multiple_of(ROUNDS_A_THREADED_ONE);
        Self { scene, margin, threaded, random, seed, number }
    }

    /// Checks all pairs of the round.
    fn check(&mut self, basis: Basis) -> Result<Findings, Failure> {
        let listings = self.listings();
        check_scene(&self.scene, Asked { basis, margin: self.margin }, &listings)
    }

    /// The world in motion, and what numbers the check draws; the same for the same seed, too.
    fn sequence(&self) -> (Sequence, Random) {
        let mut random = Random::new(!self.seed ^ self.number.wrapping_mul(0xD1B5_4A32_D192_ED03));
        (Sequence::new(&self.scene, self.margin, &mut random), random)
    }

    /// How the world in motion is checked: contacts are made of boxes in one basis, to which others are converted.
    fn check_of<'a>(&self, caches: &'a [CacheChoice], threads: &'a [usize]) -> CachedCheck<'a> {
        let converted = self.number % ROUNDS_A_CONVERTED_ONE == 1;
        let basis = if converted { Basis::Prescaled } else { Basis::Unit };
        CachedCheck { basis, caches, threads }
    }

    fn check_in_motion(&self, caches: &[CacheChoice]) -> Result<CachedFindings, Failure> {
        let threads = [1, cores().max(2)];
        let threads = if self.threaded { &threads[..] } else { &threads[..1] };
        let (sequence, mut random) = self.sequence();
        self.check_of(caches, threads).check(&sequence, &mut random)
    }

    /// How a failure in motion is written.
    fn moving_replay<'a>(
        &'a self,
        caches: &'a [CacheChoice],
        frame: usize,
        difference: Difference,
    ) -> MovingReplay<'a> {
        let (sequence, _) = self.sequence();
        MovingReplay {
            round: self,
            sequence,
            check: self.check_of(caches, &[1]),
            frame,
            difference,
        }
    }

    /// The pairs in another order and number, some of them several times; and, in some rounds,
    /// again and again until several threads have work.
    fn listings(&mut self) -> Listings {
        let pairs = &self.scene.pairs;
        let mut rows: Vec<usize> = (0..pairs.len()).collect();
        if !rows.is_empty() {
            let again = (0..self.random.below(20)).map(|_| self.random.below(pairs.len()));
            rows.extend(again.collect::<Vec<_>>());
        }
        self.random.shuffle(&mut rows);
        let mut listings = Listings::in_order(pairs);
        if !self.threaded {
            listings.threaded = Listing::default();
        }
        listings.sequential = Listing::of_rows(pairs, rows);
        listings
    }
}

/// How a scene is asked about.
#[derive(Clone, Copy, Debug)]
struct Asked {
    basis: Basis,
    margin: f32,
}

/// Checks the pairs of a scene in every combination of a basis.
fn check_scene(scene: &Scene, asked: Asked, listings: &Listings) -> Result<Findings, Failure> {
    let mut threads = vec![1, cores().max(2)];
    if listings.threaded.pairs.is_empty() {
        threads.truncate(1);
    }
    let frame = octosat_scenes::Frame {
        positions: &scene.position,
        rotations: &scene.rotation,
        pairs: &scene.pairs,
    };
    let store = Store::new(asked.basis, &scene.half_extents, frame).map_err(Failure::new)?;
    let mut checker = Checker::new(&[asked.basis], &threads)?;
    let query = Query { store: &store, pairs: &scene.pairs, margin: asked.margin };
    checker.check(query, listings)?;
    let difference = checker.take_differences().into_iter().next();
    Ok(Findings { difference, judged: checker.into_report().mirrored_manifolds() })
}

fn words(found: &Fuzzed) -> String {
    let mut text = format!(
        "{} pairs in {} rounds from seed {}, {:.1} s: {} failures; {} manifolds judged, the worst at \
         {:.1} % of what is allowed",
        count(found.cases),
        found.rounds,
        found.seed,
        found.seconds,
        found.failures.len(),
        count(found.manifolds),
        100.0 * found.worst_manifold_error,
    );
    for FoundFailure { what, command, .. } in &found.failures {
        text.push_str(&format!("\n{what}\n  replay: {command}"));
    }
    if !found.skipped.is_empty() {
        text.push_str(&format!("\nskipped, not on this CPU: {}", found.skipped.join(", ")));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_depend_on_seed_and_number_alone() {
        for number in 0..40 {
            let [one, two] = [(); 2].map(|()| Round::new(3, number));
            assert_eq!(one.scene, two.scene);
            assert_eq!(one.margin.to_bits(), two.margin.to_bits());
            assert!(one.scene.pairs.iter().all(|pair| pair[0] < pair[1]));
        }
        assert_ne!(Round::new(3, 0).scene, Round::new(4, 0).scene);
    }

    /// The bits of a round, mixed (FNV-1a).
    fn fingerprint(round: &Round) -> u64 {
        let Scene { half_extents, position, rotation, pairs, .. } = &round.scene;
        let lengths = half_extents.iter().chain(position).flatten();
        let values = lengths.chain(rotation.iter().flatten()).chain([&round.margin]);
        let words = values.map(|value| value.to_bits()).chain(pairs.iter().flatten().copied());
        words.fold(0xcbf2_9ce4_8422_2325, |hash, word| {
            (hash ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3)
        })
    }

    #[test]
    fn a_seed_gives_the_rounds_that_it_always_gave() {
        // A finding is told as its seed and number of cases; both must lead there in later versions.
        let mixed = (0..40).fold(0_u64, |mixed, number| {
            mixed.rotate_left(1) ^ fingerprint(&Round::new(3, number))
        });
        assert_eq!(mixed, 14_540_203_921_864_230_309);
    }
}
