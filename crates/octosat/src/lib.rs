//! A SIMD-batched narrow phase for oriented boxes: overlap, penetration and contact manifolds of long lists of pairs,
//! eight or sixteen pairs at a time.
//!
//! The instruction set is chosen at run time; without the feature `std` the build target decides, and the crate needs
//! `alloc` only. [`Engine`] has the queries and an example.
//!
//! # Modules, in the order in which data passes
//!
//! 1. `layout`: [`Layout`], what a store holds. [`store`]: boxes in columns of 16-byte rows, checked when they are
//!    stored; [`error`]: why a box or a query is rejected. [`view`]: columns borrowed from a store or from your own
//!    arrays. [`order`]: a spatial order of boxes and pairs, for worlds larger than the caches.
//! 2. `backend` and `options`: the [`Backend`], the [`Rounding`] and the threads of an engine.
//! 3. `query`: [`Query`], the boxes, the pairs and the [`Length`] of a call. `bools`: [`Answers`], the booleans or bits
//!    that a call fills.
//! 4. `engine`: [`Engine`] and its methods. `pairs`: checks a call about pairs of boxes, and names its kernel.
//! 5. `tasks`: splits long calls into tasks for threads. `dispatch`: runs a task on the kernels of the backend.
//! 6. `batches`: cuts a task into batches and pads the last one. `queue`: pairs that wait for the next stage.
//! 7. `basis` and `frame`: the frame of each pair of a batch, in which one box is seen from the other.
//! 8. `axes`: the fifteen axes, each formula once. `choice`: chooses the axis of least overlap. `closest`: the closest
//!    points of two boxes. `overlap` and `penetration`: the kernels that use these axes.
//! 9. `contacts`: [`Manifolds`], one [`Manifold`] per pair and its contact points; [`ContactCache`], the state kept
//!    from frame to frame. `results`: [`Penetration`], one per pair.
//!
//! Behind features of the same names: `certain`, results that no rounding makes wrong; `covered`, faces that neighbors
//! cover, and contacts without bumps at their seams; `groups`, one answer for many pairs; `motion`, boxes that move
//! during a step; `shapes`, boxes against other shapes; `rectangles`, oriented rectangles in the plane, with four axes.
//! The README lists all features.
//!
//! # Conventions
//!
//! Lengths are in meters, in right-handed world coordinates. Rotations are unit quaternions x, y, z, w that take box
//! to world; axis k of a box is column k of its rotation matrix. Normals point from box a to box b. A depth is
//! positive for overlap. Boxes are closed sets: boxes that touch overlap. Half extents may be zero.
//!
//! # The same bits everywhere
//!
//! With [`Rounding::Exact`], the default, every operation is rounded once by IEEE 754, and the order of the
//! operations is fixed. Every backend, lane, grouping of pairs and number of threads gives the same bits. With
//! [`Rounding::Fused`] some products and sums are rounded together, again with the same bits on every backend that
//! has it. For both, the control register of the thread must be set as Rust itself requires: rounding to nearest, and
//! no flushing of subnormal numbers.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod boxes;
mod call;
// Not part of the public interface: for the checks of this project.
#[doc(hidden)]
pub mod tolerances;

mod threads;

/// Closes traits: only this project implements them. Not part of the public interface: for the checks of this project.
#[doc(hidden)]
pub mod sealed {
    /// Implemented by whatever may implement a closed trait.
    pub trait Sealed {}
}

mod axes;
mod pairs;

mod contacts;

#[cfg(feature = "certain")]
mod certain;
#[cfg(feature = "covered")]
mod covered;
#[cfg(feature = "groups")]
mod groups;
#[cfg(feature = "motion")]
mod motion;
#[cfg(feature = "rectangles")]
mod rectangles;
#[cfg(feature = "shapes")]
mod shapes;

pub use boxes::error::{BoxError, BoxField, BoxProblem};
#[cfg(feature = "prescaled")]
pub use boxes::layout::PreScaled;
pub use boxes::layout::{Layout, Unit};
pub use boxes::order::{self, Permutation};
pub use boxes::store::{BoxPose, BoxStore, OrientedBox, Store};
#[cfg(feature = "prescaled")]
pub use boxes::store::{ScaledBox, ScaledBoxStore};
#[cfg(feature = "prescaled")]
pub use boxes::view::ScaledBoxView;
pub use boxes::view::{BoxView, View};
pub use call::answers::Answers;
pub use call::backend::{Backend, Rounding};
pub use call::engine::{Engine, ManifoldQuery, OverlapQuery, PenetrationQuery};
pub use call::error::QueryError;
pub use call::length::Length;
pub use call::options::{EngineError, EngineOptions};
pub use call::query::Query;
pub use call::sides::Sides;
pub use contacts::cache::ContactCache;
pub use contacts::cache::boxes::{CacheError, Side};
pub use contacts::cache::links::{Link, Links};
pub use contacts::cache::predecessors::NEW_POINT;
pub use contacts::feature::FeatureKind;
pub use contacts::manifolds::{ManifoldParts, Manifolds, PartsError, Touching};
pub use contacts::{
    ContactKind, ContactPoint, Feature, Manifold, ManifoldOptions, PointLimit, PointOrigin,
    SurfacePoints,
};
#[cfg(feature = "covered")]
pub use covered::{CoveredError, CoveredFaces, CoveredRectangle, covered_faces};
#[cfg(all(feature = "certain", feature = "groups"))]
pub use groups::least::Least;
#[cfg(feature = "groups")]
pub use groups::{Groups, Product};
#[cfg(feature = "motion")]
pub use motion::{Casts, Impacts, Motions};
pub use octosat_lanes::Column;
#[doc(inline)]
pub use octosat_rows::{Axis, Penetration};
#[cfg(feature = "motion")]
#[doc(inline)]
pub use octosat_rows::{Cast, CastState, Impact, ImpactState};
#[cfg(feature = "certain")]
#[doc(inline)]
pub use octosat_rows::{Distance, DistanceState, Verdict};
#[cfg(feature = "rectangles")]
pub use rectangles::{
    Plane, Rectangle, RectangleAxis, RectangleFeature, RectangleManifold, RectanglePenetration,
    RectanglePoint, RectanglePose, RectangleStore, RectangleView,
};
#[cfg(feature = "shapes")]
pub use shapes::{
    AxisAlignedBox, Capsule, CapsuleContact, CapsuleContacts, ClosestPoints, Containment,
    DepthRange, Frustum, FrustumError, FrustumSide, HalfSpace, HalfSpaceContact, HalfSpaceContacts,
    HitFace, HitQuery, PerspectiveView, Ray, RayHit, Segment, ShapeError, ShapeField, ShapeQuery,
    Sphere, SphereContact,
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
