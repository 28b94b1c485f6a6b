//! Overlaps, depths, contacts and hits of boxes and shapes: which kinds have which kernel.

use octosat_rows::{RayHit, SphereContact};

use crate::boxes::view::BoxView;
use crate::call::answers::Answers;
use crate::call::answers::Lengths;
use crate::call::batches::Batches;
use crate::call::checks::NamedList;
use crate::call::dispatch::RowKernel;
use crate::call::engine::Engine;
use crate::call::formula::Each;
use crate::call::length::{Length, Takes};
use crate::call::query::Query;
use crate::call::question::{Question, verbs};
use crate::error::Error;
use crate::shapes::aligned::AxisAlignedBox;
use crate::shapes::capsule::Capsule;
use crate::shapes::capsule_contacts::CapsuleContacts;
use crate::shapes::half_space::HalfSpace;
use crate::shapes::half_space_contacts::HalfSpaceContacts;
use crate::shapes::kernels::aligned::{AlignedOverlap, AlignedOverlapWithin};
use crate::shapes::kernels::capsule::{CapsuleManifolds, CapsuleOverlap};
use crate::shapes::kernels::compared::{Compared, TestFormula, Which};
use crate::shapes::kernels::half_space::{HalfSpaceCorners, HalfSpaceDepths, HalfSpaceOverlap};
use crate::shapes::kernels::lines::Hits;
use crate::shapes::kernels::sphere::{SphereContacts, SphereOverlap};
use crate::shapes::lanes::{InEveryLane, InLanes, Lend};
use crate::shapes::line::{Ray, Segment};
use crate::shapes::lists::Against;
use crate::shapes::sphere::Sphere;

/// The most rows of a list that is compared with one shape: as many as indices of pairs can name.
const MOST_ROWS: usize = u32::MAX as usize;

/// The number of rows of a query.
fn rows<A: Lend, B>(query: &Query<'_, Against<'_, A, B>>) -> usize {
    if query.lists.only.is_some() { len_of_a(query) } else { query.pairs.len() }
}

fn len_of_a<A: Lend, B>(query: &Query<'_, Against<'_, A, B>>) -> usize {
    A::Kind::len(query.lists.a.lend())
}

/// The query as batches of rows, and how many there are.
type Accepted<'q, A, B> = Batches<'q, Compared<'q, <A as Lend>::Kind, B>>;

/// Checks a query against the length of its output, which that of its rows is compared with.
pub(crate) fn accept<'q, A: Lend, B: InEveryLane>(
    engine: &Engine,
    query: &'q Query<'_, Against<'_, A, B>>,
    takes: Takes,
    lengths: impl FnOnce(usize) -> Lengths,
) -> Result<Accepted<'q, A, B>, Error> {
    let out = lengths(rows(query));
    let len = len_of_a(query);
    let which = if let Some(only) = query.lists.only {
        out.check()?;
        takes.check(query.within, query.grown, len)?;
        if len > MOST_ROWS {
            return Err(Error::too_many_pairs(len, MOST_ROWS));
        }
        Which::Each { only, first: 0, len }
    } else {
        let a = NamedList { name: A::Kind::NAMES, len };
        let b = NamedList { name: B::NAMES, len: query.lists.b.len() };
        Which::Pairs(query.accept_pairs(engine, takes, out, [a, b])?)
    };
    let compared = Compared { a: query.lists.a.lend(), b: query.lists.b, which };
    Ok(Batches::new(compared, query.within))
}

/// Fills one result per row.
pub(crate) fn fill<A: Lend, B: InEveryLane, R: Send>(
    engine: &Engine,
    query: &Query<'_, Against<'_, A, B>>,
    takes: Takes,
    kernel: impl for<'q> RowKernel<Compared<'q, A::Kind, B>, Row = R>,
    out: &mut [R],
) -> Result<(), Error> {
    let lengths = |expected| Lengths { found: out.len(), expected };
    engine.fill_rows(kernel, &accept(engine, query, takes, lengths)?, out);
    Ok(())
}

/// Fills one boolean per row.
fn test<A: Lend, B: InEveryLane>(
    engine: &Engine,
    query: &Query<'_, Against<'_, A, B>>,
    kernel: impl for<'q> TestFormula<Compared<'q, A::Kind, B>>,
    out: Answers<'_>,
) -> Result<(), Error> {
    let takes = Takes::within("overlaps");
    let batches = accept(engine, query, takes, |rows| out.lengths(rows))?;
    engine.fill_bools(Each(kernel), &batches, out);
    Ok(())
}

