//! Queries about round shapes as casts: which moves how far, checked.

use octosat_rows::ShapeCast;

use super::ShapeCastKernel;
use super::course::{CourseSource, Round};
use super::shapes::Obstacle;
use crate::boxes::view::BoxView;
use crate::call::answers::Lengths;
use crate::call::batches::Batches;
use crate::call::checks::NamedList;
use crate::call::engine::Engine;
use crate::call::length::{Length, Takes};
use crate::call::question::{Question, verbs};
use crate::call::sides::Sides;
use crate::error::Error;
use crate::motion::Casts;
use crate::moved::motions::Moving;
use crate::shapes::kernels::compared::Compared;
use crate::shapes::lanes::{InLanes, Lend};
use crate::shapes::lists::Against;
use crate::shapes::questions::accept;
use crate::shapes::{Capsule, HalfSpace, Sphere};

/// What casts of shapes take: no length.
const TAKES: Takes = Takes::nothing("casts of shapes");

/// Casts of kinds: concrete ones, so that kernels are compiled with this crate.
macro_rules! casts {
    ($(Casts => $a:ty, by $b:ident;)+) => {$(
        impl Question<verbs::Casts> for Casts<'_, Against<'_, $a, $b>> {
            type Out<'o> = &'o mut [ShapeCast];

            fn answer(self, engine: &Engine, out: &mut [ShapeCast]) -> Result<(), Error> {
                fill(&self, engine, out)
            }
        }
    )+};
}

casts! {
    Casts => BoxView<'_>, by Sphere;
    Casts => BoxView<'_>, by Capsule;
    Casts => &[HalfSpace], by Sphere;
    Casts => &[HalfSpace], by Capsule;
    Casts => &[Sphere], by Sphere;
    Casts => &[Sphere], by Capsule;
    Casts => &[Capsule], by Sphere;
    Casts => &[Capsule], by Capsule;
}

/// Fills one result per row.
fn fill<A: Lend<Kind: Obstacle>, B: Round>(
    casts: &Casts<'_, Against<'_, A, B>>,
    engine: &Engine,
    out: &mut [ShapeCast],
) -> Result<(), Error>
where
    for<'a> Compared<'a, A::Kind, B>: CourseSource,
{
    let Casts { query, motions, stored_poses } = casts;
    let lengths = |expected| Lengths { found: out.len(), expected };
    let Batches { source, .. } = accept(engine, query, TAKES, lengths)?;
    let of_b = NamedList { name: B::NAMES, len: source.b.len() };
    let lists = match (query.lists.is_one, A::Kind::NAMES == B::NAMES) {
        (true, _) => Sides::One(of_b),
        (false, true) => {
            let of_a = NamedList { name: "shapes of a", len: A::Kind::len(source.a) };
            Sides::Two([of_a, NamedList { name: "shapes of b", ..of_b }])
        }
        (false, false) => {
            Sides::Two([NamedList { name: A::Kind::NAMES, len: A::Kind::len(source.a) }, of_b])
        }
    };
    motions.check(engine, out.len(), lists)?;
    let moving = Moving::new(source, *motions, *stored_poses);
    engine.fill_rows(ShapeCastKernel, &Batches::new(moving, Length::None), out);
    Ok(())
}
