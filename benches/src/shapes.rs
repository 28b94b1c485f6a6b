//! Boxes against other shapes: what is asked, checked and timed.

use std::fmt::Debug;

use octosat::{AxisAlignedBox, BoxStore, Engine, HalfSpace, Segment, ShapeQuery, Sphere};
use octosat_reference::OrientedBox;
use octosat_reference::textbook::MatrixBox;
use octosat_reference::textbook::shapes::{Bounds, world_bounds};
use octosat_scenes::generate::{self, Random};

use crate::{Measurements, unit_contenders, verify_rows};

/// Fixed, so that every run and every machine measures the same boxes and shapes.
const SEED: u64 = 2;

/// How many shapes the boxes of a list of pairs are asked against: enough that they are loaded each
/// time, few enough to stay near the core, as the shapes of a game do.
const SHAPES: usize = 64;

/// Boxes for the engine and for scalar routines, and shapes among them.
#[derive(Clone, Debug)]
pub struct ShapeWorld {
    /// The boxes for the engine.
    pub store: BoxStore,
    /// Matrices for the scalar routines.
    pub matrices: Vec<MatrixBox>,
    /// As many pairs of a box and a shape as there are boxes, boxes in order.
    pub pairs: Vec<[u32; 2]>,
    /// Half-spaces through the middle of the boxes.
    pub half_spaces: Vec<HalfSpace>,
    /// Spheres that a few boxes each reach, and many do not.
    pub spheres: Vec<Sphere>,
    /// Axis-aligned boxes of such a size.
    pub regions: Vec<AxisAlignedBox>,
    /// Segments from one box to another.
    pub segments: Vec<Segment>,
}

impl ShapeWorld {
    /// A cloud of boxes, in spatial order.
    ///
    /// # Panics
    /// If a store or a shape refuses a value of the generator.
    #[must_use]
    pub fn cloud(boxes: usize) -> Self {
        let scene = generate::cloud(boxes, 5 * boxes, SEED).spatially_ordered();
        let store = BoxStore::from_slices(&scene.position, &scene.rotation, &scene.half_extents)
            .expect("generated boxes are valid");
        let matrices = store.iter().map(|stored| {
            MatrixBox::from(&OrientedBox {
                center: stored.pose.center,
                rotation: stored.pose.rotation,
                half_extents: stored.half_extents,
            })
        });
        let matrices: Vec<MatrixBox> = matrices.collect();
        let mut random = Random::new(SEED);
        let mut around = || matrices[random.below(matrices.len())];
        let regions = (0..SHAPES).map(|_| {
            let Bounds { min, max } = world_bounds(&around());
            AxisAlignedBox::new(min, max).expect("a box has bounds")
        });
        let regions: Vec<AxisAlignedBox> = regions.collect();
        let spheres =
            (0..SHAPES).map(|_| Sphere::new(around().center, 2.0).expect("a valid sphere"));
        let spheres: Vec<Sphere> = spheres.collect();
        let half_spaces = (0..SHAPES).map(|_| {
            let given = around();
            HalfSpace::through(given.center, given.axes[0]).expect("an axis is a normal")
        });
        let half_spaces: Vec<HalfSpace> = half_spaces.collect();
        let segments = (0..SHAPES).map(|_| {
            let [start, end] = [around().center, around().center];
            Segment::new(start, end).expect("centres are points")
        });
        let segments: Vec<Segment> = segments.collect();
        let index = |index: usize| u32::try_from(index).expect("indices fit 32 bits");
        let pairs = (0..boxes).map(|number| [index(number), index(number % SHAPES)]).collect();
        Self { store, matrices, pairs, half_spaces, spheres, regions, segments }
    }
}

/// How boxes meet shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shapes {
    /// Every box with the first shape.
    One,
    /// The pairs of the world.
    Pairs,
}

impl Shapes {
    /// Both ways.
    pub const ALL: [Self; 2] = [Self::One, Self::Pairs];

    /// The name in the tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::One => "one",
            Self::Pairs => "pairs",
        }
    }

    /// The shape of a row.
    #[must_use]
    pub fn shape<S>(self, shapes: &[S], row: usize) -> &S {
        match self {
            Self::One => &shapes[0],
            Self::Pairs => &shapes[row % SHAPES],
        }
    }
}

/// Boxes and shapes, and how they meet.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The boxes and the shapes.
    pub world: &'a ShapeWorld,
    /// How they meet.
    pub shapes: Shapes,
}

impl<'a> Asked<'a> {
    /// The query of the engine about these shapes of the world.
    #[must_use]
    pub fn query<S>(self, shapes: &'a [S]) -> ShapeQuery<'a, S> {
        let ShapeWorld { store, pairs, .. } = self.world;
        match self.shapes {
            Shapes::One => ShapeQuery::each(store, &shapes[0]),
            Shapes::Pairs => ShapeQuery::new(store, shapes, pairs),
        }
    }
}

/// A query of boxes against shapes, and its scalar counterpart.
pub trait Question {
    /// A row of the engine.
    type Answer: Copy + Default + PartialEq + Debug;
    /// A row of the scalar routine.
    type Plain: Copy + Default + Debug;
    /// The name in the tables.
    const NAME: &'static str;

    /// Asks the engine.
    fn ask(&self, engine: &Engine, asked: Asked<'_>, out: &mut [Self::Answer]);

    /// The answer of the scalar routine.
    fn plain(&self, asked: Asked<'_>, row: usize) -> Self::Plain;

    /// Whether the two say the same but for rounding.
    fn agrees(&self, answer: &Self::Answer, plain: &Self::Plain) -> bool;

    /// Whether a row is worth comparing: not a miss by both, where most rows are.
    fn tells(&self, _answer: &Self::Answer, _plain: &Self::Plain) -> bool {
        true
    }
}

/// Times a query on all contenders, beside its scalar counterpart, once all answers are checked.
///
/// # Panics
/// If a contender differs from the scalar backend in a row, or the scalar routine in more than a few.
pub fn measure_question<Q: Question>(
    question: &Q,
    measurements: &mut Measurements<'_>,
    asked: Asked<'_>,
) {
    let answers = |engine: &Engine| {
        let mut out = vec![Q::Answer::default(); asked.world.store.len()];
        question.ask(engine, asked, &mut out);
        out
    };
    let contenders = unit_contenders();
    let expected = answers(&contenders[0].scalar().engine());
    let mut plain = vec![Q::Plain::default(); expected.len()];
    let run = |plain: &mut [Q::Plain]| {
        for (row, plain) in plain.iter_mut().enumerate() {
            *plain = question.plain(asked, row);
        }
    };
    run(&mut plain);
    verify_rows(
        Q::NAME,
        &expected,
        &plain,
        |answer, plain| question.tells(answer, plain),
        |answer, plain| question.agrees(answer, plain),
    );
    measurements.measure("textbook", &mut plain, run);
    for contender in contenders {
        let engine = contender.engine();
        let mut out = answers(&engine);
        for (row, (found, expected)) in out.iter().zip(&expected).enumerate() {
            assert_eq!(found, expected, "{} {} differs on {row}", Q::NAME, contender.name());
        }
        measurements.measure(&contender.name(), &mut out, |out| question.ask(&engine, asked, out));
    }
}
