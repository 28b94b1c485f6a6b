//! Looking for frames on which backends or references differ: rounds of hard scenes from a seed, and failures made
//! small.

use octosat_scenes::generate::Random;
use octosat_scenes::{Recording, RecordingParts};

use crate::{Basis, Checked, Failure, Frame, Plan, Report, Round, Workers, cores};

/// Every so many rounds several threads compute, too: lists are then repeated until there is work for them, which
/// takes as long as hundreds of other rounds. A prime, so that every kind of scene has its turn.
const ROUNDS_PER_THREADED_ONE: u64 = 257;

/// Checks that shrinking takes at most; each is one of a whole round's, or less.
const MOST_CHECKS: usize = 400;

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
        let mut found = Found { report: Report::default(), failure: None };
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
        let first = |frames: &[Frame]| -> Option<String> {
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
        Ok(Recording::new(parts)?)
    }
}

/// Takes frames away from the front and boxes from everywhere for as long as the rest still fails: halves, quarters,
/// and so on down to one.
///
/// What is left fails, and is as small as these cuts and checks make it.
pub fn smallest(frames: &[Frame], fails: impl Fn(&[Frame]) -> bool) -> Vec<Frame> {
    let first = (1..frames.len()).rev().find(|&first| fails(&frames[first..])).unwrap_or(0);
    let frames = &frames[first..];
    let Some(count) = frames.iter().map(|frame| frame.position.len()).min() else {
        return Vec::new();
    };
    let of_boxes =
        |boxes: &[usize]| frames.iter().map(|frame| frame.of_boxes(boxes)).collect::<Vec<_>>();
    let mut left: Vec<usize> = (0..count).collect();
    let (mut checks, mut part) = (0, count / 2);
    while part > 0 {
        let mut start = 0;
        while start < left.len() && left.len() > 1 && checks < MOST_CHECKS {
            let end = left.len().min(start + part);
            let fewer = [&left[..start], &left[end..]].concat();
            checks += 1;
            if !fewer.is_empty() && fails(&of_boxes(&fewer)) {
                left = fewer;
            } else {
                start = end;
            }
        }
        part /= 2;
    }
    of_boxes(&left)
}
