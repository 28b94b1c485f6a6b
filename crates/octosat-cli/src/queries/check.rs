//! Every backend against the scalar mirror and the float64 judge, on one list of rows.

use octosat::{Backend, Engine, Rounding};
use rayon::prelude::*;
use serde::Serialize;

use super::ask::{Form, Words};
use super::judge::{Judged, Judges};
use super::listing::{Listing, copies};
use super::world::World;
use crate::choices::Basis;
use crate::engines::{Workers, available_backends, mirrored_roundings, roundings};
use crate::failure::Failure;

/// Differences told in words; the counts hold all.
const MOST_TOLD: usize = 10;

/// A way to compute, and what was found in it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Combination {
    backend: &'static str,
    basis: &'static str,
    arithmetic: &'static str,
    threads: usize,
    pub(super) bit_mismatches: usize,
    pub(super) outside_tolerance: usize,
    /// In parts of what is allowed; of rows that are not outside.
    pub(super) worst_error: f64,
}

/// A checker of some bases and numbers of threads.
pub(super) struct QueryChecker {
    workers: Vec<Workers>,
    pub(super) combinations: Vec<Combination>,
    /// Rows, each in every combination of its basis.
    pub(super) rows: usize,
    /// The first differences in words.
    pub(super) differences: Vec<String>,
}

/// What the mirror says in one arithmetic.
struct Expected<'a> {
    arithmetic: Rounding,
    listing: &'a Listing,
    rows: Vec<Words>,
    /// Without the margin, where there is one.
    bare: Option<Vec<Words>>,
}

/// A row of the own list, and what the mirror says in it.
struct ExpectedRow<'a> {
    origin: usize,
    words: &'a Words,
}

impl Expected<'_> {
    /// What stands in a row of a form, `listing` being the own one or that of repeated boxes.
    fn row(&self, form: Form, listing: &Listing, row: usize) -> ExpectedRow<'_> {
        let place = if form == Form::Alone { listing.mixed + row } else { row };
        let origin = listing.origins[place];
        let bare = self.bare.as_ref().filter(|_| form.is_bare(row));
        ExpectedRow { origin, words: &bare.unwrap_or(&self.rows)[origin] }
    }
}

impl QueryChecker {
    pub(super) fn new(bases: &[Basis], threads: &[usize]) -> Result<Self, Failure> {
        let workers =
            threads.iter().map(|&count| Workers::new(count)).collect::<Result<Vec<_>, _>>()?;
        let mut combinations = Vec::new();
        for backend in available_backends() {
            for basis in bases {
                for arithmetic in roundings(backend) {
                    let new = |&threads| Combination::new(backend, *basis, arithmetic, threads);
                    combinations.extend(threads.iter().map(new));
                }
            }
        }
        Ok(Self { workers, combinations, rows: 0, differences: Vec::new() })
    }

    /// Checks the rows of a world in every form.
    pub(super) fn check(&mut self, world: &World) -> Result<(), Failure> {
        if world.is_empty() {
            return Ok(());
        }
        let listing = Listing::new(world);
        self.rows += listing.pairs.len();
        let threaded = self.workers.iter().any(|workers| workers.count > 1);
        let copies = copies(world.boxes());
        let long = threaded
            .then(|| world.repeated(copies))
            .transpose()
            .map_err(Failure::new)?
            .map(|repeated| (repeated, listing.repeated(world.boxes(), copies)));
        for arithmetic in mirrored_roundings() {
            let mirror = Workers::new(1)?.engine(Backend::Scalar, arithmetic)?;
            let judges = Judges::new(world, &mirror)?;
            let expected = expected(world, &listing, &mirror)?;
            let judged: Vec<Judged> = listing
                .pairs
                .par_iter()
                .zip(&expected.rows)
                .map(|(&pair, words)| judges.judge(world, pair, words))
                .collect();
            self.tell(world, arithmetic, &judged);
            for number in 0..self.combinations.len() {
                let one = &mut self.combinations[number];
                if one.basis != world.question.basis.name() || one.arithmetic != arithmetic.name() {
                    continue;
                }
                one.add(&judged);
                match &long {
                    Some((world, listing)) if one.threads > 1 => {
                        self.compare(number, world, listing, &expected)?;
                    }
                    _ => self.compare(number, world, &listing, &expected)?,
                }
            }
        }
        Ok(())
    }

