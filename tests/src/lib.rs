//! What several of the cross-crate tests use: geometry, frames, and boxes for stores.
//!
//! Meters, world space, unit quaternions x, y, z, w that take a box to the world.
#![forbid(unsafe_code)]

mod boxes;
mod frames;
mod geometry;
mod stores;

pub use boxes::{UPRIGHT, boxed, neighbors, of_bits, plain, store_of, upright};
pub use frames::{fastest_engines, frame_of, octagon_boxes, standard_frames};
pub use geometry::{
    NO_TURN, Quaternion, Vector, add, along, columns, cross, cube_rotations, dot, length, narrow,
    normalized, product, rotate, turn, wide,
};
pub use stores::{Boxes, MANY, StoredSample, on_one_thread_and_split, quaternions, store_bits};

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct ReadmeExamples;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/boxes.md")]
struct BoxesChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/pairs.md")]
struct PairsChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/groups.md")]
struct GroupsChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/contacts.md")]
struct ContactsChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/cache.md")]
struct CacheChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/certain.md")]
struct CertainChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/distances.md")]
struct DistancesChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/motion.md")]
struct MotionChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/threads.md")]
struct ThreadsChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/large-worlds.md")]
struct LargeWorldsChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/settings.md")]
struct SettingsChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/shapes.md")]
struct ShapesChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/fast-bodies.md")]
struct FastBodiesChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/convex.md")]
struct ConvexChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/covered.md")]
struct CoveredChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/rectangles.md")]
struct RectanglesChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/response.md")]
struct ResponseChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/tutorial.md")]
struct TutorialChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/troubleshooting.md")]
struct TroubleshootingChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/migrating.md")]
struct MigratingChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/results.md")]
struct ResultsChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/features.md")]
struct FeaturesChapter;

#[cfg(doctest)]
#[doc = include_str!("../../docs/src/tolerances.md")]
struct TolerancesChapter;
