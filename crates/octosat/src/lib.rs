//! A SIMD-batched narrow phase for oriented boxes: overlap, penetration and contact manifolds of long lists of pairs,
//! four, eight or sixteen pairs at a time.
//!
//! Put boxes into a [`BoxStore`], list the pairs of your broad phase in a [`Query`], and pass it to a method of [`Engine`]
//! with an output: `engine.overlaps(Query::new(&boxes, &pairs), &mut hits)?`. [`Query`] has a table of all calls.
//!
//! | I want | it is in |
//! |---|---|
//! | overlaps, or depths and normals | [`Engine::overlaps`]; [`Engine::penetrations`] with a [`Penetration`] per pair |
//! | contacts for a solver | [`Engine::manifolds`] with [`Manifolds`]; [`Contacts`] has the options |
//! | contacts that keep their impulses from frame to frame | [`Engine::manifolds_cached`] with a [`ContactCache`] |
//! | boxes that slide over floors of many boxes | `covered_faces` and [`Contacts`]; feature `covered` |
//! | one answer for many pairs, or answers that no rounding makes wrong | `Groups`; `Engine::clearances`, `Engine::verdicts`; features `groups` and `certain` |
//! | robots, from joint values: what touches, how near, and which motions are certainly free | `Chain`, `World`, `Configurations`, `JointMotions`; `OwnPoints` of a camera's cloud; feature `chains` |
//! | boxes among many that stand still, and which pairs are near | `World`, `BoxesAmong`; feature `chains` |
//! | fast bodies that pass through nothing | `Engine::casts` for motion along lines, `Engine::impacts` for boxes that also turn; feature `motion` |
//! | characters and round bullets | `Engine::casts` of spheres and capsules; features `motion` and `shapes` |
//! | how much boxes share: volumes, areas, IoU | `Engine::intersections`; feature `intersections` |
//! | all boxes of one list with all of another: IoU, overlaps, suppression | `Engine::iou_matrix`, `Engine::overlapping_pairs`, `Engine::suppress`; feature `intersections` |
//! | planes, spheres, capsules, rays and frusta against boxes and each other | `Query::each` and [`Query::new`]; feature `shapes` |
//! | a game in the plane | `RectangleStore`; feature `rectangles` |
//! | no copy of my boxes | [`BoxView`], which borrows columns of your structures |
//! | speed in large worlds | [`order`](mod@order), a spatial order of boxes and pairs; [`EngineOptions`] for threads |
//!
//! # Defaults
//!
//! [`Engine::new`] takes the fastest backend of the CPU and all threads of the rayon pool; without the
//! feature `std`, the build target decides on the backend, and the crate needs `alloc` only. A [`Query`] answers boxes
//! that share a point. [`Contacts`] have at most four points, from the world's origin. The README lists all features.
//!
//! # Conventions
//!
//! Lengths are in meters, in right-handed world coordinates. Rotations are unit quaternions x, y, z, w that take box
//! to world; axis k of a box is column k of its rotation matrix. Normals point from box a to box b. A depth is
//! positive for overlap. Boxes are closed sets: boxes that touch overlap. Half extents may be zero.
//!
//! # The same bits everywhere
//!
//! Every operation is rounded once by IEEE 754, and the order of the operations is fixed. So every backend, lane, grouping
//! of pairs and number of threads gives the same bits. The control register of the thread must be set as Rust itself
//! requires: rounding to nearest, and no flushing of subnormal numbers.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod boxes;
mod call;
mod error;
// Not part of the public interface: for the checks of this project.
#[doc(hidden)]
pub mod tolerances;

// Nor this: for the interfaces of this project.
#[cfg(feature = "shapes")]
#[doc(hidden)]
pub mod ask;

mod backend;
mod threads;
mod vector;

/// What only this project names: verbs and lists of questions, for its interfaces and checks. Not part of the public interface,
/// and nothing that others may implement.
#[doc(hidden)]
pub mod sealed {
    pub use crate::call::lists::{List, Lists};
    pub use crate::call::question::verbs;
    #[cfg(feature = "intersections")]
    pub use crate::products::AtLeast;
}

mod axes;
mod pairs;

mod contacts;

#[cfg(feature = "certain")]
mod certain;
#[cfg(feature = "chains")]
mod chains;
#[cfg(feature = "covered")]
mod covered;
#[cfg(feature = "groups")]
mod groups;
#[cfg(feature = "intersections")]
mod intersections;
#[cfg(feature = "motion")]
mod motion;
#[cfg(feature = "motion")]
mod moved;
#[cfg(feature = "chains")]
mod near;
#[cfg(feature = "prescaled")]
mod prescaled;
#[cfg(feature = "intersections")]
mod products;
#[cfg(feature = "rectangles")]
mod rectangles;
#[cfg(feature = "shapes")]
mod shapes;

