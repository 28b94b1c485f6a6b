//! Questions about shapes as values, for interfaces in which kinds are known only when a program runs.

#[cfg(feature = "motion")]
use octosat_rows::ShapeCast;
use octosat_rows::{RayHit, SphereContact};

use crate::boxes::store::OrientedBox;
use crate::boxes::view::BoxView;
use crate::call::answers::Answers;
use crate::call::engine::Engine;
use crate::call::length::Length;
use crate::call::lists::List;
use crate::call::query::Query;
use crate::error::{Error, ErrorKind};
#[cfg(feature = "motion")]
use crate::motion::{Casts, Motions};
use crate::shapes::lanes::InLanes;
use crate::shapes::lists::Against;
use crate::shapes::{
    AxisAlignedBox, Capsule, CapsuleContacts, HalfSpace, HalfSpaceContacts, Ray, Segment, Sphere,
};

/// A list of boxes or of shapes.
#[derive(Clone, Copy, Debug)]
pub enum AnyList<'a> {
    /// Boxes.
    Boxes(BoxView<'a>),
    /// Half-spaces.
    HalfSpaces(&'a [HalfSpace]),
    /// Spheres.
    Spheres(&'a [Sphere]),
    /// Capsules.
    Capsules(&'a [Capsule]),
    /// Axis-aligned boxes.
    AxisAlignedBoxes(&'a [AxisAlignedBox]),
    /// Rays.
    Rays(&'a [Ray]),
    /// Segments.
    Segments(&'a [Segment]),
}

/// What a kind of lists is called, how long a list is, and how a slice becomes a list.
macro_rules! kinds {
    ($($kind:ident of $shape:ident;)+) => {
        impl AnyList<'_> {
            /// The name of the kind, plural.
            fn name(&self) -> &'static str {
                match self {
                    Self::Boxes(_) => OrientedBox::NAMES,
                    $(Self::$kind(_) => $shape::NAMES,)+
                }
            }

            /// How many there are.
            #[must_use]
            pub fn count(&self) -> usize {
                match self {
                    Self::Boxes(list) => list.len(),
                    $(Self::$kind(list) => list.len(),)+
                }
            }
        }

        $(impl<'a> From<&'a [$shape]> for AnyList<'a> {
            fn from(list: &'a [$shape]) -> Self {
                Self::$kind(list)
            }
        })+
    };
}

kinds! {
    HalfSpaces of HalfSpace;
    Spheres of Sphere;
    Capsules of Capsule;
    AxisAlignedBoxes of AxisAlignedBox;
    Rays of Ray;
    Segments of Segment;
}

/// A question about two lists, of which the second is not of boxes.
#[derive(Clone, Copy, Debug)]
pub struct ShapeQuestion<'a> {
    /// What the first index of a pair is of.
    pub a: AnyList<'a>,
    /// What the second index of a pair is of.
    pub b: AnyList<'a>,
    /// The pairs; without, each of a is compared with the only one of b.
    pub pairs: Option<&'a [[u32; 2]]>,
    /// How far apart pairs may be.
    pub within: Length<'a>,
}

/// The error of lists that have no such answers.
#[cold]
fn no_answers(verb: &str, a: &str, b: &str) -> Error {
    Error::new(ErrorKind::Kinds, format_args!("there are no {verb} of {a} and {b}"))
}

/// The error of no pairs, and another number of shapes than one.
#[cold]
fn not_one(found: usize) -> Error {
    let text = format_args!("without pairs there must be one shape, but there are {found}");
    Error::new(ErrorKind::Length, text)
}

/// Calls the engine with the query of a question, if its lists are of kinds that the method takes.
macro_rules! answer {
    ($question:ident, $verb:literal, |$query:ident| $call:expr, $($a:ident with $($b:ident)+;)+) => {
        match ($question.a, $question.b) {
            $($((AnyList::$a(a), AnyList::$b(b)) => {
                let $query = $question.query(a, b)?;
                $call
            })+)+
            (a, b) => Err(no_answers($verb, a.name(), b.name())),
        }
    };
}

impl<'a> ShapeQuestion<'a> {
    /// The query about these lists.
    fn query<A: List<'a>, B>(
        &self,
        a: A,
        b: &'a [B],
    ) -> Result<Query<'a, Against<'a, A::Kept, B>>, Error> {
        let query = match (self.pairs, b) {
            (Some(pairs), _) => Query::new((a, b), pairs),
            (None, [shape]) => Query::each(a, shape),
            (None, _) => return Err(not_one(b.len())),
        };
        Ok(query.within(self.within))
    }

    /// [`Engine::overlaps`].
    ///
    /// # Errors
    /// As the method of the engine, or if it does not take these kinds; so for the others.
    pub fn overlaps(&self, engine: &Engine, out: Answers<'_>) -> Result<(), Error> {
        answer!(self, "overlaps", |query| engine.overlaps(query, out),
            Boxes with HalfSpaces AxisAlignedBoxes Spheres Capsules;
            HalfSpaces with Spheres Capsules;
            Spheres with Spheres Capsules;
            Capsules with Spheres Capsules;
        )
    }

    /// [`Engine::penetrations`].
    ///
    /// # Errors
    /// As [`Self::overlaps`].
    pub fn penetrations(&self, engine: &Engine, out: &mut [f32]) -> Result<(), Error> {
        answer!(self, "penetrations", |query| engine.penetrations(query, out), Boxes with HalfSpaces;)
    }

    /// [`Engine::manifolds`] with half-spaces.
    ///
    /// # Errors
    /// As [`Self::overlaps`].
    pub fn half_space_manifolds(
        &self,
        engine: &Engine,
        out: &mut [HalfSpaceContacts],
    ) -> Result<(), Error> {
        answer!(self, "manifolds", |query| engine.manifolds(query, out), Boxes with HalfSpaces;)
    }

    /// [`Engine::manifolds`] with spheres.
    ///
    /// # Errors
    /// As [`Self::overlaps`].
    pub fn sphere_manifolds(
        &self,
        engine: &Engine,
        out: &mut [SphereContact],
    ) -> Result<(), Error> {
        answer!(self, "manifolds", |query| engine.manifolds(query, out),
            Boxes with Spheres;
            HalfSpaces with Spheres;
            Spheres with Spheres;
            Capsules with Spheres;
        )
    }

    /// [`Engine::manifolds`] with capsules.
    ///
    /// # Errors
    /// As [`Self::overlaps`].
    pub fn capsule_manifolds(
        &self,
        engine: &Engine,
        out: &mut [CapsuleContacts],
    ) -> Result<(), Error> {
        answer!(self, "manifolds", |query| engine.manifolds(query, out),
            Boxes with Capsules;
            HalfSpaces with Capsules;
            Spheres with Capsules;
            Capsules with Capsules;
        )
    }

    /// [`Engine::hits`].
    ///
    /// # Errors
    /// As [`Self::overlaps`].
    pub fn hits(&self, engine: &Engine, out: &mut [RayHit]) -> Result<(), Error> {
        answer!(self, "hits", |query| engine.hits(query, out),
            Boxes with Rays Segments;
            Spheres with Rays Segments;
            Capsules with Rays Segments;
        )
    }

    /// [`Engine::casts`], with poses that are rounded to `f32` or not.
    ///
    /// # Errors
    /// As [`Self::overlaps`].
    #[cfg(feature = "motion")]
    pub fn casts(
        &self,
        engine: &Engine,
        motions: Motions<'_>,
        stored_poses: bool,
        out: &mut [ShapeCast],
    ) -> Result<(), Error> {
        answer!(self, "casts",
            |query| engine.casts(Casts::new(query, motions).stored_poses(stored_poses), out),
            Boxes with Spheres Capsules;
            HalfSpaces with Spheres Capsules;
            Spheres with Spheres Capsules;
            Capsules with Spheres Capsules;
        )
    }
}
