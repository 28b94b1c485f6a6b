//! Queries of pairs without a box: spheres, capsules and lines against spheres, capsules and half-spaces.

use core::slice;

use octosat_rows::{RayHit, SphereContact};

use crate::call::answers::Answers;
use crate::call::answers::Lengths;
use crate::call::batches::Batches;
use crate::call::checks::check_pairs;
use crate::call::dispatch::RowKernel;
use crate::call::engine::{Engine, ManifoldQuery, OverlapQuery};
use crate::call::formula::Each;
use crate::call::length::WITHIN;
use crate::call::length::{Length, Takes};
use crate::error::Error;
use crate::sealed::Sealed;
use crate::shapes::capsule::Capsule;
use crate::shapes::capsule_contacts::CapsuleContacts;
use crate::shapes::half_space::HalfSpace;
use crate::shapes::kernels::capsule::{CapsuleManifolds, CapsuleOverlap};
use crate::shapes::kernels::chunk::TestFormula;
use crate::shapes::kernels::lines::Hits;
use crate::shapes::kernels::lists::{Compared, ShapeLists};
use crate::shapes::kernels::sphere::{SphereContacts, SphereOverlap};
use crate::shapes::lanes::Shape;
use crate::shapes::line::{Ray, Segment};
use crate::shapes::query::HitQuery;
use crate::shapes::sphere::Sphere;

/// A query about pairs of shapes without a box: which shape of `a` is compared with which shape of `b`.
///
/// Pass it to the same methods as a [`ShapeQuery`](crate::ShapeQuery), and read the same results; a takes the place of
/// the box. Normals point from a to b.
///
/// | a | b | methods |
/// |---|---|---|
/// | [`Sphere`], [`Capsule`], [`HalfSpace`] | [`Sphere`] | [`Engine::overlaps`], [`Engine::manifolds`] |
/// | [`Sphere`], [`Capsule`], [`HalfSpace`] | [`Capsule`] | [`Engine::overlaps`], [`Engine::manifolds`] |
/// | [`Sphere`], [`Capsule`] | [`Ray`], [`Segment`] | [`Engine::hits`] |
///
/// With the feature `motion`, `Casts` takes it for spheres and capsules b that move.
///
/// # Example
/// ```
/// use octosat::{Capsule, CapsuleContacts, Engine, HalfSpace, ShapePairs, Sphere, SphereContact};
/// let log = [Capsule::new([-1.0, 0.0, 0.5], [1.0, 0.0, 0.5], 0.5)?];
/// let balls = [Sphere::new([0.25, 0.0, 1.375], 0.5)?, Sphere::new([4.0, 0.0, 0.5], 1.0)?];
/// let engine = Engine::new();
/// let mut rows = [SphereContact::default(); 2];
/// engine.manifolds(ShapePairs::new(&log, &balls, &[[0, 0], [0, 1]]), &mut rows)?;
/// assert_eq!((rows[0].normal, rows[0].depth), ([0.0, 0.0, 1.0], 0.125));
/// assert_eq!((rows[1].normal, rows[1].depth), ([1.0, 0.0, 0.0], -1.5));
///
/// // The log rests on the ground with both ends.
/// let ground = [HalfSpace::new([0.0, 0.0, 1.0], 0.0)?];
/// let mut rows = [CapsuleContacts::default()];
/// engine.manifolds(ShapePairs::each(&ground, &log[0]).within(0.01), &mut rows)?;
/// assert_eq!((rows[0].depth, rows[0].len()), (0.0, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ShapePairs<'a, A, B> {
    a: &'a [A],
    b: &'a [B],
    /// None: each of a with the only shape of b.
    pairs: Option<&'a [[u32; 2]]>,
    within: Length<'a>,
}

impl<'a, A, B> ShapePairs<'a, A, B> {
    /// A query about every shape of `a` with the same shape: row i is about shape i of `a`.
    pub fn each(a: &'a [A], shape: &'a B) -> Self {
        Self { a, b: slice::from_ref(shape), pairs: None, within: Length::None }
    }

    /// A query about a list of pairs: row p is about shape `pairs[p][0]` of `a` and shape `pairs[p][1]` of `b`, which
    /// may be the same list.
    pub fn new(a: &'a [A], b: &'a [B], pairs: &'a [[u32; 2]]) -> Self {
        Self { a, b, pairs: Some(pairs), within: Length::None }
    }

    /// The same query, in which shapes that are up to this far apart are reported, too: a number of meters, or one per
    /// row.
    ///
    /// Contacts of spheres, hits and casts reject it.
    #[must_use]
    pub fn within(self, within: impl Into<Length<'a>>) -> Self {
        Self { within: within.into(), ..self }
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.pairs.map_or(self.a.len(), <[_]>::len)
    }
}

