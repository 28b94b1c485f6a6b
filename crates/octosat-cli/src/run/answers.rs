//! What is found about the pairs of a frame, by the engine or by the float64 reference.

use std::io;
use std::time::{Duration, Instant};

use octosat::{
    ContactCache, Engine, Manifolds, Penetration, PointLimit, Query, QueryError, Rounding,
};
use octosat_check::{Boxes, Workers, uniform};
use octosat_scenes::ResultsWriter;
use octosat_scenes::generate::narrow;
use rayon::prelude::*;

use super::options::RunOptions;
use crate::choices::{BackendChoice, Emit};
use crate::failure::Failure;

/// Why the reference rejects: its code checks manifolds, and makes none.
const NO_REFERENCE_CONTACTS: &str =
    "--emit contacts: the reference backend makes no contacts; choose another backend";

/// Why the reference rejects: what it computes in float64 is neither of the engine's arithmetics, and
/// reporting the one that is not the default would say that it was used.
const NO_REFERENCE_FUSED: &str =
    "--arithmetic fused: the reference backend has one arithmetic only; leave the option out";

/// The code that answers.
#[derive(Clone, Debug)]
pub(super) enum Computer {
    Engine(Engine),
    /// The float64 reference; whether it may use the threads of the pool that it is called in.
    Reference {
        parallel: bool,
    },
}

impl Computer {
    /// The code that the options ask for.
    pub(super) fn new(options: &RunOptions, workers: &Workers) -> Result<Self, Failure> {
        let arithmetic = options.way.arithmetic.into();
        let backend = match options.backend {
            BackendChoice::Reference if arithmetic == Rounding::Fused => {
                return Err(Failure::new(NO_REFERENCE_FUSED));
            }
            BackendChoice::Reference => return Ok(Self::Reference { parallel: workers.count > 1 }),
            choice => choice.named().unwrap_or_else(|| Engine::new().backend()),
        };
        Ok(Self::Engine(workers.engine(backend, arithmetic)?))
    }

    /// The name on the command line.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Engine(engine) => engine.backend().name(),
            Self::Reference { .. } => "reference",
        }
    }

    /// Whether boxes share a point, whatever the margin.
    fn overlaps(&self, frame: FramePairs<'_>, out: &mut [bool]) -> Result<(), QueryError> {
        let FramePairs { boxes, pairs, .. } = frame;
        match self {
            Self::Engine(engine) => boxes.overlaps(engine, pairs, uniform(0.0), out),
            Self::Reference { parallel } => fill(*parallel, pairs, out, |pair| {
                boxes.reference(pair).separations().separation <= 0.0
            }),
        }
    }

    fn penetrations(
        &self,
        frame: FramePairs<'_>,
        out: &mut [Penetration],
    ) -> Result<(), QueryError> {
        let FramePairs { boxes, pairs, margin } = frame;
        match self {
            Self::Engine(engine) => boxes.penetrations(engine, pairs, uniform(margin), out),
            // The float64 answer, rounded once.
            Self::Reference { parallel } => fill(*parallel, pairs, out, |pair| {
                let reference = boxes.reference(pair);
                let found = reference.separations();
                Penetration {
                    normal: found.normal.map(narrow),
                    depth: narrow(0.0 - found.separation),
                    axis: bytemuck::cast(found.axis),
                    reserved: [0; 3],
                }
            }),
        }
    }
}

fn fill<T: Send>(
    parallel: bool,
    pairs: &[[u32; 2]],
    out: &mut [T],
    answer: impl Fn([u32; 2]) -> T + Sync,
) -> Result<(), QueryError> {
    if parallel {
        out.par_iter_mut().zip(pairs).for_each(|(out, &pair)| *out = answer(pair));
    } else {
        out.iter_mut().zip(pairs).for_each(|(out, &pair)| *out = answer(pair));
    }
    Ok(())
}

/// The boxes and pairs of a frame, and the margin in meters that they are asked about with.
#[derive(Clone, Copy, Debug)]
pub(super) struct FramePairs<'a> {
    pub(super) boxes: &'a Boxes,
    pub(super) pairs: &'a [[u32; 2]],
    pub(super) margin: f32,
}

/// Which results are wanted; at least one of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    overlap: bool,
    penetration: bool,
    /// Contacts, at most so many a pair.
    contacts: Option<PointLimit>,
}

impl Wanted {
    /// What the options ask for; nothing in particular is all that the code has.
    pub(super) fn new(options: &RunOptions, computer: &Computer) -> Result<Self, Failure> {
        let everything = options.emit.is_empty();
        let asked = |emit| options.emit.contains(&emit);
        let has_contacts = matches!(computer, Computer::Engine(_));
        if asked(Emit::Contacts) && !has_contacts {
            return Err(Failure::new(NO_REFERENCE_CONTACTS));
        }
        let contacts = asked(Emit::Contacts) || everything && has_contacts;
        if !contacts && let Some(mode) = options.cache.new_cache().map(|_| options.cache.name()) {
            return Err(Failure::new(format!(
                "--cache {mode}: is about contacts, and none are to be computed"
            )));
        }
        Ok(Self {
            overlap: everything || asked(Emit::Overlap),
            penetration: everything || asked(Emit::Penetration),
            contacts: contacts.then(|| options.max_contacts.into()),
        })
    }
}

