//! Rectangles in the plane with a pair list, and everything that is asked about them.

use octosat::{
    ContactKind, Engine, Query, Rectangle, RectangleManifold, RectanglePenetration, RectanglePose,
    RectangleStore, RectangleView,
};
use octosat_reference::float64::ReferenceRectangles;
use octosat_scenes::generate::Random;

use crate::geometry::{narrow, normalized};
use crate::world::{Limit, pack};

/// Rectangles of which each two that follow each other are a pair.
#[derive(Clone, Debug)]
pub struct Plane {
    /// What it is.
    pub name: &'static str,
    /// The rectangles.
    pub store: RectangleStore,
    /// Index pairs (a, b).
    pub pairs: Vec<[u32; 2]>,
}

impl Plane {
    /// Rectangles, each two after each other a pair.
    ///
    /// # Panics
    /// If the store refuses a rectangle.
    #[must_use]
    pub fn of_neighbours(name: &'static str, rectangles: &[Rectangle]) -> Self {
        let mut store = RectangleStore::with_capacity(rectangles.len());
        store.extend_from_boxes(rectangles).expect("it is valid");
        let count = u32::try_from(rectangles.len()).expect("it is valid");
        let pairs = (0..count / 2).map(|pair| [2 * pair, 2 * pair + 1]).collect();
        Self { name, store, pairs }
    }

    /// The same rectangles with other pairs.
    #[must_use]
    pub fn with_pairs(&self, pairs: Vec<[u32; 2]>) -> Self {
        Self { pairs, ..self.clone() }
    }

    /// The float64 reference of a pair.
    #[must_use]
    pub fn reference(&self, pair: [u32; 2]) -> ReferenceRectangles {
        let [a, b] = self.given(pair);
        ReferenceRectangles::new(&a, &b)
    }

    /// The stored rectangles of a pair as the references take them.
    ///
    /// # Panics
    /// If there are no such rectangles.
    #[must_use]
    pub fn given(&self, pair: [u32; 2]) -> [octosat_reference::Rectangle; 2] {
        pair.map(|index| {
            let Rectangle { pose: RectanglePose { center, rotation }, half_extents } =
                self.store.get(index).expect("it is valid");
            octosat_reference::Rectangle { center, rotation, half_extents }
        })
    }
}

/// Everything that is asked about a list of pairs.
#[derive(Clone, Debug)]
pub struct PlaneAnswers {
    /// One boolean a pair.
    pub overlaps: Vec<bool>,
    /// One row a pair.
    pub rows: Vec<RectanglePenetration>,
    /// One manifold a pair.
    pub manifolds: Vec<RectangleManifold>,
}

