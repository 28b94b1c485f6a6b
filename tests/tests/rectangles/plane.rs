//! Rectangles in the plane with a pair list, and everything that is asked about them.

use octosat::{
    ContactKind, Engine, Query, Rectangle, RectangleManifold, RectanglePenetration, RectanglePose,
    RectangleStore, RectangleView,
};
use octosat_reference::float64::ReferenceRectangles;
use octosat_scenes::generate::Random;

use octosat_tests::{Limit, narrow, normalized, pack};

/// Rectangles of which each two that follow each other are a pair.
#[derive(Clone, Debug)]
pub(super) struct Plane {
    /// The rectangles.
    pub(super) store: RectangleStore,
    /// Index pairs (a, b).
    pub(super) pairs: Vec<[u32; 2]>,
}

impl Plane {
    /// Rectangles, each two after each other a pair.
    pub(super) fn of_neighbors(rectangles: &[Rectangle]) -> Self {
        let mut store = RectangleStore::with_capacity(rectangles.len());
        store.extend_from_boxes(rectangles).expect("it is valid");
        let count = u32::try_from(rectangles.len()).expect("it is valid");
        let pairs = (0..count / 2).map(|pair| [2 * pair, 2 * pair + 1]).collect();
        Self { store, pairs }
    }

    /// The float64 reference of a pair.
    pub(super) fn reference(&self, pair: [u32; 2]) -> ReferenceRectangles {
        let [a, b] = self.given(pair);
        ReferenceRectangles::new(&a, &b)
    }

    /// The stored rectangles of a pair as the references take them.
    pub(super) fn given(&self, pair: [u32; 2]) -> [octosat_reference::Rectangle; 2] {
        pair.map(|index| {
            let Rectangle { pose: RectanglePose { center, rotation }, half_extents } =
                self.store.get(index).expect("it is valid");
            octosat_reference::Rectangle { center, rotation, half_extents }
        })
    }
}

/// Everything that is asked about a list of pairs.
#[derive(Clone, Debug)]
pub(super) struct PlaneAnswers {
    /// One boolean a pair.
    pub(super) overlaps: Vec<bool>,
    /// One row a pair.
    pub(super) rows: Vec<RectanglePenetration>,
    /// One manifold a pair.
    pub(super) manifolds: Vec<RectangleManifold>,
}

impl PlaneAnswers {
    /// Asks every query; the buffers are filled first, so that every place must be written.
    pub(super) fn of(
        engine: &Engine,
        view: RectangleView<'_>,
        pairs: &[[u32; 2]],
        limit: &Limit,
    ) -> Self {
        let mut stale = RectanglePenetration::default();
        stale.depth = 7.0;
        let mut full = RectangleManifold::default();
        (full.len, full.depth) = (2, 7.0);
        let mut answers = Self {
            overlaps: (0..pairs.len()).map(|pair| pair % 3 == 0).collect(),
            rows: vec![stale; pairs.len()],
            manifolds: vec![full; pairs.len()],
        };
        let mut words = vec![u64::MAX; pairs.len().div_ceil(64)];
        let query = Query::new(view, pairs).margin(limit.margin());
        engine.overlaps(query, &mut answers.overlaps).expect("it is valid");
        engine.overlaps(query, &mut words).expect("it is valid");
        engine.penetrations(query, &mut answers.rows).expect("it is valid");
        engine.manifolds(query, &mut answers.manifolds[..]).expect("it is valid");
        assert_eq!(words, pack(&answers.overlaps));
        answers
    }

    /// The same about a plane.
    pub(super) fn ask(plane: &Plane, engine: &Engine, limit: &Limit) -> Self {
        Self::of(engine, plane.store.view(), &plane.pairs, limit)
    }

    /// All bits of a pair's answers.
    pub(super) fn bits(&self, pair: usize) -> Vec<u32> {
        let (row, manifold) = (&self.rows[pair], &self.manifolds[pair]);
        let mut bits = vec![u32::from(self.overlaps[pair]), u32::from(row.axis.code())];
        bits.extend([row.normal[0], row.normal[1], row.depth].map(f32::to_bits));
        let kind = kind_number(manifold.kind());
        bits.extend([u32::from(manifold.axis.code()), manifold.len.into(), kind.into()]);
        let [x, y] = manifold.normal;
        bits.extend([x, y, manifold.depth].map(f32::to_bits));
        for point in &manifold.points {
            let [x, y] = point.position;
            bits.extend([x, y, point.depth].map(f32::to_bits));
            bits.push(point.feature.0);
        }
        bits
    }

    /// Fowler, Noll and Vo's hash FNV-1a of all bits, a word at a time, from a state on.
    pub(super) fn hash(&self, state: u64) -> u64 {
        self.all_bits().into_iter().flatten().fold(state, |state, word| {
            (state ^ u64::from(word)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    }

    /// All bits of all pairs' answers.
    pub(super) fn all_bits(&self) -> Vec<Vec<u32>> {
        (0..self.rows.len()).map(|pair| self.bits(pair)).collect()
    }
}

/// A number for each kind of contact of rectangles.
pub(super) fn kind_number(kind: ContactKind) -> u8 {
    match kind {
        ContactKind::Separated => 0,
        ContactKind::Face => 1,
        ContactKind::Closest => 2,
        ContactKind::Fallback => 3,
        ContactKind::NonFinite => 4,
        other => panic!("{other:?} is no kind of rectangles"),
    }
}

/// A number with that many decimal places at least and at most; powers of the platform's library
/// might round elsewhere.
fn decades(random: &mut Random, least: usize, most: usize) -> f64 {
    let places = least + random.below(most - least);
    (0..places).fold(random.range(0.1, 1.0), |number, _| number * 0.1)
}

/// A rotation of every kind: a quarter turn, nearly one, or any.
fn rotation(random: &mut Random) -> [f64; 2] {
    match random.below(4) {
        // A quarter turn, exact or with a little noise.
        0 => [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]][random.below(4)],
        1 => {
            let noise = decades(random, 2, 9);
            let [c, s] = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]][random.below(4)];
            normalized([c + random.range(-noise, noise), s + random.range(-noise, noise)])
        }
        _ => normalized([random.range(-1.0, 1.0) + 1e-3, random.range(-1.0, 1.0)]),
    }
}

/// Pairs of random rectangles of about a size in meters, of which about half overlap.
pub(super) fn mixed_rectangles(pairs: usize, size: f64, seed: u64) -> Vec<Rectangle> {
    let mut random = Random::new(seed);
    let mut rectangles = Vec::with_capacity(2 * pairs);
    for _ in 0..pairs {
        let base = [random.range(-5.0, 5.0), random.range(-5.0, 5.0)].map(|part| part * size);
        let offset = [random.range(-1.5, 1.5), random.range(-1.5, 1.5)].map(|part| part * size);
        for center in [base, [base[0] + offset[0], base[1] + offset[1]]] {
            let half = [random.range(0.05, 1.0) * size, random.range(0.05, 1.0) * size];
            let center = narrow(center);
            rectangles.push(Rectangle::new(center, narrow(rotation(&mut random)), narrow(half)));
        }
    }
    rectangles
}