impl<A, B> Sealed for ShapePairs<'_, A, B> {}

/// The most shapes of a list that are all compared with one: as many as indices of pairs can name.
const MOST_SHAPES: usize = u32::MAX as usize;

/// Checks a query against the length of its output.
pub(crate) fn accept<'a, A: Shape, B: Shape>(
    engine: &Engine,
    query: &ShapePairs<'a, A, B>,
    takes: Takes,
    out: Lengths,
) -> Result<Batches<'a, ShapeLists<'a, A, B>>, Error> {
    out.check()?;
    takes.check(query.within, Length::None, query.rows())?;
    let &ShapePairs { a, b, pairs, within } = query;
    let which = match pairs {
        Some(pairs) => Compared::Pairs(
            check_pairs(engine, pairs, [a.len(), b.len()])
                .map_err(|error| Error::of_pair(error, [A::NAMES, B::NAMES]))?,
        ),
        None if a.len() > MOST_SHAPES => {
            return Err(Error::too_many_pairs(a.len(), MOST_SHAPES));
        }
        None => Compared::Each { first: 0, len: a.len() },
    };
    Ok(Batches::new(ShapeLists { a, b, which }, within))
}

/// Fills one result per row of the query.
fn fill<A: Shape, B: Shape, R: Send>(
    engine: &Engine,
    query: &ShapePairs<'_, A, B>,
    takes: Takes,
    kernel: impl for<'a> RowKernel<ShapeLists<'a, A, B>, Row = R>,
    out: &mut [R],
) -> Result<(), Error> {
    let lengths = Lengths { found: out.len(), expected: query.rows() };
    engine.fill_rows(kernel, &accept(engine, query, takes, lengths)?, out);
    Ok(())
}

/// Fills one boolean per row of the query.
fn test<A: Shape, B: Shape>(
    engine: &Engine,
    query: &ShapePairs<'_, A, B>,
    kernel: impl for<'a> TestFormula<ShapeLists<'a, A, B>>,
    out: Answers<'_>,
) -> Result<(), Error> {
    let takes = Takes { query: "overlaps", word: Some(WITHIN) };
    let batches = accept(engine, query, takes, out.lengths(query.rows()))?;
    engine.fill_bools(Each(kernel), &batches, out);
    Ok(())
}

/// The queries of one kind of a against spheres and capsules.
macro_rules! touching {
    ($($a:ident),*) => {$(
        /// `overlaps` is true exactly if the depth of [`Engine::manifolds`] is at least minus `within`.
        impl OverlapQuery for ShapePairs<'_, $a, Sphere> {
            fn overlaps(self, engine: &Engine, out: Answers<'_>) -> Result<(), Error> {
                test(engine, &self, SphereOverlap, out)
            }
        }

        /// `overlaps` is true exactly if the depth of [`Engine::manifolds`] is at least minus `within`.
        impl OverlapQuery for ShapePairs<'_, $a, Capsule> {
            fn overlaps(self, engine: &Engine, out: Answers<'_>) -> Result<(), Error> {
                test(engine, &self, CapsuleOverlap, out)
            }
        }

        /// Reports how each pair touches, or how far it is apart. Every row is filled.
        impl ManifoldQuery for ShapePairs<'_, $a, Sphere> {
            type Output = [SphereContact];

            fn manifolds(self, engine: &Engine, out: &mut [SphereContact]) -> Result<(), Error> {
                let takes = Takes { query: "manifolds of spheres", word: None };
                fill(engine, &self, takes, Each(SphereContacts), out)
            }
        }

        /// Reports how each pair touches, or how far it is apart, and up to two contacts. Every row is filled.
        impl ManifoldQuery for ShapePairs<'_, $a, Capsule> {
            type Output = [CapsuleContacts];

            fn manifolds(self, engine: &Engine, out: &mut [CapsuleContacts]) -> Result<(), Error> {
                let takes = Takes { query: "manifolds", word: Some(WITHIN) };
                fill(engine, &self, takes, Each(CapsuleManifolds), out)
            }
        }
    )*};
}

touching!(Sphere, Capsule, HalfSpace);

/// The query of one kind of line against one kind of round shape.
macro_rules! entered {
    ($($a:ident by $b:ident),*) => {$(
        impl HitQuery for ShapePairs<'_, $a, $b> {
            fn hits(self, engine: &Engine, out: &mut [RayHit]) -> Result<(), Error> {
                fill(engine, &self, Takes { query: "hits", word: None }, Each(Hits), out)
            }
        }
    )*};
}

entered!(Sphere by Ray, Sphere by Segment, Capsule by Ray, Capsule by Segment);
