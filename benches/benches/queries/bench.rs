//! Scenes, names, and the check of the answers before they are timed.

use std::cell::OnceCell;
use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput};
use octosat::Engine;
use octosat_check::{
    Basis, Call, Case, Checked, Count, Frame, Plan, Setting, Workers, skipped_backends,
};
use octosat_scenes::generate;

/// Fixed, so that every run and every machine measures the same boxes.
pub(crate) const SEED: u64 = 1;

/// The proportion of the usual cloud: 20,000 boxes and about 100,000 pairs.
pub(crate) const PAIRS_PER_BOX: usize = 5;

/// The number of rows of each list: more than a branch predictor learns. `octosat bench` measures how the time grows with
/// the number of rows.
const ROWS: usize = 100_000;

/// The same where everything runs once and nothing is measured, as in CI.
const FEW_ROWS: usize = 1_000;

/// Pairs that are checked against the references, evenly spread over the list.
const MOST_CHECKED: usize = 5_000;

/// One row in this many may touch for a scalar routine and not for the engine, or the other way: the constant that
/// the textbook adds to the rotation makes some boxes overlap that are just apart, and others round differently.
const ONE_MAY_DIFFER_IN: usize = 500;

/// In which order boxes and pairs stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Boxes as they were scattered, pairs shuffled.
    Random,
    /// Boxes along a Morton curve, pairs sorted.
    Spatial,
}

impl Order {
    /// Both orders.
    pub(crate) const ALL: [Self; 2] = [Self::Random, Self::Spatial];

    /// The name in the tables.
    pub(crate) const fn name(self) -> &'static str {
        if matches!(self, Self::Random) { "random" } else { "spatial" }
    }
}

/// How long and how often is measured: long enough for medians, short enough for a run of all.
pub(crate) fn settings() -> Criterion {
    for backend in skipped_backends() {
        eprintln!("skipped: this machine does not have {backend}");
    }
    Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(20)
}

/// The number of rows of each list.
pub(crate) fn rows() -> usize {
    if std::env::args().any(|argument| argument == "--bench") { ROWS } else { FEW_ROWS }
}

/// The usual cloud with about as many pairs whose bounds overlap, 40 % of them overlapping.
pub(crate) fn cloud(pairs: usize, order: Order) -> Frame {
    let scene = generate::cloud(pairs.div_ceil(PAIRS_PER_BOX), pairs, SEED);
    let scene = match order {
        Order::Random => scene.shuffled(SEED),
        Order::Spatial => scene.spatially_ordered(),
    };
    Frame::of_scene(&scene, Setting::new(0.0, SEED))
}

/// An engine's name in the tables.
pub(crate) fn name(engine: &Engine, basis: Basis) -> String {
    format!("{}/{}", engine.backend(), basis.name())
}

/// Checks a query on one thread: every backend against the scalar one, and that one against the references.
pub(crate) fn check(query: &dyn Checked, case: &Case) {
    let workers = Workers::all(&[1]).expect("the calling thread");
    let plan = Plan { workers, is_thorough: false };
    let mut checker = query.checker(case.boxes.basis(), &plan).expect("engines of this machine");
    let step = case.pairs.len().div_ceil(MOST_CHECKED).max(1);
    let pairs = case.pairs.iter().copied().step_by(step).collect();
    checker.check(&Case { pairs, ..case.clone() }).expect("a valid frame");
    let report = checker.report();
    assert_eq!(report.faults(), 0, "{:#?}", report.differences);
}

/// Measures calls of one group, each after a check that is made once and only if one of them is wanted.
pub(crate) struct Bench<'a> {
    criterion: &'a mut Criterion,
    group: String,
    check: Box<dyn Fn() + 'a>,
    is_checked: OnceCell<()>,
}

impl<'a> Bench<'a> {
    /// Nothing measured yet.
    pub(crate) fn new(criterion: &'a mut Criterion, group: &str, check: impl Fn() + 'a) -> Self {
        let group = group.to_owned();
        Self { criterion, group, check: Box::new(check), is_checked: OnceCell::new() }
    }

    /// Times work about as many rows.
    pub(crate) fn work(&mut self, name: &str, rows: usize, mut work: impl FnMut()) {
        let mut group = self.criterion.benchmark_group(&self.group);
        group.throughput(Throughput::Elements(rows as u64));
        group.bench_function(BenchmarkId::new(name, rows), |bencher| {
            self.is_checked.get_or_init(&self.check);
            bencher.iter(&mut work);
        });
        group.finish();
    }

    /// Times a call to an engine.
    pub(crate) fn call(&mut self, name: &str, call: &mut Call<'_>, engine: &Engine) {
        self.work(name, call.rows, || {
            let _ = black_box((call.run)(engine, Count::Nothing).expect("a valid query"));
        });
    }
}

/// Compares the rows that touch for a scalar routine with those of an engine.
pub(crate) fn same_touching(plain: &mut Call<'_>, call: &mut Call<'_>) {
    let (own, theirs) = (touching(plain), touching(call));
    let allowed = 1 + call.rows / ONE_MAY_DIFFER_IN;
    assert!(own.abs_diff(theirs) <= allowed, "{}: {own} touch, not {theirs}", call.name);
}

fn touching(call: &mut Call<'_>) -> usize {
    let touching = (call.run)(&Engine::new(), Count::Touching).expect("a valid query");
    touching.expect("calls count what touches")
}
