//! `--query`: the query that a command runs.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use octosat_check::queries::{ALL, by_name};
use octosat_check::{Basis, Checked, Facts, Frame, Setting};
use octosat_scenes::Recording;

use crate::cache::CacheChoice;
use crate::failure::Failure;

/// A query that was chosen by its name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueryChoice(pub(crate) &'static dyn Checked);

impl QueryChoice {
    /// Parses a name. The help lists all names.
    pub(crate) fn parser() -> impl TypedValueParser<Value = Self> {
        Self::parser_of(|_| true)
    }

    /// Parses the name of a query whose calls can be timed. The time of a call with a cache depends on the frames
    /// before; `run --cache` and `bench --part frames` time caches.
    pub(crate) fn timed_parser() -> impl TypedValueParser<Value = Self> {
        Self::parser_of(|facts| !facts.remembers)
    }

    fn parser_of(is_offered: fn(&Facts) -> bool) -> impl TypedValueParser<Value = Self> {
        let offered = ALL.iter().map(|query| query.facts()).filter(move |facts| is_offered(facts));
        let values = offered.map(|facts| PossibleValue::new(facts.name).help(facts.about));
        PossibleValuesParser::new(values)
            .try_map(|name| by_name(&name).map(Self).ok_or("no such query"))
    }

    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        self.0.facts().name
    }

    /// Rejects a margin that the query does not take.
    pub(crate) fn check_margin(self, margin: f32) -> Result<(), Failure> {
        if margin > 0.0 && !self.0.facts().takes_margin {
            let name = self.name();
            return Err(Failure::new(format!("--margin {margin}: {name} takes no margin")));
        }
        Ok(())
    }

    /// The bases to check: the one in `asked`, or all bases of the query.
    pub(crate) fn bases(self, asked: Option<Basis>) -> Result<Vec<Basis>, Failure> {
        let all = self.0.facts().bases;
        let Some(basis) = asked else { return Ok(all.to_vec()) };
        if all.contains(&basis) {
            return Ok(vec![basis]);
        }
        let (basis, name) = (basis.name(), self.name());
        Err(Failure::new(format!("--basis {basis}: {name} has no such basis")))
    }
}

/// The queries to check if `--query` is not given: pairs, and contacts with a cache unless it is off.
pub(crate) fn usual_queries(cache: Option<CacheChoice>) -> Vec<&'static dyn Checked> {
    let cached = (cache != Some(CacheChoice::Off)).then_some("contacts-cached");
    ["pairs"].into_iter().chain(cached).filter_map(by_name).collect()
}

/// A frame of a recording.
pub(crate) fn frame_of(
    recording: &Recording,
    number: usize,
    margin: f32,
    shape_seed: u64,
) -> Frame {
    Frame::of_recording(recording, number, Setting::new(margin, shape_seed))
}

/// The boxes of the frame after one of a recording, without pairs; none after the last one.
pub(crate) fn next_frame_of(recording: &Recording, number: usize) -> Option<Frame> {
    let next = number + 1;
    let without_pairs = |frame| Frame { pairs: Vec::new(), ..frame };
    (next < recording.frames()).then(|| without_pairs(frame_of(recording, next, 0.0, 0)))
}
