//! `octosat bench --query convex`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use octosat::{Backend, BoxStore, Engine, Penetration, Query, Rounding};
use octosat_convex::{
    ContactSettings, EdgeSearch, LastAxis, SatStatistics, contacts, overlap_with, penetration_with,
};
use serde::Serialize;

use super::bodies::Body;
use super::checker::{ConvexChecker, Setting, Shapes};
use super::run::Axes;
use crate::arguments::BenchOptions;
use crate::choices::Basis;
use crate::engines::{Workers, available_backends, skipped_backends};
use crate::failure::{Failure, Outcome};
use crate::laps::{Laps, least, median};
use crate::output::Output;
use crate::queries::bench::{Dataset, datasets};
use crate::table::{Table, count};

/// Boxes of the generated scene.
const GENERATED: [usize; 1] = [20_000];

/// The most pairs of a scene that are measured: a pair of round solids has hundreds of axes.
const MOST_PAIRS: usize = 5_000;

/// The seed of the solids, so that every run measures the same.
const SEED: u64 = 1;

/// The margin of contacts, metres, as for those of the kernels.
const MARGIN: f32 = 0.02;

/// Pairs that a lap has at least, so that starting and stopping the clock costs nothing beside.
const FEWEST_PAIRS_A_LAP: usize = 2_000;

/// The same for the kernels.
const FEWEST_KERNEL_PAIRS_A_LAP: usize = 100_000;

/// Laps of each contender: an odd number, so that one of them is the median.
const LAPS: usize = 5;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Contender {
    /// The depth by all pairs of edge directions.
    AllAxes,
    /// The depth by the Gauss map.
    GaussMap,
    /// The boolean by the Gauss map.
    Overlap,
    /// The same with the axis that separated the pair a lap ago.
    LastAxis,
    /// Contacts.
    Contacts,
    /// The kernels' boolean.
    KernelOverlap(Backend),
    /// The kernels' depth.
    KernelPenetration(Backend),
}

/// The JSON of `bench --query convex`.
#[derive(Debug, Serialize)]
struct Report {
    rows: Vec<Row>,
    /// Answers that differed, in words; nothing in them is worth timing.
    differences: Vec<String>,
    skipped: Vec<&'static str>,
}

#[derive(Clone, Debug, Serialize)]
struct Row {
    scene: String,
    query: &'static str,
    /// `boxes`, or `solids` of their sizes.
    shapes: &'static str,
    backend: &'static str,
    basis: &'static str,
    arithmetic: &'static str,
    threads: usize,
    boxes: usize,
    pairs: usize,
    /// Of the median lap.
    ns_per_pair: f64,
    /// Of the shortest one.
    least_ns_per_pair: f64,
    pairs_per_second: f64,
    /// Against the kernels on one lane, where these answer the same question about boxes.
    speedup_over_scalar: Option<f64>,
    /// Axes on which shapes were projected.
    axes_per_pair: Option<f64>,
    /// Of those that the search through all of them projects on, the part left out.
    axes_saved: Option<f64>,
}

/// Measures the last frame of each recording, or a generated cloud, and reports.
pub(in crate::queries) fn bench(
    options: &BenchOptions,
    output: Output,
) -> Result<Outcome, Failure> {
    let mut report =
        Report { rows: Vec::new(), differences: Vec::new(), skipped: skipped_backends() };
    for mut dataset in datasets(options, &GENERATED)? {
        dataset.pairs.truncate(MOST_PAIRS);
        let first = report.rows.len();
        let laps = Laps { each: options.repeats.map_or(LAPS, usize::from), alone: options.alone };
        report.measure(&dataset, laps)?;
        output.words(&words(&dataset, &report.rows[first..]))?;
    }
    for difference in &report.differences {
        output.words(difference)?;
    }
    output.report(&report)?;
    Ok(Outcome::of_differences(report.differences.len()))
}

impl Report {
    /// Checks the answers, then times the contenders in turn.
    fn measure(&mut self, dataset: &Dataset, laps: Laps) -> Result<(), Failure> {
        let Dataset { name, half_extents, position, rotation, pairs } = dataset;
        if pairs.is_empty() {
            return Ok(());
        }
        let refuse = |error: String| Failure::new(format!("{name}: {error}"));
        let boxes = BoxStore::from_slices(position, rotation, half_extents)
            .map_err(|error| refuse(error.to_string()))?;
        let setting = Setting { margin: MARGIN, shape_seed: SEED };
        let mut shapes =
            Shapes::new(half_extents, setting).map_err(|error| refuse(error.to_string()))?;
        let mut checker = ConvexChecker::new();
        checker.check(&mut shapes, &boxes, pairs)?;
        self.differences.append(&mut checker.differences);
        for (shapes, solids, with_kernels) in
            [("boxes", shapes.boxes(), true), ("solids", shapes.solids(), false)]
        {
            let bodies = solids.bodies(&boxes)?;
            let contest = Contest { scene: name, shapes, boxes: &boxes, bodies: &bodies, pairs };
            self.rows.extend(contest.rows(with_kernels, laps)?);
        }
        Ok(())
    }
}