impl PlaneAnswers {
    /// Asks every query; the buffers are filled first, so that every place must be written.
    ///
    /// # Panics
    /// If the engine refuses a query, or bits and booleans differ.
    #[must_use]
    pub fn of(engine: &Engine, view: RectangleView<'_>, pairs: &[[u32; 2]], limit: &Limit) -> Self {
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
    ///
    /// # Panics
    /// As [`Self::of`].
    #[must_use]
    pub fn ask(plane: &Plane, engine: &Engine, limit: &Limit) -> Self {
        Self::of(engine, plane.store.view(), &plane.pairs, limit)
    }

    /// All bits of a pair's answers.
    #[must_use]
    pub fn bits(&self, pair: usize) -> Vec<u32> {
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
    #[must_use]
    pub fn hash(&self, state: u64) -> u64 {
        self.all_bits().into_iter().flatten().fold(state, |state, word| {
            (state ^ u64::from(word)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    }

    /// All bits of all pairs' answers.
    #[must_use]
    pub fn all_bits(&self) -> Vec<Vec<u32>> {
        (0..self.rows.len()).map(|pair| self.bits(pair)).collect()
    }
}

/// A number for each kind of contact of rectangles.
///
/// # Panics
/// If it is a kind of boxes only.
#[must_use]
pub fn kind_number(kind: ContactKind) -> u8 {
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

/// Pairs of random rectangles of about a size in metres, of which about half overlap.
#[must_use]
pub fn mixed_rectangles(pairs: usize, size: f64, seed: u64) -> Vec<Rectangle> {
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

/// Pairs a few roundings from touching: along an axis of either, or corner to corner.
fn near_touching(pairs: usize, seed: u64) -> Vec<Rectangle> {
    let mut random = Random::new(seed);
    let mut rectangles = Vec::with_capacity(2 * pairs);
    for number in 0..pairs {
        let [ra, rb] = [rotation(&mut random), rotation(&mut random)];
        let rb = if number % 4 == 0 { ra } else { rb };
        let [ha, hb] = [(); 2].map(|()| [random.range(0.1, 1.0), random.range(0.1, 1.0)]);
        let gap = [0.0, 1e-7, -1e-7, 1e-4, -1e-4, 0.02][random.below(6)];
        // A corner of b, or its middle, is put above a place of a's upper edge or its corner.
        let lateral = [random.range(-1.0, 1.0), 1.0, -1.0, 1.0 + 1e-6][random.below(4)];
        let place = [lateral * ha[0], ha[1] + gap];
        let corner = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)]
            .map(|(x, y)| turned(rb, [x * hb[0], y * hb[1]]))
            .into_iter()
            .min_by(|p, q| turned_back(ra, *p)[1].total_cmp(&turned_back(ra, *q)[1]))
            .expect("it is valid");
        let origin = [random.range(-3.0, 3.0), random.range(-3.0, 3.0)];
        let place = turned(ra, place);
        let center: [f64; 2] = std::array::from_fn(|k| origin[k] + place[k] - corner[k]);
        let pair = [
            Rectangle::new(narrow(origin), narrow(ra), narrow(ha)),
            Rectangle::new(narrow(center), narrow(rb), narrow(hb)),
        ];
        rectangles.extend(if number % 2 == 0 { pair } else { [pair[1], pair[0]] });
    }
    rectangles
}

/// A vector turned by a rotation.
fn turned([c, s]: [f64; 2], [x, y]: [f64; 2]) -> [f64; 2] {
    [c * x - s * y, s * x + c * y]
}

/// A vector turned back by a rotation.
fn turned_back([c, s]: [f64; 2], vector: [f64; 2]) -> [f64; 2] {
    turned([c, -s], vector)
}

/// Points, rods and plates of very different sizes.
fn degenerate(pairs: usize, seed: u64) -> Vec<Rectangle> {
    let mut random = Random::new(seed);
    let mut rectangles = Vec::with_capacity(2 * pairs);
    for _ in 0..pairs {
        let offset = [random.range(-1.0, 1.0), random.range(-1.0, 1.0)];
        for center in [[0.0; 2], offset] {
            let half = [(); 2].map(|()| match random.below(4) {
                0 => 0.0,
                1 => decades(&mut random, 0, 6),
                _ => random.range(0.1, 1.0),
            });
            let center = if random.below(8) == 0 { [0.0; 2] } else { center };
            let rotation = narrow(rotation(&mut random));
            rectangles.push(Rectangle::new(narrow(center), rotation, narrow(half)));
        }
    }
    rectangles
}

/// Everyday and adversarial rectangles, of so many pairs each.
///
/// # Panics
/// If the store refuses a rectangle.
#[must_use]
pub fn standard_planes(pairs: usize) -> Vec<Plane> {
    let far = mixed_rectangles(pairs, 1.0, 5).into_iter().map(|mut rectangle| {
        let [x, y] = rectangle.pose.center;
        rectangle.pose.center = [x + 1e6, y - 3e5];
        rectangle
    });
    vec![
        Plane::of_neighbours("mixed", &mixed_rectangles(pairs, 1.0, 1)),
        Plane::of_neighbours("near touching", &near_touching(pairs, 2)),
        Plane::of_neighbours("degenerate", &degenerate(pairs, 3)),
        Plane::of_neighbours("tiny", &mixed_rectangles(pairs, 1e-25, 4)),
        Plane::of_neighbours("far", &far.collect::<Vec<_>>()),
        Plane::of_neighbours("huge", &mixed_rectangles(pairs, 1e11, 6)),
    ]
}