pub use backend::names::Backend;
pub use boxes::order;
pub use boxes::store::{BoxPose, BoxStore, OrientedBox};
pub use boxes::view::BoxView;
pub use call::answers::Answers;
pub use call::engine::Engine;
pub use call::length::Length;
pub use call::options::EngineOptions;
pub use call::query::Query;
pub use call::question::Question;
pub use call::sides::Sides;
#[cfg(feature = "chains")]
pub use chains::{
    BoxesAmong, Chain, Configurations, Joint, JointMotions, OwnPoints, Solid, SolidKind, World,
};
pub use contacts::cache::ContactCache;
pub use contacts::cache::boxes::Side;
pub use contacts::cache::links::{Link, Links};
pub use contacts::feature::FeatureKind;
pub use contacts::manifolds::{Manifolds, Touching};
pub use contacts::{
    ContactKind, ContactPoint, Contacts, Feature, Manifold, PointLimit, PointOrigin,
};
#[cfg(feature = "covered")]
pub use covered::{CoveredFaces, covered_faces};
pub use error::{Error, ErrorKind};
#[cfg(all(feature = "certain", feature = "groups"))]
pub use groups::least::Least;
#[cfg(feature = "groups")]
pub use groups::{Groups, Product};
#[cfg(feature = "motion")]
pub use motion::{Casts, Impacts, Motions};
/// A column of your own arrays, for a [`BoxView`]: no copy.
///
/// # Example
/// ```
/// use octosat::Column;
///
/// struct Body {
///     mass: f32,
///     position: [f32; 3],
///     name: &'static str,
/// }
///
/// let body = |x, name| Body { mass: 1.0, position: [x, 0.0, 0.0], name };
/// let bodies = [body(1.0, "left"), body(2.0, "right")];
/// let positions = Column::field(&bodies, |body| &body.position).expect("a field of the structure");
/// assert_eq!(positions.len(), 2);
/// assert_eq!(positions.get(1), Some([2.0, 0.0, 0.0]));
///
/// let packed = [[1.0, 0.0, 0.0], [2.0, 0.0, 0.0]];
/// assert_eq!(Column::from(&packed).get(1), positions.get(1));
/// let padded = Column::<3>::strided(&[1.0, 0.0, 0.0, 9.0, 9.0, 2.0, 0.0, 0.0], 5).expect("5 is at least 3");
/// assert_eq!(padded.get(1), positions.get(1));
/// # assert_eq!((bodies[0].mass, bodies[1].name), (1.0, "right"));
/// ```
///
#[doc(inline)]
pub use octosat_lanes::Column;
#[cfg(feature = "covered")]
#[doc(inline)]
pub use octosat_rows::CoveredRectangle;
#[cfg(any(feature = "covered", feature = "shapes"))]
#[doc(inline)]
pub use octosat_rows::Face;
#[cfg(all(feature = "intersections", feature = "rectangles"))]
#[doc(inline)]
pub use octosat_rows::RectangleIntersection;
#[cfg(all(feature = "motion", feature = "shapes"))]
#[doc(inline)]
pub use octosat_rows::ShapeCast;
#[doc(inline)]
pub use octosat_rows::{Axis, Penetration, SurfacePoints};
#[cfg(feature = "motion")]
#[doc(inline)]
pub use octosat_rows::{Cast, CastState, Impact, ImpactState};
#[cfg(feature = "chains")]
#[doc(inline)]
pub use octosat_rows::{ChainClearance, JointMotion, JointMotionState, LinkPair};
#[cfg(feature = "shapes")]
#[doc(inline)]
pub use octosat_rows::{ClosestPoints, RayHit, SphereContact};
#[cfg(feature = "certain")]
#[doc(inline)]
pub use octosat_rows::{Distance, DistanceState, Verdict};
#[cfg(feature = "intersections")]
#[doc(inline)]
pub use octosat_rows::{Intersection, IouPair};
#[cfg(feature = "rectangles")]
#[doc(inline)]
pub use octosat_rows::{RectangleAxis, RectangleFeature, RectanglePenetration, RectanglePoint};
#[cfg(feature = "prescaled")]
pub use prescaled::{ScaledBox, ScaledBoxStore, ScaledBoxView};
#[cfg(feature = "intersections")]
pub use products::Suppression;
#[cfg(feature = "rectangles")]
pub use rectangles::{Rectangle, RectangleManifold, RectanglePose, RectangleStore, RectangleView};
#[cfg(feature = "shapes")]
pub use shapes::{
    Against, AxisAlignedBox, Capsule, CapsuleContact, CapsuleContacts, Containment, DepthRange,
    Frustum, HalfSpace, HalfSpaceContact, HalfSpaceContacts, PerspectiveView, Ray, Segment, Sphere,
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
