//! How long turning penetrations into displacements takes: one loop over the pairs that adds half of each
//! depth to both boxes, as the note has it, beside the resolver's sums box by box, on one thread.

use criterion::{Criterion, criterion_group, criterion_main};
use octosat::{Engine, Penetration, Query};
use octosat_benches::{Measurements, World, on_every_world, settings, verify_rows};
use octosat_resolve::{ResolveSettings, Resolver};

/// Metres by which sums in `f32` in the order of the list may differ from sums in `f64`.
const TOLERANCE: f32 = 1e-5;

/// The note's last step for a list: `T = normal · depth / 2`, `A -= T`, `B += T`.
fn push_apart(rows: &[Penetration], pairs: &[[u32; 2]], moves: &mut [[f32; 3]]) {
    moves.fill([0.0; 3]);
    for (row, &[a, b]) in rows.iter().zip(pairs) {
        if row.depth > 0.0 {
            let part = row.normal.map(|component| component * (0.5 * row.depth));
            for k in 0..3 {
                moves[a as usize][k] -= part[k];
                moves[b as usize][k] += part[k];
            }
        }
    }
}

fn measure(measurements: &mut Measurements<'_>, world: &World) {
    let boxes = world.store.len();
    let mut rows = vec![Penetration::default(); world.pairs.len()];
    Engine::new()
        .penetrations(Query::new(&world.store, &world.pairs), &mut rows)
        .expect("a valid query");
    let mut moves = vec![[0.0; 3]; boxes];
    push_apart(&rows, &world.pairs, &mut moves);
    let mut resolver = Resolver::new().threads(1);
    resolver.set_pairs(boxes, &world.pairs).expect("indices of the store");
    let settings = ResolveSettings::default();
    let mut found = vec![[0.0; 3]; boxes];
    resolver.displacements(&rows, &settings, &mut found).expect("one row a pair");
    verify_rows(
        "displacements",
        &found,
        &moves,
        |found, plain| found.iter().chain(plain).any(|&component| component != 0.0),
        |found, plain| found.iter().zip(plain).all(|(a, b)| (a - b).abs() <= TOLERANCE),
    );
    measurements.measure("textbook", &mut moves, |moves| {
        push_apart(&rows, &world.pairs, moves);
    });
    measurements.measure("displacements", &mut found, |found| {
        resolver.displacements(&rows, &settings, found).expect("one row a pair");
    });
    measurements.measure("set-pairs", &mut [()], |_| {
        resolver.set_pairs(boxes, &world.pairs).expect("indices of the store");
    });
}

fn resolver(criterion: &mut Criterion) {
    on_every_world(criterion, "resolver", measure);
}

criterion_group! {
    name = benches;
    config = settings();
    targets = resolver
}
criterion_main!(benches);
