//! Finite values that no store takes, in unchecked views: the same bits on every backend, no NaN but the
//! constant, and no contact with one.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use octosat::{BoxView, ContactKind, Engine, Manifolds, Penetration, PointLimit, Query, Rounding};
use octosat_scenes::generate::Random;
use octosat_tests::{available_backends, engine_with, narrow};

/// Boxes in columns, as an engine may hold them.
struct Columns {
    centers: Vec<[f32; 3]>,
    rotations: Vec<[f32; 4]>,
    half_extents: Vec<[f32; 3]>,
    pairs: Vec<[u32; 2]>,
}

impl Columns {
    /// Pairs that nearly touch, of which one box has a value that is not legal.
    fn new(pairs: u32, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut columns = Self {
            centers: Vec::new(),
            rotations: Vec::new(),
            half_extents: Vec::new(),
            pairs: (0..pairs).map(|pair| [2 * pair, 2 * pair + 1]).collect(),
        };
        for number in 0..2 * pairs {
            let mut rotation = narrow(random.rotation());
            let mut half_extents = narrow(random.vector(0.1, 2.0));
            let mut center = narrow(random.vector(-1.5, 1.5));
            if number % 2 == 1 {
                let component = random.below(3);
                let [huge] = narrow([10_f64.powf(random.range(3.0, 38.0))]);
                match number / 2 % 4 {
                    0 | 1 => rotation[component] = huge,
                    2 => half_extents[component] = -half_extents[component],
                    _ => {
                        half_extents[component] = huge;
                        center[component] = -huge;
                    }
                }
            }
            columns.centers.push(center);
            columns.rotations.push(rotation);
            columns.half_extents.push(half_extents);
        }
        columns
    }

    fn view(&self) -> BoxView<'_> {
        BoxView::unchecked(&self.centers[..], &self.rotations[..], &self.half_extents[..]).unwrap()
    }

    /// The bits of all that is asked about pairs, after a look for NaN.
    fn answers(&self, engine: &Engine, margin: f32) -> Vec<Vec<u32>> {
        let view = self.view();
        let query = Query::new(&view, &self.pairs).margin(margin);
        let mut overlaps = vec![false; self.pairs.len()];
        engine.overlaps(query, &mut overlaps).unwrap();
        let mut rows = vec![Penetration::default(); self.pairs.len()];
        engine.penetrations(query, &mut rows).unwrap();
        let mut answers = vec![
            overlaps.into_iter().map(u32::from).collect(),
            bytemuck::cast_slice(&rows).to_vec(),
        ];
        for limit in [PointLimit::Four, PointLimit::Eight] {
            let mut manifolds = Manifolds::new();
            engine.manifolds(query.limit(limit), &mut manifolds).unwrap();
            for manifold in manifolds.manifolds() {
                let is_refused = manifold.kind() == ContactKind::NonFinite;
                assert_eq!(manifold.depth.is_nan(), is_refused, "{manifold:?}");
                assert!(!is_refused || manifold.len == 0, "{manifold:?}");
            }
            answers.push(bytemuck::cast_slice(manifolds.manifolds()).to_vec());
            answers.push(bytemuck::cast_slice(manifolds.points()).to_vec());
        }
        for word in answers[1..].iter().flatten() {
            let is_nan = f32::from_bits(*word).is_nan();
            assert!(!is_nan || *word == f32::NAN.to_bits(), "{word:#x}: {engine:?}");
        }
        for points in [&answers[3], &answers[5]] {
            for point in points.chunks(5) {
                assert!(
                    point[..4].iter().all(|&word| !f32::from_bits(word).is_nan()),
                    "{point:x?}"
                );
            }
        }
        answers
    }
}

#[test]
fn finite_garbage_gives_the_same_bits_on_every_backend() {
    for seed in 0..4 {
        let columns = Columns::new(20_000, 300 + seed);
        for margin in [0.0, 0.02, 1e12] {
            for rounding in Rounding::ALL {
                let backends = available_backends().into_iter();
                let backends = backends.filter(|backend| backend.has_rounding(rounding));
                let answers: Vec<_> = backends
                    .map(|backend| {
                        (backend, columns.answers(&engine_with(backend, rounding), margin))
                    })
                    .collect();
                let Some((_, first)) = answers.first() else { continue };
                for (backend, answer) in &answers {
                    for (number, (answer, first)) in answer.iter().zip(first).enumerate() {
                        let what =
                            format!("{backend} {rounding}, margin {margin}, answer {number}");
                        assert!(answer == first, "{what}");
                    }
                }
            }
        }
    }
}
