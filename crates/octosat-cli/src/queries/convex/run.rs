//! `octosat run --query convex`.

use std::path::Path;
use std::time::{Duration, Instant};

use octosat_convex::{
    ContactKind, ContactSettings, EdgeSearch, Manifold, Penetration, SatStatistics, contacts,
    overlap_with, penetration_with,
};
use octosat_scenes::Recording;
use rayon::prelude::*;
use serde::Serialize;

use super::bodies::{Body, Solids};
use super::columns::{Answer, Columns};
use super::verify::store;
use crate::arguments::RunOptions;
use crate::choices::{ArithmeticChoice, BackendChoice};
use crate::engines::Workers;
use crate::failure::{Failure, Outcome};
use crate::input::{RefusedBox, Source};
use crate::output::Output;
use crate::queries::QueryChoice;
use crate::run::{check_target, frames_asked};
use crate::table::{Table, count};

/// The JSON of `run --query convex`.
#[derive(Debug, Serialize)]
struct Report {
    recordings: Vec<Processed>,
    query: &'static str,
    shape_seed: u64,
    backend: &'static str,
    basis: &'static str,
    arithmetic: &'static str,
    threads: usize,
    /// Of contacts, metres.
    margin: f32,
}

/// One query on the frames of a recording.
#[derive(Clone, Debug, Serialize)]
struct Processed {
    name: String,
    query: &'static str,
    boxes: usize,
    frames: usize,
    pairs: usize,
    /// Pairs that share a point; of contacts, pairs that have some.
    overlapping: usize,
    /// Contacts of all pairs; none where none are asked for.
    contacts: Option<usize>,
    /// What was looked at; none where it is not counted.
    axes: Option<Axes>,
    /// Inside the queries.
    seconds: f64,
    ns_per_pair: f64,
}

/// Axes of all pairs.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Axes {
    /// On which shapes were projected: face normals, and products of edges.
    pub(super) tested: usize,
    faces: usize,
    edge_pairs: usize,
    /// Pairs of edges that the Gauss map ruled out.
    pruned: usize,
    parallel: usize,
    /// Products of edges on which both shapes were projected whole.
    projected: usize,
}

impl Axes {
    /// Adds what a query counted.
    pub(super) fn add(&mut self, statistics: &SatStatistics) {
        let SatStatistics { faces, edge_pairs, pruned, parallel, projected } = *statistics;
        self.tested += faces + projected;
        self.faces += faces;
        self.edge_pairs += edge_pairs;
        self.pruned += pruned;
        self.parallel += parallel;
        self.projected += projected;
    }
}

/// A boolean, or a depth, and what was looked at for it.
#[derive(Clone, Copy, Debug)]
struct Counted<T> {
    answer: T,
    statistics: SatStatistics,
}

/// What became of one query so far.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    spent: Duration,
    overlapping: usize,
    contacts: usize,
    axes: Axes,
}

/// Every pair of every frame as polyhedra.
pub(in crate::queries) fn run(options: &RunOptions, output: Output) -> Result<Outcome, Failure> {
    check_way(options)?;
    let sources = Source::of_files(&options.files);
    if let Some(out) = options.out.as_deref() {
        check_target(out, &sources)?;
    }
    let settings = ContactSettings::with_margin(options.margin).map_err(Failure::new)?;
    let job = Job { options, workers: Workers::new(options.way.threads)?, settings };
    let mut report = Report {
        recordings: Vec::new(),
        query: QueryChoice::Convex.name(),
        shape_seed: options.shape_seed,
        backend: octosat::Backend::Scalar.name(),
        basis: options.way.basis.name(),
        arithmetic: octosat::Rounding::from(options.way.arithmetic).name(),
        threads: job.workers.count,
        margin: options.margin,
    };
    for source in &sources {
        report.recordings.extend(job.recording(source)?);
    }
    output.words(&words(&report, options.out.as_deref()))?;
    output.report(&report)?;
    Ok(Outcome::Good)
}

/// Refuses a way to compute that scalar code in float64 does not have.
fn check_way(options: &RunOptions) -> Result<(), Failure> {
    QueryChoice::Convex.checked_bases(Some(options.way.basis))?;
    if options.way.arithmetic == ArithmeticChoice::Fused {
        return Err(Failure::new("--arithmetic fused: convex polyhedra have no such arithmetic"));
    }
    match options.backend {
        BackendChoice::Auto | BackendChoice::Scalar => Ok(()),
        BackendChoice::Reference => {
            Err(Failure::new("--backend reference: convex polyhedra have scalar code alone"))
        }
        other => {
            let name = other.named().map_or("", octosat::Backend::name);
            Err(Failure::new(format!("--backend {name}: convex polyhedra have scalar code alone")))
        }
    }
}

/// What to do with each recording.
struct Job<'a> {
    options: &'a RunOptions,
    workers: Workers,
    settings: ContactSettings,
}