/// Overlaps of kinds: concrete ones, so that kernels are compiled with this crate.
macro_rules! overlaps {
    ($(#[$doc:meta] Overlaps => $a:ty, by $b:ident: $kernel:ident;)+) => {$(
        #[$doc]
        impl Question<verbs::Overlaps> for Query<'_, Against<'_, $a, $b>> {
            type Out<'o> = Answers<'o>;

            fn answer(self, engine: &Engine, out: Answers<'_>) -> Result<(), Error> {
                test(engine, &self, $kernel, out)
            }
        }
    )+};
}

/// Rows of kinds: the verb, the length that the query takes, the kinds, the kernel and its row.
macro_rules! rows {
    ($($(#[$doc:meta])+ $verb:ident, $takes:expr => $a:ty, by $b:ident: $kernel:ident, $row:ident;)+) => {$(
        $(#[$doc])+
        impl Question<verbs::$verb> for Query<'_, Against<'_, $a, $b>> {
            type Out<'o> = &'o mut [$row];

            fn answer(self, engine: &Engine, out: &mut [$row]) -> Result<(), Error> {
                fill(engine, &self, $takes, Each($kernel), out)
            }
        }
    )+};
}

/// Overlaps and contacts of kinds with round shapes.
macro_rules! with_contacts {
    ($($a:ty),+) => {$(
        overlaps! {
            /// True exactly if the depth of [`Engine::manifolds`] is at least minus `within`.
            Overlaps => $a, by Sphere: SphereOverlap;
            /// True exactly if the depth of [`Engine::manifolds`] is at least minus `within`.
            Overlaps => $a, by Capsule: CapsuleOverlap;
        }
        rows! {
            /// How each pair touches, or how far it is apart. Every row is filled.
            Manifolds, Takes::nothing("manifolds of spheres") => $a, by Sphere: SphereContacts, SphereContact;
            /// How each pair touches, or how far it is apart, and up to two contacts. Every row is filled.
            Manifolds, Takes::within("manifolds") => $a, by Capsule: CapsuleManifolds, CapsuleContacts;
        }
    )+};
}

with_contacts!(BoxView<'_>, &[Sphere], &[Capsule], &[HalfSpace]);

overlaps! {
    /// True exactly if the depth of [`Engine::penetrations`] is at least minus `within`.
    Overlaps => BoxView<'_>, by HalfSpace: HalfSpaceOverlap;
}

rows! {
    /// How far the deepest vertex of each box is below the plane, in meters: negative if the box is above the plane, and
    /// [`f32::NAN`] if input that is not finite leaves it undefined.
    Penetrations, Takes::nothing("penetrations of half-spaces") => BoxView<'_>, by HalfSpace: HalfSpaceDepths, f32;
    /// Up to four contacts of each box: vertices below the plane, or above it by at most `within`.
    Manifolds, Takes::within("manifolds") => BoxView<'_>, by HalfSpace: HalfSpaceCorners, HalfSpaceContacts;
    /// Where rays enter and leave boxes.
    Hits, Takes::nothing("hits") => BoxView<'_>, by Ray: Hits, RayHit;
    /// Where segments enter and leave boxes.
    Hits, Takes::nothing("hits") => BoxView<'_>, by Segment: Hits, RayHit;
    /// Where rays enter and leave spheres.
    Hits, Takes::nothing("hits") => &[Sphere], by Ray: Hits, RayHit;
    /// Where segments enter and leave spheres.
    Hits, Takes::nothing("hits") => &[Sphere], by Segment: Hits, RayHit;
    /// Where rays enter and leave capsules.
    Hits, Takes::nothing("hits") => &[Capsule], by Ray: Hits, RayHit;
    /// Where segments enter and leave capsules.
    Hits, Takes::nothing("hits") => &[Capsule], by Segment: Hits, RayHit;
}

/// Tests all fifteen axes. If the oriented box also has the world's axes, three of them are enough.
impl Question<verbs::Overlaps> for Query<'_, Against<'_, BoxView<'_>, AxisAlignedBox>> {
    type Out<'o> = Answers<'o>;

    fn answer(self, engine: &Engine, out: Answers<'_>) -> Result<(), Error> {
        match self.within {
            Length::None => test(engine, &self, AlignedOverlap, out),
            _ => test(engine, &self, AlignedOverlapWithin, out),
        }
    }
}