/// Pairs of some shapes.
struct Contest<'a> {
    scene: &'a str,
    shapes: &'static str,
    boxes: &'a BoxStore,
    bodies: &'a [Body<'a>],
    pairs: &'a [[u32; 2]],
}

/// A contender, its laps, and what it looked at in the last of them.
struct Runner {
    contender: Contender,
    laps: Vec<Duration>,
    axes: Axes,
    /// What each pair remembers.
    last_axes: Vec<LastAxis>,
    /// What the kernels need, if it is theirs.
    kernels: Option<Kernels>,
}

/// An engine and room for its answers, made once: a lap is no more than the calls.
struct Kernels {
    engine: Engine,
    overlaps: Vec<bool>,
    rows: Vec<Penetration>,
}

impl Kernels {
    fn new(backend: Backend, pairs: usize) -> Result<Self, Failure> {
        let engine = Workers::new(1)?.engine(backend, Rounding::Exact)?;
        Ok(Self { engine, overlaps: vec![false; pairs], rows: vec![Penetration::default(); pairs] })
    }
}

impl Contender {
    /// All of them.
    fn all(with_kernels: bool) -> Vec<Self> {
        let mut all =
            vec![Self::AllAxes, Self::GaussMap, Self::Overlap, Self::LastAxis, Self::Contacts];
        if with_kernels {
            for backend in available_backends() {
                all.extend([Self::KernelOverlap(backend), Self::KernelPenetration(backend)]);
            }
        }
        all
    }

    /// The name in the report.
    fn name(self) -> &'static str {
        match self {
            Self::AllAxes => "convex-all-axes",
            Self::GaussMap => "convex-gauss-map",
            Self::Overlap => "convex-overlap",
            Self::LastAxis => "convex-last-axis",
            Self::Contacts => "convex-contacts",
            Self::KernelOverlap(_) => "overlap",
            Self::KernelPenetration(_) => "penetration",
        }
    }

    /// The backend of the kernels, if it is theirs.
    fn backend(self) -> Option<Backend> {
        match self {
            Self::KernelOverlap(backend) | Self::KernelPenetration(backend) => Some(backend),
            _ => None,
        }
    }

    /// The kernels' contender that answers the same question on one lane.
    fn mirror(self) -> Option<Self> {
        match self {
            Self::AllAxes | Self::GaussMap | Self::KernelPenetration(_) => {
                Some(Self::KernelPenetration(Backend::Scalar))
            }
            Self::Overlap | Self::LastAxis | Self::KernelOverlap(_) => {
                Some(Self::KernelOverlap(Backend::Scalar))
            }
            Self::Contacts => None,
        }
    }

    /// Whether it counts its axes.
    fn counts(self) -> bool {
        matches!(self, Self::AllAxes | Self::GaussMap | Self::Overlap | Self::LastAxis)
    }
}

