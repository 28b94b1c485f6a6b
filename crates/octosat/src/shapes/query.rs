//! Queries of boxes against other shapes.

use octosat_rows::{RayHit, SphereContact};

use crate::boxes::view::BoxView;
use crate::call::answers::Answers;
use crate::call::answers::Lengths;
use crate::call::batches::Batches;
use crate::call::checks::check_pairs;
use crate::call::dispatch::RowKernel;
use crate::call::engine::{Engine, ManifoldQuery, OverlapQuery, PenetrationQuery};
use crate::call::formula::Each;
use crate::call::length::WITHIN;
use crate::call::length::{Length, Takes};
use crate::error::Error;
use crate::sealed::Sealed;
use crate::shapes::aligned::AxisAlignedBox;
use crate::shapes::capsule::Capsule;
use crate::shapes::capsule_contacts::CapsuleContacts;
use crate::shapes::half_space::HalfSpace;
use crate::shapes::half_space_contacts::HalfSpaceContacts;
use crate::shapes::kernels::aligned::{AlignedOverlap, AlignedOverlapWithin};
use crate::shapes::kernels::capsule::{CapsuleManifolds, CapsuleOverlap};
use crate::shapes::kernels::chunk::{BoxesAndShapes, TestFormula, Which};
use crate::shapes::kernels::half_space::{HalfSpaceCorners, HalfSpaceDepths, HalfSpaceOverlap};
use crate::shapes::kernels::lines::Hits;
use crate::shapes::kernels::sphere::{SphereContacts, SphereOverlap};
use crate::shapes::lanes::Shape;
use crate::shapes::line::{Ray, Segment};
use crate::shapes::sphere::Sphere;

/// A query about boxes and other shapes: which box is compared with which shape.
///
/// Pass it to the same methods as a [`Query`](crate::Query) about boxes alone: [`Engine::overlaps`] for
/// half-spaces, spheres, capsules and axis-aligned boxes, [`Engine::penetrations`] for half-spaces,
/// [`Engine::manifolds`] for half-spaces, spheres and capsules, [`Engine::hits`] for rays and segments. With the feature
/// `motion`, `Casts` takes it for spheres and capsules that move.
///
/// # Example
/// ```
/// use octosat::{BoxStore, Engine, HalfSpace, HalfSpaceContacts, OrientedBox, ShapeQuery};
/// let ground = HalfSpace::new([0.0, 0.0, 1.0], 0.0)?;
/// let mut boxes = BoxStore::new();
/// boxes.insert(OrientedBox::new([0.0, 0.0, 0.375], [0.0, 0.0, 0.0, 1.0], [0.5; 3]))?;
/// let mut rows = [HalfSpaceContacts::default()];
/// Engine::new().manifolds(ShapeQuery::each(&boxes, &ground), &mut rows)?;
/// assert_eq!(rows[0].len(), 4);
/// for contact in rows[0].iter() {
///     assert_eq!(contact.depth, 0.125);
///     // Half-way between the vertex, at -0.125, and the plane.
///     assert_eq!(contact.position[2], -0.0625);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ShapeQuery<'a, S> {
    boxes: BoxView<'a>,
    against: Against<'a, S>,
    within: Length<'a>,
}

/// The shapes that boxes are compared with.
#[derive(Clone, Copy, Debug)]
enum Against<'a, S> {
    Each(&'a S),
    Pairs { shapes: &'a [S], pairs: &'a [[u32; 2]] },
}

impl<'a, S> ShapeQuery<'a, S> {
    /// A query about every box with the same shape: row i is about box i.
    pub fn each(boxes: impl Into<BoxView<'a>>, shape: &'a S) -> Self {
        Self { boxes: boxes.into(), against: Against::Each(shape), within: Length::None }
    }

    /// A query about a list of pairs: row p is about box `pairs[p][0]` and shape `pairs[p][1]`.
    pub fn new(boxes: impl Into<BoxView<'a>>, shapes: &'a [S], pairs: &'a [[u32; 2]]) -> Self {
        let against = Against::Pairs { shapes, pairs };
        Self { boxes: boxes.into(), against, within: Length::None }
    }

    /// The same query, in which shapes that are up to this far apart are reported, too: a number of meters, or one per
    /// row. For axis-aligned boxes, it is compared with separations as in [`Query::within`](crate::Query::within),
    /// otherwise with the distance.
    ///
    /// Depths of half-spaces, contacts of spheres, hits and casts reject it.
    #[must_use]
    pub fn within(self, within: impl Into<Length<'a>>) -> Self {
        Self { within: within.into(), ..self }
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        match self.against {
            Against::Each(_) => self.boxes.len(),
            Against::Pairs { pairs, .. } => pairs.len(),
        }
    }

    /// The number of boxes, and of shapes.
    #[cfg(feature = "motion")]
    pub(crate) fn lens(&self) -> [usize; 2] {
        match self.against {
            Against::Each(_) => [self.boxes.len(), 1],
            Against::Pairs { shapes, .. } => [self.boxes.len(), shapes.len()],
        }
    }
}

impl<S> Sealed for ShapeQuery<'_, S> {}

/// Checks a query against the length of its output.
pub(crate) fn accept<'a, S: Shape>(
    engine: &Engine,
    query: &'a ShapeQuery<'_, S>,
    takes: Takes,
    out: Lengths,
) -> Result<Batches<'a, BoxesAndShapes<'a, S>>, Error> {
    out.check()?;
    takes.check(query.within, Length::None, query.rows())?;
    let boxes = &query.boxes;
    let which = match query.against {
        Against::Each(shape) => Which::Each { shape, first: 0, len: boxes.len() },
        Against::Pairs { shapes, pairs } => {
            let pairs = check_pairs(engine, pairs, [boxes.len(), shapes.len()])
                .map_err(|error| Error::of_pair(error, ["boxes", S::NAMES]))?;
            Which::Pairs { shapes, pairs }
        }
    };
    Ok(Batches::new(BoxesAndShapes { boxes, which }, query.within))
}

