//! Every backend against the scalar mirror and the float64 judge, on one list of boxes and shapes.

use octosat::{Arithmetic, Backend};
use rayon::prelude::*;
use serde::Serialize;

use super::ask::{Asked, Words};
use super::judge::Judges;
use crate::choices::Basis;
use crate::engines::{ARITHMETICS, Workers, available_backends};
use crate::failure::Failure;

/// Shapes that each box is asked against.
const SHAPES_A_BOX: usize = 3;

/// Rows of the lists for several threads: more than two tasks of the engine.
const THREADED_ROWS: usize = 3 * 4096;

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
}

/// A checker of some bases and numbers of threads.
pub(super) struct QueryChecker {
    workers: Vec<Workers>,
    pub(super) combinations: Vec<Combination>,
    /// Boxes and shapes, each in every combination of its basis.
    pub(super) rows: usize,
    /// The first differences in words.
    pub(super) differences: Vec<String>,
}

impl QueryChecker {
    pub(super) fn new(bases: &[Basis], threads: &[usize]) -> Result<Self, Failure> {
        let workers =
            threads.iter().map(|&count| Workers::new(count)).collect::<Result<Vec<_>, _>>()?;
        let mut combinations = Vec::new();
        for backend in available_backends() {
            for basis in bases {
                for arithmetic in ARITHMETICS {
                    combinations.extend(threads.iter().map(|&threads| Combination {
                        backend: backend.name(),
                        basis: basis.name(),
                        arithmetic: arithmetic.name(),
                        threads,
                        bit_mismatches: 0,
                        outside_tolerance: 0,
                    }));
                }
            }
        }
        Ok(Self { workers, combinations, rows: 0, differences: Vec::new() })
    }

    /// Checks every box against some of the shapes.
    pub(super) fn check(&mut self, asked: &Asked<'_>) -> Result<(), Failure> {
        let pairs = list(asked.boxes(), asked.shapes());
        if pairs.is_empty() {
            return Ok(());
        }
        self.rows += pairs.len();
        let judges = Judges::new(asked);
        for arithmetic in ARITHMETICS {
            let mirror = Workers::new(1)?.engine(Backend::Scalar, arithmetic)?;
            let expected = asked.ask(&mirror, &pairs)?;
            let objections: Vec<Option<String>> = pairs
                .par_iter()
                .zip(&expected)
                .map(|(&pair, words)| judges.objection(asked, pair, words))
                .collect();
            self.tell(asked, arithmetic, objections.iter().flatten());
            let outside = objections.iter().flatten().count();
            for number in 0..self.combinations.len() {
                let one = &self.combinations[number];
                let basis = asked.store.basis().name();
                if one.basis == basis && one.arithmetic == arithmetic.name() {
                    self.combinations[number].outside_tolerance += outside;
                    self.compare(number, asked, arithmetic, (&pairs, &expected))?;
                }
            }
        }
        Ok(())
    }

    fn compare(
        &mut self,
        number: usize,
        asked: &Asked<'_>,
        arithmetic: Arithmetic,
        (pairs, expected): (&[[u32; 2]], &[Words]),
    ) -> Result<(), Failure> {
        let one = &self.combinations[number];
        let Ok(backend) = one.backend.parse::<Backend>() else { return Ok(()) };
        let Some(workers) = self.workers.iter().find(|w| w.count == one.threads) else {
            return Ok(());
        };
        let engine = workers.engine(backend, arithmetic)?;
        let wanted = if one.threads > 1 { THREADED_ROWS.max(pairs.len()) } else { pairs.len() };
        let long: Vec<[u32; 2]> = pairs.iter().copied().cycle().take(wanted).collect();
        let found = workers.run(|| asked.ask(&engine, &long))?;
        let differ = |&(place, words): &(usize, &Words)| *words != expected[place % expected.len()];
        let mut odd: Vec<usize> =
            found.iter().enumerate().filter(differ).map(|(place, _)| place % pairs.len()).collect();
        odd.sort_unstable();
        odd.dedup();
        if let Some(&first) = odd.first() {
            let [index, shape] = pairs[first];
            let what = format!(
                "{backend}, {arithmetic}, {} threads: box {index}, shape {shape} differ from one lane",
                one.threads
            );
            self.add(what);
        }
        self.combinations[number].bit_mismatches += odd.len();
        Ok(())
    }

    /// Keeps the first of the judge's words.
    fn tell<'a>(
        &mut self,
        asked: &Asked<'_>,
        arithmetic: Arithmetic,
        objections: impl Iterator<Item = &'a String>,
    ) {
        let basis = asked.store.basis().name();
        for what in objections.take(MOST_TOLD) {
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
}

/// Every box with some of the shapes.
fn list(boxes: usize, shapes: usize) -> Vec<[u32; 2]> {
    if shapes == 0 {
        return Vec::new();
    }
    let of_box = |index: usize| {
        (0..SHAPES_A_BOX.min(shapes)).map(move |step| {
            let shape = (5 * index + 7 * step + step) % shapes;
            [index, shape].map(|number| u32::try_from(number).unwrap_or(u32::MAX))
        })
    };
    (0..boxes).flat_map(of_box).collect()
}
