//! A SIMD-batched narrow phase for oriented boxes: exact overlap, penetration and contact manifolds
//! of long lists of pairs, eight or sixteen a pass, on the instruction set that the CPU turns out to have.
//!
//! # The house, in the order data passes
//!
//! 1. [`store`]: boxes in columns of 16-byte rows, checked on entry ([`error`] says what is
//!    refused); [`view`]: the same columns borrowed, from a store or from an engine's own arrays;
//!    [`order`]: a spatial order of boxes, rectangles and pairs, for worlds larger than the caches.
//!    [`shapes`]: what boxes are asked against besides each other.
//! 2. `query`: the boxes, pairs and [`Margin`] of a call, and how it refuses.
//! 3. `engine`: [`Engine`] accepts a call; `schedule` splits it into tasks; `dispatch` picks the
//!    [`Backend`], one virtual call per chunk.
//! 4. `frame`: a batch of pairs becomes frames, two boxes seen from one of them.
//! 5. `kernels`: the fifteen axes, each formula once, and the queries over them; boxes against other
//!    shapes, a formula for each.
//! 6. `results`: a bit or a [`Penetration`] a pair, in the order of the pairs; `contacts`: a
//!    [`Manifold`] a pair and its points, compact; [`matching`]: last frame's points found again;
//!    `coherence`: what the caller keeps of each pair between frames.
//! 7. `rectangles`: the boxes of the plane, with the same queries by four axes.
//! 8. `resolve`: [`Resolver`], from penetrations to how far each box is to move.
//!
//! [`tolerances`] holds every tolerance.
//!
//! # Conventions
//!
//! Metres, right-handed world coordinates; rotations are unit quaternions x, y, z, w that take box
//! to world; axis k of a box is column k of its rotation. Normals point from box a to box b. A depth
//! is positive for overlap. Boxes are closed sets, so touching is overlapping, and extents may be
//! zero.
//!
//! # The arithmetic promise
//!
//! In [`Arithmetic::Exact`], the default, every operation is rounded once by IEEE 754 in one written
//! order, and every backend, lane, grouping of pairs and number of threads gives the same bits. In
//! [`Arithmetic::Fused`] some products and sums are rounded together, again the same bits on every
//! backend. Both presume what Rust itself presumes: rounding to nearest and no flushing of
//! subnormal numbers by the thread's control register.
//!
//! See [`Engine`] for an example.
#![forbid(unsafe_code)]

pub mod error;
pub mod matching;
pub mod order;
pub mod shapes;
pub mod store;
pub mod tolerances;
pub mod view;

mod query;

mod engine;
mod schedule;

// The kernels' traits and types appear in the sealed trait `Boxes`, so they must be public, but
// nobody outside can use them.
#[expect(unnameable_types, reason = "sealed: they only tie a kind of boxes to its kernels")]
mod dispatch;
#[expect(unnameable_types, reason = "sealed: they only tie a kind of boxes to its kernels")]
mod frame;
#[expect(unnameable_types, reason = "sealed: they only tie a kind of boxes to its kernels")]
mod kernels;

mod coherence;
mod contacts;
mod rectangles;
mod resolve;
mod results;

pub use coherence::{Coherence, PairMemory};
pub use contacts::{
    ContactKind, ContactPoint, ContactSettings, ContactStatus, Contacts, Feature, Manifold,
    PointLimit, PointOrigin,
};
pub use dispatch::{Arithmetic, Backend, BackendUnavailable, UnknownBackend};
pub use engine::Engine;
pub use error::{BoxError, BoxField, BoxProblem};
pub use octosat_lanes::{Column, PairOutOfBounds, PairSide, Row};
pub use order::Permutation;
pub use query::{Boxes, Margin, QueryError};
pub use rectangles::{
    Rectangle, RectangleAxis, RectangleError, RectangleFeature, RectangleManifold,
    RectanglePenetration, RectanglePoint, RectanglePose, RectangleStore, RectangleView,
};
pub use resolve::{InverseMasses, ResolveError, ResolveSettings, Resolver, Sharing};
pub use results::{Axis, AxisKind, Penetration};
pub use shapes::{
    Against, AxisAlignedBox, ClosestPoints, Containment, DepthRange, Frustum, FrustumError,
    FrustumSide, HalfSpace, HalfSpaceContact, HalfSpaceContacts, HitFace, PerspectiveView, Ray,
    RayHit, Segment, ShapeError, ShapeField, Sphere, SphereContact,
};
pub use store::{BoxPose, BoxRecords, BoxStore, OrientedBox, ScaledBox, ScaledBoxStore};
pub use view::{BoxView, ScaledBoxView, View};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
