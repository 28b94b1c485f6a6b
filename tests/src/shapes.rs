//! Queries of boxes against other shapes: the checks that each must pass.

use std::fmt::Debug;

use octosat::{Backend, BoxView, Engine, OrientedBox, OverlapQuery, Rounding, ShapeQuery};
use octosat_scenes::generate::Random;

use crate::backends::{engine_with, engines, one_lane_engines, with_threads};
use crate::geometry::narrow;
use crate::world::{World, pack};

/// Which shapes boxes are asked against.
#[derive(Clone, Copy, Debug)]
pub enum Against<'a, S> {
    /// Every box with the same shape.
    One(&'a S),
    /// A list of pairs of boxes and shapes.
    Pairs {
        /// The shapes.
        shapes: &'a [S],
        /// The place of a box, and that of a shape.
        pairs: &'a [[u32; 2]],
    },
}

impl<'a, S> Against<'a, S> {
    /// The query about some boxes.
    #[must_use]
    pub fn query(self, boxes: BoxView<'a>) -> ShapeQuery<'a, S> {
        match self {
            Self::One(shape) => ShapeQuery::each(boxes, shape),
            Self::Pairs { shapes, pairs } => ShapeQuery::new(boxes, shapes, pairs),
        }
    }
}

/// A query of boxes against a shape, as a test asks it.
pub trait ShapeTest: Sync {
    /// What the boxes are asked against.
    type Shape: Copy + Debug + Sync;
    /// All bits of a row, so that equality is that of bits.
    type Row: Clone + PartialEq + Debug + Send;

    /// Asks in buffers that hold something else before.
    fn ask(
        &self,
        engine: &Engine,
        boxes: BoxView<'_>,
        against: Against<'_, Self::Shape>,
    ) -> Vec<Self::Row>;

    /// Whether boxes can be asked against a list of shapes.
    fn takes_pairs(&self) -> bool {
        true
    }

    /// The query about the world's boxes.
    fn ask_world(
        &self,
        engine: &Engine,
        world: &World,
        against: Against<'_, Self::Shape>,
    ) -> Vec<Self::Row> {
        self.ask(engine, world.store.view(), against)
    }
}

/// What a query answers as booleans, and as bits the same, over whatever stood there before.
///
/// # Panics
/// If it is rejected, or if the two forms differ.
pub fn both_forms(engine: &Engine, query: impl OverlapQuery + Copy, rows: usize) -> Vec<bool> {
    let mut answers: Vec<bool> = (0..rows).map(|row| row % 3 == 0).collect();
    engine.overlaps(query, &mut answers).expect("a valid query");
    let mut words = vec![0xAAAA_AAAA_AAAA_AAAA; rows.div_ceil(64)];
    engine.overlaps(query, &mut words).expect("a valid query");
    assert_eq!(words, pack(&answers));
    answers
}

/// Fails with the first differing row rather than with two long lists.
fn assert_same<T: PartialEq + Debug>(found: &[T], expected: &[T], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!(found == expected, "{what}: row {place} is {found:x?}, not {expected:x?}");
    }
}

/// Every box with three of the shapes, in no order.
fn pair_list(boxes: usize, shapes: usize, seed: u64) -> Vec<[u32; 2]> {
    let mut random = Random::new(seed);
    let short = |index: usize| u32::try_from(index).expect("a test has few boxes");
    (0..3 * boxes).map(|_| [random.below(boxes), random.below(shapes)].map(short)).collect()
}

/// Each backend gives the bits of one lane, against one shape and against a list of them, and a
/// list gives the rows of its shapes one by one.
///
/// # Panics
/// If it does not.
pub fn check_backends<Q: ShapeTest>(query: &Q, world: &World, shapes: &[Q::Shape]) {
    let pairs = pair_list(world.store.len(), shapes.len(), 5);
    for one_lane in one_lane_engines() {
        let rounding = one_lane.rounding();
        let expected: Vec<_> = shapes
            .iter()
            .map(|shape| query.ask_world(&one_lane, world, Against::One(shape)))
            .collect();
        for engine in engines().iter().filter(|engine| engine.rounding() == rounding) {
            let what = format!("{}, {} {rounding}", world.name, engine.backend());
            for (shape, expected) in shapes.iter().zip(&expected) {
                let found = query.ask_world(engine, world, Against::One(shape));
                assert_same(&found, expected, &format!("{what}, {shape:?}"));
            }
            if query.takes_pairs() {
                let found =
                    query.ask_world(engine, world, Against::Pairs { shapes, pairs: &pairs });
                let row = |&[a, b]: &[u32; 2]| expected[b as usize][a as usize].clone();
                let expected: Vec<_> = pairs.iter().map(row).collect();
                assert_same(&found, &expected, &what);
            }
        }
    }
}

