//! Turning penetrations into displacements: one loop over the pairs that adds half of each depth to both boxes, as
//! the note has it, next to the resolver's sums box by box.

use criterion::Criterion;
use octosat::{Engine, Length, Penetration};
use octosat_check::{Basis, Case, Frame};
use octosat_resolve::{ResolveSettings, Resolver};

use crate::bench::{Bench, Order};

/// Meters by which sums in float32 in the order of the list may differ from sums in float64.
const TOLERANCE: f32 = 1e-5;

/// The note's last step for a list: `T = normal · depth / 2`, `A -= T`, `B += T`.
fn push_apart(rows: &[Penetration], pairs: &[[u32; 2]], moves: &mut [[f32; 3]]) {
    moves.fill([0.0; 3]);
    for (row, &[a, b]) in rows.iter().zip(pairs).filter(|(row, _)| row.depth > 0.0) {
        for k in 0..3 {
            let part = row.normal[k] * (0.5 * row.depth);
            moves[a as usize][k] -= part;
            moves[b as usize][k] += part;
        }
    }
}

pub(crate) fn measure(criterion: &mut Criterion, frame: &Frame, order: Order) {
    let case = Case::new(Basis::Unit, frame).expect("generated boxes are valid");
    let (boxes, pairs) = (case.boxes.len(), &case.pairs[..]);
    let mut rows = vec![Penetration::default(); pairs.len()];
    let query = case.boxes.pairs(pairs, Length::None);
    Engine::new().penetrations(query, &mut rows).expect("valid");
    let mut resolver = Resolver::new().threads(1);
    resolver.set_pairs(boxes, pairs).expect("indices of the boxes");
    let settings = ResolveSettings::default();
    let (mut plain, mut found) = (vec![[0.0; 3]; boxes], vec![[0.0; 3]; boxes]);
    push_apart(&rows, pairs, &mut plain);
    resolver.displacements(&rows, &settings, &mut found).expect("one row per pair");
    let off = |(a, b): (&f32, &f32)| (a - b).abs();
    let (own, theirs) = (plain.as_flattened(), found.as_flattened());
    assert!(own.iter().any(|&part| part != 0.0), "nothing moves");
    assert!(own.iter().zip(theirs).map(off).all(|off| off <= TOLERANCE), "other displacements");

    let group = format!("resolver/{}", order.name());
    let mut bench = Bench::new(criterion, &group, || ());
    let count = pairs.len();
    bench.work("textbook", count, || push_apart(&rows, pairs, &mut plain));
    bench.work("displacements", count, || {
        resolver.displacements(&rows, &settings, &mut found).expect("one row per pair");
    });
    bench.work("set-pairs", count, || {
        resolver.set_pairs(boxes, pairs).expect("indices of the boxes");
    });
}