/// The sums over all frames asked about.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    pub(super) overlapping: usize,
    pub(super) contacts: usize,
    pub(super) reused: usize,
    /// The time inside the queries.
    pub(super) overlap_time: Duration,
    pub(super) penetration_time: Duration,
    pub(super) contacts_time: Duration,
}

/// Answers about the pairs of one frame, in memory that the next one uses again.
#[derive(Debug)]
pub(super) struct Answers {
    wanted: Wanted,
    overlaps: Vec<bool>,
    rows: Vec<Penetration>,
    manifolds: Manifolds,
    /// In place of the manifolds, if there is one.
    cache: Option<Box<ContactCache>>,
    pub(super) sums: Sums,
}

impl Answers {
    /// No answers yet; the cache, if there is one, knows of no frame.
    pub(super) fn new(wanted: Wanted, cache: Option<ContactCache>) -> Self {
        Self {
            wanted,
            overlaps: Vec::new(),
            rows: Vec::new(),
            manifolds: Manifolds::new(),
            cache: cache.map(Box::new),
            sums: Sums::default(),
        }
    }

    /// Asks for rows, or for booleans where no rows are wanted: rows hold the booleans too, and two
    /// queries could differ about boxes that touch within rounding.
    ///
    /// Whether boxes share a point does not depend on a margin. Only contacts know of the frame before.
    pub(super) fn ask(
        &mut self,
        computer: &Computer,
        frame: FramePairs<'_>,
    ) -> Result<(), Failure> {
        let FramePairs { boxes, pairs, margin } = frame;
        self.overlaps.resize(pairs.len(), false);
        if self.wanted.penetration {
            self.rows.resize(pairs.len(), Penetration::default());
            let begin = Instant::now();
            computer.penetrations(frame, &mut self.rows)?;
            self.sums.penetration_time += begin.elapsed();
            self.overlaps.clear();
            self.overlaps.extend(self.rows.iter().map(Penetration::overlaps));
        } else {
            let begin = Instant::now();
            computer.overlaps(frame, &mut self.overlaps)?;
            self.sums.overlap_time += begin.elapsed();
        }
        if let (Some(limit), Computer::Engine(engine)) = (self.wanted.contacts, computer) {
            let query = Query::new(boxes.unit(), pairs).margin(uniform(margin)).limit(limit);
            let begin = Instant::now();
            match &mut self.cache {
                None => engine.manifolds(query, &mut self.manifolds)?,
                Some(cache) => {
                    engine.manifolds_cached(query, cache)?;
                }
            }
            self.sums.contacts_time += begin.elapsed();
        }
        let reused = self.contacts().manifolds().iter().filter(|row| row.is_reused()).count();
        self.sums.reused += reused;
        self.sums.contacts += self.contacts().points().len();
        self.sums.overlapping += self.overlaps.iter().filter(|&&overlaps| overlaps).count();
        Ok(())
    }

    /// The manifolds of the pairs asked about last; none where contacts are not wanted.
    fn contacts(&self) -> &Manifolds {
        self.cache.as_ref().map_or(&self.manifolds, |cache| cache.manifolds())
    }

    /// Begins the arrays of what is wanted, so that a recording without frames has them too.
    pub(super) fn begin(&self, file: &mut ResultsWriter) -> io::Result<()> {
        self.write(file)?;
        if self.wanted.contacts.is_some() { file.contact_offsets([0]) } else { Ok(()) }
    }

    /// Appends the answers to the results.
    pub(super) fn write(&self, file: &mut ResultsWriter) -> io::Result<()> {
        if self.wanted.overlap {
            file.overlap(self.overlaps.iter().copied())?;
        }
        if self.wanted.penetration {
            file.depth(self.rows.iter().map(|row| row.depth))?;
            file.axis(self.rows.iter().map(|row| row.axis.code()))?;
            file.normal(self.rows.iter().map(|row| row.normal))?;
        }
        if self.wanted.contacts.is_some() {
            let contacts = self.contacts();
            let mut end = (self.sums.contacts - contacts.points().len()) as u64;
            file.contact_normal(contacts.manifolds().iter().map(|row| row.normal))?;
            file.contact_offsets(contacts.manifolds().iter().map(|row| {
                end += u64::from(row.len);
                end
            }))?;
            let points = (0..contacts.manifolds().len()).flat_map(|pair| contacts.of(pair));
            file.contact_point(points.clone().map(|point| point.position))?;
            file.contact_depth(points.clone().map(|point| point.depth))?;
            file.contact_feature(points.map(|point| point.feature.0))?;
        }
        Ok(())
    }
}
