//! How long a boolean takes: the textbook's scalar test against every backend, basis and layout, on
//! one thread, over the number of pairs, in random and in spatial order.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use octosat_benches::{
    Order, World, contenders, missing_backends, sizes, verify_overlap, verify_textbook,
};
use octosat_reference::textbook::overlap_early_exit;

fn overlap(criterion: &mut Criterion) {
    for backend in missing_backends() {
        eprintln!("skipped: this machine does not have {backend}");
    }
    for order in Order::ALL {
        let mut group = criterion.benchmark_group(format!("overlap/{}", order.name()));
        for size in sizes() {
            let world = World::cloud(size, order);
            let mut out = vec![false; world.pairs.len()];
            group.throughput(Throughput::Elements(world.pairs.len() as u64));

            verify_textbook(&world);
            group.bench_function(BenchmarkId::new("textbook", size), |bencher| {
                bencher.iter(|| {
                    for (out, pair) in out.iter_mut().zip(&world.pairs) {
                        let [a, b] = world.matrices_of(*pair);
                        *out = overlap_early_exit(a, b);
                    }
                    black_box(&mut out);
                });
            });

            for contender in contenders() {
                verify_overlap(&contender, &world);
                let engine = contender.engine();
                group.bench_function(BenchmarkId::new(contender.name(), size), |bencher| {
                    bencher.iter(|| {
                        contender.overlap(&engine, &world, &mut out);
                        black_box(&mut out);
                    });
                });
            }
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(20);
    targets = overlap
}
criterion_main!(benches);