/// Fills one result per row of the query.
pub(crate) fn fill<S: Shape, R: Send>(
    engine: &Engine,
    query: &ShapeQuery<'_, S>,
    takes: Takes,
    kernel: impl for<'a> RowKernel<BoxesAndShapes<'a, S>, Row = R>,
    out: &mut [R],
) -> Result<(), Error> {
    let lengths = Lengths { found: out.len(), expected: query.rows() };
    engine.fill_rows(kernel, &accept(engine, query, takes, lengths)?, out);
    Ok(())
}

/// Fills one boolean per row of the query.
fn test<S: Shape>(
    engine: &Engine,
    query: &ShapeQuery<'_, S>,
    kernel: impl for<'a> TestFormula<BoxesAndShapes<'a, S>>,
    out: Answers<'_>,
) -> Result<(), Error> {
    let batches = accept(
        engine,
        query,
        Takes { query: "overlaps", word: Some(WITHIN) },
        out.lengths(query.rows()),
    )?;
    engine.fill_bools(Each(kernel), &batches, out);
    Ok(())
}

/// `overlaps` is true exactly if the depth of [`Engine::penetrations`] is at least minus `within`.
impl OverlapQuery for ShapeQuery<'_, HalfSpace> {
    fn overlaps(self, engine: &Engine, out: Answers<'_>) -> Result<(), Error> {
        test(engine, &self, HalfSpaceOverlap, out)
    }
}

/// `overlaps` is true exactly if the depth of [`Engine::manifolds`] is at least minus `within`.
impl OverlapQuery for ShapeQuery<'_, Sphere> {
    fn overlaps(self, engine: &Engine, out: Answers<'_>) -> Result<(), Error> {
        test(engine, &self, SphereOverlap, out)
    }
}

/// `overlaps` is true exactly if the depth of [`Engine::manifolds`] is at least minus `within`.
impl OverlapQuery for ShapeQuery<'_, Capsule> {
    fn overlaps(self, engine: &Engine, out: Answers<'_>) -> Result<(), Error> {
        test(engine, &self, CapsuleOverlap, out)
    }
}

/// Tests all fifteen axes. If the oriented box also has the world's axes, three of them are enough.
impl OverlapQuery for ShapeQuery<'_, AxisAlignedBox> {
    fn overlaps(self, engine: &Engine, out: Answers<'_>) -> Result<(), Error> {
        match self.within {
            Length::None => test(engine, &self, AlignedOverlap, out),
            _ => test(engine, &self, AlignedOverlapWithin, out),
        }
    }
}

/// Reports how far the deepest vertex of each box is below the plane, in meters. The depth is negative if the box is
/// above the plane, and [`f32::NAN`] if input that is not finite leaves it undefined.
impl PenetrationQuery for ShapeQuery<'_, HalfSpace> {
    type Row = f32;

    fn penetrations(self, engine: &Engine, out: &mut [f32]) -> Result<(), Error> {
        fill(
            engine,
            &self,
            Takes { query: "penetrations of half-spaces", word: None },
            Each(HalfSpaceDepths),
            out,
        )
    }
}

/// Reports up to four contacts of each box: vertices below the plane, or above it by at most `within`.
impl ManifoldQuery for ShapeQuery<'_, HalfSpace> {
    type Output = [HalfSpaceContacts];

    fn manifolds(self, engine: &Engine, out: &mut [HalfSpaceContacts]) -> Result<(), Error> {
        fill(
            engine,
            &self,
            Takes { query: "manifolds", word: Some(WITHIN) },
            Each(HalfSpaceCorners),
            out,
        )
    }
}

/// Reports how each box and sphere touch, or how far they are apart. Every row is filled.
impl ManifoldQuery for ShapeQuery<'_, Sphere> {
    type Output = [SphereContact];

    fn manifolds(self, engine: &Engine, out: &mut [SphereContact]) -> Result<(), Error> {
        fill(
            engine,
            &self,
            Takes { query: "manifolds of spheres", word: None },
            Each(SphereContacts),
            out,
        )
    }
}

/// Reports how each box and capsule touch, or how far they are apart, and up to two contacts.
/// Every row is filled.
impl ManifoldQuery for ShapeQuery<'_, Capsule> {
    type Output = [CapsuleContacts];

    fn manifolds(self, engine: &Engine, out: &mut [CapsuleContacts]) -> Result<(), Error> {
        fill(
            engine,
            &self,
            Takes { query: "manifolds", word: Some(WITHIN) },
            Each(CapsuleManifolds),
            out,
        )
    }
}

/// A query for [`Engine::hits`]: about rays or segments, and boxes, spheres or capsules.
pub trait HitQuery: Sealed {
    /// Runs the query. Call [`Engine::hits`] instead.
    ///
    /// # Errors
    /// As [`Engine::hits`].
    fn hits(self, engine: &Engine, out: &mut [RayHit]) -> Result<(), Error>;
}

impl HitQuery for ShapeQuery<'_, Ray> {
    fn hits(self, engine: &Engine, out: &mut [RayHit]) -> Result<(), Error> {
        fill(engine, &self, Takes { query: "hits", word: None }, Each(Hits), out)
    }
}

impl HitQuery for ShapeQuery<'_, Segment> {
    fn hits(self, engine: &Engine, out: &mut [RayHit]) -> Result<(), Error> {
        fill(engine, &self, Takes { query: "hits", word: None }, Each(Hits), out)
    }
}
