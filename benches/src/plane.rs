//! Rectangles with their pairs, for the engine and for the scalar routine.

use octosat::{
    Engine, Query, Rectangle, RectangleAxis, RectangleManifold, RectanglePenetration,
    RectanglePose, RectangleStore,
};
use octosat_reference::slides::{
    PlaneBox, PlaneCollision, VertexOnFace, collide, collision_points,
};
use octosat_scenes::generate::Random;

use crate::{contenders, verify_rows};

/// Fixed, so that every run and every machine measures the same rectangles.
const SEED: u64 = 1;

/// The proportion of the usual cloud.
const PAIRS_A_RECTANGLE: usize = 5;

/// Metres by which positions may differ, and the same for each metre from the origin.
const TOLERANCE: f32 = 1e-5;

/// Rectangles and pairs of them.
#[derive(Clone, Debug)]
pub struct Plane {
    /// Pairs (a, b) of indices.
    pub pairs: Vec<[u32; 2]>,
    /// The rectangles for the engine.
    pub store: RectangleStore,
    /// The rectangles for the scalar routine.
    pub prepared: Vec<PlaneBox>,
}

impl Plane {
    /// Rectangles scattered over a square, and about `pairs` random pairs of near ones, in random
    /// order; about half of them overlap.
    ///
    /// # Panics
    /// If the store refuses a rectangle.
    #[must_use]
    pub fn cloud(pairs: usize) -> Self {
        let mut random = Random::new(SEED);
        let columns = pairs.div_ceil(PAIRS_A_RECTANGLE).isqrt().max(2);
        let mut rectangles = Vec::with_capacity(columns * columns);
        let mut near = Vec::with_capacity(pairs);
        for number in 0..columns * columns {
            let [x, y] = [number % columns, number / columns];
            rectangles.push(scattered(&mut random, x, y));
            // The neighbours that come later, to the right and in the row above.
            for [right, up] in [[1, 0], [0, 1], [1, 1], [2, 0], [0, 2]] {
                if x + right < columns && y + up < columns {
                    near.push([index(number), index(number + right + up * columns)]);
                }
            }
        }
        random.shuffle(&mut near);
        let mut store = RectangleStore::with_capacity(rectangles.len());
        store.extend_from_boxes(&rectangles).expect("scattered rectangles are valid");
        let prepared = store.iter().map(|stored| PlaneBox::from(&reference(stored))).collect();
        Self { pairs: near, store, prepared }
    }

    /// The rectangles of a pair as the scalar routine takes them.
    #[must_use]
    pub fn prepared_of(&self, pair: [u32; 2]) -> [&PlaneBox; 2] {
        pair.map(|index| &self.prepared[index as usize])
    }

    /// Compares every contender with the scalar backend, bit for bit, and all with the slides' routine.
    ///
    /// # Panics
    /// If one bit of one row differs, or the routine on more than a few pairs.
    pub fn verify(&self) {
        for contender in contenders().iter().filter(|contender| contender.is_default_layout()) {
            let [found, expected] =
                [contender.engine(), contender.scalar().engine()].map(|engine| self.ask(&engine));
            assert!(found == expected, "{} differs from the scalar backend", contender.name());
            self.verify_slides(&found);
        }
    }

    /// Compares collisions, their axes and their points with those of the slides' routine.
    fn verify_slides(&self, found: &Answers) {
        let collisions = self.pairs.iter().map(|&pair| {
            let [a, b] = self.prepared_of(pair);
            let collision = collide(a, b)?;
            Some((collision, collision_points(a, b, &collision)))
        });
        let collisions: Vec<_> = collisions.collect();
        let all = |_: &_, _: &_| true;
        verify_rows(
            "rectangle-penetration",
            &found.rows,
            &collisions,
            all,
            |row, plain| match plain {
                Some((collision, _)) => same_axis(row.axis, collision) && row.overlaps(),
                None => !row.overlaps(),
            },
        );
        verify_rows(
            "rectangle-contacts",
            &found.manifolds,
            &collisions,
            |manifold, plain| !manifold.points().is_empty() || plain.is_some(),
            |manifold, plain| match plain {
                Some((collision, points)) => {
                    same_axis(manifold.axis, collision) && shows(manifold, collision, points)
                }
                None => manifold.points().is_empty(),
            },
        );
    }

    fn ask(&self, engine: &Engine) -> Answers {
        let mut answers = Answers {
            rows: vec![RectanglePenetration::default(); self.pairs.len()],
            manifolds: vec![RectangleManifold::default(); self.pairs.len()],
        };
        let Answers { rows, manifolds } = &mut answers;
        let query = Query::new(&self.store, &self.pairs);
        engine
            .penetrations(query, rows)
            .and_then(|()| engine.manifolds(query, manifolds))
            .expect("the query is valid");
        answers
    }
}

fn same_axis(axis: RectangleAxis, collision: &PlaneCollision) -> bool {
    axis.code() == collision.axis
}

/// Whether a manifold has the slides' point, half-way between vertex and face, or has clipped it off:
/// the slides do not ask whether the face reaches so far, so its points are then less deep.
fn shows(manifold: &RectangleManifold, collision: &PlaneCollision, points: &VertexOnFace) -> bool {
    let VertexOnFace { vertex, on_face } = points;
    manifold.points().iter().any(|point| {
        let half_way = (0..2).all(|k| {
            let expected = 0.5 * (vertex[k] + on_face[k]);
            (point.position[k] - expected).abs() <= TOLERANCE * (1.0 + expected.abs())
        });
        half_way || point.depth < collision.depth - TOLERANCE
    })
}

/// What is compared: finite rectangles give finite answers, whose values are equal if their bits are.
#[derive(PartialEq)]
struct Answers {
    rows: Vec<RectanglePenetration>,
    manifolds: Vec<RectangleManifold>,
}

/// A rectangle near a place of the grid, of about its spacing.
fn scattered(random: &mut Random, x: usize, y: usize) -> Rectangle {
    let place = |number: usize, noise: f64| f64::from(index(number)) + noise;
    let center = [place(x, random.range(-0.5, 0.5)), place(y, random.range(-0.5, 0.5))];
    let [a, b] = [random.range(-1.0, 1.0), random.range(-1.0, 1.0)];
    let length = a.hypot(b);
    let rotation = if length > 0.0 { [a / length, b / length] } else { [1.0, 0.0] };
    let half_extents = [random.range(0.2, 0.8), random.range(0.2, 0.8)];
    Rectangle::new(center.map(narrow), rotation.map(narrow), half_extents.map(narrow))
}

fn reference(stored: Rectangle) -> octosat_reference::Rectangle {
    let Rectangle { pose: RectanglePose { center, rotation }, half_extents } = stored;
    octosat_reference::Rectangle { center, rotation, half_extents }
}

fn index(number: usize) -> u32 {
    u32::try_from(number).expect("a bench has few rectangles")
}

#[expect(clippy::cast_possible_truncation, reason = "rounding to float32 is what is wanted")]
fn narrow(value: f64) -> f32 {
    value as f32
}
