//! Looking for frames on which backends or references differ: rounds of hard scenes from a seed.

use octosat_scenes::generate::Random;
use octosat_scenes::{Recording, RecordingParts};

use crate::boxes::Basis;
use crate::checked::Checked;
use crate::engines::{Workers, cores};
use crate::failure::Failure;
use crate::query::Round;
use crate::report::Report;
use crate::runner::Plan;
use crate::shrink::smallest;

/// Every so many rounds several threads compute, too: lists are then repeated until there is work for them, which
/// takes as long as hundreds of other rounds. A prime, so that every kind of scene has its turn.
const ROUNDS_PER_THREADED_ONE: u64 = 257;

/// A search of a query's rounds.
#[derive(Debug)]
pub struct Search {
    query: &'static dyn Checked,
    seed: u64,
    sequential: Plan,
    threaded: Plan,
}

/// What was found in a round.
#[derive(Clone, Debug)]
pub struct Found {
    /// The number of the round.
    pub number: u64,
    /// What was counted, over all bases.
    pub report: Report,
    /// The first thing that is wrong, if something is.
    pub failure: Option<Failing>,
}

/// Something wrong in a round.
#[derive(Clone, Debug)]
pub struct Failing {
    /// What is wrong.
    pub what: String,
    /// As few frames and boxes as show it, if a recording holds them; else the whole round.
    pub round: Round,
    /// The basis in which it shows.
    pub basis: Basis,
}

impl Search {
    /// A search from a seed: the same seed and number give the same round.
    ///
    /// # Errors
    /// If the system starts no threads.
    pub fn new(query: &'static dyn Checked, seed: u64) -> Result<Self, Failure> {
        let plan = |threads: &[usize]| -> Result<Plan, Failure> {
            Ok(Plan { workers: Workers::all(threads)?, is_thorough: true })
        };
        let (sequential, threaded) = (plan(&[1])?, plan(&[1, cores().max(2)])?);
        Ok(Self { query, seed, sequential, threaded })
    }

    /// Makes a round and checks it in every basis.
    ///
    /// # Errors
    /// A scene that the query rejects.
    pub fn round(&self, number: u64) -> Result<Found, Failure> {
        let round = self.query.round(number, &mut Random::of_round(self.seed, number));
        let is_threaded = number.is_multiple_of(ROUNDS_PER_THREADED_ONE);
        let plan = if is_threaded { &self.threaded } else { &self.sequential };
        let mut found = Found { number, report: Report::default(), failure: None };
        for &basis in self.query.facts().bases {
            let report = self.check(&round, basis, plan)?;
            if let (Some(first), None) = (report.differences.first(), &found.failure) {
                found.failure = Some(self.shrunk(&round, basis, &first.what));
            }
            found.report.add(report);
        }
        Ok(found)
    }

    fn check(&self, round: &Round, basis: Basis, plan: &Plan) -> Result<Report, Failure> {
        let mut checker = self.query.checker(basis, plan)?;
        for case in &round.cases(basis, self.query.facts())? {
            checker.check(case)?;
        }
        Ok(std::mem::take(checker.report()))
    }

    /// The failure with as few boxes and frames as show it.
    fn shrunk(&self, round: &Round, basis: Basis, what: &str) -> Failing {
        let first = |frames: &[crate::case::Frame]| -> Option<String> {
            let round = Round { frames: frames.to_vec(), ..round.clone() };
            let report = self.check(&round, basis, &self.sequential).ok()?;
            Some(report.differences.first()?.what.clone())
        };
        // What shows with several threads only is not made smaller.
        let frames = if round.is_recordable && first(&round.frames).is_some() {
            smallest(&round.frames, |frames| first(frames).is_some())
        } else {
            round.frames.clone()
        };
        let what = first(&frames).unwrap_or_else(|| what.to_owned());
        let round = Round { frames, ..round.clone() };
        Failing { what: format!("{}: {what}", round.name), round, basis }
    }
}

impl Failing {
    /// The round as a recording; of one that no recording holds, the first extents and the boxes that are there in
    /// all frames.
    ///
    /// # Errors
    /// If the frames are no recording at all.
    pub fn into_recording(self) -> Result<Recording, Failure> {
        let frames = self.round.frames;
        let boxes = frames.iter().map(|frame| frame.position.len()).min().unwrap_or(0);
        let mut parts = RecordingParts { pair_offsets: vec![0], ..RecordingParts::default() };
        for frame in frames {
            if parts.half_extents.is_empty() {
                parts.half_extents.extend_from_slice(&frame.half_extents[..boxes]);
            }
            parts.position.extend_from_slice(&frame.position[..boxes]);
            parts.rotation.extend_from_slice(&frame.rotation[..boxes]);
            let is_there = |pair: &&[u32; 2]| pair.iter().all(|&index| (index as usize) < boxes);
            let pairs = frame.pairs.iter().filter(is_there).map(|&[a, b]| [a.min(b), a.max(b)]);
            parts.pairs.extend(pairs);
            parts.pair_offsets.push(parts.pairs.len() as u64);
        }
        Recording::new(parts).map_err(Failure::new)
    }
}
