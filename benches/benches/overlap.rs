//! How long a boolean takes: the textbook's scalar test against every backend and basis, on
//! one thread, over the number of pairs, in random and in spatial order.

use criterion::{Criterion, criterion_group, criterion_main};
use octosat_benches::{contenders, on_every_world, settings, verify_overlap, verify_textbook};
use octosat_reference::textbook::overlap_early_exit;

fn overlap(criterion: &mut Criterion) {
    on_every_world(criterion, "overlap", |measurements, world| {
        let mut out = vec![false; world.pairs.len()];

        verify_textbook(world);
        measurements.measure("textbook", &mut out, |out| {
            for (out, pair) in out.iter_mut().zip(&world.pairs) {
                let [a, b] = world.matrices_of(*pair);
                *out = overlap_early_exit(a, b);
            }
        });

        for contender in contenders() {
            verify_overlap(&contender, world);
            let engine = contender.engine();
            measurements.measure(&contender.name(), &mut out, |out| {
                contender.overlap(&engine, world, out);
            });
        }
    });
}

criterion_group! {
    name = benches;
    config = settings();
    targets = overlap
}
criterion_main!(benches);
