//! Queries of boxes against other shapes: the checks that each must pass.

use std::fmt::Debug;

use octosat::{
    Against, Arithmetic, Backend, BoxView, Boxes, Engine, OrientedBox, QueryError, Row,
    ScaledBoxView,
};
use octosat_scenes::generate::Random;

use crate::backends::engines;
use crate::geometry::narrow;
use crate::world::{Basis, World, pack};

/// A query of boxes against a shape, as a test asks it.
pub trait ShapeQuery: Sync {
    /// What the boxes are asked against.
    type Shape: Copy + Debug + Sync;
    /// All bits of a row, so that equality is that of bits.
    type Row: Clone + PartialEq + Debug + Send;

    /// Asks for so many rows, in buffers that hold something else before.
    fn ask(
        &self,
        engine: &Engine,
        boxes: impl Boxes,
        against: Against<'_, Self::Shape>,
        rows: usize,
    ) -> Vec<Self::Row>;

    /// Whether boxes can be asked against a list of shapes.
    fn takes_pairs(&self) -> bool {
        true
    }

    /// The query in the world's boxes of a basis.
    fn ask_world(
        &self,
        engine: &Engine,
        (world, basis): (&World, Basis),
        against: Against<'_, Self::Shape>,
    ) -> Vec<Self::Row> {
        let rows = match against {
            Against::One(_) => world.store.len(),
            Against::Pairs { pairs, .. } => pairs.len(),
        };
        match basis {
            Basis::Unit => self.ask(engine, &world.store, against, rows),
            Basis::Scaled => self.ask(engine, world.scaled(), against, rows),
        }
    }
}

/// What a query answers as booleans, and as bits the same, over whatever stood there before.
///
/// # Panics
/// If it refuses, or if the two forms differ.
pub fn both_forms(
    rows: usize,
    ask: impl FnOnce(&mut [bool]) -> Result<(), QueryError>,
    ask_bits: impl FnOnce(&mut [u64]) -> Result<(), QueryError>,
) -> Vec<bool> {
    let mut answers: Vec<bool> = (0..rows).map(|row| row % 3 == 0).collect();
    ask(&mut answers).expect("a valid query");
    let mut words = vec![0xAAAA_AAAA_AAAA_AAAA; rows.div_ceil(64)];
    ask_bits(&mut words).expect("a valid query");
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
pub fn check_backends<Q: ShapeQuery>(query: &Q, world: &World, shapes: &[Q::Shape]) {
    let pairs = pair_list(world.store.len(), shapes.len(), 5);
    for &basis in world.bases() {
        for arithmetic in Arithmetic::ALL {
            let one_lane = Engine::with_backend(Backend::Scalar).expect("it runs everywhere");
            let one_lane = one_lane.arithmetic(arithmetic);
            let ask = |engine: &Engine, against| query.ask_world(engine, (world, basis), against);
            let expected: Vec<_> =
                shapes.iter().map(|shape| ask(&one_lane, Against::One(shape))).collect();
            for engine in engines().iter().filter(|engine| engine.rounding() == arithmetic) {
                let what = format!("{}, {basis:?}, {} {arithmetic}", world.name, engine.backend());
                for (shape, expected) in shapes.iter().zip(&expected) {
                    let found = ask(engine, Against::One(shape));
                    assert_same(&found, expected, &format!("{what}, {shape:?}"));
                }
                if query.takes_pairs() {
                    let found = ask(engine, Against::Pairs { shapes, pairs: &pairs });
                    let row = |&[a, b]: &[u32; 2]| expected[b as usize][a as usize].clone();
                    let expected: Vec<_> = pairs.iter().map(row).collect();
                    assert_same(&found, &expected, &what);
                }
            }
        }
    }
}

/// Lists of 0 to 17 boxes, and of 0 to 17 pairs, have the rows of a longer list.
///
/// # Panics
/// If they do not.
pub fn check_lengths<Q: ShapeQuery>(query: &Q, boxes: &[OrientedBox], shapes: &[Q::Shape]) {
    let whole = World::of_neighbours("whole", boxes);
    let pairs = pair_list(boxes.len(), shapes.len(), 6);
    for engine in engines() {
        for &basis in whole.bases() {
            let expected = query.ask_world(&engine, (&whole, basis), Against::One(&shapes[0]));
            let listed = Against::Pairs { shapes, pairs: &pairs };
            let of_pairs =
                query.takes_pairs().then(|| query.ask_world(&engine, (&whole, basis), listed));
            for len in 0..=17 {
                let what = format!("{len} of {basis:?}, {engine:?}");
                let few = World::of_neighbours("few", &boxes[..len]);
                let found = query.ask_world(&engine, (&few, basis), Against::One(&shapes[0]));
                assert_same(&found, &expected[..len], &what);
                if let Some(expected) = &of_pairs {
                    let against = Against::Pairs { shapes, pairs: &pairs[..len] };
                    let found = query.ask_world(&engine, (&whole, basis), against);
                    assert_same(&found, &expected[..len], &what);
                }
            }
        }
    }
}

/// Any number of threads gives the rows of one.
///
/// # Panics
/// If it does not, or the world is too small to be split.
pub fn check_threads<Q: ShapeQuery>(query: &Q, world: &World, shapes: &[Q::Shape]) {
    assert!(world.store.len() > 2 * 4096, "more than two tasks");
    let pairs = pair_list(world.store.len(), shapes.len(), 7);
    let engine = Engine::new();
    let alone = engine.clone().sequential();
    let mut asked = vec![Against::One(&shapes[0])];
    if query.takes_pairs() {
        asked.push(Against::Pairs { shapes, pairs: &pairs });
    }
    for &basis in world.bases() {
        for &against in &asked {
            let expected = query.ask_world(&alone, (world, basis), against);
            for threads in [1, 2, 3, 8] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                let found = pool
                    .expect("threads can be started")
                    .install(|| query.ask_world(&engine, (world, basis), against));
                assert_same(&found, &expected, &format!("{threads} threads, {basis:?}"));
            }
        }
    }
}

