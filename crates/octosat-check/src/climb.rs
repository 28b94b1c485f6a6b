//! A directed search: the worst pair of a round is changed by little, and each change stays that does not lower its error.

use octosat_reference::OrientedBox;
use octosat_scenes::generate::Random;

use crate::strategies::changed;
use crate::{Basis, Failing, Failure, Found, Report, Round, Search};

/// A round, and what was found in it.
struct Climber {
    round: Round,
    report: Report,
}

impl Search {
    /// Makes a round and, in every basis, changes its worst pair this many times. Queries about boxes and shapes keep
    /// all boxes of the round. Failures are not made smaller.
    ///
    /// # Errors
    /// A round that the query rejects, and queries whose frames depend on each other.
    pub fn climb(&self, number: u64, changes: usize) -> Result<Found, Failure> {
        let facts = self.query().facts();
        if facts.remembers {
            return Err(Failure::new(format!("{}: frames depend on each other", facts.name)));
        }
        let round = self.made(number)?;
        let mut found = Found { report: Report::default(), failure: None };
        for &basis in facts.bases {
            let mut random = Random::new(number);
            let mut best = self.worst_of(&round, basis)?;
            for _ in 0..changes {
                let round = changed_round(&best.round, &mut random);
                // A change that the query rejects is none.
                let Ok(report) = self.check_sequentially(&round, basis) else { continue };
                if report.worst_error() >= best.report.worst_error()
                    || !report.differences.is_empty()
                {
                    found
                        .report
                        .add(std::mem::replace(&mut best, Climber { round, report }).report);
                } else {
                    found.report.rows += report.rows;
                }
                if !best.report.differences.is_empty() {
                    break;
                }
            }
            if let (Some(first), None) = (best.report.differences.first(), &found.failure) {
                let what = format!("{}: {}", best.round.name, first.what);
                found.failure = Some(Failing { what, round: best.round, basis });
            }
            found.report.add(best.report);
        }
        Ok(found)
    }

    /// The round with its worst pair alone; whole if it has no pairs, or is about boxes and shapes.
    fn worst_of(&self, round: &Round, basis: Basis) -> Result<Climber, Failure> {
        let mut worst =
            Climber { report: self.check_sequentially(round, basis)?, round: round.clone() };
        if self.query().facts().has_rows_of_boxes || !worst.report.differences.is_empty() {
            return Ok(worst);
        }
        let pairs = round.frames.first().map_or(&[][..], |frame| &frame.pairs);
        for (place, &pair) in pairs.iter().enumerate() {
            let mut round = round.clone();
            for frame in round.frames.iter_mut().filter(|frame| !frame.pairs.is_empty()) {
                frame.pairs = vec![pair];
            }
            let report = self.check_sequentially(&round, basis)?;
            if place == 0 || report.worst_error() > worst.report.worst_error() {
                worst = Climber { round, report };
            }
        }
        Ok(worst)
    }
}

/// The same round with a few numbers of two boxes changed by little, in one of its frames: those of its pair or, without
/// one, of any two. Half extents change in all frames.
fn changed_round(round: &Round, random: &mut Random) -> Round {
    let mut changed_round = round.clone();
    let chosen = random.below(round.frames.len());
    let frame = &round.frames[chosen];
    let count = frame.position.len();
    let only = round.frames.first().filter(|frame| frame.pairs.len() == 1);
    let boxes = match only.and_then(|frame| frame.pairs.first()) {
        Some(pair) => pair.map(|index| index as usize),
        None => [random.below(count), random.below(count)],
    };
    let given = boxes.map(|index| OrientedBox {
        center: frame.position[index],
        rotation: frame.rotation[index],
        half_extents: frame.half_extents[index],
    });
    for (index, changed) in boxes.into_iter().zip(changed(given, random)) {
        changed_round.frames[chosen].position[index] = changed.center;
        changed_round.frames[chosen].rotation[index] = changed.rotation;
        for frame in &mut changed_round.frames {
            frame.half_extents[index] = changed.half_extents;
        }
    }
    changed_round
}
