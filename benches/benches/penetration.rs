//! How long depth, axis and normal take: the corrected scalar fifteen-case routine against every
//! backend, basis and layout, on one thread, over the number of pairs, in both orders.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use octosat::Penetration;
use octosat_benches::{
    Order, World, contenders, missing_backends, sizes, verify_corrected_note, verify_penetration,
};
use octosat_reference::note;

fn penetration(criterion: &mut Criterion) {
    for backend in missing_backends() {
        eprintln!("skipped: this machine does not have {backend}");
    }
    for order in Order::ALL {
        let mut group = criterion.benchmark_group(format!("penetration/{}", order.name()));
        for size in sizes() {
            let world = World::cloud(size, order);
            let mut out = vec![Penetration::default(); world.pairs.len()];
            group.throughput(Throughput::Elements(world.pairs.len() as u64));

            verify_corrected_note(&world);
            let mut responses = vec![None; world.pairs.len()];
            group.bench_function(BenchmarkId::new("fifteen-cases", size), |bencher| {
                bencher.iter(|| {
                    for (response, pair) in responses.iter_mut().zip(&world.pairs) {
                        let [a, b] = world.matrices_of(*pair);
                        *response = note::corrected(a, b);
                    }
                    black_box(&mut responses);
                });
            });

            for contender in contenders() {
                verify_penetration(&contender, &world);
                let engine = contender.engine();
                group.bench_function(BenchmarkId::new(contender.name(), size), |bencher| {
                    bencher.iter(|| {
                        contender.penetration(&engine, &world, &mut out);
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
    targets = penetration
}
criterion_main!(benches);
