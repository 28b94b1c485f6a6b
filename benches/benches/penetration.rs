//! How long depth, axis and normal take: the corrected scalar fifteen-case routine against every
//! backend and basis, on one thread, over the number of pairs, in both orders.

use criterion::{Criterion, criterion_group, criterion_main};
use octosat::Penetration;
use octosat_benches::{
    contenders, on_every_world, settings, verify_corrected_note, verify_penetration,
};
use octosat_reference::note;

fn penetration(criterion: &mut Criterion) {
    on_every_world(criterion, "penetration", |measurements, world| {
        verify_corrected_note(world);
        let mut responses = vec![None; world.pairs.len()];
        measurements.measure("fifteen-cases", &mut responses, |responses| {
            for (response, pair) in responses.iter_mut().zip(&world.pairs) {
                let [a, b] = world.matrices_of(*pair);
                *response = note::corrected(a, b);
            }
        });

        let mut out = vec![Penetration::default(); world.pairs.len()];
        for contender in contenders() {
            verify_penetration(&contender, world);
            let engine = contender.engine();
            measurements.measure(&contender.name(), &mut out, |out| {
                contender.penetration(&engine, world, out);
            });
        }
    });
}

criterion_group! {
    name = benches;
    config = settings();
    targets = penetration
}
criterion_main!(benches);
