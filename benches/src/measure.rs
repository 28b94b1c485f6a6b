//! The measuring loop that all benches share.

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput};

use crate::{Order, World, missing_backends, sizes};

/// How long and how often is measured: long enough for medians, short enough for a run of all.
#[must_use]
pub fn settings() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(20)
}

/// Measures on every world, each order and each size; a group per order.
pub fn on_every_world(
    criterion: &mut Criterion,
    query: &str,
    mut measure_on: impl FnMut(&mut Measurements<'_>, &World),
) {
    for backend in missing_backends() {
        eprintln!("skipped: this machine does not have {backend}");
    }
    for order in Order::ALL {
        let name = format!("{query}/{}", order.name());
        let mut measurements = Measurements::new(criterion, &name);
        for size in sizes() {
            let world = World::cloud(size, order);
            measurements.set_pairs(size, &world);
            measure_on(&mut measurements, &world);
        }
        measurements.finish();
    }
}

/// A group of measurements, each on the pairs that were set last.
#[expect(missing_debug_implementations, reason = "criterion's group has none")]
pub struct Measurements<'a> {
    group: BenchmarkGroup<'a, WallTime>,
    size: usize,
}

impl<'a> Measurements<'a> {
    /// A group without measurements.
    pub fn new(criterion: &'a mut Criterion, name: &str) -> Self {
        Self { group: criterion.benchmark_group(name), size: 0 }
    }

    /// States the pairs that the next measurements go through, and the size they were made for.
    pub fn set_pairs(&mut self, size: usize, world: &World) {
        self.set_rows(size, world.pairs.len());
    }

    /// States the number of rows that the next measurements write, and the size of the world.
    pub fn set_rows(&mut self, size: usize, rows: usize) {
        self.size = size;
        self.group.throughput(Throughput::Elements(rows as u64));
    }

    /// Times `work`, which fills `out`, under its name and the size of the world.
    pub fn measure<T>(&mut self, name: &str, out: &mut [T], work: impl FnMut(&mut [T])) {
        self.measure_case(name, &self.size.to_string(), out, work);
    }

    /// The same under a case of its own in place of the size.
    pub fn measure_case<T: ?Sized>(
        &mut self,
        name: &str,
        case: &str,
        out: &mut T,
        mut work: impl FnMut(&mut T),
    ) {
        self.group.bench_function(BenchmarkId::new(name, case), |bencher| {
            bencher.iter(|| {
                work(out);
                black_box(&mut *out);
            });
        });
    }

    /// Ends the group.
    pub fn finish(self) {
        self.group.finish();
    }
}
