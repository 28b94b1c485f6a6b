//! Results for the pairs of a frame, from the engine or from the float64 reference.

use std::io;
use std::time::{Duration, Instant};

use octosat::{ContactCache, Contacts, Engine, Error, Manifolds, Penetration, PointLimit, Query};
use octosat_check::{Boxes, Workers, uniform};
use octosat_scenes::ResultsWriter;
use octosat_scenes::generate::narrow;
use rayon::prelude::*;

use super::options::RunOptions;
use crate::cache::CacheChoice;
use crate::choices::{BackendChoice, Emit};
use crate::failure::Failure;

/// The message for contacts from the reference, which can check manifolds but does not compute them.
const NO_REFERENCE_CONTACTS: &str =
    "--emit contacts: the reference backend makes no contacts; choose another backend";

/// The code that computes results.
#[derive(Clone, Debug)]
pub(super) enum Computer {
    Engine(Engine),
    /// The float64 reference. `parallel`: whether it uses the threads of the current pool.
    Reference {
        parallel: bool,
    },
}

impl Computer {
    /// The code that the options select.
    pub(super) fn new(options: &RunOptions, workers: &Workers) -> Result<Self, Failure> {
        let backend = match options.backend {
            BackendChoice::Reference => return Ok(Self::Reference { parallel: workers.count > 1 }),
            choice => choice.named().unwrap_or_else(|| Engine::new().backend()),
        };
        Ok(Self::Engine(workers.engine(backend)?))
    }

    /// The name on the command line.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Engine(engine) => engine.backend().name(),
            Self::Reference { .. } => "reference",
        }
    }

    /// Whether boxes share a point, whatever the margin.
    fn overlaps(&self, frame: FramePairs<'_>, out: &mut [bool]) -> Result<(), Error> {
        let FramePairs { boxes, pairs, .. } = frame;
        match self {
            Self::Engine(engine) => engine.overlaps(boxes.pairs(pairs, uniform(0.0)), out),
            Self::Reference { parallel } => fill(*parallel, pairs, out, |pair| {
                boxes.reference(pair).separations().separation <= 0.0
            }),
        }
    }

    fn penetrations(&self, frame: FramePairs<'_>, out: &mut [Penetration]) -> Result<(), Error> {
        let FramePairs { boxes, pairs, margin } = frame;
        match self {
            Self::Engine(engine) => engine.penetrations(boxes.pairs(pairs, uniform(margin)), out),
            // The float64 result, rounded once.
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
) -> Result<(), Error> {
    if parallel {
        out.par_iter_mut().zip(pairs).for_each(|(out, &pair)| *out = answer(pair));
    } else {
        out.iter_mut().zip(pairs).for_each(|(out, &pair)| *out = answer(pair));
    }
    Ok(())
}

/// The boxes and pairs of a frame, and the margin in meters.
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
    /// The most contacts per pair; `None` if contacts are not wanted.
    contacts: Option<PointLimit>,
}

impl Wanted {
    /// The results that `--emit` selects; by default, all results that the backend has.
    pub(super) fn new(options: &RunOptions, computer: &Computer) -> Result<Self, Failure> {
        let everything = options.emit.is_empty();
        let asked = |emit| options.emit.contains(&emit);
        let has_contacts = matches!(computer, Computer::Engine(_));
        if asked(Emit::Contacts) && !has_contacts {
            return Err(Failure::new(NO_REFERENCE_CONTACTS));
        }
        let contacts = asked(Emit::Contacts) || everything && has_contacts;
        if !contacts && options.cache == CacheChoice::On {
            let what = "--cache on: is about contacts, and none are to be computed";
            return Err(Failure::new(what));
        }
        Ok(Self {
            overlap: everything || asked(Emit::Overlap),
            penetration: everything || asked(Emit::Penetration),
            contacts: contacts.then(|| options.max_contacts.into()),
        })
    }
}

/// The sums over all frames.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    pub(super) overlapping: usize,
    pub(super) contacts: usize,
    pub(super) continued: usize,
    /// The time inside the queries.
    pub(super) overlap_time: Duration,
    pub(super) penetration_time: Duration,
    pub(super) contacts_time: Duration,
}