impl Contest<'_> {
    fn rows(&self, with_kernels: bool, laps: Laps) -> Result<Vec<Row>, Failure> {
        let pairs = self.pairs.len();
        let new = |contender: Contender| -> Result<Runner, Failure> {
            let kernels = contender.backend().map(|backend| Kernels::new(backend, pairs));
            Ok(Runner {
                contender,
                laps: Vec::new(),
                axes: Axes::default(),
                last_axes: vec![LastAxis::new(); pairs],
                kernels: kernels.transpose()?,
            })
        };
        let mut runners: Vec<Runner> =
            Contender::all(with_kernels).into_iter().map(new).collect::<Result<_, _>>()?;
        // An untimed lap fills what is remembered.
        for runner in &mut runners {
            self.lap(runner)?;
        }
        for number in laps.order(runners.len()) {
            let runner = &mut runners[number];
            let fewest = match runner.contender.backend() {
                Some(_) => FEWEST_KERNEL_PAIRS_A_LAP,
                None => FEWEST_PAIRS_A_LAP,
            };
            let times = fewest.div_ceil(self.pairs.len());
            let start = Instant::now();
            for _ in 0..times {
                self.lap(runner)?;
            }
            runner.laps.push(start.elapsed() / u32::try_from(times).unwrap_or(1));
        }
        runners.iter_mut().for_each(|runner| runner.laps.sort_unstable());
        Ok(self.report(&runners))
    }

    /// Asks about every pair once.
    fn lap(&self, runner: &mut Runner) -> Result<(), Failure> {
        if let Some(kernels) = &mut runner.kernels {
            return self.kernels(kernels, runner.contender);
        }
        let settings = ContactSettings::with_margin(MARGIN).map_err(Failure::new)?;
        let mut statistics = SatStatistics::default();
        for (pair, last) in self.pairs.iter().zip(&mut runner.last_axes) {
            let [a, b] = pair.map(|index| &self.bodies[index as usize].placed);
            match runner.contender {
                Contender::AllAxes => {
                    black_box(penetration_with(a, b, EdgeSearch::Directions, &mut statistics));
                }
                Contender::GaussMap => {
                    black_box(penetration_with(a, b, EdgeSearch::GaussMap, &mut statistics));
                }
                Contender::LastAxis => {
                    black_box(overlap_with(a, b, last, &mut statistics));
                }
                Contender::Contacts => {
                    black_box(contacts(a, b, &settings));
                }
                _ => {
                    black_box(overlap_with(a, b, &mut LastAxis::new(), &mut statistics));
                }
            }
        }
        runner.axes = Axes::default();
        runner.axes.add(&statistics);
        Ok(())
    }

    fn kernels(&self, kernels: &mut Kernels, contender: Contender) -> Result<(), Failure> {
        let Kernels { engine, overlaps, rows } = kernels;
        let query = Query::new(self.boxes, self.pairs);
        if matches!(contender, Contender::KernelOverlap(_)) {
            engine.overlaps(query, &mut *overlaps)?;
            black_box(overlaps);
        } else {
            engine.penetrations(query, rows)?;
            black_box(rows);
        }
        Ok(())
    }

    /// The rows of all contenders, each beside the others.
    fn report(&self, runners: &[Runner]) -> Vec<Row> {
        let pairs = self.pairs.len();
        let ns = |lap: Duration| lap.as_secs_f64() * 1e9 / pairs as f64;
        let of = |wanted: Contender| runners.iter().find(|runner| runner.contender == wanted);
        let all_axes = of(Contender::AllAxes).map_or(0, |runner| runner.axes.tested);
        let row = |runner: &Runner| {
            let contender = runner.contender;
            let ns_per_pair = ns(median(&runner.laps));
            let tested = contender.counts().then_some(runner.axes.tested as f64);
            Row {
                scene: self.scene.to_owned(),
                query: contender.name(),
                shapes: self.shapes,
                backend: contender.backend().unwrap_or(Backend::Scalar).name(),
                basis: Basis::Unit.name(),
                arithmetic: Rounding::Exact.name(),
                threads: 1,
                boxes: self.bodies.len(),
                pairs,
                ns_per_pair,
                least_ns_per_pair: ns(least(&runner.laps)),
                pairs_per_second: 1e9 / ns_per_pair,
                speedup_over_scalar: contender
                    .mirror()
                    .and_then(of)
                    .map(|mirror| ns(median(&mirror.laps)) / ns_per_pair),
                axes_per_pair: tested.map(|tested| tested / pairs as f64),
                axes_saved: tested.map(|tested| 1.0 - tested / all_axes.max(1) as f64),
            }
        };
        runners.iter().map(row).collect()
    }
}

fn words(dataset: &Dataset, rows: &[Row]) -> String {
    let titles =
        ["query", "shapes", "backend", "axes/pair", "axes saved", "ns/pair", "least", "one lane ×"];
    let mut table = Table::new(3, &titles);
    for row in rows {
        table.row(vec![
            row.query.to_owned(),
            row.shapes.to_owned(),
            row.backend.to_owned(),
            row.axes_per_pair.map_or(String::new(), |axes| format!("{axes:.2}")),
            row.axes_saved.map_or(String::new(), |part| format!("{:.1} %", 100.0 * part)),
            format!("{:.1}", row.ns_per_pair),
            format!("{:.1}", row.least_ns_per_pair),
            row.speedup_over_scalar.map_or(String::new(), |speedup| format!("{speedup:.2}")),
        ]);
    }
    let [boxes, pairs] = [dataset.position.len(), dataset.pairs.len()].map(count);
    format!("\n{}, {boxes} boxes, {pairs} pairs\n{}", dataset.name, table.text())
}