    fn compare(
        &mut self,
        number: usize,
        world: &World,
        listing: &Listing,
        expected: &Expected<'_>,
    ) -> Result<(), Failure> {
        let one = &self.combinations[number];
        let Ok(backend) = one.backend.parse::<Backend>() else { return Ok(()) };
        let Some(workers) = self.workers.iter().find(|w| w.count == one.threads) else {
            return Ok(());
        };
        let (threads, arithmetic) = (one.threads, expected.arithmetic);
        let engine = workers.engine(backend, arithmetic)?;
        let mut odd = Vec::new();
        let mut told = Vec::new();
        for &form in Form::of(world.question.choice) {
            let found = workers.run(|| world.ask(&engine, form, listing))?;
            let differs = |(row, words): (usize, &Words)| {
                let expected = expected.row(form, listing, row);
                (words != expected.words).then_some(expected.origin)
            };
            let before = odd.len();
            odd.extend(found.iter().enumerate().filter_map(differs));
            if let Some(&first) = odd.get(before) {
                let [index, shape] = expected.listing.pairs[first];
                told.push(format!(
                    "{backend}, {arithmetic}, {threads} threads, {}: box {index}, {} {shape} differ \
                     from one lane",
                    form.name(),
                    world.question.choice.other()
                ));
            }
        }
        odd.sort_unstable();
        odd.dedup();
        told.into_iter().for_each(|what| self.add(what));
        self.combinations[number].bit_mismatches += odd.len();
        Ok(())
    }

    /// Keeps the first of the judge's words.
    fn tell(&mut self, world: &World, arithmetic: Rounding, judged: &[Judged]) {
        let basis = world.question.basis.name();
        for what in judged.iter().filter_map(|one| one.fault.as_ref()).take(MOST_TOLD) {
            self.add(format!("{basis} basis, {arithmetic}: {what}"));
        }
    }

    fn add(&mut self, what: String) {
        if self.differences.len() < MOST_TOLD {
            self.differences.push(what);
        }
    }

    /// The rows that differ from the mirror's, and those outside the band, over all combinations.
    pub(super) fn counts(&self) -> [usize; 2] {
        let sum = |count: fn(&Combination) -> usize| self.combinations.iter().map(count).sum();
        [sum(|one| one.bit_mismatches), sum(|one| one.outside_tolerance)]
    }

    /// The largest error over all combinations, in parts of what is allowed.
    pub(super) fn worst_error(&self) -> f64 {
        self.combinations.iter().map(|one| one.worst_error).fold(0.0, f64::max)
    }
}

impl Combination {
    /// A way to compute in which nothing was found yet.
    pub(super) fn new(
        backend: Backend,
        basis: Basis,
        arithmetic: Rounding,
        threads: usize,
    ) -> Self {
        Self {
            backend: backend.name(),
            basis: basis.name(),
            arithmetic: arithmetic.name(),
            threads,
            bit_mismatches: 0,
            outside_tolerance: 0,
            worst_error: 0.0,
        }
    }

    /// Adds a row that is outside, or else has an error in parts of what is allowed.
    pub(super) fn add_row(&mut self, is_outside: bool, error: f64) {
        if is_outside {
            self.outside_tolerance += 1;
        } else {
            self.worst_error = self.worst_error.max(error);
        }
    }

    /// Adds what the judge says of the mirror's rows: every other way has the same, or its bits differ.
    fn add(&mut self, judged: &[Judged]) {
        self.outside_tolerance += judged.iter().filter(|one| one.fault.is_some()).count();
        let inside = judged.iter().filter(|one| one.fault.is_none());
        self.worst_error = inside.map(|one| one.error).fold(self.worst_error, f64::max);
    }
}

/// What one lane says of a list.
fn expected<'a>(
    world: &World,
    listing: &'a Listing,
    mirror: &Engine,
) -> Result<Expected<'a>, Failure> {
    let rows = world.ask(mirror, Form::Listed, listing)?;
    let bare = if world.question.margin > 0.0 {
        Some(world.without_margin().ask(mirror, Form::Listed, listing)?)
    } else {
        None
    };
    Ok(Expected { arithmetic: mirror.rounding(), listing, rows, bare })
}