/// Lists of 0 to 17 boxes, and of 0 to 17 pairs, have the rows of a longer list.
///
/// # Panics
/// If they do not.
pub fn check_lengths<Q: ShapeTest>(query: &Q, boxes: &[OrientedBox], shapes: &[Q::Shape]) {
    let whole = World::of_neighbours("whole", boxes);
    let pairs = pair_list(boxes.len(), shapes.len(), 6);
    for engine in engines() {
        let expected = query.ask_world(&engine, &whole, Against::One(&shapes[0]));
        let listed = Against::Pairs { shapes, pairs: &pairs };
        let of_pairs = query.takes_pairs().then(|| query.ask_world(&engine, &whole, listed));
        for len in 0..=17 {
            let what = format!("{len}, {engine:?}");
            let few = World::of_neighbours("few", &boxes[..len]);
            let found = query.ask_world(&engine, &few, Against::One(&shapes[0]));
            assert_same(&found, &expected[..len], &what);
            if let Some(expected) = &of_pairs {
                let against = Against::Pairs { shapes, pairs: &pairs[..len] };
                let found = query.ask_world(&engine, &whole, against);
                assert_same(&found, &expected[..len], &what);
            }
        }
    }
}

/// Any number of threads gives the rows of one.
///
/// # Panics
/// If it does not, or the world is too small for the slowest backend to split a call about it.
pub fn check_threads<Q: ShapeTest>(query: &Q, world: &World, shapes: &[Q::Shape]) {
    assert!(world.store.len() > 9_000, "it takes the scalar backend a few hundred microseconds");
    let pairs = pair_list(world.store.len(), shapes.len(), 7);
    let mut asked = vec![Against::One(&shapes[0])];
    if query.takes_pairs() {
        asked.push(Against::Pairs { shapes, pairs: &pairs });
    }
    for engine in [engine_with(Backend::Scalar, Rounding::Exact), Engine::new()] {
        for &against in &asked {
            let expected = query.ask_world(&with_threads(&engine, 1), world, against);
            for threads in [1, 2, 3, 8] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                let found = pool
                    .expect("threads can be started")
                    .install(|| query.ask_world(&engine, world, against));
                assert_same(&found, &expected, &format!("{threads} threads, {engine:?}"));
            }
        }
    }
}

/// A box of NaN, or a shape of NaN, changes no other row.
///
/// # Panics
/// If it does, or the query panics.
pub fn check_lonely_lanes<Q: ShapeTest>(
    query: &Q,
    world: &World,
    shapes: &[Q::Shape],
    not_a_shape: Option<Q::Shape>,
) {
    let bad_box = 5;
    let mut bad_shapes = shapes.to_vec();
    let bad_shape = not_a_shape.map(|shape| {
        bad_shapes.push(shape);
        shapes.len()
    });
    let pairs = pair_list(world.store.len(), bad_shapes.len(), 8);
    let against = Against::Pairs { shapes: &bad_shapes, pairs: &pairs };
    let columns = [world.store.centers(), world.store.rotations(), world.store.half_extents()];
    let columns = columns.map(|column| spoilt(column, bad_box));
    let view = BoxView::unchecked(&columns[0], &columns[1], &columns[2])
        .expect("the columns have one length");
    for engine in engines() {
        let expected = query.ask_world(&engine, world, Against::One(&shapes[0]));
        let found = query.ask(&engine, view, Against::One(&shapes[0]));
        for (row, (found, expected)) in found.iter().zip(&expected).enumerate() {
            assert!(row == bad_box || found == expected, "row {row} of {engine:?}");
        }
        if query.takes_pairs() {
            let expected = query.ask_world(&engine, world, against);
            let found = query.ask(&engine, view, against);
            for (&[a, b], (found, expected)) in pairs.iter().zip(found.iter().zip(&expected)) {
                let spoilt = a as usize == bad_box || Some(b as usize) == bad_shape;
                assert!(spoilt || found == expected, "box {a}, shape {b} of {engine:?}");
            }
        }
    }
}

fn spoilt(column: &[[f32; 4]], bad: usize) -> Vec<[f32; 4]> {
    let mut column = column.to_vec();
    column[bad] = [f32::NAN; 4];
    column
}

/// Boxes that are flat, thin, points, tiny, huge, far from the origin, and turned in every way: not
/// at all, hardly, by quarters and anyhow. In the sizes of the scaled basis, or else of all.
#[must_use]
pub fn extreme_world(boxes: usize, all_sizes: bool, seed: u64) -> World {
    let mut random = Random::new(seed);
    let sizes: &[f64] = if all_sizes {
        &[0.0, 1e-44, 1e-38, 1e-20, 1e-3, 1.0, 1e7, 1e12]
    } else {
        &[0.0, 1e-6, 1e-3, 1.0, 30.0, 1e6]
    };
    let distances: &[f64] = if all_sizes { &[0.0, 1.0, 1e4, 1e12] } else { &[0.0, 1.0, 1e4, 1e9] };
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let turns = [[0.0, 0.0, 0.0, 1.0], [half, 0.0, 0.0, half], [0.5; 4], [0.0, 1.0, 0.0, 0.0]];
    let boxes: Vec<OrientedBox> = (0..boxes)
        .map(|_| {
            let mut size = || sizes[random.below(sizes.len())];
            let extents = [size(), size(), size()];
            let distance = distances[random.below(distances.len())];
            let center = random.vector(-distance, distance);
            let turn = turns[random.below(turns.len())];
            let rotation = match random.below(4) {
                0 => turn,
                1 => [0, 1, 2, 3].map(|c| turn[c] + random.range(-1e-7, 1e-7)),
                _ => random.rotation(),
            };
            let rotation = crate::normalized(rotation);
            OrientedBox::new(narrow(center), narrow(rotation), narrow(extents))
        })
        .collect();
    World::of_neighbours("extremes", &boxes)
}