/// A box of NaN, or a shape of NaN, changes no other row.
///
/// # Panics
/// If it does, or the query panics.
pub fn check_lonely_lanes<Q: ShapeQuery>(
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
    let spoil = |column: &[Row]| spoilt(column, bad_box);
    let unit = [world.store.centers(), world.store.rotations(), world.store.half_extents()];
    let unit = unit.map(spoil);
    let [x, y, z] = [0, 1, 2].map(|axis| world.scaled().axes(axis));
    let scaled = [world.scaled().centers(), x, y, z].map(spoil);
    for engine in engines() {
        for &basis in world.bases() {
            let ask = |against, rows| match basis {
                Basis::Unit => {
                    let view = BoxView::unchecked(&unit[0], &unit[1], &unit[2])
                        .expect("the columns have one length");
                    query.ask(&engine, view, against, rows)
                }
                Basis::Scaled => {
                    let [center, x, y, z] = scaled.each_ref().map(Vec::as_slice);
                    let view = ScaledBoxView::unchecked(center, [x, y, z])
                        .expect("the columns have one length");
                    query.ask(&engine, view, against, rows)
                }
            };
            let expected = query.ask_world(&engine, (world, basis), Against::One(&shapes[0]));
            let found = ask(Against::One(&shapes[0]), world.store.len());
            for (row, (found, expected)) in found.iter().zip(&expected).enumerate() {
                assert!(row == bad_box || found == expected, "row {row} of {engine:?}");
            }
            if query.takes_pairs() {
                let expected = query.ask_world(&engine, (world, basis), against);
                let found = ask(against, pairs.len());
                for (&[a, b], (found, expected)) in pairs.iter().zip(found.iter().zip(&expected)) {
                    let spoilt = a as usize == bad_box || Some(b as usize) == bad_shape;
                    assert!(spoilt || found == expected, "box {a}, shape {b} of {engine:?}");
                }
            }
        }
    }
}

fn spoilt(column: &[Row], bad: usize) -> Vec<Row> {
    let mut column = column.to_vec();
    column[bad] = Row([f32::NAN; 4]);
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
