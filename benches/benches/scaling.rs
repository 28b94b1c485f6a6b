//! What threads bring: both queries on the fastest backend, from one thread to all, in pools of
//! their own, and the path that never touches a pool.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use octosat::{Arithmetic, Backend, Penetration};
use octosat_benches::{Contender, Layout, Order, World, sizes, verify_overlap, verify_penetration};
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
    Contender { backend: Backend::fastest(), arithmetic: Arithmetic::Exact, layout }
}

fn scaling(criterion: &mut Criterion) {
    let Some(size) = sizes().pop() else { return };
    let world = World::cloud(size, Order::Spatial);
    let pools = pools();
    for layout in [Layout::Columns, Layout::Scaled] {
        let contender = fastest(layout);
        overlap(criterion, &contender, &world, &pools);
        penetration(criterion, &contender, &world, &pools);
    }
}

fn overlap(criterion: &mut Criterion, contender: &Contender, world: &World, pools: &[ThreadPool]) {
    verify_overlap(contender, world);
    let pairs = world.pairs.len();
    let mut out = vec![false; pairs];
    let mut group = criterion.benchmark_group(format!("scaling/overlap/{pairs}"));
    group.throughput(Throughput::Elements(pairs as u64));
    let alone = contender.engine();
    contender.overlap(&alone, world, &mut out);
    let expected = out.clone();
    group.bench_function(BenchmarkId::new(contender.name(), "sequential"), |bencher| {
        bencher.iter(|| {
            contender.overlap(&alone, world, &mut out);
            black_box(&mut out);
        });
    });
    let engine = contender.parallel_engine();
    for pool in pools {
        let threads = pool.current_num_threads();
        pool.install(|| contender.overlap(&engine, world, &mut out));
        assert!(out == expected, "{threads} threads change the answer");
        group.bench_function(BenchmarkId::new(contender.name(), threads), |bencher| {
            bencher.iter(|| {
                pool.install(|| contender.overlap(&engine, world, &mut out));
                black_box(&mut out);
            });
        });
    }
    group.finish();
}

fn penetration(
    criterion: &mut Criterion,
    contender: &Contender,
    world: &World,
    pools: &[ThreadPool],
) {
    verify_penetration(contender, world);
    let pairs = world.pairs.len();
    let mut out = vec![Penetration::default(); pairs];
    let mut group = criterion.benchmark_group(format!("scaling/penetration/{pairs}"));
    group.throughput(Throughput::Elements(pairs as u64));
    let alone = contender.engine();
    contender.penetration(&alone, world, &mut out);
    let expected = out.clone();
    group.bench_function(BenchmarkId::new(contender.name(), "sequential"), |bencher| {
        bencher.iter(|| {
            contender.penetration(&alone, world, &mut out);
            black_box(&mut out);
        });
    });
    let engine = contender.parallel_engine();
    for pool in pools {
        let threads = pool.current_num_threads();
        pool.install(|| contender.penetration(&engine, world, &mut out));
        assert!(out == expected, "{threads} threads change the answer");
        group.bench_function(BenchmarkId::new(contender.name(), threads), |bencher| {
            bencher.iter(|| {
                pool.install(|| contender.penetration(&engine, world, &mut out));
                black_box(&mut out);
            });
        });
    }
    group.finish();
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
