//! What threads bring: both queries on the fastest backend, from one thread to all, in pools of
//! their own, and an engine of one thread, which never touches a pool.

use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use octosat::{Backend, Engine, Penetration, Rounding};
use octosat_benches::{
    Contender, Layout, Measurements, Order, World, sizes, verify_overlap, verify_penetration,
};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Up to this many threads each number is measured, beyond it only doublings and all.
const EACH_UP_TO: usize = 4;

/// One thread to all that the machine offers.
fn pools() -> Vec<ThreadPool> {
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    (1..=all)
        .filter(|&threads| threads <= EACH_UP_TO || threads.is_power_of_two() || threads == all)
        .map(|threads| {
            ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started")
        })
        .collect()
}

fn fastest(layout: Layout) -> Contender {
    Contender { backend: Backend::fastest(), rounding: Rounding::Exact, layout }
}

fn scaling(criterion: &mut Criterion) {
    let Some(size) = sizes().pop() else { return };
    let world = World::cloud(size, Order::Spatial);
    let pools = pools();
    for layout in [Layout::Unit, Layout::Scaled] {
        let scaling = Scaling { contender: fastest(layout), world: &world, pools: &pools };
        scaling.overlap(criterion);
        scaling.penetration(criterion);
    }
}

/// A contender, what it is asked about, and the threads it may use.
struct Scaling<'a> {
    contender: Contender,
    world: &'a World,
    pools: &'a [ThreadPool],
}

impl Scaling<'_> {
    fn overlap(&self, criterion: &mut Criterion) {
        verify_overlap(&self.contender, self.world);
        let out = vec![false; self.world.pairs.len()];
        self.measure(criterion, "overlap", out, |engine, out| {
            self.contender.overlap(engine, self.world, out);
        });
    }

    fn penetration(&self, criterion: &mut Criterion) {
        verify_penetration(&self.contender, self.world);
        let out = vec![Penetration::default(); self.world.pairs.len()];
        self.measure(criterion, "penetration", out, |engine, out| {
            self.contender.penetration(engine, self.world, out);
        });
    }

    /// Times a query without a pool and in each, after a look that all answers are the same.
    fn measure<T: Clone + PartialEq + Send>(
        &self,
        criterion: &mut Criterion,
        query: &str,
        mut out: Vec<T>,
        ask: impl Fn(&Engine, &mut [T]) + Sync,
    ) {
        let pairs = out.len();
        let mut measurements = Measurements::new(criterion, &format!("scaling/{query}/{pairs}"));
        measurements.set_pairs(pairs, self.world);
        let name = self.contender.name();
        let alone = self.contender.engine();
        ask(&alone, &mut out);
        let expected = out.clone();
        measurements.measure_case(&name, "sequential", &mut out, |out| ask(&alone, out));

        let engine = self.contender.parallel_engine();
        for pool in self.pools {
            let threads = pool.current_num_threads();
            pool.install(|| ask(&engine, &mut out));
            assert!(out == expected, "{threads} threads change the answer");
            measurements.measure_case(&name, &threads.to_string(), &mut out, |out| {
                pool.install(|| ask(&engine, out));
            });
        }
        measurements.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2))
        .sample_size(20);
    targets = scaling
}
criterion_main!(benches);