impl Job<'_> {
    fn recording(&self, source: &Source) -> Result<Vec<Processed>, Failure> {
        let recording = source.read()?;
        let range = frames_asked(source, &recording, self.options.frames)?;
        let solids = Solids::cuboids(recording.half_extents())
            .map_err(|error| source.refuse(&error.to_string()))?;
        let mut columns = self.options.out.as_ref().map(|_| Columns::default());
        let mut sums = [Sums::default(); 3];
        let mut pairs = 0;
        for number in range.clone() {
            let frame = recording.frame(number);
            let boxes = store(&recording, frame)
                .map_err(|error| source.refuse_box(&RefusedBox { error, frame: number }))?;
            let bodies = solids.bodies(&boxes)?;
            self.frame(&Pairs { bodies: &bodies, pairs: frame.pairs }, &mut sums, columns.as_mut());
            pairs += frame.pairs.len();
        }
        if let (Some(columns), Some(out)) = (columns, &self.options.out) {
            columns.write(out)?;
        }
        let done = Done { source, recording: &recording, frames: range.len(), pairs };
        let [overlap, penetration, contacts] = sums;
        Ok(vec![
            done.row("convex-overlap", &overlap),
            done.row("convex-penetration", &penetration),
            Processed {
                contacts: Some(contacts.contacts),
                axes: None,
                ..done.row("convex-contacts", &contacts)
            },
        ])
    }

    /// Asks everything about the pairs of a frame.
    fn frame(&self, pairs: &Pairs<'_>, sums: &mut [Sums; 3], columns: Option<&mut Columns>) {
        let [of_overlap, of_penetration, of_contacts] = sums;
        let overlaps = of_overlap.timed(|| pairs.ask(&self.workers, overlapping));
        for Counted { answer, statistics } in &overlaps {
            of_overlap.overlapping += usize::from(*answer);
            of_overlap.axes.add(statistics);
        }
        let rows = of_penetration.timed(|| pairs.ask(&self.workers, penetration));
        for Counted { answer, statistics } in &rows {
            of_penetration.overlapping += usize::from(answer.overlaps());
            of_penetration.axes.add(statistics);
        }
        let manifold = |a: &Body<'_>, b: &Body<'_>| contacts(&a.placed, &b.placed, &self.settings);
        let manifolds: Vec<Manifold> = of_contacts.timed(|| pairs.ask(&self.workers, manifold));
        for manifold in &manifolds {
            of_contacts.overlapping += usize::from(manifold.kind != ContactKind::Separated);
            of_contacts.contacts += manifold.points.len();
        }
        let Some(columns) = columns else { return };
        for ((pair, row), manifold) in pairs.pairs.iter().zip(rows).zip(manifolds) {
            let tested = row.statistics.faces + row.statistics.projected;
            let axes_tested = u32::try_from(tested).unwrap_or(u32::MAX);
            let answer = Answer { found: row.answer, axes_tested, manifold };
            columns.push(pair.map(|index| &pairs.bodies[index as usize].placed), &answer);
        }
    }
}

fn overlapping(a: &Body<'_>, b: &Body<'_>) -> Counted<bool> {
    let mut statistics = SatStatistics::default();
    let mut last = octosat_convex::LastAxis::new();
    let answer = overlap_with(&a.placed, &b.placed, &mut last, &mut statistics);
    Counted { answer, statistics }
}

fn penetration(a: &Body<'_>, b: &Body<'_>) -> Counted<Penetration> {
    let mut statistics = SatStatistics::default();
    let answer = penetration_with(&a.placed, &b.placed, EdgeSearch::GaussMap, &mut statistics);
    Counted { answer, statistics }
}

impl Sums {
    /// Does the work and adds the time.
    fn timed<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let done = work();
        self.spent += start.elapsed();
        done
    }
}

/// The pairs of a frame.
struct Pairs<'p> {
    bodies: &'p [Body<'p>],
    pairs: &'p [[u32; 2]],
}

impl Pairs<'_> {
    /// Asks about every pair, on these threads; the order is that of the pairs.
    fn ask<T: Send>(
        &self,
        workers: &Workers,
        ask: impl Fn(&Body<'_>, &Body<'_>) -> T + Sync,
    ) -> Vec<T> {
        let one = |pair: &[u32; 2]| {
            let [a, b] = pair.map(|index| &self.bodies[index as usize]);
            ask(a, b)
        };
        if workers.count == 1 {
            return self.pairs.iter().map(one).collect();
        }
        workers.run(|| self.pairs.par_iter().map(one).collect())
    }
}

/// A recording that was done.
struct Done<'a> {
    source: &'a Source,
    recording: &'a Recording,
    frames: usize,
    pairs: usize,
}

impl Done<'_> {
    fn row(&self, query: &'static str, sums: &Sums) -> Processed {
        let seconds = sums.spent.as_secs_f64();
        Processed {
            name: self.source.name.clone(),
            query,
            boxes: self.recording.boxes(),
            frames: self.frames,
            pairs: self.pairs,
            overlapping: sums.overlapping,
            contacts: None,
            axes: Some(sums.axes),
            seconds,
            ns_per_pair: if self.pairs == 0 { 0.0 } else { seconds * 1e9 / self.pairs as f64 },
        }
    }
}

fn words(report: &Report, out: Option<&Path>) -> String {
    let titles = [
        "recording",
        "query",
        "boxes",
        "frames",
        "pairs",
        "touching",
        "contacts",
        "axes/pair",
        "ns/pair",
    ];
    let mut table = Table::new(2, &titles);
    for one in &report.recordings {
        let each = |axes: Axes| format!("{:.2}", axes.tested as f64 / one.pairs.max(1) as f64);
        table.row(vec![
            one.name.clone(),
            one.query.to_owned(),
            count(one.boxes),
            count(one.frames),
            count(one.pairs),
            count(one.overlapping),
            one.contacts.map_or(String::new(), count),
            one.axes.map_or(String::new(), each),
            format!("{:.2}", one.ns_per_pair),
        ]);
    }
    let mut text = format!(
        "{}\n\nscalar code in float64, threads: {}; the time is that inside the queries",
        table.text(),
        report.threads
    );
    if let Some(out) = out {
        text.push_str(&format!("\nresults in {}", out.display()));
    }
    text
}