/// The results of one frame. The next frame uses the same memory.
#[derive(Debug)]
pub(super) struct Answers {
    wanted: Wanted,
    overlaps: Vec<bool>,
    rows: Vec<Penetration>,
    manifolds: Manifolds,
    /// The contact cache, which holds the manifolds instead of `manifolds`.
    cache: Option<Box<ContactCache>>,
    pub(super) sums: Sums,
}

impl Answers {
    /// No results yet, and an empty cache if there is one.
    pub(super) fn new(wanted: Wanted, cache: CacheChoice) -> Self {
        let cache = (cache == CacheChoice::On).then(ContactCache::new);
        Self {
            wanted,
            overlaps: Vec::new(),
            rows: Vec::new(),
            manifolds: Manifolds::new(),
            cache: cache.map(Box::new),
            sums: Sums::default(),
        }
    }

    /// Computes the results of a frame.
    ///
    /// If penetrations are wanted, overlap is the sign of their depths, because two queries could differ for boxes that
    /// touch within rounding. Overlap does not depend on the margin. Only contacts depend on the frame before.
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
            let query = Query::new(boxes.unit(), pairs).within(uniform(margin));
            let contacts = Contacts::new(query).limit(limit);
            let begin = Instant::now();
            match &mut self.cache {
                None => engine.manifolds(contacts, &mut self.manifolds)?,
                Some(cache) => {
                    cache.next_frame();
                    engine.manifolds_cached(contacts, cache)?;
                    cache.links();
                }
            }
            self.sums.contacts_time += begin.elapsed();
        }
        if let Some(cache) = &mut self.cache {
            let links = cache.links().contacts();
            self.sums.continued +=
                links.map(|link| link.predecessors().flatten().count()).sum::<usize>();
        }
        self.sums.contacts += self.frame_contacts();
        self.sums.overlapping += self.overlaps.iter().filter(|&&overlaps| overlaps).count();
        Ok(())
    }

    /// The manifolds of the last frame; empty if contacts are not wanted.
    fn contacts(&self) -> &Manifolds {
        self.cache.as_ref().map_or(&self.manifolds, |cache| cache.manifolds())
    }

    /// The number of contacts of the last frame.
    fn frame_contacts(&self) -> usize {
        self.contacts().touching().map(|touching| touching.points.len()).sum()
    }

    /// Creates the arrays of the wanted results, also for a recording without frames.
    pub(super) fn begin(&self, file: &mut ResultsWriter) -> io::Result<()> {
        self.write(file)?;
        if self.wanted.contacts.is_some() { file.append_offsets([0]) } else { Ok(()) }
    }

    /// Appends the results of a frame to the file.
    pub(super) fn write(&self, file: &mut ResultsWriter) -> io::Result<()> {
        if self.wanted.overlap {
            file.append("overlap", self.overlaps.iter().map(|&overlaps| u8::from(overlaps)))?;
        }
        if self.wanted.penetration {
            file.append("depth", self.rows.iter().map(|row| row.depth))?;
            file.append("axis", self.rows.iter().map(|row| row.axis.code()))?;
            file.append("normal", self.rows.iter().map(|row| row.normal))?;
        }
        if self.wanted.contacts.is_some() {
            let contacts = self.contacts();
            let mut end = (self.sums.contacts - self.frame_contacts()) as u64;
            file.append("contact_normal", contacts.manifolds().iter().map(|row| row.normal))?;
            file.append_offsets(contacts.manifolds().iter().map(|row| {
                end += u64::from(row.len);
                end
            }))?;
            let points = (0..contacts.manifolds().len()).flat_map(|pair| contacts.of(pair));
            file.append("contact_point", points.clone().map(|point| point.position))?;
            file.append("contact_depth", points.clone().map(|point| point.depth))?;
            file.append("contact_feature", points.map(|point| point.feature.0))?;
        }
        Ok(())
    }
}
