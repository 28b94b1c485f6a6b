//! Boxes against other shapes: what all these queries have in common.
//!
//! The shapes of a frame are made around its boxes from a seed, and stay the same if other boxes are taken away.

use std::fmt::Debug;

use bytemuck::Pod;
use octosat::{Against, BoxView};
use octosat_reference::float64::ReferenceBox;
use octosat_scenes::generate::around::{Around, Maker, Makers};

use crate::{Asked, Call, Case, Facts, Failure, Finding, Query, map_rows, short, uniform};

/// Shapes per box, if there are not few boxes.
const SHAPES_PER_BOX: usize = 3;

/// Up to this number of boxes all shapes are computed, so that a failure that was shrunk still shows.
const FEW_BOXES: usize = 32;

/// Shapes of queries about all boxes at once.
const SHAPES_ALONE: usize = 2;

/// A query of boxes against a shape.
pub trait Shapes: Copy + Debug + Send + Sync + 'static {
    /// The shapes of the pairs.
    type Shape: Debug + Send + Sync;
    /// All answers about a box and a shape.
    type Row: Pod + Debug + Send + Sync;

    /// The constants of the query.
    const FACTS: Facts;

    /// The number of shapes around the boxes of a frame.
    const COUNT: u64 = 24;

    /// A shape around boxes; none if its constructor rejects it.
    fn shape(&self, maker: &mut Maker<'_>) -> Option<Self::Shape>;

    /// Asks an engine about rows.
    ///
    /// # Errors
    /// As [`Query::ask`].
    fn ask(&self, asked: &Asked<'_, Vec<Self::Shape>>) -> Result<Vec<Self::Row>, Failure>;

    /// What the float64 reference finds in the answers on a row.
    fn check(&self, given: &Given<'_, Self::Shape>, row: &Self::Row) -> Finding;

    /// The calls that can be timed, about every box and the first shape.
    fn calls<'a>(&self, case: &'a Case, shapes: &'a [Self::Shape]) -> Vec<Call<'a>>;
}

/// A box and a shape.
#[derive(Debug)]
pub struct Given<'a, S> {
    /// The box as the float64 reference takes it.
    pub of_box: ReferenceBox,
    /// All shapes.
    pub shapes: &'a [S],
    /// The number of the box before boxes were repeated, and that of the shape.
    pub row: [u32; 2],
    /// Meters.
    pub margin: f32,
}

impl<S> Given<'_, S> {
    /// The shape.
    pub fn shape(&self) -> &S {
        &self.shapes[self.row[1] as usize]
    }
}

impl<W> Asked<'_, W> {
    /// The query of the rows' boxes against shapes.
    pub(super) fn against<'s, S>(
        &'s self,
        shapes: &'s [S],
    ) -> octosat::Query<'s, Against<'s, BoxView<'s>, S>> {
        let boxes = self.case.boxes.unit();
        let query = match self.alone {
            Some(shape) => octosat::Query::each(boxes, &shapes[shape as usize]),
            None => octosat::Query::new((boxes, shapes), self.rows),
        };
        query.within(self.margin)
    }
}

/// The query of every box against a shape, with the margin of the case.
pub(super) fn each<'a, S>(
    case: &'a Case,
    shape: &'a S,
) -> octosat::Query<'a, Against<'a, BoxView<'a>, S>> {
    octosat::Query::each(case.boxes.unit(), shape).within(uniform(case.setting.margin))
}

impl<Q: Shapes> Query for Q {
    type Row = Q::Row;
    type World = Vec<Q::Shape>;
    type Memory = ();
    type History = ();

    fn facts(&self) -> &'static Facts {
        &Q::FACTS
    }

    fn world(&self, case: &Case) -> Result<Self::World, Failure> {
        let [centers, half_extents] = [&case.boxes.centers, &case.boxes.half_extents]
            .map(|rows| rows.iter().map(|&[x, y, z, _]| [x, y, z]).collect::<Vec<_>>());
        let rotations = case.boxes.stored_rotations();
        let around =
            Around { positions: &centers, rotations: &rotations, half_extents: &half_extents };
        let Some(makers) = Makers::new(around, case.setting.shape_seed) else {
            return Ok(Vec::new());
        };
        let shape = |number| self.shape(&mut makers.maker(Q::FACTS.name, number));
        Ok((0..Self::COUNT).filter_map(shape).collect())
    }

    fn rows(&self, case: &Case, world: &Self::World) -> Vec<[u32; 2]> {
        mixed(case.boxes.len(), world.len())
    }

    fn alone(&self, world: &Self::World) -> Vec<u32> {
        // The first is the one that is timed; kinds of shapes follow each other.
        (0..SHAPES_ALONE.min(world.len())).map(|k| short(5 * k % world.len())).collect()
    }

    fn ask(
        &self,
        asked: &Asked<'_, Self::World>,
        _memory: &mut (),
    ) -> Result<Vec<Q::Row>, Failure> {
        Shapes::ask(self, asked)
    }

    fn check(
        &self,
        asked: &Asked<'_, Self::World>,
        answers: &[Q::Row],
        _history: &mut (),
    ) -> Result<Vec<Finding>, Failure> {
        let Asked { case, world, rows, .. } = *asked;
        Ok(map_rows(rows.len(), |place| {
            let row = rows[place];
            let of_box = ReferenceBox::oriented(&case.boxes.oriented(row[0]));
            let given = Given { of_box, shapes: world, row, margin: case.setting.margin };
            Shapes::check(self, &given, &answers[place])
                .about(|| format!(", {:?}, {:?}", given.shape(), case.boxes.oriented(row[0])))
        }))
    }

    fn depends_on(&self, _case: &Case, row: [u32; 2], index: u32) -> bool {
        row[0] == index
    }

    fn calls<'a>(&self, case: &'a Case, world: &'a Self::World) -> Vec<Call<'a>> {
        if world.is_empty() { Vec::new() } else { Shapes::calls(self, case, world) }
    }
}

/// Every box with some of the shapes, as from a broad phase.
fn mixed(boxes: usize, shapes: usize) -> Vec<[u32; 2]> {
    let few = boxes <= FEW_BOXES;
    let most = if few { shapes } else { SHAPES_PER_BOX.min(shapes) };
    let of_box = |index: usize| {
        (0..most).map(move |step| {
            // The last summand brings every shape to boxes of every remainder.
            let shape = if few { step } else { 5 * index + 8 * step + index / shapes };
            [index, shape % shapes].map(short)
        })
    };
    (0..boxes).flat_map(of_box).collect()
}
